"""The test server answers as the recorded Trilium servers did: 0.63.7, 0.93.0 and 0.102.1."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.fakes import TOKEN, Exchange, FakeServer, Recording, load_recording
from tests.shared import needs_shared, recordings
from trayrecall.core.changes import blob_id
from trayrecall.etapi import EtapiSource

pytestmark = needs_shared

# Their values are facts of a database that the recording doesn't hold; the shape is compared.
SHAPE_ONLY = {"history (0.102+)", "metrics (0.94+)"}
# app-info's own length and ETag were recorded before a path in it was changed.
LENGTH_UNKNOWN = {"/etapi/app-info"}
COMPARED_HEADERS = ("content-type", "content-length", "etag", "trilium-max-entity-change-id")


@pytest.fixture(scope="module", params=recordings(), ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def recording(request: pytest.FixtureRequest) -> Recording:
    path: Path = request.param
    return load_recording(path)


@pytest.fixture(scope="module")
def server(recording: Recording) -> Iterator[FakeServer]:
    with FakeServer.from_recording(recording) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: FakeServer) -> Iterator[httpx.Client]:
    headers = {"Accept-Encoding": "identity"}
    with httpx.Client(base_url=server.url, headers=headers, trust_env=False) as http:
        yield http


def asked_again(client: httpx.Client, exchange: Exchange) -> httpx.Response:
    forms = {
        "raw": TOKEN,
        "bearer": f"Bearer {TOKEN}",
        "basic": "Basic " + base64.b64encode(f"etapi:{TOKEN}".encode()).decode(),
        "wrong": "wrong",
    }
    headers = dict(exchange.headers)
    if exchange.auth:
        headers["Authorization"] = forms[exchange.auth]
    # The whole URL: a base URL would swallow the double slash of one recorded request.
    url = f"{str(client.base_url).rstrip('/')}{exchange.path}"
    return client.get(url, params=dict(exchange.params) or None, headers=headers)


def test_every_recorded_request_gets_the_recorded_status_and_body(
    recording: Recording, client: httpx.Client
) -> None:
    for exchange in recording.exchanges:
        answer = asked_again(client, exchange)
        assert answer.status_code == exchange.status, exchange.path
        if exchange.why in SHAPE_ONLY and exchange.status == 200:
            assert shape(answer.json()) <= shape(exchange.json), exchange.why
        elif answer.headers.get("content-type", "").startswith("application/json") and exchange.body:
            assert answer.json() == exchange.json, (exchange.why, exchange.path)
        else:
            assert answer.content == exchange.body, (exchange.why, exchange.path)


def test_every_recorded_request_gets_the_recorded_headers(recording: Recording, client: httpx.Client) -> None:
    for exchange in recording.exchanges:
        if exchange.why in SHAPE_ONLY and exchange.status == 200:
            continue
        answer = asked_again(client, exchange)
        for name in COMPARED_HEADERS:
            if (
                exchange.path in LENGTH_UNKNOWN
                and exchange.status == 200
                and name in {"content-length", "etag"}
            ):
                continue
            assert answer.headers.get(name) == exchange.answer_headers.get(name), (name, exchange.path)
        assert ("content-disposition" in answer.headers) == (
            "content-disposition" in exchange.answer_headers
        ), exchange.path


def test_blob_ids_are_computed_from_the_contents_as_trilium_does(recording: Recording) -> None:
    compared = 0
    for note in recording.tree().notes.values():
        if note.content is not None and not note.is_protected:
            assert blob_id(note.content) == note.blob_id, note.id
            compared += 1
    assert compared > 400


def test_the_client_reads_the_whole_recorded_server(recording: Recording, server: FakeServer) -> None:
    source = EtapiSource(server.url, TOKEN)
    try:
        notes = source.listing()
        paged = EtapiSource(server.url, TOKEN, page_above=0, page_size=50)
        assert {n.id for n in paged.listing()} == {n.id for n in paged.listing()} == {n.id for n in notes}
        paged.close()
    finally:
        source.close()
    assert [n.id for n in notes] == [told["noteId"] for told in recording.listing]
    by_id = {n.id: n for n in notes}
    for told in recording.listing:
        note = by_id[told["noteId"]]
        assert (note.title, note.blob_id, list(note.parent_ids)) == (
            told["title"],
            told["blobId"],
            told["parentNoteIds"],
        )
        assert [a.owned for a in note.attributes] == [a["noteId"] == note.id for a in told["attributes"]]


def shape(value: Any) -> set[str]:
    row = value[0] if isinstance(value, list) else value
    return set(row)
