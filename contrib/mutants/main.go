// Command mutants says how many deliberate mistakes in the code that a verdict rests on are noticed by the tests beside that code:
// from craig's folder
//
//	go run ./contrib/mutants [PACKAGE ...]
//
// It reads mutants.txt (list.go), puts one mistake at a time in (build.go), and runs the tests of that package. No file of the
// tree is changed: the compiler is given the changed text by -overlay. Each mistake is
//
//	killed    a test fails
//	timeout   the tests took more than a minute, which unchanged ones do not: killed as well
//	survived  no test fails
//	broken    the changed package does not compile: the list has to be mended
//	lost      the text is not there any more, or at several places: likewise
//
// The exit status is 0 if at least 90 % of the mistakes that were tried are killed, the list says of each that survives why it changes no
// answer, and none is broken or lost.
package main

import (
	"context"
	"errors"
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
	only := flag.String("only", "", "tries those whose `number: file: text @function` matches this regular expression")
	every := flag.Int("every", 1, "tries every `n`th of them")
	first := flag.String("first", "", "has the tests that match this regular expression run first, and all where these notice nothing")
	markdown := flag.String("markdown", "", "writes the table of packages to this `file`, too")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := run(ctx, flag.Args(), *only, *first, *every, *limit, *markdown)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func run(ctx context.Context, packages []string, only, first string, every int, limit time.Duration, markdown string) (ok bool, err error) {
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
	byPackage := map[string][]mutant{}
	var packagesInOrder []string
	k := 0
	for _, m := range list {
		if !m.isChosen(packages, chosen) {
			continue
		}
		if k++; (k-1)%every != 0 {
			continue
		}
		if _, err := m.in(root); err != nil {
			t.add(m, outcome{end: lost})
			fmt.Printf("%-8s %s: %v\n", lost, m, err)
			continue
		}
		if byPackage[m.pkg()] == nil {
			packagesInOrder = append(packagesInOrder, m.pkg())
		}
		byPackage[m.pkg()] = append(byPackage[m.pkg()], m)
	}
	if k == 0 {
		return false, errors.New("no mistake of the list is chosen")
	}
	for _, pkg := range packagesInOrder {
		x := &experiment{root: root, dir: dir, pkg: pkg, first: first, limit: limit}
		err := x.run(ctx, byPackage[pkg], func(m mutant, out outcome) {
			t.add(m, out)
			fmt.Printf("%-8s %s%s\n", out.end, m, out.by)
		})
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err != nil {
			return false, fmt.Errorf("%s: %w", pkg, err)
		}
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
	lost     end = "lost"
)

// outcome is a run of tests.
type outcome struct {
	end  end
	by   string // the first test that failed
	text string
}

// experiment is the tests of one package.
type experiment struct {
	root, dir, pkg string
	first          string // the tests that are run first
	limit          time.Duration
	builds         int
}

// run tells of each mistake what became of it.
func (x *experiment) run(ctx context.Context, list []mutant, tell func(mutant, outcome)) error {
	name, alone, err := overlay(x.root, x.dir, list)
	if err != nil {
		return err
	}
	binary, out := x.build(ctx, name)
	if out.end == broken { // one of them does not compile: which one?
		alone, name = list, ""
		if binary, out = x.build(ctx, name); out.end == broken {
			return fmt.Errorf("it does not compile as it is:\n%s", out.text)
		}
	}
	// What fails without a mistake says nothing of one.
	if out := x.test(ctx, binary, 0, x.limit/2, ""); out.end != survived && ctx.Err() == nil {
		return fmt.Errorf("the tests fail as they are, or take longer than %s:\n%s", x.limit/2, out.text)
	}
	for _, m := range list {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		binary, number := binary, m.number
		if slices.ContainsFunc(alone, func(a mutant) bool { return a.number == m.number }) {
			changed, err := m.in(x.root)
			if err != nil {
				return err
			}
			copied, err := write(x.dir, changed)
			if err != nil {
				return err
			}
			name, _, err := overlayOf(x.dir, map[string]string{filepath.Join(x.root, filepath.FromSlash(m.file)): copied}, nil)
			if err != nil {
				return err
			}
			var out outcome
			if binary, out = x.build(ctx, name); out.end == broken {
				tell(m, out)
				continue
			}
			number = 0
		}
		out := outcome{end: survived}
		if x.first != "" {
			out = x.test(ctx, binary, number, x.limit, x.first)
		}
		if out.end == survived {
			out = x.test(ctx, binary, number, x.limit, "")
		}
		if ctx.Err() == nil {
			tell(m, out)
		}
	}
	return nil
}

// build makes the program of the package's tests.
func (x *experiment) build(ctx context.Context, overlay string) (binary string, out outcome) {
	x.builds++
	binary = filepath.Join(x.dir, fmt.Sprintf("tests%d.exe", x.builds))
	c := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", binary, "./"+x.pkg)
	c.Dir = x.root
	if text, err := c.CombinedOutput(); err != nil {
		return "", outcome{end: broken, text: string(text), by: "\n" + string(text)}
	}
	return binary, outcome{}
}

var failure = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// test runs the plain tests of the package that match run, with a mistake or none, until one fails.
func (x *experiment) test(ctx context.Context, binary string, number int, limit time.Duration, run string) outcome {
	c := exec.CommandContext(ctx, binary, "-test.failfast", "-test.timeout", limit.String(), "-test.run", run)
	c.Dir = filepath.Join(x.root, filepath.FromSlash(x.pkg))
	c.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "CRAIG_") // no long tests, and none with files from elsewhere
	}), fmt.Sprintf("%s=%d", variable, number))
	text, err := c.CombinedOutput()
	out := outcome{end: killed, text: string(text)}
	switch {
	case err == nil:
		out.end = survived
	case strings.Contains(out.text, "panic: test timed out"):
		out.end = timeout
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
	broken, lost, wrong     []mutant // wrong: said to do no harm, and killed
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
	case out.end == lost:
		r.lost = append(r.lost, m)
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
		all.open, all.broken = append(all.open, r.open...), append(all.broken, r.broken...)
		all.lost, all.wrong = append(all.lost, r.lost...), append(all.wrong, r.wrong...)
	}
	return all
}

func (t *table) ok() bool {
	all := t.sum()
	return all.killed*100 >= all.tried*least && len(all.open)+len(all.broken)+len(all.lost)+len(all.wrong) == 0
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
	}{{all.open, "survived"}, {all.broken, "does not compile"}, {all.lost, "is not at one place"}, {all.wrong, "is killed, and the list says why it survives"}} {
		for _, m := range x.list {
			fmt.Fprintf(&b, "\n%s: %s\n", x.what, m)
		}
	}
	return b.String()
}
