package outline

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// Of what any number of threads execute, an Apart has two copies. That is enough, as obligations speak of two threads at most: those of any two threads are those of the
// two copies, with other names. For that
//
//   - the codes of the copies are the same, but for variables that only one of them has: each thread has those for itself;
//   - an assertion of such a thread speaks of its own variables and of what threads share, and of no other thread that there may be any number of, nor of where these are.
//     That of the second copy is the one of the first, by the names that the second one has;
//   - the numbers of two threads that live are different.
//
// Who makes one gives its variables their first values. Other threads of the code keep their own then. Nobody else writes them, and who reads them finds any values.

// own are the variables that copies have for themselves.
type own struct {
	other  map[*ir.Var]*ir.Var // of one copy: the variable of the other one
	locs   map[ir.Loc]ir.Loc
	of     map[*ir.Var]int  // the thread whose variable it is
	many   map[int]bool     // any number of threads execute its code
	others map[*ir.Var]bool // another thread has edges that access it, to make one
}

// pair finds what each copy has for itself. It fails if codes differ.
func (c *checker) pair() {
	c.own = own{map[*ir.Var]*ir.Var{}, map[ir.Loc]ir.Loc{}, map[*ir.Var]int{}, map[int]bool{}, map[*ir.Var]bool{}}
	shared := map[*ir.Var]bool{}
	for _, x := range c.x.Copies {
		i, j := x[0], x[1]
		if i <= 0 || j <= 0 || i == j || c.own.many[i] || c.own.many[j] || c.x.Starts[i] == 0 || c.x.Starts[j] == 0 {
			reject("there are no copies %d and %d", i, j)
		}
		c.own.many[i], c.own.many[j] = true, true
		same := func(v, w *ir.Var) bool { // v is to j what w is to i
			if v == w {
				shared[v] = true
				return true
			}
			if v == nil || w == nil || v.Type != w.Type || c.own.other[v] != nil && (c.own.other[v] != w || c.own.of[v] != i) || c.own.other[w] != nil && (c.own.other[w] != v || c.own.of[w] != j) {
				return false
			}
			c.own.other[v], c.own.other[w], c.own.of[v], c.own.of[w] = w, v, i, j
			return true
		}
		if !same(c.x.Selves[i], c.x.Selves[j]) || c.x.Selves[i] == c.x.Selves[j] || !same(c.x.Slots[i], c.x.Slots[j]) {
			reject("copies have no numbers of their own")
		}
		todo := [][2]ir.Loc{{c.x.Starts[i], c.x.Starts[j]}}
		for len(todo) > 0 {
			l, m := todo[0][0], todo[0][1]
			todo = todo[1:]
			if c.own.locs[l] != 0 || c.own.locs[m] != 0 {
				if c.own.locs[l] != m || c.own.locs[m] != l {
					reject("%s and %s are not the same", c.place(l), c.place(m))
				}
				continue
			}
			c.own.locs[l], c.own.locs[m] = m, l
			out, others := c.out(l), c.out(m)
			if len(out) != len(others) || c.x.Program.Locs[l].IsGoal() != c.x.Program.Locs[m].IsGoal() {
				reject("%s and %s are not left by the same edges", c.place(l), c.place(m))
			}
			for n, e := range out {
				f := others[n]
				op, q := c.x.Ops[e.ID], c.x.Ops[f.ID]
				if op.Kind != q.Kind || !slices.Equal(op.Threads, q.Threads) || !same(op.Handle, q.Handle) || c.x.Memory[e.ID] != c.x.Memory[f.ID] || !sameStmt(e.Stmt, f.Stmt, same) {
					reject("the edges of %s and %s are not the same", c.place(l), c.place(m))
				}
				todo = append(todo, [2]ir.Loc{e.To, f.To})
			}
		}
	}
	for v := range c.own.of {
		if shared[v] || c.own.of[v] == c.own.of[c.own.other[v]] {
			reject("%s is both shared and of one thread", v.Name)
		}
	}
	for l, i := range c.owner {
		for _, e := range c.out(l) {
			if e.To == c.x.Starts[0] && len(c.x.Copies) > 0 {
				reject("the first thread begins again")
			}
			for _, t := range touches(e.Stmt) {
				if j, ok := c.own.of[t.v]; ok && i != j { // i is no copy: what these access is shared or their own, by same
					c.own.others[t.v] = true
				}
			}
		}
	}
}

// sameStmt tells whether two statements are the same where variables are.
func sameStmt(a, b ir.Stmt, same func(v, w *ir.Var) bool) bool {
	var left, right []*ir.Expr
	ir.Exprs(a, func(e *ir.Expr) { left = append(left, e) })
	ir.Exprs(b, func(e *ir.Expr) { right = append(right, e) })
	if !slices.EqualFunc(left, right, func(x, y *ir.Expr) bool { return sameExpr(x, y, same) }) {
		return false
	}
	switch a := a.(type) {
	case *ir.Skip:
		_, ok := b.(*ir.Skip)
		return ok
	case *ir.Assume:
		_, ok := b.(*ir.Assume)
		return ok
	case *ir.Assign:
		b, ok := b.(*ir.Assign)
		return ok && same(a.Var, b.Var)
	case *ir.Havoc:
		b, ok := b.(*ir.Havoc)
		return ok && same(a.Var, b.Var)
	case *ir.Store:
		b, ok := b.(*ir.Store)
		return ok && same(a.Region, b.Region)
	}
	return false
}

// sameExpr tells whether two expressions are. Objects that each thread has for itself have different addresses, and are not the same.
func sameExpr(a, b *ir.Expr, same func(v, w *ir.Var) bool) bool {
	return a.Op == b.Op && a.Type == b.Type && a.Obj == b.Obj && a.NoWrap == b.NoWrap && a.Val.Eq(b.Val) && same(a.Var, b.Var) && same(a.Region, b.Region) &&
		slices.EqualFunc(a.Args, b.Args, func(x, y *ir.Expr) bool { return sameExpr(x, y, same) })
}

// copied gives the second copies their assertions.
func (c *checker) copied() {
	for _, x := range c.x.Copies {
		for _, list := range [][]map[ir.Loc]term.Term{c.o.At, c.o.Inside} {
			list[x[1]] = map[ir.Loc]term.Term{}
			for l, f := range list[x[0]] {
				list[x[1]][c.own.locs[l]] = c.swapped(c.st.Import(f))
			}
		}
	}
}

// swapped is what a formula about one copy is about the other one.
func (c *checker) swapped(f term.Term) term.Term {
	m := map[term.Term]term.Term{}
	for v, w := range c.own.other {
		m[c.sem.Var(v)] = c.sem.Var(w)
	}
	return c.st.Subst(f, m)
}

// two is what is known of two threads that live.
func (c *checker) two(i, j int) term.Term {
	if !c.own.many[i] && !c.own.many[j] {
		return c.st.True()
	}
	f := c.st.Not(c.st.Eq(c.sem.Var(c.x.Selves[i]), c.sem.Var(c.x.Selves[j])))
	if v, w := c.x.Slots[i], c.x.Slots[j]; v != nil && w != nil {
		f = c.st.And(f, c.st.Not(c.st.Eq(c.sem.Var(v), c.sem.Var(w))))
	}
	return f
}

// forget gives what is of threads of which there are any number any values, but for that of the thread that walks.
func (w *walker) forget() {
	w.x.Program.AllVars(func(v *ir.Var) {
		if w.own.others[v] && !w.own.many[w.from.thread] {
			w.guards = append(w.guards, w.state.Exec(&ir.Havoc{Var: v}))
			w.others[v] = w.state.Get(v)
		}
	})
}
