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
  if (typing() || !shown(now)) { call(now.textContent); } else { call(""); toNow(); }  // a phone's open menu hides the game
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
  if (waiting && !swaps()) { loadAnew(); return; }
  if (typing()) { document.activeElement.blur(); }
  setTimeout(toNow, 0);
});
on("change", function (event) { var way = near(event, "[data-buzz]"); if (way) { keep("buzz", way.checked ? "" : "no"); } });

/* What is there for some seconds only goes by itself: the way back beside what was just done. */
var leaving_at = 0;
function leave() {
  var did = document.getElementById("did");
  clearTimeout(leaving_at);
  function away() { if (did.parentNode) { did.parentNode.removeChild(did); } }
  if (did) { leaving_at = setTimeout(function () { unpressed().then(away); }, Number(did.dataset.leaves)); }
}
