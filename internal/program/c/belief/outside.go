package belief

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Index is an index of an array that is a variable, of known length, which depends on nothing that the function is given: where it is outside, the function is to blame.
type Index struct {
	At      core.Pos // the index
	Outside bool     // it is a constant outside of the array, and the element is accessed whenever its statement is executed

	// Or what the function itself has seen to lets it be the length of the array, or more: a test, or an assignment, after which it is Most at most.
	Limit    core.Pos
	Variable string
	Most     int64

	Short string // or it is the address of what is shorter than what a function of the library accesses: why
}

// IndicesIn are those of a function, in the order of the text: constants outside, and variables that are given nothing but constants and what is computed of them, and are compared
// with constants; and those that the function lets be too large itself.
func IndicesIn(f *core.Func, c *Callees) []Index {
	list := append(walk(f, NewCallees(nil)).beyondIt, tooLong(f)...)
	for _, x := range beyondIn(f, c) {
		if !slices.ContainsFunc(list, func(y Index) bool { return y.At == x.At }) {
			list = append(list, x)
		}
	}
	w := &walker{escapes: map[*core.Var]bool{}}
	values, bounded := map[*core.Var][]core.Expr{}, map[*core.Var]bool{}
	given := map[*core.Var]bool{} // what else gives them a value
	core.EachStmt(f.Body, func(s core.Stmt) {
		w.addresses(s)
		switch s := s.(type) {
		case *core.Assign:
			if v, ok := s.Dst.(*core.VarPlace); ok {
				values[v.Var] = append(values[v.Var], s.Src)
			}
		case *core.Declare:
			if x, ok := s.Init.(*core.ExprInit); ok {
				values[s.Var] = append(values[s.Var], x.X)
			}
		case *core.Call, *core.Builtin, *core.Asm:
			w.dst(s, given)
		}
		core.Parts(s, func(at *core.Expr) {
			x, ok := (*at).(*core.Binary)
			if !ok || !x.Op.IsComparison() {
				return
			}
			for _, y := range [][2]core.Expr{{x.X, x.Y}, {x.Y, x.X}} {
				if v := variable(y[0]); v != nil && constant(y[1]) {
					bounded[v] = true
				}
			}
		}, func(core.Place) {})
	})
	var free func(v *core.Var, seen map[*core.Var]bool) bool
	free = func(v *core.Var, seen map[*core.Var]bool) bool {
		if seen[v] {
			return true
		}
		seen[v] = true
		if v.Storage != core.Auto || w.escapes[v] || given[v] && !v.Temp || len(values[v]) == 0 {
			return false
		}
		all := true
		for _, x := range values[v] {
			leaves(x, func(y core.Expr) {
				u := variable(y)
				all = all && (constant(y) || u != nil && free(u, seen))
			})
		}
		return all
	}
	core.EachStmt(f.Body, func(s core.Stmt) {
		always(s, func(*core.Load) {}, func(p *core.DerefPlace) {
			a := element(p)
			if a == nil {
				return
			}
			_, own := a.X.(*core.Decay).X.(*core.VarPlace)
			n := core.Unconverted(a.N)
			if c, ok := n.(*core.IntConst); ok && (own || inner(a.X.(*core.Decay).X)) {
				if i, ok := c.Value.Int64(); ok && (i < 0 || i >= a.Array().Len) {
					list = append(list, Index{At: n.Pos(), Outside: true})
				}
			} else if !own {
				return
			} else if v := variable(n); v != nil && bounded[v] && free(v, map[*core.Var]bool{}) {
				list = append(list, Index{At: n.Pos()})
			}
		})
	})
	return list
}

// element is how an element of an array of known length is found; nil if a place is none.
func element(p *core.DerefPlace) *core.PtrAdd {
	x := core.Unconverted(p.X)
	if c, ok := x.(*core.Checked); ok {
		x = core.Unconverted(c.X)
	}
	if a, ok := x.(*core.PtrAdd); ok && a.Array() != nil {
		return a
	}
	return nil
}

// inner tells whether an array is a member of a structure behind which there are others, so that it is as long as it is declared.
func inner(p core.Place) bool {
	q, ok := p.(*core.FieldPlace)
	if !ok || q.X.Type().Kind != types.Struct || q.Field.Type.Len < 2 {
		return false
	}
	fields := q.X.Type().Unqual().Record.Fields
	return q.Field.Name != "" && q.Field.Name != fields[len(fields)-1].Name
}

// variable is the variable that a value is read from; nil if it is none.
func variable(x core.Expr) *core.Var {
	if l, ok := core.Unconverted(x).(*core.Load); ok {
		if v, ok := l.X.(*core.VarPlace); ok {
			return v.Var
		}
	}
	return nil
}

// constant tells whether a value is a constant, also one that is a variable.
func constant(x core.Expr) bool {
	if _, ok := core.Unconverted(x).(*core.IntConst); ok {
		return true
	}
	v := variable(x)
	return v != nil && v.Storage == core.Static && v.Type.Quals&types.Const != 0
}

// leaves visits the operands of which a value is computed.
func leaves(x core.Expr, visit func(core.Expr)) {
	inner := false
	for y := range core.Operands(x) {
		inner = true
		leaves(y, visit)
	}
	if !inner {
		visit(x)
	}
}

// always visits the values that a statement reads, and the places that it accesses by pointers, whenever it is executed, those that find others before them.
func always(s core.Stmt, read func(*core.Load), visit func(*core.DerefPlace)) {
	var value func(x core.Expr)
	var place func(p core.Place)
	place = func(p core.Place) {
		switch p := p.(type) {
		case *core.FieldPlace:
			place(p.X)
		case *core.PartPlace:
			place(p.X)
		case *core.DerefPlace:
			value(p.X)
			visit(p)
		}
	}
	value = func(x core.Expr) {
		switch x := x.(type) {
		case nil, *core.AddrOf, *core.Decay:
		case *core.Load:
			place(x.X)
			read(x)
		case *core.Logical:
			value(x.X)
		case *core.Cond:
			value(x.X)
		default:
			for y := range core.Operands(x) {
				value(y)
			}
		}
	}
	switch s := s.(type) {
	case *core.Assign:
		value(s.Src)
		place(s.Dst)
	case *core.Declare:
		if x, ok := s.Init.(*core.ExprInit); ok {
			value(x.X)
		}
	case *core.If:
		value(s.X)
	case *core.Eval:
		value(s.X)
	case *core.Return:
		value(s.X)
	case *core.Call:
		value(s.Fun)
		for _, a := range s.Args {
			value(a)
		}
	}
}
