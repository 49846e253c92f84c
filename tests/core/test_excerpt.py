"""The excerpt rule: 500 code points, one ellipsis only if something was cut, whole visible characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trayrecall.core.excerpt import EXCERPT_LIMIT, excerpt
from trayrecall.core.graphemes import is_boundary


def test_five_hundred_characters_stay_as_they_are() -> None:
    assert excerpt("x" * 500) == "x" * 500


def test_one_more_is_cut_and_said() -> None:
    assert excerpt("x" * 501) == "x" * 500 + "…"


def test_an_empty_text_has_an_empty_excerpt() -> None:
    assert excerpt("") == ""


@pytest.mark.case("EN08")
def test_a_family_is_never_torn_apart() -> None:
    assert excerpt("x" * 498 + "👩‍👩‍👧‍👦e\u0301 tail") == "x" * 498 + "…"


@pytest.mark.parametrize(
    "whole",
    [
        "e\u0301", "👩‍👩‍👧‍👦", "👍🏽", "❤️", "1️⃣", "🇩🇪", "각", "\u1100\u1161\u11a8", "क्ष", "कि", "क्\u200dष", "กำ", "\r\n", "🏴\U000e0067\U000e007f",
    ],
)  # fmt: skip
def test_a_visible_character_has_no_border_within(whole: str) -> None:
    assert [is_boundary(f"a{whole}b", index) for index in range(2, len(whole) + 1)] == [False] * (
        len(whole) - 1
    )
    assert is_boundary(f"a{whole}b", 1)
    assert is_boundary(f"a{whole}b", 1 + len(whole))


def test_flags_are_cut_between_pairs_only() -> None:
    flags = "🇩🇪🇫🇷🇯🇵"
    assert [index for index in range(1, 6) if is_boundary(flags, index)] == [2, 4]


@pytest.mark.parametrize("pair", ["ab", "漢字", "가나", "👩👩", "a👩", "कम"])
def test_characters_side_by_side_have_a_border(pair: str) -> None:
    assert is_boundary(pair, 1)


def test_a_pile_of_marks_longer_than_an_excerpt_is_cut_all_the_same() -> None:
    assert excerpt("a" + "\u0301" * 900) == "a" + "\u0301" * 499 + "…"


@given(st.text(alphabet="a é\u0301👩🏽\u200d🇩🇪क्षिกำ각ㄱ\n", min_size=480, max_size=520))
def test_an_excerpt_is_a_head_cut_at_a_border(text: str) -> None:
    shown = excerpt(text)
    if len(text) <= EXCERPT_LIMIT:
        assert shown == text
    else:
        head = shown.removesuffix("…")
        assert shown.endswith("…")
        assert text.startswith(head)
        assert 0 < len(head) <= EXCERPT_LIMIT
        assert is_boundary(text, len(head)) or len(head) == EXCERPT_LIMIT
