package isr

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// effects are the variables of static storage duration that functions name as a whole: those that they read, and those that they write.
type effects struct{ reads, writes map[*core.Var]bool }

// shared names the variables that handlers share with the entry, one of which writes them, and that are not volatile.
func shared(defs map[*core.Var]*core.Func, entry *core.Func, handlers []*core.Func) (names []string) {
	program := effectsOf(defs, entry)
	add := func(a map[*core.Var]bool, b ...map[*core.Var]bool) {
		for v := range a {
			plain := v.Type.Quals&types.Volatile == 0 && v.Type.IsScalar()
			if plain && v.Name != "" && !slices.Contains(names, v.Name) && slices.ContainsFunc(b, func(set map[*core.Var]bool) bool { return set[v] }) {
				names = append(names, v.Name)
			}
		}
	}
	for _, h := range handlers {
		own := effectsOf(defs, h)
		add(own.writes, program.reads, program.writes)
		add(own.reads, program.writes)
	}
	slices.Sort(names)
	return names
}

// effectsOf are those of a function and of what it calls by name.
func effectsOf(defs map[*core.Var]*core.Func, f *core.Func) effects {
	e := effects{map[*core.Var]bool{}, map[*core.Var]bool{}}
	seen, todo := map[*core.Func]bool{f: true}, []*core.Func{f}
	enter := func(x core.Place, set map[*core.Var]bool) {
		if v, ok := x.(*core.VarPlace); ok && v.Var.Storage == core.Static {
			set[v.Var] = true
		}
	}
	for len(todo) > 0 {
		f, todo = todo[0], todo[1:]
		core.EachStmt(f.Body, func(s core.Stmt) {
			switch s := s.(type) {
			case *core.Assign:
				enter(s.Dst, e.writes)
			case *core.Builtin:
				enter(s.Dst, e.writes)
			case *core.Call:
				enter(s.Dst, e.writes)
				if g := defs[core.Called(s.Fun)]; g != nil && !seen[g] {
					seen[g] = true
					todo = append(todo, g)
				}
			}
			core.Parts(s, func(at *core.Expr) {
				if l, ok := (*at).(*core.Load); ok {
					enter(l.X, e.reads)
				}
			}, func(core.Place) {})
		})
	}
	return e
}
