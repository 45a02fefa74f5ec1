package cfront

import (
	"strings"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// readsChecked says that a property asks for more of what is read than that pointers are not null.
func (r *reader) readsChecked() bool { return r.tracks() != "" || r.props["uninit"] != "" }

// printReads checks the texts that the format of printf or one of its kin makes it read. vs are the arguments. What glibc prints
// for null is no access.
func (f *fn) printReads(row *library.Function, c *callSite, vs []value) {
	at := -1
	for i, p := range row.Params {
		if p.Name == "format" {
			at = i
		}
	}
	if at < 0 || at >= len(vs) || f.static {
		return
	}
	pointers := false
	for _, v := range vs[at+1:] {
		pointers = pointers || v.e != nil && v.t.kind == kPointer
	}
	format, ok := f.formatOf(c.args[at])
	if !ok {
		if pointers || strings.HasPrefix(row.Name, "v") {
			f.unsaid(row, c.pos)
		}
		return
	}
	directives, ok := library.PrintFormat(format)
	args, matched := [][]value(nil), false
	if ok {
		args, matched = f.matched(directives, vs[at+1:])
	}
	if !ok || !matched {
		if pointers || strings.HasPrefix(row.Name, "v") || printsText(format) {
			f.unsaid(row, c.pos)
		}
		return
	}
	for i, d := range directives {
		if d.Verb != 's' || len(args[i]) == 0 {
			continue
		}
		p := args[i][len(args[i])-1].e
		if p == nil {
			continue
		}
		f.either(ir.ToBool(p), c.pos, func() { f.printedText(d, p, args[i], c.pos) }, func() {})
	}
}

// printedText checks the text at p that %s prints, up to its precision.
func (f *fn) printedText(d library.Directive, p *ir.Expr, args []value, pos ir.Pos) {
	char, size := f.r.types.char, f.r.types.size.ir()
	switch {
	case d.Starred && len(args) > 1 && args[len(args)-2].e != nil:
		n := args[len(args)-2].e
		f.either(ir.Compare(ir.OpLt, n, ir.ConstInt(n.Type, 0)), pos, func() {
			f.lookAtText(char, p, nil, false, pos)
		}, func() {
			f.lookAtText(char, p, f.fold(f.cast(size, n)), false, pos)
		})
	case d.Precision >= 0:
		f.lookAtText(char, p, ir.ConstInt(size, int64(d.Precision)), false, pos)
	default:
		f.lookAtText(char, p, nil, false, pos)
	}
}

// printsText says that a format may have %s, for which a call may lack the pointer.
func printsText(format string) bool {
	_, conversions, _ := strings.Cut(format, "%")
	return strings.ContainsAny(conversions, "sS")
}
