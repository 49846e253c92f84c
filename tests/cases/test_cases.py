"""Every case of the shared collection that runs through the pipeline, one test a case."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases.runner import UnknownExpectation, load_cases, run_case, runnable
from tests.shared import SHARED, needs_shared
from trayrecall.core.ports import Embedder

_FOLDER = SHARED / "cases" if SHARED else None
_CASES = [c for c in load_cases(_FOLDER / "cases.jsonl") if runnable(c)] if _FOLDER else []
# A note of 190,000 words takes a minute or two to embed; `make cases` runs it.
_LONG = {"PF01"}


@needs_shared
@pytest.mark.parametrize("case", [c for c in _CASES if c["id"] not in _LONG], ids=lambda c: c["id"])
def test_the_case_is_met(case: dict[str, Any], model: Embedder) -> None:
    assert _FOLDER is not None
    assert run_case(case, _FOLDER, model).unmet == []


def test_an_expectation_that_the_runner_does_not_know_is_an_error(model: Embedder, tmp_path: Any) -> None:
    note = {"noteId": "n1", "title": "T", "type": "text", "mime": "text/html", "content": "<p>x</p>"}
    case = {"id": "X1", "input": {"form": "search", "notes": [note], "queries": [{"q": "x", "second": "n1"}]}}
    with pytest.raises(UnknownExpectation, match="second"):
        run_case(case, tmp_path, model)


def test_an_unmet_expectation_is_told(model: Embedder, tmp_path: Any) -> None:
    note = {"noteId": "n1", "title": "T", "type": "text", "mime": "text/html", "content": "<p>x</p>"}
    queries = [{"q": "T", "first": "n2"}, {"q": "T", "miss": ["n1"]}, {"q": "T", "empty": True}]
    given = {"form": "search", "notes": [note], "queries": queries, "text_has": ["absent"]}
    unmet = run_case({"id": "X2", "input": given}, tmp_path, model).unmet
    assert len(unmet) == 4
