package resultfile

import (
	"fmt"
	"maps"
	"slices"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/internal/run"
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
	names := sem.ValuesOf(r.Program)
	sums, _ := r.Proof.(verdict.Summaries)
	for _, l := range slices.Sorted(maps.Keys(sums)) {
		info, s := r.Program.Locs[l], sums[l]
		d.Summaries = append(d.Summaries, Summary{
			Place: place(csource.HeadPos(info)), Location: l, Function: info.Func.Name, Loop: info.Loop,
			Safe: formulaText(names, s.Safe), Excludes: formulaText(names, s.Excludes),
		})
	}
}

// readSummaries reads the summaries for p.
func (d *Document) readSummaries(p *ir.Program) (verdict.Summaries, error) {
	var texts []string
	for _, s := range d.Summaries {
		texts = append(texts, s.Safe, s.Excludes)
	}
	formulas, err := readFormulas(p, texts, nil, sem.AtHere, sem.AtExit)
	if err != nil {
		return nil, fmt.Errorf("the summaries cannot be read: %w", err)
	}
	sums := verdict.Summaries{}
	for i, s := range d.Summaries {
		sums[s.Location] = verdict.Summary{Safe: formulas[2*i], Excludes: formulas[2*i+1]}
	}
	return sums, nil
}
