/* --- fields: what is typed and not sent, numbers, drafts, sums ------------------------------------------------- */

/* Beside what was asked about and still stands there unsent; news that comes meanwhile takes the words away with it. */
function sayUnsent() {
  var words = document.getElementById("unsent");
  all("[data-unsent]").forEach(function (e) { e.parentNode.removeChild(e); });
  all("#panel input, #panel textarea").forEach(function (input) {
    if (!words || !input.asked || input.asked !== input.value) { return; }
    var said = document.createElement("p");
    said.className = "error";
    said.dataset.unsent = "";
    said.setAttribute("role", "alert");
    said.textContent = words.content.textContent.trim();
    input.parentNode.appendChild(said);
  });
}

/* The button at the thumb takes nothing typed away: where another form holds something unsent, its first press only
   leads there and says so beside it. */
document.addEventListener("submit", function (event) {
  var form = event.target, words = document.getElementById("unsent");
  if (!form.closest("#panel .game > .action") || !words) { return; }
  var left = all("#panel .game input:not([type]), #panel .game input[type='text'], #panel .game textarea").filter(function (e) {
    return e.form !== form && !e.dataset.draft && shown(e) && e.value.trim() !== "" && e.value !== e.defaultValue;
  })[0];
  if (!left || left.asked === left.value) { return; }
  event.preventDefault();
  event.stopPropagation();
  left.asked = left.value;
  left.focus();
  sayUnsent();
  left.parentNode.querySelector("[data-unsent]").scrollIntoView({ block: "center" });
}, true);

/* A phone's keyboard covers half: what is typed in and the button that sends it stand above it, as far as both fit. */
on("resize", function () {
  var field = document.activeElement, seen = window.visualViewport, button = typing() && field.form && all("button:not([type='button'])", field.form).filter(shown)[0];
  if (!button) { return; }
  var over = button.getBoundingClientRect().bottom - seen.offsetTop - seen.height, room = field.getBoundingClientRect().top - seen.offsetTop;
  if (over > 0 && room > 0) { window.scrollBy(0, Math.min(over + 4, room)); }  // with a ring round it
}, window.visualViewport);

/* --- numbers, drafts, sums ---------------------------------------------------------------------------------------- */

function number(input) { return /^\s*\+?[0-9]{1,6}\s*$/.test(input.value) ? parseInt(input.value, 10) : NaN; }

on("click", function (event) {
  var button = near(event, "[data-stepper] [data-by]");
  if (!button) { return; }
  var input = button.parentNode.querySelector("input"), by = Number(button.dataset.by);
  var now = number(input), low = Number(input.dataset.low), high = Number(input.dataset.high);
  input.value = String(Math.min(high, Math.max(low, (isNaN(now) ? low - (by > 0 ? 1 : 0) : now) + by)));
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
});

function shelf() { try { return window.sessionStorage; } catch (e) { return null; } }
function restore(input) {
  var kept = shelf() && shelf().getItem("draft:" + input.dataset.draft);
  if (kept === null || kept === undefined) { return; }
  if (input.type === "radio") { input.checked = input.value === kept; }
  else if (document.activeElement !== input && input.value !== kept) { input.value = kept; }
}
function keepDraft(input) {
  try { shelf().setItem("draft:" + input.dataset.draft, input.value); } catch (e) { /* full: the field itself still holds it */ }
}
on("input", function (event) {
  var input = near(event, "[data-draft]");
  var row = input && input.closest(".cells");  // numbers that belong together stay together, also those still empty
  if (input && shelf()) { (row ? all("[data-draft]", row) : [input]).forEach(keepDraft); }
  all("[data-sum]").forEach(addUp);
});

/* [data-sum="a b -c"] shows the sum of the fields of those names in its own form. */
function addUp(output) {
  var form = output.closest("form"), sum = 0, shown = "";
  output.dataset.sum.split(" ").forEach(function (part) {
    var minus = part[0] === "-", input = form.elements[minus ? part.slice(1) : part];
    if (!input || input.disabled) { return; }
    var n = number(input);
    sum += minus ? -n : n;
    shown += (shown ? (minus ? " − " : " + ") : minus ? "−" : "") + (isNaN(n) ? "?" : n);
  });
  var words = output.querySelector("[data-shown]"), total = output.querySelector("[data-total]");
  if (words) { words.textContent = shown; }
  if (total) { total.textContent = isNaN(sum) ? "?" : String(sum).replace("-", "−"); }
}

/* A field of one line would run pasted lines into one name. */
on("paste", function (event) {
  var input = near(event, "[data-names]"), lines = input && event.clipboardData ? event.clipboardData.getData("text").trim().split(/\s*[\r\n]+\s*/) : [];
  if (lines.length < 2) { return; }
  event.preventDefault();
  input.setRangeText(lines.join(", "), input.selectionStart, input.selectionEnd, "end");
});
