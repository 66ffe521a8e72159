"""What some tests need from the machine: without it they are skipped by name, or fail where it is required.

`COMPANION_TESTS_REQUIRE` lists, between commas, what must be there: `browser`, `postgres`, `nginx`, `netns`, `mount`,
`pipx`, `uvx`, `webkit`, `firefox`, `old` (browsers of years ago and checkers, which npm fetches), `python3.12`.
"""

from __future__ import annotations

import glob
import os
import shutil
from typing import NoReturn

import pytest


def is_required(need: str) -> bool:
    """Whether `need` has to be there."""
    return need in os.environ.get("COMPANION_TESTS_REQUIRE", "").replace(" ", "").split(",")


def missing(need: str, what: str) -> NoReturn:
    """Ends the test: a failure where `need` is required, else a skip that names it."""
    if is_required(need):
        pytest.fail(f"{need} is required here, and {what}", pytrace=False)
    pytest.skip(f"{need}: {what}")


def chromium() -> str:
    """The path of the system's Chromium, or of the one named by `CHROMIUM`."""
    named = ("chromium-headless-shell", "chromium", "chromium-browser")  # the first draws no windows, so it is quicker
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, named)), None)
    if found is None or not os.access(found, os.X_OK):
        missing("browser", "there is no Chromium (Debian: apt install chromium-headless-shell; or set CHROMIUM)")
    return found


def webkit() -> str:
    """The path of the browser that Debian's WebKitGTK comes with; what drives it and draws displays is there, too."""
    found = next(iter(glob.glob("/usr/lib/*/webkit2gtk-*/MiniBrowser")), None)
    if found is None or not (shutil.which("WebKitWebDriver") and shutil.which("Xvfb")):
        missing("webkit", "there is no WebKitWebDriver or no Xvfb (Debian: apt install webkit2gtk-driver xvfb)")
    return found


def firefox() -> str:
    """The path of the system's Firefox, or of the one named by `FIREFOX`."""
    found = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
    if found is None or not os.access(found, os.X_OK):
        missing("firefox", "there is no Firefox (Debian: apt install firefox-esr; or set FIREFOX)")
    return found
