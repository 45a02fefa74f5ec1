package craig_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// deps is the dependency policy: package → what it may import of this module and of others, in
// the manner of go/build's own. An entry in capitals stands for a list below. What is not
// listed is not allowed, for packages as well as for imports.
var deps = map[string][]string{
	// logic: no programs.
	"logic/num":       {},
	"logic/term":      {"logic/num"},
	"logic/sat":       {},
	"logic/smt":       {"logic/num", "logic/term", "logic/sat", "logic/qe", "logic/smt/proof"},
	"logic/smt/proof": {"logic/num", "logic/term"},
	"logic/smt/quant": {"logic/term", "logic/smt", "logic/qe"},
	"logic/smt/check": {"logic/num", "logic/term", "logic/smt", "logic/smt/proof"},
	"logic/smtlib":    {"logic/num", "logic/term", "logic/smt"},
	"logic/qe":        {"logic/num", "logic/term"},

	"logic/smtlib/script": {"logic/num", "logic/term", "logic/smt", "logic/smt/quant", "logic/smt/check", "logic/smt/proof", "logic/smtlib", "logic/qe"},

	// program: C to ir, passes over it, its meaning.
	"program/ir":             {"logic/num"},
	"program/ir/irtest":      {"program/ir"},
	"program/graph":          {"program/ir"},
	"program/cfront":         {"logic/num", "internal/spell", "program/ir", "program/cfront/library", "program/cfront/source", "CC"},
	"program/cfront/library": {},
	"program/cfront/source":  {"program/ir", "CC"},
	"program/alias":          {"logic/num", "program/ir", "program/graph"},
	"program/pass":           {"logic/num", "logic/term", "program/ir", "program/graph", "program/alias", "program/sem"},
	"program/sem":            {"logic/num", "logic/term", "program/ir", "program/graph"},
	"program/interp":         {"logic/num", "program/ir"},

	// abstraction.
	"abstract/domain":            {"LOGIC", "program/ir", "program/sem"},
	"abstract/domain/lattest":    {"LOGIC", "program/ir", "program/sem", "program/interp", "abstract/domain", "abstract/fixpoint", "pgregory.net/rapid"},
	"abstract/domain/interval":   {"LOGIC", "program/ir", "program/sem", "abstract/domain"},
	"abstract/domain/congruence": {"LOGIC", "program/ir", "program/sem", "abstract/domain"},
	"abstract/domain/octagon":    {"LOGIC", "program/ir", "program/graph", "program/sem", "abstract/domain", "abstract/domain/interval"},
	"abstract/domain/polyhedra":  {"LOGIC", "program/ir", "program/sem", "abstract/domain", "abstract/domain/interval"},
	"abstract/domain/predicate":  {"LOGIC"},
	"abstract/fixpoint":          {"program/ir", "program/graph", "abstract/domain"},
	"abstract/fold":              {"LOGIC", "PROGRAM", "abstract/domain", "abstract/domain/interval", "abstract/domain/octagon", "abstract/fixpoint"},
	"abstract/arg":               {"LOGIC", "PROGRAM"},

	"internal/spell":   {},
	"internal/prepare": {"logic/term", "program/ir", "program/alias", "program/pass", "program/sem", "program/cfront", "abstract/fold"},

	// answers: the certifier imports no engine and nothing that engines search with.
	"evidence/verdict":   {"logic/num", "logic/term", "program/ir"},
	"evidence/certify":   {"logic/num", "logic/term", "logic/smt", "program/ir", "program/sem", "program/interp", "evidence/verdict"},
	"evidence/csource":   {"logic/num", "logic/term", "logic/smt", "program/ir", "program/sem", "program/interp", "evidence/verdict", "evidence/certify"},
	"evidence/ctext":     {"program/ir"},
	"evidence/challenge": {"logic/num", "program/ir", "program/cfront", "program/interp", "evidence/compiler", "evidence/ctext"},
	"evidence/compiler":  {"program/ir", "program/cfront", "program/cfront/library"},
	"evidence/gcov":      {"program/ir", "program/cfront", "evidence/compiler", "evidence/verdict", "evidence/replay"},
	"evidence/replay":    {"logic/num", "program/ir", "program/cfront", "program/cfront/library", "program/interp", "evidence/certify", "evidence/compiler", "evidence/ctext", "evidence/verdict"},
	"evidence/witness":   {"logic/num", "logic/term", "program/ir", "program/cfront", "evidence/csource", "evidence/ctext", "evidence/verdict", "internal/svcomp", "YAML"},

	// engines: no other engine.
	"engine":            {"logic/term", "logic/smt", "program/ir", "evidence/verdict"},
	"engine/bmc":        {"ENGINE"},
	"engine/enginetest": {"ENGINE", "program/cfront", "internal/prepare", "evidence/certify"},
	"engine/ufo":        {"ENGINE", "abstract/domain", "abstract/domain/interval", "abstract/domain/octagon", "abstract/domain/polyhedra", "abstract/domain/predicate"},
	"engine/dagger":     {"ENGINE", "abstract/domain", "abstract/domain/congruence", "abstract/domain/interval", "abstract/domain/octagon", "abstract/domain/polyhedra"},
	"engine/lazy":       {"ENGINE"},
	"engine/tracer":     {"ENGINE"},

	// answering.
	"internal/solvers": {"logic/term", "logic/smt", "logic/smt/check", "logic/smtlib"},
	"internal/limit":   {},
	"engine/registry":  {"engine", "engine/bmc", "engine/dagger", "engine/lazy", "engine/tracer", "engine/ufo"},
	"portfolio":        {"LOGIC", "PROGRAM", "abstract/domain/octagon", "abstract/fixpoint", "ENGINES", "evidence/verdict", "evidence/certify", "internal/limit"},
	"internal/run":     {"LOGIC", "PROGRAM", "ENGINES", "evidence/verdict", "evidence/certify", "internal/prepare", "internal/solvers", "internal/limit", "portfolio"},
	"internal/cover":   {"LOGIC", "PROGRAM", "ENGINES", "evidence/verdict", "evidence/certify", "internal/prepare", "internal/solvers", "internal/limit", "internal/run"},

	// people.
	"internal/svcomp":                {"internal/spell", "YAML"},
	"internal/resultfile":            {"logic/num", "logic/term", "logic/smtlib", "program/ir", "program/sem", "program/cfront", "evidence/csource", "evidence/verdict", "internal/run"},
	"internal/resultfile/schematest": {},
	"report":                         {"LOGIC", "PROGRAM", "engine", "evidence/csource", "evidence/ctext", "evidence/gcov", "evidence/verdict", "internal/run", "internal/cover", "internal/resultfile"},
	"internal/bench":                 {"evidence/verdict", "internal/svcomp", "internal/resultfile", "report", "YAML"},
	".":                              {"LOGIC", "PROGRAM", "ENGINES", "evidence/certify", "evidence/csource", "evidence/verdict", "internal/prepare", "internal/solvers", "internal/run", "internal/cover", "internal/resultfile"},
	"cmd/craig": {"LOGIC", "logic/smtlib/script", "PROGRAM", "engine", "engine/registry", "evidence/verdict", "evidence/certify", "evidence/challenge", "evidence/ctext", "evidence/gcov", "evidence/replay", "evidence/witness", "report",
		"internal/spell", "internal/prepare", "internal/limit", "internal/solvers", "internal/run", "internal/cover", "internal/svcomp", "internal/resultfile", "internal/bench", "YAML", "COBRA"},
}

// lists that deps refers to.
var depLists = map[string][]string{
	"LOGIC":   {"logic/num", "logic/term", "logic/smt", "logic/smt/check", "logic/smtlib", "logic/qe"},
	"PROGRAM": {"program/ir", "program/graph", "program/alias", "program/pass", "program/sem", "program/interp", "program/cfront"},
	"ENGINE": {"logic/num", "logic/term", "logic/smt", "logic/qe", "program/ir", "program/graph", "program/pass", "program/sem",
		"abstract/domain", "abstract/domain/interval", "abstract/fixpoint", "abstract/arg", "evidence/verdict", "engine"},
	"ENGINES": {"engine", "engine/bmc", "engine/dagger", "engine/lazy", "engine/tracer", "engine/ufo"},
	"CC":      {"modernc.org/cc/v4", "modernc.org/token"},
	"YAML":    {"github.com/goccy/go-yaml"},
	"COBRA":   {"github.com/spf13/cobra", "github.com/spf13/pflag"},
}

// TestDependencyPolicy: every package is listed in deps and imports nothing else; the standard
// library is free, tests may import what they like.
func TestDependencyPolicy(t *testing.T) {
	allowed := map[string][]string{}
	for pkg, list := range deps {
		for _, d := range list {
			if l, ok := depLists[d]; ok {
				allowed[pkg] = append(allowed[pkg], l...)
			} else {
				allowed[pkg] = append(allowed[pkg], d)
			}
		}
	}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && file != "." && (strings.HasPrefix(name, ".") || name == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		pkg := path.Dir(filepath.ToSlash(file))
		ok, listed := allowed[pkg], deps[pkg] != nil
		if !listed {
			t.Errorf("%s: package %s is not in the dependency policy (deps_test.go)", file, pkg)
			return nil
		}
		src, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range src.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			dep, own := strings.CutPrefix(imp, "craig/")
			if imp == "craig" {
				dep, own = ".", true
			}
			if first, _, _ := strings.Cut(imp, "/"); !own && !strings.Contains(first, ".") {
				continue // the standard library
			}
			if !slices.Contains(ok, dep) {
				t.Errorf("%s imports %s, which the dependency policy does not allow to %s", file, dep, pkg)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestPolicyFloors: the policy itself keeps to the floors and keeps engines apart.
func TestPolicyFloors(t *testing.T) {
	floors := []string{"spell", "logic", "limit", "solvers", "svcomp", "program", "abstract", "prepare", "evidence", "engine", "portfolio", "run", "cover", "resultfile", "report", "bench"}
	floor := func(pkg string) int {
		if i := slices.Index(floors, strings.Split(strings.TrimPrefix(pkg, "internal/"), "/")[0]); i >= 0 {
			return i
		}
		return len(floors)
	}
	for pkg, list := range deps {
		for _, d := range list {
			all := []string{d}
			if l, ok := depLists[d]; ok {
				all = l
			}
			for _, dep := range all {
				if strings.Contains(strings.Split(dep, "/")[0], ".") && dep != "." {
					continue
				}
				if floor(dep) > floor(pkg) {
					t.Errorf("%s may import %s from a floor above", pkg, dep)
				}
				if strings.HasPrefix(pkg, "engine/") && strings.HasPrefix(dep, "engine/") && pkg != "engine/registry" {
					t.Errorf("the engine %s may import the engine %s", pkg, dep)
				}
			}
		}
	}
}
