/* --- the spaces between things in a row or a column, which engines from before 2020 know in grids alone -------------

   There each thing gets the margins by which it stands where it would stand with them, also where a row goes on in a
   further line. They are given anew whenever something comes, goes or unfolds, or the screen is turned. */
var roomy = [], marked = [];
function knowsGaps() {
  var two = document.createElement("div"), high;
  two.style.cssText = "position: absolute; display: flex; flex-direction: column; row-gap: 1px";
  two.appendChild(document.createElement("p"));
  two.appendChild(document.createElement("p"));
  document.body.appendChild(two);
  high = two.scrollHeight;
  document.body.removeChild(two);
  return high > 0;
}
function room(e, side, much) { roomy.push({ e: e, side: side, much: much + parseFloat(getComputedStyle(e)[side]) }); }
function layRoom(since) {
  var rem = parseFloat(getComputedStyle(document.documentElement).fontSize);  // in it, since a wall is drawn smaller
  roomy.slice(since).forEach(function (one) { one.e.style[one.side] = one.much / rem + "rem"; });
}
function isWords(node) { return node.nodeType === 3; }

/* What stands in a row one after the other: words, too, and what has no box of its own but for what is in it. */
function inRow(e) {
  var found = [];
  Array.prototype.forEach.call(e.childNodes, function (node) {
    var look = node.nodeType === 1 ? getComputedStyle(node) : null;
    if (node.nodeName === "NOSCRIPT") { return; }
    if (look ? look.display === "none" || /absolute|fixed/.test(look.position) : !isWords(node) || !node.data.trim()) { return; }
    if (look && look.display === "contents") { found = found.concat(inRow(node)); }
    else { found.push({ node: node, order: look ? Number(look.order) : 0, n: found.length }); }
  });
  return found;
}
/* Whether a thing begins a further line, wherever it is drawn while it turns or rises. */
function beginsALine(node, before) {
  var laid = node.offsetParent && before.offsetParent, a = edges(before, laid), b = edges(node, laid);
  return b.from >= a.to - 1;
}
function edges(node, laid) {
  if (isWords(node)) {
    var range = document.createRange(), words;
    range.selectNode(node);
    words = range.getBoundingClientRect();
    return { from: words.top, to: words.bottom };
  }
  var look = getComputedStyle(node), box = laid ? null : node.getBoundingClientRect();
  var top = laid ? node.offsetTop : box.top, bottom = laid ? top + node.offsetHeight : box.bottom;
  return { from: top - parseFloat(look.marginTop), to: bottom + parseFloat(look.marginBottom) };
}

/* A margin that takes what is left: that shows only while the thing has no box. */
function takesRest(e, side) {
  if (getComputedStyle(e)[side] === "0px") { return false; }
  var was = e.style.display, rest;
  e.style.display = "none";
  rest = getComputedStyle(e)[side] === "auto";
  e.style.display = was;
  return rest;
}

/* A mark that the stylesheet draws before the words keeps its distance by itself. */
function hasMark(e) {
  var mark = getComputedStyle(e, "::before");
  return !/^(none|normal|)$/.test(mark.content) && !/absolute|fixed/.test(mark.position);
}
function spread(e) {
  var look = getComputedStyle(e), column = /column/.test(look.flexDirection);
  var along = parseFloat(column ? look.rowGap : look.columnGap) || 0, across = parseFloat(look.rowGap) || 0;
  if (!/flex/.test(look.display) || !along && !across) { return null; }
  var before = column ? "marginTop" : "marginLeft", after = column ? "marginBottom" : "marginRight";
  var row = inRow(e).sort(function (a, b) { return a.order - b.order || a.n - b.n; }).map(function (one) { return one.node; });
  row.forEach(function (node, n) {
    if (n && !isWords(node) && !takesRest(node, before)) { room(node, before, along); }
    else if (n && !isWords(row[n - 1])) { room(row[n - 1], after, along); }
  });
  if (hasMark(e)) { e.style.setProperty("--room", look.columnGap); marked.push(e); }
  return !column && look.flexWrap === "wrap" ? { things: row, along: along, across: across } : null;
}

/* What begins a further line has nothing before it, and what stands in one has something above. */
function inLines(row) {
  var below = [], since = roomy.length;
  function further(n) { return n > 0 && beginsALine(row.things[n], row.things[n - 1]); }
  row.things.forEach(function (node, n) {
    var begins = further(n);
    if (isWords(node)) { return; }
    if (begins) {
      node.style.marginLeft = "";
      if (!further(n) && !isWords(row.things[n - 1])) {  // it would fit in without its space
        room(row.things[n - 1], "marginRight", row.along);
        layRoom(roomy.length - 1);
      }
    }
    if (begins || below.length) { below.push(node); }
  });
  below.forEach(function (node) { room(node, "marginTop", row.across); });
  layRoom(since);
}
/* All that is drawn: what is folded or hidden is asked for once it comes out. */
function unfolded() {
  var walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT, {
    acceptNode: function (e) {
      var fold = e.parentNode.nodeName === "DETAILS" && !e.parentNode.open && e.nodeName !== "SUMMARY";
      return e.hidden || fold ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
    }
  }, false), found = [document.body];
  while (walk.nextNode()) { found.push(walk.currentNode); }
  return found;
}
function space() {
  var x = window.pageXOffset, y = window.pageYOffset;
  roomy.forEach(function (one) { one.e.style[one.side] = ""; });
  marked.forEach(function (e) { e.style.removeProperty("--room"); });
  roomy = [];
  marked = [];
  var rows = unfolded().map(spread);
  layRoom(0);
  rows.forEach(function (row) { if (row) { inLines(row); } });
  if (window.pageYOffset !== y) { window.scrollTo(x, y); }  // without them the page was shorter for a moment
}

/* A group of fields is no row for such engines, whatever it is said to be: what is in it becomes one. */
function layGroups() {
  all("fieldset[class]").forEach(function (group) {
    if (!/flex|grid/.test(getComputedStyle(group).display)) { return; }
    var row = document.createElement("div");
    row.className = group.className;
    Array.prototype.slice.call(group.childNodes).forEach(function (node) { if (node.nodeName !== "LEGEND") { row.appendChild(node); } });
    group.appendChild(row);
    group.className = "";
  });
}
function keepSpaces() {
  if (knowsGaps()) { return; }
  layGroups();
  space();
  new MutationObserver(function (changes) {
    function matters(change) { return change.type === "attributes" || Array.prototype.some.call(change.addedNodes, function (node) { return node.nodeType === 1; }); }
    if (changes.some(matters)) { space(); }
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "hidden", "open", "data-menu"] });
  on("resize", space, window);
  if (document.fonts && document.fonts.ready) { document.fonts.ready.then(space); }
}
