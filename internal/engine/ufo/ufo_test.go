package ufo

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"craig/internal/abstract/arg"
	"craig/internal/engine"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

var configs = []struct {
	name string
	cfg  Config
}{
	{"uUFO", Config{Post: True}},
	{"CPUFO", Config{}},
	{"BPUFO", Config{Post: Boolean}},
	{"CP", Config{Refine: Predicates}},
	{"BP", Config{Post: Boolean, Refine: Predicates}},
}

// asTasks is how the programs of the benchmark and of the enginetest.Papers are read.
var asTasks = cfront.Options{ErrorLabel: "ERROR", GoalsMayLack: true, Properties: []string{"unreach-call"}}

func explore(cfg Config, p *ir.Program, timeout time.Duration, event func(engine.Event)) (*exploration, *verdict.Result) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	u := newExploration(cfg, enginetest.Task(p, event))
	return u, u.main(ctx)
}

// TestWellLabelled: the graph is complete and well-labelled after every one of the first expansions that have not
// been cut.
func TestWellLabelled(t *testing.T) {
	bench := os.Getenv("CRAIG_BENCH")
	if bench == "" {
		t.Skip("CRAIG_BENCH is not set")
	}
	for _, name := range []string{"ufo-systemc/pc_sfifo_1.cil.c", "ufo-systemc/token_ring.01.cil.c", "ufo-ssh-simplified/s3_srvr_1a.cil.c"} {
		p := enginetest.Reduced(t, asTasks, filepath.Join(bench, "tasks", name))
		for _, c := range configs {
			ctx, cancel := context.WithCancel(context.Background())
			u := newExploration(c.cfg, enginetest.Task(p, nil))
			u.expanded = func() {
				if u.endedEarly {
					return
				}
				if err := arg.WellLabelled(ctx, u.arg(), enginetest.NewSolver); err != nil {
					t.Fatalf("%s: %s after %d expansions: %v", name, c.name, u.round, err)
				}
				if u.round >= 5 {
					cancel()
				}
			}
			u.main(ctx)
			cancel()
		}
	}
}

// slow are the programs that take some configurations seconds or more, with these. They are cut off.
var slow = map[string]string{
	"dagger-1-boxed": "uUFO BP",
	"shares":         "uUFO CPUFO BPUFO BP",
}

// TestPrograms: every program of the enginetest.Papers, and those of testdata, by every configuration. A verdict
// is the right one, and the graph of a proof proves it. What is not slow is decided.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(enginetest.Papers, "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	own, err := filepath.Glob(filepath.Join("testdata", "*.c"))
	if err != nil || len(own) == 0 {
		t.Fatal("no programs", err)
	}
	for i, file := range append(files, own...) {
		name := strings.TrimSuffix(filepath.Base(file), ".c")
		t.Run(name, func(t *testing.T) {
			testenv.Sample(t, i, 3)
			p := enginetest.Reduced(t, asTasks, file)
			want := verdict.True
			if strings.Contains(name, "-bug") {
				want = verdict.False
			}
			if strings.Contains(name, "-rec") { // an error, or where recursion was cut off
				for _, c := range configs {
					if _, res := explore(c.cfg, p, time.Second, nil); res.Verdict == verdict.True || want == verdict.True && !enginetest.Undecided(res) {
						t.Errorf("%s: %v", c.name, res.Verdict)
					}
				}
				return
			}
			for _, c := range configs {
				isSlow := slices.Contains(strings.Fields(slow[name]), c.name)
				timeout := time.Minute
				if isSlow {
					timeout = time.Second / 5
				}
				u, res := explore(c.cfg, p, timeout, nil)
				switch {
				case isSlow && enginetest.Undecided(res):
				case res.Verdict != want:
					t.Errorf("%s: %v %s after %d expansions", c.name, res.Verdict, res.Detail, u.round)
				case res.Verdict == verdict.True:
					if err := arg.Check(context.Background(), u.arg(), enginetest.NewSolver); err != nil {
						t.Errorf("%s: %v", c.name, err)
					}
				}
			}
		})
	}
}

// TestFigure1 is the running example of the paper, Fig. 1: one refinement, after which the label
// of the loop head implies x >= 0 and its second node is covered by the first.
func TestFigure1(t *testing.T) {
	var got strings.Builder
	p := enginetest.Sliced(t, asTasks, filepath.Join(enginetest.Papers, "ufo-1.c"))
	u, res := explore(Config{Post: True}, p, time.Minute, enginetest.Log(p, &got))
	if res.Verdict != verdict.True || u.round != 2 {
		t.Errorf("%v after %d expansions", res.Verdict, u.round)
	}
	if err := arg.Check(context.Background(), u.arg(), enginetest.NewSolver); err != nil {
		t.Error(err)
	}
	st, heads := u.st, 0
	for _, v := range u.visited {
		if v.vertex == 0 || v.vertex == u.graph.err {
			continue
		}
		heads++
		for _, x := range u.graph.live(v.vertex) {
			if strings.HasSuffix(x.Name, "x") && !u.valid(v.label, st.Le(st.Int(0), u.graph.arcs.Var(x))) {
				t.Errorf("v%d: %v does not imply x >= 0", v.id, v.label)
			}
		}
		if heads == 2 && (len(v.coverers) != 1 || v.coverers[0].vertex != v.vertex) {
			t.Errorf("v%d is not covered", v.id)
		}
	}
	if heads != 2 {
		t.Errorf("%d nodes for the loop head", heads)
	}
	enginetest.Golden(t, "testdata/figure1.golden", got.String())
	// A graph that proves nothing is rejected.
	spoil := func(name string, f func(g *arg.Graph)) {
		g := u.arg()
		f(g)
		if arg.Check(context.Background(), g, enginetest.NewSolver) == nil {
			t.Errorf("a graph %s passes", name)
		}
	}
	spoil("with a head's label lost", func(g *arg.Graph) { g.Nodes[1].Label = st.True() })
	spoil("with an edge missing", func(g *arg.Graph) { g.Nodes[1].Children = g.Nodes[1].Children[:1] })
	spoil("that covers a node by itself", func(g *arg.Graph) { g.Nodes[2].Coverers = g.Nodes[2:3] })
	spoil("with an unsafe error", func(g *arg.Graph) { g.Nodes[3].Label = st.True() })
	var dot bytes.Buffer
	if err := u.arg().Dot(&dot); err != nil || strings.Count(dot.String(), "style=bold") != 1 {
		t.Errorf("%v\n%s", err, &dot)
	}
}

// TestCut: an expansion of many nodes, here one, ends at the first node whose edge to the error may be feasible, with
// the error after it. Without such a node, or if there are few, the graph is whole.
func TestCut(t *testing.T) {
	p := enginetest.Sliced(t, asTasks, filepath.Join(enginetest.Papers, "ufo-1.c"))
	for _, many := range []int{1, manyNodes} {
		u := newExploration(Config{Post: Boolean, Refine: Predicates}, enginetest.Task(p, nil))
		u.manyNodes = many
		cuts := 0
		u.expanded = func() {
			if !u.endedEarly {
				if err := arg.WellLabelled(context.Background(), u.arg(), enginetest.NewSolver); err != nil {
					t.Errorf("many = %d: %v after %d expansions", many, err, u.round)
				}
				return
			}
			cuts++
			var open []*node
			for _, v := range u.err.parents {
				if v.visited == u.round && !u.post.transition(v.vertex, u.graph.err).Dead(context.Background(), v.label) {
					open = append(open, v)
				}
			}
			if n := len(u.visited); u.visited[n-1] != u.err || len(open) != 1 || open[0] != u.visited[n-2] {
				t.Errorf("expansion %d does not end at the error after its only node whose edge there may be feasible", u.round)
			}
		}
		if res := u.main(context.Background()); res.Verdict != verdict.True || u.endedEarly || cuts > 0 != (many == 1) {
			t.Errorf("many = %d: %v after %d expansions, %d of them cut", many, res.Verdict, u.round, cuts)
		}
	}
}
