"""How many tokens a text takes, estimated without a model, so that splitting stays pure and fast.

Calibrated against the tokenizer of multilingual-e5-small (XLM-R unigram, 250k pieces). Natural text is met
within about a tenth; noise (hex, base64, random letters, emoji) is never underestimated by more than the
factor that still fits the model's 512 at the default target. `tests/core/test_tokens.py` repeats the measurement.
"""

from __future__ import annotations

import re

from trayrecall.core.remembered import Remembered

MODEL_OVERHEAD = 6  # `<s>`, `</s>` and the prefix `passage: `

# One alternative a kind of run; the group's name is its rule below.
_RUN = re.compile(
    r"(?P<latin>[A-Za-z\u00aa-\u024f\u1e00-\u1eff]+)"
    r"|(?P<digits>[0-9]+)"
    r"|(?P<joined>[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+)"  # Thai, Lao, Myanmar, Khmer: no blanks between words
    r"|(?P<indic>[\u0900-\u0dff]+)"
    r"|(?P<letters>[\u0370-\u08ff\u10a0-\u10ff]+)"  # Greek, Cyrillic, Armenian, Hebrew, Arabic, Georgian
    r"|(?P<wide>[\u2100-\u214f\u3200-\u33ff\ufb00-\ufdff\ufe70-\ufeff]+)"  # one sign, several letters in NFKC
    r"|(?P<same>(?P<char>.)(?P=char){3,})"
    r"|(?P<other>.)",
    re.DOTALL,
)
_HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_SYLLABLES = "\u3040-\u30ff\uac00-\ud7a3"  # kana, Hangul
_DENSE = re.compile(f"[{_HAN}{_SYLLABLES}]+")
_NOT_HAN = re.compile(f"[^{_HAN}]+")
# How words begin in scripts with blanks between them.
_WITH_BLANKS = re.compile("[\u0000-\u0dff\u10a0-\u10ff\u1e00-\u218f]")
# Consonants past the second of a run, as hardly any word has them but all noise does.
_CLUSTER = re.compile(r"[bcdfghjklmnpqrstvwxz]{3,}", re.IGNORECASE)
_LONG_WORD = 14  # letters; longer words are made of several, or are noise

# Tokens per character, except where it says otherwise.
_PER_CHARACTER = {"han": 0.66, "syllables": 0.62, "joined": 0.46, "other": 1.0, "wide": 2.0}


def estimate_tokens(text: str) -> int:
    """The estimated number of tokens of a text, without the model's own (`MODEL_OVERHEAD`)."""
    return _ESTIMATES[text]


def _estimate(text: str) -> int:
    return round(sum(map(_COSTS.__getitem__, text.split())) + 0.49)


_ESTIMATES = Remembered(_estimate, longest=80, most=1024)  # titles and headings: asked for with each section


def word_cost(word: str) -> float:
    """The estimated tokens of a whole word between blanks."""
    return part_cost(word) if word.isascii() else part_cost(word) + _mark_cost(word[:1])


def _mark_cost(begin: str) -> float:
    """What the mark of a word's beginning costs: a token of its own in scripts without blanks.

    Their pieces hardly ever begin a word, so that text with blanks between its signs, as it comes out of a PDF, takes
    up to three times as many tokens as the same text without.
    """
    if _WITH_BLANKS.match(begin):
        return 0.0
    if "\uac00" <= begin <= "\ud7a3":  # Hangul
        return 0.4
    return 1.0 if begin.isalnum() else 0.6


def part_cost(word: str) -> float:
    """The estimated tokens of a run without blanks, wherever in a word it stands."""
    # A word that begins with a sign takes the word mark as a token of its own more often than not.
    cost = 0.0 if word[:1].isalnum() else 0.4
    if word.isascii():
        return cost + _measure_part(word)
    parts = _DENSE.split(word)
    dense = len(word) - sum(map(len, parts))
    if dense:
        han = len(_NOT_HAN.sub("", word))
        cost += _PER_CHARACTER["han"] * han + _PER_CHARACTER["syllables"] * (dense - han)
    return cost + sum(map(_PARTS.__getitem__, filter(None, parts)))


def _measure_part(part: str) -> float:
    """What a part costs that is no Han, kana or Hangul."""
    if part.isascii() and part.isalpha():  # by far the most
        return _latin_cost(part)
    return sum(_run_cost(match.lastgroup or "other", match.group()) for match in _RUN.finditer(part))


_PARTS = Remembered(_measure_part, longest=40)
_COSTS = Remembered(word_cost, longest=40)


def _run_cost(kind: str, run: str) -> float:
    match kind:
        case "latin":
            return _latin_cost(run)
        case "digits":
            return max(0.8, 0.42 * len(run))
        case "letters":
            return _spread_cost(len(run), 0.55, 0.2, 0.7)
        case "indic":
            return _spread_cost(len(run), 0.55, 0.22, 0.9)
        case "same":
            return 1.0 + (0.08 if run[0] in "-=._*#~ " else 0.5 if run[0] < "\u2600" else 1.0) * len(run)
        case _:
            return _PER_CHARACTER[kind] * len(run)


def _latin_cost(run: str) -> float:
    length = len(run)
    cost = _spread_cost(length, 0.6, 0.13, 0.5)
    if length > 1 and not run[1:].islower():
        cost += 0.3 * sum(map(str.isupper, run[1:]))
    if not run.isascii():
        cost += 0.3 * sum(1 for char in run if char > "\x7f")
    for cluster in _CLUSTER.findall(run):
        cost += 0.35 * (len(cluster) - 2)
    return cost


def _spread_cost(length: int, base: float, each: float, each_past: float) -> float:
    """A word's cost: a start, a share for each letter, and a greater one past what words are long."""
    return base + each * min(length, _LONG_WORD) + each_past * max(0, length - _LONG_WORD)
