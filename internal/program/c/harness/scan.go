package harness

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// scan goes through the functions and the initializers of variables that an execution may come to which begins in the entry.
func scan(prog *core.Program, cfg Config, entry *core.Func) *facts {
	s := &scanner{facts: newFacts(), cfg: &cfg, prog: prog, bodies: map[*core.Var]*core.Func{}, temps: map[*core.Var]origin{}}
	s.changes(prog)
	s.anything = s.anything || prog.Partial
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.FuncDef:
				s.bodies[g.Func.Var] = g.Func
			case *core.VarDef:
				if cfg.Havoc && g.Var.Linkage == core.External && g.Var.Defined && g.Var.Type.Kind != types.Func { // which unknown functions may use
					s.uses(g.Var)
				}
			}
		}
	}
	s.uses(entry.Var)
	for _, name := range cfg.Roots {
		if v := prog.Function(name); v != nil {
			s.uses(v)
		}
	}
	for v := range s.bodies {
		if slices.ContainsFunc(v.Attrs, func(a core.Attr) bool { return a.Name == "constructor" }) {
			s.constructors = append(s.constructors, v)
		}
	}
	slices.SortFunc(s.constructors, func(a, b *core.Var) int { return int(a.Pos.Used) - int(b.Pos.Used) })
	for _, v := range s.constructors {
		s.uses(v)
	}
	for i := 0; i < len(s.used); i++ {
		s.entered(s.used[i])
	}
	return s.facts
}

// scanner goes through the program.
type scanner struct {
	*facts
	cfg          *Config
	prog         *core.Program
	bodies       map[*core.Var]*core.Func
	constructors []*core.Var

	// Of the function at hand: what its temporaries are, the counters of the loops that are open, how often each of these goes round, where 0 says that it is
	// not known, variables that have been given constants, and those that have been given something else.
	fn     *core.Func
	temps  map[*core.Var]origin
	rounds map[*core.Var]span
	times  []int64
	spans  map[*core.Var]span
	others map[*core.Var]bool
}

// origin is what a temporary has been given, in its one place, or in the two branches of an if, which is a Cond then.
type origin struct {
	x       core.Expr
	call    *core.Call
	builtin *core.Builtin
	many    bool // several things
}

func (s *scanner) uses(v *core.Var) {
	if s.mentioned[v] {
		return
	}
	s.mentioned[v] = true
	s.used = append(s.used, v)
	if s.fn != nil {
		s.owner[v] = s.fn.Var
	}
}

// entered scans what v brings along: a body, an initial value, a contract.
func (s *scanner) entered(v *core.Var) {
	s.fn, s.temps, s.rounds, s.spans, s.others, s.times = nil, map[*core.Var]origin{}, map[*core.Var]span{}, map[*core.Var]span{}, map[*core.Var]bool{}, nil
	if v.Type.Kind != types.Func {
		if v.Init != nil && (v.Storage == core.Static || v.Storage == core.Thread) {
			s.initialized(v, v.Init)
		}
		return
	}
	f := s.bodies[v]
	if s.cfg.Fails(v.Name) {
		f = nil
	}
	if f != nil {
		s.fn = f
		s.origins(f.Body)
		s.constants(f.Body)
		s.block(f.Body)
		s.block(f.Leave)
	}
	for _, c := range s.prog.Contracts {
		if c.Func == v {
			s.contract(c)
		}
	}
}

// contract scans what is said of a function.
func (s *scanner) contract(c *core.Contract) {
	for _, x := range c.Clauses {
		s.block(x.Pre)
		for _, k := range x.Old {
			s.block(k.Pre)
			s.expr(k.X)
		}
		s.expr(x.X)
		for _, w := range x.Wants {
			s.expr(w.X)
			s.expr(w.Size)
		}
	}
	(&core.Frame{Targets: c.Targets}).Visit(s.expr, s.place)
	if c.Variant != nil {
		s.statement(c.Variant)
	}
}

// origins finds what temporaries of a block are given.
func (s *scanner) origins(b *core.Block) {
	given := func(x core.Place, o origin) {
		if v, ok := x.(*core.VarPlace); ok && v.Var.Temp {
			if _, again := s.temps[v.Var]; again {
				o = origin{many: true}
			}
			s.temps[v.Var] = o
		}
	}
	core.EachStmt(b, func(st core.Stmt) {
		switch st := st.(type) {
		case *core.Assign:
			given(st.Dst, origin{x: st.Src})
		case *core.Call:
			given(st.Dst, origin{call: st})
		case *core.Builtin:
			given(st.Dst, origin{builtin: st})
		}
	})
	core.EachStmt(b, func(st core.Stmt) {
		c, ok := st.(*core.If)
		if !ok || c.Else == nil {
			return
		}
		yes, v := last(c.Then)
		no, w := last(c.Else)
		if v != nil && v == w && s.temps[v].many {
			s.temps[v] = origin{x: &core.Cond{At: c.At, X: c.X, Then: yes, Else: no, Typ: v.Type}}
		}
	})
}

// last is what the last statement of a block gives a temporary; nil if it does not.
func last(b *core.Block) (core.Expr, *core.Var) {
	if len(b.List) == 0 {
		return nil, nil
	}
	if a, ok := b.List[len(b.List)-1].(*core.Assign); ok {
		if v, ok := a.Dst.(*core.VarPlace); ok && v.Var.Temp {
			return a.Src, v.Var
		}
	}
	return nil, nil
}

// block scans the statements of a block, which may be nil.
func (s *scanner) block(b *core.Block) {
	if b == nil {
		return
	}
	for i, st := range b.List {
		if l, ok := st.(*core.Loop); ok {
			s.loop(l, b.List[:i])
			continue
		}
		s.statement(st)
	}
}

func (s *scanner) statement(st core.Stmt) {
	switch st := st.(type) {
	case *core.Assign:
		s.assign(st)
		return
	case *core.Declare:
		if st.Init != nil {
			s.initialized(st.Var, st.Init)
		}
		return
	case *core.Call:
		s.call(st)
	case *core.Builtin:
		s.given(st.Dst)
	case *core.Return:
		s.becomes(st.X)
	case *core.Asm:
		for _, list := range [][]core.AsmOperand{st.Outputs, st.Inputs} {
			for _, o := range list {
				if o.X != nil {
					s.goes(s.pointerKey(o.X))
				} else {
					s.goes(s.placeKey(o.Place))
				}
			}
		}
	}
	s.parts(st)
	for _, b := range core.Inner(st) {
		s.block(b)
	}
}

// parts scans the expressions and places of a statement itself.
func (s *scanner) parts(st core.Stmt) {
	core.Parts(st, func(at *core.Expr) { s.visit(*at) }, s.visitPlace)
}

// expr scans an expression, which may be nil, and all of its parts.
func (s *scanner) expr(x core.Expr) {
	if x != nil {
		s.parts(&core.Eval{X: x})
	}
}

// place scans a place and all of its parts.
func (s *scanner) place(x core.Place) {
	if x != nil {
		s.parts(&core.Forget{Place: x})
	}
}

// visit records what an expression by itself does.
func (s *scanner) visit(x core.Expr) {
	switch x := x.(type) {
	case *core.Load:
		if d, ok := x.X.(*core.DerefPlace); ok {
			s.accessed(d)
		}
	case *core.AddrOf:
		s.goes(s.placeKey(x.X))
	case *core.PtrAdd:
		if n, ok := constant(x.N); !ok || n != 0 {
			s.goes(s.pointerKey(x.X))
		}
		if base := s.pointerKey(x.X); base != none {
			s.index[base] = append(s.index[base], s.numbers(x.N)...)
		}
	case *core.PtrDiff:
		s.goes(s.pointerKey(x.X))
		s.goes(s.pointerKey(x.Y))
		s.compares(x.X, x.Y)
	case *core.Binary:
		switch {
		case x.Op == core.And:
			s.masked(x.X)
			s.masked(x.Y)
		case x.Op.IsComparison() && x.X.Type().Kind == types.Pointer:
			s.compares(x.X, x.Y)
			if x.Op >= core.Lt {
				s.goes(s.pointerKey(x.X))
				s.goes(s.pointerKey(x.Y))
			}
		}
	case *core.Convert:
		if x.Explicit {
			s.becomes(x)
		}
	}
}

// visitPlace records what it is to name a place.
func (s *scanner) visitPlace(x core.Place) {
	switch x := x.(type) {
	case *core.VarPlace:
		s.uses(x.Var)
	case *core.FieldPlace:
		if x.Field.Name != "" {
			s.selected[x.Field.Name] = true
		}
	case *core.DerefPlace:
		if _, element := s.strip(x.X).(*core.PtrAdd); element || !x.Typ.IsRecord() { // of p->x it is not known how much of *p matters
			s.accessed(x)
		}
	}
}
