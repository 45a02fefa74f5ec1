package format

import (
	"math"
	"strings"

	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// PrintPrefix begins the names of the functions of library/models/print.c, and PrintModels are those for pieces of formats without it.
const PrintPrefix = "__craig_print_"

var PrintModels = []string{"char", "end", "filled", "fixed", "guess", "number", "padded", "signed", "signed_number", "string", "unsigned"}

// Piece is a piece of a format of printf, and the arguments that it takes: for the width, for the precision, and what is converted.
type Piece struct {
	library.Directive
	Text string // of one that stands for itself
	Args []Argument
}

// Argument is an argument of a call; Value may be nil before there is code of it.
type Argument struct {
	Value  *ir.Expr
	Type   *types.Type
	Text   string // if it is a literal,
	IsText bool   // which this says
}

// Takes tells whether a directive is for values of a type.
func Takes(tt *types.Table, d library.Directive, t *types.Type) bool {
	switch d.Verb {
	case 'd', 'i', 'o', 'u', 'x', 'X', 'c':
		want, ok := LengthType(tt, d.Length, true)
		return ok && t.IsInteger() && t.SizeOf() == max(want.SizeOf(), tt.Basic(types.Int).SizeOf())
	case 's':
		return t.Kind == types.Pointer && d.Length == ""
	case 'p', 'n':
		return t.Kind == types.Pointer
	}
	return t.IsReal()
}

// Pieces are those of a format with its arguments; false if these do not fit it, or it has something that is not known.
func Pieces(tt *types.Table, format string, args []Argument) ([]Piece, string) {
	list, known := library.PrintFormat(format)
	if !known {
		return nil, "of its format"
	}
	var pieces []Piece
	for _, d := range list {
		n, fits := 0, true
		for _, star := range []bool{d.Star, d.Starred} {
			if star {
				fits = fits && n < len(args) && args[n].Type.IsInteger() && args[n].Type.SizeOf() == tt.Basic(types.Int).SizeOf()
				n++
			}
		}
		if d.Converts() {
			fits = fits && n < len(args) && Takes(tt, d, args[n].Type)
			n++
		}
		if !fits {
			return nil, "its arguments do not fit its format"
		}
		pieces, args = append(pieces, Piece{d, format[d.From:d.To], args[:n]}), args[n:]
	}
	return pieces, ""
}

// Printer prints into memory.
type Printer struct {
	Code Code
	To   *ir.Expr // where the text goes
	N    *ir.Expr // the limit; nil: there is none
	At   *ir.Expr // how many characters have been printed

	m    maker
	room *ir.Expr // how many characters have room before the 0
}

// call calls a function of print.c with the place, the room and where it is, and then args; what it returns is where it is then.
func (p *Printer) call(name string, args ...*ir.Expr) {
	p.At = p.m.Call(PrintPrefix+name, append([]*ir.Expr{p.To, p.room, p.At}, args...)...)
}

// Print prints pieces from the beginning.
func (p *Printer) Print(pieces []Piece) {
	p.m = maker{p.Code}
	size := p.m.size()
	p.At, p.room = ir.ConstInt(size, 0), ir.Const(size, size.Max())
	if p.N != nil {
		none := p.m.Fold(ir.Compare(ir.OpEq, p.N, p.At))
		p.room = p.m.copied(p.m.Fold(ir.Ite(none, p.At, p.m.Fold(ir.Binary(ir.OpSub, p.N, ir.ConstInt(size, 1))))))
	}
	for _, x := range pieces {
		if text, ok := p.known(x); ok {
			p.text(text)
		} else {
			p.convert(x)
		}
	}
}

// known is what a piece prints, if all of it is constant.
func (p *Printer) known(x Piece) (string, bool) {
	switch {
	case x.Literal():
		return x.Text, true
	case x.Verb == '%':
		return "%", true
	case len(x.Args) != 1:
		return "", false
	}
	v := x.Args[0]
	switch {
	case x.Verb == 's' && v.IsText:
		return x.Directive.Text(v.Text), true
	case v.Value == nil || !v.Value.IsConst():
		return "", false
	case x.Verb == 'c':
		n, _ := p.m.cast(ir.Int(8, false), v.Value).Val.Int64()
		return x.Pad(string([]byte{byte(n)})), true
	case strings.IndexByte("diouxX", x.Verb) >= 0:
		return x.Number(p.integer(x.Directive, v).Val.Big()), true
	case strings.IndexByte("fFeE", x.Verb) >= 0 && v.Value.Type.IsFloat() && v.Value.Type.Bits == 64:
		return x.Float(math.Float64frombits(v.Value.Pattern()))
	}
	return "", false
}

// integer is an argument converted to the type that a conversion of an integer is for.
func (p *Printer) integer(d library.Directive, v Argument) *ir.Expr {
	t, _ := LengthType(p.m.Types(), d.Length, d.Verb == 'd' || d.Verb == 'i')
	return p.m.cast(p.m.Scalar(t), v.Value)
}

// text prints constant text.
func (p *Printer) text(text string) {
	for i := range len(text) {
		c := p.m.byte(text[i])
		there := ir.True()
		if p.N != nil {
			there = p.m.Fold(ir.Compare(ir.OpLt, p.At, p.room))
		}
		switch {
		case !p.At.IsConst() || !there.IsConst() || p.m.Watched():
			p.call("char", c)
			continue
		case there.IsTrue():
			p.m.Store(p.m.Types().Basic(types.Char), p.m.moved(p.To, p.At), c)
		}
		p.At = p.m.Fold(ir.Binary(ir.OpAdd, p.At, ir.ConstInt(p.At.Type, 1)))
	}
}

// convert prints one converted argument.
func (p *Printer) convert(x Piece) {
	m, args := p.m, x.Args
	flag := func(c string) bool { return strings.Contains(x.Flags, c) }
	left := truth(flag("-"))
	width, precision := ir.ConstInt(integer, int64(max(x.Width, 0))), ir.ConstInt(integer, int64(x.Precision))
	if x.Verb == 'm' { // the text of errno
		m.Approximated("what %s prints for %%%c is unknown", x.Verb)
		p.call("guess", width)
		return
	}
	if x.Star {
		// A negative width is the flag - and its amount.
		w := m.cast(integer, args[0].Value)
		negative := m.Fold(ir.Compare(ir.OpLt, w, ir.ConstInt(integer, 0)))
		width = m.copied(m.Fold(ir.Ite(negative, m.Fold(ir.Neg(w)), w)))
		left = ir.OfBool(integer, ir.Or(negative, ir.Truth(flag("-"))))
		args = args[1:]
	}
	if x.Starred {
		// A negative precision is none.
		w := m.cast(integer, args[0].Value)
		precision = m.copied(m.Fold(ir.Ite(m.Fold(ir.Compare(ir.OpLt, w, ir.ConstInt(integer, 0))), ir.ConstInt(integer, -1), w)))
		args = args[1:]
	}
	plus := m.byte(0)
	if flag("+") {
		plus = m.byte('+')
	} else if flag(" ") {
		plus = m.byte(' ')
	}
	v := args[0]
	plain := x.Flags == "" && x.Width < 0 && x.Precision < 0 && !x.Star && !x.Starred
	switch x.Verb {
	case 'c':
		c := m.cast(m.char(), m.cast(ir.Int(8, false), v.Value))
		if plain {
			p.call("char", c)
			return
		}
		p.call("filled", c, left, width)
	case 's':
		if plain {
			p.call("string", v.Value)
			return
		}
		p.call("padded", v.Value, left, width, precision)
	case 'd', 'i':
		n := p.integer(x.Directive, v)
		if plain {
			p.call("signed", n)
			return
		}
		p.call("signed_number", n, plus, left, truth(flag("0")), width, precision)
	case 'u', 'o', 'x', 'X':
		base := ir.ConstInt(integer, map[byte]int64{'u': 10, 'o': 8, 'x': 16, 'X': 16}[x.Verb])
		letter := m.byte('a')
		if x.Verb == 'X' {
			letter = m.byte('A')
		}
		n := p.integer(x.Directive, v)
		if plain {
			p.call("unsigned", n, base, letter)
			return
		}
		p.call("number", n, base, letter, m.byte(0), truth(flag("#")), left, truth(flag("0")), width, precision)
	case 'n':
		t, ok := LengthType(m.Types(), x.Length, true)
		if !ok {
			t = m.Types().Basic(types.Int)
		}
		m.Store(t, v.Value, m.cast(m.Scalar(t), p.At))
	case 'f', 'F':
		if v.Value != nil && v.Value.Type.IsFloat() && v.Value.Type.Bits == 64 && !flag("#") && !flag("'") {
			m.Approximated("what %s prints for %%%c of a number that is not whole is unknown", x.Verb)
			p.call("fixed", v.Value, plus, left, truth(flag("0")), width, precision)
			return
		}
		fallthrough
	default:
		m.Approximated("what %s prints for %%%c is unknown", x.Verb)
		p.call("guess", width)
	}
}

// End writes the 0.
func (p *Printer) End() {
	if p.N != nil || p.m.Watched() {
		n := p.N
		if n == nil {
			n = ir.Const(p.m.size(), p.m.size().Max())
		}
		p.m.Call(PrintPrefix+"end", p.To, n, p.At)
		return
	}
	p.m.Store(p.m.Types().Basic(types.Char), p.m.moved(p.To, p.At), p.m.byte(0))
}
