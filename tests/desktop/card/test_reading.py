"""The quick answer and the whole one, the preview, and what stands there while nothing is typed."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tests.desktop import samples
from tests.desktop.asking import FakeSearcher
from tests.desktop.card.tools import (
    ALT,
    CTRL,
    KEY,
    LINK,
    NONE,
    SHIFT,
    Ask,
    Hold,
    press,
    titles,
)
from tests.desktop.conftest import Until, destroy
from trayrecall.ui.outcome import Done
from trayrecall.ui.popup import Popup
from trayrecall.ui.rows import Found, Past
from trayrecall.ui.style import Style

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


def test_a_path_from_right_to_left_turns_no_date(popup: Popup, ask: Ask) -> None:
    ask("التهوية")
    press(popup, KEY.Key_Tab)
    assert popup.card.preview.facts.text() == "Wiki · Home · \u2068ملاحظات\u2069 · 12 Mar 2026"
    ask("greenhouse")
    press(popup, KEY.Key_Tab)
    assert "\u2068" not in popup.card.preview.facts.text()


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


def test_a_note_that_leaves_is_read_no_longer_and_another_one_that_leaves_changes_nothing(
    popup: Popup, searcher: FakeSearcher, ask: Ask, until: Until
) -> None:
    ask("vents")
    rows = samples.found("vents").rows
    press(popup, KEY.Key_Tab)
    pane = popup.card.preview
    searcher.holds = True
    for departures, left in ((1, rows[:-1]), (2, rows[1:-1])):
        popup.set_departures(departures)
        until(lambda: len(searcher.asked) == 1 + departures, "the question")  # noqa: B023 - called at once
        searcher.asked[-1].answer(Done(Found(left)))
        until(lambda: not popup.card.machine.pending, "the rows")
        assert titles(popup) == [row.title.text for row in left]
        assert pane.row == left[0]


def test_a_server_that_is_switched_off_takes_its_notes_from_the_screen(
    popup: Popup, searcher: FakeSearcher, ask: Ask, until: Until
) -> None:
    ask("vents")
    before = len(searcher.asked)
    servers = tuple((i.id, i.name) for i in samples.INSTANCES.values())
    popup.set_instances(servers)
    assert len(searcher.asked) == before
    popup.set_instances(servers[1:])
    until(lambda: len(searcher.asked) == before + 1, "the question")


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
