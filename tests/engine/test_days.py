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


def day(iso: str, *, parents: tuple[str, ...] = ("2026-03",)) -> NoteMeta:
    return note(iso, f"{iso[-2:]} - a day", parents=parents, labels=[("dateNote", iso)])


TEXTS = {
    "journal": "",
    "2026": "",
    "2026-03": "",
    "plan": "<p>Im März 2026, from March to May 2026, the roof is done. 三月 2026 roof.</p>",
    "seeds": "<p>Sow in March or on May 6: peas, spinach, radish. Im März, 三月.</p>",
    "2026-11-24": "<p>Swept the flue with Mirela.</p>",
    "2026-11-28": "<p>Planted garlic behind the shed. Slept badly.</p>",
    "2026-03-14": "<p>The boiler lost pressure again; topped it up.</p>",
    "2026-03-20": "<p>Bottled the sloe gin. Called Aunt Frieda.</p>",
    "2026-05-06": "<p>Sharpened the scythe.</p>",
    "call": "<p>Notes of the call: the lease is renewed for two years.</p>",
    "garlic": "<p>Garlic is planted in October and November, ten centimetres apart.</p>",
    "boiler": "<p>The boiler holds 1.2 bar and loses pressure through the valve.</p>",
}
NOTES = [
    note("journal", "Journal", labels=[("calendarRoot", "")]),
    note("2026", "2026", parents=("journal",), labels=[("yearNote", "2026")]),
    note("2026-03", "03 - March", parents=("2026",), labels=[("monthNote", "2026-03")]),
    day("2026-11-24", parents=("2026",)), day("2026-11-28", parents=("2026",)), day("2026-03-14"), day("2026-03-20"),
    day("2026-05-06", parents=("2026",)),
    note("plan", "March 2026 and the roof"), note("seeds", "Seeds of March"),
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
        ("letzten Dienstag", "2026-11-24"), ("boiler in March", "2026-03-14"),
    ],
)  # fmt: skip
def test_a_day_is_found_by_its_date(engine: Engine, question: str, first: str) -> None:
    assert ids(engine.search(question))[0] == first


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("im März", {"2026-03-14", "2026-03-20"}), ("in March", {"2026-03-14", "2026-03-20"}), ("三月", {"2026-03-14", "2026-03-20"}),
        ("March 2026", {"2026-03-14", "2026-03-20"}), ("2026年3月", {"2026-03-14", "2026-03-20"}),
        ("on May 6", {"2026-05-06"}), ("6 May 2026", {"2026-05-06"}), ("6.5.2026", {"2026-05-06"}), ("2026-05-06", {"2026-05-06"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("words_only", [False, True])
def test_notes_that_hold_the_words_of_a_date_hide_no_note_of_that_date(
    engine: Engine, question: str, days: set[str], words_only: bool
) -> None:
    found = ids(engine.search(question, words_only=words_only))
    assert set(found[: len(days)]) == days


@pytest.mark.parametrize("question", ["im März", "March 2026", "what happened in March"])
def test_a_prompt_for_days_gets_them_before_notes_that_hold_their_words(
    engine: Engine, question: str
) -> None:
    assert set(ids(engine.prompt(question))) == {"2026-03-14", "2026-03-20"}


@pytest.mark.parametrize("question", ["March 2026", "in 2026", "what happened in 2026?"])
def test_an_empty_folder_of_the_journal_stands_behind_the_days(engine: Engine, question: str) -> None:
    found = ids(engine.search(question, limit=20))
    folders = [found.index(name) for name in ("2026", "2026-03") if name in found]
    days = [found.index(name) for name in ("2026-03-14", "2026-03-20")]
    assert max(days) < min(folders, default=99)
    assert not {"2026", "2026-03"} & set(ids(engine.prompt(question)))


def test_a_note_that_only_its_date_has_found_says_so(engine: Engine) -> None:
    hit = engine.search("2026-05-06", words_only=True).hits[0]
    assert (hit.note_id, hit.matched, hit.signals.dated) == ("2026-05-06", "keyword", True)


def test_an_empty_folder_of_a_month_is_not_shown_for_its_date(engine: Engine) -> None:
    assert not {"2026", "2026-03"} & set(ids(engine.search("boiler in March", limit=20)))
    assert ids(engine.search("03 - March"))[0] == "2026-03"


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
