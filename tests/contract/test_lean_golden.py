"""The outward shapes of a hit, field by field and in their order. Append-only: a change here breaks somebody's client."""

from __future__ import annotations

import json

from tests.core.hits import HIT, hit
from trayrecall.core.documents import compact_json
from trayrecall.core.lean import full_row, lean_row, recall_envelope
from trayrecall.core.model import Answer, ExcerptFrom, InstanceId, Status

BASE = "https://notes.example"
LEAN = """{
"id": "home/pump7",
"url": "https://notes.example/#root/plant1/pump7",
"source": "wiki",
"title": "Pump 7 <wiring> & more",
"author": "Imke",
"recorded_at": "2026-11-29T18:24:56.383Z",
"vault_path": "Plant › Pump 7 <wiring> & more",
"description": "How the pump is wired.",
"excerpt": "Relay K9 feeds pump 7. The spare lies in drawer four.",
"excerpt_from": "section",
"payload_chars": 1234,
"score": 0.876543,
"relevance": 0.987654,
"instance": "home",
"area": "wiki",
"section": "Setup › Relays",
"matched": "both",
"as_of": "2026-11-29T19:00:00+00:00"
}"""
MORE = """{
"note_id": "pump7",
"path": ["Plant", "Pump 7 <wiring> & more"],
"path_ids": ["plant1", "pump7"],
"passage": "Relay K9 feeds pump 7.",
"section_text": "Relay K9 feeds pump 7. The spare lies in drawer four.",
"also_in": ["work"],
"signals": {
  "cosine": 0.87654321,
  "standout": 0.09654321,
  "coverage": 0.75,
  "matched_terms": ["relay", "pump"],
  "bm25": 3.25,
  "title_match": 0.5,
  "area_weight": 0.004,
  "relevance": 0.98765432,
  "dated": false
}
}"""
STATUS = Status(state="ok", model="multilingual-e5-small", dimension=384)


def same(value: object, golden: str) -> bool:
    """Equal as text: values, types and the order of the fields."""
    return compact_json(value) == compact_json(json.loads(golden))


def test_the_lean_row() -> None:
    assert same(lean_row(HIT, BASE), LEAN)


def test_the_lean_row_of_a_bare_hit_has_every_field_too() -> None:
    bare = hit(author=None, description=None, section_text="", heading_path=(), cosine=None)
    golden = json.loads(LEAN) | {
        "author": None,
        "description": None,
        "excerpt": "Pump 7 <wiring> & more",
        "excerpt_from": "title",
        "score": None,
        "section": "",
    }
    assert same(lean_row(bare, BASE), json.dumps(golden))


def test_the_full_row_is_the_lean_one_and_everything_else_below_note() -> None:
    golden = {"note": json.loads(LEAN) | json.loads(MORE), "score": 0.876543}
    assert same(full_row(HIT, BASE), json.dumps(golden))


def test_the_envelope_is_the_same_in_both_views() -> None:
    answer = Answer("pump relay", (HIT,), "found", degraded="building")
    bases = {InstanceId("home"): BASE}
    for view, row in (("lean", lean_row(HIT, BASE)), ("full", full_row(HIT, BASE))):
        golden = {
            "query": "pump relay",
            "embedder_model": "multilingual-e5-small",
            "embedder_dimension": 384,
            "results": [row],
            "degraded": "building",
        }
        assert same(recall_envelope(answer, STATUS, bases, view), json.dumps(golden))


def test_the_envelope_of_nothing() -> None:
    envelope = recall_envelope(Answer("x", (), "nothing"), Status(state="starting"), {}, "lean")
    assert compact_json(envelope) == (
        '{"query":"x","embedder_model":null,"embedder_dimension":null,"results":[],"degraded":null}'
    )


def test_the_names_of_what_an_excerpt_shows() -> None:
    assert [kind.value for kind in ExcerptFrom] == ["section", "code", "title", "summary", "none"]
