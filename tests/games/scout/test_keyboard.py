"""One whole evening by keyboard alone: every phase, the rules, undo, the end, and again."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.keyboard import asked_for, opened, set_up
from tests.browser.phone import Phone


def test_scout_is_played_by_keyboard_alone(phone: Callable[..., Phone]) -> None:
    ana, ben = opened(phone(), "A box: four goats", "Cleo")

    # Another game: the arrows only choose, whatever arrives meanwhile; the button sends.
    ana.unfold("Game and options")
    ana.to("Scout")
    ben.does("add", name="Dov")
    ana.told("Ben added Dov, who has no phone", lands="Scout")
    ana.to("Choose this game")
    with ana.page.expect_navigation():
        ana.page.keyboard.press("Enter")
    ana.told(sees="Who is playing?", lands="Who is playing?")
    expect(ana.page.locator("#panel")).to_have_attribute("data-game", "scout")
    ana.unfold("green square Dov no phone")
    asked_for(ana, "Remove Dov", "Yes, remove", news="Ana removed Dov", lands="Who is playing?")

    ana.press(
        "Set up the box", sees="Put the tens away", news="Ana began setting up the box", lands="Put the tens away"
    )
    set_up(ana, "Scout chips in the middle", "One Scout & Show chip each", "Shuffle and deal", "Look, then flip or not")
    set_up(ana, "Who starts?")
    ana.press("Let the app draw", news="Ana let the app draw (Who starts?)", lands="Who starts?")
    ana.unfold("We draw by hand")
    ana.press("red diamond Ben", "Space")
    ana.press("Save", news="Ana entered a draw (Who starts?)")
    set_up(ana, "Does it add up?")
    ana.press("Done, next", sees="All set up", lands="All set up")
    ana.press("Start scoring", sees="Round 1 of 3", news="Ana started Scout", lands="Round 1 of 3")

    # Everybody counts; Enter in the count of the last set says nobody's name.
    ana.press("Round over: count", sees="count your cards and chips", news="Ana said that round 1 is over", lands="")
    ana.write("Captured cards", "12")
    ana.write("Scout chips", "2")
    ana.write("Cards in hand", "0")
    ana.press("Cards in hand", news="Ana counted: 12 captured, 2 chips, 0 in hand", lands="")
    ben.does("play/enter", captured="8", chips="3", hand="7")
    ana.told("Ben counted: 8 captured, 3 chips, 7 in hand")
    ana.follow("Count for Cleo", "Cleo’s count")
    for what, n in (("Captured cards", "3"), ("Scout chips", "1"), ("Cards in hand", "2")):
        ana.write(what, n)
    counted = "Ana counted for Cleo: 3 captured, 1 chip, 2 in hand"
    ana.press("Save Cleo’s count", news=counted, sees="hand is empty", lands="")
    ana.unfold("It ended in another way")
    ana.unfold("Also count the set on the table")
    ana.write("Cards in the set on the table", "4")
    ana.press("Cards in the set on the table")
    ana.told(counted)
    ana.press("Ana showed the last card", news="Round 1 is counted", sees="Before round 2", lands="")

    # A correction, and taken back.
    ana.unfold("Score sheet")
    ana.follow("correct round 1 of Ben", "round 1")
    ana.write("Scout chips", "2")
    ana.press("Correct it", news=re.compile("Ana corrected round 1 for Ben: 4 → 3 points"), lands="")
    ana.press("Undo", news=re.compile("Ana undid: Ana corrected round 1 for Ben"), lands="")

    # The whole round on one keyboard, the last number with the keys on the screen.
    ana.press("Ready for round 2", sees="Round 2 of 3", lands="")
    ana.unfold("Start player, who counts")
    ana.press("I write for all", news="Ana enters the counts for everybody", lands="")
    ana.press("Round over: count", sees="enter everybody’s counts", lands="")
    ana.unfold("Who ended the round?")
    ana.press("Ben showed the set nobody beat", "Space")
    for name, numbers in {"Ana": "519", "Ben": "943", "Cleo": "22"}.items():
        for what, n in zip(("captured", "chips", "cards in hand"), numbers, strict=False):
            ana.write(f"{name}: {what}", n)
    ana.press("4", "Space")
    ana.press("Count round 2", news="Round 2 is counted", sees="Before round 3", lands="")
    ana.unfold("Start player, who counts")
    asked_for(ana, "Finish now", "Yes, finish now", sees="wins with", lands="")
    ana.press("Play another round", sees="Before round 3", lands="")
    ana.press("Undo", news="Ana undid: Ana added another round", sees="wins with", lands="")
    ana.press(
        "Play again",
        news="Ana chose to play again with the same players",
        sees="Collect cards and chips",
        lands="Collect cards and chips",
    )

    ana.follow(ana.page.url.rsplit("/", 1)[1].partition("?")[0], "What’s on the table?")
    ana.unfold("Scout")
    ana.follow("Does it beat that set?", "Does it beat that set?")
    ana.unfold("Type the numbers")
    ana.write("The set to show", "2 3 4")
    ana.write("The set on the table", "8 8")
    ana.follow("Compare", "After a scout")
    expect(ana.page.get_by_role("status")).to_contain_text("3 cards beat 2")
