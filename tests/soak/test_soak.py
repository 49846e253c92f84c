"""`make soak`, shortly."""

from __future__ import annotations

import pytest

from tests.soak.__main__ import main


def test_a_soak_ends_with_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--examples", "3", "--steps", "4", "--kills", "1", "--seed", "7"]) == 0
    told = {
        line.split()[1]: line.split()[0] for line in capsys.readouterr().out.splitlines() if line[:1] == " "
    }
    assert int(told["examples"]) >= 3
    assert int(told["steps"]) >= int(told["examples"])
    assert (told["kills"], int(told["notes"]) > 70) == ("1", True)
