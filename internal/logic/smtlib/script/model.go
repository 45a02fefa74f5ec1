package script

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"craig/internal/logic/smtlib"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// model is a model as it is printed: a value for each declared symbol, and for divisions by 0.
// It is a Model of its own, which knows nothing but these definitions.
type model struct {
	st       *term.Store
	vars     map[term.Term]term.Term
	funcs    map[string]*table // by the function's name in the store, or that of a division
	decls    []smtlib.Declaration
	defaults map[term.Sort]term.Term
	elements map[term.Term]string // of uninterpreted sorts: how they are written
}

// table is a function: points, and a default elsewhere.
type table struct {
	args      [][]term.Term
	values    []term.Term
	otherwise term.Term
}

// at is the function's value at constant arguments.
func (t *table) at(st *term.Store, args []term.Term) term.Term {
	for i, point := range t.args {
		if slices.EqualFunc(point, args, func(a, b term.Term) bool { return a == b || a.Sort().IsArray() && st.Eq(a, b).IsTrue() }) {
			return t.values[i]
		}
	}
	return t.otherwise
}

// divisions are the operations that have unknown values where the divisor is 0, and what they are
// called in a model.
var divisions = []struct{ name, symbol string }{{"\x00div", "div0"}, {"\x00mod", "mod0"}, {"\x00/", "/0"}}

// divisionName is the key of a division among functions.
func divisionName(t term.Term) string {
	switch {
	case t.Op() == term.Mod:
		return "\x00mod"
	case t.Sort() == term.Real:
		return "\x00/"
	}
	return "\x00div"
}

// makeModel takes the values of all declared symbols out of m, of which the formulas are true.
func (in *Interpreter) makeModel(m smt.Model, formulas []term.Term) *model {
	d := &model{
		st: in.st, vars: map[term.Term]term.Term{}, funcs: map[string]*table{}, decls: in.declarations(),
		defaults: map[term.Sort]term.Term{}, elements: map[term.Term]string{},
	}
	for _, decl := range d.decls {
		if decl.Var.Valid() {
			d.vars[decl.Var] = m.Eval(decl.Var)
		} else {
			d.funcs[decl.Func] = &table{otherwise: d.otherwise(m, decl.Func, smtlib.Carrier(decl.Result))}
		}
	}
	for _, name := range []string{"\x00div", "\x00mod"} {
		d.funcs[name] = &table{otherwise: in.st.Int(0)}
	}
	d.funcs["\x00/"] = &table{otherwise: in.st.RealNum(num.Rat{})}
	seen := map[term.Term]bool{}
	for _, f := range formulas {
		term.Walk(f, func(u term.Term) {
			if seen[u] {
				return
			}
			seen[u] = true
			switch u.Op() {
			case term.Var:
				if _, ok := d.vars[u]; !ok { // of a quantifier, or a parameter
					d.vars[u] = m.Eval(u)
				}
			case term.Apply:
				d.add(m, u.Name(), u, u.Args())
			case term.Div, term.Mod:
				if y := m.Eval(u.Arg(1)); y.IsConst() && y.Num().IsZero() {
					d.add(m, divisionName(u), u, u.Args()[:1])
				}
			}
		})
	}
	return d
}

// otherwise is what a function to result is where no formula speaks of it: what the model says, if it is one in which quantified
// formulas have been decided.
func (d *model) otherwise(m smt.Model, function string, result term.Sort) term.Term {
	if o, ok := m.(interface {
		Otherwise(string, term.Sort) term.Term
	}); ok {
		return o.Otherwise(function, result)
	}
	return d.defaultOf(result)
}

// add adds the value of the application u to the table of a function.
func (d *model) add(m smt.Model, name string, u term.Term, args []term.Term) {
	t := d.funcs[name]
	if t == nil {
		t = &table{otherwise: d.defaultOf(u.Sort())}
		d.funcs[name] = t
	}
	point := make([]term.Term, len(args))
	for i, a := range args {
		point[i] = m.Eval(a)
	}
	if v := m.Eval(u); t.at(d.st, point) != v {
		t.args, t.values = append(t.args, point), append(t.values, v)
	}
}

// defaultOf is 0, false, the first element of an uninterpreted sort, an array of them.
func (d *model) defaultOf(s term.Sort) term.Term {
	switch {
	case s == term.Bool:
		return d.st.False()
	case s == term.Int:
		return d.st.Int(0)
	case s == term.Real:
		return d.st.RealNum(num.Rat{})
	case s.IsArray():
		return d.st.ConstArray(s, d.defaultOf(s.Elem()))
	}
	if _, ok := d.defaults[s]; !ok {
		d.defaults[s] = d.st.Var(s.String()+"!val!0", s)
	}
	return d.defaults[s]
}

// Eval is the value of a variable, or of a function or division by 0 at constant arguments.
func (d *model) Eval(t term.Term) term.Term {
	if v, ok := d.vars[t]; ok {
		return v
	}
	switch t.Op() {
	case term.Apply:
		if f := d.funcs[t.Name()]; f != nil {
			return f.at(d.st, t.Args())
		}
	case term.Div, term.Mod:
		return d.funcs[divisionName(t)].at(d.st, t.Args()[:1])
	}
	return d.defaultOf(t.Sort())
}

// value is the value of any term.
func (d *model) value(t term.Term) (term.Term, bool) {
	return d.st.Eval(t, func(u term.Term) (term.Term, bool) { return d.Eval(u), true })
}

// text writes a value.
func (d *model) text(v term.Term) string {
	switch s := v.Sort(); {
	case v.Op() == term.Store_:
		var cells []term.Term // a loop, since there may be many
		a := v
		for ; a.Op() == term.Store_; a = a.Arg(0) {
			cells = append(cells, a)
		}
		var b strings.Builder
		b.WriteString(strings.Repeat("(store ", len(cells)) + d.text(a))
		for _, c := range slices.Backward(cells) {
			b.WriteString(" " + d.text(c.Arg(1)) + " " + d.text(c.Arg(2)) + ")")
		}
		return b.String()
	case v.Op() == term.ConstArray:
		return "((as const " + s.String() + ") " + d.text(v.Arg(0)) + ")"
	case v.Op() == term.Var: // an element
		if _, ok := d.elements[v]; !ok {
			k := 0
			for e := range d.elements {
				if e.Sort() == s {
					k++
				}
			}
			d.elements[v] = fmt.Sprintf("(as %s %s)", smtlib.Quote(fmt.Sprintf("@%s!%d", strings.Trim(s.String(), "|"), k)), s)
		}
		return d.elements[v]
	case v.Op() == term.Const:
		return term.Numeral(v.Num(), s)
	}
	return v.SMTLIB()
}

// printModel answers get-model.
func (in *Interpreter) printModel(m *model) {
	in.say("(")
	for _, decl := range m.decls {
		if decl.Var.Valid() && len(decl.Args) == 0 {
			in.say("(define-fun %s () %s %s)", smtlib.Quote(decl.Symbol), smtlib.SortText(decl.Result), smtlib.Value(decl.Result, m.vars[decl.Var], m.text))
			continue
		}
		if decl.Var.Valid() {
			in.printArray(m, decl)
			continue
		}
		in.printFunction(m, smtlib.Quote(decl.Symbol), decl.Args, decl.Result, m.funcs[decl.Func])
	}
	for _, div := range divisions { // unlike other definitions, only where they matter
		if t := m.funcs[div.name]; len(t.args) > 0 {
			in.printFunction(m, div.symbol, []term.Sort{t.otherwise.Sort()}, t.otherwise.Sort(), t)
		}
	}
	in.say(")")
}

func (in *Interpreter) printFunction(m *model, symbol string, args []term.Sort, result term.Sort, t *table) {
	params := make([]string, len(args))
	for i, s := range args {
		params[i] = fmt.Sprintf("(x%d %s)", i+1, smtlib.SortText(s))
	}
	var body strings.Builder
	for i, point := range t.args {
		same := make([]string, len(point))
		for j, v := range point {
			same[j] = smtlib.Value(args[j], v, m.text)
		}
		fmt.Fprintf(&body, "(ite %s %s ", at(same), smtlib.Value(result, t.values[i], m.text))
	}
	body.WriteString(smtlib.Value(result, t.otherwise, m.text) + strings.Repeat(")", len(t.args)))
	in.say("(define-fun %s (%s) %s %s)", symbol, strings.Join(params, " "), smtlib.SortText(result), body.String())
}

// at says that the parameters x1, x2, … of a function have these values.
func at(values []string) string {
	same := make([]string, len(values))
	for i, v := range values {
		same[i] = fmt.Sprintf("(= x%d %s)", i+1, v)
	}
	if len(same) == 1 {
		return same[0]
	}
	return "(and " + strings.Join(same, " ") + ")"
}

// printArray prints a function that is read as an array.
func (in *Interpreter) printArray(m *model, decl smtlib.Declaration) {
	params := make([]string, len(decl.Args))
	bits := 0
	for i, s := range decl.Args {
		params[i] = fmt.Sprintf("(x%d %s)", i+1, smtlib.SortText(s))
		bits += max(1, smtlib.Width(s))
	}
	value := func(v term.Term) string {
		if decl.Result == term.Bool {
			_, odd := v.Num().Num().DivMod(num.I(2))
			return strconv.FormatBool(!odd.IsZero())
		}
		return smtlib.Value(decl.Result, v, m.text)
	}
	var body strings.Builder
	cells := 0
	v := m.vars[decl.Var]
	for ; v.Op() == term.Store_; v = v.Arg(0) {
		if i := v.Arg(1).Num().Num(); i.Sign() >= 0 && i.Less(num.Pow2(uint(bits))) {
			fmt.Fprintf(&body, "(ite %s %s ", at(smtlib.Point(decl.Args, i)), value(v.Arg(2)))
			cells++
		}
	}
	body.WriteString(value(v.Arg(0)) + strings.Repeat(")", cells))
	in.say("(define-fun %s (%s) %s %s)", smtlib.Quote(decl.Symbol), strings.Join(params, " "), smtlib.SortText(decl.Result), body.String())
}
