package conditions

import (
	"fmt"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// Limits of executions: how many edges are followed, and how many there are between two checkpoints.
const (
	maxEdges = 50_000
	stretch  = 500
)

// execution lists the conditions of a proof that is an execution. Stretch by stretch, from the state at a checkpoint: no other edge than
// those of the execution can be taken, and the state at the next checkpoint is reached. Where the execution goes is found by folding constants;
// the conditions say it again without that: each value that is assigned has a name, and only a checkpoint has the values.
func (g *generator) execution() ([]Condition, error) {
	known := g.newPaths(g.p.Main, annotation{})
	known.start(g.p.Main.Entry)
	now := &arrival{state: state{}}
	var list []Condition
	s := newSegment(known, now, 0)
	at := g.p.Main.Entry
	for edges := 0; ; edges++ {
		if g.p.Locs[at].IsGoal() {
			return nil, fmt.Errorf("the execution reaches an error")
		}
		if edges == maxEdges {
			return nil, fmt.Errorf("%w: the execution is too long", ErrOpen)
		}
		if edges > 0 && edges%stretch == 0 {
			list = append(list, s.end(fmt.Sprintf("the execution comes to its checkpoint after %d edges, at %s", edges, g.place(at)), now))
			s = newSegment(known, now, edges)
		}
		var e *ir.Edge
		for _, id := range g.p.Locs[at].Out {
			next := g.p.Edges[id]
			if next == nil {
				continue
			}
			guard, ok := next.Stmt.(*ir.Assume)
			switch {
			case ok && known.expr(guard.Cond, now).IsFalse():
				s.not = append(s.not, s.b.expr(guard.Cond, s.now))
			case e != nil:
				return nil, fmt.Errorf("%w: at %s the execution depends on what is unknown", ErrOpen, g.place(at))
			default:
				e = next
			}
		}
		if e == nil {
			return append(list, s.end(fmt.Sprintf("the execution ends after %d edges, at %s", edges, g.place(at)), nil)), nil
		}
		s.step(e, now)
		at = e.To
	}
}

// segment is a part of an execution: what is known of it by constants, and the formulas of package paths, in which values have names.
type segment struct {
	known, b *paths
	now      *arrival
	of       map[term.Term]term.Term // the names here of what is unknown, by its names among the constants
	not      []term.Term             // what must not hold
}

// newSegment begins at a checkpoint.
func newSegment(known *paths, now *arrival, edges int) *segment {
	s := &segment{known: known, b: known.newPaths(known.f, known.a), now: &arrival{state: state{}}, of: map[term.Term]term.Term{}}
	s.b.start(known.f.Entry)
	if edges > 0 {
		for _, v := range changed([]arrival{*now}) {
			s.name(v, s.here(now.state[v]))
		}
	}
	return s
}

// name gives v a value that has a name.
func (s *segment) name(v *ir.Var, value term.Term) {
	x := s.b.unknown(v)
	n := s.b.nodes[0]
	n.facts = append(n.facts, fact{s.b.st.Eq(x, value), x})
	s.now.state[v] = x
}

// here is a value of the constants, with the names that are used here.
func (s *segment) here(t term.Term) term.Term {
	m := map[term.Term]term.Term{}
	for _, x := range term.Vars(t, map[term.Term]bool{}, nil) {
		if _, ok := s.of[x]; !ok {
			s.of[x] = s.b.st.Fresh("unknown", x.Sort())
			if t, ok := s.known.types[x]; ok {
				s.b.types[s.of[x]] = t
			}
		}
		m[s.b.st.Import(x)] = s.of[x]
	}
	return s.b.st.Subst(s.b.st.Import(t), m)
}

// step executes an edge, by constants and here. That its assumption holds is known where the execution goes on.
func (s *segment) step(e *ir.Edge, now *arrival) {
	n := s.b.nodes[0]
	switch x := e.Stmt.(type) {
	case *ir.Assume:
		n.facts = append(n.facts, fact{f: s.b.expr(x.Cond, s.now)})
	case *ir.Assign:
		s.name(x.Var, s.b.expr(x.Expr, s.now))
		now.state[x.Var] = s.known.expr(x.Expr, now)
	case *ir.Store:
		s.b.step(s.now, e)
		s.known.step(now, e)
		s.name(x.Region, s.now.state[x.Region])
	case *ir.Havoc:
		now.state[x.Var] = s.known.unknown(x.Var)
		s.now.state[x.Var] = s.b.unknown(x.Var)
		s.of[now.state[x.Var]] = s.now.state[x.Var]
	}
}

// end is the condition of the segment; the state there is that of the checkpoint, if there is one.
func (s *segment) end(about string, checkpoint *arrival) Condition {
	if checkpoint != nil {
		for _, v := range changed([]arrival{*checkpoint}) {
			s.not = append(s.not, s.b.st.Not(s.b.st.Eq(s.b.value(s.now.state, v), s.here(checkpoint.state[v]))))
		}
	}
	s.b.goal(0, about, s.b.st.Or(s.not...))
	return s.b.conditions()[0]
}
