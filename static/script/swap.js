/* --- around a swap: what is open stays open, focus stays where it was, the one change is announced ---------------- */

/* What this phone was refused stays said when the next news takes the place of the page that said it. */
function refusal() { var no = document.querySelector("#refusal p, #panel .error"); return no ? no.textContent.trim() : ""; }

var opened = [], focused = null, sent = null, ledFrom = "", stood = [], refused = "", unsaid = {};

/* A menu is put away when others go back to before the game, where little of it is left: not while something pressed
   here has no answer, since that may be what led there. */
var pressing = null;
function stillOpen(ids, stage) {
  var now = panel().dataset.stage;
  if (now === stage || !/^(lobby|setup)$/.test(now) || pressing) { return ids; }
  return ids.filter(function (id) { var d = document.getElementById(id); return d && !d.closest("#menu"); });
}
on("htmx:before:request", function (event) {
  var ctx = event.detail.ctx, from = ctx.sourceElement;
  if (from && from.tagName === "FORM") { pressing = ctx; ctx.from = from.closest("#menu") && root ? root.dataset.stage : ""; }
});
on("htmx:finally:request", function (event) {
  var led = event.detail.ctx.from;
  if (event.detail.ctx === pressing) { pressing = null; }
  if (led && panel() && panel().dataset.stage !== led) { all("#menu[open]").forEach(function (menu) { menu.open = false; }); }  // also where newer news stood in for the answer
});
on("htmx:before:swap", function (event) {
  placed = panel() && !before ? places() : null;
  var from = event.detail && event.detail.ctx && event.detail.ctx.sourceElement;
  refused = from === root && !waiting ? refusal() : "";
  var holder = /data-hands="([^"]*)"/.exec(event.detail && event.detail.ctx && event.detail.ctx.text || "");
  cover();
  sent = from && from.tagName === "FORM" && !(event.detail.ctx.hx && event.detail.ctx.hx.retarget) ? from : null;
  ledFrom = sent ? event.detail.ctx.from : "";
  stood = headings().map(words);
  opened = all("#panel details[open][id], #invite details[open][id]").map(function (d) { return d.id; });
  if (holder && panel() && holder[1] !== panel().dataset.hands) { opened = []; unfill(); }  // in other hands now: what was open or chosen for one is not for the next
  unsaid = chosen();
  var now = document.activeElement;
  focused = now && now.closest("#panel, #invite") ? { where: now.closest("#panel") ? "panel" : "invite", sign: sign(now), said: said(now), home: home(now), button: now.tagName === "BUTTON" } : null;
});
on("htmx:after:swap", function () {
  if (!panel()) { return; }
  if (ledFrom && panel().dataset.stage !== ledFrom) { opened = []; }  // what was pressed in the menu led elsewhere
  else if (root) { opened = stillOpen(opened, root.dataset.stage); }
  putBack(unsaid);
  opened.forEach(function (id) { var d = document.getElementById(id); if (d && !d.open) { d.open = d.reopened = true; } });
  if (sent && sent.isConnected) { emptied(sent); }
  var own = !!before, anew = settle(), fresh = unlike(stood);
  if (refused && !refusal() && root.dataset.stage !== "gone") { trouble(refused); }
  if (focused) { refocus(focused, anew, fresh, own); }
  focused = null;
  tell(fresh);
  if (before) { showNew(unlike(before)); }
  if (placed) { rest(placed); placed = null; }
  if (sent) { before = null; }  // the stream may bring the answer first
});

/* What was sent is gone from its field, what was refused is there again; what the table never took stays as it is. */
function emptied(form) {
  all("input:not([type]), input[type='text'], input[type='password']", form).forEach(function (input) { if (!input.dataset.draft) { input.value = input.defaultValue; } });
}

/* An update makes one form out of another's elements, and what was chosen or typed in them would stand in the new one. So
   after each every field shows what the table says; then what was chosen there and not sent, if the table still says
   what it said. */
function fields() { return all("#panel form input, #panel form select, #panel form textarea").filter(function (f) { return !/^(hidden|password)$/.test(f.type); }); }
function picked(f) { return f.type === "radio" || f.type === "checkbox"; }
function given(f) { return picked(f) ? f.checked : f.value; }
function give(f, what) { if (given(f) !== what) { f[picked(f) ? "checked" : "value"] = what; } }
function byTable(f) {
  if (picked(f)) { return f.defaultChecked; }
  if (f.tagName !== "SELECT") { return f.defaultValue; }
  var chosen = all("option", f).filter(function (o) { return o.defaultSelected; })[0] || f.options[0];
  return chosen ? chosen.value : "";
}
function formOf(f) { return f.form.getAttribute("action") + " " + fixed(f.form); }
function group(f) { return f.type === "radio" ? all("input[type='radio']", f.form).filter(function (r) { return r.name === f.name && r.defaultChecked; }).map(function (r) { return r.value; }).join() : String(byTable(f)); }
function called(f) { return formOf(f) + " " + f.name + (picked(f) ? "=" + f.value : ""); }
function chosen() {
  var kept = {};
  fields().forEach(function (f) { if (given(f) !== byTable(f) && !(sent && formOf(f) === formOf({ form: sent }))) { kept[called(f)] = { what: given(f), then: group(f) }; } });
  return kept;
}
function putBack(kept) {
  fields().forEach(function (f) { give(f, byTable(f)); });
  fields().forEach(function (f) { var was = kept[called(f)]; if (was && was.then === group(f)) { give(f, was.what); } });
}

/* What another device's move has just put in the place of something else takes no tap for half a second: the finger may
   be on its way already. And a tap is for what stood under the finger when it came down. */
var HALF = 500, placed = null, resting = 0, down = "";
function controls() { return all("#panel .game a, #panel .game button, #panel .game summary, #panel .game label, #panel .game select").filter(shown); }
function fixed(form) { return all("input[type='hidden']", form).filter(function (f) { return !/^(drawn|from|hold)$/.test(f.name); }).map(function (f) { return f.value; }).join(" "); }
function about(e) {
  var form = e.closest("form");
  return sign(e) + " " + said(e) + " " + (form ? fixed(form) : "");
}
function moment() { var now = nowIn(document); return panel().dataset.stage + (panel().dataset.moment || (now ? now.textContent : "")); }
function places() {
  return { moment: moment(), there: controls().map(function (e) { return { about: about(e), at: e.getBoundingClientRect() }; }) };
}
function rest(was) {
  var other = moment() !== was.moment || controls().some(function (e) {
    var at = e.getBoundingClientRect(), x = at.left + at.width / 2, y = at.top + at.height / 2, mine = about(e);
    return was.there.some(function (old) { return old.about !== mine && old.at.left <= x && x <= old.at.right && old.at.top <= y && y <= old.at.bottom; });
  });
  if (!other || !root) { return; }
  root.classList.add("resting");
  clearTimeout(resting);
  resting = setTimeout(function () { all(".resting").forEach(function (e) { e.classList.remove("resting"); }); }, HALF);
}
document.addEventListener("pointerdown", function (event) { var e = near(event, "#panel a, #panel button, #panel summary"); down = e ? about(e) : ""; }, true);

/* After a tap of one's own what it brought may stand out of sight above: it is shown. Never after what others did. */
var before = null;
function headings() { return all("#panel .game h1:not(.sr), #panel .game h2:not(.sr), #refusal").filter(shown); }
function words(heading) { return heading.tagName + heading.textContent.replace(/[0-9]+/g, "#"); }
on("htmx:before:request", function (event) {
  var from = event.detail && event.detail.ctx && event.detail.ctx.sourceElement;
  before = from && from.closest && from.closest("#panel") ? headings().map(words) : null;
  if (from === unsent) { unsent = null; }
});
function unlike(old) { return headings().filter(function (h) { return old.indexOf(words(h)) < 0; })[0]; }
function showNew(fresh) {
  if (!fresh || fresh.getBoundingClientRect().top >= 0) { return; }
  fresh.scrollIntoView({ block: "start", behavior: window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}

/* The part of the page that something stands in, and how a part begins. */
function home(e) { var part = e.parentNode.closest("section[id], details[id]"); return part ? part.id : ""; }
function title(part) { return part && (all("h1:not(.sr), h2:not(.sr)", part).filter(shown)[0] || all("summary", part).filter(shown)[0]); }

/* What a control is, whatever it says: an update may make another one of the element that has the focus. */
function sign(e) { return e.id || home(e) + " " + (e.form ? e.form.getAttribute("action") + " " + e.name : e.href || e.tagName); }
function said(e) { return e.getAttribute("aria-label") || (e.type === "radio" ? e.value : e.textContent); }

/* The same control again, else the heading of what has come in its place: never another control, nor the top of the page.
   Where something new has begun, no button is the same. Who pressed a key of their own sees where it led. */
function refocus(was, anew, fresh, own) {
  var where = document.getElementById(was.where), now = document.activeElement;
  var kin = anew && was.button ? [] : all("a, button, input, select, textarea, summary, h1, h2", where).filter(function (e) { return shown(e) && sign(e) === was.sign; });
  var same = kin.filter(function (e) { return said(e) === was.said; })[0] || (kin.indexOf(now) >= 0 ? now : kin.length === 1 ? kin[0] : null);
  same = same || (!anew && (fresh || title(document.getElementById(was.home)))) || title(where.querySelector(".game") || where);
  if (same && same.tabIndex < 0) { same.tabIndex = -1; }  // a heading; an update takes its tabindex away again
  if (same && same !== now) { same.focus({ preventScroll: true }); }
  if (same && own && key) { same.scrollIntoView({ block: "nearest" }); }
}

/* A heading without the letters on its badges. */
function withoutBadges(heading) {
  var copy = heading.cloneNode(true);
  all("svg", copy).forEach(function (badge) { badge.parentNode.removeChild(badge); });
  return copy.textContent;
}

/* The one change in words: the line it wrote into the log, also when that says what the last one said; else the heading
   that it brought. What was there when the page came is no news. */
function tell(fresh) {
  var now = panel(), news = document.getElementById("news");
  if (!now || !news) { return; }
  if (news.dataset.line === now.dataset.line) {
    if (fresh && fresh.id !== "refusal" && !/^H/.test(document.activeElement.tagName)) { news.textContent = withoutBadges(fresh); }
  }
  else if (news.dataset.line !== undefined) { news.textContent = now.dataset.news; }
  news.dataset.line = now.dataset.line;
}

/* What was refused is said at the top for whoever cannot see its field, and not twice to whoever can. */
function sayOnce() {
  var no = document.getElementById("refusal");
  if (!no) { return; }
  no.hidden = all("#panel .error").some(function (e) {
    var at = e.getBoundingClientRect();
    return at.height > 0 && at.top >= 0 && at.bottom <= window.innerHeight && e.textContent.trim() === no.textContent.trim();
  });
}

/* This computer may have come to another Wi-Fi meanwhile: then the code to scan is drawn anew. */
function invited(now) {
  var place = document.getElementById("invite");
  if (!now || !place || !now.dataset.address || now.dataset.address === place.dataset.address) { return; }
  place.dataset.address = now.dataset.address;
  request(place.dataset.fetch, { headers: { "HX-Request": "true" } })
    .then(function (answer) { if (answer.status === 200 && answer.ours) { place.innerHTML = answer.text; if (swaps()) { htmx.process(place); } } })
    .catch(function () { place.dataset.address = ""; });
}

/* What a stream brings was drawn with what this device knew when the stream began: notices put away since then go again. */
function putAway() {
  var code = root && / put-away-([^=]+)=(\d+)/.exec(" " + document.cookie), strip = document.getElementById("notices");
  if (!strip || !code || Number(code[2]) > version(stands()) || root.dataset.role === "wall" || root.dataset.fetch.indexOf("/" + code[1] + "/") < 0) { return; }
  all("[data-notice]", strip).forEach(function (e) { if (Number(e.dataset.notice) <= Number(code[2])) { e.parentNode.removeChild(e); } });
  if (!strip.querySelector("[data-notice]")) { strip.parentNode.removeChild(strip); }
}
