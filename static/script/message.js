/* --- the private message: its text is fetched while held, and thrown away on every kind of letting go ------------ */

function kept(key) { try { return window.localStorage.getItem(key); } catch (e) { return null; } }
function keep(key, value) { try { window.localStorage.setItem(key, value); } catch (e) { /* a private window: asked again next time */ } }

function open(button, limit, aloud) {
  cover();
  var box = button.closest(".message"), form = button.form;
  var mine = { box: box, button: button, shown: false, since: clock(), timer: setTimeout(cover, limit), slow: setTimeout(function () { far(box, true); }, 2500) };
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
    document.documentElement.classList.add("reading");
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
  document.documentElement.classList.remove("reading");
}

function coverAll() { cover(); all(".message").forEach(close); }

var byTaps = kept("tap") === "yes";
var fingers = !window.PointerEvent && "ontouchstart" in window;  // engines that know a touch and no pointer
function byTap() { return byTaps || !window.PointerEvent && !fingers; }

on("change", function (event) {
  var way = near(event, "[data-tap-instead] input");
  if (!way) { return; }
  byTaps = way.checked;
  keep("tap", byTaps ? "yes" : "");
  all("[data-tap-instead] input").forEach(function (other) { other.checked = byTaps; });
});
on("pointerdown", function (event) {
  var button = near(event, "[data-hold]");
  if (!button || event.button > 0 || byTap() || fingers) { return; }
  try { button.setPointerCapture(event.pointerId); } catch (e) { /* an old browser: release is still seen */ }
  open(button, 8000);
});
["pointerup", "pointercancel", "lostpointercapture"].forEach(function (type) { on(type, function (event) { if (held && near(event, "[data-hold]") && !byTap()) { cover(); } }); });
on("touchstart", function (event) {
  var button = near(event, "[data-hold]");
  if (button && fingers && !byTap()) { open(button, 8000); }
});
["touchend", "touchcancel"].forEach(function (type) { on(type, function () { if (held && fingers && !byTap() && !held.aloud) { cover(); } }); });
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
  else if (!swaps() || !event.target.hasAttribute("hx-post")) { leaving = clock(); hangUp(); }  // no news may overtake the answer
});
