package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/cover"
	"craig/internal/program/ir"
)

// lcovFile is what is known of one file.
type lcovFile struct {
	lines     map[int]int // executions of lines with statements
	functions map[string]lcovFunction
	branches  map[ir.Pos]*[3]lcovBranch // by condition; 1 it holds, 2 it does not
}

type lcovFunction struct{ line, calls int }

type lcovBranch struct {
	there, dead bool
	taken       int
}

// WriteLCOV writes what the tests of a suite reach as a tracefile of lcov, which genhtml and editors read: lines,
// functions, outcomes of conditions, with how often all tests together come there. Outcomes and lines that are proved
// unreachable are left out: no test could reach them.
func WriteLCOV(w io.Writer, s *cover.Suite) error {
	b := bufio.NewWriter(w)
	files := lcovFiles(s)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f := files[name]
		abs, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "TN:craig\nSF:%s\n", abs)
		f.write(b)
		fmt.Fprintln(b, "end_of_record")
	}
	return b.Flush()
}

// lcovFiles counts.
func lcovFiles(s *cover.Suite) map[string]*lcovFile {
	files := map[string]*lcovFile{}
	file := func(p ir.Pos) *lcovFile {
		if p.Line < 1 || p.File == "" || strings.HasPrefix(p.File, "<") { // a model of ours, or standard input
			return nil
		}
		if files[p.File] == nil {
			files[p.File] = &lcovFile{map[int]int{}, map[string]lcovFunction{}, map[ir.Pos]*[3]lcovBranch{}}
		}
		return files[p.File]
	}
	if s.Program == nil {
		return files
	}
	times, calls := map[ir.EdgeID]int{}, map[*ir.Func]int{}
	for _, t := range s.Tests {
		calls[s.Program.Main]++
		for _, id := range t.Trace.Path[:min(t.Sure, len(t.Trace.Path))] {
			times[id]++
			if c, ok := s.Program.Edges[id].Stmt.(*ir.Call); ok {
				calls[c.Callee]++
			}
		}
	}
	for _, f := range s.Program.Funcs {
		if in := file(f.Pos); in != nil && f.Defined {
			in.functions[f.Name] = lcovFunction{f.Pos.Line, calls[f]}
		}
	}
	for _, e := range s.Program.Edges {
		if e == nil || e.Aux {
			continue
		}
		in := file(e.Pos)
		if in == nil {
			continue
		}
		n := times[e.ID]
		if e.Case {
			n = toLabel(s.Program, e, times)
		}
		in.lines[e.Pos.Line] = max(in.lines[e.Pos.Line], n)
		if e.Branch > 0 {
			in.branch(e.Pos)[e.Branch].there = true
			in.branch(e.Pos)[e.Branch].taken += times[e.ID]
		}
	}
	for _, g := range s.Goals {
		in := file(g.Pos)
		if in == nil || g.Status != cover.Unreachable {
			continue
		}
		switch g.What {
		case "condition true":
			in.branch(g.Pos)[1].dead = true
		case "condition false":
			in.branch(g.Pos)[2].dead = true
		case "line":
			delete(in.lines, g.Pos.Line)
		}
	}
	return files
}

// toLabel is how often executions come to the case label of a comparison: by it, or from the statement before.
func toLabel(p *ir.Program, e *ir.Edge, times map[ir.EdgeID]int) int {
	if e.Branch == 2 {
		return 0
	}
	to := e.To
	for len(p.Locs[to].In) == 1 && len(p.Locs[to].Out) == 1 && p.Edges[p.Locs[to].Out[0]].Aux { // the location of a goal
		to = p.Edges[p.Locs[to].Out[0]].To
	}
	if pos := p.Locs[to].Pos; pos.File != e.Pos.File || pos.Line != e.Pos.Line {
		return times[e.ID]
	}
	n := 0
	for _, id := range p.Locs[to].In {
		n += times[id]
	}
	return n
}

// branch is a condition.
func (f *lcovFile) branch(p ir.Pos) *[3]lcovBranch {
	if f.branches[p] == nil {
		f.branches[p] = &[3]lcovBranch{}
	}
	return f.branches[p]
}

// write writes the records of a file.
func (f *lcovFile) write(b io.Writer) {
	hit := 0
	byLine := func(x, y string) int {
		return cmp.Or(cmp.Compare(f.functions[x].line, f.functions[y].line), cmp.Compare(x, y))
	}
	names := slices.SortedFunc(maps.Keys(f.functions), byLine)
	for _, n := range names {
		fmt.Fprintf(b, "FN:%d,%s\n", f.functions[n].line, n)
	}
	for _, n := range names {
		fmt.Fprintf(b, "FNDA:%d,%s\n", f.functions[n].calls, n)
		if f.functions[n].calls > 0 {
			hit++
		}
	}
	fmt.Fprintf(b, "FNF:%d\nFNH:%d\n", len(names), hit)
	found, line, block := 0, 0, 0
	hit = 0
	for _, p := range slices.SortedFunc(maps.Keys(f.branches), func(x, y ir.Pos) int { return cmp.Or(cmp.Compare(x.Line, y.Line), cmp.Compare(x.Col, y.Col)) }) {
		if block++; p.Line != line {
			line, block = p.Line, 0
		}
		br := f.branches[p]
		for i, way := range br[1:] {
			if !way.there || way.dead {
				continue
			}
			found++
			taken := "-" // the condition is never evaluated
			if br[1].taken+br[2].taken > 0 {
				taken = fmt.Sprint(way.taken)
			}
			if way.taken > 0 {
				hit++
			}
			fmt.Fprintf(b, "BRDA:%d,%d,%d,%s\n", p.Line, block, i, taken)
		}
	}
	fmt.Fprintf(b, "BRF:%d\nBRH:%d\n", found, hit)
	hit = 0
	for _, l := range slices.Sorted(maps.Keys(f.lines)) {
		fmt.Fprintf(b, "DA:%d,%d\n", l, f.lines[l])
		if f.lines[l] > 0 {
			hit++
		}
	}
	fmt.Fprintf(b, "LF:%d\nLH:%d\n", len(f.lines), hit)
}
