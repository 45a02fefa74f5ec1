#!/usr/bin/env bash
# Measures many workers on this machine, over the tasks of folders: bash contrib/queue/measure.sh FOLDER ...
#   embedded    the queue inside craig bench, one task at a time
#   external    a NATS server of its own on loopback, one worker with one task at a time
#   two         the same with a second worker
# It says whether all verdicts are the same, and how many times as fast two workers are as one. Idle machine, two cores.
# TIMEOUT=10s MEMORY=4GiB PORT=14222 can be set. Outputs are in OUT, a folder that is made.
set -eu
cd "$(dirname "$0")/../.."
out=${OUT:-$(mktemp -d)}; mkdir -p "$out"
url=nats://127.0.0.1:${PORT:-14222}
go build -o "$out/craig" ./cmd/craig
go build -o "$out/nats-server" github.com/nats-io/nats-server/v2
pids=
trap 'for p in $pids; do kill "$p" 2>/dev/null || true; done; wait' EXIT
"$out/nats-server" -js -sd "$out/jetstream" -a 127.0.0.1 -p "${PORT:-14222}" >"$out/server.log" 2>&1 & pids="$pids $!"
sleep 1
worker() { GOMAXPROCS=1 "$out/craig" worker --queue "$url" --jobs 1 >>"$out/worker.log" 2>&1 & pids="$pids $!"; }
run() { # NAME OPTIONS...
	name=$1; shift
	begun=$(date +%s.%N)
	"$out/craig" bench --progress none --timeout "${TIMEOUT:-10s}" --memory "${MEMORY:-4GiB}" --findings docs/findings.tsv --csv "$out/$name.csv" "$@" || true
	awk -v a="$begun" -v b="$(date +%s.%N)" -v n="$name" 'BEGIN { printf "%-9s %8.1f s\n", n, b - a }' | tee -a "$out/times"
}
: >"$out/times"
GOMAXPROCS=1 run embedded --jobs 1 "$@"
worker; run external --queue "$url" "$@"
worker; run two --queue "$url" "$@"
python3 - "$out" <<'P'
import csv, sys
folder = sys.argv[1]
def verdicts(name):
    with open(f"{folder}/{name}.csv") as f:
        return {(r["set"], r["task"], r["property"]): (r["judgement"], r["verdict"]) for r in csv.DictReader(f)}
runs = {n: verdicts(n) for n in ("embedded", "external", "two")}
for n in ("external", "two"):
    other = [k for k in runs["embedded"] if runs[n].get(k) != runs["embedded"][k]]
    print(f"{n}: {len(runs[n])} tasks, {len(other)} with another verdict than embedded")
    for k in other:
        print("  ", *k, *runs["embedded"][k], "->", *runs[n].get(k, ("missing",)))
t = dict(line.split()[:2] for line in open(f"{folder}/times"))
print(f"two workers are {float(t['external']) / float(t['two']):.2f} times as fast as one")
P
