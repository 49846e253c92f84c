"""When an instance is looked at next. Pure: time comes in as an argument, chance too.

A look costs a server 3 ms when nothing changed, so a healthy one is looked at with every tick. One that fails is left
in peace for longer and longer, one that refuses the token most of all: a token is entered by a person, and that tells
at once (`Schedule()` anew).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from trayrecall.core.errors import (
    ImplausibleListing,
    SecretStoreError,
    ServerFault,
    SourceError,
    SourceTimeout,
    TooLarge,
    TrayRecallError,
    UnpreparedNote,
    Unreachable,
    UserInputError,
    WrongToken,
)
from trayrecall.core.model import Fault

FIRST_DELAY = timedelta(minutes=1)
LONGEST_DELAY = timedelta(minutes=5)
LONGEST_FOR_TOKEN = timedelta(minutes=30)
LONGEST_ASKED_FOR = timedelta(hours=1)
HELD_DELAY = timedelta(minutes=10)
PATIENCE = timedelta(minutes=3)  # a server that restarts is not "unreachable"
JITTER = 0.1  # of a delay, so that instances behind one proxy don't come back together
DUTY = 20  # a listing may take one part in so many of the time
LONGEST_WITHOUT_LISTING = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Schedule:
    """What past looks say about the next one."""

    failures: int = 0
    unreachable_since: datetime | None = None  # while nothing else came than `Unreachable`
    not_before: datetime | None = None
    listed_at: datetime | None = None
    listing_took: timedelta = timedelta()

    def is_due(self, now: datetime) -> bool:
        """Whether the instance may be looked at. A clock that was set back never locks it out."""
        return (
            self.not_before is None or now >= self.not_before or self.not_before - now > LONGEST_ASKED_FOR * 2
        )

    def may_list(self, now: datetime) -> bool:
        """Whether a full comparison is cheap enough already: at most one part in `DUTY` of the time, at most 30 minutes."""
        if self.listed_at is None or now < self.listed_at:
            return True
        return now - self.listed_at >= min(self.listing_took * DUTY, LONGEST_WITHOUT_LISTING)

    def rested(self) -> Schedule:
        """After a sleep: past failures say nothing about the network that there is now."""
        return replace(self, failures=0, unreachable_since=None, not_before=None)

    def succeeded(self, now: datetime, listing_took: timedelta | None = None) -> Schedule:
        """After a look that went well; `listing_took` when everything was compared."""
        if listing_took is None:
            return Schedule(listed_at=self.listed_at, listing_took=self.listing_took)
        return Schedule(listed_at=now, listing_took=listing_took)

    def failed(self, now: datetime, failure: TrayRecallError, chance: float) -> Schedule:
        """After a look that failed; `chance` is 0..1."""
        failures = self.failures + 1
        delay = _delay(failures, failure) * (1 + JITTER * (2 * chance - 1))
        return replace(
            self,
            failures=failures,
            unreachable_since=(self.unreachable_since or now) if isinstance(failure, Unreachable) else None,
            not_before=now + delay,
        )

    def is_unreachable(self, now: datetime) -> bool:
        """Whether to call it unreachable: nothing has answered for three minutes."""
        return self.unreachable_since is not None and now - self.unreachable_since >= PATIENCE


def _delay(failures: int, failure: TrayRecallError) -> timedelta:
    if isinstance(failure, SecretStoreError | UserInputError):
        return timedelta()  # nothing was sent; the token may be there with the next tick
    if isinstance(failure, ImplausibleListing):
        return HELD_DELAY
    asked_for = failure.retry_after if isinstance(failure, ServerFault) else None
    if asked_for is not None:
        return min(timedelta(seconds=asked_for), LONGEST_ASKED_FOR)
    if isinstance(failure, WrongToken):
        return min(_doubled(FIRST_DELAY, failures), LONGEST_FOR_TOKEN)
    # The first repeats come with the next tick: a restart or a waking laptop is over within a minute.
    return timedelta() if failures <= 2 else min(_doubled(FIRST_DELAY, failures - 3), LONGEST_DELAY)  # noqa: PLR2004


def _doubled(delay: timedelta, times: int) -> timedelta:
    return delay * (1 << min(times, 10))


FAULT_DELAY = timedelta(minutes=10)
PASSING_FAULT_DELAY = timedelta(minutes=1)  # of what a proxy answered, or the network did
LONGEST_FAULT_DELAY = timedelta(hours=12)
TEXT_KEPT = timedelta(hours=1)


def fault_after(known: Fault | None, failure: SourceError | UnpreparedNote, now: datetime) -> Fault:
    """The fault of a note whose content could not be read or prepared just now; `known` is that of earlier tries."""
    tries = known.tries + 1 if known else 1
    delay = min(_doubled(_first_delay(failure), tries - 1), LONGEST_FAULT_DELAY)
    return Fault(failure.name, str(failure), tries, (now + delay).astimezone(UTC).isoformat())


def _first_delay(failure: SourceError | UnpreparedNote) -> timedelta:
    if isinstance(failure, TooLarge | UnpreparedNote):
        return LONGEST_FAULT_DELAY  # nothing but another content helps, and that is a new try
    if failure.is_spoken or isinstance(failure, SourceTimeout):
        return FAULT_DELAY
    return PASSING_FAULT_DELAY


def keeps_text(fault: Fault, now: datetime) -> bool:
    """Whether a note's older text stays in the index while its new one can't be read.

    Only as long as the note is asked for again within the hour, which is for about an hour. A page of a proxy, or a
    moment without network, must not take away what is there; but text that was replaced on the server may be what
    somebody wanted gone, so it is not shown for long either. Meanwhile the note counts as faulty.
    """
    return datetime.fromisoformat(fault.retry_at) - now <= TEXT_KEPT


def may_retry(retry_at: str, now: datetime) -> bool:
    """Whether to ask for a faulty note again. A clock that was set back never locks it out."""
    if not retry_at:
        return True
    wait = datetime.fromisoformat(retry_at).astimezone(UTC) - now
    return wait <= timedelta() or wait > LONGEST_FAULT_DELAY
