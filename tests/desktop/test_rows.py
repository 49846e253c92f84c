"""What is marked, cut and shown of a hit."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from tests.desktop.samples import HOSTILE, NOTES, NOW, SOURCE, answer_to, asked, found, hit
from trayrecall.core.model import Answer, Area
from trayrecall.core.snippet import (
    SNIPPET,
    Marked,
    marked,
    marked_lines,
    one_line,
    snippet,
    wanted_terms,
)
from trayrecall.embed import DEFAULT_MODEL, spec_of
from trayrecall.ui.popup_filters import Question
from trayrecall.ui.popup_texts import score_text
from trayrecall.ui.rows import (
    LONGEST_PREVIEW,
    OLD,
    Group,
    Heading,
    Meter,
    Past,
    citation,
    found_of,
    local_day,
    merged,
    preview_of,
)


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
    row = found_of(answer, SOURCE).rows[0]
    assert row.title.text.startswith('<b>Boiler</b> <img src="file:///etc/hostname">')
    assert "\n" not in row.title.text
    assert "\u202e" not in row.title.text
    assert one_line("a\u202eb\x00c\ud800\u200b\td") == "abc d"


def test_joined_emoji_stay_joined() -> None:
    assert one_line("👩\u200d🌾 x") == "👩\u200d🌾 x"


def test_a_row_names_score_place_and_date() -> None:
    row = found("greenhouse vents").rows[0]
    assert (score_text(row), row.day, row.area) == ("0.87", date(2026, 3, 12), Area.WIKI)
    assert row.path == "Home lab hub › Vents and fans"
    assert row.instance == "Home"
    assert row.url == "http://trilium.example:8080/#root/folder/vents01"


def test_one_instance_alone_is_not_named() -> None:
    rows = found_of(answer_to("vents"), replace(SOURCE, several=False)).rows
    assert {row.instance for row in rows} == {""}


def test_a_note_of_an_instance_that_is_gone_has_no_address() -> None:
    rows = found_of(answer_to("vents"), replace(SOURCE, instance_of=lambda _: None)).rows
    assert {row.url for row in rows} == {""}


def test_a_hit_without_a_vector_has_no_score_and_only_words_in_its_meter() -> None:
    row = next(row for row in found("vents").rows if row.score is None)
    assert score_text(row) == "–"
    assert row.meaning == 0.0
    assert row.words > 0.0


def test_the_meter_grows_with_the_relevance_and_never_overflows() -> None:
    meter = Meter(low=0.78, span=0.24)
    filled = [sum(meter.parts(note.signals.cosine, note.signals.relevance)) for note in NOTES]
    assert filled == sorted(filled, reverse=True) or max(filled) <= 1.0
    assert sum(meter.parts(1.0, 2.0)) == 1.0
    assert meter.parts(0.1, 0.1) == (0.0, 0.0)
    assert meter.parts(None, 0.12) == (0.0, 0.5)  # no model at all: relevance holds the words alone


def test_the_meter_has_the_scale_of_the_model() -> None:
    assert Meter.of(spec_of(DEFAULT_MODEL).scale) == Meter()
    english = Meter.of(spec_of("all-MiniLM-L6-v2").scale)
    filled = [english.parts(cosine, cosine)[0] for cosine in (0.05, 0.33, 0.77)]
    assert filled == pytest.approx([0.0, 0.39, 1.0], abs=0.01)


def test_a_hit_by_meaning_alone_has_no_part_for_words_in_its_meter() -> None:
    alone = replace(
        NOTES[4], matched="meaning", signals=replace(NOTES[4].signals, cosine=0.7, relevance=0.82)
    )
    row = found_of(Answer("vents", (alone,), "found"), SOURCE).rows[0]
    assert row.words == 0.0
    assert row.meaning > 0.0


def test_the_title_alone_is_no_excerpt() -> None:
    bare = hit("bare", "Only a title", ("Wiki",), "")
    row = found_of(Answer("title", (bare,), "found"), SOURCE).rows[0]
    assert row.excerpt.text == ""


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-45"])
def test_what_is_no_date_is_left_out(text: str) -> None:
    assert local_day(text) is None


def test_a_note_says_of_when_it_is_once_its_server_was_not_asked_for_long() -> None:
    old = hit("old", "Old", ("Wiki",), "vents", as_of="2026-03-20 10:00:00.000Z")
    fresh = hit("fresh", "Fresh", ("Wiki",), "vents", as_of=(NOW - OLD + timedelta(hours=1)).isoformat())
    rows = found_of(Answer("vents", (old, fresh), "found"), SOURCE).rows
    assert [row.as_of for row in rows] == [date(2026, 3, 20), None]


def test_the_questions_words_are_told_as_they_stand_in_the_note_each_once() -> None:
    assert found("greenhouse vents").rows[0].marked_words == ("Greenhouse", "vents")


def test_the_latest_notes_and_the_own_searches_stand_in_groups() -> None:
    entries = asked(Question()).entries
    assert entries[0] == Heading(Group.NOTES)
    at = entries.index(Heading(Group.SEARCHES))
    assert all(isinstance(entry, Past) for entry in entries[at + 1 :])
    assert not any(row.is_hit for row in asked(Question()).rows)


def test_of_the_whole_answer_the_kept_rows_stay_and_none_is_told_twice() -> None:
    whole = found("vents")
    shown = replace(whole, entries=tuple(reversed(whole.entries)))
    both = merged(shown, whole, 2)
    assert both.entries[:2] == shown.entries[:2]
    assert sorted(row.id for row in both.rows) == sorted(row.id for row in whole.rows)


# ---- the text to be read, and what is copied


def test_a_text_to_be_read_keeps_its_lines_and_loses_what_cannot_be_seen() -> None:
    shown = marked_lines("Vents:\r\n\topen\u202e\n\n\n\n  close the vents\x00", wanted_terms("vents"))
    assert shown.text == "Vents:\n    open\n\n  close the vents"
    assert words(shown) == ["Vents", "vents"]


def test_a_preview_begins_at_the_passage_and_is_cut_around_it_when_it_is_a_book() -> None:
    row = replace(found("vents").rows[0], passage="Here stands the passage about vents.")
    book = "word " * 20_000 + row.passage + " word" * 20_000
    preview = preview_of(row, book, "vents")
    assert preview.is_cut
    assert len(preview.text.text) <= LONGEST_PREVIEW
    assert preview.text.text[preview.begin :].lstrip().startswith("Here stands")
    assert words(preview.text) == ["vents"]
    whole = preview_of(row, "First.\n\n" + row.passage, "vents")
    assert (whole.is_cut, whole.text.text[whole.begin :].strip()) == (False, row.passage)


def test_a_citation_is_a_markdown_quotation_with_title_and_link() -> None:
    row = replace(found("vents").rows[0], passage="One line.\n\nAnother.")
    assert citation(row) == (
        "> One line.\n>\n> Another.\n>\n"
        "> — [Greenhouse climate](http://trilium.example:8080/#root/folder/vents01)"
    )
    bare = replace(row, passage="", section="", url="", title=Marked("A [draft]"))
    assert citation(bare) == "A \\[draft\\]"
