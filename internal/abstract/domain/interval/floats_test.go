package interval

import (
	"testing"

	"pgregory.net/rapid"

	"craig/internal/abstract/domain/lattest"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// pattern draws the pattern of a float: a special one, a quotient of small numbers, or any.
func pattern(t *rapid.T, f float.Format) uint64 {
	special := []uint64{0, f.Inf(), f.NaN(), 1, f.MaxFinite(), f.Inf() + 1, f.One(), f.FromInt(float.NearestEven, num.Pow2(31)), f.FromInt(float.Down, num.Pow2(63).Sub(num.I(1)))}
	x := rapid.Uint64().Draw(t, "bits") & (f.SignBit() - 1)
	switch rapid.IntRange(0, 3).Draw(t, "float") {
	case 0, 1:
		x = rapid.SampledFrom(special).Draw(t, "special")
	case 2:
		small := func() uint64 {
			return f.FromInt(float.NearestEven, num.I(int64(rapid.IntRange(1, 9).Draw(t, "small"))))
		}
		x = f.Div(float.NearestEven, small(), small())
	}
	if rapid.Bool().Draw(t, "negative") {
		x = f.Neg(x)
	}
	return x
}

// floats draws a set, with x in it if that is not nil.
func floats(t *rapid.T, f float.Format, x *uint64) Floats {
	v := Floats{set: float.Nothing()}
	if x != nil {
		v = OneFloat(f, *x)
	}
	for range rapid.IntRange(0, 2).Draw(t, "others") {
		v = v.Join(OneFloat(f, pattern(t, f)))
	}
	return v
}

func hasFloat(f float.Format, v Floats, x uint64) bool { return OneFloat(f, x).In(v) }

// TestFloatSets: the lattice of sets of floats, and their patterns.
func TestFloatSets(t *testing.T) {
	f := float.Binary32
	rapid.Check(t, func(t *rapid.T) {
		x := pattern(t, f)
		v, w := floats(t, f, &x), floats(t, f, nil)
		if !hasFloat(f, v, x) || !v.Patterns(f).Contains(float.Bits(x)) || !v.In(v.Join(w)) || !w.In(v.Join(w)) {
			t.Fatalf("%#x in %s, %s", x, v.text(f), v.Patterns(f))
		}
		if hasFloat(f, v.Meet(w), x) != hasFloat(f, w, x) {
			t.Fatalf("%#x in %s and %s, which have in common %s", x, v.text(f), w.text(f), v.Meet(w).text(f))
		}
		if p := v.Patterns(f); !hasFloat(f, ofPatterns(f, p), x) {
			t.Fatalf("%#x in %s, not in %s", x, p, ofPatterns(f, p).text(f))
		}
		if !hasFloat(f, v.neg(), f.Neg(x)) || !hasFloat(f, v.abs(), x&^f.SignBit()) {
			t.Fatalf("%#x in %s: %s, %s", x, v.text(f), v.neg().text(f), v.abs().text(f))
		}
	})
}

// TestFloatStates: statements with floats, forwards and backwards, conditions, widening and formulas keep the
// values that package sem has.
func TestFloatStates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := ir.NewProgram()
		p.Signed = ir.SignedWrap
		p.Main = p.NewFunc("main", ir.Pos{})
		var vs []*ir.Var
		for _, ty := range append(append([]ir.Type(nil), lattest.Floats...), lattest.Types...) {
			for _, name := range []string{"a", "b"} {
				vs = append(vs, p.NewLocal(p.Main, name+ty.String(), "", ty, ir.Pos{}))
			}
		}
		d := New(p)
		d.levels[0] = []int64{-5, 0, int64(float.Binary32.One())}
		at := map[*ir.Var]num.Int{}
		draw := func() State {
			s := d.Top()
			for _, v := range vs {
				if v.Type.IsFloat() && rapid.Bool().Draw(t, "known") {
					x := v.Type.Format().Pattern(at[v])
					s = d.setFloat(s, v, floats(t, v.Type.Format(), &x))
				}
			}
			return s
		}
		for _, v := range vs {
			if v.Type.IsFloat() {
				at[v] = float.Bits(pattern(t, v.Type.Format()))
			} else {
				at[v] = v.Type.Wrap(num.I(rapid.Int64().Draw(t, "value")))
			}
		}
		c := sem.New(term.NewStore(), p)
		eval := func(e *ir.Expr) term.Term {
			return c.Expr(e, func(v *ir.Var) term.Term { return c.Store.IntNum(at[v]) })
		}
		in := func(s State) bool {
			m := map[term.Term]term.Term{}
			for v, k := range at {
				m[c.Var(v)] = c.Store.IntNum(k)
				if !d.Get(s, v).Contains(k) {
					return false
				}
			}
			return c.Store.Subst(d.Formula(c, s), m).IsTrue()
		}
		s := draw()
		if !in(s) {
			t.Fatalf("%v is not in %s", at, d.String(s))
		}
		if r := draw(); !in(d.Widen(r, s)) || !in(d.Join(r, s)) || !in(d.Meet(r, s)) || !in(d.Narrow(d.Widen(r, s), d.Join(r, s))) {
			t.Fatalf("%v is not in what widening makes of %s and %s", at, d.String(r), d.String(s))
		}
		cond := lattest.Condition(t, vs[:4], 1)
		if rapid.IntRange(0, 3).Draw(t, "integer") == 0 { // as conversions are guarded
			x := &ir.Expr{Op: ir.OpFToInt, Type: ir.Int(64, true), Args: []*ir.Expr{ir.VarExpr(vs[rapid.IntRange(0, 3).Draw(t, "of")])}}
			cond = ir.Compare(ir.OpLe+ir.Op(rapid.IntRange(0, 2).Draw(t, "relation")), x, ir.Const(x.Type, num.I(rapid.Int64Range(-3, 3).Draw(t, "bound"))))
		}
		truth := eval(cond).IsTrue()
		if r := d.Assume(s, cond, truth); !in(r) {
			t.Fatalf("%v is in %s, not in %s where %s is %t", at, d.String(s), d.String(r), cond, truth)
		}
		if k := d.Decide(s, cond); k != Unknown && (k == Always) != truth {
			t.Fatalf("%v is in %s, where %s is %t", at, d.String(s), cond, truth)
		}
		a := &ir.Assign{Var: rapid.SampledFrom(vs[:4]).Draw(t, "target")}
		a.Expr = lattest.Expression(t, vs, a.Var.Type, 2)
		value, ok := eval(a.Expr).IntValue()
		if !ok {
			return
		}
		e := &ir.Edge{Stmt: a}
		before := at[a.Var]
		at[a.Var] = value
		if r := d.Post(s, e); !in(r) {
			t.Fatalf("%s leads from %s to %v, not in %s", ir.StmtString(a), d.String(s), at, d.String(r))
		}
		after := draw()
		at[a.Var] = before
		if r := d.Pre(s, after, e); !in(r) {
			t.Fatalf("%s leads from %v of %s to %s, not from %s", ir.StmtString(a), at, d.String(s), d.String(after), d.String(r))
		}
	})
}
