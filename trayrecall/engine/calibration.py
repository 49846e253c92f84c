"""Measuring the gate: the bank of off-topic prompts is asked against this index, a few at a time.

It runs on the index thread in steps of a fraction of a second, so that a sync never waits for it.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from trayrecall.core.errors import EmbedderError
from trayrecall.core.gate import SHARE, Asked, Gate, measured
from trayrecall.core.language import language_of
from trayrecall.core.lean import HOOK_PASSAGES
from trayrecall.core.model import Filters, Query
from trayrecall.core.ports import Embedder, Vector
from trayrecall.core.query import parse_prompt
from trayrecall.core.ranking import CosineScale, Weights, says_enough, strength
from trayrecall.engine.model import Model
from trayrecall.engine.recall import Meaning, Recall
from trayrecall.store.gate import keep_off_topic, off_topic, put_gate, put_off_topic
from trayrecall.store.index import Index
from trayrecall.store.vectors import OffTopic

log = logging.getLogger(__name__)

STEP_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Bank:
    """The off-topic prompts, each as the query that it is asked as, by its hash."""

    queries: Mapping[bytes, Query]
    key: str
    share: float  # of the prompts that may get something

    @classmethod
    def of(cls, prompts: Mapping[str, Sequence[str]], share: float = SHARE) -> Bank:
        """The prompts of all languages; one that is skipped anyway measures nothing. The key tells the share too."""
        parsed = [parse_prompt(prompt) for texts in prompts.values() for prompt in texts]
        queries = {_hash(query.text): query for query in parsed if isinstance(query, Query)}
        key = hashlib.sha256(b"".join([str(share).encode(), *sorted(queries)])).hexdigest()[:16]
        return cls(queries, key if queries else "", share)


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]


class Calibration:
    """Measures the gate whenever that is due. For the index thread alone."""

    def __init__(self, index: Index, share: float = SHARE) -> None:
        self._index, self._share = index, share
        self._under_way: Calibrating | None = None
        self._bank: tuple[Model, Bank] | None = None

    def go_on(self, model: Model, clock: Callable[[], datetime], is_wanted: Callable[[], bool]) -> bool:
        """Measure until done or until the thread is wanted for something else; False when there is more to do."""
        try:
            if self._under_way is None or self._under_way.is_outdated():
                self._under_way = self._due(model)
            while self._under_way is not None:
                if self._under_way.step(clock()) is not None:
                    self._under_way = None
                elif is_wanted():
                    return False
        except EmbedderError as failure:
            self._under_way = None  # until the next sync
            log.warning("the gate can't be measured now: %s", failure)
        return True

    def set_share(self, share: float) -> None:
        """Measure with this share of prompts from now on; what is under way begins anew."""
        self._share, self._under_way, self._bank = share, None, None

    def forget_model(self) -> None:
        """Hold no model any more."""
        self._under_way = self._bank = None

    def _due(self, model: Model) -> Calibrating | None:
        if self._bank is None or self._bank[0] is not model:
            self._bank = model, Bank.of(model.off_topic, self._share)
        bank, mirror = self._bank[1], self._index.mirror
        if not bank.queries or mirror is None or not self._index.gate.is_due(bank.key, len(mirror)):
            return None
        return Calibrating(self._index, bank, model.embedder, model.scale)


@dataclass
class Calibrating:
    """One measurement under way. `step` until it gives the gate, which is then stored too."""

    index: Index
    bank: Bank
    embedder: Embedder
    scale: CosineScale
    weights: Weights = field(default_factory=Weights)

    def __post_init__(self) -> None:
        assert self.index.space is not None
        assert self.index.mirror is not None
        self._space, self._mirror = self.index.space, self.index.mirror
        with self.index.database.read() as connection:
            known = {prompt.hash: prompt for prompt in off_topic(connection, self._space)}
        self._prompts = {digest: known[digest] for digest in self.bank.queries if digest in known}
        self._missing = [digest for digest in self.bank.queries if digest not in known]
        self._vectors: dict[str, Vector] = {}
        self._waiting: list[OffTopic] | None = None
        self._asked: list[Asked] = []

    def step(self, now: datetime) -> Gate | None:
        """Work for about `STEP_SECONDS`; the gate once all is measured. Raises `EmbedderError` and `StoreError`."""
        if self.is_outdated():
            return self.index.gate
        end = time.monotonic() + STEP_SECONDS
        if self._missing:
            self._embed(end)
        elif self._waiting is None:
            self._begin()
        elif self._waiting:
            self._ask(end)
        else:
            return self._finish(now)
        return None

    def is_outdated(self) -> bool:
        """Whether another model, or the index begun anew, took the place of what is measured."""
        return self.index.mirror is not self._mirror

    def _embed(self, end: float) -> None:
        made: list[OffTopic] = []
        while self._missing and (not made or time.monotonic() < end):
            digest = self._missing.pop()
            text = self.bank.queries[digest].text
            made.append(OffTopic(digest, language_of(text), digest[0] % 2, self.embedder.query(text)))
        with self.index.database.write(counts=False) as connection:
            put_off_topic(connection, self._space, made)
        self._prompts |= {prompt.hash: prompt for prompt in made}

    def _begin(self) -> None:
        with self.index.database.write(counts=False) as connection:
            keep_off_topic(connection, self._space, self._prompts)
        self._waiting = list(self._prompts.values())
        self._mirror.set_off_topic(self._waiting)
        self._vectors = {self.bank.queries[p.hash].text: p.vector for p in self._waiting}

    def _ask(self, end: float) -> None:
        assert self._waiting
        meaning = Meaning(_Remembered(self.embedder, self._vectors), self._mirror, self.scale)
        recall = Recall(self.index.database, lambda: meaning, lambda _: "", self.weights)
        try:
            self._asked.append(self._ask_one(recall, self._waiting.pop()))
            while self._waiting and time.monotonic() < end:
                self._asked.append(self._ask_one(recall, self._waiting.pop()))
        finally:
            recall.close()

    def _ask_one(self, recall: Recall, prompt: OffTopic) -> Asked:
        found = recall.find(self.bank.queries[prompt.hash], Filters(), None, limit=HOOK_PASSAGES)
        candidates = recall.candidates(found, but=prompt.half)
        strengths = [strength(c.signals, self.weights, self.scale) for c in candidates if says_enough(c)]
        return Asked(prompt.language, prompt.half, max(strengths, default=None))

    def _finish(self, now: datetime) -> Gate:
        gate = measured(
            self._asked,
            self.scale.gate,
            passages=len(self._mirror),
            measured_at=now.isoformat(timespec="seconds"),
            bank=self.bank.key,
            share=self.bank.share,
        )
        with self.index.database.write(counts=False) as connection:
            put_gate(connection, self._space, gate)
        self.index.gate = gate
        return gate


@dataclass(frozen=True, slots=True)
class _Remembered:
    """An embedder of queries whose vectors are known already."""

    embedder: Embedder
    vectors: Mapping[str, Vector]

    def query(self, text: str) -> Vector:
        return self.vectors[text]
