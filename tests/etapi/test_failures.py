"""Failures by name, deadlines, and no token anywhere."""

from __future__ import annotations

import gzip
import logging
import pickle
import ssl
import time
import traceback
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.etapi.tools import (
    QUICK,
    closing,
    free_port,
    half_an_answer,
    one_answer,
    self_signed,
    silent_listener,
    silent_server,
    start_over,
)
from tests.fakes import (
    Answer,
    Drop,
    FakeServer,
    Hang,
    Slow,
    Trickle,
    html_page,
    not_trilium,
    note,
    redirect,
    server_error,
    too_many_requests,
    unauthorised,
)
from trayrecall.core import errors
from trayrecall.core.model import NoteId
from trayrecall.demo.app import HTML_TYPE, Response, as_json, problem
from trayrecall.etapi import EtapiSource
from trayrecall.etapi.parse import note_meta
from trayrecall.etapi.transport import Deadline, http_transport


@pytest.fixture
def server(running: FakeServer) -> FakeServer:
    start_over(running)
    return running


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
    server.tree.put(note("full", "Full", "x" * 1000))
    assert len(source.content(NoteId("full"))) == 1000
    for size in (1001, 100_000):
        server.tree.put(note("big", "Big", "x" * size))
        with pytest.raises(errors.SourceError, match="larger"):
            source.content(NoteId("big"))


@pytest.mark.parametrize("encoding", ["gzip, gzip", "br", "gzip,deflate", "zstd"])
def test_what_is_packed_in_a_way_that_was_not_asked_for_is_not_unpacked(
    server: FakeServer, source: EtapiSource, encoding: str
) -> None:
    packed = gzip.compress(gzip.compress(b"0" * 10_000_000))
    answer = Response(200, packed, "text/html", {"content-encoding": encoding, "content-disposition": "x"})
    server.faults.content("rope", Answer(answer))
    with pytest.raises(errors.ServerFault, match="unpacked"):
        source.content(NoteId("rope"))


HOSTILE = "1.0\x1b]0;owned\x07\x9b31m\n2026-01-01 ERROR forged\u202e"


def test_a_servers_own_words_steer_no_terminal_and_forge_no_line(
    server: FakeServer, source: EtapiSource
) -> None:
    server.faults.set(
        Answer(Response(200, as_json({"appVersion": HOSTILE}), "application/json")), "/etapi/app-info"
    )
    told = [source.app_version()]
    server.faults.content("rope", server_error(HOSTILE))
    with pytest.raises(errors.ServerFault) as failure:
        source.content(NoteId("rope"))
    told.append(str(failure.value))
    assert all(text.isprintable() for text in told), told
    assert "owned" in told[0]


@pytest.mark.parametrize("note_id", ["a\nb", "a\x1b[31m", "\u202eb"])
def test_what_can_be_no_notes_id_is_no_note(note_id: str) -> None:
    assert note_meta({"noteId": note_id, "title": "x"}) is None


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


def test_a_server_that_falls_silent_after_its_head_ends_at_the_deadline_however_long_a_read_may_take() -> (
    None
):
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"
    deadline = Deadline()
    with half_an_answer(head) as url, http_transport(deadline, None) as transport:
        request = httpx.Request("GET", url, extensions={"timeout": httpx.Timeout(30.0).as_dict()})
        began = time.monotonic()
        with deadline.within(0.5):
            response = transport.handle_request(request)
            with pytest.raises(httpx.ReadTimeout):
                response.read()
        response.close()
        assert 0.4 < time.monotonic() - began < 10


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
            repr(vars(source._transport)),
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
