"""The clients of the settings: adding and removing them, for the command line, the settings window and `connect`.

A token is made here, goes into the secret store before the settings are saved, and is shown once.
"""

from __future__ import annotations

import re

from trayrecall import paths
from trayrecall.app import client_secret
from trayrecall.core.clients import KINDS, Client
from trayrecall.core.errors import UserInputError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import InstanceId
from trayrecall.core.ports import SecretStore
from trayrecall.secrets import LOGIN, new_token
from trayrecall.server.oauth.access import checked_password
from trayrecall.server.oauth.store import OAuthStore
from trayrecall.settings import change_settings, load_settings
from trayrecall.settings.readers import CLIENT_NAME, OWN_CLIENTS


def proposed(name: str, kinds: list[str], instances: list[str], known: list[InstanceId]) -> Client:
    """What was typed as a client. Raises UserInputError for a name, a kind or an instance that can't be."""
    if not re.fullmatch(CLIENT_NAME, name) or name in OWN_CLIENTS:
        raise UserInputError(
            QT_TRANSLATE_NOOP("errors", "{name!r} can't be a client's name"),
            hint=QT_TRANSLATE_NOOP("errors", "Small letters and digits, joined by single hyphens."),
            values={"name": name},
        )
    for wanted in instances:
        if wanted not in known:
            raise UserInputError(
                QT_TRANSLATE_NOOP("errors", "no instance has the id {id!r}"),
                hint=QT_TRANSLATE_NOOP("errors", "See: trayrecall instance list"),
                values={"id": wanted},
            )
    for kind in kinds:
        if kind not in KINDS:
            raise UserInputError(
                QT_TRANSLATE_NOOP("errors", "{kind!r} is no kind"),
                hint=QT_TRANSLATE_NOOP("errors", "Kinds are {kinds}."),
                values={"kind": kind, "kinds": ", ".join(KINDS)},
            )
    chosen = tuple(kind for kind in KINDS if kind in kinds) or KINDS
    return Client(name, chosen, tuple(InstanceId(i) for i in dict.fromkeys(instances)))


def keep(client: Client, secrets: SecretStore) -> str:
    """Keep the client with a new token, which is returned; an older one of its name is replaced.

    Raises SecretStoreError and SettingsError.
    """
    path = paths.settings_file()
    load_settings(path)  # a file that can't be read must not cost a token
    token = new_token()
    secrets.set(client_secret(client.name), token)
    change_settings(path, lambda settings: settings.with_client(client))
    return token


def forget(name: str, secrets: SecretStore) -> None:
    """Take the client out of the settings, then its token out of the secret store. Raises as `keep`."""
    change_settings(paths.settings_file(), lambda settings: settings.without_client(name))
    secrets.delete(client_secret(name))


def keep_password(password: str, secrets: SecretStore) -> None:
    """Keep the password with which remote clients log in. Raises UserInputError for a short one, SecretStoreError."""
    secrets.set(LOGIN, checked_password(password))


def logins() -> OAuthStore:
    """The remote clients, to list and to remove while no listener has them in its hands."""
    return OAuthStore(paths.oauth_file(), "")
