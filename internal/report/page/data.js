// craigData gives, later, what stands in a script of data: it may be packed, see html.go. What was read is forgotten.
window.craigData = function (script) {
'use strict';
  var data = JSON.parse(script.textContent), bytes, i;
  script.textContent = '';
  if (typeof data !== 'string') return Promise.resolve(data);
  if (!window.DecompressionStream) {
    document.getElementById('old').hidden = false;
    return Promise.reject(new Error('this browser cannot unpack data'));
  }
  data = atob(data);
  bytes = new Uint8Array(data.length);
  for (i = 0; i < data.length; i++) bytes[i] = data.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
};
