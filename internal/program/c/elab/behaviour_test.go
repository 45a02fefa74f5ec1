package elab_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"craig/internal/program/c/corecheck"
	"craig/internal/program/c/coreprint"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
	"craig/internal/testenv"
)

var (
	coreDir    = flag.String("core.dir", "", "a folder of programs that TestBehaviour compares as well")
	coreKeep   = flag.String("core.keep", "", "a folder for what is printed of programs that differ")
	coreOpt    = flag.String("core.opt", "-O0", "the option of gcc with which programs are compiled")
	coreTasks  = flag.Int("core.tasks", testenv.Count(0, 15), "how many tasks below CRAIG_BENCH are compared, on random inputs")
	coreInputs = flag.Int("core.inputs", 3, "how many random inputs each gets")
	coreSeed   = flag.Int("core.seed", 1, "the first seed of the inputs")
	coreCount  = flag.Int("csmith.count", testenv.Count(1, 4), "programs of csmith that are compared, in each data model")
	csmithSeed = flag.Int("csmith.seed", 5, "seed of the first of them")
)

// subject is a program whose printed core is compared with it.
type subject struct {
	name, file string
	machine    string   // -m64 or -m32
	flags      []string // of the preprocessor
	with       []string // other files that are linked with it
	inputs     []string // seeds of random inputs; none: one run
}

// tally counts what became of programs.
type tally struct {
	same, different int
	left            map[string]int // not compared, by the reason
	unprinted       map[string]int // read, but refused or opaque
}

func newTally() *tally { return &tally{left: map[string]int{}, unprinted: map[string]int{}} }

func (y *tally) log(t *testing.T) {
	t.Helper()
	total := y.same + y.different
	for _, n := range y.unprinted {
		total += n
	}
	t.Logf("%d programs of which gcc makes one that ends: %d do the same when their core is printed, %d differ, %d are not printed", total,
		y.same, y.different, total-y.same-y.different)
	for _, m := range []map[string]int{y.unprinted, y.left} {
		for _, why := range slices.SortedFunc(maps.Keys(m), func(a, b string) int { return m[b] - m[a] }) {
			t.Logf("%6d %s", m[why], why)
		}
	}
	if y.same == 0 {
		t.Error("nothing was compared")
	}
}

// compare compiles a program and its printed core, runs both and compares what they write and how they end.
func (y *tally) compare(t *testing.T, s subject) {
	t.Helper()
	if s.machine == "" {
		s.machine = "-m64"
	}
	dir := t.TempDir()
	exe := filepath.Join(dir, "a")
	text, err := run("", "gcc", append([]string{s.machine, "-E", "-w", "-x", "c", s.file}, s.flags...)...)
	if err != nil {
		y.left["gcc does not preprocess it"]++
		return
	}
	original := filepath.Join(dir, "original.c")
	write(t, original, text)
	if err := build(s, original, exe, "-fpreprocessed"); err != nil {
		y.left["gcc does not compile it"]++
		t.Logf("%s: gcc: %v", s.name, err)
		return
	}
	seeds := s.inputs
	if len(seeds) == 0 {
		seeds = []string{""}
	}
	var want []string
	for _, seed := range seeds {
		w, err := execute(exe, seed)
		if err != nil {
			y.left["it does not end in time"]++
			return
		}
		if again, err := execute(exe, seed); err != nil || again != w {
			y.left["it does not always do the same"]++
			return
		}
		want = append(want, w)
	}
	printed, why, err := printCore(s, text)
	switch {
	case err != nil:
		y.different++
		t.Errorf("%s: %v", s.name, err)
		return
	case why != "":
		y.unprinted[why]++
		if testing.Verbose() {
			t.Logf("%s: %s", s.name, why)
		}
		return
	}
	again := filepath.Join(dir, "printed.c")
	write(t, again, printed)
	problem := ""
	if err := build(s, again, exe); err != nil {
		problem = "gcc does not take the printed core: " + err.Error()
	}
	for i := 0; problem == "" && i < len(seeds); i++ {
		got, err := execute(exe, seeds[i])
		switch {
		case err != nil:
			problem = "its printed core does not end"
		case got != want[i]:
			problem = fmt.Sprintf("its printed core gives %.200q and not %.200q", got, want[i])
		}
	}
	if problem == "" {
		y.same++
		return
	}
	y.different++
	t.Errorf("%s: %s", s.name, problem)
	if *coreKeep != "" {
		name := strings.ReplaceAll(s.name, "/", "-")
		write(t, filepath.Join(*coreKeep, name+".core.c"), printed)
		write(t, filepath.Join(*coreKeep, name+".c"), text)
	}
}

// printCore is a preprocessed text as core, printed; or why it has none.
func printCore(s subject, text []byte) (printed []byte, why string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	source := pp.New(pp.Config{})
	source.Open(s.file, text)
	tree, errs := syntax.Parse(syntax.Config{}, source)
	if err := source.Err(); err != nil {
		return nil, "", err
	}
	if len(errs) > 0 {
		return nil, "", fmt.Errorf("%v: %s", source.Place(errs[0].Pos.Used), errs[0].Msg)
	}
	conf := elab.Config{Machine: types.MachineOf("", s.machine == "-m32"), Order: elab.RightToLeft}
	prog, report := elab.Elaborate(conf, elab.File{Name: s.file, Tree: tree, Source: source})
	if len(report.Refusals) > 0 { // what is missing then leads to mistakes
		return nil, "refused: " + report.Refusals[0].Reason, nil
	}
	if len(report.Mistakes) > 0 {
		m := report.Mistakes[0]
		return nil, "", fmt.Errorf("%v: mistake: %s", source.Place(m.Pos.Used), m.Msg)
	}
	if err := corecheck.Check(prog); err != nil {
		return nil, "", fmt.Errorf("ill-formed: %v", err)
	}
	var b bytes.Buffer
	var opaque *coreprint.OpaqueError
	if err := coreprint.Print(&b, prog, coreprint.PrintConfig{Layouts: true}); errors.As(err, &opaque) {
		return nil, "opaque: " + opaque.Why, nil
	} else if err != nil {
		return nil, "", err
	}
	return b.Bytes(), "", nil
}

// build compiles a program. What it does not initialize is zero, so that it does not matter where that is.
func build(s subject, file, exe string, flags ...string) error {
	args := append([]string{s.machine, *coreOpt, "-w", "-fno-strict-aliasing", "-ftrivial-auto-var-init=zero", "-o", exe}, flags...)
	args = append(append(args, file), s.with...)
	_, err := run("", "gcc", append(args, "-lm", "-lpthread")...)
	return err
}

// run runs a tool and returns what it writes; an error has the first line of its messages.
func run(in, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(in)
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		for _, line := range strings.Split(msg.String(), "\n") {
			if strings.Contains(line, "error") || strings.Contains(line, "undefined") {
				return nil, errors.New(line)
			}
		}
		return nil, fmt.Errorf("%v: %.200s", err, msg.String())
	}
	return out.Bytes(), nil
}

// execute runs a compiled program for at most some seconds and returns what it writes and how it ends.
func execute(exe, seed string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	// The shell limits the processor time: a loop without end is not a matter of how busy the machine is.
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", "ulimit -t 2; ulimit -c 0; exec "+exe)
	cmd.Env = append(os.Environ(), "INPUT_SEED="+seed)
	cmd.WaitDelay = time.Second
	out := &limited{left: 1 << 20}
	cmd.Stdout = out
	err := cmd.Run()
	state := cmd.ProcessState.String()
	if ctx.Err() != nil || strings.Contains(state, "CPU time") || strings.Contains(state, "killed") {
		return "", errors.New("it does not end")
	}
	if err != nil && cmd.ProcessState == nil {
		return "", err
	}
	return out.String() + state, nil
}

// limited is the beginning of what is written to it.
type limited struct {
	bytes.Buffer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	n := min(len(p), l.left)
	l.left -= n
	l.Buffer.Write(p[:n])
	return len(p), nil
}

func write(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// below lists the C files below a folder.
func below(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if ext := filepath.Ext(path); err == nil && (ext == ".c" || ext == ".i") {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestBehaviour: the printed core of a program does what the program does: our own programs, and those of a folder.
func TestBehaviour(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	y := newTally()
	driver := []string{driverObject(t, "-m64")}
	for _, pattern := range []string{"testdata/*.c", "../cfront/testdata/run/*.c"} {
		files, _ := filepath.Glob(pattern)
		for i, f := range files {
			if f != "testdata/driver.c" && (testenv.Long() || i%3 == 0 || strings.HasPrefix(f, "testdata")) {
				y.compare(t, subject{name: filepath.Base(f), file: f, with: driver})
			}
		}
	}
	y.log(t)
	if *coreDir == "" {
		return
	}
	y = newTally()
	for _, f := range below(t, *coreDir) {
		name, _ := filepath.Rel(*coreDir, f)
		y.compare(t, subject{name: name, file: f})
	}
	y.log(t)
}

// TestCsmith: the printed cores of programs of csmith [Yang et al. 2011] have their checksums.
func TestCsmith(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	testenv.NeedsTool(t, "csmith")
	headers, _ := filepath.Glob("/usr/include/csmith*/csmith.h")
	local, _ := filepath.Glob("/usr/local/include/csmith*/csmith.h")
	if headers = append(headers, local...); len(headers) == 0 {
		testenv.Skip(t, "csmith.h")
	}
	for _, machine := range []string{"-m64", "-m32"} {
		t.Run(machine, func(t *testing.T) {
			if _, err := run("#include <stdio.h>\n", "gcc", machine, "-E", "-"); err != nil {
				t.Skip("gcc has no headers for this machine here")
			}
			y := newTally()
			for i := range *coreCount {
				seed := fmt.Sprint(*csmithSeed + i)
				args := []string{"--seed", seed, "--no-argc", "--quiet", "--concise"}
				if i%2 == 0 {
					args = append(args, "--float", "--bitfields", "--packed-struct")
				}
				cmd := exec.Command("csmith", args...)
				cmd.Dir = t.TempDir()
				text, err := cmd.Output()
				if err != nil {
					t.Fatal(err)
				}
				file := filepath.Join(cmd.Dir, "p.c")
				write(t, file, text)
				y.compare(t, subject{name: "csmith" + seed, file: file, machine: machine, flags: []string{"-I", filepath.Dir(headers[0])}})
			}
			y.log(t)
		})
	}
}

// driverObject is the surroundings of programs, compiled; "" if gcc does not compile for the machine.
func driverObject(t *testing.T, machine string) string {
	file := filepath.Join(t.TempDir(), "driver.o")
	if _, err := run("", "gcc", machine, "-w", "-c", "-o", file, "testdata/driver.c"); err != nil {
		return ""
	}
	return file
}

// TestTasks: the printed cores of tasks do what they do on the same random inputs.
func TestTasks(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	bench := os.Getenv("CRAIG_BENCH")
	if bench == "" {
		testenv.Skip(t, "CRAIG_BENCH")
	}
	if *coreTasks == 0 {
		testenv.NeedsLong(t)
	}
	driver := map[string]string{"-m64": driverObject(t, "-m64"), "-m32": driverObject(t, "-m32")}
	index, err := os.ReadFile(filepath.Join(bench, "tasks", "INDEX.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var list []subject
	seen := map[string]bool{}
	for _, line := range strings.Split(string(index), "\n") {
		row := strings.Split(line, "\t")
		if len(row) < 5 || row[0] == "set" || seen[row[0]+row[1]] || strings.HasPrefix(row[0], "conc-") {
			continue
		}
		seen[row[0]+row[1]] = true
		s := subject{name: row[0] + "/" + row[1], file: filepath.Join(bench, "tasks", row[0], row[1]), machine: "-m64"}
		if row[4] == "ILP32" {
			s.machine = "-m32"
		}
		if driver[s.machine] == "" {
			continue
		}
		s.with = []string{driver[s.machine]}
		for i := range *coreInputs {
			s.inputs = append(s.inputs, fmt.Sprint(*coreSeed+i))
		}
		list = append(list, s)
	}
	y := newTally()
	n := min(*coreTasks, len(list))
	for i := range n {
		y.compare(t, list[i*len(list)/n])
	}
	y.log(t)
}
