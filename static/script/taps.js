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

/* The second of two taps in a row never presses what the first has brought to its place. */
var tap = { at: 0 }, twice = false, pressed = "";
document.addEventListener("pointerdown", function (event) {
  twice = event.pointerType === "touch" && event.timeStamp - tap.at < 400 && Math.abs(event.clientX - tap.x) + Math.abs(event.clientY - tap.y) < 40;
  tap = { at: event.timeStamp, x: event.clientX, y: event.clientY };
}, true);
document.addEventListener("click", function (event) {
  var button = near(event, "#panel a, #panel button, #panel summary"), what = button ? about(button) : "";
  if (what && down && event.detail > 0 && what !== down) { event.preventDefault(); event.stopPropagation(); return; }
  if (what && pressed && what !== pressed && (twice || event.detail > 1)) { event.preventDefault(); event.stopPropagation(); }
  else { pressed = what; }
}, true);

on("change", function (event) {
  var input = near(event, "[data-submits]");
  if (input && /^Arrow/.test(key)) { unsent = input.form; all("[data-without-script]", unsent).forEach(function (e) { e.hidden = false; }); }
  else if (input && input.form) { if (input.form.requestSubmit) { input.form.requestSubmit(); } else { input.form.submit(); } }
});
