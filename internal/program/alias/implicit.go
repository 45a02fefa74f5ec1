package alias

import (
	"slices"

	"craig/internal/program/ir"
)

// A program may find out the number of an address by branches: of each of its bits whether it is set, or of one number
// after the other whether it is that. What it makes of what it has found is a number of which no source is known, and may be a
// pointer to the object all the same. Where there are such branches, and a number that the program makes of constants alone, or of what it
// finds in memory, is converted to a pointer, or a pointer is read where such a number may have been stored, it is not followed what a number leads
// to: executions that use one for another memory than that of all numbers come to a limit.

// probed says that the program has a branch on what it computes from the number of an address.
func (a *analysis) probed() bool {
	if a.ofNumber == 0 || !a.convertsMade() {
		return false
	}
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		s, ok := e.Stmt.(*ir.Assume)
		if !ok {
			continue
		}
		found := false
		ir.Walk(s.Cond, func(x *ir.Expr) bool {
			if len(x.Args) > 0 && x.Args[0].Type.Kind == ir.Integer {
				_, _, masked := a.masked(x)
				found = found || masked || a.dependsOnLayout(x)
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// convertsMade says that a number that the program makes of constants, or of what it finds in memory, becomes a pointer: by a conversion, or by memory
// that holds numbers and is read as a pointer.
func (a *analysis) convertsMade() (found bool) {
	made := a.made()
	varies := func(x *ir.Expr) (yes bool) {
		ir.Walk(x, func(y *ir.Expr) bool {
			yes = yes || y.Op == ir.OpVar && made[y.Var] || y.Op == ir.OpLoad
			return !yes
		})
		return yes
	}
	numbered := func(y *ir.Expr) bool {
		return slices.ContainsFunc(a.pts(a.expr(y, ir.Pos{})), func(t target) bool {
			return t.obj == anyInteger || a.objs[t.obj].rep == a.objs[a.ofNumber].rep
		})
	}
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(y *ir.Expr) bool {
				if y.Op == ir.OpEq || y.Op == ir.OpNe { // nothing is accessed through what is compared
					return !found && !slices.ContainsFunc(y.Args, func(z *ir.Expr) bool { return z.Op == ir.OpCast && z.Type.Kind == ir.Pointer })
				}
				found = found || y.Type.Kind == ir.Pointer &&
					(y.Op == ir.OpLoad && numbered(y) || y.Op == ir.OpCast && y.Args[0].Type.Kind == ir.Integer && varies(y.Args[0]) && ofMade(y.Args[0], made))
				return !found
			})
		})
	}
	return found
}

// made are the integer variables that get their values from constants, memory and each other alone: true of those that are computed, not chosen.
func (a *analysis) made() map[*ir.Var]bool {
	assigned := map[*ir.Var][]*ir.Expr{}
	other := map[*ir.Var]bool{} // what gets values otherwise
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		if h, ok := e.Stmt.(*ir.Havoc); ok && h.Source == ir.FromUninitialised {
			continue
		}
		if s, ok := e.Stmt.(*ir.Assign); ok && s.Var.Type.Kind == ir.Integer {
			assigned[s.Var] = append(assigned[s.Var], s.Expr)
		} else if v := ir.Written(e.Stmt); v != nil {
			other[v] = true
		}
	}
	made := map[*ir.Var]bool{}
	for v := range assigned {
		if !other[v] {
			made[v] = false
		}
	}
	for changed := true; changed; {
		changed = false
		for v, exprs := range assigned {
			if _, is := made[v]; is && slices.ContainsFunc(exprs, func(x *ir.Expr) bool { return !ofMade(x, made) }) {
				delete(made, v)
				changed = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for v, varies := range made {
			if !varies && slices.ContainsFunc(assigned[v], func(x *ir.Expr) bool { return computes(x, made) }) {
				made[v], changed = true, true
			}
		}
	}
	return made
}

// computes says that x is no choice between constants: it has arithmetic, a variable that has been computed so, or what memory holds.
func computes(x *ir.Expr, varies map[*ir.Var]bool) (found bool) {
	ir.Walk(x, func(y *ir.Expr) bool {
		found = found || y.Op >= ir.OpNeg && y.Op <= ir.OpXor || y.Op == ir.OpLoad || y.Op == ir.OpVar && varies[y.Var]
		return !found
	})
	return found
}

// ofMade says that x is computed of such variables, constants and integers in memory.
func ofMade(x *ir.Expr, made map[*ir.Var]bool) bool {
	ok := true
	ir.Walk(x, func(y *ir.Expr) bool {
		_, is := made[y.Var]
		ok = ok && y.Op != ir.OpAddr && y.Type.Kind != ir.Pointer && (y.Op != ir.OpVar || is)
		return ok && y.Op != ir.OpLoad
	})
	return ok
}

// byNumber says that an access may be through a number that was converted to a pointer.
func (a *analysis) byNumber(acc *access) bool {
	for _, c := range acc.touched {
		if a.objs[c.obj].rep == a.objs[a.ofNumber].rep {
			return true
		}
	}
	return false
}
