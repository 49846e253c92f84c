"""What stands behind the windows: settings, secrets, engine and listener, opened and closed as one. Knows no Qt.

Everything here may block; the windows call it on threads of their own.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from trayrecall import app, instances, paths
from trayrecall.core.errors import TrayRecallError
from trayrecall.core.model import Instance, InstanceId, InstanceStatus
from trayrecall.core.ports import SecretStore
from trayrecall.engine.engine import Engine
from trayrecall.secrets import MemoryStore
from trayrecall.server.serving import Serving
from trayrecall.settings import load_settings, secret_name
from trayrecall.ui.settings_actions import Draft, Listed, Tested

log = logging.getLogger(__name__)

CLOSE_SECONDS = 1.5


class ThisRun:
    """A secret store that keeps some tokens for this run only, before those of the store below."""

    def __init__(self, below: SecretStore) -> None:
        self._memory, self._below = MemoryStore(), below

    def get(self, name: str) -> str | None:
        """The token of this run, else the kept one."""
        found = self._memory.get(name)
        return found if found is not None else self._below.get(name)

    def set(self, name: str, secret: str) -> None:
        """Keep the token in the store below."""
        self._below.set(name, secret)
        self._memory.delete(name)

    def keep_for_this_run(self, name: str, secret: str) -> None:
        """Keep the token in memory alone."""
        self._memory.set(name, secret)

    def delete(self, name: str) -> None:
        """Forget the token wherever it is."""
        self._memory.delete(name)
        self._below.delete(name)


@dataclass(frozen=True, slots=True)
class House:
    """What the start brought up."""

    engine: Engine
    serving: Serving | None
    secrets: ThisRun
    instances: Callable[[], Sequence[Instance]]  # as settings and environment have them now
    trouble: TrayRecallError | None = None  # why nothing listens, when nothing does

    def close(self) -> None:
        """Stop listening and working, side by side, within about `CLOSE_SECONDS`."""
        closing = [threading.Thread(target=self.engine.close, args=(CLOSE_SECONDS,), daemon=True)]
        if self.serving is not None:
            closing.append(threading.Thread(target=self.serving.stop, daemon=True))
        for thread in closing:
            thread.start()
        end = time.monotonic() + CLOSE_SECONDS + 0.2
        for thread in closing:
            thread.join(max(0.0, end - time.monotonic()))


def open_house(env: Mapping[str, str]) -> House:
    """Open everything behind the windows; may block for seconds. Raises SettingsError, StoreError, UserInputError."""
    read = app.read_configuration(env)
    secrets = ThisRun(read.secrets)
    configuration = replace(read, secrets=secrets)
    engine = app.build_engine(configuration)
    return started(engine, configuration, secrets, lambda: app.read_configuration(env).instances)


def started(
    engine: Engine,
    configuration: app.Configuration,
    secrets: ThisRun,
    instances: Callable[[], Sequence[Instance]],
) -> House:
    """The house around an engine that begins its work now.

    Without a keyring or a free port the application still works for the person; `trouble` tells why nothing listens.
    """
    engine.start()
    engine.request_sync()
    try:
        serving = app.build_serving(configuration, engine)
        serving.start()
    except TrayRecallError as failure:
        log.warning("nothing listens for agents: %s", failure)
        return House(engine, None, secrets, instances, failure)
    return House(engine, serving, secrets, instances)


class Servers:
    """Implements `ui.settings_actions.SettingsActions` for an open house."""

    def __init__(self, house: House) -> None:
        self._house = house

    def listed(self) -> Sequence[Listed]:
        """The instances of the settings with how they stand."""
        states: dict[InstanceId, InstanceStatus] = {i.id: i for i in self._house.engine.status().instances}
        settings = load_settings(paths.settings_file())
        return [Listed(known, states.get(known.id)) for known in settings.instances]

    def save(self, draft: Draft, token: str | None, *, this_run_only: bool = False) -> Instance:
        """Keep the instance and its token, and let the engine work with it."""
        house = self._house
        kept = _typed(draft)
        if token is not None and this_run_only:
            house.secrets.keep_for_this_run(secret_name(kept.id), app.clean_token(token))
            token = None
        instances.keep(kept, token, house.secrets)
        self._reread()
        return kept

    def test(self, draft: Draft, token: str | None) -> Tested:
        """Ask the server for its version, with the stored token when none was typed."""
        if token is None and draft.id is not None:
            token = self._house.secrets.get(secret_name(draft.id))
        typed = _typed(draft)
        began = time.monotonic()
        version = instances.version_of(typed, app.clean_token(token or ""))
        return Tested(f"Trilium {version} answers", f"in {(time.monotonic() - began) * 1000:.0f} ms")

    def remove(self, instance: InstanceId) -> None:
        """Forget settings, token and notes of the instance."""
        house = self._house
        instances.forget(instance, house.secrets)
        self._reread()

    def sync(self, instance: InstanceId, *, accept_deletions: bool = False) -> None:
        """Let a sync of this instance begin soon."""
        self._house.engine.request_sync(accept_deletions=accept_deletions, instance=instance)

    def _reread(self) -> None:
        self._house.engine.update_instances(self._house.instances())


def _typed(draft: Draft) -> Instance:
    """What was typed, checked. Raises UserInputError and SettingsError."""
    trust = instances.Trust(draft.ca_file, draft.pinned_sha256)
    return instances.proposed(
        draft.name, draft.url, draft.web_url, enabled=draft.enabled, instance=draft.id, trust=trust
    )
