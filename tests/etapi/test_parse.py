"""Note objects as they come from servers."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from trayrecall.core.model import NoteId, NoteMeta
from trayrecall.etapi.parse import child_ids, note_meta


def attribute(name: str, value: str, *, owner: str = "n", position: Any = 10) -> dict[str, Any]:
    return {
        "attributeId": f"{owner}{name}{value}",
        "noteId": owner,
        "type": "label",
        "name": name,
        "value": value,
    } | ({} if position is None else {"position": position})


def test_attributes_come_in_a_persons_order_whatever_order_the_server_tells() -> None:
    told = [
        attribute("description", "first parent", owner="p1"),
        attribute("description", "second parent", owner="p2"),
        attribute("description", "own", position=20),
        attribute("author", "Tove", position=30),
        attribute("topic", "cellar", position=None),
    ]
    seen = set()
    for order in permutations(told):
        meta = note_meta({"noteId": "n", "attributes": list(order)})
        assert meta is not None
        seen.add(tuple((a.name, a.value, a.owned) for a in meta.attributes))
    assert seen == {
        (
            ("topic", "cellar", True),
            ("description", "own", True),
            ("author", "Tove", True),
            ("description", "first parent", False),
            ("description", "second parent", False),
        )
    }


def test_labels_that_trilium_makes_of_a_texts_anchors_are_left_out() -> None:
    made = {
        "attributeId": "a",
        "noteId": "n",
        "type": "label",
        "name": "internalBookmark",
        "value": "chapter-2",
    }
    own = {**made, "attributeId": "b", "name": "topic", "value": "cellar"}
    meta = note_meta({"noteId": "n", "attributes": [made, own]})
    assert meta is not None
    assert [(a.name, a.value) for a in meta.attributes] == [("topic", "cellar")]


@pytest.mark.parametrize("position", [10**400, float("nan"), float("inf"), "7", None, True])
def test_an_odd_position_loses_no_attribute(position: object) -> None:
    one = {"type": "label", "name": "a", "value": "1", "noteId": "n", "position": position}
    both = [one, one | {"name": "b", "position": 20}]
    for order in (both, both[::-1]):
        found = note_meta({"noteId": "n", "title": "x", "attributes": order})
        assert found is not None
        assert [attribute.name for attribute in found.attributes] == ["a", "b"]


def test_odd_fields_lose_no_note_and_are_left_away_themselves() -> None:
    ids = ["root", "", None, 7, "shed"]
    told = {"noteId": "n", "title": True, "type": None, "mime": 7, "parentNoteIds": ids, "childNoteIds": ids}
    found = note_meta(told)
    assert found == NoteMeta(NoteId("n"), "", "", "7", None, parent_ids=(NoteId("root"), NoteId("shed")))
    assert child_ids(told) == found.parent_ids
    assert note_meta([told]) is None


def test_a_note_is_taken_as_trilium_tells_it() -> None:
    told = {
        "noteId": "pump",
        "title": "Pump",
        "type": "code",
        "mime": "text/x-python",
        "isProtected": True,
        "blobId": "z4PhNX7vuL3xVChQ1m2A",
        "dateCreated": "2026-03-01 10:00:00.000+0100",
        "utcDateCreated": "2026-03-01 09:00:00.000Z",
        "utcDateModified": "2026-03-02 09:00:00.000Z",
        "parentNoteIds": ["root"],
        "attributes": [],
    }
    assert note_meta(told) == NoteMeta(
        id=NoteId("pump"),
        title="Pump",
        type="code",
        mime="text/x-python",
        blob_id="z4PhNX7vuL3xVChQ1m2A",
        is_protected=True,
        utc_created="2026-03-01 09:00:00.000Z",
        utc_modified="2026-03-02 09:00:00.000Z",
        parent_ids=(NoteId("root"),),
    )
