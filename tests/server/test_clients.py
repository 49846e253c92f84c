"""A client with a token of its own asks what it may, and nothing else; who asked when is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from tests.known_secrets import known_secret
from tests.server.engine import WORK, ExampleEngine
from trayrecall.server.clients import Clients, read_uses
from trayrecall.server.guard import Grant
from trayrecall.server.serving import Serving

EVERYTHING = known_secret("t0ken-for-everything")
TOKENS = {kind: known_secret(f"t0ken-for-{kind}") for kind in ("hook", "mcp", "rest")}
WORK_ONLY = known_secret("t0ken-for-work")


class Known:
    """What the settings and the keyring hold; a test may change it."""

    def __init__(self) -> None:
        self.grants = [Grant(kind, token, kinds=frozenset({kind})) for kind, token in TOKENS.items()]
        self.grants.append(Grant("work", WORK_ONLY, frozenset({WORK.id})))

    def __call__(self) -> list[Grant]:
        return self.grants


@pytest.fixture
def known() -> Known:
    return Known()


@pytest.fixture
def uses_file(tmp_path: Path) -> Path:
    return tmp_path / "clients.json"


@pytest.fixture
def clients(known: Known, uses_file: Path) -> Clients:
    made = Clients((Grant("local", EVERYTHING),), known, uses_file)
    made.reload()
    return made


@pytest.fixture
def engine() -> ExampleEngine:
    return ExampleEngine()


@pytest.fixture
def url(clients: Clients, engine: ExampleEngine) -> Iterator[str]:
    served = Serving(
        engine,
        grants=clients.grants,
        port=0,
        more_routes=clients.routes(),
        used=clients.used,
        ended=clients.save,
    )
    served.start()
    yield served.listener.url
    served.stop()


def ask(url: str, token: str, method: str, path: str) -> httpx.Response:
    body = {"prompt": "pump"} if method == "POST" else None
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.request(method, url + path, json=body, headers=headers, trust_env=False)


PATHS = {
    "hook": [("POST", "/recall")],
    "mcp": [("POST", "/mcp")],
    "rest": [
        ("GET", "/api/v1/recall?q=pump"),
        ("GET", "/api/v1/meta"),
        ("POST", "/api/v1/sync"),
        ("GET", "/no/such"),
    ],
}


@pytest.mark.parametrize("kind", TOKENS)
def test_a_token_is_for_its_kind_alone(url: str, kind: str) -> None:
    for path_kind, paths in PATHS.items():
        for method, path in paths:
            status = ask(url, TOKENS[kind], method, path).status_code
            assert (status != 403) == (path_kind == kind), path
            assert ask(url, EVERYTHING, method, path).status_code != 403
    answer = ask(url, TOKENS[kind], "POST" if kind == "rest" else "GET", "/recall")
    assert answer.status_code in {403, 405}


def test_what_is_refused_says_for_what_the_token_is_not(url: str) -> None:
    assert ask(url, TOKENS["hook"], "GET", "/api/v1/meta").json() == {"detail": "this token is not for rest"}


def test_health_is_in_full_for_rest_only(url: str) -> None:
    assert ask(url, TOKENS["hook"], "GET", "/health").json() == {"status": "ok"}
    assert "notes" in ask(url, TOKENS["rest"], "GET", "/health").json()


def test_a_removed_token_opens_nothing_once_the_clients_are_renewed(url: str, known: Known) -> None:
    known.grants = [Grant("rest", "another", kinds=frozenset({"rest"}))]
    assert ask(url, TOKENS["rest"], "GET", "/api/v1/meta").status_code == 200
    assert ask(url, EVERYTHING, "POST", "/api/v1/clients/reload").json() == {"clients": 1}
    assert ask(url, TOKENS["rest"], "GET", "/api/v1/meta").status_code == 401
    assert ask(url, "another", "GET", "/api/v1/meta").status_code == 200


def test_when_they_cant_be_read_the_clients_stay_as_they_were(clients: Clients) -> None:
    before = clients.grants()

    def locked() -> list[Grant]:
        raise RuntimeError

    clients._read = locked
    with pytest.raises(RuntimeError):
        clients.reload()
    assert clients.grants() == before


def test_the_list_tells_limits_and_last_use_and_no_token(url: str) -> None:
    ask(url, TOKENS["hook"], "POST", "/recall")
    ask(url, TOKENS["mcp"], "GET", "/api/v1/meta")
    answer = ask(url, EVERYTHING, "GET", "/api/v1/clients")
    rows = {row["name"]: row for row in answer.json()["results"]}
    assert list(rows) == ["local", *TOKENS, "work"]
    assert rows["local"]["for"] == ["hook", "mcp", "rest"]
    assert (rows["work"]["instances"], rows["work"]["last_used"]) == (["work"], None)
    assert datetime.fromisoformat(rows["hook"]["last_used"]) <= datetime.now(UTC)
    assert rows["mcp"]["last_used"] is None  # refused: that was no use
    assert not any(token in answer.text for token in [EVERYTHING, WORK_ONLY, *TOKENS.values()])


def test_a_client_with_some_instances_sees_no_other_clients(url: str) -> None:
    assert ask(url, WORK_ONLY, "GET", "/api/v1/clients").status_code == 403
    assert ask(url, WORK_ONLY, "POST", "/api/v1/clients/reload").status_code == 403


def test_a_client_with_some_instances_syncs_those_and_believes_no_deletions(
    url: str, engine: ExampleEngine
) -> None:
    def sync(body: dict[str, bool]) -> int:
        headers = {"Authorization": f"Bearer {WORK_ONLY}"}
        answer = httpx.post(f"{url}/api/v1/sync", json=body, headers=headers, trust_env=False)
        return answer.status_code

    assert sync({"accept_deletions": True}) == 403
    assert engine.asked == []
    assert sync({"full": True}) == 202
    assert engine.asked == [("sync", (True, False, WORK.id))]


def test_the_last_uses_outlive_the_listener(known: Known, clients: Clients, uses_file: Path) -> None:
    clients.used(Grant("hook", "t"))
    assert not uses_file.exists()  # not at each request
    clients.save()
    assert set(read_uses(uses_file)) == {"hook"}
    again = Clients((), known, uses_file)
    assert again._uses == read_uses(uses_file)
    uses_file.write_text(json.dumps([1]))
    assert read_uses(uses_file) == {}


def test_a_new_client_of_an_old_name_was_never_used(url: str, clients: Clients, known: Known) -> None:
    ask(url, WORK_ONLY, "GET", "/api/v1/meta")
    assert clients.requests("work") == 1
    removed = known.grants.pop()
    clients.reload()
    known.grants.append(removed)
    clients.reload()
    assert clients.requests("work") == 0
    told = ask(url, EVERYTHING, "GET", "/api/v1/clients").json()["results"]
    assert next(one for one in told if one["name"] == "work")["last_used"] is None
