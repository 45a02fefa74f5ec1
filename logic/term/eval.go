package term

import "craig/logic/num"

// value is the result of an evaluation; t for whatever is not a number. Without ok there is none.
type value struct {
	r  num.Rat
	t  Term
	ok bool
}

// Eval is the value of t, a constant term, where value gives the constants of variables
// (for arrays: a Store_ chain over a ConstArray; for an uninterpreted sort, terms that stand for
// its elements, different ones for different elements). ok is false where t has a part
// without a value (an uninterpreted function, a variable without a value, a division by 0) on
// which its value depends: false && x has the value false.
//
// Functions are asked for as well: of an application, or a division by 0, value gets the term
// over the values of the arguments, and may know the answer.
func (s *Store) Eval(t Term, value func(Term) (Term, bool)) (Term, bool) {
	e := evaluation{s: s, value: value, done: lend(&s.evals, t)}
	defer func() { s.evals = append(s.evals, e.done) }()
	v := e.run(t)
	if !v.ok {
		return Term{}, false
	}
	return e.term(t, v), true
}

type evaluation struct {
	s     *Store
	value func(Term) (Term, bool)
	done  *memo[value]
}

func (e *evaluation) term(t Term, v value) Term {
	if t.n.sort.IsNumeric() {
		return e.s.constant(v.r, t.n.sort)
	}
	return v.t
}

func (e *evaluation) bool(b bool) value { return value{t: e.s.Bool(b), ok: true} }

func (e *evaluation) of(t Term) value {
	v, _ := e.done.get(t)
	return v
}

func (e *evaluation) run(root Term) value {
	stack := append(make([]frame, 0, 64), frame{t: root})
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if a, ok := e.next(top); ok {
			if !e.done.has(a) {
				stack = append(stack, frame{t: a})
			}
			continue
		}
		t := top.t
		stack = stack[:len(stack)-1]
		e.done.set(t, e.apply(t))
	}
	return e.of(root)
}

// next is the argument that top needs next, if any: no operand after one that decides a
// junction, and one branch of an Ite.
func (e *evaluation) next(top *frame) (Term, bool) {
	args := top.t.n.args
	i := top.i
	top.i++
	switch top.t.n.op {
	case And, Or:
		if i > 0 && e.decides(top.t.n.op, args[i-1]) {
			return Term{}, false
		}
	case Ite:
		if i == 1 {
			switch c := e.of(args[0]); {
			case !c.ok:
				return Term{}, false
			case c.t.IsTrue():
				top.i = 3
				return args[1], true
			default:
				top.i = 3
				return args[2], true
			}
		}
	}
	if i >= len(args) {
		return Term{}, false
	}
	return args[i], true
}

// decides says that the operand alone gives the value of the junction.
func (e *evaluation) decides(op Op, operand Term) bool {
	v, has := e.done.get(operand)
	return has && v.ok && v.t.IsTrue() == (op == Or)
}

// apply computes t from the values of its arguments.
func (e *evaluation) apply(t Term) value {
	n := t.n
	switch n.op {
	case True, False:
		return value{t: t, ok: true}
	case Const:
		return value{r: n.num, ok: true}
	case Var:
		return e.ask(t, t)
	case And, Or:
		known := true
		for _, a := range n.args {
			if e.decides(n.op, a) {
				return e.bool(n.op == Or)
			}
			known = known && e.of(a).ok
		}
		if !known {
			return value{}
		}
		return e.bool(n.op == And)
	case Ite:
		c := e.of(n.args[0])
		switch {
		case !c.ok:
			return value{}
		case c.t.IsTrue():
			return e.of(n.args[1])
		}
		return e.of(n.args[2])
	}
	for _, a := range n.args {
		if !e.of(a).ok {
			return value{}
		}
	}
	switch n.op {
	case Not:
		return e.bool(e.of(n.args[0]).t.IsFalse())
	case Eq:
		return e.equal(e.of(n.args[0]).t, e.of(n.args[1]).t)
	case LeZero, LtZero, EqZero:
		return e.bool(holds(n.op, e.of(n.args[0]).r))
	case Select:
		return e.selects(t)
	case Store_:
		i, x := e.term(n.args[1], e.of(n.args[1])), e.term(n.args[2], e.of(n.args[2]))
		return value{t: e.s.Store(e.of(n.args[0]).t, i, x), ok: true}
	case ConstArray:
		return value{t: e.s.ConstArray(n.sort, e.term(n.args[0], e.of(n.args[0]))), ok: true}
	case Apply:
		return e.askApplied(t)
	}
	return e.arithmetic(t)
}

func (e *evaluation) arithmetic(t Term) value {
	n := t.n
	x := e.of(n.args[0]).r
	switch n.op {
	case Sum:
		r := n.num
		for i, a := range n.args {
			r = r.Add(n.coeff[i].Mul(e.of(a).r))
		}
		return value{r: r, ok: true}
	case Mul:
		for _, a := range n.args[1:] {
			x = x.Mul(e.of(a).r)
		}
		return value{r: x, ok: true}
	case ToReal:
		return value{r: x, ok: true}
	case ToInt:
		return value{r: x.Floor().Rat(), ok: true}
	case Float:
		var args [3]num.Int
		for i, a := range n.args {
			args[i] = e.of(a).r.Num()
		}
		return value{r: t.FloatOp().Apply(args[:len(n.args)]...).Rat(), ok: true}
	}
	y := e.of(n.args[1]).r
	if n.op == Div && n.sort == Real {
		if y.IsZero() {
			return e.askApplied(t)
		}
		return value{r: x.Div(y), ok: true}
	}
	a, b := x.Num(), y.Num()
	var r num.Int
	switch n.op {
	case Div, Mod:
		if b.IsZero() {
			return e.askApplied(t)
		}
		q, m := a.DivMod(b)
		if r = q; n.op == Mod {
			r = m
		}
	case BitAnd:
		r = a.And(b)
	case BitOr:
		r = a.Or(b)
	case BitXor:
		r = a.Xor(b)
	case Shl:
		r = a
		if b.Sign() > 0 && !a.IsZero() {
			k, ok := b.Int64()
			if !ok || k > 1<<20 {
				return value{} // more memory than a value is worth
			}
			r = a.Shl(uint(k))
		}
	case Shr:
		r = a
		if b.Sign() > 0 {
			r = shr(a, b)
		}
	default:
		panic("term: Eval of " + n.op.String())
	}
	return value{r: r.Rat(), ok: true}
}

// ask asks for the value of q, which is t with values for arguments.
func (e *evaluation) ask(t, q Term) value {
	v, ok := e.value(q)
	if !ok {
		return value{}
	}
	need(v.Sort() == t.n.sort, "value of", t, v)
	if t.n.sort.IsNumeric() {
		if v.n.op != Const {
			return value{}
		}
		return value{r: v.n.num, ok: true}
	}
	return value{t: v, ok: true}
}

func (e *evaluation) askApplied(t Term) value {
	args := make([]Term, len(t.n.args))
	for i, a := range t.n.args {
		args[i] = e.term(a, e.of(a))
	}
	return e.ask(t, e.s.Rebuild(t, args))
}

// equal compares values that are not numbers.
func (e *evaluation) equal(a, b Term) value {
	switch {
	case a == b:
		return e.bool(true)
	case !a.Sort().IsArray(): // different elements
		return e.bool(false)
	}
	// Whatever is no array is equal only to itself here; arrays in arrays are not looked into.
	same, ok := equalArrays(a, b, func(t Term) bool { return !t.Sort().IsArray() })
	if !ok {
		return value{}
	}
	return e.bool(same)
}

// selects reads a cell of an array constant.
func (e *evaluation) selects(t Term) value {
	a := e.of(t.n.args[0]).t
	i := e.term(t.n.args[1], e.of(t.n.args[1]))
	for ; a.n.op == Store_; a = a.n.args[0] {
		same := e.equal(a.n.args[1], i)
		if !same.ok {
			return value{}
		}
		if same.t.IsTrue() {
			return e.constant(a.n.args[2])
		}
	}
	if a.n.op != ConstArray {
		return value{}
	}
	return e.constant(a.n.args[0])
}

func (e *evaluation) constant(t Term) value {
	if t.n.op == Const {
		return value{r: t.n.num, ok: true}
	}
	return value{t: t, ok: true}
}
