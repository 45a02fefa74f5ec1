package format

import (
	"strings"

	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// ScanPrefix begins the names of the functions of library/models/scan.c, and ScanModels are these without it.
const ScanPrefix = "__craig_scan_"

var ScanModels = []string{"space", "length", "value", "word", "characters", "set", "input", "input_word"}

// sscanf with a literal format of white space, text, and conversions of integers, characters, words and sets is exact: the conversions are
// calls of the functions of library/models/scan.c, one after the other. Each knows how many have been stored before it, which is the result if
// it fails; or -1, if it is the first and the text has ended (as glibc has it, also after conversions with a *, which store nothing).

// Target is where a conversion stores.
type Target struct {
	Type *types.Type
	Addr *ir.Expr
}

// Exact says that the pieces of a format, and the types of what its conversions store to, are of the kind that is exact.
func Exact(tt *types.Table, pieces []library.Directive, targets []*types.Type) bool {
	for _, d := range pieces {
		switch {
		case d.Verb == 0 || d.Verb == ' ' || d.Verb == '%':
			continue
		case strings.IndexByte("diuoxXcsn[", d.Verb) < 0, d.Width == 0, d.Verb == 'n' && (d.Flags != "" || d.Width >= 0),
			strings.IndexByte("cs[", d.Verb) >= 0 && d.Length != "", d.Length == "L":
			return false
		case d.Flags != "":
			continue
		}
		size := int64(1)
		if strings.IndexByte("cs[", d.Verb) < 0 {
			size = ScannedSize(tt, d)
		}
		if t := targets[0]; !t.IsInteger() || t.SizeOf() != size {
			return false
		}
		targets = targets[1:]
	}
	return true
}

// textScanner is one call.
type textScanner struct {
	maker
	text   *ir.Expr // where the text begins
	at     *ir.Var  // how many characters have been read
	stored int64
	result *ir.Var
	end    ir.Loc
}

// ScanText is a call of sscanf with a format that is exact. It gives the result.
func ScanText(code Code, text *ir.Expr, format string, pieces []library.Directive, targets []Target) *ir.Expr {
	m := maker{code}
	s := &textScanner{maker: m, text: text, at: m.Temp(m.size()), result: m.Temp(integer), end: m.Loc()}
	s.Emit(&ir.Assign{Var: s.at, Expr: ir.ConstInt(s.at.Type, 0)})
	for _, d := range pieces {
		var to *Target
		if d.Verb != 0 && d.Verb != ' ' && d.Verb != '%' && d.Flags == "" {
			to, targets = &targets[0], targets[1:]
		}
		s.piece(d, format, to)
	}
	s.Emit(&ir.Assign{Var: s.result, Expr: ir.ConstInt(s.result.Type, s.stored)})
	s.Jump(s.end)
	s.Continue(s.end)
	return ir.VarExpr(s.result)
}

// piece reads what one piece of the format says; to is where it stores that, nil if it does not.
func (s *textScanner) piece(d library.Directive, format string, to *Target) {
	target, stores := ir.ConstInt(s.text.Type, 0), int64(0)
	if to != nil {
		target, stores = to.Addr, 1
	}
	switch d.Verb {
	case ' ':
		s.read(s.model("space"))
	case 0:
		s.character(format[d.From])
	case '%':
		s.read(s.model("space"))
		s.character('%')
	case 'n':
		s.store(to, ir.VarExpr(s.at))
	case '[':
		ranges, negated := library.ScanSet(format[d.From:d.To])
		s.ended()
		n := s.model("set", ir.ConstInt(integer, int64(d.Width)), target, s.Text(ranges), truth(negated))
		s.failIf(ir.Compare(ir.OpEq, n, ir.ConstInt(n.Type, 0)), s.stored)
		s.read(n)
		s.stored += stores
	case 'c', 's':
		name := "characters"
		if d.Verb == 's' {
			name = "word"
			s.read(s.model("space"))
		}
		s.ended()
		s.read(s.model(name, ir.ConstInt(integer, int64(d.Width)), target))
		s.stored += stores
	default:
		s.integer(d, to)
	}
}

// integer reads a number.
func (s *textScanner) integer(d library.Directive, to *Target) {
	s.read(s.model("space"))
	s.ended()
	base := map[byte]int64{'d': 10, 'u': 10, 'i': 0, 'o': 8, 'x': 16, 'X': 16}[d.Verb]
	args := []*ir.Expr{ir.ConstInt(integer, base), ir.ConstInt(integer, int64(d.Width))}
	n := s.model("length", args...)
	s.failIf(ir.Compare(ir.OpEq, n, ir.ConstInt(n.Type, 0)), s.stored)
	if to != nil {
		signed := d.Verb == 'd' || d.Verb == 'i'
		t, _ := LengthType(s.Types(), d.Length, signed)
		if long, _ := LengthType(s.Types(), "l", signed); t.SizeOf() < long.SizeOf() { // glibc reads a long
			t = long
		}
		ty := s.Scalar(t)
		v := s.model("value", append(args, ir.Const(ir.Int(64, false), ty.Max()), truth(signed))...)
		s.store(to, s.cast(ty, v))
		s.stored++
	}
	s.read(n)
}

// here is the address of what comes next.
func (s *textScanner) here() *ir.Expr { return s.moved(s.text, ir.VarExpr(s.at)) }

// model calls a function of scan.c at the place that has been reached.
func (s *textScanner) model(name string, args ...*ir.Expr) *ir.Expr {
	return s.Call(ScanPrefix+name, append([]*ir.Expr{s.here()}, args...)...)
}

// read goes n characters on.
func (s *textScanner) read(n *ir.Expr) {
	s.Emit(&ir.Assign{Var: s.at, Expr: ir.Binary(ir.OpAdd, ir.VarExpr(s.at), n)})
}

// next is the next character.
func (s *textScanner) next() *ir.Expr { return s.Load(s.Types().Basic(types.Char), s.here()) }

// ended fails if the text has ended.
func (s *textScanner) ended() {
	ch := s.next()
	result := s.stored
	if result == 0 {
		result = -1
	}
	s.failIf(ir.Compare(ir.OpEq, ch, ir.ConstInt(ch.Type, 0)), result)
}

// character reads one that the format names.
func (s *textScanner) character(want byte) {
	s.ended()
	ch := s.next()
	s.failIf(ir.Compare(ir.OpNe, ch, s.byte(want)), s.stored)
	s.read(ir.ConstInt(s.at.Type, 1))
}

// failIf ends the call with a result if the condition holds.
func (s *textScanner) failIf(cond *ir.Expr, result int64) {
	fails, on := s.Loc(), s.Loc()
	s.Branch(cond, fails, on)
	s.Continue(fails)
	s.Emit(&ir.Assign{Var: s.result, Expr: ir.ConstInt(s.result.Type, result)})
	s.Jump(s.end)
	s.Continue(on)
}

// store stores a number in an object.
func (s *textScanner) store(to *Target, e *ir.Expr) {
	t := s.Scalar(to.Type)
	if to.Type.Kind == types.Bool {
		e = ir.OfBool(t, ir.ToBool(e))
	} else {
		e = s.cast(t, e)
	}
	s.Store(to.Type, to.Addr, e)
}
