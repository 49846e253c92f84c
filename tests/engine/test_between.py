"""What stands between us and Trilium, proxies and networks, withholds a content or answers in its place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.engine.following import Bench, counts, fault_of, many
from tests.fakes import (
    Answer,
    Drop,
    html_page,
    not_trilium,
    note,
    redirect,
    too_many_requests,
    unauthorised,
)
from tests.fakes.faults import Fault as Wrong
from trayrecall.core.errors import ServerFault, SourceError
from trayrecall.demo.app import Request, Response
from trayrecall.engine import contents as contents_module

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
            assert limit.refused <= contents_module.FETCH_THREADS
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
    monkeypatch.setattr(contents_module, "FETCH_THREADS", 1)
    monkeypatch.setattr(contents_module, "EMPTY_BLOB", "another")  # no empty note tells how blobs are named
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
