package replay

import "craig/internal/evidence/native"

// define has the compiler define the functions of which there are inline definitions alone. C leaves open whether a call means those, and
// without optimisation compilers call an external definition, of which there is none. The attribute weak lets one of
// another copy come first. With gnu_inline none can be made, but calls can be replaced by the body.
func (p *plan) define(c *native.Copy) {
	for _, f := range p.prog.IR.Inlined {
		attribute := "weak"
		if f.GNU {
			attribute = "always_inline"
		}
		for _, s := range c.Files {
			if s.Name() == f.File {
				s.Tail("extern __typeof__(" + f.Name + ") " + f.Name + " __attribute__((" + attribute + "));")
			}
		}
	}
}
