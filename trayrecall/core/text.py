"""The one tokeniser, for notes and for queries alike.

A text becomes *terms*: folded words (case, accents, compatibility forms), reduced to their English stem, overlapping
bigrams for scripts that are written without blanks, and *literals*: compounds such as `10.4.0.7`, `chat-send`,
`C++`, `.NET` or a web address, which are kept whole beside their parts. Umlauts give two spellings (`muller`,
`mueller`), so that every way to type a German name finds it.

The keyword index sees terms only, so user text never reaches SQLite's MATCH language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from operator import add

from py_rust_stemmers import SnowballStemmer

from trayrecall.core.graphemes import stream_safe
from trayrecall.core.model import QueryTerm
from trayrecall.core.remembered import Remembered
from trayrecall.core.stopwords import STOPWORDS

MAX_TERM = 100  # code points; a longer token (hex dump, minified data) is cut: nobody types more of it
_LONGEST_KNOWN = 24  # code points of what is remembered with its terms: longer runs hardly come again

_STEM = SnowballStemmer("english")

# Characters that a reader doesn't see: soft hyphen, zero-width and bidi controls, variation selectors, tags.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\ufeff\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\U000e0000-\U000e007f"
    "\U000e0100-\U000e01ef]+"
)
_SIGNS = {ord(c): "'" for c in "’‘ʼ´"} | {
    ord("‐"): "-",
    ord("‑"): "-",
    0x20E3: None,
    0x0640: None,
    0xFF9E: 0x3099,
    0xFF9F: 0x309A,
}  # keycap, tatweel; the voicing of halfwidth kana as the marks that it stands for
_ANY_SIGN = re.compile(f"[{''.join(map(chr, _SIGNS))}]")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})

# Scripts written without blanks between words: Han, kana, Hangul, Thai, Lao, Myanmar, Khmer.
_DENSE = (
    "\u2e80-\u2fdf\u3005-\u3007\u3031-\u3035\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003ffff\u0e00-\u0eff\u1000-\u109f\u1780-\u17df"
)
# Accents and points that a word is also written without: Latin, Cyrillic, Hebrew, Arabic (alef and hamza too).
_POINTS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f"
)
# These and vowel signs (Indic, Thaana, Syriac) go on with a word; Python's \w doesn't count them.
_MARKS = _POINTS + "\u0711\u0730-\u074a\u07a6-\u07b0\u0900-\u0963\u0966-\u0dff"
_LETTER = rf"[^\W_{_DENSE}]"
_W = rf"{_LETTER}(?:{_LETTER}|[{_MARKS}])*"  # a word: a mark alone is none
_JOINT = r"(?:[-_./:@&+=?#%~\\]{1,3}|(?<=\d),(?=\d))"
_TOKEN = re.compile(
    rf"(?P<compound>(?:(?<![\w.#@$])[.#@$](?={_LETTER}))?{_W}(?:{_JOINT}{_W})*(?:[+#]{{1,2}}(?!\w)|%)?)"
    rf"|(?P<dense>[{_DENSE}]+)"
    r"|(?P<emoji>[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff])"
)
_WORD = re.compile(_W)
_DENSE_RUN = re.compile(f"[{_DENSE}]+")
_ACCENT = re.compile(f"[{_POINTS}]")
_SEGMENT = re.compile(r"[/:?=&#~\\%]+")
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_IS_CAMEL = re.compile(r"[a-z][A-Z]")
_ELISION = re.compile(r"\b(\w{1,2})'(?=\w{3})")  # l'eau, d'accord, O'Brien: two words
_APOSTROPHE = re.compile(r"(?<=\w)'(?:s\b|(?=\w))")  # Mirek's, don't: one word
_PHRASE = re.compile(r'"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»')


def normalise(text: str) -> str:
    """Compatibility forms unified (NFKC), invisible characters gone, apostrophes folded into their words."""
    if text.isascii():
        plain = text
    else:
        plain = _INVISIBLE.sub("", text)
        if _ANY_SIGN.search(plain):
            plain = plain.translate(_SIGNS)
        plain = unicodedata.normalize("NFKC", stream_safe(plain))
    if "'" in plain:
        plain = _APOSTROPHE.sub("", _ELISION.sub(r"\1 ", plain))
    return plain


@lru_cache(maxsize=65536)
def _forms(word: str) -> tuple[str, ...]:
    """The stemmed spellings of one word: the folded one and, for umlauts, the one with two letters.

    The word is cut already: a hex dump of megabytes is one, and would be remembered whole.
    """
    low = word.casefold()[:MAX_TERM]
    if low.isascii():
        return (_stem(low),)
    base = _stem(_strip_accents(low))
    spelled = low.translate(_UMLAUTS)
    if spelled == low:
        return (base,)
    other = _stem(_strip_accents(spelled))
    return (base,) if other == base else (base, other)


def begun_spellings(word: str) -> tuple[str, ...]:
    """The spellings of a word that is still being typed: folded as others, with nothing cut from its end."""
    low = word.casefold()
    if low.isascii() or is_dense(low):
        return (low,)
    return tuple(dict.fromkeys(map(_strip_accents, (low, low.translate(_UMLAUTS)))))


def is_dense(word: str) -> bool:
    """Whether a word is written in a script without blanks between words, and so kept in overlapping bigrams."""
    return _DENSE_RUN.fullmatch(word) is not None


def _strip_accents(low: str) -> str:
    decomposed = unicodedata.normalize("NFKD", low.translate(_LETTERS))
    return _ACCENT.sub("", decomposed)


def _stem(word: str) -> str:
    return _STEM.stem_word(word) if word.isascii() and word.isalpha() else word


def _literal(raw: str) -> tuple[str, ...]:
    low = raw.casefold()[:MAX_TERM]
    return (low,) if low.isascii() else (_strip_accents(low),)


def _compound(raw: str) -> Iterator[tuple[tuple[str, ...], bool]]:
    """A compound as (spellings, is it a literal): itself, without its signs, its segments, words, camel case parts."""
    words = _WORD.findall(raw)
    if len(words) == 1 and words[0] == raw:
        yield from _word(raw)
        return
    yield _literal(raw), True
    bare = raw.lstrip(".#@$").rstrip("+#%")  # `$1,240.50` is also found as `1,240.50`
    if bare != raw and not _WORD.fullmatch(bare):
        yield _literal(bare), True
    if len(words) > 2:  # noqa: PLR2004 - with two words a segment is a word or the whole
        for segment in _SEGMENT.split(raw):
            if segment and segment not in (raw, bare) and not _WORD.fullmatch(segment):
                yield _literal(segment), True
    for word in words:
        yield from _word(word)


def _word(word: str) -> Iterator[tuple[tuple[str, ...], bool]]:
    if _IS_CAMEL.search(word):
        yield _literal(word), True
        for part in _CAMEL.findall(word):
            yield _forms(part[:MAX_TERM]), False
    yield _forms(word[:MAX_TERM]), False  # also of a word in camel case: `YouTube` is found by `youtube`


def _dense(run: str) -> list[str]:
    return list(map(add, run, run[1:])) or [run]


def index_terms(text: str) -> list[str]:
    """The terms of a note's text, in reading order, all spellings included."""
    spaced = spaced_terms(text)
    return spaced.split(" ") if spaced else []


def spaced_terms(text: str) -> str:
    """The same as one text with a blank between two terms, as the keyword index takes them."""
    return " ".join(filter(None, map(_TERMS.__getitem__, text.split())))  # no term reaches across a blank


def _run_terms(text: str) -> str:
    terms: list[str] = []
    for compound, dense, emoji in _TOKEN.findall(normalise(text)):
        if compound:
            terms += _COMPOUNDS[compound]
        elif dense:
            terms += _dense(dense)
        else:
            terms.append(emoji)
    return " ".join(terms)


def _compound_terms(raw: str) -> list[str]:
    return [form for forms, _ in _compound(raw) for form in forms]


_COMPOUNDS = Remembered(_compound_terms, longest=_LONGEST_KNOWN)  # also of words within Chinese and Japanese
_TERMS = Remembered(_run_terms, longest=_LONGEST_KNOWN)


def query_terms(
    text: str, limit: int = 64, *, stopwords: frozenset[str] = STOPWORDS
) -> tuple[QueryTerm, ...]:
    """The distinct terms of a query without function words, at most `limit`, in the order they are typed."""
    found: dict[tuple[str, ...], QueryTerm] = {}
    for forms, literal in _query_forms(normalise(text)):
        if forms not in found and not any(form in stopwords for form in forms):
            found[forms] = QueryTerm(forms=forms, is_literal=literal)
            if len(found) >= limit:
                break
    return tuple(found.values())


def _query_forms(plain: str) -> Iterator[tuple[tuple[str, ...], bool]]:
    for match in _TOKEN.finditer(plain):
        kind, raw = match.lastgroup, match.group()
        if kind == "compound":
            yield from _compound(raw)
        elif kind == "dense":
            for gram in _dense(raw):
                yield (gram,), False
        else:
            yield (raw,), False


def base_terms(text: str) -> tuple[str, ...]:
    """One term a word, function words included: the form in which phrases and titles are compared."""
    return tuple(chain.from_iterable(map(_BASE_TERMS.__getitem__, text.split())))


def _run_base_terms(run: str) -> list[str]:
    terms: list[str] = []
    for match in _TOKEN.finditer(normalise(run)):
        kind, raw = match.lastgroup, match.group()
        if kind == "compound" and raw.isascii() and raw.isalnum():
            terms.append(_forms(raw[:MAX_TERM])[0])  # by far the most
        elif kind == "compound":
            words = _WORD.findall(raw)
            terms.extend(_forms(w[:MAX_TERM])[0] for w in words)
            if len(raw) > sum(map(len, words)) and raw[-1] in "+#":
                terms[-1] = _literal(words[-1] + raw[len(raw.rstrip("+#")) :])[0]
        elif kind == "dense":
            terms.extend(raw)
        else:
            terms.append(raw)
    return terms


_BASE_TERMS = Remembered(_run_base_terms, longest=24)


_HIRAGANA = re.compile("[\u3041-\u309f]")


def has_hiragana(term: str) -> bool:
    """Whether a term holds a sign of the syllabary in which Japanese grammar is written."""
    return not term.isascii() and _HIRAGANA.search(term) is not None


_ASKING = re.compile("[谁誰什麼么哪吗嗎呢]")


def is_asking(term: str) -> bool:
    """Whether a term holds a Chinese sign of asking (叫什, 的哪): what is asked with hardly stands in an answer."""
    return not term.isascii() and _ASKING.search(term) is not None


def quoted_phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """The quoted phrases of two words or more in a query, as base terms."""
    phrases = (base_terms(next(g for g in m.groups() if g)) for m in _PHRASE.finditer(text))
    return tuple(p for p in phrases if len(p) > 1)


def has_words(text: str) -> bool:
    """Whether there is anything in the text that has a meaning to embed: a word of letters, not only signs,
    numbers or a code such as `aB3dE5fG7h`.
    """
    for match in _TOKEN.finditer(normalise(text)):
        if match.lastgroup == "dense":
            return True
        if match.lastgroup == "compound":
            for word in _WORD.findall(match.group()):
                if len(word) > 1 and not any(c.isdigit() for c in word):
                    return True
    return False
