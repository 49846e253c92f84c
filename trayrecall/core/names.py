"""Short names made of what people and programs call themselves."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

LONGEST = 40


def slug(text: str, otherwise: str) -> str:
    """The text in small ASCII letters, digits and single hyphens, at most `LONGEST`; `otherwise` when nothing is left."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:LONGEST].strip("-") or otherwise


def unused(name: str, taken: Container[str]) -> str:
    """The name, or with the first number behind it (`name-2`) that makes it none of `taken`."""
    candidate, number = name, 1
    while candidate in taken:
        number += 1
        candidate = f"{name}-{number}"
    return candidate
