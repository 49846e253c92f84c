"""The child that prepares notes: the same notes as here, whatever happens to it, and none left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from tests.known_secrets import known_secret
from tests.pipeline import ROOT
from trayrecall.core.prepare import Prepared, RawNote, prepare
from trayrecall.engine import workshop
from trayrecall.engine.workshop import Workshop, prepared_here, preparing

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


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


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
    program = f"import sys; sys.stdout.buffer.write({said!r})"
    pipe = subprocess.PIPE
    monkeypatch.setattr(
        workshop,
        "_started",
        lambda: subprocess.Popen([sys.executable, "-c", program], stdin=pipe, stdout=pipe),
    )
    opened = Workshop()
    assert results([opened.prepare(raw) for raw in NOTES]) == [prepare(raw) for raw in NOTES]
    opened.close()


def test_notes_of_a_killed_child_are_prepared_here(child: Workshop, caplog: pytest.LogCaptureFixture) -> None:
    process = process_of(child)
    first = child.prepare(SLOW)
    others = [child.prepare(raw) for raw in NOTES]
    process.kill()
    assert results([first, *others]) == [prepare(raw) for raw in (SLOW, *NOTES)]
    assert results([child.prepare(NOTES[0])]) == [prepare(NOTES[0])]
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
    until(lambda: not _runs(child))


def _runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"  # ended, and nobody has asked how


def test_a_few_notes_need_no_child_and_a_machine_that_starts_none_does_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with preparing(workshop.WORTH_A_CHILD - 1) as few:
        assert few is prepared_here
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with preparing(workshop.WORTH_A_CHILD) as many:
        assert results([many(NOTES[0])]) == [prepare(NOTES[0])]
