"""A listener that is reached from elsewhere, and what a remote client and a person's browser do there.

The base URL is one of HTTPS; a transport stands for the proxy that would speak it and passes on to the listener.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import httpx2

from tests.known_secrets import known_secret
from tests.server.conftest import GRANTS
from tests.server.engine import ExampleEngine
from trayrecall.server.clients import Clients
from trayrecall.server.oauth.access import RemoteAccess, resource_of
from trayrecall.server.oauth.store import OAuthStore
from trayrecall.server.routes import endpoint_route
from trayrecall.server.serving import Serving

BASE_URL = "https://recall.example"
HOST = "recall.example"
PASSWORD = known_secret("correct-horse-battery-staple")
REDIRECT = "http://127.0.0.1:3000/callback"


def open_store(folder: Path) -> OAuthStore:
    """The store of that folder, as a start would open it."""
    store = OAuthStore(folder / "oauth.json", resource_of(BASE_URL))
    store.logged_in_with(PASSWORD)
    return store


@contextmanager
def remote_serving(folder: Path, engine: ExampleEngine | None = None) -> Iterator[Serving]:
    """A running listener with every surface; what it keeps lies in the folder."""
    access = RemoteAccess(BASE_URL, PASSWORD, open_store(folder))
    clients = Clients(GRANTS, list, folder / "clients.json", access.store)
    served = Serving(
        engine or ExampleEngine(),
        grants=clients.grants,
        port=0,
        more_routes=(*clients.routes(), endpoint_route(lambda: BASE_URL)),
        used=clients.used,
        remote=access,
    )
    served.start()
    try:
        yield served
    finally:
        served.stop()


def browser(listener: str) -> httpx.Client:
    """A client that reaches the listener at that address by its base URL."""
    return httpx.Client(base_url=BASE_URL, transport=_Proxy(listener), timeout=20)


class _Proxy(httpx.HTTPTransport):
    def __init__(self, listener: str) -> None:
        super().__init__()
        self._listener = httpx.URL(listener)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        assert request.url.host == HOST, "nobody else may be asked"
        to = self._listener
        url = request.url.copy_with(scheme=to.scheme, host=to.host, port=to.port)
        return super().handle_request(
            httpx.Request(request.method, url, headers=request.headers, stream=request.stream)
        )


class AsyncProxy(httpx2.AsyncHTTPTransport):
    """The same for the SDK's client."""

    def __init__(self, serving: Serving) -> None:
        super().__init__()
        self._port = serving.listener.port

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Pass on."""
        assert request.url.host == HOST, "nobody else may be asked"
        url = request.url.copy_with(scheme="http", host="127.0.0.1", port=self._port)
        passed_on = httpx2.Request(request.method, url, headers=request.headers, stream=request.stream)
        return await super().handle_async_request(passed_on)


@dataclass
class Program:
    """A remote client by hand, and the person before it."""

    web: httpx.Client
    name: str = "Claude Code"
    redirect: str = REDIRECT
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    client_id: str = ""

    def register(self, **changes: Any) -> httpx.Response:
        body = {"client_name": self.name, "redirect_uris": [self.redirect]} | changes
        answer = self.web.post("/register", json=body)
        self.client_id = answer.json().get("client_id", self.client_id) if answer.is_success else ""
        return answer

    @property
    def challenge(self) -> str:
        digest = hashlib.sha256(self.verifier.encode()).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    def ask(self, **changes: str | None) -> httpx.Response:
        """Begin; the answer leads to the login page."""
        usual: dict[str, str | None] = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect,
            "code_challenge": self.challenge,
            "code_challenge_method": "S256",
            "state": "state & of < the client",
            "resource": f"{BASE_URL}/mcp",
        }
        given = {name: value for name, value in (usual | changes).items() if value is not None}
        return self.web.get("/authorize", params=given)

    def page(self, **changes: str | None) -> httpx.Response:
        """The login page."""
        return self.web.get(self.ask(**changes).headers["location"])

    def answer(self, page: httpx.Response, password: str = PASSWORD, answer: str = "allow") -> httpx.Response:
        """What a person does on the page."""
        return self.web.post("/login", data=fields(page) | {"password": password, "answer": answer})

    def code(self, **changes: str | None) -> str:
        """The code that comes of a login."""
        return redirected(self.answer(self.page(**changes)))["code"]

    def token(self, code: str, **changes: str) -> httpx.Response:
        """Tokens for the code."""
        body = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": self.client_id,
            "redirect_uri": self.redirect,
            "code_verifier": self.verifier,
            "resource": f"{BASE_URL}/mcp",
        } | changes
        return self.web.post("/token", data=body)

    def refresh(self, token: str, **changes: str) -> httpx.Response:
        """Tokens for the refresh token."""
        body = {"grant_type": "refresh_token", "refresh_token": token, "client_id": self.client_id} | changes
        return self.web.post("/token", data=body)

    def log_in(self) -> dict[str, Any]:
        """All of it; the tokens."""
        if not self.client_id:
            assert self.register().status_code == 201
        answer = self.token(self.code())
        assert answer.status_code == 200, answer.text
        tokens: dict[str, Any] = answer.json()
        return tokens

    def mcp(self, token: str) -> int:
        """The status of a call with the token."""
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        return self.web.post("/mcp", json=body, headers={"Authorization": f"Bearer {token}"}).status_code


def fields(page: httpx.Response) -> dict[str, str]:
    """The hidden fields of the page's form."""
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page.text)
    return {name: unescape(value) for name, value in hidden}


def redirected(answer: httpx.Response) -> dict[str, str]:
    """What the client is told by the address to which the browser goes."""
    return dict(parse_qsl(urlsplit(answer.headers["location"]).query))
