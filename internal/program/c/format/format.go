// Package format makes code of calls of sprintf, sscanf and their kin with literal formats: calls of small models in C, one for each piece of the
// format. What a format says, package library has.
//
//	format.go  what code is made of
//	print.go   sprintf and its kin
//	scan.go    sscanf
package format

import (
	"strings"

	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Code makes statements, one after the other, at a call of a function of the library.
type Code interface {
	Call(model string, args ...*ir.Expr) *ir.Expr // calls a function that models share, and gives its result; nil if it has none
	Emit(s ir.Stmt)
	Store(t *types.Type, addr, e *ir.Expr)      // as the library does: an object is checked
	Load(t *types.Type, addr *ir.Expr) *ir.Expr // likewise; the value stays when memory changes
	Temp(t ir.Type) *ir.Var                     // a new variable
	Text(text string) *ir.Expr                  // the address of a text of its own
	Loc() ir.Loc
	Branch(c *ir.Expr, yes, no ir.Loc)
	Jump(to ir.Loc)
	Continue(at ir.Loc) // makes what follows there
	Fold(e *ir.Expr) *ir.Expr
	Approximated(format string, args ...any) // notes that something is; %s is the name of the function
	Watched() bool                           // operations have goals: models look at what they access
	Types() *types.Table
	Scalar(t *types.Type) ir.Type
}

// LengthType is the type that a conversion of an integer with this length modifier is for; false if there is none.
func LengthType(tt *types.Table, length string, signed bool) (*types.Type, bool) {
	kinds := map[string][2]types.Kind{
		"": {types.UInt, types.Int}, "hh": {types.UChar, types.SChar}, "h": {types.UShort, types.Short}, "l": {types.ULong, types.Long},
		"ll": {types.ULongLong, types.LongLong}, "j": {types.ULongLong, types.LongLong}, "q": {types.ULongLong, types.LongLong}, "z": {tt.Size.Kind, tt.Ptrdiff.Kind}, "t": {tt.Size.Kind, tt.Ptrdiff.Kind},
	}[length]
	kind := kinds[0]
	if signed {
		kind = kinds[1]
	}
	return tt.Basic(kind), kind != types.Void
}

// ReadsFloat tells whether a conversion of scanf is one of floats.
func ReadsFloat(d library.Directive) bool { return strings.IndexByte("aefgAEFG", d.Verb) >= 0 }

// ScannedSize is how many bytes a conversion of a number writes; -1 if that is not known.
func ScannedSize(tt *types.Table, d library.Directive) int64 {
	switch t, ok := LengthType(tt, d.Length, true); {
	case ReadsFloat(d) && d.Length == "":
		return 4
	case ReadsFloat(d) && d.Length == "l":
		return tt.Basic(types.Double).SizeOf()
	case ReadsFloat(d) || !ok:
		return -1
	default:
		return t.SizeOf()
	}
}

// IsSpace is the condition that a character is white space.
func IsSpace(c *ir.Expr) *ir.Expr {
	is := func(op ir.Op, char int64) *ir.Expr { return ir.Compare(op, c, ir.ConstInt(c.Type, char)) }
	return ir.Or(is(ir.OpEq, ' '), ir.And(is(ir.OpGe, '\t'), is(ir.OpLe, '\r')))
}

// Printed is how many characters a format without conversions prints; false if it has some.
func Printed(format string) (int64, bool) {
	text := strings.ReplaceAll(format, "%%", "")
	return int64(len(text) + strings.Count(format, "%%")), !strings.Contains(text, "%")
}

// integer is an int.
var integer = ir.Int(32, true)

func truth(is bool) *ir.Expr { return ir.OfBool(integer, ir.Truth(is)) }

// maker is a Code with what is made of it.
type maker struct{ Code }

func (m maker) char() ir.Type { return m.Scalar(m.Types().Basic(types.Char)) }
func (m maker) size() ir.Type { return m.Scalar(m.Types().Size) }

func (m maker) cast(t ir.Type, e *ir.Expr) *ir.Expr { return m.Fold(ir.Cast(t, e)) }

// copied is a value that stays when variables change.
func (m maker) copied(e *ir.Expr) *ir.Expr {
	if e.IsConst() {
		return e
	}
	v := m.Temp(e.Type)
	m.Emit(&ir.Assign{Var: v, Expr: e})
	return ir.VarExpr(v)
}

// moved is an address moved by a number of bytes.
func (m maker) moved(addr, by *ir.Expr) *ir.Expr {
	d := m.Scalar(m.Types().Ptrdiff)
	if by = m.cast(d, by); by.IsConst() && by.Val.IsZero() {
		return addr
	}
	return ir.PtrAdd(addr, by)
}

// byte is a character of a text.
func (m maker) byte(c byte) *ir.Expr {
	t := m.char()
	return ir.Const(t, t.Wrap(num.I(int64(c))))
}
