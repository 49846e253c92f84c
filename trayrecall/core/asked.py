"""What a long prompt asks: the sentences that a person wrote around what was pasted (logs, code, tables). Pure.

Takes time in proportion to the text: some 10 ms for 100 KB.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from trayrecall.core.stopwords import STOPWORDS
from trayrecall.core.text import query_terms

LONGEST_LINE = 1500  # code points of a line that are looked at: minified data comes in longer ones
QUESTIONS = (
    400  # code points of questions, the last one whole: what stands around them only draws away from them
)
PASTED_END = 400  # code points of each end of a text that holds nothing but pasted material
_MOST_LINES = 20_000

# How lines of machines begin: a date or time, a level, a prompt, a stack frame, markup, a diff, a path.
_MACHINE = re.compile(
    r"^\s*(?:\[?\d{2,4}[-/.:]\d\d|\[|\d+[:|]|at\s+\S+\(|File \"|Traceback|Caused by:|\.\.\.|>>>|[+\-$#%>|{}<@/\\*=~`;]"
    r"|\(?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|NOTICE|npm|error|warning)\b\)?[\s:\]]|[\w.$]+(?:Error|Exception)\b"
    r"|(?:import|from|def|class|return|const|let|var|public|private|if|for|while|SELECT|INSERT)\b.*[;:({=]\s*$)"
)
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_WORD = re.compile(r"[^\W\d_]+")
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_QUESTION = re.compile(r"[?？]\s*[\"'”»)]*\s*$")
_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])\s*")  # of a sentence
_TELLING = (
    3  # terms of questions that say of themselves what is asked for; "what is wrong here?" needs the rest
)
_SHORT_LINE = 20  # code points of a greeting or a name, which say nothing of their kind
_LEAST_WORDS = 3
_LEAST_DENSE = 4
_LETTERS_SHARE = 0.7


def what_is_asked(text: str, most: int) -> str:
    """Its questions, if they say what they are about; else at most about `most` code points of the text: what stands
    around its questions, and its first and last sentences of plain language.

    Without any such sentence, its beginning and its end, and little of both: what machines write takes many tokens.
    """
    lines = [line.strip() for line in _outside_of_fences(text.splitlines()[:_MOST_LINES])]
    if len(text) <= most and not _is_prose(text):  # an error that was pasted is what is asked about
        return text
    written = [part for line in lines if _is_written(line[:LONGEST_LINE]) for part in _sentences(line)]
    questions = [number for number, part in enumerate(written) if _QUESTION.search(part)]
    chosen = _fitting(written, _from_the_ends(questions), min(most, QUESTIONS))
    if len(query_terms("\n".join(written[number] for number in chosen), _TELLING)) < _TELLING:
        if len(text) <= most:
            return text
        around = (*_around(questions, len(written)), *_from_the_ends(range(len(written))))
        chosen |= _fitting(written, around, most)
    if not chosen:
        return f"{text[:PASTED_END]}\n{text[-PASTED_END:]}"
    return "\n".join(written[number] for number in sorted(chosen))


def _is_prose(text: str) -> bool:
    """Whether nothing but plain language stands in the text."""
    lines = filter(None, map(str.strip, text.splitlines()))
    return all(_is_written(line[:LONGEST_LINE]) or len(line) < _SHORT_LINE for line in lines)


def _sentences(line: str) -> list[str]:
    parts = (part.strip()[:LONGEST_LINE] for part in _END.split(line))
    return [part for part in parts if len(part) >= _LEAST_DENSE]


def _fitting(parts: Sequence[str], numbers: Iterable[int], room: int) -> set[int]:
    """The first of these parts, and of the others those for which there is room."""
    chosen: set[int] = set()
    for number in numbers:
        if number not in chosen and (len(parts[number]) < room or not chosen):
            chosen.add(number)
            room -= len(parts[number]) + 1
    return chosen


def _around(questions: Sequence[int], count: int) -> list[int]:
    """The sentences before and behind the last question, then before and behind the first one."""
    ends = dict.fromkeys((*questions[-1:], *questions[:1]))
    near = (place for question in ends for place in (question - 1, question + 1, question - 2))
    return [place for place in near if 0 <= place < count and place not in questions]


def _outside_of_fences(lines: Iterable[str]) -> Iterable[str]:
    """What isn't between code fences; the rest of the text when one is never closed."""
    inside = False
    for line in lines:
        if _FENCE.match(line):
            inside = not inside
        elif not inside:
            yield line


def _is_written(line: str) -> bool:
    """Whether a person wrote it: plain words, some of them function words, and no sign of a machine."""
    if len(line) < _LEAST_DENSE or _MACHINE.match(line):
        return False
    dense = len(_DENSE.findall(line))
    if dense >= _LEAST_DENSE and dense >= len(line) / 2:
        return True
    words = _WORD.findall(line)
    letters, signs = sum(map(len, words)), len(line) - line.count(" ")
    return (
        len(words) >= _LEAST_WORDS
        and letters >= _LETTERS_SHARE * signs
        and any(word.lower() in STOPWORDS for word in words)
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
