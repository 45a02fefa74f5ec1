package cover

import (
	"fmt"
	"slices"

	"craig/internal/program/calls"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// GoalKind says which places of a program Cover wants tests for.
type GoalKind uint8

const (
	Branches   GoalKind = iota // both outcomes of every condition
	Blocks                     // every basic block
	Lines                      // every line with a statement
	Errors                     // every error location
	Statements                 // every statement: DeadCode
	Decisions                  // both outcomes of every decision: see ir.Decision
	Conditions                 // both values of every condition of a decision
	Pairs                      // the same, each deciding what the decision gives: masking MC/DC
	Paths                      // every path of a function from its entry through so many branches
)

// GoalStatus says what is known of a goal.
type GoalStatus uint8

const (
	Open        GoalStatus = iota // nothing; Suite.Reason says why
	Covered                       // a test reaches it, and the interpreter has run that test
	Unreachable                   // no execution reaches it; the certifier has checked the proof
)

func (s GoalStatus) String() string { return [...]string{"open", "covered", "unreachable"}[s] }

// Goal is a place that a test should reach.
type Goal struct {
	Pos    ir.Pos
	Func   string
	What   string // such as "condition true"
	Status GoalStatus

	// Decision is that of a goal of Decisions, Conditions and Pairs; nil of others. Condition is the index of its condition, -1 with Decisions,
	// and Value what it is to be.
	Decision  *ir.Decision
	Condition int
	Value     bool
	// Proof says by what a goal is known to be Unreachable, for people.
	Proof string

	locs      []ir.Loc // of a line all at which a part of it begins; of a decision all copies
	statement int      // Statements: its index in Program.Statements
}

// String is the goal for people.
func (g *Goal) String() string { return fmt.Sprintf("%s: %s: %s", g.Pos, g.Func, g.What) }

// instrument gives the program a location for each goal, and takes its error locations away. It
// does the same to every copy of a program.
func (c *coverage) instrument(p *ir.Program, kind GoalKind) {
	c.threads = p.Threads != nil
	switch kind {
	case Decisions, Conditions, Pairs:
		c.decisions(p)
	case Paths:
		c.paths(p)
	}
	lines := map[ir.Pos]int{}     // goals, from 1 on
	begins := map[ir.EdgeID]int{} // from 1 on
	for i, s := range p.Statements {
		for _, id := range s.Edges {
			begins[id] = i + 1
		}
	}
	for _, f := range calls.Of(p).Funcs {
		part := graph.PartOf(p, f)
		reach := graph.Reachable(part.N, part.Succ, part.Vertex(f.Entry))
		for _, l := range slices.Clone(f.Locs) {
			info := p.Locs[l]
			if !reach[part.Vertex(l)] {
				continue
			}
			want := func(pos ir.Pos, loc ir.Loc, what string) {
				c.goal[loc] = len(c.suite.Goals)
				c.suite.Goals = append(c.suite.Goals, Goal{Pos: pos, Func: f.Name, What: what, locs: []ir.Loc{loc}})
			}
			if kind == Errors && info.Goal.Kind == ir.Violation {
				want(info.Pos, l, info.Goal.Property)
			}
			if kind == Blocks && (l == f.Entry || len(info.In) > 1) && len(info.Out) > 0 && !p.Edges[info.Out[0]].Pos.InModel() {
				want(p.Edges[info.Out[0]].Pos, l, "block")
			}
			for _, id := range info.Out {
				e := p.Edges[id]
				line := ir.Pos{File: e.Pos.File, Line: e.Pos.Line}
				switch {
				case kind == Statements && begins[id] > 0:
					want(e.Pos, l, "statement")
					c.suite.Goals[len(c.suite.Goals)-1].statement = begins[id] - 1
				case e.Pos.InModel(): // of the C library
				case kind == Branches && e.Branch > 0, kind == Blocks && e.Branch > 0 && len(p.Locs[e.To].In) == 1:
					what := []string{"", "condition true", "condition false"}[e.Branch]
					if kind == Blocks {
						what = "block"
					}
					mid := p.NewLoc(f, e.Pos)
					to := e.To
					p.Redirect(id, mid)
					p.NewEdge(mid, to, &ir.Skip{}, e.Pos).Aux = true
					want(e.Pos, mid, what)
				case kind != Lines || e.Aux || line.Line <= 0:
				case e.Case && e.Branch == 2: // another label, or none
				default:
					at := []ir.Loc{l}
					if e.Case {
						at = c.atLabel(p, f, id)
					}
					for _, l := range at {
						if lines[line] == 0 {
							want(line, l, "line")
							lines[line] = len(c.suite.Goals)
						} else {
							c.also(lines[line]-1, l)
						}
					}
				}
			}
		}
	}
	for l, info := range p.Locs {
		switch {
		case info == nil:
		case info.Goal.IsLimit():
			c.limits = append(c.limits, ir.Loc(l))
		default:
			info.Goal = ir.Goal{}
		}
	}
}

// atLabel are the locations of the line of a case label, which the edge leads to: one on the edge, and where it leads,
// to which a statement before the label may lead too.
func (c *coverage) atLabel(p *ir.Program, f *ir.Func, id ir.EdgeID) []ir.Loc {
	e := p.Edges[id]
	to := e.To
	at := []ir.Loc{p.NewLoc(f, e.Pos)}
	p.Redirect(id, at[0])
	p.NewEdge(at[0], to, &ir.Skip{}, e.Pos).Aux = true
	if pos := p.Locs[to].Pos; pos.File == e.Pos.File && pos.Line == e.Pos.Line {
		at = append(at, to)
	}
	return at
}

// also has a goal of a line reached at a location too, unless that is one of another line.
func (c *coverage) also(goal int, l ir.Loc) {
	if _, taken := c.goal[l]; !taken {
		c.goal[l] = goal
		g := &c.suite.Goals[goal]
		g.locs = append(g.locs, l)
	}
}
