package resultfile

import (
	"fmt"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/internal/run"
	"craig/logic/term"
)

// Sum is an array of integers: NAME[0] is 0, and NAME[k+1] is NAME[k] and the addend, which is a term of SMT-LIB with the index for k.
type Sum struct {
	Name   string `json:"name"`
	Index  string `json:"index"`
	SMTLIB string `json:"smtlib"` // the addend
}

func (d *Document) sums(r *run.Result, proof verdict.Elements) {
	names := sem.ValuesOf(r.Program)
	for _, s := range proof.Sums {
		d.Sums = append(d.Sums, Sum{s.Name, s.Index, formulaText(names, s.Addend)})
	}
}

// readSums reads the sums of invariants for p.
func (d *Document) readSums(p *ir.Program) (list []verdict.Sum, err error) {
	for _, s := range d.Sums {
		for _, name := range []string{s.Name, s.Index} {
			if !boundName.MatchString(name) {
				return nil, fmt.Errorf("%q is no name of a sum, or of its index", name)
			}
		}
		terms, err := readTerms(p, "get-value (%s)", []string{s.SMTLIB}, further{s.Index: term.Int}, sem.AtHere)
		if err != nil {
			return nil, fmt.Errorf("what %s adds up cannot be read: %w", s.Name, err)
		}
		list = append(list, verdict.Sum{Name: s.Name, Index: s.Index, Addend: terms[0]})
	}
	return list, nil
}

// further are the sorts of names that formulas speak of besides the program's.
type further map[string]term.Sort

// names are those of bound variables and sums.
func (d *Document) names() further {
	n := further{}
	for _, name := range d.Forall {
		n[name] = term.Int
	}
	for _, s := range d.Sums {
		n[s.Name] = sem.Sort(ir.Type{Kind: ir.Memory})
	}
	return n
}
