"""Plain text without what nobody sees: the last step of every converter.

Normal form is NFC, not NFKC: `x²` and `ﬁ` stay as they were written; folding for search is `core.text`'s work.
"""

from __future__ import annotations

import re
import unicodedata

from trayrecall.core.graphemes import VS16, ZWJ, is_pictograph, stream_safe

# CSI, OSC (ended by BEL or ST), and two-character escapes, as terminals write them (ECMA-48). An OSC holds no other one:
# were each of many looked at to its end, they would cost two thousand times their length.
_ANSI = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b\]|\x9d)[^\x07\x1b\x9c\x9d\n]{0,2000}(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*[0-~]"
)
_LINE_ENDS = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_BLANK = r"\x1f\xa0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000"
_BLANKS = re.compile(f"[{_BLANK}]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")
# Joiners and VS16 are decided one by one below; everything else here is dropped wherever it stands.
_UNSEEN_CHARACTERS = (
    r"\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    r"\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff\ufdd0-\ufdef"
)
_UNSEEN = re.compile(f"[{_UNSEEN_CHARACTERS}]+")
# A class that holds both these and those above takes ten times as long.
_BEYOND = re.compile("[\U00010000-\U0010ffff]")
_UNSEEN_BEYOND = re.compile(
    r"[\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    + "".join(f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(1, 17))
    + "]+"
)
_JOINERS = re.compile("[\u200c\u200d\ufe0f]+")
# All that any of these but `_UNSEEN_BEYOND` changes: most texts hold none of it, and are looked through once.
_ODD = re.compile(rf"[\r\x0b\x0c\u2028\u2029\u200c\u200d\ufe0f\ud800-\udfff{_BLANK}{_UNSEEN_CHARACTERS}]")
# Arabic to Sinhala, Myanmar, Khmer and Mongolian need joiners to show the right letter forms.
_JOINING_LETTERS = re.compile("[\u0600-\u0dff\u1000-\u109f\u1780-\u18af\ufb50-\ufdfb\ufe70-\ufefc]")
_EMPTY_LINES = re.compile(r"\n{3,}")

_PAYLOAD = (
    r"[A-Za-z0-9+/=_%-]+(?:[ \t\n]+(?=[A-Za-z0-9+/]{60}|[A-Za-z0-9+/]{2,59}={1,2}(?!\w))[A-Za-z0-9+/=]+)*"
)
# What the line leaves open is found, too, so that it isn't looked through again for each picture in it.
_DATA_IMAGE = re.compile(r"!\[([^\]\n]{0,500})\]\(\s*<?data:[^)\n]*+(\)?)")
_DATA_URI = re.compile(
    rf"data:[\w.+-]+/[\w.+-]+(?:;(?!base64,)[\w.+-]+(?:=[\w.+-]+)?)*(?:;base64,\s*(?:{_PAYLOAD})?|,[^\s\"'<>)]*)",
    re.IGNORECASE,
)

_HEAD = 4096
_NOISE = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\ufffd]")
_NOISE_AT_LEAST, _NOISE_SHARE = 8, 0.1  # a picture's head has over a third; a terminal dump under a tenth


def looks_binary(content: str) -> bool:
    """Whether bytes of a picture or program were stored under a text type."""
    head = content[:_HEAD]
    noise = len(_NOISE.findall(head))
    return noise >= _NOISE_AT_LEAST and noise > _NOISE_SHARE * len(head)


def without_data_uris(text: str) -> str:
    """The text without embedded files; the alternative text of a Markdown picture stays."""
    if "data:" not in text and "DATA:" not in text:
        return text
    return _DATA_URI.sub("", _DATA_IMAGE.sub(_alternative_text, text))


def _alternative_text(picture: re.Match[str]) -> str:
    alternative, closing = picture.groups()
    return alternative if closing else picture.group()


def without_surrogates(text: str) -> str:
    """Halves of broken pairs as replacement marks: no library below takes them."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)


def _keep_joiners(match: re.Match[str]) -> str:
    text, run = match.string, match.group()
    before = text[match.start() - 1] if match.start() else ""
    after = text[match.end()] if match.end() < len(text) else ""
    if not before:
        return ""
    kept = VS16 if VS16 in run and (is_pictograph(before) or before in "0123456789#*") else ""
    if ZWJ in run and after and is_pictograph(after) and _is_emoji_end(before):
        return kept + ZWJ
    if _JOINING_LETTERS.match(before) and after and _JOINING_LETTERS.match(after):
        return run[0] if run[0] != VS16 else ""
    return kept


def _is_emoji_end(char: str) -> bool:
    return is_pictograph(char) or "\U0001f3fb" <= char <= "\U0001f3ff" or char == "\u20e3"


def clean_characters(text: str) -> str:
    """The text in NFC, without invisible characters; one kind of line end, odd spaces are blanks."""
    is_odd = _ODD.search(text) is not None
    if is_odd:
        text = _LINE_ENDS.sub("\n", _ANSI.sub("", text))
        text = _UNSEEN.sub("", _BLANKS.sub(" ", without_surrogates(text)))
    if text.isascii():
        return text
    if _BEYOND.search(text):
        text = _UNSEEN_BEYOND.sub("", text)
    if is_odd:
        text = _JOINERS.sub(_keep_joiners, text)
    return unicodedata.normalize("NFC", stream_safe(text))


def clean(text: str) -> str:
    """The text as it is kept: clean characters, no trailing blanks, no runs of empty lines, no empty ends."""
    text = clean_characters(text)
    text = "\n".join(line.rstrip() for line in text.split("\n"))
    return _EMPTY_LINES.sub("\n\n", text).rstrip().lstrip("\n")


def clean_line(text: str) -> str:
    """Clean text on a single line: for headings, titles and labels."""
    return " ".join(clean_characters(text).split())
