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
