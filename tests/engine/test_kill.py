"""The first build, killed again and again: every start goes on where the last one ended, and nothing is lost."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom

import pytest

from tests.engine.embedders import Altered
from tests.engine.kills import Series
from tests.fakes import FakeServer, Slow, note
from tests.pipeline import ROOT, NotesInMemory, running_engine
from tests.store.checker import assert_sound
from trayrecall.core.errors import StoreError
from trayrecall.core.ports import Embedder
from trayrecall.demo.notes import DemoNote
from trayrecall.store import Database
from trayrecall.store.database import rows

NOTES = 130
SECONDS = 90.0


def notes() -> list[DemoNote]:
    """Two passages each, so that the build takes a while; every tenth shares its text with the one before."""
    texts = [f"<h2>Use</h2><p>Thing {i - (i % 10 == 9)} is kept in drawer {i % 7}.</p>" for i in range(NOTES)]
    return [
        note(f"n{i}", f"Note {i - (i % 10 == 9)}", f"<p>On thing {i - (i % 10 == 9)}.</p>{text}")
        for i, text in enumerate(texts)
    ]


class Build:
    """The engine in a process of its own, and what it has committed so far."""

    def __init__(self, database: Path, server: FakeServer) -> None:
        self.database, self.server = database, server

    def start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "tests.engine.building_process", str(self.database), self.server.url]
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)

    def committed(self) -> tuple[int, int]:
        """Notes and vectors in the file, read beside the writer."""
        try:
            database = Database(self.database, writable=False)
        except StoreError:  # not made yet
            return 0, 0
        try:
            with database.read() as connection:
                ((notes_, vectors),) = rows(
                    connection, "SELECT (SELECT count(*) FROM note), (SELECT count(*) FROM vector)"
                )
        finally:
            database.close()
        return notes_, vectors

    def killed_when(self, reached: Callable[[int, int], bool]) -> tuple[int, int]:
        """Start, kill without warning as soon as that much is committed; what there is then."""
        with self.start() as process:
            end = time.monotonic() + SECONDS
            while not reached(*self.committed()):
                assert process.poll() is None, "it ended before it could be killed"
                assert time.monotonic() < end, "it never came so far"
                time.sleep(0.005)
            process.kill()
        return self.committed()


@pytest.mark.case("SC09")
def test_a_first_build_that_is_killed_three_times_ends_whole(tmp_path: Path, model: Embedder) -> None:
    file = tmp_path / "index.db"
    with FakeServer.with_notes(*notes()) as server:
        build = Build(file, server)
        server.faults.set(Slow(0.02), "/content")  # so that it can be met in the middle of its sync
        first = build.killed_when(lambda there, _: there > 0)
        assert 0 < first[0] < NOTES, "it wasn't met in the middle of its sync"
        assert_sound_file(file)
        kept = fetched_notes(file)
        server.app.asked.clear()
        second = build.killed_when(lambda _, vectors: vectors > 0)
        assert second[0] == NOTES + 1
        assert not kept & set(server.app.contents_asked()), "what was stored is not fetched again"
        assert_sound_file(file)
        server.app.asked.clear()
        third = build.killed_when(lambda _, vectors: vectors > second[1])
        assert second[1] < third[1]
        assert_sound_file(file)
        with build.start() as last:
            assert last.stdout is not None
            assert last.stdout.read() == "done\n"
        assert server.app.contents_asked() == []
    assert last.returncode == 0
    assert_sound_file(file)
    assert_nothing_lost_or_doubled(file)
    assert_searchable(file, model)


def assert_sound_file(file: Path) -> None:
    database = Database(file)
    assert_sound(database)
    database.close()


def fetched_notes(file: Path) -> set[str]:
    database = Database(file, writable=False)
    with database.read() as connection:
        found = {i for (i,) in rows(connection, "SELECT note_id FROM note WHERE left_out IS NULL")}
    database.close()
    return found


def assert_nothing_lost_or_doubled(file: Path) -> None:
    database = Database(file, writable=False)
    with database.read() as connection:
        (counts,) = rows(
            connection,
            "SELECT (SELECT count(*) FROM note), (SELECT count(*) FROM passage), (SELECT count(*) FROM vector),"
            " (SELECT count(DISTINCT hash) FROM passage), (SELECT count(*) FROM space)",
        )
    database.close()
    assert counts[0] == NOTES + 1
    assert counts[2] == counts[3]
    assert counts[4] == 1


def assert_searchable(file: Path, model: Embedder) -> None:
    """A last start, with no server to ask, embeds nothing and finds what a search asks for."""
    seen = Altered(model)
    with running_engine(file, {"elsewhere": NotesInMemory([])}, seen) as engine:
        assert seen.embedded == []
        assert engine.status().pending == 0


def test_an_engine_killed_at_ten_random_points_leaves_a_file_that_settles_to_a_fresh_build() -> None:
    series = Series(seed=SystemRandom().getrandbits(32))
    series.run(kills=10)
    assert series.kills == 10
    assert series.settled >= 2
    assert series.written > 100
