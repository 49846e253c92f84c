"""The test server with generated notes as a process of its own: `python -m tests.bench.trilium --notes N`.

It tells its port in one line of JSON when it is ready; then each line of JSON on its standard input, a name with
arguments, is done and answered by another one. It ends when its standard input does.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.bench.notes import NoteWriter
from tests.bench.processes import Child, child, cpu_seconds
from tests.fakes import FakeServer, Slow, note
from tests.fakes.server import FakeApp, tree_of
from trayrecall.demo.app import Receive, Request, Response, Send

_WARM_UP = "#!trNoSuchLabel"


class CountingApp(FakeApp):
    """Counts what it sent: `sent` is the bytes of all bodies."""

    sent = 0

    async def deliver(self, request: Request, response: Response, receive: Receive, send: Send) -> None:
        self.sent += len(response.body)
        await super().deliver(request, response, receive, send)


class _Control:
    """What may be asked of the process beside ETAPI."""

    def __init__(self, app: CountingApp) -> None:
        self._app = app

    def traffic(self) -> dict[str, Any]:
        """Paths asked for since the last time, and the bytes of their answers."""
        paths = [target.partition("?")[0] for _, target in self._app.asked]
        told = {"paths": paths, "bytes": self._app.sent, "wrote": len(self._app.wrote)}
        self._app.asked, self._app.sent = [], 0
        return told

    def label(self, note_id: str, name: str, value: str) -> None:
        """A label is set."""
        self._app.tree.label(note_id, name, value)

    def move(self, note_id: str, parent: str) -> None:
        """A note is moved."""
        self._app.tree.move(note_id, parent)

    def delete(self, note_id: str) -> None:
        """A note is deleted."""
        self._app.tree.delete(note_id)

    def arrive(self, note_id: str, title: str, content: str) -> None:
        """An edit comes from another device: the note keeps the date of that device, here the one it had."""
        old = self._app.tree.notes[note_id]
        self._app.tree.arrive(
            note(note_id, title, content, parents=old.parents, utc_modified=old.utc_modified)
        )

    def slow(self, seconds: str) -> None:
        """From now on each content takes that much longer."""
        self._app.faults.set(Slow(float(seconds)), "/content")

    def warm(self) -> None:
        """Answer the next listing from what is made already, as a Trilium does that holds its notes in memory."""
        self._app.ids_found({"search": _WARM_UP, "includeArchivedNotes": "true"})
        for note_id in self._app.tree.notes:
            self._app.tree.json_bytes(note_id)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.trilium", description=__doc__)
    parser.add_argument("--notes", type=int, required=True)
    chosen = parser.parse_args()
    app = CountingApp(tree_of(*NoteWriter().tree(chosen.notes)))
    control = _Control(app)
    control.warm()
    with FakeServer(app) as server:
        print(json.dumps({"url": server.url, "token": server.token}), flush=True)
        for line in sys.stdin:
            name, *arguments = json.loads(line)
            print(json.dumps(getattr(control, name)(*arguments)), flush=True)


@dataclass(frozen=True)
class Trilium:
    """The process, seen from the benchmark."""

    url: str
    token: str
    _process: Child

    def tell(self, name: str, *arguments: str) -> Any:
        """Let the process do something; see `_Control`."""
        self._process.input.write(json.dumps([name, *arguments]) + "\n")
        self._process.input.flush()
        return json.loads(self._process.output.readline())

    def cpu_seconds(self) -> float:
        """What the process has used so far."""
        return cpu_seconds(self._process.pid)


@contextmanager
def trilium(notes: int) -> Iterator[Trilium]:
    """A running server of so many notes."""
    with child("tests.bench.trilium", "--notes", str(notes)) as process:
        told = json.loads(process.output.readline())
        yield Trilium(told["url"], told["token"], process)


if __name__ == "__main__":
    main()
