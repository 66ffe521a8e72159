/* --- a practice game: it plays by itself while somebody watches ----------------------------------------------------- */

/* A step is pressed as Next is, once the answer to the last has come; not while the page lies behind another, and no more
   once nobody knows a next one or no answer comes. */
var PACE = 2000, playing = null, stepped = "", waited = 0;
function practice() { return document.getElementById("practice"); }
function stepForm() { return practice() && practice().querySelector("[data-next-step]"); }
function sayPlaying() {
  all("[data-play]", practice()).forEach(function (button) {
    var words = button.dataset.words.split("|");
    button.hidden = !swaps();  // a plain page comes anew with each step
    button.textContent = words[playing ? 1 : 0];
  });
}
function stopPlaying() { clearInterval(playing); playing = null; sayPlaying(); }
function oneStep() {
  var form = stepForm();
  if (document.hidden) { return; }
  if (!form || practice().dataset.over !== undefined) { stopPlaying(); return; }
  if (form.elements.drawn.value === stepped) { waited += 1; if (waited > 4) { stopPlaying(); } return; }
  stepped = form.elements.drawn.value;
  waited = 0;
  form.requestSubmit();
}
on("click", function (event) {
  if (!near(event, "[data-play]")) { return; }
  if (playing) { stopPlaying(); return; }
  stepped = "";
  playing = setInterval(oneStep, PACE);
  oneStep();
  sayPlaying();
});
on("htmx:after:swap", function () {
  if (!practice()) { return; }
  if (!stepForm() || practice().dataset.over !== undefined) { stopPlaying(); }
  sayPlaying();
});
on("DOMContentLoaded", function () { if (practice()) { sayPlaying(); } });
