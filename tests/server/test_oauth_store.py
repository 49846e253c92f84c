"""What is kept of logins: hashes alone, for a time, for the program that they were given to."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tests.server.remote import (
    BASE_URL,
    PASSWORD,
    REDIRECT,
)
from trayrecall.server.oauth import store as store_module
from trayrecall.server.oauth.access import resource_of
from trayrecall.server.oauth.logins import CODE_SECONDS, Codes, Question
from trayrecall.server.oauth.records import LoginsNotKept, read_records
from trayrecall.server.oauth.store import (
    ACCESS_SECONDS,
    GRACE_SECONDS,
    MOST_SESSIONS,
    REFRESH_SECONDS,
    OAuthStore,
)


class Kept:
    """A store with a clock of its own."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "oauth.json"
        self.now = 1000.0
        self.store = self.again()

    def again(self, base_url: str = BASE_URL) -> OAuthStore:
        return OAuthStore(self.path, resource_of(base_url), clock=lambda: self.now)

    def log_in(self, client: str = "id") -> tuple[str, str]:
        if self.store.client(client) is None:
            self.store.register(client, "Agent", [REDIRECT])
        login = self.store.log_in(client)
        assert login is not None
        return login[0].access, login[0].refresh


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def test_the_file_is_private_and_holds_no_token_and_no_password(kept: Kept) -> None:
    kept.store.logged_in_with(PASSWORD)
    access, refresh = kept.log_in()
    assert stat.S_IMODE(kept.path.stat().st_mode) == 0o600
    text = kept.path.read_text()
    assert all(secret not in text for secret in (PASSWORD, access, *refresh.split(".")))


def test_an_access_token_expires(kept: Kept) -> None:
    access, _ = kept.log_in()
    kept.now += ACCESS_SECONDS - 1
    assert kept.store.grant_of(access) is not None
    kept.now += 1
    assert kept.store.grant_of(access) is None


def test_a_refresh_token_lives_as_long_as_it_is_used(kept: Kept) -> None:
    _, refresh = kept.log_in()
    for _ in range(3):
        kept.now += REFRESH_SECONDS - 1
        tokens = kept.store.refresh("id", refresh)
        assert tokens is not None
        refresh = tokens.refresh
    kept.now += REFRESH_SECONDS
    assert kept.store.refresh("id", refresh) is None
    assert kept.store.grants() != []  # nothing was written for it
    kept.log_in("other")
    assert [grant.client for grant in kept.store.grants()] == ["oauth:agent-2"]


def test_a_used_refresh_token_is_forgiven_for_a_minute_and_then_ends_the_login(kept: Kept) -> None:
    _, first = kept.log_in()
    one = kept.store.refresh("id", first)
    kept.now += GRACE_SECONDS
    other = kept.store.refresh("id", first)  # the answer was lost, or two processes share the token
    assert one is not None
    assert other is not None
    assert kept.store.grant_of(one.access) is not None
    assert kept.store.refresh("id", one.refresh) is not None
    kept.now += 1
    assert kept.store.refresh("id", first) is None
    assert kept.store.grant_of(other.access) is None
    assert kept.store.refresh("id", other.refresh) is None


def test_a_refresh_token_of_another_client_does_nothing(kept: Kept) -> None:
    access, refresh = kept.log_in("one")
    kept.log_in("two")
    assert kept.store.refresh("two", refresh) is None
    assert kept.store.grant_of(access) is not None


def test_all_of_it_outlives_a_restart(kept: Kept) -> None:
    access, refresh = kept.log_in()
    again = kept.again()
    assert again.grant_of(access) == kept.store.grant_of(access)
    assert again.refresh("id", refresh) is not None


def test_tokens_for_another_address_open_nothing(kept: Kept) -> None:
    access, refresh = kept.log_in()
    moved = kept.again("https://moved.example")
    assert moved.grant_of(access) is None
    assert moved.refresh("id", refresh) is None
    assert kept.again().grant_of(access) is not None


def test_another_password_ends_all_logins(kept: Kept) -> None:
    kept.store.logged_in_with(PASSWORD)
    access, _ = kept.log_in()
    kept.store.logged_in_with(PASSWORD)
    assert kept.again().grant_of(access) is not None
    kept.store.logged_in_with(PASSWORD + "!")
    assert kept.store.grant_of(access) is None
    assert kept.again().grants() == []
    assert kept.store.client("id") is not None  # it may ask again


@pytest.mark.parametrize("proof", ["", "ab", "no hex:ab", "ab:é", "ab:\\ud800"])
def test_a_proof_that_somebody_edited_proves_nothing(kept: Kept, proof: str) -> None:
    kept.store.logged_in_with(PASSWORD)
    access, _ = kept.log_in()
    held = json.loads(kept.path.read_text())["password"]
    kept.path.write_text(kept.path.read_text().replace(held, proof))
    again = kept.again()
    assert again.grant_of(access) is not None
    again.logged_in_with(PASSWORD)
    assert again.grants() == []


def test_what_is_kept_is_bounded(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "MOST_UNKNOWN", 5)
    first, _ = kept.log_in("known")
    for number in range(6):
        kept.store.register(str(number), "Agent", [REDIRECT])
    assert kept.store.client("0") is None
    assert kept.store.client("1") is not None
    assert kept.store.client("known") is not None
    logins = [kept.log_in("known")[0] for _ in range(MOST_SESSIONS)]
    assert kept.store.grant_of(first) is None
    assert all(kept.store.grant_of(access) is not None for access in logins)


def test_what_cannot_be_written_does_not_count(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    access, refresh = kept.log_in()

    def full(_path: Path, _text: str) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("trayrecall.server.oauth.records.write_private", full)
        with pytest.raises(LoginsNotKept):
            kept.store.remove("oauth:agent")
        with pytest.raises(LoginsNotKept):
            kept.store.refresh("id", refresh)
    assert kept.store.grant_of(access) is not None
    assert kept.store.refresh("id", refresh) is not None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"clients": [{}], "password": ""}', "\x00"])
def test_an_unusable_file_lets_nobody_in_and_is_no_obstacle(kept: Kept, text: str) -> None:
    access, _ = kept.log_in()
    kept.path.write_text(text)
    again = kept.again()
    assert again.grant_of(access) is None
    again.register("new", "Agent", [REDIRECT])
    assert list(read_records(kept.path).clients) == ["new"]


def test_a_code_is_good_once_for_minutes_and_known_as_used_for_some_more() -> None:
    now = [1000.0]
    codes = Codes(lambda: now[0])
    question = Question("id", REDIRECT, redirect_was_given=True, challenge="c", state=None)
    late, code = codes.issue(question), codes.issue(question)
    assert codes.find("other", code) is None
    assert codes.take(code)
    assert not codes.take(code), "also while the login that comes of it is still written"
    used = codes.find("id", code)
    assert used is not None
    assert used.family is not None
    codes.belongs(code, "family")
    assert codes.find("id", late) is not None
    now[0] += CODE_SECONDS
    assert codes.find("id", late) is None
    again = codes.find("id", code)
    assert again is not None
    assert again.family == "family"
    now[0] += 600
    codes.issue(question)
    assert codes.find("id", code) is None
