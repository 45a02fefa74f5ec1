package belief

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/order"
	"craig/internal/program/c/types"
)

// beyondIn are accesses behind the end of a block, or a variable, of a function: how large it is, and where the access begins, are sums of the same unknown numbers, so that their
// difference is known whatever these are, as in p = malloc(n); p[n] = 0, or p = malloc(strlen(s)); strcpy(p, s). What is added up does not wrap around, or the block is not there.
func beyondIn(f *core.Func, c *Callees) []Index {
	w := &sizeWalker{walker: &walker{escapes: map[*core.Var]bool{}}, Callees: c}
	core.EachStmt(f.Body, func(s core.Stmt) { w.addresses(s) })
	w.block(f.Body, sizes{})
	return w.found
}

// sum is a number: a constant, and so many times each of some unknown numbers.
type sum struct {
	n     int64
	terms map[int]int64
}

func (a sum) plus(b sum, times int64) sum {
	c := sum{a.n + times*b.n, maps.Clone(a.terms)}
	for id, k := range b.terms {
		if c.terms == nil {
			c.terms = map[int]int64{}
		}
		if c.terms[id] += times * k; c.terms[id] == 0 {
			delete(c.terms, id)
		}
	}
	return c
}

func (a sum) constant() bool { return len(a.terms) == 0 }

func (a sum) equal(b sum) bool { return a.n == b.n && maps.Equal(a.terms, b.terms) }

// extent is a block, or a variable.
type extent struct {
	size sum
	at   core.Pos // of the call that gave it; none of a variable
}

// held is what a place holds: a number, or if of is set a pointer so many bytes behind the beginning of a block.
type held struct {
	place core.Place
	is    sum
	of    *extent
}

// sizes are what places hold, by how they are written; nil where control does not come.
type sizes map[string]held

type sizeWalker struct {
	*walker
	*Callees
	unknown int
	found   []Index
	breaks  []sizes // where the loops and switches around end, by Break
}

func (w *sizeWalker) block(b *core.Block, in sizes) sizes {
	if b == nil {
		return in
	}
	for _, s := range b.List {
		in = w.stmt(s, in)
	}
	return in
}

// same is what holds where control comes from one place or another.
func same(a, b sizes) sizes {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	c := sizes{}
	for key, x := range a {
		if y, ok := b[key]; ok && x.of == y.of && x.is.equal(y.is) {
			c[key] = x
		}
	}
	return c
}

func (w *sizeWalker) stmt(s core.Stmt, in sizes) sizes {
	switch s.(type) {
	case *core.Case, *core.Labeled: // control may come from elsewhere
		return sizes{}
	}
	if in == nil {
		for _, b := range core.Inner(s) { // for labels in it
			w.breaks = append(w.breaks, nil)
			w.block(b, nil)
			w.breaks = w.breaks[:len(w.breaks)-1]
		}
		return nil
	}
	always(s, func(*core.Load) {}, func(p *core.DerefPlace) { w.access(p, in) })
	switch s := s.(type) {
	case *core.Goto, *core.GotoPtr, *core.Return, *core.Continue:
		return nil
	case *core.Break:
		if n := len(w.breaks) - 1; n >= 0 {
			w.breaks[n] = same(w.breaks[n], in)
		}
		return nil
	case *core.Block:
		return w.block(s, in)
	case *core.If:
		if n, ok := number(s.X); ok {
			return w.block(map[bool]*core.Block{true: s.Then, false: s.Else}[n != 0], in)
		}
		return same(w.block(s.Then, maps.Clone(in)), w.block(s.Else, maps.Clone(in)))
	case *core.Loop:
		in = w.written(in, s)
		w.breaks = append(w.breaks, nil)
		w.block(s.Step, w.written(w.block(s.Body, maps.Clone(in)), s.Body))
		out := w.breaks[len(w.breaks)-1]
		w.breaks = w.breaks[:len(w.breaks)-1]
		return out
	case *core.Switch:
		w.breaks = append(w.breaks, nil)
		w.block(s.Body, nil)
		w.breaks = w.breaks[:len(w.breaks)-1]
		return w.written(in, s)
	case *core.Declare:
		maps.DeleteFunc(in, func(_ string, x held) bool { return uses(x.place, s.Var) })
		if x, ok := s.Init.(*core.ExprInit); ok {
			w.set(&core.VarPlace{Var: s.Var}, w.value(x.X, in), in)
		}
		return in
	case *core.Assign:
		x, texts := w.value(s.Src, in), sizes{}
		if to := w.address(s.Dst, in); to.of != nil && to.of.at != (core.Pos{}) { // no text that was there before is in it
			maps.Copy(texts, in)
			maps.DeleteFunc(texts, func(key string, _ held) bool { return !strings.HasPrefix(key, lengthOfText("")) })
		}
		in = w.written(in, s)
		maps.Copy(in, texts)
		w.set(s.Dst, x, in)
		return in
	case *core.Call:
		return w.call(s, in)
	}
	return w.written(in, s)
}

// lengthOfText is the key of the length of what a pointer leads to that is written so.
func lengthOfText(key string) string { return "strlen " + key }

// written is what places still hold when a statement may have been executed.
func (w *sizeWalker) written(in sizes, s core.Stmt) sizes {
	if b, ok := s.(*core.Block); in == nil || ok && b == nil {
		return in
	}
	left := beliefs{}
	for key, x := range in {
		left[key] = belief{place: x.place}
	}
	left = w.changed(left, s)
	wr := order.Writes{Vars: map[*core.Var]bool{}}
	wr.Add([]core.Stmt{s})
	maps.DeleteFunc(in, func(key string, _ held) bool {
		_, ok := left[key]
		return !ok || wr.Memory && strings.HasPrefix(key, lengthOfText(""))
	})
	return in
}

// another is a number of which nothing is known.
func (w *sizeWalker) another() held {
	w.unknown++
	return held{is: sum{terms: map[int]int64{w.unknown: 1}}}
}

func (w *sizeWalker) set(p core.Place, x held, in sizes) {
	if key := w.key(p); key != "" && in != nil && !volatile(p) && p.Type().IsScalar() {
		x.place = p
		in[key] = x
	}
}

// value is what an expression is.
func (w *sizeWalker) value(x core.Expr, in sizes) held {
	switch x := x.(type) {
	case *core.IntConst:
		if n, ok := x.Value.Int64(); ok && n > -1<<40 && n < 1<<40 {
			return held{is: sum{n: n}}
		}
	case *core.Checked:
		return w.value(x.X, in)
	case *core.Convert:
		from, to := x.X.Type().Unqual(), x.Typ.Unqual()
		if from.Kind == types.Pointer && to.Kind == types.Pointer || from.IsInteger() && to.IsInteger() && to.Kind != types.Bool && to.SizeOf() >= min(from.SizeOf(), 4) {
			return w.value(x.X, in)
		}
	case *core.Load:
		key := w.key(x.X)
		if key == "" || volatile(x.X) || in == nil {
			break
		}
		if known, ok := in[key]; ok {
			return known
		}
		w.set(x.X, w.another(), in)
		if known, ok := in[key]; ok {
			return known
		}
	case *core.Binary:
		a, b := w.value(x.X, in), w.value(x.Y, in)
		switch {
		case a.of != nil || b.of != nil:
		case x.Op == core.Add:
			return held{is: a.is.plus(b.is, 1)}
		case x.Op == core.Sub:
			return held{is: a.is.plus(b.is, -1)}
		case x.Op == core.Mul && b.is.constant():
			return held{is: sum{}.plus(a.is, b.is.n)}
		case x.Op == core.Mul && a.is.constant():
			return held{is: sum{}.plus(b.is, a.is.n)}
		}
	case *core.PtrAdd:
		a, n := w.value(x.X, in), w.value(x.N, in)
		if elem := x.Typ.Elem; a.of != nil && n.of == nil && elem.IsComplete() && !elem.IsVariablyModified() {
			times := elem.SizeOf()
			if x.Sub {
				times = -times
			}
			return held{of: a.of, is: a.is.plus(n.is, times)}
		}
	case *core.AddrOf:
		return w.address(x.X, in)
	case *core.Decay:
		return w.address(x.X, in)
	}
	return w.another()
}

// address is where a place is.
func (w *sizeWalker) address(p core.Place, in sizes) held {
	switch p := p.(type) {
	case *core.FieldPlace:
		if x := w.address(p.X, in); x.of != nil {
			x.is = x.is.plus(sum{n: p.Field.Offset}, 1)
			return x
		}
	case *core.VarPlace:
		if t := p.Var.Type; t.IsComplete() && !t.IsVariablyModified() && p.Var.Storage == core.Auto {
			return held{of: w.extentOf(p, in, t.SizeOf())}
		}
	case *core.DerefPlace:
		return w.value(p.X, in)
	}
	return w.another()
}

// extentOf is a variable of the function.
func (w *sizeWalker) extentOf(p *core.VarPlace, in sizes, size int64) *extent {
	key := "& " + w.key(p)
	x, ok := in[key]
	if !ok && in != nil {
		x = held{of: &extent{size: sum{n: size}}, place: p}
		in[key] = x
	}
	return x.of
}

// access notes an access that begins at the end of what it is in, or behind it, or ends there.
func (w *sizeWalker) access(p *core.DerefPlace, in sizes) {
	t := p.Type()
	if !t.IsComplete() || t.IsVariablyModified() {
		return
	}
	w.within(w.value(p.X, in), sum{n: t.SizeOf()}, positionOf(p))
}

// positionOf is the place of an expression in an access that the access evaluates.
func positionOf(p *core.DerefPlace) core.Pos {
	x := core.Unconverted(p.X)
	if c, ok := x.(*core.Checked); ok {
		x = core.Unconverted(c.X)
	}
	if a, ok := x.(*core.PtrAdd); ok {
		return core.Unconverted(a.N).Pos()
	}
	return x.Pos()
}

// within notes an access of some bytes where a pointer leads, if they are not all in the block.
func (w *sizeWalker) within(x held, bytes sum, at core.Pos) {
	if x.of == nil || x.of.at == (core.Pos{}) && x.is.constant() && bytes.constant() { // constants: see IndicesIn
		return
	}
	over := x.is.plus(bytes, 1).plus(x.of.size, -1)
	if !over.constant() || over.n <= 0 || over.n > 1<<20 || at.Written != at.Used || slices.ContainsFunc(w.found, func(i Index) bool { return i.At == at }) {
		return
	}
	if len(x.of.size.terms) == 0 && x.of.at != (core.Pos{}) && x.of.size.n == 0 { // malloc(0) is for what is not there
		return
	}
	many := "byte"
	if over.n > 1 {
		many += "s"
	}
	w.found = append(w.found, Index{At: at, Outside: true, Short: fmt.Sprintf("it reaches %d %s behind the end, whatever the lengths are", over.n, many)})
}

// lengthOf are functions of the library with three arguments, the last of which says how many bytes they access where their first arguments lead, so many of these.
var lengthOf = map[string]int{"memset": 1, "memcpy": 2, "memmove": 2, "memcmp": 2, "strncpy": 1}

// call is what places hold behind a call.
func (w *sizeWalker) call(s *core.Call, in sizes) sizes {
	name := called(s)
	args := make([]held, len(s.Args))
	for i, a := range s.Args {
		args[i] = w.value(a, in)
	}
	length := func(i int) sum { // of a text
		l, ok := pointer(s.Args[i])
		if !ok || core.Unconverted(s.Args[i]) != core.Expr(l) || w.key(l.X) == "" {
			return w.another().is
		}
		key := lengthOfText(w.key(l.X))
		x, ok := in[key]
		if !ok {
			x = w.another()
			x.place = l.X
			in[key] = x
		}
		return x.is
	}
	result, clean := w.another(), true
	if w.bodies[name] != nil {
		clean = false
		if i := w.sizeParam(name, 3); i >= 0 && i < len(args) && args[i].of == nil {
			result = held{of: &extent{size: args[i].is, at: s.At}}
		}
	} else {
		switch n := lengthOf[name]; {
		case name == "malloc" && len(args) == 1:
			result = held{of: &extent{size: args[0].is, at: s.At}}
		case name == "realloc" && len(args) == 2:
			result = held{of: &extent{size: args[1].is, at: s.At}}
		case name == "calloc" && len(args) == 2 && (args[0].is.constant() || args[1].is.constant()):
			if args[0].is.constant() {
				args[0], args[1] = args[1], args[0]
			}
			result = held{of: &extent{size: sum{}.plus(args[0].is, args[1].is.n), at: s.At}}
		case name == "strlen" && len(args) == 1:
			result = held{is: length(0)}
		case name == "strcpy" && len(args) == 2:
			w.within(args[0], length(1).plus(sum{n: 1}, 1), s.Args[0].Pos())
		case n > 0 && len(args) == 3 && args[2].of == nil:
			for i := range n {
				w.within(args[i], args[2].is, s.Args[i].Pos())
			}
		default:
			clean = slices.Contains(lookers, name) && name != "sscanf" && name != "fscanf"
		}
	}
	if !clean {
		in = w.written(in, s)
	} else if l, ok := w.first(s); ok && args[0].of == nil { // it writes where the first argument leads
		maps.DeleteFunc(in, func(key string, x held) bool { return !w.own(x.place) || key == lengthOfText(l) })
	} else if ok {
		delete(in, lengthOfText(l))
	}
	if s.Dst != nil {
		for v := range variables(s.Dst) {
			maps.DeleteFunc(in, func(_ string, x held) bool { return uses(x.place, v) })
		}
		w.set(s.Dst, result, in)
	}
	return in
}

// first is the first argument of a call of a function of the library that writes where it leads, as it is written.
func (w *sizeWalker) first(s *core.Call) (string, bool) {
	if name := called(s); len(s.Args) == 0 || !slices.Contains([]string{"memset", "memcpy", "memmove", "strcpy", "strncpy", "strcat", "strncat", "sprintf", "snprintf", "fread", "fgets", "read", "recv", "qsort"}, name) {
		return "", false
	}
	l, ok := pointer(s.Args[0])
	if !ok {
		return "", true
	}
	return w.key(l.X), true
}

// sizeParam is the parameter of a function that says how large the block is that it gives; -1 if there is none: it hands it to each call whose result it gives.
func (c *Callees) sizeParam(name string, deep int) int {
	f := c.bodies[name]
	if f == nil || deep == 0 || len(c.gives(f)) == 0 {
		return -1
	}
	gives, param := c.gives(f), -1
	for i, v := range f.Params {
		if v.Type.IsInteger() {
			if param >= 0 {
				return -1
			}
			param = i
		}
	}
	if param < 0 {
		return -1
	}
	all := true
	core.EachStmt(f.Body, func(s core.Stmt) {
		if a, ok := s.(*core.Assign); ok {
			for v := range variables(a.Dst) {
				all = all && v != f.Params[param]
			}
		}
		call, ok := s.(*core.Call)
		if !ok || !slices.Contains(gives, Leads(call.Fun)) {
			return
		}
		at := 0
		if c.bodies[called(call)] != nil {
			at = c.sizeParam(called(call), deep-1)
		} else if called(call) != "malloc" && called(call) != "" {
			at = -1
		}
		all = all && at >= 0 && at < len(call.Args) && variable(call.Args[at]) == f.Params[param]
	})
	if !all {
		return -1
	}
	return param
}
