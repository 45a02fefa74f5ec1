package outlined

import (
	"context"
	"slices"

	"craig/internal/evidence/outline"
	"craig/internal/prepare"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/internal/solvers"
	"craig/logic/term"
)

// Of any number of threads an outline is not read off a product, but guessed: each assertion says at first all of a list of facts, and what steps do not keep is left out
// (outline.Weaken). The facts are
//
//   - what a variable is that has one value in the text, or the number of the thread: who has a lock;
//   - what a variable is while a lock is free, of a variable that is no lock;
//   - where the first thread, and any other that there is one of, is not.

// maxFacts is how many there are of one place.
const maxFacts = 400

// anyNumber looks for an outline of prog for any number of threads.
func anyNumber(ctx context.Context, prog *prepare.Program) (*Proof, error) {
	c := prog.Options()
	c.Threads = prepare.AnyThreads
	prog = prog.With(c)
	x, err := prog.SideBySide(ctx)
	if err != nil {
		return nil, err
	}
	if x == nil || len(x.Copies) == 0 {
		return nil, ErrNone
	}
	o, err := outline.Weaken(ctx, x, newGuesser(x).everywhere(), solvers.Native)
	if err != nil {
		return nil, err
	}
	for _, c := range x.Copies {
		clear(o.At[c[1]]) // as those of the other copy
		clear(o.Inside[c[1]])
	}
	return checked(ctx, prog, x, o)
}

// guesser has what facts are made of.
type guesser struct {
	x      *ir.Apart
	st     *term.Store
	sem    *sem.Context
	depth  map[ir.Loc]int          // in how many sections it is
	thread map[ir.Loc]int          // whose location it is
	cut    map[ir.Loc]bool         // there is an assertion
	of     []map[*ir.Var]bool      // of each thread: the variables that it accesses
	values map[*ir.Var][]term.Term // the constants that are written to a variable, or that it is compared with
	lock   map[*ir.Var]bool        // a model of a lock accesses it
}

func newGuesser(x *ir.Apart) *guesser {
	st := term.NewStore()
	g := &guesser{x: x, st: st, sem: sem.New(st, x.Program), depth: map[ir.Loc]int{}, thread: map[ir.Loc]int{}, cut: map[ir.Loc]bool{}, values: map[*ir.Var][]term.Term{}, lock: map[*ir.Var]bool{}}
	for i, start := range x.Starts {
		g.of = append(g.of, map[*ir.Var]bool{})
		if start != 0 {
			g.cut[start], g.depth[start] = true, 0
			g.visit(i, start, map[ir.Loc]bool{})
		}
	}
	return g
}

// visit finds what is at a location of a thread, and behind it; on is of the path to it.
func (g *guesser) visit(i int, l ir.Loc, on map[ir.Loc]bool) {
	on[l], g.thread[l] = true, i
	defer delete(on, l)
	for _, id := range g.x.Program.Locs[l].Out {
		e, op := g.x.Program.Edges[id], g.x.Ops[id]
		if op.Kind == ir.BeginsThread {
			continue
		}
		d := g.depth[l]
		switch op.Kind {
		case ir.Enters, ir.EntersWaiting:
			d++
		case ir.Leaves:
			d = max(0, d-1)
		}
		if d == 0 && (op.Kind == ir.Leaves || op.Kind == ir.MakesThread) || on[e.To] {
			g.cut[e.To] = true
		}
		g.note(e, g.of[i])
		if _, seen := g.depth[e.To]; !seen {
			g.depth[e.To] = d
			g.visit(i, e.To, on)
		}
	}
}

// note finds which variables an edge accesses, and with which constants.
func (g *guesser) note(e *ir.Edge, of map[*ir.Var]bool) {
	every := func(v *ir.Var) {
		of[v] = true
		g.lock[v] = g.lock[v] || e.Pos.InModel() && !v.Thread
	}
	value := func(v *ir.Var, c *ir.Expr) {
		has := ir.Reads(c) || sem.Sort(c.Type) != term.Int || sem.Sort(v.Type) != term.Int
		ir.EachVar(c, func(*ir.Var) { has = true })
		if has {
			return
		}
		if t := g.sem.Expr(c, g.sem.Var); t.IsConst() && !slices.Contains(g.values[v], t) {
			g.values[v] = append(g.values[v], t)
		}
	}
	ir.EachRead(e.Stmt, every)
	if v := ir.Written(e.Stmt); v != nil {
		every(v)
	}
	if s, ok := e.Stmt.(*ir.Assign); ok {
		value(s.Var, s.Expr)
	}
	ir.Exprs(e.Stmt, func(x *ir.Expr) {
		ir.Walk(x, func(x *ir.Expr) bool {
			if len(x.Args) == 2 {
				for i, v := range x.Args {
					if v.Op == ir.OpVar {
						value(v.Var, x.Args[1-i])
					}
				}
			}
			return true
		})
	})
}

// everywhere has all facts of each thread at each of its places.
func (g *guesser) everywhere() (all outline.Facts) {
	for i := range g.x.Starts {
		facts := g.facts(i)
		at, inside := map[ir.Loc][]term.Term{}, map[ir.Loc][]term.Term{}
		for l := range g.cut {
			switch {
			case g.thread[l] != i || g.x.Program.Locs[l].IsGoal():
			case g.depth[l] == 0:
				at[l] = facts
			default:
				inside[l] = facts
			}
		}
		all.At, all.Inside = append(all.At, at), append(all.Inside, inside)
	}
	return all
}

// facts are those of a thread.
func (g *guesser) facts(i int) (list []term.Term) {
	st := g.st
	me := st.Int(int64(i + 1))
	if v := g.x.Slots[i]; v != nil {
		me = g.sem.Var(v)
		list = append(list, st.Lt(st.Int(int64(len(g.x.Starts))), me))
	}
	var locks, others []*ir.Var
	g.x.Program.AllVars(func(v *ir.Var) {
		for j := range g.of { // what only other threads access says nothing
			if v.Type.Kind != ir.Integer && v.Type.Kind != ir.Pointer || !g.of[j][v] || j != i && !g.of[i][v] && !g.shared(v) || g.foreign(i, v) {
				continue
			}
			if g.lock[v] {
				locks = append(locks, v)
			} else {
				others = append(others, v)
			}
			return
		}
	})
	for _, v := range others { // what is added to it
		for _, n := range []term.Term{st.Int(0), st.Int(1)} {
			if g.shared(v) && !slices.Contains(g.values[v], n) {
				g.values[v] = append(g.values[v], n)
			}
		}
	}
	for _, v := range append(locks, others...) {
		x := g.sem.Var(v)
		for _, n := range g.values[v] {
			list = append(list, st.Eq(x, n))
		}
		if g.lock[v] && g.shared(v) && x.Sort() == me.Sort() {
			list = append(list, st.Eq(x, me), st.Not(st.Eq(x, me)))
			for _, w := range others {
				if g.shared(w) {
					for _, n := range g.values[w] {
						list = append(list, st.Or(st.Not(st.Eq(x, st.Int(0))), st.Eq(g.sem.Var(w), n)))
					}
				}
			}
		}
	}
	for j := range g.x.Starts {
		if j == i || g.x.Slots[j] != nil {
			continue
		}
		at := st.Var(outline.Counter(j), term.Int)
		for l := range g.x.Program.Locs {
			if g.cut[ir.Loc(l)] && g.thread[ir.Loc(l)] == j {
				list = append(list, st.Not(st.Eq(at, st.Int(int64(l)))))
			}
		}
	}
	return list[:min(len(list), maxFacts)]
}

// shared tells whether several threads access a variable.
func (g *guesser) shared(v *ir.Var) bool {
	n := 0
	for _, of := range g.of {
		if of[v] {
			n++
		}
	}
	return n > 1
}

// foreign tells whether a variable is one that another thread has for itself, of which there are any number, as far as that is seen.
func (g *guesser) foreign(i int, v *ir.Var) bool {
	for j, of := range g.of {
		if j != i && (v == g.x.Selves[j] && g.x.Slots[j] != nil || v == g.x.Slots[j]) {
			return true
		}
		if j != i && g.x.Slots[j] != nil && of[v] && !slices.ContainsFunc(g.x.Copies, func(x [2]int) bool {
			return x[0] == j && g.of[x[1]][v] || x[1] == j && g.of[x[0]][v]
		}) {
			return true
		}
	}
	return false
}
