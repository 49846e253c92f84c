"""OAuth 2.1 for MCP clients on other machines, in effect when there is a base URL: a person logs in with one password.

`records` is what is kept of them, `store` issues and knows their tokens, `logins` are what happens between a client's
question and its token, `page` is the page on which a person answers. `provider` and `routes` join these to the official
SDK, which takes a second to import; only they know it.

A client is known once it registered itself (RFC 7591). Client-ID metadata documents are not taken: the SDK offers them
to clients alone, and TrayRecall fetches nothing at a stranger's word.
"""
