package lower

import (
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/format"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// A call of sprintf or its kin with a literal format becomes a sequence of calls of the functions of library/models/print.c, one for each
// piece of the format, see package format. What these cannot say, such as the text of a float, is a guess: any text. Other formats are guesses
// as a whole, by the models of the functions themselves.

// formatted are the pieces that a call with the arguments vs prints; why says what is not known of it.
func (b *builder) formatted(c *knownCall, vs []given) (pieces []format.Piece, why string) {
	first := c.row.Param("format")
	text, literal := c.text(first)
	switch {
	case !c.row.Variadic:
		return nil, "its arguments are unknown"
	case !literal:
		return nil, "its format is not a literal"
	}
	var args []format.Argument
	for i, x := range c.formals()[first+1:] {
		v := vs[first+1+i]
		if b.p.rounding.Follows() && x.Type().IsFloating() {
			return nil, "it may round in any direction"
		}
		lit, is := core.LiteralText(x)
		args = append(args, format.Argument{Value: v.e, Type: v.t, Text: lit, IsText: is})
	}
	return format.Pieces(b.p.tt, text, args)
}

// coder is the code of a call that formats make.
type coder struct {
	*builder
	c *knownCall
}

func (x coder) Call(model string, args ...*ir.Expr) *ir.Expr {
	if v := x.callModel(model, x.c.pos, args...); v != nil {
		return ir.VarExpr(v)
	}
	return nil
}

func (x coder) Store(t *types.Type, addr, e *ir.Expr) {
	x.store(x.object(t, addr, x.c.pos), e, x.c.pos)
}
func (x coder) Load(t *types.Type, addr *ir.Expr) *ir.Expr {
	return x.settled(x.load(x.object(t, addr, x.c.pos), x.c.pos), x.c.pos)
}
func (x coder) Emit(s ir.Stmt)               { x.emit(s, x.c.pos) }
func (x coder) Temp(t ir.Type) *ir.Var       { return x.temp(t, x.c.pos) }
func (x coder) Loc() ir.Loc                  { return x.loc(x.c.pos) }
func (x coder) Jump(to ir.Loc)               { x.jump(to, x.c.pos) }
func (x coder) Continue(at ir.Loc)           { x.cur = at }
func (x coder) Fold(e *ir.Expr) *ir.Expr     { return x.fold(e) }
func (x coder) Watched() bool                { return x.p.conf.Goals }
func (x coder) Types() *types.Table          { return x.p.tt }
func (x coder) Scalar(t *types.Type) ir.Type { return x.scalar(t, x.c.pos) }

func (x coder) Branch(c *ir.Expr, yes, no ir.Loc) { x.branch(c, yes, no, x.c.pos) }

func (x coder) Approximated(text string, args ...any) {
	x.p.note(ir.Overapproximated, x.c.pos, text, append([]any{x.c.v.Name}, args...)...)
}

// Text is the address of a text of its own.
func (x coder) Text(text string) *ir.Expr { return x.literal(core.Text(x.p.tt, text)) }

// printsText is sprintf or its kin, if it is known what it prints; otherwise its model is called.
func printsText(b *builder, c *knownCall) bool {
	if why := b.unprintable(c); why != "" {
		b.printsAny(c, why)
		return false
	}
	vs := b.passed(c)
	pieces, _ := b.formatted(c, vs)
	p := &format.Printer{Code: coder{b, c}, To: vs[0].e}
	if n := c.row.Param("n"); n >= 0 {
		p.N = b.copied(b.cast(b.p.size(), vs[n].e), c.pos)
	}
	p.Print(pieces)
	p.End()
	b.returns(c, p.At)
	return true
}

// returns stores an integer as the result of a call.
func (b *builder) returns(c *knownCall, e *ir.Expr) {
	b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: b.cast(to.Type, e)}, c.pos).Aux = false })
}

// unprintable says why it is not known what a call prints; "" if it is known.
func (b *builder) unprintable(c *knownCall) string {
	var list []given
	for _, a := range c.formals() {
		list = append(list, given{t: a.Type()})
	}
	if len(list) <= c.row.Param("format") || list[0].t.Kind != types.Pointer {
		refuse(c.pos, otherArguments)
	}
	_, why := b.formatted(c, list)
	return why
}

// printsAny looks at the texts that a call reads, and notes that it is not known what it prints. Of its arguments some may be written to by %n.
func (b *builder) printsAny(c *knownCall, why string) {
	first := c.row.Param("format")
	text, literal := c.text(first)
	(&libCall{knownCall: c, b: b, row: c.row, args: b.passed(c)}).printReads(text, literal)
	leads := !c.row.Variadic || slices.ContainsFunc(c.formals()[first+1:], func(a core.Expr) bool { return a.Type().Kind == types.Pointer })
	b.countsNot(c, text, literal || !leads)
	b.p.note(ir.Overapproximated, c.pos, "what %s writes is unknown, since %s", c.v.Name, why)
}

// countsNot is for a call with a format that may have %n, which is not followed; known says that it is known.
func (b *builder) countsNot(c *knownCall, text string, known bool) {
	switch {
	case library.StoresCount(text):
		b.unsound(c.pos, "%%n in the format of %s is not supported", c.v.Name)
	case known:
	case b.p.uses.counting:
		b.unsound(c.pos, "%%n in a format that is not known where %s is called is not supported", c.v.Name)
	default:
		b.p.note(ir.Assumption, c.pos, "the format of %s is not a literal, and taken to be one without %%n", c.v.Name)
	}
}

// printsBlock is asprintf or vasprintf: the text is printed twice, the first time to find out how long it is.
func (b *builder) printsBlock(c *knownCall) {
	why := b.unprintable(c)
	vs := b.passed(c)
	pieces, _ := b.formatted(c, vs)
	if why == "" && slices.ContainsFunc(pieces, func(d format.Piece) bool { return !d.Literal() && strings.IndexByte("diouxXcs%", d.Verb) < 0 }) {
		why = "it would be another text the second time"
	}
	if why != "" {
		b.printsAny(c, why)
	}
	size := b.p.size()
	p := &format.Printer{Code: coder{b, c}, To: ir.ConstInt(b.p.out.PtrType(), 0), N: ir.ConstInt(size, 0)}
	var n *ir.Expr
	if why == "" {
		p.Print(pieces)
		n = b.copied(p.At, c.pos)
	} else {
		n = b.havoc(size, ir.FromApproximation, c.v.Name, c.pos)
		b.emit(&ir.Assume{Cond: ir.Compare(ir.OpLe, n, ir.Const(size, ir.Int(32, true).Max()))}, c.pos)
	}
	room := b.copied(b.fold(ir.Binary(ir.OpAdd, n, ir.ConstInt(size, 1))), c.pos)
	block := b.temp(b.p.out.PtrType(), c.pos)
	b.allocate(block, c.row.Name, room, false, c.pos)
	result := b.temp(ir.Int(32, true), c.pos)
	set := func(to *ir.Expr, n *ir.Expr) {
		b.store(b.object(b.p.tt.VoidPtr, vs[0].e, c.pos), to, c.pos)
		b.emit(&ir.Assign{Var: result, Expr: b.cast(result.Type, n)}, c.pos)
	}
	b.either(b.fold(ir.ToBool(ir.VarExpr(block))), c.pos, func() {
		set(ir.VarExpr(block), n)
		p.To, p.N = ir.VarExpr(block), nil
		if why == "" {
			p.Print(pieces)
			p.End()
		} else {
			b.callModel(format.PrintPrefix+"any", c.pos, p.To, room)
		}
	}, func() { // the pointer is left open
		set(b.havoc(block.Type, ir.FromUnspecified, c.v.Name, c.pos), ir.ConstInt(result.Type, -1))
	})
	b.returns(c, ir.VarExpr(result))
}
