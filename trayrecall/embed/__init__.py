"""Embedding models: the table of known ones, where their files come from, and the embedder that runs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from trayrecall.core.model import Fingerprint
from trayrecall.core.ports import Embedder
from trayrecall.embed.download import download
from trayrecall.embed.fastembed_embedder import FastEmbedder, fingerprint_of
from trayrecall.embed.locate import Places, check_folder, locate, origin
from trayrecall.embed.locate import damage as locate_damage
from trayrecall.embed.models import DEFAULT_MODEL, HUB_URL, MODELS, ModelSpec, spec_of

__all__ = [
    "DEFAULT_MODEL",
    "MODELS",
    "ModelSpec",
    "Places",
    "available",
    "check_folder",
    "damage",
    "fingerprint",
    "install_model",
    "open_embedder",
    "spec_of",
]


def open_embedder(
    name: str,
    places: Places,
    *,
    progress: Callable[[float], None] | None = None,
    splitter: str = "",
    models: Mapping[str, ModelSpec] = MODELS,
) -> Embedder:
    """Load a model that is on this machine; never touches the network.

    `progress` gets 0..1 while a package is prepared, once. `splitter` names the rules by which passages are cut, for
    the fingerprint. Raises `ModelUnavailable` when there is nothing to load, `EmbedderError` when it can't be loaded.
    """
    spec = spec_of(name, models)
    return FastEmbedder(spec, locate(spec, places.resolved(), progress), splitter=splitter)


def fingerprint(
    name: str,
    places: Places,
    *,
    progress: Callable[[float], None] | None = None,
    splitter: str = "",
) -> Fingerprint:
    """That of the model that `open_embedder` would load, by its files alone. Raises `ModelUnavailable` as that does."""
    spec = spec_of(name)
    return fingerprint_of(spec, locate(spec, places.resolved(), progress), splitter=splitter)


def available(name: str, places: Places, *, models: Mapping[str, ModelSpec] = MODELS) -> str | None:
    """Where the model would come from, in words for a person; None when it isn't on this machine."""
    return origin(spec_of(name, models), places)


def damage(name: str, places: Places) -> str | None:
    """Which of the files on this machine isn't the pinned one, in words; None when all are, or none is pinned."""
    return locate_damage(spec_of(name), places)


def install_model(
    name: str,
    cache: Path,
    progress: Callable[[float], None] | None = None,
    *,
    base_url: str = HUB_URL,
    models: Mapping[str, ModelSpec] = MODELS,
) -> Path:
    """Download the model's pinned files into `cache`, checked by sha256, and return their folder.

    `progress` gets 0..1 of the bytes. Raises `ModelUnavailable` when the hub can't be reached (the next call
    goes on where this one stopped) and `EmbedderError` for a file that isn't the pinned one.
    """
    spec = spec_of(name, models)
    target = Places(None, cache, cache).downloaded(spec)
    download(spec.hub, target, progress=progress, base_url=base_url)
    return target
