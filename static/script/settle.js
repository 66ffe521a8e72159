/* --- once something has come: it is made to work with script, and the wall is fitted to its screen --------------- */

/* Make what has come work with script. Whether something new begins with it: another stage, another round. */
function settle() {
  listen();
  turned();
  weigh();
  var now = panel();
  if (now) { follow(now.dataset.view); }
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
  all(".bar.at-table").forEach(function (bar) { bar.classList.toggle("with-menu", !!document.getElementById("menu")); });
  if (root) { root.dataset.menu = document.querySelector("#menu[open]") ? "open" : ""; }
  putAway();
  leave();
  all("[data-buzz]").forEach(function (way) { way.checked = kept("buzz") !== "no"; if (navigator.vibrate) { way.closest("label").hidden = false; } });
  all("[data-stepper] button[hidden], [data-print][hidden], [data-tap-instead][hidden], [data-copy][hidden]").forEach(function (e) { e.hidden = false; });
  if (navigator.share) { all("[data-share]").forEach(function (e) { e.hidden = false; }); }
  all("[data-without-script]").forEach(function (e) { e.hidden = !unsent || e.form !== unsent; });
  all("[data-tap-instead] input").forEach(function (way) { way.checked = byTaps; });
  all("[data-draft]").forEach(restore);
  all("[data-keypad]").forEach(layKeypad);
  all("[data-by-tap]").forEach(layOut);
  all("[data-sum]").forEach(addUp);
  all("[data-minute]").forEach(sayTime);
  countDown();
  sayUnsent();
  teach();
  layRing();
  fit();
  if (now && root) { findMe(!!before); }  // the first that looks where things stand: after all that moves them
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
