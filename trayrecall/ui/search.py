"""The popup's searcher over the engine: searching, and making the rows, on the bridge's threads."""

from __future__ import annotations

import time
from typing import Protocol

from trayrecall.core.model import Answer, Instance, InstanceId, Status
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.outcome import Deliver, Ticket
from trayrecall.ui.rows import Found, Meter, found_of

LIMIT = 20
DEADLINE_SECONDS = 2.0  # a person waits this long for the meaning; after it, the keywords answer alone


class Asked(Protocol):
    """What the popup asks of the engine; `engine.api.RecallEngine` is one."""

    def search(
        self, query: str, *, limit: int = ..., deadline: float | None = ..., typing: bool = ...
    ) -> Answer:
        """The notes that fit the query, best first."""

    def status(self) -> Status:
        """The present picture."""

    def instance(self, instance: InstanceId) -> Instance | None:
        """The instance of that id."""


class EngineSearcher:
    """Implements `ui.popup.Searcher`. `meter` is the score bar's scale, which belongs to the embedding model."""

    def __init__(self, bridge: Bridge, engine: Asked, meter: Meter | None = None) -> None:
        self._bridge, self._engine, self._meter = bridge, engine, meter or Meter()

    def __call__(self, text: str, deliver: Deliver[Found]) -> Ticket:
        """Begin to search; see `ui.popup.Searcher`."""
        return self._bridge.run(lambda: self.find(text), deliver)

    def find(self, text: str) -> Found:
        """Search and make the rows; blocks, so never on the UI thread."""
        end = time.monotonic() + DEADLINE_SECONDS
        answer = self._engine.search(text, limit=LIMIT, deadline=end, typing=not text.endswith(" "))
        several = len(self._engine.status().instances) > 1
        return found_of(answer, self._engine.instance, meter=self._meter, several=several)
