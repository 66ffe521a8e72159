"""Somebody with a keyboard and nothing else, and somebody elsewhere whose moves arrive meanwhile."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.evenings import HOLD, SETTLED, covered
from tests.browser.phone import Phone
from tests.evenings import forms_of

MOST_STOPS = 150
"""Presses after which a control counts as out of reach: more than any page has stops."""
PATIENCE = 600
"""How often, 100 ms apart, the focus is looked for where an answer should put it: a bound for a broken page."""
LOOK = """words => {
  const stops = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const apart = n => n.nodeType === 1 && getComputedStyle(n).display !== 'inline' ? ' ' : '';
  const said = n => n.nodeType === 3 ? n.data : n.nodeType !== 1 || n.hidden || n.getAttribute('aria-hidden') ? '' :
    n.getAttribute('aria-label') || [...n.childNodes].map(each => apart(each) + said(each) + apart(each)).join('');
  const spoken = e => e.getAttribute('aria-label') || said(e.labels && e.labels.length ? e.labels[0] : e);
  const name = e => spoken(e).trim().replace(/\\s+/g, ' ');
  const all = [...document.querySelectorAll(stops)]
    .filter(e => e.tabIndex >= 0 && !e.disabled && e.type !== 'hidden' && e.checkVisibility());
  const names = words ? all.map(name) : [], called = is => all[names.findIndex(is)];
  const goal = called(n => n === words) || called(n => n.startsWith(words)) || called(n => n.includes(' ' + words));
  const now = document.activeElement, look = {name: '', fault: '', here: false, key: goal ? 'Tab' : ''};
  if (!goal) look.all = names;
  if (!now || now === document.body) return look;
  look.name = name(now);
  if (goal) {
    const later = now.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_FOLLOWING;
    const group = e => e.type === 'radio' && e.name + e.form.id + e.form.action;
    look.here = name(now) === name(goal);
    const among = group(goal) && group(goal) === group(now);
    look.key = among ? (later ? 'ArrowDown' : 'ArrowUp') : later ? 'Tab' : 'Shift+Tab';
  }
  if (all.includes(now)) {
    const line = e => e ? getComputedStyle(e) : {outlineStyle: 'none'};
    const drawn = e => line(e).outlineStyle !== 'none' && parseFloat(line(e).outlineWidth) >= 2;
    const face = now.closest('label') || now, box = face.getBoundingClientRect();
    const middle = (low, high, size) => Math.min(Math.max((low + high) / 2, 1), size - 1);
    const x = middle(box.left, box.right, innerWidth), y = middle(box.top, box.bottom, innerHeight);
    const rests = document.querySelector('.resting');  // what has just come takes no tap for a moment, but every key
    if (rests) rests.classList.remove('resting');
    const top = document.elementFromPoint(x, y);
    if (rests) rests.classList.add('resting');
    if (!drawn(now) && !drawn(now.nextElementSibling)) look.fault = 'no ring';
    else if (!look.name) look.fault = 'no name';
    else if (!top || !(face.contains(top) || top.contains(face)))
      look.fault = `out of sight at ${x}, ${y} under ${top && top.outerHTML.slice(0, 80)}`;
  }
  return look;
}"""
"""What has the focus, named as browsers name it (only what is laid out apart is read apart), and what is wrong with it,
whether that is the control called so, and which key leads nearer."""

DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until the page was drawn as it is now."""


class Keyboard:
    """A page, and somebody who has only a keyboard for it. Every stop on the way to a control has a name, a ring round
    it, and stands in sight."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._devtools = page.context.new_cdp_session(page)

    def to(self, words: str) -> None:
        """Walk to the control of that name, or whose name begins or goes on so; fails when no key leads there."""
        for stop in range(MOST_STOPS):
            look = self.look(words)
            assert look["name"] or not stop, f"the focus is lost on the way to {words!r}"
            assert not stop or not look["fault"], f"{look['fault']}: {look['name']!r}, on the way to {words!r}"
            if look["here"]:
                return
            assert look["key"], f"no {words!r} on this page, but {look['all']}"
            self.page.keyboard.press(look["key"])
        raise AssertionError(f"no way to {words!r} by keyboard")

    def press(
        self,
        words: str,
        key: str = "Enter",
        *,
        news: str | re.Pattern[str] = "",
        sees: str = "",
        lands: str | None = None,
    ) -> None:
        """Press a control. What that brings is told (`news`), or begins under a heading (`sees`); the focus stays, or
        goes to the control or heading whose name begins with `lands`."""
        self.to(words)
        before = self.look()["name"]
        self.page.keyboard.press(key)
        self.told(news, sees, before if lands is None else lands)

    def told(self, news: str | re.Pattern[str] = "", sees: str = "", lands: str = "") -> None:
        """Whoever changed something here, what changed is told, and the focus is where it is of use."""
        if sees:
            expect(self.page.get_by_role("heading", name=sees).first).to_be_visible()
        if news:
            expect(self.page.locator("#news")).to_have_text(news)
        self.page.wait_for_function(SETTLED)
        for _ in range(PATIENCE):
            name = self.look()["name"]
            if name and name.startswith(lands):
                break
            self.page.wait_for_timeout(100)
        else:
            raise AssertionError(f"after {news or sees!r} the focus is on {name!r}, not on {lands!r}")
        if sees:
            self.audit()

    def unfold(self, words: str) -> None:
        """Open a drawer, and wait for what is in it."""
        self.press(words)
        expect(self.page.locator("details[open] > summary:focus + *")).to_be_attached()
        if words == "Menu":  # it moves what stands beside it, once the page has heard that it is open
            expect(self.page.locator(".table[data-menu=open]")).to_be_attached()
            self.page.evaluate(DRAWN)

    def follow(self, words: str, sees: str) -> None:
        """Press what leads to another page, and take its first stop."""
        self.to(words)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("heading", name=sees).first).to_be_visible()
        self.page.keyboard.press("Tab")
        self.audit()

    def write(self, label: str, text: str) -> None:
        """Type into a field, over what stands in it; or, in a list, the beginning of a choice."""
        self.to(label)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def audit(self) -> None:
        """As a screen reader is told it: whatever can have the focus has a name, no heading is a level too deep."""
        nodes = {node["nodeId"]: node for node in self._devtools.send("Accessibility.getFullAXTree")["nodes"]}
        nameless, levels, todo = [], [0], [next(iter(nodes))]
        while todo:
            node = nodes[todo.pop()]
            todo += reversed([child for child in node["childIds"] if child in nodes])
            has = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
            if not node["ignored"] and has.get("focusable") and not node["name"]["value"]:
                nameless.append(node["role"]["value"])
            if not node["ignored"] and node["role"]["value"] == "heading":
                levels.append(int(has["level"]))
        assert not nameless, (self.page.url, nameless)
        assert all(one <= before + 1 for before, one in pairwise(levels)), (self.page.url, levels)

    def look(self, words: str = "") -> dict[str, Any]:
        """What has the focus, what is wrong with it, and where the control of that name is from there."""
        look: dict[str, Any] = self.page.evaluate(LOOK, words)
        return look


class Elsewhere:
    """Somebody at the table whose own device is not looked at: what they do arrives here as news."""

    def __init__(self, phone: Phone, name: str) -> None:
        """Takes a seat at the table that phone shows."""
        address, self._code = phone.page.url.split("/t/")
        browser = phone.context.browser
        assert browser is not None
        self._ask = browser.new_context(base_url=address).request
        self._press(f"/j/{self._code}", name=name)

    def does(self, kind: str, **chosen: str) -> None:
        """Press the button that plays `kind`, on the page as it is now, with those choices made."""
        self._press(f"/t/{self._code}", kind, **chosen)

    def _press(self, path: str, kind: str = "", **chosen: str) -> None:
        forms = forms_of(self._ask.get(path).text())
        form = next(each for each in forms if each.kind == kind or not kind)
        sent: dict[str, str | float | bool] = {**dict(form.fixed), **chosen}
        answer = self._ask.post(form.action, form=sent)
        assert answer.ok, (kind, answer.status)


def opened(phone: Phone, box: str, *without: str) -> tuple[Keyboard, Elsewhere]:
    """A table opened from the first page for that box: Ana here, Ben with a phone elsewhere, the others without one."""
    ana = Keyboard(phone.page)
    phone.page.goto("/")
    ana.to(box)
    ana.follow("Open a table", "Who is playing?")
    ana.write("Your name", "Ana")
    ana.press("Your name", news="Ana took a seat", lands="Who is playing?")
    ben = Elsewhere(phone, "Ben")
    ana.told("Ben took a seat", lands="Who is playing?")
    for name in without:
        ana.write("Their name", name)
        ana.press("Their name", news=f"Ana added {name}, who has no phone")
    return ana, ben


def read(ana: Keyboard, key: str) -> None:
    """Hold the message open with a key, and let go."""
    ana.to(HOLD)
    ana.page.keyboard.down(key)
    expect(ana.page.locator(".secret")).to_be_visible()
    ana.page.keyboard.up(key)
    covered(ana.page)
    ana.told(lands=HOLD)


def set_up(ana: Keyboard, *steps: str) -> None:
    """Tick off one step after the other: the next is told by its title, and is ticked off with the same key."""
    for step in steps:
        ana.press("Done, next", sees=step, news=step)


def asked_for(ana: Keyboard, question: str, answer: str, **brings: str) -> None:
    """Press a button that asks first, and say yes."""
    ana.unfold(question)
    ana.press(answer, **brings)
