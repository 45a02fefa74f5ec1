package cfront

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"craig/internal/program/c/cprover"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/harness"
	"craig/internal/program/c/lower"
	"craig/internal/program/cfront/library"
	"craig/internal/program/cfront/source"
	"craig/internal/program/ir"
)

// Environment says what surroundings a function begins in that is verified without a program around
// it. The zero value is none: parameters are unknown, and global variables as they are initialised.
type Environment = harness.Options

// Null says which pointers of an environment may be null.
type Null = harness.Null

// Lengths says how many elements there are where a pointer leads.
type Lengths = harness.Lengths

const (
	NullInside = harness.NullInside
	NullNever  = harness.NullNever
	NullAlways = harness.NullAlways

	LengthsByName = harness.LengthsByName
	LengthsOne    = harness.LengthsOne

	// EnvironmentEntry is the function that calls the one that is verified.
	EnvironmentEntry = harness.Entry
)

// harnessConfig is what package harness is asked for.
func (r *coreReader) harnessConfig(plain bool) harness.Config {
	return harness.Config{
		Options: r.opts.Environment, Entry: r.opts.Entry, Roots: r.opts.Interrupts.Handlers,
		Plain: plain, Havoc: r.opts.UnknownFunctions == Havoc,
		Library:  func(f string) bool { return library.Lookup(f) != nil },
		Fails:    func(f string) bool { return f == r.opts.ErrorFunction || r.checksCalls() && library.Fails(f) },
		Variable: func(name string) bool { return library.LookupVariable(name) != nil },
		Copies:   copiesBytes,
	}
}

// copiesBytes are the arguments of a function of string.h that lead to as many bytes as its only size says, which is the argument size.
func copiesBytes(name string) (pointers []int, size int) {
	row := library.Lookup(name)
	if row == nil || row.Header != "string.h" || len(row.Params) != 3 || row.Params[2].Type.Name != "size_t" {
		return nil, 0
	}
	for i, p := range row.Params[:2] {
		if p.Class == library.Pointer && p.Elem.Class == library.Void {
			pointers = append(pointers, i)
		}
	}
	return pointers, 2
}

// surroundings are those of the entry that the options name, made of the core of the files, with neither functions nor types of their own if plain; nil if
// it has none. main gets its arguments from package lower.
func (r *coreReader) surroundings(files []string, plain bool) (*ir.Environment, *lower.Refusal, error) {
	o := r.opts
	if !o.Environment.Valid || o.Entry == "" || o.Entry == "main" {
		return nil, nil, nil
	}
	cfg := o.sourceConfig(r.files, r.systemHeaders)
	cfg.Contracts = new(source.Contracts)
	prog, refusal, err := elaborate(cfg, elab.Config{WithoutBody: o.WithoutBody}, append([]string{o.Entry}, o.Interrupts.Handlers...), files)
	switch {
	case err != nil:
		return nil, nil, err
	case refusal != nil:
		return nil, &lower.Refusal{Pos: refusal.text.Pos, Reason: refusal.reason}, nil
	}
	cprover.Program(prog)
	if prog.Function(o.Entry) == nil {
		return nil, nil, noFunction(files[0], o.Entry, named(prog))
	}
	env, err := harness.Make(prog, r.harnessConfig(plain))
	var why *harness.Problem
	if errors.As(err, &why) {
		return nil, nil, noSurroundings(o.Entry, posOf(prog, why.At), why.Why)
	}
	return env, nil, err
}

// noSurroundings is the error that there are none of a function at a position.
func noSurroundings(entry string, at ir.Pos, why string) *Error {
	return &Error{Pos: at, Msg: fmt.Sprintf("no surroundings can be made for %s: %s", entry, why),
		Hint: "write a function that calls it and start there, or leave its parameters unknown with {Environment}"}
}

// inSurroundings is what is wrong with the text of surroundings, with the line where that is; "" if what is wrong is elsewhere, or nothing is.
func inSurroundings(env *ir.Environment, why *lower.Refusal, err error) string {
	var mistake *Error
	at, msg := ir.Pos{}, ""
	switch {
	case env == nil:
	case errors.As(err, &mistake):
		at, msg = mistake.Pos, mistake.Msg
	case why != nil:
		at, msg = why.Pos, why.Reason
	}
	if env == nil || at.File != env.Name() {
		return ""
	}
	if lines := strings.Split(env.Text, "\n"); at.Line >= 1 && at.Line <= len(lines) {
		msg += ": " + strings.TrimSpace(lines[at.Line-1])
	}
	return msg
}

// behind is the text of a file with surroundings behind it, if they belong there. The macros of the file mean nothing in them.
func behind(env *ir.Environment, file string, text []byte) []byte {
	if env == nil || env.File != file {
		return text
	}
	var b bytes.Buffer
	b.Write(text)
	b.WriteString("\n")
	words := strings.FieldsFunc(env.Text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	slices.Sort(words)
	for _, w := range slices.Compact(words) {
		if (w[0] < '0' || w[0] > '9') && !strings.HasPrefix(w, "__") && w != "defined" {
			b.WriteString("#undef " + w + "\n")
		}
	}
	b.WriteString("_Static_assert(1, \"\");\n") // no contract in front of it belongs to what follows
	return env.After(file, b.Bytes())
}
