"""What the settings dialog asks others to do. All of it may block, so it is called off the UI thread only. No Qt.

Failures are `TrayRecallError`s; `words_of` turns one into what the dialog shows and offers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from trayrecall.core.errors import NoSecretStore, SecretStoreError, SourceTimeout, TlsFailure, TrayRecallError
from trayrecall.core.model import Instance, InstanceId, InstanceStatus
from trayrecall.ui.state import CALM, HELD, TROUBLES, Tone, standing_of


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
    """An instance of the settings with how it stands; None when the engine doesn't know it yet."""

    instance: Instance
    status: InstanceStatus | None = None


@dataclass(frozen=True, slots=True)
class Tested:
    """A test that went well: what answered, in words such as `Trilium 0.99.2 answers`."""

    title: str
    detail: str = ""


class SettingsActions(Protocol):
    """The work behind the dialog. Every method may block for seconds and may raise `TrayRecallError`."""

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


class Offer(StrEnum):
    """What a failure lets a person do about it right there."""

    NOTHING = ""
    AGAIN = "Try again"
    THIS_RUN = "Keep for this run only"
    TRUST = "Trust this certificate"
    APPLY = "Apply anyway"


@dataclass(frozen=True, slots=True)
class Words:
    """A message: what happened, what to do, and what is offered."""

    title: str
    text: str = ""
    tone: Tone = Tone.PLAIN
    offer: Offer = Offer.NOTHING
    certificate: str | None = None  # the SHA-256 that is trusted when the offer is taken


KEYRING_WAITS = Words(
    "Waiting for the keyring…", "It may be asking for its password in a window of its own.", Tone.WARN
)
SAVING = Words("Saving…")
TESTING = Words("Asking the server…")
REMOVING = Words("Removing…")
LOOKING = Words("It is asked again…")
APPLYING = Words("The list is applied as it is…")
_HELD = "The notes that are missing in it stay in the index until you say that they are gone."
_KEPT = "Nothing was changed, and what you typed is kept here."


def words_of(failure: TrayRecallError, *, saving: bool = False) -> Words:
    """A failure as the dialog shows it. Each state of the keyring has its own text and offer."""
    parts = [_sentence(failure.detail), _sentence(failure.hint)]
    if isinstance(failure, TlsFailure) and failure.presented:
        return _untrusted(failure.title, parts, failure.presented)
    if not isinstance(failure, SecretStoreError):
        tone = Tone.WARN if isinstance(failure, SourceTimeout) else Tone.BAD
        return Words(failure.title, _joined(parts), tone)
    if saving:
        parts.append(_KEPT)
    offer = Offer.THIS_RUN if isinstance(failure, NoSecretStore) and saving else Offer.AGAIN
    if offer is Offer.THIS_RUN:
        parts.append("Or let TrayRecall ask for the token at each start.")
    return Words(failure.title, _joined(parts), Tone.WARN, offer)


def _untrusted(title: str, parts: list[str], sha256: str) -> Words:
    pairs = [sha256[i : i + 2].upper() for i in range(0, len(sha256), 2)]
    half = len(pairs) // 2
    shown = f"{':'.join(pairs[:half])}:\n{':'.join(pairs[half:])}"
    text = f"{_joined(parts)}\nTrust it only if your server has this SHA-256 fingerprint:\n{shown}"
    return Words(title, text, Tone.BAD, Offer.TRUST, sha256)


def trouble_of(listed: Listed) -> Words | None:
    """What is wrong with an instance of the list, and what can be done about it right there; None when it is well."""
    status = listed.status
    if status is None or not status.enabled or status.state not in {*TROUBLES, *CALM}:
        return None
    title, tone = standing_of(status)
    detail = status.detail.removeprefix(f"{title}: ")
    if status.state == HELD:
        return Words(title, _joined([_sentence(detail), _HELD]), tone, Offer.APPLY)
    return Words(title, _joined([_sentence(detail), _sentence(status.hint)]), tone, Offer.AGAIN)


def _joined(parts: list[str]) -> str:
    return " ".join(part for part in parts if part)


def _sentence(text: str) -> str:
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")
