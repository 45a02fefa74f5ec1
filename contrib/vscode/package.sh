#!/bin/sh
# Package the extension: contrib/vscode/package.sh [FILE.vsix]. It needs npm, and takes the client library and vsce from
# npm's registry. It works in a temporary folder and leaves nothing here but the file.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-craig.vsix}
case $out in /*) ;; *) out=$PWD/$out ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/.vscodeignore" "$here/package.json" "$here/extension.js" "$here/README.md" "$here/../../LICENSE" "$work"
cd "$work"
npm install --omit=dev --no-package-lock --no-audit --no-fund
npx --yes @vscode/vsce@3 package --allow-missing-repository --out "$out"
