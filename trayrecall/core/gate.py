"""When to be silent: the thresholds of the gate, measured on a person's own notes.

How strong a hit must be depends on the notes: over an encyclopedia something sounds near to every question, over a few
recipes nothing does. So a bank of prompts that no notes are meant to answer is asked, and a prompt must find something
stronger than almost all of those do. Notes may truly treat what some of them ask, so a quantile is taken, never the
maximum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

ALL = ""  # the group of all prompts together, also used for a language that the bank doesn't have
SHARE = 0.035  # of the bank's prompts lie above a quantile, unless a person wants another share; of others a point more
LEAST_PROMPTS = 50  # a language with fewer is judged by all prompts together
ASKED_FROM = 20  # passages: before that, nothing is asked
LEAST_PASSAGES = 50  # with fewer a quantile rests on a few notes: the model's own floor is the threshold
GROWTH = 1.2  # measured anew when the index has grown, or shrunk, by this factor


@dataclass(frozen=True, slots=True)
class Asked:
    """One prompt of the bank: the strength of the best that it found, None when it found nothing."""

    language: str  # see core.language
    half: int  # 0 or 1: each half is judged by what is measured on the other
    strength: float | None


@dataclass(frozen=True, slots=True)
class GateGroup:
    """What was measured for prompts in one language."""

    language: str
    threshold: float
    floor: float  # the model's own: no threshold lies below it
    prompts: int
    fired: float  # the share of them that get something at a threshold from the other half


@dataclass(frozen=True, slots=True)
class Gate:
    """The thresholds of one index and model. `bank` names the prompts, `passages` and `measured_at` when it was."""

    groups: Mapping[str, GateGroup] = field(default_factory=dict)
    passages: int = 0
    measured_at: str = ""
    bank: str = ""

    def threshold(self, language: str) -> float | None:
        """The strength that a prompt in this language must find; None when nothing was measured."""
        group = self.groups.get(language) or self.groups.get(ALL)
        return group.threshold if group else None

    def is_due(self, bank: str, passages: int) -> bool:
        """Whether it should be measured (anew) with these prompts over so many passages."""
        if passages < ASKED_FROM:
            return False
        if bank != self.bank:
            return True
        grown = passages >= GROWTH * self.passages or passages * GROWTH <= self.passages
        return grown and max(passages, self.passages) >= LEAST_PASSAGES


def measured(
    asked: Sequence[Asked],
    floor: float,
    *,
    passages: int,
    measured_at: str,
    bank: str,
    share: float = SHARE,
) -> Gate:
    """The gate from what the bank found. A language with enough prompts has a threshold of its own.

    It lies halfway between the quantile of its own prompts and that of all (few prompts alone tell the outermost ones
    badly), and never below the floor. Over few passages it is the floor. `share` of the prompts lie above a quantile.
    """
    languages = {a.language for a in asked} - {ALL}
    threshold = _floor_only if passages < LEAST_PASSAGES else partial(_threshold, share=share)
    groups = {}
    for language in (ALL, *sorted(languages)):
        own = _of(asked, language)
        if len(own) >= LEAST_PROMPTS:
            fired = _fired(asked, language, floor, threshold)
            groups[language] = GateGroup(language, threshold(asked, language, floor), floor, len(own), fired)
    return Gate(groups, passages, measured_at, bank)


def _of(asked: Iterable[Asked], language: str) -> list[Asked]:
    return [a for a in asked if language in (ALL, a.language)]


def _threshold(asked: Sequence[Asked], language: str, floor: float, *, share: float) -> float:
    own = _of(asked, language)
    return max(floor, (_outer(own, share) + _outer(asked, share)) / 2) if own else floor


def _floor_only(_asked: Sequence[Asked], _language: str, floor: float) -> float:
    return floor


def _fired(
    asked: Sequence[Asked],
    language: str,
    floor: float,
    threshold: Callable[[Sequence[Asked], str, float], float],
) -> float:
    """The share of a language's prompts that get something, each half at the threshold of the other."""
    own = _of(asked, language)
    fired = 0
    for half in (0, 1):
        least = threshold([a for a in asked if a.half != half], language, floor)
        fired += sum(a.half == half and a.strength is not None and a.strength >= least for a in own)
    return fired / len(own)


def _outer(asked: Sequence[Asked], share: float) -> float:
    """The strength that this share of these prompts reach, between neighbours by their distance (as numpy's quantile)."""
    nothing = min((a.strength for a in asked if a.strength is not None), default=0.0)
    found = sorted(nothing if a.strength is None else a.strength for a in asked)
    if len(found) == 1:
        return found[0]
    place = (1 - share) * (len(found) - 1)
    lower, upper = list(pairwise(found))[min(int(place), len(found) - 2)]
    return lower + (upper - lower) * (place - int(place))
