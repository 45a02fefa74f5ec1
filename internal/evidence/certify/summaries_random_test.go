package certify_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// outcome is what may come of a state of a procedure of bits: whether an error is reachable, and the values that the global and the result may have
// at the procedure's exit, as a set of bits 1 << (global + 2 * result).
type outcome struct {
	error bool
	exits uint8
}

// outcomes computes what may come of each state, by location and values, in a program whose variables have one bit.
func (c *calling) outcomes() map[ir.Loc][16]outcome {
	of := map[ir.Loc][16]outcome{}
	values := func(n int) (s where) {
		for i := range s.vals {
			s.vals[i] = n >> i & 1
		}
		return s
	}
	number := func(s where) (n int) {
		for i, v := range s.vals {
			n |= v << i
		}
		return n
	}
	next := func(s where, e *ir.Edge) (all outcome) {
		add := func(o outcome) { all.error, all.exits = all.error || o.error, all.exits|o.exits }
		set := func(s where, v *ir.Var, k int) where {
			s.vals[c.slot(v)] = k
			return s
		}
		switch x := e.Stmt.(type) {
		case *ir.Assume:
			if c.value(x.Cond, s) != 0 {
				add(of[e.To][number(s)])
			}
		case *ir.Assign:
			add(of[e.To][number(set(s, x.Var, c.value(x.Expr, s)))])
		case *ir.Havoc:
			for k := range 2 {
				add(of[e.To][number(set(s, x.Var, k))])
			}
		case *ir.Call:
			begun := set(set(s, c.x, c.value(x.Args[0], s)), c.g, s.vals[0])
			var called outcome
			for n := range 4 { // the local variable and the result have any values at first
				b := set(set(begun, c.y, n&1), c.result, n>>1)
				o := of[c.f.Entry][number(b)]
				called.error, called.exits = called.error || o.error, called.exits|o.exits
			}
			all.error = called.error
			for k := range 4 {
				if called.exits>>k&1 == 1 {
					after := set(s, c.g, k&1)
					if x.Result != nil {
						after = set(after, x.Result, k>>1)
					}
					add(of[e.To][number(after)])
				}
			}
		}
		return all
	}
	for changed := true; changed; {
		changed = false
		for l := ir.Loc(1); int(l) < len(c.p.Locs); l++ {
			row := of[l]
			for n := range row {
				s := values(n)
				o := row[n]
				o.error = o.error || c.p.Locs[l].IsGoal()
				if l == c.p.Locs[l].Func.Exit {
					o.exits |= 1 << (s.vals[0] + 2*s.vals[3])
				}
				for _, id := range c.p.Locs[l].Out {
					if c.p.Locs[l].IsGoal() {
						break
					}
					more := next(s, c.p.Edges[id])
					o.error, o.exits = o.error || more.error, o.exits|more.exits
				}
				if o != row[n] {
					row[n], changed = o, true
				}
			}
			of[l] = row
		}
	}
	return of
}

// writes says whether a procedure or what it calls may change the global.
func (c *calling) writes(f *ir.Func) bool {
	for _, e := range c.p.Edges {
		if e == nil {
			continue
		}
		if in := c.p.Locs[e.From].Func; ir.Written(e.Stmt) == c.g && (in == f || in == c.f && c.calls(f)) {
			return true
		}
	}
	return false
}

// linked are the locations that paths from main's entry lead to, into calls, too, and over them where these may return, whatever the values are.
func (c *calling) linked(of map[ir.Loc][16]outcome) map[ir.Loc]bool {
	entries := of[c.f.Entry]
	returns := slices.ContainsFunc(entries[:], func(o outcome) bool { return o.exits != 0 })
	linked := map[ir.Loc]bool{c.p.Main.Entry: true}
	for queue := []ir.Loc{c.p.Main.Entry}; len(queue) > 0; queue = queue[1:] {
		var to []ir.Loc
		for _, id := range c.p.Locs[queue[0]].Out {
			e := c.p.Edges[id]
			_, call := e.Stmt.(*ir.Call)
			if call {
				to = append(to, c.f.Entry)
			}
			if !call || returns {
				to = append(to, e.To)
			}
		}
		for _, l := range to {
			if !linked[l] {
				linked[l] = true
				queue = append(queue, l)
			}
		}
	}
	return linked
}

// calls says whether a procedure has a call.
func (c *calling) calls(f *ir.Func) bool {
	for _, l := range f.Locs {
		for _, id := range c.p.Locs[l].Out {
			if _, ok := c.p.Edges[id].Stmt.(*ir.Call); ok {
				return true
			}
		}
	}
	return false
}

// TestRandomSummaries: what may come of each state is accepted as the proof of a program with recursive calls if no error is reachable. A summary that
// calls a state safe from which an error is reachable, or excludes an exit that there is, is not.
func TestRandomSummaries(t *testing.T) {
	accepted, rejected := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		c := drawCalling(t, 1)
		begin := c.p.NewLoc(c.p.Main, ir.Pos{})
		first := &ir.Call{Callee: c.f, Args: []*ir.Expr{ir.VarExpr(c.main)}}
		if rapid.Bool().Draw(t, "first result") {
			first.Result = c.main
		}
		c.p.NewEdge(begin, c.p.Main.Entry, first, ir.Pos{})
		c.p.Main.Entry = begin
		of := c.outcomes()
		bad := false
		for n := range 16 {
			bad = bad || of[c.p.Main.Entry][n].error
		}
		st := term.NewStore()
		cx := sem.New(st, c.p)
		is := func(x term.Term, bit int) term.Term { return st.Eq(x, st.Int(int64(bit&1))) }
		sums := verdict.Summaries{}
		linked := c.linked(of)
		type claim struct {
			at    ir.Loc
			state int
			is    outcome
		}
		var places []ir.Loc
		var lies []claim
		for l := ir.Loc(1); int(l) < len(c.p.Locs); l++ {
			if c.p.Locs[l].IsGoal() {
				continue
			}
			places = append(places, l)
			f := c.p.Locs[l].Func
			if !linked[l] || l == f.Exit { // what no path leads to is not checked; what holds at exits the certifier knows
				continue
			}
			for n, o := range of[l] {
				if o.error {
					lies = append(lies, claim{l, n, outcome{false, o.exits}})
				}
				for k := range 4 {
					if o.exits>>k&1 == 1 && f == c.f { // nothing calls main, so that how it returns is not looked at
						lies = append(lies, claim{l, n, outcome{o.error, o.exits &^ (1 << k)}})
					}
				}
			}
		}
		var lie claim // none
		if seed := rapid.Uint64().Draw(t, "lie"); seed%4 > 0 && len(lies) > 0 {
			lie = lies[rand.New(rand.NewPCG(seed, 0)).IntN(len(lies))] // which rapid would take from the front
		}
		for _, l := range places {
			f := c.p.Locs[l].Func
			var safe, excludes []term.Term
			for n, o := range of[l] {
				if l == lie.at && n == lie.state {
					o = lie.is
				}
				here := []term.Term{is(cx.Var(c.g), n)}
				if f == c.p.Main {
					here = append(here, is(cx.Var(c.main), n>>1))
				} else {
					here = append(here, is(cx.Var(c.x), n>>1), is(cx.Var(c.y), n>>2), is(cx.Var(c.result), n>>3))
				}
				if !o.error {
					safe = append(safe, st.And(here...))
				}
				for k := range 4 {
					if o.exits>>k&1 == 1 {
						continue
					}
					there := here
					if c.writes(f) {
						there = append(there[:len(there):len(there)], is(sem.Exit(c.g).Term(st), k))
					} else if k&1 != n&1 {
						continue // the global stays as it is
					}
					if f != c.p.Main {
						there = append(there[:len(there):len(there)], is(sem.Exit(c.result).Term(st), k>>1))
					} else if k>>1 != n>>3 {
						continue // main has no result
					}
					excludes = append(excludes, st.And(there...))
				}
			}
			sums[l] = verdict.Summary{Safe: st.Or(safe...), Excludes: st.Or(excludes...)}
		}
		err := certify.Summaries(context.Background(), c.p, sums, native, 1)
		enginetest.Agree(t, c.p, sums, err)
		switch {
		case err == nil && bad:
			t.Fatalf("an error is reachable and the proof accepted:\n%s", c.p)
		case err == nil && lie.at != 0:
			t.Fatalf("location %d, state %d: %v is said to be %v:\n%s", lie.at, lie.state, of[lie.at][lie.state], lie.is, c.p)
		case err != nil && !bad && lie.at == 0:
			t.Fatalf("a proof is rejected: %v\n%s", err, c.p)
		case err == nil:
			accepted++
		default:
			rejected++
		}
	})
	t.Logf("%d accepted, %d rejected", accepted, rejected)
}
