"""What the SDK's authorization server asks of us: who the clients are, where a person logs in, and the tokens.

All clients are public ones with PKCE: anybody may register, so a secret would prove nothing, and none is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import SplitResult, urlsplit

from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    AuthorizeError,
    OAuthAuthorizationServerProvider,
    RefreshToken,
    RegistrationError,
    TokenError,
)
from mcp.shared.auth import InvalidRedirectUriError, OAuthClientInformationFull, OAuthToken
from pydantic import AnyUrl

from trayrecall.server.oauth.access import RemoteAccess, resource_of
from trayrecall.server.oauth.logins import Codes, Question, Questions
from trayrecall.server.oauth.store import ACCESS_SECONDS, Tokens
from trayrecall.server.pool import CallPool

SCOPE = "mcp"  # the only one; whatever a client asks for, it gets this
CALL_SECONDS = 20.0
MOST_REDIRECTS = 10
_LONGEST_REDIRECT = 1000
_LONGEST_STATE = 2000
_LONGEST_TITLE = 200
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")  # RFC 7636, S256
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_PLACE = re.compile(
    r"[A-Za-z0-9._:\[\]-]*"
)  # no other sign is a host's, and some say something in a page's policy
# Schemes of editors that are no reversed domain, as RFC 8252 wants them. Any other could start any program.
_EDITORS = frozenset({"cursor", "vscode", "vscode-insiders", "vscodium", "windsurf", "zed", "trae", "kiro"})

_T = TypeVar("_T")


class KnownClient(OAuthClientInformationFull):
    """A registered client as the SDK sees it."""

    def validate_scope(self, requested_scope: str | None) -> list[str] | None:  # noqa: ARG002
        """There is one scope, and everybody gets it."""
        return [SCOPE]

    def validate_redirect_uri(self, redirect_uri: AnyUrl | None) -> AnyUrl:
        """The redirect of a request; on this machine with any port (RFC 8252, 7.3)."""
        known = self.redirect_uris or []
        if redirect_uri is not None and any(_same_but_port(str(redirect_uri), str(uri)) for uri in known):
            return redirect_uri
        try:
            return super().validate_redirect_uri(redirect_uri)
        except InvalidRedirectUriError:  # the SDK's words quote it
            raise InvalidRedirectUriError("this redirect_uri was not registered") from None


class Provider(OAuthAuthorizationServerProvider[AuthorizationCode, RefreshToken, AccessToken]):
    """Belongs to the listener's event loop; what writes the file runs in the pool."""

    def __init__(self, access: RemoteAccess, questions: Questions, codes: Codes, calls: CallPool) -> None:
        self._access = access
        self._store = access.store
        self._questions = questions
        self._codes = codes
        self._calls = calls
        self.login_page = f"{access.base_url}/login?question="  # where a question's signed text is added

    # ---- clients --------------------------------------------------------------------------------------

    async def get_client(self, client_id: str) -> KnownClient | None:
        """The client of that id."""
        known = self._store.client(client_id)
        if known is None:
            return None
        return KnownClient(
            client_id=known.id,
            client_name=known.title,
            redirect_uris=[AnyUrl(uri) for uri in known.redirect_uris],
            token_endpoint_auth_method="none",  # noqa: S106 - no secret
        )

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        """Remember a client, and tell it that it is a public one. Raises RegistrationError."""
        redirects = [checked_redirect(str(uri)) for uri in client_info.redirect_uris or ()]
        if len(redirects) > MOST_REDIRECTS:
            raise RegistrationError("invalid_redirect_uri", f"at most {MOST_REDIRECTS} redirect_uris")
        client_info.token_endpoint_auth_method = "none"  # noqa: S105 - no secret
        client_info.client_secret = client_info.client_secret_expires_at = None
        client_info.scope = SCOPE
        title = (client_info.client_name or "")[:_LONGEST_TITLE]
        await self._run(lambda: self._store.register(client_info.client_id, title, redirects))

    # ---- from a question to a code ----------------------------------------------------------------------

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        """The address of the login page for this question. Raises AuthorizeError."""
        if not is_ours(params.resource, self._access.base_url):
            raise AuthorizeError("invalid_target", "TrayRecall gives no tokens for that resource")
        if not _CHALLENGE.fullmatch(params.code_challenge):
            raise AuthorizeError("invalid_request", "code_challenge must be that of S256")
        if len(params.state or "") > _LONGEST_STATE:
            raise AuthorizeError("invalid_request", f"state may have {_LONGEST_STATE} characters")
        question = Question(
            client.client_id,
            str(params.redirect_uri),
            params.redirect_uri_provided_explicitly,
            params.code_challenge,
            params.state,
        )
        return self.login_page + self._questions.signed(question)

    # ---- from a code to tokens --------------------------------------------------------------------------

    async def load_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: str
    ) -> AuthorizationCode | None:
        """The code if it is good. One that was used before ends the login that came of it (RFC 6749, 4.1.2)."""
        code = self._codes.find(client.client_id, authorization_code)
        if code is None:
            return None
        if code.family is not None:
            family = code.family
            await self._run(lambda: self._store.end(client.client_id, family))
            return None
        return AuthorizationCode(
            code=authorization_code,
            scopes=[SCOPE],
            expires_at=code.until,
            client_id=client.client_id,
            code_challenge=code.question.challenge,
            redirect_uri=AnyUrl(code.question.redirect_uri),
            redirect_uri_provided_explicitly=code.question.redirect_was_given,
            resource=resource_of(self._access.base_url),
        )

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        """The first tokens of a login. Raises TokenError."""
        if not self._codes.take(authorization_code.code):
            raise TokenError("invalid_grant", "authorization code does not exist")
        login = await self._run(lambda: self._store.log_in(client.client_id))
        if login is None:
            raise TokenError("invalid_client", "the client is not known any more")
        tokens, family = login
        self._codes.belongs(authorization_code.code, family)
        return _answer(tokens)

    async def load_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: str
    ) -> RefreshToken | None:
        """Taken as it is: whether it is good is found when it is used, in one step."""
        return RefreshToken(token=refresh_token, client_id=client.client_id, scopes=[SCOPE])

    async def exchange_refresh_token(
        self,
        client: OAuthClientInformationFull,
        refresh_token: RefreshToken,
        scopes: list[str],  # noqa: ARG002 - the protocol's signature; there is one scope
    ) -> OAuthToken:
        """New tokens for a refresh token. Raises TokenError."""
        tokens = await self._run(lambda: self._store.refresh(client.client_id, refresh_token.token))
        if tokens is None:
            raise TokenError("invalid_grant", "refresh token does not exist")
        return _answer(tokens)

    # ---- what only the SDK's own resource server would ask: the guard knows the tokens ---------------------

    async def load_access_token(self, token: str) -> AccessToken | None:  # noqa: ARG002
        """None."""
        return None

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        """End the login that the token belongs to."""
        await self._run(lambda: self._store.revoke(token.client_id, token.token))

    async def _run(self, call: Callable[[], _T]) -> _T:
        return await self._calls.run(call, seconds=CALL_SECONDS)


def is_ours(resource: str | None, base_url: str) -> bool:
    """Whether a token may be had for that resource; without one it is for the only one there is."""
    if resource is None:
        return True
    try:
        parts = urlsplit(resource)
    except ValueError:
        return False
    plain = SplitResult(parts.scheme.lower(), parts.netloc.lower(), parts.path.rstrip("/"), parts.query, "")
    return plain.geturl() in {base_url, resource_of(base_url)}


def checked_redirect(uri: str) -> str:
    """A redirect to a web page by HTTPS, to a program on the person's machine, or to a program's own scheme.

    Raises RegistrationError.
    """
    parts = urlsplit(uri)
    scheme = parts.scheme.lower()
    is_own_scheme = scheme in _EDITORS or ("." in scheme and scheme not in {"http", "https"})
    is_fine = scheme == "https" or (scheme == "http" and parts.hostname in _LOOPBACK) or is_own_scheme
    is_plain = _PLACE.fullmatch(parts.netloc) is not None and not parts.fragment
    if not is_fine or not is_plain or len(uri) > _LONGEST_REDIRECT:
        raise RegistrationError(
            "invalid_redirect_uri",
            "redirect_uris must be https, http on this machine, or a program's own scheme",
        )
    return uri


def _same_but_port(asked: str, registered: str) -> bool:
    one, other = urlsplit(asked), urlsplit(registered)
    if one.scheme != "http" or one.hostname not in _LOOPBACK or one.username is not None:
        return False
    return (one.scheme, one.hostname, one.path, one.query, one.fragment) == (
        other.scheme,
        other.hostname,
        other.path,
        other.query,
        "",
    )


def _answer(tokens: Tokens) -> OAuthToken:
    return OAuthToken(
        access_token=tokens.access, expires_in=ACCESS_SECONDS, scope=SCOPE, refresh_token=tokens.refresh
    )
