"""A StatusNotifier host in pure Python: what a panel is to the program. It holds icons, reads their menus, clicks them.

`Host` owns `org.kde.StatusNotifierWatcher` on the session bus and serves it from a thread of its own; `Item` is the
panel's side of one icon, with calls that block, so never on the thread of the program under test.
"""

from __future__ import annotations

import socket
import threading
import time
from dataclasses import dataclass
from typing import Any

from jeepney import (  # type: ignore[import-untyped]
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    new_error,
    new_method_call,
    new_method_return,
    new_signal,
)
from jeepney.bus_messages import message_bus  # type: ignore[import-untyped]
from jeepney.io.blocking import DBusConnection, open_dbus_connection  # type: ignore[import-untyped]

from tests.desktop.session import wait_for

WATCHER = "org.kde.StatusNotifierWatcher"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_ITEM = "org.kde.StatusNotifierItem"
_MENU = "com.canonical.dbusmenu"
_AT = DBusAddress("/StatusNotifierWatcher", bus_name=None, interface=WATCHER)
_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a menu."""

    id: int
    label: str
    enabled: bool = True
    separator: bool = False
    checked: bool = False
    below: tuple[Entry, ...] = ()  # of its own menu


class Host:
    """A panel. It is there from the making until `close`."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._bus = open_dbus_connection(bus=address)
        self._registered: list[tuple[str, str]] = []
        self._changed = threading.Condition()
        reply = self._bus.send_and_get_reply(message_bus.RequestName(WATCHER), timeout=_SECONDS)
        assert reply.body[0] == 1, "another panel is on this bus"
        self._thread = threading.Thread(target=self._serve, name="sni-host", daemon=True)
        self._thread.start()

    def item(self, number: int = 0, seconds: float = 15.0) -> Item:
        """The icon that registered as that many'th; waits for it."""
        with self._changed:
            came = self._changed.wait_for(lambda: len(self._registered) > number, seconds)
        assert came, "no icon came to the panel"
        return Item(self._address, *self._registered[number])

    @property
    def count(self) -> int:
        """How many icons registered."""
        return len(self._registered)

    def close(self) -> None:
        """The panel ends; its name is free again."""
        if not self._thread.is_alive():
            return
        self._bus.sock.shutdown(socket.SHUT_RDWR)  # wakes the thread, which `close` alone would not
        self._thread.join(_SECONDS)
        self._bus.close()

    # ---- the watcher's side

    def _serve(self) -> None:
        while True:
            try:
                message = self._bus.receive()
                if message.header.message_type is MessageType.method_call:
                    self._bus.send(self._answer(message))
            except (OSError, EOFError, ValueError, AttributeError):  # closed, here or there
                return

    def _answer(self, message: Message) -> Message:
        fields = message.header.fields
        member = fields.get(HeaderFields.member)
        if member == "RegisterStatusNotifierItem":
            self._register(message.body[0], fields[HeaderFields.sender])
            return new_method_return(message)
        if member == "RegisterStatusNotifierHost":
            return new_method_return(message)
        if member == "Get":
            return new_method_return(message, "v", (self._state()[message.body[1]],))
        if member == "GetAll":
            return new_method_return(message, "a{sv}", (self._state(),))
        return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")

    def _register(self, service: str, sender: str) -> None:
        """Qt gives its bus name, Ayatana's library only the path of the object."""
        item = (sender, service) if service.startswith("/") else (service, "/StatusNotifierItem")
        self._bus.send(new_signal(_AT, "StatusNotifierItemRegistered", "s", ("".join(item),)))
        with self._changed:
            self._registered.append(item)
            self._changed.notify_all()

    def _state(self) -> dict[str, tuple[str, Any]]:
        return {
            "IsStatusNotifierHostRegistered": ("b", True),
            "ProtocolVersion": ("i", 0),
            "RegisteredStatusNotifierItems": ("as", ["".join(item) for item in self._registered]),
        }


class Item:
    """One icon, as the panel talks to it."""

    def __init__(self, address: str, name: str, path: str) -> None:
        self._bus: DBusConnection = open_dbus_connection(bus=address)
        self._name, self._path = name, path

    def __enter__(self) -> Item:  # noqa: PYI034 - nothing is derived from it
        return self

    def __exit__(self, *_error: object) -> None:
        self._bus.close()

    @property
    def properties(self) -> dict[str, Any]:
        """What the icon says of itself."""
        found = self._call(self._path, _PROPERTIES, "GetAll", "s", (_ITEM,))[0]
        return {key: value for key, (_, value) in found.items()}

    @property
    def tooltip(self) -> str:
        """The title of the tooltip."""
        return str(self.properties["ToolTip"][2])

    def menu(self) -> list[Entry]:
        """The entries that are seen, without the marks of their keys."""
        path = self.properties["Menu"]
        wait_for(lambda: self._has_menu(path), "the menu")  # Qt tells of the icon a moment before it is there
        _, (_, _, children) = self._call(path, _MENU, "GetLayout", "iias", (0, -1, []))
        return [entry for entry in map(_entry, children) if entry is not None]

    def _has_menu(self, path: str) -> bool:
        try:
            self._call(path, _MENU, "AboutToShow", "i", (0,))
        except RuntimeError:
            return False
        return True

    def click(self, *labels: str) -> None:
        """Click the entry of that label; several are the way through menus below menus."""
        entries = self.menu()
        for label in labels:
            entry = next(entry for entry in entries if entry.label == label)
            entries = list(entry.below)
        stamp = int(time.time()) & 0x7FFFFFFF
        self._call(self.properties["Menu"], _MENU, "Event", "isvu", (entry.id, "clicked", ("i", 0), stamp))

    def activate(self) -> None:
        """Click the icon itself."""
        self._call(self._path, _ITEM, "Activate", "ii", (0, 0))

    def _call(
        self, path: str, interface: str, member: str, signature: str = "", body: tuple[Any, ...] = ()
    ) -> Any:
        address = DBusAddress(path, bus_name=self._name, interface=interface)
        reply = self._bus.send_and_get_reply(
            new_method_call(address, member, signature, body), timeout=_SECONDS
        )
        if reply.header.message_type is MessageType.error:
            raise RuntimeError(f"{member} failed: {reply.body}")
        return reply.body


def _entry(child: Any) -> Entry | None:
    number, properties, below = child[1]
    values = {key: value for key, (_, value) in properties.items()}
    if not values.get("visible", True):
        return None
    return Entry(
        number,
        str(values.get("label", "")).replace("__", "\0").replace("_", "").replace("\0", "_"),
        enabled=bool(values.get("enabled", True)),
        separator=values.get("type") == "separator",
        checked=values.get("toggle-state") == 1,
        below=tuple(entry for entry in map(_entry, below) if entry is not None),
    )
