"""`trayrecall connect` and `disconnect`: the prompt hook and the MCP server of one agent."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from trayrecall import app
from trayrecall.cli.client import RunningApp, running_app
from trayrecall.cli.clients import tell_running
from trayrecall.cli.main import Exit
from trayrecall.connect import check
from trayrecall.connect.agents import File
from trayrecall.connect.check import RoundTrip
from trayrecall.connect.install import Change
from trayrecall.connecting import connection


def connect(arguments: argparse.Namespace) -> int:
    """Put the hook and the MCP server into the agent's files, then ask through both."""
    configuration = app.read_configuration(os.environ)
    running = running_app(configuration.secrets)
    port = running.port if running else configuration.settings.port
    wanted = connection(
        arguments.agent, f"http://127.0.0.1:{port}/mcp", configuration.settings, configuration.secrets
    )
    if arguments.dry_run:
        _print_diff(wanted.preview())
        return Exit.OK
    agent = wanted.agent
    written, access = wanted.begin()
    _tell(written, f"{agent.title} was connected already.")
    tell_running(configuration)
    if running is None:
        print("TrayRecall is not running, so nothing was asked yet. Start it: trayrecall", file=sys.stderr)
        return Exit.OK
    well = _tell_hook(running, wanted.files(access.token)) if agent.has_hook else True
    well = (_tell_mcp(check.mcp_round_trip(access)) if agent.uses_token else True) and well
    print(agent.then)
    return Exit.OK if well else Exit.NOT_CLEAN


def disconnect(arguments: argparse.Namespace) -> int:
    """Take out of the agent's files what is ours, and revoke its token."""
    configuration = app.read_configuration(os.environ)
    unwanted = connection(arguments.agent, "", configuration.settings, configuration.secrets)
    if arguments.dry_run:
        _print_diff(unwanted.preview_of_end())
        return Exit.OK
    _tell(unwanted.end(), f"{unwanted.agent.title} was not connected.")
    tell_running(configuration)
    return Exit.OK


def _print_diff(text: str) -> None:
    print(text, end="")
    if not text:
        print("Nothing would change.", file=sys.stderr)


def _tell(written: Sequence[Change], otherwise: str) -> None:
    for change in written:
        print(f"{'wrote' if change.after is not None else 'removed'} {change.file.path}")
    if not written:
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
