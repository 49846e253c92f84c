"""Retrieval collections in neutral JSON lines: corpus (id, title, text), queries (id, text), qrels (q, d, rel)."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.pipeline import NotesInMemory, note
from trayrecall.core.model import NoteId

# The default subset keeps a run within minutes: enough queries for differences of about .01 to mean something.
MAX_QUERIES = 300
MAX_DOCUMENTS = {"jsquad-valid": 500, "locomo10": 386}


@dataclass(frozen=True, slots=True)
class Collection:
    """One collection, or its default subset: only queries whose relevant documents are all in it."""

    name: str
    documents: tuple[dict[str, Any], ...]
    queries: tuple[tuple[str, str], ...]
    relevant: dict[str, dict[str, float]]
    unrelated: tuple[str, ...]  # prompts that must get silence

    @property
    def family(self) -> str:
        """Collections of one family ask about the same things, in several languages."""
        return self.name.split("-")[0]

    def source(self) -> NotesInMemory:
        """The documents as text notes."""
        metas = [note(_note_id(d["id"]), d.get("title") or "") for d in self.documents]
        contents = {NoteId(_note_id(d["id"])): _as_html(d["text"]) for d in self.documents}
        return NotesInMemory(metas, contents)


def _note_id(document_id: object) -> str:
    return f"d{document_id}"


def _as_html(text: str) -> str:
    return "".join(f"<p>{html.escape(line)}</p>" for line in text.splitlines() if line.strip())


def load(folder: Path, *, full: bool) -> Collection:
    """A collection from its folder."""
    name = folder.name
    documents = list(_lines(folder / "corpus.jsonl"))
    if not full and name in MAX_DOCUMENTS:
        documents = documents[: MAX_DOCUMENTS[name]]
    known = {_note_id(d["id"]) for d in documents}
    relevant: dict[str, dict[str, float]] = {}
    for row in _lines(folder / "qrels.jsonl"):
        relevant.setdefault(str(row["q"]), {})[_note_id(row["d"])] = float(row["rel"])
    queries = [
        (str(row["id"]), str(row["text"]))
        for row in _lines(folder / "queries.jsonl")
        if relevant.get(str(row["id"])) and set(relevant[str(row["id"])]) <= known
    ]
    unrelated = folder / "unrelated.jsonl"
    return Collection(
        name=name,
        documents=tuple(documents),
        queries=tuple(queries if full else queries[:MAX_QUERIES]),
        relevant=relevant,
        unrelated=tuple(row["text"] for row in _lines(unrelated)) if unrelated.is_file() else (),
    )


def load_all(data: Path, *, full: bool) -> list[Collection]:
    """Every collection below a folder."""
    folders = sorted(path.parent for path in data.glob("*/corpus.jsonl"))
    return [load(folder, full=full) for folder in folders]


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


_FOREIGN = 80  # queries of each other family


def foreign_prompts(collection: Collection, collections: Sequence[Collection]) -> list[str]:
    """Queries of the other collections, which this one doesn't answer; those of one family share their documents."""
    families: dict[str, list[str]] = {}
    for other in collections:
        if other.family != collection.family:
            families.setdefault(other.family, []).extend(text for _, text in other.queries)
    return [text for texts in families.values() for text in _spread(list(dict.fromkeys(texts)))]


def _spread(texts: list[str]) -> list[str]:
    """So many of them, from beginning to end."""
    return texts[:: max(1, len(texts) // _FOREIGN)][:_FOREIGN]
