"""What a person's rules do to the notes: how many each of them decides for, and what all of them come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from trayrecall.core.areas import children_of, place
from trayrecall.core.model import Area, AreaRule, LeftOut, NoteMeta
from trayrecall.core.rules import first_fitting

# What no rule brings in, so that none decides for it.
_DECIDED = frozenset({LeftOut.PROTECTED, LeftOut.ARCHIVED, LeftOut.IGNORED, LeftOut.HIDDEN, LeftOut.NO_TEXT})


@dataclass(frozen=True, slots=True)
class Taken:
    """Numbers of notes: for each rule, in its order, those it decides for; those in each area; those left out."""

    by_rule: tuple[int, ...]
    areas: Mapping[Area, int]
    left_out: int


def taken(listing: Sequence[NoteMeta], rules: Sequence[AreaRule]) -> Taken:
    """What these rules do to the notes of a listing."""
    rules = [
        replace(rule) for rule in rules
    ]  # equal ones are different objects now, each with a count of its own
    placed = place(listing, rules)
    notes = {meta.id: meta for meta in listing}
    decided = Counter(
        id(rule)
        for note_id, rule in first_fitting(rules, notes, children_of(notes)).items()
        if placed[note_id].left_out not in _DECIDED
    )
    areas = Counter(p.area for p in placed.values() if p.left_out is None)
    return Taken(tuple(decided[id(rule)] for rule in rules), areas, len(placed) - areas.total())
