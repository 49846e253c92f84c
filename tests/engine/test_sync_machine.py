"""Whatever happens to the notes, and wherever a sync is interrupted: afterwards the index equals a fresh build."""

from __future__ import annotations

import itertools
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.engine.sources import Between, TreeSource, contents_of
from tests.fakes import MutableTree, note
from tests.store.building import SPACE, embed_pending
from tests.store.checker import assert_consistent
from trayrecall.core.errors import ServerFault
from trayrecall.core.model import InstanceId, NoteId
from trayrecall.engine.sync import Sync
from trayrecall.store import Database, Index

HOME = InstanceId("home")
NOW = datetime(2031, 6, 1, 12, 0, tzinfo=UTC)
WORDS = st.sampled_from(["owl", "fog", "tax", "<h2>kiln</h2><p>cone six</p>", ""])
LABELS = st.sampled_from(["archived", "recallIgnore", "wikiRoot", "calendarRoot", "description", "color"])
PICK = st.integers(0, 1000)


def fresh(tree: MutableTree, folder: Path) -> dict[str, list[object]]:
    """What an index holds that was built at once."""
    index = Index(Database(folder / "fresh.db"))
    index.open_space(SPACE)
    Sync(HOME, TreeSource(tree), index).run(NOW)
    embed_pending(index)
    built = contents_of(index)
    index.close()
    for file in folder.glob("fresh.db*"):
        file.unlink()
    return built


class NotesAndIndex(RuleBasedStateMachine):
    """Mutations of a tree of notes, and syncs that end well, are stopped, or meet a failing note."""

    def __init__(self) -> None:
        super().__init__()
        self.names = (f"n{i}" for i in itertools.count())
        self.folder = tempfile.TemporaryDirectory()
        self.index = Index(Database(Path(self.folder.name) / "index.db"))
        self.index.open_space(SPACE)
        self.tree = MutableTree([note("root", "root", parents=())])

    @initialize()
    def some_notes(self) -> None:
        for parent in ("root", "root", "n0", "n1", "n1"):
            self.add(parent)

    def add(self, parent: str, content: str = "<p>first text</p>") -> None:
        name = next(self.names)
        self.tree.put(note(name, f"Title {name}", content, parents=(parent,)))

    def pick(self, number: int) -> str | None:
        """One of the notes there are, but not the root."""
        notes = [note_id for note_id in self.tree.notes if note_id != "root"]
        return notes[number % len(notes)] if notes else None

    @rule(parent=PICK, content=WORDS)
    def add_a_note(self, parent: int, content: str) -> None:
        self.add(self.pick(parent) or "root", content)

    @rule(which=PICK, content=WORDS)
    def edit_content(self, which: int, content: str) -> None:
        if chosen := self.pick(which):
            self.tree.edit(chosen, content)

    @rule(which=PICK, title=WORDS)
    def edit_title(self, which: int, title: str) -> None:
        if chosen := self.pick(which):
            self.tree.edit(chosen, title=title)

    @rule(which=PICK, parents=st.lists(PICK, max_size=2))
    def move_or_clone(self, which: int, parents: list[int]) -> None:
        """Also below itself, or into a cycle."""
        if chosen := self.pick(which):
            self.tree.move(chosen, *dict.fromkeys(self.pick(p) or "root" for p in parents))

    @rule(which=PICK)
    def delete(self, which: int) -> None:
        chosen = self.pick(which)
        if chosen and not any(
            chosen in n.parents and n.id in ancestors(self.tree, chosen) for n in self.tree.notes.values()
        ):
            self.tree.delete(chosen)

    @rule(which=PICK, name=LABELS, inheritable=st.booleans())
    def set_label(self, which: int, name: str, *, inheritable: bool) -> None:
        if chosen := self.pick(which):
            self.tree.label(chosen, name, "value", inheritable=inheritable)

    @rule(which=PICK, name=LABELS)
    def take_label(self, which: int, name: str) -> None:
        if chosen := self.pick(which):
            self.tree.unlabel(chosen, name)

    @rule(which=PICK)
    def protect(self, which: int) -> None:
        if chosen := self.pick(which):
            self.tree.protect(chosen)

    @rule(which=PICK, content=WORDS)
    def replace_by_another_type(self, which: int, content: str) -> None:
        if chosen := self.pick(which):
            old = self.tree.notes[chosen]
            self.tree.put(
                note(chosen, "Replaced", content, type="code", mime="text/x-python", parents=old.parents)
            )

    @rule()
    def embed(self) -> None:
        embed_pending(self.index)

    @rule(after=st.integers(0, 3))
    def stop_a_sync(self, after: int) -> None:
        source = TreeSource(self.tree)
        Sync(HOME, source, self.index, stop=lambda: len(source.fetched) > after).run(NOW)

    @rule(which=PICK)
    def sync_with_a_failing_note(self, which: int) -> None:
        bad = self.pick(which)

        def fail(note_id: NoteId) -> None:
            if note_id == bad:
                raise ServerFault

        Sync(HOME, Between(TreeSource(self.tree), before_content=fail), self.index).run(NOW)
        self.tree.bump()

    @rule()
    def sync(self) -> None:
        Sync(HOME, TreeSource(self.tree), self.index).run(NOW)
        embed_pending(self.index)
        assert contents_of(self.index) == fresh(self.tree, Path(self.folder.name))
        again = TreeSource(self.tree)
        assert Sync(HOME, again, self.index).run(NOW).unchanged
        assert not Sync(HOME, again, self.index).run(NOW, full=True).fetched
        assert again.fetched == []

    @invariant()
    def everything_belongs_together(self) -> None:
        assert_consistent(self.index)

    def teardown(self) -> None:
        self.sync()
        self.index.close()
        self.folder.cleanup()


def ancestors(tree: MutableTree, note_id: str) -> set[str]:
    """All notes above a note, itself too when it stands in a cycle."""
    found: set[str] = set()
    waiting = list(tree.notes[note_id].parents)
    while waiting:
        parent = waiting.pop()
        if parent in tree.notes and parent not in found:
            found.add(parent)
            waiting += tree.notes[parent].parents
    return found


TestNotesAndIndex = NotesAndIndex.TestCase
TestNotesAndIndex.settings = settings(
    max_examples=15,
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
