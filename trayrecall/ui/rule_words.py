"""Area rules as a person reads them, and the presets that are offered. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trayrecall.core.model import Area, AreaRule
from trayrecall.core.snippet import one_line
from trayrecall.core.taken import Taken
from trayrecall.settings import readers
from trayrecall.ui.words import area_words, listed, number, translate

# Types of notes that hold text of their own, as Trilium names them.
TYPES = ("text", "code", "book", "canvas", "mermaid", "mindMap", "spreadsheet", "llmChat")
_JOURNALS = ("journal", "tagebuch", "diary", "日记", "日誌")


def rule_words(rule: AreaRule) -> str:
    """Which notes a rule is for."""
    parts = []
    if rule.below:
        parts.append(translate("settings", "in {folder}").format(folder=one_line(rule.below)))
    if rule.label:
        name = one_line(rule.label).removeprefix("#")
        parts.append(translate("settings", "labelled #{label}").format(label=name))
    if rule.type:
        parts.append(translate("settings", "of type {type}").format(type=one_line(rule.type)))
    if not parts:
        return translate("settings", "Which notes? Fill in a field below.")
    return translate("settings", "Notes {conditions}").format(conditions=listed(parts))


def is_usable(rule: AreaRule) -> bool:
    """Whether it says enough to be kept."""
    try:
        readers.rule(readers.rule_to_json(rule))
    except readers.Unusable:
        return False
    return True


def sum_words(taken: Taken) -> str:
    """What all rules come to."""
    parts = [f"{area_words(area)} {number(taken.areas.get(area, 0))}" for area in Area]
    return " · ".join([*parts, f"{area_words(None)} {number(taken.left_out)}"])


def wiki_preset(folders: Sequence[str]) -> list[AreaRule]:
    """An LLM wiki below one folder: its sources, then its pages."""
    folder = _likely(folders, lambda title: "wiki" in title) or "LLM Wiki"
    return [
        AreaRule(below=folder, label="wikiLayer=source", area=Area.SOURCES),
        AreaRule(below=folder, area=Area.WIKI),
    ]


def journal_preset(folders: Sequence[str]) -> list[AreaRule]:
    """A journal below one folder."""
    folder = _likely(folders, lambda title: title in _JOURNALS) or area_words(Area.JOURNAL)
    return [AreaRule(below=folder, area=Area.JOURNAL)]


def drafts_preset() -> list[AreaRule]:
    """What a label keeps out."""
    return [AreaRule(label="draft")]


def _likely(folders: Sequence[str], fits: Callable[[str], bool]) -> str | None:
    """The folder nearest to the top whose title fits."""
    found = [folder for folder in folders if fits(folder.rsplit(" › ", 1)[-1].casefold())]
    return min(found, key=lambda folder: (folder.count(" › "), folder), default=None)
