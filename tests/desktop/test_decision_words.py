"""What was decided about a prompt, in plain words."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.desktop.activity_samples import GATE, considered, decisions
from trayrecall.core.gate import Gate
from trayrecall.core.model import Decision
from trayrecall.ui import decision_words as words

REASONS = ("sent", "gated", "skipped", "repeated", "nothing", "late", "paused", "failed", "starting")


def decided(reason: str, **fields: object) -> Decision:
    return replace(next(d for d in decisions() if d.reason == reason), **fields)  # type: ignore[arg-type]


def test_every_outcome_of_the_contract_has_a_name_and_an_explanation() -> None:
    one = decided("sent")
    assert len({words.outcome(reason) for reason in REASONS}) == len(REASONS)
    assert all(words.outcome(reason) != reason for reason in REASONS)
    told = {words.explanation(replace(one, reason=reason, detail="chore")) for reason in REASONS}
    assert len(told) == len(REASONS)


def test_an_outcome_of_a_newer_version_is_told_as_it_is() -> None:
    newer = replace(decided("sent"), reason="dreamt", detail="of sheep")
    assert words.outcome("dreamt") == "dreamt"
    assert words.explanation(newer) == "Of sheep."


@pytest.mark.parametrize(
    "detail",
    ["command", "reply", "follow_up", "chore", "not_typed_by_a_person", "blank", "no_content_words"],
)
def test_every_rule_of_skipping_has_its_words(detail: str) -> None:
    skipped = decided("skipped", detail=detail)
    assert words.short_reason(skipped) not in ("", detail)
    assert words.explanation(skipped).endswith(".")


def test_silence_tells_how_near_the_best_note_came() -> None:
    assert words.explanation(decided("gated")).startswith("The strongest note reached 0.031;")
    assert "meaning had no part" in words.explanation(decided("gated", threshold=None))
    short = considered("s", "ok", 0.09, 0.9)
    assert "too short" in words.explanation(decided("gated", notes=(short,)))


def test_what_was_sent_for_its_words_alone_says_so() -> None:
    weak = considered("w", "Relay K9", 0.01, 0.8, sent=True, coverage=1.0)
    assert "rare words" in words.explanation(decided("sent", notes=(weak,)))
    assert "rare words" not in words.explanation(decided("sent"))


def test_half_a_search_is_told() -> None:
    assert "still loading" in words.explanation(decided("sent", degraded="loading_model"))


def test_a_pause_names_its_project() -> None:
    assert "paused in mill" in words.explanation(decided("paused", detail="/src/mill"))
    assert "was paused, so" in words.explanation(decided("paused"))


@pytest.mark.parametrize(
    ("cwd", "name"),
    [
        ("/home/ada/src/mill", "mill"),
        ("C:\\src\\mill", "mill"),
        ("/", "/"),
        (None, ""),
        ("/x/" + "y" * 50, "y" * 31 + "…"),
    ],
)
def test_a_project_is_the_name_of_its_folder(cwd: str | None, name: str) -> None:
    assert words.project(cwd) == name


def test_a_moment_of_today_is_a_time_and_an_older_one_has_its_date() -> None:
    now = datetime.now(UTC).astimezone().replace(hour=12, minute=30)
    assert words.moment(now.isoformat(), now) == "12:30"
    older = words.moment((now - timedelta(days=40)).isoformat(), now)
    assert older.endswith("12:30")
    assert len(older) > 5
    assert words.moment("never") == ""


def test_the_gate_is_told_before_and_after_it_was_measured() -> None:
    assert "not measured" in words.gate_line(Gate())
    assert "0.041 (English 0.046" in words.gate_line(GATE)
    assert "on 1 Jun 2031: " in words.gate_line(GATE)
    now = datetime.now().astimezone()
    today = words.gate_line(replace(GATE, measured_at=now.isoformat()))
    assert f" {now.year}: " in today  # on that day too it is a day, and not a time
