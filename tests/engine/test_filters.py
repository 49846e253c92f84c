"""Labels in every script, and days as this machine's wall shows them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.engines import ids
from tests.pipeline import NotesInMemory, note, running_engine
from trayrecall.core.model import Filters, InstanceId, NoteId
from trayrecall.engine.engine import Engine

LATER = "2026-06-01 09:00:00.000Z"
NOTES = [
    note("week", "A week", labels=[("weekNote", "2026-W11")], modified=LATER),
    note("month", "A month", labels=[("monthNote", "2026-04")], modified=LATER),
    note("year", "A year", labels=[("yearNote", "2025")], modified=LATER),
    note("heat", "Heat", labels=[("ÄRGER", "Übergabe")], modified=LATER),
]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    source = NotesInMemory(NOTES, {meta.id: f"<p>The greenhouse and {meta.title}.</p>" for meta in NOTES})
    with running_engine(tmp_path_factory.mktemp("filters") / "index.db", {"home": source}, None) as one:
        yield one


@pytest.mark.parametrize("label", ["ärger", "Ärger=übergabe", "#ÄRGER = ÜBERGABE"])
def test_a_label_is_compared_without_case_in_every_script(engine: Engine, label: str) -> None:
    assert ids(engine.search("greenhouse", filters=Filters(labels=frozenset({label})))) == ["heat"]


@pytest.mark.parametrize(
    ("since", "until", "found"),
    [
        ("2026-03-09", "2026-03-15", ["week"]),
        ("2026-03-10", "2026-03-31", []),
        ("2026-04-01", "2026-04-30", ["month"]),
        ("2026-04-01", "2026-04-29", []),
        ("2025-01-01", "2025-12-31", ["year"]),
        ("2026-01-01", "2026-05-01", ["month", "week"]),
        (None, "2025-12-31", ["year"]),
        ("2026-04-01", None, ["heat", "month"]),
        ("0001-01-01", "9999-12-31", ["heat", "month", "week", "year"]),
    ],
)
def test_weeks_months_and_years_lie_within_days(
    engine: Engine, since: str | None, until: str | None, found: list[str]
) -> None:
    assert sorted(ids(engine.search("greenhouse", filters=Filters(since=since, until=until)))) == found


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system's zone can't be changed here")
@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        ("Asia/Shanghai", "2026-03-01 23:30:00.000Z", "2026-03-02"),
        ("America/New_York", "2026-03-02 03:30:00.000Z", "2026-03-01"),
        ("UTC", "2026-03-02 00:00:00.000Z", "2026-03-02"),
    ],
)
def test_a_day_is_one_of_this_machines_wall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str, moment: str, day: str
) -> None:
    notes = [note("late", "Late", modified=moment)]
    source = NotesInMemory(notes, {NoteId("late"): "<p>The greenhouse.</p>"})
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        with running_engine(tmp_path / "index.db", {"home": source}, None) as engine:
            for asked in ("2026-03-01", "2026-03-02", "2026-03-03"):
                found = ids(engine.search("greenhouse", filters=Filters(since=asked, until=asked)))
                assert (found == ["late"]) == (asked == day), asked
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize("word", ["quasar", "quasars", "mirrored", "Teleskope", "mirroredquasar"])
def test_no_word_of_another_instance_shows_in_an_answer(tmp_path: Path, word: str) -> None:
    """A client of one instance would find out, word by word, what the others hold."""
    sources = {
        "home": NotesInMemory([note("a", "Barn")], {NoteId("a"): "<p>The lantern of the barn.</p>"}),
        "work": NotesInMemory(
            [note("b", "Quasar")], {NoteId("b"): "<p>A mirrored telescope, viele Teleskopen.</p>"}
        ),
    }
    home = Filters(instances=frozenset({InstanceId("home")}))
    with running_engine(tmp_path / "index.db", sources, None) as engine:
        asked, nonsense = (engine.search(f"lantern {each}", filters=home) for each in (word, "zzyzxq"))
    assert ids(asked) == ids(nonsense) == ["a"]
    assert asked.hits[0].signals == nonsense.hits[0].signals


def test_what_is_begun_is_completed_although_another_server_has_it_as_a_word(tmp_path: Path) -> None:
    sources = {
        "home": NotesInMemory([note("a", "Barn")], {NoteId("a"): "<p>The greenhouse has a controller.</p>"}),
        "work": NotesInMemory([note("b", "Codes")], {NoteId("b"): "<p>greenh, contr</p>"}),
    }
    home = Filters(instances=frozenset({InstanceId("home")}))
    with running_engine(tmp_path / "index.db", sources, None) as engine:
        (hit,) = engine.search("greenh contr", typing=True, filters=home).hits
    assert hit.signals.coverage == pytest.approx(1.0)


def test_another_servers_diary_takes_no_place_among_the_days_that_are_asked_for(tmp_path: Path) -> None:
    later = [f"2026-{month:02}-{day:02}" for month in (2, 3, 4) for day in range(1, 29)]
    diaries = {"home": ["2026-01-02"], "work": later}
    sources = {
        name: NotesInMemory(
            [note(day, "Today", labels=[("dateNote", day)]) for day in days],
            {NoteId(day): f"<p>Swept the barn {day[-2:]}.</p>" for day in days},
        )
        for name, days in diaries.items()
    }
    home = Filters(instances=frozenset({InstanceId("home")}))
    with running_engine(tmp_path / "index.db", sources, None) as engine:
        (hit,) = engine.search("the diary of 2026", filters=home).hits
    assert hit.signals.dated
