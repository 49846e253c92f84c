"""What stands behind the windows: settings, secrets, engine and listener, opened and closed as one. Knows no Qt.

Everything here may block; the windows call it on threads of their own.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from trayrecall import app, paths
from trayrecall.core.errors import SecretStoreError, TrayRecallError
from trayrecall.core.model import Instance
from trayrecall.core.ports import NoteSource, SecretStore
from trayrecall.core.rhythm import Due
from trayrecall.demo import DEMO, DemoNote, DemoServer, load_demo
from trayrecall.engine.engine import Engine
from trayrecall.secrets import MemoryStore
from trayrecall.server.serving import Serving
from trayrecall.settings import Settings, secret_name

log = logging.getLogger(__name__)

CLOSE_SECONDS = 1.2


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


class DemoNotes:
    """The demo's server, in this process, while a person wants its notes beside their own."""

    def __init__(self, secrets: ThisRun) -> None:
        self._secrets = secrets
        self._server: DemoServer | None = None
        self._changing = threading.Lock()

    def instances(self, *, wanted: bool) -> list[Instance]:
        """The demo's instance when it is wanted; starts and ends the server. Its token is kept for this run only."""
        with self._changing:
            if not wanted:
                self.close()
                return []
            if self._server is None:
                self._server = DemoServer(demo_notes())
                self._secrets.keep_for_this_run(secret_name(DEMO), self._server.token)
            return [Instance(DEMO, "Demo", self._server.url)]

    def close(self) -> None:
        """End the server."""
        if self._server is not None:
            self._server.close()
            self._server = None


def demo_notes() -> list[DemoNote]:
    """The shipped notes."""
    return load_demo(paths.resources_dir() / "demo")


@dataclass(slots=True)
class House:
    """What the start brought up. `serving` and `trouble` change once, when nothing listened at first."""

    engine: Engine
    serving: Serving | None
    secrets: ThisRun
    instances: Callable[[], Sequence[Instance]]  # as settings and environment have them now
    trouble: TrayRecallError | None = None  # why nothing listens, when nothing does
    settings: Settings = field(default_factory=Settings)  # those with which it was opened
    build_serving: Callable[[], Serving] | None = None  # to try that again, by the settings of then
    env: Mapping[str, str] = field(default_factory=dict)
    on_close: Callable[[], None] = lambda: None  # what else was opened for it
    _rereading: threading.Lock = field(init=False, default_factory=threading.Lock)
    _beginning: threading.Lock = field(init=False, default_factory=threading.Lock)

    def reread(self) -> int:
        """Let the engine work with the servers that there are now; how many. Raises SettingsError."""
        with self._rereading:  # else what one thread has read may replace what another read later
            found = self.instances()
            self.engine.update_instances(found)
            return len(found)

    def open_source(self, instance: Instance) -> NoteSource:
        """A client of the instance with the token that it has now. Raises SecretStoreError or UserInputError."""
        return app.opened_source(instance, secret_name(instance.id), self.secrets)

    @property
    def moved_to(self) -> int | None:
        """The port it listens on, when that is another than the one of the settings."""
        if self.serving is None or not self.serving.listener.moved:
            return None
        return self.serving.listener.port

    @property
    def waits_for_keyring(self) -> bool:
        """Whether nothing listens because a token could not be read."""
        return self.serving is None and isinstance(self.trouble, SecretStoreError)

    def listen(self) -> None:
        """Try to listen, once what kept it from that may be over. May block for seconds."""
        with self._beginning:  # two would listen on two ports
            if self.build_serving is None or self.serving is not None:
                return
            try:
                serving = self.build_serving()
                serving.start()
            except TrayRecallError as failure:
                self.trouble = failure
                return
            self.serving, self.trouble = serving, None

    def renew(self) -> None:
        """Answer by what the settings say of the endpoint now, or try to listen by them. May block for seconds.

        Raises what `app.renew` raises.
        """
        if self.serving is None:
            self.listen()
        else:
            app.renew(self.serving, self.env)

    def follow(self, due: Due) -> None:
        """Let the engine do what a beat is for; returns at once."""
        app.follow(self.engine, due)

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
        self.on_close()


def open_house(env: Mapping[str, str], *, database: Path | None = None, demo: bool = False) -> House:
    """Open everything behind the windows; may block for seconds. Raises SettingsError, StoreError, UserInputError.

    With `demo` the demo's notes are there whatever the settings say; `database` is another index file than usual.
    """
    read = app.read_configuration(env)
    secrets = ThisRun(read.secrets)
    notes = DemoNotes(secrets)

    def instances() -> list[Instance]:
        now = app.read_configuration(env)
        taken = any(instance.id == DEMO for instance in now.instances)
        return [*notes.instances(wanted=(demo or now.settings.demo) and not taken), *now.instances]

    with ExitStack() as opened:  # closed again when the rest can't be opened: a person may try many times
        opened.callback(notes.close)
        configuration = replace(read, instances=tuple(instances()), secrets=secrets)
        engine = app.build_engine(configuration, database=database, spared=())
        opened.callback(engine.close)
        house = started(engine, configuration, secrets, instances, env)
        house.on_close = notes.close
        opened.pop_all()
    return house


def started(
    engine: Engine,
    configuration: app.Configuration,
    secrets: ThisRun,
    instances: Callable[[], Sequence[Instance]],
    env: Mapping[str, str],
) -> House:
    """The house around an engine that begins its work now.

    Without a keyring or a free port the application still works for the person; `trouble` tells why nothing listens.
    """
    engine.start()
    engine.request_sync()
    house = House(
        engine,
        None,
        secrets,
        instances,
        settings=configuration.settings,
        build_serving=lambda: app.build_serving(
            replace(app.read_configuration(env), secrets=secrets), engine, env, reread=house.reread
        ),
        env=env,
    )
    house.listen()
    if house.trouble is not None:
        log.warning("nothing listens for agents: %s", house.trouble)
    app.settle_in()
    return house
