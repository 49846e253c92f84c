"""A server that asks for a pause is understood, in seconds and as a date, whoever's clock is wrong."""

from __future__ import annotations

import pytest

from tests.etapi.tools import closing
from tests.fakes import TOKEN, FakeServer, server_error, too_many_requests
from trayrecall.core import errors
from trayrecall.core.model import NoteId
from trayrecall.etapi import EtapiSource
from trayrecall.etapi.waiting import LONGEST_WAIT, retry_after

NOON = "Wed, 21 Oct 2026 12:00:00 GMT"
NOON_CLOCK = 1792584000.0


@pytest.mark.parametrize(
    ("said", "date", "seconds"),
    [
        ("120", None, 120),
        (" 7 ", None, 7),
        ("1.5", None, 1.5),
        ("0", None, 0),
        ("9" * 400, None, LONGEST_WAIT),
        ("Wed, 21 Oct 2026 12:01:30 GMT", NOON, 90),
        ("Wed, 21 Oct 2026 12:01:30 GMT", None, 90),
        ("Wed Oct 21 12:01:30 2026", NOON, 90),
        ("Wednesday, 21-Oct-26 12:01:30 GMT", NOON, 90),
        ("Wed, 21 Oct 2026 11:00:00 GMT", NOON, 0),
        ("Wed, 21 Oct 2099 07:28:00 GMT", NOON, LONGEST_WAIT),
        ("Wed, 21 Oct 2026 13:01:30 GMT", "Wed, 21 Oct 2026 13:00:00 GMT", 90),
        ("Wed, 21 Oct 2026 12:01:30 GMT", "nonsense", 90),
        ("", None, None),
        ("soon", None, None),
        ("-5", None, None),
        ("Wed, 99 Oct 2026 12:00:00 GMT", None, None),
        ("Wed, 21 Oct 99999999999 12:00:00 GMT", None, None),
    ],
)
def test_a_pause_is_read_in_every_form(said: str, date: str | None, seconds: float | None) -> None:
    headers = {"retry-after": said} | ({"date": date} if date else {})
    assert retry_after(headers, lambda: NOON_CLOCK) == seconds


@pytest.mark.parametrize("status", [429, 503])
def test_a_fault_carries_the_pause_that_the_server_asks_for(server: FakeServer, status: int) -> None:
    server.faults.set(too_many_requests("Wed, 21 Oct 2026 12:00:40 GMT", status=status), "/etapi/")
    with (
        closing(server.url, clock=lambda: NOON_CLOCK) as source,
        pytest.raises(errors.ServerFault) as failed,
    ):
        source.listing()
    assert (failed.value.status, failed.value.retry_after) == (status, 40)


def test_other_faults_ask_for_no_pause(server: FakeServer, source: EtapiSource) -> None:
    for fault in (server_error(), too_many_requests(), too_many_requests("60", status=502)):
        server.faults.set(fault, "/etapi/")
        with pytest.raises(errors.ServerFault) as failed:
            source.content(NoteId("rope"))
        assert failed.value.retry_after is None


@pytest.mark.case("NW05")
def test_a_limited_client_asks_once_a_time_keeps_its_token_and_recovers(
    server: FakeServer, source: EtapiSource
) -> None:
    far = too_many_requests("Wed, 21 Oct 2099 07:28:00 GMT")
    for fault, seconds in [(too_many_requests("120"), 120)] * 5 + [(far, LONGEST_WAIT)]:
        server.faults.set(fault, "/etapi/")
        asked = len(server.app.asked)
        with pytest.raises(errors.ServerFault) as failed:
            source.listing()
        assert failed.value.retry_after == seconds
        assert TOKEN not in str(failed.value)
        assert len(server.app.asked) == asked + 1
    server.faults.heal()
    assert {note.id for note in source.listing()} == {"root", "wiki", "rope"}
