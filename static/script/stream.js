/* --- the line: the stream, and whether it lives ---------------------------------------------------------------- */

/* The server says something at least every six seconds. Who misses one of its signs asks; who misses two says that
   there is no connection, and begins anew. `told` is the mark that the stream told last, `heard` when it said anything. */
var MISSED = 7500, MISSED_TWICE = 13000, SLEPT = 5000;
var stream = null, told = "", heard = 0, begun = 0, leaving = -10000, failures = 0, enough = false, ticked = 0;

function hidden() { return document.visibilityState === "hidden"; }

/* What tells a page nothing is never called a connection: then the way to look again stays where the sign would be. A
   page that hears nothing does not know who is here. */
function connection(well) {
  if (!window.EventSource) { return; }
  document.documentElement.classList.toggle("deaf", !well);
  all("[data-again]").forEach(function (way) { way.hidden = true; });
  all("[data-connection]").forEach(function (sign) {
    sign.hidden = false;
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
  all("[data-deaf]").forEach(function (e) { e.hidden = !!window.EventSource; });
  enough = !!root && hidden() && !holdsPlace();
  if (!root || enough || !window.EventSource) { return; }
  begun = clock();
  var mine = stream = new EventSource(root.dataset.live);
  function hear(type, act) { mine.addEventListener(type, function (event) { if (stream === mine) { word(); act(event); } }); }
  mine.onopen = function () { if (stream === mine) { if (!held) { all(".message").forEach(function (box) { far(box, false); }); } word(); } };
  mine.onerror = function () {
    failures += 1;
    if (stream === mine && failures > 1) { connection(false); }
    if (failures === 1 && mine.readyState === 2) { ask(); }  // no stream was given: the table may be gone
  };
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
    if (!swaps()) { location.reload(); return; }
    pressOver();
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
  var who = now.dataset.who, key = "who:" + root.dataset.fetch, place = (now.dataset.me ? " seat" : "") + (now.dataset.role === "host" ? " host" : "");
  if (!who) { return; }
  var was = (shelf() && shelf().getItem(key) || "").split(" "), stranger = was[0] && was[0] !== who;
  if (root.dataset.who && root.dataset.who !== who) { begin(); }
  root.dataset.who = who;
  all("[data-lost]").forEach(function (e) { e.hidden = !!place || !stranger || was.indexOf(e.dataset.lost) < 1; });
  if (!place) { return; }
  if (cookieGone()) { ask(true); return; }  // told by the old stream
  try { shelf().setItem(key, who + place); } catch (e) { /* then only as long as this page lasts */ }
  if (signed) { return; }  // browsers take their time with cookies
  document.cookie = SIGN + "; path=" + root.dataset.fetch.replace(/t\/[^\/]+\/panel$/, "") + "; max-age=31536000; SameSite=Lax";
  signed = document.cookie.indexOf(SIGN) >= 0;
}

/* Whether this page's stream is what tells the others that somebody is here; else it lets go when out of sight. */
function holdsPlace() { return root.dataset.role !== "guest" && root.dataset.role !== "wall"; }

function word() { heard = clock(); failures = 0; connection(true); }

/* The table answers: if the stream has been silent all the same, it is dead. */
function answered() {
  putAway();  // the answer by which a notice went may have been lost
  if (enough) { word(); }
  else if (clock() - heard > MISSED && clock() - begun > AGAIN) { begin(); }
}

function watch() {
  var now = clock(), slept = now - ticked > SLEPT, ended = stream && stream.readyState === 2;
  ticked = now;
  if (slept && held && now - held.since > SLEPT) { cover(); }  // some go to sleep without a word to the page
  if (!root || hidden() || now - leaving < 10000) { return; }
  if (slept) { look(); return; }
  var quiet = now - heard, fresh = document.querySelector("[data-fresh][open]");
  var behind = told !== "" && told !== stands() && now - since > AGAIN && quiet > AGAIN;  // the answer to a question was lost
  var empty = standOpen().some(hollow);  // so was the one to what a drawer asked
  var due = behind || empty || asking && comesBack() || (enough ? quiet > 5000 : quiet > MISSED);
  if (due && !young() || fresh && now - asked > 10000 || cookieGone()) { ask(!!fresh || empty); }
  if (quiet > MISSED_TWICE) { connection(false); }
  if (enough ? now - begun > 30000 : ended ? now - begun > AGAIN : quiet > MISSED_TWICE && now - begun > 10000) { begin(); }
}
setInterval(watch, 500);

/* Whoever looks at the page sees what is so: it asks, and a stream that has been silent begins anew. */
function look() {
  var now = clock(), silent = now - heard > MISSED;
  if (hidden() || !root) { return; }
  ticked = looked = now;
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

document.addEventListener("toggle", function (event) {
  var d = event.target, byHand = !d.reopened;
  d.reopened = false;
  if (d.dataset.once && byHand) { skip(d, !d.open); }
  if (d.open && byHand && d.classList.contains("asks")) { d.scrollIntoView({ block: "nearest" }); }
  if (d.id === "menu" && root) { root.dataset.menu = d.open ? "open" : ""; }
  if (swaps() && d.open && (d.dataset.fresh !== undefined && byHand || standOpen().some(hollow))) { ask(true); }
}, true);

/* Nothing chosen and not sent is left in a form: neither for whoever has the phone next, nor in a page the browser keeps. */
function unfill() { all("#panel form").forEach(function (form) { form.reset(); }); }
on("pagehide", unfill, window);
