"""Loads a recording of a real server: its notes, contents and facts about itself, never its answers."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fakes.tree import MutableTree
from trayrecall.demo.notes import HIDDEN, DemoNote, OwnAttribute


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request to a real server and what it answered. `body` is None for a 304."""

    why: str
    path: str
    params: Mapping[str, str]
    auth: str | None
    headers: Mapping[str, str]
    status: int
    answer_headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded server. `facts` are its app-info, health-check number and the attachments of notes."""

    version: str
    exchanges: tuple[Exchange, ...]
    app_info: Mapping[str, Any]
    change_id: int
    attachments: Mapping[str, Any]

    @property
    def listing(self) -> list[Any]:
        """All note objects, in the server's own order."""
        found: list[Any] = self.first("enumerate everything").json["results"]
        return found

    def first(self, why: str) -> Exchange:
        return next(e for e in self.exchanges if e.why.startswith(why))

    def tree(self) -> MutableTree:
        """The notes as a tree. Contents that the recording left away (the largest) are missing blobs."""
        objects = self.listing
        contents = dict(self._contents())
        notes = [_note(told, contents.get(told["noteId"])) for told in objects]
        known = {note.id for note in notes}
        return MutableTree(
            notes,
            children={told["noteId"]: told["childNoteIds"] for told in objects},
            ghosts=_ghosts(objects, known),
            change_id=self.change_id,
        )

    def _contents(self) -> Iterator[tuple[str, bytes]]:
        for exchange in self.exchanges:
            parts = exchange.path.split("/")
            if parts[-1] == "content" and exchange.status == 200:
                yield parts[-2], exchange.body


def load_recording(path: Path) -> Recording:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        exchanges = tuple(_exchange(json.loads(line)) for line in lines)
    by_path = {e.path: e for e in exchanges if e.status == 200}
    info = next(e for e in exchanges if e.path == "/etapi/app-info" and e.status == 200).json
    health = by_path["/api/health-check"].answer_headers
    return Recording(
        version=info["appVersion"],
        exchanges=exchanges,
        app_info=info,
        change_id=int(health["trilium-max-entity-change-id"]),
        attachments={p.split("/")[3]: e.json for p, e in by_path.items() if p.endswith("/attachments")},
    )


def _exchange(line: Mapping[str, Any]) -> Exchange:
    request, response = line["request"], line["response"]
    encoded = response.get("base64")
    return Exchange(
        why=line["why"],
        path=request["path"],
        params=request["params"] or {},
        auth=request["auth"],
        headers=request["headers"] or {},
        status=response["status"],
        answer_headers=response["headers"],
        body=base64.b64decode(encoded) if encoded else (response.get("text") or "").encode(),
    )


def _note(told: Mapping[str, Any], content: bytes | None) -> DemoNote:
    return DemoNote(
        id=told["noteId"],
        title=told["title"],
        type=told["type"],
        mime=told["mime"],
        parents=tuple(told["parentNoteIds"]),
        attributes=tuple(_attribute(a) for a in told["attributes"] if a["noteId"] == told["noteId"]),
        content=content,
        is_protected=told["isProtected"],
        utc_created=told["utcDateCreated"],
        utc_modified=told["utcDateModified"],
        date_created=told["dateCreated"],
        date_modified=told["dateModified"],
        blob_id=told["blobId"],
    )


def _ghosts(objects: list[Any], known: set[str]) -> list[DemoNote]:
    """Hidden notes (built-in templates) that show only by the attributes that others have from them."""
    found: dict[str, dict[str, OwnAttribute]] = {}
    for told in objects:
        for attribute in told["attributes"]:
            if attribute["noteId"] not in known:
                found.setdefault(attribute["noteId"], {})[attribute["attributeId"]] = _attribute(attribute)
    return [
        DemoNote(note_id, note_id, parents=(HIDDEN,), attributes=tuple(attributes.values()))
        for note_id, attributes in found.items()
    ]


def _attribute(told: Mapping[str, Any]) -> OwnAttribute:
    return OwnAttribute(
        id=told["attributeId"],
        note_id=told["noteId"],
        type=told["type"],
        name=told["name"],
        value=told["value"],
        position=told["position"],
        is_inheritable=told["isInheritable"],
        utc_modified=told["utcDateModified"],
    )
