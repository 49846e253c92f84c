"""What a person gives a command: its words, what they mean, and lines at standard input."""

from __future__ import annotations

import argparse
import sys

from trayrecall.core.errors import UserInputError
from trayrecall.core.visible import whole

_PATHS = frozenset({"file", "ca_file", "project"})  # a file's name may hold bytes that are no text


def cleaned(arguments: argparse.Namespace) -> argparse.Namespace:
    """The arguments with signs for bytes that are no text replaced, so that they can be sent on and printed."""
    for name, value in vars(arguments).items():
        if name not in _PATHS and isinstance(value, str):
            setattr(arguments, name, whole(value))
        elif isinstance(value, list):
            setattr(arguments, name, [whole(each) for each in value])
    return arguments


def typed_line() -> str:
    """The next line of standard input without its end; empty when there is none, or when it is closed."""
    return "" if sys.stdin is None else sys.stdin.readline().rstrip("\r\n")


def typed_secret(question: str) -> str:
    """The next line of standard input; at a terminal it is asked for, and what is typed isn't shown."""
    if sys.stdin is None or not sys.stdin.isatty():
        return typed_line()
    import getpass  # noqa: PLC0415 - few commands ask

    try:
        return getpass.getpass(question, stream=sys.stderr)
    except EOFError:  # Ctrl+D
        return ""


def named_note(given: str) -> tuple[str, str]:
    """Instance and note id of what a person typed as a note. Raises UserInputError."""
    instance, _, note_id = given.partition("/")
    if not (instance and note_id):
        raise UserInputError(
            f"{given!r} is no note", hint="Write INSTANCE/NOTEID, as `trayrecall recall --explain` shows."
        )
    return instance, note_id


def no_such_instance(instance: str) -> UserInputError:
    """That an id is none."""
    return UserInputError(f"no instance has the id {instance!r}", hint="See: trayrecall instance list")


def view_of(arguments: argparse.Namespace) -> str:
    """Which rows are asked for: a terminal shows something of the full ones."""
    view: str = arguments.view if arguments.json else "full"
    return view
