"""Notes whose content can't be read: they keep their title, the run goes on, and they are asked for less and less."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.engine import hostile_child
from tests.engine.following import HOME, LISTING, Bench, counts, many
from tests.engine.sources import Between
from tests.fakes import (
    TOKEN,
    Answer,
    Drop,
    Hang,
    html_page,
    not_trilium,
    note,
    redirect,
    server_error,
    too_many_requests,
    unauthorised,
)
from tests.fakes.faults import Fault as Wrong
from trayrecall.core.errors import ServerFault, SourceError, SourceTimeout, WrongToken
from trayrecall.core.model import Fault, FaultyNote, NoteId
from trayrecall.demo.app import Request, Response
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
    assert in_peace.run(bench.now).relabelled == 1
    assert bench.found("bird") == ["owl"]
    assert bench.index.ledger(HOME)[NoteId("owl")].fault is not None
    bench.server.faults.heal()
    bench.now += timedelta(minutes=10)
    bench.sync(full=True)
    assert (bench.contents, bench.found("dusk")) == (["owl"], ["owl"])


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
    text = bench.index.stored_text(HOME, NoteId("pic"))
    assert text is not None
    assert text.sections == ()


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


PASSING: list[tuple[str, Wrong]] = [
    ("502", html_page(502)),
    ("503", html_page(503)),
    ("504", html_page(504)),
    ("login page", html_page(200)),
    ("dropped", Drop()),
    ("cut", Drop(after=3)),
    ("403", html_page(403)),
    ("404", not_trilium()),
    ("302", redirect("/login")),
    ("204", Answer(Response(204, b"", "text/html"))),
]


@pytest.mark.parametrize(("how", "wrong"), PASSING, ids=[how for how, _ in PASSING])
def test_a_note_that_never_comes_through_is_this_notes_fault_and_its_older_text_stays_a_while(
    bench: Bench, how: str, wrong: Wrong
) -> None:
    bench.sync()
    bench.server.tree.edit("rope", "<p>The marten sleeps.</p>")
    bench.server.tree.edit("owl", "<p>The wren wakes.</p>")
    bench.server.faults.content("rope", wrong)
    assert bench.sync().faulty == 1, how
    assert (bench.found("wren"), bench.found("bowlin")) == (["owl"], ["rope"])
    assert (bench.mark(), fault_of(bench, "rope").tries) == (str(bench.server.tree.change_id), 1)
    bench.server.tree.label("rope", "topic", "sailing")
    bench.sync()
    assert bench.found("sail") == bench.found("bowlin") == ["rope"]
    bench.now += timedelta(minutes=1)
    bench.server.faults.heal()
    bench.sync(full=True)
    assert (bench.found("marten"), bench.found("bowlin"), counts(bench)[1]) == (["rope"], [], 0)


def test_an_older_text_is_not_shown_for_much_longer_than_an_hour(bench: Bench) -> None:
    bench.sync()
    bench.server.tree.edit("rope", "<p>The marten sleeps.</p>")
    bench.server.faults.content("rope", html_page(502))
    shown = 0
    while bench.found("bowlin"):
        bench.sync(full=True)
        shown += 1
    assert 60 <= shown <= 70
    assert bench.found("knot") == ["rope"]


@pytest.mark.parametrize("wrong", [html_page(503), Drop(), redirect("/login"), unauthorised()])
def test_when_the_server_is_not_well_either_the_run_ends_and_no_note_is_at_fault(
    bench: Bench, wrong: Wrong
) -> None:
    bench.server.start_over(*many(30))
    bench.sync()
    for i in range(30):
        bench.server.tree.edit(f"n{i}", "<p>heron</p>")
    bench.server.faults.set(wrong, "/content")
    bench.server.faults.set(wrong, "/etapi/app-info")
    with pytest.raises(SourceError):
        bench.sync()
    assert (len(bench.found("thing")), counts(bench)[1]) == (30, 0)
    bench.server.faults.heal()
    bench.sync()
    assert len(bench.found("heron")) == 30


class Limited:
    """So many contents pass, then the server asks to wait."""

    def __init__(self, passing: int) -> None:
        self.left, self.refused = passing, 0

    def of(self, request: Request) -> Wrong | None:
        if "/content" not in request.target:
            return None
        self.left -= 1
        self.refused += self.left < 0
        return too_many_requests("60") if self.left < 0 else None


def test_a_limit_of_requests_ends_the_run_keeps_what_came_and_is_obeyed(bench: Bench) -> None:
    bench.server.start_over(*many(100))
    here = bench.server.app.faults
    try:
        for _ in range(2):
            bench.server.app.faults = limit = Limited(40)  # type: ignore[assignment]
            with pytest.raises(ServerFault) as raised:
                bench.sync()
            assert raised.value.retry_after == 60
            assert limit.refused <= sync_module.FETCH_THREADS
        assert (counts(bench), bench.mark()) == ((80, 0), None)
    finally:
        bench.server.app.faults = here
    assert bench.sync().fetched == 20


def test_a_content_over_the_limit_is_one_faulty_note(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trayrecall.etapi.client.MAX_CONTENT", 1999)
    bench.server.tree.put(note("log", "Logbook", b"x" * 2000))
    assert bench.sync().faulty == 1
    assert (fault_of(bench, "log").name, bench.found("logbook"), bench.found("bowlin")) == (
        "TooLarge",
        ["log"],
        ["rope"],
    )


FOREIGN = {
    "json": (b'{"error":"your session expired, see the gateway"}', "application/json"),
    "bom": (b"\xef\xbb\xbf<!DOCTYPE html><html><body>gateway</body></html>", "text/html"),
    "comment": (b"<!-- x --><html><body>gateway</body></html>", "text/html"),
    "xhtml": (b'<?xml version="1.0"?><!DOCTYPE html><html><body>gateway</body></html>', "text/html"),
    "head": (b"<head><title>gateway</title></head><body>gateway</body>", "text/html"),
    "empty": (b"", "text/html"),
}


@pytest.mark.parametrize("names_files", [True, False], ids=["named", "taken away"])
@pytest.mark.parametrize("body", FOREIGN)
def test_what_a_proxy_answers_with_200_is_never_a_notes_text(
    bench: Bench, body: str, names_files: bool
) -> None:
    """Also behind a proxy that takes the name of the file from every answer: then the blob's name tells."""
    with _without_names(bench) if not names_files else nullcontext():
        bench.sync()
        bench.server.tree.edit("rope", "<p>The marten sleeps.</p>")
        foreign, kind = FOREIGN[body]
        bench.server.faults.content("rope", Answer(Response(200, foreign, kind)))
        assert bench.sync().faulty == 1
        assert (bench.found("gateway"), bench.found("bowlin")) == ([], ["rope"])
        bench.server.faults.heal()
        bench.now += timedelta(minutes=1)
        bench.sync(full=True)
        assert (bench.found("marten"), counts(bench)[1]) == (["rope"], 0)


@contextmanager
def _without_names(bench: Bench) -> Iterator[None]:
    app = bench.server.app
    content = app.content

    def nameless(note_id: str) -> Response:
        return replace(content(note_id), headers={})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "content", nameless)
        yield


def test_a_foreign_text_that_comes_before_the_first_content_of_trilium_is_taken_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync_module, "FETCH_THREADS", 1)
    monkeypatch.setattr(sync_module, "EMPTY_BLOB", "another")  # no empty note tells how blobs are named
    bench.server.start_over(
        *many(5), note("rope", "Knots", "<p>x</p>", utc_modified="2041-01-01 00:00:00.000Z")
    )
    bench.server.faults.content("rope", Answer(Response(200, *FOREIGN["json"])))
    assert bench.sync().faulty == 1
    assert (bench.found("gateway"), bench.found("knot")) == ([], ["rope"])


def test_a_content_that_was_changed_in_the_database_by_hand_is_believed_in_the_end(bench: Bench) -> None:
    rope = bench.server.tree.notes["rope"]
    bench.server.tree.put(replace(rope, blob_id="ofTheTextBeforeIt123", content=b"<p>The marten sleeps.</p>"))
    faulty = 0
    while not bench.found("marten"):
        bench.sync(full=True)
        faulty += 1
    assert 10 < faulty < 20
    assert counts(bench)[1] == 0
    bench.sync(full=True)
    assert bench.contents == []


def test_one_answer_for_several_notes_is_never_believed_however_long_it_comes(bench: Bench) -> None:
    with _without_names(bench):
        bench.sync()
        for name in ("rope", "owl"):
            bench.server.tree.edit(name, "<p>The marten sleeps.</p>")
            bench.server.faults.content(name, Answer(Response(200, *FOREIGN["json"])))
        for _ in range(100):
            bench.sync(full=True)
            bench.now += timedelta(minutes=10)
        assert (bench.found("gateway"), counts(bench)[1]) == ([], 2)
        bench.server.faults.heal()
        bench.now += timedelta(hours=12)
        bench.sync(full=True)
        assert bench.found("marten") == ["owl", "rope"]


def test_on_a_server_that_names_its_blobs_in_another_way_all_is_read(bench: Bench) -> None:
    bench.server.start_over(*many(5))
    for each in list(bench.server.tree.notes.values()):
        bench.server.tree.put(replace(each, blob_id=f"blob of {each.id}"))
    assert bench.sync().faulty == 0
    assert len(bench.found("thing")) == 5
    assert bench.sync(full=True).fetched == 0


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


def fault_of(bench: Bench, note_id: str) -> Fault:
    fault = bench.index.ledger(HOME)[NoteId(note_id)].fault
    assert fault is not None
    return fault
