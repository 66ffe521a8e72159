/* --- the keypad ------------------------------------------------------------------------------------------------- */

/* A keypad puts the number tapped into the marked field of its form; then the next empty field is marked. Ten more is
   for the number tapped just before, else for the next; past what the field takes it begins again. Less than zero is for
   the marked field, as one writes a minus first; where none is left, for the number tapped just before. */
var aimed = "", tapped = "", digit = 0, tens = 0, below = false;
function keyed(form) { return all("[data-keyed]", form); }
function keyedAs(form, id) { return keyed(form).filter(function (f) { return f.id === id; })[0]; }
function target(form) { return keyedAs(form, aimed) || keyed(form).filter(function (f) { return f.value === ""; })[0]; }
function above(field) { return Number(field.value.replace("−", "").replace("-", "")); }
function isBelow(field) { return /^[−-]/.test(field.value); }
function write(field, n, minus) { field.value = (minus && n ? "−" : "") + n; }
function tenMore(n, field, least) { return n + 10 > Number(field.dataset.high) ? least : n + 10; }
function layKeypad(pad) {
  pad.hidden = false;
  keyed(pad.closest("form")).forEach(function (f) { f.inputMode = "none"; });  // the keypad stands in for the phone's own
  mark(pad.closest("form"));
}
function mark(form) {
  var now = target(form);
  keyed(form).forEach(function (f) { f.classList.toggle("aimed", f === now); });
  all("[data-plus]", form).forEach(function (b) { b.classList.toggle("on", tens > 0); b.textContent = "+" + (tens || 10); });
  all("[data-minus]", form).forEach(function (b) { b.classList.toggle("on", below); b.setAttribute("aria-pressed", String(below)); });
}
on("focusin", function (event) {
  var field = near(event, "[data-keyed]");
  if (field && field.form.querySelector("[data-keypad]")) { aimed = field.id; tapped = ""; mark(field.form); }
});
on("click", function (event) {
  var key = near(event, "[data-key], [data-plus], [data-minus]");
  if (!key) { tapped = ""; return; }
  var form = key.closest("form"), more = key.dataset.plus, minus = key.dataset.minus !== undefined;
  var before = more && keyedAs(form, tapped), field = before || target(form) || minus && keyedAs(form, tapped);
  if (!field) { return; }
  if (before) { write(field, tenMore(above(field), field, digit), isBelow(field)); }
  else if (minus && field.value) { write(field, above(field), !isBelow(field)); }
  else if (minus) { below = !below; mark(form); return; }
  else if (more) { tens = tenMore(tens, field, 0); mark(form); return; }
  else {
    tapped = field.id; digit = Number(key.dataset.key);
    while (tens && digit + tens > Number(field.dataset.high)) { tens -= 10; }
    write(field, digit + tens, below);
    aimed = ""; tens = 0; below = false;
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
  mark(form);
  if (target(form)) { target(form).scrollIntoView({ block: "nearest" }); }
});

/* Who went out holds no card: that number need not be tapped. */
on("change", function (event) {
  var choice = near(event, "[data-out] input"), fields = choice && choice.closest("[data-out]").dataset.out;
  if (!choice) { return; }
  var seat = choice.value.split(".")[0], out = choice.value.slice(-4) === ".out";
  keyed(choice.form).forEach(function (f) {
    if (f.name.indexOf(fields) !== 0) { return; }
    if (out && f.name === fields + seat) { f.value = "0"; f.dataset.known = "yes"; }
    else if (f.dataset.known) { f.value = ""; delete f.dataset.known; }
    f.dispatchEvent(new Event("input", { bubbles: true }));
  });
  mark(choice.form);
  if (target(choice.form)) { target(choice.form).scrollIntoView({ block: "nearest" }); }
});
