"""Floors under the quality of retrieval, on the collection that the project ships. `make quality` measures all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.quality.collections import load
from tests.quality.measure import Measures, measure
from trayrecall.app import off_topic_prompts
from trayrecall.core.metrics import hit, ndcg, recall, reciprocal_rank
from trayrecall.core.ports import Embedder

_MIX = Path(__file__).parent / "data" / "notes-mix"


@pytest.fixture(scope="module")
def mix(model: Embedder) -> dict[str, Measures]:
    return measure(load(_MIX, full=True), model, off_topic_prompts())


def test_fused_search_does_not_fall_below_its_floor(mix: dict[str, Measures]) -> None:
    assert mix["fused"]["ndcg@10"] >= 0.83
    assert mix["fused"]["hit@1"] >= 0.70
    assert mix["fused"]["recall@10"] >= 0.93


def test_fusing_is_better_than_either_leg_alone(mix: dict[str, Measures]) -> None:
    assert mix["fused"]["ndcg@10"] > mix["meaning"]["ndcg@10"]
    assert mix["fused"]["ndcg@10"] > mix["keyword"]["ndcg@10"]


def test_unrelated_prompts_get_silence(mix: dict[str, Measures]) -> None:
    assert mix["prompt"]["silence_unrelated"] >= 0.95  # 2 of 40
    assert mix["prompt"]["silence"] >= 0.88
    assert mix["prompt"]["answered"] >= 0.68
    assert mix["prompt"]["precision"] >= 0.75


def test_words_alone_answer_little_and_interrupt_less(mix: dict[str, Measures]) -> None:
    assert mix["prompt"]["words_answered"] > 0.0  # these questions are paraphrases: hardly a word of the note
    assert mix["prompt"]["words_silence"] >= 0.99


def test_the_measures_are_those_of_the_field() -> None:
    relevant = {"a": 1.0, "b": 1.0}
    assert ndcg(["a", "b", "c"], relevant) == 1.0
    assert ndcg(["c", "a"], {"a": 1.0}) == pytest.approx(0.6309, abs=1e-4)
    assert recall(["a", "c"], relevant) == 0.5
    assert hit(["c", "a"], relevant) == 0.0
    assert reciprocal_rank(["c", "a"], relevant) == 0.5
