"""The same notes on two servers that are synced with each other: a desktop's and one that is always there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from tests.engine.engines import TEXTS, engine_of, ids, no_model, notes_of, sync
from tests.engine.sources import Between, said_by_trilium
from tests.pipeline import NotesInMemory
from trayrecall.core.errors import ServerFault, Unreachable
from trayrecall.core.model import Answer, Attribute, Days, Filters, Instance, InstanceId, NoteId
from trayrecall.core.ports import NoteSource
from trayrecall.engine.engine import Engine
from trayrecall.store import Database, Index, reading
from trayrecall.store.database import rows

DESKTOP, SERVER = InstanceId("desktop"), InstanceId("server")
LATER = "2026-03-02 09:00:00.000Z"
EDITED = "<p>The flue of the tiled stove is 180 mm wide since it was relined.</p>"
QUESTION = "how wide is the flue of the tiled stove?"


def change(source: NotesInMemory, note_id: str, html: str | None = None, **fields: object) -> None:
    """An edit on one of the two: a text, a title or another field of its metadata."""
    if html is not None:
        fields |= {"blob_id": f"blob of {html}", "utc_modified": LATER}
        source.contents = {**source.contents, NoteId(note_id): html}
    source.notes = [replace(n, **fields) if n.id == note_id else n for n in source.notes]  # type: ignore[arg-type]
    source.mark = f"{source.mark}x"


@contextmanager
def synced(
    folder: Path, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> Iterator[tuple[Engine, NotesInMemory, NotesInMemory]]:
    """An engine that knows both, with equal notes, and the two of them."""
    sources = {DESKTOP: notes_of(TEXTS), SERVER: notes_of(TEXTS)}
    instances = [Instance(name, name.title(), f"http://{name}.example") for name in sources]
    index = Index(Database(folder / "index.db"))
    engine = Engine(index, instances, lambda i: sources[i.id], no_model, clock=clock)
    engine.start()
    sync(engine)
    try:
        yield engine, sources[DESKTOP], sources[SERVER]
    finally:
        engine.close(10.0)


def cannot_be_read(_note_id: NoteId) -> None:
    raise said_by_trilium(ServerFault())


def cannot_be_reached() -> str | None:
    raise Unreachable


def places(answer: Answer) -> list[tuple[str, str]]:
    return [(hit.instance, hit.note_id) for hit in answer.hits]


def of(instance: InstanceId) -> Filters:
    return Filters(instances=frozenset({instance}))


def test_a_note_of_both_is_one_hit_and_one_row(tmp_path: Path) -> None:
    with synced(tmp_path) as (engine, _, _):
        (hit,) = engine.search("flue").hits
        assert {hit.instance, *hit.also_in} == {DESKTOP, SERVER}
        assert sorted(row.note_id for row in engine.notes()) == sorted(TEXTS)
        assert [row.note_id for row in engine.notes(limit=2, offset=4)] == [engine.notes()[4].note_id]
        told = engine.status()
        assert (told.notes, [i.notes for i in told.instances]) == (len(TEXTS), [len(TEXTS)] * 2)


def test_an_edit_that_has_not_arrived_at_the_other_yet_is_what_is_shown(tmp_path: Path) -> None:
    for edited, late in ((DESKTOP, SERVER), (SERVER, DESKTOP)):
        folder = tmp_path / edited
        folder.mkdir()
        with synced(folder) as (engine, desktop, server):
            change(desktop if edited == DESKTOP else server, "stove", EDITED)
            sync(engine)
            for answer in (engine.search("flue"), engine.prompt(QUESTION), engine.recall(QUESTION)):
                assert places(answer) == [(edited, "stove")]
                assert "180 mm" in answer.hits[0].passage_text
                assert answer.hits[0].also_in == ()
            assert ids(engine.search("October")) == [], "what the edit took away is found no more,"
            assert ids(engine.search("October", filters=of(late))) == ["stove"], "but where it is asked for"
            assert [r.instance for r in engine.notes() if r.note_id == "stove"] == [edited]


def test_a_new_title_is_what_is_shown_of_an_equal_text(tmp_path: Path) -> None:
    with synced(tmp_path) as (engine, desktop, _):
        change(desktop, "stove", title="Kachelofen", utc_modified=LATER)
        sync(engine)
        (hit,) = engine.search("flue").hits
        assert (hit.instance, hit.title, hit.also_in) == (DESKTOP, "Kachelofen", (SERVER,))


def test_of_equal_ones_the_one_that_could_be_read_is_shown(tmp_path: Path) -> None:
    for blank in (DESKTOP, SERVER):
        folder = tmp_path / blank
        folder.mkdir()
        sources: dict[str, NoteSource] = {"desktop": notes_of(TEXTS), "server": notes_of(TEXTS)}
        sources[blank] = Between(notes_of(TEXTS), before_content=cannot_be_read)
        with engine_of(folder, sources, no_model) as engine:
            assert engine.wait_until_idle(20)
            (hit,) = engine.search("flue").hits
            assert hit.instance != blank
            assert "150 mm" in hit.passage_text


def test_a_passage_that_was_sent_from_one_is_not_sent_again_from_the_other(tmp_path: Path) -> None:
    with synced(tmp_path) as (engine, desktop, server):
        change(desktop, "stove", EDITED)
        sync(engine)
        assert places(engine.prompt(QUESTION, session="s")) == [(DESKTOP, "stove")]
        change(server, "stove", EDITED)
        sync(engine)
        assert engine.prompt(QUESTION, session="s").reason == "repeated"
        assert engine.prompt(QUESTION, session="s", filters=of(DESKTOP)).reason == "repeated"
        assert engine.prompt(QUESTION, session="s", filters=of(SERVER)).reason == "repeated"


def test_who_may_see_one_of_them_alone_gets_its_notes(tmp_path: Path) -> None:
    with synced(tmp_path) as (engine, desktop, _):
        change(desktop, "stove", EDITED)
        sync(engine)
        for answer in (
            engine.search("flue", filters=of(SERVER)),
            engine.prompt(QUESTION, filters=of(SERVER)),
        ):
            assert places(answer) == [(SERVER, "stove")]
            assert "150 mm" in answer.hits[0].passage_text
        assert {row.instance for row in engine.notes(filters=of(SERVER))} == {SERVER}
        assert len(engine.notes(filters=of(SERVER))) == len(TEXTS)


def test_a_filter_finds_the_copy_that_passes_it(tmp_path: Path) -> None:
    for labelled in (DESKTOP, SERVER):
        folder = tmp_path / labelled
        folder.mkdir()
        with synced(folder) as (engine, desktop, server):
            which = desktop if labelled == DESKTOP else server
            change(which, "stove", attributes=(Attribute("label", "winter", ""),))
            sync(engine)
            winter = Filters(labels=frozenset({"winter"}))
            assert places(engine.search("flue", filters=winter)) == [(labelled, "stove")]
            assert [(r.instance, r.note_id) for r in engine.notes(filters=winter)] == [(labelled, "stove")]


def test_a_disabled_one_hides_nothing_of_the_other(tmp_path: Path) -> None:
    with synced(tmp_path) as (engine, desktop, server):
        change(desktop, "stove", EDITED)
        sync(engine)
        sources = {"desktop": desktop, "server": server}
    with engine_of(tmp_path, sources, no_model, disabled=frozenset({"desktop"})) as engine:
        assert engine.wait_until_idle(20)
        assert places(engine.search("flue")) == [(SERVER, "stove")]
        assert len(engine.notes()) == len(TEXTS)


def test_an_equal_id_of_another_note_is_no_copy(tmp_path: Path) -> None:
    desktop, other = notes_of(TEXTS), notes_of({"stove": ("Camping stove", "<p>The flue is of steel.</p>")})
    other.notes = [
        replace(n, utc_created="2020-05-05 05:05:05.000Z", utc_modified=LATER) for n in other.notes
    ]
    with engine_of(tmp_path, {"desktop": desktop, "server": other}, no_model) as engine:
        assert engine.wait_until_idle(20)
        assert set(places(engine.search("flue"))) == {(DESKTOP, "stove"), (SERVER, "stove")}
        assert len(engine.notes()) == engine.status().notes == len(TEXTS) + 1


def test_copies_take_no_places_of_other_days(tmp_path: Path) -> None:
    days = {f"2026-03-{day:02}": (f"{day} March", f"<p>Rowed {day} miles.</p>") for day in range(1, 31)}
    labels = {day: ("dateNote", day) for day in days}
    sources = {"desktop": notes_of(days, **labels), "server": notes_of(days, **labels)}
    march = [Days(date(2026, 3, 1), date(2026, 3, 31))]
    with engine_of(tmp_path, sources, no_model) as engine:
        assert engine.wait_until_idle(20)
        with engine._index.database.read() as connection:
            found = reading.notes_of_days(connection, march, Filters(), len(days))
            noted = reading.note_facts(connection, found).values()
        assert {facts.note_id for facts in noted} == set(days)


def test_a_version_that_one_of_them_knows_as_superseded_is_so_in_both(tmp_path: Path) -> None:
    newer = ("Tiled stove, relined", EDITED)
    for knows in (DESKTOP, SERVER):
        folder = tmp_path / knows
        folder.mkdir()
        desktop, server = notes_of(TEXTS), notes_of(TEXTS)
        which = desktop if knows == DESKTOP else server
        whole = notes_of({**TEXTS, "newer": newer})
        which.notes, which.contents = whole.notes, whole.contents
        change(which, "newer", attributes=(Attribute("relation", "supersedes", "stove"),))
        with engine_of(folder, {"desktop": desktop, "server": server}, no_model) as engine:
            assert engine.wait_until_idle(20)
            assert places(engine.search("flue")) == [(knows, "newer")]
            assert places(engine.search("October")) == [(knows, "newer")]
            late = SERVER if knows == DESKTOP else DESKTOP
            assert places(engine.search("flue", filters=of(late))) == [(late, "stove")]


def test_a_summary_that_has_not_arrived_at_the_other_stands_for_its_source(tmp_path: Path) -> None:
    texts = {**TEXTS, "talk": ("Talk", "<p>The chimney is tall enough, says Ruben, who swept it.</p>")}
    brief = {**texts, "brief": ("Brief", "<p>The chimney is tall enough.</p>")}
    for knows in (DESKTOP, SERVER):
        folder = tmp_path / knows
        folder.mkdir()
        sources = {"desktop": notes_of(texts), "server": notes_of(texts)}
        sources[knows] = notes_of(brief)
        change(sources[knows], "brief", attributes=(Attribute("relation", "derivedFrom", "talk"),))
        with engine_of(folder, sources, no_model) as engine:
            assert engine.wait_until_idle(20)
            assert places(engine.search("chimney tall")) == [(knows, "brief")]
            assert "talk" in ids(engine.search("Ruben chimney"))


# ---- taken away on one of them ------------------------------------------------------------------------


class Hours:
    """A clock that a test sets on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 3, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **much: float) -> None:
        self.now += timedelta(**much)


def without(source: NotesInMemory, *note_ids: str) -> None:
    """Delete notes."""
    source.notes = [n for n in source.notes if n.id not in note_ids]
    source.mark = f"{source.mark}x"


def delete(source: NotesInMemory) -> None:
    without(source, "stove")


def archive(source: NotesInMemory) -> None:
    change(source, "stove", attributes=(Attribute("label", "archived", ""),))


def ignore(source: NotesInMemory) -> None:
    change(source, "stove", attributes=(Attribute("label", "recallIgnore", ""),))


def protect(source: NotesInMemory) -> None:
    change(source, "stove", is_protected=True, title="c2VjcmV0", utc_modified=LATER)


def shown(engine: Engine) -> set[tuple[str, str]]:
    """Where the note is shown, asked in every way."""
    listed = [(r.instance, r.note_id) for r in engine.notes() if r.note_id == "stove"]
    answers = (engine.search("flue"), engine.recall(QUESTION), engine.prompt(QUESTION))
    return {place for answer in answers for place in places(answer)} | set(listed)


def look(engine: Engine) -> None:
    """A look at the servers that are due, to its end."""
    engine.tick()
    assert engine.wait_until_idle(20)


@pytest.mark.parametrize("take_away", [delete, archive, ignore, protect])
def test_what_is_taken_away_on_one_is_not_shown_from_the_other_that_is_out_of_reach(
    tmp_path: Path, take_away: Callable[[NotesInMemory], None]
) -> None:
    hours = Hours()
    with synced(tmp_path, hours) as (engine, desktop, server):
        reachable, server.change_mark = server.change_mark, cannot_be_reached  # type: ignore[method-assign]
        take_away(desktop)
        for _ in range(4):
            hours.pass_by(hours=9)
            look(engine)
            assert shown(engine) == set()
        assert places(engine.search("flue", filters=of(SERVER))) == [(SERVER, "stove")], "it was asked for"
        server.change_mark = reachable  # type: ignore[method-assign]
        take_away(server)
        hours.pass_by(hours=9)
        look(engine)
        assert shown(engine) == set()
        assert ids(engine.search("flue", filters=of(SERVER))) == []


@pytest.mark.parametrize("take_away", [delete, archive])
def test_who_still_has_it_an_hour_later_keeps_it(
    tmp_path: Path, take_away: Callable[[NotesInMemory], None]
) -> None:
    hours = Hours()
    with synced(tmp_path, hours) as (engine, desktop, _):
        take_away(desktop)
        for _ in range(3):
            hours.pass_by(minutes=15)
            look(engine)
            assert shown(engine) == set()
        hours.pass_by(minutes=31)
        look(engine)
        assert shown(engine) == {(SERVER, "stove")}, "the two are synced with each other no more"


def test_what_comes_back_is_shown_again_at_once(tmp_path: Path) -> None:
    hours = Hours()
    with synced(tmp_path, hours) as (engine, desktop, _):
        before = desktop.notes
        delete(desktop)
        hours.pass_by(minutes=1)
        look(engine)
        assert shown(engine) == set()
        desktop.notes, desktop.mark = before, "back"
        hours.pass_by(minutes=1)
        look(engine)
        assert {note_id for _, note_id in shown(engine)} == {"stove"}


def test_another_database_at_one_address_takes_nothing_away_from_the_other(tmp_path: Path) -> None:
    hours = Hours()
    with synced(tmp_path, hours) as (engine, desktop, _):
        desktop.notes = notes_of({f"n{i}": (f"Other {i}", "<p>x</p>") for i in range(9)}).notes
        desktop.contents = {n.id: "<p>Something else.</p>" for n in desktop.notes}
        desktop.mark = "other"
        hours.pass_by(minutes=1)
        look(engine)
        assert engine.status().instances[0].state == "held"
        engine.request_sync(accept_deletions=True, instance=DESKTOP)
        assert engine.wait_until_idle(20)
        assert shown(engine) == {(SERVER, "stove")}


def remembered(engine: Engine) -> int:
    """How many notes are known as taken away."""
    with engine._index.database.read() as connection:
        ((count,),) = rows(connection, "SELECT count(*) FROM taken_away")
    return int(count)


def test_a_removed_server_takes_nothing_away_from_the_other(tmp_path: Path) -> None:
    hours = Hours()
    with synced(tmp_path, hours) as (engine, desktop, _):
        delete(desktop)
        hours.pass_by(minutes=1)
        look(engine)
        engine.update_instances([i for i in map(engine.instance, [SERVER]) if i])
        assert engine.wait_until_idle(20)
        assert shown(engine) == {(SERVER, "stove")}
        assert remembered(engine) == 0


def test_nothing_is_remembered_of_what_nobody_holds_any_more(tmp_path: Path) -> None:
    hours = Hours()
    with synced(tmp_path, hours) as (engine, desktop, server):
        delete(desktop)
        hours.pass_by(minutes=1)
        look(engine)
        delete(server)
        hours.pass_by(minutes=1)
        look(engine)
        assert remembered(engine) == 0


# ---- what a person is told who looks for it -----------------------------------------------------------


def told(engine: Engine, instance: InstanceId) -> tuple[str, str]:
    found = engine.inspector.inspect(instance, NoteId("stove"))
    return found.newer_on, found.taken_away_on


def test_the_inspector_says_why_a_copy_is_not_shown(tmp_path: Path) -> None:
    hours = Hours()
    with synced(tmp_path, hours) as (engine, desktop, _):
        change(desktop, "stove", EDITED)
        hours.pass_by(minutes=1)
        look(engine)
        assert (told(engine, DESKTOP), told(engine, SERVER)) == (("", ""), ("Desktop", ""))
        delete(desktop)
        hours.pass_by(minutes=1)
        look(engine)
        assert told(engine, SERVER) == ("", "Desktop")
        hours.pass_by(minutes=62)
        look(engine)
        assert told(engine, SERVER) == ("", "")


def test_the_inspector_names_the_server_on_which_it_was_taken_away_last(tmp_path: Path) -> None:
    hours = Hours()
    sources = {name: notes_of(TEXTS) for name in ("attic", DESKTOP, SERVER)}
    with engine_of(tmp_path, sources, no_model, clock=hours) as engine:
        assert engine.wait_until_idle(20)
        for name in ("attic", DESKTOP):
            hours.pass_by(minutes=61)
            look(engine)
            assert told(engine, SERVER) == ("", "")
            delete(sources[name])
            hours.pass_by(minutes=1)
            look(engine)
            assert told(engine, SERVER) == ("", name.title())
