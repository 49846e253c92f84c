"""The child that prepares notes: the same notes as here, whatever happens to it, and none left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import pytest

from tests.engine import hostile_child
from tests.engine.engines import eventually
from tests.known_secrets import known_secret
from tests.pipeline import ROOT
from trayrecall.core.errors import UnpreparedNote
from trayrecall.core.prepare import Prepared, RawNote, prepare
from trayrecall.engine import workshop
from trayrecall.engine.workshop import Preparing, Workshop

PATIENCE = 20.0  # seconds
NOTES = [
    RawNote(
        f"Note {n}", (("topic", "cellar"),), "text", "text/html", f"<h2>Größe {n}</h2><p>温室 {n} vents</p>"
    )
    for n in range(40)
]
SLOW = RawNote("Long", (), "text", "text/html", "<p>words of a long note</p>" * 40_000)  # a second of work

linux = pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")


@pytest.fixture
def child() -> Iterator[Workshop]:
    made = Workshop()
    yield made
    made.close()


def results(futures: list[Future[Prepared]]) -> list[Prepared]:
    return [future.result(PATIENCE) for future in futures]


def process_of(opened: Workshop) -> subprocess.Popen[bytes]:
    assert opened._child is not None
    return opened._child


def test_notes_come_back_as_they_would_be_prepared_here(child: Workshop) -> None:
    assert results([child.prepare(raw) for raw in NOTES]) == [prepare(raw) for raw in NOTES]


def test_notes_of_any_kind_and_length_come_back_whole(child: Workshop) -> None:
    strange = [
        RawNote("\ud800 half", (("\udfff", "\0"),), "text", "text/html", "<p>\ud83d and \0</p>"),
        RawNote("", (), "text", "text/html", ""),
        RawNote("Pipe", (), "code", "text/plain", "longer than a pipe holds\n" * 20_000),
        RawNote("Data", (), "file", "application/json", '{"größe": [1, 2]}'),
    ]
    assert results([child.prepare(raw) for raw in strange]) == [prepare(raw) for raw in strange]


@pytest.mark.parametrize("said", [b"\0\0\0\4\xff\xff\xff\xff", b"\0\0\0\1N", b"\0\0\1\0 and no more"])
def test_notes_are_prepared_here_when_a_child_talks_nonsense(
    said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "CHILD", ("-c", f"import sys; sys.stdout.buffer.write({said!r})"))
    opened = Workshop()
    assert results([opened.prepare(raw) for raw in NOTES]) == [prepare(raw) for raw in NOTES]
    opened.close()


def test_notes_of_a_killed_child_are_prepared_by_another_one(
    child: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    process = process_of(child)
    first = child.prepare(SLOW)
    others = [child.prepare(raw) for raw in NOTES]
    process.kill()
    assert results([first, *others]) == [prepare(raw) for raw in (SLOW, *NOTES)]
    assert process_of(child) is not process
    assert results([child.prepare(raw) for raw in NOTES]) == [prepare(raw) for raw in NOTES]
    assert len(caplog.records) == 1


def test_closing_waits_for_no_note() -> None:
    opened = Workshop()
    process = process_of(opened)
    opened.prepare(SLOW)
    began = time.monotonic()
    opened.close()
    assert time.monotonic() - began < PATIENCE / 4
    assert process.poll() is not None


def test_a_child_runs_nothing_of_the_folder_it_starts_in_and_knows_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "trayrecall").mkdir()
    (tmp_path / "trayrecall" / "__init__.py").write_text("open('ran', 'w')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RECALL_HOME_TOKEN", known_secret("t0ken-of-the-environment-3"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    opened = Workshop()
    try:
        assert results([opened.prepare(NOTES[0])]) == [prepare(NOTES[0])]
        environ = Path(f"/proc/{process_of(opened).pid}/environ")
        if environ.exists():
            assert b"\0RECALL_" not in environ.read_bytes()
    finally:
        opened.close()
    assert not (tmp_path / "ran").exists()


@linux
def test_a_killed_parent_leaves_no_child() -> None:
    program = (
        "import sys, time; from trayrecall.engine.workshop import Workshop; opened = Workshop();"
        "print(opened._child.pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        os.kill(parent.pid, signal.SIGKILL)
    eventually(lambda: not _runs(child))


def _runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"  # ended, and nobody has asked how


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "CHILD", ("-m", hostile_child.MODULE, "1"))


def titled(title: str) -> RawNote:
    return RawNote(title, (), "text", "text/html", "<p>words</p>")


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("title", ["endless", pytest.param("huge", marks=linux), "fault"])
def test_a_note_that_ends_its_child_is_at_fault_and_no_other_one(title: str) -> None:
    opened = Workshop()
    before, after = NOTES[:20], NOTES[20:]
    first = [opened.prepare(raw) for raw in before]
    bad = opened.prepare(titled(title))
    others = [opened.prepare(raw) for raw in after]
    assert isinstance(bad.exception(PATIENCE), UnpreparedNote)
    assert results([*first, *others]) == [prepare(raw) for raw in NOTES]
    assert results([opened.prepare(raw) for raw in NOTES]) == [prepare(raw) for raw in NOTES]
    opened.close()


@pytest.mark.usefixtures("hostile")
def test_closing_waits_neither_for_a_note_without_end_nor_for_who_sends_more() -> None:
    opened = Workshop()
    opened.prepare(titled("endless"))
    more = threading.Thread(target=lambda: [opened.prepare(SLOW) for _ in range(3)])
    more.start()
    time.sleep(0.5)
    began = time.monotonic()
    opened.close()
    more.join(PATIENCE)
    assert not more.is_alive()
    assert time.monotonic() - began < PATIENCE / 4


def test_a_few_notes_are_prepared_here_but_for_long_and_doubtful_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[Workshop] = []

    def opening() -> Workshop:
        opened.append(Workshop())
        return opened[-1]

    monkeypatch.setattr(workshop, "Workshop", opening)
    with closing(Preparing(workshop.WORTH_A_CHILD - 1)) as few:
        assert few.prepare(NOTES[0]).done()
        assert opened == []
        assert results([few.prepare(SLOW), few.prepare(NOTES[0], apart=True)]) == [
            prepare(SLOW),
            prepare(NOTES[0]),
        ]
        assert len(opened) == 1
    assert process_of(opened[0]).poll() is not None
    assert not few.prepare(SLOW).done(), "after the end nobody waits for it"


def test_a_machine_that_starts_no_child_does_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with closing(Preparing(workshop.WORTH_A_CHILD)) as many:
        assert results([many.prepare(NOTES[0])]) == [prepare(NOTES[0])]
