from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.embed.conftest import MODELS_CACHE, RESOURCES
from trayrecall.core.errors import EmbedderError, ModelUnavailable, UserInputError
from trayrecall.core.ports import Embedder
from trayrecall.embed import DEFAULT_MODEL, MODELS, ModelSpec, available, open_embedder, spec_of
from trayrecall.embed.locate import Places, damage, locate, weights_file
from trayrecall.embed.models import GRAPH_FILE
from trayrecall.embed.repack import FILES

SMALL = "all-MiniLM-L6-v2"


def _without_packages() -> Mapping[str, ModelSpec]:
    return {
        name: replace(spec, package=replace(spec.package, distribution="no-such-package"))
        for name, spec in MODELS.items()
    }


def _prepared() -> Path:
    return Places(None, MODELS_CACHE, RESOURCES).repacked(MODELS[DEFAULT_MODEL])


def _copied(tmp_path: Path) -> Path:
    """A cache of its own with the prepared default model in it."""
    target = Places(None, tmp_path, RESOURCES).repacked(MODELS[DEFAULT_MODEL])
    shutil.copytree(_prepared(), target)
    return target


@pytest.mark.parametrize("name", MODELS)
def test_with_nothing_on_the_machine_the_model_is_unavailable_with_a_hint(name: str, tmp_path: Path) -> None:
    models = _without_packages()
    assert available(name, Places(None, tmp_path, RESOURCES), models=models) is None
    with pytest.raises(ModelUnavailable, match="not on this machine") as caught:
        open_embedder(name, Places(None, tmp_path, RESOURCES), models=models)
    assert "trayrecall model install" in caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UserInputError) as caught:
        spec_of("gpt-9")
    assert all(name in caught.value.hint for name in MODELS)


def test_a_prepared_model_works_without_its_package(embedder: Embedder) -> None:
    assert embedder.fingerprint.model == DEFAULT_MODEL
    models = _without_packages()
    found = locate(models[DEFAULT_MODEL], Places(None, MODELS_CACHE, RESOURCES))
    assert found.weights_sha256 == embedder.fingerprint.weights_sha256
    where = available(DEFAULT_MODEL, Places(None, MODELS_CACHE, RESOURCES), models=models)
    assert where is not None
    assert "prepared in" in where


def test_a_package_is_named_before_it_is_prepared(tmp_path: Path) -> None:
    for name, spec in MODELS.items():
        where = available(name, Places(None, tmp_path, RESOURCES))
        assert where == f"package {spec.package.distribution} {spec.package.version}"


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_model_without_a_package_is_not_loaded(
    tmp_path: Path, embedder: Embedder, name: str
) -> None:
    assert embedder
    target = _copied(tmp_path)
    with (target / name).open("r+b") as file:
        file.seek(-1, 2)
        file.write(b"\xff")
    with pytest.raises(ModelUnavailable):
        locate(_without_packages()[DEFAULT_MODEL], Places(None, tmp_path, RESOURCES))


def test_a_damaged_model_is_made_again_from_its_package(tmp_path: Path, embedder: Embedder) -> None:
    target = _copied(tmp_path)
    (target / GRAPH_FILE).write_bytes(b"not a graph")

    found = locate(MODELS[DEFAULT_MODEL], Places(None, tmp_path, RESOURCES))

    assert found.weights_sha256 == embedder.fingerprint.weights_sha256
    assert list(tmp_path.iterdir()) == [target]


def test_a_model_of_another_account_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec, places = _without_packages()[DEFAULT_MODEL], Places(None, tmp_path, RESOURCES)
    mine = places.repacked(spec)
    stat = Path.stat

    def refused(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if mine in path.parents:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return stat(path, follow_symlinks=follow_symlinks)

    mine.mkdir()
    monkeypatch.setattr(Path, "stat", refused)
    with pytest.raises(ModelUnavailable, match=f"{re.escape(str(mine))}.* can't be used .Permission denied."):
        locate(spec, places)
    with pytest.raises(PermissionError):
        damage(spec, places)


def test_a_package_with_other_weights_is_refused(tmp_path: Path) -> None:
    for name, spec in MODELS.items():
        models = {name: replace(spec, package=replace(spec.package, sha256="0" * 64))}
        with pytest.raises(ModelUnavailable, match="not the pinned file"):
            open_embedder(name, Places(None, tmp_path, RESOURCES), models=models)


def test_a_folder_laid_out_like_the_hub_is_loaded(tmp_path: Path, minilm: Embedder) -> None:
    graph = weights_file(MODELS[SMALL].package)
    assert graph is not None
    (tmp_path / "onnx").mkdir()
    (tmp_path / "onnx" / "model.onnx").symlink_to(graph)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(RESOURCES / "models" / SMALL / name, tmp_path)

    assert available(SMALL, Places(tmp_path, tmp_path, tmp_path)) == f"folder {tmp_path}"
    model = open_embedder(SMALL, Places(tmp_path, tmp_path, tmp_path))

    assert model.fingerprint.variant == "folder"
    assert np.array_equal(model.query("a folder of mine"), minilm.query("a folder of mine"))
    model.close()


def test_a_folder_whose_graph_pools_by_itself_is_noticed(embedder: Embedder, tmp_path: Path) -> None:
    model = open_embedder(DEFAULT_MODEL, Places(_prepared(), tmp_path, RESOURCES))
    assert np.array_equal(model.query("a folder of mine"), embedder.query("a folder of mine"))
    model.close()


def test_a_named_folder_is_the_only_place(tmp_path: Path) -> None:
    assert available(SMALL, Places(tmp_path, MODELS_CACHE, RESOURCES)) is None
    with pytest.raises(ModelUnavailable, match="holds no model") as caught:
        open_embedder(SMALL, Places(tmp_path, MODELS_CACHE, RESOURCES))
    assert GRAPH_FILE in caught.value.hint


def test_a_folder_with_a_broken_graph_is_an_error_of_the_embedder(tmp_path: Path) -> None:
    (tmp_path / GRAPH_FILE).write_bytes(b"not a graph")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(RESOURCES / "models" / SMALL / name, tmp_path)
    with pytest.raises(EmbedderError, match="can't be loaded"):
        open_embedder(SMALL, Places(tmp_path, tmp_path, RESOURCES))


def test_every_floor_and_pin_is_plausible() -> None:
    for spec in MODELS.values():
        assert 0 < spec.scale.gate <= spec.scale.near < 1
        assert 0 < spec.scale.unrelated < 1
        pins = [spec.package.sha256, *(file.sha256 for file in spec.hub.files)]
        assert all(len(pin) == 64 and set(pin) <= set("0123456789abcdef") for pin in pins)
