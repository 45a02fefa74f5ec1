package interval

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// maxThresholds bounds the thresholds of one variable, and with them the length of its
// ascending chains.
const maxThresholds = 12

// collectThresholds gives every variable the constants that it is compared with and assigned,
// and their neighbours.
func (d *Domain) collectThresholds() {
	for _, e := range d.p.Edges {
		if e == nil {
			continue
		}
		switch s := e.Stmt.(type) {
		case *ir.Assume:
			ir.Walk(s.Cond, func(x *ir.Expr) bool {
				if x.Op >= ir.OpEq && x.Op <= ir.OpGe {
					d.compared(x.Args[0], x.Args[1])
					d.compared(x.Args[1], x.Args[0])
				}
				return true
			})
		case *ir.Assign:
			if s.Expr.Op == ir.OpConst && s.Var.Type.IsScalar() {
				d.threshold(s.Var, s.Expr.Val)
			}
		}
	}
	for i, ts := range d.thresholds {
		slices.SortFunc(ts, num.Int.Cmp)
		ts = slices.CompactFunc(ts, num.Int.Eq)
		if len(ts) > maxThresholds { // the outermost and some between
			thin := make([]num.Int, 0, maxThresholds)
			for k := range maxThresholds {
				thin = append(thin, ts[k*(len(ts)-1)/(maxThresholds-1)])
			}
			ts = thin
		}
		d.thresholds[i] = ts
	}
}

// compared adds the constant b as threshold of the variables in a.
func (d *Domain) compared(a, b *ir.Expr) {
	if b.Op != ir.OpConst {
		return
	}
	ir.EachVar(a, func(v *ir.Var) {
		if v.Type.IsNumber() {
			for k := int64(-1); k <= 1; k++ {
				d.threshold(v, b.Val.Add(num.I(k)))
			}
		}
	})
}

func (d *Domain) threshold(v *ir.Var, k num.Int) {
	if len(d.thresholds[v.ID]) < 8*maxThresholds {
		d.thresholds[v.ID] = append(d.thresholds[v.ID], k)
	}
}
