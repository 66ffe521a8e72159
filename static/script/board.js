/* --- by hand on a picture ----------------------------------------------------------------------------------------- */

/* By hand on the picture: a tap on a place marks it, a tap on a thing lays it there, and the next empty place is marked.
   What is sent are the fields behind, which are all there is without script. A thing there is once leaves its old place. */
var spot = "";
function behind(place) { return document.getElementById(place.dataset.slot); }
function layOut(board) {
  var places = all("[data-slot]", board), things = all("[data-thing]", board), now = spotOf(board);
  var lain = places.map(function (s) { return behind(s).value; });
  all("[data-fields]", board.parentNode).forEach(function (e) { e.hidden = true; });
  board.hidden = false;
  places.forEach(function (s) {
    var field = behind(s), thing = things.filter(function (t) { return t.dataset.thing === field.value; })[0];
    var words = field.value ? field.options[field.selectedIndex].textContent : "", face = s.querySelector("[data-face]");
    if (thing) { face.innerHTML = (thing.querySelector("[data-piece]") || thing).innerHTML; } else { face.textContent = words; }
    s.setAttribute("aria-label", s.dataset.place + (words ? ": " + words : ""));
    if (things.length) { s.setAttribute("aria-pressed", String(s === now)); }
  });
  things.forEach(function (t) {
    t.dataset.lain = lain.filter(function (value) { return value === t.dataset.thing; }).length || "";
  });
}
function spotOf(board) {
  var places = all("[data-slot]", board);
  return places.filter(function (s) { return s.dataset.slot === spot; })[0] || places.filter(function (s) { return !behind(s).value; })[0];
}
on("click", function (event) {
  var place = near(event, "[data-slot]"), thing = near(event, "[data-thing]"), board = (place || thing) && (place || thing).closest("[data-by-tap]");
  if (!board) { return; }
  if (place && board.querySelector("[data-thing]")) { spot = place.dataset.slot; }
  else if (place) {  // there is nothing to lay: a tap turns it over
    behind(place).selectedIndex = behind(place).selectedIndex % (behind(place).options.length - 1) + 1;  // the first says nothing
    all("[data-with-it]", board.parentNode).forEach(function (e) { e.checked = true; });
  }
  else if ((place = spotOf(board))) {
    if (thing.dataset.once !== undefined) {
      all("[data-slot]", board).forEach(function (s) { if (behind(s).value === thing.dataset.thing) { behind(s).value = ""; } });
    }
    behind(place).value = thing.dataset.thing;
    spot = "";
  }
  layOut(board);
});
