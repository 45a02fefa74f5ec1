package bench

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"craig/internal/svcomp"
)

// Paper is a table of a paper whose numbers can be set beside ours.
type Paper struct {
	Name    string
	Title   string
	file    string              // in the folder tables
	program string              // the header of the column that names the programs
	numbers []paperNumber       // which of its columns to show
	later   bool                // the published tool has been run again, on hardware of today
	Columns []Column            // how we run its programs
	stats   []string            // the counters to show of each of our columns
	sets    []string            // folders of tasks where its programs are, in order
	group   string              // the header of the column that says safe or unsafe, if the names do not
	sums    bool                // its rows are not programs but the columns, summed up over all tasks
	primed  []string            // the options for rows whose names end in a prime
	kind    string              // the header of the column that says what kind of program a row has
	options map[string][]string // for programs of a kind
	within  int                 // if not 0 it has no paper: see few
	own     string              // the folder of the programs that we have written; see WithPrograms
}

// paperNumber is a column of a paper's table: its header in the file, and in ours.
type paperNumber struct{ field, title string }

// Papers are the tables that are known. The papers' tool takes uninitialised globals as inputs, and
// integers as unbounded.
var Papers = []Paper{
	{
		Name: "minimax6", Title: "Table 6 of the paper minimax", file: "minimax-table6.tsv", program: "program", later: true,
		numbers: []paperNumber{{"tracer_nodes", "paper S"}, {"tracer_seconds", "paper T"}},
		Columns: []Column{{"minimax", []string{"--engine", "tracer", "--loops", "minimax", "--globals", "unknown", "--integers", "math"}}},
		stats:   []string{"S"},
		sets:    []string{"tracer-drivers", "tracer-tcas"},
	},
	{
		Name: "unbounded1", Title: "Table 1 of the paper unbounded", file: "unbounded-table1.tsv", program: "program", later: true,
		numbers: []paperNumber{{"iterdeep_nodes", "paper deepening S"}, {"iterdeep_seconds", "T"},
			{"tracer_nodes", "paper selective S"}, {"tracer_seconds", "T"}, {"tracer_restarts", "R"}},
		Columns: []Column{
			{"selective", []string{"--engine", "tracer", "--loops", "selective", "--globals", "unknown", "--integers", "math"}},
			{"deepening", []string{"--engine", "tracer", "--loops", "deepening", "--globals", "unknown", "--integers", "math"}},
		},
		stats: []string{"S", "R"},
		sets:  []string{"tracer-drivers", "tracer-tcas", "tracer-ssh"},
	},
	{
		Name: "dagger1", Title: "Table 1 of the paper dagger", file: "dagger-table1.tsv", program: "program",
		numbers: []paperNumber{
			{"dagger_seconds", "paper DAGGER T"}, {"dagger_refinements", "R"},
			{"tree_widen_seconds", "TREE+W T"}, {"tree_widen_refinements", "R"},
			{"tree_iwiden_seconds", "TREE+WI T"}, {"tree_iwiden_refinements", "R"},
			{"dag_widen_seconds", "DAG+W T"}, {"dag_widen_refinements", "R"},
			{"dag_iwiden_seconds", "DAG+WI T"}, {"dag_iwiden_refinements", "R"},
		},
		Columns: []Column{
			{"DAGGER", daggerOptions("dag", "interpolated", "on")},
			{"TREE+W", daggerOptions("tree", "join", "off")},
			{"TREE+WI", daggerOptions("tree", "interpolated", "off")},
			{"DAG+W", daggerOptions("dag", "join", "off")},
			{"DAG+WI", daggerOptions("dag", "interpolated", "off")},
		},
		stats:  []string{"refinements"},
		sets:   []string{"dagger-programs", "dagger-bad"},
		primed: []string{"--strengthen", "on"},
		kind:   "group", options: map[string][]string{"sendmail": {"--domain", "octagon"}}, // as in Sec. 4
	},
	ufo1,
	ufo2,
	interpolants,
}

// The tables of the paper ufo, which has five configurations.
var ufo1 = Paper{
	Name: "ufo1", Title: "Table 1 of the paper ufo", file: "ufo-table1.tsv", program: "algorithm", sums: true,
	numbers: []paperNumber{{"solved", "paper solved"}, {"safe", "safe"}, {"unsafe", "unsafe"}, {"unsound", "unsound"}, {"total_seconds", "T"}},
	Columns: ufoColumns,
	sets:    ufoSets,
}

var ufo2 = Paper{
	Name: "ufo2", Title: "Table 2 of the paper ufo", file: "ufo-table2.tsv", program: "program", group: "group",
	numbers: []paperNumber{{"ufo_time", "paper uUFO T"}, {"ufo_iter", "ITER"}, {"cpufo_time", "CPUFO T"}, {"cpufo_iter", "ITER"},
		{"bpufo_time", "BPUFO T"}, {"bpufo_iter", "ITER"}, {"bp_time", "BP T"}, {"bp_iter", "ITER"}},
	Columns: ufoColumns,
	stats:   []string{"ITER", "ITIME", "PTIME"},
	sets:    ufoSets,
}

var (
	ufoSets    = []string{"ufo-ntdrivers-simplified", "ufo-ssh-simplified", "ufo-systemc"}
	ufoColumns = []Column{
		{"uUFO", []string{"--engine", "ufo", "--post", "true"}},
		{"CPUFO", []string{"--engine", "ufo", "--post", "cartesian"}},
		{"BPUFO", []string{"--engine", "ufo", "--post", "boolean"}},
		{"CP", []string{"--engine", "ufo", "--post", "cartesian", "--refine", "predicates"}},
		{"BP", []string{"--engine", "ufo", "--post", "boolean", "--refine", "predicates"}},
	}
)

// daggerOptions are the settings of a column of the paper dagger, on polyhedra unless the row has
// another domain.
func daggerOptions(explore, widen, cache string) []string {
	return []string{"--engine", "dagger", "--domain", "polyhedra", "--explore", explore, "--widen", widen, "--cache-errors", cache}
}

// published is the table of what the published tool does on hardware of today.
var published = Paper{file: "tracer-2026.tsv", program: "program", numbers: []paperNumber{{"states", "2026 S"}, {"analysis_seconds", "T"}}}

// FindPaper finds a table by its name.
func FindPaper(name string) (*Paper, error) {
	var known []string
	for i := range Papers {
		if Papers[i].Name == name {
			return &Papers[i], nil
		}
		known = append(known, Papers[i].Name)
	}
	return nil, fmt.Errorf("the tables are %s", strings.Join(known, ", "))
}

// read reads the table: the numbers to show by program, and the programs in order. of is the options
// of the program by the kind of its first row.
func (p *Paper) read(bench string) (programs []string, numbers map[string][]string, of map[string][]string, err error) {
	f, err := os.Open(filepath.Join(bench, "tables", p.file))
	if err != nil {
		return nil, nil, nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, nil, nil, &svcomp.FormatError{File: f.Name(), Err: errors.Join(err, errors.New("a table of numbers is wanted"))}
	}
	at := map[string]int{}
	for i, field := range rows[0] {
		at[field] = i
	}
	name, ok := at[p.program]
	if !ok {
		return nil, nil, nil, &svcomp.FormatError{File: f.Name(), Err: fmt.Errorf("no column %s", p.program)}
	}
	numbers, of = map[string][]string{}, map[string][]string{}
	for _, row := range rows[1:] {
		if i, ok := at[p.group]; ok { // as other tables write it
			row[name] += "-" + row[i]
		}
		programs = append(programs, row[name])
		if i, ok := at[p.kind]; ok && !strings.HasSuffix(row[name], prime) {
			of[row[name]] = p.options[row[i]]
		}
		for _, n := range p.numbers {
			i, ok := at[n.field]
			if !ok {
				return nil, nil, nil, &svcomp.FormatError{File: f.Name(), Err: fmt.Errorf("no column %s", n.field)}
			}
			numbers[row[name]] = append(numbers[row[name]], row[i])
		}
	}
	return programs, numbers, of, nil
}

// Tasks finds the tasks of the table's programs in the folder of benchmarks; programs that have
// none are left out.
func (p *Paper) Tasks(bench string) ([]Task, error) {
	if p.within > 0 {
		return p.safe(bench)
	}
	programs, _, options, err := p.read(bench)
	if err != nil {
		return nil, err
	}
	if p.sums {
		var folders []string
		for _, set := range p.sets {
			folders = append(folders, filepath.Join(bench, "tasks", set))
		}
		return Tasks(folders...)
	}
	var tasks []Task
	for _, program := range programs {
		row, err := p.tasks(bench, program, options[strings.TrimSuffix(program, prime)])
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, row...)
	}
	return tasks, nil
}

// find is the task definition of a program: by its name, with or without the verdict after it,
// or as the competition writes the verdict.
func (p *Paper) find(bench, program string) string {
	program = strings.TrimSuffix(program, prime)
	names := []string{program}
	if name, ok := strings.CutSuffix(program, "-safe"); ok {
		names = append(names, name, name+".cil", strings.TrimSuffix(name, "org")+".cil_org")
	}
	if name, ok := strings.CutSuffix(program, "-unsafe"); ok {
		names = append(names, name, name+"_BUG.cil", name+".BUG.cil")
	}
	for _, name := range names {
		for _, set := range p.sets {
			for _, folder := range []string{filepath.Join(bench, "tasks"), p.own} {
				file := filepath.Join(folder, set, name+".yml")
				if _, err := os.Stat(file); err == nil {
					return file
				}
			}
		}
	}
	return ""
}

// Table sets the outcomes of the table's tasks beside the paper's numbers.
func (p *Paper) Table(bench string, columns []Column, outcomes []Outcome) (*Table, error) {
	if p.within > 0 {
		return p.few(columns, outcomes), nil
	}
	programs, numbers, _, err := p.read(bench)
	if err != nil {
		return nil, err
	}
	if p.sums {
		return p.sum(programs, numbers, columns, outcomes), nil
	}
	shown := p.numbers
	var later map[string][]string
	if p.later {
		if _, later, _, err = published.read(bench); err != nil {
			return nil, err
		}
		shown = append(shown[:len(shown):len(shown)], published.numbers...)
	}
	t := &Table{Title: p.Title, Header: []string{"program"}, Left: 1}
	for _, n := range shown {
		t.Header = append(t.Header, n.title)
	}
	for _, c := range columns {
		t.Header = append(t.Header, c.Name)
		t.Header = append(t.Header, p.stats...)
		t.Header = append(t.Header, "T")
	}
	for _, program := range programs {
		row := append([]string{program}, numbers[program]...)
		file := p.find(bench, program)
		name := strings.TrimSuffix(filepath.Base(file), ".yml")
		if p.later {
			row = append(row, later[name]...)
			row = append(row, make([]string, 1+len(shown)-len(row))...)
		}
		for _, c := range columns {
			cells := append([]string{"-"}, make([]string, len(p.stats)+1)...)
			for _, o := range outcomes {
				if o.Task.File == file && strings.HasSuffix(o.Task.Name, prime) == strings.HasSuffix(program, prime) && o.Column == c.Name {
					cells = o.cells(p.stats)
				}
			}
			row = append(row, cells...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// sum sets what each column solved beside the paper's numbers: of tasks, safe ones, unsafe ones,
// what it got wrong, and the seconds it took over all of them.
func (p *Paper) sum(names []string, numbers map[string][]string, columns []Column, outcomes []Outcome) *Table {
	t := &Table{Title: p.Title, Header: []string{"algorithm"}, Left: 1}
	for _, n := range p.numbers {
		t.Header = append(t.Header, n.title)
	}
	t.Header = append(t.Header, "craig solved", "safe", "unsafe", "wrong", "T")
	for _, name := range names {
		var safe, unsafe, wrong, all int
		var total float64
		for _, o := range outcomes {
			if o.Column != name {
				continue
			}
			all++
			total += o.Wall.Seconds()
			switch {
			case o.Judgement == Wrong:
				wrong++
			case o.Judgement == Right && o.Verdict == "TRUE":
				safe++
			case o.Judgement == Right:
				unsafe++
			}
		}
		row := append([]string{name}, numbers[name]...)
		if all > 0 {
			row = append(row, strconv.Itoa(safe+unsafe), strconv.Itoa(safe), strconv.Itoa(unsafe), strconv.Itoa(wrong), seconds(total))
		} else {
			row = append(row, "", "", "", "", "")
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// cells are the verdict, the counters and the time of an outcome. T is the engine's own time where
// it says so, as the papers' is.
func (o Outcome) cells(stats []string) []string {
	cells := []string{o.Verdict}
	if o.Judgement == Wrong {
		cells[0] = "WRONG " + o.Verdict
	}
	for _, name := range stats {
		cell := ""
		if v, ok := o.Stat(name); ok {
			cell = number(v)
		}
		cells = append(cells, cell)
	}
	for _, name := range []string{"T", "TIME", "time"} {
		if t, ok := o.Stat(name); ok {
			return append(cells, seconds(t))
		}
	}
	return append(cells, seconds(o.Wall.Seconds()))
}
