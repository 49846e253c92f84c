"""Journal notes are found by the days that a question names, before meaning."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from tests.engine.engines import HOME, ids, loading, sync
from tests.pipeline import NotesInMemory, note
from trayrecall.core.model import Instance, NoteId, NoteMeta
from trayrecall.core.ports import Embedder
from trayrecall.engine.engine import Engine
from trayrecall.store import Database, Index

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)  # a Sunday


def day(iso: str, *, parents: tuple[str, ...] = ("journal",)) -> NoteMeta:
    return note(iso, f"{iso[-2:]} - a day", parents=parents, labels=[("dateNote", iso)])


TEXTS = {
    "journal": "",
    "2026-11-24": "<p>Swept the flue with Mirela.</p>",
    "2026-11-28": "<p>Planted garlic behind the shed. Slept badly.</p>",
    "2026-03-14": "<p>The boiler lost pressure again; topped it up.</p>",
    "call": "<p>Notes of the call: the lease is renewed for two years.</p>",
    "garlic": "<p>Garlic is planted in October and November, ten centimetres apart.</p>",
    "boiler": "<p>The boiler holds 1.2 bar and loses pressure through the valve.</p>",
}
NOTES = [
    note("journal", "Journal", labels=[("calendarRoot", "")]),
    day("2026-11-24"), day("2026-11-28"), day("2026-03-14"),
    note("call", "Call", parents=("2026-11-24",)),
    note("garlic", "Garlic"), note("boiler", "Boiler"),
]  # fmt: skip


@pytest.fixture(scope="module")
def engine(model: Embedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    source = NotesInMemory(NOTES, {NoteId(i): html for i, html in TEXTS.items()})
    file = tmp_path_factory.mktemp("days") / "index.db"
    one = Engine(
        Index(Database(file)),
        [Instance(HOME, "Home", "http://h")],
        lambda _: source,
        loading(model),
        clock=lambda: NOW,
    )
    one.start()
    sync(one)
    yield one
    one.close()


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("what did I do yesterday", "2026-11-28"), ("was habe ich gestern gemacht?", "2026-11-28"), ("昨天", "2026-11-28"),
        ("letzten Dienstag", "2026-11-24"), ("im März", "2026-03-14"),
        ("boiler in March", "2026-03-14"),
    ],
)  # fmt: skip
def test_a_day_is_found_by_its_date(engine: Engine, question: str, first: str) -> None:
    assert ids(engine.search(question))[0] == first


def test_a_note_below_a_day_is_of_that_day(engine: Engine) -> None:
    assert set(ids(engine.search("last Tuesday"))[:2]) == {"2026-11-24", "call"}
    assert ids(engine.search("the call last Tuesday"))[0] == "call"


def test_without_a_day_the_meaning_decides(engine: Engine) -> None:
    assert ids(engine.search("why does the boiler lose pressure"))[0] == "boiler"


def test_a_prompt_that_asks_for_a_day_gets_it_and_one_for_a_day_without_notes_gets_nothing(
    engine: Engine,
) -> None:
    assert ids(engine.prompt("what did I do yesterday?")) == ["2026-11-28"]
    assert engine.prompt("what did I do last Wednesday?").hits == ()
    assert not {"2026-11-28", "2026-11-24"} & set(
        ids(engine.prompt("write a parser for the dates of yesterday's log files"))
    )
