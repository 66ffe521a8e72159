"""What a phone does to its glass: text at 200 %, lying on its side, a notch, a keyboard that covers half."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import CDPSession, Page

PHONE, SMALL, WALL = (390, 844), (320, 568), (1280, 720)

FAULTS = r"""([left, top, right, bottom]) => {
    const faults = new Set(), W = innerWidth, H = innerHeight;
    window.scrollTo(0, 0);
    if (document.documentElement.scrollWidth > W) faults.add("scrolls sideways");
    const shows = e => e.checkVisibility({visibilityProperty: true, opacityProperty: true})
        && (!e.closest("details:not([open])") || e.closest("summary"))
        && !e.closest("svg, .sr, option, script, noscript");
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
    while (words.nextNode()) {
        const text = words.currentNode;
        if (!text.data.trim() || !shows(text.parentElement)) continue;
        range.selectNodeContents(text);
        const lines = [...range.getClientRects()].filter(at => at.width > 1 && at.height > 1);
        const fault = (what, beyond) => { if (lines.some(beyond)) faults.add(what + ": " + text.data.trim()); };
        let scrolls = false;
        for (let e = text.parentElement; e !== document.body && !scrolls; e = e.parentElement) {
            const look = getComputedStyle(e), box = e.getBoundingClientRect();
            if (look.display === "inline" || look.display === "contents") continue;
            if (box.width <= 1) { scrolls = true; break; }  // for screen readers alone
            scrolls = /auto|scroll/.test(look.overflowX);
            const beyond = at => at.left < box.left - 3 || at.right > box.right + 3
                || at.top < box.top - 3 || at.bottom > box.bottom + 3;
            if (!scrolls && look.overflowX !== "visible") fault("cut", beyond);
            if (/BUTTON|SUMMARY|LABEL/.test(e.tagName)) fault("spilled", beyond);
            if (/fixed|sticky/.test(look.position) && look.bottom !== "auto" && box.bottom < H + 1)
                fault("low", at => at.bottom > H - bottom + 1);
            if (/fixed|sticky/.test(look.position) && look.top !== "auto")
                fault("under the notch", at => at.top < top - 1);
        }
        if (!scrolls) fault("aside", at => at.left < left - 1 || at.right > W - right + 1);
        if (text.parentElement.closest(".bar")) fault("before it", at => {
            const hit = document.elementFromPoint(at.right - 2, (at.top + at.bottom) / 2);
            return !hit || !(hit.contains(text) || text.parentElement.contains(hit));
        });
    }
    return [...faults];
}"""
"""What is wrong with the words on a page whose edges are so far from what may be used of the glass: cut, over the edge
of what they stand in, out of the window, or with something before them."""
IN_SIGHT = r"""([selector, top, bottom]) => [...document.querySelectorAll(selector)].every(e => {
    const at = e.getBoundingClientRect();
    return at.top >= top - 1 && at.bottom <= innerHeight - bottom + 1;
})"""
HEADED = r"""() => [...document.querySelectorAll(".game h1:not(.sr)")].slice(0, 1).every(e => {
    const at = e.getBoundingClientRect();
    return [at.top + 5, at.bottom - 5].every(y => e.contains(document.elementFromPoint((at.left + at.right) / 2, y)));
})"""
"""Whether the heading of a table's page is seen, nothing before it."""
BESIDE = r"""() => {
    const there = e => e.getClientRects().length && e.getBoundingClientRect();
    const picture = [...document.querySelectorAll(".table:not([data-role=passed]) .game > .stage")].find(there);
    const after = picture ? [...picture.parentNode.children].filter(e => there(e)
        && picture.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING) : [];
    return !after.length || after.some(e => there(e).left >= there(picture).right);
}"""
"""Whether what comes after a game's picture stands beside it."""
PRESSED = r"""() => { const e = document.querySelector("[data-looked-for]");
    e.scrollIntoView({block: "center"});
    const at = e.getBoundingClientRect();
    const hit = document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2);
    window.scrollTo(0, 0);
    return e.contains(hit); }"""
"""Whether a finger can be brought to what answers Now."""


class Glass(NamedTuple):
    """How a phone shows a page: what it has of it, how much larger its texts are, what the rounded corners, the notch
    and the bar at the bottom leave of it. `at_once`: Now and what answers it are seen without a scroll."""

    name: str
    size: tuple[int, int]
    text: int = 1
    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0
    at_once: bool = False

    @property
    def edges(self) -> list[int]:
        """How far from each edge of the window that is."""
        return [self.left, self.top, self.right, self.bottom]

    def over(self, devtools: CDPSession) -> None:
        """Show the page so from now on."""
        size = {"width": self.size[0], "height": self.size[1], "deviceScaleFactor": 1, "mobile": False}
        edges = {"left": self.left, "top": self.top, "right": self.right, "bottom": self.bottom}
        devtools.send("Emulation.setDeviceMetricsOverride", size)
        devtools.send("Emulation.setEmulatedOSTextScale", {"scale": self.text})
        devtools.send("Emulation.setSafeAreaInsetsOverride", {"insets": edges})


NOTCHED = Glass("with a notch", PHONE, top=47, bottom=34, at_once=True)
ON_ITS_SIDE = Glass("on its side", (844, 390), left=47, right=47, bottom=21, at_once=True)
EVERY_GLASS = (
    Glass("text at 200 %", PHONE, text=2),
    Glass("text at 200 %, small", SMALL, text=2),
    Glass("zoomed to 200 %", (PHONE[0] // 2, PHONE[1] // 2)),
    ON_ITS_SIDE,
    NOTCHED,
)


def faults_of(page: Page, devtools: CDPSession, *, playing: bool, asked: bool) -> list[str]:
    """What is wrong with a page on some glass: words that are cut or out of the window, and, in a game, Now or what
    answers it (which is marked) out of sight or of reach. The page is shown whole afterwards."""
    wrong = []
    for glass in EVERY_GLASS:
        glass.over(devtools)
        found = page.evaluate(FAULTS, glass.edges)
        if page.evaluate("() => getComputedStyle(document.documentElement).fontSize") != f"{16 * glass.text}px":
            found.append("not of the phone's own size of text")
        if asked and not page.evaluate(PRESSED):
            found.append("the answer is out of reach")
        seen = "#now h1, #now h2, [data-looked-for]"
        if glass.at_once and playing and not page.evaluate(IN_SIGHT, [seen, glass.top, glass.bottom]):
            found.append("Now or its answer is out of sight")
        if glass is ON_ITS_SIDE and not page.evaluate(HEADED):
            found.append("the heading is out of sight")
        if glass is ON_ITS_SIDE and playing and not page.evaluate(BESIDE):
            found.append("nothing stands beside the picture")
        wrong += [f"{glass.name}: {fault}" for fault in found]
    Glass("whole", PHONE).over(devtools)
    return wrong


TYPED_IN = r"""() => {
    document.querySelectorAll(".game details, .page > details").forEach(d => { d.open = true; });
    const fields = [...document.querySelectorAll("input, textarea")].filter(e => e.checkVisibility()
        && !/^(hidden|radio|checkbox)$/.test(e.type) && e.inputMode !== "none" && e.form);
    fields.forEach((e, n) => { e.dataset.typed = n; });
    return fields.map(e => e.form.getAttribute("action").split("/").pop() + " " + e.name);
}"""
"""The fields for which a phone's keyboard comes, by where their form is sent and their names."""
FOCUS = """n => { const e = document.querySelector(`[data-typed="${n}"]`);
    document.activeElement.blur();
    window.scrollTo(0, 0);
    e.focus();
    e.scrollIntoViewIfNeeded(); }"""
SEEN_ABOVE = r"""async ([height, longer]) => {
    const frame = () => new Promise(done => requestAnimationFrame(done)), e = document.activeElement;
    while (innerHeight !== height) await frame();
    await frame();
    await frame();
    const at = e.getBoundingClientRect(), all = [...e.form.querySelectorAll("button:not([type=button])")];
    const button = all.find(b => b.checkVisibility()).getBoundingClientRect();
    if (longer && button.bottom - at.top > height) return at.top >= 0 && at.bottom <= height;
    const hit = document.elementFromPoint((button.left + button.right) / 2, button.bottom - 5);
    return at.top >= 0 && button.bottom <= height && all.some(b => b.contains(hit));
}"""
"""Whether the field that has the focus and the button that sends it stand above the keyboard, nothing before
them; in a form that may be longer, the field alone where both do not fit."""


def hidden_by_keyboard(page: Page, devtools: CDPSession, *, longer: bool = False) -> list[str]:
    """The fields on this page that are not in sight with their button once a keyboard covers half of the phone."""
    hidden = []
    for n, field in enumerate(page.evaluate(TYPED_IN)):
        for width, height in (PHONE, SMALL):
            Glass("whole", (width, height)).over(devtools)
            page.evaluate(FOCUS, n)
            Glass("half", (width, height // 2)).over(devtools)
            if not page.evaluate(SEEN_ABOVE, [height // 2, longer]):
                hidden.append(f"{field} at {width}")
    return hidden
