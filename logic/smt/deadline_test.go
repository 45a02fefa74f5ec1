package smt

import (
	"context"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"craig/logic/num"
	"craig/logic/term"
)

// late are questions that are hard in different ways, each in a part of the solver that could
// forget its deadline. The number says how large they are.
var late = []struct {
	name string
	ask  func(st *term.Store, n int) []term.Term
}{
	{"wide disjunctions", func(st *term.Store, n int) (fs []term.Term) {
		for k := range 5 {
			var ds []term.Term
			for i := range 40 * n {
				ds = append(ds, st.Lt(intVar(st, "x", i), intVar(st, "x", i*(k+3)+1)))
			}
			fs = append(fs, st.Or(ds...))
		}
		return fs
	}},
	{"a deep formula", func(st *term.Store, n int) []term.Term {
		f := st.Var("p", term.Bool)
		for i := range 100 * n {
			x := st.Lt(intVar(st, "x", i), intVar(st, "x", i+1))
			if i%2 == 0 {
				f = st.Or(x, f)
			} else {
				f = st.And(x, f)
			}
		}
		return []term.Term{f}
	}},
	{"a deep term", func(st *term.Store, n int) []term.Term {
		x := intVar(st, "x", 0)
		for i := range 50 * n {
			x = st.Ite(st.Lt(x, intVar(st, "x", i)), st.Add(x, st.Int(1)), st.Sub(x, intVar(st, "y", i)))
		}
		return []term.Term{st.Gt(x, st.Int(1000))}
	}},
	{"dense equations", func(st *term.Store, n int) (fs []term.Term) {
		seed := uint64(1)
		for range n / 10 {
			var sum []term.Term
			for j := range n / 10 {
				seed = seed*6364136223846793005 + 1442695040888963407
				sum = append(sum, st.Scale(num.I(int64(seed>>44)-1<<19).Rat(), intVar(st, "x", j)))
			}
			s := st.Add(sum...)
			fs = append(fs, st.Ge(s, st.Int(int64(seed>>50))), st.Le(s, st.Int(int64(seed>>50)+3)))
		}
		return fs
	}},
	{"huge coefficients", func(st *term.Store, n int) (fs []term.Term) {
		for i := range 12 {
			var sum []term.Term
			for j := range 12 {
				c := num.Pow2(uint(100*n + 7*i*j)).Add(num.I(int64(1 + i*j)))
				sum = append(sum, st.Scale(c.Rat(), intVar(st, "x", j)))
			}
			fs = append(fs, st.Eq(st.Add(sum...), st.Int(int64(i))))
		}
		return fs
	}},
	{"squares of squares", func(st *term.Store, n int) (fs []term.Term) {
		x := intVar(st, "x", 0)
		fs = append(fs, st.Gt(x, st.Int(2)))
		for i := range n / 20 {
			y := intVar(st, "x", i+1)
			fs = append(fs, st.Eq(y, st.Mul(x, x)))
			x = y
		}
		return append(fs, st.Eq(st.Mod(x, st.Int(1000003)), st.Int(77)))
	}},
	{"shifts", func(st *term.Store, n int) (fs []term.Term) {
		x, y := intVar(st, "x", 0), intVar(st, "y", 0)
		fs = append(fs, st.Gt(y, st.Int(int64(100*n))))
		for range n / 100 {
			x = st.Add(st.Shl(x, y), st.Int(1))
		}
		return append(fs, st.Eq(st.Mod(x, st.Int(7)), st.Int(3)))
	}},
	{"stores and reads", func(st *term.Store, n int) (fs []term.Term) {
		s := term.Array(term.Int, term.Int)
		a := st.Var("a", s)
		b := a
		for i := range 2 * n {
			b = st.Store(b, intVar(st, "i", i), intVar(st, "v", i))
		}
		for i := range 2 * n {
			fs = append(fs, st.Ne(st.Select(b, intVar(st, "j", i)), st.Select(a, intVar(st, "i", i))))
		}
		return fs
	}},
	{"pigeons", func(st *term.Store, n int) (fs []term.Term) {
		for i := range 13 {
			x := intVar(st, "x", i)
			fs = append(fs, st.Ge(x, st.Int(1)), st.Le(x, st.Int(12)))
			for j := range i {
				fs = append(fs, st.Ne(x, intVar(st, "x", j)))
			}
		}
		return fs
	}},
	{"functions", func(st *term.Store, n int) (fs []term.Term) {
		u := term.Uninterpreted("U")
		x := st.Var("x", u)
		f := x
		for range 100 * n {
			f = st.Apply("f", u, f)
		}
		return []term.Term{st.Eq(st.Apply("f", u, st.Apply("f", u, x)), x), st.Ne(f, x)}
	}},
	{"bits", func(st *term.Store, n int) (fs []term.Term) {
		x, y := intVar(st, "x", 0), intVar(st, "y", 0)
		for _, v := range []term.Term{x, y} {
			fs = append(fs, st.Ge(v, st.Int(0)), st.Lt(v, st.IntNum(num.Pow2(64))))
		}
		return append(fs, st.Eq(st.Mul(st.BitXor(x, y), st.BitAnd(x, y)), st.IntNum(num.Pow2(90).Add(num.I(7)))))
	}},
	{"a product", func(st *term.Store, n int) []term.Term {
		x, y := intVar(st, "x", 0), intVar(st, "y", 0)
		p, _ := num.ParseInt("170141183460469231731687303715884105727") // prime
		return []term.Term{st.Gt(x, st.Int(1)), st.Gt(y, st.Int(1)), st.Eq(st.Mul(x, y), st.IntNum(p))}
	}},
}

func intVar(st *term.Store, name string, i int) term.Term {
	return st.Var(name+string(rune('a'+i%26))+num.I(int64(i)).String(), term.Int)
}

// TestCutOff: a Check that was cut off at any time leaves a solver that goes on with what it was
// told, and gives right answers.
func TestCutOff(t *testing.T) {
	for _, q := range late {
		st := term.NewStore()
		s := New(st)
		fs := q.ask(st, 20)
		x := st.Var("free", term.Int)
		s.Assert(st.Gt(x, st.Int(5)))
		for _, after := range []time.Duration{0, time.Microsecond, 100 * time.Microsecond, time.Millisecond, 4 * time.Millisecond} {
			s.Push()
			for _, f := range fs {
				s.Assert(f)
			}
			ctx, cancel := context.WithTimeout(t.Context(), after)
			s.Check(ctx)
			cancel()
			s.Pop()
			if a := s.Check(t.Context(), st.Le(x, st.Int(5))); a.Status != Unsat {
				t.Errorf("%s, after %v: %v %s", q.name, after, a.Status, a.Reason)
			}
			if a := s.Check(t.Context(), st.Le(x, st.Int(6))); a.Status != Sat {
				t.Errorf("%s, after %v: %v %s", q.name, after, a.Status, a.Reason)
			}
		}
	}
}

// TestDeadline measures how late answers are, in processor time, so that other work of the machine
// does not matter. It runs if CRAIG_DEADLINE is set, to the lateness that is allowed, such as 50ms.
func TestDeadline(t *testing.T) {
	allowed, err := time.ParseDuration(os.Getenv("CRAIG_DEADLINE"))
	if err != nil {
		t.Skip("CRAIG_DEADLINE is no duration")
	}
	for _, q := range late {
		t.Run(q.name, func(t *testing.T) {
			st := term.NewStore()
			fs := q.ask(st, 1000)
			for _, after := range []time.Duration{20 * time.Millisecond, 200 * time.Millisecond, 2 * time.Second} {
				s := New(st)
				for _, f := range fs {
					s.Assert(f)
				}
				runtime.GC()
				ctx, cancel := context.WithCancel(t.Context())
				begin := processorTime()
				var cancelled atomic.Int64
				go func() {
					for ctx.Err() == nil {
						time.Sleep(time.Millisecond)
						if now := processorTime(); now > begin+after {
							cancelled.Store(int64(now))
							cancel()
						}
					}
				}()
				a := s.Check(ctx)
				end := processorTime()
				cancel()
				if at := cancelled.Load(); at != 0 {
					late := end - time.Duration(at)
					t.Logf("%v: %v %s, late by %v", after, a.Status, a.Reason, late)
					if late > allowed {
						t.Errorf("%v late", late)
					}
				}
			}
		})
	}
}

// processorTime is what this process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
