package vm

import (
	"fmt"
	"math"

	"craig/internal/program/ir"
)

// Refusal is the error of Compile: the program cannot be compiled.
type Refusal struct{ Reason string }

func (r *Refusal) Error() string { return "not compiled: " + r.Reason }

func refuse(format string, args ...any) { panic(&Refusal{fmt.Sprintf(format, args...)}) }

// Compile makes code of p, whose memory is in regions, and whose calls are direct. The error is a *Refusal: p has
// numbers that are no machine words, or too much of everything.
func Compile(p *ir.Program) (code *Code, err error) { return compile(p, false) }

// CompileWatched is Compile, and executions count in Options.Seen which edges of branches they take. They are slower.
func CompileWatched(p *ir.Program) (code *Code, err error) { return compile(p, true) }

func compile(p *ir.Program, watched bool) (code *Code, err error) {
	defer func() {
		if r := recover(); r != nil {
			refusal, ok := r.(*Refusal)
			if !ok {
				panic(r)
			}
			err = refusal
		}
	}()
	if p.Math {
		refuse("integers without bounds")
	}
	c := &compiler{
		p: p, watched: watched, mode: p.Mode(), c: &Code{p: p}, reg: map[*ir.Var]uint16{}, region: map[*ir.Var]uint16{},
		consts: map[int64]uint16{}, cells: map[*ir.Var]ir.Type{}, at: make([]int32, len(p.Locs)),
	}
	c.variables()
	c.locations()
	return c.finish(), nil
}

type compiler struct {
	p    *ir.Program
	mode ir.Mode
	c    *Code

	watched bool // edges of branches are counted in Options.Seen

	reg    map[*ir.Var]uint16
	region map[*ir.Var]uint16
	cells  map[*ir.Var]ir.Type // of a region of cells of 64 bits: their type
	open   openVars
	consts map[int64]uint16
	temp   int // the next free register
	top    int // the number of registers
	fixed  int // registers of variables and constants

	joined int32   // the last address that is jumped to, or may be
	at     []int32 // by location: its label, 0 if it has none
	labels []int32 // by label: its address, or -1
	todo   []ir.Loc
	later  []func() // code out of the way

	making
}

// making is what is known of the code that is being made.
type making struct {
	loc     ir.Loc
	edge    ir.EdgeID
	steps   int      // edges taken that no instruction counts yet
	counts  bool     // the next comparison counts them, and the edge that is being decided on
	counted bool     // an instruction has counted that edge already
	avail   []value  // what has been computed
	level   int      // of code that is not always executed
	traps   [8]int32 // labels of traps, by their ends, of the current edge
	onOpen  int32    // where an unknown value leads; 0: the execution ends
	isOpen  bool     // that has been used
	onTrap  int32    // where everything else leads that ends an execution; 0: there
}

// value is an expression that has been computed.
type value struct {
	e     *ir.Expr
	v     operand
	level int
}

// operand is a register with what is known of it: bounds, if it holds a signed word.
type operand struct {
	reg    uint16
	lo, hi int64
}

// variables gives every variable a register and every region a number.
func (c *compiler) variables() {
	c.p.AllVars(func(v *ir.Var) {
		switch {
		case v.Type.Kind == ir.Memory:
			c.region[v] = uint16(len(c.c.regions))
			c.c.regions = append(c.c.regions, v)
		default:
			c.reg[v] = uint16(len(c.c.vars))
			c.c.vars = append(c.c.vars, v)
		}
		if len(c.c.vars)+len(c.c.regions) > maxRegisters/2 {
			refuse("too many variables")
		}
	})
	c.open = findOpen(c.p)
	c.c.regs = make([]int64, len(c.c.vars))
	c.c.known = make([]bool, len(c.c.vars))
	for i, v := range c.c.vars {
		c.c.known[i] = !c.open.start[v]
	}
	c.constants()
}

// constants gives registers to the constants of the program.
func (c *compiler) constants() {
	for _, w := range []int64{0, 1, -1, math.MinInt64, ir.MaxShift} {
		c.constant(w)
	}
	for _, e := range c.p.Edges {
		if e == nil {
			continue
		}
		if a, ok := e.Stmt.(*ir.Assign); ok && a.Var.Type.Kind == ir.Memory && a.Expr.Op == ir.OpConst {
			if w, ok := a.Expr.Val.Int64(); ok {
				c.constant(w)
			}
			continue
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				if x.Op == ir.OpConst || x.Op == ir.OpAddr {
					if w, ok := c.word(x); ok {
						c.constant(w)
					}
				}
				return true
			})
		})
	}
	c.fixed = len(c.c.regs)
	c.temp, c.top = c.fixed, c.fixed
}

func (c *compiler) constant(w int64) uint16 {
	r, ok := c.consts[w]
	if !ok {
		if c.fixed != 0 {
			panic("exec: a constant that was not foreseen")
		}
		if len(c.c.regs) >= maxRegisters/2 {
			refuse("too many constants")
		}
		r = uint16(len(c.c.regs))
		c.consts[w] = r
		c.c.regs = append(c.c.regs, w)
	}
	return r
}

// word is the value of a constant or an address; ok is false if that is none.
func (c *compiler) word(e *ir.Expr) (w int64, ok bool) {
	v := e.Val
	if e.Op == ir.OpAddr {
		if v = e.Obj.Addr; v.IsZero() {
			return 0, false
		}
	}
	return wordOf(e.Type, v)
}

// locations makes the code of every location that is reachable.
func (c *compiler) locations() {
	c.jump(c.p.Main.Entry)
	for len(c.todo) > 0 || len(c.later) > 0 {
		if n := len(c.todo); n > 0 {
			l := c.todo[n-1]
			c.todo = c.todo[:n-1]
			if c.labels[c.label(l)] < 0 {
				c.chain(l)
			}
			continue
		}
		f := c.later[0]
		c.later = c.later[1:]
		f()
	}
}

// label is where the code of a location begins.
func (c *compiler) label(l ir.Loc) int32 {
	if c.at[l] == 0 {
		c.at[l] = c.newLabel()
	}
	return c.at[l]
}

func (c *compiler) newLabel() int32 {
	if len(c.labels) == 0 {
		c.labels = append(c.labels, -1) // 0 is none
	}
	c.labels = append(c.labels, -1)
	return int32(len(c.labels) - 1)
}

// bind puts a label here.
func (c *compiler) bind(label int32) {
	c.labels[label] = int32(len(c.c.code))
	c.joined = c.labels[label]
}

func (c *compiler) emit(in instr) {
	if len(c.c.code) > 1<<24 {
		refuse("too much code")
	}
	c.c.code = append(c.c.code, in)
}

// jump goes to a location. If its code is there and begins with a branch, that is done at once.
func (c *compiler) jump(l ir.Loc) {
	label := c.label(l)
	n := int32(c.steps)
	c.steps = 0
	pc := c.labels[label]
	if pc < 0 {
		c.todo = append(c.todo, l)
		c.emit(instr{op: opJump, t: label, n: n})
		return
	}
	if pc = c.copyUntilBranch(pc); c.codeAt(pc).op >= opEq && c.codeAt(pc).op <= opLeqU {
		in := c.codeAt(pc)
		next := c.newLabel()
		c.labels[next] = pc + 1
		taken := in.t
		in.n += n
		in.t = next
		switch in.op {
		case opEq:
			in.op = opNe
		case opNe:
			in.op = opEq
		default: // a < b fails if b <= a
			in.op, in.a, in.b = [...]op{opLeq, opLess, opLeqU, opLessU}[in.op-opLess], in.b, in.a
		}
		c.emit(in)
		c.emit(instr{op: opJump, t: taken})
		return
	}
	c.emit(instr{op: opJump, t: label, n: n})
}

// copyUntilBranch copies the code at pc if it is a few operations that cannot fail and then a branch, whose address
// it returns: otherwise it returns pc.
func (c *compiler) copyUntilBranch(pc int32) int32 {
	const most = 4
	for end := pc; end <= pc+most; end++ {
		switch in := c.codeAt(end); {
		case in.op >= opEq && in.op <= opLeqU:
			c.c.code = append(c.c.code, c.c.code[pc:end]...)
			return end
		case in.op < opMove || hasTarget(in.op) || in.op > opPtrDiff:
			return pc
		}
	}
	return pc
}

// maxAvail bounds how many values are remembered.
const maxAvail = 12

// chain makes code from l on, until it ends or goes on where there is code already.
func (c *compiler) chain(l ir.Loc) {
	c.steps, c.avail = 0, nil
	c.temp = c.fixed
	for straight := false; ; {
		info := c.p.Locs[l]
		if c.labels[c.label(l)] >= 0 {
			c.jump(l)
			return
		}
		if len(info.In) > 1 || l == info.Func.Entry {
			if c.steps > 0 {
				c.emit(instr{op: opTick, n: int32(c.steps)})
				c.steps = 0
			}
			c.avail = nil
		}
		if len(c.avail) == 0 || len(c.avail) > maxAvail {
			c.avail, c.temp = nil, c.fixed
		}
		if joined := c.joined; straight && len(info.In) == 1 && l != info.Func.Entry { // nobody else comes here
			c.bind(c.label(l))
			c.joined = joined
		} else {
			c.bind(c.label(l))
		}
		c.loc, c.edge, c.counted = l, 0, false
		switch {
		case info.IsGoal():
			c.halt(Reached)
			return
		case l == info.Func.Exit:
			c.c.stops = append(c.c.stops, stop{Exited, c.loc, c.edge})
			c.emit(instr{op: opReturn, t: int32(len(c.c.stops) - 1), n: int32(c.steps)})
			c.steps = 0
			return
		case len(info.Out) == 0:
			c.halt(Blocked)
			return
		case len(info.Out) > 1:
			straight = false
			if l = c.branch(info); l == 0 {
				return
			}
			continue
		}
		straight = true
		e := c.p.Edges[info.Out[0]]
		c.begin(e)
		if a, ok := e.Stmt.(*ir.Assume); ok {
			c.assume(a)
		} else {
			c.stmt(e)
		}
		c.steps++
		l = e.To
	}
}

// assume makes the code of an assumption that is alone at its location. One of unknown values is passed
// over: then there are more executions than the program has.
func (c *compiler) assume(a *ir.Assume) {
	over := c.newLabel()
	c.onOpen, c.isOpen = over, false
	blocked := c.trap(Blocked)
	level := c.level
	c.level++
	c.jumpUnless(a.Cond, blocked)
	c.level--
	c.onOpen = 0
	for i := range c.avail {
		if !c.isOpen { // all of it is executed
			c.avail[i].level = min(c.avail[i].level, level)
		}
	}
	if c.isOpen {
		c.bind(over)
		c.maybe(func() {})
	}
}

// begin makes traps speak of e.
func (c *compiler) begin(e *ir.Edge) {
	c.edge, c.traps = e.ID, [8]int32{}
}

// trap is a label where the execution ends, since e has no meaning or is not open.
func (c *compiler) trap(end End) int32 {
	switch {
	case end == Open && c.onOpen != 0:
		c.isOpen = true
		return c.onOpen
	case end != Open && end != Outside && c.onTrap != 0:
		return c.onTrap
	}
	if c.traps[end] == 0 {
		label := c.newLabel()
		c.traps[end] = label
		s := stop{end, c.loc, c.edge}
		steps := int32(c.steps)
		if c.counted {
			steps = -1
		}
		c.later = append(c.later, func() {
			c.bind(label)
			c.c.stops = append(c.c.stops, s)
			c.emit(instr{op: opStop, t: int32(len(c.c.stops) - 1), n: steps})
		})
	}
	return c.traps[end]
}

// halt ends the execution here.
func (c *compiler) halt(end End) {
	c.c.stops = append(c.c.stops, stop{end, c.loc, c.edge})
	c.emit(instr{op: opStop, t: int32(len(c.c.stops) - 1), n: int32(c.steps)})
	c.steps = 0
}

// stmt makes the code of a statement that is no Assume.
func (c *compiler) stmt(e *ir.Edge) {
	switch s := e.Stmt.(type) {
	case *ir.Skip:
	case *ir.Assign:
		if s.Var.Type.Kind == ir.Memory {
			c.assignRegion(s)
		} else {
			c.assign(s)
		}
	case *ir.Havoc:
		if s.Var.Type.Kind == ir.Memory {
			c.emit(instr{op: opHavocMem, d: c.region[s.Var], n: int32(e.ID)})
			c.forgetRegion(s.Var)
			return
		}
		if c.open.dead[e.ID] {
			return
		}
		c.emit(instr{op: opHavoc, d: c.reg[s.Var], n: int32(e.ID)})
		c.forget(s.Var)
	case *ir.Store:
		c.store(s)
	case *ir.Call:
		c.call(s)
	default:
		refuse("a statement %T", s)
	}
}

// unknowable makes the code of f, which goes to the label that it is given when it meets an unknown
// value; there other does what is to be done then.
func (c *compiler) unknowable(f func(), other func()) {
	label, back := c.newLabel(), c.newLabel()
	old := c.onOpen
	c.onOpen = label
	c.maybe(f) // not all of it if a value is unknown
	c.onOpen = old
	c.bind(back)
	c.later = append(c.later, func() {
		c.bind(label)
		other()
		c.emit(instr{op: opJump, t: back})
	})
}

func (c *compiler) assign(s *ir.Assign) {
	d := c.reg[s.Var]
	set := func() {
		v := c.expr(s.Expr)
		if s.Var.Type.Kind == ir.Integer {
			c.fit(v, s.Var.Type, c.trap(Undefined))
		}
		c.moveTo(d, v.reg)
	}
	if !c.open.vars[s.Var] {
		set()
	} else {
		c.unknowable(func() {
			set()
			c.emit(instr{op: opKnow, d: d})
		}, func() { c.emit(instr{op: opForget, d: d}) })
	}
	c.forget(s.Var)
}

// moveTo moves a register to a variable; what has just been computed is computed there.
func (c *compiler) moveTo(d, from uint16) {
	if n := len(c.c.code); n > 0 && int(from) >= c.fixed && from == uint16(c.temp-1) && int(c.joined) < n {
		if in := &c.c.code[n-1]; in.d == from && in.op >= opMove && in.op <= opPtrDiff {
			in.d = d
			c.avail = without(c.avail, from)
			return
		}
	}
	if d != from {
		c.emit(instr{op: opMove, d: d, a: from})
	}
}

func without(avail []value, reg uint16) []value {
	kept := avail[:0]
	for _, a := range avail {
		if a.v.reg != reg {
			kept = append(kept, a)
		}
	}
	return kept
}

// forget drops what was computed with a variable that changes.
func (c *compiler) forget(v *ir.Var) {
	kept := c.avail[:0]
	for _, a := range c.avail {
		uses := false
		ir.EachVar(a.e, func(u *ir.Var) { uses = uses || u == v })
		if !uses {
			kept = append(kept, a)
		}
	}
	c.avail = kept
}

func (c *compiler) forgetRegion(v *ir.Var) {
	kept := c.avail[:0]
	for _, a := range c.avail {
		uses := false
		ir.Walk(a.e, func(x *ir.Expr) bool {
			uses = uses || x.Region == v
			return true
		})
		if !uses {
			kept = append(kept, a)
		}
	}
	c.avail = kept
}

func (c *compiler) assignRegion(s *ir.Assign) {
	d := c.region[s.Var]
	switch s.Expr.Op {
	case ir.OpConst:
		w, ok := s.Expr.Val.Int64()
		if !ok {
			c.outside(s.Var.Type)
			return
		}
		c.emit(instr{op: opFill, d: d, a: c.constant(w)})
	case ir.OpVar:
		c.emit(instr{op: opCopy, d: d, a: c.region[s.Expr.Var]})
	default:
		refuse("an assignment of a region")
	}
	c.forgetRegion(s.Var)
}

func (c *compiler) store(s *ir.Store) {
	if s.Region == nil {
		c.outside(s.Val.Type)
		return
	}
	c.cell(s.Region, s.Val.Type)
	d := c.region[s.Region]
	addr := c.expr(s.Addr)
	c.unknowable(func() {
		v := c.expr(s.Val)
		if s.Val.Type.Kind == ir.Integer {
			c.fit(v, s.Val.Type, c.trap(Undefined))
		}
		c.emit(instr{op: opStore, d: d, a: addr.reg, b: v.reg})
	}, func() { c.emit(instr{op: opStoreX, d: d, a: addr.reg}) })
	c.forgetRegion(s.Region)
}

// cell notes the type of an access: a region's cells have one.
func (c *compiler) cell(region *ir.Var, t ir.Type) {
	if u, ok := c.cells[region]; !ok {
		c.cells[region] = t
	} else if t != u {
		refuse("cells of several types")
	}
}

// cellType is the type of a region's cells.
func (c *Code) cellType(region *ir.Var) ir.Type {
	for _, e := range c.p.Edges {
		if e == nil {
			continue
		}
		var t ir.Type
		if s, ok := e.Stmt.(*ir.Store); ok && s.Region == region {
			t = s.Val.Type
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				if x.Op == ir.OpLoad && x.Region == region {
					t = x.Type
				}
				return t.Kind == ir.Void
			})
		})
		if t.Kind != ir.Void {
			return t
		}
	}
	return ir.Int(region.Type.Bits, false)
}

// newTemp is a free register.
func (c *compiler) newTemp() uint16 {
	if c.temp >= maxRegisters {
		refuse("too many values")
	}
	c.temp++
	c.top = max(c.top, c.temp)
	return uint16(c.temp - 1)
}

// finish fills in the addresses.
func (c *compiler) finish() *Code {
	for i := range c.c.code {
		if in := &c.c.code[i]; hasTarget(in.op) {
			if c.labels[in.t] < 0 {
				panic("exec: a label without an address")
			}
			in.t = c.labels[in.t]
		}
	}
	return c.c
}

// boundsOf are the least and the greatest value of t, as far as they are signed words.
func boundsOf(t ir.Type) (lo, hi int64) {
	switch {
	case t.Kind == ir.Logical:
		return 0, 1
	case t.Bits >= 64:
		return math.MinInt64, math.MaxInt64
	case t.IsSigned():
		return -1 << (t.Bits - 1), 1<<(t.Bits-1) - 1
	}
	return 0, 1<<t.Bits - 1
}

// codeAt is the instruction at an address; a jump if it is not there yet.
func (c *compiler) codeAt(pc int32) instr {
	if int(pc) < len(c.c.code) {
		return c.c.code[pc]
	}
	return instr{op: opJump}
}
