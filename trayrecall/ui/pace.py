"""How long something will take, from how far it came in the last while. Pure but for the words."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from trayrecall.ui.words import plural, translate

WINDOW = 60.0  # seconds that are looked back
LEAST_SECONDS, LEAST_PROGRESS = 4.0, 0.005  # before that, nothing is said


@dataclass(slots=True)
class Pace:
    """Seconds left of one piece of work. `note` its progress (0..1) with a time in seconds as often as it is known."""

    _seen: deque[tuple[float, float]] = field(default_factory=deque)

    def note(self, now: float, progress: float) -> None:
        """It stands so at this time; one that fell back begins anew."""
        if self._seen and progress < self._seen[-1][1]:
            self._seen.clear()
        self._seen.append((now, progress))
        while len(self._seen) > 2 and now - self._seen[1][0] > WINDOW:  # noqa: PLR2004 - first and last are needed
            self._seen.popleft()

    def left(self) -> float | None:
        """Seconds until it is done at the pace of the last while; None while that can't be told."""
        if not self._seen:
            return None
        (began, first), (now, last) = self._seen[0], self._seen[-1]
        if now - began < LEAST_SECONDS or last - first < LEAST_PROGRESS:
            return None
        return (1.0 - last) * (now - began) / (last - first)


_MINUTE, _HOUR = 60.0, 3600.0


def left_words(seconds: float | None) -> str:
    """The time left as a person says it, never more precisely than is known."""
    if seconds is None:
        return ""
    if seconds < 0.75 * _MINUTE:
        return translate("first run", "less than a minute left")
    if seconds < 0.9 * _HOUR:
        minutes = max(1, round(seconds / _MINUTE))
        return plural(
            minutes,
            translate("first run", "about {n} minute left"),
            translate("first run", "about {n} minutes left"),
        )
    hours = max(1, round(seconds / _HOUR))
    return plural(
        hours, translate("first run", "about {n} hour left"), translate("first run", "about {n} hours left")
    )
