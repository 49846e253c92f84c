from __future__ import annotations

from typing import Any

import pytest

from tests.pipeline import note
from tests.store.building import HOME, WORK, record_of, text_note
from trayrecall.core.model import Area, Fault, Filters, NoteId, QueryTerm
from trayrecall.core.query import parse_search
from trayrecall.store import Index, reading
from trayrecall.store.records import Cursor

ALL = Filters()


def leg(index: Index, question: str, filters: Filters = ALL, limit: int = 10) -> list[str]:
    """Note ids that the keyword leg finds, best first."""
    parsed = parse_search(question)
    with index.database.read() as connection:
        scored = reading.keyword_leg(connection, parsed.terms, filters, limit)  # type: ignore[union-attr]
        found = reading.passage_rows(connection, [passage_id for passage_id, _ in scored])
        only = reading.passages_within(connection, filters)
        among = reading.keyword_leg(connection, parsed.terms, filters, limit, only)  # type: ignore[union-attr]
    assert among == scored
    assert [score for _, score in scored] == sorted((score for _, score in scored), reverse=True)
    return [found[passage_id].note_id for passage_id, _ in scored]


def test_the_title_weighs_more_than_the_body(index: Index) -> None:
    index.put(HOME, [text_note("body", "<p>The flue is old and long.</p>", "Stove")])
    index.put(HOME, [text_note("title", "<p>It is old and long too.</p>", "Flue")])
    assert leg(index, "flue") == ["title", "body"]


def test_labels_and_link_targets_are_found(index: Index) -> None:
    html = "<p>See <a href='https://kiln.example/cone-6'>this</a>.</p><h2>More</h2><p>later part</p>"
    index.put(HOME, [text_note("a", html, "Glaze", ("supplier", "Quarzwerke"))])
    assert leg(index, "quarzwerke") == ["a"]
    assert leg(index, "kiln.example") == ["a"]


@pytest.mark.parametrize(
    "sign", ['"', "'", "*", "^", ":", "(", ")", "-", "NEAR", "AND", "a OR", "{x}", "+", "\0", "😀"]
)
def test_no_sign_of_a_question_reaches_the_query_language(index: Index, sign: str) -> None:
    index.put(HOME, [text_note("both", "<p>lantern fog</p>"), text_note("owl", "<p>owl</p>")])
    index.put(HOME, [text_note("one", "<p>The lantern stands in the shed.</p>")])
    assert set(leg(index, f"lantern {sign} fog")) == {"both", "one"}
    if not any(character.isalpha() for character in sign):  # else it makes another word
        assert set(leg(index, f"{sign}lantern")) == {"both", "one"}
    assert {"owl"}.isdisjoint(leg(index, f"lantern{sign}"))
    alone = getattr(parse_search(sign), "terms", ())
    with index.database.read() as connection:
        assert reading.keyword_leg(connection, alone, ALL, 5) == []


@pytest.mark.parametrize(
    "form", ["owl OR lantern", 'owl" OR "lantern', "lant*", "lantern AND fog", "body : lantern", "+lantern"]
)
def test_a_word_is_looked_for_as_it_is_written_whatever_stands_in_it(index: Index, form: str) -> None:
    index.put(HOME, [text_note("a", "<p>lantern fog</p>")])
    with index.database.read() as connection:
        assert reading.keyword_leg(connection, [QueryTerm((form,))], ALL, 5) == []
        assert reading.keyword_leg(connection, [QueryTerm((form, "lantern"))], ALL, 5) != []


def test_filters_stand_before_the_limit(index: Index) -> None:
    index.put(HOME, [text_note(f"h{i}", "<p>lantern lantern lantern</p>") for i in range(20)])
    index.put(WORK, [text_note("w", "<p>a lantern among many other long words of a text</p>")])
    index.put(HOME, [text_note("page", "<p>one lantern somewhere in it</p>", "P", ("wikiLayer", "concept"))])
    assert leg(index, "lantern", Filters(instances=frozenset({WORK})), 1) == ["w"]
    assert leg(index, "lantern", Filters(areas=frozenset({Area.WIKI})), 1) == ["page"]
    both = Filters(instances=frozenset({WORK}), areas=frozenset({Area.WIKI}))
    assert leg(index, "lantern", both) == []


def test_frequencies_count_passages_and_take_spellings_together(index: Index) -> None:
    index.put(
        HOME,
        [
            text_note("a", "<p>owl</p>", "A"),
            text_note("b", "<p>owl owl</p>", "B"),
            text_note("c", "<p>elk</p>", "C"),
        ],
    )
    owl, either, none = QueryTerm(("owl",)), QueryTerm(("owl", "elk")), QueryTerm(("gnu",))
    with index.database.read() as connection:
        assert reading.document_frequencies(connection, [owl, either, none], reading.Scope()) == {
            owl: 2,
            either: 3,
            none: 0,
        }
        assert reading.passage_count(connection) == 3


def test_a_word_of_other_instances_alone_stands_nowhere(index: Index) -> None:
    index.put(HOME, [text_note("a", "<p>owl</p>", "A"), text_note("b", "<p>owl elk</p>", "B")])
    index.put(WORK, [text_note("c", "<p>owl gnu</p>", "C")])
    owl, either, gnu = QueryTerm(("owl",)), QueryTerm(("gnu", "elk")), QueryTerm(("gnu",))
    with index.database.read() as connection:
        found = reading.document_frequencies(connection, [owl, either, gnu], reading.Scope(frozenset({HOME})))
    assert (found[owl] > 0, found[either] > 0, found[gnu]) == (True, True, 0)


def test_an_id_that_went_meanwhile_is_absent(index: Index) -> None:
    index.put(HOME, [text_note("a", "<p>owl</p>")])
    with index.database.read() as connection:
        assert reading.passage_rows(connection, [999]) == {}
        assert reading.note_facts(connection, [999]) == {}
        assert reading.section(connection, 999, 0).text == ""


def test_notes_are_listed_newest_first_in_pages_without_those_left_out(index: Index) -> None:
    metas = [note(f"n{i}", f"N{i}", modified=f"2026-01-0{i + 1} 00:00:00.000Z") for i in range(5)]
    index.put(HOME, [record_of(meta, "<p>x</p>") for meta in metas])
    index.put(HOME, [text_note("out", "", "Out", ("archived", ""))])
    index.put(WORK, [record_of(note("w", "W", modified="2026-01-03 12:00:00.000Z"), "<p>x</p>")])
    with index.database.read() as connection:

        def ids(filters: Filters, limit: int, offset: int = 0) -> list[str]:
            return [f.note_id for f in reading.list_notes(connection, filters, limit, offset)]

        assert ids(Filters(), 4) == ["n4", "n3", "w", "n2"]
        assert ids(Filters(), 4, 4) == ["n1", "n0"]
        assert ids(Filters(instances=frozenset({WORK})), 4) == ["w"]
        assert ids(Filters(areas=frozenset({Area.JOURNAL})), 4) == []
        assert reading.find_note(connection, HOME, NoteId("out")) is None


def test_counts_tell_notes_faults_and_what_is_left_out_by_reason(index: Index) -> None:
    faulty = text_note("bad", "")
    index.put(HOME, [text_note("a", "<p>x</p>"), text_note("b", "<p>y</p>")])
    index.confirm(HOME, Cursor("1", "now", "now"))
    index.put(
        HOME,
        [
            type(faulty)(
                faulty.meta,
                faulty.placement,
                faulty.digest,
                faulty.converted,
                (),
                Fault("ServerFault", "500"),
            )
        ],
    )
    index.put(
        HOME, [text_note("o1", "", "O", ("archived", "")), text_note("o2", "", "O", ("recallIgnore", ""))]
    )
    index.put(HOME, [record_of(note("pic", "Pic", kind="image", mime="image/png"))])
    with index.database.read() as connection:
        assert reading.counts(connection) == {
            "home": {
                "notes": 3,
                "faulty": 1,
                "left_out:archived": 1,
                "left_out:ignored": 1,
                "left_out:no_text": 1,
            }
        }
        facts = reading.find_note(connection, HOME, NoteId("a"))
        assert facts is not None
        assert facts.confirmed_at == "now"


def test_what_passes_the_filters_is_asked_once_a_note_and_not_for_each_passage_that_holds_a_word(
    index: Index,
) -> None:
    labelled = [text_note(f"n{n}", f"<p>lantern {n}</p>", "", ("place", "attic")) for n in range(30)]
    index.put(HOME, labelled)
    filters = Filters(labels=frozenset({"place=attic"}))
    parsed = parse_search("lantern")
    asked = 0

    def folded(*given: Any) -> Any:
        nonlocal asked
        asked += 1
        return given[0]

    with index.database.read() as connection:
        only = reading.passages_within(connection, filters)
        connection.create_scalar_function("folded", folded, 1, deterministic=True)
        found = reading.keyword_leg(connection, parsed.terms, filters, 50, only)  # type: ignore[union-attr]
        assert reading.keyword_leg(connection, parsed.terms, filters, 50, []) == []  # type: ignore[union-attr]
        assert reading.keyword_leg(connection, parsed.terms, filters, 0) == []  # type: ignore[union-attr]
    assert (len(found), asked) == (30, 0)
