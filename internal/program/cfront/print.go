package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// A call of sprintf or snprintf with a literal format becomes a sequence of calls of the functions of
// library/models/print.c, one for each piece of the format. What these cannot say, such as the text of a
// floating-point number, is a guess: any text. Other formats are guesses as a whole.

// printer is such a call.
type printer struct {
	f    *fn
	pos  ir.Pos
	name string
	to   *ir.Expr // where the text goes
	n    *ir.Expr // the limit of snprintf; nil: there is none
	room *ir.Expr // how many characters have room before the 0
	at   *ir.Expr // how many have been printed
}

// printModels are the functions of print.c.
var printModels = []string{"any", "char", "end", "filled", "guess", "number", "padded", "signed", "signed_number", "string", "unsigned"}

// usesPrint tells whether calls of f may become calls of the functions of print.c.
func usesPrint(f *function) bool {
	if row := library.Lookup(f.cname); row != nil && (f.def == nil || f.unit.models) {
		switch row.Name {
		case "sprintf", "snprintf", "vsprintf", "vsnprintf", "asprintf", "vasprintf", "scanf", "fscanf", "sscanf":
			return true
		}
	}
	return false
}

func (r *reader) printModel(name string) *function { return r.modelNamed("__craig_print_"+name, false) }

// printing is sprintf, snprintf, or these with a va_list for the arguments.
func printing(limited, list bool) handler {
	return func(f *fn, c *callSite) value {
		first := 1 // the index of the format
		if limited {
			first = 2
		}
		if strings.HasSuffix(c.g.cname, "_chk") { // two arguments more
			first += 2
		}
		if f.constOnly || len(c.args) <= first {
			return f.unknownCall(c)
		}
		types := f.r.types
		params := append([]*ctype{types.voidPtr, types.size, types.size, types.size}[:first:first], types.voidPtr)
		vs := f.passed(c, params...)
		for i := range vs {
			if vs[i].e != nil {
				vs[i].e = f.settled(vs[i].e, c.pos)
			}
		}
		p := &printer{f: f, pos: c.pos, name: c.g.cname, to: vs[0].e}
		if limited {
			p.n = vs[1].e
		}
		format, ok := f.formatOf(c.args[first])
		switch {
		case list:
			f.begunArgument(vs[len(vs)-1], c.pos)
			return p.any(c, first, vs, "its arguments are unknown")
		case !ok:
			return p.any(c, first, vs, "its format is not a literal")
		}
		directives, ok := library.PrintFormat(format)
		if !ok {
			return p.any(c, first, vs, "of its format")
		}
		args, ok := f.matched(directives, vs[first+1:])
		if !ok {
			return p.any(c, first, vs, "its arguments do not fit its format")
		}
		p.begin()
		p.print(format, directives, args, c.args[first+1:])
		p.end()
		return value{t: types.intT, e: f.cast(types.intT.ir(), p.at)}
	}
}

// any prints any text, and says why. vs are the arguments, of which the format is the one with index first; what the others lead to
// may be read, and by %n written.
func (p *printer) any(c *callSite, first int, vs []value, why string) value {
	f := p.f
	format, literal := f.formatOf(c.args[first])
	pointers := slices.ContainsFunc(vs[first+1:], func(v value) bool { return v.t.kind == kPointer })
	list := strings.HasPrefix(library.Lookup(p.name).Name, "v")
	switch {
	case literal && library.StoresCount(format):
		f.unsound(c.pos, "%%n in the format of %s is not supported", p.name)
	case !literal && (pointers || list):
		f.plainFormat(c)
	}
	if literal && printsText(format) || !literal && (pointers || list) {
		f.unsaid(library.Lookup(p.name), p.pos)
	}
	f.r.note(ir.Overapproximated, p.pos, "what %s writes is unknown, since %s", p.name, why)
	size := f.r.types.size.ir()
	n := p.n
	if n == nil {
		n = ir.Const(size, size.Max())
	}
	g := f.r.printModel("any")
	result := f.temp(f.r.types.intT.ir(), p.pos)
	f.emit(&ir.Call{Callee: f.r.irFunc(g), Args: []*ir.Expr{p.to, n}, Result: result}, p.pos)
	return value{t: f.r.types.intT, e: ir.VarExpr(result)}
}

// begin says where printing begins, and how far it may go.
func (p *printer) begin() {
	f, size := p.f, p.f.r.types.size.ir()
	p.at = ir.ConstInt(size, 0)
	if p.n == nil {
		p.room = ir.Const(size, size.Max())
		return
	}
	none := f.fold(ir.Compare(ir.OpEq, p.n, p.at))
	p.room = f.settled(f.fold(ir.Ite(none, p.at, f.fold(ir.Binary(ir.OpSub, p.n, ir.ConstInt(size, 1))))), p.pos)
}

// formatOf is the text of a format that is a literal.
func (f *fn) formatOf(n cc.ExpressionNode) (string, bool) {
	lit, ok := stringLiteral(n)
	if !ok {
		return "", false
	}
	codes, elem := f.r.text(lit)
	if elem.size != 1 {
		return "", false
	}
	var text []byte
	for _, c := range codes {
		if c == 0 {
			break
		}
		text = append(text, byte(c))
	}
	return string(text), true
}

// matched are the arguments of the directives, settled and converted to the types that they ask for:
// for a width and a precision first if they are arguments. It is false if the arguments do not fit.
func (f *fn) matched(directives []library.Directive, vs []value) ([][]value, bool) {
	types := f.r.types
	var all [][]value
	next := func() (value, bool) {
		if len(vs) == 0 {
			return value{}, false
		}
		v := vs[0]
		vs = vs[1:]
		return v, true
	}
	for _, d := range directives {
		var own []value
		stars := 0
		if d.Star {
			stars++
		}
		if d.Starred {
			stars++
		}
		for range stars {
			v, ok := next()
			if !ok || !v.t.isInt() || v.t.size != types.intT.size {
				return nil, false
			}
			own = append(own, v)
		}
		if !d.Literal() && d.Verb != '%' {
			v, ok := next()
			if !ok || !f.fits(d, v) {
				return nil, false
			}
			own = append(own, v)
		}
		all = append(all, own)
	}
	return all, true
}

// fits tells whether a library.Directive is for values of this type.
func (f *fn) fits(d library.Directive, v value) bool {
	types := f.r.types
	switch d.Verb {
	case 'd', 'i', 'o', 'u', 'x', 'X', 'c':
		want := types.lengthType(d.Length, true)
		return want != nil && v.e != nil && v.t.isInt() && v.t.size == types.promote(want).size
	case 's':
		return v.t.kind == kPointer && d.Length == ""
	case 'p', 'n':
		return v.t.kind == kPointer
	}
	return v.t.kind == kFloat
}

// call calls a function of print.c with the place, the room and where it is, and then args; what it
// returns is where it is then.
func (p *printer) call(name string, args ...*ir.Expr) {
	g := p.f.r.printModel(name)
	all := append([]*ir.Expr{p.to, p.room, p.at}, args...)
	for i, a := range all {
		all[i] = p.f.cast(g.params[i].t.ir(), a)
	}
	at := p.f.temp(p.at.Type, p.pos)
	p.f.emit(&ir.Call{Callee: p.f.r.irFunc(g), Args: all, Result: at}, p.pos)
	p.at = ir.VarExpr(at)
}

// print prints the pieces of a format. The arguments are values, and as written.
func (p *printer) print(format string, directives []library.Directive, args [][]value, written []cc.ExpressionNode) {
	for i, d := range directives {
		own := written[:len(args[i])]
		written = written[len(args[i]):]
		if text, ok := p.known(d, format, args[i], own); ok {
			p.text(text)
		} else {
			p.convert(d, args[i])
		}
	}
}

// known is what a library.Directive prints, if all of it is constant.
func (p *printer) known(d library.Directive, format string, args []value, written []cc.ExpressionNode) (string, bool) {
	switch {
	case d.Literal():
		return format[d.From:d.To], true
	case d.Verb == '%':
		return "%", true
	case len(args) != 1:
		return "", false
	}
	f, v := p.f, args[0]
	lit, isLit := f.formatOf(written[0])
	switch {
	case d.Verb == 's' && isLit:
		return d.Text(lit), true
	case v.e == nil || !v.e.IsConst():
		return "", false
	case d.Verb == 'c':
		n, _ := f.convert(v, f.r.types.uchar, p.pos).e.Val.Int64()
		return d.Pad(string([]byte{byte(n)})), true
	case strings.IndexByte("diouxX", d.Verb) >= 0:
		t := f.r.types.lengthType(d.Length, d.Verb == 'd' || d.Verb == 'i')
		return d.Number(f.convert(v, t, p.pos).e.Val.Big()), true
	}
	return "", false
}

// text prints constant text.
func (p *printer) text(text string) {
	f, t := p.f, p.at.Type
	for i := range len(text) {
		c := f.number(f.r.types.char, num.I(int64(int8(text[i]))))
		there := ir.True()
		if p.n != nil {
			there = f.fold(ir.Compare(ir.OpLt, p.at, p.room))
		}
		off, known := p.at.Val.Int64()
		switch {
		case !known || !p.at.IsConst() || !there.IsConst():
			p.call("char", c.e)
			continue
		case there.IsTrue():
			f.store(place{t: f.r.types.char, addr: f.r.offset(p.to, off)}, c, p.pos)
		}
		p.at = f.fold(ir.Binary(ir.OpAdd, p.at, ir.ConstInt(t, 1)))
	}
}

// convert prints one converted argument.
func (p *printer) convert(d library.Directive, args []value) {
	f, types := p.f, p.f.r.types
	intType := types.intT.ir()
	flag := func(c string) bool { return strings.Contains(d.Flags, c) }
	number := func(b bool) *ir.Expr { return ir.OfBool(intType, ir.Truth(b)) }
	left := number(flag("-"))
	width, precise := ir.ConstInt(intType, int64(max(d.Width, 0))), ir.ConstInt(intType, int64(d.Precision))
	if d.Star {
		// A negative width is the flag - and its amount.
		w := f.settled(f.cast(intType, args[0].e), p.pos)
		negative := ir.Compare(ir.OpLt, w, ir.ConstInt(intType, 0))
		width = f.settled(ir.Ite(negative, ir.Neg(w), w), p.pos)
		left = ir.OfBool(intType, ir.Or(negative, ir.Truth(flag("-"))))
		args = args[1:]
	}
	if d.Starred {
		// A negative precision is none.
		w := f.settled(f.cast(intType, args[0].e), p.pos)
		precise = f.settled(ir.Ite(ir.Compare(ir.OpLt, w, ir.ConstInt(intType, 0)), ir.ConstInt(intType, -1), w), p.pos)
		args = args[1:]
	}
	v := args[0]
	plain := d.Flags == "" && d.Width < 0 && d.Precision < 0 && !d.Star && !d.Starred
	char := func(c byte) *ir.Expr { return ir.ConstInt(types.char.ir(), int64(c)) }
	switch d.Verb {
	case 'c':
		c := f.convert(f.convert(v, types.uchar, p.pos), types.char, p.pos).e
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
		p.call("padded", v.e, left, width, precise)
	case 'd', 'i':
		n := f.convert(f.convert(v, types.lengthType(d.Length, true), p.pos), types.llong, p.pos).e
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
		p.call("signed_number", n, char(plus), left, number(flag("0")), width, precise)
	case 'u', 'o', 'x', 'X':
		n := f.convert(f.convert(v, types.lengthType(d.Length, false), p.pos), types.ullong, p.pos).e
		base := ir.ConstInt(types.uint.ir(), map[byte]int64{'u': 10, 'o': 8, 'x': 16, 'X': 16}[d.Verb])
		letter := char('a')
		if d.Verb == 'X' {
			letter = char('A')
		}
		if plain {
			p.call("unsigned", n, base, letter)
			return
		}
		p.call("number", n, base, letter, char(0), number(flag("#")), left, number(flag("0")), width, precise)
	case 'n':
		to := f.counter(d, v)
		f.store(to, f.convert(value{t: types.size, e: p.at}, to.t, p.pos), p.pos)
	default:
		f.r.note(ir.Overapproximated, p.pos, "what %s prints for %%%c is unknown", p.name, d.Verb)
		p.call("guess", width)
	}
}

// counter is where %n stores.
func (f *fn) counter(d library.Directive, v value) place {
	t := f.r.types.lengthType(d.Length, true)
	if t == nil {
		t = f.r.types.intT
	}
	return place{t: t, addr: v.e}
}

// end writes the 0.
func (p *printer) end() {
	f := p.f
	zero := f.number(f.r.types.char, num.I(0))
	if p.n == nil {
		f.store(place{t: f.r.types.char, addr: ir.PtrAdd(p.to, f.cast(f.r.types.ptrdiff.ir(), p.at))}, zero, p.pos)
		return
	}
	g := f.r.printModel("end")
	f.emit(&ir.Call{Callee: f.r.irFunc(g), Args: []*ir.Expr{p.to, p.n, p.at}}, p.pos)
}

// counting is a function that prints elsewhere: what it writes to memory is what %n in the format asks for.
func counting(first int) handler {
	return func(f *fn, c *callSite) value {
		if len(c.args) <= first {
			return f.builtinPrint(c)
		}
		format, _ := f.formatOf(c.args[first])
		directives, _ := library.PrintFormat(format)
		if !slices.ContainsFunc(directives, func(d library.Directive) bool { return d.Verb == 'n' }) {
			return f.builtinPrint(c)
		}
		vs := f.passed(c)
		args, ok := f.matched(directives, vs[first+1:])
		if !ok {
			f.unsound(c.pos, "%s with %%n and other arguments than its format says is not supported", c.g.cname)
		}
		for i, own := range args {
			if directives[i].Verb == 'n' {
				f.havocPlace(f.counter(directives[i], own[len(own)-1]), ir.FromApproximation, "", c.pos)
				f.r.note(ir.Overapproximated, c.pos, "what %s stores for %%n is unknown", c.g.cname)
			}
		}
		return f.input(c, f.r.resultType(c.g), c.g.cname)
	}
}

// lengthType is the type that a conversion of an integer with this length modifier is for; nil if
// there is none.
func (t *typeTable) lengthType(length string, signed bool) *ctype {
	pick := func(s, u *ctype) *ctype {
		if signed {
			return s
		}
		return u
	}
	switch length {
	case "":
		return pick(t.intT, t.uint)
	case "hh":
		return pick(t.schar, t.uchar)
	case "h":
		return pick(t.short, t.ushort)
	case "l":
		return pick(t.long, t.ulong)
	case "ll", "j", "q":
		return pick(t.llong, t.ullong)
	case "z", "t":
		return pick(t.ptrdiff, t.size)
	}
	return nil
}
