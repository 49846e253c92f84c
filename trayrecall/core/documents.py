"""A stored note as a row of a list and as a whole: the drill-down in JSON, Markdown or plain text, in pages.

Pages are cut from the rendered text, so all pages put together are exactly the unpaged text. `payload_chars` of a
note is the length of its unpaged JSON body, which itself holds that number, the note's link and its `as_of`; the
store keeps `payload_base`, which depends on the note alone, and `payload_chars` adds the rest without rendering.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from trayrecall.core.excerpt import excerpt
from trayrecall.core.graphemes import cut_before
from trayrecall.core.model import Area, ExcerptFrom, InstanceId, Link, NoteId, Section
from trayrecall.core.visible import visible_line

PATH_JOINT = " › "
_DEEPEST_HEADING = 6
_encoded = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
_LONG_FENCE = re.compile(r"`{3,}")


@dataclass(frozen=True, slots=True)
class NoteRow:
    """One note of a list. `lead_text` is what its excerpt is cut from, `lead_from` where that comes from."""

    instance: InstanceId
    note_id: NoteId
    title: str
    area: Area
    path: tuple[str, ...]
    path_ids: tuple[NoteId, ...]
    utc_modified: str
    as_of: str
    author: str | None
    description: str | None
    lead_text: str
    lead_from: ExcerptFrom
    payload_chars: int


@dataclass(frozen=True, slots=True)
class NoteDocument:
    """One whole note as the index holds it: its row, and its sections in reading order."""

    row: NoteRow
    type: str
    mime: str
    labels: tuple[tuple[str, str], ...]  # name, value
    links: tuple[Link, ...]
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A stretch of a rendered text. `next_offset` is None on the last page."""

    text: str
    offset: int
    total: int
    next_offset: int | None


# ---- small shared renderings --------------------------------------------------------------------------


def compact_json(value: Any) -> str:
    """JSON as all answers carry it: no spaces, no escapes of letters. Raises ValueError for NaN and infinity."""
    return _encoded(value)


def note_url(link_base: str, path_ids: Sequence[NoteId]) -> str:
    """The address that opens the note in Trilium's web page; empty when its instance is not known any more."""
    return f"{link_base}/#{'/'.join(('root', *path_ids))}" if link_base else ""


def iso_utc(trilium_date: str) -> str:
    """`2026-11-29 18:24:56.383Z` as ISO 8601."""
    return trilium_date.replace(" ", "T", 1)


# ---- rows of a list -----------------------------------------------------------------------------------


def lean_note_row(row: NoteRow, link_base: str) -> dict[str, Any]:
    """The lean row of a listed note: that of a hit without what only a question gives it."""
    return {
        "id": f"{row.instance}/{row.note_id}",
        "url": note_url(link_base, row.path_ids),
        "source": row.area.value,
        "title": row.title,
        "author": row.author,
        "recorded_at": iso_utc(row.utc_modified),
        "vault_path": PATH_JOINT.join(row.path),
        "description": row.description,
        "excerpt": excerpt(row.lead_text),
        "excerpt_from": row.lead_from.value,
        "payload_chars": row.payload_chars,
        "instance": row.instance,
        "area": row.area.value,
        "as_of": iso_utc(row.as_of),
    }


def full_note_row(row: NoteRow, link_base: str) -> dict[str, Any]:
    """Everything that a list holds about the note, below `note`."""
    more = {"note_id": row.note_id, "path": list(row.path), "path_ids": list(row.path_ids)}
    return {"note": lean_note_row(row, link_base) | more}


# ---- the whole note -----------------------------------------------------------------------------------


def only_section(document: NoteDocument, wanted: str) -> NoteDocument | None:
    """The document with the sections under the wanted heading only; None when there is none.

    A heading or a run of headings joined by ` › ` is compared without case; what stands below it belongs to it.
    """
    whole = _folded(wanted)
    parts = tuple(_folded(part) for part in wanted.split(PATH_JOINT.strip()))
    kept = tuple(s for s in document.sections if _is_under(s.heading_path, parts, whole))
    return replace(document, sections=kept) if kept else None


def _is_under(heading_path: tuple[str, ...], parts: tuple[str, ...], whole: str) -> bool:
    path = tuple(_folded(heading) for heading in heading_path)
    runs = (path[at : at + len(parts)] for at in range(len(path) - len(parts) + 1))
    return parts in runs or whole in path


def _folded(heading: str) -> str:
    return " ".join(heading.casefold().split())


def to_text(document: NoteDocument) -> str:
    """The note's sections as plain text, each under its own heading line; the title stands elsewhere."""
    return _text_and_offsets(document.sections)[0]


def to_markdown(document: NoteDocument) -> str:
    """The note as Markdown: its title, headings by depth, code in fences."""
    blocks = [f"# {visible_line(document.row.title)}"]
    before: tuple[str, ...] = ()
    for section in document.sections:
        blocks += _new_headings(before, section.heading_path)
        if section.text.strip():
            blocks.append(_fenced(section.text) if section.is_code else section.text.strip("\n"))
        before = section.heading_path
    return "\n\n".join(blocks) + "\n"


def page(text: str, *, offset: int = 0, max_chars: int | None = None) -> Page:
    """The stretch of the text from `offset` on, at most `max_chars` code points; an empty one past the end.

    It ends between two visible characters, unless one of them is longer than a page.
    """
    start = min(offset, len(text))
    end = len(text)
    if max_chars is not None:  # one sign more, by which the cut sees whether the last one goes on
        end = start + cut_before(text[start : start + max_chars + 1], max_chars)
    return Page(text[start:end], offset, len(text), end if end < len(text) else None)


def to_json_body(
    document: NoteDocument,
    *,
    link_base: str = "",
    section: str | None = None,
    offset: int = 0,
    max_chars: int | None = None,
) -> dict[str, Any] | None:
    """The drill-down's JSON body: facts, an outline with offsets into `text`, and the page of `text` asked for.

    `section` narrows outline and text, and the answer is None when there is no such section. `payload_chars` always
    tells the length of the whole, unpaged body of the note, whatever page this is.
    """
    shown = document if section is None else only_section(document, section)
    if shown is None:
        return None
    url = note_url(link_base, document.row.path_ids)
    body = _body(shown, url, document.row.as_of, offset, max_chars)
    body["payload_chars"] = payload_chars(payload_base(document), url=url, as_of=document.row.as_of)
    return body


def payload_base(document: NoteDocument) -> int:
    """Length of the unpaged JSON body without its link, its `as_of` and the digits of `payload_chars`.

    It changes only with the note itself, its path and its area, so it can be stored beside them. The row's own
    `payload_chars` and `as_of` don't matter.
    """
    return len(compact_json(_body(document, "", "", 0, None))) - len("0")


def payload_chars(base: int, *, url: str, as_of: str) -> int:
    """Length of the unpaged JSON body of a note with that `payload_base`, its own digits counted."""
    rest = base + len(compact_json(url)) + len(compact_json(iso_utc(as_of))) - len('""""')
    total = rest
    while total != rest + len(str(total)):  # grows at most twice: a longer number is one digit longer
        total = rest + len(str(total))
    return total


def _body(document: NoteDocument, url: str, as_of: str, offset: int, max_chars: int | None) -> dict[str, Any]:
    row = document.row
    text, starts = _text_and_offsets(document.sections)
    shown = page(text, offset=offset, max_chars=max_chars)
    return {
        "id": f"{row.instance}/{row.note_id}",
        "url": url,
        "source": row.area.value,
        "title": row.title,
        "author": row.author,
        "recorded_at": iso_utc(row.utc_modified),
        "vault_path": PATH_JOINT.join(row.path),
        "description": row.description,
        "payload_chars": 0,
        "instance": row.instance,
        "note_id": row.note_id,
        "area": row.area.value,
        "as_of": iso_utc(as_of),
        "type": document.type,
        "mime": document.mime,
        "labels": [{"name": name, "value": value} for name, value in document.labels],
        "links": [{"kind": link.kind, "target": link.target, "text": link.text} for link in document.links],
        "sections": [
            {"section": PATH_JOINT.join(s.heading_path), "is_code": s.is_code, "offset": start}
            for s, start in zip(document.sections, starts, strict=True)
        ],
        "text": shown.text,
        "offset": shown.offset,
        "total_chars": shown.total,
        "next_offset": shown.next_offset,
    }


def _text_and_offsets(sections: Sequence[Section]) -> tuple[str, list[int]]:
    """The sections as one text, and where in it each begins (with its heading, when it has a new one)."""
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    before: tuple[str, ...] = ()
    for section in sections:
        starts.append(length)
        heading = section.heading_path[-1:] if section.heading_path != before else ()
        block = "\n".join(text for text in (*heading, section.text.strip("\n")) if text)
        if block:
            parts.append(block)
            length += len(block) + len("\n\n")
        before = section.heading_path
    text = "\n\n".join(parts)
    return text, [min(start, len(text)) for start in starts]


def _new_headings(before: tuple[str, ...], path: tuple[str, ...]) -> list[str]:
    """Heading lines of the path from where it leaves the path before."""
    same = 0
    while same < min(len(before), len(path)) and before[same] == path[same]:
        same += 1
    return [
        f"{'#' * min(depth + 2, _DEEPEST_HEADING)} {visible_line(path[depth])}"
        for depth in range(same, len(path))
    ]


def _fenced(code: str) -> str:
    """The code in a fence that it can't close."""
    longest = max((len(run) for run in _LONG_FENCE.findall(code)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{code.strip(chr(10))}\n{fence}"
