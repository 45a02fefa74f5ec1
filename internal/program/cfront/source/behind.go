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
		fileOf := func(l *cc.TranslationUnit) string {
			p := l.Position()
			return cfg.Files.Pos(p.Filename, p.Line, p.Column).File
		}
		for ; tail != nil && fileOf(tail) != name && tail.Position().Filename != moreBuiltIn; tail = tail.TranslationUnit {
		}
		*last = tail
		return &joined, nil
	})
}

// parseTail parses the text by itself. All that a parser has to know of the file is which names are types.
func parseTail(cfg Config, ast *cc.AST, name, text string) (*cc.TranslationUnit, error) {
	if directive.MatchString(text) {
		return nil, &Error{Pos: ir.Pos{File: name}, Msg: "there are directives in it"}
	}
	cfg.Include, cfg.ForceInclude, cfg.Define, cfg.Undefine = nil, nil, nil, nil
	t := &translation{cfg: cfg, file: name, text: []byte(text)}
	x, err := t.expand(false)
	if err != nil {
		return nil, err
	}
	there, missing := x.knownIn(ast)
	tail, err := t.parse(x, cc.Source{Name: builtIn, Value: there}, cc.Source{Name: "<types>", Value: typedefs(ast, x.words)}, cc.Source{Name: moreBuiltIn, Value: missing})
	if err != nil {
		return nil, err
	}
	return tail.TranslationUnit, nil
}

// directive matches one that is not a marker of a line.
var directive = pattern.New(`(?m)^[ \t]*#[ \t]*[a-km-z]`)

// moreBuiltIn is the source of what only the text behind a file needs of what the compiler knows.
const moreBuiltIn = "<more built-in>"

// knownIn divides what the compiler knows, as far as it is needed: what the file has declared already, and the rest.
func (x *expansion) knownIn(ast *cc.AST) (there, missing string) {
	lines := known().lines
	needed := known().needed(x.words)
	declared := make([]bool, len(lines))
	for i, l := range lines {
		if needed[i] && slices.ContainsFunc(l.names, func(name string) bool { return len(ast.Scope.Nodes[name]) > 0 }) {
			declared[i], needed[i] = true, false
		}
	}
	return x.knownText(declared), x.knownText(needed)
}

// typedefs are declarations that make types of the words that are such at the end of a file.
func typedefs(ast *cc.AST, words map[string]bool) string {
	var b strings.Builder
	for word := range words {
		for _, n := range ast.Scope.Nodes[word] {
			if d, ok := n.(*cc.Declarator); ok && d.IsTypename() {
				fmt.Fprintf(&b, "typedef int %s;\n", word)
				break
			}
		}
	}
	return b.String()
}
