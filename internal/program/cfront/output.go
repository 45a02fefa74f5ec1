package cfront

import (
	"strings"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// builtinPrint is printf and its kin: nothing is written to memory, unless the format has %n.
func (f *fn) builtinPrint(c *callSite) value {
	if f.r.readsChecked() {
		return f.prints(c, f.passedAtOnce(c))
	}
	f.used(c)
	return f.prints(c, nil)
}

// prints is builtinPrint after the arguments, vs, have been evaluated.
func (f *fn) prints(c *callSite, vs []value) value {
	c.into = nil
	row := library.Lookup(c.g.cname)
	if f.r.readsChecked() {
		f.printReads(row, c, vs)
	}
	format, literal := "", false
	for i, p := range row.Params {
		if p.Name != "format" {
			continue
		}
		ok := false
		if i < len(c.args) {
			format, ok = f.formatOf(c.args[i])
		}
		literal = ok
		switch {
		case !ok:
			f.plainFormat(c)
		case library.StoresCount(format):
			f.unsound(c.pos, "%%n in the format of %s is not supported", c.g.cname)
		}
	}
	f.changeStates(row, c)
	t := f.r.resultType(c.g)
	v := f.input(c, t, c.g.cname)
	if v.e != nil && t.isInt() {
		possible := ir.Compare(ir.OpGe, v.e, ir.ConstInt(v.e.Type, -1))
		if n, ok := printedLength(format, literal); ok && !strings.Contains(row.Name, "w") {
			possible = ir.Or(ir.Compare(ir.OpEq, v.e, ir.ConstInt(v.e.Type, n)), ir.Compare(ir.OpEq, v.e, ir.ConstInt(v.e.Type, -1)))
			if n == 0 && c.used && !f.constOnly {
				v.e, possible = f.printedNothing(row, c), ir.True()
			}
		}
		f.emit(&ir.Assume{Cond: possible}, c.pos)
		if n, ok := printedLength(format, literal); !ok && n >= 0 && c.used && !f.constOnly {
			v.e = f.printedUnknown(v.e, c)
		}
	}
	f.setErrno(c, nil)
	return v
}

// plainFormat is for a call of printf or its kin of which the format, or what it is about, is not known here: it is taken to be without
// %n, unless a text of the program has it.
func (f *fn) plainFormat(c *callSite) {
	if f.r.counting {
		f.unsound(c.pos, "%%n in a format that is not known where %s is called is not supported", c.g.cname)
		return
	}
	f.r.note(ir.Assumption, c.pos, "the format of %s is not a literal, and taken to be one without %%n", c.g.cname)
}

// printsAlways tells whether the row's function writes to the standard output, and the program does nothing that makes that a stream
// which is not written to: then to print nothing does not fail.
func (r *reader) printsAlways(row *library.Function) bool {
	out, ok := r.externs["stdout"].(*variable)
	return row.Name == "printf" && !(ok && out.used) && !r.callsAny("freopen", "freopen64")
}

// printedNothing is the result of printing nothing: it fails only where the stream or file cannot be written to, which is not followed.
func (f *fn) printedNothing(row *library.Function, c *callSite) *ir.Expr {
	t := f.r.resultType(c.g).ir()
	if f.r.printsAlways(row) {
		return ir.ConstInt(t, 0)
	}
	f.r.note(ir.Overapproximated, c.pos, "%s is approximated: whether it can print is unknown", c.g.cname)
	fails := ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, c.g.cname, c.pos))
	return ir.Ite(fails, ir.ConstInt(t, -1), ir.ConstInt(t, 0))
}

// printedUnknown is -1 where the input v is, which stands for what printing comes to, and otherwise a number that is not
// negative: it is determined by the text, which is not followed.
func (f *fn) printedUnknown(v *ir.Expr, c *callSite) *ir.Expr {
	f.r.note(ir.Overapproximated, c.pos, "%s is approximated: how many characters it prints is unknown", c.g.cname)
	result := f.temp(v.Type, c.pos)
	none := ir.ConstInt(v.Type, 0)
	fails, works, end := f.node(c.pos), f.node(c.pos), f.node(c.pos)
	f.branch(ir.Compare(ir.OpLt, v, none), fails, works, c.pos)
	f.cur = fails
	f.emit(&ir.Assign{Var: result, Expr: ir.ConstInt(v.Type, -1)}, c.pos)
	f.jump(end, c.pos)
	f.cur = works
	n := f.havoc(v.Type, ir.FromApproximation, c.g.cname, c.pos)
	f.emit(&ir.Assume{Cond: ir.Compare(ir.OpGe, n, none)}, c.pos)
	f.emit(&ir.Assign{Var: result, Expr: n}, c.pos)
	f.jump(end, c.pos)
	f.cur = end
	return ir.VarExpr(result)
}

// printedLength is how many characters a literal format without conversions prints.
func printedLength(format string, literal bool) (int64, bool) {
	text := strings.ReplaceAll(format, "%%", "")
	return int64(len(text) + strings.Count(format, "%%")), literal && !strings.Contains(text, "%")
}

// builtinPrintAndStop prints and ends the program.
func (f *fn) builtinPrintAndStop(c *callSite) value {
	f.builtinPrint(c)
	f.stop(c.pos)
	return value{t: f.r.types.void}
}

// builtinError is error(status, …): it ends the program unless the status is 0.
func (f *fn) builtinError(c *callSite) value {
	if len(c.args) == 0 {
		return f.builtinUnsupported(c)
	}
	c.used = false
	vs := f.passedAtOnce(c)
	f.prints(c, vs)
	if vs[0].e == nil {
		return value{t: f.r.types.void}
	}
	ends, on := f.node(c.pos), f.node(c.pos)
	f.branch(f.fold(ir.ToBool(vs[0].e)), ends, on, c.pos)
	f.cur = ends
	f.stop(c.pos)
	f.cur = on
	return value{t: f.r.types.void}
}

// builtinSignal is signal and its kin: the model, unless a function of the program is to be called.
func (f *fn) builtinSignal(c *callSite) value {
	if len(c.args) != 2 {
		return f.builtinUnsupported(c)
	}
	if v := f.rvalue(c.args[1]); v.e == nil || !v.e.IsConst() {
		f.unsound(c.pos, "%s is not supported", c.g.cname)
	}
	return f.modelCall(c)
}

// unless is a function that keeps a pointer, its argument with that index, unless it is a constant
// such as NULL: then nothing is kept, and the result is unknown.
func unless(arg int) handler {
	return func(f *fn, c *callSite) value {
		if arg >= len(c.args) {
			return f.builtinUnsupported(c)
		}
		v := f.passed(c)[arg]
		if v.e == nil || !v.e.IsConst() {
			f.unsound(c.pos, "%s is not supported", c.g.cname)
		}
		c.into = nil
		v = f.input(c, f.r.resultType(c.g), c.g.cname)
		f.setErrno(c, nil)
		return v
	}
}

// builtinSetLocale may change what the other functions do.
func (f *fn) builtinSetLocale(c *callSite) value {
	f.r.note(ir.Assumption, c.pos, "the functions of the library are taken to do what they do in the C locale, also after %s", c.g.cname)
	return f.libCall(c, library.Lookup(c.g.cname))
}
