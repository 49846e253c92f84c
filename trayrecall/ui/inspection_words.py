"""What is known of a note and of the index file, in plain words. No widgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QLocale

from trayrecall.core import areas
from trayrecall.core.inspection import (
    InspectedPassage,
    InspectedSection,
    Inspection,
    Standing,
    StoreHealth,
    VectorState,
)
from trayrecall.core.model import Fault, LeftOut
from trayrecall.core.snippet import one_line
from trayrecall.ui.decision_words import moment, passages
from trayrecall.ui.rule_words import rule_words
from trayrecall.ui.settings_actions import Words
from trayrecall.ui.state import Tone
from trayrecall.ui.words import area_words, kept, listed, marked, named, number, plural, sentences, translate

_PREVIEW = 110  # code points of a passage that its line shows


def size(count: int) -> str:
    """`12.3 MB`."""
    return QLocale().formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


# ---- a note -------------------------------------------------------------------------------------------


def trouble(inspection: Inspection) -> Words | None:
    """Why a note can't be found, or not all of it; None when nothing is wrong."""
    if inspection.standing is Standing.UNKNOWN:
        return Words(
            translate("inspector", "Nothing is known of this note"),
            translate(
                "inspector",
                "It is on no server that is read, or it was made after the last look at it. Notes are looked at every"
                " minute.",
            ),
            Tone.WARN,
        )
    if inspection.left_out is not None:
        return Words(
            translate("inspector", "This note is not in the index"), _left_out(inspection), Tone.WARN
        )
    if inspection.taken_away_on:
        told = translate(
            "inspector",
            "It was deleted, archived, protected or labelled #recallIgnore on {server}. If this server still has it"
            " an hour after that, it is shown again.",
        ).format(server=one_line(inspection.taken_away_on))
        return Words(translate("inspector", "Searches don't show it any more"), told, Tone.WARN)
    if inspection.newer_on:
        told = translate("inspector", "{server} has the same note, as new or newer.")
        return Words(
            translate("inspector", "Searches show another server's copy of it"),
            told.format(server=one_line(inspection.newer_on)),
            Tone.PLAIN,
        )
    if inspection.fault is not None:
        return Words(
            translate("inspector", "It is found by its title and labels only"),
            fault(inspection.fault),
            Tone.BAD,
        )
    if inspection.partial:
        told = translate("inspector", "Some of its text was left away: {why}").format(why=inspection.partial)
        return Words(translate("inspector", "Only a part of it is in the index"), told, Tone.WARN)
    return None


def _left_out(inspection: Inspection) -> str:
    reason = inspection.left_out
    if reason is LeftOut.RULE and inspection.rule is not None:
        told = translate("inspector", "Your rule “{rule}” leaves it out; see the settings of its server.")
        return told.format(rule=rule_words(inspection.rule))
    return "" if reason is None else _reasons()[reason]


def _reasons() -> Mapping[LeftOut, str]:
    return {
        LeftOut.ARCHIVED: translate("inspector", "It, or a folder above it, is archived (#archived)."),
        LeftOut.HIDDEN: translate("inspector", "It stands in Trilium's hidden part, or nowhere in the tree."),
        LeftOut.PROTECTED: translate("inspector", "It is protected; ETAPI can't read protected notes."),
        LeftOut.PLUMBING: translate(
            "inspector", "It belongs to the plumbing of a wiki: locks, templates, views."
        ),
        LeftOut.IGNORED: translate("inspector", "It, or a folder above it, is labelled #recallIgnore."),
        LeftOut.NO_TEXT: translate("inspector", "A note of its type has no text."),
        LeftOut.RULE: translate(
            "inspector", "A rule of yours leaves it out; see the settings of its server."
        ),
    }


def fault(found: Fault) -> str:
    """Why a content could not be read, and what comes next."""
    tries = plural(
        found.tries, translate("inspector", "tried {n} time"), translate("inspector", "tried {n} times")
    )
    when = moment(found.retry_at) if found.retry_at else ""
    again = translate("inspector", "it is asked again at {time}").format(time=when) if when else ""
    return sentences(kept(found.detail or found.name), tries, again)


def area(inspection: Inspection) -> str:
    """The area and what gave it."""
    if inspection.area is None:
        return ""
    why = _given_by(inspection)
    return f"{area_words(inspection.area)} – {why}" if why else area_words(inspection.area)


def _given_by(inspection: Inspection) -> str:
    kind, _, value = inspection.given_by.partition(":")
    match f"{kind}:":
        case areas.RULE if inspection.rule is not None:
            told = translate("inspector", "by your rule “{rule}”")
            return told.format(rule=rule_words(inspection.rule))
        case areas.RULE:
            return translate("inspector", "by a rule of yours")
        case areas.LABEL:
            return translate("inspector", "because it is labelled #{label}").format(label=value)
        case areas.BELOW:
            title = one_line(inspection.given_by_title) or value
            return translate("inspector", "because it stands below “{title}”").format(title=title)
        case _ if inspection.given_by == areas.DEFAULT:
            return translate("inspector", "because no label, folder or rule says otherwise")
        case _:
            return ""


def labels(inspection: Inspection) -> str:
    """`#topic=heating #draft`."""
    shown = (f"#{name}={value}" if value else f"#{name}" for name, value in inspection.labels)
    return one_line(" ".join(shown))


def vectors(inspection: Inspection) -> str:
    """How many passages are found by meaning."""
    counts = inspection.vectors
    total = sum(counts.values())
    if not total:
        return ""
    if counts.get(VectorState.EMBEDDED) == total:
        return (
            translate("inspector", "{passages}, with a vector")
            if total == 1
            else translate("inspector", "{passages}, all with a vector")
        ).format(passages=passages(total))
    each = {
        VectorState.EMBEDDED: translate("inspector", "{n} embedded"),
        VectorState.PENDING: translate("inspector", "{n} waiting"),
        VectorState.FAILED: translate("inspector", "{n} failed"),
    }
    told = listed(each[s].format(n=number(counts[s])) for s in VectorState if counts.get(s))
    return named(passages(total), told)


def state(vector: VectorState) -> str:
    """The state of a vector."""
    return {
        VectorState.EMBEDDED: translate("inspector", "embedded"),
        VectorState.PENDING: translate("inspector", "waiting"),
        VectorState.FAILED: translate("inspector", "failed"),
    }[vector]


def section_name(section: InspectedSection) -> str:
    """The headings of a section."""
    path = " › ".join(one_line(part) for part in section.heading_path)
    if not path:
        path = (
            translate("inspector", "(beginning)")
            if section.characters
            else translate("inspector", "(title only)")
        )
    code = translate("inspector", "(code)")
    return f"{path}  {code}" if section.is_code else path


def passage_name(passage: InspectedPassage) -> str:
    """The beginning of a passage."""
    line = one_line(passage.text)
    if not line:
        return translate("inspector", "(the title alone)")
    return line if len(line) <= _PREVIEW else line[:_PREVIEW].rstrip() + "…"


def characters(count: int) -> str:
    """`340 characters`."""
    return plural(count, translate("inspector", "{n} character"), translate("inspector", "{n} characters"))


def tokens(count: int) -> str:
    """`about 90 tokens`."""
    return plural(
        count, translate("inspector", "about {n} token"), translate("inspector", "about {n} tokens")
    )


def link_kind(kind: str) -> str:
    """What kind of link it is."""
    known: Mapping[str, str] = {
        "internal": translate("inspector", "link"),
        "include": translate("inspector", "included"),
        "external": translate("inspector", "address"),
    }
    return known.get(kind, kind)


# ---- the file -----------------------------------------------------------------------------------------


def compaction(store: StoreHealth) -> str:
    """What is unused in the file, and what becomes of it; empty when nothing is."""
    if not store.unused:
        return ""
    unused = translate("inspector", "{unused} of the file is unused.").format(unused=size(store.unused))
    if store.is_worth_compacting:
        return sentences(unused, translate("inspector", "It is given back when the index is next at rest."))
    return sentences(unused, translate("inspector", "That is little enough to be kept for what comes."))


def spaces(store: StoreHealth) -> str:
    """The vectors of each model; several while one is replaced."""
    shown = []
    for space in store.spaces:
        told = translate("inspector", "{model}: {vectors} vectors of {dimension} numbers")
        if not space.is_current:
            told = translate(
                "inspector", "{model}: {vectors} vectors of {dimension} numbers (not in use any more)"
            )
        shown.append(told.format(model=space.model, vectors=number(space.vectors), dimension=space.dimension))
    return "\n".join(shown)


def checked(found: Sequence[str]) -> Words:
    """The outcome of a check of the file."""
    if not found:
        return Words(translate("inspector", "The index file is whole"), tone=Tone.GOOD)
    return Words(
        translate("inspector", "The index file is not as it should be"),
        "\n".join(
            [*map(marked, found), translate("inspector", "It mends itself with the next look at your notes.")]
        ),
        Tone.BAD,
    )
