// Sends programs, and shows what becomes of them. Text goes into the page as text only.
(function () {
'use strict';
var byId = function (id) { return document.getElementById(id); };
var states = new Map(), sources = new Map(), history = new Map(), shown = null, framed = null;

function tell(text) { byId('told').textContent = text; }
function element(kind, text, css) {
  var e = document.createElement(kind);
  if (text !== undefined) e.textContent = text;
  if (css) e.className = css;
  return e;
}

byId('file').addEventListener('change', function () {
  var f = byId('file').files[0];
  if (!f) return;
  if (f.size > byId('text').maxLength) { tell('The file has ' + f.size + ' bytes, of at most ' + byId('text').maxLength + '.'); return; }
  f.text().then(function (t) { byId('text').value = t; tell(f.name); });
});

byId('form').addEventListener('submit', function (e) {
  e.preventDefault();
  var f = byId('file').files[0];
  fetch('/jobs', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({
    name: f ? f.name.slice(0, 100) : '', text: byId('text').value, property: byId('property').value, engine: byId('engine').value, entry: byId('entry').value.trim(), seconds: +byId('seconds').value
  }) }).then(function (r) { return r.json().then(function (j) { if (!r.ok) throw new Error(j.error); return j; }); })
    .then(function (j) { tell(''); put(j); choose(j.id); follow(j.id); })
    .catch(function (e) { tell(e.message); });
});

function follow(id) {
  if (sources.has(id)) return;
  var s = new EventSource('/jobs/' + id + '/events');
  sources.set(id, s);
  s.onmessage = function (e) {
    var j = JSON.parse(e.data);
    put(j);
    if (j.done) { s.close(); sources.delete(id); }
  };
  s.onerror = function () { if (s.readyState === 2) sources.delete(id); }; // else the browser tries again
}

function refined(j) { return (j.kinds.refine || 0) + (j.kinds.restart || 0); }
function word(j) { return j.done ? j.verdict : j.running ? 'running' : 'waiting'; }
function css(j) { return /^TRUE/.test(j.verdict) ? 'true' : /^FALSE/.test(j.verdict) ? 'false' : 'unknown'; }

// add makes the row of a job.
function add(j) {
  var body = byId('jobs').tBodies[0], row = element('tr'), name = element('th'), b = element('button', j.number + (j.name ? ' ' + j.name : '')), stop = element('button', 'stop'), verdict = element('td');
  row.id = 'job' + j.id;
  name.scope = 'row'; b.type = stop.type = 'button';
  b.addEventListener('click', function () { choose(j.id); });
  stop.addEventListener('click', function () { fetch('/jobs/' + j.id, { method: 'DELETE' }); });
  name.appendChild(b);
  verdict.append(element('span'), ' ', stop);
  row.append(name, element('td', j.property), element('td', j.engine || 'all'), verdict, element('td', '', 'number'), element('td', '', 'number'), element('td', '', 'number'));
  body.insertBefore(row, body.firstChild);
  return row;
}

function put(j) {
  states.set(j.id, j);
  if (!history.has(j.id)) history.set(j.id, []);
  history.get(j.id).push([j.seconds, j.kinds.expand || 0, refined(j)]);
  var row = byId('job' + j.id) || add(j), c = row.cells; // buttons stay, or a click could miss them
  c[3].firstChild.textContent = word(j); c[3].className = j.done ? css(j) : '';
  if (j.done && c[3].lastChild.type === 'button') c[3].lastChild.remove();
  c[4].textContent = j.seconds.toFixed(1) + ' s'; c[5].textContent = j.kinds.expand || 0; c[6].textContent = refined(j);
  if (shown === j.id) watch();
}

function choose(id) { shown = id; byId('watch').hidden = false; watch(); byId('title').focus({ preventScroll: true }); }

function watch() {
  var j = states.get(shown);
  if (!j) return;
  byId('title').textContent = 'Job ' + j.number + ': ' + word(j);
  byId('title').className = j.done ? css(j) : '';
  byId('counts').textContent = Object.keys(j.kinds).sort().map(function (k) { return j.kinds[k] + ' ' + k; }).join(', ');
  byId('labels').textContent = j.labels.join('\n');
  byId('labels').hidden = !j.labels.length;
  byId('message').textContent = j.message; byId('message').hidden = !j.message;
  draw(history.get(j.id));
  if (j.page && framed !== j.id) {
    framed = j.id;
    var f = element('iframe'), l = byId('links'), a = element('a', 'the result by itself'), r = element('a', 'as a result file');
    f.setAttribute('sandbox', 'allow-scripts'); f.title = 'result of job ' + j.number; f.src = '/jobs/' + j.id + '/page';
    byId('result').textContent = ''; byId('result').appendChild(f);
    a.href = '/jobs/' + j.id + '/page'; r.href = '/jobs/' + j.id + '/result';
    l.textContent = ''; l.appendChild(a); l.appendChild(document.createTextNode(', ')); l.appendChild(r);
  } else if (!j.page && framed !== null) { framed = null; byId('result').textContent = ''; byId('links').textContent = ''; }
}

function draw(points) {
  var c = byId('growth'), w = c.clientWidth, h = c.clientHeight, dpr = window.devicePixelRatio || 1, pen = c.getContext('2d'), style = getComputedStyle(document.documentElement);
  c.width = Math.round(w * dpr); c.height = Math.round(h * dpr);
  pen.setTransform(dpr, 0, 0, dpr, 0, 0);
  pen.clearRect(0, 0, w, h);
  var end = Math.max(0.5, points[points.length - 1][0]), most = 1;
  points.forEach(function (p) { most = Math.max(most, p[1], p[2]); });
  [['--c0', 1, 'nodes'], ['--c1', 2, 'refinements']].forEach(function (l, i) {
    pen.strokeStyle = pen.fillStyle = style.getPropertyValue(l[0]).trim(); pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(0, h - 4);
    points.forEach(function (p) { pen.lineTo(p[0] / end * (w - 8), h - 4 - p[l[1]] / most * (h - 28)); });
    pen.stroke();
    pen.font = '12px sans-serif'; pen.fillText(l[2], 8 + 60 * i, 14);
  });
  pen.fillStyle = style.getPropertyValue('--quiet').trim();
  pen.fillText(most + ' in ' + end.toFixed(1) + ' s', 170, 14);
}

fetch('/jobs').then(function (r) { return r.json(); }).then(function (list) { list.forEach(function (j) { put(j); if (!j.done) follow(j.id); }); if (list.length && shown === null) { shown = list[list.length - 1].id; byId('watch').hidden = false; watch(); } });
})();
