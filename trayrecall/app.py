"""The composition root: builds every object, hands them to each other, and shuts them down in reverse.

Nothing else knows where settings, secrets, models and the index lie, or which class stands behind a seam.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import re
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path

from trayrecall import paths
from trayrecall.core.errors import NoSecretStore, NoToken, TrayRecallError, UserInputError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import Fingerprint, Instance, InstanceId
from trayrecall.core.passages import SPLITTER
from trayrecall.core.ports import NoteSource, SecretStore
from trayrecall.core.rhythm import BEAT_SECONDS, Due, Rhythm
from trayrecall.core.visible import visible
from trayrecall.demo import DEMO
from trayrecall.embed import Places, fingerprint, open_embedder, spec_of
from trayrecall.ending import let_signals_write
from trayrecall.engine.engine import Engine
from trayrecall.engine.model import Model
from trayrecall.engine.preferences import Preferences
from trayrecall.etapi import EtapiSource
from trayrecall.logs import log_to_file
from trayrecall.secrets import LOCAL_CLIENT, LOGIN, new_token, open_secret_store
from trayrecall.server.clients import Clients
from trayrecall.server.guard import Grant
from trayrecall.server.oauth.access import RemoteAccess, checked_password, resource_of
from trayrecall.server.oauth.store import OAuthStore
from trayrecall.server.routes import endpoint_route, instances_route
from trayrecall.server.serving import Serving
from trayrecall.settings import (
    Settings,
    base_url_from_environment,
    instances_from_environment,
    instructions_from_environment,
    load_settings,
    secret_name,
)
from trayrecall.store import Index

log = logging.getLogger(__name__)

HOST_VARIABLE = "RECALL_HOST"
MCP_AHEAD_SECONDS = (
    10.0  # by then windows and model are there, and an agent that was connected may come at any time
)
Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Configuration:
    """What settings and environment say together."""

    settings: Settings
    instances: tuple[Instance, ...]
    token_names: Mapping[InstanceId, str]  # under which name the secret store has an instance's token
    secrets: SecretStore
    instructions: str | None = None  # a person's own words to MCP clients
    base_url: str | None = None  # where clients on other machines come in

    def open_source(self, instance: Instance) -> NoteSource:
        """A client of the instance with its token. Raises SecretStoreError, NoToken and UserInputError."""
        name = self.token_names.get(instance.id) or secret_name(instance.id)
        return opened_source(instance, name, self.secrets)


def opened_source(instance: Instance, token_name: str, secrets: SecretStore) -> NoteSource:
    """A client of the instance with the token of that name. Raises as `Configuration.open_source`."""
    token = secrets.get(token_name)
    if token is None:
        raise NoToken(
            QT_TRANSLATE_NOOP("errors", "there is no token for {name}"),
            hint=QT_TRANSLATE_NOOP(
                "errors", "Enter one: trayrecall instance add --name {name!r} --url {url}"
            ),
            values={"name": instance.name, "url": instance.url},
        )
    return source_of(instance, token)


def source_of(instance: Instance, token: str) -> EtapiSource:
    """A client of the instance, with the trust that the person gave it. Raises UserInputError."""
    ca_file = Path(instance.ca_file).expanduser() if instance.ca_file else None
    return EtapiSource(instance.url, token, ca_file=ca_file, pinned_sha256=instance.pinned_sha256)


_PASTED = re.compile(r"^(?:authorization:\s*)?(?:bearer(?:\s+|$))?", re.IGNORECASE)


def clean_token(pasted: str) -> str:
    """A token as it was pasted, without what copying brings along: blanks, invisible signs, the header's name."""
    return _PASTED.sub("", "".join(visible(pasted).split("\n")).strip()).strip()


def read_configuration(env: Mapping[str, str]) -> Configuration:
    """Settings file and environment; an instance of the environment stands before one of the file of the same id."""
    settings = load_settings(paths.settings_file())
    named = instances_from_environment(env)
    instances = {instance.id: instance for instance in settings.instances}
    token_names = {instance.id: secret_name(instance.id) for instance in settings.instances}
    for instance, variable in named:
        instances[instance.id] = instance
        token_names[instance.id] = variable
    return Configuration(
        settings,
        tuple(instances.values()),
        token_names,
        open_secret_store(env),
        instructions_from_environment(env) or settings.instructions,
        base_url_from_environment(env) or settings.base_url,
    )


def model_places(settings: Settings) -> Places:
    """Where the models of these settings may lie."""
    folder = Path(settings.model_folder) if settings.model_folder else None
    return Places(folder, paths.models_dir(), paths.resources_dir())


def known_fingerprint(settings: Settings, progress: Progress | None) -> Fingerprint | None:
    """That of the model that `load_model` would load, by its files alone; None when there is none to load."""
    try:
        return fingerprint(settings.model, model_places(settings), progress=progress, splitter=SPLITTER)
    except TrayRecallError as failure:
        log.info("%s", failure)
        return None


def load_model(settings: Settings, progress: Progress | None) -> Model:
    """The model of the settings, from this machine. Raises ModelUnavailable and EmbedderError."""
    embedder = open_embedder(settings.model, model_places(settings), progress=progress, splitter=SPLITTER)
    return Model(embedder, spec_of(settings.model).scale, everyday_sentences(), off_topic_prompts())


_TURN = 0.001  # seconds that a thread may keep Python to itself while others wait; Python's own 5 ms add up in a window


def settle_in() -> None:
    """Make the process one in which a window never waits long. Called once, when all is open.

    The garbage collection passes over all that is there by now, mostly modules: it stays to the end. Looking through it
    stops every thread for 60 to 70 ms, the windows' too; without it a look takes about 6 ms. Not for what may go again,
    such as a model that is unloaded. And threads take shorter turns.
    """
    gc.freeze()
    sys.setswitchinterval(_TURN)


def everyday_sentences() -> dict[str, list[str]]:
    """The shipped sentences of each language, by which a model's languages are told apart."""
    return _by_language("languages.json")


def off_topic_prompts() -> dict[str, list[str]]:
    """The shipped prompts of each language that no notes are meant to answer, with which the gate is measured."""
    return _by_language("off_topic.json")


def _by_language(resource: str) -> dict[str, list[str]]:
    text = (paths.resources_dir() / resource).read_text(encoding="utf-8")
    return {language: found for language, found in json.loads(text).items() if isinstance(found, list)}


def build_engine(
    configuration: Configuration,
    *,
    database: Path | None = None,
    writable: bool = True,
    progress: Progress | None = None,
    open_source: Callable[[Instance], NoteSource] | None = None,
    spared: Collection[InstanceId] | None = None,
) -> Engine:
    """The engine over the index file. Raises StoreError, also when another TrayRecall writes it.

    With `spared` the notes of servers are removed that are in the configuration no more, but for those; a command
    leaves them alone: its environment may name fewer servers than that of the application.
    """
    index = Index.open(database or paths.database_file(), writable=writable)
    if index.notice is not None:  # the file was damaged; the words stay for the status
        log.warning("%s", index.notice)
    return Engine(
        index,
        configuration.instances,
        open_source or configuration.open_source,
        lambda: load_model(configuration.settings, progress),
        keep_prompts=timedelta(days=configuration.settings.keep_prompts_days),
        preferences=preferences_of(configuration.settings),
        spared=spared,
    )


def preferences_of(settings: Settings) -> Preferences:
    """How the engine answers and rests by these settings."""
    minutes = settings.unload_model_minutes
    return Preferences(
        settings.prompt_passages, settings.off_topic_share, timedelta(minutes=minutes) if minutes else None
    )


def local_token(secrets: SecretStore) -> str:
    """The token of this machine's own clients, made at the first start.

    Raises NoSecretStore when there is nowhere to keep it: it is never written down in plain text on its own account.
    """
    try:
        known = secrets.get(LOCAL_CLIENT)
        if known is not None:
            return known
        token = new_token()
        secrets.set(LOCAL_CLIENT, token)
    except NoSecretStore as failure:
        raise NoSecretStore(
            failure.detail,
            hint=QT_TRANSLATE_NOOP(
                "errors",
                "Give this machine's clients a token in RECALL_CLIENT_LOCAL_TOKEN, or name a 0600 file for tokens in"
                " RECALL_SECRETS_FILE.",
            ),
        ) from failure
    return token


# ---- the engine without a window ------------------------------------------------------------------------


def client_secret(name: str) -> str:
    """The name under which the secret store keeps a client's token."""
    return f"client:{name}"


def secret_names(settings: Settings) -> dict[str, str]:
    """The name of every token that the secret store may hold for these settings, and whose it is, for a person."""
    own = {LOCAL_CLIENT: "this machine's command line", LOGIN: "remote clients, which is a password"}
    servers = {secret_name(known.id): f"the server {known.name}" for known in settings.instances}
    return (
        own | servers | {client_secret(known.name): f"the client {known.name}" for known in settings.clients}
    )


def client_grants(settings: Settings, secrets: SecretStore) -> list[Grant]:
    """What each client of the settings may ask; one without a token may nothing. Raises SecretStoreError."""
    found: list[Grant] = []
    for client in settings.clients:
        token = secrets.get(client_secret(client.name))
        if token is None:
            log.warning("there is no token for the client %s", client.name)
        else:
            found.append(Grant(client.name, token, frozenset(client.instances), frozenset(client.kinds)))
    return found


def login_password(secrets: SecretStore) -> str | None:
    """The password of remote clients; None when there is none. Raises SecretStoreError while the store can't be read."""
    try:
        return secrets.get(LOGIN)
    except NoSecretStore:
        return None


def remote_access(configuration: Configuration) -> RemoteAccess | None:
    """How clients on other machines come in; None without a base URL.

    Raises UserInputError when there is no password for them, or a short one, SecretStoreError and LoginsNotKept.
    """
    if configuration.base_url is None:
        return None
    password = login_password(configuration.secrets)
    if password is None:
        raise UserInputError(
            QT_TRANSLATE_NOOP("errors", "the base URL {base_url} is set, but no password for remote clients"),
            hint=QT_TRANSLATE_NOOP(
                "errors",
                "Set one: trayrecall remote on URL, or RECALL_LOGIN_PASSWORD; or no base URL: trayrecall remote off.",
            ),
            values={"base_url": configuration.base_url},
        )
    store = OAuthStore(paths.oauth_file(), resource_of(configuration.base_url))
    store.logged_in_with(checked_password(password))
    return RemoteAccess(configuration.base_url, password, store)


def build_serving(
    configuration: Configuration,
    engine: Engine,
    env: Mapping[str, str] = os.environ,
    *,
    reread: Callable[[], int] | None = None,
) -> Serving:
    """The HTTP surface of the engine. `RECALL_HOST` names an address to listen on besides loopback.

    The clients are read again on request, with a store that remembers nothing: a token may have been replaced. So are
    who else is let in (`renew`), and the servers, by `reread` when something more than settings and environment
    decides which there are.
    Raises SecretStoreError when there is nowhere to keep its token, NotLoopback, and what `remote_access` raises.
    """
    remote = remote_access(configuration)
    hook = Grant("hook", new_token(), kinds=frozenset({"hook"}))
    clients = Clients(
        (Grant("local", local_token(configuration.secrets)), hook),
        lambda: client_grants(load_settings(paths.settings_file()), open_secret_store(env)),
        paths.client_uses_file(),
        remote.store if remote is not None else None,
    )
    clients.reload()
    made = Serving(
        engine,
        grants=clients.grants,
        allowed_origins=configuration.settings.allowed_origins,
        host=env.get(HOST_VARIABLE, "").strip() or "127.0.0.1",
        port=configuration.settings.port,
        runtime_file=paths.runtime_file(),
        instructions=configuration.instructions,
        hook_file=paths.hook_config_file(),
        hook_token=hook.token,  # a new one at each start, so what a crash left behind opens nothing
        more_routes=(
            *clients.routes(),
            instances_route(reread or (lambda: _reread(engine, env))),
            endpoint_route(lambda: renew(made, env)),
        ),
        used=clients.used,
        ended=clients.save,
        remote=remote,
        clients=clients,
        mcp_ahead_seconds=MCP_AHEAD_SECONDS
        if any("mcp" in c.kinds for c in configuration.settings.clients)
        else None,
    )
    return made


def renew(serving: Serving, env: Mapping[str, str]) -> str | None:
    """Let it answer by what settings, environment and keyring say by now: origins, instructions, remote clients.

    Gives the base URL of those. Raises what `remote_access` raises; when they have no password any more, none is let in.
    """
    with serving.renewing:  # else what one thread has read may replace what another read later
        now = read_configuration(env)
        allow = partial(
            serving.renew, allowed_origins=now.settings.allowed_origins, instructions=now.instructions
        )
        try:
            allow(remote=remote_access(now))
        except UserInputError:
            allow(remote=None)
            raise
    return now.base_url


def _reread(engine: Engine, env: Mapping[str, str]) -> int:
    """Let the engine work with the servers of settings and environment as they are now; how many."""
    found = read_configuration(env).instances
    engine.update_instances(found)
    return len(found)


@contextmanager
def serving(
    configuration: Configuration, env: Mapping[str, str] = os.environ
) -> Iterator[tuple[Engine, Serving]]:
    """A running engine with its listener; both are stopped at the end, whatever happens."""
    engine = build_engine(configuration, spared={DEMO})  # which is read by the application with windows alone
    try:
        serving_ = build_serving(configuration, engine, env)
        try:
            serving_.start()
            engine.start()
            engine.request_sync()
            yield engine, serving_
        finally:
            serving_.stop()
    finally:
        engine.close()


def follow(engine: Engine, due: Due) -> None:
    """Let the engine do what a beat is for."""
    if due is not Due.NOTHING and hasattr(time, "tzset"):
        time.tzset()  # a traveller's machine: Python reads the time zone once, and days would begin at home for ever
    if due is Due.TICK:
        engine.tick()
    elif due is Due.WAKING:
        log.info("the machine slept or its clock was set: looking at the servers now")
        engine.wake()


def serve(env: Mapping[str, str]) -> int:
    """`trayrecall serve`: the engine and its listener until a signal ends them."""
    configuration = read_configuration(env)
    with log_to_file(), asked_by_signals() as asked_to_end, serving(configuration, env) as (engine, running):
        names = ", ".join(instance.name for instance in configuration.instances) or "no instance yet"
        print(f"TrayRecall answers at {running.listener.url} for {names}. Ctrl+C ends it.", flush=True)  # noqa: T201
        if configuration.base_url is not None:
            print(f"Clients on other machines log in at {configuration.base_url}/mcp.", flush=True)  # noqa: T201
        if running.listener.moved:
            print(  # noqa: T201
                f"Port {configuration.settings.port} is taken by another program, so clients that know only that one"
                " don't find TrayRecall. Mend the connected agents: trayrecall connect --repair",
                file=sys.stderr,
                flush=True,
            )
        rhythm = Rhythm(time.time(), time.monotonic())
        while not asked_to_end(BEAT_SECONDS):
            follow(engine, rhythm.beat(time.time(), time.monotonic()))
    return 0


@contextmanager
def asked_by_signals() -> Iterator[Callable[[float], bool]]:
    """Tells whether one of the `end_signals` comes within so many seconds. For the main thread.

    They come through a socket: one that the system hands to another thread doesn't end a wait for a lock.
    """
    receiving, sending = socket.socketpair()
    with receiving, sending:
        let_signals_write(sending)
        try:
            yield lambda seconds: bool(select.select([receiving], [], [], seconds)[0])
        finally:
            signal.set_wakeup_fd(-1)
