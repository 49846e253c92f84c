"""The plan of a sync: what a listing asks to be done with the ledger. Values only; the engine carries it out.

The same function answers "is this listing believable?", because nothing may ever be deleted on one odd answer.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from trayrecall.core.areas import ROOT
from trayrecall.core.errors import ImplausibleListing
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import Fault, LeftOut, NoteId, NoteMeta, Placement

# A listing that loses more than this share and this number of notes is held back.
MAX_VANISHED_SHARE = 0.2
MAX_VANISHED_NOTES = 20
MANY_ENOUGH = 5  # notes that don't all go at once while others come, unless it is another Trilium


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """What the index knows of one note. `digest` stands for all metadata that the index shows or searches."""

    blob_id: str | None
    type: str
    mime: str
    digest: bytes
    left_out: LeftOut | None = None
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """What to do. `fetch` needs the content, `relabel` only the new metadata, `leave_out` loses its text."""

    fetch: tuple[NoteMeta, ...] = ()
    relabel: tuple[NoteMeta, ...] = ()
    leave_out: tuple[NoteMeta, ...] = ()
    delete: tuple[NoteId, ...] = ()


def blob_id(content: bytes) -> str:
    """Trilium's name of a content: 20 characters of its SHA-512 in base64 (checked on servers 0.63 to 0.102)."""
    name = base64.b64encode(hashlib.sha512(content).digest()).decode()
    return name.replace("+", "X").replace("/", "Y")[:20]


def digest(meta: NoteMeta, placement: Placement) -> bytes:
    """A hash over everything about a note but its content: equal digests need no work."""
    attributes = [(a.type, a.name, a.value, a.owned) for a in meta.attributes]  # the first of a name counts
    fields = (
        meta.title,
        meta.utc_created,
        meta.utc_modified,
        placement.area,
        placement.path,
        placement.path_ids,
        placement.left_out,
        placement.journal_date,
        placement.given_by,
        attributes,
    )
    text = json.dumps(fields, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).digest()[:16]


def compare(
    ledger: Mapping[NoteId, LedgerEntry],
    listing: Mapping[NoteId, NoteMeta],
    placements: Mapping[NoteId, Placement],
    *,
    accept_deletions: bool = False,
    retry: Callable[[Fault], bool] = lambda _: False,
) -> Changes:
    """The changes that make the ledger equal to the listing.

    Raises `ImplausibleListing` when the listing is empty or lacks the root, which no person can delete, or has lost too
    much at once or a folder without what stands in it, unless a person said that the deletions are meant
    (`accept_deletions`). `retry` says which faults are tried again; whatever changes of a faulty note is a new try anyway.
    """
    _check_whole(listing)
    if not accept_deletions:
        _check_losses(ledger, listing, placements)
    fetch: list[NoteMeta] = []
    relabel: list[NoteMeta] = []
    leave_out: list[NoteMeta] = []
    for note_id, meta in listing.items():
        entry, placement = ledger.get(note_id), placements[note_id]
        same_meta = entry is not None and entry.digest == digest(meta, placement)
        if placement.left_out is not None:
            if entry is None or not same_meta or _has_new_content(entry, meta):
                leave_out.append(meta)
        elif entry is None or _needs_content(entry, meta, retry):
            fetch.append(meta)
        elif not same_meta:
            # A title may keep Trilium from giving the content, so whatever changes is a reason to ask again.
            (relabel if entry.fault is None else fetch).append(meta)
    gone = tuple(note_id for note_id in ledger if note_id not in listing)
    return Changes(tuple(fetch), tuple(relabel), tuple(leave_out), gone)


def _needs_content(entry: LedgerEntry, meta: NoteMeta, retry: Callable[[Fault], bool]) -> bool:
    return (
        entry.left_out is not None
        or _has_new_content(entry, meta)
        or (entry.fault is not None and retry(entry.fault))
    )


def _has_new_content(entry: LedgerEntry, meta: NoteMeta) -> bool:
    return (entry.blob_id, entry.type, entry.mime) != (meta.blob_id, meta.type, meta.mime)


_ASKED_AGAIN = QT_TRANSLATE_NOOP("errors", "Nothing was deleted. It is asked again.")


def _check_whole(listing: Mapping[NoteId, NoteMeta]) -> None:
    if not listing:
        raise ImplausibleListing(
            QT_TRANSLATE_NOOP("errors", "the server listed no notes at all"), hint=_ASKED_AGAIN
        )
    if ROOT not in listing:
        raise ImplausibleListing(
            QT_TRANSLATE_NOOP("errors", "the root note is missing from the list"), hint=_ASKED_AGAIN
        )


def _check_losses(
    ledger: Mapping[NoteId, LedgerEntry],
    listing: Mapping[NoteId, NoteMeta],
    placements: Mapping[NoteId, Placement],
) -> None:
    """Notes that the root doesn't reach any more are as good as gone, and count like those that aren't listed."""
    vanished = sum(1 for note_id in ledger if note_id not in listing)
    of_a_person = {
        i for i in ledger if i != ROOT and not i.startswith("_")
    }  # Trilium's own are in every Trilium
    if len(of_a_person) >= MANY_ENOUGH and of_a_person.isdisjoint(listing) and len(listing) > 1:
        raise ImplausibleListing(
            QT_TRANSLATE_NOOP(
                "errors", "none of the notes that are known is in the list; it may be another Trilium"
            )
        )
    cut_off = [i for i, entry in ledger.items() if entry.left_out is None and _is_cut_off(placements.get(i))]
    stray = [i for i in cut_off if _lacks_a_folder(i, listing)]
    if stray:  # Trilium deletes what stands in a folder with it
        raise ImplausibleListing(
            QT_TRANSLATE_NOOP("errors", "the list lacks the folder of {stray} of its notes"),
            values={"stray": len(stray)},
        )
    lost = vanished + len(cut_off)
    if lost > MAX_VANISHED_NOTES and lost > MAX_VANISHED_SHARE * len(ledger):
        raise ImplausibleListing(
            QT_TRANSLATE_NOOP("errors", "{vanished} of {all} notes are missing from the list"),
            values={"vanished": lost, "all": len(ledger)},
        )


def _lacks_a_folder(note_id: NoteId, listing: Mapping[NoteId, NoteMeta]) -> bool:
    """Whether a folder above the note isn't listed, be it of one that was not known before."""
    waiting, seen = [note_id], {ROOT}
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        if here not in listing:
            return True
        waiting += listing[here].parent_ids
    return False


def _is_cut_off(placement: Placement | None) -> bool:
    """Whether it is listed, but the root doesn't reach it."""
    return placement is not None and placement.left_out is LeftOut.HIDDEN


SAID_OF_ITSELF = frozenset({LeftOut.PROTECTED, LeftOut.ARCHIVED, LeftOut.IGNORED})


def taken_away(
    ledger: Mapping[NoteId, LedgerEntry],
    listing: Mapping[NoteId, NoteMeta],
    placements: Mapping[NoteId, Placement],
) -> list[NoteMeta]:
    """The notes that a person took away by what the listing says of each itself, whatever it lacks otherwise."""
    return [
        meta
        for note_id, meta in listing.items()
        if placements[note_id].left_out in SAID_OF_ITSELF
        and (entry := ledger.get(note_id)) is not None
        and entry.left_out is None
    ]
