"""Counts of a day, and what is told of them."""

from __future__ import annotations

import pytest

from trayrecall.core.model import Considered, Decision, InstanceId, NoteId
from trayrecall.core.totals import Totals, counts_of, summed, together


def decided(reason: str, milliseconds: float = 18.0, sent: int = 0, tokens: int = 0) -> Decision:
    notes = tuple(Considered(InstanceId("home"), NoteId(f"n{i}"), sent=True) for i in range(sent))
    return Decision(
        "2031-06-01T12:00:00+00:00", None, "UserPromptSubmit", None, "secret", reason,
        milliseconds=milliseconds, notes=notes, tokens=tokens,
    )  # fmt: skip


def totals_of(*decisions: Decision, day: str = "") -> Totals:
    return summed([pair for decision in decisions for pair in counts_of(decision).items()], day)


def test_a_day_counts_outcomes_passages_tokens_and_times() -> None:
    totals = totals_of(decided("sent", sent=2, tokens=310), decided("gated", 30.5), decided("skipped", 0.1))
    assert totals.reasons == {"sent": 1, "gated": 1, "skipped": 1}
    assert (totals.prompts, totals.passages, totals.tokens) == (3, 2, 310)
    assert totals.speeds == {20: 1, 40: 1}, "a skipped prompt was not looked up"
    assert totals.silence == pytest.approx(2 / 3)


def test_a_pause_or_a_failure_is_no_silence_that_was_decided() -> None:
    assert totals_of(decided("paused"), decided("failed")).silence is None
    assert totals_of(decided("paused"), decided("sent", sent=1)).silence == 0


@pytest.mark.parametrize(
    ("times", "told"), [([], None), ([18.0] * 20, 19.75), ([18.0] * 10 + [9999.0], 1560)]
)
def test_the_95th_percentile_lies_within_its_bounds(times: list[float], told: float | None) -> None:
    p95 = totals_of(*(decided("gated", ms) for ms in times)).p95
    assert p95 == (told if told is None else pytest.approx(told))


def test_days_add_up() -> None:
    one, two = totals_of(decided("sent", sent=1, tokens=100)), totals_of(decided("gated", 300))
    both = together([one, two])
    assert (both.prompts, both.passages, both.tokens, both.speeds) == (2, 1, 100, {20: 1, 300: 1})
    assert together([]) == Totals()


def test_no_text_is_counted() -> None:
    assert "secret" not in str(counts_of(decided("sent", sent=1)))


def test_a_count_of_a_newer_version_is_left_away() -> None:
    assert summed([("reason:sent", 1), ("mood", 3)]).prompts == 1
