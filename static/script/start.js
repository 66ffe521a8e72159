/* --- the beginning ---------------------------------------------------------------------------------------------- */

function keepAwake() {
  if (!root || root.dataset.awake !== "yes" || !navigator.wakeLock || wake) { return; }
  navigator.wakeLock.request("screen").then(function (lock) {
    wake = lock; lock.addEventListener("release", function () { wake = null; });
  }).catch(function () { /* not now: nothing breaks */ });
}

function start() {
  if (!swaps()) { asItWas(); }
  if (!swaps()) { keepSpaces(); }
  settle(); tell(); keepAwake();
  if (shelf() && shelf().getItem("anew")) { shelf().removeItem("anew"); refocus({ where: "panel" }, true); }
}
/* A plain page is measured as it begins: that wants its stylesheet, for which older engines do not wait. */
if (!swaps() && document.readyState !== "complete") { on("load", start, window); }
else if (document.readyState === "loading") { on("DOMContentLoaded", start); }
else { start(); }
