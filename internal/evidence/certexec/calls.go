package certexec

import (
	"slices"

	"craig/internal/program/ir"
)

// maxCalls bounds how many calls are active.
const maxCalls = 100_000

// call is a call that the program has.
type call struct {
	vars   []int // of the function, by index
	params []int
	result int // of the function; -1: nobody wants it
	to     int
	entry  *node
}

// activation is a call that is active. The values that the variables of the function had before are in machine.saved.
type activation struct {
	call *call
	next *node
}

// slot is the value of a variable.
type slot struct {
	value int64
	known bool
}

// callOf is the call that s is; nil if that cannot be executed.
func (m *machine) callOf(s *ir.Call) *call {
	f := s.Callee
	if f == nil || !f.Defined || len(f.Params) != len(s.Args) || s.Result != nil && f.Result == nil {
		return nil
	}
	c := &call{result: -1, to: -1, entry: m.node(f.Entry)}
	f.AllVars(func(v *ir.Var) { c.vars = append(c.vars, m.index[v]) })
	for _, v := range f.Params {
		c.params = append(c.params, m.index[v])
	}
	if s.Result != nil {
		c.result, c.to = m.index[f.Result], m.index[s.Result]
	}
	return c
}

// call is a function that enters the function that s calls; next is where the execution goes on after it.
func (m *machine) call(s *ir.Call, next *node) func() *node {
	c := m.callOf(s)
	if c == nil {
		return func() *node {
			m.fault = Outside
			return nil
		}
	}
	var args []func() int64
	for _, a := range s.Args {
		args = append(args, m.expr(a))
	}
	return func() *node {
		if len(m.calls) >= maxCalls {
			m.fault = Outside
			return nil
		}
		var few [8]slot
		vals := few[:0]
		for i, arg := range args {
			v := arg()
			known := !m.open
			if known && misfit(s.Args[i].Type, v) {
				m.fault = Undefined
			}
			if m.open { // the parameter is unknown then
				m.open, m.fault, m.big, m.used = false, None, false, true
			}
			if m.fault != None || m.big {
				return nil
			}
			vals = append(vals, slot{v, known})
		}
		m.enter(c, vals, next)
		return c.entry
	}
}

// enter begins a call with these arguments.
func (m *machine) enter(c *call, vals []slot, next *node) {
	at := len(m.saved)
	m.saved = slices.Grow(m.saved, len(c.vars))[:at+len(c.vars)]
	saved, all := m.saved[at:], m.in != nil
	for k, i := range c.vars {
		saved[k] = slot{m.vals[i], m.known[i]}
		m.vals[i], m.known[i] = 0, all
	}
	for k, i := range c.params {
		m.vals[i], m.known[i] = vals[k].value, vals[k].known
	}
	m.calls = append(m.calls, activation{c, next})
}

// leave ends the last call that has begun, and gives the node where the execution goes on.
func (m *machine) leave() *node {
	a := m.calls[len(m.calls)-1]
	m.calls = m.calls[:len(m.calls)-1]
	c := a.call
	var result slot
	if c.result >= 0 {
		result = slot{m.vals[c.result], m.known[c.result]}
	}
	at := len(m.saved) - len(c.vars)
	for k, s := range m.saved[at:] {
		i := c.vars[k]
		m.vals[i], m.known[i] = s.value, s.known
	}
	m.saved = m.saved[:at]
	if c.to >= 0 {
		m.vals[c.to], m.known[c.to] = result.value, result.known
	}
	return a.next
}
