package product

import (
	"cmp"
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// reach is what a function may come to.
type reach struct {
	defs     map[*core.Var]*core.Func
	funcs    map[*core.Var]bool // with bodies
	order    []*core.Func
	objects  []*core.Var // of static storage duration, in the order of their first use
	seen     map[*core.Var]bool
	literals []*core.Literal    // string literals in the functions, likewise
	calls    []*core.Var        // functions without a body, likewise
	written  map[*core.Var]bool // objects that something may write, or that a pointer may lead to
	writes   bool               // something is written through a pointer
	strips   bool               // a pointer to const becomes one to something else
	frees    bool               // memory is given back
	pointers bool               // something is called through a pointer
	vague    string             // what functions of the library are called that are not followed; "" is none
	only     string             // why they can only be found to differ; "" if there is nothing
	problem  *Problem
	lib      func(string) Library
	standIn  func(v *core.Var) bool
}

func (p *Product) reachOf(funcs ...*core.Func) *reach {
	r := &reach{defs: map[*core.Var]*core.Func{}, funcs: map[*core.Var]bool{}, seen: map[*core.Var]bool{}, written: map[*core.Var]bool{}, lib: p.conf.Library, standIn: core.StandIns(p.prog)}
	for _, f := range p.functions() {
		r.defs[f.Var] = f
	}
	for _, f := range funcs {
		r.use(f.Var)
	}
	for i := 0; i < len(r.order); i++ {
		r.body(r.order[i])
	}
	return r
}

func (r *reach) wrong(at core.Pos, why string) {
	if r.problem == nil {
		r.problem = &Problem{at, why}
	}
}

// use enters what is named.
func (r *reach) use(v *core.Var) {
	if r.seen[v] || v.Storage != core.Static && v.Storage != core.Thread {
		return
	}
	r.seen[v] = true
	if r.standIn(v) {
		r.wrong(v.Pos, "what stands for something else of its file is not compared: "+v.Name)
	}
	switch d := r.defs[v]; {
	case d != nil:
		r.funcs[v] = true
		r.order = append(r.order, d)
	case v.Type.Kind == types.Func:
		r.called(v)
	default:
		if v.Storage == core.Thread {
			r.wrong(v.Pos, "variables of threads are not compared: "+v.Name)
		}
		if v.Type.Quals&(types.Volatile|types.Atomic) != 0 {
			r.wrong(v.Pos, "volatile and atomic objects are not compared: "+v.Name)
		}
		r.objects = append(r.objects, v)
		core.InitParts(v.Init, func(*core.Expr) {}, func(x core.Place) {
			if at, ok := x.(*core.VarPlace); ok {
				r.use(at.Var)
				r.written[at.Var] = true
			}
		})
	}
}

// called enters a function without a body.
func (r *reach) called(v *core.Var) {
	r.calls = append(r.calls, v)
	switch r.lib(v.Name) {
	case Effects:
		r.wrong(v.Pos, "the effects of "+v.Name+" are not compared")
	case Repeats:
		r.vague, r.writes = cmp.Or(r.vague, v.Name), true
	case Writes:
		r.writes = true
	}
	if t := v.Type.Sig.Result; t.Kind == types.Pointer && t.Elem.Quals&types.Const == 0 && (!v.Type.Sig.Proto || slices.ContainsFunc(v.Type.Sig.Params, readsOnly)) {
		switch v.Name {
		case "memcpy", "memmove", "strcpy", "strncpy", "strcat", "strncat", "stpcpy", "stpncpy", "mempcpy", "memccpy", "strdup", "strndup": // whose results lead elsewhere
		default:
			r.strips = true
		}
	}
	switch v.Name {
	case "free", "realloc", "reallocarray":
		r.frees = true
	}
}

// readsOnly tells whether a parameter is a pointer to something const.
func readsOnly(p types.Param) bool {
	return p.Type.Kind == types.Pointer && p.Type.Elem.Quals&types.Const != 0
}

func (r *reach) body(f *core.Func) {
	if f.Leave != nil || f.Once {
		r.wrong(f.Pos, "what is done when a function is left is not compared: "+f.Var.Name)
	}
	core.EachStmt(f.Body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Assign:
			r.store(s.Dst)
		case *core.Call:
			r.store(s.Dst)
			r.pointers = r.pointers || core.Called(s.Fun) == nil
		case *core.Builtin:
			r.store(s.Dst)
			r.writes = true
			if strings.HasPrefix(s.Name, "__builtin_va_") {
				r.only = cmp.Or(r.only, "variable arguments are not followed")
			} else if !strings.HasPrefix(s.Name, "__builtin_") || strings.Contains(s.Name, "va_") || strings.Contains(s.Name, "jmp") {
				r.wrong(s.At, "the effects of "+s.Name+" are not compared")
			}
		case *core.Asm:
			r.wrong(s.At, "assembly is not compared")
		case *core.GotoPtr:
			r.wrong(s.At, "computed jumps are not compared")
		case *core.Opaque:
			r.wrong(s.At, "it has "+s.Why)
		}
		core.Parts(s, r.expr, r.place)
		if d, ok := s.(*core.Declare); ok && d.Var.Cleanup != nil {
			r.wrong(s.Pos(), "attribute cleanup is not compared: "+d.Var.Name)
		}
		if d, ok := s.(*core.Declare); ok && d.Var.Type.Quals&(types.Volatile|types.Atomic) != 0 {
			r.wrong(s.Pos(), "volatile and atomic objects are not compared: "+d.Var.Name)
		}
		r.escapes(s)
	})
}

// store enters what an assignment writes.
func (r *reach) store(x core.Place) {
	if x == nil {
		return
	}
	if v := root(x); v != nil {
		r.written[v] = true
	} else {
		r.writes = true
	}
}

// root is the variable that a place is a part of, element by element; nil if a pointer leads there.
func root(x core.Place) *core.Var {
	for {
		switch y := x.(type) {
		case *core.VarPlace:
			return y.Var
		case *core.FieldPlace:
			x = y.X
		case *core.PartPlace:
			x = y.X
		case *core.DerefPlace:
			e := y.X
			if a, ok := e.(*core.PtrAdd); ok {
				e = a.X
			}
			d, ok := e.(*core.Decay)
			if !ok {
				return nil
			}
			x = d.X
		default:
			return nil
		}
	}
}

func (r *reach) expr(at *core.Expr) {
	c, ok := (*at).(*core.Convert)
	if !ok {
		return
	}
	from, to := c.X.Type(), c.Typ
	switch {
	case from.Kind == types.Pointer && to.Kind == types.Pointer:
		a, b := from.Elem, to.Elem
		for a.Quals&types.Const == 0 && a.Kind == types.Pointer && b.Kind == types.Pointer {
			a, b = a.Elem, b.Elem
		}
		different := a.Kind != types.Void && b.Kind != types.Void && a.Unqual() != b.Unqual() // whose pointers may be to const in one of them
		if a.Quals&types.Const != 0 && b.Quals&types.Const == 0 || a.Kind == types.Pointer || b.Kind == types.Pointer || different && (hasPointers(a) || hasPointers(b)) {
			r.strips = true
		}
	case from.Kind == types.Pointer && to.Kind != types.Void && to.Kind != types.Bool, to.Kind == types.Pointer && from.IsInteger():
		if n, ok := core.Unconverted(c).(*core.IntConst); !ok || !n.Value.IsZero() {
			r.strips = true
		}
	}
}

func (r *reach) place(x core.Place) {
	switch at := x.(type) {
	case *core.VarPlace:
		r.use(at.Var)
	case *core.LiteralPlace:
		r.literals = append(r.literals, at.Literal)
	}
	if x.Type().Quals&(types.Volatile|types.Atomic) != 0 {
		r.wrong(x.Pos(), "volatile and atomic objects are not compared")
	}
	if f, ok := x.(*core.FieldPlace); ok && f.X.Type().Kind == types.Union && f.Typ.Kind == types.Pointer {
		r.strips = true
	}
}

// escapes enters the variables whose addresses are taken otherwise than for reading an element.
func (r *reach) escapes(s core.Stmt) {
	reads := map[core.Place]bool{} // places of arrays whose elements are read or written where they stand
	core.Parts(s, func(at *core.Expr) {}, func(x core.Place) {
		if d, ok := x.(*core.DerefPlace); ok && root(d) != nil {
			e := d.X
			if a, ok := e.(*core.PtrAdd); ok {
				e = a.X
			}
			reads[e.(*core.Decay).X] = true
		}
	})
	core.Parts(s, func(at *core.Expr) {
		switch x := (*at).(type) {
		case *core.AddrOf:
			if v := root(x.X); v != nil {
				r.written[v] = true
			}
		case *core.Decay:
			if v := root(x.X); v != nil && !reads[x.X] {
				r.written[v] = true
			}
		}
	}, func(core.Place) {})
}

// Frees tells whether one of the functions gives memory back.
func (p *Product) Frees() bool { return p.sides[0].frees || p.sides[1].frees }

// Writes tells whether memory that pointers lead to may be written.
func (p *Product) Writes() bool { return p.sides[0].writes || p.sides[1].writes }

// strips tells whether memory may be written through a pointer to const.
func (p *Product) strips() bool { return p.sides[0].strips || p.sides[1].strips }

// shareConstants has the new side use the objects of the old one that neither writes, and that begin alike, and its string literals of the same contents,
// each for one: which of several literals are one object C leaves open.
func (p *Product) shareConstants() {
	instead := map[*core.Var]*core.Var{}
	for _, v := range p.sides[1].objects {
		w := p.partner(v)
		if w == nil {
			continue
		}
		same := v.Defined == w.Defined && sameInit(v.Init, w.Init) && isConst(v.Type) == isConst(w.Type)
		if !same && !(isConst(v.Type) && isConst(w.Type)) {
			p.refuse(v.Pos, "%s begins with different values", v.Name)
		}
		if same && !p.sides[1].written[v] && !p.sides[0].written[w] {
			instead[v] = w
		}
	}
	literals, taken := map[*core.Literal]*core.Literal{}, map[*core.Literal]bool{}
	for _, f := range p.sides[1].order {
		core.EachStmt(f.Body, func(s core.Stmt) {
			core.Parts(s, func(*core.Expr) {}, func(x core.Place) {
				switch at := x.(type) {
				case *core.VarPlace:
					if instead[at.Var] != nil {
						at.Var = instead[at.Var]
					}
				case *core.LiteralPlace:
					l := literals[at.Literal]
					for _, k := range p.sides[0].literals {
						if l == nil && !taken[k] && k.Type.Main() == at.Literal.Type.Main() && slices.Equal(k.Units, at.Literal.Units) {
							l = k
							literals[at.Literal], taken[k] = k, true
						}
					}
					if l != nil {
						at.Literal = l
					}
				}
			})
		})
	}
	var left []*core.Var
	for _, v := range p.sides[1].objects {
		if instead[v] == nil {
			left = append(left, v)
		} else {
			p.shared = append(p.shared, pair{instead[v], v})
		}
	}
	p.sides[1].objects = left
}

// changes tells whether a variable may have another value than the one that it is initialised with.
func (p *Product) changes(v *core.Var) bool {
	return !isConst(v.Type) && (v.Linkage == core.External || p.every.written[v])
}

// Changing is a function that tells of a variable of a program, which is not declared const, whether it may have another value than the one that it is
// initialised with.
func Changing(prog *core.Program, library func(name string) Library) func(v *core.Var) bool {
	p := &Product{prog: prog, conf: Config{Library: library}}
	p.every = p.reachOf(p.functions()...)
	return p.changes
}

func isConst(t *types.Type) bool { return t.Quals&types.Const != 0 || elemConst(t) != 0 }

func elemConst(t *types.Type) types.Quals {
	for t.Kind == types.Array {
		t = t.Elem
	}
	return t.Quals & types.Const
}

// literalOf is the string literal that a constant leads to the first element of; nil if it does not.
func literalOf(x core.Expr) *core.Literal {
	if d, ok := core.Unconverted(x).(*core.Decay); ok {
		if p, ok := d.X.(*core.LiteralPlace); ok {
			return p.Literal
		}
	}
	return nil
}

// functionOf is the function whose address an expression is; nil if it is none.
func functionOf(x core.Expr) *core.Var { return core.Called(core.Unconverted(x)) }

// sameInit tells whether two initializers of one type are the same numbers and string literals.
func sameInit(a, b core.Init) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case *core.ExprInit:
		b, ok := b.(*core.ExprInit)
		if !ok {
			return false
		}
		if k, l := literalOf(a.X), literalOf(b.X); k != nil && l != nil {
			return k.Type.Main() == l.Type.Main() && slices.Equal(k.Units, l.Units)
		}
		f, g := functionOf(a.X), functionOf(b.X)
		if f != nil || g != nil {
			return f == g // it has no body, since each side has those with one for itself
		}
		x, ok1 := core.Unconverted(a.X).(*core.IntConst)
		y, ok2 := core.Unconverted(b.X).(*core.IntConst)
		null := func(e core.Expr, n *core.IntConst) bool { return e.Type().Kind == types.Pointer && n.Value.IsZero() }
		return ok1 && ok2 && x.Value == y.Value && (a.X == core.Expr(x) && b.X == core.Expr(y) || null(a.X, x) && null(b.X, y))
	case *core.ListInit:
		b, ok := b.(*core.ListInit)
		if !ok || len(a.Elems) != len(b.Elems) {
			return false
		}
		for i := range a.Elems {
			x, y := a.Elems[i], b.Elems[i]
			if x.Index != y.Index || x.Last != y.Last || (x.Field == nil) != (y.Field == nil) || x.Field != nil && x.Field.Name != y.Field.Name || !sameInit(x.Init, y.Init) {
				return false
			}
		}
		return true
	case *core.LiteralInit:
		b, ok := b.(*core.LiteralInit)
		return ok && slices.Equal(a.Literal.Units, b.Literal.Units)
	}
	return false
}

// partner is the variable of the old file that one of the new file is compared with; nil if there is none.
func (p *Product) partner(v *core.Var) (found *core.Var) {
	for _, g := range p.prog.Units[0].Globals {
		d, ok := g.(*core.VarDef)
		if !ok || d.Var == v || d.Var.Name != v.Name || d.Var.Name == "" || d.Var.Type.Kind == types.Func || d.Var.Local != v.Local {
			continue
		}
		if !p.tt.Compatible(d.Var.Type.Unqual(), v.Type.Unqual()) {
			if !isConst(v.Type) && (!v.Local || p.sides[0].seen[d.Var]) {
				p.refuse(v.Pos, "%s has different types: %v and %v", v.Name, d.Var.Type, v.Type)
			}
			continue
		}
		switch {
		case found == nil, found == d.Var, v.Local && p.sides[0].seen[d.Var] && !p.sides[0].seen[found]:
			found = d.Var
		case v.Local && p.sides[0].seen[found] && !p.sides[0].seen[d.Var]:
		default:
			p.refuse(v.Pos, "with which variable %s is to be compared is not clear", v.Name)
		}
	}
	return found
}

// pairGlobals finds which variables of the sides are to begin and end alike.
func (p *Product) pairGlobals() {
	seen := map[*core.Var]bool{}
	for _, v := range p.sides[1].objects {
		w := p.partner(v)
		switch {
		case isConst(v.Type):
		case w != nil && (!v.Local || p.sides[0].seen[w]):
			seen[w] = true
			p.globals = append(p.globals, pair{w, v})
		case v.Name != "" && p.sides[1].written[v]:
			p.refuse(v.Pos, "%s, which the old function does not have, may keep values from one call to the next", v.Name)
		case v.Name != "" && p.changes(v):
			p.Notes = append(p.Notes, v.Name+", which the old function does not have, begins as it is initialised, and is not compared")
		}
	}
	for _, w := range p.sides[0].objects {
		if isConst(w.Type) || seen[w] || !p.sides[0].written[w] || w.Name == "" {
			continue
		}
		var other *core.Var
		for _, g := range p.prog.Units[1].Globals {
			if d, ok := g.(*core.VarDef); ok && d.Var.Name == w.Name && d.Var != w && (!w.Local || p.sides[1].seen[d.Var]) && p.partner(d.Var) == w {
				other = d.Var
			}
		}
		if other == nil && w.Local {
			p.refuse(w.Pos, "%s, which the new function does not have, may keep values from one call to the next", w.Name)
		}
		if other != nil {
			p.globals = append(p.globals, pair{w, other})
		} else {
			p.Notes = append(p.Notes, w.Name+", which the new function does not have, is not compared")
		}
	}
}

// placeholder is the name that the text of the driver has for a variable of the new file.
func placeholder(v *core.Var) string { return Prefix + "new_" + v.Name }
