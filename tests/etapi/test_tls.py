"""Certificates over real TLS on the loopback address: the trust store, a CA file, a pin, and never without any."""

from __future__ import annotations

import datetime as dt
import socket
import ssl
from pathlib import Path

import pytest

from tests.etapi.tls import Made, as_browsers_show, make, serving
from tests.etapi.tools import closing
from tests.fakes import TOKEN
from trayrecall.core import errors
from trayrecall.etapi import fetch_fingerprint
from trayrecall.etapi.certificates import certificate_of, typed_fingerprint
from trayrecall.etapi.trust import pinned_context, verifying_context

pytestmark = pytest.mark.case("NW07")


@pytest.fixture
def own(tmp_path: Path) -> Made:
    """A certificate that only it itself vouches for."""
    return make(tmp_path)


def test_a_self_signed_certificate_is_refused_by_its_name_and_no_request_is_sent(own: Made) -> None:
    with (
        serving(own) as server,
        closing(server.url) as source,
        pytest.raises(
            errors.TlsFailure, match=r"self.signed.*CN=notes\.lan, O=Zuhause, valid until"
        ) as failed,
    ):
        source.app_version()
    assert "fingerprint" in failed.value.hint
    assert failed.value.presented == own.sha256
    assert failed.value.__context__ is None
    assert source.requests_sent == 1
    assert server.asked == []


def test_a_certificate_is_accepted_by_the_file_of_its_authority(tmp_path: Path) -> None:
    authority = make(tmp_path, "Home CA", is_authority=True)
    leaf = make(tmp_path, by=authority)
    with serving(leaf) as server:
        with closing(server.url, ca_file=authority.public) as source:
            assert source.app_version() == "0.102.1"
        with (
            closing(server.url) as source,
            pytest.raises(errors.TlsFailure, match=r"issued by CN=Home CA"),
        ):
            source.app_version()


def test_a_self_signed_certificate_is_accepted_by_its_own_file_and_by_its_pin(own: Made) -> None:
    with serving(own) as server:
        for how in (
            {"ca_file": own.public},
            {"pinned_sha256": own.sha256},
            {"pinned_sha256": as_browsers_show(own.sha256)},
        ):
            with closing(server.url, **how) as source:
                assert source.app_version() == "0.102.1"
    assert server.asked == [("/etapi/app-info", TOKEN)] * 3


def test_the_wrong_authority_vouches_for_nothing(tmp_path: Path, own: Made) -> None:
    other = make(tmp_path, "Other CA", is_authority=True)
    with (
        serving(own) as server,
        closing(server.url, ca_file=other.public) as source,
        pytest.raises(errors.TlsFailure),
    ):
        source.app_version()


def test_any_other_certificate_than_the_pinned_one_is_refused_before_the_token_is_sent(
    tmp_path: Path, own: Made
) -> None:
    authority = make(tmp_path, "Home CA", is_authority=True)
    twin = make(tmp_path)
    for presented in (twin, make(tmp_path, by=authority)):
        with (
            serving(presented) as server,
            closing(server.url, pinned_sha256=own.sha256, ca_file=authority.public) as source,
            pytest.raises(errors.TlsFailure, match=r"another certificate.*CN=notes\.lan") as failed,
        ):
            source.app_version()
        assert "renewed" in failed.value.hint
        assert server.asked == []


@pytest.mark.parametrize(
    ("names", "days", "said", "hint"),
    [
        (("elsewhere.lan",), (-1, 30), "mismatch", "elsewhere.lan"),
        (("127.0.0.1",), (-30, -2), "expired", "Renew"),
        (("127.0.0.1",), (2, 30), "not yet valid", ""),
    ],
)
def test_another_name_and_a_wrong_date_are_refused_without_a_pin_and_accepted_with_it(
    tmp_path: Path, names: tuple[str, ...], days: tuple[int, int], said: str, hint: str
) -> None:
    authority = make(tmp_path, "Home CA", is_authority=True)
    leaf = make(tmp_path, names=names, by=authority, days=days)
    with serving(leaf) as server:
        with (
            closing(server.url, ca_file=authority.public) as source,
            pytest.raises(errors.TlsFailure, match=said) as failed,
        ):
            source.app_version()
        assert hint in failed.value.hint
        assert server.asked == []
        with closing(server.url, pinned_sha256=leaf.sha256) as source:
            assert source.app_version() == "0.102.1"


def test_a_pinned_connection_is_encrypted(own: Made) -> None:
    with (
        serving(own) as server,
        socket.create_connection(("127.0.0.1", server.port), 2) as plain,
        pinned_context(own.sha256).wrap_socket(plain, server_hostname="x") as secure,
    ):
        assert secure.version() in {"TLSv1.2", "TLSv1.3"}
        assert secure.cipher() is not None


def test_a_context_without_trust_in_anything_refuses_everything(own: Made) -> None:
    bare = type(pinned_context(own.sha256))(ssl.PROTOCOL_TLS_CLIENT)
    bare.check_hostname = False
    bare.verify_mode = ssl.CERT_NONE
    with (
        serving(own) as server,
        socket.create_connection(("127.0.0.1", server.port), 2) as plain,
        pytest.raises(ssl.SSLError),
    ):
        bare.wrap_socket(plain, server_hostname="x")


def test_verification_is_on_unless_there_is_a_pin(own: Made) -> None:
    for context in (verifying_context(), verifying_context(own.public)):
        assert context.verify_mode == ssl.CERT_REQUIRED
        assert context.check_hostname
    with closing("https://127.0.0.1:1") as source:
        assert source.requests_sent == 0
    assert ssl._create_default_https_context is ssl.create_default_context


# ---- looking ------------------------------------------------------------------------------------------


def test_what_a_server_presents_is_shown_without_a_request(tmp_path: Path) -> None:
    authority = make(tmp_path, "Home CA", is_authority=True)
    leaf = make(tmp_path, names=("127.0.0.1", "notes.lan", "::1"), by=authority, days=(-9, -2))
    with serving(leaf) as server:
        shown = fetch_fingerprint(f"{server.url}/etapi")
    assert shown.sha256 == leaf.sha256
    assert (shown.subject, shown.issuer) == ("CN=notes.lan, O=Zuhause", "CN=Home CA, O=Zuhause")
    assert shown.names == ("127.0.0.1", "notes.lan", "::1")
    assert shown.not_after == leaf.certificate.not_valid_after_utc
    assert server.asked == []
    assert typed_fingerprint(as_browsers_show(leaf.sha256)) == shown.sha256


def test_looking_at_what_has_no_certificate_says_so() -> None:
    with serving(None) as server, pytest.raises(errors.TlsFailure, match="doesn't speak TLS"):
        fetch_fingerprint(server.url)
    with pytest.raises(errors.Unreachable):
        fetch_fingerprint(server.url)
    with pytest.raises(errors.UserInputError, match="https"):
        fetch_fingerprint("http://127.0.0.1:1")
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(errors.SourceTimeout):
        fetch_fingerprint(f"https://127.0.0.1:{silent.getsockname()[1]}", seconds=0.3)


def test_a_certificate_that_cannot_be_read_has_a_fingerprint_all_the_same(own: Made) -> None:
    whole = certificate_of(own.der)
    assert whole.not_after is not None
    assert whole.not_after.tzinfo is dt.UTC
    for i in range(len(own.der)):
        damaged = own.der[:i] + bytes([own.der[i] ^ 0xFF]) + own.der[i + 1 :]
        assert len(certificate_of(damaged).sha256) == 64
        assert len(certificate_of(own.der[:i]).sha256) == 64
    assert certificate_of(b"").subject == ""


# ---- what a person enters -----------------------------------------------------------------------------

DIGITS = "0123456789abcdef" * 4


@pytest.mark.parametrize(
    "typed",
    [
        DIGITS,
        DIGITS.upper(),
        f" {DIGITS}\n",
        f"sha256:{DIGITS}",
        "SHA256 Fingerprint=" + ":".join(DIGITS[i : i + 2] for i in range(0, 64, 2)).upper(),
        "SHA-256 " + " ".join(DIGITS[i : i + 2] for i in range(0, 64, 2)),
    ],
)
def test_a_fingerprint_is_read_however_it_is_pasted(typed: str) -> None:
    assert typed_fingerprint(typed) == DIGITS


@pytest.mark.parametrize("typed", ["", DIGITS[:-1], DIGITS + "0", "g" + DIGITS[1:], "a1" * 20])
def test_what_is_no_fingerprint_is_refused(typed: str) -> None:
    with pytest.raises(errors.UserInputError), closing("https://h", pinned_sha256=typed):
        pass


def test_a_pin_needs_https_and_a_ca_file_must_hold_certificates(tmp_path: Path) -> None:
    with pytest.raises(errors.UserInputError, match="https"), closing("http://h", pinned_sha256=DIGITS):
        pass
    empty = tmp_path / "empty.pem"
    empty.write_text("nothing")
    for file in (empty, tmp_path / "missing.pem", tmp_path):
        with (
            pytest.raises(errors.UserInputError, match=r"CA file") as refused,
            closing("https://h", ca_file=file),
        ):
            pass
        assert refused.value.__context__ is None
