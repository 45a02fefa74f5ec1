package cfront

import (
	"slices"
	"strings"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// What craig knows of a stream is that it gives any text. Not followed is what hangs together in it: after the end feof or
// ferror says so, and what ungetc puts back is read again. In programs that use these, an answer that depends on them is an approximation.

var (
	readers = []string{"fgets", "fread", "scanf", "fscanf", "getline", "getdelim", "getw", "gets", "fgetws", "fwscanf", "wscanf",
		"vscanf", "vfscanf", "fgets_unlocked", "fread_unlocked"}
	charReaders = []string{"fgetc", "getc", "getchar", "fgetc_unlocked", "getc_unlocked", "getchar_unlocked", "fgetwc", "getwc", "getwchar"}
)

// callsAny tells whether the program calls one of the library's functions.
func (r *reader) callsAny(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return r.calledNames[name] })
}

// hangsTogether tells whether the result of the row's function is tied to what other calls have given, or will give, in a
// way that is not followed.
func (r *reader) hangsTogether(row *library.Function) bool {
	switch strings.TrimSuffix(row.Name, "_unlocked") {
	case "feof", "ferror":
		return r.callsAny(readers...) || r.callsAny(charReaders...)
	case "fgetc", "getc", "getchar", "fgetwc", "getwc", "getwchar":
		return r.callsAny("ungetc", "ungetwc")
	}
	return false
}

// putsBack is for ungetc: functions that read more than a character do not follow what it puts back, so that executions
// behind it are approximations.
func (f *fn) putsBack(row *library.Function, pos ir.Pos) {
	if (row.Name == "ungetc" || row.Name == "ungetwc") && f.r.callsAny(readers...) {
		f.r.note(ir.Overapproximated, pos, "what %s puts back is not followed", row.Name)
		f.emit(&ir.Assume{Cond: ir.ToBool(f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, "", pos))}, pos)
	}
}
