package lower

import (
	"slices"
	"strconv"
	"strings"

	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// directive is a conversion of printf.
type directive struct {
	verb    byte
	wide    bool // of texts of wchar_t
	stars   int  // arguments for the width and the precision
	precise int64
	starred bool // the precision is an argument
}

// directives are the conversions of a format of printf; false if there is something that is not known here.
func directives(format string) (list []directive, ok bool) {
	at := 0
	number := func() int64 {
		end := at
		for end < len(format) && '0' <= format[end] && format[end] <= '9' {
			end++
		}
		n, _ := strconv.ParseInt(format[at:end], 10, 32)
		at = end
		return n
	}
	next := func(set string) bool {
		if at < len(format) && strings.IndexByte(set, format[at]) >= 0 {
			at++
			return true
		}
		return false
	}
	for at < len(format) {
		if !next("%") {
			at++
			continue
		}
		d := directive{precise: -1}
		for next("-+ #0'") {
		}
		if next("*") {
			d.stars++
		} else {
			number()
		}
		if next(".") {
			if next("*") {
				d.stars++
				d.starred = true
			} else {
				d.precise = number()
			}
		}
		for next("hljztLq") {
			d.wide = d.wide || format[at-1] == 'l'
		}
		if at == len(format) || strings.IndexByte("diouxXcspfFeEgGaA%m", format[at]) < 0 {
			return nil, false
		}
		d.verb = format[at]
		at++
		list = append(list, d)
	}
	return list, true
}

// printReads checks the texts that a format makes printf and its kin read. What glibc prints for null is no access.
func (l *libCall) printReads(format string, literal bool) {
	b := l.b
	if !b.p.conf.Memory.tracks() || b.unit.model {
		return
	}
	k := &look{builder: b, row: l.row, name: l.v.Name, given: l.args, demand: b.p.conf.Memory.goals(), pos: l.pos}
	rest := l.args[min(l.row.Param("format")+1, len(l.args)):]
	list, ok := directives(format)
	if !literal || !ok {
		texts := literal && strings.ContainsAny(format, "sS")
		if texts || strings.HasPrefix(l.row.Name, "v") || slices.ContainsFunc(rest, func(x given) bool { return x.t.Kind == types.Pointer }) {
			k.unsaid()
		}
		return
	}
	for _, d := range list {
		if d.verb == '%' || d.verb == 'm' {
			continue
		}
		if len(rest) <= d.stars || d.verb == 's' && (d.wide || rest[d.stars].t.Kind != types.Pointer) || d.starred && rest[d.stars-1].e == nil {
			k.unsaid()
			return
		}
		if d.verb == 's' {
			p := rest[d.stars].e
			b.either(b.fold(ir.ToBool(p)), l.pos, func() { k.printed(d, p, rest) }, func() {})
		}
		rest = rest[d.stars+1:]
	}
}

// printed checks the text at p that %s prints, up to its precision.
func (l *look) printed(d directive, p *ir.Expr, args []given) {
	char, size := l.p.tt.Basic(types.Char), l.p.size()
	switch {
	case d.starred:
		n := args[d.stars-1].e
		l.either(l.fold(ir.Compare(ir.OpLt, n, ir.ConstInt(n.Type, 0))), l.pos, func() {
			l.text(char, p, nil, false)
		}, func() {
			l.text(char, p, l.cast(size, n), false)
		})
	case d.precise >= 0:
		l.text(char, p, ir.ConstInt(size, d.precise), false)
	default:
		l.text(char, p, nil, false)
	}
}
