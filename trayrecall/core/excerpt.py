"""The excerpt rule of the lean row: every surface shows excerpts made here and nowhere else."""

from __future__ import annotations

from trayrecall.core.graphemes import cut_before

EXCERPT_LIMIT = 500  # code points; a contract, not a setting
ELLIPSIS = "…"


def excerpt(text: str) -> str:
    """The head of a text: at most 500 code points, then one `…` only if something was cut.

    The cut falls back to the border between two visible characters (UAX #29).
    """
    if len(text) <= EXCERPT_LIMIT:
        return text
    # One character past the limit is enough to see whether the limit is a border; the rest never matters.
    return text[: cut_before(text[: EXCERPT_LIMIT + 1], EXCERPT_LIMIT)] + ELLIPSIS
