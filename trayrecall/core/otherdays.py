"""Words that name days in French, Spanish, Italian, Portuguese, Dutch and Russian, said in English for `core.dates`.

Data, and one function. A word that means something in another language is read only beside words that tell: `hier` is
German for here, `mars` a planet, `domingo` also a town. What isn't sure names no day.
"""

from __future__ import annotations

import re

_MONTHS = {
    "january": "janvier|enero|gennaio|janeiro|januari|январ[ьяе]",
    "february": "février|fevrier|febrero|febbraio|fevereiro|februari|феврал[ьяе]",
    "march": "marzo|março|maart|март[ае]?",
    "april": "avril|abril|aprile|апрел[ьяе]",
    "may": "maggio|maio|ма[йяе]",
    "june": "juin|junio|giugno|junho|июн[ьяе]",
    "july": "juillet|julio|luglio|julho|июл[ьяе]",
    "august": "août|aout|agosto|augustus|август[ае]?",
    "september": "septembre|septiembre|settembre|setembro|сентябр[ьяе]",
    "october": "octobre|octubre|ottobre|outubro|октябр[ьяе]",
    "november": "novembre|noviembre|novembro|ноябр[ьяе]",
    "december": "décembre|decembre|diciembre|dicembre|dezembro|декабр[ьяе]",
}
_DOUBTFUL_MONTHS = {"march": "mars", "may": "mayo|mei"}
_WEEKDAYS = {  # those of Spanish, Russian and others with the word before them that tells
    "monday": "lundi|(?:el|este) lunes|luned[ìi]|segunda-feira|maandag|в понедельник",
    "tuesday": "mardi(?! gras)|(?:el|este) martes|marted[ìi]|terça-feira|dinsdag|во вторник",
    "wednesday": "mercredi|(?:el|este) mi[ée]rcoles|mercoled[ìi]|quarta-feira|woensdag|в среду",
    "thursday": "jeudi|(?:el|este) jueves|gioved[ìi]|quinta-feira|donderdag|в четверг",
    "friday": "vendredi|(?:el|este) viernes|venerd[ìi]|sexta-feira|vrijdag|в пятницу",
    "saturday": "samedi|(?:el|este|no) s[áa]bado|sabato scorso|zaterdag|в субботу",
    "sunday": "dimanche|(?:el|este|no) domingo|domenica scorsa|zondag|в воскресенье",
}
_UNITS = {
    "day": "jours?|d[íi]as?|giorn[oi]|dag(?:en)?|день|дня|дней",
    "week": "semaines?|semanas?|settiman[ae]|week|weken|недел[яюеиь]",
    "month": "mois|mes(?:es)?|mes[ei]|mês|maand(?:en)?|месяц(?:а|е|ев)?",
    "year": "années?|l?ans?|años?|(?:dell)?ann[oi]|anos?|jaar|год[уа]?|лет",
}
_NUMBERS = {
    "1": "une?|un[oa]|uma?|een|één|один|одну", "2": "deux|dos|due|dois|duas|twee|два|две", "3": "trois|tres|tre|três|drie|три",
    "4": "quatre|cuatro|quattro|quatro|vier|четыре", "5": "cinq|cinco|cinque|vijf|пять", "6": "six|seis|sei|zes|шесть",
    "7": "sept|siete|sette|sete|zeven|семь",
}  # fmt: skip
_ENGLISH = {
    "month": [*_MONTHS.items(), *_DOUBTFUL_MONTHS.items()],
    "weekday": [*_WEEKDAYS.items()],
    "unit": [*_UNITS.items()],
    "n": [*_NUMBERS.items()],
}

_DAY = r"(?P<day>\d\d?)"
_MONTH = f"(?P<month>{'|'.join(_MONTHS.values())})"
_DOUBTFUL = f"(?P<month>{'|'.join(_DOUBTFUL_MONTHS.values())})"
_UNIT = f"(?P<unit>{'|'.join(_UNITS.values())})"
_N = rf"(?P<n>\d{{1,3}}|{'|'.join(_NUMBERS.values())})"
_YEAR = r"\s(?:del?\s)?(?P<year>(?:19|20)\d\d)\b"

# In normalised text in small letters, where `j'ai` is `jai` and `l'anno` is `l anno`; blanks stand for any white space.
_SAID = (
    (rf"\b{_DAY}(?:er|o|°|\.)? (?:d[ei] )?{_MONTH}\b(?:{_YEAR})?", "{day} {month} {year}"),
    (rf"\b(?:le|du|au|el|op) {_DAY} (?:de )?{_DOUBTFUL}\b(?:{_YEAR})?", "{day} {month} {year}"),
    (rf"\b{_DAY} de {_DOUBTFUL}\b(?:{_YEAR})?", "{day} {month} {year}"),
    (rf"\b{_DAY} {_DOUBTFUL}{_YEAR}", "{day} {month} {year}"),
    (rf"\b(?:en|em|in|nel|ad?|во?) {_MONTH}\b(?:{_YEAR})?", "in {month} {year}"),
    (rf"\b(?:en(?= ma[ry])|in(?= mei)) {_DOUBTFUL}\b(?:{_YEAR})?", "in {month} {year}"),
    (rf"(?<!rio de )\b{_MONTH}{_YEAR}", "{month} {year}"),
    (rf"\b(?P<weekday>{'|'.join(_WEEKDAYS.values())})\b", "on {weekday}"),
    (r"\b(?:avant-hier|ante ?ayer|anteontem|eergisteren|позавчера|l altro ieri)\b", "the day before yesterday"),
    (r"\b(?:ayer|ieri|ontem|gisteren|вчера)\b", "yesterday"),
    (r"\b(?:d hier|hier (?:matin|midi|soir|après-midi)|(?:(?<=fait )|(?<=écrit )|(?<=noté )|(?<=appris )|(?<=décidé ))hier)\b", "yesterday"),
    (r"\b(?:aujourdhui|hoy|oggi|hoje|vandaag|сегодня)\b", "today"),
    (rf"\bil y a {_N} {_UNIT}\b", "{n} {unit}s ago"),
    (rf"\b(?:hace|há) {_N} {_UNIT}\b", "{n} {unit}s ago"),
    (rf"\b{_N} {_UNIT} (?:fa|geleden|atrás|назад)\b", "{n} {unit}s ago"),
    (r"\b(?P<unit>неделю|месяц|год) назад\b", "1 {unit}s ago"),
    (rf"\b{_N} derni(?:er|ère)s {_UNIT}\b", "last {n} {unit}s"),
    (rf"\b(?:últim[oa]s|ultim[ie]|laatste|afgelopen|последни[ех]) {_N} {_UNIT}\b", "last {n} {unit}s"),
    (rf"\b{_UNIT} (?:derni(?:er|ère)|passée?|pasad[oa]|passad[oa]|scors[oa])\b", "last {unit}"),
    (rf"\b(?:scors[oa]|vorige?|afgelopen|прошл(?:ой|ом|ую|ый|ая)) {_UNIT}\b", "last {unit}"),
    (rf"\b(?:cette|ce|est[ea]|quest[oa]|deze|dit|эт(?:ой|ом|у|от|а)) {_UNIT}\b", "this {unit}"),
    (r"\bquestanno\b", "this year"),
    (r"\b(?:em|nel|в) (?P<year>(?:19|20)\d\d)\b", "in {year}"),  # EN 1992 is a standard
)  # fmt: skip
SAID = tuple(
    (pattern.replace(" ", r"\s"), english) for pattern, english in _SAID
)  # pattern, and a form of its English


def in_english(match: re.Match[str], form: str) -> str:
    """What was found, in English."""
    return form.format(**{name: _word(name, found or "") for name, found in match.groupdict().items()})


def _word(kind: str, found: str) -> str:
    plain = " ".join(found.split())
    return next((english for english, others in _ENGLISH.get(kind, ()) if re.fullmatch(others, plain)), plain)
