"""After a sleep the servers are looked at once, soon, whatever failed before it; a clock set back stops nothing."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.engine.engines import TEXTS, no_model, notes_of, sync
from trayrecall.app import follow
from trayrecall.core import errors
from trayrecall.core.model import Instance, InstanceId, NoteId, NoteMeta
from trayrecall.core.rhythm import BEAT_SECONDS, Rhythm
from trayrecall.engine.engine import Engine
from trayrecall.store import Database, Index

HOUR = 3600.0


@dataclass
class Server:
    """Notes behind a network that may be away; counts how often it is asked whether anything changed."""

    away: bool = False
    looks: int = 0
    notes: list[NoteMeta] = field(default_factory=lambda: list(notes_of(TEXTS).listing()))

    def change_mark(self) -> str | None:
        self.looks += 1
        if self.away:
            raise errors.Unreachable
        return "1"

    def listing(self, _known: int = 0) -> tuple[NoteMeta, ...]:
        return tuple(self.notes)

    def content(self, note_id: NoteId) -> str:
        return TEXTS[note_id][1] if note_id in TEXTS else ""

    def app_version(self) -> str:
        return "0.102.1"

    def close(self) -> None:
        pass


class Machine:
    """An engine on a machine whose clocks are ours."""

    def __init__(self, folder: Path) -> None:
        self.server = Server()
        self.wall, self.steady = datetime(2031, 6, 1, 8, tzinfo=UTC).timestamp(), 500.0
        self.engine = Engine(
            Index(Database(folder / "index.db")),
            [Instance(InstanceId("home"), "Home", "http://home.example")],
            lambda _: self.server,
            no_model,
            clock=lambda: datetime.fromtimestamp(self.wall, UTC),
        )
        self.engine.start()
        sync(self.engine)
        self.rhythm = Rhythm(self.wall, self.steady)

    def beats(self, number: int, *, slept: float = 0.0, set_by: float = 0.0) -> int:
        """Let time go on by so many beats, the first after a sleep or with the clock set; the looks they led to."""
        before = self.server.looks
        for beat in range(number):
            more = slept + set_by if beat == 0 else 0.0
            self.wall += BEAT_SECONDS + more
            self.steady += BEAT_SECONDS
            follow(self.engine, self.rhythm.beat(self.wall, self.steady))
            assert self.engine.wait_until_idle(20)
        return self.server.looks - before


@pytest.mark.case("TS08")
def test_a_long_sleep_brings_one_look_at_once_then_the_normal_rhythm(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert machine.beats(60) == 10
    assert machine.beats(1, slept=12 * HOUR) == 1
    assert machine.beats(5) == 0
    assert machine.beats(60) == 10
    machine.engine.close()


@pytest.mark.case("TS08")
def test_a_clock_set_back_an_hour_does_not_stop_looking_also_at_a_server_that_failed(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert machine.beats(6) == 1
    machine.server.away = True
    machine.beats(90)
    assert machine.engine.status().instances[0].state == "unreachable"
    machine.server.away = False
    assert machine.beats(1, set_by=-HOUR) == 1
    assert machine.engine.status().instances[0].state == "up_to_date"
    assert machine.beats(60) == 10
    machine.engine.close()


@pytest.mark.case("TS08")
def test_a_network_that_comes_up_after_the_machine_is_not_called_unreachable(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.beats(6)
    machine.server.away = True
    machine.beats(12)
    machine.beats(1, slept=12 * HOUR)
    assert machine.engine.status().instances[0].state == "up_to_date"
    machine.server.away = False
    machine.beats(12)
    told = machine.engine.status().instances[0]
    assert (told.state, told.last_error) == ("up_to_date", None)
    assert datetime.fromisoformat(str(told.last_sync)) > datetime(2031, 6, 1, 20, tzinfo=UTC)
    machine.engine.close()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system's zone can't be changed here")
def test_a_machine_that_travels_has_the_days_of_where_it_is(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "<+0545>-5:45")
        machine.beats(6)
        assert datetime.fromtimestamp(0, UTC).astimezone().utcoffset() == timedelta(hours=5, minutes=45)
    machine.beats(6)
    assert datetime.fromtimestamp(0, UTC).astimezone().utcoffset() != timedelta(hours=5, minutes=45)
    machine.engine.close()
