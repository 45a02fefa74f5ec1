package vm

import (
	"context"
	"math/bits"
	"sync"

	"craig/internal/program/ir"
	"craig/internal/yield"
	"craig/logic/num"
)

// op is the operation of an instruction. Of its fields a and b are registers that are read, d is the one
// that is written, t is where the execution goes on in the case that is named, and n a number.
type op uint16

const (
	opStop op = iota // the t'th stop, after n steps
	opJump           // to t, after n steps
	opTick           // n steps
	opMove           // d = a
	opAdd            // d = a + b modulo 2^64
	opSub
	opMul
	opAddMask // d = a + b modulo 2^n
	opSubMask
	opMulMask
	opAddOver // d = a + b, or t if that is no signed word
	opSubOver
	opMulOver
	opAddFit // d = a + b, or t if that is no signed number of n bits; it is a signed word
	opSubFit
	opMulFit
	opMask     // d = a modulo 2^n
	opExtend   // d = the signed number of n bits that is a modulo 2^n
	opFit      // t if a is no signed number of n bits
	opFitU     // t if the signed word a is no unsigned number of n bits, n < 64
	opSign     // t if the signed word a is negative
	opDiv      // d = a / b of signed words; t if b is 0
	opRem      //
	opDivU     // of unsigned ones
	opRemU     //
	opShl      // d = a << b modulo 2^64; a if b is negative
	opShlOver  // d = a << b; t if that is no signed word
	opShr      // d = a >> b of signed words; a if b is negative
	opShrU     // of unsigned ones
	opClamp    // d = the unsigned a, or 2^20 if that is less
	opAnd      // d = a & b
	opOr       //
	opXor      //
	opCompl    // d = ^a
	opPtrAdd   // d = the unsigned a + the signed b; t if that is no unsigned word
	opPtrDiff  // d = a - b of unsigned words; t if that is no signed word
	opFloat    // d = the n'th of the operations on floats of a and b; t if it has no value
	opFAdd     // d = a + b of doubles
	opFSub     //
	opFMul     //
	opFDiv     //
	opFLt      // d = a < b of doubles, 0 or 1
	opFLe      //
	opEq       // to t if a == b, after n steps in any case
	opNe       //
	opLess     // a < b of signed words
	opLeq      //
	opLessU    // of unsigned words
	opLeqU     //
	opLoad     // d = the cell at a of region b; t if it is unknown
	opStore    // the cell at a of region d = b
	opStoreX   // the cell at a of region d becomes unknown
	opFill     // the cells of region d = a
	opCopy     // region d = region a
	opHavoc    // d = what is given for edge n; unknown if nothing is
	opHavocMem // region d likewise
	opForget   // d is unknown
	opKnow     // d is known
	opKnown    // t if a is unknown
	opSeen     // edge n is taken
	opCall     // enters the n'th call, whose code is at t
	opReturn   // leaves the function; the t'th stop, after n steps, if no call is active
)

// hasTarget says which instructions have a t that is an address.
func hasTarget(o op) bool {
	switch o {
	case opJump, opAddOver, opSubOver, opMulOver, opAddFit, opSubFit, opMulFit, opFit, opFitU, opSign, opDiv, opRem, opDivU, opRemU,
		opShlOver, opPtrAdd, opPtrDiff, opFloat, opEq, opNe, opLess, opLeq, opLessU, opLeqU, opLoad, opKnown, opCall:
		return true
	}
	return false
}

type instr struct {
	op      op
	d, a, b uint16
	t, n    int32
}

// stop is an end of executions.
type stop struct {
	end  End
	at   ir.Loc
	edge ir.EdgeID
}

const maxRegisters = 1 << 16

// Code is a program that has been compiled.
type Code struct {
	p       *ir.Program
	code    []instr
	stops   []stop
	regs    []int64 // at the start; the first ones are variables
	known   []bool  // of the variables at the start, if there are no Inputs
	vars    []*ir.Var
	regions []*ir.Var
	calls   []call
	floats  []floatCode
}

// registers of a machine. Those that are neither variables nor constants are written before they are read, so
// that they can be used again as they are.
type registers struct {
	regs  [maxRegisters]int64
	known [maxRegisters]bool
}

var free = sync.Pool{New: func() any { return new(registers) }}

// machine is the state of an execution.
type machine struct {
	c    *Code
	opts Options
	*registers
	mem   []memory
	count map[ir.EdgeID]int
	out   Outcome
	frames
}

func newMachine(c *Code, opts Options) *machine {
	m := &machine{c: c, opts: opts, registers: free.Get().(*registers), mem: make([]memory, len(c.regions)), count: map[ir.EdgeID]int{}}
	copy(m.regs[:], c.regs)
	for i := range c.vars {
		m.known[i] = c.known[i] || opts.Inputs != nil
	}
	for i, v := range c.regions {
		b := base{state: unknown}
		if opts.Inputs != nil {
			b.state = known
		}
		m.mem[i].shift = cellShift(v.Type.Bits)
		m.mem[i].fill(b)
	}
	return m
}

// cellShift is the logarithm of the size of a cell of that many bits.
func cellShift(width uint8) uint {
	return uint(bits.Len8(max(width/8, 1)) - 1)
}

// pause is after how many steps the machine looks whether somebody wants it to end. A step takes a nanosecond, or a microsecond where
// it asks for an input.
const pause = 1 << 14

func (m *machine) run(ctx context.Context) {
	code, r, k := m.c.code, &m.regs, &m.known
	steps, limit := 0, min(m.opts.MaxSteps, pause)
	pc := 0
	for {
		in := &code[pc]
		pc++
		switch in.op {
		case opStop:
			m.stop(m.c.stops[in.t], steps+int(in.n))
			return
		case opJump:
			steps += int(in.n)
			pc = int(in.t)
			if steps >= limit {
				goto pausing
			}
		case opTick:
			steps += int(in.n)
		case opMove:
			r[in.d] = r[in.a]
		case opAdd:
			r[in.d] = r[in.a] + r[in.b]
		case opSub:
			r[in.d] = r[in.a] - r[in.b]
		case opMul:
			r[in.d] = r[in.a] * r[in.b]
		case opAddMask:
			r[in.d] = (r[in.a] + r[in.b]) & (1<<uint(in.n&63) - 1)
		case opSubMask:
			r[in.d] = (r[in.a] - r[in.b]) & (1<<uint(in.n&63) - 1)
		case opMulMask:
			r[in.d] = (r[in.a] * r[in.b]) & (1<<uint(in.n&63) - 1)
		case opAddOver:
			a, b := r[in.a], r[in.b]
			s := a + b
			if (a^s)&(b^s) < 0 {
				pc = int(in.t)
				break
			}
			r[in.d] = s
		case opSubOver:
			a, b := r[in.a], r[in.b]
			s := a - b
			if (a^b)&(a^s) < 0 {
				pc = int(in.t)
				break
			}
			r[in.d] = s
		case opMulOver:
			s, ok := product(r[in.a], r[in.b])
			if !ok {
				pc = int(in.t)
				break
			}
			r[in.d] = s
		case opAddFit:
			s := r[in.a] + r[in.b]
			if s<<uint((64-in.n)&63)>>uint((64-in.n)&63) != s {
				pc = int(in.t)
				break
			}
			r[in.d] = s
		case opSubFit:
			s := r[in.a] - r[in.b]
			if s<<uint((64-in.n)&63)>>uint((64-in.n)&63) != s {
				pc = int(in.t)
				break
			}
			r[in.d] = s
		case opMulFit:
			s := r[in.a] * r[in.b]
			if s<<uint((64-in.n)&63)>>uint((64-in.n)&63) != s {
				pc = int(in.t)
				break
			}
			r[in.d] = s
		case opMask:
			r[in.d] = r[in.a] & (1<<uint(in.n&63) - 1)
		case opExtend:
			r[in.d] = r[in.a] << uint((64-in.n)&63) >> uint((64-in.n)&63)
		case opFit:
			if s := r[in.a]; s<<uint((64-in.n)&63)>>uint((64-in.n)&63) != s {
				pc = int(in.t)
			}
		case opFitU:
			if uint64(r[in.a])>>uint(in.n&63) != 0 {
				pc = int(in.t)
			}
		case opSign:
			if r[in.a] < 0 {
				pc = int(in.t)
			}
		case opDiv:
			switch r[in.b] {
			case 0:
				pc = int(in.t)
			case -1:
				r[in.d] = -r[in.a] // of the least word that word, where it wraps
			default:
				r[in.d] = r[in.a] / r[in.b]
			}
		case opRem:
			switch r[in.b] {
			case 0:
				pc = int(in.t)
			case -1:
				r[in.d] = 0
			default:
				r[in.d] = r[in.a] % r[in.b]
			}
		case opDivU:
			if r[in.b] == 0 {
				pc = int(in.t)
				break
			}
			r[in.d] = int64(uint64(r[in.a]) / uint64(r[in.b]))
		case opRemU:
			if r[in.b] == 0 {
				pc = int(in.t)
				break
			}
			r[in.d] = int64(uint64(r[in.a]) % uint64(r[in.b]))
		case opShl:
			s := r[in.a]
			if r[in.b] > 0 {
				s <<= uint64(r[in.b])
			}
			r[in.d] = s
		case opShlOver:
			a, b := r[in.a], r[in.b]
			if b < 0 {
				b = 0
			}
			s := a << uint64(b)
			if a != 0 && (b > 63 || s>>uint64(b) != a) {
				pc = int(in.t)
				break
			}
			r[in.d] = s
		case opShr:
			s := r[in.a]
			if r[in.b] > 0 {
				s >>= uint64(r[in.b])
			}
			r[in.d] = s
		case opShrU:
			s := r[in.a]
			if r[in.b] > 0 {
				s = int64(uint64(s) >> uint64(r[in.b]))
			}
			r[in.d] = s
		case opClamp:
			r[in.d] = int64(min(uint64(r[in.a]), 1<<20))
		case opAnd:
			r[in.d] = r[in.a] & r[in.b]
		case opOr:
			r[in.d] = r[in.a] | r[in.b]
		case opXor:
			r[in.d] = r[in.a] ^ r[in.b]
		case opCompl:
			r[in.d] = ^r[in.a]
		case opFloat:
			w, ok := m.c.floats[in.n].compute(r[in.a], r[in.b])
			if !ok {
				pc = int(in.t)
				break
			}
			r[in.d] = w
		case opFAdd:
			r[in.d] = pattern(float64(double(r[in.a]) + double(r[in.b])))
		case opFSub:
			r[in.d] = pattern(float64(double(r[in.a]) - double(r[in.b])))
		case opFMul:
			r[in.d] = pattern(float64(double(r[in.a]) * double(r[in.b])))
		case opFDiv:
			r[in.d] = pattern(float64(double(r[in.a]) / double(r[in.b])))
		case opFLt:
			r[in.d] = word01(double(r[in.a]) < double(r[in.b]))
		case opFLe:
			r[in.d] = word01(double(r[in.a]) <= double(r[in.b]))
		case opPtrAdd:
			a, b := uint64(r[in.a]), r[in.b]
			s := a + uint64(b)
			if (s < a) != (b < 0) && b != 0 {
				pc = int(in.t)
				break
			}
			r[in.d] = int64(s)
		case opPtrDiff:
			a, b := uint64(r[in.a]), uint64(r[in.b])
			s := int64(a - b)
			if (s < 0) != (a < b) {
				pc = int(in.t)
				break
			}
			r[in.d] = s
		case opEq:
			steps += int(in.n)
			if r[in.a] == r[in.b] {
				pc = int(in.t)
			}
			if steps >= limit {
				goto pausing
			}
		case opNe:
			steps += int(in.n)
			if r[in.a] != r[in.b] {
				pc = int(in.t)
			}
			if steps >= limit {
				goto pausing
			}
		case opLess:
			steps += int(in.n)
			if r[in.a] < r[in.b] {
				pc = int(in.t)
			}
			if steps >= limit {
				goto pausing
			}
		case opLeq:
			steps += int(in.n)
			if r[in.a] <= r[in.b] {
				pc = int(in.t)
			}
			if steps >= limit {
				goto pausing
			}
		case opLessU:
			steps += int(in.n)
			if uint64(r[in.a]) < uint64(r[in.b]) {
				pc = int(in.t)
			}
			if steps >= limit {
				goto pausing
			}
		case opLeqU:
			steps += int(in.n)
			if uint64(r[in.a]) <= uint64(r[in.b]) {
				pc = int(in.t)
			}
			if steps >= limit {
				goto pausing
			}
		case opLoad:
			mem := &m.mem[in.b]
			addr := uint64(r[in.a])
			c := mem.get(addr)
			if c.state != known {
				if !m.opts.asks() || !mem.base.asked {
					pc = int(in.t)
					break
				}
				c.value = m.ask(mem, addr)
			}
			r[in.d] = c.value
		case opStore:
			m.mem[in.d].set(uint64(r[in.a]), r[in.b], known)
		case opStoreX:
			m.mem[in.d].set(uint64(r[in.a]), 0, unknown)
		case opFill:
			m.mem[in.d].fill(base{value: r[in.a], state: known})
		case opCopy:
			m.mem[in.d].copyOf(&m.mem[in.a])
		case opHavoc:
			if k[in.d] = m.opts.asks(); k[in.d] {
				r[in.d] = m.give(ir.EdgeID(in.n), m.c.vars[in.d].Type)
			}
		case opHavocMem:
			b := base{state: unknown}
			if m.opts.asks() {
				b.asked, b.given = true, len(m.out.Given)
				m.out.Given = append(m.out.Given, Given{Edge: ir.EdgeID(in.n)})
				m.count[ir.EdgeID(in.n)]++
			}
			m.mem[in.d].fill(b)
		case opForget:
			k[in.d] = false
		case opKnow:
			k[in.d] = true
		case opKnown:
			if !k[in.a] {
				pc = int(in.t)
			}
		case opCall:
			if len(m.active) >= maxCalls {
				m.out.End, m.out.At, m.out.Steps = Outside, m.c.calls[in.n].at, steps
				return
			}
			m.enter(&m.c.calls[in.n], pc)
			pc = int(in.t)
		case opReturn:
			steps += int(in.n)
			if len(m.active) == 0 {
				m.stop(m.c.stops[in.t], steps)
				return
			}
			if pc = m.leave(); steps >= limit {
				goto pausing
			}
		case opSeen:
			if m.opts.Seen != nil {
				m.opts.Seen[in.n]++
			}
		}
		continue
	pausing:
		yield.Pass()
		if steps >= m.opts.MaxSteps {
			m.out.End, m.out.Steps = StepLimit, steps
			return
		}
		if ctx.Err() != nil {
			m.out.End, m.out.Steps = Cancelled, steps
			return
		}
		limit = min(m.opts.MaxSteps, steps+pause)
	}
}

func (o *Options) asks() bool { return o.Inputs != nil }

// product is a * b; ok is false if that is no word.
func product(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		hi -= uint64(b)
	}
	if b < 0 {
		hi -= uint64(a)
	}
	return int64(lo), hi == uint64(int64(lo)>>63)
}

// stop ends the execution.
func (m *machine) stop(s stop, steps int) {
	m.out.End, m.out.At, m.out.Edge, m.out.Steps = s.end, s.at, s.edge, steps
	result := m.c.p.Main.Result
	if s.end != Exited || result == nil {
		return
	}
	for i, v := range m.c.vars {
		if v == result && m.known[i] {
			m.out.Result, m.out.HasResult = valueOf(v.Type, m.regs[i]), true
		}
	}
}

// give is the value that the Havoc on an edge gives to a variable of type t.
func (m *machine) give(id ir.EdgeID, t ir.Type) int64 {
	n := m.count[id]
	m.count[id]++
	w := wrapWord(t, m.opts.Inputs.Scalar(m.c.p.Edges[id], n))
	m.out.Given = append(m.out.Given, Given{Edge: id, Value: valueOf(t, w)})
	return w
}

// ask is the value of a cell that is read for the first time since a Havoc.
func (m *machine) ask(mem *memory, addr uint64) int64 {
	g := &m.out.Given[mem.base.given]
	n := 0
	for _, earlier := range m.out.Given[:mem.base.given] {
		if earlier.Edge == g.Edge {
			n++
		}
	}
	t := m.c.cellType(m.c.p.Edges[g.Edge].Stmt.(*ir.Havoc).Var)
	w := wrapWord(t, m.opts.Inputs.Cell(m.c.p.Edges[g.Edge], n, int64(addr)))
	if g.Cells == nil {
		g.Cells = map[int64]num.Int{}
	}
	g.Cells[int64(addr)] = valueOf(t, w)
	mem.set(addr, w, known)
	return w
}

// wrapWord is the value of t that is congruent to w.
func wrapWord(t ir.Type, w int64) int64 {
	s := 64 - uint(t.Bits)
	switch {
	case s == 0:
		return w
	case t.IsSigned():
		return w << s >> s
	}
	return int64(uint64(w) << s >> s)
}

// valueOf is the number that a word stands for.
func valueOf(t ir.Type, w int64) num.Int {
	v := num.I(w)
	if w < 0 && unsignedWord(t) {
		return v.Add(num.Pow2(64))
	}
	return v
}

// wordOf is the word that stands for v; ok is false if there is none.
func wordOf(t ir.Type, v num.Int) (w int64, ok bool) {
	if w, ok = v.Int64(); ok {
		return w, w >= 0 || !unsignedWord(t)
	}
	if !unsignedWord(t) {
		return 0, false
	}
	w, ok = v.Sub(num.Pow2(64)).Int64()
	return w, ok && w < 0
}

// unsignedWord says that values of t are words without a sign.
func unsignedWord(t ir.Type) bool { return t.Bits == 64 && !t.IsSigned() }
