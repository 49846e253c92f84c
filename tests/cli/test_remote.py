"""`trayrecall remote`, and remote clients in `trayrecall client`, as a person types them."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import httpx
import pytest

from tests.cli.conftest import Cli
from tests.cli.test_clients import serving, stored
from tests.cli.test_serve import BEARER, Home, home, served, server
from tests.known_secrets import known_secret
from tests.server.engine import ExampleEngine
from tests.server.remote import BASE_URL, PASSWORD, Program, browser, redirected
from trayrecall import paths
from trayrecall.core.errors import UserInputError
from trayrecall.house import House, ThisRun
from trayrecall.secrets import MemoryStore
from trayrecall.server.oauth.access import resource_of
from trayrecall.server.oauth.store import OAuthStore
from trayrecall.server.serving import Serving
from trayrecall.settings import load_settings
from trayrecall.settings_work import AskingClients

__all__ = ["home", "server"]  # fixtures


def logged_in(name: str = "Claude") -> str:
    """A remote client of this home; its access token."""
    store = OAuthStore(paths.oauth_file(), resource_of(BASE_URL))
    store.logged_in_with(PASSWORD)
    store.register(name, name, ["https://agent.example/"])
    login = store.log_in(name)
    assert login is not None
    return login[0].access


def test_the_password_goes_into_the_secret_store_alone(cli: Cli) -> None:
    on = cli("remote", "on", "HTTPS://Recall.Example/", given=PASSWORD + "\n")
    assert on.code == 0
    assert f"{BASE_URL}/mcp" in on.out
    assert json.loads(stored()) == {"login": PASSWORD}
    kept = paths.settings_file().read_text()
    assert json.loads(kept)["base_url"] == BASE_URL
    assert PASSWORD not in kept + on.out + on.err
    assert cli("remote", "off").code == 0
    assert PASSWORD not in stored()
    assert load_settings(paths.settings_file()).base_url is None


@pytest.mark.parametrize(
    ("url", "password"),
    [(BASE_URL, "too short"), (BASE_URL, ""), ("http://recall.example", PASSWORD), ("recall", PASSWORD)],
)
def test_what_would_be_unsafe_is_refused_and_nothing_is_kept(cli: Cli, url: str, password: str) -> None:
    refused = cli("remote", "on", url, given=password + "\n")
    assert (refused.code, refused.out) == (5, "")
    assert refused.err.count("\n") == 1
    assert not password or password not in refused.err
    assert not paths.settings_file().exists()
    assert not Path(os.environ["RECALL_SECRETS_FILE"]).exists()


def test_a_base_url_without_a_good_password_lets_nothing_listen(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli("remote", "on", BASE_URL, given=PASSWORD + "\n").code == 0
    serving().stop()
    for password in ("", "too short"):
        secrets = json.dumps({"login": password} if password else {})
        Path(os.environ["RECALL_SECRETS_FILE"]).write_text(secrets)
        with pytest.raises(UserInputError, match="password"):
            serving()
    monkeypatch.setenv("RECALL_LOGIN_PASSWORD", PASSWORD)
    serving().stop()


def test_remote_clients_are_listed_and_removed_while_nothing_runs(cli: Cli) -> None:
    logged_in()
    assert cli("client", "list").out == "oauth:claude\tmcp\tall instances\tnever used\n"
    removed = cli("client", "remove", "oauth:claude")
    assert (removed.code, removed.out) == (
        0,
        "oauth:claude is logged out; its tokens open nothing any more.\n",
    )
    assert cli("client", "list").out == ""
    assert cli("client", "remove", "oauth:claude").code == 5


def test_the_running_application_logs_them_out_at_once(cli: Cli) -> None:
    cli("remote", "on", BASE_URL, given=PASSWORD + "\n")
    token = logged_in()
    running = serving()
    try:

        def status() -> int:
            call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
            headers = {"Authorization": f"Bearer {token}"}
            url = running.listener.url + "/mcp"
            return httpx.post(url, json=call, headers=headers, trust_env=False, timeout=20).status_code

        assert status() == 200
        assert re.search(
            "^oauth:claude\tmcp\tall instances\tlast used 2", cli("client", "list").out, re.MULTILINE
        )
        assert cli("client", "remove", "oauth:claude").code == 0
        assert status() == 401
        assert cli("client", "remove", "oauth:claude").code == 5
    finally:
        running.stop()


def test_the_running_application_lets_remote_clients_in_and_no_more_at_once(cli: Cli) -> None:
    other = known_secret("another-password-of-this-test")
    running = serving()
    try:
        for password in (PASSWORD, other):
            assert cli("remote", "on", BASE_URL, given=password + "\n").code == 0
            found = {each: mcp_status(running, each) for each in (PASSWORD, other)}
            assert found == {each: 200 if each == password else 401 for each in found}
        token = logged_in()
        assert cli("remote", "on", BASE_URL, given=other + "\n").code == 0
        assert mcp_status(running, token) == 401, "it logged in with the password of before"
        off = cli("remote", "off")
        assert (off.code, off.out) == (0, "No client on another machine is let in any more.\n")
        assert mcp_status(running, other) == 403
        assert httpx.get(running.listener.url + "/authorize", trust_env=False).status_code == 401
    finally:
        running.stop()


def test_an_application_that_has_its_address_from_the_environment_is_not_called_closed(cli: Cli) -> None:
    cli("remote", "on", BASE_URL, given=PASSWORD + "\n")
    running = serving({**os.environ, "RECALL_BASE_URL": BASE_URL, "RECALL_LOGIN_PASSWORD": PASSWORD})
    try:
        off = cli("remote", "off")
        assert (off.code, off.out) == (5, "")
        assert f"was started with the base URL {BASE_URL}" in off.err
        assert mcp_status(running, PASSWORD) == 200
    finally:
        running.stop()
    cli("remote", "on", BASE_URL, given=PASSWORD + "\n")
    running = serving({**os.environ, "RECALL_BASE_URL": BASE_URL})
    try:
        assert mcp_status(running, PASSWORD) == 200
        off = cli("remote", "off")
        assert off.code == 4
        assert "but no password" in off.err
        assert mcp_status(running, PASSWORD) == 403
    finally:
        running.stop()


def mcp_status(running: Serving, token: str) -> int:
    with browser(running.listener.url) as web:
        return Program(web).mcp(token)


def test_the_settings_window_lists_them_and_logs_them_out(cli: Cli) -> None:
    cli("remote", "on", BASE_URL, given=PASSWORD + "\n")
    logged_in("Claude")
    logged_in("Zed")
    running: Serving | None = serving()
    for left in (["oauth:claude", "oauth:zed"], ["oauth:zed"]):
        house = House(ExampleEngine(), running, ThisRun(MemoryStore()), list)  # type: ignore[arg-type]
        work = AskingClients(house)
        assert [client.name for client in work.listed().known] == left
        work.revoke(left[0])
        assert [client.name for client in work.listed().known] == left[1:]
        if running is not None:
            running.stop()
            running = None  # and the same while nothing listens


# ---- trayrecall serve ----------------------------------------------------------------------------------


def with_environment(home: Home, **more: str) -> Home:
    return Home(home.folder, {**home.env, **more}, home.port)


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({}, "Other machines could reach this address: 0.0.0.0"),
        (
            {"RECALL_BASE_URL": "http://localhost:1", "RECALL_LOGIN_PASSWORD": PASSWORD},
            "Other machines could",
        ),
        ({"RECALL_BASE_URL": BASE_URL}, f"The base URL {BASE_URL} is set, but no password"),
        ({"RECALL_BASE_URL": "recall.example", "RECALL_LOGIN_PASSWORD": PASSWORD}, "RECALL_BASE_URL must be"),
    ],
)
def test_serve_is_not_reached_by_others_unless_all_is_set_up(
    home: Home, environment: dict[str, str], words: str
) -> None:
    refused = with_environment(home, **environment).run("serve", "--host", "0.0.0.0")
    assert refused.returncode in {5, 7}
    assert refused.stderr.startswith(words), refused.stderr
    assert refused.stderr.count("\n") == 1
    assert not home.runtime_file.exists()


def test_serve_lets_a_remote_client_log_in_and_knows_it_after_a_restart(home: Home) -> None:
    password = known_secret("password-of-this-very-test")
    opened = with_environment(
        home, RECALL_BASE_URL=BASE_URL, RECALL_LOGIN_PASSWORD=password, RECALL_HOST="0.0.0.0"
    )
    with served(opened) as first:
        assert first.process.stdout is not None
        assert first.process.stdout.readline() == f"Clients on other machines log in at {BASE_URL}/mcp.\n"
        with browser(first.url) as web:
            program = Program(web)
            program.register()
            program.answer(program.page(), "wrong")
            code = redirected(program.answer(program.page(), password))["code"]
            tokens = program.token(code).json()
        first.end()
    with served(opened) as second, browser(second.url) as web:
        assert Program(web).mcp(tokens["access_token"]) == 200
        assert "oauth:claude-code\tmcp\tall instances\tlast used" in opened.run("client", "list").stdout
        assert second.get("/health", headers=BEARER).status_code == 200
        second.end()
    log = (home.folder / "log" / "trayrecall.log").read_text()
    assert "a login of a remote client failed: wrong password" in log
