"""Blocking calls off the UI thread, and their outcomes on it."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtWidgets import QApplication

from tests.desktop.conftest import Until
from tests.desktop.samples import READY, building
from trayrecall.core.errors import StoreError
from trayrecall.core.model import Status
from trayrecall.ui.bridge import CALM, Bridge, StatusWatcher
from trayrecall.ui.outcome import Done, Failed, Outcome


def test_work_runs_elsewhere_and_its_outcome_comes_here(bridge: Bridge, until: Until) -> None:
    got: list[tuple[Outcome[str], str]] = []
    bridge.run(
        lambda: threading.current_thread().name,
        lambda outcome: got.append((outcome, threading.current_thread().name)),
    )
    assert got == []
    until(lambda: bool(got), "the outcome")
    outcome, where = got[0]
    assert isinstance(outcome, Done)
    assert outcome.value.startswith("test-")
    assert where == threading.current_thread().name


def test_a_named_failure_comes_as_it_is(bridge: Bridge, until: Until) -> None:
    got: list[Outcome[None]] = []

    def fail() -> None:
        raise StoreError("gone")

    bridge.run(fail, got.append)
    until(lambda: bool(got), "the outcome")
    assert isinstance(got[0], Failed)
    assert isinstance(got[0].failure, StoreError)


def test_any_other_failure_is_logged_and_its_text_kept_out_of_the_window(
    bridge: Bridge, until: Until, caplog: pytest.LogCaptureFixture
) -> None:
    got: list[Outcome[None]] = []

    def fail() -> None:
        raise ValueError("s3cret")

    bridge.run(fail, got.append)
    until(lambda: bool(got), "the outcome")
    assert isinstance(got[0], Failed)
    assert "s3cret" not in str(got[0].failure)
    assert "a call of the desktop failed" in caplog.text


def test_a_cancelled_outcome_is_not_delivered_and_waiting_work_is_not_begun(until: Until) -> None:
    bridge = Bridge("one", threads=1)
    gate, did, got = threading.Event(), list[str](), list[object]()

    def hang() -> None:
        did.append("first")
        gate.wait(5)

    first = bridge.run(hang, got.append)
    until(lambda: did == ["first"], "the first call")
    second = bridge.run(lambda: did.append("second"), got.append)
    bridge.run(lambda: did.append("third"), got.append)
    first.cancel()
    second.cancel()
    gate.set()
    until(lambda: len(got) == 1, "the third outcome")
    assert did == ["first", "third"]
    assert bridge.close()


def test_the_ui_thread_lives_while_a_call_hangs(bridge: Bridge, app: QApplication) -> None:
    gate = threading.Event()
    bridge.run(gate.wait, lambda _: None)
    began = time.monotonic()
    app.processEvents()
    assert time.monotonic() - began < 1
    gate.set()


def test_closing_waits_for_no_hanging_call_and_delivers_nothing_more(app: QApplication, until: Until) -> None:
    bridge = Bridge("hang", threads=1)
    gate, began, got = threading.Event(), threading.Event(), list[object]()

    def hang() -> None:
        began.set()
        gate.wait(10)

    bridge.run(hang, got.append)
    until(began.is_set, "the call")
    start = time.monotonic()
    assert not bridge.close(0.1)
    assert time.monotonic() - start < 1
    gate.set()
    for _ in range(20):
        app.processEvents()
        time.sleep(0.005)
    assert got == []


def test_every_outcome_of_many_comes_once(bridge: Bridge, until: Until) -> None:
    got: list[object] = []
    for number in range(500):
        bridge.run(partial(int, number), got.append)
    until(lambda: len(got) == 500, "all outcomes")
    assert sorted(outcome.value for outcome in got if isinstance(outcome, Done)) == list(range(500))


def test_the_status_is_told_only_when_it_changes(bridge: Bridge, until: Until) -> None:
    now, reads, told = [READY], list[str](), list[Status]()

    def read() -> Status:
        reads.append(threading.current_thread().name)
        return now[0]

    watcher = StatusWatcher(bridge, read, interval_ms=5)
    watcher.changed.connect(told.append)
    watcher.start()
    until(lambda: len(reads) >= 5, "some reads")
    assert told == [READY]
    now[0] = building(0.5)
    until(lambda: len(told) == 2, "the change")
    watcher.stop()
    assert all(name.startswith("test-") for name in reads)


def test_while_nothing_happens_it_is_asked_less_often(bridge: Bridge, until: Until) -> None:
    now, reads = [READY], list[int]()

    def read() -> Status:
        reads.append(1)
        return now[0]

    watcher = StatusWatcher(bridge, read, interval_ms=20)
    watcher.start()
    until(lambda: len(reads) >= 3, "some reads")
    assert watcher._timer.interval() == 20 * CALM
    now[0] = building(0.5)
    until(lambda: watcher.status == building(0.5), "the change")
    seen = len(reads)
    until(lambda: len(reads) >= seen + 2, "more reads")
    assert watcher._timer.interval() == 20
    loads = now[0] = replace(READY, degraded="loading_model")
    until(lambda: watcher.status == loads, "the load's begin")
    seen = len(reads)
    until(lambda: len(reads) >= seen + 2, "more reads")
    assert watcher._timer.interval() == 20, "its end is seen at once"
    watcher.stop()


def test_a_slow_status_is_not_asked_twice_at_once(bridge: Bridge, until: Until) -> None:
    gate, reads = threading.Event(), list[int]()

    def read() -> Status:
        reads.append(1)
        gate.wait(5)
        return READY

    watcher = StatusWatcher(bridge, read, interval_ms=1000)
    for _ in range(5):
        watcher.ask()
    until(lambda: bool(reads), "the read")
    assert len(reads) == 1
    gate.set()
    until(lambda: watcher.status == READY, "the status")
