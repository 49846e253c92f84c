"""The system's proxy: used for other machines, never for this one, and never told the token of an https address."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from tests.etapi.proxy import proxying
from tests.etapi.tls import make, serving
from tests.etapi.tools import QUICK, closing
from tests.fakes import TOKEN, FakeServer
from trayrecall.core import errors
from trayrecall.core.model import NoteId
from trayrecall.etapi import fetch_fingerprint
from trayrecall.etapi.proxies import shown, system_proxy

_NAMES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "REQUEST_METHOD")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in _NAMES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.mark.parametrize(
    ("url", "environment", "proxy"),
    [
        ("http://notes.test", {}, None),
        ("http://notes.test", {"HTTP_PROXY": "http://p:1"}, "p:1"),
        ("http://notes.test", {"http_proxy": "p:1"}, "p:1"),
        ("https://notes.test", {"HTTP_PROXY": "http://p:1"}, None),
        ("https://notes.test", {"HTTPS_PROXY": "http://me:pass@p:1"}, "p:1"),
        ("https://notes.test", {"ALL_PROXY": "https://p"}, "p"),
        ("https://notes.test", {"HTTPS_PROXY": "http://[::1]:3"}, "[::1]:3"),
        ("https://notes.test", {"ALL_PROXY": "socks5://p:1"}, None),
        ("https://notes.test", {"HTTPS_PROXY": "http://["}, None),
        ("https://notes.test", {"HTTPS_PROXY": "http://p:99999"}, None),
        *(
            (f"http://{host}:8080", {"HTTP_PROXY": "http://p:1", "ALL_PROXY": "http://p:1"}, None)
            for host in ("localhost", "127.0.0.1", "127.9.9.9", "127.1", "[::1]", "[::ffff:127.0.0.1]", "notes.localhost")
        ),
        ("http://127.0.0.1.test", {"HTTP_PROXY": "http://p:1"}, "p:1"),
        *(
            ("http://notes.home.test:8080", {"HTTP_PROXY": "http://p:1", "NO_PROXY": exempt}, None)
            for exempt in ("*", "notes.home.test", "a.test, .home.test", "home.test", "*.home.test",
                           "notes.home.test:8080")
        ),
        *(
            ("http://notes.home.test:8080", {"HTTP_PROXY": "http://p:1", "NO_PROXY": exempt}, "p:1")
            for exempt in ("", "notes.home.test:80", "me.test", "otes.home.test", "10.0.0.0/8")
        ),
        ("http://192.168.1.5", {"HTTP_PROXY": "http://p:1", "NO_PROXY": "x.test,192.168.0.0/16"}, None),
        ("http://192.169.1.5", {"HTTP_PROXY": "http://p:1", "NO_PROXY": "x.test,192.168.0.0/16"}, "p:1"),
        ("http://[fd00::5]:80", {"HTTP_PROXY": "http://p:1", "NO_PROXY": "fd00::5"}, None),
    ],
)  # fmt: skip
def test_the_proxy_of_the_system_is_found(
    monkeypatch: pytest.MonkeyPatch, url: str, environment: dict[str, str], proxy: str | None
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    found = system_proxy(url)
    assert (shown(found) if found else None) == proxy


def test_an_http_address_is_asked_through_the_proxy(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with proxying(server.port) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        with closing("http://notes.test:8080/") as source:
            assert len(source.listing()) == 3
            assert source.content(NoteId("rope")) == "<p>A bowline holds.</p>"
    assert proxy.lines[1] == "GET http://notes.test:8080/etapi/notes/rope/content HTTP/1.1"


def test_an_https_address_is_asked_through_a_tunnel_and_the_proxy_never_sees_the_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = make(tmp_path, "Home CA", is_authority=True)
    leaf = make(tmp_path, names=("notes.test",), by=authority)
    other = make(tmp_path)
    with serving(leaf) as server, proxying(server.port, user="me:secret") as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        for how in ({"ca_file": authority.public}, {"pinned_sha256": leaf.sha256}):
            with closing("https://notes.test", **how) as source:
                assert source.app_version() == "0.102.1"
        with (
            closing("https://notes.test", pinned_sha256=other.sha256) as source,
            pytest.raises(errors.TlsFailure, match="another certificate"),
        ):
            source.app_version()
        assert fetch_fingerprint("https://notes.test").sha256 == leaf.sha256
    assert proxy.lines == ["CONNECT notes.test:443 HTTP/1.1"] * 4
    assert not [head for head in proxy.heads if TOKEN in head or "\r\nauthorization" in head.lower()]
    assert server.asked == [("/etapi/app-info", TOKEN)] * 2


def test_this_machine_is_never_asked_through_a_proxy(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with proxying(server.port) as proxy:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        with closing(server.url) as source:
            assert source.app_version() == "0.102.1"
    assert proxy.heads == []


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_that_fails_is_named_without_its_password(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    with proxying(server.port) as gone:
        pass
    monkeypatch.setenv(f"{scheme}_proxy", gone.url.replace("//", "//me:hunter2@"))
    with (
        closing(f"{scheme}://notes.test", timeouts=QUICK) as source,
        pytest.raises(errors.Unreachable, match=f"proxy 127.0.0.1:{gone.port}") as failed,
    ):
        source.app_version()
    assert "hunter2" not in f"{failed.value} {failed.value.hint} {vars(source)!r}"
    assert "NO_PROXY" in failed.value.hint


def test_a_proxy_that_refuses_the_tunnel_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with proxying(1, status=403) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        with (
            closing("https://notes.test") as source,
            pytest.raises(errors.Unreachable, match="lets no connection through"),
        ):
            source.app_version()


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_silent_proxy_is_waited_for_until_the_deadline(
    monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv(f"{scheme}_proxy", f"127.0.0.1:{silent.getsockname()[1]}")
        began = time.monotonic()
        with (
            closing(f"{scheme}://notes.test", timeouts=QUICK) as source,
            pytest.raises(errors.SourceTimeout),
        ):
            source.app_version()
        assert time.monotonic() - began < 1
