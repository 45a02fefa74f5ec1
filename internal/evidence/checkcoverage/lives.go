package checkcoverage

import (
	"fmt"
	"slices"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// The life of an object, as the variables of the split program say it.
const (
	unborn = 0
	alive  = 1
	over_  = 2
)

// world is what the split program says of where objects are and whether they live: variables, and the watched
// block's.
type world struct {
	*checker
	placed map[*ir.Object]ir.Owner // by what package alias claims
	watch  *ir.Owner
	ghosts []*ir.Var           // all of these variables
	freed  map[*ir.Object]bool // some Free may end the life
	asked  map[*ir.Object]bool // some check is about it
	counts bool                // some check is about all blocks
	gap    int64               // what is free between objects, at least; a pointer belongs to the object from which it is not further than half of it

	several map[*ir.Object]bool // see shared; nil until needed
}

// newWorld collects the claims, which have to agree.
func newWorld(c *checker) (*world, error) {
	w := &world{checker: c, placed: map[*ir.Object]ir.Owner{}, freed: map[*ir.Object]bool{}, asked: map[*ir.Object]bool{}, gap: ir.SpaceOf(c.p.PtrBits).Checked}
	ghost := func(v *ir.Var) {
		if v != nil && !slices.Contains(w.ghosts, v) {
			w.ghosts = append(w.ghosts, v)
		}
	}
	for _, e := range c.plain.Edges {
		if e == nil {
			continue
		}
		claim, ok := c.p.Plain.Claims[e.ID]
		if !ok {
			continue
		}
		_, free := e.Stmt.(*ir.Free)
		for _, o := range claim.Targets {
			if free { // a check has seen to it that this is a block, or it is a local object whose scope is left
				w.freed[o] = o.Kind == ir.HeapObject || o.Kind == ir.LocalObject
			} else if len(claim.Owners) > 0 { // else its condition has to be false where an access is asked about
				w.asked[o] = true
			}
		}
		w.counts = w.counts || claim.Addr == nil
		for _, o := range claim.Owners {
			o.Held = nil
			if o.Obj == nil {
				if o.Base.Op != ir.OpVar || o.Size.Op != ir.OpVar || o.Life == nil || o.Kind == nil {
					return nil, &Missing{e.Pos, "the watched block is not known"}
				}
				for _, v := range []*ir.Var{o.Base.Var, o.Size.Var, o.Life, o.Kind} {
					ghost(v)
				}
				if w.watch == nil {
					w.watch = &o
				} else if w.watch.Life != o.Life || w.watch.Base.Var != o.Base.Var || w.watch.Size.Var != o.Size.Var || w.watch.Kind != o.Kind {
					return nil, &Missing{e.Pos, "there are two watched blocks"}
				}
				continue
			}
			old, ok := w.placed[o.Obj]
			if ok && (old.Life != o.Life || !ir.Equal(old.Base, o.Base) || !ir.Equal(old.Size, o.Size)) {
				return nil, &Missing{e.Pos, o.Obj.Name + " is said to be at two places"}
			}
			w.placed[o.Obj] = o
			ghost(o.Life)
			if o.Base.Op == ir.OpVar {
				ghost(o.Base.Var)
				if o.Size.Op != ir.OpVar {
					return nil, &Missing{e.Pos, o.Obj.Name + " has no size"}
				}
				ghost(o.Size.Var)
			} else if o.Base.Op != ir.OpAddr || o.Base.Obj != o.Obj || !o.Size.IsConst() {
				return nil, &Missing{e.Pos, o.Obj.Name + " is at the place of something else"}
			} else if !o.Size.Val.Eq(num.I(o.Obj.Size)) {
				return nil, &Missing{e.Pos, o.Obj.Name + " is said to have another size"}
			}
		}
	}
	return w, nil
}

// changes says that the variables are changed where lives begin and end, as C says, and nowhere else.
func (w *world) changes() error {
	inside := map[ir.EdgeID]bool{} // inserted edges that have been looked at
	if err := w.entry(inside); err != nil {
		return err
	}
	for _, e := range w.plain.Edges {
		if e == nil || !w.reached[e.From] {
			continue
		}
		if w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		switch s := e.Stmt.(type) {
		case *ir.Alloc:
			if err := w.begins(e, s, inside); err != nil {
				return err
			}
		case *ir.Free:
			if err := w.finishes(e, s, inside); err != nil {
				return err
			}
		}
	}
	reached := reachable(w.p)
	for _, e := range w.p.Edges {
		if e == nil || inside[e.ID] || !reached[e.From] {
			continue
		}
		if v := ir.Written(e.Stmt); v != nil && slices.Contains(w.ghosts, v) {
			return &Missing{e.Pos, v.Name + " changes where no life begins or ends"}
		}
	}
	return nil
}

// chain is what the split program does for the edge e of the plain one: its statement, and what was put behind it.
func (w *world) chain(e *ir.Edge, inside map[ir.EdgeID]bool) ([]ir.Stmt, error) {
	d := w.p.Edges[e.ID]
	var list []ir.Stmt
	for {
		inside[d.ID] = true
		list = append(list, d.Stmt)
		if d.To == e.To {
			return list, nil
		}
		out := w.p.Locs[d.To].Out
		if int(d.To) < len(w.plain.Locs) || len(out) != 1 || int(out[0]) < len(w.plain.Edges) {
			return nil, &Missing{e.Pos, "the way to the next statement is not known"}
		}
		d = w.p.Edges[out[0]]
	}
}

// entry says that no object lives at first, and that any address may be the watched one.
func (w *world) entry(inside map[ir.EdgeID]bool) error {
	q := newQuestion(w.p)
	st := q.NewState()
	free := map[*ir.Var]bool{}
	l := w.p.Main.Entry
	for {
		out := w.p.Locs[l].Out
		if len(out) != 1 || int(out[0]) < len(w.plain.Edges) {
			break
		}
		e := w.p.Edges[out[0]]
		inside[e.ID] = true
		switch s := e.Stmt.(type) {
		case *ir.Assume:
			return &Missing{e.Pos, "something is assumed before the program begins"}
		case *ir.Havoc:
			free[s.Var] = true
			st.Exec(s)
		case *ir.Assign:
			free[s.Var] = false
			if slices.Contains(w.ghosts, s.Var) {
				st.Exec(s)
			}
		}
		l = e.To
	}
	for _, v := range w.ghosts {
		if w.watch != nil && v == w.watch.Base.Var {
			if !free[v] {
				return &Missing{w.p.Main.Pos, "not every block may be watched"}
			}
			continue
		}
		if n, ok := st.Get(v).IntValue(); !ok || !n.IsZero() || free[v] {
			return &Missing{w.p.Main.Pos, v.Name + " does not begin as 0"}
		}
	}
	return nil
}

// step executes a chain, and has the values of the variables before and after it.
type step struct {
	*question
	state *sem.State
	known []term.Term
}

func (w *world) step(e *ir.Edge, chain []ir.Stmt) (*step, error) {
	q := newQuestion(w.p)
	s := &step{question: q, state: q.NewState()}
	for i, stmt := range chain {
		if a, ok := stmt.(*ir.Assume); ok && !(i > 0 && w.exhausted(a.Cond)) {
			return nil, &Missing{e.Pos, "something is assumed where a life begins or ends: " + ir.CExpr(a.Cond)}
		}
		if t := s.state.Exec(stmt); t.Valid() {
			s.known = append(s.known, t)
		}
	}
	for _, v := range w.ghosts {
		s.known = append(s.known, q.Range(v.Type, q.Var(v)))
	}
	return s, nil
}

// exhausted is the condition that there is room for the heap: executions without are outside of every answer.
func (w *world) exhausted(c *ir.Expr) bool {
	return c.Op == ir.OpLe && c.Args[0].Op == ir.OpVar && c.Args[0].Var.Name == ir.HeapName && c.Args[1].IsConst()
}

// becomes says that after the step each variable has the value that want says, or else the one it had.
func (w *world) becomes(e *ir.Edge, s *step, want map[*ir.Var]term.Term) error {
	for _, v := range w.ghosts {
		t, ok := want[v]
		if !ok {
			t = s.Var(v)
		}
		if now := s.state.Get(v); now != t && !follows(w.ctx, s.Store, w.newSolver, s.known, s.Store.Eq(now, t)) {
			return &Missing{e.Pos, fmt.Sprintf("%s is not what it has to be after this", v.Name)}
		}
	}
	return nil
}

// begins looks at e, where the life of an object begins.
func (w *world) begins(e *ir.Edge, a *ir.Alloc, inside map[ir.EdgeID]bool) error {
	chain, err := w.chain(e, inside)
	if err != nil {
		return err
	}
	s, err := w.step(e, chain)
	if err != nil {
		return err
	}
	st, want := s.Store, map[*ir.Var]term.Term{}
	if a.Size != nil && loads(a.Size) {
		return nil
	}
	var at, size term.Term
	if a.Result != nil {
		at, size = s.state.Get(a.Result), s.Expr(a.Size, s.Var)
		ir.EachVar(a.Size, func(v *ir.Var) { s.known = append(s.known, s.Range(v.Type, s.Var(v))) })
	}
	o, placed := w.placed[a.Site]
	switch {
	case placed:
		if o.Life != nil {
			want[o.Life] = st.Int(alive)
		}
		if o.Base.Op == ir.OpVar {
			want[o.Base.Var], want[o.Size.Var] = at, size
		} else if a.Result != nil && !follows(w.ctx, st, w.newSolver, s.known, st.And(st.Eq(at, s.Expr(o.Base, s.Var)), st.Eq(size, st.IntNum(o.Size.Val)))) {
			return &Missing{e.Pos, o.Obj.Name + " is not where it is said to be"}
		}
	case w.watch != nil && a.Result != nil && a.Site.Kind == ir.HeapObject && (w.asked[a.Site] || w.freed[a.Site] || w.counts && !a.Site.Automatic):
		mine := st.Eq(at, s.Var(w.watch.Base.Var))
		set := func(v *ir.Var, t term.Term) { want[v] = st.Ite(mine, t, s.Var(v)) }
		kind := num.I(0)
		if a.Site.Automatic {
			kind = num.I(int64(a.Site.ID))
		}
		set(w.watch.Size.Var, size)
		set(w.watch.Kind, st.IntNum(kind))
		set(w.watch.Life, st.Int(alive))
	case a.Result != nil && w.watch == nil && (w.asked[a.Site] || w.counts && !a.Site.Automatic):
		return &Missing{e.Pos, "nothing says whether this block lives"}
	case a.Result != nil && w.watch != nil: // no check is about it: it may be watched or not
		for _, v := range []*ir.Var{w.watch.Size.Var, w.watch.Kind, w.watch.Life} {
			want[v] = st.Ite(st.Eq(at, s.Var(w.watch.Base.Var)), s.state.Get(v), s.Var(v))
		}
	}
	if err := w.becomes(e, s, want); err != nil {
		return err
	}
	return w.apart(e, a, s, at, size)
}

// apart says that a new block is where none was before.
func (w *world) apart(e *ir.Edge, a *ir.Alloc, s *step, at, size term.Term) error {
	if a.Result == nil {
		return nil
	}
	if _, fixed := at.IntValue(); fixed { // which layout has looked at
		return nil
	}
	var heap *ir.Var
	for _, v := range w.p.Globals {
		if v.Name == ir.HeapName {
			heap = v
		}
	}
	st := s.Store
	if heap == nil {
		return &Missing{e.Pos, "it is not known where this block is"}
	}
	after := s.state.Get(heap)
	known := append(slices.Clip(s.known), st.Le(st.Int(0), s.Var(heap)), st.Le(st.Int(0), size), st.Le(size, st.IntNum(num.Pow2(48))))
	if !follows(w.ctx, st, w.newSolver, known, st.And(st.Le(s.Var(heap), at), st.Le(st.Add(at, st.Add(size, st.Int(w.gap))), after))) {
		return &Missing{e.Pos, "the next block may be where this one is"}
	}
	return nil
}

// finishes looks at e, where the life of an object ends if there is one.
func (w *world) finishes(e *ir.Edge, f *ir.Free, inside map[ir.EdgeID]bool) error {
	chain, err := w.chain(e, inside)
	if err != nil {
		return err
	}
	s, err := w.step(e, chain)
	if err != nil {
		return err
	}
	st, want := s.Store, map[*ir.Var]term.Term{}
	end := func(v *ir.Var, here term.Term) {
		was := s.Var(v)
		want[v] = st.Ite(st.And(here, st.Eq(was, st.Int(alive))), st.Int(over_), was)
	}
	if f.Addr == nil {
		if o, ok := w.placed[f.Site]; ok {
			if o.Life != nil {
				end(o.Life, st.True())
			}
		} else if w.watch != nil {
			if w.asked[f.Site] || w.freed[f.Site] {
				end(w.watch.Life, st.Eq(s.Var(w.watch.Kind), st.Int(int64(f.Site.ID))))
			} else {
				want[w.watch.Life] = st.Ite(st.Eq(s.Var(w.watch.Kind), st.Int(int64(f.Site.ID))), s.state.Get(w.watch.Life), s.Var(w.watch.Life))
			}
		}
		return w.becomes(e, s, want)
	}
	claim := w.p.Plain.Claims[e.ID]
	if claim.Addr == nil || !same(f.Addr, claim.Addr) {
		return &Missing{e.Pos, "it is not known what is freed"}
	}
	at := s.Expr(claim.Addr, s.Var)
	for _, o := range claim.Targets {
		if x, ok := w.placed[o]; ok && x.Life != nil {
			end(x.Life, st.Eq(at, s.Expr(x.Base, s.Var)))
		} else if !ok && w.watch != nil && o.Kind == ir.HeapObject {
			end(w.watch.Life, st.Eq(at, s.Var(w.watch.Base.Var)))
		}
	}
	return w.becomes(e, s, want)
}
