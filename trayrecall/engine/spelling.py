"""What a person typed → words that the index has: the end of a word that is still being typed, and slips in titles.

Only for searches: a prompt is asked as it is.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import apsw

from trayrecall.core.model import Query, QueryTerm
from trayrecall.core.text import base_terms, begun_spellings, is_dense, normalise
from trayrecall.store import reading
from trayrecall.store.reading import Scope

COMPLETIONS = 12  # the most frequent ones
LEAST_TYPED = 2  # letters of a word that is completed
LEAST_LETTERS = 4  # of a word that may hold a slip: one letter more, less, another, or two exchanged
MOST_BEYOND = 4  # letters of an ending that is begun: the index has the stem `irrig` of `irrigati`
MOST_NEAR = 3
FRESH_SECONDS = 30.0  # for which the titles' words are good enough: 50,000 titles take half a second

_LAST_WORD = re.compile(r"[^\W_]+\Z")
_LAST_RUN = re.compile(r"\S+\Z")


def completed(connection: apsw.Connection, query: Query, typed: str, scope: Scope) -> Query:
    """The query with what is only begun standing for all of the index that begins so: the last word, a compound such
    as `192.0.2.`, and words before them that no note holds (`greenh contr`), in the servers that are asked.
    """
    plain = normalise(typed).casefold()
    run, last = _LAST_RUN.search(plain), _LAST_WORD.search(plain)
    frequencies = reading.document_frequencies(connection, query.terms, scope)
    begun: dict[str, tuple[str, ...]] = {  # by the first spelling of a term
        form: (form,)
        for term in query.terms
        if not frequencies[term] and (form := term.forms[0]).isalpha() and len(form) >= LEAST_LETTERS - 1
    }
    if run is not None and _is_compound(query, run.group()):
        begun[run.group()] = (run.group(),)
    if last is not None and len(last.group()) >= LEAST_TYPED and not is_dense(last.group()):
        begun[base_terms(last.group())[0]] = begun_spellings(last.group())
    return query.with_terms(_complete(connection, query.terms, begun, scope))


def _is_compound(query: Query, run: str) -> bool:
    return any(term.is_literal and term.forms[0] == run for term in query.terms)


def _complete(
    connection: apsw.Connection, terms: Sequence[QueryTerm], begun: Mapping[str, Sequence[str]], scope: Scope
) -> Iterator[QueryTerm]:
    """The terms, and what is begun beside them, with all words that begin so. What nothing begins with stays away."""
    known = {term.forms[0]: term for term in terms}
    for form, term in known.items():
        if form not in begun:
            yield term
    for form, spellings in begun.items():
        words = [
            word for begin in spellings for word in reading.words_beginning(connection, begin, COMPLETIONS)
        ]
        words = words or _stem_within(connection, spellings, scope)
        forms = (*(known[form].forms if form in known else (form,)), *words)
        if words or form in known:
            yield QueryTerm(tuple(dict.fromkeys(forms)), form in known and known[form].is_literal)


def _stem_within(connection: apsw.Connection, spellings: Sequence[str], scope: Scope) -> list[str]:
    """The longest word of the index that a begun word goes beyond by letters of an ending."""
    stems = [
        word[:end]
        for word in spellings
        for end in range(max(LEAST_LETTERS, len(word) - MOST_BEYOND), len(word))
        if word.isalpha()
    ]
    known = reading.spelling_counts(connection, [QueryTerm(tuple(stems))], scope)
    return sorted(known, key=len)[-1:]


class Spelling:
    """The words of all titles, by what is left of them when one letter is taken away. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._near: Mapping[str, list[str]] = {}
        self._made, self._writes = -FRESH_SECONDS, -1

    def forgiving(self, connection: apsw.Connection, query: Query, scope: Scope, writes: int) -> Query:
        """The query with words that no note holds standing for the words of titles that they are a slip away from.

        Neither a word nor a title of a server that isn't asked counts. `writes` is how many there were
        before the connection was opened: without new ones the titles are the same.
        """
        frequencies = reading.document_frequencies(connection, query.terms, scope)
        slips = [term for term in query.terms if frequencies[term] == 0 and _may_be_a_slip(term)]
        if not slips:
            return query
        table = self._table(connection, writes)
        meant = {term: _corrected(connection, term, table, scope) for term in slips}
        return query.with_terms(meant.get(term, term) for term in query.terms)

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
    scope: Scope,
) -> QueryTerm:
    """The term with the words that may be meant as spellings of it."""
    word = term.forms[0]
    near = {near for part in _parts(word) for near in table.get(part, ()) if is_slip(word, near)}
    counted = reading.document_frequencies(connection, [QueryTerm((one,)) for one in near], scope)
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
