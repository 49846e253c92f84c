"""The columns of the keyword index: made when a note is put, and again from what is stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trayrecall.core.text import spaced_terms


def term_columns(
    title: str, told: Iterable[str], passages: Iterable[tuple[Sequence[str], str]]
) -> list[tuple[str, ...]]:
    """Title, heading, body and extra of each passage, given as (heading path, text).

    `told` are labels and link targets: they stand with the first passage only.
    """
    of_title = spaced_terms(title)
    extra = told_column(told)
    columns: list[tuple[str, ...]] = []
    for heading_path, text in passages:
        heading = spaced_terms("\n".join(heading_path))
        columns.append((of_title, heading, spaced_terms(text), "" if columns else extra))
    return columns


def told_column(told: Iterable[str]) -> str:
    """What the first passage's last column holds of labels and link targets."""
    return spaced_terms("\n".join(told))
