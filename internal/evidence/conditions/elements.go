package conditions

import (
	"maps"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// Limits of instances: how often those that there are make further ones, and how many of one conjunct then.
const (
	rounds        = 2
	mostInstances = 600
)

// instances are facts, and instances of the formula of the source, which holds for all values of the bound variables: those at which it
// speaks of a cell that the facts speak of, anywhere in it.
func (b *paths) instances(facts []term.Term) []term.Term {
	bound := make([]term.Term, len(b.proof.Bound))
	for i, name := range b.proof.Bound {
		bound[i] = b.st.Var(name, term.Int)
	}
	facts = b.defined(facts)
	for range rounds {
		cells := b.cells(facts)
		for _, conjunct := range term.Conjuncts(b.source) {
			values := make([][]term.Term, len(bound))
			for i, x := range bound {
				values[i] = append([]term.Term{x}, b.candidates(b.source, x, cells)...)
			}
			more := mostInstances
			b.each(conjunct, bound, values, func(f term.Term) bool {
				if !f.IsTrue() && !slices.Contains(facts, f) {
					more--
					facts = append(facts, f)
				}
				return more > 0
			})
		}
		facts = b.defined(facts)
	}
	return b.ofTheirTypes(facts)
}

// ofTheirTypes are facts, and that the cells of which they speak, in regions that are accessed as one type, have values of that type.
func (b *paths) ofTheirTypes(facts []term.Term) []term.Term {
	types := b.cellTypes()
	seen := map[term.Term]bool{}
	for _, f := range slices.Clone(facts) {
		term.Walk(f, func(t term.Term) {
			if t.Op() != term.Select || seen[t] {
				return
			}
			seen[t] = true
			if ty, one := types[b.names[t.Arg(0)]]; one {
				if in := b.within(ty, t); !in.IsTrue() {
					facts = append(facts, in)
				}
			}
		})
	}
	return facts
}

// cellTypes are the types of the cells of regions that every access takes for the same. What is written there has that type, and what was there before, which nothing
// else tells, may be taken to have it.
func (g *generator) cellTypes() map[*ir.Var]ir.Type {
	types, several := map[*ir.Var]ir.Type{}, map[*ir.Var]bool{}
	access := func(region *ir.Var, t ir.Type) {
		was, seen := types[region]
		several[region] = several[region] || seen && was != t
		types[region] = t
	}
	var begin []*ir.Assign
	for _, e := range g.p.Edges {
		if e == nil {
			continue
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				if x.Op == ir.OpLoad {
					access(x.Region, x.Type)
				}
				return true
			})
		})
		switch s := e.Stmt.(type) {
		case *ir.Store:
			access(s.Region, s.Val.Type)
		case *ir.Assign:
			if s.Var.Type.Kind == ir.Memory {
				begin = append(begin, s)
			}
		}
	}
	for _, s := range begin { // all cells get one value, or those of another region
		if t := types[s.Var]; s.Expr.Op != ir.OpConst || t.IsNumber() && !t.Fits(s.Expr.Val) {
			several[s.Var] = true
		}
	}
	maps.DeleteFunc(types, func(r *ir.Var, _ ir.Type) bool { return several[r] })
	return types
}

// region is that whose contents a term tells; nil if it is none.
func (b *paths) region(t term.Term) *ir.Var {
	for t.Op() == term.Store_ {
		t = t.Arg(0)
	}
	return b.names[t]
}

// cells are the addresses in regions that facts speak of.
func (b *paths) cells(facts []term.Term) map[*ir.Var][]term.Term {
	cells := map[*ir.Var][]term.Term{}
	for _, f := range facts {
		term.Walk(f, func(t term.Term) {
			if t.Op() != term.Select && t.Op() != term.Store_ {
				return
			}
			if r := b.region(t.Arg(0)); r != nil && !slices.Contains(cells[r], t.Arg(1)) {
				cells[r] = append(cells[r], t.Arg(1))
			}
		})
	}
	return cells
}

// candidates are the values of x at which f speaks of one of the cells: of f's a[c·x + k], where k does not depend on x, (cell - k) / c.
func (b *paths) candidates(f, x term.Term, cells map[*ir.Var][]term.Term) (values []term.Term) {
	at := func(t term.Term, v int64) term.Term { return b.st.Subst(t, map[term.Term]term.Term{x: b.st.Int(v)}) }
	term.Walk(f, func(t term.Term) {
		if t.Op() != term.Select {
			return
		}
		k := at(t.Arg(1), 0)
		c, ok := b.st.Sub(at(t.Arg(1), 1), k).IntValue()
		if !ok || c.IsZero() || b.st.Add(b.st.Mul(b.st.IntNum(c), x), k) != t.Arg(1) {
			return
		}
		for _, cell := range cells[b.region(t.Arg(0))] {
			distance := b.st.Sub(cell, k)
			if c.Sign() < 0 {
				distance = b.st.Neg(distance)
			}
			if v := b.st.Div(distance, b.st.IntNum(c.Abs())); !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
	})
	return values
}

// each calls g with f at every choice of values, until it returns false. Bound variables that f does not mention do not matter.
func (b *paths) each(f term.Term, bound []term.Term, values [][]term.Term, g func(term.Term) bool) {
	m := map[term.Term]term.Term{}
	mentioned := term.Vars(f, map[term.Term]bool{}, nil)
	var choose func(i int) bool
	choose = func(i int) bool {
		if i == len(bound) {
			return g(b.st.Subst(f, m))
		}
		for _, v := range values[i] {
			m[bound[i]] = v
			if !choose(i + 1) {
				return false
			}
			if !slices.Contains(mentioned, bound[i]) {
				break
			}
		}
		return true
	}
	choose(0)
}
