package portfolio

import (
	"craig/internal/program/graph/looptree"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Features are what is cheap to see of a program: one walk over its edges.
type Features struct {
	Errors   int // error locations
	Edges    int
	Branches int
	Loops    int // loop heads that are on a cycle
	Depth    int // of the deepest nesting of loops
	Copies   int // locations that inlining made of calls
	Arrays   int // accesses of regions
	Products int // products, quotients and remainders that are not by constants
	Sums     int // additions that are not of constants
	Wraps    int // arithmetic on unsigned numbers with constants that may wrap
	Deep     int // comparisons in loops with numbers to which an execution counts for long
	Bits     int // bit operations
	// Switches are comparisons of a variable with a constant for equality, as state machines make
	// them, and Orders comparisons by order, as counters are made.
	Switches, Orders int
	// Tests are comparisons with a constant, of either kind.
	Tests int
}

// FeaturesOf looks at an inlined program.
func FeaturesOf(p *ir.Program) Features {
	f := Features{Errors: len(p.ErrorLocs())}
	loops := looptree.Of(p, p.Main)
	f.Loops = len(loops.Heads)
	for _, l := range loops.Flat {
		f.Depth = max(f.Depth, loops.Depth[l])
		info := p.Locs[l]
		if info.Instance != nil {
			f.Copies++
		}
		for _, id := range info.Out {
			e := p.Edges[id]
			f.Edges++
			if e.Branch == 1 {
				f.Branches++
			}
			if s, ok := e.Stmt.(*ir.Store); ok && s.Region != nil {
				f.Arrays++
			}
			// Both sides of a branch have the same condition.
			if e.Branch != 2 {
				ir.Exprs(e.Stmt, func(x *ir.Expr) { ir.Walk(x, f.expr) })
				if a, ok := e.Stmt.(*ir.Assume); ok && loops.Depth[l] > 0 {
					ir.Walk(a.Cond, f.deep)
				}
			}
		}
	}
	return f
}

// deep counts conditions; it is for ir.Walk.
func (f *Features) deep(e *ir.Expr) bool {
	if ir.OpEq <= e.Op && e.Op <= ir.OpGe && e.Args[1].IsConst() && num.I(deepRounds).Less(e.Args[1].Val.Abs()) {
		f.Deep++
	}
	return true
}

// expr counts e; it is for ir.Walk.
func (f *Features) expr(e *ir.Expr) bool {
	constant := func() bool { return e.Args[0].IsConst() || e.Args[1].IsConst() }
	switch e.Op {
	case ir.OpLoad:
		f.Arrays++
	case ir.OpMul, ir.OpDiv, ir.OpRem:
		if !constant() {
			f.Products++
		}
	case ir.OpAdd:
		if !constant() {
			f.Sums++
		} else if e.Type.Kind == ir.Integer && !e.Type.Signed && !e.NoWrap {
			f.Wraps++
		}
	case ir.OpShl, ir.OpShr, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpCompl:
		f.Bits++
	case ir.OpEq, ir.OpNe:
		if constant() {
			f.Switches++
			f.Tests++
		}
	case ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		f.Orders++
		if constant() {
			f.Tests++
		}
	}
	return true
}
