package certexec

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// both runs p with its direct nodes and with their functions only. taken are the steps that direct nodes take from the entry.
func both(p *ir.Program, opts Options, prepare func(*machine)) (direct, functions Outcome, taken int) {
	made := func() (*machine, *node) {
		m := newMachine(p, opts)
		prepare(m)
		entry := m.node(p.Main.Entry)
		m.complete()
		return m, entry
	}
	m, entry := made()
	_, taken, _ = m.straight(entry, 0, 1)
	m, _ = made()
	m.run(context.Background(), opts.MaxSteps)
	direct = m.out
	m, _ = made()
	for _, n := range m.nodes {
		n.op = function
	}
	m.run(context.Background(), opts.MaxSteps)
	return direct, m.out, taken
}

// operandValues are the boundaries of a type, numbers near those of smaller ones, and random numbers.
func operandValues(r *rand.Rand, t ir.Type) []num.Int {
	vs := []num.Int{t.Min(), t.Max()}
	for _, k := range []int64{-1, 0, 1, 2, 3, 1 << 7, 1<<15 - 1, 1 << 31, 1<<32 - 1, -1 << 31, r.Int64(), -r.Int64(), r.Int64N(1 << 20)} {
		vs = append(vs, t.Wrap(num.I(k)))
	}
	vs = append(vs, t.Wrap(t.Max().Sub(num.I(1))), t.Wrap(t.Min().Add(num.I(1))))
	return vs
}

// piece is a program of one statement or one branch, with operands x and y and, if it is an assignment, a result z.
type piece struct {
	name    string
	p       *ir.Program
	x, y, z *ir.Var
	op      ir.Op
	e       *ir.Expr // the operation; OpVar for a copy
	cond    bool
}

// pieces are those of an operation on operands of a type: as a statement, or as a condition with one way on or two.
func pieces(mode ir.Signed, t, from ir.Type, op ir.Op, constant *num.Int) (all []piece) {
	for form := range 5 {
		p := ir.NewProgram()
		p.PtrBits, p.Signed = 64, mode
		f := p.NewFunc("main", ir.Pos{})
		p.Main, f.Defined = f, true
		a, b, c := p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{})
		f.Entry, f.Exit = a, b
		x, y, z := p.NewGlobal("x", "x", from, ir.Pos{}), p.NewGlobal("y", "y", t, ir.Pos{}), p.NewGlobal("z", "z", t, ir.Pos{})
		left, right := ir.VarExpr(x), ir.VarExpr(y)
		if constant != nil {
			right = ir.Const(t, *constant)
		}
		if from != t {
			left = ir.Cast(t, left)
		}
		if form&1 == 1 {
			left, right = right, left
		}
		q := piece{p: p, x: x, y: y, z: z, op: op}
		switch {
		case op == ir.OpVar:
			q.e = right
		case op >= ir.OpEq && op <= ir.OpGe:
			q.e, q.cond = &ir.Expr{Op: op, Type: ir.Bool, Args: []*ir.Expr{left, right}}, true
		default:
			q.e = &ir.Expr{Op: op, Type: t, Args: []*ir.Expr{left, right}}
		}
		cond := q.e
		if !q.cond && form >= 2 {
			if bare(t) || op == ir.OpVar {
				break
			}
			cond, q.cond = ir.InRange(q.e), true
		}
		switch {
		case form < 2 && !q.cond:
			p.NewEdge(a, b, &ir.Assign{Var: z, Expr: q.e}, ir.Pos{})
		case form < 4:
			p.NewEdge(a, b, &ir.Assume{Cond: cond}, ir.Pos{})
		default:
			p.NewEdge(c, b, &ir.Skip{}, ir.Pos{})
			p.NewBranch(a, cond, b, c, ir.Pos{})
		}
		q.name = fmt.Sprintf("mode %d, %s from %s, %s, form %d", mode, t, from, q.e, form)
		all = append(all, q)
	}
	return all
}

// check compares the three ways of an execution of q: by direct nodes, by functions, and by the definition of the operation.
func (q *piece) check(t *testing.T, vx, vy num.Int, kx, ky bool) (direct int) {
	prepare := func(m *machine) {
		for _, v := range []struct {
			v     *ir.Var
			value num.Int
			known bool
		}{{q.x, vx, kx}, {q.y, vy, ky}, {q.z, num.I(1), true}} {
			w, ok := word(v.v.Type, v.value)
			if !ok {
				t.Fatalf("%s is no word of %s", v.value, v.v.Type)
			}
			m.vals[m.index[v.v]], m.known[m.index[v.v]] = w, v.known
		}
	}
	got, want, taken := both(q.p, Options{MaxSteps: 9, State: true}, prepare)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: x = %s (%v), y = %s (%v): directly %+v, by functions %+v", q.name, vx, kx, vy, ky, got, want)
	}
	uses := func(v *ir.Var) (yes bool) {
		ir.Walk(q.e, func(e *ir.Expr) bool { yes = yes || e.Var == v; return true })
		return yes
	}
	if !kx && uses(q.x) || !ky && uses(q.y) {
		if taken != 0 {
			t.Errorf("%s: x = %s (%v), y = %s (%v): a step is taken directly that depends on something unknown", q.name, vx, kx, vy, ky)
		}
		return 0
	}
	q.define(t, vx, vy, got)
	return taken
}

// define compares an outcome, where everything is known, with the definition of the operation.
func (q *piece) define(t *testing.T, vx, vy num.Int, got Outcome) {
	mode := q.p.Mode()
	value := func(e *ir.Expr) num.Int {
		u, mode := e, q.p.Mode()
		if e.Op == ir.OpCast {
			u = e.Args[0]
		}
		v := u.Val
		switch u.Var {
		case q.x:
			v = vx
		case q.y:
			v = vy
		}
		return mode.Convert(e.Type, v)
	}
	holds, v := true, num.Int{}
	switch {
	case q.op == ir.OpVar:
		v = value(q.e)
	case q.op >= ir.OpEq && q.op <= ir.OpGe:
		holds = ir.Holds(q.op, value(q.e.Args[0]), value(q.e.Args[1]))
	default:
		if q.cond { // whether the mathematical result fits
			mode = ir.Mode{Math: true}
		}
		a, b := value(q.e.Args[0]), value(q.e.Args[1])
		v, _ = mode.Apply(q.op, q.e.Type, a, b)
		holds = q.e.Type.Fits(v)
	}
	steps, end := 1, Exited
	if !holds {
		switch branches := len(q.p.Edges) > 2; {
		case branches:
			steps = 2
		case !q.cond && (q.e.Type.Bits == 64 || !ir.Int(64, true).Fits(v)): // functions say that this is outside their numbers
			steps, end = 0, Outside
		case !q.cond:
			steps, end = 0, Undefined
		case q.op >= ir.OpEq && q.op <= ir.OpGe:
			steps, end = 0, Blocked
		default:
			steps, end = 0, OutOfRange
		}
	}
	if got.End != end || got.Steps != steps || !q.cond && holds && !got.State.Vars[q.z].Eq(v) {
		t.Errorf("%s: x = %s, y = %s: %s after %d steps, z = %s; by definition %s after %d, z = %s",
			q.name, vx, vy, got.End, got.Steps, got.State.Vars[q.z], end, steps, v)
	}
}

// TestDirect: what direct nodes do is what their functions do, and what package ir says that operations are, for all
// operations, widths and signs, and where an operand is unknown.
func TestDirect(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	taken := map[operation]map[ir.Type]int{}
	ops := []ir.Op{
		ir.OpVar, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor,
		ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe,
	}
	var types []ir.Type
	for _, bits := range []uint8{1, 3, 8, 16, 31, 32, 33, 63, 64} {
		types = append(types, ir.Int(bits, false), ir.Int(bits, true))
	}
	for _, mode := range []ir.Signed{ir.SignedUndefined, ir.SignedWrap} {
		for _, typ := range types {
			values := operandValues(r, typ)
			for _, from := range []ir.Type{typ, types[r.IntN(len(types))]} {
				for _, op := range ops {
					all := pieces(mode, typ, from, op, nil)
					all = append(all, pieces(mode, typ, from, op, &values[r.IntN(len(values))])...)
					for _, q := range all {
						did := 0
						for k, vx := range operandValues(r, from) {
							vy := values[r.IntN(len(values))]
							did += q.check(t, vx, vy, true, true)
							if k < 3 {
								q.check(t, vx, vy, k == 0, k == 1)
							}
						}
						m := newMachine(q.p, Options{})
						n := m.node(q.p.Main.Entry)
						m.complete()
						if n.op == function {
							if did != 0 {
								t.Errorf("%s: it is not direct, and taken directly", q.name)
							}
							continue
						}
						if taken[n.op] == nil {
							taken[n.op] = map[ir.Type]int{}
						}
						taken[n.op][typ] += did
					}
				}
			}
		}
	}
	wide := map[operation]bool{equal: true, unequal: true, less: true, lessEqual: true, greater: true, greaterEqual: true, copied: true}
	for op := equal; op <= copied; op++ {
		for _, typ := range types {
			want := true
			switch op {
			case sumInRange, differenceInRange, productInRange, exactSum, exactDifference:
				want = typ.IsSigned() && typ.Bits <= 32
			default:
				want = !wide[op] || op == copied || !bare(typ)
			}
			if got := taken[op][typ] > 0; got != want {
				t.Errorf("operation %d on %s is taken directly %d times", op, typ, taken[op][typ])
			}
		}
	}
}

// TestDirectWay: an execution of direct nodes ends where it ends by functions, with any limit and at any visit of any place.
func TestDirectWay(t *testing.T) {
	p := ir.NewProgram()
	p.PtrBits = 64
	f := p.NewFunc("main", ir.Pos{})
	p.Main, f.Defined = f, true
	typ, u := ir.Int(32, true), ir.Int(16, false)
	i, s := p.NewGlobal("i", "i", typ, ir.Pos{}), p.NewGlobal("s", "s", u, ir.Pos{})
	at := make([]ir.Loc, 8)
	for k := range at {
		at[k] = p.NewLoc(f, ir.Pos{})
	}
	f.Entry, f.Exit = at[0], at[7]
	next := ir.Binary(ir.OpAdd, ir.VarExpr(i), ir.ConstInt(typ, 1))
	p.NewEdge(at[0], at[1], &ir.Assign{Var: i, Expr: ir.ConstInt(typ, -3)}, ir.Pos{})
	p.NewBranch(at[1], ir.Compare(ir.OpLt, ir.VarExpr(i), ir.ConstInt(typ, 9)), at[2], at[6], ir.Pos{})
	p.NewEdge(at[2], at[3], &ir.Assign{Var: s, Expr: ir.Binary(ir.OpMul, ir.Cast(u, ir.VarExpr(i)), ir.VarExpr(s))}, ir.Pos{})
	p.NewEdge(at[3], at[4], &ir.Assume{Cond: ir.InRange(next)}, ir.Pos{})
	p.NewEdge(at[4], at[5], &ir.Assign{Var: i, Expr: next}, ir.Pos{})
	p.NewEdge(at[5], at[1], &ir.Skip{}, ir.Pos{})
	p.NewEdge(at[6], at[7], &ir.Assume{Cond: ir.Compare(ir.OpNe, ir.VarExpr(s), ir.ConstInt(u, 0))}, ir.Pos{})
	for limit := range 70 {
		for _, place := range append([]ir.Loc{0}, at...) {
			for visits := 1; visits < 4; visits++ {
				for known := range 4 {
					opts := Options{MaxSteps: limit, State: true, At: place, Visits: visits}
					got, want, _ := both(p, opts, func(m *machine) {
						m.vals[m.index[s]], m.known[m.index[s]] = 77, known&1 != 0
						m.known[m.index[i]] = known&2 != 0
					})
					if !reflect.DeepEqual(got, want) {
						t.Fatalf("limit %d, visit %d of %d, known %d: directly %+v, by functions %+v", limit, visits, place, known, got, want)
					}
				}
			}
		}
	}
}

// TestDirectChange: an address that was computed before a direct node has changed a variable in it is computed again.
func TestDirectChange(t *testing.T) {
	p := ir.NewProgram()
	p.PtrBits = 64
	f := p.NewFunc("main", ir.Pos{})
	p.Main, f.Defined = f, true
	typ := ir.Int(64, true)
	i, q := p.NewGlobal("i", "i", typ, ir.Pos{}), p.NewGlobal("q", "q", p.PtrType(), ir.Pos{})
	at := make([]ir.Loc, 6)
	for k := range at {
		at[k] = p.NewLoc(f, ir.Pos{})
	}
	f.Entry, f.Exit = at[0], at[5]
	is := func(v int64) ir.Stmt {
		return &ir.Assume{Cond: ir.Compare(ir.OpEq, ir.PtrAdd(ir.VarExpr(q), ir.VarExpr(i)), ir.ConstInt(p.PtrType(), v))}
	}
	for k, s := range []ir.Stmt{
		&ir.Assign{Var: q, Expr: ir.ConstInt(p.PtrType(), 4096)}, &ir.Assign{Var: i, Expr: ir.ConstInt(typ, 8)}, is(4104),
		&ir.Assign{Var: i, Expr: ir.ConstInt(typ, 16)}, is(4112),
	} {
		p.NewEdge(at[k], at[k+1], s, ir.Pos{})
	}
	if out := Run(context.Background(), p, Options{MaxSteps: 9}); out.End != Exited {
		t.Errorf("the execution ends as %s before %s", out.End, ir.StmtString(p.Edges[out.Edge].Stmt))
	}
}
