"""What was decided about prompts, counted a day: numbers alone, so that they may outlive the prompts.

A count is a name with a number: `reason:sent`, `passages`, `tokens`, and `ms:50` for an answer that took at most 50 ms
(and more than the bound below). Only prompts that were looked up have a time: a skipped one would flatter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from trayrecall.core.model import Decision

# Milliseconds. The server gives up at 1200; what takes longer than the last bound counts there.
BOUNDS = (1, 2, 5, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1200, 2000)
DAYS_KEPT = 400
SILENT = frozenset({"skipped", "nothing", "gated", "repeated"})  # where silence was the decision
_LOOKED_UP = frozenset({"sent", "repeated", "gated", "nothing", "late"})
_SLOW = 0.95

K = TypeVar("K", str, int)


@dataclass(frozen=True, slots=True)
class Totals:
    """The counts of a day, or of several together."""

    day: str = ""  # YYYY-MM-DD; empty for several days
    reasons: Mapping[str, int] = field(default_factory=dict)
    passages: int = 0
    tokens: int = 0
    speeds: Mapping[int, int] = field(default_factory=dict)  # upper bound in milliseconds → prompts

    @property
    def prompts(self) -> int:
        """All prompts, whatever became of them."""
        return sum(self.reasons.values())

    @property
    def silence(self) -> float | None:
        """The share of decided prompts that got nothing; None without any."""
        silent = sum(n for reason, n in self.reasons.items() if reason in SILENT)
        decided = silent + self.reasons.get("sent", 0)
        return silent / decided if decided else None

    @property
    def p95(self) -> float | None:
        """Milliseconds within which 95 of 100 prompts were answered, between the bounds in proportion."""
        wanted, below, seen = _SLOW * sum(self.speeds.values()), 0, 0
        for bound in BOUNDS:
            count = self.speeds.get(bound, 0)
            if count and seen + count >= wanted:
                return below + (bound - below) * (wanted - seen) / count
            seen, below = seen + count, bound
        return None


def counts_of(decision: Decision) -> dict[str, int]:
    """What one decision adds to its day."""
    counts = {f"reason:{decision.reason}": 1}
    sent = sum(note.sent for note in decision.notes)
    if sent:
        counts |= {"passages": sent, "tokens": decision.tokens}
    if decision.reason in _LOOKED_UP:
        bound = next((b for b in BOUNDS if decision.milliseconds <= b), BOUNDS[-1])
        counts[f"ms:{bound}"] = 1
    return counts


def summed(counts: Iterable[tuple[str, int]], day: str = "") -> Totals:
    """The totals of these counts; a name that isn't known is left away."""
    reasons, speeds, numbers = Counter[str](), Counter[int](), Counter[str]()
    for what, count in counts:
        kind, _, name = what.partition(":")
        if kind == "reason":
            reasons[name] += count
        elif kind == "ms":
            speeds[int(name)] += count
        elif what in {"passages", "tokens"}:
            numbers[what] += count
    return Totals(day, reasons, numbers["passages"], numbers["tokens"], speeds)


def together(days: Iterable[Totals]) -> Totals:
    """Several days as one."""
    found = list(days)
    return Totals(
        reasons=_added(day.reasons for day in found),
        passages=sum(day.passages for day in found),
        tokens=sum(day.tokens for day in found),
        speeds=_added(day.speeds for day in found),
    )


def _added(parts: Iterable[Mapping[K, int]]) -> dict[K, int]:
    total = Counter[K]()
    for part in parts:
        total.update(part)
    return total
