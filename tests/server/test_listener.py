from __future__ import annotations

import json
import logging
import os
import socket
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.server.conftest import GRANTS, TOKEN
from tests.server.engine import ExampleEngine
from trayrecall.running import Running, forget_running, read_running, write_running
from trayrecall.server import listener as listener_module
from trayrecall.server.listener import (
    PORTS_TRIED,
    Listener,
    ListenerError,
    NoAddress,
    NotLoopback,
    PortsTaken,
)
from trayrecall.server.serving import Serving


async def hello(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


@pytest.fixture
def holder() -> Iterator[socket.socket]:
    """Another program's listening socket, which never answers."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen(1)
        yield sock


def free_run_of_ports(count: int) -> int:
    """The first of `count` ports in a row that are free now."""
    for first in range(41_000, 60_000, count):
        held = []
        try:
            for port in range(first, first + count):
                sock = socket.socket()
                held.append(sock)
                sock.bind(("127.0.0.1", port))
        except OSError:
            continue
        else:
            return first
        finally:
            for sock in held:
                sock.close()
    pytest.fail("no free ports")


@pytest.mark.case("CO06")
def test_a_taken_port_is_left_and_the_new_one_is_told(holder: socket.socket, tmp_path: Path) -> None:
    taken = holder.getsockname()[1]
    runtime = tmp_path / "runtime.json"
    served = Listener(lambda _port: hello, port=taken, runtime_file=runtime)
    try:
        port = served.start()
        assert taken < port < taken + PORTS_TRIED
        assert served.moved
        assert json.loads(runtime.read_text()).keys() == {"port", "pid", "started"}
        running = read_running(runtime)
        assert running is not None
        assert (running.port, running.pid) == (port, os.getpid())
        assert stat.S_IMODE(runtime.stat().st_mode) == 0o600
        assert httpx.get(served.url, trust_env=False).text == "hello"
    finally:
        served.stop()
    assert not runtime.exists()


def test_ten_taken_ports_are_an_error_for_a_person() -> None:
    first = free_run_of_ports(PORTS_TRIED)
    held = [socket.create_server(("127.0.0.1", port)) for port in range(first, first + PORTS_TRIED)]
    try:
        with pytest.raises(PortsTaken) as failure:
            Listener(lambda _port: hello, port=first).start()
    finally:
        for sock in held:
            sock.close()
    assert str(first) in str(failure.value)
    assert failure.value.hint


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.4"])
def test_an_address_that_others_can_reach_is_refused(host: str) -> None:
    with pytest.raises(NotLoopback):
        Listener(lambda _port: hello, host=host, port=0)


@pytest.mark.parametrize("host", ["notes.example", "", "1.2.3"])
def test_what_is_no_address_is_refused(host: str) -> None:
    with pytest.raises(NoAddress):
        Listener(lambda _port: hello, host=host, port=0, may_be_reached=True)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "127.0.0.2", "127.0.0.3"])
def test_this_machines_clients_find_it_on_loopback_wherever_else_it_listens(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener_module, "_is_loopback", lambda address: address == "127.0.0.1")
    served = Listener(lambda _port: hello, host=host, port=0, may_be_reached=True)
    port = served.start()
    try:
        assert served.url == f"http://127.0.0.1:{port}"
        other = "127.0.0.9" if host in {"0.0.0.0", "::"} else host
        for url in (served.url, f"http://{other}:{port}"):
            assert httpx.get(url, trust_env=False).text == "hello"
    finally:
        served.stop()


@pytest.mark.parametrize("host", ["::1", "127.0.0.2"])
def test_this_machines_clients_find_it_at_its_usual_address_whichever_loopback_is_asked_for(
    host: str,
) -> None:
    served = Listener(lambda _port: hello, host=host, port=0)
    port = served.start()
    try:
        assert served.url == f"http://127.0.0.1:{port}"
        for url in (served.url, f"http://{f'[{host}]' if ':' in host else host}:{port}"):
            assert httpx.get(url, trust_env=False).text == "hello"
    finally:
        served.stop()


def test_a_port_that_is_taken_on_one_of_two_addresses_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener_module, "_is_loopback", lambda address: address == "127.0.0.1")
    first = free_run_of_ports(2)
    with socket.create_server(("127.0.0.2", first)):
        served = Listener(lambda _port: hello, host="127.0.0.2", port=first, may_be_reached=True)
        assert served.start() == first + 1
        served.stop()


def test_a_port_can_be_taken_again_right_after_stopping() -> None:
    first = Listener(lambda _port: hello, port=0)
    port = first.start()
    httpx.get(first.url, trust_env=False)
    first.stop()
    second = Listener(lambda _port: hello, port=port)
    assert second.start() == port
    second.stop()


def test_serving_that_fails_to_begin_is_told_and_gives_the_port_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_: object, **__: object) -> None:
        raise RuntimeError("no loop today")

    def build(port: int) -> ASGIApp:
        ports.append(port)
        return hello

    file, ports = tmp_path / "runtime.json", list[int]()
    with monkeypatch.context() as patched:
        patched.setattr(listener_module._Server, "startup", failing)
        served = Listener(build, port=0, runtime_file=file)
        with pytest.raises(ListenerError, match="ended at once"):
            served.start()
        assert not served.serves
        assert not file.exists()
        served.stop()  # and its thread has ended
    again = Listener(lambda _port: hello, port=ports[0])
    try:
        assert again.start() == ports[0]
    finally:
        again.stop()


def test_the_application_learns_its_port() -> None:
    told: list[int] = []

    def build(port: int) -> object:
        told.append(port)
        return hello

    served = Listener(build, port=0)  # type: ignore[arg-type]
    assert served.start() == told[0]
    served.stop()


def test_a_runtime_file_of_a_later_listener_is_left(tmp_path: Path) -> None:
    file = tmp_path / "runtime.json"
    served = Listener(lambda _port: hello, port=0, runtime_file=file)
    served.start()
    later = Running(1, 2, 3.0)
    write_running(file, later)
    served.stop()
    assert read_running(file) == later
    forget_running(file, later)
    assert read_running(file) is None


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", '{"port": "x", "pid": 1, "started": 0}', "\x00",
        '{"port": 1e999, "pid": 1, "started": 0}', '{"port": 65536, "pid": 1, "started": 0}',
        '{"port": 9, "pid": 99999999999999999999, "started": 0}', '{"port": 9, "pid": -1, "started": 0}',
    ],
)  # fmt: skip
def test_an_unusable_runtime_file_tells_of_no_listener(tmp_path: Path, text: str) -> None:
    (tmp_path / "runtime.json").write_text(text)
    assert read_running(tmp_path / "runtime.json") is None


def test_a_runtime_file_that_cannot_be_written_does_not_stop_serving(tmp_path: Path) -> None:
    served = Listener(lambda _port: hello, port=0, runtime_file=tmp_path / "absent" / "runtime.json")
    served.start()
    try:
        assert httpx.get(served.url, trust_env=False).status_code == 200
    finally:
        served.stop()


@pytest.mark.case("CO07")
def test_stopping_takes_two_seconds_at_most_with_connections_open_and_calls_hanging(
    engine: ExampleEngine, caplog: pytest.LogCaptureFixture
) -> None:
    release = threading.Event()
    engine.work = lambda: _wait(release)
    served = Serving(engine, grants=lambda: GRANTS, port=0)
    port = served.start()
    idle = socket.create_connection(("127.0.0.1", port))
    busy = socket.create_connection(("127.0.0.1", port))
    busy.sendall(request(port, "GET", "/api/v1/recall?q=secretword"))
    assert engine.entered.wait(5)
    began = time.monotonic()
    served.stop()
    took = time.monotonic() - began
    release.set()
    for sock in (idle, busy):
        sock.close()
    assert took < 2.0
    assert not any(t.name == "http" for t in threading.enumerate())
    assert "secretword" not in caplog.text
    assert caplog.text == ""


def test_a_header_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener_module, "HEADER_SECONDS", 0.2)
    served = Listener(lambda _port: hello, port=0)
    port = served.start()
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as silent:
            assert silent.recv(10) == b""
        with socket.create_connection(("127.0.0.1", port), timeout=5) as slow:
            slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert slow.recv(1000).startswith(b"HTTP/1.1 200")
            slow.sendall(b"GET / HTTP/1.1\r\nHos")
            assert _until_closed(slow) < 3.0
    finally:
        served.stop()


def test_connections_beyond_a_number_are_closed_and_the_others_are_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(listener_module, "MOST_CONNECTIONS", 3)
    served = Listener(lambda _port: hello, port=0)
    port = served.start()
    with ExitStack() as open_ones:
        open_ones.callback(served.stop)
        kept = [open_ones.enter_context(socket.create_connection(("127.0.0.1", port), 5)) for _ in range(3)]
        kept[-1].sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert kept[-1].recv(1000).startswith(b"HTTP/1.1 200")
        with socket.create_connection(("127.0.0.1", port), timeout=5) as fourth, suppress(ConnectionError):
            assert fourth.recv(10) == b""


def test_what_is_not_http_is_answered_without_a_word_in_the_log(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    for data in (b"\x16\x03\x01\x02\x00secretword\r\n\r\n", b"GET /?q=secretword\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", port), timeout=5) as raw:
            raw.sendall(data)
            assert b"400" in raw.recv(100)
    assert caplog.text == ""


def test_an_upgrade_to_a_websocket_is_a_plain_request(client: httpx.Client) -> None:
    headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    assert client.get("/api/v1/meta", headers=headers).status_code == 200


@pytest.mark.case("MH10")
def test_clients_that_go_away_in_the_middle_leave_nothing_behind(
    client: httpx.Client, port: int, engine: ExampleEngine, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    assert client.get("/health").status_code == 200
    engine.work = lambda: time.sleep(0.001)
    handles, threads = _open_handles(), threading.active_count()
    for _ in range(200):
        for data in (
            request(port, "POST", "/recall", b'{"prompt": "pump"}')[:-5],
            request(port, "POST", "/recall", b'{"prompt": "pump"}'),
            request(port, "GET", "/mcp"),
        ):
            with socket.create_connection(("127.0.0.1", port)) as raw:
                raw.sendall(data)
    assert client.post("/recall", json={"prompt": "pump"}).json()
    deadline = time.monotonic() + 5
    while _open_handles() > handles + 2 and time.monotonic() < deadline:
        client.get("/health")
    assert _open_handles() <= handles + 2
    assert threading.active_count() <= threads
    ours = [record for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))]
    assert ours == []


def request(port: int, method: str, path: str, body: bytes = b"") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {TOKEN}\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def _open_handles() -> int:
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.is_dir() else 0


def _until_closed(sock: socket.socket) -> float:
    began = time.monotonic()
    while sock.recv(1000):
        pass
    return time.monotonic() - began


def _wait(release: threading.Event) -> None:
    release.wait(10)


def test_it_ends_at_once_however_seldom_it_wakes(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(listener_module, "_TICK_SECONDS", 30.0)
    serving: Serving = request.getfixturevalue("serving")
    assert httpx.get(f"{serving.listener.url}/health", trust_env=False).status_code == 200
    began = time.monotonic()
    serving.stop()
    assert time.monotonic() - began < 3.0
