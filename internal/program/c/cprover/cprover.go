// Package cprover says, from core to core, what names mean that CBMC knows: questions about pointers and about overflow become expressions, functions
// that it does not interpret give any values, and names of static functions of a file stand for those.
package cprover

import (
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// uninterpreted begins the names of functions of which only that is known.
const uninterpreted = "__CPROVER_uninterpreted_"

// Stands is a definition that takes the place of a static function of a file.
type Stands struct {
	Name, For string
	File      string // of the static function
	At        core.Pos
}

// Program says what the names in a program mean.
func Program(prog *core.Program) []Stands {
	stands := fileLocals(prog)
	p := &pass{tt: prog.Types}
	for i, u := range prog.Units {
		p.unit = i
		for _, g := range u.Globals {
			if d, ok := g.(*core.FuncDef); ok {
				p.fn = d.Func
				for _, b := range []*core.Block{d.Func.Body, d.Func.Leave} {
					core.Replace(b, p.stmt)
				}
			}
		}
	}
	return stands
}

// pass is the state of Program.
type pass struct {
	tt   *types.Table
	unit int
	fn   *core.Func
	out  []core.Stmt // in the place of a call
}

// questions are the functions that ask something of pointers.
var questions = map[string]core.What{
	"__CPROVER_OBJECT_SIZE": core.Extent, "__CPROVER_POINTER_OFFSET": core.Offset, "__CPROVER_POINTER_OBJECT": core.Object,
	"__CPROVER_same_object": core.SameObject, "__CPROVER_r_ok": core.Readable, "__CPROVER_w_ok": core.Readable, "__CPROVER_rw_ok": core.Readable,
}

// overflows are those that ask whether an operation overflows, by the built-in function that tells.
var overflows = map[string]string{
	"__CPROVER_overflow_plus": "__builtin_add_overflow_p", "__CPROVER_overflow_minus": "__builtin_sub_overflow_p", "__CPROVER_overflow_mult": "__builtin_mul_overflow_p",
}

func (p *pass) stmt(s core.Stmt) []core.Stmt {
	c, ok := s.(*core.Call)
	if !ok {
		return []core.Stmt{s}
	}
	v := core.Called(c.Fun)
	if v == nil || v.Defined || !strings.HasPrefix(v.Name, "__CPROVER_") {
		return []core.Stmt{s}
	}
	p.out = nil
	what, asks := questions[v.Name]
	switch {
	case asks && p.question(c, what):
	case overflows[v.Name] != "" && len(c.Args) == 2:
		p.overflow(c, overflows[v.Name], c.Args[0], c.Args[1])
	case v.Name == "__CPROVER_overflow_unary_minus" && len(c.Args) == 1:
		p.overflow(c, "__builtin_sub_overflow_p", p.number(c.At, 0), c.Args[0])
	case v.Name == "__CPROVER_overflow_shl" && len(c.Args) == 2:
		p.shift(c)
	case v.Name == "__CPROVER_havoc_object" && len(c.Args) == 1 && c.Args[0].Type().Kind == types.Pointer:
		p.forgets(c)
	case strings.HasPrefix(v.Name, uninterpreted):
		p.unknown(c, v.Name)
	default:
		return []core.Stmt{s}
	}
	return p.out
}

func (p *pass) emit(s core.Stmt) { p.out = append(p.out, s) }

// give stores the value of a call.
func (p *pass) give(c *core.Call, x core.Expr) {
	if c.Dst == nil {
		p.emit(&core.Eval{At: c.At, X: x})
		return
	}
	p.emit(&core.Assign{At: c.At, Dst: c.Dst, Src: p.convert(x, c.Dst.Type().Main())})
}

func (p *pass) convert(x core.Expr, t *types.Type) core.Expr {
	if x.Type() == t {
		return x
	}
	return &core.Convert{At: x.Pos(), X: x, Typ: t}
}

func (p *pass) number(at core.Pos, n int64) core.Expr {
	return &core.IntConst{At: at, Value: types.IntOf(n), Typ: p.tt.Basic(types.Int)}
}

// saved is a value in a temporary.
func (p *pass) saved(x core.Expr) core.Expr {
	v := &core.Var{Type: x.Type(), Pos: x.Pos(), Unit: p.unit, Temp: true}
	p.fn.Temps = append(p.fn.Temps, v)
	at := &core.VarPlace{At: x.Pos(), Var: v}
	p.emit(&core.Assign{At: x.Pos(), Dst: at, Src: x})
	return &core.Load{At: x.Pos(), X: at}
}

// question asks something of a pointer, and of a second one or a size. It is false where the arguments are none.
func (p *pass) question(c *core.Call, what core.What) bool {
	want := []*types.Type{p.tt.VoidPtr}
	switch what {
	case core.SameObject:
		want = append(want, p.tt.VoidPtr)
	case core.Readable:
		want = append(want, p.tt.Size)
	}
	q := &core.Question{At: c.At, What: what, Typ: p.tt.Basic(types.Int)}
	if what == core.Extent || what == core.Offset || what == core.Object {
		q.Typ = p.tt.Size
	}
	if len(c.Args) != len(want) {
		return false
	}
	for i, x := range c.Args {
		if !x.Type().IsScalar() || x.Type().IsReal() {
			return false
		}
		q.Args = append(q.Args, p.convert(x, want[i]))
	}
	p.give(c, q)
	return true
}

// overflow asks whether an operation overflows in the type that it has in C.
func (p *pass) overflow(c *core.Call, name string, x, y core.Expr) {
	if !x.Type().IsInteger() || !y.Type().IsInteger() {
		p.emit(&core.Opaque{At: c.At, Why: "overflow of what are no integers"})
		return
	}
	t := p.tt.Usual(x.Type(), y.Type())
	args := []core.Arg{{X: p.convert(x, t)}, {X: p.convert(y, t)}, {X: p.convert(p.number(c.At, 0), t)}}
	v := &core.Var{Type: p.tt.Basic(types.Bool), Pos: c.At, Unit: p.unit, Temp: true}
	p.fn.Temps = append(p.fn.Temps, v)
	to := &core.VarPlace{At: c.At, Var: v}
	p.emit(&core.Builtin{At: c.At, Dst: to, Name: name, Args: args, Type: v.Type})
	p.give(c, &core.Load{At: c.At, X: to})
}

// shift asks whether a times two to the power of the distance is no value of the promoted type of a. A negative distance overflows.
func (p *pass) shift(c *core.Call) {
	a, n := c.Args[0], c.Args[1]
	if !a.Type().IsInteger() || !n.Type().IsInteger() || a.Type().SizeOf() > 8 || n.Type().SizeOf() > 8 {
		p.emit(&core.Opaque{At: c.At, Why: "overflow of what are no integers of at most 64 bits"})
		return
	}
	t, wide, in := p.tt.Promote(a.Type()), p.tt.Basic(types.Int128), p.tt.Basic(types.Int)
	bits := t.SizeOf() * 8
	low, high := types.IntOf(0), types.UintOf(^uint64(0)>>(64-bits))
	if t.IsSigned() {
		low, high = types.IntOf(-1<<(bits-1)), types.IntOf(1<<(bits-1)-1)
	}
	constant := func(n types.Integer) core.Expr { return &core.IntConst{At: c.At, Value: n, Typ: wide} }
	a, n = p.saved(p.convert(a, wide)), p.saved(p.convert(n, wide))
	compare := func(op core.BinaryOp, x, y core.Expr) core.Expr {
		return &core.Binary{At: c.At, Op: op, X: x, Y: y, Typ: in}
	}
	logical := func(or bool, x, y core.Expr) core.Expr {
		return &core.Logical{At: c.At, Or: or, X: x, Y: y, Typ: in}
	}
	back := func(x types.Integer) core.Expr { // the greatest and the least operand that fit
		return &core.Binary{At: c.At, Op: core.Shr, X: constant(x), Y: p.convert(n, in), Typ: wide}
	}
	fits := logical(false, compare(core.Lt, n, constant(types.IntOf(bits))), logical(false, compare(core.Le, back(low), a), compare(core.Le, a, back(high))))
	fits = logical(true, compare(core.Eq, a, constant(types.IntOf(0))), fits)
	fits = logical(false, compare(core.Ge, n, constant(types.IntOf(0))), fits)
	p.give(c, &core.Unary{At: c.At, Op: core.Not, X: fits, Typ: in})
}

// forgets gives all bytes of the object that a pointer leads to any values, by a function of the models, which the program does not declare.
func (p *pass) forgets(c *core.Call) {
	void := p.tt.VoidPtr
	char := p.tt.Pointer(p.tt.Basic(types.Char))
	at := p.saved(p.convert(c.Args[0], void))
	ask := func(what core.What) core.Expr {
		return &core.Question{At: c.At, What: what, Args: []core.Expr{at}, Typ: p.tt.Size}
	}
	start := &core.PtrAdd{At: c.At, Sub: true, X: p.convert(at, char), N: ask(core.Offset), Typ: char}
	sig := types.Sig{Result: p.tt.Basic(types.Void), Params: []types.Param{{Type: void}, {Type: p.tt.Size}}, Proto: true}
	v := &core.Var{Name: "__craig_unknown", Type: p.tt.Function(sig), Storage: core.Static, Linkage: core.External}
	fun := &core.AddrOf{At: c.At, X: &core.VarPlace{At: c.At, Var: v}, Typ: p.tt.Pointer(v.Type)}
	p.emit(&core.Call{At: c.At, Fun: fun, Args: []core.Expr{p.convert(start, void), ask(core.Extent)}})
}

// unknown is a call of a function whose result is determined by its arguments, in a way that is not known. That equal arguments give equal
// results is not modelled.
func (p *pass) unknown(c *core.Call, name string) {
	for _, x := range c.Args {
		p.emit(&core.Eval{At: c.At, X: x})
	}
	note := name + ": that equal arguments give equal results is not modelled"
	if c.Dst == nil {
		return
	}
	if t := c.Dst.Type(); !t.IsScalar() {
		p.emit(&core.Forget{At: c.At, Place: c.Dst, Name: name, Approximates: note})
		return
	}
	v := &core.Var{Type: c.Fun.Type().Elem.Sig.Result.Main(), Pos: c.At, Unit: p.unit, Temp: true}
	p.fn.Temps = append(p.fn.Temps, v)
	at := &core.VarPlace{At: c.At, Var: v}
	p.emit(&core.Forget{At: c.At, Place: at, Name: name, Approximates: note})
	p.give(c, &core.Load{At: c.At, X: at})
}
