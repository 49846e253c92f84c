"""What people and devices do to the notes of a server, chosen by numbers: by Hypothesis, or by chance with a seed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from tests.fakes import Backup, MutableTree, note
from trayrecall.demo.notes import ROOT, DemoNote

FIRST = "<p>first text</p>"
CONTENTS = (FIRST, "owl", "fog", "<h2>kiln</h2><p>cone six</p>", "")
TITLES = ("Owl", "Fog", "Kiln", "Views", "LLM Wiki", "")
LABELS = ("archived", "recallIgnore", "wikiRoot", "calendarRoot", "description", "color")
TYPES = (
    ("code", "text/x-python"),
    ("mermaid", "text/mermaid"),
    ("image", "image/png"),
    ("text", "text/html"),
)
ODD_MIMES = ("notamime", "text/\n", "тип/text")


class Mutations:
    """Each takes numbers that stand for any note but the root, and does nothing where there is nothing to do it to."""

    def __init__(self, tree: MutableTree) -> None:
        self.tree = tree
        self._names = (f"n{i}" for i in itertools.count())
        self._titles: dict[str, str] = {}  # what protected notes are called
        self._deleted: list[tuple[DemoNote, ...]] = []
        self._backups: list[Backup] = []

    def pick(self, number: int, fits: Callable[[DemoNote], bool] = lambda _: True) -> str | None:
        """One of the notes that fit, but not the root."""
        notes = [n.id for n in self.tree.notes.values() if n.id != ROOT and fits(n)]
        return notes[number % len(notes)] if notes else None

    def add(self, parent: int, content: str = FIRST) -> None:
        """A new note below another or, when there is none, the root."""
        self.add_below(self.pick(parent) or ROOT, content)

    def add_below(self, parent: str, content: str = FIRST) -> None:
        """A new note below this one."""
        name = next(self._names)
        self.tree.put(note(name, f"Title {name}", content, parents=(parent,), utc_modified=self.tree.now()))

    def edit(self, which: int, content: str) -> None:
        """New content."""
        if chosen := self.pick(which):
            self.tree.edit(chosen, content)

    def retitle(self, which: int, title: str) -> None:
        """A new title."""
        if chosen := self.pick(which, lambda n: not n.is_protected):
            self.tree.edit(chosen, title=title)

    def arrive(self, which: int, content: str) -> None:
        """An edit comes from another device: it keeps the date of its making, which is long past."""
        if chosen := self.pick(which, lambda n: not n.is_protected):
            old = self.tree.notes[chosen]
            self.tree.arrive(replace(old, content=content.encode(), blob_id=None))

    def move(self, which: int, parents: Sequence[int]) -> None:
        """Move or clone, also below itself or into a cycle."""
        if chosen := self.pick(which):
            self.tree.move(chosen, *dict.fromkeys(self.pick(p) or ROOT for p in parents))

    def clone(self, which: int, parent: int) -> None:
        """One parent more."""
        chosen, above = self.pick(which), self.pick(parent)
        if chosen and above:
            self.tree.move(chosen, *dict.fromkeys((*self.tree.notes[chosen].parents, above)))

    def label(self, which: int, name: str, inheritable: bool) -> None:
        """Set a label."""
        if chosen := self.pick(which):
            self.tree.label(chosen, name, "value", inheritable=inheritable)

    def unlabel(self, which: int) -> None:
        """Take a label away."""
        if chosen := self.pick(which, lambda n: bool(n.attributes)):
            self.tree.unlabel(chosen, self.tree.notes[chosen].attributes[0].name)

    def protect(self, which: int) -> None:
        """Protect a note."""
        if chosen := self.pick(which, lambda n: not n.is_protected):
            self._titles[chosen] = self.tree.notes[chosen].title
            self.tree.protect(chosen)

    def unprotect(self, which: int) -> None:
        """Take the protection away."""
        if chosen := self.pick(which, lambda n: n.is_protected):
            self.tree.unprotect(chosen, self._titles[chosen])

    def delete(self, which: int) -> None:
        """Delete a note with those that stand only below it."""
        if chosen := self.pick(which):
            before = dict(self.tree.notes)
            self.tree.delete(chosen)
            self._deleted.append(tuple(n for i, n in before.items() if i not in self.tree.notes))

    def undelete(self) -> None:
        """Bring back what was deleted last, below what is still there of its parents or the root."""
        if self._deleted:
            gone = [n for n in self._deleted.pop() if n.id not in self.tree.notes]
            there = {*self.tree.notes, *(n.id for n in gone)}
            self.tree.undelete(
                *(replace(n, parents=tuple(p for p in n.parents if p in there) or (ROOT,)) for n in gone)
            )

    def change_type(self, which: int, kind: tuple[str, str]) -> None:
        """Another type with its mime; also how an odd mime is put right."""
        if chosen := self.pick(which, lambda n: not n.is_protected):
            self._put(chosen, type=kind[0], mime=kind[1])

    def spoil_mime(self, which: int, mime: str) -> None:
        """A mime that can't stand in a header: the server can't give the content any more."""
        if chosen := self.pick(which, lambda n: not n.is_protected):
            self._put(chosen, type="code", mime=mime)

    def back_up(self) -> None:
        """Make a backup of the server."""
        self._backups.append(self.tree.back_up())

    def restore(self, which: int) -> None:
        """Put a backup back; edits go on from there."""
        if self._backups:
            self.tree.restore(self._backups[which % len(self._backups)])
            self.tree.bump()

    def _put(self, note_id: str, **fields: object) -> None:
        self.tree.put(replace(self.tree.notes[note_id], utc_modified=self.tree.now(), **fields))  # type: ignore[arg-type]

    def any(self, chance: Random) -> None:
        """Any of them; what makes and what changes is as likely as what takes away."""

        def some() -> int:
            return chance.randrange(1000)

        chance.choice(
            (
                lambda: self.add(some(), chance.choice(CONTENTS)),
                lambda: self.add(some(), f"<p>{some()} owls</p><h2>Fog</h2><p>{some()}</p>"),
                lambda: self.add(some()),
                lambda: self.edit(some(), chance.choice(CONTENTS)),
                lambda: self.edit(some(), f"<p>{some()} kilns</p>"),
                lambda: self.retitle(some(), chance.choice(TITLES)),
                lambda: self.arrive(some(), chance.choice(CONTENTS)),
                lambda: self.move(some(), [some()]),
                lambda: self.clone(some(), some()),
                lambda: self.label(some(), chance.choice(LABELS), chance.random() < 0.5),
                lambda: self.unlabel(some()),
                lambda: self.unlabel(some()),
                lambda: self.protect(some()),
                lambda: self.unprotect(some()),
                lambda: self.delete(some()),
                self.undelete,
                lambda: self.change_type(some(), chance.choice(TYPES)),
                lambda: self.change_type(some(), TYPES[-1]),
                lambda: self.spoil_mime(some(), chance.choice(ODD_MIMES)),
                self.back_up if chance.random() < 0.5 else (lambda: self.restore(some())),
            )
        )()
