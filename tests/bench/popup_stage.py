"""What `tests.bench.popup` measures, in a process of its own on its desktop: prints the rows of one subject as JSON."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from tests.bench import models
from tests.bench.measuring import Row, p50, row
from tests.bench.served import engine_over
from tests.bench.sync import engine_of
from tests.bench.texts import Writer
from tests.bench.trilium import trilium
from tests.pipeline import Lasting
from trayrecall.app import everyday_sentences, settle_in
from trayrecall.core.model import Status
from trayrecall.embed import DEFAULT_MODEL, spec_of
from trayrecall.engine.engine import Engine
from trayrecall.engine.model import Model
from trayrecall.ui.bridge import Bridge, StatusWatcher
from trayrecall.ui.popup import Popup
from trayrecall.ui.popup_history import History
from trayrecall.ui.query import Kind, View
from trayrecall.ui.search import EngineSearcher
from trayrecall.ui.state import face_of
from trayrecall.ui.style import Mode, Style

QUESTIONS, LETTERS = 24, 14  # typed, and of each so many letters at most
TYPING_MS = 90  # between two letters: 130 words a minute
WARM_UP = 20  # letters
OPENINGS = 20
BUILT = 2_000  # notes
BUILD_SECONDS = 30.0
BEAT_MS = 5
LOOK_MS = 2
PATIENCE = 20.0


class Painted(QObject):
    """When a part of the popup was last painted, the moment after the picture went to the screen, and of which view."""

    def __init__(self, popup: Popup, part: QWidget) -> None:
        super().__init__(popup)
        self._machine = popup.card.machine
        self.at, self.view = 0.0, View()
        part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, self._note)  # runs once the painting that begins here is over
        return super().eventFilter(watched, event)

    def _note(self) -> None:
        self.at, self.view = time.perf_counter(), self._machine.view


class Stage:
    """A popup over an engine, as the desktop wires them."""

    def __init__(self, app: QApplication, engine: Engine, folder: Path) -> None:
        self.app = app
        self._bridges = [Bridge("search"), Bridge("words", threads=1)]
        whole, quick = self._bridges
        history = History(folder / "searches.json")
        searcher = EngineSearcher(whole, quick, engine, history, scale_of=lambda model: spec_of(model).scale)
        self.popup = Popup(Style(app, Mode.DARK), searcher, lambda _url: None)
        self.popup.keeps_open = True
        self.rows, self.card = (
            Painted(self.popup, self.popup.results.viewport()),
            Painted(self.popup, self.popup.card),
        )
        self._watcher = StatusWatcher(self._bridges[0], engine.status)
        self._watcher.changed.connect(self._told)
        self._watcher.start()
        self._look = QTimer(self.popup)  # wakes `until` up
        self._look.setTimerType(Qt.TimerType.PreciseTimer)
        self._look.start(LOOK_MS)

    def _told(self, status: Status) -> None:
        self.popup.set_status(face_of(status).lines[0])
        self.popup.set_instances(tuple((i.id, i.name) for i in status.instances))

    def step(self) -> None:
        """Let Qt do what there is to do, and wait for it if there is nothing."""
        self.app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def until(self, condition: Callable[[], bool]) -> None:
        end = time.perf_counter() + PATIENCE
        while not condition():
            if time.perf_counter() > end:
                raise TimeoutError
            self.step()

    def rest(self, milliseconds: float) -> None:
        end = time.perf_counter() + milliseconds / 1000
        self.until(lambda: time.perf_counter() >= end)

    def close(self) -> None:
        self._watcher.stop()
        self.popup.hide()
        for bridge in self._bridges:
            bridge.close()


def _typing(app: QApplication, folder: Path, file: Path) -> dict[str, Row]:
    engine = engine_over(file)
    engine.start()
    assert engine.wait_until_idle(120.0)
    stage = Stage(app, engine, folder)
    stage.popup.open()
    stage.until(lambda: stage.popup.is_in_use)
    words: list[float] = []
    whole: list[float] = []
    cpu: list[float] = []
    for question in Writer(seed=8).questions(QUESTIONS):
        stage.popup.field.edit.clear()
        stage.rest(200)
        for letter in question[:LETTERS]:
            began, used = time.perf_counter(), time.thread_time()
            _type(stage, letter)
            took = _painted(stage, began)
            cpu.append((time.thread_time() - used) * 1000)
            words += took[:1]
            whole += took[1:]
            stage.rest(TYPING_MS - (time.perf_counter() - began) * 1000)
    opens = [_opened(stage) for _ in range(OPENINGS)]
    passages, load = engine.status().passages, round(os.getloadavg()[0], 1)
    stage.close()
    engine.close()
    return {
        "popup_words": row(words[WARM_UP:], passages=passages, ui_cpu_p50_ms=p50(cpu), load=load),
        "popup_whole": row(whole[WARM_UP:], passages=passages, load=load),
        "popup_opens": row(opens[3:], load=load),
    }


def _painted(stage: Stage, began: float) -> list[float]:
    """Milliseconds until the first rows of what is typed were on the screen, and until those of the whole answer were.

    None when nothing new is asked (a blank), or when nothing is found.
    """
    machine, rows, taken = stage.popup.card.machine, stage.rows, []
    if not machine.pending:
        return []
    question = machine._question
    stage.until(lambda: rows.view.question == question or not machine.pending)
    if machine.view.kind is not Kind.FOUND:
        return []
    for is_there in (_has_rows, _is_whole):
        while not (rows.view.question == question and is_there(rows.view)):
            stage.step()
        taken.append((rows.at - began) * 1000)
    return taken


def _has_rows(view: View) -> bool:
    return view.found is not None and bool(view.found.entries)


def _is_whole(view: View) -> bool:
    return view.found is not None and not view.found.is_quick


def _type(stage: Stage, letter: str) -> None:
    """A key press, as the window system brings it."""
    event = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, letter)
    QApplication.sendEvent(stage.popup.field.edit, event)


def _opened(stage: Stage) -> float:
    stage.popup.hide()
    stage.rest(60)
    began = time.perf_counter()
    stage.popup.toggle()
    stage.until(lambda: stage.card.at > began)
    return (stage.card.at - began) * 1000


def _building(app: QApplication, folder: Path) -> dict[str, Row]:
    """A full build of 2,000 notes with the popup open and somebody typing; a timer beats every 5 ms."""
    model = Model(Lasting(models.embedder()), spec_of(DEFAULT_MODEL).scale, everyday_sentences())
    with trilium(BUILT) as server, ExitStack() as stack:
        file = folder / "index.sqlite"
        engine = stack.enter_context(engine_of(file, server, lambda: datetime.now(UTC), lambda: model))
        stage = Stage(app, engine, folder)
        settle_in()  # as the application does once all is open
        stage.popup.open()
        beats: list[tuple[float, float]] = []
        timer = QTimer()
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(lambda: beats.append((time.perf_counter(), time.thread_time())))
        control = stack.enter_context(_control())
        timer.start(BEAT_MS)
        end = time.perf_counter() + BUILD_SECONDS
        for question in Writer(seed=9).questions(200):
            stage.popup.field.edit.clear()
            for letter in question[:LETTERS]:
                _type(stage, letter)
                stage.rest(TYPING_MS)
            if time.perf_counter() > end:
                break
        timer.stop()
        told, _ = control.communicate("\n", timeout=PATIENCE)
        status = engine.status()
        stage.close()
    stalls = sorted(((b[0] - a[0]) * 1000, (b[1] - a[1]) * 1000) for a, b in pairwise(beats))
    return {
        "ui_stall": row(
            [gap for gap, _ in stalls],
            longest_ms=round(stalls[-1][0], 1),
            longest_own_cpu_ms=round(max(used for _, used in stalls), 1),
            tenth_longest_ms=round(stalls[-10][0], 1),
            longest_of_a_sleeper_ms=json.loads(told),
            notes=status.notes,
            pending=status.pending,
            load=round(os.getloadavg()[0], 1),
        )
    }


_SLEEPER = """
import sys, threading, time
asked = threading.Event()
threading.Thread(target=lambda: (sys.stdin.readline(), asked.set()), daemon=True).start()
longest, before = 0.0, time.perf_counter()
while not asked.is_set():
    time.sleep(0.005)
    now = time.perf_counter()
    longest, before = max(longest, now - before), now
print(round(longest * 1000, 1))
"""


@contextmanager
def _control() -> Iterator[subprocess.Popen[str]]:
    """A process that only sleeps 5 ms at a time: its longest gap is that of the machine, not of the program."""
    process = subprocess.Popen(
        [sys.executable, "-c", _SLEEPER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("subject", choices=("typing", "building"))
    parser.add_argument("file", nargs="?", type=Path, help="the index to type over")
    arguments = parser.parse_args()
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    with tempfile.TemporaryDirectory() as folder:
        if arguments.subject == "typing":
            found = _typing(app, Path(folder), arguments.file)
        else:
            found = _building(app, Path(folder))
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
