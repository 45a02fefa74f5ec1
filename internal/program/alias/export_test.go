package alias

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// A Mutation damages one of the things that analyses find, number at, counted over all analyses of a run. Some says that there was one of
// that number.
type Mutation struct {
	At   int
	Some bool

	seen int
}

func (m *Mutation) now() bool {
	m.seen++
	m.Some = m.Some || m.seen-1 == m.At
	return m.seen-1 == m.At
}

// Undamaged ends mutations.
func Undamaged() {
	damage.found, damage.settled, damage.split, damage.compared, damage.lowered, damage.ranges = nil, nil, nil, nil, nil, nil
}

// sets are those of variables, expressions, contents and functions without a body, each once.
func sets(p *ir.Program, t *ir.Points) (list []*ir.Targets) {
	seen := map[*ir.Targets]bool{}
	add := func(s *ir.Targets) {
		if s != nil && !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if v := ir.Written(e.Stmt); v != nil {
			add(t.Variable(v))
		}
		ir.Exprs(e.Stmt, func(root *ir.Expr) {
			ir.Walk(root, func(x *ir.Expr) bool {
				if s, ok := t.Value(x); ok {
					add(s)
				}
				return true
			})
		})
		if s, ok := e.Stmt.(*ir.Clobber); ok {
			r := t.Clobbers[s]
			add(r.Deep)
			add(r.Data)
			add(r.Inner)
			add(r.Values)
		}
	}
	for _, f := range p.Funcs {
		for _, v := range f.Params {
			add(t.Variable(v))
		}
	}
	for _, o := range t.Objects {
		for _, k := range o.Contents {
			add(k.At)
		}
	}
	return list
}

// ForgetTarget leaves a target of a kind out of a set.
func (m *Mutation) ForgetTarget(function bool) {
	damage.found = func(p *ir.Program, t *ir.Points) {
		for _, s := range sets(p, t) {
			for i, x := range *s {
				if x.Obj != unknownAddress && (t.Objects[x.Obj].Kind == ir.FuncObject) == function && m.now() {
					*s = slices.Delete(slices.Clone(*s), i, i+1)
					return
				}
			}
		}
	}
}

// accesses are the loads and stores of a program whose memory has been split.
func accesses(p *ir.Program, t *ir.Points) (list []accessKey) {
	seen := map[accessKey]bool{}
	add := func(addr *ir.Expr, ty ir.Type) {
		if key := (accessKey{addr, bytes(ty)}); !seen[key] {
			seen[key] = true
			list = append(list, key)
		}
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		ir.Exprs(e.Stmt, func(root *ir.Expr) {
			ir.Walk(root, func(x *ir.Expr) bool {
				if x.Op == ir.OpLoad && x.Region == nil {
					add(x.Args[0], x.Type)
				}
				return true
			})
		})
		if s, ok := e.Stmt.(*ir.Store); ok && s.Region == nil {
			add(s.Addr, s.Val.Type)
		}
	}
	return list
}

// instead has another access at a place.
func instead(t *ir.Points, at accessKey, by ir.Access) {
	whole := t.Access
	t.Access = func(addr *ir.Expr, width int64) (ir.Access, bool) {
		if at == (accessKey{addr, width}) {
			return by, true
		}
		return whole(addr, width)
	}
}

// ForgetPlace leaves a place out of those that an access may be to.
func (m *Mutation) ForgetPlace() {
	damage.split = func(p *ir.Program, t *ir.Points) {
		for _, key := range accesses(p, t) {
			if x, _ := t.Access(key.addr, key.width); len(x.Touched) > 1 && m.now() {
				x.Touched = x.Touched[1:]
				instead(t, key, x)
			}
		}
	}
}

// CallEqual takes the blocks of one place for one, or puts an object where another one is.
func (m *Mutation) CallEqual() {
	damage.settled = func(a *facts) {
		var last *ir.Object
		for i := 1; i < len(a.objs); i++ {
			o := &a.objs[i]
			switch {
			case o.Kind == ir.HeapObject && !o.Single && m.now():
				o.Single, o.Once, o.Size = true, true, 4
				a.layout()
			case (o.Kind == ir.GlobalObject || o.Kind == ir.LocalObject) && last != nil && m.now():
				o.Addr = last.Addr
			}
			if o.Kind == ir.GlobalObject || o.Kind == ir.LocalObject {
				last = o.Object
			}
		}
	}
}

// CallDifferent takes the memory of an access for another than that of the accesses that may be to the same bytes.
func (m *Mutation) CallDifferent() {
	damage.split = func(p *ir.Program, t *ir.Points) {
		users := map[int]int{}
		list := accesses(p, t)
		for _, key := range list {
			x, _ := t.Access(key.addr, key.width)
			users[x.Part]++
		}
		for _, key := range list {
			if x, _ := t.Access(key.addr, key.width); users[x.Part] > 1 && len(x.Touched) > 0 && m.now() {
				own := t.Parts[x.Part]
				own.Classes = x.Touched
				x.Part = len(t.Parts)
				t.Parts = append(t.Parts, own)
				instead(t, key, x)
			}
		}
	}
}

// Decide decides a comparison that is open, or is open if pointers lead to different objects.
func (m *Mutation) Decide() {
	damage.compared = func(c ir.Comparison) ir.Comparison {
		if (c.Open || c.Any || len(c.Meet) > 0) && m.now() {
			return ir.Comparison{}
		}
		if d := c.Decided; d != nil {
			for i := range d.Outside {
				if m.now() {
					less := *d
					less.Outside = slices.Delete(slices.Clone(d.Outside), i, i+1)
					c.Decided = &less
				}
			}
			if d == c.Decided && m.now() {
				c.Decided = nil
			}
		}
		return c
	}
}

// Begin has a variable or a region begin with something else than it does: a known value where that is unknown, or another one.
func (m *Mutation) Begin() {
	damage.lowered = func(p *ir.Program, t *ir.Points) {
		other := func(e *ir.Edge) {
			v := ir.Written(e.Stmt)
			if v == nil || !ofMemory(t, v) {
				return
			}
			switch s := e.Stmt.(type) {
			case *ir.Havoc:
				if (v.Type.IsNumber() || v.Type.Kind == ir.Memory) && m.now() {
					e.Stmt = &ir.Assign{Var: v, Expr: ir.ConstInt(v.Type, 0)}
				}
			case *ir.Assign:
				if s.Expr.IsConst() && m.now() {
					e.Stmt = &ir.Assign{Var: v, Expr: ir.Const(v.Type, v.Type.Wrap(s.Expr.Val.Add(num.I(1))))}
				}
			case *ir.Store:
				if s.Val.IsConst() && m.now() {
					e.Stmt = &ir.Store{Region: s.Region, Addr: s.Addr, Val: ir.Const(s.Val.Type, s.Val.Type.Wrap(s.Val.Val.Add(num.I(1))))}
				}
			}
		}
		for l := p.Main.Entry; len(p.Locs[l].Out) == 1; {
			e := p.Edges[p.Locs[l].Out[0]]
			if !e.Aux {
				break
			}
			other(e)
			l = e.To
		}
	}
}

// Keep leaves out that something is unknown, such as after a function without a body, or where the life of a local object begins.
func (m *Mutation) Keep() {
	damage.lowered = func(p *ir.Program, t *ir.Points) {
		for _, e := range p.Edges {
			if e == nil {
				continue
			}
			if s, ok := e.Stmt.(*ir.Havoc); ok && ofMemory(t, s.Var) && e.From != p.Main.Entry && m.now() {
				e.Stmt = &ir.Skip{}
			}
		}
	}
}

// Narrow has a range of what is read in a table end before its last number.
func (m *Mutation) Narrow() {
	damage.ranges = func(s []ir.Range) {
		for i := range s {
			if m.now() {
				s[i].High = s[i].High.Sub(num.I(1))
			}
		}
	}
}

// ofMemory says that v is of a part of memory.
func ofMemory(t *ir.Points, v *ir.Var) bool {
	return slices.ContainsFunc(t.Parts, func(pt ir.Part) bool { return slices.Contains(pt.Vars, v) })
}
