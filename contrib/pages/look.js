// Takes a picture of a page with headless Chromium, and says how long the page kept the browser busy.
//
//	node look.js [--width 1280] [--height 900] [--dark] [--full] [--run SCRIPT] [--wait MS] [--tasks] URL [FILE.png]
//
// SCRIPT is run in the page when it has loaded; if it gives a promise, that is waited for. Then MS milliseconds go by,
// and the picture is taken, of all of the page with --full. On standard output comes one line of JSON: when the page had
// loaded, the longest task of the browser, how many of more than 50 ms there were, what the script gave, and errors of the page.
// With --tasks there are also the longest tasks of the page's main thread by the time of the processor, which other work on the
// machine does not lengthen: when, how long on the wall, how long of the processor, in milliseconds, and what most of it was.
'use strict';
const { spawn } = require('child_process'), fs = require('fs'), os = require('os'), path = require('path');
const options = { width: 1280, height: 900, wait: 500, run: '' }, rest = [], args = process.argv.slice(2);
while (args.length) {
  const a = args.shift();
  if (a === '--dark' || a === '--full' || a === '--tasks') options[a.slice(2)] = true;
  else if (a.startsWith('--')) options[a.slice(2)] = args.shift();
  else rest.push(a);
}
const [url, file] = rest;
if (!url) { console.error('usage: node look.js [options] URL FILE.png'); process.exit(64); }

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'look-'));
const browser = spawn(process.env.CHROMIUM || 'chromium', ['--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--remote-debugging-pipe', '--user-data-dir=' + folder, 'about:blank'],
  { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
let count = 0, left = '';
const waiting = new Map(), listeners = [];
browser.stdio[4].on('data', (data) => {
  left += data;
  for (let i; (i = left.indexOf('\0')) >= 0; left = left.slice(i + 1)) {
    const m = JSON.parse(left.slice(0, i));
    if (!m.id) { listeners.forEach((l) => l(m)); continue; }
    const { yes, no } = waiting.get(m.id);
    waiting.delete(m.id);
    if (m.error) no(new Error(m.error.message)); else yes(m.result);
  }
});
let session;
const send = (method, params = {}, sessionId = session) => new Promise((yes, no) => {
  waiting.set(++count, { yes, no });
  browser.stdio[3].write(JSON.stringify({ id: count, method, params, sessionId: sessionId || undefined }) + '\0');
});
const event = (method) => new Promise((yes) => { const l = (m) => { if (m.method === method) { listeners.splice(listeners.indexOf(l), 1); yes(m.params); } }; listeners.push(l); });
const pause = (ms) => new Promise((yes) => setTimeout(yes, ms));

const observe = `window.__long = []; new PerformanceObserver((l) => l.getEntries().forEach((e) => window.__long.push([Math.round(e.startTime), Math.round(e.duration)]))).observe({ type: 'longtask', buffered: true });`;

// tasks are the longest of the main thread of the page, out of the events of a trace.
function tasks(events) {
  const main = new Map(); // thread of a process, of those that draw pages the busiest
  events.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').forEach((e) => main.set(e.pid, e.tid));
  const of = new Map();
  events.filter((e) => e.ph === 'X' && main.get(e.pid) === e.tid).forEach((e) => of.set(e.pid, [...(of.get(e.pid) || []), e]));
  const list = [...of.values()].sort((a, b) => b.length - a.length)[0] || [];
  const run = list.filter((e) => /RunTask$/.test(e.name)), begin = Math.min(...list.map((e) => e.ts));
  const inside = (t) => list.filter((e) => e !== t && !/RunTask$/.test(e.name) && e.ts >= t.ts && e.ts + e.dur <= t.ts + t.dur).sort((a, b) => b.dur - a.dur)[0];
  return run.sort((a, b) => (b.tdur || 0) - (a.tdur || 0)).slice(0, 8).map((t) => [Math.round((t.ts - begin) / 1000), Math.round(t.dur / 1000), Math.round((t.tdur || 0) / 1000), inside(t)?.name || '']);
}

(async () => {
  const { targetInfos } = await send('Target.getTargets');
  session = (await send('Target.attachToTarget', { targetId: targetInfos.find((t) => t.type === 'page').targetId, flatten: true })).sessionId;
  const errors = [];
  listeners.push((m) => {
    if (m.method === 'Runtime.exceptionThrown') errors.push(m.params.exceptionDetails.exception?.description || m.params.exceptionDetails.text);
    if (m.method === 'Log.entryAdded' && m.params.entry.level === 'error') errors.push(m.params.entry.text);
  });
  await send('Page.enable');
  await send('Runtime.enable');
  await send('Log.enable');
  await send('Page.addScriptToEvaluateOnNewDocument', { source: observe });
  await send('Emulation.setDeviceMetricsOverride', { width: +options.width, height: +options.height, deviceScaleFactor: 1, mobile: +options.width < 600 });
  await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: options.dark ? 'dark' : 'light' }] });
  const traced = [];
  if (options.tasks) {
    listeners.push((m) => { if (m.method === 'Tracing.dataCollected') for (const e of m.params.value) traced.push(e); });
    await send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', '__metadata'], excludedCategories: ['*'] } }, null);
  }
  const loaded = event('Page.loadEventFired'), began = Date.now();
  await send('Page.navigate', { url });
  await loaded;
  const seconds = (Date.now() - began) / 1000;
  let gave;
  if (options.run) {
    const r = await send('Runtime.evaluate', { expression: options.run, awaitPromise: true, returnByValue: true });
    if (r.exceptionDetails) errors.push(r.exceptionDetails.exception?.description || r.exceptionDetails.text);
    gave = r.result.value;
  }
  await pause(+options.wait);
  const value = async (expression) => (await send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
  const long = await value('window.__long'), wide = await value('document.documentElement.scrollWidth');
  if (options.tasks) {
    const complete = event('Tracing.tracingComplete');
    await send('Tracing.end', {}, null);
    await complete;
  }
  if (file) {
    const { data } = await send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: !!options.full });
    fs.writeFileSync(file, Buffer.from(data, 'base64'));
  }
  console.log(JSON.stringify({ loaded: seconds, longest: Math.max(0, ...long.map((l) => l[1])), over50: long.length, long: long.filter((l) => l[1] > 200), tasks: options.tasks ? tasks(traced) : undefined, wide, gave, errors }));
})().catch((e) => { console.error(e.message); process.exitCode = 1; }).finally(() => {
  browser.once('exit', () => setTimeout(() => {
    try { fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 }); } catch (e) { /* its helpers still write; it is a temporary folder */ }
  }, 300));
  send('Browser.close').catch(() => {});
});
