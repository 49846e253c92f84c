"""`trayrecall client` as a person types it, without and with a running application."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest

from tests.cli.conftest import Cli, Run
from tests.server.engine import ExampleEngine
from trayrecall import app, paths
from trayrecall.cli import main
from trayrecall.server.serving import Serving


@pytest.fixture
def home_instance(cli: Cli) -> Cli:
    """One instance in the settings; nothing asks it."""
    instance = {"id": "home", "name": "Home", "url": "http://127.0.0.1:9"}
    paths.settings_file().write_text(json.dumps({"version": 1, "port": 1, "instances": [instance]}))
    return cli


def stored() -> str:
    return Path(os.environ["RECALL_SECRETS_FILE"]).read_text(encoding="utf-8")


def test_a_token_is_shown_once_and_kept_in_the_secret_store_alone(home_instance: Cli) -> None:
    added = home_instance("client", "add", "laptop", "--instance", "home", "--for", "rest,hook")
    assert added.code == 0
    token = added.out.strip()
    assert len(token) == 43
    assert json.loads(stored()) == {"client:laptop": token}
    kept = json.loads(paths.settings_file().read_text())["clients"]
    assert kept == [{"name": "laptop", "for": ["hook", "rest"], "instances": ["home"]}]
    listed = home_instance("client", "list")
    assert listed.out == "laptop\thook, rest\thome\tnever used\n"
    assert token not in paths.settings_file().read_text() + listed.out + listed.err + added.err


def test_a_removed_client_leaves_nothing_behind(home_instance: Cli) -> None:
    token = home_instance("client", "add", "laptop").out.strip()
    assert home_instance("client", "remove", "laptop").code == 0
    assert token not in stored()
    assert json.loads(paths.settings_file().read_text())["clients"] == []
    assert home_instance("client", "list") == Run(
        0, "", "No client yet. Add one: trayrecall client add NAME\n"
    )
    assert home_instance("client", "remove", "laptop").code == 5


@pytest.mark.parametrize(
    "typed",
    [
        ["Laptop"], ["local"], ["hook"], ["a b"], ["../x"], ["laptop", "--instance", "work"], ["laptop", "--for", "web"],
        ["laptop", "--for", ""], ["laptop", "--for", ","],
    ],
)  # fmt: skip
def test_what_cant_be_a_client_is_refused_and_nothing_is_kept(home_instance: Cli, typed: list[str]) -> None:
    before = paths.settings_file().read_bytes()
    refused = home_instance("client", "add", *typed)
    assert (refused.code, refused.out) == (5, "")
    assert refused.err.count("\n") == 1
    assert paths.settings_file().read_bytes() == before


@pytest.mark.usefixtures("home_instance")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here is always full")
def test_a_token_that_nobody_could_read_is_not_kept() -> None:
    with Path("/dev/full").open("w") as full, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", full)
        code = main(["client", "add", "laptop"])
    assert code == 7
    assert json.loads(stored()) == {}
    assert json.loads(paths.settings_file().read_text())["clients"] == []


def test_a_name_that_is_taken_is_refused(home_instance: Cli) -> None:
    first = home_instance("client", "add", "laptop")
    again = home_instance("client", "add", "laptop")
    assert (again.code, again.out) == (5, "")
    assert first.out.strip() in stored()


def test_the_running_application_takes_them_in_at_once(home_instance: Cli) -> None:
    served = serving()
    try:
        for _ in range(2):  # the second token of the same name counts, not a remembered one
            token = home_instance("client", "add", "laptop", "--for", "rest").out.strip()
            assert opens(served, token)
            assert "laptop\trest\tall instances\tlast used 2" in home_instance("client", "list").out
            assert home_instance("client", "remove", "laptop").code == 0
            assert not opens(served, token)
    finally:
        served.stop()
    assert "local" in json.loads(paths.client_uses_file().read_text())


def serving(env: Mapping[str, str] = os.environ) -> Serving:
    """The listener as the application builds it, over a small engine."""
    served = app.build_serving(app.read_configuration(env), ExampleEngine(), env)  # type: ignore[arg-type]
    served.start()
    return served


def opens(served: Serving, token: str) -> bool:
    headers = {"Authorization": f"Bearer {token}"}
    return (
        httpx.get(served.listener.url + "/api/v1/meta", headers=headers, trust_env=False).status_code == 200
    )
