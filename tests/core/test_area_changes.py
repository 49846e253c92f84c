"""What a change of labels, folders or places costs, and what is kept of a note then."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.core.test_areas import ROOT, below
from tests.pipeline import NotesInMemory, note
from trayrecall.core.areas import place
from trayrecall.core.changes import Changes, LedgerEntry, compare, digest
from trayrecall.core.model import Area, Attribute, InstanceId, NoteId, NoteMeta
from trayrecall.engine.sync import Sync
from trayrecall.store import Database, Index


def ledger_of(*notes: NoteMeta) -> dict[NoteId, LedgerEntry]:
    listing = [ROOT, *notes]
    places = place(listing)
    return {
        m.id: LedgerEntry(m.blob_id, m.type, m.mime, digest(m, places[m.id]), places[m.id].left_out)
        for m in listing
    }


@pytest.mark.parametrize(
    ("changed", "area"),
    [
        (below("folder", "n", labels=[("wikiLayer", "hub")]), Area.WIKI),
        (below("journal", "n"), Area.JOURNAL),
        (note("n", "Note", parents=["folder", "journal"]), Area.JOURNAL),
    ],
)
def test_a_label_or_a_move_changes_the_area_without_content(changed: NoteMeta, area: Area) -> None:
    others = below("root", "journal", labels=[("calendarRoot", "")]), below("root", "folder")
    ledger = ledger_of(*others, below("folder", "n"))
    listing = {meta.id: meta for meta in (ROOT, *others, changed)}
    places = place(listing.values())
    changes = compare(ledger, listing, places)
    assert places[changed.id].area is area
    assert changes == Changes(relabel=(changed,))


def test_a_label_on_a_folder_relabels_all_below_it() -> None:
    ledger = ledger_of(below("root", "top"), below("top", "mid"), below("mid"))
    listing = {
        m.id: m
        for m in (ROOT, below("root", "top", labels=[("wiki", "")]), below("top", "mid"), below("mid"))
    }
    changes = compare(ledger, listing, place(listing.values()))
    assert {meta.id for meta in changes.relabel} == {"top", "mid", "n"}
    assert not changes.fetch


def test_relations_and_links_are_kept_also_when_only_labels_change(tmp_path: Path) -> None:
    names = ("supersedes", "derivedFrom", "summaryOf", "internalLink")
    relations = tuple(Attribute("relation", name, "other") for name in names)
    page = replace(below("root"), attributes=relations)
    text = '<p>See <a class="reference-link" href="#root/other">the other</a>.</p>'
    source = NotesInMemory([page, below("root", "other")], {NoteId("n"): text, NoteId("other"): "<p>x</p>"})
    home, now = InstanceId("home"), datetime(2031, 6, 1, tzinfo=UTC)
    with closing(Index(Database(tmp_path / "index.db"))) as index:
        Sync(home, source, index).run(now)
        before = index.stored_record(home, page.id)
        labelled = replace(page, attributes=(*relations, Attribute("label", "wikiLayer", "hub")))
        source.notes, source.contents, source.mark = [labelled, source.notes[1]], {}, "2"
        assert Sync(home, source, index).run(now).relabelled == 1
        after = index.stored_record(home, page.id)
    for record, area in ((before, Area.OTHER), (after, Area.WIKI)):
        assert record is not None
        assert record.placement.area is area
        assert set(relations) <= set(record.meta.attributes)
        assert record.converted is not None
        assert [(link.kind, link.target) for link in record.converted.links] == [("internal", "other")]
