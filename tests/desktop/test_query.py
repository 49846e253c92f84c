"""The popup's state machine, with time as a number."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.desktop.samples import found
from trayrecall.core.errors import StoreError
from trayrecall.ui.outcome import Done, Failed
from trayrecall.ui.query import Ask, Cancel, Effects, Kind, Open, QueryMachine, Show

VENTS = Done(found("vents"))
NOTHING = Done(found("xylophone"))


def kinds(effects: Effects) -> list[str]:
    return [type(effect).__name__ for effect in effects]


def test_the_first_letter_is_asked_at_once() -> None:
    assert QueryMachine().typed("v", 10.0) == [Ask(1, "v")]


def test_fast_typing_is_asked_at_most_every_50_ms_and_the_older_question_is_cancelled() -> None:
    machine = QueryMachine()
    machine.typed("v", 10.0)
    assert machine.typed("ve", 10.01) == [Cancel(1)]
    assert machine.typed("ven", 10.02) == []
    assert machine.due == 10.05
    assert machine.elapsed(10.04) == []
    assert machine.elapsed(10.05) == [Ask(2, "ven")]


def test_an_answer_to_an_older_text_is_never_shown() -> None:
    machine = QueryMachine()
    machine.typed("v", 10.0)
    machine.typed("vents", 10.2)
    assert machine.answered(1, VENTS, 10.21) == []
    assert machine.view.kind is Kind.EMPTY
    assert kinds(machine.answered(2, VENTS, 10.25)) == ["Show"]


def test_answers_in_quick_succession_are_shown_at_most_every_50_ms() -> None:
    machine = QueryMachine()
    machine.typed("vent", 10.0)
    assert kinds(machine.answered(1, VENTS, 10.04)) == ["Show"]
    machine.typed("vents", 10.05)
    assert machine.answered(2, NOTHING, 10.06) == []
    assert machine.due is not None
    assert abs(machine.due - 10.09) < 1e-9
    assert kinds(machine.elapsed(10.09)) == ["Show"]
    assert machine.view.kind is Kind.NOTHING


def test_a_quick_answer_never_says_searching() -> None:
    machine = QueryMachine()
    machine.typed("vents", 10.0)
    assert machine.elapsed(10.29) == []
    (shown,) = machine.answered(1, VENTS, 10.29)
    assert isinstance(shown, Show)
    assert not shown.view.loading
    assert machine.due is None


def test_a_slow_answer_says_searching_after_300_ms_and_keeps_the_older_rows() -> None:
    machine = QueryMachine()
    machine.typed("vents", 10.0)
    machine.answered(1, VENTS, 10.1)
    machine.typed("vents frost", 11.0)
    assert machine.due == 11.3
    (shown,) = machine.elapsed(11.3)
    assert isinstance(shown, Show)
    assert shown.view.loading
    assert shown.view.found == VENTS.value
    assert machine.due is None
    machine.answered(2, NOTHING, 12.0)
    assert not machine.view.loading


def test_an_empty_field_shows_nothing_at_once() -> None:
    machine = QueryMachine()
    machine.typed("vents", 10.0)
    assert kinds(machine.typed("  ", 10.01)) == ["Cancel", "Show"]
    assert machine.view.kind is Kind.EMPTY
    assert machine.due is None


def test_blanks_around_the_text_ask_nothing_new() -> None:
    machine = QueryMachine()
    machine.typed("vents", 10.0)
    assert machine.typed("vents ", 11.0) == []


def test_a_failure_is_a_view_of_its_own() -> None:
    machine = QueryMachine()
    machine.typed("vents", 10.0)
    machine.answered(1, Failed(StoreError("gone")), 10.1)
    assert machine.view.kind is Kind.FAILED
    assert machine.enter(0, 10.2) == []


def test_enter_opens_the_row_that_is_shown() -> None:
    machine = QueryMachine()
    machine.typed("vents", 10.0)
    machine.answered(1, VENTS, 10.1)
    assert machine.enter(2, 10.2) == [Open(2)]
    assert machine.enter(-1, 10.2) == []
    assert machine.enter(99, 10.2) == []


def test_enter_right_after_typing_waits_for_the_new_answer() -> None:
    machine = QueryMachine()
    machine.typed("vents", 10.0)
    machine.answered(1, NOTHING, 10.1)
    machine.typed("vents!", 10.2)
    assert machine.enter(0, 10.21) == []
    assert kinds(machine.answered(2, VENTS, 10.22)) == ["Show", "Open"]


def test_enter_on_an_answer_that_is_not_drawn_yet_opens_the_new_one() -> None:
    machine = QueryMachine()
    machine.typed("vent", 10.0)
    machine.answered(1, VENTS, 10.04)
    machine.typed("vents", 10.05)
    machine.answered(2, VENTS, 10.06)
    assert machine.enter(3, 10.07)[-1] == Open(0)


def test_typing_on_after_enter_opens_nothing_of_the_older_text() -> None:
    machine = QueryMachine()
    machine.typed("v", 10.0)
    machine.enter(0, 10.01)
    machine.typed("ve", 10.1)
    assert kinds(machine.answered(2, VENTS, 10.2)) == ["Show"]


def test_closing_cancels_and_opening_asks_anew() -> None:
    machine = QueryMachine()
    machine.typed("vents", 10.0)
    assert machine.closed() == [Cancel(1)]
    assert machine.answered(1, VENTS, 10.1) == []
    assert machine.again(20.0) == [Ask(2, "vents")]
    assert QueryMachine().again(1.0) == []


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a", "ab", "abc", "", "answer", "enter", "close", "again"]),
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

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.note(self.machine.elapsed(self.now))

    def answer_all(self) -> None:
        for number in self.asked:
            self.note(self.machine.answered(number, VENTS, self.now))

    def play(self, step: str) -> None:
        match step:
            case "answer":
                self.answer_all()
            case "enter":
                self.note(self.machine.enter(0, self.now))
            case "close":
                self.note(self.machine.closed())
            case "again":
                self.note(self.machine.again(self.now))
            case _:
                self.text = step
                self.note(self.machine.typed(step, self.now))

    def note(self, effects: Effects) -> None:
        for effect in effects:
            if isinstance(effect, Ask):
                assert effect.text == self.text
                self.asked.append(effect.number)
            if isinstance(effect, Show) and not effect.view.loading and effect.view.kind is not Kind.EMPTY:
                assert effect.view.query == self.text
