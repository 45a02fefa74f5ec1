package certify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"

	"craig/internal/evidence/verdict"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/solver"
	"craig/logic/term"
)

// Unrolled checks that the loops of p, which has no calls, that have no invariant in proof end after at most
// proof.Rounds rounds, however they begin, and that no error is reached.
//
// It is one condition. All of p is executed symbolically, in a weak topological order; executions that meet at a
// location are joined. A component of the order without an invariant is executed again as long as executions come
// back to it. A component with an invariant at its head is executed once: the invariant holds when
// executions arrive; the variables that the component writes get any values that satisfy it, all others keep
// theirs; and when executions come back the invariant holds again.
//
// The order decides only how much work this is: whatever arrives at a location is executed, or shown to
// be impossible.
func Unrolled(ctx context.Context, p *ir.Program, proof verdict.Unrolled, newSolver func(*term.Store) solver.Solver) error {
	_, err := Unroll(ctx, p, proof.Invariants, proof.Rounds, newSolver)
	var r *Rejection
	if errors.As(err, &r) && r.Reason == tooLong {
		r.Undecided, r.Reason = false, fmt.Sprintf("a loop has more than %d rounds", proof.Rounds)
	}
	return err
}

const tooLong = "the loops are too long"

// Unroll is Unrolled for loops of at most limit rounds; it gives the largest number of rounds that a loop has.
func Unroll(ctx context.Context, p *ir.Program, inv verdict.Invariants, limit int, newSolver func(*term.Store) solver.Solver) (rounds int, err error) {
	if HasCalls(p) {
		return 0, &Rejection{Reason: "unrolled loops of a program with calls", Prog: p}
	}
	byName, err := wellFormed(p, inv)
	if err != nil {
		return 0, err
	}
	st := term.NewStore()
	cond := &condition{prog: p, cuts: &cutSet{inv: inv}, src: p.Main.Entry}
	u := &unrolling{
		encoder: &encoder{condition: cond, st: st, sem: sem.New(st, p), solver: newSolver(st),
			ranged: map[term.Term]bool{}, byName: byName, index: map[*ir.Var]int{}, vars: programVars(p)},
		pending: map[ir.Loc][]pathState{}, limit: limit, exact: map[term.Term]origin{},
	}
	defer solver.Close(u.solver)
	if u.bits = sem.WorksOnBits(p); u.bits {
		solver.PreferBits(u.solver)
	}
	for i, v := range u.vars {
		u.index[v] = i
	}
	n, succ := graph.OfFunc(p, p.Main)
	order := graph.WTO(n, succ, int(p.Main.Entry))
	if l := u.elsewhere(order); l != 0 {
		return 0, &Rejection{To: l, Reason: "an invariant that is not at the head of a loop", Prog: p}
	}
	u.needed(order)
	u.arrive(p.Main.Entry, pathState{st.True(), make([]term.Term, len(u.vars)), 0})
	if err := u.elements(ctx, order); err != nil {
		return 0, err
	}
	for l := range u.pending {
		panic(fmt.Sprintf("certify: location %d was left out", l))
	}
	ans, which := u.decide(ctx, u.goals)
	if ans.Status == solver.Unsat {
		return u.rounds, nil
	}
	no := &Rejection{Cond: Safety, From: p.Main.Entry, Prog: p, Undecided: ans.Status != solver.Sat, Reason: ans.Reason}
	if which >= 0 {
		no.To = u.targets[which]
		if !p.Locs[no.To].IsGoal() {
			no.Cond = Consecution
		}
	}
	return 0, no
}

// unrolling executes a program symbolically.
type unrolling struct {
	*encoder
	pending map[ir.Loc][]pathState // what has come to locations and is to be executed from there
	goals   []term.Term            // by targets: what must not be possible
	live    []bitset               // by location: variables whose values can matter
	rounds  int
	limit   int // of rounds
	visits  int
	exact   map[term.Term]origin // of names that stand for what they are: for what
	bits    bool                 // names stand for what they are, and do not only imply it, so that the same terms have the same bits
}

// elsewhere is a location with an invariant that is not the head of a component; 0 if there is none.
func (u *unrolling) elsewhere(order []graph.Element) ir.Loc {
	head := map[ir.Loc]bool{}
	var add func([]graph.Element)
	add = func(order []graph.Element) {
		for _, e := range order {
			head[ir.Loc(e.Vertex)] = e.Loop
			add(e.Body)
		}
	}
	add(order)
	for l := range u.cuts.inv {
		if isHead, reached := head[l]; reached && !isHead {
			return l
		}
	}
	return 0
}

// needed finds the variables whose values can matter.
func (u *unrolling) needed(order []graph.Element) {
	flat := graph.Flatten(order, nil)
	always := newBitset(len(u.vars))
	for _, f := range u.cuts.inv {
		u.mention(u.st.Import(f), always)
	}
	u.live = make([]bitset, len(u.prog.Locs))
	for l, vars := range graph.LiveVars(u.prog, flat) {
		b := slices.Clone(always)
		for _, v := range vars {
			b.add(u.index[v])
		}
		u.live[l] = b
	}
}

// pathState is a set of executions that have come to a location.
type pathState struct {
	taken  term.Term
	vals   []term.Term // of variables, by index; not Valid: the value at the entry
	chosen int         // how many conditions on the way were not decided by known values, at most
}

func (u *unrolling) arrive(l ir.Loc, a pathState) { u.pending[l] = append(u.pending[l], a) }

// maxVisits bounds how many locations are executed.
const maxVisits = 1 << 23

func (u *unrolling) elements(ctx context.Context, order []graph.Element) error {
	for _, e := range order {
		var err error
		if e.Loop {
			err = u.component(ctx, e)
		} else {
			err = u.location(ctx, ir.Loc(e.Vertex))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// location executes what has come to l.
func (u *unrolling) location(ctx context.Context, l ir.Loc) error {
	if a, ok := u.joined(l); ok {
		return u.from(ctx, l, a)
	}
	return nil
}

// component executes a loop.
func (u *unrolling) component(ctx context.Context, e graph.Element) error {
	head := ir.Loc(e.Vertex)
	inside := graph.Flatten([]graph.Element{e}, nil)
	if inv := u.cuts.inv[head]; inv.Valid() {
		return u.summarised(ctx, e, inside, u.st.Import(inv))
	}
	chosen := -1
	var last []term.Term // the values at the head in the last round, which all that come back to it were; nil if not all were
	middle := slices.ContainsFunc(inside, func(l int) bool { return l != e.Vertex && len(u.pending[ir.Loc(l)]) > 0 })
	var unasked []term.Term // when the last rounds come, since the solver was asked
	most := 0
	defer func() { u.rounds = max(u.rounds, most) }()
	for round := 0; slices.ContainsFunc(inside, func(l int) bool { return len(u.pending[ir.Loc(l)]) > 0 }); round++ {
		if a, ok := u.joined(head); ok {
			// A round too many does no harm: the solver is asked seldom, and where the proof says that there is none.
			switch ask := round > 0 && a.chosen > chosen; {
			case ask && (mayBeLast(round) || round > u.limit):
				if u.impossible(ctx, a.taken) {
					most -= len(unasked) - u.possible(ctx, unasked)
					continue
				}
				unasked = nil
			case ask || len(unasked) > 0:
				unasked = append(unasked, a.taken)
			}
			if last != nil && u.sameState(head, last, a.vals) {
				continue // what these executions can do is what those of the last round can do
			}
			if chosen = a.chosen; round > 0 || !middle {
				last = slices.Clone(a.vals)
			}
			if most = round; round > u.limit {
				return &Rejection{Cond: Safety, From: u.src, To: head, Undecided: true, Reason: tooLong, Prog: u.prog}
			}
			if err := u.from(ctx, head, a); err != nil {
				return err
			}
		}
		if err := u.elements(ctx, e.Body); err != nil {
			return err
		}
	}
	return nil
}

// possible is how many of these rounds, one after the other, may come.
func (u *unrolling) possible(ctx context.Context, taken []term.Term) int {
	return sort.Search(len(taken), func(i int) bool { return u.impossible(ctx, taken[i]) })
}

// mayBeLast chooses 2^k, 2^k + 1 and 3·2^k.
func mayBeLast(round int) bool {
	one := func(n int) bool { return n&(n-1) == 0 }
	return one(round) || one(round-1) || round%3 == 0 && one(round/3)
}

// sameState says that two lists of values are the same as far as they can matter at l.
func (u *unrolling) sameState(l ir.Loc, a, b []term.Term) bool {
	for i := range a {
		if a[i] != b[i] && u.live[l].has(i) {
			return false
		}
	}
	return true
}

// impossible says that the solver has shown so; this is then known.
func (u *unrolling) impossible(ctx context.Context, taken term.Term) bool {
	return taken.IsFalse() || !taken.IsTrue() && u.solver.Check(ctx, taken).Status == solver.Unsat
}

// summarised executes a loop with an invariant once, for all of its rounds.
func (u *unrolling) summarised(ctx context.Context, e graph.Element, inside []int, inv term.Term) error {
	head := ir.Loc(e.Vertex)
	first, ok := u.joined(head)
	for _, l := range inside {
		if len(u.pending[ir.Loc(l)]) > 0 {
			return &Rejection{To: ir.Loc(l), Undecided: true, Reason: "a loop with an invariant is entered in the middle", Prog: u.prog}
		}
	}
	if !ok {
		return nil
	}
	u.require(head, first, inv)
	any := pathState{vals: slices.Clone(first.vals), chosen: first.chosen + 1}
	for _, l := range inside {
		for _, id := range u.prog.Locs[l].Out {
			if v := ir.Written(u.prog.Edges[id].Stmt); v != nil && !u.prog.Locs[l].IsGoal() {
				any.vals[u.index[v]] = u.unknown(v)
			}
		}
	}
	any.taken = u.selector(first.taken, u.holds(inv, any), 0)
	if err := u.from(ctx, head, any); err != nil {
		return err
	}
	if err := u.elements(ctx, e.Body); err != nil {
		return err
	}
	if again, ok := u.joined(head); ok {
		u.require(head, again, inv)
	}
	return nil
}

// unknown is a new value of v's type.
func (u *unrolling) unknown(v *ir.Var) term.Term {
	t := u.st.Fresh(v.Name, u.sem.Var(v).Sort())
	if r := u.sem.Range(v.Type, t); !r.IsTrue() {
		u.solver.Assert(r)
	}
	return t
}

// require adds the goal that inv holds where a is.
func (u *unrolling) require(l ir.Loc, a pathState, inv term.Term) {
	if not := u.st.And(a.taken, u.st.Not(u.holds(inv, a))); !not.IsFalse() {
		u.goals, u.targets = append(u.goals, not), append(u.targets, l)
	}
}

// holds is a formula over the program's variables where a is.
func (u *unrolling) holds(f term.Term, a pathState) term.Term {
	env := state{}
	for i, t := range a.vals {
		if t.Valid() {
			env[i] = t
		}
	}
	return u.in(f, env)
}

// at is the value of variable i.
func (u *unrolling) at(a pathState, i int) term.Term {
	if t := a.vals[i]; t.Valid() {
		return t
	}
	return u.sem.Var(u.vars[i])
}

// joined takes what has come to l: as it is if it is one pathState, otherwise with a name for what differs.
func (u *unrolling) joined(l ir.Loc) (a pathState, ok bool) {
	all := u.pending[l]
	delete(u.pending, l)
	if len(all) < 2 {
		if len(all) == 0 {
			return a, false
		}
		return all[0], true
	}
	a.vals = slices.Clone(all[0].vals)
	taken := make([]term.Term, len(all))
	for k, b := range all {
		a.chosen = max(a.chosen, b.chosen)
		if taken[k] = b.taken; b.taken.Op() != term.Var || slices.Contains(taken[:k], b.taken) {
			panic("certify: executions that meet have no names of their own")
		}
	}
	if from, ok := u.whole(taken); ok {
		a.taken, a.chosen = from.taken, from.chosen
	} else {
		a.taken = u.st.Fresh(fmt.Sprintf("at%d", l), term.Bool)
		u.assert(u.is(a.taken, u.st.Or(taken...), u.bits))
	}
	for i, v := range u.vars {
		same := true
		for _, b := range all[1:] {
			same = same && b.vals[i] == all[0].vals[i]
		}
		if same {
			continue
		}
		choice := term.Term{}
		if u.bits && u.live[l].has(i) { // an execution comes in one of these ways
			choice = u.at(all[len(all)-1], i)
			for k := len(all) - 2; k >= 0; k-- {
				choice = u.st.Ite(taken[k], u.at(all[k], i), choice)
			}
		}
		joined := u.st.Fresh(v.Name, u.sem.Var(v).Sort())
		if a.vals[i] = joined; !u.live[l].has(i) {
			continue // any value
		}
		if u.bits {
			u.assert(u.st.Eq(joined, choice))
			continue
		}
		for k, b := range all {
			u.assert(u.st.Implies(taken[k], u.st.Eq(joined, u.at(b, i))))
		}
	}
	return a, true
}

// from executes the edges that leave l.
func (u *unrolling) from(ctx context.Context, l ir.Loc, a pathState) error {
	if u.visits++; u.visits&0xff == 0 && ctx.Err() != nil || u.visits > maxVisits {
		return &Rejection{Cond: Safety, From: u.src, To: l, Undecided: true, Reason: "the program is too long", Prog: u.prog}
	}
	info := u.prog.Locs[l]
	if info.IsGoal() {
		u.goals, u.targets = append(u.goals, a.taken), append(u.targets, l)
		return nil
	}
	type way struct {
		e     *ir.Edge
		guard term.Term
	}
	var ways []way
	for _, id := range info.Out {
		if e := u.prog.Edges[id]; e != nil {
			if g := u.guard(e, a); !g.IsFalse() {
				ways = append(ways, way{e, g})
			}
		}
	}
	exactly := u.bits && len(ways) <= maxWays // no two guards hold at once: an execution has no choice
	for k, w := range ways[:min(len(ways), maxWays)] {
		for _, x := range ways[:k] {
			exactly = exactly && u.st.And(w.guard, x.guard).IsFalse()
		}
	}
	for k, w := range ways {
		b := a
		if k < len(ways)-1 {
			b.vals = slices.Clone(a.vals)
		}
		if !w.guard.IsTrue() && len(info.Out) > 1 {
			b.chosen++
		}
		if !w.guard.IsTrue() || len(ways) > 1 || len(u.prog.Locs[w.e.To].In) > 1 && (u.bits || !a.taken.IsTrue()) {
			b.taken = u.st.Fresh(fmt.Sprintf("take%d", w.e.ID), term.Bool)
			u.assert(u.is(b.taken, u.st.And(a.taken, w.guard), exactly))
			if exactly {
				u.exact[b.taken] = origin{a.taken, w.guard, a.chosen}
			}
		}
		u.effect(w.e, b)
		u.arrive(w.e.To, b)
	}
	return nil
}

// read is the value of an expression where a is.
func (u *unrolling) read(x *ir.Expr, a pathState) term.Term {
	env := func(v *ir.Var) term.Term { return u.at(a, u.index[v]) }
	for _, r := range u.sem.Loads(x, env, nil) { // cells hold values of the types that they are read as
		if !r.IsTrue() {
			u.assert(u.st.Implies(a.taken, r))
		}
	}
	return u.sem.Expr(x, env)
}

func (u *unrolling) guard(e *ir.Edge, a pathState) term.Term {
	if s, ok := e.Stmt.(*ir.Assume); ok {
		return u.read(s.Cond, a)
	}
	return u.st.True()
}

// effect changes a's values as e does.
func (u *unrolling) effect(e *ir.Edge, a pathState) {
	switch s := e.Stmt.(type) {
	case *ir.Skip, *ir.Assume:
	case *ir.Assign:
		a.vals[u.index[s.Var]] = u.named(s.Var.Name, u.read(s.Expr, a))
	case *ir.Store:
		i := u.index[s.Region]
		a.vals[i] = u.st.Store(u.at(a, i), u.read(s.Addr, a), u.read(s.Val, a))
	case *ir.Havoc:
		a.vals[u.index[s.Var]] = u.unknown(s.Var)
	default:
		panic(fmt.Sprintf("certify: %T in an inlined program", s))
	}
}
