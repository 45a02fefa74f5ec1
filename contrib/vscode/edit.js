// Runs the extension in a real editor: VS Code as code-server shows it, in headless Chromium.
//
//	node edit.js CODE-SERVER CRAIG FILE.vsix [FILE.png]
//
// CODE-SERVER is the entry point of an installed code-server, CRAIG the program. A C file with an error is opened: its diagnostic, its
// lenses and its hints have to appear. It is edited and saved without the error: the diagnostic has to go, and what is proved be
// said. The error comes back, and a lens shows its execution. What happened is on
// standard output, line by line; the exit status is 1 if something has not.
'use strict';
const { spawn, spawnSync } = require('child_process'), fs = require('fs'), net = require('net'), os = require('os'), path = require('path');
const [server, craig, vsix, picture] = process.argv.slice(2);
if (!vsix) { console.error('usage: node edit.js CODE-SERVER CRAIG FILE.vsix [FILE.png]'); process.exit(64); }

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'edit-')), project = path.join(work, 'project'), file = path.join(project, 'get.c');
const wrong = 'static int table[4];\n\nint get(int i)\n{\n\tif (i < 0 || i > 4)\n\t\treturn 0;\n\treturn table[i];\n}\n\nint sum(void)\n{\n\tint s = 0;\n\tfor (int k = 0; k < 4; k++)\n\t\ts += table[k] & 1;\n\treturn s;\n}\n';
const put = (name, text) => { fs.mkdirSync(path.dirname(path.join(work, name)), { recursive: true }); fs.writeFileSync(path.join(work, name), text); };
put('project/get.c', wrong);
put('project/craig.toml', '[check]\nproperties = ["bounds"]\ntimeout = "100s"\nconfirm = "never"\n');
put('data/User/settings.json', JSON.stringify({ 'security.workspace.trust.enabled': false, 'workbench.startupEditor': 'none', 'craig.run': 'open', 'craig.inlayHints': true, 'telemetry.telemetryLevel': 'off', 'files.autoSave': 'off' }));
put('data/Machine/settings.json', JSON.stringify({ 'craig.path': path.resolve(craig) }));
const folders = ['--user-data-dir', path.join(work, 'data'), '--extensions-dir', path.join(work, 'extensions')], env = { ...process.env, HOME: work };

const pause = (ms) => new Promise((on) => setTimeout(on, ms));
const freePort = () => new Promise((yes) => { const s = net.createServer().listen(0, '127.0.0.1', () => { const { port } = s.address(); s.close(() => yes(port)); }); });
let editor, browser, count = 0, left = '', session;
const waiting = new Map();
const send = (method, params = {}) => new Promise((yes, no) => {
  waiting.set(++count, { yes, no });
  browser.stdio[3].write(JSON.stringify({ id: count, method, params, sessionId: session }) + '\0');
});
const value = async (expression) => (await send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
const key = async (name, code, modifiers = 0) => {
  for (const type of ['rawKeyDown', 'keyUp']) await send('Input.dispatchKeyEvent', { type, key: name, code: name.length === 1 ? 'Key' + name.toUpperCase() : name, windowsVirtualKeyCode: code, modifiers });
  await pause(150);
};
// see waits for what the page shows, for as long as a busy machine may take.
async function see(what, expression) {
  for (let i = 0; i < 600; i++) {
    const got = await value(expression);
    if (got) { console.log('seen: ' + what + (got === true ? '' : ': ' + got)); return; }
    await pause(200);
  }
  if (picture) fs.writeFileSync(picture, Buffer.from((await send('Page.captureScreenshot', { format: 'png' })).data, 'base64'));
  throw new Error('not seen: ' + what);
}
const lens = (text) => `[...document.querySelectorAll('.codelens-decoration')].map((e) => e.textContent).find((t) => t.includes(${JSON.stringify(text)}))`;

(async () => {
  const installed = spawnSync(process.execPath, [server, ...folders, '--install-extension', path.resolve(vsix)], { env, encoding: 'utf8' });
  if (installed.status !== 0) throw new Error(installed.stdout + installed.stderr);
  const port = await freePort();
  editor = spawn(process.execPath, [server, '--auth', 'none', '--bind-addr', '127.0.0.1:' + port, '--disable-telemetry', '--disable-update-check', ...folders], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((yes, no) => { let said = ''; editor.stdout.on('data', (d) => { said += d; if (/listening on/.test(said)) yes(); }); editor.on('exit', () => no(new Error(said))); });
  browser = spawn(process.env.CHROMIUM || 'chromium', ['--headless=new', '--no-sandbox', '--disable-gpu', '--window-size=1280,900', '--remote-debugging-pipe', '--user-data-dir=' + path.join(work, 'browser'), 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  browser.stdio[4].on('data', (data) => {
    left += data;
    for (let i; (i = left.indexOf('\0')) >= 0; left = left.slice(i + 1)) {
      const m = JSON.parse(left.slice(0, i)), w = waiting.get(m.id);
      if (w) { waiting.delete(m.id); if (m.error) w.no(new Error(m.error.message)); else w.yes(m.result); }
    }
  });
  const { targetInfos } = await send('Target.getTargets');
  session = (await send('Target.attachToTarget', { targetId: targetInfos.find((t) => t.type === 'page').targetId, flatten: true })).sessionId;
  await send('Page.enable');
  await send('Page.navigate', { url: `http://127.0.0.1:${port}/?folder=${encodeURI(project)}&payload=${encodeURIComponent(JSON.stringify([['openFile', `vscode-remote://127.0.0.1:${port}${file}`]]))}` });

  await see('a diagnostic', `!!document.querySelector('.squiggly-error, .squiggly-warning')`);
  await see('a lens of an error', lens('craig: error'));
  await see('a lens of a proof', lens('craig: proved'));
  await see('a hint', `[...document.querySelectorAll('.view-line')].map((e) => e.textContent.replaceAll('\\u00a0', ' ')).find((t) => t.includes('requires '))`);
  await see('an invariant', `[...document.querySelectorAll('.view-line')].map((e) => e.textContent.replaceAll('\\u00a0', ' ')).find((t) => t.includes('invariant '))`);

  // Line 5 without the error, saved; then as it was.
  const change = async (text) => {
    await value(`document.querySelector('.monaco-editor textarea, .monaco-editor .native-edit-context').focus()`);
    await key('g', 71, 2); // Ctrl+G
    await send('Input.insertText', { text: ':5' });
    await key('Enter', 13);
    await key('Home', 36); await key('Home', 36);
    await key('End', 35, 8);
    await send('Input.insertText', { text });
    await key('s', 83, 2);
  };
  await change('\tif (i < 0 || i >= 4)');
  await see('the file is saved', `!document.querySelector('.tab.dirty')`);
  await see('the diagnostic has gone', `!document.querySelector('.squiggly-error, .squiggly-warning') && [...document.querySelectorAll('.codelens-decoration')].filter((e) => e.textContent.includes('craig: proved')).length === 2`);
  await change('\tif (i < 0 || i > 4)');
  await see('the diagnostic is back', `!!document.querySelector('.squiggly-error, .squiggly-warning')`);
  await see('a lens that shows the counterexample', lens('show counterexample'));
  const [x, y] = await value(`(() => { const r = [...document.querySelectorAll('.codelens-decoration a')].find((a) => a.textContent.includes('show counterexample')).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`);
  await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
  for (const type of ['mousePressed', 'mouseReleased']) await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  await see('the steps of the execution', `[...document.querySelectorAll('.view-line')].map((e) => e.textContent.replaceAll('\\u00a0', ' ')).find((t) => t.includes('FALSE'))`);
  if (picture) fs.writeFileSync(picture, Buffer.from((await send('Page.captureScreenshot', { format: 'png' })).data, 'base64'));
})().catch((e) => { console.error(e.message); process.exitCode = 1; }).finally(async () => {
  if (browser) { send('Browser.close').catch(() => {}); await pause(500); browser.kill(); }
  if (editor) { editor.removeAllListeners('exit'); editor.kill(); }
  await pause(1000);
  try { fs.rmSync(work, { recursive: true, force: true, maxRetries: 10 }); } catch (e) { /* its helpers still write; it is a temporary folder */ }
  process.exit();
});
