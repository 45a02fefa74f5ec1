package cfront

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"craig/internal/program/c/lower"
	"craig/internal/program/ir"
)

// Surroundings for programs that are read by way of the core: the text is the one of environment.go, so that what is assumed is the same.

// surroundings are those of the entry that the options name; nil if it has none.
// main gets its arguments from package lower. Where they cannot be made, the front end without the core says why.
func surroundings(ctx context.Context, opts Options, from *Files, files []string) (*ir.Environment, *lower.Refusal, error) {
	if !opts.Environment.Valid || opts.Entry == "" || opts.Entry == "main" {
		return nil, nil, nil
	}
	opts.FrontEnd = FrontEndOld // as in the front end without the core, which shares what is known of the files
	props, err := askedFor(&opts)
	if err != nil {
		return nil, &lower.Refusal{Reason: "entry"}, nil
	}
	known := bindingsFor(opts, props, from, files)
	if known != nil {
		defer known.busy.Unlock()
	}
	r, entry, err := reached(ctx, opts, props, from, files, known)
	if err == nil {
		var env *ir.Environment
		if env, err = r.environment(entry, false); err == nil {
			return env, nil, nil
		}
	}
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	var wrong *Error
	errors.As(err, &wrong)
	why := &lower.Refusal{Reason: "entry"}
	if wrong != nil {
		why.Pos = wrong.Pos
	}
	return nil, why, nil
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
