"""Connecting an agent: our entries in its files and a token of its own, for command line and window alike.

Nothing is asked through what was put in; that is the work of `connect.check`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from trayrecall import clients
from trayrecall.app import client_secret
from trayrecall.connect import install
from trayrecall.connect.agents import AGENTS, Access, Agent, File, Places, places_here
from trayrecall.connect.install import CantEdit, Change
from trayrecall.core.clients import Client
from trayrecall.core.errors import UserInputError
from trayrecall.core.ports import SecretStore
from trayrecall.settings import Settings

KINDS = ("mcp",)  # the hook has a token of its own, which no agent's file holds
HIDDEN = "(a token)"


class Standing(StrEnum):
    """How an agent's files stand to us."""

    CONNECTED = "connected"
    OTHER = "other"  # ours, but not as it must be: another port, a lost token, an older place of the hook
    NOT = "not"
    UNREADABLE = "unreadable"  # a file that can't be edited


@dataclass(frozen=True, slots=True)
class Connection:
    """One agent and this TrayRecall. `url` is the address of `/mcp`. All methods may block on files and keyring."""

    name: str  # a key of AGENTS
    url: str
    settings: Settings
    secrets: SecretStore
    places: Places

    @property
    def agent(self) -> Agent:
        """Its files and what it can."""
        return AGENTS[self.name]

    def standing(self) -> Standing:
        """How its files stand now. Raises SecretStoreError."""
        try:
            planned = install.putting_in(self.files(self._token() or HIDDEN))
            if not any(change.changes for change in planned):
                return Standing.CONNECTED
            ours = any(change.changes for change in install.taking_out(self.files("")))
        except CantEdit:
            return Standing.UNREADABLE
        return Standing.OTHER if ours else Standing.NOT

    def is_here(self) -> bool:
        """Whether the agent seems to be on this machine: a file of it, or a folder of its own."""
        paths = [file.path for file in self.files("")]
        return any(path.exists() or _is_own(path.parent, self.places) for path in paths)

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
        known = self._token()
        install.putting_in(self.files(known or HIDDEN))  # a file that can't be edited must not cost a token
        token = known or (
            clients.keep(Client(self.name, KINDS), self.secrets) if self.agent.uses_token else ""
        )
        return _written(install.putting_in(self.files(token))), Access(self.url, token)

    def access(self) -> Access | None:
        """What the agent asks with; None before it was connected."""
        token = self._token()
        return None if token is None and self.agent.uses_token else Access(self.url, token or "")

    def end(self) -> list[Change]:
        """Take our entries out and revoke the token; what was written. Raises as `begin`."""
        planned = install.taking_out(self.files(""))
        written = _written(planned)
        for change in planned:
            install.forget_backup(change)
        if any(c.name == self.name and c.kinds == KINDS for c in self.settings.clients):
            clients.forget(self.name, self.secrets)
        return written

    def files(self, token: str) -> tuple[File, ...]:
        """The agent's files with our entries as they must be."""
        return self.agent.files(self.places, Access(self.url, token))

    def _token(self) -> str | None:
        """The token that the agent has already."""
        if all(known.name != self.name for known in self.settings.clients):
            return None
        return self.secrets.get(client_secret(self.name))

    def _shown(self, planned: Sequence[Change]) -> str:
        text, token = install.diff(planned), self._token()
        return text.replace(token, HIDDEN) if token else text


def connection(name: str, url: str, settings: Settings, secrets: SecretStore) -> Connection:
    """The connection of that agent on this machine. Raises UserInputError for a name that no agent has."""
    if name not in AGENTS:
        raise UserInputError(f"there is no agent {name!r}", hint=f"Known: {', '.join(AGENTS)}.")
    return Connection(name, url, settings, secrets, places_here())


def _is_own(folder: Path, places: Places) -> bool:
    return folder not in {places.home, places.config, places.xdg} and folder.is_dir()


def _written(planned: Sequence[Change]) -> list[Change]:
    changed = [change for change in planned if change.changes]
    for change in changed:
        install.write(change)
    return changed
