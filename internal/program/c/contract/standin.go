package contract

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Contracts in the place of functions. A call that comes to one is checked against what the contract requires; what it assigns gets any value, and so
// does the result; and what it ensures is assumed. That is done for functions without a body, and for all calls, those of a function by itself among
// them, where Config.Replace says so.

// standIns makes a function of each contract that calls come to, and has them do so.
func standIns(conf Config, prog *core.Program, defs map[*core.Var]*core.Func, measures map[*core.Var]*measure, instead map[*core.Var]*core.Var) (made []*core.Func, left []Remark) {
	chosen := map[*core.Var]*core.Contract{}
	for _, c := range prog.Contracts {
		if old := chosen[c.Func]; !c.Partly && (old == nil || c.Assigns && !old.Assigns) {
			chosen[c.Func] = c
		}
	}
	for _, c := range prog.Contracts {
		v := c.Func
		if chosen[v] != c || defs[v] != nil && !conf.Replace {
			continue
		}
		if defs[v] != nil && !c.Assigns {
			note := "calls of " + v.Name + " do what it does: its contract has no assigns clause that would say what changes"
			defs[v].Body.List = append([]core.Stmt{said(prog, note, v.Pos)}, defs[v].Body.List...)
			continue
		}
		if v.Type.Sig.Variadic || !v.Type.Sig.Proto {
			left = append(left, Remark{v.Pos, "the contract of " + v.Name + ", which has other arguments than its parameters, does not stand for calls"})
			continue
		}
		s := &standIn{prog: prog, c: c, own: map[*core.Var]*core.Var{}}
		left = append(left, s.make(conf, defs[v] == nil, measures)...)
		made = append(made, s.f)
		instead[v] = s.f.Var
		u := prog.Units[v.Unit]
		u.Globals = append(u.Globals, &core.FuncDef{Func: s.f})
	}
	return made, left
}

// redirect has the calls in a block come to other functions.
func redirect(tt *types.Table, b *core.Block, instead map[*core.Var]*core.Var) {
	if b == nil {
		return
	}
	for _, s := range b.List {
		if c, ok := s.(*core.Call); ok {
			if v := core.Called(c.Fun); v != nil && instead[v] != nil {
				at := c.Fun.Pos()
				c.Fun = &core.AddrOf{At: at, X: &core.VarPlace{At: at, Var: instead[v]}, Typ: tt.Pointer(instead[v].Type)}
			}
		}
		for _, x := range core.Inner(s) {
			redirect(tt, x, instead)
		}
	}
}

// said is a statement that only tells what is taken for granted.
func said(prog *core.Program, note string, at core.Pos) core.Stmt {
	one := &core.IntConst{At: at, Value: types.IntOf(1), Typ: prog.Types.Basic(types.Int)}
	return &core.Claim{At: at, Kind: core.Assumed, X: one, Why: note}
}

// standIn is a function that is made of a contract. All variables in it are its own.
type standIn struct {
	prog *core.Program
	c    *core.Contract
	f    *core.Func
	own  map[*core.Var]*core.Var
	list []core.Stmt
}

func (s *standIn) instead(v *core.Var) *core.Var { return s.own[v] }

func (s *standIn) expr(x core.Expr) core.Expr { return core.Substitute(x, s.instead, none) }

func (s *standIn) temp(t *types.Type, at core.Pos) *core.Var {
	v := &core.Var{Type: t.Unqual(), Pos: at, Unit: s.c.Func.Unit, Temp: true}
	s.f.Temps = append(s.f.Temps, v)
	return v
}

// keep gives a variable a value, without goals.
func (s *standIn) keep(v *core.Var, x core.Expr, at core.Pos) core.Stmt {
	return &core.Keep{At: at, Saved: core.Saved{Var: v, X: x}}
}

// make makes the function.
func (s *standIn) make(conf Config, bodiless bool, measures map[*core.Var]*measure) (left []Remark) {
	g, at := s.c.Func, s.c.Func.Pos
	v := &core.Var{Name: "__craig_contract_" + g.Name, Type: g.Type, Pos: at, Unit: g.Unit, Storage: core.Static, Linkage: core.Internal, Defined: true}
	s.f = &core.Func{Var: v, Pos: at, End: at}
	for _, p := range s.c.Params {
		q := *p
		s.own[p] = &q
		s.f.Params = append(s.f.Params, &q)
	}
	for _, t := range s.c.Temps {
		if s.own[t] == nil {
			q := *t
			s.own[t] = &q
			s.f.Temps = append(s.f.Temps, &q)
		}
	}
	var result *core.Var
	if t := g.Type.Sig.Result; t.Kind != types.Void {
		result = &core.Var{Name: "\\result", Type: t.Unqual(), Pos: at, Unit: g.Unit}
		if r := s.c.Result; r != nil {
			s.f.Temps = slices.DeleteFunc(s.f.Temps, func(v *core.Var) bool { return v == s.own[r] })
			s.own[r] = result
		}
	}
	switch note := ""; {
	case conf.Verified == g.Name: // which this run checks
	case bodiless:
		note = " has no body here: it does what its contract says"
		fallthrough
	default:
		if note == "" {
			note = " does what its contract says, which is not verified here"
		}
		s.list = append(s.list, said(s.prog, g.Name+note, at))
	}
	var old, ensures []core.Stmt
	var room []core.Room
	for _, k := range s.c.Clauses {
		var keeps []core.Stmt
		for _, x := range k.Old {
			s.ownDeclared(x.Pre)
			keeps = append(keeps, x.Substitute(s.instead).Stmt(k.At))
		}
		s.ownDeclared(k.Pre)
		why := ""
		switch {
		case k.Ensures:
			old = append(old, keeps...)
			ensures = append(ensures, &core.Claim{At: k.At, Kind: core.Assumed, Pre: core.SubstituteBlock(k.Pre, s.instead), X: s.expr(k.X)})
			room = append(room, k.Wants...)
			continue
		case k.Together:
			why = "it is not so that the contract of " + g.Name + " has " + k.Said
		default:
			why = "the call does not meet what " + g.Name + " requires: " + k.Said
		}
		s.list = append(s.list, keeps...)
		if conf.Goals {
			s.list = append(s.list, &core.Claim{At: k.At, Pre: core.SubstituteBlock(k.Pre, s.instead), X: s.expr(k.X), Why: why})
		}
	}
	if w := s.c.Variant; w != nil && conf.Goals && !bodiless {
		mine := *w
		mine.Measures = nil
		for _, x := range w.Measures {
			mine.Measures = append(mine.Measures, s.expr(x))
		}
		m, list, _ := (&descent{conf, s.prog, s.f, measures}).call(g, &mine)
		if m == nil {
			left = append(left, otherVariant(g, w))
		}
		s.list = append(s.list, list...)
	}
	for _, k := range s.c.Clauses {
		for _, q := range unasked(s.expr(k.X), at, s.prog.Types.Basic(types.Int)) {
			s.list = append([]core.Stmt{q}, s.list...)
		}
	}
	var changes []core.Stmt
	for _, t := range s.c.Targets {
		changes = append(changes, s.change(core.SubstituteIn(t, s.instead), at)...)
	}
	s.list = slices.Concat(s.list, old, changes)
	if result != nil {
		s.list = append(s.list, &core.Declare{At: at, Var: result}, &core.Forget{At: at, Place: &core.VarPlace{At: at, Var: result}, Name: g.Name})
		p := &placer{prog: s.prog, f: s.f}
		for _, w := range room {
			if isLoadOf(w.X, s.c.Result) {
				p.provide(core.Room{X: load(result, at), Size: s.expr(w.Size)}, at)
			}
		}
		s.list = append(s.list, p.provided...)
	}
	s.list = append(s.list, ensures...)
	r := &core.Return{At: at}
	if result != nil {
		r.X = load(result, at)
	}
	s.f.Body = block(at, append(s.list, r)...)
	return left
}

// ownDeclared gives the function variables of its own for those that a block, which may be nil, declares.
func (s *standIn) ownDeclared(b *core.Block) {
	for _, v := range b.Declared() {
		q := *v
		s.own[v] = &q
	}
}

func isLoadOf(x core.Expr, v *core.Var) bool {
	l, ok := core.Unconverted(x).(*core.Load)
	if !ok || v == nil {
		return false
	}
	p, ok := l.X.(*core.VarPlace)
	return ok && p.Var == v
}

// change gives a place any value where the contract assigns it; which place that is, is found now.
func (s *standIn) change(t core.Target, at core.Pos) []core.Stmt {
	does := s.temp(s.prog.Types.Basic(types.Int), at)
	one := core.Expr(&core.IntConst{At: at, Value: types.IntOf(1), Typ: does.Type})
	if t.If != nil {
		not := func(x core.Expr) core.Expr { return &core.Unary{At: at, Op: core.Not, X: x, Typ: does.Type} }
		one = not(not(t.If))
	}
	s.list = append(s.list, s.keep(does, one, at))
	found := block(at)
	s.list = append(s.list, &core.If{At: at, X: load(does, at), Then: found})
	saved := func(x core.Expr) core.Expr {
		v := s.temp(x.Type(), at)
		found.List = append(found.List, s.keep(v, x, at))
		return load(v, at)
	}
	tt := s.prog.Types
	if t.Place != nil && t.Place.Type().Kind == types.Array {
		p := t.Place
		t.Elem = p.Type().Elem
		for t.Elem.Kind == types.Array {
			t.Elem = t.Elem.Elem
		}
		t.Size = &core.IntConst{At: at, Value: types.IntOf(p.Type().SizeOf()), Typ: tt.Size.Main()}
		t.Base, t.Place = &core.Convert{At: at, X: &core.Decay{At: at, X: p, Typ: tt.Pointer(p.Type().Elem)}, Typ: tt.Pointer(tt.Basic(types.Char)), Explicit: true}, nil
	}
	var change core.Stmt
	if t.Place != nil {
		change = &core.Forget{At: at, Place: frozen(t.Place, saved), Name: s.c.Func.Name}
	} else {
		change = s.changeAll(saved(t.Base), saved(t.Size), t.Elem, at)
	}
	return []core.Stmt{&core.If{At: at, X: load(does, at), Then: block(at, change)}}
}

// frozen is a place whose pointer has been saved.
func frozen(x core.Place, saved func(core.Expr) core.Expr) core.Place {
	switch x := x.(type) {
	case *core.DerefPlace:
		return &core.DerefPlace{At: x.At, X: saved(x.X), Typ: x.Typ}
	case *core.FieldPlace:
		return &core.FieldPlace{At: x.At, X: frozen(x.X, saved), Field: x.Field, Typ: x.Typ}
	case *core.PartPlace:
		return &core.PartPlace{At: x.At, X: frozen(x.X, saved), Imag: x.Imag, Typ: x.Typ}
	}
	return x
}

// changeAll is a loop over the elements of a range of bytes.
func (s *standIn) changeAll(base, size core.Expr, elem *types.Type, at core.Pos) core.Stmt {
	tt := s.prog.Types
	if elem == nil || !elem.IsComplete() || elem.SizeOf() <= 0 {
		elem = tt.Basic(types.Char)
	}
	number := func(n int64) core.Expr { return &core.IntConst{At: at, Value: types.IntOf(n), Typ: tt.Size.Main()} }
	i := s.temp(tt.Size, at)
	more := &core.Binary{At: at, Op: core.Lt, X: load(i, at), Y: size, Typ: tt.Basic(types.Int)}
	not := &core.Unary{At: at, Op: core.Not, X: more, Typ: tt.Basic(types.Int)}
	p := &core.Convert{At: at, X: &core.PtrAdd{At: at, X: base, N: load(i, at), Typ: base.Type()}, Typ: tt.Pointer(elem), Explicit: true}
	next := &core.Binary{At: at, Op: core.Add, X: load(i, at), Y: number(elem.SizeOf()), Typ: tt.Size.Main()}
	body := block(at, &core.If{At: at, X: not, Then: block(at, &core.Break{At: at})},
		&core.Forget{At: at, Place: &core.DerefPlace{At: at, X: p, Typ: elem}, Name: s.c.Func.Name}, s.keep(i, next, at))
	return block(at, s.keep(i, number(0), at), &core.Loop{At: at, How: core.While, Body: body})
}
