"""The whole application with a keyring in trouble, and ended while it is busy."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest

from tests.desktop.person import Application, application, lines, panel, patiently
from tests.desktop.session import Desktop, wait_for
from tests.desktop.sni import Item
from tests.fakes import FakeServer, note
from trayrecall.core.model import Instance, InstanceId
from trayrecall.settings import Settings, save_settings


def with_server(folder: Path, server: FakeServer) -> None:
    """The settings of a person who has one server."""
    config = folder / "home" / "config"
    config.mkdir(parents=True)
    harbour = Instance(InstanceId("harbour"), "Harbour", server.url)
    save_settings(config / "settings.json", Settings(instances=(harbour,)))


def keyring_of(folder: Path, kind: str, token: str) -> dict[str, str]:
    """A keyring that holds the server's token, in one of the states of `tests.desktop.keyrings`."""
    place = folder / "keyring"
    place.mkdir()
    kept = {"trayrecall/etapi:harbour": token, "trayrecall/client:local": "t0ken-of-this-machine"}
    (place / "kept.json").write_text(json.dumps(kept), encoding="utf-8")
    return {"PYTHON_KEYRING_BACKEND": f"tests.desktop.keyrings.{kind}", "TEST_KEYRING": str(place)}


def menu_says(icon: Item, words: str) -> None:
    patiently(lambda: " | ".join(lines(icon)), lambda menu: words in menu, words, 30.0)


@pytest.fixture
def server() -> FakeServer:
    return FakeServer.with_notes(
        note("ferryNotes01", "Ferry timetable", "<p>The Skarvoy ferry leaves at 06:40.</p>")
    )


@pytest.mark.case("KR01")
def test_without_a_keyring_it_starts_and_says_what_is_missing(
    desktop: Desktop, tmp_path: Path, server: FakeServer
) -> None:
    with_server(tmp_path, server)
    env = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    with panel(desktop) as host, server, application(desktop, tmp_path, env=env) as app, host.item() as icon:
        menu_says(icon, "This machine has no keyring")
        menu_says(icon, "there is no keyring for its token")
        assert server.app.asked == []
        assert app.process.poll() is None


@pytest.mark.case("KR02")
def test_a_locked_keyring_is_told_and_works_once_it_is_unlocked(
    desktop: Desktop, tmp_path: Path, server: FakeServer
) -> None:
    with_server(tmp_path, server)
    env = keyring_of(tmp_path, "Locked", server.token)
    before = (tmp_path / "keyring" / "kept.json").read_text(encoding="utf-8")
    with panel(desktop) as host, server, application(desktop, tmp_path, env=env), host.item() as icon:
        menu_says(icon, "the keyring is locked")
        menu_says(icon, "Agents can't ask: The keyring is locked")
        (tmp_path / "keyring" / "open").touch()
        icon.click("Sync now")
        menu_says(icon, "1 note")
        patiently(lambda: lines(icon), lambda menu: not any("Agents" in line for line in menu), "listening")
    assert (tmp_path / "keyring" / "kept.json").read_text(encoding="utf-8") == before


@pytest.mark.case("KR05")
def test_a_keyring_that_comes_late_is_asked_again_without_anybodys_help(
    desktop: Desktop, tmp_path: Path, server: FakeServer
) -> None:
    with_server(tmp_path, server)
    env = keyring_of(tmp_path, "Late", server.token) | {"RECALL_CLIENT_LOCAL_TOKEN": "t0ken-of-this-machine"}
    before = (tmp_path / "keyring" / "kept.json").read_text(encoding="utf-8")
    with panel(desktop) as host, server, application(desktop, tmp_path, env=env), host.item() as icon:
        menu_says(icon, "there is no token for it")
        (tmp_path / "keyring" / "open").touch()
        menu_says(icon, "1 note")
    assert (tmp_path / "keyring" / "kept.json").read_text(encoding="utf-8") == before


def ends(app: Application, number: signal.Signals) -> None:
    children = [int(line.split()[0]) for line in app.children()]
    began = time.monotonic()
    app.process.send_signal(number)
    assert app.process.wait(10) == 0
    assert time.monotonic() - began < 3.0  # two seconds, and what a busy machine adds
    assert app.said() == ""
    wait_for(
        lambda: not any(Path(f"/proc/{pid}").exists() for pid in children), "the end of its children", 2.0
    )


@pytest.mark.case("CO07")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_quitting_during_the_first_build_ends_it_in_time(
    desktop: Desktop, tmp_path: Path, number: signal.Signals
) -> None:
    with panel(desktop) as host, application(desktop, tmp_path, "--demo") as app, host.item() as icon:
        wait_for((app.home / "cache" / "demo" / "index.sqlite").exists, "the index")
        assert lines(icon)
        ends(app, number)


@pytest.mark.case("CO07")
def test_quitting_during_a_request_that_hangs_ends_it_in_time(
    desktop: Desktop, tmp_path: Path, server: FakeServer
) -> None:
    from tests.fakes.faults import Hang  # noqa: PLC0415

    with_server(tmp_path, server)
    env = keyring_of(tmp_path, "Late", server.token)
    (tmp_path / "keyring" / "open").touch()
    server.faults.set(Hang(), "/etapi/notes")
    with panel(desktop) as host, server, application(desktop, tmp_path, env=env) as app, host.item():
        wait_for(lambda: any("/etapi/notes" in asked for asked in map(str, server.app.asked)), "the request")
        ends(app, signal.SIGTERM)


@pytest.mark.case("CO07")
def test_quitting_before_the_start_is_over_ends_it_in_time(desktop: Desktop, tmp_path: Path) -> None:
    with panel(desktop) as host, application(desktop, tmp_path, "--demo") as app, host.item():
        ends(app, signal.SIGTERM)  # the icon came first; nothing else is open yet


@pytest.mark.case("CO07")
def test_quitting_while_the_keyring_never_answers_ends_it_in_time(
    desktop: Desktop, tmp_path: Path, server: FakeServer
) -> None:
    with_server(tmp_path, server)
    env = keyring_of(tmp_path, "Hanging", server.token)
    with panel(desktop) as host, server, application(desktop, tmp_path, env=env) as app, host.item() as icon:
        wait_for((tmp_path / "keyring" / "asked").exists, "the question to the keyring")
        assert lines(icon)[0].startswith("Search")
        ends(app, signal.SIGTERM)


@pytest.mark.case("CO07")
def test_quitting_during_a_large_build_takes_the_child_that_prepares_notes_along(
    desktop: Desktop, tmp_path: Path
) -> None:
    many = FakeServer.with_notes(
        *(
            note(f"entry{n:07}", f"Entry {n}", f"<p>{'The barge waits at lock 7. ' * 200}</p>")
            for n in range(600)
        )
    )
    with_server(tmp_path, many)
    env = keyring_of(tmp_path, "Late", many.token)
    (tmp_path / "keyring" / "open").touch()
    with panel(desktop) as host, many, application(desktop, tmp_path, env=env) as app, host.item():
        patiently(app.children, bool, "the child")
        ends(app, signal.SIGTERM)
