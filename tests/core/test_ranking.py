"""The order of hits, and which of them may be shown, from signals given by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trayrecall.core.model import Area, InstanceId, NoteId, PassageRow, Query
from trayrecall.core.query import parse_search
from trayrecall.core.ranking import (
    MIN_TEXT,
    CosineScale,
    Evidence,
    Ranked,
    Weights,
    gated,
    inverse_document_frequency,
    listed,
    rank,
)
from trayrecall.core.text import index_terms

SCALE = CosineScale(unrelated=0.78, near=0.06, gate=0.026, common=0.04)
WEIGHTS = Weights()
LEAST = SCALE.gate + WEIGHTS.gate_common * SCALE.common  # the standout that passes without a word


@dataclass
class Corpus:
    """Passages with the cosine that a model would give them; None is one without a vector yet."""

    rows: dict[int, PassageRow] = field(default_factory=dict)
    cosines: dict[int, float | None] = field(default_factory=dict)

    def add(
        self,
        name: str,
        text: str,
        cosine: float | None = 0.80,
        *,
        title: str = "",
        area: Area = Area.OTHER,
        content: str | None = None,
    ) -> None:
        """A passage of the note `name`."""
        number = len(self.rows) + 1
        keys = {row.note_id: row.note_key for row in self.rows.values()}
        note_id = NoteId(name)
        columns = (title, "", text, "")
        self.rows[number] = PassageRow(
            passage_id=number,
            note_key=keys.get(note_id, number),
            instance=InstanceId("home"),
            note_id=note_id,
            title=title,
            area=area,
            content_hash=content or hashlib.sha256(f"{name}{text}".encode()).hexdigest(),
            section=0,
            text=text,
            columns=tuple(frozenset(index_terms(column)) for column in columns),
        )
        self.cosines[number] = cosine

    def ranked(self, question: str | Query, *, alone: bool = False) -> list[Ranked]:
        query = asked(question)
        counts = {
            t: sum(any(set(t.forms) & c for c in row.columns) for row in self.rows.values())
            for t in query.terms
        }
        bm25 = {
            key: found
            for key, row in self.rows.items()
            if (found := sum(1.0 for t in query.terms if any(set(t.forms) & c for c in row.columns)))
        }
        evidence = Evidence(
            rows=self.rows,
            bm25=bm25,
            cosine=lambda key: self.cosines[key],
            standout=lambda key: None if (cosine := self.cosines[key]) is None else cosine - SCALE.unrelated,
            idf={t: inverse_document_frequency(len(self.rows), n) for t, n in counts.items()},
            passages=len(self.rows),
        )
        return rank(query, evidence, WEIGHTS, SCALE, alone=alone)


def asked(question: str | Query) -> Query:
    query = parse_search(question) if isinstance(question, str) else question
    assert isinstance(query, Query)
    return query


def names(ranked: Sequence[Ranked]) -> list[str]:
    return [str(item.row.note_id) for item in ranked]


@pytest.fixture
def corpus() -> Corpus:
    return Corpus()


# ---- order --------------------------------------------------------------------------------------------


@pytest.mark.case("RK01")
def test_the_exact_title_is_first_although_others_say_the_word_more_often(corpus: Corpus) -> None:
    corpus.add("repairs", "AI said the pump failed; AI chat, AI answer, AI log.", 0.88, title="Repairs")
    corpus.add("ai", "Reading list.", 0.80, title="AI")
    corpus.add("solitaire", "Cards.", 0.79, title="Solitaire")
    ranked = corpus.ranked("ai")
    assert names(ranked)[0] == "ai"
    assert ranked[0].matched == "title"
    assert ranked[0].signals.title_match == 1.0
    assert names(listed(ranked, asked("AI"), SCALE)) == ["ai", "repairs"]


@pytest.mark.case("RK07")
def test_only_whole_words_count(corpus: Corpus) -> None:
    corpus.add("async", "async await asynchronous asyncio", 0.84, title="Async talk")
    corpus.add("sync", "Sync contacts nightly.", 0.82, title="Phone")
    ranked = corpus.ranked("sync")
    assert names(ranked) == ["sync", "async"]
    assert ranked[1].signals.coverage == 0.0
    assert ranked[1].signals.bm25 is None


@pytest.mark.case("QP17")
def test_more_of_the_query_ranks_before_less_of_it(corpus: Corpus) -> None:
    corpus.add("one", "Cool the oven slowly.")
    corpus.add("three", "Glaze firing: ramp to 1220, cool slowly.")
    corpus.add("two", "Glaze, cool.")
    ranked = corpus.ranked("glaze ramp cool nonsense")
    assert names(ranked) == ["three", "two", "one"]
    coverages = [item.signals.coverage for item in ranked]
    assert coverages == sorted(coverages, reverse=True)
    assert all(0 < coverage < 1 for coverage in coverages)


def test_a_rare_word_weighs_more_than_a_common_one(corpus: Corpus) -> None:
    for i in range(20):
        corpus.add(f"n{i}", "The machine runs.")
    corpus.add("rare", "Relay.")
    corpus.add("common", "Machine.")
    assert names(corpus.ranked("machine relay"))[0] == "rare"


@pytest.mark.case("RK02")
def test_an_exact_identifier_beats_thirty_notes_that_are_closer_in_meaning(corpus: Corpus) -> None:
    for i in range(30):
        corpus.add(
            f"m{i}",
            f"General notes on machines, units and serial numbers in hall {i}.",
            0.86,
            title=f"Machine {i}",
        )
    corpus.add("unit", "Serial qx-71b, stored in bay 3.", 0.82, title="Unit qx-71b")
    assert names(corpus.ranked("qx-71b"))[0] == "unit"
    assert names(corpus.ranked("where is unit qx-71b stored"))[0] == "unit"


@pytest.mark.case("TK12")
def test_a_literal_typed_whole_beats_its_parts_in_another_order(corpus: Corpus) -> None:
    corpus.add("parts", "7 of 10, 0 of 4.", 0.83)
    corpus.add("whole", "Management address 10.4.0.7, VLAN 12.", 0.80)
    assert names(corpus.ranked("10.4.0.7"))[0] == "whole"


def test_words_in_the_order_of_the_query_beat_the_same_words_apart(corpus: Corpus) -> None:
    corpus.add("apart", "Panic starts early, so don't wait; art of the day, the state of things.", 0.81)
    corpus.add("phrase", "A state of the art review.", 0.80)
    assert names(corpus.ranked("state of the art"))[0] == "phrase"


def test_a_word_in_the_title_beats_the_same_word_in_the_text(corpus: Corpus) -> None:
    corpus.add("text", "The lease is here.", title="Papers")
    corpus.add("title", "It is here.", title="Mill lease")
    assert names(corpus.ranked("lease deposit"))[0] == "title"


def test_without_shared_words_meaning_decides(corpus: Corpus) -> None:
    corpus.add("far", "Stopcock is behind the dryer.", 0.79)
    corpus.add("near", "The water main can be closed in the cellar.", 0.87)
    ranked = corpus.ranked("how do I shut off everything")
    assert names(ranked) == ["near", "far"]
    assert [item.matched for item in ranked] == ["meaning", "meaning"]


def test_what_matched_is_named_by_word_by_meaning_or_both(corpus: Corpus) -> None:
    corpus.add("keyword", "Lease.", 0.79)
    corpus.add("both", "The lease of the mill.", 0.90)
    corpus.add("meaning", "Renting contract.", 0.88)
    corpus.add("title", "Paper.", 0.79, title="Lease")
    assert {str(i.row.note_id): i.matched for i in corpus.ranked("lease")} == {
        "keyword": "keyword",
        "both": "both",
        "meaning": "meaning",
        "title": "title",
    }


@pytest.mark.case("RK14")
def test_an_area_breaks_ties_and_nothing_more(corpus: Corpus) -> None:
    corpus.add("journal", "Stopcock, quarter turn left.", 0.82, area=Area.JOURNAL)
    corpus.add("wiki", "Stopcock, a quarter turn.", 0.82, area=Area.WIKI)
    assert names(corpus.ranked("stopcock"))[0] == "wiki"
    corpus.cosines[1] = 0.83
    assert names(corpus.ranked("stopcock"))[0] == "journal"
    corpus.cosines[1] = 0.80
    assert names(corpus.ranked("stopcock left"))[0] == "journal"


def test_area_weights_are_smaller_than_anything_that_proves_a_match() -> None:
    assert max(WEIGHTS.areas.values()) < min(WEIGHTS.bm25, WEIGHTS.title, WEIGHTS.coverage, WEIGHTS.phrase)
    assert set(WEIGHTS.areas) == set(Area)


def test_without_vectors_the_words_alone_order_the_hits(corpus: Corpus) -> None:
    corpus.add("none", "Cards.", None)
    corpus.add("one", "Relay board.", None)
    corpus.add("both", "Relay K9 feeds the pump.", None)
    corpus.add("title", "K9.", None, title="Pump relay")
    ranked = corpus.ranked("pump relay")
    assert names(ranked) == ["title", "both", "one", "none"]
    assert all(item.signals.cosine is None for item in ranked)
    assert corpus.ranked("pump relay", alone=True) == []


def test_a_passage_without_a_vector_ranks_like_an_unrelated_one_with_its_words(corpus: Corpus) -> None:
    corpus.add("waiting", "Relay K9.", None)
    corpus.add("embedded", "Relay K9!", SCALE.unrelated)
    one, other = corpus.ranked("relay")
    assert one.signals.relevance == pytest.approx(other.signals.relevance)


def test_equal_hits_come_in_a_stable_order(corpus: Corpus) -> None:
    for i in range(10):
        corpus.add(f"n{i}", f"Pump {'x' * i}.")
    assert names(corpus.ranked("pump")) == [f"n{i}" for i in range(10)]


# ---- one hit a note -----------------------------------------------------------------------------------


@pytest.mark.case("RK10")
def test_a_long_note_is_one_hit_with_its_best_passage(corpus: Corpus) -> None:
    for week in range(30):
        corpus.add("diary", f"Pruned pear trees in row {week}.", 0.85)
    corpus.add("diary", "Grafts of the pear trees were checked.", 0.86)
    corpus.add("other", "One pear.", 0.80)
    ranked = corpus.ranked("pear grafts")
    assert names(ranked) == ["diary", "other"]
    assert ranked[0].row.text.startswith("Grafts")


@pytest.mark.case("RK13")
def test_the_same_content_in_two_notes_is_one_hit(corpus: Corpus) -> None:
    corpus.add("copy", "The shed alarm resets with button two.", title="Alarm code copy", content="same")
    corpus.add("alarm", "The shed alarm resets with button two.", title="Alarm code", content="same")
    corpus.add("shed", "Shed key hangs left of the door.")
    assert names(corpus.ranked("reset the shed alarm")) in (["alarm", "shed"], ["copy", "shed"])


def test_notes_without_text_are_not_taken_for_copies_of_each_other(corpus: Corpus) -> None:
    corpus.add("a", "", title="Pump house", content="empty")
    corpus.add("b", "", title="Pump shed", content="empty")
    assert set(names(corpus.ranked("pump"))) == {"a", "b"}


def test_by_meaning_orders_by_the_raw_cosine_alone(corpus: Corpus) -> None:
    corpus.add("words", "Mill lease.", 0.80, title="Mill lease")
    corpus.add("near", "Renting contract.", 0.90)
    corpus.add("none", "Mill lease.", None)
    assert names(corpus.ranked("mill lease", alone=True)) == ["near", "words"]


def test_by_meaning_each_note_stands_by_its_nearest_passage(corpus: Corpus) -> None:
    corpus.add("n", "Mill lease.", 0.80)
    corpus.add("n", "Renting contract.", 0.90)
    (hit,) = corpus.ranked("mill lease", alone=True)
    assert hit.signals.cosine == pytest.approx(0.90)


# ---- what a search shows ------------------------------------------------------------------------------


def test_once_all_words_are_found_far_ones_without_any_are_not_listed(corpus: Corpus) -> None:
    corpus.add("whole", "Relay of the pump.")
    corpus.add("part", "A relay.")
    corpus.add("far", "Milk, rye, pears.", SCALE.unrelated + SCALE.near - 0.001)
    corpus.add("near", "Electric switch.", SCALE.unrelated + SCALE.near)
    corpus.add("waiting", "Eggs.", None)
    query = asked("pump relay")
    assert set(names(listed(corpus.ranked(query), query, SCALE))) == {"whole", "part", "near"}
    del corpus.rows[1]
    assert set(names(listed(corpus.ranked(query), query, SCALE))) == {"part", "far", "near", "waiting"}


def test_a_bare_title_is_listed_for_its_words_only(corpus: Corpus) -> None:
    corpus.add("folder", "", 0.9, title="Contracts")
    corpus.add("note", "Mill papers.", 0.8)
    assert names(listed(corpus.ranked("lease"), asked("lease"), SCALE)) == ["note"]
    assert "folder" in names(listed(corpus.ranked("contracts"), asked("contracts"), SCALE))


@pytest.mark.case("QP18")
def test_a_quoted_phrase_binds(corpus: Corpus) -> None:
    corpus.add("song", "You and me at the quay.", 0.80)
    corpus.add("cafe", "The menu, and you may order; tell me.", 0.90)
    corpus.add("title", "Something.", 0.80, title="Of you and me")
    query = asked('"you and me"')
    assert set(names(listed(corpus.ranked(query), query, SCALE))) == {"song", "title"}


def test_a_quote_within_a_question_empties_no_answer(corpus: Corpus) -> None:
    corpus.add("song", "The quay where the two of us met.", 0.90)
    question = 'who sang about "you and me" on the quay'
    assert names(listed(corpus.ranked(question), asked(question), SCALE)) == ["song"]
    assert names(listed(corpus.ranked('"you and me"'), asked('"you and me"'), SCALE)) == []
    corpus.add("exact", "You and me at the quay.", 0.80)
    assert names(listed(corpus.ranked(question), asked(question), SCALE)) == ["exact"]


def test_each_of_several_phrases_may_stand_in_text_or_title(corpus: Corpus) -> None:
    corpus.add("split", "Relay K9 feeds it.", title="Pump two")
    corpus.add("half", "Relay K9 feeds it.", title="Pump three")
    query = asked('"pump two" "relay k9"')
    assert names(listed(corpus.ranked(query), query, SCALE)) == ["split"]


@pytest.mark.case("TK10")
def test_a_phrase_is_compared_by_words_not_by_signs(corpus: Corpus) -> None:
    corpus.add("sql", "select\u00a0*\u00a0from\u00a0Parcels;")
    query = asked('"select * from parcels"')
    assert names(listed(corpus.ranked(query), query, SCALE)) == ["sql"]


def test_japanese_grammar_counts_less_than_what_is_asked_about(corpus: Corpus) -> None:
    corpus.add("subject", "鉄道博物館の駅。", 0.80)
    corpus.add("grammar", "これを何というのか、という話。", 0.80)
    assert names(corpus.ranked("鉄道博物館を何というか"))[0] == "subject"


# ---- the gate -----------------------------------------------------------------------------------------

LONG = "It hangs beside the grey cabinet in the hall."


def gate(corpus: Corpus, question: str) -> list[str]:
    query = asked(question)
    return names(gated(corpus.ranked(query), query, WEIGHTS, SCALE))


@pytest.mark.case("RK03")
def test_nonsense_passes_no_gate(corpus: Corpus) -> None:
    corpus.add("a", LONG, SCALE.unrelated + LEAST - 0.001)
    assert gate(corpus, "ZQXV_PLINTH_9981 glorp fnord wibble") == []


def test_meaning_alone_passes_when_it_stands_out_enough(corpus: Corpus) -> None:
    corpus.add("a", LONG, SCALE.unrelated + LEAST + 0.001)
    assert gate(corpus, "zqxv glorp") == ["a"]


@pytest.mark.parametrize("measured", [None, 0.0, SCALE.gate / 2])
def test_never_is_less_asked_than_the_models_own_floor(corpus: Corpus, measured: float | None) -> None:
    corpus.add("below", LONG, SCALE.unrelated + LEAST - 0.001)
    query = asked("zqxv glorp")
    assert gated(corpus.ranked(query), query, WEIGHTS, SCALE, measured) == []
    corpus.add("above", f"{LONG} Too.", SCALE.unrelated + LEAST + 0.001)
    assert names(gated(corpus.ranked(query), query, WEIGHTS, SCALE, measured)) == ["above"]
    assert gated(corpus.ranked(query), query, WEIGHTS, SCALE, SCALE.gate * 2) == []


def test_words_help_meaning_over_the_gate(corpus: Corpus) -> None:
    corpus.add("other", "Nothing of that kind is written here.", 0.70)
    corpus.add("a", f"{LONG} Relay.", SCALE.unrelated + LEAST - 0.02)
    assert gate(corpus, "relay") == ["a"]
    assert gate(corpus, "relay gasket heron stopcock") == []


@pytest.mark.case("MH19")
def test_two_words_that_are_half_of_the_question_pass_without_meaning(corpus: Corpus) -> None:
    corpus.add("a", f"{LONG} Relay of the pump.", 0.70)
    assert gate(corpus, "pump relay") == ["a"]
    assert gate(corpus, "relay") == []  # one word may be found by chance
    assert gate(corpus, "pump relay gasket heron stopcock valve") == []


def test_without_vectors_strong_words_still_pass(corpus: Corpus) -> None:
    corpus.add("a", f"{LONG} Relay of the pump.", None)
    assert gate(corpus, "pump relay") == ["a"]
    assert gate(corpus, "relay gasket heron") == []


def test_without_vectors_one_rare_word_of_two_is_enough(corpus: Corpus) -> None:
    for number in range(8):
        corpus.add(f"other{number}", f"{LONG} A pump, number {number}.", None)
    corpus.add("a", f"{LONG} Relay of the pump.", None)
    assert gate(corpus, "pump relay") == ["a"]
    assert gate(corpus, "relay") == []  # one word may be found by chance
    assert gate(corpus, "pump number") == []  # nor do words that stand everywhere tell much
    assert gate(corpus, "pump relay gasket heron stopcock") == []


def test_with_a_vector_one_rare_word_of_two_is_not_enough(corpus: Corpus) -> None:
    for number in range(8):
        corpus.add(f"other{number}", f"{LONG} A pump, number {number}.", 0.70)
    corpus.add("a", f"{LONG} Relay of the pump.", 0.70)
    assert gate(corpus, "pump relay") == []


def test_a_prompt_without_words_needs_strong_keywords(corpus: Corpus) -> None:
    corpus.add("a", f"{LONG} 10.4.0.7", 0.99)
    query = replace(asked("12.1.1.9"), has_words=False)
    assert gated(corpus.ranked(query), query, WEIGHTS, SCALE) == []
    assert gate(corpus, "10.4.0.7") == ["a"]


@pytest.mark.case("MH19")
@pytest.mark.parametrize("question", ["7741", "what is 7741?", "10.4.0.7", "C++", "31 °C", "8443"])
def test_numbers_and_codes_that_stand_whole_in_a_note_pass(corpus: Corpus, question: str) -> None:
    corpus.add("a", f"{LONG} 7741, 10.4.0.7, C++ and 31 °C, 8443.", 0.70)
    for number in range(4):
        corpus.add(f"other{number}", f"{LONG} 0.7 or 8443, number {number}.", 0.70)
    assert gate(corpus, question)[0] == "a"
    assert "8443" in question or len(gate(corpus, question)) == 1


@pytest.mark.parametrize("question", ["31", "and 2026?"])
def test_a_small_number_or_a_year_that_stands_everywhere_tells_nothing(corpus: Corpus, question: str) -> None:
    for number in range(4):
        corpus.add(f"note{number}", f"{LONG} 31 times in 2026.", 0.70)
    assert gate(corpus, question) == []


@pytest.mark.case("RK09")
@pytest.mark.parametrize(
    ("title", "text"), [("yes", "yes"), ("todo", "check"), ("Pump relay", ""), ("", "pump relay")]
)
def test_tiny_notes_answer_no_prompt(corpus: Corpus, title: str, text: str) -> None:
    assert len(title + text) < MIN_TEXT
    corpus.add("tiny", text, 0.99, title=title)
    assert gate(corpus, "pump relay") == []


def test_further_passages_come_only_when_they_are_almost_as_relevant(corpus: Corpus) -> None:
    corpus.add("best", LONG, 0.90)
    corpus.add("close", f"{LONG} Too.", 0.90 - WEIGHTS.slack + 0.001)
    corpus.add("behind", f"{LONG} Also.", 0.90 - WEIGHTS.slack - 0.001)
    assert gate(corpus, "zqxv glorp") == ["best", "close"]


def test_no_candidates_pass_no_gate(corpus: Corpus) -> None:
    assert gate(corpus, "pump") == []


# ---- properties ---------------------------------------------------------------------------------------

WORDS = st.lists(
    st.sampled_from(["pump", "relay", "mill", "lease", "K9", "the", "10.4.0.7"]), max_size=6
).map(" ".join)


@given(
    question=WORDS.filter(str.strip),
    passages=st.lists(
        st.tuples(
            st.sampled_from("abcd"), WORDS, st.none() | st.floats(-1, 1), WORDS, st.sampled_from(list(Area))
        ),
        max_size=12,
    ),
)
def test_any_evidence_gives_each_note_once_in_falling_relevance(
    question: str, passages: list[tuple[str, str, float | None, str, Area]]
) -> None:
    corpus = Corpus()
    for name, text, cosine, title, area in passages:
        corpus.add(name, text, cosine, title=title, area=area)
    query = asked(question)
    ranked = corpus.ranked(query)
    assert len(set(names(ranked))) == len(ranked) <= len({row.note_key for row in corpus.rows.values()})
    relevances = [item.signals.relevance for item in ranked]
    assert relevances == sorted(relevances, reverse=True)
    assert all(0 <= item.signals.coverage <= 1.000001 for item in ranked)
    for shown in (listed(ranked, query, SCALE), gated(ranked, query, WEIGHTS, SCALE)):
        assert [item for item in ranked if item in shown] == shown


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_idf_is_never_negative_and_falls_with_frequency(documents: int, frequency: int) -> None:
    frequency = min(frequency, documents)
    idf = inverse_document_frequency(documents, frequency)
    assert idf >= 0
    assert idf <= inverse_document_frequency(documents, max(0, frequency - 1))
