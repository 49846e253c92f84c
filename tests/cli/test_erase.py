"""`trayrecall erase`: what TrayRecall wrote on this machine goes, and nothing else."""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import NOTES, Cli, Run
from tests.fakes import TOKEN, FakeServer
from tests.server.remote import BASE_URL, PASSWORD
from trayrecall import app, erasing, paths
from trayrecall.autostart import autostart
from trayrecall.core.model import Instance, InstanceId
from trayrecall.settings import load_settings, save_settings
from trayrecall.single import SingleInstance
from trayrecall.store import Index


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of a person who has an agent."""
    folder = tmp_path / "person"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    for name in ("XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def used(cli: Cli, fresh_trilium: FakeServer, person: Path, tmp_path: Path) -> Cli:
    """The command line over a home that was used for everything."""
    fresh_trilium.start_over(*NOTES)
    added = cli("instance", "add", "--url", fresh_trilium.url, "--name", "Home", given=TOKEN + "\n")
    assert (added.code, cli("sync").code) == (0, 0)
    assert cli("client", "add", "script").code == 0
    assert cli("connect", "codex").code == 0
    assert cli("remote", "on", BASE_URL, given=PASSWORD + "\n").code == 0
    configuration = app.read_configuration(os.environ)
    with app.serving(configuration) as (engine, _):
        assert paths.hook_config_file().is_file()
        assert cli("client", "list").code == 0
        assert engine.wait_until_idle(
            60
        )  # one that can't end in time keeps the index as long as its process lives
    paths.log_file().write_text("x")
    autostart(os.environ).set(enabled=True)
    paths.settings_file().with_name(".settings.json.abc").write_text("half")
    assert (person / ".codex" / "config.toml").is_file()
    assert set(app.secret_names(load_settings(paths.settings_file()))) == set(secrets(tmp_path))
    return cli


def secrets(tmp_path: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads((tmp_path / "home-secrets.json").read_text())
    return found


def files(folder: Path) -> set[str]:
    """All in it, locks aside."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock")
    return {str(path.relative_to(folder)) for path in found}


def test_after_the_word_everything_of_ours_goes_and_is_named(used: Cli, person: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    models = (home / "data" / "models").resolve()
    done = used("erase", given="erase\n\n")
    assert done.code == 0, done.err
    assert any(models.iterdir())  # that a link names a folder doesn't make it ours
    assert list(home.iterdir()) == []
    assert (files(person), secrets(tmp_path)) == (set(), {})
    for name in (
        "settings.json",
        "index.sqlite",
        "models",
        "trayrecall.log",
        "clients.json",
        "oauth.json",
        ".settings.json.abc",
    ):
        assert any(
            line.startswith("removed ") and line.endswith(f"/{name}") for line in done.out.splitlines()
        )
    for whose in ("this machine's command line", "the server Home", "the client script", "the client codex"):
        assert f"removed the token of {whose}\n" in done.out
    assert f"removed {person / '.codex' / 'config.toml'}\n" in done.out
    assert "removed the start at login\n" in done.out
    assert used("erase").out == "There is nothing to erase.\n"


@pytest.mark.parametrize("typed", ["", "Erase\n"])
def test_without_the_word_nothing_changes(used: Cli, person: Path, tmp_path: Path, typed: str) -> None:
    before = (files(tmp_path / "home"), files(person), secrets(tmp_path))
    done = used("erase", given=typed)
    assert (done.code, done.err) == (1, "Nothing was erased.\n")
    assert (files(tmp_path / "home"), files(person), secrets(tmp_path)) == before
    assert str(paths.database_file()) in done.out
    assert "Connected: Codex." in done.out


def test_the_agents_keep_their_entries_when_the_person_says_so(
    used: Cli, person: Path, tmp_path: Path
) -> None:
    autostart(os.environ).set(enabled=False)
    before = files(person)
    assert used("erase", given="erase\nn\n").code == 0
    assert files(person) == before
    assert secrets(tmp_path) == {}


def test_an_agents_file_that_broke_is_left_and_told_and_the_rest_goes(
    used: Cli, person: Path, tmp_path: Path
) -> None:
    config = person / ".codex" / "config.toml"
    config.write_text(config.read_text() + "[")
    done = used("erase", "--yes")
    assert done.code == 1
    assert str(config) in done.err
    assert config.is_file()
    assert list((tmp_path / "home").iterdir()) == []
    assert secrets(tmp_path) == {}


def test_what_is_another_programs_in_our_folders_stays_and_is_told(used: Cli, tmp_path: Path) -> None:
    foreign = tmp_path / "home" / "data" / "thesis.odt"
    foreign.write_text("x")
    done = used("erase", "--yes")
    assert (done.code, done.err) == (0, f"left {foreign}, which is not TrayRecall's\n")
    assert files(tmp_path / "home") == {"data/thesis.odt"}


@pytest.mark.parametrize("environment", [{}, {"RECALL_HOME_TOKEN": TOKEN}])
def test_on_a_machine_without_a_keyring_the_files_go(
    cli: Cli, person: Path, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]
) -> None:
    monkeypatch.delenv("RECALL_SECRETS_FILE")
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    server = Instance(InstanceId("home"), "Home", "http://notes.example")
    save_settings(paths.settings_file(), load_settings(paths.settings_file()).with_instance(server))
    done = cli("erase", "--yes")
    assert (done.code, done.err) == (0, ""), person
    assert "the token" not in done.out
    assert not (paths.own_folder("config")).exists()


# ---- settings that can't be read ----------------------------------------------------------------------


@pytest.mark.parametrize("length", [-20, 0])
def test_with_broken_settings_every_token_goes_whose_name_is_found_and_doubt_is_told(
    used: Cli, person: Path, tmp_path: Path, length: int
) -> None:
    settings = paths.settings_file()
    settings.write_bytes(settings.read_bytes()[:length])  # without them, the index and the agents tell names
    done = used("erase", given="erase\n\n")
    assert (done.code, list((tmp_path / "home").iterdir()), files(person)) == (1, [], set())
    assert list(secrets(tmp_path)) == ([] if length else ["client:script"])
    assert "removed the token of the server home\n" in done.out
    assert done.err.startswith(f"The settings file can't be used: {settings}, line ")
    assert done.err.endswith(
        f"If only that file names a server or client, its token stays in {tmp_path / 'home-secrets.json'}.\n"
    )


def test_settings_that_are_a_folder_and_a_damaged_index_go(cli: Cli, person: Path, tmp_path: Path) -> None:
    paths.settings_file().mkdir()
    paths.database_file().write_bytes(b"not an index" * 999)
    done = cli("erase", given="erase\n")
    assert (done.code, files(tmp_path / "home"), files(person)) == (1, set(), set()), done.err
    assert not paths.settings_file().exists()


# ---- while it runs ------------------------------------------------------------------------------------


def refused(done: Run) -> bool:
    return done.code == 7 and done.err == "TrayRecall is running. End it first. Nothing was erased.\n"


def test_it_refuses_while_a_listener_runs(cli: Cli, person: Path, tmp_path: Path) -> None:
    with app.serving(app.read_configuration(os.environ)):
        before = files(tmp_path / "home")
        assert refused(cli("erase", "--yes")), person
        assert files(tmp_path / "home") == before


def test_it_refuses_while_an_application_without_a_listener_runs(cli: Cli, person: Path) -> None:
    paths.settings_file().write_text("{}")
    single = SingleInstance()
    assert single.acquire()
    try:
        assert refused(cli("erase", "--yes")), person
    finally:
        single.close()
    assert paths.settings_file().is_file()


def test_it_refuses_while_a_command_writes_the_index(cli: Cli, person: Path) -> None:
    index = Index.open(paths.database_file())
    try:
        assert refused(cli("erase", "--yes")), person
    finally:
        index.close()
    assert paths.database_file().is_file()


# ---- what is known as ours ----------------------------------------------------------------------------


def test_every_file_that_is_ours_is_known_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    named: dict[str, Callable[[], Path]] = {
        name: found
        for name, found in inspect.getmembers(paths, inspect.isfunction)
        if name.endswith("_file") and not inspect.signature(found).parameters
    }
    assert len(named) >= 6
    for find in named.values():
        find().write_text("{}" if find is paths.settings_file else "x")
    with erasing.alone():
        pass
    for name in paths.OWN_FILES:
        paths.own_folder(name).mkdir(exist_ok=True)
    env = {"RECALL_SECRETS_FILE": str(tmp_path / "none.json")}
    list(erasing.erase(erasing.written(env), env))
    assert erasing.left() == []
    assert not any(paths.own_folder(name).exists() for name in paths.OWN_FILES)
