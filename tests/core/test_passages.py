"""Passages: pieces of sections that fit the embedder, cut where a reader would cut them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.shared import case_input
from trayrecall.core import cutting
from trayrecall.core.convert import convert
from trayrecall.core.cutting import Room
from trayrecall.core.graphemes import is_boundary
from trayrecall.core.model import Converted, Passage, Section
from trayrecall.core.passages import DEFAULT_LIMITS, SplitLimits, make_header, split
from trayrecall.core.tokens import MODEL_OVERHEAD, estimate_tokens

SMALL = SplitLimits(target=60, header=16, overlap=12, smallest=10, prose_passages=20, code_passages=8)


def passages(text: str, *, is_code: bool = False, limits: SplitLimits = SMALL) -> tuple[Passage, ...]:
    return split("T", (), Converted((Section((), text, is_code=is_code),)), limits).passages


def texts(found: Sequence[Passage]) -> list[str]:
    return [passage.text for passage in found]


def test_a_short_section_is_one_passage_with_its_header() -> None:
    converted = Converted((Section(("A", "B"), "some text"),))
    (passage,) = split("Title", ("author: Imke",), converted).passages
    assert passage.embedded_text == "Title\nA › B\nauthor: Imke\nsome text"
    assert (passage.section, passage.heading_path, passage.text) == (0, ("A", "B"), "some text")


def test_sections_are_never_joined() -> None:
    converted = Converted((Section(("A",), "x"), Section(("B",), "y", is_code=True)))
    assert [(p.section, p.text, p.is_code) for p in split("T", (), converted).passages] == [
        (0, "x", False),
        (1, "y", True),
    ]


def test_a_note_without_text_is_found_by_its_title() -> None:
    (passage,) = split("Lonely title", (), Converted(())).passages
    assert (passage.text, passage.embedded_text) == ("", "Lonely title")


def test_a_note_without_anything_has_no_passage() -> None:
    assert split("", (), Converted(())).passages == ()


def test_no_passage_is_estimated_above_the_target() -> None:
    found = passages("word and another word. " * 200)
    assert max(estimate_tokens(p.embedded_text) + MODEL_OVERHEAD for p in found) <= SMALL.target


def test_text_is_cut_between_paragraphs_rather_than_within() -> None:
    paragraphs = [" ".join(f"p{number}w{word}" for word in range(9)) for number in range(6)]
    for passage in passages("\n\n".join(paragraphs), limits=SplitLimits(target=90, overlap=0, smallest=10)):
        assert all(part in paragraphs for part in passage.text.split("\n\n"))


def test_prose_is_cut_between_sentences() -> None:
    found = passages(" ".join(f"Sentence number {number} is here." for number in range(40)))
    assert all(text.startswith("Sentence") and text.endswith("here.") for text in texts(found))


def test_chinese_is_cut_between_sentences() -> None:
    found = passages("锅炉压力需要每周检查一次。" * 40)
    assert all(text.startswith("锅炉") and text.endswith("。") for text in texts(found))


def test_an_abbreviation_does_not_end_a_sentence() -> None:
    found = passages(" ".join(f"Wir nehmen z.B. Holz Nummer {number} mit." for number in range(40)))
    assert all(text.startswith("Wir") for text in texts(found))


def test_neighbours_share_about_a_sentence() -> None:
    found = texts(passages(" ".join(f"Sentence number {number} is here." for number in range(40))))
    for before, after in pairwise(found):
        shared = after.split(". ")[0]
        assert shared.rstrip(".") in before


def test_nothing_is_shared_across_sections() -> None:
    converted = Converted((Section(("A",), "Only in one."), Section(("B",), "Only in two.")))
    assert texts(split("T", (), converted).passages) == ["Only in one.", "Only in two."]


def test_the_last_piece_is_not_tiny() -> None:
    for count in range(20, 120):
        found = passages("plain words " * count)
        sizes = [estimate_tokens(text) for text in texts(found)]
        assert len(found) == 1 or min(sizes) >= SMALL.smallest


def test_lines_of_code_stay_whole_and_keep_their_indentation() -> None:
    lines = [f"    call_number_{number}(first, second)" for number in range(40)]
    found = texts(passages("\n".join(lines), is_code=True))
    assert len(found) > 1
    assert all(line in lines for text in found[1:] for line in text.split("\n"))


def test_rows_stay_whole_and_a_split_table_repeats_its_first_row() -> None:
    rows = ["Host | Owner. Name", *(f"host-{number} | Imke. Tariq {number}" for number in range(40))]
    found = texts(passages("\n".join(rows)))
    assert len(found) > 1
    assert all(text.startswith("Host | Owner. Name\n") for text in found)
    assert all(row in rows for text in found for row in text.split("\n"))


def test_each_row_of_a_split_table_stands_in_one_passage() -> None:
    rows = ["Host | Owner", *(f"host-{number} | Imke {number}" for number in range(40))]
    found = [row for text in texts(passages("\n".join(rows))) for row in text.split("\n")[1:]]
    assert found == rows[1:]


def test_a_long_run_without_blanks_is_cut_at_whole_characters() -> None:
    run = "👩‍👩‍👧‍👦🇩🇪e\u0301" * 60
    at = 0
    for text in texts(passages(run, limits=SplitLimits(target=60, overlap=0, smallest=5))):
        assert run[at : at + len(text)] == text
        at += len(text)
        assert is_boundary(run, at)
    assert at == len(run)


def test_splitting_is_deterministic() -> None:
    text = "Some words. And more of them!\n" * 100
    assert passages(text) == passages(text)


def test_equal_texts_of_two_notes_share_their_content_hash() -> None:
    converted = Converted((Section((), "the same"),))
    first, second = (split("T", (), converted).passages[0] for _ in range(2))
    assert first.content_hash == second.content_hash


# ---- headers ------------------------------------------------------------------------------------------


def test_a_heading_that_repeats_the_title_is_said_once() -> None:
    assert make_header("Minutes", ("Minutes", "Owls"), (), DEFAULT_LIMITS) == "Minutes\nOwls"


def test_a_very_long_title_is_cut_in_the_header_only() -> None:
    header = make_header("word " * 500, ("Heading",), ("a: b",), DEFAULT_LIMITS)
    assert estimate_tokens(header) <= DEFAULT_LIMITS.header + 1
    assert header.endswith("Heading\na: b")


def test_of_a_long_path_the_nearest_headings_stay() -> None:
    path = tuple(f"a heading with quite some words number {number}" for number in range(20))
    header = make_header("Title", path, (), DEFAULT_LIMITS)
    assert header.endswith(" › ".join(path[-2:]))
    assert path[0] not in header


def test_labels_that_do_not_fit_are_left_away() -> None:
    assert make_header("T", (), ("long: " + "word " * 100, "a: b"), DEFAULT_LIMITS) == "T\na: b"


@pytest.mark.parametrize("title", ["👩‍👩‍👧‍👦" * 200, "x" * 5000, "漢" * 3000, "\x00\x1b[0m"])
def test_any_title_leaves_room_for_the_text(title: str) -> None:
    (passage,) = split(title, (), Converted((Section((), "some text"),))).passages
    assert estimate_tokens(passage.header) <= DEFAULT_LIMITS.header
    assert passage.text == "some text"


# ---- caps ---------------------------------------------------------------------------------------------


def test_a_note_past_the_cap_keeps_its_head_and_tail_and_says_so() -> None:
    text = "FIRST " + "Another sentence. " * 3000 + "LAST"
    result = split("T", (), Converted((Section((), text),)), SMALL)
    assert result.partial == "too long"
    assert len(result.passages) == SMALL.prose_passages
    assert result.passages[0].text.startswith("FIRST")
    assert result.passages[-1].text.endswith("LAST")


def test_many_sections_past_the_cap_keep_the_first_and_last_ones() -> None:
    converted = Converted(tuple(Section((f"H{number}",), f"text {number}") for number in range(100)))
    result = split("T", (), converted, SMALL)
    assert [passage.section for passage in result.passages] == [*range(15), *range(95, 100)]


def test_a_note_at_the_cap_is_whole() -> None:
    converted = Converted(tuple(Section((), f"text {number}") for number in range(SMALL.prose_passages)))
    assert split("T", (), converted, SMALL).partial is None


@pytest.mark.case("PF01")
def test_a_giant_note_is_split_whole() -> None:
    result = split("Chronicle", (), convert("text", "text/html", case_input("pf01_long_note.txt")))
    assert result.partial is None
    assert "brass heron" in result.passages[-1].text


@pytest.mark.case("PF02")
def test_a_long_section_without_headings_is_split_to_the_model() -> None:
    result = split("Dump", (), convert("text", "text/html", case_input("pf02_section.txt")))
    assert any("verdigris" in passage.text for passage in result.passages)
    assert max(len(passage.text) for passage in result.passages) < DEFAULT_LIMITS.target * 8


@pytest.mark.case("PF09")
def test_megabytes_on_one_line_are_capped_and_their_last_words_kept() -> None:
    rows = ",".join(f'{{"id":{i},"v":"{i * 2654435761 % 2**32:x}"}}' for i in range(180_000))
    content = f'{{"rows":[{rows}],"note":"amber lockbox"}}'
    result = split("Export", (), convert("code", "application/json", content))
    assert result.partial == "too long"
    assert len(result.passages) == 200
    assert "amber lockbox" in result.passages[-1].text


@pytest.mark.case("CC09")
def test_a_pasted_screenshot_costs_at_most_three_passages() -> None:
    result = split("Panel wiring", (), convert("text", "text/html", case_input("cc09_base64.html")))
    assert len(result.passages) <= 3


@pytest.mark.case("CC19")
def test_no_passage_is_headings_alone() -> None:
    content = (
        "<h2>A night</h2><h3>Sightings</h3><p>Two owls.</p><h3>Weather</h3><p>Fog.</p><h2>Empty end</h2>"
    )
    found = split("Night log", (), convert("text", "text/html", content)).passages
    assert all(passage.text for passage in found)


@given(st.text(st.sampled_from("ab c.\n  |\t\u3000x漢!?X9"), max_size=80), st.integers(30, 60), st.booleans())
def test_a_text_that_fits_is_what_the_cutting_would_give(text: str, size: int, is_code: bool) -> None:
    room = Room(size, min(6, size // 4), min(4, size // 3))
    atoms, costs = cutting._measured(text)
    before = list(accumulate(costs, initial=0.0))
    assume(before[-1] <= size)
    assert cutting.cut(text, room, is_code=is_code) == cutting._cut_at_borders(
        text, atoms, before, room, is_code=is_code
    )


@given(
    st.text(st.sampled_from("ab c.\n  |\t\u3000x漢字!?。X9"), min_size=60, max_size=400),
    st.integers(8, 30),
    st.booleans(),
)
def test_the_ends_that_are_looked_at_hold_the_best_of_all(text: str, size: int, is_code: bool) -> None:
    room = Room(size, min(6, size // 4), min(4, size // 3))
    found = cutting.cut(text, room, is_code=is_code)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cutting, "_candidates", lambda _atoms, low, high, _wanted: list(range(low, high + 1)))
        assert cutting.cut(text, room, is_code=is_code) == found
