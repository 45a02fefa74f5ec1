// Sends programs, and shows what becomes of them. Text goes into the page as text only.
(function () {
'use strict';
var byId = function (id) { return document.getElementById(id); };
var states = new Map(), history = new Map(), cards = new Map(), shown = null, framed = null;

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

function send(engine) {
  var f = byId('file').files[0];
  return fetch('/jobs', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({
    name: f ? f.name.slice(0, 100) : '', text: byId('text').value, property: byId('property').value, engine: engine, entry: byId('entry').value.trim(), label: byId('label').value.trim(), bits: +byId('bits').value, seconds: +byId('seconds').value
  }) }).then(function (r) { return r.json().then(function (j) { if (!r.ok) throw new Error(j.error); return j; }); });
}

byId('form').addEventListener('submit', function (e) {
  e.preventDefault();
  var list = [byId('engine').value], first = null;
  if (list[0] === '*') list = Array.prototype.map.call(byId('engine').options, function (o) { return o.value; }).filter(function (v) { return v !== '*'; });
  list.reduce(function (before, engine) { // one after the other, so that they stand in this order
    return before.then(function () { return send(engine); }).then(function (j) { put(j); if (!first) { first = j.id; choose(j.id); } });
  }, Promise.resolve()).then(function () { tell(''); }, function (e) { tell(e.message); });
});

// One stream for all jobs: a browser has few connections for one server.
var stream = new EventSource('/events');
stream.onmessage = function (e) {
  put(JSON.parse(e.data));
  if (shown === null) choose(JSON.parse(e.data).id);
};
stream.onerror = function () { tell('craig serve does not answer; the page tries again.'); };
stream.onopen = function () { if (/does not answer/.test(byId('told').textContent)) tell(''); };

// The search of the job that is shown.
var source = null, view = null, found = null, known = new Map(), waiting = false;
function search(id) {
  if (source) source.close();
  found = { runs: [], events: [], labels: [], lost: 0 };
  known = new Map();
  byId('lines').hidden = true; byId('none').hidden = false; byId('lines').querySelector('tbody').textContent = '';
  if (view) view.forget(found); else view = craigSearch(found);
  source = new EventSource('/jobs/' + id + '/search');
  source.onmessage = function (e) {
    JSON.parse(e.data).forEach(function (l) {
      if (!Array.isArray(l)) {
        if (l.run !== undefined) found.runs.push({ engine: l.run }); else if (l.label !== undefined) found.labels.push(l.label); else found.lost = l.lost;
        return;
      }
      found.events.push(l);
      if (!l[6] || !l[5] || found.labels[l[6] - 1] === 'true') return;
      var key = l[5] + ' ' + found.runs[l[1]].engine, k = known.get(key);
      if (!k) known.set(key, k = { line: l[5], engine: found.runs[l[1]].engine, times: 0, text: '' });
      k.times++; k.text = found.labels[l[6] - 1];
    });
    if (!waiting) { waiting = true; setTimeout(function () { waiting = false; view.grow(); lines(); }, 250); }
  };
  source.addEventListener('end', function () { source.close(); });
}
// lines shows the last label of each line.
function lines() {
  var body = byId('lines').querySelector('tbody'), list = Array.from(known.values()).sort(function (a, b) { return a.line - b.line || (a.engine < b.engine ? -1 : 1); }).slice(0, 300);
  byId('lines').hidden = !list.length; byId('none').hidden = list.length > 0;
  body.textContent = '';
  list.forEach(function (k) {
    var row = element('tr'), line = element('th', k.line, 'number');
    line.scope = 'row';
    row.append(line, element('td', k.engine), element('td', k.times, 'number'), element('td', k.text, 'text'));
    body.appendChild(row);
  });
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
  if (history.get(j.id).length > 1200) history.set(j.id, history.get(j.id).filter(function (_, i) { return i % 2; }));
  var row = byId('job' + j.id) || add(j), c = row.cells; // buttons stay, or a click could miss them
  c[3].firstChild.textContent = word(j); c[3].className = j.done ? css(j) : '';
  if (j.done && c[3].lastChild.type === 'button') c[3].lastChild.remove();
  c[4].textContent = j.seconds.toFixed(1) + ' s'; c[5].textContent = j.kinds.expand || 0; c[6].textContent = refined(j);
  if (shown === j.id) watch();
  if (shown !== null && states.get(shown).program === j.program) beside();
}

// choose shows a job.
function choose(id) {
  var other = shown !== id;
  shown = id;
  byId('watch').hidden = false;
  watch(); beside();
  if (other) search(id);
  byId('title').focus({ preventScroll: true });
}

// beside shows jobs with the same program as cards.
function beside() {
  var program = states.get(shown).program, list = Array.from(states.values()).filter(function (j) { return j.program === program; });
  byId('beside').hidden = list.length < 2;
  if (list.length < 2) return;
  cards.forEach(function (c, id) { if (states.get(id).program !== program) { c.remove(); cards.delete(id); } });
  list.forEach(function (j) {
    var c = cards.get(j.id);
    if (!c) {
      c = element('div', undefined, 'card');
      var head = element('h3'), b = element('button', (j.engine || 'portfolio'), 'link'), says = element('p');
      b.type = 'button'; b.setAttribute('aria-label', 'show job ' + j.number + ', ' + (j.engine || 'portfolio'));
      b.addEventListener('click', function () { choose(j.id); });
      head.append(b, ' ', element('span')); says.className = 'quiet';
      c.append(head, says, element('canvas'));
      c.lastChild.setAttribute('aria-hidden', 'true');
      cards.set(j.id, c);
      byId('cards').appendChild(c);
    }
    c.classList.toggle('chosen', j.id === shown);
    c.firstChild.lastChild.textContent = word(j); c.firstChild.lastChild.className = j.done ? css(j) : '';
    c.children[1].textContent = j.seconds.toFixed(1) + ' s, ' + (j.kinds.expand || 0) + ' nodes, ' + refined(j) + ' refined';
    draw(c.lastChild, history.get(j.id));
  });
}

function watch() {
  var j = states.get(shown);
  if (!j) return;
  byId('title').textContent = 'Job ' + j.number + ': ' + word(j);
  byId('title').className = j.done ? css(j) : '';
  byId('none').textContent = j.done ? 'The engines have told none.' : 'No engine has found one yet.';
  byId('counts').textContent = Object.keys(j.kinds).sort().map(function (k) { return j.kinds[k] + ' ' + k; }).join(', ');
  byId('message').textContent = j.message; byId('message').hidden = !j.message;
  draw(byId('growth'), history.get(j.id));
  if (j.page && framed !== j.id) {
    framed = j.id;
    var f = element('iframe'), l = byId('links'), a = element('a', 'the result by itself'), r = element('a', 'as a result file');
    f.setAttribute('sandbox', 'allow-scripts'); f.title = 'result of job ' + j.number; f.src = '/jobs/' + j.id + '/page';
    byId('result').textContent = ''; byId('result').appendChild(f);
    a.href = '/jobs/' + j.id + '/page'; r.href = '/jobs/' + j.id + '/result';
    l.textContent = ''; l.appendChild(a); l.appendChild(document.createTextNode(', ')); l.appendChild(r);
  } else if (!j.page && framed !== null) { framed = null; byId('result').textContent = ''; byId('links').textContent = ''; }
}

function draw(c, points) {
  var w = c.clientWidth, h = c.clientHeight, dpr = window.devicePixelRatio || 1, pen = c.getContext('2d'), style = getComputedStyle(document.documentElement);
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

})();
