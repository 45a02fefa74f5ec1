// The search: sections that have all words, those with a word in their title first. Text goes into the page as text only.
'use strict';
(function () {
  var root = document.body.dataset.root, field = document.getElementById('search'), found = document.getElementById('found');
  var menu = document.querySelector('nav details');
  if (menu && matchMedia('(max-width: 52rem)').matches) menu.open = false;
  field.form.addEventListener('submit', function (e) { e.preventDefault(); var a = found.querySelector('a'); if (a) location.href = a.href; });
  field.addEventListener('input', function () {
    var words = field.value.toLowerCase().split(/\s+/).filter(Boolean), hits = [];
    found.textContent = '';
    found.hidden = !words.length;
    if (!words.length) return;
    (window.siteIndex || []).forEach(function (s) {
      var title = (s.t + ' ' + s.p).toLowerCase(), text = s.x.toLowerCase(), score = 0;
      if (!words.every(function (w) { if (title.indexOf(w) >= 0) score += 10; return title.indexOf(w) >= 0 || text.indexOf(w) >= 0; })) return;
      hits.push([score, s, text.indexOf(words[0])]);
    });
    hits.sort(function (a, b) { return b[0] - a[0]; });
    hits.slice(0, 25).forEach(function (h) {
      var li = document.createElement('li'), a = document.createElement('a'), span = document.createElement('span');
      a.href = root + h[1].u;
      a.textContent = h[1].p === h[1].t ? h[1].t : h[1].p + ': ' + h[1].t;
      span.textContent = h[1].x.slice(Math.max(0, h[2] - 60), Math.max(0, h[2]) + 140);
      li.appendChild(a); li.appendChild(span); found.appendChild(li);
    });
    if (!hits.length) { var none = document.createElement('li'); none.textContent = 'Nothing has all of these words.'; found.appendChild(none); }
  });
})();
