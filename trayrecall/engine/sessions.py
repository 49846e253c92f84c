"""What each agent session was sent already, so that nothing is sent twice. In memory, bounded, thread-safe."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence

from trayrecall.core.model import Hit, InstanceId, NoteId

MAX_SESSIONS = 200
MAX_SENT = 2000  # a session

Note = tuple[InstanceId, NoteId]


class Sessions:
    """The memory of all sessions; the longest unused one is forgotten first."""

    def __init__(self) -> None:
        self._sent: OrderedDict[str, OrderedDict[str, Note]] = OrderedDict()
        self._lock = threading.Lock()

    def claim(self, session: str | None, hits: Sequence[Hit], limit: int) -> list[Hit]:
        """The first `limit` hits that the session has not got yet; they count as sent from now on.

        Looking and noting are one step, so that two calls at once never send the same note.
        """
        if session is None:
            return list(hits[:limit])
        with self._lock:
            sent = self._sent.setdefault(session, OrderedDict())
            self._sent.move_to_end(session)
            fresh = [hit for hit in hits if _content_of(hit) not in sent][:limit]
            for hit in fresh:
                sent[_content_of(hit)] = (hit.instance, hit.note_id)
            while len(sent) > MAX_SENT:
                sent.popitem(last=False)
            while len(self._sent) > MAX_SESSIONS:
                self._sent.popitem(last=False)
        return fresh

    def forget(self, session: str) -> None:
        """Forget one session: its context was cleared or compacted."""
        with self._lock:
            self._sent.pop(session, None)

    def forget_notes(self, instance: InstanceId, note_ids: Iterable[NoteId]) -> None:
        """These notes have left the index: nothing remembers that they were sent."""
        gone = {(instance, note_id) for note_id in note_ids}
        with self._lock:
            for sent in self._sent.values():
                for content in [content for content, note in sent.items() if note in gone]:
                    del sent[content]


def _content_of(hit: Hit) -> str:
    """What counts as sent: a text, in whichever server or note it stands, so that an edited note may be sent again."""
    return hit.content_hash if hit.passage_text.strip() else f"{hit.instance}/{hit.note_id}"
