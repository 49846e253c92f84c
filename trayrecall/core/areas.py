"""Where a note stands: its area and title path, or a named reason why it is left out of the index.

Works on a whole listing at once, because labels of ancestors and the shape of the tree decide. A note may have several
parents (clones): the shortest path names it, its best path gives its area (of one path, the nearest labelled folder
counts), and it is left out as plumbing only when every path leads through plumbing. What the note's own labels say of
it goes before what its folders say.

Presets, until a person's own rules come: a folder labelled `#calendarRoot` holds the journal; LLM-wiki pages carry
`#wikiLayer` (hub, concept, entity … are pages, `source` is a source, `plumbing` is left out) or stand below a folder
labelled `#wikiRoot`, `#llmWiki` or `#wiki`; pages saved by Trilium's web clipper (`#clipType`, `#pageUrl`) are sources.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from trayrecall.core.model import Area, LeftOut, NoteId, NoteMeta, Placement

ROOT = NoteId("root")

# Types that hold no text of their own (etapi: note types of Trilium 0.102).
TEXTLESS_TYPES = frozenset(
    {"image", "file", "search", "relationMap", "noteMap", "webView", "launcher", "doc", "contentWidget"}
)
WIKI_ROOT_LABELS = ("wikiRoot", "llmWiki", "wiki")
SOURCES_ROOT_LABELS = ("sourcesRoot", "sources")
PLUMBING_TITLES = frozenset({"locks", "templates", "views"})
PLUMBING_LAYERS = frozenset({"plumbing", "lock", "template", "view"})
SOURCE_LAYERS = frozenset({"source", "sources"})
CLIP_LABELS = ("clipType", "pageUrl")


@dataclass(slots=True)
class _Node:
    """What a note inherits along all of its paths."""

    meta: NoteMeta
    path_ids: tuple[NoteId, ...] = ()
    areas: set[Area] = field(default_factory=set)  # one for each path that has any
    plumbing: bool = True


def place(listing: Iterable[NoteMeta]) -> dict[NoteId, Placement]:
    """The placement of every note of a listing. Notes that the root doesn't reach count as hidden."""
    notes = {meta.id: meta for meta in listing}
    nodes = _walk(notes)
    return {note_id: _placement(meta, nodes.get(note_id), notes) for note_id, meta in notes.items()}


def _walk(notes: Mapping[NoteId, NoteMeta]) -> dict[NoteId, _Node]:
    """Breadth first from the root, so that the first path found is a shortest one; later paths only add areas."""
    children: dict[NoteId, list[NoteId]] = {}
    for meta in notes.values():
        for parent_id in meta.parent_ids:
            if not meta.id.startswith("_"):
                children.setdefault(parent_id, []).append(meta.id)
    root = notes.get(ROOT) or NoteMeta(ROOT, "", "text", "text/html", None)
    nodes = {ROOT: _Node(root)}
    queue = deque([ROOT])
    while queue:
        parent = nodes[queue.popleft()]
        below = _areas_below(parent)
        for child_id in children.get(parent.meta.id, ()):
            node = nodes.get(child_id)
            if node is None:
                node = nodes[child_id] = _Node(notes[child_id], (*parent.path_ids, child_id))
            elif below <= node.areas:
                continue  # nothing new along this path: also ends walks around a cycle
            node.areas |= below
            queue.append(child_id)
    _free_of_plumbing(nodes, children)
    return nodes


def _free_of_plumbing(nodes: Mapping[NoteId, _Node], children: Mapping[NoteId, list[NoteId]]) -> None:
    """Mark what the root reaches without passing a folder of plumbing."""
    queue = [ROOT]
    while queue:
        node = nodes[queue.pop()]
        if node.plumbing and not _is_plumbing_folder(node):
            node.plumbing = False
            queue += children.get(node.meta.id, ())


def _areas_below(node: _Node) -> set[Area]:
    """What the note's children inherit: the area that its own labels open, else what the note stands in."""
    own = {area for area, names in _ROOT_LABELS.items() if any(_owns_label(node.meta, n) for n in names)}
    return own or node.areas


_ROOT_LABELS = {
    Area.JOURNAL: ("calendarRoot",),
    Area.WIKI: WIKI_ROOT_LABELS,
    Area.SOURCES: SOURCES_ROOT_LABELS,
}


def _owns_label(meta: NoteMeta, name: str) -> bool:
    return any(a.owned and a.type == "label" and a.name.lower() == name.lower() for a in meta.attributes)


def _is_plumbing_folder(node: _Node) -> bool:
    """A folder of the wiki by its title; a page about, say, locks says by its layer that it is a page."""
    return (
        Area.WIKI in node.areas
        and not _layer(node.meta)
        and node.meta.title.strip().lower() in PLUMBING_TITLES
    )


def _layer(meta: NoteMeta) -> str:
    values = meta.labels("wikiLayer")
    return values[0].strip().lower() if values else ""


def _placement(meta: NoteMeta, node: _Node | None, notes: Mapping[NoteId, NoteMeta]) -> Placement:
    path_ids = node.path_ids if node else (meta.id,)
    return Placement(
        area=_area(meta, node),
        path=tuple(_title(notes[i]) for i in path_ids),
        path_ids=path_ids,
        left_out=_left_out(meta, node),
    )


def _title(meta: NoteMeta) -> str:
    """A protected note's title is ciphertext: never shown, not even in a path."""
    return "[protected]" if meta.is_protected else meta.title


def _area(meta: NoteMeta, node: _Node | None) -> Area:
    layer = _layer(meta)
    areas = node.areas if node else set()
    if meta.has_label("dateNote"):
        return Area.JOURNAL
    if layer in SOURCE_LAYERS or any(meta.has_label(name) for name in CLIP_LABELS):
        return Area.SOURCES
    if layer:
        return Area.WIKI
    return next((area for area in _BEST_FIRST if area in areas), Area.OTHER)


_BEST_FIRST = (Area.WIKI, Area.SOURCES, Area.JOURNAL)


def _left_out(meta: NoteMeta, node: _Node | None) -> LeftOut | None:
    if meta.is_protected:
        return LeftOut.PROTECTED
    if meta.has_label("archived"):
        return LeftOut.ARCHIVED
    if meta.has_label("recallIgnore"):
        return LeftOut.IGNORED
    if node is None or meta.id.startswith("_"):
        return LeftOut.HIDDEN
    if node.plumbing or _layer(meta) in PLUMBING_LAYERS:
        return LeftOut.PLUMBING
    if meta.type in TEXTLESS_TYPES or meta.id == ROOT:
        return LeftOut.NO_TEXT
    return None
