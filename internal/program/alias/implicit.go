package alias

import "craig/internal/program/ir"

// A program may find out the number of an address by branches: of each of its bits whether it is set, or of one number
// after the other whether it is that. What it makes of what it has found is a number of which no source is known, and may be a
// pointer to the object all the same. Where there are such branches it is not followed what a number that is converted to a pointer leads to:
// executions that use one for another memory than that of all numbers come to a limit.

// probed says that the program has a branch on what it computes from the number of an address.
func (a *analysis) probed() bool {
	if a.ofNumber == 0 {
		return false
	}
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		s, ok := e.Stmt.(*ir.Assume)
		if !ok {
			continue
		}
		found := false
		ir.Walk(s.Cond, func(x *ir.Expr) bool {
			if len(x.Args) > 0 && x.Args[0].Type.Kind == ir.Integer {
				_, _, masked := a.masked(x)
				found = found || masked || a.dependsOnLayout(x)
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// byNumber says that an access may be through a number that was converted to a pointer.
func (a *analysis) byNumber(acc *access) bool {
	for _, c := range acc.touched {
		if a.objs[c.obj].rep == a.objs[a.ofNumber].rep {
			return true
		}
	}
	return false
}
