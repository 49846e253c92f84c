"""Addresses as people type them, made into the base URL of a Trilium. Pure text; asks no network."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import SplitResult, urlsplit

import httpx

from trayrecall.core.errors import UserInputError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP

_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_BROKEN_SCHEME = re.compile(r"https?(?::/|//|:(?![0-9]))", re.IGNORECASE)  # a host may be called http
_OWN_SEGMENT = re.compile(
    r"/(?:etapi(?:/.*)?|login/?)$", re.IGNORECASE
)  # a browser may stand at the login page
_SHORT_LOOPBACK = re.compile(r"127(?:\.[0-9]+){1,2}")
_UNUSABLE = re.compile(r"[\s\x00-\x1f\x7f\\]")


def normalise_url(text: str) -> str:
    """The base of a Trilium: scheme, host, port and path prefix, without `/etapi`, `/login` and trailing slashes.

    A bare host gets `http://`; query and fragment (such as `/#root`) go. Raises `UserInputError` for anything
    that can't be an address of a web server, and for a user name or password in it, without quoting those.
    """
    typed = text.strip()
    if not typed or _UNUSABLE.search(typed):
        raise UserInputError(
            QT_TRANSLATE_NOOP("errors", "An address is needed, without spaces, such as http://localhost:8080")
        )
    is_whole = _SCHEME.match(typed) is not None
    is_broken = not is_whole and _BROKEN_SCHEME.match(typed) is not None
    parts = None if is_broken else _split(typed if is_whole else f"http://{typed}")
    if parts is None:
        raise UserInputError(
            QT_TRANSLATE_NOOP(
                "errors", "The address can't be read; it should look like http://localhost:8080"
            )
        )
    if "@" in parts.netloc:
        raise UserInputError(QT_TRANSLATE_NOOP("errors", "The address must not hold a user name or password"))
    if parts.scheme not in {"http", "https"}:
        raise UserInputError(
            QT_TRANSLATE_NOOP("errors", "an address can't begin with {scheme}://; use http:// or https://"),
            values={"scheme": parts.scheme},
        )
    path = _OWN_SEGMENT.sub("", re.sub(r"/{2,}", "/", parts.path)).rstrip("/")
    return f"{parts.scheme}://{parts.netloc.lower()}{path}"


def is_loopback(url: str) -> bool:
    """Whether the address is this machine itself."""
    host = (urlsplit(url).hostname or "").lower()
    if host == "localhost" or host.endswith(".localhost") or _SHORT_LOOPBACK.fullmatch(host):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback


def _split(url: str) -> SplitResult | None:
    """The parts of a URL that the standard library, httpx and a look-up of its host can read, or None."""
    try:
        parts = urlsplit(url)
        read = httpx.URL(url)
        read.host.encode()  # a host in Punycode is read only now
        read.raw_host.decode("ascii").encode("idna")  # as it is looked up: no part empty or too long
        is_usable = bool(parts.hostname) and parts.port != 0
    except (ValueError, httpx.InvalidURL):  # also of names that IDNA refuses
        return None
    return parts if is_usable else None
