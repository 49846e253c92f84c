"""Lists of notes that can't be true: nothing is deleted on one, and they are held until a person says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.engine.following import LISTING, Bench, many
from tests.engine.sources import contents_of
from tests.fakes import Drop, MutableTree, note
from tests.pipeline import NotesInMemory
from tests.pipeline import note as meta
from tests.store.building import embed_pending
from trayrecall.core.errors import ImplausibleListing, SourceError
from trayrecall.core.model import InstanceId, NoteMeta
from trayrecall.engine.sync import Sync
from trayrecall.store import Database, Index


@pytest.mark.case("DL01")
@pytest.mark.parametrize("shown", [0.0, 0.5])
def test_an_empty_or_half_listing_deletes_nothing_until_a_person_says_so(bench: Bench, shown: float) -> None:
    bench.server.start_over(*many(60))
    bench.sync()
    embed_pending(bench.index)
    before, mark = contents_of(bench.index), bench.mark()
    bench.server.app.shown = shown
    bench.server.tree.bump()
    for _ in range(3):
        with pytest.raises(ImplausibleListing):
            bench.sync()
    assert contents_of(bench.index) == before
    assert bench.mark() == mark
    bench.server.app.shown = 1.0
    report = bench.sync()
    assert (report.fetched, report.deleted, bench.contents) == (0, 0, [])
    assert bench.index.pending_count() == 0
    bench.server.app.shown = shown
    bench.server.tree.bump()
    if shown:
        assert bench.sync(accept_deletions=True).deleted >= 30
    else:  # nobody can delete the root, so nobody can mean this
        with pytest.raises(ImplausibleListing):
            bench.sync(accept_deletions=True)
        assert contents_of(bench.index)["notes"] == before["notes"]


@pytest.mark.case("DL01")
def test_a_listing_that_lacks_a_folder_is_asked_for_again_and_then_held(bench: Bench) -> None:
    bench.sync()
    before, listed = contents_of(bench.index), bench.server.app.ids_found
    lacking = [1]

    def without_the_folder(params: Mapping[str, str]) -> list[str]:
        lacking[0] -= 1
        return [i for i in listed(params) if i != "folder" or lacking[0] < 0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bench.server.app, "ids_found", without_the_folder)
        assert bench.sync(full=True).left_out == 0
        assert bench.listings == 2
        lacking = [9]
        with pytest.raises(ImplausibleListing):
            bench.sync(full=True)
    assert contents_of(bench.index) == before


@pytest.mark.parametrize(
    "take_away",
    [
        lambda tree: tree.label("rope", "recallIgnore"),
        lambda tree: tree.label("rope", "archived"),
        lambda tree: tree.protect("rope"),
    ],
)
def test_what_a_person_takes_away_goes_also_while_a_listing_is_held(
    bench: Bench, take_away: Callable[[MutableTree], None]
) -> None:
    for i in range(60):
        bench.server.tree.put(note(f"n{i}", f"Note {i}", "<p>thing</p>"))
    bench.sync()
    for i in range(40):
        bench.server.tree.delete(f"n{i}")
    take_away(bench.server.tree)
    with pytest.raises(ImplausibleListing):
        bench.sync()
    assert (bench.found("bowlin"), len(bench.found("thing"))) == ([], 61)
    assert b"bowlin" not in Path(f"{bench.index.database.path}-wal").read_bytes()
    assert bench.sync(accept_deletions=True).deleted == 40


def test_a_listing_without_the_root_deletes_nothing(bench: Bench) -> None:
    bench.sync()
    before = contents_of(bench.index)
    root = bench.server.tree.notes.pop("root")
    bench.server.tree.bump()
    with pytest.raises(ImplausibleListing):
        bench.sync()
    assert contents_of(bench.index) == before
    bench.server.tree.notes["root"] = root
    assert bench.sync().deleted == 0


class OneOddAnswer(NotesInMemory):
    """A source whose listings hold the root alone, and which tells the truth when it is asked in another form."""

    def relisting(self) -> tuple[NoteMeta, ...]:
        return super().listing()

    def listing(self, _known: int = 0) -> tuple[NoteMeta, ...]:
        return super().listing()[:1] if self.mark == "odd" else super().listing()


@pytest.mark.case("DL01")
def test_one_odd_answer_is_asked_again_in_another_form(tmp_path: Path) -> None:
    notes = [meta(f"n{number}", f"Note {number}") for number in range(40)]
    source = OneOddAnswer(notes, {n.id: "<p>x</p>" for n in notes})
    index = Index(Database(tmp_path / "index.db"))
    sync = Sync(InstanceId("home"), source, index)
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    sync.run(now)
    source.mark = "odd"
    source.notes = notes[1:]
    report = sync.run(now)
    assert report.deleted == 1
    assert len(index.ledger(InstanceId("home"))) == 40
    index.close()


def test_a_few_deletions_are_believed_whatever_share_they_are(bench: Bench) -> None:
    bench.server.start_over(*many(20))
    bench.sync()
    for i in range(15):
        bench.server.tree.delete(f"n{i}")
    assert bench.sync().deleted == 15


def test_a_listing_that_breaks_off_changes_nothing(bench: Bench) -> None:
    bench.server.start_over(*many(60))
    bench.sync()
    before = contents_of(bench.index)
    bench.server.tree.delete("n1")
    bench.server.faults.set(Drop(after=2000), LISTING)
    with pytest.raises(SourceError):
        bench.sync()
    assert contents_of(bench.index) == before
    bench.server.faults.heal()
    assert bench.sync().deleted == 1
