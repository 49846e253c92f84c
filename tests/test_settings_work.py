"""The work behind the settings window over a real house: engine, listener, keyring file, a server of its own."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tests.connect.conftest import FOREIGN_VARIABLES
from tests.engine.engines import eventually
from tests.fakes import FakeServer, note
from tests.pipeline import MODELS_CACHE, RESOURCES, default_embedder
from tests.server.remote import BASE_URL, PASSWORD, Program, browser
from trayrecall import app, paths, settings_work
from trayrecall.core.errors import ModelUnavailable, SecretStoreLocked, UserInputError
from trayrecall.core.model import Area, AreaRule, Filters, Instance, InstanceId
from trayrecall.demo import DEMO
from trayrecall.embed import DEFAULT_MODEL, MODELS, Places
from trayrecall.house import House, open_house
from trayrecall.server.serving import Serving
from trayrecall.settings import Settings, load_settings, save_settings
from trayrecall.settings_work import SettingsWork
from trayrecall.ui.settings_actions import Draft

NO_MODEL = "/nowhere"  # words alone: nothing here is about meaning
HARBOUR = InstanceId("harbour")


@pytest.fixture(scope="module")
def server() -> Iterator[FakeServer]:
    with FakeServer.with_notes(
        note("logs", "Logs"),
        note("ferry", "Ferry timetable", "<p>The Skarvoy ferry leaves at 06:40.</p>", parents=("logs",)),
        note("crane", "Crane", "<p>The crane lifts nine tonnes.</p>"),
    ) as running:
        yield running


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person without settings, with a home of their own."""
    for name in FOREIGN_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "person"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path / "trayrecall"))
    monkeypatch.setenv("RECALL_SECRETS_FILE", str(tmp_path / "secrets.json"))
    save_settings(paths.settings_file(), Settings(model_folder=NO_MODEL, port=38911))
    return home


@pytest.fixture
def house(person: Path) -> Iterator[House]:
    assert person.exists()
    opened = open_house(os.environ)
    yield opened
    opened.close()


@pytest.fixture
def work(house: House) -> SettingsWork:
    return SettingsWork(house)


def kept() -> Settings:
    return load_settings(paths.settings_file())


def add(work: SettingsWork, server: FakeServer) -> None:
    work.servers.save(Draft("Harbour", server.url), server.token)


def test_the_demo_is_there_until_it_is_removed_also_after_a_restart(work: SettingsWork, house: House) -> None:
    work.servers.try_demo()
    eventually(lambda: house.engine.status().notes == 68, "the demo's notes")
    assert [(known.instance.id, known.is_demo) for known in work.servers.listed()] == [(DEMO, True)]
    house.close()
    again = open_house(os.environ)
    try:
        assert [instance.id for instance in again.engine.status().instances] == [DEMO]
        SettingsWork(again).servers.remove(DEMO)
        eventually(lambda: again.engine.status().notes == 0, "its end")
        assert not kept().demo
        assert SettingsWork(again).servers.listed() == []
    finally:
        again.close()


def test_a_server_is_removed_also_while_the_keyring_keeps_its_token(
    work: SettingsWork, house: House, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(work, server)
    eventually(lambda: house.engine.status().notes == 3, "the reading")

    def locked(_: str) -> None:
        raise SecretStoreLocked

    monkeypatch.setattr(house.secrets, "delete", locked)
    with pytest.raises(SecretStoreLocked):
        work.servers.remove(HARBOUR)
    assert (kept().instances, house.engine.status().instances) == ((), ())
    eventually(lambda: house.engine.status().notes == 0, "the removal")


def test_of_two_changes_at_once_the_engine_has_what_is_kept_in_the_end(
    work: SettingsWork, house: House, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(work, server)
    reading, removed, read = threading.Event(), threading.Event(), house.instances

    def slowly() -> Sequence[Instance]:
        found = read()
        if not reading.is_set():
            reading.set()
            removed.wait(0.3)  # the other change comes in between, if it can
        return found

    monkeypatch.setattr(house, "instances", slowly)
    rules = threading.Thread(target=work.servers.keep_rules, args=(HARBOUR, ()))
    rules.start()
    assert reading.wait(20)
    work.servers.remove(HARBOUR)
    removed.set()
    rules.join(20)
    assert (kept().instances, house.engine.status().instances) == ((), ())


def test_rules_are_counted_by_what_the_server_lists_and_place_the_notes_once_kept(
    work: SettingsWork, house: House, server: FakeServer
) -> None:
    add(work, server)
    rules = (AreaRule(below="Logs", area=Area.JOURNAL), AreaRule(label="draft"))
    found = work.servers.taken(HARBOUR, rules)
    assert (found.by_rule, found.areas[Area.JOURNAL], found.areas[Area.OTHER]) == ((2, 0), 2, 1)
    assert list(work.servers.folders(HARBOUR)) == ["Logs"]
    work.servers.keep_rules(HARBOUR, rules)
    assert kept().instances[0].rules == rules
    journal = Filters(areas=frozenset({Area.JOURNAL}))
    eventually(lambda: len(house.engine.notes(filters=journal)) == 2, "the placing")


def test_the_list_of_a_servers_notes_is_not_held_for_long(
    work: SettingsWork, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings_work, "LISTING_SECONDS", 0.2)
    add(work, server)
    assert list(work.servers.folders(HARBOUR)) == ["Logs"]
    assert work.servers._listings
    eventually(lambda: not work.servers._listings, "the end of the list")
    assert list(work.servers.folders(HARBOUR)) == ["Logs"]


def test_a_test_tells_the_version_and_a_save_keeps_the_token_out_of_the_settings(
    work: SettingsWork, server: FakeServer
) -> None:
    assert work.servers.test(Draft("Harbour", server.url), server.token).version == "0.102.1"
    add(work, server)
    assert server.token not in paths.settings_file().read_text(encoding="utf-8")
    assert work.servers.test(Draft("Harbour", server.url, id=HARBOUR), None).milliseconds > 0


def test_a_client_is_let_in_at_once_and_no_more_once_it_is_revoked(work: SettingsWork, house: House) -> None:
    assert house.serving is not None
    token = work.clients.add("nightly-report", ["rest"], [])
    url = f"{house.serving.listener.url}/api/v1/meta"

    def status() -> int:
        return httpx.get(url, headers={"Authorization": f"Bearer {token}"}, trust_env=False).status_code

    assert status() == httpx.codes.OK
    (known,) = work.clients.listed().known
    assert (known.name, known.kinds) == ("nightly-report", ("rest",))
    assert known.last_used is not None
    with pytest.raises(UserInputError, match="already"):
        work.clients.add("nightly-report", ["rest"], [])
    work.clients.revoke("nightly-report")
    assert status() == httpx.codes.UNAUTHORIZED


def test_clients_on_other_machines_need_a_password_before_they_have_an_address(
    work: SettingsWork, house: House
) -> None:
    assert work.clients.listed().has_password is False
    with pytest.raises(UserInputError, match="no password"):
        work.values.put("base_url", "https://recall.example")
    assert kept().base_url is None, "else nothing would listen after the next start"
    with pytest.raises(UserInputError, match="at least 12"):
        work.clients.keep_password("too short")
    work.clients.keep_password("correct horse battery")
    assert work.clients.listed().has_password is True
    work.values.put("base_url", "https://recall.example")
    assert house.serving is not None
    with browser(house.serving.listener.url) as web:
        assert Program(web).mcp("correct horse battery") == httpx.codes.OK
        work.clients.keep_password("battery of the horse")
        assert Program(web).mcp("correct horse battery") == httpx.codes.UNAUTHORIZED
        work.values.put("base_url", None)
        assert Program(web).mcp("battery of the horse") == httpx.codes.FORBIDDEN


def test_a_listener_that_lacked_a_password_listens_once_it_has_one(person: Path) -> None:
    assert person.exists()
    save_settings(paths.settings_file(), replace(kept(), base_url=BASE_URL))
    house = open_house(os.environ)
    try:
        assert house.serving is None
        SettingsWork(house).clients.keep_password(PASSWORD)
        assert house.serving is not None
        assert house.trouble is None
    finally:
        house.close()


def test_of_two_that_renew_at_once_the_one_that_read_last_counts(
    work: SettingsWork, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert house.serving is not None
    read, waits, goes_on = app.read_configuration, threading.Event(), threading.Event()

    def slowly(env: Mapping[str, str]) -> app.Configuration:
        found = read(env)
        if threading.current_thread() is first:
            waits.set()
            assert goes_on.wait(10)
        return found

    first = threading.Thread(target=lambda: app.renew(house.serving, os.environ))  # type: ignore[arg-type]
    monkeypatch.setattr(app, "read_configuration", slowly)
    first.start()
    assert waits.wait(10)
    later = threading.Thread(target=lambda: work.values.put("instructions", "Ask my notes first."))
    later.start()
    eventually(lambda: kept().instructions is not None, "the newer setting")
    goes_on.set()
    first.join(10)
    later.join(10)
    assert house.serving._tools.own_instructions == "Ask my notes first."


def test_two_that_begin_to_listen_at_once_make_one_listener(house: House) -> None:
    serving, house.serving = house.serving, None
    made: list[Serving | None] = []
    house.build_serving = lambda: made.append(serving) or Slow()  # type: ignore[func-returns-value]
    threads = [threading.Thread(target=house.listen) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert len(made) == 1
    house.serving = serving


class Slow(Serving):
    """One that takes its time to begin."""

    def __init__(self) -> None: ...

    def start(self) -> int:
        time.sleep(0.2)
        return 1


def test_what_the_endpoint_allows_and_tells_counts_at_once(work: SettingsWork, house: House) -> None:
    assert house.serving is not None
    token = work.clients.add("desk", ["mcp", "rest"], [])
    headers = {"Authorization": f"Bearer {token}", "Origin": "https://desk.example"}
    with httpx.Client(base_url=house.serving.listener.url, headers=headers, trust_env=False) as client:
        for origins, expected in ((["https://desk.example"], httpx.codes.OK), ([], httpx.codes.FORBIDDEN)):
            work.values.put("allowed_origins", origins)
            assert client.get("/api/v1/meta").status_code == expected
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    call = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    for told in ("Ask my notes first.", "Ask them last."):
        work.values.put("instructions", told)
        begun = httpx.post(
            f"{house.serving.listener.url}/mcp",
            json=call,
            headers={"Authorization": f"Bearer {token}"},
            trust_env=False,
            timeout=20,
        )
        assert begun.json()["result"]["instructions"] == told


def test_an_agent_is_connected_asked_and_disconnected(work: SettingsWork, person: Path) -> None:
    assert standing(work, "claude-code") == ("not", False)
    (person / ".claude").mkdir()
    (person / ".claude" / "history.jsonl").touch()
    assert "+" in work.agents.preview("claude-code")
    trials = work.agents.connect("claude-code")
    assert [(trial.what, trial.trouble) for trial in trials] == [("hook", ""), ("mcp", "")]
    assert standing(work, "claude-code") == ("connected", True)
    token = (person / ".claude.json").read_text(encoding="utf-8").split("Bearer ")[1].split('"')[0]
    assert token not in work.agents.preview("claude-code")
    work.clients.revoke("claude-code")
    assert standing(work, "claude-code") == ("other", True), "its token opens nothing any more"
    work.agents.disconnect("claude-code")
    assert standing(work, "claude-code") == ("not", True)
    assert not (person / ".claude.json").exists()


def standing(work: SettingsWork, name: str) -> tuple[str, bool]:
    found = next(agent for agent in work.agents.listed() if agent.id == name)
    return found.standing, found.is_here


def test_a_value_is_kept_and_told_apart_from_the_one_in_use(work: SettingsWork, house: House) -> None:
    work.values.put("port", 40123)
    work.values.put("prompt_passages", 1)
    values = work.values.values()
    assert (values.now["port"], values.in_use["port"]) == (40123, 38911)
    assert house.engine.preferences.prompt_passages == 1
    assert values.address == house.serving.listener.url if house.serving else None
    with pytest.raises(UserInputError, match="port must be"):
        work.values.put("port", 0)
    assert kept().port == 40123


def test_a_folder_that_holds_no_model_is_not_kept(work: SettingsWork, tmp_path: Path) -> None:
    before = kept().model_folder
    with pytest.raises(ModelUnavailable, match="holds no model"):
        work.values.put("model_folder", str(tmp_path))
    assert kept().model_folder == before
    work.values.put("model_folder", None)
    assert kept().model_folder is None


def test_a_demo_that_runs_for_this_start_alone_is_listed(person: Path) -> None:
    assert person.exists()
    opened = open_house(os.environ, demo=True)
    try:
        assert [(known.instance.id, known.is_demo) for known in SettingsWork(opened).servers.listed()] == [
            (DEMO, True)
        ]
        assert not kept().demo
    finally:
        opened.close()


def test_a_downloaded_model_is_used_at_once(
    person: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert person.exists()
    folder = tmp_path / "own"
    shares: list[float] = []
    save_settings(paths.settings_file(), Settings(model_folder=str(folder), port=38911))

    def from_this_disk(name: str, cache: Path, progress: Callable[[float], None]) -> None:
        assert (name, cache) == (DEFAULT_MODEL, paths.models_dir())
        default_embedder()  # so that it is prepared
        shutil.copytree(Places(None, MODELS_CACHE, RESOURCES).repacked(MODELS[name]), folder)
        progress(1.0)

    monkeypatch.setattr(settings_work, "install_model", from_this_disk)
    opened = open_house(os.environ)
    try:
        eventually(lambda: opened.engine.status().degraded == "no_model", "an answer without a model")
        SettingsWork(opened).values.install_model(shares.append)
        eventually(lambda: opened.engine.status().model == DEFAULT_MODEL, "the use of the model")
    finally:
        opened.close()
    assert shares == [1.0]
