"""Of what a person is told by a message of the desktop."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.desktop.samples import HOME, WORK, instance_status, status
from trayrecall.core.errors import NoSecretStore, SecretStoreLocked
from trayrecall.ui.notices import Notices, Page, agents_notice, listening_concerns, listening_notice
from trayrecall.ui.settings_ports import KnownAgent


def told(notices: Notices, home: str, work: str = "up_to_date", *, settled: bool = True) -> list[str]:
    snapshot = status(instance_status(HOME, home), instance_status(WORK, work))
    return [one.title for one in notices.take(snapshot, settled=settled)]


def test_a_refused_token_is_told_once_until_it_works_again() -> None:
    notices = Notices()
    assert told(notices, "token_rejected") == ["Home refuses the token"]
    assert told(notices, "token_rejected") == []
    assert told(notices, "unreachable") == []
    assert told(notices, "token_rejected") == []
    assert told(notices, "up_to_date") == []
    assert told(notices, "token_rejected") == ["Home refuses the token"]


def test_two_servers_are_told_of_each() -> None:
    notices = Notices()
    assert told(notices, "token_rejected", "held") == [
        "Home refuses the token",
        "Work: many notes seem to be gone",
    ]
    assert told(notices, "up_to_date", "held") == []


@pytest.mark.parametrize("state", ["unreachable", "busy", "building", "never_synced", "up_to_date", "failed"])
def test_what_passes_by_itself_bothers_nobody(state: str) -> None:
    assert told(Notices(), state, state) == []


@pytest.mark.parametrize("state", ["keyring_locked", "no_keyring", "keyring_failed", "no_token"])
def test_a_keyring_has_its_time_after_login_to_open(state: str) -> None:
    notices = Notices()
    assert told(notices, state, settled=False) == []
    assert len(told(notices, state)) == 1
    assert told(notices, state) == []


def test_one_locked_keyring_is_one_message_for_all_servers() -> None:
    notices = Notices()
    assert told(notices, "keyring_locked", "keyring_locked") == ["The keyring is locked"]
    assert told(notices, "keyring_locked", "keyring_locked") == []
    assert told(notices, "up_to_date", "up_to_date") == []
    assert told(notices, "keyring_locked") == ["The keyring is locked"]


def test_a_server_that_is_switched_off_says_nothing() -> None:
    off = instance_status(replace(HOME, enabled=False), "token_rejected")
    assert Notices().take(status(off), settled=True) == []


def test_a_missing_keyring_is_told_a_locked_one_by_itself_and_a_lost_port_stands_in_the_menu() -> None:
    assert listening_notice(None) is None
    assert listening_concerns(None, None) == []
    assert listening_concerns(None, 37851) == ["Its port is taken; it answers on 37851"]
    missing = listening_notice(NoSecretStore())
    assert missing is not None
    assert missing.title == "This machine has no keyring"
    assert listening_notice(SecretStoreLocked()) is None
    assert listening_concerns(SecretStoreLocked(), None) == ["Agents can't ask: The keyring is locked"]


def test_agents_that_ask_elsewhere_are_named_and_nothing_is_said_where_none_does() -> None:
    well = KnownAgent("codex", "Codex", "connected", is_here=True, has_hook=True)
    absent = KnownAgent("zed", "Zed", "not", is_here=False, has_hook=False)
    assert agents_notice([well, absent]) is None
    notice = agents_notice([replace(well, standing="other"), replace(absent, standing="other")])
    assert notice is not None
    assert notice.title.endswith("Codex, Zed")
    assert notice.page is Page.CONNECTIONS
