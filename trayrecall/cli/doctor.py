"""`trayrecall doctor`: looks at everything that has to work and says what to mend. Changes nothing."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version

import apsw

from trayrecall import __version__, app, paths
from trayrecall.cli.client import running_app
from trayrecall.cli.connecting import connected
from trayrecall.cli.main import Exit
from trayrecall.cli.render import counted
from trayrecall.core.errors import ModelUnavailable, StoreError, TrayRecallError
from trayrecall.embed import available
from trayrecall.secrets import LOCAL_CLIENT
from trayrecall.settings import Settings, load_settings
from trayrecall.store import Database
from trayrecall.store.database import rows


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `hint` says what to do when it isn't well."""

    name: str
    well: bool
    told: str
    hint: str = ""


def doctor(_arguments: argparse.Namespace) -> int:
    """Print one line for each thing looked at; exit code 1 when something is to be mended."""
    well = True
    for finding in _findings():
        well &= finding.well
        print(f"{'ok  ' if finding.well else 'FAIL'} {finding.name}: {finding.told}")
        if finding.hint and not finding.well:
            print(f"     {finding.hint}")
    return Exit.OK if well else Exit.NOT_CLEAN


def _findings() -> Iterator[Finding]:
    checks: tuple[tuple[str, Callable[[], str]], ...] = (
        (
            "program",
            lambda: f"TrayRecall {__version__}, Python {platform.python_version()}, {platform.system()}",
        ),
        ("SQLite", lambda: f"{apsw.sqlite_lib_version()} with FTS5 and sqlite-vec {version('sqlite-vec')}"),
        (
            "settings",
            lambda: f"{paths.settings_file()}, {counted(len(_settings().instances), 'server')}",
        ),
        ("model", _model),
        ("index", _index),
        ("tokens", _tokens),
        ("listener", _listener),
    )
    for name, check in checks:
        try:
            yield Finding(name, well=True, told=check())
        except TrayRecallError as failure:
            yield Finding(name, well=False, told=str(failure), hint=failure.hint)
    yield from _servers()
    yield from _agents()


def _settings() -> Settings:
    return load_settings(paths.settings_file())


def _model() -> str:
    settings = _settings()
    where = available(settings.model, folder=None, cache=paths.models_dir(), resources=paths.resources_dir())
    if where is None and settings.model_folder is None:
        raise ModelUnavailable(settings.model)
    return f"{settings.model} from {settings.model_folder or where}"


def _index() -> str:
    path = paths.database_file()
    if not path.is_file():
        return f"none yet at {path}"
    database = Database(path, writable=False)
    try:
        with database.read() as connection:
            ((verdict,),) = rows(connection, "PRAGMA quick_check(1)")
            ((count,),) = rows(connection, "SELECT count(*) FROM note WHERE left_out IS NULL")
    except apsw.Error as error:
        raise StoreError(f"{path}: {type(error).__name__}", hint=_BUILT_ANEW) from None
    finally:
        database.close()
    if verdict != "ok":
        raise StoreError(f"{path}: {verdict}", hint=_BUILT_ANEW)
    return f"{path}, {counted(count, 'note')}, {path.stat().st_size / 1e6:.1f} MB, whole"


_BUILT_ANEW = "Move the file away; it is built anew from Trilium at the next sync."


def _tokens() -> str:
    """Whether every token that is needed can be had: of each server, and of this machine's own clients."""
    configuration = app.read_configuration(os.environ)
    own = configuration.secrets.get(LOCAL_CLIENT)
    for name in configuration.token_names.values():
        configuration.secrets.get(name)  # one that is missing is told with its server
    return "their store answers" + ("" if own else "; this machine's own is made at the first start")


def _listener() -> str:
    running = running_app(app.read_configuration(os.environ).secrets)
    if running is None:
        return "no TrayRecall runs"
    return f"TrayRecall runs at {running.url}: {running.get('/health')['status']}"


def _servers() -> Iterator[Finding]:
    try:
        configuration = app.read_configuration(os.environ)
    except TrayRecallError:
        return  # told above
    for instance in configuration.instances:
        try:
            source = configuration.open_source(instance)
            try:
                yield Finding(
                    instance.name, well=True, told=f"Trilium {source.app_version()} at {instance.url}"
                )
            finally:
                source.close()
        except TrayRecallError as failure:
            yield Finding(instance.name, well=False, told=f"{instance.url}: {failure}", hint=failure.hint)


def _agents() -> Iterator[Finding]:
    try:
        found = connected(app.read_configuration(os.environ))
    except TrayRecallError:
        return  # told above
    for each in found:
        told = ", ".join(each.troubles) or "connected"
        yield Finding(
            each.agent.title, well=not each.troubles, told=told, hint="Run: trayrecall connect --repair"
        )
