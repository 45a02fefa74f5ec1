package link

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Files of one program may declare one function or variable with different types, which linkers do not notice. C leaves open what such a
// program does. Elaboration makes variables of one name of them. Here they become one: an object has the type of its definition, and what
// declares another one looks at its memory by that; a call passes a function what its definition says, converted to that.

// Disagreement is a name that is defined, and that files declare so differently that compiled code may not do what the definition says.
type Disagreement struct {
	Var *core.Var // as it is defined
	At  core.Pos  // of a declaration that differs
}

// Conflict is a name of which several files have definitions with different types, or whose uses do not fit its definition.
type Conflict struct {
	Name  string
	At    core.Pos
	Twice bool // it is defined twice
}

// Agree makes variables of one name one.
func Agree(prog *core.Program) (list []Disagreement, bad *Conflict) {
	a := &agreement{prog: prog, instead: map[*core.Var]*core.Var{}}
	groups := map[string][]*core.Var{}
	bodies := map[*core.Var]bool{}
	var names []string
	add := func(v *core.Var) {
		if v.Linkage != core.External || slices.Contains(groups[v.Name], v) {
			return
		}
		if groups[v.Name] == nil {
			names = append(names, v.Name)
		}
		groups[v.Name] = append(groups[v.Name], v)
	}
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				add(g.Var)
			case *core.FuncDef:
				bodies[g.Func.Var] = true
				add(g.Func.Var)
			}
		}
	}
	for _, name := range names {
		group := groups[name]
		if len(group) < 2 {
			continue
		}
		chosen := group[0]
		for _, v := range group[1:] {
			defined := func(v *core.Var) bool { return bodies[v] || v.Type.Kind != types.Func && v.Defined }
			switch {
			case v.Defined && chosen.Defined && !bodies[v] && !bodies[chosen] && weak(v) != weak(chosen) && v.Type.Kind == chosen.Type.Kind: // the strong one counts
				if weak(chosen) {
					chosen = v
				}
			case bodies[v] && bodies[chosen], v.Init != nil && chosen.Init != nil, defined(v) && defined(chosen) && v.Type.Kind != chosen.Type.Kind:
				return nil, &Conflict{name, v.Pos, true}
			case !defined(chosen) && defined(v), v.Init != nil, defined(v) && defined(chosen) && chosen.Init == nil && v.Type.SizeOf() > chosen.Type.SizeOf():
				chosen = v
			}
		}
		if (chosen.Type.Kind == types.Func) != bodies[chosen] {
			continue // nothing is known of it
		}
		differs := false
		for _, v := range group {
			if v == chosen {
				continue
			}
			if (v.Type.Kind == types.Func) != (chosen.Type.Kind == types.Func) {
				return nil, &Conflict{name, v.Pos, false}
			}
			a.instead[v] = chosen
			if !differs && (chosen.Defined || bodies[chosen]) && !agree(chosen.Type, v.Type) {
				differs = true
				list = append(list, Disagreement{chosen, v.Pos})
			}
		}
	}
	if len(a.instead) > 0 {
		a.rewrite()
	}
	return list, a.bad
}

// weak tells whether the program may have another definition of v.
func weak(v *core.Var) bool {
	return slices.ContainsFunc(v.Attrs, func(a core.Attr) bool { return a.Name == "weak" })
}

// agreement is a program in which names become one.
type agreement struct {
	prog    *core.Program
	instead map[*core.Var]*core.Var
	fn      *core.Func // the open function
	bad     *Conflict
}

func (a *agreement) rewrite() {
	r := &core.Rewriter{Place: a.place, Expr: a.expr, Stmt: a.stmt}
	for _, u := range a.prog.Units {
		kept := u.Globals[:0]
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				if a.instead[g.Var] != nil {
					continue
				}
				r.Init(g.Var.Init)
			case *core.FuncDef:
				a.fn = g.Func
				r.Block(g.Func.Body)
				r.Block(g.Func.Leave)
			}
			kept = append(kept, g)
		}
		u.Globals = kept
	}
}

// place is an object by the type with which the file declares it.
func (a *agreement) place(x core.Place) core.Place {
	p, ok := x.(*core.VarPlace)
	if !ok || p.Var.Type.Kind == types.Func || a.instead[p.Var] == nil {
		return x
	}
	old := p.Var.Type
	p.Var = a.instead[p.Var]
	if a.prog.Types.Compatible(old.Unqual(), p.Var.Type.Unqual()) {
		return x
	}
	return a.as(p, old)
}

// as is a place by another type.
func (a *agreement) as(p core.Place, t *types.Type) core.Place {
	at := p.Pos()
	addr := &core.AddrOf{At: at, X: p, Typ: a.prog.Types.Pointer(p.Type())}
	return &core.DerefPlace{At: at, X: &core.Convert{At: at, X: addr, Typ: a.prog.Types.Pointer(t)}, Typ: t}
}

// expr has pointers to functions lead to the definition.
func (a *agreement) expr(x core.Expr) core.Expr {
	addr, ok := x.(*core.AddrOf)
	if !ok {
		return x
	}
	p, ok := addr.X.(*core.VarPlace)
	if !ok || p.Var.Type.Kind != types.Func || a.instead[p.Var] == nil {
		return x
	}
	old := addr.Typ
	p.Var = a.instead[p.Var]
	addr.Typ = a.prog.Types.Pointer(p.Var.Type)
	return &core.Convert{At: addr.At, X: addr, Typ: old}
}

// stmt passes a function what its definition says.
func (a *agreement) stmt(s core.Stmt) []core.Stmt {
	c, ok := s.(*core.Call)
	if !ok {
		return []core.Stmt{s}
	}
	to := c.Fun
	if conv, ok := to.(*core.Convert); ok {
		to = conv.X
	}
	v := core.Called(to)
	if v == nil || to == c.Fun || !a.isChosen(v) || c.Fun.Type().Kind != types.Pointer || c.Fun.Type().Elem.Kind != types.Func {
		return []core.Stmt{s}
	}
	was, sig := c.Fun.Type().Elem.Sig, v.Type.Sig
	if sig.Variadic || was.Variadic {
		return []core.Stmt{s}
	}
	c.Fun = to
	if n := len(sig.Params); len(c.Args) > n && sig.Proto {
		c.Args = c.Args[:n]
	} else if len(c.Args) < n {
		c.Fun = &core.Convert{At: c.At, X: to, Typ: a.prog.Types.Pointer(a.prog.Types.Function(types.Sig{Result: sig.Result}))}
	}
	for i := range c.Args {
		if i < len(sig.Params) {
			c.Args[i] = a.converted(c.Args[i], sig.Params[i].Type.Unqual(), v)
		}
	}
	if c.Dst == nil || a.prog.Types.Compatible(was.Result, sig.Result) {
		return []core.Stmt{s}
	}
	if sig.Result.IsRecord() && c.Dst.Type().SizeOf() == sig.Result.SizeOf() {
		c.Dst = a.as(c.Dst, sig.Result)
		return []core.Stmt{s}
	}
	if sig.Result.Kind == types.Void {
		a.fails(v, c.At)
		return []core.Stmt{s}
	}
	dst, t := c.Dst, &core.Var{Type: sig.Result, Pos: c.At, Unit: a.fn.Var.Unit, Temp: true}
	a.fn.Temps = append(a.fn.Temps, t)
	c.Dst = &core.VarPlace{At: c.At, Var: t}
	value := a.converted(&core.Load{At: c.At, X: &core.VarPlace{At: c.At, Var: t}}, dst.Type().Unqual(), v)
	return []core.Stmt{s, &core.Assign{At: c.At, Dst: dst, Src: value}}
}

func (a *agreement) isChosen(v *core.Var) bool {
	for _, w := range a.instead {
		if v == w {
			return true
		}
	}
	return false
}

// converted is an argument or a result of v with another type.
func (a *agreement) converted(x core.Expr, t *types.Type, v *core.Var) core.Expr {
	old := x.Type().Unqual()
	number := func(t *types.Type) bool { return t.IsArithmetic() && t.Kind != types.Complex }
	load, isLoad := x.(*core.Load)
	switch {
	case a.prog.Types.Compatible(old, t):
	case old.IsScalar() && t.IsScalar() && (number(old) && number(t) || !isFloat(old) && !isFloat(t) && old.Kind != types.Complex && t.Kind != types.Complex):
		return &core.Convert{At: x.Pos(), X: x, Typ: t}
	case isLoad && old.IsRecord() && t.IsRecord() && old.SizeOf() == t.SizeOf():
		load.X = a.as(load.X, t)
	default:
		a.fails(v, x.Pos())
	}
	return x
}

func isFloat(t *types.Type) bool { return t.IsReal() && !t.IsInteger() }

func (a *agreement) fails(v *core.Var, at core.Pos) {
	if a.bad == nil {
		a.bad = &Conflict{v.Name, at, false}
	}
}

// agree tells whether code that is compiled for one of two types does with values of the other what it is meant to: they are represented
// and passed alike. What pointers lead to is looked at by its address, as the program does.
func agree(a, b *types.Type) bool {
	a, b = a.Main(), b.Main()
	switch {
	case a == b:
		return true
	case a.Kind == types.Bool || b.Kind == types.Bool:
		return false
	case a.IsInteger() && b.IsInteger():
		const toInt = 4 // shorter ones are passed with their sign
		return a.SizeOf() == b.SizeOf() && (a.IsSigned() == b.IsSigned() || a.SizeOf() >= toInt)
	case a.Kind != b.Kind:
		return false
	case a.Kind == types.Array:
		return agree(a.Elem, b.Elem) && (a.Len < 0 || b.Len < 0 || a.Len == b.Len)
	case a.Kind == types.Func:
		f, g := a.Sig, b.Sig
		return agree(f.Result, g.Result) && (!f.Proto || !g.Proto ||
			f.Variadic == g.Variadic && slices.EqualFunc(f.Params, g.Params, func(p, q types.Param) bool { return agree(p.Type, q.Type) }))
	case a.IsRecord():
		f, g := a.Record, b.Record
		return !f.Complete || !g.Complete || a.SizeOf() == b.SizeOf() && slices.EqualFunc(f.Fields, g.Fields, func(x, y types.Field) bool {
			return x.Offset == y.Offset && x.Bits == y.Bits && x.Bit == y.Bit && x.Width == y.Width && agree(x.Type, y.Type)
		})
	case a.Kind == types.Vector || a.Kind == types.Complex:
		return a.SizeOf() == b.SizeOf() && agree(a.Elem, b.Elem)
	}
	return true // pointers and floats of one kind
}
