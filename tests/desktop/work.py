"""The work behind the settings window, in memory: it can be slow, fail, or hang."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.desktop.samples import HOME, INSTANCES, WORK, instance_status
from tests.pipeline import note
from trayrecall.core.clients import KINDS
from trayrecall.core.errors import TrayRecallError, UserInputError
from trayrecall.core.model import AreaRule, Instance, InstanceId
from trayrecall.core.taken import Taken, taken
from trayrecall.settings import SETTINGS, Settings
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.settings_actions import Draft, Listed, Tested
from trayrecall.ui.settings_dialog import SettingsDialog
from trayrecall.ui.settings_ports import Clients, KnownAgent, KnownClient, KnownModel, Trial, Values
from trayrecall.ui.style import Style

DEMO = Instance(InstanceId("demo"), "Demo", "http://127.0.0.1:41234")
NOTES = [
    note("projects", "Projects"),
    note("garden", "Garden", parents=["projects"]),
    *(note(f"bed{n}", f"Bed {n}", parents=["garden"]) for n in range(12)),
    note("wiki", "LLM Wiki"),
    note("hub", "Hub", parents=["wiki"]),
    note("source", "A talk", parents=["wiki"], labels=[("wikiLayer", "source")]),
    note("journal", "Tagebuch"),
    *(note(f"day{n}", f"Day {n}", parents=["journal"]) for n in range(30)),
]
FOLDERS = ["LLM Wiki", "Projects", "Projects › Garden", "Tagebuch"]
DIFF = """\
--- ~/.claude/settings.json
+++ ~/.claude/settings.json
@@ -1,3 +1,18 @@
 {
-  "model": "opus"
+  "model": "opus",
+  "hooks": {
+    "UserPromptSubmit": [
+      { "hooks": [{ "type": "command", "command": "python", "args": ["-I", "trayrecall_hook.py"] }] }
+    ]
+  }
 }
"""


@dataclass
class Behaviour:
    """`failure` is raised by the next call (but reading lists goes on); `gate` holds every call back."""

    calls: list[str] = field(default_factory=list)
    threads: set[str] = field(default_factory=set)
    failure: TrayRecallError | None = None
    gate: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.gate.set()

    def called(self, name: str, *, reads: bool = False) -> None:
        self.calls.append(name)
        self.threads.add(threading.current_thread().name)
        self.gate.wait(10)
        if not reads:
            failure, self.failure = self.failure, None
            if failure is not None:
                raise failure


@dataclass
class FakeServers:
    """Servers, tokens and rules."""

    behaviour: Behaviour
    instances: dict[InstanceId, Instance] = field(default_factory=lambda: dict(INSTANCES))
    tokens: dict[InstanceId, str] = field(default_factory=dict)
    memory: dict[InstanceId, str] = field(default_factory=dict)
    states: dict[InstanceId, str] = field(default_factory=dict)
    demo: bool = False

    def listed(self) -> Sequence[Listed]:
        self.behaviour.called("listed", reads=True)
        own = [
            Listed(i, replace(instance_status(i, self.states.get(i.id, "up_to_date")), enabled=i.enabled))
            for i in self.instances.values()
        ]
        return [Listed(DEMO, instance_status(DEMO, notes=68), is_demo=True), *own] if self.demo else own

    def save(self, draft: Draft, token: str | None, *, this_run_only: bool = False) -> Instance:
        self.behaviour.called("save")
        made = Instance(
            draft.id or InstanceId(draft.name.lower()),
            draft.name,
            draft.url,
            draft.web_url,
            draft.enabled,
            ca_file=draft.ca_file,
            pinned_sha256=draft.pinned_sha256,
        )
        if token is not None:
            (self.memory if this_run_only else self.tokens)[made.id] = token
        self.instances[made.id] = made
        return made

    def test(self, draft: Draft, token: str | None) -> Tested:
        self.behaviour.called(f"test {draft.url} {'typed' if token else draft.id}")
        return Tested("0.99.2", 12.4)

    def sync(self, instance: InstanceId, *, accept_deletions: bool = False) -> None:
        self.behaviour.called(f"sync {instance}{' accepting' if accept_deletions else ''}")

    def remove(self, instance: InstanceId) -> None:
        self.behaviour.called("remove")
        if instance == DEMO.id:
            self.demo = False
        else:
            del self.instances[instance]

    def try_demo(self) -> None:
        self.behaviour.called("try demo")
        self.demo = True

    def keep_rules(self, instance: InstanceId, rules: Sequence[AreaRule]) -> None:
        self.behaviour.called("keep rules")
        self.instances[instance] = replace(self.instances[instance], rules=tuple(rules))

    def taken(self, instance: InstanceId, rules: Sequence[AreaRule]) -> Taken:
        self.behaviour.called(f"taken {instance}")
        return taken(NOTES, rules)

    def folders(self, instance: InstanceId) -> Sequence[str]:
        self.behaviour.called(f"folders {instance}", reads=True)
        return FOLDERS


@dataclass
class FakeValues:
    """The plain settings."""

    behaviour: Behaviour
    now: dict[str, Any] = field(default_factory=lambda: dict(_raw(Settings())))
    in_use: Mapping[str, Any] = field(default_factory=lambda: _raw(Settings()))
    has_model: bool = True

    def values(self) -> Values:
        self.behaviour.called("values", reads=True)
        models = [
            KnownModel("multilingual-e5-small", "about 100 languages", is_here=self.has_model, megabytes=135),
            KnownModel("all-MiniLM-L6-v2", "English only", is_here=False, megabytes=23),
        ]
        return Values(dict(self.now), self.in_use, models, "http://127.0.0.1:37850")

    def put(self, key: str, raw: Any) -> None:
        self.behaviour.called(f"put {key}")
        self.now[key] = raw

    def install_model(self, progress: Callable[[float], None]) -> None:
        progress(0.42)
        self.behaviour.called("install_model")
        self.has_model = True


def _raw(settings: Settings) -> Mapping[str, Any]:
    return {key: setting.write(getattr(settings, key)) for key, setting in SETTINGS.items()}


@dataclass
class FakeClients:
    """Programs that may ask."""

    behaviour: Behaviour
    known: dict[str, KnownClient] = field(
        default_factory=lambda: {
            "claude-code": KnownClient("claude-code", ("mcp",), (), "2026-03-12T09:24:56+00:00"),
            "backup-script": KnownClient("backup-script", ("rest",), ("Home",), None),
        }
    )
    made: list[str] = field(default_factory=list)
    password: str | None = None

    def listed(self) -> Clients:
        self.behaviour.called("clients", reads=True)
        instances = [(HOME.id, HOME.name), (WORK.id, WORK.name)]
        return Clients(list(self.known.values()), instances, self.password is not None)

    def add(self, name: str, kinds: Sequence[str], instances: Sequence[InstanceId]) -> str:
        self.behaviour.called(f"add {name} {','.join(kinds)} {','.join(instances)}")
        if name in self.known:
            raise UserInputError(f"there is a client {name} already", hint="Take another name.")
        where = tuple(INSTANCES[i].name for i in instances)
        self.known[name] = KnownClient(name, tuple(k for k in KINDS if k in kinds), where, None)
        self.made.append(f"{name}-t0ken_4hTz9QmPw2")
        return self.made[-1]

    def revoke(self, name: str) -> None:
        self.behaviour.called(f"revoke {name}")
        del self.known[name]

    def keep_password(self, password: str) -> None:
        self.behaviour.called("keep password")
        self.password = password


@dataclass
class FakeAgents:
    """Coding agents."""

    behaviour: Behaviour
    standings: dict[str, str] = field(
        default_factory=lambda: {"claude-code": "connected", "codex": "not", "cursor": "other", "zed": "not"}
    )
    trials: Sequence[Trial] = (Trial("hook", 34.2), Trial("mcp", 11.8))

    def listed(self) -> Sequence[KnownAgent]:
        self.behaviour.called("agents", reads=True)
        titles = {"claude-code": "Claude Code", "codex": "Codex", "cursor": "Cursor", "zed": "Zed"}
        return [
            KnownAgent(i, titles[i], standing, i != "zed", i != "zed", "New sessions have it.")
            for i, standing in self.standings.items()
        ]

    def preview(self, agent: str) -> str:
        self.behaviour.called(f"preview {agent}")
        return DIFF

    def connect(self, agent: str) -> Sequence[Trial]:
        self.behaviour.called(f"connect {agent}")
        self.standings[agent] = "connected"
        return self.trials

    def test(self, agent: str) -> Sequence[Trial]:
        self.behaviour.called(f"test {agent}")
        return self.trials

    def disconnect(self, agent: str) -> None:
        self.behaviour.called(f"disconnect {agent}")
        self.standings[agent] = "not"


class FakeWork:
    """All of it, with one behaviour."""

    def __init__(self) -> None:
        self.behaviour = Behaviour()
        self.servers = FakeServers(self.behaviour)
        self.values = FakeValues(self.behaviour)
        self.clients = FakeClients(self.behaviour)
        self.agents = FakeAgents(self.behaviour)


@dataclass
class FakeAutostart:
    """Starting at login."""

    behaviour: Behaviour
    on: bool = False

    def enabled(self) -> bool:
        self.behaviour.called("autostart?", reads=True)
        return self.on

    def set(self, enabled: bool) -> None:
        self.behaviour.called(f"autostart {enabled}")
        self.on = enabled


@dataclass
class FakeHotkey:
    """The key for the search; `refusal` is what the next one gets."""

    behaviour: Behaviour
    keys: str = "Ctrl+Alt+Space"
    refusal: TrayRecallError | None = None

    def current(self) -> str:
        self.behaviour.called("hotkey?", reads=True)
        return self.keys

    def set(self, keys: str) -> TrayRecallError | None:
        self.behaviour.called(f"hotkey {keys}")
        if self.refusal is None:
            self.keys = keys
        return self.refusal


def settings_window(
    style: Style,
    bridge: Bridge,
    work: Callable[[], FakeWork],
    *,
    autostart: FakeAutostart | None = None,
    hotkey: FakeHotkey | None = None,
) -> SettingsDialog:
    """The settings window over this work, and over a desktop that refuses nothing."""
    return SettingsDialog(
        style,
        bridge,
        work,
        autostart=autostart or FakeAutostart(Behaviour()),
        hotkey=hotkey or FakeHotkey(Behaviour()),
        open_log=lambda: None,
    )
