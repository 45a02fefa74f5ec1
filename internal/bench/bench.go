// Package bench runs many verification tasks, each in a process of its own, and says what came
// of them.
//
//	tasks.go       the tasks of definitions, and of folders of them
//	pool.go        the tasks as jobs of package work, progress
//	findings.go    verdicts that differ from the published ones for a reason
//	store.go       what a store is: outcomes are kept, so that a run can be taken up again
//	linestore.go   a store as a file of lines; lock*.go, by one process at a time
//	changes.go     a run beside an earlier one
//	benchexec.go   outcomes for other programs
//	key.go         what outcomes depend on
//	summary.go     right, wrong, unknown by set; the reasons of UNKNOWN
//	scores.go      points by the schema of SV-COMP
//	ratios.go      times of columns beside each other, with their spread
//	charts.go      quantile and scatter plots
//	page.go        a report as one page
//	compare.go     one column beside the best of the others
//	growth.go      programs that grow in one respect, and how phases grow with them
//	papers.go      the papers' tables with our numbers beside theirs
//	results.go     result files in a store
//	table.go       tables as text, Markdown and CSV
//
// A worker is the program that is given, called as craig verify is; it is judged by its result
// file and its exit status alone. A worker that dies or hangs is an Outcome like any other.
package bench

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Task is one property of one task definition.
type Task struct {
	Set      string // the folder of the definition
	Name     string // its name without the extension
	File     string // its path
	Property string // the path of the property file; "" if the definition names none
	Expected *bool  // the expected verdict; nil if the definition has none
	// Subproperty is the one that is violated, of several that the property file has; "" if that is not said.
	Subproperty string   `json:",omitempty"`
	Args        []string `json:",omitempty"` // options of its own
	Lines       int      `json:",omitempty"` // of its program, where it was written by Growing
}

// PropertyName is the name of the property.
func (t Task) PropertyName() string {
	name := t.Property[strings.LastIndexByte(t.Property, '/')+1:]
	return strings.TrimSuffix(name, ".prp")
}

// Column is a set of options that every task is run with: of craig verify; or, if the first one is @ADAPTER, of another
// tool, see package tool.
type Column struct {
	Name string
	Args []string
}

// Tool is the adapter of a column and the options for it; "" if it is craig's.
func (c Column) Tool() (adapter string, args []string) {
	if len(c.Args) > 0 && strings.HasPrefix(c.Args[0], "@") {
		return c.Args[0][1:], c.Args[1:]
	}
	return "", c.Args
}

// ParseColumn reads "name: options", or "options", which are then the name too.
func ParseColumn(s string) (Column, error) {
	name, args, ok := strings.Cut(s, ":")
	if !ok || strings.HasPrefix(strings.TrimSpace(name), "-") {
		name, args = s, s
	}
	c := Column{Name: strings.Join(strings.Fields(name), " "), Args: strings.Fields(args)}
	if c.Name == "" {
		return c, fmt.Errorf("a column is written 'name: options', such as 'minimax: --engine tracer --loops minimax'")
	}
	return c, nil
}

// Judgement compares a verdict with the expected one. The zero value is Unknown.
type Judgement uint8

const (
	Unknown Judgement = iota // the worker said so, or refused the input
	Right
	Wrong
	Unjudged // an answer, and nothing to compare it with
	Crashed  // the worker failed: a bug in craig
	Finding  // not what was published, for a reason that is known: neither right nor wrong
)

var judgements = [...]string{"unknown", "right", "wrong", "unjudged", "crashed", "finding"}

func (j Judgement) String() string { return judgements[j] }

// ParseJudgement is the judgement with a name.
func ParseJudgement(name string) (Judgement, error) {
	if j := slices.Index(judgements[:], name); j >= 0 {
		return Judgement(j), nil
	}
	return 0, fmt.Errorf("there is no judgement %q", name)
}

// Outcome is what came of one task in one column.
type Outcome struct {
	Task   Task
	Column string

	Judgement Judgement
	Verdict   string   // the verdict line: TRUE, FALSE(property), UNKNOWN(reason)
	Reason    string   // if unknown or crashed: in a word
	Detail    string   // likewise, in a sentence
	Lost      []string // engines of the worker that failed, whoever answered

	Wall, CPU time.Duration
	Memory    int64  // bytes, the largest resident set
	Worker    string `json:",omitempty"` // who has run it: a machine and a process
	Stats     []Stat
	Phases    []Stat `json:",omitempty"` // of the run, in seconds on the wall
}

// Stat is a counter of the worker's.
type Stat struct {
	Name  string
	Value float64
}

// Stat is the value of a counter.
func (o Outcome) Stat(name string) (float64, bool) {
	for _, s := range o.Stats {
		if s.Name == name {
			return s.Value, true
		}
	}
	return 0, false
}
