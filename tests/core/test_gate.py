"""The thresholds of the gate, from strengths given by hand."""

from __future__ import annotations

import pytest

from trayrecall.core.gate import ALL, LEAST_PASSAGES, LEAST_PROMPTS, SHARE, Asked, Gate, measured

FLOOR = 0.02


def asked(language: str, strengths: list[float]) -> list[Asked]:
    return [Asked(language, number % 2, value) for number, value in enumerate(strengths)]


def spread(low: float, high: float, count: int = 200) -> list[float]:
    return [low + (high - low) * number / (count - 1) for number in range(count)]


def gate(found: list[Asked], passages: int = 1000) -> Gate:
    return measured(found, FLOOR, passages=passages, measured_at="2026-03-01T09:00:00+00:00", bank="b")


def test_about_the_chosen_share_of_the_prompts_would_get_something() -> None:
    found = gate(asked("en", spread(0.0, 0.1)))
    assert found.groups[ALL].threshold == pytest.approx(0.1 * (1 - SHARE))
    assert found.groups[ALL].fired == pytest.approx(SHARE, abs=0.011)
    assert found.groups[ALL].prompts == 200


@pytest.mark.parametrize("share", [0.01, 0.08])
def test_a_person_may_choose_another_share(share: float) -> None:
    found = measured(
        asked("en", spread(0.0, 0.1, 1000)), FLOOR, passages=1000, measured_at="", bank="b", share=share
    )
    assert found.threshold("en") == pytest.approx(0.1 * (1 - share))
    assert found.groups[ALL].fired == pytest.approx(share, abs=0.005)


def test_a_language_to_which_the_notes_lie_nearer_needs_a_stronger_hit() -> None:
    found = gate(asked("en", spread(0.0, 0.1)) + asked("zh", spread(0.0, 0.04)))
    en, zh = found.threshold("en"), found.threshold("zh")
    assert en is not None
    assert zh is not None
    assert en > zh
    assert found.groups["en"].fired < 2 * SHARE


def test_a_few_prompts_that_the_notes_truly_answer_move_nothing() -> None:
    calm = spread(0.0, 0.1)
    one_answered = [*calm[:-1], 9.0]
    assert gate(asked("en", one_answered)).threshold("en") == gate(asked("en", calm)).threshold("en")


def test_each_half_of_the_prompts_is_judged_by_what_the_other_half_finds() -> None:
    near, far = spread(0.2, 0.3, 100), spread(0.0, 0.1, 100)
    found = gate([Asked("en", half, value) for half, values in enumerate((near, far)) for value in values])
    assert found.groups["en"].fired == pytest.approx(0.5), "all of the near ones, and none of the far"


def test_no_threshold_lies_below_the_floor() -> None:
    assert gate(asked("en", spread(-0.2, 0.01))).threshold("en") == FLOOR


def test_prompts_that_find_nothing_count_as_silent() -> None:
    nothing = [Asked("en", number % 2, None) for number in range(100)]
    assert gate(nothing).threshold("en") == FLOOR
    assert gate(nothing).groups["en"].fired == 0
    half = gate(nothing + asked("en", spread(0.0, 0.1, 100)))
    assert half.threshold("en") == pytest.approx(0.1 * (1 - 2 * SHARE), abs=0.001)


def test_a_language_without_enough_prompts_is_judged_by_all_together() -> None:
    found = gate(asked("en", spread(0.0, 0.1)) + asked("fr", [0.5] * (LEAST_PROMPTS - 1)))
    assert "fr" not in found.groups
    assert found.threshold("fr") == found.threshold(ALL) == found.threshold("unheard of")


def test_over_a_few_notes_the_floor_is_the_threshold() -> None:
    found = gate(asked("en", spread(0.0, 0.1)), LEAST_PASSAGES - 1)
    assert found.threshold("en") == FLOOR
    assert found.groups["en"].fired == pytest.approx(0.8, abs=0.01)


def test_nothing_measured_gives_no_threshold() -> None:
    assert Gate().threshold("en") is None
    assert gate([]).threshold("en") is None


@pytest.mark.parametrize(
    ("bank", "passages", "due"),
    [
        ("b", 1000, False),
        ("b", 1190, False),
        ("b", 1200, True),  # grown by a fifth
        ("b", 840, False),
        ("b", 830, True),
        ("b", 10, False),
        ("other", 1000, True),
        ("other", 19, False),
    ],
)
def test_it_is_measured_anew_when_the_index_or_the_bank_is_another(
    bank: str, passages: int, due: bool
) -> None:
    assert gate(asked("en", spread(0.0, 0.1))).is_due(bank, passages) is due


def test_a_few_more_notes_among_few_are_no_reason_to_measure_anew() -> None:
    few = gate(asked("en", spread(0.0, 0.1)), 20)
    assert not few.is_due("b", 40)
    assert few.is_due("b", LEAST_PASSAGES)
