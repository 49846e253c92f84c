"""Where each note of a tree stands, and why some are left out."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.pipeline import note
from trayrecall.core.areas import EMPTY_BLOB, TEXTLESS_TYPES, place, rule_of
from trayrecall.core.changes import digest
from trayrecall.core.model import Area, AreaRule, Attribute, LeftOut, NoteId, NoteMeta, Placement

ROOT = NoteMeta(NoteId("root"), "root", "text", "text/html", "")


def placed(*notes: NoteMeta) -> dict[str, Placement]:
    return {str(key): value for key, value in place([ROOT, *notes]).items()}


def below(
    parent: str, note_id: str = "n", title: str = "Note", labels: Sequence[tuple[str, str]] = ()
) -> NoteMeta:
    return note(note_id, title, parents=[parent], labels=labels)


def inherited(meta: NoteMeta, *labels: str) -> NoteMeta:
    found = tuple(Attribute("label", name, "", owned=False) for name in labels)
    return NoteMeta(
        meta.id, meta.title, meta.type, meta.mime, meta.blob_id, parent_ids=meta.parent_ids, attributes=found
    )


# ---- areas --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "area"),
    [
        ("calendarRoot", Area.JOURNAL),
        ("wikiRoot", Area.WIKI),
        ("llmWiki", Area.WIKI),
        ("wiki", Area.WIKI),
        ("WIKIROOT", Area.WIKI),
        ("sourcesRoot", Area.SOURCES),
        ("sources", Area.SOURCES),
        ("color", Area.OTHER),
    ],
)
def test_a_labelled_folder_gives_its_area_to_all_below_it(label: str, area: Area) -> None:
    places = placed(below("root", "top", labels=[(label, "")]), below("top", "mid"), below("mid"))
    assert places["mid"].area == places["n"].area == area
    assert places["top"].area is Area.OTHER


@pytest.mark.parametrize(
    ("label", "value", "area"),
    [
        ("dateNote", "2026-03-05", Area.JOURNAL),
        ("wikiLayer", "concept", Area.WIKI),
        ("wikiLayer", " Hub ", Area.WIKI),
        ("wikiLayer", "source", Area.SOURCES),
        ("clipType", "page", Area.SOURCES),
        ("pageUrl", "https://a.example", Area.SOURCES),
        ("author", "Imke", Area.OTHER),
    ],
)
def test_a_notes_own_label_gives_its_area(label: str, value: str, area: Area) -> None:
    assert placed(below("root", labels=[(label, value)]))["n"].area is area


def test_a_relation_is_no_label_whatever_its_name() -> None:
    own = tuple(Attribute("relation", name, "root") for name in ("archived", "dateNote", "wiki"))
    top = replace(below("root", "top"), attributes=own)
    places = placed(top, below("top"))
    assert [(places[i].area, places[i].left_out) for i in ("top", "n")] == [(Area.OTHER, None)] * 2


def test_what_a_note_says_of_itself_goes_before_its_folder() -> None:
    journal = below("root", "j", labels=[("calendarRoot", "")])
    assert placed(journal, below("j", labels=[("pageUrl", "https://a.example")]))["n"].area is Area.SOURCES
    assert placed(journal, below("j", labels=[("wikiLayer", "entity")]))["n"].area is Area.WIKI


def test_of_nested_folders_the_nearest_counts() -> None:
    wiki = below("root", "w", labels=[("wikiRoot", "")])
    assert placed(wiki, below("w", "s", labels=[("sources", "")]), below("s"))["n"].area is Area.SOURCES
    assert placed(wiki, below("w", "j", labels=[("calendarRoot", "")]), below("j"))["n"].area is Area.JOURNAL


def test_an_inherited_root_label_makes_no_further_roots() -> None:
    top = below("root", "w", labels=[("wiki", "")])
    sources = below("w", "s", labels=[("sources", "")])
    places = placed(top, sources, inherited(below("s", "mid"), "wiki"), below("mid"))
    assert places["n"].area is Area.SOURCES


@pytest.mark.case("SY04")
def test_of_several_parents_the_best_area_and_the_shortest_path_win() -> None:
    folders = [
        below("root", "wiki", "Wiki", [("wikiRoot", "")]),
        below("wiki", "hub", "Hub"),
        below("root", "journal", "Journal", [("calendarRoot", "")]),
        below("root", "shop", "Metal shop"),
    ]
    clone = note("n", "Anneal chart", parents=["hub", "journal", "shop"])
    placement = placed(*folders, clone)["n"]
    assert placement.area is Area.WIKI
    assert placement.path == ("Journal", "Anneal chart")
    lost = note("n", "Anneal chart", parents=["journal", "shop"])
    assert placed(*folders, lost)["n"].area is Area.JOURNAL


def test_the_order_of_a_listing_changes_no_placement() -> None:
    notes = [
        *(note(folder, folder.upper(), labels=[("wiki", "")] if folder == "c" else []) for folder in "abcd"),
        note("clone", "Clone", parents=["d", "b", "c"]),
        note("below", "Below", parents=["clone", "root"]),
        note("loop", "Loop", parents=["below", "loop", "clone"]),
    ]
    for order in itertools.permutations(notes):
        assert placed(*order) == placed(*notes)


@pytest.mark.case("SY05")
def test_cycles_end_and_their_notes_are_placed_once() -> None:
    places = placed(
        note("a", "A", parents=["b"]),
        note("b", "B", parents=["a", "root"], labels=[("wiki", "")]),
        note("self", "Self", parents=["self", "root"]),
        note("lost", "Lost", parents=["lost"]),
    )
    assert places["b"].path == ("B",)
    assert places["a"].path == ("B", "A")
    assert places["a"].area is Area.WIKI
    assert places["self"].path == ("Self",)
    assert places["lost"].left_out is LeftOut.HIDDEN


def test_the_order_of_the_listing_changes_no_area_and_no_reason() -> None:
    notes = [
        below("root", "wiki", "Wiki", [("wiki", "")]),
        note("t", "Templates", parents=["wiki", "deep"]),
        note("deep", "Deep", parents=["root", "wiki"]),
        note("page", "Page", parents=["t", "deep"]),
        note("tpl", "Template", parents=["t"]),
        below("root", "j", "Journal", [("calendarRoot", "")]),
        note("day", "Day", parents=["j", "page"]),
    ]
    seen = {
        tuple((k, p.area, p.left_out) for k, p in sorted(placed(*order).items()))
        for order in itertools.permutations(notes)
    }
    assert len(seen) == 1


def test_a_deep_tree_and_a_wide_one_are_walked_in_time() -> None:
    chain = [note(f"c{i}", "x", parents=[f"c{i - 1}" if i else "root"]) for i in range(2000)]
    assert len(placed(*chain)["c1999"].path) == 2000
    crossed = [
        note(f"x{i}", "x", parents=["root", *(f"x{j}" for j in range(max(0, i - 20), i))])
        for i in range(1000)
    ]
    assert placed(*crossed)["x999"].path == ("x",)


def test_of_a_calendars_labels_the_nearest_dates_a_note() -> None:
    places = placed(
        below("root", "year", labels=[("yearNote", "2026")]),
        below("year", "month", labels=[("monthNote", "2026-03")]),
        below("month", "day", labels=[("dateNote", "2026-03-14")]),
        below("day", "page"),
        below("month", "beside"),
    )
    dates = {note_id: placement.journal_date for note_id, placement in places.items()}
    assert dates == {
        "root": None,
        "year": "2026",
        "month": "2026-03",
        "day": "2026-03-14",
        "page": "2026-03-14",
        "beside": "2026-03",
    }


def test_a_person_may_keep_several_calendars() -> None:
    places = placed(
        below("root", "home", labels=[("calendarRoot", "")]),
        below("root", "work", labels=[("calendarRoot", "")]),
        below("home", "day"),
        below("work", "shift"),
    )
    assert places["day"].area is places["shift"].area is Area.JOURNAL


# ---- left out -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "reason"),
    [("archived", LeftOut.ARCHIVED), ("recallIgnore", LeftOut.IGNORED), ("RECALLIGNORE", LeftOut.IGNORED)],
)
@pytest.mark.parametrize("own", [True, False])
def test_own_and_inherited_labels_leave_a_note_out(label: str, reason: LeftOut, *, own: bool) -> None:
    meta = below("root", labels=[(label, "")]) if own else inherited(below("root"), label)
    assert placed(meta)["n"].left_out is reason


def test_archived_false_is_still_archived_as_trilium_has_it() -> None:
    assert placed(below("root", labels=[("archived", "false")]))["n"].left_out is LeftOut.ARCHIVED


def test_an_owned_label_of_a_parent_alone_leaves_its_children_in() -> None:
    assert placed(below("root", "old", labels=[("archived", "")]), below("old"))["n"].left_out is None


@pytest.mark.parametrize("note_id", ["_hidden", "_options", "_help_abc"])
def test_triliums_own_notes_are_hidden(note_id: str) -> None:
    places = placed(below("root", note_id), below(note_id))
    assert places[note_id].left_out is LeftOut.HIDDEN
    assert places["n"].left_out is LeftOut.HIDDEN


def test_a_note_that_stands_below_hidden_ones_and_elsewhere_is_in() -> None:
    places = placed(below("root", "_hidden"), note("n", "Note", parents=["_hidden", "root"]))
    assert places["n"].left_out is None
    assert places["n"].path == ("Note",)


def test_a_note_whose_parents_are_not_listed_is_hidden_and_has_a_path() -> None:
    placement = placed(below("nowhere"))["n"]
    assert placement.left_out is LeftOut.HIDDEN
    assert placement.path == ("Note",)


def protected(meta: NoteMeta) -> NoteMeta:
    return NoteMeta(
        meta.id,
        "x" * 43 + "=",
        meta.type,
        meta.mime,
        meta.blob_id,
        is_protected=True,
        parent_ids=meta.parent_ids,
    )


@pytest.mark.case("DL09")
def test_a_protected_title_is_shown_nowhere() -> None:
    places = placed(protected(below("root", "safe")), below("safe"))
    assert places["safe"].left_out is LeftOut.PROTECTED
    assert places["safe"].path == ("[protected]",)
    assert places["n"].path == ("[protected]", "Note")
    assert places["n"].left_out is None


@pytest.mark.case("DL09")
@pytest.mark.parametrize("label", ["recallIgnore", "archived"])
def test_the_title_of_a_folder_that_was_taken_away_is_not_shown_above_what_stands_in_it(label: str) -> None:
    places = placed(below("root", "top", "Divorce lawyer", labels=[(label, "")]), below("top"))
    assert (places["n"].left_out, places["n"].path) == (None, ("[left out]", "Note"))


def test_the_title_of_a_folder_that_a_rule_leaves_out_is_not_shown_above_what_stands_in_it() -> None:
    notes = [ROOT, below("root", "top", "Layoffs", labels=[("secret", "")]), below("top")]
    places = place(notes, [AreaRule(label="secret")])
    assert places[NoteId("n")].path == ("[left out]", "Note")
    assert places[NoteId("n")].path_ids == ("top", "n")


@pytest.mark.parametrize("kind", sorted(TEXTLESS_TYPES))
def test_types_without_text_are_left_out(kind: str) -> None:
    assert placed(note("n", "Note", kind=kind))["n"].left_out is LeftOut.NO_TEXT


def test_the_root_is_no_hit() -> None:
    assert placed()["root"].left_out is LeftOut.NO_TEXT


def test_a_listing_without_the_root_still_places_its_children() -> None:
    assert place([below("root")])[NoteId("n")].path == ("Note",)


# ---- plumbing -----------------------------------------------------------------------------------------

WIKI = below("root", "wiki", "Wiki", [("wikiRoot", "")])


@pytest.mark.parametrize("title", ["Templates", "templates", " Locks ", "views"])
def test_plumbing_folders_of_the_wiki_are_left_out_with_all_below(title: str) -> None:
    places = placed(
        WIKI, below("wiki", "t", title), below("t", "mid"), below("mid", labels=[("wikiLayer", "concept")])
    )
    assert {places[i].left_out for i in ("t", "mid", "n")} == {LeftOut.PLUMBING}


def test_folders_of_that_name_outside_the_wiki_are_notes() -> None:
    places = placed(below("root", "t", "Templates"), below("t"))
    assert places["t"].left_out is places["n"].left_out is None


@pytest.mark.parametrize("layer", ["plumbing", "Lock", "template", "view"])
def test_a_layer_of_plumbing_is_left_out_anywhere(layer: str) -> None:
    assert placed(below("root", labels=[("wikiLayer", layer)]))["n"].left_out is LeftOut.PLUMBING


def test_a_wiki_page_about_locks_is_a_page() -> None:
    places = placed(WIKI, below("wiki", "l", "Locks", [("wikiLayer", "concept")]), below("l"))
    assert places["l"].left_out is places["n"].left_out is None


@pytest.mark.parametrize("parents", [["t", "wiki"], ["wiki", "t"], ["t", "deep"]])
def test_a_page_that_stands_in_plumbing_and_elsewhere_is_in(parents: list[str]) -> None:
    places = placed(
        WIKI,
        below("wiki", "t", "Templates"),
        below("wiki", "mid"),
        below("mid", "deep"),
        note("n", "N", parents=parents),
    )
    assert places["n"].left_out is None
    assert places["n"].area is Area.WIKI


# ---- a wiki without labels ----------------------------------------------------------------------------


def wiki_of(
    title: str, *plumbing: str, kind: str = "book", labels: Sequence[tuple[str, str]] = ()
) -> list[NoteMeta]:
    folders = [note(f"p{i}", t, kind=kind, parents=["wiki"]) for i, t in enumerate(plumbing)]
    return [
        below("root", "wiki", title, labels),
        *folders,
        below("p0", "in plumbing", "Person template"),
        below("wiki", "mid", "Concepts"),
        below("mid", "page", "Anneal chart"),
    ]


@pytest.mark.parametrize("title", ["LLM Wiki", "wiki", " Wiki (LLM)", "My LLM-wiki", "LLMWiki", "Haus_Wiki"])
@pytest.mark.parametrize("plumbing", [("Locks", "Templates", "Views"), ("templates ", "VIEWS")])
def test_a_wiki_is_known_by_its_title_and_its_plumbing(title: str, plumbing: tuple[str, ...]) -> None:
    places = placed(*wiki_of(title, *plumbing))
    assert places["mid"].area is places["page"].area is Area.WIKI
    assert places["wiki"].area is Area.OTHER  # as with a labelled folder
    assert {i for i, p in places.items() if p.left_out is LeftOut.PLUMBING} == {
        "in plumbing",
        *(f"p{i}" for i in range(len(plumbing))),
    }


@pytest.mark.parametrize(
    ("title", "plumbing"),
    [
        ("LLM Wiki", ["Templates"]),
        ("LLM Wiki", ["Templates", "templates", "Concepts"]),
        ("Wikipedia", ["Locks", "Templates", "Views"]),
        ("Notes", ["Locks", "Templates", "Views"]),
    ],
)
def test_less_than_that_makes_no_wiki(title: str, plumbing: Sequence[str]) -> None:
    places = placed(*wiki_of(title, *plumbing))
    assert {p.area for p in places.values()} == {Area.OTHER}
    assert LeftOut.PLUMBING not in {p.left_out for p in places.values()}


def test_pages_about_templates_and_views_make_no_wiki_but_one_of_an_llm() -> None:
    assert placed(*wiki_of("Django wiki", "Templates", "Views", kind="text"))["p0"].left_out is None
    assert placed(*wiki_of("LLM Wiki", "Templates", "Views", kind="text"))["p0"].left_out is LeftOut.PLUMBING
    empty = [note(f"p{i}", t, parents=["w"], blob=EMPTY_BLOB) for i, t in enumerate(["Locks", "Views"])]
    assert placed(below("root", "w", "Our wiki"), *empty)["p0"].left_out is LeftOut.PLUMBING


def test_pages_that_say_their_layer_are_no_plumbing() -> None:
    pages = [below("w", f"p{i}", t, [("wikiLayer", "concept")]) for i, t in enumerate(["Locks", "Views"])]
    places = placed(below("root", "w", "LLM Wiki"), *pages, below("w"))
    assert places["p0"].left_out is None
    assert places["n"].area is Area.OTHER


def test_what_a_folders_own_labels_open_goes_before_its_looks() -> None:
    places = placed(*wiki_of("LLM Wiki", "Locks", "Views", labels=[("sources", "")]))
    assert places["page"].area is Area.SOURCES
    assert places["p0"].left_out is None


@pytest.mark.parametrize("labels", [[], [("wikiRoot", "")]])
def test_deep_in_a_wiki_a_page_about_locks_is_a_page_and_a_folder_is_plumbing(
    labels: Sequence[tuple[str, str]],
) -> None:
    places = placed(
        *wiki_of("LLM Wiki", "Templates", "Views", labels=labels),
        below("mid", "about", "Locks"),
        note("deep", "Locks", kind="book", parents=["mid"]),
    )
    assert places["about"].left_out is None
    assert places["deep"].left_out is LeftOut.PLUMBING


def test_a_protected_title_makes_no_wiki() -> None:
    (top, *others) = wiki_of("LLM Wiki", "Locks", "Views")
    assert placed(replace(top, is_protected=True), *others)["page"].area is Area.OTHER


# ---- what gave it -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("labels", "given_by"),
    [
        ([("dateNote", "2031-01-02")], "label:dateNote"),
        ([("wikiLayer", "source")], "label:wikiLayer"),
        ([("wikiLayer", "concept")], "label:wikiLayer"),
        ([("pageUrl", "https://a.example")], "label:pageurl"),
        ([("color", "red")], "default"),
    ],
)
def test_an_area_names_the_label_that_gave_it(labels: list[tuple[str, str]], given_by: str) -> None:
    assert placed(below("root", labels=labels))["n"].given_by == given_by


def test_an_area_names_the_nearest_folder_that_gave_it_along_whatever_path() -> None:
    places = placed(
        below("root", "days", labels=[("calendarRoot", "")]),
        below("days", "inner", labels=[("wiki", "")]),
        below("inner", "mid"),
        note("n", "Note", parents=["root", "mid"]),
    )
    assert places["inner"].given_by == "below:days"
    assert places["mid"].given_by == places["n"].given_by == "below:inner"
    assert places["days"].given_by == "default"


def test_an_area_names_the_number_of_the_rule_that_gave_it() -> None:
    rules = [
        AreaRule(label="no"),
        AreaRule(type="text", area=Area.WIKI),
        AreaRule(type="text", area=Area.WIKI),
    ]
    assert place([ROOT, below("root")], rules)[NoteId("n")].given_by == "rule:2"


def test_another_reason_for_the_same_area_is_a_change() -> None:
    meta = below("root", labels=[("wikiLayer", "concept")])
    one = placed(meta)["n"]
    assert digest(meta, one) != digest(meta, replace(one, given_by="rule:1"))


def test_the_rule_that_decided_is_known_by_its_number() -> None:
    rules = (AreaRule(label="draft"), AreaRule(type="code", area=Area.WIKI))
    assert (rule_of("rule:1", rules), rule_of("rule:2", rules)) == rules
    for other in ("rule:3", "rule:0", "rule:x", "label:2", "default", ""):
        assert rule_of(other, rules) is None
