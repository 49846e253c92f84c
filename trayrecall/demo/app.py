"""The ETAPI routes as an ASGI application over a `Tree`: reads only, a 404 for everything else.

`respond` is a plain function from request to response; the tests' server extends it and `deliver`.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote, unquote

from trayrecall.demo.notes import DemoNote
from trayrecall.demo.search import Order, ordered, search
from trayrecall.demo.tree import Tree

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

JSON_TYPE = "application/json; charset=utf-8"
HTML_TYPE = "text/html; charset=utf-8"
_LEADING_HOST = re.compile(r"^//[^/?]*")


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked. `target` is path and query as they came, `parts` the decoded segments of the path."""

    method: str
    target: str
    parts: tuple[str, ...]
    params: Mapping[str, str]
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Response:
    """What is answered; content-length and ETag are added on delivery."""

    status: int
    body: bytes
    content_type: str = JSON_TYPE
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DemoFacts:
    """What the server says of itself."""

    app_info: Mapping[str, Any] = field(
        default_factory=lambda: {
            "appVersion": "0.102.1",
            "dbVersion": 235,
            "syncVersion": 37,
            "clipperProtocolVersion": "1.0",
        }
    )
    is_initialized: bool = True


class EtapiApp:
    """Answers ETAPI's reads for one token. The change number stands in `Tree.change_id`."""

    def __init__(self, tree: Tree, token: str, facts: DemoFacts | None = None) -> None:
        self.tree = tree
        self.facts = facts or DemoFacts()
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One ASGI request."""
        if scope["type"] == "http":
            request = request_of(scope)
            await self.deliver(request, self.respond(request), receive, send)

    async def deliver(self, request: Request, response: Response, receive: Receive, send: Send) -> None:
        """Send a response with its ETag, or 304 for one that the client already has."""
        del receive
        etag = etag_of(response.body)
        headers = {
            "content-type": response.content_type,
            "content-length": str(len(response.body)),
            **response.headers,
            "etag": etag,
        }
        status, body = response.status, response.body
        if status == 200 and request.headers.get("if-none-match") == etag:  # noqa: PLR2004
            status, body, headers = 304, b"", {"etag": etag}
        raw = [(key.encode("latin-1"), value.encode("latin-1")) for key, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": raw})
        await send({"type": "http.response.body", "body": body if request.method != "HEAD" else b""})

    # ---- routes ---------------------------------------------------------------------------------------

    def respond(self, request: Request) -> Response:
        """The answer to one request."""
        if request.method not in {"GET", "HEAD"} or request.target.startswith("//"):
            return no_route(request)
        path = "/".join(request.parts).lower()
        mark = {"trilium-max-entity-change-id": str(self.tree.change_id)}
        if path == "api/health-check":
            return Response(200, as_json({"status": "ok"}), headers=mark)
        if path == "api/setup/status":
            return Response(200, as_json(self.setup_status()), headers=mark)
        if not path.startswith("etapi/"):
            return no_route(request)
        if not (self.facts.is_initialized and self.accepts(request.headers.get("authorization", ""))):
            return problem(401, "NOT_AUTHENTICATED", "Not authenticated")
        return self.etapi(request, list(request.parts[1:]))

    def etapi(self, request: Request, parts: list[str]) -> Response:
        """The answer to a request with a good token; `parts` are the segments after `/etapi`."""
        match [part.lower() for part in parts]:
            case ["app-info"]:
                return Response(200, as_json(dict(self.facts.app_info)))
            case ["notes"]:
                return self.found(request)
            case ["notes", _]:
                return self.note(parts[1])
            case ["notes", _, "content"]:
                return self.content(parts[1])
            case _:
                return no_route(request)

    def accepts(self, authorization: str) -> bool:
        """Whether the header holds the token: raw, as Bearer, or as Basic of the user `etapi`."""
        basic = "Basic " + base64.b64encode(f"etapi:{self._token}".encode()).decode()
        given = authorization.encode()
        return any(
            hmac.compare_digest(given, form.encode())
            for form in (self._token, f"Bearer {self._token}", basic)
        )

    def setup_status(self) -> dict[str, Any]:
        """What anyone may ask."""
        done = self.facts.is_initialized
        sync_version = self.facts.app_info.get("syncVersion")
        return {"isInitialized": done, "schemaExists": done, "syncVersion": sync_version}

    def note(self, note_id: str) -> Response:
        """One note object."""
        with self.tree.lock:
            if note_id not in self.tree.notes:
                return missing(note_id)
            return Response(200, self.tree.json_bytes(note_id))

    def content(self, note_id: str) -> Response:
        """A note's content with its own content type."""
        note = self.tree.notes.get(note_id)
        if note is None:
            return missing(note_id)
        if note.is_protected:
            words = f"Note '{note_id}' is protected and content cannot be read through ETAPI."
            return problem(400, "NOTE_IS_PROTECTED", words)
        if note.content is None:
            blob = note.blob_id or "null"
            return problem(500, "GENERIC", f"Cannot find content for noteId '{note_id}', blobId '{blob}'.")
        try:
            name = quote(note.title or "untitled", safe="!~*'()")
        except UnicodeEncodeError:  # half a character, e.g. of an emoji that an import cut
            return problem(500, "GENERIC", "URI malformed")
        shown = f"file; filename=\"{name}\"; filename*=UTF-8''{name}"
        return Response(200, note.content, content_type(note), {"content-disposition": shown})

    def found(self, request: Request) -> Response:
        """A search: metadata of the notes that it finds."""
        params = request.params
        if not params.get("search"):
            return problem(400, "SEARCH_QUERY_PARAM_MANDATORY", "'search' query parameter is mandatory.")
        for name in ("fastSearch", "includeArchivedNotes"):
            if (value := params.get(name, "false")) not in {"true", "false"}:
                words = (
                    f"Cannot parse boolean '{name}' value '{value}, allowed values are 'true' and 'false'."
                )
                return problem(400, "SEARCH_PARAM_VALIDATION_ERROR", words)
        with self.tree.lock:
            ids = self.ids_found(params)
            return Response(200, b'{"results":[' + b",".join(map(self.tree.json_bytes, ids)) + b"]}")

    def ids_found(self, params: Mapping[str, str]) -> list[str]:
        """The ids of a search. The order given in the URL is always descending, as in every Trilium."""
        with_archived = params.get("includeArchivedNotes") == "true"
        ids = search(self.tree, params["search"], with_archived=with_archived)
        if key := params.get("orderBy"):
            ids = ordered(self.tree, ids, [Order(key, descending=True)])
        return ids[: self.url_limit(params)]

    def url_limit(self, params: Mapping[str, str]) -> int | None:
        """The limit given in the URL."""
        limit = params.get("limit", "")
        return int(limit) if limit.isdigit() else None


def request_of(scope: Scope) -> Request:
    """The request of an ASGI scope."""
    raw_path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope.get("query_string", b"")
    path = raw_path.split(b"?", 1)[0].decode("latin-1")
    return Request(
        method=scope["method"],
        target=path + ("?" + query.decode("latin-1") if query else ""),
        parts=tuple(unquote(part) for part in path.strip("/").split("/")),
        params=dict(parse_qsl(query.decode("latin-1"), keep_blank_values=True)) if query else {},
        headers={key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]},
    )


def etag_of(body: bytes) -> str:
    """The weak ETag that Express makes of a body."""
    digest = base64.b64encode(hashlib.sha1(body, usedforsecurity=False).digest()).decode()[:27]
    return f'W/"{len(body):x}-{digest}"'


def as_json(value: Any) -> bytes:
    """JSON as JavaScript writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def problem(status: int, code: str, message: str) -> Response:
    """One of ETAPI's own errors."""
    return Response(status, as_json({"status": status, "code": code, "message": message}))


def missing(note_id: str) -> Response:
    """The answer for a note that isn't there."""
    return problem(404, "NOTE_NOT_FOUND", f"Note '{note_id}' not found.")


def no_route(request: Request) -> Response:
    """What Trilium says to an address it doesn't know; the first part after `//` is taken for a host."""
    target = _LEADING_HOST.sub("", request.target)
    return Response(404, as_json({"message": f"Router not found for request {request.method} {target}"}))


def content_type(note: DemoNote) -> str:
    """The note's mime as Express sends it: text in UTF-8, bytes as they are."""
    if not note.mime:
        return HTML_TYPE
    if note.type in {"file", "image"} and not note.mime.startswith("text/"):
        return note.mime
    kind, _, parameters = note.mime.partition(";")
    return f"{kind}; charset=utf-8" + (f"; {parameters}" if parameters else "")
