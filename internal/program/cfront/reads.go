package cfront

import (
	"strings"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// What functions of the library only read is checked for property valid-deref: texts up to their end, by the
// model of strlen, and objects of known types as a whole. How much of other memory they read is
// not known, and so is the property where they are called.

// readsChecked says that the property is looked for, or uninit, for which what they read must have a value.
func (r *reader) readsChecked() bool {
	return r.props["bounds"] == "valid-deref" || r.props["uninit"] != ""
}

// libReads checks what a function without a model reads of its arguments vs.
func (f *fn) libReads(row *library.Function, vs []value, pos ir.Pos) {
	if !f.r.readsChecked() || f.static {
		return
	}
	for i, v := range vs {
		if i >= len(row.Params) || v.e == nil || v.t.kind != kPointer {
			continue
		}
		p := row.Params[i]
		if p.Out || p.Type.Class != library.Pointer || !p.Type.Elem.Const || v.e.IsConst() && v.e.Val.IsZero() {
			continue // written, which libWrite checks, or opaque
		}
		f.follow(f.fold(ir.ToBool(v.e)), pos) // some functions may be given null
		elem := f.r.types.elem(v.t)
		f.r.types.complete(elem)
		switch {
		case p.Type.Elem.Class == library.Char:
			f.readText(v.e, pos)
		case p.Type.Elem.Class == library.Struct && elem.size > 0:
			p := place{t: elem, addr: v.e}
			f.dereference(p, pos)
			f.valuedMembers(p, pos)
		default:
			f.follow(ir.False(), pos)
		}
	}
}

// readText checks that a text begins at p and ends in its object.
func (f *fn) readText(p *ir.Expr, pos ir.Pos) {
	if p.Op == ir.OpAddr && p.Obj.Kind == ir.StringObject {
		return
	}
	g := f.r.modelNamed("strlen", false)
	if g == nil || !g.used {
		f.follow(ir.False(), pos)
		return
	}
	call := &ir.Call{Callee: f.r.irFunc(g), Args: []*ir.Expr{p}}
	call.Result = f.temp(g.ir.Result.Type, pos)
	f.emit(call, pos)
}

// printReads checks the texts that the format of printf or one of its kin makes it read. vs are the arguments. (glibc prints null
// as a text.)
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
		if vs[at].e != nil && vs[at].t.kind == kPointer {
			f.readText(vs[at].e, c.pos)
		}
		if pointers || strings.HasPrefix(row.Name, "v") {
			f.follow(ir.False(), c.pos)
		}
		return
	}
	directives, ok := printDirectives(format)
	args, matched := [][]value(nil), false
	if ok {
		args, matched = f.matched(directives, vs[at+1:])
	}
	if !ok || !matched {
		if pointers || strings.HasPrefix(row.Name, "v") {
			f.follow(ir.False(), c.pos)
		}
		return
	}
	for i, d := range directives {
		if d.verb != 's' || len(args[i]) == 0 {
			continue
		}
		p := args[i][len(args[i])-1].e
		if p == nil {
			continue
		}
		text, next := f.node(c.pos), f.node(c.pos)
		f.branch(f.fold(ir.ToBool(p)), text, next, c.pos)
		f.cur = text
		if d.precise >= 0 || d.starred { // fewer characters may be read
			f.follow(ir.False(), c.pos)
		} else {
			f.readText(p, c.pos)
		}
		f.jump(next, c.pos)
		f.cur = next
	}
}
