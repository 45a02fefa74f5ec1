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
	nodes   []*node // each after those before it
	pending map[ir.Loc][]arrival
	goals   []goal
	types   map[term.Term]ir.Type // of names for values of variables
	regions map[term.Term]*ir.Var // of names for contents of regions
	first   bool                  // the place is the entry of the procedure
	source  term.Term             // the formula of the place: with bound variables it is one for all their values
	of      *run                  // the execution that is followed, which has the values of variables and cells; or nil
}

// node is a place that executions come to.
type node struct {
	loc    ir.Loc
	before []int // nodes
	reach  term.Term
	state  state
	facts  []fact
}

// state has the values of variables that are not what they were at the source.
type state map[*ir.Var]term.Term

// fact holds in every execution. With about it only tells the value of that name.
type fact struct {
	f     term.Term
	about term.Term
}

// arrival is executions that come along an edge.
type arrival struct {
	from  int
	taken term.Term
	state state
	facts []fact
}

// goal must be impossible: a formula about what nodes say.
type goal struct {
	nodes []int
	about string
	f     term.Term
}

func (g *generator) newPaths(f *ir.Func, a annotation) *paths {
	return &paths{
		generator: g, f: f, a: a, st: term.NewStore(), pending: map[ir.Loc][]arrival{},
		types: map[term.Term]ir.Type{}, regions: map[term.Term]*ir.Var{},
	}
}

// start makes the first node.
func (b *paths) start(l ir.Loc) {
	b.first = l == b.f.Entry
	b.nodes = []*node{{loc: l, reach: b.st.True(), state: state{}}}
}

func (b *paths) goal(n int, about string, f term.Term) {
	b.goals = append(b.goals, goal{[]int{n}, about, f})
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
	return b.noted(v, b.st.Var(v.Name+suffix, sortOf(v.Type)))
}

// unknown is a new name for any value of a variable's type.
func (b *paths) unknown(v *ir.Var) term.Term {
	return b.noted(v, b.st.Fresh(v.Name, sortOf(v.Type)))
}

func (b *paths) noted(v *ir.Var, x term.Term) term.Term {
	if b.types[x] = v.Type; v.Type.Kind == ir.Memory {
		b.regions[x] = v
	}
	return x
}

func (b *paths) value(s state, v *ir.Var) term.Term {
	if t, ok := s[v]; ok {
		return t
	}
	return b.own(v, "")
}

// naming says what the variables of a formula stand for.
type naming func(name string) (term.Term, bool)

// here are the names that the formulas of the procedure have at a node.
func (b *paths) here(n int) naming {
	s := b.nodes[n].state
	return func(name string) (term.Term, bool) {
		if v := b.vars[name]; v != nil {
			return b.value(s, v), true
		}
		return b.fixed(name)
	}
}

// fixed is x@ or x': what x is at the entry or the exit of the procedure does not change.
func (b *paths) fixed(name string) (t term.Term, ok bool) {
	v, suffix := b.vars[name[:max(len(name)-1, 0)]], name[max(len(name)-1, 0):]
	switch {
	case v == nil || suffix != "@" && suffix != "'":
		return t, false
	case suffix == "@" && (b.first || !b.changes[b.f][v]): // the source is the entry, or the value is what it was there
		return b.own(v, ""), true
	}
	return b.own(v, suffix), true
}

// in is f with other names; false if there is no f.
func (b *paths) in(f term.Term, names naming) term.Term {
	if !f.Valid() {
		return b.st.False()
	}
	f = b.st.Import(f)
	m := map[term.Term]term.Term{}
	for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
		if t, ok := names(x.Name()); ok {
			m[x] = t
		}
	}
	return b.st.Subst(f, m)
}

func (b *paths) not(f term.Term, names naming) term.Term { return b.st.Not(b.in(f, names)) }

// join makes a node of what has come to l; ok is false if that is nothing.
func (b *paths) join(l ir.Loc) (n int, ok bool) {
	all := b.pending[l]
	delete(b.pending, l)
	if len(all) == 0 {
		return 0, false
	}
	to := &node{loc: l, reach: all[0].taken, state: all[0].state}
	for _, a := range all {
		to.before = append(to.before, a.from)
		to.facts = append(to.facts, a.facts...)
	}
	if len(all) > 1 {
		taken := make([]term.Term, len(all))
		for i, a := range all {
			taken[i] = b.st.Fresh("take", term.Bool)
			to.facts = append(to.facts, fact{f: b.st.Implies(taken[i], a.taken)})
		}
		to.reach = b.st.Fresh("at", term.Bool)
		to.facts = append(to.facts, fact{f: b.st.Implies(to.reach, b.st.Or(taken...))})
		to.state = state{}
		for _, v := range changed(all) {
			value := b.value(all[0].state, v)
			if slices.ContainsFunc(all, func(a arrival) bool { return b.value(a.state, v) != value }) {
				value = b.unknown(v)
				for i, a := range all {
					to.facts = append(to.facts, fact{b.st.Implies(taken[i], b.st.Eq(value, b.value(a.state, v))), value})
				}
			}
			to.state[v] = value
		}
	}
	b.nodes = append(b.nodes, to)
	return len(b.nodes) - 1, true
}

// changed are the variables that some arrival has changed, by their numbers.
func changed(all []arrival) (vars []*ir.Var) {
	seen := map[*ir.Var]bool{}
	for _, a := range all {
		for v := range a.state {
			if !seen[v] {
				seen[v] = true
				vars = append(vars, v)
			}
		}
	}
	slices.SortFunc(vars, func(x, y *ir.Var) int { return x.ID - y.ID })
	return vars
}

// leave executes the edges that leave a node.
func (b *paths) leave(n int) {
	from := b.nodes[n]
	for _, id := range b.p.Locs[from.loc].Out {
		e := b.p.Edges[id]
		if e == nil {
			continue
		}
		a := arrival{from: n, taken: from.reach, state: maps.Clone(from.state)}
		guard := b.step(&a, e)
		if guard.IsFalse() {
			continue
		}
		if !guard.IsTrue() {
			a.taken = b.st.Fresh("take", term.Bool)
			a.facts = append(a.facts, fact{f: b.st.Implies(a.taken, from.reach)}, fact{f: b.st.Implies(a.taken, guard)})
		}
		b.pending[e.To] = append(b.pending[e.To], a)
	}
}

// step changes the state as e does, and gives the condition under which it is taken.
func (b *paths) step(a *arrival, e *ir.Edge) (guard term.Term) {
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

// conditions are those of the goals: a goal with what is known of the nodes before it.
func (b *paths) conditions() []Condition {
	var list []Condition
	for _, g := range b.goals {
		before := map[int]bool{}
		for todo := slices.Clone(g.nodes); len(todo) > 0; {
			n := todo[len(todo)-1]
			if todo = todo[:len(todo)-1]; !before[n] {
				before[n] = true
				todo = append(todo, b.nodes[n].before...)
			}
		}
		var known []fact
		for n, x := range b.nodes {
			if before[n] {
				known = append(known, x.facts...)
			}
		}
		facts := b.relevant(known, g.f)
		if len(b.proof.Bound) > 0 && b.source.Valid() {
			facts = b.instances(facts)
		}
		list = append(list, Condition{g.about, append(facts[1:], b.ranges(facts)...), g.f})
	}
	return list
}

// relevant are f and the facts, without those about names that nothing else speaks of.
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
		}
	}
	return facts
}

// ranges says of the names in facts that they are values of their types.
func (b *paths) ranges(facts []term.Term) (list []term.Term) {
	seen := map[term.Term]bool{}
	for _, f := range facts {
		for _, x := range term.Vars(f, seen, nil) {
			if t, ok := b.types[x]; ok {
				if r := b.within(t, x); !r.IsTrue() {
					list = append(list, r)
				}
			}
		}
	}
	return list
}
