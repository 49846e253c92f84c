from __future__ import annotations

from trayrecall.core.rhythm import BEAT_SECONDS, Due, Rhythm

HOUR = 3600.0


class Clocks:
    """A machine's two clocks; `rhythm` is asked after each step."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_900_000_000.0, 500.0
        self.rhythm = Rhythm(self.wall, self.steady)

    def beat(self, seconds: float = BEAT_SECONDS, *, slept: float = 0.0, set_by: float = 0.0) -> Due:
        self.wall += seconds + slept + set_by
        self.steady += seconds
        return self.rhythm.beat(self.wall, self.steady)

    def minutes(self, number: int) -> list[Due]:
        return [self.beat() for _ in range(6 * number)]


def test_a_minute_is_a_tick() -> None:
    assert Clocks().minutes(10).count(Due.TICK) == 10


def test_beats_that_come_a_little_late_shift_nothing() -> None:
    clocks = Clocks()
    assert [clocks.beat(10.4) for _ in range(60)].count(Due.TICK) == 10


def test_a_sleep_is_told_once_and_the_rhythm_goes_on() -> None:
    clocks = Clocks()
    clocks.minutes(1)
    assert clocks.beat(slept=12 * HOUR) is Due.WAKING
    after = clocks.minutes(5)
    assert Due.WAKING not in after
    assert after.count(Due.TICK) == 5


def test_a_sleep_in_which_both_clocks_went_on_is_told_too() -> None:
    assert Clocks().beat(12 * HOUR) is Due.WAKING


def test_a_clock_that_is_set_is_told_once_and_stops_nothing() -> None:
    for hours in (-1, 1):
        clocks = Clocks()
        assert clocks.beat(set_by=hours * HOUR) is Due.WAKING
        assert clocks.minutes(5).count(Due.TICK) == 5


def test_a_busy_machine_is_not_taken_for_one_that_slept() -> None:
    assert Clocks().beat(40.0) is Due.NOTHING
