from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from tokenizers import Tokenizer

from tests.embed.conftest import MODELS_CACHE, RESOURCES
from tests.embed.test_embedder import NOTES, QUERIES
from trayrecall.core.ports import Embedder
from trayrecall.embed import DEFAULT_MODEL, MODELS, light_tokenizer, open_embedder
from trayrecall.embed.light_tokenizer import LIGHT_FILE, LightTokenizer
from trayrecall.embed.locate import Places

FOLDER = Places(None, MODELS_CACHE, RESOURCES).repacked(MODELS[DEFAULT_MODEL])
TEXTS = (
    *(text for topic in (*QUERIES, *NOTES) for text in topic),
    "  leading and   trailing  \n\n\t spaces ",
    "e\u0301te\u0301 café ½ ① ™ … — ‘x’ ﬁne “quotes” 全角ＡＢＣ",
    "😀 emoji 👩\u200d👩\u200d👧 mixed \u200bzero\u200bwidth\u00a0nbsp\u3000ideographic \ufeff",
    "def read(path: Path) -> str:\n\twith path.open() as f:\n\t\treturn f.read()  # {'a': [1, 2]}",
    "http://192.168.1.4:8080/etapi?x=1&y=chat-send ABCdef123_snake_case",
    "Привет, мир. مرحبا بالعالم नमस्ते दुनिया 한국어 문장도 있습니다. ไทย",
    "word " * 700,
)


@pytest.fixture(scope="module")
def usual(embedder: Embedder) -> Tokenizer:
    assert embedder.fingerprint.model == DEFAULT_MODEL
    tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    tokenizer.enable_truncation(512)
    return tokenizer


@pytest.fixture
def without_light(monkeypatch: pytest.MonkeyPatch) -> Iterator[Embedder]:
    monkeypatch.setattr(light_tokenizer, "usable", lambda _: False)
    model = open_embedder(DEFAULT_MODEL, Places(None, MODELS_CACHE, RESOURCES))
    yield model
    model.close()


def test_the_ids_are_those_of_the_usual_tokenizer(usual: Tokenizer) -> None:
    light = LightTokenizer(FOLDER / LIGHT_FILE, 512)
    texts = [f"passage: {text}" for text in (*TEXTS, "", " ", "\x00", "a\x00b", "😀" * 3000)]
    for one, other in zip(light.encode_batch(texts), usual.encode_batch(texts), strict=True):
        assert one.ids == other.ids
        assert one.attention_mask == other.attention_mask


def test_special_pieces_spelled_out_in_a_text_stay_text() -> None:
    light = LightTokenizer(FOLDER / LIGHT_FILE, 512)
    (encoding,) = light.encode_batch(["<s>a</s><pad><mask>"])
    assert encoding.ids[0] == 0
    assert encoding.ids[-1] == 2
    assert not {0, 1, 2, 250_001} & set(encoding.ids[1:-1])


def test_without_the_package_vectors_and_counts_are_the_same(
    embedder: Embedder, without_light: Embedder
) -> None:
    assert without_light.fingerprint == embedder.fingerprint
    assert np.array_equal(without_light.passages(TEXTS), embedder.passages(TEXTS))
    assert [without_light.count_tokens(text) for text in TEXTS] == [
        embedder.count_tokens(text) for text in TEXTS
    ]
