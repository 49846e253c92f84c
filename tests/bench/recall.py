"""`POST /recall` and `GET /api/v1/recall` over 10,000 passages, against the two things that can't be done without:
embedding the query and multiplying its vector with all others. Calls and bare work take turns, prompt by prompt.
"""

from __future__ import annotations

import http.client
import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np

from tests.bench.library import library
from tests.bench.measuring import Row, p50, row, timed
from tests.bench.served import TOKEN, served
from tests.bench.texts import Writer
from trayrecall.core.model import Query
from trayrecall.core.ports import Embedder, Matrix
from trayrecall.core.query import parse_prompt, parse_search
from trayrecall.store import Database, Index

PASSAGES = 10_000
PROMPTS = 300
WARM_UP = 25
AGAINST = "query embedding + product with all vectors, each alone"


def benchmark(embedder: Embedder) -> dict[str, Row]:
    """`recall_http` and `recall_rest`."""
    file = library(PASSAGES, embedder)
    matrix = _vectors(file, embedder)
    prompts = Writer(seed=7).prompts(PROMPTS + WARM_UP)
    with served(file) as port:
        client = Client(port)
        hook = _Run(embedder, matrix, parse_prompt, client.prompt)
        rest = _Run(embedder, matrix, parse_search, client.search)
        for number, text in enumerate(prompts):
            for run in (hook, rest):
                run.ask(text, counts=number >= WARM_UP)
        skipped = [timed(lambda: client.prompt("thanks, go on"))[0] for _ in range(50)]
        client.close()
    return {
        "recall_http": hook.row(passages=len(matrix), skipped_p50_ms=p50(skipped), **hook.outcomes()),
        "recall_rest": rest.row(passages=len(matrix)),
    }


def _vectors(file: Path, embedder: Embedder) -> Matrix:
    """All vectors of the file, as the server holds them."""
    opened = Index(Database(file, writable=False))
    opened.load_mirror(embedder.fingerprint)
    assert opened.mirror is not None
    matrix = opened.mirror._state.matrix[: len(opened.mirror)]
    opened.close()
    return matrix


class Client:
    """One connection that is kept, as an agent's hook client can't, so that only the answer's own time counts."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}

    def prompt(self, text: str) -> Any:
        """The hook's answer."""
        body = json.dumps(
            {"session_id": None, "hook_event_name": "UserPromptSubmit", "prompt": text, "cwd": "/"}
        )
        return self._json("POST", "/recall", body.encode())

    def search(self, text: str) -> Any:
        """The answer to a search."""
        return self._json("GET", f"/api/v1/recall?view=lean&q={quote(text[:1000])}", None)

    def post(self, path: str, body: Any, headers: Mapping[str, str] | None = None) -> Any:
        """The answer to any POST."""
        return self._json("POST", path, json.dumps(body).encode(), headers)

    def _json(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str] | None = None
    ) -> Any:
        self._connection.request(method, path, body, {**self._headers, **(headers or {})})
        response = self._connection.getresponse()
        content = response.read()
        assert response.status == 200, content
        return json.loads(content)

    def close(self) -> None:
        self._connection.close()


@dataclass
class _Run:
    """One surface, asked in turn with the bare work."""

    embedder: Embedder
    matrix: Matrix
    parse: Callable[[str], Any]
    call: Callable[[str], Any]
    whole: list[float] = field(default_factory=list)
    embedding: list[float] = field(default_factory=list)
    product: list[float] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)

    def ask(self, text: str, *, counts: bool) -> None:
        query = self.parse(text)
        assert isinstance(query, Query), text
        embedding, vector = timed(lambda: self.embedder.query(query.text))
        product, _ = timed(lambda: np.vecdot(self.matrix, vector))  # quicker than `@`: see store.vectors
        whole, answer = timed(lambda: self.call(text))
        if counts:
            self.embedding.append(embedding)
            self.product.append(product)
            self.whole.append(whole)
            self.answers.append(answer)

    def row(self, **more: Any) -> Row:
        bare = p50(self.embedding) + p50(self.product)
        own = [w - e - m for w, e, m in zip(self.whole, self.embedding, self.product, strict=True)]
        return row(
            self.whole,
            bare=bare,
            against=AGAINST,
            embedding_p50_ms=p50(self.embedding),
            product_p50_ms=p50(self.product),
            own_p50_ms=p50(own),
            **more,
        )

    def outcomes(self) -> dict[str, int]:
        """How many prompts were sent notes, and how many met with silence."""
        told = Counter("sent" if answer else "silent" for answer in self.answers)
        return {"sent": told["sent"], "silent": told["silent"]}
