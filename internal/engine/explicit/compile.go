package explicit

import (
	"fmt"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// op is the operation of an instruction. Its operands are the registers a and b, or a and the number c; d is the register
// that is written, and t and f are where the code goes on if a condition holds, and if not.
type op uint8

const (
	opMove     op = iota // d = a
	opAdd                // d = a + b, and likewise the others: cut to the type if it wraps
	opSub                //
	opMul                //
	opDiv                //
	opRem                //
	opShl                //
	opShr                //
	opAnd                //
	opOr                 //
	opXor                //
	opNeg                // d = -a
	opCompl              //
	opCast               // d = a as a value of the type
	opRange              // whether the operation sub on a and b has a value of the type
	opFits               // faults if a is no value of the type
	opSet                // d = c
	opEqual              // a == c
	opLess               // a < c
	opEqualReg           // a == b
	opLessReg            // a < b
	opJump               // to t
	opFork               // to t and to f
	opHavoc              // d is an input, of the edge c
	opHead               // a state at the t'th place
	opGoal               // the location t is reached
	opEnd                // the execution ends
	opRule               // the c'th rule of the chain t is next, or a later one
)

type insn struct {
	op, sub op
	bits    uint8 // of the type
	flags   uint8
	a, b, d int32
	t, f    int32
	c       int64
}

const (
	signed   uint8 = 1 << iota // the type is
	wraps                      // the operation does
	unsigned                   // words are compared as unsigned ones
	single                     // the operation has no b
)

// place is a location at which states are kept: each cycle has one.
type place struct {
	loc  ir.Loc
	vars []int32 // registers of the variables whose values matter from there on
	pc   int32
}

// code is a program that has been compiled. Registers are those of variables, then temporary ones, then constants.
type code struct {
	p      *ir.Program
	insns  []insn
	places []place
	vars   []*ir.Var // by register
	own    int       // registers that are no constants
	regs   []int64   // at the start
	start  int32
	chains []chain
}

// refusal is why a program is none for this engine.
type refusal string

func refuse(format string, args ...any) { panic(refusal(fmt.Sprintf(format, args...))) }

type compiler struct {
	*code
	mode   ir.Mode
	reg    map[*ir.Var]int32
	consts map[int64]int32 // -1-n for the n'th one, until all temporary registers are known
	values []int64
	at     []int32 // by location: where its code is; -1: nowhere yet
	place  map[ir.Loc]int32
	todo   []ir.Loc
	fixes  []fix
	temp   int32 // the next free one
	top    int32
}

// fix is a target that is to be set to where a location's code is: t of the instruction, or f.
type fix struct {
	insn int
	loc  ir.Loc
	isF  bool
}

// mostInsns bounds the code: 32 bytes each.
const mostInsns = 1 << 23

// compile makes code of p, which is inlined; why is not empty if the engine does not take it.
func compile(p *ir.Program) (c *code, why string) {
	defer func() {
		if r := recover(); r != nil {
			reason, ok := r.(refusal)
			if !ok {
				panic(r)
			}
			c, why = nil, string(reason)
		}
	}()
	if p.Math {
		refuse("integers have no bounds")
	}
	m := &compiler{
		code: &code{p: p}, mode: p.Mode(), reg: map[*ir.Var]int32{}, consts: map[int64]int32{},
		at: make([]int32, len(p.Locs)), place: map[ir.Loc]int32{},
	}
	for i := range m.at {
		m.at[i] = -1
	}
	m.check()
	n, succ := graph.OfFunc(p, p.Main)
	order := graph.ReversePostOrder(n, succ, int(p.Main.Entry))
	m.variables(order)
	m.heads(order, n, succ)
	m.locations()
	return m.finish(), ""
}

// check refuses what is seen at once.
func (m *compiler) check() {
	for _, e := range m.p.Edges {
		if e == nil {
			continue
		}
		switch s := e.Stmt.(type) {
		case *ir.Skip, *ir.Assume:
		case *ir.Assign:
			m.number(s.Var)
		case *ir.Havoc:
			m.number(s.Var)
			if s.Var.Type.Bits == 64 && !s.Var.Type.Signed {
				refuse("an input is unsigned and has 64 bits")
			}
			if s.Source == ir.FromApproximation || s.Source.Open() {
				refuse("a value is only known approximately, or C leaves it open")
			}
		default:
			refuse("there is more than integer variables: memory, calls or threads")
		}
	}
}

func (m *compiler) number(v *ir.Var) {
	if v.Type.Kind != ir.Integer || v.Type.Bits > 64 {
		refuse("the variable %s is no integer of at most 64 bits", v.Name)
	}
}

// variables gives registers to those that the code reads.
func (m *compiler) variables(order []int) {
	add := func(v *ir.Var) {
		if _, ok := m.reg[v]; !ok {
			m.number(v)
			m.reg[v] = int32(len(m.vars))
			m.vars = append(m.vars, v)
		}
	}
	for _, l := range order {
		for _, id := range m.p.Locs[l].Out {
			s := m.p.Edges[id].Stmt
			ir.EachRead(s, add)
			if v := ir.Written(s); v != nil {
				add(v)
			}
		}
	}
	m.temp, m.top = int32(len(m.vars)), int32(len(m.vars))
}

// heads finds the places, and what matters there.
func (m *compiler) heads(order []int, n int, succ func(int) []int) {
	rank := make([]int, n)
	for i, l := range order {
		rank[l] = i + 1
	}
	live := graph.LiveVars(m.p, order)
	if vars := live[m.p.Main.Entry]; len(vars) > 0 {
		refuse("the variable %s has no value at the start", vars[0].Name)
	}
	for _, l := range order {
		for _, w := range succ(l) {
			if _, ok := m.place[ir.Loc(w)]; ok || rank[w] > rank[l] {
				continue
			}
			m.place[ir.Loc(w)] = int32(len(m.places))
			h := place{loc: ir.Loc(w)}
			for _, v := range live[w] {
				h.vars = append(h.vars, m.reg[v])
			}
			m.places = append(m.places, h)
		}
	}
}

func (m *compiler) emit(in insn) int {
	if len(m.insns) >= mostInsns {
		refuse("the program is too large")
	}
	m.insns = append(m.insns, in)
	return len(m.insns) - 1
}

func (m *compiler) locations() {
	m.to(m.emit(insn{op: opJump}), m.p.Main.Entry, false)
	for len(m.todo) > 0 {
		l := m.todo[len(m.todo)-1]
		m.todo = m.todo[:len(m.todo)-1]
		if m.at[l] < 0 {
			m.location(l)
		}
	}
}

// to has the target of an instruction lead to a location.
func (m *compiler) to(insn int, l ir.Loc, isF bool) {
	m.fixes = append(m.fixes, fix{insn, l, isF})
	if m.at[l] < 0 {
		m.todo = append(m.todo, l)
	}
}

// location makes the code from l on, as long as nothing branches.
func (m *compiler) location(l ir.Loc) {
	for {
		if m.at[l] >= 0 {
			m.to(m.emit(insn{op: opJump}), l, false)
			return
		}
		m.at[l] = int32(len(m.insns))
		if h, ok := m.place[l]; ok {
			m.emit(insn{op: opHead, t: h})
			m.places[h].pc = int32(len(m.insns))
		}
		info := m.p.Locs[l]
		switch {
		case info.IsGoal():
			m.emit(insn{op: opGoal, t: int32(l)})
			return
		case l == m.p.Main.Exit || len(info.Out) == 0:
			m.emit(insn{op: opEnd})
			return
		case len(info.Out) > 1:
			m.branch(info)
			return
		}
		e := m.p.Edges[info.Out[0]]
		m.stmt(e)
		l = e.To
	}
}

// branch makes the code of a location with several edges: a condition that decides between two, or all of them.
func (m *compiler) branch(info *ir.LocInfo) {
	first, second := m.p.Edges[info.Out[0]], m.p.Edges[info.Out[1]]
	a, ok1 := first.Stmt.(*ir.Assume)
	b, ok2 := second.Stmt.(*ir.Assume)
	if len(info.Out) == 2 && ok1 && ok2 && ir.Equal(ir.Not(a.Cond), b.Cond) {
		yes, no := m.cond(a.Cond)
		for _, w := range yes {
			m.to(w.insn, first.To, w.isF)
		}
		for _, w := range no {
			m.to(w.insn, second.To, w.isF)
		}
		return
	}
	for i, id := range info.Out {
		var fork int
		last := i == len(info.Out)-1
		if !last {
			fork = m.emit(insn{op: opFork, t: int32(len(m.insns) + 1)})
		}
		e := m.p.Edges[id]
		m.stmt(e)
		m.to(m.emit(insn{op: opJump}), e.To, false)
		if !last {
			m.insns[fork].f = int32(len(m.insns))
		}
	}
}

// way is a target of an instruction that is not set yet.
type way struct {
	insn int
	isF  bool
}

// here has ways lead to what comes next.
func (m *compiler) here(ways []way) {
	at := int32(len(m.insns))
	for _, w := range ways {
		if w.isF {
			m.insns[w.insn].f = at
		} else {
			m.insns[w.insn].t = at
		}
	}
}

func (m *compiler) stmt(e *ir.Edge) {
	m.temp = int32(len(m.vars))
	switch s := e.Stmt.(type) {
	case *ir.Assume:
		yes, no := m.cond(s.Cond)
		if len(no) > 0 {
			m.here(no)
			m.emit(insn{op: opEnd})
		}
		m.here(yes)
	case *ir.Assign:
		r := m.expr(s.Expr)
		d := m.reg[s.Var]
		if !m.within(s.Expr, s.Var.Type) {
			m.emit(m.typed(insn{op: opFits, a: r}, s.Var.Type))
		}
		if last := len(m.insns) - 1; r >= int32(len(m.vars)) && last >= 0 && m.insns[last].d == r && m.insns[last].op <= opCast {
			m.insns[last].d = d // nothing else reads it
			return
		}
		m.emit(insn{op: opMove, d: d, a: r})
	case *ir.Havoc:
		m.emit(m.typed(insn{op: opHavoc, d: m.reg[s.Var], c: int64(e.ID)}, s.Var.Type))
	}
}

// within says that e has a value of t whenever it has one.
func (m *compiler) within(e *ir.Expr, t ir.Type) bool {
	if !t.Contains(e.Type) {
		return false
	}
	switch e.Op {
	case ir.OpConst, ir.OpVar, ir.OpCast, ir.OpOfBool:
		return true
	case ir.OpIte:
		return m.within(e.Args[1], t) && m.within(e.Args[2], t)
	}
	return m.mode.Wraps(e.Type)
}

func (m *compiler) typed(in insn, t ir.Type) insn {
	in.bits = t.Bits
	if t.Signed {
		in.flags |= signed
	}
	return in
}

// constant is the register of a number.
func (m *compiler) constant(w int64) int32 {
	r, ok := m.consts[w]
	if !ok {
		r = -1 - int32(len(m.values))
		m.consts[w] = r
		m.values = append(m.values, w)
	}
	return r
}

// word is a number as registers have it: an unsigned one of 64 bits is its bits.
func word(e *ir.Expr) (w int64, ok bool) {
	if e.Op != ir.OpConst || e.Type.Kind != ir.Integer || e.Type.Bits > 64 {
		return 0, false
	}
	if w, ok = e.Val.Int64(); ok || e.Type.Signed {
		return w, ok
	}
	return ir.Int(64, true).Wrap(e.Val).Int64()
}

func (m *compiler) newTemp() int32 {
	m.temp++
	m.top = max(m.top, m.temp)
	return m.temp - 1
}

var operations = map[ir.Op]op{
	ir.OpAdd: opAdd, ir.OpSub: opSub, ir.OpMul: opMul, ir.OpDiv: opDiv, ir.OpRem: opRem,
	ir.OpShl: opShl, ir.OpShr: opShr, ir.OpAnd: opAnd, ir.OpOr: opOr, ir.OpXor: opXor, ir.OpNeg: opNeg, ir.OpCompl: opCompl,
}

// expr makes the code that computes a number; it is in the register that is returned.
func (m *compiler) expr(e *ir.Expr) int32 {
	if e.Type.Kind == ir.Logical {
		return m.truth(e)
	}
	if e.Type.Kind != ir.Integer || e.Type.Bits > 64 {
		refuse("there are values that are no integers of at most 64 bits")
	}
	switch e.Op {
	case ir.OpConst:
		w, ok := word(e)
		if !ok {
			refuse("a constant has more than 64 bits")
		}
		return m.constant(w)
	case ir.OpVar:
		return m.reg[e.Var]
	case ir.OpOfBool:
		return m.truth(e.Args[0])
	case ir.OpCast:
		if e.Args[0].Type.Kind == ir.Logical {
			refuse("a truth value is converted")
		}
		a := m.expr(e.Args[0])
		if m.within(e.Args[0], e.Type) {
			return a
		}
		d := m.newTemp()
		m.emit(m.typed(insn{op: opCast, a: a, d: d}, e.Type))
		return d
	case ir.OpIte:
		d := m.newTemp()
		yes, no := m.cond(e.Args[0])
		m.here(yes)
		m.emit(insn{op: opMove, d: d, a: m.expr(e.Args[1])})
		jump := m.emit(insn{op: opJump})
		m.here(no)
		m.emit(insn{op: opMove, d: d, a: m.expr(e.Args[2])})
		m.here([]way{{jump, false}})
		m.emit(insn{op: opJump, t: int32(len(m.insns) + 1)}) // so that d has no single definition
		return d
	}
	in := m.arith(e)
	in.d = m.newTemp()
	m.emit(in)
	return in.d
}

// arith is the instruction for an operation, behind the code of its operands.
func (m *compiler) arith(e *ir.Expr) insn {
	o, ok := operations[e.Op]
	if !ok {
		refuse("there is an operation on something else than integers")
	}
	in := m.typed(insn{op: o}, e.Type)
	if m.mode.Wraps(e.Type) {
		in.flags |= wraps
	}
	in.a = m.expr(e.Args[0])
	if len(e.Args) == 1 {
		in.flags |= single
		return in
	}
	if (o == opShl || o == opShr) && e.Args[1].Type.Bits == 64 && !e.Args[1].Type.Signed {
		refuse("the distance of a shift is unsigned and has 64 bits")
	}
	in.b = m.expr(e.Args[1])
	return in
}

// truth is 1 or 0, as e holds or not.
func (m *compiler) truth(e *ir.Expr) int32 {
	d := m.newTemp()
	yes, no := m.cond(e)
	m.here(yes)
	m.emit(insn{op: opSet, d: d, c: 1})
	jump := m.emit(insn{op: opJump})
	m.here(no)
	m.emit(insn{op: opSet, d: d})
	m.here([]way{{jump, false}})
	m.emit(insn{op: opJump, t: int32(len(m.insns) + 1)})
	return d
}

// cond makes the code that decides a condition: the ways on where it holds, and where not.
func (m *compiler) cond(e *ir.Expr) (yes, no []way) {
	switch e.Op {
	case ir.OpConst:
		return []way{{m.emit(insn{op: opJump}), false}}[:ones(e.IsTrue())], m.never(e)
	case ir.OpNot:
		no, yes = m.cond(e.Args[0])
		return yes, no
	case ir.OpLAnd:
		yes, no = m.cond(e.Args[0])
		if len(yes) == 0 {
			return nil, no
		}
		m.here(yes)
		yes, more := m.cond(e.Args[1])
		return yes, append(no, more...)
	case ir.OpLOr:
		yes, no = m.cond(e.Args[0])
		if len(no) == 0 {
			return yes, nil
		}
		m.here(no)
		more, no := m.cond(e.Args[1])
		return append(yes, more...), no
	case ir.OpIte:
		c, d := m.cond(e.Args[0])
		if len(c) > 0 {
			m.here(c)
			yes, no = m.cond(e.Args[1])
		}
		if len(d) > 0 {
			m.here(d)
			a, b := m.cond(e.Args[2])
			yes, no = append(yes, a...), append(no, b...)
		}
		return yes, no
	case ir.OpInRange:
		switch x := e.Args[0]; {
		case x.Op == ir.OpConst || x.Op == ir.OpVar || x.Op == ir.OpCast || x.Op == ir.OpOfBool:
			return m.cond(ir.True()) // it has a value of its type
		case operations[x.Op] == 0:
			refuse("it is asked whether a choice of values is in range")
		}
		in := m.arith(e.Args[0])
		if e.Args[0].Type.Bits == 64 && !e.Args[0].Type.Signed {
			refuse("it is asked whether an unsigned number of 64 bits wraps")
		}
		in.op, in.sub = opRange, in.op
		in.flags &^= wraps
		i := m.emit(in)
		return []way{{i, false}}, []way{{i, true}}
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		return m.compare(e)
	}
	refuse("there is a condition on something else than integers")
	return nil, nil
}

func ones(b bool) int {
	if b {
		return 1
	}
	return 0
}

// never is the way on of a constant that is false: the jump that cond has just made.
func (m *compiler) never(e *ir.Expr) []way {
	if e.IsTrue() {
		return nil
	}
	return []way{{len(m.insns) - 1, false}}
}

// compare makes a comparison for equality or less: a > b is b < a, and a <= b is not b < a.
func (m *compiler) compare(e *ir.Expr) (yes, no []way) {
	x, y := e.Args[0], e.Args[1]
	if x.Type.Kind != ir.Integer || x.Type.Bits > 64 || y.Type.Kind != ir.Integer {
		refuse("values are compared that are no integers of at most 64 bits")
	}
	negated := e.Op == ir.OpNe || e.Op == ir.OpLe || e.Op == ir.OpGe
	in := insn{op: opEqualReg}
	switch e.Op {
	case ir.OpLt, ir.OpGe:
		in.op = opLessReg
	case ir.OpGt, ir.OpLe:
		in.op = opLessReg
		x, y = y, x
	}
	if x.Type.Bits == 64 && !x.Type.Signed {
		in.flags |= unsigned
	}
	c, isConst := word(y)
	k, isLeft := word(x)
	switch {
	case isConst:
		in.op, in.a, in.c = in.op-opEqualReg+opEqual, m.expr(x), c
	case isLeft && in.op == opLessReg && in.flags == 0 && k < 1<<62: // k < y is not y < k+1
		in.op, in.a, in.c = opLess, m.expr(y), k+1
		negated = !negated
	default:
		in.a = m.expr(x)
		in.b = m.expr(y)
	}
	i := m.emit(in)
	yes, no = []way{{i, false}}, []way{{i, true}}
	if negated {
		return no, yes
	}
	return yes, no
}

// finish sets targets, numbers the registers of constants and shortens jumps to jumps.
func (m *compiler) finish() *code {
	for _, f := range m.fixes {
		if f.isF {
			m.insns[f.insn].f = m.at[f.loc]
		} else {
			m.insns[f.insn].t = m.at[f.loc]
		}
	}
	m.own = int(m.top)
	m.regs = append(make([]int64, m.own), m.values...)
	for i := range m.insns {
		in := &m.insns[i]
		for _, r := range []*int32{&in.a, &in.b} {
			if *r < 0 {
				*r = m.top - 1 - *r
			}
		}
		if in.op == opHead || in.op == opGoal {
			continue
		}
		in.t, in.f = m.final(in.t), m.final(in.f)
	}
	m.start = m.final(0)
	m.findChains()
	return m.code
}

// final is where a jump there leads in the end.
func (m *compiler) final(pc int32) int32 {
	for range 64 {
		if int(pc) >= len(m.insns) || m.insns[pc].op != opJump {
			break
		}
		pc = m.insns[pc].t
	}
	return pc
}
