"""The tools as an MCP server, on the official SDK. Loaded at the first call: the SDK takes a second to import.

The SDK's manager serves both eras of the protocol from one endpoint, without sessions and with JSON answers: requests
that name revision 2026-07-28 in `MCP-Protocol-Version`, and those of the `initialize` era, where each request is taken
on its own. What the SDK can't do, done here:

- Instructions depend on the index and on the client, but the SDK's are one text: a middleware puts them in.
- It records spans for OpenTelemetry; these are left out, and its log is silenced, because its messages quote requests.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)

from trayrecall import __version__
from trayrecall.core.documents import compact_json
from trayrecall.core.errors import TrayRecallError
from trayrecall.server.guard import Grant
from trayrecall.server.headers import MAX_BODY_BYTES
from trayrecall.server.pool import CallPool
from trayrecall.server.tool_schemas import INPUTS, listed_tools
from trayrecall.server.tools import Tools, UnknownTool

log = logging.getLogger(__name__)

CALL_SECONDS = 20.0
_WITH_INSTRUCTIONS = frozenset({"initialize", "server/discover"})

Context = ServerRequestContext[Any, Any]


def build_manager(tools: Tools, calls: CallPool) -> StreamableHTTPSessionManager:
    """The SDK's server of `tools`, whose calls run in the pool. To be entered with `run()` before it serves."""
    logging.getLogger("mcp").setLevel(logging.CRITICAL + 1)
    handlers = _Handlers(tools, calls)
    server: Server[Any] = Server(
        "trayrecall",
        version=__version__,
        title="TrayRecall",
        get_tool_input_schema=INPUTS.get,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
    )
    server.middleware[:] = [handlers.with_instructions]
    return StreamableHTTPSessionManager(
        server, json_response=True, stateless=True, max_request_body_size=MAX_BODY_BYTES
    )


class _Handlers:
    """What the SDK calls."""

    def __init__(self, tools: Tools, calls: CallPool) -> None:
        self._tools = tools
        self._calls = calls
        self._list = ListToolsResult(tools=[Tool.model_validate(tool) for tool in listed_tools()])

    async def list_tools(self, _context: Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
        """All tools; there are few."""
        return self._list

    async def call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult:
        """One call. What a model can mend is a result with `isError`, not a failure of the protocol."""
        arguments: Mapping[str, Any] = params.arguments or {}
        grant = _grant(context)
        try:
            found = await self._calls.run(
                lambda: self._tools.call(params.name, arguments, grant), seconds=CALL_SECONDS
            )
        except UnknownTool as failure:
            raise MCPError(INVALID_PARAMS, str(failure)) from None
        except TrayRecallError as failure:
            return _failed(f"{str(failure).rstrip('.')}. {failure.hint}".strip())
        except TimeoutError:
            log.warning("a tool call was given up after %g seconds", CALL_SECONDS)
            return _failed("TrayRecall is too busy to answer in time. Try once more, then go on without it.")
        except Exception as failure:  # noqa: BLE001 - named barrier: the model gets a text, the log the kind
            log.error("a tool call failed: %s", type(failure).__name__)  # noqa: TRY400
            return _failed("TrayRecall failed on this call; its log names the place. Go on without it.")
        return CallToolResult(
            content=[TextContent(type="text", text=compact_json(found))], structured_content=found
        )

    async def with_instructions(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Put the instructions for this client into what a server says of itself."""
        result = await call_next(ctx)
        if ctx.method in _WITH_INSTRUCTIONS and isinstance(result, dict):
            grant = _grant(ctx)
            text = await self._calls.run(lambda: self._tools.instructions(grant), seconds=CALL_SECONDS)
            result["instructions"] = text
        return result


def _grant(context: Context) -> Grant:
    """What the guard found; every request to this endpoint carries one."""
    assert context.request is not None
    grant = context.request.state.grant
    assert isinstance(grant, Grant)
    return grant


def _failed(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)
