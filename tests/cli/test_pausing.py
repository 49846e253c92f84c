from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, Self

import pytest

from tests.cli.conftest import run_here
from tests.cli.test_serve import Home, home, served, server  # noqa: F401 - fixtures
from tests.engine.engines import eventually
from tests.fakes import FakeServer, unauthorised
from trayrecall.cli import pausing

pytestmark = pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system's zone can't be changed here")


class TheNightBefore(datetime):
    """The evening before Berlin's clocks go on by an hour."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls(2027, 3, 27, 22, 0, tzinfo=tz)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What the running application is told."""
    bodies: list[Any] = []
    monkeypatch.setattr(pausing, "datetime", TheNightBefore)
    monkeypatch.setattr(pausing, "_tell", lambda _path, body: bodies.append(body))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        time.tzset()
        yield bodies
    time.tzset()


@pytest.mark.parametrize(
    ("given", "hours", "until"),
    [("--until tomorrow", 7, "2027-03-28 06:00"), ("--for 12h", 12, "2027-03-28 11:00")],
)
def test_a_pause_over_the_change_of_the_clocks_ends_when_it_says(
    told: list[Any], given: str, hours: int, until: str
) -> None:
    run = run_here("pause", *given.split())
    assert told == [{"seconds": hours * 3600}]
    assert f"until {until}," in run.out


def test_a_project_behind_a_link_is_paused_by_both_of_its_names(told: list[Any], tmp_path: Path) -> None:
    (tmp_path / "disk" / "mill").mkdir(parents=True)
    link = tmp_path / "mill"
    link.symlink_to(tmp_path / "disk" / "mill", target_is_directory=True)
    for given in (link, link / "..", tmp_path / "disk"):
        run_here("pause", "--project", str(given))
    real = str(tmp_path.resolve() / "disk" / "mill")
    disk = str(tmp_path.resolve() / "disk")
    assert told == [{"project": folder} for folder in (str(link), real, disk, disk)]


def test_a_pause_hides_no_trouble_and_is_no_business_of_strangers(home: Home, server: FakeServer) -> None:  # noqa: F811
    with served(home) as running:
        running.wait_until_well()
        assert home.run("pause").returncode == 0
        assert running.get("/health").json() == {"status": "ok"}
        assert home.run("status").returncode == 0
        server.faults.set(unauthorised())
        home.run("sync")
        eventually(lambda: running.get("/health").json() == {"status": "degraded"}, "the trouble")
        status = home.run("status")
        assert (status.returncode, status.stdout.splitlines()[0]) == (1, "paused, until: trayrecall resume")
