/* --- trouble: what was pressed and not answered, or answered by somebody else, or too late -------------------------- */

/* What could not be done is said beside what is there, until the next try or until it is put away. That there was no
   answer to what was pressed, `missed`, is so only until the table has taken something that was pressed here. */
var missed = null;
function calm() { var t = document.getElementById("trouble"); missed = null; if (t) { t.textContent = ""; } }
function trouble(sentence, pressed) {
  var t = document.getElementById("trouble"), words = document.getElementById("unanswered");
  if (!t || !words) { return; }
  t.innerHTML = words.innerHTML;
  if (sentence) { t.querySelector("p").textContent = sentence; }
  missed = pressed || null;
  weigh();
}
function taken() { return Number(panel().dataset.taken); }
function asPressed(form) {
  var around = all("#panel details[data-drawer]").filter(function (d) { return d.contains(form); });
  return { what: formOf({ form: form }), taken: taken(), drawers: around.map(function (d) { return d.id; }) };
}
function weigh() {
  if (!missed || !panel()) { return; }
  if (taken() > missed.taken) { calm(); return; }
  var there = all("#panel form").some(function (form) { return formOf({ form: form }) === missed.what; });
  var unknown = missed.drawers.some(function (id) { var d = document.getElementById(id); return d && !d.open; });  // a drawer that is shut is empty
  var words = document.getElementById("unanswered"), said = document.querySelector("#trouble p");
  words = there || unknown ? words.content.querySelector("p").textContent : words.dataset.words;
  if (said.textContent !== words) { said.textContent = words; }
}
on("click", function (event) {
  if (!near(event, "#trouble button")) { return; }
  calm();
  if (panel()) { refocus({ where: "panel" }, true); }
});
on("htmx:before:request", function (event) {
  var ctx = event.detail.ctx, from = ctx.sourceElement;
  calm();
  ctx.then = turn;
  ctx.pressed = from && from.tagName === "FORM" && from.closest("#panel") ? asPressed(from) : null;
});

/* What comes from somewhere else, such as a proxy's own page while a server restarts, never takes the place of ours. */
function ours(answer) { return answer.headers.has("Content-Security-Policy"); }
on("htmx:before:response", function (event) { if (!ours(event.detail.ctx.response)) { event.preventDefault(); trouble("", event.detail.ctx.pressed); } });
on("htmx:finally:request", function (event) { if (/^error/.test(event.detail.ctx.status)) { trouble("", event.detail.ctx.pressed); ask(); } });

/* The answer to a tap that comes after newer news is not shown; but what it refused is said, and what it took is taken. */
on("htmx:after:request", function (event) {
  var ctx = event.detail.ctx, mark = markIn(ctx.text), from = ctx.sourceElement;
  if (!root || !mark || timely(mark, ctx.then)) { return; }
  event.preventDefault();
  if (ctx.response.status >= 400) {
    var no = new DOMParser().parseFromString(ctx.text, "text/html").querySelector("#refusal p, .error");
    if (no) { trouble(no.textContent.trim()); }
    return;
  }
  follow(new DOMParser().parseFromString(ctx.text, "text/html").getElementById("panel").dataset.view);
  if (from && from.tagName === "FORM") { emptied(from); }
  ask(true);
});
