package ufo

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/logic/smt"
)

// TestPaths: what the solver for paths takes for known holds: labels lead to labels on every edge of the graph, also on
// those of covered nodes. It tells of each node whether an execution comes there, in whichever order it is asked, and
// the same as without what is known.
func TestPaths(t *testing.T) {
	for _, name := range []string{"testdata/fill.c", "testdata/behind.c", enginetest.Papers + "/ufo-1.c", enginetest.Papers + "/minimax-2.c"} {
		p := enginetest.Sliced(t, asTasks, filepath.FromSlash(name))
		for _, c := range configs {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			u := newExploration(c.cfg, enginetest.Task(p, nil))
			feasible := 0
			u.expanded = func() {
				if u.round == 4 {
					cancel()
					return
				}
				for _, v := range u.visited {
					u.place(v)
				}
				leads(t, u, name+": "+c.name)
				there := map[*node]bool{}
				ask := func(v *node) bool {
					u.paths.to(v)
					if v.vertex == u.graph.err { // which is only there if control comes to it
						return u.paths.Check(u.ctx).Status == smt.Sat
					}
					return u.paths.Check(u.ctx, v.point.control).Status == smt.Sat
				}
				for _, v := range slices.Backward(u.visited) {
					if there[v] = ask(v); there[v] {
						feasible++
					}
				}
				free := enginetest.Task(p, nil).NewSolver(u.st)
				free.Assert(u.graph.ranges(u.entry))
				for _, v := range u.visited {
					if ask(v) != there[v] {
						t.Errorf("%s: %s: v%d: the order of the questions matters", name, c.name, v.id)
					}
					come := free
					if v != u.entry {
						var any = u.st.Not(v.point.control)
						for _, s := range v.steps {
							any = u.st.Or(any, s.taken)
						}
						come.Assert(any)
					}
					if got := come.Check(u.ctx, v.point.control).Status == smt.Sat; got != there[v] {
						t.Errorf("%s: %s: v%d: reached: %v, with what is known: %v", name, c.name, v.id, got, there[v])
					}
					if v.vertex != u.graph.err {
						for _, s := range v.flow.steps {
							come.Assert(u.st.Implies(s.taken, s.source.control))
							come.Assert(u.st.And(s.parts...))
							if s.to < 0 {
								var any = u.st.Not(s.target.control)
								for _, o := range v.flow.steps {
									if o.to < 0 && o.target == s.target {
										any = u.st.Or(any, o.taken)
									}
								}
								come.Assert(any)
							}
						}
					}
				}
			}
			u.main(ctx)
			cancel()
			if feasible == 0 {
				t.Errorf("%s: %s: nothing is feasible", name, c.name)
			}
		}
	}
}

// leads proves that labels lead to labels on every edge between nodes of the last expansion.
func leads(t *testing.T, u *exploration, name string) {
	t.Helper()
	for _, v := range u.visited {
		for _, w := range v.children {
			if w.visited != u.round || len(v.flow.into[w.vertex]) == 0 {
				continue
			}
			tr := u.post.transition(v.vertex, w.vertex)
			if ans := tr.check(u.ctx, v.label, u.st.Not(u.st.Subst(w.label, tr.After))); ans.Status != smt.Unsat {
				t.Errorf("%s: after %d expansions the label of v%d does not lead to that of v%d", name, u.round, v.id, w.id)
			}
		}
	}
}
