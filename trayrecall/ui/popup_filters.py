"""What is typed into the popup → the words to search for and the filters among them. Pure.

`area:journal`, `in:Work`, `label:topic=garden`, `since:2026-03`, `until:"last week"`, `on:yesterday`, in English, German
and Chinese, with the quotation marks of many languages. A filter is *finished* when a blank or its closing quotation mark
was typed: then it becomes a chip and leaves the text. Inside quotation marks nothing is a filter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import TypeVar

from trayrecall.core.dates import days_in, days_of
from trayrecall.core.model import Area, Days, Filters, InstanceId
from trayrecall.core.text import normalise

_T = TypeVar("_T")


class Key(StrEnum):
    """What a filter looks at."""

    AREA = "area"
    INSTANCE = "in"
    LABEL = "label"
    SINCE = "since"
    UNTIL = "until"
    ON = "on"


_WORDS: Mapping[Key, str] = {
    Key.AREA: "area bereich 领域 区域 分区 領域",
    Key.INSTANCE: "in instance server instanz 实例 服务器 サーバー",
    Key.LABEL: "label tag etikett 标签 ラベル",
    Key.SINCE: "since after seit ab 自从 以来",
    Key.UNTIL: "until before bis 截至 まで",
    Key.ON: "on date am datum 日期 日付",
}
_KEYS = {word: key for key, words in _WORDS.items() for word in words.split()}
_AREA_NAMES: Mapping[Area, str] = {
    Area.WIKI: "wiki 维基 百科",
    Area.SOURCES: "sources source quellen quelle 来源 资料 出典",
    Area.JOURNAL: "journal tagebuch diary 日记 日志 日記",
    Area.OTHER: "other others sonstiges sonstige andere 其他 その他",
}
_AREAS = [(name, area) for area, names in _AREA_NAMES.items() for name in names.split()]

_QUOTES = ('""', "“”", "„“", "„”", "«»", "»«", "‘’", "‚‘", "「」", "『』", "''")
_QUOTED = "|".join(f"{a}[^{b}]*{b}" for a, b in map(tuple, _QUOTES))
_OPENED = f"[{''.join(sorted({pair[0] for pair in _QUOTES}))}]"
_FILTER = re.compile(
    rf"(?P<quote>(?:{_QUOTED}))"
    rf"|(?<!\S)(?P<key>[^\W\d_]+)[:：](?:(?P<closed>{_QUOTED})|(?P<open>{_OPENED}.*)|(?P<plain>\S*))"
)


@dataclass(frozen=True, slots=True)
class Known:
    """What filters can name here."""

    instances: tuple[tuple[InstanceId, str], ...] = ()  # each with its name
    today: date | None = None  # the person's own; without it no word names a day


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: words, none for the latest notes, and which notes may answer."""

    words: str = ""
    filters: Filters = field(default_factory=Filters)


@dataclass(frozen=True, slots=True)
class Unclear:
    """A filter without a value that is known; `value` is empty while none is typed yet."""

    key: Key
    value: str
    finished: bool


@dataclass(frozen=True, slots=True)
class Typed:
    """A typed text taken apart. `rest` is what stays in the field once the finished filters are `chips`."""

    rest: str
    words: str
    chips: Filters
    filters: Filters  # the chips, and the filter that is still being typed when its value is known already
    unclear: Unclear | None = None


def parse(text: str, known: Known) -> Typed:
    """Take what is typed apart."""
    chips = filters = Filters()
    unclear: Unclear | None = None
    rest, words, at = [], [], 0
    for token in _tokens(text):
        before = text[at : token.start]
        at = token.end
        made = _filter(token, known)
        rest.append(before)
        words.append(before)
        if made is None:
            unclear = Unclear(token.key, token.value, token.finished)
            rest.append(text[token.start : token.end])
            continue
        filters = joined(filters, made)
        if token.finished:
            chips = joined(chips, made)
        else:
            rest.append(text[token.start : token.end])
    tail = text[at:]
    left = "".join([*rest, tail])
    return Typed(
        rest=left if chips == Filters() else _tidy(left),
        words=_tidy("".join([*words, tail])).strip(),
        chips=chips,
        filters=filters,
        unclear=unclear,
    )


def joined(one: Filters, other: Filters) -> Filters:
    """Both; of two days the second one's."""
    return Filters(
        instances=one.instances | other.instances,
        areas=one.areas | other.areas,
        labels=one.labels | other.labels,
        since=other.since or one.since,
        until=other.until or one.until,
    )


def toggled_area(filters: Filters, area: Area) -> Filters:
    """With the area, or without it when it is there."""
    return replace(filters, areas=filters.areas ^ {area})


def toggled_instance(filters: Filters, instance: InstanceId) -> Filters:
    """With the instance, or without it when it is there."""
    return replace(filters, instances=filters.instances ^ {instance})


@dataclass(frozen=True, slots=True)
class Chip:
    """One filter as it is shown and taken away: a label, or a day."""

    key: Key
    value: str


def chips_of(filters: Filters) -> tuple[Chip, ...]:
    """The filters that have no pill of their own: labels and days."""
    labels = [Chip(Key.LABEL, label) for label in sorted(filters.labels)]
    if filters.since and filters.since == filters.until:
        return (*labels, Chip(Key.ON, filters.since))
    days = [Chip(key, day) for key, day in ((Key.SINCE, filters.since), (Key.UNTIL, filters.until)) if day]
    return (*labels, *days)


def without(filters: Filters, chip: Chip) -> Filters:
    """The filters without this one."""
    match chip.key:
        case Key.LABEL:
            return replace(filters, labels=filters.labels - {chip.value})
        case Key.SINCE:
            return replace(filters, since=None)
        case Key.UNTIL:
            return replace(filters, until=None)
        case _:
            return replace(filters, since=None, until=None)


def without_last(filters: Filters) -> Filters:
    """What Backspace at the beginning of the field takes away: the last chip, then the instances, then the areas."""
    chips = chips_of(filters)
    if chips:
        return without(filters, chips[-1])
    return (
        replace(filters, instances=frozenset()) if filters.instances else replace(filters, areas=frozenset())
    )


# ---- the parts of the text


@dataclass(frozen=True, slots=True)
class _Token:
    key: Key
    value: str
    start: int
    end: int
    finished: bool


def _tokens(text: str) -> Iterator[_Token]:
    for match in _FILTER.finditer(text):
        key = _KEYS.get((match["key"] or "").casefold())
        if key is None:
            continue
        followed = match.end() < len(text)
        if match["plain"] == "" and followed:  # `in: the box` is no filter
            continue
        closed, opened = match["closed"], match["open"]
        value = closed[1:-1] if closed is not None else (opened[1:] if opened is not None else match["plain"])
        yield _Token(key, value.strip(), match.start(), match.end(), closed is not None or followed)


def _filter(token: _Token, known: Known) -> Filters | None:
    if not token.value:
        return None
    match token.key:
        case Key.AREA:
            area = _named(token.value, _AREAS)
            return Filters(areas=frozenset({area})) if area is not None else None
        case Key.INSTANCE:
            names = [(name, i) for i, label in known.instances for name in (label, i)]
            instance = _named(token.value, names)
            return Filters(instances=frozenset({instance})) if instance is not None else None
        case Key.LABEL:
            return Filters(labels=frozenset({token.value.lstrip("#").strip()}))
        case _:
            return _of_days(token.key, _days(token.value, known.today))


def _of_days(key: Key, days: Days | None) -> Filters | None:
    if days is None:
        return None
    since = days.first.isoformat() if key is not Key.UNTIL else None
    until = days.last.isoformat() if key is not Key.SINCE else None
    return Filters(since=since, until=until)


def _days(value: str, today: date | None) -> Days | None:
    found = days_of(value)
    if found is not None or today is None:
        return found
    (named, *more) = days_in(value, today) or (None,)
    return named if not more else None


def _named(value: str, names: Sequence[tuple[str, _T]]) -> _T | None:
    """What has that name, else the only thing whose name begins so."""
    wanted = _folded(value)
    exact = {thing for name, thing in names if _folded(name) == wanted}
    begun = exact or {thing for name, thing in names if _folded(name).startswith(wanted)}
    return begun.pop() if len(begun) == 1 else None


def _folded(name: str) -> str:
    return " ".join(normalise(name).casefold().split())


def _tidy(text: str) -> str:
    """Without the blanks that stood around what was taken out; the one behind the last word stays."""
    end = " " if text[-1:].isspace() and text.strip() else ""
    return " ".join(text.split()) + end
