// Makes the lines of long files when the page is there, a few at a time. Remarks go into the page as text only; lines are
// the page's own colouring of text.
(function () {
'use strict';
var places = document.getElementsByClassName('late'), data = document.getElementsByClassName('late-lines'), next = 0;
function make(i) {
  var area = places[i], parts = document.createDocumentFragment();
  if (area.firstChild) return;
  JSON.parse(data[i].textContent).forEach(function (l) {
    var e = document.createElement('div');
    e.className = l[0] ? 'l' + (l[4] ? ' v' : '') + (l[5] ? ' q' : '') + (l[3].length ? ' marked' : '') : 'l gap';
    if (l[0]) { e.dataset.n = l[0]; e.innerHTML = l[2]; } else e.textContent = '… lines of which there is nothing to say';
    if (l[1]) e.id = l[1];
    if (l[5]) e.title = l[5] + ' nodes';
    parts.appendChild(e);
    l[3].forEach(function (t) { var r = document.createElement('div'); r.className = 'r'; r.textContent = t; parts.appendChild(r); });
  });
  area.appendChild(parts);
  area.style.containIntrinsicSize = 'auto ' + area.style.minHeight;
  area.style.minHeight = '';
}
function more() {
  var until = performance.now() + 20;
  while (next < places.length && performance.now() < until) make(next++);
  if (next < places.length) setTimeout(more, 10);
}
// craigLine is the line with an id, which is made if it is not there yet.
window.craigLine = function (id) {
  var mark = JSON.stringify(id);
  for (var i = next; !document.getElementById(id) && i < places.length; i++) if (data[i].textContent.indexOf(mark) >= 0) make(i);
  return document.getElementById(id);
};
setTimeout(more, 0);
})();
