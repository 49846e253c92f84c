"""A client on another machine logs in by OAuth 2.1, over real HTTP; and all that must not let anybody in."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import httpx2
import pytest
from mcp.client.auth import OAuthClientProvider, TokenStorage
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthMetadata,
    OAuthToken,
    ProtectedResourceMetadata,
)
from pydantic import AnyUrl

from tests.server.conftest import TOKEN
from tests.server.remote import (
    BASE_URL,
    PASSWORD,
    REDIRECT,
    AsyncProxy,
    Program,
    browser,
    fields,
    open_store,
    redirected,
    remote_serving,
)
from trayrecall.server.listener import NotLoopback
from trayrecall.server.oauth.access import RemoteAccess
from trayrecall.server.oauth.logins import LOGIN_SECONDS, Question, Questions
from trayrecall.server.oauth.routes import REGISTRATIONS, WRONG_PASSWORDS
from trayrecall.server.oauth.store import (
    ACCESS_SECONDS,
)
from trayrecall.server.serving import Serving


@pytest.fixture
def web(tmp_path: Path) -> Iterator[httpx.Client]:
    """Whoever reaches the listener by its base URL."""
    with remote_serving(tmp_path) as served, browser(served.listener.url) as client:
        yield client


@pytest.fixture
def program(web: httpx.Client) -> Program:
    made = Program(web)
    assert made.register().status_code == 201
    return made


# ---- the SDK's own client ------------------------------------------------------------------------------


class Memory(TokenStorage):
    """What a client keeps, also over restarts."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.info: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.info

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.info = client_info


class Person:
    """Opens the address that the client gives, and types the password."""

    def __init__(self, web: httpx.Client) -> None:
        self.web = web
        self.logins = 0
        self.told: dict[str, str] = {}

    async def open(self, address: str) -> None:
        self.logins += 1
        page = self.web.get(address, follow_redirects=True)
        answer = self.web.post("/login", data=fields(page) | {"password": PASSWORD, "answer": "allow"})
        assert answer.headers["location"].startswith(REDIRECT)
        self.told = redirected(answer)

    async def come_back(self) -> AuthorizationCodeResult:
        return AuthorizationCodeResult(**self.told)


async def use(serving: Serving, memory: Memory, person: Person, mode: str) -> None:
    """Call a tool, let the token expire, and call again."""
    metadata = OAuthClientMetadata(client_name="Agent", redirect_uris=[AnyUrl(REDIRECT)])
    auth = OAuthClientProvider(f"{BASE_URL}/mcp", metadata, memory, person.open, person.come_back)
    async with (
        httpx2.AsyncClient(auth=auth, transport=AsyncProxy(serving), timeout=30) as http,
        Client(
            streamable_http_client(f"{BASE_URL}/mcp", http_client=http),
            mode=mode,
            cache=None,
            read_timeout_seconds=30,
        ) as client,
    ):
        for _ in range(2):
            found = await client.call_tool("recall", {"query": "pump"})
            assert found.structured_content is not None
            auth.context.token_expiry_time = 1.0


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_the_sdks_client_logs_in_once_refreshes_and_stays_logged_in_over_a_restart(
    tmp_path: Path, mode: str
) -> None:
    memory = Memory()
    refreshed = set()
    for _ in range(2):
        with remote_serving(tmp_path) as served, browser(served.listener.url) as web:
            person = Person(web)
            asyncio.run(use(served, memory, person, mode))
            assert memory.tokens is not None
            refreshed.add(memory.tokens.refresh_token)
    assert person.logins == 0  # after the restart
    assert len(refreshed) == 2


# ---- what clients are told -----------------------------------------------------------------------------


def test_mcp_without_a_token_tells_where_to_log_in(web: httpx.Client) -> None:
    where = f'resource_metadata="{BASE_URL}/.well-known/oauth-protected-resource/mcp"'
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    bare = web.post("/mcp", json=call)
    assert (bare.status_code, bare.headers["www-authenticate"]) == (401, f"Bearer {where}")
    wrong = web.post("/mcp", json=call, headers={"Authorization": "Bearer wrong"})
    assert wrong.headers["www-authenticate"] == f'Bearer {where}, error="invalid_token"'
    assert web.get("/api/v1/meta").headers["www-authenticate"] == "Bearer"


def test_without_a_base_url_there_is_nothing_of_it(anyone: httpx.Client) -> None:
    assert anyone.post("/mcp", json={}).headers["www-authenticate"] == "Bearer"
    for path in ("/.well-known/oauth-protected-resource/mcp", "/authorize", "/login"):
        assert anyone.get(path).status_code == 401
        assert anyone.get(path, headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 404


def test_the_metadata_documents_say_what_the_rfcs_ask(web: httpx.Client) -> None:
    with_path = web.get("/.well-known/oauth-protected-resource/mcp")
    assert web.get("/.well-known/oauth-protected-resource").json() == with_path.json()
    resource = ProtectedResourceMetadata.model_validate_json(with_path.content)
    assert (str(resource.resource), resource.bearer_methods_supported) == (f"{BASE_URL}/mcp", ["header"])
    assert [str(url) for url in resource.authorization_servers] == [BASE_URL]
    told = web.get("/.well-known/oauth-authorization-server").json()
    OAuthMetadata.model_validate(told)
    assert told == {
        "issuer": BASE_URL,
        "authorization_endpoint": f"{BASE_URL}/authorize",
        "token_endpoint": f"{BASE_URL}/token",
        "registration_endpoint": f"{BASE_URL}/register",
        "revocation_endpoint": f"{BASE_URL}/revoke",
        "scopes_supported": ["mcp"],
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
    }
    assert web.get("/.well-known/openid-configuration").status_code == 404  # where clients look next


# ---- registration --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "uri",
    [
        "https://agent.example/callback",
        "http://127.0.0.1:3000/",
        "http://localhost/callback",
        "http://[::1]:9/callback",
        "cursor://anysphere.cursor-retrieval/oauth/callback",
        "com.example.app:/oauth",
    ],
)
def test_a_program_registers_with_an_address_of_its_own(web: httpx.Client, uri: str) -> None:
    program = Program(web, redirect=uri)
    told = program.register(token_endpoint_auth_method="client_secret_post", scope="a b").json()
    assert (told["redirect_uris"], told["token_endpoint_auth_method"]) == ([uri], "none")
    assert "client_secret" not in told
    assert program.page().status_code == 200


@pytest.mark.parametrize(
    "uri",
    [
        "http://agent.example/callback",
        "http://127.0.0.1.evil.example/",
        "http://127.0.0.1@evil.example/",
        "https://user@agent.example/",
        "https://agent.example/#part",
        "https://agent.example;sandbox/callback",
        "https://*.example/callback",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "ms-settings:x",
        "https://agent.example/" + "x" * 1000,
    ],
)
def test_an_address_that_could_lead_anywhere_is_refused(web: httpx.Client, uri: str) -> None:
    answer = Program(web, redirect=uri).register()
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_redirect_uri")


def test_what_is_no_registration_is_refused(web: httpx.Client) -> None:
    for body in (b"", b"[]", b"{}", b'{"redirect_uris": []}', b"\xff", b"[" * 50_000):
        answer = web.post("/register", content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_client_metadata")
    many = {"redirect_uris": [f"https://agent.example/{n}" for n in range(11)]}
    assert web.post("/register", json=many).json()["error"] == "invalid_redirect_uri"


def test_registrations_are_limited(web: httpx.Client) -> None:
    statuses = [Program(web).register().status_code for _ in range(REGISTRATIONS + 1)]
    assert statuses == [201] * REGISTRATIONS + [429]


# ---- the question and the page -------------------------------------------------------------------------


def test_the_page_says_who_asks_and_where_it_is_and_harms_nobody(web: httpx.Client) -> None:
    program = Program(web, name='<b>"Claude"\u202e & co', redirect="https://agent.example:8443/cb?a=b")
    program.register()
    page = program.page()
    assert "<h1>&lt;b&gt;&quot;Claude&quot; &amp; co wants to read your notes</h1>" in page.text
    assert "<strong>agent.example:8443</strong>" in page.text
    assert "script" not in page.text
    policy = page.headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"} <= set(policy)
    assert policy[-1] == "form-action 'self' https://agent.example:8443"
    assert page.headers["x-frame-options"] == "DENY"
    assert page.headers["referrer-policy"] == "same-origin"
    assert page.headers.get_list("cache-control") == ["no-store"]
    assert "set-cookie" not in page.headers


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"resource": "https://other.example/mcp"}, "invalid_target"),
        ({"resource": f"{BASE_URL}.evil.example/mcp"}, "invalid_target"),
        ({"resource": "https://[broken"}, "invalid_target"),
    ],
)
def test_a_wrong_question_goes_back_to_the_client(
    program: Program, changes: dict[str, str | None], error: str
) -> None:
    answer = program.ask(**changes)
    assert answer.headers["location"].startswith(REDIRECT + "?")
    told = redirected(answer)
    assert (told["error"], told["state"], told["iss"]) == (error, "state & of < the client", BASE_URL)


@pytest.mark.parametrize(
    "resource", [None, BASE_URL, f"{BASE_URL}/", f"{BASE_URL}/mcp/", "HTTPS://Recall.Example/mcp"]
)
def test_every_spelling_of_our_resource_is_ours(program: Program, resource: str | None) -> None:
    assert program.page(resource=resource).status_code == 200


@pytest.mark.parametrize(
    "changes",
    [
        {"client_id": "unknown"},
        {"redirect_uri": "https://evil.example/"},
        {"redirect_uri": "http://127.0.0.1:3000/other"},
        {"redirect_uri": "http://127.0.0.1:3000@evil.example/callback"},
        {"redirect_uri": "http://localhost:3000/callback"},
    ],
)
def test_nobody_is_sent_to_an_address_that_was_not_registered(
    program: Program, changes: dict[str, str | None]
) -> None:
    answer = program.ask(**changes)
    assert (answer.status_code, answer.headers["content-type"]) == (400, "text/html; charset=utf-8")
    assert "evil.example" not in answer.text
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_a_program_on_this_computer_may_listen_on_another_port_each_time(program: Program) -> None:
    program.redirect = "http://127.0.0.1:50123/callback"
    tokens = program.log_in()
    assert program.mcp(tokens["access_token"]) == 200


def test_a_question_is_good_for_minutes_and_its_signature_for_itself() -> None:
    now = [1000.0]
    questions = Questions(lambda: now[0])
    question = Question("id", REDIRECT, redirect_was_given=True, challenge="c", state=None)
    signed = questions.signed(question)
    found = questions.read(signed)
    assert found is not None
    assert (found.client_id, found.redirect_uri) == ("id", REDIRECT)
    for other in ("", ".", signed + "0", "e30=." + signed.partition(".")[2], "ÿ" + signed):
        assert questions.read(other) is None
    assert Questions(lambda: now[0]).read(signed) is None  # another run's key
    now[0] += LOGIN_SECONDS
    assert questions.read(signed) is None


def test_a_page_that_is_too_old_says_what_to_do(web: httpx.Client) -> None:
    for answer in (web.get("/login"), web.post("/login", data={"question": "x.y", "password": PASSWORD})):
        assert answer.status_code == 400
        assert "Begin anew" in answer.text


# ---- the answer ----------------------------------------------------------------------------------------


def test_the_right_password_leads_back_with_a_code(program: Program) -> None:
    answer = program.answer(program.page())
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(f"{REDIRECT}?code=")
    told = redirected(answer)
    assert (told["state"], told["iss"]) == ("state & of < the client", BASE_URL)
    assert "set-cookie" not in answer.headers


def test_refusing_needs_no_password(program: Program) -> None:
    told = redirected(program.answer(program.page(), password="", answer="refuse"))
    assert told == {"error": "access_denied", "state": "state & of < the client", "iss": BASE_URL}


def test_wrong_passwords_are_limited_and_then_not_even_the_right_one_is_tried(program: Program) -> None:
    page = program.page()
    for wrong in ["", PASSWORD[:-1], PASSWORD + " ", *["guess"] * (WRONG_PASSWORDS - 3)]:
        answer = program.answer(page, wrong)
        assert (answer.status_code, "location" in answer.headers) == (403, False)
        assert "That is not the password." in answer.text
        assert wrong == "" or wrong not in answer.text
    limited = program.answer(page)
    assert limited.status_code == 429
    assert 1 <= int(limited.headers["retry-after"]) <= 61
    assert "Too many wrong passwords" in limited.text


# ---- codes ---------------------------------------------------------------------------------------------


def test_a_code_needs_its_verifier_its_client_and_its_redirect(program: Program, web: httpx.Client) -> None:
    other = Program(web)
    other.register()
    code = program.code()
    assert program.token(code, code_verifier="wrong" * 10).json()["error"] == "invalid_grant"
    assert (
        program.token(code, redirect_uri="http://127.0.0.1:3000/other").json()["error"] == "invalid_request"
    )
    assert program.token(code, client_id=other.client_id).json()["error"] == "invalid_grant"
    assert program.token(code, client_id="unknown").json()["error"] == "invalid_client"
    assert program.token(code, resource="https://other.example/mcp").json()["error"] == "invalid_target"
    assert program.token("unknown").json()["error"] == "invalid_grant"
    answer = program.token(code)
    assert answer.status_code == 200
    assert (answer.json()["token_type"], answer.json()["expires_in"]) == ("Bearer", ACCESS_SECONDS)


def test_a_code_that_comes_again_ends_the_login_that_came_of_it(program: Program, web: httpx.Client) -> None:
    other = Program(web)
    other.register()
    code = program.code()
    tokens = program.token(code).json()
    assert other.token(code).status_code == 400  # another client's try harms nobody
    assert program.mcp(tokens["access_token"]) == 200
    assert program.token(code).json()["error"] == "invalid_grant"
    assert program.mcp(tokens["access_token"]) == 401
    assert program.refresh(tokens["refresh_token"]).json()["error"] == "invalid_grant"


# ---- tokens --------------------------------------------------------------------------------------------


def test_a_token_is_for_mcp_alone(program: Program, web: httpx.Client) -> None:
    bearer = {"Authorization": f"Bearer {program.log_in()['access_token']}"}
    assert program.mcp(bearer["Authorization"].removeprefix("Bearer ")) == 200
    assert web.get("/api/v1/meta", headers=bearer).status_code == 403
    assert web.post("/recall", json={"prompt": "pump"}, headers=bearer).status_code == 403
    assert web.get("/health", headers=bearer).json() == {"status": "ok"}


def test_a_refresh_token_is_good_once(program: Program) -> None:
    first = program.log_in()
    second = program.refresh(first["refresh_token"], resource=f"{BASE_URL}/mcp").json()
    assert program.mcp(second["access_token"]) == 200
    assert program.refresh(second["refresh_token"], resource="https://other.example").json()["error"] == (
        "invalid_target"
    )
    third = program.refresh(second["refresh_token"]).json()
    assert len({first["refresh_token"], second["refresh_token"], third["refresh_token"]}) == 3


def test_the_password_is_a_token_for_everything(web: httpx.Client, program: Program) -> None:
    assert program.mcp(PASSWORD) == 200
    assert web.get("/api/v1/meta", headers={"Authorization": f"Bearer {PASSWORD}"}).status_code == 200


def test_a_given_back_token_ends_its_login(program: Program, web: httpx.Client) -> None:
    for kind in ("access_token", "refresh_token"):
        tokens, others = program.log_in(), program.log_in()
        body = {"token": tokens[kind], "client_id": program.client_id}
        assert web.post("/revoke", data=body | {"client_id": "unknown"}).status_code == 401
        assert web.post("/revoke", data=body | {"token": ""}).status_code == 400
        assert web.post("/revoke", data=body | {"token": "unknown"}).status_code == 200
        assert program.mcp(tokens["access_token"]) == 200
        assert web.post("/revoke", data=body).status_code == 200
        assert program.mcp(tokens["access_token"]) == 401
        assert program.mcp(others["access_token"]) == 200


def test_remote_clients_are_listed_and_removed_with_the_others(program: Program, web: httpx.Client) -> None:
    bearer = {"Authorization": f"Bearer {TOKEN}"}

    def names() -> list[str]:
        rows = web.get("/api/v1/clients", headers=bearer).json()["results"]
        return [row["name"] for row in rows]

    assert names() == ["hook", "agent", "password"]  # registering alone makes nobody a client
    tokens = program.log_in()
    other = Program(web)
    other_tokens = other.log_in()
    assert program.mcp(tokens["access_token"]) == 200
    assert names() == ["hook", "agent", "password", "oauth:claude-code", "oauth:claude-code-2"]
    row = web.get("/api/v1/clients", headers=bearer).json()["results"][3]
    assert (row["for"], row["requests"]) == (["mcp"], 1)
    assert row["last_used"] is not None
    gone = web.delete("/api/v1/clients/oauth:claude-code", headers=bearer)
    assert gone.json() == {"removed": True}
    assert program.mcp(tokens["access_token"]) == 401
    assert program.refresh(tokens["refresh_token"]).status_code == 400
    assert other.mcp(other_tokens["access_token"]) == 200
    assert web.delete("/api/v1/clients/oauth:claude-code", headers=bearer).status_code == 404
    assert web.delete("/api/v1/clients/hook", headers=bearer).status_code == 404
    assert program.mcp(program.log_in()["access_token"]) == 200  # it may ask a person again


def test_a_client_that_is_let_in_anew_was_not_used_yet(program: Program, web: httpx.Client) -> None:
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    assert program.mcp(program.log_in()["access_token"]) == 200
    assert web.delete("/api/v1/clients/oauth:claude-code", headers=bearer).json() == {"removed": True}
    program.log_in()
    row = web.get("/api/v1/clients", headers=bearer).json()["results"][-1]
    assert (row["name"], row["last_used"]) == ("oauth:claude-code", None)


# ---- where it listens ----------------------------------------------------------------------------------


def test_others_can_reach_it_only_with_a_private_base_url(tmp_path: Path) -> None:
    def at(base_url: str | None) -> Serving:
        access = None if base_url is None else RemoteAccess(base_url, PASSWORD, open_store(tmp_path))
        return Serving(object(), grants=tuple, host="0.0.0.0", port=0, remote=access)  # type: ignore[arg-type]

    for base_url in (None, "http://127.0.0.1:37850"):
        with pytest.raises(NotLoopback):
            at(base_url)
    at(BASE_URL)


def test_a_remote_access_does_not_show_its_password(tmp_path: Path) -> None:
    access = RemoteAccess(BASE_URL, PASSWORD, open_store(tmp_path))
    assert PASSWORD not in repr(access)
