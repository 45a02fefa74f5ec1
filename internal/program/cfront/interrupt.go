package cfront

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/ir"
)

// Interrupts says which functions interrupt the program. The zero value is none.
//
// Here a handler is only called where the program begins, and what an interrupt may change is read into temporaries,
// once where C reads it. Package interrupt adds the places in between, when calls are resolved.
type Interrupts struct {
	Handlers []string // functions without parameters
	// Nested: a handler may be interrupted by those that are named after it.
	Nested bool `json:",omitempty"`
	// Off, On are functions that switch interrupts off and on, besides those that have the names of known ones.
	Off, On []string `json:",omitempty"`
	Masked  bool     `json:",omitempty"` // they are switched off at first
}

// interrupts is what the reader knows of interrupts; nil if nothing interrupts the program.
type interrupts struct {
	handlers []*function
	off, on  []string
	point    *ir.Func
	masked   *ir.Var // made when it is first needed
}

// switchesOff and switchesOn are the functions of common compilers and processors that do that.
var (
	switchesOff = []string{"cli", "__disable_irq", "__disable_interrupt", "__disable_interrupts", "_disable_interrupts", "disable_interrupts", "noInterrupts", "__builtin_disable_interrupts", "__dint"}
	switchesOn  = []string{"sei", "__enable_irq", "__enable_interrupt", "__enable_interrupts", "_enable_interrupts", "enable_interrupts", "interrupts", "__builtin_enable_interrupts", "__eint"}
	// by assembly
	codeOff = []string{"cli", "cpsid i", "dint", "di"}
	codeOn  = []string{"sei", "sti", "cpsie i", "eint", "ei"}
)

// handlers finds the functions that interrupt the program, and uses them.
func (r *reader) handlers(entry *function) error {
	o := r.opts.Interrupts
	if len(o.Handlers) == 0 {
		return nil
	}
	x := &interrupts{off: slices.Concat(switchesOff, o.Off), on: slices.Concat(switchesOn, o.On)}
	for _, name := range o.Handlers {
		f := r.defined(name)
		switch {
		case f == nil:
			return &Error{Pos: ir.Pos{File: r.units[0].file}, Msg: "no function " + name + " to interrupt the program", Hint: "name an interrupt handler with {Interrupts}" + mayStart(name, r.withBodies())}
		case len(f.t.fun.params) > 0:
			return &Error{Pos: f.pos, Msg: fmt.Sprintf("%s has parameters: nobody can say what an interrupt gives it", name), Hint: "write a function without parameters that calls it"}
		case f == entry || name == r.verified():
			return &Error{Pos: f.pos, Msg: fmt.Sprintf("the program begins with %s, which cannot interrupt it too", name), Hint: "name another function with {Entry}"}
		case slices.Contains(x.handlers, f):
			continue
		}
		x.handlers = append(x.handlers, f)
		r.use(f)
	}
	for _, name := range slices.Concat(o.Off, o.On) {
		if _, ok := r.externs[name].(*function); !ok && r.defined(name) == nil {
			return &Error{Pos: ir.Pos{File: r.units[0].file}, Msg: "no function " + name + ", which is to switch interrupts", Hint: "name one that the program calls" + mayStart(name, r.withBodies())}
		}
	}
	r.interrupts = x
	return nil
}

// defined is the function of that name that has a body; nil if there is none.
func (r *reader) defined(name string) *function {
	f, _ := r.externs[name].(*function)
	for _, u := range r.units {
		if g, ok := u.statics[name].(*function); ok && f == nil {
			f = g
		}
	}
	if f == nil || f.def == nil {
		return nil
	}
	return f
}

// beginInterrupts makes what is called where an interrupt may come.
func (r *reader) beginInterrupts() {
	x := r.interrupts
	if x == nil {
		return
	}
	var hs []*ir.Func
	for _, h := range x.handlers {
		hs = append(hs, r.irFunc(h))
	}
	if r.opts.Interrupts.Masked || r.switches() {
		x.masked = r.prog.NewGlobal("$masked", "", ir.Int(1, false), x.handlers[0].pos)
	}
	x.point = r.prog.NewPoint("$interrupt", hs, x.masked)
	r.prog.Interrupts = &ir.Interrupts{Point: x.point, Handlers: hs, Nested: r.opts.Interrupts.Nested, Masked: x.masked, WordBits: r.types.machine.WordBits()}
	first := x.handlers[0].pos
	names := strings.Join(r.opts.Interrupts.Handlers, ", ")
	switch {
	case len(x.handlers) == 1:
		r.note(ir.Assumption, first, "%s may run any number of times between any two accesses to what it shares with the program, and is not interrupted itself", names)
	case r.opts.Interrupts.Nested:
		r.note(ir.Assumption, first, "%s may run any number of times between any two accesses to what they share with the program, each interrupted by those after it only", names)
	default:
		r.note(ir.Assumption, first, "%s may run any number of times between any two accesses to what they share with the program, and do not interrupt each other", names)
	}
}

// switches tells whether something that can be reached switches interrupts.
func (r *reader) switches() bool {
	for _, f := range r.functions {
		if f.used && (r.switching(f) != switchesNothing || f.codeSwitches) {
			return true
		}
	}
	return false
}

// startInterrupts sets what says whether interrupts are switched off, at the beginning of Main.
func (r *reader) startInterrupts() {
	if x := r.interrupts; x != nil && x.masked != nil {
		v := int64(0)
		if r.opts.Interrupts.Masked {
			v = 1
			r.note(ir.Assumption, x.handlers[0].pos, "interrupts are switched off at first")
		}
		r.inits.emit(&ir.Assign{Var: x.masked, Expr: ir.ConstInt(x.masked.Type, v)}, x.handlers[0].pos)
	}
}

// interruptible adds the place of the first interrupts, at the beginning of the function that is verified.
func (f *fn) interruptible() {
	if x := f.r.interrupts; x != nil && f.isVerified() {
		f.emit(&ir.Call{Callee: x.point}, f.f.pos)
	}
}

// switching is what a call of a function, or assembly, does to interrupts.
type switching uint8

const (
	switchesNothing switching = iota
	switchesToOff
	switchesToOn
)

func (r *reader) switching(g *function) switching {
	x := r.interrupts
	switch {
	case x == nil || g.def != nil && !slices.Contains(r.opts.Interrupts.Off, g.cname) && !slices.Contains(r.opts.Interrupts.On, g.cname):
		return switchesNothing
	case slices.Contains(x.off, g.cname):
		return switchesToOff
	case slices.Contains(x.on, g.cname):
		return switchesToOn
	}
	return switchesNothing
}

// codeSwitching is what assembly does to interrupts.
func codeSwitching(code string) switching {
	code = strings.ToLower(strings.Join(strings.Fields(strings.NewReplacer(`\n`, " ", `\t`, " ", ";", " ").Replace(code)), " "))
	switch {
	case slices.Contains(codeOff, code):
		return switchesToOff
	case slices.Contains(codeOn, code):
		return switchesToOn
	}
	return switchesNothing
}

// switchInterrupts switches interrupts off or on.
func (f *fn) switchInterrupts(to switching, pos ir.Pos) {
	if x := f.r.interrupts; x != nil && x.masked != nil && to != switchesNothing {
		v := int64(0)
		if to == switchesToOff {
			v = 1
		}
		f.emit(&ir.Assign{Var: x.masked, Expr: ir.ConstInt(x.masked.Type, v)}, pos).aux = false
	}
}

// switchCall is a call of a function that switches interrupts: before what else it does, or behind that.
func (f *fn) switchCall(c *callSite, to switching) value {
	if to == switchesToOff {
		f.switchInterrupts(to, c.pos)
	}
	var v value
	if c.g.def != nil {
		v = f.directCall(c)
	} else {
		f.used(c)
		v = f.input(c, f.r.resultType(c.g), c.g.cname)
	}
	if to == switchesToOn {
		f.switchInterrupts(to, c.pos)
	}
	return v
}

// mayBeInterrupted tells whether an interrupt may change what lies at p, as far as can be told here.
func (f *fn) mayBeInterrupted(p place) bool {
	if f.r.interrupts == nil || f.constOnly || f.static || f.ir == f.r.scratch {
		return false
	}
	return p.v != nil && p.v.Func == nil || p.addr != nil && p.fun == nil && p.t.kind != kArray && p.t.kind != kFunc
}

// hasBits tells whether t has bit-fields. Those of one unit are read and written together.
func (tt *typeTable) hasBits(t *ctype) bool {
	cells, ok := tt.flat(t)
	return ok && slices.ContainsFunc(cells, func(c cell) bool { return c.bits != nil })
}

// readOnce is v, which was read of p, in a temporary if an interrupt may change p before v is used.
func (f *fn) readOnce(p place, v value, pos ir.Pos) value {
	if v.e == nil || v.e.IsConst() || !f.mayBeInterrupted(p) {
		return v
	}
	t := f.temp(v.e.Type, pos)
	f.emit(&ir.Assign{Var: t, Expr: v.e}, pos)
	v.e = ir.VarExpr(t)
	return v
}

// noteShared names the variables that handlers share with the program and that are not volatile. of are the effects of
// each function, with those of what it calls.
func (r *reader) noteShared(of map[*function]*effects) {
	x := r.interrupts
	if x == nil {
		return
	}
	var names []string
	add := func(a, b []access) {
		for _, one := range a {
			v := one.v
			if v == nil || v.auto || v.q&qVolatile != 0 || v.t.kind == kStruct || v.t.kind == kUnion || v.t.kind == kArray || slices.Contains(names, v.name) {
				continue
			}
			if slices.ContainsFunc(b, func(two access) bool { return two.v == v }) {
				names = append(names, v.name)
			}
		}
	}
	main := of[r.defined(r.verified())]
	for _, h := range x.handlers {
		if own := of[h]; own != nil && main != nil {
			add(own.writes, slices.Concat(main.reads, main.writes))
			add(own.reads, main.writes)
		}
	}
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	list := strings.Join(names[:min(len(names), maxListed)], ", ")
	if n := len(names) - maxListed; n > 0 {
		list += fmt.Sprintf(" and %d more", n)
	}
	r.note(ir.Assumption, x.handlers[0].pos, "not volatile, though an interrupt may come between two accesses: %s; a compiler may keep it in a register, here each access takes place where it is written", list)
}
