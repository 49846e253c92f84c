"""When to look at the servers: once a minute, and at once after the machine slept or its clock was set. Pure."""

from __future__ import annotations

from enum import Enum

BEAT_SECONDS = 10.0  # how often `Rhythm.beat` is asked
TICK_SECONDS = 60.0
JUMP_SECONDS = 45.0  # more than a busy machine delays a beat


class Due(Enum):
    """What a beat is for."""

    NOTHING = "nothing"
    TICK = "tick"  # a minute has passed
    WAKING = "waking"  # the machine slept, or its clock was set


class Rhythm:
    """Compares the clock on the wall with the steady one, both in seconds.

    In a sleep the steady clock stands still (Linux, macOS) or both go on without a beat (Windows). Each sleep is told
    once, however many beats were missed; a clock that is set back is no reason to stop looking.
    """

    def __init__(self, wall: float, steady: float) -> None:
        self._wall, self._steady, self._ticked = wall, steady, steady

    def beat(self, wall: float, steady: float) -> Due:
        """What is due now."""
        by_wall, by_steady = wall - self._wall, steady - self._steady
        self._wall, self._steady = wall, steady
        if abs(by_wall - by_steady) > JUMP_SECONDS or by_steady > BEAT_SECONDS + JUMP_SECONDS:
            self._ticked = steady
            return Due.WAKING
        # Half a beat early rather than a whole one late: timers are not exact.
        if steady - self._ticked >= TICK_SECONDS - BEAT_SECONDS / 2:
            self._ticked = steady
            return Due.TICK
        return Due.NOTHING
