"""How a person searches: by label and date, while typing, and with slips."""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.engines import ids
from tests.pipeline import NotesInMemory, note, running_engine
from trayrecall.core.model import Filters, InstanceId, NoteId
from trayrecall.core.ports import Embedder
from trayrecall.engine import spelling
from trayrecall.engine.engine import Engine
from trayrecall.engine.spelling import is_slip

NOTES = [
    note("vents", "Greenhouse vents", labels=[("topic", "garden"), ("status", "Done")], modified="2026-03-02 09:00:00.000Z"),
    note("tomato", "Tomatoes", labels=[("topic", "garden")], modified="2026-05-20 09:00:00.000Z"),
    note("kiln", "Kiln controller", labels=[("topic", "pottery")], modified="2026-01-05 09:00:00.000Z"),
    note("day", "A day", labels=[("dateNote", "2026-02-10")], modified="2026-06-01 09:00:00.000Z"),
]  # fmt: skip
TEXTS = {
    "vents": "<p>The greenhouse vents open at 24 degrees.</p>",
    "tomato": "<p>Tomatoes want a warm greenhouse and little wind.</p>",
    "kiln": "<p>The controller of the kiln stops at 1200 degrees.</p>",
    "day": "<p>Cleaned the greenhouse.</p>",
}


@pytest.fixture(scope="module", params=["words alone", "with meaning"])
def engine(
    request: pytest.FixtureRequest, model: Embedder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    source = NotesInMemory(NOTES, {NoteId(i): html for i, html in TEXTS.items()})
    embedder = model if request.param == "with meaning" else None
    with running_engine(tmp_path_factory.mktemp("search") / "index.db", {"home": source}, embedder) as one:
        yield one


def labelled(*labels: str) -> Filters:
    return Filters(labels=frozenset(labels))


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (labelled("topic"), {"vents", "tomato"}),
        (labelled("topic=garden"), {"vents", "tomato"}),
        (labelled("#Topic=Garden", "status=done"), {"vents"}),
        (labelled("topic=pottery"), set()),
        (labelled("nothing"), set()),
        (Filters(since="2026-05-01"), {"tomato"}),
        (Filters(until="2026-03-02"), {"vents", "day"}),
        (Filters(since="2026-02-10", until="2026-02-10"), {"day"}),
        (Filters(labels=frozenset({"topic"}), since="2026-05-20"), {"tomato"}),
    ],
)
def test_labels_and_days_narrow_before_the_best_are_chosen(
    engine: Engine, filters: Filters, found: set[str]
) -> None:
    assert set(ids(engine.search("greenhouse", filters=filters))) & set(TEXTS) <= found | {"kiln"}
    assert {i for i in ids(engine.search("greenhouse", filters=filters, limit=1)) if i != "kiln"} <= found
    assert found <= set(ids(engine.search("greenhouse", filters=filters)))
    assert {row.note_id for row in engine.notes(filters=filters)} >= found


def test_a_word_that_is_being_typed_finds_what_begins_so(engine: Engine) -> None:
    assert set(ids(engine.search("greenh", typing=True))[:3]) == {"vents", "tomato", "day"}
    assert ids(engine.search("kiln contr", typing=True))[0] == "kiln"
    assert ids(engine.search("KILN CONTR", typing=True))[0] == "kiln"


def test_the_words_alone_answer_at_once_and_are_no_poorer_for_it_in_words(engine: Engine) -> None:
    quick = engine.search("greenh", typing=True, words_only=True)
    assert set(ids(quick)) == {"vents", "tomato", "day"}
    assert {hit.signals.cosine for hit in quick.hits} == {None}
    assert {hit.matched for hit in quick.hits} == {"keyword"}
    assert quick.degraded is None
    assert engine.search("kilm", words_only=True).hits == ()  # slips are put right by the whole answer


def test_a_finished_word_is_not_completed(engine: Engine) -> None:
    typed = engine.search("greenh", typing=True).hits
    assert any(hit.matched == "keyword" for hit in typed)
    hits = engine.search("greenh").hits
    assert bool(hits) == (engine.status().degraded is None), "by meaning, where there is a model"
    assert all((hit.matched, hit.signals.matched_terms) == ("meaning", ()) for hit in hits)


@pytest.mark.parametrize("slip", ["tomatos", "tomatose", "kilm", "grenhouse vents", "conrtoller"])
def test_a_slip_in_a_word_of_a_title_finds_it(engine: Engine, slip: str) -> None:
    expected = {"t": "tomato", "k": "kiln", "g": "vents", "c": "kiln"}[slip[0]]
    assert ids(engine.search(slip))[0] == expected


def test_a_word_that_some_note_holds_is_no_slip(engine: Engine) -> None:
    (hit, *_) = engine.search("wand vents").hits  # `wind` is in a note, `vents` in a title
    assert hit.note_id == "vents"
    (hit, *_) = engine.search("warm").hits
    assert (hit.note_id, hit.signals.matched_terms) == ("tomato", ("warm",))


def test_the_words_of_titles_are_read_again_only_after_a_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spelling, "FRESH_SECONDS", 0.0)
    read: list[list[str]] = []
    by_parts = spelling._by_parts

    def reading(titles: list[str]) -> dict[str, list[str]]:
        read.append(titles)
        return by_parts(titles)

    monkeypatch.setattr(spelling, "_by_parts", reading)
    source = NotesInMemory(NOTES, {NoteId(i): html for i, html in TEXTS.items()})
    with running_engine(tmp_path / "index.db", {"home": source}, None) as engine:
        for slip in ("tomatos", "tomatose", "kilm"):
            engine.search(slip)
        assert len(read) == 1
        source.notes, source.mark = [*NOTES[1:], note("vents", "Orangery vents")], "2"
        engine.request_sync()
        assert engine.wait_until_idle(20.0)
        assert ids(engine.search("orangary")) == ["vents"]
        assert len(read) == 2


WORD = st.text(string.ascii_lowercase, min_size=2, max_size=9)


@given(WORD, st.data())
def test_one_slip_is_known_in_both_directions(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 1))
    other = data.draw(
        st.sampled_from(
            [
                word[:at] + word[at + 1 :],
                word[:at] + "q" + word[at:],
                word[:at] + "q" + word[at + 1 :],
                word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
            ]
        )
    )
    assert is_slip(word, other) == is_slip(other, word) == (word != other)


@pytest.mark.parametrize(
    ("one", "other"), [("kiln", "kiln"), ("kiln", "klmn"), ("kiln", "killing"), ("abcd", "badc")]
)
def test_more_than_one_slip_is_another_word(one: str, other: str) -> None:
    assert not is_slip(one, other)


CODES = {
    "alarm": "<p>The code of the alarm panel is 7741, its address 10.0.0.5:8443, and it stands at 31 °C.</p>",
    "cpp": "<p>The controller's firmware is written in C++, and x is its only variable.</p>",
    "stove": "<p>The flue of the tiled stove is swept every October.</p>",
    "2026-05-06": "<p>Sharpened the scythe.</p>",
}


@pytest.fixture(scope="module")
def codes(model: Embedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    notes = [note(i, f"Note of {i}", labels=[("dateNote", i)] if i[0] == "2" else []) for i in CODES]
    source = NotesInMemory(notes, {NoteId(i): html for i, html in CODES.items()})
    with running_engine(tmp_path_factory.mktemp("codes") / "index.db", {"home": source}, model) as one:
        yield one


@pytest.mark.case("MH19")
@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("7741", "alarm"), ("10.0.0.5", "alarm"), ("8443", "alarm"), ("31 °C", "alarm"), ("C++", "cpp"), ("x", "cpp"),
        ("2026-05-06", "2026-05-06"),
    ],
)  # fmt: skip
def test_a_question_without_words_has_scores_on_every_way(codes: Engine, question: str, first: str) -> None:
    (hit, *_) = codes.search(question).hits
    cosine = hit.signals.cosine
    assert hit.note_id == first
    assert cosine is not None
    assert hit.matched != "meaning"
    assert ids(codes.search(question, min_score=round(cosine, 6)))[0] == first
    by_score = codes.search(question, order="score").hits
    scores = [h.signals.cosine or 0.0 for h in by_score]
    assert {h.note_id for h in by_score} == set(CODES)
    assert scores == sorted(scores, reverse=True)
    assert ids(codes.recall(question)) == [first]


def test_what_holds_no_word_of_a_number_is_not_found_by_how_it_sounds(codes: Engine) -> None:
    assert codes.search("7742").hits == ()
    assert codes.recall("7742").hits == ()


# ---- a note as long as a book -----------------------------------------------------------------------------

CHAPTERS = "".join(
    f"<h2>Day {n}</h2><p>The okapi log of day {n}: okapi fed, okapi weighed.</p>" for n in range(150)
)
ANIMALS = [f"animal{n}" for n in range(25)]


@pytest.fixture(scope="module", params=["words alone", "with meaning"])
def zoo(
    request: pytest.FixtureRequest, model: Embedder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    texts = {"log": CHAPTERS} | {
        name: f"<p>House {n} stands beside the pond, where once an okapi slept.</p>"
        for n, name in enumerate(ANIMALS)
    }
    source = NotesInMemory([note(name, name) for name in texts], {NoteId(i): h for i, h in texts.items()})
    embedder = model if request.param == "with meaning" else None
    with running_engine(tmp_path_factory.mktemp("zoo") / "index.db", {"home": source}, embedder) as one:
        yield one


@pytest.mark.parametrize(
    "filters", [Filters(), Filters(instances=frozenset({InstanceId("home")})), Filters(since="2000-01-01")]
)
@pytest.mark.parametrize("limit", [1, 10, 20])
def test_a_long_note_takes_one_place_however_many_of_its_passages_fit(
    zoo: Engine, limit: int, filters: Filters
) -> None:
    found = ids(zoo.search("okapi", limit=limit, filters=filters))
    assert found[0] == "log"
    assert len(set(found)) == limit


@pytest.mark.parametrize("limit", [1, 10, 20])
def test_the_nearest_by_meaning_are_so_many_notes(zoo: Engine, limit: int) -> None:
    found = zoo.search("okapi log", limit=limit, order="score")
    if found.degraded == "no_model":
        assert not found.hits
        return
    assert len(set(ids(found))) == limit
    scores = [hit.signals.cosine or 0.0 for hit in found.hits]
    assert scores == sorted(scores, reverse=True)
    fused = {hit.note_id: hit for hit in zoo.search("okapi log", limit=20).hits}
    same = [(hit, fused[hit.note_id]) for hit in found.hits if hit.note_id in fused]
    assert same
    assert all(hit.matched == other.matched for hit, other in same)
    assert all(hit.signals.standout == other.signals.standout for hit, other in same)
