"""Builds the ONNX graph of a BERT sentence encoder from 4-bit weights, one matrix at a time.

The form was chosen among eight by measurement (2.6 GHz, AVX-512 VNNI, onnxruntime 1.32, one thread, batch 1;
CPU ms at 16 / 100 / 250 / 512 tokens; cosine to the exact 4-bit weights computed in fp32):

    exact 4-bit weights, fp32 arithmetic (MatMulNBits)      12.2 / 52.2 / 132.6 / 304.8    1
    A: DynamicQuantizeMatMul, int8 of +-127, Gelu            4.1 / 21.7 /  60.8 / 159.4    .9954
    A with the bias in BiasGelu                              4.1 / 21.9 /  61.5 / 162.8    .9954
    A with FastGelu                                          4.1 / 21.7 /  60.9 / 159.8    .9956
    A with DynamicQuantizeLinear + MatMulIntegerToFloat      4.1 / 21.8 /  61.1 / 160.2    .9954
    A without an attention mask                              4.0 / 21.4 /  58.9 / 145.6    .9955
    B: A with every bias inside the product                  4.0 / 21.7 /  60.8 / 156.8    .9954
    A with weights of +-63                                   4.2 / 21.8 /  61.4 / 160.4    .9945
    B with weights of +-63, built here (machine under load)  4.3 / 22.1 /  63.3 / 161.3

The cosines are for 100 random tokens; on seven real texts (en, de, zh, ja, code) the form built here has .9956
to .9976, and nDCG@10 on notes-mix is .796. onnxruntime's own quantiser gave 6.6 / 23.3 / 67.8 and
needs the 470 MB fp32 graph first.

Weights of seven bits cost no time and next to no fidelity, and they can't saturate: CPUs without VNNI add two
products of an unsigned and a signed byte in 16 bits, where 2 * 255 * 63 fits and 2 * 255 * 127 doesn't (this
was not run on such a CPU). The mask stays, so that a padded batch is right too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

from trayrecall.embed.q4_file import BLOCK, Q4File

OUTPUT = "sentence_embedding"
LARGEST_WEIGHT = 63
_MICROSOFT = "com.microsoft"
_OPSET = 21
_IR_VERSION = 10


class _Graph:
    """Nodes and constants being collected. Tensors are named by what they are."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, name: str, values: npt.NDArray[Any]) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def nibbles(self, name: str, shape: tuple[int, int], packed: bytes) -> str:
        """A constant of unsigned 4-bit values, two a byte."""
        tensor = TensorProto(name=name, data_type=TensorProto.UINT4, raw_data=packed)
        tensor.dims.extend(shape)
        self.constants.append(tensor)
        return name

    def node(self, operator: str, inputs: Sequence[str], *outputs: str, **attributes: Any) -> str:
        """A node of the standard operators; returns its first output."""
        name = f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, outputs, name=name, **attributes))
        return outputs[0]

    def fused(self, operator: str, inputs: Sequence[str], output: str, **attributes: Any) -> str:
        """A node of onnxruntime's fused operators."""
        return self.node(operator, inputs, output, domain=_MICROSOFT, **attributes)


def build(source: Q4File, progress: Callable[[float], None]) -> onnx.ModelProto:
    """The model: `input_ids` and `attention_mask` (batch, tokens) to unit vectors (batch, hidden).

    Memory: the finished model (about 80 MB) and one matrix in fp32. `progress` gets 0..1.
    """
    graph = _Graph()
    state = _embeddings(graph, source)
    mask = graph.node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    for layer in range(source.shape.layers):
        progress(layer / source.shape.layers)
        state = _layer(graph, source, f"l{layer}", state, mask)
    _pool(graph, state)
    progress(1.0)
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask")
    ]
    output = helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["batch", source.shape.hidden])
    return helper.make_model(
        helper.make_graph(graph.nodes, "sentence_encoder", inputs, [output], graph.constants),
        opset_imports=[helper.make_opsetid("", _OPSET), helper.make_opsetid(_MICROSOFT, 1)],
        ir_version=_IR_VERSION,
    )


def _embeddings(graph: _Graph, source: Q4File) -> str:
    """Word (4-bit, unchanged) plus position plus the one token type, normalised."""
    words, hidden = source.shape.words, source.shape.hidden
    packed, scales = source.nibbles("emb.word")
    zero_points = bytes([0x88]) * (words * (hidden // BLOCK) // 2)
    word = graph.fused(
        "GatherBlockQuantized",
        [
            graph.nibbles("word", (words, hidden), packed.tobytes()),
            "input_ids",
            graph.constant("word_scales", scales.reshape(words, -1)),
            graph.nibbles("word_zero_points", (words, hidden // BLOCK), zero_points),
        ],
        "word_vectors",
        gather_axis=0,
        quantize_axis=1,
        block_size=BLOCK,
    )
    types = source.floats("emb.type").reshape(-1, hidden)
    positions = graph.constant("positions", source.floats("emb.pos").reshape(-1, hidden) + types[0])
    start = graph.constant("axis_0", np.array([0], np.int64))
    length = graph.node("Shape", ["input_ids"], "length", start=1, end=2)
    position = graph.node("Slice", [positions, start, length, start], "position_vectors")
    total = graph.node("Add", [word, position], "embedded")
    weight = graph.constant("embedded_norm", source.floats("emb.ln.w"))
    bias = graph.constant("embedded_norm_bias", source.floats("emb.ln.b"))
    epsilon = source.shape.epsilon
    return graph.node("LayerNormalization", [total, weight, bias], "state", axis=-1, epsilon=epsilon)


def _layer(graph: _Graph, source: Q4File, name: str, state: str, mask: str) -> str:
    """One layer: attention over all heads, then the inner network, each added to what came in."""
    hidden, inner = source.shape.hidden, source.shape.inner
    projected = _linear(graph, source, [f"{name}.q", f"{name}.k", f"{name}.v"], hidden, state)
    parts = [f"{name}.query", f"{name}.key", f"{name}.value"]
    graph.node("Split", [projected], *parts, axis=-1, num_outputs=3)
    heads = source.shape.heads
    seen = graph.fused("MultiHeadAttention", [*parts, "", mask], f"{name}.seen", num_heads=heads)
    state = _add_and_norm(
        graph, source, f"{name}.aln", _linear(graph, source, [f"{name}.ao"], hidden, seen), state
    )
    risen = graph.fused("Gelu", [_linear(graph, source, [f"{name}.fi"], inner, state)], f"{name}.risen")
    return _add_and_norm(
        graph, source, f"{name}.oln", _linear(graph, source, [f"{name}.fo"], hidden, risen), state
    )


def _linear(graph: _Graph, source: Q4File, names: Sequence[str], rows: int, state: str) -> str:
    """Linear layers side by side as one int8 product, a scale for each output; inputs quantised as they come."""
    weights = np.concatenate([source.matrix(f"{name}.w", rows) for name in names])
    scales = (np.abs(weights).max(axis=1) / LARGEST_WEIGHT).astype(np.float32)
    integers = np.rint(weights / scales[:, None]).astype(np.int8)
    key = names[0]
    inputs = [
        state,
        graph.constant(f"{key}.weights", integers.T),
        graph.constant(f"{key}.scales", scales),
        "",
        graph.constant(f"{key}.bias", np.concatenate([source.floats(f"{name}.b") for name in names])),
    ]
    return graph.fused("DynamicQuantizeMatMul", inputs, f"{key}.out")


def _add_and_norm(graph: _Graph, source: Q4File, name: str, state: str, skipped: str) -> str:
    weight = graph.constant(f"{name}.norm", source.floats(f"{name}.w"))
    bias = graph.constant(f"{name}.norm_bias", source.floats(f"{name}.b"))
    inputs = [state, skipped, weight, bias]
    return graph.fused("SkipLayerNormalization", inputs, f"{name}.state", epsilon=source.shape.epsilon)


def _pool(graph: _Graph, state: str) -> str:
    """The mean over the tokens that the mask shows, of length 1."""
    axis = graph.constant("axis_1", np.array([1], np.int64))
    mask = graph.node("Cast", ["attention_mask"], "weights", to=TensorProto.FLOAT)
    row = graph.node("Unsqueeze", [mask, axis], "weights_row")
    total = graph.node("Squeeze", [graph.node("MatMul", [row, state], "total_row"), axis], "total")
    count = graph.node("ReduceSum", [mask, axis], "count", keepdims=1)
    return graph.node("LpNormalization", [graph.node("Div", [total, count], "mean")], OUTPUT, axis=-1, p=2)
