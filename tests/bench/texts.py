"""Generated notes and prompts in four languages, the same at every run.

Words come in realistic shares: function words, words of the passage's topic, words that a third of all notes hold,
rare coined ones, and literals such as addresses. So the keyword leg has both its easy and its costly queries.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

SEED = 20_260_301
LANGUAGES = ("en", "de", "zh", "ja")
SHARES = (45, 30, 15, 10)  # of the languages in a bilingual person's notes
FEWEST_WORDS, MOST_WORDS = 60, 200
_FLATTENED = 10
COINED = 4000

# One line a topic: English | German | Chinese | Japanese.
_TOPICS = """
backup restic repository snapshot retention offsite restore verify disk encryption prune | Sicherung Wiederherstellung Festplatte Aufbewahrung Zeitplan Verschlüsselung Prüfsumme Kopie | 备份 恢复 快照 仓库 加密 保留策略 异地 磁盘 | バックアップ 復元 スナップショット 保持期間 暗号化 ディスク 検証
router firewall vlan subnet dhcp wireguard tunnel gateway latency bridge dns | Netzwerk Brandmauer Leitung Tunnel Anschluss Adresse Namensauflösung Schnittstelle | 路由器 防火墙 子网 隧道 网关 延迟 域名解析 端口 | ルーター ファイアウォール サブネット トンネル 遅延 名前解決 ポート
sourdough starter flour hydration oven crust proofing dough salt bake loaf | Sauerteig Mehl Kruste Ofen Gärzeit Hefe Laib Backen | 酸面团 面粉 烤箱 发酵 外壳 面包 盐 酵母 | サワードウ 小麦粉 オーブン 発酵 パン 塩 生地
tomato seedling compost greenhouse watering soil prune harvest mulch pest frost | Tomaten Setzling Kompost Gewächshaus Gießen Boden Ernte Schädling Frost | 番茄 幼苗 堆肥 温室 浇水 土壤 收获 害虫 | トマト 苗 堆肥 温室 水やり 土壌 収穫 害虫
invoice tax deduction receipt quarter deadline accountant expense refund filing | Rechnung Steuer Frist Beleg Quartal Buchhaltung Ausgaben Erstattung Finanzamt | 发票 税务 扣除 收据 季度 截止日期 会计 报销 | 請求書 税金 控除 領収書 四半期 締め切り 会計 経費
insulin glucose diet protein sleep exercise heart pressure doctor prescription | Blutdruck Ernährung Eiweiß Schlaf Bewegung Herz Arzt Rezept Zucker | 血压 饮食 蛋白质 睡眠 锻炼 心脏 医生 处方 | 血圧 食事 タンパク質 睡眠 運動 心臓 医師 処方箋
kubernetes pod ingress deployment rollout replica helm node namespace probe | Bereitstellung Knoten Namensraum Ausrollen Abbild Container Ausfall Lastverteilung | 集群 部署 节点 命名空间 镜像 容器 副本 滚动更新 | クラスタ デプロイ ノード 名前空間 イメージ コンテナ レプリカ
postgres index vacuum transaction replication query planner lock migration schema | Datenbank Abfrage Sperre Umzug Transaktion Tabelle Spalte Verbindung | 数据库 索引 事务 复制 查询 锁 迁移 表结构 | データベース 索引 トランザクション レプリケーション クエリ ロック 移行
kyoto train ryokan itinerary temple ticket station luggage autumn garden | Reise Zug Fahrkarte Tempel Bahnhof Gepäck Unterkunft Herbst Ausflug | 京都 火车 旅馆 行程 寺庙 车票 车站 行李 | 京都 電車 旅館 旅程 寺 切符 駅 荷物 紅葉
guitar chord scale tuning amplifier rehearsal rhythm melody pedal recording | Gitarre Akkord Tonleiter Stimmung Verstärker Probe Rhythmus Melodie Aufnahme | 吉他 和弦 音阶 调音 放大器 排练 节奏 旋律 | ギター 和音 音階 調弦 アンプ 練習 リズム 録音
bicycle chain derailleur brake tire spoke saddle cassette torque bearing | Fahrrad Kette Schaltung Bremse Reifen Speiche Sattel Lager Drehmoment | 自行车 链条 变速器 刹车 轮胎 辐条 车座 轴承 | 自転車 チェーン 変速機 ブレーキ タイヤ サドル 軸受
lease landlord heating rent deposit contract notice renovation insulation window | Mietvertrag Vermieter Heizung Kaution Kündigung Nebenkosten Dämmung Fenster | 租约 房东 暖气 押金 合同 通知 装修 窗户 | 賃貸 大家 暖房 敷金 契約 通知 改装 窓
telescope nebula exposure mount eyepiece galaxy planet filter collimation orbit | Fernrohr Nebel Belichtung Montierung Okular Galaxie Planet Umlaufbahn | 望远镜 星云 曝光 赤道仪 目镜 星系 行星 轨道 | 望遠鏡 星雲 露出 架台 接眼レンズ 銀河 惑星 軌道
meeting agenda decision milestone stakeholder budget roadmap retrospective hiring | Besprechung Tagesordnung Entscheidung Meilenstein Budget Fahrplan Rückblick Einstellung | 会议 议程 决定 里程碑 预算 路线图 回顾 招聘 | 会議 議題 決定 マイルストーン 予算 計画 振り返り 採用
embedding cosine retrieval tokenizer benchmark gradient attention dataset corpus | Einbettung Ähnlichkeit Suche Messung Gewicht Aufmerksamkeit Datensatz Korpus | 嵌入 余弦 检索 分词 基准 梯度 注意力 数据集 | 埋め込み 類似度 検索 分割 基準 勾配 注意機構 データセット
solar inverter panel battery grid meter roof yield charger tariff | Wechselrichter Solaranlage Speicher Netz Zähler Dach Ertrag Ladestation Tarif | 逆变器 太阳能板 电池 电网 电表 屋顶 发电量 充电桩 | インバーター 太陽光 蓄電池 電力網 メーター 屋根 発電量
"""
_COMMON = {
    "en": "server file note work change time plan list test setup problem idea step value update check project user version "
    "page data local start config run read write result order number week people review report call system",
    "de": "Server Datei Notiz Arbeit Änderung Zeit Plan Liste Prüfung Problem Idee Schritt Wert Projekt Nutzer Seite Daten "
    "Anfang Ergebnis Nummer Woche Leute Bericht System Aufgabe Termin Beispiel Grund",
    "zh": "服务器 文件 笔记 工作 修改 时间 计划 列表 测试 问题 想法 步骤 项目 用户 版本 数据 结果 报告 系统 任务",
    "ja": "サーバー ファイル メモ 作業 変更 時間 計画 一覧 試験 問題 案 手順 利用者 版 データ 結果 報告 仕組み 課題",
}
_GLUE = {
    "en": "the a of and to in is that for it with as was on be at by this have from or had not are but what all were when "
    "we there can an your which their said if do will each about how up out them then she many some so these would",
    "de": "der die das und in zu den mit von auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie "
    "nach wird bei einer um am sind noch wie einem über so zum war haben nur oder aber vor zur bis mehr durch man",
    "zh": "的 了 在 是 和 也 就 都 而 及 与 着 或 一个 没有 我们 这个 可以 因为 所以 如果 但是 已经 需要 使用",
    "ja": "の に は を た が で て と し れ さ ある いる も する から な こと として い や れる など なっ ない この ため その",
}  # fmt: skip
_SYLLABLES = "ka lo mi ren tas vor del bin qua sto fel gra nim pol rus tik wen zar hol jem".split()

_QUESTIONS = {
    "en": (
        "What did I write about {0} and {1}?",
        "how do we handle {0} when the {1} fails again",
        "Summarise my notes on {0}, {1} and {2} before the review",
        "{0} {1}",
        "Which {0} did we choose for the {1}, and why not the other one?",
    ),
    "de": (
        "Was steht in meinen Notizen zu {0} und {1}?",
        "Wie war das mit {0}, wenn {1} nicht geht?",
        "{0} {1} {2}",
        "Warum haben wir uns bei {0} für {1} entschieden, und wer wollte es anders?",
    ),
    "zh": ("我的笔记里关于{0}和{1}写了什么?", "{0}失败以后,{1}怎么处理?", "{0} {1}", "为什么我们在{1}上选择了{0},而不是别的方案?"),
    "ja": (
        "{0}と{1}について何を書きましたか?",
        "{1}がうまくいかないとき、{0}はどうするのですか",
        "{0} {1}",
        "なぜ{0}で{1}を選んだのか、理由をまとめてください",
    ),
}  # fmt: skip
_UNRELATED = (
    "Refactor this function so that it returns early and add type annotations to every parameter",
    "write a unit test for the parser, the second branch is not covered",
    "rename the variable in the loop and run the linter",
    "The build fails with a segmentation fault in the last test, find out which commit broke it",
    "Schreibe mir einen kurzen Kommentar zu dieser Klasse und entferne die toten Zeilen",
    "Bitte die Tests ausführen und die Fehlermeldung erklären",
    "Warum ist diese Schleife quadratisch, und wie mache ich sie linear?",
    "给这个函数加上注释,然后把变量名改短一点",
    "把这段代码改成异步的,并且处理超时",
    "この関数にコメントを付けて、変数名を短くしてください",
    "テストが失敗する原因を調べて、修正案を三つ出してください",
)
_PASTED = (
    "Traceback (most recent call last):\n",
    '  File "app/worker.py", line {0}, in run\n    result = self.queue.get(timeout={0})\n',
    "ValueError: expected {0} columns, got {1}\n",
    "2026-02-{1:02d} 10:{0:02d}:13 ERROR worker-{0}: request {1} to 10.4.{0}.{1} gave up after {0} retries\n",
)


@dataclass(frozen=True, slots=True)
class Text:
    """One passage of a generated note."""

    topic: int
    language: str
    title: str
    body: str


class Writer:
    """Writes notes and prompts from a seed."""

    def __init__(self, seed: int = SEED) -> None:
        self._random = random.Random(seed)
        self._topics = [
            dict(zip(LANGUAGES, (part.split() for part in line.split("|")), strict=True))
            for line in _TOPICS.strip().splitlines()
        ]
        self._coined = ["".join(self._random.choices(_SYLLABLES, k=k % 2 + 2)) for k in range(COINED)]
        self._common = {language: words.split() for language, words in _COMMON.items()}
        self._glue = {language: words.split() for language, words in _GLUE.items()}

    @property
    def topics(self) -> int:
        """How many topics there are."""
        return len(self._topics)

    def outline(self, topic: int, language: str) -> str:
        """A topic in one line: what the centre of its vectors is made from."""
        return " ".join(self._topics[topic][language])

    def texts(self, count: int) -> Iterator[Text]:
        """So many passages."""
        for number in range(count):
            topic = self._random.randrange(self.topics)
            (language,) = self._random.choices(LANGUAGES, SHARES)
            words = self._random.randint(FEWEST_WORDS, MOST_WORDS)
            title = self.title(topic, language, number)
            yield Text(topic, language, title, self.body(topic, language, words))

    def title(self, topic: int, language: str, number: int) -> str:
        """Two words of the topic, a rare one, and the number."""
        return " ".join([*self._random.sample(self._topics[topic][language], 2), self._rare(), str(number)])

    def body(self, topic: int, language: str, words: int) -> str:
        """Sentences of so many words on a topic."""
        sentences = []
        while words > 0:
            length = min(words, self._random.randint(6, 18))
            sentences.append(self._sentence(topic, language, length))
            words -= length
        return (" " if language in {"en", "de"} else "").join(sentences)

    def prompts(self, count: int) -> list[str]:
        """So many different prompts: three of five ask for a topic, one is unrelated, one is long."""
        made: dict[str, None] = {}
        while len(made) < count:
            kind = len(made) % 5
            made[
                self._question() if kind in {0, 1, 3} else self._unrelated() if kind == 2 else self._long()
            ] = None
        return list(made)

    def questions(self, count: int) -> list[str]:
        """So many questions for topics, some of them twice."""
        return [self._question() for _ in range(count)]

    # ---- words

    def _sentence(self, topic: int, language: str, length: int) -> str:
        words = [self._word(topic, language) for _ in range(length)]
        if language in {"en", "de"}:
            return " ".join(words).capitalize() + "."
        return "".join(words) + "。"

    def _word(self, topic: int, language: str) -> str:
        kind = self._random.random()
        if kind < 0.45:
            return self._random.choice(self._glue[language])
        if kind < 0.62:
            return self._random.choice(self._topics[topic][language])
        if kind < 0.74:
            return _zipf(self._random, self._common[language])
        return self._rare() if kind < 0.98 else self._literal()

    def _rare(self) -> str:
        return _zipf(self._random, self._coined)

    def _literal(self) -> str:
        number = self._random.randrange(250)
        return self._random.choice(
            (f"10.4.{number % 8}.{number}", f"srv-{number}", f"v{number % 9}.{number}", f"#{number}")
        )

    # ---- prompts

    def _question(self) -> str:
        (language,) = self._random.choices(LANGUAGES, SHARES)
        words = self._random.sample(self._random.choice(self._topics)[language], 3)
        if self._random.random() < 0.3:
            words[1] = _zipf(self._random, self._common[language])
        return self._random.choice(_QUESTIONS[language]).format(*words)

    def _unrelated(self) -> str:
        return f"{self._random.choice(_UNRELATED)} ({self._rare()})"

    def _long(self) -> str:
        lines = [self._question(), "\n"]
        for _ in range(self._random.randint(4, 30)):
            a, b = self._random.randrange(60), self._random.randrange(1, 28)
            lines.append(self._random.choice(_PASTED).format(a, b))
        return "".join(lines)


def _zipf(source: random.Random, words: Sequence[str]) -> str:
    """One of the words, the n-th about as often as Zipf and Mandelbrot say: 1 / (n + 10)."""
    return words[int(_FLATTENED * ((len(words) + _FLATTENED) / _FLATTENED) ** source.random()) - _FLATTENED]
