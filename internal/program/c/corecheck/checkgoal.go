package corecheck

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// given demands that the goals of a Load or a Call are Given.
func (c *checker) given(at core.Pos, goals []core.Goal) {
	if len(goals) > 0 && (c.fn == nil || len(goals) > 1 || goals[0].Demand != core.Given || goals[0].Property == "") {
		c.fail(at, "the goals %v of what is read or called", goals)
	}
}

// checked demands that the goals are some of the operation's, each once, in the order in which they are seen to.
func (c *checker) checked(x *core.Checked) {
	c.expr(x.X)
	if c.fn == nil {
		c.fail(x.Pos(), "a goal in what initializes an object before the program begins")
	}
	for i, g := range x.Goals {
		if g.Property == "" || !demands(g.Demand, x.X) || i > 0 && g.Demand <= x.Goals[i-1].Demand {
			c.fail(x.Pos(), "%T has the goal %v of property %q", x.X, g.Demand, g.Property)
		}
	}
}

// question checks the arguments of a Question.
func (c *checker) question(x *core.Question) {
	want := []*types.Type{c.tt.VoidPtr}
	switch x.What {
	case core.Readable, core.Apart:
		want = append(want, c.tt.Size)
	case core.SameObject:
		want = append(want, c.tt.VoidPtr)
	}
	if len(x.Args) != len(want) {
		c.fail(x.At, "a question with %d arguments", len(x.Args))
		return
	}
	for i, a := range x.Args {
		c.expr(a)
		c.same(a.Pos(), "an argument", a.Type(), want[i])
	}
}

// claim checks a condition of a contract.
func (c *checker) claim(s *core.Claim) {
	if s.Pre != nil {
		c.block(s.Pre)
	}
	if s.Kind != core.Held {
		c.scalar(s.X)
	}
}

// variant checks the integers of a variant.
func (c *checker) variant(s *core.Variant) {
	if s.Pre != nil {
		c.block(s.Pre)
	}
	for _, x := range s.Measures {
		c.expr(x)
		if k := x.Type().Kind; k != types.LongLong && k != types.ULongLong {
			c.fail(x.Pos(), "a measure of type %v", x.Type())
		}
	}
}

// demands tells whether a demand can be made of an operation.
func demands(d core.Demand, x core.Expr) bool {
	t, floats := x.Type(), false
	switch d {
	case core.NotNull, core.Inside:
		return t.Kind == types.Pointer
	case core.Given:
		return false
	case core.Index, core.IndexOrEnd:
		add, ok := x.(*core.PtrAdd)
		return ok && add.Array() != nil
	}
	for y := range core.Operands(x) {
		floats = floats || y.Type().IsReal()
	}
	switch x := x.(type) {
	case *core.Binary:
		switch shift := x.Op == core.Shl || x.Op == core.Shr; d {
		case core.Nonzero:
			return x.Op == core.Div || x.Op == core.Rem
		case core.Distance:
			return shift
		case core.NotNegative:
			return x.Op == core.Shl
		case core.Fits:
			return !floats && (x.Op <= core.Rem || x.Op == core.Shl)
		}
		return floats && x.Op <= core.Div
	case *core.Unary:
		return d == core.Fits && x.Op == core.Neg && !floats
	case *core.Convert:
		switch whole := t.IsInteger() && t.Kind != types.Bool; d {
		case core.Fits:
			return whole && (floats || x.X.Type().IsInteger())
		case core.Number, core.Finite:
			return floats && t.IsReal()
		}
	}
	return false
}
