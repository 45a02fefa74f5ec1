package portfolio

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNumbers: docs/results/engines.md says of each number that tunes the portfolio what it rests on.
func TestNumbers(t *testing.T) {
	text, err := os.ReadFile("../../docs/results/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n### The numbers in package portfolio\n")
	section, _, _ = strings.Cut(section, "\n## ")
	files, _ := filepath.Glob("*.go")
	seen := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			constants, ok := d.(*ast.GenDecl)
			if !ok || constants.Tok != token.CONST {
				continue
			}
			for _, s := range constants.Specs {
				v := s.(*ast.ValueSpec)
				number := false
				for _, e := range v.Values {
					ast.Inspect(e, func(n ast.Node) bool {
						l, ok := n.(*ast.BasicLit)
						number = number || ok && l.Kind != token.STRING
						return true
					})
				}
				if !number {
					continue
				}
				seen++
				if !strings.Contains(section, "`"+v.Names[0].Name+"`") {
					t.Errorf("%s: %s is not in docs/results/engines.md", name, v.Names[0].Name)
				}
			}
		}
	}
	if seen < 15 {
		t.Errorf("only %d numbers were found", seen)
	}
}
