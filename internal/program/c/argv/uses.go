package argv

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Uses says what a program does with a list.
type Uses struct {
	Any   bool
	Taken int // see List
	// Read: it does nothing but read elements by an index, and an index alone where the variable is no list.
	Read bool
}

// IsList tells whether values of a type are lists of strings.
func IsList(t *types.Type) bool { return t.Kind == types.Pointer && t.Elem.Kind == types.Pointer }

// Of finds how a program uses a variable.
func Of(prog *core.Program, v *core.Var) (u Uses) {
	count, reads := 0, 0
	names := func(x core.Place) bool {
		p, ok := x.(*core.VarPlace)
		return ok && p.Var == v
	}
	place := func(x core.Place) {
		if names(x) {
			count++
		}
	}
	expr := func(at *core.Expr) {
		switch x := (*at).(type) {
		case *core.Load:
			if !IsList(v.Type) && names(x.X) {
				reads++
			}
			if d, ok := x.X.(*core.DerefPlace); ok {
				if add := element(d.X); add != nil && isValue(add.X, names) {
					reads++
				}
			}
		case *core.PtrAdd:
			n, ok := core.Unconverted(x.N).(*core.IntConst)
			if ok && !x.Sub && isValue(x.X, names) {
				if i, ok := n.Value.Int64(); ok && i < mostStrings {
					u.Taken = max(u.Taken, int(i)+1)
				}
			}
		}
	}
	for _, unit := range prog.Units {
		for _, g := range unit.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				core.InitParts(g.Var.Init, expr, place)
			case *core.FuncDef:
				for _, b := range []*core.Block{g.Func.Body, g.Func.Leave} {
					core.EachStmt(b, func(s core.Stmt) { core.Parts(s, expr, place) })
				}
			}
		}
	}
	u.Any, u.Read = count > 0, count == reads
	return u
}

// element is the computation of the address of an element; nil if there is none.
func element(x core.Expr) *core.PtrAdd {
	if c, ok := x.(*core.Checked); ok {
		x = c.X
	}
	add, _ := x.(*core.PtrAdd)
	return add
}

// isValue tells whether an expression is the value of a variable.
func isValue(x core.Expr, names func(core.Place) bool) bool {
	if c, ok := x.(*core.Checked); ok {
		x = c.X
	}
	l, ok := x.(*core.Load)
	return ok && names(l.X)
}
