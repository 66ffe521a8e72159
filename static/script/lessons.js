/* --- a game in a minute: stepped by buttons, open until it is skipped, which is remembered for each game ----------- */

var skipped = {}, shut = {};  // what stands open on a laptop, unless it was closed there by hand
function skips(game) { return skipped[game] || kept("skip:" + game) === "yes"; }
function teach() {
  inTurn();
  ends();
  all("[data-steps][hidden]").forEach(function (e) { e.hidden = false; });
  all("details[data-wide]").forEach(function (d) { if (!d.open && !shut[d.id] && window.matchMedia("(min-width: 56.25em)").matches) { d.open = d.reopened = true; } });
  all("details[data-once]").forEach(function (d) { if (!d.open && !skips(d.dataset.once)) { d.open = d.reopened = true; } });
}
/* The first card has no way back, the last one none on; folded away they have no width, and no end. */
function ends() {
  all("[data-steps] > [data-step]").forEach(function (by) {
    var cards = by.closest("details").querySelector(".lessons"), end = cards.scrollWidth - cards.clientWidth;
    var no = by.dataset.step < 0 ? cards.scrollLeft < 1 : end > 0 && cards.scrollLeft > end - 1;
    if (no && by === document.activeElement) { cards.focus({ preventScroll: true }); }
    by.style.visibility = no ? "hidden" : "";
  });
}
document.addEventListener("scroll", ends, true);
/* On the big screen one after the other, a quarter of a minute each; a pointer on it keeps what stands there. */
var cardNow = 0;
function inTurn() {
  all(".in-turn .lesson").forEach(function (e, n, cards) {
    var now = n === cardNow % cards.length;
    e.classList.toggle("now", now);
    e.classList.toggle("away", !now);
  });
}
setInterval(function () { if (!document.querySelector(".in-turn:hover")) { cardNow += 1; inTurn(); } }, 15000);
on("click", function (event) { var title = near(event, "details[data-wide] > summary"); if (title) { shut[title.parentNode.id] = title.parentNode.open; } });
function skip(d, yes) { skipped[d.dataset.once] = yes; keep("skip:" + d.dataset.once, yes ? "yes" : ""); }
on("click", function (event) {
  var by = near(event, "[data-step]"), over = near(event, "[data-skip]"), lesson = by && by.closest("details").querySelector(".lessons");
  if (lesson) { lesson.scrollLeft += Number(by.dataset.step) * lesson.clientWidth; }
  if (over) { over.closest("details").open = false; }
});
