/* --- the panel: pushed by the stream, or asked for ------------------------------------------------------------ */

/* Drawers are filled on a whole page; a panel alone brings only those that stand open here. */
function standOpen() { return all("#panel details[data-drawer][open]").filter(function (d) { return !d.closest("details:not([open])"); }); }
function drawers() { return standOpen().map(function (d) { return d.id; }).join(" "); }
function hollow(d) { return d.children.length < 2; }
on("htmx:config:request", function (event) { event.detail.ctx.request.headers["Open-Drawers"] = drawers(); });

function ownView() { return location.search.length > 1 ? location.search : ""; }

/* Each panel says what view it is of, and the address follows what is shown, whichever way it came. */
function follow(search) { if (search !== undefined && search !== location.search) { history.replaceState(history.state, "", location.pathname + search); } }

function markIn(html) { var found = /data-mark="([^"]*)"/.exec(html); return found ? found[1] : ""; }
function version(mark) { return mark === "gone" ? Infinity : parseInt(mark, 10); }

/* Milliseconds that only grow: sleep counts, and a phone's clock that is put back does not. */
var wall = Date.now(), lived = 0;
function clock() { var now = Date.now(); lived += Math.max(0, now - wall); wall = now; return lived; }

/* What stands here, or will once a message is let go; how often that has changed, and when it last did. */
var turn = 0, known = "", since = 0;
function stands() { return waiting ? markIn(waiting) : panel() ? panel().dataset.mark : ""; }
function turned() {
  if (known === stands()) { return; }
  known = stands();
  turn += 1;
  since = clock();
}

/* Nothing older than what stands is shown, whichever way it comes. An answer may be when it is newer or the same, or when
   nothing came since it was asked for: so a table brought back from a backup is shown, too, though its count is lower. */
function timely(mark, then) { return !stands() || mark === stands() || version(mark) > version(stands()) || then === turn; }

/* While a message is held open the panel waits: an update neither covers nor loses it. A new deal covers it first. While a
   finger is down it waits, too. The promise is kept once the drawers that stood open are open again. */
function show(html) {
  var deal = /data-deal="([^"]*)"/.exec(html);
  if (held && deal && panel() && deal[1] === panel().dataset.deal) { waiting = html; turned(); overheard(html); return Promise.resolve(); }
  cover();
  if (finger) { waiting = html; turned(); return Promise.resolve(); }
  waiting = null;
  if (!swaps()) { renew(html); return Promise.resolve(); }
  return htmx.swap({ text: html, target: panel(), swap: "outerMorph", sourceElement: root });
}

/* An answer that does not come in time is as good as none: the line may be dead without anybody having said so. */
var PATIENCE = 6000;
function request(address, options) {
  var stop = window.AbortController ? new AbortController() : null;
  if (stop) { options.signal = stop.signal; }
  options.credentials = "same-origin";
  options.cache = "no-store";
  return new Promise(function (done, failed) {
    var late = setTimeout(function () { failed(new Error("no answer in time")); if (stop) { stop.abort(); } }, PATIENCE);
    fetch(address, options).then(function (answer) {
      return answer.text().then(function (text) { return { status: answer.status, ours: ours(answer), text: text }; });
    }).then(function (answer) { clearTimeout(late); done(answer); }, function (no) { clearTimeout(late); failed(no); });
  });
}

/* One question at a time, while its answer is young; news that came meanwhile is asked for, too. Who has just come back to
   the page asks sooner again: each connection that died meanwhile, unknown to the browser, swallows one question. */
var AGAIN = 1500, SOON = 400, asking = null, asked = 0, again = "", looked = -10000;
function comesBack() { return clock() - looked < 5000; }
function young() { return clock() - asked < (comesBack() ? SOON : AGAIN); }
function ask(anyway) {
  if (!root) { return; }
  if (asking && young()) { again = anyway || again === "whole" ? "whole" : "yes"; return; }
  var mine = asking = {}, then = turn, view = ownView(), headers = { "HX-Request": "true", "Open-Drawers": drawers() };
  if (!anyway && panel()) { headers["If-None-Match"] = panel().dataset.mark; }
  asked = clock();
  request(root.dataset.fetch + view, { headers: headers }).then(function (answer) {
    if (asking === mine) { asking = null; }
    if (!answer.ours || !root) { return; }
    answered();
    if (answer.status === 404) { location.reload(); return; }
    var mark = markIn(answer.text);
    if (answer.status !== 200) { if (answer.status === 304 && then === turn) { told = stands(); } }  // so it is
    else if (view !== ownView()) { again = "whole"; }
    else if (timely(mark, then)) { show(answer.text).then(further, further); return; }
    else if (version(mark) === version(stands())) { again = again || "yes"; }  // who is here has no order: ask anew
    further();
  }, function () { if (asking === mine) { asking = null; again = ""; } });
}

function further() {
  if (again) { var whole = again === "whole"; again = ""; ask(whole); }
  unveil();
}
