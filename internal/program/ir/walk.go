package ir

import "fmt"

// Map rebuilds e bottom-up: f is applied to every subexpression whose arguments have been
// mapped. Shared subexpressions of a small expression are mapped once for each occurrence;
// subexpressions that do not change stay shared.
func Map(e *Expr, f func(*Expr) *Expr) *Expr {
	return f(mapArgs(e, func(a *Expr) *Expr { return Map(a, f) }))
}

// mapArgs is e with f of its arguments, folded by the constructors.
func mapArgs(e *Expr, f func(*Expr) *Expr) *Expr {
	var args []*Expr // nil until an argument changes
	for i, a := range e.Args {
		b := f(a)
		if b != a && args == nil {
			args = append(make([]*Expr, 0, len(e.Args)), e.Args[:i]...)
		}
		if args != nil {
			args = append(args, b)
		}
	}
	if args != nil {
		return Rebuild(e, args)
	}
	return e
}

// Subst replaces variables by expressions of their type; m returns nil for those that stay.
func Subst(e *Expr, m func(*Var) *Expr) *Expr {
	return Map(e, func(e *Expr) *Expr {
		if e.Op == OpVar {
			if r := m(e.Var); r != nil {
				return r
			}
		}
		return e
	})
}

// Walk calls f on every subexpression, e first; f returns false to leave out the arguments.
func Walk(e *Expr, f func(*Expr) bool) {
	if !f(e) {
		return
	}
	for _, a := range e.Args {
		Walk(a, f)
	}
}

// Operands are what e is the conjunction of, if it is an OpLAnd, or the disjunction of, if it is an OpLOr, however these are
// nested. Of other expressions it is e alone.
func Operands(e *Expr) []*Expr {
	if e.Op != OpLAnd && e.Op != OpLOr {
		return []*Expr{e}
	}
	var list []*Expr
	var add func(x *Expr)
	add = func(x *Expr) {
		if x.Op != e.Op {
			list = append(list, x)
			return
		}
		add(x.Args[0])
		add(x.Args[1])
	}
	add(e)
	return list
}

// Larger says that e has more than n subexpressions, counting each as often as it occurs. It looks at no more than that.
func Larger(e *Expr, n int) bool {
	Walk(e, func(*Expr) bool {
		n--
		return n >= 0
	})
	return n < 0
}

// EachVar calls f on every variable that e reads, regions of loads included, once for each
// occurrence, in the order of the text.
func EachVar(e *Expr, f func(*Var)) {
	switch {
	case e.Op == OpVar:
		f(e.Var)
	case e.Op == OpLoad && e.Region != nil:
		f(e.Region)
	}
	for _, a := range e.Args {
		EachVar(a, f)
	}
}

// Size is the number of operators and leaves of e, counting no further than limit.
func Size(e *Expr, limit int) int {
	n := 0
	Walk(e, func(*Expr) bool {
		n++
		return n < limit
	})
	return min(n, limit)
}

// Equal says whether two expressions are the same by structure.
func Equal(a, b *Expr) bool {
	if a == b {
		return true
	}
	if a.Op != b.Op || a.Type != b.Type || a.Var != b.Var || a.Obj != b.Obj || a.Region != b.Region ||
		a.NoWrap != b.NoWrap || len(a.Args) != len(b.Args) || !a.Val.Eq(b.Val) {
		return false
	}
	for i := range a.Args {
		if !Equal(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// Exprs calls f on the expressions of s, in order.
func Exprs(s Stmt, f func(*Expr)) {
	switch s := s.(type) {
	case *Skip, *Havoc:
	case *Assign:
		f(s.Expr)
	case *Assume:
		f(s.Cond)
	case *Store:
		f(s.Addr)
		f(s.Val)
	case *Alloc:
		if s.Size != nil {
			f(s.Size)
		}
	case *Free:
		if s.Addr != nil {
			f(s.Addr)
		}
	case *CopyShadow:
		f(s.To)
		if s.From != nil {
			f(s.From)
		}
	case *Clobber:
		for _, r := range s.Roots {
			f(r.Ptr)
		}
	case *Sync:
		if s.Handle != nil {
			f(s.Handle)
		}
	case *Call:
		if s.Target != nil {
			f(s.Target)
		}
		for _, a := range s.Args {
			f(a)
		}
	default:
		panic(fmt.Sprintf("ir: unknown statement %T", s))
	}
}

// MapExprs is s with f applied to its expressions, and without its Fault; s itself if none changes.
func MapExprs(s Stmt, f func(*Expr) *Expr) Stmt {
	switch s := s.(type) {
	case *Skip, *Havoc:
	case *Assign:
		if e := f(s.Expr); e != s.Expr {
			return &Assign{Var: s.Var, Expr: e}
		}
	case *Assume:
		if e := f(s.Cond); e != s.Cond {
			return &Assume{Cond: e}
		}
	case *Store:
		if a, v := f(s.Addr), f(s.Val); a != s.Addr || v != s.Val {
			return &Store{Region: s.Region, Addr: a, Val: v}
		}
	case *Alloc:
		if s.Size == nil {
			return s
		}
		if e := f(s.Size); e != s.Size {
			c := *s
			c.Size = e
			return &c
		}
	case *Free:
		if s.Addr == nil {
			return s
		}
		if a := f(s.Addr); a != s.Addr {
			return &Free{Addr: a}
		}
	case *CopyShadow:
		c := *s
		if c.To = f(s.To); s.From != nil {
			c.From = f(s.From)
		}
		if c.To != s.To || c.From != s.From {
			return &c
		}
	case *Clobber:
		c := *s
		changed := false
		c.Roots = make([]ClobberRoot, len(s.Roots))
		for i, r := range s.Roots {
			c.Roots[i] = ClobberRoot{f(r.Ptr), r.Reach}
			changed = changed || c.Roots[i].Ptr != r.Ptr
		}
		if changed {
			return &c
		}
	case *Sync:
		if s.Handle == nil {
			return s
		}
		if e := f(s.Handle); e != s.Handle {
			return &Sync{Op: s.Op, Handle: e}
		}
	case *Call:
		c := *s
		changed := false
		if s.Target != nil {
			c.Target = f(s.Target)
			changed = c.Target != s.Target
		}
		c.Args = make([]*Expr, len(s.Args))
		for i, a := range s.Args {
			c.Args[i] = f(a)
			changed = changed || c.Args[i] != a
		}
		if changed {
			return &c
		}
	default:
		panic(fmt.Sprintf("ir: unknown statement %T", s))
	}
	return s
}

// Written is the variable that s changes: of a Store its region; nil if none. (A Call changes
// more, whatever its callees do, and so does a Clobber.)
func Written(s Stmt) *Var {
	switch s := s.(type) {
	case *Assign:
		return s.Var
	case *Havoc:
		return s.Var
	case *Store:
		return s.Region
	case *Alloc:
		return s.Result
	case *Clobber:
		return s.Result
	case *Call:
		return s.Result
	}
	return nil
}

// EachRead calls f on every variable that s reads, once for each occurrence. A Store reads its
// region: the cells that it does not change.
func EachRead(s Stmt, f func(*Var)) {
	if st, ok := s.(*Store); ok && st.Region != nil {
		f(st.Region)
	}
	Exprs(s, func(e *Expr) { EachVar(e, f) })
}

// Reads tells whether an expression reads memory.
func Reads(e *Expr) bool {
	found := false
	Walk(e, func(x *Expr) bool {
		found = found || x.Op == OpLoad
		return !found
	})
	return found
}
