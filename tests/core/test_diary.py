"""Prompts that ask for a day's notes and for nothing else."""

from __future__ import annotations

from datetime import date

import pytest

from trayrecall.app import off_topic_prompts
from trayrecall.core.model import Query
from trayrecall.core.query import parse_prompt

TODAY = date(2026, 11, 29)


def asks(prompt: str) -> bool:
    parsed = parse_prompt(prompt, TODAY)
    return isinstance(parsed, Query) and parsed.asks_for_days


@pytest.mark.parametrize(
    "prompt",
    [
        "Was steht in meinem Tagebuch vom 5. März 2026?", "Zeig mir den Tagebucheintrag vom 5. März 2026",
        "Summarize my journal entry of March 5, 2026", "what did I work on on March 5 2026", "总结一下我2026年3月5日的日记",
        "2026年3月5日の日記を見せて", "What was I doing on March 5, 2026?", "What did I eat on March 5?", "Who did I meet last Tuesday?",
        "where did we go on March 5", "Show me the notes of March 5", "Show my notes from March 5, 2026",
        "What does my diary say for May 6?", "read me my diary of yesterday", "What's in my journal for May 6 2026?",
        "Give me a summary of my journal of last week", "list everything I did last week", "tell me what I did yesterday",
        "What have I been working on in March?", "What happened on May 6?",
        "Fasse meinen Tagebucheintrag vom 5. März 2026 zusammen", "Lies mir mein Tagebuch vom 5. März vor",
        "Was habe ich am 5. März 2026 gemacht?", "Was habe ich gestern gegessen?",
        "Woran habe ich am 5. März 2026 gearbeitet?", "Wen habe ich letzten Dienstag getroffen?", "Wo war ich am 5. März?",
        "Sag mir, was ich gestern gemacht habe", "Meine Notizen vom 5. März bitte", "Was ist am 5. März passiert?",
        "Was habe ich letzte Woche notiert?", "Was tat ich am 6. Mai?", "我2026年3月5日做了什么？", "我3月5日吃了什么？", "我昨天去了哪里", "我昨天见了谁",
        "看看我3月5日的笔记", "3月5日我写了什么？", "帮我翻译昨天的日记", "请总结我上周的日记", "昨天的日记里写了什么", "3月5日の日記には何を書いた？", "3月5日に何をしましたか", "昨日何を食べましたか",
        "昨日誰と会った？", "先週の日記をまとめてください", "3月5日のメモを見せてください", "私の3月5日のノートを要約して", "昨日どこに行った？", "what was 2026-05-06", "in April",
        "What did I do in March?", "what did I note on 2026-05-06", "What does my diary of March 5 say about the boiler?",
        "Erzähl mir von meinem Tag am 5. März", "Please pull up the journal page for May 6, 2026.", "Was hab ich am Wochenende gemacht?",
        "What did I do on Tuesday, March 3, 2026?", "Did I write anything on May 6?", "私は3月5日に誰に会いましたか", "把昨天的笔记给我看看",
    ],
)  # fmt: skip
def test_a_person_asks_for_a_day(prompt: str) -> None:
    assert asks(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "write a parser for the dates of yesterday's log files", "I fixed the bug yesterday but it still crashes, why?",
        "what did we commit yesterday?", "show the systemd journal since yesterday", "build a diary app until Friday",
        "fix the bug in my notes app from yesterday", "What did I write about the boiler yesterday?",
        "Was habe ich gestern über den Kessel geschrieben?", "昨天的部署为什么失败了", "昨日のデプロイで何を変えた？",
        "What happened in the stock market on March 5?", "Who won the election in 2024?",
        "add a journal table to the migration of 2026-03-05", "写一个日记应用，周五前完成", "日記アプリを金曜日までに作って", "我昨天改了什么",
        "journalctl output from yesterday shows OOM", "schreib einen Parser für die Logdateien von gestern",
        "Release notes for March 5", "generate release notes since last Tuesday", "add entries to the changelog for March 5",
        "what did you change yesterday", "what is the weather today", "Wie ist das Wetter heute?", "今天天气怎么样", "今日の天気は",
        "What should I cook today?", "what can we do today in Berlin", "summarize the news of today",
        "Was gibt es heute Neues?",
    ],
)  # fmt: skip
def test_a_day_in_a_prompt_about_something_else_is_not_asked_for(prompt: str) -> None:
    assert not asks(prompt)


def test_no_off_topic_prompt_asks_for_a_day() -> None:
    prompts = [prompt for texts in off_topic_prompts().values() for prompt in texts]
    assert len(prompts) > 1000
    assert [prompt for prompt in prompts if asks(prompt)] == []
