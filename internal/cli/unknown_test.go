package cli

import (
	"bytes"
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

	"github.com/spf13/pflag"
)

// unknownSections are the sections of docs/unknown.md that are about a reason, by its word.
func unknownSections(t *testing.T) (sections map[string]string, all string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/unknown.md")
	if err != nil {
		t.Fatal(err)
	}
	sections = map[string]string{}
	for part := range strings.SplitSeq(strings.ReplaceAll(string(text), "\n###", "\n##"), "\n## ") {
		name, body, _ := strings.Cut(part, "\n")
		sections[name] = body
	}
	return sections, string(text)
}

// reasonWords are the constants of package verdict that are reasons: name to word.
func reasonWords(t *testing.T) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../internal/evidence/verdict/reason.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			if typ, ok := spec.Type.(*ast.Ident); ok && typ.Name == "Reason" {
				words[spec.Names[0].Name] = firstText(spec.Values[0])
			}
		}
		return true
	})
	return words
}

// firstText is the string literal that an expression begins with: itself, the left of a sum, the format of a call; "" for none.
func firstText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			s, _ := strconv.Unquote(e.Value)
			return s
		}
	case *ast.BinaryExpr:
		return firstText(e.X)
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" && len(e.Args) > 0 {
			return firstText(e.Args[0])
		}
	case *ast.KeyValueExpr:
		return firstText(e.Value)
	}
	return ""
}

// given is a reason in the code with the text that follows it.
type given struct {
	reason, detail string // a detail may be ""
	at             token.Position
}

// reasonsGiven finds the reasons, with their details, that the packages of craig give: constants of package verdict that stand
// in a list beside their detail, and the words of craig check and craig bench.
func reasonsGiven(t *testing.T) []given {
	t.Helper()
	words := reasonWords(t)
	word := func(e ast.Expr, own bool) string {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		if s, ok := e.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "verdict" {
				return words[s.Sel.Name]
			}
		}
		if own {
			return strings.ReplaceAll(strings.TrimSuffix(firstText(e), ": "), "%d", "N")
		}
		return ""
	}
	var all []given
	files := token.NewFileSet()
	err := filepath.WalkDir("../../internal", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		inside := func(dir string) bool { return strings.Contains(filepath.ToSlash(path), "/internal/"+dir+"/") }
		own := inside("check") || inside("bench")
		add := func(list []ast.Expr, own bool) {
			for i, e := range list {
				if w := word(e, own && i == 0); w != "" {
					g := given{reason: w, at: files.Position(e.Pos())}
					if i+1 < len(list) {
						g.detail = firstText(list[i+1])
					}
					all = append(all, g)
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				f := ""
				switch x := n.Fun.(type) {
				case *ast.Ident:
					f = x.Name
				case *ast.SelectorExpr:
					f = x.Sel.Name
				}
				add(n.Args, own && (f == "none" || f == "crashed"))
			case *ast.CompositeLit:
				add(n.Elts, false)
			case *ast.AssignStmt:
				for i, e := range n.Lhs {
					s, ok := e.(*ast.SelectorExpr)
					x, name := e.(*ast.Ident)
					if i < len(n.Rhs) && (ok && s.Sel.Name == "Reason" || inside("check") && name && x.Name == "why") {
						add(n.Rhs[i:], own)
					}
				}
			case *ast.ReturnStmt:
				add(n.Results, false)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestUnknownReasons: docs/unknown.md has a section for each reason of UNKNOWN, with each detail that the code gives.
func TestUnknownReasons(t *testing.T) {
	sections, _ := unknownSections(t)
	words := reasonWords(t)
	if len(words) < 10 {
		t.Fatalf("reasons: %v", words)
	}
	for _, w := range words {
		if sections[w] == "" {
			t.Errorf("no section about %q", w)
		}
	}
	verbs := regexp.MustCompile(`%[a-z]`)
	seen := map[string]int{}
	for _, g := range reasonsGiven(t) {
		seen[g.reason]++
		body := strings.Join(strings.Fields(sections[g.reason]), " ")
		if body == "" {
			t.Errorf("%s: no section about %q", g.at, g.reason)
			continue
		}
		for _, piece := range verbs.Split(g.detail, -1) {
			if piece = strings.Trim(piece, " ():;,."); len(piece) > 4 && !strings.Contains(body, piece) {
				t.Errorf("%s: the section about %q does not have %q", g.at, g.reason, piece)
			}
		}
	}
	for _, w := range []string{"timeout", "bound", "incomplete", "solver", "uncertified", "killed", "exit N", "rounds", "input"} {
		if seen[w] == 0 {
			t.Errorf("the code was not seen to give the reason %q", w)
		}
	}
}

// TestUnknownPrograms: the programs of docs/unknown.md have the answers that it shows, and the options that it names exist.
func TestUnknownPrograms(t *testing.T) {
	sections, all := unknownSections(t)
	root := (&app{out: new(bytes.Buffer), err: new(bytes.Buffer)}).root()
	options := []string{"--help"}
	for _, c := range root.Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) { options = append(options, "--"+f.Name) })
	}
	for _, option := range regexp.MustCompile(`--[a-z][a-z-]+`).FindAllString(all, -1) {
		if !slices.Contains(options, option) {
			t.Errorf("there is no option %s", option)
		}
	}
	t.Chdir(t.TempDir())
	shown := 0
	for reason, body := range sections {
		_, after, ok := strings.Cut(body, "```c\n")
		if !ok {
			continue
		}
		program, after, _ := strings.Cut(after, "```\n")
		_, after, _ = strings.Cut(after, "```\n")
		block, _, ok := strings.Cut(after, "\n```")
		command, want, _ := strings.Cut(block, "\n")
		if !ok || !strings.HasPrefix(command, "craig ") {
			t.Errorf("%s: no command after the program", reason)
			continue
		}
		if err := os.WriteFile(reason+".c", []byte(program), 0o666); err != nil {
			t.Fatal(err)
		}
		shown++
		if n := strings.Count(program, "\n"); n > 3 {
			t.Errorf("%s: the program has %d lines, not three", reason, n)
		}
		command, quoted, _ := strings.Cut(command, " '")
		args := strings.Fields(command)[1:]
		if quoted != "" {
			args = append(args, strings.TrimSuffix(quoted, "'"))
		}
		var out, errs bytes.Buffer
		if status := execute(args, &out, &errs); status != exitUnknown {
			t.Errorf("%s: exit status %d\n%s%s", reason, status, &out, &errs)
		}
		for line := range strings.SplitSeq(want, "\n") {
			if !strings.Contains("\n"+out.String(), "\n"+line+"\n") {
				t.Errorf("%s: the output does not have the line %q:\n%s", reason, line, &out)
			}
		}
		if !strings.HasSuffix(want, "UNKNOWN("+reason+")") {
			t.Errorf("%s: shows %q", reason, want)
		}
	}
	if shown < 10 {
		t.Errorf("only %d programs are shown", shown)
	}
}
