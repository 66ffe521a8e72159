/* --- the device: print, copy, share, stay awake; each only where there is such a thing ----------------------------- */

on("click", function (event) {
  if (near(event, "[data-print]")) { window.print(); }
  var share = near(event, "[data-share]");
  if (share) { navigator.share({ text: document.getElementById(share.dataset.share).value }).catch(function () { /* thought better of it */ }); }
  var copy = near(event, "[data-copy]");
  if (copy) {
    var from = document.getElementById(copy.dataset.copy);
    if (navigator.clipboard) { navigator.clipboard.writeText(from.value || from.textContent); } else { from.focus(); from.select(); document.execCommand("copy"); }
    copy.lastChild.textContent = copy.dataset.copied;
  }
});

/* A picture as PNG, which every chat and album takes. It is drawn here, so that the server needs no painter; where that
   fails, the link does what it does without script. */
on("click", function (event) {
  var link = near(event, "[data-picture]");
  if (!link) { return; }
  event.preventDefault();
  function asFile() { link.removeAttribute("data-picture"); link.click(); }
  var drawn = new Image(), name = link.download.replace(".svg", ".png");
  drawn.onerror = asFile;
  drawn.onload = function () {
    var canvas = document.createElement("canvas");
    canvas.width = 2 * drawn.naturalWidth;
    canvas.height = 2 * drawn.naturalHeight;
    try {
      canvas.getContext("2d").drawImage(drawn, 0, 0, canvas.width, canvas.height);
      canvas.toBlob(function (png) { if (png) { handOut(png, name); } else { asFile(); } });
    } catch (e) { asFile(); }
  };
  drawn.src = link.href;
});
function handOut(png, name) {
  var files = navigator.canShare ? [new File([png], name, { type: "image/png" })] : [];
  if (files.length && navigator.canShare({ files: files })) {
    navigator.share({ files: files }).catch(function (no) { if (no.name !== "AbortError") { save(png, name); } });
  } else { save(png, name); }
}
function save(png, name) {
  var link = document.createElement("a");
  link.href = URL.createObjectURL(png);
  link.download = name;
  link.click();
  setTimeout(function () { URL.revokeObjectURL(link.href); }, 60000);
}
