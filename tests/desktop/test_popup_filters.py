"""What is typed → words and filters."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trayrecall.core.model import Area, Filters, InstanceId
from trayrecall.ui.popup_filters import (
    Chip,
    Key,
    Known,
    Unclear,
    chips_of,
    joined,
    parse,
    toggled_area,
    toggled_instance,
    without,
    without_last,
)

HOME, WORK, LAB = InstanceId("home"), InstanceId("work"), InstanceId("lab-2")
KNOWN = Known(
    ((HOME, "Home"), (WORK, "Work"), (LAB, "Labor für Öfen")),
    today=date(2026, 3, 18),  # a Wednesday
)


def areas(*wanted: Area) -> Filters:
    return Filters(areas=frozenset(wanted))


def instances(*wanted: InstanceId) -> Filters:
    return Filters(instances=frozenset(wanted))


def labels(*wanted: str) -> Filters:
    return Filters(labels=frozenset(wanted))


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("area:journal ", areas(Area.JOURNAL)),
        ("AREA:Journal ", areas(Area.JOURNAL)),
        ("area:j ", areas(Area.JOURNAL)),
        ("Bereich:Tagebuch ", areas(Area.JOURNAL)),
        ("bereich:quellen ", areas(Area.SOURCES)),
        ("领域:日记 ", areas(Area.JOURNAL)),
        ("领域：来源 ", areas(Area.SOURCES)),  # a colon of full width
        ("領域：「日記」", areas(Area.JOURNAL)),
        ("area:wiki area:sources ", areas(Area.WIKI, Area.SOURCES)),
        ("in:Work ", instances(WORK)),
        ("in:wo ", instances(WORK)),
        ("in:lab-2 ", instances(LAB)),
        ('in:"Labor für Öfen"', instances(LAB)),
        ("in:“labor FÜR öfen”", instances(LAB)),
        ("in:„Labor für Öfen“", instances(LAB)),
        ("in:»Labor für Öfen«", instances(LAB)),
        ("in:«Labor für Öfen»", instances(LAB)),
        ("in:『Labor für Öfen』", instances(LAB)),
        ("in:'labor'", instances(LAB)),
        ("server:home ", instances(HOME)),
        ("label:topic=garden ", labels("topic=garden")),
        ("label:#topic ", labels("topic")),
        ('etikett:"status=in Arbeit"', labels("status=in Arbeit")),
        ("since:2026-03 ", Filters(since="2026-03-01")),
        ("until:2026-02 ", Filters(until="2026-02-28")),
        ("since:2025 until:2025 ", Filters(since="2025-01-01", until="2025-12-31")),
        ("on:2026-03-12 ", Filters(since="2026-03-12", until="2026-03-12")),
        ("on:yesterday ", Filters(since="2026-03-17", until="2026-03-17")),
        ("seit:gestern ", Filters(since="2026-03-17")),
        ('since:"last week"', Filters(since="2026-03-09")),
        ("bis:„letzten Monat“", Filters(until="2026-02-28")),
        ("日期：昨天 ", Filters(since="2026-03-17", until="2026-03-17")),
    ],
)
def test_a_finished_filter_becomes_a_chip_and_leaves_the_text(text: str, chips: Filters) -> None:
    typed = parse(f"vents {text}", KNOWN)
    assert typed.chips == typed.filters == chips
    assert (typed.rest, typed.words) == ("vents ", "vents")
    assert typed.unclear is None


def test_words_around_a_filter_stay_in_their_order() -> None:
    typed = parse("greenhouse area:journal vents", KNOWN)
    assert (typed.rest, typed.words, typed.chips) == (
        "greenhouse vents",
        "greenhouse vents",
        areas(Area.JOURNAL),
    )


def test_a_filter_at_the_end_counts_already_but_is_no_chip_before_a_blank() -> None:
    typed = parse("vents area:jou", KNOWN)
    assert typed.filters == areas(Area.JOURNAL)
    assert typed.chips == Filters()
    assert (typed.rest, typed.words) == ("vents area:jou", "vents")


@pytest.mark.parametrize(
    ("text", "unclear"),
    [
        ("vents area:", Unclear(Key.AREA, "", finished=False)),
        ("vents area:x", Unclear(Key.AREA, "x", finished=False)),
        ("vents area:garden ", Unclear(Key.AREA, "garden", finished=True)),
        ("area:garden vents", Unclear(Key.AREA, "garden", finished=True)),
        ("vents in:nowhere ", Unclear(Key.INSTANCE, "nowhere", finished=True)),
        ('vents in:"my ser', Unclear(Key.INSTANCE, "my ser", finished=False)),
        ("vents since:someday ", Unclear(Key.SINCE, "someday", finished=True)),
        ("vents on:2026-02-31 ", Unclear(Key.ON, "2026-02-31", finished=True)),
        ("vents in: ", None),
    ],
)
def test_a_value_that_is_not_known_is_told_and_never_searched_for(text: str, unclear: Unclear | None) -> None:
    typed = parse(text, KNOWN)
    assert typed.unclear == unclear
    assert typed.rest == text
    assert typed.filters == Filters()
    if unclear:
        assert typed.words == "vents"


def test_a_beginning_that_two_servers_share_names_neither() -> None:
    known = Known(((HOME, "Notes at home"), (WORK, "Notes at work")))
    assert parse("in:notes ", known).unclear == Unclear(Key.INSTANCE, "notes", finished=True)
    assert parse("in:home ", known).chips == instances(HOME)


@pytest.mark.parametrize(
    "text",
    [
        "in the box",
        "note: remember the vents",
        "https://notes.example/in:work",
        "c++ std::vector",
        "10:30 in: the morning",
        '"area:journal vents"',
        "„in:work“",
        "x-area:journal",
    ],
)
def test_what_only_looks_like_a_filter_is_searched_for_as_it_stands(text: str) -> None:
    typed = parse(text, KNOWN)
    assert typed.words == typed.rest == text
    assert typed.filters == Filters()
    assert typed.unclear is None


def test_without_a_calendar_no_word_names_a_day() -> None:
    assert parse("on:yesterday ", Known()).unclear == Unclear(Key.ON, "yesterday", finished=True)


@given(st.text(alphabet=st.sampled_from('area:in jo"„“«»「」#=2026- \t温室'), max_size=40))
def test_whatever_is_typed_can_be_taken_apart_and_what_stays_is_not_taken_apart_again(text: str) -> None:
    typed = parse(text, KNOWN)
    again = parse(typed.rest, KNOWN)
    assert again.chips == Filters()
    assert again.words == typed.words


# ---- the chips


def test_pills_are_switched_and_switched_back() -> None:
    on = toggled_instance(toggled_area(Filters(), Area.WIKI), WORK)
    assert (set(on.areas), set(on.instances)) == ({Area.WIKI}, {WORK})
    assert toggled_area(toggled_instance(on, WORK), Area.WIKI) == Filters()


def test_labels_and_days_have_chips_of_their_own() -> None:
    filters = Filters(areas=frozenset({Area.WIKI}), labels=frozenset({"b", "a"}), since="2026-03-01")
    assert chips_of(filters) == (Chip(Key.LABEL, "a"), Chip(Key.LABEL, "b"), Chip(Key.SINCE, "2026-03-01"))
    one_day = Filters(since="2026-03-01", until="2026-03-01")
    assert chips_of(one_day) == (Chip(Key.ON, "2026-03-01"),)
    assert without(one_day, chips_of(one_day)[0]) == Filters()


def test_backspace_takes_one_filter_after_the_other_until_none_is_left() -> None:
    filters = Filters(
        areas=frozenset({Area.WIKI}), instances=frozenset({HOME}), labels=frozenset({"a"}), until="2026-03-01"
    )
    steps = [filters]
    while steps[-1] != Filters():
        steps.append(without_last(steps[-1]))
    assert [len(chips_of(step)) for step in steps] == [2, 1, 0, 0, 0]
    assert without_last(Filters()) == Filters()


def test_of_two_days_the_later_typed_one_counts() -> None:
    assert joined(Filters(since="2026-01-01"), Filters(since="2026-02-01")).since == "2026-02-01"
    assert joined(Filters(since="2026-01-01"), Filters()).since == "2026-01-01"
