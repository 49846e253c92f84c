"""One sync after another, through the real client, against a Trilium that changes. No vectors: sync makes none."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from tests.engine.following import HOME, LISTING, NOW, Bench, area, many
from tests.engine.sources import Between, assert_same, contents_of
from tests.fakes import Answer, label, note, server_error
from tests.store.building import embed_pending
from tests.store.checker import assert_consistent
from trayrecall.core import prepare as prepare_module
from trayrecall.core.errors import ServerFault
from trayrecall.core.model import InstanceId, NoteId
from trayrecall.core.passages import DEFAULT_LIMITS, split
from trayrecall.demo.app import Response
from trayrecall.engine import sync as sync_module
from trayrecall.engine.sync import Sync
from trayrecall.etapi import EtapiSource
from trayrecall.store import Index

# ---- the first one, and nothing new -----------------------------------------------------------------------


def test_the_first_sync_fetches_every_note_once_in_one_listing(bench: Bench) -> None:
    report = bench.sync()
    assert (report.notes, report.fetched, report.left_out, report.deleted, report.faulty) == (5, 4, 1, 0, 0)
    assert bench.contents == ["folder", "owl", "rope", "stove"]
    assert bench.listings == 1
    assert bench.found("bowlin") == ["rope"]
    assert bench.left_out() == {"root": "no_text"}
    assert bench.server.app.wrote == []


def test_a_process_that_finds_many_notes_in_the_index_lists_them_in_pages_from_the_start(
    bench: Bench,
) -> None:
    bench.sync()
    with closing(EtapiSource(bench.server.url, bench.server.token, page_above=4, page_size=3)) as large:
        assert bench.sync(large, full=True).notes == 5
    assert bench.listings > 1
    with closing(EtapiSource(bench.server.url, bench.server.token, page_above=5, page_size=3)) as small:
        bench.sync(small, full=True)
    assert bench.listings == 1


@pytest.mark.case("PF10")
def test_nothing_changed_means_one_small_request_and_no_listing(bench: Bench) -> None:
    bench.sync()
    before = contents_of(bench.index)
    for _ in range(20):
        assert bench.sync().unchanged
        assert [target for _, target in bench.server.app.asked] == ["/api/health-check"]
    assert contents_of(bench.index) == before
    assert bench.index.cursor(HOME).confirmed_at == bench.now.isoformat()


def test_an_old_comparison_is_made_again_even_when_the_mark_says_nothing_changed(bench: Bench) -> None:
    bench.sync()
    bench.now += sync_module.FULL_LISTING_EVERY
    assert not bench.sync().unchanged
    assert (bench.listings, bench.contents) == (1, [])
    assert bench.sync().unchanged


def test_a_comparison_of_the_future_is_made_again_when_the_clock_is_right(bench: Bench) -> None:
    bench.now += timedelta(days=365)
    bench.sync()
    bench.now -= timedelta(days=365)
    assert not bench.sync().unchanged
    assert bench.listings == 1
    assert bench.sync().unchanged


def test_a_person_can_force_the_comparison(bench: Bench) -> None:
    bench.sync()
    assert not bench.sync(full=True).unchanged
    assert (bench.listings, bench.contents) == (1, [])


def test_a_server_without_a_mark_is_compared_each_time(bench: Bench) -> None:
    bench.server.faults.set(Answer(Response(404, b"{}")), "/api/health-check")
    for _ in range(2):
        bench.sync()
        assert bench.listings == 1
    assert bench.contents == []


def test_a_mark_that_moved_without_a_change_of_notes_writes_nothing(bench: Bench) -> None:
    bench.sync()
    before = contents_of(bench.index)
    bench.server.tree.bump()
    report = bench.sync()
    assert (report.fetched, report.relabelled, report.deleted) == (0, 0, 0)
    assert (bench.listings, bench.contents) == (1, [])
    assert contents_of(bench.index) == before
    assert bench.sync().unchanged


# ---- changes ----------------------------------------------------------------------------------------------


def test_a_new_title_is_embedded_anew_without_fetching_content(bench: Bench) -> None:
    bench.sync()
    embed_pending(bench.index)
    bench.server.tree.edit("rope", title="Ropework")
    report = bench.sync()
    assert (report.relabelled, report.fetched, bench.contents) == (1, 0, [])
    assert bench.found("ropework") == ["rope"]
    assert bench.found("bowlin") == ["rope"]
    assert bench.index.pending_count() == 1


@pytest.mark.case("DL04")
def test_new_content_is_fetched_of_that_note_alone_and_its_old_words_are_gone(bench: Bench) -> None:
    bench.sync()
    bench.server.tree.edit("rope", "<p>The marten sleeps.</p>")
    report = bench.sync()
    assert (report.fetched, bench.contents) == (1, ["rope"])
    assert bench.found("marten") == ["rope"]
    assert bench.found("bowlin") == []


def test_a_move_changes_the_path_without_fetching_content_or_losing_a_vector(bench: Bench) -> None:
    bench.server.tree.put(note("wiki", "Wiki", attributes=(label("wiki", "wikiRoot"),)))
    bench.sync()
    embed_pending(bench.index)
    bench.server.tree.move("rope", "wiki")
    assert (bench.sync().relabelled, bench.contents) == (1, [])
    record = bench.index.stored_record(HOME, NoteId("rope"))
    assert record is not None
    assert (record.placement.path, record.placement.area) == (("Wiki", "Knots"), "wiki")
    assert bench.index.pending_count() == 0


def test_a_renamed_folder_renames_the_paths_below_it(bench: Bench) -> None:
    bench.sync()
    bench.server.tree.edit("folder", title="Shelf")
    assert (bench.sync().relabelled, bench.contents) == (3, [])
    record = bench.index.stored_record(HOME, NoteId("stove"))
    assert record is not None
    assert record.placement.path == ("Shelf", "Stove")


def test_a_new_type_is_converted_anew(bench: Bench) -> None:
    bench.sync()
    old = bench.server.tree.notes["rope"]
    bench.server.tree.put(note("rope", "Knots", old.content or b"", type="code", mime="text/x-python"))
    bench.sync()
    assert bench.contents == ["rope"]
    record = bench.index.stored_record(HOME, NoteId("rope"))
    assert record is not None
    assert record.converted is not None
    assert record.converted.sections[0].is_code


@pytest.mark.case("TS01")
def test_a_note_of_the_same_moment_as_the_last_one_seen_is_found(bench: Bench) -> None:
    moment = "2024-05-01 10:00:00.123Z"
    bench.server.tree.put(note("one", "One", "<p>first</p>", utc_modified=moment))
    bench.sync()
    bench.server.tree.put(note("two", "Two", "<p>second finch</p>", utc_modified=moment))
    bench.sync()
    assert bench.found("finch") == ["two"]
    assert bench.contents == ["two"]


@pytest.mark.case("TS02")
@pytest.mark.case("TS03")
@pytest.mark.parametrize("clock", ["2001-01-01T00:00:00+00:00", "2041-01-01T00:00:00+00:00"])
def test_a_change_is_seen_whatever_our_clock_and_the_date_of_the_note_say(bench: Bench, clock: str) -> None:
    bench.now = datetime.fromisoformat(clock)
    bench.sync()
    old = note(
        "late",
        "Late",
        "<p>wren</p>",
        utc_modified="2024-05-01 22:30:00.001Z",
        date_modified="2024-05-02 00:30:00.001+0200",
    )
    bench.server.tree.arrive(old)
    bench.sync()
    assert (bench.contents, bench.found("wren")) == (["late"], ["late"])
    bench.now -= timedelta(hours=5)  # a clock set back
    bench.server.tree.edit("late", "<p>robin</p>")
    bench.sync()
    assert bench.found("robin") == ["late"]
    bench.sync()
    assert bench.contents == []


def test_a_note_whose_text_is_lost_before_it_is_relabelled_is_fetched(bench: Bench) -> None:
    bench.sync()
    bench.server.tree.edit("rope", title="Ropework")
    bench.server.tree.delete("owl")
    bench.server.app.asked.clear()

    def after_losing_it(job: Callable[[], None]) -> None:
        bench.index.put(HOME, delete=[NoteId("rope")])
        job()

    jobs = iter([after_losing_it])

    def write(job: Callable[[], None]) -> None:
        next(jobs, lambda do: do())(job)

    Sync(HOME, bench.source, bench.index, write=write).run(bench.now)
    assert (bench.contents, bench.found("bowlin"), bench.found("ropework")) == (["rope"], ["rope"], ["rope"])


# ---- what must go, goes at once ---------------------------------------------------------------------------


def hide(bench: Bench) -> None:
    bench.server.tree.put(note("_hidden", "Hidden"))
    bench.server.tree.move("rope", "_hidden")


PURGES: list[tuple[str, Callable[[Bench], None], str | None]] = [
    ("delete", lambda b: b.server.tree.delete("rope"), None),
    ("archive", lambda b: b.server.tree.label("rope", "archived"), "archived"),
    ("archive folder", lambda b: b.server.tree.label("folder", "archived", inheritable=True), "archived"),
    ("protect", lambda b: b.server.tree.protect("rope"), "protected"),
    ("ignore", lambda b: b.server.tree.label("rope", "recallIgnore"), "ignored"),
    ("ignore folder", lambda b: b.server.tree.label("folder", "recallIgnore", inheritable=True), "ignored"),
    ("plumbing", lambda b: b.server.tree.label("rope", "wikiLayer", "plumbing"), "plumbing"),
    ("hide", hide, None),
]


@pytest.mark.case("DL02")
@pytest.mark.case("DL09")
@pytest.mark.parametrize(("how", "change", "reason"), PURGES, ids=[how for how, *_ in PURGES])
def test_what_a_person_takes_away_is_gone_with_the_next_sync(
    bench: Bench, how: str, change: Callable[[Bench], None], reason: str | None
) -> None:
    bench.sync()
    embed_pending(bench.index)
    change(bench)
    report = bench.sync()
    assert report.faulty == 0
    assert bench.found("bowlin") == []
    assert bench.left_out().get("rope") == reason
    assert bench.index.stored_record(HOME, NoteId("rope")) is None
    assert "rope" not in bench.contents
    assert b"bowlin" not in Path(bench.index.database.path).read_bytes()
    assert b"bowlin" not in Path(f"{bench.index.database.path}-wal").read_bytes(), how


@pytest.mark.case("SY02")
@pytest.mark.parametrize("name", ["archived", "recallIgnore"])
def test_a_label_taken_away_brings_the_note_back(bench: Bench, name: str) -> None:
    bench.sync()
    bench.server.tree.label("rope", name)
    bench.sync()
    assert bench.found("bowlin") == []
    bench.server.tree.unlabel("rope", name)
    bench.sync()
    assert (bench.contents, bench.found("bowlin")) == (["rope"], ["rope"])


def test_an_unprotected_note_comes_back_with_its_title(bench: Bench) -> None:
    bench.sync()
    rope = bench.server.tree.notes["rope"]
    bench.server.tree.protect("rope")
    bench.sync()
    bench.server.tree.put(rope)
    bench.sync()
    assert bench.found("knot") == ["rope"]


@pytest.mark.case("SY04")
def test_losing_one_parent_of_several_is_no_deletion(bench: Bench) -> None:
    tree = bench.server.tree
    tree.put(note("wiki", "Wiki", attributes=(label("wiki", "wikiRoot"),)))
    tree.put(note("day", "Day", attributes=(label("day", "dateNote", "2031-06-01"),)))
    tree.put(note("chart", "Anneal", "<p>Brass 450, copper 400.</p>", parents=("folder", "wiki", "day")))
    bench.sync()
    assert (bench.found("brass"), area(bench, "chart")) == (["chart"], "wiki")
    tree.move("chart", "folder", "wiki")
    bench.sync()
    assert (bench.found("brass"), area(bench, "chart"), bench.contents) == (["chart"], "wiki", [])
    tree.move("chart", "folder")
    bench.sync()
    assert (bench.found("brass"), area(bench, "chart"), bench.contents) == (["chart"], "other", [])


@pytest.mark.case("SY05")
def test_a_cycle_in_the_tree_ends_with_both_notes_indexed_once(bench: Bench) -> None:
    bench.server.tree.put(note("a", "A", "<p>alpha peat</p>", parents=("b",)))
    bench.server.tree.put(note("b", "B", "<p>beta peat</p>", parents=("a", "root")))
    bench.sync()
    assert bench.found("peat") == ["a", "b"]
    record = bench.index.stored_record(HOME, NoteId("a"))
    assert record is not None
    assert record.placement.path == ("B", "A")


# ---- interrupted ------------------------------------------------------------------------------------------


def test_a_stopped_sync_stores_no_mark_and_the_next_fetches_only_what_is_missing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync_module, "BATCH_NOTES", 10)
    bench.server.start_over(*many(50))
    bench.sync(stop=lambda: len(bench.server.app.contents_asked()) > 25)
    there = set(bench.index.ledger(HOME)) - {"root"}
    assert 10 <= len(there) < 50
    assert (bench.mark(), bench.index.cursor(HOME).listed_at) == (None, None)
    report = bench.sync()
    assert report.fetched == 50 - len(there)
    assert not there & set(bench.contents)
    assert bench.mark() is not None
    assert len(bench.index.ledger(HOME)) == 51


def test_a_stopped_later_sync_keeps_the_older_mark(bench: Bench) -> None:
    bench.sync()
    mark = bench.mark()
    bench.server.tree.edit("rope", "<p>later plover</p>")
    bench.server.tree.edit("owl", "<p>later finch</p>")
    bench.sync(stop=lambda: bool(bench.server.app.contents_asked()))
    assert bench.mark() == mark
    bench.sync()
    assert (bench.found("plover"), bench.found("finch")) == (["rope"], ["owl"])


@pytest.mark.case("TS06")
def test_an_edit_between_listing_and_mark_is_found_by_the_next_sync(bench: Bench) -> None:
    edited = Between(
        bench.source, after_listing=lambda: bench.server.tree.edit("rope", title="Late edit plover")
    )
    bench.sync(edited)
    assert bench.found("plover") == []
    assert bench.mark() != str(bench.server.tree.change_id)
    bench.sync()
    assert bench.found("plover") == ["rope"]
    assert bench.sync().unchanged


def test_an_edit_between_mark_and_listing_is_found_at_once_and_looked_at_again(bench: Bench) -> None:
    bench.sync(Between(bench.source, after_mark=lambda: bench.server.tree.edit("rope", title="Early plover")))
    assert bench.found("plover") == ["rope"]
    assert not bench.sync().unchanged
    assert bench.contents == []


@pytest.mark.parametrize("way", ["undone", "restored"])
def test_a_text_that_changes_after_the_listing_and_then_back_is_told_as_it_is(bench: Bench, way: str) -> None:
    tree, before = bench.server.tree, bench.server.tree.back_up()
    bench.sync(Between(bench.source, after_listing=lambda: tree.edit("rope", "<p>draft plover</p>")))
    assert bench.found("plover") == ["rope"]
    if way == "undone":
        tree.edit("rope", before.notes["rope"].content)
    else:
        tree.restore(before)
        tree.bump(50)
    bench.sync()
    assert (bench.found("plover"), bench.found("bowlin")) == ([], ["rope"])


@pytest.mark.parametrize("has_mark", [True, False])
def test_a_text_that_is_there_for_a_moment_within_a_sync_is_never_kept(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, has_mark: bool
) -> None:
    tree = bench.server.tree
    if not has_mark:
        monkeypatch.setattr(bench.source, "change_mark", lambda: None)
    bench.sync()
    tree.edit("rope", "<p>the real plover</p>")
    before, drafts = tree.back_up(), iter(["<p>draft finch</p>"])

    def draft(note_id: NoteId) -> None:
        if note_id == "rope" and (text := next(drafts, None)):
            tree.edit("rope", text)

    bench.sync(Between(bench.source, before_content=draft, after_content=lambda _: tree.restore(before)))
    assert (bench.found("finch"), bench.found("plover")) == ([], ["rope"])


def test_content_that_never_fits_its_blob_is_not_fetched_again_and_again(bench: Bench) -> None:
    bench.server.tree.put(note("bytes", "Bytes", b"<p>no \xff text</p>"))
    bench.sync()
    for _ in range(3):
        bench.server.tree.bump()
        bench.sync()
        assert (bench.listings, bench.contents) == (1, [])


def test_a_failing_listing_leaves_the_mark_alone(bench: Bench) -> None:
    bench.sync()
    mark = bench.mark()
    bench.server.tree.bump()
    bench.server.faults.set(server_error(), LISTING)
    with pytest.raises(ServerFault):
        bench.sync()
    assert bench.mark() == mark


# ---- another release --------------------------------------------------------------------------------------


def test_a_release_that_makes_something_else_of_notes_fetches_all_of_them_anew(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The migration that `core.prepare` prescribes for one; the index is then what a first build gives."""
    bench.server.tree.put(note("long", "Long", "<p>" + "one word and another one. " * 100 + "</p>"))
    bench.sync()
    before = contents_of(bench.index)
    shorter = replace(DEFAULT_LIMITS, target=DEFAULT_LIMITS.target // 2)
    monkeypatch.setattr(prepare_module, "split", partial(split, limits=shorter))
    with bench.index.database.write() as connection:
        connection.execute("UPDATE note SET blob_id = ''; UPDATE instance SET change_mark = NULL")
    bench.sync()
    anew = Index.open(tmp_path / "anew.sqlite")
    Sync(HOME, bench.source, anew).run(NOW)
    assert_same(contents_of(bench.index), contents_of(anew))
    assert contents_of(anew)["passages"] != before["passages"]
    anew.close()


# ---- two servers ------------------------------------------------------------------------------------------


@pytest.mark.case("SY11")
def test_a_deletion_on_one_server_leaves_the_same_id_of_the_other(bench: Bench) -> None:
    bench.sync()
    work = InstanceId("work")
    Sync(work, bench.source, bench.index).run(NOW)
    bench.server.tree.delete("rope")
    Sync(work, bench.source, bench.index).run(NOW + timedelta(minutes=1))
    assert "rope" not in bench.index.ledger(work)
    assert "rope" in bench.index.ledger(HOME)
    assert_consistent(bench.index)
