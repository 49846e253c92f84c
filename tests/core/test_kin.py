"""Which notes stand for others, from signals given by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.core.hits import SIGNALS
from trayrecall.core.kin import Kin, stood_for
from trayrecall.core.model import Area, InstanceId, NoteId, PassageRow
from trayrecall.core.ranking import Ranked, Weights

WEIGHTS = Weights()
SUMMARY, SOURCE = 1, 2
KIN = Kin(sources={SUMMARY: frozenset({SOURCE})})


def found(key: int, terms: str, standout: float = 0.1) -> Ranked:
    """A note that holds these asked words and stands out so much."""
    row = PassageRow(
        passage_id=key,
        note_key=key,
        instance=InstanceId("home"),
        note_id=NoteId(f"n{key}"),
        title="",
        area=Area.OTHER,
        content_hash=f"hash {key}",
        section=0,
        text=terms,
        columns=(),
    )
    return Ranked(row, replace(SIGNALS, matched_terms=tuple(terms.split()), standout=standout), "both")


def shown(*ranked: Ranked, spread: float = 1.0) -> list[int]:
    return [item.row.note_key for item in stood_for(ranked, KIN, WEIGHTS, spread)]


@pytest.mark.parametrize("words", ["glue joints", "glue joints warm"])
def test_a_summary_with_all_asked_words_of_its_source_stands_for_it(words: str) -> None:
    assert shown(found(SUMMARY, words), found(SOURCE, "glue joints")) == [SUMMARY]


def test_a_summary_as_near_in_meaning_that_lacks_an_asked_word_hides_no_source() -> None:
    assert shown(found(SUMMARY, "glue"), found(SOURCE, "glue pearls")) == [SUMMARY, SOURCE]
    assert shown(found(SUMMARY, "glue", 0.5), found(SOURCE, "pearls", 0.1)) == [SUMMARY, SOURCE]


def test_a_source_that_is_clearly_nearer_in_meaning_stays_beside_its_summary() -> None:
    margin = WEIGHTS.stand_in
    for spread in (1.0, 3.0):
        nearer = 0.1 + margin * spread
        assert shown(found(SOURCE, "glue", nearer - 0.001), found(SUMMARY, "glue"), spread=spread) == [
            SUMMARY
        ]
        both = shown(found(SOURCE, "glue", nearer + 0.001), found(SUMMARY, "glue"), spread=spread)
        assert both == [SOURCE, SUMMARY]


def test_a_summary_that_was_not_found_hides_nothing() -> None:
    assert shown(found(SOURCE, "glue"), found(3, "glue")) == [SOURCE, 3]
