"""Other ways to write what is typed whole: `1260` for `1,260`, `0.9.3` for `v0.9.3`, `jar_labels` for `jarLabels`. Pure.

For queries alone: notes are indexed as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_GROUPED = re.compile(r"[1-9]\d{0,2}(?:,\d{3}|\.\d{3}|'\d{3})+")
_PLAIN = re.compile(r"(?!(?:19|20)\d\d\Z)[1-9]\d{3,8}")  # a year has no sign between its thousands
_DECIMAL = re.compile(r"\d+[.,]\d+")
_VERSION = re.compile(r"v?(\d+(?:\.\d+){1,2})")
_TIME = re.compile(r"(\d\d?):(\d\d)")
_NAME = re.compile(r"[^\W\d_][^\W_]*(?:(?:[-_]|(?<=[a-z])(?=[A-Z]))[^\W_]+?)+")
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[^\WA-Z_]+|[A-Z]+")
_EXCHANGED = str.maketrans(".,", ",.")


def other_spellings(raw: str) -> tuple[str, ...]:
    """The other ways to write a number, version, time or name of code; none for anything else."""
    low = raw.casefold()
    found = (*_numbers(low), *_versions(low), *_names(raw))
    return tuple(spelling for spelling in dict.fromkeys(found) if spelling != low)


def _numbers(low: str) -> Iterator[str]:
    """With and without signs between thousands, and with a comma for a point: 1260 and 1.260, 1.6 and 1,6."""
    if _GROUPED.fullmatch(low) or _PLAIN.fullmatch(low):
        plain = re.sub(r"\D", "", low)
        grouped = f"{int(plain):,}"
        yield from (plain, grouped, grouped.translate(_EXCHANGED))
    elif _DECIMAL.fullmatch(low):
        yield low.translate(_EXCHANGED)
    elif found := _TIME.fullmatch(low):
        yield from (f"{int(found[1])}:{found[2]}", f"{int(found[1]):02}:{found[2]}")


def _versions(low: str) -> Iterator[str]:
    if found := _VERSION.fullmatch(low):
        yield from (found[1], f"v{found[1]}")


def _names(raw: str) -> Iterator[str]:
    """A name of several words, written as in code: `jar_labels`, `jar-labels`, and in one."""
    if not _NAME.fullmatch(raw):
        return
    parts = [part.casefold() for part in _PART.findall(raw)]
    if len(parts) > 1:
        yield from ("_".join(parts), "-".join(parts), "".join(parts))
