"""How a hand plays on a page: it looks for the button that a move is made by, opens what that lies in, fills in what
belongs to it, and presses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.engines.handset import UNDER_A_FINGER, Handset

NEXT = """
var path = arguments[0], wanted = arguments[1];
function list(all) { return Array.prototype.slice.call(all); }
function shows(e) { var at = e.getBoundingClientRect(); return at.width > 0 && at.height > 0; }
function open(form) { return list(form.elements).filter(function (e) { return !e.disabled; }); }
function named(form, name) { return open(form).filter(function (e) { return e.name === name; }); }
function has(name, value) { return wanted[name].indexOf(value.trim()) >= 0; }
function picks(e) { return e.type === "radio" || e.type === "checkbox"; }
function sends(e) { return e.type === "submit"; }
function takes(e, name) {
    return e.tagName === "SELECT" ? list(e.options).some(function (o) { return has(name, o.value); })
        : e.type === "hidden" || picks(e) || sends(e) ? has(name, e.value) : true;
}
function fits(form) {
    var away = document.createElement("a");
    away.href = form.getAttribute("action");
    return away.pathname === path && Object.keys(wanted).every(function (name) {
        return named(form, name).some(function (e) { return takes(e, name); });
    }) && list(form.elements).every(function (e) {
        return e.type !== "hidden" || !wanted[e.name] || has(e.name, e.value) || named(form, e.name).length > 1;
    });
}
function buttons(form) {
    var all = open(form).filter(sends);
    var own = all.filter(function (e) { return e.name && wanted[e.name] && has(e.name, e.value); });
    return own.length ? own : all.filter(function (e) { return !e.name || !e.value; }).concat(all);
}
function now(form) {
    var button = buttons(form)[0];
    return shows(form) || button && shows(button) ? 0 : 1;
}
var all = list(document.forms).filter(fits).sort(function (a, b) { return now(a) - now(b); }), form = all[0];
if (!form) { return null; }
function under(e, more) {
    list(document.querySelectorAll("[data-hand]")).forEach(function (old) { old.removeAttribute("data-hand"); });
    for (var fold = null, up = e.parentNode; up && up.closest; up = up.parentNode) {
        if (up.tagName === "DETAILS" && !up.open && up.firstElementChild !== e) { fold = up.firstElementChild; }
    }
    (fold || e).setAttribute("data-hand", "");
    return fold ? ["tap"] : more;
}
function label(e) { return shows(e) && !e.closest("label") ? e : e.labels[0]; }
var names = Object.keys(wanted);
for (var n = 0; n < names.length; n += 1) {
    var name = names[n], fields = named(form, name);
    for (var m = 0; m < fields.length; m += 1) {
        var e = fields[m], should = has(name, e.value);
        if (e.type === "radio" && should && !e.checked) {
            return under(label(e), [e.hasAttribute("data-submits") ? "send" : "tap"]);
        }
        if (e.type === "checkbox" && should !== e.checked) { return under(label(e), ["tap"]); }
        if (e.tagName === "SELECT" && !should) {
            e.value = list(e.options).filter(function (o) { return has(name, o.value); })[0].value;
            e.dispatchEvent(new Event("change", {bubbles: true}));
        }
        if (/^(text|number|tel|password)$/.test(e.type) && e.value !== wanted[name][0]) {
            return under(e, ["type", wanted[name][0]]);
        }
    }
}
return under(buttons(form)[0], ["send"]);
"""
"""What a hand does next to make that move on this page, and marks where: tap a fold or a choice, type, or send it."""
ALL_OF_IT = "document.activeElement.select();"


def plays(phone: Handset, path: str, form: Mapping[str, Sequence[str]]) -> None:
    """Makes the move of that address with what is on the page."""
    wanted = {name: [value.strip() for value in values] for name, values in form.items() if values}
    does = [""]

    def look() -> object:
        """Where the finger goes next: looked for anew each time, since news may change the page under it."""
        does[:] = phone.run(NEXT, path, wanted) or [""]
        return does[0] and phone.run(UNDER_A_FINGER, "[data-hand]", 0)

    while does[0] != "send":
        phone.touch(look, f"{path} {wanted}")
        phone.lift()
        if does[0] == "type":
            phone.run(ALL_OF_IT)
            phone.keys(does[1])
