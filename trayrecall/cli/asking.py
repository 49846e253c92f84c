"""The commands that ask: the running application when there is one, else the engine over the index file.

The engine is imported only then, which takes longer than an answer of the running application.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from trayrecall.cli.client import NotRunning, RunningApp, running_app
from trayrecall.cli.given import named_note, no_such_instance, view_of
from trayrecall.cli.main import Exit
from trayrecall.cli.render import print_decisions, print_degraded, print_hits, print_json, print_status
from trayrecall.secrets import open_secret_store


def _running() -> RunningApp | None:
    return running_app(open_secret_store(os.environ))


def recall(arguments: argparse.Namespace) -> int:
    """Search the notes."""
    running = _running()
    if running is not None:
        _check_instances(running, arguments.instance)
        body = running.get("/api/v1/recall", _recall_parameters(arguments))
    else:
        from trayrecall.cli.verbs import search  # noqa: PLC0415

        body = search(arguments)
    if arguments.json:
        print_json(body)
    else:
        print_hits(body["results"], explain=arguments.explain)
        print_degraded(body["degraded"])
        if not body["results"]:
            empty = _health(running)["notes"] == 0
            print(_EMPTY if empty else "Nothing found.", file=sys.stderr)
    return Exit.OK


_EMPTY = "Nothing found: no notes are in the index yet. What it waits for: trayrecall status"


def _health(running: RunningApp | None) -> dict[str, Any]:
    """How the index stands."""
    if running is not None:
        found: dict[str, Any] = running.health()
        return found
    from trayrecall.cli.verbs import stored_health  # noqa: PLC0415

    return stored_health()


def _check_instances(running: RunningApp, wanted: Sequence[str]) -> None:
    """Raises UserInputError for an instance that the running application doesn't know."""
    known = {instance["id"] for instance in running.health()["instances"]} if wanted else set()
    for instance in wanted:
        if instance not in known:
            raise no_such_instance(instance)


def _recall_parameters(arguments: argparse.Namespace) -> list[tuple[str, str]]:
    given = [
        ("q", arguments.query),
        ("limit", str(arguments.limit)),
        ("view", view_of(arguments)),
        ("order", arguments.order),
    ]
    if arguments.min_score is not None:
        given.append(("min_score", str(arguments.min_score)))
    given += [("area", area) for area in arguments.area]
    given += [("label", label) for label in arguments.label]
    given += [(name, day) for name in ("since", "until") if (day := getattr(arguments, name))]
    return given + [("instance", instance) for instance in arguments.instance]


def status(arguments: argparse.Namespace) -> int:
    """How the index stands."""
    health = _health(_running())
    if arguments.json:
        print_json(health)
    else:
        print_status(health)
    unread = any(i["state"] == "never_synced" for i in health["instances"] if i["enabled"])
    state = health.get("unpaused") or health["status"]  # a pause is no trouble, and hides none
    return Exit.OK if state == "ok" and not unread else Exit.NOT_CLEAN


def decisions(arguments: argparse.Namespace) -> int:
    """What was decided about the last prompts, and why."""
    running = _running()
    if running is not None:
        found = running.get("/api/v1/decisions", [("limit", str(arguments.limit))])["results"]
    else:
        from trayrecall.cli.verbs import stored_decisions  # noqa: PLC0415

        found = stored_decisions(arguments.limit)
    if arguments.json:
        print_json(found)
    else:
        print_decisions(found)
    return Exit.OK


def sync(arguments: argparse.Namespace) -> int:
    """Bring the index up to the servers."""
    running = _running()
    if running is not None:
        asked = {"full": arguments.full, "accept_deletions": arguments.accept_deletions}
        running.post("/api/v1/sync", asked)
        print("The running TrayRecall syncs now; `trayrecall status` tells how it stands.")
        return Exit.OK
    from trayrecall.cli.verbs import synced  # noqa: PLC0415

    health = synced(full=arguments.full, accept_deletions=arguments.accept_deletions)
    print_status(health)
    clean = all(
        i["state"] == "up_to_date" and not i["last_error"] for i in health["instances"] if i["enabled"]
    )
    return Exit.OK if clean else Exit.NOT_CLEAN


def reindex(arguments: argparse.Namespace) -> int:
    """Split and embed one note anew; the running application does it."""
    instance, note_id = named_note(arguments.id)
    running = _running()
    if running is None:
        raise NotRunning
    running.post(f"/api/v1/notes/{quote(instance, safe='')}/{quote(note_id, safe='')}/reindex")
    print(f"{arguments.id} is split and embedded anew.")
    return Exit.OK
