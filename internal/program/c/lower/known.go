package lower

import (
	"maps"
	"strings"

	"craig/internal/program/c/argv"
	"craig/internal/program/c/core"
	"craig/internal/program/c/format"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// errnoName is the variable of the library that functions set.
const errnoName = "errno"

// meaning is what calls of a function do that is known by its name.
type meaning struct {
	lower func(b *builder, c *knownCall)
	row   *library.Function // of a function of the library; else nil
}

// knownCall is a call of a function that is known.
type knownCall struct {
	*core.Call
	v   *core.Var
	row *library.Function
	pos ir.Pos
}

// handlers are the code for calls of functions of the library, by what their rows say that they do. Those of partial may decline, and then
// their model is called. shared are what models call and programs cannot.
var (
	handlers = map[string]func(b *builder, c *knownCall){}
	partial  map[string]func(b *builder, c *knownCall) bool
	shared   map[string]func(b *builder, c *knownCall)
	needed   map[string][]string // the functions that models share and code may call
)

func init() { // breaks the cycle from the tables to their users
	maps.Copy(handlers, map[string]func(b *builder, c *knownCall){
		"fails": (*builder).stop, // where it is no error
		"stops": (*builder).stop, "asserts": (*builder).assert, "assumes": (*builder).assume, "unreachable": (*builder).unreachable,
		"first": (*builder).first, "nothing": (*builder).nothing, "unknown": (*builder).unknownResult, "zero": (*builder).zero,
		"block": allocation(false), "zero-block": allocation(true), "releases": (*builder).free, "resizes": (*builder).resize,
		"prints": (*builder).print, "prints-and-stops": (*builder).printAndStop, "prints-and-may-stop": (*builder).printAndMayStop,
		"prints-block": (*builder).printsBlock, "sorts": (*builder).ordered, "searches": (*builder).ordered,
		"aligned-block": (*builder).alignedBlock, "page-block": (*builder).pageBlock, "stores-block": (*builder).storesBlock, "usable-size": (*builder).usableSize,
		"keeps-pointer": (*builder).keepsPointer,
		"scans":         scan(ir.FromCall), "scans-text": scan(ir.FromApproximation),
		"stack-block": func(b *builder, c *knownCall) {
			b.count(c, 1)
			at := b.onStack(c.Args[0], nil, c.pos)
			b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: at}, c.pos).Aux = false })
		},
	})
	maps.Copy(handlers, floatHandlers())
	partial = map[string]func(b *builder, c *knownCall) bool{
		"copies": copyBytes(false), "moves": copyBytes(true), "fills": fillBytes,
		"handles-signal": (*builder).handlesSignal, "prints-text": printsText,
	}
	var pieces []string
	for _, name := range format.PrintModels {
		pieces = append(pieces, format.PrintPrefix+name)
	}
	reading := []string{format.PrintPrefix + "any"}
	for _, name := range format.ScanModels {
		reading = append(reading, format.ScanPrefix+name)
	}
	needed = map[string][]string{"prints-text": pieces, "prints-block": append(pieces, format.PrintPrefix+"any"), "scans": append(reading, scannedModel), "scans-text": reading}
	shared = map[string]func(b *builder, c *knownCall){
		"__craig_sign": (*builder).sign, "__craig_truth": (*builder).truthful,
		"__craig_guess": (*builder).guess, "__craig_guess_long": (*builder).guess,
		"__craig_disjoint": (*builder).disjoint, "__craig_printed": (*builder).printedApart, "__craig_needs": (*builder).needs,
		"__craig_sets": (*builder).modelSets, "__craig_failed": (*builder).modelFailed, "__craig_back": (*builder).modelBack,
		"__craig_open": (*builder).open, "__craig_watched": (*builder).watched, "__craig_compares": (*builder).compares, "__craig_exchange": (*builder).exchange,
		"__craig_bits": (*builder).bits, "__craig_bitsf": (*builder).bits, "__craig_double": (*builder).bits, "__craig_float": (*builder).bits,
	}
}

// isError tells whether calls of a function are errors.
func (p *program) isError(v *core.Var) bool {
	if v.Name != "" && v.Name == p.conf.ErrorFunction {
		return true
	}
	if !p.conf.UnreachCall {
		return false
	}
	return library.Fails(v.Name)
}

// meaningOf is what a function is that a unit calls with so many arguments, which may be -1: one of the program or of a model, or known. If it
// is none of these, nothing is known of it.
func (p *program) meaningOf(v *core.Var, u source, args int, pos ir.Pos) (*core.Var, *meaning) {
	_, defined := p.link.Defs[v]
	name := v.Name
	switch {
	case !u.model && p.isError(v):
		return nil, &meaning{lower: (*builder).errorCall}
	case name == argv.MoreStrings:
		return nil, &meaning{lower: (*builder).moreStrings}
	case defined && !(u.model && u.prog == p.link.Of(v) && p.itself(v)):
		p.ownName(v, pos)
		return v, nil
	case u.model && shared[name] != nil:
		return nil, &meaning{lower: shared[name]}
	case strings.HasPrefix(name, library.Inputs):
		return nil, &meaning{lower: (*builder).input}
	}
	if g, m := p.threading(v, pos); g != nil || m != nil {
		return g, m
	}
	if row := p.row(v, u, args); row != nil {
		return p.ofRow(v, row, pos)
	}
	if u.model || v.Pos == (core.Pos{}) { // of a pass, such as scalarize
		if g := p.link.Model(name); g != nil {
			return g, nil
		}
	}
	if library.OfTool(name) {
		refuse(pos, "library function %s", name)
	}
	p.ownName(v, pos)
	return v, nil
}

// itself tells whether the model of a function is for calls through pointers alone, and calls what its row says.
func (p *program) itself(v *core.Var) bool {
	row := library.Lookup(v.Name)
	return row != nil && handlers[row.Does] != nil
}

// ofRow is what a function of the library is.
func (p *program) ofRow(v *core.Var, row *library.Function, pos ir.Pos) (*core.Var, *meaning) {
	do := handlers[row.Does]
	switch {
	case do != nil:
		return nil, &meaning{do, row}
	case row.Model:
		if g := p.link.Model(row.Name); g != nil {
			return g, nil
		}
		refuse(pos, "library function %s", v.Name)
	case row.Handler && row.Does != "" || row.Handler && !row.Effects:
		refuse(pos, "library function %s", v.Name)
	case row.Kind == library.Unsupported:
		return nil, &meaning{(*builder).unsupported, row}
	}
	return nil, &meaning{(*builder).effect, row}
}

func (b *builder) arguments(c *knownCall) {
	for _, a := range c.Args {
		b.drop(a)
	}
}

func (b *builder) errorCall(c *knownCall) {
	b.arguments(c)
	b.fail(c.pos)
	if c.Dst != nil && !layout.IsAggregate(c.Dst.Type()) {
		b.store(b.place(c.Dst), b.havoc(b.scalar(c.Dst.Type(), c.pos), ir.FromApproximation, "", c.pos), c.pos)
	}
}

func (b *builder) stop(c *knownCall) {
	b.arguments(c)
	b.quit(c.pos)
}

func (b *builder) nothing(c *knownCall) {
	b.arguments(c)
	b.emit(&ir.Skip{}, c.pos).Aux = false
}

func (b *builder) unreachable(c *knownCall) {
	b.cutOff("executions that reach __builtin_unreachable are outside the answer", c.pos)
}

// count refuses a call with another number of arguments than the function wants.
func (b *builder) count(c *knownCall, n int) {
	if len(c.Args) != n {
		refuse(c.pos, otherArguments)
	}
}

// first gives the first argument.
func (b *builder) first(c *knownCall) {
	if c.Dst == nil || len(c.Args) == 0 {
		b.arguments(c)
		return
	}
	e := b.settled(b.expr(c.Args[0]), c.pos)
	for _, a := range c.Args[1:] {
		b.drop(a)
	}
	b.store(b.place(c.Dst), b.cast(b.scalar(c.Dst.Type(), c.pos), e), c.pos)
}

func (b *builder) assume(c *knownCall) {
	for _, a := range c.Args[min(1, len(c.Args)):] {
		b.drop(a)
	}
	b.emit(&ir.Assume{Cond: b.truth(b.flag(c))}, c.pos).Aux = false
}

// flag is the only argument of a call, a condition. Without a prototype the function finds the low bytes of an integer.
func (b *builder) flag(c *knownCall) core.Expr {
	if len(c.Args) == 0 {
		refuse(c.pos, otherArguments)
	}
	x := c.Args[0]
	if t := x.Type(); !c.v.Type.Sig.Proto && (!t.IsInteger() || t.Bits() > b.p.tt.Basic(types.Int).Bits()) {
		refuse(c.pos, "call without a prototype")
	}
	return x
}

// assert is an error where the argument is 0.
func (b *builder) assert(c *knownCall) {
	if !b.p.conf.UnreachCall {
		b.assume(c)
		return
	}
	for _, a := range c.Args[min(1, len(c.Args)):] {
		b.drop(a)
	}
	yes, no := b.loc(c.pos), b.loc(c.pos)
	b.claims.Asserted(machine{b}, b.flag(c), yes, no)
	b.cur = no
	b.fail(c.pos)
	b.cur = yes
	if c.Dst != nil {
		b.store(b.place(c.Dst), b.havoc(b.scalar(c.Dst.Type(), c.pos), ir.FromApproximation, "", c.pos), c.pos)
	}
}

// input gives any value, which comes from outside.
func (b *builder) input(c *knownCall) {
	for _, a := range c.Args {
		if a.Type().Kind == types.Pointer {
			refuse(c.pos, "library function %s", c.v.Name)
		}
		b.drop(a)
	}
	if t := c.Fun.Type().Elem.Sig.Result; layout.IsAggregate(t) {
		refuse(c.pos, "input that is a structure")
	}
	b.external(c)
}

// external gives the result of a call that comes from outside, if there is one.
func (b *builder) external(c *knownCall) {
	b.give(c.Call, c.pos, func(to *ir.Var) {
		if to == nil {
			b.emit(&ir.Skip{}, c.pos).Aux = false
			return
		}
		b.emit(&ir.Havoc{Var: to, Source: ir.FromCall, Name: c.v.Name}, c.pos).Aux = false
	})
}

// allocation is malloc or calloc: the size is the product of the parameters of that name and, if there is one, n.
func allocation(zero bool) func(b *builder, c *knownCall) {
	return func(b *builder, c *knownCall) {
		b.count(c, len(c.row.Params))
		if t := c.Fun.Type().Elem.Sig.Result; t.Kind != types.Pointer {
			refuse(c.pos, "call without a prototype")
		}
		for _, a := range c.Args {
			if !a.Type().IsInteger() {
				refuse(c.pos, otherArguments)
			}
		}
		size := b.blockSize(c)
		b.give(c.Call, c.pos, func(to *ir.Var) { b.allocate(to, c.row.Name, size, zero, c.pos) })
	}
}

// blockSize is how large a block a call asks for.
func (b *builder) blockSize(c *knownCall) *ir.Expr {
	size := b.cast(b.p.size(), b.expr(c.Args[c.row.Param("size")]))
	if n := c.row.Param("n"); n >= 0 {
		size = b.product(size, b.cast(b.p.size(), b.expr(c.Args[n])))
	}
	return size
}

func (b *builder) free(c *knownCall) {
	b.count(c, 1)
	if c.Args[0].Type().Kind != types.Pointer {
		refuse(c.pos, otherArguments)
	}
	p := b.settled(b.expr(c.Args[0]), c.pos)
	if p.IsConst() && p.Val.IsZero() {
		b.emit(&ir.Skip{}, c.pos).Aux = false
		return
	}
	b.freeable(p, c.pos)
	b.emit(&ir.Free{Addr: p}, c.pos).Aux = false
}

// sign gives any int that is negative, zero or positive as the argument is, but INT_MIN.
func (b *builder) sign(c *knownCall) {
	d := b.settled(b.expr(c.Args[0]), c.pos)
	zero := ir.ConstInt(d.Type, 0)
	m := b.havoc(d.Type, ir.FromMagnitude, b.f.v.Name, c.pos)
	b.emit(&ir.Assume{Cond: ir.And(ir.Compare(ir.OpLe, zero, m), ir.Compare(ir.OpLt, m, ir.Const(d.Type, d.Type.Max())))}, c.pos)
	negative := ir.Binary(ir.OpSub, ir.ConstInt(d.Type, -1), m)
	positive := ir.Binary(ir.OpAdd, m, ir.ConstInt(d.Type, 1))
	e := ir.Ite(ir.Compare(ir.OpLt, d, zero), negative, ir.Ite(ir.Compare(ir.OpEq, d, zero), zero, positive))
	b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: e}, c.pos) })
}

// truthful gives any int that is 0 just if the argument is.
func (b *builder) truthful(c *knownCall) {
	e := b.openTruth(b.truth(c.Args[0]), b.f.v.Name, c.pos)
	b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: e}, c.pos) })
}

// openTruth is any int that is 0 just if a condition does not hold.
func (b *builder) openTruth(cond *ir.Expr, name string, pos ir.Pos) *ir.Expr {
	t := b.p.int()
	if cond.IsFalse() {
		return ir.ConstInt(t, 0)
	}
	m := b.havoc(t, ir.FromMagnitude, name, pos)
	b.emit(&ir.Assume{Cond: ir.And(ir.Compare(ir.OpNe, m, ir.ConstInt(t, -1)), ir.Compare(ir.OpLt, m, ir.Const(t, t.Max())))}, pos)
	return ir.Ite(cond, ir.Binary(ir.OpAdd, m, ir.ConstInt(t, 1)), ir.ConstInt(t, 0))
}

// disjoint leaves out the executions in which what a model copies overlaps.
func (b *builder) disjoint(c *knownCall) {
	e := b.ranges(c)
	b.apart(e[0], e[1], e[2], e[3], b.f.v.Name, c.pos)
}

// ranges are the arguments of a call that is about two places and how many bytes there are.
func (b *builder) ranges(c *knownCall) (e [4]*ir.Expr) {
	b.count(c, len(e))
	for i, a := range c.Args {
		e[i] = b.expr(a)
	}
	return e
}

// printedApart ends the executions in which what is printed overlaps with the text that it is made of: programs are written that depend on
// what that does, and it is not known. Where a property is about the lives of objects, they are errors of it perhaps.
func (b *builder) printedApart(c *knownCall) {
	e := b.ranges(c)
	apart := b.fold(ir.Not(ir.Overlap(e[0], e[1], e[2], e[3])))
	if b.p.conf.Memory.Lives {
		b.definedIf(apart, b.f.v.Name, c.pos)
		return
	}
	b.either(apart, c.pos, func() {}, func() {
		b.unsound(c.pos, "printing a text to where it lies is not supported")
	})
}

// apart leaves out the executions in which the n bytes at p and the m bytes at q overlap, which a function copies, unless nothing is changed. Where a
// property is about the lives of objects, they are errors of it perhaps, since compilers and libraries may do what was meant.
func (b *builder) apart(p, n, q, m *ir.Expr, name string, pos ir.Pos) {
	apart := b.fold(ir.Not(ir.Overlap(p, n, q, m)))
	if apart.IsTrue() {
		return
	}
	if b.p.conf.Memory.Lives {
		b.definedIf(apart, name, pos)
		return
	}
	b.p.note(ir.Assumption, pos, "executions in which objects overlap that %s copies are outside the answer (property valid-deref looks for them)", name)
	same := ir.And(ir.Compare(ir.OpEq, p, q), ir.Compare(ir.OpEq, n, m))
	b.emit(&ir.Assume{Cond: b.fold(ir.Or(apart, same))}, pos)
}

// guess gives any number, where C says which but the model does not.
func (b *builder) guess(c *knownCall) {
	b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Havoc{Var: to, Source: ir.FromApproximation, Name: b.f.v.Name}, c.pos) })
}
