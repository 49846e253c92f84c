"""A query's words → the words that the index has: German words in their other forms, and unknown words taken apart.

Notes keep the words that are written in them, and English endings alone are cut from these. What a question holds in
another form is looked up among the words of the index, so that no index must be made anew.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain

import apsw
from py_rust_stemmers import SnowballStemmer

from trayrecall.core.language import UNKNOWN, language_of
from trayrecall.core.model import Query, QueryTerm
from trayrecall.core.text import base_terms, is_dense
from trayrecall.store import reading
from trayrecall.store.reading import Scope

_GERMAN = SnowballStemmer("german")
_LEAST_STEM = 4  # letters
_LONGEST_ENDING = 4  # "ungen" is cut in two steps, and "ung" stays with short stems
_LEAST_HEAD, _LEAST_TAIL = 4, 3  # letters of the words that make up an unknown one
_LETTERS_AND_DIGITS = re.compile(r"(?=.*\d)(?=.*[a-z])[a-z\d]+")
_MOST_PAIRS = 12  # the most frequent ones
_RUN = re.compile(r"[a-z]+|\d+")
_BORDER = re.compile(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])")
_DIGRAPH = re.compile(r"(?<=[aou])e")  # of an umlaut that is typed as two letters


def in_known_words(connection: apsw.Connection, query: Query, scope: Scope) -> Query:
    """The query in spellings that the index has. A term that stands nowhere is replaced by what it may be made of, or
    stays as it is. Where some `instances` are asked, words of others are none.
    """
    counts = reading.spelling_counts(connection, query.terms, scope)
    may_be_german = language_of(query.text) in {"de", UNKNOWN}
    terms: dict[tuple[str, ...], QueryTerm] = {}
    for term in query.terms:
        first, *others = term.forms
        if counts.keys().isdisjoint(term.forms):
            parts = _known(connection, term, scope, may_be_german=may_be_german)
        else:
            parts = (replace(term, forms=(first, *filter(counts.__contains__, others))),)
        terms |= {part.forms: part for part in parts}
    found = tuple(terms.values())
    if len(found) == 1 and is_dense(query.text) and len(query.text) == 1:
        found = (_pairs(connection, found[0]),)
    return query.with_terms(found or query.terms)


def _known(
    connection: apsw.Connection, term: QueryTerm, scope: Scope, *, may_be_german: bool
) -> tuple[QueryTerm, ...]:
    """What stands in the index for a term that doesn't; the term itself when there is nothing."""
    word = term.forms[0]
    if term.is_literal:  # the words of a compound are terms as well; a number or code is asked for whole
        return (term,) if any(sign.isdigit() for sign in word) else ()
    if _LETTERS_AND_DIGITS.fullmatch(word):
        return _of_letters_and_digits(connection, word, scope)
    if not (word.isascii() and word.isalpha()):
        return (term,)
    inflected = _inflected(connection, term, scope) if may_be_german else term
    return (inflected,) if inflected != term else _in_two(connection, term, scope)


def _of_letters_and_digits(connection: apsw.Connection, word: str, scope: Scope) -> tuple[QueryTerm, ...]:
    """The parts of `10w30`, and all of it where notes write it with a hyphen: 10W-30."""
    ends = [border.start() for border in _BORDER.finditer(word)]
    hyphened = [QueryTerm((f"{word[:end]}-{word[end:]}",), is_literal=True) for end in ends]
    known = reading.spelling_counts(connection, hyphened, scope)
    whole = [term for term in hyphened if term.forms[0] in known]
    return (*whole, *(QueryTerm((part,)) for part in _RUN.findall(word)))


def _pairs(connection: apsw.Connection, term: QueryTerm) -> QueryTerm:
    """One sign of a script without blanks, as the index has it: in pairs."""
    begun = reading.words_beginning(connection, term.forms[0], _MOST_PAIRS)
    return replace(term, forms=tuple(dict.fromkeys((*term.forms, *begun))))


def _inflected(connection: apsw.Connection, term: QueryTerm, scope: Scope) -> QueryTerm:
    """The word with all of its forms that the index has, as its German stem tells: Impfung, Impfungen.

    One with an umlaut in one form and none in another (Wuehlmaus, Wühlmäuse) has it as two letters or as none.
    """
    forms = {spelled for form in term.forms for spelled in (form, _DIGRAPH.sub("", form))}
    stems = {stem for form in forms if len(stem := _GERMAN.stem_word(form)) >= _LEAST_STEM}
    found = [
        word
        for stem in sorted(stems)
        for word in reading.words_of_stem(connection, stem, len(stem) + _LONGEST_ENDING)
        if word.isalpha() and _GERMAN.stem_word(word) == stem
    ]
    known = reading.spelling_counts(connection, [QueryTerm(tuple(found))], scope)
    return replace(term, forms=tuple(dict.fromkeys((*term.forms, *filter(known.__contains__, found)))))


def _in_two(connection: apsw.Connection, term: QueryTerm, scope: Scope) -> tuple[QueryTerm, ...]:
    """Two known words that are written in one here: home and lab, or Kündigung and Frist with an s between them."""
    word = term.forms[0]
    ends = range(_LEAST_HEAD, len(word) - _LEAST_TAIL + 1)
    pairs = [(QueryTerm(base_terms(word[:end])), QueryTerm((word[end:],))) for end in ends]
    frequencies = reading.document_frequencies(connection, chain.from_iterable(pairs), scope)
    return next((pair for pair in pairs if all(frequencies[part] for part in pair)), (term,))
