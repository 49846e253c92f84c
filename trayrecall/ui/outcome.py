"""What comes back from work that ran off the UI thread: its value, or the failure with its title and hint. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeAlias, TypeVar

from trayrecall.core.errors import TrayRecallError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """The work ended well."""

    value: T


@dataclass(frozen=True, slots=True)
class Failed:
    """The work failed; `failure` says what a person can do."""

    failure: TrayRecallError


Outcome: TypeAlias = Done[T] | Failed
Deliver: TypeAlias = Callable[[Outcome[T]], None]


class Ticket(Protocol):
    """A claim on work under way."""

    def cancel(self) -> None:
        """Nobody wants the outcome any more; it is not delivered."""
