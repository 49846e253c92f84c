"""Certificates made on the spot, and a small Trilium behind TLS on the loopback address."""

from __future__ import annotations

import datetime as dt
import hashlib
import http.server
import ipaddress
import itertools
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

x509 = pytest.importorskip("cryptography.x509", reason="no tool here to make a certificate with")
_serials = itertools.count(1)


@dataclass(frozen=True)
class Made:
    """A certificate with its key; `pem` holds both, `public` the certificate alone."""

    certificate: Any
    key: Any
    pem: Path
    public: Path

    @property
    def der(self) -> bytes:
        from cryptography.hazmat.primitives import serialization  # noqa: PLC0415 - optional

        der: bytes = self.certificate.public_bytes(serialization.Encoding.DER)
        return der

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.der).hexdigest()


def as_browsers_show(sha256: str) -> str:
    """As openssl does, too: large digits with colons between."""
    return bytes.fromhex(sha256).hex(":").upper()


def make(
    folder: Path,
    name: str = "notes.lan",
    names: tuple[str, ...] = ("127.0.0.1", "notes.lan"),
    *,
    by: Made | None = None,
    days: tuple[int, int] = (-1, 30),
    is_authority: bool = False,
) -> Made:
    """A certificate of that common name, valid between those days from now; by itself unless `by` another."""
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name(
        [
            x509.NameAttribute(x509.NameOID.COMMON_NAME, name),
            x509.NameAttribute(x509.NameOID.ORGANIZATION_NAME, "Zuhause"),
        ]
    )
    now = dt.datetime.now(dt.UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(by.certificate.subject if by else subject)
        .public_key(key.public_key())
        .serial_number(next(_serials))
        .not_valid_before(now + dt.timedelta(days=days[0]))
        .not_valid_after(now + dt.timedelta(days=days[1]))
    )
    if is_authority:
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    else:
        builder = builder.add_extension(
            x509.SubjectAlternativeName([_general(n) for n in names]), critical=False
        )
    certificate = builder.sign(by.key if by else key, hashes.SHA256())
    number = certificate.serial_number
    pem, public = folder / f"both{number}.pem", folder / f"public{number}.pem"
    text = certificate.public_bytes(serialization.Encoding.PEM)
    public.write_bytes(text)
    pem.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + text
    )
    return Made(certificate, key, pem, public)


def _general(name: str) -> Any:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    asked: ClassVar[list[tuple[str, str]]] = []

    def do_GET(self) -> None:
        self.asked.append((self.path, self.headers.get("authorization", "")))
        body = b'{"appVersion":"0.102.1"}'
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    context: ssl.SSLContext | None = None

    def get_request(self) -> tuple[Any, Any]:
        connection, address = super().get_request()
        connection.settimeout(2)
        if self.context is not None:
            try:
                connection = self.context.wrap_socket(connection, server_side=True)
            except OSError:
                connection.close()
                raise
        return connection, address

    def handle_error(self, *_: Any) -> None:
        pass


@dataclass(frozen=True)
class Running:
    """A server: its port, and the path and Authorization of each request that arrived."""

    port: int
    asked: list[tuple[str, str]]

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.port}"


@contextmanager
def serving(certificate: Made | None) -> Iterator[Running]:
    """A server that tells its version, behind TLS with that certificate, or in the clear without one."""
    asked: list[tuple[str, str]] = []
    handler = type("Handler", (_Handler,), {"asked": asked})
    server = _Server(("127.0.0.1", 0), handler)
    if certificate is not None:
        server.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.context.load_cert_chain(certificate.pem)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield Running(server.server_address[1], asked)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
