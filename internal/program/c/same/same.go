// Package same tells whether two functions are the same but for what means nothing: names, qualifiers const, casts to void, where declarations without a
// value and labels of one statement stand, which of two integers is added to the other.
//
//	same.go    what is asked, and which variables, labels and structures of both sides belong together
//	stmt.go    statements
//	expr.go    expressions, places and initializers
//	types.go   types
//	places.go  places at which they differ, and why they do the same there all the same
//	symbolic.go, value.go, opaque.go  the execution of statements, of expressions, and of statements as one
//	term.go    the values that they are executed with
//
// What both come to is compared: functions that are called, the initial values of variables, string literals. What belongs together does so one to one: a
// variable of the old function never stands for two of the new one, nor two for one. So each execution of the one is one of the other, step by step, in
// memory of the same layout, whatever there is in it: loops, recursion, calls of functions without a body, volatile objects. Who relies on the answer
// relies on this package.
package same

import (
	"fmt"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Config says what is known of a program.
type Config struct {
	// Changes tells whether something may give a variable of static storage duration, which is not declared const, another value than that which it begins
	// with.
	Changes func(v *core.Var) bool
	// Fresh tells whether a function of the C library does nothing to memory that there is, Byte whether it uses an argument as an unsigned char, and Follows
	// whether a call of it is undefined where an argument is null. They may be nil.
	Fresh   func(name string) bool
	Byte    func(name string, arg int) bool
	Follows func(name string, arg int) bool
}

// Answer is what is known of two functions.
type Answer struct {
	Same   bool
	Places int    // at which they differ, and do the same
	Why    string // what was found first, if they are not the same, or that is not known
}

// Functions tells whether two functions of a program are the same, or differ at places alone at which they do the same. They are not changed.
func Functions(prog *core.Program, old, new *core.Func, conf Config) Answer {
	a := compare(prog, old, new, conf, false)
	if !a.Same {
		if b := compare(prog, old, new, conf, true); b.Same {
			return b
		}
	}
	return a
}

func compare(prog *core.Program, old, new *core.Func, conf Config, places bool) Answer {
	c := &comparison{tt: prog.Types, units: prog.Units, conf: conf, besidesPlaces: places, standIn: core.StandIns(prog), f: newBodies(), defs: map[*core.Var]*core.Func{}, vars: newPairs[*core.Var](), records: newPairs[*types.Record](), literals: newPairs[*core.Literal]()}
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.FuncDef); ok {
				c.defs[d.Func.Var] = d.Func
			}
		}
	}
	c.vars.join(old.Var, new.Var)
	same := c.signature(old, new)
	for same && len(c.left) > 0 {
		next := c.left[0]
		c.left = c.left[1:]
		same = c.attempt(func() bool { return c.bodies(next[0], next[1]) }) || places && c.besides(next[0], next[1])
	}
	return Answer{same, c.found, c.why}
}

// comparison is one run of Functions.
type comparison struct {
	tt       *types.Table
	units    []*core.Unit
	conf     Config
	standIn  func(v *core.Var) bool
	defs     map[*core.Var]*core.Func
	vars     pairs[*core.Var]
	records  pairs[*types.Record]
	literals pairs[*core.Literal]
	left     [][2]*core.Func // whose bodies are to be compared
	f        *bodies         // what is compared now
	why      string

	besidesPlaces bool // they may differ at places
	found         int  // how many there are
}

// differ is false, and keeps the first reason.
func (c *comparison) differ(format string, args ...any) bool {
	if c.why == "" {
		c.why = fmt.Sprintf(format, args...)
	}
	return false
}

// pairs are things of the old side and of the new one that belong together, one to one.
type pairs[T comparable] struct {
	of   map[T]T
	back map[T]T
	all  []T // of the old side, in the order in which they were joined
}

func newPairs[T comparable]() pairs[T] { return pairs[T]{of: map[T]T{}, back: map[T]T{}} }

// known tells whether one of two things belongs to something, and whether they belong together.
func (p *pairs[T]) known(a, b T) (known, together bool) {
	x, ok1 := p.of[a]
	_, ok2 := p.back[b]
	return ok1 || ok2, ok1 && ok2 && x == b
}

func (p *pairs[T]) join(a, b T) {
	p.of[a], p.back[b] = b, a
	p.all = append(p.all, a)
}

// cut takes apart what was joined behind the first n.
func (p *pairs[T]) cut(n int) {
	for _, a := range p.all[n:] {
		delete(p.back, p.of[a])
		delete(p.of, a)
	}
	p.all = p.all[:n]
}

// attempt undoes what was joined if do fails.
func (c *comparison) attempt(do func() bool) bool {
	v, r, l, left, why := len(c.vars.all), len(c.records.all), len(c.literals.all), len(c.left), c.why
	f := c.f
	labels, stmts, places := len(f.labels.all), len(f.stmts.all), len(f.places)
	if do() {
		return true
	}
	c.vars.cut(v)
	c.records.cut(r)
	c.literals.cut(l)
	c.f = f
	c.f.labels.cut(labels)
	c.f.stmts.cut(stmts)
	c.f.places = c.f.places[:places]
	c.left, c.why = c.left[:left], why
	return false
}

// signature joins the parameters of two functions that are joined, and leaves their bodies for later.
func (c *comparison) signature(a, b *core.Func) bool {
	if !c.declared(a.Var, b.Var) || len(a.Params) != len(b.Params) || a.Once != b.Once || (a.Result == nil) != (b.Result == nil) {
		return c.differ("%s and %s are declared in different ways", a.Var.Name, b.Var.Name)
	}
	c.left = append(c.left, [2]*core.Func{a, b})
	return true
}

// declared tells whether what declarations say of two functions or objects with linkage is the same.
func (c *comparison) declared(a, b *core.Var) bool {
	return a.Storage == b.Storage && a.NoReturn == b.NoReturn && a.AsmName == b.AsmName && a.Undefined == b.Undefined && a.Align == b.Align && a.Register == b.Register &&
		slices.EqualFunc(a.Attrs, b.Attrs, func(x, y core.Attr) bool { return x.Name == y.Name && slices.Equal(x.Args, y.Args) }) &&
		c.types(a.Type, b.Type) && (a.Cleanup == nil) == (b.Cleanup == nil) && (a.Cleanup == nil || c.variables(a.Cleanup, b.Cleanup))
}

// variables tells whether two variables or functions belong together, or may from now on.
func (c *comparison) variables(a, b *core.Var) bool {
	if known, together := c.vars.known(a, b); known {
		return together || c.differ("%s stands for %s as well as for another one", a.Name, b.Name)
	}
	c.vars.join(a, b)
	if c.standIn(a) || c.standIn(b) {
		return c.differ("%s is something else of its file", a.Name)
	}
	if a == b && a.Type.Kind == types.Func && c.defs[a] == nil {
		return true // a function without a body, which both files call
	}
	static := a.Storage == core.Static || a.Storage == core.Thread
	switch {
	case !c.declared(a, b):
		return c.differ("%s and %s are declared in different ways", a.Name, b.Name)
	case !static:
		return c.f.new != nil && c.f.local(c, a, b)
	case a.Linkage != b.Linkage || a.Defined != b.Defined || a.Local != b.Local || a.Name != b.Name && !a.Local:
		return c.differ("%s and %s are declared in different ways", a.Name, b.Name)
	case a.Type.Kind == types.Func:
		f, g := c.defs[a], c.defs[b]
		if f == nil && g == nil {
			return c.differ("%s and %s are two functions without a body", a.Name, b.Name)
		}
		return f != nil && g != nil && c.signature(f, g) || c.differ("one %s has a body alone", a.Name)
	}
	if x, y := constant(a.Type), constant(b.Type); x != y && (!x && c.conf.Changes(a) || !y && c.conf.Changes(b)) {
		return c.differ("only one %s can be changed", a.Name)
	}
	return c.inits(a.Init, b.Init) || c.differ("%s begins with different values", a.Name)
}

// constant tells whether an object of a type is const, or its elements are.
func constant(t *types.Type) bool {
	for t.Kind == types.Array && t.Quals&types.Const == 0 {
		t = t.Elem
	}
	return t.Quals&types.Const != 0
}
