package resultfile

import (
	"fmt"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/internal/run"
	"craig/logic/num"
	"craig/logic/term"
)

// Identity is why an equation holds at the end of a path: Scale times it is the sum of Parts.
type Identity struct {
	Scale string     `json:"scale"`
	Parts []Multiple `json:"parts"`
}

// Multiple is an equation that holds where the path begins, times a polynomial.
type Multiple struct {
	Equation string     `json:"equation"` // in SMT-LIB
	Times    []Monomial `json:"times"`
}

// Monomial is a number times variables.
type Monomial struct {
	Coefficient string   `json:"coefficient"`
	Variables   []string `json:"variables,omitempty"`
}

func (d *Document) identities(r *run.Result) {
	values := sem.ValuesOf(r.Program)
	for _, id := range r.Identities {
		to := Identity{Scale: id.Scale.String()}
		for _, m := range id.Parts {
			n := Multiple{Equation: formulaText(values, m.Equation)}
			for _, t := range m.Times {
				x := Monomial{Coefficient: t.Coeff.String()}
				for _, v := range t.Vars {
					if value, ok := values.Of(v); ok {
						x.Variables = append(x.Variables, nameOf(value))
					}
				}
				n.Times = append(n.Times, x)
			}
			to.Parts = append(to.Parts, n)
		}
		d.Identities = append(d.Identities, to)
	}
}

func (d *Document) readIdentities(p *ir.Program) (ids []verdict.Identity, err error) {
	var texts []string
	for _, id := range d.Identities {
		for _, m := range id.Parts {
			texts = append(texts, m.Equation)
		}
	}
	if len(texts) == 0 {
		return nil, nil
	}
	equations, err := readFormulas(p, texts, nil, sem.AtHere)
	if err != nil {
		return nil, fmt.Errorf("the identities cannot be read: %w", err)
	}
	st := equations[0].Store()
	vars := map[string]term.Term{}
	p.AllVars(func(v *ir.Var) {
		if sem.Sort(v.Type) == term.Int {
			x := sem.Value{Var: v, At: sem.AtHere}
			vars[nameOf(x)] = x.Term(st)
		}
	})
	for _, id := range d.Identities {
		to := verdict.Identity{}
		if to.Scale, err = number(id.Scale); err != nil {
			return nil, err
		}
		for _, m := range id.Parts {
			n := verdict.Multiple{Equation: equations[0]}
			equations = equations[1:]
			for _, t := range m.Times {
				var x verdict.Monomial
				if x.Coeff, err = number(t.Coefficient); err != nil {
					return nil, err
				}
				for _, name := range t.Variables {
					v, ok := vars[name]
					if !ok {
						return nil, fmt.Errorf("an identity speaks of %q, which is no integer variable of the program", name)
					}
					x.Vars = append(x.Vars, v)
				}
				n.Times = append(n.Times, x)
			}
			to.Parts = append(to.Parts, n)
		}
		ids = append(ids, to)
	}
	return ids, nil
}

func number(text string) (num.Int, error) {
	v, ok := num.ParseInt(text)
	if !ok {
		return v, fmt.Errorf("%q in an identity is not a number", text)
	}
	return v, nil
}
