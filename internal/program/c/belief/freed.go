package belief

import (
	"maps"
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Freed is a use of a pointer, as it is written, that the text has freed before, without anything between them that may have changed it. What is used after its end by another way, as in
// a list whose links are not what they should be, is none of them: whether they are, callers know.
type Freed struct {
	Free, Use core.Pos // the call that frees it, also in a function that it calls; the expression that reads it
	By        string   // what is called, as Leads has it
	Pointer   string   // the argument, as it is written
	Arg       int      // which one it is
	Sure      bool     // on each way to the use it is freed
	Access    bool     // the use is an access by the pointer, or another call of By with it, whenever the statement is executed
}

// FreesOf are the parameters that a function frees on each way to its end on which they are not null, by their numbers. Unless is a pointer to a function that it may give the parameter to
// instead, as in if (hook) hook(p); else free(p).
func FreesOf(f *core.Func, c *Callees) (list []int, unless string) {
	for i, frees := range c.mustFree(f.Var.Name) {
		if frees && f.Params[i].Type.Kind == types.Pointer {
			list = append(list, i)
		}
	}
	return list, c.unless[f]
}

// FreedIn are uses of freed pointers in a function, in the order of the walk, each once.
func FreedIn(f *core.Func, c *Callees) []Freed {
	list, sure := newFreed(f, c, false).found, newFreed(f, c, true).found
	for i, x := range list {
		list[i].Sure = slices.ContainsFunc(sure, func(y Freed) bool { return y.Free == x.Free && y.Use == x.Use })
	}
	return list
}

// Callees are functions of a file, with what is known of them.
type Callees struct {
	tested map[*core.Func]map[*core.Var]bool // see tests
	given  map[*core.Func][]string           // see gives
	fails  map[*core.Func]bool               // see Fails
	kept   map[*core.Var]bool                // see keeps, by parameters
	bodies map[string]*core.Func
	params map[*core.Func][]bool // which parameters functions free, wherever they end; what is not known yet is nil
	must   map[*core.Func][]bool // likewise those of mustFree
	unless map[*core.Func]string // see FreesOf
	only   map[string]bool       // they write nothing but their own variables
}

// NewCallees are functions by their names.
func NewCallees(bodies map[string]*core.Func) *Callees {
	return &Callees{bodies: bodies, params: map[*core.Func][]bool{}, must: map[*core.Func][]bool{}, unless: map[*core.Func]string{}, only: map[string]bool{}, tested: map[*core.Func]map[*core.Var]bool{}, given: map[*core.Func][]string{}, fails: map[*core.Func]bool{}, kept: map[*core.Var]bool{}}
}

type freedWalker struct {
	*walker
	*Callees
	counts map[*core.Var]bool // variables that depend on memory
	by     map[release]Freed  // By, Pointer and Arg of calls that free something
	found  []Freed
	jumps  map[*core.Label]beliefs
	ends   []beliefs
	of     *core.Func
	strict bool // what only one way frees is not freed where ways meet, whatever decides
}

// release is a call that frees what a place leads to, as that is written.
type release struct {
	at  core.Pos
	key string
}

// released is how what a belief is about was freed.
func (w *freedWalker) released(b belief) Freed { return w.by[release{b.at, core.Spelled(b.place)}] }

// newFreed has gone through a function.
func newFreed(f *core.Func, c *Callees, strict bool) *freedWalker {
	w := &freedWalker{walker: &walker{escapes: map[*core.Var]bool{}}, of: f, strict: strict, Callees: c, counts: map[*core.Var]bool{}, by: map[release]Freed{}, jumps: map[*core.Label]beliefs{}}
	core.EachStmt(f.Body, func(s core.Stmt) {
		w.addresses(s)
		w.counted(s)
	})
	w.ends = append(w.ends, w.block(f.Body, beliefs{}))
	return w
}

// isFreed is the key of the belief that what is written so has been freed, isPassed of that that it was given to a pointer to a function.
func isFreed(key string) string  { return "free " + key }
func isPassed(key string) string { return "pass " + key }

// frees are the parameters of a function that it frees on each way to its end on which they are not null.
func (c *Callees) frees(name string) []bool {
	switch name {
	case "free", "realloc", "reallocarray", "fclose", "pclose", "closedir":
		return []bool{true}
	case "": // what a pointer leads to may be free, or free one of its arguments: an execution says it
		return []bool{true, true, true}
	}
	return c.freesIn(name, c.params, false)
}

// mustFree are those of them of which no condition decides whether they are freed but whether they are null.
func (c *Callees) mustFree(name string) []bool {
	switch {
	case name == "":
		return nil
	case c.bodies[name] == nil:
		return c.frees(name)
	}
	return c.freesIn(name, c.must, true)
}

// freesIn are the parameters of a function that it frees, as a walk finds them that is strict, or not.
func (c *Callees) freesIn(name string, known map[*core.Func][]bool, strict bool) []bool {
	f := c.bodies[name]
	if f == nil {
		return nil
	}
	if list, ok := known[f]; ok {
		return list
	}
	known[f] = nil // until it is known, if it calls itself
	ends := newFreed(f, c, strict).ends
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
	known[f] = list
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
func (w *freedWalker) join(a, b beliefs, all bool) beliefs {
	all = all && !w.strict
	c := both(maps.Clone(a), b)
	for _, x := range []struct{ has, other beliefs }{{a, b}, {b, a}} {
		for key, of := range x.has {
			name, freed := strings.CutPrefix(key, isFreed(""))
			_, null := x.other[isNull(name)]
			passed, is := x.other[isPassed(name)]
			if freed && (all || null || is) {
				c[key] = of
			}
			if freed && is {
				w.unless[w.of] = w.released(passed).By
			}
		}
	}
	return c
}

// reads tells whether a value depends on numbers in memory, such as a count of references, of which callers know what it is.
func (w *freedWalker) reads(x core.Expr) (memory bool) {
	core.Parts(&core.Eval{X: x}, func(at *core.Expr) {
		if l, ok := (*at).(*core.Load); ok {
			v := variables(l.X)
			memory = memory || v == nil && l.Type().Kind != types.Pointer
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
		if b, ok := in[isFreed(core.Spelled(l.X))]; ok {
			w.note(b, Freed{Use: l.At})
		}
	}, func(core.Place) {})
	w.accesses(s, in)
	switch s := s.(type) {
	case *core.Case:
		return beliefs{}
	case *core.Labeled:
		return w.join(in, w.jumps[s.Label], true)
	case *core.Goto:
		w.jumps[s.Label] = w.join(in, w.jumps[s.Label], true)
		return nil
	case *core.Return:
		w.ends = append(w.ends, in)
		return nil
	case *core.GotoPtr, *core.Continue:
		return nil
	case *core.Break:
		if n := len(w.breaks) - 1; n >= 0 {
			w.breaks[n] = w.join(w.breaks[n], in, true)
		}
		return nil
	case *core.Block:
		return w.block(s, in)
	case *core.If:
		yes, no := maps.Clone(in), maps.Clone(in)
		w.assume(s.X, true, yes)
		w.assume(s.X, false, no)
		return w.join(w.block(s.Then, yes), w.block(s.Else, no), !w.reads(s.X))
	case *core.Loop:
		w.breaks = append(w.breaks, nil)
		round := w.join(in, w.block(s.Step, w.block(s.Body, maps.Clone(in))), true)
		for key := range round {
			if _, ok := in[key]; !ok { // what one round frees the next one may use
				w.block(s.Step, w.block(s.Body, round))
				break
			}
		}
		out := w.breaks[len(w.breaks)-1]
		w.breaks = w.breaks[:len(w.breaks)-1]
		return out
	case *core.Switch:
		w.breaks = append(w.breaks, nil)
		w.block(s.Body, nil)
		w.breaks = w.breaks[:len(w.breaks)-1]
		return w.changed(in, s)
	case *core.Declare:
		in = w.without(in, func(p core.Place) bool { return uses(p, s.Var) })
		if x, ok := s.Init.(*core.ExprInit); ok {
			w.copyTo(&core.VarPlace{Var: s.Var}, x.X, in)
		}
		return in
	case *core.Call:
		return w.call(s, in)
	case *core.Assign:
		in = w.changed(in, s)
		w.copyTo(s.Dst, s.Src, in)
		return in
	}
	return w.changed(in, s)
}

// note notes a use of what has been freed.
func (w *freedWalker) note(b belief, x Freed) {
	of := w.released(b)
	x.Free, x.By, x.Pointer, x.Arg = b.at, of.By, of.Pointer, of.Arg
	for i, y := range w.found {
		if y.Free == x.Free && y.Use == x.Use && y.Pointer == x.Pointer {
			w.found[i].Access = y.Access || x.Access
			return
		}
	}
	w.found = append(w.found, x)
}

// accesses notes where a statement accesses memory by pointers that are freed, or frees them again, whenever it is executed.
func (w *freedWalker) accesses(s core.Stmt, in beliefs) {
	always(s, func(*core.Load) {}, func(p *core.DerefPlace) {
		if l, ok := pointer(p.X); ok {
			if b, ok := in[isFreed(core.Spelled(l.X))]; ok {
				w.note(b, Freed{Use: l.At, Access: true})
			}
		}
	})
	c, ok := s.(*core.Call)
	if !ok {
		return
	}
	for i, a := range c.Args {
		l, ok := pointer(a)
		if !ok {
			continue
		}
		b, freed := in[isFreed(core.Spelled(l.X))]
		if by := Leads(c.Fun); freed && (i == w.released(b).Arg && by != "" && by == w.released(b).By || slices.Contains(movers, by) && i < 2 || slices.Contains(Closers, w.released(b).By) && slices.Contains(lookers, by)) {
			w.note(b, Freed{Use: l.At, Access: true})
		}
	}
}

// Closers are functions of the library that end what a pointer leads to without being those of blocks.
var Closers = []string{"fclose", "pclose", "closedir"}

// movers are functions of the library that access what their first arguments lead to.
var movers = []string{"memcpy", "memmove", "memset", "memcmp", "strlen", "strcpy", "strcmp", "strcat", "strncpy", "strncmp"}

// isCopy begins the keys of the beliefs that a variable has the value of another one: they are there for both, so that either ends it.
const isCopy = "copy "

// copyTo notes that a variable of the function gets the value of another one.
func (w *freedWalker) copyTo(dst core.Place, src core.Expr, in beliefs) {
	l, ok := core.Unconverted(src).(*core.Load)
	if !ok || in == nil || l.Type().Kind != types.Pointer {
		return
	}
	to, ok := dst.(*core.VarPlace)
	from, is := l.X.(*core.VarPlace)
	if !ok || !is || to.Var == from.Var || !w.own(to) || !w.own(from) || to.Var.Written() == "" || from.Var.Written() == "" {
		return
	}
	key := isCopy + to.Var.Name + " " + from.Var.Name
	in[key+" to"], in[key+" from"] = belief{at: l.At, place: to}, belief{at: l.At, place: from}
}

// copiesOf are variables that have the value of one.
func (w *freedWalker) copiesOf(p core.Place, in beliefs) (list []core.Place) {
	name := core.Spelled(p)
	for _, key := range slices.Sorted(maps.Keys(in)) {
		pair, ok := strings.CutSuffix(key, " to")
		if !ok || !strings.HasPrefix(pair, isCopy) {
			continue
		}
		from, ok := in[pair+" from"]
		switch to := in[key]; {
		case !ok:
		case core.Spelled(to.place) == name:
			list = append(list, from.place)
		case core.Spelled(from.place) == name:
			list = append(list, to.place)
		}
	}
	return list
}

// call is what is freed behind a call.
func (w *freedWalker) call(s *core.Call, in beliefs) beliefs {
	name := called(s)
	frees, key := w.frees(name), isFreed
	if w.strict && name == "" {
		key = isPassed
	} else if w.strict {
		frees = w.mustFree(name)
		if f := w.bodies[name]; f != nil && w.unless[f] != "" {
			w.unless[w.of] = w.unless[f]
		}
	}
	if len(in) == 0 && frees == nil {
		return in
	}
	only := w.onlyFrees(name, map[string]bool{})
	if !only {
		in = w.changed(in, s)
	}
	for i, a := range s.Args {
		if l, ok := pointer(a); ok && in != nil && i < len(frees) && frees[i] && core.Spelled(l.X) != "" && (only || w.own(l.X)) {
			for _, freed := range append(w.copiesOf(l.X, in), l.X) {
				w.by[release{s.At, core.Spelled(freed)}] = Freed{By: Leads(s.Fun), Pointer: core.Spelled(l.X), Arg: i}
				in[key(core.Spelled(freed))] = belief{at: s.At, place: freed}
			}
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

// onlyFrees tells whether a function writes nothing but its own variables, so that what leads to a block that it frees still does. Those in seen call it, and are looked at already.
func (c *Callees) onlyFrees(name string, seen map[string]bool) bool {
	f := c.bodies[name]
	known, ok := c.only[name]
	switch {
	case f == nil:
		return c.frees(name) != nil
	case ok:
		return known
	case seen[name]:
		return true
	}
	first, only := len(seen) == 0, true
	seen[name] = true
	core.EachStmt(f.Body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Assign:
			v := variables(s.Dst)
			only = only && len(v) == 1
			for v := range v {
				only = only && (v.Storage == core.Auto || v.Storage == core.Param)
			}
		case *core.Call:
			only = only && c.onlyFrees(called(s), seen)
		}
	})
	if first || !only {
		c.only[name] = only
	}
	return only
}
