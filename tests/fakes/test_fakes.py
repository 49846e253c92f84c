"""The test server changes as a person's Trilium does, and fails when it is told to."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.fakes import TOKEN, FakeServer, MutableTree, html_page, label, note
from trayrecall.core import errors
from trayrecall.core.model import NoteId, NoteMeta
from trayrecall.etapi import EtapiSource


@pytest.fixture(scope="module")
def running() -> Iterator[FakeServer]:
    with FakeServer.with_notes() as one:
        yield one


@pytest.fixture
def server(running: FakeServer) -> FakeServer:
    running.start_over(
        note("wiki", "Wiki"), note("log", "Journal"), note("rope", "Knots", "<p>old</p>", parents=("wiki",))
    )
    return running


@pytest.fixture
def source(server: FakeServer) -> Iterator[EtapiSource]:
    one = EtapiSource(server.url, TOKEN)
    yield one
    one.close()


@pytest.mark.parametrize(
    ("change", "moves_date", "moves_blob"),
    [
        (lambda tree: tree.edit("rope", "<p>new</p>"), True, True),
        (lambda tree: tree.edit("rope", title="Ropes"), True, False),
        (lambda tree: tree.protect("rope"), True, True),
        (lambda tree: tree.label("rope", "seen"), False, False),
        (lambda tree: tree.label("wiki", "color", "red", inheritable=True), False, False),
        (lambda tree: tree.relate("rope", "author", "wiki"), False, False),
        (lambda tree: tree.move("rope", "log"), False, False),
        (lambda tree: tree.put(note("new", parents=("rope",))), False, False),
        (lambda tree: tree.bump(), False, False),
    ],
)
def test_each_change_moves_what_it_moves_in_trilium(
    server: FakeServer,
    source: EtapiSource,
    change: Callable[[MutableTree], None],
    *,
    moves_date: bool,
    moves_blob: bool,
) -> None:
    before, mark = source.note(NoteId("rope")), source.change_mark()
    change(server.tree)
    after = source.note(NoteId("rope"))
    assert source.change_mark() != mark
    assert (after.utc_modified != before.utc_modified) is moves_date
    assert (after.blob_id != before.blob_id) is moves_blob


def test_a_deleted_note_takes_along_what_stands_only_below_it(
    server: FakeServer, source: EtapiSource
) -> None:
    server.tree.put(note("only", parents=("wiki",)))
    server.tree.put(note("cloned", parents=("wiki", "log")))
    server.tree.delete("wiki")
    notes = by_id(source)
    assert set(notes) == {"root", "log", "cloned"}
    assert notes["cloned"].parent_ids == ("log",)
    with pytest.raises(errors.NoteGone):
        source.content(NoteId("only"))


def test_an_inherited_label_comes_and_goes_with_its_parent(server: FakeServer, source: EtapiSource) -> None:
    server.tree.label("wiki", "archived", inheritable=True)
    assert by_id(source)["rope"].labels("archived") == ("",)
    server.tree.move("rope", "log")
    assert by_id(source)["rope"].labels("archived") == ()
    server.tree.move("rope", "wiki")
    server.tree.unlabel("wiki", "archived")
    assert by_id(source)["rope"].labels("archived") == ()


def test_a_listing_can_be_emptied_and_halved(server: FakeServer, source: EtapiSource) -> None:
    server.app.shown = 0.5
    assert len(source.listing()) == 2
    server.app.shown = 0
    assert source.listing() == ()


def test_a_fault_can_strike_a_number_of_times_and_be_healed(server: FakeServer, source: EtapiSource) -> None:
    server.faults.set(html_page(), "/etapi/", times=1)
    with pytest.raises(errors.HtmlInsteadOfJson):
        source.listing()
    assert len(source.listing()) == 4
    server.faults.set(html_page())
    server.faults.heal()
    assert len(source.listing()) == 4


def test_the_limit_in_the_url_is_ignored_by_old_versions_without_an_order() -> None:
    for version, found in (("0.63.7", 3), ("0.102.1", 1)):
        with FakeServer.with_notes(note("a"), note("b"), version=version) as server:
            params = {"search": "#!x", "limit": "1"}
            assert len(server.app.ids_found(params)) == found
            assert len(server.app.ids_found(params | {"orderBy": "title"})) == 1


def test_what_was_asked_is_remembered(server: FakeServer, source: EtapiSource) -> None:
    source.content(NoteId("rope"))
    assert server.app.contents_asked() == ["rope"]
    assert server.app.wrote == []


def test_labels_of_a_note_can_be_given_at_once() -> None:
    tree = MutableTree([note("root", parents=()), note("a", attributes=(label("a", "x", "1"),))])
    assert tree.json("a")["attributes"][0]["value"] == "1"


def by_id(source: EtapiSource) -> dict[str, NoteMeta]:
    return {n.id: n for n in source.listing()}
