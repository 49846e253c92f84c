"""Words that name days in French, Spanish, Italian, Portuguese, Dutch and Russian, and words that don't."""

from __future__ import annotations

import time
from datetime import date

import pytest

from trayrecall.core.dates import days_in, without_days

TODAY = date(2026, 11, 29)  # a Sunday

YESTERDAY, MARCH_3, MONDAY = "2026-11-28", "2026-03-03", "2026-11-23"
LAST_WEEK, THIS_WEEK = "2026-11-16…2026-11-22", "2026-11-23…2026-11-29"
LAST_MONTH, LAST_YEAR = "2026-10-01…2026-10-31", "2025-01-01…2025-12-31"
LAST_3_DAYS, TWO_WEEKS_AGO = "2026-11-26…2026-11-29", "2026-11-09…2026-11-15"


def read(text: str) -> list[str]:
    return [str(d.first) if d.first == d.last else f"{d.first}…{d.last}" for d in days_in(text, TODAY)]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("qu’est-ce que j’ai fait hier ?", YESTERDAY), ("la réunion d'hier", YESTERDAY), ("hier soir", YESTERDAY), ("avant-hier", "2026-11-27"),
        ("aujourd'hui", "2026-11-29"), ("lundi", MONDAY), ("le 3 mars", MARCH_3), ("3 mars 2024", "2024-03-03"), ("1er avril", "2026-04-01"),
        ("en mars", "2026-03-01…2026-03-31"), ("août 2025", "2025-08-01…2025-08-31"), ("la semaine dernière", LAST_WEEK), ("cette semaine", THIS_WEEK),
        ("le mois dernier", LAST_MONTH), ("l'année dernière", LAST_YEAR), ("l'an dernier", LAST_YEAR), ("il y a deux semaines", TWO_WEEKS_AGO),
        ("ces 3 derniers jours", LAST_3_DAYS),
        ("¿qué hice ayer?", YESTERDAY), ("anteayer", "2026-11-27"), ("hoy", "2026-11-29"), ("el lunes pasado", MONDAY), ("3 de marzo", MARCH_3),
        ("3 de marzo de 2024", "2024-03-03"), ("el 6 de mayo", "2026-05-06"), ("6 de mayo", "2026-05-06"), ("en enero de 2025", "2025-01-01…2025-01-31"),
        ("en mayo", "2026-05-01…2026-05-31"), ("la semana pasada", LAST_WEEK), ("el mes pasado", LAST_MONTH), ("el año pasado", LAST_YEAR),
        ("hace dos semanas", TWO_WEEKS_AGO), ("los últimos tres días", LAST_3_DAYS),
        ("ieri", YESTERDAY), ("l'altro ieri", "2026-11-27"), ("oggi", "2026-11-29"), ("lunedì", MONDAY), ("il 3 marzo 2024", "2024-03-03"),
        ("a maggio", "2026-05-01…2026-05-31"), ("la settimana scorsa", LAST_WEEK), ("il mese scorso", LAST_MONTH), ("l'anno scorso", LAST_YEAR),
        ("quest'anno", "2026-01-01…2026-12-31"), ("due settimane fa", TWO_WEEKS_AGO), ("gli ultimi 3 giorni", LAST_3_DAYS),
        ("ontem", YESTERDAY), ("anteontem", "2026-11-27"), ("hoje", "2026-11-29"), ("segunda-feira", MONDAY), ("3 de março", MARCH_3),
        ("1º de março de 2024", "2024-03-01"), ("a semana passada", LAST_WEEK), ("ano passado", LAST_YEAR), ("há duas semanas", TWO_WEEKS_AGO),
        ("gisteren", YESTERDAY), ("eergisteren", "2026-11-27"), ("vandaag", "2026-11-29"), ("maandag", MONDAY), ("3 maart", MARCH_3),
        ("op 3 mei", "2026-05-03"), ("in mei", "2026-05-01…2026-05-31"), ("vorige maand", LAST_MONTH), ("vorig jaar", LAST_YEAR),
        ("twee weken geleden", TWO_WEEKS_AGO), ("de afgelopen 3 dagen", LAST_3_DAYS),
        ("что я делал вчера", YESTERDAY), ("позавчера", "2026-11-27"), ("сегодня", "2026-11-29"), ("в понедельник", MONDAY), ("3 марта", MARCH_3),
        ("3 марта 2024 года", "2024-03-03"), ("в мае", "2026-05-01…2026-05-31"), ("на прошлой неделе", LAST_WEEK), ("в прошлом году", LAST_YEAR),
        ("две недели назад", TWO_WEEKS_AGO), ("неделю назад", LAST_WEEK), ("последние три дня", LAST_3_DAYS), ("El\nLunes", MONDAY),
    ],
)  # fmt: skip
def test_days_are_read(text: str, days: str) -> None:
    assert read(text) == [days]


@pytest.mark.parametrize(
    "text",
    [
        "hier", "was steht hier", "wo ist hier das Kabel", "du bist hier", "hier am Mittag",
        "Mars 2020 rover", "3 Mars rovers", "life on Mars", "in mayo", "a sandwich with mayo", "mei", "Mardi Gras", "Santo Domingo",
        "Rio de Janeiro 2016", "среда разработки", "Augustus", "Julio", "EN 1992", "layer 2", "player", "mes dernières notes",
        "la semaine prochaine", "un jour", "vier Tage", "один день", "este", "quarta",
    ],
)  # fmt: skip
def test_what_may_mean_something_else_names_no_day(text: str) -> None:
    assert read(text) == []


def test_the_words_of_a_day_are_taken_out_whole() -> None:
    text = "¿qué hice el 6 de mayo de 2026 en casa?"
    assert without_days(text, days_in(text, TODAY)).split() == ["¿qué", "hice", "en", "casa?"]


def test_a_long_text_is_read_at_once() -> None:
    text = "le 3 en 4 de hier una semana 2024 в mes 7 a " * 200
    began = time.process_time()
    days_in(text, TODAY)
    assert time.process_time() - began < 1
