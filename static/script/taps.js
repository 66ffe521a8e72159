/* --- taps: one choice, one tap, on what stood under the finger --------------------------------------------------- */

/* A choice is sent as it is made; but arrow keys pass one choice after the other, so they only choose, and a button sends. */
var key = "", unsent = null;  // the last key, none since something else was touched or clicked
on("keydown", function (event) {
  key = event.key;
  /* Enter presses the first button of a form: never where the buttons are themselves the choice. */
  var field = event.key === "Enter" && near(event, "input"), first = field && field.form && field.form.querySelector("button:enabled:not([type]):not([form])");
  if (first && first.name) { event.preventDefault(); }
});
on("pointerdown", function () { key = ""; });

/* The second of two taps in a row never presses what the first has brought to its place; what changes meanwhile is told by
   a swap or by what unfolds. Where nothing has, two keys beside each other may be tapped as fast as one can. */
var tap = { at: 0 }, first = 0, twice = false, pressed = "", brought = -1;
on("htmx:after:swap", function (event) { brought = event.timeStamp; });
document.addEventListener("toggle", function (event) { brought = event.timeStamp; }, true);
document.addEventListener("pointerdown", function (event) {
  first = tap.at;
  twice = event.pointerType === "touch" && event.timeStamp - tap.at < 400 && Math.abs(event.clientX - tap.x) + Math.abs(event.clientY - tap.y) < 40;
  tap = { at: event.timeStamp, x: event.clientX, y: event.clientY };
}, true);
document.addEventListener("click", function (event) {
  var button = near(event, "#panel a, #panel button, #panel summary"), what = button ? about(button) : "";
  if (what && down && event.detail > 0 && what !== down) { event.preventDefault(); event.stopPropagation(); return; }
  if (what && pressed && what !== pressed && (twice || event.detail > 1) && brought > first) { event.preventDefault(); event.stopPropagation(); }
  else { pressed = what; }
}, true);

on("change", function (event) {
  var input = near(event, "[data-submits]");
  if (input && /^Arrow/.test(key)) { unsent = input.form; all("[data-without-script]", unsent).forEach(function (e) { e.hidden = false; }); }
  else if (input && input.form) { if (input.form.requestSubmit) { input.form.requestSubmit(); } else { input.form.submit(); } }
});
on("htmx:before:request", function (event) { if (event.detail.ctx.sourceElement === unsent) { unsent = null; } });

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

/* Nothing changes under a finger that is down: what is put in the place of something pressed gets no click, or another one
   does. So news and answers wait until the tap was heard; no longer than a slow press takes, and once the finger is up only
   as long as a browser may take to tell of the click. A message that is held has a waiting of its own. */
var PRESS = 2000, HEARD = 300, finger = null, upon = [];
function lands(event) {
  if (near(event, "[data-hold]") && !byTap()) { return; }
  clearTimeout(finger);
  finger = setTimeout(pressOver, PRESS);
}
function lifts(event) {
  if (!finger) { return; }
  clearTimeout(finger);
  finger = event.type === "click" ? null : setTimeout(pressOver, HEARD);
  if (!finger) { setTimeout(function () { if (!finger) { pressOver(); } }, 0); }  // once it has done what it does
}
function pressOver() {
  clearTimeout(finger);
  finger = null;
  upon.splice(0).forEach(function (act) { act(); });
  if (waiting && !held) { show(waiting); }
}
function unpressed() { return new Promise(function (done) { if (finger) { upon.push(done); } else { done(); } }); }
["pointerdown", "touchstart"].forEach(function (type) { document.addEventListener(type, lands, { capture: true, passive: true }); });
["pointerup", "touchend", "click"].forEach(function (type) { document.addEventListener(type, lifts, { capture: true, passive: true }); });
["pointercancel", "touchcancel"].forEach(function (type) { document.addEventListener(type, pressOver, { capture: true, passive: true }); });
on("htmx:before:request", function (event) {
  event.detail.ctx.fetch = function (address, options) {
    return fetch(address, options).then(function (answer) {
      return answer.clone().text().then(unpressed).then(function () { return answer; });
    });
  };
});
