"""Where phones find the app: the address in every QR, a proxy's path prefix, which addresses phones really used."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import ip_address
from typing import Any

from flask import Flask, Response, current_app, request
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.network import Address, Reach, Whereabouts, own_addresses, own_names
from companion.web.language import in_words
from companion.words import say

NOT_OUR_NAME = say("The app does not answer to that name. Please open the address on the host’s screen.")
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def init_app(app: Flask, here: Whereabouts, trust_proxy: bool) -> None:
    """Serve under the chosen address's path prefix, and believe a proxy only when told to."""
    app.extensions["whereabouts"] = here
    app.extensions["reached_at"] = set()
    best = here.now().best
    if best is not None and best.prefix:
        app.wsgi_app = _Prefixed(app.wsgi_app, best.prefix)  # type: ignore[method-assign]
    if trust_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
    app.extensions["trusts_proxy"] = trust_proxy
    app.before_request(_answer_to_our_own_names)
    app.before_request(_remember_who_came)


def reach() -> Reach:
    """How phones get here now."""
    return _whereabouts().now()


def moved() -> bool:
    """Whether that has lately changed, so that whoever came by the old address has to come anew."""
    return _whereabouts().moved


def sign() -> str:
    """What changes when the address in the QR does."""
    return _sign_of(reach().best)


@lru_cache(maxsize=8)
def _sign_of(best: Address | None) -> str:
    return f"{zlib.crc32(str(best).encode()):x}"


def addresses() -> tuple[Address, ...]:
    """Every address a phone might use, best first."""
    known = reach()
    return (known.best, *known.others) if known.best else known.others


def reached() -> frozenset[str]:
    """The hosts of our addresses under which another machine has really reached us."""
    return frozenset(current_app.extensions["reached_at"])


def from_elsewhere() -> bool:
    """Whether the page that is being answered is asked for by another machine: a guest's phone, most likely."""
    return not _is_this_computer(request.remote_addr)


def _whereabouts() -> Whereabouts:
    here: Whereabouts = current_app.extensions["whereabouts"]
    return here


def _answer_to_our_own_names() -> Response | None:
    """A page elsewhere may have its own name lead to this machine, and then read ours as if they were its own: so
    whoever comes by a name that is not ours gets nothing else. Who names nothing is no browser."""
    if "HTTP_HOST" not in request.environ or _is_ours(host_of(request.host)):
        return None
    return Response(f"{in_words(NOT_OUR_NAME)}\n", 421, mimetype="text/plain")


def _is_ours(host: str) -> bool:
    """Whether phones may call us that: a name or address we were given or have now. A proxy that is trusted says itself
    what it is called."""
    if host == "localhost" or host in {known.host for known in addresses()}:
        return True
    if current_app.extensions["trusts_proxy"] and "HTTP_X_FORWARDED_HOST" in request.environ:
        return True
    try:
        ip = ip_address(host)
    except ValueError:
        return host in own_names()
    own = reach().best is None or ip.is_loopback  # in a container we do not know our own, and no name is an address
    return own or host in {str(ip_address(one.partition("%")[0])) for one in own_addresses()}


def host_of(host: str) -> str:
    """A Host header without its port, the brackets of IPv6 and the dot that a name may end in, in small letters."""
    name, _, port = host.rpartition(":")
    bare = (name if name and port.isdigit() and (name[-1] == "]" or ":" not in name) else host).strip("[]").lower()
    return bare.partition("%")[0].rstrip(".")


def _remember_who_came() -> None:
    """A request from another machine proves that its address works. Only addresses of ours are remembered."""
    seen: set[str] = current_app.extensions["reached_at"]
    host = host_of(request.host)
    if host not in seen and host in {a.host for a in addresses()} and from_elsewhere():
        seen.add(host)


def _is_this_computer(address: str | None) -> bool:
    """Whether that is where this computer's own browser comes from, whichever of its addresses it opened."""
    try:
        ip = ip_address((address or "127.0.0.1").partition("%")[0])
    except ValueError:
        return True
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return ip.is_loopback or str(ip) in {str(ip_address(one.partition("%")[0])) for one in own_addresses()}


class _Prefixed:
    """Serves the app below a path prefix, whether the proxy in front has cut it off or passes it on."""

    def __init__(self, app: Wsgi, prefix: str) -> None:
        self._app = app
        self._prefix = prefix

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if path == self._prefix or path.startswith(self._prefix + "/"):
            environ["PATH_INFO"] = path[len(self._prefix) :] or "/"
        environ["SCRIPT_NAME"] = self._prefix
        return self._app(environ, start_response)
