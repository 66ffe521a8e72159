/* Small words that every part uses: to find elements, to hear events, to tell the time. */

var root = null, wake = null, held = null, waiting = null;

function all(selector, within) { return Array.prototype.slice.call((within || document).querySelectorAll(selector)); }
function panel() { return document.getElementById("panel"); }
function on(type, act, where) { (where || document).addEventListener(type, act); }
function near(event, selector) { return event.target.closest ? event.target.closest(selector) : null; }

/* Whether something can be seen: what is folded away has a size, too, in newer browsers. */
function shown(e) {
  var fold = e.closest("details:not([open])"), title = e.closest("summary");
  return e.getClientRects().length > 0 && (!fold || title !== null && title.parentNode === fold && shown(fold.parentNode));
}
