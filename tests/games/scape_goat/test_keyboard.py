"""One whole evening by keyboard alone: every phase, the rules, undo, the end, and again."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.evenings import HOLD, SETTLED, adds, at_table, let_go, press, start
from tests.browser.keyboard import Keyboard, asked_for, opened, read, set_up
from tests.browser.phone import Phone


def test_scape_goat_is_played_by_keyboard_alone(phone: Callable[..., Phone]) -> None:
    laptop = phone(size=(1280, 800))
    ana, ben = opened(laptop, "A box: four goats", "Cleo", "Dov")
    ana.press(
        "Set up the box", sees="Give out the mats", news="Ana began setting up the box", lands="Give out the mats"
    )
    set_up(ana, "Lay the line of locations")
    ana.unfold("We draw by hand")
    ana.to("Trade · Spy · Stash")
    ana.press("Save", news="Ana entered a draw (Lay the line of locations)")
    set_up(ana, "Place the player tokens")
    ana.press(
        "Let the app draw", news="Ana let the app draw (Place the player tokens)", lands="Place the player tokens"
    )
    set_up(ana, "Sort the evidence", "Deal the evidence")
    ana.press("Done, next", sees="Learn who the scapegoat is", lands="Learn who the scapegoat is")
    ana.press("Start the game", news="Ana started Scape Goat", sees="Hold the button", lands="Hold the button")
    read(ana, "Space")

    # Handed round.
    ana.press("Pass to Cleo", sees="Cleo", lands="Cleo")
    read(ana, "Enter")
    expect(ana.page.get_by_role("button", name="Done: pass back to")).to_be_visible()
    ana.press("Done: pass back to", sees="Sharing this device", lands="")

    # A frame attempt of Ben's comes while Ana looks something up; by four different cards nobody is framed.
    ana.unfold("Menu")
    ana.unfold("Rules")
    ana.to("Questions")
    ben.does("play/frame")
    ana.told("Ben called a frame attempt", "Lay one card face down", lands="Questions")
    ana.press("blue", news="Ana is ready", lands="Waiting for")
    asked_for(ana, "See or change my choice", "Yes, show it", lands="")
    expect(ana.page.locator("button[name='card']").first).to_be_visible()
    # Another card is a new secret on a device that is passed round: kept back until its owner asks once more.
    ana.press("red", lands="Waiting for")
    expect(ana.page.locator("button[name='card']")).to_have_count(0)
    ben.does("play/card", card="blue")
    ana.told("Ben is ready", lands="Waiting for")
    ana.press("Pass to Cleo", sees="Cleo", lands="Cleo")
    ana.press("yellow", news="Cleo is ready", lands="Waiting for")
    ana.press("Done: pass back to", sees="Waiting for", lands="Waiting for")
    ana.press("Pass to Dov", sees="Dov", lands="Dov")
    nobody = "Nobody is framed"
    ana.press("green", news="The cards are revealed: nobody is framed", sees=nobody, lands="Hold the button")
    ana.press("Pass back to", sees="Sharing this device", lands=nobody)

    # Turns, taken back, done again and put right.
    move = "Move your player token"
    ana.unfold("Keep track of turns")
    ana.press("blue circle Ana", "Space")
    ana.press("We are in the middle of the game", news="Ana set the turn: Ana", sees=move, lands=move)
    ana.press("Spy", news="Ana went to Spy", lands="Ask one player for their hand")
    ana.press("Done: on to Ben", news="Ana passed the turn to Ben", lands="Ben’s turn")
    ana.unfold("Menu")
    ana.unfold("Log")
    ana.press("Undo: Ana passed the turn", news="Ana undid: Ana passed the turn to Ben", lands="Undo: Ana went to")
    ana.press("Redo", news="Ana redid: Ana passed the turn to Ben", lands="")
    ana.press("Menu", lands="Menu")
    ana.unfold("Correct whose turn it is")
    laptop.accessible()
    ana.press("blue circle Ana", "Space")
    ana.press("Save", news="Ana set the turn: Ana")

    # The cops, called and cancelled; the end, to which Ben agrees on his phone, and again.
    point = "Count to three, and all point at once"
    asked_for(ana, "Go to the Cops", "Yes, go to the cops", sees=point, lands=point)
    ana.press("Cancel", news="Ana cancelled what was called", lands="")
    ana.unfold("Finish now")
    wish, stopped = "Ana wants to stop here and reveal everything", "Stopped here, without a winner"
    asked_for(
        ana,
        "Reveal everything",
        "Yes, reveal everything",
        news=wish,
        sees="Stop here and reveal",
        lands="Stop here and reveal",
    )
    ben.does("play/agree")
    ana.told(f"The game is over: {stopped}", stopped)
    again = "Ana chose to play again with the same players"
    ana.press("Play again", news=again, sees="Collect cards and tokens", lands="Collect cards")

    # A question that needs no table.
    ana.follow(ana.page.url.rsplit("/", 1)[1], "What’s on the table?")
    ana.unfold("Scape Goat")
    ana.follow("Who is pointed out?", "Who is pointed out?")
    for colour, other in {"blue": "red", "red": "blue", "yellow": "red", "green": "red"}.items():
        ana.write(colour, other)
    ana.follow("Show the answer", "The scapegoat: red")


def test_news_never_bring_a_button_for_somebody_else_under_the_key(phone: Callable[..., Phone]) -> None:
    """Ana's phone is passed round. Her message is read in another window while she is about to pass it to Ben, whose
    button then stands at the top and no more in the list."""
    one = phone()
    code, page = at_table([one], "Scape Goat"), one.page
    adds(page, "Ben, Cleo")
    page.get_by_role("button", name="Set up the box").first.click()
    expect(page.get_by_role("heading", name="Give out the mats")).to_be_visible()
    page.goto(f"/t/{code}?step=tokens")
    page.locator("#hand-tokens > summary").click()
    for token in ("B", "C", "A"):  # Ben starts, so nothing but her message is asked of Ana
        page.locator("#hand-tokens [data-thing]").filter(has_text=token).press("Enter")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("starts: placed first on Prepare.")).to_contain_text("Ben")
    page.goto(f"/t/{code}?step=secret")
    start(page)
    expect(page.get_by_role("button", name=HOLD)).to_be_visible()
    page.get_by_role("button", name="Pass to Ben").focus()
    other = one.context.new_page()
    other.goto(page.url)
    press(other)
    let_go(other)
    expect(page.locator(".awaited").get_by_role("button", name="Pass to Ben")).to_be_visible()
    page.wait_for_function(SETTLED)
    assert Keyboard(page).look()["name"].endswith("Pass to Ben")
