"""A popup that is open, and ways to ask it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.desktop import samples
from tests.desktop.asking import Asking, FakeSearcher
from tests.desktop.card.tools import Ask, Hold
from tests.desktop.conftest import Until, destroy
from trayrecall.ui.popup import Popup
from trayrecall.ui.style import Style


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


@pytest.fixture
def hold(popup: Popup, searcher: FakeSearcher, until: Until) -> Hold:
    """Type a question that is answered by hand."""

    def go(text: str) -> Asking:
        searcher.holds = True
        popup.field.edit.setText(text)
        until(lambda: bool(searcher.asked) and searcher.asked[-1].text == text, "the question")
        return searcher.asked[-1]

    return go
