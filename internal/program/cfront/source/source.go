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

	"craig/internal/pattern"
	"craig/internal/program/c/pp"
	"craig/internal/program/ir"
)

// Config says how files are read. The zero value is gcc's x86-64 Linux, LP64.
type Config struct {
	ILP32        bool
	Target       string   // the name of a Machine; "" is the host's
	Include      []string // folders for #include, in order
	ForceInclude []string // files to include before the first line
	Define       []string // "NAME" or "NAME=VALUE"
	Undefine     []string // predefined macros that are not to be there
	UnsignedChar bool     // char is unsigned

	// SystemHeaders: the host's headers of the C library are read, if there are any, rather than the
	// embedded ones.
	SystemHeaders bool

	Files *Files // nil: the host's, each Parse of its own

	// Contracts, if not nil, has Tree parse the assertions of contract comments, and say there which contracts it has seen.
	Contracts *Contracts

	// Token, if not nil, is told each token that Tree parses, in their order.
	Token func(pp.Token)

	// Use tells apart the trees that Files keeps of one file: who keeps something by the nodes of a tree may want two.
	Use string

	// After, if not nil, gives what is read in place of the text of the file: that with more behind it. What is read so is not
	// kept. Behind adds text to a file that has been read.
	After func(file string, text []byte) []byte
}

// Contracts are those that Tree has seen.
type Contracts struct {
	Comments int  // those of ACSL, wherever they stand
	Other    bool // there may be others, of which the tree has nothing
}

// Error is a problem in the user's files. Its text is "file:line:column: message".
type Error struct {
	Pos  ir.Pos // Line 0: the file as a whole
	Msg  string
	Hint string // the next step, if there is one; {Field} stands for an option. See Advice
	IO   error  // set if the file could not be read

	// Line is the line of the text that was read, if it is at hand, and Under the column in it, from 1 on: where there are
	// line markers, Pos is not where they are.
	Line  string
	Under int

	ofCC bool // cc says this
}

func (e *Error) Error() string {
	switch {
	case e.Pos.File == "":
		return e.Msg
	case e.Pos.Line == 0:
		return fmt.Sprintf("%s: %s", e.Pos.File, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Pos.File, e.Pos.Line, e.Pos.Col, e.Msg)
}

func (e *Error) Unwrap() error { return e.IO }

// Advice is the hint with options as the caller names them: option is told the field of the front end's
// Options.
func (e *Error) Advice(option func(field string) string) string {
	return placeholder.ReplaceAllStringFunc(e.Hint, func(m string) string { return option(m[1 : len(m)-1]) })
}

var placeholder = pattern.New(`\{[A-Z][A-Za-z]*\}`)

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
	if ast := cfg.Files.parsed(cfg.key(file)); ast != nil {
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

func unknownMachine(cfg Config) *Error {
	return &Error{Msg: fmt.Sprintf("%q is not the name of a target", cfg.Target), Hint: "want one of " + strings.Join(MachineNames(), ", ")}
}

// commandLine is the options of cfg as directives.
func commandLine(cfg Config) (string, error) {
	var b strings.Builder
	if cfg.UnsignedChar {
		b.WriteString("#define __CHAR_UNSIGNED__ 1\n")
	}
	for _, d := range cfg.Undefine {
		if d == "" || strings.ContainsAny(d, "=( \n\x00") {
			return "", &Error{Msg: fmt.Sprintf("%q is not the name of a macro", d), Hint: "write {Undefine} NAME"}
		}
		fmt.Fprintf(&b, "#undef %s\n", d)
	}
	for _, d := range cfg.Define {
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		if name == "" || strings.ContainsAny(d, "\n\x00") {
			return "", &Error{Msg: fmt.Sprintf("%q is not a macro definition", d), Hint: "write {Define} NAME or {Define} NAME=VALUE"}
		}
		fmt.Fprintf(&b, "#define %s %s\n", name, value)
	}
	for _, f := range cfg.ForceInclude {
		if strings.ContainsAny(f, "\"\n\x00") {
			return "", &Error{Msg: fmt.Sprintf("-include %q is not a file name", f)}
		}
		fmt.Fprintf(&b, "#include \"%s\"\n", f)
	}
	return b.String(), nil
}
