"""Keyrings in the states that a person meets, chosen by PYTHON_KEYRING_BACKEND; a file says when the state ends."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError


class _OfFiles(KeyringBackend):
    """Keeps what it is given in a file of the test; `TEST_KEYRING` is the folder, its `open` ends the trouble."""

    priority = 9

    @property
    def _folder(self) -> Path:
        return Path(os.environ["TEST_KEYRING"])

    def _kept(self) -> dict[str, str]:
        file = self._folder / "kept.json"
        found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        return found

    @property
    def _is_open(self) -> bool:
        return (self._folder / "open").exists()

    def get_password(self, service: str, username: str) -> str | None:
        return self._kept().get(f"{service}/{username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        kept = self._kept() | {f"{service}/{username}": password}
        (self._folder / "kept.json").write_text(json.dumps(kept), encoding="utf-8")

    def delete_password(self, service: str, username: str) -> None:
        raise PasswordDeleteError(f"{service}/{username}")


class Locked(_OfFiles):
    """Its password prompt was dismissed, until it is opened."""

    def get_password(self, service: str, username: str) -> str | None:
        if not self._is_open:
            raise KeyringLocked("dismissed")
        return super().get_password(service, username)

    def set_password(self, service: str, username: str, password: str) -> None:
        if not self._is_open:
            raise KeyringLocked("dismissed")
        super().set_password(service, username, password)


class Hanging(_OfFiles):
    """Asks for a password in a window that nobody sees: its calls never come back."""

    def get_password(self, service: str, username: str) -> str | None:
        del service, username
        (self._folder / "asked").touch()
        threading.Event().wait()
        return None


class Late(_OfFiles):
    """Says that there is no token until it has come up."""

    def get_password(self, service: str, username: str) -> str | None:
        return super().get_password(service, username) if self._is_open else None
