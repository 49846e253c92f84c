"""Issues the tokens of remote clients, knows them again, and ends their logins.

Every change is in the file before it counts, so a restart takes nothing back and no token is out that would be
forgotten. Calls that change something write the file and may block; the others answer from memory. Thread-safe.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from trayrecall.core.names import slug, unused
from trayrecall.secrets import new_token
from trayrecall.server.guard import Grant
from trayrecall.server.oauth.records import (
    OAuthClient,
    Records,
    Session,
    hash_of,
    read_records,
    write_records,
)

ACCESS_SECONDS = 3600
REFRESH_SECONDS = 30 * 24 * 3600
GRACE_SECONDS = 60  # a used refresh token is good for so long: answers get lost, and processes share a token
MOST_UNKNOWN = 200  # registrations without a login; the oldest goes
MOST_SESSIONS = 10  # logins of one client; the oldest goes
_MOST_TOKENS = 10  # of each kind, of one login
_FAMILY_BYTES = 16
PREFIX = "oauth:"  # of the names of remote clients; no client of the settings can have such a name


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a client gets, once."""

    access: str = field(repr=False)
    refresh: str = field(repr=False)


class OAuthStore:
    """The remote clients of one file. `resource` is what their tokens are for; those for another one open nothing."""

    def __init__(self, path: Path, resource: str, *, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self._resource = resource
        self._clock = clock
        self._lock = threading.Lock()
        self._records = read_records(path)
        self._known = _index(self._records)

    def logged_in_with(self, password: str) -> None:
        """End all logins that were made with another password. Raises LoginsNotKept."""
        with self._lock:
            if _proves(self._records.password, password):
                return
            ended = {known.id: replace(known, sessions=()) for known in self._records.clients.values()}
            self._keep(Records(ended, _proof(password)))

    # ---- clients --------------------------------------------------------------------------------------

    def client(self, client_id: str) -> OAuthClient | None:
        """The client of that id."""
        return self._records.clients.get(client_id)

    def register(self, client_id: str, title: str, redirect_uris: Sequence[str]) -> None:
        """Remember a program; that alone lets it do nothing. Raises LoginsNotKept."""
        with self._lock:
            new = OAuthClient(client_id, title, tuple(redirect_uris), self._clock())
            unknown = [known.id for known in self._records.clients.values() if not known.sessions]
            gone = set(
                unknown[: max(0, len(unknown) - MOST_UNKNOWN + 1)]
            )  # they stand in the order they came
            kept = {known: client for known, client in self._records.clients.items() if known not in gone}
            self._keep(replace(self._records, clients=kept | {client_id: new}))

    def grants(self) -> list[Grant]:
        """Who is logged in; never a token."""
        return [_grant(client) for client in self._records.clients.values() if client.sessions]

    def remove(self, name: str) -> bool:
        """End all logins of the client of that name; False when there is none. Raises LoginsNotKept."""
        with self._lock:
            for client in self._records.clients.values():
                if client.name == name and client.sessions:
                    self._replace(replace(client, sessions=()))
                    return True
        return False

    # ---- tokens ---------------------------------------------------------------------------------------

    def grant_of(self, token: str) -> Grant | None:
        """What that access token opens; None when it is unknown, expired, revoked or for another resource."""
        found = self._known.get(hash_of(token))
        if found is None or found.until <= self._clock() or found.resource != self._resource:
            return None
        return found.grant

    def log_in(self, client_id: str) -> tuple[Tokens, str] | None:
        """The first tokens of a new login and the name of the login for `end`; None for an unknown client.

        Raises LoginsNotKept.
        """
        with self._lock:
            client = self._records.clients.get(client_id)
            if client is None:
                return None
            tokens = _new_tokens(secrets.token_urlsafe(_FAMILY_BYTES))
            family = hash_of(_family(tokens.refresh))
            session = self._with(Session(family, self._resource, 0.0, {}, {}), tokens)
            name = client.name or _free_name(client.title, self._records.clients.values())
            sessions = (*client.sessions, session)[-MOST_SESSIONS:]
            self._replace(replace(client, name=name, sessions=sessions))
            return tokens, family

    def refresh(self, client_id: str, token: str) -> Tokens | None:
        """New tokens for a refresh token, which is used up by that. Raises LoginsNotKept.

        One that was used before is in wrong hands, or its successor is: the login ends (RFC 9700, 4.14.2).
        """
        with self._lock:
            client, session = self._session(client_id, hash_of(_family(token)))
            if client is None or session is None or session.resource != self._resource:
                return None
            now, known = self._clock(), hash_of(token)
            used = session.refresh.get(known)
            if used is None or (used and now - used > GRACE_SECONDS):
                self._replace(_without(client, session))
                return None
            tokens = _new_tokens(_family(token))
            marked = replace(session, refresh={**session.refresh, known: used or now})
            self._replace(_without(client, session, self._with(marked, tokens)))
            return tokens

    def end(self, client_id: str, family: str) -> None:
        """End one login. Raises LoginsNotKept."""
        with self._lock:
            client, session = self._session(client_id, family)
            if client is not None and session is not None:
                self._replace(_without(client, session))

    def revoke(self, client_id: str, token: str) -> None:
        """End the login that the token, of either kind, belongs to. Raises LoginsNotKept."""
        found = self._known.get(hash_of(token))
        self.end(client_id, found.family if found is not None else hash_of(_family(token)))

    # ---- steps under the lock -------------------------------------------------------------------------

    def _session(self, client_id: str, family: str) -> tuple[OAuthClient | None, Session | None]:
        client = self._records.clients.get(client_id)
        sessions = client.sessions if client is not None else ()
        found = (s for s in sessions if s.family == family and s.until > self._clock())
        return client, next(found, None)

    def _with(self, session: Session, tokens: Tokens) -> Session:
        """The session with these tokens too, and without those that are of no use any more."""
        now = self._clock()
        access = {known: until for known, until in session.access.items() if until > now}
        refresh = {k: used for k, used in session.refresh.items() if not used or now - used <= GRACE_SECONDS}
        access[hash_of(tokens.access)] = now + ACCESS_SECONDS
        refresh[hash_of(tokens.refresh)] = 0.0
        return replace(session, until=now + REFRESH_SECONDS, access=_last(access), refresh=_last(refresh))

    def _replace(self, client: OAuthClient) -> None:
        self._keep(replace(self._records, clients={**self._records.clients, client.id: client}))

    def _keep(self, records: Records) -> None:
        now = self._clock()
        alive = {
            known.id: replace(known, sessions=tuple(s for s in known.sessions if s.until > now))
            for known in records.clients.values()
        }
        kept = replace(records, clients=alive)
        write_records(self._path, kept)
        self._records, self._known = kept, _index(kept)


# ---- small pure steps ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of an access token."""

    grant: Grant
    family: str
    resource: str
    until: float


def _index(records: Records) -> dict[str, _Known]:
    return {
        known: _Known(_grant(client), session.family, session.resource, until)
        for client in records.clients.values()
        for session in client.sessions
        for known, until in session.access.items()
    }


def _grant(client: OAuthClient) -> Grant:
    """Remote clients speak MCP and nothing else: for that alone their tokens are."""
    return Grant(client.name, "", kinds=frozenset({"mcp"}))


def _without(client: OAuthClient, session: Session, *instead: Session) -> OAuthClient:
    kept = tuple(s for s in client.sessions if s.family != session.family)
    return replace(client, sessions=(*kept, *instead))


def _new_tokens(family: str) -> Tokens:
    return Tokens(new_token(), f"{family}.{new_token()}")


def _family(refresh_token: str) -> str:
    return refresh_token.partition(".")[0]


def _last(tokens: Mapping[str, float]) -> dict[str, float]:
    return dict(list(tokens.items())[-_MOST_TOKENS:])


def _free_name(title: str, others: Iterable[OAuthClient]) -> str:
    """A name to type, from what the client calls itself."""
    return unused(PREFIX + slug(title, "client"), {other.name for other in others})


# ---- the password -------------------------------------------------------------------------------------


def _proof(password: str, salt: bytes = b"") -> str:
    salt = salt or secrets.token_bytes(16)
    made = hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)
    return f"{salt.hex()}:{made.hex()}"


def _proves(proof: str, password: str) -> bool:
    salt, _, _ = proof.partition(":")
    try:
        return bool(salt) and hmac.compare_digest(
            proof.encode(), _proof(password, bytes.fromhex(salt)).encode()
        )
    except ValueError:  # the file was edited
        return False
