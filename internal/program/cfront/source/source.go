// Package source reads a C file: it preprocesses it, and parses and type checks it with modernc.org/cc,
// without running a C compiler.
//
// Package pp preprocesses the files (see expanded.go); what would make a recursive parser run out of stack is refused. What cc does not
// know is spelled in a way that it does (see rewrite.go). cc is given a text in which each token is on a line of its own, with a table of
// where it comes from. Headers come from the folder of the including file, from Config.Include, from the small set embedded here, and,
// if the program includes any header that is not in that set, from the host's system folders.
package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"
	"time"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
)

// Parse reads file and everything that it includes. The syntax tree has been type checked; all
// positions are those of the original files, after line markers and #line. The error, if any, is
// an *Error or ctx's. The parser cannot be interrupted: when ctx ends first, or the parser takes so
// long that it must be in a loop of its own, Parse returns at once, and the parser goes on in its
// goroutine until it has finished.
func Parse(ctx context.Context, cfg Config, file string) (*cc.AST, error) {
	if cfg.Files == nil {
		cfg.Files = new(Files)
	}
	limit := patience
	if info, err := cfg.Files.stat(file); err == nil {
		limit += time.Duration(info.Size()) * patiencePerByte
	}
	return await(ctx, limit, file, func() (*cc.AST, error) { return parse(cfg, file) })
}

// The parser reads more than a megabyte in a second.
const (
	patience        = time.Minute
	patiencePerByte = 10 * time.Microsecond
)

// await is what parse returns, unless ctx ends before or the limit is over.
func await(ctx context.Context, limit time.Duration, file string, parse func() (*cc.AST, error)) (*cc.AST, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	type answer struct {
		ast      *cc.AST
		err      error
		panicked any
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			a.panicked = recover()
			done <- a
		}()
		a.ast, a.err = parse()
	}()
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case a := <-done:
		if a.panicked != nil {
			panic(a.panicked) // in the caller's goroutine, where it can be recovered
		}
		return a.ast, a.err
	case <-late.C:
		return nil, &Error{Pos: ir.Pos{File: file}, Msg: "the C parser does not come to an end", Hint: reportHint}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// parse is Parse without a context: first with the embedded headers only; then, if a header was
// missing or the file is refused, with the host's in place of the embedded C library, which may lack
// a declaration. If that does not help, the error is the first one.
func parse(cfg Config, file string) (*cc.AST, error) {
	if cfg.After != nil {
		ast, err := parseText(cfg, file)
		return ast, explained(cfg, file, err)
	}
	if ast, ok := cfg.Files.parsed(cfg.key(file)).(*cc.AST); ok {
		return ast, nil
	}
	ast, err := parseText(cfg, file)
	if err == nil {
		cfg.Files.keep(cfg.key(file), ast)
	}
	return ast, explained(cfg, file, err)
}

// key tells translations apart of which After may be nil: all else of cfg counts.
func (cfg Config) key(file string) string {
	cfg.Files, cfg.After = nil, nil
	return fmt.Sprintf("%q %#v", file, cfg)
}

// parseText is parse of the file as it is now.
func parseText(cfg Config, file string) (*cc.AST, error) {
	text, err := cfg.Files.Read(file)
	if err != nil {
		return nil, err
	}
	if cfg.After != nil {
		text = cfg.After(file, text)
	}
	t := &translation{cfg: cfg, file: file, text: text}
	host := len(systemFolders(cfg)) > 0
	if cfg.SystemHeaders && host {
		return t.run(true)
	}
	ast, err := t.run(false)
	var e *Error
	if !errors.As(err, &e) || !host {
		return ast, err
	}
	missing := strings.HasPrefix(e.Msg, missingHeader)
	if missing || t.ownLibc {
		if again, err2 := t.run(true); err2 == nil || missing && !isMissing(err2, e) {
			return again, err2
		}
	}
	return nil, t.located(err)
}

// located gives an error for which cc has no line one: the first with which the file has the error.
func (t *translation) located(err error) error {
	const most = 1 << 20 // of the text, which is read several times
	var e *Error
	if !errors.As(err, &e) || e.Pos.Line > 0 || e.IO != nil || e.Pos.File != t.file || len(t.text) > most {
		return err
	}
	lines := bytes.SplitAfter(t.text, []byte{'\n'})
	n := sort.Search(len(lines), func(n int) bool {
		part := *t
		part.text = bytes.Join(lines[:n+1], nil)
		_, err := part.run(false)
		var found *Error
		return errors.As(err, &found) && found.Pos.Line == 0 && found.Msg == e.Msg
	})
	if n < len(lines) {
		e.Pos.Line, e.Pos.Col = n+1, 1
	}
	return err
}

// isMissing tells whether err complains of the same missing header as e.
func isMissing(err error, e *Error) bool {
	var e2 *Error
	return errors.As(err, &e2) && e2.Msg == e.Msg
}

// translation is a program that is read.
type translation struct {
	cfg     Config
	file    string
	text    []byte
	ownLibc bool // a run has included headers of the embedded C library
}

// run has cc read the program once it has been preprocessed, with the headers of the host or with the embedded ones.
func (t *translation) run(system bool) (*cc.AST, error) {
	x, err := t.expand(system)
	if err != nil {
		return nil, err
	}
	return t.parse(x, cc.Source{Name: builtIn, Value: x.knownText(known().needed(x.words))})
}

// parse has cc read an expansion, behind other sources.
func (t *translation) parse(x *expansion, before ...cc.Source) (ast *cc.AST, err error) {
	defer func() {
		if r := recover(); r != nil {
			ast, err = nil, recovered(t.file, r)
		}
	}()
	files := t.cfg.Files
	if files == nil {
		files = new(Files)
	}
	ast, err = cc.Parse(t.newConfig(), x.sources(files, before...))
	if err != nil {
		return nil, t.diagnostic(x, files, err)
	}
	return ast, nil
}

// newConfig makes cc's configuration by hand: cc.NewConfig would run the host's compiler. It
// serves one run, since cc keeps state in it.
func (t *translation) newConfig() *cc.Config {
	cfg := t.cfg
	arch := "amd64"
	if cfg.ILP32 || cfg.int16() {
		arch = "386"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		panic(err) // cc knows both
	}
	abi.SignedChar = !cfg.UnsignedChar
	if m := MachineOf(cfg.Target, cfg.ILP32); m != nil {
		m.abi(abi)
	}
	return &cc.Config{ABI: abi, UnsignedEnums: true, IgnoreNegativeShiftAmounts: true}
}

// end is a source after the file. Some loops of cc's parser leave a broken construct at the next
// identifier, but not at the end of the input; this one declares what builtins.h has declared.
const (
	end     = "<end>"
	endText = "extern int __predefined_declarator;\n"
)

// builtIn is the source of what the compiler knows without a declaration.
const builtIn = "<built-in>"

// abi changes the sizes of types that the parser has, which evaluates some constants by itself.
func (m *Machine) abi(a *cc.ABI) {
	if !m.Int16 {
		return
	}
	set := func(size int64, kinds ...cc.Kind) {
		align := int(min(size, m.BiggestAlign))
		for _, k := range kinds {
			a.Types[k] = cc.AbiType{Size: size, Align: align, FieldAlign: align}
		}
	}
	set(2, cc.Short, cc.UShort, cc.Int, cc.UInt, cc.Enum, cc.Ptr)
	set(4, cc.Long, cc.ULong, cc.Float, cc.Float32)
	set(8, cc.LongLong, cc.ULongLong, cc.Double, cc.LongDouble, cc.Float64, cc.Float32x, cc.Float64x)
	if m.ShortDouble {
		set(4, cc.Double, cc.Float64, cc.Float32x)
	}
}
