package checkcoverage

import (
	"context"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/solver"
	"craig/logic/term"
)

// checker looks at the checks of a split program.
type checker struct {
	ctx       context.Context
	p, plain  *ir.Program
	reached   map[ir.Loc]bool // of the plain program
	newSolver func(*term.Store) solver.Solver
}

// meanings says that each check of p lets nothing pass that the check of the plain program would not.
func meanings(ctx context.Context, p *ir.Program, newSolver func(*term.Store) solver.Solver) error {
	c := &checker{ctx: ctx, p: p, plain: p.Plain.Program, newSolver: newSolver}
	c.reached = reachable(c.plain)
	w, err := newWorld(c)
	if err != nil {
		return err
	}
	if err := w.layout(); err != nil {
		return err
	}
	if err := w.changes(); err != nil {
		return err
	}
	plain := &coverage{p: c.plain, left: p.Plain.Left}
	for _, e := range c.plain.Edges {
		if e == nil || !c.reached[e.From] {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if a, ok := e.Stmt.(*ir.Assume); ok && about(a.Cond) && plain.guards(e) {
			if err := w.check(e, a.Cond); err != nil {
				return err
			}
		}
	}
	return nil
}

// about says that a condition is one of a check of memory, not of its opposite.
func about(x *ir.Expr) bool {
	switch x.Op {
	case ir.OpInObject, ir.OpFreeable, ir.OpAllFreed, ir.OpTracked:
		return true
	case ir.OpLOr, ir.OpLAnd:
		return about(x.Args[0]) || about(x.Args[1])
	}
	return false
}

// layout says that the objects at fixed places are apart.
func (w *world) layout() error {
	var list []*ir.Object
	for _, o := range w.p.Objects {
		if _, ok := w.placed[o]; ok && w.placed[o].Base.Op == ir.OpAddr {
			list = append(list, o)
		}
	}
	slices.SortFunc(list, func(a, b *ir.Object) int { return a.Addr.Cmp(b.Addr) })
	for i, o := range list {
		if o.Addr.Less(num.I(w.gap)) || i > 0 && o.Addr.Less(list[i-1].Addr.Add(num.I(list[i-1].Size+w.gap))) {
			return &Missing{o.Pos, o.Name + " is too near to another object"}
		}
	}
	return nil
}

// check looks at e, on which executions go on that have passed a check with the condition x.
func (w *world) check(e *ir.Edge, x *ir.Expr) error {
	d := w.p.Edges[e.ID]
	on, ok := d.Stmt.(*ir.Assume)
	if !ok || d.To != e.To {
		return &Missing{e.Pos, "a check is gone"}
	}
	var other *ir.Edge
	for _, id := range w.plain.Locs[e.From].Out {
		if id != e.ID {
			other = w.p.Edges[id]
		}
	}
	if other == nil || !w.p.Locs[other.To].IsGoal() && !w.p.Plain.Left[other.To] || w.before(other.From) != w.before(d.From) {
		return &Missing{e.Pos, "a check does not lead to an error"}
	}
	q := newQuestion(w.p)
	passed := q.value(on.Cond)
	if a, ok := other.Stmt.(*ir.Assume); !ok || !follows(w.ctx, q.Store, w.newSolver, q.known, q.Store.Or(passed, q.value(a.Cond))) {
		return &Missing{e.Pos, "executions end between a check and its error"}
	}
	claim, ok := w.p.Plain.Claims[e.ID]
	if !ok {
		if on.Cond.IsFalse() {
			return nil
		}
		return &Missing{e.Pos, "it is not known what a check is about"}
	}
	want, ok := w.meaning(q, x, claim)
	if !ok {
		return &Missing{e.Pos, "the address of a check is another one"}
	}
	if !follows(w.ctx, q.Store, w.newSolver, append(slices.Clip(q.known), passed), want) {
		return &Missing{e.Pos, "a check lets pass what it must not: " + ir.CExpr(x)}
	}
	return nil
}

// before is the location of the plain program from which what was inserted leads to l.
func (w *world) before(l ir.Loc) ir.Loc {
	for int(l) >= len(w.plain.Locs) {
		in := w.p.Locs[l].In
		if len(in) != 1 {
			return 0
		}
		l = w.p.Edges[in[0]].From
	}
	return l
}

// meaning is what a check has to say in the split program.
func (w *world) meaning(q *question, x *ir.Expr, claim ir.Claim) (term.Term, bool) {
	st := q.Store
	switch x.Op {
	case ir.OpLOr, ir.OpLAnd:
		parts := make([]term.Term, 2)
		for i, y := range x.Args {
			if about(y) {
				t, ok := w.meaning(q, y, claim)
				if !ok {
					return term.Term{}, false
				}
				parts[i] = t
			} else if y.Op == ir.OpWritable {
				parts[i] = w.writable(q, q.value(ir.Root(claim.Addr)), claim)
			} else if x.Op == ir.OpLAnd {
				parts[i] = st.True()
			} else if t, ok := w.exception(q, y, claim); ok {
				parts[i] = t
			} else {
				return term.Term{}, false
			}
		}
		if x.Op == ir.OpLOr {
			return st.Or(parts...), true
		}
		return st.And(parts...), true
	case ir.OpAllFreed, ir.OpTracked:
		return w.noneLeft(q, claim, x.Op == ir.OpTracked), true
	}
	if claim.Addr == nil || !same(x.Args[0], claim.Addr) {
		return term.Term{}, false
	}
	at, root := q.value(claim.Addr), q.value(ir.Root(claim.Addr))
	if x.Op == ir.OpFreeable {
		return w.freeable(q, at, claim), true
	}
	n, _ := x.Args[1].Val.Int64()
	if n == 0 {
		return w.near(q, root, at, claim), true
	}
	return w.inside(q, root, at, n, claim), true
}

// writable says that root is no address in an object that must not be written, nor its end.
func (w *world) writable(q *question, root term.Term, claim ir.Claim) term.Term {
	st := q.Store
	all := st.True()
	for _, o := range claim.Owners {
		if o.Obj != nil && o.Obj.ReadOnly() {
			from := q.value(o.Base)
			all = st.And(all, st.Not(st.And(st.Le(from, root), st.Le(root, st.Add(from, q.value(o.Size))))))
		}
	}
	return all
}

// exception is the meaning of what a check allows besides: a null pointer, which another check looks for, and devices.
func (w *world) exception(q *question, y *ir.Expr, claim ir.Claim) (term.Term, bool) {
	st := q.Store
	switch {
	case y.Op == ir.OpInDevice && claim.Addr != nil:
		n, _ := y.Args[1].Val.Int64()
		at, any := q.value(claim.Addr), st.False()
		for _, d := range w.p.Devices {
			any = st.Or(any, st.And(st.Le(st.Int(d.From), at), st.Le(st.Add(at, st.Int(n)), st.Int(d.From+d.Size))))
		}
		return any, true
	case y.Op == ir.OpEq && y.Args[1].IsConst() && y.Args[1].Val.IsZero() && claim.Addr != nil && same(y.Args[0], ir.Root(claim.Addr)):
		return st.Eq(q.value(ir.Root(claim.Addr)), st.Int(0)), true
	case y.Op == ir.OpLOr:
		a, ok := w.exception(q, y.Args[0], claim)
		b, also := w.exception(q, y.Args[1], claim)
		if ok && also {
			return st.Or(a, b), true
		}
	}
	return term.Term{}, false
}

// same says that the address y of the split program is x of the plain one, but for the values of loads.
func same(x, y *ir.Expr) bool {
	if x.Op == ir.OpLoad {
		return x.Type == y.Type
	}
	if x.Op != y.Op || x.Type != y.Type || x.Var != y.Var || x.Obj != y.Obj || len(x.Args) != len(y.Args) || !x.Val.Eq(y.Val) {
		return false
	}
	for i := range x.Args {
		if !same(x.Args[i], y.Args[i]) {
			return false
		}
	}
	return true
}

// place is an object with its values as terms.
type place struct {
	base, end, life term.Term
	room            int64 // how far from it a pointer belongs to it
	heap            bool  // free may be given it
}

func (w *world) places(q *question, claim ir.Claim) (list []place, watched bool) {
	st := q.Store
	for _, o := range claim.Owners {
		if o.Obj == nil {
			watched = true
			continue
		}
		p := place{room: w.gap / 2, base: q.value(o.Base), life: st.Int(alive), heap: o.Obj.Kind == ir.HeapObject && !o.Obj.Automatic}
		p.end = st.Add(p.base, q.value(o.Size))
		if o.Life != nil {
			p.life = q.value(ir.VarExpr(o.Life))
		}
		list = append(list, p)
	}
	return list, watched
}

func (w *world) watched(q *question) place {
	p := place{room: w.gap / 2, base: q.value(w.watch.Base), life: q.value(ir.VarExpr(w.watch.Life))}
	p.end = q.Store.Add(p.base, q.value(w.watch.Size))
	return p
}

// belongs says that the address at is in p or near it.
func (p place) belongs(st *term.Store, at term.Term) term.Term {
	return st.And(st.Lt(st.Sub(p.base, st.Int(p.room)), at), st.Le(at, st.Add(p.end, st.Int(p.room))))
}

// has says that p lives and has the n bytes at the address.
func (p place) has(st *term.Store, at term.Term, n int64) term.Term {
	return st.And(st.Eq(p.life, st.Int(alive)), st.Le(p.base, at), st.Le(st.Add(at, st.Int(n)), p.end))
}

// inside says that the n bytes at the address are in the object to which root belongs, which lives.
func (w *world) inside(q *question, root, at term.Term, n int64, claim ir.Claim) term.Term {
	st := q.Store
	list, watched := w.places(q, claim)
	if !w.mayEnd(claim) {
		return st.False()
	}
	any, none := st.False(), st.True()
	for _, p := range list {
		one := p.has(st, at, n)
		if len(list) > 1 || watched {
			one = st.And(p.belongs(st, root), one)
			none = st.And(none, st.Not(p.belongs(st, root)))
		}
		any = st.Or(any, one)
	}
	if watched {
		p := w.watched(q)
		made := st.Not(st.Eq(p.life, st.Int(unborn)))
		here := st.Or(st.Not(st.And(made, p.belongs(st, root))), p.has(st, at, n))
		any = st.Or(any, st.And(none, st.Lt(st.Int(0), root), here))
	}
	return any
}

// mayEnd says that each object without a variable for its life lives as long as the program.
func (w *world) mayEnd(claim ir.Claim) bool {
	for _, o := range claim.Owners {
		if o.Obj != nil && o.Life == nil && w.freed[o.Obj] {
			return false
		}
	}
	return true
}

// near says that the address is near the object to which root belongs, where that matters: where some check has
// to tell objects apart by it.
func (w *world) near(q *question, root, at term.Term, claim ir.Claim) term.Term {
	st := q.Store
	list, watched := w.places(q, claim)
	matters := watched
	for _, o := range claim.Owners {
		matters = matters || w.shared(o.Obj)
	}
	if !matters {
		return st.True()
	}
	all := st.True()
	for _, p := range list {
		all = st.And(all, st.Or(st.Not(p.belongs(st, root)), p.belongs(st, at)))
	}
	if watched {
		p := w.watched(q)
		made := st.Not(st.Eq(p.life, st.Int(unborn)))
		all = st.And(all, st.Or(st.Not(st.And(made, p.belongs(st, root))), p.belongs(st, at)))
	}
	return all
}

// shared says that some check of an access is about o and another object.
func (w *world) shared(o *ir.Object) bool {
	if w.several == nil {
		w.several = map[*ir.Object]bool{}
		for id, claim := range w.p.Plain.Claims {
			a, ok := w.plain.Edges[id].Stmt.(*ir.Assume)
			if !ok || !about(a.Cond) || !wide(a.Cond) { // the opposite lets nothing pass
				continue
			}
			if on, ok := w.p.Edges[id].Stmt.(*ir.Assume); ok && on.Cond.IsFalse() {
				continue // which no execution passes
			}
			for _, x := range claim.Owners {
				if len(claim.Owners) > 1 || x.Obj == nil {
					w.several[x.Obj] = true
				}
			}
		}
	}
	return w.several[o]
}

// wide says that a condition is about an access, or about free.
func wide(x *ir.Expr) bool {
	found := false
	ir.Walk(x, func(y *ir.Expr) bool {
		found = found || y.Op == ir.OpFreeable || y.Op == ir.OpInObject && !y.Args[1].Val.IsZero()
		return !found
	})
	return found
}

// freeable says that the address is null or the start of a block of the heap that lives.
func (w *world) freeable(q *question, at term.Term, claim ir.Claim) term.Term {
	st := q.Store
	list, watched := w.places(q, claim)
	any, none := st.Eq(at, st.Int(0)), st.True()
	for _, p := range list {
		if p.heap {
			any = st.Or(any, st.And(st.Eq(at, p.base), st.Eq(p.life, st.Int(alive))))
		}
		none = st.And(none, st.Not(p.belongs(st, at)))
	}
	if watched {
		p := w.watched(q)
		made := st.Not(st.Eq(p.life, st.Int(unborn)))
		start := st.And(st.Eq(at, p.base), st.Eq(p.life, st.Int(alive)), st.Eq(q.value(ir.VarExpr(w.watch.Kind)), st.Int(0)))
		any = st.Or(any, st.And(none, st.Or(st.Not(st.And(made, p.belongs(st, at))), start)))
	}
	return any
}

// noneLeft says that no block of the heap lives; with pointers, that none does to which no pointer leads.
func (w *world) noneLeft(q *question, claim ir.Claim, pointers bool) term.Term {
	st := q.Store
	all := st.True()
	watched := false
	held := func(o ir.Owner) term.Term {
		if !pointers || o.Held == nil {
			return st.False()
		}
		return q.value(o.Held)
	}
	for _, o := range claim.Owners {
		switch {
		case o.Obj == nil:
			watched = true
			kind := st.Eq(q.value(ir.VarExpr(o.Kind)), st.Int(0))
			lives := st.Eq(q.value(ir.VarExpr(o.Life)), st.Int(alive))
			all = st.And(all, st.Or(st.Not(st.And(kind, lives)), held(o)))
		case o.Life == nil:
			return st.False()
		default:
			all = st.And(all, st.Or(st.Not(st.Eq(q.value(ir.VarExpr(o.Life)), st.Int(alive))), held(o)))
		}
	}
	for _, e := range w.plain.Edges { // no block is left out
		if e == nil || !w.reached[e.From] {
			continue
		}
		if a, ok := e.Stmt.(*ir.Alloc); ok && a.Result != nil && !a.Site.Automatic {
			listed := slices.ContainsFunc(claim.Owners, func(o ir.Owner) bool { return o.Obj == a.Site })
			if _, placed := w.placed[a.Site]; placed && !listed || !placed && !watched {
				return st.False()
			}
		}
	}
	return all
}
