"""A child to whom a note can do, by its title, what no converter is known to allow. Its argument is its patience (s)."""

from __future__ import annotations

import re
import sys
from unittest import mock

from trayrecall.core.prepare import Prepared, RawNote, prepare
from trayrecall.engine import workshop

MODULE = __name__
_TOO_MUCH = 3 << 30  # bytes


def prepare_any(raw: RawNote) -> Prepared:
    match raw.title:
        case "endless":
            re.match("(a+)+b", "a" * 60)  # the interpreter is held until the end
        case "huge":
            bytearray(_TOO_MUCH)
        case "fault":
            raise ValueError("a fault of ours")
    return prepare(raw)


if __name__ == "__main__":
    with mock.patch.object(workshop, "prepare", prepare_any):
        workshop.main(float(sys.argv[1]))
