from __future__ import annotations

import logging
import os
import stat
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail, null
from keyring.backends.chainer import ChainerBackend
from keyring.errors import InitError, KeyringLocked, PasswordDeleteError, PasswordSetError

from tests.known_secrets import known_secret
from trayrecall.core.errors import NoSecretStore, SecretStoreError, SecretStoreLocked
from trayrecall.core.ports import SecretStore
from trayrecall.secrets import (
    EnvironmentStore,
    FileStore,
    KeyringStore,
    LayeredStore,
    MemoryStore,
    new_token,
    open_secret_store,
)

SECRET = known_secret("s3cret-etapi-token")
NAME = "etapi:home"
posix_only = pytest.mark.skipif(os.name != "posix", reason="modes are a POSIX matter")


class Vault(KeyringBackend):
    """A keyring in memory. `before` runs ahead of each call, to block or to fail."""

    priority = 0.1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.held: dict[tuple[str, str], str] = {}
        self.before: Callable[[], None] = lambda: None
        self.calls: list[str] = []

    def get_password(self, service: str, username: str) -> str | None:
        self.calls.append("get")
        self.before()
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.calls.append("set")
        self.before()
        self.held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self.calls.append("delete")
        self.before()
        if self.held.pop((service, username), None) is None:
            raise PasswordDeleteError("no such password")


class PlaintextKeyring(Vault):
    """As that of keyrings.alt."""


def use(backend: KeyringBackend) -> None:
    keyring.set_keyring(backend)


def made(kind: type[Any]) -> Any:
    """keyring's own classes have untyped constructors."""
    return kind()


@pytest.fixture(autouse=True)
def vault() -> Iterator[Vault]:
    """The keyring of this test; no test sees that of the machine."""
    before = keyring.core._keyring_backend
    fresh = Vault()
    use(fresh)
    yield fresh
    keyring.core._keyring_backend = before


def raising(failure: Exception) -> Callable[[], None]:
    def work() -> None:
        raise failure

    return work


def test_a_secret_is_kept_read_and_forgotten(vault: Vault) -> None:
    KeyringStore().set(NAME, SECRET)
    assert vault.held == {("trayrecall", NAME): SECRET}
    store = KeyringStore()
    assert store.get(NAME) == SECRET
    store.delete(NAME)
    store.delete(NAME)
    assert store.get(NAME) is None


def test_a_secret_is_asked_for_once_only(vault: Vault) -> None:
    vault.held["trayrecall", NAME] = SECRET
    store = KeyringStore()
    assert [store.get(NAME), store.get(NAME)] == [SECRET, SECRET]
    assert vault.calls == ["get"]


@pytest.mark.case("KR05")
def test_none_is_never_remembered_and_nothing_is_deleted(vault: Vault) -> None:
    store = KeyringStore()
    assert store.get(NAME) is None
    vault.held["trayrecall", NAME] = SECRET
    assert store.get(NAME) == SECRET
    assert set(vault.calls) == {"get"}


@pytest.mark.case("KR01")
@pytest.mark.parametrize("backend", [fail.Keyring, null.Keyring, PlaintextKeyring])
def test_a_backend_that_keeps_nothing_or_plain_text_is_refused(backend: type[KeyringBackend]) -> None:
    chosen = made(backend)
    use(chosen)
    store = KeyringStore()
    attempts: tuple[Callable[[], object], ...] = (
        lambda: store.set(NAME, SECRET),
        lambda: store.get(NAME),
        lambda: store.delete(NAME),
    )
    for attempt in attempts:
        with pytest.raises(NoSecretStore) as failure:
            attempt()
        assert failure.value.hint
        assert SECRET not in str(failure.value)
    assert getattr(chosen, "held", {}) == {}


def test_a_chain_of_backends_never_writes_into_a_plain_one(vault: Vault) -> None:
    plain = PlaintextKeyring()

    class Chain(ChainerBackend):
        backends = (plain, vault)

    use(made(Chain))
    KeyringStore().set(NAME, SECRET)
    assert plain.held == {}
    assert vault.held == {("trayrecall", NAME): SECRET}


@pytest.mark.case("KR02")
@pytest.mark.parametrize("failure", [KeyringLocked(SECRET), InitError(SECRET)])
def test_a_dismissed_unlocking_is_locked_and_a_retry_works(vault: Vault, failure: Exception) -> None:
    vault.held["trayrecall", NAME] = SECRET
    vault.before = raising(failure)
    store = KeyringStore()
    attempts: tuple[Callable[[], object], ...] = (
        lambda: store.get(NAME),
        lambda: store.set(NAME, "new"),
        lambda: store.delete(NAME),
    )
    for attempt in attempts:
        with pytest.raises(SecretStoreLocked):
            attempt()
    assert vault.held == {("trayrecall", NAME): SECRET}
    vault.before = lambda: None
    assert store.get(NAME) == SECRET


def test_a_keyring_that_blocks_counts_as_locked_in_time_and_its_late_answer_is_used(vault: Vault) -> None:
    vault.held["trayrecall", NAME] = SECRET
    unlocked = threading.Event()
    vault.before = lambda: _wait(unlocked)
    store = KeyringStore(deadline=0.05)
    began = time.monotonic()
    with pytest.raises(SecretStoreLocked, match="did not answer"):
        store.get(NAME)
    assert time.monotonic() - began < 2
    unlocked.set()
    _eventually(lambda: store.get(NAME) == SECRET)
    vault.before = raising(KeyringLocked())
    assert store.get(NAME) == SECRET


def test_a_keyring_that_blocks_for_ever_does_not_pile_up_threads(vault: Vault) -> None:
    unlocked = threading.Event()
    vault.before = lambda: _wait(unlocked)
    store = KeyringStore(deadline=0.01)
    for _ in range(20):
        with pytest.raises(SecretStoreLocked):
            store.get(NAME)
    waiting = [t for t in threading.enumerate() if t.name == "keyring"]
    assert len(waiting) <= 4
    assert all(t.daemon for t in waiting)
    unlocked.set()
    for thread in waiting:
        thread.join(5)
    vault.before = lambda: None
    assert store.get(NAME) is None


def test_a_late_read_does_not_bring_an_old_secret_back(vault: Vault) -> None:
    vault.held["trayrecall", NAME] = "old"
    unlocked, asked = threading.Event(), threading.Event()

    class Slow(Vault):
        def get_password(self, service: str, username: str) -> str | None:
            found = vault.held.get((service, username))
            asked.set()
            unlocked.wait(5)
            return found

        def set_password(self, service: str, username: str, password: str) -> None:
            vault.held[service, username] = password

    use(Slow())
    store = KeyringStore(deadline=5)
    reader = threading.Thread(target=lambda: store.get(NAME))
    reader.start()
    asked.wait(5)
    store.set(NAME, "new")
    unlocked.set()
    reader.join(5)
    assert store.get(NAME) == "new"


@pytest.mark.parametrize("failure", [PasswordSetError(SECRET), RuntimeError(SECRET), OSError(SECRET)])
def test_no_failure_quotes_a_secret(
    vault: Vault, failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    vault.before = raising(failure)
    store = KeyringStore()
    with pytest.raises(SecretStoreError) as raised:
        store.set(NAME, SECRET)
    assert type(failure).__name__ in str(raised.value)
    logging.getLogger("test").error("shown", exc_info=raised.value)
    assert SECRET not in str(raised.value) + repr(raised.value) + raised.value.hint
    assert SECRET not in caplog.text


def test_a_delete_that_fails_while_the_secret_is_there_is_told(vault: Vault) -> None:
    class Stubborn(Vault):
        def delete_password(self, service: str, username: str) -> None:
            raise PasswordDeleteError(service + username)

    stubborn = Stubborn()
    stubborn.held["trayrecall", NAME] = SECRET
    use(stubborn)
    with pytest.raises(SecretStoreError, match="PasswordDeleteError"):
        KeyringStore().delete(NAME)
    assert vault.held == {}


def test_a_keyring_that_came_later_is_found_by_looking_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", f"{__name__}.Vault")
    use(made(fail.Keyring))
    with pytest.raises(NoSecretStore):
        KeyringStore().get(NAME)
    store = KeyringStore(looks_again=True)
    store.set(NAME, SECRET)
    assert store.get(NAME) == SECRET


def test_no_store_shows_a_secret(tmp_path: Path) -> None:
    stores: list[SecretStore] = [KeyringStore(), MemoryStore(), FileStore(tmp_path / "f")]
    for store in stores:
        store.set(NAME, SECRET)
        assert SECRET not in repr(store)
    environment = EnvironmentStore({"RECALL_HOME_TOKEN": SECRET})
    assert SECRET not in repr(environment) + repr(LayeredStore(environment, MemoryStore()))


def test_memory_keeps_a_secret_for_this_run() -> None:
    store = MemoryStore()
    store.set(NAME, SECRET)
    assert store.get(NAME) == SECRET
    store.delete(NAME)
    store.delete(NAME)
    assert store.get(NAME) is None


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("etapi:home", "RECALL_HOME_TOKEN"),
        ("etapi:my-notes-2", "RECALL_MY_NOTES_2_TOKEN"),
        ("RECALL_HOME__LAB_TOKEN", "RECALL_HOME__LAB_TOKEN"),
        ("client:hook", "RECALL_CLIENT_HOOK_TOKEN"),
        ("login", "RECALL_LOGIN_PASSWORD"),
    ],
)
def test_the_environment_is_read_by_name_or_by_variable(name: str, variable: str) -> None:
    assert EnvironmentStore({variable: f" {SECRET}\n"}).get(name) == SECRET
    assert EnvironmentStore({variable: " "}).get(name) is None


def test_the_environment_is_read_only() -> None:
    store = EnvironmentStore({"RECALL_HOME_TOKEN": SECRET})
    with pytest.raises(SecretStoreError, match="RECALL_HOME_TOKEN"):
        store.set(NAME, "new")
    with pytest.raises(SecretStoreError, match="RECALL_HOME_TOKEN"):
        store.delete(NAME)
    store.delete("etapi:other")


def test_the_environment_comes_before_the_lasting_store() -> None:
    lasting = MemoryStore()
    store = LayeredStore(EnvironmentStore({"RECALL_HOME_TOKEN": SECRET}), lasting)
    store.set("etapi:work", "w")
    assert (store.get(NAME), store.get("etapi:work"), lasting.get("etapi:work")) == (SECRET, "w", "w")
    with pytest.raises(SecretStoreError, match="RECALL_HOME_TOKEN"):
        store.set(NAME, "hidden")
    lasting.set(NAME, "beneath")
    with pytest.raises(SecretStoreError, match="RECALL_HOME_TOKEN"):
        store.delete(NAME)
    assert lasting.get(NAME) == "beneath"
    store.delete("etapi:work")
    assert lasting.get("etapi:work") is None


@posix_only
def test_a_named_file_keeps_secrets_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "secrets.json"
    store = FileStore(file)
    assert store.get(NAME) is None
    store.set(NAME, SECRET)
    store.set("etapi:wörk", "w")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert (FileStore(file).get(NAME), FileStore(file).get("etapi:wörk")) == (SECRET, "w")
    store.delete(NAME)
    assert FileStore(file).get(NAME) is None


@posix_only
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o666])
def test_a_file_that_others_may_touch_is_refused(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "secrets.json"
    file.write_text(f'{{"{NAME}": "{SECRET}"}}')
    file.chmod(mode)
    attempts: tuple[Callable[[], object], ...] = (
        lambda: FileStore(file).get(NAME),
        lambda: FileStore(file).set(NAME, "new"),
    )
    for attempt in attempts:
        with pytest.raises(SecretStoreError) as failure:
            attempt()
        assert "chmod 600" in failure.value.hint
    assert SECRET in file.read_text()


@pytest.mark.parametrize("text", ["", f'{{"a": "{SECRET}"', "[]", '{"a": 7}', "[" * 100_000])
def test_a_file_that_is_not_understood_is_left_and_not_quoted(tmp_path: Path, text: str) -> None:
    file = tmp_path / "secrets.json"
    file.write_text(text)
    file.chmod(0o600)
    with pytest.raises(SecretStoreError) as failure:
        FileStore(file).set(NAME, "new")
    assert str(failure.value).startswith(f"The file of tokens can't be used: {file}")
    assert "left as it is" in failure.value.hint
    assert SECRET not in str(failure.value)
    assert file.read_text() == text


def test_a_place_that_cannot_be_read_or_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(SecretStoreError, match=r"can't be read"):
        FileStore(tmp_path).get(NAME)
    with pytest.raises(SecretStoreError, match=r"can't be written"):
        FileStore(tmp_path / "absent" / "file").set(NAME, SECRET)


def test_the_store_is_chosen_by_what_the_environment_names(tmp_path: Path, vault: Vault) -> None:
    assert isinstance(open_secret_store({"RECALL_HOME_TOKEN": ""}), KeyringStore)
    named = {"RECALL_SECRETS_FILE": str(tmp_path / "s.json")}
    assert isinstance(open_secret_store(named), FileStore)
    assert open_secret_store(named | {"RECALL_LOGIN_PASSWORD": SECRET}).get("login") == SECRET
    both = open_secret_store(named | {"RECALL_HOME_TOKEN": SECRET})
    both.set("etapi:work", "w")
    assert (both.get(NAME), FileStore(tmp_path / "s.json").get("etapi:work")) == (SECRET, "w")
    assert vault.calls == []


def test_tokens_are_long_fresh_and_safe_in_a_header() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(
        len(token) == 43 and token.isascii() and token.replace("-", "").replace("_", "").isalnum()
        for token in tokens
    )


def _wait(event: threading.Event) -> None:
    event.wait(10)


def _eventually(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        try:
            if holds():
                return
        except SecretStoreLocked:
            continue
    pytest.fail("it never held")
