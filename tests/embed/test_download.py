from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.embed.conftest import RESOURCES
from tests.embed.hub import Hub, serving
from trayrecall.core.errors import EmbedderError, ModelUnavailable
from trayrecall.core.ports import Embedder
from trayrecall.embed import MODELS, ModelSpec, Places, available, install_model, open_embedder
from trayrecall.embed.locate import weights_file
from trayrecall.embed.models import HubFile, HubSource

NAME = "all-MiniLM-L6-v2"
PREFIX = "/people/mini/resolve/0123456789abcdef/"


@pytest.fixture(scope="session")
def contents() -> Mapping[str, bytes]:
    graph = weights_file(MODELS[NAME].package)
    assert graph is not None
    tokenizer = RESOURCES / "models" / NAME
    return {
        "onnx/model.onnx": graph.read_bytes(),
        "tokenizer.json": (tokenizer / "tokenizer.json").read_bytes(),
        "tokenizer_config.json": (tokenizer / "tokenizer_config.json").read_bytes(),
    }


@pytest.fixture
def hub(contents: Mapping[str, bytes]) -> Iterator[Hub]:
    with serving({PREFIX + path: content for path, content in contents.items()}) as server:
        yield server


@pytest.fixture
def models(contents: Mapping[str, bytes]) -> Mapping[str, ModelSpec]:
    """The table with the hub's files pinned, and without a weights package."""
    files = tuple(
        HubFile(path, Path(path).name, hashlib.sha256(content).hexdigest(), len(content))
        for path, content in contents.items()
    )
    spec = MODELS[NAME]
    source = HubSource("people/mini", "0123456789abcdef", files, "hub-test")
    return {NAME: replace(spec, hub=source, package=replace(spec.package, distribution="no-such-package"))}


def _left(cache: Path) -> list[str]:
    return sorted(str(path.relative_to(cache)) for path in cache.rglob("*") if path.is_file())


def test_a_downloaded_model_gives_the_same_vectors_as_the_package(
    hub: Hub, models: Mapping[str, ModelSpec], tmp_path: Path, minilm: Embedder
) -> None:
    shares: list[float] = []
    folder = install_model(NAME, tmp_path, shares.append, base_url=hub.url, models=models)

    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    where = available(NAME, Places(None, tmp_path, RESOURCES), models=models)
    assert where == f"download in {folder}"
    model = open_embedder(NAME, Places(None, tmp_path, RESOURCES), models=models)
    assert model.fingerprint.variant == "hub-test"
    assert np.array_equal(model.query("a backup of the server"), minilm.query("a backup of the server"))
    model.close()


def test_a_broken_download_goes_on_where_it_stopped(
    hub: Hub, models: Mapping[str, ModelSpec], tmp_path: Path
) -> None:
    hub.break_after = 1_000_000
    with pytest.raises(ModelUnavailable) as caught:
        install_model(NAME, tmp_path, base_url=hub.url, models=models)
    assert "Run it again" in caught.value.hint
    assert available(NAME, Places(None, tmp_path, RESOURCES), models=models) is None

    install_model(NAME, tmp_path, base_url=hub.url, models=models)

    assert [wanted for path, wanted in hub.asked if path.endswith(".onnx")] == [None, "bytes=1000000-"]
    assert available(NAME, Places(None, tmp_path, RESOURCES), models=models)


def test_a_hub_without_ranges_is_read_from_the_start(
    hub: Hub, models: Mapping[str, ModelSpec], tmp_path: Path
) -> None:
    hub.break_after = 1_000_000
    with pytest.raises(ModelUnavailable):
        install_model(NAME, tmp_path, base_url=hub.url, models=models)
    hub.knows_ranges = False

    assert install_model(NAME, tmp_path, base_url=hub.url, models=models).is_dir()


def test_files_that_arrived_before_a_fault_are_not_fetched_twice(
    hub: Hub, models: Mapping[str, ModelSpec], tmp_path: Path
) -> None:
    missing = hub.files.pop(PREFIX + "tokenizer.json")
    with pytest.raises(ModelUnavailable, match="404"):
        install_model(NAME, tmp_path, base_url=hub.url, models=models)
    hub.files[PREFIX + "tokenizer.json"] = missing

    install_model(NAME, tmp_path, base_url=hub.url, models=models)

    assert sum(path.endswith(".onnx") for path, _ in hub.asked) == 1


def test_a_file_with_a_wrong_hash_is_named_and_deleted(
    hub: Hub, models: Mapping[str, ModelSpec], tmp_path: Path
) -> None:
    content = bytearray(hub.files[PREFIX + "onnx/model.onnx"])
    content[-1] ^= 1
    hub.files[PREFIX + "onnx/model.onnx"] = bytes(content)

    with pytest.raises(EmbedderError, match=r"onnx/model\.onnx was deleted"):
        install_model(NAME, tmp_path, base_url=hub.url, models=models)

    assert _left(tmp_path) == []


def test_a_body_longer_than_the_pinned_file_is_not_read_to_its_end(
    hub: Hub, models: Mapping[str, ModelSpec], tmp_path: Path
) -> None:
    hub.files[PREFIX + "tokenizer_config.json"] = b"x" * 8_000_000

    with pytest.raises(EmbedderError, match=r"tokenizer_config\.json was deleted"):
        install_model(NAME, tmp_path, base_url=hub.url, models=models)

    assert not any("tokenizer_config" in name for name in _left(tmp_path))


def test_nobody_at_the_address_is_told_as_a_download_that_failed_not_as_a_missing_model(
    models: Mapping[str, ModelSpec], tmp_path: Path
) -> None:
    with pytest.raises(ModelUnavailable, match=r"could not be downloaded.*ConnectError"):
        install_model(NAME, tmp_path, base_url="http://127.0.0.1:9", models=models)


@pytest.mark.case("SC05")
def test_a_damaged_download_is_refused_and_can_be_fetched_again(
    hub: Hub, models: Mapping[str, ModelSpec], tmp_path: Path
) -> None:
    folder = install_model(NAME, tmp_path, base_url=hub.url, models=models)
    with (folder / "tokenizer.json").open("ab") as file:
        file.write(b" ")
    with pytest.raises(ModelUnavailable, match="damaged"):
        open_embedder(NAME, Places(None, tmp_path, RESOURCES), models=models)

    install_model(NAME, tmp_path, base_url=hub.url, models=models)

    open_embedder(NAME, Places(None, tmp_path, RESOURCES), models=models).close()
