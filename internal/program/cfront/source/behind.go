package source

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/pattern"
	"craig/internal/program/ir"
)

// Behind is the syntax tree of a file with a text behind it, which has a name of its own in positions. ast, that of the file, is not
// changed, and the file is not read again. Macros of the file mean nothing in the text, which has no directives. The error is an *Error
// or ctx's.
func Behind(ctx context.Context, cfg Config, ast *cc.AST, name, text string) (*cc.AST, error) {
	return await(ctx, patience, name, func() (*cc.AST, error) {
		tail, err := parseTail(cfg, ast, name, text)
		if err != nil {
			return nil, err
		}
		joined := *ast
		joined.TranslationUnit = nil
		last := &joined.TranslationUnit
		for l := ast.TranslationUnit; l != nil; l = l.TranslationUnit {
			if next := l.TranslationUnit; next == nil && l.Position().Filename == end {
				break
			}
			*last = &cc.TranslationUnit{ExternalDeclaration: l.ExternalDeclaration}
			last = &(*last).TranslationUnit
		}
		for ; tail != nil && tail.Position().Filename != name && tail.Position().Filename != moreBuiltIn; tail = tail.TranslationUnit {
		}
		*last = tail
		return &joined, nil
	})
}

// parseTail parses the text by itself. All that a parser has to know of the file is which names are types.
func parseTail(cfg Config, ast *cc.AST, name, text string) (unit *cc.TranslationUnit, err error) {
	prepared, facts, wrong := prepare(cfg, name, []byte(text))
	switch {
	case wrong != nil:
		return nil, wrong
	case facts.macros:
		return nil, &Error{Pos: ir.Pos{File: name}, Msg: "there are directives in it"}
	}
	t := &translation{cfg: cfg, file: name, text: prepared, facts: facts}
	defer func() {
		if r := recover(); r != nil {
			unit, err = nil, recovered(name, prepared, r)
		}
	}()
	before := cfg
	before.Include, before.ForceInclude, before.Define, before.Undefine = nil, nil, nil, nil
	list, err := sources(before, name, prepared, nil)
	if err != nil {
		return nil, err
	}
	there, missing := knownIn(ast, mentions(prepared))
	for i := range list {
		if list[i].Name == builtIn {
			list[i].Value = there
		}
	}
	list = slices.Insert(list, len(list)-2, cc.Source{Name: "<types>", Value: typedefs(ast, text)}, cc.Source{Name: moreBuiltIn, Value: missing})
	tail, err := cc.Parse(t.newConfig(false), list)
	if err != nil {
		return nil, diagnostic(name, prepared, err)
	}
	return tail.TranslationUnit, nil
}

// moreBuiltIn is the source of what only the text behind a file needs of what the compiler knows.
const moreBuiltIn = "<more built-in>"

// knownIn divides what the compiler knows, as far as it is mentioned: what the file has declared already, and macros; and the rest.
func knownIn(ast *cc.AST, m mentioned) (there, missing string) {
	lines := builtinLines()
	if m != nil {
		lines = linesOf(m.of(lines))
	}
	for _, l := range lines {
		declared := !slices.ContainsFunc(l.names, func(name string) bool { return !strings.Contains(l.text, "#define "+name) })
		for _, name := range l.names {
			declared = declared || len(ast.Scope.Nodes[name]) > 0
		}
		if declared {
			there += l.text
		} else {
			missing += l.text
		}
	}
	return there, missing
}

// typedefs are declarations that make types of the words of a text that are such at the end of a file.
func typedefs(ast *cc.AST, text string) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, at := range words.FindAllStringIndex(text, -1) {
		word := text[at[0]:at[1]]
		if seen[word] {
			continue
		}
		seen[word] = true
		for _, n := range ast.Scope.Nodes[word] {
			if d, ok := n.(*cc.Declarator); ok && d.IsTypename() {
				fmt.Fprintf(&b, "typedef int %s;\n", word)
				break
			}
		}
	}
	return b.String()
}

var words = pattern.New(`[A-Za-z_][A-Za-z_0-9]*`)
