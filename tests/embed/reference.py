"""The e5 encoder in plain numpy fp32 on the exact 4-bit weights: slow, and without onnxruntime."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from trayrecall.embed.q4_file import Q4File
from trayrecall.embed.unigram_tokenizer import tokenizer_files

Array = npt.NDArray[np.float32]
_erf = np.vectorize(math.erf, otypes=[np.float32])


def reference_vectors(source: Q4File, texts: Sequence[str], prefix: str) -> Array:
    tokenizer = Tokenizer.from_str(tokenizer_files(source.vocabulary)["tokenizer.json"].decode())
    ids = [np.array(tokenizer.encode(prefix + text).ids) for text in texts]
    states = [_embedded(source, one) for one in ids]
    for number in range(source.shape.layers):
        layer = _Layer(source, f"l{number}")
        states = [layer(state) for state in states]
    means = np.stack([state.mean(axis=0) for state in states])
    return np.asarray(means / np.linalg.norm(means, axis=1, keepdims=True), dtype=np.float32)


def _embedded(source: Q4File, ids: npt.NDArray[np.int64]) -> Array:
    hidden = source.shape.hidden
    packed, scales = source.nibbles("emb.word")
    blocks = packed.reshape(source.shape.words, hidden // 32, 16)[ids]
    values = np.stack([blocks & 15, blocks >> 4], axis=-1).reshape(len(ids), hidden // 32, 32)
    words = (values.astype(np.float32) - 8) * scales.reshape(source.shape.words, -1)[ids][..., None]
    position = source.floats("emb.pos").reshape(-1, hidden)[: len(ids)]
    total = words.reshape(len(ids), hidden) + position + source.floats("emb.type")[:hidden]
    return _norm(source, "emb.ln", np.asarray(total, dtype=np.float32))


def _norm(source: Q4File, name: str, state: Array) -> Array:
    centred = state - state.mean(axis=1, keepdims=True)
    scaled = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + source.shape.epsilon)
    return np.asarray(scaled * source.floats(f"{name}.w") + source.floats(f"{name}.b"))


class _Layer:
    def __init__(self, source: Q4File, name: str) -> None:
        self.source, self.name = source, name
        hidden, inner = source.shape.hidden, source.shape.inner
        rows = {"q": hidden, "k": hidden, "v": hidden, "ao": hidden, "fi": inner, "fo": hidden}
        self.weights = {part: source.matrix(f"{name}.{part}.w", count) for part, count in rows.items()}
        self.biases = {part: source.floats(f"{name}.{part}.b") for part in rows}

    def linear(self, part: str, state: Array) -> Array:
        return np.asarray(state @ self.weights[part].T + self.biases[part])

    def __call__(self, state: Array) -> Array:
        heads = self.source.shape.heads
        query, key, value = (
            self.linear(part, state).reshape(len(state), heads, -1).transpose(1, 0, 2) for part in "qkv"
        )
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(query.shape[-1])
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        seen = (shares @ value).transpose(1, 0, 2).reshape(state.shape)
        state = _norm(self.source, f"{self.name}.aln", self.linear("ao", seen) + state)
        risen = self.linear("fi", state)
        risen = risen * (1 + _erf(risen / math.sqrt(2))) / 2
        return _norm(self.source, f"{self.name}.oln", self.linear("fo", risen) + state)
