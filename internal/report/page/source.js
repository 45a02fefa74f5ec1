// Makes the lines of long files when the page is there, a few at a time. Remarks go into the page as text only; lines are
// the page's own colouring of text.
(function () {
'use strict';
var areas = document.getElementsByClassName('late'), data = Array.prototype.slice.call(document.getElementsByClassName('late-lines')), made = [], index = [];
function fill(area, lines) {
  var parts = document.createDocumentFragment();
  lines.forEach(function (l) {
    var e = document.createElement('div');
    e.className = l[0] ? 'l' + (l[4] ? ' v' : '') + (l[5] ? ' ' + l[5] : '') + (l[3].length ? ' marked' : '') : 'l gap';
    if (l[0]) { e.dataset.n = l[0]; e.innerHTML = l[2]; } else e.textContent = '… lines of which there is nothing to say';
    if (l[1]) e.id = l[1];
    if (l[6]) e.title = l[6];
    parts.appendChild(e);
    l[3].forEach(function (t) { var r = document.createElement('div'); r.className = 'r'; r.textContent = t; parts.appendChild(r); });
  });
  area.appendChild(parts);
  area.style.containIntrinsicSize = 'auto ' + area.style.minHeight;
  area.style.minHeight = '';
}
// make makes the lines of an area, once; it gives a promise of them.
function make(i) {
  if (!made[i]) made[i] = craigData(data[i]).then(function (lines) { fill(areas[i], lines); });
  return made[i];
}
data.forEach(function (_, i) {
  (areas[i].dataset.places || '').split(' ').forEach(function (p) {
    var m = /^(\d+):(\d+)-(\d+)$/.exec(p);
    if (m) index.push([+m[1], +m[2], +m[3], i]);
  });
});
function more(i) {
  if (i < data.length) make(i).then(function () { setTimeout(function () { more(i + 1); }, 0); });
}
// craigLine gives, later, the line of a file, which is made if it is not there yet.
window.craigLine = function (file, line) {
  var id = 's' + file + '-' + line, at = index.filter(function (x) { return x[0] === file && x[1] <= line && line <= x[2]; })[0];
  return (at ? make(at[3]) : Promise.resolve()).then(function () { return document.getElementById(id); });
};
setTimeout(function () { more(0); }, 0);
})();
