"""Chores: what people tell a coding agent to do with the work before it. No note can help, so the notes aren't asked.

A prompt is a chore when every word with a meaning is one of the trade's everyday words ("rename the second function and
run the tests"): one name, number or subject of its own ("fix the boiler test") and it is asked. A question is asked
too, unless it points at the work before the agent ("what does this function do?").
"""

from __future__ import annotations

import re

from trayrecall.core.stopwords import STOPWORDS
from trayrecall.core.text import base_terms, normalise

_TRADE = """
add amend append apply arg args argument arguments array assert async await back body boilerplate branch break bug bugs
build call case cases catch change changes check class classes clean cleanup clear code codebase column comment comments
commit compile complete comprehension condition constant constructor convert copy correct coverage crash create
debug default delete describe dict diff directory docstring docstrings document done draft drop duplicate edge edit
else empty enum error errors everything exception exceptions explain export extract fail failing fails failure field file
files fix fixed fixes fixture flag folder format formatter formatting function functions generic getter handle handler
handling helper hint hints implement implementation import imports improve include indentation inline input insert
instead integration interface issue issues json keep key lambda line lines lint linter list log logging logs loop
loops main merge message messages method methods mock mocks module modules move name names naming new null object
old open optimise optimize option output override param parameter parameters params parse parser pass passing patch
path pattern pipeline placeholder please pr print private problem project prompt property proper properly public
pull push quick quickly readable refactor regex regression remove rename reorder repeat replace repo repository return
returns reuse revert review rewrite root row run running save scaffold script search section select setter short
shorter signature simple simpler simplify skip snake camel kebab sort source split squash stack stage statement step
steps string strings structure stub stubs style suite summarise summarize swap switch syntax table task tasks template
temporary test tested testing tests text tidy todo todos top trace traceback trailing try type types typo typos typed
undo unit unused update updates upper lower uppercase lowercase validate validation value values variable variables
verbose version warning warnings whitespace whole word work working works wrap write writing wrong yaml
here everywhere somewhere now again also just only really first rest little bit much better faster cleaner
algorithm git html iterator java javascript kotlin python rust golang typescript bash shell link linked reverse reversed
binary tree recursion recursive singleton readme changelog makefile
ändere änderung änderungen anpassen anpassung aufräumen aufruf ausführen ausgabe bauen baue befehl behebe beheben
benenne benennen bereinige bibliothek block code datei dateien docstring eingabe einrückung entferne entfernen
erkläre erklären ergänze ergänzen erstelle erstellen erweitere fasse fehler fehlermeldung feld felder formatiere
formatieren füge führe funktion funktionen hinzu hinzufügen implementiere implementieren importe importiere klasse
klassen kommentar kommentare kompiliere konvertiere kopiere korrigiere kürze kürzer lass laufen liste lösche löschen
methode methoden modul name namen optimiere ordner parameter passe prüfe prüfen refaktoriere repariere rückgabewert
rückgängig schleife schreibe schreib schreiben sortiere speichere starte starten teile teste testen tests tippfehler macht
typ typen überall überarbeite übersetze umbenennen unittest unittests variable variablen vereinfache vereinfachen
verschiebe verschieben vorlage warnung warnungen wert werte dazu dafür davon zeile zeilen zusammen zusammenfassen ganze ganzen kurz
ajoute ajouter applique change changer classe corrige corriger crée créer écris écrire erreur erreurs fichier fichiers
fonction fonctions lance lancer ligne lignes méthode optimise renomme renommer réécris simplifie simplifier supprime
supprimer variable añade agrega archivo archivos arregla borra cambia clase corrige crea ejecuta elimina escribe
función funciones línea método prueba pruebas renombra refactoriza
добавь добавить исправь исправить измени удали удалить переименуй запусти запустить напиши написать тест тесты тестов
функцию функция функции файл файла файлы код кода строку строки ошибку ошибки класс метод переменную комментарий
комментарии отрефактори проверь сделай объясни упрости
""".split()  # fmt: skip
# The words among them that tell somebody to do something; without one, or a pointer, it is no chore.
_DOING = """
add amend append apply break build call change check clean cleanup clear comment commit compile complete convert copy
correct create debug delete describe document drop duplicate edit explain export extract fix format generate handle
implement import improve include indent inline insert keep lint log make merge mock move name open optimise optimize
override parse pass patch print pull push refactor remove rename reorder repeat replace return reuse revert review
rewrite run save scaffold select show skip simplify sort split squash stage style summarise summarize swap switch test
tidy trace try type undo update validate wrap write
ändere aufräumen ausführen baue behebe benenne bereinige entferne erkläre ergänze erstelle erweitere fasse formatiere füge
führe implementiere importiere kompiliere konvertiere kopiere korrigiere kürze lass lösche mache mach optimiere passe prüfe committe
refaktoriere repariere schreibe schreib sortiere speichere starte teile teste überarbeite übersetze vereinfache verschiebe
ajoute ajouter applique change corrige crée écris lance optimise renomme réécris simplifie supprime
añade agrega arregla borra cambia corrige crea ejecuta elimina escribe renombra refactoriza
добавь исправь измени удали переименуй запусти напиши отрефактори проверь сделай объясни упрости
""".split()
_POINTERS = """
this these that those it its above below same other another second third fourth last previous next former latter both
remaining selected current following such
dies diese dieser dieses diesen diesem dem das hier oben unten gleiche gleichen selbe selben andere anderen zweite
zweiten dritte dritten letzte letzten nächste nächsten vorige vorherige beide beiden übrigen
ce cette ces celui même autre deuxième dernier dernière suivant este esta estos mismo otro otra segundo último
это этот эту эти этого тот то же самое другой второй вторую последний следующий
""".split()  # fmt: skip
_ASKING = frozenset(
    """
    how why what where when which who whose whom wie warum was wo wann welche welcher welches welchen wer wieso weshalb
    wem wohin woher womit wofür comment pourquoi quoi où quand quel quelle qui cómo como por qué dónde cuándo cuál quién
    как почему что где когда кто какой какая какие зачем
    """.split()
)
_KNOWN = frozenset(term for word in (*_TRADE, *_DOING, *_POINTERS) for term in base_terms(word)) | STOPWORDS
_TELLING = frozenset(term for word in _DOING for term in base_terms(word))
_POINTING = frozenset(_POINTERS)  # as they are: the English stem of "dies" is the German article

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_NAMES = re.compile(r"\d|\w[_./\\:@#-]\w|[a-z][A-Z]|[\"'`“”„«»]\w")  # a name, number or quotation of its own
_NEXT_TO_NOTHING = 2  # words of its own, or as many pairs of signs
_DENSE_SCRIPT = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_DENSE_POINTING = re.compile(
    r"这|那|此|同样|另一?个|上面|下面|第[一二三四五两]|其他|剩下|これ|この|それ|その|同じ|同様|他の|残り|上の|下の|つ目|番目|이|그|같은|다른|두 ?번째"
)
_DENSE_TELLING = re.compile(
    r"[跑修改删加写做看编译构建]|运行|执行|去掉|增|重|优化|简化|提交|推送|合并|回滚|撤销|部署|启动|创建|新建|实现|生成|检查|解释|总结|翻译|移|复制|替换|拆|提取|理|更新|补充|完成"
    r"|解决|调试|打印|保存|実行|修正|変更|削除|追加|リネーム|リファクタ|最適化|簡略化|コミット|プッシュ|マージ|ビルド|コンパイル|デプロイ|起動|書|作|実装|確認|チェック|説明|要約|翻訳"
    r"|コピー|置換|分割|抽出|対応|解決|デバッグ|直|消|変え|まとめ|走らせ|動かし|通し|やって|실행|수정|변경|삭제|추가|리팩|최적화|커밋|푸시|빌드|작성|구현|확인|설명|요약|해줘|고쳐"
)
# Taken away one by one; nothing but signs may be left.
_DENSE_TRADE = re.compile(
    "|".join(
        sorted(
            """
            这个 那个 这段 这里 那里 这些 那些 这 那 此 同样 一样 相同 另一个 另外 另 第一 第二 第三 第四 第 一 二 三 两 个 上面 下面 其他 剩下 剩余 所有 全部 整个
            最后 最新 上一 下一 文件夹 文件 函数 方法 变量名 变量 测试用例 测试 用例 代码 单元 集成 类 模块 注释 文档 字符串 报错 错误 异常 警告 日志 行 参数
            返回值 返回 类型 导入 循环 列表 数组 接口 组件 脚本 命令 分支 格式化 格式 运行 跑一下 跑 执行 修复 修正 修改 修一下 改成 改 更改 删除 删掉 去掉 移除
            添加 加上 加 增加 新增 重命名 改名 重构 优化 简化 提交 推送 合并 回滚 撤销 编译 构建 部署 启动 重启 写一个 写 创建 新建 实现 生成 检查 看看 看一下 解释
            总结 翻译 移动 复制 替换 拆分 提取 整理 清理 更新 补充 完成 处理 解决 调试 打印 保存 问题 一下 一遍 一些 一个 请 帮我 帮忙 帮 给我 给 把 将 对 为 用 也 再
            都 就 还 并且 并 和 与 然后 接着 做 干 弄 的 了 吗 吧 呢 呀 啊 得 地 着 过 里 中 上 下 到 成 我 你 它 名字 名称 名 拼写 语法 逻辑 结构 版本 依赖 配置 重新
            この その あの これ それ ここ そこ 同じ 同様 他の ほかの もう 一度 もう一度 残り 残りの 全部 すべて 全て 最後 最初 次 前 上 下 つ目 番目 ファイル フォルダ 関数
            メソッド 変数 変数名 クラス モジュール テスト ユニット ケース コード コメント ドキュメント エラー 例外 警告 ログ 行 引数 戻り値 型 ヒント インポート ループ リスト 配列 ブランチ
            スクリプト コマンド 実行 修正 変更 削除 追加 リネーム 名前 リファクタリング リファクタ 最適化 簡略化 コミット プッシュ マージ ビルド コンパイル デプロイ 起動 再起動 書いて
            書き 書く 書き直して 作成 作って 実装 生成 確認 チェック 説明 要約 翻訳 移動 コピー 置換 分割 抽出 整理 更新 対応 解決 デバッグ 直して 直す 消して 加えて 変えて まとめて
            走らせて 動かして 通して やって して する した しろ せよ ください お願いします お願い します ました ます です だ も を に は が の と で へ や から まで よう こと ように 化
            バグ タイプミス フォーマット 整形 中 内 側 分 用 的に できる できますか てください
            이 그 저 이것 그것 같은 다른 모든 전체 나머지 마지막 첫 두 번째 파일 함수 메서드 변수 클래스 테스트 코드 주석 오류 에러 경고 로그 줄 타입 실행 수정 변경 삭제 추가 이름
            리팩터링 리팩토링 최적화 커밋 푸시 빌드 작성 구현 생성 확인 설명 요약 해줘 해주세요 하고 해 줘 주세요 을 를 이 가 은 는 의 에 도 로 으로 와 과 다시 에서 버그 고쳐 고쳐줘
            """.split(),
            key=len,
            reverse=True,
        )
    )
)  # fmt: skip


_OF_LIFE = frozenset(
    term for word in "write wrote make made work run read open note".split() for term in base_terms(word)
)


def tells_the_trade(verb: str) -> bool:
    """Whether a verb is one of the trade alone: people merge and commit, but write and run in life as well."""
    found = set(base_terms(verb))
    return bool(found & _TELLING) and not found & _OF_LIFE


def asks(text: str) -> bool:
    """Whether a text is a question, by its sign or a word of asking."""
    plain = normalise(text)
    return "?" in plain or "吗" in plain or not _ASKING.isdisjoint(_WORD.findall(plain.lower()))


def points_beside_it(text: str) -> bool:
    """Whether a text says next to nothing itself and points at something else: "how did we solve this last time?"."""
    plain = normalise(text)
    if _DENSE_SCRIPT.search(plain):
        points = _DENSE_POINTING.search(plain) is not None
        return points and len(_DENSE_SCRIPT.findall(_DENSE_TRADE.sub("", plain))) <= 2 * _NEXT_TO_NOTHING
    words = _WORD.findall(plain.lower())
    own = [word for word in words if _KNOWN.isdisjoint(base_terms(word))]
    return not _POINTING.isdisjoint(words) and len(own) <= _NEXT_TO_NOTHING


def chore_reason(text: str) -> str | None:
    """`follow_up` for a chore that points at what went before, `chore` for another one, None for anything else."""
    plain = normalise(text)
    if _NAMES.search(plain):
        return None
    if _DENSE_SCRIPT.search(plain):
        return _dense_reason(plain)
    words = [word.lower() for word in _WORD.findall(plain)]
    terms = [set(base_terms(word)) for word in words]
    if not words or not all(found & _KNOWN for found in terms):
        return None
    if not _POINTING.isdisjoint(words):
        return "follow_up"
    return "chore" if not asks(plain) and any(found & _TELLING for found in terms) else None


def _dense_reason(plain: str) -> str | None:
    left = _DENSE_TRADE.sub(" ", plain)
    others = [word.lower() for word in _WORD.findall(left)]
    if _DENSE_SCRIPT.search(left) or not all(set(base_terms(word)) & _KNOWN for word in others):
        return None
    if _DENSE_POINTING.search(plain):
        return "follow_up"
    return "chore" if not asks(plain) and _DENSE_TELLING.search(plain) else None
