"""The vectors of the current space in memory, for searching.

`vec0` in the index file is the durable store; this copy of it answers 7 to 11 times faster (a matrix product against
vec0's scan) and is exact. It takes 4 bytes a dimension and passage: 150 MB for 100,000 passages. Readers never wait:
they work on the state they took, while one writer appends, marks rows dead and compacts.

Vectors of one language lie together, so that over mixed notes a plain cosine prefers the question's own language: a
Chinese question over English, German and Chinese notes finds .31 nDCG@10. Ranked by how far a passage *stands out* of
its language instead, it finds .90, and notes in one language alone keep their order exactly.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from trayrecall.core.language import UNKNOWN
from trayrecall.core.model import Filters
from trayrecall.core.ports import Matrix, Vector

NEUTRAL_WEIGHT = 3.0  # passages; chosen from 0, 2, 5, 10, 20 and 50 on mixed-language and tiny collections
# How much a standout across languages counts: 1 finds most in mixed notes when answers lie in any language, less favours
# the question's own. Chosen on mixed en/de/zh notes (.85 to .87 nDCG@10) and notes-mix (.85, its best).
FOREIGN = 0.85
NEAREST_SHARE = 60  # of off-topic prompts, 10 of 600; 3 and 30 of 600 separate as well
_SMALL = 1e-4
_MIN_CAPACITY = 1024
_DEAD_SHARE = 0.25
_FURTHER = 8  # times as many passages are looked at when the best are those of too few notes
_MEASURED_AT_ONCE = 4096  # rows: a copy of all would take as much memory again


class MirrorRow(NamedTuple):
    """One passage that has a vector."""

    passage_id: int
    note_key: int
    instance: str
    area: str
    language: str = UNKNOWN


class Neutral(NamedTuple):
    """Where everyday texts of one language lie: the mean vector of passages, and of queries."""

    passage: Vector
    query: Vector


@dataclass(frozen=True, slots=True)
class _State:
    matrix: Matrix
    ids: npt.NDArray[np.int64]
    notes: npt.NDArray[np.int64]
    groups: npt.NDArray[np.int32]
    languages: npt.NDArray[np.int32]
    norms: npt.NDArray[np.float32]  # of the difference to the language's mean when the passage came
    alive: npt.NDArray[np.bool_]
    count: int
    row_of: dict[int, int]


class _Part(NamedTuple):
    """Some rows of the state."""

    matrix: Matrix
    codes: npt.NDArray[np.int32]
    norms: npt.NDArray[np.float32]
    typical: float  # the mean norm of all rows


class OffTopic(NamedTuple):
    """A prompt that no notes are meant to answer. `half` is 0 or 1: see `core.gate`."""

    hash: bytes
    language: str
    half: int
    vector: Vector


@dataclass(frozen=True, slots=True)
class Nearest:
    """The result of one search by meaning: the best passages in order, and a look-up for any other."""

    ids: list[int]
    cosines: npt.NDArray[np.float32]
    standouts: npt.NDArray[np.float32]
    row_of: Mapping[int, int]

    def cosine(self, passage_id: int) -> float | None:
        """The raw cosine of any passage that has a vector; None for one that has none yet."""
        row = self.row_of.get(passage_id)
        return None if row is None or row >= len(self.cosines) else float(self.cosines[row])

    def standout(self, passage_id: int) -> float | None:
        """By how much the passage is nearer to the query than its language is on the whole, on the cosine's scale."""
        row = self.row_of.get(passage_id)
        return None if row is None or row >= len(self.standouts) else float(self.standouts[row])


class VectorMirror:
    """All vectors of one space. One thread changes it; any number of threads search at the same time."""

    def __init__(
        self, dimension: int, neutral: Mapping[str, Neutral] | None = None, *, room: int = 0
    ) -> None:
        """`neutral` tells where a language's texts lie before there are enough of them; `room` is for so many passages."""
        self.dimension = dimension
        self._neutral = dict(neutral or {})
        self._group_names: list[tuple[str, str]] = []
        self._language_names: list[str] = []
        self._sums: list[npt.NDArray[np.float64]] = []  # of each language's living passages
        self._counts: list[int] = []
        self._off_topic: list[dict[str, Matrix]] = []  # two halves, by language
        self._state = self._allocate(_capacity(room))

    def _allocate(self, capacity: int) -> _State:
        return _State(
            np.zeros((capacity, self.dimension), np.float32),
            np.zeros(capacity, np.int64),
            np.zeros(capacity, np.int64),
            np.zeros(capacity, np.int32),
            np.zeros(capacity, np.int32),
            np.ones(capacity, np.float32),
            np.zeros(capacity, np.bool_),
            0,
            {},
        )

    def __len__(self) -> int:
        return len(self._state.row_of)

    def highest(self) -> int:
        """The highest passage number there is; 0 when it is empty."""
        return max(self._state.row_of, default=0)

    # ---- changing

    def add(self, rows: Sequence[MirrorRow], matrix: Matrix) -> None:
        """Append passages; one that is known already is left as it is."""
        fresh = [i for i, row in enumerate(rows) if row.passage_id not in self._state.row_of]
        if not fresh:
            return
        if self._state.count + len(fresh) > len(self._state.ids):
            self._rebuild(extra=len(fresh))
        state = self._state
        start, end = state.count, state.count + len(fresh)
        state.matrix[start:end] = matrix[fresh]
        state.ids[start:end] = [rows[i].passage_id for i in fresh]
        state.notes[start:end] = [rows[i].note_key for i in fresh]
        state.groups[start:end] = [self._group(rows[i].instance, rows[i].area) for i in fresh]
        state.languages[start:end] = [self._language(rows[i].language) for i in fresh]
        self._count_in(state, start, end)
        state.alive[start:end] = True
        state.row_of.update((rows[i].passage_id, start + n) for n, i in enumerate(fresh))
        self._state = replace(state, count=end)

    def regroup(self, rows: Iterable[MirrorRow]) -> None:
        """Take over the areas of passages whose notes were moved."""
        state = self._state
        for row in rows:
            at = state.row_of.get(row.passage_id)
            if at is not None:
                state.groups[at] = self._group(row.instance, row.area)

    def remove(self, passage_ids: Iterable[int]) -> None:
        """Forget passages at once."""
        state = self._state
        for passage_id in passage_ids:
            row = state.row_of.pop(passage_id, None)
            if row is not None:
                state.alive[row] = False
                code = int(state.languages[row])
                self._sums[code] -= state.matrix[row]
                self._counts[code] -= 1
        if state.count - len(state.row_of) > max(_MIN_CAPACITY, _DEAD_SHARE * state.count):
            self._rebuild(extra=0)

    def _rebuild(self, extra: int) -> None:
        """Copy the living rows into larger (or tighter) arrays; searches under way keep the old ones."""
        old = self._state
        living = np.flatnonzero(old.alive[: old.count])
        new = self._allocate(_capacity(len(living) + extra))
        n = len(living)
        np.take(old.matrix, living, axis=0, out=new.matrix[:n], mode="clip")  # else it copies them once more
        new.ids[:n], new.notes[:n] = old.ids[living], old.notes[living]
        new.groups[:n], new.languages[:n] = old.groups[living], old.languages[living]
        new.norms[:n] = old.norms[living]
        new.alive[:n] = True
        row_of = {int(passage_id): i for i, passage_id in enumerate(new.ids[:n])}
        self._state = replace(new, count=n, row_of=row_of)

    def _group(self, instance: str, area: str) -> int:
        name = (instance, area)
        if name not in self._group_names:
            self._group_names.append(name)
        return self._group_names.index(name)

    def _language(self, name: str) -> int:
        if name not in self._language_names:
            self._sums.append(np.zeros(self.dimension, np.float64))
            self._counts.append(0)
            self._language_names.append(name)
        return self._language_names.index(name)

    def _count_in(self, state: _State, start: int, end: int) -> None:
        """Count new rows into their languages' means, then note how far each stands from its mean."""
        codes, matrix = state.languages[start:end], state.matrix[start:end]
        for code in np.unique(codes):
            rows = codes == code
            self._sums[code] += matrix[rows].sum(axis=0, dtype=np.float64)
            self._counts[code] += int(rows.sum())
        self._measure(state, start, end)

    def _measure(self, state: _State, start: int, end: int) -> None:
        """Note how far these rows stand from their languages' means."""
        codes, matrix = state.languages[start:end], state.matrix[start:end]
        for code in np.unique(codes):
            rows = codes == code
            state.norms[start:end][rows] = self._distances(matrix[rows], int(code))

    def _distances(self, matrix: Matrix, code: int) -> npt.NDArray[np.float32]:
        """How far passages stand from their language's mean: |d - m|² = 1 - 2 d·m + |m|², because d has length 1."""
        mean = self._mean_of(self._language_names[code])
        distances: npt.NDArray[np.float32] = np.sqrt(
            np.maximum(1 - 2 * _products(matrix, mean) + _products(mean, mean), _SMALL)
        )
        return distances

    def settle(self) -> None:
        """Measure all distances anew, after a build has moved the means: so that the order of building doesn't show."""
        state = self._state
        for start in range(0, state.count, _MEASURED_AT_ONCE):
            self._measure(state, start, min(start + _MEASURED_AT_ONCE, state.count))

    # ---- searching

    def nearest(
        self,
        vector: Vector,
        k: int,
        filters: Filters,
        language: str | None = None,
        only: Collection[int] | None = None,
        *,
        notes: int = 0,
        alone: bool = False,
    ) -> Nearest:
        """The `k` best passages for a query vector of length 1, among those that pass the filters; exact.

        `only` are the passages of notes that pass, where more than instance and area decides. When they are passages of
        fewer than `notes` notes, the best one of each further note comes behind them, until there are so many.

        In order of the raw cosine, or of the standout when the query's language is given (`UNKNOWN` counts), unless the
        cosine is to decide `alone`.
        """
        state = self._state
        n = state.count
        cosines = _products(state.matrix[:n], vector)
        standouts = cosines if language is None else self._standouts(state, vector, cosines, language)
        worth = cosines if alone else standouts
        allowed = state.alive[:n].copy()
        if filters.instances or filters.areas:
            allowed &= np.isin(state.groups[:n], self._groups(filters))
        if only is not None:
            allowed &= np.isin(state.ids[:n], np.fromiter(only, np.int64, len(only)))
        candidates = np.flatnonzero(allowed)
        ordered = _best(candidates, worth, k)
        each, reach = _one_a_note(ordered, state.notes), k
        while len(each) < notes and reach < len(candidates):
            reach *= _FURTHER
            each = _one_a_note(_best(candidates, worth, reach), state.notes)
        each = each[:notes]
        ordered = np.concatenate([ordered, each[~np.isin(each, ordered)]])
        return Nearest([int(i) for i in state.ids[ordered]], cosines, standouts, state.row_of)

    def _standouts(
        self, state: _State, vector: Vector, cosines: npt.NDArray[np.float32], language: str
    ) -> npt.NDArray[np.float32]:
        n = state.count
        part = _Part(state.matrix[:n], state.languages[:n], state.norms[:n], _typical(state))
        found: npt.NDArray[np.float32] = self._apart_from_language(
            part, vector[np.newaxis], cosines[:, np.newaxis], language
        )[:, 0]
        return found

    def _apart_from_language(
        self, part: _Part, vectors: Matrix, cosines: npt.NDArray[np.float32], language: str
    ) -> npt.NDArray[np.float32]:
        """Cosine minus that of the query with the mean of the passage's language, the passage itself left out.

        A row a passage, a column a query; all queries are in one language. With N passages and their mean m the mean of
        the others is (N m - d) / (N - 1), so that q·d - q·m' = (q·d - q·m) N / (N - 1).

        For a passage in another language than the query's, both sides lose their language's mean (which is most of
        what two such vectors don't share), and the length that is left is brought to the typical one.
        """
        names, codes = list(self._language_names) or [UNKNOWN], part.codes
        means = np.stack([self._mean_of(name) for name in names])
        apart = np.array([self._apart(name) for name in names], np.float32)
        apart_from = _products(means[:, np.newaxis], vectors)
        standouts: npt.NDArray[np.float32] = (cosines - apart_from[codes]) * apart[codes, np.newaxis]
        foreign = np.array([UNKNOWN not in (name, language) and name != language for name in names])[codes]
        if foreign.any():
            own = self._mean_of(language, query=True)
            shared = _products(part.matrix, own) - _products(means, own)[codes]
            stretch = FOREIGN * part.typical / part.norms
            aligned = (standouts - shared[:, np.newaxis]) * stretch[:, np.newaxis]
            standouts = np.where(foreign[:, np.newaxis], aligned, standouts).astype(np.float32)
        return standouts

    # ---- how near off-topic prompts come

    def set_off_topic(self, prompts: Iterable[OffTopic]) -> None:
        """The prompts that no notes are meant to answer; see `common`."""
        halves: tuple[dict[str, list[Vector]], ...] = ({}, {})
        for prompt in prompts:
            halves[prompt.half].setdefault(prompt.language, []).append(prompt.vector)
        self._off_topic = [
            {language: np.stack(vectors) for language, vectors in half.items()} for half in halves
        ]

    def common(self, passage_ids: Sequence[int], *, but: int | None = None) -> dict[int, float]:
        """How near off-topic prompts come to these passages: the mean standout of the nearest sixtieth of them.

        It is the mean over both halves of the prompts, or taken without the half `but`. Empty without such prompts.
        """
        halves = [half for number, half in enumerate(self._off_topic) if half and number != but]
        state = self._state
        rows = {p: row for p in passage_ids if (row := state.row_of.get(p)) is not None and row < state.count}
        if not halves or not rows:
            return {}
        at = np.fromiter(rows.values(), np.int64, len(rows))
        part = _Part(state.matrix[at], state.languages[at], state.norms[at], _typical(state))
        means = np.mean([self._nearest_prompts(part, half) for half in halves], axis=0)
        return dict(zip(rows, map(float, means), strict=True))

    def _nearest_prompts(self, part: _Part, half: Mapping[str, Matrix]) -> npt.NDArray[np.float32]:
        standouts = np.concatenate(
            [
                self._apart_from_language(
                    part, vectors, _products(part.matrix[:, np.newaxis], vectors), language
                )
                for language, vectors in half.items()
            ],
            axis=1,
        )
        k = max(1, standouts.shape[1] // NEAREST_SHARE)
        nearest: npt.NDArray[np.float32] = np.partition(standouts, -k, axis=1)[:, -k:].mean(axis=1)
        return nearest

    def _known(self, language: str) -> int:
        """How many living passages the language has."""
        known = language in self._language_names
        return self._counts[self._language_names.index(language)] if known else 0

    def _apart(self, language: str) -> float:
        """N / (N - 1): takes a passage out of the mean that it is compared with."""
        weight = self._known(language) + (NEUTRAL_WEIGHT if self._neutral else 0.0)
        return weight / max(1.0, weight - 1)

    def _mean_of(self, language: str, *, query: bool = False) -> Vector:
        """Where a language's texts lie: its living passages, and the neutral mean with the weight of a few."""
        total, weight = np.zeros(self.dimension, np.float64), 0.0
        neutral = self._neutral_mean(language, query=query)
        if neutral is not None:
            total, weight = total + NEUTRAL_WEIGHT * neutral, NEUTRAL_WEIGHT
        count = self._known(language)
        if count:
            total, weight = total + self._sums[self._language_names.index(language)], weight + count
        mean: Vector = (total / max(weight, 1.0)).astype(np.float32)
        return mean

    def _neutral_mean(self, language: str, *, query: bool) -> Vector | None:
        """The neutral mean of a language; that of all of them for one that has none."""
        chosen = [self._neutral[language]] if language in self._neutral else list(self._neutral.values())
        if not chosen:
            return None
        mean: Vector = np.mean([n.query if query else n.passage for n in chosen], axis=0, dtype=np.float32)
        return mean

    def _groups(self, filters: Filters) -> list[int]:
        return [
            number
            for number, (instance, area) in enumerate(self._group_names)
            if (not filters.instances or instance in filters.instances)
            and (not filters.areas or area in filters.areas)
        ]


def _best(rows: npt.NDArray[np.intp], worth: npt.NDArray[np.float32], k: int) -> npt.NDArray[np.intp]:
    """The `k` best of these rows, in order."""
    if len(rows) > k:
        rows = rows[np.argpartition(-worth[rows], k - 1)[:k]]
    return rows[np.argsort(-worth[rows], kind="stable")]


def _one_a_note(ordered: npt.NDArray[np.intp], notes: npt.NDArray[np.int64]) -> npt.NDArray[np.intp]:
    """The first of these rows of each note, in their order."""
    _, first = np.unique(notes[ordered], return_index=True)
    return ordered[np.sort(first)]


def _capacity(passages: int) -> int:
    """With room to grow; what isn't used yet takes no memory."""
    return max(_MIN_CAPACITY, int(passages * 1.5))


def _typical(state: _State) -> float:
    """How far a passage stands from its language's mean, on the whole."""
    return float(state.norms[: state.count].mean()) if state.count else 1.0


def _products(one: Matrix | Vector, other: Matrix | Vector) -> npt.NDArray[np.float32]:
    """The scalar products of each row of one with the other, in the calling thread.

    `matrix @ vector` shares the work between OpenBLAS's threads, each of which waits for the others: with 10,000 rows it
    takes 1.1 ms in one thread and 11 ms in two while an index is built on both cores. This takes 0.4 ms (`make bench`).
    """
    products: npt.NDArray[np.float32] = np.vecdot(one, other)
    return products
