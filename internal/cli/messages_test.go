package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// saying is which argument of a function is a message, in folders whose names begin so.
type saying struct {
	dir, function string
	argument      int
}

var says = []saying{
	{"internal/program/c/lower", "note", 2}, // kind, position, message
	{"internal/program/c", "Note", 2},       // likewise
	{"internal/program/c/isr", "note", 0},
	{"internal/program/c/elab", "leaveOut", 1},    // clause, message, hint
	{"internal/program/c/elab", "leaveAllOut", 1}, // clauses, message, hint
	{"internal/program/c/elab", "noContract", 1},  // place, message
	{"internal/run", "remark", 1},                 // program, message
	{"internal/program/c/pp", "fail", 2},
	{"internal/program/c/syntax", "fail", 1},   // hint, message
	{"internal/program/c/syntax", "report", 2}, // place, hint, message
	{"internal/program/c/elab", "fail", 2},     // position, hint, message
	{"internal/program/c/elab", "failAt", 2},
	{"internal/program/c/elab", "mistake", 2},
	{"internal/program/c/elab", "failNote", 3}, // position, another one, what that is, message
	{"internal/cli", "usagef", 0},
	{"fleet/command", "Usagef", 0},
	{"fleet/command", "Fprintln", 1}, // on standard error only, see messages
	{"fleet/command", "Fprintf", 1},
	{"fleet/command", "Errorf", 0},
	{"internal/report", "leaveOut", 0},
	{"internal/cli", "Fprintln", 1}, // on standard error only, see messages
	{"internal/cli", "Fprintf", 1},
	{"internal/cli", "Errorf", 0},
	{"internal/cli", "New", 0},
	{"internal/svcomp", "Errorf", 0},
	{"internal/svcomp", "New", 0},
	{"internal/check", "Errorf", 0},
	{"internal/check", "New", 0},
	{"internal/git", "Errorf", 0},
	{"internal/git", "New", 0},
	{"internal/export", "New", 0},
	{"internal/solvers", "Errorf", 0},
	{"internal/solvers", "New", 0},
	{"internal/resultfile", "Errorf", 0},
	{"internal/resultfile", "New", 0},
	{"internal/engine/registry", "Errorf", 0},
	{"internal/prepare", "Errorf", 0},
}

// message is a text of the source that users see.
type message struct {
	text  string // as for fmt
	at    token.Position
	other bool // a text of the front end that may be said or not: the page may have it
}

// messages are the texts in the source that users see when something is wrong, or assumed.
func messages(t *testing.T) []message {
	t.Helper()
	var all []message
	files := token.NewFileSet()
	for _, root := range []string{"internal", "fleet"} {
		constants := map[string]map[string]string{} // by folder
		type tree struct {
			dir  string
			file *ast.File
		}
		var trees []tree
		err := filepath.WalkDir("../../"+root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			dir := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../")
			if !slices.ContainsFunc(says, func(s saying) bool { return strings.HasPrefix(dir, s.dir) }) {
				return nil
			}
			file, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			trees = append(trees, tree{dir, file})
			if constants[dir] == nil {
				constants[dir] = map[string]string{}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Names) == len(spec.Values) {
					for i, v := range spec.Values {
						if text := constantText(v, nil); text != "" {
							constants[dir][spec.Names[i].Name] = text
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
		for _, tr := range trees {
			others := strings.HasPrefix(tr.dir, "internal/program/c/") || tr.dir == "internal/program/c/cfront"
			add := func(e ast.Expr) {
				if text := strings.TrimSpace(constantText(e, constants[tr.dir])); letters.MatchString(strings.TrimPrefix(verb.ReplaceAllString(text, ""), "craig:")) {
					all = append(all, message{text: text, at: files.Position(e.Pos())})
				}
			}
			addOther := func(e ast.Expr) {
				if text := strings.TrimSpace(constantText(e, constants[tr.dir])); others && len(text) > 8 && strings.Contains(text, " ") {
					all = append(all, message{text, files.Position(e.Pos()), true})
				}
			}
			ast.Inspect(tr.file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BasicLit:
					addOther(n)
				case *ast.BinaryExpr:
					addOther(n)
				case *ast.CallExpr:
					name, of := "", ""
					switch f := n.Fun.(type) {
					case *ast.Ident:
						name = f.Name
					case *ast.SelectorExpr:
						name = f.Sel.Name
						if x, ok := f.X.(*ast.Ident); ok {
							of = x.Name
						}
					}
					for _, s := range says {
						if !strings.HasPrefix(tr.dir, s.dir) || s.function != name || len(n.Args) <= s.argument || name == "New" && of != "errors" {
							continue
						}
						if strings.HasPrefix(name, "Fprint") && !isErrors(n.Args[0]) {
							continue
						}
						add(n.Args[s.argument])
					}
				case *ast.KeyValueExpr:
					if k, ok := n.Key.(*ast.Ident); ok && k.Name == "Msg" && strings.HasPrefix(tr.dir, "internal/program/c") {
						add(n.Value)
					}
				}
				return true
			})
		}
	}
	return all
}

// isErrors says that e is the standard error of the command line: a.err, q.Errs or errs.
func isErrors(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name == "err" || e.Sel.Name == "Errs"
	case *ast.Ident:
		return e.Name == "errs"
	}
	return false
}

// constantText is the text of a literal, of a constant, or of a sum of such; what is neither is %v.
func constantText(e ast.Expr, constants map[string]string) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			s, _ := strconv.Unquote(e.Value)
			return s
		}
	case *ast.Ident:
		return constants[e.Name]
	case *ast.BinaryExpr:
		x, y := constantText(e.X, constants), constantText(e.Y, constants)
		if e.Op == token.ADD && (x != "" || y != "") {
			if x == "" {
				x = "%v"
			}
			if y == "" {
				y = "%v"
			}
			return x + y
		}
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" && len(e.Args) > 0 {
			return constantText(e.Args[0], constants)
		}
	}
	return ""
}

// letters are what a message has at least, besides who says it.
var letters = regexp.MustCompile(`[a-z]{2}`)

// verb is a verb of fmt.
var verb = regexp.MustCompile(`%[-+ #0]*[0-9*]*(\.[0-9]+)?(\[[0-9]+\])?[a-zA-Z]`)

// TestMessages: docs/messages.md has every message that the source can be seen to have, word for word, and no other.
func TestMessages(t *testing.T) {
	text, err := os.ReadFile("../../docs/messages.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{} // whether the source has it
	for line := range strings.Lines(string(text)) {
		item, ok := strings.CutPrefix(line, "- `")
		for ok {
			var one string
			one, item, ok = strings.Cut(item, "`")
			if !ok {
				break
			}
			shown[one] = false
			item, ok = strings.CutPrefix(item, "; `")
		}
	}
	if len(shown) < 200 {
		t.Fatalf("%d messages are on the page", len(shown))
	}
	all := messages(t)
	if len(all) < 200 {
		t.Fatalf("%d messages were found", len(all))
	}
	for _, m := range all {
		var b strings.Builder
		for i, piece := range verb.Split(strings.ReplaceAll(m.text, "%%", "\x00"), -1) {
			if i > 0 {
				b.WriteString("[^`]*")
			}
			b.WriteString(regexp.QuoteMeta(strings.Join(strings.Fields(strings.ReplaceAll(piece, "\x00", "%")), "")))
		}
		begin := `^`
		if m.other { // a name may stand in front of it
			begin = ``
		}
		want := regexp.MustCompile(begin + b.String() + `$`)
		found := false
		for s := range shown {
			if want.MatchString(strings.ReplaceAll(s, " ", "")) {
				shown[s], found = true, true
			}
		}
		if !found && !m.other {
			t.Errorf("%s: docs/messages.md does not have %q", m.at, m.text)
		}
	}
	for s, is := range shown {
		if !is {
			t.Errorf("docs/messages.md has a message that no source has: %s", s)
		}
	}
}
