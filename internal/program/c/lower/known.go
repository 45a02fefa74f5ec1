package lower

import (
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// errnoName is the variable of the library that functions set.
const errnoName = "errno"

// meaning is what calls of a function do that is known by its name.
type meaning struct {
	lower func(b *builder, c *knownCall)
	sets  bool // it may set errno
}

// knownCall is a call of a function that is known.
type knownCall struct {
	*core.Call
	v   *core.Var
	pos ir.Pos
}

// errors are the functions whose calls are errors.
var errors = map[string]bool{
	"reach_error": true, "__VERIFIER_error": true, "__assert_fail": true, "__assert_rtn": true, "__assert_perror_fail": true, "__assert": true,
}

// inputs begins the names of the functions that give any value of their type, and tools those of functions of verifiers and
// compilers, which may mean anything if they are not known.
const inputs = "__VERIFIER_nondet_"

var tools = []string{
	"__builtin_", "__atomic_", "__sync_", "__VERIFIER_", "__CPROVER_", "__ESBMC_", "__SMACK_", "__llbmc_", "__goblint_", "klee_", "__craig_",
}

// known is the table of functions that are known by their names, where the program does not define them.
var known map[string]*meaning

func init() { // breaks the cycle from the table to its users
	stop := &meaning{lower: (*builder).stop}
	nothing := &meaning{lower: (*builder).nothing}
	print := func(format int) *meaning {
		return &meaning{lower: func(b *builder, c *knownCall) { b.print(c, format) }}
	}
	known = map[string]*meaning{
		"__VERIFIER_assume": {lower: (*builder).assume},
		"assert":            {lower: (*builder).assert}, "__VERIFIER_assert": {lower: (*builder).assert},
		"abort": stop, "exit": stop, "_exit": stop, "_Exit": stop, "quick_exit": stop, "__builtin_trap": stop, "__builtin_abort": stop, "__builtin_exit": stop,
		"__assert_fail": stop, "__VERIFIER_error": stop, // where they are no errors
		"__builtin_unreachable":   {lower: (*builder).unreachable},
		"__builtin_expect":        {lower: (*builder).first},
		"__VERIFIER_atomic_begin": nothing, "__VERIFIER_atomic_end": nothing, "__builtin_prefetch": nothing,
		"malloc":       {lower: allocation(0, -1, false), sets: true},
		"calloc":       {lower: allocation(0, 1, true), sets: true},
		"free":         {lower: (*builder).free},
		"printf":       print(0),
		"fprintf":      print(1),
		"__craig_sign": {lower: (*builder).sign}, "__craig_truth": {lower: (*builder).truthful},
		"__craig_guess": {lower: (*builder).guess}, "__craig_guess_long": {lower: (*builder).guess},
		"__craig_disjoint": {lower: (*builder).disjoint}, "__craig_needs": nothing,
	}
	for name, f := range exact {
		m := &meaning{lower: computes(f.op, f.fails)}
		known[name], known[name+"f"], known["__builtin_"+name], known["__builtin_"+name+"f"] = m, m, m, m
	}
	for _, name := range []string{"malloc", "calloc", "free", "printf", "fprintf"} {
		known["__builtin_"+name] = known[name]
	}
}

// wholes are functions with a model that some calls do not need: those about objects as a whole.
var wholes = map[string]func(b *builder, c *knownCall) bool{
	"memcpy": copyBytes(false), "memmove": copyBytes(true), "memset": fillBytes,
}

// isError tells whether calls of a function are errors.
func (p *program) isError(v *core.Var) bool {
	return v.Name != "" && v.Name == p.conf.ErrorFunction || p.conf.UnreachCall && errors[v.Name]
}

// meaningOf is what a function is that a unit names: one of the program or of a model, or known. If it is none of these, nothing is
// known of it.
func (p *program) meaningOf(v *core.Var, u source, pos ir.Pos) (*core.Var, *meaning) {
	_, defined := p.link.defs[v]
	name := v.Name
	switch {
	case !u.model && p.isError(v):
		return nil, &meaning{lower: (*builder).errorCall}
	case defined:
		p.ownName(v, pos)
		return v, nil
	case known[name] != nil:
		return nil, known[name]
	case strings.HasPrefix(name, inputs):
		return nil, &meaning{lower: (*builder).input}
	}
	if g := p.link.model(strings.TrimPrefix(name, "__builtin_")); g != nil {
		return g, nil
	}
	if p.conf.Known(name) {
		refuse(pos, "library function %s", name)
	}
	for _, prefix := range tools {
		if strings.HasPrefix(name, prefix) {
			refuse(pos, "library function %s", name)
		}
	}
	p.ownName(v, pos)
	return v, nil
}

func (b *builder) arguments(c *knownCall) {
	for _, a := range c.Args {
		b.drop(a)
	}
}

func (b *builder) errorCall(c *knownCall) {
	b.arguments(c)
	b.fail(c.pos)
	if c.Dst != nil && !isAggregate(c.Dst.Type()) {
		b.store(b.place(c.Dst), b.havoc(b.scalar(c.Dst.Type(), c.pos), ir.FromApproximation, "", c.pos), c.pos)
	}
}

func (b *builder) stop(c *knownCall) {
	b.arguments(c)
	b.vanish(c.pos)
}

func (b *builder) nothing(c *knownCall) {
	b.arguments(c)
	b.emit(&ir.Skip{}, c.pos).Aux = false
}

func (b *builder) unreachable(c *knownCall) {
	b.p.note(ir.Assumption, c.pos, "executions that reach __builtin_unreachable are outside the answer")
	b.vanish(c.pos).Why = ir.LeftOut
}

// count refuses a call with another number of arguments than the function wants.
func (b *builder) count(c *knownCall, n int) {
	if len(c.Args) != n {
		refuse(c.pos, "call with other arguments than the function has")
	}
}

// first gives the first argument.
func (b *builder) first(c *knownCall) {
	b.count(c, 2)
	if c.Dst == nil {
		b.arguments(c)
		return
	}
	e := b.expr(c.Args[0])
	b.store(b.place(c.Dst), b.cast(b.scalar(c.Dst.Type(), c.pos), e), c.pos)
}

func (b *builder) assume(c *knownCall) {
	b.count(c, 1)
	b.emit(&ir.Assume{Cond: b.truth(b.flag(c))}, c.pos).Aux = false
}

// flag is the only argument of a call, a condition. Without a prototype the function finds the low bytes of an integer.
func (b *builder) flag(c *knownCall) core.Expr {
	x := c.Args[0]
	if t := x.Type(); !c.v.Type.Sig.Proto && (!t.IsInteger() || t.Bits() > 32) {
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
	b.count(c, 1)
	yes, no := b.loc(c.pos), b.loc(c.pos)
	b.condition(b.flag(c), yes, no)
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
	if t := c.Fun.Type().Elem.Sig.Result; isAggregate(t) {
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

// allocation is malloc or calloc: the size is the product of one or two arguments.
func allocation(size, count int, zero bool) func(b *builder, c *knownCall) {
	return func(b *builder, c *knownCall) {
		b.count(c, max(size, count)+1)
		if t := c.Fun.Type().Elem.Sig.Result; t.Kind != types.Pointer {
			refuse(c.pos, "call without a prototype")
		}
		for _, a := range c.Args {
			if !a.Type().IsInteger() {
				refuse(c.pos, "call with other arguments than the function has")
			}
		}
		n := b.cast(b.p.size(), b.expr(c.Args[size]))
		if count >= 0 {
			n = b.product(n, b.cast(b.p.size(), b.expr(c.Args[count])))
		}
		b.give(c.Call, c.pos, func(to *ir.Var) { b.allocate(to, c.v.Name, n, zero, c.pos) })
	}
}

func (b *builder) free(c *knownCall) {
	b.count(c, 1)
	if c.Args[0].Type().Kind != types.Pointer {
		refuse(c.pos, "call with other arguments than the function has")
	}
	p := b.settled(b.expr(c.Args[0]), c.pos)
	if p.IsConst() && p.Val.IsZero() {
		b.emit(&ir.Skip{}, c.pos).Aux = false
		return
	}
	b.emit(&ir.Free{Addr: p}, c.pos).Aux = false
}

// print writes to a stream, which changes nothing that a program sees, unless the format, a literal, stores how much was written.
func (b *builder) print(c *knownCall, format int) {
	ok := format < len(c.Args) && c.Dst == nil && !b.errnoSeen()
	if ok {
		d, literal := plain(c.Args[format]).(*core.Decay)
		ok = literal
		if literal {
			l, literal := d.X.(*core.LiteralPlace)
			ok = literal && !storesCount(l.Literal.Units)
		}
	}
	if !ok {
		refuse(c.pos, "library function %s", c.v.Name)
	}
	b.arguments(c)
	b.external(c)
}

// plain is an expression without the conversions around it.
func plain(x core.Expr) core.Expr {
	for {
		c, ok := x.(*core.Convert)
		if !ok {
			return x
		}
		x = c.X
	}
}

// storesCount tells whether a format may have %n.
func storesCount(format []uint32) bool {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && strings.ContainsRune("0123456789 +-#'.*hlLqjztI$", rune(format[i])); i++ {
		}
		if i < len(format) && format[i] == 'n' {
			return true
		}
	}
	return false
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
	cond := b.truth(c.Args[0])
	t := ir.Int(32, true)
	m := b.havoc(t, ir.FromMagnitude, b.f.v.Name, c.pos)
	b.emit(&ir.Assume{Cond: ir.And(ir.Compare(ir.OpNe, m, ir.ConstInt(t, -1)), ir.Compare(ir.OpLt, m, ir.Const(t, t.Max())))}, c.pos)
	e := ir.Ite(cond, ir.Binary(ir.OpAdd, m, ir.ConstInt(t, 1)), ir.ConstInt(t, 0))
	b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: e}, c.pos) })
}

// disjoint leaves out the executions in which what a model copies overlaps.
func (b *builder) disjoint(c *knownCall) {
	b.count(c, 4)
	var e [4]*ir.Expr
	for i, a := range c.Args {
		e[i] = b.expr(a)
	}
	b.apart(e[0], e[1], e[2], e[3], b.f.v.Name, c.pos)
}

// apart leaves out the executions in which the n bytes at p and the m bytes at q overlap, which a function copies, unless nothing is changed.
func (b *builder) apart(p, n, q, m *ir.Expr, name string, pos ir.Pos) {
	apart := b.fold(ir.Not(ir.Overlap(p, n, q, m)))
	if apart.IsTrue() {
		return
	}
	b.p.note(ir.Assumption, pos, "executions in which objects overlap that %s copies are outside the answer (property valid-deref looks for them)", name)
	same := ir.And(ir.Compare(ir.OpEq, p, q), ir.Compare(ir.OpEq, n, m))
	b.emit(&ir.Assume{Cond: b.fold(ir.Or(apart, same))}, pos)
}

// guess gives any number, where C says which but the model does not.
func (b *builder) guess(c *knownCall) {
	b.give(c.Call, c.pos, func(to *ir.Var) {
		b.emit(&ir.Havoc{Var: to, Source: ir.FromApproximation, Name: b.f.v.Name}, c.pos)
	})
}
