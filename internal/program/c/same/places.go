package same

import (
	"maps"
	"slices"

	"craig/internal/program/c/core"
)

// differing is a place at which two bodies differ: statements of two lists, and of those around them, from the inside out.
type differing struct {
	levels []level
	done   bool // both do the same there, from any state that both begin with
}

// level is a part of two lists of statements, of blocks that may be nil.
type level struct {
	a, b *core.Block
	x, y []core.Stmt
	i, j int // where it begins
	m, n int // where it ends
}

// within tells whether a place is inside of a statement of the old side.
func (d *differing) within(s core.Stmt) bool {
	return slices.ContainsFunc(d.levels[1:], func(l level) bool { return l.x[l.i] == s })
}

// besides compares two bodies that are not the same: they are if they are at all places but some, and do the same at each of these.
//
// The argument is that of a bisimulation. Its states are those in which both sides are at the same statement, memory is the same, and so is each variable that
// belongs to one of the other side. Where statements are the same, they lead from such states to such states. A place is executed with terms from any such
// state: whatever way the old side takes in it that is not undefined, the new side has to take one on which nothing is undefined that is not on the way of the old
// one, with the same memory, to the same exit, with the same variables. A place for which that does not hold is extended by what comes behind it in its
// list, by the whole list, and by the statement around it.
func (c *comparison) besides(a, b *core.Func) bool {
	if a.Leave != nil || b.Leave != nil || a.Once || returnsTwice(a.Body) || returnsTwice(b.Body) {
		return c.differ("bodies")
	}
	c.begin(a, b, true)
	if !c.parameters(a, b) || !c.block(a.Body, b.Body) {
		return false
	}
	c.namesakes()
	for _, d := range c.f.places {
		c.partners(d.levels[0])
	}
	w := &terms{all: map[string]*term{}}
	old, new := &execution{c: c, w: w}, &execution{c: c, w: w, side: 1}
	for x, y := range c.vars.of {
		if local(x) != local(y) || local(x) && old.register(x) != new.register(y) {
			return c.differ("pointers lead to %s on one side alone", x.Name)
		}
	}
	left := len(c.f.places)
	for again := true; again; {
		again = false
		for _, d := range c.f.places {
			if !d.done && c.prove(w, d) {
				d.done, again = true, true
				left--
			}
		}
	}
	c.found += len(c.f.places)
	return left == 0 || c.differ("a place")
}

func local(v *core.Var) bool { return v.Storage == core.Auto || v.Storage == core.Param }

// returnsTwice tells whether a body names a function that returns more often than it is called, also one by way of a pointer.
func returnsTwice(b *core.Block) (does bool) {
	core.EachStmt(b, func(s core.Stmt) {
		core.Parts(s, func(*core.Expr) {}, func(p core.Place) {
			if v, ok := p.(*core.VarPlace); ok {
				does = does || v.Var.HasAttr("returns_twice") || twice[v.Var.Name]
			}
		})
		if x, ok := s.(*core.Builtin); ok {
			does = does || x.Name == "__builtin_setjmp"
		}
	})
	return does
}

// twice has the functions of the C library that return twice, whether a header says so or not.
var twice = map[string]bool{"setjmp": true, "_setjmp": true, "sigsetjmp": true, "__sigsetjmp": true, "vfork": true, "__vfork": true, "getcontext": true, "savectx": true}

// align is block where bodies may differ at places: what is the same at the beginning of two lists, and at their ends, is taken away.
func (c *comparison) align(a, b *core.Block, x, y []core.Stmt) bool {
	i := 0
	at := func(i, j int) level { return level{a, b, x, y, i, j, i + 1, j + 1} }
	for i < len(x) && i < len(y) && c.match(at(i, i)) {
		i++
	}
	k := 0
	for i+k < len(x) && i+k < len(y) && c.match(at(len(x)-1-k, len(y)-1-k)) {
		k++
	}
	if i+k+1 == len(x) && len(x) == len(y) { // variables that are declared in blocks of one may be those of the other
		s, ok1 := x[i].(*core.If)
		t, ok2 := y[i].(*core.If)
		if ok1 && ok2 && s.Then != nil && (s.Else == nil) == (t.Else == nil) {
			c.f.blocks[s.Then] = t.Then
			if s.Else != nil {
				c.f.blocks[s.Else] = t.Else
			}
		}
	}
	if i+k < len(x) || i+k < len(y) {
		l := level{a, b, x, y, i, i, len(x) - k, len(y) - k}
		c.f.places = append(c.f.places, &differing{levels: append([]level{l}, c.f.around...)})
	}
	return true
}

// match tells whether two statements are the same, or have places at which they differ in the same statement around these.
func (c *comparison) match(l level) bool {
	s, t := l.x[l.i], l.y[l.j]
	with := func(loose bool) bool {
		was, around, blocks := c.f.loose, c.f.around, maps.Clone(c.f.blocks)
		c.f.loose, c.f.around = loose, append([]level{l}, around...)
		ok := c.attempt(func() bool { return c.stmt(s, t) })
		if c.f.loose, c.f.around = was, around; !ok {
			c.f.blocks = blocks
		}
		return ok
	}
	if with(false) {
		return true
	}
	switch s.(type) {
	case *core.If, *core.Loop, *core.Switch, *core.Block:
		return with(true)
	}
	return false
}

// namesakes joins the local variables that are left by their names.
func (c *comparison) namesakes() {
	locals := func(b *core.Block) (list []*core.Var, count map[string]int) {
		count = map[string]int{}
		core.EachStmt(b, func(s core.Stmt) {
			if d, ok := s.(*core.Declare); ok {
				list = append(list, d.Var)
				count[d.Var.Name]++
			}
		})
		return list, count
	}
	olds, n := locals(c.f.old.body)
	news, m := locals(c.f.new.body)
	for _, v := range olds {
		for _, w := range news {
			if known, _ := c.vars.known(v, w); !known && v.Name == w.Name && v.Name != "" && n[v.Name] == 1 && m[v.Name] == 1 {
				c.attempt(func() bool { return c.variables(v, w) })
			}
		}
	}
}

// partners finds statements at a place, and in those there, that are the same, of those that are executed as one.
func (c *comparison) partners(l level) {
	kept := func(list []core.Stmt) (kept []core.Stmt) {
		core.EachStmt(&core.Block{List: list}, func(s core.Stmt) {
			switch s.(type) {
			case *core.Loop, *core.Builtin, *core.Asm, *core.Declare:
				kept = append(kept, s)
			default:
				if touchesVolatile(s) {
					kept = append(kept, s)
				}
			}
		})
		return kept
	}
	c.f.loose = false
	for _, s := range kept(l.x[l.i:l.m]) {
		for _, t := range kept(l.y[l.j:l.n]) {
			if known, _ := c.f.stmts.known(s, t); !known && c.attempt(func() bool { return c.stmt(s, t) }) {
				break
			}
		}
	}
}

// namesake is the object or function of the old file that has the name of one of the new file; nil if that is not clear.
func (c *comparison) namesake(v *core.Var) (found *core.Var) {
	for _, u := range c.units[:1] {
		for _, g := range u.Globals {
			var w *core.Var
			switch d := g.(type) {
			case *core.VarDef:
				w = d.Var
			case *core.FuncDef:
				w = d.Func.Var
			}
			if w == nil || w.Name != v.Name || w.Name == "" || w.Local != v.Local || w == found {
				continue
			}
			if found != nil {
				return nil
			}
			found = w
		}
	}
	return found
}

// literalOf is the string literal of the old function that one of the new function belongs to; itself if there is none.
func (c *comparison) literalOf(l *core.Literal) (found *core.Literal) {
	if k := c.literals.back[l]; k != nil {
		return k
	}
	found = l
	core.EachStmt(c.f.old.body, func(s core.Stmt) {
		core.Parts(s, func(*core.Expr) {}, func(p core.Place) {
			if k, ok := p.(*core.LiteralPlace); ok && found == l && c.literals.of[k.Literal] == nil && c.attempt(func() bool { return c.literal(k.Literal, l) }) {
				found = k.Literal
			}
		})
	})
	return found
}

func (c *comparison) pointerBits() int { return int(c.tt.Size.SizeOf()) * 8 }

// prove tells whether both sides do the same at a place, or around it.
func (c *comparison) prove(w *terms, d *differing) bool {
	for _, l := range d.levels {
		whole := l
		whole.i, whole.j, whole.m, whole.n = 0, 0, len(l.x), len(l.y)
		end := whole
		end.i, end.j = l.i, l.j
		for k, part := range []level{l, end, whole} {
			// who comes to a label in it does not begin where it begins; behind the place itself both sides are alike again
			if entered(l.x[part.i:l.m]) || entered(l.y[part.j:l.n]) {
				break
			}
			if c.alike(w, part, k > 0, false) || c.alike(w, part, k > 0, true) {
				return true
			}
		}
	}
	return false
}

// entered tells whether there are labels in statements that can be come to from elsewhere.
func entered(list []core.Stmt) bool {
	return slices.ContainsFunc(list, func(s core.Stmt) bool {
		switch s := s.(type) {
		case *core.Labeled, *core.Case:
			return true
		case *core.Switch:
			labels := map[*core.Label]bool{}
			s.Body.Labels(labels)
			return len(labels) > 0
		}
		return slices.ContainsFunc(core.Inner(s), func(b *core.Block) bool { return b != nil && entered(b.List) })
	})
}

// alike executes a part of both sides.
func (c *comparison) alike(w *terms, l level, toEnd, whole bool) (is bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case unable:
			is = c.differ("%s", r.why)
		default:
			panic(r)
		}
	}()
	steps := 0
	begin := func() *state {
		m := w.of("memory")
		return &state{facts{map[*term]bool{}, map[*term]*term{}}, map[*core.Var]*term{}, m, m, map[*term]bool{}}
	}
	old := &execution{c: c, w: w, steps: &steps, whole: whole}
	new := &execution{c: c, w: w, side: 1, steps: &steps, whole: whole}
	ways := old.list(l.x[l.i:l.m], begin())
	others := new.list(l.y[l.j:l.n], begin())
	for _, p := range ways {
		for _, q := range others {
			if both, possible := join(w, p, q); possible && !c.agree(old, new, both, p, q, l, toEnd) {
				return false
			}
		}
	}
	return true
}

// join is what is known where one side goes one way and the other side another one, unless that cannot be.
func join(w *terms, p, q outcome) (f facts, possible bool) {
	f = facts{maps.Clone(p.known), maps.Clone(p.state.value)}
	var lits []*term
	for t := range q.known {
		lits = append(lits, t)
	}
	slices.SortFunc(lits, func(a, b *term) int { return a.id - b.id })
	for _, t := range lits {
		if !w.assume(&f, t, q.known[t]) {
			return f, false
		}
	}
	for t, is := range f.known { // with all that is known
		if r := w.under(&f, t, map[*term]*term{}); r != t && r.isConst() && r.isNum(0) == is && !f.restates(t) {
			return f, false
		}
	}
	return f, true
}

// restates tells whether a truth value is what says that a term is a constant.
func (f *facts) restates(t *term) bool {
	return t.op == "eq" && f.value[t.args[0]] == t.args[1]
}

// agree tells whether two ways end alike.
func (c *comparison) agree(old, new *execution, f facts, p, q outcome, l level, toEnd bool) bool {
	w := old.w
	done := map[*term]*term{}
	equal := func(a, b *term) bool {
		if a == b {
			return true
		}
		if a == nil || b == nil {
			return false
		}
		if w.under(&f, a, done) == w.under(&f, b, done) {
			return true
		}
		if a.bits == 0 || a.bits != b.bits {
			return false
		}
		is, known := w.decide(&f, w.apply("eq", 32, true, a, b))
		return known && is
	}
	if p.exit != q.exit || p.label != q.label || !equal(p.memory, q.memory) || (p.value == nil) != (q.value == nil) || !equal(p.value, q.value) {
		return false
	}
	for t := range q.duties {
		if !p.duties[t] && !slices.ContainsFunc(slices.Collect(maps.Keys(p.duties)), func(d *term) bool { return equal(d, t) }) {
			return false
		}
	}
	for v, u := range c.vars.of {
		if !local(v) || !old.register(v) || !c.alive(v, p.exit, l, toEnd) {
			continue
		}
		a, set := p.env[v]
		b, set2 := q.env[u]
		switch {
		case !set && !set2, set && a == nil: // unchanged, or without a value on the old side
			continue
		case !set:
			a = old.begin(v)
		case !set2:
			b = new.begin(u)
		}
		if b == nil || !equal(a, b) {
			return false
		}
	}
	return true
}

// alive tells whether a variable of the old side may be read after a part has been left.
func (c *comparison) alive(v *core.Var, e exit, l level, toEnd bool) bool {
	if e == returns {
		return false
	}
	home, outer := c.f.old.home[v], c.f.old.outer
	if home == nil || l.a == nil || e == jumps || c.f.old.labels || c.f.new.labels {
		return true
	}
	from := l.a // what is left
	switch {
	case e == falls && !toEnd:
		if home == from {
			return true
		}
	case e == continues:
		for b := from; b != nil; b = outer[b] {
			if c.f.old.loops[b] {
				from = b
				break
			}
		}
	}
	for b := outer[from]; b != nil; b = outer[b] {
		if b == home {
			return true
		}
	}
	return false
}
