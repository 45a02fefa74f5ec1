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

// readModel follows what functions that read a character give.
const readModel = "__craig_read"

// readsCharacter says that the row's function reads one.
func readsCharacter(row *library.Function) bool { return row.Values == library.Byte }

// followStream has the model of streams follow that a call with the arguments vs has read v.
func (f *fn) followStream(row *library.Function, vs []value, v value, pos ir.Pos) {
	if !readsCharacter(row) || v.e == nil || f.constOnly {
		return
	}
	g := f.r.modelNamed(readModel, false)
	if !g.used { // a call through a pointer
		return
	}
	stream := ir.AddrOf(f.r.prog.PtrType(), f.r.libObject("stdin"))
	if len(vs) > 0 && vs[0].e != nil {
		stream = vs[0].e
	}
	f.emit(&ir.Call{Callee: f.r.irFunc(g), Args: []*ir.Expr{stream, f.convert(v, f.r.types.intT, pos).e}}, pos)
}
