"""The ETAPI client over real sockets against the test server: reads, failures by name, deadlines, no token anywhere."""

from __future__ import annotations

import datetime as dt
import ipaddress
import itertools
import logging
import pickle
import socket
import ssl
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.fakes import (
    TOKEN,
    Answer,
    Drop,
    FakeServer,
    Hang,
    Slow,
    Trickle,
    html_page,
    label,
    not_trilium,
    note,
    redirect,
    relation,
    server_error,
    too_many_requests,
    unauthorised,
)
from trayrecall.core import errors
from trayrecall.core.model import Attribute, NoteId
from trayrecall.core.ports import NoteSource
from trayrecall.demo.app import HTML_TYPE, Response, problem
from trayrecall.etapi import EtapiSource, ReadOnlyTransport, Timeouts, normalise_url
from trayrecall.etapi.parse import note_meta

QUICK = Timeouts(connect=0.5, mark=0.3, probe=0.3, content=0.3, listing=0.3)


@pytest.fixture(scope="module")
def running() -> Iterator[FakeServer]:
    with FakeServer.with_notes() as one:
        yield one


@pytest.fixture
def server(running: FakeServer) -> FakeServer:
    running.start_over(
        note("wiki", "Wiki", attributes=(label("wiki", "color", "red", inheritable=True),)),
        note("rope", "Knots", "<p>A bowline holds.</p>", parents=("wiki",)),
        note("old", "Old", "<p>gone</p>", attributes=(label("old", "archived"),)),
        note("safe", "c2VjcmV0", "", is_protected=True),
        note("pic", "pic.png", b"\x89PNG\r\n\xff\xfe\x00", type="image", mime="image/png"),
        note("odd/id ?", "Odd id", "<p>found</p>"),
        note("page", "A page", "<!DOCTYPE html><html><body>saved page</body></html>", type="code"),
    )
    return running


@pytest.fixture
def source(server: FakeServer) -> Iterator[EtapiSource]:
    with closing(server.url) as one:
        yield one


@contextmanager
def closing(url: str, token: str = TOKEN, **more: Any) -> Iterator[EtapiSource]:
    one = EtapiSource(url, token, **more)
    try:
        yield one
    finally:
        one.close()


# ---- addresses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "base"),
    [
        ("localhost:8080", "http://localhost:8080"),
        (" notes.example.org ", "http://notes.example.org"),
        ("HTTPS://Notes.Example.org/", "https://notes.example.org"),
        ("https://example.org/trilium/", "https://example.org/trilium"),
        ("https://example.org/Trilium//x/", "https://example.org/Trilium/x"),
        ("http://h:1/etapi", "http://h:1"),
        ("http://h:1/p/etapi/app-info?x=1", "http://h:1/p"),
        ("http://h:1/ETAPI/", "http://h:1"),
        ("http://h:1//etapi//notes", "http://h:1"),
        ("http://h:1/etapi-proxy", "http://h:1/etapi-proxy"),
        ("http://h:1/#root/abc", "http://h:1"),
        ("http://h:1?x=/etapi", "http://h:1"),
        ("[::1]:8080", "http://[::1]:8080"),
        ("192.168.1.5:37740/#root", "http://192.168.1.5:37740"),
    ],
)
def test_an_address_is_read_however_it_is_typed(typed: str, base: str) -> None:
    assert normalise_url(typed) == base
    assert normalise_url(base) == base


@pytest.mark.parametrize(
    "typed",
    ["", "  ", "http://", "http:///x", "ftp://h", "file:///etc/passwd", "javascript:alert(1)", "h:99999",
     "h:0", "http://me:hunter2@h", "hunter2@h", "http://a b", "http://[::1", "http://h\x00"],
)  # fmt: skip
def test_an_address_that_cannot_be_one_is_refused_without_quoting_a_password(typed: str) -> None:
    with pytest.raises(errors.UserInputError) as refused:
        normalise_url(typed)
    assert "hunter2" not in str(refused.value)
    assert refused.value.__cause__ is None


# ---- nothing but harmless reads -----------------------------------------------------------------------


@contextmanager
def silent_listener() -> Iterator[tuple[str, list[bytes]]]:
    """A socket that takes connections and keeps every byte that arrives."""
    received: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.05)
        stop = threading.Event()

        def take() -> None:
            while not stop.is_set():
                try:
                    connection, _ = listening.accept()
                except TimeoutError:
                    continue
                with connection:
                    received.append(connection.recv(65536))

        thread = threading.Thread(target=take)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", received
        finally:
            stop.set()
            thread.join()


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "get", "PROPFIND"])
def test_anything_but_get_is_refused_before_a_byte_is_sent(method: str) -> None:
    with silent_listener() as (url, received), closing(url) as source:
        request = httpx.Request(method, f"{url}/etapi/notes/root")
        request.method = method
        with pytest.raises(errors.WriteRefused):
            source._client.send(request)
        assert (source.requests_sent, source.requests_refused) == (0, 1)
    assert received == []


@pytest.mark.parametrize(
    "path",
    [
        "/etapi/calendar/days/2026-01-01",
        "/etapi/inbox/2026-01-01",
        "/prefix/etapi/calendar/weeks/2026-W01",
        "/ETAPI/Calendar/years/2026",
        "//etapi//inbox/2026-01-01",
        "/etapi/%63alendar/days/2026-01-01",
        "/etapi%2finbox%2F2026-01-01",
        "/%2565tapi/inbox/x",
        "/etapi/./inbox/x",
        "/etapi\\inbox\\x",
        "/etapi/inbox",
        "/etapi/inbox?x=/etapi/notes",
    ],
)
def test_a_read_that_would_write_is_refused_in_every_spelling(path: str) -> None:
    with silent_listener() as (url, received), closing(url) as source:
        request = httpx.Request("GET", url)
        request.url = url_with_raw_path(url, path)
        with pytest.raises(errors.WriteRefused):
            source._client.send(request)
        assert source.requests_refused == 1
    assert received == []


def url_with_raw_path(url: str, path: str) -> httpx.URL:
    """A URL whose path goes over the wire exactly so, whatever httpx would make of it."""

    class Raw(httpx.URL):
        @property
        def raw_path(self) -> bytes:
            return path.encode()

    return Raw(url)


def test_every_method_of_the_source_is_a_get_and_none_writes(server: FakeServer, source: EtapiSource) -> None:
    source.change_mark()
    source.app_version()
    source.listing()
    source.note(NoteId("rope"))
    source.content(NoteId("rope"))
    assert {method for method, _ in server.app.asked} == {"GET"}
    assert server.app.wrote == []
    assert (source.requests_sent, source.requests_refused) == (5, 0)


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


# ---- failures by name ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (unauthorised(), errors.WrongToken),
        (not_trilium(), errors.NotTrilium),
        (Answer(Response(200, b'["a list"]')), errors.NotTrilium),
        (Answer(Response(200, b'{"appVersion": null}')), errors.NotTrilium),
        (Answer(Response(200, b"garbage", "text/plain")), errors.NotTrilium),
        (Answer(Response(200, b"[" * 100_000)), errors.NotTrilium),
        (html_page(), errors.HtmlInsteadOfJson),
        (html_page(404), errors.HtmlInsteadOfJson),
        (html_page(401), errors.LoginPageInTheWay),
        (html_page(403), errors.LoginPageInTheWay),
        (redirect("https://login.example.org/?next=x"), errors.LoginPageInTheWay),
        (redirect("/login"), errors.LoginPageInTheWay),
        (redirect(""), errors.LoginPageInTheWay),
        (redirect("http://[broken"), errors.LoginPageInTheWay),
        (server_error(), errors.ServerFault),
        (html_page(502), errors.ServerFault),
        (too_many_requests(), errors.ServerFault),
        (Answer(problem(400, "SEARCH_PARAM_VALIDATION_ERROR", "odd")), errors.BadRequest),
        (Answer(Response(431, b"", "text/plain")), errors.BadRequest),
        (Drop(), errors.Unreachable),
        (Drop(after=3), errors.Unreachable),
        (Hang(), errors.SourceTimeout),
    ],
)
def test_each_failure_of_a_server_has_its_name(
    server: FakeServer, fault: Any, expected: type[errors.SourceError]
) -> None:
    server.faults.set(fault, "/etapi/")
    with closing(server.url, timeouts=QUICK) as source, pytest.raises(errors.SourceError) as failed:
        source.app_version()
    assert type(failed.value) is expected
    assert failed.value.__context__ is None


def test_nothing_that_listens_is_unreachable() -> None:
    with closing(f"http://127.0.0.1:{free_port()}") as source, pytest.raises(errors.Unreachable):
        source.app_version()


def test_a_refused_token_is_told_from_a_server_that_was_never_set_up(server: FakeServer) -> None:
    with closing(server.url, token="wrong_token") as source:
        with pytest.raises(errors.WrongToken):
            source.listing()
        server.app.initialise(done=False)
        with pytest.raises(errors.NotSetUp):
            source.listing()


def test_a_protected_note_and_a_missing_one_are_named(source: EtapiSource) -> None:
    with pytest.raises(errors.ProtectedNote):
        source.content(NoteId("safe"))
    with pytest.raises(errors.NoteGone):
        source.content(NoteId("never"))
    with pytest.raises(errors.NoteGone):
        source.note(NoteId("never"))


def test_one_faulty_note_does_not_hinder_the_others(server: FakeServer, source: EtapiSource) -> None:
    server.faults.content("rope", server_error("Cannot find content"))
    with pytest.raises(errors.ServerFault, match="500, Cannot find content"):
        source.content(NoteId("rope"))
    assert source.content(NoteId("old")) == "<p>gone</p>"


def test_a_login_page_is_not_taken_for_the_content_of_a_note(server: FakeServer, source: EtapiSource) -> None:
    server.faults.content("rope", html_page())
    with pytest.raises(errors.HtmlInsteadOfJson):
        source.content(NoteId("rope"))


@pytest.mark.parametrize(
    ("location", "better"),
    [
        ("/notes/etapi/app-info", "http://127.0.0.1:{port}/notes"),
        ("https://127.0.0.1/etapi/app-info", "https://127.0.0.1"),
    ],
)
def test_a_redirect_on_the_same_host_names_the_right_address(
    server: FakeServer, source: EtapiSource, location: str, better: str
) -> None:
    server.faults.set(redirect(location), "/etapi/")
    with pytest.raises(errors.LoginPageInTheWay) as failed:
        source.app_version()
    assert failed.value.hint.endswith(better.format(port=server.port))


def test_a_redirect_to_another_host_is_never_followed(server: FakeServer) -> None:
    with silent_listener() as (elsewhere, received):
        server.faults.set(redirect(f"{elsewhere}/etapi/app-info", 307), "/etapi/")
        with closing(server.url) as source, pytest.raises(errors.LoginPageInTheWay):
            source.app_version()
    assert received == []


def test_a_broken_connection_is_tried_once_more(server: FakeServer, source: EtapiSource) -> None:
    server.faults.set(Drop(), "/etapi/", times=1)
    assert source.app_version() == "0.102.1"
    assert len(server.app.asked) == 2


def test_something_that_does_not_speak_http_is_not_trilium() -> None:
    with (
        one_answer(b"220 mail.example.org ESMTP\r\n\r\n") as url,
        closing(url) as source,
        pytest.raises(errors.NotTrilium),
    ):
        source.app_version()


def test_https_towards_a_server_without_it_says_so(server: FakeServer) -> None:
    with closing(server.url.replace("http:", "https:")) as source, pytest.raises(errors.TlsFailure) as failed:
        source.app_version()
    assert "http://" in failed.value.hint


def test_a_certificate_that_nobody_vouches_for_is_named(tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(self_signed(tmp_path))
    vouched = pytest.raises(errors.TlsFailure, match=r"self.signed")
    with one_answer(b"", tls=context) as url, closing(url) as source, vouched:
        source.app_version()


def test_an_answer_beyond_the_size_limit_is_not_kept(
    server: FakeServer, source: EtapiSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trayrecall.etapi.client.MAX_CONTENT", 1000)
    server.tree.put(note("big", "Big", "x" * 100_000))
    with pytest.raises(errors.SourceError, match="larger"):
        source.content(NoteId("big"))


# ---- deadlines ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [Trickle(0.05), Trickle(0.05, head=True), Hang(), Slow(3)])
def test_a_server_that_sends_a_byte_now_and_then_ends_at_the_deadline(
    server: FakeServer, fault: Trickle | Hang | Slow
) -> None:
    server.faults.content("rope", fault)
    with closing(server.url, timeouts=replace(QUICK, content=0.4)) as source:
        began = time.monotonic()
        with pytest.raises(errors.SourceTimeout):
            source.content(NoteId("rope"))
        assert 0.3 < time.monotonic() - began < 0.9


def test_a_slow_answer_within_the_deadline_is_taken(server: FakeServer) -> None:
    server.faults.content("rope", Slow(0.1))
    with closing(server.url) as source:
        assert source.content(NoteId("rope")) == "<p>A bowline holds.</p>"


def test_a_secure_connection_that_never_completes_is_slow_and_not_gone() -> None:
    with (
        silent_server() as port,
        closing(f"https://127.0.0.1:{port}", timeouts=QUICK) as source,
        pytest.raises(errors.SourceTimeout),
    ):
        source.app_version()


# ---- the token ----------------------------------------------------------------------------------------

SECRET = "hushToken_" + "s3cr3t" * 8


@pytest.mark.parametrize(
    "bad", ["", " ", f"{SECRET}\n", f" {SECRET}", f"{SECRET} x", "tökén" + SECRET, SECRET + "\x00"]
)
def test_a_token_that_cannot_stand_in_a_header_is_refused_without_quoting_it(bad: str) -> None:
    with pytest.raises(errors.UserInputError) as refused:
        EtapiSource("http://127.0.0.1:1", bad)
    shown = "".join(shown_of_our_frames(refused.value))
    assert SECRET not in str(refused.value)
    assert SECRET not in shown


@pytest.mark.parametrize(
    "fault",
    [
        unauthorised(),
        html_page(),
        html_page(401),
        redirect("/login"),
        server_error(),
        Drop(),
        Drop(after=2),
        Hang(),
        Trickle(head=True),
    ],
)
def test_the_token_is_in_no_message_log_record_or_traceback(
    server: FakeServer, caplog: pytest.LogCaptureFixture, fault: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    shown = shown_after(server, fault)
    shown += [caplog.text, *(repr(record.__dict__) for record in caplog.records)]
    assert not [text for text in shown if SECRET.lower() in text.lower()]


@pytest.mark.parametrize(
    "fault",
    [
        redirect(f"/{SECRET}/etapi/app-info"),
        redirect(f"http://{SECRET}.example.org/"),
        server_error(f"you sent {SECRET}"),
        Answer(problem(400, "ODD", f"you sent {SECRET}")),
        Answer(problem(404, SECRET, SECRET)),
        Answer(Response(418, SECRET.encode(), HTML_TYPE)),
    ],
)
def test_a_server_that_repeats_the_token_does_not_make_us_show_it(server: FakeServer, fault: Any) -> None:
    assert not [text for text in shown_after(server, fault) if SECRET.lower() in text.lower()]


def shown_after(server: FakeServer, fault: Any) -> list[str]:
    """All that could be printed of a failed request and of the source that made it."""
    server.faults.set(fault, "/etapi/")
    with closing(server.url, token=SECRET, timeouts=QUICK) as source:
        with pytest.raises(errors.SourceError) as failed:
            source.app_version()
        return [
            str(failed.value),
            repr(failed.value),
            failed.value.hint,
            repr(failed.value.__dict__),
            *shown_of_our_frames(failed.value),
            repr(source),
            repr(vars(source)),
            repr(vars(source._client)),
            repr(source._secret),
        ]


def test_the_token_cannot_be_pickled(source: EtapiSource) -> None:
    with pytest.raises(TypeError):
        pickle.dumps(source._secret)


def shown_of_our_frames(error: BaseException) -> Iterator[str]:
    """A traceback with local variables, as an error reporter may write it; without the frames of the test."""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if "trayrecall" in frame.f_code.co_filename and frame.f_code.co_filename != __file__:
            yield f"{line} {frame.f_locals!r}"
    yield from traceback.format_exception(error)


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


def test_attributes_come_by_position_own_ones_first_whatever_the_order_of_the_server() -> None:
    told = [
        {"name": "author", "value": "Zoe", "position": 10, "noteId": "n"},
        {"name": "author", "value": "Ann", "position": 20, "noteId": "n"},
        {"name": "author", "value": "Imke", "position": 20, "noteId": "n"},
        {"name": "color", "position": 0, "noteId": "above"},
    ]
    for order in itertools.permutations(told):
        meta = note_meta({"noteId": "n", "attributes": list(order)})
        assert meta is not None
        assert [a.value or a.name for a in meta.attributes] == ["Zoe", "Ann", "Imke", "color"]


@pytest.mark.parametrize("value", [None, [], "text", {}, {"noteId": ""}, {"noteId": 5}])
def test_a_value_without_a_note_id_is_no_note(value: Any) -> None:
    assert note_meta(value) is None


def test_relations_are_told_as_relations(server: FakeServer, source: EtapiSource) -> None:
    server.tree.put(note("a", attributes=(relation("a", "author", "rope"),)))
    assert source.note(NoteId("a")).relations("author") == ("rope",)


# ---- tools --------------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


@contextmanager
def silent_server() -> Iterator[int]:
    """Connections stand in the queue; nobody ever answers."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


@contextmanager
def one_answer(answer: bytes, tls: ssl.SSLContext | None = None) -> Iterator[str]:
    """A server that sends these bytes to whoever comes, over TLS or not, for two connections."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.05)
        stop = threading.Event()
        thread = threading.Thread(target=_answer_all, args=(listening, answer, tls, stop.is_set))
        thread.start()
        try:
            yield f"{'https' if tls else 'http'}://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            stop.set()
            thread.join()


def _answer_all(
    listening: socket.socket, answer: bytes, tls: ssl.SSLContext | None, stopped: Callable[[], bool]
) -> None:
    while not stopped():
        try:
            connection, _ = listening.accept()
            connection.settimeout(2)
            with connection:
                if tls:
                    tls.wrap_socket(connection, server_side=True).close()
                else:
                    connection.recv(65536)
                    connection.sendall(answer)
        except (TimeoutError, OSError):
            continue


def self_signed(folder: Path) -> Path:
    """A certificate for 127.0.0.1 that only it itself vouches for, with its key, in one file."""
    pytest.importorskip("cryptography", reason="no tool here to make a certificate with")
    from cryptography import x509  # noqa: PLC0415 - optional
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    both = folder / "both.pem"
    both.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    return both


def test_the_read_only_transport_counts_what_it_lets_pass() -> None:
    transport = ReadOnlyTransport(httpx.MockTransport(lambda _request: httpx.Response(200)))
    with httpx.Client(transport=transport) as client:
        client.get("http://h/etapi/notes")
        with pytest.raises(errors.WriteRefused):
            client.post("http://h/etapi/notes")
    assert (transport.passed, transport.refused) == (1, 1)
