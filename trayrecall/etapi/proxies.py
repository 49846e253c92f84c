"""The system's proxy for an address: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY, or what Windows and macOS set.

This machine itself is never asked through a proxy. Proxies of other kinds than http and https (SOCKS) are left aside.
"""

from __future__ import annotations

import ipaddress
import urllib.request
from urllib.parse import urlsplit

import httpx

from trayrecall.etapi.address import is_loopback


def system_proxy(url: str) -> httpx.Proxy | None:
    """The proxy through which the address is to be asked, or None for a direct connection."""
    parts = urlsplit(url)
    if is_loopback(url) or not parts.hostname:
        return None
    found = urllib.request.getproxies()
    chosen = found.get(parts.scheme) or found.get("all")
    if not chosen or _is_exempt(parts.hostname, parts.port, found):
        return None
    try:
        told = chosen if "://" in chosen else f"http://{chosen}"
        way = urlsplit(told)
        usable = way.hostname and way.port != 0 and way.scheme in {"http", "https"}
        return httpx.Proxy(told) if usable else None
    except (ValueError, httpx.InvalidURL):
        return None


def shown(proxy: httpx.Proxy) -> str:
    """The proxy as a person knows it, without its user name and password."""
    host = f"[{proxy.url.host}]" if ":" in proxy.url.host else proxy.url.host
    return f"{host}:{proxy.url.port}" if proxy.url.port else host


def _is_exempt(host: str, port: int | None, found: dict[str, str]) -> bool:
    """Whether the host is left out of the use of proxies: by its name, end, name and port, or network."""
    if "no" not in found:
        return bool(urllib.request.proxy_bypass(host))
    listed = [name.strip() for name in found["no"].split(",")]
    if "*" in listed:
        return True
    for name in (name.lower().lstrip("*").lstrip(".") for name in listed):
        if name and any(where == name or where.endswith(f".{name}") for where in (host, f"{host}:{port}")):
            return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in map(_network, listed) if network is not None)


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(text.strip("[]"), strict=False)
    except ValueError:
        return None
