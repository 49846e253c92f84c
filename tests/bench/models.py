"""The default model as the program loads it, without the tests' memory of vectors; and its bare session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import onnxruntime

from tests.pipeline import MODELS_CACHE, RESOURCES
from trayrecall.core.passages import SPLITTER
from trayrecall.core.ports import Embedder, Vector
from trayrecall.embed import DEFAULT_MODEL, open_embedder, spec_of
from trayrecall.embed.fastembed_embedder import FastEmbedder, _inner
from trayrecall.embed.locate import Places, locate


def embedder() -> Embedder:
    """The default model, loaded anew."""
    return open_embedder(DEFAULT_MODEL, Places(None, MODELS_CACHE, RESOURCES), splitter=SPLITTER)


@dataclass(frozen=True)
class BareModel:
    """The same file and tokenizer, and nothing between a text and the session."""

    session: Any
    tokenizer: Any
    prefix: str
    inputs: frozenset[str]

    @classmethod
    def beside(cls, loaded: Embedder) -> BareModel:
        """A session of its own, one thread a call, with the tokenizer of the loaded model."""
        assert isinstance(loaded, FastEmbedder)
        spec = spec_of(DEFAULT_MODEL)
        files = locate(spec, Places(None, MODELS_CACHE.resolve(), RESOURCES.resolve()), None)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(files.graph), options, ["CPUExecutionProvider"])
        names = frozenset(each.name for each in session.get_inputs())
        return cls(session, _inner(loaded._loaded()).tokenizer, spec.passage_prefix, names)

    def passage(self, text: str) -> Vector:
        """The vector of one passage; pooling and length are the graph's."""
        (encoding,) = self.tokenizer.encode_batch([self.prefix + text])
        given = {"input_ids": encoding.ids, "attention_mask": encoding.attention_mask}
        given["token_type_ids"] = [0] * len(encoding.ids)
        arrays = {name: np.array([given[name]], np.int64) for name in self.inputs}
        (vectors,) = self.session.run(None, arrays)
        return np.asarray(vectors[0], np.float32)
