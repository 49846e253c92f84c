"""Note objects as they come from servers."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from trayrecall.etapi.parse import note_meta


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
        attribute("author", "Tove", position=None),
    ]
    seen = set()
    for order in permutations(told):
        meta = note_meta({"noteId": "n", "attributes": list(order)})
        assert meta is not None
        seen.add(tuple((a.name, a.value, a.owned) for a in meta.attributes))
    assert seen == {
        (
            ("author", "Tove", True),
            ("description", "own", True),
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
    found = note_meta({"noteId": "n", "title": "x", "attributes": [one, one | {"name": "b", "position": 20}]})
    assert found is not None
    assert {attribute.name for attribute in found.attributes} == {"a", "b"}
