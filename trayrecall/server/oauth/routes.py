"""The routes of OAuth: the SDK's handlers where they do what is asked, and the thinnest layer of our own around them.

Ours are: the login page; that an error too says whose word it is; that `resource` is looked at when a token is asked
for (the SDK passes it over there); that registrations are limited; and revocation, because the SDK's demands a client
secret even of public clients.
The guard has checked headers, body type and body length; see `server.headers`.
"""

from __future__ import annotations

import hashlib
import hmac
import logging

from mcp.server.auth.handlers.authorize import AuthorizationHandler
from mcp.server.auth.handlers.metadata import MetadataHandler, ProtectedResourceMetadataHandler
from mcp.server.auth.handlers.register import RegistrationHandler
from mcp.server.auth.handlers.token import TokenHandler
from mcp.server.auth.middleware.client_auth import AuthenticationError, ClientAuthenticator
from mcp.server.auth.provider import construct_redirect_uri
from mcp.server.auth.settings import ClientRegistrationOptions
from mcp.shared.auth import OAuthMetadata, ProtectedResourceMetadata
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from trayrecall.server.answers import json_answer
from trayrecall.server.attempts import Attempts
from trayrecall.server.guard import RESOURCE_METADATA
from trayrecall.server.oauth.access import RemoteAccess, resource_of
from trayrecall.server.oauth.logins import Codes, Question, Questions
from trayrecall.server.oauth.page import asking_page, failed_page
from trayrecall.server.oauth.provider import CALL_SECONDS, SCOPE, Provider, is_ours
from trayrecall.server.pool import CallPool

log = logging.getLogger(__name__)

WRONG_PASSWORDS = 10  # within a minute, from everybody together: behind a proxy all have one address
REGISTRATIONS = 20  # the same
_ROOT_METADATA = RESOURCE_METADATA.removesuffix("/mcp")
_BEGIN_ANEW = "Begin anew in the program that sent you here."


class OAuthRoutes:
    """Belongs to one event loop."""

    def __init__(self, access: RemoteAccess, calls: CallPool) -> None:
        logging.getLogger("mcp").setLevel(logging.CRITICAL + 1)  # its messages quote requests
        self._access = access
        self._calls = calls
        self._questions = Questions()
        self._codes = Codes()
        self._wrong_passwords = Attempts(WRONG_PASSWORDS)
        self._registrations = Attempts(REGISTRATIONS)
        self._provider = Provider(access, self._questions, self._codes, calls)
        self._authenticator = ClientAuthenticator(self._provider)
        self._authorize = AuthorizationHandler(self._provider)
        self._token = TokenHandler(self._provider, self._authenticator)
        self._register = RegistrationHandler(self._provider, ClientRegistrationOptions())

    def table(self) -> list[BaseRoute]:
        """All routes of this surface."""
        server = MetadataHandler(server_metadata(self._access.base_url))
        resource = ProtectedResourceMetadataHandler(resource_metadata(self._access.base_url))
        return [
            Route("/.well-known/oauth-authorization-server", server.handle),
            Route(RESOURCE_METADATA, resource.handle),
            Route(_ROOT_METADATA, resource.handle),  # where clients look that don't know the form with a path
            Route("/authorize", self.authorize),
            Route("/login", self.ask),
            Route("/login", self.log_in, methods=["POST"]),
            Route("/token", self.token, methods=["POST"]),
            Route("/register", self.register, methods=["POST"]),
            Route("/revoke", self.revoke, methods=["POST"]),
        ]

    # ---- a person -------------------------------------------------------------------------------------

    async def authorize(self, request: Request) -> Response:
        """A client's question: on to the login page, back to the client, or a page when it can't be told."""
        answer = await self._authorize.handle(request)
        if answer.status_code == 400:  # noqa: PLR2004 - the SDK tells a person in JSON
            return failed_page(
                f"The program that sent you here is not known, or it asked wrongly. {_FORGOTTEN}"
            )
        where = answer.headers["location"]
        if not where.startswith(
            self._provider.login_page
        ):  # to the client: whose word it is belongs to it (RFC 9207)
            answer.headers["location"] = construct_redirect_uri(where, iss=self._access.base_url)
        return answer

    async def ask(self, request: Request) -> Response:
        """The login page."""
        signed = request.query_params.get("question", "")
        question = self._questions.read(signed)
        return _too_late() if question is None else self._page(question, signed)

    async def log_in(self, request: Request) -> Response:
        """What a person answered there."""
        form = await request.form()
        signed, password, answer = (str(form.get(name, "")) for name in ("question", "password", "answer"))
        question = self._questions.read(signed)
        if question is None:
            return _too_late()
        if answer == "refuse":
            return self._back(question, error="access_denied")
        wait = self._wrong_passwords.wait()
        if wait > 0:
            told = f"Too many wrong passwords. Wait {int(wait) + 1} seconds."
            return self._page(question, signed, told, 429, wait)
        if not _same(password, self._access.password):
            self._wrong_passwords.count()
            log.warning("a login of a remote client failed: wrong password")
            return self._page(question, signed, "That is not the password.", 403)
        log.info("a remote client is logged in")
        return self._back(question, code=self._codes.issue(question))

    def _page(
        self, question: Question, signed: str, wrong: str = "", status: int = 200, wait: float = 0
    ) -> Response:
        client = self._access.store.client(question.client_id)
        if client is None:
            return failed_page(f"The program that sent you here is not known any more. {_FORGOTTEN}")
        return asking_page(client.title, question.redirect_uri, signed, wrong=wrong, status=status, wait=wait)

    def _back(self, question: Question, *, code: str | None = None, error: str | None = None) -> Response:
        """To the client, with the answer."""
        where = construct_redirect_uri(
            question.redirect_uri, code=code, error=error, state=question.state, iss=self._access.base_url
        )
        return RedirectResponse(where, 303)

    # ---- a program ------------------------------------------------------------------------------------

    async def token(self, request: Request) -> Response:
        """Tokens for a code or a refresh token."""
        asked = (await request.form()).getlist("resource")
        if not all(is_ours(str(resource), self._access.base_url) for resource in asked):
            return _oauth_error("invalid_target", "TrayRecall gives no tokens for that resource")
        answer: Response = await self._token.handle(request)
        return answer

    async def register(self, request: Request) -> Response:
        """A program registers itself."""
        wait = self._registrations.count()
        if wait > 0:
            headers = {"Retry-After": str(int(wait) + 1)}
            return json_answer({"error": "temporarily_unavailable"}, 429, headers)
        return await self._register.handle(request)

    async def revoke(self, request: Request) -> Response:
        """A program gives its token back; with an unknown one there is nothing to do (RFC 7009)."""
        try:
            client = await self._authenticator.authenticate_request(request)
        except AuthenticationError:
            return _oauth_error("invalid_client", "the client is not known", 401)
        token = str((await request.form()).get("token", ""))
        if not token:
            return _oauth_error("invalid_request", "token is needed")
        store = self._access.store
        await self._calls.run(lambda: store.revoke(client.client_id, token), seconds=CALL_SECONDS)
        return json_answer({})


_FORGOTTEN = "Remove the connection there and add it again."


def server_metadata(base_url: str) -> OAuthMetadata:
    """RFC 8414. All clients are public ones, so none has to prove itself."""
    return OAuthMetadata.model_validate(
        {
            "issuer": base_url,
            "authorization_endpoint": f"{base_url}/authorize",
            "token_endpoint": f"{base_url}/token",
            "registration_endpoint": f"{base_url}/register",
            "revocation_endpoint": f"{base_url}/revoke",
            "scopes_supported": [SCOPE],
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
        }
    )


def resource_metadata(base_url: str) -> ProtectedResourceMetadata:
    """RFC 9728, of the MCP endpoint."""
    return ProtectedResourceMetadata.model_validate(
        {
            "resource": resource_of(base_url),
            "authorization_servers": [base_url],
            "scopes_supported": [SCOPE],
            "resource_name": "TrayRecall",
        }
    )


def _same(presented: str, password: str) -> bool:
    """Compared in constant time, whatever their lengths."""
    one, other = (hashlib.sha256(text.encode("utf-8", "replace")).digest() for text in (presented, password))
    return hmac.compare_digest(one, other)


def _too_late() -> Response:
    return failed_page(f"It was begun too long ago, or before TrayRecall was restarted. {_BEGIN_ANEW}")


def _oauth_error(error: str, told: str, status: int = 400) -> Response:
    return json_answer({"error": error, "error_description": told}, status)
