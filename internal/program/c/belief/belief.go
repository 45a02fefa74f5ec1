// Package belief finds what a program takes for granted and tests nevertheless: of the two, one is a mistake, whichever it is (Engler, Chen,
// Hallem, Chou, Chelf, "Bugs as deviant behavior", SOSP 2001).
//
// A test that comes after an access by the same pointer says that the pointer may be null there; the access says that it is not. What is between
// them is followed through the statements of a function: an assignment to the pointer, or to something by which it is reached, ends the belief, and
// so does, for what is not a variable of the function alone, any write to memory and any call. Where control comes from several places, what all of them
// believe holds. Tests that a macro writes behind an access say nothing of the place where it is used, and are left out, as the paper does it.
//
// Likewise an access by a pointer that a test in front of it has found null, as in if (!p) return p->x (null.go). What callers give is believed to be null at times where
// nearly all functions of a file test it.
//
// Package belief says what the text says. Whether an execution goes wrong there, the verifier has to say.
package belief

import (
	"fmt"
	"maps"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/order"
	"craig/internal/program/c/types"
)

// Contradiction is a test of a pointer that an access takes for granted.
type Contradiction struct {
	Pointer string   // as the program may write it
	Access  core.Pos // by it
	Test    core.Pos // whether it is null
	Null    bool     // the test is in front of the access, and has found that the pointer is null; else it is behind it
	Edge    bool     // Pointer is an index, or a pointer, that the test in front has found to be at most something: if that is a number of elements, or their end, the access is one too far
	Fixed   bool     // with Edge: that is a constant, which says how many elements a variable has, and nothing of what callers give
}

// Result is a pointer that a call gives, or that the function is given, and what is done first with it on some way: a test, or an access by it. A function whose
// results are tested nearly always is believed to fail.
type Result struct {
	Function string      // that is called, or where a pointer to it is, as Leads has it; "" of a parameter
	Param    *types.Type // of a parameter, a pointer to a structure: what it leads to
	Call     core.Pos    // where; of a parameter its place
	Tested   bool
	Access   core.Pos // if Tested is not set
	Moved    core.Pos // an access in front of that by a function of the library, unless its length is 0
}

// Of are the contradictions in a function, in the order of their tests, and the results that it uses, in the order of their uses. What it has a function test that it calls counts as
// tested.
func Of(f *core.Func, c *Callees) ([]Contradiction, []Result) {
	w := walk(f, c)
	var list []Result
	for _, at := range w.order {
		list = append(list, *w.results[at])
	}
	return w.found, list
}

// TestsNull says that a function asks whether a pointer that it is given is null.
func TestsNull(f *core.Func) bool {
	tested := walk(f, NewCallees(nil)).tested
	return slices.ContainsFunc(f.Params, func(v *core.Var) bool { return tested[v] })
}

// tests tells whether a function asks whether an argument is null.
func (c *Callees) tests(name string, i int) bool {
	f := c.bodies[name]
	if f == nil || i >= len(f.Params) {
		return false
	}
	tested, known := c.tested[f]
	if !known {
		c.tested[f] = nil // if it calls itself
		tested = walk(f, c).tested
		c.tested[f] = tested
	}
	return tested[f.Params[i]]
}

// early tells whether a function accesses memory by an argument in each call, before anything else.
func (c *Callees) early(name string, i int) bool {
	f := c.bodies[name]
	return f != nil && i < len(f.Params) && earlyIn(f)[f.Params[i]]
}

// walk goes along all ways of a function.
func walk(f *core.Func, c *Callees) *walker {
	w := &walker{callees: c, tested: map[*core.Var]bool{}, escapes: map[*core.Var]bool{}, copies: map[string]string{}, fromOne: map[*core.Var]bool{}, results: map[core.Pos]*Result{}, from: map[string]*Result{}}
	core.EachStmt(f.Body, func(s core.Stmt) {
		w.addresses(s)
		w.beginsWithOne(s)
	})
	for _, v := range f.Params {
		if t := v.Type; t.Kind == types.Pointer && t.Elem.IsRecord() {
			w.from[w.key(&core.VarPlace{Var: v})] = &Result{Param: t.Elem.Unqual(), Call: v.Pos}
		}
	}
	w.block(f.Body, beliefs{})
	for _, r := range w.moved { // nothing else has been done with them
		if w.results[r.Call] == nil {
			w.results[r.Call] = r
			w.order = append(w.order, r.Call)
		}
	}
	return w
}

// beliefs are the accesses by pointers that are taken not to be null, by how these are written; nil where control does not come.
type beliefs map[string]belief

type belief struct {
	at    core.Pos
	place core.Place
	most  int64 // of an index
	given bool  // it has been given that
	fixed bool  // what it was compared with is a constant
}

// both is what holds where control comes from one place or another.
func both(a, b beliefs) beliefs {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	c := beliefs{}
	for key, x := range a {
		if y, ok := b[key]; ok {
			if y.most > x.most { // it may be either
				x = y
			}
			c[key] = x
		}
	}
	return c
}

// walker goes through a function.
type walker struct {
	callees  *Callees
	found    []Contradiction
	beyondIt []Index
	escapes  map[*core.Var]bool // variables whose address is taken
	breaks   []beliefs          // where the loops and switches around end, by Break

	tested map[*core.Var]bool // variables that are compared with null

	copies map[string]string // what variables without a name are copies of, by their keys

	fromOne map[*core.Var]bool // variables that somewhere are given 1

	moved   []*Result            // that functions of the library access
	results map[core.Pos]*Result // that are used, by their calls
	order   []core.Pos           // of these
	from    map[string]*Result   // the call that has given a place its value last, in the order of the text
}

// block is what is believed after a block, which may be nil.
func (w *walker) block(b *core.Block, in beliefs) beliefs {
	if b == nil {
		return in
	}
	for _, s := range b.List {
		in = w.stmt(s, in)
	}
	return in
}

func (w *walker) stmt(s core.Stmt, in beliefs) beliefs {
	switch s := s.(type) {
	case *core.Case, *core.Labeled: // control may come from elsewhere
		return beliefs{}
	case *core.Goto, *core.GotoPtr, *core.Return, *core.Continue:
		w.exprs(s, in)
		return nil
	case *core.Break:
		if n := len(w.breaks) - 1; n >= 0 {
			w.breaks[n] = both(w.breaks[n], in)
		}
		return nil
	case *core.Block:
		return w.block(s, in)
	case *core.If:
		w.value(s.X, in)
		if in == nil {
			w.block(s.Then, nil)
			return w.block(s.Else, nil)
		}
		w.test(s.X, in)
		yes, no := maps.Clone(in), maps.Clone(in)
		w.assume(s.X, true, yes)
		w.assume(s.X, false, no)
		return both(w.block(s.Then, yes), w.block(s.Else, no))
	case *core.Loop:
		in = w.changed(in, s)
		w.breaks = append(w.breaks, nil)
		w.block(s.Step, w.changed(w.block(s.Body, maps.Clone(in)), s.Body)) // Continue may have come from anywhere in it
		out := w.breaks[len(w.breaks)-1]
		w.breaks = w.breaks[:len(w.breaks)-1]
		return out
	case *core.Switch:
		w.value(s.X, in)
		w.breaks = append(w.breaks, nil)
		w.block(s.Body, nil)
		w.breaks = w.breaks[:len(w.breaks)-1]
		return w.changed(in, s)
	}
	w.exprs(s, in)
	w.give(s)
	if d, ok := s.(*core.Declare); ok {
		return w.without(in, func(p core.Place) bool { return uses(p, d.Var) })
	}
	in = w.changed(in, s)
	w.copiesEdge(s, in)
	w.setMost(s, in)
	return in
}

// exprs looks at the expressions of a statement that has no blocks.
func (w *walker) exprs(s core.Stmt, in beliefs) {
	switch s := s.(type) {
	case *core.Assign:
		w.value(s.Src, in)
		w.place(s.Dst, in)
		w.truth(s.Src, in)
	case *core.Call:
		w.value(s.Fun, in)
		if l, ok := pointer(s.Fun); ok {
			w.byNull(l, in)
		}
		for i, a := range s.Args {
			w.value(a, in)
			l, ok := pointer(a)
			switch {
			case called(s) == "__builtin_expect":
				w.test(a, in)
			case ok && w.callees.tests(called(s), i):
				w.use(l, true)
			case ok && w.callees.early(called(s), i):
				w.use(l, false)
			}
			if ok && slices.Contains(movers, called(s)) && i < 2 {
				if r := w.from[w.key(l.X)]; r != nil && r.Access == (core.Pos{}) { // an access, unless the length is 0
					r.Access, r.Moved = s.At, s.At
					w.moved = append(w.moved, r)
				}
			}
		}
		if s.Dst != nil {
			w.place(s.Dst, in)
		}
	case *core.Eval:
		w.value(s.X, in)
	case *core.Return:
		if s.X != nil {
			w.value(s.X, in)
			w.truth(s.X, in)
		}
	case *core.Declare:
		if x, ok := s.Init.(*core.ExprInit); ok {
			w.value(x.X, in)
			w.truth(x.X, in)
		}
	}
}

// value notes the accesses that finding a value has for certain.
func (w *walker) value(x core.Expr, in beliefs) {
	switch x := x.(type) {
	case *core.Load:
		w.place(x.X, in)
		return
	case *core.Logical:
		w.value(x.X, in)
		w.onlyNull(x.Y, x.X, !x.Or, in) // which may not be evaluated
		return
	case *core.Cond:
		w.value(x.X, in)
		w.onlyNull(x.Then, x.X, true, in)
		w.onlyNull(x.Else, x.X, false, in)
		return
	case *core.AddrOf, *core.Decay:
		return // no access
	}
	for y := range core.Operands(x) {
		w.value(y, in)
	}
}

// place notes the accesses of a place.
func (w *walker) place(p core.Place, in beliefs) {
	switch p := p.(type) {
	case *core.FieldPlace:
		w.place(p.X, in)
	case *core.PartPlace:
		w.place(p.X, in)
	case *core.DerefPlace:
		w.value(p.X, in)
		l, ok := pointer(p.X)
		if ok {
			w.use(l, false)
			w.byNull(l, in)
		}
		w.atEdge(p, in)
		w.beyond(p, in)
		if !ok || in == nil || written(p.At) {
			return
		}
		if key := core.Spelled(l.X); key != "" && !volatile(l.X) {
			if _, known := in[key]; !known {
				in[key] = belief{at: l.At, place: l.X}
			}
		}
	}
}

// truth looks for tests in a value that may be a truth value, as in ok = p != 0.
func (w *walker) truth(x core.Expr, in beliefs) {
	switch y := x.(type) {
	case *core.Logical, *core.Unary, *core.Binary:
		w.test(x, in)
	case *core.Cond:
		w.test(y.X, in)
	case *core.Convert:
		if y.Typ.Kind == types.Bool {
			w.test(y.X, in)
		} else {
			w.truth(y.X, in)
		}
	}
}

// test looks for tests in a condition of what is believed.
func (w *walker) test(x core.Expr, in beliefs) {
	switch y := x.(type) {
	case *core.Logical:
		w.test(y.X, in)
		w.test(y.Y, in)
		return
	case *core.Cond:
		w.test(y.X, in)
		return
	case *core.Unary:
		if y.Op == core.Not {
			w.test(y.X, in)
		}
	case *core.Convert:
		w.test(y.X, in)
		return
	case *core.Binary:
		switch {
		case y.Op != core.Eq && y.Op != core.Ne:
			return
		case null(y.Y):
			w.test(y.X, in)
		case null(y.X):
			w.test(y.Y, in)
		}
		return
	}
	l, ok := x.(*core.Load)
	if !ok || l.Type().Kind != types.Pointer {
		return
	}
	if v, ok := l.X.(*core.VarPlace); ok {
		w.tested[v.Var] = true
	}
	if w.use(l, true); written(l.At) {
		return
	}
	key := core.Spelled(l.X)
	if b, ok := in[key]; ok {
		w.found = append(w.found, Contradiction{Pointer: key, Access: b.at, Test: l.At})
		delete(in, key) // one is enough
	}
}

// pointer is the load of the pointer that an access goes by.
func pointer(x core.Expr) (*core.Load, bool) {
	for {
		switch y := x.(type) {
		case *core.Load:
			return y, y.Type().Kind == types.Pointer
		case *core.Checked:
			x = y.X
		case *core.Convert:
			if y.X.Type().Kind != types.Pointer {
				return nil, false
			}
			x = y.X
		case *core.PtrAdd:
			x = y.X
		default:
			return nil, false
		}
	}
}

// null says that an expression is a null pointer constant.
func null(x core.Expr) bool {
	for {
		switch y := x.(type) {
		case *core.Convert:
			x = y.X
		case *core.IntConst:
			n, ok := y.Value.Int64()
			return ok && n == 0
		default:
			return false
		}
	}
}

// written says that a place comes from the definition of a macro.
func written(at core.Pos) bool { return at.Written != at.Used }

func volatile(p core.Place) bool { return p.Type().Quals&(types.Volatile|types.Atomic) != 0 }

// changed is what is left of beliefs when statements may have been executed.
func (w *walker) changed(in beliefs, list ...core.Stmt) beliefs {
	if in == nil {
		return nil
	}
	wr := order.Writes{Vars: map[*core.Var]bool{}}
	for _, s := range list {
		if b, ok := s.(*core.Block); ok && b == nil {
			continue
		}
		wr.Add([]core.Stmt{s})
		w.dst(s, wr.Vars)
	}
	number := len(list) == 1 && writesNumber(list[0])
	return w.without(in, func(p core.Place) bool {
		if wr.Memory && !w.own(p) && !(number && onlyPointers(p)) {
			return true
		}
		for v := range wr.Vars {
			if uses(p, v) {
				return true
			}
		}
		return false
	})
}

// writesNumber tells whether a statement writes nothing to memory but a number that is no character and no member of a union: that changes no pointer (C11 6.5, 7).
func writesNumber(s core.Stmt) bool {
	a, ok := s.(*core.Assign)
	if !ok || !a.Dst.Type().IsArithmetic() || a.Dst.Type().SizeOf() < 2 {
		return false
	}
	return !inUnion(a.Dst)
}

// inUnion tells whether a place is a member of a union.
func inUnion(p core.Place) bool {
	for {
		switch q := p.(type) {
		case *core.FieldPlace:
			if q.X.Type().Kind == types.Union {
				return true
			}
			p = q.X
		case *core.PartPlace:
			p = q.X
		default:
			return false
		}
	}
}

// onlyPointers tells whether a place is found by pointers in memory alone, and is one.
func onlyPointers(p core.Place) bool {
	all := p.Type().Kind == types.Pointer && !inUnion(p)
	core.Parts(&core.Eval{X: &core.Load{X: p}}, func(at *core.Expr) {
		if l, ok := (*at).(*core.Load); ok {
			_, variable := l.X.(*core.VarPlace)
			all = all && (variable || l.Type().Kind == types.Pointer && !inUnion(l.X))
		}
	}, func(core.Place) {})
	return all
}

// dst enters the variables that calls in a statement give their results.
func (w *walker) dst(s core.Stmt, set map[*core.Var]bool) {
	dst := func(p core.Place) {
		for v := range variables(p) {
			set[v] = true
		}
	}
	core.EachStmt(&core.Block{List: []core.Stmt{s}}, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Call:
			if s.Dst != nil {
				dst(s.Dst)
			}
		case *core.Builtin:
			if s.Dst != nil {
				dst(s.Dst)
			}
			for _, a := range s.Args {
				if a.Place != nil {
					dst(a.Place)
				}
			}
		case *core.Asm:
			for _, o := range s.Outputs {
				if o.Place != nil {
					dst(o.Place)
				}
			}
		case *core.Declare:
			set[s.Var] = true
		}
	})
}

// without is what is left of beliefs without those about some places.
func (w *walker) without(in beliefs, gone func(core.Place) bool) beliefs {
	for key, b := range in {
		if gone(b.place) {
			delete(in, key)
		}
	}
	return in
}

// own says that a place is a variable of the function, or a part of one, that nothing else can write.
func (w *walker) own(p core.Place) bool {
	for {
		switch q := p.(type) {
		case *core.FieldPlace:
			p = q.X
		case *core.VarPlace:
			return (q.Var.Storage == core.Auto || q.Var.Storage == core.Param) && !w.escapes[q.Var]
		default:
			return false
		}
	}
}

// addresses notes the variables whose address a statement takes.
func (w *walker) addresses(s core.Stmt) {
	core.Parts(s, func(at *core.Expr) {
		switch x := (*at).(type) {
		case *core.AddrOf:
			maps.Copy(w.escapes, variables(x.X))
		case *core.Decay:
			maps.Copy(w.escapes, variables(x.X))
		}
	}, func(core.Place) {})
}

// variables is the variable that a place is part of; none if it is reached by a pointer.
func variables(p core.Place) map[*core.Var]bool {
	for {
		switch q := p.(type) {
		case *core.FieldPlace:
			p = q.X
		case *core.PartPlace:
			p = q.X
		case *core.VarPlace:
			return map[*core.Var]bool{q.Var: true}
		default:
			return nil
		}
	}
}

// uses says that a place is a part of a variable, or is found by it.
func uses(p core.Place, v *core.Var) bool { return core.Uses(&core.Load{X: p}, v) }

// give notes which call has given a place its value.
func (w *walker) give(s core.Stmt) {
	switch s := s.(type) {
	case *core.Call:
		if s.Dst == nil || s.Dst.Type().Kind != types.Pointer {
			return
		}
		if key := w.key(s.Dst); key != "" {
			delete(w.from, key)
			if name := Leads(s.Fun); name != "" {
				w.from[key] = &Result{Function: name, Call: s.At}
			}
		}
	case *core.Assign:
		if key := w.key(s.Dst); key != "" {
			w.copied(key, s.Src)
		}
	case *core.Declare:
		x, ok := s.Init.(*core.ExprInit)
		if ok {
			w.copied(w.key(&core.VarPlace{Var: s.Var}), x.X)
		}
	}
}

// copied notes that a place has the value of an expression.
func (w *walker) copied(key string, x core.Expr) {
	delete(w.from, key)
	if l, ok := pointer(x); ok {
		if r := w.from[w.key(l.X)]; r != nil {
			w.from[key] = r
		}
	}
}

// use notes what is done first with the result of a call.
func (w *walker) use(l *core.Load, tested bool) {
	r := w.from[w.key(l.X)]
	if r == nil || w.results[r.Call] != nil {
		return
	}
	if r.Tested = tested; !tested {
		r.Access = l.At
	}
	w.results[r.Call] = r
	w.order = append(w.order, r.Call)
}

// key names a place; variables without a name have one each.
func (w *walker) key(p core.Place) string {
	if v, ok := p.(*core.VarPlace); ok && v.Var.Temp {
		return fmt.Sprintf("%p", v.Var)
	}
	return core.Spelled(p)
}
