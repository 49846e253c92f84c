"""The newest version stands for the older ones, and a summary for its sources, in the answers of the real engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine.engines import HOME, ids, sync
from tests.pipeline import NotesInMemory, note, running_engine
from trayrecall.core.model import Attribute, Filters, InstanceId, NoteId
from trayrecall.core.ports import Embedder
from trayrecall.engine.engine import Engine
from trayrecall.store import schema

Texts = Mapping[str, tuple[str, str]]
BACKUP: Texts = {
    "old": ("Backup 2024", "<p>The backup of the photos runs on Monday to the disk in the cellar.</p>"),
    "mid": ("Backup 2025", "<p>The backup of the photos runs on Wednesday to a rented server.</p>"),
    "new": ("Backup 2026", "<p>The backup of the photos runs on Friday to the disk in the bee hut.</p>"),
    "owl": ("Tawny owl", "<p>The owl hunts mice along the hedge at dusk.</p>"),
}


def source_of(texts: Texts, *relations: tuple[str, str, str]) -> NotesInMemory:
    """Notes with relations (from, name, to); later notes were modified later."""
    metas = [
        replace(
            note(i, title, modified=f"2026-03-{number + 1:02d} 09:00:00.000Z"),
            attributes=tuple(Attribute("relation", name, to) for start, name, to in relations if start == i),
        )
        for number, (i, (title, _)) in enumerate(texts.items())
    ]
    return NotesInMemory(metas, {NoteId(i): html for i, (_, html) in texts.items()})


@contextmanager
def asking(folder: Path, model: Embedder | None, source: NotesInMemory) -> Iterator[Engine]:
    with running_engine(folder / "index.db", {"home": source}, model) as engine:
        yield engine


QUESTION = "on which day does the backup of the photos run"


@pytest.mark.parametrize(
    "relations",
    [
        [("new", "supersedes", "mid"), ("mid", "supersedes", "old")],
        [("old", "supersededBy", "mid"), ("mid", "replacedBy", "new")],
        [("new", "replaces", "mid"), ("old", "SupersededBy", "mid")],
    ],
)
def test_of_a_chain_the_newest_version_alone_is_shown(
    tmp_path: Path, model: Embedder, relations: list[tuple[str, str, str]]
) -> None:
    with asking(tmp_path, model, source_of(BACKUP, *relations)) as engine:
        assert ids(engine.search(QUESTION))[0] == "new"
        assert not {"old", "mid"} & set(ids(engine.search(QUESTION)))
        assert ids(engine.prompt(QUESTION)) == ["new"]
        by_score = engine.search(QUESTION, order="score")
        assert not {"old", "mid"} & set(ids(by_score))


def test_words_of_an_old_version_lead_to_the_newest_one(tmp_path: Path) -> None:
    source = source_of(BACKUP, ("new", "supersedes", "mid"), ("mid", "supersedes", "old"))
    with asking(tmp_path, None, source) as engine:
        assert ids(engine.search("rented server")) == ["new"]


def test_a_newest_version_that_is_taken_away_uncovers_the_one_before(tmp_path: Path) -> None:
    source = source_of(BACKUP, ("new", "supersedes", "mid"), ("mid", "supersedes", "old"))
    with asking(tmp_path, None, source) as engine:
        source.notes = [
            replace(n, attributes=(*n.attributes, Attribute("label", "archived", ""))) if n.id == "new" else n
            for n in source.notes
        ]
        source.mark = "2"
        sync(engine)
        assert ids(engine.search("rented server")) == ["mid"]
        assert ids(engine.search("Monday")) == ["mid"]


def test_a_newest_version_without_text_hides_no_older_one(tmp_path: Path) -> None:
    chain = ("new", "supersedes", "mid"), ("mid", "supersedes", "old")
    begun = {**BACKUP, "new": ("Backup 2026", "")}
    with asking(tmp_path, None, source_of(begun, *chain)) as engine:
        assert ids(engine.search("rented server")) == ["mid"]
        assert ids(engine.search("Monday")) == ["mid"], "the newest that says something"
        assert ids(engine.search("Backup 2026"))[0] == "new"
    blank_between = {**BACKUP, "mid": ("Backup 2025", "")}
    (tmp_path / "between").mkdir()
    with asking(tmp_path / "between", None, source_of(blank_between, *chain)) as engine:
        assert ids(engine.search("Monday")) == ["new"]


def test_versions_that_supersede_each_other_in_a_circle_hide_nothing(tmp_path: Path) -> None:
    source = source_of(BACKUP, ("new", "supersedes", "old"), ("old", "supersedes", "new"))
    with asking(tmp_path, None, source) as engine:
        assert set(ids(engine.search("backup photos"))) == {"old", "mid", "new"}


def test_a_version_that_is_superseded_twice_shows_the_later_one(tmp_path: Path) -> None:
    source = source_of(BACKUP, ("mid", "supersedes", "old"), ("new", "supersedes", "old"))
    with asking(tmp_path, None, source) as engine:
        assert set(ids(engine.search("Monday cellar"))) == {"new"}


def test_another_servers_note_of_the_same_id_is_no_version(tmp_path: Path) -> None:
    home = source_of({"a": BACKUP["new"]}, ("a", "supersedes", "b"))
    work = source_of({"b": BACKUP["old"]})
    with running_engine(tmp_path / "index.db", {"home": home, "work": work}, None) as engine:
        assert set(ids(engine.search("backup photos"))) == {"a", "b"}
        assert ids(engine.search("backup", filters=Filters(frozenset({InstanceId("work")})))) == ["b"]


TALK = (
    "<p>We use bone glue for joints. It is warmed to 62 degrees in a water bath."
    " Ruben buys the pearls from Kremer, item 63000.</p>"
)
SUMMARY: Texts = {
    "page": ("Glue", "<p>Bone glue for joints, warmed to 62 degrees in a water bath.</p>"),
    "talk": ("Talk with Ruben", TALK),
    "owl": BACKUP["owl"],
}


def test_a_summary_stands_for_its_source_unless_the_source_holds_the_detail(
    tmp_path: Path, model: Embedder
) -> None:
    with asking(tmp_path, model, source_of(SUMMARY, ("page", "derivedFrom", "talk"))) as engine:
        assert ids(engine.search("how warm is bone glue made"))[:1] == ["page"]
        assert "talk" not in ids(engine.search("how warm is bone glue made"))
        assert "talk" in ids(engine.search("where does Ruben buy the glue pearls, item number"))
        assert ids(engine.search("Kremer")) == ["talk"]


def test_without_the_relation_both_are_shown(tmp_path: Path, model: Embedder) -> None:
    with asking(tmp_path, model, source_of(SUMMARY)) as engine:
        assert set(ids(engine.search("how warm is bone glue made"))[:2]) == {"page", "talk"}


def test_notes_that_were_indexed_before_keep_their_relations(tmp_path: Path) -> None:
    """As after an update: the file has the attributes, and the table of relations is made from them."""
    source = source_of(BACKUP, ("new", "supersedes", "mid"), ("mid", "Supersedes", "old"))
    with asking(tmp_path, None, source) as engine, engine._index.database.write() as connection:
        connection.execute("DROP TABLE relation")
        schema.relations(connection)
    with asking(tmp_path, None, source) as engine:
        assert engine._index.ledger(HOME)
        assert ids(engine.search("Monday cellar")) == ["new"]
