"""The whole HTTP surface of one engine: pools, routes, guard and listener put together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path

from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from trayrecall.engine.api import RecallEngine
from trayrecall.hook import forget_hook_file, write_hook_file
from trayrecall.server.clients import Clients
from trayrecall.server.guard import Grant, Guard, GuardRules
from trayrecall.server.headers import HeaderRules
from trayrecall.server.listener import Listener
from trayrecall.server.mcp_endpoint import McpEndpoint, load_ahead
from trayrecall.server.oauth.access import OWNER_CLIENT, RemoteAccess
from trayrecall.server.pool import CallPool
from trayrecall.server.routes import build_app
from trayrecall.server.tools import Tools

_CALL_THREADS = 8
_HOOK_THREADS = 8


class Serving:
    """Serves the engine from `start` to `stop`, on loopback unless there is a `remote` access and another `host`.

    Who is let in besides the `grants`, and the instructions, may be renewed meanwhile.

    `grants` gives the clients' tokens and is asked at every request, so it must answer from memory.
    `instructions` are a person's own words to agents, in the place of those that are made from the index.
    While it serves, `hook_file` tells the prompt hook's client the port and `hook_token`. So many seconds after the
    start the SDK of MCP is loaded, if that is told; else at the first call. `used` is told of each grant that was let
    in, `ended` is called after the last.
    """

    def __init__(
        self,
        engine: RecallEngine,
        *,
        grants: Callable[[], Iterable[Grant]],
        allowed_origins: Collection[str] = (),
        host: str = "127.0.0.1",
        port: int,
        runtime_file: Path | None = None,
        more_routes: Sequence[BaseRoute] = (),
        instructions: str | None = None,
        hook_file: Path | None = None,
        hook_token: str = "",
        used: Callable[[Grant], None] = lambda _grant: None,
        ended: Callable[[], None] = lambda: None,
        remote: RemoteAccess | None = None,
        clients: Clients | None = None,
        mcp_ahead_seconds: float | None = None,
    ) -> None:
        """Raises NotLoopback."""
        self._engine = engine
        self._tools = Tools(engine, instructions)
        self._grants = grants
        self._allowed_origins = frozenset(allowed_origins)
        self._more_routes = more_routes
        self._hook_file = hook_file
        self._hook_token = hook_token
        self._used = used
        self._ended = ended
        self._remote = remote
        self.clients = clients  # for who runs it: to read them anew, and to see their uses
        self._pools: list[CallPool] = []
        self.renewing = threading.Lock()  # held from reading what is allowed to allowing it
        self._guard: Guard | None = None  # what answers now
        self._guarded: Callable[[], Guard] | None = None  # makes one by what is allowed now
        self._ahead = None if mcp_ahead_seconds is None else threading.Timer(mcp_ahead_seconds, load_ahead)
        self.listener = Listener(
            self._application,
            host=host,
            port=port,
            runtime_file=runtime_file,
            may_be_reached=remote is not None and remote.is_private,
        )

    def start(self) -> int:
        """Serve; the port. Raises ListenerError and its children."""
        try:
            port = self.listener.start()
        except BaseException:
            self._close_pools()
            raise
        if self._hook_file is not None:
            write_hook_file(self._hook_file, port, self._hook_token)
        if self._ahead is not None:
            self._ahead.daemon = True
            self._ahead.start()
        return port

    def stop(self) -> None:
        """Stop serving within two seconds, also with connections open and calls running."""
        if self._ahead is not None:
            self._ahead.cancel()
        if self._hook_file is not None and self.listener.serves:
            forget_hook_file(self._hook_file, self.listener.port, self._hook_token)
        self.listener.stop()
        self._close_pools()
        self._ended()

    def renew(
        self, *, allowed_origins: Collection[str], instructions: str | None, remote: RemoteAccess | None
    ) -> None:
        """Answer by these from the next request on. May block while the SDK of MCP is loaded."""
        self._allowed_origins, self._remote = frozenset(allowed_origins), remote
        self._tools.own_instructions = instructions
        if self.clients is not None:
            self.clients.remote = None if remote is None else remote.store
        if self._guarded is not None:
            self._guard = self._guarded()

    def _application(self, port: int) -> ASGIApp:
        calls, hooks = CallPool(_CALL_THREADS, "call"), CallPool(_HOOK_THREADS, "hook")
        self._pools += [calls, hooks]
        mcp = McpEndpoint(self._tools, calls).route()  # whose server lasts as long as the listener

        def guarded() -> Guard:
            application = build_app(
                self._engine,
                calls=calls,
                hooks=hooks,
                more_routes=(mcp, *self._more_routes, *self._oauth(calls)),
            )
            return Guard(application, self._rules(port), application.routes)

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            assert self._guard is not None
            await self._guard(scope, receive, send)

        self._guarded, self._guard = guarded, guarded()
        return answer

    def _oauth(self, calls: CallPool) -> list[BaseRoute]:
        if self._remote is None:
            return []
        from trayrecall.server.oauth.routes import OAuthRoutes  # noqa: PLC0415 - loads the SDK, which takes a second

        return OAuthRoutes(self._remote, calls).table()

    def _rules(self, port: int) -> GuardRules:
        remote = self._remote
        if remote is None:
            return GuardRules(HeaderRules(port, self._allowed_origins), self._grants, used=self._used)
        password = Grant(OWNER_CLIENT, remote.password)
        return GuardRules(
            HeaderRules(port, self._allowed_origins, remote.base_url),
            self._grants,
            issued=remote.store.grant_of,
            guessable=lambda: (password,),
            used=self._used,
        )

    def _close_pools(self) -> None:
        for pool in self._pools:
            pool.close()
        self._pools.clear()
