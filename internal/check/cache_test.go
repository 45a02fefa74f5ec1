package check

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"craig/internal/program/c/cfront"
	"craig/internal/resultfile"
	"craig/internal/work"
)

// words are the command lines of tests.
type words struct{ limit string }

func (words) List(u *Unit, _ time.Duration) []string { return []string{"list", u.File} }
func (w words) Verify(f *Function, except []cfront.Exception, evidence bool, _ time.Duration) []string {
	args := []string{"verify", f.Name, w.limit}
	if evidence {
		args = append(args, "evidence")
	}
	if len(except) > 0 {
		args = append(args, "except")
	}
	return args
}
func (words) Besides(_ Besides, f *Function, _ []cfront.Exception) []string {
	return []string{"besides", f.Name}
}
func (words) Again(*Unit) []string          { return []string{"again"} }
func (words) Replay(time.Duration) []string { return []string{"replay"} }

func (words) Infer(f *Function, _ time.Duration) []string { return []string{"infer", f.Name} }

// runner answers jobs: the functions true, false and unknown have these verdicts, and false is true but for its finding.
type runner struct {
	file   string
	keys   map[string]string
	tired  bool   // nothing is decided
	wary   bool   // of kept evidence, what is about the function false does not hold
	deadly string // a function that a process dies of that looks at it with others
	mu     sync.Mutex
	jobs   []string
}

func (r *runner) Run(_ context.Context, j work.Job) (work.Answer, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.jobs = append(r.jobs, strings.Join(j.Args, " "))
	switch {
	case j.Args[0] == "list":
		var list []cfront.Function
		for _, name := range []string{"true", "false", "unknown"} {
			f := cfront.Function{Name: name, Key: r.keys[name]}
			f.Pos.File, f.Pos.Line = r.file, 1
			list = append(list, f)
		}
		text, err := json.Marshal(list)
		return work.Answer{Out: text}, err
	case j.Args[0] == "again":
		var claims []Claim
		if err := json.Unmarshal(j.In, &claims); err != nil {
			return work.Answer{}, err
		}
		var out bytes.Buffer
		for i, c := range claims {
			r.jobs[len(r.jobs)-1] += fmt.Sprintf(" %s:%d", c.Entry, len(c.Results))
			if c.Rounds > 0 {
				r.jobs[len(r.jobs)-1] += fmt.Sprintf("+%d", c.Rounds-len(c.Results))
			}
			if r.deadly == c.Entry {
				break // the process has died of it
			}
			for c.Rounds > 0 && !c.Settled {
				doc := r.verdict(c.Entry, len(c.Results) > 0)
				if doc.Verdict == "UNKNOWN" && !c.Last {
					break
				}
				c.Results, c.With, c.Settled = append(c.Results, doc), append(c.With, nil), doc.Verdict != "FALSE"
			}
			c.Settled = c.Settled || c.Rounds == 0
			if r.wary && c.Entry == "false" {
				c.Results, c.With = nil, nil
			}
			if r.tired && i > 0 {
				break // it was killed
			}
			text, err := json.Marshal(c)
			if err != nil {
				return work.Answer{}, err
			}
			out.Write(append(text, '\n'))
		}
		return work.Answer{Out: out.Bytes(), Killed: map[bool]string{true: "time"}[r.tired]}, nil
	case j.Args[0] == "replay":
		return work.Answer{Out: []byte("confirmed: line 1: so it is\n")}, nil
	}
	text, err := json.Marshal(r.verdict(j.Args[1], slices.Contains(j.Args, "except")))
	return work.Answer{Out: text}, err
}

// verdict is what is said of a function, without its finding if that is excepted.
func (r *runner) verdict(name string, except bool) *resultfile.Document {
	doc := &resultfile.Document{Schema: resultfile.Schema, Verdict: "TRUE"}
	switch {
	case name == "unknown" || r.tired:
		doc.Verdict, doc.Reason = "UNKNOWN", "timeout"
	case name == "false" && !except:
		doc.Verdict, doc.Property = "FALSE", "null"
		doc.Trace = &resultfile.Trace{At: &resultfile.Place{File: r.file, Line: 1}}
	}
	return doc
}

// TestCache: what a run has kept is evidence for the next one; what was undecided stays so just as long as nothing has
// changed; and what is damaged is as if it were not there.
func TestCache(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.c")
	if err := os.WriteFile(file, []byte("text\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{"true": "1", "false": "2", "unknown": "3"}
	cache := filepath.Join(dir, "cache")
	damaged := int64(0)
	run := func(version, limit string, retry bool) string {
		r := &runner{file: file, keys: keys}
		c := &Cache{Dir: cache, Version: version}
		report, err := Run(t.Context(), []*Unit{{File: file}}, Options{Jobs: 1, Rounds: 4, Runner: r, Commands: words{limit}, Cache: c, Retry: retry})
		if err != nil || len(report.Functions) != 3 || len(report.Findings) != 1 || report.Findings[0].Confirmation != "confirmed" {
			t.Fatalf("%v: %+v", err, report)
		}
		for _, f := range report.Functions {
			if want := strings.ToUpper(f.Name); f.Verdict != want {
				t.Errorf("%s: %s", f.Name, f.Verdict)
			}
		}
		damaged = c.Damaged.Load()
		return strings.Join(r.jobs[1:], ", ")
	}
	check := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: got %s, want %s", what, got, want)
		}
	}
	all := "verify true 9s, verify false 9s, replay, verify false 9s except, verify unknown 9s"
	const evidence = "again true:1 false:2"
	check("first", run("v", "9s", false), all)
	check("again", run("v", "9s", false), evidence)
	check("retried", run("v", "9s", true), evidence+", verify unknown 9s")
	check("another craig", run("w", "9s", false), evidence+", replay, verify unknown 9s")
	keys["unknown"] = "4"
	check("one changed", run("w", "9s", false), evidence+", verify unknown 9s")
	check("another limit", run("w", "8s", false), evidence+", replay, verify unknown 8s")
	run("v", "9s", false)

	// What does not hold is looked at with the evidence to begin with.
	wary := &runner{file: file, keys: keys, wary: true}
	if _, err := Run(t.Context(), []*Unit{{File: file}}, Options{Jobs: 1, Rounds: 4, Runner: wary, Commands: words{"9s"}, Cache: &Cache{Dir: cache, Version: "v"}}); err != nil {
		t.Fatal(err)
	}
	check("wary", strings.Join(wary.jobs[1:], ", "), evidence+", verify false 9s evidence, verify false 9s evidence except")

	// A run that decides nothing, and is killed when it certifies, gives nothing up.
	tired := &runner{file: file, keys: keys, tired: true}
	if _, err := Run(t.Context(), []*Unit{{File: file}}, Options{Jobs: 1, Rounds: 4, Runner: tired, Commands: words{"9s"}, Cache: &Cache{Dir: cache, Version: "v"}}); err != nil {
		t.Fatal(err)
	}
	check("after a tired one", run("v", "9s", false), evidence)

	files, _ := filepath.Glob(filepath.Join(cache, "*", "*"))
	if len(files) != 3 {
		t.Fatalf("%q", files)
	}
	for _, harm := range []func(text []byte) []byte{
		func(text []byte) []byte { return nil },
		func(text []byte) []byte { return text[:len(text)-1] },
		func(text []byte) []byte { text[len(text)/2] ^= 4; return text },
		func(text []byte) []byte { return append(text, 'x') },
		func(text []byte) []byte { text[len(cacheHead)-2]++; return text },
	} {
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err == nil {
				err = os.WriteFile(f, harm(text), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		check("damaged", run("v", "9s", false), all)
		if damaged != 3 {
			t.Errorf("%d files are damaged", damaged)
		}
		check("mended", run("v", "9s", false), evidence)
	}
}

// TestTogether: functions of a unit are looked at in one process. What is not decided there, or what that process dies of, is looked at
// alone; and in the end the report is the same.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.c")
	if err := os.WriteFile(file, []byte("text\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	keys, jobs := map[string]string{"true": "1", "false": "2", "unknown": "3"}, 0
	run := func(cache, deadly string, limit time.Duration) string {
		r := &runner{file: file, keys: keys, deadly: deadly}
		o := Options{Jobs: jobs, Rounds: 4, Runner: r, Commands: words{"9s"}, Together: true, Time: limit}
		if cache != "" {
			o.Cache = &Cache{Dir: filepath.Join(dir, cache)}
		}
		told := map[string][]string{}
		o.Ended = func(f *Function, findings []*Finding) {
			what := f.Verdict
			for _, g := range findings {
				what += " " + g.Confirmation
			}
			told[f.Name] = append(told[f.Name], what)
		}
		report, err := Run(t.Context(), []*Unit{{File: file}}, o)
		if err != nil || len(report.Functions) != 3 || len(report.Findings) != 1 || report.Findings[0].Confirmation != "confirmed" {
			t.Fatalf("%v: %+v", err, report)
		}
		for _, f := range report.Functions {
			if want := strings.ToUpper(f.Name); f.Verdict != want {
				t.Errorf("%s: %s", f.Name, f.Verdict)
			}
		}
		if last := told["false"][len(told["false"])-1]; told["true"][0] != "TRUE" || told["unknown"][0] != "UNKNOWN" || last != "FALSE confirmed" ||
			slices.ContainsFunc(r.jobs, func(j string) bool { return j == "replay" }) != (len(told["false"]) == 2) {
			t.Errorf("told: %q", told)
		}
		return strings.Join(r.jobs[1:], ", ")
	}
	check := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	check(run("", "", 80*time.Second), "again true:0+4 false:0+4 unknown:0+4, replay, verify unknown 9s")
	check(run("", "", time.Second), "again true:0+4 false:0+4 unknown:0+4, replay")
	check(run("", "true", 80*time.Second), "again true:0+4, again false:0+4 unknown:0+4, replay, verify true 9s, verify unknown 9s")
	check(run("", "false", time.Second), "again true:0+4 false:0+4, again unknown:0+4, verify false 9s, replay, verify false 9s except")
	check(run("c", "unknown", 80*time.Second), "again true:0+4 false:0+4 unknown:0+4, replay, verify unknown 9s")
	check(run("c", "", 80*time.Second), "again true:1 false:2")
	keys["false"], keys["unknown"] = "4", "5"
	check(run("c", "", 80*time.Second), "again false:2+2 unknown:0+4, replay, again true:1, verify unknown 9s") // what has changed comes first
	keys["true"], jobs = "6", 1
	check(run("c", "", 80*time.Second), "verify true 9s evidence, again false:2") // one that has changed needs no others
}

// TestCacheTogether: runs that write one file at the same time leave what one of them wrote.
func TestCacheTogether(t *testing.T) {
	c := &Cache{Dir: t.TempDir()}
	file := filepath.Join(c.Dir, "ab", "c")
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 20 {
				if err := c.keep(file, &memory{Key: strings.Repeat(string(rune('a'+i)), 1+1000*i)}); err != nil {
					t.Error(err)
				}
				if m := c.find(file); m == nil || strings.Trim(m.Key, m.Key[:1]) != "" {
					t.Errorf("%+v", m)
				}
			}
		})
	}
	all.Wait()
	if files, _ := os.ReadDir(filepath.Dir(file)); len(files) != 1 || c.Damaged.Load() != 0 {
		t.Errorf("%v, %d damaged", files, c.Damaged.Load())
	}
}

// TestRecord: commands at the same time are all recorded, and the later one for the same file and output stands.
func TestRecord(t *testing.T) {
	dir := t.TempDir()
	database := filepath.Join(dir, DatabaseName)
	record := func(command ...string) {
		if err := Record(database, dir, command); err != nil {
			t.Error(err)
		}
	}
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() { record("cc", "-c", string(rune('a'+i))+".c", "-DX="+string(rune('a'+i))) })
	}
	all.Wait()
	record("cc", "-c", "a.c", "-DX=later")
	record("cc", "-o", "p", "a.o")
	record("cc", "-E", "z.c")
	record("cc", "-D", "zz.c", "both.c", "-o", "x.c", "more.c")
	text, err := os.ReadFile(database)
	if err != nil {
		t.Fatal(err)
	}
	var list []Command
	if err := json.Unmarshal(text, &list); err != nil || len(list) != 22 {
		t.Errorf("%v: %d commands\n%s", err, len(list), text)
	}
	for _, c := range list {
		if c.File == "a.c" && c.Arguments[3] != "-DX=later" || c.File == "zz.c" || c.File == "z.c" {
			t.Errorf("%+v", c)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%v", files)
	}
	if err := os.WriteFile(database, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if Record(database, dir, []string{"cc", "a.c"}) == nil {
		t.Error("a broken database is no error")
	}
}

// TestBaseline: what is accepted stays so when lines move, as often as it is there, and no more.
func TestBaseline(t *testing.T) {
	dir := t.TempDir()
	source, file := filepath.Join(dir, "a.c"), filepath.Join(dir, "baseline")
	report := func(text string, lines ...int) *Report {
		if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		r := &Report{}
		for _, n := range lines {
			g := &Finding{Place: Place{File: source, Line: n}, Property: "null", In: "f"}
			g.Fingerprint = g.fingerprint()
			r.Findings = append(r.Findings, g)
		}
		return r
	}
	w, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := report("a = *p;\nb = *p;\na = *p;\n", 1, 2, 3).WriteBaseline(w); err != nil {
		t.Fatal(err)
	}
	w.Close()
	r := report("\n  a =  *p;\n a = *p;\na = *p;\nc = *p;\n", 2, 3, 4, 5)
	gone, err := r.Accept(file)
	if err != nil || gone != 1 || r.Open() != 2 || r.Findings[0].Accepted != "baseline" || r.Findings[2].Accepted != "" {
		t.Errorf("%d gone, %d open: %v", gone, r.Open(), err)
	}
	for _, text := range []string{"", "{}", `{"schema": 2}`, `{"schema": 1, "findings": [{}]}`} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Accept(file); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
