"""What the settings window asks others to do, beside the servers. All of it may block: off the UI thread only. No Qt.

Failures are `TrayRecallError`s.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from trayrecall.core.model import InstanceId
from trayrecall.ui.settings_actions import ServerActions


@dataclass(frozen=True, slots=True)
class KnownModel:
    """An embedding model: what it understands, whether it is on this machine, and how large its download is."""

    name: str
    languages: str
    is_here: bool
    megabytes: int


@dataclass(frozen=True, slots=True)
class Values:
    """The plain settings as their file has them: `now`, and those `in_use` since the start."""

    now: Mapping[str, Any]
    in_use: Mapping[str, Any]
    models: Sequence[KnownModel] = ()
    address: str | None = None  # where it listens; None while nothing does


class ValueActions(Protocol):
    """The plain settings."""

    def values(self) -> Values:
        """All of them."""

    def put(self, key: str, raw: Any) -> None:
        """Keep one, and let it count at once where that is possible. Raises UserInputError for what can't be one."""

    def install_model(self, progress: Callable[[float], None]) -> None:
        """Download the chosen model and use it at once; `progress` gets 0..1. May take minutes. Raises EmbedderError."""


@dataclass(frozen=True, slots=True)
class KnownClient:
    """A program that may ask, without its token. No instances named means all of them."""

    name: str
    kinds: tuple[str, ...]
    instances: tuple[str, ...]  # names
    last_used: str | None  # ISO 8601


@dataclass(frozen=True, slots=True)
class Clients:
    """All of them, and the instances to which one can be limited, as (id, name).

    `has_password` tells whether those on other machines can log in; None while the keyring can't be read.
    """

    known: Sequence[KnownClient]
    instances: Sequence[tuple[InstanceId, str]]
    has_password: bool | None = False


class ClientActions(Protocol):
    """The programs that may ask, each with a token of its own."""

    def listed(self) -> Clients:
        """All clients."""

    def add(self, name: str, kinds: Sequence[str], instances: Sequence[InstanceId]) -> str:
        """Let this client in; its token, which is told this once. Raises UserInputError for a name that can't be."""

    def revoke(self, name: str) -> None:
        """Let it in no more."""

    def keep_password(self, password: str) -> None:
        """Let programs on other machines log in with this one. Raises UserInputError when it is too short."""


@dataclass(frozen=True, slots=True)
class KnownAgent:
    """A coding agent. `standing` is `connected`, `other` (ours, but outdated), `not` or `unreadable`."""

    id: str
    title: str
    standing: str
    is_here: bool  # it seems to be on this machine
    has_hook: bool
    then: str = ""  # what the person must still do once it is connected


@dataclass(frozen=True, slots=True)
class Trial:
    """One real question through what was installed: `hook` or `mcp`, how long it took, and what was wrong, if anything."""

    what: str
    milliseconds: float
    trouble: str = ""


class AgentActions(Protocol):
    """The coding agents of this machine."""

    def listed(self) -> Sequence[KnownAgent]:
        """All that can be connected, those that are here first."""

    def preview(self, agent: str) -> str:
        """What connecting would change in the agent's files, as a unified diff without any token."""

    def connect(self, agent: str) -> Sequence[Trial]:
        """Connect it, then ask through it."""

    def test(self, agent: str) -> Sequence[Trial]:
        """Ask through what stands in its files."""

    def disconnect(self, agent: str) -> None:
        """Take out of its files what is ours, and revoke its token."""


class SettingsWork(Protocol):
    """All of the work behind the window."""

    @property
    def servers(self) -> ServerActions:
        """The Trilium servers."""

    @property
    def values(self) -> ValueActions:
        """The plain settings."""

    @property
    def clients(self) -> ClientActions:
        """The programs that may ask."""

    @property
    def agents(self) -> AgentActions:
        """The coding agents."""
