"""A recorded Trilium 0.102.1 with all kinds of notes, through the real client, conversion, model and search.

The numbers were checked by hand against the recording: 481 notes, of which `root`, 13 images, 7 files, a relation map,
a saved search and a web view hold no text; 6 are archived (two of them by inheritance, and `archived=false` counts, as in
Trilium itself); 2 are protected; `_hidden` is hidden. Two large contents were not recorded: faulty, found by title. No label
makes anything a wiki, but a book titled "LLM Wiki" with books Locks, Templates and Views in it does: those three and the
template in one of them are plumbing, the other 60 notes below it are the wiki. 45 clipped pages with their folder are
sources; 53 are days, or below one of two calendars.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.fakes import TOKEN, FakeServer, load_recording
from tests.pipeline import ROOT, running_engine
from tests.quality.cached import CachedEmbedder
from tests.shared import needs_shared, recordings
from tests.store.checker import assert_consistent
from trayrecall.core.model import Area, Filters, InstanceId, NoteId
from trayrecall.core.ports import Embedder
from trayrecall.engine.engine import Engine
from trayrecall.etapi import EtapiSource
from trayrecall.store.database import rows

pytestmark = needs_shared

CORPUS = InstanceId("corpus")
PLUMBING = {"seedWikiLocks", "seedWikiTpl", "seedWikiViews"}
HUGE = "seedHuge"
HUGE_KEPT = 20_000  # bytes: its 2,000 passages would take longer than all others together


@dataclass
class Served:
    """The engine after its first build, and the server that it read."""

    engine: Engine
    server: FakeServer


@pytest.fixture(scope="module")
def corpus(model: Embedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Vectors are kept in `build/quality`: the first run takes about a minute, later ones some seconds."""
    recording = load_recording(recordings()[-1])
    assert recording.version == "0.102.1"
    cached = CachedEmbedder(model, ROOT / "build" / "quality")
    with FakeServer.from_recording(recording) as server:
        huge = server.tree.notes[HUGE].content
        assert huge is not None
        server.tree.edit(HUGE, huge[:HUGE_KEPT])
        source = EtapiSource(server.url, TOKEN)
        with running_engine(
            tmp_path_factory.mktemp("corpus") / "index.db", {"corpus": source}, cached
        ) as engine:
            yield Served(engine, server)
    cached._file.close()


def breakdown(served: Served, column: str) -> dict[str, int]:
    """How many indexed notes have each value; of `left_out` how many of the others."""
    which = "NOT NULL" if column == "left_out" else "NULL"
    counting = f"SELECT {column}, count(*) FROM note WHERE left_out IS {which} GROUP BY 1"
    with served.engine._index.database.read() as connection:
        return dict(rows(connection, counting))


def test_every_note_is_in_the_index_or_left_out_for_a_named_reason(corpus: Served) -> None:
    assert breakdown(corpus, "type") == {
        "text": 347,
        "code": 51,
        "book": 17,
        "mermaid": 14,
        "render": 9,
        "canvas": 2,
        "mindMap": 2,
        "llmChat": 1,
        "spreadsheet": 1,
    }
    assert breakdown(corpus, "left_out") == {
        "no_text": 24,
        "archived": 6,
        "plumbing": 4,
        "protected": 2,
        "hidden": 1,
    }
    (instance,) = corpus.engine.status().instances
    assert (instance.notes, sum(instance.left_out.values()), instance.faulty) == (444, 37, 2)
    assert len(corpus.server.tree.notes) == 444 + 37


def test_what_the_index_leaves_out_is_what_the_recording_says(corpus: Served) -> None:
    """Counted from the server's own notes, by another way than the index's."""
    tree = corpus.server.tree
    textless = {"image", "file", "relationMap", "search", "webView"}
    expected = Counter(
        "protected"
        if note.is_protected
        else "archived"
        if tree.is_archived(note.id)
        else "hidden"
        if note.id == "_hidden"
        else "plumbing"
        if PLUMBING & {note.id, *note.parents}
        else "no_text"
        if note.type in textless or note.id == "root"
        else "indexed"
        for note in tree.notes.values()
    )
    assert expected.pop("indexed") == corpus.engine.status().notes
    assert dict(expected) == breakdown(corpus, "left_out")


def test_notes_stand_in_their_areas(corpus: Served) -> None:
    assert breakdown(corpus, "area") == {"other": 285, "wiki": 60, "journal": 53, "sources": 46}
    clipped = {
        note_id
        for note_id, note in corpus.server.tree.notes.items()
        if {"clipType", "pageUrl"} & {a.name for a in note.attributes}
    }
    wiki = corpus.engine.notes(filters=Filters(areas=frozenset({Area.WIKI})), limit=500)
    below = descendants(corpus, "seedWiki")
    assert {row.note_id for row in wiki} == below - PLUMBING - {"seedTpl"}
    sources = corpus.engine.notes(filters=Filters(areas=frozenset({Area.SOURCES})), limit=500)
    assert len(clipped) == 45
    assert {row.note_id for row in sources} == clipped | {"sdSF0000"}  # their folder, below #sources


def descendants(served: Served, top: str) -> set[str]:
    found, new = set[str](), {top}
    while new:
        new = {i for i, note in served.server.tree.notes.items() if not new.isdisjoint(note.parents)} - found
        found |= new
    return found


def test_everything_has_its_vector_and_belongs_together(corpus: Served) -> None:
    status = corpus.engine.status()
    assert (status.state, status.pending, status.degraded) == ("ok", 0, None)
    assert_consistent(corpus.engine._index)


def test_only_reads_were_sent_and_no_content_was_asked_for_that_is_left_out(corpus: Served) -> None:
    app = corpus.server.app
    assert app.wrote == []
    assert {method for method, _ in app.asked} == {"GET"}
    asked = app.contents_asked()
    assert len(asked) == len(set(asked))
    kept = {row.note_id for row in corpus.engine.notes(limit=500)}
    assert set(asked) <= kept


@pytest.mark.parametrize(
    ("question", "note_id"),
    [
        ("Who wrote Node.js in the first place?", "RQNmkEl7teJX"),
        ("which files does bash read when I log in", "079IhopSI4tS"),
        ("how long did Petra stay hidden from the West", "VPTflHQxnZ8v"),
        ("Welche Inka-Stadt in Peru gilt als Weltwunder?", "lJkoGHjHWfM2"),  # an English note
        ("Wer hat die Christusstatue in Rio entworfen?", "yfHkQxBcAWh2"),  # an English note
    ],
)
def test_a_question_is_answered_with_the_right_note_first(
    corpus: Served, question: str, note_id: str
) -> None:
    answer = corpus.engine.search(question)
    assert answer.degraded is None
    assert answer.hits[0].note_id == note_id


def test_what_is_left_out_is_never_found(corpus: Served) -> None:
    for title in ("Child below an archived parent", "Archived note (own label)", "Hidden Notes"):
        assert title not in {hit.title for hit in corpus.engine.search(title, limit=100).hits}
    for gone in ("seedProt0", "seedArchived", "_hidden"):
        assert corpus.engine.note(CORPUS, NoteId(gone)) is None


def test_a_note_whose_content_was_not_to_be_had_is_found_by_its_title(corpus: Served) -> None:
    assert corpus.engine.search("Huge note without headings").hits[0].note_id == "seedHugeNoHeadings"
