"""Which certificate of a server is accepted. The only place that makes TLS contexts.

Either the system's trust store (with a person's own CA file beside it) vouches for the certificate and its names,
or it is exactly the one that was pinned. There is no third way: a context that doesn't verify by the trust store
compares the certificate inside of the handshake itself, and refuses every certificate unless told which.
"""

from __future__ import annotations

import hmac
import ssl
from collections.abc import Callable
from pathlib import Path

import httpx

from trayrecall.core.errors import UserInputError
from trayrecall.etapi.certificates import fingerprint_of


class CertificateRefused(ssl.SSLError):
    """The server presented another certificate than the pinned one. `der` is what it presented."""

    def __init__(self, der: bytes) -> None:
        super().__init__("another certificate than the pinned one")
        self.der = der


def verifying_context(ca_file: Path | None = None) -> ssl.SSLContext:
    """Trusts what the system trusts and certifi's list, and the authorities in `ca_file` too.

    Raises `UserInputError` when that file holds no certificates.
    """
    context = httpx.create_ssl_context()
    context.load_default_certs()
    # Authorities made at home often lack extensions that Python 3.13 insists on, and browsers and curl don't.
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    if ca_file is not None:
        try:
            context.load_verify_locations(cafile=ca_file)
        except (OSError, ValueError):
            problem = f"The CA file {ca_file} can't be read as certificates in PEM form"
        else:
            return context
        raise UserInputError(problem)
    return context


def pinned_context(sha256: str) -> ssl.SSLContext:
    """Accepts the one certificate of that fingerprint, whatever its names, dates and authority; nothing else."""

    def compare(der: bytes) -> None:
        if not hmac.compare_digest(fingerprint_of(der), sha256):
            raise CertificateRefused(der)

    return _inspecting(compare)


def looking_context(seen: Callable[[bytes], None]) -> ssl.SSLContext:
    """Shows the certificate to `seen` and refuses it, so that nothing is ever sent over such a connection."""

    def look(der: bytes) -> None:
        seen(der)
        raise CertificateRefused(der)

    return _inspecting(look)


class _Socket(ssl.SSLSocket):
    def do_handshake(self, block: bool = False) -> None:
        super().do_handshake(block)
        _inspect(self.context, self.getpeercert(binary_form=True))


class _Object(ssl.SSLObject):
    """The same for TLS inside of TLS, as through an https proxy."""

    def do_handshake(self) -> None:
        super().do_handshake()
        _inspect(self.context, self.getpeercert(binary_form=True))


class _Context(ssl.SSLContext):
    """Leaves the decision to `inspect`, inside of the handshake: no caller can forget it."""

    sslsocket_class = _Socket
    sslobject_class = _Object
    inspect: Callable[[bytes], None] | None = None


def _inspecting(inspect: Callable[[bytes], None]) -> ssl.SSLContext:
    context = _Context(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # `inspect` verifies instead
    context.inspect = inspect
    return context


def _inspect(context: ssl.SSLContext, der: bytes | None) -> None:
    """Let the context decide; without a decision or a certificate it is refused."""
    if not isinstance(context, _Context) or context.inspect is None or der is None:
        raise CertificateRefused(der or b"")
    context.inspect(der)
