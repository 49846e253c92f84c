"""Gives a failed exchange with Trilium its name in the error family.

Built from statuses, fixed texts and Trilium's own `message`; never from the texts of lower libraries, which may
quote a header. Pure: takes what came back, sends nothing.
"""

from __future__ import annotations

import html
import json
import re
import ssl
import time
from collections.abc import Callable, Mapping
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
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.etapi.address import normalise_url
from trayrecall.etapi.certificates import Certificate, certificate_of
from trayrecall.etapi.trust import CertificateRefused
from trayrecall.etapi.waiting import retry_after

_ASK_TO_WAIT = {httpx.codes.TOO_MANY_REQUESTS, httpx.codes.SERVICE_UNAVAILABLE}
_LONGEST_MESSAGE = 300
_LONGEST_HEAD = 65_536
_LONGEST_TITLE = 80
_PAGE_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{0,1000})", re.IGNORECASE)
_CAUSES = 8
# OpenSSL's X509_V_ERR codes.
_EXPIRED = 10
_NO_AUTHORITY = {18, 19, 20, 21}
_OTHER_NAME = {62, 64}


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


def of_reply(reply: Reply, clock: Callable[[], float] = time.time) -> SourceError | None:
    """What is wrong with an answer by its status, or None when it is a plain 200.

    `clock` is asked only for a `Retry-After` date in an answer without a `Date` of its own.
    A 401 is `WrongToken` here; whether the server was never set up is for the client to ask.
    """
    if reply.status == httpx.codes.OK:
        return None
    if httpx.codes.is_redirect(reply.status):
        return _redirect(reply)
    if httpx.codes.is_server_error(reply.status) or reply.status == httpx.codes.TOO_MANY_REQUESTS:
        wait = retry_after(reply.headers, clock) if reply.status in _ASK_TO_WAIT else None
        fault = ServerFault(_said(reply), status=reply.status, retry_after=wait)
        fault.is_spoken = reply.status == httpx.codes.INTERNAL_SERVER_ERROR and bool(_code(reply.json()))
        return fault
    problem = reply.json()
    if code := _code(problem):
        return _named(reply, code)
    return _foreign(reply, is_json=isinstance(problem, Mapping))


def not_json(reply: Reply) -> SourceError:
    """What to say of a 200 whose body isn't the JSON that Trilium sends."""
    if reply.is_html:
        return HtmlInsteadOfJson(_page(reply))
    return NotTrilium(QT_TRANSLATE_NOOP("errors", "the answer is not what Trilium sends"))


def shown(told: str) -> str:
    """A server's own words on one line, without signs that a terminal or a log would obey."""
    words = "".join(sign for sign in " ".join(told.split()) if sign.isprintable())
    return words[:_LONGEST_MESSAGE]


def is_distrust(error: Exception) -> bool:
    """Whether the server was reached, but its certificate isn't vouched for."""
    return isinstance(_tls_cause(error), ssl.SSLCertVerificationError)


def of_exception(error: Exception, presented: Certificate | None = None) -> SourceError:
    """The name of a failure below HTTP. `presented` is the certificate of the server, when it is known."""
    if (tls := _tls_cause(error)) is not None:
        return _tls_failure(tls, presented)
    match error:
        case httpx.ConnectTimeout():
            return Unreachable(QT_TRANSLATE_NOOP("errors", "no connection could be made in time"))
        case httpx.TimeoutException():
            return SourceTimeout()
        case httpx.RemoteProtocolError() if "illegal" in str(error):
            return NotTrilium(QT_TRANSLATE_NOOP("errors", "the answer is not HTTP"))
        case httpx.RemoteProtocolError() | httpx.ReadError() | httpx.WriteError():
            return Unreachable(
                QT_TRANSLATE_NOOP("errors", "the connection was closed without a complete answer")
            )
        case httpx.DecodingError():
            return ServerFault(QT_TRANSLATE_NOOP("errors", "the compressed answer can't be unpacked"))
        case httpx.ProxyError():
            return Unreachable(QT_TRANSLATE_NOOP("errors", "the proxy lets no connection through"))
        case httpx.ConnectError():
            return Unreachable()
        case _:
            return SourceError(
                QT_TRANSLATE_NOOP("errors", "the request failed ({name})"),
                values={"name": type(error).__name__},
            )


def behind(proxy: str, failure: Unreachable) -> Unreachable:
    """The same failure on the way through the system's proxy."""
    return Unreachable(
        QT_TRANSLATE_NOOP("errors", "{why}, through the proxy {proxy} of this system")
        if failure.detail
        else QT_TRANSLATE_NOOP("errors", "through the proxy {proxy} of this system"),
        hint=QT_TRANSLATE_NOOP(
            "errors",
            "Check the address and the proxy settings of this system (HTTP_PROXY, HTTPS_PROXY, NO_PROXY).",
        ),
        values={"why": failure.detail, "proxy": proxy},
    )


def _named(reply: Reply, code: str) -> SourceError:
    """Trilium's own errors carry a `code`."""
    if reply.status == httpx.codes.UNAUTHORIZED:
        return WrongToken()
    if code == "NOTE_IS_PROTECTED":
        return ProtectedNote()
    if code == "NOTE_NOT_FOUND":
        return NoteGone()
    refusal = BadRequest(_said(reply))
    refusal.is_spoken = True
    return refusal


def _code(problem: Any) -> str:
    """The `code` that Trilium's own errors carry; empty in what others answer."""
    code = problem.get("code") if isinstance(problem, Mapping) else None
    return code if isinstance(code, str) else ""


def _foreign(reply: Reply, *, is_json: bool) -> SourceError:
    """A 4xx without Trilium's `code`: another program or a proxy answered."""
    if reply.status in {
        httpx.codes.UNAUTHORIZED,
        httpx.codes.FORBIDDEN,
        httpx.codes.PROXY_AUTHENTICATION_REQUIRED,
    }:
        return LoginPageInTheWay(
            QT_TRANSLATE_NOOP("errors", "the answer was {status}"), values={"status": reply.status}
        )
    if reply.status == httpx.codes.NOT_FOUND:
        if reply.is_html:
            return HtmlInsteadOfJson(_page(reply) or "the answer was 404")
        return NotTrilium(
            QT_TRANSLATE_NOOP("errors", "a server answers, but it has no ETAPI at this address (404)")
        )
    if reply.is_html and not is_json:
        return HtmlInsteadOfJson(_page(reply) or f"the answer was {reply.status}")
    return BadRequest(_said(reply))


def _page(reply: Reply) -> str:
    """The title of a web page, as a person knows it from the browser; empty when it has none."""
    found = _PAGE_TITLE.search(reply.body[:_LONGEST_HEAD].decode("utf-8", "replace"))
    title = shown(html.unescape(found[1]))[:_LONGEST_TITLE] if found else ""
    return f"the page is titled “{title}”" if title else ""


def _said(reply: Reply) -> str:
    """The status, and Trilium's own words when there are some."""
    problem = reply.json()
    message = problem.get("message") if isinstance(problem, Mapping) else None
    if not isinstance(message, str) or not message:
        return f"the answer was {reply.status}"
    return f"{reply.status}, {shown(message)}"


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
            QT_TRANSLATE_NOOP("errors", "the server sends on to {address}"),
            hint=QT_TRANSLATE_NOOP("errors", "Enter this address instead: {address}"),
            values={"address": better},
        )
    if not there.hostname:
        return LoginPageInTheWay(QT_TRANSLATE_NOOP("errors", "the server sends on to another page"))
    return LoginPageInTheWay(
        QT_TRANSLATE_NOOP("errors", "the server sends on to {address}"), values={"address": there.hostname}
    )


def _tls_cause(error: BaseException) -> ssl.SSLError | None:
    """The TLS error at the bottom of a chain of exceptions."""
    cause: BaseException | None = error
    for _ in range(_CAUSES):
        if cause is None or isinstance(cause, ssl.SSLError):
            return cause
        cause = cause.__cause__ or cause.__context__
    return None


def _tls_failure(error: ssl.SSLError, presented: Certificate | None) -> TlsFailure:
    if isinstance(error, CertificateRefused):
        other = certificate_of(error.der)
        return TlsFailure(
            QT_TRANSLATE_NOOP(
                "errors", "the server presents another certificate than the pinned one ({other})"
            ),
            hint=QT_TRANSLATE_NOOP(
                "errors", "If its certificate was renewed, compare the new fingerprint and pin that one."
            ),
            presented=other.sha256,
            values={"other": other},
        )
    if isinstance(error, ssl.SSLCertVerificationError):
        said = error.verify_message or "the certificate can't be verified"
        hint = None
        if error.verify_code in _OTHER_NAME and presented and presented.names:
            hint = f"Use an address that the certificate is for: {', '.join(presented.names[:5])}"
        elif error.verify_code == _EXPIRED:
            hint = QT_TRANSLATE_NOOP("errors", "Renew the certificate of the server, or pin it as it is.")
        elif error.verify_code in _NO_AUTHORITY:
            hint = QT_TRANSLATE_NOOP(
                "errors", "Name the file of its authority, or compare its fingerprint and pin it."
            )
        return TlsFailure(
            f"{said} ({presented})" if presented else said,
            hint=hint,
            presented=presented.sha256 if presented else None,
        )
    if error.reason in {"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE"}:
        return TlsFailure(
            QT_TRANSLATE_NOOP("errors", "the server doesn't speak TLS at this port"),
            hint=QT_TRANSLATE_NOOP("errors", "Try the address with http://."),
        )
    return TlsFailure()
