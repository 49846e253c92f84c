"""`trayrecall eval [FILE]`: a person's own questions, asked of their own index; see `trayrecall.questions`.

Without a file it asks what the person said of prompts in the activity window.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean as mean

from trayrecall import app, paths
from trayrecall.cli.main import Exit
from trayrecall.cli.render import print_json
from trayrecall.cli.verbs import reading_engine
from trayrecall.core.errors import UserInputError
from trayrecall.core.lean import hook_context
from trayrecall.core.metrics import hit, ndcg, recall, reciprocal_rank
from trayrecall.core.model import Answer, Hit
from trayrecall.core.tokens import estimate_tokens
from trayrecall.core.visible import visible_line
from trayrecall.engine.engine import Engine
from trayrecall.questions import Question, read_questions
from trayrecall.server.bodies import LinkBases

PLACES = 10
_HOW = "Say of prompts in the activity window what should have come, or name a file of questions."
_PATIENCE = 60.0  # seconds for a prompt: quality is measured here, not speed


def evaluate(arguments: argparse.Namespace) -> int:
    """Ask all questions of the file and print the measures of each kind."""
    if arguments.file is None and not paths.questions_file().is_file():
        raise UserInputError("you have no test questions yet", hint=_HOW)
    questions = read_questions(Path(arguments.file or paths.questions_file()))
    with reading_engine(app.read_configuration(os.environ)) as engine:
        engine.attach()
        asked = [(question, _ask(engine, question)) for question in questions]
        found = {
            "searches": _by_kind(asked, _search_measures, prompts=False),
            "prompts": _by_kind(asked, lambda pairs: _prompt_measures(engine, pairs), prompts=True),
        }
    if arguments.json:
        print_json(found)
    else:
        _print(found)
        _print_misses(asked)
    return Exit.OK


def _ask(engine: Engine, question: Question) -> Answer:
    if question.is_prompt:
        return engine.prompt(question.text, deadline=time.monotonic() + _PATIENCE)
    return engine.search(question.text, limit=PLACES)


_Pairs = Sequence[tuple[Question, Answer]]


def _by_kind(
    asked: _Pairs, measures: Callable[[_Pairs], dict[str, float]], *, prompts: bool
) -> dict[str, dict[str, float]]:
    kinds: defaultdict[str, list[tuple[Question, Answer]]] = defaultdict(list)
    for question, answer in asked:
        if question.is_prompt == prompts:
            kinds[question.kind].append((question, answer))
    if len(kinds) > 1:
        kinds["all"] = [pair for pairs in list(kinds.values()) for pair in pairs]
    return {kind: measures(pairs) for kind, pairs in kinds.items()}


def _names(found: Hit) -> set[str]:
    """How a note may be named in the file: with its instance, also another one that holds the same, or without."""
    return {f"{i}/{found.note_id}" for i in (found.instance, *found.also_in)} | {str(found.note_id)}


def _ranking(question: Question, hits: Iterable[Hit]) -> list[str]:
    """The expected name of each hit, or its own when it wasn't expected."""
    return [min(_names(h) & question.expect, default=f"{h.instance}/{h.note_id}") for h in hits]


def _search_measures(pairs: _Pairs) -> dict[str, float]:
    ranked = [(_ranking(q, a.hits), dict.fromkeys(q.expect, 1.0)) for q, a in pairs]
    return {
        "questions": len(pairs),
        "ndcg@10": mean(ndcg(*pair) for pair in ranked),
        "recall@10": mean(recall(*pair) for pair in ranked),
        "hit@1": mean(hit(*pair) for pair in ranked),
        "mrr": mean(reciprocal_rank(*pair) for pair in ranked),
    }


def _prompt_measures(engine: Engine, pairs: _Pairs) -> dict[str, float]:
    answerable = [(q, a) for q, a in pairs if not q.wants_silence]
    off_topic = [a for q, a in pairs if q.wants_silence]
    sent = [bool(_names(h) & q.expect) for q, a in pairs for h in a.hits if not q.expects_any]
    tokens = [estimate_tokens(hook_context(a.hits, LinkBases(engine))) for _, a in pairs]
    return {
        "questions": len(pairs),
        "answered": mean(bool(a.hits) for _, a in answerable) if answerable else 1.0,
        "precision": mean(sent) if sent else 1.0,
        "silence": mean(not a.hits for a in off_topic) if off_topic else 1.0,
        "tokens": mean(tokens),
    }


# ---- what is printed ----------------------------------------------------------------------------------


def _print(found: Mapping[str, Mapping[str, Mapping[str, float]]]) -> None:
    for title, kinds in found.items():
        if kinds:
            names = list(next(iter(kinds.values())))
            print(f"{title:20}" + "".join(f"{name:>11}" for name in names))
            for kind, measures in kinds.items():
                print(
                    f"  {visible_line(kind):18}" + "".join(f"{_shown(measures[name]):>11}" for name in names)
                )


def _shown(value: float) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _print_misses(asked: _Pairs) -> None:
    """The questions that went wrong, each with why."""
    for question, answer in asked:
        right = [question.expects_any or bool(_names(h) & question.expect) for h in answer.hits]
        if question.is_prompt and (all(right) if answer.hits else question.wants_silence):
            continue
        if not question.is_prompt and right[:1] == [True]:
            continue
        print(f"line {question.line}: {question.text[:70]!r}: {_why(question, answer)}")


def _why(question: Question, answer: Answer) -> str:
    if not answer.hits:
        return answer.reason + (f" ({answer.detail})" if answer.detail else "")
    names = _ranking(question, answer.hits)
    place = next((i for i, name in enumerate(names, start=1) if name in question.expect), None)
    if question.is_prompt:
        wrong = [name for name in names if name not in question.expect]
        return f"sent {', '.join(wrong)}"
    return f"found at place {place}" if place else f"not among the first {PLACES}; first is {names[0]}"
