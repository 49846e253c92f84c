"""`kill -9` at random points of an engine that follows a server whose notes change all the time.

Every file that is left must be whole, and an engine that starts with it must end where a fresh build ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from tests.engine.killed_process import IDLE_SECONDS, engine_over
from tests.engine.mutations import Mutations
from tests.engine.sources import assert_same, built_at_once, contents_of
from tests.fakes import FakeApp, FakeServer, MutableTree, server_error, tree_of
from tests.pipeline import ROOT
from tests.store.checker import assert_consistent, assert_sound
from trayrecall.demo.app import Request, Response
from trayrecall.store import Database, Index
from trayrecall.store.database import rows

NOTES = 70
KILLS_OF_ONE_FILE = 5
PATIENCE = 1.5  # seconds: a moment that didn't come by then doesn't come, because nothing is left to write
SETTLED_SHARE = 0.4  # of the kills; after the others the next process goes on with what is left
CHANGING_SHARE = 0.4  # of the requests see a change of the server first
FAILING_SHARE = 0.1  # of the changes go with a note that fails from then on, and one that does so no more
KILLED = (-9,) if os.name == "posix" else (1, 9)


class RestlessApp(FakeApp):
    """A server of which the notes change while it is asked, and single notes fail and heal."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.share = 0.0  # of the requests that see a change first
        super().__init__(tree_of())

    def start_over(self, tree: MutableTree) -> None:
        super().start_over(tree)
        self.mutations = Mutations(tree)

    def begin(self) -> None:
        """Other notes, so many that a build takes a while."""
        self.start_over(tree_of())
        for i in range(NOTES):
            self.mutations.add(
                self.chance.randrange(1000), f"<p>On {i}.</p><h2>Use</h2><p>Drawer {i % 7}.</p>"
            )
        self.mutations.back_up()

    def respond(self, request: Request) -> Response:
        if self.chance.random() < self.share:
            with self.tree.lock:
                self.mutations.any(self.chance)
            if self.chance.random() < FAILING_SHARE:
                self._let_one_fail()
        return super().respond(request)

    def _let_one_fail(self) -> None:
        self.faults.heal()
        if chosen := self.mutations.pick(self.chance.randrange(1000)):
            self.faults.content(chosen, server_error())


@dataclass(frozen=True, slots=True)
class Moment:
    """When to kill: so many seconds after its start or after it works, or before that statement or end of a transaction."""

    kind: str
    number: float

    @classmethod
    def by(cls, chance: Random) -> Moment:
        """Any moment from the making of the file to well into the syncs that follow it."""
        most = {"start": 1.0, "seconds": 0.5, "statement": 1000.0, "COMMIT": 25.0}
        kind = chance.choice(tuple(most))
        return cls(kind, chance.uniform(0, most[kind]))

    @property
    def arguments(self) -> list[str]:
        """For the process that kills itself."""
        counted = {"statement": "", "COMMIT": "COMMIT"}
        return [counted[self.kind], str(int(self.number))] if self.kind in counted else []

    @property
    def seconds(self) -> float:
        """How long to wait before it is killed from outside."""
        return PATIENCE if self.arguments else self.number


@dataclass(slots=True)
class Series:
    """Kills of one file after the other. `seed` decides all but how threads take turns."""

    seed: int
    kills: int = 0
    settled: int = 0
    written: int = 0  # notes that were put into the files, each time one was

    def run(self, kills: int, progress: Callable[[], object] = lambda: None) -> None:
        """Kill so many times; every few times the file is settled, and then left for a new one."""
        chance = Random(self.seed)
        app = RestlessApp(Random(self.seed + 1))
        with FakeServer(app) as server, tempfile.TemporaryDirectory() as folder:
            for number in range(kills):
                file = Path(folder) / f"{number // KILLS_OF_ONE_FILE}.db"
                moment = Moment.by(chance)
                is_last = number % KILLS_OF_ONE_FILE == KILLS_OF_ONE_FILE - 1 or number == kills - 1
                try:
                    if not file.exists():
                        app.begin()
                    self._kill(file, server.url, app, moment)
                    if is_last or chance.random() < SETTLED_SHARE:
                        self._settle(file, server.url, app)
                except BaseException as failure:
                    failure.add_note(f"seed {self.seed}, kill {number}, {moment}")
                    raise
                if is_last:
                    self.written += notes_written(file)
                progress()

    def _kill(self, file: Path, url: str, app: RestlessApp, moment: Moment) -> None:
        app.share = CHANGING_SHARE
        command = [sys.executable, "-m", "tests.engine.killed_process", str(file), url, *moment.arguments]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            if moment.kind != "start":
                process.stdout.readline()
            try:
                process.wait(moment.seconds)
            except subprocess.TimeoutExpired:
                process.kill()
        app.share = 0.0
        assert process.returncode in KILLED, f"it ended by itself: {process.returncode}"
        self.kills += 1
        database = Database(file)
        assert_sound(database)
        database.close()

    def _settle(self, file: Path, url: str, app: RestlessApp) -> None:
        """All is well again: an engine that starts with what is left ends where a fresh build ends."""
        app.faults.heal()
        index = Index.open(file)
        assert index.notice is None, "a killed process leaves a file that needs no mending"
        # A day later, so that no note is left in peace any more because it failed a moment ago.
        engine = engine_over(index, url, clock=lambda: datetime.now(UTC) + timedelta(days=1))
        engine.start()
        engine.request_sync(full=True, accept_deletions=True)
        assert engine.wait_until_idle(IDLE_SECONDS)
        status = engine.status()
        assert ([i.state for i in status.instances], status.pending) == (["up_to_date"], 0)
        found = contents_of(index)
        assert_consistent(index)
        engine.close(IDLE_SECONDS)
        # A mime may be in order for the moment in which a content is asked for, between two listings that both say the
        # odd one: then the text of this very content is held, and a build from nothing can't read it.
        read = {note_id for _, note_id, *_, fault, _ in found["notes"] if fault is None}
        assert_same(found, built_at_once(app.tree, once_readable=read))
        assert {note_id for _, note_id, *_ in found["notes"]} == set(app.tree.listed(with_archived=True))
        self.settled += 1


def notes_written(file: Path) -> int:
    """How many notes were ever put into a file: their keys are never used twice."""
    database = Database(file, writable=False)
    with database.read() as connection:
        ((number,),) = rows(connection, "SELECT seq FROM sqlite_sequence WHERE name = 'note'")
    database.close()
    return int(number)
