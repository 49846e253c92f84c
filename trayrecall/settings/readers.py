"""The values of settings: JSON in, our value out, `Unusable` says what it must be; and back again. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

from trayrecall.core.clients import KINDS, Client
from trayrecall.core.linguist import QT_TRANSLATE_NOOP, Told
from trayrecall.core.model import Area, AreaRule, Instance, InstanceId

HIGHEST_PORT = 65535
MOST_DAYS = 3650
LONGEST_INSTRUCTIONS = 600  # code points; clients cut what is longer
CLIENT_NAME = r"[a-z0-9]+(?:-[a-z0-9]+)*"
OWN_CLIENTS = frozenset(
    {"local", "hook", "password"}
)  # the command line's, the prompt hook's and whoever has the password: no setting names them
_THIS_MACHINE = frozenset({"127.0.0.1", "localhost", "::1"})
_DEFAULT_PORTS = {"http": 80, "https": 443}
_ID = re.compile(CLIENT_NAME)


class Unusable(Exception):
    """A value in the file can't be used; the text, which is marked, says what it must be and never quotes it."""

    def __init__(self, text: str, **values: object) -> None:
        self.told = Told(text, **values)
        super().__init__(str(self.told))


def port(raw: Any) -> int:
    """A port number."""
    return _whole(raw, 1, HIGHEST_PORT)


def days(raw: Any) -> int:
    """A number of days; 0 for none."""
    return _whole(raw, 0, MOST_DAYS)


def _whole(raw: Any, least: int, most: int) -> int:
    if type(raw) is not int or not least <= raw <= most:
        raise Unusable(
            QT_TRANSLATE_NOOP("errors", "must be a whole number from {least} to {most}"),
            least=least,
            most=most,
        )
    return raw


def one_of(values: Sequence[Any]) -> Callable[[Any], Any]:
    """A reader of one of these values; a number may be written with or without a point, true is none."""

    def read(raw: Any) -> Any:
        found = next((v for v in values if v == raw and isinstance(raw, bool) == isinstance(v, bool)), None)
        if found is None:
            raise Unusable(
                QT_TRANSLATE_NOOP("errors", "must be one of {values}"), values=", ".join(map(str, values))
            )
        return found

    return read


def text(raw: Any) -> str:
    """A text that isn't empty."""
    if not isinstance(raw, str) or not raw.strip():
        raise Unusable(QT_TRANSLATE_NOOP("errors", "must be a text that isn't empty"))
    return raw


def text_or_null(raw: Any) -> str | None:
    """The same, or null."""
    return None if raw is None else text(raw)


def address(raw: Any) -> str:
    """An address as a person typed it; not with a password, as it is shown in many places."""
    typed = text(raw)
    if _LOGIN.match(typed):
        raise Unusable(QT_TRANSLATE_NOOP("errors", "must not hold a user name or password"))
    return typed


_LOGIN = re.compile(r"\s*(?:[a-z][a-z0-9+.-]*:)?(?://)?[^/?#]*@", re.IGNORECASE)


def address_or_null(raw: Any) -> str | None:
    """The same, or null."""
    return None if raw is None else address(raw)


def instructions(raw: Any) -> str | None:
    """A text that clients don't cut, or null."""
    text = text_or_null(raw)
    if text is not None and len(text) > LONGEST_INSTRUCTIONS:
        raise Unusable(
            QT_TRANSLATE_NOOP("errors", "must be at most {most} characters long"), most=LONGEST_INSTRUCTIONS
        )
    return text


def base_url(raw: Any) -> str | None:
    """An address without a path, in small letters and without a default port; or null."""
    given = text_or_null(raw)
    if given is None:
        return None
    try:
        parts = urlsplit(given.strip().rstrip("/").lower())
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Unusable(_BASE_URL) from None
    rest = parts.path + parts.query + parts.fragment + (parts.username or "") + (parts.password or "")
    if parts.scheme not in _DEFAULT_PORTS or rest or not re.fullmatch(r"[a-z0-9.-]+|[0-9a-f:]+", host):
        raise Unusable(_BASE_URL)
    if parts.scheme == "http" and host not in _THIS_MACHINE:
        raise Unusable(_BASE_URL)
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + ("" if port in {None, _DEFAULT_PORTS[parts.scheme]} else f":{port}")


_BASE_URL = QT_TRANSLATE_NOOP(
    "errors", 'must be an address such as "https://recall.example": https, and no path'
)


def truth(raw: Any) -> bool:
    """True or false."""
    if not isinstance(raw, bool):
        raise Unusable(QT_TRANSLATE_NOOP("errors", "must be true or false"))
    return raw


def origins(raw: Any) -> tuple[str, ...]:
    """Origins, spelled out."""
    if not isinstance(raw, list) or not all(is_origin(item) for item in raw):
        raise Unusable(
            QT_TRANSLATE_NOOP(
                "errors",
                'must be a list of origins such as "https://notes.example" (no path, not "null" or "*")',
            )
        )
    return tuple(raw)


def is_origin(raw: Any) -> bool:
    """Whether it is a scheme with a host and nothing else."""
    return isinstance(raw, str) and re.fullmatch(r"[a-z][a-z0-9+.-]*://[^/\s?#*]+", raw) is not None


def instances(raw: Any) -> tuple[Instance, ...]:
    """Instances with ids of their own."""
    if not isinstance(raw, list):
        raise Unusable(QT_TRANSLATE_NOOP("errors", "must be a list of instances"))
    found = tuple(instance(item) for item in raw)
    if len({instance.id for instance in found}) < len(found):
        raise Unusable(QT_TRANSLATE_NOOP("errors", "two instances have the same id"))
    return found


def instance(raw: Any) -> Instance:
    """One instance; unknown keys are left aside."""
    if not isinstance(raw, dict):
        raise Unusable(QT_TRANSLATE_NOOP("errors", "each instance must be an object with id, name and url"))
    read: dict[str, Callable[[Any], Any]] = {
        "id": instance_id,
        "name": text,
        "url": address,
        "web_url": address_or_null,
        "enabled": truth,
        "rules": rules,
        "ca_file": text_or_null,
        "pinned_sha256": text_or_null,
    }
    values: dict[str, Any] = {}
    for key, reader in read.items():
        if key in raw:
            try:
                values[key] = reader(raw[key])
            except Unusable as wrong:
                told = (
                    QT_TRANSLATE_NOOP("errors", "{key} of the instance {id} {why}")
                    if "id" in values
                    else QT_TRANSLATE_NOOP("errors", "{key} of an instance {why}")
                )
                raise Unusable(told, key=key, id=values.get("id"), why=wrong.told) from None
        elif key in {"id", "name", "url"}:
            raise Unusable(QT_TRANSLATE_NOOP("errors", "an instance has no {key}"), key=key)
    return Instance(**values)


def instance_id(raw: Any) -> InstanceId:
    """An id of small letters, digits and single hyphens."""
    if not isinstance(raw, str) or not _ID.fullmatch(raw):
        raise Unusable(
            QT_TRANSLATE_NOOP("errors", "must be small letters and digits, joined by single hyphens")
        )
    return InstanceId(raw)


def rules(raw: Any) -> tuple[AreaRule, ...]:
    """Rules; the number of a wrong one is told."""
    if not isinstance(raw, list):
        raise Unusable(
            QT_TRANSLATE_NOOP("errors", "must be a list of rules such as {example}"),
            example='{"when": {"label": "draft"}, "leave_out": true}',
        )
    found: list[AreaRule] = []
    for number, item in enumerate(raw, 1):
        try:
            found.append(rule(item))
        except Unusable as wrong:
            raise Unusable(
                QT_TRANSLATE_NOOP("errors", "can't be used: rule {number} {why}"),
                number=number,
                why=wrong.told,
            ) from None
    return tuple(found)


def rule(raw: Any) -> AreaRule:
    """One rule."""
    if not isinstance(raw, dict):
        raise Unusable(QT_TRANSLATE_NOOP("errors", "must be an object with when, and area or leave_out"))
    when = raw.get("when")
    # A condition that isn't understood must not be passed over: the rule would fit more notes than was meant.
    if not isinstance(when, dict) or not when or not when.keys() <= _CONDITIONS.keys():
        raise Unusable(
            QT_TRANSLATE_NOOP("errors", "needs a when with {keys} or several of them, and nothing else"),
            keys=", ".join(_CONDITIONS),
        )
    values: dict[str, Any] = {}
    for key, fits in _CONDITIONS.items():
        if key in when:
            if not isinstance(when[key], str) or not re.search(fits, when[key]):
                raise Unusable(_CONDITION_WORDS[key])
            values[key] = when[key]
    leave_out = raw.get("leave_out", False)
    if not isinstance(leave_out, bool):
        raise Unusable(QT_TRANSLATE_NOOP("errors", "has a leave_out that isn't true or false"))
    if ("area" in raw) == leave_out:
        raise Unusable(QT_TRANSLATE_NOOP("errors", 'needs one of area and "leave_out": true'))
    if "area" in raw and raw["area"] not in list(Area):
        raise Unusable(
            QT_TRANSLATE_NOOP("errors", "has an area that isn't one of {areas}"), areas=", ".join(Area)
        )
    return AreaRule(**values, area=Area(raw["area"]) if "area" in raw else None)


# What each condition must hold to be one.
_CONDITIONS = {"label": r"^\s*#?\s*[^\s#=]", "below": r"[^\s›/]", "type": r"\S"}
_CONDITION_WORDS = {
    "label": QT_TRANSLATE_NOOP("errors", 'has a label in its when that isn\'t "name" or "name=value"'),
    "below": QT_TRANSLATE_NOOP(
        "errors", "has a below in its when that isn't the noteId or the title path of a folder"
    ),
    "type": QT_TRANSLATE_NOOP("errors", "has a type in its when that isn't a type of notes"),
}


def rule_to_json(rule: AreaRule) -> dict[str, Any]:
    """A rule as it stands in the file."""
    when = {key: getattr(rule, key) for key in _CONDITIONS if getattr(rule, key) is not None}
    decision: dict[str, Any] = {"leave_out": True} if rule.area is None else {"area": rule.area.value}
    return {"when": when} | decision


def clients(raw: Any) -> tuple[Client, ...]:
    """Clients with names of their own."""
    if not isinstance(raw, list):
        raise Unusable(QT_TRANSLATE_NOOP("errors", "must be a list of clients"))
    found = tuple(client(item) for item in raw)
    if len({client.name for client in found}) < len(found):
        raise Unusable(QT_TRANSLATE_NOOP("errors", "two clients have the same name"))
    return found


def client(raw: Any) -> Client:
    """A limit that can't be used is an error: passed over, it would open more than was meant."""
    name = raw.get("name") if isinstance(raw, dict) else None
    if not isinstance(name, str) or not _ID.fullmatch(name) or name in OWN_CLIENTS:
        raise Unusable(
            QT_TRANSLATE_NOOP(
                "errors", "each client needs a name of small letters and digits, joined by single hyphens"
            )
        )
    kinds, instances = raw.get("for", list(KINDS)), raw.get("instances")
    if not isinstance(kinds, list) or not kinds or not all(kind in KINDS for kind in kinds):
        raise Unusable(
            QT_TRANSLATE_NOOP("errors", "for of the client {name} must be a list of {kinds}"),
            name=name,
            kinds=", ".join(KINDS),
        )
    if instances is not None and (not isinstance(instances, list) or not instances):
        raise Unusable(
            QT_TRANSLATE_NOOP(
                "errors",
                "instances of the client {name} must be a list of ids; without the key it may ask all",
            ),
            name=name,
        )
    return Client(name, tuple(kinds), tuple(instance_id(instance) for instance in instances or ()))


def clients_to_json(clients: tuple[Client, ...]) -> list[dict[str, Any]]:
    """Clients as they stand in the file."""
    return [
        {"name": client.name, "for": list(client.kinds)}
        | ({"instances": list(client.instances)} if client.instances else {})
        for client in clients
    ]


TRUST = ("ca_file", "pinned_sha256")


def instance_to_json(instance: Instance) -> dict[str, Any]:
    """An instance as it stands in the file; what is as usual is left away."""
    written: dict[str, Any] = {"id": instance.id, "name": instance.name, "url": instance.url}
    if instance.web_url is not None:
        written["web_url"] = instance.web_url
    if not instance.enabled:
        written["enabled"] = False
    for key in TRUST:
        if getattr(instance, key) is not None:
            written[key] = getattr(instance, key)
    if instance.rules:
        written["rules"] = [rule_to_json(rule) for rule in instance.rules]
    return written


def instances_to_json(instances: tuple[Instance, ...]) -> list[dict[str, Any]]:
    """Instances as they stand in the file."""
    return [instance_to_json(instance) for instance in instances]


LONGEST_KEY = 60


def key(raw: Any) -> str:
    """A combination of keys, or nothing; whether the system gives it out is seen when it is taken."""
    if isinstance(raw, str) and len(raw) <= LONGEST_KEY and raw.isprintable():
        return raw
    raise Unusable(QT_TRANSLATE_NOOP("errors", "must be a combination of keys such as Ctrl+Alt+Space"))
