"""The terms of a query have the spellings that notes may have."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given

from tests.core.test_text import SCRIPTS
from trayrecall.core.language import language_of
from trayrecall.core.model import Query
from trayrecall.core.query import parse_search
from trayrecall.core.spellings import other_spellings
from trayrecall.core.stopwords import function_words
from trayrecall.core.text import index_terms, is_asking, query_terms
from trayrecall.core.wording import worded


def finds(query: str, note: str) -> bool:
    """Whether every term of the query stands in the note in some spelling."""
    terms, stored = worded(query, query_terms(query)), set(index_terms(note))
    return bool(terms) and all(stored.intersection(term.forms) for term in terms)


def names(query: str, note: str) -> bool:
    """Whether what the query names as a whole stands in the note in some spelling."""
    whole, stored = worded(query, query_terms(query))[0], set(index_terms(note))
    return not stored.isdisjoint(whole.forms)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("1260", "costs 1,260 euros"), ("1,260", "kostet 1.260 Euro"), ("1.260", "1260 pieces"), ("231400", "231,400 km"),
        ("0.75", "Verschleiß 0,75"), ("1,6", "1.6 bar"), ("2:30", "at 02:30"), ("02:30", "at 2:30"),
        ("0.9.3", "released v0.9.3"), ("v0.9.3", "version 0.9.3 went out"),
        ("jarLabels", "see jar_labels"), ("jar-labels", "see jarLabels"), ("JAR_LABELS", "jar-labels"), ("shelfLifeMonths", "SHELF_LIFE_MONTHS = 12"),
        ("off-site", "an offsite copy"), ("Linsen-Suppe", "die Linsensuppe"),
    ],
)  # fmt: skip
def test_what_is_typed_whole_is_found_as_others_write_it(typed: str, written: str) -> None:
    assert names(typed, written)


@pytest.mark.parametrize(
    "word", ["Anna", "API", "2026", "10.4.0.7", "C++", "utf8", "https://a.example/b", "x"]
)
def test_other_words_have_one_spelling(word: str) -> None:
    assert other_spellings(word) == ()


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("home lab", "our homelab"), ("Kartoffel Brot", "das Kartoffelbrot"), ("Müll Abfuhr", "die Muellabfuhr"),
        ("8 TB", "a disk of 8TB"), ("(green house)", "the greenhouse"), ("TP 531", "TP531"),
    ],
)  # fmt: skip
def test_two_words_are_found_in_one(typed: str, written: str) -> None:
    assert finds(typed, written)


def test_words_apart_are_not_joined() -> None:
    assert not finds("home, lab", "our homelab")
    assert not finds("lab home", "our homelab")


@pytest.mark.parametrize(
    ("term", "expected"), [("叫什", True), ("的哪", True), ("名字", False), ("一年", False), ("who", False)]
)
def test_chinese_signs_of_asking_are_known(term: str, expected: bool) -> None:
    assert is_asking(term) == expected


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("數據庫", "数据库优化"),
        ("数据库", "數據庫優化"),
        ("頭髮", "头发"),
        ("头发", "頭髮"),
        ("紅燒肉做法", "红烧肉做法"),
    ],
)
def test_both_chinese_scripts_find_each_other(typed: str, written: str) -> None:
    assert finds(typed, written)


def test_japanese_is_left_as_it_is() -> None:
    assert {len(term.forms) for term in worded("会議の議事録", query_terms("会議の議事録"))} == {1}


@given(SCRIPTS)
def test_every_term_keeps_its_own_spelling_and_none_is_new(text: str) -> None:
    terms = query_terms(text)
    found = worded(text, terms)
    assert bool(found) == bool(terms)
    own = {term.forms[0] for term in terms}
    assert own.issuperset(term.forms[0] for term in found)
    assert all(len(set(term.forms)) == len(term.forms) for term in found)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("when did the war in the north end", "war"), ("what is the name of my son", "son"), ("how do we comment on the code", "comment"),
        ("what did the war – at home and abroad – do to it", "war"), ("wie lautet die Nummer für Not und Feuer", "not"),
    ],
)  # fmt: skip
def test_a_function_word_of_another_language_means_something(text: str, kept: str) -> None:
    query = parse_search(text)
    assert isinstance(query, Query)
    assert kept in [term.forms[0] for term in query.terms]


def test_of_a_text_in_no_known_language_all_function_words_are_left_out() -> None:
    assert function_words(language_of("war boiler")) >= {"war", "the", "der", "的"}


def test_a_word_beside_a_day_is_not_taken_for_one() -> None:
    query = parse_search("boiler repair March 2026", date(2026, 11, 29))
    assert isinstance(query, Query)
    assert {term.forms[0] for term in query.day_terms} == {"march", "2026"}
