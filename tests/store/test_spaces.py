"""Another model: the old vectors stay until the new ones are complete, and then they go."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.pipeline import ROOT
from tests.store.building import HOME, SPACE, embed_pending, text_note
from tests.store.checker import assert_consistent, assert_sound
from trayrecall.core.model import Fingerprint
from trayrecall.store import Index
from trayrecall.store.database import rows

SAME_SIZE = replace(SPACE, model="other")
SMALLER = replace(SPACE, model="smaller", dimension=8)


def spaces(index: Index) -> list[tuple[str, int]]:
    """The spaces in the file, and how many vectors each has."""
    with index.database.read() as connection:
        return [
            (name, count)
            for name, count in rows(
                connection,
                "SELECT s.model, (SELECT count(*) FROM vector v WHERE v.space = s.id) FROM space s ORDER BY s.id",
            )
        ]


def tables(index: Index) -> set[str]:
    with index.database.read() as connection:
        found = rows(connection, "SELECT name FROM sqlite_schema WHERE name LIKE 'vector\\__%' ESCAPE '\\'")
    return {name.split("_")[1] for (name,) in found} - {"hash"}


def embed_some(index: Index, dimension: int, limit: int) -> None:
    wanted = index.pending(limit)
    matrix = np.random.default_rng(1).standard_normal((len(wanted), dimension)).astype(np.float32)
    index.put_vectors([item.hash for item in wanted], matrix / np.linalg.norm(matrix, axis=1, keepdims=True))


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Index]:
    index = Index.open(tmp_path / "index.db")
    index.open_space(SPACE)
    index.put(HOME, [text_note(f"n{i}", f"<p>text {i}</p>") for i in range(20)])
    embed_pending(index)
    yield index
    index.close()


@pytest.mark.case("SC04")
@pytest.mark.parametrize("other", [SAME_SIZE, SMALLER])
def test_old_vectors_go_when_the_new_ones_are_complete_and_not_before(
    filled: Index, other: Fingerprint
) -> None:
    filled.open_space(other)
    assert filled.drop_other_spaces() == 0
    embed_some(filled, other.dimension, 19)
    assert filled.drop_other_spaces() == 0
    assert spaces(filled) == [("arbitrary", 20), (other.model, 19)]
    embed_some(filled, other.dimension, 19)
    assert filled.drop_other_spaces() == 1
    assert spaces(filled) == [(other.model, 20)]
    assert tables(filled) == {str(filled.space)}
    assert filled.drop_other_spaces() == 0
    assert_sound(filled.database)
    assert_consistent(filled)
    filled.open_space(SPACE)  # back to the first: it starts empty, and nothing of the second is taken for it
    assert filled.pending_count() == 20
    assert_consistent(filled)


@pytest.mark.case("SC04")
def test_a_text_that_the_model_refuses_does_not_keep_the_old_vectors_for_ever(filled: Index) -> None:
    filled.open_space(SAME_SIZE)
    embed_some(filled, SAME_SIZE.dimension, 19)
    (left,) = filled.pending(9)
    assert filled.drop_other_spaces({b"another"}) == 0
    assert filled.drop_other_spaces({left.hash}) == 1
    assert spaces(filled) == [("other", 19)]


@pytest.mark.case("SC04")
def test_a_refused_text_that_stands_in_many_notes_hides_no_other_that_waits(filled: Index) -> None:
    filled.put(HOME, [text_note(f"same{i}", "<p>refused</p>", "Same") for i in range(9)])
    (refused,) = [item.hash for item in filled.pending(9)]
    filled.open_space(SAME_SIZE)
    assert filled.drop_other_spaces({refused}) == 0


@pytest.mark.case("SC04")
def test_without_a_space_nothing_is_dropped(filled: Index) -> None:
    path = filled.database.path
    filled.close()
    again = Index.open(path)
    assert again.drop_other_spaces() == 0
    assert spaces(again) == [("arbitrary", 20)]
    again.close()


@pytest.mark.case("SC04")
@pytest.mark.case("SC09")
@pytest.mark.parametrize("moment", ["vector_1_chunks", "vector", "space"])
def test_a_kill_in_the_middle_of_dropping_is_harmless(filled: Index, moment: str) -> None:
    filled.open_space(SMALLER)
    embed_some(filled, SMALLER.dimension, 20)
    path = filled.database.path
    filled.close()
    program = f"""
import os, signal
from pathlib import Path
import apsw
from tests.store.test_spaces import SMALLER
from trayrecall.store import Index
index = Index.open(Path({str(path)!r}))
index.open_space(SMALLER)
def kill(operation, name, *_):
    if operation == apsw.SQLITE_DELETE and name == {moment!r}:
        os.kill(os.getpid(), signal.SIGKILL)
    return apsw.SQLITE_OK
index.database.run(lambda connection: connection.set_authorizer(kill))
index.drop_other_spaces()
print("not killed")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (-9, "")
    again = Index.open(path)
    assert again.notice is None
    again.open_space(SMALLER)
    assert again.pending_count() == 0
    assert spaces(again) == [("arbitrary", 20), ("smaller", 20)]
    assert again.drop_other_spaces() == 1
    assert_sound(again.database)
    again.close()
