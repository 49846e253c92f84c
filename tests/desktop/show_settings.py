"""The settings window and the first start's, in every state that is worth a look; used by `tests.desktop.show`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace

import shiboken6
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from tests.desktop import samples
from tests.desktop.work import FakeAutostart, FakeHotkey, FakeWork
from trayrecall.core import errors
from trayrecall.core.errors import TrayRecallError
from trayrecall.core.model import Area, AreaRule
from trayrecall.hotkey.backend import KeyRefused
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.first_run import FirstRun, Step
from trayrecall.ui.settings_dialog import SettingsDialog
from trayrecall.ui.style import Style

VIEWS = (
    "dialog", "form", "remove", "rules", "search-page", "download", "endpoint", "client", "token", "connections", "connect",
    "appearance", "general", "first-run", "first-run-form", "first-run-building", "first-run-agents",
)  # fmt: skip
RULES = (
    AreaRule(below="LLM Wiki", label="wikiLayer=source", area=Area.SOURCES),
    AreaRule(below="LLM Wiki", area=Area.WIKI),
    AreaRule(below="Tagebuch", area=Area.JOURNAL),
    AreaRule(label="draft"),
)
SOON_MS = 300  # as a person would: after the window is there


class SettingsShown:
    """The window over work in memory."""

    def __init__(
        self, style: Style, bridge: Bridge, arguments: argparse.Namespace, *, soon_ms: int = SOON_MS
    ) -> None:
        self._soon_ms = soon_ms
        self.arguments, self._style, self._bridge = arguments, style, bridge
        self._shown: FirstRun | None = None
        self.work = FakeWork()
        self.work.servers.states = {samples.WORK.id: "token_rejected"}
        if arguments.held:
            self.work.servers.states = {samples.HOME.id: "held"}
        if arguments.empty:
            self.work.servers.instances.clear()
        self.work.servers.instances = {
            key: replace(i, rules=RULES if key == samples.HOME.id else ())
            for key, i in self.work.servers.instances.items()
        }
        self.dialog = SettingsDialog(
            style,
            bridge,
            lambda: self.work,
            autostart=FakeAutostart(self.work.behaviour, on=True),
            hotkey=FakeHotkey(
                self.work.behaviour,
                refusal=KeyRefused("another program has this key", hint="Choose another one."),
            ),
            open_log=lambda: None,
        )

    def _first_run(self, step: Step) -> FirstRun:
        window = FirstRun(self._style, self._bridge, lambda: self.work)
        window.go(step)
        window.come()
        self._shown = window
        return window

    def _first_form(self) -> None:
        self._first_run(Step.NOTES).notes.connect_server()

    def _first_building(self) -> None:
        window = self._first_run(Step.BUILDING)
        home = samples.instance_status(notes=1310)
        for second in range(9):
            status = replace(samples.status(home), passages=4210, pending=3400 - 60 * second)
            window.building.take(status, 10.0 * second)

    def views(self) -> dict[str, Callable[[], object]]:
        dialog = self.dialog
        return {
            "dialog": lambda: dialog.show_page(dialog.servers),
            "form": self._form,
            "remove": lambda: self._soon(dialog.servers.remove_button.click),
            "rules": lambda: self._soon(dialog.servers.rules_button.click),
            "search-page": lambda: dialog.show_page(dialog.search),
            "download": self._download,
            "endpoint": lambda: dialog.show_page(dialog.endpoint),
            "client": self._client,
            "token": self._token,
            "connections": lambda: dialog.show_page(dialog.connections),
            "connect": self._connect,
            "appearance": lambda: dialog.show_page(dialog.appearance),
            "general": self._general,
            "first-run": lambda: self._first_run(Step.NOTES),
            "first-run-form": self._first_form,
            "first-run-building": self._first_building,
            "first-run-agents": lambda: self._first_run(Step.AGENTS),
        }

    def windows(self) -> list[QWidget]:
        """Those that can be seen."""
        return [window for window in (self.dialog, self._shown) if window is not None and window.isVisible()]

    def close(self) -> None:
        """Leave what is shown, asking nothing."""
        for box in (self.dialog.servers.question, self.dialog.question):
            if box is not None and shiboken6.isValid(box):
                box.close()
        for page in (self.dialog.servers, self.dialog.endpoint, self.dialog.connections):
            page.leave()
        if self._shown is not None:
            self._shown.close()
            self._shown.deleteLater()
            self._shown = None

    def _soon(self, then: Callable[[], None]) -> None:
        self.dialog.show_page(self.dialog.servers)
        QTimer.singleShot(self._soon_ms, then)

    def _form(self) -> None:
        form = self.dialog.servers.form
        self.dialog.show_page(self.dialog.servers)
        self.dialog.servers.edit(samples.HOME)
        if self.arguments.failure == "TlsFailure":
            form.url.setText("https://notes.lan:8443")
        form.token.setText("sixteen-letters!")
        QTimer.singleShot(self._soon_ms, self._press)

    def _press(self) -> None:
        form = self.dialog.servers.form
        if self.arguments.failure:
            self.work.behaviour.failure = failure_named(self.arguments.failure)
            (form.save_button if self.arguments.save else form.test_button).click()
        elif self.arguments.save:
            self.work.behaviour.gate.clear()
            form.save_button.click()

    def _client(self) -> None:
        self.dialog.show_page(self.dialog.endpoint)
        QTimer.singleShot(self._soon_ms, self._new_client)

    def _new_client(self) -> None:
        clients = self.dialog.endpoint.clients
        clients.add_button.click()
        clients.form.name.setText("nightly-report")

    def _token(self) -> None:
        self._client()
        QTimer.singleShot(2 * self._soon_ms, self.dialog.endpoint.clients.form.add_button.click)

    def _connect(self) -> None:
        self.dialog.show_page(self.dialog.connections)
        QTimer.singleShot(self._soon_ms, self._press_connect)

    def _press_connect(self) -> None:
        rows = self.dialog.connections.agents.rows
        rows["codex"].connect_button.click()
        rows["claude-code"].test_button.click()

    def _download(self) -> None:
        self.work.values.has_model = False
        self.dialog.show_page(self.dialog.search)

    def _general(self) -> None:
        self.dialog.show_page(self.dialog.general)
        QTimer.singleShot(self._soon_ms, lambda: self.dialog.general.field.recorded.emit("Ctrl+Space"))


def failure_named(name: str) -> TrayRecallError:
    kind = getattr(errors, name)
    assert issubclass(kind, TrayRecallError)
    if kind is errors.TlsFailure:
        return errors.TlsFailure(
            "self-signed certificate (CN=notes.lan, valid until 2031-06-01)",
            hint="Name the file of its authority, or compare its fingerprint and pin it.",
            presented="3f" * 32,
        )
    made: TrayRecallError = kind()
    return made
