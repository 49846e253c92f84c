"""The token estimate against the real tokenizer, where one is on this machine."""

from __future__ import annotations

import base64
import random
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from trayrecall.core.convert import convert
from trayrecall.core.passages import split
from trayrecall.core.tokens import estimate_tokens

MODELS = Path(__file__).parents[2] / "build" / "models"
MODEL_LIMIT = 512
NOISE = random.Random(7)


def noise(alphabet: str, length: int, word: int = 0) -> str:
    text = "".join(NOISE.choice(alphabet) for _ in range(length))
    return " ".join(text[at : at + word] for at in range(0, length, word)) if word else text


LETTERS = "abcdefghijklmnopqrstuvwxyz"
TEXTS = {
    "hex": noise("0123456789abcdef", 4000),
    "hex dump": noise("0123456789abcdef", 4000, 2),
    "base64": base64.b64encode(bytes(NOISE.randrange(256) for _ in range(3000))).decode(),
    "long word": noise(LETTERS, 4000),
    "random words": noise(LETTERS, 4000, 9),
    "upper case": noise(LETTERS.upper(), 4000, 7),
    "digits": noise("0123456789", 4000, 5),
    "signs": noise("!@#$%^*()_+-={}[]:;',.?/|~", 4000),
    "pipes": "| " * 2000,
    "tabs": "a\t" * 2000,
    "emoji": noise("😀😁😂🤣🚀👩🎉🐍🔥", 2000, 1),
    "families": "👩‍👩‍👧‍👦" * 400,
    "thai": "ระบบทำความร้อนต้องตรวจสอบความดันทุกสัปดาห์และเปลี่ยนน้ำเมื่อจำเป็น" * 30,
    "chinese": "锅炉压力需要每周检查一次，必要时补水。" * 60,
    "japanese": "ボイラーの圧力は毎週確認し、必要に応じて水を補充してください。" * 40,
    "korean": "보일러 압력은 매주 확인하고 필요하면 물을 보충해야 합니다. " * 40,
    "minified": ",".join(f'{{"id":{i},"v":"{i * 2654435761 % 2**32:x}"}}' for i in range(500)),
    "ligatures": "ﷺ" * 800,
    "english": "The boiler pressure should be checked every week, and water added when it is needed. " * 40,
    "german": "Der Druck des Heizkessels muss wöchentlich geprüft und bei Bedarf nachgefüllt werden. " * 40,
    "russian": "Давление котла нужно проверять каждую неделю и при необходимости доливать воду. " * 40,
    "hindi": "बॉयलर का दबाव हर हफ्ते जाँचना चाहिए और ज़रूरत पड़ने पर पानी भरें। " * 40,
}
SPACED = ["chinese", "japanese", "korean"]  # as text comes out of a PDF
TEXTS |= {f"{name}, spaced": " ".join(TEXTS[name].replace(" ", "")) for name in SPACED}
NATURAL = [
    "chinese",
    "japanese",
    "korean",
    "english",
    "german",
    "hindi",
    "minified",
    *(n for n in TEXTS if "spaced" in n),
]


@lru_cache(maxsize=1)
def real_tokenizer() -> Any:
    found = sorted(MODELS.glob("**/tokenizer.json")) if MODELS.is_dir() else []
    multilingual = [path for path in found if "e5" in str(path).lower()]
    if not multilingual:
        pytest.skip("no tokenizer of multilingual-e5-small below build/models")
    from tokenizers import Tokenizer  # noqa: PLC0415  comes with the embedder; the core never needs it

    tokenizer = Tokenizer.from_file(str(multilingual[0]))
    tokenizer.no_truncation()
    return tokenizer


@pytest.mark.parametrize("name", TEXTS)
def test_no_passage_exceeds_the_model_whatever_the_text(name: str) -> None:
    tokenizer = real_tokenizer()
    for kind in (("text", "text/html"), ("code", "text/plain")):
        for passage in split("A title", ("kind: noise",), convert(*kind, TEXTS[name])).passages:
            assert len(tokenizer.encode("passage: " + passage.embedded_text).ids) <= MODEL_LIMIT


@pytest.mark.parametrize("name", NATURAL)
def test_natural_text_is_estimated_within_a_quarter(name: str) -> None:
    real = len(real_tokenizer().encode(TEXTS[name], add_special_tokens=False).ids)
    assert real / 1.25 < estimate_tokens(TEXTS[name]) < real * 1.25


def test_an_empty_text_takes_no_tokens() -> None:
    assert estimate_tokens("") == 0


def test_an_english_sentence_takes_a_token_and_a_half_a_word() -> None:
    assert estimate_tokens("The boiler pressure should be checked every week.") in range(9, 15)
