// Package certstates visits the states of a program for the certifier: all of them that there may be, where a proof says which
// variables matter at which places. It shares no code with package explicit, whose claims it checks.
//
//	visit.go  Visit: states, and the edges between them
//	eval.go   what expressions are, when of variables only bounds are known
//
// Of each variable a state has bounds; a variable with one value is known, and copies of an unknown value have its name. All else is made of
// this: what a place does not keep has any value of its type, and so has what is computed and not known. A condition that the bounds do not
// decide cuts those of a value in two, where that helps, and otherwise holds in one of two executions and not in the other. So more states are
// visited than there are, never fewer, whatever a proof says.
package certstates

import (
	"context"
	"encoding/binary"
	"fmt"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// Outcome is what a visit has come to.
type Outcome struct {
	States int
	Error  ir.Loc // an error location that may be reached; 0: none
	// Why is not empty if not all states were visited: then nothing is known.
	Why string
}

// stepLimit is how many edges there may be from one state to the next ones.
const stepLimit = 20_000_000

// checkEvery is after how many edges of a step it is asked whether time is up.
const checkEvery = 1 << 14

const timeUp = "time was up"

// memoryLimit is how many bytes states may take.
const memoryLimit = 6 << 30

// Visit visits the states of p, which has no calls. kept names the variables that matter at some places; at other places where loops close
// they are those of all places. A variable that no loop writes always matters.
func Visit(ctx context.Context, p *ir.Program, kept map[ir.Loc][]string) Outcome {
	v, why := newVisitor(p, kept)
	if why != "" {
		return Outcome{Why: why}
	}
	v.step(ctx, p.Main.Entry, v.unknown)
	for n := 0; n < len(v.queue) && v.out.Error == 0 && v.out.Why == ""; n++ {
		if n%64 == 0 && ctx.Err() != nil {
			v.out.Why = timeUp
			break
		}
		loc, s := v.decode(v.queue[n])
		v.queue[n] = ""
		v.step(ctx, loc, s)
	}
	v.out.States = len(v.seen)
	return v.out
}

// value is what is known of a variable: bounds, and a name that copies of it have; 0 if it has none. A value without bounds, of which nothing is known, is
// opaque. Names of known values mean nothing.
type value struct {
	lo, hi int64
	name   int32
	opaque bool
}

func exactly(v int64) value { return value{lo: v, hi: v} }

func (v value) known() bool { return v.lo == v.hi && !v.opaque }

// state is what is known of each variable, by index, and where an execution is.
type state struct {
	loc  ir.Loc
	vars []value
	last int32 // name
	gone bool  // it has come to loc before, and goes on from there with more known
}

// place is a location as the visitor has it.
type place struct {
	keep   []int // variables, if loops close here
	closes bool
	end    bool
	goal   bool
	test   *node // a condition that decides between the first way and the second one
	ways   []way
}

// way is an edge.
type way struct {
	to     ir.Loc
	assume *node
	index  int   // of the variable that is written; -1: none
	expr   *node // nil: anything is
}

type visitor struct {
	p       *ir.Program
	mode    ir.Mode
	index   map[*ir.Var]int
	vars    []*ir.Var
	places  []place
	unknown state
	seen    map[string]struct{}
	queue   []string
	room    int
	todo    []state
	free    [][]value
	key     []byte
	out     Outcome
	cut     request
}

// request is where the bounds of a value are to be cut, so that more is known: at is the first number of the second part.
type request struct {
	name int32 // 0: nowhere
	at   int64
}

func newVisitor(p *ir.Program, kept map[ir.Loc][]string) (v *visitor, why string) {
	v = &visitor{p: p, mode: p.Mode(), index: map[*ir.Var]int{}, places: make([]place, len(p.Locs)), seen: map[string]struct{}{}}
	if p.Math {
		return nil, "integers have no bounds"
	}
	names := map[string]int{}
	p.AllVars(func(x *ir.Var) {
		v.index[x] = len(v.vars)
		names[x.Name] = len(v.vars)
		v.unknown.vars = append(v.unknown.vars, anyOf(x.Type, int32(len(v.vars)+1)))
		v.vars = append(v.vars, x)
	})
	v.unknown.last = int32(len(v.vars))
	n, succ := graph.OfFunc(p, p.Main)
	order := graph.ReversePostOrder(n, succ, int(p.Main.Entry))
	rank := make([]int, n)
	for i, l := range order {
		rank[l] = i + 1
	}
	always, all := v.constant(n, succ), map[int]bool{}
	lists := map[ir.Loc]map[int]bool{}
	for l, list := range kept {
		set := map[int]bool{}
		for _, name := range list {
			i, ok := names[name]
			if !ok {
				continue // it was made by a pass: nothing depends on it, or the proof fails
			}
			set[i], all[i] = true, true
		}
		lists[l] = set
	}
	for _, l := range order {
		for _, w := range succ(l) {
			if rank[w] > rank[l] || v.places[w].closes {
				continue
			}
			v.places[w].closes = true
			set, ok := lists[ir.Loc(w)]
			if !ok {
				set = all
			}
			for i := range v.vars {
				if set[i] || always[i] {
					v.places[w].keep = append(v.places[w].keep, i)
				}
			}
		}
		if why = v.ways(ir.Loc(l)); why != "" {
			return nil, why
		}
	}
	return v, ""
}

// constant says which variables are written, but not by an edge on a cycle.
func (v *visitor) constant(n int, succ graph.Succ) map[int]bool {
	on := map[ir.Loc]bool{}
	for _, l := range graph.OnCycles(n, succ) {
		on[ir.Loc(l)] = true
	}
	set := map[int]bool{}
	for _, e := range v.p.Edges {
		if e != nil && ir.Written(e.Stmt) != nil && !on[e.From] {
			set[v.index[ir.Written(e.Stmt)]] = true
		}
	}
	for _, e := range v.p.Edges {
		if e != nil && ir.Written(e.Stmt) != nil && on[e.From] {
			delete(set, v.index[ir.Written(e.Stmt)])
		}
	}
	return set
}

// ways makes the edges from a location.
func (v *visitor) ways(l ir.Loc) (why string) {
	info, at := v.p.Locs[l], &v.places[l]
	at.goal, at.end = info.IsGoal(), l == v.p.Main.Exit || len(info.Out) == 0
	for _, id := range info.Out {
		e := v.p.Edges[id]
		w := way{to: e.To, index: -1}
		switch s := e.Stmt.(type) {
		case *ir.Skip, *ir.Store:
		case *ir.Assume:
			w.assume = v.node(s.Cond)
		case *ir.Assign:
			w.index, w.expr = v.index[s.Var], v.node(s.Expr)
		case *ir.Havoc:
			w.index = v.index[s.Var]
		default:
			return fmt.Sprintf("it has a statement %T", s)
		}
		at.ways = append(at.ways, w)
	}
	if len(info.Out) == 2 {
		a, ok1 := v.p.Edges[info.Out[0]].Stmt.(*ir.Assume)
		b, ok2 := v.p.Edges[info.Out[1]].Stmt.(*ir.Assume)
		if ok1 && ok2 && ir.Equal(ir.Not(a.Cond), b.Cond) {
			at.test = at.ways[0].assume
		}
	}
	return ""
}

// push keeps a copy of s for later, at l.
func (v *visitor) push(s *state, l ir.Loc) *state {
	var vars []value
	if n := len(v.free); n > 0 {
		vars, v.free = v.free[n-1], v.free[:n-1]
	} else {
		vars = make([]value, len(v.vars))
	}
	copy(vars, s.vars)
	v.todo = append(v.todo, state{loc: l, vars: vars, last: s.last})
	return &v.todo[len(v.todo)-1]
}

// step follows the executions from l to where loops close, to ends and to errors.
func (v *visitor) step(ctx context.Context, l ir.Loc, s state) {
	v.push(&s, l).gone = true
	for steps := 0; len(v.todo) > 0 && v.out.Why == ""; {
		now := v.todo[len(v.todo)-1]
		v.todo = v.todo[:len(v.todo)-1]
		for l := now.loc; v.out.Why == ""; {
			at := &v.places[l]
			if steps++; steps > stepLimit {
				v.out.Why = "there are too many ways from one state to the next ones"
				return
			}
			if steps%checkEvery == 0 && ctx.Err() != nil {
				v.out.Why = timeUp
				return
			}
			if at.goal {
				v.out.Error = l
				return
			}
			if at.closes && !now.gone {
				v.arrive(l, &now)
				break
			}
			if at.end {
				break
			}
			now.gone = false
			if l = v.next(at, l, &now); l == 0 {
				break
			}
		}
		v.free = append(v.free, now.vars)
	}
}

// next follows the edges from a location; 0 if there is none to follow. Other executions are kept for later.
func (v *visitor) next(at *place, l ir.Loc, s *state) ir.Loc {
	if at.test != nil {
		v.cut = request{}
		switch v.cond(at.test, s) {
		case yes:
			return at.ways[0].to
		case no:
			return at.ways[1].to
		}
		if v.halve(s, l) {
			return l
		}
		v.push(s, at.ways[1].to)
		return at.ways[0].to
	}
	for i := len(at.ways) - 1; i > 0; i-- {
		if other := v.push(s, l); !v.take(&at.ways[i], l, other, true) {
			v.drop()
		}
	}
	again := len(at.ways) > 1
	if !v.take(&at.ways[0], l, s, again) {
		return 0
	}
	return s.loc
}

// drop forgets what was kept last.
func (v *visitor) drop() {
	n := len(v.todo) - 1
	v.free = append(v.free, v.todo[n].vars)
	v.todo = v.todo[:n]
}

// take follows an edge, if it can be taken; one of several ways is not looked at again with more known.
func (v *visitor) take(w *way, l ir.Loc, s *state, several bool) bool {
	v.cut = request{}
	s.loc = w.to
	switch {
	case w.assume != nil:
		switch v.cond(w.assume, s) {
		case no:
			return false
		case open:
			if !several && v.halve(s, l) {
				s.loc = l
			}
		}
	case w.index < 0:
	case w.expr == nil:
		s.last++
		s.vars[w.index] = anyOf(v.vars[w.index].Type, s.last)
	default:
		x := v.eval(w.expr, s)
		if !x.known() && !several && v.halve(s, l) {
			s.loc = l
			return true
		}
		v.assign(s, w.index, x)
	}
	return true
}

// assign gives a variable a value.
func (v *visitor) assign(s *state, i int, x value) {
	t := v.vars[i].Type
	whole := anyOf(t, 0)
	switch {
	case t.Kind == ir.Integer && t.Bits == 64 && !t.Signed && !x.opaque && x.lo >= 0: // a word
	case whole.opaque:
		x = whole
	case x.opaque:
		x = whole
	case x.lo > whole.hi || x.hi < whole.lo || x.known() && (x.lo < whole.lo || x.hi > whole.hi):
		v.out.Why = "a value does not fit its variable"
	case x.lo < whole.lo || x.hi > whole.hi:
		x = whole
	}
	if !x.known() && x.name == 0 {
		s.last++
		x.name = s.last
	}
	s.vars[i] = x
}

// halve cuts a value in two, as was asked for, and keeps one half for later at l; false if nothing was asked for.
func (v *visitor) halve(s *state, l ir.Loc) bool {
	c := v.cut
	if c.name == 0 {
		return false
	}
	other := v.push(s, l)
	s.gone, other.gone = true, true
	for i := range s.vars {
		if x := &s.vars[i]; x.name == c.name && !x.known() {
			x.hi = c.at - 1
			other.vars[i].lo = c.at
		}
	}
	return true
}

// anyOf is any value of a type, with a name.
func anyOf(t ir.Type, name int32) value {
	if t.Kind != ir.Integer || t.Bits > 64 || t.Bits == 64 && !t.Signed {
		return value{hi: 1, opaque: true}
	}
	lo, _ := t.Min().Int64() // both are words
	hi, _ := t.Max().Int64()
	return value{lo: lo, hi: hi, name: name}
}

// arrive adds the state at l to those that are to be visited, unless it was.
func (v *visitor) arrive(l ir.Loc, s *state) {
	b := binary.AppendUvarint(v.key[:0], uint64(l))
	names := map[int32]int{}
	for _, i := range v.places[l].keep {
		x := s.vars[i]
		switch {
		case x.opaque:
			b = append(b, 0)
		case x.known():
			b = binary.AppendVarint(append(b, 1), x.lo)
		default:
			if names[x.name] == 0 {
				names[x.name] = len(names) + 1
			}
			b = binary.AppendUvarint(append(b, 2), uint64(names[x.name]))
			b = binary.AppendVarint(binary.AppendVarint(b, x.lo), x.hi)
		}
	}
	v.key = b
	if _, ok := v.seen[string(b)]; ok {
		return
	}
	if v.room += len(b) + 64; v.room > memoryLimit {
		v.out.Why = "the states take too much memory"
	}
	k := string(b)
	v.seen[k] = struct{}{}
	v.queue = append(v.queue, k)
}

// decode is the state with a key: what is not kept is unknown.
func (v *visitor) decode(key string) (ir.Loc, state) {
	b := []byte(key)
	at, n := binary.Uvarint(b)
	b = b[n:]
	s := state{loc: ir.Loc(at), vars: make([]value, len(v.vars)), last: v.unknown.last}
	copy(s.vars, v.unknown.vars)
	names := int32(0)
	for _, i := range v.places[at].keep {
		kind := b[0]
		b = b[1:]
		if kind == 0 {
			s.vars[i] = value{hi: 1, opaque: true}
			continue
		}
		x := value{}
		if kind == 2 {
			name, n := binary.Uvarint(b)
			x.name, b = s.last+int32(name), b[n:]
			names = max(names, int32(name))
		}
		x.lo, n = binary.Varint(b)
		b = b[n:]
		if x.hi = x.lo; kind == 2 {
			x.hi, n = binary.Varint(b)
			b = b[n:]
		}
		s.vars[i] = x
	}
	s.last += names
	return s.loc, s
}
