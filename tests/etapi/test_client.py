"""The ETAPI client over real sockets against the test server: reads, the change mark, note objects."""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest

from tests.etapi.tools import QUICK, closing, free_port, start_over
from tests.fakes import (
    Drop,
    FakeServer,
    Hang,
    Trickle,
    html_page,
    not_trilium,
    note,
    redirect,
    relation,
    server_error,
)
from trayrecall.core import errors
from trayrecall.core.model import Attribute, NoteId
from trayrecall.core.ports import NoteSource
from trayrecall.etapi import EtapiSource, Timeouts
from trayrecall.etapi.parse import note_meta


@pytest.fixture
def server(running: FakeServer) -> FakeServer:
    start_over(running)
    return running


def test_a_closed_client_sends_nothing_any_more(source: EtapiSource, server: FakeServer) -> None:
    source.app_version()
    source.close()
    server.app.asked.clear()
    with pytest.raises(errors.SourceError, match="closed"):
        source.content(NoteId("rope"))
    assert source.change_mark() is None
    assert server.app.asked == []


# ---- reading ------------------------------------------------------------------------------------------


def test_the_source_is_a_note_source(source: EtapiSource) -> None:
    seam: NoteSource = source
    assert seam.app_version() == "0.102.1"


def test_a_listing_holds_archived_and_protected_notes_with_own_and_inherited_attributes(
    source: EtapiSource,
) -> None:
    notes = {n.id: n for n in source.listing()}
    assert set(notes) == {"root", "wiki", "rope", "old", "safe", "pic", "odd/id ?", "page"}
    assert notes[NoteId("safe")].is_protected
    assert notes[NoteId("rope")].attributes == (Attribute("label", "color", "red", owned=False),)
    assert notes[NoteId("wiki")].attributes == (Attribute("label", "color", "red", owned=True),)


def test_a_listing_above_the_limit_is_fetched_in_pages_and_is_the_same(server: FakeServer) -> None:
    for i in range(30):  # ten of them share one date, more than a page holds
        server.tree.put(note(f"n{i}", utc_modified=f"2027-01-01 00:00:{max(i, 10):02d}.000Z"))
    with closing(server.url, page_above=5, page_size=4) as source:
        one_shot = {n.id: n for n in source.listing()}
        asked = len(server.app.asked)
        paged = {n.id: n for n in source.listing()}
    assert paged == one_shot
    assert len(server.app.asked) - asked > 3


def test_the_first_listing_of_a_process_comes_in_pages_when_many_notes_are_known(server: FakeServer) -> None:
    for i in range(30):
        server.tree.put(note(f"n{i}", utc_modified=f"2027-01-01 00:00:{i:02d}.000Z"))
    with closing(server.url, page_above=20, page_size=10) as one, closing(server.url, page_above=20) as other:
        paged = one.listing(38)
        in_pages = len(server.app.asked)
        assert {n.id: n for n in other.listing(20)} == {n.id: n for n in paged}
    assert in_pages > 3
    assert len(server.app.asked) == in_pages + 1


def test_a_note_edited_between_two_pages_is_seen_in_its_new_form(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for i in range(8):
        server.tree.put(note(f"n{i}", utc_modified=f"2027-01-01 00:00:{i:02d}.000Z"))
    with closing(server.url, page_above=5, page_size=6) as source:
        source.listing()
        original, edited = server.app.ids_found, [False]

        def editing(params: Mapping[str, str]) -> list[str]:
            found = original(params)
            if not edited[0] and "n0" in found:
                edited[0] = True
                server.tree.edit("n0", title="new title")
            return found

        monkeypatch.setattr(server.app, "ids_found", editing)
        notes = {n.id: n for n in source.listing()}
    assert notes[NoteId("n0")].title == "new title"


def test_content_that_is_no_text_is_read_without_failing(source: EtapiSource) -> None:
    assert "PNG" in source.content(NoteId("pic"))
    assert "\N{REPLACEMENT CHARACTER}" in source.content(NoteId("pic"))


def test_a_note_that_holds_a_whole_web_page_is_content_and_no_login_page(source: EtapiSource) -> None:
    assert "saved page" in source.content(NoteId("page"))


def test_a_note_id_is_quoted_in_the_path(server: FakeServer, source: EtapiSource) -> None:
    assert source.content(NoteId("odd/id ?")) == "<p>found</p>"
    assert source.note(NoteId("odd/id ?")).title == "Odd id"
    asked = len(server.app.asked)
    for climbing in ("", ".", ".."):
        with pytest.raises(errors.NoteGone):
            source.content(NoteId(climbing))
    assert len(server.app.asked) == asked


def test_many_threads_read_at_once_over_four_connections(server: FakeServer) -> None:
    """A pool shared by threads hangs here after a few hundred requests (encode/httpcore issue 1110)."""
    with closing(server.url, timeouts=Timeouts(content=5.0)) as source, ThreadPoolExecutor(8) as pool:
        texts = set(pool.map(source.content, [NoteId("rope")] * 400))
    assert texts == {"<p>A bowline holds.</p>"}
    assert len(server.app.clients) <= 4


def test_a_failed_request_gives_its_connection_back(server: FakeServer) -> None:
    with closing(server.url, timeouts=replace(QUICK, content=0.1)) as source:
        for fault in (Hang(), Drop(), Drop(after=2), Trickle(0.05), html_page(), server_error()):
            server.faults.content("rope", fault)
            with pytest.raises(errors.SourceError):
                source.content(NoteId("rope"))
        server.faults.heal()
        with ThreadPoolExecutor(4) as pool:
            assert set(pool.map(source.content, [NoteId("rope")] * 8)) == {"<p>A bowline holds.</p>"}


def test_a_path_prefix_is_kept_for_every_request() -> None:
    asked: list[str] = []

    def proxy(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        return httpx.Response(200, json={"appVersion": "1", "results": []})

    with closing("https://h/p/etapi", transport=httpx.MockTransport(proxy)) as source:
        source.app_version()
        source.change_mark()
        source.listing()
    assert asked == ["/p/etapi/app-info", "/p/api/health-check", "/p/etapi/notes"]


def test_compression_is_asked_for_only_away_from_this_machine() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.headers["accept-encoding"])
        return httpx.Response(200, json={"appVersion": "1"})

    for url in ("http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1", "https://example.org"):
        with closing(url, transport=httpx.MockTransport(answer)) as source:
            source.app_version()
    assert asked == ["identity", "identity", "identity", "gzip"]


# ---- the change mark ----------------------------------------------------------------------------------


def test_the_change_mark_differs_after_any_change_and_only_then(
    server: FakeServer, source: EtapiSource
) -> None:
    before = source.change_mark()
    assert before is not None
    assert source.change_mark() == before
    server.tree.label("rope", "seen")
    assert source.change_mark() != before


def test_the_change_mark_is_asked_without_the_token(server: FakeServer) -> None:
    with closing(server.url, token="some_other_token") as source:
        assert source.change_mark() == str(server.tree.change_id)


def test_a_change_mark_of_zero_or_none_is_unknown(server: FakeServer, source: EtapiSource) -> None:
    server.tree.change_id = 0
    assert source.change_mark() is None
    for fault in (html_page(), html_page(403), redirect("/login"), not_trilium(), server_error()):
        server.faults.set(fault, "/api/health-check")
        assert source.change_mark() is None


def test_the_change_mark_of_a_hanging_or_absent_server_is_unknown_in_time(server: FakeServer) -> None:
    server.faults.set(Hang())
    with closing(server.url, timeouts=QUICK) as source:
        began = time.monotonic()
        assert source.change_mark() is None
        assert time.monotonic() - began < 1
    with closing(f"http://127.0.0.1:{free_port()}") as source:
        assert source.change_mark() is None


# ---- note objects -------------------------------------------------------------------------------------


def test_note_objects_with_missing_or_odd_fields_are_read() -> None:
    bare = note_meta({"noteId": "n"})
    assert bare is not None
    assert (bare.title, bare.type, bare.mime, bare.blob_id, bare.parent_ids) == ("", "", "", None, ())
    odd = note_meta(
        {
            "noteId": "n",
            "title": None,
            "type": "newKind",
            "blobId": None,
            "isProtected": 0,
            "parentNoteIds": ["p", None, 3],
            "attributes": [None, {"name": ""}, {"name": "l"}, {"name": "v", "value": 7, "noteId": "n"}],
            "unknownKey": {"x": 1},
        }
    )
    assert odd is not None
    assert odd.parent_ids == ("p",)
    assert odd.attributes == (Attribute("label", "v", "7"), Attribute("label", "l", "", owned=False))


@pytest.mark.parametrize("value", [None, [], "text", {}, {"noteId": ""}, {"noteId": 5}])
def test_a_value_without_a_note_id_is_no_note(value: Any) -> None:
    assert note_meta(value) is None


def test_relations_are_told_as_relations(server: FakeServer, source: EtapiSource) -> None:
    server.tree.put(note("a", attributes=(relation("a", "author", "rope"),)))
    assert source.note(NoteId("a")).attributes == (Attribute("relation", "author", "rope"),)
