"""The description at `/openapi.json`, held against the surface itself by schemathesis."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks

from tests.server.conftest import TOKEN
from trayrecall.server.guard import Guard
from trayrecall.server.openapi import OPERATIONS, served_operations
from trayrecall.server.serving import Serving

EXAMPLES = 20
NOT_ASKED = {
    "ignored_auth",  # a test of the guard; so many wrong tokens are answered with 429 here, as they should be
    "negative_data_rejection",  # unknown parameters and keys are ignored; what is refused stands in test_routes
}


@pytest.fixture
def document(client: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/openapi.json").json()
    return found


def test_the_description_needs_a_token(anyone: httpx.Client) -> None:
    assert anyone.get("/openapi.json").status_code == 401


def test_every_route_is_described_and_nothing_else(serving: Serving, document: dict[str, Any]) -> None:
    guard = serving._guard
    assert isinstance(guard, Guard)
    served = served_operations(guard._application.routes)  # type: ignore[attr-defined]
    assert set(served) == set(OPERATIONS)
    told = {(method.upper(), path) for path, found in document["paths"].items() for method in found}
    assert told == set(OPERATIONS)


@pytest.mark.parametrize("operation", sorted(OPERATIONS), ids=" ".join)
def test_the_surface_does_what_its_description_says(
    serving: Serving, document: dict[str, Any], operation: tuple[str, str]
) -> None:
    method, path = operation
    load_all_checks()
    checks: list[Any] = [check for check in CHECKS.get_all() if check.__name__ not in NOT_ASKED]
    schema = schemathesis.openapi.from_dict(document)
    described = schema[path][method]
    strategies = [
        described.as_strategy(generation_mode=mode)
        for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)
    ]

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
    @given(case=st.one_of(strategies))
    def call(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(
            base_url=serving.listener.url,
            headers={"Authorization": f"Bearer {TOKEN}"},
            checks=checks,
        )

    call()
