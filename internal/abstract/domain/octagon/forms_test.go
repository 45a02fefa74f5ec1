package octagon

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// holds says that the store satisfies b.
func (b Bound) holds(st store) bool {
	sum := num.I(0)
	for _, t := range b.Terms {
		sum = sum.Add(st[t.Var].Mul(num.I(t.Coeff)))
	}
	return !b.Max.Less(sum)
}

// TestBounds: what Bounds and Entails say holds in all states, Forget and WidenUpTo lose nothing that
// they should not, and a bound is there after a widening that is told of it.
func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, vs := scene(rapid.SampledFrom(modes).Draw(t, "mode"))
		d := New(p, Options{Plain: rapid.Bool().Draw(t, "plain")})
		_, member := holder(p, d)
		a := drawState(t, d, vs)
		b := d.Join(a, drawState(t, d, vs))
		st := drawStore(t, vs)
		if d.IsBottom(b) {
			return
		}
		all := d.Bounds(b, vs)
		for _, k := range all {
			if !d.Entails(b, k) {
				t.Errorf("%v is a bound of %s, and not entailed", k, d.String(b))
			}
			if member(st, b) && !k.holds(st) {
				t.Errorf("%v is no bound of %s: %v", k, d.String(b), st)
			}
		}
		if !d.IsBottom(a) {
			w := d.WidenUpTo(a, b, all)
			if !d.Leq(a, w) || !d.Leq(b, w) {
				t.Errorf("%s is not above %s", d.String(w), d.String(b))
			}
			for _, k := range all {
				if !d.Entails(w, k) {
					t.Errorf("%v is lost in %s", k, d.String(w))
				}
			}
		}
		v := rapid.SampledFrom(vs).Draw(t, "forgotten")
		f := d.Forget(b, v)
		if member(st, b) {
			st[v] = small(t, v.Type)
			if !member(st, f) {
				t.Errorf("%v is not in %s", st, d.String(f))
			}
		}
		if slices.ContainsFunc(d.Bounds(f, vs), func(k Bound) bool {
			return slices.ContainsFunc(k.Terms, func(t Term) bool { return t.Var == v })
		}) {
			t.Errorf("%s still knows %s", d.String(f), v.Name)
		}
	})
}

// TestLoops: variables that a block or a loop computes are in one pack if Options.Loops says so, as far as
// a pack has room; those that are only set are not.
func TestLoops(t *testing.T) {
	p := ir.NewProgram()
	p.Main = p.NewFunc("main", ir.Pos{})
	p.Main.Defined = true
	i32 := ir.Int(32, true)
	v := func(name string) *ir.Var { return p.NewLocal(p.Main, name, name, i32, ir.Pos{}) }
	a, b, c, set := v("a"), v("b"), v("c"), v("set")
	at := p.NewLoc(p.Main, ir.Pos{})
	p.Main.Entry = at
	step := func(from ir.Loc, s ir.Stmt) ir.Loc {
		to := p.NewLoc(p.Main, ir.Pos{})
		p.NewEdge(from, to, s, ir.Pos{})
		return to
	}
	add := func(x *ir.Var) ir.Stmt {
		return &ir.Assign{Var: x, Expr: ir.Binary(ir.OpAdd, ir.VarExpr(x), ir.ConstInt(i32, 1))}
	}
	at = step(step(at, add(a)), add(b))
	at = step(at, &ir.Assign{Var: set, Expr: ir.ConstInt(i32, 0)})
	head := at
	left, right := step(head, add(b)), step(head, add(c)) // one or the other
	p.NewEdge(left, head, &ir.Skip{}, ir.Pos{})
	p.NewEdge(right, head, &ir.Skip{}, ir.Pos{})
	p.Main.Exit = step(head, &ir.Skip{})
	for _, tt := range []struct {
		opts Options
		want []*ir.Var
	}{
		{Options{}, nil},
		{Options{Loops: true}, []*ir.Var{a, b, c}},
		{Options{Loops: true, MaxPack: 2}, []*ir.Var{b, c}}, // what is deeper comes first
	} {
		d := New(p, tt.opts)
		if got := d.Pack(c); !slices.Equal(got, tt.want) {
			t.Errorf("%+v: %v, not %v", tt.opts, got, tt.want)
		}
		if d.Pack(set) != nil {
			t.Errorf("%+v: set is in a pack", tt.opts)
		}
	}
}
