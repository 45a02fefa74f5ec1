package pointers_test

import (
	"slices"
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/pointers"
	"craig/logic/num"
)

// TestSplit: what is said of how memory is split holds, and no longer does if parts have bytes in common, cells or variables have another width, an
// access is to other memory or to none, several blocks are taken for one, or objects are in the same place.
func TestSplit(t *testing.T) {
	damaged := map[string]int{}
	for _, text := range texts {
		forms(t, text, func(p *ir.Program, c *ir.Points) {
			if c.Parts == nil {
				return
			}
			doubted := func(what string) {
				damaged[what]++
				if pointers.Check(t.Context(), p, c) == nil {
					t.Errorf("%s is not seen in\n%s", what, text)
				}
			}
			for i := range c.Parts {
				whole := c.Parts[i]
				c.Parts = append(c.Parts, whole)
				doubted("a part that is there twice")
				c.Parts = c.Parts[:len(c.Parts)-1]
				if whole.Region && len(whole.Classes) == 2 && whole.Classes[1].Stride == 0 && whole.Classes[0].Obj == whole.Classes[1].Obj {
					c.Parts[i].Fixed, c.Parts[i].Region, c.Parts[i].Units = true, false, true
					c.Parts[i].Size, c.Parts[i].Cell = whole.Classes[1].Off+whole.Width, ir.Int(uint8(8*whole.Width), false)
					doubted("a variable for one of two places")
					c.Parts[i] = whole
				}
				c.Parts[i].Cell = ir.Int(uint8(8*whole.Width-1), false)
				doubted("a cell of fewer bits")
				c.Parts[i] = whole
				switch {
				case whole.Region && !whole.Units:
					c.Parts[i].Width++
					doubted("the width of a cell")
				case whole.Units:
					c.Parts[i].Width *= 16
					doubted("the width of a unit")
				default:
					c.Parts[i].Size = whole.Width + 1
					doubted("the width of a variable")
				}
				c.Parts[i] = whole
			}
			access := c.Access
			for what, damage := range map[string]func(*ir.Access){
				"an access to no memory":     func(a *ir.Access) { a.Part = -1 },
				"an access without places":   func(a *ir.Access) { a.Touched = nil },
				"an access to another place": func(a *ir.Access) { a.Touched = slices.Clone(a.Touched); a.Touched[0].Off += 64 },
			} {
				c.Access = func(addr *ir.Expr, width int64) (ir.Access, bool) {
					a, ok := access(addr, width)
					damage(&a)
					return a, ok
				}
				if len(c.Parts) > 0 {
					doubted(what)
				}
			}
			for i := range c.Parts {
				if part := &c.Parts[i]; part.Region && len(part.Classes) == 1 && part.Classes[0].Stride > 0 {
					whole := part.Classes
					one := slices.Clone(whole)
					one[0].Stride = 0
					part.Classes = one
					c.Access = func(addr *ir.Expr, width int64) (ir.Access, bool) {
						a, ok := access(addr, width)
						if a.Part == i {
							a.Touched = one
						}
						return a, ok
					}
					doubted("an array of which only one cell is accessed")
					part.Classes = whole
				}
			}
			c.Access = access
			var last *ir.Object
			for i := 1; i < len(c.Objects); i++ {
				o := &c.Objects[i]
				if o.Kind == ir.HeapObject && !o.Single {
					o.Once = true
					doubted("blocks that are taken for one")
					o.Once = false
				} else if last != nil {
					addr := o.Addr
					o.Addr = last.Addr
					doubted("objects in one place")
					if last.Size > 0 {
						o.Addr = last.Addr.Add(num.I(last.Size))
						doubted("an object at the end of another one")
					}
					o.Addr = addr
				}
				if o.Kind == ir.GlobalObject {
					last = o.Object
				}
				if f := callsItself(p); f != nil && o.Kind == ir.GlobalObject {
					whole := o.Object
					local := *whole
					local.Kind, local.Func = ir.LocalObject, f
					o.Object = &local
					doubted("a local object of a function that calls itself")
					o.Object = whole
				}
			}
			if heap := c.Heap; last != nil {
				c.Heap = num.I(1)
				doubted("a heap in front of the objects")
				c.Heap = heap
			}
		})
	}
	if len(damaged) < 14 {
		t.Errorf("kinds of damage: %v", damaged)
	}
}

// callsItself is a function that does; nil if none does.
func callsItself(p *ir.Program) *ir.Func {
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if s, ok := e.Stmt.(*ir.Call); ok && s.Callee == p.Locs[e.From].Func {
			return s.Callee
		}
	}
	return nil
}
