"""`trayrecall erase`: removes from this machine all that TrayRecall has written, after asking."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from trayrecall import app, erasing
from trayrecall.cli.client import running_app
from trayrecall.cli.connecting import connected, tell_changes
from trayrecall.cli.given import typed_line
from trayrecall.cli.main import Exit
from trayrecall.connect import actions
from trayrecall.connect.actions import Standing
from trayrecall.connect.agents import AGENTS, places_here
from trayrecall.connect.install import CantEdit
from trayrecall.core.errors import SettingsError, explain
from trayrecall.secrets import FILE_VARIABLE, SERVICE, open_secret_store
from trayrecall.settings import Settings

WORD = "erase"


def erase(arguments: argparse.Namespace) -> int:
    """Show what there is, ask for the word, remove it and say so; exit code 1 when nothing or not all was removed, or
    when that can't be told.
    """
    configuration = _configuration()
    if running_app(configuration.secrets) is not None:
        raise erasing.StillRunning
    found = erasing.written(os.environ, AGENTS)
    agents = connected(configuration)
    if found.is_nothing and not agents:
        print("There is nothing to erase.")
        return Exit.OK
    if found.unread:
        place = os.environ.get(FILE_VARIABLE) or f"the keyring, as an entry of {SERVICE}"
        print(
            f"{found.unread}.\nIf only that file names a server or client, its token stays in {place}.",
            file=sys.stderr,
        )
    _show(found, agents)
    if not arguments.yes and not _typed_word():
        print("Nothing was erased.", file=sys.stderr)
        return Exit.NOT_CLEAN
    well = not agents or not (arguments.yes or _agreed(agents)) or _disconnect(configuration, agents)
    left = erasing.written(os.environ, AGENTS)  # without what went with the agents
    for what in erasing.erase(left, os.environ):
        print(f"removed {what}")
    for path in erasing.left():
        print(f"left {path}, which is not TrayRecall's", file=sys.stderr)
    return Exit.OK if well and not found.unread else Exit.NOT_CLEAN


def _configuration() -> app.Configuration:
    """As everywhere; with settings that can't be read, as without any."""
    try:
        return app.read_configuration(os.environ)
    except SettingsError:
        return app.Configuration(Settings(), (), {}, open_secret_store(os.environ))


def _show(found: erasing.Written, agents: Sequence[Standing]) -> None:
    print("This will be removed from this machine; nothing in Trilium is touched:")
    starts = [erasing.STARTS] if found.starts_at_login else []
    for line in (
        *map(str, found.files),
        *(f"the token of {whose}" for whose in found.tokens.values()),
        *starts,
    ):
        print(f"  {line}")
    if agents:
        print(f"Connected: {_titles(agents)}.")


def _titles(agents: Sequence[Standing]) -> str:
    return ", ".join(each.agent.title for each in agents)


def _typed_word() -> bool:
    return _answer(f"Type {WORD} to go on: ") == WORD


def _agreed(agents: Sequence[Standing]) -> bool:
    return _answer(f"Take TrayRecall out of {_titles(agents)} first? [Y/n] ").lower() in {"", "y", "yes"}


def _answer(question: str) -> str:
    print(question, end="", flush=True)
    return typed_line().strip()


def _disconnect(configuration: app.Configuration, agents: Sequence[Standing]) -> bool:
    """Whether all could be taken out."""
    well = True
    for each in agents:
        try:
            tell_changes(actions.taken_out(configuration, each.name, places_here()))
            if actions.has_token(configuration, each.name):
                print(f"removed the token of the client {each.name}")
        except CantEdit as failure:
            well = False
            print(explain(failure), file=sys.stderr)
    return well
