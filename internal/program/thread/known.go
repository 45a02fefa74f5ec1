package thread

import (
	"maps"
	"slices"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// With Rounds a thread that goes on may be anywhere, and so may be the values of its variables, also those that are always the same at a place, such as
// the counter of a loop that is unrolled. known finds these by what the thread does itself, as if it never rested: nobody else writes them.

// values are constants that variables have.
type values map[*ir.Var]*ir.Expr

// known is what is known of variables at locations of q.
type known struct {
	b    *builder
	at   map[ir.Loc]values
	own  map[*ir.Var]int // the only thread that writes a variable; -1 if there are several
	todo map[ir.Loc]bool
}

// findKnown looks at what threads do, before there are rounds.
func (b *builder) findKnown() *known {
	k := &known{b: b, at: map[ir.Loc]values{}, own: map[*ir.Var]int{}, todo: map[ir.Loc]bool{}}
	r := b.rounds
	for id, i := range r.of {
		if e := b.q.Edges[id]; e != nil {
			v := ir.Written(e.Stmt)
			if v == nil || v.Func == nil {
				continue
			}
			child, given := r.given[v]
			if j, ok := k.own[v]; given {
				k.own[v] = child
			} else if ok && j != i {
				k.own[v] = -1
			} else {
				k.own[v] = i
			}
		}
	}
	for j, c := range b.codes { // nobody but its maker makes a thread
		if j > 0 {
			k.own[r.pc[j]] = c.maker
		}
	}
	k.reach(r.first, k.unmade(0))
	var roots []int
	for _, x := range r.begins {
		roots = append(roots, int(x.loc))
	}
	slices.Sort(roots)
	n, succ := graph.OfFunc(b.q, b.q.Main)
	order := graph.PostOrder(n, succ, append(roots, int(r.first))...)
	slices.Reverse(order)
	for at := 0; len(k.todo) > 0; at = (at + 1) % len(order) {
		l := ir.Loc(order[at])
		if !k.todo[l] {
			continue
		}
		delete(k.todo, l)
		now := k.at[l]
		if begins, ok := r.begins[l]; ok { // what the new thread is given
			given := k.unmade(begins.thread)
			for v, c := range now {
				if _, ok := r.given[v]; ok {
					given[v] = c
				}
			}
			k.reach(begins.loc, given)
		}
		for _, id := range b.q.Locs[l].Out {
			e := b.q.Edges[id]
			s := now.put(e.Stmt)
			if a, ok := s.(*ir.Assume); ok && a.Cond.IsFalse() {
				continue
			}
			next := now
			if v := ir.Written(s); v != nil && (v.Func != nil || now[v] != nil) {
				next = values{}
				for w, c := range now {
					if w != v {
						next[w] = c
					}
				}
				if a, ok := s.(*ir.Assign); ok && v.Func != nil && constant(a.Expr) && k.own[v] >= 0 {
					next[v] = a.Expr
				}
			}
			k.reach(e.To, next)
		}
	}
	return k
}

// unmade says of the threads that thread i may make that they have not been made.
func (k *known) unmade(i int) values {
	x := values{}
	for j, c := range k.b.codes {
		if v := k.b.rounds.pc[j]; j > 0 && c.maker == i {
			x[v] = ir.ConstInt(v.Type, pcUnborn)
		}
	}
	return x
}

// reach says that a thread comes to l with these values.
func (k *known) reach(l ir.Loc, now values) {
	old, ok := k.at[l]
	if !ok {
		k.at[l], k.todo[l] = now, true
		return
	}
	both := values{}
	for v, c := range old {
		if d := now[v]; d != nil && ir.Equal(c, d) {
			both[v] = c
		}
	}
	if len(both) < len(old) {
		k.at[l], k.todo[l] = both, true
	}
}

// put is a statement with the values in the place of variables.
func (x values) put(s ir.Stmt) ir.Stmt {
	if len(x) == 0 {
		return s
	}
	f := func(e *ir.Expr) *ir.Expr {
		return ir.Map(e, func(e *ir.Expr) *ir.Expr {
			if e.Op == ir.OpVar && x[e.Var] != nil {
				return x[e.Var]
			}
			return e
		})
	}
	m := ir.MapExprs(s, f)
	if a, ok := s.(*ir.Assume); ok && m != s {
		return &ir.Assume{Cond: m.(*ir.Assume).Cond, Fault: a.Fault.Map(f)}
	}
	return m
}

// apply puts what is known into statements, and drops those of what no thread comes to.
func (k *known) apply() {
	q := k.b.q
	for _, id := range slices.Sorted(maps.Keys(k.b.rounds.of)) {
		e := q.Edges[id]
		if e == nil {
			continue
		}
		now, ok := k.at[e.From]
		s := now.put(e.Stmt)
		if a, is := s.(*ir.Assume); !ok || is && a.Cond.IsFalse() {
			q.RemoveEdge(e.ID)
			continue
		}
		e.Stmt = s
	}
}

// restores are the statements by which a thread has what is known of it at l, in order.
func (k *known) restores(l ir.Loc, i int) (list []ir.Stmt) {
	for v, c := range k.at[l] {
		if k.own[v] == i {
			list = append(list, &ir.Assign{Var: v, Expr: c})
		}
	}
	slices.SortFunc(list, func(s, t ir.Stmt) int { return s.(*ir.Assign).Var.ID - t.(*ir.Assign).Var.ID })
	return list
}
