"""A key by the desktop's portal for global shortcuts (GNOME 48, KDE Plasma, Hyprland …), over D-Bus. Knows no Qt.

The desktop asks the person, who may choose another key; it keeps the choice, and hands it out again at the next start.
Qt's own D-Bus classes can't write the arrays of structures that this interface wants, so `jeepney` speaks here, which
`keyring` brings along on Linux.
"""

from __future__ import annotations

import logging
import secrets
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from jeepney import (  # type: ignore[import-untyped]
    DBusAddress,
    HeaderFields,
    MatchRule,
    Message,
    MessageType,
    new_method_call,
)
from jeepney.bus_messages import message_bus  # type: ignore[import-untyped]
from jeepney.io.blocking import DBusConnection, open_dbus_connection  # type: ignore[import-untyped]

from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.hotkey.backend import KeyRefused, NoKeys
from trayrecall.hotkey.keys import Combination, trigger

log = logging.getLogger(__name__)

SERVICE, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
_REQUEST, _SESSION = "org.freedesktop.portal.Request", "org.freedesktop.portal.Session"
_BUS = "org.freedesktop.DBus"
_SHORTCUT = "toggle"
# The same at each start: where the desktop knows no entry of ours, Plasma tells programs apart by it, and keeps keys so.
_SESSION_TOKEN = "trayrecall"  # noqa: S105 - no secret
_SECONDS = 5.0  # for an answer of the portal itself
_PERSON_SECONDS = 120.0  # for a person to answer it
_DONE, _CANCELLED = 0, 1
# Seconds before each try: a portal that has just begun may not have all of its parts yet.
_RENEWALS = (0.0, 2.0, 30.0)


class PortalKey:
    """See `hotkey.backend.Backend`. Raises NoKeys where there is no such portal."""

    def __init__(
        self, pressed: Callable[[], None], *, app_id: str, description: str, bus: str = "SESSION"
    ) -> None:
        """`description` is what the desktop shows beside the key; `bus` is a D-Bus address."""
        self._pressed, self._description, self._app_id = pressed, description, app_id
        self._address = bus
        self._taking = threading.Lock()
        self._held: Combination | None = None
        self._closing = threading.Event()
        self._session: str | None = None
        self._responses: dict[str, tuple[int, dict[str, Any]]] = {}
        self._replies: dict[int, Message] = {}
        self._changed = threading.Condition()
        self._ended = False
        self._connect()
        try:
            if self._version() < 1:
                raise NoKeys(QT_TRANSLATE_NOOP("errors", "its portal has no shortcuts"))  # noqa: TRY301
        except BaseException:
            self.close()
            raise

    def _connect(self) -> None:
        """Join the bus, and say who we are before anything is asked. Raises NoKeys without a bus."""
        try:
            self._bus = open_dbus_connection(bus=self._address)
        except (OSError, KeyError, ValueError) as failure:
            raise NoKeys(QT_TRANSLATE_NOOP("errors", "there is no D-Bus session")) from failure
        self._thread = threading.Thread(target=self._listen, args=(self._bus,), name="hotkey", daemon=True)
        self._thread.start()
        self._watch()
        self._name_ourselves()

    def take(self, combination: Combination) -> None:
        """Ask the desktop for the key; it may ask the person."""
        with self._taking:
            self._drop()
            self._take(combination)

    def _take(self, combination: Combination) -> None:
        told = self._ask("CreateSession", "a{sv}", {"session_handle_token": ("s", _SESSION_TOKEN)})
        self._session = str(told["session_handle"][1])
        key = trigger(combination)
        # A desktop keeps the key of a shortcut that it knows, so each key is a shortcut of its own.
        shortcut = f"{_SHORTCUT}-{key}"
        try:
            if self._given().get(shortcut) == "":  # refused or taken away before; a desktop doesn't ask twice
                raise _no_key()  # noqa: TRY301
            self._bind(shortcut, key)  # also one that is known: newer Plasmas tell no presses of it else
        except BaseException:
            self._drop()
            raise
        self._held = combination

    def _bind(self, shortcut: str, key: str) -> None:
        wanted = {"description": ("s", self._description), "preferred_trigger": ("s", key)}
        self._ask(
            "BindShortcuts", "oa(sa{sv})sa{sv}", {}, self._session, [(shortcut, wanted)], "",
            seconds=_PERSON_SECONDS,
        )  # fmt: skip
        if shortcut not in self._given():  # the answer to the binding itself may tell of nothing
            raise _no_key()

    def _given(self) -> dict[str, str]:
        """The shortcuts that the desktop has for us, and how it calls their keys; Hyprland never calls them anything."""
        listed = self._ask("ListShortcuts", "oa{sv}", {}, self._session)
        return {
            name: told.get("trigger_description", ("", ""))[1]
            for name, told in listed.get("shortcuts", ("", []))[1]
        }

    def drop(self) -> None:
        """End the session, which gives the key back."""
        with self._taking:
            self._drop()

    def _drop(self) -> None:
        session, self._session, self._held = self._session, None, None
        if session is not None:
            self._call(DBusAddress(session, SERVICE, _SESSION), "Close")

    def _renew(self, lost: str | None) -> None:
        """Take the key again after the portal has begun anew: the session went with the one before, without a word."""
        for seconds in _RENEWALS:
            if self._closing.wait(seconds):
                return
            with self._taking:
                if self._held is None or self._session != lost:
                    return
                held, self._session = self._held, None
                try:
                    self._begin_anew()
                    self._take(held)
                except NoKeys as failure:
                    log.info("the key for the search is not to be had yet: %s", failure)
                    self._held, self._session = held, lost
                except KeyRefused as failure:
                    log.warning("the key for the search can't be taken again: %s", failure)
                    return
                else:
                    log.info("the desktop's portal began anew, and the key for the search was taken again")
                    return

    def _begin_anew(self) -> None:
        """Join the bus under another name. The desktop's part of the portal may have outlived the other one, and with
        it the session of that name: it refuses a second one.
        """
        self._leave()
        with self._changed:
            self._replies.clear()  # of numbers that come again
            self._ended = False
        self._connect()

    def close(self) -> None:
        """Leave the bus, which ends the session."""
        self._ended = True
        self._closing.set()
        self._leave()

    def _leave(self) -> None:
        try:
            self._bus.sock.shutdown(socket.SHUT_RDWR)  # wakes the thread, which `close` alone would not
        except OSError:
            log.debug("the bus has gone before")
        if threading.current_thread() is not self._thread:
            self._thread.join(1.0)
        self._bus.close()

    # ---- asking

    def _watch(self) -> None:
        """Hear the answers of the portal, its key, and that it began anew, before anything is asked."""
        for interface, member in ((_REQUEST, "Response"), (SHORTCUTS, "Activated")):
            rule = MatchRule(type="signal", sender=SERVICE, interface=interface, member=member)
            self._reply_to(message_bus.AddMatch(rule))
        owner = MatchRule(
            type="signal", interface=_BUS, member="NameOwnerChanged", path="/org/freedesktop/DBus"
        )
        owner.add_arg_condition(0, SERVICE)
        self._reply_to(message_bus.AddMatch(owner))

    def _name_ourselves(self) -> None:
        """Tell who asks, where the portal wants to know; older ones find it out by themselves."""
        registry = DBusAddress(PATH, SERVICE, "org.freedesktop.host.portal.Registry")
        self._call(registry, "Register", "sa{sv}", self._app_id, {})

    def _version(self) -> int:
        properties = DBusAddress(PATH, SERVICE, "org.freedesktop.DBus.Properties")
        reply = self._call(properties, "Get", "ss", SHORTCUTS, "version")
        return int(reply[0][1]) if reply else 0

    def _ask(
        self, member: str, signature: str, options: dict[str, Any], *before: Any, seconds: float = _SECONDS
    ) -> dict[str, Any]:
        """A request of the portal with its response, which comes as a signal of its own. Raises KeyRefused, NoKeys."""
        token = _token()
        sender = str(self._bus.unique_name).removeprefix(":").replace(".", "_")
        expected = f"{PATH}/request/{sender}/{token}"
        body = (*before, {"handle_token": ("s", token), **options})
        reply = self._call(DBusAddress(PATH, SERVICE, SHORTCUTS), member, signature, *body)
        if reply is None:
            raise NoKeys(
                QT_TRANSLATE_NOOP("errors", "its portal refuses {member}"), values={"member": member}
            )
        paths = {expected, str(reply[0])}
        with self._changed:
            self._changed.wait_for(lambda: self._ended or bool(paths & self._responses.keys()), seconds)
            found = next((self._responses.pop(path) for path in paths if path in self._responses), None)
        if found is None:
            raise KeyRefused(
                QT_TRANSLATE_NOOP("errors", "the desktop did not answer"),
                hint=QT_TRANSLATE_NOOP("errors", "Try again, and answer what it asks."),
            )
        code, results = found
        if code == _CANCELLED:
            raise KeyRefused(
                QT_TRANSLATE_NOOP("errors", "it was not allowed"),
                hint=QT_TRANSLATE_NOOP("errors", "Try again, and allow it."),
            )
        if code != _DONE:
            raise KeyRefused(QT_TRANSLATE_NOOP("errors", "the desktop refused it"))
        return results

    def _call(
        self, address: DBusAddress, member: str, signature: str = "", *body: Any
    ) -> tuple[Any, ...] | None:
        """The body of the reply; None for an error or none in time."""
        reply = self._reply_to(new_method_call(address, member, signature or None, body))
        if reply is None or reply.header.message_type is MessageType.error:
            return None
        return tuple(reply.body)

    def _reply_to(self, message: Message) -> Message | None:
        serial = next(self._bus.outgoing_serial)
        try:
            self._bus.send(message, serial=serial)
        except OSError:
            return None
        with self._changed:
            self._changed.wait_for(lambda: self._ended or serial in self._replies, _SECONDS)
            return self._replies.pop(serial, None)

    # ---- listening

    def _listen(self, bus: DBusConnection) -> None:
        """Thread `hotkey`: until this bus is left, or gone."""
        try:
            while True:
                self._took(bus.receive())
        except (OSError, EOFError, ValueError, AttributeError):  # closed, here or there
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _took(self, message: Message) -> None:
        fields, kind = message.header.fields, message.header.message_type
        if kind in (MessageType.method_return, MessageType.error):
            with self._changed:
                self._replies[fields[HeaderFields.reply_serial]] = message
                self._changed.notify_all()
        elif fields.get(HeaderFields.member) == "Response":
            with self._changed:
                self._responses[fields[HeaderFields.path]] = message.body
                self._changed.notify_all()
        elif fields.get(HeaderFields.member) == "NameOwnerChanged":
            name, _, owner = message.body
            if name == SERVICE and owner and self._session is not None:
                renewing = threading.Thread(target=self._renew, args=(self._session,), name="hotkey again")
                renewing.daemon = True  # it waits for answers that this thread hears
                renewing.start()
        elif fields.get(HeaderFields.member) == "Activated" and message.body[0] == self._session:
            self._pressed()


def _no_key() -> KeyRefused:
    return KeyRefused(
        QT_TRANSLATE_NOOP("errors", "the desktop gave no key"),
        hint=QT_TRANSLATE_NOOP("errors", "Choose one in its own keyboard settings."),
    )


def _token() -> str:
    return f"trayrecall{secrets.token_hex(8)}{int(time.monotonic())}"
