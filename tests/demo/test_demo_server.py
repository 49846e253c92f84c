"""The demo's server: sample notes from a folder, answered as a Trilium would."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.fakes import TOKEN, MutableTree
from trayrecall.core.changes import blob_id
from trayrecall.core.model import NoteId
from trayrecall.demo import DemoServer, Tree, load_demo
from trayrecall.demo.search import search
from trayrecall.etapi import EtapiSource

PROJECT = Path(__file__).resolve().parents[2]
RESOURCES = PROJECT / "resources" / "demo"

NOTES: list[dict[str, Any]] = [
    {"id": "wiki", "title": "Wiki", "parents": ["root"], "file": None,
     "labels": [{"name": "wiki"}, {"name": "color", "value": "red", "inheritable": True}]},
    {"id": "knots", "title": "Knots", "parents": ["wiki", "log"], "file": "notes/knots.html",
     "relations": [{"name": "author", "value": "wiki"}],
     "created": "2026-03-01 09:00:00.000Z", "modified": "2026-03-02 09:00:00.000Z"},
    {"id": "code", "title": "walk.py", "type": "code", "mime": "text/x-python", "file": "notes/code.txt"},
    {"id": "log", "title": "Journal", "labels": [{"name": "calendarRoot"}],
     "modified": "2026-03-03 09:00:00.000Z"},
    {"id": "old", "title": "Old", "labels": [{"name": "archived", "inheritable": True}]},
    {"id": "older", "title": "Older", "parents": ["old"]},
    {"id": "diary", "title": "Diary", "protected": True},
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("demo")
    (made / "notes").mkdir()
    (made / "tree.json").write_text(json.dumps({"notes": NOTES}), encoding="utf-8")
    (made / "notes" / "knots.html").write_text("<p>Ein Palstek hält – 绳结.</p>", encoding="utf-8")
    (made / "notes" / "code.txt").write_text("print('walk')\n", encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[DemoServer]:
    with DemoServer(load_demo(folder)) as running:
        yield running


@pytest.fixture
def source(server: DemoServer) -> Iterator[EtapiSource]:
    one = EtapiSource(server.url, server.token)
    yield one
    one.close()


@pytest.fixture
def client(server: DemoServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers={"Authorization": server.token}, trust_env=False) as http:
        yield http


def test_all_notes_are_listed_with_the_root(source: EtapiSource) -> None:
    assert [n.id for n in source.listing()] == ["root", *(entry["id"] for entry in NOTES)]


def test_contents_come_with_their_blob_id_and_content_type(source: EtapiSource, client: httpx.Client) -> None:
    text = "<p>Ein Palstek hält – 绳结.</p>"
    assert source.content(NoteId("knots")) == text
    assert source.note(NoteId("knots")).blob_id == blob_id(text.encode())
    assert source.note(NoteId("wiki")).blob_id == "z4PhNX7vuL3xVChQ1m2A"
    assert client.get("/etapi/notes/code/content").headers["content-type"] == "text/x-python; charset=utf-8"


def test_attributes_are_own_first_and_then_inherited(source: EtapiSource) -> None:
    knots = source.note(NoteId("knots"))
    assert [(a.name, a.value, a.owned) for a in knots.attributes] == [
        ("author", "wiki", True),
        ("color", "red", False),
    ]


def test_parents_and_children_tell_of_each_other(client: httpx.Client) -> None:
    assert client.get("/etapi/notes/knots").json()["parentNoteIds"] == ["wiki", "log"]
    wiki = client.get("/etapi/notes/wiki").json()
    assert (wiki["childNoteIds"], wiki["childBranchIds"]) == (["knots"], ["wiki_knots"])


def test_a_protected_note_shows_neither_title_nor_content(client: httpx.Client) -> None:
    told = client.get("/etapi/notes/diary").json()
    assert told["isProtected"]
    assert "Diary" not in told["title"]
    assert client.get("/etapi/notes/diary/content").json()["code"] == "NOTE_IS_PROTECTED"


def test_without_the_token_nothing_but_health_and_setup_is_told(server: DemoServer) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as nobody:
        for path in ("/etapi/app-info", "/etapi/notes?search=%23x", "/etapi/notes/root", "/etapi/nope"):
            assert nobody.get(path).status_code == 401
        assert nobody.get("/api/health-check").headers["trilium-max-entity-change-id"] == "1"
        assert nobody.get("/api/setup/status").json()["isInitialized"] is True


def test_nothing_can_be_written(client: httpx.Client, server: DemoServer) -> None:
    before = server.tree.change_id
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert client.request(method, "/etapi/notes/wiki", json={"title": "x"}).status_code == 404
    assert client.get("/etapi/inbox/2026-01-01").status_code == 404
    assert server.tree.change_id == before
    assert client.get("/etapi/notes/wiki").json()["title"] == "Wiki"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("#!noSuchLabel", ["root", "wiki", "knots", "code", "log", "old", "older", "diary"]),
        ("#wiki", ["wiki"]),
        ("#color=red", ["wiki", "knots"]),
        ("#!color AND note.type=text AND note.isProtected=false", ["root", "log", "old", "older"]),
        ("#!x AND (note.type=code OR note.isProtected=true)", ["code", "diary"]),
        ("#!x AND note.utcDateModified >= '2026-03-02 09:00:00.000Z'", ["knots", "log"]),
        ("#!x AND note.utcDateModified >= '2026-03-02T09:00:00.000Z'", ["log"]),
        ("#!x AND note.utcDateModified >= '2026-03-03T09:00:00.000Z'", []),
        ("note.type = text AND #!color orderBy note.title desc limit 3", ["root", "older", "old"]),
        ("note.type = code orderBy note.title desc", ["code"]),
        ("note.noteId = knots OR note.noteId = log", ["knots", "log"]),
        ("knots", ["knots"]),
        ("not(#archived)", []),
    ],
)
def test_the_searches_of_a_sync_find_what_trilium_finds(folder: Path, query: str, found: list[str]) -> None:
    tree = Tree(load_demo(folder))
    assert search(tree, query, with_archived=True) == found


@pytest.mark.parametrize(
    "query",
    ["note.bogus = 1", "note.title =", "#!x AND", "note.utcDateModified >= 2026-03-02 09:00", "(#x", "#x )"],
)
def test_a_query_that_cannot_be_understood_finds_everything(folder: Path, query: str) -> None:
    tree = Tree(load_demo(folder))
    assert search(tree, query, with_archived=True) == list(tree.notes)


def test_an_order_in_the_query_is_kept_and_limited(folder: Path) -> None:
    tree = Tree(load_demo(folder))
    by_date = search(tree, "#!x orderBy note.utcDateModified asc limit 100", with_archived=True)
    assert by_date[-2:] == ["knots", "log"]
    assert search(tree, "#!x orderBy note.utcDateModified desc limit 2", with_archived=True) == [
        "log",
        "knots",
    ]


def test_archived_notes_are_found_only_when_asked_for(folder: Path) -> None:
    tree = Tree(load_demo(folder))
    assert {"old", "older"}.isdisjoint(search(tree, "#!x", with_archived=False))


def test_a_cycle_of_parents_or_templates_ends(folder: Path) -> None:
    changing = MutableTree(load_demo(folder))
    changing.move("old", "older")
    changing.relate("knots", "template", "code")
    changing.relate("code", "template", "knots")
    assert "older" not in changing.listed(with_archived=True)
    assert changing.json("knots")["noteId"] == "knots"


def test_a_taken_port_is_an_error_at_once(server: DemoServer, folder: Path) -> None:
    with pytest.raises(OSError, match=r"[Aa]ddress"):
        DemoServer(load_demo(folder), port=server.port)


def test_the_server_stops_with_all_its_threads_and_frees_its_port(folder: Path) -> None:
    before = threading.active_count()
    server = DemoServer(load_demo(folder))
    port = server.port
    assert httpx.get(f"{server.url}/api/health-check", trust_env=False).status_code == 200
    server.close()
    server.close()
    assert threading.active_count() == before
    with pytest.raises(OSError), socket.create_connection(("127.0.0.1", port), timeout=0.5):
        pass


@pytest.mark.parametrize(
    "broken", ['{"notes": []}', '{"notes": [{"id": "a", "title": ""}, {"id": "a", "title": ""}]}']
)
def test_a_tree_without_notes_or_with_one_twice_is_refused(tmp_path: Path, broken: str) -> None:
    (tmp_path / "tree.json").write_text(broken, encoding="utf-8")
    with pytest.raises(ValueError, match="once"):
        load_demo(tmp_path)


@pytest.mark.skipif(
    not (RESOURCES / "tree.json").is_file(), reason="the demo notes are not in resources/demo yet"
)
def test_every_shipped_demo_note_is_served() -> None:
    notes = load_demo(RESOURCES)
    with DemoServer(notes) as server:
        source = EtapiSource(server.url, server.token)
        listed = {n.id: n for n in source.listing()}
        assert set(listed) == {note.id for note in notes}
        for note in notes:
            assert set(note.parents) <= set(listed), f"{note.id} hangs below a note that is not there"
            if not note.is_protected:
                assert source.content(NoteId(note.id)).encode() == note.content
        source.close()


def test_the_test_server_runs_as_a_process_of_its_own() -> None:
    command = [sys.executable, "-m", "tests.fakes", "--notes", "3", "--end-with-stdin"]
    with subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        url, token = process.stdout.readline().split()
        source = EtapiSource(url, token)
        assert token == TOKEN
        assert len(source.listing()) == 4
        source.close()
        process.communicate(timeout=10)
    assert process.returncode == 0
