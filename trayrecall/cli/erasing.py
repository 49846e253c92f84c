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
from trayrecall.connect.agents import places_here
from trayrecall.connect.install import CantEdit
from trayrecall.core.errors import explain

WORD = "erase"


def erase(arguments: argparse.Namespace) -> int:
    """Show what there is, ask for the word, remove it and say so; exit code 1 when nothing or not all was removed."""
    configuration = app.read_configuration(os.environ)
    if running_app(configuration.secrets) is not None:
        raise erasing.StillRunning
    found = erasing.written(os.environ)
    agents = connected(configuration)
    if found.is_nothing and not agents:
        print("There is nothing to erase.")
        return Exit.OK
    _show(found, agents)
    if not arguments.yes and not _typed_word():
        print("Nothing was erased.", file=sys.stderr)
        return Exit.NOT_CLEAN
    well = not agents or not (arguments.yes or _agreed(agents)) or _disconnect(configuration, agents)
    for what in erasing.erase(erasing.written(os.environ), os.environ):  # without what went with the agents
        print(f"removed {what}")
    for path in erasing.left():
        print(f"left {path}, which is not TrayRecall's", file=sys.stderr)
    return Exit.OK if well else Exit.NOT_CLEAN


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
