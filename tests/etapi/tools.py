"""What the tests of the ETAPI client share."""

from __future__ import annotations

import datetime as dt
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.fakes import (
    TOKEN,
    FakeServer,
    label,
    note,
)
from trayrecall.etapi import EtapiSource, Timeouts

QUICK = Timeouts(connect=0.5, mark=0.3, probe=0.3, content=0.3, listing=0.3)


@contextmanager
def closing(url: str, token: str = TOKEN, **more: Any) -> Iterator[EtapiSource]:
    one = EtapiSource(url, token, **more)
    try:
        yield one
    finally:
        one.close()


def start_over(running: FakeServer) -> None:
    """Notes of several kinds, for one test."""
    running.start_over(
        note("wiki", "Wiki", attributes=(label("wiki", "color", "red", inheritable=True),)),
        note("rope", "Knots", "<p>A bowline holds.</p>", parents=("wiki",)),
        note("old", "Old", "<p>gone</p>", attributes=(label("old", "archived"),)),
        note("safe", "c2VjcmV0", "", is_protected=True),
        note("pic", "pic.png", b"\x89PNG\r\n\xff\xfe\x00", type="image", mime="image/png"),
        note("odd/id ?", "Odd id", "<p>found</p>"),
        note("page", "A page", "<!DOCTYPE html><html><body>saved page</body></html>", type="code"),
    )


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
def half_an_answer(begun: bytes) -> Iterator[str]:
    """A server that sends these bytes to the first who comes, and then nothing more."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        ended = threading.Event()

        def begin() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(begun)
                ended.wait(60)

        thread = threading.Thread(target=begin)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            ended.set()
            thread.join()


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
