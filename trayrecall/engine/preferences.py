"""How the engine answers and rests, as a person chose it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from trayrecall.core.gate import SHARE
from trayrecall.core.lean import HOOK_PASSAGES


@dataclass(frozen=True, slots=True)
class Preferences:
    """May be replaced while the engine works; see `Engine.prefer`."""

    prompt_passages: int = HOOK_PASSAGES  # at most so many for a prompt
    off_topic_share: float = SHARE  # of the off-topic prompts may get something; see core.gate
    unload_after: timedelta | None = None  # without a question for so long, the model leaves the memory


AS_USUAL = Preferences()
