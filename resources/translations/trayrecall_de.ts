<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>activity</name>
    <message>
        <source>{name} activity</source>
        <translation>{name}-Aktivität</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Filter prompts and folders</source>
        <translation>Prompts und Ordner filtern</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Keep prompts</source>
        <translation>Prompts behalten</translation>
    </message>
    <message>
        <source>C&amp;lear…</source>
        <translation>&amp;Leeren…</translation>
    </message>
    <message>
        <source>Show the file</source>
        <translation>Datei anzeigen</translation>
    </message>
    <message>
        <source>Delete all…</source>
        <translation>Alle löschen…</translation>
    </message>
    <message>
        <source>&amp;Inspector…</source>
        <translation>&amp;Inspektor…</translation>
    </message>
    <message>
        <source>L&amp;og…</source>
        <translation>&amp;Protokoll…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Nothing fits the filter</source>
        <translation>Nichts passt zum Filter</translation>
    </message>
    <message>
        <source>Prompts are not kept</source>
        <translation>Prompts werden nicht behalten</translation>
    </message>
    <message>
        <source>Only the numbers above are. Choose below for how long to keep prompts.</source>
        <translation>Nur die Zahlen oben bleiben. Unten lässt sich wählen, wie lange Prompts behalten werden.</translation>
    </message>
    <message>
        <source>No prompt yet</source>
        <translation>Noch kein Prompt</translation>
    </message>
    <message>
        <source>Connect a coding agent; each prompt that you give it is told here.</source>
        <translation>Einen Agenten verbinden; dann steht hier jeder Prompt, den er erhält.</translation>
    </message>
    <message>
        <source>{n} test question</source>
        <translation>{n} Testfrage</translation>
    </message>
    <message>
        <source>{n} test questions</source>
        <translation>{n} Testfragen</translation>
    </message>
    <message>
        <source>Kept as a test question. Ask them all: trayrecall eval</source>
        <translation>Als Testfrage gespeichert. Alle stellen: trayrecall eval</translation>
    </message>
    <message>
        <source>Keep prompts: {time}?</source>
        <translation>Prompts behalten: {time}?</translation>
    </message>
    <message>
        <source>What is older is forgotten now. The numbers above stay.</source>
        <translation>Älteres wird jetzt gelöscht. Die Zahlen oben bleiben.</translation>
    </message>
    <message>
        <source>Forget the older ones</source>
        <translation>Ältere löschen</translation>
    </message>
    <message>
        <source>Forget all prompts?</source>
        <translation>Alle Prompts löschen?</translation>
    </message>
    <message>
        <source>What was decided about them is deleted. The numbers above and your test questions stay.</source>
        <translation>Was zu ihnen entschieden wurde, wird gelöscht. Die Zahlen oben und Ihre Testfragen bleiben.</translation>
    </message>
    <message>
        <source>Forget them</source>
        <translation>Prompts löschen</translation>
    </message>
    <message>
        <source>Delete all test questions?</source>
        <translation>Alle Testfragen löschen?</translation>
    </message>
    <message>
        <source>Also those that you wrote into the file yourself.</source>
        <translation>Auch die von Ihnen selbst in die Datei geschriebenen.</translation>
    </message>
    <message>
        <source>Delete them</source>
        <translation>Testfragen löschen</translation>
    </message>
    <message>
        <source>not at all</source>
        <translation>gar nicht</translation>
    </message>
    <message>
        <source>for {n} day</source>
        <translation>{n} Tag</translation>
    </message>
    <message>
        <source>for {n} days</source>
        <translation>{n} Tage</translation>
    </message>
    <message>
        <source>The prompt</source>
        <translation>Der Prompt</translation>
    </message>
    <message>
        <source>Should have &amp;matched</source>
        <translation>&amp;Treffer fehlt</translation>
    </message>
    <message>
        <source>Was &amp;noise</source>
        <translation>War &amp;unnötig</translation>
    </message>
    <message>
        <source>Which note?</source>
        <translation>Welche Notiz?</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>What was considered; the stroke is what was needed</source>
        <translation>Was infrage kam; der Strich zeigt, was nötig war</translation>
    </message>
    <message>
        <source>What was considered</source>
        <translation>Was infrage kam</translation>
    </message>
    <message>
        <source>Another note…</source>
        <translation>Andere Notiz…</translation>
    </message>
    <message>
        <source>Any note</source>
        <translation>Irgendeine Notiz</translation>
    </message>
    <message>
        <source>session {id}</source>
        <translation>Sitzung {id}</translation>
    </message>
    <message>
        <source>keywords only</source>
        <translation>nur Stichwörter</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>test question</source>
        <translation>Testfrage</translation>
    </message>
    <message>
        <source>{name}: {number} (the last {days} days)</source>
        <translation>{name}: {number} (die letzten {days} Tage)</translation>
    </message>
    <message>
        <source>Passages sent</source>
        <translation>Gesendete Textstellen</translation>
    </message>
    <message>
        <source>Tokens sent</source>
        <translation>Gesendete Tokens</translation>
    </message>
    <message>
        <source>Answered with silence</source>
        <translation>Geschwiegen</translation>
    </message>
    <message>
        <source>95 % answered within</source>
        <translation>95 % beantwortet in</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>gesendet</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open in Trilium</source>
        <translation>In Trilium öffnen</translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Nothing that fits</source>
        <translation>Nichts Passendes</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>Sent before</source>
        <translation>Schon gesendet</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>Too late</source>
        <translation>Zu spät</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Beim Start</translation>
    </message>
    <message>
        <source>All outcomes</source>
        <translation>Alle Ergebnisse</translation>
    </message>
    <message>
        <source>Silent</source>
        <translation>Geschwiegen</translation>
    </message>
    <message>
        <source>Late or failed</source>
        <translation>Zu spät oder fehlgeschlagen</translation>
    </message>
    <message>
        <source>{n} passage</source>
        <translation>{n} Textstelle</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} Textstellen</translation>
    </message>
    <message>
        <source>the note is too short</source>
        <translation>die Notiz ist zu kurz</translation>
    </message>
    <message>
        <source>{best} of {needed}</source>
        <translation>{best} von {needed}</translation>
    </message>
    <message>
        <source>a command</source>
        <translation>ein Befehl</translation>
    </message>
    <message>
        <source>It is a command of the agent, not a question to your notes.</source>
        <translation>Er ist ein Befehl des Agenten, keine Frage an die Notizen.</translation>
    </message>
    <message>
        <source>a reply</source>
        <translation>eine Antwort</translation>
    </message>
    <message>
        <source>It is a short reply that continues the talk.</source>
        <translation>Er ist eine kurze Antwort, die das Gespräch fortsetzt.</translation>
    </message>
    <message>
        <source>a follow-up</source>
        <translation>eine Anschlussfrage</translation>
    </message>
    <message>
        <source>It points at what was said before, so it asks nothing by itself.</source>
        <translation>Er bezieht sich auf zuvor Gesagtes und fragt daher für sich allein nichts.</translation>
    </message>
    <message>
        <source>a chore</source>
        <translation>ein Arbeitsauftrag</translation>
    </message>
    <message>
        <source>It tells the agent what to do with the work before it; no note can help with that.</source>
        <translation>Er sagt dem Agenten, was mit der vorliegenden Arbeit zu tun ist; dabei kann keine Notiz helfen.</translation>
    </message>
    <message>
        <source>not typed by a person</source>
        <translation>nicht von Hand eingegeben</translation>
    </message>
    <message>
        <source>No person typed it: a program sent it.</source>
        <translation>Kein Mensch hat ihn eingegeben: Ein Programm hat ihn gesendet.</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>There is nothing in it to look for.</source>
        <translation>Er enthält nichts, wonach zu suchen wäre.</translation>
    </message>
    <message>
        <source>no content</source>
        <translation>ohne Inhalt</translation>
    </message>
    <message>
        <source>It has no word that could be looked for.</source>
        <translation>Er enthält kein Wort, nach dem sich suchen ließe.</translation>
    </message>
    <message>
        <source>This session was sent these notes before, and they have not changed since.</source>
        <translation>Diese Sitzung hat diese Notizen schon erhalten, und sie haben sich seitdem nicht geändert.</translation>
    </message>
    <message>
        <source>No note holds any of its words, and none is near in meaning.</source>
        <translation>Keine Notiz enthält eines seiner Wörter, und keine ist ihm in der Bedeutung nah.</translation>
    </message>
    <message>
        <source>The answer took too long, so the agent went on without it.</source>
        <translation>Die Antwort brauchte zu lange, daher machte der Agent ohne sie weiter.</translation>
    </message>
    <message>
        <source>The answer failed. The log says more.</source>
        <translation>Die Antwort ist fehlgeschlagen. Mehr dazu im Protokoll.</translation>
    </message>
    <message>
        <source>TrayRecall was still starting.</source>
        <translation>TrayRecall startete noch.</translation>
    </message>
    <message>
        <source>about {n} token</source>
        <translation>etwa {n} Token</translation>
    </message>
    <message>
        <source>about {n} tokens</source>
        <translation>etwa {n} Tokens</translation>
    </message>
    <message>
        <source>The agent was told {passages}, {tokens}.</source>
        <translation>Der Agent erhielt {passages}, {tokens}.</translation>
    </message>
    <message>
        <source>Below what is needed, its rare words (or the day that was asked for) were proof enough.</source>
        <translation>Unter dem nötigen Wert, doch die seltenen Wörter (oder der gefragte Tag) waren Beleg genug.</translation>
    </message>
    <message>
        <source>No note holds enough of its rare words, and meaning had no part in it.</source>
        <translation>Keine Notiz enthält genug seiner seltenen Wörter, und die Bedeutung blieb unberücksichtigt.</translation>
    </message>
    <message>
        <source>The strongest note is too short to answer anything.</source>
        <translation>Die stärkste Notiz ist zu kurz, um etwas zu beantworten.</translation>
    </message>
    <message>
        <source>The strongest note reached {best}; a prompt in this language needs {needed}. So: silence.</source>
        <translation>Die stärkste Notiz erreichte {best}; ein Prompt in dieser Sprache braucht {needed}. Also: Schweigen.</translation>
    </message>
    <message>
        <source>TrayRecall was paused in {project}, so nothing was looked up.</source>
        <translation>TrayRecall war in {project} pausiert, daher wurde nicht gesucht.</translation>
    </message>
    <message>
        <source>TrayRecall was paused, so nothing was looked up.</source>
        <translation>TrayRecall war pausiert, daher wurde nicht gesucht.</translation>
    </message>
    <message>
        <source>{n} ms</source>
        <translation>{n}&#xa0;ms</translation>
    </message>
    <message>
        <source>meaning {cosine}</source>
        <translation>Bedeutung {cosine}</translation>
    </message>
    <message>
        <source>words {share}</source>
        <translation>Wörter {share}</translation>
    </message>
    <message>
        <source>You said: silence would have been right.</source>
        <translation>Ihr Urteil: Schweigen wäre richtig gewesen.</translation>
    </message>
    <message>
        <source>You said: something should have come.</source>
        <translation>Ihr Urteil: Es hätte etwas kommen sollen.</translation>
    </message>
    <message>
        <source>You said: {n} certain note should have come.</source>
        <translation>Ihr Urteil: {n} bestimmte Notiz hätte kommen sollen.</translation>
    </message>
    <message>
        <source>You said: {n} certain notes should have come.</source>
        <translation>Ihr Urteil: {n} bestimmte Notizen hätten kommen sollen.</translation>
    </message>
    <message>
        <source>The gate is not measured on your notes yet; the model&apos;s own floor decides when to be silent.</source>
        <translation>Die Schwelle ist noch nicht an Ihren Notizen gemessen; bis dahin gilt der Mindestwert des Modells.</translation>
    </message>
    <message>
        <source>To be sent, a note must reach a strength of {all}{languages}. Measured on {passages} of yours on {day}: {share} of {prompts} off-topic prompts would get something.</source>
        <translation>Gesendet wird eine Notiz ab der Stärke {all}{languages}. Gemessen an {passages} am {day}: {share} von {prompts} themenfremden Prompts bekämen etwas.</translation>
    </message>
    <message>
        <source> ({languages})</source>
        <translation> ({languages})</translation>
    </message>
</context>
<context>
    <name>areas</name>
    <message>
        <source>Wiki</source>
        <translation>Wiki</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>Tagebuch</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Sonstiges</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgeschlossen</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>Something went wrong</source>
        <translation>Etwas ist schiefgegangen</translation>
    </message>
    <message>
        <source>That can&apos;t be used</source>
        <translation>Diese Eingabe ist nicht verwendbar</translation>
    </message>
    <message>
        <source>There is no token for this server</source>
        <translation>Für diesen Server fehlt das Token</translation>
    </message>
    <message>
        <source>The settings file can&apos;t be used</source>
        <translation>Die Einstellungsdatei ist nicht verwendbar</translation>
    </message>
    <message>
        <source>Mend or move the file named above; it was left as it is.</source>
        <translation>Die oben genannte Datei korrigieren oder verschieben; sie wurde nicht verändert.</translation>
    </message>
    <message>
        <source>Trilium could not be read</source>
        <translation>Trilium konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>Nothing answers at this address</source>
        <translation>Unter dieser Adresse antwortet nichts</translation>
    </message>
    <message>
        <source>Check that Trilium is running and that the address and port are right.</source>
        <translation>Prüfen, ob Trilium läuft und ob Adresse und Port stimmen.</translation>
    </message>
    <message>
        <source>Trilium did not answer in time</source>
        <translation>Trilium hat nicht rechtzeitig geantwortet</translation>
    </message>
    <message>
        <source>It may be busy (its hourly consistency check blocks it); it is asked again later.</source>
        <translation>Vielleicht ist es ausgelastet (die stündliche Konsistenzprüfung blockiert es); später folgt ein neuer Versuch.</translation>
    </message>
    <message>
        <source>This address is not a Trilium</source>
        <translation>Unter dieser Adresse läuft kein Trilium</translation>
    </message>
    <message>
        <source>Check the address, above all a missing or wrong path prefix.</source>
        <translation>Die Adresse prüfen, vor allem auf ein fehlendes oder falsches Pfadpräfix.</translation>
    </message>
    <message>
        <source>Trilium refuses the token</source>
        <translation>Trilium lehnt das Token ab</translation>
    </message>
    <message>
        <source>Make a new ETAPI token in Trilium (Options, ETAPI) and enter it again.</source>
        <translation>In Trilium ein neues ETAPI-Token erstellen (Optionen, ETAPI) und eingeben.</translation>
    </message>
    <message>
        <source>This Trilium is not set up yet</source>
        <translation>Dieses Trilium ist noch nicht eingerichtet</translation>
    </message>
    <message>
        <source>Open it in a browser and finish its first-time set-up.</source>
        <translation>Im Browser öffnen und die Ersteinrichtung abschließen.</translation>
    </message>
    <message>
        <source>The note is protected</source>
        <translation>Die Notiz ist geschützt</translation>
    </message>
    <message>
        <source>The note does not exist</source>
        <translation>Die Notiz existiert nicht</translation>
    </message>
    <message>
        <source>A login page is in the way</source>
        <translation>Eine Anmeldeseite versperrt den Zugang</translation>
    </message>
    <message>
        <source>Let the paths /etapi and /api/health-check pass your proxy without its own login.</source>
        <translation>Die Pfade /etapi und /api/health-check ohne eigene Anmeldung durch den Proxy lassen.</translation>
    </message>
    <message>
        <source>A web page came instead of data</source>
        <translation>Statt Daten kam eine Webseite</translation>
    </message>
    <message>
        <source>A proxy or another program answers at this address; check the address and the path prefix.</source>
        <translation>Unter dieser Adresse antwortet ein Proxy oder ein anderes Programm; Adresse und Pfadpräfix prüfen.</translation>
    </message>
    <message>
        <source>The secure connection failed</source>
        <translation>Die sichere Verbindung ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>The certificate is not trusted or has expired; add its authority to this system&apos;s trust store.</source>
        <translation>Das Zertifikat ist nicht vertrauenswürdig oder abgelaufen; seine Zertifizierungsstelle in den Zertifikatspeicher dieses Systems aufnehmen.</translation>
    </message>
    <message>
        <source>Trilium reported a fault of its own</source>
        <translation>Trilium meldet einen internen Fehler</translation>
    </message>
    <message>
        <source>Look into Trilium&apos;s log; it is asked again later.</source>
        <translation>Im Protokoll von Trilium nachsehen; später folgt ein neuer Versuch.</translation>
    </message>
    <message>
        <source>Trilium refused the request</source>
        <translation>Trilium hat die Anfrage abgelehnt</translation>
    </message>
    <message>
        <source>Another content came than the one that is listed</source>
        <translation>Es kam ein anderer Inhalt als der aufgeführte</translation>
    </message>
    <message>
        <source>Refused to send a request that could write</source>
        <translation>Eine Anfrage, die schreiben könnte, wurde nicht gesendet</translation>
    </message>
    <message>
        <source>The note can&apos;t be prepared, or only in too much time or memory</source>
        <translation>Die Notiz lässt sich nicht aufbereiten, oder nur mit zu viel Zeit oder Speicher</translation>
    </message>
    <message>
        <source>The server&apos;s list of notes is not believable</source>
        <translation>Die Notizliste des Servers ist nicht plausibel</translation>
    </message>
    <message>
        <source>Nothing was deleted. It is asked again; if your notes really are gone, run “trayrecall sync --accept-deletions”.</source>
        <translation>Nichts wurde gelöscht. Der Server wird erneut gefragt; sind die Notizen wirklich weg, „trayrecall sync --accept-deletions“ ausführen.</translation>
    </message>
    <message>
        <source>The index can&apos;t be used</source>
        <translation>Der Index ist nicht verwendbar</translation>
    </message>
    <message>
        <source>The embedding model failed</source>
        <translation>Fehler im Embedding-Modell</translation>
    </message>
    <message>
        <source>No embedding model is installed</source>
        <translation>Kein Embedding-Modell installiert</translation>
    </message>
    <message>
        <source>Keyword search works. For search by meaning run “trayrecall model install”.</source>
        <translation>Die Stichwortsuche funktioniert. Für die Suche nach Bedeutung „trayrecall model install“ ausführen.</translation>
    </message>
    <message>
        <source>The model could not be downloaded</source>
        <translation>Das Modell konnte nicht heruntergeladen werden</translation>
    </message>
    <message>
        <source>The keyring can&apos;t be used</source>
        <translation>Der Schlüsselbund ist nicht verwendbar</translation>
    </message>
    <message>
        <source>The keyring is locked</source>
        <translation>Der Schlüsselbund ist gesperrt</translation>
    </message>
    <message>
        <source>Unlock it (logging in usually does) and try again.</source>
        <translation>Entsperren (meist geschieht das bei der Anmeldung) und erneut versuchen.</translation>
    </message>
    <message>
        <source>This machine has no keyring</source>
        <translation>Dieser Computer hat keinen Schlüsselbund</translation>
    </message>
    <message>
        <source>Install a keyring; or name a file, readable by you alone, in RECALL_SECRETS_FILE; or, for a server, give its token in RECALL_&lt;NAME&gt;_TOKEN.</source>
        <translation>Einen Schlüsselbund installieren; oder in RECALL_SECRETS_FILE eine Datei nennen, die nur Sie lesen dürfen; oder, für einen Server, sein Token in RECALL_&lt;NAME&gt;_TOKEN angeben.</translation>
    </message>
    <message>
        <source>The file of tokens can&apos;t be used</source>
        <translation>Die Datei mit den Tokens lässt sich nicht verwenden</translation>
    </message>
    <message>
        <source>Mend it, or look at its owner and permissions; it was left as it is.</source>
        <translation>Datei in Ordnung bringen oder Besitzer und Rechte prüfen; sie blieb, wie sie ist.</translation>
    </message>
    <message>
        <source>there is no token for {name}</source>
        <translation>für {name} gibt es kein Token</translation>
    </message>
    <message>
        <source>Enter one: trayrecall instance add --name {name!r} --url {url}</source>
        <translation>Eines eingeben: trayrecall instance add --name {name!r} --url {url}</translation>
    </message>
    <message>
        <source>Give this machine&apos;s clients a token in RECALL_CLIENT_LOCAL_TOKEN, or name a 0600 file for tokens in RECALL_SECRETS_FILE.</source>
        <translation>Den Clients dieses Computers ein Token in RECALL_CLIENT_LOCAL_TOKEN geben oder in RECALL_SECRETS_FILE eine Datei (0600) für Token nennen.</translation>
    </message>
    <message>
        <source>the base URL {base_url} is set, but no password for remote clients</source>
        <translation>die Basis-URL {base_url} ist gesetzt, aber kein Passwort für entfernte Clients</translation>
    </message>
    <message>
        <source>Set one: trayrecall remote on URL, or RECALL_LOGIN_PASSWORD; or no base URL: trayrecall remote off.</source>
        <translation>Eines setzen: trayrecall remote on URL oder RECALL_LOGIN_PASSWORD; oder ohne Basis-URL: trayrecall remote off.</translation>
    </message>
    <message>
        <source>Starting at login could not be changed</source>
        <translation>Der Start bei der Anmeldung ließ sich nicht ändern</translation>
    </message>
    <message>
        <source>Look at the folder&apos;s permissions.</source>
        <translation>Die Zugriffsrechte des Ordners prüfen.</translation>
    </message>
    <message>
        <source>{name!r} can&apos;t be a client&apos;s name</source>
        <translation>{name!r} kann kein Name eines Clients sein</translation>
    </message>
    <message>
        <source>Small letters and digits, joined by single hyphens.</source>
        <translation>Kleinbuchstaben und Ziffern, durch einzelne Bindestriche verbunden.</translation>
    </message>
    <message>
        <source>no instance has the id {id!r}</source>
        <translation>keine Instanz hat die ID {id!r}</translation>
    </message>
    <message>
        <source>See: trayrecall instance list</source>
        <translation>Siehe: trayrecall instance list</translation>
    </message>
    <message>
        <source>{kind!r} is no kind</source>
        <translation>{kind!r} ist keine Art</translation>
    </message>
    <message>
        <source>Kinds are {kinds}.</source>
        <translation>Es gibt {kinds}.</translation>
    </message>
    <message>
        <source>the answer is not one of MCP</source>
        <translation>die Antwort ist keine von MCP</translation>
    </message>
    <message>
        <source>the tool failed</source>
        <translation>Fehler im Werkzeug</translation>
    </message>
    <message>
        <source>The file can&apos;t be edited</source>
        <translation>Die Datei lässt sich nicht bearbeiten</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written ({why})</source>
        <translation>{path} lässt sich nicht schreiben ({why})</translation>
    </message>
    <message>
        <source>Mend it, then repeat; it was left as it is.</source>
        <translation>Erst korrigieren, dann wiederholen; sie wurde nicht verändert.</translation>
    </message>
    <message>
        <source>{path} is not UTF-8 text</source>
        <translation>{path} ist kein UTF-8-Text</translation>
    </message>
    <message>
        <source>It was left as it is.</source>
        <translation>Sie wurde nicht verändert.</translation>
    </message>
    <message>
        <source>{path} can&apos;t be read ({why})</source>
        <translation>{path} lässt sich nicht lesen ({why})</translation>
    </message>
    <message>
        <source>Nothing was deleted. It is asked again.</source>
        <translation>Nichts wurde gelöscht. Der Server wird erneut gefragt.</translation>
    </message>
    <message>
        <source>the server listed no notes at all</source>
        <translation>der Server nannte keine einzige Notiz</translation>
    </message>
    <message>
        <source>the root note is missing from the list</source>
        <translation>in der Liste fehlt die Wurzelnotiz</translation>
    </message>
    <message>
        <source>none of the notes that are known is in the list; it may be another Trilium</source>
        <translation>keine der bekannten Notizen steht in der Liste; es ist vielleicht ein anderes Trilium</translation>
    </message>
    <message>
        <source>the list lacks the folder of {stray} of its notes</source>
        <translation>in der Liste fehlt der Ordner von {stray} ihrer Notizen</translation>
    </message>
    <message>
        <source>{vanished} of {all} notes are missing from the list</source>
        <translation>in der Liste fehlen {vanished} von {all} Notizen</translation>
    </message>
    <message>
        <source>it is still starting</source>
        <translation>es startet noch</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>Gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>See {file}</source>
        <translation>Siehe {file}</translation>
    </message>
    <message>
        <source>Run it again: what has arrived is kept, and the download goes on from there.</source>
        <translation>Noch einmal ausführen: Geladenes bleibt, und der Download geht dort weiter.</translation>
    </message>
    <message>
        <source>What the hub gives is not the pinned file. Try again later or name a folder of your own.</source>
        <translation>Die Bezugsquelle liefert nicht die festgelegte Datei. Später erneut versuchen oder einen eigenen Ordner angeben.</translation>
    </message>
    <message>
        <source>{name} gave no usable vector</source>
        <translation>{name} lieferte keinen verwendbaren Vektor</translation>
    </message>
    <message>
        <source>{graph} can&apos;t be loaded: {error}</source>
        <translation>{graph} lässt sich nicht laden: {error}</translation>
    </message>
    <message>
        <source>{folder} holds no model</source>
        <translation>{folder} enthält kein Modell</translation>
    </message>
    <message>
        <source>It needs {graph} (or onnx/model.onnx), {tokenizer} and {configuration}.</source>
        <translation>Nötig sind {graph} (oder onnx/model.onnx), {tokenizer} und {configuration}.</translation>
    </message>
    <message>
        <source>{folder} was damaged and is gone: nothing here to make it from again</source>
        <translation>{folder} war beschädigt und ist weg: Hier ist nichts, woraus es sich neu erstellen ließe</translation>
    </message>
    <message>
        <source>{folder} is damaged and can&apos;t be replaced</source>
        <translation>{folder} ist beschädigt und lässt sich nicht ersetzen</translation>
    </message>
    <message>
        <source>{path} is not the pinned file, whose sha256 is {expected}</source>
        <translation>{path} ist nicht die festgelegte Datei mit sha256 {expected}</translation>
    </message>
    <message>
        <source>{folder} is damaged: its files are not the pinned ones</source>
        <translation>{folder} ist beschädigt: Die Dateien sind nicht die festgelegten</translation>
    </message>
    <message>
        <source>no embedding model is called {name!r}</source>
        <translation>kein Embedding-Modell heißt {name!r}</translation>
    </message>
    <message>
        <source>Known: {names}.</source>
        <translation>Bekannt: {names}.</translation>
    </message>
    <message>
        <source>TrayRecall is running</source>
        <translation>TrayRecall läuft</translation>
    </message>
    <message>
        <source>End it first. Nothing was erased.</source>
        <translation>Erst beenden. Nichts wurde gelöscht.</translation>
    </message>
    <message>
        <source>The file can&apos;t be removed</source>
        <translation>Die Datei lässt sich nicht entfernen</translation>
    </message>
    <message>
        <source>What is left is erased when you repeat it.</source>
        <translation>Beim Wiederholen wird der Rest gelöscht.</translation>
    </message>
    <message>
        <source>An address is needed, without spaces, such as http://localhost:8080</source>
        <translation>nötig ist eine Adresse ohne Leerzeichen, etwa http://localhost:8080</translation>
    </message>
    <message>
        <source>The address can&apos;t be read; it should look like http://localhost:8080</source>
        <translation>die Adresse ist unlesbar; sie sollte aussehen wie http://localhost:8080</translation>
    </message>
    <message>
        <source>The address must not hold a user name or password</source>
        <translation>die Adresse darf weder Benutzernamen noch Passwort enthalten</translation>
    </message>
    <message>
        <source>an address can&apos;t begin with {scheme}://; use http:// or https://</source>
        <translation>eine Adresse kann nicht mit {scheme}:// beginnen; richtig ist http:// oder https://</translation>
    </message>
    <message>
        <source>A certificate&apos;s SHA-256 fingerprint has 64 digits from 0 to 9 and A to F</source>
        <translation>ein SHA-256-Fingerabdruck hat 64 Stellen aus 0 bis 9 und A bis F</translation>
    </message>
    <message>
        <source>The token is empty or holds characters that no ETAPI token has</source>
        <translation>das Token ist leer oder enthält Zeichen, die kein ETAPI-Token hat</translation>
    </message>
    <message>
        <source>the answer is not what Trilium sends</source>
        <translation>die Antwort stammt nicht von Trilium</translation>
    </message>
    <message>
        <source>the root note is missing</source>
        <translation>die Wurzelnotiz fehlt</translation>
    </message>
    <message>
        <source>the answer is larger than {limit} MiB</source>
        <translation>die Antwort ist größer als {limit} MiB</translation>
    </message>
    <message>
        <source>A certificate is pinned, but the address does not begin with https://</source>
        <translation>ein Zertifikat ist festgelegt, aber die Adresse beginnt nicht mit https://</translation>
    </message>
    <message>
        <source>no connection could be made in time</source>
        <translation>es kam rechtzeitig keine Verbindung zustande</translation>
    </message>
    <message>
        <source>the answer is not HTTP</source>
        <translation>die Antwort ist kein HTTP</translation>
    </message>
    <message>
        <source>the connection was closed without a complete answer</source>
        <translation>die Verbindung wurde ohne vollständige Antwort geschlossen</translation>
    </message>
    <message>
        <source>the compressed answer can&apos;t be unpacked</source>
        <translation>die komprimierte Antwort lässt sich nicht entpacken</translation>
    </message>
    <message>
        <source>the proxy lets no connection through</source>
        <translation>der Proxy lässt keine Verbindung durch</translation>
    </message>
    <message>
        <source>the request failed ({name})</source>
        <translation>die Anfrage ist fehlgeschlagen ({name})</translation>
    </message>
    <message>
        <source>{why}, through the proxy {proxy} of this system</source>
        <translation>{why}, über den Proxy {proxy} dieses Systems</translation>
    </message>
    <message>
        <source>through the proxy {proxy} of this system</source>
        <translation>über den Proxy {proxy} dieses Systems</translation>
    </message>
    <message>
        <source>Check the address and the proxy settings of this system (HTTP_PROXY, HTTPS_PROXY, NO_PROXY).</source>
        <translation>Adresse und Proxy-Einstellungen dieses Systems prüfen (HTTP_PROXY, HTTPS_PROXY, NO_PROXY).</translation>
    </message>
    <message>
        <source>the answer was {status}</source>
        <translation>die Antwort war {status}</translation>
    </message>
    <message>
        <source>a server answers, but it has no ETAPI at this address (404)</source>
        <translation>ein Server antwortet, hat aber unter dieser Adresse keine ETAPI (404)</translation>
    </message>
    <message>
        <source>the server sends on to {address}</source>
        <translation>der Server leitet weiter zu {address}</translation>
    </message>
    <message>
        <source>Enter this address instead: {address}</source>
        <translation>Stattdessen diese Adresse eingeben: {address}</translation>
    </message>
    <message>
        <source>the server sends on to another page</source>
        <translation>der Server leitet auf eine andere Seite weiter</translation>
    </message>
    <message>
        <source>the server presents another certificate than the pinned one ({other})</source>
        <translation>der Server zeigt ein anderes Zertifikat als das festgelegte ({other})</translation>
    </message>
    <message>
        <source>If its certificate was renewed, compare the new fingerprint and pin that one.</source>
        <translation>Wurde das Zertifikat erneuert, den neuen Fingerabdruck vergleichen und diesen festlegen.</translation>
    </message>
    <message>
        <source>Renew the certificate of the server, or pin it as it is.</source>
        <translation>Das Zertifikat des Servers erneuern oder es festlegen, wie es ist.</translation>
    </message>
    <message>
        <source>Name the file of its authority, or compare its fingerprint and pin it.</source>
        <translation>Die Datei der Zertifizierungsstelle angeben oder den Fingerabdruck vergleichen und festlegen.</translation>
    </message>
    <message>
        <source>the server doesn&apos;t speak TLS at this port</source>
        <translation>der Server spricht an diesem Port kein TLS</translation>
    </message>
    <message>
        <source>Try the address with http://.</source>
        <translation>Die Adresse mit http:// versuchen.</translation>
    </message>
    <message>
        <source>the list of notes took too long</source>
        <translation>die Liste der Notizen brauchte zu lange</translation>
    </message>
    <message>
        <source>the walk through the tree took too long</source>
        <translation>der Gang durch den Baum dauerte zu lange</translation>
    </message>
    <message>
        <source>Only an address with https:// has a certificate</source>
        <translation>nur eine Adresse mit https:// hat ein Zertifikat</translation>
    </message>
    <message>
        <source>This key can&apos;t be used</source>
        <translation>Dieses Tastenkürzel ist nicht verwendbar</translation>
    </message>
    <message>
        <source>This desktop gives out no keys</source>
        <translation>Dieser Desktop vergibt keine Tastenkürzel</translation>
    </message>
    <message>
        <source>Bind this command to a key in its own keyboard settings: {command}</source>
        <translation>Diesen Befehl in den Tastatureinstellungen des Desktops auf ein Tastenkürzel legen: {command}</translation>
    </message>
    <message>
        <source>a key that is typed with needs Ctrl, Alt or Meta beside it</source>
        <translation>eine Schreibtaste braucht Strg, Alt oder Meta dazu</translation>
    </message>
    <message>
        <source>Else no program could be typed into any more.</source>
        <translation>Sonst ließe sich in keinem Programm mehr schreiben.</translation>
    </message>
    <message>
        <source>the library Carbon is missing</source>
        <translation>die Bibliothek Carbon fehlt</translation>
    </message>
    <message>
        <source>another program has this key</source>
        <translation>ein anderes Programm belegt dieses Tastenkürzel</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>Ein anderes wählen.</translation>
    </message>
    <message>
        <source>macOS refuses it ({code})</source>
        <translation>macOS lehnt es ab ({code})</translation>
    </message>
    <message>
        <source>there is no D-Bus session</source>
        <translation>es gibt keine D-Bus-Sitzung</translation>
    </message>
    <message>
        <source>its portal has no shortcuts</source>
        <translation>sein Portal kennt keine Tastenkürzel</translation>
    </message>
    <message>
        <source>the desktop gave no key</source>
        <translation>der Desktop hat kein Tastenkürzel vergeben</translation>
    </message>
    <message>
        <source>Choose one in its own keyboard settings.</source>
        <translation>In den Tastatureinstellungen des Desktops eines wählen.</translation>
    </message>
    <message>
        <source>its portal refuses {member}</source>
        <translation>sein Portal lehnt {member} ab</translation>
    </message>
    <message>
        <source>the desktop did not answer</source>
        <translation>der Desktop hat nicht geantwortet</translation>
    </message>
    <message>
        <source>Try again, and answer what it asks.</source>
        <translation>Erneut versuchen und die Rückfrage beantworten.</translation>
    </message>
    <message>
        <source>it was not allowed</source>
        <translation>es wurde nicht erlaubt</translation>
    </message>
    <message>
        <source>Try again, and allow it.</source>
        <translation>Erneut versuchen und erlauben.</translation>
    </message>
    <message>
        <source>the desktop refused it</source>
        <translation>der Desktop hat es abgelehnt</translation>
    </message>
    <message>
        <source>the library {name} is missing</source>
        <translation>die Bibliothek {name} fehlt</translation>
    </message>
    <message>
        <source>the X server can&apos;t be reached</source>
        <translation>der X-Server ist nicht erreichbar</translation>
    </message>
    <message>
        <source>this keyboard has no such key</source>
        <translation>diese Tastatur hat keine solche Taste</translation>
    </message>
    <message>
        <source>{name} is the server at this address already</source>
        <translation>An dieser Adresse ist schon der Server {name}</translation>
    </message>
    <message>
        <source>Change that one.</source>
        <translation>Diesen ändern.</translation>
    </message>
    <message>
        <source>no token came</source>
        <translation>es kam kein Token</translation>
    </message>
    <message>
        <source>Trilium shows it once: Options, ETAPI, Create new ETAPI token.</source>
        <translation>Trilium zeigt es einmal an: Optionen, ETAPI, neues ETAPI-Token erstellen.</translation>
    </message>
    <message>
        <source>{path} holds no question</source>
        <translation>{path} enthält keine Frage</translation>
    </message>
    <message>
        <source>{path}, line {line}: {why}</source>
        <translation>{path}, Zeile {line}: {why}</translation>
    </message>
    <message>
        <source>the note is not in the index</source>
        <translation>die Notiz ist nicht im Index</translation>
    </message>
    <message>
        <source>the token comes from the environment variable {variable}</source>
        <translation>das Token kommt aus der Umgebungsvariable {variable}</translation>
    </message>
    <message>
        <source>Change or unset {variable}.</source>
        <translation>{variable} ändern oder entfernen.</translation>
    </message>
    <message>
        <source>{path} may be read by others</source>
        <translation>{path} ist für andere lesbar</translation>
    </message>
    <message>
        <source>Run: chmod 600 {path}</source>
        <translation>Ausführen: chmod 600 {path}</translation>
    </message>
    <message>
        <source>{path} can&apos;t be read</source>
        <translation>{path} lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>{path} is not JSON</source>
        <translation>{path} ist kein JSON</translation>
    </message>
    <message>
        <source>{path} must be one JSON object of names and texts</source>
        <translation>{path} muss ein JSON-Objekt aus Namen und Texten sein</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written</source>
        <translation>{path} lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>earlier calls still wait for it</source>
        <translation>frühere Anfragen warten noch auf ihn</translation>
    </message>
    <message>
        <source>it did not answer within {seconds:g} seconds</source>
        <translation>keine Antwort innerhalb von {seconds:g} Sekunden</translation>
    </message>
    <message>
        <source>only {name} is there</source>
        <translation>nur {name} ist vorhanden</translation>
    </message>
    <message>
        <source>the unlocking was refused or dismissed</source>
        <translation>das Entsperren wurde abgelehnt oder abgebrochen</translation>
    </message>
    <message>
        <source>no backend works here</source>
        <translation>hier funktioniert keiner</translation>
    </message>
    <message>
        <source>its backend failed with {name}</source>
        <translation>interner Fehler {name}</translation>
    </message>
    <message>
        <source>TrayRecall can&apos;t listen</source>
        <translation>TrayRecall kann keine Anfragen annehmen</translation>
    </message>
    <message>
        <source>Agents and the command line can&apos;t reach it; see the log.</source>
        <translation>Agenten und die Befehlszeile erreichen es nicht; siehe Protokoll.</translation>
    </message>
    <message>
        <source>The ports are taken by other programs</source>
        <translation>Die Ports sind von anderen Programmen belegt</translation>
    </message>
    <message>
        <source>Set another port in the settings (“port”), or end the program that holds them.</source>
        <translation>In den Einstellungen einen anderen Port wählen („port“) oder das belegende Programm beenden.</translation>
    </message>
    <message>
        <source>Other machines could reach this address</source>
        <translation>Diese Adresse wäre für andere Computer erreichbar</translation>
    </message>
    <message>
        <source>Listen on 127.0.0.1, or first set an https base URL and a password (trayrecall remote on https://recall.example, or RECALL_BASE_URL and RECALL_LOGIN_PASSWORD) and a proxy that speaks HTTPS there.</source>
        <translation>127.0.0.1 verwenden oder zuerst eine https-Basis-URL und ein Passwort (trayrecall remote on https://recall.example oder RECALL_BASE_URL und RECALL_LOGIN_PASSWORD) und davor einen HTTPS-Proxy einrichten.</translation>
    </message>
    <message>
        <source>That is no address to listen on</source>
        <translation>Unter dieser Adresse kann TrayRecall keine Anfragen annehmen</translation>
    </message>
    <message>
        <source>Give it in numbers, such as 0.0.0.0 or 192.168.1.4.</source>
        <translation>In Ziffern angeben, etwa 0.0.0.0 oder 192.168.1.4.</translation>
    </message>
    <message>
        <source>its thread ended at once</source>
        <translation>der Thread endete sofort</translation>
    </message>
    <message>
        <source>{hosts}, port {port}: {reason}</source>
        <translation>{hosts}, Port {port}: {reason}</translation>
    </message>
    <message>
        <source>{first} to {last}</source>
        <translation>{first} bis {last}</translation>
    </message>
    <message>
        <source>the password of remote clients must have at least {least} characters</source>
        <translation>das Passwort für entfernte Clients muss mindestens {least} Zeichen haben</translation>
    </message>
    <message>
        <source>It opens all your notes to whoever knows it.</source>
        <translation>Wer es kennt, kann alle Ihre Notizen lesen.</translation>
    </message>
    <message>
        <source>The logins of remote clients can&apos;t be kept</source>
        <translation>Die Anmeldungen entfernter Clients lassen sich nicht speichern</translation>
    </message>
    <message>
        <source>Check the folder&apos;s permissions and free space.</source>
        <translation>Zugriffsrechte und freien Platz des Ordners prüfen.</translation>
    </message>
    <message>
        <source>{path}, line {line}: not UTF-8 text</source>
        <translation>{path}, Zeile {line}: kein UTF-8-Text</translation>
    </message>
    <message>
        <source>{path}, line 1: not usable JSON</source>
        <translation>{path}, Zeile 1: kein verwendbares JSON</translation>
    </message>
    <message>
        <source>{path}, line 1: must be one JSON object</source>
        <translation>{path}, Zeile 1: muss ein JSON-Objekt sein</translation>
    </message>
    <message>
        <source>{path}, line {line}: version must be a whole number</source>
        <translation>{path}, Zeile {line}: version muss eine ganze Zahl sein</translation>
    </message>
    <message>
        <source>{path} was written by a newer TrayRecall (version {version}, known here: {known})</source>
        <translation>{path} stammt von einem neueren TrayRecall (Version {version}, hier bekannt: {known})</translation>
    </message>
    <message>
        <source>Update TrayRecall, or move the file to begin anew; it was left as it is.</source>
        <translation>TrayRecall aktualisieren oder für einen Neubeginn die Datei verschieben; sie wurde nicht verändert.</translation>
    </message>
    <message>
        <source>{path}, line {line}: {key}: {why}</source>
        <translation>{path}, Zeile {line}: {key}: {why}</translation>
    </message>
    <message>
        <source>{key} {why}</source>
        <translation>{key} {why}</translation>
    </message>
    <message>
        <source>there is no password for remote clients yet</source>
        <translation>es gibt noch kein Passwort für entfernte Clients</translation>
    </message>
    <message>
        <source>Set it first, below.</source>
        <translation>Zuerst unten eines setzen.</translation>
    </message>
    <message>
        <source>there is a client {name} already</source>
        <translation>es gibt bereits einen Client {name}</translation>
    </message>
    <message>
        <source>Take another name.</source>
        <translation>Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>its question did not arrive</source>
        <translation>die Frage ist nicht angekommen</translation>
    </message>
    <message>
        <source>this server is not in the settings any more</source>
        <translation>dieser Server steht nicht mehr in den Einstellungen</translation>
    </message>
    <message>
        <source>Move the file away; it is built anew from Trilium at the next start.</source>
        <translation>Die Datei wegbewegen; beim nächsten Start wird sie aus Trilium neu aufgebaut.</translation>
    </message>
    <message>
        <source>Look whether its folder is there, and whether both are yours to read and write.</source>
        <translation>Prüfen, ob ihr Ordner vorhanden ist und ob beide les- und beschreibbar sind.</translation>
    </message>
    <message>
        <source>Nothing of it was stored. Make room on the disk if it is full; it is tried again.</source>
        <translation>Nichts davon wurde gespeichert. Falls der Datenträger voll ist, Platz schaffen; es folgt ein neuer Versuch.</translation>
    </message>
    <message>
        <source>Make room on the disk; what was stored before is still there.</source>
        <translation>Platz auf dem Datenträger schaffen; zuvor Gespeichertes ist noch da.</translation>
    </message>
    <message>
        <source>Another program holds the index file; it is tried again.</source>
        <translation>Ein anderes Programm belegt die Indexdatei; es folgt ein neuer Versuch.</translation>
    </message>
    <message>
        <source>The index file can&apos;t be written; look at its permissions.</source>
        <translation>Die Indexdatei lässt sich nicht schreiben; ihre Zugriffsrechte prüfen.</translation>
    </message>
    <message>
        <source>Look after the disk: reading or writing it failed.</source>
        <translation>Den Datenträger prüfen: Lesen oder Schreiben ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>sqlite-vec is not installed</source>
        <translation>sqlite-vec ist nicht installiert</translation>
    </message>
    <message>
        <source>Install TrayRecall anew.</source>
        <translation>TrayRecall neu installieren.</translation>
    </message>
    <message>
        <source>{path} is no file</source>
        <translation>{path} ist keine Datei</translation>
    </message>
    <message>
        <source>Move it away; the index is built anew from Trilium at the next start.</source>
        <translation>Den Eintrag wegbewegen; der Index wird beim nächsten Start aus Trilium neu aufgebaut.</translation>
    </message>
    <message>
        <source>{path} is written by another TrayRecall</source>
        <translation>{path} wird von einem anderen TrayRecall geschrieben</translation>
    </message>
    <message>
        <source>Quit the other one, or use its own commands while it runs.</source>
        <translation>Das andere beenden oder dessen Befehle verwenden, solange es läuft.</translation>
    </message>
    <message>
        <source>{path}: {part} isn&apos;t as it should be</source>
        <translation>{path}: {part} ist nicht, wie es sein sollte</translation>
    </message>
    <message>
        <source>{path} was written by an older TrayRecall</source>
        <translation>{path} stammt von einem älteren TrayRecall</translation>
    </message>
    <message>
        <source>Quit TrayRecall if it runs, and start it: it brings the file up to date.</source>
        <translation>TrayRecall beenden, falls es läuft, und starten: Das bringt die Datei auf den neuen Stand.</translation>
    </message>
    <message>
        <source>{path} was written by a newer TrayRecall</source>
        <translation>{path} stammt von einem neueren TrayRecall</translation>
    </message>
    <message>
        <source>Update TrayRecall, or move the file away; it is built anew from Trilium.</source>
        <translation>TrayRecall aktualisieren oder die Datei wegbewegen; sie wird aus Trilium neu aufgebaut.</translation>
    </message>
    <message>
        <source>The index was out of step with itself and was mended; what was lost is fetched again.</source>
        <translation>Der Index war in sich nicht stimmig und wurde repariert; Verlorenes wird neu geholt.</translation>
    </message>
    <message>
        <source>The index file was damaged, and the index was built anew from Trilium.</source>
        <translation>Die Indexdatei war beschädigt; der Index wurde aus Trilium neu aufgebaut.</translation>
    </message>
    <message>
        <source>The log says more.</source>
        <translation>Mehr steht im Protokoll.</translation>
    </message>
    <message>
        <source>the model gave none that can be compared</source>
        <translation>das Modell lieferte keinen vergleichbaren</translation>
    </message>
    <message>
        <source>The index file was damaged and is set aside until the index is built anew from Trilium</source>
        <translation>Die Indexdatei war beschädigt und bleibt zur Seite gelegt, bis der Index aus Trilium neu aufgebaut ist</translation>
    </message>
    <message>
        <source>must be a whole number from {least} to {most}</source>
        <translation>muss eine ganze Zahl von {least} bis {most} sein</translation>
    </message>
    <message>
        <source>must be one of {values}</source>
        <translation>muss eines von diesen sein: {values}</translation>
    </message>
    <message>
        <source>must be a text that isn&apos;t empty</source>
        <translation>muss ein Text sein, der nicht leer ist</translation>
    </message>
    <message>
        <source>must not hold a user name or password</source>
        <translation>darf weder Benutzernamen noch Passwort enthalten</translation>
    </message>
    <message>
        <source>must be at most {most} characters long</source>
        <translation>darf höchstens {most} Zeichen lang sein</translation>
    </message>
    <message>
        <source>must be an address such as &quot;https://recall.example&quot;: https, and no path</source>
        <translation>muss eine Adresse wie &quot;https://recall.example&quot; sein: https und kein Pfad</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>muss true oder false sein</translation>
    </message>
    <message>
        <source>must be a list of origins such as &quot;https://notes.example&quot; (no path, not &quot;null&quot; or &quot;*&quot;)</source>
        <translation>muss eine Liste von Ursprüngen wie &quot;https://notes.example&quot; sein (kein Pfad, nicht &quot;null&quot; oder &quot;*&quot;)</translation>
    </message>
    <message>
        <source>must be a list of instances</source>
        <translation>muss eine Liste von Instanzen sein</translation>
    </message>
    <message>
        <source>two instances have the same id</source>
        <translation>zwei Instanzen haben dieselbe ID</translation>
    </message>
    <message>
        <source>each instance must be an object with id, name and url</source>
        <translation>jede Instanz muss ein Objekt mit id, name und url sein</translation>
    </message>
    <message>
        <source>{key} of the instance {id} {why}</source>
        <translation>{key} der Instanz {id} {why}</translation>
    </message>
    <message>
        <source>{key} of an instance {why}</source>
        <translation>{key} einer Instanz {why}</translation>
    </message>
    <message>
        <source>an instance has no {key}</source>
        <translation>einer Instanz fehlt {key}</translation>
    </message>
    <message>
        <source>must be small letters and digits, joined by single hyphens</source>
        <translation>muss aus Kleinbuchstaben und Ziffern bestehen, verbunden durch einzelne Bindestriche</translation>
    </message>
    <message>
        <source>must be a list of rules such as {example}</source>
        <translation>muss eine Liste von Regeln wie {example} sein</translation>
    </message>
    <message>
        <source>can&apos;t be used: rule {number} {why}</source>
        <translation>ist nicht verwendbar: Regel {number} {why}</translation>
    </message>
    <message>
        <source>must be an object with when, and area or leave_out</source>
        <translation>muss ein Objekt mit when und entweder area oder leave_out sein</translation>
    </message>
    <message>
        <source>needs a when with {keys} or several of them, and nothing else</source>
        <translation>braucht ein when mit {keys} oder mehreren davon und nichts anderem</translation>
    </message>
    <message>
        <source>has a leave_out that isn&apos;t true or false</source>
        <translation>hat ein leave_out, das weder true noch false ist</translation>
    </message>
    <message>
        <source>needs one of area and &quot;leave_out&quot;: true</source>
        <translation>braucht entweder area oder &quot;leave_out&quot;: true</translation>
    </message>
    <message>
        <source>has an area that isn&apos;t one of {areas}</source>
        <translation>hat eine area, die keine von diesen ist: {areas}</translation>
    </message>
    <message>
        <source>has a label in its when that isn&apos;t &quot;name&quot; or &quot;name=value&quot;</source>
        <translation>hat in when ein label, das weder &quot;name&quot; noch &quot;name=wert&quot; ist</translation>
    </message>
    <message>
        <source>has a below in its when that isn&apos;t the noteId or the title path of a folder</source>
        <translation>hat in when ein below, das weder die noteId noch der Titelpfad eines Ordners ist</translation>
    </message>
    <message>
        <source>has a type in its when that isn&apos;t a type of notes</source>
        <translation>hat in when einen type, der kein Notiztyp ist</translation>
    </message>
    <message>
        <source>must be a list of clients</source>
        <translation>muss eine Liste von Clients sein</translation>
    </message>
    <message>
        <source>two clients have the same name</source>
        <translation>zwei Clients haben denselben Namen</translation>
    </message>
    <message>
        <source>each client needs a name of small letters and digits, joined by single hyphens</source>
        <translation>jeder Client braucht einen Namen aus Kleinbuchstaben und Ziffern, verbunden durch einzelne Bindestriche</translation>
    </message>
    <message>
        <source>for of the client {name} must be a list of {kinds}</source>
        <translation>for des Clients {name} muss eine Liste aus {kinds} sein</translation>
    </message>
    <message>
        <source>instances of the client {name} must be a list of ids; without the key it may ask all</source>
        <translation>instances des Clients {name} muss eine Liste von IDs sein; ohne den Schlüssel darf er alle fragen</translation>
    </message>
    <message>
        <source>must be a combination of keys such as Ctrl+Alt+Space</source>
        <translation>muss eine Tastenkombination wie Ctrl+Alt+Space sein</translation>
    </message>
    <message>
        <source>an error of ours ({name}); the log says more</source>
        <translation>ein Fehler von TrayRecall ({name}); das Protokoll sagt mehr</translation>
    </message>
    <message>
        <source>Install TrayRecall with its extra “offline-model”.</source>
        <translation>TrayRecall mit dem Extra „offline-model“ installieren.</translation>
    </message>
</context>
<context>
    <name>finder</name>
    <message>
        <source>Title or id of a note</source>
        <translation>Titel oder ID einer Notiz</translation>
    </message>
    <message>
        <source>Notes found</source>
        <translation>Gefundene Notizen</translation>
    </message>
    <message>
        <source>No note has that in its title, or as its id.</source>
        <translation>Keine Notiz hat das im Titel oder als ID.</translation>
    </message>
</context>
<context>
    <name>first run</name>
    <message>
        <source>Welcome to {program}</source>
        <translation>Willkommen bei {program}</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Your notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>The index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>Your agents</source>
        <translation>Agenten</translation>
    </message>
    <message>
        <source>Reading your notes</source>
        <translation>Notizen werden gelesen</translation>
    </message>
    <message>
        <source>Learning what they mean</source>
        <translation>Bedeutung wird erfasst</translation>
    </message>
    <message>
        <source>Search now</source>
        <translation>Jetzt suchen</translation>
    </message>
    <message>
        <source>The index is being built</source>
        <translation>Der Index wird aufgebaut</translation>
    </message>
    <message>
        <source>Your notes can’t be read yet</source>
        <translation>Die Notizen lassen sich noch nicht lesen</translation>
    </message>
    <message>
        <source>It goes on by itself, also when you close this window. Notes are found by their words as soon as they are read, and by their meaning a little later.</source>
        <translation>Das läuft von allein weiter, auch wenn dieses Fenster geschlossen wird. Nach ihren Wörtern sind Notizen zu finden, sobald sie gelesen sind, nach ihrer Bedeutung etwas später.</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} Notiz</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} Notizen</translation>
    </message>
    <message>
        <source>{done} of {all} passages</source>
        <translation>{done} von {all} Textstellen</translation>
    </message>
    <message>
        <source>No embedding model is installed: notes are found by words alone. The settings can download it.</source>
        <translation>Kein Embedding-Modell installiert: Notizen werden nur nach Stichwort gefunden. In den Einstellungen lässt es sich herunterladen.</translation>
    </message>
    <message>
        <source>The index is ready</source>
        <translation>Der Index ist fertig</translation>
    </message>
    <message>
        <source>From now on it follows what changes in Trilium within a minute.</source>
        <translation>Ab jetzt folgt er binnen einer Minute allem, was sich in Trilium ändert.</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>Connect Trilium…</source>
        <translation>Trilium verbinden…</translation>
    </message>
    <message>
        <source>Try the demo notes</source>
        <translation>Demo-Notizen ausprobieren</translation>
    </message>
    <message>
        <source>Recall your own notes</source>
        <translation>Eigene Notizen wiederfinden</translation>
    </message>
    <message>
        <source>TrayRecall keeps a local index of your Trilium notes. You search it from anywhere with a key of your choice, and your coding agents get what your notes say, when they say something.</source>
        <translation>TrayRecall führt einen lokalen Index Ihrer Trilium-Notizen. Er lässt sich von überall mit einem Tastenkürzel Ihrer Wahl durchsuchen, und Ihre Agenten erhalten, was die Notizen sagen, wenn sie etwas zu sagen haben.</translation>
    </message>
    <message>
        <source>Your Trilium</source>
        <translation>Ihr Trilium</translation>
    </message>
    <message>
        <source>You need its address and an ETAPI token, which Trilium makes under Options › ETAPI. Notes are read, never changed, and stay on this computer.</source>
        <translation>Nötig sind seine Adresse und ein ETAPI-Token, das Trilium unter Optionen › ETAPI erstellt. Notizen werden nur gelesen, nie geändert, und bleiben auf diesem Computer.</translation>
    </message>
    <message>
        <source>No Trilium at hand?</source>
        <translation>Kein Trilium zur Hand?</translation>
    </message>
    <message>
        <source>Sample notes show how it works. You remove them later like any server, in the settings.</source>
        <translation>Demo-Notizen zeigen, wie es funktioniert. Später lassen sie sich in den Einstellungen entfernen wie jeder Server.</translation>
    </message>
    <message>
        <source>Connect a coding agent</source>
        <translation>Einen Agenten verbinden</translation>
    </message>
    <message>
        <source>An agent gets a prompt hook, which adds what your notes say to your prompts, and an MCP server, by which it asks itself. Your own settings of it are changed, never a project&apos;s; the settings window takes everything out again.</source>
        <translation>Ein Agent erhält einen Prompt-Hook, der Ihre Prompts um das ergänzt, was die Notizen dazu sagen, und einen MCP-Server, über den er selbst fragt. Geändert werden nur Ihre eigenen Einstellungen des Agenten, nie die eines Projekts; im Einstellungsfenster lässt sich alles wieder entfernen.</translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation>noch unter einer Minute</translation>
    </message>
    <message>
        <source>about {n} minute left</source>
        <translation>noch etwa {n} Minute</translation>
    </message>
    <message>
        <source>about {n} minutes left</source>
        <translation>noch etwa {n} Minuten</translation>
    </message>
    <message>
        <source>about {n} hour left</source>
        <translation>noch etwa {n} Stunde</translation>
    </message>
    <message>
        <source>about {n} hours left</source>
        <translation>noch etwa {n} Stunden</translation>
    </message>
</context>
<context>
    <name>hotkey</name>
    <message>
        <source>Search your notes</source>
        <translation>Notizen durchsuchen</translation>
    </message>
    <message>
        <source>The key for the search can&apos;t be used</source>
        <translation>Das Tastenkürzel für die Suche ist nicht verwendbar</translation>
    </message>
</context>
<context>
    <name>inspector</name>
    <message>
        <source>Index file</source>
        <translation>Indexdatei</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Textstellen</translation>
    </message>
    <message>
        <source>Waiting for a vector</source>
        <translation>Noch ohne Vektor</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgeschlossen</translation>
    </message>
    <message>
        <source>As of</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>What failed</source>
        <translation>Fehlgeschlagenes</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Every content could be read, and every passage embedded.</source>
        <translation>Jeder Inhalt ließ sich lesen und jede Textstelle einbetten.</translation>
    </message>
    <message>
        <source>&amp;Check the file</source>
        <translation>Datei &amp;prüfen</translation>
    </message>
    <message>
        <source>&amp;Try all again</source>
        <translation>&amp;Alle erneut versuchen</translation>
    </message>
    <message>
        <source>Health of the index</source>
        <translation>Zustand des Index</translation>
    </message>
    <message>
        <source>{n} more of {server}</source>
        <translation>{n} weitere von {server}</translation>
    </message>
    <message>
        <source>A passage of {size} has no vector: {why}</source>
        <translation>Eine Textstelle ({size}) hat keinen Vektor: {why}</translation>
    </message>
    <message>
        <source>Nothing is known of this note</source>
        <translation>Über diese Notiz ist nichts bekannt</translation>
    </message>
    <message>
        <source>It is on no server that is read, or it was made after the last look at it. Notes are looked at every minute.</source>
        <translation>Sie liegt auf keinem Server, der gelesen wird, oder entstand erst nach dem letzten Abgleich. Abgeglichen wird jede Minute.</translation>
    </message>
    <message>
        <source>This note is not in the index</source>
        <translation>Diese Notiz ist nicht im Index</translation>
    </message>
    <message>
        <source>It was deleted, archived, protected or labelled #recallIgnore on {server}. If this server still has it an hour after that, it is shown again.</source>
        <translation>Sie wurde auf {server} gelöscht, archiviert, geschützt oder mit #recallIgnore markiert. Hat dieser Server sie eine Stunde danach noch, wird sie wieder gezeigt.</translation>
    </message>
    <message>
        <source>It is found by its title and labels only</source>
        <translation>Sie wird nur über Titel und Labels gefunden</translation>
    </message>
    <message>
        <source>Some of its text was left away: {why}</source>
        <translation>Ein Teil ihres Textes wurde weggelassen: {why}</translation>
    </message>
    <message>
        <source>Only a part of it is in the index</source>
        <translation>Nur ein Teil davon ist im Index</translation>
    </message>
    <message>
        <source>It, or a folder above it, is archived (#archived).</source>
        <translation>Sie oder ein Ordner darüber ist archiviert (#archived).</translation>
    </message>
    <message>
        <source>It stands in Trilium&apos;s hidden part, or nowhere in the tree.</source>
        <translation>Sie liegt im versteckten Teil von Trilium oder nirgends im Baum.</translation>
    </message>
    <message>
        <source>It is protected; ETAPI can&apos;t read protected notes.</source>
        <translation>Sie ist geschützt; ETAPI kann geschützte Notizen nicht lesen.</translation>
    </message>
    <message>
        <source>It belongs to the plumbing of a wiki: locks, templates, views.</source>
        <translation>Sie gehört zum Unterbau eines Wikis: Sperren, Vorlagen, Ansichten.</translation>
    </message>
    <message>
        <source>It, or a folder above it, is labelled #recallIgnore.</source>
        <translation>Sie oder ein Ordner darüber trägt das Label #recallIgnore.</translation>
    </message>
    <message>
        <source>A note of its type has no text.</source>
        <translation>Eine Notiz ihres Typs hat keinen Text.</translation>
    </message>
    <message>
        <source>A rule of yours leaves it out; see the settings of its server.</source>
        <translation>Eine Ihrer Regeln schließt sie aus; siehe die Einstellungen ihres Servers.</translation>
    </message>
    <message>
        <source>tried {n} time</source>
        <translation>{n}-mal versucht</translation>
    </message>
    <message>
        <source>tried {n} times</source>
        <translation>{n}-mal versucht</translation>
    </message>
    <message>
        <source>it is asked again at {time}</source>
        <translation>neuer Versuch: {time}</translation>
    </message>
    <message>
        <source>Your rule “{rule}” leaves it out; see the settings of its server.</source>
        <translation>Ihre Regel „{rule}“ schließt sie aus; siehe Einstellungen ihres Servers.</translation>
    </message>
    <message>
        <source>Searches don&apos;t show it any more</source>
        <translation>Die Suche zeigt sie nicht mehr</translation>
    </message>
    <message>
        <source>{server} has the same note, as new or newer.</source>
        <translation>{server} hat dieselbe Notiz, ebenso neu oder neuer.</translation>
    </message>
    <message>
        <source>Searches show another server&apos;s copy of it</source>
        <translation>Die Suche zeigt sie von einem anderen Server</translation>
    </message>
    <message>
        <source>by your rule “{rule}”</source>
        <translation>durch Ihre Regel „{rule}“</translation>
    </message>
    <message>
        <source>by a rule of yours</source>
        <translation>durch eine Ihrer Regeln</translation>
    </message>
    <message>
        <source>because it is labelled #{label}</source>
        <translation>wegen des Labels #{label}</translation>
    </message>
    <message>
        <source>because it stands below “{title}”</source>
        <translation>weil sie unter „{title}“ liegt</translation>
    </message>
    <message>
        <source>because no label, folder or rule says otherwise</source>
        <translation>weil kein Label, kein Ordner und keine Regel anderes bestimmt</translation>
    </message>
    <message>
        <source>{passages}, with a vector</source>
        <translation>{passages}, mit Vektor</translation>
    </message>
    <message>
        <source>{passages}, all with a vector</source>
        <translation>{passages}, alle mit Vektor</translation>
    </message>
    <message>
        <source>{n} embedded</source>
        <translation>{n} eingebettet</translation>
    </message>
    <message>
        <source>{n} waiting</source>
        <translation>{n} wartend</translation>
    </message>
    <message>
        <source>{n} failed</source>
        <translation>{n} fehlgeschlagen</translation>
    </message>
    <message>
        <source>embedded</source>
        <translation>eingebettet</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartend</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>(beginning)</source>
        <translation>(Anfang)</translation>
    </message>
    <message>
        <source>(title only)</source>
        <translation>(nur Titel)</translation>
    </message>
    <message>
        <source>(code)</source>
        <translation>(Code)</translation>
    </message>
    <message>
        <source>(the title alone)</source>
        <translation>(der Titel allein)</translation>
    </message>
    <message>
        <source>{n} character</source>
        <translation>{n} Zeichen</translation>
    </message>
    <message>
        <source>{n} characters</source>
        <translation>{n} Zeichen</translation>
    </message>
    <message>
        <source>about {n} token</source>
        <translation>etwa {n} Token</translation>
    </message>
    <message>
        <source>about {n} tokens</source>
        <translation>etwa {n} Tokens</translation>
    </message>
    <message>
        <source>link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>included</source>
        <translation>eingebunden</translation>
    </message>
    <message>
        <source>address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>{unused} of the file is unused.</source>
        <translation>{unused} der Datei sind ungenutzt.</translation>
    </message>
    <message>
        <source>It is given back when the index is next at rest.</source>
        <translation>Der Platz wird freigegeben, sobald der Index ruht.</translation>
    </message>
    <message>
        <source>That is little enough to be kept for what comes.</source>
        <translation>Das ist so wenig, dass es für Künftiges bleibt.</translation>
    </message>
    <message>
        <source>{model}: {vectors} vectors of {dimension} numbers</source>
        <translation>{model}: {vectors} Vektoren zu je {dimension} Zahlen</translation>
    </message>
    <message>
        <source>{model}: {vectors} vectors of {dimension} numbers (not in use any more)</source>
        <translation>{model}: {vectors} Vektoren zu je {dimension} Zahlen (nicht mehr in Gebrauch)</translation>
    </message>
    <message>
        <source>The index file is whole</source>
        <translation>Die Indexdatei ist intakt</translation>
    </message>
    <message>
        <source>The index file is not as it should be</source>
        <translation>Die Indexdatei ist nicht in Ordnung</translation>
    </message>
    <message>
        <source>It mends itself with the next look at your notes.</source>
        <translation>Sie repariert sich beim nächsten Abgleich von selbst.</translation>
    </message>
    <message>
        <source>{name} inspector</source>
        <translation>{name}-Inspektor</translation>
    </message>
    <message>
        <source>Find a note</source>
        <translation>Notiz suchen</translation>
    </message>
    <message>
        <source>By its title or id: how it is split, and why it is found, or isn&apos;t.</source>
        <translation>Nach Titel oder ID: wie sie aufgeteilt ist und warum sie gefunden wird oder nicht.</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>It is split and embedded anew from what is stored.</source>
        <translation>Sie wird aus dem gespeicherten Stand neu aufgeteilt und eingebettet.</translation>
    </message>
    <message>
        <source>What failed is tried again.</source>
        <translation>Fehlgeschlagenes wird erneut versucht.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>Sections and passages</source>
        <translation>Abschnitte und Textstellen</translation>
    </message>
    <message>
        <source>Section, and its passages</source>
        <translation>Abschnitt mit Textstellen</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Vector</source>
        <translation>Vektor</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Note or address</source>
        <translation>Notiz oder Adresse</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>&amp;Open in Trilium</source>
        <translation>In &amp;Trilium öffnen</translation>
    </message>
    <message>
        <source>&amp;Index anew</source>
        <translation>Neu &amp;indizieren</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Links to</source>
        <translation>Verlinkt auf</translation>
    </message>
    <message>
        <source>Linked from</source>
        <translation>Verlinkt von</translation>
    </message>
</context>
<context>
    <name>keys</name>
    <message>
        <source>Ctrl</source>
        <translation>Strg</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Umschalt</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
</context>
<context>
    <name>log</name>
    <message>
        <source>{name} log</source>
        <translation>{name}-Protokoll</translation>
    </message>
    <message>
        <source>The log</source>
        <translation>Das Protokoll</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Was angezeigt wird</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnose</translation>
    </message>
    <message>
        <source>&amp;Copy diagnostics</source>
        <translation>&amp;Diagnose kopieren</translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation>&amp;Ordner öffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Diagnostics are for somebody who helps you: versions, states, numbers and the last errors. They hold no token, no address, no prompt, and no title or text of a note.</source>
        <translation>Die Diagnose ist für jemanden, der Ihnen hilft: Versionen, Zustände, Zahlen und die letzten Fehler. Sie enthält kein Token, keine Adresse, keinen Prompt und weder Titel noch Text einer Notiz.</translation>
    </message>
    <message>
        <source>Nothing of that kind is in the log.</source>
        <translation>Das Protokoll enthält nichts dergleichen.</translation>
    </message>
    <message>
        <source>Gathering…</source>
        <translation>Wird zusammengestellt…</translation>
    </message>
    <message>
        <source>The diagnostics are in the clipboard</source>
        <translation>Die Diagnose ist in der Zwischenablage</translation>
    </message>
</context>
<context>
    <name>notices</name>
    <message>
        <source>{name} refuses the token</source>
        <translation>{name} lehnt das Token ab</translation>
    </message>
    <message>
        <source>Make a new ETAPI token in Trilium and enter it in the settings.</source>
        <translation>In Trilium ein neues ETAPI-Token erstellen und in den Einstellungen eingeben.</translation>
    </message>
    <message>
        <source>{name}: many notes seem to be gone</source>
        <translation>{name}: Viele Notizen scheinen zu fehlen</translation>
    </message>
    <message>
        <source>Nothing was deleted. If they really are gone, say so in the settings.</source>
        <translation>Nichts wurde gelöscht. Sind sie wirklich weg, dies in den Einstellungen bestätigen.</translation>
    </message>
    <message>
        <source>The keyring is locked</source>
        <translation>Der Schlüsselbund ist gesperrt</translation>
    </message>
    <message>
        <source>Unlock it, so that your notes can be read again.</source>
        <translation>Bitte entsperren, damit die Notizen wieder gelesen werden können.</translation>
    </message>
    <message>
        <source>This machine has no keyring</source>
        <translation>Dieser Computer hat keinen Schlüsselbund</translation>
    </message>
    <message>
        <source>The settings say how a token can be given without one.</source>
        <translation>In den Einstellungen steht, wie sich ein Token ohne Schlüsselbund angeben lässt.</translation>
    </message>
    <message>
        <source>The keyring can&apos;t be used</source>
        <translation>Der Schlüsselbund ist nicht verwendbar</translation>
    </message>
    <message>
        <source>Without it your notes can&apos;t be read. The settings say what is wrong.</source>
        <translation>Ohne ihn sind Ihre Notizen nicht lesbar. Was nicht stimmt, steht in den Einstellungen.</translation>
    </message>
    <message>
        <source>There is no token for {name}</source>
        <translation>Für {name} fehlt das Token</translation>
    </message>
    <message>
        <source>Enter it in the settings.</source>
        <translation>Bitte in den Einstellungen eingeben.</translation>
    </message>
    <message>
        <source>To be connected again: {agents}</source>
        <translation>Neu zu verbinden: {agents}</translation>
    </message>
    <message>
        <source>They were connected with another port or place. Connect them again in the settings.</source>
        <translation>Mit einem anderen Port oder Ort verbunden. In den Einstellungen neu verbinden.</translation>
    </message>
</context>
<context>
    <name>popup</name>
    <message>
        <source>Open in Trilium</source>
        <translation>In Trilium öffnen</translation>
    </message>
    <message>
        <source>Open, and keep this window</source>
        <translation>Öffnen, Fenster offen lassen</translation>
    </message>
    <message>
        <source>Read it here</source>
        <translation>Hier lesen</translation>
    </message>
    <message>
        <source>Copy the link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Copy as a citation</source>
        <translation>Als Zitat kopieren</translation>
    </message>
    <message>
        <source>How it is indexed…</source>
        <translation>Wie sie indiziert ist…</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>Forget this search</source>
        <translation>Diese Suche vergessen</translation>
    </message>
    <message>
        <source>Forget all searches</source>
        <translation>Alle Suchen vergessen</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>No filter</source>
        <translation>Kein Filter</translation>
    </message>
    <message>
        <source>Only {name}</source>
        <translation>Nur {name}</translation>
    </message>
    <message>
        <source>Without the filter {name}</source>
        <translation>Ohne den Filter {name}</translation>
    </message>
    <message>
        <source>Link copied</source>
        <translation>Link kopiert</translation>
    </message>
    <message>
        <source>Citation copied</source>
        <translation>Zitat kopiert</translation>
    </message>
    <message>
        <source>This note’s server is not in the settings any more</source>
        <translation>Der Server dieser Notiz steht nicht mehr in den Einstellungen</translation>
    </message>
    <message>
        <source>Forget all searches?</source>
        <translation>Alle Suchen vergessen?</translation>
    </message>
    <message>
        <source>They are offered no more while nothing is typed.</source>
        <translation>Sie werden nicht mehr angeboten, solange nichts eingegeben ist.</translation>
    </message>
    <message>
        <source>Forget all</source>
        <translation>Alle vergessen</translation>
    </message>
    <message>
        <source>Recall from your notes…</source>
        <translation>In den Notizen suchen…</translation>
    </message>
    <message>
        <source>Search your notes</source>
        <translation>Notizen durchsuchen</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>open the note</source>
        <translation>Notiz öffnen</translation>
    </message>
    <message>
        <source>read it here</source>
        <translation>hier lesen</translation>
    </message>
    <message>
        <source>open, and stay</source>
        <translation>öffnen und bleiben</translation>
    </message>
    <message>
        <source>copy the link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>copy as citation</source>
        <translation>als Zitat kopieren</translation>
    </message>
    <message>
        <source>open that one</source>
        <translation>diese öffnen</translation>
    </message>
    <message>
        <source>filter, Alt 0 all</source>
        <translation>Filter, Alt 0 alle</translation>
    </message>
    <message>
        <source>also in: label: since:</source>
        <translation>auch in: label: seit:</translation>
    </message>
    <message>
        <source>area:</source>
        <translation>bereich:</translation>
    </message>
    <message>
        <source>everything else</source>
        <translation>alles Weitere</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>Text der Notiz</translation>
    </message>
    <message>
        <source>This note has no text.</source>
        <translation>Diese Notiz hat keinen Text.</translation>
    </message>
    <message>
        <source>as of {day}</source>
        <translation>Stand {day}</translation>
    </message>
    <message>
        <source>(untitled)</source>
        <translation>(ohne Titel)</translation>
    </message>
    <message>
        <source>Latest notes</source>
        <translation>Neueste Notizen</translation>
    </message>
    <message>
        <source>Your searches</source>
        <translation>Ihre Suchen</translation>
    </message>
    <message>
        <source>without score</source>
        <translation>ohne Wertung</translation>
    </message>
    <message>
        <source>score {score}</source>
        <translation>Wertung {score}</translation>
    </message>
    <message>
        <source>Meaning: …</source>
        <translation>Bedeutung: …</translation>
    </message>
    <message>
        <source>Meaning: not measured</source>
        <translation>Bedeutung: nicht gemessen</translation>
    </message>
    <message>
        <source>Meaning {score}</source>
        <translation>Bedeutung {score}</translation>
    </message>
    <message>
        <source>Words: none of yours</source>
        <translation>Wörter: keines der gesuchten</translation>
    </message>
    <message>
        <source>Words: {words}</source>
        <translation>Wörter: {words}</translation>
    </message>
    <message>
        <source>Its server was last asked on {day}.</source>
        <translation>Ihr Server wurde zuletzt am {day} gefragt.</translation>
    </message>
    <message>
        <source>Nothing found for “{query}”</source>
        <translation>Nichts gefunden für „{query}“</translation>
    </message>
    <message>
        <source>There are no notes in the index yet.</source>
        <translation>Im Index sind noch keine Notizen.</translation>
    </message>
    <message>
        <source>Add a Trilium server: ⋯ › Settings.</source>
        <translation>Einen Trilium-Server hinzufügen: ⋯ › Einstellungen.</translation>
    </message>
    <message>
        <source>Without the filters there is nothing either.</source>
        <translation>Auch ohne die Filter gibt es nichts.</translation>
    </message>
    <message>
        <source>The index is still being built: {share} is there.</source>
        <translation>Der Index wird noch aufgebaut: {share} sind da.</translation>
    </message>
    <message>
        <source>Only the words as they are typed were looked for.</source>
        <translation>Gesucht wurde nur nach den Wörtern, wie sie dastehen.</translation>
    </message>
    <message>
        <source>Try other words, or fewer of them.</source>
        <translation>Andere oder weniger Wörter versuchen.</translation>
    </message>
    <message>
        <source>Without the filters there are {n} notes or more: press Alt+0.</source>
        <translation>Ohne die Filter sind es mindestens {n} Notizen: Alt+0 drücken.</translation>
    </message>
    <message>
        <source>Without the filters there is {n} note: press Alt+0.</source>
        <translation>Ohne die Filter gibt es {n} Notiz: Alt+0 drücken.</translation>
    </message>
    <message>
        <source>Without the filters there are {n} notes: press Alt+0.</source>
        <translation>Ohne die Filter gibt es {n} Notizen: Alt+0 drücken.</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>scroll</source>
        <translation>blättern</translation>
    </message>
    <message>
        <source>back</source>
        <translation>zurück</translation>
    </message>
    <message>
        <source>open</source>
        <translation>öffnen</translation>
    </message>
    <message>
        <source>read</source>
        <translation>lesen</translation>
    </message>
    <message>
        <source>close</source>
        <translation>schließen</translation>
    </message>
    <message>
        <source>more</source>
        <translation>mehr</translation>
    </message>
    <message>
        <source>The {n} best notes</source>
        <translation>Die {n} besten Notizen</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} Notiz</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} Notizen</translation>
    </message>
    <message>
        <source>label {value}</source>
        <translation>Label {value}</translation>
    </message>
    <message>
        <source>since {value}</source>
        <translation>seit {value}</translation>
    </message>
    <message>
        <source>until {value}</source>
        <translation>bis {value}</translation>
    </message>
    <message>
        <source>on {value}</source>
        <translation>am {value}</translation>
    </message>
    <message>
        <source>There is no area “{value}”.</source>
        <translation>Den Bereich „{value}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no server “{value}”.</source>
        <translation>Den Server „{value}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no label “{value}”.</source>
        <translation>Das Label „{value}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>“{value}” is no day.</source>
        <translation>„{value}“ ist kein Tag.</translation>
    </message>
    <message>
        <source>Areas: {names}</source>
        <translation>Bereiche: {names}</translation>
    </message>
    <message>
        <source>Servers: {names}</source>
        <translation>Server: {names}</translation>
    </message>
    <message>
        <source>A label’s name, or name=value</source>
        <translation>Name eines Labels oder Name=Wert</translation>
    </message>
    <message>
        <source>A day, a month or a year: 2026-03-12, 2026-03, 2026, yesterday, “last week”</source>
        <translation>Ein Tag, Monat oder Jahr: 2026-03-12, 2026-03, 2026, gestern, „letzte Woche“</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Suchergebnisse</translation>
    </message>
</context>
<context>
    <name>settings</name>
    <message>
        <source>Restart it if it runs.</source>
        <translation>Neu starten, falls er läuft.</translation>
    </message>
    <message>
        <source>New sessions have it.</source>
        <translation>Neue Sitzungen haben es.</translation>
    </message>
    <message>
        <source>Let Codex trust the hooks once: /hooks.</source>
        <translation>Codex den Hooks einmalig vertrauen lassen: /hooks.</translation>
    </message>
    <message>
        <source>about 100 languages</source>
        <translation>etwa 100 Sprachen</translation>
    </message>
    <message>
        <source>English only</source>
        <translation>nur Englisch</translation>
    </message>
    <message>
        <source>The port on this computer to listen on; when it is taken, the next free one of ten.</source>
        <translation>Der Port auf diesem Computer; ist er belegt, der nächste freie von zehn.</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Where clients on other machines reach you, through a proxy of yours that speaks HTTPS. They log in with a password.</source>
        <translation>Worüber Clients auf anderen Computern TrayRecall erreichen, durch einen eigenen Proxy mit HTTPS. Sie melden sich mit einem Passwort an.</translation>
    </message>
    <message>
        <source>Base URL</source>
        <translation>Basis-URL</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>It must be https:// and a host, without a path.</source>
        <translation>Nötig sind https:// und ein Host, ohne Pfad.</translation>
    </message>
    <message>
        <source>What finds notes by their meaning. Another one learns all notes anew.</source>
        <translation>Findet Notizen nach ihrer Bedeutung. Ein anderes Modell erfasst alle Notizen neu.</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>Embedding-Modell</translation>
    </message>
    <message>
        <source>A folder that holds the model&apos;s files, instead of an installed one.</source>
        <translation>Ein Ordner mit den Dateien des Modells, statt eines installierten.</translation>
    </message>
    <message>
        <source>Folder of the model</source>
        <translation>Modellordner</translation>
    </message>
    <message>
        <source>as installed</source>
        <translation>wie installiert</translation>
    </message>
    <message>
        <source>Gives memory back after a while without questions. The next one is answered by keyword alone.</source>
        <translation>Gibt nach einer Weile ohne Fragen Speicher frei. Die nächste Frage wird nur nach Stichwort beantwortet.</translation>
    </message>
    <message>
        <source>Unload the model when idle</source>
        <translation>Modell bei Leerlauf entladen</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>After 15 minutes</source>
        <translation>Nach 15&#xa0;Minuten</translation>
    </message>
    <message>
        <source>After an hour</source>
        <translation>Nach einer Stunde</translation>
    </message>
    <message>
        <source>How often a prompt that your notes have nothing to say to may get passages all the same. It is measured on your own notes.</source>
        <translation>Wie oft ein Prompt, zu dem die Notizen nichts sagen, trotzdem Textstellen erhalten darf. Gemessen wird an Ihren eigenen Notizen.</translation>
    </message>
    <message>
        <source>Answer prompts</source>
        <translation>Prompts ergänzen</translation>
    </message>
    <message>
        <source>Only when sure (1 % by mistake)</source>
        <translation>Nur wenn sicher (1&#xa0;% irrtümlich)</translation>
    </message>
    <message>
        <source>Balanced (4 % by mistake)</source>
        <translation>Ausgewogen (4&#xa0;% irrtümlich)</translation>
    </message>
    <message>
        <source>Readily (8 % by mistake)</source>
        <translation>Großzügig (8&#xa0;% irrtümlich)</translation>
    </message>
    <message>
        <source>How many passages a coding agent&apos;s prompt gets at most.</source>
        <translation>Wie viele Textstellen der Prompt eines Agenten höchstens erhält.</translation>
    </message>
    <message>
        <source>Passages to a prompt</source>
        <translation>Textstellen je Prompt</translation>
    </message>
    <message>
        <source>Keep the log of prompts</source>
        <translation>Prompt-Protokoll aufbewahren</translation>
    </message>
    <message>
        <source>{n} day</source>
        <translation>{n} Tag</translation>
    </message>
    <message>
        <source>{n} days</source>
        <translation>{n} Tage</translation>
    </message>
    <message>
        <source>How many of your own searches the search window offers while nothing is typed.</source>
        <translation>Wie viele Ihrer Suchen das Suchfenster anbietet, solange nichts eingegeben ist.</translation>
    </message>
    <message>
        <source>Programs in a browser say where they come from, and are refused. These are let in. One origin a line.</source>
        <translation>Programme im Browser nennen ihre Herkunft und werden abgewiesen. Diese werden eingelassen. Eine je Zeile.</translation>
    </message>
    <message>
        <source>Remember searches</source>
        <translation>Suchen merken</translation>
    </message>
    <message>
        <source>For how many days it is kept what was decided about each prompt; 0 keeps nothing but numbers.</source>
        <translation>Wie viele Tage aufbewahrt wird, was zu jedem Prompt entschieden wurde; bei 0 bleiben nur die Zahlen.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keines</translation>
    </message>
    <message>
        <source>The last 50</source>
        <translation>Die letzten 50</translation>
    </message>
    <message>
        <source>The last 200</source>
        <translation>Die letzten 200</translation>
    </message>
    <message>
        <source>Allowed origins</source>
        <translation>Erlaubte Ursprünge</translation>
    </message>
    <message>
        <source>An origin is a scheme and a host, such as https://notes.example, without a path.</source>
        <translation>Ein Ursprung besteht aus Schema und Host, etwa https://notes.example, ohne Pfad.</translation>
    </message>
    <message>
        <source>What MCP clients are told about your notes, instead of what is made from the index. At most 600 characters.</source>
        <translation>Was MCP-Clients über die Notizen erfahren, statt des aus dem Index erstellten Textes. Höchstens 600&#xa0;Zeichen.</translation>
    </message>
    <message>
        <source>Instructions to agents</source>
        <translation>Anweisungen für Agenten</translation>
    </message>
    <message>
        <source>made from the index</source>
        <translation>aus dem Index erstellt</translation>
    </message>
    <message>
        <source>It may be at most 600 characters long.</source>
        <translation>Höchstens 600&#xa0;Zeichen sind möglich.</translation>
    </message>
    <message>
        <source>The colours of all windows.</source>
        <translation>Die Farben aller Fenster.</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>The size of all texts, beside what the system says.</source>
        <translation>Die Größe aller Texte, zusätzlich zur Vorgabe des Systems.</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source>Small</source>
        <translation>Klein</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Large</source>
        <translation>Groß</translation>
    </message>
    <message>
        <source>Very large</source>
        <translation>Sehr groß</translation>
    </message>
    <message>
        <source>The language of all windows; notes are found in any.</source>
        <translation>Die Sprache aller Fenster; Notizen werden in jeder Sprache gefunden.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>What changes in the agent&apos;s files</source>
        <translation>Was sich in den Dateien des Agenten ändert</translation>
    </message>
    <message>
        <source>Connect…</source>
        <translation>Verbinden…</translation>
    </message>
    <message>
        <source>Connect {agent}</source>
        <translation>{agent} verbinden</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Test {agent}</source>
        <translation>{agent} testen</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Remove {agent}</source>
        <translation>{agent} entfernen</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Only these lines change. The files as they are now are kept beside them, and Remove takes everything out again.</source>
        <translation>Nur diese Zeilen ändern sich. Die jetzigen Dateien bleiben als Kopie daneben erhalten, und „Entfernen“ nimmt alles wieder heraus.</translation>
    </message>
    <message>
        <source>prompt hook and MCP</source>
        <translation>Prompt-Hook und MCP</translation>
    </message>
    <message>
        <source>MCP</source>
        <translation>MCP</translation>
    </message>
    <message>
        <source>Connected: {what}</source>
        <translation>Verbunden: {what}</translation>
    </message>
    <message>
        <source>Connected to another port or place. Connect again to mend it.</source>
        <translation>Mit einem anderen Port oder Ort verbunden. Neu verbinden, um das zu beheben.</translation>
    </message>
    <message>
        <source>One of its files can&apos;t be understood, so it is left alone.</source>
        <translation>Eine seiner Dateien lässt sich nicht auswerten und bleibt daher unverändert.</translation>
    </message>
    <message>
        <source>Not found on this computer</source>
        <translation>Auf diesem Computer nicht gefunden</translation>
    </message>
    <message>
        <source>Not connected. It gets: {what}</source>
        <translation>Nicht verbunden. Erhält dann: {what}</translation>
    </message>
    <message>
        <source>Looking for coding agents…</source>
        <translation>Agenten werden gesucht…</translation>
    </message>
    <message>
        <source>No coding agent was found on this computer. One that comes later is connected in the settings.</source>
        <translation>Auf diesem Computer wurde kein Agent gefunden. Ein späterer lässt sich in den Einstellungen verbinden.</translation>
    </message>
    <message>
        <source>Reading its files…</source>
        <translation>Dateien werden gelesen…</translation>
    </message>
    <message>
        <source>Connecting, then asking through it…</source>
        <translation>Wird verbunden, dann folgt eine Probefrage…</translation>
    </message>
    <message>
        <source>Connected.</source>
        <translation>Verbunden.</translation>
    </message>
    <message>
        <source>Asking through it…</source>
        <translation>Probefrage läuft…</translation>
    </message>
    <message>
        <source>Disconnect {agent}?</source>
        <translation>{agent} trennen?</translation>
    </message>
    <message>
        <source>Our entries leave its files, and its token opens nothing any more.</source>
        <translation>Die Einträge von TrayRecall werden aus seinen Dateien entfernt, und sein Token wird ungültig.</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>Trennen</translation>
    </message>
    <message>
        <source>Removing…</source>
        <translation>Wird entfernt…</translation>
    </message>
    <message>
        <source>Disconnected. Its files hold nothing of ours.</source>
        <translation>Getrennt. Seine Dateien enthalten nichts mehr von TrayRecall.</translation>
    </message>
    <message>
        <source>The prompt hook was answered in {ms} ms.</source>
        <translation>Der Prompt-Hook erhielt in {ms}&#xa0;ms Antwort.</translation>
    </message>
    <message>
        <source>The prompt hook failed: {why}</source>
        <translation>Fehler im Prompt-Hook: {why}</translation>
    </message>
    <message>
        <source>MCP answered in {ms} ms.</source>
        <translation>MCP antwortete in {ms}&#xa0;ms.</translation>
    </message>
    <message>
        <source>MCP failed: {why}</source>
        <translation>MCP-Fehler: {why}</translation>
    </message>
    <message>
        <source>Key for the search</source>
        <translation>Tastenkürzel für die Suche</translation>
    </message>
    <message>
        <source>Press the keys…</source>
        <translation>Tasten drücken…</translation>
    </message>
    <message>
        <source>Hold Ctrl, Alt or the system&apos;s key together with another one.</source>
        <translation>Strg, Alt oder die Systemtaste zusammen mit einer anderen Taste drücken.</translation>
    </message>
    <message>
        <source>Asking the server…</source>
        <translation>Server wird gefragt…</translation>
    </message>
    <message>
        <source>Trilium {version} answers</source>
        <translation>Trilium {version} antwortet</translation>
    </message>
    <message>
        <source>In {ms} ms, and it accepts the token.</source>
        <translation>In {ms}&#xa0;ms, und es akzeptiert das Token.</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Wird gespeichert…</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Zuhause</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Address for links</source>
        <translation>Adresse für Links</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>dieselbe</translation>
    </message>
    <message>
        <source>ETAPI token</source>
        <translation>ETAPI-Token</translation>
    </message>
    <message>
        <source>Read this server&apos;s notes</source>
        <translation>Notizen dieses Servers lesen</translation>
    </message>
    <message>
        <source>&amp;Test connection</source>
        <translation>Verbindung &amp;testen</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Address of Trilium</source>
        <translation>&amp;Adresse von Trilium</translation>
    </message>
    <message>
        <source>Address for &amp;links, if your browser needs another one</source>
        <translation>Adresse für &amp;Links, falls der Browser eine andere braucht</translation>
    </message>
    <message>
        <source>ETAPI to&amp;ken</source>
        <translation>ETAPI-To&amp;ken</translation>
    </message>
    <message>
        <source>Make one in Trilium under Options › ETAPI. It goes straight into this system&apos;s keyring and is never shown again.</source>
        <translation>In Trilium unter Optionen › ETAPI zu erstellen. Das Token kommt direkt in den Schlüsselbund dieses Systems und wird nie wieder angezeigt.</translation>
    </message>
    <message>
        <source>Change server</source>
        <translation>Server bearbeiten</translation>
    </message>
    <message>
        <source>Add a Trilium server</source>
        <translation>Trilium-Server hinzufügen</translation>
    </message>
    <message>
        <source>Leave empty to keep the stored token</source>
        <translation>Leer lassen, um das gespeicherte Token zu behalten</translation>
    </message>
    <message>
        <source>Paste an ETAPI token</source>
        <translation>ETAPI-Token einfügen</translation>
    </message>
    <message>
        <source>Certificate file of your own authority</source>
        <translation>Zertifikatsdatei der eigenen Zertifizierungsstelle</translation>
    </message>
    <message>
        <source>only for certificates of your own</source>
        <translation>nur für eigene Zertifikate</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>Aus&amp;wählen…</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>&amp;Vergessen</translation>
    </message>
    <message>
        <source>Forget the trusted certificate</source>
        <translation>Vertrautes Zertifikat vergessen</translation>
    </message>
    <message>
        <source>Certificate &amp;file of your own authority</source>
        <translation>&amp;Zertifikatsdatei der eigenen Zertifizierungsstelle</translation>
    </message>
    <message>
        <source>Only the certificate {sha256}… is trusted.</source>
        <translation>Nur dem Zertifikat {sha256}… wird vertraut.</translation>
    </message>
    <message>
        <source>Certificate of your own authority</source>
        <translation>Zertifikat der eigenen Zertifizierungsstelle</translation>
    </message>
    <message>
        <source>Certificates (*.pem *.crt *.cer);;All files (*)</source>
        <translation>Zertifikate (*.pem *.crt *.cer);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>anywhere: titles joined by ›, or a noteId</source>
        <translation>überall: Titel, mit › verbunden, oder eine noteId</translation>
    </message>
    <message>
        <source>any: name, or name=value</source>
        <translation>beliebig: Name oder Name=Wert</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>In &amp;folder</source>
        <translation>Im &amp;Ordner</translation>
    </message>
    <message>
        <source>With &amp;label</source>
        <translation>Mit &amp;Label</translation>
    </message>
    <message>
        <source>Of t&amp;ype</source>
        <translation>Vom &amp;Typ</translation>
    </message>
    <message>
        <source>Belong &amp;to</source>
        <translation>&amp;Bereich</translation>
    </message>
    <message>
        <source>Rules, the first one that fits decides</source>
        <translation>Regeln, die erste passende entscheidet</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>in {folder}</source>
        <translation>in {folder}</translation>
    </message>
    <message>
        <source>labelled #{label}</source>
        <translation>mit Label #{label}</translation>
    </message>
    <message>
        <source>of type {type}</source>
        <translation>vom Typ {type}</translation>
    </message>
    <message>
        <source>Which notes? Fill in a field below.</source>
        <translation>Welche Notizen? Unten ein Feld ausfüllen.</translation>
    </message>
    <message>
        <source>Notes {conditions}</source>
        <translation>Notizen {conditions}</translation>
    </message>
    <message>
        <source>Trilium servers</source>
        <translation>Trilium-Server</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Keep for this run only</source>
        <translation>Nur bis zum Beenden behalten</translation>
    </message>
    <message>
        <source>Trust this certificate</source>
        <translation>Diesem Zertifikat vertrauen</translation>
    </message>
    <message>
        <source>Apply anyway</source>
        <translation>Trotzdem anwenden</translation>
    </message>
    <message>
        <source>Enter a token…</source>
        <translation>Token eingeben…</translation>
    </message>
    <message>
        <source>Change server…</source>
        <translation>Server bearbeiten…</translation>
    </message>
    <message>
        <source>Waiting for the keyring…</source>
        <translation>Warten auf den Schlüsselbund…</translation>
    </message>
    <message>
        <source>It may be asking for its password in a window of its own.</source>
        <translation>Vielleicht fragt er in einem eigenen Fenster nach seinem Passwort.</translation>
    </message>
    <message>
        <source>Nothing was changed, and what you typed is kept here.</source>
        <translation>Nichts wurde geändert, und die Eingaben bleiben hier erhalten.</translation>
    </message>
    <message>
        <source>Or let TrayRecall ask for the token at each start.</source>
        <translation>Oder TrayRecall bei jedem Start nach dem Token fragen lassen.</translation>
    </message>
    <message>
        <source>Trust it only if your server has this SHA-256 fingerprint:</source>
        <translation>Nur vertrauen, wenn der Server diesen SHA-256-Fingerabdruck hat:</translation>
    </message>
    <message>
        <source>The notes that are missing in it stay in the index until you say that they are gone.</source>
        <translation>Die in der Liste fehlenden Notizen bleiben im Index, bis bestätigt wird, dass sie weg sind.</translation>
    </message>
    <message>
        <source>Make one in Trilium under Options › ETAPI, and enter it here.</source>
        <translation>In Trilium unter Optionen › ETAPI eines erzeugen und hier eingeben.</translation>
    </message>
    <message>
        <source>Prompt hook</source>
        <translation>Prompt-Hook</translation>
    </message>
    <message>
        <source>REST</source>
        <translation>REST</translation>
    </message>
    <message>
        <source>Revoke…</source>
        <translation>Widerrufen…</translation>
    </message>
    <message>
        <source>Revoke {name}</source>
        <translation>{name} widerrufen</translation>
    </message>
    <message>
        <source>all servers</source>
        <translation>alle Server</translation>
    </message>
    <message>
        <source>never used</source>
        <translation>nie benutzt</translation>
    </message>
    <message>
        <source>last used {when}</source>
        <translation>zuletzt benutzt: {when}</translation>
    </message>
    <message>
        <source>Name of the program</source>
        <translation>Name des Programms</translation>
    </message>
    <message>
        <source>small letters, digits and hyphens: my-script</source>
        <translation>Kleinbuchstaben, Ziffern und Bindestriche: mein-skript</translation>
    </message>
    <message>
        <source>Servers it may ask</source>
        <translation>Server, die es fragen darf</translation>
    </message>
    <message>
        <source>Make a token</source>
        <translation>Token erstellen</translation>
    </message>
    <message>
        <source>How it may ask</source>
        <translation>Erlaubte Zugänge</translation>
    </message>
    <message>
        <source>The new token</source>
        <translation>Das neue Token</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>The token of {name}. Copy it now, it is not shown again.</source>
        <translation>Das Token von {name}. Jetzt kopieren, es wird nicht noch einmal angezeigt.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>No program has a token of its own yet.</source>
        <translation>Noch hat kein Programm ein eigenes Token.</translation>
    </message>
    <message>
        <source>Add a program…</source>
        <translation>Programm hinzufügen…</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Connecting a coding agent puts a prompt hook and an MCP server into your own settings of it, never into a project. What it gets of your notes goes where your prompts go.</source>
        <translation>Beim Verbinden kommen ein Prompt-Hook und ein MCP-Server in Ihre eigenen Einstellungen des Agenten, nie in ein Projekt. Was er aus Ihren Notizen erhält, geht dorthin, wohin Ihre Prompts gehen.</translation>
    </message>
    <message>
        <source>{program} settings</source>
        <translation>{program}-Einstellungen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>How notes are found, and when a coding agent&apos;s prompt gets some of them.</source>
        <translation>Wie Notizen gefunden werden und wann der Prompt eines Agenten welche erhält.</translation>
    </message>
    <message>
        <source>The model is not on this computer</source>
        <translation>Das Modell ist nicht auf diesem Computer</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download the model</source>
        <translation>Das Modell herunterladen</translation>
    </message>
    <message>
        <source>Until it is, notes are found by their words alone. {n} MB are loaded once, from huggingface.co; nothing of yours is sent there.</source>
        <translation>Bis dahin werden Notizen nur nach Stichwort gefunden. Einmalig werden {n} MB von huggingface.co geladen; von Ihnen wird nichts dorthin gesendet.</translation>
    </message>
    <message>
        <source>Downloading… {share}</source>
        <translation>Wird heruntergeladen… {share}</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>How the windows look.</source>
        <translation>Wie die Fenster aussehen.</translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation>Endpunkt</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Discard what you typed?</source>
        <translation>Eingaben verwerfen?</translation>
    </message>
    <message>
        <source>It is not saved yet.</source>
        <translation>Sie sind noch nicht gespeichert.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
    <message>
        <source>Password for remote clients</source>
        <translation>Passwort für entfernte Clients</translation>
    </message>
    <message>
        <source>They ask for it when they log in, and log in anew when it changes. At least 12 characters; it is kept in this system&apos;s keyring.</source>
        <translation>Sie fragen danach beim Anmelden, und nach einer Änderung erneut. Mindestens 12 Zeichen; es liegt im Schlüsselbund dieses Systems.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Keep the password</source>
        <translation>Passwort übernehmen</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>set</source>
        <translation>gesetzt</translation>
    </message>
    <message>
        <source>Where agents and scripts ask. Each program has a token of its own.</source>
        <translation>Wo Agenten und Skripte fragen. Jedes Programm hat ein eigenes Token.</translation>
    </message>
    <message>
        <source>Copy the address for MCP clients</source>
        <translation>Adresse für MCP-Clients kopieren</translation>
    </message>
    <message>
        <source>Programs that may ask</source>
        <translation>Programme, die fragen dürfen</translation>
    </message>
    <message>
        <source>Nothing listens now.</source>
        <translation>Derzeit werden keine Anfragen angenommen.</translation>
    </message>
    <message>
        <source>Kept. It counts at once.</source>
        <translation>Gesetzt. Gilt ab sofort.</translation>
    </message>
    <message>
        <source>Revoke the token of {name}?</source>
        <translation>Token von {name} widerrufen?</translation>
    </message>
    <message>
        <source>It is let in no more, at once. Another token can be made at any time.</source>
        <translation>Der Zugang endet sofort. Ein neues Token lässt sich jederzeit erstellen.</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>{name} is let in no more</source>
        <translation>{name} hat keinen Zugang mehr</translation>
    </message>
    <message>
        <source>How it lives on this computer.</source>
        <translation>Wie sich TrayRecall auf diesem Computer verhält.</translation>
    </message>
    <message>
        <source>Start at login</source>
        <translation>Bei der Anmeldung starten</translation>
    </message>
    <message>
        <source>The index stays fresh and agents get answers from the first minute on.</source>
        <translation>Der Index bleibt aktuell, und Agenten erhalten von der ersten Minute an Antworten.</translation>
    </message>
    <message>
        <source>Brings up the search from anywhere. Press Escape to leave it, Backspace for none.</source>
        <translation>Öffnet die Suche von überall. Beim Festlegen: Esc behält das bisherige, die Rücktaste entfernt es.</translation>
    </message>
    <message>
        <source>When something is wrong</source>
        <translation>Wenn etwas nicht stimmt</translation>
    </message>
    <message>
        <source>The log, and in its window the diagnostics for others. Neither holds a token or the text of a note.</source>
        <translation>Das Protokoll, und in seinem Fenster die Diagnose für andere. Beide enthalten weder Token noch Notiztext.</translation>
    </message>
    <message>
        <source>Open the log</source>
        <translation>Protokoll öffnen</translation>
    </message>
    <message>
        <source>The desktop is asked…</source>
        <translation>Desktop wird gefragt…</translation>
    </message>
    <message>
        <source>In use from now on.</source>
        <translation>Gilt ab sofort.</translation>
    </message>
    <message>
        <source>Counts from the next start on.</source>
        <translation>Gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>{model} (not installed)</source>
        <translation>{model} (nicht installiert)</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Move the rule up</source>
        <translation>Regel nach oben verschieben</translation>
    </message>
    <message>
        <source>Move the rule down</source>
        <translation>Regel nach unten verschieben</translation>
    </message>
    <message>
        <source>A rule of your own</source>
        <translation>Eigene Regel</translation>
    </message>
    <message>
        <source>An LLM wiki</source>
        <translation>LLM-Wiki</translation>
    </message>
    <message>
        <source>A journal</source>
        <translation>Tagebuch</translation>
    </message>
    <message>
        <source>Leave out drafts</source>
        <translation>Entwürfe ausschließen</translation>
    </message>
    <message>
        <source>The first rule that fits a note decides where it belongs. What no rule fits is placed by its labels. Nothing brings in what is archived, protected or #recallIgnore.</source>
        <translation>Die erste Regel, die auf eine Notiz passt, bestimmt ihren Bereich. Passt keine, entscheiden ihre Labels. Archiviertes, Geschütztes und #recallIgnore bleiben immer ausgeschlossen.</translation>
    </message>
    <message>
        <source>Areas of {server}</source>
        <translation>Bereiche von {server}</translation>
    </message>
    <message>
        <source>Asking the server for its list of notes…</source>
        <translation>Notizliste wird vom Server geholt…</translation>
    </message>
    <message>
        <source>Notes can&apos;t be counted now: {why}</source>
        <translation>Notizen lassen sich gerade nicht zählen: {why}</translation>
    </message>
    <message>
        <source>&amp;Add server…</source>
        <translation>Server &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>&amp;Change…</source>
        <translation>&amp;Bearbeiten…</translation>
    </message>
    <message>
        <source>Ar&amp;eas…</source>
        <translation>Be&amp;reiche…</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pausieren</translation>
    </message>
    <message>
        <source>Re&amp;move…</source>
        <translation>&amp;Entfernen…</translation>
    </message>
    <message>
        <source>No server yet.
Add the address of your Trilium and a token for it.</source>
        <translation>Noch kein Server.
Die Adresse Ihres Trilium und ein Token dafür hinzufügen.</translation>
    </message>
    <message>
        <source>Their notes are read, never changed. Everything that is made from them stays on this computer.</source>
        <translation>Notizen werden nur gelesen, nie geändert. Alles, was daraus entsteht, bleibt auf diesem Computer.</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>{server} is saved</source>
        <translation>{server} wurde gespeichert</translation>
    </message>
    <message>
        <source>The notes are placed by these rules now</source>
        <translation>Die Notizen werden jetzt nach diesen Regeln eingeordnet</translation>
    </message>
    <message>
        <source>The demo notes leave the index.</source>
        <translation>Die Demo-Notizen werden aus dem Index entfernt.</translation>
    </message>
    <message>
        <source>Its notes leave the index and its token leaves the keyring. In Trilium nothing is changed.</source>
        <translation>Seine Notizen werden aus dem Index und sein Token aus dem Schlüsselbund entfernt. In Trilium ändert sich nichts.</translation>
    </message>
    <message>
        <source>Remove {server}?</source>
        <translation>{server} entfernen?</translation>
    </message>
    <message>
        <source>{server} is removed</source>
        <translation>{server} wurde entfernt</translation>
    </message>
    <message>
        <source>The list is applied as it is…</source>
        <translation>Die Liste wird unverändert übernommen…</translation>
    </message>
    <message>
        <source>It is asked again…</source>
        <translation>Der Server wird erneut gefragt…</translation>
    </message>
</context>
<context>
    <name>start</name>
    <message>
        <source>&amp;Try again</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
    <message>
        <source>&amp;Open the settings file</source>
        <translation>Einstellungs&amp;datei öffnen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
</context>
<context>
    <name>tray</name>
    <message>
        <source>No tray here. Search comes up with “trayrecall toggle”: bind it to a key of your desktop.</source>
        <translation>Kein Infobereich vorhanden. „trayrecall toggle“ öffnet die Suche: am besten auf ein Tastenkürzel des Desktops legen.</translation>
    </message>
    <message>
        <source>Agents can&apos;t ask: {why}</source>
        <translation>Agenten können nicht fragen: {why}</translation>
    </message>
    <message>
        <source>Its port is taken; it answers on {port}</source>
        <translation>Port belegt; erreichbar auf Port {port}</translation>
    </message>
    <message>
        <source>nothing answers at its address</source>
        <translation>unter seiner Adresse antwortet nichts</translation>
    </message>
    <message>
        <source>the token is refused</source>
        <translation>das Token wird abgelehnt</translation>
    </message>
    <message>
        <source>this Trilium is not set up yet</source>
        <translation>dieses Trilium ist noch nicht eingerichtet</translation>
    </message>
    <message>
        <source>this address is not a Trilium</source>
        <translation>unter dieser Adresse läuft kein Trilium</translation>
    </message>
    <message>
        <source>a login page is in the way</source>
        <translation>eine Anmeldeseite versperrt den Zugang</translation>
    </message>
    <message>
        <source>the secure connection failed</source>
        <translation>die sichere Verbindung ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>its list of notes is not believable; nothing was deleted</source>
        <translation>seine Notizliste ist nicht plausibel; nichts wurde gelöscht</translation>
    </message>
    <message>
        <source>there is no token for it</source>
        <translation>das Token fehlt</translation>
    </message>
    <message>
        <source>waiting for its token from the keyring</source>
        <translation>wartet auf das Token aus dem Schlüsselbund</translation>
    </message>
    <message>
        <source>the keyring is locked</source>
        <translation>der Schlüsselbund ist gesperrt</translation>
    </message>
    <message>
        <source>there is no keyring for its token</source>
        <translation>kein Schlüsselbund für das Token vorhanden</translation>
    </message>
    <message>
        <source>the last sync failed</source>
        <translation>der letzte Abgleich ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>busy; it is asked again soon</source>
        <translation>ausgelastet; neuer Versuch in Kürze</translation>
    </message>
    <message>
        <source>By keyword only: the language model is still loading</source>
        <translation>Nur nach Stichwort: Embedding-Modell wird noch geladen</translation>
    </message>
    <message>
        <source>By keyword only: the index of meanings is still being built</source>
        <translation>Nur nach Stichwort: Bedeutungsindex wird noch aufgebaut</translation>
    </message>
    <message>
        <source>By keyword only: no language model is installed</source>
        <translation>Nur nach Stichwort: kein Embedding-Modell installiert</translation>
    </message>
    <message>
        <source>By keyword only: the language model failed</source>
        <translation>Nur nach Stichwort: Fehler im Embedding-Modell</translation>
    </message>
    <message>
        <source>By keyword only: the language model took too long</source>
        <translation>Nur nach Stichwort: Embedding-Modell brauchte zu lange</translation>
    </message>
    <message>
        <source>By meaning only: the word index failed</source>
        <translation>Nur nach Bedeutung: Fehler im Wortindex</translation>
    </message>
    <message>
        <source>By keyword only</source>
        <translation>Nur nach Stichwort</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>Noch nicht gelesen</translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation>Ausgeschaltet</translation>
    </message>
    <message>
        <source>Being read · {notes}</source>
        <translation>Wird gelesen · {notes}</translation>
    </message>
    <message>
        <source>Up to date · {notes}</source>
        <translation>Aktuell · {notes}</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Wird gestartet…</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>und {n} weitere</translation>
    </message>
    <message>
        <source>No Trilium server yet</source>
        <translation>Noch kein Trilium-Server</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>Handlungsbedarf</translation>
    </message>
    <message>
        <source>Trilium not reachable</source>
        <translation>Trilium nicht erreichbar</translation>
    </message>
    <message>
        <source>Keyword search only</source>
        <translation>Nur Stichwortsuche</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>All servers are switched off</source>
        <translation>Alle Server sind ausgeschaltet</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Paused until {time}</source>
        <translation>Pausiert bis {time}</translation>
    </message>
    <message>
        <source>Reading the notes · {share}</source>
        <translation>Notizen werden gelesen · {share}</translation>
    </message>
    <message>
        <source>Building the index · {share}</source>
        <translation>Index wird aufgebaut · {share}</translation>
    </message>
    <message>
        <source>Loading the language model…</source>
        <translation>Embedding-Modell wird geladen…</translation>
    </message>
    <message>
        <source>Building the index…</source>
        <translation>Index wird aufgebaut…</translation>
    </message>
    <message>
        <source>being read, {notes} so far</source>
        <translation>wird gelesen, bisher {notes}</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>{notes}, as of {time}</source>
        <translation>{notes}, Stand {time}</translation>
    </message>
    <message>
        <source>Paused in {folder}</source>
        <translation>Pausiert in {folder}</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} Notiz</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} Notizen</translation>
    </message>
    <message>
        <source>&amp;Search…</source>
        <translation>&amp;Suchen…</translation>
    </message>
    <message>
        <source>Sync &amp;now</source>
        <translation>Jetzt &amp;abgleichen</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pausieren</translation>
    </message>
    <message>
        <source>For an &amp;hour</source>
        <translation>Für eine &amp;Stunde</translation>
    </message>
    <message>
        <source>Until &amp;tomorrow</source>
        <translation>Bis &amp;morgen</translation>
    </message>
    <message>
        <source>In a &amp;project</source>
        <translation>In einem &amp;Projekt</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Activity…</source>
        <translation>A&amp;ktivität…</translation>
    </message>
    <message>
        <source>&amp;Inspector…</source>
        <translation>&amp;Inspektor…</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>No agent has asked from a project yet</source>
        <translation>Noch kein Agent hat aus einem Projekt gefragt</translation>
    </message>
</context>
<context>
    <name>words</name>
    <message>
        <source>{n} %</source>
        <translation>{n} %</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>{sentence}.</source>
        <translation>{sentence}.</translation>
    </message>
    <message>
        <source>{sentence} {next}</source>
        <translation>{sentence} {next}</translation>
    </message>
    <message>
        <source>{first}, {second}</source>
        <translation>{first}, {second}</translation>
    </message>
    <message>
        <source>{name}: {text}</source>
        <translation>{name}: {text}</translation>
    </message>
</context>
</TS>
