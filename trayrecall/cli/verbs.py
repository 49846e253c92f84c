"""The commands that need the engine: those that read or write the index themselves, and those that manage servers."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any

from trayrecall import app, instances, paths
from trayrecall.cli.client import AlreadyRunning, running_app
from trayrecall.cli.given import no_such_instance, typed_secret, view_of
from trayrecall.cli.main import Exit
from trayrecall.cli.render import NO_SERVER, ProgressLine
from trayrecall.core.errors import TlsFailure, TrayRecallError, UserInputError, explain
from trayrecall.core.lean import recall_envelope
from trayrecall.core.model import Area, Filters, Instance, InstanceId, InstanceStatus, Status
from trayrecall.embed import MODELS, available, install_model
from trayrecall.engine.engine import Engine
from trayrecall.etapi import fetch_fingerprint
from trayrecall.etapi.certificates import typed_fingerprint
from trayrecall.logs import log_to_file
from trayrecall.server.bodies import LinkBases, decision_body, health_body
from trayrecall.server.guard import Grant
from trayrecall.settings import load_settings
from trayrecall.store import Database, Index

_ALL = Grant("cli", "")
RELOAD = "/api/v1/instances/reload"


# ---- over the index file, while no application runs -----------------------------------------------------


def search(arguments: argparse.Namespace) -> dict[str, Any]:
    """The answer to a search. Raises UserInputError for an unknown instance, or when there is no index yet."""
    with reading_engine(app.read_configuration(os.environ)) as engine:
        engine.attach()
        return search_body(engine, arguments)


def search_body(engine: Engine, arguments: argparse.Namespace) -> dict[str, Any]:
    """The same envelope as REST, from an engine of our own. Raises UserInputError for an unknown instance."""
    for wanted in arguments.instance:
        if engine.instance(InstanceId(wanted)) is None:
            raise no_such_instance(wanted)
    filters = Filters(
        frozenset(InstanceId(i) for i in arguments.instance),
        frozenset(Area(a) for a in arguments.area),
        frozenset(arguments.label),
        arguments.since,
        arguments.until,
    )
    answer = engine.search(
        arguments.query,
        limit=arguments.limit,
        min_score=arguments.min_score,
        order=arguments.order,
        filters=filters,
    )
    return recall_envelope(answer, engine.status(), LinkBases(engine), view_of(arguments))


def _preparing() -> app.Progress:
    return ProgressLine("preparing the model").show


@contextmanager
def reading_engine(configuration: app.Configuration) -> Iterator[Engine]:
    """An engine that reads the index file and writes nothing. Raises UserInputError when there is no index yet.

    To be asked anything of the notes it is to be attached: their vectors take seconds and much memory.
    """
    if not paths.database_file().exists():
        raise UserInputError(
            "there is no index yet",
            hint="Add a Trilium server (trayrecall instance add), then: trayrecall sync",
        )
    with closing(app.build_engine(configuration, writable=False, progress=_preparing())) as engine:
        yield engine


@contextmanager
def describing_engine(configuration: app.Configuration) -> Iterator[Engine]:
    """An engine that tells how the index stands, and answers nothing. Raises as `reading_engine`."""
    with reading_engine(configuration) as engine:
        engine.describe(app.known_fingerprint(configuration.settings, _preparing()))
        yield engine


def stored_health() -> dict[str, Any]:
    """How the index stands."""
    configuration = app.read_configuration(os.environ)
    if not paths.database_file().exists():
        known = tuple(
            InstanceStatus(i.id, i.name, i.url, i.enabled, "never_synced" if i.enabled else "disabled")
            for i in configuration.instances
        )
        return health_body(Status("starting", known), _ALL)
    with describing_engine(configuration) as engine:
        return health_body(engine.status(), _ALL)


def stored_decisions(limit: int) -> list[dict[str, Any]]:
    """What was decided about the last prompts."""
    with reading_engine(app.read_configuration(os.environ)) as engine:
        return [decision_body(decision) for decision in engine.decisions(limit=limit)]


def synced(*, full: bool, accept_deletions: bool) -> dict[str, Any]:
    """Bring the index up to the servers; how it stands then. Raises UserInputError when there is no server."""
    configuration = app.read_configuration(os.environ)
    if not configuration.instances:
        raise UserInputError(NO_SERVER)
    with log_to_file(), closing(app.build_engine(configuration, progress=_preparing())) as engine:
        engine.start()
        engine.request_sync(full=full, accept_deletions=accept_deletions)
        wait_with_progress(engine)
        return health_body(engine.status(), _ALL)


def wait_with_progress(engine: Engine, enough: Callable[[Status], bool] = lambda _status: False) -> None:
    """Wait until the engine has nothing left to do, or has done `enough`, and show how far each of its works is."""
    work, line = "", ProgressLine("")
    while not engine.wait_until_idle(0.2) and not enough(status := engine.status()):
        if status.progress is None:
            continue
        now = "reading the notes" if status.is_reading else "building the index"
        if now != work:
            if work:
                line.show(1.0)
            work, line = now, ProgressLine(now)
        line.show(min(status.progress, 0.99))
    if work:
        line.show(1.0)


# ---- serving ------------------------------------------------------------------------------------------


def serve(arguments: argparse.Namespace) -> int:
    """The engine without a window. Raises AlreadyRunning when an application runs on this machine."""
    running = running_app(app.read_configuration(os.environ).secrets)
    if running is not None:
        raise AlreadyRunning(f"it answers at {running.url}, and one is enough")
    return app.serve(os.environ | ({app.HOST_VARIABLE: arguments.host} if arguments.host else {}))


# ---- instances ----------------------------------------------------------------------------------------


def instance(arguments: argparse.Namespace) -> int:
    """Add, list, test or remove a Trilium server."""
    actions = {"add": _add, "list": _list, "test": _test, "remove": _remove}
    return actions[arguments.action](arguments)


def _add(arguments: argparse.Namespace) -> int:
    """Check address and token against the server, then keep both: the token in the secret store alone."""
    configuration = app.read_configuration(os.environ)
    added = instances.proposed(arguments.name, arguments.url, arguments.web_url)
    added = replace(
        added,
        ca_file=arguments.ca_file or added.ca_file,
        pinned_sha256=typed_fingerprint(arguments.pin) if arguments.pin else added.pinned_sha256,
    )
    question = "Paste the ETAPI token (Trilium: Options, ETAPI; it isn't shown), then press Enter: "
    token = app.clean_token(typed_secret(question))
    version = _version_or_certificate(added, token)
    instances.keep(added, token, configuration.secrets)
    told = f"{added.name} is Trilium {version} and will be read as {added.id!r}."
    running = running_app(configuration.secrets)
    if running is None:
        print(f"{told} Next: trayrecall sync")
    else:
        running.post(RELOAD)
        print(f"{told} The running TrayRecall syncs it now; `trayrecall status` tells how it stands.")
    return Exit.OK


def _version_or_certificate(added: Instance, token: str) -> str:
    """The server's version; when its certificate isn't trusted, show it, so that a person can compare and pin it."""
    try:
        return instances.version_of(added, token)
    except TlsFailure as failure:
        shown = fetch_fingerprint(added.url)
        raise TlsFailure(
            failure.detail,
            hint=f"{failure.hint} It presents: {shown}. If that is yours, repeat with --pin {shown.sha256}",
        ) from None


def _list(_arguments: argparse.Namespace) -> int:
    configuration = app.read_configuration(os.environ)
    for known in configuration.instances:
        print(f"{known.id}\t{known.name}\t{known.url}{'' if known.enabled else '  (disabled)'}")
    if not configuration.instances:
        print(NO_SERVER, file=sys.stderr)
    return Exit.OK


def _test(arguments: argparse.Namespace) -> int:
    configuration = app.read_configuration(os.environ)
    chosen = [i for i in configuration.instances if arguments.id in (None, i.id)]
    if not chosen:
        raise no_such_instance(arguments.id) if configuration.instances else UserInputError(NO_SERVER)
    failed = 0
    for known in chosen:
        began = time.monotonic()
        try:
            with closing(configuration.open_source(known)) as source:
                version = source.app_version()
        except TrayRecallError as failure:
            failed += 1
            print(f"{known.name}: {explain(failure)}")
            continue
        print(f"{known.name}: Trilium {version}, answered in {(time.monotonic() - began) * 1000:.0f} ms")
    return Exit.NOT_CLEAN if failed else Exit.OK


def _remove(arguments: argparse.Namespace) -> int:
    configuration = app.read_configuration(os.environ)
    instance_id = InstanceId(arguments.id)
    if configuration.settings.instance(instance_id) is None:
        variable = configuration.token_names.get(instance_id)
        if variable is None:
            raise no_such_instance(arguments.id)
        raise UserInputError(
            f"{arguments.id!r} comes from the environment",
            hint=f"Unset {variable} and {variable.removesuffix('TOKEN')}URL.",
        )
    running = running_app(configuration.secrets)
    if running is None and paths.database_file().exists():
        with closing(Index(Database(paths.database_file()))) as index:
            index.remove_instance(instance_id)
    try:
        instances.forget(instance_id, configuration.secrets)
    finally:  # also when the keyring keeps the token: the server is in the settings no more
        if running is not None:
            running.post(RELOAD)
    print(f"{arguments.id} is forgotten: its settings, its token and its notes in the index.")
    return Exit.OK


# ---- the model ----------------------------------------------------------------------------------------


def model(arguments: argparse.Namespace) -> int:
    """List models, or download one."""
    settings = load_settings(paths.settings_file())
    if arguments.action == "install":
        name = arguments.name or settings.model
        folder = install_model(name, paths.models_dir(), ProgressLine(f"downloading {name}").show)
        print(f"{name} is in {folder}. A TrayRecall that runs without a model takes it within ten minutes.")
        return Exit.OK
    for name, spec in MODELS.items():
        where = available(name, app.model_places(settings))
        chosen = "*" if name == settings.model else " "
        print(f"{chosen} {name} ({spec.languages}, {spec.licence}): {where or 'not on this machine'}")
    return Exit.OK
