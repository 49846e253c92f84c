"""The embedding model and the vectors that it makes of what the index holds.

The *model* thread loads the model and ends. All else here is done on the index thread, where nothing else is said.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Collection, Mapping
from datetime import datetime

from trayrecall.core.errors import EmbedderError, ModelUnavailable, StoreError, TrayRecallError, explain
from trayrecall.core.model import Fingerprint
from trayrecall.engine.building import Building
from trayrecall.engine.calibration import Calibration
from trayrecall.engine.counts import Counts
from trayrecall.engine.index_thread import IndexThread
from trayrecall.engine.model import Model
from trayrecall.engine.preferences import Preferences
from trayrecall.engine.recall import Meaning
from trayrecall.store.index import Index

log = logging.getLogger(__name__)

LOADING = "loading_model"
RESTING = "resting"  # the model left the memory because nobody asked
# Seconds after which what the model refused is tried again, doubled each time: a bad moment passes, a bad text doesn't.
FIRST_RETRY, LAST_RETRY = 60.0, 3600.0
LOAD_RETRY = 600.0  # seconds after which a model that could not be loaded is looked for again: one may be installed by then


class Vectors:
    """Loads the model, lets it rest, gives every passage its vector and measures the gate when all have one."""

    def __init__(
        self,
        index: Index,
        thread: IndexThread,
        counts: Counts,
        load_model: Callable[[], Model],
        *,
        clock: Callable[[], datetime],
        preferences: Preferences,
    ) -> None:
        self._index, self._thread, self._counts = index, thread, counts
        self._load_model, self._clock, self._preferences = load_model, clock, preferences
        self._model: Model | str = LOADING
        self._fingerprint: Fingerprint | None = None  # of the model, also while it rests
        self._asked = time.monotonic()  # when a question last wanted the model
        self._rested_at = -1  # how many writes there were when the model began to rest
        self._unready: Model | None = None  # loaded, but its first texts failed
        self._load_at = math.inf  # when to try again to load it, on the steady clock
        self._unloadable = ""  # why that failed last
        self._building: Building | None = None
        self._to_embed = 0
        self._calibration = Calibration(index, preferences.off_topic_share)
        self._embedded_at = -1  # how many writes there were when nothing was left to embed
        self._built_at = -1  # how many writes there were when all was embedded and measured
        self.progress: float | None = None  # of the embedding
        self.trouble: str | None = None  # why vectors can't be stored at present, such as a full disk
        # The texts that the model couldn't take last, and why; replaced as a whole.
        self.refused: Mapping[bytes, str] = {}
        self._retry_after, self._retry_at = FIRST_RETRY, math.inf  # on the steady clock

    # ---- the model

    def load(self) -> None:
        """Load the model on a thread of its own. On any thread."""
        self._load_at = math.inf
        self._thread.begin("model", self._open_model)

    def look_again(self) -> None:
        """Try now what would be tried later: to load a model that couldn't be loaded. On any thread."""
        self._thread.post(self._look_again)

    def _look_again(self) -> None:
        """On the index thread, so that it happens once."""
        if math.isfinite(self._load_at):
            self.load()

    def attach(self) -> None:
        """Load what answers queries on the calling thread and write nothing: for a command beside no running app."""
        try:
            model = self._load_model()
        except TrayRecallError as failure:
            log.info("%s", failure)
            self._model = _state_after(failure)
        else:
            self._index.load_mirror(model.embedder.fingerprint)
            self._model, self._fingerprint = model, model.embedder.fingerprint

    def describe(self, fingerprint: Fingerprint | None) -> None:
        """Tell how the vectors of this model stand, as while it rests; None when there is no model. Loads neither."""
        if fingerprint is None:
            self._model = "no_model"
        else:
            self._index.find_space(fingerprint)
            self._model, self._fingerprint = RESTING, fingerprint

    def close(self) -> None:
        """Close the model's files. On any thread, when the index thread has ended."""
        for model in (self._model, self._unready):
            if isinstance(model, Model):
                model.embedder.close()

    def _open_model(self) -> None:
        """The model thread: load, then let the index thread use it."""
        try:
            model = self._load_model()
        except TrayRecallError as failure:
            self._model = _state_after(failure)
            self._not_loaded(f"{failure}. {failure.hint}")
        except Exception as failure:  # noqa: BLE001 - a barrier: words answer whatever a model's library does
            self._model = "embedder_failed"
            self._not_loaded(f"the embedding model could not be loaded ({type(failure).__name__})", failure)
        else:
            self._unloadable = ""
            self._thread.post(lambda: self._use_model(model))

    def _not_loaded(self, why: str, failure: Exception | None = None) -> None:
        if why != self._unloadable:  # logged once, not at every try
            log.warning("%s", why, exc_info=failure)
        self._unloadable, self._load_at = why, time.monotonic() + LOAD_RETRY

    def _use_model(self, model: Model) -> None:
        """Begin to use a loaded model; when it fails at its first texts, it is tried again after the next sync."""
        self._unready = model
        try:
            self._index.open_space(model.embedder.fingerprint, model.neutral)
        except EmbedderError as failure:
            if self._model != "embedder_failed":  # logged once, not at every try
                log.warning("the embedding model can't be used yet: %s", failure)
            self._model = "embedder_failed"
            return
        except StoreError as failure:
            self._model, self.trouble = "building", explain(failure)
            raise
        except Exception:
            self._model = "embedder_failed"  # said plainly: not "still loading" for ever
            raise
        self._unready = self.trouble = None
        self._built_at = self._counts.writes = -1
        self._counts.renew(self._index)
        self._model, self._fingerprint = model, model.embedder.fingerprint
        self.go_on(with_refused=True)

    def prefer(self, preferences: Preferences) -> None:
        """Rest and measure in this way from now on; the gate is measured anew where it must be. On any thread."""
        before, self._preferences = self._preferences, preferences
        if before.off_topic_share != preferences.off_topic_share:
            self._thread.post(lambda: self._measure_anew(preferences.off_topic_share))

    def _measure_anew(self, share: float) -> None:
        self._calibration.set_share(share)
        self._built_at = -1
        self.go_on()

    def rest(self) -> None:
        """Let go of a model that no question wanted for long; asked once a minute."""
        after = self._preferences.unload_after
        idle = time.monotonic() - self._asked
        if after is None or idle < after.total_seconds() or self._building is not None:
            return
        if isinstance(self._model, Model):
            model, self._model, self._rested_at = self._model, RESTING, self._index.database.writes
            self._calibration.forget_model()
            model.embedder.close()
            log.info("the model rests after %d minutes without a question", idle // 60)

    def _wake(self) -> None:
        """Load a model that rests. On the index thread, so that it happens once."""
        if self._model == RESTING:
            self._model = LOADING
            self.load()

    # ---- the vectors

    def go_on(self, *, with_refused: bool = False) -> None:
        """Put a model to use that couldn't be used or loaded yet, or embed what is pending.

        What the model refused is tried again when it is asked for (`with_refused`), and by itself less and less.
        """
        with_refused |= time.monotonic() >= self._retry_at
        if self._unready is not None:
            self._use_model(self._unready)
        elif time.monotonic() >= self._load_at:
            self.load()
        elif self._counts.pending and self._rested_at != self._index.database.writes:
            self._wake()
        if isinstance(self._model, Model) and not self._is_built(with_refused=with_refused):
            if self._building is None:
                self._thread.expect()
                self._to_embed = 0
            self._to_embed = max(self._to_embed, self._counts.pending or 0)
            if with_refused and self.refused:
                self._retry_after = min(2 * self._retry_after, LAST_RETRY)
                self._retry_at = time.monotonic() + self._retry_after
            self._building = Building(self._index, self._model.embedder, {} if with_refused else self.refused)
            self._embedded_at = -1

    def _is_built(self, *, with_refused: bool) -> bool:
        """As nearly every minute: nothing that may be tried is pending, and nothing was written since that was found."""
        return self._built_at == self._index.database.writes and not (with_refused and self._counts.pending)

    @property
    def is_building(self) -> bool:
        """Whether there is a `step` to be done."""
        return self._building is not None

    def step(self) -> None:
        """Embed one batch; when there is none, measure the gate a little."""
        assert self._building is not None
        goes_on = False
        try:
            made = 0 if self._is_embedded() else self._building.step()
            self.trouble = None
            if self._building.refused != self.refused:
                self.refused = dict(self._building.refused)
            if made == 0:
                goes_on = not self._finish(self._building.refused)
            else:
                goes_on = True
                self._counts.pending = max(0, (self._counts.pending or 0) - made)
                self.progress = 1 - self._counts.pending / self._to_embed if self._to_embed else None
        except StoreError as failure:
            self.trouble = explain(failure)
            raise
        finally:
            if not goes_on:
                self._building, self.progress = None, None
                self._thread.done()

    def _is_embedded(self) -> bool:
        """Whether nothing was written since nothing was left to embed: as between two steps of measuring the gate."""
        return self._embedded_at == self._index.database.writes

    def _finish(self, refused: Collection[bytes]) -> bool:
        """What is to be done once all is embedded; False when something else is wanted before its end."""
        if not self._is_embedded():
            self._settle(refused)
        self._index.compact_if_worth(self._is_wanted)
        self._embedded_at = self._index.database.writes
        if not isinstance(self._model, Model):
            return True
        measured = self._calibration.go_on(self._model, self._clock, self._is_wanted)
        if measured and not self._is_wanted():  # else compacting may have been left half done
            self._built_at = self._index.database.writes
        return measured

    def _settle(self, refused: Collection[bytes]) -> None:
        """Take in that all is embedded; looks at every passage."""
        self.progress = None
        if not refused:
            self._retry_after, self._retry_at = FIRST_RETRY, math.inf
        elif self._retry_at == math.inf:
            self._retry_at = time.monotonic() + self._retry_after
        self._counts.pending = self._index.pending_count()
        if self._index.mirror is not None:
            self._index.mirror.settle()
        self._index.drop_other_spaces(refused)

    def _is_wanted(self) -> bool:
        return self._thread.is_wanted

    # ---- what a question may use; on any thread

    def meaning(self) -> Meaning | str:
        """What a question may use at this moment, or the reason why it is answered by keyword alone.

        A model that rests is loaded for the next ones.
        """
        self._asked = time.monotonic()
        if self._model == RESTING:
            self._thread.post(self._wake)
        return self._meaning()

    def _meaning(self) -> Meaning | str:
        model, mirror = self._model, self._index.mirror
        if isinstance(model, str):
            return LOADING if model == RESTING else model
        if mirror is None or (len(mirror) == 0 and self._counts.pending):
            return "building"
        return Meaning(model.embedder, mirror, model.scale, self._index.gate)

    @property
    def degraded(self) -> str | None:
        """Why questions are answered by keyword alone; while the model rests, why they would be once it is awake."""
        if self._model == RESTING:
            none = not self._index.space or self._counts.pending == self._counts.passages > 0
            return "building" if none else None
        meaning = self._meaning()
        return meaning if isinstance(meaning, str) else None

    @property
    def model(self) -> Fingerprint | None:
        """What model there is, also while it rests."""
        return None if isinstance(self._model, str) and self._model != RESTING else self._fingerprint

    @property
    def space(self) -> str | None:
        """The key of the embedding space in use; None while there is no model."""
        return self.model.key if self.model else None


def _state_after(failure: TrayRecallError) -> str:
    """What is said while there is no model: none is installed, or the one that is can't be loaded."""
    return "no_model" if isinstance(failure, ModelUnavailable) else "embedder_failed"
