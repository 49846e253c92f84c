"""Where a note stands: its area and title path, or a named reason why it is left out of the index.

Works on a whole listing at once, because labels of ancestors and the shape of the tree decide. A note may have several
parents (clones): the shortest path names it (of several the one whose ids sort first), its best path gives its area (of
one path, the nearest labelled folder counts), and it is left out as plumbing only when every path leads through
plumbing. What the note's own labels say of it goes before what its folders say.

A person's own rules (`core.rules`) go before all presets; nothing brings in what is protected, archived, ignored, hidden
or without text. Presets: a folder labelled `#calendarRoot` holds the journal (there may be several); LLM-wiki pages
carry `#wikiLayer` (hub, concept, entity … are pages, `source` is a source, `plumbing` is left out) or stand below a
folder labelled `#wikiRoot`, `#llmWiki` or `#wiki`, or below one that looks like a wiki without any label; pages saved by
Trilium's web clipper (`#clipType`, `#pageUrl`) are sources.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from trayrecall.core.dates import days_of
from trayrecall.core.model import Area, AreaRule, LeftOut, NoteId, NoteMeta, Placement
from trayrecall.core.rules import first_fitting

ROOT = NoteId("root")

# Types that hold no text of their own (etapi: note types of Trilium 0.102).
TEXTLESS_TYPES = frozenset(
    {"image", "file", "search", "relationMap", "noteMap", "webView", "launcher", "doc", "contentWidget"}
)
# Labels compare without case. A folder that owns one of these opens an area for all below it.
ROOT_LABELS: Mapping[str, Area] = {
    "calendarroot": Area.JOURNAL,
    "wikiroot": Area.WIKI,
    "llmwiki": Area.WIKI,
    "wiki": Area.WIKI,
    "sourcesroot": Area.SOURCES,
    "sources": Area.SOURCES,
}
PLUMBING_TITLES = frozenset({"locks", "templates", "views"})
PLUMBING_LAYERS = frozenset({"plumbing", "lock", "template", "view"})
SOURCE_LAYERS = frozenset({"source", "sources"})
CLIP_LABELS = frozenset({"cliptype", "pageurl"})
EMPTY_BLOB = "z4PhNX7vuL3xVChQ1m2A"  # the content hash of nothing


_NOTHING: Mapping[Area, NoteId] = MappingProxyType({})

# What gave a note its area, as `Placement.given_by` has it: one of these, and after it (but for DEFAULT) what it is.
RULE = "rule:"  # the number of the person's own rule, from 1
LABEL = "label:"  # the name of the note's own or inherited label
BELOW = "below:"  # the id of the folder that opens the area
DEFAULT = "default"


@dataclass(slots=True)
class _Node:
    """A note with what its labels say, and what it inherits along all of its paths."""

    meta: NoteMeta
    labels: Mapping[str, str]  # own and inherited ones, names in lower case, first values
    opens: Mapping[Area, NoteId]  # the areas that it opens for all below it, by its own id
    path_ids: tuple[NoteId, ...] | None = None  # None: the root doesn't reach it
    areas: Mapping[Area, NoteId] = field(
        default_factory=lambda: _NOTHING
    )  # one for each path that has any, and the folder that opens it
    plumbing: bool = True
    left_out: LeftOut | None = None

    @property
    def layer(self) -> str:
        return self.labels.get("wikilayer", "").strip().lower()


_Children = Mapping[NoteId, Sequence[NoteId]]


def rule_of(given_by: str, rules: Sequence[AreaRule]) -> AreaRule | None:
    """The person's own rule that decided, if one did."""
    number = given_by.removeprefix(RULE)
    at = int(number) - 1 if number.isdecimal() else -1
    return rules[at] if 0 <= at < len(rules) else None


def place(listing: Iterable[NoteMeta], rules: Sequence[AreaRule] = ()) -> dict[NoteId, Placement]:
    """The placement of every note of a listing. Notes that the root doesn't reach count as hidden.

    The order of the listing doesn't matter: it differs between a search, pages and a walk, and after a restart.
    """
    notes = {meta.id: meta for meta in sorted(listing, key=lambda meta: meta.id)}
    children = children_of(notes)
    nodes = {note_id: _node(meta) for note_id, meta in notes.items()}
    nodes.setdefault(ROOT, _node(NoteMeta(ROOT, "", "text", "text/html", None)))
    _find_unlabelled_wikis(nodes, children)
    _walk(nodes, children)
    _free_of_plumbing(nodes, children)
    ruled = first_fitting(rules, notes, children)
    numbers = {rule: number for number, rule in reversed(list(enumerate(rules, start=1)))}
    for note_id in notes:
        nodes[note_id].left_out = _left_out(nodes[note_id], ruled.get(note_id))
    return {note_id: _placement(nodes[note_id], nodes, ruled.get(note_id), numbers) for note_id in notes}


def children_of(notes: Mapping[NoteId, NoteMeta]) -> dict[NoteId, list[NoteId]]:
    """The notes directly below each note; Trilium's own, such as `_hidden`, are nobody's children, so out of reach."""
    children: dict[NoteId, list[NoteId]] = {}
    for meta in notes.values():
        if not meta.id.startswith("_"):
            for parent_id in meta.parent_ids:
                children.setdefault(parent_id, []).append(meta.id)
    return children


def _node(meta: NoteMeta) -> _Node:
    labels: dict[str, str] = {}
    opens: set[Area] = set()
    for attribute in meta.attributes:
        if attribute.type == "label":
            name = attribute.name.lower()
            labels.setdefault(name, attribute.value)
            if attribute.owned and name in ROOT_LABELS:
                opens.add(ROOT_LABELS[name])
    return _Node(meta, labels, dict.fromkeys(opens, meta.id) if opens else _NOTHING)


def _find_unlabelled_wikis(nodes: Mapping[NoteId, _Node], children: _Children) -> None:
    """Let what looks like a wiki open its area. What a folder's own labels open goes before its looks."""
    for note_id, node in nodes.items():
        if not node.opens and not node.meta.is_protected and _WIKI.intersection(_words(node.meta.title)):
            below = [nodes[child_id] for child_id in children.get(note_id, ())]
            if _looks_like_a_wiki(node, below):
                node.opens = {Area.WIKI: note_id}


_WIKI = frozenset({"wiki", "llmwiki"})
_LLM = frozenset({"llm", "llmwiki"})
_LEAST_PLUMBING = 2


def _words(title: str) -> list[str]:
    return re.findall(r"[^\W_]+", title.lower())


def _looks_like_a_wiki(node: _Node, below: Iterable[_Node]) -> bool:
    """Whether at least two of Locks, Templates and Views stand in it.

    They must be folders, unless it says that it is a wiki of an LLM: in a "Django wiki" or a "Postgres wiki" Templates,
    Views and Locks are pages that a person wants to find.
    """
    of_llm = bool(_LLM.intersection(_words(node.meta.title)))
    found = {
        _plumbing_title(child)
        for child in below
        if _plumbing_title(child) and (of_llm or _is_folder(child.meta))
    }
    return len(found) >= _LEAST_PLUMBING


def _plumbing_title(node: _Node) -> str:
    """Its title when that is one of plumbing; a page about, say, locks says by its layer that it is a page."""
    title = node.meta.title.strip().lower()
    return title if title in PLUMBING_TITLES and not node.layer else ""


def _is_folder(meta: NoteMeta) -> bool:
    return meta.type == "book" or meta.blob_id == EMPTY_BLOB


def _walk(nodes: Mapping[NoteId, _Node], children: _Children) -> None:
    """Breadth first from the root, so that the first path found is a shortest one; later paths only add areas."""
    nodes[ROOT].path_ids = ()
    queue = deque([ROOT])
    while queue:
        parent_id = queue.popleft()
        parent = nodes[parent_id]
        path_ids = parent.path_ids or ()
        below = parent.opens or parent.areas  # what its own labels open, else what it stands in
        for child_id in children.get(parent_id, ()):
            node = nodes[child_id]
            if node.path_ids is None:
                node.path_ids = (*path_ids, child_id)
            elif below.keys() <= node.areas.keys():
                continue  # nothing new along this path: also ends walks around a cycle
            node.areas = {**below, **node.areas} if node.areas else below
            queue.append(child_id)


def _free_of_plumbing(nodes: Mapping[NoteId, _Node], children: _Children) -> None:
    """Mark what the root reaches without passing a folder of plumbing."""
    queue = [ROOT]
    while queue:
        note_id = queue.pop()
        node = nodes[note_id]
        if node.plumbing and not _is_plumbing_folder(node, nodes):
            node.plumbing = False
            queue += children.get(note_id, ())


def _is_plumbing_folder(node: _Node, nodes: Mapping[NoteId, _Node]) -> bool:
    """By its title, directly in the wiki; deeper in it only a folder, because a page there may well be about locks."""
    if Area.WIKI not in node.areas or not _plumbing_title(node):
        return False
    return _is_folder(node.meta) or any(
        parent_id in nodes and Area.WIKI in nodes[parent_id].opens for parent_id in node.meta.parent_ids
    )


def _placement(
    node: _Node, nodes: Mapping[NoteId, _Node], rule: AreaRule | None, numbers: Mapping[AreaRule, int]
) -> Placement:
    path_ids = (node.meta.id,) if node.path_ids is None else node.path_ids
    area, given_by = _area(node)
    return Placement(
        area=(rule and rule.area) or area,
        path=tuple(
            [_title(nodes[i].meta) if i == node.meta.id else _folder_title(nodes[i]) for i in path_ids]
        ),
        path_ids=path_ids,
        left_out=node.left_out,
        journal_date=_journal_date(path_ids, nodes),
        given_by=given_by if rule is None else f"{RULE}{numbers[rule]}",
    )


_DATE_LABELS = ("datenote", "weeknote", "monthnote", "yearnote")


def _journal_date(path_ids: Sequence[NoteId], nodes: Mapping[NoteId, _Node]) -> str | None:
    """What the nearest note of its path, itself first, is labelled as: `#dateNote=2026-03-14` and the like."""
    for note_id in reversed(path_ids):
        labels = nodes[note_id].labels
        for name in _DATE_LABELS:
            if days_of(labels.get(name, "")) is not None:
                return labels[name].strip()
    return None


_UNSPOKEN = frozenset({LeftOut.ARCHIVED, LeftOut.IGNORED, LeftOut.RULE})


def _title(meta: NoteMeta) -> str:
    """A protected note's title is ciphertext: never shown, not even in a path."""
    return "[protected]" if meta.is_protected else meta.title


def _folder_title(folder: _Node) -> str:
    """What a folder is called in the paths of the notes below it: not by its title when a person took it away."""
    return "[left out]" if folder.left_out in _UNSPOKEN else _title(folder.meta)


def _area(node: _Node) -> tuple[Area, str]:
    """The area by the presets, and what gives it."""
    if "datenote" in node.labels:
        return Area.JOURNAL, f"{LABEL}dateNote"
    if node.layer in SOURCE_LAYERS:
        return Area.SOURCES, f"{LABEL}wikiLayer"
    clip = min(CLIP_LABELS.intersection(node.labels), default=None)
    if clip is not None:
        return Area.SOURCES, f"{LABEL}{clip}"
    if node.layer:
        return Area.WIKI, f"{LABEL}wikiLayer"
    area = next((area for area in _BEST_FIRST if area in node.areas), Area.OTHER)
    return area, f"{BELOW}{node.areas[area]}" if area in node.areas else DEFAULT


_BEST_FIRST = (Area.WIKI, Area.SOURCES, Area.JOURNAL)


def _left_out(node: _Node, rule: AreaRule | None) -> LeftOut | None:
    if node.meta.is_protected:
        return LeftOut.PROTECTED
    if "archived" in node.labels:
        return LeftOut.ARCHIVED
    if "recallignore" in node.labels:
        return LeftOut.IGNORED
    if node.path_ids is None:
        return LeftOut.HIDDEN
    if rule is not None and rule.area is None:
        return LeftOut.RULE
    if rule is None and (node.plumbing or node.layer in PLUMBING_LAYERS):
        return LeftOut.PLUMBING
    if node.meta.type in TEXTLESS_TYPES or node.meta.id == ROOT:
        return LeftOut.NO_TEXT
    return None
