package smtlib

import (
	"strconv"
	"strings"

	"craig/logic/num"
	"craig/logic/term"
)

// Arrays of bit vectors. An array whose index or elements are bit vectors is read as an array of the numbers that they stand for,
// its carrier. While a formula is read it is the term bits(t) of its own sort, where t is the carrier, as bit vectors are. Indices are
// below 2^n; what lies at other indices of the carrier is nobody's business, and elements are taken modulo 2^m where they
// are read. So two arrays are equal where their carriers have equal elements at all indices below 2^n: that is a quantified
// formula, which Reader.Differ makes. A function of bit vectors and truth values is an array too: its arguments, one after
// the other, are the index.

// Packed says whether terms of the sort are read as terms of another one: those of bit vectors, floating-point numbers,
// rounding modes, and arrays of them.
func Packed(s term.Sort) bool {
	return Width(s) > 0 || s.IsArray() && (Packed(s.Index()) || Packed(s.Elem()))
}

// Carrier is the sort as which terms of the sort are read.
func Carrier(s term.Sort) term.Sort {
	switch {
	case Width(s) > 0:
		return term.Int
	case Packed(s):
		return term.Array(Carrier(s.Index()), Carrier(s.Elem()))
	}
	return s
}

// Unpacked is what a term is read as.
func Unpacked(t term.Term) term.Term {
	if Packed(t.Sort()) {
		return t.Arg(0)
	}
	return t
}

// packed is the term of the sort that t, of its carrier, stands for.
func (r *Reader) packed(s term.Sort, t term.Term) term.Term {
	switch {
	case Width(s) > 0:
		return r.wrapped(s, r.patterns(s, t))
	case Packed(s):
		return r.wrapped(s, t)
	}
	return t
}

// arraySort is the sort of arrays with these indices and elements.
func arraySort(e SExpr, index, elem term.Sort) term.Sort {
	if Packed(index) && vectorWidth(index) == 0 {
		fail(e, "arrays with indices of sort %s are not supported", SortText(index))
	}
	return term.Array(index, elem)
}

// equal is the equality of terms of one sort.
func (r *Reader) equal(e SExpr, s term.Sort, a, b term.Term) term.Term {
	switch {
	case !Packed(s):
		return same(r.st, s, a, b)
	case !s.IsArray():
		return same(r.st, s, Unpacked(a), Unpacked(b))
	case a == b:
		return r.st.True()
	case r.Differ == nil:
		fail(e, "the equality of arrays of bit vectors is not supported")
	}
	k := r.st.Fresh("index", Carrier(s.Index()))
	at := Unpacked(r.packed(s.Index(), k))
	differ := r.st.Not(r.equal(e, s.Elem(), r.cell(s, a, at), r.cell(s, b, at)))
	return r.st.Not(r.Differ(Unpacked(a), Unpacked(b), k, differ))
}

// cell is the element of an array of the sort s at an index, which is unpacked.
func (r *Reader) cell(s term.Sort, a, index term.Term) term.Term {
	return r.packed(s.Elem(), r.st.Select(Unpacked(a), index))
}

// joinable says whether the arguments and the result of a function are bit vectors or truth values, at least one of them a bit
// vector, so that the function is read as an array.
func joinable(args []term.Sort, result term.Sort) bool {
	bits, any := 0, false
	for _, s := range args {
		if s != term.Bool && vectorWidth(s) == 0 {
			return false
		}
		bits, any = bits+max(1, Width(s)), any || Width(s) > 0
	}
	return bits <= maxVector && (result == term.Bool && any || vectorWidth(result) > 0)
}

// join is the index for arguments of a function that is read as an array.
func (r *Reader) join(args []term.Term) term.Term {
	index := r.st.Int(0)
	for _, a := range args {
		if a.Sort() == term.Bool {
			a = r.vector(r.st.Ite(a, r.st.Int(1), r.st.Int(0)), 1)
		}
		t, n := Number(a)
		index = words{st: r.st}.joined(index, t, n)
	}
	return index
}

// read applies a function that is read as an array.
func (r *Reader) read(f *function, args []term.Term) term.Term {
	v := r.st.Select(f.array, r.join(args))
	if f.result == term.Bool {
		return r.st.Eq(r.st.Mod(v, r.st.Int(2)), r.st.Int(1))
	}
	return r.packed(f.result, v)
}

// Value is the value of a term of the sort as SMT-LIB writes it, where v is the value of what it is read as; plain writes
// values of sorts that are read as themselves.
func Value(s term.Sort, v term.Term, plain func(term.Term) string) string {
	switch {
	case !Packed(s):
		return plain(v)
	case !s.IsArray():
		return ValueText(s, v.Num().Num())
	}
	var b strings.Builder
	var cells []term.Term
	for ; v.Op() == term.Store_; v = v.Arg(0) {
		if InRange(s.Index(), v.Arg(1)) {
			cells = append(cells, v)
		}
	}
	elem := Value(s.Elem(), v.Arg(0), plain)
	b.WriteString(strings.Repeat("(store ", len(cells)) + "((as const " + SortText(s) + ") " + elem + ")")
	for i := len(cells) - 1; i >= 0; i-- {
		b.WriteString(" " + Value(s.Index(), cells[i].Arg(1), plain) + " " + Value(s.Elem(), cells[i].Arg(2), plain) + ")")
	}
	return b.String()
}

// InRange says whether a value of the carrier of an index sort stands for an index.
func InRange(s term.Sort, v term.Term) bool {
	n := Width(s)
	return n == 0 || v.Num().Sign() >= 0 && v.Num().Num().Less(num.Pow2(uint(n)))
}

// Point is an argument list of a function that is read as an array, as SMT-LIB writes it, for an index.
func Point(args []term.Sort, index num.Int) []string {
	texts := make([]string, len(args))
	for i := len(args) - 1; i >= 0; i-- {
		n := max(1, Width(args[i]))
		var v num.Int
		index, v = index.DivMod(num.Pow2(uint(n)))
		if texts[i] = Vector(v, n); args[i] == term.Bool {
			texts[i] = strconv.FormatBool(!v.IsZero())
		}
	}
	return texts
}
