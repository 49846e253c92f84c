"""Reading an agent's files, and writing them with our entries in or out: backed up, in one step, all or none.

Every file's new text is made before the first one is written, so a file that can't be edited leaves all as they are.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from trayrecall.connect import jsonc, toml
from trayrecall.connect.agents import File
from trayrecall.connect.entries import Once
from trayrecall.connect.jsonc import Malformed
from trayrecall.core.errors import UserInputError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.paths import write_private

BACKUP_SUFFIX = ".trayrecall-backup"  # what the file was the last time that nothing of ours stood in it
_BOM = "\ufeff"


class CantEdit(UserInputError):
    """An agent's file is not what its documentation says; it was left as it is."""

    title = QT_TRANSLATE_NOOP("errors", "The file can't be edited")


@dataclass(frozen=True, slots=True)
class Change:
    """A file and its text before and after; None when it isn't there."""

    file: File
    before: str | None
    after: str | None

    @property
    def changes(self) -> bool:
        """Whether there is anything to do."""
        return self.before != self.after


def putting_in(files: Sequence[File]) -> list[Change]:
    """The changes that put our entries in. Raises CantEdit; nothing is written."""
    return [
        Change(file, text, _with_entries(file, text or "")) for file in files for text in [_read(file.path)]
    ]


def taking_out(files: Sequence[File]) -> list[Change]:
    """The changes that take our entries out. Raises CantEdit; nothing is written."""
    return [
        Change(file, text, None if text is None else _without_entries(file, text))
        for file in files
        for text in [_read(file.path)]
    ]


def diff(changes: Sequence[Change]) -> str:
    """All changes as one unified diff."""
    found: list[str] = []
    for change in changes:
        name = str(change.file.path)
        before, after = ((text or "").splitlines(keepends=True) for text in (change.before, change.after))
        found += difflib.unified_diff(before, after, name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in found)


def write_all(changes: Sequence[Change]) -> None:
    """Make all changes, or none: when one file can't be written, those before it get their texts back. Raises CantEdit."""
    modes = [_mode(change.file.path) for change in changes]
    for number, change in enumerate(changes):
        try:
            _write(change)
        except CantEdit:
            for made, mode in reversed(list(zip(changes[: number + 1], modes, strict=False))):
                _put_back(made, mode)
            raise
    for change in changes:
        if change.after is None:
            _leave_no_empty_folder(change.file.path)


def _leave_no_empty_folder(path: Path) -> None:
    """Remove the folders that held nothing but the file: by an empty one an agent would seem to be there."""
    with suppress(OSError):  # the first that holds something ends it
        for folder in path.parents:
            if Path.home() not in folder.parents:
                return
            folder.rmdir()


def _write(change: Change) -> None:
    """Make the change: 0600 where a token stands, else with the permissions that the file had. Raises CantEdit.

    The backup keeps the permissions of before us, which the file gets again once no token of ours stands in it.
    """
    path = change.file.path
    try:
        if change.after is None:
            path.unlink(missing_ok=True)
            return
        mode = _mode(path)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if change.before is None:
            forget_backup(change)
        elif not _stands_in(change.file, change.before):
            _replace(_backup(path), change.before, mode)
        if change.file.holds_token:
            mode = 0o600 if _stands_in(change.file, change.after) else _mode(_backup(path))
        _replace(path, change.after, mode)
    except OSError as failure:
        raise CantEdit(
            QT_TRANSLATE_NOOP("errors", "{path} can't be written ({why})"),
            values={"path": path, "why": failure.strerror},
        ) from None


def _put_back(change: Change, mode: int) -> None:
    """Undo a change as far as that can be done: the person is told of the failure that stopped all."""
    with suppress(OSError):
        if change.before is None:
            change.file.path.unlink(missing_ok=True)
        elif _read(change.file.path) != change.before:
            _replace(change.file.path, change.before, mode)
        if not _stands_in(change.file, change.before or ""):
            forget_backup(change)


def _replace(path: Path, text: str, mode: int) -> None:
    write_private(path, text)
    if os.name == "posix":
        path.chmod(mode)


def _mode(path: Path) -> int:
    """The file's permissions; 0600 for one that isn't there."""
    with suppress(OSError):
        return path.stat().st_mode & 0o777
    return 0o600


def forget_backup(change: Change) -> None:
    """Remove the backup once nothing of ours stands in the file any more."""
    with suppress(OSError):
        _backup(change.file.path).unlink()


def text_of(file: File) -> str:
    """The file's text without a byte order mark; empty when there is none. Raises CantEdit."""
    return _parted(_read(file.path) or "")[1]


# ---- texts --------------------------------------------------------------------------------------------


def _with_entries(file: File, whole: str) -> str:
    mark, text = _parted(whole)
    if file.form != "toml" and not text.strip():
        text = "{}\n"
    _check(file, text)
    with _named(file.path):
        for entry in file.entries:
            text = entry.put(text)
        _check(file, text)
        if any(entry.put(text) != text for entry in file.entries):  # putting in again must change nothing
            raise Malformed("our entry can't be put in safely")
    return mark + text


def _without_entries(file: File, whole: str) -> str | None:
    """The text without us. None, so no file, when it holds nothing else and there was none before us."""
    mark, text = _parted(whole)
    if not text.strip():
        return whole
    _check(file, text)
    if not _stands_in(file, whole):
        return whole
    kept = _read(_backup(file.path))
    if kept is not None and _as_found_on(file, text, kept) == whole:
        return kept
    before = None if kept is None or not _parted(kept)[1].strip() else _parted(kept)[1]
    with _named(file.path):
        for entry in file.entries:
            text = entry.taken_out(text, before)
        _check(file, text)
        if _stands_in(file, text):
            raise Malformed("our entry can't be taken out safely")
    return None if kept is None and _is_nothing(file, text) else mark + text


def _as_found_on(file: File, text: str, kept: str) -> str | None:
    """What the backup becomes with our entries as they stand in the text; that text itself if nobody changed it."""
    try:
        found = tuple(entry.found(text) for entry in file.entries)
        entries = tuple(entry for entry in found if entry is not None)
        return _with_entries(File(file.path, entries, file.form), kept)
    except (Malformed, CantEdit):
        return None


def _is_nothing(file: File, text: str) -> bool:
    if file.form == "toml":
        return not text.strip()
    value = jsonc.parse(text).value
    return bool(value in ({}, {"version": 1}))  # what a hooks file of Cursor needs stands in it for us alone


def _stands_in(file: File, whole: str) -> bool:
    text = _parted(whole)[1]
    try:
        return bool(text.strip()) and any(
            entry.found(text) for entry in file.entries if not isinstance(entry, Once)
        )
    except Malformed:
        return False


def _check(file: File, text: str) -> None:
    """Raises CantEdit when the text isn't of the file's form."""
    with _named(file.path):
        if file.form == "toml":
            toml.parse(text)
        elif not isinstance(jsonc.parse(text, comments=file.form == "jsonc").value, dict):
            raise Malformed("line 1: must be one object")


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Names the file in what is raised."""
    try:
        yield
    except Malformed as wrong:
        raise CantEdit(
            f"{path}: {wrong}",
            hint=QT_TRANSLATE_NOOP("errors", "Mend it, then repeat; it was left as it is."),
        ) from None


# ---- files --------------------------------------------------------------------------------------------


def _backup(path: Path) -> Path:
    return path.with_name(path.name + BACKUP_SUFFIX)


def _parted(whole: str) -> tuple[str, str]:
    """A byte order mark and the rest."""
    return (_BOM, whole[1:]) if whole.startswith(_BOM) else ("", whole)


def _read(path: Path) -> str | None:
    """The file's text with its line ends; None when there is none. Raises CantEdit."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise CantEdit(
            QT_TRANSLATE_NOOP("errors", "{path} is not UTF-8 text"),
            hint=QT_TRANSLATE_NOOP("errors", "It was left as it is."),
            values={"path": path},
        ) from None
    except OSError as failure:
        raise CantEdit(
            QT_TRANSLATE_NOOP("errors", "{path} can't be read ({why})"),
            values={"path": path, "why": failure.strerror},
        ) from None
