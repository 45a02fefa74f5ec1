package report

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"craig"
	"craig/evidence/verdict"
	"craig/logic/smtlib"
	"craig/logic/term"
	"craig/program/ir"
	"craig/program/sem"
)

// Summary is what holds at a location of a program with calls; see verdict.Summary.
type Summary struct {
	Place
	Location ir.Loc `json:"location"`
	Function string `json:"function"`
	Loop     bool   `json:"loop"`
	Safe     string `json:"safe"`     // SMT-LIB over the variables of the program
	Excludes string `json:"excludes"` // likewise, and x' for what x is at the function's exit
}

// sortedLocs are the locations of summaries in order.
func sortedLocs(sums map[ir.Loc]verdict.Summary) (ls []ir.Loc) {
	for l := range sums {
		ls = append(ls, l)
	}
	slices.Sort(ls)
	return ls
}

func (d *Document) summaries(r *craig.Result) {
	for _, l := range sortedLocs(r.Summaries) {
		info, s := r.Program.Locs[l], r.Summaries[l]
		d.Summaries = append(d.Summaries, Summary{
			Place: place(headPos(info)), Location: l, Function: info.Func.Name, Loop: info.Loop,
			Safe: s.Safe.SMTLIB(), Excludes: s.Excludes.SMTLIB(),
		})
	}
}

// readSummaries reads the summaries for p.
func (d *Document) readSummaries(p *ir.Program) (map[ir.Loc]verdict.Summary, error) {
	st := term.NewStore()
	var script strings.Builder
	p.AllVars(func(v *ir.Var) {
		for _, name := range []string{v.Name, v.Name + "'"} {
			fmt.Fprintf(&script, "(declare-const %s %s)\n", term.Symbol(name), sem.Sort(v.Type))
		}
	})
	for _, s := range d.Summaries {
		fmt.Fprintf(&script, "(assert %s)\n(assert %s)\n", s.Safe, s.Excludes)
	}
	var formulas []term.Term
	for r := smtlib.NewReader(st, strings.NewReader(script.String())); ; {
		cmd, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("the summaries cannot be read: %w", err)
		}
		if cmd.Name == "assert" {
			formulas = append(formulas, cmd.Terms...)
		}
	}
	if len(formulas) != 2*len(d.Summaries) {
		return nil, fmt.Errorf("the summaries cannot be read")
	}
	sums := map[ir.Loc]verdict.Summary{}
	for i, s := range d.Summaries {
		sums[s.Location] = verdict.Summary{Safe: formulas[2*i], Excludes: formulas[2*i+1]}
	}
	return sums, nil
}

// writeSummaries writes what the calls of each function do: a relation between the values before,
// x, and behind, x', and the result; and what has to hold before.
func writeSummaries(b *bufio.Writer, r *craig.Result) {
	if !r.Calls {
		return
	}
	v := newView(r.Program)
	ctx, cancel := context.WithTimeout(context.Background(), tidyTime)
	defer cancel()
	tidy := &tidier{ctx: ctx, prog: r.Program, vars: v.byName}
	funcs := slices.Clone(r.Program.Funcs)
	slices.SortFunc(funcs, func(f, g *ir.Func) int { return int(f.Entry - g.Entry) })
	for _, fn := range funcs {
		s, ok := r.Contract(fn)
		if !ok || fn == r.Program.Main {
			continue
		}
		st := s.Safe.Store()
		f := v.at(fn.Entry)
		known := f.name
		f.name = func(t term.Term) (string, bool) {
			if t.Op() == term.Var && strings.HasSuffix(t.Name(), "'") {
				x := v.byName[strings.TrimSuffix(t.Name(), "'")]
				if x != nil && x == fn.Result {
					return "result", true
				}
				if x != nil && x.CName != "" {
					return x.CName + "'", true
				}
			}
			return known(t)
		}
		does, needs := negation(st, s.Excludes), s.Safe
		if !printable(does) || !printable(needs) {
			fmt.Fprintf(b, "%s: summary of %s: too long to print; --json has it\n", fn.Pos, fn.Name)
			continue
		}
		fmt.Fprintf(b, "%s: summary of %s:\n    %s\n", fn.Pos, fn.Name, f.text(tidy.formula(does)))
		if needs = tidy.formula(needs); !needs.IsTrue() {
			fmt.Fprintf(b, "    if called with %s\n", f.text(needs))
		}
	}
}

// negation is ¬t with negations in front of atoms only.
func negation(st *term.Store, t term.Term) term.Term {
	var args []term.Term
	switch t.Op() {
	case term.And, term.Or:
		for _, a := range t.Args() {
			args = append(args, negation(st, a))
		}
		if t.Op() == term.And {
			return st.Or(args...)
		}
		return st.And(args...)
	case term.Not:
		if a := t.Arg(0); a.Op() == term.And || a.Op() == term.Or {
			for _, b := range a.Args() {
				args = append(args, negation(st, st.Not(b)))
			}
			if a.Op() == term.And {
				return st.And(args...)
			}
			return st.Or(args...)
		}
	}
	return st.Not(t)
}
