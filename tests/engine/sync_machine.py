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
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

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
from tests.fakes import TOKEN, Answer, FakeServer, MutableTree, server_error, tree_of
from tests.store.building import SPACE, embed_pending
from tests.store.checker import assert_consistent, assert_sound
from tests.store.interruptions import Killed, before_statement, killed_before_statement
from trayrecall.core.changes import MAX_VANISHED_NOTES, MAX_VANISHED_SHARE
from trayrecall.core.errors import ImplausibleListing, StoreError
from trayrecall.core.model import LeftOut, NoteId, NoteMeta
from trayrecall.core.ports import NoteSource
from trayrecall.demo.app import Response
from trayrecall.demo.notes import ROOT, DemoNote
from trayrecall.engine.schedule import LONGEST_FAULT_DELAY, may_retry
from trayrecall.engine.sync import Sync, SyncReport
from trayrecall.etapi import EtapiSource
from trayrecall.store import Index

NOW = datetime(2031, 6, 1, 12, 0, tzinfo=UTC)
MANY = 45  # so many notes that losing most of them is hard to believe

WHICH = st.integers(0, 2) | st.integers(0, 1000)  # often the same few, so that much happens to one note
CONTENT = st.sampled_from(CONTENTS)
FOREIGN = (
    (b'{"error":"your session expired"}', "application/json"),
    (b"<!-- gateway --><html><body>sign in</body></html>", "text/html"),
    (b"", "text/html"),
)
STATEMENTS = st.integers(0, 20) | st.integers(0, 120)  # one edit takes a dozen, the first sync a hundred

Change = tuple[Any, ...]  # the name of a mutation, and which notes and words it takes
WRITING: st.SearchStrategy[Change] = st.one_of(
    st.tuples(st.just("add"), WHICH, CONTENT),
    st.tuples(st.just("edit"), WHICH, CONTENT),
    st.tuples(st.just("retitle"), WHICH, st.sampled_from(TITLES)),
    st.tuples(st.just("arrive"), WHICH, CONTENT),
)
ARRANGING: st.SearchStrategy[Change] = st.one_of(
    st.tuples(st.just("move"), WHICH, st.lists(WHICH, max_size=2)),
    st.tuples(st.just("clone"), WHICH, WHICH),
    st.tuples(st.just("delete"), WHICH),
    st.tuples(st.just("undelete")),
)
MARKING: st.SearchStrategy[Change] = st.one_of(
    st.tuples(st.just("label"), WHICH, st.sampled_from(LABELS), st.booleans()),
    st.tuples(st.just("unlabel"), WHICH),
    st.tuples(st.just("protect"), WHICH),
    st.tuples(st.just("unprotect"), WHICH),
)
TURNING: st.SearchStrategy[Change] = st.one_of(
    st.tuples(st.just("change_type"), WHICH, st.sampled_from(TYPES)),
    st.tuples(st.just("spoil_mime"), WHICH, st.sampled_from(ODD_MIMES)),
    st.tuples(st.just("back_up")),
    st.tuples(st.just("restore"), WHICH),
)
ANY = WRITING | ARRANGING | MARKING | TURNING


def some(change: st.SearchStrategy[Change]) -> st.SearchStrategy[list[Change]]:
    """A few of one kind at once."""
    return st.lists(change, min_size=1, max_size=4)


class Overtaken(Exception):
    """What a sync found is not written any more."""


@dataclass
class Lacking:
    """A source whose listing lacks one note."""

    inner: NoteSource
    lacking: NoteId

    def listing(self, known: int = 0, /) -> tuple[NoteMeta, ...]:
        return tuple(meta for meta in self.inner.listing(known) if meta.id != self.lacking)

    def change_mark(self) -> str | None:
        return self.inner.change_mark()

    def content(self, note_id: NoteId) -> str:
        return self.inner.content(note_id)

    def app_version(self) -> str:
        return self.inner.app_version()

    def close(self) -> None:
        self.inner.close()


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
        self.failing: set[str] = set()  # notes whose content can't be had just now
        self.failed: set[str] = set()  # or couldn't at some time since all was settled
        self.built_of: dict[str, DemoNote] = {}
        self.built: dict[str, list[Any]] = {}
        self.touched = True  # the index may be another one than when it was checked last
        self.unmarked = False  # the server changed in a way that its change mark may not tell
        self.folder = tempfile.TemporaryDirectory()
        self.starts = itertools.count()
        self.now = NOW
        self.index = Index.open(self.new_file())
        self.source: NoteSource = TreeSource(self.tree, self.failing)

    def new_file(self) -> Path:
        return Path(self.folder.name) / f"{next(self.starts)}.db"

    @initialize(
        over_http=st.booleans(), many=st.sampled_from([False, False, False, True]), known=st.booleans()
    )
    def some_notes(self, *, over_http: bool, many: bool, known: bool) -> None:
        """A few notes of each kind, also one with two paths of the same length; or very many. Are they known already?"""
        for parent in ("root", "root", "n0", "n1", "n1", "n0"):
            self.mutations.add_below(parent)
        self.tree.move("n2", "n1", "n0")
        self.tree.label("n3", "archived")
        self.make(("spoil_mime", 4, ODD_MIMES[0]))
        self.make(("back_up",))
        for _ in range(MANY if many else 0):
            self.mutations.add_below("n1")
        self.server.app.start_over(self.tree)
        if over_http:
            self.source = EtapiSource(self.server.url, TOKEN)
        if known:
            self.sync()

    # ---- the server

    @rule(changes=some(WRITING))
    def write(self, changes: list[Change]) -> None:
        self.make(*changes)

    @rule(changes=some(ARRANGING))
    def arrange(self, changes: list[Change]) -> None:
        self.make(*changes)

    @rule(changes=some(MARKING))
    def mark(self, changes: list[Change]) -> None:
        self.make(*changes)

    @rule(changes=some(TURNING))
    def turn(self, changes: list[Change]) -> None:
        self.make(*changes)

    def make(self, *changes: Change) -> None:
        """Let these happen to the server, one after the other."""
        for name, *how in changes:
            getattr(self.mutations, name)(*how)
            self.unmarked |= name == "restore"

    @rule(which=WHICH)
    def let_a_note_fail(self, which: int) -> None:
        if chosen := self.mutations.pick(which):
            self.failing.add(chosen)
            self.failed.add(chosen)
            self.server.faults.content(chosen, server_error())

    @precondition(lambda self: isinstance(self.source, EtapiSource))
    @rule(which=WHICH, page=st.sampled_from(FOREIGN))
    def let_a_proxy_answer_for_a_note(self, which: int, page: tuple[bytes, str]) -> None:
        """With 200 and something of its own."""
        if chosen := self.mutations.pick(which):
            self.failed.add(chosen)
            self.server.faults.content(chosen, Answer(Response(200, *page)))

    @rule()
    def heal_all_notes(self) -> None:
        self.failing.clear()
        self.server.faults.heal()

    # ---- syncs that don't end well

    @rule(after=st.integers(0, 3))
    def stop_a_sync(self, after: int) -> None:
        asked = itertools.count()
        self.try_to_sync(stop=lambda: next(asked) > after)

    @rule(change=ANY, after=STATEMENTS, embedding=st.booleans())
    def be_killed_and_start_again(self, change: Change, after: int, *, embedding: bool) -> None:
        self.make(change)
        if embedding:
            self.try_to_sync()
        self.be_killed(after, self.embed if embedding else self.try_to_sync)

    def be_killed(self, after: int, work: Callable[[], None]) -> None:
        """Die before that statement of the work, or when it is done; then start again with what is left."""
        left = self.new_file()
        with contextlib.suppress(Killed), killed_before_statement(self.index.database, after, left) as kill:
            self.figures.killed += 1
            work()
            self.figures.killed -= 1  # not in the middle of it
            kill()
        self.start(left)

    @rule(change=ANY, after=STATEMENTS)
    def fill_the_disk(self, change: Change, after: int) -> None:
        self.make(change)

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
        moment=st.sampled_from(["after_mark", "after_listing", "before_content"]),
        change=WRITING | ARRANGING | TURNING,
    )
    def change_during_a_sync(self, moment: str, change: Change) -> None:
        self.try_to_sync(self.meanwhile(moment, lambda: self.make(change)))
        # It failed under the mime with which it was listed, and has that again after a restore: it is left in peace then.
        self.failed.update(i for i, note in self.tree.notes.items() if note.mime in ODD_MIMES)

    @rule(which=WHICH, change=ANY)
    def list_all_but_one(self, which: int, change: Change) -> None:
        """What stands in a folder is not taken for gone when one listing lacks the folder."""
        self.make(change)
        if chosen := self.mutations.pick(which):
            shown = {i for i, entry in self.index.ledger(HOME).items() if entry.left_out is None}
            self.try_to_sync(Lacking(self.source, NoteId(chosen)))
            self.unmarked = True
            known = self.index.ledger(HOME)
            assert not [i for i in shown & known.keys() if known[i].left_out is LeftOut.HIDDEN]

    @rule(moment=st.sampled_from(["after_mark", "after_listing", "before_content"]), change=ANY)
    def remove_the_server_and_add_it_again(self, moment: str, change: Change) -> None:
        """While a sync is under way, whose writes are refused from then on."""
        self.make(change)
        generation = self.index.generation(HOME)

        def write(job: Callable[[], None]) -> None:
            if self.index.generation(HOME) != generation:
                raise Overtaken
            job()

        with contextlib.suppress(Overtaken):
            self.try_to_sync(self.meanwhile(moment, lambda: self.index.remove_instance(HOME)), write=write)

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
        self.touched = True

    # ---- syncs

    def run(
        self,
        source: NoteSource | None = None,
        *,
        full: bool = False,
        accept_deletions: bool = False,
        stop: Callable[[], bool] = lambda: False,
        write: Callable[[Callable[[], None]], None] = lambda job: job(),
    ) -> SyncReport:
        """One sync, a minute after the one before."""
        self.now += timedelta(minutes=1)
        self.touched = True
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
            write=write,
            progress=progress,
            retry=lambda fault: may_retry(fault.retry_at, self.now),
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
        away = {i for i in told if self.is_taken_away(i)}
        lost = len(known - told)
        before = contents_of(self.index)
        try:
            report = self.run()
        except ImplausibleListing:
            assert lost > MAX_VANISHED_NOTES or known & told <= {ROOT}
            assert_same(*(without_notes(contents, away) for contents in (contents_of(self.index), before)))
            self.figures.held += 1
            return self.run(accept_deletions=True)
        assert report.unchanged or lost <= max(MAX_VANISHED_NOTES, MAX_VANISHED_SHARE * len(known))
        return report

    def is_taken_away(self, note_id: NoteId) -> bool:
        """Whether the note itself says so."""
        names = {attribute.name for attribute in self.tree.attributes(note_id)}
        return self.tree.notes[note_id].is_protected or bool({"archived", "recallIgnore"} & names)

    def embed(self) -> None:
        self.touched = True
        if self.index.space is None:
            self.index.open_space(SPACE)
        embed_pending(self.index)

    def listed(self) -> set[NoteId]:
        """The notes that the server tells of."""
        return {NoteId(i) for i in self.tree.listed(with_archived=True)}

    @rule()
    def sync(self) -> None:
        """Soon after the one before: whatever the mark tells is found, but for the content of notes that failed."""
        report = self.run_well()
        self.embed()
        if report.unchanged and self.unmarked:
            return
        self.unmarked = False
        found, built = contents_of(self.index), self.fresh()
        assert_same(*(without_notes(contents, self.failed) for contents in (found, built)))
        assert set(self.index.ledger(HOME)) == self.listed()

    def fresh(self) -> dict[str, list[Any]]:
        """What an index holds that was built at once; made anew when the notes are other ones."""
        if self.tree.notes != self.built_of:
            self.built_of, self.built = dict(self.tree.notes), built_at_once(self.tree)
        return self.built

    @rule()
    def settle(self) -> None:
        """All is well again, and later everything has been compared, whatever the mark says."""
        self.sync()
        self.heal_all_notes()
        self.failed.clear()
        self.now += LONGEST_FAULT_DELAY  # no note is left in peace for longer, and no comparison believed
        self.sync()
        assert not self.unmarked
        self.figures.settled += 1
        assert self.run().unchanged
        again = self.run(full=True)
        assert (again.fetched, again.relabelled, again.left_out, again.deleted) == (0, 0, 0, 0)

    # ---- always

    @invariant()
    def everything_belongs_together(self) -> None:
        self.figures.steps += 1
        if self.touched:
            assert_consistent(self.index)
            self.touched = False

    def teardown(self) -> None:
        self.settle()
        self.figures.examples += 1
        self.index.close()
        self.source.close()
        self.folder.cleanup()
