"""Times, their percentiles, and the row that a benchmark gives."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

Row = dict[str, float | int | str | None]
_T = TypeVar("_T")


def timed(call: Callable[[], _T]) -> tuple[float, _T]:
    """How many milliseconds the call took, and what it gave."""
    began = time.perf_counter()
    result = call()
    return (time.perf_counter() - began) * 1000, result


def repeated(call: Callable[[], object], times: int) -> list[float]:
    """The milliseconds of each of so many calls."""
    return [timed(call)[0] for _ in range(times)]


def p50(times: Sequence[float]) -> float:
    """The median."""
    return round(float(np.percentile(times, 50)), 3)


def p95(times: Sequence[float]) -> float:
    """Nineteen of twenty are quicker."""
    return round(float(np.percentile(times, 95)), 3)


def row(
    times: Sequence[float], *, bare: float | None = None, against: str = "", **more: float | str | None
) -> Row:
    """One row of `bench.json`. `bare` is the median of the bare work, in milliseconds; `ratio` is how often it fits in."""
    ratio = None if not bare else round(p50(times) / bare, 3)
    return {
        "p50_ms": p50(times),
        "p95_ms": p95(times),
        "ratio": ratio,
        "against": against,
        "n": len(times),
        **more,
    }
