package cfront

import (
	"slices"
	"strings"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// What craig knows of a stream is that it gives any text. The models follow that it ends, and that something was put back. Not
// followed is what feof and ferror say of it, where it is, and what functions without a model read after ungetc. In programs that
// use these, an answer that depends on them is an approximation.

var (
	unmodelled = []string{"scanf", "fscanf", "getw", "gets", "fgetws", "fwscanf", "wscanf",
		"vscanf", "vfscanf", "fgets_unlocked", "fread_unlocked"}
	modelled = []string{"fgets", "fread", "getline", "getdelim", "fgetc", "getc", "getchar", "fgetc_unlocked", "getc_unlocked", "getchar_unlocked"}
	wide     = []string{"fgetwc", "getwc", "getwchar"}
	writers  = []string{"printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs", "putchar", "putc", "fputc", "fwrite", "fflush", "putw",
		"putchar_unlocked", "putc_unlocked", "fputc_unlocked", "wprintf", "fwprintf", "vwprintf", "vfwprintf", "fputwc", "putwc", "putwchar", "fputws"}
	seekers = []string{"fseek", "fseeko", "fsetpos"}
)

// callsAny tells whether the program calls one of the library's functions.
func (r *reader) callsAny(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return r.calledNames[name] })
}

// hangsTogether tells whether the result of the row's function is tied to what other calls have given, or will give, in a
// way that is not followed.
func (r *reader) hangsTogether(row *library.Function) bool {
	switch strings.TrimSuffix(row.Name, "_unlocked") {
	case "feof": // it is 0 unless something has read to the end
		return true
	case "ferror":
		return !r.callsAny(writers...) || r.callsAny(unmodelled...) || r.callsAny(modelled...) || r.callsAny(wide...) || r.callsAny("clearerr", "clearerr_unlocked")
	case "fgetwc", "getwc", "getwchar":
		return r.callsAny("ungetc", "ungetwc")
	case "ftello":
		return !r.callsAny(seekers...)
	}
	return false
}

// putsBack is for tmpfile, and for ungetc: functions without a model do not follow what it puts back, so that executions
// behind it are approximations.
func (f *fn) putsBack(row *library.Function, pos ir.Pos) {
	if row.Name == "tmpfile" && (f.r.callsAny(unmodelled...) || f.r.callsAny(modelled...) || f.r.callsAny(wide...)) {
		f.r.note(ir.Overapproximated, pos, "what is written into the file of tmpfile is not followed")
		f.emit(&ir.Assume{Cond: ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, "", pos))}, pos)
	}
	if row.Name == "ungetc" && f.r.callsAny(unmodelled...) || row.Name == "ungetwc" && (f.r.callsAny(unmodelled...) || f.r.callsAny(modelled...)) {
		f.r.note(ir.Overapproximated, pos, "what %s puts back is not followed", row.Name)
		f.emit(&ir.Assume{Cond: ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, "", pos))}, pos)
	}
}

// Models that follow what functions that read a character give, and scanf and fscanf.
const (
	readModel    = "__craig_read"
	scannedModel = "__craig_scanned"
)

// streamModel is the model that follows what the row's function gives; "" if none does.
func streamModel(row *library.Function) string {
	switch {
	case row.Name == "scanf" || row.Name == "fscanf":
		return scannedModel
	case row.Values == library.Byte || row.Values == library.Wide || row.Name == "getw":
		return readModel
	}
	return ""
}

// followStream has the model of streams follow that a call with the arguments vs has read v. -1 is the end, also of getw,
// which gives it for a number too.
func (f *fn) followStream(row *library.Function, vs []value, v value, pos ir.Pos) {
	if streamModel(row) != readModel || v.e == nil {
		return
	}
	stream := f.r.stream("stdin")
	if len(vs) > 0 && vs[0].e != nil {
		stream = vs[0].e
	}
	c := f.convert(v, f.r.types.intT, pos).e
	if row.Name == "getw" {
		c = ir.Ite(ir.Compare(ir.OpEq, c, ir.ConstInt(c.Type, -1)), c, ir.ConstInt(c.Type, 0))
	}
	f.streamCall(readModel, pos, stream, c)
}

// followScan has it follow that scanf has given n. Each of its conversions reads whatever there is if all are %c or %s, so that one
// that is missing means the end. What first and rest are, followRest says.
func (f *fn) followScan(stream, n *ir.Expr, pieces []library.Directive, counted int, first, rest *ir.Expr, pos ir.Pos) {
	for _, d := range pieces {
		if d.Verb != ' ' && (d.Flags != "" || d.Verb != 's' && (d.Verb != 'c' || d.Width > 1)) {
			counted = 0
		}
	}
	f.streamCall(scannedModel, pos, stream, n, ir.ConstInt(n.Type, int64(counted)), first, rest)
}

func (f *fn) streamCall(model string, pos ir.Pos, args ...*ir.Expr) {
	if g := f.r.modelNamed(model, false); g.used && !f.constOnly { // of a call through a pointer it is not
		f.emit(&ir.Call{Callee: f.r.irFunc(g), Args: args}, pos)
	}
}
