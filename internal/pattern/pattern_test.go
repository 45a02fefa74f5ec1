package pattern

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestSources: every source of a pattern in this module is a regular expression. They are literals, so that this
// test finds them.
func TestSources(t *testing.T) {
	found := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			if f, ok := call.Fun.(*ast.SelectorExpr); !ok || f.Sel.Name != "New" {
				return true
			} else if x, ok := f.X.(*ast.Ident); !ok || x.Name != "pattern" {
				return true
			}
			found++
			source, err := constant(call.Args[0])
			if err == nil {
				_, err = regexp.Compile(source)
			}
			if err != nil {
				t.Errorf("%v: %v", fset.Position(call.Pos()), err)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 50 {
		t.Errorf("found %d patterns; where are the others?", found)
	}
}

// constant is a literal, or a sum of literals.
func constant(e ast.Expr) (string, error) {
	switch e := e.(type) {
	case *ast.BasicLit:
		return strconv.Unquote(e.Value)
	case *ast.BinaryExpr:
		x, err := constant(e.X)
		if err != nil {
			return "", err
		}
		y, err := constant(e.Y)
		return x + y, err
	}
	return "", errors.New("the source is no literal")
}

func TestPattern(t *testing.T) {
	p := New(`(\w)=(\d+)`)
	for range 2 {
		if got := p.FindStringSubmatch("let x=12"); len(got) != 3 || got[1] != "x" || got[2] != "12" {
			t.Errorf("found %q", got)
		}
	}
	if p.MatchString("x=y") || !p.MatchString("x=0") {
		t.Error("what matches is wrong")
	}
}
