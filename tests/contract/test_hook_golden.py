"""What the prompt hook and its surroundings promise: names that are added to and never changed."""

from __future__ import annotations

import json
import os
from pathlib import Path

from trayrecall.connect.agents import AGENTS
from trayrecall.core.clients import KINDS
from trayrecall.hook import command, write_hook_file
from trayrecall.server.clients import client_body
from trayrecall.server.guard import Grant
from trayrecall.server.hook import hook_body


def test_the_answer_of_the_hook() -> None:
    assert hook_body("text", "UserPromptSubmit", None) == {
        "hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "text"}
    }
    assert hook_body("text", "beforeSubmitPrompt", "cursor") == {"additional_context": "text"}
    assert hook_body("", "UserPromptSubmit", None) == {}


def test_the_file_by_which_the_client_finds_the_listener(tmp_path: Path) -> None:
    write_hook_file(tmp_path / "hook.json", 37850, "t0ken")
    written = (tmp_path / "hook.json").read_text(encoding="ascii")
    told = json.loads(written)
    assert list(told) == ["port", "token", "pid", "world"]
    assert (told["port"], told["token"], told["pid"]) == (37850, "t0ken", os.getpid())
    assert '"port": 37850, "token": "t0ken", "pid": ' in written, "the client reads it by its quotes"


def test_the_command_that_agents_run() -> None:
    assert command()[1:5] == ["-I", "-S", "-E", "-c"]
    assert [Path(word).name for word in command()[6:]] == ["trayrecall_hook.py", "hook.json"]


def test_kinds_and_agents() -> None:
    assert KINDS[:3] == ("hook", "mcp", "rest")
    assert list(AGENTS)[:8] == [
        "claude-code", "codex", "gemini", "cursor", "vscode", "claude-desktop", "zed", "opencode",
    ]  # fmt: skip
    assert list(client_body(Grant("a", "t"), {}))[:4] == ["name", "for", "instances", "last_used"]
