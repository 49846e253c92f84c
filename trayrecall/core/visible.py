"""Text of notes and strangers as a terminal, a page or an agent may have it: without signs that nobody sees. Pure.

What the index keeps is cleaned by `core.convert.plain` (normal form, joiners judged one by one); what the windows draw
by `core.snippet` (it leaves variation selectors, by which a font tells forms of one sign apart).
"""

from __future__ import annotations

import re

# Control characters but line break and tab, bidi and zero-width signs (not the joiners, which shape letters and emoji),
# tags and variation selectors, which can carry hidden text (not the emoji one), lone surrogates.
_STRIPPED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0e\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
_LINE_SIGNS = str.maketrans("\x0b\x0c\x85\u2028\u2029", "\n" * 5)  # all that may break a line


def whole(text: str) -> str:
    """The text with halves of surrogate pairs joined or replaced, so that it can be stored, sent on and printed."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def shortened(text: str, most: int) -> str:
    """The text in at most so many code points, the last one `…` if something was cut."""
    return text if len(text) <= most else text[: most - 1] + "…"


def visible(text: str) -> str:
    """The text without signs that a reader doesn't see, or that could steer a terminal."""
    return _STRIPPED.sub("", text.translate(_LINE_SIGNS))


def visible_line(text: str) -> str:
    """The same on one line."""
    return " ".join(visible(text).split())
