"""An agent as the official SDK's client plays it, over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

ERAS = ("legacy", "2026-07-28", "auto")


@asynccontextmanager
async def agent(url: str, token: str, mode: str = "2026-07-28") -> AsyncIterator[Client]:
    """A connected client of the endpoint below `url`; `mode` is the era that it speaks."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False, timeout=30) as http,
        Client(
            streamable_http_client(f"{url}/mcp", http_client=http),
            mode=mode,
            cache=None,
            read_timeout_seconds=30,
        ) as client,
    ):
        yield client
