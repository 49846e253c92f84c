"""How a plain setting stands in the settings window: its row, declared beside the setting itself. Knows no Qt.

Texts are marked for Qt Linguist where they are declared and translated where they are shown, in the context `settings`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

CONTEXT = "settings"


class Page(StrEnum):
    """The page of the settings window on which a row stands."""

    SEARCH = "search"
    ENDPOINT = "endpoint"
    APPEARANCE = "appearance"


class Editor(StrEnum):
    """With what a row is edited."""

    CHOICE = "choice"  # one of a few
    MODEL = "model"  # one of the embedding models
    NUMBER = "number"  # a whole number between two
    LINE = "line"  # a line of text; empty is null
    TEXT = "text"  # several lines of text; empty is null
    LINES = "lines"  # a list, one item a line


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values of a setting, as the file has it and as a person reads it."""

    value: Any
    label: str


@dataclass(frozen=True, slots=True)
class Row:
    """What the window needs to know of a setting beside its description, which is the row's help.

    `wrong` says what must be written when a value can't be used; `restart`, whether it counts from the next start on.
    """

    page: Page
    label: str
    editor: Editor
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    units: tuple[str, str] | None = None  # after the number: of one, of several
    placeholder: str = ""
    wrong: str = ""
    restart: bool = False
