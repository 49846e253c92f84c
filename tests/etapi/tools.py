"""What the tests of the ETAPI client share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.fakes import TOKEN
from trayrecall.etapi import EtapiSource, Timeouts

QUICK = Timeouts(connect=0.5, mark=0.3, probe=0.3, content=0.3, listing=0.3)


@contextmanager
def closing(url: str, token: str = TOKEN, **more: Any) -> Iterator[EtapiSource]:
    one = EtapiSource(url, token, **more)
    try:
        yield one
    finally:
        one.close()
