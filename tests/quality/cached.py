"""An embedder that remembers its vectors on disk by text and fingerprint, so that a second measurement is quick."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from trayrecall.core.model import Fingerprint
from trayrecall.core.ports import Embedder, Matrix, Vector


class CachedEmbedder:
    """The same vectors as the embedder within, from `build/` when the same text was embedded before."""

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        self._embedder = embedder
        folder.mkdir(parents=True, exist_ok=True)
        self._file = sqlite3.connect(
            folder / f"vectors-{embedder.fingerprint.key}.db", check_same_thread=False, isolation_level=None
        )
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = OFF")
        self._file.execute("CREATE TABLE IF NOT EXISTS v(k BLOB PRIMARY KEY, v BLOB) WITHOUT ROWID")

    @property
    def fingerprint(self) -> Fingerprint:
        return self._embedder.fingerprint

    def query(self, text: str) -> Vector:
        return self._remembered("q", text, lambda: self._embedder.query(text))

    def passages(self, texts: Sequence[str]) -> Matrix:
        missing = [text for text in texts if self._get("p", text) is None]
        if missing:
            for text, vector in zip(missing, self._embedder.passages(missing), strict=True):
                self._put("p", text, vector)
        return np.stack(
            [self._remembered("p", text, lambda: self._embedder.passages(texts)[0]) for text in texts]
        )

    def count_tokens(self, text: str) -> int:
        return self._embedder.count_tokens(text)

    def close(self) -> None:
        pass

    def _remembered(self, kind: str, text: str, make: Callable[[], Vector]) -> Vector:
        found = self._get(kind, text)
        if found is None:
            found = make()
            self._put(kind, text, found)
        return found

    def _key(self, kind: str, text: str) -> bytes:
        return hashlib.sha256(f"{kind}\x1f{text}".encode("utf-8", "surrogatepass")).digest()

    def _get(self, kind: str, text: str) -> Vector | None:
        row = self._file.execute("SELECT v FROM v WHERE k = ?", (self._key(kind, text),)).fetchone()
        return None if row is None else np.frombuffer(row[0], dtype=np.float32)

    def _put(self, kind: str, text: str, vector: Vector) -> None:
        self._file.execute(
            "INSERT OR REPLACE INTO v VALUES (?, ?)", (self._key(kind, text), vector.tobytes())
        )
