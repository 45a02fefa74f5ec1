// Command mutants says how many deliberate mistakes in the code that a verdict rests on are noticed by the tests beside that code:
// from craig's folder
//
//	go run ./contrib/mutants [PACKAGE ...]
//
// It reads mutants.txt (list.go), puts one mistake at a time in, and runs the tests of that package. No file of the
// tree is changed: the compiler is given the changed text by -overlay. Each mistake is
//
//	killed    a test fails
//	timeout   the tests took more than a minute, which unchanged ones do not: killed as well
//	survived  no test fails
//	broken    the changed package does not compile: the list has to be mended
//
// The exit status is 0 if at least 90 % of the mistakes that were tried are killed, the list says of each that survives why it changes no
// answer, and none is broken.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// least is how many of a hundred mistakes have to be killed.
const least = 90

func main() {
	limit := flag.Duration("timeout", time.Minute, "the time of the tests for one mistake")
	only := flag.String("only", "", "tries those whose `number: file: text` matches this regular expression")
	every := flag.Int("every", 1, "tries every `n`th of them")
	markdown := flag.String("markdown", "", "writes the table of packages to this `file`, too")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := run(ctx, flag.Args(), *only, *every, *limit, *markdown)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func run(ctx context.Context, packages []string, only string, every int, limit time.Duration, markdown string) (ok bool, err error) {
	root, err := filepath.Abs(".")
	if err != nil {
		return false, err
	}
	chosen, err := regexp.Compile(only)
	if err != nil {
		return false, err
	}
	list, err := read(filepath.Join(root, "contrib", "mutants", "mutants.txt"))
	if err != nil {
		return false, err
	}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	t := &table{rows: map[string]*row{}}
	k := 0
	for _, m := range list {
		if len(packages) > 0 && !slices.Contains(packages, m.pkg()) || !chosen.MatchString(m.String()) {
			continue
		}
		if k++; (k-1)%every != 0 {
			continue
		}
		if t.rows[m.pkg()] == nil { // what fails without a mistake says nothing of one
			if out := test(ctx, root, m.pkg(), "", limit/2); out.end != survived {
				return false, fmt.Errorf("the tests of %s fail as they are:\n%s", m.pkg(), out.text)
			}
		}
		out, err := try(ctx, root, dir, m, limit)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err != nil {
			return false, fmt.Errorf("%s: %w", m, err)
		}
		t.add(m, out)
		fmt.Printf("%-8s %s%s\n", out.end, m, out.by)
	}
	fmt.Print("\n", t)
	if markdown != "" {
		if err := os.WriteFile(markdown, []byte(t.String()), 0o666); err != nil {
			return false, err
		}
	}
	return t.ok(), nil
}

// end is what became of a mistake.
type end string

const (
	killed   end = "killed"
	timeout  end = "timeout"
	survived end = "survived"
	broken   end = "broken"
)

// outcome is a run of tests.
type outcome struct {
	end  end
	by   string // the first test that failed
	text string
}

// try runs the tests of the package of m with the mistake.
func try(ctx context.Context, root, dir string, m mutant, limit time.Duration) (outcome, error) {
	file := filepath.Join(root, filepath.FromSlash(m.file))
	text, err := os.ReadFile(file)
	if err != nil {
		return outcome{}, err
	}
	changed, err := m.apply(string(text))
	if err != nil {
		return outcome{}, err
	}
	copied, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {file: copied}})
	if err != nil {
		return outcome{}, err
	}
	if err := os.WriteFile(copied, []byte(changed), 0o666); err != nil {
		return outcome{}, err
	}
	if err := os.WriteFile(overlay, replace, 0o666); err != nil {
		return outcome{}, err
	}
	return test(ctx, root, m.pkg(), overlay, limit), nil
}

var failure = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// test runs the plain tests of a package until one fails.
func test(ctx context.Context, root, pkg, overlay string, limit time.Duration) outcome {
	c := exec.CommandContext(ctx, "go", "test", "-vet=off", "-failfast", "-timeout", limit.String(), "-overlay", overlay, "./"+pkg)
	c.Dir = root
	c.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "CRAIG_") // no long tests, and none with files from elsewhere
	})
	text, err := c.CombinedOutput()
	out := outcome{end: killed, text: string(text)}
	switch {
	case err == nil:
		out.end = survived
	case strings.Contains(out.text, "panic: test timed out"):
		out.end = timeout
	case strings.Contains(out.text, "[build failed]") || strings.Contains(out.text, "[setup failed]"):
		out.end = broken
		out.by = "\n" + out.text
	default:
		if m := failure.FindStringSubmatch(out.text); m != nil {
			out.by = " (" + m[1] + ")"
		}
	}
	return out
}

// table counts what became of mistakes, by package.
type table struct{ rows map[string]*row }

type row struct {
	tried, killed, harmless int
	open                    []mutant // survived, and nothing says why that does no harm
	broken, wrong           []mutant // wrong: said to do no harm, and killed
}

func (t *table) add(m mutant, out outcome) {
	r := t.rows[m.pkg()]
	if r == nil {
		r = &row{}
		t.rows[m.pkg()] = r
	}
	r.tried++
	switch {
	case out.end == broken:
		r.broken = append(r.broken, m)
	case out.end != survived:
		r.killed++
		if m.why != "" {
			r.wrong = append(r.wrong, m)
		}
	case m.why != "":
		r.harmless++
	default:
		r.open = append(r.open, m)
	}
}

// sum is all rows in one.
func (t *table) sum() row {
	var all row
	for _, pkg := range slices.Sorted(maps.Keys(t.rows)) {
		r := t.rows[pkg]
		all.tried += r.tried
		all.killed += r.killed
		all.harmless += r.harmless
		all.open, all.broken, all.wrong = append(all.open, r.open...), append(all.broken, r.broken...), append(all.wrong, r.wrong...)
	}
	return all
}

func (t *table) ok() bool {
	all := t.sum()
	return all.killed*100 >= all.tried*least && len(all.open)+len(all.broken)+len(all.wrong) == 0
}

// String is the table in Markdown, and after it what is not as it has to be.
func (t *table) String() string {
	var b strings.Builder
	b.WriteString("| package | mistakes | killed | survived, and change no answer | survived |\n|---|--:|--:|--:|--:|\n")
	line := func(name string, r *row) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", name, r.tried, r.killed, r.harmless, len(r.open))
	}
	for _, pkg := range slices.Sorted(maps.Keys(t.rows)) {
		line("`"+pkg+"`", t.rows[pkg])
	}
	all := t.sum()
	line("all", &all)
	for _, x := range []struct {
		list []mutant
		what string
	}{{all.open, "survived"}, {all.broken, "does not compile"}, {all.wrong, "is killed, and the list says why it survives"}} {
		for _, m := range x.list {
			fmt.Fprintf(&b, "\n%s: %s\n", x.what, m)
		}
	}
	return b.String()
}
