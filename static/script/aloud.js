/* --- in words: the one change is announced, and what was refused is said once ------------------------------------ */

/* A heading without the letters on its badges. */
function withoutBadges(heading) {
  var copy = heading.cloneNode(true);
  all("svg", copy).forEach(function (badge) { badge.parentNode.removeChild(badge); });
  return copy.textContent;
}

/* The one change in words: the line it wrote into the log, also when that says what the last one said; else the heading
   that it brought. What was there when the page came is no news. */
function tell(fresh) {
  var now = panel(), news = document.getElementById("news");
  if (!now || !news) { return; }
  if (news.dataset.line === now.dataset.line) {
    if (fresh && fresh.id !== "refusal" && !/^H/.test(document.activeElement.tagName)) { news.textContent = withoutBadges(fresh); }
  }
  else if (news.dataset.line !== undefined) { news.textContent = now.dataset.news; }
  news.dataset.line = now.dataset.line;
}

/* What was refused is said at the top for whoever cannot see its field, and not twice to whoever can. */
function sayOnce() {
  var no = document.getElementById("refusal");
  if (!no) { return; }
  no.hidden = all("#panel .error").some(function (e) {
    var at = e.getBoundingClientRect();
    return at.height > 0 && at.top >= 0 && at.bottom <= window.innerHeight && e.textContent.trim() === no.textContent.trim();
  });
}
