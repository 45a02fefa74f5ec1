package cfront

import (
	"strings"

	"craig/internal/program/ir"
)

// scanning is scanf and its kin, with a number of arguments before the others. What the conversions of
// the format point to becomes unknown, and so is the result. For scanf and fscanf that is input; of sscanf
// it is an approximation, and what goes into arrays of characters always is.
func scanning(fixed int, source ir.Source) handler {
	return func(f *fn, c *callSite) value {
		if len(c.args) < fixed {
			return f.unknownCall(c)
		}
		format, literal := f.formatOf(c.args[fixed-1])
		pieces, known := scanPieces(format)
		if source == ir.FromApproximation && literal && known && f.exactScan(pieces, c.args[fixed:]) {
			return f.scanExactly(c, format, pieces)
		}
		f.effects(c.args[:fixed])
		if source == ir.FromApproximation {
			f.r.note(ir.Overapproximated, c.pos, "what %s reads is unknown", c.g.cname)
		}
		directives := stored(pieces)
		if !literal || !known || len(directives) != len(c.args)-fixed {
			directives = nil
		}
		for i, a := range c.args[fixed:] {
			p := f.pointee(a)
			switch {
			case directives != nil && strings.IndexByte("sc[", directives[i].verb) >= 0:
				f.scanText(directives[i], p, c)
			case p.t.kind == kInt && p.t.size == 1 && directives == nil, !p.t.isScalar():
				f.unsound(c.pos, "%s into this is not supported", c.g.cname)
			case directives != nil && directives[i].verb != 'p' && p.t.size != f.scannedSize(directives[i]):
				f.unsound(c.pos, "%s into an object of another size than the format says is not supported", c.g.cname)
			default:
				f.havocPlace(p, source, c.g.cname, c.pos)
			}
		}
		n := f.havoc(f.r.types.intT.ir(), source, c.g.cname, c.pos)
		at := func(op ir.Op, limit int) *ir.Expr { return ir.Compare(op, n, ir.ConstInt(n.Type, int64(limit))) }
		f.emit(&ir.Assume{Cond: ir.And(at(ir.OpGe, -1), at(ir.OpLe, len(c.args)-fixed))}, c.pos)
		f.setErrno(c, nil)
		return value{t: f.r.types.intT, e: n}
	}
}

// scanText reads characters into an array, or does not.
func (f *fn) scanText(d directive, p place, c *callSite) {
	if p.t.kind != kInt || p.t.size != 1 || p.addr == nil || d.length != "" {
		f.unsound(c.pos, "%s into this is not supported", c.g.cname)
		return
	}
	f.r.note(ir.Overapproximated, c.pos, "the characters that %s reads are unknown", c.g.cname)
	read, end := f.node(c.pos), f.node(c.pos)
	to := f.settled(p.addr, c.pos)
	f.branch(ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, "", c.pos)), read, end, c.pos)
	f.cur = read
	if d.verb == 'c' {
		f.forEach(int64(max(d.width, 1)), c.pos, func(i *ir.Expr) {
			f.havocPlace(place{t: p.t, addr: ir.PtrAdd(to, i)}, ir.FromApproximation, "", c.pos)
		})
	} else {
		size := f.r.types.size.ir()
		n := ir.Const(size, size.Max())
		if d.width >= 0 {
			n = ir.ConstInt(size, int64(d.width)+1)
		}
		f.emit(&ir.Call{Callee: f.r.irFunc(f.r.printModel("any")), Args: []*ir.Expr{to, n}}, c.pos)
	}
	f.jump(end, c.pos)
	f.cur = end
}

// scannedSize is how many bytes a conversion of a number writes.
func (f *fn) scannedSize(d directive) int64 {
	types := f.r.types
	if strings.IndexByte("aefgAEFG", d.verb) >= 0 {
		switch d.length {
		case "":
			return types.float.size
		case "l":
			return types.double.size
		}
		return types.ldouble.size
	}
	if t := types.lengthType(d.length, true); t != nil {
		return t.size
	}
	return -1
}

// scanPieces splits a format of scanf: runs of white space have the verb ' ', other characters that stand
// for themselves have 0. It reports false if the format has something that is not known here.
func scanPieces(format string) ([]directive, bool) {
	var list []directive
	for at := 0; at < len(format); {
		d := directive{from: at, precise: -1}
		if format[at] != '%' {
			rest := strings.TrimLeft(format[at:], " \t\n\v\f\r")
			if n := len(format) - at - len(rest); n > 0 {
				d.verb = ' '
				at += n
			} else {
				at++
			}
			d.to = at
			list = append(list, d)
			continue
		}
		at++
		if strings.HasPrefix(format[at:], "*") {
			d.flags = "*"
			at++
		}
		var ok bool
		if d.width, at, ok = number(format, at); !ok {
			return nil, false
		}
		d.length = lengthModifier(format[at:])
		at += len(d.length)
		if at == len(format) || strings.IndexByte("diouxXpncs[aefgAEFG%", format[at]) < 0 {
			return nil, false
		}
		d.verb = format[at]
		at++
		if d.verb == '[' {
			set := strings.TrimPrefix(format[at:], "^")
			at = len(format) - len(set)
			n := -1
			if set != "" {
				n = strings.IndexByte(set[1:], ']') // a first ] is of the set
			}
			if n < 0 {
				return nil, false
			}
			at += n + 2
		}
		d.to = at
		list = append(list, d)
	}
	return list, true
}

// stored are the pieces that store something.
func stored(pieces []directive) (list []directive) {
	for _, d := range pieces {
		if d.verb != 0 && d.verb != ' ' && d.verb != '%' && d.flags == "" {
			list = append(list, d)
		}
	}
	return list
}
