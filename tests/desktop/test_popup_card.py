"""What the popup's keys do, its filters, its preview, its words. Keys are sent to the field itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from tests.desktop import samples
from tests.desktop.asking import Asking, FakeSearcher
from tests.desktop.conftest import Until, destroy
from trayrecall.core.model import Area, Filters, InstanceId
from trayrecall.ui.outcome import Done
from trayrecall.ui.popup import Popup
from trayrecall.ui.popup_card import FRESH_SECONDS
from trayrecall.ui.query import Kind
from trayrecall.ui.rows import Found, Past, Row, first_choice
from trayrecall.ui.style import Style
from trayrecall.ui.words import plain_tip

KEY, MODIFIER = Qt.Key, Qt.KeyboardModifier
CTRL, ALT, SHIFT, NONE = (
    MODIFIER.ControlModifier,
    MODIFIER.AltModifier,
    MODIFIER.ShiftModifier,
    MODIFIER.NoModifier,
)
LINK = "http://trilium.example:8080/#root/folder/"
Ask = Callable[[str], None]


@pytest.fixture
def searcher() -> FakeSearcher:
    return FakeSearcher()


@pytest.fixture
def opened() -> list[str]:
    return []


@pytest.fixture
def popup(style: Style, searcher: FakeSearcher, opened: list[str], until: Until) -> Iterator[Popup]:
    made = Popup(style, searcher, opened.append)
    made.keeps_open = True  # whatever window has the focus: keys are sent to the field itself
    made.set_instances(tuple((i.id, i.name) for i in samples.INSTANCES.values()))
    made.open()
    until(lambda: not made.card.machine.pending, "the latest notes")
    yield made
    destroy(made)


@pytest.fixture
def ask(popup: Popup, until: Until) -> Ask:
    def go(text: str) -> None:
        popup.field.edit.setText(text)
        until(lambda: not popup.card.machine.pending, "the answer")

    return go


Hold = Callable[[str], Asking]


@pytest.fixture
def hold(popup: Popup, searcher: FakeSearcher, until: Until) -> Hold:
    """Type a question that is answered by hand."""

    def go(text: str) -> Asking:
        searcher.holds = True
        popup.field.edit.setText(text)
        until(lambda: bool(searcher.asked) and searcher.asked[-1].text == text, "the question")
        return searcher.asked[-1]

    return go


def press(popup: Popup, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(popup.card.keys_go_to, key, modifiers)


def titles(popup: Popup) -> list[str]:
    return [row.title.text for row in popup.results.rows]


def copied() -> str:
    return QGuiApplication.clipboard().text()


# ---- choosing


def test_keys_choose_among_the_rows(popup: Popup, ask: Ask) -> None:
    ask("vents")
    last = len(samples.NOTES) - 1
    for key, modifiers, expected in (
        (KEY.Key_Down, NONE, 1),
        (KEY.Key_N, CTRL, 2),
        (KEY.Key_Up, NONE, 1),
        (KEY.Key_P, CTRL, 0),
        (KEY.Key_Up, NONE, last),
        (KEY.Key_Down, NONE, 0),
        (KEY.Key_PageUp, NONE, 0),
        (KEY.Key_End, CTRL, last),
        (KEY.Key_PageDown, NONE, last),
        (KEY.Key_Home, CTRL, 0),
    ):
        press(popup, key, modifiers)
        assert popup.results.chosen == expected, (key, modifiers)
    press(popup, KEY.Key_PageDown)
    assert 0 < popup.results.chosen < last


def test_headings_are_passed_over_and_home_and_end_choose_while_nothing_is_typed(popup: Popup) -> None:
    entries = popup.results.entries
    assert popup.results.chosen == first_choice(entries) == 1
    press(popup, KEY.Key_End)
    assert popup.results.chosen == len(entries) - 1
    press(popup, KEY.Key_Home)
    press(popup, KEY.Key_Up)
    assert popup.results.chosen == len(entries) - 1
    seen = set()
    for _ in entries:
        press(popup, KEY.Key_Down)
        seen.add(popup.results.chosen)
    assert len(seen) == len(entries) - 2


def test_in_a_text_home_and_end_move_the_cursor(popup: Popup, ask: Ask) -> None:
    ask("vents")
    press(popup, KEY.Key_Home)
    assert (popup.field.edit.cursorPosition(), popup.results.chosen) == (0, 0)


# ---- doing something with the chosen note


def test_enter_opens_and_leaves_alt_enter_opens_and_stays(popup: Popup, ask: Ask, opened: list[str]) -> None:
    popup.keeps_open = False
    ask("vents")
    press(popup, KEY.Key_Down)
    press(popup, KEY.Key_Return, ALT)
    assert opened == [f"{LINK}frost01"]
    assert popup.isVisible()
    press(popup, KEY.Key_Enter)
    assert opened == [f"{LINK}frost01"] * 2
    assert not popup.isVisible()


def test_a_number_opens_the_note_of_that_number(popup: Popup, ask: Ask, opened: list[str]) -> None:
    press(popup, KEY.Key_2, CTRL)  # of the latest ones
    assert opened == [f"{LINK}frost01"]
    ask("vents")
    press(popup, KEY.Key_3, CTRL)
    assert opened[1:] == [f"{LINK}j0402"]
    press(popup, KEY.Key_9, CTRL)
    assert len(opened) == 2


def test_link_and_citation_are_copied_and_the_footer_says_so(popup: Popup, ask: Ask) -> None:
    ask("vents")
    press(popup, KEY.Key_C, CTRL)
    assert copied() == f"{LINK}vents01"
    assert popup.footer.text.text() == "Link copied"
    press(popup, KEY.Key_Return, CTRL)
    assert copied().startswith("> Vents begin to open")
    assert copied().endswith(f"— [Greenhouse climate]({LINK}vents01)")
    assert popup.footer.text.text() == "Citation copied"
    assert popup.isVisible()


def test_a_selected_text_of_the_field_is_copied_as_ever(popup: Popup, ask: Ask) -> None:
    ask("vents")
    popup.field.edit.selectAll()
    press(popup, KEY.Key_C, CTRL)
    assert copied() == "vents"


def test_a_note_without_a_server_is_not_opened_and_that_is_said(
    popup: Popup, hold: Hold, opened: list[str], until: Until
) -> None:
    asking = hold("vents")
    rows = samples.found("vents").rows
    asking.answer(Done(Found((replace(rows[0], url=""),))))
    until(lambda: not popup.card.machine.pending, "the row")
    for key, modifiers in ((KEY.Key_Return, NONE), (KEY.Key_C, CTRL)):
        press(popup, key, modifiers)
        assert popup.footer.text.text() == "This note’s server is not in the settings any more"
    assert opened == []


def test_the_inspector_is_asked_for_with_the_notes_id(popup: Popup, ask: Ask) -> None:
    wanted: list[str] = []
    popup.inspect_requested.connect(wanted.append)
    ask("vents")
    press(popup, KEY.Key_Down)
    press(popup, KEY.Key_I, CTRL)
    assert wanted == ["home/frost01"]
    assert not popup.isVisible()


def test_everything_else_stands_in_a_menu(popup: Popup, ask: Ask, until: Until) -> None:
    ask("vents")
    press(popup, KEY.Key_K, CTRL)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    said = [action.text() for action in menu.actions()]
    assert "Copy the link\tCtrl+C" in said
    next(action for action in menu.actions() if action.text().startswith("Copy the link")).trigger()
    assert copied() == f"{LINK}vents01"
    menu.close()
    until(lambda: QApplication.activePopupWidget() is None, "the menu's end")


# ---- filters


def test_a_typed_filter_becomes_a_switched_pill_and_leaves_the_field(
    popup: Popup, searcher: FakeSearcher, ask: Ask
) -> None:
    ask("vents area:journal ")
    assert popup.field.edit.text() == "vents "
    assert searcher.questions[-1].question.filters == Filters(areas=frozenset({Area.JOURNAL}))
    assert [pill.text().strip() for pill in popup.card.bar.pills if pill.isChecked()] == ["Journal"]
    assert titles(popup) == ["2026-04-02 Thursday"]


def test_one_key_switches_each_pill_and_another_one_switches_all_off(popup: Popup, ask: Ask) -> None:
    ask("vents")
    press(popup, KEY.Key_3, ALT)
    assert popup.card.bar.filters.areas == {Area.JOURNAL}
    press(popup, KEY.Key_6, ALT)
    assert popup.card.bar.filters.instances == {samples.WORK.id}
    press(popup, KEY.Key_6, ALT)
    assert popup.card.bar.filters.instances == frozenset()
    press(popup, KEY.Key_0, ALT)
    assert popup.card.bar.filters == Filters()
    press(popup, KEY.Key_9, ALT)
    assert popup.card.bar.filters == Filters()


def test_backspace_at_the_beginning_takes_the_last_filter_away(popup: Popup, ask: Ask) -> None:
    ask("area:journal label:topic=garden ")
    assert popup.field.edit.text() == ""
    assert [chip.text() for chip in popup.card.bar.chips] == ["label topic=garden  ×"]
    press(popup, KEY.Key_Backspace)
    assert popup.card.bar.chips == []
    press(popup, KEY.Key_Backspace)
    assert popup.card.bar.filters == Filters()


def test_a_click_takes_a_chip_away(popup: Popup, ask: Ask) -> None:
    ask("since:2026-03 ")
    (chip,) = popup.card.bar.chips
    assert chip.text() == "since 1 Mar 2026  ×"
    chip.click()
    assert popup.card.bar.filters == Filters()


def test_a_value_that_is_not_known_says_what_there_is(popup: Popup, ask: Ask) -> None:
    ask("vents area:")
    assert popup.card.hint.text() == "Areas: wiki · sources · journal · other"
    ask("vents in:nowhere ")
    assert popup.card.hint.text() == "There is no server “nowhere”. Servers: Home · Work"
    ask("vents")
    assert popup.card.hint.isHidden()


def test_a_single_server_is_no_filter(popup: Popup) -> None:
    popup.set_instances(((InstanceId("home"), "Home"),))
    assert len(popup.card.bar.pills) == len(Area)


def test_nothing_found_says_how_many_the_filters_exclude(popup: Popup, ask: Ask) -> None:
    ask("frost area:sources ")
    assert popup.card.message.title.text() == "Nothing found for “frost”"
    assert popup.card.message.text.text() == "Without the filters there is 1 note: press Alt+0."
    press(popup, KEY.Key_0, ALT)
    assert popup.card.bar.filters == Filters()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"notes": 0}, "There are no notes in the index yet."),
        ({"notes": 9, "building": 0.42}, "The index is still being built: 42 % is there."),
        ({"degraded": "no_model"}, "Only the words as they are typed were looked for."),
        ({}, "Try other words, or fewer of them."),
    ],
)
def test_nothing_found_says_why_that_may_be(
    popup: Popup, hold: Hold, until: Until, more: dict[str, Any], said: str
) -> None:
    asking = hold("xylophone")
    asking.answer(Done(replace(Found(), **more)))
    until(lambda: popup.card.machine.view.kind is Kind.NOTHING, "the message")
    assert popup.card.message.text.text() == said


@pytest.mark.parametrize(("away", "text"), [(FRESH_SECONDS - 5, "vents "), (FRESH_SECONDS + 5, "")])
def test_opened_again_soon_it_goes_on_and_later_it_begins_anew(
    style: Style, searcher: FakeSearcher, away: float, text: str
) -> None:
    late = [0.0]
    made = Popup(style, searcher, print, clock=lambda: time.monotonic() + late[0])
    made.keeps_open = True
    made.open()
    made.field.edit.setText("vents area:wiki ")
    made.hide()
    late[0] += away
    made.open()
    assert made.field.edit.text() == text
    assert bool(made.card.bar.filters.areas) == bool(text)
    destroy(made)


# ---- the quick answer and the whole one


def test_the_chosen_row_stays_chosen_when_the_meaning_comes(
    popup: Popup, hold: Hold, opened: list[str]
) -> None:
    asking = hold("vents")
    whole = samples.found("vents")
    quick = replace(whole, entries=whole.entries[::-1][:4], is_quick=True)
    asking.answer(Done(quick))
    press(popup, KEY.Key_Down)
    press(popup, KEY.Key_Down)
    before, at = titles(popup), popup.results.verticalScrollBar().value()
    asking.answer(Done(whole))
    popup.card._carry_out(popup.card.machine.elapsed(float("inf")))
    assert titles(popup)[:4] == before
    assert len(titles(popup)) == len(whole.rows)
    assert (popup.results.chosen, popup.results.verticalScrollBar().value()) == (2, at)
    press(popup, KEY.Key_Return)
    assert opened == [quick.rows[2].url]


# ---- the preview


def test_tab_opens_the_whole_section_with_its_words_marked_and_escape_leads_back(
    popup: Popup, ask: Ask, until: Until
) -> None:
    ask("greenhouse vents")
    press(popup, KEY.Key_Tab)
    pane = popup.card.preview
    until(lambda: "step one" in pane.text.toPlainText(), "the text")
    assert pane.title.text() == "Greenhouse climate"
    assert pane.why.meaning.text() == "Meaning 0.87"
    assert pane.why.words.text() == "Words: Greenhouse, vents"
    assert _marked_words(popup) == ["Vents", "vents"]
    press(popup, KEY.Key_Escape)
    assert pane.isHidden()
    assert popup.isVisible()
    assert popup.card.keys_go_to is popup.field.edit


def _marked_words(popup: Popup) -> list[str]:
    text, cursor = popup.card.preview.text.toPlainText(), popup.card.preview.text.textCursor()
    marked = []
    for end in range(1, len(text) + 1):
        cursor.setPosition(end)
        on = cursor.charFormat().background().style() != Qt.BrushStyle.NoBrush
        marked.append(text[end - 1] if on else " ")
    return "".join(marked).split()


def test_in_the_preview_keys_scroll_and_others_still_choose_open_and_type(
    popup: Popup, hold: Hold, opened: list[str], until: Until
) -> None:
    asking = hold("vents")
    long = tuple(replace(row, section=f"{row.section}\n" * 60) for row in samples.found("vents").rows)
    asking.answer(Done(Found(long)))
    until(lambda: not popup.card.machine.pending, "the rows")
    press(popup, KEY.Key_Tab)
    pane = popup.card.preview
    bar = pane.text.verticalScrollBar()
    until(lambda: bar.maximum() > 0, "the text")
    for key, modifiers in ((KEY.Key_Down, NONE), (KEY.Key_Space, NONE), (KEY.Key_End, NONE)):
        before = bar.value()
        press(popup, key, modifiers)
        assert bar.value() > before
    for key, modifiers in ((KEY.Key_Up, NONE), (KEY.Key_PageUp, NONE), (KEY.Key_Home, NONE)):
        before = bar.value()
        press(popup, key, modifiers)
        assert bar.value() < before
    press(popup, KEY.Key_N, CTRL)
    assert pane.title.text() == samples.NOTES[1].title
    press(popup, KEY.Key_Return, ALT)
    assert opened == [f"{LINK}frost01"]
    QTest.keyClicks(pane.text, "!")
    assert popup.field.edit.text() == "vents!"
    assert pane.isHidden()


def test_what_is_read_follows_the_answer_and_keeps_its_place(popup: Popup, hold: Hold, until: Until) -> None:
    asking = hold("vents")
    whole = samples.found("vents")
    last = whole.rows[-1]
    quick = replace(last, score=None, is_measured=False)
    asking.answer(Done(Found((quick,), is_quick=True)))
    press(popup, KEY.Key_Tab)
    pane = popup.card.preview
    assert pane.why.meaning.text() == "Meaning: …"
    until(lambda: bool(pane.text.toPlainText()), "the text")
    asking.answer(Done(whole))
    until(lambda: not popup.card.machine.pending, "the whole answer")
    assert (pane.row, pane.why.meaning.text()) == (last, "Meaning 0.80")
    assert titles(popup)[0] == last.title.text


def test_a_filter_switched_while_reading_shows_the_first_of_the_notes_that_are_left(
    popup: Popup, ask: Ask, until: Until
) -> None:
    ask("vents")
    press(popup, KEY.Key_Tab)
    press(popup, KEY.Key_3, ALT)
    until(lambda: popup.card.preview.title.text() == "2026-04-02 Thursday", "the journal note")
    press(popup, KEY.Key_1, ALT)
    press(popup, KEY.Key_3, ALT)
    press(popup, KEY.Key_1, ALT)
    press(popup, KEY.Key_6, ALT)
    until(lambda: popup.card.preview.title.text() == "温室通风记录", "the note of the other server")


def test_a_latest_note_can_be_read_too(popup: Popup, until: Until) -> None:
    press(popup, KEY.Key_Tab)
    until(lambda: bool(popup.card.preview.text.toPlainText()), "the text")
    assert popup.card.preview.why.isHidden()


# ---- nothing typed


def test_the_empty_state_shows_latest_notes_own_searches_and_the_keys(popup: Popup) -> None:
    assert titles(popup) == [note.title for note in samples.NOTES[:5]]
    assert [entry.text for entry in popup.results.entries if isinstance(entry, Past)] == list(
        samples.SEARCHES
    )
    assert popup.card.help.isVisible()
    assert "Ctrl C: copy the link" in popup.card.help.accessibleName()


def test_the_latest_notes_are_asked_for_before_it_opens_first_and_again_while_there_are_none(
    style: Style, searcher: FakeSearcher, until: Until
) -> None:
    made = Popup(style, searcher, print)
    searcher.holds = True
    made.set_status("Building the index · 0 %")
    searcher.questions[-1].answer(Done(Found()))
    searcher.holds = False
    made.set_status("Building the index · 1 %")
    until(lambda: bool(made.results.entries), "the notes")
    made.set_status("Ready")
    assert len(searcher.questions) == 2
    assert not made.isVisible()
    destroy(made)


def test_a_search_of_before_is_asked_again(popup: Popup, until: Until) -> None:
    press(popup, KEY.Key_End)
    press(popup, KEY.Key_Return)
    assert popup.field.edit.text() == samples.SEARCHES[-1]
    until(lambda: not popup.card.machine.pending, "the answer")
    assert not popup.card.help.isVisible()


def test_what_was_searched_for_is_remembered_when_it_was_used_or_looked_at(
    popup: Popup, searcher: FakeSearcher, ask: Ask
) -> None:
    ask("xylophone")
    popup.hide()
    assert searcher.remembered == []
    popup.open()
    ask("frost")
    popup.hide()
    assert searcher.remembered == ["frost"]


def test_own_searches_are_forgotten_one_by_one_or_all(popup: Popup, searcher: FakeSearcher) -> None:
    press(popup, KEY.Key_End)
    press(popup, KEY.Key_Delete, SHIFT)
    assert searcher.forgotten == [samples.SEARCHES[-1]]
    press(popup, KEY.Key_End)
    press(popup, KEY.Key_K, CTRL)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if action.text().startswith("Forget all")).trigger()
    menu.close()
    assert searcher.forgotten[1:] == []
    box = popup.card.question
    assert box is not None
    assert box.text() == "Forget all searches?"
    next(button for button in box.buttons() if button.text() == "Forget all").click()
    assert searcher.forgotten[1:] == [None]


# ---- what is seen whole


@pytest.mark.parametrize("state", ["empty", "found", "reading", "nothing", "filtered"])
def test_no_text_is_clipped_or_lies_over_another(popup: Popup, ask: Ask, until: Until, state: str) -> None:
    if state != "empty":
        ask(
            {"nothing": "xylophone", "filtered": "vents area:wiki label:topic=garden on:2026-03-12 "}.get(
                state, "vents"
            )
        )
    if state == "reading":
        press(popup, KEY.Key_Tab)
        until(lambda: bool(popup.card.preview.text.toPlainText()), "the text")
    QApplication.processEvents()
    labels = [
        part for kind in (QLabel, QToolButton) for part in popup.card.findChildren(kind) if part.isVisible()
    ]
    for label in labels:
        if label.sizePolicy().horizontalPolicy() != QSizePolicy.Policy.Ignored and not _wraps(label):
            assert label.width() >= label.sizeHint().width(), label
        needed = label.heightForWidth(label.width()) if _wraps(label) else label.sizeHint().height()
        assert label.height() >= needed - 2, label  # Qt rounds the height of wrapped lines
    parts = [part for part in popup.card._parts if part.isVisible()]
    for above, below in pairwise(parts):
        assert above.geometry().bottom() < below.geometry().top(), (above, below)
    assert popup.card.rect().contains(parts[-1].geometry())


def _wraps(part: QWidget) -> bool:
    return isinstance(part, QLabel) and part.wordWrap()


# ---- for screen readers


def interface(widget: QWidget) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found


def test_the_tree_of_names_and_roles_is_whole(popup: Popup, ask: Ask, until: Until) -> None:
    ask("vents")
    press(popup, KEY.Key_Tab)
    until(lambda: bool(popup.card.preview.text.toPlainText()), "the text")
    parts = {
        popup.field.edit: (QAccessible.Role.EditableText, "Search your notes"),
        popup.results: (QAccessible.Role.List, "Search results"),
        popup.card.preview.text: (QAccessible.Role.EditableText, "Text of the note"),
        popup.footer.text: (QAccessible.Role.StaticText, "7 notes"),
    }
    for widget, (role, name) in parts.items():
        told = interface(widget)
        assert (told.role(), told.text(QAccessible.Text.Name)) == (role, name)
    pills = [interface(pill) for pill in popup.card.bar.pills]
    assert [pill.text(QAccessible.Text.Name) for pill in pills][:2] == ["Only Wiki", "Only Sources"]
    assert all(pill.state().checkable for pill in pills)


def test_each_row_is_an_item_with_all_that_is_seen_of_it(popup: Popup, ask: Ask) -> None:
    ask("greenhouse vents")
    tree = interface(popup.results)
    items = [tree.child(number) for number in range(tree.childCount())]
    listed = [item for item in items if item is not None and item.role() == QAccessible.Role.ListItem]
    assert len(listed) == len(popup.results.rows)
    assert listed[0].text(QAccessible.Text.Name) == (
        "Greenhouse climate, score 0.87, Wiki, Home lab hub › Vents and fans, Home, 12 Mar 2026"
    )
    assert "as of 20 Mar 2026" in listed[4].text(QAccessible.Text.Name)
    row = popup.results.rows[0]
    assert isinstance(row, Row)
    tooltip = popup.results.results.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert tooltip == plain_tip("Greenhouse climate\nMeaning 0.87 · Words: Greenhouse, vents")


def test_every_widget_that_takes_keys_or_clicks_has_a_name(popup: Popup) -> None:
    for widget in popup.findChildren(QWidget):
        takes = (
            widget.focusPolicy() != Qt.FocusPolicy.NoFocus or widget.metaObject().className() == "QToolButton"
        )
        if takes and widget.isVisibleTo(popup):
            assert interface(widget).text(QAccessible.Text.Name), widget
