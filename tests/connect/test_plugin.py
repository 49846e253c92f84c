"""The Claude Code plugin: the same hook and server as `connect` installs, and the hook runs."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from tests.hook.conftest import run_hook
from tests.pipeline import ROOT
from tests.server.engine import ExampleEngine
from trayrecall import __version__, hook, paths
from trayrecall.connect.agents import AGENTS, Access, places_here
from trayrecall.connect.entries import Hook
from trayrecall.server.serving import Serving

PLUGIN = ROOT / "packaging" / "claude-plugin"


def read(name: str) -> Any:
    return json.loads((PLUGIN / name).read_text(encoding="utf-8"))


def test_its_manifest_is_of_this_version() -> None:
    manifest = read(".claude-plugin/plugin.json")
    assert (manifest["name"], manifest["version"]) == ("trayrecall", __version__)
    assert read(".mcp.json")["mcpServers"] == {"trayrecall": {"command": "trayrecall", "args": ["mcp"]}}


def test_its_hook_is_the_shipped_one() -> None:
    assert (PLUGIN / "hooks" / "trayrecall_hook.py").read_bytes() == paths.hook_script().read_bytes()


@pytest.mark.usefixtures("home")
def test_its_hooks_are_those_that_connect_installs() -> None:
    (settings, _) = AGENTS["claude-code"].files(places_here(), Access("", ""))
    installed = {entry.path[1]: dict(entry.value) for entry in settings.entries if isinstance(entry, Hook)}
    shipped = {event: groups[0] for event, groups in read("hooks/hooks.json")["hooks"].items()}
    assert set(shipped) == set(installed)
    for event, group in shipped.items():
        (run,) = group["hooks"]
        (wanted,) = installed[event]["hooks"]
        assert group.get("matcher") == installed[event].get("matcher")
        assert run["args"][:5] == wanted["args"][:5]
        assert run["timeout"] == hook.TIMEOUT_SECONDS


def test_its_hook_asks_the_running_application(running: Serving, engine: ExampleEngine) -> None:
    (run,) = read("hooks/hooks.json")["hooks"]["UserPromptSubmit"][0]["hooks"]
    words = [word.replace("${CLAUDE_PLUGIN_ROOT}", str(PLUGIN)) for word in run["args"]]
    done = run_hook(words=[sys.executable, *words])
    assert (done.code, done.err) == (0, b""), running.listener.url
    assert list(json.loads(done.out)) == ["hookSpecificOutput"]
    assert [kind for kind, _ in engine.asked] == ["prompt"]
