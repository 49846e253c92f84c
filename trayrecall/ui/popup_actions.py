"""What can be done with the chosen note: the menu that says it, with its keys."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QWidget

from trayrecall.ui.popup_keys import Command
from trayrecall.ui.words import key_words, translate


def actions_menu(parent: QWidget, do: Callable[[Command], object], *, searched: bool) -> QMenu:
    """The menu over a note, or over a search of the person's own (`searched`). It goes when it is closed."""
    menu = QMenu(parent)
    offered = _of_searches() if searched else _of_notes()
    for command, text, key in offered:
        action = menu.addAction(f"{text}\t{key_words(key)}")
        action.triggered.connect(lambda _checked=False, command=command: do(command))
    menu.aboutToHide.connect(menu.deleteLater)
    return menu


def _of_notes() -> tuple[tuple[Command, str, str], ...]:
    return (
        (Command.OPEN, translate("popup", "Open in Trilium"), "↵"),
        (Command.OPEN_KEEPING, translate("popup", "Open, and keep this window"), "Alt+↵"),
        (Command.PREVIEW, translate("popup", "Read it here"), "Tab"),
        (Command.COPY_LINK, translate("popup", "Copy the link"), "Ctrl+C"),
        (Command.COPY_CITATION, translate("popup", "Copy as a citation"), "Ctrl+↵"),
        (Command.INSPECT, translate("popup", "How it is indexed…"), "Ctrl+I"),
    )


def _of_searches() -> tuple[tuple[Command, str, str], ...]:
    return (
        (Command.OPEN, translate("popup", "Search again"), "↵"),
        (Command.FORGET, translate("popup", "Forget this search"), "Shift+Del"),
        (Command.FORGET_ALL, translate("popup", "Forget all searches"), ""),
    )
