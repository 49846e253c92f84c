"""The popup's words about what it shows: dates, areas, reasons, keys. Nothing here draws."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate

from trayrecall.core.model import Area, Filters
from trayrecall.core.visible import shortened
from trayrecall.ui.popup_filters import Chip, Key, Known, Unclear
from trayrecall.ui.query import Kind, View
from trayrecall.ui.rows import Entry, Found, Group, Row
from trayrecall.ui.search import LIMIT
from trayrecall.ui.state import degraded_text
from trayrecall.ui.words import area_words, figure, listed, percent, plural, sentences, told, translate
from trayrecall.ui.words import day as day_words

_LONGEST_QUERY = 60
_BY_WORDS_ALONE = frozenset({"no_model", "embedder_failed", "loading_model", "building", "late_vector"})


def day_text(day: date | None) -> str:
    """The day as it is written where the person lives; nothing for none."""
    if day is None:
        return ""
    return day_words(QDate(day.year, day.month, day.day))


def as_of_text(row: Row) -> str:
    """When the note's server was last asked, if that is long ago."""
    return translate("popup", "as of {day}").format(day=day_text(row.as_of)) if row.as_of else ""


def title_text(row: Row) -> str:
    """The note's title."""
    return row.title.text or translate("popup", "(untitled)")


def group_name(group: Group) -> str:
    """What stands over a group."""
    names = {
        Group.NOTES: translate("popup", "Latest notes"),
        Group.SEARCHES: translate("popup", "Your searches"),
    }
    return names[group]


def spoken(row: Row) -> str:
    """The row for a screen reader."""
    score = ""
    if row.is_hit and row.is_measured:
        score = translate("popup", "without score")
    if row.score is not None:
        score = translate("popup", "score {score}").format(score=score_text(row))
    parts = (
        title_text(row), score, area_words(row.area), row.path, row.instance, day_text(row.day), as_of_text(row),
    )  # fmt: skip
    return listed(parts)


def score_text(row: Row) -> str:
    """The score as it is drawn; a hit without a vector has none, and one that isn't measured yet says nothing."""
    if not row.is_measured:
        return ""
    return "–" if row.score is None else figure(row.score, 2)


def meaning_text(row: Row) -> str:
    """What the meaning says of a hit."""
    if not row.is_measured:
        return translate("popup", "Meaning: …")
    if row.score is None:
        return translate("popup", "Meaning: not measured")
    return translate("popup", "Meaning {score}").format(score=score_text(row))


def words_text(row: Row) -> str:
    """What the words say of a hit."""
    words = row.marked_words
    if not words or row.matched == "meaning":
        return translate("popup", "Words: none of yours")
    return translate("popup", "Words: {words}").format(words=listed(words))


def why_text(row: Row) -> str:
    """Why the row is a hit, for its tooltip; nothing for a note that was not searched for."""
    if not row.is_hit:
        return ""
    lines = [title_text(row), f"{meaning_text(row)} · {words_text(row)}"]
    if row.as_of is not None:
        lines.append(
            translate("popup", "Its server was last asked on {day}.").format(day=day_text(row.as_of))
        )
    return "\n".join(lines)


# ---- nothing found, and how it stands


def nothing_text(view: View) -> tuple[str, str]:
    """That nothing was found, and why that may be."""
    found = view.found or Found()
    title = translate("popup", "Nothing found for “{query}”").format(
        query=shortened(view.question.words, _LONGEST_QUERY)
    )
    reasons = []
    if found.notes == 0:
        reasons.append(translate("popup", "There are no notes in the index yet."))
    if not found.has_server:
        reasons.append(translate("popup", "Add a Trilium server: ⋯ › Settings."))
    if found.elsewhere:
        reasons.append(_elsewhere(found.elsewhere))
    elif view.question.filters != Filters():
        reasons.append(translate("popup", "Without the filters there is nothing either."))
    if found.building is not None:
        share = percent(int(found.building * 100) / 100)
        reasons.append(
            translate("popup", "The index is still being built: {share} is there.").format(share=share)
        )
    if found.degraded in _BY_WORDS_ALONE:
        reasons.append(translate("popup", "Only the words as they are typed were looked for."))
    return title, sentences(*reasons or [translate("popup", "Try other words, or fewer of them.")])


def _elsewhere(notes: int) -> str:
    if notes >= LIMIT:
        return translate("popup", "Without the filters there are {n} notes or more: press Alt+0.").format(
            n=notes
        )
    return plural(
        notes,
        translate("popup", "Without the filters there is {n} note: press Alt+0."),
        translate("popup", "Without the filters there are {n} notes: press Alt+0."),
    )


def footer_text(view: View, status: str) -> tuple[str, str]:
    """The footer's line and its tone. `status` is how the notes stand, said while nothing is typed."""
    if view.loading:
        return translate("popup", "Searching…"), "busy"
    if view.found is not None and view.found.degraded and view.kind is not Kind.EMPTY:
        return degraded_text(view.found.degraded), "warn"
    return (_count(view) if view.kind is Kind.FOUND else status), "plain"


def answer_spoken(view: View, chosen: Entry | None) -> str:
    """The answer for a screen reader: how many notes and the one that Enter opens, or why there is none."""
    if view.kind is Kind.NOTHING:
        return sentences(*nothing_text(view))
    if view.kind is Kind.FAILED and view.failure is not None:
        return sentences(*told(view.failure))
    if view.kind is Kind.FOUND and isinstance(chosen, Row):
        return sentences(footer_text(view, "")[0], spoken(chosen))
    return ""


def footer_keys(view: View, *, reading: bool) -> tuple[tuple[str, str], ...]:
    """The keys that the footer names, each with what it does; the rest is taught while nothing is typed."""
    if reading:
        keys = (("↑ ↓", translate("popup", "scroll")), ("Esc", translate("popup", "back")))
    elif view.kind is Kind.FOUND:
        keys = (("↵", translate("popup", "open")), ("Tab", translate("popup", "read")))
    elif view.kind is Kind.EMPTY:
        return ()
    else:
        return (("Esc", translate("popup", "close")),)
    return (*keys, ("Ctrl K", translate("popup", "more")))


def _count(view: View) -> str:
    notes = len(view.found.rows) if view.found else 0
    if notes >= LIMIT:
        return translate("popup", "The {n} best notes").format(n=notes)
    return plural(notes, translate("popup", "{n} note"), translate("popup", "{n} notes"))


# ---- filters


def chip_text(chip: Chip) -> str:
    """A filter as its chip says it."""
    names = {
        Key.LABEL: translate("popup", "label {value}"),
        Key.SINCE: translate("popup", "since {value}"),
        Key.UNTIL: translate("popup", "until {value}"),
        Key.ON: translate("popup", "on {value}"),
    }
    value = chip.value if chip.key is Key.LABEL else day_text(date.fromisoformat(chip.value))
    return names[chip.key].format(value=value)


def unclear_text(unclear: Unclear, known: Known) -> str:
    """What a filter that isn't understood could say."""
    choices = _choices(unclear.key, known)
    if not unclear.finished or not unclear.value:
        return choices
    no_such = {
        Key.AREA: translate("popup", "There is no area “{value}”."),
        Key.INSTANCE: translate("popup", "There is no server “{value}”."),
        Key.LABEL: translate("popup", "There is no label “{value}”."),
    }
    text = no_such.get(unclear.key, translate("popup", "“{value}” is no day."))
    told = text.format(value=shortened(unclear.value, _LONGEST_QUERY))
    return translate("words", "{sentence} {next}").format(sentence=told, next=choices)


def _choices(key: Key, known: Known) -> str:
    if key is Key.AREA:
        return translate("popup", "Areas: {names}").format(
            names=" · ".join(area_words(area).casefold() for area in Area)
        )
    if key is Key.INSTANCE:
        return translate("popup", "Servers: {names}").format(names=" · ".join(n for _, n in known.instances))
    if key is Key.LABEL:
        return translate("popup", "A label’s name, or name=value")
    return translate("popup", "A day, a month or a year: 2026-03-12, 2026-03, 2026, yesterday, “last week”")
