"""The part of a desktop's portal that gives out global shortcuts, in pure Python; it does as the test tells it.

It has ways of xdg-desktop-portal 1.20 with Plasma 6.3 that surprise: a program without a desktop entry goes by the token
of its session, a shortcut that is known keeps its key whatever is asked for, and sessions outlive a portal's restart.
What was bound is listed, and as Plasma 6.7 does also what was refused, without a key; the answer to the binding may tell
of nothing.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Sequence
from typing import Any

from jeepney import (  # type: ignore[import-untyped]
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.bus_messages import message_bus  # type: ignore[import-untyped]
from jeepney.io.blocking import open_dbus_connection  # type: ignore[import-untyped]

from tests.desktop.session import wait_for

PATH = "/org/freedesktop/portal/desktop"
SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
_NAME = "org.freedesktop.portal.Desktop"
_SECONDS = 5.0


class ShortcutsPortal:
    """There from the making until `close`. `answer` is the code of the person's answer, `version` that of the portal."""

    def __init__(
        self,
        address: str,
        *,
        answer: int = 0,
        version: int = 1,
        gives: bool = True,
        knows: bool = True,
        outlived: Sequence[str] = (),
    ) -> None:
        """`knows` is whether there is a desktop entry; `outlived` are sessions that the desktop still has."""
        self.answer, self.version, self.gives, self.knows = answer, version, gives, knows
        self.outlived = outlived
        self.keys: dict[str, dict[str, str]] = {}  # of each program: shortcut and key
        self.bound: list[tuple[str, str]] = []  # trigger and description
        self.registered: list[str] = []
        self.sessions: list[str] = []
        self.closed: list[str] = []
        self._caller, self._address = "", address
        self._bus = open_dbus_connection(bus=address)
        reply = self._bus.send_and_get_reply(message_bus.RequestName(_NAME), timeout=_SECONDS)
        assert reply.body[0] == 1, "another portal is on this bus"
        self._thread = threading.Thread(target=self._serve, name="portal", daemon=True)
        self._thread.start()

    def press(self, session: str = "") -> None:
        """The person presses the key; of another session than the last when it is named."""
        body: tuple[Any, ...] = (session or self.sessions[-1], "toggle", 1, {})
        self._bus.send(new_signal(DBusAddress(PATH, interface=SHORTCUTS), "Activated", "osta{sv}", body))

    def close(self) -> None:
        """The portal ends, and its name is free; the second time nothing is left to be done."""
        if not self._thread.is_alive():
            return
        self._bus.sock.shutdown(socket.SHUT_RDWR)
        self._thread.join(_SECONDS)
        self._bus.close()
        with open_dbus_connection(bus=self._address) as bus:
            held = message_bus.NameHasOwner(_NAME)
            wait_for(lambda: not bus.send_and_get_reply(held).body[0], "the portal's name is free")

    def _serve(self) -> None:
        while True:
            try:
                message = self._bus.receive()
                if message.header.message_type is MessageType.method_call:
                    self._answer(message)
            except (OSError, EOFError, ValueError, AttributeError):
                return

    def _answer(self, message: Message) -> None:
        fields, body = message.header.fields, message.body
        member = fields.get(HeaderFields.member)
        sender = str(fields[HeaderFields.sender])
        if member == "Register":
            if self.knows:
                self.registered.append(body[0])
                self._bus.send(new_method_return(message))
            else:
                self._bus.send(new_error(message, "org.freedesktop.portal.Error.Failed"))
        elif member == "Get" and self.version:
            self._bus.send(new_method_return(message, "v", (("u", self.version),)))
        elif member == "CreateSession":
            session = f"{PATH}/session/{_name(sender)}/{body[0]['session_handle_token'][1]}"
            self.sessions.append(session)
            code = 2 if session in self.outlived else 0
            self._respond(message, sender, body[0], code, {"session_handle": ("s", session)})
        elif member == "BindShortcuts":
            self._keep(body[1])
            if self.answer == 0:
                self.bound += [(told["preferred_trigger"][1], told["description"][1]) for _, told in body[1]]
            self._respond(message, sender, body[3], self.answer, {})
        elif member == "ListShortcuts":
            given = self.keys.get(self._program, {}) if self.gives else {}
            listed = [(name, {"trigger_description": ("s", key)}) for name, key in given.items()]
            self._respond(message, sender, body[1], 0, {"shortcuts": ("a(sa{sv})", listed)})
        elif member == "Close":
            self.closed.append(str(fields[HeaderFields.path]))
            self._bus.send(new_method_return(message))
        else:
            self._bus.send(new_error(message, "org.freedesktop.DBus.Error.UnknownMethod"))

    @property
    def _program(self) -> str:
        return self.registered[-1] if self.registered else f"token_{self.sessions[-1].rpartition('/')[2]}"

    def _keep(self, shortcuts: list[Any]) -> None:
        before = self.keys.get(self._program, {})
        asked = {name: told["preferred_trigger"][1] for name, told in shortcuts}
        if self.answer == 0:
            self.keys[self._program] = asked | {name: key for name, key in before.items() if name in asked}
        elif self.answer == 1:
            self.keys[self._program] = dict.fromkeys(asked, "") | before

    def _respond(
        self, message: Message, sender: str, options: dict[str, Any], code: int, results: dict[str, Any]
    ) -> None:
        request = f"{PATH}/request/{_name(sender)}/{options['handle_token'][1]}"
        self._bus.send(new_method_return(message, "o", (request,)))
        address = DBusAddress(request, interface="org.freedesktop.portal.Request")
        self._bus.send(new_signal(address, "Response", "ua{sv}", (code, results)))


def _name(sender: str) -> str:
    return sender.removeprefix(":").replace(".", "_")
