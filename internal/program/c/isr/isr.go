// Package isr has functions of a program interrupt it, from core to core. A handler is only called where the program begins: package
// interrupt adds the places in between, in the automaton, when calls are resolved.
//
//	isr.go     the handlers, where they are called, and what switches interrupts off and on
//	shared.go  what handlers share with the program
package isr

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/c/automaton"
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Config says which functions interrupt the program. The zero value is none.
type Config struct {
	Handlers []string // functions without parameters
	Nested   bool     `json:",omitempty"` // a handler may be interrupted by those that are named after it
	Off, On  []string `json:",omitempty"` // functions that switch interrupts off and on, besides those that have the names of known ones
	Masked   bool     `json:",omitempty"` // they are switched off at first
}

// switchesOff and switchesOn are the functions of common compilers and processors that do that.
var (
	switchesOff = []string{"cli", "__disable_irq", "__disable_interrupt", "__disable_interrupts", "_disable_interrupts", "disable_interrupts", "noInterrupts", "__builtin_disable_interrupts", "__dint"}
	switchesOn  = []string{"sei", "__enable_irq", "__enable_interrupt", "__enable_interrupts", "_enable_interrupts", "enable_interrupts", "interrupts", "__builtin_enable_interrupts", "__eint"}
	// by assembly
	codeOff = []string{"cli", "cpsid i", "dint", "di"}
	codeOn  = []string{"sei", "sti", "cpsie i", "eint", "ei"}
)

// Mistake is what is wrong with a Config. Name, if it is not "", is the name of a function that there is not.
type Mistake struct {
	At        core.Pos
	Msg, Hint string
	Name      string
}

// Inserted is what Insert has added to a program.
type Inserted struct {
	conf     Config
	handlers []*core.Func
	entry    *core.Func
	masked   *core.Var // is 1 while interrupts are switched off; nil: they never are
	word     uint8     // how many bits are accessed at once
	shared   []string  // what handlers share with the program and is not volatile
}

// Names that are no names of C.
const (
	pointName  = "$interrupt"
	maskedName = "$masked"
)

// Insert finds the handlers of a program, in which the function verified is interrupted, and has its calls and its assembly switch interrupts off and on. What
// is inserted is nil if there are no handlers, or nothing to be verified.
func Insert(conf Config, prog *core.Program, verified string) (*Inserted, *Mistake) {
	if len(conf.Handlers) == 0 {
		return nil, nil
	}
	x := &Inserted{conf: conf, word: prog.Types.Machine.WordBits()}
	defs := map[*core.Var]*core.Func{}
	named := map[string]bool{}
	each(prog, func(g core.Global) {
		switch g := g.(type) {
		case *core.FuncDef:
			defs[g.Func.Var] = g.Func
			named[g.Func.Var.Name] = true
		case *core.VarDef:
			named[g.Var.Name] = named[g.Var.Name] || g.Var.Type.Kind == types.Func
		}
	})
	entry := defs[prog.Function(verified)]
	for _, name := range conf.Handlers {
		f := defs[prog.Function(name)]
		switch {
		case f == nil:
			return nil, &Mistake{Msg: "no function " + name + " to interrupt the program", Hint: "name an interrupt handler with {Interrupts}", Name: name}
		case len(f.Params) > 0:
			return nil, &Mistake{At: f.Pos, Msg: name + " has parameters: nobody can say what an interrupt gives it", Hint: "write a function without parameters that calls it"}
		case f == entry:
			return nil, &Mistake{At: f.Pos, Msg: fmt.Sprintf("the program begins with %s, which cannot interrupt it too", name), Hint: "name another function with {Entry}"}
		case !slices.Contains(x.handlers, f):
			x.handlers = append(x.handlers, f)
		}
	}
	for _, name := range slices.Concat(conf.Off, conf.On) {
		if !named[name] {
			return nil, &Mistake{Msg: "no function " + name + ", which is to switch interrupts", Hint: "name one that the program calls", Name: name}
		}
	}
	if entry == nil {
		return nil, nil
	}
	x.shared = shared(defs, entry, x.handlers)
	x.entry = entry
	x.switches(prog, defs)
	return x, nil
}

func each(prog *core.Program, f func(core.Global)) {
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			f(g)
		}
	}
}

// switches has calls of functions, and assembly, switch interrupts off and on.
func (x *Inserted) switches(prog *core.Program, defs map[*core.Var]*core.Func) {
	at := x.handlers[0].Var.Pos
	masked := &core.Var{Name: maskedName, Type: prog.Types.Basic(types.Bool), Pos: at, Unit: x.handlers[0].Var.Unit, Storage: core.Static, Linkage: core.Internal, Defined: true, Temp: true}
	found := x.conf.Masked
	set := func(at core.Pos, v int64) core.Stmt {
		found = true
		return &core.Assign{At: at, Dst: &core.VarPlace{At: at, Var: masked}, Src: &core.IntConst{At: at, Value: types.IntOf(v), Typ: masked.Type}}
	}
	off, on := slices.Concat(switchesOff, x.conf.Off), slices.Concat(switchesOn, x.conf.On)
	drop := func(list []core.Expr) (done []core.Stmt) {
		for _, a := range list {
			done = append(done, &core.Eval{At: a.Pos(), X: a})
		}
		return done
	}
	rewrite := core.Rewriter{Stmt: func(s core.Stmt) []core.Stmt {
		switch s := s.(type) {
		case *core.Call:
			v := core.Called(s.Fun)
			if v == nil || defs[v] != nil && !slices.Contains(x.conf.Off, v.Name) && !slices.Contains(x.conf.On, v.Name) {
				break
			}
			call := []core.Stmt{s}
			if defs[v] == nil && s.Dst == nil {
				call = drop(s.Args)
			}
			switch {
			case slices.Contains(off, v.Name):
				return append([]core.Stmt{set(s.At, 1)}, call...)
			case slices.Contains(on, v.Name):
				return append(call, set(s.At, 0))
			}
		case *core.Asm:
			var inputs []core.Expr
			for _, in := range s.Inputs {
				if in.X != nil {
					inputs = append(inputs, in.X)
				}
			}
			if v, ok := byCode(s.Text); ok && len(s.Outputs) == 0 {
				return append(drop(inputs), set(s.At, v))
			}
		}
		return []core.Stmt{s}
	}}
	for _, f := range defs {
		rewrite.Block(f.Body)
	}
	if !found {
		return
	}
	if x.conf.Masked {
		masked.Init = &core.ExprInit{X: &core.IntConst{At: at, Value: types.IntOf(1), Typ: masked.Type}}
	}
	x.masked = masked
	define(prog, masked.Unit, &core.VarDef{Var: masked})
}

// define adds something at the beginning of a file.
func define(prog *core.Program, unit int, g core.Global) {
	u := prog.Units[unit]
	u.Globals = append([]core.Global{g}, u.Globals...)
}

// byCode is 1 for assembly that switches interrupts off, and 0 for assembly that switches them on.
func byCode(text string) (masked int64, ok bool) {
	code := strings.Trim(strings.TrimSpace(text), `"`)
	code = strings.ToLower(strings.Join(strings.Fields(strings.NewReplacer(`\n`, " ", `\t`, " ", ";", " ").Replace(code)), " "))
	if slices.Contains(codeOff, code) {
		return 1, true
	}
	return 0, slices.Contains(codeOn, code)
}

// Begin calls what has interrupts come at the beginning of what is verified. It calls each handler, so that these are made; Finish has it do so any number of
// times. Its parameter has its end be reached even if no handler returns. x may be nil.
func (x *Inserted) Begin(prog *core.Program) {
	if x == nil {
		return
	}
	entry := x.entry
	at, tt := x.handlers[0].Var.Pos, prog.Types
	n := &core.Var{Name: "comes", Type: tt.Basic(types.Int), Pos: at, Storage: core.Param, Temp: true}
	sig := types.Sig{Result: tt.Basic(types.Void), Params: []types.Param{{Type: n.Type}}, Proto: true}
	v := &core.Var{Name: pointName, Type: tt.Function(sig), Pos: at, Unit: x.handlers[0].Var.Unit, Storage: core.Static, Linkage: core.Internal}
	call := func(at core.Pos, v *core.Var, args ...core.Expr) core.Stmt {
		return &core.Call{At: at, Fun: &core.AddrOf{At: at, X: &core.VarPlace{At: at, Var: v}, Typ: tt.Pointer(v.Type)}, Args: args}
	}
	point := &core.Func{Var: v, Pos: at, Params: []*core.Var{n}, Body: &core.Block{At: at, End: at}, End: at}
	for _, h := range x.handlers {
		then := &core.Block{At: at, List: []core.Stmt{call(at, h.Var)}, End: at}
		point.Body.List = append(point.Body.List, &core.If{At: at, X: &core.Load{At: at, X: &core.VarPlace{At: at, Var: n}}, Then: then})
	}
	define(prog, v.Unit, &core.FuncDef{Func: point})
	first := call(entry.Pos, v, &core.IntConst{At: entry.Pos, Value: types.IntOf(0), Typ: n.Type})
	entry.Body.List = append([]core.Stmt{first}, entry.Body.List...)
}

// Finish has interrupts come any number of times in the automaton of the program, and says what is assumed. x may be nil.
func (x *Inserted) Finish(p *ir.Program, pos func(core.Pos) ir.Pos) {
	if x == nil {
		return
	}
	i := slices.IndexFunc(p.Funcs, func(f *ir.Func) bool { return f.Name == pointName })
	old := p.Funcs[i]
	p.Funcs = slices.Delete(p.Funcs, i, i+1)
	var handlers []*ir.Func
	for _, h := range x.handlers {
		for _, l := range old.Locs {
			for _, id := range p.Loc(l).Out {
				if c, ok := p.Edge(id).Stmt.(*ir.Call); ok && (c.Callee.Name == h.Var.Name || strings.HasPrefix(c.Callee.Name, h.Var.Name+"@")) {
					handlers = append(handlers, c.Callee)
				}
			}
		}
	}
	var masked *ir.Var
	if x.masked != nil {
		if i := slices.IndexFunc(p.Globals, func(v *ir.Var) bool { return v.Name == maskedName }); i >= 0 {
			masked = p.Globals[i]
			masked.CName = ""
		} else if x.conf.Masked {
			masked = p.NewGlobal(maskedName, "", ir.Int(1, false), pos(x.handlers[0].Pos)) // nothing that is reached switches them on
		}
	}
	point := p.NewPoint(pointName, handlers, masked)
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			for _, id := range p.Loc(l).Out {
				e := p.Edge(id)
				if c, ok := e.Stmt.(*ir.Call); ok && c.Callee == old {
					e.Stmt, e.Aux = &ir.Call{Callee: point}, true
				}
			}
		}
	}
	automaton.Renumber(p)
	p.Interrupts = &ir.Interrupts{Point: point, Handlers: handlers, Nested: x.conf.Nested, Masked: masked, WordBits: x.word}
	x.notes(p, pos(x.handlers[0].Pos))
}

// notes says what is assumed, before what else is.
func (x *Inserted) notes(p *ir.Program, at ir.Pos) {
	var list []ir.Note
	note := func(format string, args ...any) {
		list = append(list, ir.Note{Pos: at, Kind: ir.Assumption, Text: fmt.Sprintf(format, args...)})
	}
	names := strings.Join(x.conf.Handlers, ", ")
	switch {
	case len(x.handlers) == 1:
		note("%s may run any number of times between any two accesses to what it shares with the program, and is not interrupted itself", names)
	case x.conf.Nested:
		note("%s may run any number of times between any two accesses to what they share with the program, each interrupted by those after it only", names)
	default:
		note("%s may run any number of times between any two accesses to what they share with the program, and do not interrupt each other", names)
	}
	if x.conf.Masked {
		note("interrupts are switched off at first")
	}
	if len(x.shared) > 0 {
		names := strings.Join(x.shared[:min(len(x.shared), maxListed)], ", ")
		if n := len(x.shared) - maxListed; n > 0 {
			names += fmt.Sprintf(" and %d more", n)
		}
		note("not volatile, though an interrupt may come between two accesses: %s; a compiler may keep it in a register, here each access takes place where it is written", names)
	}
	p.Notes = append(list, p.Notes...)
}

// maxListed bounds how many names a note lists.
const maxListed = 8

// Switches tells whether assembly switches interrupts off or on.
func Switches(code string) bool {
	_, ok := byCode(code)
	return ok
}
