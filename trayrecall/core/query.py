"""A typed text becomes a Query, or a Skip with the reason why it is no question to the notes.

A *search* is asked by a person who looks at the result: everything with any term is asked. A *prompt* is typed to
somebody else (a coding agent): most prompts are no question to the notes, and silence is the right answer.
"""

from __future__ import annotations

import re

from trayrecall.core.model import Query, Skip
from trayrecall.core.text import has_words, query_terms, quoted_phrases

MAX_TEXT = 2000  # code points that go to the embedder: its window is 512 tokens
MAX_SCANNED = 8000  # code points of a prompt that are looked at for terms
MAX_TERMS = 48

_COMMAND = re.compile(r"^\s*(?:/[a-zA-Z][\w:-]*(?:\s|$)|!|#\s)")
_MACHINE = re.compile(
    r"^\s*<(?:task-notification|teammate-message|agent-message|cross-session-message|system-reminder"
    r"|local-command|command-name|command-message|bash-input|bash-stdout)\b"
)
_LETTERS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")

# Replies that continue a talk. A prompt made of these words alone asks the notes nothing.
_REPLY_WORDS = frozenset(
    """
    ok okay k y n yes yeah yep yup no nope nah sure fine great good nice cool perfect thanks thank thx ty you please pls
    continue go on ahead proceed next again retry stop wait done do it that this them all fix run try now so so and then
    ultrathink think hard harder tldr lgtm exactly right correct agreed sounds looks good to me more hi hello hey
    ja nein gut genau super danke bitte weiter mach mache los nochmal passt okay klar gern stimmt richtig das es so
    да нет хорошо спасибо дальше продолжай ладно ок sí si oui non merci gracias vale d'accord
    """.split()
)  # fmt: skip
_REPLIES_DENSE = frozenset(
    "好 好的 是 是的 对 对的 可以 行 谢谢 谢谢你 继续 下一步 不 不是 不用 嗯 没问题 はい いいえ ええ うん 続けて 続けてください お願いします ありがとう "
    "ありがとうございます 了解 了解です わかりました 次 次へ いいね オッケー 네 아니요 계속 감사합니다".split()
)


def parse_search(text: str) -> Query | Skip:
    """A search as typed. Skip only when there is nothing in it to look for (`blank`)."""
    head = text[:MAX_SCANNED]
    terms = query_terms(head, MAX_TERMS)
    words = has_words(head)
    if not terms and not words:
        return Skip("blank")
    return Query(head[:MAX_TEXT].strip(), terms, quoted_phrases(head), words)


def parse_prompt(text: str) -> Query | Skip:
    """A prompt typed to an agent. Skips commands, replies, machine messages and prompts without a content word."""
    reason = skip_reason(text)
    if reason is not None:
        return Skip(reason)
    query = parse_search(_shorten(text))
    if isinstance(query, Query) and not query.terms:
        return Skip("no_content_words")
    return query


def skip_reason(text: str) -> str | None:
    """The name of the rule by which a prompt is no question to the notes, or None."""
    stripped = text.strip()
    if not stripped:
        return "blank"
    if _MACHINE.match(stripped):
        return "not_typed_by_a_person"
    if _COMMAND.match(stripped):
        return "command"
    if re.sub(r"[\s.!。！,，、~]+", "", stripped) in _REPLIES_DENSE:
        return "reply"
    words = [w.lower() for w in _LETTERS.findall(stripped[:MAX_SCANNED].replace("’", "'"))]
    if all(w in _REPLY_WORDS for w in words):
        return "reply" if words else "blank"
    return None


def _shorten(text: str) -> str:
    """A long prompt is mostly pasted material; what it asks stands at its beginning or its end."""
    if len(text) <= MAX_TEXT:
        return text
    half = MAX_TEXT // 2
    return f"{text[:half]}\n{text[-half:]}"
