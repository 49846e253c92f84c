"""Several servers side by side, each with its state; what a person does with them shows at once."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import apsw
import pytest

from tests.engine.engines import (
    HOME,
    TEXTS,
    WORK,
    edit,
    engine_of,
    eventually,
    ids,
    no_model,
    notes_of,
    sync,
    wait_for,
)
from tests.engine.sources import Between, Failing
from tests.fakes import TOKEN, FakeServer, Hang, note
from tests.pipeline import NotesInMemory
from trayrecall.core import errors
from trayrecall.core.model import Filters, Instance, InstanceId, InstanceStatus, NoteId, NoteMeta
from trayrecall.core.ports import NoteSource
from trayrecall.engine import sync as sync_module
from trayrecall.engine.engine import Engine
from trayrecall.engine.tracked import Request
from trayrecall.etapi import EtapiSource
from trayrecall.store import Database, Index


def test_a_disabled_instance_is_hidden_at_once(tmp_path: Path) -> None:
    sources = {"home": notes_of(TEXTS), "work": notes_of({"crane": ("Crane", "<p>Tie a bowline.</p>")})}
    with engine_of(tmp_path, sources, no_model) as one:
        assert one.wait_until_idle(20)
        assert ids(one.search("bowline")) == ["crane", "knots"] or ids(one.search("bowline")) == [
            "knots",
            "crane",
        ]
    with engine_of(tmp_path, sources, no_model, disabled=frozenset({"work"})) as one:
        assert ids(one.search("bowline")) == ["knots"]
        assert one.note(WORK, NoteId("crane")) is None
        assert "crane" not in [row.note_id for row in one.notes()]
        assert one.search("bowline", filters=Filters(instances=frozenset({WORK}))).hits == ()
        assert [(i.id, i.state) for i in one.status().instances][1] == (WORK, "disabled")


def test_an_instance_that_is_in_the_settings_no_more_is_hidden(tmp_path: Path) -> None:
    sources = {"home": notes_of(TEXTS), "work": notes_of({"crane": ("Crane", "<p>Tie a bowline.</p>")})}
    with engine_of(tmp_path, sources, no_model) as one:
        assert one.wait_until_idle(20)
    with engine_of(tmp_path, {"home": sources["home"]}, no_model) as one:
        for _ in range(2):
            assert ids(one.search("bowline")) == ["knots"]
            assert one.note(WORK, NoteId("crane")) is None
            assert "crane" not in [row.note_id for row in one.notes()]
            assert one.wait_until_idle(20)
        assert one.status().notes == len(TEXTS)


FAILURES = [
    (errors.SourceTimeout(), "busy"),
    (errors.ServerFault("503"), "busy"),
    (errors.WrongToken(), "token_rejected"),
    (errors.NotSetUp(), "not_set_up"),
    (errors.NotTrilium(), "wrong_address"),
    (errors.HtmlInsteadOfJson(), "wrong_address"),
    (errors.LoginPageInTheWay(), "login_page"),
    (errors.TlsFailure(), "certificate"),
    (errors.BadRequest(), "failed"),
    (errors.UserInputError("the certificate's file is gone"), "failed"),
]


@pytest.mark.case("AU01")
@pytest.mark.parametrize(("failure", "state"), FAILURES, ids=[f.name for f, _ in FAILURES])
def test_a_failing_server_has_a_state_with_a_hint_and_keeps_its_old_index(
    tmp_path: Path, failure: errors.SourceError, state: str
) -> None:
    sources: dict[str, NoteSource] = {"home": notes_of(TEXTS), "work": notes_of(TEXTS)}
    with engine_of(tmp_path, sources, no_model) as one:
        assert one.wait_until_idle(20)
        assert [i.state for i in one.status().instances] == ["up_to_date", "up_to_date"]
    sources["home"] = Failing(failure)
    with engine_of(tmp_path, sources, no_model) as one:
        assert one.wait_until_idle(20)
        home, work = one.status().instances
        assert (home.state, home.last_error, home.hint) == (state, failure.name, failure.hint)
        assert home.notes == len(TEXTS)
        assert home.last_sync is not None
        assert work.state == "up_to_date"
        assert one.status().state == "degraded"
        (hit,) = one.search("bowline").hits
        assert {hit.instance, *hit.also_in} == {HOME, WORK}
        old = Filters(instances=frozenset({HOME}))
        assert {row.note_id for row in one.notes(filters=old)} == set(TEXTS)


@pytest.mark.case("NW10")
def test_a_server_that_was_well_is_called_unreachable_after_three_minutes_only(tmp_path: Path) -> None:
    now = [datetime(2026, 3, 1, 12, tzinfo=UTC)]
    source: list[NoteSource] = [notes_of(TEXTS)]
    engine = Engine(
        Index(Database(tmp_path / "index.db")),
        [Instance(HOME, "Home", "http://h")],
        lambda _: source[0],
        no_model,
        clock=lambda: now[0],
    )
    engine.start()

    def look(minutes: int) -> InstanceStatus:
        now[0] += timedelta(minutes=minutes)
        engine.request_sync()
        assert engine.wait_until_idle(20)
        return engine.status().instances[0]

    assert look(0).state == "up_to_date"
    source[0] = Failing(errors.Unreachable())
    engine.update_instances([Instance(HOME, "Home", "http://h")])
    assert [(look(0).state, look(1).state, look(1).state, look(1).state)] == [
        ("up_to_date", "up_to_date", "up_to_date", "unreachable")
    ]
    assert engine.status().instances[0].last_error == "Unreachable"
    source[0] = notes_of(TEXTS)
    engine.update_instances([Instance(HOME, "Home", "http://h")])
    assert look(1).state == "up_to_date"
    engine.close()


@pytest.mark.parametrize(
    ("failure", "state"),
    [
        (errors.SecretStoreLocked, "keyring_locked"),
        (errors.NoSecretStore, "no_keyring"),
        (errors.SecretStoreError, "keyring_failed"),
    ],
)
def test_each_trouble_with_the_keyring_has_its_state(
    failure: type[errors.SecretStoreError], state: str, tmp_path: Path
) -> None:
    def fails(_: Instance) -> NoteSource:
        raise failure

    engine = Engine(
        Index(Database(tmp_path / "index.db")), [Instance(HOME, "Home", "http://h")], fails, no_model
    )
    engine.start()
    engine.request_sync()
    assert engine.wait_until_idle(20)
    assert [i.state for i in engine.status().instances] == [state]
    engine.close()


def test_a_missing_token_and_a_listing_that_is_held_have_their_states(tmp_path: Path) -> None:
    def locked(_: Instance) -> NoteSource:
        raise errors.NoToken("there is no token")

    engine = Engine(
        Index(Database(tmp_path / "index.db")), [Instance(HOME, "Home", "http://h")], locked, no_model
    )
    engine.start()
    engine.request_sync()
    assert engine.wait_until_idle(20)
    assert [i.state for i in engine.status().instances] == ["no_token"]
    engine.close()

    class Empty(NotesInMemory):
        def listing(self, _known: int = 0) -> tuple[NoteMeta, ...]:
            return ()

    with engine_of(tmp_path, {"home": Empty([])}, no_model) as one:
        assert one.wait_until_idle(20)
        (home,) = one.status().instances
        assert (home.state, home.last_error) == ("held", "ImplausibleListing")
        assert home.hint


def test_a_server_that_hangs_delays_no_other(tmp_path: Path) -> None:
    going_on = threading.Event()
    hanging = Between(notes_of(TEXTS), after_mark=lambda: wait_for(going_on))
    work = notes_of({"crane": ("Crane", "<p>Tie a bowline.</p>")})
    with engine_of(tmp_path, {"home": hanging, "work": work}, no_model) as one:
        eventually(lambda: ids(one.search("bowline")) == ["crane"])
        edit(work, "crane", "<p>Tie a sheet bend.</p>")

        def found_after_a_tick() -> bool:
            one.tick()
            return ids(one.search("sheet bend")) == ["crane"]

        eventually(found_after_a_tick)
        home, _ = one.status().instances
        assert home.state == "never_synced"
        going_on.set()
        assert one.wait_until_idle(20)
        assert ids(one.search("bowline")) == ["knots"]


def test_a_sync_asked_for_during_another_sees_what_changed_meanwhile(tmp_path: Path) -> None:
    looked, going_on = threading.Event(), threading.Event()

    def pause() -> None:
        looked.set()
        wait_for(going_on)

    inner = notes_of(TEXTS)
    source = Between(inner, after_listing=pause)
    with engine_of(tmp_path, {"home": source}, no_model) as one:
        wait_for(looked)
        edit(inner, "knots", "<p>A sheet bend joins two ropes.</p>")
        one.request_sync()
        going_on.set()
        assert one.wait_until_idle(20)
        assert ids(one.search("sheet bend")) == ["knots"]


def test_an_instance_removed_during_its_sync_leaves_nothing(tmp_path: Path) -> None:
    fetching, going_on = threading.Event(), threading.Event()

    def pause(_: NoteId) -> None:
        fetching.set()
        wait_for(going_on)

    source = Between(notes_of(TEXTS), before_content=pause)
    with engine_of(tmp_path, {"home": source}, no_model) as one:
        wait_for(fetching)
        one.update_instances([])
        going_on.set()
        assert one.wait_until_idle(20)
        assert one.status().instances == ()
        assert one._index.ledger(HOME) == {}


def test_a_sync_during_which_the_file_was_begun_anew_is_made_again(tmp_path: Path) -> None:
    listed, going_on = threading.Event(), threading.Event()
    source = notes_of(TEXTS)
    with engine_of(tmp_path, {"home": source}, no_model) as one:
        assert one.wait_until_idle(20)

    def pause() -> None:
        listed.set()
        wait_for(going_on)

    source.mark = "2"
    with engine_of(
        tmp_path, {"home": Between(source, before_content=print, after_listing=pause)}, no_model
    ) as one:
        wait_for(listed)
        one._worker.post(one._index.repair)  # as after a damage that lost notes
        one._worker.post(lambda: one._index.remove_instance(HOME))
        going_on.set()
        assert one.wait_until_idle(20)
        assert one.status().notes == len(TEXTS)
        assert one.status().instances[0].state == "up_to_date"


def test_a_sync_during_which_its_rows_were_removed_is_made_again_with_all_texts(tmp_path: Path) -> None:
    planned, going_on = threading.Event(), threading.Event()
    source = notes_of(TEXTS)
    with engine_of(tmp_path, {"home": source}, no_model) as one:
        assert one.wait_until_idle(20)
        source.notes = [replace(n, title=f"{n.title} again") for n in source.notes]
        source.mark = "2"
        one._worker.post(lambda: wait_for(going_on))  # the index thread is busy when the look ends ...
        plan = sync_module.Sync._plan

        def planning(self: sync_module.Sync, *args: object, **how: bool) -> object:
            made = plan(self, *args, **how)  # type: ignore[arg-type]
            planned.set()
            return made

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sync_module.Sync, "_plan", planning)
            one._worker._begin(one._worker._tracked[HOME], Request(forced=True))
            wait_for(planned)
            one._worker.post(lambda: one._index.remove_instance(HOME))  # ... and the rows go before it writes
            going_on.set()
            assert one.wait_until_idle(20)
        assert ids(one.search("bowline")) == ["knots"]
        assert one.status().instances[0].faulty == 0


@pytest.mark.case("SC04")
def test_a_damaged_file_is_set_aside_until_every_server_was_compared(tmp_path: Path) -> None:
    file = tmp_path / "index.db"
    with engine_of(tmp_path, {"home": notes_of(TEXTS)}, no_model) as one:
        assert one.wait_until_idle(20)
    file.write_bytes(b"SQLite format 3\0" + b"bowline" * 4000)
    sources = {"home": notes_of(TEXTS), "work": NotesInMemory([])}
    instances = [Instance(InstanceId(name), name, f"http://{name}.example") for name in sources]
    away = [errors.Unreachable()]

    def open_source(instance: Instance) -> NoteSource:
        return Failing(away[0]) if away and instance.id == WORK else sources[instance.id]

    one = Engine(Index.open(file), instances, open_source, no_model)
    one.start()
    sync(one)
    assert one.status().instances[0].notes == len(TEXTS)
    assert "set aside" in (one.status().notice or "")
    assert list(tmp_path.glob("*.damaged-*")), "the other server has not been read yet"
    away.clear()
    one.update_instances(instances)
    assert one.wait_until_idle(20)
    assert not list(tmp_path.glob("*.damaged-*"))
    assert "was built anew" in (one.status().notice or "")
    one.close()


def test_an_end_while_a_server_hangs_comes_at_once(tmp_path: Path) -> None:
    with FakeServer.with_notes(*[note(f"n{i}", f"Note {i}", "<p>thing</p>") for i in range(20)]) as server:
        for hangs in ("/content", "/etapi/notes?", "/api/health-check"):
            server.faults.heal()
            server.faults.set(Hang(), hangs)
            server.app.asked.clear()
            engine = Engine(
                Index(Database(tmp_path / f"{hangs.count('/')}{len(hangs)}.db")),
                [Instance(HOME, "Home", server.url)],
                lambda _: EtapiSource(server.url, TOKEN),
                no_model,
            )
            engine.start()
            engine.request_sync()
            eventually(partial(was_asked, server, hangs))
            threads = list(engine._worker._thread._threads)
            began = time.monotonic()
            engine.close(2.0)
            assert time.monotonic() - began < 1.9, hangs
            assert not any(thread.is_alive() for thread in threads)
            assert not [t for t in threading.enumerate() if t.name.startswith("fetch")]


@pytest.mark.case("AU01")
def test_a_new_token_is_read_at_the_next_try(tmp_path: Path) -> None:
    opened: list[NoteSource] = [Failing(errors.WrongToken()), notes_of(TEXTS)]
    engine = Engine(
        Index(Database(tmp_path / "index.db")),
        [Instance(HOME, "Home", "http://h")],
        lambda _: opened.pop(0),
        no_model,
    )
    engine.start()
    try:
        sync(engine)
        assert [i.state for i in engine.status().instances] == ["token_rejected"]
        sync(engine)
        assert [i.state for i in engine.status().instances] == ["up_to_date"]
    finally:
        engine.close()


def test_a_full_disk_is_a_state_and_not_an_endless_building(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> object:
        raise apsw.FullError

    source = NotesInMemory([])
    with engine_of(tmp_path, {"home": source}, no_model) as one:
        assert one.wait_until_idle(20)
        source.mark = "2"  # without a change nothing is written
        with monkeypatch.context() as patch:
            patch.setattr("trayrecall.store.writing.set_cursor", full)
            sync(one)
            (home,) = one.status().instances
            assert (home.state, home.last_error) == ("failed", "StoreError")
        sync(one)
        assert one.status().instances[0].state == "up_to_date"


def test_whatever_a_sync_meets_is_told_and_tried_again_less_and_less(tmp_path: Path) -> None:
    class Odd(NotesInMemory):
        def listing(self, _known: int = 0) -> tuple[NoteMeta, ...]:
            raise ZeroDivisionError

    source = notes_of(TEXTS)
    with engine_of(tmp_path, {"home": source}, no_model) as one:
        assert one.wait_until_idle(20)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(source, "listing", Odd([]).listing)
            source.mark = "2"
            sync(one)
            (home,) = one.status().instances
            assert (home.state, one.status().state) == ("failed", "degraded")
            assert "ZeroDivisionError" in home.detail
            assert one._worker._tracked[HOME].schedule.failures == 1
        sync(one)
        assert one.status().instances[0].state == "up_to_date"


def test_status_counts_notes_and_reasons(tmp_path: Path) -> None:
    source = notes_of(TEXTS, owl=("archived", ""), vat=("recallIgnore", ""))
    with engine_of(tmp_path, {"home": source}, no_model) as one:
        assert one.wait_until_idle(20)
        (home,) = one.status().instances
        assert (home.notes, home.faulty) == (3, 0)
        assert home.left_out == {"archived": 1, "ignored": 1, "no_text": 1}
        assert (one.status().notes, one.status().passages) == (3, 3)


def test_an_engine_that_was_not_started_is_starting(tmp_path: Path) -> None:
    engine = Engine(Index(Database(tmp_path / "index.db")), [], lambda _: NotesInMemory([]), no_model)
    assert engine.status().state == "starting"
    assert engine.search("anything").reason == "nothing"
    engine.close()


def was_asked(server: FakeServer, part: str) -> bool:
    return any(part in target for _, target in server.app.asked)
