"""Where a long text is cut: at the best border near the wanted size, never through a visible character.

A text is seen as atoms (words, or pieces of what has no blanks), each with its estimated tokens and the
quality of the border behind it. Linear in the text, but for a binary search per piece.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, islice

from trayrecall.core.graphemes import is_boundary, stand_alone
from trayrecall.core.remembered import Remembered
from trayrecall.core.tokens import part_cost, word_cost

# Border qualities behind an atom, and how many shares of the wanted size a border may lie away for the next
# better one to be taken instead.
PARAGRAPH, LINE, SENTENCE, WORD, WITHIN_WORD, WITHIN_ROW = 5, 4, 3, 2, 1, 0
_WORTH = {PARAGRAPH: 1.0, LINE: 0.75, SENTENCE: 0.55, WORD: 0.1, WITHIN_WORD: -1.0, WITHIN_ROW: -1.5}

CHARACTERS_PER_TOKEN = 8  # at most: what seems to cost less (blanks, rules) is counted as this much
_LONGEST_ATOM = 40  # characters of a word that isn't cut in advance
_LONGEST_CLUSTER = 64  # characters; longer piles of marks are cut anyway
_SHORTEST_ECHO = 8  # tokens; an overlap below this says too little alone
_TELLS_SENTENCE = 12  # last characters of a word that tell an abbreviation from the end of a sentence

_ATOMS = re.compile(r"\S+\s*")
_SIGNS = ",;:.!?}\\])、，；：。！？…"
_PIECES = re.compile(rf"[^{_SIGNS}]{{1,16}}[{_SIGNS}]{{0,8}}|[{_SIGNS}]{{1,8}}")
_LAST_SIGNS = frozenset(".!?…。！？\"'”’»)]」』）")  # one of them ends every sentence
_BLANKS = re.findall(r"\s", "".join(map(chr, range(0x3001))))
_TELLING = _LAST_SIGNS.union(_BLANKS)  # before a blank they may tell of more than the next word
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
    """The atoms of a text: where each starts (and last where the text ends), and the tokens before each (and last of all).

    Borders are told one by one: they matter near the cuts alone. Those within the row of a table are the worst of all.
    """

    def __init__(self, text: str, atoms: list[str], before: list[float], tables: Iterable[_Table]) -> None:
        self._text, self._atoms, self.before = text, atoms, before
        blank = len(text) - len(text.lstrip())
        self.starts = list(accumulate(map(len, atoms), initial=blank))
        # By far the most: words of one sentence with a blank between them.
        self.is_plain = [atom[-1] == " " and atom[-2] not in _TELLING for atom in atoms[:-1]]
        self.is_plain.append(False)  # behind the last one the text ends
        self._in_rows: set[int] = set()
        for table in tables:
            self._close(range(bisect_left(self.starts, table.start), bisect_left(self.starts, table.end)))

    def __len__(self) -> int:
        return len(self._atoms)

    def end(self, index: int) -> int:
        """Where an atom ends, without the blanks behind it."""
        return self.starts[index] + len(self._atoms[index].rstrip())

    def border(self, index: int) -> int:
        """The quality of the border behind an atom."""
        if self.is_plain[index]:
            return WORD
        if index in self._in_rows:
            return WITHIN_ROW
        atom, after = self._atoms[index], self.starts[index + 1]
        word = atom.rstrip()
        if len(word) == len(atom) and after < len(self._text):
            return _border_within(atom)
        end = after - len(atom) + len(word)
        tail = self._text[max(0, end - _TELLS_SENTENCE) : end].split()[-1]  # also of a word in pieces
        return _border(tail, atom[len(word) :], self._text[after : after + 1])

    def _close(self, atoms: Iterable[int]) -> None:
        closed = [index for index in atoms if self.border(index) < LINE]
        self._in_rows.update(closed)
        for index in closed:
            self.is_plain[index] = False


def _measured(text: str) -> tuple[list[str], list[float]]:
    """The atoms of a text, each with the blanks behind it, and what each costs."""
    atoms = _ATOMS.findall(text)
    if max(map(len, atoms), default=0) <= _LONGEST_ATOM:
        return atoms, list(map(_ATOM_COSTS.__getitem__, atoms))
    divided: list[str] = []
    costs: list[float] = []
    for atom in atoms:
        if len(atom) <= _LONGEST_ATOM or len(word := atom.rstrip()) <= _LONGEST_ATOM:
            divided.append(atom)
            costs.append(_ATOM_COSTS[atom])
            continue
        rate = max(part_cost(word) / len(word), 1 / CHARACTERS_PER_TOKEN)
        pieces = _pieces(word)
        costs += [max(part_cost(piece), len(piece) * rate) for piece in pieces]
        pieces[-1] += atom[len(word) :]
        divided += pieces
    return divided, costs


def _atom_cost(atom: str) -> float:
    return max(word_cost(atom.rstrip()), len(atom) / CHARACTERS_PER_TOKEN)


_ATOM_COSTS = Remembered(_atom_cost, longest=_LONGEST_ATOM)


def _pieces(word: str) -> list[str]:
    """A word in pieces, and no visible character in two."""
    if stand_alone(word):  # so are all of most languages
        return _PIECES.findall(word)
    pieces: list[str] = []
    begin = 0
    for match in _PIECES.finditer(word):
        stop = match.end()
        within = word[begin : stop + 1]
        if stop == len(word) or stop - begin >= _LONGEST_CLUSTER or is_boundary(within, stop - begin):
            pieces.append(word[begin:stop])
            begin = stop
    return pieces


def _border(word: str, gap: str, following: str) -> int:
    if "\n" in gap:
        return PARAGRAPH if gap.count("\n") > 1 else LINE
    if not following:
        return PARAGRAPH
    if following.islower() or not _SENTENCE_END.search(word[-4:]) or _ABBREVIATION.search(word):
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
    atoms, costs = _measured(text)
    before = list(accumulate(costs, initial=0.0))
    if before[-1] <= room.size:
        return _whole(text)
    return _cut_at_borders(text, atoms, before, room, is_code=is_code)


def _cut_at_borders(
    text: str, measured: list[str], before: list[float], room: Room, *, is_code: bool
) -> list[str]:
    tables = [] if is_code else _tables(text)
    atoms = _Atoms(text, measured, before, tables)
    return [_piece(text, atoms, span, tables) for span in _spans(atoms, room, tables, is_code=is_code)]


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
    ends = _candidates(atoms, low, high, bisect_left(atoms.before, spent + wanted))
    best = max(ends, key=lambda end: _worth(atoms, begin, end, wanted))
    if atoms.border(best - 1) < (LINE if is_code else WORD):
        # Rather a short piece than a line of code or a table's row in two.
        lines = [end for end in range(begin + 1, high + 1) if atoms.border(end - 1) >= LINE]
        best = lines[-1] if lines else best
    return best


def _candidates(atoms: _Atoms, low: int, high: int, wanted: int) -> list[int]:
    """Among which ends from `low` to `high` the best is: of plain borders only the nearest to `wanted` can be it."""
    plain = atoms.is_plain
    ends = [end for end in range(low, high + 1) if not plain[end - 1]]
    ends += islice((end for end in range(min(wanted, high), low - 1, -1) if plain[end - 1]), 2)
    ends += islice((end for end in range(max(wanted + 1, low), high + 1) if plain[end - 1]), 1)
    return sorted(ends)


def _worth(atoms: _Atoms, begin: int, end: int, wanted: float) -> float:
    away = abs(atoms.before[end] - atoms.before[begin] - wanted) / wanted
    return _WORTH[atoms.border(end - 1)] - away


def _echo(atoms: _Atoms, begin: int, overlap: int, *, is_code: bool) -> int:
    """Where the overlap before `begin` starts: a sentence or line, else the words that fit."""
    lowest = bisect_left(atoms.before, atoms.before[begin] - overlap)
    found = begin
    for first in range(begin - 1, max(lowest, 1) - 1, -1):
        if atoms.border(first - 1) >= (LINE if is_code else SENTENCE):
            found = first
            if atoms.before[begin] - atoms.before[first] >= _SHORTEST_ECHO:
                break
    if found < begin or is_code:
        return found
    inner = (first for first in range(max(lowest, 1), begin) if atoms.border(first - 1) >= WORD)
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
    piece = text[start : atoms.end(span[1] - 1)]
    table = _table_at(tables, start)
    if table and len(table.header) <= 160:  # noqa: PLR2004  about as many tokens as the overlap it replaces
        return f"{table.header}\n{piece}"
    return piece
