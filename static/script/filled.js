/* --- what is filled in: after each update what the table says, and what was chosen here and not sent ------------- */

/* An update makes one form out of another's elements, and what was chosen or typed in them would stand in the new one. So
   after each every field shows what the table says; then what was chosen there and not sent, if the table still says
   what it said. */
function fields() { return all("#panel form input, #panel form select, #panel form textarea").filter(function (f) { return !/^(hidden|password)$/.test(f.type); }); }
function picked(f) { return f.type === "radio" || f.type === "checkbox"; }
function given(f) { return picked(f) ? f.checked : f.value; }
function give(f, what) { if (given(f) !== what) { f[picked(f) ? "checked" : "value"] = what; } }
function byTable(f) {
  if (picked(f)) { return f.defaultChecked; }
  if (f.tagName !== "SELECT") { return f.defaultValue; }
  var chosen = all("option", f).filter(function (o) { return o.defaultSelected; })[0] || f.options[0];
  return chosen ? chosen.value : "";
}
function formOf(f) { return f.form.getAttribute("action") + " " + fixed(f.form); }
function group(f) { return f.type === "radio" ? all("input[type='radio']", f.form).filter(function (r) { return r.name === f.name && r.defaultChecked; }).map(function (r) { return r.value; }).join() : String(byTable(f)); }
function called(f) { return formOf(f) + " " + f.name + (picked(f) ? "=" + f.value : ""); }
function chosen() {
  var kept = {};
  fields().forEach(function (f) { if (given(f) !== byTable(f) && !(sent && formOf(f) === formOf({ form: sent }))) { kept[called(f)] = { what: given(f), then: group(f) }; } });
  return kept;
}
function putBack(kept) {
  fields().forEach(function (f) { give(f, byTable(f)); });
  fields().forEach(function (f) { var was = kept[called(f)]; if (was && was.then === group(f)) { give(f, was.what); } });
}

/* What was sent is gone from its field, what was refused is there again; what the table never took stays as it is. */
function emptied(form) {
  all("input:not([type]), input[type='text'], input[type='password']", form).forEach(function (input) { if (!input.dataset.draft) { input.value = input.defaultValue; } });
}
