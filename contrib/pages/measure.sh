#!/bin/sh
# Write the page of a large result and measure it in headless Chromium: contrib/pages/measure.sh [MEGABYTES]. It needs Go, Node
# and Chromium. Each line is one of look.js: of the page as it opens; and while a user goes through it, by keys, the slider, the
# calls, the search and the source.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go test ./internal/report -run 'TestLarge$' -v -large.page "$work/page.html" -large.megabytes "${1:-50}" | grep -e 'a result of' -e FAIL
use="
const pause = (ms) => new Promise((on) => setTimeout(on, ms));
const press = async (...keys) => { for (const key of keys) { document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); await pause(100); } };
(async () => {
  await pause(5000);
  await press('k', 'k', 'k', 'j', 'Home', 'j', 'j', 'End');
  const at = document.getElementById('at');
  for (const part of [2, 3, 5, 7]) { at.value = Math.floor(at.max / part); at.dispatchEvent(new Event('input')); await pause(300); }
  document.getElementById('calls').open = true; await pause(500);
  document.getElementById('search').open = true; await pause(1500);
  document.getElementById('find').value = '17'; document.getElementById('next').click(); await pause(300);
  document.getElementById('time').value = 100; document.getElementById('time').dispatchEvent(new Event('input')); await pause(300);
  const box = document.querySelector('.source');
  for (let y = 0; y < 10; y++) { box.scrollTop = box.scrollHeight * y / 10; await pause(100); }
})()"
for part in '' "$use"; do
  node contrib/pages/look.js --tasks --wait 3000 --run "$part" "file://$work/page.html" "$work/page.png"
done
