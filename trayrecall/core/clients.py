"""Who may ask: named clients, each limited to kinds of questions and to instances. Their tokens are kept elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from trayrecall.core.model import InstanceId

KINDS = ("hook", "mcp", "rest")  # `POST /recall`, `/mcp`, everything else


@dataclass(frozen=True, slots=True)
class Client:
    """One client of the settings. No instances named means all of them."""

    name: str
    kinds: tuple[str, ...] = KINDS
    instances: tuple[InstanceId, ...] = ()
