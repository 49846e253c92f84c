"""What is marked, cut and shown of a hit."""

from __future__ import annotations

import pytest

from tests.desktop.samples import HOSTILE, INSTANCES, NOTES, answer_to, found, hit
from trayrecall.core.model import Answer, Area
from trayrecall.core.snippet import SNIPPET, Marked, marked, one_line, snippet, wanted_terms
from trayrecall.ui.rows import Meter, found_of, local_date


def words(shown: Marked) -> list[str]:
    return [shown.text[start:end] for start, end in shown.places]


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("greenhouse vents", "Close the Vents of the greenhouse.", ["Vents", "greenhouse"]),
        ("vent", "All vents, venting", ["vents", "venting"]),
        ("strasse", "Die Straße bleibt", ["Straße"]),
        ("müller", "Herr Mueller und Frau Müller", ["Mueller", "Müller"]),
        ("mueller", "Frau Müller", ["Müller"]),
        ("10.4.0.7", "The host 10.4.0.7 answers", ["10.4.0.7"]),
        ("the of and", "the end of it and more", []),
        ("天窗", "温室的天窗在二十四度", ["天窗"]),
        ("chat send", "use chat-send here", ["chat-send"]),
        ("🌱 spring", "the 🌱🌱 spring", ["🌱🌱", "spring"]),
        ("", "nothing asked", []),
    ],
)
def test_words_are_marked_as_they_are_written(question: str, text: str, expected: list[str]) -> None:
    assert words(marked(text, wanted_terms(question))) == expected


def test_a_compound_is_marked_whole_without_the_signs_around_it() -> None:
    shown = marked("(see `10.4.0.7`), then.", wanted_terms("10.4.0.7"))
    assert "10.4.0.7" in "".join(words(shown))
    assert not any("," in word or ")" in word for word in words(shown))


@pytest.mark.case("UI09")
def test_the_excerpt_is_cut_around_the_match() -> None:
    text = "Anfang. " + "Text. " * 150 + "Die Zürichberg-Straße bleibt gesperrt."
    shown = snippet(text, wanted_terms("zurichberg strasse"))
    assert words(shown) == ["Zürichberg-Straße"]
    assert shown.text.startswith("…")
    assert len(shown.text) <= SNIPPET + 2


def test_the_excerpt_prefers_where_most_different_words_stand() -> None:
    text = "vents " * 60 + "x " * 150 + "greenhouse vents" + " y" * 150
    assert set(words(snippet(text, wanted_terms("greenhouse vents")))) >= {"greenhouse"}


def test_without_a_marked_word_the_excerpt_is_the_head() -> None:
    shown = snippet("word " * 200, frozenset({"absent"}))
    assert shown.text.startswith("word word")
    assert shown.text.endswith("…")
    assert shown.places == ()


def test_a_short_text_is_shown_whole() -> None:
    assert snippet("short text", frozenset()).text == "short text"


@pytest.mark.case("UI06")
def test_markup_and_direction_marks_are_shown_as_harmless_text() -> None:
    answer = Answer("valve", (HOSTILE,), "found")
    row = found_of(answer, INSTANCES.get, meter=Meter()).rows[0]
    assert row.title.text.startswith('<b>Boiler</b> <img src="file:///etc/hostname">')
    assert "\n" not in row.title.text
    assert "\u202e" not in row.title.text
    assert one_line("a\u202eb\x00c\ud800\u200b\td") == "abc d"


def test_joined_emoji_stay_joined() -> None:
    assert one_line("👩\u200d🌾 x") == "👩\u200d🌾 x"


def test_a_row_names_score_place_and_date() -> None:
    row = found("greenhouse vents").rows[0]
    assert (row.score_text, row.date, row.area) == ("0.87", "12 Mar 2026", Area.WIKI)
    assert row.path == "Home lab hub › Vents and fans"
    assert row.instance == "Home"
    assert row.url == "http://trilium.example:8080/#root/folder/vents01"
    assert row.spoken.startswith("Greenhouse climate, score 0.87, wiki, ")


def test_one_instance_alone_is_not_named() -> None:
    rows = found_of(answer_to("vents"), INSTANCES.get, meter=Meter(), several=False).rows
    assert {row.instance for row in rows} == {""}


def test_a_note_of_an_instance_that_is_gone_has_no_address() -> None:
    rows = found_of(answer_to("vents"), lambda _: None, meter=Meter(), several=True).rows
    assert {row.url for row in rows} == {""}


def test_a_hit_without_a_vector_has_no_score_and_only_words_in_its_meter() -> None:
    row = next(row for row in found("vents").rows if row.score is None)
    assert row.score_text == "–"
    assert row.meaning == 0.0
    assert row.words > 0.0
    assert "without score" in row.spoken


def test_the_meter_grows_with_the_relevance_and_never_overflows() -> None:
    meter = Meter(low=0.78, span=0.24)
    filled = [sum(meter.parts(note.signals.cosine, note.signals.relevance)) for note in NOTES]
    assert filled == sorted(filled, reverse=True) or max(filled) <= 1.0
    assert sum(meter.parts(1.0, 2.0)) == 1.0
    assert meter.parts(0.1, 0.1) == (0.0, 0.0)
    assert meter.parts(None, 0.12) == (0.0, 0.5)  # no model at all: relevance holds the words alone


def test_the_title_alone_is_no_excerpt() -> None:
    bare = hit("bare", "Only a title", ("Wiki",), "")
    row = found_of(Answer("title", (bare,), "found"), INSTANCES.get, meter=Meter()).rows[0]
    assert row.excerpt.text == ""


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-45"])
def test_what_is_no_date_is_left_out(text: str) -> None:
    assert local_date(text) == ""
