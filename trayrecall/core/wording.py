"""The terms of a query as notes may hold them: other spellings, two words in one, both Chinese scripts. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product

from trayrecall.core.han import OTHER_WAYS
from trayrecall.core.model import QueryTerm
from trayrecall.core.spellings import other_spellings
from trayrecall.core.stopwords import STOPWORDS
from trayrecall.core.text import index_terms, is_dense, normalise

_KANA = re.compile("[\u3041-\u30ff]")
_CAMEL = re.compile(r"\w*[a-z][A-Z]\w*")
_BEFORE, _BEHIND = "(\"'“„«", ".,;:!?)\"'”»"


def worded(text: str, terms: Sequence[QueryTerm]) -> tuple[QueryTerm, ...]:
    """The terms of this text with every way to write them that notes may have."""
    plain = normalise(text)
    if not plain.isascii() and not _KANA.search(plain):
        terms = _in_both_scripts(terms)
    return _in_one(plain, _spelled(plain, terms))


def _in_both_scripts(terms: Sequence[QueryTerm]) -> Sequence[QueryTerm]:
    """Chinese pairs of signs also as they are written in the other script, without those that are function words there."""
    ways = {term: _ways(term.forms[0]) for term in terms}
    found = [_with(term, ways[term]) for term in terms if STOPWORDS.isdisjoint(ways[term])]
    return found or terms


def _ways(pair: str) -> tuple[str, ...]:
    if pair.isascii() or not any(sign in OTHER_WAYS for sign in pair):
        return ()
    return tuple(map("".join, product(*(sign + OTHER_WAYS.get(sign, "") for sign in pair))))


def _spelled(plain: str, terms: Sequence[QueryTerm]) -> list[QueryTerm]:
    """Numbers and what is typed whole in all their spellings; those in one word also as the index has words."""
    typed = {name.casefold(): name for name in _CAMEL.findall(plain)}
    found = []
    for term in terms:
        first = term.forms[0]
        others = other_spellings(typed.get(first, first)) if term.is_literal or first.isdigit() else ()
        words = (form for other in others if other.isalpha() for form in index_terms(other))
        found.append(_with(term, (*others, *words)))
    return found


def _in_one(plain: str, terms: Sequence[QueryTerm]) -> tuple[QueryTerm, ...]:
    """Two words side by side, each also found by both in one: `home lab` by `homelab`, `8 TB` by `8TB`."""
    known = {term.forms[0] for term in terms}
    more: dict[str, tuple[str, ...]] = {}
    for one, other in pairwise(plain.split()):
        pair = one.lstrip(_BEFORE), other.rstrip(_BEHIND)
        if all(word.isalnum() and not any(map(is_dense, word)) for word in pair):
            both = [form for word in pair if (form := index_terms(word)[0]) in known]
            if len(both) > 1:
                in_one = index_terms("".join(pair).casefold())
                more |= {form: (*more.get(form, ()), *in_one) for form in both}
    return tuple(_with(term, more.get(term.forms[0], ())) for term in terms)


def _with(term: QueryTerm, others: Sequence[str]) -> QueryTerm:
    return replace(term, forms=tuple(dict.fromkeys((*term.forms, *others)))) if others else term
