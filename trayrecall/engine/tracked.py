"""What is remembered of one instance between looks at it: its state for a person, and when it is looked at next."""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from trayrecall.core.errors import (
    HtmlInsteadOfJson,
    ImplausibleListing,
    LoginPageInTheWay,
    NoSecretStore,
    NoToken,
    NotSetUp,
    NotTrilium,
    SecretStoreError,
    SecretStoreLocked,
    ServerFault,
    SourceTimeout,
    TlsFailure,
    TrayRecallError,
    Unreachable,
    WrongToken,
)
from trayrecall.core.model import FaultyNote, Instance, InstanceStatus
from trayrecall.core.ports import NoteSource
from trayrecall.engine.schedule import Schedule
from trayrecall.engine.sync import SyncReport

log = logging.getLogger(__name__)

# How a failure of a sync is called in the status, the narrower kind first; any other is `failed`.
STATES: Mapping[type[TrayRecallError], str] = {
    Unreachable: "unreachable",
    SourceTimeout: "busy",
    ServerFault: "busy",
    WrongToken: "token_rejected",
    NotSetUp: "not_set_up",
    NotTrilium: "wrong_address",
    HtmlInsteadOfJson: "wrong_address",
    LoginPageInTheWay: "login_page",
    TlsFailure: "certificate",
    ImplausibleListing: "held",
    SecretStoreLocked: "keyring_locked",
    NoSecretStore: "no_keyring",
    SecretStoreError: "keyring_failed",
    NoToken: "no_token",
}
_BEFORE_IT_WAS_ASKED = frozenset(
    {"never_synced", "keyring_locked", "keyring_failed", "no_keyring", "no_token"}
)
WELL = frozenset({"up_to_date", "syncing", "building", "never_synced"})


@dataclass(frozen=True, slots=True)
class Request:
    """What a person or the timer wants of a sync; see `IndexWorker.request_sync`."""

    full: bool = False
    accept_deletions: bool = False
    forced: bool = False  # by a person or a new setting, not by the timer

    def with_that(self, other: Request | None) -> Request:
        """One that does what both want."""
        if other is None:
            return self
        return Request(
            self.full or other.full,
            self.accept_deletions or other.accept_deletions,
            self.forced or other.forced,
        )


@dataclass(slots=True)
class Tracked:
    """One instance. Its sync runs on a thread of its own, at most one at a time; the index thread does all the rest."""

    instance: Instance
    state: str = "never_synced"
    changed: bool = False  # its address or rules are new: all is compared, whatever the change mark says
    source: NoteSource | None = None
    failure: TrayRecallError | None = None  # of the last look
    schedule: Schedule = field(default_factory=Schedule)
    progress: float | None = None
    compared: int | None = None  # with which generation of the index everything was compared last
    busy: bool = False  # a thread is at it
    retired: bool = False  # removed or replaced: what its thread still finds is not written
    request: Request | None = None  # what the sync under way is to do
    again: Request | None = None  # asked for while a sync was under way

    def settled(self, report: SyncReport, now: datetime, generation: int) -> None:
        """A look went well, at an index of this generation (`Index.rebuilt`)."""
        self.state, self.failure = "up_to_date", None
        took = None if report.unchanged or report.deferred else timedelta(seconds=report.seconds)
        self.schedule = self.schedule.succeeded(now, took)
        self.changed = False
        if took is not None:
            self.compared = generation
            log.info("synced %s: %s", self.instance.id, report)

    def advanced(self, done: int, work: int) -> None:
        """Some of its notes are stored; one that had to be asked for twice counts twice."""
        self.state = "syncing" if self.state in {"up_to_date", "syncing"} else "building"
        self.progress = min(1.0, done / work)

    def taken_over(self, instance: Instance) -> Tracked:
        """The same server under new settings: what is known of it holds, and what was asked for is still to be done."""
        asked = self.again if self.request is None else self.request.with_that(self.again)
        return replace(
            self,
            instance=instance,
            changed=self.changed or instance != self.instance,
            source=None,  # its token may be another one
            schedule=Schedule(),
            progress=None,
            busy=False,
            request=None,
            again=asked,
        )

    def failed(self, failure: TrayRecallError, now: datetime) -> None:
        """A look failed. A server that was read once is called unreachable only when it was so for three minutes.

        Until then it is what it was.
        """
        self.schedule = self.schedule.failed(now, failure, random.random())  # noqa: S311 - spreads load
        state = next((name for kind, name in STATES.items() if isinstance(failure, kind)), "failed")
        if self.failure is None or failure.name != self.failure.name:  # logged once, not at every try
            log.warning("sync of %s failed: %s", self.instance.id, failure)
        hasty = state == "unreachable" and not self.schedule.is_unreachable(now)
        if hasty and self.state not in _BEFORE_IT_WAS_ASKED:
            state = "up_to_date" if self.state == "syncing" else self.state
            if self.failure is not None and state not in WELL:
                failure = self.failure  # which the state goes with
        self.state, self.failure = state, failure

    def close_source(self) -> None:
        """Give its connections back; what is asked of them now fails at once."""
        source, self.source = self.source, None
        if source is not None:
            source.close()

    def status(
        self, numbers: Mapping[str, int], faults: tuple[FaultyNote, ...], last_sync: str | None
    ) -> InstanceStatus:
        """The instance as a person sees it; `numbers` as `store.reading.counts` gives them."""
        left_out = {k.removeprefix("left_out:"): n for k, n in numbers.items() if k.startswith("left_out:")}
        return InstanceStatus(
            id=self.instance.id,
            name=self.instance.name,
            url=self.instance.url,
            enabled=self.instance.enabled,
            state=self.state,
            detail=str(self.failure) if self.failure else "",
            hint=self.failure.hint if self.failure else "",
            notes=numbers.get("notes", 0),
            left_out=left_out,
            faulty=numbers.get("faulty", 0),
            faults=faults,
            progress=self.progress,
            last_sync=last_sync,
            last_error=self.failure.name if self.failure else None,
            failure=self.failure,
        )
