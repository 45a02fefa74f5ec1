package csource

import (
	"context"
	"fmt"
	"strings"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Memory says, of a violation of memory safety, which object the access or the free is about: where it
// was made, where its life ended, and by how much the access is outside of it. It is nil for others.
func Memory(p *ir.Program, t *verdict.Trace) (lines []string) {
	c := p.Checks[t.Error]
	if c == nil || t.Long() {
		return nil
	}
	made, ended := map[*ir.Var]ir.Pos{}, map[*ir.Var]ir.Pos{}
	lives := map[*ir.Var]string{} // the values of the variables so far
	for _, o := range c.Owners {
		if o.Life != nil {
			lives[o.Life] = ""
		}
	}
	interp.Run(context.Background(), p, certify.Inputs(t), interp.Options{NoPath: true, MaxSteps: len(t.Path) + 1,
		Step: func(s interp.Step) {
			if old, ok := lives[s.Var]; ok && s.Var != nil && old != s.Value.String() {
				lives[s.Var] = s.Value.String()
				switch lives[s.Var] {
				case "1":
					made[s.Var] = s.Edge.Pos
				case "2":
					ended[s.Var] = s.Edge.Pos
				}
			}
		},
		Reached: func(eval func(*ir.Expr) num.Int) {
			root, addr := eval(ir.Root(c.Addr)), eval(c.Addr)
			if root.IsZero() {
				return // the check is about another property
			}
			var best *ir.Owner
			var nearest num.Int
			for i := range c.Owners {
				o := &c.Owners[i]
				base := eval(o.Base)
				if base.IsZero() || o.Life != nil && lives[o.Life] == "0" {
					continue
				}
				d := distance(root, base, eval(o.Size))
				if best == nil || d.Less(nearest) {
					best, nearest = o, d
				}
			}
			if best == nil || nearest.Cmp(num.I(ir.UnknownRoom)) > 0 {
				lines = append(lines, "the pointer does not belong to any object: it was never set")
				return
			}
			lines = story(c, best, addr, eval(best.Base), eval(best.Size), made, ended)
		}})
	return lines
}

// distance is how far a is from [base, base+size].
func distance(a, base, size num.Int) num.Int {
	switch end := base.Add(size); {
	case a.Less(base):
		return base.Sub(a)
	case end.Less(a):
		return a.Sub(end)
	}
	return num.Int{}
}

// story describes an access at addr in terms of the object o, which has size bytes at base.
func story(c *ir.MemCheck, o *ir.Owner, addr, base, size num.Int, made, ended map[*ir.Var]ir.Pos) []string {
	what := "a block of the heap"
	pos := ir.Pos{}
	heap := o.Obj == nil || o.Obj.Kind == ir.HeapObject && !o.Obj.Automatic
	if o.Obj != nil {
		pos = o.Obj.Pos
		switch name := o.Obj.Name[strings.LastIndexByte(o.Obj.Name, ':')+1:]; {
		case o.Obj.Kind == ir.StringObject:
			what = "a string literal"
		case !heap:
			what = name
		}
	}
	if at, ok := made[o.Life]; ok && o.Life != nil && heap {
		pos = at
	}
	from := addr.Sub(base)
	to := from.Add(num.I(c.Width))
	where := ""
	bytes := func(n num.Int) string {
		if n.Eq(num.I(1)) {
			return "1 byte"
		}
		return n.String() + " bytes"
	}
	switch {
	case c.Width == 0 && !from.IsZero():
		where = "what is freed is " + bytes(from) + " after the beginning of "
		if from.Sign() < 0 {
			where = "what is freed is " + bytes(from.Neg()) + " before "
		}
	case c.Width == 0:
		where = "what is freed is "
	case from.Sign() < 0:
		where = fmt.Sprintf("an access of %s, %s before ", bytes(num.I(c.Width)), bytes(from.Neg()))
	case !from.Less(size):
		where = fmt.Sprintf("an access of %s, %s after the end of ", bytes(num.I(c.Width)), bytes(from.Sub(size)))
	case size.Less(to):
		where = fmt.Sprintf("an access of %s, the last %s of them outside of ", bytes(num.I(c.Width)), to.Sub(size))
	default:
		where = fmt.Sprintf("an access of %s, %s after the beginning of ", bytes(num.I(c.Width)), bytes(from))
	}
	verb := "declared"
	if heap {
		verb = "allocated"
	}
	text := where + what + fmt.Sprintf(", which has %s", bytes(size))
	if pos.Line > 0 {
		text += fmt.Sprintf(" and was %s at %s", verb, pos)
	}
	lines := []string{text}
	if at, ok := ended[o.Life]; ok && o.Life != nil {
		over := "its scope was left at %s"
		if heap {
			over = "it was freed at %s"
		}
		lines = append(lines, fmt.Sprintf(over, at))
	}
	return lines
}
