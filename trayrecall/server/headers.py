"""What is refused from a request's headers alone, before a byte of its body is read. Pure.

There are two kinds of paths. Our own ask for a token and are no business of any web page. Those of OAuth (`OPEN_PATHS`,
in effect when there is a base URL) are asked without one, by programs and by a person's browser: a page of another site
may lead a person there, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

MAX_BODY_BYTES = 1024 * 1024
OPEN_BODY_BYTES = 64 * 1024
WITH_BODY = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_JSON = "application/json"
_FORM = "application/x-www-form-urlencoded"
_WELL_KNOWN = "/.well-known/"


class Refused(Exception):
    """The request is refused with this status, detail and headers."""

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = headers


@dataclass(frozen=True, slots=True)
class OpenPath:
    """A path that is asked without a token: the type of its bodies, and whether a person's browser shows it."""

    body: str = _FORM
    is_page: bool = False


OPEN_PATHS = {
    "/authorize": OpenPath(is_page=True),
    "/login": OpenPath(is_page=True),
    "/token": OpenPath(),
    "/revoke": OpenPath(),
    "/register": OpenPath(body=_JSON),
}


@dataclass(frozen=True, slots=True)
class HeaderRules:
    """What is let in. `base_url` is where clients on other machines reach us; None when they don't."""

    port: int
    allowed_origins: frozenset[str] = frozenset()
    base_url: str | None = None

    @property
    def hosts(self) -> frozenset[str]:
        """The only Host headers that are ours."""
        own = {f"{name}:{self.port}" for name in ("127.0.0.1", "localhost", "[::1]")}
        return frozenset(own | ({urlsplit(self.base_url).netloc} if self.base_url else set()))

    def open_path(self, path: str) -> OpenPath | None:
        """How that path is asked without a token; None when it needs one."""
        if self.base_url is None:
            return None
        return OpenPath() if path.startswith(_WELL_KNOWN) else OPEN_PATHS.get(path)


def check_headers(scope: Scope, headers: Headers, rules: HeaderRules) -> None:
    """Raises Refused."""
    hosts = headers.getlist("host")
    if len(hosts) != 1 or hosts[0].lower() not in rules.hosts:
        raise Refused(403, "this Host is not served here")
    path = rules.open_path(scope["path"])
    if path is None:
        _refuse_pages(headers, rules.allowed_origins, frozenset({"none"}))
    else:
        assert rules.base_url is not None
        sites = {"none", "same-origin"} | (_from_elsewhere(scope, headers) if path.is_page else set())
        _refuse_pages(headers, frozenset({rules.base_url}), frozenset(sites))
    if scope["method"] == "OPTIONS":
        raise Refused(405, "OPTIONS is not answered here")
    if "content-length" in headers and "transfer-encoding" in headers:  # a proxy may go by the other one
        raise Refused(400, "the body's length is told twice", {"Connection": "close"})
    most = body_bytes(path)
    if any(_is_too_long(length, most) for length in headers.getlist("content-length")):
        raise too_long(most)
    wanted = _JSON if path is None else path.body
    if scope["method"] in WITH_BODY and scope["method"] != "DELETE" and not _is(wanted, headers):
        raise Refused(415, f"the body must be {wanted} in UTF-8")


def body_bytes(path: OpenPath | None) -> int:
    """How long a body may be: those of strangers are short."""
    return MAX_BODY_BYTES if path is None else OPEN_BODY_BYTES


def too_long(most: int) -> Refused:
    """That a body is longer than that."""
    return Refused(413, f"the body is longer than {most} bytes")


def _refuse_pages(headers: Headers, origins: frozenset[str], sites: frozenset[str]) -> None:
    if any(origin not in origins for origin in headers.getlist("origin")):
        raise Refused(403, "requests of web pages are refused")
    if any(site not in sites for site in headers.getlist("sec-fetch-site")):
        raise Refused(403, "requests of web pages are refused")


def _from_elsewhere(scope: Scope, headers: Headers) -> set[str]:
    """The other sites that may lead a person here: by a link, in the whole window, never by a form or in a frame."""
    is_navigation = (
        scope["method"] == "GET"
        and headers.getlist("sec-fetch-mode") == ["navigate"]
        and headers.getlist("sec-fetch-dest") == ["document"]
    )
    return {"cross-site", "same-site"} if is_navigation else set()


def _is_too_long(content_length: str, most: int) -> bool:
    return not content_length.isdecimal() or int(content_length[:20]) > most


def _is(wanted: str, headers: Headers) -> bool:
    types = headers.getlist("content-type")
    if len(types) != 1 or any(coding.lower() != "identity" for coding in headers.getlist("content-encoding")):
        return False
    kind, *parameters = (part.strip().lower() for part in types[0].split(";"))
    charsets = [p.removeprefix("charset=").strip('"') for p in parameters if p.startswith("charset=")]
    return kind == wanted and all(charset in {"utf-8", "utf8"} for charset in charsets)
