package lower

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/floats"
	"craig/internal/program/c/library"
	"craig/internal/program/ir"
)

// builtins are the code for calls of gcc's functions that no prototype describes, by what their rows say that they do.
var builtins = map[string]func(b *builder, c *builtinCall){}

// builtinCall is a call of one of them.
type builtinCall struct {
	*core.Builtin
	row *library.Function
	pos ir.Pos
}

func init() { // breaks the cycle from the table to its users
	for word, do := range map[string]func(b *builder, c *builtinCall){
		"va-start": (*builder).vaStart, "va-end": (*builder).vaEnd, "va-copy": (*builder).vaCopy, "va-arg": (*builder).vaArg,
		"open-size": (*builder).openSize, "atomic-lock-free": (*builder).lockFree, "atomic-always-lock-free": (*builder).lockFree,
		"stack-block": func(b *builder, c *builtinCall) {
			if c.Dst != nil {
				b.store(b.place(c.Dst), b.onStack(c.Args[0].X, c.Args[1:], c.pos), c.pos).Aux = false
			}
		},
	} {
		builtins[word] = do
	}
}

// openSize is __builtin_object_size, which depends on what the optimizer finds out. The arguments are not evaluated.
func (b *builder) openSize(c *builtinCall) {
	if c.Dst == nil {
		b.emit(&ir.Skip{}, c.pos).Aux = false
		return
	}
	b.store(b.place(c.Dst), b.havoc(b.scalar(c.Type, c.pos), ir.FromUnspecified, c.Name, c.pos), c.pos).Aux = false
}

// onStack is the address of a block of that size which lives until the function returns; with an alignment, in bits, of up to 16 bytes.
func (b *builder) onStack(size core.Expr, align []core.Arg, pos ir.Pos) *ir.Expr {
	if len(align) > 0 {
		n, ok := align[0].X.(*core.IntConst)
		if bits, small := int64(0), false; ok {
			bits, small = n.Value.Int64()
			ok = small && bits <= 128
		}
		if !ok {
			refuse(pos, "alignment of more than 16 bytes")
		}
	}
	n := b.copied(b.cast(b.p.size(), b.expr(size)), pos)
	if fits := b.blockFits(n); !fits.IsTrue() {
		b.p.note(ir.Assumption, pos, "executions with arrays of negative length, or whose stack overflows, are outside the answer")
		b.emit(&ir.Assume{Cond: fits}, pos)
	}
	at, site := b.room("$stack", n, pos)
	if b.p.conf.Memory.Lives {
		b.onStacks = append(b.onStacks, site)
		if b.f.recursive {
			b.unsound(pos, "the life of a block of alloca in a recursive function is not followed")
		}
	}
	return at
}

// list notes that a place is a list of variable arguments. Whether it has begun is known of memory.
func (s *scanner) list(x core.Place) {
	if !s.p.conf.Memory.Lives {
		return
	}
	s.p.listsBegin = true
	if v, ok := x.(*core.VarPlace); ok {
		s.variable(v.Var).addressed = true
	}
}

// builtin refuses what is not lowered.
func (s *scanner) builtin(x *core.Builtin) {
	row := library.Lookup(x.Name)
	if row == nil || builtins[row.Does] == nil && floats.Results[row.Does] == nil && row.Does != "classifies" {
		refuse(s.unit.pos(x.At), "builtin %s", x.Name)
	}
}

// builtin is a call of a function that has no prototype.
func (b *builder) builtin(s *core.Builtin, pos ir.Pos) {
	row := library.Lookup(s.Name)
	if do := builtins[row.Does]; do != nil {
		do(b, &builtinCall{s, row, pos})
		return
	}
	if !b.floatBuiltin(s, row, pos) {
		refuse(pos, "builtin %s", s.Name)
	}
}
