package cover

import "craig/internal/program/ir"

func (c *coverage) paths(p *ir.Program) {}
