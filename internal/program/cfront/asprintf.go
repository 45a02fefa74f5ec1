package cfront

import (
	"slices"
	"strings"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// builtinAsprintf is asprintf, or vasprintf: the text is printed twice, the first time to find out how long it is.
func (f *fn) builtinAsprintf(c *callSite) value {
	types, first := f.r.types, 1
	if strings.HasSuffix(c.g.cname, "_chk") {
		first++
	}
	if f.constOnly || len(c.args) <= first {
		return f.unknownCall(c)
	}
	params := append([]*ctype{types.voidPtr, types.intT}[:first:first], types.voidPtr)
	vs := f.passed(c, params...)
	for i := range vs {
		if vs[i].e != nil {
			vs[i].e = f.settled(vs[i].e, c.pos)
		}
	}
	to := place{t: types.pointerTo(types.char), addr: vs[0].e}
	nowhere := f.tempObject(types.arrayOf(types.char, 0, 1), c.pos)
	p := &printer{f: f, pos: c.pos, name: c.g.cname, to: nowhere.addr, n: ir.ConstInt(types.size.ir(), 0)}
	format, ok := f.formatOf(c.args[first])
	directives, known := library.PrintFormat(format)
	var args [][]value
	why := ""
	switch {
	case library.Lookup(c.g.cname).Name == "vasprintf":
		why = "its arguments are unknown"
	case !ok:
		why = "its format is not a literal"
	case !known:
		why = "of its format"
	default:
		args, ok = f.matched(directives, vs[first+1:])
		if !ok || !repeatable(directives) {
			why = "its arguments do not fit its format"
		}
	}
	var n *ir.Expr
	if why == "" {
		p.begin()
		p.print(format, directives, args, c.args[first+1:])
		n = f.settled(p.at, c.pos)
	} else {
		n = f.havoc(types.size.ir(), ir.FromApproximation, c.g.cname, c.pos)
		f.emit(&ir.Assume{Cond: ir.Compare(ir.OpLe, n, ir.Const(n.Type, types.intT.ir().Max()))}, c.pos)
	}
	call := *c
	call.into = nil
	block := f.allocate(&call, f.fold(ir.Binary(ir.OpAdd, n, ir.ConstInt(n.Type, 1))), false)
	result := f.temp(types.intT.ir(), c.pos)
	works, fails, end := f.node(c.pos), f.node(c.pos), f.node(c.pos)
	f.branch(f.fold(ir.ToBool(block.e)), works, fails, c.pos)
	f.cur = fails // the pointer is left open
	f.havocPlace(to, ir.FromOpen, c.g.cname, c.pos)
	f.emit(&ir.Assign{Var: result, Expr: ir.ConstInt(result.Type, -1)}, c.pos)
	f.jump(end, c.pos)
	f.cur = works
	f.store(to, value{t: to.t, e: block.e}, c.pos)
	f.emit(&ir.Assign{Var: result, Expr: f.cast(result.Type, n)}, c.pos)
	p.to, p.n = block.e, nil
	if why == "" {
		p.begin()
		p.print(format, directives, args, c.args[first+1:])
		p.end()
	} else {
		p.n = ir.Binary(ir.OpAdd, n, ir.ConstInt(n.Type, 1))
		p.any(c, first, vs, why)
	}
	f.jump(end, c.pos)
	f.cur = end
	return value{t: types.intT, e: ir.VarExpr(result)}
}

// repeatable says that directives print the same when they are printed again.
func repeatable(directives []library.Directive) bool {
	return !slices.ContainsFunc(directives, func(d library.Directive) bool {
		return !d.Literal() && strings.IndexByte("diouxXcs%", d.Verb) < 0
	})
}
