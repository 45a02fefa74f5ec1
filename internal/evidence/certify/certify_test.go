package certify_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// counter: x counts to 10 and y follows it; at the end both must be 10.
const counter = `ir 1
func main
local 1 main::x i32 c"x"
local 2 main::y i32 c"y"
entry 1
exit 7
loc 1
loc 2
loc 3 loop
loc 4
loc 5
loc 6
loc 7
loc 8 error "unreach-call"
edge 1 -> 2: main::x := 0:i32
edge 2 -> 3: main::y := 0:i32
edge 3 -> 4: assume (main::x < 10:i32)
edge 4 -> 5: main::x := (main::x + 1:i32)
edge 5 -> 3: main::y := (main::y + 1:i32)
edge 3 -> 6: assume !(main::x < 10:i32)
edge 6 -> 7: assume (main::y == 10:i32)
edge 6 -> 8: assume !(main::y == 10:i32)
end
main main
`

// diamonds: after a branch whose sides meet again, x is 1 or 2, and y the other one; the arms
// share variables, so that the join needs names.
const diamonds = `ir 1
func main
local 1 main::x i32 c"x"
local 2 main::y i32 c"y"
entry 1
exit 9
loc 1
loc 2
loc 3
loc 4
loc 5
loc 6
loc 7
loc 8
loc 9
loc 10 error "unreach-call"
edge 1 -> 2: havoc main::x call "nondet"
edge 2 -> 3: assume (main::x > 5:i32)
edge 2 -> 4: assume !(main::x > 5:i32)
edge 3 -> 5: main::y := 2:i32
edge 5 -> 6: main::x := 1:i32
edge 4 -> 7: main::y := 1:i32
edge 7 -> 6: main::x := 2:i32
edge 6 -> 8: assume ((main::x + main::y) == 3:i32)
edge 6 -> 10: assume !((main::x + main::y) == 3:i32)
edge 8 -> 9: skip
end
main main
`

// entered: a cycle that is entered beside its loop head, to which nothing comes.
const entered = `ir 1
func main
local 1 main::x i32 c"x"
entry 1
exit 5
loc 1
loc 2
loc 3 loop
loc 4
loc 5
loc 6 error "unreach-call"
edge 1 -> 2: main::x := 0:i32
edge 2 -> 3: assume (main::x == 1:i32)
edge 3 -> 4: skip
edge 4 -> 2: main::x := (main::x + 1:i32)
edge 2 -> 5: assume !(main::x == 1:i32)
edge 3 -> 6: skip
end
main main
`

// memory: cells of a region are written and read in a loop.
const memory = `ir 1
global 1 mem mem32
func main
local 2 main::i i32 c"i"
entry 1
exit 6
loc 1
loc 2 loop
loc 3
loc 4
loc 5
loc 6
loc 7 error "unreach-call"
edge 1 -> 2: main::i := 0:i32
edge 2 -> 3: assume (main::i < 5:i32)
edge 3 -> 4: store[mem]((4096:p64 +p cast.i64(main::i)), 7:i32)
edge 4 -> 2: main::i := (main::i + 1:i32)
edge 2 -> 5: assume !(main::i < 5:i32)
edge 5 -> 6: assume (load.i32[mem](4096:p64) == 7:i32)
edge 5 -> 7: assume !(load.i32[mem](4096:p64) == 7:i32)
end
main main
`

// proof is a program with a formula for some of its locations, over its variables by C name.
type proof struct {
	st   *term.Store
	var_ func(name string) term.Term
	inv  map[ir.Loc]term.Term
}

func newProof(p *ir.Program) *proof {
	st := term.NewStore()
	c := sem.New(st, p)
	byName := map[string]term.Term{}
	p.AllVars(func(v *ir.Var) { byName[strings.TrimPrefix(v.Name, "main::")] = c.Var(v) })
	return &proof{st: st, var_: func(n string) term.Term { return byName[n] }, inv: map[ir.Loc]term.Term{}}
}

// TestSafe: what each kind of wrong proof is rejected for, and that right ones pass; with our
// solver and with z3.
func TestSafe(t *testing.T) {
	t.Run("native", func(t *testing.T) { testSafe(t, native) })
	t.Run("z3", func(t *testing.T) { testSafe(t, newZ3(t)) })
}

func testSafe(t *testing.T, newSolver func(*term.Store) smt.Solver) {
	for _, c := range []struct {
		name, prog string
		inv        func(q *proof)
		want       certify.Condition // meaningless if ok
		from, to   ir.Loc
		path       []ir.EdgeID
		ok         bool
	}{
		{name: "right", prog: counter, ok: true, inv: func(q *proof) {
			x, y := q.var_("x"), q.var_("y")
			q.inv[3] = q.st.And(q.st.Eq(x, y), q.st.Le(x, q.st.Int(10)))
		}},
		{name: "more locations than needed", prog: counter, ok: true, inv: func(q *proof) {
			x, y := q.var_("x"), q.var_("y")
			q.inv[3] = q.st.And(q.st.Eq(x, y), q.st.Le(x, q.st.Int(10)))
			q.inv[4] = q.st.And(q.st.Eq(x, y), q.st.Lt(x, q.st.Int(10)))
			q.inv[6] = q.st.And(q.st.Eq(x, y), q.st.Eq(x, q.st.Int(10)))
		}},
		{name: "a cut point in the body is enough", prog: counter, ok: true, inv: func(q *proof) {
			x, y := q.var_("x"), q.var_("y")
			q.inv[4] = q.st.And(q.st.Eq(x, y), q.st.Lt(x, q.st.Int(10)))
		}},
		{name: "a bound too weak", prog: counter, inv: func(q *proof) {
			q.inv[3] = q.st.Eq(q.var_("x"), q.var_("y"))
		}, want: certify.Safety, from: 3, to: 8, path: []ir.EdgeID{6, 8}},
		{name: "not inductive", prog: counter, inv: func(q *proof) {
			x, y := q.var_("x"), q.var_("y")
			q.inv[3] = q.st.And(q.st.Eq(x, y), q.st.Le(x, q.st.Int(9)))
		}, want: certify.Consecution, from: 3, to: 3, path: []ir.EdgeID{3, 4, 5}},
		{name: "not true at first", prog: counter, inv: func(q *proof) {
			x, y := q.var_("x"), q.var_("y")
			q.inv[3] = q.st.And(q.st.Eq(x, y), q.st.Le(x, q.st.Int(10)), q.st.Ge(x, q.st.Int(1)))
		}, want: certify.Consecution, from: 1, to: 3, path: []ir.EdgeID{1, 2}},
		{name: "the loop is claimed to be unreachable", prog: counter, inv: func(q *proof) {},
			want: certify.Consecution, from: 1, to: 3, path: []ir.EdgeID{1, 2}},
		{name: "the loop is said to be unreachable", prog: counter, inv: func(q *proof) { q.inv[3] = q.st.False() },
			want: certify.Consecution, from: 1, to: 3, path: []ir.EdgeID{1, 2}},
		{name: "a place in the loop is said to be unreachable", prog: counter, inv: func(q *proof) {
			x, y := q.var_("x"), q.var_("y")
			q.inv[3] = q.st.And(q.st.Eq(x, y), q.st.Le(x, q.st.Int(10)))
			q.inv[6] = q.st.False()
		}, want: certify.Consecution, from: 3, to: 6, path: []ir.EdgeID{6}},
		{name: "the entry is said to be unreachable", prog: counter, inv: func(q *proof) { q.inv[1] = q.st.False() },
			want: certify.Initiation, to: 1},
		{name: "what is unreachable may be said to be", prog: counter, ok: true, inv: func(q *proof) {
			x, y := q.var_("x"), q.var_("y")
			q.inv[3] = q.st.And(q.st.Eq(x, y), q.st.Le(x, q.st.Int(10)))
			q.inv[8] = q.st.False()
		}},
		{name: "the entry has a condition", prog: counter, inv: func(q *proof) {
			q.inv[1] = q.st.Eq(q.var_("x"), q.st.Int(5))
		}, want: certify.Initiation, to: 1},
		{name: "a variable that does not exist", prog: counter, inv: func(q *proof) {
			q.inv[3] = q.st.Eq(q.st.Var("z", term.Int), q.st.Int(5))
		}, want: certify.WellFormed, to: 3},
		{name: "a location that does not exist", prog: counter, inv: func(q *proof) {
			q.inv[99] = q.st.True()
		}, want: certify.WellFormed},
		{name: "a cycle to whose head nothing comes", prog: entered, ok: true, inv: func(q *proof) {}},
		{name: "no loop", prog: diamonds, ok: true, inv: func(q *proof) {}},
		{name: "memory", prog: memory, ok: true, inv: func(q *proof) {
			i := q.var_("i")
			cell := q.st.Select(q.var_("mem"), q.st.Int(4096))
			q.inv[2] = q.st.And(q.st.Ge(i, q.st.Int(0)), q.st.Implies(q.st.Gt(i, q.st.Int(0)), q.st.Eq(cell, q.st.Int(7))))
		}},
		{name: "memory forgotten", prog: memory, inv: func(q *proof) {
			q.inv[2] = q.st.Ge(q.var_("i"), q.st.Int(0))
		}, want: certify.Safety, from: 2, to: 7, path: []ir.EdgeID{5, 7}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := irtest.Numbered(t, c.prog)
			q := newProof(p)
			q.inv[1] = q.st.True()
			c.inv(q)
			err := certify.Safe(context.Background(), p, q.inv, newSolver, 2)
			enginetest.Agree(t, p, verdict.Invariants(q.inv), err)
			if c.ok {
				if err != nil {
					t.Fatalf("a right proof is rejected: %v", err)
				}
				return
			}
			var r *certify.Rejection
			if !errors.As(err, &r) || r.Undecided {
				t.Fatalf("got %v, want a rejection", err)
			}
			if r.Cond != c.want || r.From != c.from || r.To != c.to || !slices.Equal(r.Path, c.path) {
				t.Errorf("got %v (from %d to %d along %v), want %v from %d to %d along %v", r, r.From, r.To, r.Path, c.want, c.from, c.to, c.path)
			}
		})
	}
}

// TestMutations changes right proofs in small ways. A mutant that is weaker or stronger may be
// right as well; whether it is, is decided here by executions: every mutant that excludes a
// state that an execution visits must be rejected, and so must those that the table names.
func TestMutations(t *testing.T) {
	p := irtest.Numbered(t, counter)
	rejected := 0
	for _, m := range []struct {
		name  string
		parts func(q *proof) []term.Term // the invariant of the loop; right: x = y, x <= 10
	}{
		{"drop the equality", func(q *proof) []term.Term { return q.bounds(10) }},
		{"drop the bound", func(q *proof) []term.Term { return q.equal(0) }},
		{"flip the bound", func(q *proof) []term.Term { return append(q.equal(0), q.st.Ge(q.var_("x"), q.st.Int(10))) }},
		{"bound smaller", func(q *proof) []term.Term { return append(q.equal(0), q.bounds(9)...) }},
		{"bound larger", func(q *proof) []term.Term { return append(q.equal(0), q.bounds(11)...) }},
		{"equality shifted up", func(q *proof) []term.Term { return append(q.equal(1), q.bounds(10)...) }},
		{"equality shifted down", func(q *proof) []term.Term { return append(q.equal(-1), q.bounds(10)...) }},
		{"negated", func(q *proof) []term.Term {
			return []term.Term{q.st.Not(q.st.And(append(q.equal(0), q.bounds(10)...)...))}
		}},
		{"true", func(q *proof) []term.Term { return nil }},
		{"false", func(q *proof) []term.Term { return []term.Term{q.st.False()} }},
	} {
		q := newProof(p)
		q.inv[1], q.inv[3] = q.st.True(), q.st.And(m.parts(q)...)
		if err := certify.Safe(context.Background(), p, q.inv, native, 1); err != nil {
			rejected++
		} else {
			t.Errorf("%s: a wrong proof passes", m.name)
		}
	}
	// Locations swapped: the invariant of the loop at its end and the other way round.
	q := newProof(p)
	q.inv[1], q.inv[6] = q.st.True(), q.st.And(append(q.equal(0), q.bounds(10)...)...)
	if err := certify.Safe(context.Background(), p, q.inv, native, 1); err != nil {
		rejected++
	} else {
		t.Error("swapped locations: a wrong proof passes")
	}
	t.Logf("%d mutants rejected", rejected)
}

func (q *proof) equal(d int64) []term.Term {
	return []term.Term{q.st.Eq(q.var_("x"), q.st.Add(q.var_("y"), q.st.Int(d)))}
}

func (q *proof) bounds(b int64) []term.Term {
	return []term.Term{q.st.Le(q.var_("x"), q.st.Int(b))}
}
