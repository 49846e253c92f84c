"""Tool calls at `/mcp` over 10,000 passages: what the protocol costs on top of a bare route, and of the same search by REST.

All take turns, call by call. A bare route is one of Starlette behind the same guard that answers a constant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.bench.library import library
from tests.bench.measuring import Row, p50, row, timed
from tests.bench.recall import PASSAGES, WARM_UP, Client
from tests.bench.served import served
from tests.bench.texts import Writer
from trayrecall.core.ports import Embedder

CALLS = 200
MODERN = "2026-07-28"
_META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}


def benchmark(embedder: Embedder) -> dict[str, Row]:
    """`mcp_call` and `mcp_legacy` (a call that finds no note), and `mcp_recall`."""
    times: dict[str, list[float]] = {
        name: [] for name in ("bare", "mcp_call", "mcp_legacy", "rest", "mcp_recall")
    }
    with served(library(PASSAGES, embedder)) as port:
        client = Client(port)
        for number, text in enumerate(Writer(seed=11).prompts(CALLS + WARM_UP)):
            calls: dict[str, Callable[[], Any]] = {
                "bare": lambda: client.post("/bare", {"id": "a/b"}),
                "mcp_call": lambda: modern(client, "get_note", {"id": "a/b"}),
                "mcp_legacy": lambda: legacy(client, "get_note", {"id": "a/b"}),
                "rest": lambda text=text: client.search(text),  # type: ignore[misc]
                "mcp_recall": lambda text=text: modern(client, "recall", {"query": text}),  # type: ignore[misc]
            }
            for name, call in calls.items():
                taken, _ = timed(call)
                if number >= WARM_UP:
                    times[name].append(taken)
        client.close()
    bare, rest = p50(times["bare"]), p50(times["rest"])
    return {
        "mcp_call": row(times["mcp_call"], bare=bare, against="a bare route", bare_p50_ms=bare),
        "mcp_legacy": row(times["mcp_legacy"], bare=bare, against="a bare route", bare_p50_ms=bare),
        "mcp_recall": row(
            times["mcp_recall"], bare=rest, against="the same search by REST", rest_p50_ms=rest
        ),
    }


def modern(client: Client, tool: str, arguments: dict[str, Any]) -> Any:
    """A call of the stateless revision."""
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/call", "Mcp-Name": tool}
    return client.post("/mcp", _call(tool, arguments, _meta=_META), headers)


def legacy(client: Client, tool: str, arguments: dict[str, Any]) -> Any:
    """A call of the handshake era."""
    return client.post("/mcp", _call(tool, arguments), {"MCP-Protocol-Version": "2025-11-25"})


def _call(tool: str, arguments: dict[str, Any], **more: Any) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments, **more}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
