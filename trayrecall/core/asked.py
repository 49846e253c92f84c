"""What a prompt asks: the sentences that a person wrote around what was pasted (logs, code, tables). Pure.

Takes time in proportion to the text: some 10 ms for 100 KB.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from trayrecall.core.stopwords import STOPWORDS
from trayrecall.core.text import base_terms

LONGEST_LINE = 1500  # code points of a line that are looked at: minified data comes in longer ones
PASTED_END = 400  # code points of each end of a text that holds nothing but pasted material
_MOST_LINES = 20_000

# How lines of machines begin: a date or time, a level, a prompt, a stack frame, markup, a diff, a path, code; and how
# those of code end.
_MACHINE = re.compile(
    r"^\s*(?:\[?\d{2,4}[-/.:]\d\d|\[|\d+[:|]|at\s+\S+\(|File \"|Traceback|Caused by:|\.\.\.|>>>|[+\-$#%>|{}<@/\\*=~`;]"
    r"|\(?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|NOTICE|npm|error|warning)\b\)?[\s:\]]|[\w.$]+(?:Error|Exception)\b"
    r"|(?:import|from|def|class|return|const|let|var|public|private|if|for|while|SELECT|INSERT)\b.*[;:({=]\s*$"
    r"|diff --git |(?:const|var)\s|let\s\w+\s*=|from \S+ import\b|import \S+$|[\w.\[\]]+\s*[-+*/|&:]?=\s*\S|[\w.]+\(.*\)\s*$"
    r"|.*(?:[{}\[(;]|=>)\s*$)"
)
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_WORD = re.compile(r"[^\W\d_]+")
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_QUESTION = re.compile(r"[?？]\s*[\"'”»)]*\s*$")
_BULLET = re.compile(r"^[-*>] (?:\[[ xX]\] )?(?=\w)")  # of a list or a quotation
_LEAST_LINES = 4  # of a text that is mostly pasted
_LEAST_WORDS = 3
_LEAST_WORDS_AT_AN_END = 2  # "fix it" below a log
_LEAST_DENSE = 4
_LETTERS_SHARE = 0.7
_TELLING = STOPWORDS - {*"abcdefghjklmnopqrstuvwxyz", "id"}  # these stand in code as well


def what_is_asked(text: str, most: int) -> str:
    """The text itself, unless it is longer than `most` code points, or most of it is pasted.

    Then at most about so many of them: its questions, then its first and last lines of plain language. Without any such
    line, the beginning and the end of a long text, and little of both: what machines write takes many tokens.
    """
    whole = [line.strip()[:LONGEST_LINE] for line in text.splitlines()[:_MOST_LINES] if line.strip()]
    lines = list(_outside_of_fences(whole))
    written = [
        number
        for number, line in enumerate(lines)
        if _is_written(line, at_an_end=number in (0, len(lines) - 1))
    ]
    if len(text) <= most and not (written and _is_mostly_pasted(whole, lines)):
        return text
    questions = [number for number in written if _QUESTION.search(lines[number])]
    chosen: set[int] = set()
    room = most
    for number in (*_from_the_ends(questions), *_from_the_ends(written)):
        if number not in chosen and len(lines[number]) < room:
            chosen.add(number)
            room -= len(lines[number]) + 1
    if not chosen:
        return what_is_pasted(text, most)
    return "\n".join(lines[number] for number in sorted(chosen))


def what_is_pasted(text: str, most: int) -> str:
    """The text, or both ends of one that is longer."""
    return text if len(text) <= most else f"{text[:PASTED_END]}\n{text[-PASTED_END:]}"


def _outside_of_fences(lines: Iterable[str]) -> Iterable[str]:
    """What isn't between code fences; the rest of the text when one is never closed."""
    inside = False
    for line in lines:
        if _FENCE.match(line):
            inside = not inside
        elif not inside:
            yield line


def _is_mostly_pasted(whole: Sequence[str], lines: Sequence[str]) -> bool:
    """Whether half of all lines or more stand between fences or are of machines."""
    pasted = len(whole) - len(lines) + sum(map(_is_of_a_machine, lines))
    return len(whole) >= _LEAST_LINES and pasted >= len(whole) / 2


def _is_of_a_machine(line: str) -> bool:
    return _MACHINE.match(_BULLET.sub("", line)) is not None


def _is_written(line: str, *, at_an_end: bool) -> bool:
    """Whether a person wrote it: plain words, some of them function words, and no sign of a machine."""
    if len(line) < _LEAST_DENSE or _is_of_a_machine(line):
        return False
    dense = len(_DENSE.findall(line))
    if dense >= _LEAST_DENSE and dense >= len(line) / 2:
        return True
    words = _WORD.findall(line)
    letters, signs = sum(map(len, words)), len(line) - line.count(" ")
    return (
        len(words) >= (_LEAST_WORDS_AT_AN_END if at_an_end else _LEAST_WORDS)
        and letters >= _LETTERS_SHARE * signs
        and not _TELLING.isdisjoint(chain.from_iterable(map(base_terms, words)))
    )


def _from_the_ends(numbers: Sequence[int]) -> list[int]:
    """The last, the first, the last but one, the second …: what is asked stands at an end."""
    ordered = []
    low, high = 0, len(numbers) - 1
    while low <= high:
        ordered.append(numbers[high])
        if low < high:
            ordered.append(numbers[low])
        low, high = low + 1, high - 1
    return ordered
