"""What the index file keeps of the gate: the vectors of the off-topic prompts, and what was measured with them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict

import apsw
import numpy as np

from trayrecall.core.gate import Gate, GateGroup
from trayrecall.store.database import rows
from trayrecall.store.vectors import OffTopic


def off_topic(connection: apsw.Connection, space: int | None) -> list[OffTopic]:
    """The prompts that have a vector in the space."""
    found = rows(connection, "SELECT hash, language, half, vector FROM off_topic WHERE space = ?", (space,))
    return [
        OffTopic(bytes(h), language, half, np.frombuffer(v, np.float32)) for h, language, half, v in found
    ]


def put_off_topic(connection: apsw.Connection, space: int, prompts: Iterable[OffTopic]) -> None:
    """Keep these prompts' vectors."""
    connection.executemany(
        "INSERT OR REPLACE INTO off_topic(space, hash, language, half, vector) VALUES (?, ?, ?, ?, ?)",
        [(space, p.hash, p.language, p.half, p.vector.astype(np.float32).tobytes()) for p in prompts],
    )


def keep_off_topic(connection: apsw.Connection, space: int, hashes: Iterable[bytes]) -> None:
    """Forget the vectors of all prompts but these."""
    kept = json.dumps([digest.hex() for digest in hashes])
    connection.execute(
        "DELETE FROM off_topic WHERE space = ? AND lower(hex(hash)) NOT IN (SELECT value FROM json_each(?))",
        (space, kept),
    )


def stored_gate(connection: apsw.Connection, space: int | None) -> Gate:
    """What was measured last in the space; an empty gate when nothing was."""
    found = rows(connection, "SELECT measured FROM gate WHERE space = ?", (space,))
    if not found:
        return Gate()
    told = json.loads(found[0][0])
    groups = {language: GateGroup(**group) for language, group in told.pop("groups").items()}
    return Gate(groups, **told)


def put_gate(connection: apsw.Connection, space: int, gate: Gate) -> None:
    """Keep what was measured."""
    connection.execute(
        "INSERT OR REPLACE INTO gate(space, measured) VALUES (?, ?)", (space, json.dumps(asdict(gate)))
    )
