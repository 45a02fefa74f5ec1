package smtlib

import (
	"fmt"
	"strings"

	"craig/logic/num"
	"craig/logic/term"
)

// model has the values that a process gave to variables and to applications of functions.
type model struct {
	st     *term.Store
	values map[term.Term]term.Term // of variables, and of applications to constants
}

// Eval is t's value under the model; whatever the model does not say is the default value.
func (m *model) Eval(t term.Term) term.Term {
	v, ok := m.st.Eval(t, m.value)
	if !ok { // only where numbers get too large, or arrays are keys of arrays
		return m.defaultValue(t.Sort())
	}
	return v
}

func (m *model) value(t term.Term) (term.Term, bool) {
	if v, ok := m.values[t]; ok {
		return v, true
	}
	return m.defaultValue(t.Sort()), true
}

// defaultValue is 0, false, the array of defaults, and one element of each uninterpreted sort.
func (m *model) defaultValue(s term.Sort) term.Term {
	switch {
	case s == term.Bool:
		return m.st.False()
	case s == term.Int:
		return m.st.Int(0)
	case s == term.Real:
		return m.st.RealNum(num.Rat{})
	case s.IsArray():
		return m.st.ConstArray(s, m.defaultValue(s.Elem()))
	}
	return element(m.st, s, "default")
}

// element is a term that stands for an element of an uninterpreted sort.
func element(st *term.Store, s term.Sort, name string) term.Term {
	return st.Var("@"+s.String()+"!"+name, s)
}

// mentioned has what a question speaks of.
type mentioned struct {
	vars       []term.Term
	applied    []term.Term // of functions, and divisions that may be by 0; inner ones first
	operations []term.Term // bit operations that are left
}

// mentioned collects what the encoded assertions and assumptions speak of.
func (x *External) mentioned(assumptions []term.Term) mentioned {
	var m mentioned
	seen := map[term.Term]bool{}
	visit := func(f term.Term) {
		term.Walk(x.enc.encode(f), func(u term.Term) {
			if seen[u] {
				return
			}
			seen[u] = true
			switch u.Op() {
			case term.Var:
				m.vars = append(m.vars, u)
			case term.Apply:
				m.applied = append(m.applied, u)
			case term.Div, term.Mod:
				if d := u.Arg(1); !d.IsConst() || d.Num().IsZero() {
					m.applied = append(m.applied, u)
				}
			default:
				if isOperation(u) {
					m.operations = append(m.operations, u)
				}
			}
		})
	}
	for _, level := range x.levels {
		for _, f := range level {
			visit(f)
		}
	}
	for _, f := range assumptions {
		visit(f)
	}
	return m
}

// refute returns lemmas that the process's model breaks, one for each operation whose value is
// wrong. None: the model respects the operations.
func (x *External) refute(operations []term.Term) ([]term.Term, error) {
	ask := make([]term.Term, 0, 3*len(operations))
	for _, u := range operations {
		ask = append(append(ask, u), u.Args()...)
	}
	v, err := x.values(ask)
	if err != nil {
		return nil, err
	}
	var lemmas []term.Term
	for _, u := range operations {
		n := 1 + u.NumArgs()
		l, err := x.enc.refute(u, v[0], v[1:n])
		v = v[n:]
		if err != nil {
			return nil, err
		}
		if l.Valid() {
			lemmas = append(lemmas, l)
		}
	}
	return lemmas, nil
}

// model asks for the values of what the question speaks of.
func (x *External) model(about mentioned) (*model, error) {
	m := &model{st: x.st, values: map[term.Term]term.Term{}}
	n := len(about.vars)
	values, err := x.values(append(about.vars[:n:n], about.applied...))
	if err != nil {
		return nil, err
	}
	for i, t := range about.vars {
		m.values[t] = values[i]
	}
	for i, t := range about.applied {
		args := make([]term.Term, t.NumArgs())
		for j, a := range t.Args() {
			args[j] = m.Eval(a)
		}
		if t.Op() == term.Apply || args[1].Num().IsZero() {
			m.values[x.st.Rebuild(t, args)] = values[n+i]
		}
	}
	return m, nil
}

// values asks for the values of terms.
func (x *External) values(ts []term.Term) ([]term.Term, error) {
	if len(ts) == 0 {
		return nil, nil
	}
	text := make([]string, len(ts))
	for i, t := range ts {
		x.proc.w.Declare(t)
		text[i] = t.SMTLIB()
	}
	x.proc.w.Line("(get-value (%s))", strings.Join(text, " "))
	e, err := x.proc.reply()
	if err != nil {
		return nil, err
	}
	if e.Kind != List || len(e.List) != len(ts) {
		return nil, fmt.Errorf("unexpected values %s", brief(e))
	}
	values := make([]term.Term, len(ts))
	for i, pair := range e.List {
		if pair.Kind != List || len(pair.List) != 2 {
			return nil, fmt.Errorf("unexpected value %s", brief(pair))
		}
		if values[i], err = x.parseValue(pair.List[1], ts[i].Sort()); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// parseValue reads a value as z3 and cvc5 write them.
func (x *External) parseValue(e SExpr, sort term.Sort) (term.Term, error) {
	bad := fmt.Errorf("value %s of sort %s is not understood", e, sort)
	switch {
	case sort == term.Bool:
		if e.Is("true") || e.Is("false") {
			return x.st.Bool(e.Is("true")), nil
		}
	case sort.IsNumeric():
		v, ok := parseNumber(e)
		if ok && sort == term.Real {
			return x.st.RealNum(v), nil
		}
		if ok && v.IsInt() {
			return x.st.IntNum(v.Num()), nil
		}
	case sort.IsArray():
		switch {
		case e.Head() == "store" && len(e.List) == 4:
			a, err1 := x.parseValue(e.List[1], sort)
			i, err2 := x.parseValue(e.List[2], sort.Index())
			v, err3 := x.parseValue(e.List[3], sort.Elem())
			if err1 != nil || err2 != nil || err3 != nil {
				return term.Term{}, bad
			}
			return x.st.Store(a, i, v), nil
		case e.Kind == List && len(e.List) == 2 && e.List[0].Head() == "as":
			v, err := x.parseValue(e.List[1], sort.Elem())
			if err != nil {
				return term.Term{}, bad
			}
			return x.st.ConstArray(sort, v), nil
		}
	case e.Kind == Symbol:
		return element(x.st, sort, e.Text), nil
	case e.Head() == "as" && len(e.List) == 3:
		return element(x.st, sort, e.List[1].Text), nil
	}
	return term.Term{}, bad
}

// parseNumber reads 3, 3.5, (- 3), (/ 1 3) and combinations.
func parseNumber(e SExpr) (num.Rat, bool) {
	switch {
	case e.Kind == Numeral || e.Kind == Decimal:
		return num.ParseRat(e.Text)
	case e.Head() == "-" && len(e.List) == 2:
		v, ok := parseNumber(e.List[1])
		return v.Neg(), ok
	case e.Head() == "/" && len(e.List) == 3:
		a, ok1 := parseNumber(e.List[1])
		b, ok2 := parseNumber(e.List[2])
		if !ok1 || !ok2 || b.IsZero() {
			return num.Rat{}, false
		}
		return a.Div(b), true
	case e.Head() == "to_real" && len(e.List) == 2:
		return parseNumber(e.List[1])
	}
	return num.Rat{}, false
}
