package run

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"craig/internal/engine"
	"craig/internal/engine/dagger"
	"craig/internal/engine/dagger/modular"
	"craig/internal/engine/elements"
	"craig/internal/engine/tracer"
	"craig/internal/evidence/verdict"
	"craig/internal/portfolio"
	"craig/internal/prepare"
	"craig/internal/program/cfront"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// fakePeers say what they are told to say, of every program.
type fakePeers struct {
	say func(p *ir.Program) []portfolio.Claims

	mu   sync.Mutex
	told []portfolio.Claims
}

func (f *fakePeers) Tell(p *ir.Program, c portfolio.Claims) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.told = append(f.told, c)
}

func (f *fakePeers) Heard(p *ir.Program, n int) ([]portfolio.Claims, int, <-chan struct{}) {
	var list []portfolio.Claims
	if f.say != nil && n == 0 {
		list = f.say(p)
	}
	return list, 1, nil
}

// atHeads are claims with the same formula at each loop head.
func atHeads(p *ir.Program, f func(st *term.Store, v func(name string) term.Term) term.Term) portfolio.Claims {
	st := term.NewStore()
	c := portfolio.Claims{}
	for l, info := range p.Locs {
		if info != nil && info.Loop {
			c[ir.Loc(l)] = f(st, func(name string) term.Term { return st.Var("main::"+name, term.Int) })
		}
	}
	return c
}

// The square of a counter, which no linear relation says: it takes peers to decide.
const square = "extern int input(void);\nextern void reach_error(void);\n" +
	"int main(void) { int n = input(), i = 0; long s = 0; if (n < 0 || n > 1000) return 0;\n" +
	"while (i < n) { s += 2 * i + 1; i++; }\nif (s != (long)n * n) reach_error(); }"

// Two numbers that stay the same by products, which linear domains do not see.
const twins = "extern unsigned input(void);\nextern void reach_error(void);\n" +
	"int main(void) { unsigned s = 1, t = 1;\n" +
	"while (input()) { unsigned k = input(); s = s * k + 1; t = t * k + 1; }\nif (s != t) reach_error(); }"

// squares are claims about square: s is the square of i, and d more.
func squares(d int64) func(p *ir.Program) []portfolio.Claims {
	return func(p *ir.Program) []portfolio.Claims {
		return []portfolio.Claims{atHeads(p, func(st *term.Store, v func(string) term.Term) term.Term {
			i, n := v("i"), v("n")
			return st.And(st.Eq(v("s"), st.Add(st.Mul(i, i), st.Int(d))), st.Le(st.Int(0), i), st.Le(i, n), st.Le(n, st.Int(1000)))
		})}
	}
}

// same are claims about twins.
func same(p *ir.Program) []portfolio.Claims {
	return []portfolio.Claims{atHeads(p, func(st *term.Store, v func(string) term.Term) term.Term { return st.Eq(v("s"), v("t")) })}
}

// never are claims that no execution comes to a loop.
func never(p *ir.Program) []portfolio.Claims {
	return []portfolio.Claims{atHeads(p, func(st *term.Store, _ func(string) term.Term) term.Term { return st.False() })}
}

// strange are claims of no program that there is.
func strange(p *ir.Program) []portfolio.Claims {
	st := term.NewStore()
	list := []portfolio.Claims{nil, {}, {-1: st.True()}, {ir.Loc(len(p.Locs) + 5): st.False()}, {p.Main.Entry: term.Term{}}}
	return append(list,
		atHeads(p, func(st *term.Store, _ func(string) term.Term) term.Term {
			return st.Eq(st.Var("nobody", term.Int), st.Int(3))
		}),
		atHeads(p, func(st *term.Store, _ func(string) term.Term) term.Term { return st.Var("main::s", term.Bool) }),
		atHeads(p, func(st *term.Store, _ func(string) term.Term) term.Term { return st.Int(3) }))
}

// TestPeers: engines that give up alone decide with what peers say. What is wrong is not assumed, whoever says it: it changes no verdict.
func TestPeers(t *testing.T) {
	all := func(fs ...func(*ir.Program) []portfolio.Claims) func(*ir.Program) []portfolio.Claims {
		return func(p *ir.Program) (list []portfolio.Claims) {
			for _, f := range fs {
				list = append(list, f(p)...)
			}
			return list
		}
	}
	wrong := strings.Replace(square, "s != ", "s == ", 1)
	linear := func() *engine.Engine { return modular.WithFallback(dagger.Config{}) }
	for _, c := range []struct {
		name   string
		text   string
		engine *engine.Engine
		say    func(*ir.Program) []portfolio.Claims
		want   verdict.Verdict
	}{
		{"alone", square, elements.New(), nil, verdict.Unknown},
		{"given", square, elements.New(), squares(0), verdict.True},
		{"given among forgeries", square, elements.New(), all(never, strange, squares(1), squares(0)), verdict.True},
		{"not inductive", square, elements.New(), squares(1), verdict.Unknown},
		{"unreachable", square, elements.New(), all(never, strange), verdict.Unknown},
		{"alone", twins, linear(), nil, verdict.Unknown},
		{"guarded", twins, linear(), same, verdict.True},
		{"forged guards", twins, linear(), all(never, strange), verdict.Unknown},
		{"an error", wrong, tracer.New(tracer.Config{}), all(never, squares(1), squares(0)), verdict.False},
		{"the portfolio", wrong, nil, all(never, squares(1), squares(0)), verdict.False},
	} {
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		peers := &fakePeers{say: c.say}
		res, err := Verify(t.Context(), prepare.New(cfront.Options{}, nil, file), Options{Engine: c.engine, Peers: peers})
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict != c.want || len(res.Lost) > 0 {
			t.Errorf("%s: %v (%s), not %v; %v", c.name, res.Verdict, res.Reason, c.want, res.Lost)
		}
	}
}
