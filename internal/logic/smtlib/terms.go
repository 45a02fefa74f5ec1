package smtlib

import (
	"slices"
	"strings"

	"craig/logic/num"
	"craig/logic/term"
)

// formula is a term of sort Bool.
func (r *Reader) formula(e SExpr) term.Term {
	t := r.term(e)
	if t.Sort() != term.Bool {
		fail(e, "expected a formula, found a term of sort %s", SortText(t.Sort()))
	}
	return t
}

// annotate gives t a name, which can be used at once, and until the level is popped.
func (r *Reader) annotate(e SExpr, t term.Term) {
	symbol := r.symbol(e)
	_, twice := r.names[symbol]
	if m, ok := r.scope[symbol]; twice || ok && !m.letted || theoryOperator(symbol) != nil {
		fail(e, "%s is declared already", brief(e))
	}
	r.names[symbol] = t
	r.named = append(r.named, symbol)
}

// bindNames takes the names that the command's terms were annotated with into the scope, which
// they do not leave at the end of a let.
func (r *Reader) bindNames() {
	for _, symbol := range r.named {
		r.bind(symbol, meaning{term: r.names[symbol]})
	}
	r.dropNames()
}

func (r *Reader) dropNames() {
	r.named = r.named[:0]
	clear(r.names)
}

// term translates e. Lets and annotations, which solvers nest deep, take no recursion.
func (r *Reader) term(e SExpr) term.Term {
	mark := len(r.undo)
	var named []SExpr
	for {
		switch e.Head() {
		case "let":
			if len(e.List) != 3 {
				fail(e, "expected (let ((name term) …) term)")
			}
			bindings := r.list(e.List[1])
			values := make([]term.Term, len(bindings))
			for i, b := range bindings {
				if l := r.list(b); len(l) != 2 {
					fail(b, "expected a binding as (name term)")
				}
				values[i] = r.term(b.List[1])
			}
			for i, b := range bindings {
				r.bind(r.symbol(b.List[0]), meaning{term: values[i], letted: true})
			}
			e = e.List[2]
			continue
		case "!":
			if len(e.List) < 2 {
				fail(e, "expected (! term :keyword …)")
			}
			for i := 2; i+1 < len(e.List); i++ {
				if e.List[i].Text == ":named" {
					named = append(named, e.List[i+1])
				}
			}
			e = e.List[1]
			continue
		}
		break
	}
	t := r.plain(e)
	r.unwind(mark)
	for _, n := range named {
		r.annotate(n, t)
	}
	return t
}

// plain translates what is neither let nor annotation.
func (r *Reader) plain(e SExpr) term.Term {
	switch e.Kind {
	case Numeral, Decimal:
		v, _ := num.ParseRat(e.Text)
		if e.Kind == Numeral && !r.reals {
			return r.st.IntNum(v.Num())
		}
		return r.st.RealNum(v)
	case Symbol:
		if m, ok := r.scope[e.Text]; ok {
			if !m.term.Valid() {
				fail(e, "%s is a function and needs arguments", e.Text)
			}
			return m.term
		}
		if t, ok := r.names[e.Text]; ok {
			return t
		}
		switch e.Text {
		case "true", "false":
			return r.st.Bool(e.Text == "true")
		}
		if v, ok := num.ParseRat(e.Text); ok && v.Sign() < 0 { // -5 is a symbol, but a number to many
			if v.IsInt() && !r.reals && !strings.Contains(e.Text, ".") {
				return r.st.IntNum(v.Num())
			}
			return r.st.RealNum(v)
		}
		if t, ok := r.mode(e.Text); ok {
			return t
		}
		fail(e, "unknown symbol %s", brief(e))
	case List:
		if len(e.List) > 0 {
			return r.application(e)
		}
		fail(e, "expected a term, found ()")
	case Bits:
		return r.literal(e)
	case Text:
		fail(e, "strings are not supported")
	}
	fail(e, "expected a term, found %s", brief(e))
	panic("unreachable")
}

func (r *Reader) application(e SExpr) term.Term {
	head := e.List[0]
	if head.Kind == List {
		return r.qualified(e, head)
	}
	symbol := r.symbol(head)
	switch e.Head() { // "" for |let| and its like
	case "exists", "forall":
		return r.quantifier(e, symbol == "forall")
	case "as": // (as x Sort)
		if len(e.List) == 3 {
			if t := r.term(e.List[1]); t.Sort() == r.sort(e.List[2]) {
				return t
			}
		}
		fail(e, "expected (as term Sort) with the sort of the term")
	case "_":
		return r.indexed(e)
	case "match", "par":
		fail(e, "%s is not supported here", symbol)
	}
	m, defined := r.scope[symbol]
	if !defined && (symbol == "and" || symbol == "or" || symbol == "+") {
		e = flatten(e)
	}
	args := make([]term.Term, len(e.List)-1)
	for i, a := range e.List[1:] {
		args[i] = r.term(a)
	}
	op := theoryOperator(symbol)
	if op == nil {
		op = vectorOperators[symbol]
	}
	if op == nil {
		op = floatOperators[symbol]
	}
	var t term.Term
	switch {
	case defined && m.fn == nil:
		fail(e, "%s is not a function", brief(head))
	case defined:
		t = r.call(e, m.fn, args)
	case op == nil:
		fail(head, "unknown function %s", brief(head))
	default:
		t = op(r, e, args)
	}
	r.grow(e, t)
	return t
}

// What one command may make beside what each of its bytes may: so many terms, with so many
// arguments. Sums and junctions are flat, and definitions are written out, so that a short text
// can mean very much.
const (
	freeTerms, termsPerByte = 300_000, 20
	freeSize, sizePerByte   = 3_000_000, 200
)

// grow counts the term t that was made of e.
func (r *Reader) grow(e SExpr, t term.Term) {
	r.size += t.NumArgs()
	bytes := r.in.count - r.began
	if r.size > freeSize+sizePerByte*bytes || r.st.Len() > r.terms+freeTerms+termsPerByte*bytes {
		fail(e, "too large: written out, this has millions of terms")
	}
}

// flatten is e with the arguments of those of its arguments, and so on, that have the same
// associative operator: to build them one by one would take quadratic memory.
func flatten(e SExpr) SExpr {
	nested := func(a SExpr) bool { return a.Head() == e.Head() && len(a.List) > 2 }
	if !slices.ContainsFunc(e.List[1:], nested) {
		return e
	}
	flat := []SExpr{e.List[0]}
	todo := slices.Clone(e.List[1:]) // the last first
	slices.Reverse(todo)
	for len(todo) > 0 {
		a := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !nested(a) {
			flat = append(flat, a)
			continue
		}
		for _, b := range slices.Backward(a.List[1:]) {
			todo = append(todo, b)
		}
	}
	e.List = flat
	return e
}

// qualified translates ((as const S) x) and ((_ divisible n) x).
func (r *Reader) qualified(e, head SExpr) term.Term {
	switch {
	case head.Head() == "as" && len(head.List) == 3 && head.List[1].Is("const") && len(e.List) == 2:
		sort := r.sort(head.List[2])
		if !sort.IsArray() {
			fail(head, "%s is not an array sort", sort)
		}
		x := r.coerce(r.term(e.List[1]), sort.Elem())
		if x.Sort() != sort.Elem() {
			fail(e.List[1], "expected an element of sort %s, found %s", SortText(sort.Elem()), SortText(x.Sort()))
		}
		return r.packed(sort, r.st.ConstArray(Carrier(sort), Unpacked(x)))
	case head.Head() == "_" && len(head.List) == 3 && head.List[1].Is("divisible") && head.List[2].Kind == Numeral && len(e.List) == 2:
		n, _ := num.ParseInt(head.List[2].Text)
		x := r.term(e.List[1])
		if x.Sort() != term.Int || n.IsZero() {
			fail(e, "divisible needs a positive number and a term of sort Int")
		}
		return r.st.Eq(r.st.Mod(x, r.st.IntNum(n)), r.st.Int(0))
	}
	if t, ok := r.indexedOperator(e, head); ok {
		r.grow(e, t)
		return t
	}
	fail(head, "%s is not supported", brief(head))
	panic("unreachable")
}

// call applies a declared or defined function.
func (r *Reader) call(e SExpr, f *function, args []term.Term) term.Term {
	if len(args) != len(f.args) {
		fail(e, "%s takes %d arguments, found %d", f.name, len(f.args), len(args))
	}
	for i := range args {
		args[i] = r.coerce(args[i], f.args[i])
		if args[i].Sort() != f.args[i] {
			fail(e.List[i+1], "argument %d of %s has sort %s, expected %s", i+1, f.name, SortText(args[i].Sort()), SortText(f.args[i]))
		}
	}
	if f.array.Valid() {
		return r.read(f, args)
	}
	if !f.body.Valid() {
		for i, a := range args {
			args[i] = Unpacked(a)
		}
		return r.packed(f.result, r.st.Apply(f.name, Carrier(f.result), args...))
	}
	m := make(map[term.Term]term.Term, len(args))
	width := 1
	for i, p := range f.params {
		arg := Unpacked(args[i])
		m[p] = arg
		if op := arg.Op(); op == term.Sum || op == term.And || op == term.Or { // becomes part of what it is in
			width = max(width, arg.NumArgs())
		}
	}
	r.size += f.size * width
	r.grow(e, f.body)
	return r.st.Subst(f.body, m)
}

func (r *Reader) quantifier(e SExpr, all bool) term.Term {
	if r.Quantify == nil {
		fail(e, "quantifiers are not supported")
	}
	if len(e.List) != 3 {
		fail(e, "expected (%s ((name Sort) …) formula)", e.Head())
	}
	mark := len(r.undo)
	var vars []term.Term
	for _, b := range r.list(e.List[1]) {
		l := r.list(b)
		if len(l) != 2 {
			fail(b, "expected a variable as (name Sort)")
		}
		sort := r.sort(l[1])
		v := r.st.Fresh(r.symbol(l[0]), Carrier(sort))
		vars = append(vars, v)
		r.bind(l[0].Text, meaning{term: r.packed(sort, v), letted: true})
	}
	f := r.formula(e.List[2])
	r.unwind(mark)
	if all { // ∀x. f is ¬∃x. ¬f
		f = r.st.Not(f)
	}
	g, ok := r.Quantify(vars, f)
	if !ok {
		for i, v := range vars {
			if s := v.Sort(); s != term.Bool && !s.IsNumeric() {
				fail(e, "this quantifier could not be eliminated: its variable %s is of sort %s, and only those of Int, Real and Bool can be", brief(r.list(e.List[1])[i].List[0]), s)
			}
		}
		fail(e, "this quantifier could not be eliminated")
	}
	if all {
		g = r.st.Not(g)
	}
	return g
}

// coerce turns an Int into a Real where one is wanted, as many scripts assume.
func (r *Reader) coerce(t term.Term, sort term.Sort) term.Term {
	if sort == term.Real && t.Sort() == term.Int {
		return r.st.ToReal(t)
	}
	return t
}

// maxDistinct bounds the arguments of distinct, whose meaning is quadratic.
const maxDistinct = 1500

// operator makes a term of evaluated arguments; e is for the position of mistakes.
type operator func(r *Reader, e SExpr, args []term.Term) term.Term

var bitOperators = map[string]bool{"bitand": true, "bitor": true, "bitxor": true, "shl": true, "shr": true}

var operators = map[string]operator{
	"not": func(r *Reader, e SExpr, a []term.Term) term.Term {
		need(e, a, 1, 1, term.Bool)
		return r.st.Not(a[0])
	},
	"and": func(r *Reader, e SExpr, a []term.Term) term.Term {
		need(e, a, 0, -1, term.Bool)
		return r.st.And(a...)
	},
	"or": func(r *Reader, e SExpr, a []term.Term) term.Term {
		need(e, a, 0, -1, term.Bool)
		return r.st.Or(a...)
	},
	"xor": func(r *Reader, e SExpr, a []term.Term) term.Term {
		need(e, a, 2, -1, term.Bool)
		t := a[0]
		for _, b := range a[1:] {
			t = r.st.Not(r.st.Iff(t, b))
		}
		return t
	},
	"=>": func(r *Reader, e SExpr, a []term.Term) term.Term {
		need(e, a, 2, -1, term.Bool)
		any := slices.Clone(a)
		for i := range a[:len(a)-1] {
			any[i] = r.st.Not(a[i])
		}
		return r.st.Or(any...)
	},
	"ite": func(r *Reader, e SExpr, a []term.Term) term.Term {
		if len(a) != 3 {
			fail(e, "ite takes 3 arguments, found %d", len(a))
		}
		need(e, a[:1], 1, 1, term.Bool)
		r.same(e, a[1:])
		if s := a[1].Sort(); Packed(s) {
			return r.wrapped(s, r.st.Ite(a[0], Unpacked(a[1]), Unpacked(a[2])))
		}
		return r.st.Ite(a[0], a[1], a[2])
	},
	"=": func(r *Reader, e SExpr, a []term.Term) term.Term {
		need(e, a, 2, -1)
		r.same(e, a)
		sort := a[0].Sort()
		all := make([]term.Term, len(a)-1)
		for i := range all {
			all[i] = r.equal(e, sort, a[i], a[i+1])
		}
		return r.st.And(all...)
	},
	"distinct": func(r *Reader, e SExpr, a []term.Term) term.Term {
		need(e, a, 2, -1)
		r.same(e, a)
		if len(a) > maxDistinct {
			fail(e, "distinct of more than %d terms is not supported", maxDistinct)
		}
		sort := a[0].Sort()
		var all []term.Term
		for i := range a {
			for _, b := range a[i+1:] {
				all = append(all, r.st.Not(r.equal(e, sort, a[i], b)))
			}
		}
		return r.st.And(all...)
	},
	"<=": chain((*term.Store).Le),
	"<":  chain((*term.Store).Lt),
	">=": chain((*term.Store).Ge),
	">":  chain((*term.Store).Gt),
	"+": func(r *Reader, e SExpr, a []term.Term) term.Term {
		r.numbers(e, a, 1)
		return r.st.Add(a...)
	},
	"-": func(r *Reader, e SExpr, a []term.Term) term.Term {
		r.numbers(e, a, 1)
		if len(a) == 1 {
			return r.st.Neg(a[0])
		}
		return r.st.Sub(a[0], r.st.Add(a[1:]...))
	},
	"*": func(r *Reader, e SExpr, a []term.Term) term.Term {
		r.numbers(e, a, 1)
		t := a[0]
		for _, b := range a[1:] {
			t = r.st.Mul(t, b)
			r.grow(e, t)
		}
		return t
	},
	"/": func(r *Reader, e SExpr, a []term.Term) term.Term {
		r.numbers(e, a, 2)
		t := r.coerce(a[0], term.Real)
		for _, b := range a[1:] {
			t = r.st.Div(t, r.coerce(b, term.Real))
		}
		return t
	},
	"div": func(r *Reader, e SExpr, a []term.Term) term.Term {
		need(e, a, 2, -1, term.Int)
		t := a[0]
		for _, b := range a[1:] {
			t = r.st.Div(t, b)
		}
		return t
	},
	"mod":    binary((*term.Store).Mod),
	"bitand": binary((*term.Store).BitAnd),
	"bitor":  binary((*term.Store).BitOr),
	"bitxor": binary((*term.Store).BitXor),
	"shl":    binary((*term.Store).Shl),
	"shr":    binary((*term.Store).Shr),
	"abs": func(r *Reader, e SExpr, a []term.Term) term.Term {
		r.numbers(e, a, 1)
		need(e, a, 1, 1)
		minus := r.st.Neg(a[0])
		return r.st.Ite(r.st.Le(a[0], minus), minus, a[0])
	},
	"to_real": func(r *Reader, e SExpr, a []term.Term) term.Term {
		r.numbers(e, a, 1)
		need(e, a, 1, 1)
		return r.coerce(a[0], term.Real)
	},
	"to_int": func(r *Reader, e SExpr, a []term.Term) term.Term {
		r.numbers(e, a, 1)
		need(e, a, 1, 1)
		if a[0].Sort() == term.Int {
			return a[0]
		}
		return r.st.ToInt(a[0])
	},
	"is_int": func(r *Reader, e SExpr, a []term.Term) term.Term {
		r.numbers(e, a, 1)
		need(e, a, 1, 1)
		x := r.coerce(a[0], term.Real)
		return r.st.Eq(r.st.ToReal(r.st.ToInt(x)), x)
	},
	"select": func(r *Reader, e SExpr, a []term.Term) term.Term {
		r.array(e, a, 2)
		return r.cell(a[0].Sort(), a[0], Unpacked(a[1]))
	},
	"store": func(r *Reader, e SExpr, a []term.Term) term.Term {
		r.array(e, a, 3)
		return r.packed(a[0].Sort(), r.st.Store(Unpacked(a[0]), Unpacked(a[1]), Unpacked(a[2])))
	},
}

// need checks the number of arguments (most -1: any) and, if given, their sort.
func need(e SExpr, a []term.Term, least, most int, sort ...term.Sort) {
	if len(a) < least || most >= 0 && len(a) > most {
		fail(e, "%s with %d arguments", e.Head(), len(a))
	}
	for i, t := range a {
		if len(sort) > 0 && t.Sort() != sort[0] {
			fail(e.List[i+1], "argument %d of %s has sort %s, expected %s", i+1, e.Head(), SortText(t.Sort()), sort[0])
		}
	}
}

// numbers checks that there are at least so many arguments, all Int or all Real, after making
// them Real if one is.
func (r *Reader) numbers(e SExpr, a []term.Term, least int) {
	need(e, a, least, -1)
	for i, t := range a {
		if !t.Sort().IsNumeric() {
			fail(e.List[i+1], "argument %d of %s has sort %s, expected a number", i+1, e.Head(), SortText(t.Sort()))
		}
	}
	r.unify(a)
}

// unify makes all arguments Real if one is.
func (r *Reader) unify(a []term.Term) {
	if slices.ContainsFunc(a, func(t term.Term) bool { return t.Sort() == term.Real }) {
		for i := range a {
			a[i] = r.coerce(a[i], term.Real)
		}
	}
}

// same checks that the arguments, the last ones of e, have one sort.
func (r *Reader) same(e SExpr, a []term.Term) {
	r.unify(a)
	for i, t := range a {
		if t.Sort() != a[0].Sort() {
			fail(e.List[len(e.List)-len(a)+i], "%s of sorts %s and %s", e.Head(), SortText(a[0].Sort()), SortText(t.Sort()))
		}
	}
}

// array checks the arguments of select and store.
func (r *Reader) array(e SExpr, a []term.Term, n int) {
	need(e, a, n, n)
	s := a[0].Sort()
	if !s.IsArray() {
		fail(e.List[1], "%s of a term of sort %s, which is not an array", e.Head(), s)
	}
	for i, want := range []term.Sort{s.Index(), s.Elem()}[:n-1] {
		a[i+1] = r.coerce(a[i+1], want)
		if a[i+1].Sort() != want {
			fail(e.List[i+2], "argument %d of %s has sort %s, expected %s", i+2, e.Head(), SortText(a[i+1].Sort()), SortText(want))
		}
	}
}

// chain makes a relation of neighbours: a < b < c.
func chain(rel func(*term.Store, term.Term, term.Term) term.Term) operator {
	return func(r *Reader, e SExpr, a []term.Term) term.Term {
		need(e, a, 2, -1)
		r.numbers(e, a, 2)
		all := make([]term.Term, len(a)-1)
		for i := range all {
			all[i] = rel(r.st, a[i], a[i+1])
		}
		return r.st.And(all...)
	}
}

// binary is an operator on two integers.
func binary(f func(*term.Store, term.Term, term.Term) term.Term) operator {
	return func(r *Reader, e SExpr, a []term.Term) term.Term {
		need(e, a, 2, 2, term.Int)
		return f(r.st, a[0], a[1])
	}
}
