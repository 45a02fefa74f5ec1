package run

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

var (
	resultsCount = flag.Int("results.count", testenv.Count(2, 6), "random programs that look at what calls of the library give")
	resultsSeed  = flag.Int64("results.seed", 1, "number of the first of them")
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// observedHead begins every text; what else it needs depends on its calls.
const observedHead = "#define _GNU_SOURCE\n#include <errno.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"

const observedOpen = "int fd = open(\"file\", O_RDWR);\n\t"

var (
	usesFile    = regexp.MustCompile(`\bfd\b`)
	lookLine    = regexp.MustCompile(`(?m)^\tSEE(?:IF)?\((\d+), (.*)\)$`)
	refusedProg = regexp.MustCompile(`In function 'prog(\d+)':\n.*error: (.*)`)
)

// TestResults has programs observe what calls of the library give, and asks craig whether that can be: the answer is not TRUE. Where no
// call takes input, it is not FALSE that everything else can be.
func TestResults(t *testing.T) {
	t.Parallel()
	gcc := testenv.NeedsTool(t, "gcc")
	list := callable()
	t.Logf("%d functions", len(list))
	counts := map[string]int{}
	for from := 0; from < *resultsCount; from += 100 {
		var programs []*observer
		for i := from; i < min(from+100, *resultsCount); i++ {
			g := &observer{r: rand.New(rand.NewSource(*resultsSeed + int64(i))), id: i}
			g.program(list)
			programs = append(programs, g)
		}
		observeAll(t, gcc, programs, counts)
	}
	for _, k := range sortedKeys(counts) {
		t.Logf("%5d %s", counts[k], k)
	}
}

func observeAll(t *testing.T, gcc string, programs []*observer, counts map[string]int) {
	dir := openFolder(t)
	exe := filepath.Join(dir, "all")
	for {
		out, err := compileObservers(gcc, exe, programs)
		if err == nil {
			break
		}
		refused := map[int]bool{}
		for _, m := range refusedProg.FindAllStringSubmatch(out, -1) {
			n, _ := strconv.Atoi(m[1])
			refused[n] = true
			if testing.Verbose() {
				t.Logf("%d: %s", n, m[2])
			}
		}
		n := len(programs)
		programs = slices.DeleteFunc(programs, func(g *observer) bool { return refused[g.id] })
		counts["not compiled"] += n - len(programs)
		if len(programs) == n {
			t.Fatalf("gcc: %v\n%.2000s", err, out)
		}
	}
	for _, g := range programs {
		printed, _ := observe(t, dir, exe, g.id, false)
		seen, ok := looksOf(printed)
		if !ok {
			counts["ends otherwise"]++
			continue
		}
		judgeObserved(t, g, seen, counts)
	}
}

func compileObservers(gcc, exe string, programs []*observer) (string, error) {
	var b strings.Builder
	b.WriteString(observedHead)
	headers := map[string]bool{}
	for _, g := range programs {
		for _, h := range g.headers {
			headers[h] = h != "libgen.h"
		}
	}
	for _, h := range sortedKeys(headers) {
		if headers[h] {
			fmt.Fprintf(&b, "#if __has_include(<%[1]s>)\n#include <%[1]s>\n#endif\n", h)
		}
	}
	b.WriteString(observedAll() + "#define SEE(k, x) dprintf(200, \"%d %lld\\n\", k, (long long)(x));\n#define SEEIF(k, c, x) if (c) SEE(k, x)\nint fd;\n")
	for _, g := range programs {
		fmt.Fprintf(&b, "static void prog%d(void) {\n%s}\n", g.id, g.b.String())
	}
	b.WriteString("int main(int argc, char **argv) {\n\talarm(5);\n\tdup2(1, 200);\n\tint n = atoi(argv[1]);\n\tfd = open(\"file\", O_RDWR);\n\tswitch (n) {\n")
	for _, g := range programs {
		fmt.Fprintf(&b, "\tcase %d: prog%[1]d(); break;\n", g.id)
	}
	b.WriteString("\t}\n\tdprintf(200, \"end\\n\"); _exit(0);\n}\n")
	if err := os.WriteFile(exe+".c", []byte(b.String()), 0o666); err != nil {
		return "", err
	}
	cmd := exec.Command(gcc, "-w", "-g", "-O0", "-fsanitize=address", "-fno-builtin", "-o", exe, exe+".c", "-lm", "-lresolv", "-lcrypt")
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// openFolder is a folder for one who may not do much.
func openFolder(t *testing.T) string {
	dir := t.TempDir()
	for _, d := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// observe runs a program, in a folder of its own with a file and with some input, as a user who may not do much: what it prints, and
// what it says of errors if together is set.
func observe(t *testing.T, dir, exe string, id int, together bool) (string, error) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	work, err := os.MkdirTemp(dir, "work")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(work, "file")
	if err := os.WriteFile(file, []byte("12 ab\n3.5 xyz\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	os.Chmod(work, 0o777)
	os.Chmod(file, 0o666)
	cmd := exec.CommandContext(ctx, exe, strconv.Itoa(id))
	cmd.Dir = work
	cmd.WaitDelay = time.Second
	cmd.Env = []string{"ASAN_OPTIONS=detect_leaks=0:exitcode=99:detect_stack_use_after_return=1:strict_memcmp=1", "HOME=/", "TZ=UTC0"}
	cmd.Stdin = strings.NewReader("7 q\nline\n")
	unprivileged(cmd)
	var out bytes.Buffer
	cmd.Stdout = &out
	if together {
		cmd.Stderr = &out
	}
	err = cmd.Run()
	return out.String(), err
}

// looksOf are what a program has printed by the numbers of the looks. It reports false if the program has not come to its end.
func looksOf(printed string) (seen map[string]string, ended bool) {
	seen = map[string]string{}
	for _, line := range strings.Split(printed, "\n") {
		k, v, ok := strings.Cut(line, " ")
		if _, err := strconv.Atoi(k); err == nil && ok {
			seen[k] = v
		}
		ended = line == "end" || ended
	}
	return seen, ended
}

// asked is the text for craig: whether all of what was seen, or anything else, can be.
func (g *observer) asked(seen map[string]string, otherwise bool) string {
	var b strings.Builder
	b.WriteString(observedHead)
	for _, h := range g.headers {
		if !strings.Contains(observedHead, "<"+h+">") {
			fmt.Fprintf(&b, "#include <%s>\n", h)
		}
	}
	body := lookLine.ReplaceAllStringFunc(g.b.String(), func(line string) string {
		m := lookLine.FindStringSubmatch(line)
		v, ok := seen[m[1]]
		if !ok {
			return ""
		}
		what := m[2]
		if strings.HasPrefix(line, "\tSEEIF") {
			_, what, _ = cutTop(what)
		}
		if v == "-9223372036854775808" {
			v = "-9223372036854775807-1"
		}
		return fmt.Sprintf("\tif ((long long)(%s) != %sLL) goto other;", what, v)
	})
	open := ""
	if usesFile.MatchString(body) {
		open = observedOpen
	}
	b.WriteString(needs(open + body))
	end, other := "\treach_error();\n", ""
	if otherwise {
		end, other = other, end
	}
	body = strings.ReplaceAll(body, "return;", "return 0;")
	return b.String() + "extern void reach_error(void);\nint main(void) {\n\t" + open + body + end +
		"\treturn 0;\nother:\n" + other + "\treturn 0;\n}\n"
}

// cutTop cuts at the first comma that is not within parentheses.
func cutTop(s string) (before, after string, ok bool) {
	depth := 0
	for i, c := range s {
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				return s[:i], strings.TrimSpace(s[i+1:]), true
			}
		}
	}
	return s, "", false
}

func judgeObserved(t *testing.T, g *observer, seen map[string]string, counts map[string]int) {
	names := []string{}
	for _, f := range g.calls {
		names = append(names, f.Name)
	}
	for _, otherwise := range []bool{false, true} {
		if otherwise && g.other {
			continue
		}
		text := g.asked(seen, otherwise)
		res, err := answered(t, text)
		if err != nil {
			counts["not read"]++
			t.Logf("%d %v: %v", g.id, names, err)
			continue
		}
		key := "seen: "
		if otherwise {
			key = "other: "
		}
		counts[key+res.Verdict.String()+" "+string(res.Reason)]++
		switch {
		case !otherwise && res.Verdict == verdict.True:
			t.Errorf("%d %v: TRUE, but it was seen\n%s", g.id, names, fewerLooks(t, text, verdict.True))
		case otherwise && res.Verdict == verdict.False:
			t.Errorf("%d %v: FALSE, and something else was seen\n%s", g.id, names, fewerLooks(t, text, verdict.False))
		}
	}
}

// answered is craig's answer about a text.
func answered(t *testing.T, text string, properties ...string) (*Result, error) {
	file := filepath.Join(t.TempDir(), "seen.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	return Verify(ctx, prepare.New(cfront.Options{Properties: properties}, nil, file), Options{})
}

// fewerLooks is the text with few of the looks for which the answer is the same, without what comes before main.
func fewerLooks(t *testing.T, text string, same verdict.Verdict) string {
	lines := strings.SplitAfter(text, "\n")
	for size := len(lines) / 2; size > 0; size /= 2 {
		for i := 0; i < len(lines); i += size {
			kept, dropped := slices.Clone(lines[:i]), false
			for k, line := range lines[i:] {
				if k < size && strings.HasSuffix(line, "goto other;\n") {
					dropped = true
				} else {
					kept = append(kept, line)
				}
			}
			if !dropped {
				continue
			}
			if res, err := answered(t, strings.Join(kept, "")); err == nil && res.Verdict == same {
				lines = kept
				i -= size
			}
		}
	}
	_, main, _ := strings.Cut(strings.Join(lines, ""), "int main(void)")
	return "int main(void)" + main
}
