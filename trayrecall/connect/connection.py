"""One agent and this TrayRecall: connecting, disconnecting, and whether what stands in its files still fits.

For the command line and the settings window alike. Everything here may block: files and the secret store. Nothing is
asked through what was put in; that is the work of `check`.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from trayrecall import clients
from trayrecall.app import client_secret
from trayrecall.connect import install
from trayrecall.connect.agents import (
    AGENTS,
    LOCAL_TOKEN_VARIABLE,
    NAME,
    Access,
    Agent,
    File,
    Places,
    places_here,
)
from trayrecall.connect.entries import MARK, Entry, Hook, Once
from trayrecall.connect.install import CantEdit, Change
from trayrecall.connect.jsonc import Malformed
from trayrecall.core.clients import Client
from trayrecall.core.errors import UserInputError
from trayrecall.core.ports import SecretStore
from trayrecall.settings import Settings

KINDS = ("mcp",)  # the hook has a token of its own, which no agent's file holds
HIDDEN = "(a token)"
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


class Standing(StrEnum):
    """How an agent's files stand to us."""

    CONNECTED = "connected"
    OTHER = "other"  # ours, but it no longer fits: see Trouble
    NOT = "not"
    UNREADABLE = "unreadable"  # a file that can't be edited


class Trouble(StrEnum):
    """What no longer fits in an agent's files."""

    PORT = "it asks at another port"
    TOKEN = "its token opens nothing"  # noqa: S105
    PROGRAM = "what it starts is not there any more"
    FILE = "its file can't be understood"


@dataclass(frozen=True, slots=True)
class Connection:
    """One agent and the TrayRecall that listens, or would listen, on `port`."""

    name: str  # a key of AGENTS
    port: int
    settings: Settings
    secrets: SecretStore
    places: Places

    @property
    def agent(self) -> Agent:
        """Its files and what it can."""
        return AGENTS[self.name]

    @property
    def has_token(self) -> bool:
        """Whether it has a client of the settings that was made here."""
        return any(known.name == self.name and known.kinds == KINDS for known in self.settings.clients)

    def files(self, token: str) -> tuple[File, ...]:
        """The agent's files with our entries as they must be."""
        return self.agent.files(self.places, self._access(token))

    def access(self) -> Access | None:
        """What the agent asks with; None before it was connected. Raises SecretStoreError."""
        token = self._token()
        return None if token is None and self.agent.uses_token else self._access(token or "")

    def is_here(self) -> bool:
        """Whether the agent seems to be on this machine: a file of it, or a folder of its own."""
        paths = [file.path for file in self.files("")]
        return any(path.exists() or _is_own(path.parent, self.places) for path in paths)

    # ---- putting in and taking out --------------------------------------------------------------------

    def preview(self) -> str:
        """What connecting would change, as a unified diff without any token. Raises CantEdit, SecretStoreError."""
        return self._shown(install.putting_in(self.files(self._token() or HIDDEN)))

    def preview_of_end(self) -> str:
        """What disconnecting would change. Raises as `preview`."""
        return self._shown(install.taking_out(self.files("")))

    def begin(self) -> tuple[list[Change], Access]:
        """Put our entries in, with a token of the agent's own; what was written, and what the agent asks with.

        Raises CantEdit (before anything is changed), SecretStoreError and SettingsError.
        """
        install.putting_in(
            self.files(self._token() or HIDDEN)
        )  # a file that can't be edited must not cost a token
        token = self._made_token()
        return _written(install.putting_in(self.files(token))), self._access(token)

    def end(self) -> list[Change]:
        """Take our entries out and revoke the token; what was written. Raises as `begin`."""
        planned = install.taking_out(self.files(""))
        written = _written(planned)
        for change in planned:
            install.forget_backup(change)
        if self.has_token:
            clients.forget(self.name, self.secrets)
        return written

    # ---- what still fits ------------------------------------------------------------------------------

    def standing(self) -> Standing:
        """How its files stand now. Raises SecretStoreError."""
        try:
            is_there = any(self._present())
        except CantEdit:
            return Standing.UNREADABLE
        if not is_there:
            return Standing.NOT
        return Standing.OTHER if self.troubles() else Standing.CONNECTED

    def is_connected(self) -> bool:
        """Whether something of ours stands there, or stood there before the file broke."""
        try:
            return any(self._present())
        except CantEdit:
            return self._mentions_us()

    def troubles(self) -> tuple[Trouble, ...]:
        """What no longer fits; nothing when the agent isn't connected. Raises SecretStoreError.

        A file that can't be understood is a trouble when it names us.
        """
        try:
            entries = [entry for _, entry in self._present()]
        except CantEdit:
            return (Trouble.FILE,) if self._mentions_us() else ()
        token = self._token() if entries and self.agent.uses_token else None
        found = {trouble for entry in entries for trouble in _troubles(entry.value, self.port, token)}
        return tuple(each for each in Trouble if each in found)

    def repair(self) -> list[Change]:
        """Write anew what stands there and no longer fits; what a person took out stays out. Raises as `begin`."""
        present = list(self._present())
        there = {(path, entry.path) for path, entry in present}
        needs_token = any(not isinstance(entry, Hook) for _, entry in present)
        files = self.files(self._made_token() if needs_token else "")
        kept = [
            replace(file, entries=tuple(e for e in file.entries if (file.path, e.path) in there))
            for file in files
        ]
        return _written(install.putting_in([file for file in kept if file.entries]))

    def _present(self) -> Iterator[tuple[Path, Entry]]:
        """Our entries as they stand in the agent's files. Raises CantEdit."""
        for file in self.files(""):
            text = install.text_of(file)
            for entry in file.entries:
                if isinstance(entry, Once) or not text.strip():
                    continue
                try:
                    found = entry.found(text)
                except Malformed as wrong:
                    raise CantEdit(f"{file.path}: {wrong}") from None
                if found is not None:
                    yield file.path, found

    def _mentions_us(self) -> bool:
        return any(NAME.encode() in file.path.read_bytes() for file in self.files("") if file.path.is_file())

    # ---- tokens ---------------------------------------------------------------------------------------

    def _access(self, token: str) -> Access:
        return Access(f"http://127.0.0.1:{self.port}/mcp", token)

    def _token(self) -> str | None:
        """The token that the agent has already."""
        if all(known.name != self.name for known in self.settings.clients):
            return None
        return self.secrets.get(client_secret(self.name))

    def _made_token(self) -> str:
        known = self._token()
        if known is not None or not self.agent.uses_token:
            return known or ""
        return clients.keep(Client(self.name, KINDS), self.secrets)

    def _shown(self, planned: Sequence[Change]) -> str:
        text, token = install.diff(planned), self._token()
        return text.replace(token, HIDDEN) if token else text


def connection(name: str, port: int, settings: Settings, secrets: SecretStore) -> Connection:
    """The connection of that agent on this machine. Raises UserInputError for a name that no agent has."""
    if name not in AGENTS:
        raise UserInputError(f"there is no agent {name!r}", hint=f"Known: {', '.join(AGENTS)}.")
    return Connection(name, port, settings, secrets, places_here())


def _is_own(folder: Path, places: Places) -> bool:
    return folder not in {places.home, places.config, places.xdg} and folder.is_dir()


def _written(planned: Sequence[Change]) -> list[Change]:
    changed = [change for change in planned if change.changes]
    for change in changed:
        install.write(change)
    return changed


# ---- one entry ----------------------------------------------------------------------------------------


def _troubles(value: Mapping[str, Any], port: int, token: str | None) -> Iterator[Trouble]:
    """What is wrong with one entry; what isn't in a form that we write is a person's own and left unjudged."""
    within = [run for run in value.get("hooks", ()) if MARK in str(run)]
    if any(map(_is_gone, within or [value])):
        yield Trouble.PROGRAM
    url = value.get("url", value.get("httpUrl"))
    address = urlsplit(url) if isinstance(url, str) else None
    if address is not None and address.hostname not in _LOOPBACK:
        return
    if address is not None and address.port != port:
        yield Trouble.PORT
    shown = _text_in(value.get("headers"), "Authorization") or _text_in(
        value.get("env"), LOCAL_TOKEN_VARIABLE
    )
    if shown is not None and (token is None or shown.removeprefix("Bearer ") != token):
        yield Trouble.TOKEN


def _text_in(table: Any, name: str) -> str | None:
    found = table.get(name) if isinstance(table, dict) else None
    return found if isinstance(found, str) else None


def _is_gone(run: Mapping[str, Any]) -> bool:
    """Whether the program, or the hook's script, is not there any more."""
    line = run.get("command")
    if not isinstance(line, str):
        return False
    exec_form = isinstance(run.get("args"), list)
    words = [line, *run["args"]] if exec_form else _words(line)
    scripts = [word for word in words if MARK in word]
    return shutil.which(words[0]) is None or not all(Path(script).is_file() for script in scripts)


def _words(line: str) -> list[str]:
    return [word.strip('"') for word in shlex.split(line, posix=os.name == "posix")] or [line]
