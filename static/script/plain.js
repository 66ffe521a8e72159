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
  try { shelf().setItem("was", JSON.stringify([location.pathname, panel().dataset.hands, open, root.dataset.asks || "", line])); } catch (e) { /* then it begins as it comes */ }
  leaving = clock();
  hangUp();
  history.scrollRestoration = asks && asks !== root.dataset.asks ? "manual" : "auto";  // what is asked stands at the top
  location.reload();
}
function asItWas() {
  var now = panel(), table = document.querySelector("[data-live]"), news = document.getElementById("news"), was = null;
  try { was = JSON.parse(shelf().getItem("was")); shelf().removeItem("was"); } catch (e) { return; }
  if (!was || !now || !table || was[0] !== location.pathname || was[1] !== now.dataset.hands) { return; }
  was[2].forEach(function (id) { var d = document.getElementById(id); if (d) { d.open = d.reopened = true; } });
  table.dataset.asks = was[3];
  if (news) { news.dataset.line = was[4]; }
}
on("focusout", function () { setTimeout(function () { if (waiting && !held && !swaps() && !typing() && !unsentHere()) { loadAnew(); } }, 0); });

/* Spaces between things in a row or a column, which such engines know in grids alone. */
function knowsGaps() {
  var two = document.createElement("div"), high;
  two.style.cssText = "position: absolute; display: flex; flex-direction: column; row-gap: 1px";
  two.appendChild(document.createElement("p"));
  two.appendChild(document.createElement("p"));
  document.body.appendChild(two);
  high = two.scrollHeight;
  document.body.removeChild(two);
  return high > 0;
}
function isWords(node) { return !!node && node.nodeType === 3 && !!node.data.trim(); }
function space() {
  if (knowsGaps()) { return; }
  all("body *").forEach(function (e) {
    var look = getComputedStyle(e), column = /column/.test(look.flexDirection), wraps = look.flexWrap === "wrap";
    if (!/flex/.test(look.display)) { return; }
    var along = parseFloat(column ? look.rowGap : look.columnGap) || 0, across = parseFloat(look.rowGap) || 0;
    Array.prototype.forEach.call(e.children, function (kid, n) {
      var own = getComputedStyle(kid), side = column ? "marginTop" : wraps ? "marginRight" : "marginLeft";
      if (own.position === "absolute" || own.position === "fixed") { return; }
      if ((n > 0 || side === "marginRight" || isWords(kid.previousSibling)) && own[side] === "0px") { kid.style[side] = along + "px"; }
      if (!column && !wraps && isWords(kid.nextSibling) && own.marginRight === "0px") { kid.style.marginRight = along + "px"; }
      if (!column && wraps && own.marginBottom === "0px") { kid.style.marginBottom = across + "px"; }
    });
    if (!column && wraps && look.marginBottom === "0px") { e.style.marginBottom = -across + "px"; }
  });
}