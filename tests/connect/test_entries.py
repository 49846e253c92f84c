"""Our entries in an agent's file, one by one: what is there already, or gone already, is left as it is."""

from __future__ import annotations

import json

import pytest

from trayrecall.connect.entries import Hook, Member

SERVER = Member(("mcpServers", "trayrecall"), {"url": "http://127.0.0.1:1/mcp"})
HOOK = Hook(("hooks", "BeforeAgent"), {"hooks": [{"type": "command", "command": "trayrecall_hook.py"}]})
FOREIGN = {"hooks": [{"type": "command", "command": "mine"}]}


@pytest.mark.parametrize("entry", [SERVER, HOOK])
def test_what_stands_there_is_not_written_anew_in_whatever_form_and_place(entry: Member | Hook) -> None:
    hooks = {"BeforeAgent": [HOOK.value, FOREIGN]}
    text = json.dumps({"hooks": hooks, "mcpServers": {"trayrecall": SERVER.value, "files": {}}})
    assert entry.put(text) == text


@pytest.mark.parametrize("entry", [SERVER, HOOK])
@pytest.mark.parametrize("text", ["{}", '{"hooks": {"BeforeAgent": []}, "mcpServers": {}}'])
def test_what_a_person_took_out_by_hand_is_not_missed(entry: Member | Hook, text: str) -> None:
    assert entry.taken_out(text, None) == text
