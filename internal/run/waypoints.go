package run

import (
	"context"
	"slices"
	"time"

	"craig/internal/abstract/domain/interval"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// Waypoints: a proof by bounds of variables has one condition for all paths from a loop head to the next, which is
// hard where these are long: what holds in the middle is lost. So the bounds are carried on, by intervals, to places
// on the way that all paths pass, where they are invariants like others. The certifier checks these too, and what it accepts with them it
// would accept without.

// Limits: how many edges a program must have, and how many lie between waypoints; at how many locations all variables together may be live,
// and at how many waypoints; and how long the certifier may take with them, by the edges of the program.
const (
	waypointsFrom = 600
	stride        = 100
	maxLiveAt     = 100_000_000
	maxBounds     = 5_000_000
	edgeTime      = 500 * time.Microsecond
)

// check certifies a proof, with waypoints if it is one by bounds, and with identities if there are any.
func check(ctx context.Context, p *ir.Program, proof verdict.Proof, ids []verdict.Identity, s solving, workers int) error {
	if inv, ok := proof.(verdict.Invariants); ok {
		if more := waypoints(p, inv); more != nil {
			if accepted(ctx, p, more, s.newSolver, workers) {
				return nil
			}
			s.tally.Reset()
		}
		if len(ids) > 0 {
			return certify.Identities(ctx, p, inv, ids, s.newSolver, workers)
		}
	}
	switch proof := proof.(type) {
	case verdict.Execution:
		return certify.Execution(ctx, p, proof, s.unfollowed)
	case verdict.Prefix:
		return certify.Prefix(ctx, p, proof, s.newSolver, workers, s.unfollowed)
	}
	return certify.Proof(ctx, p, proof, s.newSolver, workers)
}

// accepted says that the certifier accepts a proof within the time for it.
func accepted(ctx context.Context, p *ir.Program, inv verdict.Invariants, newSolver func(*term.Store) smt.Solver, workers int) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(len(p.Edges))*edgeTime)
	defer cancel()
	return certify.Safe(ctx, p, inv, newSolver, workers) == nil
}

// waypoints is inv and bounds at places between its locations; nil if inv is not made of bounds, or p is small.
func waypoints(p *ir.Program, inv verdict.Invariants) verdict.Invariants {
	if len(p.Edges) < waypointsFrom {
		return nil
	}
	d := interval.New(p)
	vars := map[string]*ir.Var{}
	p.AllVars(func(v *ir.Var) { vars[v.Name] = v })
	states := make([]interval.State, len(p.Locs))
	for l := range states {
		states[l] = d.Bottom()
	}
	for l, f := range inv {
		s, ok := bounds(d, vars, f)
		if !ok || l < 0 || int(l) >= len(states) { // or a proof of another program
			return nil
		}
		states[l] = s
	}
	order, ok := between(p, inv)
	if !ok {
		return nil
	}
	at := make([]int, len(p.Locs))
	for i, l := range order {
		at[l] = i
	}
	var places []ir.Loc
	passed, furthest := 0, 0 // edges since the last place; where edges from before the location in hand lead
	for i, l := range order {
		if d.IsBottom(states[l]) || p.Locs[l].IsGoal() {
			continue
		}
		_, fixed := inv[l]
		if passed += len(p.Locs[l].Out); !fixed && passed >= stride && furthest <= i && len(p.Locs[l].In) > 1 {
			places, passed = append(places, l), 0
		}
		for _, id := range p.Locs[l].Out {
			e := p.Edges[id]
			if e == nil {
				continue
			}
			if _, fixed := inv[e.To]; !fixed {
				if !p.Locs[e.To].IsGoal() {
					furthest = max(furthest, at[e.To])
				}
				states[e.To] = d.Join(states[e.To], d.Post(states[l], e))
			}
		}
		if n := len(places); n == 0 || places[n-1] != l {
			states[l] = d.Bottom() // nothing asks for it any more
		}
	}
	if len(places) == 0 {
		return nil
	}
	live, ok := liveAt(p, places)
	if !ok {
		return nil
	}
	more := verdict.Invariants{}
	var st *term.Store
	for l, f := range inv {
		more[l], st = f, f.Store()
	}
	c := sem.New(st, p)
	for i, l := range places {
		more[l] = d.FormulaOver(c, states[l], live[i])
	}
	return more
}

// liveAt are the variables that are live at each of some places; not ok if they are too many.
func liveAt(p *ir.Program, places []ir.Loc) (live [][]*ir.Var, ok bool) {
	live = make([][]*ir.Var, len(places))
	at := make([]int, len(p.Locs)) // from 1 on
	for i, l := range places {
		at[l] = i + 1
	}
	uses := pass.NewLiveness(p)
	locations, bounds := 0, 0
	p.AllVars(func(v *ir.Var) {
		if locations > maxLiveAt || bounds > maxBounds {
			return
		}
		for _, l := range uses.Of(v) {
			locations++
			if i := at[l]; i > 0 {
				live[i-1] = append(live[i-1], v)
				bounds++
			}
		}
	})
	return live, locations <= maxLiveAt && bounds <= maxBounds
}

// bounds is what f says, if that is bounds of variables only.
func bounds(d *interval.Domain, vars map[string]*ir.Var, f term.Term) (s interval.State, ok bool) {
	s = d.Top()
	for _, c := range term.Conjuncts(f) {
		if c.Op() != term.LeZero && c.Op() != term.EqZero {
			return s, false
		}
		x, a, k := c.Arg(0), num.I(1), num.I(0) // a·x + k
		if x.Op() == term.Sum && x.NumArgs() == 1 {
			a, k, x = x.Coeff(0).Num(), x.Num().Num(), x.Arg(0)
		}
		v := vars[x.Name()]
		if x.Op() != term.Var || x.Sort() != term.Int || v == nil || v.Type.IsFloat() || a.Abs().Cmp(num.I(1)) != 0 {
			return s, false
		}
		if a.Sign() > 0 {
			k = k.Neg()
		}
		within := interval.One(k)
		switch {
		case c.Op() == term.EqZero:
		case a.Sign() > 0:
			within = interval.AtMost(k)
		default:
			within = interval.AtLeast(k)
		}
		s = d.Restrict(s, v, within)
	}
	return s, true
}

// between lists the reached locations such that each comes after those that edges lead from, but for edges to locations of inv. ok
// is false if there is a cycle without one of these.
func between(p *ir.Program, inv verdict.Invariants) (order []ir.Loc, ok bool) {
	const (
		unseen = iota
		open
		done
	)
	type frame struct {
		loc  ir.Loc
		next int
	}
	state := make([]uint8, len(p.Locs))
	ok = true
	visit := func(root ir.Loc) {
		if state[root] != unseen {
			return
		}
		state[root] = open
		stack := []frame{{loc: root}}
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next == len(p.Locs[f.loc].Out) {
				state[f.loc] = done
				order = append(order, f.loc)
				stack = stack[:len(stack)-1]
				continue
			}
			e := p.Edges[p.Locs[f.loc].Out[f.next]]
			f.next++
			if e == nil {
				continue
			}
			if _, fixed := inv[e.To]; fixed {
				continue
			}
			switch state[e.To] {
			case unseen:
				state[e.To] = open
				stack = append(stack, frame{loc: e.To})
			case open:
				ok = false
			}
		}
	}
	for l := range p.Locs { // in the order of locations, so that the same program has the same waypoints
		if _, fixed := inv[ir.Loc(l)]; fixed {
			visit(ir.Loc(l))
		}
	}
	slices.Reverse(order)
	return order, ok
}
