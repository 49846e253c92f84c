"""When MCP's SDK is loaded: it takes a second, which a start must not wait for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.pipeline import ROOT

_ALONE = """
import sys, time
from tests.server.engine import ExampleEngine
from trayrecall.server.serving import Serving
seconds = {seconds}
served = Serving(ExampleEngine(), grants=tuple, port=0, mcp_ahead_seconds=seconds)
served.start()
end = time.monotonic() + 20
while seconds is not None and "mcp" not in sys.modules and time.monotonic() < end:
    time.sleep(0.01)
print("mcp" in sys.modules)
served.stop()
"""


@pytest.mark.parametrize(("seconds", "loaded"), [(None, "False"), (0.0, "True")])
def test_the_sdk_is_loaded_ahead_only_where_it_is_asked_for(seconds: float | None, loaded: str) -> None:
    line = [sys.executable, "-c", _ALONE.format(seconds=seconds)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.strip(), done.stderr) == (loaded, "")
