"""What the settings window asks of the Trilium servers. All of it may block, so it is called off the UI thread only.

Failures are `TrayRecallError`s; `words_of` turns one into what a window shows and offers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from trayrecall.core.errors import (
    NoSecretStore,
    SecretStoreError,
    SourceTimeout,
    TlsFailure,
    TrayRecallError,
)
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import AreaRule, Instance, InstanceId, InstanceStatus
from trayrecall.core.taken import Taken
from trayrecall.ui.state import CALM, HELD, TROUBLES, Tone, standing_of
from trayrecall.ui.words import sentences, told, translate


@dataclass(frozen=True, slots=True)
class Draft:
    """An instance as a person typed it; nothing in it was checked yet. `id` is None for a new one."""

    name: str
    url: str
    web_url: str | None = None
    enabled: bool = True
    id: InstanceId | None = None
    ca_file: str | None = None
    pinned_sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """An instance with how it stands; None when the engine doesn't know it yet. The demo's can only be removed."""

    instance: Instance
    status: InstanceStatus | None = None
    is_demo: bool = False


@dataclass(frozen=True, slots=True)
class Tested:
    """A test that went well: the version of Trilium that answered, and how long that took."""

    version: str
    milliseconds: float = 0.0


class ServerActions(Protocol):
    """The Trilium servers. Every method may block for seconds and may raise `TrayRecallError`."""

    def listed(self) -> Sequence[Listed]:
        """All instances of the settings."""

    def save(self, draft: Draft, token: str | None, *, this_run_only: bool = False) -> Instance:
        """Keep the instance, and its token in the keyring; None leaves the stored token as it is.

        The token goes first: when the keyring fails nothing is changed, so that a person can try again. With
        `this_run_only` the token is kept in memory instead and asked for at the next start.
        """

    def test(self, draft: Draft, token: str | None) -> Tested:
        """Ask the server; without a token, with the one that is stored for the instance."""

    def sync(self, instance: InstanceId, *, accept_deletions: bool = False) -> None:
        """Let a sync of this instance begin soon; `accept_deletions` believes a list that was held back."""

    def remove(self, instance: InstanceId) -> None:
        """Take the instance out of the settings, its notes out of the index, its token out of the keyring."""

    def try_demo(self) -> None:
        """Have the demo's notes beside one's own until they are removed like a server."""

    def keep_rules(self, instance: InstanceId, rules: Sequence[AreaRule]) -> None:
        """Place the instance's notes by these rules from now on."""

    def taken(self, instance: InstanceId, rules: Sequence[AreaRule]) -> Taken:
        """What these rules would do to the notes that the server lists; the list is asked for once in a while."""

    def folders(self, instance: InstanceId) -> Sequence[str]:
        """The title paths of the notes that hold others, for completing what is typed."""


class Offer(StrEnum):
    """What a failure lets a person do about it right there."""

    NOTHING = ""
    AGAIN = QT_TRANSLATE_NOOP("settings", "Try again")
    THIS_RUN = QT_TRANSLATE_NOOP("settings", "Keep for this run only")
    TRUST = QT_TRANSLATE_NOOP("settings", "Trust this certificate")
    APPLY = QT_TRANSLATE_NOOP("settings", "Apply anyway")
    TOKEN = QT_TRANSLATE_NOOP("settings", "Enter a token…")
    CHANGE = QT_TRANSLATE_NOOP("settings", "Change server…")


@dataclass(frozen=True, slots=True)
class Words:
    """A message: what happened, what to do, and what is offered."""

    title: str
    text: str = ""
    tone: Tone = Tone.PLAIN
    offer: Offer = Offer.NOTHING
    certificate: str | None = None  # the SHA-256 that is trusted when the offer is taken

    @property
    def line(self) -> str:
        """Title and text in one line."""
        return sentences(self.title, self.text)


def keyring_waits() -> Words:
    """A keyring takes longer than one that is open."""
    return Words(
        translate("settings", "Waiting for the keyring…"),
        translate("settings", "It may be asking for its password in a window of its own."),
        Tone.WARN,
    )


def words_of(failure: TrayRecallError, *, saving: bool = False) -> Words:
    """A failure as the dialog shows it. Each state of the keyring has its own text and offer."""
    title, text = told(failure)
    if isinstance(failure, TlsFailure) and failure.presented:
        return _untrusted(title, text, failure.presented)
    if not isinstance(failure, SecretStoreError):
        tone = Tone.WARN if isinstance(failure, SourceTimeout) else Tone.BAD
        return Words(title, text, tone)
    parts = [text]
    if saving:
        parts.append(translate("settings", "Nothing was changed, and what you typed is kept here."))
    offer = Offer.THIS_RUN if isinstance(failure, NoSecretStore) and saving else Offer.AGAIN
    if offer is Offer.THIS_RUN:
        parts.append(translate("settings", "Or let TrayRecall ask for the token at each start."))
    return Words(title, sentences(*parts), Tone.WARN, offer)


def _untrusted(title: str, text: str, sha256: str) -> Words:
    pairs = [sha256[i : i + 2].upper() for i in range(0, len(sha256), 2)]
    half = len(pairs) // 2
    shown = f"{':'.join(pairs[:half])}:\n{':'.join(pairs[half:])}"
    ask = translate("settings", "Trust it only if your server has this SHA-256 fingerprint:")
    return Words(title, f"{text}\n{ask}\n{shown}", Tone.BAD, Offer.TRUST, sha256)


def trouble_of(status: InstanceStatus | None) -> Words | None:
    """What is wrong with an instance, and what can be done about it in the list of servers; None when it is well."""
    if status is None or not status.enabled or status.state not in {*TROUBLES, *CALM}:
        return None
    title, tone = standing_of(status)
    why = told(status.failure)[1] if status.failure else ""
    if status.state == HELD:
        held = translate(
            "settings",
            "The notes that are missing in it stay in the index until you say that they are gone.",
        )
        return Words(title, sentences(why, held), tone, Offer.APPLY)
    if status.state == "no_token":  # the failure's own words are for the command line
        where = translate("settings", "Make one in Trilium under Options › ETAPI, and enter it here.")
        return Words(title, where, tone, Offer.TOKEN)
    return Words(title, why, tone, Offer.TOKEN if status.state == "token_rejected" else Offer.AGAIN)
