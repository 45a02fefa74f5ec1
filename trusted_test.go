package craig_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTrusted: the table of what is trusted in docs/evidence.md has the lines that there are, within a twentieth, and no package is missing that the
// certifier, the checkers beside it, and what makes their program import, unless what it finds is checked each time.
func TestTrusted(t *testing.T) {
	doc, err := os.ReadFile("docs/evidence.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(doc), "| what | lines | what judges it from outside |\n")
	listed := map[string]bool{}
	sum, claimed := 0, 0
	name := regexp.MustCompile("`([^`]+)`")
	for row := range strings.Lines(table) {
		cells := strings.Split(row, " | ")
		if len(cells) < 3 {
			if strings.HasPrefix(row, "|---") {
				continue
			}
			break
		}
		says, err := strconv.Atoi(strings.ReplaceAll(cells[1], ",", ""))
		if err != nil {
			t.Fatalf("%s: %v", row, err)
		}
		if strings.HasPrefix(row, "| all ") {
			claimed = says
			break
		}
		if strings.HasPrefix(row, "| what every program needs ") {
			if d := says - sum; max(d, -d) > sum/20 {
				t.Errorf("%s: there are %d lines", row, sum)
			}
			t.Logf("%d lines for every program", sum)
			continue
		}
		lines := 0
		for _, m := range name.FindAllStringSubmatch(cells[0], -1) {
			listed[m[1]] = true
			lines += linesOf(t, m[1])
		}
		sum += lines
		if d := says - lines; max(d, -d) > lines/20 {
			t.Errorf("%s: there are %d lines", row, lines)
		}
	}
	if d := claimed - sum; max(d, -d) > sum/20 || sum == 0 {
		t.Errorf("all are %d lines, not %d", sum, claimed)
	}
	t.Logf("%d lines", sum)
	listed["internal/evidence/certexec"] = true // where the answer names it
	named := func(after string) map[string]bool {
		_, text, _ := strings.Cut(string(doc), after)
		text, _, _ = strings.Cut(text, "\n\n")
		set := map[string]bool{}
		for _, m := range name.FindAllStringSubmatch(text, -1) {
			if strings.HasPrefix(m[1], "internal/") {
				set[m[1]] = true
			}
		}
		if len(set) == 0 {
			t.Errorf("docs/evidence.md has no packages after %q", after)
		}
		for pkg := range set {
			if listed[pkg] {
				t.Errorf("%s is in the table, and after %q too", pkg, after)
			}
		}
		return set
	}
	checked, unneeded := named("\nChecked each time, and not believed: "), named("\nImported by the front end for lists and messages, on which no answer rests: ")
	for _, root := range []string{"internal/evidence/certify", "internal/evidence/checkcoverage", "internal/logic/refuted", "internal/program/pointers",
		"internal/program/c/cfront", "internal/program/alias", "internal/program/interleave", "internal/program/interrupt", "internal/program/thread"} {
		for pkg := range reached(root) {
			maker := strings.HasPrefix(root, "internal/program/") && root != "internal/program/pointers"
			if !listed[pkg] && !(maker && checked[pkg]) && !(root == "internal/program/c/cfront" && unneeded[pkg]) {
				t.Errorf("%s imports %s, by way of others perhaps, which is not in the table", root, pkg)
			}
		}
	}
}

// linesOf counts the lines of a file, or of the files of a package that are no tests and not generated.
func linesOf(t *testing.T, path string) (n int) {
	t.Helper()
	files := []string{path}
	if !strings.HasSuffix(path, ".go") {
		files, _ = filepath.Glob(filepath.Join(path, "*.go"))
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if head, _, _ := strings.Cut(string(text), "\npackage "); !strings.Contains(head, "Code generated") {
			n += strings.Count(string(text), "\n")
		}
	}
	if n == 0 {
		t.Errorf("%s has no lines", path)
	}
	return n
}

// TestOnlyTheTable: what the package alias has of the analysis of pointers is its table, which package pointers is given, and that is all that there is to have.
func TestOnlyTheTable(t *testing.T) {
	exported := map[string]bool{}
	for _, file := range goFiles(t, "internal/program/pointsto") {
		for name := range file.Scope.Objects {
			exported[name] = exported[name] || ast.IsExported(name)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv != nil && n.Name.IsExported() {
					exported["method "+n.Name.Name] = true
				}
				return false
			case *ast.TypeSpec:
				if s, ok := n.Type.(*ast.StructType); ok && n.Name.IsExported() {
					for _, f := range s.Fields.List {
						for _, name := range f.Names {
							exported["field "+name.Name] = exported["field "+name.Name] || name.IsExported()
						}
					}
				}
			}
			return true
		})
	}
	var names []string
	for name, is := range exported {
		if is {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	// Split takes and gives nothing: it completes the table.
	if want := []string{"Analyse", "Analysis", "Options", "field Any", "field Table", "method Split"}; !slices.Equal(names, want) {
		t.Errorf("pointsto exports %v, want %v", names, want)
	}
}

// goFiles are the files of a package that are no tests.
func goFiles(t *testing.T, dir string) (files []*ast.File) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatal(dir, err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}
