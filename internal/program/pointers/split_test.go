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
				if pointers.Check(p, c) == nil {
					t.Errorf("%s is not seen in\n%s", what, text)
				}
			}
			for i := range c.Parts {
				whole := c.Parts[i]
				c.Parts = append(c.Parts, whole)
				doubted("a part that is there twice")
				c.Parts = c.Parts[:len(c.Parts)-1]
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
			c.Access = access
			var last *ir.Object
			for i := 1; i < len(c.Objects); i++ {
				o := &c.Objects[i]
				if o.Kind == ir.HeapObject && !o.Single {
					o.Single = true
					doubted("blocks that are taken for one")
					o.Single = false
				} else if last != nil {
					addr := o.Addr
					o.Addr = last.Addr
					doubted("objects in one place")
					o.Addr = addr
				}
				if o.Kind == ir.GlobalObject {
					last = o.Object
				}
			}
			if heap := c.Heap; last != nil {
				c.Heap = num.I(1)
				doubted("a heap in front of the objects")
				c.Heap = heap
			}
		})
	}
	if len(damaged) < 10 {
		t.Errorf("kinds of damage: %v", damaged)
	}
}
