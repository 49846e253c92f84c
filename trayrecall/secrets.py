"""Where tokens are kept: the system's keyring, or what a person named for machines without one.

Nothing here prints, logs or quotes a secret, and nothing is written in plain text unless a person named the file.
Errors are built from fixed texts, never from the texts of lower libraries. `keyring` is imported at first use.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from trayrecall.core.errors import (
    NoSecretStore,
    SecretsFileError,
    SecretStoreError,
    SecretStoreLocked,
)
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.ports import SecretStore
from trayrecall.paths import read_own, write_private

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

_T = TypeVar("_T")

SERVICE = "trayrecall"
LOCAL_CLIENT = "client:local"  # the name of the token of this machine's own command line
FILE_VARIABLE = "RECALL_SECRETS_FILE"
DEADLINE_SECONDS = 10.0
_MOST_HANGING_CALLS = 4
_TOKEN_BYTES = 32
LOGIN = "login"  # under this name a store keeps the password of remote clients
_LOGIN_VARIABLE = "RECALL_LOGIN_PASSWORD"
_TOKEN_VARIABLE = re.compile(rf"RECALL_[A-Z0-9_]+_TOKEN|{_LOGIN_VARIABLE}")
_REFUSED_BACKENDS = ("keyring.backends.fail", "keyring.backends.null", "keyrings.alt")


def new_token() -> str:
    """A fresh 256-bit token, safe in a URL and in a header."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def open_secret_store(env: Mapping[str, str]) -> SecretStore:
    """The store that fits this run.

    1. `RECALL_SECRETS_FILE` names a file: tokens are read from and written to it (`FileStore`).
    2. Otherwise the system's keyring (`KeyringStore`). On a machine without one its calls raise NoSecretStore;
       the caller then offers `MemoryStore`, which asks at each start. Nothing falls back to a file by itself.
    3. Tokens in the environment (`RECALL_<NAME>_TOKEN`, `RECALL_LOGIN_PASSWORD`) come before either, read-only.

    Opens nothing yet, so it can't fail or block.
    """
    named = env.get(FILE_VARIABLE, "").strip()
    lasting: SecretStore = FileStore(Path(named).expanduser()) if named else KeyringStore(looks_again=True)
    if any(_TOKEN_VARIABLE.fullmatch(key) and value.strip() for key, value in env.items()):
        return LayeredStore(EnvironmentStore(env), lasting)
    return lasting


class MemoryStore:
    """Secrets for this run only; gone when the program ends."""

    def __init__(self) -> None:
        self._secrets: dict[str, str] = {}

    def get(self, name: str) -> str | None:
        """The secret, or None when there is none of that name."""
        return self._secrets.get(name)

    def set(self, name: str, secret: str) -> None:
        """Keep the secret until the program ends."""
        self._secrets[name] = secret

    def delete(self, name: str) -> None:
        """Forget the secret."""
        self._secrets.pop(name, None)


class EnvironmentStore:
    """Secrets that the environment holds, read-only.

    A name that is itself a variable `RECALL_<NAME>_TOKEN` is read as such; `etapi:my-notes` is read from
    `RECALL_MY_NOTES_TOKEN`, any other name, as `client:hook`, from `RECALL_CLIENT_HOOK_TOKEN`; the password of remote
    clients from `RECALL_LOGIN_PASSWORD`.
    """

    def __init__(self, env: Mapping[str, str]) -> None:
        self._tokens = {
            key: value.strip()
            for key, value in env.items()
            if _TOKEN_VARIABLE.fullmatch(key) and value.strip()
        }

    def get(self, name: str) -> str | None:
        """The secret, or None when its variable isn't set."""
        return self._tokens.get(self.variable(name))

    def set(self, name: str, secret: str) -> None:  # noqa: ARG002 - the protocol's signature
        """Raises SecretStoreError: the environment is not ours to change."""
        raise self._read_only(name)

    def delete(self, name: str) -> None:
        """Raises SecretStoreError when the secret is there: the environment is not ours to change."""
        if self.get(name) is not None:
            raise self._read_only(name)

    @staticmethod
    def variable(name: str) -> str:
        """The variable in which the secret of that name is looked for."""
        if name == LOGIN:
            return _LOGIN_VARIABLE
        if _TOKEN_VARIABLE.fullmatch(name):
            return name
        stem = re.sub(r"[^A-Z0-9]+", "_", name.removeprefix("etapi:").upper()).strip("_")
        return f"RECALL_{stem}_TOKEN"

    def _read_only(self, name: str) -> SecretStoreError:
        variable = self.variable(name)
        return SecretStoreError(
            QT_TRANSLATE_NOOP("errors", "the token comes from the environment variable {variable}"),
            hint=QT_TRANSLATE_NOOP("errors", "Change or unset {variable}."),
            values={"variable": variable},
        )


class LayeredStore:
    """Secrets of the environment before those of a lasting store, which takes what is written."""

    def __init__(self, environment: EnvironmentStore, lasting: SecretStore) -> None:
        self._environment = environment
        self._lasting = lasting

    def get(self, name: str) -> str | None:
        """The secret; the lasting store is asked only when the environment hasn't it."""
        found = self._environment.get(name)
        return found if found is not None else self._lasting.get(name)

    def set(self, name: str, secret: str) -> None:
        """Keep the secret in the lasting store; refused when the environment would hide it."""
        if self._environment.get(name) is not None:
            self._environment.set(name, secret)
        self._lasting.set(name, secret)

    def delete(self, name: str) -> None:
        """Forget the secret in the lasting store; refused when it comes from the environment."""
        self._environment.delete(name)
        self._lasting.delete(name)


class FileStore:
    """Secrets in a JSON file (name: secret) that a person named, readable by its owner only.

    Raises SecretStoreError when others may read the file, or when it can't be read, understood or written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"FileStore({str(self._path)!r})"

    def get(self, name: str) -> str | None:
        """The secret, or None when the file is absent or has none of that name."""
        return self._read().get(name)

    def set(self, name: str, secret: str) -> None:
        """Keep the secret; the file is made 0600 when it is absent."""
        with self._lock:
            self._write(self._read() | {name: secret})

    def delete(self, name: str) -> None:
        """Forget the secret."""
        with self._lock:
            found = self._read()
            if found.pop(name, None) is not None:
                self._write(found)

    def _read(self) -> dict[str, str]:
        try:
            if os.name == "posix" and self._path.stat().st_mode & 0o077:
                raise SecretsFileError(
                    QT_TRANSLATE_NOOP("errors", "{path} may be read by others"),
                    hint=QT_TRANSLATE_NOOP("errors", "Run: chmod 600 {path}"),
                    values={"path": self._path},
                )
            found = json.loads(read_own(self._path).decode("utf-8-sig"))
        except FileNotFoundError:
            return {}
        except OSError:
            raise SecretsFileError(
                QT_TRANSLATE_NOOP("errors", "{path} can't be read"), values={"path": self._path}
            ) from None
        except (ValueError, RecursionError):
            raise SecretsFileError(
                QT_TRANSLATE_NOOP("errors", "{path} is not JSON"), values={"path": self._path}
            ) from None
        if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
            raise SecretsFileError(
                QT_TRANSLATE_NOOP("errors", "{path} must be one JSON object of names and texts"),
                values={"path": self._path},
            )
        return found

    def _write(self, found: Mapping[str, str]) -> None:
        try:
            write_private(self._path, json.dumps(found, indent=2) + "\n")
        except OSError:
            raise SecretsFileError(
                QT_TRANSLATE_NOOP("errors", "{path} can't be written"), values={"path": self._path}
            ) from None


class KeyringStore:
    """Secrets in the system's keyring, under the service name `trayrecall`.

    Each call runs in a daemon thread of its own, because a locked collection may block for ever; after the deadline
    it counts as locked. A call that comes back late still fills the memory, so a retry answers at once. None is
    never remembered: a wallet that isn't open yet answers None although the token is there.
    """

    def __init__(self, *, deadline: float = DEADLINE_SECONDS, looks_again: bool = False) -> None:
        """`looks_again`: while there is no keyring, each call looks for one anew; right after login it may come late."""
        self._deadline = deadline
        self._looks_again = looks_again
        self._lock = threading.Lock()
        self._known: dict[str, str] = {}
        self._hanging = 0
        self._changes = 0

    def __repr__(self) -> str:
        return "KeyringStore()"

    def get(self, name: str) -> str | None:
        """The secret, from memory when it was read before.

        Raises SecretStoreLocked, NoSecretStore, or SecretStoreError for any other failure.
        """
        with self._lock:
            if name in self._known:
                return self._known[name]
        return self._call(lambda: self._get(name))

    def set(self, name: str, secret: str) -> None:
        """Keep the secret, replacing an older one. Raises as `get`; nothing is changed then."""
        self._call(lambda: self._set(name, secret))

    def delete(self, name: str) -> None:
        """Forget the secret, in the keyring and in memory. Raises as `get`."""
        self._call(lambda: self._delete(name))

    def _backend(self) -> KeyringBackend:
        try:
            return _backend()
        except NoSecretStore:
            if not self._looks_again:
                raise
            _detect_anew()
            return _backend()

    def _get(self, name: str) -> str | None:
        with self._lock:
            before = self._changes
        found = self._backend().get_password(SERVICE, name)
        with self._lock:
            if (
                found is not None and self._changes == before
            ):  # else it may be older than what was set meanwhile
                self._known[name] = found
        return found

    def _set(self, name: str, secret: str) -> None:
        self._backend().set_password(SERVICE, name, secret)
        with self._lock:
            self._changes += 1
            self._known[name] = secret

    def _delete(self, name: str) -> None:
        from keyring.errors import PasswordDeleteError  # noqa: PLC0415 - keyring takes long to import

        backend = self._backend()
        try:
            backend.delete_password(SERVICE, name)
        except PasswordDeleteError:
            if backend.get_password(SERVICE, name) is not None:
                raise
        with self._lock:
            self._changes += 1
            self._known.pop(name, None)

    def _call(self, work: Callable[[], _T]) -> _T:
        """Run the work in its own daemon thread, at most until the deadline; failures get our names."""
        if self._hanging >= _MOST_HANGING_CALLS:
            raise SecretStoreLocked(QT_TRANSLATE_NOOP("errors", "earlier calls still wait for it"))
        outcome: Future[_T] = Future()
        threading.Thread(target=_run, args=(work, outcome), name="keyring", daemon=True).start()
        try:
            return outcome.result(self._deadline)
        except TimeoutError:
            self._count_hanging(1)
            outcome.add_done_callback(lambda _: self._count_hanging(-1))
            raise SecretStoreLocked(
                QT_TRANSLATE_NOOP("errors", "it did not answer within {seconds:g} seconds"),
                values={"seconds": self._deadline},
            ) from None
        except SecretStoreError:
            raise
        except Exception as failure:  # noqa: BLE001 - a backend may raise anything; its text may quote the secret
            raise _named(failure) from None

    def _count_hanging(self, change: int) -> None:
        with self._lock:
            self._hanging += change


def _run(work: Callable[[], _T], outcome: Future[_T]) -> None:
    try:
        result = work()
    except BaseException as failure:  # noqa: BLE001 - handed to the thread that waits
        outcome.set_exception(failure)
    else:
        outcome.set_result(result)


def _backend() -> KeyringBackend:
    """The backend that `keyring` chose, if it keeps secrets and keeps them safe. Raises NoSecretStore."""
    import keyring  # noqa: PLC0415 - takes long to import
    from keyring.backends.chainer import ChainerBackend  # noqa: PLC0415

    chosen = keyring.get_keyring()
    candidates = chosen.backends if isinstance(chosen, ChainerBackend) else [chosen]
    for candidate in candidates:
        if not _refused(candidate):
            return candidate
    raise NoSecretStore(
        QT_TRANSLATE_NOOP("errors", "only {name} is there"), values={"name": type(chosen).__module__}
    )


def _refused(backend: KeyringBackend) -> bool:
    """Whether the backend keeps nothing, or keeps secrets in plain text or behind a terminal's prompt."""
    kind = type(backend)
    return kind.__module__.startswith(_REFUSED_BACKENDS) or "plaintext" in kind.__name__.lower()


def _named(failure: Exception) -> SecretStoreError:
    from keyring.errors import InitError, KeyringLocked, NoKeyringError  # noqa: PLC0415

    if isinstance(failure, KeyringLocked | InitError):
        return SecretStoreLocked(QT_TRANSLATE_NOOP("errors", "the unlocking was refused or dismissed"))
    if isinstance(failure, NoKeyringError):
        return NoSecretStore(QT_TRANSLATE_NOOP("errors", "no backend works here"))
    return SecretStoreError(
        QT_TRANSLATE_NOOP("errors", "its backend failed with {name}"),
        values={"name": type(failure).__name__},
    )


def _detect_anew() -> None:
    """Let `keyring` choose its backend anew; one chosen by PYTHON_KEYRING_BACKEND or its configuration stays."""
    from keyring import backend, core  # noqa: PLC0415

    reset = getattr(backend.get_all_keyring, "reset", None)  # the list of backends is made once per process
    if reset is not None:
        with suppress(KeyError):  # raised when the list wasn't made yet
            reset()
    core.init_backend()
