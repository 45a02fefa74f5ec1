// Steps through an execution. Text goes into the page as text only.
(function () {
'use strict';
var byId = function (id) { return document.getElementById(id); };
var meta = JSON.parse(byId('meta').textContent), chunks = Array.prototype.slice.call(document.getElementsByClassName('chunk-of-steps')), read = [], loads = [];
var position = 0, last = meta.count, marked = null; // the position after the last step is the error

// load gives, later, that a chunk of steps has been read.
function load(c) {
  if (!loads[c]) loads[c] = craigData(chunks[c]).then(function (list) { read[c] = list; });
  return loads[c];
}
function chunkOf(i) { return Math.floor(i / meta.chunk); }
function there(i) { return i >= last || !!read[chunkOf(i)]; }
function step(i) { // which has been read
  var c = chunkOf(i), s = read[c][i - c * meta.chunk];
  return { file: s[0], line: s[1], fn: s[2], depth: s[3], holds: s[4], changes: s[5], matters: s[6] };
}
var all = chunks.reduce(function (before, _, c) { // one after the other, and other work between them
  return before.then(function () { return load(c); }).then(function () { return new Promise(function (on) { setTimeout(on, 0); }); });
}, Promise.resolve());

// The state after some steps: variables of the frames of the calls, and of the program. Copies are kept every so often.
function fresh() {
  var s = { frames: [], globals: new Map() };
  if (meta.count > 0) {
    var first = step(0), f = { fn: first.fn, depth: first.depth, vars: new Map() };
    s.frames.push(f);
    meta.entry.forEach(function (e) { f.vars.set(e.name, { value: e.value, at: -1 }); });
  }
  return s;
}
function copy(s) {
  return { globals: new Map(s.globals), frames: s.frames.map(function (f) { return { fn: f.fn, depth: f.depth, vars: new Map(f.vars) }; }) };
}
function root(name) { var m = /^[^.\[]*/.exec(name); return m[0] || name; }
function owns(fn, name) { return Object.prototype.hasOwnProperty.call(meta.scopes, fn) && meta.scopes[fn].indexOf(root(name)) >= 0; }
function enter(s, fn, depth) {
  while (s.frames.length && s.frames[s.frames.length - 1].depth > depth) s.frames.pop();
  var top = s.frames[s.frames.length - 1];
  if (top && top.depth === depth && top.fn !== fn) { s.frames.pop(); top = null; }
  if (!top || top.depth < depth) { top = { fn: fn, depth: depth, vars: new Map() }; s.frames.push(top); }
  return top;
}
function apply(s, i) {
  var now = step(i), top = enter(s, now.fn, now.depth), next = i + 1 < meta.count ? step(i + 1) : null, callee = null;
  now.changes.forEach(function (c) {
    var name = c[0], value = { value: c[1], at: i }, k;
    if (name.indexOf('block@') === 0) { s.globals.set(name, value); return; }
    if (next && next.depth > now.depth && owns(next.fn, name) && (!owns(now.fn, name) || now.changes.length > 0 && !top.vars.has(name))) {
      callee = callee || enter(s, next.fn, next.depth); // a parameter gets its value where the call is
      callee.vars.set(name, value);
      return;
    }
    for (k = s.frames.length - 1; k >= 0; k--) {
      if (owns(s.frames[k].fn, name) || s.frames[k].vars.has(name)) { s.frames[k].vars.set(name, value); return; }
    }
    s.globals.set(name, value);
  });
}
// Long executions are gone through in slices of time, so that nothing waits for that.
var every = Math.max(250, Math.ceil(last / 200)), kept = [], tip = null, done = 0;
function ahead(n) { // whether the state after n steps is at hand; if not, some more is done
  var until = performance.now() + 40;
  if (!there(0)) return false;
  if (!tip) { tip = fresh(); kept[0] = copy(tip); }
  while (done < n) {
    if (!there(done) || !there(done + 1)) return false;
    apply(tip, done++);
    if (done % every === 0) kept.push(copy(tip));
    if (done % 64 === 0 && performance.now() > until) return false;
  }
  return true;
}
function state(n) {
  var k = Math.min(Math.floor(n / every), kept.length - 1), s = copy(kept[k]), i;
  for (i = k * every; i < n; i++) apply(s, i);
  return s;
}

function element(kind, text, css) {
  var e = document.createElement(kind);
  if (text !== undefined) e.textContent = text;
  if (css) e.className = css;
  return e;
}
function where(f, l) { return window.craigLine ? craigLine(f, l) : Promise.resolve(byId('s' + f + '-' + l)); }

function show(n) {
  position = n = Math.max(0, Math.min(last, n));
  byId('at').value = position;
  byId('at').setAttribute('aria-valuetext', position < last ? 'step ' + (position + 1) + ' of ' + last : 'the error');
  if (!there(n)) {
    byId('say').textContent = 'Step ' + (n + 1) + ' …';
    load(chunkOf(n)).then(function () { if (position === n) show(n); });
    return;
  }
  var say = byId('say'), s = n < last ? step(n) : null, at = s ? [s.file, s.line] : meta.at;
  say.textContent = '';
  if (s) {
    say.appendChild(element('div', 'Step ' + (n + 1) + ' of ' + last + ', in ' + (s.fn || 'the program') + ', ' + (meta.files[s.file] || '') + ':' + s.line + (s.matters ? '' : ' (it does not matter to the error)')));
    s.holds.forEach(function (t) { say.appendChild(element('code', t)); });
    s.changes.forEach(function (c) { say.appendChild(element('code', c[0] + ' = ' + c[1])); });
  } else {
    say.appendChild(element('div', 'The error' + (meta.at ? ', ' + meta.files[meta.at[0]] + ':' + meta.at[1] : '')));
    if (meta.text) say.appendChild(element('div', meta.text));
  }
  if (at) where(at[0], at[1]).then(function (line) { if (position === n) mark(line, s ? 'now' : 'bad'); }); else mark(null);
  valuesAt(n);
}
function mark(line, css) {
  if (marked) { marked.classList.remove('now', 'bad'); marked.removeAttribute('aria-current'); }
  marked = line;
  if (!line) return;
  line.classList.add(css);
  line.setAttribute('aria-current', 'step');
  var box = line.closest('.source'), from = line.getBoundingClientRect(), of = box.getBoundingClientRect();
  if (from.top < of.top + 20 || from.bottom > of.bottom - 40) box.scrollTop += from.top - of.top - of.height / 3;
}
var going = false; // the state at a step is on its way
function valuesAt(n) {
  var until = Math.min(n + 1, last);
  if (n !== position) return; // the user has gone on
  if (ahead(until)) { values(state(until), n); return; }
  byId('memory').textContent = 'at step ' + done + ' …';
  if (going) return;
  going = true;
  Promise.all([load(chunkOf(done)), load(chunkOf(Math.min(done + 1, last - 1)))]).then(function () {
    setTimeout(function () { going = false; valuesAt(position); }, 0);
  });
}

var maxShown = 400;
function values(s, now) {
  var body = byId('values').tBodies[0], list = [], heap = new Map();
  body.textContent = '';
  function add(vars, place, rank) {
    vars.forEach(function (v, name) {
      var r = root(name);
      if (r !== name || r.indexOf('block@') === 0) {
        var key = place + '\u0000' + r;
        if (!heap.has(key)) heap.set(key, { title: r, place: place, cells: [] });
        heap.get(key).cells.push([name.slice(r.length) || '(value)', v]);
      } else list.push([name, v, place, rank]);
    });
  }
  for (var k = s.frames.length - 1; k >= 0; k--) add(s.frames[k].vars, s.frames[k].fn || 'the program', s.frames.length - k);
  add(s.globals, 'the program', 1000);
  list.sort(function (a, b) { return a[3] - b[3]; });
  list.slice(0, maxShown).forEach(function (x) {
    var row = element('tr', undefined, x[1].at === now ? 'changed' : '');
    var name = element('th', x[0]); name.scope = 'row';
    row.appendChild(name); row.appendChild(element('td', x[1].value, 'text')); row.appendChild(element('td', x[2], 'quiet'));
    body.appendChild(row);
  });
  memory(list, heap, now);
}

function target(value) { var m = /^&([^.\[ +]+)/.exec(value); return m ? m[1] : null; }
function memory(list, heap, now) {
  var area = byId('memory'), boxes = new Map(), made = [], arrows = [], n = 0;
  area.textContent = '';
  function box(title, cells, place) {
    if (n++ >= 60) return;
    var b = element('div', undefined, 'box');
    b.setAttribute('role', 'listitem');
    b.appendChild(element('b', title + (place && place !== 'the program' ? ' (' + place + ')' : '')));
    cells.slice(0, 40).forEach(function (c) {
      var row = element('div', undefined, c[1].at === now ? 'changed' : ''), v = element('span', c[1].value), to = target(c[1].value);
      row.appendChild(element('span', c[0])); row.appendChild(v); b.appendChild(row);
      if (to) arrows.push([v, to]);
    });
    if (cells.length > 40) b.appendChild(element('div', '… ' + (cells.length - 40) + ' more'));
    b.to = cells.map(function (c) { return target(c[1].value); });
    made.push(b);
    if (!boxes.has(title)) boxes.set(title, b);
  }
  list.forEach(function (x) { if (target(x[1].value)) box(x[0], [['', x[1]]], x[2]); });
  heap.forEach(function (h) { box(h.title, h.cells, h.place); });
  list.forEach(function (x) { if (!boxes.has(x[0]) && arrows.some(function (a) { return a[1] === x[0]; })) box(x[0], [['', x[1]]], x[2]); });
  if (!n) { area.appendChild(element('span', 'no objects with parts, and no pointers', 'quiet')); return; }
  // Columns: what no box points to, what that points to, and so on.
  var level = new Map(), next = [], pointed = new Set(), columns = [];
  made.forEach(function (b) { b.to.forEach(function (t) { if (t && boxes.get(t) !== b) pointed.add(boxes.get(t)); }); });
  made.forEach(function (b) { if (!pointed.has(b)) next.push(b); });
  for (var deep = 0; level.size < made.length; deep++) {
    if (!next.length) made.some(function (b) { if (level.has(b)) return false; next.push(b); return true; });
    var below = [];
    next.forEach(function (b) { if (!level.has(b)) level.set(b, deep); });
    next.forEach(function (b) { b.to.forEach(function (t) { var c = t && boxes.get(t); if (c && !level.has(c)) below.push(c); }); });
    next = below;
  }
  made.forEach(function (b) {
    var c = level.get(b);
    while (columns.length <= c) { columns.push(element('div', undefined, 'column')); columns[columns.length - 1].setAttribute('role', 'presentation'); area.appendChild(columns[columns.length - 1]); }
    columns[c].appendChild(b);
  });
  if (n > 60) area.appendChild(element('span', (n - 60) + ' more objects', 'quiet'));
  var ns = 'http://www.w3.org/2000/svg', svg = document.createElementNS(ns, 'svg'), o = area.getBoundingClientRect();
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('width', area.scrollWidth); svg.setAttribute('height', area.scrollHeight);
  var defs = document.createElementNS(ns, 'defs'), m = document.createElementNS(ns, 'marker'), head = document.createElementNS(ns, 'path');
  [['id', 'head'], ['viewBox', '0 0 8 8'], ['refX', '7'], ['refY', '4'], ['markerWidth', '7'], ['markerHeight', '7'], ['orient', 'auto']].forEach(function (a) { m.setAttribute(a[0], a[1]); });
  head.setAttribute('d', 'M0 0L8 4L0 8z'); m.appendChild(head); defs.appendChild(m); svg.appendChild(defs);
  arrows.forEach(function (a) {
    var b = boxes.get(a[1]);
    if (!b) return;
    var f = a[0].getBoundingClientRect(), t = b.getBoundingClientRect(), x = -o.left + area.scrollLeft, y = -o.top + area.scrollTop;
    var x1 = f.right + x + 2, y1 = (f.top + f.bottom) / 2 + y, right = t.left + x > x1, x2 = (right ? t.left : t.right) + x + (right ? -1 : 1), y2 = t.top + y + 9;
    var p = document.createElementNS(ns, 'path'), bend = Math.max(18, Math.abs(x2 - x1) / 2);
    p.setAttribute('d', 'M' + x1 + ' ' + y1 + 'C' + (x1 + bend) + ' ' + y1 + ' ' + (right ? x2 - bend : x2 + bend) + ' ' + y2 + ' ' + x2 + ' ' + y2);
    p.setAttribute('marker-end', 'url(#head)');
    svg.appendChild(p);
  });
  area.appendChild(svg);
}

function go(way) {
  var only = byId('matter').checked, i = position, by = way === 'on' ? 1 : -1;
  if (way === 'first') return show(0);
  if (way === 'last') return show(last);
  do { i += by; } while (only && i > 0 && i < last && there(i) && !step(i).matters);
  show(i);
}
Array.prototype.forEach.call(document.querySelectorAll('[data-go]'), function (b) {
  b.addEventListener('click', function () { go(b.getAttribute('data-go')); });
});
byId('at').max = last;
byId('at').addEventListener('input', function () { show(+byId('at').value); });
document.addEventListener('keydown', function (e) {
  if (e.ctrlKey || e.altKey || e.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) && e.target.type !== 'checkbox' || e.target.closest('.tree, canvas')) return;
  var way = { j: 'on', ArrowRight: 'on', k: 'back', ArrowLeft: 'back', Home: 'first', End: 'last' }[e.key];
  if (way) { e.preventDefault(); go(way); }
});

byId('calls').addEventListener('toggle', function () {
  var area = byId('calls').querySelector('.calls');
  if (area.firstChild) return;
  area.appendChild(document.createElement('ul'));
  all.then(calls);
});
function calls() {
  var area = byId('calls').querySelector('.calls'), stack = [], shown = 0, i, s, before = null;
  for (i = 0; i < last && shown < 400; i++) {
    s = step(i);
    if (before && s.fn === before.fn && s.depth === before.depth) continue;
    while (stack.length && stack[stack.length - 1].depth > s.depth) stack.pop();
    if (!stack.length || stack[stack.length - 1].depth < s.depth || stack[stack.length - 1].fn !== s.fn) {
      if (stack.length && stack[stack.length - 1].depth === s.depth) stack.pop();
      var item = element('li'), b = element('button', s.fn || 'the program', 'link'), under = element('ul');
      b.type = 'button'; b.dataset.step = i;
      item.appendChild(b); item.appendChild(element('span', 'from step ' + (i + 1), 'quiet')); item.appendChild(under);
      (stack.length ? stack[stack.length - 1].under : area.firstChild).appendChild(item);
      stack.push({ fn: s.fn, depth: s.depth, under: under });
      shown++;
    }
    before = s;
  }
  if (i < last) area.appendChild(element('p', 'Calls after step ' + i + ' are not in this list.', 'quiet'));
  area.addEventListener('click', function (e) { if (e.target.dataset.step) show(+e.target.dataset.step); });
}

var rest = null; // of the harness
if (byId('copy')) byId('copy').addEventListener('click', function () {
  var told = function (t) { byId('copied').textContent = t; };
  function old(text) {
    var area = document.createElement('textarea');
    area.value = text; document.body.appendChild(area); area.select();
    told(document.execCommand('copy') ? 'copied' : 'the browser does not let the page copy; the text stands below');
    area.remove();
  }
  rest = rest || (byId('rest') ? craigData(byId('rest')).then(function (list) { return list[0]; }) : Promise.resolve(''));
  rest.then(function (more) {
    var text = byId('harness').textContent + more;
    if (navigator.clipboard && navigator.clipboard.writeText) navigator.clipboard.writeText(text).then(function () { told('copied'); }, function () { old(text); }); else old(text);
  });
});

window.addEventListener('resize', function () { show(position); });
setTimeout(function () { // when all of the page is there
  load(0).then(function () {
    var any = false;
    for (var i = 0; i < Math.min(last, meta.chunk) && !any; i++) any = step(i).matters;
    byId('matter').checked = any;
    show(last);
  });
}, 0);
})();
