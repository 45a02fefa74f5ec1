package resultfile

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/logic/smtlib"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/internal/run"
	"craig/logic/term"
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

func (d *Document) summaries(r *run.Result) {
	sums, _ := r.Proof.(verdict.Summaries)
	for _, l := range slices.Sorted(maps.Keys(sums)) {
		info, s := r.Program.Locs[l], sums[l]
		d.Summaries = append(d.Summaries, Summary{
			Place: place(csource.HeadPos(info)), Location: l, Function: info.Func.Name, Loop: info.Loop,
			Safe: s.Safe.SMTLIB(), Excludes: s.Excludes.SMTLIB(),
		})
	}
}

// readSummaries reads the summaries for p.
func (d *Document) readSummaries(p *ir.Program) (verdict.Summaries, error) {
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
	sums := verdict.Summaries{}
	for i, s := range d.Summaries {
		sums[s.Location] = verdict.Summary{Safe: formulas[2*i], Excludes: formulas[2*i+1]}
	}
	return sums, nil
}
