"""Nothing but harmless reads leaves the client, whatever address it is given."""

from __future__ import annotations

import httpx
import pytest

from tests.etapi.tools import closing, silent_listener, start_over
from tests.fakes import (
    FakeServer,
)
from trayrecall.core import errors
from trayrecall.core.model import NoteId
from trayrecall.etapi import EtapiSource, ReadOnlyTransport, normalise_url


@pytest.fixture
def server(running: FakeServer) -> FakeServer:
    start_over(running)
    return running


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
        ("https://example.org/trilium/login", "https://example.org/trilium"),
        ("http://h:1/login/?x=1", "http://h:1"),
        ("http://h:1/login-x", "http://h:1/login-x"),
        ("[::1]:8080", "http://[::1]:8080"),
        ("http:8080", "http://http:8080"),
        ("https.example/x", "http://https.example/x"),
        ("192.168.1.5:37740/#root", "http://192.168.1.5:37740"),
        ("https://büro.example./x", "https://büro.example./x"),
        ("https://xn--bro-hoa.example", "https://xn--bro-hoa.example"),
        ("http://[fe80::1%25eth0]:8080", "http://[fe80::1%25eth0]:8080"),
    ],
)
def test_an_address_is_read_however_it_is_typed(typed: str, base: str) -> None:
    assert normalise_url(typed) == base
    assert normalise_url(base) == base


@pytest.mark.parametrize(
    "typed",
    ["", "  ", "http://", "http:///x", "ftp://h", "file:///etc/passwd", "javascript:alert(1)", "h:99999",
     "h:0", "http:/localhost:8080", "https:/h", "http//localhost:8080", "HTTP:localhost", "http://me:hunter2@h", "hunter2@h", "http://a b", "http://[::1", "http://h\x00",
     "http://notes..example", f"http://{'a' * 64}.example", f"http://{'ü' * 60}.example", "http://xn--", "http://xn--a.example"],
)  # fmt: skip
def test_an_address_that_cannot_be_one_is_refused_without_quoting_a_password(typed: str) -> None:
    with pytest.raises(errors.UserInputError) as refused:
        normalise_url(typed)
    assert "hunter2" not in str(refused.value)
    assert refused.value.__cause__ is None


# ---- nothing but harmless reads -----------------------------------------------------------------------


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "get", "PROPFIND"])
def test_anything_but_get_is_refused_before_a_byte_is_sent(method: str) -> None:
    with silent_listener() as (url, received), closing(url) as source:
        request = httpx.Request(method, f"{url}/etapi/notes/root")
        request.method = method
        with pytest.raises(errors.WriteRefused):
            source._transport.handle_request(request)
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
            source._transport.handle_request(request)
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


def test_the_read_only_transport_counts_what_it_lets_pass() -> None:
    transport = ReadOnlyTransport(httpx.MockTransport(lambda _request: httpx.Response(200)))
    with httpx.Client(transport=transport) as client:
        client.get("http://h/etapi/notes")
        with pytest.raises(errors.WriteRefused):
            client.post("http://h/etapi/notes")
    assert (transport.passed, transport.refused) == (1, 1)
