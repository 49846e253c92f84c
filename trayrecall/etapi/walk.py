"""All notes by walking the tree from its root, for a server whose searches all fail.

A branch that leads back to its own ancestor makes every search of Trilium fail until its next consistency check
(an hour at most); single notes can be read all the same. Safe in such cycles; sends nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from trayrecall.core.errors import NoteGone
from trayrecall.core.model import NoteId, NoteMeta

ROOT = NoteId("root")
HIDDEN = NoteId("_hidden")  # no search ever lists what stands only below it
THREADS = 4

Family = tuple[NoteMeta, tuple[NoteId, ...]]  # a note and the ids of its children
Fetch = Callable[[NoteId], Family]


def walk(fetch: Fetch) -> dict[NoteId, NoteMeta]:
    """Each note that can be reached from the root, once; `fetch` gives a note and the ids of its children.

    A note that is deleted meanwhile is left out; one that is moved meanwhile may be, until the next listing. Any other
    failure of `fetch` ends the walk and is raised: half a tree would look as if the rest were deleted. The end in time
    is for `fetch` to see to, which is asked by four threads.
    """
    notes: dict[NoteId, NoteMeta] = {}
    seen = {ROOT, HIDDEN}
    pool = ThreadPoolExecutor(THREADS, thread_name_prefix="walk")
    try:
        running: set[Future[Family | None]] = {pool.submit(_known, fetch, ROOT)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                if (found := one.result()) is None:
                    continue
                note, children = found
                notes[note.id] = note
                new = dict.fromkeys(child for child in children if child not in seen)
                seen.update(new)
                running.update(pool.submit(_known, fetch, child) for child in new)
    finally:
        pool.shutdown(cancel_futures=True)
    return notes


def _known(fetch: Fetch, note_id: NoteId) -> Family | None:
    try:
        return fetch(note_id)
    except NoteGone:
        return None
