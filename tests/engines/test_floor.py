"""What is served to browsers holds to what the oldest know that the README names: by checkers of the field, since of
iOS 12.5 there is no engine to run here. Their versions stand here, and so what they know of browsers."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.engines.fetched import PATIENCE, packages
from tests.evenings import House, Visitor
from tests.running import ROOT

FLOOR = ["ios_saf 12.2-12.5", "chrome 68"]
CHECKERS = {
    "es-check": "9.8.1",
    "eslint": "9.39.5",
    "eslint-plugin-compat": "6.2.1",
    "@mdn/browser-compat-data": "6.1.5",
    "stylelint": "16.26.1",
    "stylelint-no-unsupported-browser-features": "8.1.2",
    "doiuse": "6.0.6",
    "caniuse-lite": "1.0.30001828",
}
GUARDED = {
    "navigator.userActivation": "asked for first; without it a phone does not buzz",
    "navigator.wakeLock": "asked for first; without it a screen sleeps as it is set to",
    "Lock": "no name of ours, but that of the one above",
    "PointerEvent": "asked for first; without it a message is opened by touch or tap",
}
"""What our script uses where there is such a thing, and what happens elsewhere."""
FALLS_BACK = {
    "css-not-sel-list": "said of every attribute in quotes, and of no list beside a class: a test below",
    "css-math-functions": "a value without stands before: a test below",
    "css-env-function": "a value without stands before: a test below",
    "viewport-unit-variants": "the same",
    "flexbox-gap": "static/script/spaces.js lays the spaces",
    "css-focus-visible": "the ring shows for fingers, too",
    "prefers-color-scheme": "it is day, unless night is chosen by hand",
    "prefers-reduced-motion": "nothing moves",
    "css-snappoints": "a lesson stops where the finger leaves it; its buttons step",
    "css-overscroll-behavior": "the page scrolls on behind a lesson",
    "css-paged-media": "paper keeps the margins it has",
    "css-color-adjust": "high contrast is of no such engine",
    "css3-cursors": "a tablet has no cursor",
    "css3-cursors-grab": "the same",
    "pointer": "pointer-events of what rests are known all the same",
}
"""What our look uses that the oldest do not know, and what they show in its place."""
ESLINT = """
import compat from "eslint-plugin-compat";
export default [{
  ...compat.configs["flat/recommended"],
  languageOptions: { ecmaVersion: 2018, sourceType: "script", globals: GLOBALS },
  settings: { browsers: BROWSERS, polyfills: POLYFILLS },
}];
"""
GLOBALS = ["window", "document", "navigator", "fetch", "Promise", "URL", "File", "Image", "EventSource"]


@pytest.fixture(scope="module")
def checkers() -> Path:
    """The folder with the checkers, each set to the floor."""
    folder = packages("old", "checkers", CHECKERS)
    told = {"GLOBALS": dict.fromkeys(GLOBALS, "readonly"), "BROWSERS": FLOOR, "POLYFILLS": list(GUARDED)}
    eslint = re.sub("|".join(told), lambda word: json.dumps(told[word[0]]), ESLINT)
    style = [True, {"browsers": FLOOR, "ignore": list(FALLS_BACK), "ignorePartialSupport": True}]
    stylelint = {
        "plugins": ["stylelint-no-unsupported-browser-features"],
        "rules": {"plugin/no-unsupported-browser-features": style},
    }
    for name, says in (("eslint.config.mjs", eslint), ("stylelint.json", json.dumps(stylelint))):
        written = folder / f"{name}.{os.getpid()}"
        written.write_text(says)
        written.replace(folder / name)
    return folder


def found(checkers: Path, *command: str) -> str:
    """What a checker finds fault with, or nothing."""
    done = subprocess.run(
        [f"node_modules/.bin/{command[0]}", *command[1:]],
        cwd=checkers,
        env=os.environ | {"BROWSERSLIST_IGNORE_OLD_DATA": "1", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE,
    )
    return done.stdout + done.stderr if done.returncode else ""


def too_new(checkers: Path, tmp_path: Path, text: bytes, kind: str) -> str:
    """What of this script or this look is newer than the floor, in the checkers' words."""
    file = tmp_path / f"served.{kind}"
    file.write_bytes(text)
    if kind == "css":
        return found(checkers, "stylelint", "--config", "stylelint.json", str(file))
    es_check = "es-check", "checkBrowser", str(file), "--checkFeatures", "--browserslistQuery", ", ".join(FLOOR)
    # eslint looks only at what lies below where it is called
    inside = checkers / f"served-{os.getpid()}.js"
    inside.write_bytes(text)
    try:
        return found(checkers, *es_check) + found(checkers, "eslint", inside.name)
    finally:
        inside.unlink()


def served(house: House) -> dict[str, bytes]:
    paths = "/script.js", *(f"/look/{game.key}.css" for game in GAMES)
    return {path: Visitor(house).get(path).data for path in paths}


def test_the_script_is_in_words_that_the_oldest_browsers_know(house: House, checkers: Path, tmp_path: Path) -> None:
    assert too_new(checkers, tmp_path, served(house)["/script.js"], "js") == ""


def test_the_look_is_in_words_that_the_oldest_browsers_know(house: House, checkers: Path, tmp_path: Path) -> None:
    looks = [text for path, text in served(house).items() if path.endswith("css")]
    assert too_new(checkers, tmp_path, b"\n".join(looks), "css") == ""


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        (b"var a = b ? c?.d : 1;", "js", "OptionalChaining"),
        (b"'a'.replaceAll('b', 'c');", "js", "StringReplaceAll"),
        (b"new BroadcastChannel('a'); new ResizeObserver(b);", "js", "ResizeObserver"),
        (b"a:has(b) { color: red; }", "css", "css-has"),
        (b"a { backdrop-filter: blur(1px); inset: 0; }", "css", "css-backdrop-filter"),
    ],
)
def test_what_is_newer_is_found(checkers: Path, tmp_path: Path, text: bytes, kind: str, said: str) -> None:
    assert said in too_new(checkers, tmp_path, text, kind)


def test_what_is_reckoned_stands_behind_a_value_that_is_not(house: House) -> None:
    """Older engines drop a value with `min`, `max`, `clamp`, `env` or the small height of a screen, and keep the last
    one that they knew."""
    bare, seen = [], 0
    for path, text in served(house).items():
        around: list[tuple[str, list[str]]] = []
        for words, end in re.findall(r"([^{};]*)([{};])", text.decode() if path.endswith("css") else ""):
            said = words.strip()
            if end == "{":
                around.append((said, []))
            elif said and around:
                name, _, value = said.partition(":")
                if re.search(r"(?<![\w-])(min|max|clamp|env)\(|\dsvh", value):
                    seen += 1
                    known = name in around[-1][1] or name.partition("-")[0] in around[-1][1]
                    if not known and not any(rule.startswith("@supports") for rule, _ in around):
                        bare.append(f"{path}: {around[-1][0]} {{ {said} }}")
                around[-1][1].append(name)
            if end == "}":
                around.pop()
    assert seen > 30
    assert bare == []


def test_no_selector_denies_more_than_one_simple_thing(house: House) -> None:
    for path, text in served(house).items():
        denied = re.findall(r":not\(([^()]*)\)", text.decode()) if path.endswith("css") else []
        assert [one for one in denied if not re.fullmatch(r"\[[^\]]*\]|[.#:]?[\w-]+", one)] == [], path


def test_the_readme_names_this_floor() -> None:
    about = (ROOT / "README.md").read_text("utf-8").partition("\n## Browsers\n")[2].partition("\n## ")[0]
    ios, chrome = (one.rpartition(" ")[2] for one in FLOOR)
    assert f"The floor is that Chrome {chrome} and iOS {ios.rpartition('-')[2]}," in about
