"""The list of notes when the server's search can't be relied on: the walk, the second question, odd pages."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count, islice

import pytest

from tests.etapi.tools import closing
from tests.fakes import (
    FakeServer,
    Hang,
    Slow,
    branch_cycle,
    html_page,
    label,
    note,
    server_error,
    unauthorised,
)
from tests.fakes.faults import Fault
from trayrecall.core import errors
from trayrecall.core.model import NoteId, NoteMeta
from trayrecall.demo.notes import HIDDEN
from trayrecall.etapi import EtapiSource, Timeouts
from trayrecall.etapi.listings import Listings
from trayrecall.etapi.walk import Family

Found = Callable[[Mapping[str, str]], list[str]]


# ---- the walk -----------------------------------------------------------------------------------------


@pytest.mark.case("SY05")
def test_both_notes_of_a_cycle_are_found_in_time_though_every_search_fails(server: FakeServer) -> None:
    server.start_over(
        note("sy000000000b", "B", "<p>beta peat</p>", parents=("sy000000000a", "root")),
        note("sy000000000a", "A", "<p>alpha peat</p>", parents=("sy000000000b",)),
    )
    server.faults.searches(branch_cycle())
    began = time.monotonic()
    with closing(server.url) as source:
        listing = source.listing()
    assert time.monotonic() - began < 5
    assert sorted(n.id for n in listing) == ["root", "sy000000000a", "sy000000000b"]


def test_a_walk_tells_what_a_search_tells(server: FakeServer) -> None:
    server.tree.put(note(HIDDEN, parents=("root",)))
    server.tree.put(note("_options", parents=(HIDDEN,)))
    server.tree.put(note("both", parents=(HIDDEN, "wiki")))
    server.tree.put(note("old", attributes=(label("old", "archived"),)))
    for i in range(60):
        server.tree.put(note(f"n{i}", parents=(f"n{i // 3 - 1}" if i > 3 else "wiki", "rope")))
    with closing(server.url) as source:
        searched = {n.id: n for n in source.listing() if n.id != HIDDEN}
        server.faults.searches(branch_cycle())
        walked = {n.id: n for n in source.listing()}
    assert walked == searched
    assert len(server.app.clients) <= 4


def test_a_note_deleted_during_a_walk_is_left_out(server: FakeServer, source: EtapiSource) -> None:
    server.faults.searches(branch_cycle())
    server.tree.children["wiki"].append("gone")
    assert {n.id for n in source.listing()} == {"root", "wiki", "rope"}


@pytest.mark.parametrize("fault", [server_error(), Hang(), unauthorised(), html_page()])
def test_half_a_walk_is_no_listing(server: FakeServer, fault: Fault) -> None:
    server.faults.searches(branch_cycle())
    server.faults.set(fault, "/etapi/notes/rope")
    with (
        closing(server.url, timeouts=Timeouts(content=0.3)) as source,
        pytest.raises(errors.SourceError) as failed,
    ):
        source.listing()
    assert failed.value.__context__ is None


def test_a_walk_ends_at_its_deadline(server: FakeServer) -> None:
    for i in range(100):
        server.tree.put(note(f"n{i}", parents=("wiki" if i == 0 else f"n{i - 1}",)))
    server.faults.set(Slow(0.05), "/etapi/notes/")
    server.faults.searches(branch_cycle())
    with closing(server.url, timeouts=Timeouts(walk=0.5)) as source:
        began = time.monotonic()
        with pytest.raises(errors.SourceTimeout):
            source.listing()
        assert time.monotonic() - began < 1.5


def test_a_server_that_is_broken_altogether_is_asked_once_more_and_no_further(
    server: FakeServer, source: EtapiSource
) -> None:
    server.faults.set(server_error("all is lost"), "/etapi/")
    for asked in (1, 3):
        with pytest.raises(errors.ServerFault, match="all is lost"):
            source.listing()
        assert len(server.app.asked) == asked


def test_a_search_that_fails_in_another_way_is_given_a_second_chance_before_the_walk(
    server: FakeServer, source: EtapiSource
) -> None:
    server.faults.searches(server_error("odd"))
    with pytest.raises(errors.ServerFault):
        source.listing()
    assert len(source.listing()) == 3
    server.faults.heal()
    assert len(source.listing()) == 3
    server.faults.searches(server_error("odd"))
    with pytest.raises(errors.ServerFault):
        source.listing()


@pytest.mark.parametrize("status", [502, 503])
def test_a_fault_of_a_proxy_starts_no_walk(server: FakeServer, source: EtapiSource, status: int) -> None:
    server.faults.searches(html_page(status))
    with pytest.raises(errors.ServerFault):
        source.listing()
    assert len(server.app.asked) == 1


# ---- the second question ------------------------------------------------------------------------------


def test_a_second_listing_is_asked_in_another_form_and_says_the_same(server: FakeServer) -> None:
    for page_above in (100, 1):
        with closing(server.url, page_above=page_above, page_size=2) as source:
            source.listing()
            first = source.listing()
            asked = len(server.app.asked)
            again = source.relisting()
            probes = [target for _, target in server.app.asked[asked:]]
        assert {n.id: n for n in again} == {n.id: n for n in first}
        assert probes[:2] == ["/etapi/app-info", "/etapi/notes/root"]
        assert all("orderBy" in target for target in probes[2:]) == (page_above == 100)


def test_an_empty_answer_of_one_form_only_is_found_out(
    server: FakeServer, source: EtapiSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = server.app.ids_found
    monkeypatch.setattr(
        server.app, "ids_found", lambda params: original(params) if "orderBy" in params["search"] else []
    )
    assert source.listing() == ()
    assert {n.id for n in source.relisting()} == {"root", "wiki", "rope"}


def test_a_server_without_its_root_is_not_believed(server: FakeServer, source: EtapiSource) -> None:
    del server.tree.notes["root"]
    with pytest.raises(errors.ServerFault, match="root note is missing") as failed:
        source.relisting()
    assert failed.value.__context__ is None


@pytest.mark.parametrize(
    ("fault", "expected"),
    [(unauthorised(), errors.WrongToken), (html_page(), errors.HtmlInsteadOfJson)],
)
def test_a_second_listing_fails_as_a_first_does(
    server: FakeServer, source: EtapiSource, fault: Fault, expected: type[errors.SourceError]
) -> None:
    server.faults.set(fault, "/etapi/")
    with pytest.raises(expected):
        source.relisting()


# ---- odd pages ----------------------------------------------------------------------------------------


@pytest.mark.case("SY01")
@pytest.mark.parametrize("way", ["no limit", "no order", "newest first", "no start", "nothing since"])
def test_a_server_with_its_own_idea_of_limit_and_order_loses_no_note(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    for i in range(37):
        day = (i * 17) % 37
        server.tree.put(note(f"n{i}", utc_modified=f"2027-01-01 00:00:{day:02d}.000Z"))
    original = server.app.ids_found

    def odd(params: Mapping[str, str]) -> list[str]:
        query = params["search"]
        condition, ordered, tail = query.partition(" orderBy ")
        limit = int(tail.rpartition(" ")[2]) if ordered else None
        everything = "#!trNoSuchLabel"
        key = " orderBy note.utcDateModified"
        if way == "no limit":
            return original({**params, "search": query.rpartition(" limit")[0] or query})
        if way == "no order":
            return original({**params, "search": condition})[:limit]
        if way == "newest first" and ordered:
            return original({**params, "search": f"{condition}{key} desc limit {limit}"})
        if way == "no start":
            return original({**params, "search": f"{everything}{ordered}{tail}"})
        return [] if "utcDateModified >=" in query else original(params)

    monkeypatch.setattr(server.app, "ids_found", odd)
    with closing(server.url, page_above=5, page_size=4) as source:
        source.listing()
        assert len(source.listing()) == 40
        server.tree.edit("n3", title="new")
        server.tree.put(replace(server.tree.notes["n5"], title="kept its old date"))
        titles = {n.id: n.title for n in source.listing()}
    assert len(titles) == 40
    assert (titles[NoteId("n3")], titles[NoteId("n5")]) == ("new", "kept its old date")


@pytest.mark.case("SY01")
@pytest.mark.parametrize("way", ["newest first", "nothing since"])
def test_a_second_listing_relies_on_no_order_though_nothing_is_known_of_the_notes(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    for i in range(37):
        server.tree.put(note(f"n{i}", utc_modified=f"2027-01-01 00:00:{i:02d}.000Z"))
    original = server.app.ids_found

    def odd(params: Mapping[str, str]) -> list[str]:
        query = params["search"]
        if way == "newest first":
            return original({**params, "search": query.replace(" asc limit", " desc limit")})
        return [] if "utcDateModified >=" in query else original(params)

    monkeypatch.setattr(server.app, "ids_found", odd)
    with closing(server.url, page_size=4) as source:
        assert len(source.relisting()) == 40


def test_a_list_whose_pages_never_end_is_given_up() -> None:
    made = count()

    def full(_query: str) -> list[NoteMeta]:
        return [
            NoteMeta(NoteId(f"n{n}"), "", "text", "text/html", None, utc_modified=f"{n:09}")
            for n in islice(made, 4)
        ]

    def nothing(_note_id: NoteId, _seconds: float) -> Family:
        raise errors.NoteGone

    listings = Listings(full, nothing, page_above=1, page_size=4, walk_seconds=0.2)
    listings.listing()
    with pytest.raises(errors.SourceTimeout, match="too long"):
        listings.listing()


def test_a_walk_of_quick_answers_is_given_up_in_time_too() -> None:
    def broken(_query: str) -> list[NoteMeta]:
        raise errors.ServerFault("Maximum call stack size exceeded", status=500)

    made = count()

    def deeper(note_id: NoteId, _seconds: float) -> Family:
        number = next(made)
        below = (NoteId(f"n{number}"),) if number < 50_000 else ()
        return NoteMeta(note_id, "", "text", "text/html", None), below

    listings = Listings(broken, deeper, page_above=100, page_size=4, walk_seconds=0.05)
    with pytest.raises(errors.SourceTimeout, match="too long"):
        listings.listing()
