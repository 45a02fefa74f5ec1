package certify_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// calling is a random program of main and a procedure that may call itself, over a global, a
// parameter and a local of some bits.
type calling struct {
	p       *ir.Program
	f       *ir.Func
	g, x, y *ir.Var
	result  *ir.Var
	main    *ir.Var // a local of main
}

// where is a state of a procedure with the values at its entry: the global, the parameter, the
// local or, in main, its own.
type where struct {
	loc  ir.Loc
	old  [2]int // g@, x@
	vals [4]int // g, x, y, result; in main g and its local
}

func drawCalling(t *rapid.T, bits uint8) *calling {
	p := ir.NewProgram()
	word := ir.Int(bits, false)
	c := &calling{p: p, g: p.NewGlobal("g", "g", word, ir.Pos{})}
	main, f := p.NewFunc("main", ir.Pos{}), p.NewFunc("f", ir.Pos{})
	main.Defined, f.Defined = true, true
	p.Main, c.f = main, f
	c.main = p.NewLocal(main, "z", "z", word, ir.Pos{})
	c.x = p.NewParam(f, "x", "x", word, ir.Pos{})
	c.y = p.NewLocal(f, "y", "y", word, ir.Pos{})
	c.result = p.NewResult(f, word)
	c.draw(t, main, []*ir.Var{c.g, c.main}, 2, rapid.Bool().Draw(t, "error in main"))
	c.draw(t, f, []*ir.Var{c.g, c.x, c.y, c.result}, 4, rapid.Bool().Draw(t, "error in f"))
	return c
}

func (c *calling) draw(t *rapid.T, f *ir.Func, vars []*ir.Var, most int, mayFail bool) {
	p := c.p
	n := rapid.IntRange(1, most).Draw(t, "locations")
	f.Entry, f.Exit = p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{})
	locs := []ir.Loc{f.Entry}
	for range n {
		locs = append(locs, p.NewLoc(f, ir.Pos{}))
	}
	targets := append(append([]ir.Loc{}, locs[1:]...), f.Exit, f.Exit)
	if mayFail {
		targets = append(targets, p.NewLoc(f, ir.Pos{}))
		p.Locs[targets[len(targets)-1]].Goal = ir.Violates("unreach-call")
	}
	to := func() ir.Loc { return rapid.SampledFrom(targets).Draw(t, "to") }
	v := func() *ir.Var { return rapid.SampledFrom(vars).Draw(t, "var") }
	operand := func() *ir.Expr {
		if rapid.Bool().Draw(t, "const") {
			return ir.ConstInt(c.g.Type, int64(rapid.IntRange(0, 1<<c.g.Type.Bits-1).Draw(t, "k")))
		}
		return ir.VarExpr(v())
	}
	for _, l := range locs {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			op := rapid.SampledFrom([]ir.Op{ir.OpEq, ir.OpLt, ir.OpLe}).Draw(t, "op")
			p.NewBranch(l, ir.Compare(op, operand(), operand()), to(), to(), ir.Pos{})
		case 1:
			p.NewEdge(l, to(), &ir.Havoc{Var: v(), Name: "input"}, ir.Pos{})
		case 2, 3:
			call := &ir.Call{Callee: c.f, Args: []*ir.Expr{operand()}}
			if rapid.Bool().Draw(t, "result") {
				call.Result = v()
			}
			p.NewEdge(l, to(), call, ir.Pos{})
		default:
			e := ir.Binary(rapid.SampledFrom([]ir.Op{ir.OpAdd, ir.OpSub}).Draw(t, "op"), operand(), operand())
			p.NewEdge(l, to(), &ir.Assign{Var: v(), Expr: e}, ir.Pos{})
		}
	}
}

// slot is where a variable is in where.vals.
func (c *calling) slot(v *ir.Var) int {
	switch v {
	case c.g:
		return 0
	case c.x, c.main:
		return 1
	case c.y:
		return 2
	}
	return 3
}

func (c *calling) value(e *ir.Expr, s where) int {
	r := ir.Subst(e, func(v *ir.Var) *ir.Expr { return ir.ConstInt(v.Type, int64(s.vals[c.slot(v)])) })
	k, _ := c.p.Mode().Fold(r).Val.Int64()
	return int(k)
}

// reach tabulates what is reachable, procedure by procedure: every state with the values at the entry
// of its procedure, for all calls together with these values.
func (c *calling) reach() map[where]bool {
	seen := map[where]bool{}
	var queue []where
	add := func(s where) {
		if !seen[s] {
			seen[s] = true
			queue = append(queue, s)
		}
	}
	type caller struct {
		s where
		e *ir.Edge
	}
	callers := map[[2]int][]caller{} // by the values at the entry
	exits := map[[2]int][]where{}
	back := func(k caller, exit where) {
		s := k.s
		s.loc, s.vals[0] = k.e.To, exit.vals[0]
		if r := k.e.Stmt.(*ir.Call).Result; r != nil {
			s.vals[c.slot(r)] = exit.vals[3]
		}
		add(s)
	}
	for g := range 4 {
		for z := range 4 {
			add(where{c.p.Main.Entry, [2]int{g, 0}, [4]int{g, z}})
		}
	}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if s.loc == c.f.Exit {
			exits[s.old] = append(exits[s.old], s)
			for _, k := range callers[s.old] {
				back(k, s)
			}
		}
		if c.p.Locs[s.loc].IsGoal() {
			continue
		}
		for _, id := range c.p.Locs[s.loc].Out {
			e := c.p.Edges[id]
			next := s
			next.loc = e.To
			switch x := e.Stmt.(type) {
			case *ir.Assume:
				if c.value(x.Cond, s) != 0 {
					add(next)
				}
			case *ir.Assign:
				next.vals[c.slot(x.Var)] = c.value(x.Expr, s)
				add(next)
			case *ir.Havoc:
				for k := range 4 {
					next.vals[c.slot(x.Var)] = k
					add(next)
				}
			case *ir.Call:
				entry := [2]int{s.vals[0], c.value(x.Args[0], s)}
				callers[entry] = append(callers[entry], caller{s, e})
				for _, exit := range exits[entry] {
					back(caller{s, e}, exit)
				}
				for y := range 4 {
					for r := range 4 {
						add(where{c.f.Entry, entry, [4]int{entry[0], entry[1], y, r}})
					}
				}
			}
		}
	}
	return seen
}

// formula describes the states at l, over what an invariant there may mention.
func (c *calling) formula(cx *sem.Context, l ir.Loc, states map[where]bool) term.Term {
	st := cx.Store
	old := func(v *ir.Var) term.Term { return sem.Old(v).Term(st) }
	inMain := c.p.Locs[l].Func == c.p.Main
	seen := map[term.Term]bool{}
	var cases []term.Term
	for s := range states {
		if s.loc != l {
			continue
		}
		is := func(t term.Term, k int) term.Term { return st.Eq(t, st.Int(int64(k))) }
		all := []term.Term{is(cx.Var(c.g), s.vals[0])}
		switch {
		case inMain:
			all = append(all, is(cx.Var(c.main), s.vals[1]))
			if l != c.p.Main.Entry {
				all = append(all, is(old(c.g), s.old[0]))
			}
		case l == c.f.Entry:
			all = append(all, is(cx.Var(c.x), s.vals[1]))
		default:
			all = append(all, is(old(c.g), s.old[0]), is(old(c.x), s.old[1]), is(cx.Var(c.result), s.vals[3]))
			if l != c.f.Exit {
				all = append(all, is(cx.Var(c.x), s.vals[1]), is(cx.Var(c.y), s.vals[2]))
			}
		}
		if f := st.And(all...); !seen[f] {
			seen[f] = true
			cases = append(cases, f)
		}
	}
	return st.Or(cases...)
}

// TestRandomContracts: what is reachable in a program with calls is accepted as its proof if no error
// is; with a state taken away it is not, since the certifier cannot find what is missing; with one
// added it is a proof or not, and no proof of a program with a reachable error.
func TestRandomContracts(t *testing.T) {
	accepted, short, wrong := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		c := drawCalling(t, 2)
		reach := c.reach()
		bad := false
		count := map[ir.Loc]int{}
		var all []where
		for s := range reach {
			bad = bad || c.p.Locs[s.loc].IsGoal()
			count[s.loc]++
		}
		for l := ir.Loc(1); int(l) < len(c.p.Locs); l++ { // in an order that does not change
			for n := range 1 << 12 {
				s := where{l, [2]int{n & 3, n >> 2 & 3}, [4]int{n >> 4 & 3, n >> 6 & 3, n >> 8 & 3, n >> 10 & 3}}
				if reach[s] {
					all = append(all, s)
				}
			}
		}
		mutation := rapid.SampledFrom([]string{"none", "none", "take", "add"}).Draw(t, "mutation")
		states := map[where]bool{}
		for s := range reach {
			states[s] = true
		}
		changed := rapid.SampledFrom(all).Draw(t, "state")
		taken := false
		switch {
		case mutation == "take":
			// At the entries values are not apart, so that all of them go.
			for s := range states {
				same := s == changed
				if changed.loc == c.f.Entry || changed.loc == c.f.Exit {
					same = s.loc == changed.loc && s.old == changed.old && (changed.loc == c.f.Entry || s.vals[0] == changed.vals[0] && s.vals[3] == changed.vals[3])
				}
				if same {
					delete(states, s)
				}
			}
			taken = changed.loc != c.p.Main.Exit && !c.p.Locs[changed.loc].IsGoal()
		case mutation == "add":
			changed.vals[rapid.IntRange(0, 3).Draw(t, "var")] = rapid.IntRange(0, 3).Draw(t, "value")
			states[changed] = true
		}
		st := term.NewStore()
		cx := sem.New(st, c.p)
		inv := map[ir.Loc]term.Term{}
		for l := ir.Loc(1); int(l) < len(c.p.Locs); l++ {
			if !c.p.Locs[l].IsGoal() {
				inv[l] = c.formula(cx, l, states)
			}
		}
		err := certify.Contracts(context.Background(), c.p, inv, native, 1)
		enginetest.Agree(t, c.p, verdict.Contracts(inv), err)
		switch {
		case err == nil && bad:
			t.Fatalf("an error is reachable and the proof accepted:\n%s", c.p)
		case err == nil && taken:
			t.Fatalf("accepted without the state %v:\n%s", changed, c.p)
		case err != nil && !bad && mutation == "none":
			t.Fatalf("a proof is rejected: %v\n%s", err, c.p)
		case err == nil:
			accepted++
		case bad:
			wrong++
		default:
			short++
		}
	})
	t.Logf("%d accepted, %d rejected that are no proofs, %d of programs with errors", accepted, short, wrong)
}
