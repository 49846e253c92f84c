"""A few daemon threads that run the synchronous engine for the listener's loop.

Unlike an executor's, these threads never hold up the end of the program, and their number is bounded even when calls
are given up; a call that is given up before it began never begins.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

_T = TypeVar("_T")


class CallPool:
    """`size` threads that take calls in the order they came."""

    def __init__(self, size: int, name: str) -> None:
        self._size = size
        self._calls: SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = SimpleQueue()
        for number in range(size):
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True).start()

    async def run(self, call: Callable[[], _T], *, seconds: float) -> _T:
        """The call's result. Raises TimeoutError when it isn't there in time, else what the call raises."""
        outcome: Future[_T] = Future()
        self._calls.put((call, outcome))
        return await asyncio.wait_for(asyncio.wrap_future(outcome), seconds)

    def close(self) -> None:
        """Let the threads end after the calls that came before; waits for nothing."""
        for _ in range(self._size):
            self._calls.put(None)

    def _work(self) -> None:
        while (taken := self._calls.get()) is not None:
            call, outcome = taken
            if outcome.set_running_or_notify_cancel():
                _settle(call, outcome)
            del taken, call, outcome  # don't keep the last answer alive


def _settle(call: Callable[[], Any], outcome: Future[Any]) -> None:
    try:
        result = call()
    except BaseException as failure:  # noqa: BLE001 - handed to the one who waits
        outcome.set_exception(failure)
    else:
        outcome.set_result(result)
