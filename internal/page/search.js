// Shows the nodes of a search: a picture and a list, at any time of it. Text goes into the page as text only.
// craigSearch(data) shows data, of which more may come: after it was added, grow() shows that too.
window.craigSearch = function (data) {
'use strict';
var byId = function (id) { return document.getElementById(id); };
var kinds = ['', 'expand', 'infeasible', 'cover', 'subsume', 'widen', 'refine', 'restart', 'label', 'unwind'];
var colours = { open: '--c0', infeasible: '--c7', cover: '--c2', subsume: '--c5', refine: '--c1', widen: '--c3' };
var words = { open: 'expanded', infeasible: 'infeasible', cover: 'covered', subsume: 'subsumed', refine: 'refined, restarted', widen: 'weakened' };
var nodes = [], roots = [], events = [], run = -1, time = 0, chosen = null, rows = [], top = null, view = { x: 0, y: 0, zoom: 1 }, started = false;
var by = new Map(), taken = 0, moved = false, picked = false, counts = []; // taken: events that were looked at; moved: the picture by the user, picked: the run

// What engines did, as a table.
if (byId('engines')) setTimeout(function () {
  var count = {}, table = document.createElement('table'), head = table.createTHead().insertRow();
  data.events.forEach(function (e) { var k = data.runs[e[1]].engine; count[k] = count[k] || []; count[k][e[0]] = (count[k][e[0]] || 0) + 1; });
  ['steps of'].concat(kinds.slice(1)).forEach(function (t) { var c = document.createElement('th'); c.textContent = t; c.scope = 'col'; head.appendChild(c); });
  Object.keys(count).forEach(function (k) {
    var row = table.insertRow(), name = document.createElement('th');
    name.scope = 'row'; name.textContent = k; row.appendChild(name);
    kinds.slice(1).forEach(function (_, i) { var c = row.insertCell(); c.className = 'number'; c.textContent = count[k][i + 1] || ''; });
  });
  byId('engines').appendChild(table);
}, 0);

function make(id, from, line, born, kind) {
  var n = { id: id, kids: [], line: line, born: born, dead: Infinity, marks: [], labels: [], open: true, up: null, at: nodes.length, row: -1, x: 0 };
  if (kind) n.marks.push([born, kind, 0]);
  if (id) by.set(id, n);
  n.up = from && by.get(from) || null;
  if (n.up === n) n.up = null;
  n.depth = n.up ? n.up.depth + 1 : 0;
  if (nodes.length > 2000) n.open = n.depth < 6;
  (n.up ? n.up.kids : roots).push(n);
  nodes.push(n);
  return n;
}
function kill(n, t) {
  var stack = n.kids.slice(), x;
  while (stack.length) { x = stack.pop(); if (x.dead > t) { x.dead = t; stack = stack.concat(x.kids); } }
}
function take(e) {
  var t = events.length, kind = kinds[e[0]], n = e[2] ? by.get(e[2]) : null, other = e[4] ? by.get(e[4]) : null;
  events.push(e);
  switch (kind) {
  case 'expand': n = make(e[2], e[3], e[5], t); break;
  case 'infeasible': case 'cover': case 'subsume':
    if (n && !(kind === 'infeasible' && e[3])) n.marks.push([t, kind, e[4]]); else { n = make(e[2] === e[3] ? 0 : e[2], e[3], e[5], t, kind); n.marks[0][2] = e[4]; }
    break;
  case 'refine': n = other || n; if (n) n.marks.push([t, kind, 0]); break;
  case 'restart': if (n) { n.marks.push([t, 'refine', 0]); kill(n, t); } break;
  case 'widen': if (n) n.marks.push([t, kind, e[4]]); break;
  }
  if (e[6] && n) n.labels.push([t, data.labels[e[6] - 1]]);
}
// extend takes the events of the run that have come since, for some time; it says whether that were all.
function extend() {
  var until = performance.now() + 40;
  for (; taken < data.events.length; taken++) {
    if (data.events[taken][1] === run) take(data.events[taken]);
    if (taken % 256 === 255 && performance.now() > until) { taken++; return false; }
  }
  return true;
}
// Places: leaves side by side, a node above the middle of what is below it.
function arrange() {
  var x = 0, i, n, s, stack = [], next = [];
  top = { wide: 1, deep: 1 };
  for (i = roots.length - 1; i >= 0; i--) { stack.push(roots[i]); next.push(0); }
  while (stack.length) {
    i = stack.length - 1; s = stack[i];
    if (next[i] < s.kids.length) { stack.push(s.kids[next[i]++]); next.push(0); continue; }
    stack.pop(); next.pop();
    n = s.kids.length;
    s.x = n ? (s.kids[0].x + s.kids[n - 1].x) / 2 : x++;
    if (s.depth >= top.deep) top.deep = s.depth + 1;
  }
  top.wide = Math.max(x, 1);
}
function build(r) {
  run = r; nodes = []; roots = []; events = []; chosen = null; by = new Map(); taken = 0; moved = false;
  byId('time').value = byId('time').max = time = 0;
  more();
}
// more shows what there is, in slices of time, so that nothing waits for that: first the nodes, then their places, then
// the list and the picture.
var asleep = false, drawn = 0;
function later(what) { setTimeout(what, 0); }
function more() {
  if (asleep) return;
  var of = run, now = performance.now(), end = time >= events.length, all = extend();
  if (end) time = events.length;
  if (!all && (nodes.length < 200 || now - drawn < 1000)) { asleep = true; later(function () { asleep = false; more(); }); return; }
  drawn = now;
  asleep = true;
  later(function () {
    arrange();
    if (!moved) fit(); else draw();
    later(function () {
      asleep = false;
      byId('time').max = events.length;
      list();
      if (!chosen) choose(nodes[0] || null, false);
      goto(time);
      if (of !== run || taken < data.events.length) more();
    });
  });
}

function status(n) { // the last mark until now
  var s = 'open';
  for (var i = 0; i < n.marks.length && n.marks[i][0] < time; i++) s = n.marks[i][1];
  return s;
}
function label(n) {
  var t = '';
  for (var i = 0; i < n.labels.length && n.labels[i][0] < time; i++) t = n.labels[i][1];
  return t;
}

var canvas = byId('picture'), pen = canvas.getContext('2d'), asked = false;
function place(n) { return [(n.x + 0.5) * view.sx * view.zoom + view.x, (n.depth + 0.5) * view.sy * view.zoom + view.y]; }
function fit() {
  var w = canvas.clientWidth || 600, h = canvas.clientHeight || 400;
  view = { x: 0, y: 0, zoom: 1, sx: Math.min(60, w / top.wide), sy: Math.min(60, h / top.deep) };
  view.x = (w - top.wide * view.sx) / 2;
  draw();
}
function whole() { moved = false; fit(); }
// theme has the colours of the page; asking for them can take long on a large one.
var themed = null;
function theme() {
  if (!themed) {
    var css = getComputedStyle(document.documentElement);
    themed = { quiet: css.getPropertyValue('--quiet').trim(), text: css.getPropertyValue('--text').trim(), chosen: css.getPropertyValue('--false').trim() };
    Object.keys(colours).forEach(function (k) { themed[k] = css.getPropertyValue(colours[k]).trim(); });
  }
  return themed;
}
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', function () { themed = null; draw(); });
function draw() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(function () {
    asked = false;
    var w = canvas.clientWidth, h = canvas.clientHeight, dpr = window.devicePixelRatio || 1, i, n, p, q, last = [], colour = theme();
    if (canvas.width !== Math.round(w * dpr)) canvas.width = Math.round(w * dpr);
    if (canvas.height !== Math.round(h * dpr)) canvas.height = Math.round(h * dpr);
    pen.setTransform(dpr, 0, 0, dpr, 0, 0);
    pen.clearRect(0, 0, w, h);
    pen.strokeStyle = colour.quiet; pen.lineWidth = 0.7;
    pen.beginPath();
    for (i = 0; i < nodes.length; i++) {
      n = nodes[i];
      if (n.born >= time || !n.up) continue;
      p = place(n.up); q = place(n);
      if (Math.max(p[0], q[0]) < 0 || Math.min(p[0], q[0]) > w || q[1] < 0 || p[1] > h) continue;
      if (Math.abs(q[0] - last[n.depth]) < 0.5) continue; // where one is already
      last[n.depth] = q[0];
      pen.moveTo(p[0], p[1]); pen.lineTo(q[0], q[1]);
    }
    pen.stroke();
    last = [];
    var r = Math.max(1.2, Math.min(7, Math.min(view.sx, view.sy) * view.zoom / 3));
    for (i = 0; i < nodes.length; i++) {
      n = nodes[i];
      if (n.born >= time) continue;
      p = place(n);
      if (p[0] < -9 || p[0] > w + 9 || p[1] < -9 || p[1] > h + 9) continue;
      var kind = n.dead < time ? 'dead' : status(n), was = last[n.depth];
      if (was && was[1] === kind && Math.abs(p[0] - was[0]) < 0.5) continue;
      last[n.depth] = [p[0], kind];
      pen.globalAlpha = kind === 'dead' ? 0.25 : 1;
      pen.fillStyle = colour[kind === 'dead' ? status(n) : kind];
      pen.fillRect(p[0] - r, p[1] - r, 2 * r, 2 * r);
      if (r > 5 && view.sx * view.zoom > 42 && n.line) { pen.fillStyle = colour.text; pen.font = '11px monospace'; pen.fillText(n.line, p[0] + r + 3, p[1] + 4); }
    }
    pen.globalAlpha = 1;
    if (chosen && chosen.born < time) {
      p = place(chosen);
      pen.strokeStyle = colour.chosen; pen.lineWidth = 2.5;
      pen.strokeRect(p[0] - r - 3, p[1] - r - 3, 2 * r + 6, 2 * r + 6);
    }
  });
}
function zoom(by, x, y) {
  moved = true;
  view.x = x - (x - view.x) * by; view.y = y - (y - view.y) * by; view.zoom *= by;
  draw();
}
canvas.addEventListener('wheel', function (e) { e.preventDefault(); zoom(e.deltaY < 0 ? 1.25 : 0.8, e.offsetX, e.offsetY); }, { passive: false });
var drag = null;
canvas.addEventListener('pointerdown', function (e) { drag = [e.offsetX, e.offsetY, view.x, view.y, false]; canvas.setPointerCapture(e.pointerId); });
canvas.addEventListener('pointermove', function (e) {
  if (!drag) return;
  if (Math.abs(e.offsetX - drag[0]) + Math.abs(e.offsetY - drag[1]) > 3) drag[4] = true;
  moved = true; view.x = drag[2] + e.offsetX - drag[0]; view.y = drag[3] + e.offsetY - drag[1]; draw();
});
canvas.addEventListener('pointerup', function (e) {
  var was = drag; drag = null;
  if (!was || was[4]) return;
  var best = null, least = 400;
  nodes.forEach(function (n) { if (n.born < time) { var p = place(n), d = (p[0] - e.offsetX) * (p[0] - e.offsetX) + (p[1] - e.offsetY) * (p[1] - e.offsetY); if (d < least) { least = d; best = n; } } });
  if (best) choose(best, true);
});
canvas.addEventListener('keydown', function (e) {
  var w = canvas.clientWidth / 2, h = canvas.clientHeight / 2, move = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[e.key];
  if (e.key === '+' || e.key === '=') zoom(1.25, w, h); else if (e.key === '-') zoom(0.8, w, h); else if (e.key === '0') whole(); else if (move) { moved = true; view.x += move[0]; view.y += move[1]; draw(); } else return;
  e.preventDefault();
});

// The list: only the rows that can be seen are in the page.
var tree = byId('tree'), inside = tree.firstElementChild, height = 22;
function list() {
  rows = [];
  var stack = roots.slice().reverse(), n;
  while (stack.length) {
    n = stack.pop(); rows.push(n); n.row = rows.length - 1;
    if (n.open) for (var i = n.kids.length - 1; i >= 0; i--) stack.push(n.kids[i]);
  }
  inside.style.height = rows.length * height + 'px';
  paint();
}
function paint() {
  var from = Math.max(0, Math.floor(tree.scrollTop / height) - 5), to = Math.min(rows.length, from + Math.ceil((tree.clientHeight || 350) / height) + 10), i;
  inside.textContent = '';
  for (i = from; i < to; i++) {
    var n = rows[i], row = document.createElement('div'), s = status(n);
    row.className = 'row' + (n.born >= time ? ' later' : '') + (n.dead < time ? ' dead' : '');
    row.id = 'row' + n.at; row.style.top = i * height + 'px'; row.style.paddingLeft = 8 + 14 * Math.min(n.depth, 24) + 'px';
    row.setAttribute('role', 'treeitem'); row.setAttribute('aria-level', n.depth + 1); row.setAttribute('aria-selected', n === chosen);
    if (n.kids.length) row.setAttribute('aria-expanded', n.open);
    row.textContent = (n.kids.length ? n.open ? '▾ ' : '▸ ' : '  ') + (n.id || '·') + (n.line ? '  line ' + n.line : '');
    if (s !== 'open') { var b = document.createElement('i'); b.textContent = words[s]; row.appendChild(b); }
    var t = label(n);
    if (t) row.appendChild(document.createTextNode('  ' + t.slice(0, 160)));
    row.dataset.row = i;
    inside.appendChild(row);
  }
  if (chosen) tree.setAttribute('aria-activedescendant', 'row' + chosen.at);
}
function choose(n, scroll) {
  chosen = n;
  var say = byId('node');
  say.textContent = '';
  if (n) {
    for (var up = n.up, opened = false; up; up = up.up) if (!up.open) { up.open = opened = true; }
    if (opened) list();
    var text = 'Node ' + (n.id || 'without a number') + (n.line ? ', line ' + n.line : '') + ', at step ' + (n.born + 1) + ' of the engine, ' + n.kids.length + ' below it.';
    n.marks.forEach(function (m) { text += ' Step ' + (m[0] + 1) + ': ' + words[m[1]] + (m[2] ? ' by node ' + m[2] : '') + '.'; });
    if (n.dead < Infinity) text += ' Given up at step ' + (n.dead + 1) + '.';
    var d = document.createElement('div'); d.textContent = text; say.appendChild(d);
    n.labels.slice(-5).forEach(function (l) { var c = document.createElement('code'); c.textContent = 'step ' + (l[0] + 1) + ': ' + l[1]; say.appendChild(c); });
    if (scroll) {
      var y = n.row * height;
      if (y < tree.scrollTop || y > tree.scrollTop + tree.clientHeight - height) tree.scrollTop = y - tree.clientHeight / 2;
    }
  }
  paint(); draw();
}
tree.addEventListener('scroll', paint);
tree.addEventListener('click', function (e) {
  var row = e.target.closest('.row');
  if (!row) return;
  var n = rows[+row.dataset.row];
  if (n === chosen && n.kids.length) { n.open = !n.open; list(); }
  choose(n, false);
});
tree.addEventListener('keydown', function (e) {
  if (!chosen) return;
  var i = chosen.row, n = null;
  switch (e.key) {
  case 'ArrowDown': n = rows[i + 1]; break;
  case 'ArrowUp': n = rows[i - 1]; break;
  case 'PageDown': n = rows[Math.min(rows.length - 1, i + 15)]; break;
  case 'PageUp': n = rows[Math.max(0, i - 15)]; break;
  case 'Home': n = rows[0]; break;
  case 'End': n = rows[rows.length - 1]; break;
  case 'ArrowRight': if (!chosen.open) { chosen.open = true; list(); n = chosen; } else n = chosen.kids[0]; break;
  case 'ArrowLeft': if (chosen.open && chosen.kids.length) { chosen.open = false; list(); n = chosen; } else n = chosen.up; break;
  case '*': nodes.forEach(function (m) { m.open = true; }); list(); n = chosen; break;
  default: return;
  }
  e.preventDefault();
  if (n) choose(n, true);
});

var hits = -1;
function find() {
  var text = byId('find').value.trim().toLowerCase();
  if (!text) { byId('found').textContent = ''; return; }
  var n, i, k, count = 0, first = null;
  for (i = 0; i < nodes.length; i++) {
    n = nodes[(i + hits + 1) % nodes.length];
    var all = (n.id + ' line ' + n.line + ' ' + words[status(n)] + ' ').toLowerCase(), is = all.indexOf(text) >= 0;
    for (k = 0; k < n.labels.length && !is; k++) is = n.labels[k][1].toLowerCase().indexOf(text) >= 0;
    if (is) { count++; first = first || n; }
  }
  byId('found').textContent = count + (count === 1 ? ' node' : ' nodes');
  if (first) { hits = first.at; choose(first, true); }
}
byId('find').addEventListener('keydown', function (e) { if (e.key === 'Enter') find(); });
byId('find').addEventListener('input', function () { hits = -1; });
byId('next').addEventListener('click', find);

function goto(t) {
  time = t; byId('time').value = t;
  byId('when').textContent = 'step ' + t + ' of ' + events.length + (t && events[t - 1] ? ': ' + kinds[events[t - 1][0]] + ' node ' + events[t - 1][2] : '') + (data.lost ? '; ' + data.lost + ' later ones were not recorded' : '');
  paint(); draw();
}
byId('time').addEventListener('input', function () { goto(+byId('time').value); });
var playing = null;
byId('play').addEventListener('click', function () {
  if (playing) { clearInterval(playing); playing = null; byId('play').textContent = 'play'; return; }
  if (time >= events.length) goto(0);
  byId('play').textContent = 'stop';
  var by = Math.max(1, Math.round(events.length / 400));
  playing = setInterval(function () {
    goto(Math.min(events.length, time + by));
    if (time >= events.length) byId('play').click();
  }, 50);
});

// offer lists the runs, with their steps, and says which has the most.
var counted = 0;
function offer() {
  var most = 0;
  for (; counted < data.events.length; counted++) counts[data.events[counted][1]] = (counts[data.events[counted][1]] || 0) + 1;
  data.runs.forEach(function (r, i) {
    var o = byId('run').options[i], text = r.engine + (data.runs.length > 1 ? ', run ' + (i + 1) : '') + ' (' + (counts[i] || 0) + ' steps)';
    if (!o) { o = document.createElement('option'); o.value = i; byId('run').appendChild(o); }
    if (o.textContent !== text) o.textContent = text;
    if ((counts[i] || 0) > (counts[most] || 0)) most = i;
  });
  return most;
}
function choice() { picked = true; build(+byId('run').value); }
function resized() { if (started) fit(); }
function start() {
  if (started) return;
  started = true;
  byId('run').textContent = byId('legend').textContent = '';
  Object.keys(colours).forEach(function (k) {
    var s = document.createElement('span'), b = document.createElement('i');
    b.style.background = 'var(' + colours[k] + ')'; s.appendChild(b); s.appendChild(document.createTextNode(words[k])); byId('legend').appendChild(s);
  });
  byId('run').onchange = choice;
  var most = offer();
  byId('run').value = most;
  build(most);
}
// grow shows events that have come; of runs the one with the most, unless the user has chosen one.
function grow() {
  if (!started) return;
  var most = offer();
  if (!picked && most !== run && (counts[most] || 0) > 1.5 * (counts[run] || 0)) { byId('run').value = most; build(most); return; }
  more();
}
// forget shows something else.
function forget(other) {
  data = other; run = -1; counts = []; counted = 0; picked = false; started = false;
  if (playing) byId('play').click();
  start();
}
var area = byId('search');
if (area.tagName === 'DETAILS') {
  area.addEventListener('toggle', function () { if (area.open) start(); });
  if (location.hash === '#search') area.open = true; // which is a toggle
} else start();
window.addEventListener('resize', resized);
return { grow: grow, forget: forget };
};
