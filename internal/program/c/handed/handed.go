// Package handed writes down what functions are given whose code is not seen, from core to core: in front of each call its arguments are assigned to variables
// that nothing reads. Package selfcomp looks at what is assigned: what such a function lets see of it is not known. Conditions that contracts take for granted
// are no part of the program, and are marked likewise.
package handed

import (
	"slices"
	"strings"

	"craig/internal/program/c/assembly"
	"craig/internal/program/c/core"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/selfcomp"
)

// Program writes down what a program hands over. If all, functions of which nothing is known may look at all memory.
func Program(prog *core.Program, all bool) {
	rewrite(prog, func(p *pass) core.Rewriter { p.all = all; return core.Rewriter{Stmt: p.stmt} })
}

// Assembly writes down what statements of assembly with instructions are given.
func Assembly(prog *core.Program) {
	rewrite(prog, func(p *pass) core.Rewriter { return core.Rewriter{Stmt: p.assembly} })
}

func rewrite(prog *core.Program, how func(p *pass) core.Rewriter) {
	for i, u := range prog.Units {
		p := &pass{tt: prog.Types, unit: i, vars: map[key]*core.Var{}}
		r := how(p)
		for _, g := range u.Globals {
			if d, ok := g.(*core.FuncDef); ok {
				r.Block(d.Func.Body)
			}
		}
		for _, v := range p.made {
			u.Globals = slices.Insert(u.Globals, 0, core.Global(&core.VarDef{Var: v}))
		}
	}
}

// key is a name of variables, and a type.
type key struct {
	name string
	t    *types.Type
}

type pass struct {
	tt   *types.Table
	unit int
	all  bool // functions of which nothing is known may look at all memory
	vars map[key]*core.Var
	made []*core.Var
}

func (p *pass) stmt(s core.Stmt) []core.Stmt {
	if k, ok := s.(*core.Claim); ok {
		k.X = p.eager(k.X)
		return []core.Stmt{p.mark(k.At, 1), s, p.mark(k.At, 0)}
	}
	c, ok := s.(*core.Call)
	if !ok {
		return []core.Stmt{s}
	}
	v := core.Called(c.Fun)
	name, at := selfcomp.Called, core.BeginOf(c)
	if v != nil {
		name, at = v.Name, c.At
	}
	if name == "__VERIFIER_assume" && len(c.Args) == 1 {
		c.Args[0] = p.eager(c.Args[0])
		return []core.Stmt{p.mark(c.At, 1), s, p.mark(c.At, 0)}
	}
	if v != nil && (v.Defined || Seen(name)) {
		return []core.Stmt{s}
	}
	var list []core.Stmt
	if p.all && library.Lookup(name) == nil {
		list = append(list, p.handAll(at, name))
	}
	for _, a := range c.Args {
		list = append(list, p.hand(at, name, a)...)
	}
	return append(list, s)
}

// hand writes down that a function is given a value.
func (p *pass) hand(at core.Pos, name string, x core.Expr) []core.Stmt {
	switch t := x.Type(); {
	case t.IsArithmetic() && t.IsScalar():
		return []core.Stmt{p.assign(at, selfcomp.Handed+name, t, x)}
	case t.Kind == types.Pointer && literal(x):
		return nil
	}
	return []core.Stmt{p.handAll(at, name)} // what is behind a pointer, or in a structure, is looked at as a whole
}

// handAll writes down that a function is given what lies in memory.
func (p *pass) handAll(at core.Pos, name string) core.Stmt {
	return p.assign(at, selfcomp.HandedAll+name, p.tt.Basic(types.Int), p.number(at, 1))
}

// assembly writes down what a statement of assembly is given.
func (p *pass) assembly(s core.Stmt) []core.Stmt {
	a, ok := s.(*core.Asm)
	if !ok || assembly.Code(a) == "" {
		return []core.Stmt{s}
	}
	var list []core.Stmt
	give := func(x core.AsmOperand) {
		switch {
		case x.X != nil:
			list = append(list, p.hand(a.At, "assembly", x.X)...)
		case x.Place.Type().IsScalar():
			list = append(list, p.hand(a.At, "assembly", &core.Load{At: a.At, X: x.Place})...)
		default:
			list = append(list, p.handAll(a.At, "assembly"))
		}
	}
	for _, x := range a.Inputs {
		give(x)
	}
	for _, x := range a.Outputs {
		if strings.HasPrefix(x.Constraint, `"+`) {
			give(x)
		}
	}
	return append(list, s)
}

// assign assigns a value of a type to the variable with a name.
func (p *pass) assign(at core.Pos, name string, t *types.Type, x core.Expr) core.Stmt {
	v := p.vars[key{name, t}]
	if v == nil {
		v = &core.Var{Name: name, Type: t, Unit: p.unit, Storage: core.Static, Linkage: core.Internal, Defined: true}
		p.vars[key{name, t}] = v
		p.made = append(p.made, v)
	}
	return &core.Assign{At: at, Dst: &core.VarPlace{At: at, Var: v}, Src: x}
}

func (p *pass) number(at core.Pos, n int64) core.Expr {
	return &core.IntConst{At: at, Value: types.IntOf(n), Typ: p.tt.Basic(types.Int)}
}

// mark says that a condition begins, or that it has ended.
func (p *pass) mark(at core.Pos, begins int64) core.Stmt {
	return p.assign(at, selfcomp.Claimed, p.tt.Basic(types.Int), p.number(at, begins))
}

// eager is a condition without branches, as far as both operands of && and || can be evaluated.
func (p *pass) eager(x core.Expr) core.Expr {
	l, ok := x.(*core.Logical)
	if !ok {
		return x
	}
	l.X, l.Y = p.truth(p.eager(l.X)), p.truth(p.eager(l.Y))
	if !total(l.X) || !total(l.Y) {
		return x
	}
	op := core.And
	if l.Or {
		op = core.Or
	}
	return &core.Binary{At: l.At, Op: op, X: l.X, Y: l.Y, Typ: l.Typ}
}

// truth is x, which decides something, as 0 or 1.
func (p *pass) truth(x core.Expr) core.Expr {
	if t := x.Type(); !t.IsInteger() || t.SizeOf() < p.tt.Basic(types.Int).SizeOf() || total(x) || !defined(x) {
		return x
	} else {
		return &core.Binary{At: x.Pos(), Op: core.Ne, X: x, Y: &core.IntConst{At: x.Pos(), Value: types.IntOf(0), Typ: t}, Typ: p.tt.Basic(types.Int)}
	}
}

// total tells whether x is 0 or 1, and can be evaluated wherever its variables have values.
func total(x core.Expr) bool {
	b, ok := x.(*core.Binary)
	return ok && (b.Op.IsComparison() || (b.Op == core.And || b.Op == core.Or) && total(b.X) && total(b.Y)) && b.Typ.IsInteger() && defined(x)
}

// defined tells whether the value of x is defined where its variables have values.
func defined(x core.Expr) bool {
	switch x := x.(type) {
	case *core.IntConst:
		return true
	case *core.Load:
		_, ok := x.X.(*core.VarPlace)
		return ok
	case *core.Convert, *core.Unary:
	case *core.Binary:
		if x.Op == core.Div || x.Op == core.Rem || x.Op == core.Shl || x.Op == core.Shr {
			return false
		}
	default:
		return false
	}
	for y := range core.Operands(x) {
		if !defined(y) {
			return false
		}
	}
	return true
}

// literal tells whether a pointer leads to a string literal, or is null.
func literal(x core.Expr) bool {
	switch x := core.Unconverted(x).(type) {
	case *core.Decay:
		_, ok := x.X.(*core.LiteralPlace)
		return ok
	case *core.IntConst:
		return true
	}
	return false
}

// plain are functions, besides those on memory and strings, that let nothing be seen but addresses and sizes, and what the program sees itself.
var plain = []string{
	"malloc", "calloc", "realloc", "free", "aligned_alloc", "alloca", "abort", "exit", "_Exit", "__assert_fail",
	"expect", "expect_with_probability", "unreachable", "trap", "constant_p", "object_size", "dynamic_object_size", "assume_aligned", "prefetch",
	"bswap16", "bswap32", "bswap64", "bswap128", "explicit_bzero",
}

// Seen tells whether everything is known that can be seen of a function without a body: it is one of the library, and addresses, lengths and what its model
// compares are all.
func Seen(name string) bool {
	name, builtin := strings.CutPrefix(name, "__builtin_")
	if slices.Contains(plain, name) || strings.HasPrefix(name, "__VERIFIER_") || strings.HasPrefix(name, "__CPROVER_") {
		return true
	}
	if strings.HasPrefix(name, "ffs") { // the model is not how a library counts
		return false
	}
	if builtin {
		name = strings.TrimSuffix(strings.TrimPrefix(name, "__"), "_chk")
	}
	row := library.Lookup(name)
	return row != nil && row.Model && (row.Header == "string.h" || row.Header == "strings.h")
}
