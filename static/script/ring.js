/* --- round the table: two people change seats by a tap on each, by dragging, by buttons or by arrow keys ------------ */

/* The form behind holds a place for each, which is all there is without script: it is sent with two of them exchanged.
   What is pressed while that is on its way waits for the answer, which says who sits where by then. */
var lifted = "", drag = null, dragged = false, seating = false, seatedNext = [];
function sitting() { return all("#arrange .sits"); }
function placeOf(e) { return e.parentNode.querySelector("[name^='place-']"); }
function layRing() {
  var hint = document.getElementById("ring-hint"), there = sitting();
  if (!hint) { lifted = ""; return; }
  if (!there.some(function (e) { return e.id === lifted; })) { lifted = ""; }
  there.forEach(function (e) { e.hidden = false; e.setAttribute("aria-pressed", String(e.id === lifted)); });
  hint.hidden = false;
  hint.textContent = hint.dataset.words.split("|")[lifted ? 1 : 0];
  all("#arrange [data-nudges]").forEach(function (e) { e.hidden = !lifted; });
}
/* With somebody else, by the id of their seat, or with whoever sits so many places on. */
function trade(id, other) {
  if (seating) { seatedNext.push([id, other]); return; }
  var there = sitting(), one = document.getElementById(id), at = there.indexOf(one);
  var two = typeof other === "string" ? document.getElementById(other) : there[(at + other + there.length) % there.length];
  if (at < 0 || !two || one === two) { return; }
  there.forEach(function (e, n) { placeOf(e).value = 1 + (e === one ? there.indexOf(two) : e === two ? at : n); });
  var form = placeOf(one).form;
  if (!form.requestSubmit) { form.submit(); return; }
  seating = true;
  form.requestSubmit();
}
on("htmx:finally:request", function (event) {
  var from = event.detail && event.detail.ctx && event.detail.ctx.sourceElement;
  if (!seating || !from || from.id !== "arrange") { return; }
  seating = false;
  if (refusal()) { seatedNext = []; }
  if (seatedNext.length) { trade.apply(null, seatedNext.shift()); }
});
on("click", function (event) {
  var seat = near(event, "#arrange .sits"), nudge = near(event, "#arrange [data-nudge]"), was = lifted;
  if (nudge && was) { trade(was, Number(nudge.dataset.nudge)); return; }
  if (!seat) { return; }
  if (dragged) { dragged = false; return; }
  lifted = was ? "" : seat.id;
  layRing();
  if (was) { trade(was, seat.id); }
});
on("keydown", function (event) {
  var seat = near(event, "#arrange .sits"), by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (seat && by) { event.preventDefault(); if (!event.repeat) { trade(seat.id, by); } }
});
on("pointerdown", function (event) {
  var seat = near(event, "#arrange .sits");
  dragged = false;
  drag = seat && event.button === 0 ? { id: seat.id, x: event.clientX, y: event.clientY, onto: "" } : null;
  if (drag && seat.hasPointerCapture && seat.hasPointerCapture(event.pointerId)) { seat.releasePointerCapture(event.pointerId); }
});
on("pointermove", function (event) {
  var seat = drag && document.getElementById(drag.id);
  if (!seat) { return; }
  var x = event.clientX - drag.x, y = event.clientY - drag.y;
  if (!dragged && Math.abs(x) + Math.abs(y) < 12) { return; }
  dragged = true;
  seat.classList.add("dragged");
  seat.style.transform = "translate(" + x + "px, " + y + "px)";
  var under = document.elementFromPoint(event.clientX, event.clientY), onto = under && under.closest ? under.closest("#arrange .sits") : null;
  sitting().forEach(function (e) { e.classList.toggle("over", e === onto && e !== seat); });
  drag.onto = onto ? onto.id : "";
});
function drop(event) {
  var was = drag;
  drag = null;
  if (!was) { return; }
  sitting().forEach(function (e) { e.classList.remove("over"); e.classList.remove("dragged"); e.style.transform = ""; });
  if (dragged && event.type === "pointerup" && was.onto) { lifted = ""; layRing(); trade(was.id, was.onto); }
}
["pointerup", "pointercancel"].forEach(function (type) { on(type, drop); });
