"""`make quality`: measures every collection below a folder, prints tables, writes `build/quality.json`.

`--ablations` tells what each part of ranking and gate is worth, `--fusions` compares ways to fuse the two legs.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from tests.pipeline import ROOT, default_embedder
from tests.quality.ablations import ablate
from tests.quality.cached import CachedEmbedder
from tests.quality.collections import Collection, foreign_prompts, load_all
from tests.quality.fusions import compare
from tests.quality.measure import Measures, measure
from trayrecall.app import off_topic_prompts

KINDS = ("keyword", "meaning", "fused")
PROMPTS = {
    "answered": "answered",
    "precision": "precision",
    "silence": "silent",
    "silence_foreign": "foreign",
    "silence_unrelated": "unrelated",
    "tokens": "tokens",
    "words_answered": "by words",
    "words_silence": "silent",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder with one folder a collection")
    parser.add_argument(
        "--full", action="store_true", help="all queries and documents, not the default subset"
    )
    parser.add_argument("--ablations", action="store_true", help="each part switched off")
    parser.add_argument("--fusions", action="store_true", help="ways to fuse, each collection left out once")
    arguments = parser.parse_args()
    collections = load_all(arguments.data, full=arguments.full)
    if not collections:
        print(f"no collections below {arguments.data}: make quality DATA=dir", file=sys.stderr)
        return 5
    logging.disable(logging.WARNING)
    embedder = CachedEmbedder(default_embedder(), ROOT / "build" / "quality")
    if arguments.fusions:
        return _written("fusions", compare(collections, embedder))
    if arguments.ablations:
        return _written("ablations", ablate(collections, embedder))
    return _written("quality", _measured(collections, embedder))


def _measured(collections: Sequence[Collection], embedder: CachedEmbedder) -> dict[str, Any]:
    results = {}
    print(
        f"{'nDCG@10':14}{'keyword':>9}{'meaning':>9}{'fused':>9}   {'Recall@10':>9}{'Hit@1':>7}{'MRR':>7}   (fused)"
    )
    bank = off_topic_prompts()
    for collection in collections:
        began = time.monotonic()
        foreign = foreign_prompts(collection, collections)
        results[collection.name] = result = measure(collection, embedder, bank, foreign)
        print(_line(collection.name, result), f"  {time.monotonic() - began:5.1f} s", flush=True)
    print(f"{'mean':14}" + "".join(f"{mean(r[k]['ndcg@10'] for r in results.values()):9.3f}" for k in KINDS))
    prompts = {name: result.pop("prompt") for name, result in results.items()}
    _print_prompts(prompts)
    return {"collections": results, "prompts": prompts}


def _line(name: str, result: Mapping[str, Measures]) -> str:
    fused = result["fused"]
    kinds = "".join(f"{result[kind]['ndcg@10']:9.3f}" for kind in KINDS)
    return f"{name:14}{kinds}   {fused['recall@10']:9.3f}{fused['hit@1']:7.3f}{fused['mrr']:7.3f}"


def _print_prompts(prompts: Mapping[str, Measures]) -> None:
    """Silent: on bank prompts that didn't calibrate. Foreign: on queries of other collections. By words: without a model."""
    print(f"\n{'prompts':14}" + "".join(f"{title:>10}" for title in PROMPTS.values()))
    for name, measures in prompts.items():
        print(f"{name:14}" + "".join(_cell(measures.get(key)) for key in PROMPTS))
    means = {key: [m[key] for m in prompts.values() if key in m] for key in PROMPTS}
    print(f"{'mean':14}" + "".join(_cell(mean(found) if found else None) for found in means.values()))


def _cell(value: float | None) -> str:
    if value is None:
        return f"{'':10}"
    return f"{value:10.0f}" if value > 1 else f"{value:10.3f}"


def _written(name: str, results: Mapping[str, Any]) -> int:
    target = ROOT / "build" / f"{name}.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(f"written to {target.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
