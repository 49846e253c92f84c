"""Talking to the application that runs on this machine, over its own HTTP listener."""

from __future__ import annotations

import os
from typing import Any

import httpx

from trayrecall import paths
from trayrecall.app import LOCAL_CLIENT
from trayrecall.core.errors import TrayRecallError
from trayrecall.core.ports import SecretStore
from trayrecall.server.listener import read_running

SECONDS = 30.0


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


class RunningApp:
    """The application that runs. Raises the failures of this module."""

    def __init__(self, port: int, secrets: SecretStore) -> None:
        token = secrets.get(LOCAL_CLIENT)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._client = httpx.Client(
            base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=SECONDS, trust_env=False
        )

    def get(self, path: str, parameters: list[tuple[str, str]] | None = None) -> Any:
        """The JSON answer to a GET."""
        return self._answer("GET", path, params=parameters or [])

    def post(self, path: str) -> Any:
        """The JSON answer to a POST without content."""
        return self._answer("POST", path, json={})

    def _answer(self, method: str, path: str, **options: Any) -> Any:
        try:
            response = self._client.request(method, path, **options)
        except httpx.TimeoutException:
            raise TooSlow from None
        except httpx.TransportError:
            raise NotRunning from None
        if response.status_code in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
            raise Unauthorised
        if not response.is_success:
            raise HttpFailure(f"{response.status_code} {_detail(response)}")
        return response.json()


def _detail(response: httpx.Response) -> str:
    try:
        return str(response.json()["detail"])
    except (ValueError, KeyError, TypeError):
        return ""


def running_app(secrets: SecretStore) -> RunningApp | None:
    """The application that runs on this machine, or None."""
    running = read_running(paths.runtime_file())
    if running is None or not _alive(running.pid):
        return None
    return RunningApp(running.port, secrets)


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
