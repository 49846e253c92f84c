"""The popup's state machine, with time as a number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.desktop.samples import asked, found
from trayrecall.core.errors import StoreError
from trayrecall.core.model import Area, Filters
from trayrecall.ui.outcome import Done, Failed
from trayrecall.ui.popup_filters import Question
from trayrecall.ui.query import REACTION, Ask, Cancel, Effects, Kind, Open, QueryMachine, Show, View
from trayrecall.ui.rows import Found, Heading, Row

VENTS = Done(found("vents"))
QUICK = Done(replace(VENTS.value, entries=tuple(reversed(VENTS.value.entries[:3])), is_quick=True))
NOTHING = Done(found("xylophone"))
LATEST = Done(asked(Question()))
IN_JOURNAL = Filters(areas=frozenset({Area.JOURNAL}))


def q(words: str, filters: Filters | None = None) -> Question:
    return Question(words, filters or Filters())


def kinds(effects: Effects) -> list[str]:
    return [type(effect).__name__ for effect in effects]


def test_the_first_letter_is_asked_at_once() -> None:
    assert QueryMachine().typed(q("v"), 10.0) == [Ask(1, q("v"))]


def test_fast_typing_is_asked_at_most_every_50_ms_and_the_older_question_is_cancelled() -> None:
    machine = QueryMachine()
    machine.typed(q("v"), 10.0)
    assert machine.typed(q("ve"), 10.01) == [Cancel()]
    assert machine.typed(q("ven"), 10.02) == []
    assert machine.due == 10.05
    assert machine.elapsed(10.04) == []
    assert machine.elapsed(10.05) == [Ask(2, q("ven"))]


def test_an_answer_to_an_older_text_is_never_shown() -> None:
    machine = QueryMachine()
    machine.typed(q("v"), 10.0)
    machine.typed(q("vents"), 10.2)
    assert machine.answered(1, VENTS, 10.21) == []
    assert machine.view.kind is Kind.EMPTY
    assert kinds(machine.answered(2, VENTS, 10.25)) == ["Show"]


def test_answers_in_quick_succession_are_shown_at_most_every_50_ms() -> None:
    machine = QueryMachine()
    machine.typed(q("vent"), 10.0)
    assert kinds(machine.answered(1, VENTS, 10.04)) == ["Show"]
    machine.typed(q("vents"), 10.05)
    assert machine.answered(2, NOTHING, 10.06) == []
    assert machine.due is not None
    assert abs(machine.due - 10.09) < 1e-9
    assert kinds(machine.elapsed(10.09)) == ["Show"]
    assert machine.view.kind is Kind.NOTHING


def test_a_quick_answer_never_says_searching() -> None:
    machine = QueryMachine()
    machine.typed(q("vents"), 10.0)
    assert machine.elapsed(10.29) == []
    (shown,) = machine.answered(1, VENTS, 10.29)
    assert isinstance(shown, Show)
    assert not shown.view.loading
    assert machine.due is None


def test_a_slow_answer_says_searching_after_300_ms_and_keeps_the_older_rows() -> None:
    machine = QueryMachine()
    machine.typed(q("vents"), 10.0)
    machine.answered(1, VENTS, 10.1)
    machine.typed(q("vents frost"), 11.0)
    assert machine.due == 11.3
    (shown,) = machine.elapsed(11.3)
    assert isinstance(shown, Show)
    assert shown.view.loading
    assert shown.view.found == VENTS.value
    assert machine.due is None
    machine.answered(2, NOTHING, 12.0)
    assert not machine.view.loading


def test_an_empty_field_shows_the_latest_notes_known_at_once_and_asks_for_newer_ones() -> None:
    machine = QueryMachine()
    machine.again(9.0)
    machine.answered(1, LATEST, 9.1)
    machine.typed(q("vents"), 10.0)
    machine.answered(2, VENTS, 10.1)
    machine.typed(q("frost"), 10.2)
    cancelled, shown, asks = machine.typed(q(""), 10.3)
    assert cancelled == Cancel()
    assert isinstance(shown, Show)
    assert (shown.view.kind, shown.view.found) == (Kind.EMPTY, LATEST.value)
    assert asks == Ask(4, q(""))


def test_the_latest_notes_of_another_filter_are_not_shown_under_this_one() -> None:
    machine = QueryMachine()
    machine.again(9.0)
    machine.answered(1, LATEST, 9.1)
    machine.typed(q("", IN_JOURNAL), 10.0)
    assert machine.view.found is not None
    assert machine.view.found.entries == ()


def test_waiting_for_the_latest_notes_never_says_searching() -> None:
    machine = QueryMachine()
    machine.again(9.0)
    assert machine.due is None
    assert machine.elapsed(12.0) == []
    assert machine.answered(1, Failed(StoreError("gone")), 12.1) == []


def test_the_first_choice_is_the_first_entry_below_a_heading() -> None:
    machine = QueryMachine()
    machine.again(9.0)
    machine.answered(1, LATEST, 9.1)
    assert machine.view.chosen == 1
    assert isinstance(LATEST.value.entries[0], Heading)
    assert machine.enter(0, 9.2) == []
    assert machine.enter(1, 9.2) == [Open(1)]


def test_the_same_question_again_asks_nothing_new() -> None:
    machine = QueryMachine()
    machine.typed(q("vents"), 10.0)
    assert machine.typed(q("vents"), 11.0) == []
    assert kinds(machine.typed(q("vents", IN_JOURNAL), 12.0)) == ["Cancel", "Ask"]


# ---- the quick answer, then the whole one


def started(words: str = "vents") -> QueryMachine:
    """A machine that shows the quick answer, at 10.01."""
    machine = QueryMachine()
    machine.typed(q(words), 10.0)
    assert kinds(machine.answered(1, QUICK, 10.01)) == ["Show"]
    assert machine.pending
    return machine


def ids(view: View) -> list[str]:
    assert view.found is not None
    return [entry.id for entry in view.found.entries if isinstance(entry, Row)]


WHOLE_IDS = [row.id for row in VENTS.value.rows]
QUICK_IDS = [row.id for row in QUICK.value.rows]


def test_the_words_answer_is_shown_at_once_and_the_whole_one_in_its_own_order() -> None:
    machine = started()
    assert ids(machine.view) == QUICK_IDS
    machine.answered(1, VENTS, 10.02)
    machine.elapsed(10.07)
    assert ids(machine.view) == WHOLE_IDS
    assert machine.view.chosen == 0
    assert not machine.pending


def test_a_quick_answer_is_not_held_back_while_one_types() -> None:
    machine = started()
    machine.answered(1, VENTS, 10.061)
    machine.typed(q("vents!"), 10.07)
    assert kinds(machine.answered(2, QUICK, 10.08)) == ["Show"]


def test_once_the_person_has_chosen_no_row_moves_and_new_ones_come_below() -> None:
    machine = started()
    machine.moved(2)
    machine.answered(1, VENTS, 10.1)
    assert ids(machine.view)[:3] == QUICK_IDS
    assert sorted(ids(machine.view)) == sorted(WHOLE_IDS)
    assert machine.view.chosen == 2


def test_a_first_row_that_was_seen_long_enough_stays_the_first_one() -> None:
    machine = started()
    machine.answered(1, VENTS, 10.01 + REACTION)
    assert ids(machine.view)[0] == QUICK_IDS[0]
    assert ids(machine.view)[1:] == [row for row in WHOLE_IDS if row != QUICK_IDS[0]]
    assert machine.view.chosen == 0


def test_rows_that_stay_are_drawn_as_the_whole_answer_has_them() -> None:
    bare = replace(QUICK.value.rows[0], score=None, meaning=0.0)
    machine = QueryMachine()
    machine.typed(q("vents"), 10.0)
    machine.answered(1, Done(replace(QUICK.value, entries=(bare,))), 10.01)
    machine.moved(0)
    machine.answered(1, VENTS, 10.1)
    assert machine.view.found is not None
    assert machine.view.found.rows[0].id == bare.id
    assert machine.view.found.rows[0].score is not None


def test_a_quick_answer_without_rows_shows_nothing() -> None:
    machine = QueryMachine()
    machine.typed(q("vents"), 10.0)
    assert machine.answered(1, Done(replace(NOTHING.value, is_quick=True)), 10.01) == []
    assert kinds(machine.answered(1, NOTHING, 10.1)) == ["Show"]
    assert machine.view.kind is Kind.NOTHING


def test_enter_opens_what_is_seen_also_before_the_whole_answer() -> None:
    machine = started()
    assert machine.enter(1, 10.02) == [Open(1)]


def test_enter_before_anything_is_seen_waits_for_the_whole_answer() -> None:
    machine = QueryMachine()
    machine.typed(q("vents"), 10.0)
    assert machine.enter(0, 10.005) == []
    assert machine.answered(1, QUICK, 10.01) == []
    assert machine.answered(1, VENTS, 10.03)[-1] == Open(0)
    assert ids(machine.view) == WHOLE_IDS


def test_rows_of_the_last_time_may_change_when_it_opens_again_until_one_is_chosen() -> None:
    machine = started()
    machine.answered(1, VENTS, 10.2)
    machine.again(20.0)
    machine.answered(2, QUICK, 20.01)
    assert ids(machine.view) == QUICK_IDS
    machine.moved(1)
    machine.answered(2, VENTS, 20.2)
    assert ids(machine.view)[:3] == QUICK_IDS


@pytest.mark.parametrize("late", [True, False])
def test_a_late_whole_answer_says_searching_over_the_quick_rows(late: bool) -> None:
    machine = started()
    assert kinds(machine.elapsed(10.3 if late else 10.29)) == (["Show"] if late else [])
    assert machine.view.loading is late
    assert ids(machine.view) == QUICK_IDS


def test_a_failure_is_a_view_of_its_own() -> None:
    machine = QueryMachine()
    machine.typed(q("vents"), 10.0)
    machine.answered(1, Failed(StoreError("gone")), 10.1)
    assert machine.view.kind is Kind.FAILED
    assert machine.enter(0, 10.2) == []


def test_enter_opens_the_row_that_is_shown() -> None:
    machine = QueryMachine()
    machine.typed(q("vents"), 10.0)
    machine.answered(1, VENTS, 10.1)
    assert machine.enter(2, 10.2) == [Open(2)]
    assert machine.enter(-1, 10.2) == []
    assert machine.enter(99, 10.2) == []


def test_enter_right_after_typing_waits_for_the_new_answer() -> None:
    machine = QueryMachine()
    machine.typed(q("vents"), 10.0)
    machine.answered(1, NOTHING, 10.1)
    machine.typed(q("vents!"), 10.2)
    assert machine.enter(0, 10.21) == []
    assert kinds(machine.answered(2, VENTS, 10.22)) == ["Show", "Open"]


def test_enter_on_an_answer_that_is_not_drawn_yet_opens_the_new_one() -> None:
    machine = QueryMachine()
    machine.typed(q("vent"), 10.0)
    machine.answered(1, VENTS, 10.04)
    machine.typed(q("vents"), 10.05)
    machine.answered(2, VENTS, 10.06)
    assert machine.enter(3, 10.07)[-1] == Open(0)


def test_typing_on_after_enter_opens_nothing_of_the_older_text() -> None:
    machine = QueryMachine()
    machine.typed(q("v"), 10.0)
    machine.enter(0, 10.01)
    machine.typed(q("ve"), 10.1)
    assert kinds(machine.answered(2, VENTS, 10.2)) == ["Show"]


def test_closing_cancels_and_opening_asks_anew() -> None:
    machine = QueryMachine()
    machine.typed(q("vents"), 10.0)
    assert machine.closed() == [Cancel()]
    assert machine.answered(1, VENTS, 10.1) == []
    assert machine.again(20.0) == [Ask(2, q("vents"))]
    assert QueryMachine().again(1.0) == [Ask(1, q(""))]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a", "ab", "abc", "", "quick", "answer", "enter", "move", "close", "again"]),
            st.floats(0.0, 0.4),
        ),
        max_size=40,
    )
)
def test_whatever_happens_only_the_latest_text_is_shown_and_time_settles_it(
    steps: list[tuple[str, float]],
) -> None:
    played = Played()
    for step, pause in steps:
        played.wait(pause)
        played.play(step)
    for _ in range(10):
        played.wait(0.4)
        played.answer_all()
    assert not played.machine.pending
    assert played.machine.due is None


class Played:
    """A machine with what was typed and asked, checked at every effect."""

    def __init__(self) -> None:
        self.machine, self.now, self.text = QueryMachine(), 100.0, ""
        self.asked: list[int] = []
        self.held: list[str] = []  # the rows that were there when the person chose one

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.note(self.machine.elapsed(self.now))

    def answer_all(self, answer: Done[Found] = VENTS) -> None:
        for number in self.asked:
            self.note(self.machine.answered(number, answer, self.now))

    def play(self, step: str) -> None:
        match step:
            case "answer":
                self.answer_all()
            case "quick":
                self.answer_all(QUICK)
            case "enter":
                self.note(self.machine.enter(0, self.now))
            case "close":
                self.note(self.machine.closed())
            case "again":
                self.held = []
                self.note(self.machine.again(self.now))
            case "move":
                self.move()
            case _:
                self.held = []
                self.text = step
                self.note(self.machine.typed(q(step), self.now))

    def move(self) -> None:
        view = self.machine.view
        if view.kind is Kind.FOUND and view.question.words == self.text:
            self.held = ids(view)
            self.machine.moved(len(self.held) - 1)

    def note(self, effects: Effects) -> None:
        if self.held:
            assert ids(self.machine.view)[: len(self.held)] == self.held
            assert self.machine.view.chosen == len(self.held) - 1
        for effect in effects:
            if isinstance(effect, Ask):
                assert effect.question.words == self.text
                self.asked.append(effect.number)
            if isinstance(effect, Show) and not effect.view.loading and effect.view.kind is not Kind.EMPTY:
                assert effect.view.question.words == self.text


# ---- notes that leave


def without(shown: Found, gone: int) -> Done[Found]:
    return Done(replace(shown, entries=tuple(e for n, e in enumerate(shown.entries) if n != gone)))


def test_a_note_that_leaves_goes_from_the_rows_and_the_others_keep_their_order_and_the_choice() -> None:
    machine = QueryMachine()
    machine.typed(q("vents"), 10.0)
    machine.answered(1, VENTS, 10.1)
    machine.moved(2)
    assert kinds(machine.weed(12.0)) == ["Ask"]
    assert machine.answered(2, QUICK, 12.01) == []  # by words alone: what it lacks may still be found
    anew = without(VENTS.value, 0)
    machine.answered(2, Done(replace(anew.value, entries=tuple(reversed(anew.value.entries)))), 12.1)
    assert machine.view.found is not None
    assert [row.id for row in machine.view.found.rows] == [row.id for row in VENTS.value.rows[1:]]
    assert machine.view.chosen == 1


def test_when_the_chosen_note_leaves_the_next_one_is_chosen_and_without_any_nothing_is_found() -> None:
    machine = QueryMachine()
    machine.typed(q("vents"), 10.0)
    machine.answered(1, VENTS, 10.1)
    last = len(VENTS.value.entries) - 1
    machine.moved(last)
    machine.weed(12.0)
    machine.answered(2, without(VENTS.value, last), 12.1)
    assert machine.view.chosen == last - 1
    machine.weed(13.0)
    machine.answered(3, NOTHING, 13.1)
    assert machine.view.kind is Kind.NOTHING


def test_an_answer_from_before_a_note_left_is_not_waited_for() -> None:
    machine = QueryMachine()
    machine.typed(q("vents"), 10.0)
    assert machine.weed(10.06) == [Cancel(), Ask(2, q("vents"))]


@pytest.mark.parametrize("leaves", [lambda m: m.clear(), lambda m: [*m.weed(12.0), *m.closed()]])
def test_what_left_while_nobody_looked_is_not_there_for_a_moment_when_the_popup_opens(
    leaves: Callable[[QueryMachine], Effects],
) -> None:
    machine = QueryMachine()
    machine.again(9.0)
    machine.answered(1, LATEST, 9.1)
    machine.typed(q("vents"), 10.0)
    machine.answered(2, VENTS, 10.1)
    leaves(machine)
    assert machine.view.found is None
    machine.typed(q(""), 20.0)
    assert machine.view.found == Found()


def test_when_it_can_not_be_asked_whether_the_latest_notes_are_still_there_none_is_shown() -> None:
    machine = QueryMachine()
    machine.again(9.0)
    machine.answered(1, LATEST, 9.1)
    machine.weed(10.0)
    machine.answered(2, Failed(StoreError("locked")), 10.1)
    assert machine.view.found is None
