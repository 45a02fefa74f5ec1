// The playground: craig in a worker. The module is compiled once and given to each worker, so that a new one starts at once when one is stopped.
// Text goes into the page as text only; the result is a page of its own without an origin.
'use strict';
(function () {
const byId = (id) => document.getElementById(id);
const element = (kind, text, css) => { const e = document.createElement(kind); if (text !== undefined) e.textContent = text; if (css) e.className = css; return e; };
const program = byId('program'), under = byId('under'), numbers = byId('numbers');
const folder = 'playground/';

// ---- the editor: under the text, which is transparent, the same text lies with colours, marks and remarks
const token = /(\/\*[\s\S]*?(?:\*\/|$)|\/\/.*)|("(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)|(^[ \t]*#[ \t]*\w+)|\b(auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|_Bool|bool)\b|(\b\d[\w.]*)/gm;
const kinds = ['', 'comment', 'string', 'directive', 'word', 'number'];
let findings = [], remarks = [];

// classes are the colours of a text: the start and end of each, in order.
function classes(text) {
  const list = [];
  if (text.length <= 200000) for (const m of text.matchAll(token)) list.push([m.index, m.index + m[0].length, kinds[m.findIndex((g, i) => i > 0 && g !== undefined)]]);
  return list;
}

const rank = { error: 3, open: 2, note: 1 };

// position is the place of a finding in a line: columns count bytes of UTF-8.
function position(line, column) {
  if (!column) return [line.length - line.trimStart().length, line.length];
  let bytes = 1, at = 0;
  for (const c of line) { if (bytes >= column) break; bytes += new TextEncoder().encode(c).length; at += c.length; }
  const word = /^(\w+|[^\s\w]+)/.exec(line.slice(at));
  return [Math.max(0, Math.min(at, line.length) - (word ? 0 : 1)), at + (word ? word[0].length : 1)];
}

function draw() {
  const text = program.value, lines = text.split('\n'), colours = classes(text), out = document.createDocumentFragment();
  let start = 0, c = 0;
  lines.forEach((line, n) => {
    const of = findings.filter((f) => f.line === n + 1).sort((a, b) => rank[a.kind] - rank[b.kind]);
    const marks = of.map((f) => [...position(line, f.column), f.kind]);
    const cuts = new Set([0, line.length]), inside = [];
    while (c < colours.length && colours[c][1] <= start) c++;
    for (let i = c; line.length <= 1000 && i < colours.length && colours[i][0] < start + line.length; i++) inside.push(colours[i]);
    inside.forEach(([from, to]) => { cuts.add(Math.max(0, from - start)); cuts.add(Math.min(line.length, to - start)); });
    marks.forEach(([from, to]) => { cuts.add(Math.min(from, line.length)); cuts.add(Math.min(to, line.length)); });
    const at = [...cuts].sort((a, b) => a - b), row = element('span', undefined, 'codeline' + (of.length ? ' ' + of[of.length - 1].kind : ''));
    for (let i = 0; i + 1 < at.length; i++) {
      const colour = inside.find(([from, to]) => from - start <= at[i] && to - start >= at[i + 1]), mark = marks.filter(([from, to]) => from <= at[i] && to >= at[i + 1]).pop();
      const css = [colour && colour[2], mark && 'mark ' + mark[2]].filter(Boolean).join(' '), piece = line.slice(at[i], at[i + 1]);
      row.append(css ? element('span', piece, css) : piece);
    }
    const remark = remarks.filter((r) => r.line === n + 1).map((r) => r.text).join('; ');
    if (remark) row.append(element('span', remark.length > 120 ? remark.slice(0, 119) + '…' : remark, 'remark'));
    row.append('\n');
    out.append(row);
    start += line.length + 1;
  });
  under.replaceChildren(out);
  numbers.replaceChildren(...lines.map((_, n) => {
    const of = findings.filter((f) => f.line === n + 1).sort((a, b) => rank[b.kind] - rank[a.kind]);
    return element('span', n + 1 + '\n', of.length ? of[0].kind : '');
  }));
  scrolled();
}
function scrolled() {
  under.style.transform = 'translate(' + -program.scrollLeft + 'px,' + -program.scrollTop + 'px)';
  numbers.style.transform = 'translateY(' + -program.scrollTop + 'px)';
}
program.addEventListener('scroll', scrolled);
program.addEventListener('input', () => { findings = []; remarks = []; byId('findings').textContent = ''; byId('example').value = ''; draw(); });
program.addEventListener('keydown', (e) => {
  if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) { e.preventDefault(); verify(); }
});
function show(text) { program.value = text; program.scrollTop = program.scrollLeft = 0; findings = []; remarks = []; draw(); }
function go(line) {
  const lines = program.value.split('\n'), from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  program.focus();
  program.setSelectionRange(from, from + (lines[line - 1] || '').length);
  program.scrollTop = Math.max(0, (line - 5) * parseFloat(getComputedStyle(program).lineHeight));
}

// ---- craig
let module = null, worker = null, ready = false, offered = null, asking = null, wanted = false;
function tell(text) { byId('told').textContent = text; }

// start starts a worker, which says when it is ready.
function start() {
  ready = false;
  const url = URL.createObjectURL(new Blob([window.craigWorker], { type: 'text/javascript' }));
  const mine = worker = new Worker(url);
  URL.revokeObjectURL(url);
  mine.onmessage = (e) => { if (mine === worker) said(e.data); };
  mine.onerror = (e) => { e.preventDefault(); if (mine === worker) failed(e.message); };
  mine.postMessage({ module });
}

function said(m) {
  if (m.ready) {
    ready = true;
    if (!offered) offer(JSON.parse(m.ready));
    buttons();
    if (wanted) verify(); else if (!asking) tell(byId('line').hidden ? 'ready' : byId('told').textContent);
  } else if (m.lines) search(m.lines);
  else if (m.answer) answered(JSON.parse(m.answer));
  else failed(m.failed);
}

function offer(o) {
  offered = o;
  const property = byId('property'), chosen = property.value;
  property.replaceChildren(...o.properties.map((p) => { const e = element('option', p.name); e.title = p.doc; return e; }));
  if (o.properties.some((p) => p.name === chosen)) property.value = chosen;
  const engine = byId('engine').value;
  byId('engine').append(...o.engines.filter((p) => ![...byId('engine').options].some((x) => x.value === p.name)).map((p) => element('option', p.name)));
  byId('engine').value = engine;
  byId('seconds').max = o.maxSeconds;
}

function buttons() { byId('verify').disabled = !ready || !!asking; byId('stop').disabled = !asking; }

function question() {
  return { name: '', text: program.value, property: byId('property').value, engine: byId('engine').value, entry: byId('entry').value.trim(), label: byId('label').value.trim(), bits: +byId('bits').value, seconds: +byId('seconds').value };
}

function verify() {
  wanted = !ready;
  if (!ready || asking) return;
  const q = question(), began = Date.now();
  findings = []; remarks = []; draw();
  byId('line').hidden = true; byId('detail').textContent = byId('findings').textContent = ''; byId('result').hidden = true;
  found = null; fresh = false;
  const ticks = setInterval(() => {
    const s = (Date.now() - began) / 1000;
    tell('verifying, ' + s.toFixed(0) + ' s' + (found ? ', ' + found.events.length + ' steps' : ''));
    drawSearch();
    if (s > q.seconds * 1.2 + 2) end({ line: 'UNKNOWN(timeout)', class: 'unknown', detail: 'craig did not come back when the ' + q.seconds + ' s were over, and was ended.' });
  }, 500);
  asking = { ticks, began };
  tell('verifying');
  buttons();
  worker.postMessage({ question: JSON.stringify(q) });
}

function finish() { clearInterval(asking.ticks); asking = null; byId('live').hidden = true; }

// end ends the worker, which may not listen, and starts a new one.
function end(a) {
  worker.terminate();
  if (asking) finish();
  start();
  put(a);
  buttons();
}

function failed(why) {
  if (!asking && !ready) { broken('craig cannot be started: ' + why + '. Another browser may do, or craig on your machine: see “what this is”.'); return; }
  const small = /stack|memory|RangeError/i.test(why);
  end({ line: small ? 'UNKNOWN(memory)' : 'UNKNOWN(bug)', class: 'unknown', detail: (small ? 'The program takes more stack or memory than this browser gives a page' : 'craig has ended') + ' (' + why + '). On your machine craig has more.' });
}

function answered(a) {
  finish();
  put(a);
  buttons();
}

function put(a) {
  const line = byId('line');
  tell(a.seconds ? 'answered in ' + a.seconds.toFixed(a.seconds < 1 ? 2 : 1) + ' s' : '');
  line.textContent = a.line || 'no answer'; line.className = a.class; line.hidden = false;
  byId('detail').textContent = a.detail || '';
  findings = a.findings || []; remarks = a.remarks || [];
  const list = findings.map((f) => [f.line, f.kind, f.text]).concat(remarks.map((r) => [r.line, 'remark', r.text]));
  byId('findings').replaceChildren(...list.slice(0, 100).map(([at, kind, text]) => {
    const li = element('li', undefined, kind), b = element('button', 'line ' + at);
    b.type = 'button';
    b.addEventListener('click', () => go(at));
    li.append(b, ' ' + (text.length > 300 ? text.slice(0, 299) + '…' : text));
    return li;
  }));
  draw();
  const worst = findings.find((f) => f.kind === 'error');
  if (worst) program.scrollTop = Math.max(0, (worst.line - 5) * parseFloat(getComputedStyle(program).lineHeight));
  const frame = byId('result');
  frame.hidden = !a.page;
  if (a.page) frame.srcdoc = a.page + '<script>new ResizeObserver(function () { parent.postMessage({ height: document.documentElement.scrollHeight }, "*"); }).observe(document.body)<' + '/script>';
}
addEventListener('message', (e) => {
  const frame = byId('result');
  if (e.source === frame.contentWindow && e.data && e.data.height > 0) frame.style.height = Math.min(e.data.height + 8, 6000) + 'px';
});

// ---- the search, while it grows
let found = null, view = null, fresh = false;
function search(lines) {
  if (!found) {
    found = { runs: [], events: [], labels: [], lost: 0 };
    if (view) view.forget(found); else view = craigSearch(found);
  }
  lines.trim().split('\n').forEach((text) => {
    const l = JSON.parse(text);
    if (Array.isArray(l)) found.events.push(l);
    else if (l.run !== undefined) found.runs.push({ engine: l.run });
    else if (l.label !== undefined) found.labels.push(l.label);
    else found.lost = l.lost;
  });
  fresh = true;
}
// drawSearch draws what has come, if an answer takes longer than most.
function drawSearch() {
  if (!fresh || !asking || Date.now() - asking.began < 900) return;
  fresh = false;
  byId('live').hidden = false;
  view.grow();
}

// ---- links: everything that is asked, as JSON, compressed, in the part of the address that no server sees
const base64 = (bytes) => { let s = ''; for (let i = 0; i < bytes.length; i += 32768) s += String.fromCharCode.apply(null, bytes.subarray(i, i + 32768)); return btoa(s); };
const fromBase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
async function link() {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(question())), new CompressionStream('deflate-raw'));
  return location.href.split('#')[0] + '#1.' + base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
// linked shows what the address has. The answer says whether it has something.
async function linked() {
  const part = location.hash.slice(1);
  if (!part) return false;
  try {
    if (!part.startsWith('1.')) throw new Error('it begins with something else than 1.');
    const q = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await through(fromBase64(part.slice(2).replaceAll('-', '+').replaceAll('_', '/')), new DecompressionStream('deflate-raw'))));
    if (typeof q.text !== 'string') throw new Error('it has no program');
    const choose = (id, value) => { const s = byId(id); if (![...s.options].some((o) => o.value === value)) s.append(element('option', value)); s.value = value; };
    show(q.text);
    choose('property', String(q.property || 'unreach-call')); choose('engine', String(q.engine || '')); choose('bits', q.bits === 32 ? '32' : '64');
    byId('seconds').value = q.seconds > 0 ? q.seconds : 20;
    byId('entry').value = String(q.entry || ''); byId('label').value = String(q.label || '');
    byId('more').open = !!(q.engine || q.entry || q.label || q.bits === 32);
    byId('example').value = '';
    return true;
  } catch (e) {
    put({ line: 'broken link', class: 'error', detail: 'The link has no program that can be read (' + e.message + '). Perhaps a part of it was lost on the way; ask for it again. Meanwhile there is an example.' });
    return false;
  }
}
byId('share').addEventListener('click', async () => {
  const url = await link();
  history.replaceState(null, '', url);
  try { await navigator.clipboard.writeText(url); tell('The link has been copied; ' + url.length + ' characters.'); } catch (e) { tell('The link is in the address of this page; ' + url.length + ' characters.'); }
});
addEventListener('hashchange', async () => { if (location.hash.length > 1 && await linked()) verify(); });

// ---- what there is to choose
byId('example').append(element('option', 'your own'), ...window.craigExamples.map((x) => { const o = element('option', x.title); o.value = x.name; return o; }));
byId('example').options[0].value = '';
function example(name) {
  const x = window.craigExamples.find((x) => x.name === name);
  if (!x) return;
  const property = byId('property');
  if (![...property.options].some((o) => o.value === x.property)) property.append(element('option', x.property));
  property.value = x.property; byId('example').value = name;
  byId('entry').value = byId('label').value = byId('engine').value = ''; byId('bits').value = '64';
  show(x.text);
}
byId('example').addEventListener('change', () => { history.replaceState(null, '', location.href.split('#')[0]); example(byId('example').value); verify(); });
byId('form').addEventListener('submit', (e) => { e.preventDefault(); verify(); });
byId('stop').addEventListener('click', () => end({ line: 'stopped', class: 'unknown', detail: 'You have stopped it.' }));
byId('file').addEventListener('change', async () => { const f = byId('file').files[0]; if (f && f.size <= 1 << 20) { show(await f.text()); byId('example').value = ''; } else if (f) tell('The file has ' + f.size + ' bytes, of at most ' + (1 << 20) + '.'); });

// ---- loading
function broken(text) { wanted = false; byId('loaded').hidden = true; tell(''); put({ line: 'no craig', class: 'error', detail: text }); byId('verify').disabled = true; }

// packed is the stream of the compressed module. Pages from disk may load nothing but scripts, so there it is in one.
async function packed() {
  if (location.protocol === 'file:') {
    await new Promise((yes, no) => { const s = element('script'); s.src = folder + 'local.js'; s.onload = yes; s.onerror = () => no(new Error(folder + 'local.js is missing')); document.head.append(s); });
    const bytes = fromBase64(window.craigPacked);
    window.craigPacked = '';
    return new Blob([bytes]).stream();
  }
  const r = await fetch(folder + 'craig.wasm.packed');
  if (!r.ok) throw new Error(folder + 'craig.wasm.packed: ' + r.status + ' ' + r.statusText);
  return r.body;
}

// unpacked is the module: a server may have unpacked it already.
async function unpacked() {
  const reader = (await packed()).getReader(), first = await reader.read();
  let size = 0;
  const count = (chunk) => { size += chunk.length; byId('loaded').value = Math.min(1, size / window.craigSize); tell('loading craig: ' + (size / 1e6).toFixed(1) + ' of ' + (window.craigSize / 1e6).toFixed(1) + ' MB'); };
  const whole = new ReadableStream({
    start(c) { if (!first.done) { count(first.value); c.enqueue(first.value); } },
    async pull(c) { const { done, value } = await reader.read(); if (done) c.close(); else { count(value); c.enqueue(value); } },
  });
  return first.value && first.value[0] === 0x1f ? whole.pipeThrough(new DecompressionStream('gzip')) : whole;
}

async function load() {
  const lacks = [['WebAssembly', typeof WebAssembly], ['DecompressionStream', typeof DecompressionStream], ['Worker', typeof Worker]].filter((x) => x[1] === 'undefined').map((x) => x[0]);
  if (lacks.length) { broken('This browser has no ' + lacks.join(' and no ') + ', which the playground needs. Browsers of 2023 or later have it.'); return; }
  try {
    const response = new Response(await unpacked(), { headers: { 'Content-Type': 'application/wasm' } });
    module = WebAssembly.compileStreaming ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer());
    byId('loaded').hidden = true;
    tell('starting craig');
    start();
  } catch (e) { broken('craig could not be loaded: ' + e.message + '. Load the page again; if that does not help, the site lacks a part.'); }
}

wanted = true;
(async () => {
  const from = window.DecompressionStream ? await linked() : false, message = byId('line').hidden ? null : byId('detail').textContent;
  if (!from) example(window.craigExamples[0].name);
  if (message) { wanted = false; put({ line: 'broken link', class: 'error', detail: message }); }
})();
load();
})();
