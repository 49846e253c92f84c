"""`trayrecall mcp` as a real process, spoken to by the official SDK's client and line by line."""

from __future__ import annotations

import asyncio
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from tests.cli.conftest import environment
from tests.known_secrets import known_secret
from tests.server.conftest import WORK_TOKEN
from tests.server.engine import ExampleEngine
from tests.server.test_mcp import HANDSHAKES
from trayrecall.cli import closed
from trayrecall.cli.bridge import Bridge, run
from trayrecall.cli.client import HttpFailure, RunningApp
from trayrecall.server.guard import Grant
from trayrecall.server.serving import Serving

LOCAL = known_secret("local-token-of-the-bridge")
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
CALL = {"name": "recall", "arguments": {"query": "pump"}}


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """Where the bridge looks for the running application, and its token."""
    found = environment(tmp_path / "home") | {"RECALL_CLIENT_LOCAL_TOKEN": LOCAL}
    del found["RECALL_SECRETS_FILE"]
    return found


@contextmanager
def application(env: dict[str, str], *, port: int = 0, token: str = LOCAL) -> Iterator[Serving]:
    """A listener that tells where it is, as the application's does."""
    runtime_file = Path(env["TRAYRECALL_HOME"]) / "state" / "runtime.json"
    runtime_file.parent.mkdir(exist_ok=True)
    serving = Serving(
        ExampleEngine(), grants=lambda: (Grant("local", token),), port=port, runtime_file=runtime_file
    )
    serving.start()
    try:
        yield serving
    finally:
        serving.stop()


class Talk:
    """A bridge that is spoken to line by line."""

    def __init__(self, env: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "trayrecall", "mcp"],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def say(self, method: str, params: dict[str, Any] | None = None, number: int | str | None = 1) -> None:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params or {}}
        self.write(json.dumps(message | ({} if number is None else {"id": number})))

    def write(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        heard: dict[str, Any] = json.loads(self.process.stdout.readline())
        return heard

    def ask(self, method: str, params: dict[str, Any] | None = None, number: int | str = 1) -> dict[str, Any]:
        self.say(method, params, number)
        return self.hear()


@contextmanager
def talk(env: dict[str, str]) -> Iterator[Talk]:
    """A bridge, seen to end well and silently when its client closes standard input."""
    one = Talk(env)
    try:
        yield one
        out, err = one.process.communicate(timeout=20)
        assert (one.process.returncode, out, err) == (0, b"", b"")
    finally:
        one.process.kill()
        one.process.communicate()


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28", "auto"])
def test_the_official_client_reaches_the_tools_through_the_bridge(env: dict[str, str], mode: str) -> None:
    async def converse() -> None:
        server = StdioServerParameters(command=sys.executable, args=["-m", "trayrecall", "mcp"], env=env)
        async with Client(server, mode=mode, cache=None, read_timeout_seconds=30) as client:
            assert len((await client.list_tools()).tools) == 3
            found = (await client.call_tool("recall", {"query": "水泵"})).structured_content
            assert found["query"] == "水泵"
            many = await asyncio.gather(
                *(client.call_tool("recall", {"query": f"pump {n}"}) for n in range(20))
            )
            assert [one.structured_content["query"] for one in many] == [f"pump {n}" for n in range(20)]

    with application(env):
        asyncio.run(converse())


def test_a_client_that_starts_before_the_application_keeps_its_tools(env: dict[str, str]) -> None:
    with talk(env) as client:
        said = client.ask("initialize", HELLO)["result"]
        assert (said["protocolVersion"], said["serverInfo"]["name"]) == ("2025-06-18", "trayrecall")
        assert "not running" in said["instructions"]
        client.say("notifications/initialized", number=None)
        listed = client.ask("tools/list", number="list")["result"]
        refused = client.ask("tools/call", CALL, "two")
        assert (refused["id"], refused["result"]["isError"]) == ("two", True)
        assert "TrayRecall is not running. Start it" in refused["result"]["content"][0]["text"]
        with application(env):
            assert client.ask("tools/call", CALL, 3)["result"]["structuredContent"]["results"]
            assert client.ask("tools/list", number=4)["result"] == listed
            same = client.ask("initialize", HELLO)["result"]
        assert {**said, "instructions": ""} == {**same, "instructions": ""}


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client_may_start_before_the_application(env: dict[str, str], mode: str) -> None:
    async def converse() -> None:
        server = StdioServerParameters(command=sys.executable, args=["-m", "trayrecall", "mcp"], env=env)
        async with Client(server, mode=mode, cache=None, read_timeout_seconds=30) as client:
            assert len((await client.list_tools()).tools) == 3
            refused = await client.call_tool("recall", {"query": "pump"})
            assert refused.is_error
            assert "not running" in str(refused.content)
            with application(env):
                assert (await client.call_tool("recall", {"query": "pump"})).structured_content["results"]

    asyncio.run(converse())


@pytest.mark.parametrize("version", HANDSHAKES)
def test_what_is_said_while_it_is_closed_is_a_revision_that_the_application_knows(version: str) -> None:
    assert closed.REVISIONS == HANDSHAKES
    for wanted, agreed in ((version, version), ("2024-11-05", HANDSHAKES[0]), (None, HANDSHAKES[0])):
        said = closed.result_of("initialize", {"protocolVersion": wanted})
        assert said is not None
        assert said["protocolVersion"] == agreed


def test_a_batch_is_answered_in_one_line(env: dict[str, str]) -> None:
    notice = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    pings = [{"jsonrpc": "2.0", "id": number, "method": "ping"} for number in (1, 2)]
    with talk(env) as client:
        for _ in range(2):
            client.write(json.dumps([pings[0], notice, pings[1]]))
            heard: Any = client.hear()
            assert [(told["id"], told["result"]) for told in heard] == [(1, {}), (2, {})]
            client.write(json.dumps([notice]))
        with application(env):
            client.write(json.dumps(pings))
            heard = client.hear()
            assert [told["id"] for told in heard] == [1, 2]


@pytest.mark.case("MH03")
def test_a_restart_between_two_calls_is_not_noticed_even_on_another_port(env: dict[str, str]) -> None:
    with talk(env) as client:
        with application(env):
            client.ask("initialize", HELLO)
            assert client.ask("tools/call", CALL)["result"]["structuredContent"]["results"]
        with application(env):
            assert client.ask("tools/call", CALL)["result"]["structuredContent"]["results"]


def test_what_goes_wrong_is_an_error_with_the_requests_id_and_the_bridge_lives_on(
    env: dict[str, str],
) -> None:
    with talk(env) as client:
        client.write("{")
        assert client.hear()["error"]["code"] == -32700
        with application(env, token=WORK_TOKEN):
            assert "refuses the token" in client.ask("ping", number=4)["error"]["message"]
        with application(env):
            assert client.ask("no/such", number=5)["error"]["code"] == -32601
            client.write('{"jsonrpc":"2.0","id":6,"method":7}')
            assert client.hear()["id"] == 6
            client.write("[]")
            assert "error" in client.hear()
            assert client.ask("ping", number=7) == {"jsonrpc": "2.0", "id": 7, "result": {}}


def test_a_client_that_went_away_is_no_failure_of_the_bridge(env: dict[str, str]) -> None:
    with application(env):
        one = Talk(env)
        assert one.process.stdout is not None
        one.process.stdout.close()
        one.say("ping")
        assert one.process.stdin is not None
        one.process.stdin.close()
        assert one.process.wait(20) == 0
        assert one.process.stderr is not None
        assert one.process.stderr.read() == b""
        one.process.stderr.close()


class Refusing(RunningApp):
    """An application that is too busy."""

    def __init__(self) -> None:
        self.url = "http://127.0.0.1:9"

    def forward(self, *_: object) -> dict[str, Any] | None:
        raise HttpFailure("too busy")


@pytest.mark.parametrize("number", ["NaN", "1e999", "-Infinity", "[NaN]", "{}"])
def test_an_answer_is_json_whatever_the_id_was(number: str) -> None:
    told = Bridge(lambda: None).answer(f'{{"jsonrpc":"2.0","id":{number},"method":"ping"}}'.encode())
    assert told is not None
    assert json.loads(told, parse_constant=pytest.fail)["id"] is None


def test_a_refusal_is_told_in_words_and_notices_get_no_answer() -> None:
    lines = [
        b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
        b"\n",
        b'{"jsonrpc":"2.0","method":"notifications/x"}\n',
    ]
    out = io.BytesIO()
    run(Bridge(Refusing), lines, out)
    (told,) = map(json.loads, out.getvalue().splitlines())
    assert "too busy" in told["error"]["message"]


# ---- how it starts ------------------------------------------------------------------------------------

HEAVY = {"numpy", "httpx", "starlette", "uvicorn", "mcp", "apsw", "onnxruntime", "PySide6", "trayrecall.app"}


@pytest.mark.parametrize("module", ["cli.bridge", "cli.asking", "cli.pausing", "server.tool_schemas"])
def test_a_client_of_the_running_application_loads_nothing_large(module: str) -> None:
    told = f"import sys, trayrecall.{module}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout
    assert f"trayrecall.{module}" in loaded.split()
    assert HEAVY.isdisjoint(loaded.split())
