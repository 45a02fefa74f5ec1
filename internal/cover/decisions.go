package cover

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/calls"
	"craig/internal/program/graph"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
)

// marksOf are the marks of decisions that goals are made of.
var marksOf = map[GoalKind]core.Decisions{Decisions: core.Outcomes, Conditions: core.Values, Pairs: core.Effects}

// Evaluation is what an execution has evaluated of a decision.
type Evaluation struct {
	Decision *ir.Decision
	Values   ir.Evaluation
}

// decisions makes a goal of each mark of the decisions of functions that may be called.
func (c *coverage) decisions(p *ir.Program) {
	reach := map[ir.Loc]bool{}
	called := map[string]bool{}
	for _, f := range calls.Of(p).Funcs {
		called[f.Name] = true
		part := graph.PartOf(p, f)
		for v, reached := range graph.Reachable(part.N, part.Succ, part.Vertex(f.Entry)) {
			reach[part.Loc(v)] = reach[part.Loc(v)] || reached
		}
	}
	for _, d := range p.Decisions {
		evaluated := slices.ContainsFunc(d.Words, func(w ir.ConditionWord) bool {
			return slices.ContainsFunc(w.Edges, func(id ir.EdgeID) bool { return reach[p.Edges[id].From] })
		})
		if !evaluated && !called[d.Func] { // static functions of several files may have one name
			c.suite.Uncalled = append(c.suite.Uncalled, d)
			continue
		}
		c.suite.Decisions = append(c.suite.Decisions, d)
		for _, w := range d.Words {
			for _, id := range w.Edges {
				c.words[id] = word{d, w.First, w.End}
			}
		}
		for _, m := range d.Marks {
			g := Goal{Pos: d.Pos, Func: d.Func, What: d.Text, Decision: d, Condition: m.Condition, Value: m.Value}
			if m.Condition >= 0 {
				g.Pos, g.What = d.Conditions[m.Condition].Pos, d.Conditions[m.Condition].Text
			}
			g.What += map[bool]string{true: " true", false: " false"}[m.Value]
			if c.opts.Goals == Pairs && len(d.Conditions) > 1 {
				g.What += ", deciding " + d.Text
			}
			for _, id := range m.Edges {
				e := p.Edges[id]
				if !reach[e.From] {
					continue
				}
				mid, to := p.NewLoc(p.Locs[e.From].Func, e.Pos), e.To
				p.Redirect(id, mid)
				p.NewEdge(mid, to, &ir.Skip{}, e.Pos).Aux = true
				c.goal[mid] = len(c.suite.Goals)
				g.locs = append(g.locs, mid)
			}
			c.suite.Goals = append(c.suite.Goals, g)
		}
	}
}

// absent decides the goals that are nowhere in the automaton: no path leads to them, as behind return, unless something is not followed before.
func (c *coverage) absent() {
	if _, cut := c.cut(); cut || c.limit != 0 {
		return
	}
	for i := range c.suite.Goals {
		if g := &c.suite.Goals[i]; g.Status == Open && len(g.locs) == 0 {
			g.Status, g.Proof = Unreachable, "no path of the program leads there"
		}
	}
}

// word is an assignment that tells values of conditions, from first up to before end.
type word struct {
	of         *ir.Decision
	first, end int
}

// evaluations are those of an execution.
type evaluations struct {
	words map[ir.EdgeID]word
	next  *word         // what the next assignment tells
	open  ir.Evaluation // of the decision whose words are being read
	seen  map[evaluation]bool
	list  []Evaluation
}

// evaluation is one of a decision, by the values.
type evaluation struct {
	of     *ir.Decision
	values string
}

func (c *coverage) newEvaluations() *evaluations {
	return &evaluations{words: c.words, seen: map[evaluation]bool{}}
}

func (e *evaluations) step(s interp.Step) {
	if w, ok := e.words[s.Edge.ID]; ok {
		e.next = &w
		return
	}
	if _, ok := s.Edge.Stmt.(*ir.Assign); !ok || e.next == nil {
		return
	}
	w := *e.next
	e.next = nil
	value, _ := s.Value.Int64()
	if w.first == 0 {
		e.open = nil
	}
	for range w.end - w.first {
		e.open = append(e.open, byte(value&3))
		value >>= 2
	}
	if w.end < len(w.of.Conditions) {
		return
	}
	key := evaluation{w.of, string(e.open)}
	if !e.seen[key] {
		e.seen[key] = true
		e.list = append(e.list, Evaluation{w.of, slices.Clone(e.open)})
	}
}
