"""What each part is worth: every one switched off in turn, on all collections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from statistics import mean

from tests.quality.collections import Collection
from tests.quality.measure import Measures, halves, indexed, prompts, retrieval
from trayrecall.app import off_topic_prompts
from trayrecall.core.gate import Gate
from trayrecall.core.ports import Embedder
from trayrecall.core.ranking import Weights
from trayrecall.embed.models import DEFAULT_MODEL, spec_of
from trayrecall.engine.calibration import Bank, Calibrating
from trayrecall.engine.engine import Engine

FULL = Weights()
SEARCH = {
    "all parts": FULL,
    "no coverage": replace(FULL, coverage=0.0),
    "no bm25": replace(FULL, bm25=0.0),
    "no doubt": replace(FULL, doubt=0.0),
    "kana count in full": replace(FULL, kana=1.0),
    "no title": replace(FULL, title=0.0, exact_title=0.0),
    "no phrase": replace(FULL, phrase=0.0),
    "no keywords at all": replace(FULL, coverage=0.0, bm25=0.0, title=0.0, exact_title=0.0, phrase=0.0),
}
GATE = {
    "all parts": FULL,
    "no words": replace(FULL, gate_words=0.0),
    "not how common": replace(FULL, gate_common=0.0),
    "all are sent": replace(FULL, slack=1.0),
}


def ablate(collections: Sequence[Collection], embedder: Embedder) -> dict[str, dict[str, Measures]]:
    """nDCG@10 of each search, and the measures of each gate, by collection."""
    bank, held_out = halves(off_topic_prompts())
    found: dict[str, dict[str, Measures]] = {}
    for collection in collections:
        with indexed(collection, embedder, off_topic=bank) as (engine, _):
            for name, weights in SEARCH.items():
                engine._recall.weights = weights
                row = {"ndcg@10": retrieval(collection, lambda text: _found(engine, text))["ndcg@10"]}
                found.setdefault(f"search, {name}", {})[collection.name] = row
            for name, weights in GATE.items():
                engine._recall.weights = weights
                _calibrate(engine, bank, embedder, weights)
                row = prompts(collection, engine, embedder, held_out, ())
                found.setdefault(f"prompts, {name}", {})[collection.name] = row
            engine._recall.weights = FULL
            engine._index.gate = Gate()
            row = prompts(collection, engine, embedder, held_out, ())
            found.setdefault("prompts, not measured", {})[collection.name] = row
        print(f"{collection.name} done", flush=True)
    _print(found)
    return found


def _found(engine: Engine, text: str) -> list[str]:
    return [str(h.note_id) for h in engine.search(text, limit=10).hits]


def _calibrate(
    engine: Engine, bank: Mapping[str, Sequence[str]], embedder: Embedder, weights: Weights
) -> None:
    scale = spec_of(DEFAULT_MODEL).scale
    calibrating = Calibrating(engine._index, Bank.of(bank), embedder, scale, weights)
    while calibrating.step(datetime.now(UTC)) is None:
        pass


def _print(found: Mapping[str, Mapping[str, Measures]]) -> None:
    names = list(next(iter(found.values())))
    print(f"{'':28}" + "".join(f"{name[-10:]:>11}" for name in names) + f"{'mean':>8}")
    for part, rows in found.items():
        for key in ("ndcg@10", "answered", "precision", "silence"):
            values = [row[key] for row in rows.values() if key in row]
            if values:
                cells = "".join(f"{value:11.3f}" for value in values)
                print(f"{part if key in ('ndcg@10', 'answered') else '':28}{cells}{mean(values):8.3f}  {key}")
