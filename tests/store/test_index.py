from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.pipeline import note
from tests.store.building import (
    HOME,
    SPACE,
    WORK,
    embed_pending,
    matrix_of,
    protected,
    record_of,
    text_note,
    vector_of,
)
from tests.store.checker import assert_consistent, assert_sound
from tests.store.looking import bytes_on_disk, found, passages_of
from trayrecall.core.errors import StoreError
from trayrecall.core.model import Area, Filters, NoteId
from trayrecall.store import Database, Index, NoteRecord, reading
from trayrecall.store.database import rows
from trayrecall.store.records import Cursor

LANTERN = "<p>A lantern in the fog.</p>"
TAXES = "<p>Tax forms are due in May.</p>"


def count(index: Index, table: str) -> int:
    with index.database.read() as connection:
        ((number,),) = rows(connection, f"SELECT count(*) FROM {table}")
    return int(number)


def vector_ids(index: Index) -> set[Any]:
    with index.database.read() as connection:
        return {row for (row,) in rows(connection, "SELECT id FROM vector")}


# ---- notes ------------------------------------------------------------------------------------------------


def test_a_note_is_stored_with_all_that_belongs_to_it(index: Index) -> None:
    html = "<p>before</p><h2>Flue</h2><p>Size 150.</p><p><a href='https://x.example/y'>y</a></p>"
    stove = text_note("stove", html, "Stove", ("author", " Ada "), ("summary", "On stoves"))
    index.put(HOME, [stove])
    with index.database.read() as connection:
        facts = reading.find_note(connection, HOME, NoteId("stove"))
        assert facts is not None
        assert reading.sections(connection, facts.key) == stove.converted.sections if stove.converted else ()
    assert (facts.title, facts.author, facts.description) == ("Stove", "Ada", "On stoves")
    assert facts.labels == (("author", " Ada "), ("summary", "On stoves"))
    assert facts.path == ("Stove",)
    assert [link[1] for link in facts.links] == ["https://x.example/y"]
    assert_consistent(index)


def test_what_was_stored_comes_back_as_it_was_put(index: Index) -> None:
    stove = text_note("stove", "<h2>Flue</h2><p>Size 150.</p>", "Stove", ("author", "Ada"))
    index.put(HOME, [stove])
    again = index.stored_record(HOME, NoteId("stove"))
    assert again is not None
    assert again.converted == stove.converted
    assert again.placement == stove.placement
    assert again.digest == stove.digest
    assert again.meta == replace(stove.meta, parent_ids=())
    assert again.content_hash == stove.content_hash
    assert index.stored_record(WORK, NoteId("stove")) is None
    assert index.stored_record(HOME, NoteId("nope")) is None


def test_a_replaced_note_leaves_nothing_of_its_old_text(index: Index) -> None:
    index.put(HOME, [text_note("a", LANTERN), text_note("b", "<p>other</p>")])
    embed_pending(index)
    index.put(HOME, [text_note("a", TAXES)])
    assert_consistent(index)
    assert count(index, "note") == 2
    assert found(index, "lantern") == []
    assert found(index, "tax") == ["a"]


def test_a_deleted_note_leaves_nothing(index: Index) -> None:
    index.put(HOME, [text_note("a", LANTERN), text_note("b", TAXES)])
    embed_pending(index)
    index.put(HOME, delete=[NoteId("a"), NoteId("never-there")])
    assert_consistent(index)
    assert set(index.ledger(HOME)) == {"b"}
    assert (count(index, "passage"), count(index, "term"), count(index, "vector")) == (1, 1, 1)


def test_a_note_that_only_moves_keeps_its_passages_and_is_found_in_its_new_area(index: Index) -> None:
    index.put(HOME, [text_note("a", LANTERN), text_note("b", TAXES)])
    embed_pending(index)
    before = passages_of(index, "a")
    page = text_note("a", LANTERN)
    there = replace(page.placement, area=Area.WIKI, path=("Wiki", "Title a"))
    index.put(HOME, [replace(page, placement=there)])
    assert passages_of(index, "a") == before
    assert_consistent(index)
    only = Filters(areas=frozenset({Area.WIKI}))
    assert index.mirror is not None
    assert index.mirror.nearest(vector_of("any"), 5, only).ids == [passage for passage, _ in before]
    with index.database.read() as connection:
        facts = reading.find_note(connection, HOME, NoteId("a"))
    assert facts is not None
    assert (facts.area, facts.path) == (Area.WIKI, ("Wiki", "Title a"))


@pytest.mark.parametrize(
    "changed",
    [
        text_note("a", LANTERN, "Title a", ("topic", "cellars")),
        text_note("a", LANTERN, "Another title"),
        text_note("a", "<h2>Fog</h2>" + LANTERN),
        text_note("a", LANTERN + "<p><a href='https://x.example/fog'>lantern</a></p>"),
    ],
    ids=["embedded label", "title", "heading", "link"],
)
def test_a_note_whose_words_change_gets_all_its_terms_anew(index: Index, changed: NoteRecord) -> None:
    index.put(HOME, [text_note("a", LANTERN)])
    embed_pending(index)
    before = passages_of(index, "a")
    index.put(HOME, [changed])
    assert not set(passages_of(index, "a")) & set(before)
    assert_consistent(index)


def test_a_batch_with_the_same_note_deleted_and_put_keeps_the_put(index: Index) -> None:
    index.put(HOME, [text_note("a", LANTERN)])
    index.put(HOME, [text_note("a", TAXES)], delete=[NoteId("a")])
    index.put(HOME, [text_note("a", TAXES)], delete=[NoteId("a")])  # of the same text too
    assert found(index, "tax") == ["a"]
    assert_consistent(index)


def test_a_batch_that_fails_changes_neither_text_nor_vectors(index: Index) -> None:
    index.put(HOME, [text_note("a", LANTERN)])
    embed_pending(index)
    broken = replace(text_note("a", TAXES), digest=None)  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        index.put(HOME, [text_note("b", TAXES), broken])
    assert_consistent(index)
    assert set(index.ledger(HOME)) == {"a"}
    assert found(index, "lantern") == ["a"]


def test_a_note_left_out_keeps_its_place_in_the_ledger_and_loses_its_text(index: Index) -> None:
    index.put(HOME, [text_note("a", LANTERN)])
    embed_pending(index)
    index.put(HOME, [text_note("a", LANTERN, "Title a", ("archived", ""))])
    entry = index.ledger(HOME)[NoteId("a")]
    assert entry.left_out == "archived"
    assert (count(index, "passage"), count(index, "section"), count(index, "vector")) == (0, 0, 0)
    assert index.stored_record(HOME, NoteId("a")) is None
    assert_consistent(index)


def test_the_confirmation_of_an_unchanged_server_keeps_when_it_was_listed(index: Index) -> None:
    index.confirm(HOME, Cursor("7", "monday", "monday"))
    index.confirm(HOME, Cursor("7", "tuesday"))
    assert index.cursor(HOME) == Cursor("7", "tuesday", "monday")
    assert index.cursor(WORK) == Cursor()


@pytest.mark.case("DL03")
def test_a_row_number_is_never_used_twice(index: Index) -> None:
    index.put(HOME, [text_note("x", LANTERN)])
    embed_pending(index)
    first, vectors = passage_ids(index), vector_ids(index)
    lantern = matrix_of([index_text(index)])[0]
    index.put(HOME, delete=[NoteId("x")])
    index.put(HOME, [text_note("y", TAXES)])
    assert not passage_ids(index) & first
    assert index.mirror is not None
    assert index.mirror.nearest(lantern, 10, Filters()).ids == []  # y has no vector before it got its own
    embed_pending(index)
    assert not vector_ids(index) & vectors
    assert_consistent(index)


# ---- two instances ----------------------------------------------------------------------------------------


def test_the_same_id_on_two_servers_is_two_notes(index: Index) -> None:
    index.put(HOME, [text_note("boiler", "<p>Home boiler: 1.2 bar.</p>")])
    index.put(WORK, [text_note("boiler", "<p>Work boiler: 2.5 bar.</p>")])
    embed_pending(index)
    index.put(WORK, delete=[NoteId("boiler")])
    assert set(index.ledger(HOME)) == {"boiler"}
    assert index.ledger(WORK) == {}
    assert found(index, "boiler") == ["boiler"]
    assert_consistent(index)


@pytest.mark.case("DL08")
def test_a_removed_instance_leaves_nothing_and_the_other_is_whole(index: Index) -> None:
    for instance, word in ((HOME, "Ofenrohr"), (WORK, "Kesselwagen")):
        notes = [text_note(f"n{i}", f"<p>{word} number {i} of {instance}.</p>") for i in range(20)]
        index.put(instance, [*notes, text_note("both", LANTERN)])
        index.confirm(instance, Cursor("1", "now", "now"))
    embed_pending(index)
    index.remove_instance(WORK)
    assert_consistent(index)
    assert index.cursor(WORK) == Cursor()
    assert len(index.ledger(HOME)) == 21
    assert (count(index, "note"), count(index, "vector")) == (21, 21)
    assert index.pending_count() == 0
    assert b"kesselwag" not in bytes_on_disk(index).lower()


# ---- vectors ----------------------------------------------------------------------------------------------


def test_pending_is_every_text_without_a_vector(index: Index) -> None:
    assert index.pending_count() == 0
    index.put(HOME, [text_note("a", LANTERN), text_note("b", TAXES)])
    assert (index.pending_count(), len(index.pending(10)), len(index.pending(1))) == (2, 2, 1)
    wanted = index.pending(1)
    index.put_vectors([wanted[0].hash], matrix_of([wanted[0].text]))
    assert index.pending_count() == 1
    assert embed_pending(index) == 1
    assert (index.pending_count(), index.pending(10)) == (0, [])
    assert_consistent(index)


def test_of_another_model_every_text_is_pending(index: Index) -> None:
    index.put(HOME, [text_note("a", LANTERN)])
    embed_pending(index)
    reader = Index.open(index.database.path, writable=False)
    assert reader.pending_count() == 0, "before it is known which model there is"
    reader.load_mirror(replace(SPACE, model="other"))
    assert reader.pending_count() == 1
    reader.load_mirror(SPACE)
    assert reader.pending_count() == 0
    reader.close()


def test_without_a_space_everything_is_pending(tmp_path: Path) -> None:
    index = Index(Database(tmp_path / "index.db"))
    index.put(HOME, [text_note("a", LANTERN)])
    assert index.pending_count() == 1
    index.close()


def test_the_wiki_and_what_is_new_are_embedded_first(index: Index) -> None:
    old = note("old", "Old", modified="2026-01-01 00:00:00.000Z")
    new = note("new", "New", modified="2026-02-01 00:00:00.000Z")
    page = note("page", "Page", labels=[("wikiLayer", "concept")], modified="2025-01-01 00:00:00.000Z")
    index.put(HOME, [record_of(meta, f"<p>text of {meta.id}</p>") for meta in (old, new, page)])
    assert [item.text.splitlines()[-1] for item in index.pending(10)] == [
        "text of page",
        "text of new",
        "text of old",
    ]


def test_equal_texts_share_one_vector_until_the_last_of_them_goes(index: Index) -> None:
    index.put(HOME, [text_note("a", LANTERN, "Same"), text_note("b", LANTERN, "Same")])
    index.put(WORK, [text_note("c", LANTERN, "Same")])
    assert embed_pending(index) == 1
    assert count(index, "vector") == 1
    assert index.mirror is not None
    assert len(index.mirror) == 3
    for instance, gone, left in ((HOME, "a", 1), (WORK, "c", 1), (HOME, "b", 0)):
        index.put(instance, delete=[NoteId(gone)])
        assert count(index, "vector") == left
        assert_consistent(index)


def test_a_text_of_many_notes_is_pending_once(index: Index) -> None:
    index.put(HOME, [text_note(f"a{n}", LANTERN, "Same") for n in range(5)])
    index.put(HOME, [text_note("b", "<p>Another one.</p>", "Other")])
    (copied,) = index.pending(5)
    (other,) = index.pending(5, {copied.hash})
    assert "Another" in other.text, "one that is refused leaves room for others, however often it stands"
    assert index.pending(5, {copied.hash, other.hash}) == []
    assert index.pending_count() == 6


def test_a_note_that_moves_keeps_its_vectors(index: Index) -> None:
    folder = note("folder", "Folder", labels=[("wikiRoot", "")])
    moved = note("a", "Lamp", parents=("folder",))
    index.put(HOME, [record_of(note("a", "Lamp"), LANTERN)])
    embed_pending(index)
    before = vector_ids(index)
    index.put(HOME, [record_of(moved, LANTERN, folder)])
    assert vector_ids(index) == before
    assert index.pending_count() == 0
    assert index.mirror is not None
    near = index.mirror.nearest(
        matrix_of([index_text(index)])[0], 5, Filters(areas=frozenset({moved_area(index)}))
    )
    assert len(near.ids) == 1  # and they are found in the area where it stands now
    assert_consistent(index)


def test_embedding_anew_takes_the_vectors_of_all_equal_texts(index: Index) -> None:
    index.put(HOME, [text_note("a", LANTERN, "Same"), text_note("b", LANTERN, "Same")])
    embed_pending(index)
    index.put(HOME, [text_note("a", LANTERN, "Same")], reembed=True)
    assert index.pending_count() == 2
    assert count(index, "vector") == 0
    # both passages lost their vector: the copy in memory must not keep b's
    assert_consistent(index)
    embed_pending(index)
    assert_consistent(index)


def test_a_vector_for_a_text_that_went_meanwhile_is_left_away(index: Index) -> None:
    index.put(HOME, [text_note("a", LANTERN)])
    wanted = index.pending(10)
    index.put(HOME, delete=[NoteId("a")])
    index.put_vectors([wanted[0].hash], matrix_of(["late"]))
    assert count(index, "vector") == 0
    assert_consistent(index)


def test_a_second_vector_for_the_same_text_changes_nothing(index: Index) -> None:
    index.put(HOME, [text_note("a", LANTERN)])
    wanted = index.pending(10)
    for _ in range(2):
        index.put_vectors([wanted[0].hash], matrix_of([wanted[0].text]))
    assert count(index, "vector") == 1
    assert_consistent(index)


@pytest.mark.case("SC10")
@pytest.mark.parametrize("bad", [0.0, np.nan, np.inf])
def test_a_vector_without_direction_is_never_stored(index: Index, bad: float) -> None:
    index.put(HOME, [text_note("a", LANTERN), text_note("b", TAXES)])
    wanted = index.pending(10)
    matrix = matrix_of([item.text for item in wanted])
    matrix[0] = bad
    index.put_vectors([item.hash for item in wanted], matrix)
    assert (count(index, "vector"), index.pending_count()) == (1, 1)
    assert_consistent(index)


@pytest.mark.case("SC04")
@pytest.mark.parametrize(
    "other", [replace(SPACE, model="other"), replace(SPACE, dimension=8), replace(SPACE, splitter="2")]
)
def test_another_fingerprint_makes_everything_pending_and_never_mixes(index: Index, other: Any) -> None:
    index.put(HOME, [text_note("a", LANTERN), text_note("b", TAXES)])
    embed_pending(index)
    index.open_space(other)
    assert index.pending_count() == 2
    assert index.mirror is not None
    assert len(index.mirror) == 0
    wanted = index.pending(10)
    index.put_vectors([item.hash for item in wanted], np.eye(other.dimension, dtype=np.float32)[:2])
    assert_consistent(index)
    index.put(HOME, delete=[NoteId("a")])  # goes from both spaces
    assert count(index, "vector") == 2
    index.open_space(SPACE)
    assert index.pending_count() == 0
    assert len(index.mirror) == 1
    assert_consistent(index)


def test_a_new_start_has_the_same_vectors_in_memory(index: Index) -> None:
    index.put(HOME, [text_note(f"n{i}", f"<p>thing {i}</p>") for i in range(30)])
    embed_pending(index)
    again = Index(Database(index.database.path, writable=False))
    again.load_mirror(SPACE)
    assert again.mirror is not None
    assert index.mirror is not None
    query = matrix_of(["a question"])[0]
    assert again.mirror.nearest(query, 9, Filters()).ids == index.mirror.nearest(query, 9, Filters()).ids
    again.close()
    other = Index(Database(index.database.path, writable=False))
    other.load_mirror(replace(SPACE, model="other"))
    assert (other.pending_count(), other.mirror) == (30, None)
    other.close()


# ---- what was purged is gone ------------------------------------------------------------------------------

SECRET_HTML = "<h2>Tresorraum</h2><p>Kombination zwölfzehn, Geheimwort Pfauenauge.</p>"
SECRET_WORDS = ("tresorraum", "kombination", "pfauenaug", "bankhaus", "silberbarren", "ortolani")


@pytest.mark.case("DL09")
@pytest.mark.parametrize("how", ["delete", "protect", "ignore", "edit", "move"])
@pytest.mark.parametrize("many", [1, 120])
def test_no_byte_of_a_purged_text_is_left_in_the_file(index: Index, how: str, many: int) -> None:
    """Read from the file itself: rows, word index and log."""
    labels = ("description", "Silberbarren"), ("author", "Ortolani")
    secrets = [text_note(f"secret{n}", f"{SECRET_HTML}<p>{n}</p>", "Bankhaus", *labels) for n in range(many)]
    ids = [secret.meta.id for secret in secrets]
    index.put(HOME, [text_note(f"n{i}", f"<p>ordinary text {i}</p>") for i in range(60)])
    index.put(HOME, secrets)
    embed_pending(index)
    texts = [passage.embedded_text for secret in secrets for passage in secret.passages]
    kept = bytes_on_disk(index)
    vectors = [v for row in matrix_of(texts) if (v := row.tobytes()) in kept]  # others lie on two pages
    assert all(word.encode() in kept.lower() for word in SECRET_WORDS)
    assert len(vectors) > 0.9 * len(texts)
    match how:
        case "delete":
            index.put(HOME, delete=ids)
        case "protect":
            index.put(HOME, [protected(secret) for secret in secrets])
        case "ignore":
            index.put(HOME, [record_of(with_label(secret.meta, "recallIgnore")) for secret in secrets])
        case "edit":
            index.put(HOME, [text_note(i, "<p>nothing</p>", "Empty") for i in ids])
            index.forget_words()
        case _:
            index.put(HOME, delete=ids)
            index.put(WORK, [text_note(i, "<p>nothing</p>", "Empty") for i in ids])
    left = bytes_on_disk(index)
    assert [word for word in SECRET_WORDS if word.encode() in left.lower()] == []
    assert not any(vector in left for vector in vectors)
    assert_consistent(index)


def test_the_words_of_many_edited_notes_go_with_one_merge_also_after_a_new_start(index: Index) -> None:
    secrets = [text_note(f"secret{n}", f"{SECRET_HTML}<p>{n}</p>") for n in range(120)]
    index.put(HOME, secrets)
    index.put(HOME, [text_note(secret.meta.id, "<p>nothing</p>") for secret in secrets])
    index.database.close()
    again = Index.open(index.database.path)
    assert found(again, "pfauenaug") == []
    again.forget_words()
    assert b"pfauenaug" not in bytes_on_disk(again).lower()
    before = again.database.path.stat().st_mtime_ns
    again.forget_words()  # nothing is owed
    assert again.database.path.stat().st_mtime_ns == before
    again.put(HOME, [text_note("one", SECRET_HTML)])
    again.put(HOME, [text_note("one", "<p>nothing</p>")])  # alone it goes at once
    assert b"pfauenaug" not in bytes_on_disk(again).lower()
    assert_consistent(again)
    again.close()


def test_after_a_purge_of_many_that_failed_the_next_one_leaves_nothing_either(index: Index) -> None:
    secrets = [text_note(f"secret{n}", f"{SECRET_HTML}<p>{n}</p>") for n in range(120)]
    index.put(HOME, secrets)
    ids = [secret.meta.id for secret in secrets]
    broken = replace(text_note("a", TAXES), digest=None)  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        index.put(HOME, [broken], delete=ids)
    assert len(found(index, "pfauenaug")) == 120
    for note_id in ids:
        index.put(HOME, delete=[note_id])
    assert b"pfauenaug" not in bytes_on_disk(index).lower()
    assert_consistent(index)


@pytest.mark.case("PF07")
def test_the_file_does_not_grow_with_every_change_of_all_notes(index: Index) -> None:
    def change_all(turn: int) -> int:
        notes = [text_note(f"n{i}", f"<p>note {i} in turn {turn}: {'word ' * 40}</p>") for i in range(150)]
        index.put(HOME, notes)
        embed_pending(index)
        index.database.checkpoint()
        return index.database.path.stat().st_size

    first = change_all(0)
    last = max(change_all(turn) for turn in range(1, 12))
    assert last <= 2 * first
    assert_sound(index.database)


# ---- small readings ---------------------------------------------------------------------------------------


def passage_ids(index: Index) -> set[Any]:
    with index.database.read() as connection:
        return {row for (row,) in rows(connection, "SELECT id FROM passage")}


def index_text(index: Index) -> str:
    """The embedded text of the one passage there is."""
    with index.database.read() as connection:
        ((header, text),) = rows(connection, "SELECT header, text FROM passage")
    return f"{header}\n{text}" if text else str(header)


def moved_area(index: Index) -> Any:
    with index.database.read() as connection:
        facts = reading.find_note(connection, HOME, NoteId("a"))
    assert facts is not None
    return facts.area


def with_label(meta: Any, name: str) -> Any:
    more = note("x", "x", labels=[(name, "")]).attributes
    return replace(meta, attributes=(*meta.attributes, *more))
