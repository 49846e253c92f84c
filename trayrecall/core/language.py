"""Which language a text is in, as far as search needs it: the group whose vectors lie together.

Embeddings of one language lie nearer to each other than to the same meaning in another one. Search takes that away
(see `store.vectors`), and for this a guess is enough: by script, and for Latin script by function words. Not meant for
anything that a person sees.
"""

from __future__ import annotations

import re
from collections import defaultdict

UNKNOWN = ""
_LOOKED_AT = 400  # code points: some seventy words tell as much as all of a passage

# Scripts that tell the language at once, in the order in which they are asked: kana before Han.
_SCRIPTS = (
    ("ja", "\u3040-\u30ff"),
    ("ko", "\uac00-\ud7af\u1100-\u11ff"),
    ("zh", "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"),
    ("ru", "\u0400-\u04ff"),
    ("el", "\u0370-\u03ff"),
    ("ar", "\u0600-\u06ff"),
    ("he", "\u0590-\u05ff"),
    ("hi", "\u0900-\u097f"),
    ("th", "\u0e00-\u0e7f"),
)
_ANY_SCRIPT = re.compile("[" + "".join(signs for _, signs in _SCRIPTS) + "]")
_OTHERS = [(language, re.compile(f"[^{signs}]+")) for language, signs in _SCRIPTS]
_LETTER = re.compile(r"[^\W\d_]")
_NO_LETTERS = re.compile(r"[\W\d_]+")
_LATIN = re.compile(r"[a-z\u00df-\u024f]+")
_CLEARLY = 1.3  # times the votes of the next language
_ENOUGH = 0.15  # share of a script's signs among all letters; Japanese notes quote much Latin

_WORDS = {
    "en": "the of and to is in that it for was on are with as be this have from by not you what how which when my i do "
    "does did we they there a an at or if but can has had your where why who will would should its his her their",
    "de": "der die das und ist wie nicht ein eine einen einem einer im mit auf für zu wir ich den von wo wird sind dem "
    "des sich bei wann welche welcher welches hat haben werden wurde wer als kann mein meine am um aus nach oder aber",
    "fr": "le la les des et est dans pour que qui une sur avec ne pas ce cette il elle nous vous je au aux du en plus "
    "où comment quand quel quelle sont être mais ou son sa ses par",
    "es": "el la los las de y es en que una por con para no se lo del al como más está cómo cuándo dónde qué son pero "
    "su sus este esta hay fue un muy",
    "it": "il lo la gli le di e è che un una per con non si del della come dove quando quale sono ma suo sua nel alla "
    "anche più questo questa ho ha",
    "pt": "o a os as de e é em que um uma por com para não se do da como mais está onde quando qual são mas seu sua "
    "no na foi este esta ao",
    "nl": "de het een en is van in op te dat die niet met voor zijn aan er om ook als maar wat hoe waar wanneer welke "
    "ik je we heeft wordt naar bij uit",
    "pl": "i w na z do nie się jest to że o jak po co ale czy od za przez dla są gdzie kiedy który która jego jej przy "
    "może tak",
    "sv": "och det att i en som är på av för med den till inte om har ett var när hur vad vi jag du kan ska från men "
    "eller",
    "cs": "a je se na v že s z do o k i jak co ale by pro jsou kde kdy který která není jsem byl při nebo také",
    "tr": "ve bir bu da de için ile ne mi var çok daha gibi nasıl nerede zaman hangi olan olarak değil ben sen",
}
_OF_WORD: dict[str, list[str]] = {}
for _language, _text in _WORDS.items():
    for _word in _text.split():
        _OF_WORD.setdefault(_word, []).append(_language)
_OF_LETTER = {
    "ß": "de",
    "ä": "de",
    "ö": "de",
    "ü": "de",
    "ñ": "es",
    "ã": "pt",
    "õ": "pt",
    "ł": "pl",
    "ř": "cs",
    "ğ": "tr",
    "ı": "tr",
    "å": "sv",
}


def language_of(text: str) -> str:
    """The ISO 639-1 code of the text's language, or `UNKNOWN` when nothing tells (signs, names, code)."""
    head = text[:_LOOKED_AT]
    if not _LETTER.search(head):
        return UNKNOWN
    if not head.isascii() and _ANY_SCRIPT.search(head):
        letters = len(_NO_LETTERS.sub("", head))
        for language, others in _OTHERS:
            if len(others.sub("", head)) >= _ENOUGH * letters:
                return language
    return _latin(head.lower())


def _latin(text: str) -> str:
    votes: defaultdict[str, float] = defaultdict(float)
    for languages in filter(None, map(_OF_WORD.get, _LATIN.findall(text))):
        for language in languages:
            votes[language] += 1 / len(languages)
    if not text.isascii():
        for letter in _OF_LETTER.keys() & set(text):
            votes[_OF_LETTER[letter]] += 0.5
    ranked = sorted(votes, key=lambda language: votes[language], reverse=True)
    if not ranked or (len(ranked) > 1 and votes[ranked[0]] < _CLEARLY * votes[ranked[1]]):
        return UNKNOWN
    return ranked[0]
