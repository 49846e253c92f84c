"""How an answer leaves the house: compact JSON in UTF-8, in one piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from trayrecall.core.documents import compact_json


class Unprocessable(HTTPException):
    """A parameter or body that can't be used; answered with 422 and the text as `detail`."""

    def __init__(self, detail: str) -> None:
        super().__init__(422, detail)


def json_answer(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The body as JSON. Half a surrogate pair, which UTF-8 can't carry, becomes `?`."""
    data = compact_json(body).encode("utf-8", "replace")
    return Response(data, status, headers, media_type="application/json")


def refusal(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Response:
    """A failure in the shape that all failures have."""
    return json_answer({"detail": detail}, status, headers)
