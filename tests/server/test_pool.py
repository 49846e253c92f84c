from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from trayrecall.server.pool import CallPool


@pytest.fixture
def pool() -> Iterator[CallPool]:
    made = CallPool(1, "test-pool")
    yield made
    made.close()


def test_a_call_that_is_given_up_before_it_began_never_begins(pool: CallPool) -> None:
    release = threading.Event()
    begun: list[str] = []

    async def main() -> str:
        blocking = asyncio.ensure_future(pool.run(lambda: release.wait(5), seconds=5))
        await asyncio.sleep(0)  # it stands in the queue now
        with pytest.raises(TimeoutError):
            await pool.run(lambda: begun.append("given up"), seconds=0.01)
        release.set()
        await blocking
        return await pool.run(lambda: "next", seconds=5)

    assert asyncio.run(main()) == "next"
    assert begun == []


def test_a_call_hands_its_failure_on_and_the_thread_lives_on(pool: CallPool) -> None:
    async def main() -> int:
        with pytest.raises(ZeroDivisionError):
            await pool.run(lambda: 1 // 0, seconds=5)
        return await pool.run(lambda: 7, seconds=5)

    assert asyncio.run(main()) == 7


def test_a_late_result_after_the_loops_end_harms_nothing(
    pool: CallPool, caplog: pytest.LogCaptureFixture
) -> None:
    release = threading.Event()

    async def main() -> None:
        with pytest.raises(TimeoutError):
            await pool.run(lambda: release.wait(5), seconds=0.01)

    asyncio.run(main())
    release.set()

    async def again() -> int:
        return await pool.run(lambda: 7, seconds=5)

    assert asyncio.run(again()) == 7
    assert caplog.text == ""
