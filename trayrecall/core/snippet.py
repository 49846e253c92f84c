"""Which words of a text stand in the question, and the part of a text that shows most of them. Pure.

Words are compared as the keyword index compares them (`core.text`), so `strasse` marks `Straße`, as written.
A place `(start, end)` counts code points.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from trayrecall.core.excerpt import ELLIPSIS
from trayrecall.core.graphemes import cut_before
from trayrecall.core.text import index_terms, query_terms
from trayrecall.core.wording import worded

Place: TypeAlias = tuple[int, int]

SNIPPET = 260  # code points: about the two lines that a row has room for, and a little for the elision
_LEAD = 48  # how much stands before the first marked word
_TAB = 4  # blanks

# Control characters, bidi and zero-width signs (not the joiners, which emoji and Persian need), tags, surrogates.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)
_EMPTY_LINES = re.compile(r"\n{3,}")
_RUN = re.compile(r"\S+")
_WORD = re.compile(r"[^\W_]+")
_DENSE = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17df\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]"
)


@dataclass(frozen=True, slots=True)
class Marked:
    """A text of one line with the places of the question's words in it."""

    text: str
    places: tuple[Place, ...] = ()


def one_line(text: str) -> str:
    """The text as one harmless line of a window: no line breaks, no direction marks, no invisible signs."""
    return " ".join(_UNSEEN.sub(lambda m: " " if m[0] in "\t\n\r\v\f\x85\u2028\u2029" else "", text).split())


def wanted_terms(question: str) -> frozenset[str]:
    """Every spelling of the question's words that may be marked."""
    return frozenset(form for term in worded(question, query_terms(question)) for form in term.forms)


def marked(text: str, wanted: frozenset[str]) -> Marked:
    """The text as one line, its wanted words marked."""
    line = one_line(text)
    return Marked(line, tuple(_joined(_places(line, wanted), line)) if wanted else ())


def marked_lines(text: str, wanted: frozenset[str]) -> Marked:
    """The text with its line breaks, harmless and its wanted words marked: to be read as a whole."""
    shown = _readable(text)
    return Marked(shown, tuple(_joined(_places(shown, wanted), shown)) if wanted else ())


def _readable(text: str) -> str:
    """Lines without invisible signs, tabs as blanks, at most one empty line between two others."""
    lines = [_UNSEEN.sub("", line.expandtabs(_TAB)).rstrip() for line in text.splitlines()]
    return _EMPTY_LINES.sub("\n\n", "\n".join(lines)).strip("\n")


def snippet(text: str, wanted: frozenset[str]) -> Marked:
    """The part of the text that holds most of the wanted words, at most about `SNIPPET` code points."""
    whole = marked(text, wanted)
    line = whole.text
    if len(line) <= SNIPPET:
        return whole
    begin = _best_begin(line, whole.places)
    end = min(len(line), begin + SNIPPET)
    if end < len(line):
        end = max(begin + 1, cut_before(line, end))
    before = ELLIPSIS if begin else ""
    shown = before + line[begin:end].rstrip() + (ELLIPSIS if end < len(line) else "")
    shift = len(before) - begin
    kept = tuple((a + shift, b + shift) for a, b in whole.places if a >= begin and b <= end)
    return Marked(shown, kept)


def _best_begin(line: str, places: tuple[Place, ...]) -> int:
    """Where a window begins that shows most of the marked words, the distinct ones first."""
    best, best_worth = 0, (0, 0)
    for start, _ in places:
        begin = 0 if start <= _LEAD else start - _LEAD
        inside = [line[a:b].casefold() for a, b in places if a >= begin and b <= begin + SNIPPET]
        worth = (len(set(inside)), len(inside))
        if worth > best_worth:
            best, best_worth = begin, worth
    best = min(best, max(0, len(line) - SNIPPET))
    if best:  # not in the midst of a word
        blank = line.find(" ", best, best + _LEAD)
        best = blank + 1 if blank >= 0 else cut_before(line, best)
    return best


def _places(line: str, wanted: frozenset[str]) -> list[Place]:
    found: list[Place] = []
    for run in _RUN.finditer(line):
        if wanted.isdisjoint(index_terms(run.group())):
            continue
        begin, end = run.start() + _signs_before(run.group()), run.end() - _signs_after(run.group())
        inside = [] if _is_literal(line[begin:end], wanted) else _words(line, begin, end, wanted)
        found += inside or ([] if _DENSE.search(run.group()) else [(begin, end)])
    return found


def _is_literal(run: str, wanted: frozenset[str]) -> bool:
    """Whether a compound such as `10.4.0.7` is wanted as it stands."""
    terms = index_terms(run)
    return len(terms) > 1 and terms[0] in wanted and not _DENSE.search(run)


def _words(line: str, begin: int, end: int, wanted: frozenset[str]) -> list[Place]:
    found: list[Place] = []
    for word in _WORD.finditer(line, begin, end):
        if _DENSE.search(word.group()):
            found += _pairs(word, wanted)
        elif not wanted.isdisjoint(index_terms(word.group())):
            found.append(word.span())
    return found


def _pairs(word: re.Match[str], wanted: frozenset[str]) -> list[Place]:
    """The wanted pairs of signs in a run of a script without blanks, and wanted words in other letters in it."""
    text, at = word.group(), word.start()
    pairs = [(at + i, at + i + 2) for i in range(len(text) - 1) if text[i : i + 2] in wanted]
    single = [(at + i, at + i + 1) for i, sign in enumerate(text) if sign in wanted]
    foreign = [
        (at + m.start(), at + m.end())
        for m in re.finditer(r"[^\W_\u0e00-\U0003ffff]+", text)
        if not wanted.isdisjoint(index_terms(m.group()))
    ]
    return sorted(pairs + single + foreign)


def _signs_before(run: str) -> int:
    first = _WORD.search(run)
    if first is None:
        return 0
    return first.start() - (1 if first.start() and run[first.start() - 1] in "#@$." else 0)


def _signs_after(run: str) -> int:
    kept = run.rstrip(".,;:!?…\"'”’»)]}>")
    return len(run) - len(kept)


def _joined(places: list[Place], line: str) -> list[Place]:
    """Places that touch or are parted by one blank or hyphen become one, so that phrases are marked whole."""
    joined: list[Place] = []
    for start, end in places:
        if joined and (start <= joined[-1][1] or line[joined[-1][1] : start] in {"-", "‑"}):
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
