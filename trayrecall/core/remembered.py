"""What was made of short texts before: words come again and again, and a dict answers twice as fast as `lru_cache`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")


class Remembered(dict[str, _T]):
    """`remembered[text]` is `make(text)`, made once for texts of at most `longest` code points.

    Forgets all when it holds `most` of them. Thread-safe, as `make` may run twice for one text.
    """

    def __init__(self, make: Callable[[str], _T], *, longest: int, most: int = 32_768) -> None:
        super().__init__()
        self._make, self._longest, self._most = make, longest, most

    def __missing__(self, text: str) -> _T:
        made = self._make(text)
        if len(text) <= self._longest:
            if len(self) >= self._most:
                self.clear()
            self[text] = made
        return made
