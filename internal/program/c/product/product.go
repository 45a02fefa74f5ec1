// Package product makes of two functions one program that goes wrong where they differ: both are called with the same arguments, in memory of the
// same contents, and what they return and leave is compared.
//
//	product.go   what is asked for, and the steps
//	reach.go     what a function may come to, and what it does to memory
//	driver.go    the text that calls both: copies, assumptions, comparisons
//	twin.go      what the new side has for itself: the same objects, connected alike
//	compare.go   comparisons of values
//	stub.go      functions without a body: the n-th call gives both the same
//	pair.go      which loops are paired
//	lockstep.go  both bodies as one, with the loops that are paired merged
//	jumps.go     statements of one side, with jumps as flags
//	hint.go      relations between the variables of loops that are merged
//
// The states of the two sides have nothing in common but memory that neither writes, so that in whatever order their steps come the result is that of
// the old function followed by the new one. Who relies on a proof about the product relies on this package.
//
// The method is that of product programs [Barthe, Crespo, Kunz: Relational verification using product programs, FM 2011]; the guards of
// merged loops are those of [Eilers, Müller, Hitz: Modular product programs, ESOP 2018].
package product

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Names that the product has for itself.
const (
	Side   = "craig_side"   // 0 while the old function runs, 1 otherwise
	Differ = "craig_differ" // is called where the functions differ
	Open   = "craig_open"   // is called where they may Differ, which no comparison of values tells
	newF   = "craig_new"
	Prefix = "craig_"
)

// Library says what is known of a function of the C library that has no body in the files.
type Library uint8

const (
	Unknown  Library = iota // it is not one: the n-th call gives both sides the same
	Computes                // it reads memory at most
	Writes                  // it reads and writes what its arguments lead to, or allocates
	Leaves                  // it does not return
	Repeats                 // it has effects that are not followed, but does the same again where it is given the same
	Effects                 // it has effects that are not compared
)

// Config is what is asked for.
type Config struct {
	Requires []string // conditions in C on the parameters of the old function, under which they are compared
	Library  func(name string) Library
	Initial  bool // variables begin as they are initialised, rather than with any value
	// Definite leaves out what may be a difference: executions end there.
	Definite bool
	Wide     bool // there are more elements in blocks than the surroundings say, which excludes fewer inputs
	Loose    bool // the product is to be one for executions by chance, which can only show that they differ
	Same     bool // there is to be no product of functions that are the same
	Plan     Plan
	// Probe: relations between the variables of merged loops are not checked, but kept in variables, each with its number behind HintPrefix, and functions
	// without a body give anything. Hints are the numbers of those that have to hold.
	Probe bool
	Hints map[int]bool
}

// HintPrefix is how the names of variables begin that have relations.
const HintPrefix = "craig_hint_"

// A Problem is why there is no product.
type Problem struct {
	At  core.Pos
	Why string
}

func (p *Problem) Error() string { return p.Why }

// Product is a product under construction.
type Product struct {
	prog *core.Program
	tt   *types.Table
	conf Config
	old  *core.Func
	new  *core.Func

	sides   [2]*reach
	globals []pair // that both have
	shared  []pair // those of which there is one for both
	every   *reach // what any function of the files may do
	Notes   []string
	Calls   []string // functions without a body that are called
	Any     []string // variables that begin with any value, though the surroundings of the old function do not say so
	// OnlyDiffer is why the product can only show that they differ; "" if it can show that they are equal, too.
	OnlyDiffer string
	// Confirm is a function whose effects are not followed; a difference is one only if a compiler confirms it. "" if there is none.
	Confirm string
	// loose: the product can only show that they differ, so that it is made for executions by chance: what is true of few inputs is set, not assumed.
	loose   bool
	bounded bool              // objects are taken to be smaller than they might be
	instead map[string]string // functions of the driver that are called instead of others, by the names of these
	stubs   map[string]bool   // functions that the driver defines, since they have no body
	texts   []*core.Literal   // with which these are called
}

// only notes why the product can only show that the functions differ.
func (p *Product) only(format string, args ...any) {
	if p.OnlyDiffer == "" {
		p.OnlyDiffer = fmt.Sprintf(format, args...)
	}
}

// pair is a global variable of both sides.
type pair struct{ old, new *core.Var }

// New begins the product of two functions of a program, whose first file has the old one and the second the new one. The error is a *Problem.
func New(prog *core.Program, old, new *core.Func, conf Config) (p *Product, err error) {
	p = &Product{prog: prog, tt: prog.Types, conf: conf, old: old, new: new, instead: map[string]string{}, stubs: map[string]bool{}}
	defer catch(&err)
	p.sides[0], p.sides[1] = p.reachOf(old), p.reachOf(new)
	p.every = p.reachOf(p.functions()...)
	p.signatures()
	p.shareConstants()
	p.pairGlobals()
	return p, nil
}

// Members are the names of the members that the new function uses.
func (p *Product) Members() map[string]bool { return p.members(1) }

func (p *Product) members(side int) map[string]bool {
	names := map[string]bool{}
	for _, f := range p.sides[side].order {
		core.EachStmt(f.Body, func(s core.Stmt) {
			core.Parts(s, func(*core.Expr) {}, func(x core.Place) {
				if m, ok := x.(*core.FieldPlace); ok && m.Field.Name != "" {
					names[m.Field.Name] = true
				}
			})
		})
	}
	return names
}

// functions are all that the files define.
func (p *Product) functions() (list []*core.Func) {
	for _, u := range p.prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.FuncDef); ok {
				list = append(list, d.Func)
			}
		}
	}
	return list
}

// prune leaves out functions to which neither side comes.
func (p *Product) prune() {
	for _, u := range p.prog.Units {
		u.Globals = slices.DeleteFunc(u.Globals, func(g core.Global) bool {
			d, ok := g.(*core.FuncDef)
			return ok && !p.sides[0].funcs[d.Func.Var] && !p.sides[1].funcs[d.Func.Var]
		})
	}
}

// catch makes an error of a Problem that was thrown.
func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Problem:
		*err = r
	default:
		panic(r)
	}
}

func (p *Product) refuse(at core.Pos, format string, args ...any) {
	panic(&Problem{at, fmt.Sprintf(format, args...)})
}

// signatures refuses functions that cannot be called alike.
func (p *Product) signatures() {
	a, b := p.old.Var.Type, p.new.Var.Type
	same := len(p.old.Params) == len(p.new.Params) && p.alike(a.Sig.Result, b.Sig.Result)
	for i := range p.old.Params {
		same = same && p.alike(p.old.Params[i].Type, p.new.Params[i].Type)
	}
	switch {
	case !same:
		p.refuse(p.new.Pos, "the functions have different types: %v and %v", a, b)
	case a.Sig.Variadic || b.Sig.Variadic:
		p.refuse(p.new.Pos, "functions with variable arguments are not compared")
	}
	for _, s := range p.sides {
		if s.problem != nil {
			panic(s.problem)
		}
		if s.only != "" {
			p.only("%s", s.only)
		}
		if s.vague != "" {
			p.only("the effects of %s are not compared", s.vague)
			p.Confirm = s.vague
		}
	}
}

// alike tells whether values of one type can be given as values of the other: the types are compatible but for what pointers to it may do.
func (p *Product) alike(a, b *types.Type) bool {
	a, b = a.Unqual(), b.Unqual()
	pointers := false
	for a.Kind == types.Pointer && b.Kind == types.Pointer {
		a, b, pointers = a.Elem.Unqual(), b.Elem.Unqual(), true
	}
	return p.tt.Compatible(a, b) || pointers && a.IsRecord() && b.IsRecord() && laidOutAlike(a, b)
}

// laidOutAlike tells whether objects of one type are as those of the other in memory, but for the signs of integers.
func laidOutAlike(a, b *types.Type) bool {
	switch {
	case a.IsInteger() && b.IsInteger():
		return a.Bits() == b.Bits() && (a.Kind == types.Bool) == (b.Kind == types.Bool)
	case a.Kind != b.Kind:
		return false
	case a.Kind == types.Array:
		return a.Len == b.Len && laidOutAlike(a.Elem, b.Elem)
	case !a.IsRecord():
		return a.Main() == b.Main()
	case a.Record.Union || !a.Record.Complete || !b.Record.Complete || a.Record.Size != b.Record.Size || len(a.Record.Fields) != len(b.Record.Fields):
		return false
	}
	for i := range a.Record.Fields {
		f, g := &a.Record.Fields[i], &b.Record.Fields[i]
		if f.Name != g.Name || f.Bits || g.Bits || f.Offset != g.Offset || !laidOutAlike(f.Type, g.Type) {
			return false
		}
	}
	return true
}

// Finish makes the program of what has been read of the text of the driver: the placeholders of the text become what they stand for, and the bodies are
// merged as the plan says. The function that calls both is entry.
func (p *Product) Finish(entry string) (err error) {
	defer catch(&err)
	p.placeholders()
	p.replace()
	driver := definition(p.prog, p.prog.Units[0], entry)
	if driver == nil {
		p.refuse(p.old.Pos, "there is no driver")
	}
	if p.conf.Plan.Lockstep() {
		p.merge(driver)
	}
	p.names()
	return nil
}

// placeholders puts what the driver's placeholders stand for in their place.
func (p *Product) placeholders() {
	means := map[string]*core.Var{newF: p.new.Var}
	for _, g := range p.globals {
		means[placeholder(g.new)] = g.new
		if g.old.Local {
			means[Prefix+"old_"+g.old.Name] = g.old
		}
	}
	rename := func(v **core.Var) {
		if w := means[(*v).Name]; w != nil && w != *v {
			*v = w
		}
	}
	var kept []core.Global
	for _, g := range p.prog.Units[0].Globals {
		switch d := g.(type) {
		case *core.VarDef:
			if w := means[d.Var.Name]; w != nil && w != d.Var {
				continue
			}
		case *core.FuncDef:
			place := func(x core.Place) {
				if at, ok := x.(*core.VarPlace); ok {
					rename(&at.Var)
				}
			}
			core.EachStmt(d.Func.Body, func(s core.Stmt) { core.Parts(s, func(*core.Expr) {}, place) })
		}
		kept = append(kept, g)
	}
	p.prog.Units[0].Globals = kept
}

// replace has both sides call functions of the driver instead of others, and say with which string literals they call those without a body.
func (p *Product) replace() {
	by, literals := map[string]*core.Var{}, []*core.Var{}
	for _, g := range p.prog.Units[0].Globals {
		switch d := g.(type) {
		case *core.FuncDef:
			by[d.Func.Var.Name] = d.Func.Var
		case *core.VarDef:
			if strings.HasPrefix(d.Var.Name, literal) && !slices.Contains(literals, d.Var) {
				literals = append(literals, d.Var)
			}
		}
	}
	place := func(x core.Place) {
		if at, ok := x.(*core.VarPlace); ok && by[p.instead[at.Var.Name]] != nil && at.Var.Linkage == core.External {
			at.Var = by[p.instead[at.Var.Name]]
		}
	}
	for _, u := range p.prog.Units {
		for _, g := range u.Globals {
			switch d := g.(type) {
			case *core.VarDef:
				core.InitParts(d.Var.Init, func(*core.Expr) {}, place)
			case *core.FuncDef:
				if !strings.HasPrefix(d.Func.Var.Name, Prefix) {
					core.EachStmt(d.Func.Body, func(s core.Stmt) { core.Parts(s, func(*core.Expr) {}, place) })
					core.Replace(d.Func.Body, func(s core.Stmt) []core.Stmt {
						return append(append(p.numbers(s, by[Open]), p.says(s, literals)...), s)
					})
				}
			}
		}
	}
}

// literal is how the names of variables begin that say with which string literal a function without a body is called, by the number of the parameter.
const literal = Prefix + "literal_"

// numbers is a call of open where a statement makes a number of an address: which number it is says where an object lies, which is not the same for both
// sides, and is not known.
func (p *Product) numbers(s core.Stmt, open *core.Var) (list []core.Stmt) {
	made := map[core.Expr]bool{} // conversions
	found := false
	core.Parts(s, func(at *core.Expr) {
		c, ok := (*at).(*core.Convert)
		if !ok {
			return
		}
		if made[c] = isAddressNumber(c); c.Typ.Kind == types.Pointer { // back to what an object is a member of
			if x, ok := c.X.(*core.PtrAdd); ok && c.Typ.Elem.SizeOf() != 1 {
				delete(made, x.X)
			}
		}
	}, func(x core.Place) {
		f, ok := x.(*core.FieldPlace)
		if a, isAssign := s.(*core.Assign); isAssign && a.Dst == x {
			return
		}
		found = found || ok && f.X.Type().Kind == types.Union && hasPointers(f.X.Type()) && !hasPointers(f.Typ)
	})
	for _, is := range made {
		found = found || is
	}
	if found {
		list = []core.Stmt{&core.Call{At: s.Pos(), Fun: &core.AddrOf{At: s.Pos(), X: &core.VarPlace{At: s.Pos(), Var: open}, Typ: p.tt.Pointer(open.Type)}}}
	}
	return list
}

// isAddressNumber tells whether a conversion makes a number of a pointer that is not constant, or has pointers read as numbers.
func isAddressNumber(c *core.Convert) bool {
	from := c.X.Type()
	switch {
	case from.Kind != types.Pointer:
		return false
	case c.Typ.Kind == types.Pointer:
		return hasPointers(from.Elem) && from.Elem.Kind != types.Func && c.Typ.Elem.IsArithmetic()
	case !c.Typ.IsInteger() || c.Typ.Kind == types.Bool:
		return false
	}
	of := false
	core.Parts(&core.Eval{At: c.At, X: c.X}, func(*core.Expr) {}, func(x core.Place) {
		switch x.(type) {
		case *core.VarPlace, *core.LiteralPlace:
			of = true
		}
	})
	return of
}

// says are statements that enter the numbers of the string literals that a call has as arguments.
func (p *Product) says(s core.Stmt, literals []*core.Var) (list []core.Stmt) {
	c, ok := s.(*core.Call)
	if !ok || len(literals) == 0 {
		return nil
	}
	if v := core.Called(c.Fun); v != nil && !p.stubs[v.Name] {
		return nil
	}
	for i, v := range literals {
		n := int64(0)
		if i < len(c.Args) {
			if l := literalOf(c.Args[i]); l != nil {
				n = int64(p.number(l))
			}
		}
		list = append(list, &core.Assign{At: c.At, Dst: &core.VarPlace{At: c.At, Var: v}, Src: &core.IntConst{At: c.At, Value: types.Integer{Lo: uint64(n)}, Typ: v.Type.Main()}})
	}
	return list
}

// number is that of the characters of a string literal, from 1 on.
func (p *Product) number(l *core.Literal) int {
	for i, k := range p.texts {
		if k.Type.Main() == l.Type.Main() && slices.Equal(k.Units, l.Units) {
			return i + 1
		}
	}
	p.texts = append(p.texts, l)
	return len(p.texts)
}

// names gives what both files have for themselves names of their own.
func (p *Product) names() {
	each := func(u *core.Unit, do func(v *core.Var)) {
		for _, g := range u.Globals {
			switch d := g.(type) {
			case *core.VarDef:
				do(d.Var)
			case *core.FuncDef:
				do(d.Func.Var)
			}
		}
	}
	taken, old := map[string]bool{}, map[*core.Var]bool{}
	each(p.prog.Units[0], func(v *core.Var) { taken[v.Name], old[v] = true, true })
	each(p.prog.Units[1], func(v *core.Var) {
		if v.Linkage == core.External && taken[v.Name] && !old[v] {
			old[v] = true
			v.Name += "__new"
		}
	})
}

// definition is that of the function with a name in a file; nil if there is none.
func definition(prog *core.Program, u *core.Unit, name string) *core.Func {
	for _, g := range u.Globals {
		if d, ok := g.(*core.FuncDef); ok && d.Func.Var.Name == name {
			return d.Func
		}
	}
	return nil
}

// Definition is that of the function with a name in a file of a program; nil if there is none.
func Definition(prog *core.Program, file int, name string) *core.Func {
	return definition(prog, prog.Units[file], name)
}
