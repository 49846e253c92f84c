"""Runs real cases (notes, queries, prompts and what is expected of them) through the real pipeline.

An expectation key that this runner doesn't know is an error: a case is never half checked.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.pipeline import NotesInMemory, note, running_engine
from trayrecall.core.convert import convert
from trayrecall.core.lean import hook_context, lean_row
from trayrecall.core.model import Answer, Filters, Hit, InstanceId, NoteId, NoteMeta
from trayrecall.core.passages import split
from trayrecall.core.ports import Embedder
from trayrecall.engine.engine import Engine

RUN_FORMS = ("search", "convert+search", "split+search", "recall")

# Words about a case (who, where from, prose) and figures that the benchmark reports.
_PROSE = {
    "id",
    "kind",
    "title",
    "source",
    "source_urls",
    "story",
    "expected",
    "seen_here",
    "input",
    "input_file",
}
_PROSE_IN_INPUT = {"form", "also", "generator"}
_MEASURED = {"max_index_seconds", "max_query_ms", "max_seconds", "max_rss_growth_mb"}
_NOTE_KEYS = {
    "noteId", "title", "type", "mime", "content", "file", "content_from", "labels", "attributes", "parents", "path",
    "area", "instance", "utcDateModified", "dateModified",
}  # fmt: skip
# How a case's area is told to a real tree of notes.
_AREA_LABELS = {
    "wiki": ("wikiLayer", "concept"),
    "sources": ("wikiLayer", "source"),
    "journal": ("dateNote", "2024-01-01"),
}


class UnknownExpectation(Exception):
    """A case asks for something that this runner can't check."""


@dataclass
class Outcome:
    """What came of one case: nothing in `unmet` means that it is met."""

    case_id: str
    unmet: list[str] = field(default_factory=list)
    figures: dict[str, float] = field(default_factory=dict)


def load_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a file, one JSON object a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def runnable(case: Mapping[str, Any]) -> bool:
    """Whether the case has one of the forms that run through the pipeline here."""
    return case["input"]["form"] in RUN_FORMS


def run_case(case: Mapping[str, Any], folder: Path, embedder: Embedder) -> Outcome:
    """Run one case. `folder` is where its input files lie."""
    outcome = Outcome(case["id"])
    given = case["input"]
    _refuse_unknown(case, _PROSE, outcome.case_id)
    sources = _sources(given, folder)
    with tempfile.TemporaryDirectory() as temporary:
        began = time.perf_counter()
        with running_engine(Path(temporary) / "index.db", sources, embedder) as engine:
            outcome.figures["index_seconds"] = time.perf_counter() - began
            _check(given, folder, sources, engine, outcome)
    return outcome


def _refuse_unknown(given: Mapping[str, Any], known: set[str], where: str) -> None:
    unknown = set(given) - known
    if unknown:
        raise UnknownExpectation(f"{where}: unknown key {', '.join(sorted(unknown))}")


# ---- notes --------------------------------------------------------------------------------------------


def _sources(given: Mapping[str, Any], folder: Path) -> dict[str, NotesInMemory]:
    metas: dict[str, list[NoteMeta]] = {}
    contents: dict[str, dict[NoteId, str]] = {}
    for raw in given["notes"]:
        _refuse_unknown(raw, _NOTE_KEYS, raw["noteId"])
        instance = raw.get("instance", "case")
        metas.setdefault(instance, []).append(_meta(raw))
        contents.setdefault(instance, {})[NoteId(raw["noteId"])] = _content(raw, given, folder)
    return {name: NotesInMemory(metas[name], contents[name]) for name in metas}


def _meta(raw: Mapping[str, Any]) -> NoteMeta:
    labels = [(label["name"], label["value"]) for label in raw.get("labels", [])]
    if raw.get("area") in _AREA_LABELS:
        labels.append(_AREA_LABELS[raw["area"]])
    return note(
        raw["noteId"],
        raw["title"],
        kind=raw["type"],
        mime=raw["mime"],
        labels=labels,
        modified=raw.get("utcDateModified", "2026-03-01 09:00:00.000Z"),
    )


def _content(raw: Mapping[str, Any], given: Mapping[str, Any], folder: Path) -> str:
    if "file" in raw:
        return str((folder / raw["file"]).read_text(encoding="utf-8"))
    if raw.get("content_from") == "generator":
        return _evaluated(given["generator"])
    return str(raw["content"])


def _evaluated(expression: str) -> str:
    """A large text that the case file writes as an expression; the file is trusted, and only these names are known."""
    return str(eval(expression, {"__builtins__": {"range": range, "str": str}}))


# ---- expectations -------------------------------------------------------------------------------------


def _check(
    given: Mapping[str, Any],
    folder: Path,
    sources: Mapping[str, NotesInMemory],
    engine: Engine,
    outcome: Outcome,
) -> None:
    checks: dict[str, Callable[[Any], Iterable[str]]] = {
        "text_has": lambda wanted: _text(sources, wanted, present=True),
        "text_lacks": lambda wanted: _text(sources, wanted, present=False),
        "max_passages": lambda wanted: _passage_count(sources, wanted),
        "passages_with_heading_only": lambda wanted: _heading_only(sources, wanted),
        "queries": lambda wanted: (m for query in wanted for m in _query(query, folder, engine, outcome)),
        "query_file": lambda wanted: _query(
            {"q_from_file": wanted, "no_error": True}, folder, engine, outcome
        ),
        "prompts": lambda wanted: (m for number, p in enumerate(wanted) for m in _prompt(number, p, engine)),
        "excerpt_lacks": lambda wanted: _excerpts(given, engine, wanted),
        "forbid_anywhere": lambda wanted: _forbidden(given, engine, wanted),
    }
    _refuse_unknown(given, set(checks) | _PROSE_IN_INPUT | _MEASURED | {"notes"}, outcome.case_id)
    for key, check in checks.items():
        if key in given:
            outcome.unmet.extend(check(given[key]))


def _plain(sources: Mapping[str, NotesInMemory]) -> str:
    """The plain text made from all notes of the case."""
    return "\n".join(
        "\n".join([*section.heading_path, section.text])
        for source in sources.values()
        for meta in source.notes
        for section in convert(meta.type, meta.mime, source.contents[meta.id]).sections
    )


def _text(sources: Mapping[str, NotesInMemory], wanted: list[str], *, present: bool) -> Iterator[str]:
    plain = _plain(sources)
    for piece in wanted:
        if (piece in plain) != present:
            yield f"the text {'lacks' if present else 'has'} {piece!r}"


def _all_passages(sources: Mapping[str, NotesInMemory]) -> Iterator[tuple[NoteMeta, str, str]]:
    for source in sources.values():
        for meta in source.notes:
            converted = convert(meta.type, meta.mime, source.contents[meta.id])
            for passage in split(meta.title, [], converted).passages:
                yield meta, passage.header, passage.text


def _passage_count(sources: Mapping[str, NotesInMemory], limit: int) -> Iterator[str]:
    count = sum(1 for _ in _all_passages(sources))
    if count > limit:
        yield f"{count} passages, more than {limit}"


def _heading_only(sources: Mapping[str, NotesInMemory], wanted: int) -> Iterator[str]:
    count = sum(1 for _, _, text in _all_passages(sources) if not text.strip())
    if count != wanted:
        yield f"{count} passages hold headings alone, expected {wanted}"


def _query_text(query: Mapping[str, Any], folder: Path) -> str:
    if "q_from_file" in query:
        return str((folder / query["q_from_file"]).read_text(encoding="utf-8"))
    if "q_from" in query:
        return _evaluated(query["q_from"])
    return str(query["q"])


_QUERY_KEYS = {
    "q",
    "q_from_file",
    "q_from",
    "first",
    "hit",
    "miss",
    "empty",
    "no_error",
    "max_rows_per_note",
    "excerpt_has",
    "instance",
}


def _search(query: Mapping[str, Any], folder: Path, engine: Engine) -> Answer:
    instances = frozenset({InstanceId(query["instance"])}) if "instance" in query else frozenset()
    return engine.search(_query_text(query, folder), filters=Filters(instances=instances))


def _query(query: Mapping[str, Any], folder: Path, engine: Engine, outcome: Outcome) -> Iterator[str]:
    _refuse_unknown(query, _QUERY_KEYS, f"{outcome.case_id} query")
    shown = repr(query.get("q", query.get("q_from_file")))
    began = time.perf_counter()
    try:
        answer = _search(query, folder, engine)
    except Exception as failure:  # noqa: BLE001 - the case says that nothing may be raised
        yield f"{shown}: raised {failure!r}"
        return
    spent = (time.perf_counter() - began) * 1000
    outcome.figures["query_ms"] = max(spent, outcome.figures.get("query_ms", 0.0))
    yield from _ids(query, [hit.note_id for hit in answer.hits], shown)
    yield from _excerpt_has(query, answer, shown)


def _ids(query: Mapping[str, Any], ids: list[NoteId], shown: str) -> Iterator[str]:
    if "first" in query and ids[:1] != [query["first"]]:
        yield f"{shown}: first is {ids[:3]}, expected {query['first']}"
    for wanted in query.get("hit", []):
        if wanted not in ids:
            yield f"{shown}: {wanted} is not in {ids[:10]}"
    for unwanted in query.get("miss", []):
        if unwanted in ids:
            yield f"{shown}: {unwanted} must not come, at {ids.index(unwanted) + 1}"
    if query.get("empty") and ids:
        yield f"{shown}: expected nothing, got {ids[:3]}"
    if "max_rows_per_note" in query and any(ids.count(i) > query["max_rows_per_note"] for i in ids):
        yield f"{shown}: a note came more than {query['max_rows_per_note']} times"


def _excerpt_has(query: Mapping[str, Any], answer: Answer, shown: str) -> Iterator[str]:
    first = lean_row(answer.hits[0], "http://case.example")["excerpt"] if answer.hits else ""
    for piece in query.get("excerpt_has", []):
        if piece not in first:
            yield f"{shown}: the excerpt lacks {piece!r}"


_PROMPT_KEYS = {"prompt", "passages", "passages_min", "passages_max", "first", "distinct_texts"}


def _prompt(number: int, prompt: Mapping[str, Any], engine: Engine) -> Iterator[str]:
    _refuse_unknown(prompt, _PROMPT_KEYS, "prompt")
    answer = engine.prompt(prompt["prompt"], session=f"case-{number}", deadline=time.monotonic() + 60)
    hits, shown = answer.hits, repr(prompt["prompt"])
    told = [(h.note_id, round(h.signals.cosine or 0, 3), round(h.signals.coverage, 2)) for h in hits]
    if "passages" in prompt and len(hits) != prompt["passages"]:
        yield f"{shown}: {len(hits)} passages {told} ({answer.reason}), expected {prompt['passages']}"
    if len(hits) < prompt.get("passages_min", 0):
        yield f"{shown}: {len(hits)} passages ({answer.reason}), expected at least {prompt['passages_min']}"
    if len(hits) > prompt.get("passages_max", len(hits)):
        yield f"{shown}: {len(hits)} passages, expected at most {prompt['passages_max']}"
    if "first" in prompt and [h.note_id for h in hits[:1]] != [prompt["first"]]:
        yield f"{shown}: first is {told} ({answer.reason}), expected {prompt['first']}"
    if prompt.get("distinct_texts") and len({h.passage_text for h in hits}) != len(hits):
        yield f"{shown}: the same text was sent twice"


def _all_hits(given: Mapping[str, Any], engine: Engine) -> Iterator[Hit]:
    for query in given.get("queries", []):
        yield from engine.search(query["q"]).hits
    for prompt in given.get("prompts", []):
        yield from engine.prompt(prompt["prompt"], deadline=time.monotonic() + 60).hits


def _excerpts(given: Mapping[str, Any], engine: Engine, unwanted: list[str]) -> Iterator[str]:
    for hit in _all_hits(given, engine):
        shown = lean_row(hit, "")["excerpt"] + hook_context([hit], {hit.instance: ""})
        for piece in unwanted:
            if piece in shown:
                yield f"{hit.note_id}: the excerpt holds {piece!r}"


def _forbidden(given: Mapping[str, Any], engine: Engine, unwanted: list[str]) -> Iterator[str]:
    for hit in _all_hits(given, engine):
        if hit.note_id in unwanted:
            yield f"{hit.note_id} came and must not"
