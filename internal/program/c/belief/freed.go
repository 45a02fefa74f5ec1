package belief

import (
	"maps"
	"strings"

	"craig/internal/program/c/core"
)

// Freed is a use of a pointer, as it is written, that the text has freed before, without anything between them that may have changed it. What is used after its end by another way, as in
// a list whose links are not what they should be, is none of them: whether they are, callers know.
type Freed struct {
	Free, Use core.Pos // the call that frees it, also in a function that it calls; the expression that reads it
}

// FreedIn are uses of freed pointers in a function, in the order of the walk, each once. bodies are functions by their names.
func FreedIn(f *core.Func, bodies map[string]*core.Func) []Freed {
	return newFreed(f, bodies, map[*core.Func][]bool{}).found
}

type freedWalker struct {
	*walker
	bodies map[string]*core.Func
	known  map[*core.Func][]bool // which parameters functions free, wherever they end; what is not known yet is nil
	counts map[*core.Var]bool    // variables that depend on memory
	seen   map[Freed]bool
	found  []Freed
	jumps  map[*core.Label]beliefs
	ends   []beliefs
}

// newFreed has gone through a function.
func newFreed(f *core.Func, bodies map[string]*core.Func, known map[*core.Func][]bool) *freedWalker {
	w := &freedWalker{walker: &walker{escapes: map[*core.Var]bool{}}, bodies: bodies, known: known, counts: map[*core.Var]bool{}, seen: map[Freed]bool{}, jumps: map[*core.Label]beliefs{}}
	core.EachStmt(f.Body, func(s core.Stmt) {
		w.addresses(s)
		w.counted(s)
	})
	w.ends = append(w.ends, w.block(f.Body, beliefs{}))
	return w
}

// isFreed is the key of the belief that what is written so has been freed.
func isFreed(key string) string { return "free " + key }

// frees are the parameters of a function that it frees on each way to its end on which they are not null.
func (w *freedWalker) frees(name string) []bool {
	switch name {
	case "free", "realloc", "reallocarray":
		return []bool{true}
	}
	f := w.bodies[name]
	if f == nil {
		return nil
	}
	if list, ok := w.known[f]; ok {
		return list
	}
	w.known[f] = nil // until it is known, if it calls itself
	ends := newFreed(f, w.bodies, w.known).ends
	list := make([]bool, len(f.Params))
	for i, v := range f.Params {
		for _, end := range ends {
			if end == nil {
				continue
			}
			if _, list[i] = end[isFreed(v.Name)]; !list[i] {
				if _, null := end[isNull(v.Name)]; !null {
					break
				}
			}
		}
	}
	w.known[f] = list
	return list
}

func (w *freedWalker) block(b *core.Block, in beliefs) beliefs {
	if b == nil {
		return in
	}
	for _, s := range b.List {
		in = w.stmt(s, in)
	}
	return in
}

// join is what may be freed where control comes from one place or another. What only one has freed counts if the other has found it null, or if all does.
func join(a, b beliefs, all bool) beliefs {
	c := both(maps.Clone(a), b)
	for _, x := range []struct{ has, other beliefs }{{a, b}, {b, a}} {
		for key, of := range x.has {
			name, freed := strings.CutPrefix(key, isFreed(""))
			if _, null := x.other[isNull(name)]; freed && (all || null) {
				c[key] = of
			}
		}
	}
	return c
}

// reads tells whether a value depends on memory, such as a count of references, of which callers know what it is.
func (w *freedWalker) reads(x core.Expr) (memory bool) {
	core.Parts(&core.Eval{X: x}, func(at *core.Expr) {
		if l, ok := (*at).(*core.Load); ok {
			v := variables(l.X)
			memory = memory || v == nil
			for v := range v {
				memory = memory || w.counts[v]
			}
		}
	}, func(core.Place) {})
	return memory
}

// counted notes the variables to which a statement gives a value that depends on memory.
func (w *freedWalker) counted(s core.Stmt) {
	switch s := s.(type) {
	case *core.Assign:
		if w.reads(s.Src) {
			maps.Copy(w.counts, variables(s.Dst))
		}
	case *core.Declare:
		if x, ok := s.Init.(*core.ExprInit); ok && w.reads(x.X) {
			w.counts[s.Var] = true
		}
	case *core.Builtin: // on atomic variables
		if s.Dst != nil {
			maps.Copy(w.counts, variables(s.Dst))
		}
	}
}

func (w *freedWalker) stmt(s core.Stmt, in beliefs) beliefs {
	core.Parts(s, func(at *core.Expr) {
		l, ok := (*at).(*core.Load)
		if !ok {
			return
		}
		if b, ok := in[isFreed(core.Spelled(l.X))]; ok && !w.seen[Freed{b.at, l.At}] {
			w.seen[Freed{b.at, l.At}] = true
			w.found = append(w.found, Freed{b.at, l.At})
		}
	}, func(core.Place) {})
	switch s := s.(type) {
	case *core.Case:
		return beliefs{}
	case *core.Labeled:
		return join(in, w.jumps[s.Label], true)
	case *core.Goto:
		w.jumps[s.Label] = join(in, w.jumps[s.Label], true)
		return nil
	case *core.Return:
		w.ends = append(w.ends, in)
		return nil
	case *core.GotoPtr, *core.Continue:
		return nil
	case *core.Break:
		if n := len(w.breaks) - 1; n >= 0 {
			w.breaks[n] = join(w.breaks[n], in, true)
		}
		return nil
	case *core.Block:
		return w.block(s, in)
	case *core.If:
		yes, no := maps.Clone(in), maps.Clone(in)
		w.assume(s.X, true, yes)
		w.assume(s.X, false, no)
		return join(w.block(s.Then, yes), w.block(s.Else, no), !w.reads(s.X))
	case *core.Loop:
		for range 2 { // what one round frees the next one may use
			w.breaks = append(w.breaks, nil)
			round := w.block(s.Step, w.block(s.Body, maps.Clone(in)))
			in = join(in, round, true)
		}
		n := len(w.breaks)
		out := join(w.breaks[n-2], w.breaks[n-1], true)
		w.breaks = w.breaks[:n-2]
		return out
	case *core.Switch:
		w.breaks = append(w.breaks, nil)
		w.block(s.Body, nil)
		w.breaks = w.breaks[:len(w.breaks)-1]
		return w.changed(in, s)
	case *core.Declare:
		return w.without(in, func(p core.Place) bool { return uses(p, s.Var) })
	case *core.Call:
		return w.call(s, in)
	}
	return w.changed(in, s)
}

// call is what is freed behind a call.
func (w *freedWalker) call(s *core.Call, in beliefs) beliefs {
	name := called(s)
	frees := w.frees(name)
	if w.bodies[name] != nil || frees == nil { // free itself writes nothing that the program reads
		in = w.changed(in, s)
	}
	for i, a := range s.Args {
		if l, ok := pointer(a); ok && in != nil && i < len(frees) && frees[i] && core.Spelled(l.X) != "" && (w.own(l.X) || w.onlyFrees(name, 0)) {
			in[isFreed(core.Spelled(l.X))] = belief{s.At, l.X}
		}
	}
	if s.Dst == nil {
		return in
	}
	vars := variables(s.Dst)
	return w.without(in, func(p core.Place) bool {
		for v := range vars {
			if uses(p, v) {
				return true
			}
		}
		return vars == nil && !w.own(p)
	})
}

// called is the name of the function that a call names; "" if it calls a pointer.
func called(s *core.Call) string {
	if a, ok := s.Fun.(*core.AddrOf); ok {
		if f, ok := a.X.(*core.VarPlace); ok {
			return f.Var.Name
		}
	}
	return ""
}

// mostCalls is how deep calls are looked into.
const mostCalls = 8

// onlyFrees tells whether a function, that is called by depth others, writes nothing but its own variables, so that what leads to a block that it frees still does.
func (w *freedWalker) onlyFrees(name string, depth int) bool {
	f := w.bodies[name]
	if f == nil {
		return w.frees(name) != nil
	}
	only := depth < mostCalls
	core.EachStmt(f.Body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Assign:
			v := variables(s.Dst)
			only = only && len(v) == 1
			for v := range v {
				only = only && (v.Storage == core.Auto || v.Storage == core.Param)
			}
		case *core.Call:
			only = only && w.onlyFrees(called(s), depth+1)
		}
	})
	return only
}
