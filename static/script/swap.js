/* --- around a swap: what is open stays open, and what was noted before it is put right after it --------------------- */

/* What this phone was refused stays said when the next news takes the place of the page that said it. */
function refusal() { var no = document.querySelector("#refusal p, #panel .error"); return no ? no.textContent.trim() : ""; }

var opened = [], focused = null, sent = null, stood = [], refused = "", unsaid = {};

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
  if (!led || !panel() || panel().dataset.stage === led) { return; }
  all("#menu[open], #menu details[open]").forEach(function (d) { d.open = false; });  // what was pressed in it led elsewhere
  refocus({ where: "panel" }, true);  // which a phone shows only now
});
on("htmx:before:swap", function (event) {
  placed = panel() && !before ? places() : null;
  var from = event.detail && event.detail.ctx && event.detail.ctx.sourceElement;
  refused = from === root && !waiting ? refusal() : "";
  var holder = /data-hands="([^"]*)"/.exec(event.detail && event.detail.ctx && event.detail.ctx.text || "");
  cover();
  sent = from && from.tagName === "FORM" && !(event.detail.ctx.hx && event.detail.ctx.hx.retarget) ? from : null;
  stood = headings().map(words);
  opened = all("#panel details[open][id], #invite details[open][id]").map(function (d) { return d.id; });
  if (holder && panel() && holder[1] !== panel().dataset.hands) { opened = []; unfill(); }  // in other hands now: what was open or chosen for one is not for the next
  unsaid = chosen();
  var now = document.activeElement;
  focused = now && now.closest("#panel, #invite") ? { where: now.closest("#panel") ? "panel" : "invite", sign: sign(now), does: does(now), whom: whom(now), said: said(now), home: home(now), button: now.tagName === "BUTTON" } : null;
});
on("htmx:after:swap", function () {
  if (!panel()) { return; }
  if (root) { opened = stillOpen(opened, root.dataset.stage); }
  putBack(unsaid);
  opened.forEach(function (id) { var d = document.getElementById(id); if (d && !d.open) { d.open = d.reopened = true; } });
  if (sent && sent.isConnected) { emptied(sent); }
  var own = !!before, anew = settle(), fresh = unlike(stood);
  if (refused && !refusal() && root.dataset.stage !== "gone") { trouble(refused); }
  if (focused) { refocus(focused, anew, fresh, own); }
  focused = null;
  tell(fresh);
  if (before) {
    showNew(unlike(before));
    before = sent ? null : headings().map(words);  // the stream may bring the answer first: it is shown once
  }
  if (placed) { rest(placed); placed = null; }
});
