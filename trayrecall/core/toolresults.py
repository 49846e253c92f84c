"""What an agent's tool call is answered: lean rows and pages of notes as one JSON object that fits the client's window.

All note text is quoted (`lean.quoted`), so that it can't close a fence or hide signs; the object begins with one line of
provenance. What doesn't fit is left out and the object says so: `truncated`, `message`, and where to go on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from trayrecall.core.documents import (
    NoteDocument,
    NoteRow,
    compact_json,
    lean_note_row,
    to_json_body,
)
from trayrecall.core.excerpt import ELLIPSIS
from trayrecall.core.graphemes import cut_before
from trayrecall.core.lean import PROVENANCE, lean_row, quoted, quoted_line
from trayrecall.core.model import Answer, InstanceId
from trayrecall.core.tokens import estimate_tokens

# The contract's 12,000 characters and 8,000 tokens, with a reserve for the estimate and for what a client puts around.
MOST_CHARS = 11_500
MOST_TOKENS = 6_800

PAUSED = "The user has paused answers from their notes. Go on without them, and say so when it matters."
NOTHING = "Nothing relevant was found in the user's notes. Say so; do not guess."
_ONE_LINE = ("title", "author", "vault_path", "description", "section")
_LONGEST_FACT = 400  # code points of a fact in a row that would not fit alone
_OUTLINE_CHARS = 2500
_LONGEST_ECHO = 300  # code points of the question that are told back


# ---- the three results --------------------------------------------------------------------------------


def recall_result(
    answer: Answer, link_bases: Mapping[InstanceId, str], *, min_score: float | None = None
) -> dict[str, Any]:
    """Of `recall`: the rows that fit, best first."""
    rows = [quoted_row(lean_row(hit, link_bases[hit.instance])) for hit in answer.hits]
    body: dict[str, Any] = {
        "provenance": PROVENANCE,
        "query": _short(quoted_line(answer.query), _LONGEST_ECHO),
        "results": [],
        "truncated": False,
        "degraded": answer.degraded,
        "message": None,
    }
    _fill(body, rows)
    if answer.reason == "paused":
        body["message"] = PAUSED
    elif not rows:
        body["message"] = (
            NOTHING if min_score is None else f"{NOTHING} No note reaches min_score {min_score:g}."
        )
    elif len(body["results"]) < len(rows):
        body["message"] = (
            f"The first {len(body['results'])} of {len(rows)} notes fit into this answer; ask more narrowly for others."
        )
    return body


def list_result(
    rows: Sequence[NoteRow], link_bases: Mapping[InstanceId, str], *, limit: int, offset: int
) -> dict[str, Any]:
    """Of `list_notes`, given one row more than `limit` when there are more."""
    shown = [quoted_row(lean_note_row(row, link_bases[row.instance])) for row in rows[:limit]]
    body: dict[str, Any] = {
        "provenance": PROVENANCE,
        "results": [],
        "offset": offset,
        "next_offset": None,
        "truncated": False,
        "message": None,
    }
    _fill(body, shown)
    kept = len(body["results"])
    if kept < len(rows):
        body["next_offset"] = offset + kept
        body["message"] = f"There are more: go on with offset {offset + kept}."
    elif not rows:
        body["message"] = "There are no more notes." if offset else "There are no such notes in the index."
    return body


def note_result(
    document: NoteDocument, link_base: str, *, section: str | None, offset: int, max_chars: int
) -> dict[str, Any] | None:
    """Of `get_note`: the note's facts and the page of its text that fits; None when there is no such section.

    `offset`, `next_offset` and `total_chars` count code points of the text before it is quoted, as REST does.
    """
    size = max_chars
    while True:
        page = to_json_body(document, link_base=link_base, section=section, offset=offset, max_chars=size)
        if page is None:
            return None
        body = _note_body(page)
        chars, tokens = _size(body)
        if size <= 1 or (chars <= MOST_CHARS and tokens <= MOST_TOKENS):
            break
        size = max(1, min(size, len(page["text"])) * 3 // 4)
    if body["next_offset"] is not None:
        body["message"] = (
            f"{body['total_chars']} characters in all; go on with offset {body['next_offset']}, or name a section."
        )
    elif offset and not body["text"]:
        body["message"] = f"The text ends at {body['total_chars']} characters."
    return body


def section_names(document: NoteDocument) -> list[str]:
    """The note's headings, as `get_note` takes them; at most twenty, quoted and short."""
    names = dict.fromkeys(s.heading_path[-1] for s in document.sections if s.heading_path)
    return [_short(quoted_line(name), 80) for name in list(names)[:20]]


# ---- parts --------------------------------------------------------------------------------------------


def quoted_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row with all that comes from the note quoted, facts on one line."""
    safe = {key: quoted_line(row[key]) for key in _ONE_LINE if isinstance(row.get(key), str)}
    if "excerpt" in row:
        safe["excerpt"] = quoted(row["excerpt"])
    return {**row, **safe, "url": quoted_line(row["url"]).replace("&amp;", "&")}


def _note_body(page: Mapping[str, Any]) -> dict[str, Any]:
    facts = quoted_row({key: page[key] for key in _NOTE_FACTS})
    facts |= {key: _short(facts[key], _LONGEST_FACT) for key in _ONE_LINE if isinstance(facts.get(key), str)}
    first = page["offset"] == 0
    named = [found for found in page["sections"] if found["section"]] if first else []
    outline = _outline(named)
    return {
        "provenance": PROVENANCE,
        **facts,
        "sections": outline,
        "sections_left_out": len(named) - len(outline),
        "text": quoted(page["text"]),
        "offset": page["offset"],
        "next_offset": page["next_offset"],
        "total_chars": page["total_chars"],
        "truncated": page["next_offset"] is not None,
        "message": None,
    }


_NOTE_FACTS = (
    "id", "url", "source", "title", "author", "recorded_at", "vault_path", "description", "instance", "area", "as_of", "type",
)  # fmt: skip


def _outline(sections: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The headings that fit, with where they begin in the text."""
    kept: list[dict[str, Any]] = []
    room = _OUTLINE_CHARS
    for found in sections:
        entry = {"section": _short(quoted_line(found["section"]), _LONGEST_FACT), "offset": found["offset"]}
        room -= len(compact_json(entry)) + 1
        if room < 0:
            break
        kept.append(entry)
    return kept


def _fill(body: dict[str, Any], rows: Sequence[dict[str, Any]]) -> None:
    """Put as many of the rows into `results` as fit; one that would not even fit alone is shortened."""
    kept: list[dict[str, Any]] = body["results"]
    chars, tokens = _size(body)
    room_chars, room_tokens = MOST_CHARS - chars - 1, MOST_TOKENS - tokens
    for row in rows:
        shown, (more_chars, more_tokens) = row, _size(row)
        if more_chars > room_chars or more_tokens > room_tokens:
            shown = _shortened(row)
            more_chars, more_tokens = _size(shown)
        chars, tokens = chars + more_chars + 1, tokens + more_tokens
        if kept and (chars > MOST_CHARS or tokens > MOST_TOKENS):
            break
        kept.append(shown)
        body["truncated"] = body["truncated"] or shown is not row
    body["truncated"] = body["truncated"] or len(kept) < len(rows)


def _shortened(row: Mapping[str, Any]) -> dict[str, Any]:
    url = row["url"] if len(row["url"]) <= _LONGEST_FACT else ""
    short = {
        key: _short(value, _LONGEST_FACT)
        for key, value in row.items()
        if isinstance(value, str) and key not in {"id", "url", "instance"}
    }
    return {**row, **short, "url": url}


def _size(part: Mapping[str, Any]) -> tuple[int, int]:
    """Code points and tokens of it as JSON; the same letter over and over may cost a token each, past the estimate."""
    text = compact_json(part)
    plain = text.encode("ascii", "ignore").decode()
    return len(text), max(estimate_tokens(text), estimate_tokens(plain) + len(text) - len(plain))


def _short(text: str, longest: int) -> str:
    """The text, cut between two signs as a reader sees them; an entity is never cut in two."""
    if len(text) <= longest:
        return text
    kept = text[: cut_before(text, longest - 1)]
    begun = kept.rfind("&", len(kept) - len("&amp;") + 1)
    return (kept if begun < 0 or ";" in kept[begun:] else kept[:begun]) + ELLIPSIS
