"""Time words in a question ("last Tuesday", "im März", 昨天) → the days they mean, so that journal notes are found by date.

English, German, Chinese and Japanese; six more languages by way of English (`core.otherdays`). Without a year, the past
is meant: "in March" in January is last year's March, "Tuesday" is the last one. Pure: `today` comes in as an argument.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta

from trayrecall.core.model import Days
from trayrecall.core.otherdays import SAID, in_english
from trayrecall.core.text import normalise


def holds(days: Days, journal_date: str) -> bool:
    """Whether a day (`2026-03-14`), week (`2026-W11`), month (`2026-03`) or year (`2026`) lies wholly within the days."""
    span = days_of(journal_date)
    return span is not None and days.first <= span.first and span.last <= days.last


def days_of(journal_date: str) -> Days | None:
    """The days of a journal note, given its label `dateNote`, `weekNote`, `monthNote` or `yearNote`; None for anything else."""
    found = _LABEL.fullmatch(journal_date.strip())
    if not found:
        return None
    year, month, day, week = (int(part) if part else None for part in found.groups())
    try:
        if week:
            first = date.fromisocalendar(year or 0, week, 1)
            return Days(first, first + timedelta(6))
        if day:
            return _day(date(year or 0, month or 0, day))
        return _month(year or 0, month) if month else _year(year or 0)
    except (ValueError, OverflowError):  # there is no such day, or its week leaves the calendar
        return None


_LABEL = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?|-?W(\d\d))?")


def _day(day: date) -> Days:
    return Days(day, day)


def _month(year: int, month: int) -> Days:
    return Days(date(year, month, 1), date(year + month // 12, month % 12 + 1, 1) - timedelta(1))


def _year(year: int) -> Days:
    return Days(date(year, 1, 1), date(year, 12, 31))


def _week(day: date) -> Days:
    monday = day - timedelta(day.weekday())
    return Days(monday, monday + timedelta(6))


_MONTHS = (
    "january|jan|januar|jänner|一月", "february|feb|februar|二月", "march|mar|märz|maerz|mär|mrz|三月", "april|apr|四月", "may|mai|五月",
    "june|jun|juni|六月", "july|jul|juli|七月", "august|aug|八月", "september|sept|sep|九月", "october|oct|oktober|okt|十月",
    "november|nov|十一月", "december|dec|dezember|dez|十二月",
)  # fmt: skip
_WEEKDAYS = (
    "monday|mon|montag|(?:周|星期|礼拜)一|月曜日?", "tuesday|tue|tues|dienstag|(?:周|星期|礼拜)二|火曜日?",
    "wednesday|wed|mittwoch|(?:周|星期|礼拜)三|水曜日?", "thursday|thu|thur|thurs|donnerstag|(?:周|星期|礼拜)四|木曜日?",
    "friday|fri|freitag|(?:周|星期|礼拜)五|金曜日?", "saturday|sat|samstag|sonnabend|(?:周|星期|礼拜)六|土曜日?",
    "sunday|sun|sonntag|(?:周|星期|礼拜)[日天]|日曜日?",
)  # fmt: skip
_SHORT = "jan|feb|mar|mär|mrz|apr|jun|jul|aug|sept|sep|oct|okt|nov|dec|dez"
_MONTH_NAME = "|".join(name for names in _MONTHS for name in names.split("|") if "月" not in name)
_CN_MONTH = "十[一二]月|[一二三四五六七八九十]月"
_CN_DAY = "三十一?|二十[一二三四五六七八九]?|十[一二三四五六七八九]?|[一二三四五六七八九]"
_WEEKDAY = "|".join(_WEEKDAYS)
_ON = (
    rf"(?:(?:{_WEEKDAY}),?\s(?:the\s|dem\s|den\s)?)?"  # the weekday of a date that is named says nothing more
)
_AFTER = (
    r"(?:\s?[(]?(?:(?:周|星期|礼拜)[一二三四五六日天]|[月火水木金土日]曜日?|(?<=[(])[月火水木金土日])[)]?)?"
)
_YEAR = r"(?:19|20)\d\d"
_PAST = r"last|previous|past|letzte[nrms]?|vorige[nrms]?|vergangene[nrms]?"
_BEFORE_LAST = r"vorletzte[nrms]?|vorvorige[nrms]?"
_THIS = r"this|the current|diese[nrms]?"
_TO = r"\s?(?:[-–~〜]|to|until|till|through|bis(?:\szum)?)\s?"
_NUMBER = r"\d{1,3}|a|an|one|two|three|four|five|six|seven|ein(?:em|er)?|zwei|drei|vier|fünf|sechs|sieben|[一二两三四五六七八九十]"
_COUNTS = {
    **dict.fromkeys(("a", "an", "one", "ein", "einem", "einer", "一"), 1),
    **dict.fromkeys(("two", "zwei", "二", "两"), 2), **dict.fromkeys(("three", "drei", "三"), 3),
    **dict.fromkeys(("four", "vier", "四"), 4), **dict.fromkeys(("five", "fünf", "五"), 5),
    **dict.fromkeys(("six", "sechs", "六"), 6), **dict.fromkeys(("seven", "sieben", "七"), 7),
    "八": 8, "九": 9, "十": 10,
}  # fmt: skip

_Reading = Callable[
    ["re.Match[str]", date], Days | tuple[Days, ...]
]  # several when it may be read in several ways


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _COUNTS[word]


def _index(word: str, names: tuple[str, ...]) -> int:
    return next(i for i, pattern in enumerate(names) if re.fullmatch(pattern, word))


def _month_number(word: str) -> int:
    found = re.match(r"\d+", word)
    return int(found.group()) if found else _index(word, _MONTHS) + 1


def _day_number(word: str) -> int:
    """Of a day in digits or in Chinese: 二十三 is 23."""
    if word.isdigit():
        return int(word)
    tens, ten, units = word.rpartition("十")
    return (10 * (_COUNTS[tens] if tens else 1) if ten else 0) + (_COUNTS[units] if units else 0)


def _past_month(month: int, today: date) -> Days:
    return _month(today.year if month <= today.month else today.year - 1, month)


def _past_day(month: int, day: int, today: date) -> date:
    found = date(today.year, month, day)
    return found if found <= today else date(today.year - 1, month, day)


def _past_weekday(weekday: int, today: date) -> date:
    """The last such day before today."""
    return today - timedelta((today.weekday() - weekday - 1) % 7 + 1)


def _months_back(today: date, back: int) -> Days:
    number = today.year * 12 + today.month - 1 - back
    return _month(number // 12, number % 12 + 1)


def _ago(match: re.Match[str], today: date) -> Days:
    number, unit = _number(match["n"]), match["unit"]
    if re.match(r"day|tag|天|日", unit):
        return _day(today - timedelta(number))
    if re.match(r"week|woche|周|星期|週", unit):
        return _week(today - timedelta(7 * number))
    if re.match(r"month|monat|个?月|か月|ヶ月", unit):
        return _months_back(today, number)
    return _year(today.year - number)


def _whole(match: re.Match[str], today: date) -> Days:
    """Last week, this month, 去年 and the like."""
    back = 2 if match["before"] else 0 if match["this"] else 1
    unit = match["unit"]
    if re.search(r"week|woche|周|星期|週", unit):
        return _week(today - timedelta(7 * back))
    if re.search(r"month|monat|月", unit):
        return _months_back(today, back)
    return _year(today.year - back)


_DAYS_BACK = {
    "today": 0, "heute": 0, "今天": 0, "今日": 0, "yesterday": 1, "gestern": 1, "昨天": 1, "昨日": 1, "the day before yesterday": 2,
    "vorgestern": 2, "前天": 2, "一昨日": 2, "おととい": 2, "きのう": 1, "きょう": 0, "大前天": 3, "last night": 1, "昨晚": 1, "昨夜": 1,
    "this morning": 0, "this afternoon": 0, "this evening": 0, "tonight": 0, "今早": 0, "今晚": 0, "今朝": 0, "今夜": 0,
}  # fmt: skip


def _with_weekday(match: re.Match[str], today: date) -> Days:
    weekday = _index(match["weekday"], _WEEKDAYS)
    if match["week"]:  # 上周二, 先週の火曜日: of the calendar week before; 本周二: of this one
        back = 0 if match["week"][0] in "本这今" else 14 if match["week"][:2] in {"上上", "先々"} else 7
        return _day(_week(today - timedelta(back)).first + timedelta(weekday))
    return _day(_past_weekday(weekday, today))


def _named_day(match: re.Match[str], today: date) -> Days:
    month, day = _month_number(match["month"]), _day_number(match["day"])
    if match["year"]:
        return _day(date(_full_year(match["year"]), month, day))
    return _day(_past_day(month, day, today))


def _days_of_month(match: re.Match[str], today: date) -> Days:
    """March 3-5."""
    month, year = _month_number(match["month"]), match["year"]
    first, last = (
        date(int(year), month, day) if year else _past_day(month, day, today)
        for day in (int(match["day"]), int(match["until"]))
    )
    if last < first:
        raise ValueError(match.group())
    return Days(first, last)


def _slashed_day(match: re.Match[str], today: date) -> tuple[Days, ...]:
    """3/21/2026 and 21/3/2026; 3/12/2026 is one day to Americans and another one to all others."""
    numbers = int(match["one"]), int(match["other"])
    found = [_slashed(match["year"], *pair, today) for pair in sorted({numbers, numbers[::-1]})]
    days = tuple(_day(day) for day in found if day is not None)
    if not days:
        raise ValueError(match.group())
    return days


def _slashed(year: str | None, month: int, day: int, today: date) -> date | None:
    try:
        return _past_day(month, day, today) if year is None else date(_full_year(year), month, day)
    except ValueError:
        return None


def _full_year(year: str) -> int:
    return int(year) + (2000 if len(year) == 2 else 0)  # noqa: PLR2004 - of '26


def _some_ago(match: re.Match[str], today: date) -> Days:
    """A few days ago: within the last week but today; a few weeks ago: within six weeks but the last one."""
    unit = 1 if re.match(r"day|tag|天|日", match["unit"]) else 7
    return Days(today - timedelta(6 * unit), today - timedelta(unit))


def _last_days(match: re.Match[str], today: date) -> Days:
    """The last three days or weeks, today included; without a number the last six days."""
    number = _number(match["n"]) if match["n"] else 6
    return Days(
        today - timedelta(number * (7 if re.match(r"week|woche|周|星期|週", match["unit"]) else 1)), today
    )


def _weekend(match: re.Match[str], today: date) -> Days:
    """The last weekend that has begun before this day; of the calendar week before where that is said (上周末)."""
    monday = _week(today - timedelta(7 if match["week"] else 1)).first
    saturday = monday + timedelta(5)
    if saturday >= today:
        saturday -= timedelta(7)
    return Days(saturday, saturday + timedelta(1))


def _numbered_week(match: re.Match[str], today: date) -> Days:
    year = int(match["year"]) if match["year"] else today.isocalendar().year
    monday = date.fromisocalendar(year, int(match["number"]), 1)
    if monday > today and not match["year"]:
        monday = date.fromisocalendar(year - 1, int(match["number"]), 1)
    return _week(monday)


def _named_month(match: re.Match[str], today: date) -> Days:
    month = _month_number(match["month"])
    if match["year"]:
        return _month(int(match["year"]), month)
    if match["past"]:
        return _month(today.year - 1, month)
    return _past_month(month, today)


# The longer and clearer expression first: what one has read, no later one reads again.
_READINGS: tuple[tuple[str, _Reading], ...] = (
    (rf"{_ON}\b(?P<year>{_YEAR})(?P<sign>[-/.])(?P<month>\d\d?)(?P=sign)(?P<day>\d\d?)\b(?![-/.]\d)", _named_day),
    (rf"(?P<year>{_YEAR})年(?P<month>\d\d?)月(?P<day>\d\d?)[日号]{_AFTER}", _named_day),
    (rf"{_ON}\b(?P<day>\d\d?)\.\s?(?P<month>\d\d?)\.\s?(?P<year>{_YEAR})(?!\d)", _named_day),
    (rf"{_ON}\b(?P<one>\d\d?)/(?P<other>\d\d?)/(?P<year>{_YEAR}|\d\d)\b(?![-/.]\d)", _slashed_day),
    (rf"\b(?:on|since|from|until|by)\s(?P<one>\d\d?)/(?P<other>\d\d?)\b(?!\s?[-/.]\d|\s(?:of\b|{_MONTH_NAME}))(?P<year>(?!))?", _slashed_day),
    (r"(?<![\d.])(?P<day>\d\d)\.(?P<month>0\d|1[0-2])\.(?P<year>\d\d)\b(?![-/.]\d)", _named_day),
    (r"\b(?:am|vom|zum|seit|bis|den)\s(?P<day>\d\d?)\.\s?(?P<month>\d\d?)\.\s?(?P<year>\d\d)\b(?![-/.:]\d)", _named_day),
    (r"(?<![\w.])(?P<year>20\d\d)(?P<month>0[1-9]|1[0-2])(?P<day>[0-3]\d)(?![\d.])", _named_day),
    (rf"\b(?P<day>\d\d?)-(?P<month>{_MONTH_NAME})-(?P<year>{_YEAR}|\d\d)\b", _named_day),
    (rf"\b(?P<year>{_YEAR})-?w(?P<number>\d\d?)\b", _numbered_week),
    (rf"\b(?:kw|kalenderwoche|calendar week)\s?(?P<number>\d\d?)\b(?:[\s/](?:of\s)?(?P<year>{_YEAR})\b)?", _numbered_week),
    (rf"\b(?P<past>(?!))?(?P<year>{_YEAR})-(?P<month>0[1-9]|1[0-2])\b(?![-/.:]?\w)", _named_month),
    (rf"\b(?P<day>\d\d?)(?:st|nd|rd|th|\.)?{_TO}(?P<until>\d\d?)(?:st|nd|rd|th|\.)?\s(?:of\s)?(?P<month>{_MONTH_NAME})\b\.?,?(?:\s(?P<year>{_YEAR})\b)?", _days_of_month),
    (rf"\b(?P<month>{_MONTH_NAME})\.?\s(?P<day>\d\d?)(?:st|nd|rd|th)?{_TO}(?P<until>\d\d?)(?:st|nd|rd|th)?\b(?:,?\s(?P<year>{_YEAR})\b)?", _days_of_month),
    (rf"(?:(?P<year>{_YEAR})年)?(?P<month>\d\d?)月(?P<day>\d\d?)[日号]?\s?(?:到|至|から|[-–~〜])\s?(?P<until>\d\d?)[日号]", _days_of_month),
    (r"\b(?:am|vom|zum|seit|bis|den)\s(?P<day>\d\d?)\.\s?(?P<month>\d\d?)\.(?P<year>(?!))?(?!\d)", _named_day),
    (rf"{_ON}\b(?P<day>\d\d?)(?:st|nd|rd|th|\.)?\s(?:of\s)?(?P<month>{_MONTH_NAME})\b\.?,?(?:\s(?P<year>{_YEAR}))?\b", _named_day),
    (rf"{_ON}\b(?P<month>{_MONTH_NAME})\.?\s(?P<day>\d\d?)(?:st|nd|rd|th)?\b(?:,?\s(?P<year>{_YEAR})\b)?", _named_day),
    (rf"(?P<year>(?!))?(?P<month>\d\d?)月(?P<day>\d\d?)[日号]{_AFTER}", _named_day),
    (rf"(?:(?P<year>{_YEAR})年)?(?P<month>{_CN_MONTH})(?P<day>{_CN_DAY})[日号]{_AFTER}", _named_day),
    (rf"(?P<year>{_YEAR})年(?P<past>(?!))?(?P<month>\d\d?月|{_CN_MONTH})(?!\d)", _named_month),
    (rf"(?P<year>(?!))?(?P<past>去年|昨年)[の的]?(?P<month>\d\d?月|{_CN_MONTH})(?!\d)", _named_month),
    (rf"(?P<year>(?!))?(?P<past>(?!))?(?<![\d上下本])(?P<month>\d\d?月|{_CN_MONTH})(?![\d曜])份?", _named_month),
    (rf"\b(?P<past>(?!))?(?P<month>{_MONTH_NAME})\b\.?\s(?P<year>{_YEAR})\b", _named_month),
    (rf"(?<![\d/.])(?P<past>(?!))?(?P<month>0?[1-9]|1[0-2])[/.](?P<year>{_YEAR})\b(?![/.]\d)", _named_month),
    (rf"\b(?P<past>{_PAST})\s(?P<month>{_MONTH_NAME})\b(?P<year>(?!))?", _named_month),
    (rf"\b(?P<month>{_MONTH_NAME})\s(?P<past>(?:of\s)?last\syear|(?:des\s)?letzten\sjahres)\b(?P<year>(?!))?", _named_month),
    (rf"\b(?:in|im|during|since|seit|early|mid|late|anfang|mitte|ende|(?:start|beginning|middle|end)\sof)[\s-](?P<past>(?!))?(?P<month>{_MONTH_NAME})\b(?P<year>(?!))?", _named_month),
    (rf"\b(?P<past>(?!))?(?P<month>(?!(?:may|march|mai|{_SHORT})\b)(?:{_MONTH_NAME}))\b(?P<year>(?!))?", _named_month),
    (r"(?P<word>" + "|".join(sorted(_DAYS_BACK, key=len, reverse=True)) + r")(?![a-z])",
     lambda match, today: _day(today - timedelta(_DAYS_BACK[match["word"]]))),
    (r"\b(?:a\sfew|some|several|a\scouple\sof)\s(?P<unit>days|weeks)\sago\b", _some_ago),
    (r"\bvor\s(?:ein\spaar|einigen|wenigen)\s(?P<unit>tagen|wochen)\b", _some_ago),
    (r"(?:前(?=[几幾])|(?=数))[几幾数](?P<unit>天|日|周|个?星期|週間)前?", _some_ago),
    (rf"\b(?P<n>{_NUMBER})\s(?P<unit>days?|weeks?|months?|years?)\sago\b", _ago),
    (rf"\bvor\s(?P<n>{_NUMBER})\s(?P<unit>tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)\b", _ago),
    (rf"(?P<n>{_NUMBER})\s?(?P<unit>天|个星期|周|星期|个月|年|日|週間|か月|ヶ月)(?:以)?[前]", _ago),
    (r"\b(?:(?:last|previous|past|this|letzte[sn]?|vorige[sn]?|vergangene[sn]?|dieses|on the|at the|over the|am|das)\s)(?P<week>(?!))?(?:weekend|wochenende)\b", _weekend),
    (r"(?P<week>上个?(?=周末)|先(?=週末))?(?:这个?|本|今)?[周週]末", _weekend),
    (rf"\b(?:{_PAST})\s(?:(?P<n>{_NUMBER})|few|paar)\s(?P<unit>days|tagen?|weeks|wochen)\b", _last_days),
    (r"\b(?:die|den|der)\s(?:letzten|vergangenen)\s(?P<n>(?!))?(?P<unit>tagen?)\b", _last_days),
    (rf"(?:最近|过去|近|過去|ここ)(?:的)?(?P<n>{_NUMBER})\s?个?(?P<unit>天|日|周|星期|週)間?", _last_days),
    (r"(?:最近|这|這|ここ)[几幾数](?P<n>(?!))?(?P<unit>天|日)間?", _last_days),
    (rf"(?P<week>上上?个?(?=周|星期|礼拜)|(?:本|这个?)(?=周|星期|礼拜)|先々週の?|先週の?|今週の?)(?P<weekday>{_WEEKDAY})", _with_weekday),
    (rf"\b(?:(?:{_PAST}|on|am|this|diese[nrms]?)\s)(?P<week>(?!))?(?P<weekday>{_WEEKDAY})s?\b", _with_weekday),
    (rf"(?P<week>(?!))?(?P<weekday>(?!(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)\b)(?:{_WEEKDAY}))(?![a-z])", _with_weekday),
    (r"\b(?P<this>(?!))?the\s(?P<unit>week|month|year)\s(?P<before>before\slast)\b", _whole),
    (rf"\b(?:(?P<this>{_THIS})|(?P<before>{_BEFORE_LAST})|(?:{_PAST}))\s(?P<unit>week|month|year|woche|monats?|jahr(?:es)?)\b", _whole),
    (r"(?P<this>这个?|本|今)?(?(this)|(?:(?P<before>上上个?|先々|一昨)|上个?|去|先|昨))(?P<unit>星期|周|週|月|年)(?![一二三四五六日天曜\d])", _whole),
    (rf"\b(?:in|im jahr|im jahre|during|from|of|von|aus)\s(?P<year>{_YEAR})\b", lambda match, _: _year(int(match["year"]))),
    (rf"(?P<year>{_YEAR})年(?!\d)", lambda match, _: _year(int(match["year"]))),
)  # fmt: skip


def _said_in(form: str) -> _Reading:
    """The reading of another language's words, given the form of what they are in English."""

    def reading(match: re.Match[str], today: date) -> tuple[Days, ...]:
        said = in_english(match, form)
        return tuple(_read(said, today, [False] * len(said)))

    return reading


_ALL_READINGS = (*_READINGS, *((pattern, _said_in(form)) for pattern, form in SAID))
_COMPILED = tuple((re.compile(pattern), reading) for pattern, reading in _ALL_READINGS)  # of lower case


def days_in(text: str, today: date) -> tuple[Days, ...]:
    """The stretches of days that the text names, in its order. What can't be a date (the 31st of February) is none."""
    plain = normalise(text).lower()
    taken = [False] * len(plain)
    found = list(_read(plain, today, taken))
    return tuple(_spans(plain, sorted(found, key=lambda days: days.start)))


_REACHES = re.compile(r"\s*(?:to|until|till|through|bis(?:\szum)?|[-–~〜]|到|至|から)\s*")
_BETWEEN = (
    re.compile(r"(?:\bbetween\s|\bzwischen\s(?:dem\s)?|在)\Z"),
    re.compile(r"\s*(?:and|und(?:\sdem)?|和)\s*"),
)


def _spans(plain: str, found: Sequence[Days]) -> Iterator[Days]:
    """The days, two of them as one stretch where the text says from one to the other."""
    waiting: Days | None = None
    for days in found:
        if waiting is not None and waiting.first <= days.last and _reach(plain, waiting, days):
            waiting = Days(waiting.first, days.last, waiting.start, days.end)
            continue
        if waiting is not None:
            yield waiting
        waiting = days
    if waiting is not None:
        yield waiting


def _reach(plain: str, one: Days, other: Days) -> bool:
    between = plain[one.end : other.start]
    if _BETWEEN[0].search(plain, 0, one.start) and _BETWEEN[1].fullmatch(between):
        return True
    return _REACHES.fullmatch(between) is not None


def _read(plain: str, today: date, taken: list[bool]) -> Iterator[Days]:
    for pattern, reading in _COMPILED:
        for match in pattern.finditer(plain):
            start, end = match.span()
            if start == end or any(taken[start:end]):
                continue
            try:
                read = reading(match, today)
            except (ValueError, OverflowError):
                continue
            taken[start:end] = [True] * (end - start)
            for days in (read,) if isinstance(read, Days) else read:
                yield Days(days.first, days.last, start, end)


def without_days(text: str, found: tuple[Days, ...]) -> str:
    """The normalised text without the words of these days."""
    plain = normalise(text).lower()
    for start, end in sorted({(days.start, days.end) for days in found}, reverse=True):
        plain = f"{plain[:start]} {plain[end:]}"
    return plain
