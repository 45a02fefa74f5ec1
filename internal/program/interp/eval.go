package interp

import (
	"fmt"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

var one = num.I(1)

func truth(b bool) num.Int {
	if b {
		return one
	}
	return num.Int{}
}

// eval is e's value, 0 or 1 for a Logical one. If it has none undef is set and the result is
// arbitrary. Conjunctions, disjunctions and choices evaluate what they need. If it depends on something
// unknown open is set, and value and undef are arbitrary.
func (m *machine) eval(e *ir.Expr) num.Int {
	switch e.Op {
	case ir.OpConst:
		return e.Val
	case ir.OpVar:
		return m.get(e.Var)
	case ir.OpAddr:
		return m.address(e.Obj)
	case ir.OpLoad:
		addr := m.eval(e.Args[0])
		if m.undef != "" {
			return addr
		}
		if e.Region != nil {
			if m.opts.Step != nil {
				m.loads = append(m.loads, Cell{e.Region, addr})
			}
			v, ok := m.region(e.Region).get(addr, e.Type)
			if !ok && m.opts.Cases != nil {
				c, _ := m.region(e.Region).lookup(addr)
				v, ok = m.pinned(c)
			}
			m.open = m.open || !ok || m.fresh(m.region(e.Region), addr)
			return v
		}
		return m.load(addr, e.Type)
	case ir.OpPtrAdd:
		return m.eval(e.Args[0]).Add(m.eval(e.Args[1]))
	case ir.OpPtrDiff:
		return m.eval(e.Args[0]).Sub(m.eval(e.Args[1]))
	case ir.OpCast:
		v := m.eval(e.Args[0])
		if e.NoWrap && !e.Type.Fits(v) {
			m.broken(e, v)
		}
		return m.mode.Convert(e.Type, v)
	case ir.OpOfBool:
		return m.eval(e.Args[0])
	case ir.OpNot:
		return truth(m.eval(e.Args[0]).IsZero())
	case ir.OpLAnd:
		if a := m.eval(e.Args[0]); a.IsZero() || m.undef != "" {
			return a
		}
		return m.eval(e.Args[1])
	case ir.OpLOr:
		if a := m.eval(e.Args[0]); !a.IsZero() || m.undef != "" {
			return a
		}
		return m.eval(e.Args[1])
	case ir.OpIte:
		c := m.eval(e.Args[0])
		if m.undef != "" {
			return c
		}
		if c.IsZero() {
			return m.eval(e.Args[2])
		}
		return m.eval(e.Args[1])
	case ir.OpInRange:
		return truth(e.Args[0].Type.Fits(m.exact(e.Args[0])))
	case ir.OpInObject, ir.OpInDevice, ir.OpTracked, ir.OpAllFreed, ir.OpStart, ir.OpExtent, ir.OpDefined, ir.OpFreeable, ir.OpWritable,
		ir.OpNoneDangling, ir.OpCounted, ir.OpTraceable:
		return m.ofObjects(e)
	case ir.OpAmong:
		off := m.eval(e.Args[1]).Sub(m.eval(e.Args[0]))
		return truth(off.Sign() >= 0 && off.Less(m.eval(e.Args[2])))
	case ir.OpOverlap:
		p, q := m.eval(e.Args[0]), m.eval(e.Args[2])
		n, k := m.eval(e.Args[1]), m.eval(e.Args[3])
		return truth(!n.IsZero() && !k.IsZero() && q.Less(p.Add(n)) && p.Less(q.Add(k)))
	case ir.OpKnown:
		return one
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		return m.compare(e)
	}
	if e.Op >= ir.OpFAdd && e.Op <= ir.OpFLe {
		return m.float(e)
	}
	a := m.eval(e.Args[0])
	var b num.Int
	if len(e.Args) == 2 {
		b = m.eval(e.Args[1])
	}
	if m.undef != "" {
		return a
	}
	v, ok := m.mode.Apply(e.Op, e.Type, a, b)
	if !ok {
		m.undef = fmt.Sprintf("%s of %s and %s", opName(e.Op), a, b)
	}
	if e.NoWrap {
		if exact, _ := (ir.Mode{Math: true}).Apply(e.Op, e.Type, a, b); !exact.Eq(v) {
			m.broken(e, exact)
		}
	}
	return v
}

// ofObjects is the value of an operation on the objects that byte memory has.
func (m *machine) ofObjects(e *ir.Expr) num.Int {
	if m.bytes() {
		return num.Int{}
	}
	switch e.Op {
	case ir.OpInObject:
		return truth(m.inObject(e))
	case ir.OpInDevice:
		addr := m.eval(e.Args[0])
		width, _ := e.Args[1].Val.Int64()
		return truth(slices.ContainsFunc(m.p.Devices, func(d ir.Device) bool { return d.Holds(addr, width) }))
	case ir.OpTracked:
		return truth(m.tracked(!e.Args[0].Val.IsZero()))
	case ir.OpAllFreed:
		return truth(!slices.ContainsFunc(m.flat.heap, func(s span) bool { return !s.dead && !s.site.Automatic }))
	case ir.OpStart, ir.OpExtent:
		return m.object(e)
	case ir.OpDefined:
		return truth(m.defined(e))
	case ir.OpFreeable:
		return truth(m.freeable(e))
	case ir.OpWritable:
		s := m.flat.find(m.eval(ir.Root(e.Args[0])), 0)
		return truth(s == nil || !s.readOnly)
	}
	return one // OpNoneDangling, OpCounted, OpTraceable
}

// bytes says that there is no byte memory, since what is unknown has no values.
func (m *machine) bytes() bool {
	if m.opts.Unknown {
		m.undef = "byte memory, in an execution with unknown values"
	}
	return m.opts.Unknown
}

func opName(op ir.Op) string {
	switch op {
	case ir.OpDiv:
		return "the quotient"
	case ir.OpRem:
		return "the remainder"
	case ir.OpShl:
		return "the left shift"
	}
	return "an operation"
}

func (m *machine) broken(e *ir.Expr, v num.Int) {
	if m.undef == "" {
		m.undef = fmt.Sprintf("%s is marked NoWrap and gives %s", e, v)
	}
}

// exact is the mathematical result of e if that is an arithmetic operation, or else e's value.
func (m *machine) exact(e *ir.Expr) num.Int {
	if e.Op < ir.OpNeg || e.Op > ir.OpXor {
		return m.eval(e)
	}
	a := m.eval(e.Args[0])
	var b num.Int
	if len(e.Args) == 2 {
		b = m.eval(e.Args[1])
	}
	v, ok := (ir.Mode{Math: true}).Apply(e.Op, e.Type, a, b)
	if !ok && m.undef == "" {
		m.undef = fmt.Sprintf("%s of %s and %s", opName(e.Op), a, b)
	}
	return v
}

// float is the value of an operation on floats.
func (m *machine) float(e *ir.Expr) num.Int {
	var vals [3]num.Int
	for i, a := range e.Args {
		vals[i] = m.eval(a)
	}
	if m.undef != "" {
		return vals[0]
	}
	v, ok := ir.ApplyFloat(e.Op, e.Type, e.Args[0].Type, vals)
	if !ok {
		m.undef = fmt.Sprintf("%s of %s", e, ir.FloatText(e.Args[0].Type, e.Args[0].Type.Format().Pattern(vals[0])))
	}
	return v
}
