// Package condition reads the conditions of witnesses, which package witness writes into copies of programs. They are the text of others, and macros
// of the program may give it any meaning, so that they are looked at here, after macros:
//
//	__craig_condition(e)   an execution in which e has no value comes to an error
//	__craig_constraint(e)  executions in which e has no value are outside the answer
//
// Both are the truth value of e, which must have no side effects.
package condition

import (
	"reflect"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

const condition, constraint = "__craig_condition", "__craig_constraint"

func named(name string) bool { return name == condition || name == constraint }

// Changes finds a condition in a tree of a program that changes something, or calls a function that pure does not accept; false if there is none.
func Changes(prog *core.Program, tree *syntax.Unit, pure func(name string) bool) (at syntax.Pos, found bool) {
	if !declared(prog) {
		return at, false
	}
	w := &walker{pure: pure}
	w.walk(reflect.ValueOf(tree), false)
	return w.at, w.found
}

// declared tells whether a program has one of the functions.
func declared(prog *core.Program) bool {
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.VarDef); ok && named(d.Var.Name) {
				return true
			}
		}
	}
	return false
}

// walker goes through a tree.
type walker struct {
	pure  func(name string) bool
	at    syntax.Pos
	found bool
}

// walk looks at what v leads to; inside tells that it is in a condition.
func (w *walker) walk(v reflect.Value, inside bool) {
	if w.found {
		return
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		if x, ok := v.Interface().(syntax.Expr); ok && v.Kind() == reflect.Pointer {
			if inside && w.changes(x) {
				w.at, w.found = x.Pos(), true
				return
			}
			if c, ok := x.(*syntax.Call); ok {
				if f, ok := c.Fun.(*syntax.Ident); ok && named(f.Name) {
					inside = true
				}
			}
		}
		w.walk(v.Elem(), inside)
	case reflect.Slice:
		for i := range v.Len() {
			w.walk(v.Index(i), inside)
		}
	case reflect.Struct:
		if v.Type().PkgPath() != reflect.TypeFor[syntax.Pos]().PkgPath() { // such as a symbol
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				w.walk(v.Field(i), inside)
			}
		}
	}
}

// changes tells whether an expression may do more than compute a value.
func (w *walker) changes(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Assign, *syntax.Postfix, *syntax.StmtExpr, *syntax.VaArg:
		return true
	case *syntax.Unary:
		return x.Op == syntax.Inc || x.Op == syntax.Dec
	case *syntax.Call:
		f, ok := x.Fun.(*syntax.Ident)
		return !ok || !named(f.Name) && !w.pure(f.Name)
	}
	return false
}

// Apply puts the truth values of conditions in the place of the calls. It gives the statements in which operations must have values.
func Apply(prog *core.Program) (list []core.Stmt) {
	if !declared(prog) {
		return nil
	}
	in := prog.Types.Basic(types.Int)
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			d, ok := g.(*core.FuncDef)
			if !ok {
				continue
			}
			core.Replace(d.Func.Body, func(s core.Stmt) []core.Stmt {
				c, ok := s.(*core.Call)
				if !ok {
					return []core.Stmt{s}
				}
				f := core.Called(c.Fun)
				if f == nil || !named(f.Name) || len(c.Args) != 1 || !c.Args[0].Type().IsScalar() {
					return []core.Stmt{s}
				}
				var value core.Stmt = &core.Eval{At: c.At, X: c.Args[0]}
				if c.Dst != nil { // a branch, so that what is asked of the result is one of the condition
					set := func(n int64) *core.Block {
						return &core.Block{At: c.At, List: []core.Stmt{&core.Assign{At: c.At, Dst: c.Dst, Src: &core.IntConst{At: c.At, Value: types.IntOf(n), Typ: in}}}}
					}
					value = &core.If{At: c.At, X: c.Args[0], Then: set(1), Else: set(0)}
				}
				if f.Name == condition {
					list = append(list, value)
				}
				return []core.Stmt{value}
			})
		}
	}
	return list
}
