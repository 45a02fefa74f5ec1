package alias

import "craig/internal/program/ir"

// A flag stands beside an integer variable that has the number of an address only after some of its
// assignments, and says whether it has one now: an error code that a function returns is often a constant on
// one way and was read from memory, where addresses may lie, on another. What is computed from the variable
// depends on the numbers of addresses only where the flag is set.
//
// flags makes them when they are first asked for, and what sets them once all statements are lowered.
type flags struct {
	*facts
	of   map[*ir.Var]*ir.Var
	sets []flagged // the assignments to variables that have flags, in the order of the edges
}

// A flagged is an assignment after which a flag has another value.
type flagged struct {
	edge *ir.Edge
	flag *ir.Var
	val  *ir.Expr
}

// numberDef is an assignment to an integer variable.
type numberDef struct {
	edge *ir.Edge
	val  *ir.Expr // nil: unknown, and no number of an address
}

// some says when one of the integers has the number of an address, as a condition; nil if that is not told apart.
func (f *flags) some(es ...*ir.Expr) *ir.Expr {
	c := ir.False()
	for _, e := range es {
		if !f.isNumber(e) {
			continue
		}
		d := f.when(e)
		if d == nil {
			return nil
		}
		c = ir.Or(c, d)
	}
	return c
}

// when says when the integer e, which may have the number of an address, has one; nil if that is not told apart.
func (f *flags) when(e *ir.Expr) *ir.Expr {
	switch e.Op {
	case ir.OpVar:
		if v := f.flag(e.Var); v != nil {
			return ir.ToBool(ir.VarExpr(v))
		}
	case ir.OpCast:
		if e.Args[0].Type.Kind == ir.Integer {
			return f.when(e.Args[0])
		}
	case ir.OpAdd, ir.OpSub:
		return f.some(e.Args...) // one of them: of two numbers the sum is none
	case ir.OpIte:
		return f.some(e.Args[1:]...)
	}
	return nil
}

// flag is v's; nil if it has none.
func (f *flags) flag(v *ir.Var) *ir.Var {
	if flag, ok := f.of[v]; ok {
		return flag
	}
	f.of[v] = nil
	exact := false
	for _, d := range f.defs[v] {
		if d.edge == nil { // a parameter of a function that is called
			return nil
		}
		exact = exact || d.val == nil || !f.isNumber(d.val)
	}
	if !exact && !f.copies(v) {
		return nil
	}
	flag := f.p.NewGlobal("$number("+v.Name+")", "", ir.Int(8, false), v.Pos)
	f.of[v] = flag
	for _, d := range f.defs[v] {
		val := ir.ConstInt(flag.Type, 0)
		if d.val != nil && f.isNumber(d.val) {
			val = ir.ConstInt(flag.Type, 1)
			if c := f.when(d.val); c != nil {
				val = ir.Ite(c, val, ir.ConstInt(flag.Type, 0))
			}
		}
		f.sets = append(f.sets, flagged{d.edge, flag, val})
	}
	return flag
}

// copies says that some assignment to v copies a variable that has a flag.
func (f *flags) copies(v *ir.Var) bool {
	for _, d := range f.defs[v] {
		if d.val != nil && f.when(d.val) != nil {
			return true
		}
	}
	return false
}

// set inserts what gives the flags their values, and returns what does at the entry.
func (f *flags) set() (entry []ir.Stmt) {
	cleared := map[*ir.Var]bool{}
	for _, s := range f.sets {
		insertAfter(f.p, s.edge, []ir.Stmt{&ir.Assign{Var: s.flag, Expr: s.val}})
		if !cleared[s.flag] {
			cleared[s.flag] = true
			entry = append(entry, &ir.Assign{Var: s.flag, Expr: ir.ConstInt(s.flag.Type, 0)})
		}
	}
	return entry
}
