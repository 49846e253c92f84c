"""Notes that hold JSON: drawings, mind maps, spreadsheets and chats. Only what a person reads is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from trayrecall.core.convert.links import classify
from trayrecall.core.convert.plain import without_data_uris
from trayrecall.core.convert.writing import SectionWriter
from trayrecall.core.model import Converted

UNREADABLE = "unreadable JSON"
_DEEPEST_INDENT = 8
_ROW_HEIGHT = 40.0  # points of a drawing; texts whose tops differ by less stand on one line to the eye
_FAR = 1e15  # no drawing is so wide; beyond it floats lose their order
_ROLES = ("user", "assistant", "system", "tool")

# Broken JSON: the values of keys that carry text, read up to the next quote.
_READABLE = re.compile(
    r'"(?:text|originalText|topic|name|content|title|label|note|v)"\s*:\s*"((?:[^"\\]|\\.)*)', re.DOTALL
)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\n", "b": "", "f": "\n"}


def convert_canvas(content: str) -> Converted:
    """The texts and frame names of an Excalidraw drawing, in reading order."""
    data = _parse(content)
    if not isinstance(data, Mapping):
        return _readable(content)
    writer = SectionWriter()
    shown = [e for e in _objects(data.get("elements")) if not e.get("isDeleted")]
    for element in sorted(shown, key=_reading_order):
        text = element.get("originalText") or element.get("text") or element.get("name")
        if isinstance(text, str) and text.strip():
            writer.line(text)
        found = classify(element["link"]) if isinstance(element.get("link"), str) else None
        if found:
            writer.link(*found)
    return writer.result()


def convert_mind_map(content: str) -> Converted:
    """The topics of a mind map as an indented tree."""
    data = _parse(content)
    if not isinstance(data, Mapping):
        return _readable(content)
    writer = SectionWriter()
    stack = [
        (0, node) for node in _objects([data.get("nodeData") or data.get("nodedata") or data.get("root")])
    ]
    while stack:
        depth, node = stack.pop()
        _write_topic(writer, node, depth)
        stack.extend((depth + 1, child) for child in reversed(list(_objects(node.get("children")))))
    for label in _objects([*_list(data.get("arrows")), *_list(data.get("summaries"))]):
        writer.line(_string(label.get("label") or label.get("text")))
    return writer.result()


def convert_spreadsheet(content: str) -> Converted:
    """The sheets of a Univer workbook, one section a sheet and one line a row."""
    data = _parse(content)
    if not isinstance(data, Mapping):
        return _readable(content)
    workbook = data.get("workbook")
    writer = SectionWriter()
    for sheet in _sheets(workbook if isinstance(workbook, Mapping) else data):
        writer.heading(1, _string(sheet.get("name")))
        for row in _rows(sheet):
            writer.line(" | ".join(row))
    return writer.result()


def convert_chat(content: str) -> Converted:
    """The messages of a chat with a language model, each behind the name of who speaks."""
    data = _parse(content)
    messages = data.get("messages") if isinstance(data, Mapping) else data
    if not isinstance(messages, list):
        return _readable(content)
    writer = SectionWriter()
    for message in _objects(messages):
        text = _message_text(message.get("content")).strip()
        role = _string(message.get("role"))
        if text:
            writer.line(f"{role}: {text}" if role in _ROLES else text)
            writer.gap()
    return writer.result()


# ---- reading JSON that may be anything ----------------------------------------------------------------


def _parse(content: str) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):  # RecursionError: brackets nested past the parser's depth
        return None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    return (item for item in _list(value) if isinstance(item, Mapping))


def _string(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return "" if value is None else str(value).upper()
    return str(value) if isinstance(value, str | int | float) else ""


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and abs(value) < _FAR else 0.0


def _readable(content: str) -> Converted:
    """What can be read of broken JSON."""
    writer = SectionWriter()
    for match in _READABLE.finditer(without_data_uris(content)):
        writer.line(_ESCAPE.sub(_unescape, match.group(1)))
    return writer.result(UNREADABLE)


def _unescape(match: re.Match[str]) -> str:
    mark = match.group(1)
    if len(mark) == 5:  # noqa: PLR2004  u and four digits
        return chr(int(mark[1:], 16))
    return _ESCAPES.get(mark, mark)


# ---- the parts of each kind ---------------------------------------------------------------------------


def _reading_order(element: Mapping[str, Any]) -> tuple[float, float]:
    return (_number(element.get("y")) // _ROW_HEIGHT, _number(element.get("x")))


def _write_topic(writer: SectionWriter, node: Mapping[str, Any], depth: int) -> None:
    indent = "  " * min(depth, _DEEPEST_INDENT)
    topic = " ".join(_string(node.get("topic") or node.get("text")).split())
    tags = [_string(tag.get("text") if isinstance(tag, Mapping) else tag) for tag in _list(node.get("tags"))]
    line = " ".join(filter(None, [topic, *(f"#{tag}" for tag in tags if tag)]))
    if line:
        writer.line(f"{indent}{line}")
    for note in _string(node.get("note")).split("\n"):
        if note.strip():
            writer.line(f"{indent}  {note.strip()}")
    found = classify(_string(node.get("hyperLink")))
    if found:
        writer.link(*found, topic)


def _sheets(workbook: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    sheets = workbook.get("sheets")
    if not isinstance(sheets, Mapping):
        return _objects(sheets)
    order = [key for key in _list(workbook.get("sheetOrder")) if isinstance(key, str)]
    return _objects([sheets.get(key) for key in dict.fromkeys([*order, *sheets])])


def _rows(sheet: Mapping[str, Any]) -> Iterator[list[str]]:
    cells = sheet.get("cellData")
    if isinstance(cells, Mapping):
        for row in _in_order(cells):
            found = [_cell(cell) for cell in _in_order(row)] if isinstance(row, Mapping) else []
            if any(found):
                yield [cell for cell in found if cell]
    elif isinstance(sheet.get("cells"), Mapping):
        yield from _addressed_rows(sheet["cells"])


def _in_order(cells: Mapping[str, Any]) -> list[Any]:
    numbered = [(int(key), value) for key, value in cells.items() if key.isdecimal() and len(key) < 10]  # noqa: PLR2004
    return [value for _, value in sorted(numbered, key=lambda pair: pair[0])]


def _addressed_rows(cells: Mapping[str, Any]) -> Iterator[list[str]]:
    """Cells by address (`B3`), as older sheets keep them."""
    rows: dict[int, list[tuple[int, str, str]]] = {}
    for address, value in cells.items():
        column, row = address.rstrip("0123456789"), address[len(address.rstrip("0123456789")) :]
        if text := _cell(value):
            rows.setdefault(int(row[:9] or 0), []).append((len(column), column, text))
    for _, row_cells in sorted(rows.items()):
        yield [text for _, _, text in sorted(row_cells)]


def _cell(cell: Any) -> str:
    """What a cell shows: its value, its rich text, else its formula."""
    if not isinstance(cell, Mapping):
        return " ".join(_string(cell).split())
    rich = cell.get("p")
    body = rich.get("body") if isinstance(rich, Mapping) else None
    stream = body.get("dataStream") if isinstance(body, Mapping) else None
    value = cell.get("v")
    text = _string(value) or _string(stream) or _string(cell.get("f"))
    return " ".join(text.split())


def _message_text(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = [item if isinstance(item, str) else _block_text(item) for item in _list(content)]
    return "\n".join(part for part in parts if part)


def _block_text(block: Any) -> str:
    if not isinstance(block, Mapping) or block.get("type", "text") != "text":
        return ""
    return _string(block.get("text") or block.get("content"))
