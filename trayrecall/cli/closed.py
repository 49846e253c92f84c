"""What the bridge answers by itself while no application runs.

A client that is refused the handshake gives a server up for the whole session, and many start before TrayRecall does,
at login say. So the handshake and the list of the tools are answered here, as the application would; a call is told
that it isn't running, until it is.
"""

from __future__ import annotations

from typing import Any

from trayrecall import __version__

REVISIONS = ("2025-11-25", "2025-06-18", "2025-03-26")  # of the handshake, newest first
_INSTRUCTIONS = "Searches the user's own Trilium notes. TrayRecall is not running now, so calls fail until the user starts it."
_NAME = "trayrecall"


def result_of(method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    """The result of a request, or None when only the application can give it."""
    if method == "initialize":
        return _hello(params.get("protocolVersion"))
    if method == "ping":
        return {}
    if method == "tools/list":
        from trayrecall.server.tool_schemas import listed_tools  # noqa: PLC0415 - the application has it loaded

        return {"tools": listed_tools()}
    return None


def _hello(wanted: object) -> dict[str, Any]:
    return {
        "protocolVersion": wanted if wanted in REVISIONS else REVISIONS[0],
        "capabilities": {"tools": {"listChanged": False}},
        "serverInfo": {"name": _NAME, "title": "TrayRecall", "version": __version__},
        "instructions": _INSTRUCTIONS,
    }
