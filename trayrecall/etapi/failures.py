"""Gives a failed exchange with Trilium its name in the error family.

Built from statuses, fixed texts and Trilium's own `message`; never from the texts of lower libraries, which may
quote a header. Pure: takes what came back, sends nothing.
"""

from __future__ import annotations

import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx

from trayrecall.core.errors import (
    BadRequest,
    HtmlInsteadOfJson,
    LoginPageInTheWay,
    NoteGone,
    NotTrilium,
    ProtectedNote,
    ServerFault,
    SourceError,
    SourceTimeout,
    TlsFailure,
    Unreachable,
    UserInputError,
    WrongToken,
)
from trayrecall.etapi.address import normalise_url

_LONGEST_MESSAGE = 300
_CAUSES = 8


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer of a server."""

    url: str
    status: int
    headers: httpx.Headers
    body: bytes

    @property
    def is_html(self) -> bool:
        """Whether a web page came."""
        if self.headers.get("content-type", "").lower().startswith(("text/html", "application/xhtml")):
            return True
        return self.body[:200].lstrip().lower().startswith((b"<!doctype html", b"<html"))

    def json(self) -> Any:
        """The JSON value of the body, or None when it isn't JSON."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None


def of_reply(reply: Reply) -> SourceError | None:
    """What is wrong with an answer by its status, or None when it is a plain 200.

    A 401 is `WrongToken` here; whether the server was never set up is for the client to ask.
    """
    if reply.status == httpx.codes.OK:
        return None
    if httpx.codes.is_redirect(reply.status):
        return _redirect(reply)
    if httpx.codes.is_server_error(reply.status) or reply.status == httpx.codes.TOO_MANY_REQUESTS:
        return ServerFault(_said(reply))
    problem = reply.json()
    code = problem.get("code") if isinstance(problem, Mapping) else None
    if isinstance(code, str) and code:
        return _named(reply, code)
    return _foreign(reply, is_json=isinstance(problem, Mapping))


def not_json(reply: Reply) -> SourceError:
    """What to say of a 200 whose body isn't the JSON that Trilium sends."""
    return HtmlInsteadOfJson() if reply.is_html else NotTrilium("the answer is not what Trilium sends")


def of_exception(error: Exception) -> SourceError:
    """The name of a failure below HTTP."""
    if (tls := _tls_cause(error)) is not None:
        return _tls_failure(tls)
    match error:
        case httpx.ConnectTimeout():
            return Unreachable("no connection could be made in time")
        case httpx.TimeoutException():
            return SourceTimeout()
        case httpx.RemoteProtocolError() if "illegal" in str(error):
            return NotTrilium("the answer is not HTTP")
        case httpx.RemoteProtocolError() | httpx.ReadError() | httpx.WriteError():
            return Unreachable("the connection was closed without a complete answer")
        case httpx.DecodingError():
            return ServerFault("the compressed answer can't be unpacked")
        case httpx.ConnectError():
            return Unreachable()
        case _:
            return SourceError(f"the request failed ({type(error).__name__})")


def _named(reply: Reply, code: str) -> SourceError:
    """Trilium's own errors carry a `code`."""
    if reply.status == httpx.codes.UNAUTHORIZED:
        return WrongToken()
    if code == "NOTE_IS_PROTECTED":
        return ProtectedNote()
    if code == "NOTE_NOT_FOUND":
        return NoteGone()
    return BadRequest(_said(reply))


def _foreign(reply: Reply, *, is_json: bool) -> SourceError:
    """A 4xx without Trilium's `code`: another program or a proxy answered."""
    if reply.status in {
        httpx.codes.UNAUTHORIZED,
        httpx.codes.FORBIDDEN,
        httpx.codes.PROXY_AUTHENTICATION_REQUIRED,
    }:
        return LoginPageInTheWay(f"the answer was {reply.status}")
    if reply.status == httpx.codes.NOT_FOUND:
        return HtmlInsteadOfJson() if reply.is_html else NotTrilium(f"the answer was {reply.status}")
    if reply.is_html and not is_json:
        return HtmlInsteadOfJson(f"the answer was {reply.status}")
    return BadRequest(_said(reply))


def _said(reply: Reply) -> str:
    """The status, and Trilium's own words when there are some."""
    problem = reply.json()
    message = problem.get("message") if isinstance(problem, Mapping) else None
    if not isinstance(message, str) or not message:
        return f"the answer was {reply.status}"
    return f"{reply.status}, {' '.join(message.split())[:_LONGEST_MESSAGE]}"


def _redirect(reply: Reply) -> LoginPageInTheWay:
    """A redirect is never followed; one within the same host that keeps the path names the right address."""
    try:
        target = urljoin(reply.url, reply.headers.get("location", ""))
        here, there = urlsplit(reply.url), urlsplit(target)
    except ValueError:
        return LoginPageInTheWay()
    tail = "/etapi/" if "/etapi/" in here.path else "/api/"
    asked = here.path[here.path.rfind(tail) :]
    if here.hostname == there.hostname and target != reply.url and there.path.endswith(asked):
        try:
            better = normalise_url(f"{there.scheme}://{there.netloc}{there.path.removesuffix(asked)}")
        except UserInputError:
            return LoginPageInTheWay()
        return LoginPageInTheWay(
            f"the server sends on to {better}", hint=f"Enter this address instead: {better}"
        )
    return LoginPageInTheWay(f"the server sends on to {there.hostname or 'another page'}")


def _tls_cause(error: BaseException) -> ssl.SSLError | None:
    """The TLS error at the bottom of a chain of exceptions."""
    cause: BaseException | None = error
    for _ in range(_CAUSES):
        if cause is None or isinstance(cause, ssl.SSLError):
            return cause
        cause = cause.__cause__ or cause.__context__
    return None


def _tls_failure(error: ssl.SSLError) -> TlsFailure:
    if isinstance(error, ssl.SSLCertVerificationError):
        return TlsFailure(error.verify_message or "the certificate can't be verified")
    if error.reason in {"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE"}:
        return TlsFailure("the server doesn't speak TLS at this port", hint="Try the address with http://.")
    return TlsFailure()
