"""Clean text: nothing invisible, nothing lost."""

from __future__ import annotations

import pytest

from trayrecall.core.convert import convert
from trayrecall.core.convert.plain import clean, clean_line


@pytest.mark.case("EN02")
def test_control_characters_and_escape_sequences_go_as_a_whole() -> None:
    content = "<p>start\x00mid \x07bell \x1b[31mred\x1b[0m \x0bvt \ufffe\uffff tail</p>"
    assert (
        convert("text", "text/html", content).sections[0].text.split() == "startmid bell red vt tail".split()
    )


def test_a_terminal_title_goes_with_its_text() -> None:
    assert clean("a\x1b]0;window title\x07b") == "ab"


@pytest.mark.case("EN01")
def test_half_an_emoji_becomes_a_replacement_mark() -> None:
    assert convert("text", "text/html", "<p>cut \ud83d here</p>").sections[0].text == "cut \ufffd here"


@pytest.mark.case("TK08")
def test_soft_hyphens_leave_the_word_whole() -> None:
    assert clean("Do\xadnau\xaddampfer zero\u200bwidth") == "Donaudampfer zerowidth"


@pytest.mark.case("TK10")
@pytest.mark.parametrize("space", ["\xa0", "\u202f", "\u2009", "\u3000", "\u2003"])
def test_odd_spaces_are_plain_blanks(space: str) -> None:
    assert clean(f"10{space}000 km") == "10 000 km"


def test_direction_marks_and_tags_are_dropped() -> None:
    assert clean("a\u202eb\u2066c\U000e0041d\ufeffe") == "abcde"


def test_text_is_composed_but_not_folded() -> None:
    assert clean("e\u0301 x² ﬁ") == "é x² ﬁ"


@pytest.mark.parametrize("emoji", ["👩‍🚒", "👩‍👩‍👧‍👦", "1️⃣", "❤️", "❤️‍🔥", "👩🏽‍🚒"])
@pytest.mark.case("TK15")
def test_emoji_sequences_stay_whole(emoji: str) -> None:
    assert clean(f"a {emoji} b") == f"a {emoji} b"


@pytest.mark.parametrize("word", ["می\u200cخواهم", "क्\u200dष", "ශ්\u200dරී"])
def test_joiners_that_shape_letters_stay(word: str) -> None:
    assert clean(word) == word


@pytest.mark.parametrize("text", ["a\u200db", "a\ufe0f", "\u200d", "a\u200c", "😀\u200d"])
def test_joiners_that_join_nothing_go(text: str) -> None:
    assert not {"\u200c", "\u200d", "\ufe0f"} & set(clean(text))


def test_empty_lines_collapse_and_trailing_blanks_go() -> None:
    assert clean("\n\n  a  \r\n\r\n\n\t\n b\t\u2028c \n") == "  a\n\n b\nc"


def test_a_heading_is_one_line() -> None:
    assert clean_line(" a\n\tb\xa0 c ") == "a b c"
