"""Notes whose content can't be read: they keep their title, the run goes on, and they are asked for less and less."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.engine import hostile_child
from tests.engine.following import HOME, LISTING, Bench, counts, fault_of, many
from tests.engine.sources import Between
from tests.fakes import (
    TOKEN,
    Answer,
    Hang,
    note,
    server_error,
    unauthorised,
)
from trayrecall.core.errors import SourceTimeout, WrongToken
from trayrecall.core.model import FaultyNote, NoteId
from trayrecall.core.prepare import Prepared, RawNote, prepare
from trayrecall.demo.app import Response
from trayrecall.demo.notes import DemoNote
from trayrecall.engine import sync as sync_module
from trayrecall.engine import workshop
from trayrecall.engine.schedule import LONGEST_FAULT_DELAY
from trayrecall.engine.sync import Sync
from trayrecall.etapi import EtapiSource
from trayrecall.etapi.client import Timeouts
from trayrecall.store import reading

QUICK = Timeouts(connect=1.0, mark=0.3, probe=0.3, content=0.3, listing=2.0)


@pytest.mark.case("NW06")
@pytest.mark.case("SY10")
def test_a_note_whose_content_fails_is_found_by_title_and_heals_by_itself(bench: Bench) -> None:
    bench.server.start_over(*many(19), note("bad", "Marmalade", "<p>Seville oranges.</p>"))
    bench.server.faults.content("bad", server_error("BAD_DECRYPT"))
    report = bench.sync()
    assert (report.fetched, report.faulty) == (20, 1)
    assert (bench.found("thing"), bench.found("marmalad")) == (sorted(f"n{i}" for i in range(19)), ["bad"])
    fault = fault_of(bench, "bad")
    assert (fault.name, fault.tries) == ("ServerFault", 1)
    assert counts(bench) == (20, 1)
    for _ in range(20):  # no hammering while nothing changes
        bench.sync()
        assert bench.contents == []
    bench.server.faults.heal()
    bench.now += sync_module.FULL_LISTING_EVERY
    bench.sync()
    assert (bench.contents, bench.found("orang")) == (["bad"], ["bad"])
    assert counts(bench) == (20, 0)


def test_a_note_that_fails_after_it_was_read_once_is_named_faulty(bench: Bench) -> None:
    bench.sync()
    bench.server.tree.edit("rope", "<p>New words.</p>")
    bench.server.faults.content("rope", server_error())
    assert bench.sync().faulty == 1
    assert bench.found("bowlin") == []
    assert bench.found("knot") == ["rope"]


def test_a_failing_note_that_is_labelled_while_it_is_left_in_peace_stays_faulty_and_heals(
    bench: Bench,
) -> None:
    bench.server.faults.content("owl", server_error())
    bench.sync()
    bench.server.tree.label("owl", "topic", "birds")
    in_peace = Sync(HOME, bench.source, bench.index, retry=lambda _: False)
    assert in_peace.run(bench.now).faulty == 1
    assert bench.found("bird") == ["owl"]
    fault = bench.index.ledger(HOME)[NoteId("owl")].fault
    assert fault is not None
    assert fault.tries == 2, "whatever changes is a reason to ask again"
    bench.server.faults.heal()
    bench.now += timedelta(minutes=20)
    bench.sync(full=True)
    assert (bench.contents, bench.found("dusk")) == (["owl"], ["owl"])


@pytest.mark.case("EN01")
def test_a_title_that_keeps_trilium_from_giving_the_content_is_put_right(bench: Bench) -> None:
    cut = note("half", "cut \ud83d here", "<p>The plover stands on one leg.</p>")
    bench.server.start_over(cut)
    assert bench.sync().faulty == 1
    assert (bench.found("cut"), bench.found("plover")) == (["half"], [])
    assert fault_of(bench, "half").name == "ServerFault"
    bench.server.tree.put(replace(cut, title="whole"))
    assert bench.sync().faulty == 0
    assert (bench.found("cut"), bench.found("plover")) == ([], ["half"])


def test_a_missing_blob_is_one_faulty_note(bench: Bench) -> None:
    bench.server.tree.put(DemoNote("lost", "Lost blob", content=None, blob_id="b" * 20))
    assert bench.sync().faulty == 1
    assert bench.found("lost") == ["lost"]


@pytest.mark.case("SY07")
def test_a_note_that_goes_between_listing_and_content_is_skipped(bench: Bench) -> None:
    bench.sync(Between(bench.source, after_listing=lambda: bench.server.tree.delete("rope")))
    assert (bench.found("bowlin"), bench.found("flue")) == ([], ["stove"])
    assert bench.mark() is not None
    report = bench.sync()  # the deletion moved the mark after it was read
    assert not report.unchanged
    assert "rope" not in bench.index.ledger(HOME)


@pytest.mark.case("DL09")
def test_a_note_that_is_protected_between_listing_and_content_is_left_out_at_once(bench: Bench) -> None:
    bench.sync()
    bench.server.tree.edit("rope", "<p>The marten sleeps.</p>", title="Divorce")
    bench.sync(Between(bench.source, after_listing=lambda: bench.server.tree.protect("rope")))
    assert (bench.left_out()["rope"], bench.found("divorc"), bench.found("bowlin")) == ("protected", [], [])
    for end in ("", "-wal"):
        assert b"bowlin" not in Path(f"{bench.index.database.path}{end}").read_bytes()
    bench.server.tree.unprotect("rope", "Divorce")
    bench.sync()
    assert (bench.found("divorc"), bench.found("marten")) == (["rope"], ["rope"])


def test_a_server_that_goes_in_the_middle_keeps_what_is_done(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync_module, "BATCH_NOTES", 5)
    bench.server.start_over(*many(40))
    seen: list[str] = []

    def fall_down(note_id: NoteId) -> None:
        seen.append(note_id)
        if len(seen) == 25:
            bench.server.faults.set(unauthorised(), "/etapi/")

    with pytest.raises(WrongToken):
        bench.sync(Between(bench.source, before_content=fall_down))
    kept = len(bench.index.ledger(HOME))
    assert kept >= 5
    assert bench.mark() is None
    bench.server.faults.heal()
    report = bench.sync()
    assert report.fetched == 41 - kept
    assert len(bench.index.ledger(HOME)) == 41


@pytest.mark.case("EN01")
def test_half_an_emoji_in_a_title_or_label_stops_nothing(bench: Bench) -> None:
    owner = '"noteId":"half"'
    told = (
        '{"results":[{"noteId":"root","title":"root","type":"text","mime":"text/html"},'
        '{"noteId":"half","title":"cut \\ud83d here","type":"text","mime":"text/html","blobId":"b","parentNoteIds":'
        f'["root"],"attributes":[{{"attributeId":"x",{owner},"type":"label","name":"author","value":"A\\udc9f"}}]}},'
        '{"noteId":"rope","title":"fine","type":"text","mime":"text/html","blobId":"c","parentNoteIds":["root"]}]}'
    )
    bench.server.tree.put(note("half", "cut", "<p>plover &#xd83d; here</p>"))
    bench.server.faults.set(Answer(Response(200, told.encode())), LISTING)
    bench.sync()
    assert (bench.found("plover"), bench.found("fine")) == (["half"], ["rope"])
    record = bench.index.stored_record(HOME, NoteId("half"))
    assert record is not None
    assert (record.meta.title, record.meta.attributes[0].value) == ("cut � here", "A�")
    bench.server.tree.bump()
    assert (bench.sync().fetched, bench.contents) == (0, [])


ODD = [
    '"mime":"text/\\ud83d"',
    '"type":"t\\ud83d"',
    '"utcDateModified":"\\ud83d"',
    '"blobId":"\\ud83d"',
    '"parentNoteIds":["root","\\ud83d"]',
    '"attributes":[{"attributeId":"a","noteId":"odd","type":"\\ud83d","name":"x","value":"y"}]',
    '"attributes":[{"attributeId":"a","noteId":"odd","type":"label","name":"x","value":"y","position":1%s}]'
    % ("0" * 400),
]


@pytest.mark.case("EN01")
@pytest.mark.parametrize("odd", ODD)
def test_what_no_file_or_number_can_hold_stops_nothing(bench: Bench, odd: str) -> None:
    plain = '"title":"Plover","type":"text","mime":"text/html","blobId":"b","parentNoteIds":["root"]'
    told = (
        '{"results":[{"noteId":"root","title":"root","type":"text","mime":"text/html"},'
        f'{{"noteId":"odd",{plain},{odd}}}]}}'
    )
    bench.server.tree.put(note("odd", "Plover", "<p>x</p>"))
    bench.server.faults.set(Answer(Response(200, told.encode())), LISTING)
    bench.sync()
    assert bench.found("plover") == ["odd"]


@pytest.mark.case("EN05")
def test_a_picture_under_a_text_type_keeps_its_title_alone(bench: Bench) -> None:
    png = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20
    bench.server.tree.put(note("pic", "Sketch", png))
    assert bench.sync().faulty == 0
    assert bench.found("sketch") == ["pic"]
    record = bench.index.stored_record(HOME, NoteId("pic"))
    assert record is not None
    assert record.converted is not None
    assert record.converted.sections == ()


def test_a_fault_is_named_with_its_note_and_its_next_try(bench: Bench) -> None:
    bench.server.faults.content("rope", server_error("BAD_DECRYPT"))
    bench.sync()
    with bench.index.database.read() as connection:
        (found,) = reading.faulty_notes(connection, HOME, 5)
        moment = reading.next_retry(connection, HOME)
    assert found == FaultyNote(NoteId("rope"), "Knots", fault_of(bench, "rope"))
    assert "500" in found.fault.detail
    assert moment == (bench.now + timedelta(minutes=10)).isoformat()


@pytest.mark.case("SY10")
def test_a_faulty_note_is_asked_for_less_and_less_across_restarts(bench: Bench) -> None:
    bench.server.faults.content("rope", server_error())
    asked = []
    for minute in range(120):
        bench.sync(full=True)  # nothing is remembered but what the file holds
        if "rope" in bench.contents:
            asked.append(minute)
    assert asked == [0, 10, 30, 70]
    assert fault_of(bench, "rope").tries == 4
    bench.server.tree.edit("rope", "<p>New words.</p>")
    bench.sync()
    assert bench.contents == ["rope"], "a new content is a new try"
    assert fault_of(bench, "rope").tries == 1


def test_a_note_that_is_read_again_has_no_fault_any_more(bench: Bench) -> None:
    bench.server.faults.content("rope", server_error())
    bench.sync()
    bench.server.faults.heal()
    bench.now += timedelta(minutes=10)
    bench.sync(full=True)
    with bench.index.database.read() as connection:
        assert reading.faulty_notes(connection, HOME, 5) == ()
        assert reading.next_retry(connection, HOME) is None


def test_a_note_whose_content_never_comes_leaves_the_others_alone(bench: Bench) -> None:
    bench.server.start_over(*many(6), note("huge", "Marmalade", "<p>Seville oranges.</p>"))
    bench.server.faults.content("huge", Hang())
    source = EtapiSource(bench.server.url, TOKEN, timeouts=QUICK)
    report = bench.sync(source)
    source.close()
    assert report.faulty == 1
    assert bench.found("thing") == [f"n{i}" for i in range(6)]
    assert fault_of(bench, "huge").name == "SourceTimeout"
    assert bench.mark() is not None


@pytest.mark.case("NW10")
@pytest.mark.parametrize("number", [1, 30])
def test_a_server_that_stalls_while_contents_are_fetched_is_busy_and_no_note_is_at_fault(
    bench: Bench, number: int
) -> None:
    bench.sync()
    for i in range(number):
        bench.server.tree.put(note(f"new{i}", f"New {i}", "<p>heron</p>"))
    bench.server.tree.edit("rope", "<p>New words.</p>")
    source = EtapiSource(bench.server.url, TOKEN, timeouts=QUICK)
    bench.server.faults.set(Hang(), "/content")
    bench.server.faults.set(Hang(), "/etapi/app-info")
    with pytest.raises(SourceTimeout):
        bench.sync(source)
    assert bench.found("bowlin") == ["rope"], "what was known stays"
    assert counts(bench)[1] == 0
    bench.server.faults.heal()
    bench.sync(source)
    assert bench.found("bowlin") == []
    assert len(bench.found("heron")) == number
    source.close()


def test_a_note_that_can_not_be_prepared_is_found_by_title_and_label_and_holds_up_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = workshop.CHILD
    monkeypatch.setattr(workshop, "CHILD", ("-m", hostile_child.MODULE, "1"))
    monkeypatch.setattr(workshop, "LONG", 0)
    bench.server.start_over(*many(6), note("bad", "endless", "<p>Seville oranges.</p>"))
    bench.server.tree.label("bad", "topic", "marmalade")
    assert bench.sync().faulty == 1
    assert bench.found("thing") == [f"n{i}" for i in range(6)]
    assert (bench.found("endless"), bench.found("marmalad"), bench.found("orang")) == (["bad"], ["bad"], [])
    assert bench.mark() is not None
    fault = fault_of(bench, "bad")
    assert (fault.name, fault.tries) == ("UnpreparedNote", 1)
    assert fault.retry_at == (bench.now + LONGEST_FAULT_DELAY).isoformat()

    monkeypatch.setattr(workshop, "LONG", 200_000)  # it is short, and yet never prepared in this process
    bench.now += LONGEST_FAULT_DELAY
    assert bench.sync(full=True).faulty == 1
    assert fault_of(bench, "bad").tries == 2

    monkeypatch.setattr(workshop, "CHILD", whole)  # a version that can
    bench.now += LONGEST_FAULT_DELAY
    assert bench.sync(full=True).faulty == 0
    assert bench.found("orang") == ["bad"]


def test_an_error_of_ours_at_one_note_holds_up_no_other(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(raw: RawNote) -> Prepared:
        if "Seville" in raw.content:
            raise ValueError(raw.content)
        return prepare(raw)

    monkeypatch.setattr(workshop, "prepare", broken)
    bench.server.start_over(*many(6), note("bad", "endless", "<p>Seville oranges.</p>"))
    assert bench.sync().faulty == 1
    assert (bench.found("thing"), bench.found("endless")) == ([f"n{i}" for i in range(6)], ["bad"])
    assert fault_of(bench, "bad").name == "UnpreparedNote"
    assert "Seville" not in caplog.text


def test_a_sync_that_is_stopped_does_not_wait_for_a_note(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "CHILD", ("-m", hostile_child.MODULE, "600"))
    monkeypatch.setattr(workshop, "LONG", 0)
    bench.server.start_over(note("bad", "endless", "<p>Seville oranges.</p>"))
    began = time.monotonic()
    bench.sync(stop=lambda: time.monotonic() > began + 1)
    assert time.monotonic() - began < 60
    assert bench.mark() is None
