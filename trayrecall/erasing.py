"""What TrayRecall has written on this machine, and its removal. Nothing in Trilium is touched.

Only what is known as ours is removed, file by file: a folder that holds something else stays with it. Everything here
may block. The settings name the tokens; of settings that can't be read all is tried that may be a name.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import apsw
from filelock import Timeout

from trayrecall import app, paths
from trayrecall.autostart import autostart
from trayrecall.core.clients import Client
from trayrecall.core.errors import NoSecretStore, SettingsError, StoreError, TrayRecallError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import Instance, InstanceId
from trayrecall.core.ports import SecretStore
from trayrecall.secrets import FILE_VARIABLE, open_secret_store
from trayrecall.settings import Settings, load_settings
from trayrecall.settings.readers import CLIENT_NAME
from trayrecall.single import SingleInstance
from trayrecall.store.database import Database, column, writers_lock

STARTS = "the start at login"
_LOCK = ".lock"


class StillRunning(TrayRecallError):
    """What a running TrayRecall works with is not taken away from it."""

    title = QT_TRANSLATE_NOOP("errors", "TrayRecall is running")
    hint = QT_TRANSLATE_NOOP("errors", "End it first. Nothing was erased.")


class CantErase(TrayRecallError):
    """The system refuses to remove a file."""

    title = QT_TRANSLATE_NOOP("errors", "The file can't be removed")
    hint = QT_TRANSLATE_NOOP("errors", "What is left is erased when you repeat it.")


@dataclass(frozen=True, slots=True)
class Written:
    """Files and folders of ours that are there, locks aside, and whose tokens the secret store holds, by their names."""

    files: tuple[Path, ...]
    tokens: Mapping[str, str]
    starts_at_login: bool
    unread: str = ""  # why the settings can't be read, so that a token may stay that nothing else names

    @property
    def is_nothing(self) -> bool:
        """Whether there is nothing to erase."""
        return not self.files and not self.tokens and not self.starts_at_login


def written(env: Mapping[str, str], clients: Iterable[str] = ()) -> Written:
    """What is there; `clients` are names that one may have. Raises StillRunning and SecretStoreError."""
    with alone():
        try:
            settings, unread = load_settings(paths.settings_file()), ""
        except SettingsError as failure:
            settings, unread = _guessed(clients), str(failure)
        secrets = _lasting(env)
        names = app.secret_names(settings)
        tokens = {name: whose for name, whose in names.items() if _holds(secrets, name)}
    return Written(tuple(_files(locks=False)), tokens, autostart(env).enabled(), unread)


def _guessed(clients: Iterable[str]) -> Settings:
    """Servers and clients of every name that settings which can't be read, or other files of ours, may mean."""
    names = {*clients, *_names_in(paths.settings_file()), *_names_in(paths.client_uses_file()), *_indexed()}
    return Settings(
        instances=tuple(Instance(InstanceId(name), name, "") for name in sorted(names)),
        clients=tuple(Client(name) for name in sorted(names)),
    )


def _names_in(path: Path) -> list[str]:
    """Every word of the file that may be an id or a client's name."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    except OSError:
        text = ""
    return re.findall(f'"({CLIENT_NAME})"', text)


def _indexed() -> list[str]:
    """The servers whose notes are in the index."""
    with suppress(StoreError, apsw.Error):
        database = Database(paths.database_file(), writable=False)
        with closing(database), database.read() as connection:
            return column(connection, "SELECT id FROM instance")
    return []


def erase(found: Written, env: Mapping[str, str]) -> Iterator[str]:
    """Remove it, and tell of each thing that is gone. The tokens go first: the settings name them.

    Raises StillRunning, SecretStoreError, StartRefused and CantErase.
    """
    with alone():
        autostart(env).set(enabled=False)
        if found.starts_at_login:
            yield STARTS
        secrets = _lasting(env)
        for name, whose in found.tokens.items():
            secrets.delete(name)
            yield f"the token of {whose}"
        for path in found.files:
            _remove(path)
            yield str(path)
    for path in _files(locks=True):  # held until now
        _remove(path)
    for name in paths.OWN_FILES:
        with suppress(OSError):  # it holds something of another's, or isn't there
            paths.own_folder(name).rmdir()


def left() -> list[Path]:
    """What is in our folders and not ours to remove."""
    folders = dict.fromkeys(paths.own_folder(name) for name in paths.OWN_FILES)
    return sorted(
        found for folder in folders if folder.is_dir() for found in folder.iterdir() if found not in folders
    )


@contextmanager
def alone() -> Iterator[None]:
    """Hold all that a running TrayRecall holds. Raises StillRunning when one does."""
    single, writer = SingleInstance(), writers_lock(paths.database_file())
    if not single.acquire():
        raise StillRunning
    try:
        with writer:
            yield
    except Timeout:
        raise StillRunning from None
    finally:
        single.close()


def _lasting(env: Mapping[str, str]) -> SecretStore:
    """The store without the tokens of the environment, which are not kept by us."""
    return open_secret_store({FILE_VARIABLE: env.get(FILE_VARIABLE, "")})


def _holds(secrets: SecretStore, name: str) -> bool:
    try:
        return secrets.get(name) is not None
    except NoSecretStore:
        return False


def _files(*, locks: bool) -> Iterator[Path]:
    for name, patterns in paths.OWN_FILES.items():
        folder = paths.own_folder(name)
        for pattern in patterns:
            found = (
                *folder.glob(pattern),
                *folder.glob(f".{pattern}.*"),
            )  # what a crash left half written, too
            yield from sorted(path for path in found if (path.suffix == _LOCK) is locks)


def _remove(path: Path) -> None:
    """A link is removed, and not what it names."""
    try:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except OSError as failure:
        raise CantErase(f"{path} ({os.strerror(failure.errno or 0)})") from None
