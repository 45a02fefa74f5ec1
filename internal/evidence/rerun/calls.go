package rerun

import "craig/internal/program/ir"

// maxCalls bounds how many calls are active.
const maxCalls = 100_000

// activation is a call that is active, with the values that the variables of the function had before.
type activation struct {
	vars   []int // of the function, by index
	vals   []int64
	known  []bool
	result int // of the function; -1: nobody wants it
	to     int
	next   *node
}

// call is a function that enters the function that s calls; next is where the execution goes on after it.
func (m *machine) call(s *ir.Call, next *node) func() *node {
	f := s.Callee
	if f == nil || !f.Defined || len(f.Params) != len(s.Args) || s.Result != nil && f.Result == nil {
		return func() *node {
			m.fault = Outside
			return nil
		}
	}
	var args []func() int64
	for _, a := range s.Args {
		args = append(args, m.expr(a))
	}
	var vars []int
	f.AllVars(func(v *ir.Var) { vars = append(vars, m.index[v]) })
	result, to := -1, -1
	if s.Result != nil {
		result, to = m.index[f.Result], m.index[s.Result]
	}
	entry := m.node(f.Entry)
	return func() *node {
		if len(m.calls) >= maxCalls {
			m.fault = Outside
			return nil
		}
		a := &activation{vars: vars, result: result, to: to, next: next}
		vals, known := make([]int64, len(args)), make([]bool, len(args))
		for i, arg := range args {
			vals[i] = arg()
			if known[i] = !m.open; m.open { // the parameter is unknown then
				m.open, m.fault, m.big, m.used = false, None, false, true
			}
			if m.fault != None || m.big {
				return nil
			}
		}
		for _, i := range vars {
			a.vals, a.known = append(a.vals, m.vals[i]), append(a.known, m.known[i])
			m.vals[i], m.known[i] = 0, m.in != nil
		}
		for i, v := range f.Params {
			m.vals[m.index[v]], m.known[m.index[v]] = vals[i], known[i]
		}
		m.calls = append(m.calls, a)
		return entry
	}
}

// leave ends the last call that has begun, and gives the node where the execution goes on.
func (m *machine) leave() *node {
	a := m.calls[len(m.calls)-1]
	m.calls = m.calls[:len(m.calls)-1]
	var v int64
	known := false
	if a.result >= 0 {
		v, known = m.vals[a.result], m.known[a.result]
	}
	for k, i := range a.vars {
		m.vals[i], m.known[i] = a.vals[k], a.known[k]
	}
	if a.to >= 0 {
		m.vals[a.to], m.known[a.to] = v, known
	}
	return a.next
}
