"""Which address goes on the QR: faults C01 to C06, in words and numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.network import (
    Address,
    NotAnAddress,
    Reach,
    Whereabouts,
    candidates,
    found,
    interfaces,
    is_contained,
    is_reachable,
    own_addresses,
    reach,
    read_address,
)

WIFI = ("wlan0", "192.168.1.23", 24)
DOCKER = ("docker0", "172.17.0.1", 16)
TUNNEL = ("tun0", "10.8.0.2", 24)


@pytest.mark.parametrize(
    ("here", "towards_internet", "expected"),
    [
        pytest.param(
            [
                DOCKER,
                ("vEthernet", "172.22.0.1", 20),
                ("wlan0", "10.0.0.23", 24),
                TUNNEL,
                ("lo", "127.0.0.1", 8),
            ],
            (),
            # the tunnel's 10/8 lifts it one above the two switches, which stay in the order given
            ["10.0.0.23", "10.8.0.2", "172.17.0.1", "172.22.0.1"],
            id="C02",
        ),
        pytest.param([DOCKER, WIFI], (), ["192.168.1.23", "172.17.0.1"], id="no way to the internet"),
        pytest.param([DOCKER, WIFI], ("192.168.1.23",), ["192.168.1.23", "172.17.0.1"], id="wifi and docker"),
        pytest.param(
            [TUNNEL, DOCKER, WIFI],
            ("10.8.0.2",),
            ["192.168.1.23", "10.8.0.2", "172.17.0.1"],
            id="everything through a VPN",
        ),
        pytest.param(
            [TUNNEL, ("eth0", "10.20.30.40", 24), WIFI],
            ("10.8.0.2",),
            ["192.168.1.23", "10.20.30.40", "10.8.0.2"],
            id="wired and wifi under a VPN",
        ),
        pytest.param(
            [("eth0", "10.20.30.40", 24), WIFI],
            ("10.20.30.40",),
            ["10.20.30.40", "192.168.1.23"],
            id="the vote decides",
        ),
        pytest.param(
            [
                ("Hyper-V Virtual Ethernet Adapter vEthernet (WSL)", "172.28.0.1", 20),
                ("VirtualBox Host-Only Ethernet Adapter Ethernet 2", "192.168.56.1", 24),
                ("Intel(R) Wi-Fi 6 AX201 160MHz Wi-Fi", "192.168.178.20", 24),
            ],
            (),
            ["192.168.178.20", "192.168.56.1", "172.28.0.1"],
            id="Windows in its own words",
        ),
        pytest.param(
            [("utun3", "10.9.0.2", 24), ("en0", "172.20.10.2", 28)], (), ["172.20.10.2", "10.9.0.2"], id="macOS"
        ),
        pytest.param(
            [("eth0", "2001:db8::7", 64), ("eth0", "fe80::1", 64), ("lo", "::1", 128), WIFI, DOCKER],
            ("2001:db8::7", "192.168.1.23"),
            # a phone opens both, and nobody types the longer one; a switch inside this computer no phone is on
            ["192.168.1.23", "2001:db8::7", "172.17.0.1"],
            id="both kinds of address",
        ),
        pytest.param([("eth0", "fd00::2", 128), TUNNEL], ("fd00::2",), ["fd00::2", "10.8.0.2"], id="IPv6 and a VPN"),
    ],
)
def test_the_likeliest_address_comes_first_and_the_others_are_offered(
    here: list[tuple[str, str, int]], towards_internet: tuple[str, ...], expected: list[str]
) -> None:
    assert list(candidates(here, towards_internet)) == expected


@pytest.mark.parametrize(
    "here",
    [
        ("lo", "127.0.0.1", 8),
        ("lo", "127.0.1.1", 8),
        ("eth0", "169.254.7.7", 16),
        ("eth0", "0.0.0.0", 24),
        ("ppp0", "10.64.0.1", 32),
        ("tun0", "10.8.0.6", 31),
    ],
)
def test_addresses_without_neighbours_are_never_offered(here: tuple[str, str, int]) -> None:
    assert candidates([here]) == ()


def test_an_overlay_network_is_offered_last_though_it_gives_each_machine_a_network_of_one() -> None:
    assert candidates([("tailscale0", "100.101.102.103", 32), WIFI]) == ("192.168.1.23", "100.101.102.103")


def test_this_machines_own_addresses_are_read_and_only_reachable_ones_found() -> None:
    assert "127.0.0.1" in [ip for _, ip, _ in interfaces()]
    assert "127.0.0.1" in own_addresses()
    assert all(is_reachable(ip) for ip in found())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("192.168.1.23", "http://192.168.1.23:8000"),
        (" 192.168.1.23 ", "http://192.168.1.23:8000"),
        ("10.0.0.23:9000", "http://10.0.0.23:9000"),
        ("172.16.4.5", "http://172.16.4.5:8000"),
        ("100.101.102.103", "http://100.101.102.103:8000"),
        ("games-laptop.local", "http://games-laptop.local:8000"),
        ("Games-Laptop.local:80", "http://games-laptop.local"),
        ("http://games.example.org", "http://games.example.org"),
        ("https://games.example.org/table/", "https://games.example.org/table"),
        ("https://games.example.org:8443/a/b", "https://games.example.org:8443/a/b"),
        ("fd00::2", "http://[fd00::2]:8000"),
        ("http://[fd00::2]:81/", "http://[fd00::2]:81"),
        ("http://käse.example/", "http://xn--kse-qla.example"),
    ],
)
def test_an_address_can_be_a_number_a_name_or_a_public_address_with_its_prefix(text: str, expected: str) -> None:
    assert str(read_address(text, 8000)) == expected


@pytest.mark.parametrize(
    "text",
    [
        *["localhost", "http://localhost:8000", "table.localhost", "localhost.", "127.0.0.1", "http://127.8.8.8/"],
        *[
            "0.0.0.0",
            "::",
            "http://[::]:8000",
            "::1",
            "[::1]",
            "169.254.3.4",
            "fe80::1",
            "::ffff:127.0.0.1",
            "224.0.0.1",
        ],
        *[
            "",
            " ",
            "http://",
            "ftp://games.example.org",
            "games.example.org:port",
            "a b.example",
            "127.1",
            "2130706433",
        ],
        *["0x7f.1", "10.0.0.5,evil.example", "https://u:p@games.example.org", "https://games.example.org/?a", "x/<b>"],
        *["https://games.example.org/#top", "-x.example", "x..example", "a" * 300],
        *["https://[::", "https://[games]/", "games\u2100example.org"],
    ],
)
def test_what_only_this_machine_could_open_or_nobody_is_refused_as_an_address(text: str) -> None:
    with pytest.raises(NotAnAddress):
        read_address(text, 8000)


def test_a_public_address_carries_its_prefix_into_every_join_address() -> None:  # C04
    address = read_address("https://games.example.org/table/", 8000)
    assert address.home == "https://games.example.org/table/"
    assert address.join("KMTR") == "https://games.example.org/table/j/KMTR"


def test_where_it_listens_is_never_what_it_advertises() -> None:  # C03
    nowhere = reach("0.0.0.0", 8000, None, [])
    assert nowhere.best is None
    assert nowhere.warning is not None
    somewhere = reach("0.0.0.0", 8001, None, ["192.168.1.23", "10.8.0.2"])
    assert somewhere.best == Address("192.168.1.23", 8001)
    assert somewhere.others == (Address("10.8.0.2", 8001),)
    assert somewhere.warning is None


@pytest.mark.parametrize("bind", ["127.0.0.1", "::1", "localhost"])
def test_listening_on_this_machine_only_says_so_and_advertises_nothing(bind: str) -> None:  # C01, C06
    only_here = reach(bind, 8000, None, ["192.168.1.23"])
    assert only_here.best is None
    assert only_here.others == ()
    assert bind in str(only_here.warning)


def test_addresses_of_the_newer_kind_are_advertised_where_it_listens_on_them() -> None:
    both = ["192.168.1.23", "2001:db8::7"]
    assert reach("0.0.0.0", 8000, None, both) == Reach(Address("192.168.1.23", 8000))
    assert reach("::", 8000, None, both) == Reach(Address("192.168.1.23", 8000), (Address("2001:db8::7", 8000),))
    assert str(reach("::", 8000, None, ["2001:db8::7"]).best) == "http://[2001:db8::7]:8000"
    older = reach("0.0.0.0", 8000, None, ["2001:db8::7"])
    assert older.best is None
    assert "--bind ::" in str(older.warning)


def test_a_changed_address_is_known_within_seconds_and_said_for_half_an_hour() -> None:
    home, hotel = (Reach(Address(ip, 8000)) for ip in ("10.0.0.5", "10.0.0.9"))
    world, clock, looks = [Reach(None)], [0.0], []

    def look() -> Reach:
        looks.append(clock[0])
        return world[0]

    here = Whereabouts(look, lambda: clock[0])

    def later(seconds: float, now: Reach) -> tuple[Reach, bool]:
        world[0], clock[0] = now, clock[0] + seconds
        return here.now(), here.moved

    assert later(0, Reach(None)) == (Reach(None), False)
    assert later(10, home) == (home, False), "a Wi-Fi that comes late is no change: nobody came by another address"
    assert later(1, hotel) == (home, False), "not every page looks anew"
    assert looks == [0, 10]
    assert later(3, hotel) == (hotel, True)
    assert later(1790, hotel) == (hotel, True)
    assert later(20, hotel) == (hotel, False)
    assert later(10, Reach(None)) == (Reach(None), False), "without any, there is nothing to scan"
    assert later(10, hotel) == (hotel, False), "the same again is no change either"
    assert later(10, home) == (home, True)


def test_listening_on_one_address_advertises_that_one_alone() -> None:
    one = reach("10.20.30.40", 8000, None, ["192.168.1.23"])
    assert (one.best, one.others, one.warning) == (Address("10.20.30.40", 8000), (), None)
    assert str(one.best) == "http://10.20.30.40:8000"


def test_behind_a_proxy_on_this_machine_the_public_address_is_advertised() -> None:
    public = read_address("https://games.example.org", 8000)
    assert reach("127.0.0.1", 8000, public, ["192.168.1.23"]).best == public
    assert reach("127.0.0.1", 8000, public, ["192.168.1.23"]).warning is None


def test_a_chosen_address_comes_first_and_those_found_stay_on_offer() -> None:
    mine = Address("games-laptop.local", 8000)
    chosen = reach("0.0.0.0", 8000, mine, ["192.168.1.23"])
    assert (chosen.best, chosen.others) == (mine, (Address("192.168.1.23", 8000),))


def test_in_a_container_it_asks_for_the_outer_address() -> None:  # C06
    inside = reach("0.0.0.0", 8000, None, ["172.17.0.5"], contained=True)
    assert (inside.best, inside.others) == (None, ())
    assert "--address" in str(inside.warning)
    told = reach("0.0.0.0", 8000, Address("192.168.1.23", 8000), ["172.17.0.5"], contained=True)
    assert told.best == Address("192.168.1.23", 8000)
    assert told.warning is None


OVERLAY_ROOT = "22 1 0:21 / / rw,relatime - overlay overlay rw\n23 22 0:5 / /proc rw - proc proc rw\n"
DISK_ROOT = "22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({".dockerenv": "", "proc/self/mountinfo": OVERLAY_ROOT}, True, id="docker"),
        pytest.param({"run/.containerenv": "", "proc/self/mountinfo": OVERLAY_ROOT}, True, id="podman"),
        pytest.param({"proc/1/cgroup": "4:memory:/docker/0123abcd\n"}, True, id="older docker"),
        pytest.param({"proc/1/cgroup": "0::/kubepods/pod1\n"}, True, id="kubernetes"),
        pytest.param({".dockerenv": "", "proc/self/mountinfo": DISK_ROOT}, False, id="a machine made from an image"),
        pytest.param({"proc/self/mountinfo": OVERLAY_ROOT, "proc/1/cgroup": "0::/\n"}, False, id="a live system"),
        pytest.param({}, False, id="not Linux"),
    ],
)
def test_it_knows_a_container_from_a_machine(tmp_path: Path, files: dict[str, str], expected: bool) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert is_contained(tmp_path) is expected
