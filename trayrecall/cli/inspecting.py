"""`trayrecall inspect`: what the index knows of one note, and why it is, or isn't, found."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import asdict

from trayrecall import app
from trayrecall.cli.given import named_note
from trayrecall.cli.main import Exit
from trayrecall.cli.render import counted, print_json
from trayrecall.cli.verbs import describing_engine
from trayrecall.core.areas import BELOW
from trayrecall.core.documents import PATH_JOINT
from trayrecall.core.inspection import Inspection, Standing, VectorState
from trayrecall.core.model import InstanceId, NoteId
from trayrecall.core.visible import visible_line

_BEGINNING = 70  # code points of a passage


def inspect(arguments: argparse.Namespace) -> int:
    """Print what is known of the note; exit code 1 when it isn't in the index."""
    instance, note_id = named_note(arguments.id)
    with describing_engine(app.read_configuration(os.environ)) as engine:
        found = engine.inspector.inspect(InstanceId(instance), NoteId(note_id))
    if arguments.json:
        print_json(asdict(found))
    else:
        for line in _lines(found):
            print(line)
    return Exit.OK if found.standing is Standing.INDEXED else Exit.NOT_CLEAN


def _lines(found: Inspection) -> Iterator[str]:
    yield f"{visible_line(found.title) or '(untitled)'} ({found.instance}/{found.note_id})"
    if found.standing is Standing.UNKNOWN:
        yield "  nothing is known of it: it is on no server that is read, or newer than the last look"
        return
    if found.path:  # of a note that its owner keeps out nothing is kept
        yield f"  {visible_line(PATH_JOINT.join(found.path))}"
    if found.left_out is not None:
        yield f"  not in the index: it is {found.left_out.told}"
        return
    folder = f" ({visible_line(found.given_by_title)})" if found.given_by.startswith(BELOW) else ""
    yield f"  area: {found.area}, by {found.given_by or 'an older version'}{folder}"
    yield f"  {found.type}, {found.mime}, as of {found.as_of}"
    if found.fault is not None:
        reason = visible_line(found.fault.detail or found.fault.name)
        yield f"  by title only: {reason}, tried {counted(found.fault.tries, 'time')}"
    if found.partial:
        yield f"  only a part of it: {found.partial}"
    states = (f"{number} {state}" for state in VectorState if (number := found.vectors.get(state)))
    yield f"  {counted(sum(found.vectors.values()), 'passage')}: {', '.join(states)}"
    for section in found.sections:
        yield f"  {visible_line(PATH_JOINT.join(section.heading_path)) or '-'}: {counted(section.characters, 'character')}"
        for passage in section.passages:
            why = f" ({passage.why})" if passage.why else ""
            yield f"    {passage.vector}{why}, {passage.tokens} tokens: {visible_line(passage.text)[:_BEGINNING]}"
    for name, links in (("links to", found.links_out), ("linked from", found.links_in)):
        for link in links:
            yield f"  {name} ({link.kind}): {visible_line(link.title) or link.target}"
