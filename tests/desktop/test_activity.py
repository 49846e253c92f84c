"""The activity window over decisions in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from tests.desktop.activity_samples import FakeActivity
from tests.desktop.conftest import Until, click, destroy, press
from tests.desktop.unclipped import clipped, larger_font, longer_words, nameless
from trayrecall.core.errors import StoreError
from trayrecall.ui.activity import ActivityWindow
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.style import Style
from trayrecall.ui.words import number

NARROW = 600  # pixels; half of a laptop's screen


@pytest.fixture
def actions() -> FakeActivity:
    return FakeActivity()


@pytest.fixture
def window(
    style: Style, bridge: Bridge, actions: FakeActivity, opened: list[str], until: Until
) -> Iterator[ActivityWindow]:
    made = ActivityWindow(style, bridge, lambda: actions, opened.append)
    made.come()
    until(lambda: bool(made.seen.totals), "the first look")
    yield made
    destroy(made)


def wheel(part: QWidget, angle: int) -> None:
    middle = QPointF(part.rect().center())
    turned = QWheelEvent(
        middle,
        part.mapToGlobal(middle),
        QPoint(),
        QPoint(0, angle),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003 - Qt's signature
    )
    QApplication.sendEvent(part, turned)


def choose(window: ActivityWindow, reason: str) -> None:
    row = next(i for i, d in enumerate(window.list.decisions.decisions) if d.reason == reason)
    window.list.setCurrentIndex(window.list.decisions.index(row))


def shown(window: ActivityWindow) -> list[str]:
    return [decision.reason for decision in window.list.decisions.decisions]


def test_each_prompt_is_listed_with_its_outcome_and_read_off_the_ui_thread(
    window: ActivityWindow, actions: FakeActivity
) -> None:
    assert len(shown(window)) == len(actions.made)
    spoken = [window.list.decisions.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(3)]
    assert spoken[0].endswith("Sent, 2 passages, greenhouse, 21 ms")
    assert spoken[1] == "run the tests again and fix what fails, Skipped, a chore, greenhouse, <1 ms"
    assert spoken[2].endswith("Nothing that fits, 0.031 of 0.046, greenhouse, 18 ms")
    assert all(name.startswith("test-") for name in actions.threads)


def test_what_was_considered_is_shown_against_what_was_needed(window: ActivityWindow) -> None:
    choose(window, "gated")
    details = window.details
    assert details.title.text() == "Nothing that fits"
    assert "reached 0.031; a prompt in this language needs 0.046" in details.why.text()
    assert details.prompt.toPlainText() == "Which socket type do modern laptops use for charging?"
    assert [row.title.text() for row in details.rows] == ["Ersatzteile: Stellmotoren", "Greenhouse climate"]
    assert details.rows[0].accessibleName() == (
        "Ersatzteile: Stellmotoren, 0.031 · meaning 0.812 · words 10 % · Home"
    )
    assert all(row.sent.isHidden() for row in details.rows)
    choose(window, "sent")
    assert [row.sent.isHidden() for row in details.rows] == [False, False, True, True]


def test_a_note_opens_in_trilium_or_in_the_inspector(
    window: ActivityWindow, opened: list[str], until: Until
) -> None:
    inspected: list[tuple[str, str]] = []
    window.inspected.connect(lambda instance, note: inspected.append((instance, note)))
    choose(window, "sent")
    click(window.details.rows[0].open_button)
    until(lambda: opened == ["http://home.example/#root/vents01"], "opening the note")
    click(window.details.rows[3].inspect_button)
    assert inspected == [("work", "order01")]


def test_one_click_keeps_a_prompt_as_a_test_question_and_another_takes_it_back(
    window: ActivityWindow, actions: FakeActivity, until: Until
) -> None:
    choose(window, "gated")
    click(window.details.match_button)
    until(window.details.said.isVisible, "what was said")
    assert window.details.said.text() == "You said: something should have come."
    assert window.own_button.text() == "1 test question"
    click(window.details.noise_button)
    until(lambda: "silence" in window.details.said.text(), "the other verdict")
    click(window.details.back_button)
    until(lambda: not window.details.said.isVisible(), "taking it back")
    assert actions.own == {}
    assert not window.own_button.isVisible()


def test_the_note_that_should_have_come_is_one_that_was_considered_or_found_by_its_title(
    window: ActivityWindow, actions: FakeActivity, until: Until
) -> None:
    choose(window, "gated")
    click(window.details.match_button)
    until(window.details.note_button.isVisible, "the question which note")
    entries = window.details.note_button.menu().actions()
    assert [e.text() for e in entries if not e.isSeparator()] == [
        "Ersatzteile: Stellmotoren", "Greenhouse climate", "Another note…", "Any note",
    ]  # fmt: skip
    entries[0].trigger()
    until(lambda: actions.calls.count("match home/order01") == 1, "the considered note")
    until(lambda: "1 certain note" in window.details.said.text(), "its word")
    next(e for e in window.details.note_button.menu().actions() if e.text() == "Another note…").trigger()
    QTest.keyClick(window.details.finder.field, Qt.Key.Key_Escape)
    assert (window.isVisible(), window.details.finder.isVisible()) == (True, False)
    next(e for e in window.details.note_button.menu().actions() if e.text() == "Another note…").trigger()
    QTest.keyClicks(window.details.finder.field, "fog")
    until(lambda: window.details.finder.list.count() == 1, "the found note")
    QTest.keyClick(window.details.finder.field, Qt.Key.Key_Return)
    until(lambda: actions.calls.count("match home/fog") == 1, "the found note taken")
    until(lambda: not window.details.finder.isVisible(), "the end of finding")


def test_a_long_title_makes_no_menu_wider_than_the_window(window: ActivityWindow) -> None:
    choose(window, "gated")
    decision = window.details.decision
    assert decision is not None
    long = tuple(replace(note, title="A title without an end " * 20) for note in decision.notes)
    window.details.show_decision(replace(decision, notes=long), {}, {})
    assert window.details.note_button.menu().sizeHint().width() < window.width() // 2


def test_the_wheel_over_it_does_not_change_for_how_long_prompts_are_kept(
    window: ActivityWindow, actions: FakeActivity, until: Until
) -> None:
    until(window.isActiveWindow, "its having the keys")
    window.list.setFocus()
    for angle in (-120, 120):
        wheel(window.keep, angle)
    assert window.keep.currentData() == actions.keep_days == 30
    assert not any(call.startswith("keep") for call in actions.calls)


def test_ctrl_f_goes_to_the_filter(window: ActivityWindow, until: Until) -> None:
    until(window.isActiveWindow, "its having the keys")
    window.list.setFocus()
    QTest.keyClick(window.list, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.search.hasFocus()


def test_prompts_are_filtered_by_outcome_and_text(
    window: ActivityWindow, actions: FakeActivity, until: Until
) -> None:
    window.outcomes.setCurrentIndex(window.outcomes.findText("Silent"))
    until(lambda: set(shown(window)) == {"gated", "skipped", "repeated", "nothing"}, "the silent ones")
    window.outcomes.setCurrentIndex(0)
    QTest.keyClicks(window.search, "src/OPS")
    until(lambda: shown(window) == ["late", "nothing"], "those of the folder")
    QTest.keyClicks(window.search, " no such")
    until(window.nothing.isVisible, "the empty list")
    assert window.nothing.title.text() == "Nothing fits the filter"
    assert not window.details.title.isVisible()
    assert len(actions.made) == 11


def test_a_new_prompt_appears_by_itself_and_the_chosen_one_stays(
    window: ActivityWindow, actions: FakeActivity, until: Until
) -> None:
    choose(window, "gated")
    actions.made.insert(0, replace(actions.made[0], id=101, prompt="a new one", notes=()))
    until(lambda: shown(window)[0] == "sent" and len(shown(window)) == 12, "the new prompt")
    chosen = window.list.chosen
    assert chosen is not None
    assert chosen.reason == "gated"
    assert window.details.decision is not None
    assert window.details.decision.id == chosen.id


def test_what_was_purged_meanwhile_vanishes(
    window: ActivityWindow, actions: FakeActivity, until: Until
) -> None:
    del actions.made[0]
    until(lambda: len(shown(window)) == 10, "the end of the purged prompt")
    assert window.details.decision is not None
    assert window.details.decision.prompt == actions.made[0].prompt


def test_clearing_asks_first(window: ActivityWindow, actions: FakeActivity, until: Until) -> None:
    click(window.clear_button)
    press(window.question, "Cancel")
    assert "clear" not in actions.calls
    click(window.clear_button)
    press(window.question, "Forget them")
    until(lambda: shown(window) == [], "the empty list")
    assert window.nothing.title.text() == "No prompt yet"
    assert window.totals.stats[0].number.text() != "0", "the numbers stay"


def test_how_long_prompts_are_kept_is_chosen_here_and_less_asks_first(
    window: ActivityWindow, actions: FakeActivity, until: Until
) -> None:
    def pick(days: int) -> None:
        window.keep.setCurrentIndex(window.keep.findData(days))
        window.keep.activated.emit(window.keep.currentIndex())

    assert window.keep.currentText() == "for 30 days"
    pick(90)
    until(lambda: window.seen.keep_days == 90, "keeping longer")
    pick(0)
    press(window.question, "Cancel")
    assert (actions.keep_days, window.keep.currentText()) == (90, "for 90 days")
    pick(0)
    press(window.question, "Forget the older ones")
    until(lambda: window.seen.keep_days == 0, "switching off")
    assert window.keep.currentText() == "not at all"


def test_the_numbers_of_the_last_days_are_told_with_their_course(window: ActivityWindow) -> None:
    prompts, passages, tokens, silence, speed = window.totals.stats
    days = window.totals.days
    assert prompts.number.text() == number(sum(day.prompts for day in days))
    assert (passages.number.text(), tokens.number.text()) == (
        number(sum(day.passages for day in days)),
        number(sum(day.tokens for day in days)),
    )
    assert silence.number.text().endswith(" %")
    assert speed.number.text().endswith(" ms")
    assert prompts.accessibleName() == f"Prompts: {prompts.number.text()} (the last 30 days)"
    bars = prompts.bars
    busiest = max(range(30), key=lambda day: days[day].prompts)
    assert bars.bar(busiest).height() == pytest.approx(bars.height() - 2)
    quiet = next(day for day in range(30) if not days[day].prompts)
    assert bars.bar(quiet).height() == 0
    assert bars.day_at(QPointF(bars.width() - 1, 3)) == 29
    assert window.totals.told(0, 29).endswith(f"Prompts: {days[29].prompts}")


def test_the_gate_tells_its_numbers(window: ActivityWindow) -> None:
    told = window.gate.text()
    assert "a strength of 0.041 (English 0.046, Deutsch 0.039, 中文 0.038)" in told
    assert "3.4 % of 1,169 off-topic prompts" in told


def test_a_failure_is_told_and_the_window_goes_on(
    window: ActivityWindow, actions: FakeActivity, until: Until
) -> None:
    actions.failure = StoreError("the disk is gone", hint="Look after it.")
    choose(window, "gated")
    click(window.details.match_button)
    until(lambda: "The index can't be used" in window.notice.title.text(), "the failure")
    click(window.details.match_button)
    until(window.details.said.isVisible, "the next try")


def test_a_look_that_failed_is_told_until_the_next_one_ends_well(
    window: ActivityWindow, actions: FakeActivity, until: Until
) -> None:
    actions.failure = StoreError("held by another")
    window.look_anew()
    until(window.notice.isVisible, "the failure")
    until(lambda: not window.notice.isVisible(), "the next look")


def test_a_closed_window_reads_nothing(window: ActivityWindow) -> None:
    assert window._timer.isActive()
    window.close()
    assert not window._timer.isActive()


def test_everything_has_a_name_and_takes_the_keyboard(window: ActivityWindow) -> None:
    choose(window, "sent")
    assert nameless(window) == []
    buttons = [b for b in window.findChildren(QPushButton) if b.isVisible()]
    assert all(b.text() or b.accessibleName() for b in buttons)
    assert all(b.focusPolicy() & Qt.FocusPolicy.TabFocus for b in buttons)


@pytest.mark.parametrize(("points", "is_longer"), [(9, False), (13.5, False), (9, True)])
def test_it_can_be_narrow_beside_another_window_without_clipping_a_text(
    style: Style, bridge: Bridge, actions: FakeActivity, until: Until, points: float, *, is_longer: bool
) -> None:
    with longer_words() if is_longer else nullcontext(), larger_font(points):
        window = ActivityWindow(style, bridge, lambda: actions, print)
        window.come()
        until(lambda: bool(window.details.rows), "the prompts")
        assert QTest.qWaitForWindowExposed(window)  # else the screen's word of its first size comes later
        window.resize(NARROW, 900)
        until(lambda: window.halves.orientation() is Qt.Orientation.Vertical, "the list above the details")
        click(window.details.match_button)
        until(window.details.said.isVisible, "the most buttons")
        assert window.width() <= 1.1 * NARROW
        until(lambda: clipped(window) == [], "all texts in their places")
        assert window.list.width() > 0.9 * NARROW
        window.halves.setSizes([300, 100])
        moved = window.halves.sizes()
        window.resize(1400, 900)
        until(lambda: window.halves.orientation() is Qt.Orientation.Horizontal, "both beside each other")
        window.resize(NARROW, 900)
        until(
            lambda: window.halves.sizes() == pytest.approx(moved, abs=12), "the heights as a person left them"
        )
        destroy(window)


def test_on_a_low_screen_its_details_stay_beside_the_list(window: ActivityWindow, until: Until) -> None:
    assert QTest.qWaitForWindowExposed(window)
    for height, wanted in ((560, Qt.Orientation.Horizontal), (1100, Qt.Orientation.Vertical)):
        window.resize(720, height)
        until(lambda wanted=wanted: window.halves.orientation() is wanted, str(wanted))
