/* --- after a swap: the focus stays where it was, and what one's own tap has brought is shown --------------------- */

/* After a tap of one's own what it brought may stand out of sight above: it is shown, at once, since a page that glides
   moves its buttons under the next tap. Never after what others did. */
var before = null;
function headings() { return all("#panel .game h1:not(.sr), #panel .game h2:not(.sr), #refusal").filter(shown); }
function words(heading) { return heading.tagName + heading.textContent.replace(/[0-9]+/g, "#"); }
on("htmx:before:request", function (event) {
  var from = event.detail && event.detail.ctx && event.detail.ctx.sourceElement;
  before = from && from.closest && from.closest("#panel") ? headings().map(words) : null;
});
function unlike(old) { return headings().filter(function (h) { return old.indexOf(words(h)) < 0; })[0]; }
function showNew(fresh) {
  if (!fresh || fresh.getBoundingClientRect().top >= 0) { return; }
  fresh.scrollIntoView({ block: "start" });
}

/* The part of the page that something stands in, and how a part begins. */
function home(e) { var part = e.parentNode.closest("section[id], details[id]"); return part ? part.id : ""; }
function title(part) { return part && (all("h1:not(.sr), h2:not(.sr)", part).filter(shown)[0] || all("summary", part).filter(shown)[0]); }

/* Whom a button is for: for somebody else it is another one, and for the same person the same, wherever it stands. */
function whom(e) { var seat = e.form && e.form.querySelector("input[type='hidden'][name='seat']"); return seat ? seat.value : ""; }

/* What a control is, whatever it says: an update may make another one of the element that has the focus. */
function does(e) { return e.form ? e.form.getAttribute("action") + " " + e.name + " " + whom(e) : e.href || e.tagName; }
function sign(e) { return e.id || home(e) + " " + does(e); }
function said(e) { return e.getAttribute("aria-label") || (e.type === "radio" ? e.value : e.textContent); }

/* The same control again, else the heading of what has come in its place: never another control, nor the top of the page.
   Where something new has begun, no button is the same. Who pressed a key of their own sees where it led. */
function refocus(was, anew, fresh, own) {
  var where = document.getElementById(was.where), now = document.activeElement;
  var there = anew && was.button ? [] : all("a, button, input, select, textarea, summary, h1, h2", where).filter(shown);
  var kin = there.filter(function (e) { return sign(e) === was.sign; });
  var same = kin.filter(function (e) { return said(e) === was.said; })[0] || (kin.indexOf(now) >= 0 ? now : kin.length === 1 ? kin[0] : null);
  same = same || there.filter(function (e) { return was.whom && does(e) === was.does; })[0];
  same = same || (!anew && (fresh || title(document.getElementById(was.home)))) || title(where.querySelector(".game") || where);
  if (same && same.tabIndex < 0) { same.tabIndex = -1; }  // a heading; an update takes its tabindex away again
  if (same && same !== now) { same.focus({ preventScroll: true }); }
  if (same && own && key) { same.scrollIntoView({ block: "nearest" }); }
}
