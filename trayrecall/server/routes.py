"""The routes: read the request, ask the engine in a pool, render. No rule of the search stands here.

A client sees only the instances that its grant opens.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ExceptionHandler

from trayrecall.core.documents import (
    NoteDocument,
    Page,
    full_note_row,
    lean_note_row,
    only_section,
    page,
    to_json_body,
    to_markdown,
    to_text,
)
from trayrecall.core.errors import TrayRecallError, UserInputError
from trayrecall.core.lean import hook_context, recall_envelope
from trayrecall.core.model import Answer, Filters, InstanceId, NoteId
from trayrecall.engine.api import RecallEngine
from trayrecall.server.answers import Unprocessable, json_answer, refusal
from trayrecall.server.bodies import LinkBases, absence_told, decision_body, health_body, meta_body
from trayrecall.server.guard import Grant
from trayrecall.server.hook import HookCall, hook_body, hook_call
from trayrecall.server.openapi import described
from trayrecall.server.parameters import (
    DocumentParameters,
    ListParameters,
    PauseParameters,
    RecallParameters,
    SyncParameters,
    decision_parameters,
    document_parameters,
    filters_within,
    list_parameters,
    pause_parameters,
    recall_parameters,
    sync_parameters,
)
from trayrecall.server.pool import CallPool

log = logging.getLogger(__name__)

HOOK_SECONDS = 1.2  # server deadline < client limit 1.5 s < hook timeout 3 s
CALL_SECONDS = 20.0
PATIENCE_SECONDS = 0.05  # how long a hook's answer may come after the deadline that the engine was given

_T = TypeVar("_T")


def build_app(
    engine: RecallEngine,
    *,
    calls: CallPool,
    hooks: CallPool,
    more_routes: Sequence[BaseRoute],
) -> Starlette:
    """The application behind the guard. `hooks` is a pool of its own, so that no list or document delays a prompt.

    `more_routes` are those of other surfaces.
    """
    routes = Routes(engine, calls=calls, hooks=hooks)
    handlers: dict[Any, ExceptionHandler] = {
        HTTPException: _http_failure,
        TrayRecallError: _own_failure,
        TimeoutError: _too_slow,
    }
    app = Starlette(routes=[*routes.table(), *more_routes], exception_handlers=handlers)
    app.router.redirect_slashes = False
    return app


def instances_route(reread: Callable[[], int]) -> BaseRoute:
    """The route by which the command line lets the servers of the settings be read anew.

    `reread` does it and tells how many there are; it may block and raise `TrayRecallError`.
    """

    async def reload(request: Request) -> Response:
        if request.state.grant.instances:
            return refusal(403, _NOT_FOR_SOME)
        return json_answer({"instances": await run_in_threadpool(reread)})

    return Route("/api/v1/instances/reload", reload, methods=["POST"])


def endpoint_route(renew: Callable[[], str | None]) -> BaseRoute:
    """The route by which the command line lets what this endpoint allows be read anew.

    `renew` does it and tells the base URL of remote clients; it may block and raise `TrayRecallError`.
    """

    async def reload(request: Request) -> Response:
        if request.state.grant.instances:
            return refusal(403, _NOT_FOR_SOME)
        return json_answer({"base_url": await run_in_threadpool(renew)})

    return Route("/api/v1/endpoint/reload", reload, methods=["POST"])


class Routes:
    """The handlers, over one engine."""

    def __init__(self, engine: RecallEngine, *, calls: CallPool, hooks: CallPool) -> None:
        self._engine = engine
        self._calls = calls
        self._hooks = hooks

    def table(self) -> list[BaseRoute]:
        """All routes of this surface."""
        note = "/api/v1/notes/{instance}/{note_id}"
        return [
            Route("/health", self.health),
            Route("/recall", self.prompt, methods=["POST"]),
            Route("/api/v1/recall", self.recall),
            Route("/api/v1/notes", self.notes),
            Route(note, self.note),
            Route(f"{note}/reindex", self.reindex, methods=["POST"]),
            Route("/api/v1/meta", self.meta),
            Route("/api/v1/decisions", self.decisions),
            Route("/api/v1/sync", self.sync, methods=["POST"]),
            Route("/api/v1/pause", self.pause, methods=["POST"]),
            Route("/api/v1/resume", self.resume, methods=["POST"]),
            Route("/openapi.json", self.openapi),
        ]

    async def _call(self, call: Callable[[], _T]) -> _T:
        return await self._calls.run(call, seconds=CALL_SECONDS)

    # ---- the engine's state ---------------------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        """Our own state; in full only for a client with a token."""
        grant: Grant | None = request.state.grant
        try:
            status = await self._call(self._engine.status)
        except Exception as failure:  # noqa: BLE001 - named barrier: a broken engine is exactly what this tells
            log.error("the engine can't tell its state: %s", type(failure).__name__)  # noqa: TRY400
            return json_answer({"status": "degraded"})
        return json_answer({"status": status.state} if grant is None else health_body(status, grant))

    async def meta(self, request: Request) -> Response:
        """Facts of engine and embedder."""
        status = await self._call(self._engine.status)
        return json_answer(meta_body(status, request.state.grant))

    async def sync(self, request: Request) -> Response:
        """Let a sync begin soon."""
        asked = sync_parameters(request.state.json)
        grant: Grant = request.state.grant
        if grant.instances and asked.accept_deletions:
            return refusal(403, _NOT_FOR_SOME)
        await self._call(lambda: self._sync(asked, grant))
        return json_answer({"requested": True}, 202)

    def _sync(self, asked: SyncParameters, grant: Grant) -> None:
        wanted: list[InstanceId | None] = [*sorted(grant.instances)] or [None]
        for instance in wanted:
            self._engine.request_sync(
                full=asked.full, accept_deletions=asked.accept_deletions, instance=instance
            )

    async def pause(self, request: Request) -> Response:
        """Answer prompts and agents with silence: all of them for a time, or those of a project."""
        asked = pause_parameters(request.state.json)
        if asked.project is not None and asked.time is not None:
            raise Unprocessable(
                "the pause of a project lasts until it is ended: seconds can't be given with it"
            )
        if request.state.grant.instances:
            return refusal(403, _NOT_FOR_SOME)
        await self._call(lambda: self._pause(asked))
        return json_answer({"paused": True})

    def _pause(self, asked: PauseParameters) -> None:
        if asked.project is not None:
            self._engine.pause_project(asked.project)
        else:
            self._engine.pause(datetime.now(UTC) + asked.time if asked.time else None)

    async def resume(self, request: Request) -> Response:
        """End the pause of a project, or all pauses."""
        asked = pause_parameters(request.state.json)
        if request.state.grant.instances:
            return refusal(403, _NOT_FOR_SOME)
        await self._call(lambda: self._engine.resume(asked.project))
        return json_answer({"paused": False})

    async def openapi(self, request: Request) -> Response:
        """The description of the whole surface, other surfaces' routes included."""
        return json_answer(described(request.app.routes))

    # ---- asking ---------------------------------------------------------------------------------------

    async def recall(self, request: Request) -> Response:
        """Search."""
        asked = recall_parameters(request.query_params)
        return await self._call(lambda: json_answer(self._recall_body(asked, request.state.grant)))

    def _recall_body(self, asked: RecallParameters, grant: Grant) -> dict[str, Any]:
        filters = filters_within(asked.wanted, grant)
        answer = Answer(asked.query, (), "nothing")
        if filters is not None:
            answer = self._engine.search(
                asked.query,
                limit=asked.limit,
                min_score=asked.min_score,
                order=asked.order,
                filters=filters,
                deadline=time.monotonic() + CALL_SECONDS / 2,
            )
        return recall_envelope(answer, self._engine.status(), LinkBases(self._engine), asked.view)

    async def prompt(self, request: Request) -> Response:
        """The hook. Whatever fails or is late: nothing to say."""
        call = hook_call(request.state.json)
        deadline = time.monotonic() + HOOK_SECONDS
        try:
            context = await self._hooks.run(
                lambda: self._context(call, request.state.grant, deadline),
                seconds=HOOK_SECONDS + PATIENCE_SECONDS,
            )
        except TimeoutError:
            log.warning("a prompt was answered with silence: late")
            context = ""
        except Exception as failure:  # noqa: BLE001 - named barrier: a hook must never disturb its client
            log.error("a prompt was answered with silence: %s", type(failure).__name__)  # noqa: TRY400
            context = ""
        return json_answer(hook_body(context, call.event, request.query_params.get("client")))

    def _context(self, call: HookCall, grant: Grant, deadline: float) -> str:
        if call.forgets and call.session:
            self._engine.forget_session(call.session)
        if not call.prompt:
            return ""
        answer = self._engine.prompt(
            call.prompt,
            session=call.session,
            event=call.event,
            cwd=call.cwd,
            filters=Filters(grant.instances),
            deadline=deadline,
        )
        return hook_context(answer.hits, LinkBases(self._engine))

    # ---- notes ----------------------------------------------------------------------------------------

    async def notes(self, request: Request) -> Response:
        """List, newest first."""
        asked = list_parameters(request.query_params)
        return await self._call(lambda: json_answer(self._list_body(asked, request.state.grant)))

    def _list_body(self, asked: ListParameters, grant: Grant) -> dict[str, Any]:
        filters = filters_within(asked.wanted, grant)
        rows = (
            []
            if filters is None
            else self._engine.notes(filters=filters, limit=asked.limit + 1, offset=asked.offset)
        )
        bases = LinkBases(self._engine)
        render = lean_note_row if asked.view == "lean" else full_note_row
        return {
            "results": [render(row, bases[row.instance]) for row in rows[: asked.limit]],
            "offset": asked.offset,
            "next_offset": asked.offset + asked.limit if len(rows) > asked.limit else None,
        }

    async def decisions(self, request: Request) -> Response:
        """What was decided about the last prompts; not for a client that may see some instances only."""
        limit, before = decision_parameters(request.query_params)
        grant: Grant = request.state.grant
        if grant.instances:
            return refusal(403, "this client may not see what other clients asked")
        found = await self._call(lambda: self._engine.decisions(limit=limit, before=before))
        return json_answer({"results": [decision_body(decision) for decision in found]})

    async def note(self, request: Request) -> Response:
        """Drill down into one note."""
        asked = document_parameters(request.query_params)
        instance, note_id = _identity(request)
        return await self._call(lambda: self._note_answer(instance, note_id, asked, request.state.grant))

    def _note_answer(
        self, instance: InstanceId, note_id: NoteId, asked: DocumentParameters, grant: Grant
    ) -> Response:
        document = self._engine.note(instance, note_id) if grant.opens(instance) else None
        if document is None:
            return refusal(404, absence_told(self._engine, instance, note_id, grant))
        if asked.format == "json":
            body = to_json_body(
                document,
                link_base=LinkBases(self._engine)[instance],
                section=asked.section,
                offset=asked.offset,
                max_chars=asked.max_chars,
            )
            return refusal(404, _NO_SECTION) if body is None else json_answer(body)
        return _document_as_text(document, asked)

    async def reindex(self, request: Request) -> Response:
        """Split and embed one note anew."""
        instance, note_id = _identity(request)
        grant: Grant = request.state.grant
        done = grant.opens(instance) and await self._call(lambda: self._engine.reindex(instance, note_id))
        if done:
            return json_answer({"reindexed": True})
        told = await self._call(lambda: absence_told(self._engine, instance, note_id, grant))
        return refusal(404, told)


_NOT_FOR_SOME = "this client sees some instances only; what holds for all of them is not its to decide"
_NO_SECTION = "the note has no such section"


def _identity(request: Request) -> tuple[InstanceId, NoteId]:
    return InstanceId(request.path_params["instance"]), NoteId(request.path_params["note_id"])


def _document_as_text(document: NoteDocument, asked: DocumentParameters) -> Response:
    shown = document if asked.section is None else only_section(document, asked.section)
    if shown is None:
        return refusal(404, _NO_SECTION)
    is_markdown = asked.format == "markdown"
    text = to_markdown(shown) if is_markdown else to_text(shown)
    cut = page(text, offset=asked.offset, max_chars=asked.max_chars)
    kind = "text/markdown" if is_markdown else "text/plain"
    return Response(
        cut.text.encode("utf-8", "replace"), headers=_page_headers(cut), media_type=f"{kind}; charset=utf-8"
    )


def _page_headers(cut: Page) -> dict[str, str]:
    headers = {"TrayRecall-Total-Chars": str(cut.total)}
    if cut.next_offset is not None:
        headers["TrayRecall-Next-Offset"] = str(cut.next_offset)
    return headers


# ---- failures -----------------------------------------------------------------------------------------


async def _http_failure(_request: Request, failure: Exception) -> Response:
    assert isinstance(failure, HTTPException)
    return refusal(failure.status_code, str(failure.detail), failure.headers)


async def _own_failure(_request: Request, failure: Exception) -> Response:
    assert isinstance(failure, TrayRecallError)
    if isinstance(failure, UserInputError):
        return refusal(422, str(failure))
    log.error("a request failed: %s", failure.name)
    return refusal(503, f"{failure.title}. {failure.hint}".strip())


async def _too_slow(_request: Request, _failure: Exception) -> Response:
    log.warning("a request was given up after %g seconds", CALL_SECONDS)
    return refusal(503, "TrayRecall is too busy to answer in time")
