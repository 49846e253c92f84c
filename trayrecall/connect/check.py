"""Running what was installed, as the agent will: real round trips, with their milliseconds."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from trayrecall.connect.agents import Access, File
from trayrecall.connect.entries import Hook, Member, Table
from trayrecall.connect.install import text_of
from trayrecall.core.linguist import QT_TRANSLATE_NOOP

HOOK_SECONDS = 10.0
_NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # on Windows


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """How long it took, in milliseconds, and what was wrong with it, if anything."""

    milliseconds: float
    trouble: str = ""


def hook_round_trip(files: Sequence[File]) -> RoundTrip | None:
    """Run the prompt hook as it stands in the agent's files; None when there is none.

    It says that a session begins, which is answered with nothing and kept nowhere: a prompt would stand in the activity.
    That it is quiet proves nothing: whether the call arrived, the application knows.
    """
    installed = _installed_hook(files)
    if installed is None:
        return None
    call = {
        "session_id": f"connect-{secrets.token_hex(4)}",
        "hook_event_name": "SessionStart",
        "source": "startup",
    }
    began = time.perf_counter()
    try:
        done = _run(installed, json.dumps(call).encode(), {})
        clean = done.returncode == 0 and not done.stderr
        trouble = "" if clean else f"it ended with exit code {done.returncode}"
    except (OSError, subprocess.TimeoutExpired) as failure:
        trouble = f"it can't be run ({type(failure).__name__})"
    return RoundTrip((time.perf_counter() - began) * 1000, trouble)


def mcp_round_trip(files: Sequence[File], access: Access) -> RoundTrip | None:
    """List a note as the agent would: by the bridge if that is what its files start, else at `/mcp`.

    None when this TrayRecall serves no MCP.
    """
    bridge = _installed_bridge(files)
    began = time.perf_counter()
    try:
        trouble = _asked_at(access) if bridge is None else _asked_through(bridge)
    except (httpx.HTTPError, OSError, subprocess.TimeoutExpired, ValueError) as failure:
        trouble = f"no answer ({type(failure).__name__})"
    return None if trouble is None else RoundTrip((time.perf_counter() - began) * 1000, trouble)


_CALL = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "list_notes", "arguments": {"limit": 1}},
}


def _asked_at(access: Access) -> str | None:
    """What is wrong with the answer by HTTP; None when nothing serves MCP there."""
    answer = httpx.post(access.url, json=_CALL, headers=access.headers, timeout=HOOK_SECONDS, trust_env=False)
    if answer.status_code == httpx.codes.NOT_FOUND:
        return None
    return _trouble(answer.json()) if answer.is_success else f"HTTP status {answer.status_code}"


def _asked_through(bridge: Mapping[str, Any]) -> str:
    """What is wrong with the answer of the program that the agent starts."""
    done = _run(bridge, json.dumps(_CALL).encode() + b"\n", bridge.get("env", {}))
    return _trouble(json.loads(done.stdout))


def _trouble(told: Any) -> str:
    """What is wrong with an answer; another program on that port may answer anything."""
    error, result = (told.get("error"), told.get("result")) if isinstance(told, Mapping) else (None, None)
    if isinstance(error, Mapping):
        return str(error.get("message"))
    if not isinstance(result, Mapping):
        return QT_TRANSLATE_NOOP("errors", "the answer is not one of MCP")
    return QT_TRANSLATE_NOOP("errors", "the tool failed") if result.get("isError") else ""


def _installed_bridge(files: Sequence[File]) -> Mapping[str, Any] | None:
    values = [entry.value for file in files for entry in file.entries if isinstance(entry, Member | Table)]
    return next((value for value in values if isinstance(value, Mapping) and "command" in value), None)


def _installed_hook(files: Sequence[File]) -> Mapping[str, Any] | None:
    for file in files:
        text = text_of(file)
        for entry in file.entries:
            found = entry.found(text) if isinstance(entry, Hook) and text.strip() else None
            if found is not None:
                inner = found.value.get("hooks")
                return inner[0] if inner else found.value
    return None


def _run(
    installed: Mapping[str, Any], call: bytes, env: Mapping[str, str]
) -> subprocess.CompletedProcess[bytes]:
    """By its own program and arguments, or as a line of the shell, as the file says, with `env` added to the environment."""
    words, shell = installed["command"], "args" not in installed
    if not shell:
        words = [words, *installed["args"]]
    return subprocess.run(  # noqa: S603 - what we wrote there ourselves
        words,
        shell=shell,
        env={**os.environ, **env},
        input=call,
        capture_output=True,
        timeout=HOOK_SECONDS,
        check=False,
        creationflags=_NO_CONSOLE,
    )
