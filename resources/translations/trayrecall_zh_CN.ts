<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>activity</name>
    <message>
        <source>{name} activity</source>
        <translation>{name} 活动</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter prompts and folders</source>
        <translation>筛选提示词和文件夹</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Keep prompts</source>
        <translation>保留提示词</translation>
    </message>
    <message>
        <source>C&amp;lear…</source>
        <translation>清除(&amp;L)…</translation>
    </message>
    <message>
        <source>Show the file</source>
        <translation>显示文件</translation>
    </message>
    <message>
        <source>Delete all…</source>
        <translation>全部删除…</translation>
    </message>
    <message>
        <source>&amp;Inspector…</source>
        <translation>检查器(&amp;I)…</translation>
    </message>
    <message>
        <source>L&amp;og…</source>
        <translation>日志(&amp;O)…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Nothing fits the filter</source>
        <translation>没有符合筛选条件的提示词</translation>
    </message>
    <message>
        <source>Prompts are not kept</source>
        <translation>不保留提示词</translation>
    </message>
    <message>
        <source>Only the numbers above are. Choose below for how long to keep prompts.</source>
        <translation>仅保留上方的统计数字。可在下方选择提示词的保留时间。</translation>
    </message>
    <message>
        <source>No prompt yet</source>
        <translation>尚无提示词</translation>
    </message>
    <message>
        <source>Connect a coding agent; each prompt that you give it is told here.</source>
        <translation>连接编程智能体后，发给它的每条提示词都会显示在此。</translation>
    </message>
    <message>
        <source>{n} test question</source>
        <translation>{n} 个测试问题</translation>
    </message>
    <message>
        <source>{n} test questions</source>
        <translation>{n} 个测试问题</translation>
    </message>
    <message>
        <source>Kept as a test question. Ask them all: trayrecall eval</source>
        <translation>已存为测试问题。全部测试：trayrecall eval</translation>
    </message>
    <message>
        <source>Keep prompts: {time}?</source>
        <translation>将提示词的保留时间改为“{time}”？</translation>
    </message>
    <message>
        <source>What is older is forgotten now. The numbers above stay.</source>
        <translation>更早的提示词将立即删除，上方的统计数字不受影响。</translation>
    </message>
    <message>
        <source>Forget the older ones</source>
        <translation>删除更早的提示词</translation>
    </message>
    <message>
        <source>Forget all prompts?</source>
        <translation>清除所有提示词？</translation>
    </message>
    <message>
        <source>What was decided about them is deleted. The numbers above and your test questions stay.</source>
        <translation>其处理结果将被删除。上方的统计数字和测试问题会保留。</translation>
    </message>
    <message>
        <source>Forget them</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Delete all test questions?</source>
        <translation>删除所有测试问题？</translation>
    </message>
    <message>
        <source>Also those that you wrote into the file yourself.</source>
        <translation>包括自行写入文件的问题。</translation>
    </message>
    <message>
        <source>Delete them</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>not at all</source>
        <translation>不保留</translation>
    </message>
    <message>
        <source>for {n} day</source>
        <translation>{n} 天</translation>
    </message>
    <message>
        <source>for {n} days</source>
        <translation>{n} 天</translation>
    </message>
    <message>
        <source>The prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Should have &amp;matched</source>
        <translation>本应匹配(&amp;M)</translation>
    </message>
    <message>
        <source>Was &amp;noise</source>
        <translation>属于干扰(&amp;N)</translation>
    </message>
    <message>
        <source>Which note?</source>
        <translation>哪条笔记？</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>What was considered; the stroke is what was needed</source>
        <translation>候选笔记；竖线表示所需强度</translation>
    </message>
    <message>
        <source>What was considered</source>
        <translation>候选笔记</translation>
    </message>
    <message>
        <source>Another note…</source>
        <translation>其他笔记…</translation>
    </message>
    <message>
        <source>Any note</source>
        <translation>任意笔记</translation>
    </message>
    <message>
        <source>session {id}</source>
        <translation>会话 {id}</translation>
    </message>
    <message>
        <source>keywords only</source>
        <translation>仅关键词</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>test question</source>
        <translation>测试问题</translation>
    </message>
    <message>
        <source>{name}: {number} (the last {days} days)</source>
        <translation>{name}：{number}（最近 {days} 天）</translation>
    </message>
    <message>
        <source>Passages sent</source>
        <translation>已发送段落</translation>
    </message>
    <message>
        <source>Tokens sent</source>
        <translation>已发送 token</translation>
    </message>
    <message>
        <source>Answered with silence</source>
        <translation>静默比例</translation>
    </message>
    <message>
        <source>95 % answered within</source>
        <translation>95% 响应时间</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in Trilium</source>
        <translation>在 Trilium 中打开</translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>Nothing that fits</source>
        <translation>没有合适的内容</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Sent before</source>
        <translation>先前已发送</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Too late</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>All outcomes</source>
        <translation>所有结果</translation>
    </message>
    <message>
        <source>Silent</source>
        <translation>静默</translation>
    </message>
    <message>
        <source>Late or failed</source>
        <translation>超时或失败</translation>
    </message>
    <message>
        <source>{n} passage</source>
        <translation>{n} 个段落</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} 个段落</translation>
    </message>
    <message>
        <source>the note is too short</source>
        <translation>笔记太短</translation>
    </message>
    <message>
        <source>{best} of {needed}</source>
        <translation>{best} / {needed}</translation>
    </message>
    <message>
        <source>a command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>It is a command of the agent, not a question to your notes.</source>
        <translation>这是智能体的命令，不是对笔记的提问。</translation>
    </message>
    <message>
        <source>a reply</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>It is a short reply that continues the talk.</source>
        <translation>这是延续对话的简短回复。</translation>
    </message>
    <message>
        <source>a follow-up</source>
        <translation>后续</translation>
    </message>
    <message>
        <source>It points at what was said before, so it asks nothing by itself.</source>
        <translation>它指向先前的对话，本身没有提问。</translation>
    </message>
    <message>
        <source>a chore</source>
        <translation>杂务</translation>
    </message>
    <message>
        <source>It tells the agent what to do with the work before it; no note can help with that.</source>
        <translation>它只是交代智能体如何处理手头的工作，笔记帮不上忙。</translation>
    </message>
    <message>
        <source>not typed by a person</source>
        <translation>非人工输入</translation>
    </message>
    <message>
        <source>No person typed it: a program sent it.</source>
        <translation>它由程序发送，并非人工输入。</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>There is nothing in it to look for.</source>
        <translation>其中没有可供查找的内容。</translation>
    </message>
    <message>
        <source>no content</source>
        <translation>无实词</translation>
    </message>
    <message>
        <source>It has no word that could be looked for.</source>
        <translation>其中没有可供查找的词语。</translation>
    </message>
    <message>
        <source>This session was sent these notes before, and they have not changed since.</source>
        <translation>这些笔记先前已发送给此会话，此后没有变化。</translation>
    </message>
    <message>
        <source>No note holds any of its words, and none is near in meaning.</source>
        <translation>没有笔记包含其中的词语，也没有笔记与其语义相近。</translation>
    </message>
    <message>
        <source>The answer took too long, so the agent went on without it.</source>
        <translation>答复耗时过长，智能体未等到答复便已继续。</translation>
    </message>
    <message>
        <source>The answer failed. The log says more.</source>
        <translation>答复失败，详见日志。</translation>
    </message>
    <message>
        <source>TrayRecall was still starting.</source>
        <translation>TrayRecall 当时仍在启动。</translation>
    </message>
    <message>
        <source>about {n} token</source>
        <translation>约 {n} 个 token</translation>
    </message>
    <message>
        <source>about {n} tokens</source>
        <translation>约 {n} 个 token</translation>
    </message>
    <message>
        <source>The agent was told {passages}, {tokens}.</source>
        <translation>已向智能体提供 {passages}，{tokens}。</translation>
    </message>
    <message>
        <source>Below what is needed, its rare words (or the day that was asked for) were proof enough.</source>
        <translation>虽低于所需值，但其中的罕见词（或所问的日期）已足以证明相关。</translation>
    </message>
    <message>
        <source>No note holds enough of its rare words, and meaning had no part in it.</source>
        <translation>没有笔记包含足够多的罕见词，且此次未按语义判断。</translation>
    </message>
    <message>
        <source>The strongest note is too short to answer anything.</source>
        <translation>得分最高的笔记太短，无法回答任何问题。</translation>
    </message>
    <message>
        <source>The strongest note reached {best}; a prompt in this language needs {needed}. So: silence.</source>
        <translation>最强的笔记达到 {best}，而此语言的提示词需要 {needed}，因此保持静默。</translation>
    </message>
    <message>
        <source>TrayRecall was paused in {project}, so nothing was looked up.</source>
        <translation>TrayRecall 当时在 {project} 中已暂停，因此未作查找。</translation>
    </message>
    <message>
        <source>TrayRecall was paused, so nothing was looked up.</source>
        <translation>TrayRecall 当时已暂停，因此未作查找。</translation>
    </message>
    <message>
        <source>{n} ms</source>
        <translation>{n} ms</translation>
    </message>
    <message>
        <source>meaning {cosine}</source>
        <translation>语义 {cosine}</translation>
    </message>
    <message>
        <source>words {share}</source>
        <translation>词语 {share}</translation>
    </message>
    <message>
        <source>You said: silence would have been right.</source>
        <translation>您的评价：本应保持静默。</translation>
    </message>
    <message>
        <source>You said: something should have come.</source>
        <translation>您的评价：本应提供笔记。</translation>
    </message>
    <message>
        <source>You said: {n} certain note should have come.</source>
        <translation>您的评价：本应提供 {n} 条指定笔记。</translation>
    </message>
    <message>
        <source>You said: {n} certain notes should have come.</source>
        <translation>您的评价：本应提供 {n} 条指定笔记。</translation>
    </message>
    <message>
        <source>The gate is not measured on your notes yet; the model&apos;s own floor decides when to be silent.</source>
        <translation>尚未按您的笔记测定门槛；目前由模型自带的下限决定何时保持静默。</translation>
    </message>
    <message>
        <source>To be sent, a note must reach a strength of {all}{languages}. Measured on {passages} of yours on {day}: {share} of {prompts} off-topic prompts would get something.</source>
        <translation>笔记的强度须达到 {all}{languages}才会发送。{day} 按您的 {passages}测定：{prompts} 条无关提示词中有 {share} 会得到内容。</translation>
    </message>
    <message>
        <source> ({languages})</source>
        <translation>（{languages}）</translation>
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
        <translation>资料</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>日记</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>排除</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>Something went wrong</source>
        <translation>出了点问题</translation>
    </message>
    <message>
        <source>That can&apos;t be used</source>
        <translation>输入无效</translation>
    </message>
    <message>
        <source>There is no token for this server</source>
        <translation>此服务器缺少令牌</translation>
    </message>
    <message>
        <source>The settings file can&apos;t be used</source>
        <translation>无法使用设置文件</translation>
    </message>
    <message>
        <source>Mend or move the file named above; it was left as it is.</source>
        <translation>请修复或移走上述文件；文件未被改动。</translation>
    </message>
    <message>
        <source>Trilium could not be read</source>
        <translation>无法读取 Trilium</translation>
    </message>
    <message>
        <source>Nothing answers at this address</source>
        <translation>此地址无响应</translation>
    </message>
    <message>
        <source>Check that Trilium is running and that the address and port are right.</source>
        <translation>请检查 Trilium 是否正在运行，以及地址和端口是否正确。</translation>
    </message>
    <message>
        <source>Trilium did not answer in time</source>
        <translation>Trilium 未及时响应</translation>
    </message>
    <message>
        <source>It may be busy (its hourly consistency check blocks it); it is asked again later.</source>
        <translation>它可能正忙（每小时的一致性检查会使其暂停响应），稍后会重试。</translation>
    </message>
    <message>
        <source>This address is not a Trilium</source>
        <translation>此地址不是 Trilium</translation>
    </message>
    <message>
        <source>Check the address, above all a missing or wrong path prefix.</source>
        <translation>请检查地址，尤其是路径前缀是否缺失或有误。</translation>
    </message>
    <message>
        <source>Trilium refuses the token</source>
        <translation>Trilium 拒绝了令牌</translation>
    </message>
    <message>
        <source>Make a new ETAPI token in Trilium (Options, ETAPI) and enter it again.</source>
        <translation>请在 Trilium 的“选项 › ETAPI”中新建 ETAPI 令牌，然后重新输入。</translation>
    </message>
    <message>
        <source>This Trilium is not set up yet</source>
        <translation>此 Trilium 尚未完成设置</translation>
    </message>
    <message>
        <source>Open it in a browser and finish its first-time set-up.</source>
        <translation>请在浏览器中打开它并完成首次设置。</translation>
    </message>
    <message>
        <source>The note is protected</source>
        <translation>笔记受保护</translation>
    </message>
    <message>
        <source>The note does not exist</source>
        <translation>笔记不存在</translation>
    </message>
    <message>
        <source>A login page is in the way</source>
        <translation>被登录页面拦截</translation>
    </message>
    <message>
        <source>Let the paths /etapi and /api/health-check pass your proxy without its own login.</source>
        <translation>请让代理对路径 /etapi 和 /api/health-check 直接放行，不要求登录。</translation>
    </message>
    <message>
        <source>A web page came instead of data</source>
        <translation>收到的是网页而非数据</translation>
    </message>
    <message>
        <source>A proxy or another program answers at this address; check the address and the path prefix.</source>
        <translation>此地址由代理或其他程序响应；请检查地址和路径前缀。</translation>
    </message>
    <message>
        <source>The secure connection failed</source>
        <translation>安全连接失败</translation>
    </message>
    <message>
        <source>The certificate is not trusted or has expired; add its authority to this system&apos;s trust store.</source>
        <translation>证书不受信任或已过期；请将其颁发机构加入系统的信任库。</translation>
    </message>
    <message>
        <source>Trilium reported a fault of its own</source>
        <translation>Trilium 自身出错</translation>
    </message>
    <message>
        <source>Look into Trilium&apos;s log; it is asked again later.</source>
        <translation>请查看 Trilium 的日志；稍后会重试。</translation>
    </message>
    <message>
        <source>Trilium refused the request</source>
        <translation>Trilium 拒绝了请求</translation>
    </message>
    <message>
        <source>Another content came than the one that is listed</source>
        <translation>收到的内容与列表中的不符</translation>
    </message>
    <message>
        <source>Refused to send a request that could write</source>
        <translation>已阻止发送可能写入的请求</translation>
    </message>
    <message>
        <source>The note can&apos;t be prepared, or only in too much time or memory</source>
        <translation>无法处理这条笔记，或处理耗时、占用内存过多</translation>
    </message>
    <message>
        <source>The server&apos;s list of notes is not believable</source>
        <translation>服务器的笔记列表不可信</translation>
    </message>
    <message>
        <source>Nothing was deleted. It is asked again; if your notes really are gone, run “trayrecall sync --accept-deletions”.</source>
        <translation>未删除任何内容，稍后会重新查询。如果笔记确实已不在，请运行 “trayrecall sync --accept-deletions”。</translation>
    </message>
    <message>
        <source>The index can&apos;t be used</source>
        <translation>无法使用索引</translation>
    </message>
    <message>
        <source>The embedding model failed</source>
        <translation>嵌入模型出错</translation>
    </message>
    <message>
        <source>No embedding model is installed</source>
        <translation>未安装嵌入模型</translation>
    </message>
    <message>
        <source>Keyword search works. For search by meaning run “trayrecall model install”.</source>
        <translation>关键词搜索可用。如需按语义搜索，请运行 “trayrecall model install”。</translation>
    </message>
    <message>
        <source>The model could not be downloaded</source>
        <translation>无法下载模型</translation>
    </message>
    <message>
        <source>The keyring can&apos;t be used</source>
        <translation>无法使用密钥环</translation>
    </message>
    <message>
        <source>The keyring is locked</source>
        <translation>密钥环已锁定</translation>
    </message>
    <message>
        <source>Unlock it (logging in usually does) and try again.</source>
        <translation>请解锁密钥环（通常登录系统即可）后重试。</translation>
    </message>
    <message>
        <source>This machine has no keyring</source>
        <translation>此电脑没有密钥环</translation>
    </message>
    <message>
        <source>Install a keyring; or name a file, readable by you alone, in RECALL_SECRETS_FILE; or, for a server, give its token in RECALL_&lt;NAME&gt;_TOKEN.</source>
        <translation>请安装密钥环；或在 RECALL_SECRETS_FILE 中指定只有您可读的文件；对于服务器，也可在 RECALL_&lt;NAME&gt;_TOKEN 中提供其令牌。</translation>
    </message>
    <message>
        <source>The file of tokens can&apos;t be used</source>
        <translation>无法使用令牌文件</translation>
    </message>
    <message>
        <source>Mend it, or look at its owner and permissions; it was left as it is.</source>
        <translation>请修复该文件，或检查其所有者和权限；文件未被改动。</translation>
    </message>
    <message>
        <source>there is no token for {name}</source>
        <translation>没有 {name} 的令牌</translation>
    </message>
    <message>
        <source>Enter one: trayrecall instance add --name {name!r} --url {url}</source>
        <translation>请输入一个：trayrecall instance add --name {name!r} --url {url}</translation>
    </message>
    <message>
        <source>Give this machine&apos;s clients a token in RECALL_CLIENT_LOCAL_TOKEN, or name a 0600 file for tokens in RECALL_SECRETS_FILE.</source>
        <translation>请在 RECALL_CLIENT_LOCAL_TOKEN 中为此电脑的客户端提供令牌，或在 RECALL_SECRETS_FILE 中指定权限为 0600 的令牌文件。</translation>
    </message>
    <message>
        <source>the base URL {base_url} is set, but no password for remote clients</source>
        <translation>已设置基础 URL {base_url}，但没有设置远程客户端的密码</translation>
    </message>
    <message>
        <source>Set one: trayrecall remote on URL, or RECALL_LOGIN_PASSWORD; or no base URL: trayrecall remote off.</source>
        <translation>请设置密码：trayrecall remote on URL 或 RECALL_LOGIN_PASSWORD；或不用基础 URL：trayrecall remote off。</translation>
    </message>
    <message>
        <source>Starting at login could not be changed</source>
        <translation>无法更改登录时启动</translation>
    </message>
    <message>
        <source>Look at the folder&apos;s permissions.</source>
        <translation>请检查文件夹的权限。</translation>
    </message>
    <message>
        <source>{name!r} can&apos;t be a client&apos;s name</source>
        <translation>{name!r} 不能用作客户端名称</translation>
    </message>
    <message>
        <source>Small letters and digits, joined by single hyphens.</source>
        <translation>只能用小写字母和数字，以单个连字符连接。</translation>
    </message>
    <message>
        <source>no instance has the id {id!r}</source>
        <translation>没有 ID 为 {id!r} 的实例</translation>
    </message>
    <message>
        <source>See: trayrecall instance list</source>
        <translation>请查看：trayrecall instance list</translation>
    </message>
    <message>
        <source>{kind!r} is no kind</source>
        <translation>{kind!r} 不是有效的类型</translation>
    </message>
    <message>
        <source>Kinds are {kinds}.</source>
        <translation>类型有 {kinds}。</translation>
    </message>
    <message>
        <source>the answer is not one of MCP</source>
        <translation>应答不是 MCP 应答</translation>
    </message>
    <message>
        <source>the tool failed</source>
        <translation>工具出错</translation>
    </message>
    <message>
        <source>The file can&apos;t be edited</source>
        <translation>无法编辑文件</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written ({why})</source>
        <translation>无法写入 {path}（{why}）</translation>
    </message>
    <message>
        <source>Mend it, then repeat; it was left as it is.</source>
        <translation>请修复后重试；文件未被改动。</translation>
    </message>
    <message>
        <source>{path} is not UTF-8 text</source>
        <translation>{path} 不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>It was left as it is.</source>
        <translation>文件未被改动。</translation>
    </message>
    <message>
        <source>{path} can&apos;t be read ({why})</source>
        <translation>无法读取 {path}（{why}）</translation>
    </message>
    <message>
        <source>Nothing was deleted. It is asked again.</source>
        <translation>未删除任何内容，稍后会重新查询。</translation>
    </message>
    <message>
        <source>the server listed no notes at all</source>
        <translation>服务器没有列出任何笔记</translation>
    </message>
    <message>
        <source>the root note is missing from the list</source>
        <translation>列表中缺少根笔记</translation>
    </message>
    <message>
        <source>none of the notes that are known is in the list; it may be another Trilium</source>
        <translation>列表中没有任何已知的笔记；这可能是另一个 Trilium</translation>
    </message>
    <message>
        <source>the list lacks the folder of {stray} of its notes</source>
        <translation>列表缺少其中 {stray} 条笔记所在的文件夹</translation>
    </message>
    <message>
        <source>{vanished} of {all} notes are missing from the list</source>
        <translation>列表中缺少 {all} 条笔记中的 {vanished} 条</translation>
    </message>
    <message>
        <source>it is still starting</source>
        <translation>仍在启动</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>请稍后重试。</translation>
    </message>
    <message>
        <source>See {file}</source>
        <translation>请查看 {file}</translation>
    </message>
    <message>
        <source>Run it again: what has arrived is kept, and the download goes on from there.</source>
        <translation>请重新运行：已下载的部分会保留，并从断点继续。</translation>
    </message>
    <message>
        <source>What the hub gives is not the pinned file. Try again later or name a folder of your own.</source>
        <translation>下载源提供的不是指定的文件。请稍后重试，或指定自己的文件夹。</translation>
    </message>
    <message>
        <source>{name} gave no usable vector</source>
        <translation>{name} 没有给出可用的向量</translation>
    </message>
    <message>
        <source>{graph} can&apos;t be loaded: {error}</source>
        <translation>无法加载 {graph}：{error}</translation>
    </message>
    <message>
        <source>{folder} holds no model</source>
        <translation>{folder} 中没有模型</translation>
    </message>
    <message>
        <source>It needs {graph} (or onnx/model.onnx), {tokenizer} and {configuration}.</source>
        <translation>需要 {graph}（或 onnx/model.onnx）、{tokenizer} 和 {configuration}。</translation>
    </message>
    <message>
        <source>{folder} was damaged and is gone: nothing here to make it from again</source>
        <translation>{folder} 已损坏并被移除，且没有可用于重建的内容</translation>
    </message>
    <message>
        <source>{folder} is damaged and can&apos;t be replaced</source>
        <translation>{folder} 已损坏且无法替换</translation>
    </message>
    <message>
        <source>{path} is not the pinned file, whose sha256 is {expected}</source>
        <translation>{path} 不是 sha256 为 {expected} 的指定文件</translation>
    </message>
    <message>
        <source>{folder} is damaged: its files are not the pinned ones</source>
        <translation>{folder} 已损坏：其中的文件不是指定的文件</translation>
    </message>
    <message>
        <source>no embedding model is called {name!r}</source>
        <translation>没有名为 {name!r} 的嵌入模型</translation>
    </message>
    <message>
        <source>Known: {names}.</source>
        <translation>已知：{names}。</translation>
    </message>
    <message>
        <source>TrayRecall is running</source>
        <translation>TrayRecall 正在运行</translation>
    </message>
    <message>
        <source>End it first. Nothing was erased.</source>
        <translation>请先退出。未清除任何内容。</translation>
    </message>
    <message>
        <source>The file can&apos;t be removed</source>
        <translation>无法移除文件</translation>
    </message>
    <message>
        <source>What is left is erased when you repeat it.</source>
        <translation>重试即可清除剩余内容。</translation>
    </message>
    <message>
        <source>An address is needed, without spaces, such as http://localhost:8080</source>
        <translation>请填写不含空格的地址，例如 http://localhost:8080</translation>
    </message>
    <message>
        <source>The address can&apos;t be read; it should look like http://localhost:8080</source>
        <translation>无法识别地址，格式应类似 http://localhost:8080</translation>
    </message>
    <message>
        <source>The address must not hold a user name or password</source>
        <translation>地址中不得包含用户名或密码</translation>
    </message>
    <message>
        <source>an address can&apos;t begin with {scheme}://; use http:// or https://</source>
        <translation>地址不能以 {scheme}:// 开头；请使用 http:// 或 https://</translation>
    </message>
    <message>
        <source>A certificate&apos;s SHA-256 fingerprint has 64 digits from 0 to 9 and A to F</source>
        <translation>证书的 SHA-256 指纹由 64 位 0–9 和 A–F 组成</translation>
    </message>
    <message>
        <source>The token is empty or holds characters that no ETAPI token has</source>
        <translation>令牌为空，或含有 ETAPI 令牌中不会出现的字符</translation>
    </message>
    <message>
        <source>the answer is not what Trilium sends</source>
        <translation>响应不是 Trilium 发出的内容</translation>
    </message>
    <message>
        <source>the root note is missing</source>
        <translation>缺少根笔记</translation>
    </message>
    <message>
        <source>the answer is larger than {limit} MiB</source>
        <translation>响应大于 {limit} MiB</translation>
    </message>
    <message>
        <source>A certificate is pinned, but the address does not begin with https://</source>
        <translation>已固定证书，但地址不是以 https:// 开头</translation>
    </message>
    <message>
        <source>no connection could be made in time</source>
        <translation>未能及时建立连接</translation>
    </message>
    <message>
        <source>the answer is not HTTP</source>
        <translation>响应不是 HTTP</translation>
    </message>
    <message>
        <source>the connection was closed without a complete answer</source>
        <translation>连接在收到完整响应前被关闭</translation>
    </message>
    <message>
        <source>the compressed answer can&apos;t be unpacked</source>
        <translation>无法解压响应内容</translation>
    </message>
    <message>
        <source>the proxy lets no connection through</source>
        <translation>代理不允许连接通过</translation>
    </message>
    <message>
        <source>the request failed ({name})</source>
        <translation>请求失败（{name}）</translation>
    </message>
    <message>
        <source>{why}, through the proxy {proxy} of this system</source>
        <translation>{why}（经由系统代理 {proxy}）</translation>
    </message>
    <message>
        <source>through the proxy {proxy} of this system</source>
        <translation>经由系统代理 {proxy}</translation>
    </message>
    <message>
        <source>Check the address and the proxy settings of this system (HTTP_PROXY, HTTPS_PROXY, NO_PROXY).</source>
        <translation>请检查地址和系统的代理设置（HTTP_PROXY、HTTPS_PROXY、NO_PROXY）。</translation>
    </message>
    <message>
        <source>the answer was {status}</source>
        <translation>响应为 {status}</translation>
    </message>
    <message>
        <source>a server answers, but it has no ETAPI at this address (404)</source>
        <translation>服务器有响应，但此地址没有 ETAPI（404）</translation>
    </message>
    <message>
        <source>the server sends on to {address}</source>
        <translation>服务器重定向至 {address}</translation>
    </message>
    <message>
        <source>Enter this address instead: {address}</source>
        <translation>请改填此地址：{address}</translation>
    </message>
    <message>
        <source>the server sends on to another page</source>
        <translation>服务器重定向至其他页面</translation>
    </message>
    <message>
        <source>the server presents another certificate than the pinned one ({other})</source>
        <translation>服务器出示的证书与固定的证书不同（{other}）</translation>
    </message>
    <message>
        <source>If its certificate was renewed, compare the new fingerprint and pin that one.</source>
        <translation>如果证书已更新，请核对新指纹并固定新证书。</translation>
    </message>
    <message>
        <source>Renew the certificate of the server, or pin it as it is.</source>
        <translation>请更新服务器证书，或按现状固定该证书。</translation>
    </message>
    <message>
        <source>Name the file of its authority, or compare its fingerprint and pin it.</source>
        <translation>请指定其颁发机构的文件，或核对指纹后固定该证书。</translation>
    </message>
    <message>
        <source>the server doesn&apos;t speak TLS at this port</source>
        <translation>服务器在此端口不使用 TLS</translation>
    </message>
    <message>
        <source>Try the address with http://.</source>
        <translation>请尝试以 http:// 开头的地址。</translation>
    </message>
    <message>
        <source>the list of notes took too long</source>
        <translation>获取笔记列表耗时过长</translation>
    </message>
    <message>
        <source>the walk through the tree took too long</source>
        <translation>遍历笔记树耗时过长</translation>
    </message>
    <message>
        <source>Only an address with https:// has a certificate</source>
        <translation>只有 https:// 地址才有证书</translation>
    </message>
    <message>
        <source>This key can&apos;t be used</source>
        <translation>无法使用此快捷键</translation>
    </message>
    <message>
        <source>This desktop gives out no keys</source>
        <translation>此桌面环境不提供快捷键</translation>
    </message>
    <message>
        <source>Bind this command to a key in its own keyboard settings: {command}</source>
        <translation>请在桌面环境的键盘设置中为此命令绑定快捷键：{command}</translation>
    </message>
    <message>
        <source>a key that is typed with needs Ctrl, Alt or Meta beside it</source>
        <translation>用于输入的按键须与 Ctrl、Alt 或 Meta 组合使用</translation>
    </message>
    <message>
        <source>Else no program could be typed into any more.</source>
        <translation>否则将无法在任何程序中输入。</translation>
    </message>
    <message>
        <source>the library Carbon is missing</source>
        <translation>缺少 Carbon 库</translation>
    </message>
    <message>
        <source>another program has this key</source>
        <translation>此快捷键已被其他程序占用</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>请另选一个。</translation>
    </message>
    <message>
        <source>macOS refuses it ({code})</source>
        <translation>macOS 拒绝了该快捷键（{code}）</translation>
    </message>
    <message>
        <source>there is no D-Bus session</source>
        <translation>没有 D-Bus 会话</translation>
    </message>
    <message>
        <source>its portal has no shortcuts</source>
        <translation>其门户不支持快捷键</translation>
    </message>
    <message>
        <source>the desktop gave no key</source>
        <translation>桌面环境没有分配快捷键</translation>
    </message>
    <message>
        <source>Choose one in its own keyboard settings.</source>
        <translation>请在桌面环境的键盘设置中选择一个。</translation>
    </message>
    <message>
        <source>its portal refuses {member}</source>
        <translation>其门户拒绝了 {member}</translation>
    </message>
    <message>
        <source>the desktop did not answer</source>
        <translation>桌面环境没有响应</translation>
    </message>
    <message>
        <source>Try again, and answer what it asks.</source>
        <translation>请重试，并回应其询问。</translation>
    </message>
    <message>
        <source>it was not allowed</source>
        <translation>未获允许</translation>
    </message>
    <message>
        <source>Try again, and allow it.</source>
        <translation>请重试并允许。</translation>
    </message>
    <message>
        <source>the desktop refused it</source>
        <translation>桌面环境拒绝了请求</translation>
    </message>
    <message>
        <source>the library {name} is missing</source>
        <translation>缺少库 {name}</translation>
    </message>
    <message>
        <source>the X server can&apos;t be reached</source>
        <translation>无法连接 X 服务器</translation>
    </message>
    <message>
        <source>this keyboard has no such key</source>
        <translation>此键盘没有该按键</translation>
    </message>
    <message>
        <source>{name} is the server at this address already</source>
        <translation>该地址已是服务器 {name}</translation>
    </message>
    <message>
        <source>Change that one.</source>
        <translation>请修改那一个。</translation>
    </message>
    <message>
        <source>no token came</source>
        <translation>没有收到令牌</translation>
    </message>
    <message>
        <source>Trilium shows it once: Options, ETAPI, Create new ETAPI token.</source>
        <translation>Trilium 只显示一次：“选项 › ETAPI › 创建新的 ETAPI 令牌”。</translation>
    </message>
    <message>
        <source>{path} holds no question</source>
        <translation>{path} 中没有问题</translation>
    </message>
    <message>
        <source>{path}, line {line}: {why}</source>
        <translation>{path} 第 {line} 行：{why}</translation>
    </message>
    <message>
        <source>the note is not in the index</source>
        <translation>笔记不在索引中</translation>
    </message>
    <message>
        <source>the token comes from the environment variable {variable}</source>
        <translation>令牌来自环境变量 {variable}</translation>
    </message>
    <message>
        <source>Change or unset {variable}.</source>
        <translation>请更改或取消设置 {variable}。</translation>
    </message>
    <message>
        <source>{path} may be read by others</source>
        <translation>{path} 可被其他用户读取</translation>
    </message>
    <message>
        <source>Run: chmod 600 {path}</source>
        <translation>请运行：chmod 600 {path}</translation>
    </message>
    <message>
        <source>{path} can&apos;t be read</source>
        <translation>无法读取 {path}</translation>
    </message>
    <message>
        <source>{path} is not JSON</source>
        <translation>{path} 不是 JSON</translation>
    </message>
    <message>
        <source>{path} must be one JSON object of names and texts</source>
        <translation>{path} 必须是由名称和文本组成的 JSON 对象</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written</source>
        <translation>无法写入 {path}</translation>
    </message>
    <message>
        <source>earlier calls still wait for it</source>
        <translation>先前的请求仍在等待</translation>
    </message>
    <message>
        <source>it did not answer within {seconds:g} seconds</source>
        <translation>{seconds:g} 秒内没有响应</translation>
    </message>
    <message>
        <source>only {name} is there</source>
        <translation>只有 {name} 可用</translation>
    </message>
    <message>
        <source>the unlocking was refused or dismissed</source>
        <translation>解锁被拒绝或取消</translation>
    </message>
    <message>
        <source>no backend works here</source>
        <translation>此处没有可用的密钥环</translation>
    </message>
    <message>
        <source>its backend failed with {name}</source>
        <translation>后端出错：{name}</translation>
    </message>
    <message>
        <source>TrayRecall can&apos;t listen</source>
        <translation>TrayRecall 无法接收请求</translation>
    </message>
    <message>
        <source>Agents and the command line can&apos;t reach it; see the log.</source>
        <translation>智能体和命令行无法连接；请查看日志。</translation>
    </message>
    <message>
        <source>The ports are taken by other programs</source>
        <translation>端口已被其他程序占用</translation>
    </message>
    <message>
        <source>Set another port in the settings (“port”), or end the program that holds them.</source>
        <translation>请在设置中更换端口（“port”），或结束占用端口的程序。</translation>
    </message>
    <message>
        <source>Other machines could reach this address</source>
        <translation>其他电脑可能访问此地址</translation>
    </message>
    <message>
        <source>Listen on 127.0.0.1, or first set an https base URL and a password (trayrecall remote on https://recall.example, or RECALL_BASE_URL and RECALL_LOGIN_PASSWORD) and a proxy that speaks HTTPS there.</source>
        <translation>请使用 127.0.0.1；或先设置 https 基础 URL 和密码（trayrecall remote on https://recall.example，或 RECALL_BASE_URL 和 RECALL_LOGIN_PASSWORD），并在前面架设 HTTPS 代理。</translation>
    </message>
    <message>
        <source>That is no address to listen on</source>
        <translation>无法在此地址接收请求</translation>
    </message>
    <message>
        <source>Give it in numbers, such as 0.0.0.0 or 192.168.1.4.</source>
        <translation>请用数字形式填写，例如 0.0.0.0 或 192.168.1.4。</translation>
    </message>
    <message>
        <source>its thread ended at once</source>
        <translation>线程立即结束</translation>
    </message>
    <message>
        <source>{hosts}, port {port}: {reason}</source>
        <translation>{hosts}，端口 {port}：{reason}</translation>
    </message>
    <message>
        <source>{first} to {last}</source>
        <translation>{first} 至 {last}</translation>
    </message>
    <message>
        <source>the password of remote clients must have at least {least} characters</source>
        <translation>远程客户端的密码至少须有 {least} 个字符</translation>
    </message>
    <message>
        <source>It opens all your notes to whoever knows it.</source>
        <translation>知道密码的人可以读取您的全部笔记。</translation>
    </message>
    <message>
        <source>The logins of remote clients can&apos;t be kept</source>
        <translation>无法保存远程客户端的登录</translation>
    </message>
    <message>
        <source>Check the folder&apos;s permissions and free space.</source>
        <translation>请检查文件夹的权限和可用空间。</translation>
    </message>
    <message>
        <source>{path}, line {line}: not UTF-8 text</source>
        <translation>{path} 第 {line} 行：不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>{path}, line 1: not usable JSON</source>
        <translation>{path} 第 1 行：JSON 不可用</translation>
    </message>
    <message>
        <source>{path}, line 1: must be one JSON object</source>
        <translation>{path} 第 1 行：必须是一个 JSON 对象</translation>
    </message>
    <message>
        <source>{path}, line {line}: version must be a whole number</source>
        <translation>{path} 第 {line} 行：version 必须是整数</translation>
    </message>
    <message>
        <source>{path} was written by a newer TrayRecall (version {version}, known here: {known})</source>
        <translation>{path} 由更新版本的 TrayRecall 写入（版本 {version}，此处支持 {known}）</translation>
    </message>
    <message>
        <source>Update TrayRecall, or move the file to begin anew; it was left as it is.</source>
        <translation>请更新 TrayRecall，或移走该文件以重新开始；文件未被改动。</translation>
    </message>
    <message>
        <source>{path}, line {line}: {key}: {why}</source>
        <translation>{path} 第 {line} 行：{key}：{why}</translation>
    </message>
    <message>
        <source>{key} {why}</source>
        <translation>{key} {why}</translation>
    </message>
    <message>
        <source>there is no password for remote clients yet</source>
        <translation>远程客户端尚未设置密码</translation>
    </message>
    <message>
        <source>Set it first, below.</source>
        <translation>请先在下方设置。</translation>
    </message>
    <message>
        <source>there is a client {name} already</source>
        <translation>已有名为 {name} 的客户端</translation>
    </message>
    <message>
        <source>Take another name.</source>
        <translation>请换一个名称。</translation>
    </message>
    <message>
        <source>its question did not arrive</source>
        <translation>其查询未送达</translation>
    </message>
    <message>
        <source>this server is not in the settings any more</source>
        <translation>此服务器已不在设置中</translation>
    </message>
    <message>
        <source>Move the file away; it is built anew from Trilium at the next start.</source>
        <translation>请移走该文件；下次启动时会从 Trilium 重新建立。</translation>
    </message>
    <message>
        <source>Look whether its folder is there, and whether both are yours to read and write.</source>
        <translation>请检查其文件夹是否存在，以及两者是否可读写。</translation>
    </message>
    <message>
        <source>Nothing of it was stored. Make room on the disk if it is full; it is tried again.</source>
        <translation>未存储任何内容。如果磁盘已满，请腾出空间；稍后会重试。</translation>
    </message>
    <message>
        <source>Make room on the disk; what was stored before is still there.</source>
        <translation>请腾出磁盘空间；先前存储的内容仍在。</translation>
    </message>
    <message>
        <source>Another program holds the index file; it is tried again.</source>
        <translation>索引文件被其他程序占用；稍后会重试。</translation>
    </message>
    <message>
        <source>The index file can&apos;t be written; look at its permissions.</source>
        <translation>无法写入索引文件；请检查其权限。</translation>
    </message>
    <message>
        <source>Look after the disk: reading or writing it failed.</source>
        <translation>请检查磁盘：读取或写入失败。</translation>
    </message>
    <message>
        <source>sqlite-vec is not installed</source>
        <translation>未安装 sqlite-vec</translation>
    </message>
    <message>
        <source>Install TrayRecall anew.</source>
        <translation>请重新安装 TrayRecall。</translation>
    </message>
    <message>
        <source>{path} is no file</source>
        <translation>{path} 不是文件</translation>
    </message>
    <message>
        <source>Move it away; the index is built anew from Trilium at the next start.</source>
        <translation>请将其移走；索引会在下次启动时从 Trilium 重新建立。</translation>
    </message>
    <message>
        <source>{path} is written by another TrayRecall</source>
        <translation>{path} 正被另一个 TrayRecall 写入</translation>
    </message>
    <message>
        <source>Quit the other one, or use its own commands while it runs.</source>
        <translation>请退出另一个，或在其运行时使用它的命令。</translation>
    </message>
    <message>
        <source>{path}: {part} isn&apos;t as it should be</source>
        <translation>{path}：{part} 异常</translation>
    </message>
    <message>
        <source>{path} was written by an older TrayRecall</source>
        <translation>{path} 由旧版 TrayRecall 写入</translation>
    </message>
    <message>
        <source>Quit TrayRecall if it runs, and start it: it brings the file up to date.</source>
        <translation>如果 TrayRecall 正在运行，请先退出再启动：它会将文件更新到最新状态。</translation>
    </message>
    <message>
        <source>{path} was written by a newer TrayRecall</source>
        <translation>{path} 由更新版本的 TrayRecall 写入</translation>
    </message>
    <message>
        <source>Update TrayRecall, or move the file away; it is built anew from Trilium.</source>
        <translation>请更新 TrayRecall，或移走该文件；它会从 Trilium 重新建立。</translation>
    </message>
    <message>
        <source>The index was out of step with itself and was mended; what was lost is fetched again.</source>
        <translation>索引内部不一致，已修复；丢失的内容会重新获取。</translation>
    </message>
    <message>
        <source>The index file was damaged, and the index was built anew from Trilium.</source>
        <translation>索引文件曾损坏，已从 Trilium 重新建立索引。</translation>
    </message>
    <message>
        <source>The log says more.</source>
        <translation>详情请查看日志。</translation>
    </message>
    <message>
        <source>the model gave none that can be compared</source>
        <translation>模型没有给出可供比较的向量</translation>
    </message>
    <message>
        <source>The index file was damaged and is set aside until the index is built anew from Trilium</source>
        <translation>索引文件已损坏，已移开，直至从 Trilium 重新建立索引</translation>
    </message>
    <message>
        <source>must be a whole number from {least} to {most}</source>
        <translation>必须是 {least} 到 {most} 之间的整数</translation>
    </message>
    <message>
        <source>must be one of {values}</source>
        <translation>必须是其中之一：{values}</translation>
    </message>
    <message>
        <source>must be a text that isn&apos;t empty</source>
        <translation>必须是非空文本</translation>
    </message>
    <message>
        <source>must not hold a user name or password</source>
        <translation>不能包含用户名或密码</translation>
    </message>
    <message>
        <source>must be at most {most} characters long</source>
        <translation>最多只能有 {most} 个字符</translation>
    </message>
    <message>
        <source>must be an address such as &quot;https://recall.example&quot;: https, and no path</source>
        <translation>必须是类似 &quot;https://recall.example&quot; 的地址：使用 https，且不含路径</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>必须是 true 或 false</translation>
    </message>
    <message>
        <source>must be a list of origins such as &quot;https://notes.example&quot; (no path, not &quot;null&quot; or &quot;*&quot;)</source>
        <translation>必须是类似 &quot;https://notes.example&quot; 的来源列表（不含路径，不能是 &quot;null&quot; 或 &quot;*&quot;）</translation>
    </message>
    <message>
        <source>must be a list of instances</source>
        <translation>必须是实例列表</translation>
    </message>
    <message>
        <source>two instances have the same id</source>
        <translation>有两个实例的 ID 相同</translation>
    </message>
    <message>
        <source>each instance must be an object with id, name and url</source>
        <translation>每个实例都必须是包含 id、name 和 url 的对象</translation>
    </message>
    <message>
        <source>{key} of the instance {id} {why}</source>
        <translation>实例 {id} 的 {key} {why}</translation>
    </message>
    <message>
        <source>{key} of an instance {why}</source>
        <translation>某个实例的 {key} {why}</translation>
    </message>
    <message>
        <source>an instance has no {key}</source>
        <translation>某个实例缺少 {key}</translation>
    </message>
    <message>
        <source>must be small letters and digits, joined by single hyphens</source>
        <translation>必须由小写字母和数字组成，用单个连字符连接</translation>
    </message>
    <message>
        <source>must be a list of rules such as {example}</source>
        <translation>必须是类似 {example} 的规则列表</translation>
    </message>
    <message>
        <source>can&apos;t be used: rule {number} {why}</source>
        <translation>无法使用：第 {number} 条规则 {why}</translation>
    </message>
    <message>
        <source>must be an object with when, and area or leave_out</source>
        <translation>必须是包含 when 以及 area 或 leave_out 的对象</translation>
    </message>
    <message>
        <source>needs a when with {keys} or several of them, and nothing else</source>
        <translation>需要一个 when，其中只能有 {keys} 中的一个或几个</translation>
    </message>
    <message>
        <source>has a leave_out that isn&apos;t true or false</source>
        <translation>的 leave_out 不是 true 或 false</translation>
    </message>
    <message>
        <source>needs one of area and &quot;leave_out&quot;: true</source>
        <translation>需要 area 或 &quot;leave_out&quot;: true 之一</translation>
    </message>
    <message>
        <source>has an area that isn&apos;t one of {areas}</source>
        <translation>的 area 不在以下之列：{areas}</translation>
    </message>
    <message>
        <source>has a label in its when that isn&apos;t &quot;name&quot; or &quot;name=value&quot;</source>
        <translation>的 when 中的 label 不是 &quot;name&quot; 或 &quot;name=value&quot;</translation>
    </message>
    <message>
        <source>has a below in its when that isn&apos;t the noteId or the title path of a folder</source>
        <translation>的 when 中的 below 不是文件夹的 noteId 或标题路径</translation>
    </message>
    <message>
        <source>has a type in its when that isn&apos;t a type of notes</source>
        <translation>的 when 中的 type 不是笔记类型</translation>
    </message>
    <message>
        <source>must be a list of clients</source>
        <translation>必须是客户端列表</translation>
    </message>
    <message>
        <source>two clients have the same name</source>
        <translation>有两个客户端同名</translation>
    </message>
    <message>
        <source>each client needs a name of small letters and digits, joined by single hyphens</source>
        <translation>每个客户端都需要一个名称，由小写字母和数字组成，用单个连字符连接</translation>
    </message>
    <message>
        <source>for of the client {name} must be a list of {kinds}</source>
        <translation>客户端 {name} 的 for 必须是 {kinds} 的列表</translation>
    </message>
    <message>
        <source>instances of the client {name} must be a list of ids; without the key it may ask all</source>
        <translation>客户端 {name} 的 instances 必须是 ID 列表；没有此键则可查询全部</translation>
    </message>
    <message>
        <source>must be a combination of keys such as Ctrl+Alt+Space</source>
        <translation>必须是类似 Ctrl+Alt+Space 的组合键</translation>
    </message>
    <message>
        <source>an error of ours ({name}); the log says more</source>
        <translation>TrayRecall 自身出错（{name}）；详见日志</translation>
    </message>
    <message>
        <source>Install TrayRecall with its extra “offline-model”.</source>
        <translation>请安装带有附加组件 “offline-model” 的 TrayRecall。</translation>
    </message>
</context>
<context>
    <name>finder</name>
    <message>
        <source>Title or id of a note</source>
        <translation>笔记的标题或 ID</translation>
    </message>
    <message>
        <source>Notes found</source>
        <translation>找到的笔记</translation>
    </message>
    <message>
        <source>No note has that in its title, or as its id.</source>
        <translation>没有标题包含此内容或以此为 ID 的笔记。</translation>
    </message>
</context>
<context>
    <name>first run</name>
    <message>
        <source>Welcome to {program}</source>
        <translation>欢迎使用 {program}</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Your notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>The index</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>Your agents</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Reading your notes</source>
        <translation>读取笔记</translation>
    </message>
    <message>
        <source>Learning what they mean</source>
        <translation>学习语义</translation>
    </message>
    <message>
        <source>Search now</source>
        <translation>立即搜索</translation>
    </message>
    <message>
        <source>The index is being built</source>
        <translation>正在建立索引</translation>
    </message>
    <message>
        <source>Your notes can’t be read yet</source>
        <translation>暂时无法读取笔记</translation>
    </message>
    <message>
        <source>It goes on by itself, also when you close this window. Notes are found by their words as soon as they are read, and by their meaning a little later.</source>
        <translation>建立过程会自动进行，关闭此窗口也不受影响。笔记读取后即可按关键词找到，稍后还能按语义找到。</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} 条笔记</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} 条笔记</translation>
    </message>
    <message>
        <source>{done} of {all} passages</source>
        <translation>{done} / {all} 个段落</translation>
    </message>
    <message>
        <source>No embedding model is installed: notes are found by words alone. The settings can download it.</source>
        <translation>未安装嵌入模型：仅能按关键词查找笔记。可在设置中下载。</translation>
    </message>
    <message>
        <source>The index is ready</source>
        <translation>索引已就绪</translation>
    </message>
    <message>
        <source>From now on it follows what changes in Trilium within a minute.</source>
        <translation>今后 Trilium 中的更改会在一分钟内同步到索引。</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Connect Trilium…</source>
        <translation>连接 Trilium…</translation>
    </message>
    <message>
        <source>Try the demo notes</source>
        <translation>试用演示笔记</translation>
    </message>
    <message>
        <source>Recall your own notes</source>
        <translation>随时找回自己的笔记</translation>
    </message>
    <message>
        <source>TrayRecall keeps a local index of your Trilium notes. You search it from anywhere with a key of your choice, and your coding agents get what your notes say, when they say something.</source>
        <translation>TrayRecall 为 Trilium 笔记维护一份本地索引。在任何地方按下自选的快捷键即可搜索；笔记中有相关内容时，编程智能体也会得到。</translation>
    </message>
    <message>
        <source>Your Trilium</source>
        <translation>自己的 Trilium</translation>
    </message>
    <message>
        <source>You need its address and an ETAPI token, which Trilium makes under Options › ETAPI. Notes are read, never changed, and stay on this computer.</source>
        <translation>需要其地址和一个 ETAPI 令牌，令牌可在 Trilium 的“选项 › ETAPI”中创建。笔记只读不改，且只留在此电脑上。</translation>
    </message>
    <message>
        <source>No Trilium at hand?</source>
        <translation>手边没有 Trilium？</translation>
    </message>
    <message>
        <source>Sample notes show how it works. You remove them later like any server, in the settings.</source>
        <translation>用演示笔记了解使用方法。之后可在设置中将其移除，与移除服务器一样。</translation>
    </message>
    <message>
        <source>Connect a coding agent</source>
        <translation>连接编程智能体</translation>
    </message>
    <message>
        <source>An agent gets a prompt hook, which adds what your notes say to your prompts, and an MCP server, by which it asks itself. Your own settings of it are changed, never a project&apos;s; the settings window takes everything out again.</source>
        <translation>智能体会获得提示词钩子和 MCP 服务器：前者将笔记中的相关内容加入提示词，后者供智能体自行查询。只会更改个人的智能体设置，绝不更改项目设置；可在设置窗口中全部移除。</translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation>剩余不到 1 分钟</translation>
    </message>
    <message>
        <source>about {n} minute left</source>
        <translation>剩余约 {n} 分钟</translation>
    </message>
    <message>
        <source>about {n} minutes left</source>
        <translation>剩余约 {n} 分钟</translation>
    </message>
    <message>
        <source>about {n} hour left</source>
        <translation>剩余约 {n} 小时</translation>
    </message>
    <message>
        <source>about {n} hours left</source>
        <translation>剩余约 {n} 小时</translation>
    </message>
</context>
<context>
    <name>hotkey</name>
    <message>
        <source>Search your notes</source>
        <translation>搜索笔记</translation>
    </message>
    <message>
        <source>The key for the search can&apos;t be used</source>
        <translation>搜索快捷键不可用</translation>
    </message>
</context>
<context>
    <name>inspector</name>
    <message>
        <source>Index file</source>
        <translation>索引文件</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Waiting for a vector</source>
        <translation>等待向量</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>As of</source>
        <translation>截至</translation>
    </message>
    <message>
        <source>What failed</source>
        <translation>失败项</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Every content could be read, and every passage embedded.</source>
        <translation>所有内容均已读取，所有段落均已嵌入。</translation>
    </message>
    <message>
        <source>&amp;Check the file</source>
        <translation>检查文件(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Try all again</source>
        <translation>全部重试(&amp;T)</translation>
    </message>
    <message>
        <source>Health of the index</source>
        <translation>索引状况</translation>
    </message>
    <message>
        <source>{n} more of {server}</source>
        <translation>{server} 另有 {n} 项</translation>
    </message>
    <message>
        <source>A passage of {size} has no vector: {why}</source>
        <translation>有一个段落（{size}）没有向量：{why}</translation>
    </message>
    <message>
        <source>Nothing is known of this note</source>
        <translation>没有此笔记的信息</translation>
    </message>
    <message>
        <source>It is on no server that is read, or it was made after the last look at it. Notes are looked at every minute.</source>
        <translation>它不在任何会被读取的服务器上，或创建于上次查看之后。笔记每分钟查看一次。</translation>
    </message>
    <message>
        <source>This note is not in the index</source>
        <translation>此笔记不在索引中</translation>
    </message>
    <message>
        <source>It was deleted, archived, protected or labelled #recallIgnore on {server}. If this server still has it an hour after that, it is shown again.</source>
        <translation>它在 {server} 上已被删除、归档、设为受保护或加上 #recallIgnore 标签。如果一小时后本服务器上仍有它，则会重新显示。</translation>
    </message>
    <message>
        <source>It is found by its title and labels only</source>
        <translation>仅能按标题和标签找到</translation>
    </message>
    <message>
        <source>Some of its text was left away: {why}</source>
        <translation>部分文字已略去：{why}</translation>
    </message>
    <message>
        <source>Only a part of it is in the index</source>
        <translation>仅有一部分在索引中</translation>
    </message>
    <message>
        <source>It, or a folder above it, is archived (#archived).</source>
        <translation>笔记或其上级文件夹已归档（#archived）。</translation>
    </message>
    <message>
        <source>It stands in Trilium&apos;s hidden part, or nowhere in the tree.</source>
        <translation>笔记位于 Trilium 的隐藏部分，或不在笔记树中。</translation>
    </message>
    <message>
        <source>It is protected; ETAPI can&apos;t read protected notes.</source>
        <translation>笔记受保护；ETAPI 无法读取受保护的笔记。</translation>
    </message>
    <message>
        <source>It belongs to the plumbing of a wiki: locks, templates, views.</source>
        <translation>笔记属于 Wiki 的内部机制：锁、模板、视图。</translation>
    </message>
    <message>
        <source>It, or a folder above it, is labelled #recallIgnore.</source>
        <translation>笔记或其上级文件夹带有标签 #recallIgnore。</translation>
    </message>
    <message>
        <source>A note of its type has no text.</source>
        <translation>此类型的笔记没有文字。</translation>
    </message>
    <message>
        <source>A rule of yours leaves it out; see the settings of its server.</source>
        <translation>笔记被您的规则排除；请查看其服务器的设置。</translation>
    </message>
    <message>
        <source>tried {n} time</source>
        <translation>已尝试 {n} 次</translation>
    </message>
    <message>
        <source>tried {n} times</source>
        <translation>已尝试 {n} 次</translation>
    </message>
    <message>
        <source>it is asked again at {time}</source>
        <translation>将于 {time} 重试</translation>
    </message>
    <message>
        <source>Your rule “{rule}” leaves it out; see the settings of its server.</source>
        <translation>您的规则“{rule}”将其排除；请见其服务器的设置。</translation>
    </message>
    <message>
        <source>Searches don&apos;t show it any more</source>
        <translation>搜索不再显示它</translation>
    </message>
    <message>
        <source>{server} has the same note, as new or newer.</source>
        <translation>{server} 上有同一条笔记，且同样新或更新。</translation>
    </message>
    <message>
        <source>Searches show another server&apos;s copy of it</source>
        <translation>搜索显示的是另一台服务器上的副本</translation>
    </message>
    <message>
        <source>by your rule “{rule}”</source>
        <translation>依据您的规则“{rule}”</translation>
    </message>
    <message>
        <source>by a rule of yours</source>
        <translation>依据您的一条规则</translation>
    </message>
    <message>
        <source>because it is labelled #{label}</source>
        <translation>因为带有标签 #{label}</translation>
    </message>
    <message>
        <source>because it stands below “{title}”</source>
        <translation>因为位于“{title}”之下</translation>
    </message>
    <message>
        <source>because no label, folder or rule says otherwise</source>
        <translation>因为没有标签、文件夹或规则另作规定</translation>
    </message>
    <message>
        <source>{passages}, with a vector</source>
        <translation>{passages}，有向量</translation>
    </message>
    <message>
        <source>{passages}, all with a vector</source>
        <translation>{passages}，均有向量</translation>
    </message>
    <message>
        <source>{n} embedded</source>
        <translation>{n} 个已嵌入</translation>
    </message>
    <message>
        <source>{n} waiting</source>
        <translation>{n} 个等待中</translation>
    </message>
    <message>
        <source>{n} failed</source>
        <translation>{n} 个失败</translation>
    </message>
    <message>
        <source>embedded</source>
        <translation>已嵌入</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>(beginning)</source>
        <translation>（开头）</translation>
    </message>
    <message>
        <source>(title only)</source>
        <translation>（仅标题）</translation>
    </message>
    <message>
        <source>(code)</source>
        <translation>（代码）</translation>
    </message>
    <message>
        <source>(the title alone)</source>
        <translation>（只有标题）</translation>
    </message>
    <message>
        <source>{n} character</source>
        <translation>{n} 个字符</translation>
    </message>
    <message>
        <source>{n} characters</source>
        <translation>{n} 个字符</translation>
    </message>
    <message>
        <source>about {n} token</source>
        <translation>约 {n} 个 token</translation>
    </message>
    <message>
        <source>about {n} tokens</source>
        <translation>约 {n} 个 token</translation>
    </message>
    <message>
        <source>link</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>included</source>
        <translation>包含</translation>
    </message>
    <message>
        <source>address</source>
        <translation>网址</translation>
    </message>
    <message>
        <source>{unused} of the file is unused.</source>
        <translation>文件中有 {unused} 未使用。</translation>
    </message>
    <message>
        <source>It is given back when the index is next at rest.</source>
        <translation>索引下次空闲时会释放。</translation>
    </message>
    <message>
        <source>That is little enough to be kept for what comes.</source>
        <translation>所占不多，留作后用。</translation>
    </message>
    <message>
        <source>{model}: {vectors} vectors of {dimension} numbers</source>
        <translation>{model}：{vectors} 个 {dimension} 维向量</translation>
    </message>
    <message>
        <source>{model}: {vectors} vectors of {dimension} numbers (not in use any more)</source>
        <translation>{model}：{vectors} 个 {dimension} 维向量（已不再使用）</translation>
    </message>
    <message>
        <source>The index file is whole</source>
        <translation>索引文件完好</translation>
    </message>
    <message>
        <source>The index file is not as it should be</source>
        <translation>索引文件有异常</translation>
    </message>
    <message>
        <source>It mends itself with the next look at your notes.</source>
        <translation>下次查看笔记时会自动修复。</translation>
    </message>
    <message>
        <source>{name} inspector</source>
        <translation>{name} 检查器</translation>
    </message>
    <message>
        <source>Find a note</source>
        <translation>查找笔记</translation>
    </message>
    <message>
        <source>By its title or id: how it is split, and why it is found, or isn&apos;t.</source>
        <translation>输入标题或 ID，查看笔记如何拆分，以及为何能找到或找不到。</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>状况</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>It is split and embedded anew from what is stored.</source>
        <translation>将根据已存储的内容重新拆分并嵌入。</translation>
    </message>
    <message>
        <source>What failed is tried again.</source>
        <translation>失败项将会重试。</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Sections and passages</source>
        <translation>章节与段落</translation>
    </message>
    <message>
        <source>Section, and its passages</source>
        <translation>章节及其段落</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Vector</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Note or address</source>
        <translation>笔记或网址</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>&amp;Open in Trilium</source>
        <translation>在 Trilium 中打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Index anew</source>
        <translation>重新索引(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容哈希</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Links to</source>
        <translation>链接到</translation>
    </message>
    <message>
        <source>Linked from</source>
        <translation>被链接自</translation>
    </message>
</context>
<context>
    <name>keys</name>
    <message>
        <source>Ctrl</source>
        <translation>Ctrl</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Shift</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Delete</translation>
    </message>
</context>
<context>
    <name>log</name>
    <message>
        <source>{name} log</source>
        <translation>{name} 日志</translation>
    </message>
    <message>
        <source>The log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>显示内容</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断信息</translation>
    </message>
    <message>
        <source>&amp;Copy diagnostics</source>
        <translation>复制诊断信息(&amp;C)</translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation>打开文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Diagnostics are for somebody who helps you: versions, states, numbers and the last errors. They hold no token, no address, no prompt, and no title or text of a note.</source>
        <translation>诊断信息供协助排查问题的人使用，包括版本、状态、数字和最近的错误，不含令牌、地址、提示词，也不含笔记的标题或正文。</translation>
    </message>
    <message>
        <source>Nothing of that kind is in the log.</source>
        <translation>日志中没有此类记录。</translation>
    </message>
    <message>
        <source>Gathering…</source>
        <translation>正在收集…</translation>
    </message>
    <message>
        <source>The diagnostics are in the clipboard</source>
        <translation>诊断信息已复制到剪贴板</translation>
    </message>
</context>
<context>
    <name>notices</name>
    <message>
        <source>{name} refuses the token</source>
        <translation>{name} 拒绝了令牌</translation>
    </message>
    <message>
        <source>Make a new ETAPI token in Trilium and enter it in the settings.</source>
        <translation>请在 Trilium 中新建 ETAPI 令牌，并在设置中输入。</translation>
    </message>
    <message>
        <source>{name}: many notes seem to be gone</source>
        <translation>{name}：许多笔记似乎已不在</translation>
    </message>
    <message>
        <source>Nothing was deleted. If they really are gone, say so in the settings.</source>
        <translation>未删除任何内容。如果这些笔记确实已不在，请在设置中确认。</translation>
    </message>
    <message>
        <source>The keyring is locked</source>
        <translation>密钥环已锁定</translation>
    </message>
    <message>
        <source>Unlock it, so that your notes can be read again.</source>
        <translation>请解锁密钥环，以便继续读取笔记。</translation>
    </message>
    <message>
        <source>This machine has no keyring</source>
        <translation>此电脑没有密钥环</translation>
    </message>
    <message>
        <source>The settings say how a token can be given without one.</source>
        <translation>没有密钥环时如何提供令牌，请查看设置。</translation>
    </message>
    <message>
        <source>The keyring can&apos;t be used</source>
        <translation>无法使用密钥环</translation>
    </message>
    <message>
        <source>Without it your notes can&apos;t be read. The settings say what is wrong.</source>
        <translation>没有密钥环就无法读取您的笔记。具体原因请见设置。</translation>
    </message>
    <message>
        <source>There is no token for {name}</source>
        <translation>缺少 {name} 的令牌</translation>
    </message>
    <message>
        <source>Enter it in the settings.</source>
        <translation>请在设置中输入。</translation>
    </message>
    <message>
        <source>To be connected again: {agents}</source>
        <translation>需要重新连接：{agents}</translation>
    </message>
    <message>
        <source>They were connected with another port or place. Connect them again in the settings.</source>
        <translation>它们是用其他端口或位置连接的。请在设置中重新连接。</translation>
    </message>
</context>
<context>
    <name>popup</name>
    <message>
        <source>Open in Trilium</source>
        <translation>在 Trilium 中打开</translation>
    </message>
    <message>
        <source>Open, and keep this window</source>
        <translation>打开并保留此窗口</translation>
    </message>
    <message>
        <source>Read it here</source>
        <translation>在此阅读</translation>
    </message>
    <message>
        <source>Copy the link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Copy as a citation</source>
        <translation>复制为引用</translation>
    </message>
    <message>
        <source>How it is indexed…</source>
        <translation>索引情况…</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>重新搜索</translation>
    </message>
    <message>
        <source>Forget this search</source>
        <translation>忘记此搜索</translation>
    </message>
    <message>
        <source>Forget all searches</source>
        <translation>忘记全部搜索</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>No filter</source>
        <translation>没有筛选</translation>
    </message>
    <message>
        <source>Only {name}</source>
        <translation>仅 {name}</translation>
    </message>
    <message>
        <source>Without the filter {name}</source>
        <translation>去除筛选 {name}</translation>
    </message>
    <message>
        <source>Link copied</source>
        <translation>已复制链接</translation>
    </message>
    <message>
        <source>Citation copied</source>
        <translation>已复制引用</translation>
    </message>
    <message>
        <source>This note’s server is not in the settings any more</source>
        <translation>此笔记的服务器已不在设置中</translation>
    </message>
    <message>
        <source>Forget all searches?</source>
        <translation>忘记全部搜索？</translation>
    </message>
    <message>
        <source>They are offered no more while nothing is typed.</source>
        <translation>未输入内容时将不再显示它们。</translation>
    </message>
    <message>
        <source>Forget all</source>
        <translation>全部忘记</translation>
    </message>
    <message>
        <source>Recall from your notes…</source>
        <translation>搜索笔记…</translation>
    </message>
    <message>
        <source>Search your notes</source>
        <translation>搜索笔记</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>open the note</source>
        <translation>打开笔记</translation>
    </message>
    <message>
        <source>read it here</source>
        <translation>在此阅读</translation>
    </message>
    <message>
        <source>open, and stay</source>
        <translation>打开并留在此处</translation>
    </message>
    <message>
        <source>copy the link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>copy as citation</source>
        <translation>复制为引用</translation>
    </message>
    <message>
        <source>open that one</source>
        <translation>打开对应的一条</translation>
    </message>
    <message>
        <source>filter, Alt 0 all</source>
        <translation>筛选，Alt 0 全部</translation>
    </message>
    <message>
        <source>also in: label: since:</source>
        <translation>也可用 服务器: 标签: 自从:</translation>
    </message>
    <message>
        <source>area:</source>
        <translation>领域:</translation>
    </message>
    <message>
        <source>everything else</source>
        <translation>其他操作</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>笔记内容</translation>
    </message>
    <message>
        <source>This note has no text.</source>
        <translation>此笔记没有文字。</translation>
    </message>
    <message>
        <source>as of {day}</source>
        <translation>截至 {day}</translation>
    </message>
    <message>
        <source>(untitled)</source>
        <translation>（无标题）</translation>
    </message>
    <message>
        <source>Latest notes</source>
        <translation>最近的笔记</translation>
    </message>
    <message>
        <source>Your searches</source>
        <translation>您的搜索</translation>
    </message>
    <message>
        <source>without score</source>
        <translation>无评分</translation>
    </message>
    <message>
        <source>score {score}</source>
        <translation>评分 {score}</translation>
    </message>
    <message>
        <source>Meaning: …</source>
        <translation>语义：…</translation>
    </message>
    <message>
        <source>Meaning: not measured</source>
        <translation>语义：未测定</translation>
    </message>
    <message>
        <source>Meaning {score}</source>
        <translation>语义 {score}</translation>
    </message>
    <message>
        <source>Words: none of yours</source>
        <translation>词语：没有您输入的词</translation>
    </message>
    <message>
        <source>Words: {words}</source>
        <translation>词语：{words}</translation>
    </message>
    <message>
        <source>Its server was last asked on {day}.</source>
        <translation>其服务器上次查询于 {day}。</translation>
    </message>
    <message>
        <source>Nothing found for “{query}”</source>
        <translation>没有找到“{query}”</translation>
    </message>
    <message>
        <source>There are no notes in the index yet.</source>
        <translation>索引中尚无笔记。</translation>
    </message>
    <message>
        <source>Add a Trilium server: ⋯ › Settings.</source>
        <translation>请添加 Trilium 服务器：⋯ › 设置。</translation>
    </message>
    <message>
        <source>Without the filters there is nothing either.</source>
        <translation>去除筛选后也没有结果。</translation>
    </message>
    <message>
        <source>The index is still being built: {share} is there.</source>
        <translation>索引仍在建立：已完成 {share}。</translation>
    </message>
    <message>
        <source>Only the words as they are typed were looked for.</source>
        <translation>仅查找了输入的词语本身。</translation>
    </message>
    <message>
        <source>Try other words, or fewer of them.</source>
        <translation>请换用其他词语，或减少词语。</translation>
    </message>
    <message>
        <source>Without the filters there are {n} notes or more: press Alt+0.</source>
        <translation>去除筛选后至少有 {n} 条笔记：请按 Alt+0。</translation>
    </message>
    <message>
        <source>Without the filters there is {n} note: press Alt+0.</source>
        <translation>去除筛选后有 {n} 条笔记：请按 Alt+0。</translation>
    </message>
    <message>
        <source>Without the filters there are {n} notes: press Alt+0.</source>
        <translation>去除筛选后有 {n} 条笔记：请按 Alt+0。</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>scroll</source>
        <translation>滚动</translation>
    </message>
    <message>
        <source>back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>read</source>
        <translation>阅读</translation>
    </message>
    <message>
        <source>close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>more</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>The {n} best notes</source>
        <translation>最佳的 {n} 条笔记</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} 条笔记</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} 条笔记</translation>
    </message>
    <message>
        <source>label {value}</source>
        <translation>标签 {value}</translation>
    </message>
    <message>
        <source>since {value}</source>
        <translation>自 {value}</translation>
    </message>
    <message>
        <source>until {value}</source>
        <translation>至 {value}</translation>
    </message>
    <message>
        <source>on {value}</source>
        <translation>{value} 当天</translation>
    </message>
    <message>
        <source>There is no area “{value}”.</source>
        <translation>没有区域“{value}”。</translation>
    </message>
    <message>
        <source>There is no server “{value}”.</source>
        <translation>没有服务器“{value}”。</translation>
    </message>
    <message>
        <source>There is no label “{value}”.</source>
        <translation>没有标签“{value}”。</translation>
    </message>
    <message>
        <source>“{value}” is no day.</source>
        <translation>“{value}”不是日期。</translation>
    </message>
    <message>
        <source>Areas: {names}</source>
        <translation>区域：{names}</translation>
    </message>
    <message>
        <source>Servers: {names}</source>
        <translation>服务器：{names}</translation>
    </message>
    <message>
        <source>A label’s name, or name=value</source>
        <translation>标签名称，或 名称=值</translation>
    </message>
    <message>
        <source>A day, a month or a year: 2026-03-12, 2026-03, 2026, yesterday, “last week”</source>
        <translation>日期、月份或年份：2026-03-12、2026-03、2026、昨天、“上周”</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>搜索结果</translation>
    </message>
</context>
<context>
    <name>settings</name>
    <message>
        <source>Restart it if it runs.</source>
        <translation>如果正在运行，请重新启动。</translation>
    </message>
    <message>
        <source>New sessions have it.</source>
        <translation>新会话即可使用。</translation>
    </message>
    <message>
        <source>Let Codex trust the hooks once: /hooks.</source>
        <translation>请让 Codex 信任钩子一次：/hooks。</translation>
    </message>
    <message>
        <source>about 100 languages</source>
        <translation>约 100 种语言</translation>
    </message>
    <message>
        <source>English only</source>
        <translation>仅英语</translation>
    </message>
    <message>
        <source>The port on this computer to listen on; when it is taken, the next free one of ten.</source>
        <translation>此电脑上使用的端口；若被占用，则用其后十个端口中的第一个空闲端口。</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Where clients on other machines reach you, through a proxy of yours that speaks HTTPS. They log in with a password.</source>
        <translation>其他电脑上的客户端经由您的 HTTPS 代理访问的地址。登录时需要密码。</translation>
    </message>
    <message>
        <source>Base URL</source>
        <translation>基础 URL</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>It must be https:// and a host, without a path.</source>
        <translation>必须由 https:// 和主机组成，不含路径。</translation>
    </message>
    <message>
        <source>What finds notes by their meaning. Another one learns all notes anew.</source>
        <translation>用于按语义查找笔记。更换后需重新学习所有笔记。</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>嵌入模型</translation>
    </message>
    <message>
        <source>A folder that holds the model&apos;s files, instead of an installed one.</source>
        <translation>存放模型文件的文件夹，用于代替已安装的模型。</translation>
    </message>
    <message>
        <source>Folder of the model</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>as installed</source>
        <translation>使用已安装的模型</translation>
    </message>
    <message>
        <source>Gives memory back after a while without questions. The next one is answered by keyword alone.</source>
        <translation>一段时间没有查询后释放内存；之后的首次查询仅按关键词答复。</translation>
    </message>
    <message>
        <source>Unload the model when idle</source>
        <translation>空闲时卸载模型</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>After 15 minutes</source>
        <translation>15 分钟后</translation>
    </message>
    <message>
        <source>After an hour</source>
        <translation>1 小时后</translation>
    </message>
    <message>
        <source>How often a prompt that your notes have nothing to say to may get passages all the same. It is measured on your own notes.</source>
        <translation>笔记中并无相关内容时，提示词仍被加入段落的比例上限。按您自己的笔记测定。</translation>
    </message>
    <message>
        <source>Answer prompts</source>
        <translation>补充提示词</translation>
    </message>
    <message>
        <source>Only when sure (1 % by mistake)</source>
        <translation>仅在确信时（误加 1%）</translation>
    </message>
    <message>
        <source>Balanced (4 % by mistake)</source>
        <translation>适中（误加 4%）</translation>
    </message>
    <message>
        <source>Readily (8 % by mistake)</source>
        <translation>积极（误加 8%）</translation>
    </message>
    <message>
        <source>How many passages a coding agent&apos;s prompt gets at most.</source>
        <translation>编程智能体的每条提示词最多加入多少个段落。</translation>
    </message>
    <message>
        <source>Passages to a prompt</source>
        <translation>每条提示词的段落数</translation>
    </message>
    <message>
        <source>Keep the log of prompts</source>
        <translation>保留提示词记录</translation>
    </message>
    <message>
        <source>{n} day</source>
        <translation>{n} 天</translation>
    </message>
    <message>
        <source>{n} days</source>
        <translation>{n} 天</translation>
    </message>
    <message>
        <source>How many of your own searches the search window offers while nothing is typed.</source>
        <translation>未输入内容时，搜索窗口提供多少条您的搜索记录。</translation>
    </message>
    <message>
        <source>Programs in a browser say where they come from, and are refused. These are let in. One origin a line.</source>
        <translation>浏览器中的程序会附带来源，默认拒绝；此处列出的来源允许查询，每行一个。</translation>
    </message>
    <message>
        <source>Remember searches</source>
        <translation>记住搜索</translation>
    </message>
    <message>
        <source>For how many days it is kept what was decided about each prompt; 0 keeps nothing but numbers.</source>
        <translation>每条提示词的处理结果保留多少天；0 表示只保留统计数字。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The last 50</source>
        <translation>最近 50 条</translation>
    </message>
    <message>
        <source>The last 200</source>
        <translation>最近 200 条</translation>
    </message>
    <message>
        <source>Allowed origins</source>
        <translation>允许的来源</translation>
    </message>
    <message>
        <source>An origin is a scheme and a host, such as https://notes.example, without a path.</source>
        <translation>来源由协议和主机组成，例如 https://notes.example，不含路径。</translation>
    </message>
    <message>
        <source>What MCP clients are told about your notes, instead of what is made from the index. At most 600 characters.</source>
        <translation>向 MCP 客户端介绍笔记的说明，用于代替根据索引生成的内容。最多 600 个字符。</translation>
    </message>
    <message>
        <source>Instructions to agents</source>
        <translation>给智能体的说明</translation>
    </message>
    <message>
        <source>made from the index</source>
        <translation>根据索引生成</translation>
    </message>
    <message>
        <source>It may be at most 600 characters long.</source>
        <translation>不能超过 600 个字符。</translation>
    </message>
    <message>
        <source>The colours of all windows.</source>
        <translation>所有窗口的配色。</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>The size of all texts, beside what the system says.</source>
        <translation>所有文字的大小，在系统设置的基础上调整。</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Small</source>
        <translation>小</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>Large</source>
        <translation>大</translation>
    </message>
    <message>
        <source>Very large</source>
        <translation>特大</translation>
    </message>
    <message>
        <source>The language of all windows; notes are found in any.</source>
        <translation>所有窗口的语言；任何语言的笔记都能找到。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>What changes in the agent&apos;s files</source>
        <translation>智能体文件中的更改</translation>
    </message>
    <message>
        <source>Connect…</source>
        <translation>连接…</translation>
    </message>
    <message>
        <source>Connect {agent}</source>
        <translation>连接 {agent}</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Test {agent}</source>
        <translation>测试 {agent}</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Remove {agent}</source>
        <translation>移除 {agent}</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Only these lines change. The files as they are now are kept beside them, and Remove takes everything out again.</source>
        <translation>只会更改这些行。当前文件会在原处留有备份，点击“移除”即可全部还原。</translation>
    </message>
    <message>
        <source>prompt hook and MCP</source>
        <translation>提示词钩子和 MCP</translation>
    </message>
    <message>
        <source>MCP</source>
        <translation>MCP</translation>
    </message>
    <message>
        <source>Connected: {what}</source>
        <translation>已连接：{what}</translation>
    </message>
    <message>
        <source>Connected to another port or place. Connect again to mend it.</source>
        <translation>连接指向其他端口或位置。重新连接即可修复。</translation>
    </message>
    <message>
        <source>One of its files can&apos;t be understood, so it is left alone.</source>
        <translation>其中一个文件无法解析，因此不作更改。</translation>
    </message>
    <message>
        <source>Not found on this computer</source>
        <translation>未在此电脑上找到</translation>
    </message>
    <message>
        <source>Not connected. It gets: {what}</source>
        <translation>未连接。连接后将获得：{what}</translation>
    </message>
    <message>
        <source>Looking for coding agents…</source>
        <translation>正在查找编程智能体…</translation>
    </message>
    <message>
        <source>No coding agent was found on this computer. One that comes later is connected in the settings.</source>
        <translation>此电脑上没有找到编程智能体。以后可在设置中连接。</translation>
    </message>
    <message>
        <source>Reading its files…</source>
        <translation>正在读取其文件…</translation>
    </message>
    <message>
        <source>Connecting, then asking through it…</source>
        <translation>正在连接并试查…</translation>
    </message>
    <message>
        <source>Connected.</source>
        <translation>已连接。</translation>
    </message>
    <message>
        <source>Asking through it…</source>
        <translation>正在试查…</translation>
    </message>
    <message>
        <source>Disconnect {agent}?</source>
        <translation>断开 {agent}？</translation>
    </message>
    <message>
        <source>Our entries leave its files, and its token opens nothing any more.</source>
        <translation>TrayRecall 的条目将从其文件中移除，其令牌也会失效。</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>Removing…</source>
        <translation>正在移除…</translation>
    </message>
    <message>
        <source>Disconnected. Its files hold nothing of ours.</source>
        <translation>已断开连接。其文件中不再有 TrayRecall 的内容。</translation>
    </message>
    <message>
        <source>The prompt hook was answered in {ms} ms.</source>
        <translation>提示词钩子在 {ms} ms 内得到答复。</translation>
    </message>
    <message>
        <source>The prompt hook failed: {why}</source>
        <translation>提示词钩子出错：{why}</translation>
    </message>
    <message>
        <source>MCP answered in {ms} ms.</source>
        <translation>MCP 在 {ms} ms 内答复。</translation>
    </message>
    <message>
        <source>MCP failed: {why}</source>
        <translation>MCP 出错：{why}</translation>
    </message>
    <message>
        <source>Key for the search</source>
        <translation>搜索快捷键</translation>
    </message>
    <message>
        <source>Press the keys…</source>
        <translation>请按下快捷键…</translation>
    </message>
    <message>
        <source>Hold Ctrl, Alt or the system&apos;s key together with another one.</source>
        <translation>请按住 Ctrl、Alt 或系统键，再按另一个键。</translation>
    </message>
    <message>
        <source>Asking the server…</source>
        <translation>正在查询服务器…</translation>
    </message>
    <message>
        <source>Trilium {version} answers</source>
        <translation>Trilium {version} 已响应</translation>
    </message>
    <message>
        <source>In {ms} ms, and it accepts the token.</source>
        <translation>用时 {ms} ms，令牌有效。</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>家里</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Address for links</source>
        <translation>链接地址</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>与上方地址相同</translation>
    </message>
    <message>
        <source>ETAPI token</source>
        <translation>ETAPI 令牌</translation>
    </message>
    <message>
        <source>Read this server&apos;s notes</source>
        <translation>读取此服务器的笔记</translation>
    </message>
    <message>
        <source>&amp;Test connection</source>
        <translation>测试连接(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Address of Trilium</source>
        <translation>Trilium 的地址(&amp;A)</translation>
    </message>
    <message>
        <source>Address for &amp;links, if your browser needs another one</source>
        <translation>链接地址，仅在浏览器需要不同地址时填写(&amp;L)</translation>
    </message>
    <message>
        <source>ETAPI to&amp;ken</source>
        <translation>ETAPI 令牌(&amp;K)</translation>
    </message>
    <message>
        <source>Make one in Trilium under Options › ETAPI. It goes straight into this system&apos;s keyring and is never shown again.</source>
        <translation>在 Trilium 的“选项 › ETAPI”中创建。令牌会直接存入系统密钥环，之后不再显示。</translation>
    </message>
    <message>
        <source>Change server</source>
        <translation>修改服务器</translation>
    </message>
    <message>
        <source>Add a Trilium server</source>
        <translation>添加 Trilium 服务器</translation>
    </message>
    <message>
        <source>Leave empty to keep the stored token</source>
        <translation>留空则保留已存储的令牌</translation>
    </message>
    <message>
        <source>Paste an ETAPI token</source>
        <translation>粘贴 ETAPI 令牌</translation>
    </message>
    <message>
        <source>Certificate file of your own authority</source>
        <translation>自有颁发机构的证书文件</translation>
    </message>
    <message>
        <source>only for certificates of your own</source>
        <translation>仅自签发证书需要</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>选择(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>忘记(&amp;F)</translation>
    </message>
    <message>
        <source>Forget the trusted certificate</source>
        <translation>忘记受信任的证书</translation>
    </message>
    <message>
        <source>Certificate &amp;file of your own authority</source>
        <translation>自有颁发机构的证书文件(&amp;F)</translation>
    </message>
    <message>
        <source>Only the certificate {sha256}… is trusted.</source>
        <translation>仅信任指纹为 {sha256}… 的证书。</translation>
    </message>
    <message>
        <source>Certificate of your own authority</source>
        <translation>自有颁发机构的证书</translation>
    </message>
    <message>
        <source>Certificates (*.pem *.crt *.cer);;All files (*)</source>
        <translation>证书 (*.pem *.crt *.cer);;所有文件 (*)</translation>
    </message>
    <message>
        <source>anywhere: titles joined by ›, or a noteId</source>
        <translation>不限；可填以 › 连接的标题，或 noteId</translation>
    </message>
    <message>
        <source>any: name, or name=value</source>
        <translation>不限；可填“名称”或“名称=值”</translation>
    </message>
    <message>
        <source>any</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>In &amp;folder</source>
        <translation>所在文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>With &amp;label</source>
        <translation>标签(&amp;L)</translation>
    </message>
    <message>
        <source>Of t&amp;ype</source>
        <translation>类型(&amp;Y)</translation>
    </message>
    <message>
        <source>Belong &amp;to</source>
        <translation>归入(&amp;T)</translation>
    </message>
    <message>
        <source>Rules, the first one that fits decides</source>
        <translation>规则，以首条匹配的为准</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>in {folder}</source>
        <translation>位于 {folder}</translation>
    </message>
    <message>
        <source>labelled #{label}</source>
        <translation>带标签 #{label}</translation>
    </message>
    <message>
        <source>of type {type}</source>
        <translation>类型为 {type}</translation>
    </message>
    <message>
        <source>Which notes? Fill in a field below.</source>
        <translation>哪些笔记？请填写下方任一字段。</translation>
    </message>
    <message>
        <source>Notes {conditions}</source>
        <translation>{conditions} 的笔记</translation>
    </message>
    <message>
        <source>Trilium servers</source>
        <translation>Trilium 服务器</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Keep for this run only</source>
        <translation>仅本次运行保留</translation>
    </message>
    <message>
        <source>Trust this certificate</source>
        <translation>信任此证书</translation>
    </message>
    <message>
        <source>Apply anyway</source>
        <translation>仍然应用</translation>
    </message>
    <message>
        <source>Enter a token…</source>
        <translation>输入令牌…</translation>
    </message>
    <message>
        <source>Change server…</source>
        <translation>修改服务器…</translation>
    </message>
    <message>
        <source>Waiting for the keyring…</source>
        <translation>正在等待密钥环…</translation>
    </message>
    <message>
        <source>It may be asking for its password in a window of its own.</source>
        <translation>它可能正在另一个窗口中请求输入密码。</translation>
    </message>
    <message>
        <source>Nothing was changed, and what you typed is kept here.</source>
        <translation>未作任何更改，已填写的内容仍保留在此。</translation>
    </message>
    <message>
        <source>Or let TrayRecall ask for the token at each start.</source>
        <translation>也可让 TrayRecall 在每次启动时询问令牌。</translation>
    </message>
    <message>
        <source>Trust it only if your server has this SHA-256 fingerprint:</source>
        <translation>仅当服务器的 SHA-256 指纹与此一致时才可信任：</translation>
    </message>
    <message>
        <source>The notes that are missing in it stay in the index until you say that they are gone.</source>
        <translation>其中缺少的笔记仍保留在索引中，直到您确认它们已不在。</translation>
    </message>
    <message>
        <source>Make one in Trilium under Options › ETAPI, and enter it here.</source>
        <translation>请在 Trilium 的“选项 › ETAPI”中创建一个，并在此输入。</translation>
    </message>
    <message>
        <source>Prompt hook</source>
        <translation>提示词钩子</translation>
    </message>
    <message>
        <source>REST</source>
        <translation>REST</translation>
    </message>
    <message>
        <source>Revoke…</source>
        <translation>吊销…</translation>
    </message>
    <message>
        <source>Revoke {name}</source>
        <translation>吊销 {name}</translation>
    </message>
    <message>
        <source>all servers</source>
        <translation>所有服务器</translation>
    </message>
    <message>
        <source>never used</source>
        <translation>从未使用</translation>
    </message>
    <message>
        <source>last used {when}</source>
        <translation>上次使用于 {when}</translation>
    </message>
    <message>
        <source>Name of the program</source>
        <translation>程序名称</translation>
    </message>
    <message>
        <source>small letters, digits and hyphens: my-script</source>
        <translation>小写字母、数字和连字符，例如 my-script</translation>
    </message>
    <message>
        <source>Servers it may ask</source>
        <translation>允许查询的服务器</translation>
    </message>
    <message>
        <source>Make a token</source>
        <translation>创建令牌</translation>
    </message>
    <message>
        <source>How it may ask</source>
        <translation>允许的查询方式</translation>
    </message>
    <message>
        <source>The new token</source>
        <translation>新令牌</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>The token of {name}. Copy it now, it is not shown again.</source>
        <translation>{name} 的令牌。请立即复制，之后不再显示。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>No program has a token of its own yet.</source>
        <translation>尚无程序拥有自己的令牌。</translation>
    </message>
    <message>
        <source>Add a program…</source>
        <translation>添加程序…</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Connecting a coding agent puts a prompt hook and an MCP server into your own settings of it, never into a project. What it gets of your notes goes where your prompts go.</source>
        <translation>连接编程智能体时，会将提示词钩子和 MCP 服务器写入个人的智能体设置，绝不写入项目。它从笔记中得到的内容，会随提示词发往同一处。</translation>
    </message>
    <message>
        <source>{program} settings</source>
        <translation>{program} 设置</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>How notes are found, and when a coding agent&apos;s prompt gets some of them.</source>
        <translation>笔记的查找方式，以及何时将其加入编程智能体的提示词。</translation>
    </message>
    <message>
        <source>The model is not on this computer</source>
        <translation>此计算机上没有该模型</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Download the model</source>
        <translation>下载模型</translation>
    </message>
    <message>
        <source>Until it is, notes are found by their words alone. {n} MB are loaded once, from huggingface.co; nothing of yours is sent there.</source>
        <translation>在此之前，仅能按关键词查找笔记。只需从 huggingface.co 下载一次（{n} MB），不会向那里发送您的任何内容。</translation>
    </message>
    <message>
        <source>Downloading… {share}</source>
        <translation>正在下载… {share}</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>How the windows look.</source>
        <translation>窗口的外观。</translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation>接口</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Discard what you typed?</source>
        <translation>放弃已填写的内容？</translation>
    </message>
    <message>
        <source>It is not saved yet.</source>
        <translation>这些内容尚未保存。</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>继续编辑</translation>
    </message>
    <message>
        <source>Password for remote clients</source>
        <translation>远程客户端的密码</translation>
    </message>
    <message>
        <source>They ask for it when they log in, and log in anew when it changes. At least 12 characters; it is kept in this system&apos;s keyring.</source>
        <translation>登录时需要输入；更改后需重新登录。至少 12 个字符，保存在系统密钥环中。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Keep the password</source>
        <translation>保存密码</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>set</source>
        <translation>已设置</translation>
    </message>
    <message>
        <source>Where agents and scripts ask. Each program has a token of its own.</source>
        <translation>智能体和脚本由此查询。每个程序都有自己的令牌。</translation>
    </message>
    <message>
        <source>Copy the address for MCP clients</source>
        <translation>复制供 MCP 客户端使用的地址</translation>
    </message>
    <message>
        <source>Programs that may ask</source>
        <translation>允许查询的程序</translation>
    </message>
    <message>
        <source>Nothing listens now.</source>
        <translation>当前未在监听。</translation>
    </message>
    <message>
        <source>Kept. It counts at once.</source>
        <translation>已保存，立即生效。</translation>
    </message>
    <message>
        <source>Revoke the token of {name}?</source>
        <translation>吊销 {name} 的令牌？</translation>
    </message>
    <message>
        <source>It is let in no more, at once. Another token can be made at any time.</source>
        <translation>该程序将立即无法访问。可随时创建新令牌。</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>吊销</translation>
    </message>
    <message>
        <source>{name} is let in no more</source>
        <translation>{name} 已无法访问</translation>
    </message>
    <message>
        <source>How it lives on this computer.</source>
        <translation>TrayRecall 在此电脑上的运行方式。</translation>
    </message>
    <message>
        <source>Start at login</source>
        <translation>登录时启动</translation>
    </message>
    <message>
        <source>The index stays fresh and agents get answers from the first minute on.</source>
        <translation>索引保持最新，智能体从一开始就能得到答复。</translation>
    </message>
    <message>
        <source>Brings up the search from anywhere. Press Escape to leave it, Backspace for none.</source>
        <translation>在任何地方唤出搜索。录入时按 Esc 取消，按 Backspace 清除。</translation>
    </message>
    <message>
        <source>When something is wrong</source>
        <translation>出现问题时</translation>
    </message>
    <message>
        <source>The log, and in its window the diagnostics for others. Neither holds a token or the text of a note.</source>
        <translation>日志，以及日志窗口中供他人查看的诊断信息。两者都不含令牌或笔记正文。</translation>
    </message>
    <message>
        <source>Open the log</source>
        <translation>打开日志</translation>
    </message>
    <message>
        <source>The desktop is asked…</source>
        <translation>正在请求桌面环境…</translation>
    </message>
    <message>
        <source>In use from now on.</source>
        <translation>现已生效。</translation>
    </message>
    <message>
        <source>Counts from the next start on.</source>
        <translation>下次启动后生效。</translation>
    </message>
    <message>
        <source>{model} (not installed)</source>
        <translation>{model}（未安装）</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Move the rule up</source>
        <translation>上移规则</translation>
    </message>
    <message>
        <source>Move the rule down</source>
        <translation>下移规则</translation>
    </message>
    <message>
        <source>A rule of your own</source>
        <translation>自定义规则</translation>
    </message>
    <message>
        <source>An LLM wiki</source>
        <translation>LLM Wiki</translation>
    </message>
    <message>
        <source>A journal</source>
        <translation>日记</translation>
    </message>
    <message>
        <source>Leave out drafts</source>
        <translation>排除草稿</translation>
    </message>
    <message>
        <source>The first rule that fits a note decides where it belongs. What no rule fits is placed by its labels. Nothing brings in what is archived, protected or #recallIgnore.</source>
        <translation>笔记的归类以首条匹配的规则为准；没有匹配规则的，按其标签归类。已归档、受保护或带有 #recallIgnore 的笔记始终不会收录。</translation>
    </message>
    <message>
        <source>Areas of {server}</source>
        <translation>{server} 的区域</translation>
    </message>
    <message>
        <source>Asking the server for its list of notes…</source>
        <translation>正在向服务器获取笔记列表…</translation>
    </message>
    <message>
        <source>Notes can&apos;t be counted now: {why}</source>
        <translation>暂时无法统计笔记：{why}</translation>
    </message>
    <message>
        <source>&amp;Add server…</source>
        <translation>添加服务器(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Change…</source>
        <translation>修改(&amp;C)…</translation>
    </message>
    <message>
        <source>Ar&amp;eas…</source>
        <translation>区域(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Re&amp;move…</source>
        <translation>移除(&amp;M)…</translation>
    </message>
    <message>
        <source>No server yet.
Add the address of your Trilium and a token for it.</source>
        <translation>尚无服务器。
请添加 Trilium 的地址和令牌。</translation>
    </message>
    <message>
        <source>Their notes are read, never changed. Everything that is made from them stays on this computer.</source>
        <translation>只读取其中的笔记，绝不更改。由笔记生成的一切都只留在此电脑上。</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>{server} is saved</source>
        <translation>{server} 已保存</translation>
    </message>
    <message>
        <source>The notes are placed by these rules now</source>
        <translation>笔记现已按这些规则归类</translation>
    </message>
    <message>
        <source>The demo notes leave the index.</source>
        <translation>演示笔记将从索引中移除。</translation>
    </message>
    <message>
        <source>Its notes leave the index and its token leaves the keyring. In Trilium nothing is changed.</source>
        <translation>其笔记将从索引中移除，其令牌将从密钥环中删除。Trilium 中的内容不受影响。</translation>
    </message>
    <message>
        <source>Remove {server}?</source>
        <translation>移除 {server}？</translation>
    </message>
    <message>
        <source>{server} is removed</source>
        <translation>{server} 已移除</translation>
    </message>
    <message>
        <source>The list is applied as it is…</source>
        <translation>正在按现有列表应用…</translation>
    </message>
    <message>
        <source>It is asked again…</source>
        <translation>正在重新查询…</translation>
    </message>
</context>
<context>
    <name>start</name>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Open the settings file</source>
        <translation>打开设置文件(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
</context>
<context>
    <name>tray</name>
    <message>
        <source>No tray here. Search comes up with “trayrecall toggle”: bind it to a key of your desktop.</source>
        <translation>此桌面没有托盘。可用 “trayrecall toggle” 唤出搜索，请在桌面环境中为其绑定快捷键。</translation>
    </message>
    <message>
        <source>Agents can&apos;t ask: {why}</source>
        <translation>智能体无法查询：{why}</translation>
    </message>
    <message>
        <source>Its port is taken; it answers on {port}</source>
        <translation>原端口已被占用，现使用端口 {port}</translation>
    </message>
    <message>
        <source>nothing answers at its address</source>
        <translation>其地址无响应</translation>
    </message>
    <message>
        <source>the token is refused</source>
        <translation>令牌被拒绝</translation>
    </message>
    <message>
        <source>this Trilium is not set up yet</source>
        <translation>此 Trilium 尚未完成设置</translation>
    </message>
    <message>
        <source>this address is not a Trilium</source>
        <translation>此地址不是 Trilium</translation>
    </message>
    <message>
        <source>a login page is in the way</source>
        <translation>被登录页面拦截</translation>
    </message>
    <message>
        <source>the secure connection failed</source>
        <translation>安全连接失败</translation>
    </message>
    <message>
        <source>its list of notes is not believable; nothing was deleted</source>
        <translation>笔记列表不可信，未删除任何内容</translation>
    </message>
    <message>
        <source>there is no token for it</source>
        <translation>缺少令牌</translation>
    </message>
    <message>
        <source>waiting for its token from the keyring</source>
        <translation>正在等待密钥环提供令牌</translation>
    </message>
    <message>
        <source>the keyring is locked</source>
        <translation>密钥环已锁定</translation>
    </message>
    <message>
        <source>there is no keyring for its token</source>
        <translation>没有可存放令牌的密钥环</translation>
    </message>
    <message>
        <source>the last sync failed</source>
        <translation>上次同步失败</translation>
    </message>
    <message>
        <source>busy; it is asked again soon</source>
        <translation>正忙，稍后重试</translation>
    </message>
    <message>
        <source>By keyword only: the language model is still loading</source>
        <translation>仅按关键词：语言模型仍在加载</translation>
    </message>
    <message>
        <source>By keyword only: the index of meanings is still being built</source>
        <translation>仅按关键词：语义索引仍在建立</translation>
    </message>
    <message>
        <source>By keyword only: no language model is installed</source>
        <translation>仅按关键词：未安装语言模型</translation>
    </message>
    <message>
        <source>By keyword only: the language model failed</source>
        <translation>仅按关键词：语言模型出错</translation>
    </message>
    <message>
        <source>By keyword only: the language model took too long</source>
        <translation>仅按关键词：语言模型超时</translation>
    </message>
    <message>
        <source>By meaning only: the word index failed</source>
        <translation>仅按语义：关键词索引出错</translation>
    </message>
    <message>
        <source>By keyword only</source>
        <translation>仅按关键词</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>尚未读取</translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>Being read · {notes}</source>
        <translation>正在读取 · {notes}</translation>
    </message>
    <message>
        <source>Up to date · {notes}</source>
        <translation>已是最新 · {notes}</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>另有 {n} 项</translation>
    </message>
    <message>
        <source>No Trilium server yet</source>
        <translation>尚无 Trilium 服务器</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>需要处理</translation>
    </message>
    <message>
        <source>Trilium not reachable</source>
        <translation>无法连接 Trilium</translation>
    </message>
    <message>
        <source>Keyword search only</source>
        <translation>仅关键词搜索</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>All servers are switched off</source>
        <translation>所有服务器均已停用</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Paused until {time}</source>
        <translation>已暂停至 {time}</translation>
    </message>
    <message>
        <source>Reading the notes · {share}</source>
        <translation>正在读取笔记 · {share}</translation>
    </message>
    <message>
        <source>Building the index · {share}</source>
        <translation>正在建立索引 · {share}</translation>
    </message>
    <message>
        <source>Loading the language model…</source>
        <translation>正在加载语言模型…</translation>
    </message>
    <message>
        <source>Building the index…</source>
        <translation>正在建立索引…</translation>
    </message>
    <message>
        <source>being read, {notes} so far</source>
        <translation>正在读取，已有 {notes}</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>尚未读取</translation>
    </message>
    <message>
        <source>{notes}, as of {time}</source>
        <translation>{notes}，截至 {time}</translation>
    </message>
    <message>
        <source>Paused in {folder}</source>
        <translation>已在 {folder} 中暂停</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} 条笔记</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} 条笔记</translation>
    </message>
    <message>
        <source>&amp;Search…</source>
        <translation>搜索(&amp;S)…</translation>
    </message>
    <message>
        <source>Sync &amp;now</source>
        <translation>立即同步(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>For an &amp;hour</source>
        <translation>1 小时(&amp;H)</translation>
    </message>
    <message>
        <source>Until &amp;tomorrow</source>
        <translation>到明天(&amp;T)</translation>
    </message>
    <message>
        <source>In a &amp;project</source>
        <translation>在项目中(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Activity…</source>
        <translation>活动(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Inspector…</source>
        <translation>检查器(&amp;I)…</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>设置(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>No agent has asked from a project yet</source>
        <translation>尚无智能体从项目中查询</translation>
    </message>
</context>
<context>
    <name>words</name>
    <message>
        <source>{n} %</source>
        <translation>{n}%</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>{sentence}.</source>
        <translation>{sentence}。</translation>
    </message>
    <message>
        <source>{sentence} {next}</source>
        <translation>{sentence}{next}</translation>
    </message>
    <message>
        <source>{first}, {second}</source>
        <translation>{first}、{second}</translation>
    </message>
    <message>
        <source>{name}: {text}</source>
        <translation>{name}：{text}</translation>
    </message>
</context>
</TS>
