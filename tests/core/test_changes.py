"""The plan of a sync, and the listings that are not believed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from tests.pipeline import note
from trayrecall.core.areas import EMPTY_BLOB, place
from trayrecall.core.changes import (
    MAX_VANISHED_NOTES,
    MAX_VANISHED_SHARE,
    Changes,
    LedgerEntry,
    blob_id,
    compare,
    digest,
    taken_away,
)
from trayrecall.core.errors import ImplausibleListing, explain
from trayrecall.core.model import Attribute, Fault, LeftOut, NoteId, NoteMeta

ROOT = note("root", "root", parents=[])
PUMP = note("pump", "Pump")


def listing(*notes: NoteMeta) -> dict[NoteId, NoteMeta]:
    return {meta.id: meta for meta in (ROOT, *notes)}


def ledger(notes: Mapping[NoteId, NoteMeta], **faults: Fault) -> dict[NoteId, LedgerEntry]:
    """What the index knows after a sync of exactly these notes."""
    places = place(notes.values())
    return {
        i: LedgerEntry(m.blob_id, m.type, m.mime, digest(m, places[i]), places[i].left_out, faults.get(i))
        for i, m in notes.items()
    }


def changes(
    before: Mapping[NoteId, NoteMeta], after: Mapping[NoteId, NoteMeta], *, accept_deletions: bool = False
) -> Changes:
    return compare(ledger(before), after, place(after.values()), accept_deletions=accept_deletions)


def ids(metas: Iterable[NoteMeta]) -> list[str]:
    return [str(meta.id) for meta in metas]


def relabelled(meta: NoteMeta, name: str, value: str = "", *, owned: bool = True) -> NoteMeta:
    return replace(meta, attributes=(*meta.attributes, Attribute("label", name, value, owned)))


def test_the_blob_of_nothing_is_the_one_that_is_never_fetched() -> None:
    assert blob_id(b"") == EMPTY_BLOB


def test_the_same_listing_asks_for_nothing() -> None:
    assert changes(listing(PUMP), listing(PUMP)) == Changes()


def test_a_new_note_is_fetched() -> None:
    plan = changes(listing(), listing(PUMP))
    assert ids(plan.fetch) == ["pump"]
    assert plan


@pytest.mark.parametrize("field", ["blob_id", "type", "mime"])
def test_new_content_or_another_kind_is_fetched(field: str) -> None:
    plan = changes(listing(PUMP), listing(replace(PUMP, **{field: "code"})))  # type: ignore[arg-type]
    assert ids(plan.fetch) == ["pump"]
    assert plan.relabel == ()


@pytest.mark.case("SY02")
@pytest.mark.parametrize(
    "changed",
    [
        replace(PUMP, title="Pump 2"),
        replace(PUMP, utc_modified="2027-01-01 00:00:00.000Z"),
        replace(PUMP, utc_created="2020-01-01 00:00:00.000Z"),
        relabelled(PUMP, "author", "Imke"),
        relabelled(PUMP, "topic", owned=False),
        replace(PUMP, title="\ud800"),
    ],
)
def test_new_metadata_alone_asks_for_no_content(changed: NoteMeta) -> None:
    plan = changes(listing(PUMP), listing(changed))
    assert ids(plan.relabel) == ["pump"]
    assert plan.fetch == plan.leave_out == ()


def test_a_move_and_a_renamed_folder_relabel_what_is_below() -> None:
    folder, inside = note("folder", "Folder"), note("in", "Inside", parents=["folder"])
    assert ids(changes(listing(folder, inside), listing(replace(folder, title="Shelf"), inside)).relabel) == [
        "folder",
        "in",
    ]
    assert ids(
        changes(
            listing(folder, inside), listing(folder, replace(inside, parent_ids=(NoteId("root"),)))
        ).relabel
    ) == ["in"]
    wiki = relabelled(folder, "wikiRoot")
    assert ids(changes(listing(folder, inside), listing(wiki, inside)).relabel) == ["folder", "in"]


def test_another_order_of_the_attributes_is_a_change_because_the_first_of_a_name_counts() -> None:
    ab = replace(PUMP, attributes=(Attribute("label", "a", ""), Attribute("label", "b", "")))
    ba = replace(PUMP, attributes=ab.attributes[::-1])
    assert ids(changes(listing(ab), listing(ba)).relabel) == ["pump"]
    assert changes(listing(ab), listing(ab)) == Changes()


@pytest.mark.case("SY02")
def test_a_note_goes_when_it_is_archived_and_is_fetched_when_it_comes_back() -> None:
    archived = relabelled(PUMP, "archived")
    assert ids(changes(listing(PUMP), listing(archived)).leave_out) == ["pump"]
    assert changes(listing(archived), listing(archived)) == Changes()
    assert ids(changes(listing(archived), listing(PUMP)).fetch) == ["pump"]


@pytest.mark.case("DL09")
@pytest.mark.parametrize("field", ["blob_id", "type", "mime"])
def test_an_archived_note_with_new_content_of_an_old_date_is_noted_anew(field: str) -> None:
    archived = relabelled(PUMP, "archived")
    plan = changes(listing(archived), listing(replace(archived, **{field: "code"})))  # type: ignore[arg-type]
    assert (ids(plan.leave_out), plan.fetch, plan.relabel) == (["pump"], (), ())


def test_a_note_that_becomes_protected_is_left_out_and_never_fetched() -> None:
    plan = changes(listing(PUMP), listing(replace(PUMP, is_protected=True, title="x=", blob_id="new")))
    assert ids(plan.leave_out) == ["pump"]
    assert plan.fetch == ()


def test_a_note_that_is_left_out_for_another_reason_is_told_again() -> None:
    plan = changes(listing(relabelled(PUMP, "archived")), listing(relabelled(PUMP, "recallIgnore")))
    assert ids(plan.leave_out) == ["pump"]


def test_a_new_note_that_is_left_out_is_only_noted() -> None:
    plan = changes(listing(), listing(relabelled(PUMP, "recallIgnore")))
    assert ids(plan.leave_out) == ["pump"]
    assert plan.fetch == ()


@pytest.mark.case("DL02")
def test_a_note_that_is_listed_no_more_is_deleted() -> None:
    plan = changes(listing(PUMP, note("b", "B")), listing(note("b", "B")))
    assert plan == Changes(delete=(NoteId("pump"),))


@pytest.mark.case("SY10")
def test_a_fault_is_asked_again_only_when_that_is_wanted() -> None:
    notes = listing(PUMP)
    known = ledger(notes, pump=Fault("ServerFault"))
    places = place(notes.values())
    assert compare(known, notes, places) == Changes()
    assert ids(compare(known, notes, places, retry=lambda _: True).fetch) == ["pump"]


def test_whatever_changes_of_a_faulty_note_its_content_is_asked_for_again() -> None:
    before, after = listing(PUMP), listing(replace(PUMP, title="Pump 3"))
    plan = compare(ledger(before, pump=Fault("ServerFault")), after, place(after.values()))
    assert (ids(plan.fetch), ids(plan.relabel)) == (["pump"], [])


def test_a_fault_of_a_note_that_is_left_out_is_never_asked() -> None:
    notes = listing(relabelled(PUMP, "archived"))
    known = {k: replace(e, fault=Fault("ServerFault")) for k, e in ledger(notes).items()}
    assert known[NoteId("pump")].left_out is LeftOut.ARCHIVED
    assert compare(known, notes, place(notes.values()), retry=lambda _: True) == Changes()


# ---- listings that are not believed -------------------------------------------------------------------


def many(count: int) -> list[NoteMeta]:
    return [note(f"n{i}", "Note") for i in range(count)]


@pytest.mark.case("DL01")
@pytest.mark.parametrize("accept", [False, True])
def test_an_empty_listing_is_never_believed(*, accept: bool) -> None:
    with pytest.raises(ImplausibleListing, match="no notes at all") as raised:
        changes(listing(PUMP), {}, accept_deletions=accept)
    assert "accept" not in raised.value.hint


@pytest.mark.parametrize("accept", [False, True])
def test_a_listing_without_the_root_is_never_believed(*, accept: bool) -> None:
    with pytest.raises(ImplausibleListing, match="root"):
        changes(listing(PUMP), {PUMP.id: PUMP}, accept_deletions=accept)


@pytest.mark.parametrize(
    ("known", "gone", "believed"),
    [
        (30, 20, True),  # 20 notes at most may go at once
        (30, 21, False),
        (104, 21, True),  # 104 and the root: 21 are exactly a fifth
        (103, 21, False),
        (1000, 200, True),
        (1000, 201, False),
        (10, 10, True),
        (21, 21, False),
    ],
)
def test_a_listing_may_lose_twenty_notes_or_a_fifth(known: int, gone: int, *, believed: bool) -> None:
    assert (MAX_VANISHED_NOTES, MAX_VANISHED_SHARE) == (20, 0.2)
    before, after = listing(*many(known)), listing(*many(known)[gone:])
    if believed:
        assert len(changes(before, after).delete) == gone
    else:
        with pytest.raises(ImplausibleListing, match=f"{gone} of {known + 1} notes") as raised:
            changes(before, after)
        assert "--accept-deletions" in raised.value.hint


def test_a_person_may_say_that_the_deletions_are_meant() -> None:
    before = listing(*many(300))
    assert len(changes(before, listing(), accept_deletions=True).delete) == 300


def test_a_first_listing_is_always_believed() -> None:
    assert len(changes({}, listing(*many(300))).fetch) == 300


@pytest.mark.case("DL01")
@pytest.mark.parametrize("number", [1, 40])
def test_notes_that_are_listed_without_their_folder_are_a_sign_of_half_a_listing(number: int) -> None:
    top, inside = note("top", "Top"), [replace(n, parent_ids=(NoteId("top"),)) for n in many(number)]
    deeper = note("deep", "Deep", parents=["n0"])
    before, after = listing(top, *inside, deeper), listing(*inside, deeper)
    with pytest.raises(ImplausibleListing, match=f"the folder of {number + 1} of its notes"):
        changes(before, after)
    assert len(changes(before, after, accept_deletions=True).leave_out) == number + 1
    assert changes(after, after) == Changes(), "what was never reached is no news"
    own = replace(inside[0], parent_ids=(NoteId("top"), NoteId("n0")))  # it stands in itself too
    with pytest.raises(ImplausibleListing):
        changes(listing(top, own), listing(own))
    between = note("new", "New", parents=["top"])  # not known before
    moved = [replace(n, parent_ids=(NoteId("new"),)) for n in inside]
    with pytest.raises(ImplausibleListing, match=f"the folder of {number} of its notes"):
        changes(listing(top, *inside), listing(between, *moved))
    elsewhere = [replace(n, parent_ids=(NoteId("top"), NoteId("root"))) for n in inside]
    assert ids(changes(listing(top, *elsewhere), listing(*elsewhere)).relabel) == []


def test_notes_that_the_root_does_not_reach_any_more_count_as_gone() -> None:
    a, b = note("a", "A", parents=["b"]), note("b", "B", parents=["a"])
    inside = [replace(n, parent_ids=(NoteId("a"),)) for n in many(30)]
    before = listing(a, replace(b, parent_ids=(NoteId("root"),)), *inside)
    with pytest.raises(ImplausibleListing, match="32 of 33"):
        changes(before, listing(a, b, *inside))
    few = listing(a, replace(b, parent_ids=(NoteId("root"),)))
    assert ids(changes(few, listing(a, b)).leave_out) == ["a", "b"]


def test_what_a_listing_says_of_a_note_itself_holds_whatever_it_lacks() -> None:
    protected = replace(PUMP, is_protected=True)
    archived, ignored = relabelled(note("a", "A"), "archived"), relabelled(note("b", "B"), "recallIgnore")
    after = {m.id: m for m in (protected, archived, ignored, note("c", "C"), note("new", "New"))}
    before = listing(PUMP, note("a", "A"), note("b", "B"), note("c", "C"))
    places = place(after.values())
    assert ids(taken_away(ledger(before), after, places)) == ["pump", "a", "b"]
    assert taken_away(ledger(after), after, places) == []


def test_another_trilium_at_the_address_takes_nothing_away() -> None:
    hidden = note("_hidden", "Hidden")
    before = listing(hidden, *many(15))
    others = listing(hidden, *[note(f"other{i}", "Other") for i in range(3)])
    with pytest.raises(ImplausibleListing, match="none of the notes") as raised:
        changes(before, others)
    assert "may be another Trilium. Nothing was deleted." in explain(raised.value), (
        "a sentence, then the next"
    )
    assert len(changes(before, others, accept_deletions=True).delete) == 15
    assert len(changes(listing(hidden, *many(2)), others).delete) == 2, "a beginner who tries things out"
    assert len(changes(before, listing(many(15)[0], *others.values())).delete) == 14
