"""Where a text may be cut: grapheme cluster boundaries (UAX #29), from the standard library alone.

`unicodedata` knows neither Extended_Pictographic nor Indic_Conjunct_Break, so the ranges that matter stand
here. Only what is needed to never cut through a visible character; no segmentation of whole texts.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from itertools import chain

ZWJ = "\u200d"
ZWNJ = "\u200c"
VS16 = "\ufe0f"

# Extended_Pictographic (Unicode 16 emoji-data.txt), gaps of unassigned code points closed.
_PICTOGRAPHS = (
    (0xA9, 0xA9), (0xAE, 0xAE), (0x203C, 0x203C), (0x2049, 0x2049), (0x2122, 0x2122), (0x2139, 0x2139),
    (0x2194, 0x2199), (0x21A9, 0x21AA), (0x231A, 0x231B), (0x2328, 0x2328), (0x2388, 0x2388),
    (0x23CF, 0x23CF), (0x23E9, 0x23F3), (0x23F8, 0x23FA), (0x24C2, 0x24C2), (0x25AA, 0x25AB),
    (0x25B6, 0x25B6), (0x25C0, 0x25C0), (0x25FB, 0x25FE), (0x2600, 0x2605), (0x2607, 0x2612),
    (0x2614, 0x2685), (0x2690, 0x2705), (0x2708, 0x2712), (0x2714, 0x2714), (0x2716, 0x2716),
    (0x271D, 0x271D), (0x2721, 0x2721), (0x2728, 0x2728), (0x2733, 0x2734), (0x2744, 0x2744),
    (0x2747, 0x2747), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755), (0x2757, 0x2757),
    (0x2763, 0x2767), (0x2795, 0x2797), (0x27A1, 0x27A1), (0x27B0, 0x27B0), (0x27BF, 0x27BF),
    (0x2934, 0x2935), (0x2B05, 0x2B07), (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55),
    (0x3030, 0x3030), (0x303D, 0x303D), (0x3297, 0x3297), (0x3299, 0x3299), (0x1F000, 0x1F0FF),
    (0x1F10D, 0x1F10F), (0x1F12F, 0x1F12F), (0x1F16C, 0x1F171), (0x1F17E, 0x1F17F), (0x1F18E, 0x1F18E),
    (0x1F191, 0x1F19A), (0x1F1AD, 0x1F1E5), (0x1F201, 0x1F20F), (0x1F21A, 0x1F21A), (0x1F22F, 0x1F22F),
    (0x1F232, 0x1F23A), (0x1F23C, 0x1F23F), (0x1F249, 0x1F3FA), (0x1F400, 0x1F53D), (0x1F546, 0x1F64F),
    (0x1F680, 0x1F6FF), (0x1F774, 0x1F77F), (0x1F7D5, 0x1F7FF), (0x1F80C, 0x1F80F), (0x1F848, 0x1F84F),
    (0x1F85A, 0x1F85F), (0x1F888, 0x1F88F), (0x1F8AE, 0x1F8FF), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945),
    (0x1F947, 0x1FAFF), (0x1FC00, 0x1FFFD),
)  # fmt: skip
# Indic_Conjunct_Break=Consonant (Devanagari, Bengali, Gujarati, Oriya, Telugu, Malayalam) and its linkers.
_CONSONANTS = (
    (0x915, 0x939), (0x958, 0x95F), (0x978, 0x97F), (0x995, 0x9A8), (0x9AA, 0x9B0), (0x9B2, 0x9B2),
    (0x9B6, 0x9B9), (0x9DC, 0x9DD), (0x9DF, 0x9DF), (0x9F0, 0x9F1), (0xA95, 0xAA8), (0xAAA, 0xAB0),
    (0xAB2, 0xAB3), (0xAB5, 0xAB9), (0xAF9, 0xAF9), (0xB15, 0xB28), (0xB2A, 0xB30), (0xB32, 0xB33),
    (0xB35, 0xB39), (0xB5C, 0xB5D), (0xB5F, 0xB5F), (0xB71, 0xB71), (0xC15, 0xC28), (0xC2A, 0xC39),
    (0xC58, 0xC5A), (0xD15, 0xD3A),
)  # fmt: skip
_LINKERS = frozenset("\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d")
# Spacing vowel signs that count as Extend (Other_Grapheme_Extend), and letters that count as SpacingMark.
_OTHER_EXTEND = frozenset(
    "\u09be\u09d7\u0b3e\u0b57\u0bbe\u0bd7\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dcf\u0ddf\u1b35\u302e\u302f\uff9e\uff9f"
)
_SPACING_LETTERS = frozenset("\u0e33\u0eb3")
_PREPEND = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\U000110bd\U000110cd"
)

_MOST_MARKS = (
    30  # of one character: the Stream-Safe Text Format (UAX #15) has as many, and no script needs more
)
_SHORT = 256  # code points, which any order of marks is brought into at once
_MAYBE_MARKS = re.compile(rf"[^\w\x00-\u02ff\u2000-\u20cf\u2100-\u2cee]{{{_MOST_MARKS + 1},}}")
_DOUBLE_MARKS = frozenset("\u0344\u0f73\u0f75\u0f81")  # two in any normal form

_PICTOGRAPH_EDGES = tuple(chain.from_iterable((a, b + 1) for a, b in _PICTOGRAPHS))
_CONSONANT_EDGES = tuple(chain.from_iterable((a, b + 1) for a, b in _CONSONANTS))


def is_pictograph(char: str) -> bool:
    """Whether the character is an emoji or may become one (Extended_Pictographic)."""
    return bisect_right(_PICTOGRAPH_EDGES, ord(char)) % 2 == 1


def is_extend(char: str) -> bool:
    """Whether the character belongs to the visible character before it (Extend, ZWJ, emoji modifiers)."""
    if char < "\u0300":
        return False
    if char in _OTHER_EXTEND or char in (ZWJ, ZWNJ) or "\U0001f3fb" <= char <= "\U0001f3ff":
        return True
    return "\U000e0020" <= char <= "\U000e007f" or unicodedata.category(char) in ("Mn", "Me")


def _is_spacing_mark(char: str) -> bool:
    return char in _SPACING_LETTERS or unicodedata.category(char) == "Mc"


def _is_regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


_SYLLABLES_PER_LV = 28  # one without and 27 with a final consonant
_HANGUL_LETTERS = {
    "L": (("\u1100", "\u115f"), ("\ua960", "\ua97c")),
    "V": (("\u1160", "\u11a7"), ("\ud7b0", "\ud7c6")),
    "T": (("\u11a8", "\u11ff"), ("\ud7cb", "\ud7fb")),
}


def _hangul(char: str) -> str:
    """L, V, T, LV or LVT of a Hangul letter or syllable, else an empty string."""
    if "\uac00" <= char <= "\ud7a3":
        return "LVT" if (ord(char) - ord("\uac00")) % _SYLLABLES_PER_LV else "LV"
    for kind, ranges in _HANGUL_LETTERS.items():
        if any(first <= char <= last for first, last in ranges):
            return kind
    return ""


_HANGUL_JOINS = {"L": ("L", "V", "LV", "LVT"), "LV": ("V", "T"), "V": ("V", "T"), "LVT": ("T",), "T": ("T",)}


def _joins_hangul(before: str, after: str) -> bool:
    return _hangul(after) in _HANGUL_JOINS.get(_hangul(before), ())


def _continues_emoji(text: str, index: int) -> bool:
    """GB11: a pictograph, marks and a ZWJ stand before a pictograph."""
    if text[index - 1] != ZWJ or not is_pictograph(text[index]):
        return False
    at = index - 2
    while at >= 0 and is_extend(text[at]) and text[at] != ZWJ:
        at -= 1
    return at >= 0 and is_pictograph(text[at])


def _continues_conjunct(text: str, index: int) -> bool:
    """GB9c: a consonant, marks with at least one linker, then a consonant."""
    if bisect_right(_CONSONANT_EDGES, ord(text[index])) % 2 == 0:
        return False
    at, linked = index - 1, False
    while at >= 0 and is_extend(text[at]):
        linked = linked or text[at] in _LINKERS
        at -= 1
    return linked and at >= 0 and bisect_right(_CONSONANT_EDGES, ord(text[at])) % 2 == 1


def _splits_flag(text: str, index: int) -> bool:
    """GB12, GB13: an odd number of regional indicators stands before another one."""
    if not (_is_regional(text[index]) and _is_regional(text[index - 1])):
        return False
    at = index - 1
    while at >= 0 and _is_regional(text[at]):
        at -= 1
    return (index - 1 - at) % 2 == 1


def stream_safe(text: str) -> str:
    """The text without the combining marks that pile up on one character past the thirtieth.

    To bring them into their normal order takes quadratic time.
    """
    return text if len(text) < _SHORT else _MAYBE_MARKS.sub(_without_piles, text)


def _without_piles(run: re.Match[str]) -> str:
    kept: list[str] = []
    marks = 0
    for char in run.group():
        if char in _DOUBLE_MARKS:
            marks += 2
        elif unicodedata.combining(char):
            marks += 1
        else:
            marks = 0
        if marks <= _MOST_MARKS:
            kept.append(char)
    return "".join(kept)


# Latin, kana, Han and their punctuation: of all that stands there only some marks join.
_ALONE = re.compile("[\x00-\u02ff\u3001-\u3029\u3031-\u3098\u309b-\u9fff\uff01-\uff9d]*")


def stand_alone(text: str) -> bool:
    """Whether every character surely is a visible one of its own, but for a line end of two."""
    return _ALONE.fullmatch(text) is not None


def is_boundary(text: str, index: int) -> bool:
    """Whether the text may be cut before `index` without cutting through a visible character."""
    if index <= 0 or index >= len(text):
        return True
    before, after = text[index - 1], text[index]
    if before == "\r" and after == "\n":
        return False
    if stand_alone(text[index - 1 : index + 1]):  # the fast path: nothing below joins
        return True
    if unicodedata.category(before) in ("Cc", "Zl", "Zp"):
        return True
    if is_extend(after) or _is_spacing_mark(after) or before in _PREPEND:
        return False
    return not (
        _joins_hangul(before, after)
        or _continues_emoji(text, index)
        or _continues_conjunct(text, index)
        or _splits_flag(text, index)
    )


def cut_before(text: str, limit: int) -> int:
    """The last boundary at or before `limit`; `limit` itself if one visible character fills all of it."""
    for index in range(min(limit, len(text)), 0, -1):
        if is_boundary(text, index):
            return index
    return min(limit, len(text))
