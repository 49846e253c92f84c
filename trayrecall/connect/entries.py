"""What is ours in an agent's file, and how it gets in and out of a text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from trayrecall.connect import jsonc, toml

MARK = "trayrecall_hook.py"  # by this a hook is known as ours, whichever interpreter runs it


class Entry(Protocol):
    """One thing of ours in a file. Texts that can't be edited raise Malformed."""

    @property
    def path(self) -> tuple[str, ...]:
        """Where it stands."""
        ...

    @property
    def value(self) -> Any:
        """What stands there."""
        ...

    def put(self, text: str) -> str:
        """The text with the entry as it should be; the same text when it is that already."""
        ...

    def found(self, text: str) -> Entry | None:
        """The entry as it stands in the text, or None."""
        ...

    def taken_out(self, text: str, before: str | None) -> str:
        """The text without it. What was empty, or not there, in the text `before` us, is so again."""
        ...


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object in JSON."""

    path: tuple[str, ...]
    value: Any

    def put(self, text: str) -> str:
        """See Entry."""
        node = jsonc.find(jsonc.parse(text), self.path)
        same = node is not None and node.value == self.value
        return text if same else jsonc.with_member(text, self.path, self.value)

    def found(self, text: str) -> Member | None:
        """See Entry."""
        node = jsonc.find(jsonc.parse(text), self.path)
        return None if node is None else replace(self, value=node.value)

    def taken_out(self, text: str, before: str | None) -> str:
        """See Entry."""
        if self.found(text) is None:
            return text
        return _pruned(jsonc.without(text, self.path[:-1], self.path[-1]), self.path[:-1], before)


@dataclass(frozen=True, slots=True)
class Once(Member):
    """A member that a file must have whatever stands in it; it is put in when absent, and left there."""

    def put(self, text: str) -> str:
        """See Entry."""
        return text if self.found(text) else jsonc.with_member(text, self.path, self.value)

    def taken_out(self, text: str, before: str | None) -> str:  # noqa: ARG002 - the protocol's signature
        """See Entry."""
        return text


@dataclass(frozen=True, slots=True)
class Hook:
    """A hook in an array of them; ours is known by the script's name, as an item or within a group's `hooks`."""

    path: tuple[str, ...]
    value: Mapping[str, Any]

    def put(self, text: str) -> str:
        """See Entry."""
        ours = [item for item in _items(text, self.path) if _is_ours(item)]
        if ours == [self.value]:
            return text
        return jsonc.with_item(self._without_ours(text), self.path, self.value)

    def found(self, text: str) -> Hook | None:
        """See Entry."""
        ours = next((item for item in _items(text, self.path) if _is_ours(item)), None)
        return None if ours is None else replace(self, value=ours)

    def taken_out(self, text: str, before: str | None) -> str:
        """See Entry."""
        return text if self.found(text) is None else _pruned(self._without_ours(text), self.path, before)

    def _without_ours(self, text: str) -> str:
        for number, item in reversed(list(enumerate(_items(text, self.path)))):
            if not _is_ours(item):
                continue
            inner = item.get("hooks", [])
            foreign = [hook for hook in inner if not _is_ours(hook)] if isinstance(inner, list) else []
            text = (
                _without_some(text, self.path, number) if foreign else jsonc.without(text, self.path, number)
            )
        return text


@dataclass(frozen=True, slots=True)
class Table:
    """A table in TOML."""

    path: tuple[str, ...]
    value: Mapping[str, Any]

    def put(self, text: str) -> str:
        """See Entry."""
        found = self.found(text)
        same = found is not None and {key: found.value.get(key) for key in self.value} == self.value
        return text if same else toml.with_table(text, self.path, self.value)

    def found(self, text: str) -> Table | None:
        """See Entry."""
        table = toml.find(toml.parse(text), self.path)
        return replace(self, value=table) if isinstance(table, dict) else None

    def taken_out(self, text: str, before: str | None) -> str:  # noqa: ARG002 - the protocol's signature
        """See Entry."""
        return text if self.found(text) is None else toml.without_table(text, self.path)


def _items(text: str, path: tuple[str, ...]) -> list[Any]:
    node = jsonc.find(jsonc.parse(text), path)
    return node.value if node is not None and isinstance(node.value, list) else []


def _is_ours(hook: Any) -> bool:
    """Whether the hook, or one of the hooks in the group, runs our script."""
    if not isinstance(hook, dict):
        return False
    words = [hook.get("command"), *(hook["args"] if isinstance(hook.get("args"), list) else [])]
    within = hook["hooks"] if isinstance(hook.get("hooks"), list) else []
    return any(isinstance(word, str) and MARK in word for word in words) or any(map(_is_ours, within))


def _without_some(text: str, path: tuple[str, ...], number: int) -> str:
    """Only our hooks out of a group that holds others too."""
    group = jsonc.find(jsonc.parse(text), path)
    assert group is not None
    child = group.child(number)
    assert child is not None
    written = text[child.start : child.node.end]
    hooks = child.node.value["hooks"]
    for place in reversed(range(len(hooks))):
        if _is_ours(hooks[place]):
            written = jsonc.without(written, ("hooks",), place)
    return text[: child.start] + written + text[child.node.end :]


def _pruned(text: str, path: tuple[str, ...], before: str | None) -> str:
    """Without the containers on the path that are empty now and weren't there before us."""
    root = None if before is None else jsonc.parse(before)
    for length in range(len(path), 0, -1):
        node = jsonc.find(jsonc.parse(text), path[:length])
        was = None if root is None else jsonc.find(root, path[:length])
        if node is None or node.value or was is not None or "/" in text[node.start : node.end]:
            return text
        text = jsonc.without(text, path[: length - 1], path[length - 1])
    return text
