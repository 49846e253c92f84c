"""Whether a text asks what there is of the days that it names, and for nothing else ("show me my diary of March 5").

Then the days' journal notes are the answer, whatever they are about. Three ways to ask so, in English, German, Chinese
and Japanese: a diary that is the person's own is named; the person asks what they did; or nothing but the day is left
beside words of asking. The person's notes app and yesterday's log files are no diary.
"""

from __future__ import annotations

import re

from trayrecall.core.chores import tells_the_trade
from trayrecall.core.stopwords import STOPWORDS
from trayrecall.core.text import index_terms, query_terms

MAX_TERMS = 16  # of all but function words; who writes more tells of a matter of its own

# What a question for a day's notes holds beside the day: "what did I write in my journal last Tuesday".
_WORDS = """
note notes noted journal diary diaries entry entries write wrote written happen happened happening did do done was went
going on up to day days daily look read tell show find open give get list quote recap overview summary summarize summarise
everything all things else exactly again page pages pull bring
notiz notizen notiert tagebuch eintrag einträge schrieb geschrieben passiert geschah geschehen gemacht machte los tag tage
war steht stand drin zeig zeige lies lese sag sage gib such suche finde öffne liste nenne fass fasse zusammen zusammenfassung
alles genau nochmal überblick erzähl erzähle berichte seite seiten
"""
_TERMS = frozenset(term for word in _WORDS.split() for term in index_terms(word)) | STOPWORDS
_DENSE_WORDS = re.compile(
    r"总结|概括|看看|告诉|显示|列出|找出?|翻译|内容|一下|给|帮|请|看|读|念|吧|是|日记|笔记|写了?|发生|做了?|干了?|记录?了?|有什么|什么|哪些"
    r"|事情?|我们?|的|了|吗|呢|在|都|把|里"
    r"|見せ|教え|読ん|読み|まとめ|要約|探し|開い|一覧|全部|内容|下さい|ください|お願い|しま|日記|日誌|メモ|ノート|記録|出来事|書い|何|した|しました|あった"
    r"|ました|こと|私|僕|自分|[をにのはがでたとて]|ましたか|か"
)

_PRODUCT = (  # a diary of the trade: the word is the name of a thing that is built
    r"(?![-_./\w]|\s+(?:apps?|applications?|plugins?|pages?|tables?|models?|schemas?|features?|tools?|parsers?|components?|apis?"
    r"|class(?:es)?|modules?|repos?|projects?|widgets?|templates?|databases?|views?|screens?|editors?|endpoints?|services?)\b)"
)
_OWN_DIARY = re.compile(
    rf"\b(?:my|our)\s+(?:\w+\s+)?(?:journals?|diary|diaries|logbook|notes?|entry|entries){_PRODUCT}"
    rf"|\bthe\s+(?:diary|logbook){_PRODUCT}|\b(?:journal|diary|logbook)\s+entr(?:y|ies){_PRODUCT}"
    rf"|\b(?:diary|journal|daily\s+notes?)\s+(?:of|from|for|on|about){_PRODUCT}"
    r"|\b(?:mein|unser)(?:e[mnrs]?)?\s+(?:\w+\s+)?(?:journal|logbuch|notiz(?:en)?|eintr[aä]ge?n?|aufzeichnungen)\b"
    r"|\b(?:tagebuch|logbuch)(?:s|es)?(?:[- ]?eintr[aä]ge?[sn]?)?\b(?!-)|\bjournal[- ]?eintr[aä]ge?[sn]?\b|\btages(?:notiz(?:en)?|eintr[aä]ge?n?)\b"
    r"|(?:日记|手[账帐]|日記|手帳|日誌)(?!应用|软件|功能|系统|模板|アプリ|機能|帳|\s*app)"
    r"|我们?[^，。、？！\n]{0,6}(?:笔记|记录|日志)(?!应用|软件|功能|系统|文件)"
    r"|(?:私|僕|俺|自分)の[^、。？！\n]{0,6}(?:メモ|ノート|記録)(?!アプリ|機能)",
)

# What somebody asks of their own doing, whatever the verb; what is left beside it must be words of asking.
_OWN_DOING = (
    re.compile(
        r"\b(?:what|where|who|whom|how|which\s+\w+)(?:\s+(?:all|else))?\s+(?:did|have|had|was|were)\s+(?:i|we)\s+(?:been\s+)?(?P<verb>\w+)"
        r"(?:\s+(?:on|with|to|up|at|for|in))?"
    ),
    re.compile(r"\b(?:what|where|whom?|everything|all|things)\s+(?:that\s+)?(?:i|we)\s+(?:have\s+|had\s+|was\s+|were\s+)?(?P<verb>\w+)"),
    re.compile(
        r"\b(?:was|wo|wohin|wen|wem|wie|woran|worüber|womit|wofür)\s+(?:alles\s+)?"
        r"(?:habe?|hatten?|haben|bin|sind|war|waren)\s+(?:ich|wir)\b(?:\s+(?:am|im|in|alles|so|denn|den|der))*\s*(?P<verb>\w*)"
    ),
    re.compile(r"\b(?:was|wo|wohin|wen|wem|woran)\s+(?P<verb>\w+)\s+(?:ich|wir)\b"),
    re.compile(r"\bwas\s+(?:ich|wir)\b(?:\s+(?:am|im|in|alles|so))*\s*(?P<verb>\w+)\s+(?:habe?|haben|hatten?|bin|sind|war|waren)\b"),
    re.compile(r"我们?\s*[在都]?\s*(?!改|提交|修|删|合并|推送)[\u4e00-\u9fff]{1,3}?(?:些?什么|啥|谁|哪里|哪儿)(?P<verb>)"),
    re.compile(r"(?:何|なに|誰|だれ|どこ)[をにへとでが]?[\u4e00-\u9fffぁ-ん]{1,6}?(?:ました|った|いた|んだ|えた|べた|した|た)(?:か|の|っけ)*(?P<verb>)"),
)  # fmt: skip


def asks_for_days(left: str) -> bool:
    """Whether only the days are asked for, given the normalised text in small letters without the words for them."""
    terms = query_terms(left, MAX_TERMS + 1)
    if len(terms) > MAX_TERMS:
        return False
    return _OWN_DIARY.search(left) is not None or _only_asks(_without_doing(left))


def _without_doing(left: str) -> str:
    """The text without a person's question for what they did, unless it is of the trade ("what did we merge")."""
    for pattern in _OWN_DOING:
        found = pattern.search(left)
        if found and not tells_the_trade(found["verb"]):
            return f"{left[: found.start()]} {left[found.end() :]}"
    return left


def _only_asks(left: str) -> bool:
    rest = query_terms(_DENSE_WORDS.sub(" ", left), MAX_TERMS, stopwords=frozenset())
    return all(term.forms[0] in _TERMS for term in rest)
