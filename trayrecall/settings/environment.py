"""Instances by name and by environment: ids, names of tokens, and what `RECALL_…` variables say."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from trayrecall.core.errors import UserInputError
from trayrecall.core.model import Instance, InstanceId
from trayrecall.core.names import slug, unused
from trayrecall.settings import readers

_GERMAN = {ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue", ord("ß"): "ss"}


def instance_id_for(name: str, taken: Collection[InstanceId]) -> InstanceId:
    """A short id for an instance of that name: ASCII letters, digits and hyphens, and none of `taken`."""
    return InstanceId(unused(slug(name.lower().translate(_GERMAN), "trilium"), taken))


def secret_name(instance_id: InstanceId) -> str:
    """The name under which the secret store keeps the instance's ETAPI token."""
    return f"etapi:{instance_id}"


def instructions_from_environment(env: Mapping[str, str]) -> str | None:
    """What `RECALL_INSTRUCTIONS` says; None when it is absent or empty. Raises UserInputError when it is too long."""
    return _from_environment(env, "RECALL_INSTRUCTIONS", readers.instructions)


def base_url_from_environment(env: Mapping[str, str]) -> str | None:
    """What `RECALL_BASE_URL` says; None when it is absent or empty. Raises UserInputError when it can't be one."""
    return _from_environment(env, "RECALL_BASE_URL", readers.base_url)


def _from_environment(env: Mapping[str, str], variable: str, read: Callable[[Any], str | None]) -> str | None:
    text = env.get(variable, "").strip() or None
    try:
        return read(text)
    except readers.Unusable as wrong:
        raise UserInputError(f"{variable} {wrong}") from None


_URL_VARIABLE = re.compile(r"RECALL_([A-Z0-9][A-Z0-9_]*)_URL")
_SECRETS_FILE = "RECALL_SECRETS_FILE"


def instances_from_environment(env: Mapping[str, str]) -> list[tuple[Instance, str]]:
    """The instances that the environment names, each with the name of its token's variable.

    `RECALL_<NAME>_URL` with `RECALL_<NAME>_TOKEN` is an instance, `RECALL_<NAME>_WEB_URL` its optional address for
    links; an empty variable counts as absent. A token alone is fine: it belongs to an instance of the settings.
    Raises UserInputError naming the variable that is missing (unless RECALL_SECRETS_FILE may hold the token), or that
    holds a password.
    """
    given = {key: value.strip() for key, value in env.items() if value.strip()}
    found: list[tuple[Instance, str]] = []
    taken: set[InstanceId] = set()
    for variable in sorted(given):
        matched = _URL_VARIABLE.fullmatch(variable)
        if not matched or variable == "RECALL_BASE_URL" or _is_web_address(variable, given):
            continue
        stem = matched[1]
        token_variable = f"RECALL_{stem}_TOKEN"
        if token_variable not in given and _SECRETS_FILE not in given:
            raise UserInputError(
                f"{variable} is set but {token_variable} is not",
                hint=f"Set {token_variable}, or unset {variable}.",
            )
        name = stem.replace("_", " ").title()
        instance_id = instance_id_for(name, taken)
        taken.add(instance_id)
        url = _from_environment(given, variable, readers.address_or_null) or ""
        web_url = _from_environment(given, f"RECALL_{stem}_WEB_URL", readers.address_or_null)
        if f"RECALL_{stem}_WEB_TOKEN" in given:  # that is an instance of its own
            web_url = None
        found.append((Instance(instance_id, name, url, web_url), token_variable))
    return found


def _is_web_address(variable: str, given: Mapping[str, str]) -> bool:
    """Whether the variable is only the address for links of another instance."""
    stem = variable.removesuffix("_URL")
    return (
        stem.endswith("_WEB") and f"{stem.removesuffix('_WEB')}_URL" in given and f"{stem}_TOKEN" not in given
    )
