"""Where a long text is cut: at the best border near the wanted size, never through a visible character.

A text is seen as atoms (words, or pieces of what has no blanks), each with its estimated tokens and the
quality of the border behind it. Linear in the text, but for a binary search per piece.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate

from trayrecall.core.graphemes import is_boundary
from trayrecall.core.tokens import word_cost, word_costs

# Border qualities behind an atom, and how many shares of the wanted size a border may lie away for the next
# better one to be taken instead.
PARAGRAPH, LINE, SENTENCE, WORD, WITHIN_WORD, WITHIN_ROW = 5, 4, 3, 2, 1, 0
_WORTH = {PARAGRAPH: 1.0, LINE: 0.75, SENTENCE: 0.55, WORD: 0.1, WITHIN_WORD: -1.0, WITHIN_ROW: -1.5}

CHARACTERS_PER_TOKEN = 8  # at most: what seems to cost less (blanks, rules) is counted as this much
_LONGEST_ATOM = 40  # characters of a word that isn't cut in advance
_LONGEST_CLUSTER = 64  # characters; longer piles of marks are cut anyway
_SHORTEST_ECHO = 8  # tokens; an overlap below this says too little alone

_WORDS = re.compile(r"\S+")
_SIGNS = ",;:.!?}\\])、，；：。！？…"
_PIECES = re.compile(rf"[^{_SIGNS}]{{1,16}}[{_SIGNS}]{{0,8}}|[{_SIGNS}]{{1,8}}")
_LAST_SIGNS = frozenset(".!?…。！？\"'”’»)]」』）")  # one of them ends every sentence
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’»)\]」』）]*$")
_WIDE_SENTENCE_END = re.compile(r"[。！？][」』）]*$")
_ABBREVIATION = re.compile(
    r"(?:^|\W)(?:\w{1,2}|\d+|(?:\w\.)+\w|Dr|Mr|Mrs|bzw|usw|vgl|etc|resp|Nr|Abb|Fig|vs)\.$"
)


@dataclass(frozen=True, slots=True)
class Room:
    """How large a piece may be, in estimated tokens: all in all, shared with its neighbour, at least."""

    size: int
    overlap: int
    smallest: int


@dataclass(frozen=True, slots=True)
class _Table:
    start: int
    end: int
    header: str


class _Atoms:
    """The atoms of a text: where they start and end, the border behind each, and the tokens before each."""

    def __init__(self, text: str) -> None:
        words = _WORDS.findall(text)
        self.starts = [match.start() for match in _WORDS.finditer(text)]
        self.ends = [start + len(word) for start, word in zip(self.starts, words, strict=True)]
        following = [*self.starts[1:], len(text)]  # one too many for a blank text
        self.borders = [
            WORD  # by far the most
            if after - end == 1 and word[-1] not in _LAST_SIGNS and text[end] == " " and after < len(text)
            else _border(word, text[end:after], text[after : after + 1])
            for word, end, after in zip(words, self.ends, following, strict=False)
        ]
        least = (
            (after - start) / CHARACTERS_PER_TOKEN
            for start, after in zip(self.starts, following, strict=False)
        )
        self._costs = list(map(max, word_costs(words), least))
        if max(map(len, words), default=0) > _LONGEST_ATOM:
            self._divide(text, words)
        self.before = list(accumulate(self._costs, initial=0.0))

    def __len__(self) -> int:
        return len(self.starts)

    def _divide(self, text: str, words: list[str]) -> None:
        """Put the pieces of each long word in its place."""
        whole = zip(words, self.starts, self.ends, self.borders, self._costs, strict=True)
        self.starts, self.ends, self.borders, self._costs = [], [], [], []
        for word, start, end, border, cost in whole:
            if len(word) > _LONGEST_ATOM:
                self._add_pieces(text, start, end, border, word_cost(word) / len(word))
            else:
                self._add(start, end, cost, border)

    def _add(self, start: int, end: int, cost: float, border: int) -> None:
        self.starts.append(start)
        self.ends.append(end)
        self.borders.append(border)
        self._costs.append(cost)

    def _add_pieces(self, text: str, start: int, end: int, border: int, rate: float) -> None:
        begin = start
        rate = max(rate, 1 / CHARACTERS_PER_TOKEN)
        for match in _PIECES.finditer(text, start, end):
            stop = match.end()
            if (
                stop < end
                and stop - begin < _LONGEST_CLUSTER
                and not is_boundary(text[begin : stop + 1], stop - begin)
            ):
                continue
            piece = text[begin:stop]
            within = border if stop == end else _border_within(piece)
            self._add(begin, stop, max(word_cost(piece), (stop - begin) * rate), within)
            begin = stop


def _border(word: str, gap: str, following: str) -> int:
    if "\n" in gap:
        return PARAGRAPH if gap.count("\n") > 1 else LINE
    if not following:
        return PARAGRAPH
    if following.islower() or not _SENTENCE_END.search(word[-4:]) or _ABBREVIATION.search(word[-12:]):
        return WORD
    return SENTENCE


def _border_within(piece: str) -> int:
    if piece[-1] in _LAST_SIGNS and _WIDE_SENTENCE_END.search(piece):
        return SENTENCE
    return WORD if piece[-1] in _SIGNS else WITHIN_WORD


def cut(text: str, room: Room, *, is_code: bool = False) -> list[str]:
    """The text in pieces of at most `room.size` estimated tokens, in order; neighbours overlap a little.

    A piece that begins within a table repeats the table's first row instead.
    """
    if _surely_fits(text, room.size):
        return _whole(text)
    atoms = _Atoms(text)
    tables = [] if is_code else _tables(text)
    _close_rows(atoms, tables)
    return [_piece(text, atoms, span, tables) for span in _spans(atoms, room, tables, is_code=is_code)]


def _surely_fits(text: str, size: int) -> bool:
    """Whether the whole text is one piece, told without looking for borders: so are most sections of most notes."""
    if len(text) > size * CHARACTERS_PER_TOKEN:
        return False
    words = text.split()
    if max(map(len, words), default=0) > _LONGEST_ATOM:  # its pieces may cost more than the whole
        return False
    return sum(word_costs(words)) + len(text) / CHARACTERS_PER_TOKEN <= size


def _whole(text: str) -> list[str]:
    """The text as its only piece; none when it is blank."""
    kept = text.rstrip()
    return [kept[_with_indentation(text, len(text) - len(text.lstrip())) :]] if kept else []


def _spans(atoms: _Atoms, room: Room, tables: list[_Table], *, is_code: bool) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    begin, count = 0, len(atoms)
    while begin < count:
        end = _end(atoms, begin, room, is_code=is_code)
        first = begin
        if begin and not _table_at(tables, atoms.starts[begin]):
            first = _echo(atoms, begin, room.overlap, is_code=is_code)
        spans.append((first, end))
        begin = end
    return spans


def _end(atoms: _Atoms, begin: int, room: Room, *, is_code: bool) -> int:
    """The atom before which the piece that begins at `begin` ends; pieces to come are kept about equal."""
    spent, left = atoms.before[begin], atoms.before[-1] - atoms.before[begin]
    size = room.size - room.overlap if begin else room.size
    if left <= size:
        return len(atoms)
    wanted = left / math.ceil(left / size)
    most = max(min(size, left - room.smallest), 1)
    high = max(bisect_right(atoms.before, spent + most) - 1, begin + 1)
    low = min(bisect_left(atoms.before, spent + max(room.smallest, wanted / 2)), high)
    best = max(range(low, high + 1), key=lambda end: _worth(atoms, begin, end, wanted))
    if atoms.borders[best - 1] < (LINE if is_code else WORD):
        # Rather a short piece than a line of code or a table's row in two.
        lines = [end for end in range(begin + 1, high + 1) if atoms.borders[end - 1] >= LINE]
        best = lines[-1] if lines else best
    return best


def _worth(atoms: _Atoms, begin: int, end: int, wanted: float) -> float:
    away = abs(atoms.before[end] - atoms.before[begin] - wanted) / wanted
    return _WORTH[atoms.borders[end - 1]] - away


def _echo(atoms: _Atoms, begin: int, overlap: int, *, is_code: bool) -> int:
    """Where the overlap before `begin` starts: a sentence or line, else the words that fit."""
    lowest = bisect_left(atoms.before, atoms.before[begin] - overlap)
    found = begin
    for first in range(begin - 1, max(lowest, 1) - 1, -1):
        if atoms.borders[first - 1] >= (LINE if is_code else SENTENCE):
            found = first
            if atoms.before[begin] - atoms.before[first] >= _SHORTEST_ECHO:
                break
    if found < begin or is_code:
        return found
    inner = (first for first in range(max(lowest, 1), begin) if atoms.borders[first - 1] >= WORD)
    return next(inner, min(max(lowest, 1), begin))


# ---- tables -------------------------------------------------------------------------------------------


def _tables(text: str) -> list[_Table]:
    """Runs of two or more lines with cells."""
    if " | " not in text:
        return []
    tables: list[_Table] = []
    start, header, rows, at = 0, "", 0, 0
    for line in [*text.split("\n"), ""]:
        if " | " in line:
            if not rows:
                start, header = at, line
            rows += 1
        else:
            if rows > 1:
                tables.append(_Table(start, at - 1, header))
            rows = 0
        at += len(line) + 1
    return tables


def _close_rows(atoms: _Atoms, tables: list[_Table]) -> None:
    """Borders within a table's row are the worst of all."""
    for table in tables:
        for index in range(bisect_left(atoms.starts, table.start), bisect_left(atoms.starts, table.end)):
            if atoms.borders[index] < LINE:
                atoms.borders[index] = WITHIN_ROW


def _table_at(tables: list[_Table], position: int) -> _Table | None:
    """The table that a piece beginning here cuts in two."""
    index = bisect_left(tables, position, key=lambda table: table.start) - 1
    return tables[index] if index >= 0 and position < tables[index].end else None


def _with_indentation(text: str, start: int) -> int:
    """Where a piece begins whose first word begins at `start`: the indentation belongs to the line."""
    line_start = text.rfind("\n", 0, start) + 1
    if line_start < start and start - line_start < 200 and text[line_start:start].isspace():  # noqa: PLR2004
        return line_start
    return start


def _piece(text: str, atoms: _Atoms, span: tuple[int, int], tables: list[_Table]) -> str:
    start = _with_indentation(text, atoms.starts[span[0]])
    piece = text[start : atoms.ends[span[1] - 1]]
    table = _table_at(tables, start)
    if table and len(table.header) <= 160:  # noqa: PLR2004  about as many tokens as the overlap it replaces
        return f"{table.header}\n{piece}"
    return piece
