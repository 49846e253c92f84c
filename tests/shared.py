"""The collections beside the project, `../shared`: facts, recordings, cases, evaluation data. They may be absent."""

from __future__ import annotations

from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parents[2] / "shared"

SHARED: Path | None = _BESIDE if _BESIDE.is_dir() else None

needs_shared = pytest.mark.skipif(
    SHARED is None, reason=f"the shared collections are not at {_BESIDE}; nothing to compare with"
)


def shared() -> Path:
    """The folder, for tests marked with `needs_shared`."""
    if SHARED is None:
        pytest.skip(f"the shared collections are not at {_BESIDE}")
    return SHARED


def case_input(name: str) -> str:
    """The content of a case that is too long to stand in it."""
    path = shared() / "cases" / "inputs" / name
    if not path.exists():
        pytest.skip(f"{path} is not on this machine")
    return path.read_text("utf-8")


def recordings() -> list[Path]:
    """The recordings of real servers, oldest version first; empty without the shared collections."""
    if SHARED is None:
        return []
    found = (SHARED / "etapi" / "recordings").glob("*.jsonl.gz")
    return sorted(found, key=lambda p: [int(part) for part in p.name.split(".jsonl")[0].split(".")])
