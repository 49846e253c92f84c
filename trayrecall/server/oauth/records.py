"""What is kept of remote clients, and the file it stands in. Tokens stand here as hashes only. Values and JSON, no rules."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from trayrecall.core.errors import TrayRecallError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.paths import read_own, write_private

log = logging.getLogger(__name__)


class LoginsNotKept(TrayRecallError):
    """The file of remote clients can't be written; nothing is changed then."""

    title = QT_TRANSLATE_NOOP("errors", "The logins of remote clients can't be kept")
    hint = QT_TRANSLATE_NOOP("errors", "Check the folder's permissions and free space.")


@dataclass(frozen=True, slots=True)
class Session:
    """One login and the tokens that came of it. Times are seconds since 1970."""

    family: str  # hash of what all its refresh tokens begin with
    resource: str  # for what its tokens are (RFC 8707)
    until: float  # when it ends, unless it is refreshed before
    access: Mapping[str, float]  # hash of each access token → when it expires
    refresh: Mapping[str, float]  # hash of each refresh token → when it was used; 0 when it wasn't


@dataclass(frozen=True, slots=True)
class OAuthClient:
    """A program that registered itself; strangers do that too, so only a login lets it in."""

    id: str
    title: str  # what it calls itself
    redirect_uris: tuple[str, ...]
    registered: float
    name: str = ""  # how it is shown and removed; empty before its first login
    sessions: tuple[Session, ...] = ()


@dataclass(frozen=True, slots=True)
class Records:
    """All of it. `password` proves the password under which they logged in, without telling it."""

    clients: Mapping[str, OAuthClient] = field(default_factory=dict)  # by id
    password: str = ""


def hash_of(token: str) -> str:
    """By what a token of 256 random bits is known without being kept."""
    return hashlib.sha256(token.encode()).hexdigest()


def read_records(path: Path) -> Records:
    """What the file holds; nothing when it is absent or unusable: then everybody logs in again."""
    try:
        raw = json.loads(read_own(path))
        found = (_client(item) for item in raw["clients"])
        return Records({client.id: client for client in found}, str(raw["password"]))
    except FileNotFoundError:
        return Records()
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as failure:
        log.warning("the logins of remote clients can't be read (%s)", type(failure).__name__)
        return Records()


def write_records(path: Path, records: Records) -> None:
    """Replace the file in one step, 0600. Raises LoginsNotKept."""
    body = {"password": records.password, "clients": [asdict(client) for client in records.clients.values()]}
    try:
        write_private(path, json.dumps(body) + "\n")
    except OSError as failure:
        raise LoginsNotKept(failure.strerror or type(failure).__name__) from None


def _client(raw: Mapping[str, Any]) -> OAuthClient:
    return OAuthClient(
        id=str(raw["id"]),
        title=str(raw["title"]),
        redirect_uris=tuple(str(uri) for uri in raw["redirect_uris"]),
        registered=float(raw["registered"]),
        name=str(raw["name"]),
        sessions=tuple(_session(item) for item in raw["sessions"]),
    )


def _session(raw: Mapping[str, Any]) -> Session:
    return Session(
        family=str(raw["family"]),
        resource=str(raw["resource"]),
        until=float(raw["until"]),
        access={str(known): float(until) for known, until in raw["access"].items()},
        refresh={str(known): float(used) for known, used in raw["refresh"].items()},
    )
