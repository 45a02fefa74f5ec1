package rerun

import (
	"math/bits"
	"slices"

	"craig/internal/program/ir"
)

// translator makes the code of a superblock.
type translator struct {
	m *machine
	b *superblock
	// known says of variables, by index, whether their values are known at this place of the code. Of those that it does not
	// mention it is not said yet: if they are read they are to be known at the entry.
	known   map[int]bool
	entered []entered
	cached  []computed
	failed  bool
}

// entered is a call that the code has entered, with what known said of the variables of the function before.
type entered struct {
	call  *call
	back  *node
	known map[int]bool
}

// operand is where a value is. It is a signed number of so many bits, or a word whose sign says nothing, with 64 bits.
type operand struct {
	at   *int64
	size int
	temp bool // nothing else is there
}

// computed is an expression with its value, or with the mathematical one.
type computed struct {
	e     *ir.Expr
	exact bool
	operand
}

func newTranslator(m *machine, head *node) *translator {
	return &translator{m: m, b: &superblock{head: head, steps: []int{0}, epoch: -1}, known: map[int]bool{}}
}

// node adds the code of n, and gives the node after it; nil, and no code, if there is none.
func (t *translator) node(n *node) *node {
	length := len(t.b.code)
	next, steps := t.translate(n), 1
	if n.leaves {
		steps = 0
	}
	if t.failed || next == nil {
		t.b.code = t.b.code[:length]
		return nil
	}
	t.b.nodes = append(t.b.nodes, n)
	t.b.steps = append(t.b.steps, t.b.steps[len(t.b.steps)-1]+steps)
	for i := length; i < len(t.b.code); i++ {
		if in := &t.b.code[i]; in.next == nil {
			in.next, in.exit, in.redo = n, int32(len(t.b.nodes)-1), true
		}
	}
	return next
}

func (t *translator) translate(n *node) *node {
	if n.leaves && n.loc != t.m.opts.At {
		return t.leave()
	}
	if n.marked {
		return nil
	}
	info := t.m.p.Locs[n.loc]
	first := t.m.p.Edges[info.Out[0]].Stmt
	switch s := first.(type) {
	case *ir.Assume:
		return t.decide(n, s.Cond)
	case *ir.Call:
		if len(info.Out) == 1 {
			return t.enter(n, s)
		}
	}
	if n.pick != nil || len(info.Out) != 1 {
		return nil
	}
	switch s := first.(type) {
	case *ir.Skip:
	case *ir.Assign:
		if !s.Var.Type.IsNumber() || s.Var.Type.Bits > 64 || s.Expr.Type != s.Var.Type {
			return nil
		}
		t.assign(s)
	case *ir.Store:
		if s.Region == nil || s.Val.Type != t.m.cellType(s.Region) || s.Val.Type.Bits > 64 {
			return nil
		}
		addr, value := t.value(s.Addr), t.fit(t.value(s.Val), s.Val.Type)
		t.emit(instruction{op: doStore, a: addr.at, b: value.at, mem: t.m.mem[s.Region]})
		t.drop(func(e *ir.Expr) bool { return e.Op == ir.OpLoad && e.Region == s.Region })
	default:
		return nil
	}
	return n.next
}

// enter is a call.
func (t *translator) enter(n *node, s *ir.Call) *node {
	c := t.m.callOf(s)
	if c == nil {
		return nil
	}
	var args []*int64
	for _, a := range s.Args {
		args = append(args, t.fit(t.value(a), a.Type).at)
	}
	t.emit(instruction{op: doEnter, more: &more{call: c, args: args, back: n.next}})
	if t.failed {
		return nil
	}
	e := entered{c, n.next, map[int]bool{}}
	for _, i := range c.vars {
		if known, said := t.known[i]; said {
			e.known[i] = known
		}
		t.known[i] = t.m.in != nil
	}
	for _, i := range c.params {
		t.known[i] = true
	}
	t.entered, t.cached = append(t.entered, e), nil
	return c.entry
}

// leave is the end of a call that the code has entered.
func (t *translator) leave() *node {
	if len(t.entered) == 0 {
		return nil
	}
	e := t.entered[len(t.entered)-1]
	if c := e.call; c.to >= 0 && !t.known[c.result] {
		return nil
	}
	t.entered, t.cached = t.entered[:len(t.entered)-1], nil
	for _, i := range e.call.vars {
		if known, said := e.known[i]; said {
			t.known[i] = known
		} else {
			delete(t.known, i)
		}
	}
	if e.call.to >= 0 {
		t.known[e.call.to] = true
	}
	t.emit(instruction{op: doLeave})
	return e.back
}

func (t *translator) emit(in instruction) { t.b.code = append(t.b.code, in) }

// fail says that the node cannot be translated.
func (t *translator) fail() operand {
	t.failed = true
	return operand{new(int64), 64, false}
}

// drop forgets the values of expressions with one for which yes holds.
func (t *translator) drop(yes func(e *ir.Expr) bool) {
	kept := t.cached[:0]
	for _, c := range t.cached {
		has := false
		ir.Walk(c.e, func(e *ir.Expr) bool {
			has = has || yes(e)
			return !has
		})
		if !has {
			kept = append(kept, c)
		}
	}
	t.cached = kept
}

// decide is a condition: an assumption, or a branch, which goes on where it has mostly gone.
func (t *translator) decide(n *node, cond *ir.Expr) *node {
	if n.cond == nil {
		return nil
	}
	if n.other == nil {
		t.holds(cond, true, nil)
		return n.next
	}
	if n.next.total() >= n.other.total() {
		t.holds(cond, true, n.other)
		return n.next
	}
	t.holds(cond, false, n.next)
	return n.other
}

// check adds an instruction that leaves for a node, after the one that is being translated, or, with nil, for the function of that.
func (t *translator) check(in instruction, other *node) {
	if other != nil {
		in.next, in.exit = other, int32(len(t.b.nodes)+1)
	}
	t.emit(in)
}

// holds leaves unless a condition has a value.
func (t *translator) holds(e *ir.Expr, want bool, other *node) {
	switch {
	case e.Op == ir.OpConst:
		t.failed = t.failed || e.IsTrue() != want
		return
	case e.Op == ir.OpKnown:
		t.failed = t.failed || !want
		return
	case e.Op == ir.OpNot:
		t.holds(e.Args[0], !want, other)
		return
	case e.Op == ir.OpLAnd && want, e.Op == ir.OpLOr && !want:
		t.holds(e.Args[0], want, other)
		t.holds(e.Args[1], want, other)
		return
	case e.Op == ir.OpInRange && want:
		t.inRange(e.Args[0], other)
		return
	}
	if op, a, b, ok := t.comparison(e, want); ok {
		op += ifEqual - doEqual
		t.check(instruction{op: op, a: a.at, b: b.at}, other)
		return
	}
	v, op := t.truth(e), ifUnequal
	if !want {
		op = ifEqual
	}
	t.check(instruction{op: op, a: v.at, b: new(int64)}, other)
}

// comparison is how it is decided that e has a value, from doEqual to doLessEqualUnsigned.
func (t *translator) comparison(e *ir.Expr, want bool) (op code, a, b operand, ok bool) {
	if e.Op < ir.OpEq || e.Op > ir.OpGe {
		return 0, a, b, false
	}
	o := e.Op
	if !want {
		o = map[ir.Op]ir.Op{ir.OpEq: ir.OpNe, ir.OpNe: ir.OpEq, ir.OpLt: ir.OpGe, ir.OpGe: ir.OpLt, ir.OpLe: ir.OpGt, ir.OpGt: ir.OpLe}[o]
	}
	a, b = t.value(e.Args[0]), t.value(e.Args[1])
	if o == ir.OpGt || o == ir.OpGe {
		a, b = b, a
	}
	switch o {
	case ir.OpEq:
		return doEqual, a, b, true
	case ir.OpNe:
		return doUnequal, a, b, true
	case ir.OpLt, ir.OpGt:
		op = doLess
	default:
		op = doLessEqual
	}
	if bare(e.Args[0].Type) {
		op += doLessUnsigned - doLess
	}
	return op, a, b, true
}

// truth is 1 if e holds, else 0.
func (t *translator) truth(e *ir.Expr) operand {
	if c := t.lookup(e, false); c != nil {
		return c.operand
	}
	if op, a, b, ok := t.comparison(e, true); ok {
		return t.keep(e, false, t.compute(instruction{op: op, a: a.at, b: b.at}, 2))
	}
	switch e.Op {
	case ir.OpConst:
		return constant(truth(e.IsTrue()))
	case ir.OpKnown:
		return constant(1)
	case ir.OpNot:
		return t.compute(instruction{op: doXor, a: t.truth(e.Args[0]).at, b: constant(1).at}, 2)
	case ir.OpLAnd, ir.OpLOr:
		op := doAnd
		if e.Op == ir.OpLOr {
			op = doOr
		}
		return t.compute(instruction{op: op, a: t.truth(e.Args[0]).at, b: t.truth(e.Args[1]).at}, 2)
	}
	return t.function(t.m.number(t.m.cond(e)), 2)
}

func constant(v int64) operand { return operand{&v, bits.Len64(uint64(max(v, ^v))) + 1, false} }

// compute adds an instruction whose result has so many bits.
func (t *translator) compute(in instruction, size int) operand {
	in.to, in.known = new(int64), &t.m.ignored
	t.emit(in)
	return operand{in.to, min(size, 64), true}
}

// function is the value of a function.
func (t *translator) function(f func() int64, size int) operand {
	return t.compute(instruction{op: doFunction, more: &more{f: f}}, size)
}

// mostCached bounds how many values of expressions are remembered.
const mostCached = 40

func (t *translator) keep(e *ir.Expr, exact bool, o operand) operand {
	if len(t.cached) == mostCached {
		t.cached = slices.Delete(t.cached, 0, 1)
	}
	t.cached = append(t.cached, computed{e, exact, o})
	return o
}

func (t *translator) lookup(e *ir.Expr, exact bool) *computed {
	for i := range t.cached {
		if c := &t.cached[i]; c.exact == exact && c.e.Op == e.Op && ir.Equal(c.e, e) {
			return c
		}
	}
	return nil
}

// read notes that a variable is read.
func (t *translator) read(i int) {
	switch known, said := t.known[i]; {
	case !said:
		t.known[i] = true
		t.b.inputs = append(t.b.inputs, &t.m.known[i])
	case !known:
		t.failed = true
	}
}

// width is how many bits a signed number has that may be any value of ty.
func width(ty ir.Type) int {
	if ty.IsSigned() {
		return int(ty.Bits)
	}
	return min(int(ty.Bits)+1, 64)
}

// value is the value of an expression.
func (t *translator) value(e *ir.Expr) operand {
	ty := e.Type
	if ty.Kind == ir.Logical {
		return t.truth(e)
	}
	if !ty.IsNumber() || ty.Bits > 64 {
		return t.fail()
	}
	if p, _ := t.m.leaf(e); p != nil {
		if e.Op == ir.OpConst {
			return constant(*p)
		}
		t.read(t.m.index[e.Var])
		return operand{p, width(ty), false}
	}
	if c := t.lookup(e, false); c != nil {
		return c.operand
	}
	return t.keep(e, false, t.fresh(e))
}

// fresh is value for an expression that has not been computed.
func (t *translator) fresh(e *ir.Expr) operand {
	ty := e.Type
	switch e.Op {
	case ir.OpAddr:
		if w, ok := word(ty, e.Obj.Addr); ok && w != 0 {
			return constant(w)
		}
	case ir.OpLoad:
		if e.Region != nil && ty == t.m.cellType(e.Region) {
			return t.compute(instruction{op: doLoad, a: t.value(e.Args[0]).at, mem: t.m.mem[e.Region]}, width(ty))
		}
	case ir.OpPtrAdd:
		if !bare(e.Args[1].Type) {
			op := doPointerSum
			if !bare(ty) {
				op = doPointerSumNarrow
			}
			return t.compute(instruction{op: op, a: t.value(e.Args[0]).at, b: t.value(e.Args[1]).at}, 64)
		}
	case ir.OpPtrDiff:
		if bare(e.Args[0].Type) && !bare(ty) {
			return t.compute(instruction{op: doPointerDifference, a: t.value(e.Args[0]).at, b: t.value(e.Args[1]).at}, 64)
		}
	case ir.OpCast:
		if from := e.Args[0].Type; from.IsNumber() && from.Bits <= 64 {
			return t.cast(e.Args[0], ty)
		}
	case ir.OpOfBool:
		return t.truth(e.Args[0])
	case ir.OpIte:
		c, a, b := t.truth(e.Args[0]), t.value(e.Args[1]), t.value(e.Args[2])
		return t.compute(instruction{op: doSelect, a: c.at, b: a.at, more: &more{c: b.at}}, max(a.size, b.size))
	}
	if e.Op >= ir.OpNeg && e.Op <= ir.OpXor {
		if t.m.mode.Wraps(ty) {
			return t.wrapped(e)
		}
		return t.exact(e)
	}
	return t.function(t.m.expr(e), 64)
}

// cast is the value of ty that is x modulo 2^Bits.
func (t *translator) cast(x *ir.Expr, ty ir.Type) operand {
	o := t.value(x)
	if ty.Bits == 64 || x.Type.Kind == ir.Integer && ty.Contains(x.Type) && o.size <= width(x.Type) {
		return o
	}
	return t.compute(shaped(instruction{op: doCut, a: o.at}, ty), width(ty))
}

// shaped is an instruction with the type of its result.
func shaped(in instruction, ty ir.Type) instruction {
	in.up, in.signed = uint8(64-ty.Bits), ty.IsSigned()
	return in
}

// uncut is an operand of an operation in ty that depends on it modulo 2^Bits only. Its value may be another one modulo that.
func (t *translator) uncut(x *ir.Expr, ty ir.Type) (o operand, exact bool) {
	if x.Op == ir.OpCast && x.Type == ty && x.Args[0].Type.IsNumber() && x.Args[0].Type.Bits <= 64 {
		return t.value(x.Args[0]), ty.Contains(x.Args[0].Type)
	}
	return t.value(x), true
}

// Operations by what they are of expressions.
var (
	cutting = map[ir.Op]code{
		ir.OpAdd: doSumCut, ir.OpSub: doDifferenceCut, ir.OpMul: doProductCut, ir.OpAnd: doAndCut, ir.OpOr: doOrCut, ir.OpXor: doXorCut,
	}
	plain = map[ir.Op]code{
		ir.OpAdd: doSum, ir.OpSub: doDifference, ir.OpMul: doProduct, ir.OpAnd: doAnd, ir.OpOr: doOr, ir.OpXor: doXor,
	}
	toWords = map[ir.Op]code{ir.OpAdd: doSumWord, ir.OpSub: doDifferenceWord, ir.OpMul: doProductWord}
)

// wrapped is the value of an operation in a type that wraps.
func (t *translator) wrapped(e *ir.Expr) operand {
	ty := e.Type
	switch e.Op {
	case ir.OpNeg:
		a, _ := t.uncut(e.Args[0], ty)
		return t.compute(shaped(instruction{op: doDifferenceCut, a: constant(0).at, b: a.at}, ty), width(ty))
	case ir.OpCompl:
		a, _ := t.uncut(e.Args[0], ty)
		return t.compute(shaped(instruction{op: doXorCut, a: a.at, b: constant(-1).at}, ty), width(ty))
	case ir.OpShl:
		return t.compute(shaped(instruction{op: doShiftCut, a: t.value(e.Args[0]).at, b: t.value(e.Args[1]).at}, ty), width(ty))
	case ir.OpShr, ir.OpDiv, ir.OpRem:
		return t.divided(e)
	}
	a, inA := t.uncut(e.Args[0], ty)
	b, inB := t.uncut(e.Args[1], ty)
	op := cutting[e.Op]
	if e.Op >= ir.OpAnd && inA && inB || ty.Bits == 64 {
		op = plain[e.Op]
	}
	return t.compute(shaped(instruction{op: op, a: a.at, b: b.at}, ty), width(ty))
}

// divided is a quotient, a rest or a shift to the right: of values of a type it is one, where it does not leave.
func (t *translator) divided(e *ir.Expr) operand {
	a, b := t.value(e.Args[0]), t.value(e.Args[1])
	op, size := map[ir.Op]code{ir.OpShr: doShiftRight, ir.OpDiv: doQuotient, ir.OpRem: doRest}[e.Op], a.size
	if bare(e.Type) {
		op, size = map[ir.Op]code{ir.OpShr: doShiftRightUnsigned, ir.OpDiv: doQuotientUnsigned, ir.OpRem: doRestUnsigned}[e.Op], 64
	}
	return t.compute(instruction{op: op, a: a.at, b: b.at}, size)
}

// exact is the mathematical value of an operation.
func (t *translator) exact(e *ir.Expr) operand {
	switch e.Op {
	case ir.OpShr, ir.OpDiv, ir.OpRem:
		return t.divided(e)
	case ir.OpShl:
		return t.compute(instruction{op: doShiftWord, a: t.value(e.Args[0]).at, b: t.value(e.Args[1]).at}, 64)
	case ir.OpCompl:
		a := t.value(e.Args[0])
		return t.compute(instruction{op: doXor, a: a.at, b: constant(-1).at}, a.size)
	}
	var a, b operand
	o := e.Op
	if e.Op == ir.OpNeg {
		o, a, b = ir.OpSub, constant(0), t.value(e.Args[0])
	} else {
		a, b = t.value(e.Args[0]), t.value(e.Args[1])
	}
	size := max(a.size, b.size)
	switch o {
	case ir.OpAdd, ir.OpSub:
		size++
	case ir.OpMul:
		size = a.size + b.size
	}
	op := plain[o]
	if size > 64 {
		op = toWords[o]
	}
	return t.compute(instruction{op: op, a: a.at, b: b.at}, size)
}

// fitting leaves, for other or for the function, unless o is a value of ty. It is one afterwards.
func (t *translator) fitting(o operand, ty ir.Type, other *node) operand {
	if ty.IsSigned() && o.size <= int(ty.Bits) || ty.Bits == 64 {
		return o
	}
	fits := map[code]code{doSum: doSumFit, doDifference: doDifferenceFit, doProduct: doProductFit}
	if n := len(t.b.code); n > 0 && ty.IsSigned() && o.temp && t.b.code[n-1].to == o.at && fits[t.b.code[n-1].op] != 0 && t.b.code[n-1].next == nil {
		in := shaped(t.b.code[n-1], ty)
		in.op = fits[in.op]
		t.b.code = t.b.code[:n-1]
		t.check(in, other)
	} else {
		t.check(shaped(instruction{op: ifFits, a: o.at}, ty), other)
	}
	o.size = min(o.size, width(ty))
	return o
}

// fit is fitting for a value that was computed in ty, where it may be another one.
func (t *translator) fit(o operand, ty ir.Type) operand {
	if ty.Kind != ir.Integer || t.m.mode.Wraps(ty) {
		return o
	}
	return t.fitting(o, ty, nil)
}

// inRange leaves unless the mathematical value of e is one of its type.
func (t *translator) inRange(e *ir.Expr, other *node) {
	ty := e.Type
	if !ty.IsNumber() || ty.Bits > 64 || bare(ty) {
		t.failed = true
		return
	}
	arithmetic := e.Op >= ir.OpNeg && e.Op <= ir.OpXor
	exact := arithmetic && t.m.mode.Wraps(ty)
	if !arithmetic {
		t.fitting(t.value(e), ty, other)
		return
	}
	if c := t.lookup(e, exact); c != nil {
		c.operand = t.fitting(c.operand, ty, other)
		return
	}
	t.keep(e, exact, t.fitting(t.exact(e), ty, other))
}

// assign computes a variable.
func (t *translator) assign(s *ir.Assign) {
	i, ty := t.m.index[s.Var], s.Var.Type
	o := t.fit(t.value(s.Expr), ty)
	if n := len(t.b.code); n > 0 && o.temp && t.b.code[n-1].to == o.at {
		in := &t.b.code[n-1]
		in.to, in.known = &t.m.vals[i], &t.m.known[i]
		kept := t.cached[:0]
		for _, c := range t.cached {
			if c.at != o.at {
				kept = append(kept, c)
			}
		}
		t.cached = kept
	} else {
		t.emit(instruction{op: doMove, a: o.at, to: &t.m.vals[i], known: &t.m.known[i]})
	}
	t.written(i, s.Var)
}

// written notes that a variable has a new value, which is known.
func (t *translator) written(i int, v *ir.Var) {
	t.known[i] = true
	t.drop(func(e *ir.Expr) bool { return e.Op == ir.OpVar && e.Var == v })
}
