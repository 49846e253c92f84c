"""What a person typed → words that the index has: the end of a word that is still being typed, and slips in titles.

Only for searches: a prompt is asked as it is.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import apsw

from trayrecall.core.model import InstanceId, Query, QueryTerm
from trayrecall.core.text import base_terms, normalise
from trayrecall.store import reading

COMPLETIONS = 12  # the most frequent ones
LEAST_TYPED = 2  # letters of a word that is completed
LEAST_LETTERS = 4  # of a word that may hold a slip: one letter more, less, another, or two exchanged
MOST_NEAR = 3
FRESH_SECONDS = 30.0  # for which the titles' words are good enough: 50,000 titles take half a second

_LAST_WORD = re.compile(r"[^\W_]+\Z")


def completed(connection: apsw.Connection, query: Query, typed: str) -> Query:
    """The query with the word that is still being typed standing for every word of the index that begins with it."""
    last = _LAST_WORD.search(normalise(typed))
    if last is None or len(last.group()) < LEAST_TYPED or not last.group().isascii():
        return query
    begun = last.group().casefold()
    words = reading.words_beginning(connection, begun, COMPLETIONS)
    form = base_terms(begun)[0]
    if not words:
        return query
    term = QueryTerm(tuple(dict.fromkeys((form, *words))))
    others = [known for known in query.terms if known.forms[0] != form]
    return replace(query, terms=(*others, term))


class Spelling:
    """The words of all titles, by what is left of them when one letter is taken away. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._near: Mapping[str, list[str]] = {}
        self._made, self._writes = -FRESH_SECONDS, -1

    def forgiving(
        self, connection: apsw.Connection, query: Query, instances: frozenset[InstanceId], writes: int
    ) -> Query:
        """The query with words that no note holds standing for the words of titles that they are a slip away from.

        Where some `instances` are asked, neither a word nor a title of others counts. `writes` is how many there were
        before the connection was opened: without new ones the titles are the same.
        """
        frequencies = reading.document_frequencies(connection, query.terms, instances)
        slips = [term for term in query.terms if frequencies[term] == 0 and _may_be_a_slip(term)]
        if not slips:
            return query
        table = self._table(connection, writes)
        meant = {term: _corrected(connection, term, table, instances) for term in slips}
        return replace(query, terms=tuple(meant.get(term, term) for term in query.terms))

    def _table(self, connection: apsw.Connection, writes: int) -> Mapping[str, list[str]]:
        with self._lock:
            if writes != self._writes and time.monotonic() - self._made >= FRESH_SECONDS:
                self._near = _by_parts(reading.titles(connection))
                self._made, self._writes = time.monotonic(), writes
            return self._near


def _corrected(
    connection: apsw.Connection,
    term: QueryTerm,
    table: Mapping[str, list[str]],
    instances: frozenset[InstanceId],
) -> QueryTerm:
    """The term with the words that may be meant as spellings of it."""
    word = term.forms[0]
    near = {near for part in _parts(word) for near in table.get(part, ()) if is_slip(word, near)}
    counted = reading.document_frequencies(connection, [QueryTerm((one,)) for one in near], instances)
    found = sorted(one.forms[0] for one, count in counted.items() if count)
    return replace(term, forms=(*term.forms, *found[:MOST_NEAR]))


def _may_be_a_slip(term: QueryTerm) -> bool:
    word = term.forms[0]
    return not term.is_literal and len(word) >= LEAST_LETTERS and word.isascii() and word.isalpha()


def _by_parts(titles: Iterable[str]) -> dict[str, list[str]]:
    words = {word for title in titles for word in base_terms(title)}
    found: dict[str, list[str]] = {}
    for word in words:
        if len(word) >= LEAST_LETTERS - 1 and word.isascii() and word.isalpha():
            for part in _parts(word):
                found.setdefault(part, []).append(word)
    return found


def _parts(word: str) -> Iterator[str]:
    """The word, and what is left of it when any one letter is taken away: words one slip apart share one of these."""
    yield from {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}


def is_slip(one: str, other: str) -> bool:
    """Whether a letter more, less, another, or two neighbours exchanged lie between them (Damerau-Levenshtein 1)."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    shorter, longer = sorted((one, other), key=len)
    i = next((i for i, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    if len(shorter) < len(longer):
        return shorter[i:] == longer[i + 1 :]
    exchanged = shorter[i : i + 2] == longer[i : i + 2][::-1] and shorter[i + 2 :] == longer[i + 2 :]
    return exchanged or shorter[i + 1 :] == longer[i + 1 :]
