#!/usr/bin/env bash
# Measures many workers on this machine, over the tasks of folders: bash contrib/queue/measure.sh FOLDER ...
#   embedded  the queue inside craig-fleet bench, one task at a time
#   external  a NATS server of its own on loopback, one worker with one task at a time
#   plain     no queue: one process of craig-fleet verify after the other
#   two       as external, with a second worker
#   plain2    as plain, by two shells with half of the tasks each
# Each process has one processor (GOMAXPROCS=1). It says whose verdicts differ, and which of these do by a limit of time or memory alone,
# with status 1 if others do; and how many times as fast two are as one, with the queue and without. What two plain processes lose to each other
# (memory, caches, other work on the machine) no queue can give back: the ratio of the two ratios is what the queue does.
# TIMEOUT=10s MEMORY=4GiB PORT=14222 can be set; SAMPLE=20 takes every 20th task, and REDUCED=1 the first two runs only.
# Outputs are in OUT, a folder that is made.
set -eu
cd "$(dirname "$0")/../.."
out=${OUT:-$(mktemp -d)}; mkdir -p "$out"
port=${PORT:-14222} url=nats://127.0.0.1:${PORT:-14222}
timeout=${TIMEOUT:-10s} memory=${MEMORY:-4GiB}
go build -o "$out/craig-fleet" ./fleet/cmd/craig-fleet
go build -o "$out/nats-server" github.com/nats-io/nats-server/v2
pids=
trap 'for p in $pids; do kill "$p" 2>/dev/null || true; done; wait' EXIT
find -L "$@" -name '*.yml' | sort | awk -v n="${SAMPLE:-1}" 'NR % n == 1 % n' >"$out/tasks"
mapfile -t tasks <"$out/tasks"
echo "${#tasks[@]} tasks, $timeout each; outputs in $out"
"$out/nats-server" -js -sd "$out/jetstream" -a 127.0.0.1 -p "$port" >"$out/server.log" 2>&1 & pids="$pids $!"
for _ in $(seq 100); do (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break; sleep 0.1; done

worker() { GOMAXPROCS=1 "$out/craig-fleet" worker --queue "$url" --jobs 1 >>"$out/worker.log" 2>&1 & pids="$pids $!"; }
timed() { # NAME COMMAND...
	name=$1; shift
	begun=$(date +%s.%N)
	"$@"
	awk -v a="$begun" -v b="$(date +%s.%N)" -v n="$name" 'BEGIN { printf "%-9s %8.1f s\n", n, b - a }' | tee -a "$out/times"
}
bench() { # NAME OPTIONS...
	name=$1; shift
	GOMAXPROCS=1 "$out/craig-fleet" bench --progress none --timeout "$timeout" --memory "$memory" --findings docs/findings.tsv --csv "$out/$name.csv" "$@" "${tasks[@]}" >"$out/$name.txt" 2>&1 || true
}
plain() { # FILE: its tasks one after the other
	while read -r task; do
		GOMAXPROCS=1 "$out/craig-fleet" verify --quiet --progress none --timeout "$timeout" --memory "$memory" --task "$task" >/dev/null 2>&1 </dev/null || true
	done <"$1"
}
plain2() {
	awk 'NR % 2' "$out/tasks" >"$out/odd"; awk 'NR % 2 == 0' "$out/tasks" >"$out/even"
	plain "$out/odd" & one=$!
	plain "$out/even" & other=$!
	wait "$one" "$other"
}

: >"$out/times"
timed embedded bench embedded --jobs 1
worker; timed external bench external --queue "$url"
if [ -z "${REDUCED:-}" ]; then
	timed plain plain "$out/tasks"
	worker; timed two bench two --queue "$url"
	timed plain2 plain2
fi
python3 - "$out" <<'P'
import csv, os, sys
folder = sys.argv[1]
def verdicts(name):
    with open(f"{folder}/{name}.csv") as f:
        return {(r["set"], r["task"], r["property"]): (r["judgement"], r["verdict"]) for r in csv.DictReader(f)}
names = [n for n in ("embedded", "external", "two") if os.path.exists(f"{folder}/{n}.csv")]
runs = {n: verdicts(n) for n in names}
def limit(v):
    return v[-1] in ("UNKNOWN(timeout)", "UNKNOWN(memory)")
others = 0
for n in names[1:]:
    here, there = runs["embedded"], runs[n]
    differ = [k for k in here if there.get(k, ("missing",)) != here[k]]
    limits = [k for k in differ if limit(here[k]) or limit(there.get(k, ("missing",)))]
    others += len(differ) - len(limits)
    print(f"{n}: {len(there)} tasks; {len(differ)} have another verdict than embedded, {len(limits)} of them by a limit")
    for k in differ:
        print("  ", *k, *here[k], "->", *there.get(k, ("missing",)))
t = {name: float(seconds) for name, seconds, *_ in map(str.split, open(f"{folder}/times"))}
if "two" in t:
    queue, control = t["external"] / t["two"], t["plain"] / t["plain2"]
    print(f"two workers are {queue:.2f} times as fast as one, two plain processes {control:.2f} times as fast as one: {queue / control:.2f} of that")
    print(f"one worker takes {t['external'] / t['plain']:.3f} of the time of plain processes, the queue inside {t['embedded'] / t['plain']:.3f}")
sys.exit(others > 0)
P
