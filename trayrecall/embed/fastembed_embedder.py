"""The embedder that runs a model through fastembed, on the CPU and without the network.

One session serves all callers: it is set to one thread, so a call runs in the thread that makes it, several
run side by side, and a query never waits for the passages of a running build. Passages go one at a time, as
padding costs more than a batch saves, in two threads, which step back behind everything else:
on two cores a query takes 4.7 ms (median) when idle, 4.6 ms during a build, and 8.1 ms without stepping back.
fastembed takes 0.4 to 1.3 s to import, so it is imported when a model is loaded.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import warnings
from collections.abc import Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, cast

import numpy as np

from trayrecall.core.errors import EmbedderError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.model import Fingerprint
from trayrecall.core.ports import Matrix, Vector
from trayrecall.core.visible import whole
from trayrecall.embed import light_tokenizer
from trayrecall.embed.light_tokenizer import LightTokenizer
from trayrecall.embed.locate import ModelFiles
from trayrecall.embed.models import ModelSpec, Pooling

if TYPE_CHECKING:
    from fastembed import TextEmbedding
    from fastembed.text.onnx_embedding import OnnxTextEmbedding
    from tokenizers import Encoding, Tokenizer

BULK_THREADS = 2
_CHARACTERS_PER_TOKEN = 64  # no piece of a vocabulary is longer; the rest of a text can't matter
_NICENESS = 10  # of the threads that embed passages
_POOLED_RANK = 2  # (batch, dimension); token vectors have one more

_registering = threading.Lock()
_registered: set[str] = set()


class FastEmbedder:
    """A loaded model. See `core.ports.Embedder`. Loading raises `EmbedderError`."""

    def __init__(self, spec: ModelSpec, files: ModelFiles, *, splitter: str = "") -> None:
        self._spec = spec
        self._fingerprint = fingerprint_of(spec, files, splitter=splitter)
        self._model: TextEmbedding | None = _load(spec, files)
        self._pool = ThreadPoolExecutor(BULK_THREADS, thread_name_prefix="embed", initializer=_step_back)

    @property
    def fingerprint(self) -> Fingerprint:
        """The identity of the vectors this embedder makes."""
        return self._fingerprint

    def query(self, text: str) -> Vector:
        """The unit vector of one question, shape (dimension,)."""
        return self._embed(self._spec.query_prefix + text)

    def passages(self, texts: Sequence[str]) -> Matrix:
        """The unit vectors of passages in their order, shape (texts, dimension)."""
        prefix = self._spec.passage_prefix
        try:
            vectors = list(self._pool.map(self._embed, [prefix + text for text in texts]))
        except (RuntimeError, CancelledError) as error:  # the pool is shut down
            raise EmbedderError("the model is closed") from error
        return np.stack(vectors) if vectors else np.empty((0, self._spec.dimension), np.float32)

    def count_tokens(self, text: str) -> int:
        """Tokens of a passage with its prefix and the special tokens, also beyond the model's limit."""
        tokenizer = _inner(self._loaded()).tokenizer
        text = whole(self._spec.passage_prefix + text)
        return tokenizer.count(text) if isinstance(tokenizer, LightTokenizer) else _count(tokenizer, text)

    def close(self) -> None:
        """Free the model. Passages that nobody began are given up."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._model = None
        _give_back()

    def _loaded(self) -> TextEmbedding:
        model = self._model
        if model is None:
            raise EmbedderError("the model is closed")
        return model

    def _embed(self, text: str) -> Vector:
        model = self._loaded()
        # The tokenizer takes no lone surrogate.
        short = whole(text[: self._spec.max_tokens * _CHARACTERS_PER_TOKEN])
        try:
            raw = next(iter(model.embed([short], batch_size=1)))
        except Exception as error:  # the barrier to fastembed, onnxruntime and tokenizers
            raise EmbedderError(f"{type(error).__name__} in {self._spec.name}") from error
        vector = np.asarray(raw, dtype=np.float32)
        length = float(np.linalg.norm(vector))
        if vector.shape != (self._spec.dimension,) or not np.isfinite(length) or length == 0.0:
            raise EmbedderError(
                QT_TRANSLATE_NOOP("errors", "{name} gave no usable vector"), values={"name": self._spec.name}
            )
        return vector / np.float32(length)


def fingerprint_of(spec: ModelSpec, files: ModelFiles, *, splitter: str) -> Fingerprint:
    """The identity of the vectors that this model makes of these files."""
    return Fingerprint(
        model=spec.name,
        revision=spec.revision,
        weights_sha256=files.weights_sha256,
        tokenizer_sha256=files.tokenizer_sha256,
        variant=files.variant,
        dimension=spec.dimension,
        query_prefix=spec.query_prefix,
        passage_prefix=spec.passage_prefix,
        splitter=splitter,
    )


def _load(spec: ModelSpec, files: ModelFiles) -> TextEmbedding:
    try:
        model = _open(spec, files, files.pooling or Pooling.MEAN)
        if files.pooling is None and _pools(model):
            model = _open(spec, files, Pooling.GRAPH)
    except Exception as error:  # the barrier to fastembed, onnxruntime and tokenizers
        raise EmbedderError(
            QT_TRANSLATE_NOOP("errors", "{graph} can't be loaded: {error}"),
            values={"graph": files.graph, "error": error},
        ) from error
    return model


def _open(spec: ModelSpec, files: ModelFiles, pooling: Pooling) -> TextEmbedding:
    """A fastembed model of exactly these files. Its registry lives as long as the process."""
    # Its tokenizer would start a thread a core for every call.
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    # onnxruntime reports to its maker from the moment it is imported; this alone keeps it silent on Linux and macOS.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from fastembed import TextEmbedding  # noqa: PLC0415 - slow, see above
        from fastembed.common.model_description import ModelSource, PoolingType  # noqa: PLC0415
        from loguru import logger  # noqa: PLC0415 - fastembed brings it, and writes to stderr with it
        from onnxruntime import disable_telemetry_events  # noqa: PLC0415

        logger.disable("fastembed")
        disable_telemetry_events()  # the same on Windows
        name = f"trayrecall/{spec.name}/{pooling}{files.graph}"
        with _registering:
            if name not in _registered:
                TextEmbedding.add_custom_model(
                    model=name,
                    pooling=PoolingType.DISABLED if pooling is Pooling.GRAPH else PoolingType.MEAN,
                    normalization=pooling is Pooling.MEAN,
                    sources=ModelSource(hf=spec.hub.repository),  # required, never asked
                    dim=spec.dimension,
                    model_file=str(files.graph),  # absolute: the tokenizer may lie in another folder
                )
                _registered.add(name)
        model = TextEmbedding(
            name,
            cache_dir=str(files.tokenizer_folder),
            threads=1,
            providers=["CPUExecutionProvider"],
            local_files_only=True,
            specific_model_path=str(files.tokenizer_folder),
            lazy_load=True,
        )
        inner = _inner(model)
        if light_tokenizer.usable(files.tokenizer_folder):
            light = LightTokenizer(files.tokenizer_folder / light_tokenizer.LIGHT_FILE, spec.max_tokens)
            inner.tokenizer = cast("Tokenizer", light)  # then fastembed doesn't load its own
        inner.load_onnx_model()
        if inner.tokenizer is not None and not isinstance(inner.tokenizer, LightTokenizer):
            inner.tokenizer.enable_truncation(spec.max_tokens)
    return model


def _inner(model: TextEmbedding) -> OnnxTextEmbedding:
    """The object with the session and the tokenizer, which fastembed wraps."""
    return cast("OnnxTextEmbedding", model.model)


def _pools(model: TextEmbedding) -> bool:
    """Whether the graph makes one vector of a text by itself."""
    session = _inner(model).model
    assert session is not None
    return len(session.get_outputs()[0].shape) == _POOLED_RANK


def _count(tokenizer: Tokenizer | None, text: str) -> int:
    """Tokens of the text for a tokenizer that cuts: what it kept and what it cut off."""
    assert tokenizer is not None
    encoding: Encoding = tokenizer.encode(text)
    special = int(tokenizer.num_special_tokens_to_add(is_pair=False))
    rest = sum(sum(part.attention_mask) - special for part in encoding.overflowing)
    return sum(encoding.attention_mask) + rest


def _give_back() -> None:
    """Let the C library return what was freed: glibc would keep most of a model's 150 MB for itself."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library has no malloc_trim
            ctypes.CDLL(None).malloc_trim(0)


def _step_back() -> None:
    """Let everything else go before a thread that embeds passages, where threads have priorities."""
    if sys.platform == "linux":
        with suppress(OSError):  # a sandbox may forbid it
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
