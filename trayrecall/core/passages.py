"""A note's sections to passages that fit the embedder: the units that are embedded and retrieved.

Deterministic: the same note gives the same passages, so unchanged ones keep their vectors. Whatever changes
the passages of an unchanged note must change `SPLITTER`, which is part of the fingerprint, and see `core.prepare`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice, starmap

from trayrecall.core.convert.plain import clean_line
from trayrecall.core.cutting import CHARACTERS_PER_TOKEN, Room, cut
from trayrecall.core.graphemes import cut_before
from trayrecall.core.model import Converted, Passage, Section
from trayrecall.core.tokens import MODEL_OVERHEAD, estimate_tokens

SPLITTER = "1"
SHORTENED = "too long"
PATH_MARK = " › "


@dataclass(frozen=True, slots=True)
class SplitLimits:
    """All numbers of splitting, in estimated tokens where nothing else is said.

    The target leaves a factor of two below the model's 512 for text that the estimate takes for cheaper than
    it is; the caps bound what one note may cost (2,000 passages are some 350,000 words).
    """

    target: int = 240  # a passage with its header and the model's own tokens
    header: int = 64
    overlap: int = 30  # about one sentence
    smallest: int = 40  # a last piece below this is avoided
    prose_passages: int = 2_000
    code_passages: int = 200  # code and data repeat themselves; head and tail tell what they are


DEFAULT_LIMITS = SplitLimits()


@dataclass(frozen=True, slots=True)
class SplitResult:
    """The passages of a note; `partial` names why some of its text is in none of them."""

    passages: tuple[Passage, ...]
    partial: str | None = None


def split(
    title: str, labels: Sequence[str], converted: Converted, limits: SplitLimits = DEFAULT_LIMITS
) -> SplitResult:
    """The passages of a note. `labels` are the ones that matter, each as `name: value`.

    A note without text gives one passage of its header alone, so that its title is found.
    """
    sections = converted.sections
    if not any(section.text for section in sections):
        header = make_header(title, (), labels, limits)
        return SplitResult((Passage(0, (), "", header),) if header else ())
    is_code = all(section.is_code for section in sections)
    splitter = _Splitter(title, labels, limits, limits.code_passages if is_code else limits.prose_passages)
    return splitter.split(sections)


def make_header(title: str, heading_path: Sequence[str], labels: Sequence[str], limits: SplitLimits) -> str:
    """What stands before a passage's text when it is embedded: title, headings and labels, a line each.

    Too long a title keeps its beginning; of too long a path the nearest headings stay.
    """
    left = limits.header
    name = _shorten(clean_line(title), left // 2)
    left -= estimate_tokens(name)
    headings = [heading for heading in heading_path if heading != name]
    kept: list[str] = []
    for heading in reversed(headings):
        shown = _shorten(heading, left if not kept else limits.header)
        if estimate_tokens(shown) > left:
            break
        kept.insert(0, shown)
        left -= estimate_tokens(shown) + 1
    shown_labels: list[str] = []
    for label in map(clean_line, labels):
        if (cost := estimate_tokens(label) + 1) <= left:
            shown_labels.append(label)
            left -= cost
    lines = (name, PATH_MARK.join(kept), "; ".join(shown_labels))
    return "\n".join(line for line in lines if line)


def _shorten(text: str, most: int) -> str:
    """The head of a line within so many estimated tokens."""
    text = text[: max(most, 1) * CHARACTERS_PER_TOKEN]
    while text and estimate_tokens(text) > most:
        text = text[: cut_before(text, len(text) * 3 // 4)].rstrip()
    return text


class _Splitter:
    """The splitting of one note."""

    def __init__(self, title: str, labels: Sequence[str], limits: SplitLimits, most: int) -> None:
        self._title = title
        self._labels = labels
        self._limits = limits
        self._most = most
        self._shortened = False

    def split(self, sections: Sequence[Section]) -> SplitResult:
        """All passages, or the first three quarters and the last quarter of what the cap allows."""
        numbered = [(index, section) for index, section in enumerate(sections) if section.text]
        found = list(islice(chain.from_iterable(starmap(self._of_section, numbered)), self._most + 1))
        if len(found) > self._most:
            tail = self._tail(numbered, self._most // 4)
            found = [*found[: self._most - len(tail)], *tail]
            self._shortened = True
        return SplitResult(tuple(found), SHORTENED if self._shortened else None)

    def _tail(self, sections: Sequence[tuple[int, Section]], count: int) -> list[Passage]:
        tail: list[Passage] = []
        for numbered in reversed(sections):
            if len(tail) >= count:
                break
            tail = [*self._of_section(*numbered), *tail]
        return tail[len(tail) - count :] if count else []

    def _of_section(self, index: int, section: Section) -> list[Passage]:
        header = make_header(self._title, section.heading_path, self._labels, self._limits)
        limits = self._limits
        size = max(limits.target - MODEL_OVERHEAD - estimate_tokens(header), limits.target // 2)
        room = Room(size, min(limits.overlap, size // 4), min(limits.smallest, size // 3))
        pieces: list[str] = []
        for part in self._within_reach(section.text):
            pieces += cut(part, room, is_code=section.is_code)
        return [Passage(index, section.heading_path, piece, header, section.is_code) for piece in pieces]

    def _within_reach(self, text: str) -> tuple[str, ...]:
        """The text, or the head and tail of one that surely has more passages than may be kept.

        Each part alone fills its share of the cap, so the rough cuts made here fall into what the cap drops.
        """
        reach = self._most * self._limits.target * CHARACTERS_PER_TOKEN
        if len(text) <= reach:
            return (text,)
        self._shortened = True
        return text[: reach * 3 // 4 + 1], text[-(reach // 4) - 1 :]
