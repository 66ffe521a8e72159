/* --- the beginning ---------------------------------------------------------------------------------------------- */

function keepAwake() {
  if (!root || root.dataset.awake !== "yes" || !navigator.wakeLock || wake) { return; }
  navigator.wakeLock.request("screen").then(function (lock) {
    wake = lock; lock.addEventListener("release", function () { wake = null; });
  }).catch(function () { /* not now: nothing breaks */ });
}

function start() {
  if (!swaps()) { asItWas(); }
  settle(); tell(); keepAwake();
  if (shelf() && shelf().getItem("anew")) { shelf().removeItem("anew"); refocus({ where: "panel" }, true); }
}
if (document.readyState === "loading") { on("DOMContentLoaded", start); } else { start(); }
