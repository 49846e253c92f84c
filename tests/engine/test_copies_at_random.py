"""Two synced servers under random edits, outages and deletions: what is shown is never twice, never old, never lost."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.engine.engines import no_model
from tests.engine.sources import TreeSource
from tests.fakes import MutableTree, note
from tests.fakes.server import tree_of
from trayrecall.core.errors import Unreachable
from trayrecall.core.model import Instance, InstanceId
from trayrecall.engine.engine import Engine
from trayrecall.store import Database, Index

ONE, OTHER = InstanceId("one"), InstanceId("other")
NOTES, STEPS = 8, 50


@dataclass
class Reachable(TreeSource):
    """A server that may be out of reach."""

    is_up: bool = True

    def change_mark(self) -> str | None:
        if not self.is_up:
            raise Unreachable
        return super().change_mark()


class World:
    """Both servers, what was seen of each, and an engine that looks at them every minute."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.now = datetime(2031, 6, 2, tzinfo=UTC)
        self.edits = 0
        notes = [note(f"n{i}", f"Note {i}", f"<p>A lantern of kind {i}.</p>") for i in range(NOTES)]
        self.servers = {name: Reachable(tree_of(*notes)) for name in (ONE, OTHER)}
        for server in self.servers.values():
            server.tree.now = self.moment  # type: ignore[method-assign]
        self.seen: dict[InstanceId, dict[str, str]] = {}  # the live notes of each, with their last change
        instances = [Instance(name, name.title(), f"http://{name}.example") for name in self.servers]
        index = Index(Database(folder / "index.db"))
        self.engine = Engine(index, instances, lambda i: self.servers[i.id], no_model, clock=lambda: self.now)
        self.engine.start()
        self.look()

    def moment(self) -> str:
        """Another one for each edit, on whichever server."""
        self.edits += 1
        moment = datetime(2031, 6, 1, tzinfo=UTC) + timedelta(seconds=self.edits)
        return moment.strftime("%Y-%m-%d %H:%M:%S.000Z")

    def look(self, minutes: int = 1) -> None:
        self.now += timedelta(minutes=minutes)
        self.engine.wake()
        assert self.engine.wait_until_idle(30)
        self.seen |= {name: _live(server.tree) for name, server in self.servers.items() if server.is_up}

    def shown(self) -> dict[str, str]:
        hits = self.engine.search("lantern", limit=100).hits
        found = {str(hit.note_id): hit.utc_modified for hit in hits}
        assert len(found) == len(hits), "a note is shown twice"
        rows = [row for row in self.engine.notes(limit=100) if row.note_id != "root"]
        assert sorted((row.note_id, row.utc_modified) for row in rows) == sorted(found.items())
        return found

    def step(self, number: int) -> None:
        """A person does something on one of the two."""
        server = self.servers[self.chance.choice((ONE, OTHER))]
        tree, known = server.tree, [i for i in server.tree.notes if i != "root"]
        chosen = self.chance.choice(known)
        doings: list[Callable[[], object]] = [
            lambda: tree.edit(chosen, f"<p>A lantern, changed in step {number}.</p>"),
            lambda: tree.delete(chosen) if len(known) > NOTES // 2 else None,
            lambda: tree.label(chosen, "archived"),
            lambda: tree.unlabel(chosen, "archived"),
            lambda: tree.put(
                note(f"new{number}", "New", f"<p>A lantern {number}.</p>", utc_created=self.moment())
            ),
            lambda: setattr(server, "is_up", not server.is_up),
        ]
        self.chance.choice(doings)()


def _live(tree: MutableTree) -> dict[str, str]:
    return {i: n.utc_modified for i, n in tree.notes.items() if i != "root" and not tree.is_archived(i)}


@pytest.mark.parametrize("seed", range(3))
def test_what_is_shown_of_two_servers_is_the_newest_of_each_note_once(tmp_path: Path, seed: int) -> None:
    world = World(tmp_path, seed)
    for number in range(STEPS):
        world.step(number)
        world.look()
        for note_id, modified in world.shown().items():
            assert modified == max(seen[note_id] for seen in world.seen.values() if note_id in seen)
    for server in world.servers.values():
        server.is_up = True
    for _ in range(3):
        world.look(minutes=40)
    assert set(world.shown()) == {i for seen in world.seen.values() for i in seen}, "nothing is lost for good"
    world.engine.close(10.0)
