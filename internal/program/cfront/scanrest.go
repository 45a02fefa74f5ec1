package cfront

import (
	"strings"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// What a conversion of scanf has not read comes next: after a number no digit, after a word white space or the end. This is not
// followed: a character that may not come there makes the execution an approximation, in the same call and in the next that reads.

// approximated has the executions in which c holds be approximations.
func (f *fn) approximated(c *ir.Expr, pos ir.Pos) {
	if c = f.fold(c); !c.IsFalse() {
		f.emit(&ir.Assume{Cond: ir.Or(ir.Not(c), ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, "", pos)))}, pos)
	}
}

// followRest follows what the pieces of format, of which n conversions have stored at places, have read: between them, and of
// what the stream has. It gives the first character, for the model: -1 if any may be there, -2 if that is not known.
func (f *fn) followRest(format string, pieces []library.Directive, places []place, n *ir.Expr, pos ir.Pos) (first, rest *ir.Expr) {
	number := func(v int64) *ir.Expr { return ir.ConstInt(n.Type, v) }
	first = number(-1)
	counted, at := 0, 0
	for i, d := range pieces {
		var c *ir.Expr
		if d.Verb == 'c' && d.Flags == "" && d.Width <= 1 && places[at].addr != nil {
			c = f.convert(f.load(places[at], pos), f.r.types.intT, pos).e
		}
		stored := ir.Compare(ir.OpGt, n, number(int64(counted)))
		switch {
		case i == 0 && c != nil:
			first = ir.Ite(stored, c, first)
		case i == 0 && strings.IndexByte("\x00%c[", d.Verb) >= 0:
			first = number(-2)
		case i > 0 && d.Clashes(pieces[i-1], format):
			f.approximated(stored, pos)
		case i > 0 && c != nil && pieces[i-1].Rest() == library.RestNumber:
			digit := ir.And(ir.Compare(ir.OpGe, c, number('0')), ir.Compare(ir.OpLe, c, number('9')))
			f.approximated(ir.And(stored, digit), pos)
		case i > 0 && c != nil && pieces[i-1].Rest() == library.RestWord && pieces[i-1].Verb != 0 && pieces[i-1].Verb != '%':
			space := ir.Or(ir.Compare(ir.OpEq, c, number(' ')), ir.And(ir.Compare(ir.OpGe, c, number('\t')), ir.Compare(ir.OpLe, c, number('\r'))))
			f.approximated(ir.And(stored, ir.Not(space)), pos)
		}
		if d.Verb != 0 && d.Verb != ' ' && d.Verb != '%' && d.Flags == "" {
			at++
			if d.Verb != 'n' {
				counted++
			}
		}
	}
	done, failed := library.Rests(pieces)
	return first, f.fold(ir.Ite(ir.Compare(ir.OpGe, n, number(int64(counted))), number(int64(done)), number(int64(failed))))
}
