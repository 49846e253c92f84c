"""The model of a sync: a server to which anything may happen, an index that follows it, and a fresh build to compare.

The model is simple: whatever happened, after a sync that ends well the index equals one that was built at once.
"""

from __future__ import annotations

import contextlib
import itertools
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

import apsw
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.engine.mutations import CONTENTS, LABELS, ODD_MIMES, TITLES, TYPES, Mutations
from tests.engine.sources import (
    HOME,
    Between,
    TreeSource,
    assert_same,
    built_at_once,
    contents_of,
    without_notes,
)
from tests.fakes import TOKEN, FakeServer, MutableTree, server_error, tree_of
from tests.store.building import SPACE, embed_pending
from tests.store.checker import assert_consistent, assert_sound
from tests.store.interruptions import Killed, before_statement, killed_before_statement
from trayrecall.core.changes import MAX_VANISHED_NOTES, MAX_VANISHED_SHARE
from trayrecall.core.errors import ImplausibleListing, StoreError
from trayrecall.core.model import NoteId
from trayrecall.core.ports import NoteSource
from trayrecall.engine.sync import FULL_LISTING_EVERY, Sync, SyncReport
from trayrecall.etapi import EtapiSource
from trayrecall.store import Index

NOW = datetime(2031, 6, 1, 12, 0, tzinfo=UTC)
MANY = 45  # so many notes that losing most of them is hard to believe

WHICH = st.integers(0, 1000)
CONTENT = st.sampled_from(CONTENTS)
STATEMENTS = st.integers(0, 20) | st.integers(0, 120)  # one edit takes a dozen, the first sync a hundred


@dataclass(slots=True)
class Figures:
    """What was done in a run."""

    examples: int = 0
    steps: int = 0
    syncs: int = 0
    settled: int = 0
    held: int = 0
    written: int = 0
    killed: int = 0
    full: int = 0


class SyncMachine(RuleBasedStateMachine):
    """Mutations of the server, and syncs that end well, are stopped, killed, meet failing notes or a full disk."""

    server: ClassVar[FakeServer]
    figures: ClassVar[Figures] = Figures()

    def __init__(self) -> None:
        super().__init__()
        self.tree: MutableTree = tree_of()
        self.mutations = Mutations(self.tree)
        self.failing: set[str] = set()
        self.unmarked = False  # the server changed in a way that its change mark may not tell
        self.folder = tempfile.TemporaryDirectory()
        self.starts = itertools.count()
        self.now = NOW
        self.index = Index.open(self.new_file())
        self.source: NoteSource = TreeSource(self.tree, self.failing)

    def new_file(self) -> Path:
        return Path(self.folder.name) / f"{next(self.starts)}.db"

    @initialize(over_http=st.booleans(), many=st.sampled_from([False, False, False, False, True]))
    def some_notes(self, *, over_http: bool, many: bool) -> None:
        for parent in ("root", "root", "n0", "n1", "n1"):
            self.mutations.add_below(parent)
        self.mutations.back_up()
        self.server.app.start_over(self.tree)
        if over_http:
            self.source = EtapiSource(self.server.url, TOKEN)
        if many:
            for i in range(MANY):
                self.mutations.add_below("n1" if i % 2 else "n3")

    # ---- the server

    @rule(parent=WHICH, content=CONTENT)
    def add(self, parent: int, content: str) -> None:
        self.mutations.add(parent, content)

    @rule(which=WHICH, content=CONTENT)
    def edit(self, which: int, content: str) -> None:
        self.mutations.edit(which, content)

    @rule(which=WHICH, title=st.sampled_from(TITLES))
    def retitle(self, which: int, title: str) -> None:
        self.mutations.retitle(which, title)

    @rule(which=WHICH, content=CONTENT)
    def arrive_from_another_device(self, which: int, content: str) -> None:
        self.mutations.arrive(which, content)

    @rule(which=WHICH, parents=st.lists(WHICH, max_size=2))
    def move(self, which: int, parents: list[int]) -> None:
        self.mutations.move(which, parents)

    @rule(which=WHICH, parent=WHICH)
    def clone(self, which: int, parent: int) -> None:
        self.mutations.clone(which, parent)

    @rule(which=WHICH, name=st.sampled_from(LABELS), inheritable=st.booleans())
    def label(self, which: int, name: str, *, inheritable: bool) -> None:
        self.mutations.label(which, name, inheritable=inheritable)

    @rule(which=WHICH)
    def unlabel(self, which: int) -> None:
        self.mutations.unlabel(which)

    @rule(which=WHICH)
    def protect(self, which: int) -> None:
        self.mutations.protect(which)

    @rule(which=WHICH)
    def unprotect(self, which: int) -> None:
        self.mutations.unprotect(which)

    @rule(which=WHICH)
    def delete(self, which: int) -> None:
        self.mutations.delete(which)

    @rule()
    def undelete(self) -> None:
        self.mutations.undelete()

    @rule(which=WHICH, kind=st.sampled_from(TYPES))
    def change_type(self, which: int, kind: tuple[str, str]) -> None:
        self.mutations.change_type(which, kind)

    @rule(which=WHICH, mime=st.sampled_from(ODD_MIMES))
    def spoil_mime(self, which: int, mime: str) -> None:
        self.mutations.spoil_mime(which, mime)

    @rule()
    def back_up(self) -> None:
        self.mutations.back_up()

    @rule()
    def restore_a_backup(self) -> None:
        self.mutations.restore()
        self.unmarked = True

    @rule(which=WHICH)
    def let_a_note_fail(self, which: int) -> None:
        if chosen := self.mutations.pick(which):
            self.failing.add(chosen)
            self.server.faults.content(chosen, server_error())

    @rule()
    def heal_all_notes(self) -> None:
        if self.failing:
            self.failing.clear()
            self.server.faults.heal()
            self.unmarked = True

    # ---- syncs that don't end well

    @rule(after=st.integers(0, 3))
    def stop_a_sync(self, after: int) -> None:
        asked = itertools.count()
        self.try_to_sync(stop=lambda: next(asked) > after)

    @rule(full=st.booleans())
    def sync_but_leave_failing_notes_in_peace(self, *, full: bool) -> None:
        self.try_to_sync(full=full, retry=False)

    @rule(after=STATEMENTS, full=st.booleans())
    def be_killed_in_a_sync(self, after: int, *, full: bool) -> None:
        self.be_killed(after, lambda: self.try_to_sync(full=full))

    @rule(after=STATEMENTS)
    def be_killed_while_embedding(self, after: int) -> None:
        self.try_to_sync()
        self.be_killed(after, self.embed)

    def be_killed(self, after: int, work: Callable[[], None]) -> None:
        """Die before that statement of the work, or when it is done; then start again with what is left."""
        left = self.new_file()
        with contextlib.suppress(Killed), killed_before_statement(self.index.database, after, left) as kill:
            self.figures.killed += 1
            work()
            self.figures.killed -= 1  # not in the middle of it
            kill()
        self.start(left)

    @rule(after=STATEMENTS)
    def fill_the_disk(self, after: int) -> None:
        def full() -> None:
            self.figures.full += 1
            raise apsw.FullError

        with contextlib.suppress(StoreError), before_statement(self.index.database, after, full):
            self.try_to_sync()
            self.embed()

    @rule()
    def start_again(self) -> None:
        self.start(self.index.database.path)

    @rule(
        which=WHICH,
        moment=st.sampled_from(["after_mark", "after_listing", "before_content"]),
        content=CONTENT,
    )
    def edit_during_a_sync(self, which: int, moment: str, content: str) -> None:
        self.try_to_sync(self.meanwhile(moment, lambda: self.mutations.edit(which, content)))

    @rule(which=WHICH, moment=st.sampled_from(["after_mark", "after_listing", "before_content"]))
    def delete_during_a_sync(self, which: int, moment: str) -> None:
        self.try_to_sync(self.meanwhile(moment, lambda: self.mutations.delete(which)))

    def meanwhile(self, moment: str, happen: Callable[[], None]) -> NoteSource:
        """The source, and something happens to the server at that moment of a sync, once."""
        left = iter([happen])

        def once(*_: NoteId) -> None:
            next(left, lambda: None)()

        return Between(self.source, **{moment: once})

    def start(self, file: Path) -> None:
        """Begin anew with a file, as the application does."""
        self.index.close()
        self.index = Index.open(file)
        assert self.index.notice is None, "a killed process leaves a file that needs no mending"
        assert_sound(self.index.database)

    # ---- syncs

    def run(
        self,
        source: NoteSource | None = None,
        *,
        full: bool = False,
        accept_deletions: bool = False,
        retry: bool = True,
        stop: Callable[[], bool] = lambda: False,
    ) -> SyncReport:
        """One sync, a minute after the one before."""
        self.now += timedelta(minutes=1)
        done = 0

        def progress(now_done: int, _all: int) -> None:
            nonlocal done
            done = now_done

        self.figures.syncs += 1
        sync = Sync(
            HOME,
            source or self.source,
            self.index,
            stop=stop,
            progress=progress,
            retry=lambda _: retry,
        )
        try:
            return sync.run(self.now, full=full, accept_deletions=accept_deletions)
        finally:
            self.figures.written += done

    def try_to_sync(self, source: NoteSource | None = None, **how: Any) -> None:
        """A sync of which nothing is expected but that it leaves the index whole."""
        with contextlib.suppress(ImplausibleListing):
            self.run(source, **how)

    def run_well(self) -> SyncReport:
        """A sync that ends well. When most notes are gone it deletes nothing first, until a person says so."""
        known, told = set(self.index.ledger(HOME)), self.listed()
        lost = len(known - told)
        before = contents_of(self.index)
        try:
            report = self.run()
        except ImplausibleListing:
            assert lost > MAX_VANISHED_NOTES
            assert contents_of(self.index) == before
            self.figures.held += 1
            return self.run(accept_deletions=True)
        assert report.unchanged or lost <= max(MAX_VANISHED_NOTES, MAX_VANISHED_SHARE * len(known))
        return report

    def embed(self) -> None:
        if self.index.space is None:
            self.index.open_space(SPACE)
        embed_pending(self.index)

    def listed(self) -> set[NoteId]:
        """The notes that the server tells of."""
        return {NoteId(i) for i in self.tree.listed(with_archived=True)}

    @rule()
    def sync(self) -> None:
        """Soon after the one before: whatever the mark tells is found, but for notes that fail just now."""
        report = self.run_well()
        self.embed()
        if report.unchanged and self.unmarked:
            return
        self.unmarked = False
        found, built = contents_of(self.index), built_at_once(self.tree)
        assert_same(*(without_notes(contents, self.failing) for contents in (found, built)))
        assert set(self.index.ledger(HOME)) == self.listed()

    @rule()
    def settle(self) -> None:
        """All is well again, and half an hour later everything has been compared, whatever the mark says."""
        self.heal_all_notes()
        self.now += FULL_LISTING_EVERY
        self.sync()
        assert not self.unmarked
        self.figures.settled += 1
        assert self.run().unchanged
        again = self.run(full=True)
        unreadable = self.faulty()
        assert (again.fetched, again.relabelled, again.left_out, again.deleted) == (len(unreadable), 0, 0, 0)

    def faulty(self) -> list[NoteId]:
        return [note_id for note_id, entry in self.index.ledger(HOME).items() if entry.fault]

    # ---- always

    @invariant()
    def everything_belongs_together(self) -> None:
        self.figures.steps += 1
        assert_consistent(self.index)

    def teardown(self) -> None:
        self.settle()
        self.figures.examples += 1
        self.index.close()
        self.source.close()
        self.folder.cleanup()
