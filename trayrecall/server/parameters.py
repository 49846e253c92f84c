"""Query parameters into values. Everything that doesn't fit exactly is refused with 422, nothing is guessed."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from starlette.datastructures import QueryParams

from trayrecall.core.model import Area, Filters, InstanceId
from trayrecall.core.visible import whole
from trayrecall.server.answers import Unprocessable
from trayrecall.server.guard import Grant

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_WHOLE = re.compile(r"[+-]?[0-9]{1,12}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,40}\.?[0-9]{0,40}|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?")
AREAS = tuple(area.value for area in Area)
_LONGEST_PAGE = 10_000_000
FARTHEST_OFFSET = 2**31


@dataclass(frozen=True, slots=True)
class RecallParameters:
    """Of `GET /api/v1/recall`."""

    query: str
    limit: int
    min_score: float | None
    view: str
    order: str
    wanted: Filters


@dataclass(frozen=True, slots=True)
class ListParameters:
    """Of `GET /api/v1/notes`."""

    limit: int
    offset: int
    view: str
    wanted: Filters


@dataclass(frozen=True, slots=True)
class DocumentParameters:
    """Of `GET /api/v1/notes/{instance}/{noteId}`."""

    format: str
    section: str | None
    offset: int
    max_chars: int | None


def recall_parameters(params: QueryParams) -> RecallParameters:
    """Raises Unprocessable."""
    query = _single(params, "q")
    if not query:
        raise Unprocessable("q is needed: at least one character")
    return RecallParameters(
        query=whole(query),
        limit=_whole(params, "limit", 10, 1, 100),
        min_score=_score(params),
        view=_choice(params, "view", ("full", "lean")),
        order=_choice(params, "order", ("relevance", "score")),
        wanted=_wanted(params),
    )


def list_parameters(params: QueryParams) -> ListParameters:
    """Raises Unprocessable."""
    return ListParameters(
        limit=_whole(params, "limit", 50, 1, 500),
        offset=_whole(params, "offset", 0, 0, FARTHEST_OFFSET),
        view=_choice(params, "view", ("full", "lean")),
        wanted=_wanted(params),
    )


def decision_parameters(params: QueryParams) -> tuple[int, int | None]:
    """`limit` and `before` of `GET /api/v1/decisions`. Raises Unprocessable."""
    return _whole(params, "limit", 50, 1, 500), _whole(params, "before", 0, 1, FARTHEST_OFFSET) or None


def document_parameters(params: QueryParams) -> DocumentParameters:
    """Raises Unprocessable."""
    section = _single(params, "section")
    if section is not None and not section.strip():
        raise Unprocessable("section must not be empty")
    return DocumentParameters(
        format=_choice(params, "format", ("json", "markdown", "text")),
        section=section,
        offset=_whole(params, "offset", 0, 0, FARTHEST_OFFSET),
        max_chars=_whole(params, "max_chars", 0, 1, _LONGEST_PAGE) or None,
    )


def _single(params: QueryParams, name: str) -> str | None:
    values = params.getlist(name)
    if len(values) > 1:
        raise Unprocessable(f"{name} must be given once")
    return values[0] if values else None


def _whole(params: QueryParams, name: str, default: int, lowest: int, highest: int) -> int:
    raw = _single(params, name)
    if raw is None:
        return default
    if not _WHOLE.fullmatch(raw) or not lowest <= int(raw) <= highest:
        raise Unprocessable(f"{name} must be a whole number from {lowest} to {highest}")
    return int(raw)


def _score(params: QueryParams) -> float | None:
    raw = _single(params, "min_score")
    if raw is None:
        return None
    value = float(raw) if _NUMBER.fullmatch(raw) else math.nan
    if not -1.0 <= value <= 1.0:
        raise Unprocessable("min_score must be a number from -1 to 1")
    return value


def _choice(params: QueryParams, name: str, choices: Sequence[str]) -> str:
    """One of the choices; the first is the default."""
    raw = _single(params, name)
    if raw is None:
        return choices[0]
    if raw not in choices:
        raise Unprocessable(f"{name} must be {' or '.join(choices)}")
    return raw


def _wanted(params: QueryParams) -> Filters:
    instances = params.getlist("instance")
    if not all(instances):
        raise Unprocessable("instance must not be empty")
    areas = params.getlist("area")
    if not all(area in AREAS for area in areas):
        raise Unprocessable(f"area must be {' or '.join(AREAS)}")
    labels = params.getlist("label")
    if not all(label.strip("# =") for label in labels):
        raise Unprocessable("label must be a name, or name=value")
    return Filters(
        frozenset(InstanceId(i) for i in instances),
        frozenset(Area(a) for a in areas),
        frozenset(whole(label) for label in labels),
        _day(params, "since"),
        _day(params, "until"),
    )


def _day(params: QueryParams, name: str) -> str | None:
    raw = _single(params, name)
    if raw is None:
        return None
    try:
        is_day = _DAY.fullmatch(raw) is not None and date.fromisoformat(raw) is not None
    except ValueError:
        is_day = False
    if not is_day:  # no week either, which Python would take for its Monday
        raise Unprocessable(f"{name} must be a day such as 2026-03-14")
    return raw


@dataclass(frozen=True, slots=True)
class SyncParameters:
    """How to sync."""

    full: bool = False
    accept_deletions: bool = False


def sync_parameters(body: Any) -> SyncParameters:
    """The options in the body of `POST /api/v1/sync`; unknown keys are ignored. Raises Unprocessable."""
    if not isinstance(body, dict):
        raise Unprocessable("the body must be a JSON object")
    found = {name: body.get(name, False) for name in ("full", "accept_deletions")}
    for name, value in found.items():
        if not isinstance(value, bool):
            raise Unprocessable(f"{name} must be true or false")
    return SyncParameters(**found)


LONGEST_PAUSE = 366 * 24 * 3600  # seconds


@dataclass(frozen=True, slots=True)
class PauseParameters:
    """What to pause or resume: a project by its folder, else everything, for a time or until it is resumed."""

    project: str | None = None
    time: timedelta | None = None


def pause_parameters(body: Any) -> PauseParameters:
    """The options in the body of `POST /api/v1/pause`; unknown keys are ignored. Raises Unprocessable."""
    if not isinstance(body, dict):
        raise Unprocessable("the body must be a JSON object")
    folder, seconds = body.get("project"), body.get("seconds")
    if folder is not None and not (isinstance(folder, str) and folder.strip()):
        raise Unprocessable("project must be the path of a folder")
    if seconds is not None and not _is_time(seconds):
        raise Unprocessable(f"seconds must be a number from 1 to {LONGEST_PAUSE}")
    return PauseParameters(
        whole(folder) if folder else None, None if seconds is None else timedelta(seconds=seconds)
    )


def _is_time(seconds: Any) -> bool:
    return type(seconds) in (int, float) and 1 <= seconds <= LONGEST_PAUSE


def filters_within(wanted: Filters, grant: Grant) -> Filters | None:
    """What was asked for within what the client may see; None when nothing is left (empty would mean all)."""
    if not grant.instances:
        return wanted
    seen = wanted.instances & grant.instances if wanted.instances else grant.instances
    return replace(wanted, instances=seen) if seen else None
