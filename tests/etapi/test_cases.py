"""Real cases of networks and tokens, as the client meets them."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field

import httpx
import pytest

from tests.etapi.tools import QUICK, closing
from tests.fakes import (
    TOKEN,
    Answer,
    FakeServer,
    Trickle,
    html_page,
    not_trilium,
    redirect,
    too_many_requests,
    unauthorised,
)
from trayrecall.core import errors
from trayrecall.core.model import NoteId
from trayrecall.demo.app import HTML_TYPE, Response, problem
from trayrecall.etapi import EtapiSource, Timeouts, normalise_url


def page(text: str, status: int = 200) -> Answer:
    return Answer(Response(status, text.encode(), HTML_TYPE))


# ---- other servers at the address ---------------------------------------------------------------------


@pytest.mark.case("NW01")
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_login_page_is_named_and_never_gets_the_token(status: int) -> None:
    hosts: list[str] = []

    def proxy(request: httpx.Request) -> httpx.Response:
        hosts.append(request.url.host)
        if request.url.host == "login.example":
            return httpx.Response(200, html="<html><form>Sign in</form></html>")
        return httpx.Response(status, headers={"location": "https://login.example/?rd=x"})

    with closing("https://notes.example", transport=httpx.MockTransport(proxy)) as source:
        for ask in (source.app_version, source.listing, source.relisting):
            with pytest.raises(errors.LoginPageInTheWay, match=r"login\.example") as failed:
                ask()
            assert "/etapi" in failed.value.hint
        assert source.change_mark() is None
    assert set(hosts) == {"notes.example"}


@pytest.mark.case("NW02")
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<!doctype html><title>My NAS</title>", "My NAS"),
        ("<html><TITLE lang=de>\n Mein\tB&uuml;ro &lt;1&gt;\n</TITLE>", "Mein Büro <1>"),
        ("<!doctype html><title>\x1b[31mred\x00</title>", "“[31mred”"),
        (f"<!doctype html><title>{'x' * 500}</title>", f"“{'x' * 80}”"),
        (f"<!doctype html><title>you are {TOKEN}</title>", "you are ..."),
        ("<!doctype html><title></title>", "web page came instead of data"),
        ("<!doctype html><title", "web page came instead of data"),
    ],
)
@pytest.mark.parametrize("status", [200, 404])
def test_another_web_page_is_named_by_its_title(
    server: FakeServer, source: EtapiSource, body: str, said: str, status: int
) -> None:
    server.faults.set(page(body, status), "/etapi/")
    with pytest.raises(errors.HtmlInsteadOfJson) as failed:
        source.app_version()
    assert said in str(failed.value)
    assert TOKEN not in str(failed.value)
    assert failed.value.__context__ is None


@pytest.mark.case("NW13")
@pytest.mark.parametrize("fault", [not_trilium(), Answer(Response(404, b"", "text/plain"))])
def test_a_server_without_etapi_is_told_from_no_server(
    server: FakeServer, source: EtapiSource, fault: Answer
) -> None:
    server.faults.set(fault, "/etapi/")
    with pytest.raises(errors.NotTrilium, match="a server answers, but it has no ETAPI at this address"):
        source.app_version()


@pytest.mark.case("NW08")
@pytest.mark.parametrize(
    "typed",
    [
        "https://box.example/trilium",
        "https://box.example/trilium/",
        "https://box.example/trilium/#root/aB3/cD4",
        "https://box.example/trilium/etapi",
        "https://box.example/trilium//",
        "HTTPS://Box.Example/trilium?x=1",
        "box.example/trilium",
        " https://box.example/trilium\n",
        "localhost:8080",
    ],
)
def test_every_way_to_type_an_address_ends_at_etapi_and_what_was_understood_is_shown(typed: str) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(200, json={"appVersion": "1"})

    with closing(typed, transport=httpx.MockTransport(answer)) as source:
        source.app_version()
    scheme = "https" if "https" in typed.lower() else "http"
    understood = f"{scheme}://" + ("localhost:8080" if "localhost" in typed else "box.example/trilium")
    assert normalise_url(typed) == understood
    assert asked == [f"{understood}/etapi/app-info"]


# ---- slow and asleep ----------------------------------------------------------------------------------


@pytest.mark.case("NW03")
def test_a_listing_that_trickles_ends_at_its_deadline_and_hinders_no_other_request(
    server: FakeServer,
) -> None:
    server.faults.searches(Trickle(0.05))
    with closing(server.url, timeouts=Timeouts(listing=0.6)) as source:
        outcome: list[object] = []

        def listing() -> None:
            try:
                outcome.append(source.listing())
            except errors.SourceError as error:
                outcome.append(error)

        began = time.monotonic()
        thread = threading.Thread(target=listing)
        thread.start()
        assert source.content(NoteId("rope")) == "<p>A bowline holds.</p>"
        assert time.monotonic() - began < 0.5
        thread.join()
        assert 0.5 < time.monotonic() - began < 1.2
    assert isinstance(outcome[0], errors.SourceTimeout)


@dataclass
class Sleeper:
    """A server whose connections of before a sleep are dead without a word; those made later are answered."""

    port: int
    connections: int = 0
    sleeping: set[int] = field(default_factory=set)
    requests: list[int] = field(default_factory=list)

    def answer(self, connection: socket.socket, number: int) -> None:
        with connection, suppress(OSError):
            connection.settimeout(3)
            while connection.recv(65536):
                self.requests.append(number)
                if number in self.sleeping:
                    continue
                body = b'{"appVersion":"0.102.1"}'
                connection.sendall(
                    b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
                    b"content-length: %d\r\n\r\n%b" % (len(body), body)
                )


@contextmanager
def sleeper() -> Iterator[Sleeper]:
    with socket.create_server(("127.0.0.1", 0)) as listening, ExitStack() as threads:
        listening.settimeout(0.02)
        server = Sleeper(listening.getsockname()[1])
        stop = threading.Event()

        def take() -> None:
            while not stop.is_set():
                with suppress(TimeoutError):
                    connection, _ = listening.accept()
                    server.connections += 1
                    one = threading.Thread(target=server.answer, args=(connection, server.connections))
                    one.start()
                    threads.callback(one.join)

        thread = threading.Thread(target=take)
        thread.start()
        try:
            yield server
        finally:
            stop.set()
            thread.join()


@pytest.mark.case("NW10")
def test_after_a_sleep_a_fresh_connection_is_used_at_once() -> None:
    wall = [1_000_000.0]
    with sleeper() as server, closing(f"http://127.0.0.1:{server.port}", clock=lambda: wall[0]) as source:
        source.app_version()
        source.app_version()
        assert server.connections == 1
        server.sleeping.add(1)
        wall[0] += 90
        began = time.monotonic()
        assert source.app_version() == "0.102.1"
        assert time.monotonic() - began < 1
    assert server.requests == [1, 1, 2]


@pytest.mark.case("NW10")
def test_a_connection_that_dies_awake_costs_one_short_wait() -> None:
    with sleeper() as server, closing(f"http://127.0.0.1:{server.port}", timeouts=QUICK) as source:
        source.app_version()
        server.sleeping.add(1)
        with pytest.raises(errors.SourceTimeout):
            source.app_version()
        assert source.app_version() == "0.102.1"
    assert server.requests == [1, 1, 2]


@pytest.mark.case("NW10")
def test_a_clock_that_is_set_back_or_ahead_does_no_harm(server: FakeServer) -> None:
    wall = [1_000_000.0]
    with closing(server.url, clock=lambda: wall[0]) as source:
        for moved in (0, -10_000, 20_000, 1):
            wall[0] += moved
            assert source.app_version() == "0.102.1"
    assert len(server.app.clients) == 3


# ---- content ------------------------------------------------------------------------------------------


@pytest.mark.case("EN03")
@pytest.mark.parametrize("charset", ["ISO-8859-1", "utf-16", "nonsense", '"'])
def test_content_is_read_as_utf_8_whatever_the_header_says(
    server: FakeServer, source: EtapiSource, charset: str
) -> None:
    answer = Response(
        200,
        "<p>Schlüssel für die Mühle</p>".encode(),
        f"text/html; charset={charset}",
        {"content-disposition": "file"},
    )
    server.faults.content("rope", Answer(answer))
    assert source.content(NoteId("rope")) == "<p>Schlüssel für die Mühle</p>"


# ---- a password in place of a token -------------------------------------------------------------------


@pytest.mark.case("AU05")
def test_a_password_is_never_used_to_log_in_and_a_token_is_asked_for(server: FakeServer) -> None:
    with closing(server.url, token="my_Password!") as source:
        server.faults.set(unauthorised(), "/etapi/")
        for _ in range(3):
            with pytest.raises(errors.WrongToken) as failed:
                source.app_version()
            assert "Options, ETAPI" in failed.value.hint
        server.faults.heal()
        server.faults.set(too_many_requests("900"))
        with pytest.raises(errors.ServerFault) as limited:
            source.app_version()
    assert limited.value.retry_after == 900
    assert {target for _, target in server.app.asked} == {"/etapi/app-info", "/api/setup/status"}
    assert [target for _, target in server.app.asked].count("/etapi/app-info") == 4
    assert server.app.wrote == []
    with pytest.raises(errors.UserInputError):
        EtapiSource(server.url, "a pass phrase")


def test_a_redirect_and_a_page_for_one_note_are_faults_of_that_note_alone(
    server: FakeServer, source: EtapiSource
) -> None:
    for fault in (redirect("/login"), html_page(), Answer(problem(400, "ODD", "odd"))):
        server.faults.content("rope", fault)
        with pytest.raises(errors.SourceError):
            source.content(NoteId("rope"))
    assert len(source.listing()) == 3
