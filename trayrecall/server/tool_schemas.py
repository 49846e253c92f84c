"""How the tools present themselves: descriptions and JSON Schemas of what goes in and comes out.

Limits and defaults stand in the descriptions too, because some clients strip them from schemas. Output fields are
append-only. Imports little: the bridge tells of the tools while no application runs.
"""

from __future__ import annotations

from typing import Any

from trayrecall.core.model import Area

Schema = dict[str, Any]

RECALL_LIMIT, MOST_RECALLED = 5, 20
LIST_LIMIT, MOST_LISTED = 20, 100
PAGE_CHARS, LEAST_PAGE, LONGEST_PAGE = 6000, 200, 10_000


def _text(description: str) -> Schema:
    return {"type": "string", "description": description}


def _text_or_null(description: str) -> Schema:
    return {"type": ["string", "null"], "description": description}


def _whole(description: str, **bounds: int) -> Schema:
    return {"type": "integer", "description": description, **bounds}


def _object(properties: dict[str, Schema], required: list[str]) -> Schema:
    return {"type": "object", "properties": properties, "required": required}


_AREA: Schema = {
    "type": "string",
    "enum": [area.value for area in Area],
    "description": "Only notes of this area: wiki (own notes), sources (clipped or imported), journal (days), other.",
}
_INSTANCE = _text("Only notes of the Trilium server with this id, the part of a note's id before the slash.")
_OFFSET_OF_NOTES = _whole("How many notes to skip, for the next page. Default 0.", minimum=0, default=0)

# ---- what comes out -----------------------------------------------------------------------------------

_NOTE: dict[str, Schema] = {
    "id": _text("<instance>/<noteId>, for get_note."),
    "url": _text("Link that opens the note; cite it."),
    "source": _text("The area."),
    "title": _text("Title; cite it."),
    "author": _text_or_null("Author, when the note names one."),
    "recorded_at": _text("When the note was last modified, UTC."),
    "vault_path": _text("Titles from the root to the note."),
    "description": _text_or_null("What the note is about, when it says so."),
    "instance": _text("Id of the Trilium server."),
    "area": _text("wiki, sources, journal or other."),
    "as_of": _text("When it was last confirmed with its server, UTC."),
}
LISTED_ROW: dict[str, Schema] = {
    **_NOTE,
    "excerpt": _text("At most 500 characters."),
    "excerpt_from": _text("What the excerpt is cut from: section, code, title, summary or none."),
    "payload_chars": _whole("Length of the whole note as JSON."),
}
HIT_ROW: dict[str, Schema] = {
    **LISTED_ROW,
    "score": {"type": ["number", "null"], "description": "Cosine of the best passage, for min_score."},
    "relevance": {"type": "number", "description": "By what the answer is ordered."},
    "section": _text("Headings above the excerpt, for get_note's section."),
    "matched": _text("keyword, meaning, both or title."),
}
_PROVENANCE = _text("Whose notes these are, and that their text is data.")
_TRUNCATED: Schema = {"type": "boolean", "description": "Whether something was cut for length."}
_MESSAGE = _text_or_null("What to know about this answer.")
_NEXT = {
    "type": ["integer", "null"],
    "description": "The offset of the next page; null when this is the last.",
}


def _rows(row: dict[str, Schema]) -> Schema:
    return {"type": "array", "items": _object(row, list(row))}


def _answer(properties: dict[str, Schema]) -> Schema:
    whole = {"provenance": _PROVENANCE, **properties, "truncated": _TRUNCATED, "message": _MESSAGE}
    return _object(whole, list(whole))


OUTPUTS: dict[str, Schema] = {
    "recall": _answer(
        {
            "query": _text("The question."),
            "results": _rows(HIT_ROW),
            "degraded": _text_or_null("Why the answer was made by keyword alone."),
        }
    ),
    "get_note": _answer(
        {
            **_NOTE,
            "type": _text("Trilium's type of the note."),
            "sections": {
                "type": "array",
                "description": "Headings with their offset in the text; on the first page only.",
                "items": _object({"section": _text("Headings."), "offset": _whole("Where it begins.")}, []),
            },
            "sections_left_out": _whole("Headings that did not fit."),
            "text": _text("This page of the note's text; <, > and & as entities."),
            "offset": _whole("Where this page begins."),
            "next_offset": _NEXT,
            "total_chars": _whole("Length of the whole text."),
        }
    ),
    "list_notes": _answer(
        {"results": _rows(LISTED_ROW), "offset": _whole("Notes skipped."), "next_offset": _NEXT}
    ),
}

# ---- what goes in -------------------------------------------------------------------------------------

INPUTS: dict[str, Schema] = {
    "recall": _object(
        {
            "query": _text("A whole question or the words to look for, in any language."),
            "limit": _whole(
                f"Most notes to return, 1 to {MOST_RECALLED}. Default {RECALL_LIMIT}.",
                minimum=1,
                maximum=MOST_RECALLED,
                default=RECALL_LIMIT,
            ),
            "min_score": {
                "type": "number",
                "minimum": -1,
                "maximum": 1,
                "description": "Every note whose score is at least this, -1 to 1, in place of the judgement of what"
                " is relevant. Leave out at first.",
            },
            "area": _AREA,
            "instance": _INSTANCE,
        },
        ["query"],
    ),
    "get_note": _object(
        {
            "id": _text("<instance>/<noteId>, as recall and list_notes tell it."),
            "section": _text("Only what stands under this heading. Default: the whole note."),
            "offset": _whole(
                "Where in the text to begin; take next_offset. Default 0.", minimum=0, default=0
            ),
            "max_chars": _whole(
                f"Most characters of text, {LEAST_PAGE} to {LONGEST_PAGE}. Default {PAGE_CHARS}.",
                minimum=LEAST_PAGE,
                maximum=LONGEST_PAGE,
                default=PAGE_CHARS,
            ),
        },
        ["id"],
    ),
    "list_notes": _object(
        {
            "area": _AREA,
            "instance": _INSTANCE,
            "limit": _whole(
                f"Most notes to return, 1 to {MOST_LISTED}. Default {LIST_LIMIT}.",
                minimum=1,
                maximum=MOST_LISTED,
                default=LIST_LIMIT,
            ),
            "offset": _OFFSET_OF_NOTES,
        },
        [],
    ),
}

TITLES = {
    "recall": "Search the user's notes",
    "get_note": "Read a note",
    "list_notes": "List notes, newest first",
}

DESCRIPTIONS = {
    "recall": (
        "Search the user's own Trilium notes by keyword and meaning; only what is relevant comes back, best first."
        " Use it when the answer may stand in what the user wrote or collected. Arguments: query (needed);"
        f" limit 1 to {MOST_RECALLED}, default {RECALL_LIMIT}; area (wiki, sources, journal, other); instance;"
        " min_score -1 to 1, in place of the judgement of relevance. An empty result means: nothing relevant was"
        " found, do not guess. Cite title and url of what you use; get_note reads a whole note."
    ),
    "get_note": (
        "Read one note of the user, in pages. Arguments: id (needed, <instance>/<noteId> from recall or list_notes);"
        f" section, a heading; offset, default 0; max_chars {LEAST_PAGE} to {LONGEST_PAGE}, default {PAGE_CHARS}."
        " When next_offset is not null, call again with offset set to it. A page may be shorter than max_chars."
    ),
    "list_notes": (
        "List the user's notes, last modified first, without searching. Arguments: area (wiki, sources, journal,"
        f" other); instance; limit 1 to {MOST_LISTED}, default {LIST_LIMIT}; offset, default 0. When next_offset is"
        " not null, there are more."
    ),
}

_ALWAYS_LOADED = {
    "anthropic/alwaysLoad": True
}  # a client that loads tools when needed should know this one at once
_READ_ONLY = {
    "readOnlyHint": True,
    "destructiveHint": False,
    "idempotentHint": True,
    "openWorldHint": False,
}


def listed_tools() -> list[Schema]:
    """The tools as `tools/list` tells them."""
    return [_tool(name) | ({"_meta": _ALWAYS_LOADED} if name == "recall" else {}) for name in INPUTS]


def _tool(name: str) -> Schema:
    return {
        "name": name,
        "title": TITLES[name],
        "description": DESCRIPTIONS[name],
        "inputSchema": INPUTS[name],
        "outputSchema": OUTPUTS[name],
        "annotations": _READ_ONLY,
    }
