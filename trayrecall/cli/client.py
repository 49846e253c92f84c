"""Talking to the application that runs on this machine, over its own HTTP listener.

By the standard library alone: importing httpx takes longer than all that a question to the running application takes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode

from trayrecall import paths
from trayrecall.core.errors import TrayRecallError
from trayrecall.core.ports import SecretStore
from trayrecall.running import read_running
from trayrecall.secrets import LOCAL_CLIENT

SECONDS = 30.0
PROBE_SECONDS = 3.0
OURS = "TrayRecall"  # how our listener calls itself in the header `Server`
_REFUSED = (401, 403)
_GOOD = range(200, 300)
_JSON = {"Content-Type": "application/json", "Accept": "application/json"}


class NotRunning(TrayRecallError):
    """No application runs, and the command needs one."""

    title = "TrayRecall is not running"
    hint = "Start it: trayrecall, or without a window: trayrecall serve"


class Unauthorised(TrayRecallError):
    """The running application refuses this machine's own token."""

    title = "The running TrayRecall refuses the token"
    hint = "Restart it; this command and it must see the same keyring or RECALL_CLIENT_LOCAL_TOKEN."


class HttpFailure(TrayRecallError):
    """The running application answered with a failure."""

    title = "The running TrayRecall reported a failure"


class TooSlow(TrayRecallError):
    """The running application did not answer in time."""

    title = "The running TrayRecall did not answer in time"
    hint = "Try again; if it hangs, end it and start it anew."


class AlreadyRunning(TrayRecallError):
    """Only one application writes the index."""

    title = "TrayRecall is running"
    hint = "Use that one, or end it first."


@dataclass(frozen=True, slots=True)
class Response:
    """A whole answer."""

    status: int
    server: str
    body: bytes

    @property
    def told(self) -> Any:
        """Its JSON; None when it is none."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    @property
    def failure(self) -> TrayRecallError | None:
        """What its status means."""
        if self.status in _REFUSED:
            return Unauthorised()
        if self.status in _GOOD:
            return None
        told = self.told
        detail = told.get("detail") if isinstance(told, dict) else None
        return HttpFailure(detail if isinstance(detail, str) else f"HTTP status {self.status}")


class RunningApp:
    """The application that runs. Raises the failures of this module."""

    def __init__(self, port: int, secrets: SecretStore) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._secrets = secrets

    def answers(self) -> bool:
        """Whether our own program answers there; asked without the token, which another program must not see."""
        try:
            return self._send("GET", "/health", {}, seconds=PROBE_SECONDS).server == OURS
        except NotRunning:
            return False

    def health(self) -> Any:
        """How its index stands. To a stranger it tells its state alone, and so it does when its engine fails."""
        told = self.get("/health")
        if not isinstance(told, dict) or "instances" not in told:
            raise HttpFailure("it can't tell how its index stands") if self._token() else Unauthorised()
        return told

    def get(self, path: str, parameters: Sequence[tuple[str, str]] = ()) -> Any:
        """The JSON answer to a GET."""
        return self._told("GET", f"{path}?{urlencode(parameters)}" if parameters else path)

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The JSON answer to a POST."""
        return self._told("POST", path, json.dumps(body or {}).encode())

    def delete(self, path: str) -> Any:
        """The JSON answer to a DELETE."""
        return self._told("DELETE", path)

    def forward(self, path: str, body: bytes, headers: Mapping[str, str]) -> dict[str, Any] | None:
        """The JSON object answered to a POST, whatever its status; None when there is none in the answer.

        Raises Unauthorised, and HttpFailure when it is no JSON-RPC message but a refusal.
        """
        response = self._send("POST", path, {**_JSON, **headers, **self._token()}, body)
        if response.status in _REFUSED:
            raise Unauthorised
        told = response.told
        if isinstance(told, dict) and "jsonrpc" in told:
            return told
        if response.failure is not None and response.body:
            raise response.failure
        return None

    def _told(self, method: str, path: str, body: bytes | None = None) -> Any:
        response = self._send(method, path, {**_JSON, **self._token()}, body)
        if response.failure is not None:
            raise response.failure
        return response.told

    def _token(self) -> dict[str, str]:
        token = self._secrets.get(LOCAL_CLIENT)
        return {"Authorization": f"Bearer {token}"} if token else {}

    def _send(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: bytes | None = None,
        *,
        seconds: float = SECONDS,
    ) -> Response:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        try:
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            return Response(answer.status, answer.getheader("Server", ""), answer.read())
        except TimeoutError:
            raise TooSlow from None
        except (OSError, HTTPException):
            raise NotRunning from None
        finally:
            connection.close()


def running_app(secrets: SecretStore) -> RunningApp | None:
    """The application that runs on this machine, or None. Raises TooSlow when it doesn't say what it is.

    The runtime file of a crash may name a process and a port that are another program's by now.
    """
    running = read_running(paths.runtime_file())
    if running is None or not _alive(running.pid):
        return None
    found = RunningApp(running.port, secrets)
    return found if found.answers() else None


def _alive(pid: int) -> bool:
    if os.name == "nt":
        return True  # signal 0 would end the process there; a dead listener shows itself as NotRunning
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
