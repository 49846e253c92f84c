"""A person's own rules: which of them decides for which note.

A rule names notes by a label, by the subtree they stand in, by their type, or by several of these at once. The subtree of
`below` is found along every path, so that no clone escapes a rule that leaves out. Letter case never counts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from trayrecall.core.graphemes import stream_safe
from trayrecall.core.model import AreaRule, NoteId, NoteMeta

_ROOT = NoteId("root")

_Children = Mapping[NoteId, Sequence[NoteId]]


def first_fitting(
    rules: Sequence[AreaRule], notes: Mapping[NoteId, NoteMeta], children: _Children
) -> dict[NoteId, AreaRule]:
    """For each note that any rule fits, the first one that does."""
    subtrees = {rule.below: _subtree(rule.below, notes, children) for rule in rules if rule.below is not None}
    ready = [(_condition(rule, subtrees), rule) for rule in rules]
    found: dict[NoteId, AreaRule] = {}
    for note_id, meta in notes.items():
        for condition, rule in ready:
            if condition.holds_for(meta):
                found[note_id] = rule
                break
    return found


@dataclass(frozen=True, slots=True)
class _Condition:
    """A rule's conditions, made ready to be asked of many notes."""

    subtree: Collection[NoteId] | None
    type: str | None
    label: str | None
    value: str | None

    def holds_for(self, meta: NoteMeta) -> bool:
        if self.subtree is not None and meta.id not in self.subtree:
            return False
        if self.type is not None and meta.type.casefold() != self.type:
            return False
        return self.label is None or any(
            a.type == "label"
            and folded(a.name) == self.label
            and (self.value is None or folded(a.value) == self.value)
            for a in meta.attributes
        )


def folded(text: str) -> str:
    """A label's name or value as labels are compared: without case, in every script."""
    return text.strip().casefold()


def _condition(rule: AreaRule, subtrees: Mapping[str, Collection[NoteId]]) -> _Condition:
    name, equals, value = (rule.label or "").strip().removeprefix("#").partition("=")
    return _Condition(
        subtree=None if rule.below is None else subtrees[rule.below],
        type=None if rule.type is None else rule.type.strip().casefold(),
        label=None if rule.label is None else folded(name),
        value=folded(value) if equals else None,
    )


def _subtree(below: str, notes: Mapping[NoteId, NoteMeta], children: _Children) -> set[NoteId]:
    """The named folder, or all folders of that title path, with everything below them."""
    note_id = NoteId(below.strip())
    queue = [note_id] if note_id in notes else _folders(_folded(below), notes, children)
    found = set(queue)
    while queue:
        new = [child_id for child_id in children.get(queue.pop(), ()) if child_id not in found]
        found.update(new)
        queue += new
    return found


def _folders(path: str, notes: Mapping[NoteId, NoteMeta], children: _Children) -> list[NoteId]:
    """The notes of that title path. Each step takes a whole title off, so a title may hold a slash of its own."""
    found: set[NoteId] = set()
    steps = {(_ROOT, path)}
    queue = list(steps)
    while queue:
        parent_id, rest = queue.pop()
        for child_id in children.get(parent_id, ()):
            title = "" if notes[child_id].is_protected else _folded(notes[child_id].title)
            if not title or not rest.startswith(title):
                continue
            if rest == title:
                found.add(child_id)
            elif rest[len(title)] == "/" and (step := (child_id, rest[len(title) + 1 :])) not in steps:
                steps.add(step)
                queue.append(step)
    return sorted(found)


def _folded(path: str) -> str:
    """Titles joined by single slashes, whether a person wrote `›`, as the popup does, or `/`."""
    parts = re.split("[›/]", unicodedata.normalize("NFC", stream_safe(path)).casefold())
    return "/".join(part.strip() for part in parts if part.strip())
