"""The settings' file: one JSON file, whose keys are declared in `declared`.

Keys that this version doesn't know are kept when the file is rewritten (a newer version or a person put them there).
A file that can't be read is never touched. Tokens are not settings; they live in `trayrecall.secrets`.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from filelock import FileLock

from trayrecall.core.errors import SettingsError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.paths import read_own, write_private
from trayrecall.settings import readers
from trayrecall.settings.declared import (
    DEFAULT_MODEL,
    DEFAULTS,
    SETTINGS,
    Setting,
    Settings,
)
from trayrecall.settings.environment import (
    base_url_from_environment,
    instance_id_for,
    instances_from_environment,
    instructions_from_environment,
    secret_name,
)

__all__ = [
    "DEFAULT_MODEL",
    "SETTINGS",
    "Setting",
    "Settings",
    "base_url_from_environment",
    "change_settings",
    "instance_id_for",
    "instances_from_environment",
    "instructions_from_environment",
    "load_settings",
    "save_settings",
    "secret_name",
]

VERSION = 1
_PATIENCE = 5.0  # seconds; a change takes milliseconds
_changing = threading.Lock()


def load_settings(path: Path) -> Settings:
    """The settings in the file, or the defaults when there is none.

    Raises SettingsError naming file and line when it can't be read, a value can't be used, or a newer
    version of TrayRecall wrote it.
    """
    text = _read(path)
    return Settings() if text is None else _settings(_parsed(path, text), path, text)


def save_settings(path: Path, settings: Settings) -> None:
    """Write the settings in one step (0600), keeping the keys in the file that aren't ours.

    A value equal to its default is written only if the file holds that key already, so a default may still
    improve. Raises SettingsError when the present file can't be read (it is left as it is) or on failure to write.
    """
    text = _read(path)
    raw: dict[str, Any] = {} if text is None else _parsed(path, text)
    if text is not None:
        _settings(raw, path, text)
    merged: dict[str, Any] = {"version": VERSION} | raw
    for key, setting in SETTINGS.items():
        value = getattr(settings, key)
        if key in raw or value != getattr(DEFAULTS, key):
            merged[key] = setting.write(value)
    if "instances" in merged:
        merged["instances"] = _with_foreign_keys(merged["instances"], raw.get("instances", []))
    _write(path, _as_text(merged))


def change_settings(path: Path, change: Callable[[Settings], Settings]) -> Settings:
    """Read, change and write the settings, one change after another. Raises as load and save do."""
    with _alone_with(path):
        changed = change(load_settings(path))
        save_settings(path, changed)
        return changed


@contextmanager
def _alone_with(path: Path) -> Iterator[None]:
    """While no other thread, and no other program of ours, changes the file.

    Where files can't be locked, or who holds the lock hangs, it goes on without: a change is worth more than the order.
    """
    with _changing, ExitStack() as stack:
        with suppress(OSError, NotImplementedError):
            stack.enter_context(FileLock(f"{path}.lock", timeout=_PATIENCE))
        yield


def _with_foreign_keys(ours: list[dict[str, Any]], before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Our instances, each with the unknown keys of the entry it replaces."""
    known = {"id", "name", "url", "web_url", "enabled", "rules", *readers.TRUST}
    replaced = {old["id"]: old for old in before}
    merged: list[dict[str, Any]] = []
    for entry in ours:
        old = replaced.get(entry["id"], {})
        foreign = {key: value for key, value in old.items() if key not in known}
        if "rules" in entry:
            entry["rules"] = _with_rules_as_written(entry["rules"], old.get("rules", []))
        merged.append(entry | foreign)
    return merged


def _with_rules_as_written(ours: list[dict[str, Any]], before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Our rules, each that says the same as one of the file as it stands there, with its unknown keys."""
    left = list(before)
    kept: list[dict[str, Any]] = []
    for rule in ours:
        same = next((old for old in left if readers.rule(old) == readers.rule(rule)), None)
        if same is not None:
            left.remove(same)
        kept.append(rule if same is None else same)
    return kept


def _as_text(raw: dict[str, Any]) -> str:
    text = json.dumps(raw, ensure_ascii=False, indent=2)
    if not text.isascii() and any(
        "\ud800" <= sign <= "\udfff" for sign in text
    ):  # half a character: only escaped
        text = json.dumps(raw, indent=2)
    return text + "\n"


def _read(path: Path) -> str | None:
    try:
        data = read_own(path)
    except FileNotFoundError:
        return None
    except OSError as failure:
        raise SettingsError(
            QT_TRANSLATE_NOOP("errors", "{path} can't be read ({why})"),
            values={"path": path, "why": failure.strerror or type(failure).__name__},
        ) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = data[: wrong.start].count(b"\n") + 1
        raise SettingsError(
            QT_TRANSLATE_NOOP("errors", "{path}, line {line}: not UTF-8 text"),
            values={"path": path, "line": line},
        ) from None


def _parsed(path: Path, text: str) -> dict[str, Any]:
    """The file's object, of a version that we know."""
    try:
        raw = json.loads(text)
    except json.JSONDecodeError as wrong:
        raise SettingsError(
            QT_TRANSLATE_NOOP("errors", "{path}, line {line}: {why}"),
            values={"path": path, "line": wrong.lineno, "why": wrong.msg},
        ) from None
    except (ValueError, RecursionError):
        raise SettingsError(
            QT_TRANSLATE_NOOP("errors", "{path}, line 1: not usable JSON"), values={"path": path}
        ) from None
    if not isinstance(raw, dict):
        raise SettingsError(
            QT_TRANSLATE_NOOP("errors", "{path}, line 1: must be one JSON object"), values={"path": path}
        )
    version = raw.get("version", VERSION)
    if type(version) is not int or version < 1:
        raise SettingsError(
            QT_TRANSLATE_NOOP("errors", "{path}, line {line}: version must be a whole number"),
            values={"path": path, "line": _line_of("version", text)},
        )
    if version > VERSION:
        raise SettingsError(
            QT_TRANSLATE_NOOP(
                "errors",
                "{path} was written by a newer TrayRecall (version {version}, known here: {known})",
            ),
            hint=QT_TRANSLATE_NOOP(
                "errors", "Update TrayRecall, or move the file to begin anew; it was left as it is."
            ),
            values={"path": path, "version": version, "known": VERSION},
        )
    return raw


def _settings(raw: Mapping[str, Any], path: Path, text: str) -> Settings:
    values: dict[str, Any] = {}
    for key, setting in SETTINGS.items():
        if key in raw:
            try:
                values[key] = setting.read(raw[key])
            except readers.Unusable as wrong:
                raise SettingsError(
                    QT_TRANSLATE_NOOP("errors", "{path}, line {line}: {key}: {why}"),
                    values={"path": path, "line": _line_of(key, text), "key": key, "why": wrong.told},
                ) from None
    return Settings(**values)


def _line_of(key: str, text: str) -> int:
    """The line on which the key first stands; good enough to find it."""
    return text.count("\n", 0, max(0, text.find(json.dumps(key)))) + 1


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_private(path, text)
    except OSError as failure:
        reason = failure.strerror or type(failure).__name__
        raise SettingsError(
            QT_TRANSLATE_NOOP("errors", "{path} can't be written ({why})"),
            hint=QT_TRANSLATE_NOOP("errors", "Check the folder's permissions and free space."),
            values={"path": path, "why": reason},
        ) from None
