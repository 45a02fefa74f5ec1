// The worker: it is given the compiled module, starts craig, and answers questions. wasm_exec.js, which belongs to the Go that has built the module, is before this.
'use strict';
globalThis.craigReady = () => postMessage({ ready: craigOffers() });
onmessage = async (e) => {
  if (e.data.question) {
    craigVerify(e.data.question, (lines) => postMessage({ lines }), (answer) => postMessage({ answer }));
    return;
  }
  try {
    const go = new Go();
    await go.run(await WebAssembly.instantiate(e.data.module, go.importObject));
    postMessage({ failed: 'craig has ended' });
  } catch (err) {
    postMessage({ failed: String(err) });
  }
};
