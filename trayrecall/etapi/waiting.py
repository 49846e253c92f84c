"""How long a server asks to be left alone: `Retry-After`, in seconds or as a date. Pure; the clock is passed in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime

LONGEST_WAIT = 3600.0  # a server that says more is asked again after an hour all the same

_SECONDS = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def retry_after(headers: Mapping[str, str], clock: Callable[[], float]) -> float | None:
    """Seconds to wait, from 0 to an hour; None when the server doesn't say, or nothing that can be read.

    A date is counted from the answer's own `Date`, so that a wrong clock on either side doesn't matter; `clock`
    (seconds since 1970) serves only where that is missing.
    """
    said = headers.get("retry-after", "").strip()
    if _SECONDS.fullmatch(said):
        return min(float(said), LONGEST_WAIT)
    until = _moment(said)
    if until is None:
        return None
    now = _moment(headers.get("date", ""))
    return min(max(0.0, until - (clock() if now is None else now)), LONGEST_WAIT)


def _moment(text: str) -> float | None:
    """An HTTP date as seconds since 1970, in any of its three spellings."""
    try:
        moment = parsedate_to_datetime(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
