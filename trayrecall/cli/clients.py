"""`trayrecall client`: the programs that may ask, each with its own token."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any
from urllib.parse import quote

from trayrecall import app, clients, paths
from trayrecall.cli.client import running_app
from trayrecall.cli.main import Exit
from trayrecall.cli.render import local_time
from trayrecall.core.errors import UserInputError
from trayrecall.server.clients import client_body, read_uses
from trayrecall.server.guard import Grant
from trayrecall.server.oauth.store import PREFIX


def client(arguments: argparse.Namespace) -> int:
    """Add, list or remove a client."""
    actions = {"add": _add, "list": _list, "remove": _remove}
    return actions[arguments.action](arguments)


def _add(arguments: argparse.Namespace) -> int:
    """The token is all that goes to standard output, so that a script can take it."""
    if sys.stdout is None:
        raise UserInputError("the token is told once, by standard output, and that is closed")
    configuration = app.read_configuration(os.environ)
    if any(known.name == arguments.name for known in configuration.settings.clients):
        raise UserInputError(
            f"there is a client {arguments.name!r}", hint=f"First: trayrecall client remove {arguments.name}"
        )
    kinds = [
        kind.strip() for kind in arguments.kinds.split(",")
    ]  # an empty one is refused: all was not meant
    added = clients.proposed(
        arguments.name, kinds, arguments.instance, [known.id for known in configuration.instances]
    )
    token = clients.keep(added, configuration.secrets)
    print(f"{added.name} may ask with this token, which is not shown again:", file=sys.stderr)
    try:
        print(token, flush=True)  # before anything else can fail
    except OSError:  # nobody has it, and it is not shown again
        clients.forget(added.name, configuration.secrets)
        raise
    tell_running(configuration)
    return Exit.OK


def _list(_arguments: argparse.Namespace) -> int:
    configuration = app.read_configuration(os.environ)
    running = running_app(configuration.secrets)
    found = running.get("/api/v1/clients")["results"] if running else _stored(configuration)
    for row in found:
        where = ", ".join(row["instances"]) or "all instances"
        print(f"{row['name']}\t{', '.join(row['for'])}\t{where}\t{_used(row['last_used'])}")
    if not found:
        print("No client yet. Add one: trayrecall client add NAME", file=sys.stderr)
    return Exit.OK


def _stored(configuration: app.Configuration) -> list[dict[str, Any]]:
    uses = read_uses(paths.client_uses_file())
    own = [
        Grant(known.name, "", frozenset(known.instances), frozenset(known.kinds))
        for known in configuration.settings.clients
    ]
    return [client_body(grant, uses) for grant in (*own, *clients.logins().grants())]


def _used(when: str | None) -> str:
    if when is None:
        return "never used"
    return f"last used {local_time(when)}"


def _remove(arguments: argparse.Namespace) -> int:
    configuration = app.read_configuration(os.environ)
    if arguments.name.startswith(PREFIX):
        return _log_out(arguments.name, configuration)
    if all(known.name != arguments.name for known in configuration.settings.clients):
        raise _no_such(arguments.name)
    clients.forget(arguments.name, configuration.secrets)
    tell_running(configuration)
    print(f"{arguments.name} is removed; its token opens nothing any more.")
    return Exit.OK


def _log_out(name: str, configuration: app.Configuration) -> int:
    running = running_app(configuration.secrets)
    if running is None:
        if not clients.logins().remove(name):
            raise _no_such(name)
    else:
        if all(row["name"] != name for row in running.get("/api/v1/clients")["results"]):
            raise _no_such(name)
        running.delete(f"/api/v1/clients/{quote(name, safe='')}")
    print(f"{name} is logged out; its tokens open nothing any more.")
    return Exit.OK


def _no_such(name: str) -> UserInputError:
    return UserInputError(f"there is no client {name!r}", hint="See: trayrecall client list")


def tell_running(configuration: app.Configuration) -> None:
    """Let the running application, if there is one, take in the clients as they are now."""
    running = running_app(configuration.secrets)
    if running is not None:
        running.post("/api/v1/clients/reload")
