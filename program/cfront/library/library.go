// Package library is the one table of the functions whose meaning the front end knows without a
// definition in the program: those of the C library (C11, POSIX, and what glibc and programs
// commonly add) and those that the compiler has built in.
//
//	table/*.txt   the rows, one file for each header
//	models/*.c    models: functions of the table, written in C
//	type.go       prototypes, as far as declarations are compared with them
//
// A row says which function it is, what kind of answer its calls give, and who gives it:
//
//	exact  model  size_t strlen(const char *s)
//
// The kinds are those of Kind. The second column lists who says what a call does: "model" (a
// function of that name in one of models/*.c), "handler" (the front end itself), both with a comma
// between them (a handler for some calls, the model for the others), or "-": the default for
// functions without a model, or UNKNOWN if the row's kind is Unsupported. What follows " // " is a
// remark for users.
//
// Adding a model means writing the function and changing its row; the tests of this package and
// of package cfront compare the two.
package library

import (
	"bytes"
	"embed"
	"fmt"
	"path"
	"regexp"
	"sort"
	"strings"
	"sync"
)

// Kind says how what craig computes for a call relates to what the C library does.
type Kind uint8

const (
	// Exact: the same results and effects as glibc's, for all arguments for which C defines any.
	// What C leaves open, such as the size of memcmp's result, may be left open.
	Exact Kind = iota + 1
	// Approximate: more results or effects than the function has. TRUE carries over, FALSE is
	// replayed.
	Approximate
	// Input: results come from outside the program (files, the environment, the clock), and all
	// that may come are possible.
	Input
	// Unsupported: the function calls back, frees or keeps what it is given, jumps, or makes
	// threads or processes. If a call can be reached, the answer is UNKNOWN.
	Unsupported
)

var kindNames = map[string]Kind{"exact": Exact, "approximate": Approximate, "input": Input, "unsupported": Unsupported}

func (k Kind) String() string {
	for name, l := range kindNames {
		if k == l {
			return name
		}
	}
	return fmt.Sprintf("Kind(%d)", k)
}

// Function is a row of the table.
type Function struct {
	Name      string
	Header    string // "string.h"; "GCC" for what the compiler has built in
	Prototype string // as a C declaration, without a semicolon
	Kind      Kind
	Model     bool   // there is a model in C
	Handler   bool   // the front end has code for its calls
	Remark    string // for users; may be empty

	Result   *Type
	Params   []*Type
	Variadic bool
}

// Lookup finds the function that a C name calls, nil if it is not in the table. Names under which
// compilers and headers call a function of the library mean that function: __builtin_memcpy,
// __builtin___memcpy_chk, __isoc99_sscanf.
func Lookup(name string) *Function {
	t := load()
	if f := t.byName[name]; f != nil {
		return f
	}
	return t.byName[Plain(name)]
}

// Functions returns the rows, by header and name. They must not be changed.
func Functions() []*Function { return load().rows }

// Plain is the name without what compilers and headers add to it.
func Plain(name string) string {
	if s, ok := strings.CutPrefix(name, "__builtin_"); ok {
		if t, ok := strings.CutPrefix(s, "__"); ok {
			if t, ok := strings.CutSuffix(t, "_chk"); ok {
				return t
			}
		}
		return s
	}
	for _, prefix := range []string{"__isoc99_", "__isoc23_"} {
		if s, ok := strings.CutPrefix(name, prefix); ok {
			return s
		}
	}
	return name
}

// Source is a file of models.
type Source struct {
	Name string // "<craig>/string.c", a name that no file of a user has
	Text []byte // with what every file of models begins with
}

// ModelSource is the file that has the model of the function with this (plain) name; of one that
// the models share too. The second result tells whether there is one.
func ModelSource(name string) (Source, bool) {
	s, ok := load().models[name]
	return s, ok
}

// Open tells whether the model of the function with this name leaves something open: it calls
// __craig_sign or __craig_truth.
func Open(name string) bool { return load().open[name] }

//go:embed table/*.txt
var tables embed.FS

//go:embed models/*.c
var sources embed.FS

//go:embed models/prelude.h
var prelude string

type table struct {
	rows   []*Function
	byName map[string]*Function
	models map[string]Source
	open   map[string]bool
}

var load = sync.OnceValue(func() *table {
	t := &table{byName: map[string]*Function{}, models: map[string]Source{}, open: map[string]bool{}}
	for _, file := range list(tables, "table") {
		text, _ := tables.ReadFile(path.Join("table", file))
		rows, err := parseTable(string(text))
		if err != nil {
			panic(fmt.Sprintf("library: table/%s:%v", file, err))
		}
		for _, f := range rows {
			if t.byName[f.Name] != nil {
				panic(fmt.Sprintf("library: table/%s: %s has two rows", file, f.Name))
			}
			t.byName[f.Name] = f
			t.rows = append(t.rows, f)
		}
	}
	sort.SliceStable(t.rows, func(i, j int) bool {
		a, b := t.rows[i], t.rows[j]
		if a.Header != b.Header {
			return a.Header < b.Header
		}
		return a.Name < b.Name
	})
	for _, file := range list(sources, "models") {
		text, _ := sources.ReadFile(path.Join("models", file))
		src := Source{Name: "<craig>/" + file}
		src.Text = fmt.Appendf(nil, "%s\n#line 1 \"%s\"\n%s", prelude, src.Name, text)
		for name, body := range defined(text) {
			if _, ok := t.models[name]; ok {
				panic(fmt.Sprintf("library: %s: %s has two models", file, name))
			}
			t.models[name] = src
			t.open[name] = bytes.Contains(body, []byte("__craig_sign(")) || bytes.Contains(body, []byte("__craig_truth("))
		}
	}
	return t
})

func list(fsys embed.FS, folder string) []string {
	var names []string
	entries, _ := fsys.ReadDir(folder)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

var definition = regexp.MustCompile(`(?m)^([a-zA-Z_].*?)(\w+)\([^;]*\) \{$`)

// defined are the external functions that a file of models defines, with their bodies.
func defined(text []byte) map[string][]byte {
	bodies := map[string][]byte{}
	for _, m := range definition.FindAllSubmatchIndex(text, -1) {
		if name := string(text[m[4]:m[5]]); !bytes.HasPrefix(text[m[2]:m[3]], []byte("static")) {
			body, _, _ := bytes.Cut(text[m[1]:], []byte("\n}"))
			bodies[name] = body
		}
	}
	return bodies
}

// parseTable reads the rows of one file. An error begins with a line number.
func parseTable(text string) ([]*Function, error) {
	var rows []*Function
	header := ""
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if h, ok := strings.CutPrefix(line, "# "); ok {
			header = strings.TrimSpace(h)
			continue
		}
		if line == "" {
			continue
		}
		f, err := parseRow(header, line)
		if err != nil {
			return nil, fmt.Errorf("%d: %w", n+1, err)
		}
		rows = append(rows, f)
	}
	return rows, nil
}

func parseRow(header, line string) (*Function, error) {
	line, remark, _ := strings.Cut(line, " // ")
	kind, rest, _ := strings.Cut(line, " ")
	by, prototype, _ := strings.Cut(strings.TrimSpace(rest), " ")
	f := &Function{Header: header, Prototype: strings.TrimSpace(prototype), Kind: kindNames[kind], Remark: strings.TrimSpace(remark)}
	switch {
	case header == "":
		return nil, fmt.Errorf("a row before the name of its header")
	case f.Kind == 0:
		return nil, fmt.Errorf("%q is not a kind", kind)
	}
	for _, w := range strings.Split(by, ",") {
		switch w {
		case "model":
			f.Model = true
		case "handler":
			f.Handler = true
		case "-":
		default:
			return nil, fmt.Errorf("%q: want model, handler or -", w)
		}
	}
	return f, f.parsePrototype()
}
