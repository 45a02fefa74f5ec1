package conditions

import (
	"maps"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// paths builds formulas of the executions that come from one place. Where executions meet, a location has a proposition of its
// own, and variables that differ have names of their own; what is true of them follows for the edge that was taken, which has a
// proposition too. So a model in which a goal holds tells one execution.
type paths struct {
	*generator
	f       *ir.Func
	a       annotation
	st      *term.Store
	nodes   []*node            // each after those before it
	pending map[ir.Loc][]*node // what has come along edges
	goals   []goal
	names   map[term.Term]*ir.Var // whose values they are
	entry   state                 // that of the procedure's entry, if the place is that
	source  term.Term             // the formula of the place: with bound variables it is one for all their values
	added   []*addition           // sums that have come up
	merged  map[term.Term]merge   // what variables are where executions meet
	of      *run                  // the execution that is followed, which has the values of variables and cells; or nil
}

// anError is where all errors are, in place of their locations.
const anError ir.Loc = 0

// node is a place that executions come to, or do along one edge.
type node struct {
	loc    ir.Loc
	before []int // nodes
	reach  term.Term
	state  state
	facts  []fact
}

func (n *node) say(f term.Term) { n.facts = append(n.facts, fact{f: f}) }

// state has the values of variables that are not what they were at the source.
type state map[*ir.Var]term.Term

// fact holds in every execution. With about it only tells the value of that name.
type fact struct {
	f     term.Term
	about term.Term
}

// goal must be impossible: a formula about what a node says.
type goal struct {
	about string
	f     term.Term
	n     int
}

// newPaths has the first node.
func (g *generator) newPaths(f *ir.Func, a annotation, l ir.Loc) *paths {
	b := &paths{generator: g, f: f, a: a, st: term.NewStore(), pending: map[ir.Loc][]*node{}, names: map[term.Term]*ir.Var{}, merged: map[term.Term]merge{}}
	b.nodes = []*node{{loc: l, reach: b.st.True(), state: state{}}}
	if l == f.Entry {
		b.entry = b.nodes[0].state
	}
	return b
}

// must adds the goal that f holds where executions come to a node.
func (b *paths) must(f term.Term, n int, about string) {
	if bad := b.st.And(b.nodes[n].reach, b.st.Not(f)); !bad.IsFalse() {
		b.goals = append(b.goals, goal{about, bad, n})
	}
}

// noError adds the goal that no error is reached.
func (b *paths) noError(from string) {
	bad := goal{about: from + "no error is reached", f: b.st.False()}
	if n, ok := b.join(anError); ok {
		bad.f, bad.n = b.nodes[n].reach, n
	}
	b.goals = append(b.goals, bad)
}

// sortOf is the sort of a variable of type t.
func sortOf(t ir.Type) term.Sort {
	if t.Kind == ir.Memory {
		return term.Array(term.Int, term.Int)
	}
	return term.Int
}

// own is the name of a variable's value at the source.
func (b *paths) own(v *ir.Var, suffix string) term.Term {
	x := b.st.Var(v.Name+suffix, sortOf(v.Type))
	b.names[x] = v
	return x
}

// unknown is a new name for any value of a variable's type.
func (b *paths) unknown(v *ir.Var) term.Term {
	x := b.st.Fresh(v.Name, sortOf(v.Type))
	b.names[x] = v
	return x
}

func (b *paths) value(s state, v *ir.Var) term.Term {
	if t, ok := s[v]; ok {
		return t
	}
	return b.own(v, "")
}

// spoken is the variable that a name in a formula is about, and when: now (0), or with @ at the entry or with ' at the exit of the procedure.
func (g *generator) spoken(name string) (v *ir.Var, when byte) {
	if v = g.vars[name]; v != nil || name == "" {
		return v, 0
	}
	last := len(name) - 1
	if when = name[last]; when != '@' && when != '\'' {
		return nil, 0
	}
	return g.vars[name[:last]], when
}

// in is f where variables are as in a state, and at the entry and the exit of the procedure as in two others; false if there is no f. If one of
// these is nil, what may have changed has a name of its own there.
func (b *paths) in(f term.Term, now, entry, exit state) term.Term {
	if !f.Valid() {
		return b.st.False()
	}
	f = b.st.Import(f)
	m := map[term.Term]term.Term{}
	for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
		switch v, when := b.spoken(x.Name()); {
		case v == nil:
			if s := b.sumNamed(x.Name()); s != nil {
				m[x] = b.sum(s, now)
			}
		case when == '\'' && exit == nil, when == '@' && entry == nil && b.changes[b.f][v]:
			m[x] = b.own(v, string(when))
		case when == '\'':
			m[x] = b.value(exit, v)
		case when == '@':
			m[x] = b.value(entry, v)
		default:
			m[x] = b.value(now, v)
		}
	}
	return b.st.Subst(f, m)
}

// here is f at a node.
func (b *paths) here(f term.Term, n int) term.Term { return b.in(f, b.nodes[n].state, b.entry, nil) }

// join makes a node of what has come to l; ok is false if that is nothing.
func (b *paths) join(l ir.Loc) (n int, ok bool) {
	all := b.pending[l]
	delete(b.pending, l)
	if len(all) == 0 {
		return 0, false
	}
	to := &node{loc: l, reach: all[0].reach, state: all[0].state}
	for _, a := range all {
		to.before = append(to.before, a.before...)
		to.facts = append(to.facts, a.facts...)
	}
	if len(all) > 1 {
		taken := make([]term.Term, len(all))
		for i, a := range all {
			taken[i] = b.st.Fresh("take", term.Bool)
			to.say(b.st.Implies(taken[i], a.reach))
		}
		to.reach = b.st.Fresh("at", term.Bool)
		to.say(b.st.Implies(to.reach, b.st.Or(taken...)))
		to.state = state{}
		for _, v := range changed(all) {
			value := b.value(all[0].state, v)
			if slices.ContainsFunc(all, func(a *node) bool { return b.value(a.state, v) != value }) {
				value = b.unknown(v)
				m := merge{taken: taken}
				for i, a := range all {
					m.values = append(m.values, b.value(a.state, v))
					to.facts = append(to.facts, fact{b.st.Implies(taken[i], b.st.Eq(value, b.value(a.state, v))), value})
				}
				b.merged[value] = m
			}
			to.state[v] = value
		}
	}
	b.nodes = append(b.nodes, to)
	return len(b.nodes) - 1, true
}

// changed are the variables that have changed at some node, by their numbers.
func changed(all []*node) []*ir.Var {
	some := state{}
	for _, a := range all {
		maps.Copy(some, a.state)
	}
	return slices.SortedFunc(maps.Keys(some), func(x, y *ir.Var) int { return x.ID - y.ID })
}

// leave executes the edges that leave a node.
func (b *paths) leave(n int) {
	from := b.nodes[n]
	for _, e := range b.out(from.loc) {
		a := &node{before: []int{n}, reach: from.reach, state: maps.Clone(from.state)}
		guard := b.step(a, e)
		if guard.IsFalse() {
			continue
		}
		if !guard.IsTrue() {
			a.reach = b.st.Fresh("take", term.Bool)
			a.say(b.st.Implies(a.reach, from.reach))
			a.say(b.st.Implies(a.reach, guard))
		}
		to := e.To
		if b.p.Locs[to].IsGoal() {
			to, a.state = anError, nil
		}
		b.pending[to] = append(b.pending[to], a)
	}
}

// step changes the state as e does, and gives the condition under which it is taken.
func (b *paths) step(a *node, e *ir.Edge) (guard term.Term) {
	switch s := e.Stmt.(type) {
	case *ir.Assume:
		return b.expr(s.Cond, a)
	case *ir.Assign:
		a.state[s.Var] = b.expr(s.Expr, a)
	case *ir.Store:
		a.state[s.Region] = b.st.Store(b.value(a.state, s.Region), b.expr(s.Addr, a), b.expr(s.Val, a))
	case *ir.Havoc:
		a.state[s.Var] = b.unknown(s.Var)
	case *ir.Call:
		return b.call(a, s, e)
	}
	return b.st.True()
}

// yieldGoals hands out the conditions of the goals: a goal with what is known of the nodes before it.
func (b *paths) yieldGoals() {
	for _, g := range b.goals {
		before := map[int]bool{g.n: true}
		var known []fact
		for n, x := range slices.Backward(b.nodes) {
			if before[n] {
				known = append(known, x.facts...)
				for _, m := range x.before {
					before[m] = true
				}
			}
		}
		facts := b.relevant(known, g.f)
		if len(b.proof.Bound)+len(b.sums) > 0 && b.source.Valid() {
			facts = b.instances(facts)
		}
		if err := b.yield(Condition{g.about, facts[1:], g.f}); err != nil {
			panic(stop{err})
		}
	}
}

// relevant are f and the facts, without those about names that nothing else speaks of, and that names are values of their types.
func (b *paths) relevant(known []fact, f term.Term) []term.Term {
	facts := []term.Term{f}
	named := map[term.Term][]term.Term{}
	for _, k := range known {
		if k.about.Valid() {
			named[k.about] = append(named[k.about], k.f)
		} else if !k.f.IsTrue() {
			facts = append(facts, k.f)
		}
	}
	seen := map[term.Term]bool{}
	for i := 0; i < len(facts); i++ {
		for _, x := range term.Vars(facts[i], seen, nil) {
			facts = append(facts, named[x]...)
			for _, z := range b.added {
				if z.array == x {
					facts = append(facts, b.steps(z, b.st.Int(0))...) // which speak of what it is made of
				}
			}
			if v := b.names[x]; v != nil && !b.within(v.Type, x).IsTrue() {
				facts = append(facts, b.within(v.Type, x))
			}
		}
	}
	return facts
}
