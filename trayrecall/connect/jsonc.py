"""JSON with comments and trailing commas: read with positions, and edited so that every other byte stays.

A parsed text is a tree of `Node`s that know where they stand. An edit changes one container and returns the new text;
comments, order, indentation and line ends of all the rest are kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_TRIVIA = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"-?\d[\d.eE+-]*|true|false|null")
_DEEPEST = 200


class Malformed(Exception):
    """The text is not what it should be; the message says where."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value at `text[start:end]`. `children` are the members of an object or the items of an array, in order."""

    start: int
    end: int
    value: Any
    children: tuple[Child, ...] = ()

    def child(self, key: str | int) -> Child | None:
        """The member of that name, the last one as for every reader, or the item at that place."""
        return next((child for child in reversed(self.children) if child.key == key), None)


@dataclass(frozen=True, slots=True)
class Child:
    """A member (from its key on) or an item, with its value."""

    key: str | int
    start: int
    node: Node


def parse(text: str, *, comments: bool = True) -> Node:
    """The text's one value. Without `comments` it must be plain JSON. Raises Malformed naming the line."""
    if not comments:
        _plain(text)
    node = _Reader(text).node(_skip(text, 0), 0)
    if _skip(text, node.end) < len(text):
        raise _wrong(text, node.end, "more follows after the end")
    return node


def _plain(text: str) -> None:
    try:
        json.loads(text)
    except json.JSONDecodeError as wrong:
        raise Malformed(f"line {wrong.lineno}: {wrong.msg}") from None
    except (ValueError, RecursionError):
        raise Malformed("line 1: not usable JSON") from None


def _wrong(text: str, at: int, what: str) -> Malformed:
    return Malformed(f"line {text.count(chr(10), 0, at) + 1}: {what}")


def _skip(text: str, at: int) -> int:
    found = _TRIVIA.match(text, at)
    return found.end() if found else at


class _Reader:
    """Recursive descent over one text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def node(self, at: int, depth: int) -> Node:
        """The value that begins here."""
        if depth > _DEEPEST:
            raise _wrong(self._text, at, "nested too deep")
        opening = self._text[at : at + 1]
        if opening in ("{", "["):
            return self._container(at, depth, "}" if opening == "{" else "]")
        found = (_STRING if opening == '"' else _SCALAR).match(self._text, at)
        if found is None:
            raise _wrong(self._text, at, "a value is missing")
        return Node(at, found.end(), self._scalar(found[0], at))

    def _scalar(self, written: str, at: int) -> Any:
        try:
            return json.loads(written)
        except ValueError:
            raise _wrong(self._text, at, "not a value") from None

    def _container(self, at: int, depth: int, closing: str) -> Node:
        children = tuple(self._children(at + 1, depth, closing))
        end = self._text.index(closing, self._after(children, at + 1)) + 1
        if closing == "]":
            return Node(at, end, [child.node.value for child in children], children)
        return Node(at, end, {child.key: child.node.value for child in children}, children)

    def _children(self, at: int, depth: int, closing: str) -> Iterator[Child]:
        number = 0
        at = _skip(self._text, at)
        while self._text[at : at + 1] != closing:
            start = at
            key: str | int = number
            if closing == "}":
                key, at = self._key(at)
            node = self.node(at, depth + 1)
            yield Child(key, start, node)
            number += 1
            at = _skip(self._text, node.end)
            if self._text[at : at + 1] == ",":
                at = _skip(self._text, at + 1)
            elif self._text[at : at + 1] != closing:
                raise _wrong(self._text, at, f"a comma or {closing} is missing")

    def _key(self, at: int) -> tuple[str, int]:
        found = _STRING.match(self._text, at)
        if found is None:
            raise _wrong(self._text, at, "a name in quotes is missing")
        colon = _skip(self._text, found.end())
        if self._text[colon : colon + 1] != ":":
            raise _wrong(self._text, colon, "a colon is missing")
        return self._scalar(found[0], at), _skip(self._text, colon + 1)

    def _after(self, children: tuple[Child, ...], at: int) -> int:
        """Behind the last child, its comma and all comments, so that the next sign closes."""
        if not children:
            return _skip(self._text, at)
        at = _skip(self._text, children[-1].node.end)
        return _skip(self._text, at + 1) if self._text[at : at + 1] == "," else at


# ---- looking and editing --------------------------------------------------------------------------------


def find(node: Node, path: tuple[str, ...]) -> Node | None:
    """The node at the path of names."""
    found: Node | None = node
    for name in path:
        child = found.child(name) if found is not None and isinstance(found.value, dict) else None
        found = child.node if child else None
    return found


def with_member(text: str, path: tuple[str, ...], value: Any) -> str:
    """The text with this value at the path; missing objects on the way are made. Raises Malformed."""
    node, missing = _deepest(text, path)
    if not missing:
        return text[: node.start] + _rendered(value, text, _indent_at(text, node.start)) + text[node.end :]
    for name in reversed(missing[1:]):
        value = {name: value}
    return _inserted(text, node, value, missing[0])


def with_item(text: str, path: tuple[str, ...], value: Any) -> str:
    """The text with this value as the last item of the array at the path, which is made if need be."""
    array = find(parse(text), path)
    if array is None:
        return with_member(text, path, [value])
    if not isinstance(array.value, list):
        raise Malformed(f"{'.'.join(path)} is no array")
    return _inserted(text, array, value)


def without(text: str, path: tuple[str, ...], key: str | int) -> str:
    """The text without that member or item of the container at the path, its comma and the blanks before it."""
    container = find(parse(text), path)
    assert container is not None
    child = container.child(key)
    assert child is not None
    number = container.children.index(child)
    before = container.children[number - 1].node.end if number else container.start + 1
    kept, rest = _parted(text, before, child, is_last=child is container.children[-1])
    on_one_line = "\n" not in text[container.start : before]
    closes = rest.lstrip()[:1] in ("}", "]")
    if (
        closes and len(kept) == before and (on_one_line or not number)
    ):  # so the closing sign stood there before us
        rest = rest.lstrip()
    return kept + rest


def _parted(text: str, before: int, child: Child, *, is_last: bool) -> tuple[str, str]:
    """What stands before and after the child, whose neighbour ends at `before`; comments between them are kept."""
    kept = text[: child.start].rstrip()
    comma = _skip(text, child.node.end)
    if text[comma : comma + 1] == "," and not text[child.node.end : comma].strip():
        return kept, text[comma + 1 :]
    parting = _skip(text, before)
    if is_last and text[parting : parting + 1] == ",":
        kept = kept[:parting] + kept[parting + 1 :]
    return kept, text[child.node.end :]


def _deepest(text: str, path: tuple[str, ...]) -> tuple[Node, tuple[str, ...]]:
    """The innermost node on the path that is there, an object if names are missing below it, and those names."""
    root = parse(text)
    for length in range(len(path), -1, -1):
        node = find(root, path[:length])
        if node is not None:
            if length < len(path) and not isinstance(node.value, dict):
                raise Malformed(f"{'.'.join(path[:length]) or 'the file'} is no object")
            return node, path[length:]
    raise AssertionError(path)


def _inserted(text: str, container: Node, value: Any, name: str | None = None) -> str:
    """The value as the container's last child, on lines of its own, in the file's own manner."""
    base = _indent_at(text, container.start)
    newline = "\r\n" if "\r\n" in text else "\n"
    first = container.children[0] if container.children else None
    alone = first is not None and not text[: first.start].rpartition("\n")[2].strip()
    inner = _indent_at(text, first.start) if first is not None and alone else base + _unit(text)
    written = _rendered(value, text, inner)
    if name is not None:
        written = f"{json.dumps(name)}: {written}"
    last = container.children[-1].node.end if container.children else container.start + 1
    comma = _skip(text, last)
    trails = container.children != () and text[comma : comma + 1] == ","
    between = text[last : container.end - 1].rstrip()
    parting = "," if container.children and not trails else ""
    head = f"{text[:last]}{parting}{between}{newline}{inner}{written}{',' if trails else ''}"
    return f"{head}{newline}{base}{text[container.end - 1 :]}"


def _rendered(value: Any, text: str, indent: str) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = json.dumps(value, ensure_ascii=False, indent=_unit(text)).split("\n")
    return (newline + indent).join(lines)


def _indent_at(text: str, at: int) -> str:
    line = text[:at].rpartition("\n")[2]
    return line[: len(line) - len(line.lstrip())]


def _unit(text: str) -> str:
    """By what the file indents: that of its first indented line, else two blanks."""
    found = re.search(r"^([ \t]+)[\"}\]/]", text, re.MULTILINE)
    return found[1] if found else "  "
