package certexec

import (
	"craig/internal/program/ir"
	"craig/logic/num"
)

// stmt is a function that executes the statement of e, which is no Assume.
func (m *machine) stmt(e *ir.Edge) func() {
	switch s := e.Stmt.(type) {
	case *ir.Skip:
		return func() {}
	case *ir.Assign:
		if s.Var.Type.Kind == ir.Memory {
			return m.assignRegion(s)
		}
		return m.assign(s)
	case *ir.Havoc:
		if s.Var.Type.Kind == ir.Memory {
			return func() { m.havocRegion(e, s) }
		}
		return func() { m.havoc(e, s) }
	case *ir.Store:
		if s.Region != nil {
			return m.store(s)
		}
	}
	return func() { m.fault = Outside }
}

func (m *machine) assign(s *ir.Assign) func() {
	i := m.index[s.Var]
	to, known := &m.vals[i], &m.known[i]
	t := s.Var.Type
	if f := m.assignSum(s, to, known); f != nil {
		return f
	}
	if f := m.assignCut(s, to, known); f != nil {
		return f
	}
	value := m.expr(s.Expr)
	return func() {
		v := value()
		if m.open || m.fault != None || m.big {
			if m.open { // what is computed with an unknown value is unknown
				m.open, m.fault, m.big = false, None, false
				m.forget(s.Var, known)
			}
			return
		}
		if misfit(t, v) {
			m.fault = Undefined
			return
		}
		*to, *known = v, true
	}
}

// misfit says that v is no value of t, an integer type.
func misfit(t ir.Type, v int64) bool {
	up := 64 - uint(t.Bits)
	switch {
	case t.Kind != ir.Integer || up == 0:
		return false
	case t.IsSigned():
		return v<<up>>up != v
	}
	return int64(uint64(v)<<up>>up) != v
}

// forget makes a variable unknown that gets what is computed with something unknown.
func (m *machine) forget(v *ir.Var, known *bool) {
	*known, m.used = false, true
	delete(m.last, v)
}

// assignSum is assign for the sum of a variable and a constant in a signed type, as counters have it; nil
// if it is something else.
func (m *machine) assignSum(s *ir.Assign, to *int64, known *bool) func() {
	e, t := s.Expr, s.Var.Type
	if e.Op != ir.OpAdd && e.Op != ir.OpSub || e.Type != t || !t.IsSigned() || t.Bits > 32 || m.mode.Wraps(t) {
		return nil
	}
	a, ka := m.leaf(e.Args[0])
	b, kb := m.leaf(e.Args[1])
	if a == nil || b == nil || !small(e.Args[0].Type) || !small(e.Args[1].Type) {
		return nil
	}
	sign := int64(1)
	if e.Op == ir.OpSub {
		sign = -1
	}
	up := 64 - uint(t.Bits)
	return func() {
		if !*ka || !*kb {
			m.forget(s.Var, known)
			return
		}
		v := *a + sign**b
		if v<<up>>up != v {
			m.fault = Undefined
			return
		}
		*to, *known = v, true
	}
}

// small says that sums and products of two values of t are signed words.
func small(t ir.Type) bool { return t.Kind == ir.Integer && t.Bits <= 32 }

// leaf is where the value of a variable or a constant is, and whether it is known; nil for others.
func (m *machine) leaf(e *ir.Expr) (*int64, *bool) {
	switch e.Op {
	case ir.OpVar:
		if i, ok := m.index[e.Var]; ok && e.Var.Type.IsNumber() && e.Var.Type.Bits <= 64 {
			return &m.vals[i], &m.known[i]
		}
	case ir.OpConst:
		if e.Type.IsNumber() {
			if w, ok := word(e.Type, e.Val); ok {
				yes := true
				return &w, &yes
			}
		}
	}
	return nil, nil
}

func (m *machine) assignRegion(s *ir.Assign) func() {
	switch s.Expr.Op {
	case ir.OpConst:
		w, ok := word(m.cellType(s.Var), s.Expr.Val)
		if !ok {
			break
		}
		return func() {
			c := newCells(s.Var.Type.Bits, true)
			c.fill = w
			*m.mem[s.Var] = *c
			delete(m.last, s.Var)
		}
	case ir.OpVar:
		return func() {
			*m.mem[s.Var] = *m.mem[s.Expr.Var].clone()
			delete(m.last, s.Var)
		}
	}
	return func() { m.fault = Outside }
}

// given notes that e gets a value; n is how often it did before.
func (m *machine) given(e *ir.Edge, source ir.Source) (index, n int) {
	n = m.count[e.ID]
	m.count[e.ID]++
	m.out.Given = append(m.out.Given, e.ID)
	if source == ir.FromApproximation || source.Open() {
		m.out.Approximated = true
	}
	return len(m.out.Given) - 1, n
}

// unknownSince notes that a variable or region is unknown since e was executed now.
func (m *machine) unknownSince(e *ir.Edge, v *ir.Var) {
	const most = 1_000_000
	if m.opts.State && len(m.havocs) < most {
		m.last[v] = len(m.havocs)
		m.havocs = append(m.havocs, e.ID)
	}
}

func (m *machine) havoc(e *ir.Edge, s *ir.Havoc) {
	i := m.index[s.Var]
	if m.in == nil {
		m.known[i] = false
		m.unknownSince(e, s.Var)
		return
	}
	at, n := m.given(e, s.Source)
	var v num.Int
	if m.in.Scalar != nil {
		v = m.in.Scalar(e, n)
	}
	if s.Var.Type.IsNumber() {
		v = s.Var.Type.Wrap(v)
	}
	w, ok := word(s.Var.Type, v)
	if !ok {
		m.fault = Outside
		return
	}
	m.vals[i], m.known[i] = w, true
	if m.out.Input == nil {
		m.out.Input = map[int]num.Int{}
	}
	m.out.Input[at] = v
}

func (m *machine) havocRegion(e *ir.Edge, s *ir.Havoc) {
	c := newCells(s.Var.Type.Bits, false)
	if m.in == nil {
		m.unknownSince(e, s.Var)
	} else {
		at, n := m.given(e, s.Source)
		t := m.cellType(s.Var)
		c.ask = func(addr int64) int64 {
			var v num.Int
			a := num.I(addr)
			if addr < 0 {
				a = a.Add(num.Pow2(64))
			}
			if m.in.Cell != nil {
				v = m.in.Cell(e, n, a, t)
			}
			v = t.Wrap(v)
			w, ok := word(t, v)
			if !ok {
				m.fault = Outside
			}
			if m.out.Cells == nil {
				m.out.Cells = map[int]map[string]num.Int{}
			}
			if m.out.Cells[at] == nil {
				m.out.Cells[at] = map[string]num.Int{}
			}
			m.out.Cells[at][a.String()] = v
			return w
		}
	}
	*m.mem[s.Var] = *c
}

func (m *machine) store(s *ir.Store) func() {
	if s.Val.Type != m.cellType(s.Region) || s.Val.Type.Bits > 64 {
		return func() { m.fault = Outside }
	}
	addr, value, c, t := m.expr(s.Addr), m.expr(s.Val), m.mem[s.Region], s.Val.Type
	return func() {
		a := addr()
		if m.open || m.fault != None || m.big {
			return
		}
		v := value()
		known := !m.open
		if m.open {
			m.used = true
			m.open, m.fault, m.big = false, None, false
		}
		if known && misfit(t, v) {
			m.fault = Undefined
		}
		if m.fault == None && !m.big {
			c.write(a, v, known)
		}
	}
}

// cellType is the type of the first access to a region.
func (m *machine) cellType(region *ir.Var) ir.Type {
	if m.types == nil {
		m.types = map[*ir.Var]ir.Type{}
		note := func(r *ir.Var, t ir.Type) {
			if _, ok := m.types[r]; !ok {
				m.types[r] = t
			}
		}
		for _, e := range m.p.Edges {
			if e == nil {
				continue
			}
			if s, ok := e.Stmt.(*ir.Store); ok {
				note(s.Region, s.Val.Type)
			}
			ir.Exprs(e.Stmt, func(x *ir.Expr) {
				ir.Walk(x, func(x *ir.Expr) bool {
					if x.Op == ir.OpLoad {
						note(x.Region, x.Type)
					}
					return true
				})
			})
		}
	}
	if t, ok := m.types[region]; ok {
		return t
	}
	return ir.Int(region.Type.Bits, false)
}
