"""What `trayrecall doctor` looks at: one small function each. They change nothing and may block for seconds."""

from __future__ import annotations

import os
import platform
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version

import apsw

from trayrecall import __version__, app, paths
from trayrecall.cli.client import running_app
from trayrecall.cli.connecting import connected
from trayrecall.cli.render import counted
from trayrecall.core.errors import ModelUnavailable, StoreError, TrayRecallError, explain_file
from trayrecall.embed import available, damage
from trayrecall.secrets import LOCAL_CLIENT
from trayrecall.settings import Settings, load_settings
from trayrecall.store import Database
from trayrecall.store.database import column, number, vec_extension
from trayrecall.store.kin import surplus_copies


class Verdict(StrEnum):
    """How something is."""

    OK = "ok"
    WARN = "warn"  # works, but a person may want to know
    BAD = "FAIL"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `hint` says what to do when it isn't well."""

    name: str
    verdict: Verdict
    told: str
    hint: str = ""


Check = Callable[[], Finding]


def ok(name: str, told: str) -> Finding:
    """All is well."""
    return Finding(name, Verdict.OK, told)


def warn(name: str, told: str, hint: str = "") -> Finding:
    """It works, but not as well as it could."""
    return Finding(name, Verdict.WARN, told, hint)


def bad(name: str, failure: TrayRecallError) -> Finding:
    """Something is to be mended."""
    return Finding(name, Verdict.BAD, str(failure), failure.hint)


def looked(name: str, check: Check) -> Finding:
    """What the check finds; its failure is a finding too."""
    try:
        return check()
    except TrayRecallError as failure:
        return bad(name, failure)
    except OSError as failure:
        return Finding(name, Verdict.BAD, explain_file(failure))


def _settings() -> Settings:
    return load_settings(paths.settings_file())


# ---- the program and its files ------------------------------------------------------------------------


def program() -> Finding:
    """What runs on what."""
    return ok("program", f"TrayRecall {__version__}, Python {platform.python_version()}, {platform.system()}")


def sqlite() -> Finding:
    """The extension by which vectors are stored, loaded for real."""
    try:
        with closing(apsw.Connection(":memory:")) as connection:
            connection.enable_load_extension(True)  # noqa: FBT003 - apsw's
            connection.load_extension(vec_extension())
            connection.execute("CREATE VIRTUAL TABLE t USING fts5(x)")
    except apsw.Error as error:
        raise StoreError(
            f"sqlite-vec or FTS5 can't be used ({type(error).__name__})",
            hint="Install apsw and sqlite-vec again: pipx reinstall trayrecall",
        ) from None
    return ok("SQLite", f"{apsw.sqlite_lib_version()} with FTS5 and sqlite-vec {version('sqlite-vec')}")


def settings() -> Finding:
    """The settings file."""
    return ok("settings", f"{paths.settings_file()}, {counted(len(_settings().instances), 'server')}")


def model() -> Finding:
    """The model's files, against their pinned hashes."""
    chosen = _settings()
    places = app.model_places(chosen)
    where = available(chosen.model, places)
    if where is None and places.folder is not None:
        raise ModelUnavailable(
            f"{places.folder} holds no model", hint="Mend model_folder in the settings, or take it out."
        )
    if where is None:
        raise ModelUnavailable(chosen.model)
    broken = damage(chosen.model, places)
    if broken is not None:
        raise ModelUnavailable(
            broken, hint=f"Delete it; then start TrayRecall, or: trayrecall model install {chosen.model}"
        )
    return ok("model", f"{chosen.model} from {where}")


_BUILT_ANEW = "Move the file away; it is built anew from Trilium at the next sync."


def index() -> Finding:
    """The index file, looked over by SQLite."""
    path = paths.database_file()
    if not path.exists():
        return ok("index", f"none yet at {path}")
    try:
        with closing(Database(path, writable=False)) as database, database.read() as reader:
            (verdict,) = column(reader, "PRAGMA quick_check(1)")
            count = number(reader, "SELECT count(*) FROM note WHERE left_out IS NULL")
            count -= surplus_copies(reader)  # as the status counts them
    except apsw.Error as error:
        raise StoreError(f"{path}: {type(error).__name__}", hint=_BUILT_ANEW) from None
    if verdict != "ok":
        raise StoreError(f"{path}: {verdict}", hint=_BUILT_ANEW)
    return ok("index", f"{path}, {counted(count, 'note')}, {path.stat().st_size / 1e6:.1f} MB, whole")


# ---- tokens and the listener --------------------------------------------------------------------------


def tokens() -> Finding:
    """Whether every token that is needed can be had: of each server, and of this machine's own clients."""
    configuration = app.read_configuration(os.environ)
    own = configuration.secrets.get(LOCAL_CLIENT)
    for name in configuration.token_names.values():
        configuration.secrets.get(name)  # one that is missing is told with its server
    return ok(
        "tokens", "their store answers" + ("" if own else "; this machine's own is made at the first start")
    )


def listener() -> Finding:
    """Where agents ask: the running application, or whether its port is free."""
    running = running_app(app.read_configuration(os.environ).secrets)
    wanted = _settings().port
    if running is None:
        if _is_free(wanted):
            return ok("listener", "no TrayRecall runs")
        return warn(
            "listener",
            f"no TrayRecall runs, and another program has port {wanted}",
            "It will answer on the next free one. Choose another port in the settings, then connect your agents again.",
        )
    if running.port != wanted:
        return warn(
            "listener",
            f"TrayRecall runs at {running.url}, because port {wanted} was taken",
            "End the other program, or choose another port in the settings; then connect your agents again.",
        )
    return ok("listener", f"TrayRecall runs at {running.url}: {running.get('/health')['status']}")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        if os.name == "posix":  # elsewhere it would take the port of another program
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def hook_file() -> Finding:
    """The file that holds the hook's token must be the person's alone."""
    path = paths.hook_config_file()
    if not path.exists():
        return ok("hook", "its file is there while TrayRecall runs")
    others = stat.S_IMODE(path.stat().st_mode) & 0o077
    if os.name == "posix" and others:
        return Finding("hook", Verdict.BAD, f"{path} can be read by others", f"chmod 600 {path}")
    return ok("hook", f"{path}, yours alone")


def agents() -> Iterator[Finding]:
    """The coding agents that are connected, and what no longer fits in their files."""
    try:
        found = connected(app.read_configuration(os.environ))
    except (TrayRecallError, OSError):
        return  # told above
    for each in found:
        if each.troubles:
            yield warn(each.agent.title, ", ".join(each.troubles), "trayrecall connect --repair")
        else:
            yield ok(each.agent.title, "connected")


def servers() -> Iterator[Finding]:
    """Each Trilium server, asked for its version."""
    try:
        configuration = app.read_configuration(os.environ)
    except (TrayRecallError, OSError):
        return  # told above
    for instance in configuration.instances:
        try:
            with closing(configuration.open_source(instance)) as source:
                yield ok(instance.name, f"Trilium {source.app_version()} at {instance.url}")
        except TrayRecallError as failure:
            yield Finding(instance.name, Verdict.BAD, f"{instance.url}: {failure}", failure.hint)
