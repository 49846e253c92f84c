"""A typed text becomes a Query, or a Skip with the reason why it is no question to the notes.

A *search* is asked by a person who looks at the result: everything with any term is asked. A *prompt* is typed to
somebody else (a coding agent): most prompts are no question to the notes, and silence is the right answer.
"""

from __future__ import annotations

import re
from datetime import date

from trayrecall.core.asked import what_is_asked, what_is_pasted
from trayrecall.core.chores import asks, chore_reason, points_beside_it
from trayrecall.core.dates import days_in, without_days
from trayrecall.core.diary import asks_for_days
from trayrecall.core.language import language_of
from trayrecall.core.model import Query, QueryTerm, Skip
from trayrecall.core.stopwords import NAMES, STOPWORDS, function_words
from trayrecall.core.text import base_terms, has_words, normalise, query_terms, quoted_phrases
from trayrecall.core.wording import worded

MAX_TEXT = 2000  # code points that go to the embedder: its window is 512 tokens
MAX_SCANNED = 8000  # code points of a prompt that are looked at for terms
MAX_TERMS = 48
LONGEST_CHORE = 300  # code points; who writes more tells something of the matter itself

_COMMAND = re.compile(
    r"^\s*(?:/[a-zA-Z][\w:-]*(?:\s|$)|!(?!\[)|#[^\S\n].*$)"
)  # of several lines "# " is a heading, "![" a picture
_MACHINE = re.compile(
    r"^\s*(?:<(?:task-notification|teammate-message|agent-message|cross-session-message|system-reminder"
    r"|local-command|command-name|command-message|command-args|bash-input|bash-stdout|bash-stderr)\b"
    r"|\[Request interrupted by user)"
)
# A number of three digits and more, or a date, time, version, address: it is asked about. Smaller ones choose from a list.
_TELLING_NUMBER = re.compile(r"\d{3}|\d[.:/]\d|\bMay \d|\d May\b")
_CAPITALS = re.compile(r"\b[A-Z]{2,}\b", re.ASCII)  # also beside Chinese: UPS电池
_LETTERS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_PAUSE = re.compile(r"[\s.!?…。．！？,，、;；:：~〜]+")

# Replies that continue a talk. A prompt made of these and function words alone asks the notes nothing.
_REPLY_WORDS = frozenset(
    """
    ok okay k y n yes yeah yep yup no nope nah sure fine great good nice cool perfect thanks thank thx ty you please pls
    continue go on ahead proceed next again retry stop wait done do it that this them all fix run try now so so and then
    ultrathink think hard harder tldr lgtm exactly right correct agreed sounds looks good to me more hi hello hey
    ja nein gut genau super danke dank vielen bitte weiter mach mache los nochmal passt okay klar gern stimmt richtig
    das es so alles prima perfekt
    да нет хорошо спасибо дальше продолжай ладно ок давай верно точно отлично sí si oui non merci gracias vale d'accord
    """.split()
)  # fmt: skip
_REPLIES_DENSE = frozenset(
    "好 好的 好吧 是 是的 对 对的 可以 行 谢谢 谢谢你 非常感谢 继续 继续吧 请继续 下一步 不 不是 不用 嗯 没问题 没错 明白 明白了 "
    "はい いいえ ええ うん 続けて 続けてください お願いします ありがとう ありがとうございます 了解 了解です わかりました 次 次へ いいね オッケー "
    "네 예 아니요 계속 계속해 계속해줘 좋아요 감사합니다 고마워".split()
)


def parse_search(text: str, today: date | None = None) -> Query | Skip:
    """A search as typed. Skip only when there is nothing in it to look for (`blank`).

    `today` is the person's own date, by which words such as "yesterday" are understood; without it no word names a day.

    Function words are left out, unless there is nothing else: a note may be called `Will` or `IT`.
    """
    head = text[:MAX_SCANNED]
    terms = worded(head, _content(head, MAX_TERMS) or query_terms(head, MAX_TERMS, stopwords=frozenset()))
    words = has_words(head)
    if not terms and not words:
        return Skip("blank")
    days = days_in(head, today) if today else ()
    left = without_days(head, days) if days else head
    others = query_terms(left, MAX_TERMS, stopwords=frozenset()) if days else terms
    undated = {term.forms[0] for term in others}
    return Query(
        text=head[:MAX_TEXT].strip(),
        terms=terms,
        phrases=quoted_phrases(head),
        days=days,
        day_terms=frozenset(term for term in terms if term.forms[0] not in undated),
        asks_for_days=bool(days) and asks_for_days(left),
        has_words=words,
        names_words=any(has_words(form) for term in terms for form in term.forms),
    )


def parse_prompt(text: str, today: date | None = None) -> Query | Skip:
    """A prompt typed to an agent. Skips commands, replies, machine messages, chores and what has no content word.

    One that is long, or mostly pasted material, is reduced to what it asks.
    """
    if (reason := skip_reason(text)) is not None:
        return Skip(reason)
    asked = _asked(text)
    if asked is not text and (reason := _chore(asked)) is not None:
        return Skip(reason)
    if not _content(asked, 1) and not (today and days_in(asked, today)):
        return Skip("no_content_words")
    return parse_search(asked, today)


def parse_question(text: str, today: date | None = None) -> Query | Skip:
    """A question that an agent puts to the notes itself: as a prompt, but nothing is skipped unless it is blank."""
    return parse_search(_asked(text), today)


def _asked(text: str) -> str:
    asked = what_is_asked(text, MAX_TEXT)
    if asked is not text and asks(asked) and points_beside_it(asked):
        return what_is_pasted(text, MAX_TEXT)  # an error, and "how did we solve this last time?"
    return asked


def _content(text: str, most: int) -> tuple[QueryTerm, ...]:
    """The terms of a text without the function words of its language; in capitals some of these are names."""
    return query_terms(text, most, stopwords=function_words(language_of(text)) - _named(normalise(text)))


def _named(plain: str) -> frozenset[str]:
    """The function words that are names here, unless all is written in capitals."""
    shouted = " " in plain.strip() and all(sign.isupper() for sign in plain if sign.isalpha())
    return frozenset() if shouted else NAMES.intersection(base_terms(" ".join(_CAPITALS.findall(plain))))


def skip_reason(text: str) -> str | None:
    """The name of the rule by which a prompt is no question to the notes, or None."""
    stripped = text.strip()
    if not stripped:
        return "blank"
    if _MACHINE.match(stripped):
        return "not_typed_by_a_person"
    if _COMMAND.match(stripped):
        return "command"
    pieces = [piece for piece in _PAUSE.split(stripped[:MAX_SCANNED].replace("’", "'")) if piece]
    said = [_said(piece) for piece in pieces]
    if "content" in said:
        return _chore(stripped)
    if _TELLING_NUMBER.search(normalise(stripped[:MAX_SCANNED])):
        return None
    if "reply" in said or any(c.isdigit() for c in stripped):
        return "reply"
    return None if "function" in said else "blank"


def _chore(text: str) -> str | None:
    return chore_reason(text) if len(text) <= LONGEST_CHORE else None


def _said(piece: str) -> str:
    """What a stretch of a prompt between two pauses is: a reply, function words, content, or nothing but signs."""
    if piece in _REPLIES_DENSE:
        return "reply"
    words = [word.lower() for word in _LETTERS.findall(piece)]
    if not words:
        return "signs"
    others = [word for word in words if word not in _REPLY_WORDS]
    if any(term not in STOPWORDS for word in others for term in base_terms(word)):
        return "content"
    return "function" if others == words else "reply"
