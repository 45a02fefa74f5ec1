package lazy

import (
	"context"
	"slices"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// CoverConfig has the options of Cover.
type CoverConfig struct {
	// NoLearning enumerates the paths instead, as DART does [McMillan 2010, Sec. 3].
	NoLearning bool
	// Reached is told of every goal that is reached for the first time, with an execution to it. It
	// returns the goals that this execution reaches as well, if it goes on.
	Reached func(goal ir.Loc, t *verdict.Trace) (also []ir.Loc)
}

// Coverage is what Cover has found out.
type Coverage struct {
	// Left are the goals that were not reached, in order.
	Left []ir.Loc
	// Summaries, if not nil, prove that none of Left can be reached: that the program in which
	// these are its error locations is safe.
	Summaries verdict.Summaries
	// Complete: every path was enumerated (NoLearning).
	Complete bool
	Reason   verdict.Reason // if there is no proof: why, as in verdict.Result
	Detail   string

	Series []Point
	Stats  []verdict.Stat
}

// Point is a point of the curve of [McMillan 2010, Fig. 6]: so many goals were reached after so
// many backtracks.
type Point struct{ Backtracks, Reached int }

// Cover looks for executions to each of task.Goals, which may be any locations of a program with
// calls, and for a proof that the others cannot be reached. Series does not count those that are
// error locations. It ends with ctx at the latest.
func Cover(ctx context.Context, cfg CoverConfig, task *engine.Task) *Coverage {
	s := newSearch(Config{}, task)
	defer s.close()
	s.ctx = ctx
	c := &cover{search: s, told: cfg.Reached, nodes: map[ir.Loc]*node{}}
	for _, p := range s.procs {
		for _, n := range p.nodes {
			if n.goal {
				c.nodes[n.loc] = n
				c.left++
			}
		}
	}
	s.mission, s.forgets = c, cfg.NoLearning
	proved := c.left > 0 && s.strengthened()
	out := &Coverage{Stats: s.stats(), Series: append(c.series, Point{s.counts.backtracks, c.covered}), Reason: s.reason, Detail: s.detail}
	for _, g := range task.Goals {
		if n := c.nodes[g]; n == nil || n.goal {
			out.Left = append(out.Left, g)
		}
	}
	if proved {
		out.Summaries = s.summaries()
	}
	out.Complete = proved || c.left == 0 || cfg.NoLearning && !s.late && s.reason == ""
	return out
}

// cover is a search for many goals.
type cover struct {
	*search
	told    func(ir.Loc, *verdict.Trace) []ir.Loc
	nodes   map[ir.Loc]*node
	left    int // goals not reached
	covered int // goals reached, but for error locations
	series  []Point
	aim     map[*node]int // see aims; nil after goals have been reached
}

func (c *cover) found() int { return c.covered }
func (c *cover) done() bool { return c.left == 0 }

// reached takes n out of the goals, and others that the execution reaches as well.
func (c *cover) reached(n *node) {
	also := c.told(n.loc, c.trace(c.last, n.loc))
	for _, l := range append([]ir.Loc{n.loc}, also...) {
		if g := c.nodes[l]; g != nil && g.goal {
			g.goal = false
			c.left--
			if !c.Program.Loc(l).IsGoal() {
				c.covered++
			}
		}
	}
	c.series = append(c.series, Point{c.counts.backtracks, c.covered})
	c.aim = nil
}

// order lists the arcs of n, those first that are on the shortest way to a goal not yet reached.
func (c *cover) order(n *node) []*arc {
	if len(n.arcs) < 2 {
		return n.arcs
	}
	if c.aim == nil {
		c.aim = c.aims()
	}
	arcs := slices.Clone(n.arcs)
	slices.SortStableFunc(arcs, func(a, b *arc) int { return c.way(a) - c.way(b) })
	return arcs
}

// aims are the distances of the nodes to the next goal that is not yet reached, within their
// procedure and its callees; nodes from which there is none have no entry.
func (c *cover) aims() map[*node]int {
	c.aim = map[*node]int{}
	for _, p := range c.procs {
		for _, n := range p.nodes {
			if n.goal {
				c.aim[n] = 0
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, p := range c.procs {
			for i := len(p.nodes) - 1; i >= 0; i-- {
				n := p.nodes[i]
				for _, a := range n.arcs {
					if d, ok := c.aim[n]; c.way(a) < beyond && (!ok || c.way(a) < d) {
						c.aim[n], changed = c.way(a), true
					}
				}
			}
		}
	}
	return c.aim
}

// beyond is further than any goal in the same procedure.
const beyond = 1 << 20

// way is the distance of the next goal by an arc; by one that has none, that of the exit after
// all others.
func (c *cover) way(a *arc) int {
	d := beyond + min(a.to.dist, beyond)
	if to, ok := c.aim[a.to]; ok {
		d = to + 1
		if a.call != nil {
			d += min(a.call.callee.nodes[0].dist, beyond/4)
		}
	}
	if a.call != nil {
		if in, ok := c.aim[a.call.callee.nodes[0]]; ok {
			d = min(d, in+1)
		}
	}
	return d
}
