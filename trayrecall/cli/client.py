"""Talking to the application that runs on this machine, over its own HTTP listener."""

from __future__ import annotations

import os
import ssl
from collections.abc import Mapping
from typing import Any

import httpx

from trayrecall import paths
from trayrecall.app import LOCAL_CLIENT
from trayrecall.core.errors import TrayRecallError
from trayrecall.core.ports import SecretStore
from trayrecall.server.listener import read_running

SECONDS = 30.0
PROBE_SECONDS = 3.0
OURS = "TrayRecall"  # how our listener calls itself in the header `Server`
_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # loopback is plain HTTP: no time for reading certificates


class NotRunning(TrayRecallError):
    """No application runs, and the command needs one."""

    title = "TrayRecall is not running"
    hint = "Start it: trayrecall serve"


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


class AlreadyRunning(TrayRecallError):
    """Only one application writes the index."""

    title = "TrayRecall is running"
    hint = "Use that one, or end it first."


class RunningApp:
    """The application that runs. Raises the failures of this module."""

    def __init__(self, port: int, secrets: SecretStore) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._secrets = secrets

    def answers(self) -> bool:
        """Whether our own program answers there; asked without the token, which another program must not see."""
        try:
            served_by: str = self._send("GET", "/health", timeout=PROBE_SECONDS).headers.get("server", "")
        except NotRunning:
            return False
        return served_by == OURS

    def get(self, path: str, parameters: list[tuple[str, str]] | None = None) -> Any:
        """The JSON answer to a GET."""
        return self._answer("GET", path, params=parameters or [])

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The JSON answer to a POST."""
        return self._answer("POST", path, json=body or {})

    def delete(self, path: str) -> Any:
        """The JSON answer to a DELETE."""
        return self._answer("DELETE", path)

    def forward(self, path: str, body: bytes, headers: Mapping[str, str]) -> dict[str, Any] | None:
        """The JSON object answered to a POST, whatever its status; None when there is none in the answer.

        Raises Unauthorised, and HttpFailure when it is no JSON-RPC message but a refusal.
        """
        own = {"Content-Type": "application/json", "Accept": "application/json"}
        response = self._send("POST", path, content=body, headers={**own, **headers, **self._token()})
        if response.status_code in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
            raise Unauthorised
        if not response.content:
            return None
        try:
            told = response.json()
        except ValueError:
            told = None
        if isinstance(told, dict) and "jsonrpc" in told:
            return told
        if response.is_success:
            return None
        raise HttpFailure(_detail(response) or f"HTTP status {response.status_code}")

    def _answer(self, method: str, path: str, **options: Any) -> Any:
        response = self._send(method, path, headers=self._token(), **options)
        if response.status_code in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
            raise Unauthorised
        if not response.is_success:
            raise HttpFailure(_detail(response) or f"HTTP status {response.status_code}")
        return response.json()

    def _token(self) -> dict[str, str]:
        token = self._secrets.get(LOCAL_CLIENT)
        return {"Authorization": f"Bearer {token}"} if token else {}

    def _send(self, method: str, path: str, *, timeout: float = SECONDS, **options: Any) -> httpx.Response:
        try:
            with httpx.Client(timeout=timeout, trust_env=False, verify=_NO_TLS) as client:
                return client.request(method, self.url + path, **options)
        except httpx.TimeoutException:
            raise TooSlow from None
        except httpx.TransportError:
            raise NotRunning from None


def _detail(response: httpx.Response) -> str:
    try:
        return str(response.json()["detail"])
    except (ValueError, KeyError, TypeError):
        return ""


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
