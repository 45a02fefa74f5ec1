package criterion

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/cover"
	"craig/internal/evidence/gcov"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/report"
	"craig/internal/testenv"
)

// programs are those of testdata.
func programs(t *testing.T) []string {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) < 10 {
		t.Fatal(err, files)
	}
	return files
}

// suites are those for MC/DC, which several tests look at.
var suites = map[string]*cover.Suite{}

func covered(t *testing.T, file string, kind cover.GoalKind, branches int) *cover.Suite {
	t.Helper()
	if s := suites[file]; s != nil && kind == cover.Pairs {
		return s
	}
	s, err := cover.Cover(t.Context(), prepare.New(cfront.Options{}, nil, file), cover.Options{Goals: kind, Branches: branches})
	if err != nil {
		t.Fatal(err)
	}
	if s.Bug != nil {
		t.Fatal(file, s.Bug.Err)
	}
	if kind == cover.Pairs {
		suites[file] = s
	}
	return s
}

// TestPrograms: what the first lines of the programs say is so, and the evaluations of each pair show what it is to show.
func TestPrograms(t *testing.T) {
	for _, file := range programs(t) {
		r := Of(covered(t, file, cover.Pairs, 0), cover.Pairs)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, _, _ := strings.Cut(string(text), "\n")
		if got := fmt.Sprintf("// mcdc: %d covered, %d infeasible", r.Count(cover.Covered), r.Count(cover.Unreachable)); got != want || r.Count(cover.Open) > 0 {
			t.Errorf("%s: %s and %d open, want %s", file, got, r.Count(cover.Open), want)
		}
		for _, l := range r.Lines {
			if l.Pair != nil && (l.Pair.True.Value(l.Pair.Decision.Root) == l.Pair.False.Value(l.Pair.Decision.Root) || len(l.Tests) != 2) {
				t.Errorf("%s: %s: %s", l.Pos, l.Goal, l.because())
			}
		}
	}
}

// judged is what an execution of a program has evaluated, as the judge prints it: a decision, its formula, values, and the outcome.
type judged struct {
	decision              int
	formula, values, gave string
}

// judge runs the copy of a program that judge.h has the evaluations of.
func judge(t *testing.T, program string, arguments ...string) (list []judged) {
	t.Helper()
	out, err := exec.Command(program, arguments...).Output()
	if err != nil {
		t.Fatal(program, arguments, err)
	}
	for line := range strings.Lines(string(out)) {
		var j judged
		if _, err := fmt.Sscan(line, &j.decision, &j.formula, &j.values, &j.gave); err != nil {
			t.Fatal(line, err)
		}
		list = append(list, j)
	}
	return list
}

// value evaluates a formula of conditions: digits, !, &, |, in brackets where both operators meet.
func value(formula string, conditions []bool) bool {
	at := 0
	var expr func() bool
	operand := func() bool {
		c := formula[at]
		at++
		switch c {
		case '(':
			v := expr()
			at++
			return v
		default:
			return conditions[c-'0']
		}
	}
	negated := func() bool {
		not := false
		for formula[at] == '!' {
			not = !not
			at++
		}
		return operand() != not
	}
	expr = func() bool {
		v := negated()
		for at < len(formula) && (formula[at] == '&' || formula[at] == '|') {
			or := formula[at] == '|'
			at++
			w := negated()
			v = or && (v || w) || !or && v && w
		}
		return v
	}
	return expr()
}

// decides tells by definition whether a condition decided an evaluation: for some values of the conditions that were not evaluated, the outcome is
// another one if the value of the condition is.
func decides(j judged, condition int) bool {
	if j.values[condition] == '-' {
		return false
	}
	n := len(j.values)
	for bits := range 1 << n {
		v := make([]bool, n)
		fits := true
		for i := range v {
			v[i] = bits>>i&1 == 1
			fits = fits && (j.values[i] == '-' || v[i] == (j.values[i] == 'T'))
		}
		if !fits {
			continue
		}
		was := value(j.formula, v)
		v[condition] = !v[condition]
		if value(j.formula, v) != was {
			return true
		}
	}
	return false
}

// letters is an evaluation as the judge writes it.
func letters(e ir.Evaluation) string { return strings.ReplaceAll(Text(e), " ", "") }

// TestJudged compares reports with executions of copies of the programs that are written out by hand and compiled by gcc: each pair is seen in its
// tests and is one by definition, and whether there is one at all is known from all executions.
func TestJudged(t *testing.T) {
	gcc := testenv.NeedsTool(t, "gcc")
	dir := t.TempDir()
	for i, file := range programs(t) {
		if i%3 != 0 && !testenv.Night() {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), ".c")
		program := filepath.Join(dir, name)
		if out, err := exec.Command(gcc, "-w", "-o", program, filepath.Join("testdata", "judged", name+".c")).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		s := covered(t, file, cover.Pairs, 0)
		r := Of(s, cover.Pairs)
		var tests [][]judged
		for _, test := range s.Tests {
			var inputs []string
			for _, in := range test.Inputs {
				if in.Source == ir.FromCall {
					inputs = append(inputs, in.Value.String())
				}
			}
			tests = append(tests, judge(t, program, inputs...))
		}
		for i, test := range s.Tests {
			var craig, compiled []string
			for _, e := range test.Evaluations {
				craig = append(craig, fmt.Sprint(slices.Index(s.Decisions, e.Decision), letters(e.Values)))
			}
			for _, j := range tests[i] {
				compiled = append(compiled, fmt.Sprint(j.decision, j.values))
			}
			slices.Sort(craig)
			slices.Sort(compiled)
			if !slices.Equal(craig, compiled) {
				t.Errorf("%s: test %d evaluates %v, and compiled %v", file, i+1, craig, compiled)
			}
		}
		all := judge(t, program, "all", "5", "8")
		n := 0
		for d, decision := range s.Decisions {
			for c := range decision.Conditions {
				l := r.Lines[n]
				n++
				sees := func(list []judged, value byte, values string) bool {
					return slices.ContainsFunc(list, func(j judged) bool {
						return j.decision == d && j.values[c] == value && decides(j, c) && (values == "" || j.values == values)
					})
				}
				exists := sees(all, 'T', "") && sees(all, 'F', "")
				switch {
				case l.Status == cover.Unreachable && exists:
					t.Errorf("%s: %s: %s is infeasible, but there is a pair", l.Pos, l.Goal, l.Decision)
				case l.Status == cover.Covered && !exists:
					t.Errorf("%s: %s: %s is covered, but there is no pair", l.Pos, l.Goal, l.Decision)
				case l.Pair != nil:
					a, b := letters(l.Pair.True), letters(l.Pair.False)
					if !sees(tests[l.Tests[0]-1], 'T', a) || !sees(tests[l.Tests[1]-1], 'F', b) {
						t.Errorf("%s: %s: the tests do not evaluate %s and %s", l.Pos, l.Goal, a, b)
					}
					unique := true
					for i := range a {
						unique = unique && (i == c || a[i] == b[i] || a[i] == '-' || b[i] == '-')
					}
					if unique != l.Pair.UniqueCause {
						t.Errorf("%s: %s: unique cause: %v, want %v", l.Pos, l.Goal, l.Pair.UniqueCause, unique)
					}
				}
			}
		}
		if n != len(r.Lines) {
			t.Errorf("%s: %d conditions, want %d", file, len(r.Lines), n)
		}
	}
}

// TestGcov: gcov has nothing against the outcomes, the values of conditions, and the pairs that tests cover.
func TestGcov(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	if !testenv.Night() {
		t.Skip("with NIGHT=1")
	}
	for _, file := range programs(t) {
		for _, kind := range []cover.GoalKind{cover.Decisions, cover.Conditions, cover.Pairs} {
			s := covered(t, file, kind, 0)
			var traces []*verdict.Trace
			for _, test := range s.Tests {
				traces = append(traces, test.Trace)
			}
			cov, err := gcov.Measure(t.Context(), replay.Program{IR: s.Program, Sources: s.Sources}, traces)
			if err != nil {
				t.Fatal(err)
			}
			c := report.Confirm(s, kind, cov)
			doubts := slices.DeleteFunc(c.Doubts, func(d report.Doubt) bool { return d.Missing }) // gcc has no code for DEBUG && b
			if len(doubts) > 0 {
				t.Errorf("%s, kind %d: %+v", file, kind, c)
			}
		}
	}
}
