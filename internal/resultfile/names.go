package resultfile

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"craig/internal/logic/smtlib"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// suffixes tell the moments of a value in the formulas of result files: x is the value of a variable at
// the location, x@ that at the entry of its function, x' that at the function's exit.
var suffixes = [...]string{sem.AtHere: "", sem.AtEntry: "@", sem.AtExit: "'"}

// nameOf is how result files name a value: main::f#2::x is x of the second copy of f in main. The names
// are part of the format, which must not change.
func nameOf(v sem.Value) string { return v.Var.Name + suffixes[v.At] }

// formulaText writes a formula over values in SMT-LIB, with the names of result files.
func formulaText(values sem.Values, f term.Term) string {
	return f.SMTLIBNamed(term.Naming{Let: "?", Symbol: func(t term.Term) string {
		if v, ok := values.Of(t); ok {
			return term.Symbol(nameOf(v))
		}
		return term.Symbol(t.Name())
	}})
}

// readFormulas reads formulas over the values of p at some moments. They are asserted one by one after
// declarations of all values, so that each text is one formula or an error.
func readFormulas(p *ir.Program, texts []string, more further, moments ...sem.Moment) ([]term.Term, error) {
	return readTerms(p, "assert %s", texts, more, moments...)
}

// readTerms is readFormulas of terms that are the argument of another command.
func readTerms(p *ir.Program, command string, texts []string, more further, moments ...sem.Moment) ([]term.Term, error) {
	name, _, _ := strings.Cut(command, " ")
	st := term.NewStore()
	var script strings.Builder
	values := map[term.Term]term.Term{}
	p.AllVars(func(v *ir.Var) {
		for _, at := range moments {
			x := sem.Value{Var: v, At: at}
			fmt.Fprintf(&script, "(declare-const %s %s)\n", term.Symbol(nameOf(x)), sem.Sort(v.Type))
			values[st.Var(nameOf(x), sem.Sort(v.Type))] = x.Term(st)
		}
	})
	for _, name := range slices.Sorted(maps.Keys(more)) {
		fmt.Fprintf(&script, "(declare-const %s %s)\n", term.Symbol(name), more[name])
	}
	for _, text := range texts {
		fmt.Fprintf(&script, "("+command+")\n", text)
	}
	var formulas []term.Term
	for r := smtlib.NewReader(st, strings.NewReader(script.String())); ; {
		cmd, err := r.Next()
		switch {
		case err == io.EOF:
			if len(formulas) != len(texts) {
				return nil, fmt.Errorf("formula %d cannot be read", len(formulas)+1)
			}
			return formulas, nil
		case err != nil:
			return nil, err
		case cmd.Name == name:
			if len(formulas) == len(texts) || len(cmd.Terms) != 1 {
				return nil, fmt.Errorf("a formula is more than one")
			}
			formulas = append(formulas, st.Subst(cmd.Terms[0], values))
		}
	}
}
