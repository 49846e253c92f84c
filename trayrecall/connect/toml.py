"""One table of a TOML file, put in and taken out by its lines; every other line stays as it is.

The standard library reads TOML and writes none. What an edit gives is read again and compared with what it must mean,
so a file in a form that isn't foreseen here is refused, never damaged.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from trayrecall.connect.jsonc import Malformed


def parse(text: str) -> dict[str, Any]:
    """What the text means. Raises Malformed with the parser's words, which name the line and quote nothing."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise Malformed(str(wrong)) from None


def find(meant: dict[str, Any], path: tuple[str, ...]) -> Any:
    """What stands at the path of names; None when nothing does."""
    found: Any = meant
    for name in path:
        found = found.get(name) if isinstance(found, dict) else None
    return found


def with_table(text: str, path: tuple[str, ...], values: Mapping[str, Any]) -> str:
    """The text with this table at its end, in place of an older one of that path. Raises Malformed."""
    before = without_table(text, path)
    newline = "\r\n" if "\r\n" in before else "\n"
    lines = [f"[{'.'.join(path)}]", *(f"{key} = {_written(value)}" for key, value in values.items()), ""]
    parting = "" if not before or before.endswith("\n") else newline
    block = newline.join(["", *lines] if before else lines)
    try:
        return _checked(before + parting + block, path, values)
    except Malformed:  # its words would name a line of ours
        raise _not_editable(before, path) from None


def without_table(text: str, path: tuple[str, ...]) -> str:
    """The text without that table and those below it, and without the blank line before them. Raises Malformed."""
    name = r"\s*\.\s*".join(rf"[\"']?{re.escape(part)}[\"']?" for part in path)
    header = re.compile(rf"^[ \t]*\[\s*{name}\s*[\].]")
    kept: list[str] = []
    ours = False
    for line in text.splitlines(keepends=True):
        begins = re.match(r"[ \t]*\[", line)
        if begins and header.match(line):
            if not ours and kept and not kept[-1].strip():
                kept.pop()
            ours = True
        elif begins or (ours and not re.match(r"[ \t]*[\w\"'-]+\s*[=.]", line)):
            ours = False  # a blank line or a comment ends the table: it belongs to what follows
        if not ours:
            kept.append(line)
    return _checked("".join(kept), path, None, before=parse(text))


def _written(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_written(inner)}" for key, inner in value.items()) + " }"
    return json.dumps(
        value, ensure_ascii=False
    )  # for texts without control characters JSON and TOML are the same


def _checked(
    text: str, path: tuple[str, ...], values: Mapping[str, Any] | None, before: dict[str, Any] | None = None
) -> str:
    """The text, if it means what it must."""
    meant = parse(text)
    if find(meant, path) != values or (before is not None and _rest(meant, path) != _rest(before, path)):
        raise _not_editable(text, path)
    return text


def _not_editable(text: str, path: tuple[str, ...]) -> Malformed:
    """What is said of a table that stands in the text in another form than lines of its own, and where that is."""
    names = "|".join(map(re.escape, path))
    value = re.compile(rf"[ \t]*[\"']?(?:{names})[\"']?[ \t]*[.=]")
    lines = [number for number, line in enumerate(text.split("\n"), start=1) if value.match(line)]
    where = f"line {lines[0]}: " if lines else ""
    return Malformed(f"{where}{'.'.join(path)} stands there in a form that can't be edited safely")


def _rest(meant: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """Everything but that table, and without tables that hold nothing else."""
    inner = {key: value for key, value in meant.items() if key != path[0]}
    below = meant.get(path[0])
    if len(path) > 1 and isinstance(below, dict):
        rest = _rest(below, path[1:])
        return inner | ({path[0]: rest} if rest else {})
    return inner
