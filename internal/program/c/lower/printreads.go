package lower

import (
	"slices"
	"strings"

	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// printReads checks the texts that a format makes printf and its kin read. What glibc prints for null is no access.
func (l *libCall) printReads(text string, literal bool) {
	b := l.b
	if !b.p.conf.Memory.Reads() || b.unit.model {
		return
	}
	k := &look{builder: b, row: l.row, name: l.v.Name, given: l.args, demand: b.p.conf.Memory.Goals(), pos: l.pos}
	rest := l.args[min(l.row.Param("format")+1, len(l.args)):]
	list, ok := library.PrintFormat(text)
	if !literal || !ok {
		texts := literal && strings.ContainsAny(text, "sS")
		if texts || strings.HasPrefix(l.row.Name, "v") || slices.ContainsFunc(rest, func(x given) bool { return x.t.Kind == types.Pointer }) {
			k.unsaid()
		}
		return
	}
	for _, d := range list {
		if !d.Converts() {
			continue
		}
		stars := 0
		for _, star := range []bool{d.Star, d.Starred} {
			if star {
				stars++
			}
		}
		if len(rest) <= stars || d.Verb == 's' && (d.Length != "" || rest[stars].t.Kind != types.Pointer) || d.Starred && rest[stars-1].e == nil {
			k.unsaid()
			return
		}
		if d.Verb == 's' {
			p := rest[stars].e
			b.either(b.fold(ir.ToBool(p)), l.pos, func() { k.printed(d, p, rest[:stars]) }, func() {})
		}
		rest = rest[stars+1:]
	}
}

// printed checks the text at p that %s prints, up to its precision.
func (l *look) printed(d library.Directive, p *ir.Expr, stars []given) {
	char, size := l.p.tt.Basic(types.Char), l.p.size()
	switch {
	case d.Starred:
		n := stars[len(stars)-1].e
		l.either(l.fold(ir.Compare(ir.OpLt, n, ir.ConstInt(n.Type, 0))), l.pos, func() {
			l.text(char, p, nil, false)
		}, func() {
			l.text(char, p, l.cast(size, n), false)
		})
	case d.Precision >= 0:
		l.text(char, p, ir.ConstInt(size, int64(d.Precision)), false)
	default:
		l.text(char, p, nil, false)
	}
}
