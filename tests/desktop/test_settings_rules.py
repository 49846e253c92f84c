"""The editor of area rules: what a person writes, how many notes it takes, and what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QMenu

from tests.desktop.conftest import Until, click, destroy, fill, press
from tests.desktop.samples import HOME
from tests.desktop.work import FOLDERS, NOTES, FakeServers, FakeWork, settings_window
from trayrecall.core.errors import Unreachable
from trayrecall.core.model import Area, AreaRule
from trayrecall.core.taken import taken
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.rule_words import is_usable, journal_preset, rule_words, sum_words, wiki_preset
from trayrecall.ui.settings_dialog import SettingsDialog
from trayrecall.ui.settings_rules import RulesForm
from trayrecall.ui.style import Style

WIKI = AreaRule(below="LLM Wiki", area=Area.WIKI)


@pytest.fixture
def work() -> FakeWork:
    made = FakeWork()
    made.servers.instances[HOME.id] = replace(HOME, rules=(WIKI,))
    return made


@pytest.fixture
def servers(work: FakeWork) -> FakeServers:
    return work.servers


@pytest.fixture
def window(style: Style, bridge: Bridge, work: FakeWork, until: Until) -> Iterator[SettingsDialog]:
    made = settings_window(style, bridge, lambda: work)
    made.open()
    until(lambda: made.servers.list.count() == 2, "the list")
    click(made.servers.rules_button)
    until(lambda: counts(made.servers.rules) == ["3"], "the count")
    yield made
    destroy(made)


@pytest.fixture
def rules(window: SettingsDialog) -> RulesForm:
    return window.servers.rules


def counts(rules: RulesForm) -> list[str]:
    return [column(rules, row, 2) for row in range(rules.list.topLevelItemCount())]


def column(rules: RulesForm, row: int, number: int) -> str:
    item = rules.list.topLevelItem(row)
    assert item is not None
    return item.text(number)


def add(rules: RulesForm, entry: str) -> None:
    menu = rules.add_button.menu()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if action.text() == entry).trigger()


def test_each_rule_tells_how_many_notes_it_takes_and_all_of_them_what_comes_out(
    rules: RulesForm, until: Until
) -> None:
    assert column(rules, 0, 0) == "Notes in LLM Wiki"
    add(rules, "A rule of your own")
    fill(rules.fields.below, "Projects/Garden")
    rules.fields.area.setCurrentIndex(rules.fields.area.findText("Left out"))
    until(lambda: counts(rules) == ["3", "13"], "the counts")
    assert rules.sums.text() == "Wiki 3 · Sources 0 · Journal 0 · Other 32 · Left out 13"


def test_the_first_rule_that_fits_decides_and_rules_can_be_moved(rules: RulesForm, until: Until) -> None:
    add(rules, "A rule of your own")
    fill(rules.fields.label, "wikiLayer=source")
    rules.fields.area.setCurrentIndex(rules.fields.area.findText("Sources"))
    until(lambda: counts(rules) == ["3", "0"], "the counts")
    click(rules.up_button)
    until(lambda: counts(rules) == ["1", "2"], "the counts of the other order")
    assert not rules.up_button.isEnabled()


def test_presets_name_the_folders_of_these_notes(
    rules: RulesForm, servers: FakeServers, until: Until
) -> None:
    until(lambda: rules.fields.folders.stringList() == FOLDERS, "the folders")
    click(rules.remove_button)
    add(rules, "An LLM wiki")
    add(rules, "A journal")
    assert sorted(column(rules, row, 0) for row in range(3)) == [
        "Notes in LLM Wiki",
        "Notes in LLM Wiki, labelled #wikiLayer=source",
        "Notes in Tagebuch",
    ]
    click(rules.save_button)
    until(lambda: len(servers.instances[HOME.id].rules) == 3, "the keeping")


def test_saving_keeps_the_rules_and_goes_back_to_the_list(
    window: SettingsDialog, rules: RulesForm, servers: FakeServers, until: Until
) -> None:
    assert not rules.save_button.isEnabled(), "nothing is changed yet"
    add(rules, "Leave out drafts")
    click(rules.save_button)
    until(window.servers.list.isVisible, "the list")
    assert set(servers.instances[HOME.id].rules) == {WIKI, AreaRule(label="draft")}


def test_a_rule_that_names_no_notes_cant_be_saved(rules: RulesForm) -> None:
    add(rules, "A rule of your own")
    assert column(rules, 1, 0) == "Which notes? Fill in a field below."
    assert not rules.save_button.isEnabled()
    fill(rules.fields.label, "draft")
    assert rules.save_button.isEnabled()


def test_leaving_asks_when_rules_were_changed(
    window: SettingsDialog, rules: RulesForm, servers: FakeServers
) -> None:
    click(rules.remove_button)
    window.close()
    press(window.question, "Keep editing")
    assert rules.isVisible()
    click(rules.cancel_button)
    assert servers.instances[HOME.id].rules == (WIKI,)


def test_a_server_that_does_not_answer_leaves_the_editor_usable(
    rules: RulesForm, servers: FakeServers, until: Until
) -> None:
    servers.behaviour.failure = Unreachable()
    add(rules, "Leave out drafts")
    until(lambda: "Nothing answers" in rules.sums.text(), "the word")
    assert counts(rules) == ["–", "–"]
    assert rules.save_button.isEnabled()


@pytest.mark.case("UI06")
def test_markup_in_a_folders_title_stays_text(rules: RulesForm) -> None:
    rules.fields.below.setText("<b>Garden</b>")
    item = rules.list.topLevelItem(0)
    assert item is not None
    assert item.text(0) == "Notes in <b>Garden</b>"
    assert "&lt;b&gt;Garden" in item.toolTip(0)


# ---- without a window ---------------------------------------------------------------------------------


def test_equal_rules_are_counted_apart() -> None:
    same = AreaRule(below="Tagebuch", area=Area.JOURNAL)
    assert taken(NOTES, [same, same]).by_rule == (31, 0)


def test_what_no_rule_can_bring_in_is_counted_for_none() -> None:
    protected = replace(NOTES[0], is_protected=True)
    found = taken([protected, *NOTES[1:]], [AreaRule(type="text", area=Area.WIKI)])
    assert found.by_rule == (len(NOTES) - 1,)
    assert found.left_out == 1


def test_presets_without_such_folders_name_usual_ones() -> None:
    assert [rule.below for rule in wiki_preset([])] == ["LLM Wiki", "LLM Wiki"]
    assert journal_preset(["Projects › 日记", "日记"])[0].below == "日记"
    assert all(map(is_usable, [*wiki_preset([]), *journal_preset([])]))


def test_rules_are_told_in_words() -> None:
    rule = AreaRule(label="#kind=report", below="Projects › Garden", type="code")
    assert rule_words(rule) == "Notes in Projects › Garden, labelled #kind=report, of type code"
    assert sum_words(taken(NOTES, ())).endswith("Left out 0")
