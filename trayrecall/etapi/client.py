"""The ETAPI client: five GETs, each with a deadline, each failure with a name.

It may not write, follow redirects, log, keep note content, or let the token out of its own request header.
"""

from __future__ import annotations

import re
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx

from trayrecall.core.errors import (
    NoteGone,
    NoToken,
    NotSetUp,
    NotTrilium,
    ServerFault,
    SourceError,
    SourceTimeout,
    TooLarge,
    Unreachable,
    UserInputError,
    WrongToken,
)
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import NoteId, NoteMeta
from trayrecall.etapi import failures
from trayrecall.etapi.address import is_loopback, normalise_url
from trayrecall.etapi.certificates import typed_fingerprint
from trayrecall.etapi.failures import Reply
from trayrecall.etapi.listings import PAGE_ABOVE, PAGE_SIZE, Listings
from trayrecall.etapi.looking import fetch_fingerprint
from trayrecall.etapi.parse import child_ids, note_meta
from trayrecall.etapi.proxies import shown, system_proxy
from trayrecall.etapi.transport import Deadline, ReadOnlyTransport, http_transport
from trayrecall.etapi.trust import pinned_context, verifying_context
from trayrecall.etapi.walk import ROOT, Family

CHANGE_HEADER = "trilium-max-entity-change-id"
MAX_LISTING = 256 * 2**20
MAX_CONTENT = 64 * 2**20

_TOKEN = re.compile(r"[\x21-\x7e]+")
_UNPACKED = {"", "identity", "gzip", "deflate"}  # packed twice, a thousand bytes unpack to gigabytes at once
_RETRIED = (httpx.RemoteProtocolError, httpx.ReadError)


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds. All but `connect` are the whole time a request may take, from first to last byte."""

    connect: float = 5.0
    mark: float = 2.0
    probe: float = 15.0
    content: float = 60.0
    listing: float = 120.0
    walk: float = 300.0  # all requests of a walk through the tree, or of a list in pages, together


class EtapiSource:
    """One Trilium server, read-only; implements `core.ports.NoteSource`. Thread-safe.

    `url` is normalised again, so any spelling that `normalise_url` takes will do. Raises `UserInputError` for a
    token that can't stand in a header, without quoting it: httpx would quote it in its own error.

    A certificate must be vouched for by the system's trust store, or by the authorities in `ca_file`; with
    `pinned_sha256` it must be exactly the one of that fingerprint, and its names and dates don't matter.
    Away from this machine the system's proxy is used, as it stands when the source is made. `clock`, the one on the
    wall, dates a `Retry-After` and tells how long a connection has rested; it decides nothing about notes.
    """

    def __init__(
        self,
        url: str,
        token: str,
        *,
        transport: httpx.BaseTransport | None = None,
        timeouts: Timeouts = Timeouts(),
        page_above: int = PAGE_ABOVE,
        page_size: int = PAGE_SIZE,
        ca_file: Path | None = None,
        pinned_sha256: str | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._url = ""
        secret = _secret(token)
        del token  # not even in a traceback that shows local variables
        if secret is None:
            raise NoToken(
                QT_TRANSLATE_NOOP("errors", "The token is empty or holds characters that no ETAPI token has")
            )
        self._url = normalise_url(url)
        self._timeouts = timeouts
        self._clock = clock
        self._listings = Listings(
            self._search, self._family, page_above=page_above, page_size=page_size, walk_seconds=timeouts.walk
        )
        self._deadline = Deadline()
        self._is_wired = transport is None
        self._proxy = system_proxy(self._url) if self._is_wired else None
        context = _trust(self._url, ca_file, pinned_sha256)
        inner = transport or http_transport(self._deadline, context, self._proxy, clock)
        self._transport = ReadOnlyTransport(inner)
        self._closed = False
        self._names_files = False  # whether a content answer of this server named one
        self._secret = secret
        self._headers = {
            "User-Agent": f"python-httpx/{httpx.__version__}",
            "Accept": "*/*",
            "Connection": "keep-alive",
            "Accept-Encoding": "identity" if is_loopback(self._url) else "gzip",
        }

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._url!r})"

    @property
    def requests_sent(self) -> int:
        """How many GETs were let through."""
        return self._transport.passed

    @property
    def requests_refused(self) -> int:
        """How many requests the transport refused to send; anything but 0 is a fault of ours."""
        return self._transport.refused

    def change_mark(self) -> str | None:
        """The server's highest change number; None for `0`, no header, or any failure.

        It is an optional short cut outside of ETAPI: a proxy may hide it, and a server that is down or slow is
        named by the listing that follows. So it never raises.
        """
        try:
            reply = self._get("/api/health-check", self._timeouts.mark, MAX_CONTENT, signed=False)
        except SourceError:
            return None
        mark = reply.headers.get(CHANGE_HEADER, "").strip()
        return mark if reply.status == httpx.codes.OK and mark not in {"", "0"} else None

    def app_version(self) -> str:
        """The server's version; the cheapest call that proves address and token."""
        info = self._json("/etapi/app-info", self._timeouts.probe)
        version = info.get("appVersion")
        if not isinstance(version, str) or not version:
            raise NotTrilium(QT_TRANSLATE_NOOP("errors", "the answer is not what Trilium sends"))
        return failures.shown(version)

    def note(self, note_id: NoteId) -> NoteMeta:
        """Metadata of one note, hidden and archived ones too."""
        found = note_meta(self._json(_note_path(note_id), self._timeouts.content))
        if found is None:
            raise NotTrilium(QT_TRANSLATE_NOOP("errors", "the answer is not what Trilium sends"))
        return found

    def content(self, note_id: NoteId) -> str:
        """The note's content; bytes that are no UTF-8 become U+FFFD, so binary content never fails."""
        reply = self._ok(f"{_note_path(note_id)}/content", self._timeouts.content, MAX_CONTENT)
        # Every Trilium names a file in its content answers: what comes without one is not a note, unless a proxy
        # takes that line away from all of them.
        if "content-disposition" in reply.headers:
            self._names_files = True
        elif self._names_files or _is_whole_page(reply):
            raise failures.not_json(self._secret.scrub(reply, always=True))
        return reply.body.decode("utf-8", "replace")

    def listing(self, known: int = 0, /) -> tuple[NoteMeta, ...]:
        """Metadata of all notes: in one answer, or in pages when more than `page_above` are `known` or were seen.

        When every search of the server fails, as it does while the tree has a cycle, by a walk through the tree;
        after any other 500 only when the next listing meets one too.
        """
        return self._listings.listing(known)

    def relisting(self) -> tuple[NoteMeta, ...]:
        """The same as `listing`, asked in another form: for a listing that is hard to believe.

        First the server must tell its version and its root note; then the list comes in pages, or in one answer
        when it came in pages before. Raises as `listing` does.
        """
        self.app_version()
        try:
            root = self.note(ROOT)
        except NoteGone:
            root = None
        if root is None or root.id != ROOT:
            raise ServerFault(QT_TRANSLATE_NOOP("errors", "the root note is missing"))
        return self._listings.relisting()

    def close(self) -> None:
        """Give the connections back; what is under way on another thread fails at once."""
        self._closed = True
        self._transport.close()

    # ---- what a listing asks --------------------------------------------------------------------------

    def _search(self, query: str) -> list[NoteMeta]:
        params = {"search": query, "includeArchivedNotes": "true", "fastSearch": "true"}
        found = self._json("/etapi/notes", self._timeouts.listing, MAX_LISTING, params=params).get("results")
        if not isinstance(found, list):
            raise NotTrilium(QT_TRANSLATE_NOOP("errors", "the answer is not what Trilium sends"))
        return [note for item in found if (note := note_meta(item)) is not None]

    def _family(self, note_id: NoteId, seconds: float) -> Family:
        """A note and the ids of its children."""
        told = self._json(_note_path(note_id), min(seconds, self._timeouts.content))
        if (found := note_meta(told)) is None:
            raise NotTrilium(QT_TRANSLATE_NOOP("errors", "the answer is not what Trilium sends"))
        return found, child_ids(told)

    # ---- one request ----------------------------------------------------------------------------------

    def _json(
        self, path: str, seconds: float, limit: int = MAX_CONTENT, *, params: dict[str, str] | None = None
    ) -> Mapping[str, Any]:
        reply = self._ok(path, seconds, limit, params=params)
        value = reply.json()
        if not isinstance(value, Mapping):
            raise failures.not_json(self._secret.scrub(reply, always=True))
        return value

    def _ok(self, path: str, seconds: float, limit: int, *, params: dict[str, str] | None = None) -> Reply:
        """A 200, or the named failure; a refused token is told from a server that was never set up."""
        reply = self._get(path, seconds, limit, params=params)
        failure = failures.of_reply(reply, self._clock)
        if isinstance(failure, WrongToken) and not self._is_set_up():
            raise NotSetUp
        if failure is not None:
            raise failure
        return reply

    def _is_set_up(self) -> bool:
        """What the server says of itself; when it says nothing, it is set up."""
        try:
            status = self._get("/api/setup/status", self._timeouts.probe, MAX_CONTENT, signed=False).json()
        except SourceError:
            return True
        return not isinstance(status, Mapping) or status.get("isInitialized") is not False

    def _get(
        self,
        path: str,
        seconds: float,
        limit: int,
        *,
        params: dict[str, str] | None = None,
        signed: bool = True,
    ) -> Reply:
        """Any answer at all, within `seconds` and `limit` bytes; one retry when the connection broke.

        The failure is raised outside of the handler, so that it doesn't carry httpx's exception, and with it
        the request and its headers, as context.
        """
        request = httpx.Request("GET", f"{self._url}{path}", params=params, headers=self._headers)
        with self._deadline.within(seconds):
            outcome = self._attempt(request, limit, signed=signed)
            if isinstance(outcome, _RETRIED):
                outcome = self._attempt(request, limit, signed=signed)
        if isinstance(outcome, Reply):
            return outcome
        raise outcome if isinstance(outcome, SourceError) else self._named(outcome, look=signed)

    def _named(self, error: Exception, *, look: bool) -> SourceError:
        """The name of a failure; with `look`, of a certificate that nobody vouches for what it says of itself too."""
        failure = failures.of_exception(error)
        if self._proxy is not None and isinstance(failure, Unreachable):
            return failures.behind(shown(self._proxy), failure)
        if not (look and self._is_wired and failures.is_distrust(error)):
            return failure
        try:
            presented = fetch_fingerprint(self._url, seconds=self._timeouts.connect)
        except SourceError:
            return failure
        return failures.of_exception(error, presented)

    def _attempt(self, request: httpx.Request, limit: int, *, signed: bool) -> Reply | Exception:
        if self._closed:  # else a request that the end broke would be sent again
            return SourceError("the client was closed")
        left = self._deadline.remaining() or 0.001
        steps = httpx.Timeout(left, connect=min(left, self._timeouts.connect))
        request.extensions = {"timeout": steps.as_dict()}
        try:
            if signed:
                self._secret.sign(request)
            response = self._transport.handle_request(request)
            try:
                if (packed := response.headers.get("content-encoding", "").strip().lower()) not in _UNPACKED:
                    return httpx.DecodingError(f"{packed[:40]!r} was not asked for")
                body = b"".join(self._within_limits(response, limit))
            finally:
                response.close()
        except (httpx.HTTPError, httpx.InvalidURL, SourceError) as error:
            return error
        return self._secret.scrub(Reply(str(request.url), response.status_code, response.headers, body))

    def _within_limits(self, response: httpx.Response, limit: int) -> Iterator[bytes]:
        """The body's pieces as long as they are within size and deadline (also on a transport given to us)."""
        size = 0
        for piece in response.iter_bytes():
            size += len(piece)
            if size > limit:
                raise TooLarge(
                    QT_TRANSLATE_NOOP("errors", "the answer is larger than {limit} MiB"),
                    values={"limit": limit // 2**20},
                )
            if self._deadline.remaining() == 0.0:
                raise SourceTimeout
            yield piece


class _Secret:
    """The token: the only place that holds it, and shows it to nobody but the request it signs."""

    __slots__ = ("_token",)

    def __init__(self, token: str) -> None:
        self._token = token

    def __repr__(self) -> str:
        return "<token>"

    def __reduce__(self) -> str:
        raise TypeError("a token is never pickled")

    def sign(self, request: httpx.Request) -> httpx.Request:
        """Put the raw token into the request; with `Bearer` before it, servers below 0.93 refuse it."""
        request.headers["Authorization"] = self._token
        return request

    def scrub(self, reply: Reply, *, always: bool = False) -> Reply:
        """The reply without the token, should a server or proxy repeat it in its error page or redirect.

        What came as the right answer is a person's own note, and left as it is.
        """
        if reply.status == httpx.codes.OK and not always:
            return reply
        token = self._token.encode()
        headers = httpx.Headers([(key, value.replace(token, b"...")) for key, value in reply.headers.raw])
        return replace(reply, headers=headers, body=reply.body.replace(token, b"..."))


def _secret(token: str) -> _Secret | None:
    """The token in its keeping, or None when it can't stand in a header."""
    return _Secret(token) if _TOKEN.fullmatch(token) else None


def _trust(url: str, ca_file: Path | None, pinned_sha256: str | None) -> ssl.SSLContext | None:
    """Which certificates are accepted; None for an address without TLS."""
    if not url.startswith("https:"):
        if pinned_sha256 is not None:
            raise UserInputError(
                QT_TRANSLATE_NOOP(
                    "errors", "A certificate is pinned, but the address does not begin with https://"
                )
            )
        return None
    return (
        verifying_context(ca_file)
        if pinned_sha256 is None
        else pinned_context(typed_fingerprint(pinned_sha256))
    )


def _note_path(note_id: NoteId) -> str:
    """The path of a note. Ids of dots alone would climb out of it; no note has one."""
    if not note_id.strip("."):
        raise NoteGone
    return f"/etapi/notes/{quote(note_id, safe='')}"


def _is_whole_page(reply: Reply) -> bool:
    return reply.is_html and reply.body[:500].lstrip().lower().startswith((b"<!doctype html", b"<html"))
