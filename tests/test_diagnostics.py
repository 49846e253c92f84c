"""What a person gives to somebody who helps: enough to understand, and nothing of theirs."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from trayrecall import logs, paths
from trayrecall.app import client_grants
from trayrecall.core.clients import Client
from trayrecall.core.errors import Unreachable
from trayrecall.core.gate import Gate, GateGroup
from trayrecall.core.model import Fault, FaultyNote, InstanceId, InstanceStatus, NoteId, Status
from trayrecall.core.totals import Totals
from trayrecall.diagnostics import Facts, report
from trayrecall.secrets import MemoryStore
from trayrecall.settings import Settings

TOKEN = "Qm9vbWVyYW5n_t0kenOfTheServer4711="
TITLE = "Divorce papers"
TEXT = "the safe opens with 17-4-22"
HOST = "trilium.ada-lovelace.example"
MINE = (TOKEN, TITLE, "Divorce", TEXT, "17-4-22", HOST, "lovelace", "/home/ada", "Ada's notes", "ada-notes")

log = logging.getLogger("trayrecall.test")


def status() -> Status:
    """How an engine stands, with something of the person's in every text."""
    instance = InstanceStatus(
        InstanceId("ada-notes"), "Ada's notes", f"https://ada:{TOKEN}@{HOST}:8443/trilium", enabled=True, state="unreachable",
        detail=f"nothing answers at https://{HOST}", hint=f"See {TITLE}", notes=812, left_out={"archived": 30}, faulty=2,
        faults=(
            FaultyNote(NoteId("aB3dE5fG7hIj"), TITLE, Fault("ServerFault", f"500: {TEXT}", 2, "2031-01-01T00:00:00+00:00")),
            FaultyNote(NoteId("kL3dE5fG7hIj"), TITLE, Fault("ServerFault", TEXT)),
        ),
        last_sync="2031-06-01T08:12:00+00:00", last_error="Unreachable",
    )  # fmt: skip
    return Status(
        "degraded", (instance,), 812, 4011, 7, "multilingual-e5-small", 384,
        gate=Gate({"": GateGroup("", 0.041, 0.03, 1169, 0.034)}, 4000, "2031-05-30T00:00:00+00:00"),
        notice=f"{TITLE} was lost",
    )  # fmt: skip


def write_what_goes_wrong() -> None:
    """Fill the log as the program does, with the person's own in every argument that could hold it."""
    with logs.log_to_file():
        log.info("synced %s: %s", "ada-notes", TITLE)
        log.warning("sync of %s failed: %s", "ada-notes", Unreachable(f"https://{HOST}:8443 ({TEXT})"))
        log.warning("note %s of %s is indexed by its title only: %s", "aB3dE5fG7hIj", "ada-notes", TITLE)
        log.warning("%s is damaged and is made again", "/home/ada/.local/share/trayrecall/models/e5")
        log.warning("'%s' could not be read", TITLE)
        log.error("the start failed: %s", f"OSError: {TITLE}")
        try:
            paths.write_private(paths.config_dir() / TITLE / "x", TEXT)
        except OSError:
            log.exception("a job of the index thread failed")
        try:
            int(f"{TEXT} with {TOKEN} at {HOST}")
        except ValueError:
            log.exception("the sync of %s broke", "ada-notes")


@pytest.fixture
def told() -> str:
    write_what_goes_wrong()
    return report(
        Facts(
            status(),
            windows=["Qt 6.9 on xcb"],
            fingerprint="0123456789abcdef01234567",
            index_size=48_230_000,
            totals=[Totals("2031-06-01", {"sent": 3, "gated": 4}, 5, 900, {20: 7})],
            settings={"listens": 37850},
            log=logs.entries(logs.tail(paths.log_file())),
        )
    )


def test_nothing_of_the_person_is_in_it(told: str) -> None:
    assert [mine for mine in MINE if mine.lower() in told.lower()] == []


def test_it_tells_what_helps(told: str) -> None:
    for part in (
        "TrayRecall 0.",
        "SQLite 3.",
        "sqlite-vec",
        "Qt 6.9 on xcb",
        "listens: 37850",
        "state: degraded, degraded: no, notice: yes",
        "model: multilingual-e5-small, 384 dimensions, space 0123456789abcdef01234567",
        "index: 48.2 MB, 812 notes, 4011 passages, 7 pending",
        "gate: all 0.0410; measured 2031-05-30T00:00:00+00:00 over 4000 passages",
        "instance 1 (https): unreachable, 812 notes, 30 left out, 2 faulty (ServerFault x2), last sync 2031-06-01T08:12:00",
        ", last error Unreachable",
        "prompts in 1 days: gated 4, sent 3; 5 passages, p95 20 ms",
    ):
        assert part in told


def test_the_last_errors_keep_what_is_ours(told: str) -> None:
    found = [
        line.partition("trayrecall.test: ")[2] or line
        for line in told.partition("last errors:\n")[2].splitlines()
    ]
    assert found[:5] == [
        f"sync of <instance 1> failed: {Unreachable.title}",
        "note aB3dE5fG7hIj of <instance 1> is indexed by its title only",
        "<path> is damaged and is made again",
        "<text> could not be read",
        "the start failed: OSError",
    ]
    assert found[5] == "a job of the index thread failed"
    assert any(line.strip().startswith("trayrecall/paths.py:") for line in found), "where it was raised"
    assert found[-1].strip() == "ValueError"
    assert not any("synced" in line for line in found), "what went well is no error"


def test_what_was_removed_from_the_settings_is_named_no_more_than_what_is_there() -> None:
    with logs.log_to_file():
        log.warning("sync of %s failed: %s", "old-flame", Unreachable())
        log.warning(
            "the content of note %s of %s can't be read: %s", "aB3dE5fG7hIj", "old-flame", Unreachable()
        )
        client_grants(Settings(clients=(Client("flame-bot"),)), MemoryStore())
        try:
            raise ValueError  # noqa: TRY301
        except ValueError:
            log.exception("the sync of %s broke", "old-flame")
    told = report(Facts(status(), log=logs.entries(logs.tail(paths.log_file()))))
    assert "flame" not in told
    assert "sync of <instance> failed: Nothing answers at this address" in told
    assert "the content of note aB3dE5fG7hIj of <instance> can't be read: Nothing" in told
    assert "there is no token for the client <client>\n" in told


def test_without_errors_or_measures_it_says_so() -> None:
    told = report(Facts(replace(status(), gate=Gate(), model=None, dimension=None)))
    assert told.endswith("last errors:\nnone\n")
    assert "gate: not measured" in told
    assert "model: none, 0 dimensions, space -" in told
    assert "index: none" in told


def test_the_end_of_a_long_log_begins_with_a_whole_entry() -> None:
    with logs.log_to_file():
        for number in range(50):
            log.warning("number %d", number)
    text = logs.tail(paths.log_file(), most=500)
    found = logs.entries(text)
    assert found[-1].text == "number 49"
    assert found[0].text == f"number {50 - len(found)}"
    assert text.startswith("2")


def test_a_log_that_is_not_there_is_empty() -> None:
    assert logs.tail(paths.log_dir() / "never.log") == ""
    assert logs.entries("no entry\nat all") == []
