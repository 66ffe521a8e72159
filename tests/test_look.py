"""The look keeps its promises: readable by day and by night in every hue, small, and free of what old phones lack."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from companion.game import BADGES

HERE = Path(__file__).resolve().parent.parent
SHEET = (HERE / "static" / "companion.css").read_text(encoding="utf-8")
GAMES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((HERE / "static" / "games").glob("*.css"))}
"""What each game adds for its own pages."""
PIECES = (HERE / "templates" / "_pieces.html").read_text(encoding="utf-8")
HUES = ("rust", "teal", "slate", "ochre", "plum")
BRIGHTNESSES = ("day", "night")

_HEX = r"#[0-9a-f]{3}(?:[0-9a-f]{3})?"


def tokens(brightness: str) -> dict[str, str]:
    """The plain colours by day or by night, from the pairs at the top of the stylesheet."""
    pairs = re.findall(rf"--([a-z-]+): var\(--lit, ({_HEX})\) var\(--dim, ({_HEX})\);", SHEET)
    return {name: lit if brightness == "day" else dim for name, lit, dim in pairs}


def declared(selector: str) -> dict[str, str]:
    """The colours a one-line rule sets."""
    found = re.search(rf"^{re.escape(selector)} {{ (.*) }}$", SHEET, re.MULTILINE)
    assert found, f"{selector} is not in the stylesheet"
    return dict(re.findall(rf"--([a-z-]+): ({_HEX});", found[1]))


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    digits = colour[1:] if len(colour) == 7 else "".join(d * 2 for d in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    r, g, b = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_the_one_of_the_guidelines() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("brightness", BRIGHTNESSES)
@pytest.mark.parametrize("ground", ["paper", "card", "sunk"])
@pytest.mark.parametrize("text", ["ink", "soft", "good", "warn", "bad"])
def test_text_is_readable_on_every_ground(brightness: str, ground: str, text: str) -> None:
    colours = tokens(brightness)
    assert contrast(colours[text], colours[ground]) >= 4.5


@pytest.mark.parametrize("brightness", BRIGHTNESSES)
def test_what_lies_on_a_line_or_an_alarm_is_readable(brightness: str) -> None:
    colours = tokens(brightness)
    assert contrast(colours["ink"], colours["line"]) >= 4.5
    assert contrast(colours["soft"], colours["line"]) >= 4.5
    assert contrast(colours["on-bad"], colours["bad"]) >= 4.5
    assert contrast(colours["paper"], colours["ink"]) >= 4.5


@pytest.mark.parametrize("brightness", BRIGHTNESSES)
@pytest.mark.parametrize("ground", ["paper", "card", "sunk"])
def test_the_rim_of_a_field_can_be_seen(brightness: str, ground: str) -> None:
    colours = tokens(brightness)
    assert contrast(colours["rim"], colours[ground]) >= 3


@pytest.mark.parametrize("brightness", BRIGHTNESSES)
@pytest.mark.parametrize("hue", HUES)
def test_every_hue_is_readable_as_a_button_and_as_text(brightness: str, hue: str) -> None:
    colours = declared(f".hue-{hue}")
    accent = colours[f"by-{brightness}"]
    assert contrast(colours[f"on-{brightness}"], accent) >= 4.5
    for ground in ("paper", "card", "sunk"):
        assert contrast(accent, tokens(brightness)[ground]) >= 4.5


@pytest.mark.parametrize("hue", HUES)
def test_no_hue_glares_at_night(hue: str) -> None:
    assert luminance(declared(f".hue-{hue}")["by-night"]) < 0.5


def test_the_cover_of_a_message_is_felt_by_day_too() -> None:
    dark = re.search(r':root\[data-theme="dark"\], (.*) { --lit: ; --dim: initial;', SHEET)
    assert dark
    assert ".cover" in dark[1].split(", ")


@pytest.mark.parametrize("colour", [b.colour for b in BADGES])
def test_a_badge_has_a_readable_letter_a_shape_of_its_own_and_words(colour: str) -> None:
    colours = declared(f".c-{colour}")
    assert contrast(colours["on-c"], colours["c"]) >= 4.5
    shapes = re.findall(r'if colour == "([a-z]+)" -%}(<.*?>)', PIECES)
    assert len({drawn for _, drawn in shapes}) == len(BADGES) == len(shapes)
    shape = next(badge.shape for badge in BADGES if badge.colour == colour)
    assert f'colour == "{colour}" %}}{{{{ _("{colour} {shape}") }}}}' in PIECES


def test_it_is_small_enough_for_a_slow_phone() -> None:
    assert GAMES
    for own in GAMES.values():
        assert len(gzip.compress((SHEET + own).encode(), 9)) <= 18 * 1024
    assert (HERE / "static" / "young-serif.woff2").stat().st_size <= 16 * 1024


@pytest.mark.parametrize(
    "modern", [":has(", "color-mix(", "@container", "dvh", "oklch(", "light-dark(", "&", "@layer", "inset:"]
)
def test_it_uses_nothing_an_old_phone_lacks(modern: str) -> None:
    assert modern not in SHEET + "".join(GAMES.values())


@pytest.mark.parametrize("sheet", [SHEET, *GAMES.values()], ids=["companion", *GAMES])
def test_each_min_and_max_stands_behind_a_value_that_older_engines_know(sheet: str) -> None:
    """With a variable in it they would not pass it over, but make it nothing."""
    supported = re.sub(r"@supports \(width: max\(.*?\n}\n", "", sheet, flags=re.DOTALL)
    for rule in re.findall(r"{([^{}]*)}", supported):
        known = set[str]()
        for name, value in re.findall(r"([a-z-]+):\s*([^;]+)", rule):
            if re.search(r"(?<![a-z-])(min|max)\(", value):
                assert {name, name.split("-")[0]} & known, (name, value)
                assert "var(" not in value, (name, value)
            else:
                known.add(name)


@pytest.mark.parametrize("page", sorted((HERE / "templates").rglob("*.html")), ids=lambda p: p.name)
def test_no_template_carries_a_style_of_its_own(page: Path) -> None:
    assert not re.search(r"<style|\sstyle\s*=", page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", sorted((HERE / "templates").rglob("*.html")), ids=lambda p: p.name)
def test_no_browser_translates_a_name_or_a_code(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"<bdi>", text)
    kept = re.sub(r"<\w+[^<>]*translate=\"no\"(\{% endif %\})?>", "kept", text)
    assert not re.search(
        r">\{\{ (s|seat|who|player|token|seen\.(me|owner)|seen\.seat\(\w+\))\.name\b(?!.{0,9}</option>)", kept
    )
    assert not re.search(r"<(b|p|small|code)( class=\"[^\"]*\")?>\{\{ (seen\.code|seen\.tickets|a\.join)", text)


def test_nothing_is_fetched_from_elsewhere() -> None:
    assert "//" not in re.sub(r"/\*.*?\*/", "", SHEET + "".join(GAMES.values()), flags=re.DOTALL)
