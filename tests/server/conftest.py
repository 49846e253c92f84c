from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.known_secrets import known_secret
from tests.server.engine import WORK, ExampleEngine
from trayrecall.server.clients import Clients
from trayrecall.server.guard import Grant
from trayrecall.server.routes import endpoint_route, instances_route
from trayrecall.server.serving import Serving

TOKEN = known_secret("t0ken-of-the-hook-7Qz")
WORK_TOKEN = known_secret("t0ken-for-work-only-9Xk")
GRANTS = (Grant("hook", TOKEN), Grant("agent", WORK_TOKEN, frozenset({WORK.id})))
ALLOWED_ORIGIN = "https://desk.example"


@pytest.fixture
def engine() -> ExampleEngine:
    return ExampleEngine()


@pytest.fixture
def serving(engine: ExampleEngine) -> Iterator[Serving]:
    clients = Clients(GRANTS, list)
    served = Serving(
        engine,
        grants=clients.grants,
        more_routes=(*clients.routes(), instances_route(lambda: 2), endpoint_route(lambda: None)),
        allowed_origins=(ALLOWED_ORIGIN,),
        port=0,
    )
    served.start()
    yield served
    served.stop()


@pytest.fixture
def port(serving: Serving) -> int:
    return serving.listener.port


@pytest.fixture
def anyone(serving: Serving) -> Iterator[httpx.Client]:
    """A client without a token."""
    with httpx.Client(base_url=serving.listener.url, trust_env=False) as client:
        yield client


@pytest.fixture
def client(serving: Serving) -> Iterator[httpx.Client]:
    """A client with the right token."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with httpx.Client(base_url=serving.listener.url, headers=headers, trust_env=False) as client:
        yield client


@pytest.fixture
def work_client(serving: Serving) -> Iterator[httpx.Client]:
    """A client whose token opens one instance only."""
    headers = {"Authorization": f"Bearer {WORK_TOKEN}"}
    with httpx.Client(base_url=serving.listener.url, headers=headers, trust_env=False) as client:
        yield client
