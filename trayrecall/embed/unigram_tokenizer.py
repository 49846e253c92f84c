"""Writes `tokenizer.json` for XLM-RoBERTa's unigram vocabulary, the same bytes every time.

The vocabulary comes from the weight file. What it lacks is sentencepiece's table of `nmt_nfkc`
normalisation; the trainer of the `sentencepiece` package puts it into every model it makes, so a
throw-away model is trained in memory and the table taken out of it.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator

from trayrecall.core.errors import EmbedderError
from trayrecall.embed.light_tokenizer import (
    CHARSMAP,
    END,
    FIXED32,
    FIXED64,
    LENGTH,
    LIGHT_FILE,
    MASK,
    NORMALISER,
    PADDING,
    START,
    UNKNOWN,
    VARINT,
    light_model,
    quiet_sentencepiece,
)
from trayrecall.embed.q4_file import Vocabulary

MAX_TOKENS = 512


def tokenizer_files(vocabulary: Vocabulary) -> dict[str, bytes]:
    """The files that a Hugging Face tokenizer folder needs, and the light tokenizer's, by name."""
    config = {
        "model_max_length": MAX_TOKENS,
        "pad_token": PADDING,
        "cls_token": START,
        "sep_token": END,
        "unk_token": UNKNOWN,
    }
    tokenizer = _json(_tokenizer(vocabulary, nmt_nfkc()))
    return {
        "tokenizer.json": tokenizer,
        LIGHT_FILE: light_model(tokenizer),
        "tokenizer_config.json": _json(config),
        "config.json": _json({"model_type": "bert", "pad_token_id": vocabulary.pieces.index(PADDING)}),
    }


def nmt_nfkc() -> bytes:
    """The precompiled table of the `nmt_nfkc` rules, from sentencepiece."""
    model = io.BytesIO()
    lines = ["hello world this is a test", "another line of text"] * 50
    quiet_sentencepiece().SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=model,
        vocab_size=30,
        hard_vocab_limit=False,
        normalization_rule_name="nmt_nfkc",
        minloglevel=2,
    )
    for number, value in _fields(model.getvalue()):
        if number == NORMALISER:
            for inner, table in _fields(value):
                if inner == CHARSMAP:
                    return table
    raise EmbedderError("sentencepiece made a model without a normalisation table")


def _tokenizer(vocabulary: Vocabulary, charsmap: bytes) -> dict[str, object]:
    """As in the tokenizer.json of intfloat/multilingual-e5-small."""
    ids = {piece: vocabulary.pieces.index(piece) for piece in (START, PADDING, END, UNKNOWN, MASK)}
    metaspace = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
    start = {"SpecialToken": {"id": START, "type_id": 0}}
    end = {"SpecialToken": {"id": END, "type_id": 0}}
    first, second = ({"Sequence": {"id": name, "type_id": 0}} for name in "AB")
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {
                "id": number,
                "content": piece,
                "single_word": False,
                "lstrip": piece == MASK,
                "rstrip": False,
                "normalized": False,
                "special": True,
            }
            for piece, number in ids.items()
        ],
        "normalizer": {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(charsmap).decode()},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, metaspace]},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [start, first, end],
            "pair": [start, first, end, end, second, end],
            "special_tokens": {
                piece: {"id": piece, "ids": [ids[piece]], "tokens": [piece]} for piece in (START, END)
            },
        },
        "decoder": metaspace,
        "model": {
            "type": "Unigram",
            "unk_id": vocabulary.unknown_id,
            "vocab": list(zip(vocabulary.pieces, vocabulary.scores, strict=True)),
            "byte_fallback": False,
        },
    }


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """The length-delimited fields of a protobuf message; others are skipped."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        kind = key & 7
        if kind == LENGTH:
            size, at = _varint(message, at)
            yield key >> 3, message[at : at + size]
            at += size
        elif kind == VARINT:
            _, at = _varint(message, at)
        elif kind in (FIXED64, FIXED32):
            at += 8 if kind == FIXED64 else 4
        else:
            raise EmbedderError(f"sentencepiece made a model with an unknown wire type {kind}")


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """A variable-length integer at `at`, and where it ends."""
    value = shift = 0
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:  # noqa: PLR2004 - the continuation bit
            return value, at
