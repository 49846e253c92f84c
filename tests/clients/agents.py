"""Claude Code and Codex, as their makers ship them: how they are run without a person, and what they show."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.node import NotToBeHad
from tests.pipeline import ROOT

PACKAGES = ("@anthropic-ai/claude-code@2.1.332", "@openai/codex@0.171.0")
KEY = "a-key-that-opens-nothing"
SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody's home, and where the model is that the agents there talk to."""

    home: Path
    model_url: str
    application: Mapping[str, str]  # variables by which its programs find TrayRecall

    @property
    def work(self) -> Path:
        """The folder of the project that is worked on."""
        return self.home / "work"


@dataclass(frozen=True, slots=True)
class Ran:
    """One prompt, from the start of the agent to its end; `shown` is what the person saw."""

    seconds: float
    code: int
    shown: tuple[str, ...]
    complaints: str


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent by the name that `trayrecall connect` knows. `server` is what it calls our MCP server.

    It may be `bridged`; by HTTP Claude Code gives a server up that doesn't answer within 6 seconds of a session's start.
    """

    name: str
    title: str
    program: str  # a pattern below `node_modules`
    line: Callable[[Person], list[str]]
    env: Callable[[Person], Mapping[str, str]]
    shown: Callable[[list[dict[str, Any]]], tuple[str, ...]]
    without_mcp: tuple[str, ...]
    server: str = "trayrecall"
    bridged: bool = True

    @property
    def key(self) -> str:
        """A name for its folder."""
        return self.title.replace(" ", "-")

    def ask(self, modules: Path, person: Person, prompt: str, *, hook_alone: bool = False) -> Ran:
        """Run the agent for one prompt. Raises NotToBeHad when there is no program for this machine."""
        program = next(modules.glob(self.program), None)
        if program is None:
            raise NotToBeHad(f"{self.title} is not made for this machine")
        flags = self.without_mcp if hook_alone else ()
        began = time.perf_counter()
        done = subprocess.run(
            [str(program), *self.line(person), *flags, "--", prompt],
            cwd=person.work,
            env={**_environment(person), **self.env(person)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        seconds = time.perf_counter() - began
        events = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        complaints = done.stderr.strip().replace(str(person.home), "~")
        return Ran(seconds, done.returncode, self.shown(events), complaints)


def _environment(person: Person) -> dict[str, str]:
    """Only what a program needs; whatever isn't on this machine is asked for at the model, which notes it."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "LANG", "SYSTEMROOT"}}
    away = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), person.model_url)
    loopback = dict.fromkeys(("NO_PROXY", "no_proxy"), "127.0.0.1,localhost")
    return kept | away | loopback | {"HOME": str(person.home), "USERPROFILE": str(person.home)}


# ---- Claude Code --------------------------------------------------------------------------------------


def _claude_line(_person: Person) -> list[str]:
    allowed = ["--allowedTools", "mcp__trayrecall", "mcp__plugin_trayrecall_trayrecall"]
    return ["-p", "--output-format", "stream-json", "--verbose", *allowed]


def _plugged_line(person: Person) -> list[str]:
    return [*_claude_line(person), "--plugin-dir", str(ROOT / "packaging" / "claude-plugin")]


def _claude_env(person: Person) -> Mapping[str, str]:
    return {
        "ANTHROPIC_BASE_URL": person.model_url,
        "ANTHROPIC_API_KEY": KEY,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }


def _plugged_env(person: Person) -> Mapping[str, str]:
    """The plugin finds `trayrecall` on the path; it runs this checkout."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return {**_claude_env(person), **person.application, "PATH": path, "PYTHONPATH": str(ROOT)}


def _claude_shown(events: list[dict[str, Any]]) -> tuple[str, ...]:
    """The answer."""
    return tuple(str(event["result"]) for event in events if event["type"] == "result")


# ---- Codex --------------------------------------------------------------------------------------------


def _codex_line(person: Person) -> list[str]:
    """The hooks' trust, which a person gives once with /hooks, is given by the flag."""
    model = (
        f'{{name="own", base_url="{person.model_url}/v1", wire_api="responses", env_key="OPENAI_API_KEY"}}'
    )
    settings = ('model="own"', 'model_provider="own"', f"model_providers.own={model}")
    flags = [word for setting in settings for word in ("-c", setting)]
    return ["exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", *flags]


def _codex_env(person: Person) -> Mapping[str, str]:
    return {"OPENAI_API_KEY": KEY, "XDG_CONFIG_HOME": str(person.home / ".config")}


def _codex_shown(events: list[dict[str, Any]]) -> tuple[str, ...]:
    """Messages and errors."""
    items = [event["item"] for event in events if event["type"] == "item.completed"]
    return tuple(item.get("text") or item.get("message") or item["type"] for item in items)


_CLAUDE = "@anthropic-ai/claude-code-*/claude*"
AGENTS = (
    Agent(
        "claude-code",
        "Claude Code",
        _CLAUDE,
        _claude_line,
        _claude_env,
        _claude_shown,
        without_mcp=("--strict-mcp-config",),
        bridged=False,
    ),
    Agent(
        "codex",
        "Codex",
        "@openai/codex-*/vendor/*/bin/codex*",
        _codex_line,
        _codex_env,
        _codex_shown,
        without_mcp=("-c", "mcp_servers.trayrecall.enabled=false"),
    ),
)
PLUGGED = Agent(
    "claude-code",
    "Claude Code with the plugin",
    _CLAUDE,
    _plugged_line,
    _plugged_env,
    _claude_shown,
    without_mcp=(),
    server="plugin_trayrecall_trayrecall",
)
