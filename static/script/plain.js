/* --- where htmx cannot run, as in engines from before 2020, or has not come: a plain page that is live all the same ---

   It loads itself anew when there is news: never while a message is held open, nor while something typed or chosen here
   is not sent; then the news waits, and what it says stands at the top edge. Forms are sent as without script. */
function swaps() { return !!window.htmx; }

/* What news is about. Who comes and goes is none here: two such pages would have each other load anew for ever. */
function gist(page) {
  return all("#now, .notices", page).map(function (e) { return e.textContent.replace(/\s+/g, " "); }).join("|");
}
function unsentHere() { return fields().some(function (f) { return given(f) !== byTable(f); }); }
function renew(html) {
  var next = new DOMParser().parseFromString(html, "text/html"), mark = markIn(html);
  if (version(mark) === version(stands()) && gist(next) === gist(document)) { panel().dataset.mark = mark; turned(); return; }
  if (clock() - leaving < 10000) {  // what is on its way to another page would be called back, a form before it has arrived
    waiting = html;
    turned();
    setTimeout(function () { if (waiting === html) { show(html); } }, 10000);
    return;
  }
  if (typing() || unsentHere()) {
    waiting = html;
    turned();
    if (nowIn(next)) { call(nowIn(next).textContent); }
    return;
  }
  loadAnew(next.getElementById("panel").dataset.asked);
}

/* What stands open for whoever holds this phone stands open again, and what is asked anew is noticed. */
function loadAnew(asks) {
  var open = all("#panel details[open][id], #invite details[open][id]").map(function (d) { return d.id; });
  var news = document.getElementById("news"), line = news && news.dataset.line || "";
  try { shelf().setItem("was", JSON.stringify([location.pathname, panel().dataset.hands, open, root.dataset.asks || "", line, root.dataset.stage])); } catch (e) { /* then it begins as it comes */ }
  leaving = clock();
  hangUp();
  history.scrollRestoration = asks && asks !== root.dataset.asks ? "manual" : "auto";  // what is asked stands at the top
  location.reload();
}
function asItWas() {
  var now = panel(), table = document.querySelector("[data-live]"), news = document.getElementById("news"), was = null;
  try { was = JSON.parse(shelf().getItem("was")); shelf().removeItem("was"); } catch (e) { return; }
  if (!was || !now || !table || was[0] !== location.pathname || was[1] !== now.dataset.hands) { return; }
  stillOpen(was[2], was[5]).forEach(function (id) { var d = document.getElementById(id); if (d) { d.open = d.reopened = true; } });
  table.dataset.asks = was[3];
  if (news) { news.dataset.line = was[4]; }
}
on("click", function (event) {
  var link = near(event, "a[href]:not([download])");
  if (link && !swaps() && !event.defaultPrevented && link.getAttribute("href")[0] !== "#") { leaving = clock(); }
});
on("focusout", function () { setTimeout(function () { if (waiting && !held && !finger && !swaps() && !typing() && !unsentHere()) { loadAnew(); } }, 0); });
