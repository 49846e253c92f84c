"""The work behind the settings window: implements `ui.settings_ports` over an open house.

Everything here may block; the window calls it on threads of its own.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from trayrecall import app, clients, instances, paths
from trayrecall.connect import actions, check, install
from trayrecall.connect.agents import AGENTS, Agent, File, Places, places_here
from trayrecall.core.areas import place
from trayrecall.core.errors import SecretStoreError, TrayRecallError, UserInputError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import AreaRule, Instance, InstanceId, InstanceStatus, NoteMeta
from trayrecall.core.taken import Taken, taken
from trayrecall.demo import DEMO
from trayrecall.embed import MODELS, available, check_folder
from trayrecall.house import House
from trayrecall.server.clients import Clients as ServedClients
from trayrecall.server.clients import read_uses
from trayrecall.server.oauth.store import PREFIX, OAuthStore
from trayrecall.settings import SETTINGS, Settings, change_settings, load_settings, secret_name
from trayrecall.settings.readers import Unusable
from trayrecall.settings.rows import Page
from trayrecall.ui.settings_actions import Draft, Listed, Tested
from trayrecall.ui.settings_ports import Clients, KnownAgent, KnownClient, KnownModel, Trial, Values

LISTING_SECONDS = 120.0  # for so long a server's list of notes is believed while rules are written


class SettingsWork:
    """Implements `ui.settings_ports.SettingsWork`."""

    def __init__(self, house: House) -> None:
        self.servers = Servers(house)
        self.values = PlainValues(house)
        self.clients = AskingClients(house)
        self.agents = Agents(house)


class Servers:
    """Implements `ui.settings_actions.ServerActions`."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._listings: dict[InstanceId, tuple[NoteMeta, ...]] = {}
        self._listing = threading.Lock()

    def listed(self) -> Sequence[Listed]:
        """The demo's notes, if they are there, and the instances of the settings, with how they stand."""
        status: dict[InstanceId, InstanceStatus] = {i.id: i for i in self._house.engine.status().instances}
        settings = _settings()
        demo = self._house.engine.instance(DEMO) if settings.instance(DEMO) is None else None
        own = [Listed(known, status.get(known.id)) for known in settings.instances]
        return [Listed(demo, status.get(DEMO), is_demo=True), *own] if demo is not None else own

    def save(self, draft: Draft, token: str | None, *, this_run_only: bool = False) -> Instance:
        """Keep the instance and its token, and let the engine work with it."""
        kept = _typed(draft)
        if token is not None and this_run_only:
            self._house.secrets.keep_for_this_run(secret_name(kept.id), app.clean_token(token))
            token = None
        instances.keep(kept, token, self._house.secrets)
        self._house.reread()
        return kept

    def test(self, draft: Draft, token: str | None) -> Tested:
        """Ask the server for its version, with the stored token when none was typed."""
        if token is None and draft.id is not None:
            token = self._house.secrets.get(secret_name(draft.id))
        typed = _typed(draft)
        began = time.monotonic()
        version = instances.version_of(typed, app.clean_token(token or ""))
        return Tested(version, (time.monotonic() - began) * 1000)

    def remove(self, instance: InstanceId) -> None:
        """Forget settings, token and notes of the instance; the demo's notes are not wanted any more."""
        try:
            if instance == DEMO and _settings().instance(DEMO) is None:
                change_settings(paths.settings_file(), lambda settings: replace(settings, demo=False))
            else:
                instances.forget(instance, self._house.secrets)
        finally:
            self._house.reread()  # also when the keyring keeps the token: the server is in the settings no more

    def sync(self, instance: InstanceId, *, accept_deletions: bool = False) -> None:
        """Let a sync of this instance begin soon."""
        self._house.engine.request_sync(accept_deletions=accept_deletions, instance=instance)

    def try_demo(self) -> None:
        """Have the demo's notes, also after the next start."""
        change_settings(paths.settings_file(), lambda settings: replace(settings, demo=True))
        self._house.reread()

    def keep_rules(self, instance: InstanceId, rules: Sequence[AreaRule]) -> None:
        """Keep the rules and place the notes anew."""
        known = replace(_known(instance), rules=tuple(rules))
        change_settings(paths.settings_file(), lambda settings: settings.with_instance(known))
        self._house.reread()

    def taken(self, instance: InstanceId, rules: Sequence[AreaRule]) -> Taken:
        """What these rules would do. Raises SourceError, SecretStoreError and UserInputError."""
        return taken(self._notes(instance), rules)

    def folders(self, instance: InstanceId) -> Sequence[str]:
        """The title paths of the notes that hold others."""
        notes = self._notes(instance)
        holders = {parent for meta in notes for parent in meta.parent_ids}
        placed = place(notes)
        return sorted(" › ".join(placed[i].path) for i in holders if i in placed and placed[i].path)

    def _notes(self, instance: InstanceId) -> tuple[NoteMeta, ...]:
        """All notes of the server, as it lists them: the index has no more than the shortest path of each."""
        with self._listing:
            if (known := self._listings.get(instance)) is not None:
                return known
            with closing(self._house.open_source(_known(instance))) as source:
                notes = self._listings[instance] = source.listing()
            # Not for long: it may be large.
            forgetting = threading.Timer(LISTING_SECONDS, self._listings.pop, (instance, None))
            forgetting.daemon = True
            forgetting.start()
            return notes


class PlainValues:
    """Implements `ui.settings_ports.ValueActions`."""

    def __init__(self, house: House) -> None:
        self._house = house

    def values(self) -> Values:
        """The file's values, those in use, the models and where it listens."""
        now, serving = _settings(), self._house.serving
        places = app.model_places(now)
        models = [
            KnownModel(spec.name, spec.languages, available(spec.name, places) is not None)
            for spec in MODELS.values()
        ]
        address = serving.listener.url if serving is not None else None
        port = serving.listener.wanted if serving is not None else now.port
        return Values(_raw(now), _raw(replace(self._house.settings, port=port)), models, address)

    def put(self, key: str, raw: Any) -> None:
        """Keep one setting; the engine takes in what it can change while it works."""
        try:
            value = SETTINGS[key].read(raw)
        except Unusable as wrong:
            raise UserInputError(
                QT_TRANSLATE_NOOP("errors", "{key} {why}"), values={"key": key, "why": wrong.told}
            ) from None
        if key == "base_url" and value is not None and app.login_password(self._house.secrets) is None:
            raise UserInputError(  # else nothing would listen after the next start
                QT_TRANSLATE_NOOP("errors", "there is no password for remote clients yet"),
                hint=QT_TRANSLATE_NOOP("errors", "Set it first, below."),
            )
        if key == "model_folder" and value is not None:
            check_folder(Path(value))
        changed = change_settings(paths.settings_file(), lambda settings: replace(settings, **{key: value}))
        self._house.engine.prefer(app.preferences_of(changed))
        if key == "keep_prompts_days":
            self._house.engine.keep_prompts(timedelta(days=changed.keep_prompts_days))
        row = SETTINGS[key].row
        if row is not None and row.page is Page.ENDPOINT:
            self._house.renew()


class AskingClients:
    """Implements `ui.settings_ports.ClientActions`."""

    def __init__(self, house: House) -> None:
        self._house = house

    def listed(self) -> Clients:
        """The clients of the settings and those that logged in, with their last uses, and the instances there are."""
        names = {instance.id: instance.name for instance in self._house.instances()}
        if (served := _served(self._house)) is not None:
            served.save()
        uses = read_uses(paths.client_uses_file())
        known = [
            KnownClient(
                client.name,
                client.kinds,
                tuple(names.get(i, str(i)) for i in client.instances),
                uses.get(client.name),
            )
            for client in _settings().clients
        ]
        remote = logins.grants() if (logins := _logins(self._house)) is not None else []
        known += [KnownClient(grant.client, ("mcp",), (), uses.get(grant.client)) for grant in remote]
        return Clients(known, list(names.items()), self._has_password())

    def add(self, name: str, kinds: Sequence[str], instances: Sequence[InstanceId]) -> str:
        """Keep the client; its token counts at once."""
        wanted = clients.proposed(
            name, list(kinds), list(instances), [known.id for known in self._house.instances()]
        )
        if any(known.name == name for known in _settings().clients):
            raise UserInputError(
                QT_TRANSLATE_NOOP("errors", "there is a client {name} already"),
                hint=QT_TRANSLATE_NOOP("errors", "Take another name."),
                values={"name": name},
            )
        token = clients.keep(wanted, self._house.secrets)
        _reload(self._house)
        return token

    def revoke(self, name: str) -> None:
        """Forget the client, or log it out; its token opens nothing any more."""
        if name.startswith(PREFIX):
            if (logins := _logins(self._house)) is not None:
                logins.remove(name)
            return
        clients.forget(name, self._house.secrets)
        _reload(self._house)

    def keep_password(self, password: str) -> None:
        """Keep it; it counts at once."""
        clients.keep_password(password, self._house.secrets)
        self._house.renew()

    def _has_password(self) -> bool | None:
        try:
            return app.login_password(self._house.secrets) is not None
        except SecretStoreError:
            return None


class Agents:
    """Implements `ui.settings_ports.AgentActions`."""

    def __init__(self, house: House) -> None:
        self._house = house

    def listed(self) -> Sequence[KnownAgent]:
        """All agents, those that seem to be here first."""
        places = places_here()
        connected = {
            each.name: each for each in actions.standing(self._configuration(), self._port(), places)
        }
        found = [
            KnownAgent(
                name,
                agent.title,
                _standing_words(connected.get(name)),
                name in connected or _is_here(agent, places),
                agent.has_hook,
                agent.then,
            )
            for name, agent in AGENTS.items()
        ]
        return sorted(found, key=lambda agent: not agent.is_here)

    def preview(self, agent: str) -> str:
        """What connecting changes; the token that the agent has, or will get, is not shown."""
        token = actions.known_token(self._configuration(), agent)
        text = install.diff(install.putting_in(self._files(agent, token)))
        return text.replace(token, actions.NO_TOKEN) if token else text

    def connect(self, agent: str) -> Sequence[Trial]:
        """Connect it and ask through it."""
        configuration = self._configuration()
        install.putting_in(self._files(agent, None))  # a file that can't be edited must not cost a token
        actions.put_in(configuration, agent, self._port(), places_here())
        _reload(self._house)
        return self.test(agent)

    def test(self, agent: str) -> Sequence[Trial]:
        """A question through the hook that stands in its files, and one to the MCP server as the agent asks it."""
        token = actions.known_token(self._configuration(), agent)
        files = self._files(agent, token)
        before = self._asked_by_hook()
        trips = {
            "hook": check.hook_round_trip(files) if actions.agent_of(agent).has_hook else None,
            "mcp": check.mcp_round_trip(files, actions.access_to(self._port(), token)),
        }
        arrived = self._asked_by_hook() > before
        lost = {
            "hook": "" if arrived else QT_TRANSLATE_NOOP("errors", "its question did not arrive"),
            "mcp": "",
        }
        return [
            Trial(what, trip.milliseconds, trip.trouble or lost[what])
            for what, trip in trips.items()
            if trip is not None
        ]

    def disconnect(self, agent: str) -> None:
        """Take our entries out and revoke its token."""
        actions.taken_out(self._configuration(), agent, places_here())
        _reload(self._house)

    def _files(self, agent: str, token: str | None) -> tuple[File, ...]:
        return actions.agent_of(agent).files(places_here(), actions.access_to(self._port(), token))

    def _port(self) -> int:
        serving = self._house.serving
        return serving.listener.port if serving is not None else _settings().port

    def _configuration(self) -> app.Configuration:
        """As it is now, with the tokens of this run."""
        return replace(app.read_configuration(os.environ), secrets=self._house.secrets)

    def _asked_by_hook(self) -> int:
        served = _served(self._house)
        return served.requests("hook") if served is not None else 0


def _standing_words(standing: actions.Standing | None) -> str:
    if standing is None:
        return "not"
    if actions.Trouble.FILE in standing.troubles:
        return "unreadable"
    return "other" if standing.troubles else "connected"


def _is_here(agent: Agent, places: Places) -> bool:
    """Whether the agent seems to be on this machine: a file of it, or a folder of its own."""
    shared = {places.home, places.config, places.xdg}
    paths = [file.path for file in agent.files(places, actions.access_to(0, None))]
    return any(path.exists() or (path.parent not in shared and path.parent.is_dir()) for path in paths)


def _served(house: House) -> ServedClients | None:
    """The clients as the guard sees them; None while nothing listens."""
    return house.serving.clients if house.serving is not None else None


def _logins(house: House) -> OAuthStore | None:
    """The remote clients; None while something listens that they don't reach."""
    return clients.logins() if (served := _served(house)) is None else served.remote


def _reload(house: House) -> None:
    if (served := _served(house)) is not None:
        served.reload()


def _settings() -> Settings:
    return load_settings(paths.settings_file())


def _raw(settings: Settings) -> Mapping[str, Any]:
    """The plain settings as the file has them."""
    return {
        key: setting.write(getattr(settings, key))
        for key, setting in SETTINGS.items()
        if setting.row is not None or key == "welcomed"
    }


def _known(instance: InstanceId) -> Instance:
    """Raises TrayRecallError when it was removed meanwhile."""
    found = _settings().instance(instance)
    if found is None:
        raise TrayRecallError(QT_TRANSLATE_NOOP("errors", "this server is not in the settings any more"))
    return found


def _typed(draft: Draft) -> Instance:
    """What was typed, checked. Raises UserInputError and SettingsError."""
    trust = instances.Trust(draft.ca_file, draft.pinned_sha256)
    return instances.proposed(
        draft.name, draft.url, draft.web_url, enabled=draft.enabled, instance=draft.id, trust=trust
    )
