from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from trayrecall.core import errors
from trayrecall.core.model import AreaRule, Instance, InstanceId
from trayrecall.engine.schedule import (
    LONGEST_DELAY,
    LONGEST_FOR_TOKEN,
    Schedule,
    fault_after,
    keeps_text,
    may_retry,
)
from trayrecall.engine.sync import SyncReport
from trayrecall.engine.tracked import Request, Tracked

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOME = Instance(InstanceId("home"), "Home", "http://home.example")


def tries(failure: errors.TrayRecallError, minutes: int) -> list[int]:
    """The minutes in which a server that always fails so is asked, by a tick each minute."""
    schedule, asked = Schedule(), []
    for minute in range(minutes):
        now = NOON + minute * MINUTE
        if schedule.is_due(now):
            asked.append(minute)
            schedule = schedule.failed(now, failure, 0.5)
    return asked


def test_a_healthy_server_is_looked_at_with_every_tick() -> None:
    schedule = Schedule().succeeded(NOON)
    assert schedule.is_due(NOON + MINUTE)


def test_a_server_that_is_away_is_asked_soon_again_then_less_and_less() -> None:
    asked = tries(errors.Unreachable(), 300)
    assert asked[:7] == [0, 1, 2, 3, 5, 9, 14]
    assert asked[-1] - asked[-2] == LONGEST_DELAY / MINUTE


@pytest.mark.case("AU01")
def test_a_refused_token_leaves_one_probe_in_half_an_hour() -> None:
    asked = tries(errors.WrongToken(), 300)
    assert asked[:5] == [0, 2, 6, 14, 30]
    assert asked[-1] - asked[-2] == LONGEST_FOR_TOKEN / MINUTE


def test_a_listing_that_is_held_is_asked_for_anew_every_ten_minutes() -> None:
    assert tries(errors.ImplausibleListing(), 25) == [0, 10, 20]


def test_a_missing_token_costs_the_server_nothing_and_is_looked_for_with_every_tick() -> None:
    assert tries(errors.SecretStoreLocked(), 5) == [0, 1, 2, 3, 4]


@pytest.mark.case("NW05")
def test_a_server_that_asks_for_time_gets_it() -> None:
    failure = errors.ServerFault("429")
    failure.retry_after = 600.0
    assert tries(failure, 25) == [0, 10, 20]


def test_a_server_that_asks_for_a_century_gets_an_hour() -> None:
    failure = errors.ServerFault("429")
    failure.retry_after = 3e9
    assert tries(failure, 121) == [0, 60, 120]


def test_after_a_success_everything_is_forgotten() -> None:
    schedule = Schedule()
    for _ in range(9):
        schedule = schedule.failed(NOON, errors.Unreachable(), 0.5)
    assert not schedule.is_due(NOON + MINUTE)
    assert schedule.succeeded(NOON) == Schedule()


def test_a_good_look_ends_the_wait_and_only_a_whole_comparison_counts_as_one() -> None:
    tracked = Tracked(HOME, changed=True)
    for _ in range(9):
        tracked.failed(errors.Unreachable(), NOON)
    assert not tracked.schedule.is_due(NOON + MINUTE)
    for seen in (SyncReport(unchanged=True), SyncReport(deferred=True)):
        tracked.settled(seen, NOON, 3)
        assert tracked.schedule.is_due(NOON + MINUTE)
        assert tracked.compared is None
    tracked.settled(SyncReport(notes=5, seconds=9.0), NOON, 3)
    assert tracked.compared == 3
    assert not tracked.changed
    assert not tracked.schedule.may_list(NOON + MINUTE)


def test_under_new_settings_all_is_compared_and_what_was_asked_for_is_still_done() -> None:
    tracked = Tracked(HOME, request=Request(full=True), again=Request(accept_deletions=True), busy=True)
    for _ in range(9):
        tracked.failed(errors.Unreachable(), NOON)
    taken = tracked.taken_over(replace(HOME, rules=(AreaRule(label="draft"),)))
    assert taken.changed
    assert taken.again == Request(full=True, accept_deletions=True)
    assert taken.schedule.is_due(NOON)
    assert not taken.busy
    assert not tracked.taken_over(HOME).changed


@pytest.mark.parametrize("name", ["full", "accept_deletions", "forced"])
def test_a_request_for_two_does_what_either_wants(name: str) -> None:
    wanted = Request(**{name: True})
    assert wanted.with_that(Request()) == Request().with_that(wanted) == wanted.with_that(None) == wanted


@pytest.mark.parametrize(("before", "meanwhile"), [("up_to_date", "syncing"), ("never_synced", "building")])
def test_a_first_build_is_told_from_a_sync_and_never_takes_more_than_all(before: str, meanwhile: str) -> None:
    tracked = Tracked(HOME, before)
    for done, progress in ((5, 0.5), (12, 1.0)):
        tracked.advanced(done, 10)
        assert (tracked.state, tracked.progress) == (meanwhile, progress)


def test_nothing_answers_is_said_after_three_minutes_only() -> None:
    failure = errors.Unreachable()
    schedule = Schedule().failed(NOON, failure, 0.5)
    assert not schedule.is_unreachable(NOON + 2 * MINUTE)
    assert schedule.is_unreachable(NOON + 3 * MINUTE)
    answered = schedule.failed(NOON + 3 * MINUTE, errors.ServerFault("503"), 0.5)
    assert not answered.is_unreachable(NOON + 60 * MINUTE)
    again = answered.failed(NOON + 60 * MINUTE, failure, 0.5)
    assert not again.is_unreachable(NOON + 62 * MINUTE)
    assert again.is_unreachable(NOON + 63 * MINUTE)


def test_delays_differ_by_chance() -> None:
    late = [
        Schedule(failures=5).failed(NOON, errors.Unreachable(), chance).not_before for chance in (0.0, 1.0)
    ]
    assert late[0] is not None
    assert late[1] is not None
    assert late[0] < late[1]


def test_a_large_listing_takes_at_most_a_twentieth_of_the_time() -> None:
    schedule = Schedule().succeeded(NOON, timedelta(seconds=9)).succeeded(NOON + MINUTE)
    assert not schedule.may_list(NOON + 2 * MINUTE)
    assert schedule.may_list(NOON + 3 * MINUTE)


def test_however_slow_a_full_comparison_comes_within_half_an_hour() -> None:
    schedule = Schedule().succeeded(NOON, timedelta(minutes=10))
    assert not schedule.may_list(NOON + 29 * MINUTE)
    assert schedule.may_list(NOON + 30 * MINUTE)


@pytest.mark.case("TS03")
def test_a_clock_that_is_set_back_locks_no_server_out() -> None:
    schedule = Schedule(failures=9).failed(NOON, errors.Unreachable(), 0.5)
    assert schedule.is_due(NOON - timedelta(days=9000))
    assert Schedule().succeeded(NOON, timedelta(minutes=1)).may_list(NOON - timedelta(days=9000))


FAULTS = [
    (errors.ProtectedNote(), [0, 10, 30, 70]),
    (errors.SourceTimeout(), [0, 10, 30, 70]),
    (errors.ServerFault("502"), [0, 1, 3, 7]),  # of a proxy: soon over
    (errors.TooLarge(), [0, 720]),
    (errors.UnpreparedNote(), [0, 720]),
]


@pytest.mark.parametrize(("failure", "first"), FAULTS, ids=[f.name for f, _ in FAULTS])
def test_a_faulty_note_is_asked_for_less_and_less(
    failure: errors.SourceError | errors.UnpreparedNote, first: list[int]
) -> None:
    fault, asked, kept = None, [], []
    for minute in range(24 * 60):
        now = NOON + minute * MINUTE
        if fault is None or may_retry(fault.retry_at, now):
            asked.append(minute)
            fault = fault_after(fault, failure, now)
            kept.append(keeps_text(fault, now))
    assert asked[: len(first)] == first
    assert len(asked) <= 11
    assert fault is not None
    assert (fault.name, fault.tries) == (failure.name, len(asked))
    assert not kept[-1]
    assert asked[kept.index(False)] <= 70, "no older text is shown for much longer than an hour"


def test_a_clock_that_is_set_back_locks_no_faulty_note_out() -> None:
    fault = fault_after(None, errors.ServerFault("500"), NOON)
    assert may_retry(fault.retry_at, NOON - timedelta(days=9000))
    assert may_retry("", NOON), "a file of before has no moment"
