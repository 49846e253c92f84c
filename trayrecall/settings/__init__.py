"""The settings: one JSON file, each setting declared once with default, reader and description.

Keys that this version doesn't know are kept when the file is rewritten (a newer version or a person put them there).
A file that can't be read is never touched. Tokens are not settings; they live in `trayrecall.secrets`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from trayrecall.core.clients import Client
from trayrecall.core.errors import SettingsError, UserInputError
from trayrecall.core.model import Instance, InstanceId
from trayrecall.paths import write_private
from trayrecall.settings import readers

VERSION = 1
DEFAULT_PORT = 37850
DEFAULT_MODEL = "multilingual-e5-small"
_LONGEST_ID = 40


@dataclass(frozen=True, slots=True)
class Setting:
    """How one setting stands in the file.

    `read` turns its JSON value into ours and raises `readers.Unusable` saying what it must be; `write` is its inverse.
    """

    description: str
    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = lambda value: value


def _setting(
    default: Any, description: str, read: Callable[[Any], Any], write: Callable[[Any], Any] | None = None
) -> Any:
    """Declare a setting: its default, what it is for, and how it is read and written."""
    declared = Setting(description, read, write) if write else Setting(description, read)
    return field(default=default, metadata={"setting": declared})


# ---- the settings -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a person can set, without any secret. The fields below are the declaration of the file's keys."""

    instances: tuple[Instance, ...] = _setting(
        (),
        "The Trilium servers that are read, each with the rules for its notes.",
        readers.instances,
        readers.instances_to_json,
    )
    port: int = _setting(
        DEFAULT_PORT, "The loopback port to listen on; when taken, the next free one of ten.", readers.port
    )
    model: str = _setting(DEFAULT_MODEL, "The name of the embedding model.", readers.text)
    model_folder: str | None = _setting(
        None, "A folder that holds the model's files, instead of an installed one.", readers.text_or_null
    )
    allowed_origins: tuple[str, ...] = _setting(
        (), "Origins whose requests are let in although they carry an Origin header.", readers.origins, list
    )
    keep_prompts_days: int = _setting(
        30, "For how many days it is kept what was decided about each prompt; 0 keeps nothing.", readers.days
    )

    instructions: str | None = _setting(
        None,
        "What MCP clients are told about your notes, instead of what is made from the index.",
        readers.instructions,
    )

    base_url: str | None = _setting(
        None,
        "Where clients on other machines reach the listener, through a proxy that speaks HTTPS.",
        readers.base_url,
    )

    clients: tuple[Client, ...] = _setting(
        (),
        "The clients with tokens of their own, each with what it may ask: kinds (`for`) and instances.",
        readers.clients,
        readers.clients_to_json,
    )

    def with_client(self, client: Client) -> Settings:
        """These settings with the client added at the end, in place of an older one of its name."""
        return replace(self, clients=(*self.without_client(client.name).clients, client))

    def without_client(self, name: str) -> Settings:
        """These settings without that client; the same settings when there is none of that name."""
        return replace(self, clients=tuple(client for client in self.clients if client.name != name))

    def with_instance(self, instance: Instance) -> Settings:
        """These settings with the instance added, or put in the place of the one with its id."""
        if self.instance(instance.id) is not None:
            changed = tuple(instance if i.id == instance.id else i for i in self.instances)
            return replace(self, instances=changed)
        return replace(self, instances=(*self.instances, instance))

    def without_instance(self, instance_id: InstanceId) -> Settings:
        """These settings without that instance; the same settings when there is none of that id."""
        return replace(self, instances=tuple(i for i in self.instances if i.id != instance_id))

    def instance(self, instance_id: InstanceId) -> Instance | None:
        """The instance of that id."""
        return next((i for i in self.instances if i.id == instance_id), None)


SETTINGS: Mapping[str, Setting] = {f.name: f.metadata["setting"] for f in fields(Settings)}
_DEFAULTS = Settings()


# ---- the file -----------------------------------------------------------------------------------------


def load_settings(path: Path) -> Settings:
    """The settings in the file, or the defaults when there is none.

    Raises SettingsError naming file and line when it can't be read, a value can't be used, or a newer
    version of TrayRecall wrote it.
    """
    text = _read(path)
    return Settings() if text is None else _settings(_parsed(path, text), path, text)


def save_settings(path: Path, settings: Settings) -> None:
    """Write the settings in one step (0600), keeping the keys in the file that aren't ours.

    A value equal to its default is written only if the file holds that key already, so a default may still
    improve. Raises SettingsError when the present file can't be read (it is left as it is) or on failure to write.
    """
    text = _read(path)
    raw: dict[str, Any] = {} if text is None else _parsed(path, text)
    if text is not None:
        _settings(raw, path, text)
    merged: dict[str, Any] = {"version": VERSION} | raw
    for key, setting in SETTINGS.items():
        value = getattr(settings, key)
        if key in raw or value != getattr(_DEFAULTS, key):
            merged[key] = setting.write(value)
    if "instances" in merged:
        merged["instances"] = _with_foreign_keys(merged["instances"], raw.get("instances", []))
    _write(path, _as_text(merged))


def _with_foreign_keys(ours: list[dict[str, Any]], before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Our instances, each with the unknown keys of the entry it replaces."""
    known = {"id", "name", "url", "web_url", "enabled", "rules", *readers.TRUST}
    replaced = {old["id"]: old for old in before}
    merged: list[dict[str, Any]] = []
    for entry in ours:
        old = replaced.get(entry["id"], {})
        foreign = {key: value for key, value in old.items() if key not in known}
        if "rules" in entry:
            entry["rules"] = _with_rules_as_written(entry["rules"], old.get("rules", []))
        merged.append(entry | foreign)
    return merged


def _with_rules_as_written(ours: list[dict[str, Any]], before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Our rules, each that says the same as one of the file as it stands there, with its unknown keys."""
    left = list(before)
    kept: list[dict[str, Any]] = []
    for rule in ours:
        same = next((old for old in left if readers.rule(old) == readers.rule(rule)), None)
        if same is not None:
            left.remove(same)
        kept.append(rule if same is None else same)
    return kept


def _as_text(raw: dict[str, Any]) -> str:
    text = json.dumps(raw, ensure_ascii=False, indent=2)
    if not text.isascii() and any(
        "\ud800" <= sign <= "\udfff" for sign in text
    ):  # half a character: only escaped
        text = json.dumps(raw, indent=2)
    return text + "\n"


def _read(path: Path) -> str | None:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as failure:
        raise SettingsError(f"{path} can't be read ({failure.strerror or type(failure).__name__})") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = data[: wrong.start].count(b"\n") + 1
        raise SettingsError(f"{path}, line {line}: not UTF-8 text") from None


def _parsed(path: Path, text: str) -> dict[str, Any]:
    """The file's object, of a version that we know."""
    try:
        raw = json.loads(text)
    except json.JSONDecodeError as wrong:
        raise SettingsError(f"{path}, line {wrong.lineno}: {wrong.msg}") from None
    except (ValueError, RecursionError):
        raise SettingsError(f"{path}, line 1: not usable JSON") from None
    if not isinstance(raw, dict):
        raise SettingsError(f"{path}, line 1: must be one JSON object")
    version = raw.get("version", VERSION)
    if type(version) is not int or version < 1:
        raise SettingsError(f"{path}, line {_line_of('version', text)}: version must be a whole number")
    if version > VERSION:
        raise SettingsError(
            f"{path} was written by a newer TrayRecall (version {version}, known here: {VERSION})",
            hint="Update TrayRecall, or move the file to begin anew; it was left as it is.",
        )
    return raw


def _settings(raw: Mapping[str, Any], path: Path, text: str) -> Settings:
    values: dict[str, Any] = {}
    for key, setting in SETTINGS.items():
        if key in raw:
            try:
                values[key] = setting.read(raw[key])
            except readers.Unusable as wrong:
                raise SettingsError(f"{path}, line {_line_of(key, text)}: {key}: {wrong}") from None
    return Settings(**values)


def _line_of(key: str, text: str) -> int:
    """The line on which the key first stands; good enough to find it."""
    return text.count("\n", 0, max(0, text.find(json.dumps(key)))) + 1


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_private(path, text)
    except OSError as failure:
        reason = failure.strerror or type(failure).__name__
        raise SettingsError(
            f"{path} can't be written ({reason})", hint="Check the folder's permissions and free space."
        ) from None


# ---- instances ----------------------------------------------------------------------------------------


_GERMAN = {ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue", ord("ß"): "ss"}


def instance_id_for(name: str, taken: Collection[InstanceId]) -> InstanceId:
    """A short id for an instance of that name: ASCII letters, digits and hyphens, and none of `taken`."""
    german = name.lower().translate(_GERMAN)
    plain = unicodedata.normalize("NFKD", german).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.lower())[:_LONGEST_ID].strip("-") or "trilium"
    candidate, number = InstanceId(slug), 1
    while candidate in taken:
        number += 1
        candidate = InstanceId(f"{slug}-{number}")
    return candidate


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
    Raises UserInputError naming the variable that is missing (unless RECALL_SECRETS_FILE may hold the token).
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
        web_url = given.get(f"RECALL_{stem}_WEB_URL")
        if f"RECALL_{stem}_WEB_TOKEN" in given:  # that is an instance of its own
            web_url = None
        found.append((Instance(instance_id, name, given[variable], web_url), token_variable))
    return found


def _is_web_address(variable: str, given: Mapping[str, str]) -> bool:
    """Whether the variable is only the address for links of another instance."""
    stem = variable.removesuffix("_URL")
    return (
        stem.endswith("_WEB") and f"{stem.removesuffix('_WEB')}_URL" in given and f"{stem}_TOKEN" not in given
    )
