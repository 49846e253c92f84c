"""An in-memory Trilium for tests, built on the demo's server. `python -m tests.fakes` runs it on its own."""

from tests.fakes.faults import (
    Answer,
    Drop,
    Faults,
    Hang,
    Slow,
    Trickle,
    branch_cycle,
    html_page,
    not_trilium,
    redirect,
    server_error,
    too_many_requests,
    unauthorised,
)
from tests.fakes.recording import Exchange, Recording, load_recording
from tests.fakes.server import TOKEN, FakeApp, FakeServer, tree_of
from tests.fakes.tree import Backup, MutableTree, is_unreadable, label, note, relation

__all__ = [
    "TOKEN",
    "Answer",
    "Backup",
    "Drop",
    "Exchange",
    "FakeApp",
    "FakeServer",
    "Faults",
    "Hang",
    "MutableTree",
    "Recording",
    "Slow",
    "Trickle",
    "branch_cycle",
    "html_page",
    "is_unreadable",
    "label",
    "load_recording",
    "not_trilium",
    "note",
    "redirect",
    "relation",
    "server_error",
    "too_many_requests",
    "tree_of",
    "unauthorised",
]
