"""Words that name days, in the languages people use."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trayrecall.core.dates import days_in, days_of, holds, without_days
from trayrecall.core.model import Query
from trayrecall.core.query import parse_prompt, parse_search

TODAY = date(2026, 11, 29)  # a Sunday


def read(text: str) -> list[str]:
    return [str(d.first) if d.first == d.last else f"{d.first}…{d.last}" for d in days_in(text, TODAY)]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("what did I do yesterday", "2026-11-28"), ("gestern", "2026-11-28"), ("昨天做了什么", "2026-11-28"), ("昨日のメモ", "2026-11-28"),
        ("today", "2026-11-29"), ("vorgestern", "2026-11-27"), ("the day before yesterday", "2026-11-27"), ("前天", "2026-11-27"),
        ("last Tuesday", "2026-11-24"), ("letzten Dienstag", "2026-11-24"), ("on Friday", "2026-11-27"), ("am Sonntag", "2026-11-22"),
        ("上周二", "2026-11-17"), ("周五的会议", "2026-11-27"), ("先週の火曜日", "2026-11-17"), ("火曜日に何をした", "2026-11-24"),
        ("3 days ago", "2026-11-26"), ("vor drei Tagen", "2026-11-26"), ("两天前", "2026-11-27"), ("3日前", "2026-11-26"),
        ("March 5", "2026-03-05"), ("5th of March 2024", "2024-03-05"), ("am 14. März", "2026-03-14"), ("14.3.2025", "2025-03-14"),
        ("vom 14.3.", "2026-03-14"), ("2026-03-14", "2026-03-14"), ("3月14日", "2026-03-14"), ("2025年3月14日", "2025-03-14"),
        ("December 24", "2025-12-24"), ("29 November", "2026-11-29"), ("30 November", "2025-11-30"), ("11月29日", "2026-11-29"),
        ("in March", "2026-03-01…2026-03-31"), ("im März", "2026-03-01…2026-03-31"), ("三月份", "2026-03-01…2026-03-31"),
        ("im Dezember", "2025-12-01…2025-12-31"), ("last March", "2025-03-01…2025-03-31"), ("去年3月", "2025-03-01…2025-03-31"),
        ("February 2024", "2024-02-01…2024-02-29"), ("2025年3月", "2025-03-01…2025-03-31"), ("十一月", "2026-11-01…2026-11-30"),
        ("last week", "2026-11-16…2026-11-22"), ("letzte Woche", "2026-11-16…2026-11-22"), ("上周", "2026-11-16…2026-11-22"),
        ("今週", "2026-11-23…2026-11-29"), ("last month", "2026-10-01…2026-10-31"), ("上个月", "2026-10-01…2026-10-31"),
        ("先月", "2026-10-01…2026-10-31"), ("last year", "2025-01-01…2025-12-31"), ("去年", "2025-01-01…2025-12-31"),
        ("2026/05/06", "2026-05-06"), ("2026.05.06", "2026-05-06"), ("5. Mär 2026", "2026-03-05"), ("五月六日", "2026-05-06"),
        ("2026年五月二十三号", "2026-05-23"), ("十二月三十一日", "2025-12-31"), ("3月14日(土)", "2026-03-14"), ("2026年3月14日星期六", "2026-03-14"),
        ("on Saturday, March 14, 2026", "2026-03-14"), ("am Samstag, dem 14. März 2026", "2026-03-14"), ("Sat, 14 March", "2026-03-14"),
        ("大前天", "2026-11-26"), ("last night", "2026-11-28"), ("昨晚", "2026-11-28"), ("昨夜", "2026-11-28"), ("this morning", "2026-11-29"),
        ("今朝", "2026-11-29"), ("本周一", "2026-11-23"), ("这周三", "2026-11-25"), ("今週の月曜日", "2026-11-23"), ("上上周二", "2026-11-10"),
        ("2026-03", "2026-03-01…2026-03-31"), ("2026-W11", "2026-03-09…2026-03-15"), ("in KW 11", "2026-03-09…2026-03-15"),
        ("KW 50", "2025-12-08…2025-12-14"), ("calendar week 11 of 2025", "2025-03-10…2025-03-16"),
        ("early March", "2026-03-01…2026-03-31"), ("mid-March", "2026-03-01…2026-03-31"), ("at the end of March", "2026-03-01…2026-03-31"),
        ("March last year", "2025-03-01…2025-03-31"), ("März letzten Jahres", "2025-03-01…2025-03-31"), ("去年的三月", "2025-03-01…2025-03-31"),
        ("3.-5. März", "2026-03-03…2026-03-05"), ("3–5 March 2025", "2025-03-03…2025-03-05"), ("March 3-5", "2026-03-03…2026-03-05"),
        ("in the last 3 days", "2026-11-26…2026-11-29"), ("die letzten drei Tage", "2026-11-26…2026-11-29"),
        ("最近三天", "2026-11-26…2026-11-29"), ("過去3日間", "2026-11-26…2026-11-29"),
        ("last weekend", "2026-11-28…2026-11-29"), ("am Wochenende", "2026-11-28…2026-11-29"), ("上周末", "2026-11-21…2026-11-22"),
        ("先週末", "2026-11-21…2026-11-22"), ("周末", "2026-11-28…2026-11-29"),
        ("上上周", "2026-11-09…2026-11-15"), ("先々週", "2026-11-09…2026-11-15"), ("vorletzte Woche", "2026-11-09…2026-11-15"),
        ("the week before last", "2026-11-09…2026-11-15"), ("上上个月", "2026-09-01…2026-09-30"), ("一昨年", "2024-01-01…2024-12-31"),
        ("3/21/2026", "2026-03-21"), ("21/3/2026", "2026-03-21"), ("12/31/25", "2025-12-31"), ("on 3/21", "2026-03-21"),
        ("am 21.3.26", "2026-03-21"), ("21.03.26", "2026-03-21"), ("20260321", "2026-03-21"), ("21-Mar-2026", "2026-03-21"),
        ("03/2026", "2026-03-01…2026-03-31"), ("3.2026", "2026-03-01…2026-03-31"),
        ("Anfang Mai", "2026-05-01…2026-05-31"), ("Mitte März", "2026-03-01…2026-03-31"), ("Ende Mai", "2026-05-01…2026-05-31"),
        ("from March 3 to March 10", "2026-03-03…2026-03-10"), ("March 3 to 10", "2026-03-03…2026-03-10"),
        ("between March 3 and March 10", "2026-03-03…2026-03-10"), ("vom 3. bis zum 10. März", "2026-03-03…2026-03-10"),
        ("zwischen dem 3. März und dem 10. März", "2026-03-03…2026-03-10"), ("von Montag bis Mittwoch", "2026-11-23…2026-11-25"),
        ("3月3日到10日", "2026-03-03…2026-03-10"), ("3月3日から3月10日", "2026-03-03…2026-03-10"),
        ("a few days ago", "2026-11-23…2026-11-28"), ("vor ein paar Tagen", "2026-11-23…2026-11-28"), ("前几天", "2026-11-23…2026-11-28"),
        ("a couple of weeks ago", "2026-10-18…2026-11-22"), ("in den letzten Tagen", "2026-11-23…2026-11-29"),
        ("最近几天", "2026-11-23…2026-11-29"), ("in the last two weeks", "2026-11-15…2026-11-29"),
        ("2 weeks ago", "2026-11-09…2026-11-15"), ("in 2024", "2024-01-01…2024-12-31"), ("2024年", "2024-01-01…2024-12-31"),
    ],
)  # fmt: skip
def test_days_are_read(text: str, days: str) -> None:
    assert read(text) == [days]


@pytest.mark.parametrize(
    "text",
    [
        "may I ask", "march on", "the sun is out", "we sat down", "month plan", "31.2.2026", "version 1.2.3", "section 3.2.",
        "3/4 cup", "24/7", "on 3/4 of it", "22.04.5", "20261301", "192.168.20260101", "from 9 to 5", "ende gut",
        "10.4.0.7", "2026 goals", "next week", "2026-13", "2026.1.2.3", "2026-03x", "this may be wrong", "im Wochenend-Modus", "week 11", "next March", "weekend plans", "monitor", "marching band", "decent coffee", "order 2024-13-40", "",
    ],
)  # fmt: skip
def test_what_names_no_day_is_none(text: str) -> None:
    assert read(text) == []


def test_a_day_that_may_be_written_either_way_is_both() -> None:
    found = days_in("lunch on 3/12/2026 with Anna", TODAY)
    assert [str(d.first) for d in found] == ["2026-03-12", "2026-12-03"]
    assert without_days("lunch on 3/12/2026 with Anna", found).split() == ["lunch", "on", "with", "anna"]


def test_two_days_are_no_stretch_unless_the_text_says_so() -> None:
    assert read("compare March 3 and March 10") == ["2026-03-03", "2026-03-10"]
    assert read("moved from March 10 to March 3") == ["2026-03-10", "2026-03-03"]


def test_several_days_are_read_in_order_and_taken_out() -> None:
    text = "compare last Tuesday with 14.3.2025"
    found = days_in(text, TODAY)
    assert [str(d.first) for d in found] == ["2026-11-24", "2025-03-14"]
    assert without_days(text, found).split() == ["compare", "with"]


@pytest.mark.parametrize(
    ("label", "first", "last"),
    [
        ("2026-03-14", "2026-03-14", "2026-03-14"), ("2026-02", "2026-02-01", "2026-02-28"), ("2026", "2026-01-01", "2026-12-31"),
        ("2026-W11", "2026-03-09", "2026-03-15"),
    ],
)  # fmt: skip
def test_the_label_of_a_journal_note_is_a_stretch_of_days(label: str, first: str, last: str) -> None:
    days = days_of(label)
    assert days is not None
    assert (str(days.first), str(days.last)) == (first, last)


@pytest.mark.parametrize(
    "label", ["", "soon", "2026-02-30", "2026-13", "26-03-14", "2026-W60", "2026-03-14T10:00"]
)
def test_another_label_is_no_day(label: str) -> None:
    assert days_of(label) is None


def test_a_note_is_of_the_days_that_hold_all_of_it() -> None:
    (march,) = days_in("im März", TODAY)
    assert holds(march, "2026-03")
    assert holds(march, "2026-03-31")
    assert not holds(march, "2026-04-01")
    assert not holds(march, "2026")


def query(text: str) -> Query:
    parsed = parse_search(text, TODAY)
    assert isinstance(parsed, Query)
    return parsed


def test_a_query_knows_which_of_its_words_name_the_days() -> None:
    asked = query("boiler repair in March")
    assert [t.forms[0] for t in asked.terms] == ["boiler", "repair", "march"]
    assert [t.forms[0] for t in asked.day_terms] == ["march"]
    assert not asked.asks_for_days
    assert query("boiler march").days == ()
    assert parse_search("boiler repair in March") == Query("boiler repair in March", asked.terms)


@pytest.mark.parametrize(
    "prompt",
    ["what did I do yesterday?", "what did I write in my journal last Tuesday", "was habe ich gestern gemacht?", "昨天做了什么？", "火曜日に何をした？"],
)  # fmt: skip
def test_a_question_for_a_day_asks_for_nothing_else(prompt: str) -> None:
    parsed = parse_prompt(prompt, TODAY)
    assert isinstance(parsed, Query)
    assert parsed.asks_for_days


NUMBERS = (
    st.integers(0, 400).map(str) | st.integers(0, 31).map("{:02d}".format) | st.integers(1890, 2110).map(str)
)
WORDS = """
 today yesterday day days week weeks month months year years ago last previous this on in of from since a two seven th
 monday tue sunday january march may sept 31st december
 heute vorgestern vor ein einem drei tagen woche wochen monat monaten jahr jahren letzten letzte diese am vom im seit aus
 montag sonnabend jänner märz okt dezember
 今天 前天 个 天 日 周 星期 月 年 号 前 以前 上 上个 这 去年 一 三 十 十二月 星期日 周六 份
 昨日 おととい 先 先週の 今 本 週間 か月 の 火曜日 土曜 昨年
""".split()  # fmt: skip
FORMS = """
 {} days ago|{} weeks ago|{} months ago|{} years ago|on {} march|february {}|{} may {}|in {}|{}-{}-{}|last sunday|this month
 vor {} tagen|vor {} wochen|vor {} monaten|vor {} jahren|am {}.{}.|{}.{}.{}|den {}. märz {}|letzte woche|im mai {}
 {}天前|{}个星期前|{}年前|{}年{}月{}日|{}月{}号|{}年{}月|上个月|上周日
 {}日前|{}週間前|{}か月前|{}年{}月{}日|昨年{}月|先週の土曜日|今年
""".strip().replace("\n", "|").split("|")  # fmt: skip
PHRASES = st.tuples(st.sampled_from(FORMS), NUMBERS, NUMBERS, NUMBERS).map(
    lambda drawn: drawn[0].strip().format(*drawn[1:])
)
DATE_TEXTS = st.lists(
    st.tuples(
        PHRASES | st.sampled_from(WORDS) | NUMBERS, st.sampled_from(["", " ", " ", " ", "-", ".", ", ", "-W"])
    ),
    min_size=1,
    max_size=8,
).map(lambda parts: "".join(word + parting for word, parting in parts))


@given(DATE_TEXTS | st.text(), st.dates())
def test_any_text_is_read_on_any_day(text: str, today: date) -> None:
    found = days_in(text, today)
    assert all(days.first <= days.last for days in found)
    stretches = [place for days in found for place in (days.start, days.end)]
    assert stretches == sorted(stretches), "no word is read twice, and all come in the order of the text"
    assert all(days.start < days.end for days in found)
    assert len(without_days(text, found)) >= len(found)


YEARS = st.sampled_from(["0000", "0001", "2024", "9999"]) | st.integers(0, 9999).map("{:04d}".format)
PARTS = st.sampled_from(["00", "01", "12", "30", "31", "52", "53"]) | st.integers(0, 99).map("{:02d}".format)
LABELS = st.builds(
    lambda form, year, part, day: form.format(year, part, day),
    st.sampled_from(["{}", "{}-{}", "{}-{}-{}", "{}-W{}", "{}W{}"]),
    YEARS,
    PARTS,
    PARTS,
)


@given(LABELS | DATE_TEXTS)
def test_any_label_is_a_stretch_of_days_or_none(label: str) -> None:
    days = days_of(label)
    assert days is None or (days.first <= days.last and holds(days, label))


@pytest.mark.parametrize(
    "label", ["9999-W52", "9999-W53", "0000-01-01", "2026-W00", "2026-02-30", "9999-12-31", "9999"]
)
def test_a_label_at_the_ends_of_the_calendar_names_days_or_none(label: str) -> None:
    found = days_of(label)
    assert found is None or found.first <= found.last


@pytest.mark.parametrize("text", ["in aprıl", "dıenstag", "vor eınem tag", "İN APRİL", "LAST TUESDAY"])
def test_letters_that_are_only_alike_break_nothing(text: str) -> None:
    days_in(text, date(2026, 11, 30))
    assert days_in(text.upper(), date(2026, 11, 30)) == days_in(text.upper().lower(), date(2026, 11, 30))
