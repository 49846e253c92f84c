"""Finds a model's files on this machine, in the order of the MODELS table, and proves that they are right.

Nothing here touches the network or imports a weights package.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from trayrecall.core.errors import EmbedderError, ModelUnavailable, explain_file
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.embed import repack
from trayrecall.embed.files import MANIFEST, discard, is_complete, is_there, read_manifest, sha256_of
from trayrecall.embed.models import (
    GRAPH_FILE,
    TOKENIZER_CONFIG_FILE,
    TOKENIZER_FILE,
    ModelSpec,
    PackageSource,
    Pooling,
)

_log = logging.getLogger(__name__)
_GRAPHS = (  # where a folder that somebody made may hold the graph, best first
    GRAPH_FILE,
    "onnx/model_qint8_avx512_vnni.onnx",
    "onnx/model.onnx",
)


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """A model on this disk. `pooling` is None when only the graph itself can tell."""

    graph: Path
    tokenizer_folder: Path
    weights_sha256: str
    tokenizer_sha256: str
    variant: str
    pooling: Pooling | None


@dataclass(frozen=True, slots=True)
class Places:
    """Where models may lie: a folder that the person named and then the only place, what TrayRecall prepared or
    downloaded, and the shipped resources.
    """

    folder: Path | None
    cache: Path
    resources: Path

    def resolved(self) -> Places:
        """The same without links or anything relative: onnxruntime looks for a graph's other files beside its path as given."""
        return Places(
            self.folder.resolve() if self.folder else None, self.cache.resolve(), self.resources.resolve()
        )

    def repacked(self, spec: ModelSpec) -> Path:
        """The folder of the model made from a weights package."""
        return self.cache / f"{spec.name}-{spec.package.sha256[:12]}-{repack.FORM}"

    def downloaded(self, spec: ModelSpec) -> Path:
        """The folder of the model downloaded from the hub."""
        return self.cache / f"{spec.name}-{spec.hub.revision[:12]}"

    def shipped(self, spec: ModelSpec) -> Path:
        """The folder of the tokenizer that comes with TrayRecall."""
        return self.resources / "models" / spec.name


def origin(spec: ModelSpec, places: Places) -> str | None:
    """Where the model would come from, in words; None when there is nothing. It reads no weights."""
    if places.folder is not None:
        return f"folder {places.folder}" if _graph_in(places.folder) else None
    package = spec.package
    if package.repacked and is_complete(places.repacked(spec), repack.FILES):
        return f"{package.distribution} {package.version}, prepared in {places.repacked(spec)}"
    ready = repack.possible() if package.repacked else _has_tokenizer(places.shipped(spec))
    if ready and weights_file(package):
        return f"package {package.distribution} {package.version}"
    if is_complete(places.downloaded(spec), [file.name for file in spec.hub.files]):
        return f"download in {places.downloaded(spec)}"
    return None


def locate(spec: ModelSpec, places: Places, progress: Callable[[float], None] | None = None) -> ModelFiles:
    """The files to load, made from a package if need be. Raises `ModelUnavailable`."""
    if places.folder is not None:
        return _named(places.folder)
    refused: list[EmbedderError] = []
    for source in (_repacked if spec.package.repacked else _packaged, _downloaded):
        try:
            found = source(spec, places, progress)
        except OSError as error:  # files of another account, say
            refused.append(EmbedderError(explain_file(error)))
            _log.warning("%s", refused[-1])
        except EmbedderError as error:
            _log.warning("%s", error)
            refused.append(error)
        else:
            if found:
                return found
    detail = "; ".join([f"{spec.name} is not on this machine", *(error.detail for error in refused)])
    raise ModelUnavailable(detail, hint=next((error.hint for error in refused if error.hint), None))


def damage(spec: ModelSpec, places: Places) -> str | None:
    """Which file that would be loaded isn't the pinned one; None when all are. Reads them all, changes nothing.

    Raises OSError for what can't be read, such as a folder of another account.
    """
    if places.folder is not None:
        return None
    package, made = spec.package, places.repacked(spec)
    if package.repacked and is_there(made / MANIFEST) and is_complete(made, repack.FILES):
        return None if _checked(made, read_manifest(made), package) else f"{made} is damaged"
    weights = weights_file(package)
    if weights is not None:
        return None if _is(weights, package.sha256) else f"{weights} is not the pinned file"
    folder = places.downloaded(spec)
    broken = (file.name for file in spec.hub.files if not _is(folder / file.name, file.sha256))
    return next((f"{folder / name} is not the pinned file" for name in broken), None)


def weights_file(package: PackageSource) -> Path | None:
    """The package's weight file, found through its metadata without importing it."""
    try:
        path = Path(str(metadata.distribution(package.distribution).locate_file(package.file)))
    except metadata.PackageNotFoundError:
        return None
    return path if is_there(path) else None


def _named(folder: Path) -> ModelFiles:
    """The folder that the person named. Its files are theirs to answer for; they only get a fingerprint."""
    graph = check_folder(folder)
    beside = graph.parent if _has_tokenizer(graph.parent) else folder
    weights = [path for path in (graph, graph.with_name(f"{graph.name}.data")) if is_there(path)]
    hashes = [sha256_of(path) for path in weights]
    return ModelFiles(graph, beside, _joined(hashes), sha256_of(beside / TOKENIZER_FILE), "folder", None)


def check_folder(folder: Path) -> Path:
    """The graph in a folder that somebody made. Raises `ModelUnavailable` when it holds no model."""
    graph = _graph_in(folder)
    if graph is None:
        raise ModelUnavailable(
            QT_TRANSLATE_NOOP("errors", "{folder} holds no model"),
            hint=QT_TRANSLATE_NOOP(
                "errors",
                "It needs {graph} (or onnx/model.onnx), {tokenizer} and {configuration}.",
            ),
            values={
                "folder": folder,
                "graph": GRAPH_FILE,
                "tokenizer": TOKENIZER_FILE,
                "configuration": TOKENIZER_CONFIG_FILE,
            },
        )
    return graph


def _repacked(spec: ModelSpec, places: Places, progress: Callable[[float], None] | None) -> ModelFiles | None:
    folder, source = places.repacked(spec), weights_file(spec.package)
    if folder.exists():
        found = _checked(folder, read_manifest(folder), spec.package)
        if found:
            return found
        discard(folder)
        if source is None:
            raise EmbedderError(
                QT_TRANSLATE_NOOP(
                    "errors", "{folder} was damaged and is gone: nothing here to make it from again"
                ),
                values={"folder": folder},
            )
        _log.warning("%s is damaged and is made again", folder)
    if source is None:
        return None
    repack.repack(source, folder, sha256=spec.package.sha256, progress=progress)
    found = _checked(folder, read_manifest(folder), spec.package)
    if found is None:
        raise EmbedderError(
            QT_TRANSLATE_NOOP("errors", "{folder} is damaged and can't be replaced"),
            values={"folder": folder},
        )
    return found


def _checked(folder: Path, hashes: Mapping[str, str], source: PackageSource) -> ModelFiles | None:
    """The repacked model, when its files are the ones that the repack made."""
    if not all(_is(folder / name, hashes.get(name)) for name in repack.FILES):
        return None
    weights = _joined([hashes[GRAPH_FILE], hashes[repack.WORDS_FILE]])
    graph, tokenizer = folder / GRAPH_FILE, hashes[TOKENIZER_FILE]
    return ModelFiles(graph, folder, weights, tokenizer, source.variant, source.pooling)


def _packaged(
    spec: ModelSpec, places: Places, _progress: Callable[[float], None] | None
) -> ModelFiles | None:
    package = spec.package
    graph, tokenizer = weights_file(package), places.shipped(spec)
    if graph is None or not _has_tokenizer(tokenizer):
        return None
    for path, expected in ((graph, package.sha256), (tokenizer / TOKENIZER_FILE, package.tokenizer_sha256)):
        if not _is(path, expected):
            raise EmbedderError(
                QT_TRANSLATE_NOOP("errors", "{path} is not the pinned file, whose sha256 is {expected}"),
                values={"path": path, "expected": expected},
            )
    return ModelFiles(
        graph, tokenizer, package.sha256, package.tokenizer_sha256, package.variant, package.pooling
    )


def _downloaded(
    spec: ModelSpec, places: Places, _progress: Callable[[float], None] | None
) -> ModelFiles | None:
    folder = places.downloaded(spec)
    pinned = {file.name: file.sha256 for file in spec.hub.files}
    if not is_complete(folder, list(pinned)):
        return None
    if not all(_is(folder / name, expected) for name, expected in pinned.items()):
        raise EmbedderError(
            QT_TRANSLATE_NOOP("errors", "{folder} is damaged: its files are not the pinned ones"),
            values={"folder": folder},
        )
    weights, tokenizer = pinned[GRAPH_FILE], pinned[TOKENIZER_FILE]
    return ModelFiles(folder / GRAPH_FILE, folder, weights, tokenizer, spec.hub.variant, spec.hub.pooling)


def _is(path: Path, sha256: str | None) -> bool:
    return is_there(path) and sha256_of(path) == sha256


def _joined(hashes: Sequence[str]) -> str:
    """One hash for the files of a graph: its own when there is one, else the hash of the hashes."""
    return hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(hashes).encode()).hexdigest()


def _graph_in(folder: Path) -> Path | None:
    for name in _GRAPHS:
        graph = folder / name
        if is_there(graph) and (_has_tokenizer(folder) or _has_tokenizer(graph.parent)):
            return graph
    return None


def _has_tokenizer(folder: Path) -> bool:
    return all(is_there(folder / name) for name in (TOKENIZER_FILE, TOKENIZER_CONFIG_FILE))
