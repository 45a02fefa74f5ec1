// Browses runs. Text goes into the page as text only.
(function () {
'use strict';
var byId = function (id) { return document.getElementById(id); };
var stores = [], shown = null, rows = [], sets = [], order = null, limit = 200;

function element(kind, text, css) {
  var e = document.createElement(kind);
  if (text !== undefined) e.textContent = text;
  if (css) e.className = css;
  return e;
}
function get(path) {
  return fetch(path).then(function (r) { return r.json().then(function (j) { if (!r.ok) throw new Error(j.error); return j; }); });
}
function tell(text) { byId('told').textContent = text; }
function failed(e) { tell(e.message); }
function place(store, run) { return '/stores/' + store + '/runs/' + run; }

get('/stores').then(function (list) {
  stores = list;
  var body = byId('runs').querySelector('tbody'), n = 0;
  list.forEach(function (s, i) {
    if (s.error) tell(s.name + ': ' + s.error);
    s.runs.slice().reverse().forEach(function (r) {
      var row = element('tr'), name = element('th'), b = element('button', (list.length > 1 ? s.name + ' ' : '') + r.id), o = element('option', (list.length > 1 ? s.name + ', ' : '') + 'run ' + r.id + ' of ' + r.began), j = r.judged;
      n++;
      row.id = 'run' + i + '-' + r.id; name.scope = 'row'; b.type = 'button';
      b.addEventListener('click', function () { open(i, r); });
      name.appendChild(b);
      row.append(name, element('td', r.began + (r.ended ? '' : ', not ended')), element('td', r.tasks, 'number'), element('td', j.right || 0, 'number'), element('td', j.wrong || 0, 'number' + (j.wrong ? ' wrong' : '')),
        element('td', (j.unjudged || 0) + (j.finding || 0), 'number'), element('td', j.unknown || 0, 'number'), element('td', j.crashed || 0, 'number' + (j.crashed ? ' crashed' : '')), element('td', r.cpu.toFixed(1), 'number'), element('td', r.command, 'text'));
      body.appendChild(row);
      o.value = i + '/' + r.id;
      byId('other').appendChild(o);
    });
  });
  tell(n ? '' : list.length ? 'There are no runs yet.' : 'No store was named: craig serve --store FILE.');
  var last = list.length && list[0].runs[list[0].runs.length - 1];
  if (last) open(0, last, true);
}).catch(failed);

// open shows a run.
function open(store, run, quiet) {
  get(place(store, run.id)).then(function (list) {
    shown = { store: store, run: run, list: list };
    Array.prototype.forEach.call(document.querySelectorAll('#runs tr'), function (r) { r.classList.toggle('chosen', r.id === 'run' + store + '-' + run.id); });
    byId('one').hidden = false;
    byId('title').textContent = 'Run ' + run.id;
    byId('about').textContent = run.version + ', on ' + run.machine + ', begun ' + run.began;
    byId('report').href = place(store, run.id) + '/report';
    order = null;
    join();
    if (!quiet) byId('title').focus({ preventScroll: true });
  }).catch(failed);
}

// join sets another run beside the one that is shown, task by task.
function join() {
  var value = byId('other').value;
  function done(other) {
    var by = new Map(), single = function (l) { return l.every(function (o) { return o[3] === l[0][3]; }); }, loose = other && single(other.list) && single(shown.list);
    function key(o) { return JSON.stringify([o[0], o[1], o[2], loose ? '' : o[3]]); }
    if (other) other.list.forEach(function (o) { by.set(key(o), o); });
    rows = shown.list.map(function (o) { var k = key(o), was = by.get(k) || null; by.delete(k); return { o: o, was: was, differs: !!other && (!was || was[5] !== o[5] || was[4] !== o[4]) }; });
    by.forEach(function (was) { rows.push({ o: null, was: was, differs: true }); });
    rows.forEach(function (r) { var o = r.o || r.was; r.text = (o[0] + '/' + o[1] + ' ' + o[2] + ' ' + o[3]).toLowerCase(); });
    fill('set', 0); fill('judgement', 4);
    var list = byId('verdicts');
    list.textContent = '';
    distinct(5).forEach(function (v) { var o = element('option'); o.value = v; list.appendChild(o); });
    head(!!other);
    filter();
  }
  if (!value) { done(null); return; }
  var at = value.split('/');
  get(place(at[0], at[1])).then(function (list) { done({ list: list, store: +at[0] }); }).catch(failed);
}
function distinct(i) { return Array.from(new Set(rows.map(function (r) { return (r.o || r.was)[i]; }))).sort(); }
function fill(id, i) {
  var s = byId(id), was = s.value;
  while (s.options.length > 1) s.remove(1);
  distinct(i).forEach(function (v) { s.appendChild(element('option', v)); });
  s.value = was;
  if (s.selectedIndex < 0) s.value = '';
}

// Columns: what is shown, and what is compared when they are ordered.
function ratio(r) { return r.o && r.was && r.was[8] > 0 ? r.o[8] / r.was[8] : 0; }
var columns = [];
function head(two) {
  var now = function (i) { return function (r) { return r.o ? r.o[i] : ''; }; }, then = function (i) { return function (r) { return r.was ? r.was[i] : ''; }; };
  columns = [['set', function (r) { return (r.o || r.was)[0]; }], ['task', function (r) { return (r.o || r.was)[1]; }, 'name'], ['column', function (r) { return (r.o || r.was)[3]; }]];
  if (two) columns.push(['verdict there', then(5), 'verdict'], ['cpu s there', then(8), 'time']);
  columns.push(['verdict', now(5), 'verdict'], ['', now(4)], ['cpu s', now(8), 'time'], ['MiB', now(9), 'number']);
  if (two) columns.push(['ratio', ratio, 'ratio']);
  columns.push(['property', function (r) { return (r.o || r.was)[2]; }]);
  var row = byId('rows').querySelector('thead tr');
  row.textContent = '';
  columns.forEach(function (c, i) {
    var h = element('th'), b = element('button', c[0]);
    h.scope = 'col'; if (/time|number|ratio/.test(c[2])) h.className = 'number';
    if (c[0]) { b.type = 'button'; b.addEventListener('click', function () { sort(i, h); }); h.appendChild(b); } else h.textContent = c[0];
    row.appendChild(h);
  });
}
function sort(i, h) {
  var down = h.getAttribute('aria-sort') === 'ascending', value = columns[i][1], sign = down ? -1 : 1;
  Array.prototype.forEach.call(h.parentNode.cells, function (c) { c.removeAttribute('aria-sort'); });
  h.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  rows.sort(function (a, b) { var x = value(a), y = value(b); return x < y ? -sign : x > y ? sign : 0; });
  filter();
}

var matching = [];
function filter() {
  var words = byId('words').value.toLowerCase().split(/\s+/).filter(Boolean), set = byId('set').value, verdict = byId('verdict').value.toLowerCase(), judgement = byId('judgement').value, differ = byId('differ').checked;
  matching = rows.filter(function (r) {
    var o = r.o || r.was;
    return (!set || o[0] === set) && (!judgement || o[4] === judgement) && (!differ || r.differs) && (!verdict || o[5].toLowerCase().indexOf(verdict) >= 0) && words.every(function (w) { return r.text.indexOf(w) >= 0; });
  });
  limit = 200;
  byId('rows').querySelector('tbody').textContent = '';
  more(0);
}
// more adds rows from a number to the limit: as many as a page takes without a pause.
function more(from) {
  var body = byId('rows').querySelector('tbody');
  matching.slice(from, limit).forEach(function (r) {
    var row = element('tr');
    columns.forEach(function (c) {
      var v = c[1](r), cell = element('td');
      if (c[2] === 'name' && r.o && r.o[10]) {
        cell.className = 'name';
        link(cell, shown.store, r.o);
      } else if (c[2] === 'verdict') {
        cell.textContent = v;
        cell.className = (/^TRUE/.test(v) ? 'true' : /^FALSE/.test(v) ? 'false' : 'unknown') + (r.differs ? ' differs' : '');
      } else if (c[2] === 'time') { cell.textContent = v === '' ? '' : v.toFixed(2); cell.className = 'number'; }
      else if (c[2] === 'ratio') { cell.textContent = v ? v.toFixed(2) : ''; cell.className = 'number'; }
      else { cell.textContent = v; if (c[2]) cell.className = c[2]; }
      if (c[0] === '') cell.className = v;
      if (c[0] === 'verdict' && r.o && r.o[6]) cell.title = r.o[6];
      row.appendChild(cell);
    });
    body.appendChild(row);
  });
  byId('shown').textContent = matching.length + ' of ' + rows.length + (matching.length > limit ? '; the first ' + limit + ' are shown' : '') + (byId('other').value ? '; ' + rows.filter(function (r) { return r.differs; }).length + ' other answers' : '');
  byId('further').hidden = matching.length <= limit;
}
byId('further').addEventListener('click', function () { var from = limit; limit += 200; more(from); });

function link(cell, store, o) {
  var b = element('button', o[1], 'link');
  b.type = 'button'; b.title = 'the page of this result';
  b.addEventListener('click', function () {
    var path = '/stores/' + store + '/results/' + o[10], f = element('iframe');
    Array.prototype.forEach.call(document.querySelectorAll('#rows tr.chosen'), function (r) { r.classList.remove('chosen'); });
    cell.parentNode.classList.add('chosen');
    byId('result').hidden = false;
    byId('which').textContent = o[0] + '/' + o[1] + ': ' + o[5];
    byId('alone').href = path;
    f.setAttribute('sandbox', 'allow-scripts'); f.title = 'result of ' + o[1]; f.src = path;
    byId('frame').textContent = ''; byId('frame').appendChild(f);
    byId('which').focus();
  });
  cell.appendChild(b);
}

byId('other').addEventListener('change', join);
byId('filters').addEventListener('input', function (e) { if (e.target.id !== 'other') filter(); });
byId('filters').addEventListener('submit', function (e) { e.preventDefault(); });
byId('filters').addEventListener('reset', function () { setTimeout(join, 0); });
})();
