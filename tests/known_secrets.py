"""Every secret that a test uses or makes is known here, so that the end of the run can say that none was logged."""

from __future__ import annotations

import logging
import re
import secrets
from pathlib import Path

_LEAST = 12  # shorter ones would be found by chance
_named: set[str] = set()
_made: set[str] = set()
_LENGTH_MADE = 43  # of 256 bits
_RUNS = re.compile(rf"[A-Za-z0-9_-]{{{_LENGTH_MADE},}}")


def known_secret(text: str) -> str:
    """The secret, which must not be in any log from now on."""
    assert len(text) >= _LEAST, "too short to be told from other words"
    _named.add(text)
    return text


def watch_made_tokens() -> None:
    """Know every token that is made in this process, too."""
    make = secrets.token_urlsafe

    def watched(nbytes: int | None = None) -> str:
        token = make(nbytes)
        if len(token) == _LENGTH_MADE:
            _made.add(token)
        return token

    secrets.token_urlsafe = watched


def secrets_in(text: str) -> bool:
    """Whether a known secret stands in the text."""
    if any(secret in text for secret in _named):
        return True
    runs = _RUNS.findall(text)
    return any(run[i : i + _LENGTH_MADE] in _made for run in runs for i in range(len(run) - _LENGTH_MADE + 1))


class LeakHandler(logging.Handler):
    """Remembers from where a secret was logged, and never the secret."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.leaks: list[str] = []
        self._format = logging.Formatter("%(name)s %(message)s")

    def emit(self, record: logging.LogRecord) -> None:
        """One record, its failure included."""
        if secrets_in(self._format.format(record)):
            self.leaks.append(f"{record.pathname}:{record.lineno}")


def leaking_files(folder: Path) -> list[str]:
    """Log files below the folder in which a secret stands; those of programs that tests started are among them."""
    logs = [file for file in folder.rglob("*.log*") if file.is_file()]
    return [str(file) for file in logs if secrets_in(file.read_text(encoding="utf-8", errors="replace"))]
