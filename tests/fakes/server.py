"""The test server: the demo's ETAPI, extended by the ways of each version, faults and a record of what was asked."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.fakes.faults import Answer, Drop, Fault, Faults, Hang, Slow, Trickle, branch_cycle
from tests.fakes.recording import Recording, load_recording
from tests.fakes.tree import MutableTree, is_unreadable
from tests.known_secrets import known_secret
from trayrecall.demo.app import (
    DemoFacts,
    EtapiApp,
    Receive,
    Request,
    Response,
    Scope,
    Send,
    as_json,
    problem,
    request_of,
)
from trayrecall.demo.notes import ROOT, DemoNote
from trayrecall.demo.server import LoopbackServer

TOKEN = known_secret("5xUpT3stT0ken_" + "k" * 43)
_SYNC_VERSIONS = {"0.63.7": 32, "0.93.0": 35, "0.102.1": 37}


class FakeApp(EtapiApp):
    """ETAPI as a given version answers it. `asked` lists all requests, `wrote` those that would have written."""

    tree: MutableTree

    def __init__(
        self,
        tree: MutableTree,
        *,
        version: str = "0.102.1",
        app_info: Mapping[str, Any] | None = None,
        attachments: Mapping[str, Any] | None = None,
    ) -> None:
        info = {"appVersion": version, "syncVersion": _SYNC_VERSIONS.get(version, 37), **(app_info or {})}
        super().__init__(tree, TOKEN, DemoFacts(app_info=info))
        self.attachments = attachments or {}
        self._version = tuple(int(part) for part in version.split("."))
        self.start_over(tree)

    def start_over(self, tree: MutableTree) -> None:
        """Hold these notes now, without faults and without memory of what was asked."""
        self.tree = tree
        self.initialise(done=True)
        self.faults = Faults()
        self.asked: list[tuple[str, str]] = []
        self.wrote: list[tuple[str, str]] = []
        self.clients: set[tuple[str, int]] = set()  # address and port of every connection
        self.shown = 1.0  # which part of a listing is told: 0 empties it, 0.5 halves it

    def initialise(self, *, done: bool) -> None:
        """Make the server one that was, or never was, set up."""
        self.facts = DemoFacts(app_info=self.facts.app_info, is_initialized=done)

    def contents_asked(self) -> list[str]:
        """Ids of the notes whose content was asked for, in order."""
        return [target.split("/")[-2] for _, target in self.asked if target.endswith("/content")]

    # ---- the ways of each version ---------------------------------------------------------------------

    def accepts(self, authorization: str) -> bool:
        if authorization.startswith("Bearer ") and self._version < (0, 93):
            return False
        return super().accepts(authorization)

    def etapi(self, request: Request, parts: list[str]) -> Response:
        match parts:
            case ["notes", "history"] if self._version >= (0, 102):
                return Response(200, as_json(self._history()))
            case ["notes", note_id, "attachments"] if note_id in self.tree.notes:
                return Response(200, as_json(self.attachments.get(note_id, [])))
            case ["metrics"] if self._version >= (0, 94):
                return Response(200, as_json(self._metrics()))
            case ["calendar" | "inbox", *_]:
                self.wrote.append((request.method, request.target))
        return super().etapi(request, parts)

    def found(self, request: Request) -> Response:
        if self.tree.has_cycle():
            return branch_cycle().response
        return super().found(request)

    def content(self, note_id: str) -> Response:
        note = self.tree.notes.get(note_id)
        if note and not note.is_protected and note.content is not None and is_unreadable(note):
            return problem(500, "GENERIC", "invalid media type")
        return super().content(note_id)

    def ids_found(self, params: Mapping[str, str]) -> list[str]:
        ids = super().ids_found(params)
        return ids[: int(len(ids) * self.shown)]

    def url_limit(self, params: Mapping[str, str]) -> int | None:
        if "orderBy" not in params and self._version < (0, 91):
            return None
        return super().url_limit(params)

    def _history(self) -> list[dict[str, Any]]:
        newest = sorted(self.tree.notes.values(), key=lambda note: note.utc_modified, reverse=True)
        return [_history_row(note) for note in newest[:500]]

    def _metrics(self) -> dict[str, Any]:
        notes = list(self.tree.notes.values())
        return {
            "version": {"app": self.facts.app_info["appVersion"]},
            "database": {"totalNotes": len(notes), "protectedNotes": sum(n.is_protected for n in notes)},
            "statistics": {"lastModified": max(n.utc_modified for n in notes)},
        }

    # ---- faults ---------------------------------------------------------------------------------------

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        request = request_of(scope)
        self.asked.append((request.method, request.target))
        self.clients.add(scope["client"])
        if request.method not in {"GET", "HEAD"}:
            self.wrote.append((request.method, request.target))
        fault = self.faults.of(request)
        if fault is None:
            await self.deliver(request, self.respond(request), receive, send)
        else:
            await self._fail(fault, request, receive, send)

    async def _fail(self, fault: Fault, request: Request, receive: Receive, send: Send) -> None:
        match fault:
            case Answer(response):
                await self.deliver(request, response, receive, send)
            case Slow(seconds):
                await _wait(seconds, receive)
                await self.deliver(request, self.respond(request), receive, send)
            case Hang():
                await _gone(receive)
            case Trickle():
                await _trickle(fault, self.respond(request), receive, send)
            case Drop(None):
                _transport(send).abort()
                await _gone(receive)
            case Drop(int(after)):
                response = self.respond(request)
                await _start(response, send)
                await send({"type": "http.response.body", "body": response.body[:after], "more_body": True})
                _transport(send).close()
                await _gone(receive)


class FakeServer(LoopbackServer):
    """A `FakeApp` on a free port of 127.0.0.1. Tests reach `app`, `tree` and `faults`."""

    token = TOKEN

    def __init__(self, app: FakeApp, *, port: int = 0) -> None:
        self.app = app
        super().__init__(app, port=port, name="fake-trilium")

    @property
    def tree(self) -> MutableTree:
        """The notes, to change them."""
        return self.app.tree

    @property
    def faults(self) -> Faults:
        """The switches of what goes wrong."""
        return self.app.faults

    def start_over(self, *notes: DemoNote) -> None:
        """A new server of these notes at the same address, without the 0.2 seconds that a stop takes."""
        self.app.start_over(tree_of(*notes))

    @classmethod
    def with_notes(cls, *notes: DemoNote, version: str = "0.102.1", port: int = 0) -> FakeServer:
        """A server of these notes below a root."""
        return cls(FakeApp(tree_of(*notes), version=version), port=port)

    @classmethod
    def from_recording(cls, recording: Recording | Path, *, port: int = 0) -> FakeServer:
        """A server that holds what the recorded one held."""
        recorded = load_recording(recording) if isinstance(recording, Path) else recording
        app = FakeApp(
            recorded.tree(),
            version=recorded.version,
            app_info=recorded.app_info,
            attachments=recorded.attachments,
        )
        return cls(app, port=port)


def tree_of(*notes: DemoNote) -> MutableTree:
    """These notes below a root."""
    return MutableTree([DemoNote(ROOT, "root", parents=()), *notes], change_id=100)


def _history_row(note: DemoNote) -> dict[str, Any]:
    return {
        "noteId": note.id,
        "current_isDeleted": 0,
        "current_deleteId": None,
        "current_title": note.title,
        "current_isProtected": int(note.is_protected),
        "title": note.title,
        "utcDate": note.utc_modified,
        "date": note.date_modified or note.utc_modified.removesuffix("Z") + "+0000",
    }


async def _gone(receive: Receive) -> None:
    """Wait until the client has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _wait(seconds: float, receive: Receive) -> None:
    """That long, or until the client has hung up."""
    try:
        await asyncio.wait_for(_gone(receive), seconds)
    except TimeoutError:
        return


async def _start(response: Response, send: Send) -> None:
    headers = {"content-type": response.content_type, "content-length": str(len(response.body))}
    raw = [(k.encode(), v.encode("latin-1")) for k, v in (headers | dict(response.headers)).items()]
    await send({"type": "http.response.start", "status": response.status, "headers": raw})


async def _trickle(fault: Trickle, response: Response, receive: Receive, send: Send) -> None:
    """One byte after the other, until the client has had enough. In the head, straight into the socket."""
    gone = asyncio.ensure_future(_gone(receive))
    if fault.head:
        for byte in b"HTTP/1.1 200 OK\r\nx-padding: " + b"x" * 10_000:
            _transport(send).write(bytes([byte]))
            if await _hung_up(gone, fault.pause):
                return
    await _start(response, send)
    for byte in response.body:
        await send({"type": "http.response.body", "body": bytes([byte]), "more_body": True})
        if await _hung_up(gone, fault.pause):
            return
    gone.cancel()
    await send({"type": "http.response.body", "body": b""})


async def _hung_up(gone: asyncio.Future[None], seconds: float) -> bool:
    done, _ = await asyncio.wait({gone}, timeout=seconds)
    return bool(done)


def _transport(send: Send) -> asyncio.Transport:
    """The connection beneath uvicorn's `send`: ASGI itself has no way to drop one."""
    transport: asyncio.Transport = send.__self__.transport  # type: ignore[attr-defined]
    return transport
