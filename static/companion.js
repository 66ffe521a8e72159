/* Makes the pages live and smooth. Everything here only smooths plain forms and links: without it they work, too.
   Written for browsers since about 2018, so no optional chaining and nothing that plain http lacks. */
(function () {
  "use strict";

  var root = null, wake = null, held = null, waiting = null;

  function all(selector, within) { return Array.prototype.slice.call((within || document).querySelectorAll(selector)); }
  function panel() { return document.getElementById("panel"); }
  function on(type, act, where) { (where || document).addEventListener(type, act); }
  function near(event, selector) { return event.target.closest ? event.target.closest(selector) : null; }

  /* Whether something can be seen: what is folded away has a size, too, in newer browsers. */
  function shown(e) {
    var fold = e.closest("details:not([open])"), title = e.closest("summary");
    return e.getClientRects().length > 0 && (!fold || title !== null && title.parentNode === fold && shown(fold.parentNode));
  }

  /* --- the panel: pushed by the stream, or asked for ------------------------------------------------------------ */

  /* Drawers are filled on a whole page; a panel alone brings only those that stand open here. */
  function standOpen() { return all("#panel details[data-drawer][open]").filter(function (d) { return !d.closest("details:not([open])"); }); }
  function drawers() { return standOpen().map(function (d) { return d.id; }).join(" "); }
  function hollow(d) { return d.children.length < 2; }

  function ownView() { return location.search.length > 1 ? location.search : ""; }

  function markIn(html) { var found = /data-mark="([^"]*)"/.exec(html); return found ? found[1] : ""; }
  function version(mark) { return mark === "gone" ? Infinity : parseInt(mark, 10); }

  /* Milliseconds that only grow: sleep counts, and a phone's clock that is put back does not. */
  var wall = Date.now(), lived = 0;
  function clock() { var now = Date.now(); lived += Math.max(0, now - wall); wall = now; return lived; }

  /* What stands here, or will once a message is let go; how often that has changed, and when it last did. */
  var turn = 0, known = "", since = 0;
  function stands() { return waiting ? markIn(waiting) : panel() ? panel().dataset.mark : ""; }
  function turned() { if (known !== stands()) { known = stands(); turn += 1; since = clock(); } }

  /* Nothing older than what stands is shown, whichever way it comes. An answer may be when it is newer or the same, or when
     nothing came since it was asked for: so a table brought back from a backup is shown, too, though its count is lower. */
  function timely(mark, then) { return !stands() || mark === stands() || version(mark) > version(stands()) || then === turn; }

  /* While a message is held open the panel waits: an update neither covers nor loses it. A new deal covers it first. The
     promise is kept once the drawers that stood open are open again. */
  function show(html) {
    var deal = /data-deal="([^"]*)"/.exec(html);
    if (held && deal && panel() && deal[1] === panel().dataset.deal) { waiting = html; turned(); overheard(html); return Promise.resolve(); }
    cover();
    waiting = null;
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

  /* One question at a time, while its answer is young; news that came meanwhile is asked for, too. */
  var AGAIN = 1500, asking = null, asked = 0, again = "";
  function ask(anyway) {
    if (!root) { return; }
    if (asking && clock() - asked < AGAIN) { again = anyway || again === "whole" ? "whole" : "yes"; return; }
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

  /* --- the line: the stream, and whether it lives ---------------------------------------------------------------- */

  /* The server says something at least every six seconds. Who misses one of its signs asks; who misses two says that
     there is no connection, and begins anew. `told` is the mark that the stream told last, `heard` when it said anything. */
  var MISSED = 7500, MISSED_TWICE = 13000;
  var stream = null, told = "", heard = 0, begun = 0, leaving = -10000, failures = 0, enough = false, ticked = 0;

  function hidden() { return document.visibilityState === "hidden"; }

  function connection(well) {
    all("[data-connection]").forEach(function (sign) {
      sign.className = well ? "here" : "lost";
      var words = sign.dataset.words.split("|")[well ? 0 : 1];
      if (sign.textContent !== words) { sign.textContent = words; }
    });
  }

  function listen() {
    var next = document.querySelector("[data-live]");
    if (next === root) { return; }
    root = next;
    heard = clock();
    begin();
  }

  function hangUp() { if (stream) { stream.close(); stream = null; } told = ""; }

  function begin() {
    hangUp();
    enough = !!root && hidden() && !holdsPlace();
    if (!root || enough || !window.EventSource) { return; }
    begun = clock();
    var mine = stream = new EventSource(root.dataset.live);
    function hear(type, act) { mine.addEventListener(type, function (event) { if (stream === mine) { word(); act(event); } }); }
    mine.onopen = function () { if (stream === mine) { calm(); word(); } };
    mine.onerror = function () { failures += 1; if (stream === mine && failures > 1) { connection(false); } };
    hear("here", function () { /* a sign of life */ });
    hear("mark", function (event) { told = event.data; if (told !== stands()) { ask(); } });
    hear("panel", function (event) {
      var inOrder = told === stands();
      told = markIn(event.data);
      if (told === stands()) { return; }
      if (ownView() || drawers() || !inOrder && !(version(told) > version(stands()))) { ask(); } else { show(event.data); }
    });
    hear("enough", function () {  // a browser holds two streams; who is in sight and had one for long takes it from another
      hangUp();
      enough = true;
      if (!hidden() && clock() - begun > 5000) { begin(); }
    });
    hear("gone", function (event) {
      show(event.data);
      root.removeAttribute("data-live");
      root.dataset.stage = root.dataset.role = "gone";
      all("[data-connection]").forEach(function (sign) { sign.hidden = true; });
      listen();
    });
  }

  /* A browser whose cookie is gone is a stranger to the server, though its old stream still speaks to who it was. So the
     page says that its seat is lost, and begins anew as who it is now; also when it was loaded again meanwhile. A cookie of
     no other use shows when they go, since scripts cannot see the one that counts. */
  var SIGN = "companion_seat=yes", signed = false;
  function cookieGone() { return signed && document.cookie.indexOf(SIGN) < 0 && !(signed = false); }
  function recognise(now) {
    var who = now.dataset.who, key = "who:" + root.dataset.fetch, place = now.dataset.me ? "seat" : now.dataset.role === "host" ? "host" : "";
    if (!who) { return; }
    var was = (shelf() && shelf().getItem(key) || "").split(" "), stranger = was[0] && was[0] !== who;
    if (root.dataset.who && root.dataset.who !== who) { begin(); }
    root.dataset.who = who;
    all("[data-lost]").forEach(function (e) { e.hidden = !!place || !stranger || e.dataset.lost !== was[1]; });
    if (!place) { return; }
    try { shelf().setItem(key, who + " " + place); } catch (e) { /* then only as long as this page lasts */ }
    document.cookie = SIGN + "; path=" + root.dataset.fetch.replace(/t\/[^\/]+\/panel$/, "") + "; max-age=31536000; SameSite=Lax";
    signed = document.cookie.indexOf(SIGN) >= 0;
  }

  /* Whether this page's stream is what tells the others that somebody is here; else it lets go when out of sight. */
  function holdsPlace() { return root.dataset.role !== "guest" && root.dataset.role !== "wall"; }

  function word() { heard = clock(); failures = 0; connection(true); }

  /* The table answers: if the stream has been silent all the same, it is dead. */
  function answered() {
    if (enough) { word(); }
    else if (clock() - heard > MISSED && clock() - begun > AGAIN) { begin(); }
  }

  function watch() {
    var now = clock(), slept = now - ticked > 5000, ended = stream && stream.readyState === 2;
    ticked = now;
    if (!root || hidden() || now - leaving < 10000) { return; }
    if (slept) { look(); return; }
    var quiet = now - heard, fresh = document.querySelector("[data-fresh][open]");
    var behind = told !== "" && told !== stands() && now - since > AGAIN && quiet > AGAIN;  // the answer to a question was lost
    var empty = standOpen().some(hollow);  // so was the one to what a drawer asked
    var due = behind || empty || (enough ? quiet > 5000 : quiet > MISSED);
    if (due && now - asked >= AGAIN || fresh && now - asked > 10000 || cookieGone()) { ask(!!fresh || empty); }
    if (quiet > MISSED_TWICE) { connection(false); }
    if (enough ? now - begun > 30000 : ended ? now - begun > AGAIN : quiet > MISSED_TWICE && now - begun > 10000) { begin(); }
  }
  setInterval(watch, 500);

  /* Whoever looks at the page sees what is so: it asks, and a stream that has been silent begins anew. */
  function look() {
    var now = clock(), silent = now - heard > MISSED;
    if (hidden() || !root) { return; }
    ticked = now;
    if (silent) { heard = now - MISSED + 1000; }  // it may have slept: it has as long as after one missed sign
    if (enough || silent) { begin(); }
    ask(!!document.querySelector("[data-fresh][open]"));
    keepAwake();
  }
  on("visibilitychange", function () {
    if (root && hidden() && !holdsPlace()) { hangUp(); enough = true; }
    look();
  });
  on("pageshow", function (event) { leaving = -10000; if (event.persisted) { coverAll(); veil(); look(); } }, window);
  ["online", "focus"].forEach(function (type) { on(type, look, window); });

  /* Who comes back to a page kept by the browser sees it only once it is so, if the table can be reached. */
  function veil() { if (root) { root.classList.add("veiled"); setTimeout(unveil, 2500); } }
  function unveil() { if (root) { root.classList.remove("veiled"); } }

  /* What could not be done is said beside what is there, and taken back with the next try. */
  function calm() { var t = document.getElementById("trouble"); if (t) { t.textContent = ""; } }
  function trouble(sentence) {
    var t = document.getElementById("trouble"), words = document.getElementById("unanswered");
    if (!t || !words) { return; }
    t.innerHTML = words.innerHTML;
    if (sentence) { t.querySelector("p").textContent = sentence; }
  }
  on("htmx:before:request", function (event) { calm(); event.detail.ctx.then = turn; });

  /* What comes from somewhere else, such as a proxy's own page while a server restarts, never takes the place of ours. */
  function ours(answer) { return answer.headers.has("Content-Security-Policy"); }
  on("htmx:before:response", function (event) { if (!ours(event.detail.ctx.response)) { event.preventDefault(); trouble(); } });
  on("htmx:finally:request", function (event) { if (/^error/.test(event.detail.ctx.status)) { trouble(); ask(); } });
  on("htmx:config:request", function (event) { event.detail.ctx.request.headers["Open-Drawers"] = drawers(); });

  /* The answer to a tap that comes after newer news is not shown; but what it refused is said, and what it took is taken. */
  on("htmx:after:request", function (event) {
    var ctx = event.detail.ctx, mark = markIn(ctx.text), to = ctx.response.headers.get("HX-Replace-Url"), from = ctx.sourceElement;
    if (!root || !mark || timely(mark, ctx.then)) { return; }
    event.preventDefault();
    if (ctx.response.status >= 400) {
      var no = new DOMParser().parseFromString(ctx.text, "text/html").querySelector("#refusal p, .error");
      if (no) { trouble(no.textContent.trim()); }
      return;
    }
    if (to) { history.replaceState(history.state, "", to); }
    if (from && from.tagName === "FORM") { emptied(from); }
    ask(true);
  });

  document.addEventListener("toggle", function (event) {
    var d = event.target, byHand = !d.reopened;
    d.reopened = false;
    if (d.dataset.once && byHand) { skip(d, !d.open); }
    if (d.id === "menu" && root) { root.dataset.menu = d.open ? "open" : ""; }
    if (d.open && (d.dataset.fresh !== undefined && byHand || standOpen().some(hollow))) { ask(true); }
  }, true);

  /* Nothing chosen and not sent is left in a form: neither for whoever has the phone next, nor in a page the browser keeps. */
  function unfill() { all("#panel form").forEach(function (form) { form.reset(); }); }
  on("pagehide", unfill, window);

  /* --- around a swap: what is open stays open, focus stays where it was, the one change is announced ---------------- */

  /* What this phone was refused stays said when the next news takes the place of the page that said it. */
  function refusal() { var no = document.querySelector("#refusal p, #panel .error"); return no ? no.textContent.trim() : ""; }

  var opened = [], focused = null, sent = null, fromMenu = false, stood = [], refused = "", unsaid = {};
  on("htmx:before:swap", function (event) {
    placed = panel() && !before ? places() : null;
    var from = event.detail && event.detail.ctx && event.detail.ctx.sourceElement;
    refused = from === root && !waiting ? refusal() : "";
    var holder = /data-hands="([^"]*)"/.exec(event.detail && event.detail.ctx && event.detail.ctx.text || "");
    cover();
    sent = from && from.tagName === "FORM" && !(event.detail.ctx.hx && event.detail.ctx.hx.retarget) ? from : null;
    fromMenu = !!sent && !!sent.closest("#menu");
    stood = headings().map(words);
    opened = all("#panel details[open][id], #invite details[open][id]").map(function (d) { return d.id; });
    if (holder && panel() && holder[1] !== panel().dataset.hands) { opened = []; unfill(); }  // in other hands now: what was open or chosen for one is not for the next
    unsaid = chosen();
    var now = document.activeElement;
    focused = now && now.closest("#panel, #invite") ? { where: now.closest("#panel") ? "panel" : "invite", sign: sign(now), said: said(now), home: home(now), button: now.tagName === "BUTTON" } : null;
  });
  on("htmx:after:swap", function () {
    if (root && panel() && fromMenu && panel().dataset.stage !== root.dataset.stage) { opened = []; }  // it led elsewhere
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
      .then(function (answer) { if (answer.status === 200 && answer.ours) { place.innerHTML = answer.text; htmx.process(place); } })
      .catch(function () { place.dataset.address = ""; });
  }

  /* What a stream brings was drawn with what this device knew when the stream began: notices put away since then go again. */
  function putAway() {
    var code = root && / put-away-([^=]+)=(\d+)/.exec(" " + document.cookie), strip = document.getElementById("notices");
    if (!strip || !code || root.dataset.role === "wall" || root.dataset.fetch.indexOf("/" + code[1] + "/") < 0) { return; }
    all("[data-notice]", strip).forEach(function (e) { if (Number(e.dataset.notice) <= Number(code[2])) { e.parentNode.removeChild(e); } });
    if (!strip.querySelector("[data-notice]")) { strip.parentNode.removeChild(strip); }
  }

  /* --- being asked: the page shows it, the tab says it, the phone buzzes once ------------------------------------- */

  function nowIn(page) { return page.querySelector("#now h1, #now h2"); }
  function typing() {
    var at = document.activeElement;
    return !!at && (/^(TEXTAREA|SELECT)$/.test(at.tagName) || at.tagName === "INPUT" && !/^(radio|checkbox|hidden)$/.test(at.type));
  }
  function call(sentence) {
    var bar = document.getElementById("edge");
    if (bar) { bar.hidden = !sentence; bar.querySelector("span").textContent = sentence || ""; }
  }

  /* While a message is held open nothing moves; what is asked meanwhile stands at the top edge. */
  function overheard(html) {
    var next = new DOMParser().parseFromString(html, "text/html"), asks = next.getElementById("panel").dataset.asked;
    if (asks && asks !== panel().dataset.asked && nowIn(next)) { call(nowIn(next).textContent); }
  }
  function findMe(own) {
    var asks = panel().dataset.asked || "", was = root.dataset.asks, now = nowIn(document), yours = root.dataset.yours;
    if (yours) { document.title = (asks ? yours + " · " : "") + document.title.replace(yours + " · ", ""); }
    root.dataset.asks = asks;
    if (!asks) { call(""); }
    if (was === undefined || !asks || asks === was || !now || own) { return; }
    buzz();
    if (typing() || !shown(now)) { call(now.textContent); } else { toNow(); }  // a phone's open menu hides the game
  }
  function toNow() {
    var now = document.getElementById("now"), at = now && now.getBoundingClientRect();
    if (at && (at.top < 0 || at.bottom > window.innerHeight / 2)) { now.scrollIntoView({ block: "start" }); }
  }
  function buzz() {
    var touched = navigator.userActivation ? navigator.userActivation.hasBeenActive : false;
    if (touched && navigator.vibrate && kept("buzz") !== "no") { navigator.vibrate(200); }
  }
  on("click", function (event) {
    if (!near(event, "#edge")) { return; }
    all("#menu[open]").forEach(function (menu) { menu.open = false; });
    call("");
    cover();
    if (typing()) { document.activeElement.blur(); }
    setTimeout(toNow, 0);
  });
  on("change", function (event) { var way = near(event, "[data-buzz]"); if (way) { keep("buzz", way.checked ? "" : "no"); } });

  /* What is there for some seconds only goes by itself: the way back beside what was just done. */
  var leaving_at = 0;
  function leave() {
    var did = document.getElementById("did");
    clearTimeout(leaving_at);
    if (did) { leaving_at = setTimeout(function () { if (did.parentNode) { did.parentNode.removeChild(did); } }, Number(did.dataset.leaves)); }
  }

  /* Make what has come work with script. Whether something new begins with it: another stage, another round. */
  function settle() {
    listen();
    turned();
    var now = panel();
    invited(now);
    if (now && (now.dataset.others || now.dataset.reached)) { all("[data-after]").forEach(function (e) { e.hidden = true; }); }
    if (now && now.dataset.reached) { all("[data-way]").forEach(function (e) { e.hidden = now.dataset.reached.split(" ").indexOf(e.dataset.way) < 0; }); }
    if (now && root && now.dataset.game && now.dataset.game !== root.dataset.game) {  // another game: its own look
      try { shelf().setItem("anew", "yes"); } catch (e) { /* then the focus begins at the top */ }
      location.reload();
      return true;
    }
    var anew = false;
    if (now && root) {
      var top = now.querySelector("[data-top]"), place = now.dataset.stage + now.dataset.role + " " + (top ? top.dataset.top : "");
      anew = !!root.dataset.place && root.dataset.place !== place;
      if (anew) { window.scrollTo(0, 0); before = null; }  // something new begins: show its beginning
      root.dataset.place = place;
      recognise(now);
      ["stage", "role", "loud"].forEach(function (what) { root.dataset[what] = now.dataset[what] || ""; });
    }
    if (root) { root.dataset.menu = document.querySelector("#menu[open]") ? "open" : ""; }
    putAway();
    leave();
    if (now && root) { findMe(!!before); }
    all("[data-buzz]").forEach(function (way) { way.checked = kept("buzz") !== "no"; if (navigator.vibrate) { way.closest("label").hidden = false; } });
    all("[data-stepper] button[hidden], [data-print][hidden], [data-tap-instead][hidden], [data-copy][hidden]").forEach(function (e) { e.hidden = false; });
    if (navigator.share) { all("[data-share]").forEach(function (e) { e.hidden = false; }); }
    all("[data-without-script]").forEach(function (e) { e.hidden = !unsent || e.form !== unsent; });
    all("[data-tap-instead] input").forEach(function (way) { way.checked = byTaps; });
    all("[data-draft]").forEach(restore);
    all("[data-keypad]").forEach(layKeypad);
    all("[data-sum]").forEach(addUp);
    all("[data-minute]").forEach(sayTime);
    countDown();
    sayUnsent();
    teach();
    fit();
    sayOnce();
    return anew;
  }

  /* A TV cannot scroll: the wall is drawn as much smaller as it takes to show all of it, within reason. */
  var fitted = {};  // for each stage of an evening: so that the letters keep their size from one phase to the next
  function fit() {
    var page = document.documentElement, stage = root ? root.dataset.stage : "";
    if (!page.classList.contains("wall")) { return; }
    page.style.fontSize = "";
    var size = parseFloat(getComputedStyle(page).fontSize), least = Math.max(11, size * 0.45);
    if (fitted[stage] < size) { size = fitted[stage]; page.style.fontSize = size + "px"; }
    while (page.scrollHeight > window.innerHeight && size > least) { size *= 0.96; page.style.fontSize = size + "px"; }
    fitted[stage] = size;
  }
  ["resize", "load"].forEach(function (type) { on(type, function () { fitted = {}; fit(); }, window); });
  if (document.fonts && document.fonts.ready) { document.fonts.ready.then(fit); }

  /* --- a game in a minute: stepped by buttons, open until it is skipped, which is remembered for each game ----------- */

  var skipped = {}, shut = {};  // what stands open on a laptop, unless it was closed there by hand
  function skips(game) { return skipped[game] || kept("skip:" + game) === "yes"; }
  function teach() {
    all("[data-steps][hidden]").forEach(function (e) { e.hidden = false; });
    all("details[data-wide]").forEach(function (d) { if (!d.open && !shut[d.id] && window.matchMedia("(min-width: 56.25em)").matches) { d.open = d.reopened = true; } });
    all("details[data-once]").forEach(function (d) { if (!d.open && !skips(d.dataset.once)) { d.open = d.reopened = true; } });
  }
  on("click", function (event) { var title = near(event, "details[data-wide] > summary"); if (title) { shut[title.parentNode.id] = title.parentNode.open; } });
  function skip(d, yes) { skipped[d.dataset.once] = yes; keep("skip:" + d.dataset.once, yes ? "yes" : ""); }
  on("click", function (event) {
    var by = near(event, "[data-step]"), over = near(event, "[data-skip]"), lesson = by && by.closest("details").querySelector(".lessons");
    if (lesson) { lesson.scrollLeft += Number(by.dataset.step) * lesson.clientWidth; }
    if (over) { over.closest("details").open = false; }
  });

  /* --- the private message: its text is fetched while held, and thrown away on every kind of letting go ------------ */

  function kept(key) { try { return window.localStorage.getItem(key); } catch (e) { return null; } }
  function keep(key, value) { try { window.localStorage.setItem(key, value); } catch (e) { /* a private window: asked again next time */ } }

  function open(button, limit, aloud) {
    cover();
    var box = button.closest(".message"), form = button.form;
    var mine = { box: box, button: button, shown: false, timer: setTimeout(cover, limit), slow: setTimeout(function () { far(box, true); }, 2500) };
    held = mine;
    button.classList.add("held");
    request(form.action, {
      method: "POST", headers: { "HX-Request": "true" }, body: new URLSearchParams(new FormData(form))
    }).then(function (answer) {
      var html = answer.status === 200 && answer.ours ? answer.text : "";
      if (!html) { cover(); ask(true); }
      if (held !== mine || !html) { return; }
      clearTimeout(mine.slow);
      far(box, false);
      var where = box.querySelector("[data-open]");
      where.innerHTML = html;
      where.hidden = false;
      mine.shown = true;
      box.querySelector("[data-cover]").classList.add("open");
      if (aloud) { where.tabIndex = -1; where.focus({ preventScroll: true }); }
    }).catch(function () { if (held === mine) { cover(); far(box, true); } });
  }

  function far(box, is) { var sign = box.querySelector("[data-far]"); if (sign) { sign.hidden = !is; } }

  function cover() {
    if (!held) { return; }
    var was = held;
    held = null;
    clearTimeout(was.timer);
    clearTimeout(was.slow);
    was.button.classList.remove("held");
    if (document.activeElement === was.box.querySelector("[data-open]")) { was.button.focus({ preventScroll: true }); }
    close(was.box);
    if (was.shown) { was.box.classList.add("read"); }
    if (waiting) { setTimeout(function () { if (waiting) { show(waiting); } }, 0); }
  }

  function close(box) {
    var where = box.querySelector("[data-open]");
    where.textContent = "";
    where.hidden = true;
    far(box, false);
    box.querySelector("[data-cover]").classList.remove("open");
  }

  function coverAll() { cover(); all(".message").forEach(close); }

  var byTaps = kept("tap") === "yes";
  function byTap() { return byTaps || !window.PointerEvent; }

  on("change", function (event) {
    var way = near(event, "[data-tap-instead] input");
    if (!way) { return; }
    byTaps = way.checked;
    keep("tap", byTaps ? "yes" : "");
    all("[data-tap-instead] input").forEach(function (other) { other.checked = byTaps; });
  });
  on("pointerdown", function (event) {
    var button = near(event, "[data-hold]");
    if (!button || event.button > 0 || byTap()) { return; }
    try { button.setPointerCapture(event.pointerId); } catch (e) { /* an old browser: release is still seen */ }
    open(button, 8000);
  });
  ["pointerup", "pointercancel", "lostpointercapture"].forEach(function (type) { on(type, function (event) { if (held && near(event, "[data-hold]") && !byTap()) { cover(); } }); });
  ["blur", "pagehide"].forEach(function (type) { on(type, cover, window); });
  on("visibilitychange", function () { if (document.visibilityState === "hidden") { cover(); } });
  on("contextmenu", function (event) { if (near(event, "[data-hold], .cover")) { event.preventDefault(); } });
  on("keydown", function (event) {
    var button = near(event, "[data-hold]");
    if (event.key === "Escape") { cover(); all("#menu[open]").forEach(function (menu) { menu.open = false; menu.querySelector("summary").focus(); }); all("details.qr[open]").forEach(function (d) { d.open = false; }); }
    if (!button || (event.key !== " " && event.key !== "Enter")) { return; }
    event.preventDefault();
    if (event.repeat) { return; }
    if (byTap()) { if (held) { cover(); } else { open(button, 5000); } } else { open(button, 8000); }
  });
  on("keyup", function (event) {
    if ((event.key === " " || event.key === "Enter") && held && !byTap() && !held.aloud) { cover(); }
  });
  on("click", function (event) {
    var button = near(event, "[data-hold]");
    if (!button) { return; }
    event.preventDefault();
    if (byTap()) { if (held) { cover(); } else { open(button, 5000); } }
    else if (event.detail === 0 && !held) { open(button, 8000, true); held.aloud = true; }  // a screen reader presses without a pointer
  });
  on("submit", function (event) {
    if (event.target.querySelector("[data-hold]")) { event.preventDefault(); }
    else if (!event.target.hasAttribute("hx-post")) { leaving = clock(); hangUp(); }  // no news may overtake the answer
  });

  /* Beside what was asked about and still stands there unsent; news that comes meanwhile takes the words away with it. */
  function sayUnsent() {
    var words = document.getElementById("unsent");
    all("[data-unsent]").forEach(function (e) { e.parentNode.removeChild(e); });
    all("#panel input, #panel textarea").forEach(function (input) {
      if (!words || !input.asked || input.asked !== input.value) { return; }
      var said = document.createElement("p");
      said.className = "error";
      said.dataset.unsent = "";
      said.setAttribute("role", "alert");
      said.textContent = words.content.textContent.trim();
      input.parentNode.appendChild(said);
    });
  }

  /* The button at the thumb takes nothing typed away: where another form holds something unsent, its first press only
     leads there and says so beside it. */
  document.addEventListener("submit", function (event) {
    var form = event.target, words = document.getElementById("unsent");
    if (!form.closest("#panel .game > .action") || !words) { return; }
    var left = all("#panel .game input:not([type]), #panel .game input[type='text'], #panel .game textarea").filter(function (e) {
      return e.form !== form && !e.dataset.draft && shown(e) && e.value.trim() !== "" && e.value !== e.defaultValue;
    })[0];
    if (!left || left.asked === left.value) { return; }
    event.preventDefault();
    event.stopPropagation();
    left.asked = left.value;
    left.focus();
    sayUnsent();
    left.parentNode.querySelector("[data-unsent]").scrollIntoView({ block: "center" });
  }, true);

  /* --- numbers, drafts, sums ---------------------------------------------------------------------------------------- */

  function number(input) { return /^\s*\+?[0-9]{1,6}\s*$/.test(input.value) ? parseInt(input.value, 10) : NaN; }

  on("click", function (event) {
    var button = near(event, "[data-stepper] [data-by]");
    if (!button) { return; }
    var input = button.parentNode.querySelector("input"), by = Number(button.dataset.by);
    var now = number(input), low = Number(input.dataset.low), high = Number(input.dataset.high);
    input.value = String(Math.min(high, Math.max(low, (isNaN(now) ? low - (by > 0 ? 1 : 0) : now) + by)));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });

  function shelf() { try { return window.sessionStorage; } catch (e) { return null; } }
  function restore(input) {
    var kept = shelf() && shelf().getItem("draft:" + input.dataset.draft);
    if (kept === null || kept === undefined) { return; }
    if (input.type === "radio") { input.checked = input.value === kept; }
    else if (document.activeElement !== input && input.value !== kept) { input.value = kept; }
  }
  function keepDraft(input) {
    try { shelf().setItem("draft:" + input.dataset.draft, input.value); } catch (e) { /* full: the field itself still holds it */ }
  }
  on("input", function (event) {
    var input = near(event, "[data-draft]");
    var row = input && input.closest(".cells");  // numbers that belong together stay together, also those still empty
    if (input && shelf()) { (row ? all("[data-draft]", row) : [input]).forEach(keepDraft); }
    all("[data-sum]").forEach(addUp);
  });

  /* A keypad puts the number tapped into the marked field of its form; then the next empty field is marked. Ten more is
     for the number tapped just before, else for the next; past what the field takes it begins again. */
  var aimed = "", tapped = "", digit = 0, tens = 0;
  function keyed(form) { return all("[data-keyed]", form); }
  function keyedAs(form, id) { return keyed(form).filter(function (f) { return f.id === id; })[0]; }
  function target(form) { return keyedAs(form, aimed) || keyed(form).filter(function (f) { return f.value === ""; })[0]; }
  function tenMore(n, field, least) { return n + 10 > Number(field.dataset.high) ? least : n + 10; }
  function layKeypad(pad) {
    pad.hidden = false;
    keyed(pad.closest("form")).forEach(function (f) { f.inputMode = "none"; });  // the keypad stands in for the phone's own
    mark(pad.closest("form"));
  }
  function mark(form) {
    var now = target(form);
    keyed(form).forEach(function (f) { f.classList.toggle("aimed", f === now); });
    all("[data-plus]", form).forEach(function (b) { b.classList.toggle("on", tens > 0); b.textContent = "+" + (tens || 10); });
  }
  on("focusin", function (event) {
    var field = near(event, "[data-keyed]");
    if (field && field.form.querySelector("[data-keypad]")) { aimed = field.id; tapped = ""; mark(field.form); }
  });
  on("click", function (event) {
    var key = near(event, "[data-key], [data-plus]");
    if (!key) { tapped = ""; return; }
    var form = key.closest("form"), more = key.dataset.plus, before = more && keyedAs(form, tapped), field = before || target(form);
    if (!field) { return; }
    if (before) { field.value = String(tenMore(number(field), field, digit)); }
    else if (more) { tens = tenMore(tens, field, 0); mark(form); return; }
    else {
      tapped = field.id; digit = Number(key.dataset.key);
      while (tens && digit + tens > Number(field.dataset.high)) { tens -= 10; }
      field.value = String(digit + tens);
      aimed = ""; tens = 0;
    }
    field.dispatchEvent(new Event("input", { bubbles: true }));
    mark(form);
    if (target(form)) { target(form).scrollIntoView({ block: "nearest" }); }
  });

  /* Who went out holds no card: that number need not be tapped. */
  on("change", function (event) {
    var choice = near(event, "[data-out] input");
    if (!choice) { return; }
    var seat = choice.value.split(".")[0], out = choice.value.slice(-4) === ".out";
    keyed(choice.form).forEach(function (f) {
      if (f.name.slice(0, 5) !== "hand-") { return; }
      if (out && f.name === "hand-" + seat) { f.value = "0"; f.dataset.known = "yes"; }
      else if (f.dataset.known) { f.value = ""; delete f.dataset.known; }
      f.dispatchEvent(new Event("input", { bubbles: true }));
    });
    mark(choice.form);
    if (target(choice.form)) { target(choice.form).scrollIntoView({ block: "nearest" }); }
  });

  /* [data-sum="a b -c"] shows the sum of the fields of those names in its own form. */
  function addUp(output) {
    var form = output.closest("form"), sum = 0, shown = "";
    output.dataset.sum.split(" ").forEach(function (part) {
      var minus = part[0] === "-", input = form.elements[minus ? part.slice(1) : part];
      if (!input || input.disabled) { return; }
      var n = number(input);
      sum += minus ? -n : n;
      shown += (shown ? (minus ? " − " : " + ") : minus ? "−" : "") + (isNaN(n) ? "?" : n);
    });
    var words = output.querySelector("[data-shown]"), total = output.querySelector("[data-total]");
    if (words) { words.textContent = shown; }
    if (total) { total.textContent = isNaN(sum) ? "?" : String(sum).replace("-", "−"); }
  }

  /* A field of one line would run pasted lines into one name. */
  on("paste", function (event) {
    var input = near(event, "[data-names]"), lines = input && event.clipboardData ? event.clipboardData.getData("text").trim().split(/\s*[\r\n]+\s*/) : [];
    if (lines.length < 2) { return; }
    event.preventDefault();
    input.setRangeText(lines.join(", "), input.selectionStart, input.selectionEnd, "end");
  });

  /* A choice is sent as it is made; but arrow keys pass one choice after the other, so they only choose, and a button sends. */
  var key = "", unsent = null;  // the last key, none since something else was touched or clicked
  on("keydown", function (event) {
    key = event.key;
    /* Enter presses the first button of a form: never where the buttons are themselves the choice. */
    var field = event.key === "Enter" && near(event, "input"), first = field && field.form && field.form.querySelector("button:enabled:not([type])");
    if (first && first.name) { event.preventDefault(); }
  });
  on("pointerdown", function () { key = ""; });

  /* The second of two taps in a row never presses what the first has brought to its place. */
  var tap = { at: 0 }, twice = false, pressed = "";
  document.addEventListener("pointerdown", function (event) {
    twice = event.pointerType === "touch" && event.timeStamp - tap.at < 400 && Math.abs(event.clientX - tap.x) + Math.abs(event.clientY - tap.y) < 40;
    tap = { at: event.timeStamp, x: event.clientX, y: event.clientY };
  }, true);
  document.addEventListener("click", function (event) {
    var button = near(event, "#panel a, #panel button, #panel summary"), what = button ? about(button) : "";
    if (what && down && event.detail > 0 && what !== down) { event.preventDefault(); event.stopPropagation(); return; }
    if (what && pressed && what !== pressed && (twice || event.detail > 1)) { event.preventDefault(); event.stopPropagation(); }
    else { pressed = what; }
  }, true);

  on("change", function (event) {
    var input = near(event, "[data-submits]");
    if (input && /^Arrow/.test(key)) { unsent = input.form; all("[data-without-script]", unsent).forEach(function (e) { e.hidden = false; }); }
    else if (input && input.form) { if (input.form.requestSubmit) { input.form.requestSubmit(); } else { input.form.submit(); } }
  });

  /* --- time: the server says how many seconds are left, so a phone's wrong clock does not matter --------------------- */

  /* When something happened, by the reader's own clock. */
  function sayTime(e) {
    e.textContent = new Date(e.dataset.minute * 60000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    e.hidden = false;
  }

  var ticking = null;
  function countDown() {
    all("[data-seconds]").forEach(function (e) {
      if (e.dataset.from !== e.dataset.seconds + panel().dataset.mark) {
        e.dataset.from = e.dataset.seconds + panel().dataset.mark;
        e.until = performance.now() + Number(e.dataset.seconds) * 1000;
        e.over = false;
      }
    });
    if (!ticking && document.querySelector("[data-seconds]")) { ticking = setInterval(tick, 250); tick(); }
  }
  function tick() {
    var clocks = all("[data-seconds]");
    if (!clocks.length) { clearInterval(ticking); ticking = null; }
    clocks.forEach(function (e) {
      var left = Math.max(0, Math.ceil((e.until - performance.now()) / 1000));
      var words = Math.floor(left / 60) + ":" + ("0" + left % 60).slice(-2);
      if (e.textContent !== words) { e.textContent = words; }
      if (left === 0 && !e.over) { e.over = true; setTimeout(function () { ask(true); }, 300); }
    });
  }

  on("DOMContentLoaded", function () {
    all("[data-after]").forEach(function (hint) {  // unless a phone has come meanwhile
      setTimeout(function () {
        if (panel() && (panel().dataset.others || panel().dataset.reached)) { return; }
        hint.hidden = false;
        var d = hint.closest("details");
        if (d) { d.open = true; }
      }, Number(hint.dataset.after) * 1000);
    });
  });

  /* --- the device: print, copy, share, stay awake; each only where there is such a thing ----------------------------- */

  on("click", function (event) {
    if (near(event, "[data-print]")) { window.print(); }
    var share = near(event, "[data-share]");
    if (share) { navigator.share({ text: document.getElementById(share.dataset.share).value }).catch(function () { /* thought better of it */ }); }
    var copy = near(event, "[data-copy]");
    if (copy) {
      var from = document.getElementById(copy.dataset.copy);
      if (navigator.clipboard) { navigator.clipboard.writeText(from.value || from.textContent); } else { from.focus(); from.select(); document.execCommand("copy"); }
      copy.lastChild.textContent = copy.dataset.copied;
    }
  });

  /* A picture as PNG, which every chat and album takes. It is drawn here, so that the server needs no painter; where that
     fails, the link does what it does without script. */
  on("click", function (event) {
    var link = near(event, "[data-picture]");
    if (!link) { return; }
    event.preventDefault();
    function asFile() { link.removeAttribute("data-picture"); link.click(); }
    var drawn = new Image(), name = link.download.replace(".svg", ".png");
    drawn.onerror = asFile;
    drawn.onload = function () {
      var canvas = document.createElement("canvas");
      canvas.width = 2 * drawn.naturalWidth;
      canvas.height = 2 * drawn.naturalHeight;
      try {
        canvas.getContext("2d").drawImage(drawn, 0, 0, canvas.width, canvas.height);
        canvas.toBlob(function (png) { if (png) { handOut(png, name); } else { asFile(); } });
      } catch (e) { asFile(); }
    };
    drawn.src = link.href;
  });
  function handOut(png, name) {
    var files = navigator.canShare ? [new File([png], name, { type: "image/png" })] : [];
    if (files.length && navigator.canShare({ files: files })) {
      navigator.share({ files: files }).catch(function (no) { if (no.name !== "AbortError") { save(png, name); } });
    } else { save(png, name); }
  }
  function save(png, name) {
    var link = document.createElement("a");
    link.href = URL.createObjectURL(png);
    link.download = name;
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 60000);
  }

  function keepAwake() {
    if (!root || root.dataset.awake !== "yes" || !navigator.wakeLock || wake) { return; }
    navigator.wakeLock.request("screen").then(function (lock) {
      wake = lock; lock.addEventListener("release", function () { wake = null; });
    }).catch(function () { /* not now: nothing breaks */ });
  }

  function start() {
    settle(); tell(); keepAwake();
    if (shelf() && shelf().getItem("anew")) { shelf().removeItem("anew"); refocus({ where: "panel" }, true); }
  }
  if (document.readyState === "loading") { on("DOMContentLoaded", start); } else { start(); }
})();
