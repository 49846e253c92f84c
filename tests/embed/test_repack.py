from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.embed.reference import reference_vectors
from trayrecall.core.errors import EmbedderError
from trayrecall.core.ports import Embedder
from trayrecall.embed import DEFAULT_MODEL, MODELS
from trayrecall.embed.files import MANIFEST, read_manifest, sha256_of
from trayrecall.embed.locate import weights_file
from trayrecall.embed.q4_file import Q4File
from trayrecall.embed.repack import FILES, repack
from trayrecall.embed.unigram_tokenizer import tokenizer_files

PACKAGE = MODELS[DEFAULT_MODEL].package
TEXTS = (
    "Restic runs every night at 02:30 from the NAS to B2.",
    "Die Heizung im Keller wird jeden Oktober entlüftet; Grüße an den Nachbarn.",
    "红烧肉做法：五花肉焯水，小火炖一个半小时。",
    "毎晩バックアップを取ります。",
    "def read(path: Path) -> str:\n    return path.read_text()",
)


class Stopped(Exception):
    pass


@pytest.fixture(scope="session")
def weights() -> Path:
    path = weights_file(PACKAGE)
    assert path is not None
    return path


def test_the_int8_form_stays_close_to_exact_arithmetic_on_the_four_bit_weights(
    weights: Path, embedder: Embedder
) -> None:
    exact = reference_vectors(Q4File(weights), TEXTS, MODELS[DEFAULT_MODEL].passage_prefix)
    cosines = (embedder.passages(TEXTS) * exact).sum(axis=1)
    assert cosines.min() > 0.99


def test_the_tokenizer_has_the_same_bytes_every_time(
    weights: Path, embedder: Embedder, tmp_path: Path
) -> None:
    for name, content in tokenizer_files(Q4File(weights).vocabulary).items():
        (tmp_path / name).write_bytes(content)
    assert sha256_of(tmp_path / "tokenizer.json") == embedder.fingerprint.tokenizer_sha256


def test_an_interrupted_repack_leaves_nothing(weights: Path, tmp_path: Path) -> None:
    def stop(share: float) -> None:
        if share > 0.5:
            raise Stopped

    with pytest.raises(Stopped):
        repack(weights, tmp_path / "e5", sha256=PACKAGE.sha256, progress=stop)

    assert list(tmp_path.iterdir()) == []


def test_a_killed_repack_leaves_no_model_and_its_remains_are_swept_away_later(
    weights: Path, tmp_path: Path
) -> None:
    target = tmp_path / "e5"
    script = (
        "import os, sys; from pathlib import Path; from trayrecall.embed.repack import repack\n"
        "def die(share):\n    if share > 0.4: os._exit(9)\n"
        "repack(Path(sys.argv[1]), Path(sys.argv[2]), sha256=sys.argv[3], progress=die)"
    )
    ended = subprocess.run([sys.executable, "-c", script, weights, target, PACKAGE.sha256], check=False)
    assert ended.returncode == 9
    assert not target.exists()
    (remains,) = tmp_path.iterdir()
    long_ago = time.time() - 7200
    os.utime(remains, (long_ago, long_ago))

    repack(weights, target, sha256=PACKAGE.sha256)

    assert [path.name for path in tmp_path.iterdir()] == ["e5"]


def test_two_repacks_at_once_make_one_whole_model(weights: Path, tmp_path: Path) -> None:
    target = tmp_path / "e5"
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(repack, weights, target, sha256=PACKAGE.sha256) for _ in range(2)]:
            done.result()

    assert [path.name for path in tmp_path.iterdir()] == ["e5"]
    hashes = read_manifest(target)
    assert set(FILES) <= set(hashes)
    assert all(sha256_of(target / name) == expected for name, expected in hashes.items())


def test_weights_other_than_the_pinned_ones_are_refused(weights: Path, tmp_path: Path) -> None:
    other = tmp_path / "e5-small-q4.bin"
    content = bytearray(weights.read_bytes())
    content[1000] ^= 1
    other.write_bytes(content)

    with pytest.raises(EmbedderError, match="not the pinned file"):
        repack(other, tmp_path / "e5", sha256=PACKAGE.sha256)

    assert not (tmp_path / "e5").exists()


@pytest.mark.parametrize("content", [b"E5S1", b"nothing of the kind" * 10, b"E5S1" + b"\xff" * 200])
def test_a_file_of_another_kind_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "weights.bin"
    path.write_bytes(content)
    with pytest.raises(EmbedderError, match=r"weights\.bin is not a file of 4-bit e5 weights"):
        Q4File(path)


def test_a_model_that_is_there_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "e5"
    target.mkdir()
    (target / MANIFEST).write_text("{}")

    repack(tmp_path / "no-such-file", target, sha256=PACKAGE.sha256)

    assert [path.name for path in target.iterdir()] == [MANIFEST]
