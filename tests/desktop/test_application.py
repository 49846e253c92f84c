from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, cast

import httpx
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from tests.desktop.conftest import Until
from tests.desktop.person import Application, application, lines, panel, patiently, share_the_model
from tests.desktop.session import INSTALL, Desktop, missing_programs, wait_for
from tests.fakes import FakeServer, note
from trayrecall import paths
from trayrecall.cli.demo import open_demo_house
from trayrecall.core.errors import TrayRecallError
from trayrecall.core.rhythm import Due
from trayrecall.desktop import Desktop as Shown
from trayrecall.running import read_running
from trayrecall.settings import Settings, save_settings
from trayrecall.single import SingleInstance

if TYPE_CHECKING:
    from trayrecall.house import House

DEMO_READY = "68 notes"


def ready(app: Application, text: str = DEMO_READY) -> None:
    """Wait until the index holds what it should."""
    patiently(
        lambda: app.command("status").stdout, lambda told: text in told and "all with a vector" in told, text
    )


def search(app: Application, text: str) -> None:
    """Bring the popup up and type."""
    assert app.command("toggle").returncode == 0
    app.sees("TrayRecall")
    app.type(text)
    time.sleep(1.2)  # a person looks at the answer before pressing Enter


@pytest.mark.case("UI01")
def test_from_the_icon_to_the_note_and_a_server_of_ones_own(desktop: Desktop, tmp_path: Path) -> None:
    server = FakeServer.with_notes(
        note("ferryNotes01", "Ferry timetable", "<p>The Skarvoy ferry leaves at 06:40.</p>")
    )
    with panel(desktop) as host, server, application(desktop, tmp_path, "--demo") as app:
        with host.item() as icon:
            assert lines(icon)[0].startswith("Search")
            assert lines(icon)[-1] == "Quit"
            ready(app)

            icon.click(next(label for label in lines(icon) if label.startswith("Search")))
            app.sees("TrayRecall")
            app.type("greenhouse vents")
            time.sleep(1.2)
            app.key("Return")
            assert app.opened(1).endswith("/#root/demoProjects/demoGreenh01")
            app.sees_no("TrayRecall")

            icon.click(next(label for label in lines(icon) if label.startswith("Settings")))
            app.sees("TrayRecall settings")
            time.sleep(0.5)  # a person sees the list before going on
            app.key("alt+a")
            time.sleep(0.5)
            app.type("Harbour")
            app.key("Tab")
            app.type(server.url)
            app.key("Tab", "Tab")
            app.type(server.token)
            app.key("alt+s")
            ready(app, "1 note,")
            app.key("Escape")
            app.sees_no("TrayRecall settings")

            search(app, "When does the boat to Skarvoy go?")
            app.key("Return")
            assert app.opened(2) == f"{server.url}/#root/ferryNotes01"

            assert server.token not in Path(f"/proc/{app.process.pid}/cmdline").read_text(encoding="utf-8")
            began = time.monotonic()
            icon.click("Quit")
            assert app.process.wait(10) == 0
            assert time.monotonic() - began < 3.0
        for file in (p for p in app.home.rglob("*") if p.is_file() and "models" not in p.parts):
            assert server.token.encode() not in file.read_bytes(), f"the token stands in {file}"
        assert server.token not in app.said()


def test_the_first_start_leads_through_it_and_later_ones_show_the_settings(
    desktop: Desktop, tmp_path: Path
) -> None:
    with panel(desktop) as host:
        with application(desktop, tmp_path) as app, host.item(0):
            app.escapes("Welcome to TrayRecall")
            settings = app.home / "config" / "settings.json"
            wait_for(
                lambda: settings.exists() and "welcomed" in settings.read_text("utf-8"), "the note of it"
            )
        with application(desktop, tmp_path) as again, host.item(1):
            again.sees("TrayRecall settings")
            assert again.windows("Welcome to TrayRecall") == []


@pytest.mark.skipif(
    bool(missing_programs(["tint2", "xwininfo"])), reason=f"tint2 is not installed; {INSTALL}"
)
def test_from_the_icon_in_a_real_panel_to_the_note(desktop: Desktop, tmp_path: Path) -> None:
    bar = desktop.start("tint2")
    try:
        with application(desktop, tmp_path, "--demo") as app:
            ready(app)
            app.chooses("s", lambda: bool(app.windows("TrayRecall")))
            app.sees("TrayRecall")
            app.type("greenhouse vents")
            time.sleep(1.2)
            app.key("Return")
            assert app.opened(1).endswith("/#root/demoProjects/demoGreenh01")
            app.click(app.tray_icon())
            app.escapes("TrayRecall")
            app.chooses("q", lambda: app.process.poll() is not None)
            assert app.process.wait(10) == 0
            assert app.said() == ""
    finally:
        desktop.end(bar)


def test_a_start_from_a_terminal_says_where_it_is_and_ctrl_c_ends_it(
    desktop: Desktop, tmp_path: Path
) -> None:
    terminal, of_the_program = os.openpty()
    with panel(desktop) as host, application(desktop, tmp_path, "--demo", stdout=of_the_program) as app:
        os.close(of_the_program)
        assert b"in the tray" in os.read(terminal, 1000)
        with host.item():
            app.process.send_signal(signal.SIGINT)
            assert app.process.wait(10) == 0
    os.close(terminal)


@pytest.mark.case("CO03")
def test_a_second_start_opens_the_popup_of_the_first(desktop: Desktop, tmp_path: Path) -> None:
    with panel(desktop) as host, application(desktop, tmp_path, "--demo") as app, host.item():
        wait_for((app.home / "state" / "single.json").exists, "the meeting point")
        assert app.command("--demo").returncode == 0
        app.sees("TrayRecall")
        assert app.command("toggle").returncode == 0
        app.sees_no("TrayRecall")


def test_the_chosen_key_brings_up_the_search_and_the_menu_pauses(desktop: Desktop, tmp_path: Path) -> None:
    config = tmp_path / "home" / "config"
    config.mkdir(parents=True)
    save_settings(config / "settings.json", Settings(hotkey="Ctrl+Alt+K", welcomed=True))
    with panel(desktop) as host, application(desktop, tmp_path) as app, host.item() as icon:
        app.escapes("TrayRecall settings")  # there is no server yet
        patiently(lambda: app.key("ctrl+alt+k"), lambda _: bool(app.windows("TrayRecall")), "the key")
        app.escapes("TrayRecall")
        icon.click("Pause", "For an hour")
        patiently(lambda: lines(icon)[1], lambda line: line.startswith("Paused until"), "the pause")
        assert "paused until" in app.command("status").stdout
        icon.click("Resume")
        patiently(lambda: lines(icon)[1], lambda line: line.startswith("No Trilium"), "the end of the pause")


@pytest.mark.case("CO03")
def test_of_two_started_in_the_same_moment_one_stays_and_shows_its_popup(
    desktop: Desktop, tmp_path: Path
) -> None:
    with (
        panel(desktop) as host,
        application(desktop, tmp_path, "--demo") as one,
        application(desktop, tmp_path, "--demo") as other,
    ):
        wait_for(lambda: None in (one.process.poll(), other.process.poll()) and host.count > 0, "the icon")
        wait_for(lambda: {one.process.poll(), other.process.poll()} == {None, 0}, "the end of one of them")
        one.sees("TrayRecall")
        assert host.count == 1
        assert one.command("--demo").returncode == 0
        one.sees("TrayRecall")  # a start never hides it


@pytest.mark.case("CO03")
@pytest.mark.case("CO07")
def test_after_a_kill_nothing_is_left_and_the_next_start_works(desktop: Desktop, tmp_path: Path) -> None:
    with panel(desktop) as host:
        with application(desktop, tmp_path, "--demo") as app, host.item(0):
            ready(app)
            assert app.children() == []
            app.process.send_signal(signal.SIGKILL)
            app.process.wait(10)
        with application(desktop, tmp_path, "--demo") as second, host.item(1):
            ready(second)


def test_without_a_panel_the_popup_says_how_to_reach_it(desktop: Desktop, tmp_path: Path) -> None:
    with application(desktop, tmp_path, "--demo") as app:
        app.escapes("TrayRecall")
        search(app, "greenhouse vents")


def test_while_the_window_stands_still_and_the_index_is_built_a_prompt_is_answered(
    app: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The listener has a thread of its own. The order of events proves it, not a clock."""
    monkeypatch.setenv("RECALL_CLIENT_LOCAL_TOKEN", "t0ken-of-the-stall")
    share_the_model(tmp_path / "home")
    single = SingleInstance()
    assert single.acquire()
    shown = Shown(app, os.environ, single, open_url=lambda _url: None, open_house=open_demo_house)
    shown.start()
    try:
        until(lambda: read_running(paths.runtime_file()) is not None, "listening", 30)
        events: list[str] = []
        asking = threading.Thread(target=ask_while_it_stands, args=(events,), daemon=True)

        def stand_still() -> None:
            events.append("stands")
            asking.start()
            time.sleep(2.0)
            events.append("goes on")

        QTimer.singleShot(0, stand_still)
        until(lambda: "goes on" in events, "the stall")
        asking.join(5)
        assert events == ["stands", "answered 200", "goes on"]
    finally:
        shown.close()


def ask_while_it_stands(events: list[str]) -> None:
    running = read_running(paths.runtime_file())
    assert running is not None
    answer = httpx.post(
        f"http://127.0.0.1:{running.port}/recall",
        json={"prompt": "At what temperature do the greenhouse vents open?"},
        headers={"Authorization": "Bearer t0ken-of-the-stall"},
        trust_env=False,
    )
    events.append(f"answered {answer.status_code}")


class Followed:
    """The part of a house that a beat needs."""

    waits_for_keyring = False
    trouble: TrayRecallError | None = None

    def __init__(self) -> None:
        self.told: list[Due] = []

    def follow(self, due: Due) -> None:
        self.told.append(due)

    def close(self) -> None:
        pass


@pytest.mark.case("TS08")
def test_the_windows_timer_tells_the_engine_of_a_sleep_once(
    app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path))
    shown = Shown(app, os.environ, SingleInstance(), open_url=lambda _url: None, open_house=open_demo_house)
    house = Followed()
    shown._late.house = cast("House", house)
    now = [time.time()]
    monkeypatch.setattr("trayrecall.ui.rounds.time.time", lambda: now[0])
    now[0] += 12 * 3600
    for _ in range(3):
        shown._rounds.beat.timeout.emit()
    shown.close()
    assert house.told == [Due.WAKING, Due.NOTHING, Due.NOTHING]


def test_the_menu_follows_a_listener_that_the_settings_mended(
    app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path))
    shown = Shown(app, os.environ, SingleInstance(), open_url=lambda _url: None, open_house=open_demo_house)
    house = Followed()
    shown._late.house = cast("House", house)
    told: list[TrayRecallError | None] = []
    shown._rounds.changed.connect(lambda: told.append(house.trouble))
    trouble = TrayRecallError("no password")
    for now in (None, trouble, trouble, None, None):
        house.trouble = now
        shown._rounds.beat.timeout.emit()
    shown._late.house = None
    shown.close()
    assert told == [trouble, None]
