package vm

import "craig/internal/program/ir"

// maxCalls bounds how many calls are active.
const maxCalls = 100_000

// call is a call: where it passes its arguments, and where its result goes.
type call struct {
	at     ir.Loc
	args   []arg
	saved  []uint16 // the variables of the function that is called
	result uint16   // of the function
	to     uint16   // where the result goes, if hasTo
	hasTo  bool
}

// arg is an argument: a register, which a parameter gets. An argument that may be unknown has another one that
// says so: 0 if it is.
type arg struct {
	param, value, known uint16
	open                bool
}

// frames are the calls that are active, with what the variables of the functions were before.
type frames struct {
	active []frame
	saved  []slot
}

type frame struct {
	call *call
	back int // where the execution goes on
}

type slot struct {
	value int64
	known bool
}

// enter begins a call.
func (m *machine) enter(c *call, back int) {
	m.active = append(m.active, frame{c, back})
	for _, r := range c.saved {
		m.frames.saved = append(m.frames.saved, slot{m.regs[r], m.known[r]})
	}
	var few [8]slot
	vals := few[:0]
	for _, a := range c.args { // a register of an argument may be one of the function's
		vals = append(vals, slot{m.regs[a.value], !a.open || m.regs[a.known] != 0})
	}
	for _, r := range c.saved {
		m.regs[r], m.known[r] = 0, m.c.known[r] || m.opts.Inputs != nil
	}
	for i, a := range c.args {
		m.regs[a.param], m.known[a.param] = vals[i].value, vals[i].known
	}
}

// leave ends the last call that has begun, and gives the address where the execution goes on.
func (m *machine) leave() int {
	f := m.active[len(m.active)-1]
	m.active = m.active[:len(m.active)-1]
	c := f.call
	value, known := m.regs[c.result], m.known[c.result]
	old := m.frames.saved[len(m.frames.saved)-len(c.saved):]
	for i, r := range c.saved {
		m.regs[r], m.known[r] = old[i].value, old[i].known
	}
	m.frames.saved = m.frames.saved[:len(m.frames.saved)-len(c.saved)]
	if c.hasTo {
		m.regs[c.to], m.known[c.to] = value, known
	}
	return f.back
}

// call makes the code of a call. Its steps are counted before.
func (c *compiler) call(s *ir.Call) {
	if s.Callee == nil || !s.Callee.Defined || len(s.Callee.Params) != len(s.Args) {
		refuse("a call of no function")
	}
	k := call{at: c.loc}
	for i, e := range s.Args {
		value := func() uint16 {
			v := c.expr(e)
			if t := s.Callee.Params[i].Type; t.Kind == ir.Integer {
				c.fit(v, t, c.trap(Undefined))
			}
			return v.reg
		}
		a := arg{param: c.reg[s.Callee.Params[i]]}
		if c.open.vars[s.Callee.Params[i]] {
			a.open, a.value, a.known = true, c.newTemp(), c.newTemp()
			c.unknowable(func() {
				c.emit(instr{op: opMove, d: a.value, a: value()})
				c.emit(instr{op: opMove, d: a.known, a: c.constant(1)})
			}, func() { c.emit(instr{op: opMove, d: a.known, a: c.constant(0)}) })
		} else {
			a.value = value()
		}
		k.args = append(k.args, a)
	}
	s.Callee.AllVars(func(v *ir.Var) { k.saved = append(k.saved, c.reg[v]) })
	if s.Result != nil {
		if s.Callee.Result == nil {
			refuse("a call for a result that there is not")
		}
		k.result, k.to, k.hasTo = c.reg[s.Callee.Result], c.reg[s.Result], true
	}
	c.emit(instr{op: opTick, n: int32(c.steps + 1)})
	c.steps = -1 // the edge of the call is counted
	c.c.calls = append(c.c.calls, k)
	c.emit(instr{op: opCall, t: c.goal(s.Callee.Entry), n: int32(len(c.c.calls) - 1)})
	c.avail, c.temp = nil, c.fixed
}
