"""Function words that a query may hold and that find nothing: left out of the keyword leg, never out of the meaning.

Written as terms of `core.text` (folded, stemmed). Notes are indexed with all their words.
"""

from __future__ import annotations

_ENGLISH = """
a about abov after again against all also am an and ani anyon anyth are as at be becaus been befor being below between
both but by can cannot could couldnt did didnt do doe doesnt dont done down dure each either els ever everi few for
from further get give go goe got had hadnt has hasnt have havent he her here herself hi him himself his how howev i id
if ill im in into is isnt it its itself ive just know let like made make mani may me might more most much must my
myself need no nor not now of off on onc one onli or other our ourselv out over own pleas quit rather realli said same
say shall she should shouldnt show simpli sinc so some somebodi someon someth still such take tell than that the their
them themselv then there these they thing this those though through to togeth too under until up us use veri via want
was wasnt way we well were werent what when where whether which while who whom whose whi will with within without wont
would wouldnt yes yet you your yourself whats thats theres heres lets hows wheres whos whichev whoever everyth everyon
noth somewher anywher mayb perhap alreadi anoth even given less lot often probabl sometim somewhat whatev usual thank
unless upon none per till wherev whenev around inde instead
""".split()

_GERMAN = """
aber all alle allem allen aller alles als also am an and ander anderen anders auch auf aus bei beim bin bis bist bitt
da dabei dadurch dafur damit danach dann daran darauf daraus darf darin darub das dass dein deine dem den denn der
deren des deshalb dessen die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer
eines einig er es etwa etwas euch euer fur gegen gib gibt habe haben hast hat hatte hatten hier hin hinter ich ihm ihn
ihnen ihr ihre im immer in ins ist ja jede jeden jeder jedes jemand jetzt kann kannst kein keine keinen konnen konnt
man mehr mein meine meinem meinen meiner mich mir mit muss musst nach nicht nichts noch nun nur ob oder ohn ohne schon
sehr sein seine sich sie sind so soll sollen sollt sondern uber um und uns unser unter viel vom von vor wann war waren
warum was weil welch welche welchem welchen welcher welches wenn wer werd werden wie wieder wieso will wir wird wo
wurde wurden zu zum zur zwar zwischen fuer ueber koennen hab hatt wirst wurd eigentlich waer waeren mocht moecht
mochten moechten mal gerad davon dazu dahin daher darum deinen deinem sonst solch solcher solchen gar irgendwi
irgendwo jener jene seit seid statt trotzdem wegen wahrend waehrend wohl konnten koennten konntest koenntest sag zeig
woher wohin womit wofur wofuer worauf worub worueb unserem unseren ihrem ihren ihrer ausser ausserdem bzw usw
nochmal vielleicht ziemlich namlich naemlich beid beiden
""".split()

_CHINESE = """
什么 怎么 如何 哪里 哪个 哪些 哪儿 多少 为什 么样 这个 那个 这些 那些 我们 你们 他们 的是 是什 有什 一下 一个 可以 请问
是否 有没 没有 了吗 的吗 是多 么时 时候 个是 是哪 要什 在哪 什麼 怎麼 的 了 吗 是 在 我 你 吧 呢 么
""".split()

_JAPANESE = """
です ます した ました して ている いる ある から まで など こと もの とは では には への それ これ どこ どれ どの なに なぜ いつ
どう って った たい ない ので のは のか すか です か が を に は で と も の へ や いつ つで でし した たか るか ます いま まし
うや やっ って てい いま てす んな どん した うす する すれ れば ばい いい ょう しょ でし てく くだ ださ さい ですか
""".split()

_RUSSIAN = """
и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще
нет о из ему теперь когда даже ну ли если уже или ни быть был него до вас опять уж вам ведь там потом себя ничего еи
может они тут где есть надо неи для мы тебя их чем была сам чтоб без будто чего раз тоже себе под будет ж тогда кто
этот это эта эти того потому этого какои нужно сделать
""".split()

_ROMANCE = """
le la les un une des du et est que qui pour par sur avec ce cett ces il ell nous vous je tu mon ma mes son sa ses
el los las una y es en del al con para por como lo su mi tu se qu quel quell quoi comment ou dond cuando
""".split()

STOPWORDS: frozenset[str] = frozenset(_ENGLISH + _GERMAN + _CHINESE + _JAPANESE + _RUSSIAN + _ROMANCE)

# What is a name when it is written in capitals: UPS, IT, WHO, the OU of a directory.
NAMES: frozenset[str] = frozenset(
    """
    am as bis can ces con das del der des doe el er es est et id il im it la les ma me mes mi mit or ou par se sur un
    up us war who
    """.split()
)

_DENSE = _CHINESE + _JAPANESE  # they mean nothing in any other language
_OF_LANGUAGE = {
    "en": frozenset(_ENGLISH + _DENSE),
    "de": frozenset(_GERMAN + _DENSE),
    "ru": frozenset(_RUSSIAN + _DENSE),
    "fr": frozenset(_ROMANCE + _DENSE),
    "es": frozenset(_ROMANCE + _DENSE),
}


def function_words(language: str) -> frozenset[str]:
    """Those of a language (see `core.language`), or all of them: in English "war", "son" and "comment" mean something."""
    return _OF_LANGUAGE.get(language, STOPWORDS)
