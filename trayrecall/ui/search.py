"""The popup's searcher over the engine: searching, and making the rows, on the bridge's threads."""

from __future__ import annotations

import time

from trayrecall.engine.api import RecallEngine
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.outcome import Deliver, Ticket
from trayrecall.ui.rows import Found, Meter, found_of

LIMIT = 20
DEADLINE_SECONDS = 2.0  # a person waits this long for the meaning; after it, the keywords answer alone


class EngineSearcher:
    """Implements `ui.popup.Searcher`. `meter` is the score bar's scale, which belongs to the embedding model."""

    def __init__(self, bridge: Bridge, engine: RecallEngine, meter: Meter | None = None) -> None:
        self._bridge, self._engine, self._meter = bridge, engine, meter or Meter()

    def __call__(self, text: str, deliver: Deliver[Found]) -> Ticket:
        """Begin to search; see `ui.popup.Searcher`."""
        return self._bridge.run(lambda: self.find(text), deliver)

    def find(self, text: str) -> Found:
        """Search and make the rows; blocks, so never on the UI thread."""
        answer = self._engine.search(text, limit=LIMIT, deadline=time.monotonic() + DEADLINE_SECONDS)
        several = len(self._engine.status().instances) > 1
        return found_of(answer, self._engine.instance, meter=self._meter, several=several)
