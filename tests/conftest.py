from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.known_secrets import LeakHandler, leaking_files, watch_made_tokens
from tests.pipeline import default_embedder
from trayrecall.core.ports import Embedder

LEAKS = LeakHandler()


def pytest_configure() -> None:
    """From here on every log record is looked at, of whatever level."""
    watch_made_tokens()
    logging.getLogger().addHandler(LEAKS)
    logging.getLogger("trayrecall").setLevel(logging.DEBUG)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """The run fails when a secret stands in a log, also one that a thread or a program of a test wrote late."""
    base = session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    leaks = LEAKS.leaks + leaking_files(base)
    if leaks:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        for leak in leaks:
            print(f"\na secret was logged: {leak}")


@pytest.fixture(autouse=True)
def no_secret_is_logged() -> Iterator[None]:
    """The test in which a secret was logged fails."""
    before = len(LEAKS.leaks)
    yield
    assert LEAKS.leaks[before:] == []


@pytest.fixture(scope="session")
def model() -> Embedder:
    """The default model, loaded once for the whole run; closing an engine doesn't unload it."""
    return default_embedder()


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test ever sees the settings, index or runtime file of the person who runs it."""
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path / "home"))
