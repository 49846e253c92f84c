"""What a person types about a server, joined with what is known of it already."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from trayrecall import instances, paths
from trayrecall.core.errors import UserInputError
from trayrecall.core.model import AreaRule, Instance, InstanceId
from trayrecall.secrets import MemoryStore
from trayrecall.settings import Settings, load_settings, save_settings, secret_name

HOME = Instance(
    InstanceId("home"),
    "Home",
    "https://h.example",
    rules=(AreaRule(label="draft"),),
    ca_file="/etc/own.pem",
    pinned_sha256="ab" * 32,
)


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Instance:
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path))
    save_settings(paths.settings_file(), Settings(instances=(HOME,)))
    return HOME


def test_a_server_entered_anew_keeps_its_rules_and_its_trust(known: Instance) -> None:
    typed = instances.proposed("Home", "https://new.example/", None, enabled=False)
    assert typed == replace(known, url="https://new.example", enabled=False)


def test_trust_that_was_taken_away_is_gone(known: Instance) -> None:
    typed = instances.proposed("Heim", known.url, None, instance=known.id, trust=instances.Trust())
    assert typed == replace(known, name="Heim", ca_file=None, pinned_sha256=None)


def test_another_name_is_another_server_with_no_trust_of_the_first(known: Instance) -> None:
    typed = instances.proposed("Work", "https://w.example", "https://links.example")
    assert typed == Instance(InstanceId("work"), "Work", "https://w.example", "https://links.example")
    assert typed.id != known.id


def test_an_address_is_taken_once(known: Instance) -> None:
    with pytest.raises(UserInputError, match="Home is the server at this address already"):
        instances.proposed("Work", f"{known.url}/", None)
    twin = replace(known, id=InstanceId("twin"), name="Twin")
    save_settings(paths.settings_file(), Settings(instances=(known, twin)))
    assert not instances.proposed("Twin", twin.url, None, enabled=False).enabled  # of an older file


def test_the_token_goes_first_so_that_a_failing_store_changes_nothing(known: Instance) -> None:
    class Full(MemoryStore):
        def set(self, name: str, secret: str) -> None:
            raise UserInputError(f"no room for {len(secret)} signs as {name}")

    with pytest.raises(UserInputError):
        instances.keep(replace(known, name="Heim"), "t" * 10, Full())
    assert load_settings(paths.settings_file()).instances == (known,)
    secrets = MemoryStore()
    instances.keep(replace(known, name="Heim"), "Bearer abc_def", secrets)
    assert secrets.get(secret_name(known.id)) == "abc_def"
    assert load_settings(paths.settings_file()).instances[0].name == "Heim"
