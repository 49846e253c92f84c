"""A person's own rules: which notes they fit, and what they go before."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.pipeline import note
from trayrecall.core.areas import place
from trayrecall.core.changes import LedgerEntry, compare, digest
from trayrecall.core.model import Area, AreaRule, Attribute, LeftOut, NoteId, NoteMeta

ROOT = NoteMeta(NoteId("root"), "root", "text", "text/html", "")
TREE = [
    note("projects", "Projects"),
    note("garden", "Garden", parents=["projects"]),
    note("beds", "Beds", parents=["garden"], labels=[("kind", "Report")]),
    note("script", "Script", kind="code", parents=["garden", "other"]),
    note("other", "Other", labels=[("kind", "list")]),
    note("split", "Either / or"),
    note("deep", "Deep", parents=["split"]),
]


def fitted(rule: AreaRule, notes: Sequence[NoteMeta] = TREE) -> set[str]:
    places = place([ROOT, *notes], [replace(rule, area=None)])
    return {str(i) for i, p in places.items() if p.left_out is LeftOut.RULE}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (AreaRule(label="kind"), {"beds", "other"}),
        (AreaRule(label=" #KIND "), {"beds", "other"}),
        (AreaRule(label="kind=report"), {"beds"}),
        (AreaRule(label="kind = LIST"), {"other"}),
        (AreaRule(label="kind="), set()),
        (AreaRule(label="kin"), set()),
        (AreaRule(type="code"), {"script"}),
        (AreaRule(type="Code"), {"script"}),
        (AreaRule(below=" garden "), {"garden", "beds", "script"}),
        (AreaRule(below="Projects › Garden"), {"garden", "beds", "script"}),
        (AreaRule(below="/projects/GARDEN/"), {"garden", "beds", "script"}),
        (AreaRule(below="Other"), {"other", "script"}),  # a clone stands below it too
        (AreaRule(below="Either / or"), {"split", "deep"}),
        (AreaRule(below="Either / or › Deep"), {"deep"}),
        (AreaRule(below="Garden"), set()),  # a path begins at the top
        (AreaRule(below="Projects › Gard"), set()),
        (AreaRule(below="root"), {"root", *(str(n.id) for n in TREE)}),
        (AreaRule(below="garden", type="code"), {"script"}),
        (AreaRule(below="garden", label="kind=report", type="code"), set()),
    ],
)
def test_all_given_conditions_must_hold(rule: AreaRule, expected: set[str]) -> None:
    assert fitted(rule) == expected


def test_an_inherited_label_counts_and_a_relation_does_not() -> None:
    inherited = replace(note("a", "A"), attributes=(Attribute("label", "kind", "x", owned=False),))
    relation = replace(note("b", "B"), attributes=(Attribute("relation", "kind", "a"),))
    assert fitted(AreaRule(label="kind"), [inherited, relation]) == {"a"}


def test_all_folders_of_a_title_path_count_and_cycles_end() -> None:
    notes = [
        note("a", "A", parents=["root", "b"]),
        note("b", "A", parents=["a"]),
        note("c", "A"),
        note("n", "N", parents=["c"]),
    ]
    assert fitted(AreaRule(below="A"), notes) == {"a", "b", "c", "n"}
    assert fitted(AreaRule(below="A/A/A/A"), notes) == {"a", "b"}


def test_a_protected_title_is_never_compared() -> None:
    assert (
        fitted(
            AreaRule(below="A"), [replace(note("a", "A"), is_protected=True), note("n", "N", parents=["a"])]
        )
        == set()
    )


def test_the_first_rule_that_fits_wins() -> None:
    rules = [
        AreaRule(label="kind=report", area=Area.WIKI),
        AreaRule(below="garden", area=Area.SOURCES),
        AreaRule(type="code"),
    ]
    places = place([ROOT, *TREE], rules)
    assert places[NoteId("beds")].area is Area.WIKI
    assert places[NoteId("script")].area is Area.SOURCES
    assert places[NoteId("script")].left_out is None


def test_rules_go_before_the_presets() -> None:
    notes = [
        note("wiki", "Wiki", labels=[("wikiRoot", "")]),
        note("t", "Templates", parents=["wiki"]),
        note("tpl", "A template", parents=["t"]),
        note("day", "Day", labels=[("dateNote", "2026-01-01")]),
    ]
    places = place(
        [ROOT, *notes], [AreaRule(below="t", area=Area.OTHER), AreaRule(label="dateNote", area=Area.SOURCES)]
    )
    assert places[NoteId("tpl")].area is Area.OTHER
    assert places[NoteId("tpl")].left_out is places[NoteId("t")].left_out is None
    assert places[NoteId("day")].area is Area.SOURCES


@pytest.mark.parametrize(
    ("meta", "reason"),
    [
        (replace(note("n", "N"), is_protected=True), LeftOut.PROTECTED),
        (note("n", "N", labels=[("archived", "")]), LeftOut.ARCHIVED),
        (note("n", "N", labels=[("recallIgnore", "")]), LeftOut.IGNORED),
        (note("n", "N", parents=["_hidden"]), LeftOut.HIDDEN),
        (note("n", "N", kind="image"), LeftOut.NO_TEXT),
    ],
)
def test_no_rule_brings_in_what_must_stay_out(meta: NoteMeta, reason: LeftOut) -> None:
    rules = [AreaRule(type=meta.type, area=Area.WIKI)]
    assert place([ROOT, note("_hidden", "H"), meta], rules)[NoteId("n")].left_out is reason


def test_a_new_rule_relabels_or_leaves_out_and_asks_for_no_content() -> None:
    listing = {meta.id: meta for meta in [ROOT, *TREE]}
    places = place(listing.values())
    ledger = {
        i: LedgerEntry(m.blob_id, m.type, m.mime, digest(m, places[i]), places[i].left_out)
        for i, m in listing.items()
    }
    ruled = place(listing.values(), [AreaRule(type="code"), AreaRule(below="garden", area=Area.WIKI)])
    changes = compare(ledger, listing, ruled)
    assert [m.id for m in changes.leave_out] == ["script"]
    assert {m.id for m in changes.relabel} == {"garden", "beds"}
    assert not changes.fetch


def test_rules_over_many_notes_take_linear_time() -> None:
    """20,000 notes and ten rules take half a second; the bound is one that only a worse order of growth breaks."""
    notes = [
        note(f"n{i}", f"Note {i}", parents=[f"n{i // 3}" if i else "root"], labels=[("tag", str(i % 9))])
        for i in range(20_000)
    ]
    rules = [AreaRule(label=f"tag={i + 20}", below=f"n{i}", area=Area.WIKI) for i in range(9)]
    began = time.process_time()
    places = place([ROOT, *notes], [*rules, AreaRule(label="tag=5", below="Note 0")])
    assert time.process_time() - began < 5
    assert places[NoteId("n5")].left_out is LeftOut.RULE
