"""Which key means what in the popup. The same for the field and for the preview."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent


class Command(StrEnum):
    """What a key asks for."""

    MOVE = "move"  # by so many entries
    PAGE = "page"  # by so many screens
    FIRST = "first"
    LAST = "last"
    OPEN = "open"
    OPEN_KEEPING = "open keeping"  # and keep the popup
    OPEN_NUMBER = "open number"  # the note of that number, from 1
    COPY_LINK = "copy link"
    COPY_CITATION = "copy citation"
    PREVIEW = "preview"
    INSPECT = "inspect"
    ACTIONS = "actions"
    FILTER = "filter"  # switch the pill of that number, from 1
    ALL = "all"  # without filters
    FORGET = "forget"  # the chosen search of the person's own
    FORGET_ALL = "forget all"
    CLOSE = "close"


class Pressed(NamedTuple):
    """A command and its number."""

    command: Command
    number: int = 0


_KEY, _MODIFIER = Qt.Key, Qt.KeyboardModifier
_PLAIN, _CTRL, _ALT = _MODIFIER.NoModifier, _MODIFIER.ControlModifier, _MODIFIER.AltModifier
_BY_KEY: dict[tuple[Qt.KeyboardModifier, Qt.Key], Pressed] = {
    (_PLAIN, _KEY.Key_Down): Pressed(Command.MOVE, 1),
    (_PLAIN, _KEY.Key_Up): Pressed(Command.MOVE, -1),
    (_CTRL, _KEY.Key_N): Pressed(Command.MOVE, 1),
    (_CTRL, _KEY.Key_P): Pressed(Command.MOVE, -1),
    (_PLAIN, _KEY.Key_PageDown): Pressed(Command.PAGE, 1),
    (_PLAIN, _KEY.Key_PageUp): Pressed(Command.PAGE, -1),
    (_CTRL, _KEY.Key_Home): Pressed(Command.FIRST),
    (_CTRL, _KEY.Key_End): Pressed(Command.LAST),
    (_PLAIN, _KEY.Key_Return): Pressed(Command.OPEN),
    (_ALT, _KEY.Key_Return): Pressed(Command.OPEN_KEEPING),
    (_CTRL, _KEY.Key_Return): Pressed(Command.COPY_CITATION),
    (_CTRL, _KEY.Key_C): Pressed(Command.COPY_LINK),
    (_PLAIN, _KEY.Key_Tab): Pressed(Command.PREVIEW),
    (_CTRL, _KEY.Key_I): Pressed(Command.INSPECT),
    (_CTRL, _KEY.Key_K): Pressed(Command.ACTIONS),
    (_ALT, _KEY.Key_0): Pressed(Command.ALL),
    (_MODIFIER.ShiftModifier, _KEY.Key_Delete): Pressed(Command.FORGET),
    (_PLAIN, _KEY.Key_Escape): Pressed(Command.CLOSE),
    **{(_CTRL, _KEY(_KEY.Key_0 + n)): Pressed(Command.OPEN_NUMBER, n) for n in range(1, 10)},
    **{(_ALT, _KEY(_KEY.Key_0 + n)): Pressed(Command.FILTER, n) for n in range(1, 10)},
}


# By number: the key of a letter beyond Latin is its code point, which is no member of Qt's enumeration.
_KEYS = {(modifiers, key.value): asked for (modifiers, key), asked in _BY_KEY.items()}


def pressed(event: QKeyEvent) -> Pressed | None:
    """What the key asks for; None when it only types or edits."""
    key = _KEY.Key_Return.value if event.key() == _KEY.Key_Enter else event.key()
    return _KEYS.get((event.modifiers() & ~_MODIFIER.KeypadModifier, key))
