"""`trayrecall connect` and `disconnect` for each agent, in a home of its own: only what is ours comes and goes."""

from __future__ import annotations

import json
import os
import stat
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.conftest import Run
from tests.server.engine import ExampleEngine
from trayrecall import app, hook, paths
from trayrecall.connect.agents import AGENTS, Access, Places
from trayrecall.connect.install import BACKUP_SUFFIX
from trayrecall.connect.jsonc import parse
from trayrecall.server.serving import Serving

Cli = Callable[..., Run]


@dataclass(frozen=True, slots=True)
class Case:
    """Files of an agent as somebody has them, relative to the home, and where our server stands."""

    servers: str
    path: tuple[str, ...]
    foreign: dict[str, str]
    hooks: str = ""
    events: tuple[str, ...] = ()


JSON_SERVERS = '{\n  "a": [1, 2],\n  "mcpServers": {\n    "files": {"command": "npx"}\n  },\n  "z": null\n}\n'
COMMENTED = """// mine
{
    "theme": "dark", // as at night
    "KEY": {
        "files": { "command": "npx", "args": ["-y", "//x"], }, // the files
    },
    /* the rest */
    "z": null,
}
"""
CLAUDE_HOOKS = """{
  "model": "opus",
  "hooks": {
    "UserPromptSubmit": [
      { "hooks": [{ "type": "command", "command": "/usr/bin/mine" }] }
    ],
    "Stop": [{ "hooks": [] }]
  }
}
"""
CODEX = '# mine\nmodel = "o5" # good\n\n[mcp_servers.files]\ncommand = "npx"\n\n[tui]\nx = 1\n'
CURSOR_HOOKS = '{"version": 1, "hooks": {"beforeSubmitPrompt": [{"command": "./mine.sh"}], "stop": []}}\n'

CASES = {
    "claude-code": Case(
        ".claude.json",
        ("mcpServers",),
        {".claude.json": JSON_SERVERS, ".claude/settings.json": CLAUDE_HOOKS},
        ".claude/settings.json",
        ("UserPromptSubmit", "SessionStart"),
    ),
    "codex": Case(
        ".codex/config.toml",
        ("mcp_servers",),
        {".codex/config.toml": CODEX, ".codex/hooks.json": CLAUDE_HOOKS},
        ".codex/hooks.json",
        ("UserPromptSubmit", "SessionStart"),
    ),
    "gemini": Case(
        ".gemini/settings.json",
        ("mcpServers",),
        {".gemini/settings.json": COMMENTED.replace("KEY", "mcpServers")},
        ".gemini/settings.json",
        ("BeforeAgent", "SessionStart"),
    ),
    "cursor": Case(
        ".cursor/mcp.json",
        ("mcpServers",),
        {".cursor/mcp.json": JSON_SERVERS.replace("\n", "\r\n"), ".cursor/hooks.json": CURSOR_HOOKS},
        ".cursor/hooks.json",
        ("beforeSubmitPrompt",),
    ),
    "vscode": Case(
        ".config/Code/User/mcp.json",
        ("servers",),
        {".config/Code/User/mcp.json": COMMENTED.replace("KEY", "servers")},
    ),
    "claude-desktop": Case(
        ".config/Claude/claude_desktop_config.json",
        ("mcpServers",),
        {".config/Claude/claude_desktop_config.json": '{"mcpServers": {}}'},
    ),
    "zed": Case(
        ".config/zed/settings.json",
        ("context_servers",),
        {".config/zed/settings.json": "\ufeff" + COMMENTED.replace("KEY", "context_servers")},
    ),
    "opencode": Case(
        ".config/opencode/opencode.json",
        ("mcp", "servers"),
        {
            ".config/opencode/opencode.json": '{\n\t"$schema": "https://opencode.ai/config.json",\n\t"theme": "x"\n}'
        },
    ),
}
BRIDGED = ("claude-desktop", "codex")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the files' places and modes of Linux")


def contents(home: Path) -> dict[str, bytes]:
    return {str(p.relative_to(home)): p.read_bytes() for p in home.rglob("*") if p.is_file()}


def fill(home: Path, files: dict[str, str], mode: int = 0o644) -> dict[str, bytes]:
    for name, text in files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        path.chmod(mode)
    return contents(home)


def meaning(path: Path) -> Any:
    text = path.read_text(encoding="utf-8-sig")
    return tomllib.loads(text) if path.suffix == ".toml" else parse(text).value


def servers(home: Path, case: Case) -> dict[str, Any]:
    found = meaning(home / case.servers)
    for name in case.path:
        found = found[name]
    assert isinstance(found, dict)
    return found


def token(tmp_path: Path, name: str) -> str:
    kept: dict[str, str] = json.loads((tmp_path / "secrets.json").read_text())
    return kept[f"client:{name}"]


def is_private(path: Path) -> bool:
    return stat.S_IMODE(path.stat().st_mode) == 0o600


# ---- every agent --------------------------------------------------------------------------------------


def test_every_agent_is_covered() -> None:
    assert set(CASES) == set(AGENTS)


@pytest.mark.parametrize("name", CASES)
def test_in_a_home_without_files_they_are_made_and_all_go_again(
    cli: Cli, home: Path, tmp_path: Path, name: str
) -> None:
    connected = cli("connect", name)
    assert connected.code == 0, connected.err
    case = CASES[name]
    (ours,) = servers(home, case).values()
    if name in BRIDGED:
        assert ours["args"] == ["-P", "-m", "trayrecall", "mcp"]
    else:
        assert "http://127.0.0.1:1/mcp" in json.dumps(ours)
    if name != "claude-desktop":
        assert token(tmp_path, name) in json.dumps(ours)
        assert is_private(home / case.servers)
    if case.hooks:
        assert set(meaning(home / case.hooks)["hooks"]) == set(case.events)
    assert cli("disconnect", name).code == 0
    assert list(home.iterdir()) == []  # no folder either, by which the agent would seem to be there
    assert "client:" not in ((tmp_path / "secrets.json").read_text() if name != "claude-desktop" else "")


@pytest.mark.parametrize("name", CASES)
def test_what_others_wrote_stays_and_disconnect_leaves_every_byte_as_it_was(
    cli: Cli, home: Path, tmp_path: Path, name: str
) -> None:
    case = CASES[name]
    before = fill(home, case.foreign)
    meant = {file: meaning(home / file) for file in case.foreign}
    assert cli("connect", name).code == 0
    assert "trayrecall" in servers(home, case)
    for file, text in case.foreign.items():
        for sign in ("// mine", "// as at night", "// the files", "/* the rest */", "# mine", "# good"):
            assert (sign in text) == (sign in (home / file).read_text())
        assert without_ours(meaning(home / file)) == without_ours(meant[file])
    if name != "claude-desktop":
        assert is_private(home / case.servers)
        assert token(tmp_path, name).encode() in (home / case.servers).read_bytes()
    assert cli("disconnect", name).code == 0
    assert contents(home) == before


def without_ours(value: Any) -> Any:
    """A meaning without our entries and without what is empty then."""
    if isinstance(value, dict):
        kept = {key: without_ours(inner) for key, inner in value.items() if key != "trayrecall"}
        return {key: inner for key, inner in kept.items() if inner not in ({}, [])}
    if isinstance(value, list):
        items = [without_ours(item) for item in value if "trayrecall_hook" not in json.dumps(item)]
        return [item for item in items if item not in ({}, [])]
    return value


@pytest.mark.parametrize("name", CASES)
def test_a_second_time_changes_nothing(cli: Cli, home: Path, name: str) -> None:
    fill(home, CASES[name].foreign)
    cli("connect", name)
    before = contents(home)
    again = cli("connect", name)
    assert (again.code, "was connected already" in again.out) == (0, True)
    assert contents(home) == before


@pytest.mark.parametrize("name", CASES)
def test_what_was_added_after_us_stays_when_we_go(cli: Cli, home: Path, name: str) -> None:
    case = CASES[name]
    fill(home, case.foreign)
    cli("connect", name)
    later = {}
    for file in case.foreign:
        path = home / file
        text = path.read_bytes().decode()
        added = text + "[later]\ny = 2\n" if path.suffix == ".toml" else text.replace("{", '{"later": 2, ', 1)
        path.write_bytes(added.encode())
        later[file] = without_ours(meaning(path))
    assert cli("disconnect", name).code == 0
    for file, meant in later.items():
        assert without_ours(meaning(home / file)) == meant
        kept = (
            (home / file).read_bytes().decode().replace('{"later": 2, ', "{").replace("[later]\ny = 2\n", "")
        )
        assert kept == case.foreign[file]
        assert b"trayrecall" not in (home / file).read_bytes()
    assert not any(file.endswith(BACKUP_SUFFIX) for file in contents(home))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(
    "broken", ['{"a": ', "\xff[", "[1, 2]", '{"mcpServers": 5, "servers": 5, "mcp": 5, "context_servers": 5}']
)
def test_a_file_that_cant_be_edited_is_named_and_nothing_is_written(
    cli: Cli, home: Path, tmp_path: Path, name: str, broken: str
) -> None:
    case = CASES[name]
    fill(home, case.foreign)
    (home / case.servers).write_bytes(broken.encode("latin-1"))
    before = contents(home)
    for verb in (("connect", name), ("connect", name, "--dry-run")):
        refused = cli(*verb)
        assert refused.code == 5
        assert refused.err.startswith(str(home / case.servers))
        assert refused.err.count("\n") == 1
        assert contents(home) == before
    assert not (tmp_path / "secrets.json").exists()


@pytest.mark.parametrize("name", CASES)
def test_a_dry_run_shows_a_diff_without_a_token_and_writes_nothing(
    cli: Cli, home: Path, tmp_path: Path, name: str
) -> None:
    case = CASES[name]
    before = fill(home, case.foreign)
    shown = cli("connect", name, "--dry-run")
    assert shown.code == 0
    assert f"--- {home / case.servers}\n+++ {home / case.servers}\n@@" in shown.out
    assert contents(home) == before
    assert not (tmp_path / "secrets.json").exists()
    cli("connect", name)
    connected = contents(home)
    away = cli("disconnect", name, "--dry-run")
    assert "-" in away.out
    assert contents(home) == connected
    if name != "claude-desktop":
        assert token(tmp_path, name) not in away.out


# ---- once is enough -----------------------------------------------------------------------------------


def test_the_hook_is_in_exec_form_and_its_settings_keep_their_mode(cli: Cli, home: Path) -> None:
    fill(home, CASES["claude-code"].foreign, 0o640)
    cli("connect", "claude-code")
    settings = home / ".claude" / "settings.json"
    assert stat.S_IMODE(settings.stat().st_mode) == 0o640
    hooks = meaning(settings)["hooks"]
    assert hooks["UserPromptSubmit"][0] == {"hooks": [{"type": "command", "command": "/usr/bin/mine"}]}
    program, *arguments = hook.command()
    run = {"type": "command", "command": program, "args": arguments, "timeout": 3}
    assert hooks["UserPromptSubmit"][1] == {"hooks": [run]}
    assert hooks["SessionStart"] == [{"matcher": "clear|compact|resume", "hooks": [run]}]
    assert not any(word in settings.read_text() for word in ("Bearer", "token"))


def test_a_hook_of_an_older_place_is_replaced(cli: Cli, home: Path) -> None:
    old = {"type": "command", "command": "/old/python", "args": ["/old/trayrecall_hook.py", "x"]}
    mixed = {"matcher": "*", "hooks": [old, {"type": "command", "command": "mine"}, old]}
    hooks = {"UserPromptSubmit": [{"hooks": [old]}, mixed, {"hooks": [old]}]}
    fill(home, {".claude/settings.json": json.dumps({"hooks": hooks})})
    cli("connect", "claude-code")
    groups = meaning(home / ".claude/settings.json")["hooks"]["UserPromptSubmit"]
    assert groups[0] == {"matcher": "*", "hooks": [{"type": "command", "command": "mine"}]}
    assert [group["hooks"][0]["command"] for group in groups[1:]] == [hook.command()[0]]
    cli("disconnect", "claude-code")
    assert meaning(home / ".claude/settings.json")["hooks"]["UserPromptSubmit"] == [groups[0]]


def test_after_another_port_or_a_lost_token_connecting_again_mends_it(
    cli: Cli, home: Path, tmp_path: Path
) -> None:
    cli("connect", "vscode")
    first = token(tmp_path, "vscode")
    (tmp_path / "secrets.json").unlink()
    paths.settings_file().write_text(paths.settings_file().read_text().replace('"port": 1', '"port": 2'))
    assert cli("connect", "vscode").code == 0
    ours = servers(home, CASES["vscode"])["trayrecall"]
    assert ours["url"] == "http://127.0.0.1:2/mcp"
    assert ours["headers"] == {"Authorization": f"Bearer {token(tmp_path, 'vscode')}"}
    assert token(tmp_path, "vscode") != first


def test_what_the_agent_itself_adds_to_our_table_is_left_and_goes_with_it(cli: Cli, home: Path) -> None:
    fill(home, CASES["codex"].foreign)
    cli("connect", "codex")
    config = home / ".codex/config.toml"
    own = '[mcp_servers.trayrecall.tools.recall]\napproval_mode = "auto"\n'
    config.write_text(config.read_text() + own)
    assert "was connected already" in cli("connect", "codex").out
    assert config.read_text().endswith(own)
    assert cli("disconnect", "codex").code == 0
    assert config.read_text() == CODEX


def test_a_name_that_stands_twice_is_not_left_behind_in_silence(cli: Cli, home: Path) -> None:
    twice = '{"servers": {"trayrecall": {"url": "a"}, "trayrecall": {"url": "b"}}}'
    before = fill(home, {".config/Code/User/mcp.json": twice})
    refused = cli("disconnect", "vscode")
    assert (refused.code, refused.err.count("\n")) == (5, 1)
    assert contents(home) == before


def test_a_link_stays_a_link_and_its_target_is_edited(cli: Cli, home: Path) -> None:
    fill(home, {"dotfiles/zed.json": '{"theme": "x"}\n'})
    (home / ".config/zed").mkdir(parents=True)
    (home / ".config/zed/settings.json").symlink_to(home / "dotfiles/zed.json")
    cli("connect", "zed")
    assert (home / ".config/zed/settings.json").is_symlink()
    assert "trayrecall" in meaning(home / "dotfiles/zed.json")["context_servers"]
    cli("disconnect", "zed")
    assert (home / "dotfiles/zed.json").read_text() == '{"theme": "x"}\n'


def test_opencodes_version_1_and_its_jsonc_file_are_recognised(cli: Cli, home: Path) -> None:
    old = '{\n  // mine\n  "mcp": {\n    "files": {"type": "local", "command": ["x"]}\n  }\n}\n'
    fill(home, {".config/opencode/opencode.jsonc": old})
    cli("connect", "opencode")
    found = meaning(home / ".config/opencode/opencode.jsonc")["mcp"]
    assert found["trayrecall"]["type"] == "remote"
    assert "servers" not in found
    cli("disconnect", "opencode")
    assert (home / ".config/opencode/opencode.jsonc").read_text() == old


def test_an_agents_own_variables_move_its_files(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(home / "codex"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "xdg"))
    for name in ("claude-code", "codex", "zed"):
        cli("connect", name)
    assert set(contents(home)) == {
        "claude/settings.json", "claude/.claude.json", "codex/hooks.json", "codex/config.toml", "xdg/zed/settings.json",
    }  # fmt: skip


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_each_platform_has_its_own_places(platform: str) -> None:
    places = Places(Path("/p"), {"APPDATA": "/p/AppData"}, platform)
    access = Access("http://127.0.0.1:1/mcp", "t")
    found = {name: agent.files(places, access)[-1].path.as_posix() for name, agent in AGENTS.items()}
    config = {"linux": "/p/.config", "darwin": "/p/Library/Application Support", "win32": "/p/AppData"}[
        platform
    ]
    assert found["vscode"] == f"{config}/Code/User/mcp.json"
    assert found["claude-desktop"] == f"{config}/Claude/claude_desktop_config.json"
    assert found["zed"] == ("/p/AppData/Zed" if platform == "win32" else "/p/.config/zed") + "/settings.json"
    assert found["opencode"] == "/p/.config/opencode/opencode.json"
    assert found["claude-code"] == "/p/.claude.json"


def test_an_unknown_agent_is_refused_with_the_known_ones(cli: Cli) -> None:
    refused = cli("connect", "emacs")
    assert refused.code == 5
    assert "claude-desktop" in refused.err
    assert cli("disconnect", "vscode").out == "VS Code was not connected.\n"


# ---- with the application running ---------------------------------------------------------------------


def requests(running: Serving, tmp_path: Path) -> dict[str, int]:
    """How often each client asked."""
    bearer = {"Authorization": f"Bearer {token(tmp_path, 'local')}"}
    told = httpx.get(f"{running.listener.url}/api/v1/clients", headers=bearer, trust_env=False).json()
    return {row["name"]: row["requests"] for row in told["results"]}


@pytest.mark.parametrize("name", [name for name, agent in AGENTS.items() if agent.has_hook])
def test_the_installed_hook_is_run_and_its_milliseconds_are_told(
    cli: Cli, running: Serving, engine: ExampleEngine, tmp_path: Path, name: str
) -> None:
    connected = cli("connect", name)
    assert (connected.code, connected.err) == (0, "")
    line = next(line for line in connected.out.splitlines() if line.startswith("The prompt hook "))
    assert line.startswith("The prompt hook was asked and answered in ")
    assert line.endswith(" ms.")
    assert requests(running, tmp_path)["hook"] == 1
    assert engine.asked == []  # no prompt that would stand in the activity


@pytest.mark.parametrize("name", ["vscode", "codex", "claude-desktop"])
def test_the_installed_server_is_asked_with_the_agents_own_token(
    cli: Cli, running: Serving, tmp_path: Path, name: str
) -> None:
    connected = cli("connect", name)
    assert (connected.code, connected.err) == (0, "")
    assert "The MCP server was asked and answered in " in connected.out
    assert name == "claude-desktop" or requests(running, tmp_path)[name] == 1


def test_the_sdk_is_loaded_ahead_where_an_agent_is_connected(
    cli: Cli, home: Path, engine: ExampleEngine
) -> None:
    def ahead() -> bool:
        served = app.build_serving(app.read_configuration(os.environ), engine)  # type: ignore[arg-type]
        return served._ahead is not None

    assert not ahead()
    cli("connect", "zed")
    assert ahead()
    cli("disconnect", "zed")
    assert not ahead(), home


def test_a_server_that_does_not_answer_is_told(
    cli: Cli, running: Serving, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python3")
    connected = cli("connect", "codex")
    assert connected.code == 1
    assert "The MCP server failed: no answer (FileNotFoundError)." in connected.out
    assert home.is_dir(), running.listener.url


def test_a_hook_that_does_not_arrive_is_told(cli: Cli, running: Serving, engine: ExampleEngine) -> None:
    paths.hook_config_file().unlink()
    connected = cli("connect", "claude-code")
    assert connected.code == 1
    assert "The prompt hook failed: its question did not arrive." in connected.out
    assert engine.asked == [], running.listener.url


def test_the_agents_token_works_at_once_and_for_mcp_alone(
    cli: Cli, running: Serving, tmp_path: Path, home: Path
) -> None:
    cli("connect", "vscode")
    bearer = servers(home, CASES["vscode"])["trayrecall"]["headers"]
    assert bearer["Authorization"].endswith(token(tmp_path, "vscode"))

    def status(path: str) -> int:
        return httpx.post(running.listener.url + path, json={}, headers=bearer, trust_env=False).status_code

    assert status("/api/v1/sync") == status("/recall") == 403
    assert status("/mcp") not in {401, 403}
    cli("disconnect", "vscode")
    assert status("/mcp") == 401
