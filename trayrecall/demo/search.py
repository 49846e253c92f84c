"""Trilium's search, as far as a sync asks it: labels, note properties, and/or, orderBy and limit. Pure.

Faithful to its faults: a query that can't be understood is no error but finds everything; the query is
lower-cased, so an ISO `T` compares as `t` and finds nothing.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from trayrecall.demo.notes import OwnAttribute
from trayrecall.demo.tree import Tree

_Matches = Callable[[str], bool]
_TOKEN = re.compile(r"'[^']*'|\"[^\"]*\"|#!?[^\s=<>!()]+|note\.[\w.]+|[<>!]=|[=<>()]|[^\s()=<>]+")
_TAIL = re.compile(r"(?:\borderby\s+(?P<keys>.*?))?(?:\s*\blimit\s+(?P<limit>\d+))?\s*$", re.DOTALL)
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}


class _BadQueryError(Exception):
    """The query can't be understood; never leaves this module."""


@dataclass(frozen=True, slots=True)
class Order:
    """One key of an order: a property of the note object, ascending unless said otherwise."""

    key: str
    descending: bool = False


def search(tree: Tree, query: str, *, with_archived: bool) -> list[str]:
    """Ids of the notes that the query finds, in its own order if it gives one."""
    candidates = tree.listed(with_archived=with_archived)
    condition, order, limit = _parts(query.lower())
    if condition and not condition.startswith(("#", "note.", "(")):
        found = [note_id for note_id in candidates if _full_text(tree, note_id, condition)]
    else:
        matches = _condition(tree, condition)
        found = [note_id for note_id in candidates if matches(note_id)]
    return ordered(tree, found, order)[:limit]


def ordered(tree: Tree, ids: list[str], order: list[Order]) -> list[str]:
    """The ids in that order; equal ones stay as they were."""
    for key in reversed(order):
        ids = sorted(ids, key=lambda note_id, k=key.key: _property(tree, note_id, k), reverse=key.descending)  # type: ignore[misc]
    return ids


def _parts(query: str) -> tuple[str, list[Order], int | None]:
    tail = next(m for m in _TAIL.finditer(query) if m.end() == len(query))
    keys = [words for part in (tail["keys"] or "").split(",") if (words := part.split())]
    order = [Order(words[0].removeprefix("note."), descending="desc" in words[1:]) for words in keys]
    return query[: tail.start()].strip(), order, int(tail["limit"]) if tail["limit"] else None


def _condition(tree: Tree, text: str) -> _Matches:
    try:
        return _Parser(tree, text).parse()
    except _BadQueryError:
        return lambda _note_id: True


class _Parser:
    """Recursive descent over `term (and|or term)*` with brackets."""

    def __init__(self, tree: Tree, text: str) -> None:
        self._tree = tree
        self._tokens: Iterator[str] = iter(_TOKEN.findall(text))
        self._next = next(self._tokens, "")

    def parse(self) -> _Matches:
        matches = self._either()
        if self._next:
            raise _BadQueryError
        return matches

    def _take(self) -> str:
        taken, self._next = self._next, next(self._tokens, "")
        return taken

    def _either(self) -> _Matches:
        terms = [self._both()]
        while self._next == "or":
            self._take()
            terms.append(self._both())
        return terms[0] if len(terms) == 1 else lambda note_id: any(t(note_id) for t in terms)

    def _both(self) -> _Matches:
        terms = [self._term()]
        while self._next == "and":
            self._take()
            terms.append(self._term())
        return terms[0] if len(terms) == 1 else lambda note_id: all(t(note_id) for t in terms)

    def _term(self) -> _Matches:
        token = self._take()
        if token == "(":  # noqa: S105 - a bracket
            inner = self._either()
            if self._take() != ")":
                raise _BadQueryError
            return inner
        if token.startswith("#"):
            return self._label(token)
        if token.startswith("note."):
            return self._compared(token.removeprefix("note."))
        raise _BadQueryError

    def _label(self, token: str) -> _Matches:
        name = token.lstrip("#!")
        if token.startswith("#!"):
            return lambda note_id: not _labels(self._tree, note_id, name)
        if self._next not in _COMPARE:
            return lambda note_id: bool(_labels(self._tree, note_id, name))
        compare, operand = self._operand()
        return lambda note_id: any(
            compare(a.value.lower(), operand) for a in _labels(self._tree, note_id, name)
        )

    def _compared(self, key: str) -> _Matches:
        if key not in _PROPERTIES:
            raise _BadQueryError
        compare, operand = self._operand()
        return lambda note_id: compare(_property(self._tree, note_id, key), operand)

    def _operand(self) -> tuple[Callable[[Any, Any], bool], str]:
        compare, operand = _COMPARE.get(self._take()), self._take()
        if compare is None or not operand:
            raise _BadQueryError
        return compare, operand.strip("'\"")


_PROPERTIES = {
    name.lower(): name
    for name in (
        "noteId", "title", "type", "mime", "isProtected", "blobId",
        "dateCreated", "dateModified", "utcDateCreated", "utcDateModified",
    )
}  # fmt: skip


def _property(tree: Tree, note_id: str, key: str) -> str:
    """A property as search compares it: text, lower-cased."""
    return str(tree.json(note_id).get(_PROPERTIES.get(key.lower(), ""), "")).lower()


def _labels(tree: Tree, note_id: str, name: str) -> list[OwnAttribute]:
    return [a for a in tree.attributes(note_id) if a.type == "label" and a.name.lower() == name]


def _full_text(tree: Tree, note_id: str, words: str) -> bool:
    note = tree.notes[note_id]
    text = note.title.lower()
    if not note.is_protected:
        text += (note.content or b"").decode("utf-8", "replace").lower()
    return all(word in text for word in words.split())
