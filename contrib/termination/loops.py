#!/usr/bin/env python3
"""Count, of a report of craig check --property termination, the functions that have a loop or call themselves, and those of them that are decided.

    craig check --property termination --json REPORT ... && python3 loops.py REPORT

Files are found from where the command is given. A function has a loop if its text, without comments, strings and characters,
has one of the words for, while, do and goto; it is recursive if its body calls its own name. Loops in macros do not count.
"""
import collections
import json
import re
import sys

SILENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def blank(text):
    """text without comments, strings and characters, with the same lines"""
    return SILENT.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def body(text, line, name):
    """what is between the braces of the function that is declared in line"""
    start = sum(len(l) + 1 for l in text.split("\n")[: line - 1])
    found = re.compile(r"\b%s\b" % re.escape(name)).search(text, start)
    if not found:
        raise SystemExit(f"{name} is not in line {line} or later")
    begin = text.index("{", found.end())
    last = text.find("\n}", begin)  # with #if, braces need not match
    depth = 0
    for at in range(begin, len(text) if last < 0 else last + 2):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            break
    return text[begin : at + 1]


def main():
    every, looping, still = collections.Counter(), collections.Counter(), []
    for report in sys.argv[1:]:
        with open(report) as f:
            functions = json.load(f)["functions"]
        for f in functions:
            with open(f["file"], errors="replace") as source:
                inside = body(blank(source.read()), f["line"], f["name"])
            verdict = f["verdict"] if f["verdict"] in ("TRUE", "FALSE") else "UNKNOWN"
            every[verdict] += 1
            if re.search(r"\b(?:for|while|do|goto)\b|\b%s\s*\(" % re.escape(f["name"]), inside):
                looping[verdict] += 1
                if verdict == "UNKNOWN":
                    still.append("%s:%d: %s: UNKNOWN(%s)" % (f["file"], f["line"], f["name"], f.get("reason", "")))
    decided, all_of_them = looping["TRUE"] + looping["FALSE"], sum(looping.values())
    print("\n".join(still))
    print("functions %d: TRUE %d, FALSE %d, UNKNOWN %d" % (sum(every.values()), every["TRUE"], every["FALSE"], every["UNKNOWN"]))
    print("with a loop or recursion %d: TRUE %d, FALSE %d, decided %d%%" % (all_of_them, looping["TRUE"], looping["FALSE"], round(100 * decided / max(all_of_them, 1))))


main()
