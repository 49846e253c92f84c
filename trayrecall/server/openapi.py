"""The description of the HTTP surface at `/openapi.json`: OpenAPI 3.1, made from the routes and one table of words.

The routes give paths and methods; the table says what goes in and comes out. A route without a line in the table is
left out here and fails the tests, so the description can't fall behind. The routes of OAuth are left out for good: they
need no token, and their own metadata documents describe them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.routing import BaseRoute, Route

from trayrecall import __version__
from trayrecall.core.model import Area
from trayrecall.server.parameters import LONGEST_PAUSE
from trayrecall.server.tool_schemas import HIT_ROW, LISTED_ROW

Schema = dict[str, Any]

_PATH_PARAMETER = re.compile(r"{(\w+)}")
_TEXT: Schema = {"type": "string"}
_TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
_FOLDER: Schema = {"type": ["string", "null"], "pattern": r"\S"}
_WHOLE: Schema = {"type": "integer"}
_WHOLE_OR_NULL: Schema = {"type": ["integer", "null"]}
_TRUTH: Schema = {"type": "boolean"}
_ANY_OBJECT: Schema = {"type": "object"}


def _object(properties: Mapping[str, Schema], required: Iterable[str] | None = None) -> Schema:
    needed = list(properties if required is None else required)
    return {"type": "object", "properties": dict(properties), **({"required": needed} if needed else {})}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _bounded(lowest: int, highest: int, default: int | None = None) -> Schema:
    bounds = {"type": "integer", "minimum": lowest, "maximum": highest}
    return bounds if default is None else bounds | {"default": default}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


SCHEMAS: dict[str, Schema] = {
    "Failure": _object({"detail": _TEXT}),
    "LeanHit": _object(HIT_ROW),
    "LeanNote": _object(LISTED_ROW),
    "FullHit": _object({"note": _ANY_OBJECT, "score": {"type": ["number", "null"]}}),
    "FullNote": _object({"note": _ANY_OBJECT}),
    "Note": _object(
        {
            "id": _TEXT,
            "url": _TEXT,
            "title": _TEXT,
            "area": _TEXT,
            "recorded_at": _TEXT,
            "as_of": _TEXT,
            "payload_chars": _WHOLE,
            "sections": _list(_object({"section": _TEXT, "is_code": _TRUTH, "offset": _WHOLE})),
            "text": _TEXT,
            "offset": _WHOLE,
            "total_chars": _WHOLE,
            "next_offset": _WHOLE_OR_NULL,
        }
    ),
}


@dataclass(frozen=True, slots=True)
class Words:
    """What is said of one operation. `query` parameters are optional unless in `needed`."""

    summary: str
    answers: Mapping[int, Schema] = field(default_factory=dict)
    query: Mapping[str, Schema] = field(default_factory=dict)
    needed: frozenset[str] = frozenset()
    body: Schema | None = None
    also: tuple[str, ...] = ()  # other media types of the answer
    open: bool = False  # answers without a token too


_FILTERS: dict[str, Schema] = {
    "instance": _list({"type": "string", "minLength": 1}),
    "area": _list({"type": "string", "enum": [area.value for area in Area]}),
    "label": _list({"type": "string", "pattern": "[^# =]", "description": "name, or name=value"}),
    "since": {"type": "string", "format": "date"},
    "until": {"type": "string", "format": "date"},
}
_VIEW: Schema = {"type": "string", "enum": ["full", "lean"], "default": "full"}
_OFFSET = _bounded(0, 2**31, 0)

OPERATIONS: dict[tuple[str, str], Words] = {
    ("GET", "/health"): Words(
        "State; with a token, of each instance", {200: _object({"status": _TEXT})}, open=True
    ),
    ("POST", "/recall"): Words(
        "What the notes have to say to a prompt: a coding agent's prompt hook",
        {200: _ANY_OBJECT},
        query={"client": _TEXT},
        body=_object(
            {
                "prompt": _TEXT_OR_NULL,
                "session_id": _TEXT,
                "hook_event_name": _TEXT,
                "cwd": _TEXT,
                "source": _TEXT,
            },
            (),
        ),
    ),
    ("GET", "/api/v1/recall"): Words(
        "Search",
        {
            200: _object(
                {
                    "query": _TEXT,
                    "embedder_model": _TEXT_OR_NULL,
                    "embedder_dimension": _WHOLE_OR_NULL,
                    "results": _list({"anyOf": [_ref("FullHit"), _ref("LeanHit")]}),
                    "degraded": _TEXT_OR_NULL,
                }
            )
        },
        query={
            "q": {"type": "string", "minLength": 1},
            "limit": _bounded(1, 100, 10),
            "min_score": {"type": "number", "minimum": -1, "maximum": 1},
            "view": _VIEW,
            "order": {"type": "string", "enum": ["relevance", "score"], "default": "relevance"},
            **_FILTERS,
        },
        needed=frozenset({"q"}),
    ),
    ("GET", "/api/v1/notes"): Words(
        "List notes, last modified first",
        {
            200: _object(
                {
                    "results": _list({"anyOf": [_ref("FullNote"), _ref("LeanNote")]}),
                    "offset": _WHOLE,
                    "next_offset": _WHOLE_OR_NULL,
                }
            )
        },
        query={"limit": _bounded(1, 500, 50), "offset": _OFFSET, "view": _VIEW, **_FILTERS},
    ),
    ("GET", "/api/v1/notes/{instance}/{note_id}"): Words(
        "A whole note, in pages",
        {200: _ref("Note")},
        query={
            "format": {"type": "string", "enum": ["json", "markdown", "text"], "default": "json"},
            "section": {"type": "string", "pattern": r"\S"},
            "offset": _OFFSET,
            "max_chars": _bounded(1, 10_000_000),
        },
        also=("text/markdown", "text/plain"),
    ),
    ("POST", "/api/v1/notes/{instance}/{note_id}/reindex"): Words(
        "Split and embed one note anew", {200: _object({"reindexed": _TRUTH})}, body=_ANY_OBJECT
    ),
    ("GET", "/api/v1/meta"): Words(
        "Facts of engine and embedder",
        {200: _object({"version": _TEXT, "state": _TEXT, "notes": _WHOLE, "instances": _list(_TEXT)})},
    ),
    ("GET", "/api/v1/decisions"): Words(
        "What was decided about the last prompts",
        {200: _object({"results": _list(_ANY_OBJECT)})},
        query={"limit": _bounded(1, 500, 50), "before": _bounded(1, 2**31)},
    ),
    ("POST", "/api/v1/sync"): Words(
        "Let a sync begin soon",
        {202: _object({"requested": _TRUTH})},
        body=_object({"full": _TRUTH, "accept_deletions": _TRUTH}, ()),
    ),
    ("POST", "/api/v1/instances/reload"): Words(
        "Read the Trilium servers of the settings as they are now",
        {200: _object({"instances": _WHOLE})},
        body=_ANY_OBJECT,
    ),
    ("POST", "/api/v1/endpoint/reload"): Words(
        "Take in allowed origins, instructions and remote clients as the settings have them now",
        {200: _object({"base_url": _TEXT_OR_NULL})},
        body=_ANY_OBJECT,
    ),
    ("GET", "/api/v1/clients"): Words(
        "Who may ask, with the last use", {200: _object({"results": _list(_ANY_OBJECT)})}
    ),
    ("POST", "/api/v1/clients/reload"): Words(
        "Take in the clients of the settings as they are now",
        {200: _object({"clients": _WHOLE})},
        body=_ANY_OBJECT,
    ),
    ("DELETE", "/api/v1/clients/{name}"): Words(
        "Log a remote client out", {200: _object({"removed": _TRUTH})}
    ),
    ("POST", "/api/v1/pause"): Words(
        "Answer prompts and agents with silence: all, until a time, or those of a project",
        {200: _object({"paused": _TRUTH})},
        body=_object(
            {"seconds": {"type": "number", "minimum": 1, "maximum": LONGEST_PAUSE}, "project": _FOLDER}, ()
        )
        | {"not": {"required": ["seconds", "project"]}},
    ),
    ("POST", "/api/v1/resume"): Words(
        "End the pause of a project, or all pauses",
        {200: _object({"paused": _TRUTH})},
        body=_object({"project": _FOLDER}, ()),
    ),
    ("POST", "/mcp"): Words(
        "Model Context Protocol, Streamable HTTP: one JSON-RPC message",
        {200: _ANY_OBJECT, 202: {}},
        body=_object(
            {"jsonrpc": {"const": "2.0"}, "method": _TEXT, "params": _ANY_OBJECT}, ("jsonrpc", "method")
        ),
        also=("text/event-stream",),
    ),
    ("GET", "/openapi.json"): Words("This description", {200: _ANY_OBJECT}),
}

_REFUSALS = {
    400: "Not JSON, or not a message",
    401: "No token, or a wrong one",
    403: "Not this Host, a web page, or not for this client",
    404: "Not there",
    405: "Not this method",
    408: "The body did not come in time",
    413: "The body is too long",
    415: "The body is not application/json",
    422: "A parameter that doesn't fit",
    429: "Too many wrong tokens",
    500: "A failure; the log names the place",
    503: "Not ready, or too busy",
}


def described(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """The description of these routes."""
    paths: dict[str, dict[str, Any]] = {}
    for method, path in served_operations(routes):
        if (method, path) in OPERATIONS:
            paths.setdefault(path, {})[method.lower()] = _operation(path, OPERATIONS[method, path])
    return {
        "openapi": "3.1.0",
        "info": {"title": "TrayRecall", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}],
    }


def served_operations(routes: Iterable[BaseRoute]) -> list[tuple[str, str]]:
    """Method and path of all that the routes answer; HEAD goes without saying."""
    return [
        (method, route.path)
        for route in routes
        if isinstance(route, Route)
        for method in sorted((route.methods or set()) - {"HEAD"})
    ]


def _operation(path: str, words: Words) -> dict[str, Any]:
    found: dict[str, Any] = {
        "summary": words.summary,
        "parameters": [*_path_parameters(path), *_query_parameters(words)],
        "responses": {
            **{str(status): _answer(schema, words.also) for status, schema in words.answers.items()},
            **{str(status): _refusal(text, path) for status, text in _REFUSALS.items()},
        },
    }
    if words.body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": words.body}}}
    if words.open:
        found["security"] = [{}, {"token": []}]
    return found


def _path_parameters(path: str) -> list[dict[str, Any]]:
    schema = {"type": "string", "minLength": 1}
    return [
        {"name": name, "in": "path", "required": True, "schema": schema}
        for name in _PATH_PARAMETER.findall(path)
    ]


def _query_parameters(words: Words) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "query", "required": name in words.needed, "schema": schema}
        for name, schema in words.query.items()
    ]


def _answer(schema: Schema, also: Iterable[str]) -> dict[str, Any]:
    if not schema:
        return {"description": "Taken"}
    others = {kind: {"schema": _TEXT} for kind in also}
    return {"description": "The answer", "content": {"application/json": {"schema": schema}, **others}}


def _refusal(text: str, path: str) -> dict[str, Any]:
    schema = _ANY_OBJECT if path == "/mcp" else _ref("Failure")  # a JSON-RPC error there
    return {"description": text, "content": {"application/json": {"schema": schema}}}
