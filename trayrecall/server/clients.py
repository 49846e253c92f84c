"""The clients that may ask, in memory for the guard, and when each was last let in."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from trayrecall.core.clients import KINDS
from trayrecall.paths import read_own, write_private
from trayrecall.server.answers import json_answer, refusal
from trayrecall.server.guard import Grant
from trayrecall.server.oauth.access import OWNER_CLIENT
from trayrecall.server.oauth.store import OAuthStore

log = logging.getLogger(__name__)

SAVE_SECONDS = 60.0


class Clients:
    """Our own grants and those of the settings; `remote` ones, which log in, are shown and removed here too.

    `read` gives those of the settings anew and may block and raise; it is called by `reload` alone. `uses_file` keeps
    the last uses over a restart; it is written at most once a minute, by a thread of its own.
    """

    def __init__(
        self,
        own: Sequence[Grant],
        read: Callable[[], Sequence[Grant]],
        uses_file: Path | None = None,
        remote: OAuthStore | None = None,
    ) -> None:
        self._own = tuple(own)
        self._read = read
        self._grants = self._own
        self.remote = remote  # those that log in, and who may be asked about them from any thread
        self._uses_file = uses_file
        self._uses = {} if uses_file is None else read_uses(uses_file)
        self._requests: Counter[str] = Counter()
        self._saved = time.monotonic()
        self._saving = threading.Lock()

    def grants(self) -> tuple[Grant, ...]:
        """All grants, from memory."""
        return self._grants

    def reload(self) -> None:
        """Take in what the settings and the keyring have now. Raises what `read` raises; nothing is changed then."""
        before, self._grants = self._grants, (*self._own, *self._read())
        for gone in {grant.client for grant in before} - {grant.client for grant in self._grants}:
            self._uses.pop(gone, None)  # else a new one of that name would seem to have been used
            self._requests.pop(gone, None)

    def used(self, grant: Grant) -> None:
        """The guard let this one in."""
        self._requests[grant.client] += 1
        self._uses[grant.client] = datetime.now(UTC).isoformat(timespec="seconds")
        if self._uses_file is not None and time.monotonic() - self._saved > SAVE_SECONDS:
            self._saved = time.monotonic()
            threading.Thread(target=self.save, name="client uses", daemon=True).start()

    def requests(self, client: str) -> int:
        """How often the client was let in since the start."""
        return self._requests[client]

    def save(self) -> None:
        """Keep the last uses. A failure is logged."""
        if self._uses_file is None or not self._uses:
            return
        with self._saving:
            try:
                write_private(self._uses_file, json.dumps(self._uses.copy()) + "\n")
            except OSError as failure:
                log.warning("the clients' last uses can't be kept: %s", failure.strerror)

    def routes(self) -> list[BaseRoute]:
        """The routes by which the command line sees and renews them."""
        return [
            Route("/api/v1/clients", self._list),
            Route("/api/v1/clients/reload", self._reload, methods=["POST"]),
            Route("/api/v1/clients/{name}", self._remove, methods=["DELETE"]),
        ]

    async def _list(self, request: Request) -> Response:
        if request.state.grant.instances:
            return refusal(403, "this client may not see the other clients")
        remote = [] if self.remote is None else [Grant(OWNER_CLIENT, ""), *self.remote.grants()]
        return json_answer({"results": [self._body(grant) for grant in (*self._grants, *remote)]})

    def _body(self, grant: Grant) -> dict[str, Any]:
        return client_body(grant, self._uses) | {"requests": self._requests[grant.client]}

    async def _reload(self, request: Request) -> Response:
        if request.state.grant.instances:
            return refusal(403, "this client may not renew the other clients")
        await run_in_threadpool(self.reload)
        return json_answer({"clients": len(self._grants) - len(self._own)})

    async def _remove(self, request: Request) -> Response:
        """End what a remote client may; those of the settings are removed there."""
        if request.state.grant.instances:
            return refusal(403, "this client may not remove the other clients")
        name, remote = request.path_params["name"], self.remote
        if remote is None or not await run_in_threadpool(remote.remove, name):
            return refusal(404, "no remote client of that name is logged in")
        self._uses.pop(name, None)
        self._requests.pop(name, None)
        return json_answer({"removed": True})


def client_body(grant: Grant, uses: dict[str, str]) -> dict[str, Any]:
    """A client as others see it; never its token."""
    return {
        "name": grant.client,
        "for": [kind for kind in KINDS if kind in grant.kinds],
        "instances": sorted(grant.instances),
        "last_used": uses.get(grant.client),
    }


def read_uses(path: Path) -> dict[str, str]:
    """The last use of each client, ISO 8601; empty when the file is absent or unusable."""
    try:
        raw = json.loads(read_own(path))
        return {str(name): str(used) for name, used in raw.items()}
    except (OSError, ValueError, AttributeError):
        return {}
