"""What clients put into the body of a call that the SDK would refuse."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.server.engine import ExampleEngine
from tests.server.test_mcp import calling

HALVES = ("\\ud83d", "\\udc00", "\\uD83D", "\\ud83d\\ud83d")


def posted(client: httpx.Client, body: str, **headers: str) -> Any:
    answer = client.post(
        "/mcp", content=body.encode(), headers={"Content-Type": "application/json", **headers}, timeout=60
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def body_with(half: str) -> str:
    return json.dumps(calling("recall", query="pump HALF")).replace("HALF", half)


@pytest.mark.parametrize("half", HALVES)
def test_half_an_emoji_in_a_question_is_replaced(
    client: httpx.Client, engine: ExampleEngine, half: str
) -> None:
    result = posted(client, body_with(half), **{"MCP-Protocol-Version": "2025-06-18"})["result"]
    assert not result["isError"]
    assert result["structuredContent"]["results"]
    (asked,) = (what for name, what in engine.asked if name == "recall")
    assert "pump \ufffd" in str(asked)


def test_a_whole_emoji_stays_whole(client: httpx.Client, engine: ExampleEngine) -> None:
    posted(client, body_with("\\ud83d\\ude00"))
    assert "pump \U0001f600" in str(engine.asked)


def test_half_an_emoji_is_replaced_in_a_batch_too(client: httpx.Client, engine: ExampleEngine) -> None:
    (answer,) = posted(client, f"[{body_with(HALVES[0])}]", **{"MCP-Protocol-Version": "2025-03-26"})
    assert not answer["result"]["isError"]
    assert "pump \ufffd" in str(engine.asked)
