package values

import (
	"encoding/binary"
	"slices"

	"craig/internal/abstract/domain/interval"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// state says of variables which values they have: an interval, less some numbers inside of it.
type state struct {
	box interval.State
	not []exclusion // sorted by variable, then by value; not changed once it is there
}

// exclusion says that a variable does not have a value.
type exclusion struct {
	v    *ir.Var
	than int64
}

func compare(a, b exclusion) int {
	if a.v.ID != b.v.ID {
		return a.v.ID - b.v.ID
	}
	switch {
	case a.than < b.than:
		return -1
	case a.than > b.than:
		return 1
	}
	return 0
}

// mostExcluded is how many values of a variable a state may exclude: as many as a switch has cases, about.
const mostExcluded = 12

// post is what a statement makes of a state.
func (s *search) post(x state, e *ir.Edge) state {
	before := x.box
	x.box = s.d.Post(x.box, e)
	switch stmt := e.Stmt.(type) {
	case *ir.Assign:
		x.drop(stmt.Var)
		if from := stmt.Expr; from.Op == ir.OpVar && isTracked(stmt.Var) && from.Var != stmt.Var {
			for _, n := range x.of(from.Var) {
				x.exclude(stmt.Var, n.than)
			}
		}
	case *ir.Havoc:
		x.drop(stmt.Var)
	case *ir.Assume:
		if len(x.not) > 0 {
			ir.EachVar(stmt.Cond, func(v *ir.Var) { s.tighten(&x, v) })
		}
		if v, k, ok := differs(stmt.Cond); ok && !s.d.IsBottom(x.box) && s.d.Get(before, v).Contains(num.I(k)) && s.d.Get(x.box, v).Contains(num.I(k)) {
			x.exclude(v, k)
		}
	}
	return x
}

// differs recognises v != k.
func differs(c *ir.Expr) (v *ir.Var, k int64, ok bool) {
	if c.Op != ir.OpNe || c.Args[0].Op != ir.OpVar || c.Args[1].Op != ir.OpConst || !isTracked(c.Args[0].Var) {
		return nil, 0, false
	}
	k, ok = c.Args[1].Val.Int64()
	return c.Args[0].Var, k, ok
}

// tighten takes the values that are excluded from the ends of v's interval.
func (s *search) tighten(x *state, v *ir.Var) {
	for again := true; again && !s.d.IsBottom(x.box); {
		again = false
		for _, n := range x.of(v) {
			k := num.I(n.than)
			in := s.d.Get(x.box, v)
			lo, hasLo := in.Lo()
			hi, hasHi := in.Hi()
			switch {
			case hasLo && lo.Eq(k):
				x.box = s.d.Restrict(x.box, v, interval.AtLeast(k.Add(num.I(1))))
			case hasHi && hi.Eq(k):
				x.box = s.d.Restrict(x.box, v, interval.AtMost(k.Sub(num.I(1))))
			case !in.Contains(k):
			default:
				continue
			}
			x.remove(n) // the interval says it now
			again = true
			break
		}
	}
}

// of are the exclusions of v.
func (x *state) of(v *ir.Var) []exclusion {
	from, _ := slices.BinarySearchFunc(x.not, v.ID, func(n exclusion, id int) int { return n.v.ID - id })
	to := from
	for to < len(x.not) && x.not[to].v == v {
		to++
	}
	return x.not[from:to]
}

// drop forgets what is excluded of v.
func (x *state) drop(v *ir.Var) {
	if len(x.of(v)) > 0 {
		x.not = slices.DeleteFunc(slices.Clone(x.not), func(n exclusion) bool { return n.v == v })
	}
}

func (x *state) remove(n exclusion) {
	x.not = slices.DeleteFunc(slices.Clone(x.not), func(m exclusion) bool { return m == n })
}

// exclude excludes a value of v, if there are not too many.
func (x *state) exclude(v *ir.Var, than int64) {
	n := exclusion{v, than}
	i, found := slices.BinarySearchFunc(x.not, n, compare)
	if !found && len(x.of(v)) < mostExcluded {
		x.not = slices.Insert(slices.Clone(x.not), i, n)
	}
}

// knows says that a state says something of v that its type does not.
func (s *search) knows(x state, v *ir.Var) bool { return s.d.Knows(x.box, v) || len(x.of(v)) > 0 }

// same says that two states say the same of v.
func (s *search) same(x, y state, v *ir.Var) bool {
	return s.d.Same(x.box, y.box, v) && slices.Equal(x.of(v), y.of(v))
}

// only is what a state says of some variables, in the order of IDs, as far as it is tracked, and a key that is the same for
// the same.
func (s *search) only(x state, vars []*ir.Var, key []byte) (kept state, _ []byte) {
	kept.box = s.d.Top()
	for _, v := range vars {
		in := s.value(x, v)
		kept.box = s.d.Restrict(kept.box, v, in)
		key = appendValue(key, in)
		var not []exclusion
		if s.differ[v] {
			not = x.of(v)
		}
		kept.not = append(kept.not, not...)
		key = binary.AppendUvarint(key, uint64(len(not)))
		for _, n := range not {
			key = binary.AppendVarint(key, n.than)
		}
	}
	return kept, key
}

// value is what a state says of v, as far as it is told apart.
func (s *search) value(x state, v *ir.Var) interval.Value {
	in := s.d.Get(x.box, v)
	if !s.exact {
		in, _ = s.outwards(v, in, s.d.Type(v.Type))
	}
	return in
}

// forget is a state without what it says of v.
func (s *search) forget(x state, v *ir.Var) state {
	return s.post(x, &ir.Edge{Stmt: &ir.Havoc{Var: v}})
}

func (s *search) isBottom(x state) bool { return s.d.IsBottom(x.box) }

// formulaOf writes a state.
func (s *search) formulaOf(c *sem.Context, x state) term.Term {
	parts := []term.Term{s.d.Formula(c, x.box)}
	for _, n := range x.not {
		parts = append(parts, c.Store.Not(c.Store.Eq(c.Var(n.v), c.Store.Int(n.than))))
	}
	return c.Store.And(parts...)
}

// appendValue appends what is the same for the same values only.
func appendValue(key []byte, x interval.Value) []byte {
	lo, hasLo := x.Lo()
	hi, hasHi := x.Hi()
	l, smallLo := lo.Int64()
	h, smallHi := hi.Int64()
	switch {
	case hasLo && hasHi && smallLo && smallHi:
		return binary.AppendVarint(binary.AppendVarint(append(key, 0), l), h)
	default:
		text := x.String()
		return append(binary.AppendUvarint(append(key, 1), uint64(len(text))), text...)
	}
}
