"""Giving pending passages their vectors, a small batch at a time, so that queries and a quit never wait long."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from trayrecall.core.errors import EmbedderError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.ports import Embedder, Matrix
from trayrecall.store.index import Index
from trayrecall.store.records import PendingText

log = logging.getLogger(__name__)

_INCOMPARABLE = QT_TRANSLATE_NOOP("errors", "the model gave none that can be compared")
BATCH = 32  # passages between two commits: about a second of work
AHEAD = 16 * BATCH  # passages asked for at once: which are next takes the index a look at all of them


class Building:
    """Embeds what is pending. A text that the model can't take is set aside and named once."""

    def __init__(
        self, index: Index, embedder: Embedder, refused: Mapping[bytes, str] = MappingProxyType({})
    ) -> None:
        self._index, self._embedder = index, embedder
        self.refused = dict(refused)  # texts that the model can't take, also those of before, and why
        self._ahead: list[PendingText] = []
        self._asked_at = -1  # how many writes there were, but for ours since

    def step(self) -> int:
        """Embed one batch; returns how many vectors were made, 0 when nothing is left to do."""
        batch = self._next()
        if not batch:
            return 0
        try:
            matrix = self._embedder.passages([item.text for item in batch])
        except EmbedderError:
            return self._one_by_one(batch)
        self._put(batch, matrix)
        return len(batch)

    def _next(self) -> list[PendingText]:
        """Those that are to be embedded next, asked for anew when anything was written: the newest notes go first."""
        if not self._ahead or self._asked_at != self._index.database.writes:
            self._ahead, self._asked_at = (
                self._index.pending(AHEAD, self.refused),
                self._index.database.writes,
            )
        batch, self._ahead = self._ahead[:BATCH], self._ahead[BATCH:]
        return batch

    def _put(self, batch: list[PendingText], matrix: Matrix) -> None:
        refused = self._index.put_vectors([item.hash for item in batch], matrix)
        self._asked_at += 1
        if refused:
            log.warning("%d passages get no vector: %s", len(refused), _INCOMPARABLE)
            self.refused.update(dict.fromkeys(refused, _INCOMPARABLE))

    def _one_by_one(self, batch: list[PendingText]) -> int:
        for item in batch:
            try:
                matrix = self._embedder.passages([item.text])
            except EmbedderError as failure:
                self.refused[item.hash] = str(failure)
                log.warning("a passage of %d characters gets no vector: %s", len(item.text), failure)
                continue
            self._put([item], np.atleast_2d(matrix))
        return len(batch)
