#!/usr/bin/env python3
"""Verdicts on gcc's torture programs: each calls abort if its compiler is wrong.

    torture.py [--count 367] [--seed 37] [--craig craig] [--cpu-timeout 10s] PROGRAMS

PROGRAMS is a folder with the programs of gcc.c-torture/execute, such as llvm-test-suite has in
SingleSource/Regression/C/gcc-c-torture/execute; its own C files and those in ieee are taken. A program counts if it
calls abort, gcc -O0 compiles it, and it ends with 0 within ten seconds. COUNT of the sorted names are drawn at random,
and `craig verify --error-function abort` is asked for each. A line for each program goes to standard output: verdict,
processor seconds, name, and a line that says why one is not TRUE; the last lines count them.
"""
import argparse
import collections
import glob
import os
import random
import re
import subprocess
import tempfile


def passes(path, folder):
    """Reports whether the program calls abort, and gcc -O0 makes it into something that ends with 0."""
    with open(path, encoding="latin-1") as f:
        if not re.search(r"\babort\s*\(", f.read()):
            return False
    exe = os.path.join(folder, re.sub(r"\W", "_", path))
    try:
        made = subprocess.run(["gcc", "-O0", "-w", "-o", exe, path, "-lm"], capture_output=True, timeout=60)
        if made.returncode != 0:
            return False
        with tempfile.TemporaryDirectory() as there:
            return subprocess.run([exe], cwd=there, stdin=subprocess.DEVNULL, capture_output=True, timeout=10).returncode == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        if os.path.exists(exe):
            os.remove(exe)


def verdict(craig, timeout, path):
    """The verdict of craig verify, the line of it that says why, and the processor seconds that it took."""
    run = subprocess.Popen([craig, "verify", "--error-function", "abort", "--cpu-timeout", timeout, path],
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = run.stdout.read()
    _, _, used = os.wait4(run.pid, 0)
    run.returncode = 0
    lines = said.strip().splitlines() or ["nothing printed"]
    last = lines[-1].split(" ")[0]
    if not re.match(r"(TRUE|FALSE|UNKNOWN)", last):
        last = "ERROR"
    why = [x for x in lines if re.search(r"not supported|not read|approximate|unknown|Time was up|no function|gives any value", x)]
    return last, (why or lines)[0], used.ru_utime + used.ru_stime


def main():
    """Draws the programs, asks for each, and prints what comes out."""
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("programs")
    p.add_argument("--count", type=int, default=367, help="how many are drawn; 0: all")
    p.add_argument("--seed", type=int, default=37)
    p.add_argument("--craig", default="craig")
    p.add_argument("--cpu-timeout", default="10s")
    o = p.parse_args()
    os.chdir(o.programs)
    with tempfile.TemporaryDirectory() as folder:
        names = [n for n in sorted(glob.glob("*.c") + glob.glob("ieee/*.c")) if passes(n, folder)]
    print(len(names), "programs count", flush=True)
    if o.count:
        names = random.Random(o.seed).sample(names, min(o.count, len(names)))
    total, spent = collections.Counter(), 0.0
    for name in names:
        last, why, seconds = verdict(o.craig, o.cpu_timeout, name)
        total[last] += 1
        spent += seconds
        print(f"{last}\t{seconds:.2f}\t{name}\t{'' if last == 'TRUE' else why}", flush=True)
    for last, n in total.most_common():
        print(f"{n}\t{last}\t{100 * n / len(names):.1f} %")
    print(f"{spent:.1f} s of processor time")


main()
