package lower

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"craig/internal/program/c/library"
	"craig/internal/program/c/scalarize"
)

// TestWords: what rows of the table say that functions do, there is code for, and the other way round.
func TestWords(t *testing.T) {
	used := map[string]bool{}
	for _, f := range library.Functions() {
		used[f.Does] = true
	}
	code := map[string]bool{"": true}
	for word := range handlers {
		code[word] = true
	}
	for word := range partial {
		code[word] = true
	}
	for word := range builtins {
		code[word] = true
	}
	for _, word := range scalarize.Words() {
		code[word] = true
	}
	for word := range used {
		if !code[word] {
			t.Errorf("no code for %q", word)
		}
	}
	for word := range code {
		if !used[word] {
			t.Errorf("no row says %q", word)
		}
	}
}

// TestNoNames: no text in this package is the name of a function of the library, which the table has.
func TestNoNames(t *testing.T) {
	names := map[string]bool{}
	for _, f := range library.Functions() {
		names[f.Name] = true
	}
	if !names["malloc"] || !names["__builtin_isnan"] {
		t.Fatal("the table has no functions")
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	texts := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				texts++
				if text, err := strconv.Unquote(lit.Value); err != nil || names[text] {
					t.Errorf("%s: %s is the name of a function of the library", file, lit.Value)
				}
			}
			return true
		})
	}
	if texts < 100 {
		t.Errorf("only %d texts", texts)
	}
}
