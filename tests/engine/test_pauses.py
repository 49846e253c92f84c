"""A pause: prompts and agents get silence with its reason, a person's own searches go on, a restart changes nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.engine.engines import STOVE_QUESTION, TEXTS, ids, no_model, notes_of, sync
from trayrecall.core.model import Instance, InstanceId
from trayrecall.engine.engine import RECENT_FOLDERS, Engine
from trayrecall.store import Database, Index

NOON = datetime(2031, 6, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


def opened(folder: Path, clock: Clock) -> Engine:
    source = notes_of(TEXTS)
    engine = Engine(
        Index(Database(folder / "index.db")),
        [Instance(InstanceId("home"), "Home", "http://home.example")],
        lambda _: source,
        no_model,
        clock=clock,
        keep_prompts=timedelta(days=30),
    )
    engine.start()
    sync(engine)
    return engine


def reason(engine: Engine, cwd: str | None = None) -> str:
    return engine.prompt(STOVE_QUESTION, cwd=cwd).reason


def test_while_everything_is_paused_prompts_and_agents_get_silence_and_a_person_finds(tmp_path: Path) -> None:
    engine = opened(tmp_path, Clock())
    assert reason(engine) == "sent"
    engine.pause(NOON + HOUR)
    assert reason(engine) == reason(engine, "/src/mill") == "paused"
    asked = engine.recall(STOVE_QUESTION)
    assert (asked.reason, asked.hits) == ("paused", ())
    assert (engine.status().state, engine.status().unpaused) == ("paused", "degraded")
    assert "stove" in ids(engine.search(STOVE_QUESTION))
    assert (engine.status().state, engine.status().paused_until) == ("paused", "2031-06-01T13:00:00+00:00")
    assert engine.wait_until_idle(20)
    assert [d.reason for d in engine.decisions()] == ["paused", "paused", "sent"]
    engine.close()


def test_a_pause_ends_when_its_time_is_over(tmp_path: Path) -> None:
    clock = Clock()
    engine = opened(tmp_path, clock)
    engine.pause(NOON + HOUR)
    clock.now += HOUR
    assert reason(engine) == "sent"
    assert engine.status().state != "paused"
    engine.close()


def test_a_pause_is_found_again_by_another_spelling_of_its_folder(tmp_path: Path) -> None:
    engine = opened(tmp_path, Clock())
    engine.pause_project("C:\\Code\\Mill")
    engine.pause_project("c:/code/mill/")
    assert engine.status().paused_projects == ("c:/code/mill",)
    assert reason(engine, "C:\\Code\\Mill\\wheel") == "paused"
    engine.resume("C:\\CODE\\Mill")
    assert engine.status().paused_projects == ()
    engine.close()


def test_a_paused_project_is_silent_and_the_others_are_answered(tmp_path: Path) -> None:
    engine = opened(tmp_path, Clock())
    engine.pause_project("/src/mill/")
    assert reason(engine, "/src/mill/wheel") == "paused"
    assert reason(engine, "/src/loom") == "sent"
    assert engine.recall(STOVE_QUESTION).reason == "found"
    status = engine.status()
    assert (status.state != "paused", status.paused_projects) == (True, ("/src/mill",))
    engine.resume("/src/mill")
    assert reason(engine, "/src/mill") == "sent"
    engine.close()


def test_a_pause_outlives_a_restart_and_an_ended_one_does_not(tmp_path: Path) -> None:
    engine = opened(tmp_path, Clock())
    engine.pause()
    engine.pause_project("/src/mill")
    assert engine.wait_until_idle(20)
    engine.close()

    again = opened(tmp_path, Clock())
    assert (again.status().state, again.status().paused_until) == ("paused", None)
    assert again.status().paused_projects == ("/src/mill",)
    again.resume()
    assert again.wait_until_idle(20)
    again.close()

    anew = opened(tmp_path, Clock())
    assert reason(anew, "/src/mill") == "sent"
    anew.close()


def test_the_folders_of_the_last_prompts_are_known_each_once(tmp_path: Path) -> None:
    engine = opened(tmp_path, Clock())
    for cwd in ("/src/mill", "/src/loom", None, "/src/mill"):
        reason(engine, cwd)
    assert engine.wait_until_idle(20)
    assert engine.recent_folders() == ["/src/mill", "/src/loom"]
    for number in range(RECENT_FOLDERS):
        reason(engine, f"/src/{number}")
    assert engine.wait_until_idle(20)
    assert engine.recent_folders() == [f"/src/{number}" for number in reversed(range(RECENT_FOLDERS))]
    engine.close()
