"""The watch over what the test run logs would notice a secret."""

from __future__ import annotations

import logging
from pathlib import Path

from tests.known_secrets import LeakHandler, known_secret, leaking_files
from trayrecall.secrets import new_token


def test_a_secret_in_a_log_would_be_noticed(tmp_path: Path) -> None:
    watch = LeakHandler()
    log = logging.Logger("apart")  # noqa: LOG001 - the run's own watch must not see this one
    log.addHandler(watch)
    log.warning("nothing %s", "here")
    assert watch.leaks == []
    named = known_secret("a-secret-of-this-test")
    log.warning("Authorization: Bearer %s", named)
    log.warning("x%sy", new_token())
    failure = ValueError(named)
    log.error("failed", exc_info=(ValueError, failure, None))
    assert len(watch.leaks) == 3
    assert not any(named in leak for leak in watch.leaks)
    (tmp_path / "a.log.1").write_text(f"…{named}…")
    assert leaking_files(tmp_path) == [str(tmp_path / "a.log.1")]
    (tmp_path / "a.log.1").unlink()
