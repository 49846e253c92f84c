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
from trayrecall.connect import actions, check, install
from trayrecall.connect.actions import NO_TOKEN, Standing
from trayrecall.connect.agents import AGENTS, Access, File, places_here
from trayrecall.connect.check import RoundTrip
from trayrecall.connect.install import CantEdit, Change
from trayrecall.core.errors import UserInputError, explain


def connect(arguments: argparse.Namespace) -> int:
    """Put the hook and the MCP server into the agent's files, then ask through both."""
    configuration = app.read_configuration(os.environ)
    if arguments.repair:
        return _repair(configuration, arguments.agent)
    if arguments.agent is None:
        raise UserInputError("no agent was named", hint=f"Known: {', '.join(AGENTS)}.")
    name, agent = arguments.agent, actions.agent_of(arguments.agent)
    running = running_app(configuration.secrets)
    port = _port(running, configuration)
    known = actions.known_token(configuration, name)
    planned = install.putting_in(agent.files(places_here(), actions.access_to(port, known)))
    if arguments.dry_run:
        _print_diff(planned, known)
        return Exit.OK
    access, changed = actions.put_in(configuration, name, port, places_here())
    files = agent.files(places_here(), access)
    _tell_changed(changed, f"{agent.title} was connected already.")
    tell_running(configuration)
    if running is None:
        print(
            "TrayRecall is not running, so nothing was asked yet. Start it: trayrecall, or without a window: trayrecall serve",
            file=sys.stderr,
        )
        return Exit.OK
    well = _tell_hook(running, files) if agent.has_hook else True
    well = _tell_mcp(check.mcp_round_trip(files, access)) and well
    print(agent.then)
    return Exit.OK if well else Exit.NOT_CLEAN


def disconnect(arguments: argparse.Namespace) -> int:
    """Take out of the agent's files what is ours, and revoke its token."""
    configuration = app.read_configuration(os.environ)
    name, agent = arguments.agent, actions.agent_of(arguments.agent)
    if arguments.dry_run:
        planned = install.taking_out(agent.files(places_here(), Access("", "")))
        _print_diff(planned, actions.known_token(configuration, name))
        return Exit.OK
    revoked = actions.has_token(configuration, name)
    _tell_changed(actions.taken_out(configuration, name, places_here()), f"{agent.title} was not connected.")
    if revoked:
        tell_running(configuration)
    return Exit.OK


def connected(configuration: app.Configuration) -> list[Standing]:
    """The connected agents, judged by where the running application listens, or where it would."""
    port = _port(running_app(configuration.secrets), configuration)
    return actions.standing(configuration, port, places_here())


def _port(running: RunningApp | None, configuration: app.Configuration) -> int:
    """Where the running application listens, or where it would."""
    return running.port if running else configuration.settings.port


def _repair(configuration: app.Configuration, name: str | None) -> int:
    """Mend what no longer fits in the agents' files; exit code 1 when one can't be edited."""
    port = _port(running_app(configuration.secrets), configuration)
    if name is not None:
        actions.agent_of(name)
    unfit = [each for each in connected(configuration) if each.troubles and name in (None, each.name)]
    well = True
    for each in unfit:
        print(f"{each.agent.title}: {', '.join(each.troubles)}.")
        try:
            _tell_changed(
                actions.repair(configuration, each.name, port, places_here()), "It was left as it is."
            )
        except CantEdit as failure:
            well = False
            print(explain(failure), file=sys.stderr)
    if not unfit:
        print("Nothing is to be repaired.")
    tell_running(configuration)
    return Exit.OK if well else Exit.NOT_CLEAN


def _print_diff(planned: Sequence[Change], token: str | None) -> None:
    text = install.diff(planned)
    print(text.replace(token, NO_TOKEN) if token else text, end="")
    if not text:
        print("Nothing would change.", file=sys.stderr)


def _tell_changed(changed: Sequence[Change], otherwise: str) -> None:
    tell_changes(changed)
    if not changed:
        print(otherwise)


def tell_changes(changed: Sequence[Change]) -> None:
    """Name each file of an agent that was written or removed."""
    for change in changed:
        print(f"{'wrote' if change.after is not None else 'removed'} {change.file.path}")


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
