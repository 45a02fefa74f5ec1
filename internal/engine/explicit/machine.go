package explicit

import (
	"math"
	"math/bits"

	"craig/internal/program/ir"
)

// An input is a number of which only bounds are known. A register with a tag holds the difference between its value and
// the input that the tag names; so copies of an input, and sums with known numbers, are known when the input is. A
// comparison that the bounds do not decide cuts them: the execution goes on with one part, and the others are executed
// later from the same instruction on. Operations other than sums take inputs of few values, one value after the other.
type input struct {
	lo, hi int64
	edge   ir.EdgeID // that gave it; 0: it was given in an earlier step
}

// fewValues is how many values of an input are taken one by one.
const fewValues = 256

// mostInputs is how many inputs there are between two states: tags are bytes.
const mostInputs = 255

// branch is an execution that is to go on later.
type branch struct {
	pc     int32
	regs   []int64
	tags   []uint8
	inputs []input
}

type machine struct {
	*code
	regs    []int64
	tags    []uint8
	inputs  []input // tag t is inputs[t-1]
	pending []branch
	count   int // of pending; those behind it are used again
	steps   int64
	fault   string
}

func newMachine(c *code) *machine {
	return &machine{code: c, regs: append([]int64(nil), c.regs...), tags: make([]uint8, len(c.regs))}
}

// later keeps an execution from pc on in the state that the machine has.
func (m *machine) later(pc int32) *branch {
	if m.count == len(m.pending) {
		m.pending = append(m.pending, branch{regs: make([]int64, m.own), tags: make([]uint8, m.own)})
	}
	b := &m.pending[m.count]
	m.count++
	b.pc = pc
	copy(b.regs, m.regs)
	copy(b.tags, m.tags)
	b.inputs = append(b.inputs[:0], m.inputs...)
	return b
}

// resume takes up the last execution that was kept; ok is false if there is none.
func (m *machine) resume() (pc int32, ok bool) {
	if m.count == 0 {
		return 0, false
	}
	m.count--
	b := &m.pending[m.count]
	copy(m.regs, b.regs)
	copy(m.tags, b.tags)
	m.inputs = append(m.inputs[:0], b.inputs...)
	return b.pc, true
}

// known replaces an input in registers by its only value.
func known(regs []int64, tags []uint8, t uint8, v int64) {
	for i, u := range tags {
		if u == t {
			regs[i] += v
			tags[i] = 0
		}
	}
}

// cut has the execution go on at pc with the input t in the first of the parts that are not empty, and later with the others.
func (m *machine) cut(pc int32, t uint8, parts ...[2]int64) {
	first := true
	var own [2]int64
	for _, p := range parts {
		if p[0] > p[1] {
			continue
		}
		if first {
			first, own = false, p
			continue
		}
		b := m.later(pc)
		b.inputs[t-1].lo, b.inputs[t-1].hi = p[0], p[1]
		if p[0] == p[1] {
			known(b.regs, b.tags, t, p[0])
		}
	}
	m.inputs[t-1].lo, m.inputs[t-1].hi = own[0], own[1]
	if own[0] == own[1] {
		known(m.regs[:m.own], m.tags[:m.own], t, own[0])
	}
}

// each has the execution go on at pc with each value of the input t.
func (m *machine) each(pc int32, t uint8, why string) {
	in := m.inputs[t-1]
	if uint64(in.hi)-uint64(in.lo) >= fewValues {
		m.fault = why
		return
	}
	var parts [fewValues][2]int64
	n := in.hi - in.lo + 1
	for i := range n {
		parts[i] = [2]int64{in.lo + i, in.lo + i}
	}
	m.cut(pc, t, parts[:n]...)
}

// bounds are those of the value in register r, which is tagged; ok is false if they are no words.
func (m *machine) bounds(r int32) (lo, hi int64, ok bool) {
	in := m.inputs[m.tags[r]-1]
	lo, ok1 := sum(in.lo, m.regs[r])
	hi, ok2 := sum(in.hi, m.regs[r])
	return lo, hi, ok1 && ok2
}

func sum(a, b int64) (int64, bool) {
	s := a + b
	return s, (a^s)&(b^s) >= 0
}

// oneSide says that the words in two tagged registers are all below 0, or all not: then the order of unsigned ones is that of signed ones.
func (m *machine) oneSide(a, b int32) bool {
	la, ha, ok1 := m.bounds(a)
	lb, hb, ok2 := m.bounds(b)
	return ok1 && ok2 && (la >= 0 && lb >= 0 || ha < 0 && hb < 0)
}

// ruleSteps is how many other instructions take as long as opRule.
const ruleSteps = 40

// Ends of executions.
const (
	ended   = iota // nothing comes of it
	arrived        // at the place at
	reached        // the goal at
	faulted        // see machine.fault
)

// run executes from pc on; at is the place or goal to which it comes.
func (m *machine) run(pc int32) (end int, at int32) {
	insns, r, tags := m.insns, m.regs, m.tags
	begun := m.steps
	steps := begun
	defer func() { m.steps = steps }()
	for {
		in := &insns[pc]
		steps++
		switch in.op {
		case opEqual:
			if tags[in.a] != 0 {
				pc = m.compare(pc, in, in.c, 0)
				break
			}
			if r[in.a] == in.c {
				pc = in.t
			} else {
				pc = in.f
			}
		case opLess:
			if tags[in.a] != 0 {
				pc = m.compare(pc, in, in.c, 0)
				break
			}
			less := r[in.a] < in.c
			if in.flags&unsigned != 0 {
				less = uint64(r[in.a]) < uint64(in.c)
			}
			if less {
				pc = in.t
			} else {
				pc = in.f
			}
		case opEqualReg:
			if tags[in.a]|tags[in.b] != 0 {
				pc = m.compare(pc, in, r[in.b], tags[in.b])
				break
			}
			if r[in.a] == r[in.b] {
				pc = in.t
			} else {
				pc = in.f
			}
		case opLessReg:
			if tags[in.a]|tags[in.b] != 0 {
				pc = m.compare(pc, in, r[in.b], tags[in.b])
				break
			}
			less := r[in.a] < r[in.b]
			if in.flags&unsigned != 0 {
				less = uint64(r[in.a]) < uint64(r[in.b])
			}
			if less {
				pc = in.t
			} else {
				pc = in.f
			}
		case opMove:
			r[in.d], tags[in.d] = r[in.a], tags[in.a]
			pc++
		case opSet:
			r[in.d], tags[in.d] = in.c, 0
			pc++
		case opJump:
			pc = in.t
		case opFits:
			if tags[in.a] != 0 {
				lo, hi, ok := m.bounds(in.a)
				if !ok || !in.fits(lo) || !in.fits(hi) {
					m.fault = "a value does not fit its variable"
				}
			} else if !in.fits(r[in.a]) {
				m.fault = "a value does not fit its variable"
			}
			pc++
		case opCast:
			if tags[in.a] != 0 {
				pc = m.shift(pc, in, 0)
				break
			}
			r[in.d], tags[in.d] = in.cut(r[in.a]), 0
			pc++
		case opRange:
			if tags[in.a] != 0 || in.flags&single == 0 && tags[in.b] != 0 {
				pc = m.ranges(pc, in)
				break
			}
			v, out, bad := in.compute(in.sub, r[in.a], r[in.b])
			switch {
			case bad != "":
				m.fault = bad
			case !out && in.fits(v):
				pc = in.t
			default:
				pc = in.f
			}
		case opFork:
			m.later(in.f)
			pc = in.t
		case opHavoc:
			if len(m.inputs) == mostInputs {
				m.fault = "there are too many inputs between two states"
				break
			}
			lo, hi := in.limits()
			m.inputs = append(m.inputs, input{lo, hi, ir.EdgeID(in.c)})
			r[in.d], tags[in.d] = 0, uint8(len(m.inputs))
			pc++
		case opRule:
			steps += ruleSteps
			pc = m.nextRule(&m.chains[in.t], int(in.c))
		case opHead:
			return arrived, in.t
		case opGoal:
			return reached, in.t
		case opEnd:
			return ended, 0
		default:
			if tags[in.a] != 0 || in.flags&single == 0 && tags[in.b] != 0 {
				pc = m.arith(pc, in)
				break
			}
			v, out, bad := in.compute(in.op, r[in.a], r[in.b])
			if in.flags&wraps != 0 {
				v, out = in.cut(v), false
			}
			if out && bad == "" {
				bad = "a number has more than 64 bits"
			}
			if bad != "" {
				m.fault = bad
			}
			r[in.d], tags[in.d] = v, 0
			pc++
		}
		if m.fault != "" {
			return faulted, 0
		}
	}
}

// fits says that v is a value of the instruction's type.
func (in *insn) fits(v int64) bool { return in.cut(v) == v }

// cut is v modulo 2^bits, as a value of the instruction's type.
func (in *insn) cut(v int64) int64 {
	up := uint(64-in.bits) & 63
	if in.flags&signed != 0 {
		return v << up >> up
	}
	return int64(uint64(v) << up >> up)
}

// limits are those of the instruction's type, which is not unsigned with 64 bits.
func (in *insn) limits() (lo, hi int64) {
	if in.flags&signed != 0 {
		return math.MinInt64 >> ((64 - in.bits) & 63), math.MaxInt64 >> ((64 - in.bits) & 63)
	}
	return 0, 1<<(in.bits&63) - 1
}

// compute is the result of an operation modulo 2^64. out says that it is another number, where the operation does not wrap; bad is why there is none.
func (in *insn) compute(o op, a, b int64) (v int64, out bool, bad string) {
	switch o {
	case opAdd:
		v = a + b
		out = (a^v)&(b^v) < 0
	case opSub:
		v = a - b
		out = (a^b)&(a^v) < 0
	case opMul:
		v = a * b
		hi, lo := bits.Mul64(uint64(a), uint64(b))
		if a < 0 {
			hi -= uint64(b)
		}
		if b < 0 {
			hi -= uint64(a)
		}
		out = hi != uint64(int64(lo)>>63)
	case opDiv, opRem:
		wide := in.bits == 64 && in.flags&signed == 0
		switch {
		case b == 0:
			return 0, false, "a divisor is 0"
		case wide && o == opDiv:
			v = int64(uint64(a) / uint64(b))
		case wide:
			v = int64(uint64(a) % uint64(b))
		case o == opDiv:
			v, out = a/b, a == math.MinInt64 && b == -1
		case b != -1:
			v = a % b
		}
	case opShl:
		switch {
		case b < 0:
			v = a
		case b > ir.MaxShift && in.flags&wraps == 0 && a != 0:
			return 0, false, "a number is shifted by a large distance"
		default:
			v = a << uint(b)
			out = a != 0 && (b > 63 || v>>uint(b) != a)
		}
	case opShr:
		switch {
		case b < 0:
			v = a
		case in.bits == 64 && in.flags&signed == 0:
			v = int64(uint64(a) >> uint(b))
		default:
			v = a >> uint(b)
		}
	case opAnd:
		v = a & b
	case opOr:
		v = a | b
	case opXor:
		v = a ^ b
	case opNeg:
		v, out = -a, a == math.MinInt64
	case opCompl:
		v = ^a
	}
	return v, out, ""
}

const (
	twoInputs  = "inputs are compared with each other"
	arithmetic = "an input of many values is used in arithmetic"
)

// compare is where a comparison of register a with the number c, of tag t, leads; it is the comparison itself, after inputs have been cut.
func (m *machine) compare(pc int32, in *insn, c int64, t uint8) int32 {
	ta := m.tags[in.a]
	isLess := in.op == opLess || in.op == opLessReg
	if ta != 0 && t != 0 {
		if ta == t {
			if isLess && in.flags&unsigned != 0 && !m.oneSide(in.a, in.b) {
				m.each(pc, t, twoInputs)
				return pc
			}
			return in.decided(!isLess && m.regs[in.a] == c || isLess && m.regs[in.a] < c)
		}
		if a, b := m.inputs[ta-1], m.inputs[t-1]; a.hi-a.lo < b.hi-b.lo && a.hi-a.lo >= 0 {
			m.each(pc, ta, twoInputs)
		} else {
			m.each(pc, t, twoInputs)
		}
		return pc
	}
	left := ta != 0
	r := in.a
	if !left {
		r, c = in.b, m.regs[in.a]
		ta = t
	}
	lo, hi, ok := m.bounds(r)
	if !ok || in.flags&unsigned != 0 && (lo < 0 || c < 0) {
		m.fault = "an input is compared with a large number"
		return pc
	}
	at := c - m.regs[r] // the input's value where the register is c, if it lies between the bounds
	bottom, top := m.inputs[ta-1].lo, m.inputs[ta-1].hi
	switch {
	case !isLess && (c < lo || c > hi):
		return in.f
	case !isLess && c == lo:
		m.cut(pc, ta, [2]int64{at, at}, [2]int64{at + 1, top})
	case !isLess && c == hi:
		m.cut(pc, ta, [2]int64{bottom, at - 1}, [2]int64{at, at})
	case !isLess:
		m.cut(pc, ta, [2]int64{bottom, at - 1}, [2]int64{at, at}, [2]int64{at + 1, top})
	case left && hi < c:
		return in.t
	case left && lo >= c:
		return in.f
	case left:
		m.cut(pc, ta, [2]int64{bottom, at - 1}, [2]int64{at, top})
	case c < lo:
		return in.t
	case c >= hi:
		return in.f
	default:
		m.cut(pc, ta, [2]int64{bottom, at}, [2]int64{at + 1, top})
	}
	return pc
}

func (in *insn) decided(yes bool) int32 {
	if yes {
		return in.t
	}
	return in.f
}

// shift is the next instruction after one whose result is the tagged register a, and c, as a value of the type.
func (m *machine) shift(pc int32, in *insn, c int64) int32 {
	t := m.tags[in.a]
	lo, hi, ok := m.bounds(in.a)
	lo, ok1 := sum(lo, c)
	hi, ok2 := sum(hi, c)
	by, ok3 := sum(m.regs[in.a], c)
	if !ok || !ok1 || !ok2 || !ok3 {
		m.each(pc, t, arithmetic)
		return pc
	}
	if in.op == opCast || in.flags&wraps != 0 {
		moved := in.cut(lo) - lo
		if in.cut(hi)-hi != moved { // they wrap to different places; types of 64 bits do not come here
			_, most := in.limits()
			end := lo + (most - in.cut(lo)) // the last number before the next of these
			if (uint64(hi)-uint64(end))>>(in.bits&63) >= 4 {
				m.each(pc, t, "an input of many values is converted")
			} else {
				m.cut(pc, t, [2]int64{lo - by, end - by}, [2]int64{end - by + 1, hi - by})
			}
			return pc
		}
		if by, ok = sum(by, moved); !ok {
			m.each(pc, t, arithmetic)
			return pc
		}
	}
	m.regs[in.d], m.tags[in.d] = by, t
	return pc + 1
}

// arith is the next instruction after an operation on a tagged register.
func (m *machine) arith(pc int32, in *insn) int32 {
	ta, tb := m.tags[in.a], uint8(0)
	if in.flags&single == 0 {
		tb = m.tags[in.b]
	}
	switch b := m.regs[in.b]; {
	case in.op == opAdd && tb == 0:
		return m.shift(pc, in, b)
	case in.op == opSub && tb == 0 && b != math.MinInt64:
		return m.shift(pc, in, -b)
	case in.op == opAdd && ta == 0:
		swapped := *in
		swapped.a, swapped.b = in.b, in.a
		return m.shift(pc, &swapped, m.regs[in.a])
	}
	if ta == 0 {
		ta = tb
	}
	m.each(pc, ta, arithmetic)
	return pc
}

// ranges decides whether the result of an operation on a tagged register is in range.
func (m *machine) ranges(pc int32, in *insn) int32 {
	r, c := in.a, int64(0)
	tb := uint8(0)
	if in.flags&single == 0 {
		tb = m.tags[in.b]
	}
	switch {
	case in.sub == opAdd && tb == 0:
		c = m.regs[in.b]
	case in.sub == opSub && tb == 0 && m.regs[in.b] != math.MinInt64:
		c = -m.regs[in.b]
	case in.sub == opAdd && m.tags[in.a] == 0:
		r, c = in.b, m.regs[in.a]
	default:
		t := m.tags[in.a]
		if t == 0 {
			t = tb
		}
		m.each(pc, t, arithmetic)
		return pc
	}
	lo, hi, ok := m.bounds(r)
	lo, ok1 := sum(lo, c)
	hi, ok2 := sum(hi, c)
	least, most := in.limits()
	switch {
	case !ok || !ok1 || !ok2:
		m.each(pc, m.tags[r], arithmetic)
	case lo > most || hi < least:
		return in.f
	case lo >= least && hi <= most:
		return in.t
	default:
		by := m.regs[r] + c
		low, high := max(lo, least), min(hi, most)
		parts := [][2]int64{{low - by, high - by}}
		if lo < low {
			parts = append(parts, [2]int64{lo - by, low - 1 - by})
		}
		if high < hi {
			parts = append(parts, [2]int64{high + 1 - by, hi - by})
		}
		m.cut(pc, m.tags[r], parts...)
	}
	return pc
}
