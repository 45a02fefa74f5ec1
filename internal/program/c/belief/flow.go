package belief

import (
	"fmt"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Flow says that a pointer to a function gets the value of another one, or leads to a function: To and From are names of functions, or where pointers are, as Leads has it.
type Flow struct {
	To   string `json:"to"`
	From string `json:"from"`
}

// Leads names the function that a value leads to; if it is read, where from: a global variable, or a member, "struct s.free"; in FlowsIn a parameter, too, "init(2)". It is ""
// of others.
func Leads(x core.Expr) string {
	switch x := core.Unconverted(x).(type) {
	case *core.AddrOf:
		if f := core.Called(x); f != nil {
			return f.Name
		}
	case *core.Checked:
		return Leads(x.X)
	case *core.Load:
		return at(x.X)
	}
	return ""
}

// at names where a pointer is.
func at(p core.Place) string {
	switch p := p.(type) {
	case *core.VarPlace:
		if p.Var.Storage == core.Static {
			return p.Var.Name
		}
	case *core.FieldPlace:
		return member(p.X.Type(), p.Field)
	}
	return ""
}

func member(of *types.Type, f *types.Field) string { return of.Unqual().String() + "." + f.Name }

// isFunction tells whether a type is that of pointers to functions.
func isFunction(t *types.Type) bool { return t.Kind == types.Pointer && t.Elem.Kind == types.Func }

// FlowsIn are those of the statements of a function, in their order.
func FlowsIn(f *core.Func) (list []Flow) {
	given := func(name string, i int) string { return fmt.Sprintf("%s(%d)", name, i) }
	from := func(to string, x core.Expr) {
		if l, ok := core.Unconverted(x).(*core.Load); ok {
			if v, ok := l.X.(*core.VarPlace); ok && to != "" {
				if i := slices.Index(f.Params, v.Var); i >= 0 {
					list = append(list, Flow{to, given(f.Var.Name, i)})
				}
			}
		}
		list = flow(list, to, x)
	}
	core.EachStmt(f.Body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Assign:
			if isFunction(s.Dst.Type()) {
				from(at(s.Dst), s.Src)
			}
		case *core.Call:
			for i, a := range s.Args {
				if v := core.Called(s.Fun); v != nil && isFunction(a.Type()) {
					from(given(v.Name, i), a)
				}
			}
		case *core.Declare:
			list = initial(list, s.Var.Type, "", s.Init)
		}
	})
	return list
}

// FlowsOf are those of the initial value of a variable.
func FlowsOf(v *core.Var) []Flow { return initial(nil, v.Type, v.Name, v.Init) }

func flow(list []Flow, to string, x core.Expr) []Flow {
	if from := Leads(x); to != "" && from != "" {
		list = append(list, Flow{to, from})
	}
	return list
}

func initial(list []Flow, t *types.Type, name string, x core.Init) []Flow {
	switch x := x.(type) {
	case *core.ExprInit:
		if isFunction(t) {
			list = flow(list, name, x.X)
		}
	case *core.ListInit:
		for _, e := range x.Elems {
			switch {
			case e.Field != nil:
				list = initial(list, e.Field.Type, member(x.Typ, e.Field), e.Init)
			case t.Kind == types.Array:
				list = initial(list, t.Elem, "", e.Init)
			}
		}
	}
	return list
}
