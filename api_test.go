package craig

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"craig/internal/cover"
	"craig/internal/engine/tracer"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// TestConstants: the constants of the API are those of the packages that it is made of.
func TestConstants(t *testing.T) {
	for v := verdict.Unknown; v <= verdict.False; v++ {
		if want := map[Verdict]verdict.Verdict{Unknown: verdict.Unknown, True: verdict.True, False: verdict.False}[Verdict(v)]; want != v {
			t.Errorf("Verdict(%d) is %v", v, want)
		}
	}
	for mine, want := range map[Hint]verdict.Hint{NoHint: verdict.NoHint, MoreTime: verdict.MoreTime, MoreMemory: verdict.MoreMemory,
		OtherSolver: verdict.OtherSolver, OtherEngine: verdict.OtherEngine, UseLazy: verdict.UseLazy, InlineCalls: verdict.InlineCalls, LargerBound: verdict.LargerBound, NameDevices: verdict.NameDevices} {
		if verdict.Hint(mine) != want {
			t.Errorf("Hint %d is %v", mine, want)
		}
	}
	for mine, want := range map[Reason]verdict.Reason{Timeout: verdict.Timeout, Memory: verdict.Memory, Interrupted: verdict.Interrupted, Size: verdict.Size,
		Unsupported: verdict.Unsupported, UnsupportedProperty: verdict.UnsupportedProperty, Recursion: verdict.Recursion, Approximation: verdict.Approximation,
		Bound: verdict.Bound, Imprecise: verdict.Imprecise, Interpolant: verdict.Interpolant, TooWeak: verdict.TooWeak, Incomplete: verdict.Incomplete,
		Solver: verdict.Solver, Uncertified: verdict.Uncertified, Bug: verdict.Bug} {
		if verdict.Reason(mine) != want {
			t.Errorf("Reason %q is %q", mine, want)
		}
	}
	for mine, want := range map[NoteKind]ir.NoteKind{Assumption: ir.Assumption, Overapproximated: ir.Overapproximated, Unmodelled: ir.Unmodelled} {
		if ir.NoteKind(mine) != want {
			t.Errorf("NoteKind %d is %v", mine, want)
		}
	}
	for mine, want := range map[Goals]cover.GoalKind{Branches: cover.Branches, Blocks: cover.Blocks, Lines: cover.Lines, Errors: cover.Errors} {
		if cover.GoalKind(mine) != want {
			t.Errorf("Goals %d is %v", mine, want)
		}
	}
	for mine, want := range map[GoalStatus]cover.GoalStatus{GoalOpen: cover.Open, Covered: cover.Covered, Unreachable: cover.Unreachable} {
		if cover.GoalStatus(mine) != want {
			t.Errorf("GoalStatus %d is %v", mine, want)
		}
	}
	for mine, want := range map[Loops]tracer.Loops{Selective: tracer.Selective, Minimax: tracer.Minimax, Deepening: tracer.Deepening} {
		if tracer.Loops(mine) != want {
			t.Errorf("Loops %d is %v", mine, want)
		}
	}
	for mine, want := range map[Labels]tracer.Interpolants{WeakestPreconditions: tracer.WP, Cores: tracer.Core, CraigInterpolants: tracer.Craig} {
		if tracer.Interpolants(mine) != want {
			t.Errorf("Labels %d is %v", mine, want)
		}
	}
}

// public are the folders whose packages other modules can import.
var public = []string{".", "logic/num", "logic/float", "logic/term", "logic/smt", "logic/smt/check", "logic/solver"}

// within has the types of public packages whose methods are for packages of this module: only these can name what the
// methods speak of, so that others cannot call them.
var within = []string{"logic/smt.Finder"}

// TestPublicTypes: what can be imported can be used from outside of the module: exported declarations name no
// type of a package that is not public, but for methods of the types in within.
func TestPublicTypes(t *testing.T) {
	for _, folder := range public {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal("no files", err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				publicFile(t, file)
			}
		}
	}
}

// isWithin is whether the receiver of a method in a file is in within.
func isWithin(file string, receiver ast.Expr) bool {
	name, ok := receiver.(*ast.Ident)
	return ok && slices.Contains(within, filepath.ToSlash(filepath.Dir(file))+"."+name.Name)
}

func publicFile(t *testing.T, file string) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	hidden := map[string]bool{} // packages of the module that are not public
	for _, i := range f.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		if rest, ok := strings.CutPrefix(path, "craig/"); ok && !slices.Contains(public, rest) {
			hidden[rest[strings.LastIndex(rest, "/")+1:]] = true
		}
	}
	check := func(name string, n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if pkg, ok := sel.X.(*ast.Ident); ok && hidden[pkg.Name] {
					t.Errorf("%s: %s speaks of %s.%s", file, name, pkg.Name, sel.Sel.Name)
				}
			}
			return true
		})
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && (d.Recv == nil || exportedReceiver(d.Recv.List[0].Type) && !isWithin(file, d.Recv.List[0].Type)) {
				check(d.Name.Name, d.Type)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					if s.Type != nil && s.Names[0].IsExported() {
						check(s.Names[0].Name, s.Type)
					}
				case *ast.TypeSpec:
					if !s.Name.IsExported() {
						continue
					}
					var fields *ast.FieldList
					switch x := s.Type.(type) {
					case *ast.StructType:
						fields = x.Fields
					case *ast.InterfaceType:
						fields = x.Methods
					default:
						check(s.Name.Name, x)
						continue
					}
					for _, field := range fields.List {
						if len(field.Names) == 0 || ast.IsExported(field.Names[0].Name) {
							check(s.Name.Name, field.Type)
						}
					}
				}
			}
		}
	}
}

func exportedReceiver(x ast.Expr) bool {
	if p, ok := x.(*ast.StarExpr); ok {
		x = p.X
	}
	if g, ok := x.(*ast.IndexExpr); ok {
		x = g.X
	}
	id, ok := x.(*ast.Ident)
	return ok && id.IsExported()
}

// TestNoOptions: only the command line names its options; the library has hints. Programs that the
// library starts have options of their own.
func TestNoOptions(t *testing.T) {
	option := regexp.MustCompile(`(^|[^-\w])--[a-z]`)
	free := []string{"internal/cli", "fleet/command", "internal/bench", "internal/git", "internal/logic/smtlib", "internal/evidence/native", "internal/evidence/gcov", "internal/evidence/difftest", "internal/redact", "internal/work"} // they read or write command lines
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && (strings.HasPrefix(name, ".") && name != "." || name == "testdata" || slices.Contains(free, filepath.ToSlash(file))) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil && option.MatchString(text) {
					t.Errorf("%s: %s names an option", file, lit.Value)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestDaggerEngines: inlined calls leave recursion to contracts; summaries need no other engine for it.
func TestDaggerEngines(t *testing.T) {
	if e := (Dagger{}).engine(); e.Modular || e.Fallback == nil || !e.Fallback.Modular {
		t.Error("Dagger{} has nothing to leave recursion to")
	}
	if e := (Dagger{Summaries: true}).engine(); !e.Modular || e.Fallback != nil {
		t.Error("Dagger{Summaries: true} inlines calls")
	}
}
