package smtlib

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// A floating-point number is read as its bit pattern, and is of a sort of its own while a formula is read,
// as bit vectors are; a rounding mode as its number. The sort has one NaN, which all patterns of NaN stand for:
// equality alone tells them apart, and does not (same).

// formats are the sorts of floating-point numbers and their formats.
var formats sync.Map

// roundingMode is the sort of rounding modes.
var roundingMode = term.Uninterpreted("\x00RoundingMode")

// modes are the rounding modes by number, as package float has them.
var modes = [...][2]string{
	{"RNE", "roundNearestTiesToEven"}, {"RNA", "roundNearestTiesToAway"}, {"RTP", "roundTowardPositive"},
	{"RTN", "roundTowardNegative"}, {"RTZ", "roundTowardZero"},
}

// floatSort reads (_ FloatingPoint e s) and the names of common formats; ok is false for other sorts.
func (r *Reader) floatSort(e SExpr) (s term.Sort, ok bool) {
	if e.Is("RoundingMode") {
		return roundingMode, true
	}
	for name, f := range map[string]float.Format{"Float16": float.Binary16, "Float32": float.Binary32, "Float64": float.Binary64} {
		if e.Is(name) {
			return formatSort(f), true
		}
	}
	if e.Head() != "_" || len(e.List) != 4 || !e.List[1].Is("FloatingPoint") {
		return s, false
	}
	return formatSort(format(e, e.List[2:4])), true
}

// format checks the two numbers of a format.
func format(e SExpr, indices []SExpr) float.Format {
	var k [2]int
	for i := range k {
		k[i] = small(indices[i], "FloatingPoint", 1<<20)
		if k[i] < 2 {
			fail(e, "a floating-point format has at least two bits of exponent and of significand")
		}
	}
	f := float.Format{Exp: uint8(min(k[0], 255)), Sig: uint8(min(k[1], 255))}
	if !f.Valid() {
		fail(e, "floating-point formats of more than 64 bits are not supported")
	}
	return f
}

func formatSort(f float.Format) term.Sort {
	s := term.Uninterpreted(fmt.Sprintf("(_ FloatingPoint %d %d)", f.Exp, f.Sig))
	formats.Store(s, f)
	return s
}

// formatOf is the format of a sort of floating-point numbers.
func formatOf(s term.Sort) (float.Format, bool) {
	if f, ok := formats.Load(s); ok {
		return f.(float.Format), true
	}
	return float.Format{}, false
}

// wrapped is the term of a sort of bit vectors, floating-point numbers or rounding modes that t stands for.
func (r *Reader) wrapped(s term.Sort, t term.Term) term.Term {
	if n := vectorWidth(s); n > 0 {
		return r.vector(t, n)
	}
	return r.st.Apply("bits "+s.String(), s, t)
}

// patterns is t taken into the range of the patterns of a sort.
func (r *Reader) patterns(s term.Sort, t term.Term) term.Term {
	if s == roundingMode { // three bits, of which several values are the last mode
		m, last := r.st.Mod(t, r.st.Int(8)), r.st.Int(int64(len(modes)-1))
		return r.st.Ite(r.st.Ge(m, last), last, m)
	}
	return words{r.st, Width(s)}.wrap(t)
}

// NumberText writes the number that stands for the value of the symbol of the sort, in SMT-LIB.
func NumberText(s term.Sort, symbol string) string {
	switch {
	case s == roundingMode:
		text := fmt.Sprint(len(modes) - 1)
		for k := len(modes) - 2; k >= 0; k-- {
			text = fmt.Sprintf("(ite (= %s %s) %d %s)", symbol, modes[k][0], k, text)
		}
		return text
	case vectorWidth(s) > 0:
		return "(bv2nat " + symbol + ")"
	}
	return "(bv2nat (fp.to_ieee_bv " + symbol + "))"
}

// ValueText is the value of a bit vector, floating-point number or rounding mode, as SMT-LIB writes it.
func ValueText(s term.Sort, v num.Int) string {
	if s == roundingMode {
		_, v = v.DivMod(num.I(8))
		k, _ := v.Int64()
		return modes[min(k, int64(len(modes)-1))][0]
	}
	f, ok := formatOf(s)
	if !ok {
		return Vector(v, Width(s))
	}
	x := f.Pattern(v)
	if f.IsNaN(x) {
		return fmt.Sprintf("(_ NaN %d %d)", f.Exp, f.Sig)
	}
	bits := fmt.Sprintf("%0*b", f.Width(), x)
	return fmt.Sprintf("(fp #b%s #b%s #b%s)", bits[:1], bits[1:1+f.Exp], bits[1+f.Exp:])
}

// same is the equality of terms of one sort.
func same(st *term.Store, s term.Sort, x, y term.Term) term.Term {
	f, ok := formatOf(s)
	if !ok {
		return st.Eq(x, y)
	}
	return st.Or(st.Eq(x, y), st.And(st.FIsNaN(f, x), st.FIsNaN(f, y)))
}

// floats checks that all arguments are floating-point numbers of one format, and takes the patterns out.
func floats(e SExpr, a []term.Term, least, most int) (ts []term.Term, f float.Format) {
	if len(a) < least || most >= 0 && len(a) > most {
		fail(e, "%s with %d arguments", brief(e.List[0]), len(a))
	}
	at := len(e.List) - len(a)
	for i, t := range a {
		g, ok := formatOf(t.Sort())
		if !ok || i > 0 && g != f {
			fail(e.List[at+i], "argument %d of %s has sort %s, expected a floating-point number of the format of the others", at+i, brief(e.List[0]), SortText(t.Sort()))
		}
		u, _ := Number(t)
		ts, f = append(ts, u), g
	}
	return ts, f
}

// rounded makes a term for a rounding mode, which may be a variable.
func (r *Reader) rounded(e SExpr, mode term.Term, of func(m float.Mode) term.Term) term.Term {
	if mode.Sort() != roundingMode {
		fail(e.List[1], "argument 1 of %s has sort %s, expected a rounding mode", brief(e.List[0]), SortText(mode.Sort()))
	}
	m, _ := Number(mode)
	if v, ok := m.IntValue(); ok {
		k, _ := v.Int64()
		return of(float.Mode(k))
	}
	t := of(float.NumModes - 1)
	for k := float.NumModes - 1; k > 0; k-- {
		t = r.st.Ite(r.st.Eq(m, r.st.Int(int64(k-1))), of(k-1), t)
	}
	return t
}

// floatOperators are those of the theory of floating-point numbers.
var floatOperators = map[string]operator{
	"fp": func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, _ := vectorArgs(e, a, 3, 3, true)
		var n [3]int
		for i := range n {
			n[i] = Width(a[i].Sort())
		}
		if n[0] != 1 || n[1] < 2 || n[2] < 1 {
			fail(e, "fp needs bit vectors of 1 bit, of the exponent and of the fraction")
		}
		f := float.Format{Exp: uint8(min(n[1], 255)), Sig: uint8(min(n[2]+1, 255))}
		if !f.Valid() {
			fail(e, "floating-point formats of more than 64 bits are not supported")
		}
		w := words{st: r.st}
		return r.wrapped(formatSort(f), w.joined(w.joined(ts[0], ts[1], n[1]), ts[2], n[2]))
	},
	"fp.abs": floatUnary((*term.Store).FAbs), "fp.neg": floatUnary((*term.Store).FNeg),
	"fp.add": floatRounding(term.FloatAdd), "fp.mul": floatRounding(term.FloatMul), "fp.div": floatRounding(term.FloatDiv),
	"fp.fma": floatRounding(term.FloatFma), "fp.sqrt": floatRounding(term.FloatSqrt),
	"fp.roundToIntegral": floatRounding(term.FloatRound),
	"fp.sub": func(r *Reader, e SExpr, a []term.Term) term.Term {
		need(e, a, 3, 3)
		ts, f := floats(e, a[1:], 2, 2)
		return r.wrapped(a[1].Sort(), r.rounded(e, a[0], func(m float.Mode) term.Term {
			return r.st.Float(term.FloatOp{Kind: term.FloatAdd, Format: f, Mode: m}, ts[0], r.st.FNeg(f, ts[1]))
		}))
	},
	"fp.rem": func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, f := floats(e, a, 2, 2)
		return r.wrapped(a[0].Sort(), r.st.FRem(f, ts[0], ts[1]))
	},
	"fp.min": floatExtreme("fp.min", func(st *term.Store, f float.Format, x, y term.Term) term.Term { return st.FLt(f, x, y) }),
	"fp.max": floatExtreme("fp.max", func(st *term.Store, f float.Format, x, y term.Term) term.Term { return st.FLt(f, y, x) }),
	"fp.leq": floatChain((*term.Store).FLe), "fp.lt": floatChain((*term.Store).FLt), "fp.eq": floatChain((*term.Store).FEq),
	"fp.geq": floatChain(func(st *term.Store, f float.Format, x, y term.Term) term.Term { return st.FLe(f, y, x) }),
	"fp.gt":  floatChain(func(st *term.Store, f float.Format, x, y term.Term) term.Term { return st.FLt(f, y, x) }),

	"fp.isNormal": floatClass((*term.Store).FIsNormal), "fp.isSubnormal": floatClass((*term.Store).FIsSubnormal),
	"fp.isZero": floatClass((*term.Store).FIsZero), "fp.isInfinite": floatClass((*term.Store).FIsInf), "fp.isNaN": floatClass((*term.Store).FIsNaN),
	"fp.isNegative": floatClass(func(st *term.Store, f float.Format, x term.Term) term.Term {
		return st.And(st.FIsNegative(f, x), st.Not(st.FIsNaN(f, x)))
	}),
	"fp.isPositive": floatClass(func(st *term.Store, f float.Format, x term.Term) term.Term {
		return st.Not(st.Or(st.FIsNegative(f, x), st.FIsNaN(f, x)))
	}),
	"fp.to_ieee_bv": func(r *Reader, e SExpr, a []term.Term) term.Term { // not of the theory, but of solvers
		ts, f := floats(e, a, 1, 1)
		return r.vector(r.st.Ite(r.st.FIsNaN(f, ts[0]), r.st.FConst(f.NaN()), ts[0]), f.Width())
	},
}

func floatUnary(op func(*term.Store, float.Format, term.Term) term.Term) operator {
	return func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, f := floats(e, a, 1, 1)
		return r.wrapped(a[0].Sort(), op(r.st, f, ts[0]))
	}
}

func floatClass(op func(*term.Store, float.Format, term.Term) term.Term) operator {
	return func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, f := floats(e, a, 1, 1)
		return op(r.st, f, ts[0])
	}
}

func floatRounding(k term.FloatKind) operator {
	return func(r *Reader, e SExpr, a []term.Term) term.Term {
		n := term.FloatOp{Kind: k}.NumArgs()
		need(e, a, n+1, n+1)
		ts, f := floats(e, a[1:], n, n)
		return r.wrapped(a[1].Sort(), r.rounded(e, a[0], func(m float.Mode) term.Term {
			return r.st.Float(term.FloatOp{Kind: k, Format: f, Mode: m}, ts...)
		}))
	}
}

func floatChain(rel func(*term.Store, float.Format, term.Term, term.Term) term.Term) operator {
	return func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, f := floats(e, a, 2, -1)
		all := make([]term.Term, len(ts)-1)
		for i := range all {
			all[i] = rel(r.st, f, ts[i], ts[i+1])
		}
		return r.st.And(all...)
	}
}

// floatExtreme is fp.min or fp.max: of zeros of both signs it is either, always the same one.
func floatExtreme(name string, first func(*term.Store, float.Format, term.Term, term.Term) term.Term) operator {
	return func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, f := floats(e, a, 2, 2)
		st, x, y := r.st, ts[0], ts[1]
		either := st.Eq(st.Apply(fmt.Sprint(name, " of ", f), term.Int, x, y), st.Int(0))
		zeros := st.And(st.FIsZero(f, x), st.FIsZero(f, y), either)
		return r.wrapped(a[0].Sort(), st.Ite(st.FIsNaN(f, x), y, st.Ite(st.Or(st.FIsNaN(f, y), first(st, f, x, y), zeros), x, y)))
	}
}

// floatConstant reads (_ +oo 8 24) and the like.
func (r *Reader) floatConstant(e SExpr) (t term.Term, ok bool) {
	if len(e.List) != 4 {
		return t, false
	}
	var bits func(f float.Format) uint64
	switch e.List[1].Text {
	case "+oo":
		bits = float.Format.Inf
	case "-oo":
		bits = func(f float.Format) uint64 { return f.Neg(f.Inf()) }
	case "+zero":
		bits = func(f float.Format) uint64 { return 0 }
	case "-zero":
		bits = float.Format.SignBit
	case "NaN":
		bits = float.Format.NaN
	default:
		return t, false
	}
	f := format(e, e.List[2:])
	return r.wrapped(formatSort(f), r.st.FConst(bits(f))), true
}

// mode reads the name of a rounding mode.
func (r *Reader) mode(name string) (t term.Term, ok bool) {
	k := slices.IndexFunc(modes[:], func(m [2]string) bool { return m[0] == name || m[1] == name })
	if k < 0 {
		return t, false
	}
	return r.wrapped(roundingMode, r.st.Int(int64(k))), true
}

// conversion reads ((_ to_fp 8 24) …), ((_ fp.to_sbv 32) …) and the like.
func (r *Reader) conversion(e, head SExpr) (t term.Term, ok bool) {
	name := head.List[1].Text
	switch name {
	case "to_fp", "to_fp_unsigned":
		if len(head.List) != 4 {
			fail(head, "%s needs two numbers", name)
		}
	case "fp.to_ubv", "fp.to_sbv":
		if len(head.List) != 3 {
			fail(head, "%s needs a number", name)
		}
	default:
		return t, false
	}
	args := make([]term.Term, len(e.List)-1)
	for i, a := range e.List[1:] {
		args[i] = r.term(a)
	}
	if strings.HasPrefix(name, "fp.") {
		return r.toVector(e, head, args), true
	}
	f := format(head, head.List[2:])
	sort := formatSort(f)
	if len(args) == 1 && name == "to_fp" {
		u, n := Number(args[0])
		if n != f.Width() || vectorWidth(args[0].Sort()) == 0 {
			fail(e.List[1], "to_fp of a term of sort %s, expected a bit vector of %d bits", SortText(args[0].Sort()), f.Width())
		}
		return r.wrapped(sort, u), true
	}
	need(e, args, 2, 2)
	x := args[1]
	u, n := Number(x)
	from, isFloat := formatOf(x.Sort())
	return r.wrapped(sort, r.rounded(e, args[0], func(m float.Mode) term.Term {
		op := term.FloatOp{Format: f, Mode: m}
		switch {
		case isFloat && name == "to_fp":
			op.Kind, op.From = term.FloatConvert, from
			return r.st.Float(op, u)
		case vectorWidth(x.Sort()) > 0:
			op.Kind = term.FloatFromInt
			if name == "to_fp" {
				return r.st.Float(op, words{r.st, n}.signed(u))
			}
			return r.st.Float(op, u)
		case x.Op() == term.Const && x.Sort().IsNumeric() && name == "to_fp":
			return r.st.FConst(f.FromRat(m, x.Num()))
		}
		fail(e.List[2], "%s of a term of sort %s is not supported", name, SortText(x.Sort()))
		panic("unreachable")
	})), true
}

// toVector is fp.to_ubv or fp.to_sbv: what does not fit is an unknown function of the number and the mode.
func (r *Reader) toVector(e, head SExpr, args []term.Term) term.Term {
	name, n := head.List[1].Text, width(head, small(head.List[2], "BitVec", 1<<20))
	if n > 200 {
		fail(head, "%s of more than 200 bits is not supported", name)
	}
	need(e, args, 2, 2)
	ts, f := floats(e, args[1:], 1, 1)
	st := r.st
	return r.vector(r.rounded(e, args[0], func(m float.Mode) term.Term {
		v := st.Float(term.FloatOp{Kind: term.FloatToInt, Format: f, Mode: m, Bits: uint8(n)}, ts[0])
		lo, hi := st.Int(0), words{st, n}.size()
		if name == "fp.to_sbv" {
			hi = words{st, n}.half()
			lo = st.Neg(hi)
		}
		unknown := st.Apply(fmt.Sprint(name, " ", n, " of ", f), term.Int, st.Int(int64(m)), ts[0])
		return words{st, n}.wrap(st.Ite(st.And(st.Le(lo, v), st.Lt(v, hi)), v, unknown))
	}), n)
}
