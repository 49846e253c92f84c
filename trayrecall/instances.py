"""The Trilium servers of the settings: adding, changing, testing and removing them, for command line and window alike.

An address is normalised, a token goes into the secret store and nowhere else, and it goes there before the settings are
saved: when the keyring fails, nothing was changed.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict, dataclass, replace

from trayrecall import paths
from trayrecall.app import clean_token, source_of
from trayrecall.core.errors import UserInputError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import Instance, InstanceId
from trayrecall.core.ports import SecretStore
from trayrecall.etapi import normalise_url
from trayrecall.settings import change_settings, instance_id_for, load_settings, secret_name


@dataclass(frozen=True, slots=True)
class Trust:
    """Which certificate a server may present beside those that this system trusts; see `etapi.EtapiSource`."""

    ca_file: str | None = None
    pinned_sha256: str | None = None


def proposed(
    name: str,
    url: str,
    web_url: str | None,
    *,
    enabled: bool = True,
    instance: InstanceId | None = None,
    trust: Trust | None = None,
) -> Instance:
    """What was typed as an instance; without an id it is the one of that name, or a new one.

    It keeps the rules of the one it replaces, and without `trust` its trust. Raises UserInputError for an address that
    can't be used, or that another one has already, and SettingsError.
    """
    address = normalise_url(url)
    settings = load_settings(paths.settings_file())
    shown = name.strip() or address.split("://", 1)[1].split("/", 1)[0]
    if instance is None:
        known = next((i for i in settings.instances if i.name == shown), None)
        instance = known.id if known else instance_id_for(shown, [i.id for i in settings.instances])
    links = normalise_url(web_url) if web_url else None
    stored = settings.instance(instance)
    there = next((i for i in settings.instances if i.url == address and i.id != instance), None)
    if there is not None and (stored is None or stored.url != address):
        raise UserInputError(
            QT_TRANSLATE_NOOP("errors", "{name} is the server at this address already"),
            hint=QT_TRANSLATE_NOOP("errors", "Change that one."),
            values={"name": there.name},
        )
    before = stored or Instance(instance, shown, address)
    typed = replace(before, name=shown, url=address, web_url=links, enabled=enabled)
    return typed if trust is None else replace(typed, **asdict(trust))


def version_of(instance: Instance, token: str) -> str:
    """The server's version: proves address, trust and token. Raises SourceError and UserInputError."""
    if not token:
        raise UserInputError(
            QT_TRANSLATE_NOOP("errors", "no token came"),
            hint=QT_TRANSLATE_NOOP(
                "errors", "Trilium shows it once: Options, ETAPI, Create new ETAPI token."
            ),
        )
    with closing(source_of(instance, token)) as source:
        return source.app_version()


def keep(instance: Instance, token: str | None, secrets: SecretStore) -> None:
    """Keep the instance, and its token when one is given. Raises SecretStoreError and SettingsError."""
    if token is not None:
        secrets.set(secret_name(instance.id), clean_token(token))
    change_settings(paths.settings_file(), lambda settings: settings.with_instance(instance))


def forget(instance: InstanceId, secrets: SecretStore) -> None:
    """Take the instance out of the settings and its token out of the secret store."""
    change_settings(paths.settings_file(), lambda settings: settings.without_instance(instance))
    secrets.delete(secret_name(instance))
