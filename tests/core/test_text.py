"""One tokeniser for notes and queries: what is typed in any spelling stands among the terms of the text."""

from __future__ import annotations

import time
import tracemalloc
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trayrecall.core.stopwords import STOPWORDS
from trayrecall.core.text import (
    MAX_TERM,
    base_terms,
    has_words,
    index_terms,
    normalise,
    query_terms,
    quoted_phrases,
)

SCRIPTS = st.one_of(
    st.text(),
    st.text(alphabet="aAbBzZ019 -_./:@#$%+'\"´`’,;()[]{}\\\t\n"),
    st.text(alphabet="äöüßÄÉéñçøłİıſµ´\u0301\u0308\u00ad\u200b\u2060"),
    st.text(alphabet="护照更新出行、。（）abAB1"),
    st.text(alphabet="ひらカタ漢字サーバー한국어ก้ขฃำ"),
    st.text(alphabet="हिन्दीكتابـَُعِבְּסσςйёЇ🚀👩\u200d🚒1️⃣⃣"),
)


def literals(text: str) -> set[str]:
    return {term.forms[0] for term in query_terms(text) if term.is_literal}


def finds(query: str, note: str) -> bool:
    """Whether every word of the query stands in the note in some spelling."""
    terms, stored = query_terms(query), set(index_terms(note))
    return bool(terms) and all(stored.intersection(term.forms) for term in terms)


# ---- spellings ----------------------------------------------------------------------------------------


@pytest.mark.case("TK05")
@pytest.mark.parametrize("typed", ["Größmüller", "Groessmueller", "Grossmuller", "GRÖSSMÜLLER", "größmüller"])
def test_every_spelling_of_an_umlaut_finds_the_name(typed: str) -> None:
    assert finds(typed, "Frau Größmüller")


@pytest.mark.case("TK05")
@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("Weissdornstrasse", "Weißdornstraße"),
        ("Weißdornstraße", "WEISSDORNSTRASSE"),
        ("STRAẞE", "straße"),
        ("Böhm", "Boehm"),
        ("Oel", "Öl"),
        ("Malmo", "Malmö"),
        ("Malmoe", "Malmö"),
        ("Aarhus", "Århus"),
        ("Lodz", "Łódź"),
        ("istanbul", "İSTANBUL"),
    ],
)
def test_letters_of_other_alphabets_meet_their_usual_transcription(typed: str, written: str) -> None:
    assert finds(typed, written)


@pytest.mark.case("TK07")
@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_composed_and_decomposed_accents_are_one_letter(form: str) -> None:
    written = unicodedata.normalize(form, "Châtelier, café žluťoučký")  # type: ignore[arg-type]
    for typed in ("chatelier", "Châtelier", unicodedata.normalize("NFD", "Châtelier"), "cafe", "zlutoucky"):
        assert finds(typed, written)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("كتاب", "كِتَاب"),  # vowel points
        ("كتاب", "كــتاب"),  # tatweel
        ("الى", "إلى"),  # hamza on alef
        ("עברית", "עִבְרִית"),
        ("елка", "ёлка"),
        ("хлеб", "ХЛЕБ"),
        ("σισυφος", "ΣΊΣΥΦΟΣ"),
    ],
)
def test_points_and_accents_of_any_script_may_be_left_away(typed: str, written: str) -> None:
    assert finds(typed, written)
    assert finds(written, typed)


def test_vowel_signs_that_are_part_of_a_word_stay_in_it() -> None:
    assert index_terms("हिन्दी में") == ["हिन्दी", "में"]
    assert not finds("हन्दी", "हिन्दी")


@pytest.mark.case("TK08")
def test_invisible_characters_do_not_split_a_word() -> None:
    assert index_terms("Ge\u00adsamt\u200bkon\u2060zept\ufeff") == index_terms("Gesamtkonzept")
    assert index_terms("ev\u202eil") == ["evil"]
    assert index_terms("tag\U000e0041ged\ufe0f") == index_terms("tagged")


@pytest.mark.case("TK10")
def test_no_break_and_other_blanks_separate_words() -> None:
    assert index_terms("10\u00a0000\u202fkm\u3000service") == ["10", "000", "km", "servic"]


def test_compatibility_forms_are_their_plain_letters() -> None:
    assert index_terms("ﬁnal ＡＢＣ ３５％ Ⅳ") == index_terms("final ABC 35% IV")


@pytest.mark.case("QP02")
@pytest.mark.parametrize("sign", ["'", "’", "‘", "ʼ", "´", "＇"])
def test_all_apostrophes_are_equal(sign: str) -> None:
    assert finds("don't panic", f"don{sign}t panic")
    assert finds("Mirek", f"Mirek{sign}s bench")
    assert finds("eau", f"l{sign}eau froide")
    assert finds("Brien", f"O{sign}Brien")


def test_a_lone_accent_is_no_term() -> None:
    assert index_terms("´ ¨ ^ ` \u0301 \u0308x") == ["x"]
    assert query_terms("´") == ()


# ---- scripts ------------------------------------------------------------------------------------------


@pytest.mark.case("TK01")
def test_scripts_without_blanks_become_overlapping_pairs() -> None:
    assert index_terms("护照更新") == ["护照", "照更", "更新"]
    assert finds("护照", "周三前去派出所办理护照更新，需要带旧照片。")
    assert not finds("番茄", "周三前去派出所办理护照更新")
    assert index_terms("禅") == ["禅"]


@pytest.mark.parametrize("dense", ["サーバー", "설정파일", "ภาษาไทย", "ຂອບໃຈ", "ကျေးဇူး", "អរគុណ"])
def test_dense_scripts_find_their_parts(dense: str) -> None:
    assert finds(dense[:2], f"x{dense}y")
    assert finds(dense, f"x {dense}。")


@pytest.mark.case("TK02")
def test_a_change_of_script_is_a_border() -> None:
    note = "升级postgres-exporter前先备份wal目录，端口9187不变。"
    for typed in ("exporter", "postgres-exporter", "9187", "wal", "端口"):
        assert finds(typed, note)


@pytest.mark.case("TK15")
def test_emoji_are_terms_of_their_own() -> None:
    assert index_terms("🚀 Launch") == ["🚀", "launch"]
    assert finds("🚀", "🚀🚀")
    assert finds("👩‍🚒", "Confetti 👩‍🚒")
    assert index_terms("1️⃣ bell") == ["1", "bell"]


# ---- literals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "literal",
    [
        pytest.param("C++", marks=pytest.mark.case("TK11")),
        pytest.param("C#", marks=pytest.mark.case("TK11")),
        pytest.param("F#", marks=pytest.mark.case("TK11")),
        pytest.param(".NET", marks=pytest.mark.case("TK12")),
        pytest.param("10.4.0.7", marks=pytest.mark.case("TK12")),
        pytest.param("v20.11.1", marks=pytest.mark.case("TK12")),
        pytest.param("node.js", marks=pytest.mark.case("TK12")),
        pytest.param("chat-send", marks=pytest.mark.case("TK13")),
        pytest.param("flush_buffer_now", marks=pytest.mark.case("TK13")),
        pytest.param("parseInvoiceTotal", marks=pytest.mark.case("TK13")),
        pytest.param("2024-03-05", marks=pytest.mark.case("QP16")),
        pytest.param("https://maps.example/r/9?from=pier&to=mill#s2", marks=pytest.mark.case("QP06")),
        pytest.param("state-of-the-art", marks=pytest.mark.case("QP01")),
        pytest.param("owner:Mirek", marks=pytest.mark.case("QP04")),
        pytest.param("@petra", marks=pytest.mark.case("QP08")),
        pytest.param("#garden", marks=pytest.mark.case("QP08")),
        pytest.param("humidity=65%", marks=pytest.mark.case("QP08")),
        pytest.param("$1,240.50", marks=pytest.mark.case("QP08")),
        "65%",
        "me@post.example",
        "std::vector",
        "C:\\Users\\imke",
        "usr/local/bin",
        "qx-71b",
        "a.b.c.d.e",
    ],
)
def test_a_compound_is_kept_whole_beside_its_parts(literal: str) -> None:
    assert literal.lower() in literals(literal)
    stored = index_terms(f"see {literal}, please ({literal}).")
    assert stored.count(literal.lower()) == 2
    assert finds(literal, f"«{literal}»!")


@pytest.mark.case("TK13")
def test_the_parts_of_identifiers_are_found_as_words() -> None:
    assert finds("parse invoice total", "parseInvoiceTotal()")
    assert finds("flush buffer", "flush_buffer_now()")
    assert finds("https server", "newHTTPSServer")
    assert finds("maps.example", "https://maps.example/r/9?from=pier")
    assert finds("1,240.50", "paid $1,240.50")
    assert finds("1.5", "grew by 1.5%")


def test_signs_around_a_word_are_no_part_of_it() -> None:
    for written in (
        "(kestrel)",
        "[kestrel]",
        "«kestrel»",
        "“kestrel”",
        "-kestrel",
        "kestrel...",
        "kestrel,",
        "--kestrel",
    ):
        assert index_terms(written) == ["kestrel"]


def test_thousands_keep_their_comma_and_lists_do_not() -> None:
    assert "1,240" in index_terms("1,240 pieces")
    assert index_terms("a,b,c") == ["a", "b", "c"]


# ---- agreement ----------------------------------------------------------------------------------------


@given(SCRIPTS)
@example("´´ Peter´s")
@example("\u0301\u0301 a\u0301")
def test_the_terms_of_a_query_stand_among_those_of_the_same_text(text: str) -> None:
    stored = set(index_terms(text))
    terms = query_terms(text, limit=10_000)
    assert stored.issuperset(form for term in terms for form in term.forms)
    every = query_terms(text, limit=10_000, stopwords=frozenset())
    assert {form for term in every for form in term.forms} == stored
    assert set(terms) == {term for term in every if not STOPWORDS.intersection(term.forms)}


@given(SCRIPTS)
def test_no_term_holds_what_the_keyword_index_could_misread(text: str) -> None:
    for term in (*index_terms(text), *base_terms(text)):
        assert term
        assert not any(sign.isspace() or sign == '"' or unicodedata.category(sign) == "Cc" for sign in term)
        assert len(term) <= 4 * MAX_TERM


@given(SCRIPTS, SCRIPTS)
def test_a_text_between_blanks_keeps_its_terms(one: str, other: str) -> None:
    assert index_terms(f"{one} \n {other}") == index_terms(one) + index_terms(other)


@given(SCRIPTS)
def test_case_and_normal_form_change_nothing(text: str) -> None:
    assert base_terms(unicodedata.normalize("NFC", text)) == base_terms(unicodedata.normalize("NFD", text))


def test_a_query_has_at_most_as_many_terms_as_it_may() -> None:
    assert len(query_terms(" ".join(f"word{i}" for i in range(500)), limit=48)) == 48
    assert [term.forms[0] for term in query_terms("pump pump PUMP relay")] == ["pump", "relay"]


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "a-",
        "ab ",
        "'",
        "a'",
        "护",
        ".",
        "1,",
        '"',
        '"a ',
        "/",
        "aB",
        "x/",
        "\u0301",
        "l'eau",
        "«a",
        "„",
        "“a",
        "{};",
    ],
)
def test_a_hundred_kilobytes_of_anything_take_bounded_time(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    began = time.perf_counter()
    index_terms(text)
    query_terms(text)
    base_terms(text)
    quoted_phrases(text)
    has_words(text)
    assert time.perf_counter() - began < 5  # 0.1 s each; a quadratic step took a minute


def test_an_endless_word_is_cut_the_same_way_on_both_sides() -> None:
    assert index_terms("x" * 5000) == ["x" * MAX_TERM]
    assert finds("x" * 5000, "x" * 6000)


def test_a_word_of_megabytes_is_not_remembered() -> None:
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(4):
            long = f"{number}" + "ab12" * 250_000
            index_terms(long)
            index_terms(f"{long}-and-{long}")
            query_terms(long)
            base_terms(f"z{long}")
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 2_000_000, "of them all, no more than the last one, which is still held here"


# ---- phrases, base terms, words -----------------------------------------------------------------------


@pytest.mark.case("QP18")
@pytest.mark.parametrize("quote", ['"{}"', "“{}”", "„{}“", "«{}»"])
def test_a_quoted_phrase_is_read_with_all_its_words(quote: str) -> None:
    assert quoted_phrases("find " + quote.format("you and me")) == (("you", "and", "me"),)


@pytest.mark.case("QP03")
@pytest.mark.parametrize("text", ['timeout "status', '""', '"status"', "“open", "«", '" "', "5' 6\""])
def test_half_a_quotation_or_one_word_binds_nothing(text: str) -> None:
    assert quoted_phrases(text) == ()


def test_base_terms_keep_every_word_once_and_the_signs_of_a_language() -> None:
    assert base_terms("To be or not to be") == ("to", "be", "or", "not", "to", "be")
    assert base_terms("C++") == ("c++",)
    assert base_terms("C#") != base_terms("C")
    assert base_terms("旧照片") == ("旧", "照", "片")
    assert base_terms("State-of-the-art") == base_terms("state of the art")


@pytest.mark.parametrize("text", ["pump", "护照", "don't", "ёлка", "🚀 launch", "v2 engine"])
def test_words_have_a_meaning_to_embed(text: str) -> None:
    assert has_words(text)


@pytest.mark.parametrize(
    "text", ["", "???", "10.4.0.7", "🚀", "aB3dE5fG7h", "2024-03-05", "c", "´", "\u200b"]
)
def test_signs_numbers_and_codes_have_none(text: str) -> None:
    assert not has_words(text)


@pytest.mark.parametrize(
    "typed",
    [
        "What is the way, please, to tell you because these were there?",
        "Bitte, was sollte ich darüber werden? Wie können wir das für alle, über uns und eine",
        "какой это был? ей надо с ней что нужно сделать",
        "qu'est que cette, donde es el, para la",
        "什么 怎么 可以",
    ],
)
def test_function_words_are_left_out_of_a_query(typed: str) -> None:
    assert query_terms(typed) == ()


def test_function_words_of_a_note_are_kept() -> None:
    assert index_terms("to be or not") == ["to", "be", "or", "not"]
    assert STOPWORDS.isdisjoint(
        form for term in query_terms("the old pump of the mill") for form in term.forms
    )


def test_normalising_is_stable() -> None:
    assert normalise(normalise("L’eau — ﬁn")) == normalise("L’eau — ﬁn")
