"""`trayrecall connect` and `disconnect`: the prompt hook and the MCP server of one agent."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from trayrecall import app, clients
from trayrecall.cli.client import RunningApp, running_app
from trayrecall.cli.clients import tell_running
from trayrecall.cli.main import Exit
from trayrecall.connect import check, install
from trayrecall.connect.agents import AGENTS, Access, Agent, File, places_here
from trayrecall.connect.check import RoundTrip
from trayrecall.connect.install import Change
from trayrecall.core.clients import Client
from trayrecall.core.errors import UserInputError

_KINDS = ("mcp",)  # the hook has a token of its own, which no agent's file holds
_HIDDEN = "(a token)"


def connect(arguments: argparse.Namespace) -> int:
    """Put the hook and the MCP server into the agent's files, then ask through both."""
    configuration = app.read_configuration(os.environ)
    agent = _agent(arguments.agent)
    running = running_app(configuration.secrets)
    port = running.port if running else configuration.settings.port
    url = f"http://127.0.0.1:{port}/mcp"
    known = _known_token(configuration, arguments.agent)
    planned = install.putting_in(agent.files(places_here(), Access(url, known or _HIDDEN)))
    if arguments.dry_run:
        _print_diff(planned, known)
        return Exit.OK
    access = Access(url, known or _new_token(configuration, arguments.agent, agent))
    files = agent.files(places_here(), access)
    _write(install.putting_in(files), f"{agent.title} was connected already.")
    tell_running(configuration)
    if running is None:
        print("TrayRecall is not running, so nothing was asked yet. Start it: trayrecall", file=sys.stderr)
        return Exit.OK
    well = _tell_hook(running, files) if agent.has_hook else True
    well = (_tell_mcp(check.mcp_round_trip(access)) if agent.uses_token else True) and well
    print(agent.then)
    return Exit.OK if well else Exit.NOT_CLEAN


def disconnect(arguments: argparse.Namespace) -> int:
    """Take out of the agent's files what is ours, and revoke its token."""
    configuration = app.read_configuration(os.environ)
    agent = _agent(arguments.agent)
    planned = install.taking_out(agent.files(places_here(), Access("", "")))
    if arguments.dry_run:
        _print_diff(planned, _known_token(configuration, arguments.agent))
        return Exit.OK
    _write(planned, f"{agent.title} was not connected.")
    for change in planned:
        install.forget_backup(change)
    if any(c.name == arguments.agent and c.kinds == _KINDS for c in configuration.settings.clients):
        clients.forget(arguments.agent, configuration.secrets)
        tell_running(configuration)
    return Exit.OK


def _agent(name: str) -> Agent:
    if name not in AGENTS:
        raise UserInputError(f"there is no agent {name!r}", hint=f"Known: {', '.join(AGENTS)}.")
    return AGENTS[name]


def _known_token(configuration: app.Configuration, name: str) -> str | None:
    """The token that the agent has already."""
    if all(known.name != name for known in configuration.settings.clients):
        return None
    return configuration.secrets.get(app.client_secret(name))


def _new_token(configuration: app.Configuration, name: str, agent: Agent) -> str:
    return clients.keep(Client(name, _KINDS), configuration.secrets) if agent.uses_token else ""


def _print_diff(planned: Sequence[Change], token: str | None) -> None:
    text = install.diff(planned)
    print(text.replace(token, _HIDDEN) if token else text, end="")
    if not text:
        print("Nothing would change.", file=sys.stderr)


def _write(planned: Sequence[Change], otherwise: str) -> None:
    changed = [change for change in planned if change.changes]
    for change in changed:
        install.write(change)
        print(f"{'wrote' if change.after is not None else 'removed'} {change.file.path}")
    if not changed:
        print(otherwise)


def _tell_hook(running: RunningApp, files: Sequence[File]) -> bool:
    """Whether the hook's question arrived; the application counts them."""
    before = _asked_by_hook(running)
    trip = check.hook_round_trip(files)
    if trip is None:
        return False
    trouble = trip.trouble or ("" if _asked_by_hook(running) > before else "its question did not arrive")
    print(f"The prompt hook {_outcome(trip, trouble)}")
    return not trouble


def _asked_by_hook(running: RunningApp) -> int:
    rows = running.get("/api/v1/clients")["results"]
    return sum(row["requests"] for row in rows if row["name"] == "hook")


def _tell_mcp(trip: RoundTrip | None) -> bool:
    if trip is not None:
        print(f"The MCP server {_outcome(trip, trip.trouble)}")
    return trip is None or not trip.trouble


def _outcome(trip: RoundTrip, trouble: str) -> str:
    return f"failed: {trouble}." if trouble else f"was asked and answered in {trip.milliseconds:.0f} ms."
