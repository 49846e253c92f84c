from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from tests.server.conftest import ALLOWED_ORIGIN, TOKEN
from tests.server.engine import ExampleEngine
from trayrecall.server.guard import FAILED_ATTEMPTS, Grant, Guard, GuardRules
from trayrecall.server.headers import MAX_BODY_BYTES, HeaderRules


def no_cors(response: httpx.Response) -> bool:
    return not any(name.startswith("access-control-") for name in response.headers)


@pytest.mark.case("MH07")
def test_a_preflight_is_refused(client: httpx.Client) -> None:
    headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    answer = client.options("/recall", headers=headers)
    assert answer.status_code == 403
    assert no_cors(answer)
    refused = client.options("/recall")
    assert (refused.status_code, refused.headers["allow"]) == (405, "POST")
    assert client.options("/api/v1/recall").headers["allow"] == "GET, HEAD"
    assert client.options("/mcp").headers["allow"] == "POST"
    assert client.options("/nowhere").headers["allow"] == ""


def test_an_address_typed_by_a_person_is_let_in(client: httpx.Client) -> None:
    assert client.get("/health", headers={"Sec-Fetch-Site": "none"}).status_code == 200


def test_an_allowed_origin_is_let_in_without_any_cors_header(client: httpx.Client) -> None:
    answer = client.get("/api/v1/meta", headers={"Origin": ALLOWED_ORIGIN})
    assert answer.status_code == 200
    assert no_cors(answer)


@pytest.mark.case("MH08")
def test_our_own_hosts_are_let_in(client: httpx.Client, port: int) -> None:
    for host in ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:{port}", "[::1]:{port}"]:
        assert client.get("/health", headers={"Host": host.format(port=port)}).status_code == 200


@pytest.mark.case("MH06")
def test_only_json_is_taken(client: httpx.Client, engine: ExampleEngine) -> None:
    def post(path: str, kind: str, body: str) -> int:
        answer = client.post(path, content=body, headers={"Content-Type": kind})
        assert "Traceback" not in answer.text
        return answer.status_code

    assert post("/recall", "text/plain", '{"prompt":"pump"}') == 415
    assert post("/mcp", "application/x-www-form-urlencoded", "a=b") == 415
    assert post("/recall", "application/json", '{"prompt":') == 400
    assert engine.asked == []
    assert post("/recall", "application/json; charset=utf-8", '{"prompt":"pump"}') == 200
    assert post("/recall", 'Application/JSON;charset="UTF-8"', '{"prompt":"pump"}') == 200
    assert post("/recall", "application/json; charset=latin-1", '{"prompt":"pump"}') == 415


def test_a_post_without_a_content_type_or_with_a_coding_is_refused(client: httpx.Client) -> None:
    assert client.post("/api/v1/sync").status_code == 415
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    assert client.post("/api/v1/sync", content=b"{}", headers=headers).status_code == 415


def test_what_is_not_json_in_utf8_is_refused(client: httpx.Client) -> None:
    for body in [b'{"prompt": NaN}', b"\xff\xfe{}", b"[" * 100_000, b'{"n": ' + b"9" * 5000 + b"}", b"{} {}"]:
        answer = client.post("/recall", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400
        assert answer.json() == {"detail": "the body is not JSON"}


def test_a_byte_order_mark_is_no_obstacle(client: httpx.Client) -> None:
    body = b"\xef\xbb\xbf" + b'{"prompt":"pump"}'
    assert (
        client.post("/recall", content=body, headers={"Content-Type": "application/json"}).status_code == 200
    )


def test_a_long_body_is_refused_whether_its_length_is_told_or_not(client: httpx.Client) -> None:
    fits = json.dumps({"prompt": "x" * (MAX_BODY_BYTES - len('{"prompt": ""}'))}).encode()
    headers = {"Content-Type": "application/json"}

    def chunks(data: bytes) -> Iterator[bytes]:
        for start in range(0, len(data), 60_000):
            yield data[start : start + 60_000]

    assert client.post("/recall", content=fits, headers=headers).status_code == 200
    assert client.post("/recall", content=chunks(fits), headers=headers).status_code == 200
    assert client.post("/recall", content=fits + b" ", headers=headers).status_code == 413
    assert client.post("/recall", content=chunks(fits + b" "), headers=headers).status_code == 413
    assert client.get("/health").status_code == 200


def test_a_wrong_token_is_refused_everywhere_also_on_health(anyone: httpx.Client) -> None:
    for credential in [
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN[:-1]}",
        "Bearer",
        f"Basic {TOKEN}",
        TOKEN,
        "",
        "Bearer ÿ",
    ]:
        answer = anyone.get("/health", headers={b"Authorization": credential.encode("latin-1")})
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"].startswith("Bearer")


def test_two_tokens_at_once_are_refused(anyone: httpx.Client) -> None:
    headers = [("Authorization", f"Bearer {TOKEN}"), ("Authorization", f"Bearer {TOKEN}")]
    assert anyone.get("/api/v1/meta", headers=headers).status_code == 401


def test_the_schemes_name_is_compared_without_case(anyone: httpx.Client) -> None:
    assert anyone.get("/api/v1/meta", headers={"Authorization": f"bearer {TOKEN}"}).status_code == 200


def test_health_without_a_token_tells_the_state_and_nothing_else(
    anyone: httpx.Client, engine: ExampleEngine
) -> None:
    assert anyone.get("/health").json() == {"status": "ok"}
    engine.state = "starting"
    assert anyone.get("/health").json() == {"status": "starting"}


def test_answers_are_kept_by_no_cache_and_sniffed_by_nobody(anyone: httpx.Client) -> None:
    headers = anyone.get("/health").headers
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["server"] == "TrayRecall"


def test_wrong_tokens_are_forgiven_after_a_minute() -> None:
    now = [0.0]
    rules = GuardRules(HeaderRules(1234), lambda: [Grant("hook", TOKEN)], clock=lambda: now[0])
    guard = Guard(_unreachable, rules)
    headers = {"host": "localhost:1234", "authorization": "Bearer guess"}

    def attempt() -> int:
        return int(asyncio.run(_through(guard, headers, _nothing, method="GET"))[0]["status"])

    assert [attempt() for _ in range(FAILED_ATTEMPTS + 1)][-1] == 429
    now[0] = 60.0
    assert attempt() == 401


def test_cors_headers_of_a_route_are_taken_out() -> None:
    async def permissive(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [(b"Access-Control-Allow-Origin", b"*")],
            }
        )
        await send({"type": "http.response.body", "body": b""})

    guard = Guard(permissive, GuardRules(HeaderRules(1234), lambda: [Grant("hook", TOKEN)]))
    headers = {"host": "localhost:1234", "authorization": f"Bearer {TOKEN}"}
    sent = asyncio.run(_through(guard, headers, _nothing, method="GET"))
    assert all(not name.lower().startswith(b"access-control") for name, _ in sent[0]["headers"])


def test_a_failing_route_is_answered_and_its_words_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def failing(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise RuntimeError("secret prompt")

    guard = Guard(failing, GuardRules(HeaderRules(1234), lambda: [Grant("hook", TOKEN)]))
    headers = {"host": "localhost:1234", "authorization": f"Bearer {TOKEN}"}
    sent = asyncio.run(_through(guard, headers, _nothing, method="GET"))
    assert sent[0]["status"] == 500
    assert b"secret" not in sent[1]["body"]
    assert "RuntimeError" in caplog.text
    assert "secret" not in caplog.text
    assert TOKEN not in caplog.text


@pytest.mark.parametrize("more", [False, True])
def test_work_after_an_answer_goes_on_when_the_client_leaves_unless_the_answer_is_half_sent(
    more: bool,
) -> None:
    sent_it, left, finished = asyncio.Event(), asyncio.Event(), list[bool]()

    async def tidying(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"found", "more_body": more})
        sent_it.set()
        await left.wait()
        for _ in range(5):  # whoever gives it up has the time to
            await asyncio.sleep(0)
        finished.append(True)

    async def leaving() -> Message:
        await sent_it.wait()
        left.set()
        return {"type": "http.disconnect"}

    guard = Guard(tidying, GuardRules(HeaderRules(1234), lambda: [Grant("hook", TOKEN)]))
    headers = {"host": "localhost:1234", "authorization": f"Bearer {TOKEN}"}
    asyncio.run(_through(guard, headers, leaving, method="GET"))
    assert finished == ([] if more else [True])


def test_a_grant_does_not_show_its_token() -> None:
    assert TOKEN not in repr(Grant("hook", TOKEN))


def test_http_1_0_without_a_host_is_refused(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as raw:
        raw.sendall(b"GET /health HTTP/1.0\r\n\r\n")
        assert b" 403 " in raw.recv(100)


async def _unreachable(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise AssertionError("nothing may come here")


async def _nothing() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


async def _through(
    guard: Guard, headers: dict[str, str], receive: Receive, *, method: str = "POST"
) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []

    async def send(message: Message) -> None:
        sent.append(dict(message))

    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": "/recall", "query_string": b"", "headers": raw}
    await guard(scope, receive, send)
    return sent
