package witness

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/calls"
	"craig/internal/program/ir"
)

// WriteContracts writes the contracts of the functions of p that a proof consists of, as comments of ACSL that can be put before
// the functions, each after the line where that is. What C cannot say is left out. Functions that write memory that has no name
// of its own have no assigns. n is how many there are.
func WriteContracts(w io.Writer, p *ir.Program, proof verdict.Proof, sources []cfront.Source) (n int, err error) {
	effects := calls.Of(p).Effects()
	scopes := newScopes(p, sources)
	list := scopes.summaries(proof, scopes.contract)
	slices.SortStableFunc(list, func(a, b *Invariant) int {
		if c := strings.Compare(a.Location.File, b.Location.File); c != 0 {
			return c
		}
		return a.Location.Line - b.Location.Line
	})
	for _, inv := range list {
		var clauses []string
		if inv.Requires != "" {
			clauses = append(clauses, "requires "+inv.Requires+";")
		}
		for _, f := range p.Funcs {
			if f.Name == inv.Location.Function {
				if places, ok := assigned(f.Name, effects[f].Writes); ok {
					clauses = append(clauses, "assigns "+places+";")
				}
			}
		}
		if inv.Ensures != "" {
			clauses = append(clauses, "ensures "+inv.Ensures+";")
		}
		text := strings.Join(clauses, "\n    ")
		if strings.Contains(text, "*/") {
			continue
		}
		if _, err := fmt.Fprintf(w, "// %s:%d: %s\n/*@ %s */\n", inv.Location.File, inv.Location.Line, inv.Location.Function, text); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// assigned names variables that a function writes besides its own; ok is false if some have no names there, as local variables of its callers.
func assigned(function string, vs []*ir.Var) (places string, ok bool) {
	var names []string
	for _, v := range vs {
		name := v.Name
		if v.Home != nil {
			name = v.Home.Name
		}
		switch {
		case v.Function() == function:
			continue
		case name != v.CName || !identifier.MatchString(v.CName) || !v.Type.IsScalar():
			return "", false
		}
		names = append(names, v.CName)
	}
	if len(names) == 0 {
		return `\nothing`, true
	}
	return strings.Join(names, ", "), true
}
