package elab

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// GNU's functions in functions become functions of the file. They are given pointers to the variables of the functions around them that they
// use, as parameters behind their own. A pointer to one is a pointer to another function, which passes the pointers that variables
// of the file have since the address was taken; so the function that has the variables must not be active twice, see core.Func. A jump out of
// one leaves a number, and the functions whose calls it comes back to jump or return.

// declareNested declares a function of a block; t is nil if it is not known yet.
func (u *unit) declareNested(name *syntax.Ident, t *types.Type) *object {
	if o := u.scope.local(name.Sym); o != nil && o.kind == function && o.v.Local {
		return o
	} else if o != nil {
		u.failNote(name.NamePos, o.pos, "it is declared here", "%s is declared again, as something else", name.Name)
	}
	v := &core.Var{Name: name.Name, Type: t, Pos: u.pos(name.NamePos), Unit: u.file, Storage: core.Static, Linkage: core.Internal, Local: true}
	o := &object{kind: function, name: name.Name, pos: name.NamePos, typ: t, v: v}
	u.scope.declare(name.Sym, o)
	if t != nil {
		u.global(&core.VarDef{Var: v})
	}
	return o
}

// nestedOf gives a function of a block its type.
func (u *unit) nestedOf(o *object, name *syntax.Ident, t *types.Type) *object {
	if o.typ == nil {
		u.global(&core.VarDef{Var: o.v})
	} else if !u.tt.Compatible(o.typ, t) {
		u.failNote(name.NamePos, o.pos, "it is declared here", "%s has the type %v here, and was declared as %v", name.Name, t, o.typ)
	}
	o.typ, o.v.Type = t, t
	return o
}

// lifted is a function that was in another one.
type lifted struct {
	def        *core.Func
	own        map[*core.Var]bool
	labels     map[*core.Label]bool
	captured   []*core.Var // variables of functions around it
	params     map[*core.Var]*core.Var
	leaves     bool // it may jump out
	trampoline *core.Var
	chain      map[*core.Var]*core.Var // for the trampoline
}

// lifter lifts the functions in one of the file.
type lifter struct {
	u     *unit
	all   map[*core.Var]*lifted
	list  []*lifted
	exit  *core.Var // of the outermost function: the number of the label that is jumped to
	exits []*core.Label
}

func newLifted(f *core.Func) *lifted {
	l := &lifted{def: f, own: map[*core.Var]bool{}, labels: map[*core.Label]bool{}, params: map[*core.Var]*core.Var{}, chain: map[*core.Var]*core.Var{}}
	for _, list := range [][]*core.Var{f.Params, f.Temps, f.Body.Declared()} {
		for _, v := range list {
			l.own[v] = true
		}
	}
	f.Body.Labels(l.labels)
	return l
}

// lift makes functions of the file of those in a function.
func (u *unit) lift(f *core.Func, nested []*core.Func) {
	l := &lifter{u: u, all: map[*core.Var]*lifted{}}
	in := u.tt.Basic(types.Int)
	l.exit = &core.Var{Name: "", Type: in, Pos: f.Pos, Unit: u.file}
	for _, g := range append(slices.Clone(nested), f) {
		core.EachStmt(g.Body, func(s core.Stmt) {
			switch s.(type) {
			case *core.Claim, *core.Keep, *core.Variant, *core.FrameBegin:
				u.refuseAt(s.Pos(), "contract", "a contract of a function in a function, or beside one")
			}
		})
		x := newLifted(g)
		l.all[g.Var] = x
		l.list = append(l.list, x)
	}
	outer := l.all[f.Var]
	outer.own[l.exit] = true
	for _, x := range l.list[:len(nested)] {
		l.uses(x)
	}
	l.close()
	if outer.captured != nil {
		u.failAt(f.Pos, "", "a variable of a function that is not around it")
	}
	for _, x := range l.list[:len(nested)] {
		l.addParameters(x)
	}
	for _, x := range l.list {
		l.rewrite(x)
	}
	for _, x := range l.list[:len(nested)] {
		u.global(&core.FuncDef{Func: x.def})
	}
	if len(l.exits) > 0 {
		at := f.Body.At
		zero := &core.Assign{At: at, Dst: u.varPlace(l.exit, at), Src: u.smallInt(0, at)}
		f.Body.List = append([]core.Stmt{&core.Declare{At: at, Var: l.exit}, zero}, f.Body.List...)
	}
}

// capture enters a variable that a function uses, if it is one of a function around it.
func (l *lifter) capture(x *lifted, v *core.Var) {
	if x.own[v] || v.Storage != core.Auto && v.Storage != core.Param || v.Type.Kind == types.Func || slices.Contains(x.captured, v) {
		return
	}
	if v.Type.IsVariablyModified() || v.Register != "" {
		l.u.refuseAt(x.def.Pos, "nested function", "a function in a function, which uses a variable of variable size")
	}
	x.captured = append(x.captured, v)
}

// uses finds what a function uses of those around it.
func (l *lifter) uses(x *lifted) {
	r := core.Rewriter{
		Place: func(p core.Place) core.Place {
			if v, ok := p.(*core.VarPlace); ok {
				l.capture(x, v.Var)
			}
			return p
		},
		Expr: func(e core.Expr) core.Expr {
			if a, ok := e.(*core.LabelAddr); ok && !x.labels[a.Label] {
				l.u.refuseAt(a.At, "nested function", "the address of a label of a function around it")
			}
			return e
		},
		Stmt: func(s core.Stmt) []core.Stmt {
			if g, ok := s.(*core.Goto); ok && !x.labels[g.Label] {
				if !l.list[len(l.list)-1].labels[g.Label] {
					l.u.refuseAt(g.At, "nested function", "a jump out of two functions")
				}
				x.leaves = true
				l.capture(x, l.exit)
				if !slices.Contains(l.exits, g.Label) {
					l.exits = append(l.exits, g.Label)
				}
			}
			return []core.Stmt{s}
		},
	}
	r.Block(x.def.Body)
}

// close adds to what functions use what the functions use that they call or point to.
func (l *lifter) close() {
	for again := true; again; {
		again = false
		for _, x := range l.list {
			before, left := len(x.captured), x.leaves
			r := core.Rewriter{
				Place: func(p core.Place) core.Place {
					if v, ok := p.(*core.VarPlace); ok && l.all[v.Var] != nil && v.Var.Local {
						for _, w := range l.all[v.Var].captured {
							l.capture(x, w)
						}
					}
					return p
				},
				Call: func(c *core.Call) {
					if v := core.Called(c.Fun); v != nil && l.all[v] != nil && v.Local {
						x.leaves = x.leaves || l.all[v].leaves && x.def.Var.Local
					}
				},
			}
			r.Block(x.def.Body)
			again = again || len(x.captured) > before || x.leaves != left
		}
	}
}

// addParameters gives a function the pointers.
func (l *lifter) addParameters(x *lifted) {
	if len(x.captured) == 0 {
		return
	}
	tt, v := l.u.tt, x.def.Var
	sig := *v.Type.Sig
	sig.Params = slices.Clone(sig.Params)
	if len(sig.Params) != len(x.def.Params) {
		l.u.refuseAt(x.def.Pos, "nested function", "a function in a function without a prototype")
	}
	sig.Proto, sig.Old = true, false
	for _, w := range x.captured {
		t := tt.Pointer(w.Type)
		p := &core.Var{Name: w.Name, Type: t, Pos: w.Pos, Unit: l.u.file, Storage: core.Param}
		x.params[w] = p
		x.def.Params = append(x.def.Params, p)
		sig.Params = append(sig.Params, types.Param{Name: w.Name, Type: t})
	}
	v.Type = tt.Function(sig)
}

// address is the address of a variable in a function, which may have a pointer to it.
func (l *lifter) address(x *lifted, v *core.Var, at core.Pos) core.Expr {
	if p := x.params[v]; p != nil {
		return load(p, at)
	}
	return &core.AddrOf{At: at, X: l.u.varPlace(v, at), Typ: l.u.tt.Pointer(v.Type)}
}

// rewrite has a function use its parameters, pass them on, and leave.
func (l *lifter) rewrite(x *lifted) {
	u := l.u
	var chains []*lifted // whose addresses are taken in the statement
	own := map[*core.Var]bool{}
	for _, p := range x.params {
		own[p] = true
	}
	r := core.Rewriter{
		Call: func(c *core.Call) {
			v := core.Called(c.Fun)
			m := l.all[v]
			if m == nil || !v.Local {
				return
			}
			if n := len(m.def.Params) - len(m.captured); len(c.Args) < n || len(c.Args) > n && !v.Type.Sig.Variadic {
				u.refuseAt(c.At, "nested function", "a call with other arguments than the function has")
			} else {
				var args []core.Expr
				for _, w := range m.captured {
					args = append(args, l.address(x, w, c.At))
				}
				c.Args = slices.Insert(slices.Clone(c.Args), n, args...)
			}
			c.Fun = &core.AddrOf{At: c.Fun.Pos(), X: u.varPlace(v, c.Fun.Pos()), Typ: u.tt.Pointer(v.Type)}
		},
		Place: func(p core.Place) core.Place {
			if v, ok := p.(*core.VarPlace); ok && x.params[v.Var] != nil {
				return &core.DerefPlace{At: v.At, X: load(x.params[v.Var], v.At), Typ: v.Var.Type}
			}
			return p
		},
		Expr: func(e core.Expr) core.Expr {
			switch a := e.(type) {
			case *core.AddrOf:
				if d, ok := a.X.(*core.DerefPlace); ok && d.X.Type() == a.Typ { // &*p
					if q, ok := d.X.(*core.Load); ok {
						if v, ok := q.X.(*core.VarPlace); ok && own[v.Var] {
							return q
						}
					}
				}
				if v, ok := a.X.(*core.VarPlace); ok && l.all[v.Var] != nil && v.Var.Local && len(l.all[v.Var].captured) > 0 && a.Typ.Elem != v.Var.Type {
					m := l.all[v.Var]
					chains = append(chains, m)
					return &core.AddrOf{At: a.At, X: u.varPlace(l.trampolineOf(m, a), a.At), Typ: a.Typ}
				}
			}
			return e
		},
		Stmt: func(s core.Stmt) []core.Stmt {
			var list []core.Stmt
			for _, m := range chains {
				for _, w := range m.captured {
					list = append(list, &core.Assign{At: s.Pos(), Dst: u.varPlace(m.chain[w], s.Pos()), Src: l.address(x, w, s.Pos())})
				}
			}
			chains = nil
			switch s := s.(type) {
			case *core.Goto:
				if !x.labels[s.Label] {
					exit := &core.DerefPlace{At: s.At, X: load(x.params[l.exit], s.At), Typ: l.exit.Type}
					number := u.smallInt(int64(slices.Index(l.exits, s.Label)+1), s.At)
					return append(list, &core.Assign{At: s.At, Dst: exit, Src: number}, &core.Return{At: s.At})
				}
			case *core.Call:
				if m := l.all[core.Called(s.Fun)]; m != nil && m.leaves {
					return append(list, l.left(x, s)...)
				}
			}
			return append(list, s)
		},
	}
	r.Block(x.def.Body)
}

// left is a call behind which the function is left, or a label of it is jumped to, if the call has done that.
func (l *lifter) left(x *lifted, c *core.Call) []core.Stmt {
	u, at := l.u, c.At
	list := []core.Stmt{c}
	var store core.Stmt
	if c.Dst != nil {
		v := &core.Var{Type: c.Dst.Type().Unqual(), Pos: at, Unit: u.file, Temp: true}
		x.def.Temps = append(x.def.Temps, v)
		store = &core.Assign{At: at, Dst: c.Dst, Src: load(v, at)}
		c.Dst = u.varPlace(v, at)
	}
	exit := func() core.Place {
		if p := x.params[l.exit]; p != nil {
			return &core.DerefPlace{At: at, X: load(p, at), Typ: l.exit.Type}
		}
		return u.varPlace(l.exit, at)
	}
	if x.def.Var.Local {
		leave := &core.Block{At: at, End: at, List: []core.Stmt{&core.Return{At: at}}}
		list = append(list, &core.If{At: at, X: &core.Load{At: at, X: exit()}, Then: leave})
	} else {
		for i, label := range l.exits {
			is := &core.Binary{At: at, Op: core.Eq, X: &core.Load{At: at, X: exit()}, Y: u.smallInt(int64(i)+1, at), Typ: l.exit.Type}
			jump := &core.Block{At: at, End: at, List: []core.Stmt{&core.Assign{At: at, Dst: exit(), Src: u.smallInt(0, at)}, &core.Goto{At: at, Label: label}}}
			list = append(list, &core.If{At: at, X: is, Then: jump})
		}
	}
	if store != nil {
		list = append(list, store)
	}
	return list
}

// trampolineOf is the function that a pointer to m leads to, whose type a has.
func (l *lifter) trampolineOf(m *lifted, a *core.AddrOf) *core.Var {
	u, at, sig := l.u, m.def.Pos, a.Typ.Elem.Sig
	if m.leaves || sig.Variadic {
		u.refuseAt(a.At, "nested function", "a pointer to a function that jumps out of itself, or has variable arguments")
	}
	l.list[len(l.list)-1].def.Once = true
	for _, x := range l.list { // which may have the variables
		x.def.Once = x.def.Once || slices.ContainsFunc(m.captured, func(v *core.Var) bool { return x.own[v] })
	}
	if m.trampoline != nil {
		return m.trampoline
	}
	v := &core.Var{Name: m.def.Var.Name, Type: a.Typ.Elem, Pos: at, Unit: u.file, Storage: core.Static, Linkage: core.Internal, Local: true, Defined: true}
	m.trampoline = v
	def := &core.Func{Var: v, Pos: at, Body: &core.Block{At: at, End: at}, End: at}
	call := &core.Call{At: at, Fun: &core.AddrOf{At: at, X: u.varPlace(m.def.Var, at), Typ: u.tt.Pointer(m.def.Var.Type)}}
	own := m.def.Params[:len(m.def.Params)-len(m.captured)]
	if len(own) != len(sig.Params) {
		u.refuseAt(a.At, "nested function", "a pointer to a function in a function without a prototype")
	}
	for i, p := range own {
		w := &core.Var{Name: p.Name, Type: sig.Params[i].Type, Pos: p.Pos, Unit: u.file, Storage: core.Param}
		def.Params = append(def.Params, w)
		call.Args = append(call.Args, load(w, at))
	}
	for _, w := range m.captured {
		c := &core.Var{Name: w.Name, Type: u.tt.Pointer(w.Type), Pos: w.Pos, Unit: u.file, Storage: core.Static, Linkage: core.Internal, Local: true, Defined: true}
		m.chain[w] = c
		u.global(&core.VarDef{Var: c})
		call.Args = append(call.Args, load(c, at))
	}
	def.Body.List = []core.Stmt{call}
	if sig.Result.Kind != types.Void {
		r := &core.Var{Type: sig.Result, Pos: at, Unit: u.file, Temp: true}
		def.Temps = []*core.Var{r}
		call.Dst = u.varPlace(r, at)
		def.Body.List = append(def.Body.List, &core.Return{At: at, X: load(r, at)})
	}
	u.global(&core.FuncDef{Func: def})
	return v
}
