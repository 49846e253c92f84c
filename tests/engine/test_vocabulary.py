"""A question finds notes that hold its words in another form: inflected, in one, apart, or only begun."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.engines import ids
from tests.pipeline import NotesInMemory, note, running_engine
from trayrecall.core.model import NoteId
from trayrecall.engine.engine import Engine

TEXTS = {
    "impf": "Tetanus: die Impfungen wurden im Mai aufgefrischt.",
    "miete": "Die Kündigung der Wohnung hat eine Frist von drei Monaten.",
    "heizung": "Heizkörper werden im Herbst entlüftet.",
    "lab": "Everything in the home lab hangs on one UPS.",
    "disk": "Two disks of 8 TB each rotate.",
    "labels": "SHELF_LIFE_MONTHS stands in jar_labels.py.",
    "router": "The box answers at 192.0.2.20 and nowhere else.",
    "brot": "Kartoffelbrot mit Kürbiskernen.",
    "cat": "猫砂在门后。",
    "tiller": "Motor oil 10W-30, belt A-38.",
    "mice": "Die Wühlmäuse im Kühlraum fraßen alles.",
    "brook": "Irrigation decisions: scrubbing the foot valve.",
    "other": "Nothing of all that.",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Words alone: what is found here is found by its words."""
    notes = [note(name, f"Page {name[:1]}") for name in TEXTS]
    source = NotesInMemory(notes, {NoteId(name): f"<p>{text}</p>" for name, text in TEXTS.items()})
    path: Path = tmp_path_factory.mktemp("words") / "index.db"
    with running_engine(path, {"home": source}, None) as one:
        yield one


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Impfung", "impf"), ("wann war die letzte Impfung", "impf"), ("Kündigungen", "miete"), ("Heizkörpern", "heizung"),
        ("homelab", "lab"), ("Kündigungsfrist", "miete"), ("8TB", "disk"), ("Kartoffel Brot", "brot"), ("shelfLifeMonths", "labels"),
        ("猫", "cat"), ("10w30", "tiller"), ("a38", "tiller"), ("Wuehlmaus", "mice"), ("Kuehlraeume", "mice"), ("Wühlmaus", "mice"),
    ],
)  # fmt: skip
def test_a_word_is_found_in_another_form(engine: Engine, question: str, found: str) -> None:
    assert ids(engine.search(question))[:1] == [found]


def test_an_agents_question_finds_them_too(engine: Engine) -> None:
    assert ids(engine.prompt("Welche Kündigungsfrist hat die Wohnung?")) == ["miete"]


def test_words_of_a_compound_that_no_note_holds_are_enough(engine: Engine) -> None:
    (hit, *_) = engine.search("home-lab").hits
    assert hit.note_id == "lab"
    assert hit.signals.coverage == pytest.approx(1.0)


def test_a_number_or_address_that_no_note_holds_is_still_asked_for(engine: Engine) -> None:
    assert all(hit.signals.coverage < 1.0 for hit in engine.search("192.0.20.2").hits)


@pytest.mark.parametrize(
    ("typed", "found"),
    [("Kür", "brot"), ("kuerb", "brot"), ("Heizk", "heizung"), ("tetan mai aufgef", "impf"), ("192.0.2.2", "router"), ("jar_l", "labels")],
)  # fmt: skip
def test_what_is_only_begun_is_completed(engine: Engine, typed: str, found: str) -> None:
    assert ids(engine.search(typed, typing=True))[:1] == [found]


@pytest.mark.parametrize(
    "begun", ["irrigati", "foot irrigatio", "decisi", "irrigati valve", "scrubb", "scrubbi"]
)
def test_a_word_that_is_begun_beyond_its_stem_is_found(engine: Engine, begun: str) -> None:
    assert ids(engine.search(begun, typing=True, words_only=True)) == ["brook"]


def test_a_short_word_is_no_stem_of_another(engine: Engine) -> None:
    assert engine.search("maizena", typing=True, words_only=True).hits == ()


def test_a_finished_beginning_is_not(engine: Engine) -> None:
    assert engine.search("tetan").hits == ()
