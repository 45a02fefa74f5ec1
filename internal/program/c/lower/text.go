package lower

import (
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// A call of sprintf or its kin with a literal format becomes a sequence of calls of the functions of library/models/print.c, one for each
// piece of the format. What these cannot say, such as the text of a float, is a guess: any text. Other formats are guesses as a whole, by
// the models of the functions themselves.

// printModels are the functions of print.c for pieces of formats, without their prefix.
var printModels = []string{"char", "end", "filled", "guess", "number", "padded", "signed", "signed_number", "string", "unsigned"}

const printPrefix = "__craig_print_"

// printer is such a call.
type printer struct {
	b    *builder
	c    *knownCall
	to   *ir.Expr // where the text goes
	n    *ir.Expr // the limit; nil: there is none
	room *ir.Expr // how many characters have room before the 0
	at   *ir.Expr // how many have been printed
}

// formatted is what is printed by a call: the pieces of its format, and the values and the expressions of the arguments of each.
type formatted struct {
	format  string
	pieces  []library.Directive
	args    [][]given
	written [][]core.Expr
}

// formatted finds out what a call with the arguments vs prints; why says what is not known of it.
func (b *builder) formatted(c *knownCall, vs []given) (f formatted, why string) {
	first := c.row.Param("format")
	format, literal := c.text(first)
	pieces, known := library.PrintFormat(format)
	switch {
	case !c.row.Variadic:
		return f, "its arguments are unknown"
	case !literal:
		return f, "its format is not a literal"
	case !known:
		return f, "of its format"
	}
	f = formatted{format: format, pieces: pieces}
	written := c.formals()[first+1:]
	vs = vs[first+1:]
	for _, d := range pieces {
		n := 0
		for _, star := range []bool{d.Star, d.Starred} {
			if star && n < len(vs) && vs[n].t.IsInteger() && vs[n].t.SizeOf() == 4 {
				n++
			} else if star {
				return f, "its arguments do not fit its format"
			}
		}
		if !d.Literal() && d.Verb != '%' {
			if n >= len(vs) || !b.takes(d, vs[n]) {
				return f, "its arguments do not fit its format"
			}
			n++
		}
		f.args, f.written = append(f.args, vs[:n]), append(f.written, written[:n])
		vs, written = vs[n:], written[n:]
	}
	return f, ""
}

// takes tells whether a directive is for values of this type.
func (b *builder) takes(d library.Directive, v given) bool {
	switch d.Verb {
	case 'd', 'i', 'o', 'u', 'x', 'X', 'c':
		want, ok := b.p.lengthType(d.Length, true)
		return ok && v.t.IsInteger() && v.t.SizeOf() == max(want.SizeOf(), 4)
	case 's':
		return v.t.Kind == types.Pointer && d.Length == ""
	case 'p', 'n':
		return v.t.Kind == types.Pointer
	}
	return v.t.IsReal()
}

// lengthType is the type that a conversion of an integer with this length modifier is for; false if there is none.
func (p *program) lengthType(length string, signed bool) (*types.Type, bool) {
	kinds := map[string][2]types.Kind{
		"": {types.UInt, types.Int}, "hh": {types.UChar, types.SChar}, "h": {types.UShort, types.Short}, "l": {types.ULong, types.Long},
		"ll": {types.ULongLong, types.LongLong}, "j": {types.ULongLong, types.LongLong}, "q": {types.ULongLong, types.LongLong}, "z": {types.ULong, types.Long}, "t": {types.ULong, types.Long},
	}[length]
	kind := kinds[0]
	if signed {
		kind = kinds[1]
	}
	return p.tt.Basic(kind), kind != types.Void
}

// printsText is sprintf or its kin, if it is known what it prints; otherwise its model is called.
func printsText(b *builder, c *knownCall) bool {
	if why := b.unprintable(c); why != "" {
		b.printsAny(c, why)
		return false
	}
	vs := b.passed(c)
	f, _ := b.formatted(c, vs)
	p := &printer{b: b, c: c, to: vs[0].e}
	if n := c.row.Param("n"); n >= 0 {
		p.n = b.copied(b.cast(b.p.size(), vs[n].e), c.pos)
	}
	p.print(f)
	p.end()
	b.returns(c, p.at)
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
		refuse(c.pos, "call with other arguments than the function has")
	}
	_, why := b.formatted(c, list)
	return why
}

// printsAny notes that it is not known what a call prints. Of its arguments some may be written to by %n.
func (b *builder) printsAny(c *knownCall, why string) {
	first := c.row.Param("format")
	format, literal := c.text(first)
	leads := !c.row.Variadic || slices.ContainsFunc(c.formals()[first+1:], func(a core.Expr) bool { return a.Type().Kind == types.Pointer })
	b.countsNot(c, format, literal || !leads)
	b.p.note(ir.Overapproximated, c.pos, "what %s writes is unknown, since %s", c.v.Name, why)
}

// countsNot is for a call with a format that may have %n, which is not followed; known says that it is known.
func (b *builder) countsNot(c *knownCall, format string, known bool) {
	switch {
	case library.StoresCount(format):
		b.unsound(c.pos, "%%n in the format of %s is not supported", c.v.Name)
	case known:
	case b.p.counting:
		b.unsound(c.pos, "%%n in a format that is not known where %s is called is not supported", c.v.Name)
	default:
		b.p.note(ir.Assumption, c.pos, "the format of %s is not a literal, and taken to be one without %%n", c.v.Name)
	}
}

// printsBlock is asprintf or vasprintf: the text is printed twice, the first time to find out how long it is.
func (b *builder) printsBlock(c *knownCall) {
	why := b.unprintable(c)
	vs := b.passed(c)
	f, _ := b.formatted(c, vs)
	if why == "" && slices.ContainsFunc(f.pieces, func(d library.Directive) bool { return !d.Literal() && strings.IndexByte("diouxXcs%", d.Verb) < 0 }) {
		why = "it would be another text the second time"
	}
	if why != "" {
		b.printsAny(c, why)
	}
	size := b.p.size()
	p := &printer{b: b, c: c, to: ir.ConstInt(b.p.out.PtrType(), 0), n: ir.ConstInt(size, 0)}
	var n *ir.Expr
	if why == "" {
		p.print(f)
		n = b.copied(p.at, c.pos)
	} else {
		n = b.havoc(size, ir.FromApproximation, c.v.Name, c.pos)
		b.emit(&ir.Assume{Cond: ir.Compare(ir.OpLe, n, ir.Const(size, ir.Int(32, true).Max()))}, c.pos)
	}
	room := b.copied(b.fold(ir.Binary(ir.OpAdd, n, ir.ConstInt(size, 1))), c.pos)
	block := b.temp(b.p.out.PtrType(), c.pos)
	b.allocate(block, c.row.Name, room, false, c.pos)
	result := b.temp(ir.Int(32, true), c.pos)
	set := func(to *ir.Expr, n *ir.Expr) {
		b.emit(&ir.Store{Addr: vs[0].e, Val: to}, c.pos)
		b.emit(&ir.Assign{Var: result, Expr: b.cast(result.Type, n)}, c.pos)
	}
	b.either(b.fold(ir.ToBool(ir.VarExpr(block))), c.pos, func() {
		set(ir.VarExpr(block), n)
		p.to, p.n = ir.VarExpr(block), nil
		if why == "" {
			p.print(f)
			p.end()
		} else {
			b.callModel(printPrefix+"any", c.pos, p.to, room)
		}
	}, func() { // the pointer is left open
		set(b.havoc(block.Type, ir.FromOpen, c.v.Name, c.pos), ir.ConstInt(result.Type, -1))
	})
	b.returns(c, ir.VarExpr(result))
}

// call calls a function of print.c with the place, the room and where it is, and then args; what it returns is where it is then.
func (p *printer) call(name string, args ...*ir.Expr) {
	p.at = ir.VarExpr(p.b.callModel(printPrefix+name, p.c.pos, append([]*ir.Expr{p.to, p.room, p.at}, args...)...))
}

// print prints the pieces of a format from the beginning.
func (p *printer) print(f formatted) {
	b, size := p.b, p.b.p.size()
	p.at, p.room = ir.ConstInt(size, 0), ir.Const(size, size.Max())
	if p.n != nil {
		none := b.fold(ir.Compare(ir.OpEq, p.n, p.at))
		p.room = b.copied(b.fold(ir.Ite(none, p.at, b.fold(ir.Binary(ir.OpSub, p.n, ir.ConstInt(size, 1))))), p.c.pos)
	}
	for i, d := range f.pieces {
		if text, ok := p.known(d, f, i); ok {
			p.text(text)
		} else {
			p.convert(d, f.args[i])
		}
	}
}

// known is what a piece prints, if all of it is constant.
func (p *printer) known(d library.Directive, f formatted, i int) (string, bool) {
	switch {
	case d.Literal():
		return f.format[d.From:d.To], true
	case d.Verb == '%':
		return "%", true
	case len(f.args[i]) != 1:
		return "", false
	}
	v := f.args[i][0]
	lit, isLit := core.LiteralText(f.written[i][0])
	switch {
	case d.Verb == 's' && isLit:
		return d.Text(lit), true
	case v.e == nil || !v.e.IsConst():
		return "", false
	case d.Verb == 'c':
		n, _ := p.b.cast(ir.Int(8, false), v.e).Val.Int64()
		return d.Pad(string([]byte{byte(n)})), true
	case strings.IndexByte("diouxX", d.Verb) >= 0:
		return d.Number(p.integer(d, v).Val.Big()), true
	}
	return "", false
}

// integer is an argument converted to the type that a conversion of an integer is for.
func (p *printer) integer(d library.Directive, v given) *ir.Expr {
	t, _ := p.b.p.lengthType(d.Length, d.Verb == 'd' || d.Verb == 'i')
	return p.b.cast(p.b.scalar(t, p.c.pos), v.e)
}

// text prints constant text.
func (p *printer) text(text string) {
	b, char := p.b, p.b.p.tt.Basic(types.Char)
	t := b.scalar(char, p.c.pos)
	for i := range len(text) {
		c := ir.Const(t, t.Wrap(num.I(int64(text[i]))))
		there := ir.True()
		if p.n != nil {
			there = b.fold(ir.Compare(ir.OpLt, p.at, p.room))
		}
		off, known := p.at.Val.Int64()
		switch {
		case !known || !p.at.IsConst() || !there.IsConst() || b.p.conf.Goals: // models look at what they access
			p.call("char", c)
			continue
		case there.IsTrue():
			b.store(place{t: char, addr: b.p.move(p.to, off)}, c, p.c.pos)
		}
		p.at = b.fold(ir.Binary(ir.OpAdd, p.at, ir.ConstInt(p.at.Type, 1)))
	}
}

// convert prints one converted argument.
func (p *printer) convert(d library.Directive, args []given) {
	b, pos := p.b, p.c.pos
	in := ir.Int(32, true)
	flag := func(c string) bool { return strings.Contains(d.Flags, c) }
	number := func(n bool) *ir.Expr { return ir.OfBool(in, ir.Truth(n)) }
	left := number(flag("-"))
	width, precision := ir.ConstInt(in, int64(max(d.Width, 0))), ir.ConstInt(in, int64(d.Precision))
	if d.Star {
		// A negative width is the flag - and its amount.
		w := b.cast(in, args[0].e)
		negative := b.fold(ir.Compare(ir.OpLt, w, ir.ConstInt(in, 0)))
		width = b.copied(b.fold(ir.Ite(negative, b.fold(ir.Neg(w)), w)), pos)
		left = ir.OfBool(in, ir.Or(negative, ir.Truth(flag("-"))))
		args = args[1:]
	}
	if d.Starred {
		// A negative precision is none.
		w := b.cast(in, args[0].e)
		precision = b.copied(b.fold(ir.Ite(b.fold(ir.Compare(ir.OpLt, w, ir.ConstInt(in, 0))), ir.ConstInt(in, -1), w)), pos)
		args = args[1:]
	}
	v := args[0]
	plain := d.Flags == "" && d.Width < 0 && d.Precision < 0 && !d.Star && !d.Starred
	char := func(c byte) *ir.Expr { return ir.ConstInt(b.scalar(b.p.tt.Basic(types.Char), pos), int64(c)) }
	switch d.Verb {
	case 'c':
		c := b.cast(char(0).Type, b.cast(ir.Int(8, false), v.e))
		if plain {
			p.call("char", c)
			return
		}
		p.call("filled", c, left, width)
	case 's':
		if plain {
			p.call("string", v.e)
			return
		}
		p.call("padded", v.e, left, width, precision)
	case 'd', 'i':
		n := p.integer(d, v)
		if plain {
			p.call("signed", n)
			return
		}
		plus := byte(0)
		if flag("+") {
			plus = '+'
		} else if flag(" ") {
			plus = ' '
		}
		p.call("signed_number", n, char(plus), left, number(flag("0")), width, precision)
	case 'u', 'o', 'x', 'X':
		base := ir.ConstInt(in, map[byte]int64{'u': 10, 'o': 8, 'x': 16, 'X': 16}[d.Verb])
		letter := char('a')
		if d.Verb == 'X' {
			letter = char('A')
		}
		n := p.integer(d, v)
		if plain {
			p.call("unsigned", n, base, letter)
			return
		}
		p.call("number", n, base, letter, char(0), number(flag("#")), left, number(flag("0")), width, precision)
	case 'n':
		if b.p.conf.Goals {
			b.unsound(pos, "%%n in the format of %s is not supported where pointers are looked at", p.c.v.Name)
		}
		t, ok := b.p.lengthType(d.Length, true)
		if !ok {
			t = b.p.tt.Basic(types.Int)
		}
		b.store(place{t: t, addr: v.e}, b.cast(b.scalar(t, pos), p.at), pos)
	default:
		b.p.note(ir.Overapproximated, pos, "what %s prints for %%%c is unknown", p.c.v.Name, d.Verb)
		p.call("guess", width)
	}
}

// end writes the 0.
func (p *printer) end() {
	b := p.b
	if p.n != nil || b.p.conf.Goals {
		n := p.n
		if n == nil {
			n = ir.Const(b.p.size(), b.p.size().Max())
		}
		b.callModel(printPrefix+"end", p.c.pos, p.to, n, p.at)
		return
	}
	char := b.p.tt.Basic(types.Char)
	b.store(place{t: char, addr: ir.PtrAdd(p.to, b.cast(b.p.offset(), p.at))}, ir.ConstInt(b.scalar(char, p.c.pos), 0), p.c.pos)
}
