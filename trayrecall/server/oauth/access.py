"""What opens the listener to clients on other machines."""

from __future__ import annotations

from dataclasses import dataclass, field

from trayrecall.core.errors import UserInputError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.server.oauth.store import OAuthStore

OWNER_CLIENT = "password"  # how a client is called that gives the password itself as its token
LEAST_PASSWORD = 12  # characters: it opens all notes, and anybody who reaches the address may guess


@dataclass(frozen=True, slots=True)
class RemoteAccess:
    """Where remote clients come in, the password that a person types for them, and who logged in."""

    base_url: str
    password: str = field(repr=False)
    store: OAuthStore

    @property
    def is_private(self) -> bool:
        """Whether what passes on the way there can't be read; only then others may reach the listener."""
        return self.base_url.startswith("https://")


def resource_of(base_url: str) -> str:
    """What a remote client's token is for (RFC 8707): the MCP endpoint."""
    return f"{base_url}/mcp"


def checked_password(password: str) -> str:
    """The password. Raises UserInputError when it is too short."""
    if len(password) < LEAST_PASSWORD:
        raise UserInputError(
            QT_TRANSLATE_NOOP(
                "errors", "the password of remote clients must have at least {least} characters"
            ),
            hint=QT_TRANSLATE_NOOP("errors", "It opens all your notes to whoever knows it."),
            values={"least": LEAST_PASSWORD},
        )
    return password
