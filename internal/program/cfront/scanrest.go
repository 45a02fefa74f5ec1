package cfront

import (
	"strings"

	"craig/internal/program/ir"
)

// What a conversion of scanf has not read comes next: after a number no digit, after a word white space or the end. This is not
// followed: a character that may not come there makes the execution an approximation, in the same call and in the next that reads.

// restKind is what may come after a call of scanf; the numbers are those of the models of stdio.h.
type restKind int64

const (
	restAny    restKind = iota
	restNumber          // no digit
	restWord            // white space or the end
	restEnd             // nothing but the end
)

// rest is what may come for certain after the piece d, if it is the last that scanf has looked at.
func (d directive) rest() restKind {
	switch {
	case d.verb == 'n' || d.verb == 'c' && d.width <= 1:
		return restAny
	case (d.verb == 'd' || d.verb == 'u') && d.width < 0:
		return restNumber
	case d.verb == ' ' || d.verb == '[' || d.verb == 'c':
		return restEnd
	}
	return restWord
}

// rests are what may come after all of the pieces have been done, and after some have.
func rests(pieces []directive) (done, failed restKind) {
	for i, d := range pieces {
		if d.verb != ' ' {
			failed = max(failed, d.rest())
			if d.verb != 0 && d.verb != '%' && d.verb != 'n' && d.flags == "" {
				done = restAny
			}
		}
		if d.verb != ' ' || i == len(pieces)-1 {
			done = max(done, d.rest())
		}
	}
	return done, failed
}

// clashes says that the piece d of format may want a character first that cannot be there, behind the piece before.
func (d directive) clashes(before directive, format string) bool {
	switch {
	case d.verb == 0 && before.rest() == restNumber:
		return '0' <= format[d.from] && format[d.from] <= '9'
	case d.verb == 0 || d.verb == '%':
		return before.rest() == restWord && before.verb != 0 && before.verb != '%'
	case d.verb == 'c':
		return d.width > 1 && before.rest() != restAny && before.verb != 0 && before.verb != '%'
	case d.verb == '[':
		return before.rest() != restAny && before.verb != 0 && before.verb != '%'
	}
	return false
}

// approximated has the executions in which c holds be approximations.
func (f *fn) approximated(c *ir.Expr, pos ir.Pos) {
	if c = f.fold(c); !c.IsFalse() {
		f.emit(&ir.Assume{Cond: ir.Or(ir.Not(c), ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, "", pos)))}, pos)
	}
}

// followRest follows what the pieces of format, of which n conversions have stored at places, have read: between them, and of
// what the stream has. It gives the first character, for the model: -1 if any may be there, -2 if that is not known.
func (f *fn) followRest(format string, pieces []directive, places []place, n *ir.Expr, pos ir.Pos) (first, rest *ir.Expr) {
	number := func(v int64) *ir.Expr { return ir.ConstInt(n.Type, v) }
	first = number(-1)
	counted, at := 0, 0
	for i, d := range pieces {
		var c *ir.Expr
		if d.verb == 'c' && d.flags == "" && d.width <= 1 && places[at].addr != nil {
			c = f.convert(f.load(places[at], pos), f.r.types.intT, pos).e
		}
		stored := ir.Compare(ir.OpGt, n, number(int64(counted)))
		switch {
		case i == 0 && c != nil:
			first = ir.Ite(stored, c, first)
		case i == 0 && strings.IndexByte("\x00%c[", d.verb) >= 0:
			first = number(-2)
		case i > 0 && d.clashes(pieces[i-1], format):
			f.approximated(stored, pos)
		case i > 0 && c != nil && pieces[i-1].rest() == restNumber:
			digit := ir.And(ir.Compare(ir.OpGe, c, number('0')), ir.Compare(ir.OpLe, c, number('9')))
			f.approximated(ir.And(stored, digit), pos)
		case i > 0 && c != nil && pieces[i-1].rest() == restWord && pieces[i-1].verb != 0 && pieces[i-1].verb != '%':
			space := ir.Or(ir.Compare(ir.OpEq, c, number(' ')), ir.And(ir.Compare(ir.OpGe, c, number('\t')), ir.Compare(ir.OpLe, c, number('\r'))))
			f.approximated(ir.And(stored, ir.Not(space)), pos)
		}
		if d.verb != 0 && d.verb != ' ' && d.verb != '%' && d.flags == "" {
			at++
			if d.verb != 'n' {
				counted++
			}
		}
	}
	done, failed := rests(pieces)
	return first, f.fold(ir.Ite(ir.Compare(ir.OpGe, n, number(int64(counted))), number(int64(done)), number(int64(failed))))
}
