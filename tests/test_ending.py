from __future__ import annotations

import signal
from collections.abc import Callable

import pytest

from trayrecall.ending import end_signals


def _told(answer: signal.Handlers) -> Callable[[int], signal.Handlers]:
    return lambda _number: answer


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no terminal hangs up here")
def test_a_hang_up_ends_what_was_not_told_to_outlive_its_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signal.getsignal", _told(signal.SIG_DFL))
    assert end_signals() == [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    monkeypatch.setattr("signal.getsignal", _told(signal.SIG_IGN))
    assert end_signals() == [signal.SIGINT, signal.SIGTERM]
