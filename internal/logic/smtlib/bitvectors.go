package smtlib

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"craig/logic/num"
	"craig/logic/term"
)

// A bit vector of n bits is read as the natural number below 2^n that it stands for. While a
// formula is read it is the term bits(t) of a sort of its own, where t of sort Int is that number;
// relations take the numbers out again, so that no formula speaks of bits(t). A variable x is
// x mod 2^n of an unbounded integer x.

// maxVector bounds the width of bit vectors.
const maxVector = 2048

// vectorSorts are the sorts of bit vectors and their widths.
var vectorSorts sync.Map

// vectorSort is the sort of bit vectors of n bits.
func vectorSort(n int) term.Sort {
	s := term.Uninterpreted(fmt.Sprintf("(_ BitVec %d)", n))
	vectorSorts.Store(s, n)
	return s
}

// Width is the number of bits of the patterns that stand for the values of the sort: of bit vectors,
// floating-point numbers and rounding modes. It is 0 for other sorts.
func Width(s term.Sort) int {
	if s == roundingMode {
		return 3
	}
	if f, ok := formatOf(s); ok {
		return f.Width()
	}
	return vectorWidth(s)
}

// vectorWidth is Width of bit vectors, 0 for other sorts.
func vectorWidth(s term.Sort) int {
	if n, ok := vectorSorts.Load(s); ok {
		return n.(int)
	}
	return 0
}

// SortText is a sort as SMT-LIB writes it.
func SortText(s term.Sort) string {
	if n := vectorWidth(s); n > 0 {
		return fmt.Sprintf("(_ BitVec %d)", n)
	}
	if f, ok := formatOf(s); ok {
		return fmt.Sprintf("(_ FloatingPoint %d %d)", f.Exp, f.Sig)
	}
	if s == roundingMode {
		return "RoundingMode"
	}
	if s.IsArray() {
		return "(Array " + SortText(s.Index()) + " " + SortText(s.Elem()) + ")"
	}
	return s.String()
}

// Vector is the bit vector of n bits that v modulo 2^n stands for, as SMT-LIB writes it.
func Vector(v num.Int, n int) string {
	_, v = v.DivMod(num.Pow2(uint(n)))
	b := v.Big()
	if n%4 == 0 {
		return fmt.Sprintf("#x%0*s", n/4, b.Text(16))
	}
	return fmt.Sprintf("#b%0*s", n, b.Text(2))
}

// Number is the number that a term of a bit vector, floating-point number or rounding mode stands
// for, and the width of its sort; of other terms the term itself and 0.
func Number(t term.Term) (term.Term, int) {
	if n := Width(t.Sort()); n > 0 {
		return t.Arg(0), n
	}
	return t, 0
}

// vector is the bit vector for a term between 0 and 2^n.
func (r *Reader) vector(t term.Term, n int) term.Term {
	s := vectorSort(n)
	return r.st.Apply("bits "+strconv.Itoa(n), s, t)
}

// width checks the n of (_ BitVec n).
func width(e SExpr, n int) int {
	switch {
	case n < 1:
		fail(e, "a bit vector has at least one bit")
	case n > maxVector:
		fail(e, "bit vectors of more than %d bits are not supported", maxVector)
	}
	return n
}

// literal reads #b… and #x….
func (r *Reader) literal(e SExpr) term.Term {
	v, bits, ok := vectorLiteral(e)
	if !ok {
		fail(e, "malformed bit vector %s", brief(e))
	}
	return r.vector(r.st.IntNum(v), width(e, bits))
}

// vectorLiteral is the number that a literal stands for, and how many bits it has.
func vectorLiteral(e SExpr) (v num.Int, bits int, ok bool) {
	if e.Kind != Bits || len(e.Text) < 3 { // # alone, or without a digit
		return v, 0, false
	}
	base, digit := 16, 4
	if strings.HasPrefix(e.Text, "#b") {
		base, digit = 2, 1
	}
	for _, c := range e.Text[2:] {
		d, err := strconv.ParseInt(string(c), base, 8)
		if err != nil {
			return v, 0, false
		}
		v = v.Mul(num.I(int64(base))).Add(num.I(d))
	}
	return v, digit * (len(e.Text) - 2), true
}

// indexed reads (_ bv5 8).
func (r *Reader) indexed(e SExpr) term.Term {
	if len(e.List) == 3 && e.List[1].Kind == Symbol {
		if digits, ok := strings.CutPrefix(e.List[1].Text, "bv"); ok {
			if v, ok := num.ParseInt(digits); ok && v.Sign() >= 0 {
				n := width(e, small(e.List[2], "BitVec", 1<<20))
				if v.BitLen() > n {
					fail(e, "%s needs more than %d bits", e.List[1].Text, n)
				}
				return r.vector(r.st.IntNum(v), n)
			}
		}
	}
	if t, ok := r.floatConstant(e); ok {
		return t
	}
	fail(e, "_ is not supported here")
	panic("unreachable")
}

// vectorArgs checks that all are bit vectors, of one width unless mixed.
func vectorArgs(e SExpr, a []term.Term, least, most int, mixed bool) (ts []term.Term, n int) {
	need(e, a, least, most)
	for i, t := range a {
		u, k := Number(t)
		if vectorWidth(t.Sort()) == 0 || i > 0 && !mixed && k != n {
			fail(e.List[i+1], "argument %d of %s has sort %s, expected a bit vector of the width of the others", i+1, brief(e.List[0]), SortText(t.Sort()))
		}
		ts, n = append(ts, u), k
	}
	return ts, n
}

// words makes operations on numbers below 2^n.
type words struct {
	st *term.Store
	n  int
}

func (w words) size() term.Term                { return w.st.IntNum(num.Pow2(uint(w.n))) }
func (w words) half() term.Term                { return w.st.IntNum(num.Pow2(uint(w.n - 1))) }
func (w words) wrap(t term.Term) term.Term     { return w.st.Mod(t, w.size()) }
func (w words) zero(t term.Term) term.Term     { return w.st.Eq(t, w.st.Int(0)) }
func (w words) neg(t term.Term) term.Term      { return w.wrap(w.st.Neg(t)) }
func (w words) negative(t term.Term) term.Term { return w.st.Ge(t, w.half()) }
func (w words) ones() term.Term                { return w.st.Sub(w.size(), w.st.Int(1)) }

// signed is the number between -2^(n-1) and 2^(n-1).
func (w words) signed(t term.Term) term.Term {
	return w.st.Sub(w.wrap(w.st.Add(t, w.half())), w.half())
}

func (w words) abs(t term.Term) term.Term {
	return w.st.Ite(w.negative(t), w.st.Sub(w.size(), t), t)
}

// udiv is all ones where the divisor is 0, urem the dividend.
func (w words) udiv(x, y term.Term) term.Term {
	return w.st.Ite(w.zero(y), w.ones(), w.st.Div(x, w.divisor(y)))
}

func (w words) urem(x, y term.Term) term.Term {
	return w.st.Ite(w.zero(y), x, w.st.Mod(x, w.divisor(y)))
}

// divisor is y, or 1 where that is 0.
func (w words) divisor(y term.Term) term.Term {
	return w.st.Ite(w.zero(y), w.st.Int(1), y)
}

func (w words) sdiv(x, y term.Term) term.Term {
	q := w.udiv(w.abs(x), w.abs(y))
	return w.st.Ite(w.st.Iff(w.negative(x), w.negative(y)), q, w.neg(q))
}

// srem has the sign of the dividend, smod that of the divisor.
func (w words) srem(x, y term.Term) term.Term {
	m := w.urem(w.abs(x), w.abs(y))
	return w.st.Ite(w.negative(x), w.neg(m), m)
}

func (w words) smod(x, y term.Term) term.Term {
	m := w.urem(w.abs(x), w.abs(y))
	signed := w.st.Ite(w.negative(x), w.neg(m), m)
	return w.st.Ite(w.st.Or(w.zero(m), w.st.Iff(w.negative(x), w.negative(y))), signed, w.wrap(w.st.Add(signed, y)))
}

func (w words) shl(x, s term.Term) term.Term {
	return w.st.Ite(w.st.Lt(s, w.st.Int(int64(w.n))), w.wrap(w.st.Shl(x, s)), w.st.Int(0))
}

// field has the bits i down to j.
func (w words) field(t term.Term, i, j int) term.Term {
	return w.st.Mod(w.st.Div(t, w.st.IntNum(num.Pow2(uint(j)))), w.st.IntNum(num.Pow2(uint(i-j+1))))
}

// joined is x in front of the m bits of y.
func (w words) joined(x, y term.Term, m int) term.Term {
	return w.st.Add(w.st.Scale(num.Pow2(uint(m)).Rat(), x), y)
}

// fits says that a signed number needs no more than n bits.
func (w words) fits(t term.Term) term.Term {
	return w.st.And(w.st.Ge(t, w.st.Neg(w.half())), w.st.Lt(t, w.half()))
}

// vectorOperators are those of the theory of bit vectors. A script may declare functions of
// their names.
var vectorOperators = map[string]operator{
	"bvnot":  unary(func(w words, x term.Term) term.Term { return w.st.Sub(w.ones(), x) }),
	"bvneg":  unary(words.neg),
	"bvand":  folded(func(w words, x, y term.Term) term.Term { return w.st.BitAnd(x, y) }),
	"bvor":   folded(func(w words, x, y term.Term) term.Term { return w.st.BitOr(x, y) }),
	"bvxor":  folded(func(w words, x, y term.Term) term.Term { return w.st.BitXor(x, y) }),
	"bvadd":  folded(func(w words, x, y term.Term) term.Term { return w.wrap(w.st.Add(x, y)) }),
	"bvmul":  folded(func(w words, x, y term.Term) term.Term { return w.wrap(w.st.Mul(x, y)) }),
	"bvsub":  folded(func(w words, x, y term.Term) term.Term { return w.wrap(w.st.Sub(x, y)) }),
	"bvnand": paired(func(w words, x, y term.Term) term.Term { return w.st.Sub(w.ones(), w.st.BitAnd(x, y)) }),
	"bvnor":  paired(func(w words, x, y term.Term) term.Term { return w.st.Sub(w.ones(), w.st.BitOr(x, y)) }),
	"bvxnor": folded(func(w words, x, y term.Term) term.Term { return w.st.Sub(w.ones(), w.st.BitXor(x, y)) }),
	"bvudiv": paired(words.udiv), "bvurem": paired(words.urem),
	"bvsdiv": paired(words.sdiv), "bvsrem": paired(words.srem), "bvsmod": paired(words.smod),
	"bvshl":  paired(words.shl),
	"bvlshr": paired(func(w words, x, s term.Term) term.Term { return w.st.Shr(x, s) }),
	"bvashr": paired(func(w words, x, s term.Term) term.Term { return w.wrap(w.st.Shr(w.signed(x), s)) }),

	"bvult": related(words.same, (*term.Store).Lt), "bvule": related(words.same, (*term.Store).Le),
	"bvugt": related(words.same, (*term.Store).Gt), "bvuge": related(words.same, (*term.Store).Ge),
	"bvslt": related(words.signed, (*term.Store).Lt), "bvsle": related(words.signed, (*term.Store).Le),
	"bvsgt": related(words.signed, (*term.Store).Gt), "bvsge": related(words.signed, (*term.Store).Ge),

	"bvuaddo": related2(func(w words, x, y term.Term) term.Term { return w.st.Ge(w.st.Add(x, y), w.size()) }),
	"bvumulo": related2(func(w words, x, y term.Term) term.Term { return w.st.Ge(w.st.Mul(x, y), w.size()) }),
	"bvusubo": related2(func(w words, x, y term.Term) term.Term { return w.st.Lt(x, y) }),
	"bvsaddo": related2(func(w words, x, y term.Term) term.Term {
		return w.st.Not(w.fits(w.st.Add(w.signed(x), w.signed(y))))
	}),
	"bvssubo": related2(func(w words, x, y term.Term) term.Term {
		return w.st.Not(w.fits(w.st.Sub(w.signed(x), w.signed(y))))
	}),
	"bvsmulo": related2(func(w words, x, y term.Term) term.Term {
		return w.st.Not(w.fits(w.st.Mul(w.signed(x), w.signed(y))))
	}),
	"bvsdivo": related2(func(w words, x, y term.Term) term.Term {
		return w.st.And(w.st.Eq(x, w.half()), w.st.Eq(y, w.ones()))
	}),
	"bvnego": func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, n := vectorArgs(e, a, 1, 1, false)
		return r.st.Eq(ts[0], words{r.st, n}.half())
	},

	"bvcomp": func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, _ := vectorArgs(e, a, 2, 2, false)
		return r.vector(r.st.Ite(r.st.Eq(ts[0], ts[1]), r.st.Int(1), r.st.Int(0)), 1)
	},
	"bvredor":  reduced(func(w words, x term.Term) term.Term { return w.st.Not(w.zero(x)) }),
	"bvredand": reduced(func(w words, x term.Term) term.Term { return w.st.Eq(x, w.ones()) }),
	"concat": func(r *Reader, e SExpr, a []term.Term) term.Term {
		vectorArgs(e, a, 2, -1, true)
		t, n := Number(a[0])
		for _, b := range a[1:] {
			u, m := Number(b)
			t, n = words{st: r.st}.joined(t, u, m), width(e, n+m)
		}
		return r.vector(t, n)
	},
	"bv2nat": func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, _ := vectorArgs(e, a, 1, 1, false)
		return ts[0]
	},
	"ubv_to_int": func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, _ := vectorArgs(e, a, 1, 1, false)
		return ts[0]
	},
	"sbv_to_int": func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, n := vectorArgs(e, a, 1, 1, false)
		return words{r.st, n}.signed(ts[0])
	},
}

func (w words) same(t term.Term) term.Term { return t }

func unary(f func(w words, x term.Term) term.Term) operator {
	return func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, n := vectorArgs(e, a, 1, 1, false)
		return r.vector(f(words{r.st, n}, ts[0]), n)
	}
}

func paired(f func(w words, x, y term.Term) term.Term) operator {
	return func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, n := vectorArgs(e, a, 2, 2, false)
		return r.vector(f(words{r.st, n}, ts[0], ts[1]), n)
	}
}

// folded is paired, and associates to the left.
func folded(f func(w words, x, y term.Term) term.Term) operator {
	return func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, n := vectorArgs(e, a, 2, -1, false)
		t := ts[0]
		for _, u := range ts[1:] {
			t = f(words{r.st, n}, t, u)
			r.grow(e, t)
		}
		return r.vector(t, n)
	}
}

func related(of func(words, term.Term) term.Term, rel func(*term.Store, term.Term, term.Term) term.Term) operator {
	return func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, n := vectorArgs(e, a, 2, -1, false)
		w := words{r.st, n}
		all := make([]term.Term, len(ts)-1)
		for i := range all {
			all[i] = rel(r.st, of(w, ts[i]), of(w, ts[i+1]))
		}
		return r.st.And(all...)
	}
}

func related2(f func(w words, x, y term.Term) term.Term) operator {
	return func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, n := vectorArgs(e, a, 2, 2, false)
		return f(words{r.st, n}, ts[0], ts[1])
	}
}

// reduced is a bit that says whether f.
func reduced(f func(w words, x term.Term) term.Term) operator {
	return func(r *Reader, e SExpr, a []term.Term) term.Term {
		ts, n := vectorArgs(e, a, 1, 1, false)
		return r.vector(r.st.Ite(f(words{r.st, n}, ts[0]), r.st.Int(1), r.st.Int(0)), 1)
	}
}

// indexedOperator reads ((_ extract i j) x) and the like; ok is false for what is none.
func (r *Reader) indexedOperator(e, head SExpr) (t term.Term, ok bool) {
	if len(head.List) < 3 || head.List[1].Kind != Symbol {
		return t, false
	}
	if t, ok := r.conversion(e, head); ok || len(e.List) != 2 {
		return t, ok
	}
	name := head.List[1].Text
	if !slices.Contains([]string{"extract", "zero_extend", "sign_extend", "rotate_left", "rotate_right", "repeat", "int2bv", "nat2bv", "int_to_bv"}, name) {
		return t, false
	}
	var k [2]int
	for i, index := range head.List[2:] {
		if i >= 2 || i == 1 && name != "extract" {
			fail(head, "%s has too many indices", name)
		}
		k[i] = small(index, name, 1<<20)
	}
	x := r.term(e.List[1])
	if strings.HasSuffix(name, "bv") {
		if x.Sort() != term.Int {
			fail(e.List[1], "%s of a term of sort %s, which is no integer", name, SortText(x.Sort()))
		}
		n := width(head, k[0])
		return r.vector(words{r.st, n}.wrap(x), n), true
	}
	u, n := Number(x)
	if vectorWidth(x.Sort()) == 0 {
		fail(e.List[1], "%s of a term of sort %s, which is no bit vector", name, SortText(x.Sort()))
	}
	w := words{r.st, n}
	switch name {
	case "extract":
		if len(head.List) != 4 || k[0] < k[1] || k[0] >= n {
			fail(head, "extract needs indices n > i ≥ j ≥ 0 of a bit vector of n = %d bits", n)
		}
		return r.vector(w.field(u, k[0], k[1]), k[0]-k[1]+1), true
	case "zero_extend":
		return r.vector(u, width(head, n+k[0])), true
	case "sign_extend":
		m := width(head, n+k[0])
		return r.vector(words{r.st, m}.wrap(w.signed(u)), m), true
	case "repeat":
		m := width(head, n*k[0])
		t = u
		for range k[0] - 1 {
			t = w.joined(t, u, n)
		}
		return r.vector(t, m), true
	}
	left := k[0] % n
	if name == "rotate_right" {
		left = (n - left) % n
	}
	if left == 0 {
		return x, true
	}
	return r.vector(w.joined(w.field(u, n-left-1, 0), w.field(u, n-1, n-left), left), n), true
}
