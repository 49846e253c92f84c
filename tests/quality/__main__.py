"""`make quality`: measures every collection below a folder, prints a table, writes `build/quality.json`."""

from __future__ import annotations

import argparse
import json
import logging
import sys
import time
from pathlib import Path
from statistics import mean

from tests.pipeline import ROOT, default_embedder
from tests.quality.cached import CachedEmbedder
from tests.quality.collections import load_all
from tests.quality.measure import Measures, measure

KINDS = ("keyword", "meaning", "fused")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder with one folder a collection")
    parser.add_argument(
        "--full", action="store_true", help="all queries and documents, not the default subset"
    )
    arguments = parser.parse_args()
    collections = load_all(arguments.data, full=arguments.full)
    if not collections:
        print(f"no collections below {arguments.data}: make quality DATA=dir", file=sys.stderr)
        return 5
    logging.disable(logging.WARNING)
    embedder = CachedEmbedder(default_embedder(), ROOT / "build" / "quality")
    results = {}
    print(
        f"{'nDCG@10':14}{'keyword':>9}{'meaning':>9}{'fused':>9}   {'Recall@10':>9}{'Hit@1':>7}{'MRR':>7}   (fused)"
    )
    for collection in collections:
        began = time.monotonic()
        results[collection.name] = result = measure(collection, embedder)
        print(_line(collection.name, result), f"  {time.monotonic() - began:5.1f} s", flush=True)
    print(f"{'mean':14}" + "".join(f"{mean(r[k]['ndcg@10'] for r in results.values()):9.3f}" for k in KINDS))
    prompts = {name: result.pop("prompt") for name, result in results.items() if "prompt" in result}
    for name, measures in prompts.items():
        told = ", ".join(f"{key} {value:.3f}" for key, value in measures.items())
        print(f"prompts on {name}: {told}")
    target = ROOT / "build" / "quality.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(
        json.dumps({"collections": results, "prompts": prompts}, indent=1, sort_keys=True) + "\n",
        encoding="utf-8",
    )
    print(f"written to {target.relative_to(ROOT)}")
    return 0


def _line(name: str, result: dict[str, Measures]) -> str:
    fused = result["fused"]
    kinds = "".join(f"{result[kind]['ndcg@10']:9.3f}" for kind in KINDS)
    return f"{name:14}{kinds}   {fused['recall@10']:9.3f}{fused['hit@1']:7.3f}{fused['mrr']:7.3f}"


if __name__ == "__main__":
    sys.exit(main())
