"""The real embedder with one thing changed: slow, failing for a while, or not loaded yet. Its vectors are real.

And, for tests of nothing but what is stored, one whose vectors are arbitrary.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.store.building import SPACE, matrix_of, vector_of
from trayrecall.core.errors import EmbedderError
from trayrecall.core.model import Fingerprint
from trayrecall.core.ports import Embedder, Matrix, Vector


def _nothing() -> None:
    pass


@dataclass
class Altered:
    """An embedder within; `before_query` and `before_passages` may wait or raise."""

    inner: Embedder
    before_query: Callable[[], None] = _nothing
    before_passages: Callable[[], None] = _nothing
    embedded: list[str] = field(default_factory=list)
    queries: list[str] = field(default_factory=list)

    @property
    def fingerprint(self) -> Fingerprint:
        return self.inner.fingerprint

    def query(self, text: str) -> Vector:
        self.before_query()
        self.queries.append(text)
        return self.inner.query(text)

    def passages(self, texts: Sequence[str]) -> Matrix:
        self.before_passages()
        self.embedded += texts
        return self.inner.passages(texts)

    def count_tokens(self, text: str) -> int:
        return self.inner.count_tokens(text)

    def close(self) -> None:
        pass


class Arbitrary:
    """An arbitrary vector for each text, always the same: see `tests.store.building`."""

    @property
    def fingerprint(self) -> Fingerprint:
        return SPACE

    def query(self, text: str) -> Vector:
        return vector_of(text)

    def passages(self, texts: Sequence[str]) -> Matrix:
        return matrix_of(texts)

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def close(self) -> None:
        pass


def waiting(seconds: float) -> Callable[[], None]:
    """Something that takes a while."""
    return lambda: time.sleep(seconds)


def failing(times: int) -> Callable[[], None]:
    """Something that fails that many times."""
    left = [times]

    def fail() -> None:
        if left[0] > 0:
            left[0] -= 1
            raise EmbedderError("the model has a bad moment")

    return fail
