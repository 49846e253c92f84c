"""Between a client's question and its token: the question goes to the login page and back signed, the answer is a code.

Nothing is remembered of a question, so strangers that ask a lot push nobody out; a restart makes open ones invalid.
Codes are remembered, as hashes, for the minutes in which they could be tried again.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

from trayrecall.secrets import new_token
from trayrecall.server.oauth.records import hash_of

LOGIN_SECONDS = 600
CODE_SECONDS = 120
_REMEMBERED_SECONDS = 600  # how long a used code is known as such


@dataclass(frozen=True, slots=True)
class Question:
    """A client asks to be let in; the SDK found that it may ask so."""

    client_id: str
    redirect_uri: str
    redirect_was_given: bool
    challenge: str  # PKCE, S256
    state: str | None
    until: float = 0.0


class Questions:
    """Signs questions and knows its own signature again."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._key = secrets.token_bytes(32)
        self._clock = clock

    def signed(self, question: Question) -> str:
        """The question as a text that a browser may carry; good for `LOGIN_SECONDS`."""
        kept = json.dumps(asdict(replace(question, until=self._clock() + LOGIN_SECONDS)))
        body = base64.urlsafe_b64encode(kept.encode()).decode()
        return f"{body}.{self._signature(body)}"

    def read(self, text: str) -> Question | None:
        """The question, if it is one of ours and not too old."""
        body, _, signature = text.partition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(body).encode()):
            return None
        question = Question(**json.loads(base64.urlsafe_b64decode(body)))
        return question if question.until > self._clock() else None

    def _signature(self, body: str) -> str:
        return hmac.new(self._key, body.encode(), hashlib.sha256).hexdigest()


@dataclass(frozen=True, slots=True)
class Code:
    """An answer to a question. `family` names the login that came of it, once one did."""

    question: Question
    until: float
    family: str | None = None


class Codes:
    """The codes of the last minutes, each good once. Belongs to one event loop."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._codes: dict[str, Code] = {}

    def issue(self, question: Question) -> str:
        """A code for the question's client."""
        now = self._clock()
        self._codes = {k: c for k, c in self._codes.items() if c.until + _REMEMBERED_SECONDS > now}
        code = new_token()
        self._codes[hash_of(code)] = Code(question, now + CODE_SECONDS)
        return code

    def find(self, client_id: str, code: str) -> Code | None:
        """The client's code, used or not; None when it is unknown, another client's, or was never used in time."""
        found = self._codes.get(hash_of(code))
        if found is None or found.question.client_id != client_id:
            return None
        return found if found.family is not None or found.until > self._clock() else None

    def take(self, code: str) -> bool:
        """Use the code up; False when somebody else did."""
        found = self._codes.get(hash_of(code))
        if found is None or found.family is not None:
            return False
        self._codes[hash_of(code)] = replace(found, family="")
        return True

    def belongs(self, code: str, family: str) -> None:
        """That the code became this login."""
        found = self._codes.get(hash_of(code))
        if found is not None:
            self._codes[hash_of(code)] = replace(found, family=family)
