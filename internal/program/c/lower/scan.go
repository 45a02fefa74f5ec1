package lower

import (
	"cmp"
	"context"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/frame"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// scanner walks what can be reached from the entry.
type scanner struct {
	p     *program
	unit  source
	fn    *function // nil in an initializer
	todo  []*function
	inits []*variable
}

// scan finds what can be reached, and returns the entry.
func (p *program) scan(ctx context.Context) *function {
	s := &scanner{p: p}
	v := p.link.Prog.Function(cmp.Or(p.conf.Entry, "main"))
	if v == nil {
		panic(&Refusal{Reason: "no entry function"})
	}
	entry := s.function(v, source{prog: p.link.Prog})
	if at, why := s.p.link.Prog.Unusual(); why != "" {
		refuse(source{prog: p.link.Prog}.pos(at), "%s", why)
	}
	for ctx.Err() == nil {
		switch {
		case len(s.todo) > 0:
			f := s.todo[0]
			s.todo = s.todo[1:]
			if f.def != nil {
				s.unit, s.fn = f.unit, f
				s.function1(f)
			}
		case len(s.inits) > 0:
			v := s.inits[0]
			s.inits = s.inits[1:]
			s.unit, s.fn = v.unit, nil
			s.init(v.v.Init)
		case s.shared():
		default:
			p.placeLabels()
			p.findRecursion()
			return entry
		}
	}
	return entry
}

// shared has the variables that functions without a body may write be in memory, and enters those that nothing names. It tells whether there
// were any.
func (s *scanner) shared() (more bool) {
	if !s.p.conf.Havoc {
		return false
	}
	s.unit, s.fn = source{prog: s.p.link.Prog}, nil
	for _, u := range s.p.link.Prog.Units {
		for _, g := range u.Globals {
			d, ok := g.(*core.VarDef)
			if ok && d.Var.Linkage == core.External && d.Var.Defined && d.Var.Type.Kind != types.Func && s.p.variables[s.p.link.Extern(d.Var)] == nil {
				s.variable(d.Var)
				more = true
			}
		}
	}
	for _, x := range s.p.statics {
		x.addressed = x.addressed || x.v.Linkage == core.External
	}
	return more
}

// placeLabels gives the labels whose addresses are in tables to their functions.
func (p *program) placeLabels() {
	for _, f := range p.functions {
		if len(p.staticLabels) == 0 || f.def == nil {
			continue
		}
		own := map[*core.Label]bool{}
		f.def.Body.Labels(own)
		for _, l := range p.staticLabels {
			if own[l] && !slices.Contains(f.labels, l) {
				f.labels = append(f.labels, l)
			}
		}
	}
}

// ownName refuses what has another name for the assembler, by which it may be something else.
func (p *program) ownName(v *core.Var, pos ir.Pos) {
	if v.AsmName != "" && v.AsmName != v.Name {
		refuse(pos, "name for the assembler")
	}
}

// function is the function of a variable that has a definition, or none at all.
func (s *scanner) function(v *core.Var, u source) *function {
	if f := s.p.byVar[v]; f != nil {
		return f
	}
	f := &function{v: v, def: s.p.link.Defs[v], unit: u}
	if f.def != nil {
		f.unit = s.p.definedIn(v)
	}
	s.p.byVar[v] = f
	s.p.functions = append(s.p.functions, f)
	s.todo = append(s.todo, f)
	return f
}

func (s *scanner) function1(f *function) {
	f.early = map[*core.Var]bool{}
	f.def.Body.PassedOver(f.early)
	for _, v := range f.def.Params {
		s.local(v)
	}
	for _, v := range f.def.Temps {
		s.local(v)
	}
	s.block(f.def.Body)
	s.block(f.def.Leave)
}

func (s *scanner) local(v *core.Var) *variable {
	x := &variable{v: v, unit: s.unit, owner: s.fn, local: true}
	s.p.variables[v] = x
	return x
}

// table enters a variable of static storage duration that stays in its function, for the labels in its initializer.
func (s *scanner) table(d *core.Declare) {
	if d.Var.Init == nil {
		d.Var.Init = d.Init
	}
	x := &variable{v: d.Var, unit: s.unit, owner: s.fn}
	s.p.variables[d.Var] = x
	s.p.statics = append(s.p.statics, x)
	s.inits = append(s.inits, x)
}

// variable is one that an expression names.
func (s *scanner) variable(v *core.Var) *variable {
	s.p.ownName(v, s.unit.pos(v.Pos))
	v = s.p.link.Extern(v)
	if x := s.p.variables[v]; x != nil {
		x.used = true
		return x
	}
	x := &variable{v: v, unit: s.unit, used: true}
	if v.Local {
		x.owner = s.fn
	}
	s.p.variables[v] = x
	s.p.statics = append(s.p.statics, x)
	if v.Init != nil {
		s.inits = append(s.inits, x)
	}
	return x
}

func (s *scanner) block(b *core.Block) {
	if b == nil {
		return
	}
	for _, x := range b.List {
		s.stmt(x)
	}
}

func (s *scanner) stmt(x core.Stmt) {
	limited := func(do func()) { caught(do, func(r *Refusal) { s.p.limits[x] = r }) }
	switch x := x.(type) {
	case *core.Block:
		s.block(x)
	case *core.If:
		limited(func() { s.expr(x.X) })
		s.block(x.Then)
		s.block(x.Else)
	case *core.Loop:
		s.block(x.Body)
		s.block(x.Step)
	case *core.Switch:
		limited(func() { s.expr(x.X) })
		s.block(x.Body)
	default:
		limited(func() { s.simple(x) })
	}
}

// simple scans a statement that has no others in it.
func (s *scanner) simple(x core.Stmt) {
	switch x := x.(type) {
	case *core.Assign:
		s.p.volatiles.Write(x.Dst)
		s.p.volatiles.Becomes(x.Src, x.Dst.Type())
		s.place(x.Dst)
		s.expr(x.Src)
	case *core.Call:
		s.call(x)
	case *core.Claim:
		s.block(x.Pre)
		s.expr(x.X)
	case *core.Keep:
		s.block(x.Pre)
		s.place(&core.VarPlace{At: x.At, Var: x.Var})
		s.expr(x.X)
	case *core.FrameBegin:
		several := s.p.frames != nil || x.Loop
		if s.p.frames == nil {
			s.p.frames = frame.New(s.p.out)
		}
		s.p.frames.Several = s.p.frames.Several || several
		s.fn.hasAssigns = true
		x.Visit(s.expr, s.place)
		for _, v := range x.Vars {
			s.place(&core.VarPlace{At: x.At, Var: v})
		}
	case *core.FrameEnd, *core.FrameGrown:
	case *core.Forget:
		s.p.volatiles.Write(x.Place)
		s.place(x.Place)
		for _, y := range x.From {
			s.expr(y)
		}
	case *core.Builtin:
		s.builtin(x)
		if x.Dst != nil {
			s.p.volatiles.Write(x.Dst)
			s.place(x.Dst)
		}
		for _, a := range x.Args {
			s.p.volatiles.WriteThrough(a.X)
			s.expr(a.X)
			if a.Place != nil {
				s.p.volatiles.Write(a.Place)
				s.place(a.Place)
				s.list(a.Place)
			}
		}
	case *core.Eval:
		s.expr(x.X)
	case *core.Declare:
		if x.Var.Storage == core.Static { // a table of labels
			s.table(x)
			break
		}
		s.local(x.Var)
		s.init(x.Init)
	case *core.Return:
		s.expr(x.X)
	case *core.Case, *core.Labeled, *core.Goto, *core.Break, *core.Continue:
	case *core.Remark:
		if !x.Pragma && x.Statement == 0 {
			refuse(s.unit.pos(x.At), "contract")
		}
	case *core.GotoPtr:
		s.expr(x.X)
	case *core.Asm, *core.Opaque:
	default:
		refuse(s.unit.pos(x.Pos()), "statement")
	}
}

func (s *scanner) init(x core.Init) {
	switch x := x.(type) {
	case *core.ExprInit:
		s.expr(x.X)
	case *core.LiteralInit:
		s.literal(x.Literal)
	case *core.ListInit:
		for _, e := range x.Elems {
			s.init(e.Init)
		}
	}
}

func (s *scanner) literal(l *core.Literal) {
	s.p.uses.counting = s.p.uses.counting || !s.unit.model && library.StoresCount(l.Text0())
}

func (s *scanner) call(c *core.Call) {
	if c.Dst != nil {
		s.p.volatiles.Write(c.Dst)
		s.place(c.Dst)
	}
	sig := c.Fun.Type().Elem.Sig
	for i, a := range c.Args {
		if i < len(sig.Params) {
			s.p.volatiles.Becomes(a, sig.Params[i].Type)
		}
		s.expr(a)
	}
	v := core.Called(c.Fun)
	if v == nil {
		s.fn.indirect = true
		s.expr(c.Fun)
		return
	}
	g, m := s.target(v, len(c.Args), s.unit.pos(core.BeginOf(c)))
	switch {
	case m != nil:
		s.texts(m.row)
	case g != nil && g.unit.model:
		s.texts(library.Lookup(v.Name))
	}
	if m != nil && m.row != nil {
		if m.row.ReadsCharacter() {
			s.shares(readModel)
		}
		s.p.uses.resizes = s.p.uses.resizes || m.row.Does == "resizes" || m.row.Does == "usable-size"
		switch m.row.Does {
		case "sorts":
			s.ordered(c, sortModel, s.unit.pos(c.At))
		case "searches":
			s.ordered(c, searchModel, s.unit.pos(c.At))
		}
		s.needs(m.row)
	} else if g != nil && g.unit.model {
		if row := library.Lookup(v.Name); row != nil {
			s.needs(row)
		}
	}
	if g == nil || g.def == nil || g.unit.model && !s.unit.model {
		s.p.volatiles.Handed(c, m != nil && m.row != nil || g != nil && g.unit.model, s.p.conf.Havoc)
	}
	if g != nil {
		if g == s.fn && g.unit.model { // for calls through pointers alone
			refuse(s.unit.pos(c.At), "library function %s", v.Name)
		}
		g.called = true
		s.fn.calls = append(s.fn.calls, g)
	}
}

// needs enters what a call of a function of the table needs: functions that models share, and what it does with a stream.
func (s *scanner) needs(row *library.Function) {
	s.p.uses.streams[row.Stream] = true
	for _, name := range append(needed[row.Name], needed[row.Does]...) {
		s.shares(name)
	}
}

// shares enters a function that models share.
func (s *scanner) shares(name string) {
	f := s.function(s.p.link.Model(name), source{})
	f.called = true
	s.fn.calls = append(s.fn.calls, f)
}

// target is what a call of a function means: a function of the program or a model, what the table says, or nothing that is
// known.
func (s *scanner) target(v *core.Var, args int, pos ir.Pos) (*function, *meaning) {
	g, m := s.p.meaningOf(v, s.unit, args, pos)
	if g == nil {
		s.p.uses.called[v] = true
		s.p.rounding.Calls(m.row)
		return nil, m
	}
	_, known := s.p.byVar[g]
	f := s.function(g, s.unit)
	if !known && f.unit.model {
		f.asked = &Refusal{Pos: pos, Reason: "library function " + v.Name}
		if s.unit.model {
			f.asked = s.fn.asked
		}
	}
	return f, nil
}

func (s *scanner) expr(x core.Expr) {
	s.p.volatiles.Leads(x)
	switch x := x.(type) {
	case *core.Load:
		s.place(x.X)
	case *core.AddrOf:
		s.address(x.X)
	case *core.Decay:
		s.address(x.X)
	case *core.LabelAddr:
		if s.fn == nil {
			s.p.staticLabels = append(s.p.staticLabels, x.Label)
		} else if !slices.Contains(s.fn.labels, x.Label) {
			s.fn.labels = append(s.fn.labels, x.Label)
		}
	default:
		for y := range core.Operands(x) {
			s.expr(y)
		}
	}
}

func (s *scanner) place(x core.Place) {
	switch x := x.(type) {
	case *core.VarPlace:
		s.variable(x.Var)
	case *core.DerefPlace:
		s.expr(x.X)
	case *core.FieldPlace:
		s.place(x.X)
	case *core.LiteralPlace:
		s.literal(x.Literal)
	case *core.PartPlace:
		s.place(x.X)
	}
}

// address is a place whose address is taken.
func (s *scanner) address(x core.Place) {
	v, ok := x.(*core.VarPlace)
	switch {
	case !ok:
		s.place(x)
	case v.Var.Type.Kind == types.Func:
		g := s.pointed(v.Var, s.unit.pos(v.At))
		g.addressed = true
	default:
		s.variable(v.Var).addressed = true
	}
}

// pointed is the function that a pointer points to.
func (s *scanner) pointed(v *core.Var, pos ir.Pos) *function {
	g, m := s.target(v, -1, pos)
	known := g != nil && g.unit.model || g == nil && m.row != nil
	// Calls through a pointer may give it what is wrong.
	looked := known && !s.unit.model && (s.p.conf.FloatGoals || s.p.conf.Memory.Looks())
	if row := library.Lookup(v.Name); known && row != nil {
		s.p.uses.streams[row.Stream] = true
	}
	switch {
	case g != nil && !looked:
		return g
	case g == nil && m.row == nil: // nothing is known of it
		return s.function(v, s.unit)
	}
	w := s.p.uses.pointees[v]
	if w == nil {
		if !looked && m.row.Model {
			w = s.p.link.Model(m.row.Name)
		} else {
			w = s.forwards(v, pos)
		}
		s.p.uses.pointees[v] = w
	}
	return s.function(w, s.unit)
}

// forwards is a function that calls the one of the library that v is.
func (s *scanner) forwards(v *core.Var, pos ir.Pos) *core.Var {
	sig := v.Type.Sig
	if !sig.Proto || sig.Variadic || layout.IsAggregate(sig.Result) {
		refuse(pos, "address of the library function %s", v.Name)
	}
	def := core.Forward(s.p.tt, &core.Var{Name: v.Name, Type: v.Type, Pos: v.Pos, Unit: v.Unit, Linkage: core.External, NoReturn: v.NoReturn}, v)
	s.p.link.Define(def, s.unit.prog)
	return def.Var
}

// findRecursion marks the functions that may be called while they are active: those on a cycle of calls, where a call through
// a pointer may be one of each function whose address is taken.
func (p *program) findRecursion() {
	number := map[*function]int{}
	var addressed []*function
	for i, f := range p.functions {
		number[f] = i
		if f.addressed {
			addressed = append(addressed, f)
		}
	}
	for _, i := range graph.OnCycles(len(p.functions), func(i int) (list []int) {
		next := p.functions[i].calls
		if p.functions[i].indirect {
			next = slices.Concat(next, addressed)
		}
		for _, g := range next {
			list = append(list, number[g])
		}
		return list
	}) {
		p.functions[i].recursive = true
		if p.functions[i].hasAssigns {
			p.frames.Several = true
		}
	}
}
