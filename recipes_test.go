package craig_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// An edit is text that a recipe puts into a file: before the first line that begins with before, or a file of its own if that is "".
type edit struct{ file, before, text string }

// The recipes of CONTRIBUTING.md, followed for something that nobody needs.
var (
	propertyRecipe = []edit{
		{"internal/property/property.go", "\t{\n\t\tName: \"float-overflow\"", "\t{\n\t\tName: \"left-shift\", CWE: 682,\n\t\tWrong:   \"it shifts by too much\",\n\t\tFinding: \"a shift is by too much\",\n\t},\n"},
		{"internal/program/c/check/check.go", "\t\"float-overflow\":", "\t\"left-shift\": {demands: leftShift, own: true},\n"},
		{"internal/program/c/check/leftshift.go", "", `package check

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

func leftShift(_ *types.Table, x core.Expr) []core.Demand {
	if s, ok := x.(*core.Binary); ok && s.Op == core.Shl {
		return []core.Demand{core.Distance}
	}
	return nil
}
`},
		{"options.go", "\tFloatOverflow", "\tLeftShift Property = \"left-shift\" // shift by too much\n"},
	}
	functionRecipe = []edit{
		{"internal/program/c/library/table/string.txt", "exact model size_t strnlen(", "exact model size_t strdoubled(const char *s)\n"},
		{"internal/program/c/library/models/string.c", "void *memfrob(", "size_t strdoubled(const char *s) {\n\treturn 2 * strlen(s);\n}\n\n"},
	}
)

// TestRecipes follows the recipes of CONTRIBUTING.md for a property and a function of the library, builds craig so, and asks it about both.
func TestRecipes(t *testing.T) {
	if !testenv.Night() {
		t.Skip("at night: NIGHT asks for it")
	}
	dir := t.TempDir()
	replace := map[string]string{}
	for i, e := range slices.Concat(propertyRecipe, functionRecipe) {
		text := e.text
		if e.before != "" {
			old, err := os.ReadFile(e.file)
			if err != nil {
				t.Fatal(err)
			}
			at := strings.Index(string(old), "\n"+e.before)
			if at < 0 {
				t.Fatalf("%s has no line that begins with %q", e.file, e.before)
			}
			text = string(old[:at+1]) + e.text + string(old[at+1:])
		}
		file, err := filepath.Abs(e.file)
		if err != nil {
			t.Fatal(err)
		}
		replace[file] = filepath.Join(dir, strconv.Itoa(i))
		if err := os.WriteFile(replace[file], []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	list, exe := write("overlay.json", string(overlay)), filepath.Join(dir, "craig")
	if out, err := exec.Command("go", "build", "-overlay", list, "-o", exe, "./cmd/craig").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct{ options, text, want string }{
		{"--property=left-shift", "int main(int n, char **v) { return 1 << n; }", "FALSE(left-shift)"},
		{"--property=left-shift", "int main(int n, char **v) { return 1 << (n & 7) | 8 >> n; }", "TRUE"},
		{"--property=unreach-call", "extern unsigned long strdoubled(const char *); void reach_error(void); int main(void) { if (strdoubled(\"ab\") != 4) reach_error(); }", "TRUE"},
	} {
		out, _ := exec.Command(exe, "verify", c.options, write("a.c", c.text)).Output()
		if !strings.HasSuffix(strings.TrimSpace(string(out)), c.want) {
			t.Errorf("%s %s: %s, not %s", c.options, c.text, out, c.want)
		}
	}
}

// TestRecipeFiles: the recipes touch as few files as CONTRIBUTING.md says, and no more files of Go name a property that has nothing of its own, or a function
// of which nothing but its row and its model is known.
func TestRecipeFiles(t *testing.T) {
	goFiles := func(edits []edit) (n int) {
		for _, e := range edits {
			if strings.HasSuffix(e.file, ".go") {
				n++
			}
		}
		return n
	}
	if goFiles(propertyRecipe) > 4 || len(functionRecipe) > 2 || goFiles(functionRecipe) > 0 {
		t.Error("the recipes are longer than they are said to be")
	}
	named := map[string][]string{"float-invalid": nil, "float-overflow": nil, "conversion": nil, "strspn": nil, "memfrob": nil, "strcasecmp": nil}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || strings.Contains(file, "testdata") {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil || !slices.ContainsFunc([]string{"float-", "conversion", "strspn", "memfrob", "strcasecmp"}, func(s string) bool { return strings.Contains(string(text), `"`+s) }) {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, text, 0)
		if err != nil {
			return err
		}
		seen := map[string]bool{}
		ast.Inspect(tree, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if s, err := strconv.Unquote(lit.Value); err == nil && !seen[s] {
					if list, ok := named[s]; ok {
						named[s], seen[s] = append(list, file), true
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, files := range named {
		switch property := strings.Contains(name, "-") || name == "conversion"; {
		case property && (len(files) == 0 || len(files) > 4):
			t.Errorf("the property %s is in %q", name, files)
		case !property && len(files) > 0:
			t.Errorf("the function %s is in %q", name, files)
		}
	}
}
