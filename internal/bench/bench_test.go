package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"craig/internal/evidence/verdict"
	"craig/internal/resultfile"
	"craig/internal/svcomp"
)

// The test binary is its own fake verifier: with this variable set it behaves as the name of the
// task definition says.
const fakeVariable = "CRAIG_FLEET_FAKE"

func TestMain(m *testing.M) {
	if os.Getenv(fakeVariable) == "" {
		os.Exit(m.Run())
	}
	os.Exit(fake(os.Args[1:]))
}

// fake is craig verify for tests.
func fake(args []string) int {
	task := args[slices.Index(args, "--task")+1]
	doc := resultfile.Document{Schema: resultfile.Schema, Verdict: "TRUE", Stats: []verdict.Stat{{Name: "S", Value: 12}, {Name: "T", Value: 0.5}}}
	status := 0
	switch name := strings.TrimSuffix(filepath.Base(task), ".yml"); name {
	case "false":
		doc.Verdict, doc.Property, status = "FALSE", "unreach-call", 1
	case "unknown":
		doc.Verdict, doc.Reason, doc.Detail, status = "UNKNOWN", "loop", "A loop\nkept being unrolled.", 2
	case "uncertified":
		doc.Verdict, doc.Reason, doc.Bug, status = "UNKNOWN", "uncertified", "not inductive at 7", 70
	case "lost":
		doc.Lost = []string{"the engine e failed: panic: oops"}
	case "panic":
		fmt.Fprintln(os.Stderr, "panic: the sky fell")
		return 70
	case "killed":
		p, _ := os.FindProcess(os.Getpid())
		p.Kill()
		time.Sleep(time.Minute)
	case "garbage":
		fmt.Println("{")
		return 0
	case "input":
		fmt.Fprintln(os.Stderr, "a.c:1:1: what?")
		return 65
	case "hang":
		time.Sleep(time.Minute)
	case "fork": // a child that holds the output open, and outlives us unless it is killed too
		child := exec.Command(os.Args[0], "--task", "hang.yml")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		child.Start()
		time.Sleep(time.Minute)
	case "eat":
		for eaten := []byte{}; ; time.Sleep(time.Millisecond) {
			eaten = append(eaten, make([]byte, 1<<20)...)
			for i := 0; i < len(eaten); i += 4096 {
				eaten[i] = 1
			}
		}
	}
	if slices.Contains(args, "--nonsense") {
		fmt.Fprintln(os.Stderr, "craig: unknown flag: --nonsense")
		return 64
	}
	json.NewEncoder(os.Stdout).Encode(doc)
	return status
}

// folder makes a folder of task definitions, all expected to be true.
func folder(t *testing.T, names ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "set")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text := "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: ../p/unreach-call.prp\n    expected_verdict: true\noptions:\n  data_model: ILP32\n"
		if err := os.WriteFile(filepath.Join(dir, name+".yml"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func pool(t *testing.T) *Pool {
	t.Setenv(fakeVariable, "1")
	return &Pool{Program: []string{os.Args[0]}, Jobs: 2, Time: 30 * time.Second}
}

func run(t *testing.T, p *Pool, tasks []Task, columns ...Column) []Outcome {
	t.Helper()
	outcomes, err := p.Run(context.Background(), tasks, columns)
	if err != nil {
		t.Fatal(err)
	}
	return outcomes
}

func tasksOf(t *testing.T, paths ...string) []Task {
	t.Helper()
	tasks, err := Tasks(paths...)
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

func TestJudgements(t *testing.T) {
	want := map[string][3]string{
		"true":        {"right", "TRUE", ""},
		"false":       {"wrong", "FALSE(unreach-call)", ""},
		"unknown":     {"unknown", "UNKNOWN(loop)", "loop"},
		"uncertified": {"crashed", "UNKNOWN(uncertified)", "uncertified"},
		"lost":        {"right", "TRUE", ""},
		"panic":       {"crashed", "UNKNOWN(exit 70)", "exit 70"},
		"killed":      {"crashed", "UNKNOWN(exit -1)", "exit -1"},
		"garbage":     {"crashed", "UNKNOWN(exit 0)", "exit 0"},
		"input":       {"unknown", "UNKNOWN(input)", "input"},
	}
	var names []string
	for name := range want {
		names = append(names, name)
	}
	outcomes := run(t, pool(t), tasksOf(t, folder(t, names...)), Column{Name: "a"}, Column{Name: "b", Args: []string{"--x"}})
	if len(outcomes) != 2*len(want) {
		t.Fatalf("%d outcomes", len(outcomes))
	}
	for i, o := range outcomes {
		if got := [3]string{o.Judgement.String(), o.Verdict, o.Reason}; got != want[o.Task.Name] {
			t.Errorf("%s: %q, want %q", o.Task.Name, got, want[o.Task.Name])
		}
		if o.Column != []string{"a", "b"}[i%2] || i > 1 && o.Task.Name < outcomes[i-2].Task.Name {
			t.Errorf("%s, %s: not in order", o.Task.Name, o.Column)
		}
	}
	if n := len(lost(outcomes).Rows); n != 2 {
		t.Errorf("%d engines that failed", n)
	}
	if Wrongs(outcomes) != 2 {
		t.Errorf("%d wrong", Wrongs(outcomes))
	}
}

// TestFindings: the verdict of a finding is neither right nor wrong, the opposite is wrong, and an
// option that changes the meaning goes back to the published verdict.
func TestFindings(t *testing.T) {
	p := pool(t)
	file := filepath.Join(t.TempDir(), "findings")
	tasks := tasksOf(t, folder(t, "true", "false", "unknown"))
	set := tasks[0].Set
	for _, c := range []struct{ lines, want string }{
		{"", "false wrong wrong true right right unknown unknown unknown"},
		{set + "\tfalse\tFALSE\ta.c:1\tso it is\n", "false finding wrong true right right unknown unknown unknown"},
		{set + "\ttrue\tFALSE\ta.c:1\t\n" + set + "\tunknown\tFALSE\ta.c:1\t\n", "false wrong wrong true wrong right unknown unknown unknown"},
	} {
		if err := os.WriteFile(file, []byte(strings.Join(findingsHeader, "\t")+"\n"+c.lines), 0o666); err != nil {
			t.Fatal(err)
		}
		var err error
		if p.Findings, err = ReadFindings(file); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, o := range run(t, p, tasks, Column{Name: "a"}, Column{Name: "b", Args: []string{"--globals", "unknown"}}) {
			if o.Column == "a" {
				got = append(got, o.Task.Name)
			}
			got = append(got, o.Judgement.String())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: got %v, want %s", c.lines, got, c.want)
		}
	}
	if _, err := ReadFindings(filepath.Join("..", "..", "docs", "findings.tsv")); err != nil {
		t.Error(err)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		time    time.Duration
		tasks   []string
		becomes string
	}{
		{100 * time.Millisecond, []string{"hang", "fork"}, "killed: time"},
		{time.Minute, []string{"eat"}, "killed: memory"},
	} {
		p := pool(t)
		p.Time, p.Memory = c.time, 256<<20
		for _, o := range run(t, p, tasksOf(t, folder(t, c.tasks...)), Column{Name: "a"}) {
			if o.Judgement != Crashed || o.Reason != c.becomes {
				t.Errorf("%s: %v %s", o.Task.Name, o.Judgement, o.Reason)
			}
		}
	}
}

func TestInterrupt(t *testing.T) {
	p := pool(t)
	ctx, cancel := context.WithCancel(context.Background())
	p.Done = func(done, total int, o Outcome) { cancel() }
	p.Jobs = 2
	outcomes, err := p.Run(ctx, tasksOf(t, folder(t, "hang", "true")), []Column{{Name: "a"}})
	if !errors.Is(err, context.Canceled) || len(outcomes) != 1 || outcomes[0].Task.Name != "true" {
		t.Errorf("%v %v", err, outcomes)
	}
}

func TestUsage(t *testing.T) {
	_, err := pool(t).Run(context.Background(), tasksOf(t, folder(t, "true")), []Column{{Name: "a", Args: []string{"--nonsense"}}})
	var u *UsageError
	if !errors.As(err, &u) || u.Column != "a" || !strings.Contains(u.Text, "nonsense") {
		t.Error(err)
	}
}

func TestStore(t *testing.T) {
	p := pool(t)
	file := filepath.Join(t.TempDir(), "store")
	tasks := tasksOf(t, folder(t, "true", "false"))
	var before []Outcome
	for i, columns := range [][]Column{{{Name: "a"}}, {{Name: "a"}, {Name: "b", Args: []string{"--x"}}}} {
		var err error
		if p.Store, err = OpenStore(file); err != nil {
			t.Fatal(err)
		}
		if err := p.Store.Begin(Run{Began: time.Now(), Command: "craig bench"}); err != nil {
			t.Fatal(err)
		}
		outcomes := run(t, p, tasks, columns...)
		checkRun(t, p.Store, i, outcomes)
		if err := p.Store.Close(); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			before = outcomes
			continue
		}
		if diff := cmp.Diff(before, []Outcome{outcomes[0], outcomes[2]}); diff != "" {
			t.Error(diff)
		}
	}
}

// checkRun looks at what a store says of its last run, the i-th.
func checkRun(t *testing.T, s Store, i int, outcomes []Outcome) {
	t.Helper()
	if err := s.End(time.Now()); err != nil {
		t.Fatal(err)
	}
	runs, err := s.Runs()
	if err != nil || len(runs) != i+1 {
		t.Fatalf("%v %+v", err, runs)
	}
	r := runs[i]
	if r.Tasks != len(outcomes) || r.Judged[Right] != len(outcomes)/2 || r.Judged[Wrong] != len(outcomes)/2 || r.Ended.IsZero() || r.CPU <= 0 {
		t.Errorf("run %d: %+v", i, r)
	}
	kept, err := s.Outcomes(r.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(outcomes, kept); diff != "" {
		t.Error(diff)
	}
	if n, err := s.Len(); err != nil || n != []int{2, 4}[i] {
		t.Errorf("run %d: %d outcomes are kept: %v", i, n, err)
	}
}

// TestFullStore: a store that cannot grow ends the run with a *StoreError; what was kept before is found again.
func TestFullStore(t *testing.T) {
	p := pool(t)
	var err error
	if p.Store, err = OpenStore(filepath.Join(t.TempDir(), "store")); err != nil {
		t.Fatal(err)
	}
	defer p.Store.Close()
	tasks := tasksOf(t, folder(t, "true", "false"))
	run(t, p, tasks[:1], Column{Name: "a"})
	lines := p.Store.(*lineStore)
	before := lines.end
	for room := range 40 { // bytes that a line has before the disk is full
		lines.out = &fullDisk{lines.file, room}
		var full *StoreError
		columns := []Column{{"b", []string{fmt.Sprint("--", room)}}}
		if _, err := p.Run(t.Context(), tasks, columns); !errors.As(err, &full) || !strings.Contains(full.Error(), "make room") {
			t.Errorf("%v", err)
		}
		if info, err := lines.file.Stat(); err != nil || info.Size() != before {
			t.Fatalf("a part of a line is left: %v", err)
		}
	}
	if n, err := p.Store.Len(); err != nil || n != 1 {
		t.Errorf("%d outcomes are left: %v", n, err)
	}
	lines.out = lines.file
	run(t, p, tasks, Column{Name: "a"})
	if n, err := p.Store.Len(); err != nil || n != 2 {
		t.Errorf("%d outcomes when there is room again: %v", n, err)
	}
}

// fullDisk has room for some bytes.
type fullDisk struct {
	file *os.File
	room int
}

func (d *fullDisk) Write(text []byte) (int, error) {
	if len(text) <= d.room {
		return d.file.Write(text)
	}
	n, err := d.file.Write(text[:d.room])
	d.room -= n
	return n, errors.Join(err, syscall.ENOSPC)
}

// TestCutStore: wherever a store ends, as a process that died leaves it, what its whole lines say is there, and it can be used again.
func TestCutStore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "store")
	s, err := OpenStore(file)
	if err != nil {
		t.Fatal(err)
	}
	add := func(s Store, key string, position int) {
		t.Helper()
		if err := s.Add(key, position, Outcome{Verdict: "TRUE"}, Outcome{Task: Task{Name: key}}, []byte("a result")); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Begin(Run{Began: time.Now(), Command: "craig bench"}); err != nil {
		t.Fatal(err)
	}
	add(s, "a", 0)
	add(s, "b", 1)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(text) + 1 {
		if err := os.WriteFile(file, text[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		whole := bytes.Count(text[:n], []byte("\n"))
		if s, err := ReadStore(file); err == nil != (whole > 0) {
			t.Errorf("%d bytes, to read: %v", n, err)
		} else if err == nil {
			list, err := s.Outcomes(1)
			if want := max(0, whole-2) / 3; err != nil || len(list) != want {
				t.Errorf("%d bytes, to read: %d outcomes, want %d: %v", n, len(list), want, err)
			}
			s.Close()
		}
		s, err := OpenStore(file)
		if err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
		if err := s.Begin(Run{Began: time.Now()}); err != nil {
			t.Fatal(err)
		}
		add(s, "a", 0)
		s.Close()
		if s, err = ReadStore(file); err != nil {
			t.Fatalf("%d bytes, again: %v", n, err)
		}
		runs, err := s.Runs()
		if want := min(max(0, whole-1), 1) + 1; err != nil || len(runs) != want || runs[want-1].Tasks != 1 {
			t.Errorf("%d bytes, again: %+v, %v", n, runs, err)
		}
		if d, err := s.Packed("a"); err != nil || string(d) != "a result" {
			t.Errorf("%d bytes, again: the result is %q, %v", n, d, err)
		}
		s.Close()
	}
}

// TestStoreOfAnother: what is no store is said to be none, and left alone.
func TestStoreOfAnother(t *testing.T) {
	for text, want := range map[string]string{
		"{\"Key\": 1}\n":                       "earlier craig",
		"hello":                                "not a store",
		"SQLite format 3\x00damage":            "craig-fleet",
		`{"sum":"1"}`:                          "earlier craig",
		`{"sum":"00000000","layout":2}` + "\n": "damaged",
		`{"sum":"00000000","layout":2} {"and": "more"}`: "earlier craig",
	} {
		file := filepath.Join(t.TempDir(), "store")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := OpenStore(file)
		var s *StoreError
		if !errors.As(err, &s) || !strings.Contains(s.Error(), want) || !strings.Contains(s.Error(), file) {
			t.Errorf("%q: %v", text, err)
		}
		if after, err := os.ReadFile(file); err != nil || string(after) != text {
			t.Errorf("%q became %q: %v", text, after, err)
		}
	}
}

func TestDefinitions(t *testing.T) {
	dir := folder(t)
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	two := write("two.yml", "input_files:\n  - a.c\n  - b.c\nproperties:\n  - property_file: p.prp\n    expected_verdict: false\n  - property_file: q.prp\n")
	d, err := svcomp.ReadDefinition(two)
	if err != nil {
		t.Fatal(err)
	}
	no := false
	want := &svcomp.Definition{
		Files:      []string{filepath.Join(dir, "a.c"), filepath.Join(dir, "b.c")},
		Properties: []svcomp.Property{{File: filepath.Join(dir, "p.prp"), Expected: &no}, {File: filepath.Join(dir, "q.prp")}},
	}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
	tasks := tasksOf(t, dir, two)
	if len(tasks) != 2 || tasks[0].Set != "set" || tasks[0].Name != "two" || tasks[0].PropertyName() != "p" || *tasks[0].Expected {
		t.Errorf("%+v", tasks)
	}
	var f *svcomp.FormatError
	for _, text := range []string{"", "input_files: [", "properties: []"} {
		if _, err := svcomp.ReadDefinition(write("bad.yml", text)); !errors.As(err, &f) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Tasks(t.TempDir()); !errors.As(err, &f) {
		t.Error(err)
	}
}

func TestColumns(t *testing.T) {
	for text, want := range map[string]Column{
		"mm: --loops minimax ":  {"mm", []string{"--loops", "minimax"}},
		"--engine bmc":          {"--engine bmc", []string{"--engine", "bmc"}},
		"--error-label ERR:OR ": {"--error-label ERR:OR", []string{"--error-label", "ERR:OR"}},
		"plain:":                {"plain", []string{}},
	} {
		got, err := ParseColumn(text)
		if err != nil || got.Name != want.Name || !slices.Equal(got.Args, want.Args) {
			t.Errorf("%q: %+v %v", text, got, err)
		}
	}
	if _, err := ParseColumn(" "); err == nil {
		t.Error("no name")
	}
}

func TestSummary(t *testing.T) {
	yes, no := true, false
	task := func(name string, expected *bool) Task { return Task{Set: "s", Name: name, Expected: expected} }
	outcomes := []Outcome{
		{Task: task("a", &yes), Column: "c", Judgement: Right, Verdict: "TRUE", CPU: time.Second},
		{Task: task("b", &no), Column: "c", Judgement: Right, Verdict: "FALSE(unreach-call)"},
		{Task: task("d", &no), Column: "c", Judgement: Wrong, Verdict: "TRUE"},
		{Task: task("e", &no), Column: "c", Verdict: "UNKNOWN(timeout)", Reason: "timeout"},
		{Task: task("f", &no), Column: "c", Verdict: "UNKNOWN(timeout)", Reason: "timeout"},
		{Task: task("g", &no), Column: "c", Verdict: "UNKNOWN(loop)", Reason: "loop"},
		{Task: task("h", &no), Column: "c", Judgement: Crashed, Verdict: "UNKNOWN(exit 70)", Reason: "exit 70", Detail: "panic: |\nmore"},
	}
	var text, markdown strings.Builder
	for _, table := range Summary(outcomes) {
		table.Text(&text)
		table.Markdown(&markdown)
	}
	want := `Wrong verdicts
task  column  verdict  why
s/d   c       TRUE     expected false

Crashes
task  column  verdict           why
s/h   c       UNKNOWN(exit 70)  panic: |

set  column  tasks  right     %  true  false  wrong  unknown  crashed  cpu s
s    c           7      2  28.6     1      1      1        3        1    1.0
all  c           7      2  28.6     1      1      1        3        1    1.0

Reasons of UNKNOWN
reason   column  tasks  for example
timeout  c           2          s/e
loop     c           1          s/g
exit 70  c           1          s/h

`
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Error(diff)
	}
	outcomes[0].Stats = []Stat{{"unchecked", 3}}
	text.Reset()
	byBelieved(outcomes, "Certified by the unchecked solver", unchecked).Text(&text)
	want = `Certified by the unchecked solver
set  column  proofs  unchecked     %
s    c            2          1  50.0
all  c            2          1  50.0

`
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(markdown.String(), "| s/h | c | UNKNOWN(exit 70) | panic: \\| |\n") {
		t.Error(markdown.String())
	}
}

func TestCSV(t *testing.T) {
	yes := true
	var b strings.Builder
	err := WriteCSV(&b, []Outcome{
		{Task: Task{Set: "s", Name: "a", Property: "x/p.prp", Expected: &yes}, Column: "c", Judgement: Right, Verdict: "TRUE", Wall: 1500 * time.Millisecond, Stats: []Stat{{"S", 12}, {"T", 0.25}}},
		{Task: Task{Set: "s", Name: "b"}, Column: "c", Verdict: "UNKNOWN(loop)", Detail: "a, b"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "set,task,property,expected,column,judgement,verdict,wall_s,cpu_s,memory_mib,S,T,detail\n" +
		"s,a,p,true,c,right,TRUE,1.50,0.00,0,12,0.25,\n" +
		"s,b,,,c,unknown,UNKNOWN(loop),0.00,0.00,0,,,\"a, b\"\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// TestPapers finds the programs of the papers' tables, and sets the fake's numbers beside them.
func TestPapers(t *testing.T) {
	bench := os.Getenv("CRAIG_BENCH")
	if bench == "" {
		t.Skip("CRAIG_BENCH is not set")
	}
	p := pool(t)
	for name, least := range map[string]int{"minimax6": 17, "unbounded1": 13, "dagger1": 22, "ufo2": 30} {
		paper, err := FindPaper(name)
		if err != nil {
			t.Fatal(err)
		}
		tasks, err := paper.Tasks(bench)
		if err != nil || len(tasks) < least {
			t.Fatalf("%s: %d tasks, %v", name, len(tasks), err)
		}
		table, err := paper.Table(bench, paper.Columns, run(t, p, tasks, paper.Columns...))
		if err != nil || len(table.Rows) < least {
			t.Fatal(table, err)
		}
		sign := "12" // what the fake says of S
		if name == "dagger1" || name == "ufo2" {
			sign = "TRUE" // it has no such counters
		}
		for _, row := range table.Rows {
			ours := slices.ContainsFunc(row, func(cell string) bool { return cell == sign || cell == "WRONG "+sign })
			if there := paper.find(bench, row[0]) != ""; len(row) != len(table.Header) || there != ours {
				t.Errorf("%s: %q", name, row)
			}
		}
	}
	// A table of sums: the fake says TRUE of every task.
	paper, err := FindPaper("ufo1")
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := paper.Tasks(bench)
	if err != nil || len(tasks) != 98 {
		t.Fatal(len(tasks), err)
	}
	var outcomes []Outcome
	for i, task := range tasks {
		outcomes = append(outcomes, Outcome{Task: task, Column: "BP", Verdict: "TRUE", Judgement: []Judgement{Right, Wrong}[i%2], Wall: time.Second})
	}
	table, err := paper.Table(bench, paper.Columns, outcomes)
	want := []string{"BP", "71", "19", "52", "1", "10018", "49", "49", "0", "49", "98.0"}
	if err != nil || !slices.ContainsFunc(table.Rows, func(row []string) bool { return slices.Equal(row, want) }) {
		t.Errorf("%v %q", err, table.Rows)
	}
}
