"""What a person is told of a server that fails in one way after another, and what they asked for meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from tests.engine.engines import HOME, TEXTS, eventually, no_model, notes_of, sync, wait_for
from tests.engine.sources import Between, Failing
from tests.fakes import FakeServer
from tests.known_secrets import known_secret
from tests.pipeline import NotesInMemory, note, running_engine
from trayrecall.core import errors
from trayrecall.core.model import Instance, InstanceStatus, NoteId
from trayrecall.core.ports import Embedder, NoteSource
from trayrecall.engine.engine import Engine
from trayrecall.etapi import EtapiSource
from trayrecall.store import Database, Index

SERVER = Instance(HOME, "Home", "http://h")
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Follower:
    """An engine with a clock, over a source that may be replaced."""

    def __init__(self, folder: Path, source: NoteSource) -> None:
        self.now, self.source = NOW, source
        self.engine = Engine(
            Index(Database(folder / "index.db")),
            [SERVER],
            lambda _: cast("NoteSource", self),
            no_model,
            clock=lambda: self.now,
        )
        self.engine.start()

    def __getattr__(self, name: str) -> Any:
        """What a source is asked goes to the present one."""
        return getattr(self.source, name)

    def look(self, minutes: int = 1) -> str:
        self.now += timedelta(minutes=minutes)
        self.engine.request_sync()
        assert self.engine.wait_until_idle(20)
        return self.status.state

    @property
    def status(self) -> InstanceStatus:
        return self.engine.status().instances[0]


@contextmanager
def following(folder: Path, source: NoteSource) -> Iterator[Follower]:
    follower = Follower(folder, source)
    try:
        yield follower
    finally:
        follower.engine.close()


def many(number: int) -> NotesInMemory:
    notes = [note(f"n{i}", f"Note {i}") for i in range(number)]
    return NotesInMemory(notes, {n.id: "<p>thing</p>" for n in notes})


AWAY = Failing(errors.Unreachable())


@pytest.mark.case("NW10")
@pytest.mark.parametrize(
    ("failure", "state"), [(errors.ServerFault("503"), "busy"), (errors.WrongToken(), "token_rejected")]
)
def test_a_server_that_answered_is_unreachable_three_minutes_after_it_stopped(
    tmp_path: Path, failure: errors.SourceError, state: str
) -> None:
    with following(tmp_path, notes_of(TEXTS)) as one:
        assert one.look() == "up_to_date"
        one.source = Failing(failure)
        assert [one.look() for _ in range(6)] == [state] * 6
        one.source = AWAY
        assert [one.look() for _ in range(4)] == [state, state, state, "unreachable"]
        assert one.status.last_error == "Unreachable"


def test_a_list_that_is_held_stays_so_when_a_connection_is_lost_once(tmp_path: Path) -> None:
    source = many(60)
    with following(tmp_path, source) as one:
        one.look()
        source.notes, source.mark = source.notes[:20], "2"
        assert one.look() == "held"
        one.source = AWAY
        assert one.look() == "held"
        assert one.status.last_error == "ImplausibleListing"


def test_a_build_stays_a_build_when_a_connection_is_lost_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trayrecall.engine.sync.BATCH_NOTES", 10)
    inner, asked = many(60), []

    def fall(note_id: NoteId) -> None:
        asked.append(note_id)
        if len(asked) > 30:
            raise errors.Unreachable

    source = Between(inner, before_content=fall)
    with following(tmp_path, source) as one:
        monkeypatch.setattr(source, "app_version", AWAY.app_version)
        assert one.look() == "building"
        assert one.status.last_error == "Unreachable"


def test_a_new_name_makes_no_server_well(tmp_path: Path) -> None:
    with following(tmp_path, notes_of(TEXTS)) as one:
        one.look()
        one.source = AWAY
        assert [one.look() for _ in range(4)][-1] == "unreachable"
        one.engine.update_instances([replace(SERVER, name="Study")])
        assert (one.look(0), one.status.name) == ("unreachable", "Study")
        one.source = notes_of(TEXTS)
        assert one.look() == "up_to_date"


@pytest.mark.parametrize("then", ["sync", "setting", "nothing"])
def test_deletions_that_a_person_accepts_are_applied_whatever_else_is_asked_meanwhile(
    tmp_path: Path, then: str
) -> None:
    going_on, looking = threading.Event(), threading.Event()
    inner = many(60)
    with following(tmp_path, inner) as one:
        one.look()
        inner.notes, inner.mark = inner.notes[:20], "2"
        assert one.look() == "held"

        def pause() -> None:
            looking.set()
            wait_for(going_on)

        one.source = Between(inner, after_mark=pause)
        if then == "setting":
            one.engine.request_sync(accept_deletions=True)
            wait_for(looking)
            one.engine.update_instances([replace(SERVER, web_url="http://w")])
        else:
            one.engine.request_sync()
            wait_for(looking)
            one.engine.request_sync(accept_deletions=True)
            if then == "sync":
                one.engine.request_sync()
        eventually(one.engine._worker._thread._jobs.empty)
        going_on.set()
        assert one.engine.wait_until_idle(20)
        assert (one.status.state, one.status.notes) == ("up_to_date", 20)


@pytest.mark.parametrize(
    "failure", [errors.SecretStoreLocked(), errors.SecretStoreError(), errors.NoSecretStore()]
)
def test_what_kept_us_from_asking_is_over_once_it_was_asked(
    tmp_path: Path, failure: errors.SecretStoreError
) -> None:
    with following(tmp_path, notes_of(TEXTS)) as one:
        one.look()
        one.source = Failing(failure)  # type: ignore[arg-type]
        assert one.look() not in {"up_to_date", "unreachable"}
        one.source = AWAY
        assert one.look() == "unreachable"


@pytest.mark.parametrize("writes", ["open_space", "put_vectors"])
def test_a_disk_without_room_for_vectors_is_told_until_there_is_room(
    tmp_path: Path, model: Embedder, writes: str
) -> None:
    def full(*_: object) -> None:
        raise errors.StoreError("index.db: FullError", hint="Make room on the disk.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Index, writes, full)
        with running_engine(tmp_path / "index.db", {"home": notes_of(TEXTS)}, model) as one:
            told = one.status()
            assert (told.state, told.degraded, told.pending) == ("degraded", "building", len(TEXTS))
            assert told.notice == "The index can't be used: index.db: FullError. Make room on the disk."
            patch.undo()
            sync(one)
            told = one.status()
            assert (told.state, told.notice, told.pending) == ("ok", None, 0)


def test_who_asks_for_a_sync_is_told_that_the_token_is_refused_also_when_nothing_changed(
    tmp_path: Path, running: FakeServer
) -> None:
    tokens, now = [running.token], [NOW]

    @contextmanager
    def started() -> Iterator[Callable[[int], str]]:
        """An engine as after a start, and a tick of it so many minutes later."""
        index = Index(Database(tmp_path / "index.db"))
        with closing(
            Engine(
                index,
                [SERVER],
                lambda _: EtapiSource(running.url, tokens[0]),
                no_model,
                clock=lambda: now[0],
            )
        ) as engine:

            def state(minutes: int) -> str:
                now[0] += timedelta(minutes=minutes)
                engine.tick()
                assert engine.wait_until_idle(20)
                return engine.status().instances[0].state

            engine.start()
            sync(engine)
            yield state

    with started() as state:
        assert state(1) == "up_to_date"
    tokens[0] = known_secret("no-such-token")
    with started() as state:
        assert [state(0), state(3), state(5)] == ["token_rejected"] * 3  # the mark alone is told without one
        tokens[0] = running.token
        assert state(9) == "up_to_date"
