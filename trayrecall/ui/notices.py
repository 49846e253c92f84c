"""Of what a person is told by a message of the desktop: only of what waits for them, and of each occurrence once.

A server that can't be reached is no such thing: it comes back by itself, and the icon shows it meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from trayrecall.core.errors import SecretStoreLocked, TrayRecallError
from trayrecall.core.model import InstanceId, InstanceStatus, Status
from trayrecall.core.snippet import one_line
from trayrecall.ui.settings_ports import KnownAgent
from trayrecall.ui.state import CALM, TROUBLES, WAITING
from trayrecall.ui.words import marked, told, translate

_ALL = InstanceId("")
_KEYRING = frozenset({"keyring_locked", "no_keyring", "keyring_failed"})


class Page(StrEnum):
    """The page of the settings that a click on a message opens."""

    SERVERS = "servers"
    ENDPOINT = "endpoint"
    CONNECTIONS = "connections"
    GENERAL = "general"


@dataclass(frozen=True, slots=True)
class Notification:
    """One message: what happened, what to do about it, and where."""

    title: str
    text: str
    page: Page = Page.SERVERS


class Notices:
    """Remembers what was told. `take` is called with every new status."""

    def __init__(self) -> None:
        self._told: set[tuple[InstanceId, str]] = set()

    def take(self, status: Status, *, settled: bool) -> list[Notification]:
        """What is to be told now.

        `settled`: login is over. Before that a keyring may still come up or be unlocked by itself, so nobody is bothered.
        """
        enabled = [instance for instance in status.instances if instance.enabled]
        self._forget_what_is_over(enabled)
        found: list[Notification] = []
        for instance in enabled:
            words = None if instance.state in WAITING and not settled else _act(instance)
            if words is not None and (key := _key(instance)) not in self._told:
                self._told.add(key)
                found.append(words)
        return found

    def _forget_what_is_over(self, enabled: Sequence[InstanceStatus]) -> None:
        """A server that works again may fail again; one that can't be reached meanwhile has not worked."""
        over = {i.id for i in enabled if i.state not in TROUBLES and i.state not in CALM}
        if over and not any(i.state in _KEYRING for i in enabled):
            over.add(_ALL)
        self._told = {told for told in self._told if told[0] not in over}


def _key(instance: InstanceStatus) -> tuple[InstanceId, str]:
    """One locked keyring is one occurrence, however many servers wait for it."""
    return (_ALL if instance.state in _KEYRING else instance.id, instance.state)


def _act(instance: InstanceStatus) -> Notification | None:
    """What a person can do about it; None when it passes by itself."""
    name = one_line(instance.name) or instance.id
    match instance.state:
        case "token_rejected":
            return Notification(
                translate("notices", "{name} refuses the token").format(name=name),
                translate("notices", "Make a new ETAPI token in Trilium and enter it in the settings."),
            )
        case "held":
            return Notification(
                translate("notices", "{name}: many notes seem to be gone").format(name=name),
                translate("notices", "Nothing was deleted. If they really are gone, say so in the settings."),
            )
        case "keyring_locked":
            return Notification(
                translate("notices", "The keyring is locked"),
                translate("notices", "Unlock it, so that your notes can be read again."),
            )
        case "no_keyring":
            return Notification(
                translate("notices", "This machine has no keyring"),
                translate("notices", "The settings say how a token can be given without one."),
            )
        case "keyring_failed":
            return Notification(
                translate("notices", "The keyring can't be used"),
                translate("notices", "Without it your notes can't be read. The settings say what is wrong."),
            )
        case "no_token":
            return Notification(
                translate("notices", "There is no token for {name}").format(name=name),
                translate("notices", "Enter it in the settings."),
            )
        case _:
            return None


def listening_concerns(trouble: TrayRecallError | None, moved_to: int | None) -> list[str]:
    """The menu's line where nothing listens for agents, or not where they ask; empty when all is well."""
    if trouble is not None:
        return [translate("tray", "Agents can't ask: {why}").format(why=marked(trouble.title))]
    if moved_to is not None:
        return [translate("tray", "Its port is taken; it answers on {port}").format(port=moved_to)]
    return []


def listening_notice(trouble: TrayRecallError | None) -> Notification | None:
    """What a person is told of it at the start. A keyring is told of by itself, once it has had its time to open."""
    if trouble is None or isinstance(trouble, SecretStoreLocked):
        return None
    return Notification(*told(trouble), Page.ENDPOINT)


def agents_notice(agents: Sequence[KnownAgent]) -> Notification | None:
    """Of agents that ask where nobody answers, as when the port was taken: none is told of where none is connected."""
    outdated = [agent.title for agent in agents if agent.standing == "other"]
    if not outdated:
        return None
    return Notification(
        translate("notices", "To be connected again: {agents}").format(agents=", ".join(outdated)),
        translate(
            "notices", "They were connected with another port or place. Connect them again in the settings."
        ),
        Page.CONNECTIONS,
    )
