"""Where a link leads: to a note, to an address outside, or nowhere that matters."""

from __future__ import annotations

import re
from urllib.parse import unquote

from trayrecall.core.convert.plain import clean_line

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_NO_ADDRESS = frozenset({"data", "javascript", "blob", "about", "vbscript"})
_NOTE_ID = re.compile(r"\w+", re.ASCII)
_ADDRESS_LIMIT = 100_000  # characters; beyond stands an embedded file
_POPUP_PATH = re.compile(r"[?&]notePath=([^&#]+)")


def classify(href: str) -> tuple[str, str] | None:
    """`(kind, target)` of an `href`, or None for anchors in the page, attachments' paths and scripts.

    Trilium writes links to notes as `#root/<id>/<id>?viewMode=…`; the last id of the path is the note.
    """
    if len(href) > _ADDRESS_LIMIT:
        return None
    href = clean_line(href)
    if href.startswith("#"):
        note_id = _note_id(href[1:])
        return ("internal", note_id) if note_id else None
    if href.startswith("//"):
        return "external", href
    scheme = _SCHEME.match(href)
    if scheme is None or scheme.group(1).lower() in _NO_ADDRESS:
        return None
    return "external", href


def _note_id(fragment: str) -> str | None:
    popup = _POPUP_PATH.search(fragment)
    if popup and not fragment.startswith("root"):
        path = unquote(popup.group(1))
    elif fragment.startswith("root"):
        path = unquote(fragment.partition("?")[0])
    else:
        return None
    # Old notes carry a tab id behind the note id: `#root/abc-XyZ`.
    found = _NOTE_ID.match(path.rstrip("/").rpartition("/")[2])
    return found.group() if found else None
