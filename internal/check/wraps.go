package check

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"craig/internal/program/c/cfront"
	"craig/internal/work"
)

// overflow is the property of signed numbers that overflow.
const overflow = "no-overflow"

// wraps has findings be contradictions at a sum, or a product, of which the program itself asks whether it has overflowed, and looks for an execution that overflows there where there is
// none yet: callers are believed to bring it about then.
func (c *checker) wraps(ctx context.Context) error {
	if !slices.Contains(c.opts.Properties, overflow) {
		return nil
	}
	type one struct {
		unit *Unit
		of   *cfront.Function
		at   func(*Finding) bool
		is   func(*Finding)
	}
	var open []one
	c.each(func(u *Unit, f *cfront.Function) {
		for _, x := range f.Wraps {
			if !c.regards(u, f) {
				continue
			}
			w := one{unit: u, of: f, at: func(g *Finding) bool {
				return g.Property == overflow && g.Line == x.At.Line && g.File == filepath.Clean(x.At.File)
			}, is: func(g *Finding) {
				g.isBug(fmt.Sprintf("the comparison in line %d asks whether it has overflowed, which is undefined", x.Test.Line))
				g.Class = Contradiction
			}}
			if !c.become(ctx, w.at, w.is) {
				open = append(open, w)
			}
		}
	})
	c.begin("sums", len(open))
	found := make([]*Function, len(open))
	err := work.Each(ctx, c.opts.Jobs, len(open), func(i int) {
		x := open[i]
		found[i], _ = c.erring(ctx, x.unit, x.of, Sums, x.at, x.is)
		c.done(x.of.Name, 0)
	})
	c.add(found)
	return err
}
