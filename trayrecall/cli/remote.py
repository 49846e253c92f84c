"""`trayrecall remote`: lets MCP clients on other machines log in, or no more."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace

from trayrecall import app, clients, paths
from trayrecall.cli.client import running_app
from trayrecall.cli.given import typed_secret
from trayrecall.cli.main import Exit
from trayrecall.core.errors import NoSecretStore, UserInputError
from trayrecall.secrets import LOGIN
from trayrecall.settings import change_settings, readers

_WITHOUT_KEYRING = (
    "Give the address in RECALL_BASE_URL and the password in RECALL_LOGIN_PASSWORD, or name a 0600 file for it in"
    " RECALL_SECRETS_FILE."
)


def remote(arguments: argparse.Namespace) -> int:
    """Set or forget the base URL and the password."""
    return _on(arguments.url) if arguments.action == "on" else _off()


def _on(url: str) -> int:
    configuration = app.read_configuration(os.environ)
    try:
        base_url = readers.base_url(url)
    except readers.Unusable as wrong:
        raise UserInputError(f"the base URL {wrong}") from None
    try:
        password = typed_secret("A password for remote clients, at least 12 characters: ")
        clients.keep_password(password, configuration.secrets)
    except NoSecretStore as failure:
        raise NoSecretStore(failure.detail, hint=_WITHOUT_KEYRING) from None
    _keep(base_url)
    _renew(configuration, base_url)
    print(
        f"MCP clients on other machines log in at {base_url}/mcp, once a proxy there speaks HTTPS and passes on to"
    )
    print(f"http://127.0.0.1:{configuration.settings.port} with the Host of the request.")
    return Exit.OK


def _off() -> int:
    configuration = app.read_configuration(os.environ)
    _keep(None)
    configuration.secrets.delete(LOGIN)
    _renew(configuration, None)
    print("No client on another machine is let in any more.")
    return Exit.OK


def _keep(base_url: str | None) -> None:
    change_settings(paths.settings_file(), lambda settings: replace(settings, base_url=base_url))


def _renew(configuration: app.Configuration, base_url: str | None) -> None:
    """Let the running application, if there is one, go by this. Raises UserInputError when its environment says otherwise."""
    running = running_app(configuration.secrets)
    told = running.post("/api/v1/endpoint/reload")["base_url"] if running is not None else base_url
    if told != base_url:
        raise UserInputError(
            f"the running TrayRecall was started with the base URL {told}",
            hint="That is kept for when it is started without RECALL_BASE_URL.",
        )
