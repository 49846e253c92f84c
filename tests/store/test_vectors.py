from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.building import DIMENSION, HOME, SPACE, WORK, embed_pending, text_note, vector_of
from tests.store.checker import assert_consistent
from trayrecall.core.model import Area, Filters, NoteId
from trayrecall.core.ports import Matrix, Vector
from trayrecall.store import Database, Index, vectors, writing
from trayrecall.store.database import rows
from trayrecall.store.vectors import MirrorRow, Neutral, OffTopic, VectorMirror

AREAS = ("wiki", "sources", "journal", "other")


def row(number: int) -> MirrorRow:
    """A passage whose instance and area follow from its number."""
    return MirrorRow(number, number // 3, ("home", "work")[number % 2], AREAS[number % 4])


def matrix(numbers: list[int]) -> Matrix:
    return np.stack([vector_of(str(number)) for number in numbers])


def by_hand(numbers: set[int], query: Vector, k: int, filters: Filters) -> list[int]:
    """The same search the slow way."""
    allowed = [
        n
        for n in numbers
        if (not filters.instances or row(n).instance in filters.instances)
        and (not filters.areas or row(n).area in filters.areas)
    ]
    return sorted(allowed, key=lambda n: -float(vector_of(str(n)) @ query))[:k]


# ---- the same as sqlite-vec finds -------------------------------------------------------------------------


@pytest.fixture
def filled(index: Index) -> Index:
    labels = {
        "wiki": ("wikiLayer", "concept"),
        "sources": ("wikiLayer", "source"),
        "journal": ("dateNote", ""),
    }
    for instance in (HOME, WORK):
        notes = [
            text_note(
                f"n{i}",
                "".join(f"<h2>Part {p}</h2><p>{instance} {i} part {p}</p>" for p in range(2)),
                f"T{i}",
                *([labels[AREAS[i % 4]]] if AREAS[i % 4] in labels else []),
            )
            for i in range(60)
        ]
        index.put(instance, notes)
    embed_pending(index)
    index.put(HOME, delete=[NoteId(f"n{i}") for i in range(0, 60, 7)])
    return index


def vec0_nearest(index: Index, query: Vector, k: int, filters: Filters) -> list[tuple[int, float]]:
    """sqlite-vec's own search: first which vectors may answer, then the k nearest of them."""
    with index.database.read() as connection:
        allowed = rows(
            connection,
            "SELECT p.id, v.id FROM passage p JOIN note n ON n.key = p.note_key JOIN vector v ON v.hash = p.hash"
            " WHERE v.space = ?1"
            + (f" AND n.instance IN ({quoted(filters.instances)})" if filters.instances else "")
            + (f" AND n.area IN ({quoted(filters.areas)})" if filters.areas else ""),
            (index.space,),
        )
        passage_of = {vector_id: passage_id for passage_id, vector_id in allowed}
        among = ",".join(str(vector_id) for vector_id in passage_of)
        found = rows(
            connection,
            f"SELECT rowid, distance FROM vector_{index.space}"
            f" WHERE embedding MATCH ? AND k = ? AND rowid IN ({among}) ORDER BY distance",
            (query.tobytes(), k),
        )
    return [(passage_of[rowid], 1.0 - distance) for rowid, distance in found]


def quoted(values: frozenset[str] | frozenset[Area]) -> str:
    return ",".join(f"'{value}'" for value in values)


@pytest.mark.parametrize(
    "filters",
    [
        Filters(),
        Filters(instances=frozenset({HOME})),
        Filters(areas=frozenset({Area.WIKI, Area.JOURNAL})),
        Filters(instances=frozenset({WORK}), areas=frozenset({Area.SOURCES})),
    ],
)
@pytest.mark.parametrize("k", [1, 7, 40])
def test_the_copy_in_memory_finds_what_sqlite_vec_finds(filled: Index, k: int, filters: Filters) -> None:
    assert filled.mirror is not None
    for question in ("first", "second", "third"):
        query = vector_of(question)
        expected = vec0_nearest(filled, query, k, filters)
        nearest = filled.mirror.nearest(query, k, filters)
        assert nearest.ids == [passage_id for passage_id, _ in expected]
        for passage_id, cosine in expected:
            assert nearest.cosine(passage_id) == pytest.approx(cosine, abs=1e-5)


def test_a_filter_narrows_before_the_best_are_chosen() -> None:
    mirror = VectorMirror(DIMENSION)
    numbers = list(range(200))
    mirror.add([row(n) for n in numbers], matrix(numbers))
    query = vector_of("question")
    only = Filters(instances=frozenset({WORK}), areas=frozenset({Area.OTHER}))
    found = mirror.nearest(query, 5, only).ids
    assert len(found) == 5
    assert found == by_hand(set(numbers), query, 5, only)
    assert found != mirror.nearest(query, 5, Filters()).ids


def test_a_filter_that_nothing_passes_finds_nothing() -> None:
    mirror = VectorMirror(DIMENSION)
    assert mirror.nearest(vector_of("q"), 5, Filters()).ids == []
    mirror.add([row(0)], matrix([0]))
    assert mirror.nearest(vector_of("q"), 5, Filters(areas=frozenset({Area.OTHER}))).ids == []


@pytest.mark.parametrize("notes", [0, 3, 20, 34, 50])
def test_a_note_of_many_passages_leaves_places_to_others(notes: int) -> None:
    mirror = VectorMirror(DIMENSION)
    numbers = list(range(100, 200))  # three passages a note, in 34 notes
    vectors = np.concatenate([matrix(numbers), np.tile(vector_of("question"), (100, 1))])
    mirror.add([*map(row, numbers), *(row(n)._replace(note_key=7) for n in range(100))], vectors)
    mirror.remove(range(100, 103))
    found = mirror.nearest(vector_of("question"), 10, Filters(), notes=notes).ids
    best = dict.fromkeys(n // 3 for n in by_hand(set(range(103, 200)), vector_of("question"), 97, Filters()))
    assert all(n < 100 for n in found[:10])
    assert [n // 3 for n in found[10:]] == list(best)[: max(notes - 1, 0)]


# ---- growth and compaction --------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.booleans(), st.lists(st.integers(0, 60), min_size=1, max_size=25)),
        max_size=12,
    )
)
def test_after_any_additions_and_removals_exactly_the_living_are_found(
    changes: list[tuple[bool, list[int]]],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vectors, "_MIN_CAPACITY", 4)  # so that it grows and compacts at once
        mirror, living = VectorMirror(DIMENSION), set[int]()
        for adds, numbers in changes:
            if adds:
                chosen = sorted(set(numbers))
                mirror.add([row(n) for n in chosen], matrix(chosen))
                living.update(chosen)
            else:
                mirror.remove(numbers)
                living.difference_update(numbers)
            assert len(mirror) == len(living)
            assert mirror._state.count <= len(mirror._state.ids)
            for filters in (Filters(), Filters(areas=frozenset({Area.WIKI}))):
                query = vector_of("question")
                assert mirror.nearest(query, 8, filters).ids == by_hand(living, query, 8, filters)
        mean = matrix(sorted(living)).mean(axis=0) if living else np.zeros(DIMENSION)
        np.testing.assert_allclose(mirror._mean_of(""), mean, atol=1e-5)


def test_memory_follows_the_number_of_the_living() -> None:
    mirror = VectorMirror(DIMENSION)
    numbers = list(range(6000))
    mirror.add([row(n) for n in numbers], np.tile(vector_of("x"), (6000, 1)))
    assert 6000 <= len(mirror._state.ids) <= 12_000
    mirror.remove(range(100, 6000))
    assert len(mirror) == 100
    assert len(mirror._state.ids) < 3000
    assert mirror.nearest(vector_of("x"), 3, Filters()).ids[0] < 100


def test_a_search_under_way_keeps_its_own_rows_when_the_copy_is_compacted() -> None:
    mirror = VectorMirror(DIMENSION)
    numbers = list(range(3000))
    mirror.add(
        [row(n) for n in numbers], np.concatenate([matrix(numbers[:50]), np.tile(vector_of("x"), (2950, 1))])
    )
    query = vector_of("question")
    nearest = mirror.nearest(query, 3000, Filters())
    expected = {n: nearest.cosine(n) for n in range(10, 50)}
    mirror.remove([*range(10), *range(50, 3000)])  # rows move up by ten
    assert mirror._state.row_of[10] == 0
    for number in range(10, 50):
        assert nearest.cosine(number) == expected[number]


def test_a_passage_without_a_vector_has_no_cosine() -> None:
    mirror = VectorMirror(DIMENSION)
    mirror.add([row(1)], matrix([1]))
    nearest = mirror.nearest(vector_of("q"), 5, Filters())
    mirror.add([row(2)], matrix([2]))
    assert nearest.cosine(2) is None  # it came after this search
    assert nearest.cosine(99) is None
    assert nearest.standout(2) is None
    assert nearest.standout(99) is None


def test_searches_beside_changes_never_fail_or_find_what_never_was() -> None:
    mirror = VectorMirror(DIMENSION)
    failures: list[BaseException] = []
    done = threading.Event()

    def search() -> None:
        try:
            while not done.is_set():
                nearest = mirror.nearest(vector_of("q"), 10, Filters(), "en")
                assert set(nearest.ids) <= set(range(400))
                nearest.standout(7)
        except BaseException as failure:  # noqa: BLE001 - told to the test's own thread
            failures.append(failure)

    threads = [threading.Thread(target=search) for _ in range(2)]
    for thread in threads:
        thread.start()
    numbers = list(range(400))
    rows_, all_vectors = [row(n) for n in numbers], matrix(numbers)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vectors, "_MIN_CAPACITY", 4)
        for _ in range(40):
            mirror.add(rows_, all_vectors)
            mirror.remove(numbers)
    done.set()
    for thread in threads:
        thread.join()
    assert failures == []


# ---- languages


def spoken(number: int, language: str) -> MirrorRow:
    return MirrorRow(number, number, "home", "wiki", language)


def leaning(text: str, toward: Vector) -> Vector:
    """A vector that lies, as those of one language do, near a common direction."""
    mixed = vector_of(text) * 0.5 + toward
    return (mixed / np.linalg.norm(mixed)).astype(np.float32)


def test_notes_in_one_language_keep_the_order_of_their_cosines() -> None:
    mirror = VectorMirror(DIMENSION)
    mirror.add([spoken(n, "en") for n in range(30)], matrix(list(range(30))))
    query = vector_of("q")
    assert mirror.nearest(query, 30, Filters(), "en").ids == mirror.nearest(query, 30, Filters()).ids


def test_a_standout_is_the_cosine_above_that_of_the_other_passages_of_the_language() -> None:
    mirror = VectorMirror(DIMENSION)
    vectors_ = matrix(list(range(12)))
    mirror.add([spoken(n, "en") for n in range(12)], vectors_)
    query = vector_of("q")
    nearest = mirror.nearest(query, 12, Filters(), "en")
    for number in range(12):
        others = np.delete(vectors_, number, axis=0).mean(axis=0)
        expected = float(vectors_[number] @ query - others @ query)
        assert nearest.standout(number) == pytest.approx(expected, abs=1e-5)


def test_the_right_note_is_found_although_all_notes_of_the_questions_own_language_are_nearer() -> None:
    german, chinese = vector_of("German"), vector_of("Chinese")
    mirror = VectorMirror(DIMENSION)
    for start, language, toward in ((0, "de", german), (100, "zh", chinese)):
        rows_ = [spoken(start + n, language) for n in range(40)]
        mirror.add(rows_, np.stack([leaning(f"topic {n}", toward) for n in range(40)]))
    question = leaning("topic 7", chinese)  # in Chinese, about what note 7 says in German
    mirror.remove([107])
    assert mirror.nearest(question, 5, Filters()).ids[0] >= 100
    assert mirror.nearest(question, 5, Filters(), "zh").ids[0] == 7


def test_before_there_are_passages_the_neutral_means_stand_for_a_language() -> None:
    mean = vector_of("everyday German")
    mirror = VectorMirror(DIMENSION, {"de": Neutral(mean, mean)})
    mirror.add([spoken(1, "de")], matrix([1]))
    query = vector_of("q")
    expected = float(matrix([1])[0] @ query - mean @ query)
    assert mirror.nearest(query, 1, Filters(), "de").standout(1) == pytest.approx(expected, abs=1e-5)


def test_vectors_are_read_into_memory_some_at_a_time_and_moved_no_more(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else reading them takes three times the memory that they are kept in."""
    index.put(
        HOME, [text_note(f"n{i}", f"<p>thing {i} in the {('fog', 'Nebel')[i % 2]}</p>") for i in range(50)]
    )
    index.put(WORK, [text_note("same", "<p>thing 1 in the Nebel</p>", "Title n1")])
    embed_pending(index)
    assert index.mirror is not None
    index.mirror.settle()
    monkeypatch.setattr(writing, "_READ_AT_ONCE", 4)
    monkeypatch.setattr(vectors, "_MIN_CAPACITY", 8)
    monkeypatch.setattr(VectorMirror, "_rebuild", None)
    again = Index(Database(index.database.path, writable=False))
    again.load_mirror(SPACE)
    assert again.mirror is not None
    assert_consistent(index)
    state, other = again.mirror._state, index.mirror._state
    assert state.row_of.keys() == other.row_of.keys()
    for passage_id, row in state.row_of.items():
        assert state.norms[row] == pytest.approx(other.norms[other.row_of[passage_id]])
    again.close()


def test_all_is_reckoned_in_the_calling_thread() -> None:
    """Threads of the library would wait for each other: of many languages a prompt's answer waited 50 to 100 ms."""
    dimension, languages, prompts = 384, 12, 800
    made = np.random.default_rng(1).standard_normal((4096, dimension)).astype(np.float32)
    unit = made / np.linalg.norm(made, axis=1, keepdims=True)
    mirror = VectorMirror(dimension)
    mirror.add([spoken(n, f"l{n % languages}") for n in range(len(unit))], unit)
    mirror.set_off_topic(OffTopic(n.to_bytes(2), "l0", n % 2, unit[n]) for n in range(prompts))
    elsewhere, here = time.process_time() - time.thread_time(), time.thread_time()
    for _ in range(20):
        mirror.common(mirror.nearest(unit[0], 12, Filters(), "l0").ids)
        mirror.settle()
    here = time.thread_time() - here
    elsewhere = time.process_time() - time.thread_time() - elsewhere
    assert elsewhere < 0.1 * here
