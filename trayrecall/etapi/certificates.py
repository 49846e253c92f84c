"""What a certificate says of itself, for a person to compare. Pure.

Reads just as much of X.509 (DER) as is shown; what can't be read stays empty. Nothing here decides about trust.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from trayrecall.core.errors import UserInputError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP

_OID = 0x06
_VERSION, _EXTENSIONS = 0xA0, 0xA3
_UTC_TIME, _FULL_TIME = 0x17, 0x18
_DNS_NAME, _IP_ADDRESS = 0x82, 0x87
_ALTERNATIVE_NAMES = b"\x55\x1d\x11"
_NAME_PARTS = {
    b"\x55\x04\x03": "CN",
    b"\x55\x04\x0a": "O",
    b"\x55\x04\x0b": "OU",
    b"\x55\x04\x06": "C",
}
_CHARSETS = {0x0C: "utf-8", 0x13: "ascii", 0x16: "ascii", 0x14: "latin-1", 0x1E: "utf-16-be"}
_LONGEST = 100
_FIRST_LONG = 0x80  # lengths from here on take bytes of their own
_HALF_CENTURY = 50


@dataclass(frozen=True, slots=True)
class Certificate:
    """A server's certificate. `sha256` is its fingerprint in 64 small hexadecimal digits, as a pin takes it."""

    sha256: str
    subject: str = ""
    issuer: str = ""
    not_after: datetime | None = None
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        said = [self.subject or (", ".join(self.names[:3])) or "a certificate without a name"]
        if self.issuer and self.issuer != self.subject:
            said.append(f"issued by {self.issuer}")
        if self.not_after:
            said.append(f"valid until {self.not_after:%Y-%m-%d}")
        return ", ".join(said)


def fingerprint_of(der: bytes) -> str:
    """The SHA-256 of a certificate."""
    return hashlib.sha256(der).hexdigest()


def typed_fingerprint(text: str) -> str:
    """A SHA-256 fingerprint as a person pastes it, made into 64 small digits. Raises `UserInputError`."""
    bare = re.sub(
        r"^\s*(?:sha-?256)?(?:\s*fingerprint)?\s*[:=]?|[\s:]", "", text, flags=re.IGNORECASE
    ).lower()
    if not re.fullmatch(r"[0-9a-f]{64}", bare):
        raise UserInputError(
            QT_TRANSLATE_NOOP(
                "errors", "A certificate's SHA-256 fingerprint has 64 digits from 0 to 9 and A to F"
            )
        )
    return bare


def certificate_of(der: bytes) -> Certificate:
    """What the certificate says; only the fingerprint when it can't be read."""
    told = Certificate(fingerprint_of(der))
    with suppress(ValueError, IndexError, StopIteration):
        whole = next(_items(der))[1]
        parts = [item for item in _items(next(_items(whole))[1]) if item[0] != _VERSION]
        _serial, _algorithm, issuer, validity, subject, *rest = parts
        return Certificate(
            told.sha256,
            subject=_name(subject[1]),
            issuer=_name(issuer[1]),
            not_after=_moment(*list(_items(validity[1]))[1]),
            names=tuple(_names(rest)),
        )
    return told


def _items(der: bytes) -> Iterator[tuple[int, bytes]]:
    """The tag and content of each value in a row. Raises `ValueError` or `IndexError` when it is cut off."""
    at = 0
    while at < len(der):
        tag, length = der[at], der[at + 1]
        at += 2
        if length >= _FIRST_LONG:
            width = length - _FIRST_LONG
            length = int.from_bytes(der[at : at + width])
            at += width
        if at + length > len(der):
            raise ValueError
        yield tag, der[at : at + length]
        at += length


def _name(der: bytes) -> str:
    """A distinguished name, the common name first."""
    found: dict[str, str] = {}
    for _, relative in _items(der):
        for _, pair in _items(relative):
            (_, oid), (tag, value) = list(_items(pair))[:2]
            if (part := _NAME_PARTS.get(oid)) is not None:
                found.setdefault(part, _shown(value.decode(_CHARSETS.get(tag, "utf-8"), "replace")))
    return ", ".join(f"{part}={found[part]}" for part in _NAME_PARTS.values() if part in found)


def _names(rest: list[tuple[int, bytes]]) -> Iterator[str]:
    """The host names and addresses that the certificate is for."""
    for tag, holder in rest:
        if tag != _EXTENSIONS:
            continue
        for _, extension in _items(next(_items(holder))[1]):
            parts = list(_items(extension))
            if parts[0] != (_OID, _ALTERNATIVE_NAMES):
                continue
            for kind, value in _items(next(_items(parts[-1][1]))[1]):
                if kind == _DNS_NAME:
                    yield _shown(value.decode("ascii", "replace"))
                elif kind == _IP_ADDRESS:
                    yield str(ipaddress.ip_address(value))


def _moment(tag: int, value: bytes) -> datetime | None:
    text = value.decode("ascii")
    if tag == _UTC_TIME:
        text = ("19" if int(text[:2]) >= _HALF_CENTURY else "20") + text
    elif tag != _FULL_TIME:
        return None
    return datetime.strptime(text, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC)


def _shown(text: str) -> str:
    """Text of a stranger, fit to be shown: one line of printable signs."""
    return "".join(sign for sign in text if sign.isprintable())[:_LONGEST]
