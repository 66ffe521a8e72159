"""Where phones find the app: the address in every QR, a proxy's path prefix, which addresses phones really used."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from ipaddress import ip_address
from typing import Any

from flask import Flask, current_app, request
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.network import Address, Reach, Whereabouts

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
    app.before_request(_remember_who_came)


def reach() -> Reach:
    """How phones get here now."""
    return _whereabouts().now()


def moved() -> bool:
    """Whether that has lately changed, so that whoever came by the old address has to come anew."""
    return _whereabouts().moved


def sign() -> str:
    """What changes when the address in the QR does."""
    return f"{zlib.crc32(str(reach().best).encode()):x}"


def addresses() -> tuple[Address, ...]:
    """Every address a phone might use, best first."""
    known = reach()
    return (known.best, *known.others) if known.best else known.others


def reached() -> frozenset[str]:
    """The hosts of our addresses under which another machine has really reached us."""
    return frozenset(current_app.extensions["reached_at"])


def _whereabouts() -> Whereabouts:
    here: Whereabouts = current_app.extensions["whereabouts"]
    return here


def _remember_who_came() -> None:
    """A request from another machine proves that its address works. Only addresses of ours are remembered."""
    seen: set[str] = current_app.extensions["reached_at"]
    host = request.host.rpartition(":")[0] or request.host
    if host not in seen and not _is_loopback(request.remote_addr) and host in {a.host for a in addresses()}:
        seen.add(host)


def _is_loopback(address: str | None) -> bool:
    try:
        return ip_address(address or "127.0.0.1").is_loopback
    except ValueError:
        return True


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
