"""The addresses a phone might reach, best first, and never one that only this machine could open."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from companion.words import Text, say

Interface = tuple[str, str, int]
"""The name of an interface, one of its addresses, and the length of that network's prefix."""
T = TypeVar("T")

VIRTUAL = re.compile(
    r"^(docker|br-|bridge|veth|virbr|vmnet|vmenet|vbox|lxc|lxd|incus|podman|cni|flannel|cali|tun|tap|utun|wg|zt|ppp|"
    r"ipsec|awdl|llw|rmnet)"
    r"|docker|virtual|hyper-v|vethernet|vmware|wsl|host-only|tap-windows|wireguard|openvpn|tailscale|zerotier|vpn"
)
"""Switches and tunnels a phone in the room is not on: Linux's and macOS's short names, Windows' descriptions."""
PHYSICAL = re.compile(r"^(wl|en|eth)|wi-?fi|wireless|ethernet")
HOME = IPv4Network("192.168.0.0/16")
OFFICE = IPv4Network("10.0.0.0/8")
OVERLAY = IPv4Network("100.64.0.0/10")
EVERYWHERE = ("0.0.0.0", "::", "")
FRESH = 3.0
"""Seconds for which what was read of this machine's interfaces is believed: a Wi-Fi may come, go or change."""
MOVED = 1800.0
"""Seconds for which pages say that the address has changed."""


class NotAnAddress(ValueError):
    """What was given as the address phones should open cannot be one. The text says why, fit for the terminal."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


@dataclass(frozen=True)
class Address:
    """Where phones find the app: `http://192.168.1.23:8000`, or behind a proxy `https://games.example.org/table`."""

    host: str
    port: int
    scheme: str = "http"
    prefix: str = ""
    """The path the proxy puts in front of every page: empty, or with a leading and without a trailing slash."""

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _usual_port(self.scheme) else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.prefix}"

    @property
    def home(self) -> str:
        """The address of the home page."""
        return f"{self}/"

    def join(self, code: str) -> str:
        """The address in the QR of the table with that code."""
        return f"{self}/j/{code}"


def read_address(text: str, port: int) -> Address:
    """The address somebody chose: an IP address or a host name, both served at `port` unless they name one, or a full
    public address with its path prefix. Raises `NotAnAddress`, also for those only this machine could open."""
    given = text.strip()
    try:
        parts = urlsplit(given if "://" in given else f"//{_bracketed(given)}")
    except ValueError:  # a bracket left open, or a letter that falls apart into others
        raise NotAnAddress(say("%(text)s is neither an address nor a host name.", text=given)) from None
    try:
        host, own_port = parts.hostname or "", parts.port
    except ValueError:
        raise NotAnAddress(say("The port in %(text)s is not a number.", text=given)) from None
    if parts.scheme not in ("", "http", "https"):
        raise NotAnAddress(say("%(text)s has to begin with http:// or https://.", text=given))
    if parts.query or parts.fragment or parts.username is not None:
        raise NotAnAddress(say("%(text)s should be an address only, without ?, # or @.", text=given))
    host = _checked_host(host, given)
    prefix = parts.path.rstrip("/")
    if not re.fullmatch(r"(/[\w.~%-]+)*", prefix, re.ASCII):
        raise NotAnAddress(say("The path in %(text)s has characters that an address cannot have.", text=given))
    usual = _usual_port(parts.scheme) if parts.scheme else port
    return Address(host, own_port or usual, parts.scheme or "http", prefix)


def is_reachable(host: str) -> bool:
    """Whether another machine could open `host`: not loopback, link-local, unspecified, multicast or `localhost`."""
    try:
        ip = ip_address(host)
    except ValueError:
        return host.rstrip(".") != "localhost" and not host.rstrip(".").endswith(".localhost")
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast)


def candidates(interfaces: Iterable[Interface], towards_internet: Collection[str] = ()) -> tuple[str, ...]:
    """The addresses among `interfaces` that a phone might reach, likeliest first, equals in the order given.

    `towards_internet` are the addresses this machine would use to leave the house. They are one vote only: through a
    VPN they are the wrong ones, and without a way out there are none.
    """
    usable = {ip: name for name, ip, prefix in interfaces if _has_neighbours(ip, prefix)}
    return tuple(sorted(usable, key=lambda ip: -_likelihood(usable[ip], ip, towards_internet)))


@dataclass(frozen=True)
class Reach:
    """How phones get here: the best address or none, the others to try, and what the host should know."""

    best: Address | None
    others: tuple[Address, ...] = ()
    warning: Text | None = None


def reach(bind: str, port: int, chosen: Address | None, found: Collection[str], contained: bool = False) -> Reach:
    """The address to show: the `chosen` one, else the best of those `found` that the server listens on.

    `bind` is where the server listens, which is another thing than what it advertises. `contained` says that it runs
    in a container, whose own addresses nobody outside can open.
    """
    older = bind != "::"  # which alone is open to both kinds of address
    here = tuple(Address(ip, port) for ip in found if not (older and ":" in ip))
    if not is_reachable(bind) and bind not in EVERYWHERE:
        only_here = say("Listening on %(bind)s, which only this computer can open.", bind=bind)
        return Reach(chosen, (), None if chosen else only_here)
    if bind not in EVERYWHERE:
        here = (Address(bind, port),)
    if chosen is not None:
        return Reach(chosen, tuple(address for address in here if address != chosen))
    if contained:
        warning = say(
            "The app runs in a container and does not know its outside address. Set --address to what phones should "
            "open."
        )
        return Reach(None, (), warning)
    if here:
        return Reach(here[0], here[1:])
    if found:
        return Reach(
            None, (), say("This network has IPv6 addresses only. Phones can come after a start with --bind ::")
        )
    return Reach(
        None, (), say("This computer is not on a network phones can join. Connect it to Wi-Fi: then the code appears.")
    )


def lately(look: Callable[[], T], clock: Callable[[], float] = time.monotonic) -> Callable[[], T]:
    """What `look` answers, asked again only when the last answer is older than `FRESH`."""
    known: list[tuple[float, T]] = []

    def answer() -> T:
        if not known or clock() >= known[0][0] + FRESH:
            known[:] = [(clock(), look())]
        return known[0][1]

    return answer


class Whereabouts:
    """How phones get here, asked of `look` anew every few seconds, and whether that has changed while we serve."""

    def __init__(self, look: Callable[[], Reach], clock: Callable[[], float] = time.monotonic) -> None:
        self._look = lately(look, clock)
        self._clock = clock
        self._best: Address | None = None
        self._moved_at = float("-inf")

    def now(self) -> Reach:
        """How phones get here now."""
        here = self._look()
        if here.best != self._best and here.best is not None:
            if self._best is not None:
                self._moved_at = self._clock()
            self._best = here.best
        return here

    @property
    def moved(self) -> bool:
        """Whether the best address has lately become another: those who came by the old one have to come anew."""
        return self._clock() < self._moved_at + MOVED


def interfaces() -> list[Interface]:
    """This machine's interfaces, in the system's own words; none where the system does not tell."""
    import ifaddr

    with suppress(OSError):
        return [
            (_called(adapter.nice_name, ip.nice_name), ip.ip if isinstance(ip.ip, str) else ip.ip[0], ip.network_prefix)
            for adapter in ifaddr.get_adapters()
            for ip in adapter.ips
        ]
    return []


interfaces_lately = lately(interfaces)


def own_addresses() -> frozenset[str]:
    """Every address that this machine has, also those no phone can reach, as read within the last `FRESH` seconds."""
    return frozenset(ip for _, ip, _ in interfaces_lately())


def own_names() -> frozenset[str]:
    """What this machine is called on its own network: its name alone, and as its phones look it up without a server
    (RFC 6762). Neither can be another's on the internet."""
    name = socket.gethostname().partition(".")[0].lower()
    return frozenset((name, f"{name}.local")) if name else frozenset()


def towards_internet() -> frozenset[str]:
    """The addresses this machine would use to leave the house, without sending anything; none when it has no way."""
    return frozenset(filter(None, (_source(socket.AF_INET, "203.0.113.1"), _source(socket.AF_INET6, "2001:db8::1"))))


def found() -> tuple[str, ...]:
    """This machine's addresses, likeliest first, as read within the last `FRESH` seconds."""
    return candidates(interfaces_lately(), towards_internet())


def is_contained(root: Path = Path("/")) -> bool:
    """Whether this runs in a container. A marker file alone is no proof: machines built from a container's image
    carry it too, so the root must also be a container's kind of file system."""
    marked = any((root / marker).exists() for marker in (".dockerenv", "run/.containerenv"))
    if marked and _root_file_system(root) in ("overlay", "aufs", "fuse-overlayfs", "vfs"):
        return True
    return bool(re.search(r"docker|containerd|kubepods|libpod|lxc/", _text(root / "proc/1/cgroup")))


def _usual_port(scheme: str) -> int:
    return 443 if scheme == "https" else 80


def _bracketed(text: str) -> str:
    try:
        return f"[{IPv6Address(text)}]"
    except ValueError:
        return text


def _checked_host(host: str, given: str) -> str:
    with suppress(ValueError):
        host = str(ip_address(host))
    if not is_reachable(host):
        raise NotAnAddress(say("%(text)s is an address that only this computer can open.", text=given))
    with suppress(UnicodeError):
        host = host if host.isascii() else host.encode("idna").decode()
    is_name = re.fullmatch(r"(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*", host)
    # A name of digits and dots alone is a mistyped number, which phones would read in their own way.
    if ":" not in host and (not is_name or (re.fullmatch(r"[0-9.]+|0x[0-9a-f.x]+", host) and not _is_ipv4(host))):
        raise NotAnAddress(say("%(text)s is neither an address nor a host name.", text=given))
    return host


def _is_ipv4(text: str) -> bool:
    try:
        IPv4Address(text)
    except ValueError:
        return False
    return True


def _source(family: socket.AddressFamily, documentation: str) -> str | None:
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((documentation, 9))  # the route to it is looked up, no packet leaves
        return str(probe.getsockname()[0])
    return None


def _has_neighbours(ip: str, prefix: int) -> bool:
    # A network of one or two addresses is a tunnel's end; an overlay gives each machine such a one, and phones join it.
    # In IPv6 an ordinary machine may be given a network of one, too.
    return is_reachable(ip) and (prefix < 31 or ":" in ip or IPv4Address(ip) in OVERLAY)


def _likelihood(name: str, ip: str, towards_internet: Collection[str]) -> int:
    where = ip_address(ip)
    wire = -8 if VIRTUAL.search(name.lower()) else 2 if PHYSICAL.search(name.lower()) else 0
    # No table has typed an IPv6 address yet: before a tunnel's only, and where there is nothing else.
    kind = -6 if isinstance(where, IPv6Address) else 2 if where in HOME else 1 if where in OFFICE else 0
    return wire + kind + (4 if ip in towards_internet else 0)


def _called(adapter: str, connection: str) -> str:
    # Windows tells the device ("Hyper-V Virtual Ethernet Adapter") and the connection ("vEthernet (WSL)").
    return adapter if adapter == connection else f"{adapter} {connection}"


def _root_file_system(root: Path) -> str:
    for line in _text(root / "proc/self/mountinfo").splitlines():
        mount, _, kind = line.partition(" - ")
        if mount.split()[4:5] == ["/"]:
            return kind.split()[0]
    return ""


def _text(path: Path) -> str:
    with suppress(OSError):
        return path.read_text(errors="replace")
    return ""
