package craig_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// TestTrusted: the table of what is trusted in docs/evidence.md has the lines that there are, within a twentieth, and no package is missing that the
// certifier, the checkers beside it, and what makes their program import, unless what it finds is checked each time.
func TestTrusted(t *testing.T) {
	doc, err := os.ReadFile("docs/evidence.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := trustedRows(string(doc))
	listed := map[string]bool{}
	sum, claimed := 0, 0
	name := regexp.MustCompile("`([^`]+)`")
	apart := map[string]bool{} // files that have rows of their own, or are in other rows than their packages
	for _, cells := range rows {
		for _, m := range name.FindAllStringSubmatch(cells[0], -1) {
			if strings.HasSuffix(m[1], ".go") {
				if apart[m[1]] {
					t.Errorf("%s is in the table twice", m[1])
				}
				apart[m[1]] = true
			}
		}
	}
	for _, cells := range rows {
		row := strings.Join(cells, " | ")
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
			for _, file := range filesOf(t, m[1]) {
				if file == m[1] || !apart[file] {
					lines += linesOf(t, file)
				}
			}
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
		"internal/program/c/cfront", "internal/program/alias", "internal/program/interleave", "internal/program/interrupt", "internal/program/thread", "internal/program/selfcomp"} {
		for pkg := range reached(root) {
			maker := strings.HasPrefix(root, "internal/program/") && root != "internal/program/pointers"
			if !listed[pkg] && !(maker && checked[pkg]) && !(root == "internal/program/c/cfront" && unneeded[pkg]) {
				t.Errorf("%s imports %s, by way of others perhaps, which is not in the table", root, pkg)
			}
		}
	}
}

// trustedRows are the rows of the table of what is trusted, by cells.
func trustedRows(doc string) (rows [][]string) {
	_, table, _ := strings.Cut(doc, "| what | lines | what judges it from outside |\n")
	for row := range strings.Lines(table) {
		cells := strings.Split(row, " | ")
		if len(cells) >= 3 {
			rows = append(rows, cells)
		} else if !strings.HasPrefix(row, "|---") {
			break
		}
	}
	return rows
}

// filesOf are a file, or the files of a package that are no tests and not generated.
func filesOf(t *testing.T, path string) (files []string) {
	t.Helper()
	all := []string{path}
	if !strings.HasSuffix(path, ".go") {
		all, _ = filepath.Glob(filepath.Join(path, "*.go"))
	}
	for _, f := range all {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if head, _, _ := strings.Cut(string(text), "\npackage "); !strings.Contains(head, "Code generated") {
			files = append(files, filepath.ToSlash(f))
		}
	}
	if len(files) == 0 {
		t.Errorf("%s has no files", path)
	}
	return files
}

// linesOf counts the lines of a file.
func linesOf(t *testing.T, file string) int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "\n")
}

// TestEveryProgram: of the rows after what every program needs, certifying proofs of programs that have nothing of what these rows are about executes
// next to nothing: at most a fifth of the statements of a row, which look whether there is anything.
func TestEveryProgram(t *testing.T) {
	if !testenv.Night() {
		t.Skip("at night: NIGHT asks for it")
	}
	doc, err := os.ReadFile("docs/evidence.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	craig, counters, unused := filepath.Join(dir, "craig"), filepath.Join(dir, "counters"), filepath.Join(dir, "unused")
	for _, d := range []string{counters, unused} {
		if err := os.Mkdir(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	do := func(to, name string, args ...string) error {
		c := exec.Command(name, args...)
		c.Env = append(os.Environ(), "GOCOVERDIR="+to, "CGO_ENABLED=0")
		if text, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, text)
		}
		return nil
	}
	if err := do(unused, "go", "build", "-cover", "-coverpkg=craig/...", "-o", craig, "./cmd/craig"); err != nil {
		t.Fatal(err)
	}
	programs := [][]string{{"examples/lock.c"}, {"--property", "bounds", "examples/ring.c"}, {"--property", "no-overflow", "examples/midpoint.c"}}
	papers, _ := filepath.Glob("testdata/papers/*.c")
	for _, file := range papers {
		if !strings.Contains(file, "-bug") && !strings.Contains(file, "-rec") { // which has no invariants, but summaries
			programs = append(programs, []string{file})
		}
	}
	for _, name := range []string{"bit_set", "container_of", "date", "duff", "flexible_array", "function_table", "goto_cleanup", "min_max", "saturate", "sizeof_array", "state_table", "static_local"} {
		programs = append(programs, []string{"testdata/idioms/" + name + ".c"})
	}
	result := filepath.Join(dir, "result.json")
	for _, args := range programs {
		if err := errors.Join(do(unused, craig, append([]string{"verify", "--json", result}, args...)...), do(counters, craig, "certify", result)); err != nil {
			t.Error(err)
		}
	}
	profile := filepath.Join(dir, "profile")
	if err := do(unused, "go", "tool", "covdata", "textfmt", "-i", counters, "-o", profile); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(profile)
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]map[string][2]int{} // by file and place: statements, and whether they were executed
	for line := range strings.Lines(string(text)) {
		file, rest, ok := strings.Cut(strings.TrimPrefix(line, "craig/"), ":")
		var at string
		var n, count int
		if _, err := fmt.Sscan(rest, &at, &n, &count); !ok || err != nil {
			continue // the mode
		}
		if blocks[file] == nil {
			blocks[file] = map[string][2]int{}
		}
		blocks[file][at] = [2]int{n, max(min(count, 1), blocks[file][at][1])}
	}
	every := true
	for _, cells := range trustedRows(string(doc)) {
		if strings.HasPrefix(cells[0], "| what every program needs") {
			every = false
			continue
		}
		all, executed := 0, 0
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[0], -1) {
			for _, file := range filesOf(t, m[1]) {
				for _, b := range blocks[file] {
					all += b[0]
					executed += b[0] * b[1]
				}
			}
		}
		t.Logf("%d of %d statements: %.60s", executed, all, cells[0])
		if !every && all >= 100 && 5*executed > all {
			t.Errorf("%d of %d statements are executed: %s", executed, all, cells[0])
		}
	}
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
