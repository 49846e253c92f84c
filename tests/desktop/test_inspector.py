"""The inspector over notes in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidget

from tests.desktop.conftest import Until, click, destroy
from tests.desktop.inspector_samples import HEALTHY, HOME, NOTES, TROUBLED, VENTS, FakeInspector, passage
from tests.desktop.unclipped import clipped
from trayrecall.core.errors import StoreError
from trayrecall.core.model import AreaRule, LeftOut, NoteId
from trayrecall.ui import inspection_words as words
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.inspector import InspectorWindow
from trayrecall.ui.style import Style

DRAFTS = AreaRule(label="draft")


@pytest.fixture
def actions() -> FakeInspector:
    return FakeInspector()


@pytest.fixture
def window(
    style: Style, bridge: Bridge, actions: FakeInspector, opened: list[str]
) -> Iterator[InspectorWindow]:
    made = InspectorWindow(style, bridge, lambda: actions, opened.append)
    made.come()
    yield made
    destroy(made)


def show(window: InspectorWindow, until: Until, note_id: str) -> None:
    window.inspect(HOME, NoteId(note_id))
    until(lambda: window.note.inspection is not None and window.note.inspection.note_id == note_id, note_id)


def lines(tree: QTreeWidget) -> list[str]:
    found = []
    for row in range(tree.topLevelItemCount()):
        item = tree.topLevelItem(row)
        assert item is not None
        rows = (item, *(item.child(n) for n in range(item.childCount())))
        found += [" | ".join(r.text(c) for c in range(tree.columnCount())) for r in rows if r is not None]
    return found


def test_a_note_is_found_by_its_title_with_the_keyboard_alone(window: InspectorWindow, until: Until) -> None:
    assert window.nobody.isVisible()
    QTest.keyClicks(window.finder.field, "o")
    until(lambda: window.finder.list.count() == 3, "the notes")
    QTest.keyClick(window.finder.field, Qt.Key.Key_Down)
    QTest.keyClick(window.finder.field, Qt.Key.Key_Return)
    until(lambda: window.note.title.text() == "Boiler of 1987", "the second one")
    assert not window.nobody.isVisible()
    window.finder.field.setText("no such note")
    until(window.finder.nothing.isVisible, "nothing found")


def test_ctrl_f_goes_to_the_finder_from_whatever_page(window: InspectorWindow, until: Until) -> None:
    until(window.isActiveWindow, "its having the keys")
    window.pages.setCurrentRow(1)
    window.pages.setFocus()
    QTest.keyClick(window.pages, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.finder.field.hasFocus()


def test_it_shows_where_a_note_stands_and_how_it_was_split(window: InspectorWindow, until: Until) -> None:
    show(window, until, "vents01")
    note = window.note
    facts = {name: label.text() for name, label in note.facts.items()}
    assert facts["area"] == "Wiki – because it stands below “Home lab hub”"
    assert facts["labels"] == "#topic=greenhouse #author=Ada"
    assert facts["vectors"] == "4 passages: 2 embedded, 1 waiting, 1 failed"
    assert facts["id"] == "home/vents01"
    shown = lines(note.sections)
    assert shown[0] == "(beginning) | 96 characters | "
    assert shown[2:5] == [
        "Vents and fans | 1,240 characters | ",
        (
            "Vents begin to open at 24 °C and are fully open at 31 °C, in five steps. They close one step at a time."
            " | about 34 tokens | embedded"
        ),
        (
            "When the wind sensor on the shed reports more than 45 km/h the vents go to step one."
            " | about 30 tokens | waiting"
        ),
    ]
    assert shown[5].startswith("Vents and fans › Calibration table  (code)")
    assert shown[6].endswith("failed")
    assert not note.notice.isVisible()


@pytest.mark.parametrize(
    ("note_id", "title", "text"),
    [
        ("old01", "This note is not in the index", "It, or a folder above it, is archived"),
        ("never", "Nothing is known of this note", "It is on no server that is read"),
        ("frost01", "It is found by its title and labels only", "Tried 3 times. It is asked again at"),
    ],
)
def test_a_note_that_is_not_there_tells_why(
    window: InspectorWindow, until: Until, note_id: str, title: str, text: str
) -> None:
    show(window, until, note_id)
    assert window.note.notice.title.text() == title
    assert text in window.note.notice.text.text()


def test_a_copy_that_is_not_shown_says_on_which_server_the_reason_lies() -> None:
    newer = words.trouble(replace(VENTS, newer_on="Ada's <b>desk</b>"))
    gone = words.trouble(replace(VENTS, newer_on="Office", taken_away_on="Laptop"))
    assert newer is not None
    assert gone is not None
    assert "Ada's <b>desk</b> has the same note" in newer.text
    assert "on Laptop" in gone.text
    assert "don't show it" in gone.title


def test_every_reason_for_being_left_out_has_its_words() -> None:
    told = {words.trouble(replace(NOTES["old01"], left_out=reason)) for reason in LeftOut}
    assert len({found.text for found in told if found}) == len(LeftOut)
    ruled = words.trouble(replace(NOTES["old01"], left_out=LeftOut.RULE, given_by="rule:3", rule=DRAFTS))
    assert ruled is not None
    assert ruled.text.startswith("Your rule “Notes labelled #draft” leaves it out")


@pytest.mark.parametrize(
    ("given_by", "told"),
    [
        ("rule:2", "by your rule “Notes labelled #draft”"),
        ("label:dateNote", "because it is labelled #dateNote"),
        ("default", "because no label, folder or rule says otherwise"),
        ("", ""),
    ],
)
def test_what_gave_the_area_is_told(given_by: str, told: str) -> None:
    assert words.area(replace(VENTS, given_by=given_by, rule=DRAFTS)) == (
        f"Wiki – {told}" if told else "Wiki"
    )


def test_links_lead_to_the_notes(window: InspectorWindow, until: Until) -> None:
    show(window, until, "vents01")
    links = window.note.links
    assert lines(links) == [
        "Links to (3) | ",
        "Radiation frost: thresholds and response | link",
        "Greenhouse climate (2024) | ~supersedes",
        "https://example.org/actuators/vt-24-310 | address",
        "Linked from (1) | ",
        "2026-04-02 Thursday | link",
    ]
    top = links.topLevelItem(0)
    assert top is not None
    links.itemActivated.emit(top.child(2), 0)
    links.itemActivated.emit(top.child(0), 0)
    until(lambda: window.note.title.text().startswith("Radiation frost"), "the linked note")


def test_the_buttons_open_index_anew_and_try_again(
    window: InspectorWindow, actions: FakeInspector, opened: list[str], until: Until
) -> None:
    show(window, until, "vents01")
    click(window.note.open_button)
    until(lambda: opened == ["http://home.example/#root/vents01"], "opening it")
    click(window.note.reindex_button)
    click(window.note.retry_button)
    until(lambda: actions.calls == ["reindex home/vents01", "retry home/vents01"], "both")
    until(lambda: window.notice.title.text() == "What failed is tried again.", "the word")
    actions.failure = StoreError("gone")
    click(window.note.reindex_button)
    until(lambda: "can't be used" in window.notice.title.text(), "the failure")


def test_what_can_be_done_depends_on_the_note(window: InspectorWindow, until: Until) -> None:
    def offered() -> list[bool]:
        note = window.note
        return [b.isVisible() for b in (note.open_button, note.reindex_button, note.retry_button)]

    show(window, until, "old01")
    assert offered() == [True, False, False]
    show(window, until, "never")
    assert offered() == [False, False, False]
    show(window, until, "frost01")
    assert offered() == [True, True, True]


def test_a_note_that_changes_is_shown_anew_by_itself(
    window: InspectorWindow, actions: FakeInspector, until: Until
) -> None:
    show(window, until, "frost01")
    actions.notes["frost01"] = replace(
        NOTES["frost01"], fault=None, sections=(replace(VENTS.sections[0], passages=(passage("New."),)),)
    )
    until(lambda: not window.note.notice.isVisible(), "the end of the fault")
    assert lines(window.note.sections)[1].startswith("New. | ")


def test_the_health_page_names_what_failed_and_lets_it_be_tried_again(
    window: InspectorWindow, actions: FakeInspector, until: Until
) -> None:
    window.pages.setCurrentRow(1)
    until(lambda: window.health.health is not None, "the numbers")
    health = window.health
    assert [health.numbers[name].text() for name in ("notes", "passages", "pending")] == [
        "2,040",
        "6,120",
        "12",
    ]
    assert health.numbers["size"].text().startswith("47.1 M")
    assert "It is given back" in health.about.text()
    assert "all-minilm-l6-v2: 6,120 vectors of 384 numbers (not in use any more)" in health.about.text()
    assert [line.split(" | ")[:3] for line in lines(health.servers)] == [
        ["Home", "Up to date · 1,234 notes", "151"],
        ["Work", "Nothing answers at its address", "0"],
    ]
    fault, passage_ = lines(health.failures)
    assert fault.startswith(
        "Radiation frost: thresholds and response | Trilium reported a fault of its own: 500. Tried 3"
    )
    assert passage_ == (
        "Greenhouse climate | A passage of 5,210 characters has no vector: the model gave none that can be compared"
    )
    click(health.retry_button)
    until(lambda: actions.calls == ["retry all"], "trying again")
    actions.health_now = HEALTHY
    until(health.well.isVisible, "that all is well")
    assert not health.failures.isVisible()
    assert not health.retry_button.isVisible()


def test_a_file_without_unused_space_says_nothing_of_it() -> None:
    assert "unused" in words.compaction(replace(HEALTHY.store, unused=4096))
    assert words.compaction(replace(HEALTHY.store, unused=0)) == ""


def test_a_note_that_failed_opens_from_the_health_page(window: InspectorWindow, until: Until) -> None:
    window.pages.setCurrentRow(1)
    until(lambda: window.health.health is TROUBLED, "the numbers")
    window.health.failures.itemActivated.emit(window.health.failures.topLevelItem(0), 0)
    until(lambda: window.note.title.text().startswith("Radiation frost"), "the note")
    assert window.pages.currentRow() == 0


def test_the_file_is_checked_when_a_person_asks(
    window: InspectorWindow, actions: FakeInspector, until: Until
) -> None:
    window.pages.setCurrentRow(1)
    until(lambda: window.health.health is not None, "the numbers")
    notice = window.health.notice
    click(window.health.check_button)
    until(lambda: notice.title.text() == "The index file is whole", "the outcome")
    actions.found = ("row 7 missing from index note_listing",)
    click(window.health.check_button)
    until(lambda: notice.title.text() == "The index file is not as it should be", "the other outcome")
    assert "row 7 missing" in notice.text.text()
    assert window.health.check_button.isEnabled()


def test_a_look_that_failed_is_told_until_the_next_one_ends_well(
    window: InspectorWindow, actions: FakeInspector, until: Until
) -> None:
    show(window, until, "vents01")
    actions.unreadable = StoreError("held by another")
    until(window.notice.isVisible, "the failure")
    actions.unreadable = None
    until(lambda: not window.notice.isVisible(), "the next look")


def test_a_closed_window_reads_nothing(window: InspectorWindow) -> None:
    assert window._timer.isActive()
    window.close()
    assert not window._timer.isActive()


def test_in_a_narrow_window_the_note_stands_below_the_finder(window: InspectorWindow, until: Until) -> None:
    assert QTest.qWaitForWindowExposed(window)
    show(window, until, "vents01")
    window.resize(600, 800)
    until(lambda: window.halves.orientation() is Qt.Orientation.Vertical, "the note below the finder")
    assert window.width() == 600
    until(lambda: clipped(window) == [], "all texts in their places")


def test_its_pages_fit_into_a_small_screen(window: InspectorWindow, until: Until) -> None:
    show(window, until, "vents01")
    smallest = window.minimumSizeHint()
    assert smallest.width() <= 784
    assert smallest.height() <= 480
