"""Connecting and disconnecting an agent, and telling whether what was put into its files still fits.

For the command line and the settings window alike. Everything here may block: files and the secret store.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from trayrecall import app, clients
from trayrecall.connect import install
from trayrecall.connect.agents import AGENTS, LOCAL_TOKEN_VARIABLE, NAME, Access, Agent, Places
from trayrecall.connect.entries import MARK, Entry, Hook, Once
from trayrecall.connect.install import CantEdit, Change
from trayrecall.connect.jsonc import Malformed
from trayrecall.core.clients import Client
from trayrecall.core.errors import UserInputError

KINDS = ("mcp",)  # the hook has a token of its own, which no agent's file holds
NO_TOKEN = "(a token)"  # noqa: S105 - what stands in the place of one
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


class Trouble(StrEnum):
    """What no longer fits in an agent's files."""

    PORT = "it asks at another port"
    TOKEN = "its token opens nothing"  # noqa: S105
    PROGRAM = "what it starts is not there any more"
    FILE = "its file can't be understood"


@dataclass(frozen=True, slots=True)
class Standing:
    """An agent in whose files something of ours stands, and what no longer fits there."""

    name: str
    agent: Agent
    troubles: tuple[Trouble, ...]


def agent_of(name: str) -> Agent:
    """The agent of that name. Raises UserInputError."""
    if name not in AGENTS:
        raise UserInputError(f"there is no agent {name!r}", hint=f"Known: {', '.join(AGENTS)}.")
    return AGENTS[name]


def known_token(configuration: app.Configuration, name: str) -> str | None:
    """The token that the agent has already. Raises SecretStoreError."""
    if all(known.name != name for known in configuration.settings.clients):
        return None
    return configuration.secrets.get(app.client_secret(name))


def access_to(port: int, token: str | None) -> Access:
    """What stands in an agent's file for the listener on this port."""
    return Access(f"http://127.0.0.1:{port}/mcp", token or NO_TOKEN)


@contextmanager
def _access(configuration: app.Configuration, name: str, port: int) -> Iterator[Access]:
    """The same with the agent's token; one that is made for it is forgotten again when its files can't be edited.

    Raises SecretStoreError and SettingsError.
    """
    token = known_token(configuration, name)
    is_new = token is None and AGENTS[name].uses_token
    if is_new:
        token = clients.keep(Client(name, KINDS), configuration.secrets)
    try:
        yield access_to(port, token)
    except CantEdit:
        if is_new:
            clients.forget(name, configuration.secrets)
        raise


def put_in(
    configuration: app.Configuration, name: str, port: int, places: Places
) -> tuple[Access, list[Change]]:
    """Write our entries into the agent's files; what stands in them, and the changes that were made: all or none.

    Raises CantEdit, SecretStoreError and SettingsError.
    """
    with _access(configuration, name, port) as access:
        return access, _written(install.putting_in(AGENTS[name].files(places, access)))


def taken_out(configuration: app.Configuration, name: str, places: Places) -> list[Change]:
    """Take our entries out of the agent's files and revoke its token; the changes that were made.

    Raises CantEdit, SecretStoreError and SettingsError.
    """
    planned = install.taking_out(AGENTS[name].files(places, Access("", "")))
    changed = _written(planned)
    for change in planned:
        install.forget_backup(change)
    if has_token(configuration, name):
        clients.forget(name, configuration.secrets)
    return changed


def has_token(configuration: app.Configuration, name: str) -> bool:
    """Whether the client of this name is one that `connect` made."""
    return any(known.name == name and known.kinds == KINDS for known in configuration.settings.clients)


def _written(planned: Sequence[Change]) -> list[Change]:
    changed = [change for change in planned if change.changes]
    install.write_all(changed)
    return changed


# ---- what still fits ----------------------------------------------------------------------------------


def standing(configuration: app.Configuration, port: int, places: Places) -> list[Standing]:
    """Every agent that is connected, with its troubles when the listener is on this port. Raises SecretStoreError."""
    found = []
    for name, agent in AGENTS.items():
        try:
            entries = [entry for _, entry in _present(agent, places)]
        except CantEdit:
            if _mentions_us(agent, places):
                found.append(Standing(name, agent, (Trouble.FILE,)))
            continue
        if entries:
            token = known_token(configuration, name) if agent.uses_token else None
            troubles = {trouble for entry in entries for trouble in _troubles(entry.value, port, token)}
            found.append(Standing(name, agent, tuple(each for each in Trouble if each in troubles)))
    return found


def repair(configuration: app.Configuration, name: str, port: int, places: Places) -> list[Change]:
    """Write anew what stands in the agent's files and no longer fits; what a person took out stays out.

    Raises CantEdit, SecretStoreError and SettingsError.
    """
    agent = AGENTS[name]
    there = {(path, entry.path) for path, entry in _present(agent, places)}
    needs_token = any(not isinstance(entry, Hook) for _, entry in _present(agent, places))
    asked = _access(configuration, name, port) if needs_token else nullcontext(access_to(port, None))
    with asked as access:
        kept = [
            replace(file, entries=tuple(e for e in file.entries if (file.path, e.path) in there))
            for file in agent.files(places, access)
        ]
        return _written(install.putting_in([file for file in kept if file.entries]))


def _present(agent: Agent, places: Places) -> Iterator[tuple[Path, Entry]]:
    """Our entries as they stand in the agent's files. Raises CantEdit."""
    for file in agent.files(places, access_to(0, None)):
        text = install.text_of(file)
        for entry in file.entries:
            if isinstance(entry, Once) or not text.strip():
                continue
            try:
                found = entry.found(text)
            except Malformed as wrong:
                raise CantEdit(f"{file.path}: {wrong}") from None
            if found is not None:
                yield file.path, found


def _mentions_us(agent: Agent, places: Places) -> bool:
    """Whether our name stands in its files; in one that can't be read it may."""
    try:
        files = agent.files(places, access_to(0, None))
        return any(NAME.encode() in file.path.read_bytes() for file in files if file.path.is_file())
    except OSError:
        return True


def _troubles(value: Any, port: int, token: str | None) -> Iterator[Trouble]:
    """What is wrong with one entry; what isn't in a form that we write is a person's own and left unjudged."""
    if not isinstance(value, Mapping):
        return
    hooks = value.get("hooks")
    listed = hooks if isinstance(hooks, list) else []
    within = [run for run in listed if isinstance(run, Mapping) and MARK in str(run)]
    if any(map(_is_gone, within or [value])):
        yield Trouble.PROGRAM
    url = value.get("url", value.get("httpUrl"))
    host, asked = _address(url) if isinstance(url, str) else (None, port)
    if host is not None and host not in _LOOPBACK:
        return
    if asked != port:
        yield Trouble.PORT
    shown = _text_in(value.get("headers"), "Authorization") or _text_in(
        value.get("env"), LOCAL_TOKEN_VARIABLE
    )
    if shown is not None and (token is None or shown.removeprefix("Bearer ") != token):
        yield Trouble.TOKEN


def _address(url: str) -> tuple[str | None, int | None]:
    """Host and port of an address; a person may have made it one that nobody can read, and then it has neither."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None, None
    return parts.hostname or "", port


def _text_in(table: Any, name: str) -> str | None:
    found = table.get(name) if isinstance(table, dict) else None
    return found if isinstance(found, str) else None


def _is_gone(run: Mapping[str, Any]) -> bool:
    """Whether the program, or the hook's script, is not there any more."""
    line = run.get("command")
    if not isinstance(line, str):
        return False
    exec_form = isinstance(run.get("args"), list)
    words = [line, *map(str, run["args"])] if exec_form else _words(line)
    scripts = [word for word in words if MARK in word]
    return shutil.which(words[0]) is None or not all(Path(script).is_file() for script in scripts)


def _words(line: str) -> list[str]:
    try:
        return [word.strip('"') for word in shlex.split(line, posix=os.name == "posix")] or [line]
    except ValueError:  # a quote that a person left open
        return [line]
