package lower

import (
	"strings"

	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// scannedModel is the model that follows what functions give that read by a format.
const scannedModel = "__craig_scanned"

// conversion is a conversion of scanf that stores something.
type conversion struct {
	verb   byte
	length string
	width  bool
}

// conversions are those of a format; false if it has something that is not followed.
func conversions(format string) (list []conversion, ok bool) {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		if i < len(format) && format[i] == '%' {
			continue
		}
		var c conversion
		skipped := i < len(format) && format[i] == '*'
		if skipped {
			i++
		}
		for ; i < len(format) && '0' <= format[i] && format[i] <= '9'; i++ {
			c.width = true
		}
		for ; i < len(format) && strings.IndexByte("hljztL", format[i]) >= 0; i++ {
			c.length += format[i : i+1]
		}
		if i >= len(format) || strings.IndexByte("diouxXeEfgGaAcs[", format[i]) < 0 {
			return nil, false
		}
		if c.verb = format[i]; c.verb == '[' {
			i++ // ] may be the first of the set, or the second behind ^
			if i < len(format) && format[i] == '^' {
				i++
			}
			end := -1
			if i+1 < len(format) {
				end = strings.IndexByte(format[i+1:], ']')
			}
			if end < 0 {
				return nil, false
			}
			i += 1 + end
		}
		if !skipped {
			list = append(list, c)
		}
	}
	return list, true
}

// size is the size of the object that a conversion of a number stores; 0 if that is not followed.
func (c conversion) size(p *program) int64 {
	if strings.IndexByte("diouxX", c.verb) >= 0 {
		switch c.length {
		case "hh":
			return 1
		case "h":
			return 2
		case "":
			return 4
		case "l", "z", "t":
			return int64(p.out.PtrBits / 8)
		case "ll", "j":
			return 8
		}
		return 0
	}
	switch c.length {
	case "":
		return 4
	case "l":
		return 8
	}
	return 0
}

// scan is scanf or its kin. What the conversions of the format point to becomes unknown, and so is the result. Of scanf and fscanf that is input,
// of sscanf an approximation; what goes into arrays of characters always is.
func scan(source ir.Source) func(b *builder, c *knownCall) {
	return func(b *builder, c *knownCall) {
		args, formals := b.passed(c), c.formals()
		first := c.row.Param("format") + 1
		format, literal := c.text(first - 1)
		list, known := conversions(format)
		if !literal || !known || len(list) != len(args)-first {
			b.unsound(c.pos, "%s with this format is not supported", c.v.Name)
			list = nil
		}
		if source == ir.FromApproximation {
			b.p.note(ir.Overapproximated, c.pos, "what %s reads is unknown", c.v.Name)
		}
		n := b.havoc(ir.Int(32, true), source, c.v.Name, c.pos)
		at := func(op ir.Op, k int) *ir.Expr { return ir.Compare(op, n, ir.ConstInt(n.Type, int64(k))) }
		b.emit(&ir.Assume{Cond: ir.And(at(ir.OpGe, -1), at(ir.OpLe, len(list)))}, c.pos).Aux = false
		switch begin := strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(format, " \t\n"), "%"), "123456789"); {
		case len(list) == 0 || strings.IndexByte("cs", list[0].verb) < 0:
		case strings.HasPrefix(begin, "s") || strings.HasPrefix(begin, "c") && !list[0].width: // there is something to read, or the input ends
			b.emit(&ir.Assume{Cond: at(ir.OpNe, 0)}, c.pos)
		default:
			b.guessesIf(at(ir.OpEq, 0), c.pos)
		}
		for i, d := range list {
			a := args[first+i]
			t := pointee(formals[first+i])
			text := strings.IndexByte("cs[", d.verb) >= 0
			if a.e == nil || a.t.Kind != types.Pointer || t == nil || d.length != "" && text {
				b.unsound(c.pos, "%s into this is not supported", c.v.Name)
				continue
			}
			store := func() {
				b.emit(&ir.Clobber{Roots: []ir.ClobberRoot{{Ptr: a.e, Reach: ir.Data}}, Source: ir.FromApproximation, Name: c.v.Name}, c.pos)
			}
			switch {
			case text && (!t.IsInteger() && t.Kind != types.Array || t.Kind == types.Array && t.Elem.SizeOf() != 1 || t.IsInteger() && t.SizeOf() != 1):
				b.unsound(c.pos, "%s into this is not supported", c.v.Name)
				continue
			case text && (d.verb != 'c' || d.width || t.Kind == types.Array):
				b.p.note(ir.Overapproximated, c.pos, "%s is taken to write all of the object that it is given a pointer into", c.v.Name)
			case !text && (!t.IsScalar() || t.SizeOf() != d.size(b.p) || t.IsReal() != (strings.IndexByte("eEfgGaA", d.verb) >= 0) || t.Kind == types.Pointer):
				b.unsound(c.pos, "%s into an object of another size than the format says is not supported", c.v.Name)
				continue
			default:
				from := source
				if d.width || t.IsReal() || text && format != "%c" {
					refuse(c.pos, "library function %s", c.v.Name) // the front end without the core follows more of it
				}
				store = func() {
					b.store(place{t: t.Main(), addr: a.e}, b.havoc(b.scalar(t, c.pos), from, c.v.Name, c.pos), c.pos)
				}
			}
			b.either(at(ir.OpGt, i), c.pos, store, func() {})
		}
		if source == ir.FromCall {
			stream := b.p.stream("stdin")
			if first == 2 && args[0].e != nil {
				stream = args[0].e
			}
			i := ir.Int(32, true)
			// Nothing is followed of what is read first, and of what comes next.
			b.callModel(scannedModel, c.pos, stream, n, ir.ConstInt(i, 0), ir.ConstInt(i, -2), ir.ConstInt(i, 3))
		}
		b.failsIf(ir.FromEffect, c.v.Name, nil, c.pos)
		if b.errnoSeen() { // to 0, as glibc does where what is read ends, or to ERANGE
			sets := ir.ToBool(b.havoc(ir.Int(1, false), ir.FromApproximation, c.v.Name, c.pos))
			b.either(sets, c.pos, func() { b.setErrnoAmong(c.v.Name, 0, errRange, c.pos) }, func() {})
		}
		b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: n}, c.pos) })
	}
}
