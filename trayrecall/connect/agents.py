"""Each agent's user-scope files, and what stands in them for us. The forms follow each agent's own documentation.

The MCP server is reached over HTTP with a token of the agent's own; an agent that starts its servers itself gets the
bridge `trayrecall mcp`. The prompt hook is put in where an agent has one that may add context.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trayrecall import hook
from trayrecall.connect import jsonc
from trayrecall.connect.entries import Entry, Hook, Member, Once, Table
from trayrecall.connect.jsonc import Malformed
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.paths import HOME_VARIABLE

NAME = "trayrecall"
LOCAL_TOKEN_VARIABLE = "RECALL_CLIENT_LOCAL_TOKEN"  # noqa: S105 - by it the bridge has a token of its agent's own
_PLACES_VARIABLES = (HOME_VARIABLE, "XDG_STATE_HOME")  # where the bridge finds the running application
FORGETTING = "clear|compact|resume"  # sources of SessionStart after which notes may be sent again


@dataclass(frozen=True, slots=True)
class Places:
    """Where a person's files are. `platform` is as `sys.platform`."""

    home: Path
    env: Mapping[str, str]
    platform: str = sys.platform

    @property
    def config(self) -> Path:
        """The folder of applications' settings on this platform."""
        if self.platform == "win32":
            return Path(self.env.get("APPDATA") or self.home / "AppData" / "Roaming")
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        return self.xdg

    @property
    def xdg(self) -> Path:
        """The folder that programs use which keep to XDG on every platform."""
        return Path(self.env.get("XDG_CONFIG_HOME") or self.home / ".config")

    def named(self, variable: str, default: str) -> Path:
        """The folder that the variable names, else this one in the home."""
        return Path(self.env.get(variable) or self.home / default)


@dataclass(frozen=True, slots=True)
class File:
    """One file of an agent and our entries in it."""

    path: Path
    entries: tuple[Entry, ...]
    form: str = "json"  # `json`, `jsonc` (comments and trailing commas), `toml`
    holds_token: bool = False


@dataclass(frozen=True, slots=True)
class Access:
    """What an entry needs to know of us: the address of `/mcp` and the agent's token."""

    url: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        """The header that carries the token."""
        return {"Authorization": f"Bearer {self.token}"}


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent: its files, whether it has a prompt hook, and what a person must still do."""

    title: str
    files: Callable[[Places, Access], tuple[File, ...]]
    has_hook: bool = False
    uses_token: bool = True
    then: str = QT_TRANSLATE_NOOP("settings", "Restart it if it runs.")


def _http_member(path: Path, key: str, value: Mapping[str, Any], form: str) -> File:
    return File(path, (Member((key, NAME), value),), form, holds_token=True)


def _bridge(places: Places, env: Mapping[str, str]) -> dict[str, Any]:
    """The bridge as an agent starts it: in a project's folder, whose files must not be taken for Python's own (`-P`)."""
    found = {name: places.env[name] for name in _PLACES_VARIABLES if places.env.get(name)}
    bridge: dict[str, Any] = {"command": sys.executable, "args": ["-P", "-m", "trayrecall", "mcp"]}
    return bridge | ({"env": {**found, **env}} if found or env else {})


# ---- hooks --------------------------------------------------------------------------------------------


def _exec_hook() -> dict[str, Any]:
    """Exec form: no shell, so nothing of a path is interpreted."""
    program, *arguments = hook.command()
    return {"type": "command", "command": program, "args": arguments, "timeout": hook.TIMEOUT_SECONDS}


def _shell_hook(timeout: int, places: Places, **more: str) -> dict[str, Any]:
    line = hook.shell_line(hook.command(), windows=places.platform == "win32")
    return {"type": "command", "command": line, "timeout": timeout, **more}


def _prompt_hooks(run: Mapping[str, Any]) -> tuple[Hook, Hook]:
    """At each prompt, and when a session begins anew. A group holds its hooks under `hooks`."""
    forgets = {"matcher": FORGETTING, "hooks": [run]}
    return Hook(("hooks", "UserPromptSubmit"), {"hooks": [run]}), Hook(("hooks", "SessionStart"), forgets)


# ---- agents -------------------------------------------------------------------------------------------


def _claude_code(places: Places, access: Access) -> tuple[File, ...]:
    """https://code.claude.com/docs/en/hooks (exec form: `args`), https://code.claude.com/docs/en/mcp (user scope).

    User-scope servers are in `.claude.json`, which CLAUDE_CONFIG_DIR moves along with the settings.
    """
    settings = places.named("CLAUDE_CONFIG_DIR", ".claude") / "settings.json"
    servers = places.named("CLAUDE_CONFIG_DIR", "") / ".claude.json"
    server = {"type": "http", "url": access.url, "headers": access.headers}
    return (
        File(settings, _prompt_hooks(_exec_hook())),
        _http_member(servers, "mcpServers", server, "json"),
    )


def _codex(places: Places, access: Access) -> tuple[File, ...]:
    """https://developers.openai.com/codex/hooks (hooks.json), https://developers.openai.com/codex/mcp.

    By the bridge, not by HTTP: while TrayRecall is closed, Codex 0.171 waits a second at the start of each session for
    a server by HTTP, shows an error, and has no tools for the rest of the session. It gives the servers that it starts
    hardly any of its environment, so the token stands with them.
    """
    home = places.named("CODEX_HOME", ".codex")
    bridge = _bridge(places, {LOCAL_TOKEN_VARIABLE: access.token})
    run = _shell_hook(hook.TIMEOUT_SECONDS, places)
    return (
        File(home / "hooks.json", _prompt_hooks(run)),
        File(home / "config.toml", (Table(("mcp_servers", NAME), bridge),), "toml", holds_token=True),
    )


def _gemini(places: Places, access: Access) -> tuple[File, ...]:
    """https://geminicli.com/docs/hooks/reference (milliseconds; the event of a prompt is BeforeAgent), and
    https://geminicli.com/docs/tools/mcp-server (`httpUrl`). The file may hold comments.

    The matcher of a lifecycle event is one exact text there, so SessionStart comes without one.
    """
    run = _shell_hook(hook.TIMEOUT_SECONDS * 1000, places, name=NAME)
    hooks = (
        Hook(("hooks", "BeforeAgent"), {"hooks": [run]}),
        Hook(("hooks", "SessionStart"), {"hooks": [run]}),
    )
    server = Member(("mcpServers", NAME), {"httpUrl": access.url, "headers": access.headers})
    return (File(places.home / ".gemini" / "settings.json", (*hooks, server), "jsonc", holds_token=True),)


def _cursor(places: Places, access: Access) -> tuple[File, ...]:
    """https://cursor.com/docs/hooks (flat entries, `version` 1), https://cursor.com/docs/mcp.

    The documentation names no `additional_context` for beforeSubmitPrompt; clients from 2026.07.23 on take it
    (seen by vshulcz/deja-vu#3052), earlier ones ignore it.
    """
    line = hook.shell_line(hook.command("cursor"), windows=places.platform == "win32")
    ask = Hook(("hooks", "beforeSubmitPrompt"), {"command": line, "timeout": hook.TIMEOUT_SECONDS})
    folder = places.home / ".cursor"
    server = {"url": access.url, "headers": access.headers}
    return (
        File(folder / "hooks.json", (Once(("version",), 1), ask), "jsonc"),
        _http_member(folder / "mcp.json", "mcpServers", server, "jsonc"),
    )


def _vscode(places: Places, access: Access) -> tuple[File, ...]:
    """https://code.visualstudio.com/docs/copilot/reference/mcp-configuration: `mcp.json` in the user profile."""
    path = places.config / "Code" / "User" / "mcp.json"
    server = {"type": "http", "url": access.url, "headers": access.headers}
    return (_http_member(path, "servers", server, "jsonc"),)


def _claude_desktop(places: Places, _access: Access) -> tuple[File, ...]:
    """https://modelcontextprotocol.io/docs/develop/connect-local-servers: programs only, so the bridge."""
    path = places.config / "Claude" / "claude_desktop_config.json"
    return (File(path, (Member(("mcpServers", NAME), _bridge(places, {})),)),)


def _zed(places: Places, access: Access) -> tuple[File, ...]:
    """https://zed.dev/docs/ai/mcp: `context_servers` in the settings, which hold comments; on macOS too in ~/.config."""
    folder = places.config / "Zed" if places.platform == "win32" else places.xdg / "zed"
    server = {"url": access.url, "headers": access.headers}
    return (_http_member(folder / "settings.json", "context_servers", server, "jsonc"),)


def _opencode(places: Places, access: Access) -> tuple[File, ...]:
    """https://opencode.ai/docs/mcp-servers: version 2 has servers under `mcp.servers`, version 1 had them under `mcp`.

    The global file is `opencode.jsonc` or `opencode.json`; the one that is there is taken.
    """
    folder = places.xdg / "opencode"
    path = next((p for p in (folder / "opencode.jsonc", folder / "opencode.json") if p.exists()), None)
    server = {"type": "remote", "url": access.url, "headers": access.headers}
    old = path is not None and _is_version_1(path)
    entry = Member(("mcp", NAME) if old else ("mcp", "servers", NAME), server)
    return (File(path or folder / "opencode.json", (entry,), "jsonc", holds_token=True),)


def _is_version_1(path: Path) -> bool:
    """Whether servers stand directly under `mcp`; such a file is read by version 1, which knows no `servers`."""
    try:
        value = jsonc.parse(path.read_text(encoding="utf-8-sig")).value
        return any(isinstance(server, dict) and "type" in server for server in value["mcp"].values())
    except (OSError, ValueError, Malformed, LookupError, TypeError, AttributeError):
        return False  # nothing there, or what `install` refuses with a reason


AGENTS: Mapping[str, Agent] = {
    "claude-code": Agent(
        "Claude Code",
        _claude_code,
        has_hook=True,
        then=QT_TRANSLATE_NOOP("settings", "New sessions have it."),
    ),
    "codex": Agent(
        "Codex",
        _codex,
        has_hook=True,
        then=QT_TRANSLATE_NOOP("settings", "Let Codex trust the hooks once: /hooks."),
    ),
    "gemini": Agent("Gemini CLI", _gemini, has_hook=True),
    "cursor": Agent("Cursor", _cursor, has_hook=True),
    "vscode": Agent("VS Code", _vscode),
    "claude-desktop": Agent("Claude Desktop", _claude_desktop, uses_token=False),
    "zed": Agent("Zed", _zed),
    "opencode": Agent("opencode", _opencode),
}


def places_here() -> Places:
    """Those of the person who runs this."""
    return Places(Path.home(), os.environ)
