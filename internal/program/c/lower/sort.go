package lower

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Models of what sorts and searches.
const (
	sortModel   = "__craig_sort"
	searchModel = "__craig_search"
)

// instance is a function of a model that is there for one call, so that what it is given is not mixed up with what others are.
type instance struct {
	f       *function
	elem    *types.Type // of the elements of the array; nil if it is not known
	compare core.Expr
}

// ordered notes a call of qsort or bsearch, for which there is an instance of a model.
func (s *scanner) ordered(c *core.Call, model string, pos ir.Pos) {
	if len(c.Args) < 4 {
		refuse(pos, otherArguments)
	}
	prog := s.p.conf.Instance(model)
	u := source{prog: prog, model: true}
	for _, g := range prog.Units[0].Globals {
		if d, ok := g.(*core.FuncDef); ok {
			s.p.link.Define(d.Func, u.prog)
			if d.Func.Var.Name == model {
				in := &instance{f: s.function(d.Func.Var, u), compare: c.Args[len(c.Args)-1]}
				if model == sortModel {
					in.elem = s.p.layout.Elements(c.Args[0], c.Args[2])
				}
				in.f.called, in.f.instance, in.f.asked = true, in, &Refusal{Pos: pos, Reason: s.fn.v.Name}
				s.fn.calls = append(s.fn.calls, in.f)
				s.p.instances[c] = in
			}
		}
	}
}

// ordered is qsort or bsearch.
func (b *builder) ordered(c *knownCall) {
	var args []*ir.Expr
	for _, v := range b.passed(c) {
		if v.e == nil || v.t.IsReal() {
			refuse(c.pos, otherArguments)
		}
		args = append(args, v.e)
	}
	v := b.callFunction(b.p.instances[c.Call].f, c.pos, args...)
	b.p.out.Edge(b.p.out.Loc(b.cur).In[0]).Aux = false
	if c.Dst != nil {
		b.store(b.place(c.Dst), ir.VarExpr(v), c.pos)
	}
}

// exchange exchanges two elements: piece by piece as their type has them, or byte by byte if none is known.
func (b *builder) exchange(c *knownCall) {
	p, q := b.copied(b.expr(c.Args[0]), c.pos), b.copied(b.expr(c.Args[1]), c.pos)
	var spare *ir.Expr
	if b.p.conf.Memory.Given != "" {
		spare = b.scratch("$spare", 8, 8, c.pos)
	}
	swap := func(t ir.Type, p, q *ir.Expr) {
		if spare != nil {
			n := int64(t.Bits / 8)
			for _, m := range [][2]*ir.Expr{{spare, p}, {p, q}, {q, spare}} {
				b.moves(m[0], m[1], n, c.pos, func() {})
			}
			b.moving++
			defer func() { b.moving-- }()
		}
		x, y := b.copied(ir.Load(t, p), c.pos), b.copied(ir.Load(t, q), c.pos)
		b.emit(&ir.Store{Addr: p, Val: y}, c.pos)
		b.emit(&ir.Store{Addr: q, Val: x}, c.pos)
	}
	if t := b.f.instance.elem; t != nil {
		b.access(b.object(t, p, c.pos), true, c.pos)
		b.access(b.object(t, q, c.pos), true, c.pos)
		list, _ := b.p.layout.Pieces(t)
		for _, piece := range list {
			swap(piece.Type, b.p.move(p, piece.Off), b.p.move(q, piece.Off))
		}
		return
	}
	n := b.copied(b.cast(b.p.offset(), b.expr(c.Args[2])), c.pos)
	b.steps(n, ir.ConstInt(n.Type, 1), c.pos, func(i *ir.Expr) {
		char := b.p.tt.Basic(types.UChar)
		b.access(b.object(char, ir.PtrAdd(p, i), c.pos), true, c.pos)
		b.access(b.object(char, ir.PtrAdd(q, i), c.pos), true, c.pos)
		swap(ir.Int(8, false), ir.PtrAdd(p, i), ir.PtrAdd(q, i))
	})
}

// open is an int from 0 on that C leaves open.
func (b *builder) open(c *knownCall) {
	b.give(c.Call, c.pos, func(to *ir.Var) {
		b.emit(&ir.Havoc{Var: to, Source: ir.FromUnspecified, Name: b.f.v.Name}, c.pos)
		b.emit(&ir.Assume{Cond: ir.Compare(ir.OpGe, ir.VarExpr(to), ir.ConstInt(to.Type, 0))}, c.pos)
	})
}

// watched is 1 if operations have goals, and 2 if it is asked which statements are executed.
func (b *builder) watched(c *knownCall) {
	n := int64(0)
	if len(b.p.link.Prog.Statements) > 0 {
		n = 2
	} else if b.p.conf.Goals {
		n = 1
	}
	b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: ir.ConstInt(to.Type, n)}, c.pos) })
}

// compares ends the executions that come here unless what the call compares with only compares: the function that it names, or else all that
// take two pointers and whose addresses are taken.
func (b *builder) compares(c *knownCall) {
	list := b.p.functions
	if v := core.Called(core.Unconverted(b.f.instance.compare)); v != nil {
		list = []*function{b.p.denoted(v, source{prog: b.p.link.Prog}, c.pos)}
	}
	for _, f := range list {
		sig := f.v.Type.Sig
		if !f.addressed || sig.Proto && len(sig.Params) != 2 || sig.Result.Kind == types.Void {
			continue
		}
		if slices.ContainsFunc(sig.Params, func(q types.Param) bool { return q.Type.Kind != types.Pointer }) {
			continue
		}
		if !b.p.onlyComputes(f, map[*function]bool{}) {
			b.unsound(c.pos, "sorting and searching is not supported with a function that does more than compare, as %s may", f.v.Name)
			return
		}
	}
}

// onlyComputes tells whether a function does nothing but compute a result: it writes its own variables alone, and calls only such
// functions. seen are those that are being looked at, which call themselves.
func (p *program) onlyComputes(f *function, seen map[*function]bool) bool {
	if f.def == nil || f.unit.model || f.v.NoReturn {
		return !f.v.NoReturn && library.Lookup(f.v.Name).OnlyComputes() && (f.unit.model || !p.isError(f.v))
	}
	if seen[f] {
		return true
	}
	seen[f] = true
	return !f.def.Body.HasLabel(p.conf.ErrorLabel) && f.def.Body.Computes(func(c *core.Call) bool {
		v := core.Called(c.Fun)
		if v == nil {
			return false
		}
		g, m := p.meaningOf(v, f.unit, len(c.Args), f.unit.pos(c.At))
		if m != nil {
			return !v.NoReturn && !p.isError(v) && m.row.OnlyComputes()
		}
		return p.onlyComputes(p.byVar[g], seen)
	})
}
