package craig_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
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
	"logic/num":                      {},
	"logic/float":                    {"logic/num"},
	"logic/term":                     {"logic/num", "logic/float"},
	"internal/logic/sat":             {},
	"internal/logic/bdd":             {},
	"internal/logic/bitproof":        {"logic/num", "logic/float", "logic/term"},
	"internal/logic/bitproof/lrat":   {"logic/term", "internal/logic/bitproof"},
	"internal/logic/solutions":       {"logic/num", "logic/term"},
	"internal/logic/blast":           {"internal/logic/interval", "logic/num", "logic/float", "logic/term", "internal/logic/bdd", "internal/logic/bitproof", "internal/logic/sat", "internal/logic/solutions"},
	"internal/logic/interval":        {"logic/num"},
	"internal/logic/icp":             {"internal/logic/interval", "logic/num", "logic/float", "logic/term", "internal/logic/solutions"},
	"internal/logic/modlinalg":       {"logic/num"},
	"logic/solver":                   {"logic/term"},
	"internal/logic/refuted":         {"logic/solver", "logic/term", "internal/logic/bitproof", "internal/logic/proof"},
	"logic/smt/internal/model":       {"logic/num", "logic/term"},
	"logic/smt/internal/simplex":     {"logic/num", "internal/logic/sat"},
	"logic/smt/internal/interpolate": {"logic/num", "logic/solver", "logic/term", "internal/logic/qe", "logic/smt/internal/simplex"},
	"logic/smt":                      {"logic/smt/internal/model", "logic/smt/internal/simplex", "logic/smt/internal/interpolate", "logic/num", "logic/solver", "logic/term", "internal/logic/sat", "internal/logic/bitproof", "internal/logic/blast", "internal/logic/icp", "internal/logic/modlinalg", "internal/logic/qe", "internal/logic/proof"},
	"internal/logic/proof":           {"logic/num", "logic/term"},
	"internal/logic/proof/falsify":   {"logic/num", "logic/term", "internal/logic/proof"},
	"internal/logic/quant":           {"logic/term", "logic/smt", "internal/logic/qe"},
	"logic/smt/check":                {"logic/num", "logic/term", "logic/smt", "internal/logic/proof", "internal/logic/proof/falsify"},
	"internal/logic/smtlib":          {"logic/num", "logic/float", "logic/term", "logic/smt"},
	"internal/logic/qe":              {"logic/num", "logic/term"},

	"internal/logic/instances":     {"logic/num", "logic/term", "logic/smt", "internal/logic/quant"},
	"internal/logic/smtlib/script": {"logic/num", "logic/term", "logic/smt", "internal/logic/quant", "internal/logic/instances", "logic/smt/check", "internal/logic/proof", "internal/logic/smtlib", "internal/logic/qe", "internal/logic/proof/falsify"},

	// program: C to ir, passes over it, its meaning.
	"internal/program/ir":              {"logic/num", "logic/float"},
	"internal/program/ir/ircheck":      {"logic/num", "internal/program/ir"},
	"internal/program/ir/irtest":       {"logic/num", "internal/program/ir", "internal/program/ir/ircheck", "internal/program/ir/irtext"},
	"internal/program/ir/irtext":       {"logic/num", "internal/program/ir"},
	"internal/program/graph":           {"internal/program/ir"},
	"internal/program/graph/looptree":  {"internal/program/ir", "internal/program/graph"},
	"internal/program/arcs":            {"logic/term", "internal/program/ir", "internal/program/graph", "internal/program/sem"},
	"internal/program/c/cfront":        {"internal/program/c/belief", "internal/program/c/order", "logic/num", "logic/float", "internal/spell", "internal/program/ir", "internal/program/c/library", "internal/program/c/source", "internal/program/c/argv", "internal/program/c/check", "internal/program/c/contract", "internal/program/c/core", "internal/program/c/elab", "internal/program/c/lower", "internal/program/c/syntax", "internal/program/c/missing", "internal/program/c/assembly", "internal/program/c/cleanup", "internal/program/c/link", "internal/program/c/scalarize", "internal/program/c/floats", "internal/program/c/statements", "internal/program/c/thread", "internal/program/c/functions", "internal/program/c/pp", "internal/program/c/types", "internal/program/c/condition", "internal/program/c/device", "internal/program/c/isr", "internal/program/c/cprover", "internal/program/c/harness", "internal/program/c/product", "internal/program/c/same", "internal/program/c/handed", "internal/program/selfcomp", "internal/program/c/trap"},
	"internal/program/c/library":       {},
	"internal/program/c/source":        {"internal/spell", "internal/program/ir", "internal/program/c/pp", "internal/program/c/syntax", "internal/program/c/types"},
	"internal/program/c/pp":            {},
	"internal/program/c/syntax":        {"internal/spell", "internal/program/c/pp"},
	"internal/program/c/types":         {},
	"internal/program/c/types/typegen": {},
	"internal/program/c/core":          {"internal/program/c/pp", "internal/program/c/types"},
	"internal/program/c/corecheck":     {"internal/program/c/core", "internal/program/c/types"},
	"internal/program/c/coreprint":     {"internal/program/c/core", "internal/program/c/types"},
	"internal/program/c/layout":        {"internal/program/c/core", "logic/num", "internal/program/c/types", "internal/program/ir"},
	"internal/program/c/link":          {"internal/program/c/core", "internal/program/c/types"},
	"internal/program/c/quantify":      {"internal/program/c/core", "internal/program/c/types"},
	"internal/program/c/volatile":      {"internal/program/c/core", "internal/program/c/types"},
	"internal/program/c/prototype":     {"internal/program/ir", "internal/program/c/core", "internal/program/c/types", "internal/program/c/library"},
	"internal/program/c/automaton":     {"internal/program/ir", "internal/program/c/core"},
	"internal/program/c/exact":         {"logic/float", "logic/num", "internal/program/ir"},
	"internal/program/c/constant":      {"internal/program/c/core", "internal/program/c/types"},
	"internal/program/c/order":         {"internal/program/c/core", "internal/program/c/types"},
	"internal/program/c/format":        {"logic/num", "internal/program/c/types", "internal/program/c/library", "internal/program/ir"},
	"internal/program/c/rounding":      {"logic/num", "internal/program/c/library", "internal/program/ir"},
	"internal/program/c/lower":         {"internal/program/c/order", "internal/program/c/missing", "internal/program/c/rounding", "internal/program/c/argv", "internal/program/c/check", "internal/program/c/exact", "internal/program/c/automaton", "internal/program/c/claim", "internal/program/c/core", "internal/program/c/format", "internal/program/c/layout", "internal/program/c/link", "internal/program/c/prototype", "internal/program/c/types", "internal/program/c/volatile", "internal/program/c/library", "internal/program/graph", "internal/program/ir", "logic/float", "logic/num", "internal/program/c/frame", "internal/program/c/floats", "internal/program/c/thread"},
	"internal/program/c/trap":          {"internal/pattern", "internal/program/c/core", "internal/program/c/types", "internal/program/ir"},
	"internal/program/c/condition":     {"internal/program/c/core", "internal/program/c/syntax", "internal/program/c/types"},
	"internal/program/c/harness":       {"internal/pattern", "internal/program/c/core", "internal/program/c/types", "internal/program/ir", "internal/program/selfcomp"},
	"internal/program/c/same":          {"internal/program/c/core", "internal/program/c/types"},
	"internal/program/c/product":       {"internal/pattern", "internal/program/c/core", "internal/program/c/harness", "internal/program/c/types"},
	"internal/program/c/argv":          {"internal/program/c/core", "internal/program/c/types", "internal/program/ir", "logic/num"},
	"internal/program/c/claim":         {"internal/program/c/core", "internal/program/ir"},
	"internal/program/c/frame":         {"internal/program/c/claim", "internal/program/c/core", "internal/program/ir"},
	"internal/program/c/contract":      {"internal/program/c/core", "internal/program/c/types", "internal/program/ir"},
	"internal/program/c/statements":    {"internal/program/c/core", "internal/program/c/lower", "internal/program/c/library", "internal/program/ir"},
	"internal/program/c/belief":        {"internal/program/c/core", "internal/program/c/order", "internal/program/c/types"},
	"internal/program/c/functions":     {"internal/program/c/belief", "internal/program/c/core", "internal/program/c/pp", "internal/program/c/syntax", "internal/program/c/types", "internal/program/c/library", "internal/program/ir"},
	"internal/program/c/missing":       {"internal/program/c/core", "internal/program/c/types", "internal/program/c/library", "internal/program/ir"},
	"internal/program/c/floats":        {"logic/float", "internal/program/ir"},
	"internal/program/c/scalarize":     {"internal/program/c/constant", "internal/program/c/core", "internal/program/c/layout", "internal/program/c/prototype", "internal/program/c/types", "internal/program/c/library"},
	"internal/program/c/thread":        {"logic/num", "internal/program/c/library", "internal/program/ir", "internal/program/c/core", "internal/program/c/types"},
	"internal/program/c/assembly":      {"internal/program/c/core", "internal/program/c/types"},
	"internal/program/c/cprover":       {"internal/program/c/core", "internal/program/c/types"},
	"internal/program/c/cleanup":       {"internal/program/c/core", "internal/program/c/types"},
	"internal/program/c/device":        {"internal/program/c/automaton", "internal/program/ir"},
	"internal/program/c/isr":           {"internal/program/c/automaton", "internal/program/c/core", "internal/program/c/types", "internal/program/ir"},
	"internal/program/c/check":         {"internal/program/c/core", "internal/program/c/types"},
	"internal/program/c/elab":          {"internal/program/c/constant", "internal/program/c/order", "internal/program/c/quantify", "internal/spell", "internal/program/c/pp", "internal/program/c/syntax", "internal/program/c/types", "internal/program/c/core"},
	"internal/program/calls":           {"internal/program/ir", "internal/program/graph"},
	"internal/program/alias":           {"logic/num", "internal/program/ir", "internal/program/graph", "internal/program/pointsto"},
	"internal/program/pointsto":        {"logic/num", "internal/program/ir", "internal/program/graph"},
	"internal/program/interleave":      {"internal/program/ir", "internal/program/alias"},
	"internal/program/interrupt":       {"internal/program/ir", "internal/program/alias", "internal/program/interleave"},
	"internal/program/selfcomp":        {"internal/program/ir"},
	"internal/program/c/handed":        {"internal/program/c/assembly", "internal/program/c/core", "internal/program/c/library", "internal/program/c/types", "internal/program/selfcomp"},
	"internal/program/thread":          {"logic/num", "internal/program/ir", "internal/program/alias", "internal/program/graph", "internal/program/graph/looptree", "internal/program/interleave"},
	"internal/program/pointers":        {"logic/num", "internal/program/ir", "internal/program/graph"},
	"internal/program/pass":            {"logic/num", "logic/term", "internal/program/ir", "internal/program/graph", "internal/program/calls", "internal/program/alias", "internal/program/sem"},
	"internal/program/sem":             {"logic/num", "logic/float", "logic/term", "internal/program/ir", "internal/program/graph"},
	"internal/program/interp":          {"logic/num", "internal/program/ir"},
	"internal/program/vm":              {"logic/num", "internal/program/ir"},
	"internal/program/unblock":         {"logic/num", "internal/program/ir", "internal/program/interp"},
	"internal/program/cells":           {"logic/num", "logic/term", "internal/program/ir", "internal/program/graph", "internal/program/sem"},

	// abstraction.
	"internal/abstract/domain":            {"LOGIC", "internal/program/ir", "internal/program/sem"},
	"internal/abstract/domain/lattest":    {"LOGIC", "internal/program/ir", "internal/program/sem", "internal/program/interp", "internal/abstract/domain", "internal/abstract/fixpoint", "pgregory.net/rapid"},
	"internal/abstract/domain/interval":   {"LOGIC", "internal/program/ir", "internal/program/sem", "internal/abstract/domain"},
	"internal/abstract/domain/congruence": {"LOGIC", "internal/program/ir", "internal/program/sem", "internal/abstract/domain"},
	"internal/abstract/domain/octagon":    {"LOGIC", "internal/program/ir", "internal/program/graph", "internal/program/sem", "internal/abstract/domain", "internal/abstract/domain/interval", "internal/program/graph/looptree"},
	"internal/abstract/domain/polyhedra":  {"LOGIC", "internal/program/ir", "internal/program/sem", "internal/abstract/domain", "internal/abstract/domain/interval"},
	"internal/abstract/domain/predicate":  {"LOGIC", "internal/logic/bdd"},
	"internal/abstract/polynomial":        {"LOGIC", "internal/logic/modlinalg", "internal/program/ir", "internal/program/interp", "internal/program/sem", "internal/program/arcs", "internal/program/graph/looptree"},
	"internal/abstract/fixpoint":          {"internal/program/ir", "internal/program/graph", "internal/abstract/domain"},
	"internal/abstract/fold":              {"LOGIC", "PROGRAM", "internal/abstract/domain", "internal/abstract/domain/interval", "internal/abstract/domain/octagon", "internal/abstract/fixpoint"},
	"internal/abstract/arg":               {"LOGIC", "PROGRAM", "internal/program/arcs"},
	"internal/abstract/ranking":           {"LOGIC", "internal/program/ir", "internal/program/graph", "internal/program/sem", "internal/program/graph/looptree"},

	"internal/spell":    {},
	"internal/property": {},
	"internal/option":   {},
	"internal/redact":   {"internal/pattern"},
	"internal/bounded":  {},
	"internal/group":    {},
	"internal/testenv":  {}, // of tests alone
	"internal/yield":    {}, // free for all: on systems with threads it is nothing
	"internal/pattern":  {}, // free for all, as regexp is, for which it stands
	"internal/prepare":  {"internal/property", "logic/term", "internal/program/ir", "internal/program/alias", "internal/program/interrupt", "internal/program/thread", "internal/program/selfcomp", "internal/program/pass", "internal/program/pointers", "internal/program/sem", "internal/program/c/cfront", "internal/abstract/fold"},

	"internal/prepare/reduce": {"internal/abstract/fold", "internal/prepare", "internal/program/ir", "internal/program/pass"},

	// answers: the certifier imports no engine and nothing that engines search with.
	"internal/evidence/verdict":        {"logic/num", "logic/solver", "logic/term", "internal/program/ir"},
	"internal/evidence/says":           {"logic/term", "internal/program/ir", "internal/program/sem", "internal/evidence/verdict"},
	"internal/evidence/certify":        {"logic/num", "logic/solver", "logic/term", "internal/program/graph", "internal/program/ir", "internal/program/sem", "internal/program/interp", "internal/evidence/identity", "internal/evidence/certexec", "internal/evidence/certstates", "internal/evidence/verdict"},
	"internal/evidence/counterexample": {"logic/num", "logic/solver", "logic/term", "internal/program/ir", "internal/program/interp", "internal/program/sem", "internal/evidence/certexec", "internal/evidence/certify", "internal/evidence/verdict"},
	"internal/evidence/conditions":     {"logic/num", "logic/float", "logic/term", "internal/program/ir"},             // nothing of what certify and sem do
	"internal/evidence/outline":        {"logic/solver", "logic/term", "internal/program/ir", "internal/program/sem"}, // no product of threads
	"internal/evidence/recheck":        {"logic/term", "internal/program/ir", "internal/evidence/conditions", "internal/evidence/verdict"},
	"internal/evidence/identity":       {"logic/num", "logic/term", "internal/evidence/verdict"},
	"internal/evidence/trim":           {"logic/term", "internal/program/ir", "internal/program/pass", "internal/evidence/verdict"},
	"internal/evidence/checkcoverage":  {"logic/num", "logic/solver", "logic/term", "internal/program/ir", "internal/program/sem"},
	"internal/evidence/certexec":       {"logic/num", "internal/program/ir", "internal/program/interp"},
	"internal/evidence/certstates":     {"logic/num", "internal/program/ir", "internal/program/graph"}, // nothing of what package explicit does
	"internal/evidence/csource":        {"logic/num", "logic/float", "logic/term", "logic/smt", "internal/program/ir", "internal/program/sem", "internal/program/interp", "internal/evidence/ctext", "internal/evidence/verdict", "internal/evidence/certify", "internal/evidence/counterexample", "internal/logic/solutions", "internal/evidence/says"},
	"internal/evidence/explain":        {"logic/num", "internal/program/graph", "internal/program/ir", "internal/program/interp", "internal/evidence/certify", "internal/evidence/csource", "internal/evidence/verdict", "internal/evidence/counterexample"},
	"internal/evidence/ctext":          {"internal/program/ir"},
	"internal/evidence/difftest":       {"internal/property", "logic/num", "logic/float", "internal/program/c/core", "internal/program/c/corecheck", "internal/program/c/coreprint", "internal/program/c/elab", "internal/program/c/pp", "internal/program/c/syntax", "internal/program/c/types", "internal/program/ir", "internal/program/c/cfront", "internal/program/interp", "internal/evidence/native", "internal/evidence/ctext"},
	"internal/evidence/native":         {"internal/group", "internal/property", "logic/num", "internal/evidence/ctext", "internal/program/ir", "internal/program/c/cfront", "internal/program/c/library"},
	"internal/evidence/gcov":           {"internal/program/ir", "internal/program/c/cfront", "internal/evidence/native", "internal/evidence/verdict", "internal/evidence/replay"},
	"internal/evidence/schedule":       {"internal/program/c/thread", "internal/program/ir", "internal/evidence/native", "internal/evidence/verdict"},
	"internal/evidence/mark":           {"internal/program/ir", "internal/evidence/ctext"},
	"internal/evidence/replay":         {"internal/evidence/mark", "internal/evidence/schedule", "internal/property", "logic/num", "internal/program/ir", "internal/program/c/cfront", "internal/program/c/library", "internal/program/interp", "internal/evidence/certify", "internal/evidence/native", "internal/evidence/csource", "internal/evidence/ctext", "internal/evidence/verdict", "internal/evidence/counterexample", "internal/group"},
	"internal/evidence/witness":        {"internal/program/selfcomp", "internal/program/thread", "internal/bounded", "logic/num", "logic/term", "internal/program/ir", "internal/program/calls", "internal/program/graph", "internal/program/interp", "internal/program/sem", "internal/program/c/cfront", "internal/program/c/library", "internal/evidence/native", "internal/evidence/csource", "internal/evidence/ctext", "internal/evidence/verdict", "internal/svcomp", "YAML", "internal/evidence/says"},

	// engines: no other engine. A package inside the folder of an engine may import that engine.
	"internal/engine":                {"logic/term", "logic/smt", "internal/program/ir", "internal/evidence/verdict"},
	"internal/engine/bmc":            {"ENGINE"},
	"internal/engine/enginetest":     {"internal/evidence/counterexample", "ENGINE", "internal/program/c/cfront", "internal/prepare", "internal/evidence/certify", "internal/evidence/conditions", "internal/evidence/recheck", "internal/prepare/reduce"},
	"internal/engine/ufo":            {"ENGINE", "internal/abstract/domain", "internal/abstract/domain/interval", "internal/abstract/domain/octagon", "internal/abstract/domain/polyhedra", "internal/abstract/domain/predicate"},
	"internal/engine/dagger":         {"ENGINE", "internal/abstract/domain", "internal/abstract/domain/congruence", "internal/abstract/domain/interval", "internal/abstract/domain/octagon", "internal/abstract/domain/polyhedra"},
	"internal/engine/dagger/modular": {"ENGINE", "internal/abstract/domain/polyhedra", "internal/engine/dagger"},
	"internal/engine/lazy":           {"ENGINE"},
	"internal/engine/elements":       {"ENGINE", "internal/abstract/polynomial", "internal/abstract/ranking", "internal/program/cells", "internal/program/interp", "internal/abstract/domain/polyhedra"},
	"internal/engine/tracer":         {"ENGINE"},
	"internal/engine/values":         {"ENGINE", "internal/abstract/domain/interval"},
	"internal/engine/explicit":       {"ENGINE", "internal/program/vm"},
	"internal/engine/explicit/eca":   {},

	// answering.
	"internal/solvers":         {"logic/solver", "logic/term", "logic/smt", "internal/logic/refuted", "logic/smt/check", "internal/logic/smtlib"},
	"internal/limit":           {},
	"internal/collector":       {},
	"internal/engine/registry": {"internal/engine", "internal/engine/bmc", "internal/engine/dagger", "internal/engine/dagger/modular", "internal/engine/elements", "internal/engine/explicit", "internal/engine/lazy", "internal/engine/tracer", "internal/engine/ufo", "internal/engine/values"},
	"internal/portfolio":       {"LOGIC", "PROGRAM", "internal/program/vm", "internal/abstract/domain/octagon", "internal/abstract/domain/polyhedra", "internal/abstract/fixpoint", "internal/abstract/polynomial", "ENGINES", "internal/evidence/verdict", "internal/evidence/certify", "internal/limit"},
	"internal/run":             {"internal/program/unblock", "internal/evidence/counterexample", "internal/property", "internal/program/cells", "internal/abstract/domain/interval", "internal/abstract/ranking", "LOGIC", "PROGRAM", "ENGINES", "internal/evidence/certexec", "internal/evidence/trim", "internal/evidence/verdict", "internal/evidence/certify", "internal/evidence/checkcoverage", "internal/logic/refuted", "internal/prepare", "internal/solvers", "internal/limit", "internal/portfolio", "internal/evidence/says", "internal/prepare/reduce"},
	"internal/run/runtest":     {"internal/run"},
	"internal/run/outlined":    {"logic/solver", "logic/term", "internal/engine/tracer", "internal/evidence/outline", "internal/evidence/verdict", "internal/limit", "internal/logic/refuted", "internal/prepare", "internal/program/ir", "internal/program/sem", "internal/program/thread", "internal/property", "internal/run", "internal/solvers"},
	"internal/cover":           {"internal/program/c/core", "internal/evidence/counterexample", "LOGIC", "internal/logic/refuted", "PROGRAM", "ENGINES", "internal/evidence/verdict", "internal/evidence/certify", "internal/prepare", "internal/solvers", "internal/limit", "internal/run", "internal/evidence/says"},

	// people.
	"internal/page":                  {"HTML"},
	"internal/chart":                 {},
	"internal/svcomp":                {"internal/property", "internal/bounded", "internal/spell", "YAML"},
	"internal/tool":                  {"internal/bounded", "internal/svcomp"},
	"internal/resultfile":            {"internal/evidence/counterexample", "logic/num", "logic/term", "internal/logic/smtlib", "internal/program/ir", "internal/program/sem", "internal/program/c/cfront", "internal/evidence/certify", "internal/evidence/csource", "internal/evidence/ctext", "internal/evidence/explain", "internal/evidence/outline", "internal/evidence/verdict", "internal/run"},
	"internal/resultfile/schematest": {},
	"internal/criterion":             {"HTML", "internal/cover", "internal/page", "internal/program/ir", "internal/report"},
	"internal/report":                {"HTML", "internal/property", "LOGIC", "PROGRAM", "internal/engine", "internal/evidence/csource", "internal/evidence/explain", "internal/evidence/ctext", "internal/evidence/gcov", "internal/evidence/replay", "internal/evidence/verdict", "internal/run", "internal/cover", "internal/resultfile", "internal/page", "internal/chart"},
	"internal/work":                  {"internal/group", "internal/limit"},
	"internal/bench":                 {"HTML", "internal/option", "internal/evidence/verdict", "internal/svcomp", "internal/resultfile", "internal/redact", "internal/report", "internal/work", "internal/page", "internal/chart", "YAML"},
	"internal/bench/storetest":       {"internal/bench"}, // of tests alone
	"internal/git":                   {},
	"internal/check":                 {"internal/pattern", "HTML", "internal/option", "internal/infer", "internal/property", "internal/bounded", "internal/git", "internal/spell", "TOML", "internal/program/ir", "internal/program/c/cfront", "internal/program/c/trap", "internal/program/c/belief", "internal/program/c/source", "internal/program/c/library", "internal/resultfile", "internal/report", "internal/page", "internal/work"},
	"internal/review":                {"internal/check", "internal/equiv", "internal/review/markdown", "internal/work"},
	"internal/review/markdown":       {},
	"internal/review/comments":       {"internal/pattern", "internal/review/markdown"},
	"internal/export":                {"logic/smt", "logic/term", "internal/logic/bitproof", "internal/logic/smtlib", "internal/program/ir", "internal/evidence/conditions", "internal/evidence/checkcoverage", "internal/evidence/recheck", "internal/evidence/verdict", "internal/run", "internal/solvers", "internal/resultfile", "internal/program/ir/ircheck", "internal/program/ir/irtext", "internal/logic/bitproof/lrat"},
	"internal/equiv":                 {"logic/num", "internal/portfolio", "internal/program/vm", "internal/program/alias", "internal/check", "internal/engine", "internal/engine/registry", "internal/evidence/explain", "internal/evidence/replay", "internal/evidence/verdict", "internal/git", "internal/prepare", "internal/program/c/cfront", "internal/program/c/coreprint", "internal/program/c/product", "internal/program/interp", "internal/program/ir", "internal/property", "internal/run", "internal/evidence/counterexample", "internal/pattern"},
	"internal/infer":                 {"logic/num", "internal/program/c/harness", "internal/evidence/csource", "internal/evidence/ctext", "internal/pattern", "internal/property", "internal/program/ir", "internal/program/c/cfront", "internal/prepare", "internal/evidence/explain", "internal/evidence/replay", "internal/evidence/verdict", "internal/run", "internal/limit", "internal/program/c/cfront"},
	"internal/lsp":                   {"internal/pattern", "internal/program/c/cfront", "internal/resultfile", "internal/check", "JSONRPC", "internal/program/c/cfront"},
	"internal/serve":                 {"internal/ask", "HTML", "internal/page", "internal/pattern", "internal/work", "internal/bench", "internal/report"},
	"internal/lsp/lsptest":           {},
	".":                              {"LOGIC", "PROGRAM", "ENGINES", "internal/evidence/certify", "internal/evidence/csource", "internal/evidence/explain", "internal/evidence/verdict", "internal/prepare", "internal/solvers", "internal/run", "internal/cover", "internal/resultfile"},
	"internal/ask":                   {},
	"internal/playground":            {"internal/ask", "internal/cover", "internal/engine", "internal/engine/registry", "internal/evidence/counterexample", "internal/evidence/replay", "internal/evidence/verdict", "internal/limit", "internal/page", "internal/prepare", "internal/program/c/cfront", "internal/program/ir", "internal/property", "internal/report", "internal/resultfile", "internal/run"},
	"contrib/playground":             {"internal/playground"}, // built for js alone
	"contrib/mutants":                {},
	"contrib/eca":                    {"internal/engine/explicit/eca"},
	"contrib/review":                 {"internal/bounded", "internal/review/comments"},
	"contrib/site":                   {"GOLDMARK"}, // a module of its own
	"cmd/craig":                      {"internal/cli"},
	"fleet/queue":                    {"internal/redact", "internal/work", "NATS"}, // fleet is a module of its own
	"fleet/store":                    {"internal/bench", "internal/redact", "modernc.org/sqlite"},
	"fleet/command":                  {"fleet/queue", "fleet/store", "internal/bounded", "internal/cli", "internal/engine/registry", "internal/evidence/verdict", "internal/portfolio", "internal/program/ir", "internal/resultfile", "internal/work", "COBRA"},
	"fleet/cmd/craig-fleet":          {"fleet/command", "internal/cli"},
	"internal/cli/gccargs":           {"internal/program/c/cfront", "COBRA"},
	"internal/cli/manual":            {"COBRA"},
	"internal/cli/besides":           {"internal/check"},
	"internal/cli/equivalence":       {"COBRA", "internal/equiv", "internal/evidence/verdict", "internal/program/c/cfront"},
	"internal/cli/outlines":          {"COBRA", "internal/evidence/outline", "internal/prepare", "internal/program/c/cfront", "internal/program/ir", "internal/resultfile", "internal/run", "internal/run/outlined"},
	"internal/cli":                   {"internal/collector", "internal/cli/besides", "internal/cli/equivalence", "internal/cli/outlines", "internal/run/outlined", "internal/equiv", "internal/cli/surroundings", "internal/cli/hint", "internal/option", "internal/cli/gccargs", "internal/cli/manual", "internal/export", "internal/property", "internal/pattern", "internal/program/c/check", "internal/program/c/corecheck", "internal/program/c/coreprint", "internal/program/c/elab", "internal/program/cells", "LOGIC", "internal/logic/smtlib/script", "PROGRAM", "internal/engine", "internal/engine/registry", "internal/evidence/verdict", "internal/evidence/certify", "internal/evidence/conditions", "internal/evidence/difftest", "internal/evidence/ctext", "internal/evidence/gcov", "internal/evidence/replay", "internal/evidence/witness", "internal/report", "internal/bounded", "internal/redact", "internal/spell", "internal/prepare", "internal/limit", "internal/solvers", "internal/portfolio", "internal/run", "internal/cover", "internal/criterion", "internal/svcomp", "internal/resultfile", "internal/work", "internal/bench", "internal/infer", "internal/check", "internal/review", "internal/lsp", "internal/serve", "internal/tool", "internal/page", "YAML", "COBRA", "internal/evidence/counterexample", "internal/program/selfcomp", "internal/prepare/reduce", "internal/cli/coverage", "internal/ask", "internal/program/c/trap"},
	"internal/cli/coverage":          {"internal/cover", "internal/evidence/gcov", "internal/evidence/replay", "internal/evidence/verdict", "internal/program/c/cfront", "internal/report", "internal/criterion", "COBRA"},
	"internal/cli/surroundings":      {"internal/pattern", "internal/program/ir"},
	"internal/cli/hint":              {"internal/option", "internal/program/ir", "internal/evidence/verdict"},
}

// lists that deps refers to.
var depLists = map[string][]string{
	"LOGIC":   {"logic/num", "logic/float", "logic/solver", "logic/term", "logic/smt", "logic/smt/check", "internal/logic/smtlib", "internal/logic/qe"},
	"PROGRAM": {"internal/program/ir", "internal/program/graph", "internal/program/graph/looptree", "internal/program/calls", "internal/program/alias", "internal/program/pass", "internal/program/sem", "internal/program/interp", "internal/program/c/cfront"},
	"ENGINE": {"logic/num", "logic/solver", "logic/term", "logic/smt", "internal/logic/qe", "internal/program/ir", "internal/program/graph", "internal/program/graph/looptree", "internal/program/arcs", "internal/program/calls", "internal/program/pass", "internal/program/sem",
		"internal/abstract/domain", "internal/abstract/domain/interval", "internal/abstract/fixpoint", "internal/abstract/arg", "internal/evidence/verdict", "internal/engine"},
	"ENGINES":  {"internal/engine", "internal/engine/bmc", "internal/engine/dagger", "internal/engine/dagger/modular", "internal/engine/elements", "internal/engine/explicit", "internal/engine/lazy", "internal/engine/tracer", "internal/engine/ufo", "internal/engine/values"},
	"NATS":     {"github.com/nats-io/nats.go", "github.com/nats-io/nats.go/jetstream", "github.com/nats-io/nats-server/v2/server"},
	"YAML":     {"github.com/goccy/go-yaml", "github.com/goccy/go-yaml/ast", "github.com/goccy/go-yaml/parser"},
	"TOML":     {"github.com/pelletier/go-toml/v2"},
	"HTML":     {"maragu.dev/gomponents", "maragu.dev/gomponents/html"},
	"JSONRPC":  {"github.com/sourcegraph/jsonrpc2"},
	"GOLDMARK": {"github.com/yuin/goldmark", "github.com/yuin/goldmark/ast", "github.com/yuin/goldmark/extension", "github.com/yuin/goldmark/parser", "github.com/yuin/goldmark/text"},
	"COBRA":    {"github.com/spf13/cobra", "github.com/spf13/pflag"},
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
			if dep != "internal/pattern" && dep != "internal/yield" && !slices.Contains(ok, dep) {
				t.Errorf("%s imports %s, which the dependency policy does not allow to %s", file, dep, pkg)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestOneModule: nothing of craig imports the module fleet, whose queue and database other users of craig do not need.
func TestOneModule(t *testing.T) {
	for pkg, list := range deps {
		for _, dep := range list {
			if outside := dep == "NATS" || dep == "modernc.org/sqlite" || strings.HasPrefix(dep, "fleet/"); outside && !strings.HasPrefix(pkg, "fleet/") {
				t.Errorf("%s may import %s", pkg, dep)
			}
		}
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, other := range []string{"nats-io", "modernc.org/sqlite", "golang.org/x/crypto"} {
			if strings.Contains(string(text), other) {
				t.Errorf("%s has %s", file, other)
			}
		}
	}
}

// TestPolicyFloors: the policy itself keeps to the floors and keeps engines apart; only a package inside the folder
// of an engine may import that engine.
func TestPolicyFloors(t *testing.T) {
	floors := []string{"spell", "bounded", "group", "pattern", "redact", "property", "option", "page", "chart", "logic", "limit", "solvers", "svcomp", "tool", "program", "abstract", "prepare", "evidence", "engine", "portfolio", "run", "cover", "resultfile", "report", "work", "git", "bench", "infer", "check"}
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
				if strings.HasPrefix(pkg, "internal/engine/") && strings.HasPrefix(dep, "internal/engine/") && !strings.HasPrefix(pkg, dep+"/") && pkg != "internal/engine/registry" {
					t.Errorf("the engine %s may import the engine %s", pkg, dep)
				}
			}
		}
	}
}

// TestCertifierHasNoSearch: what checks proofs, and the refutations on which these rest, may not import, not even by way of others, anything
// that searches: nothing of what finds an answer is needed to believe it.
func TestCertifierHasNoSearch(t *testing.T) {
	search := []string{"internal/logic/sat", "internal/logic/blast", "internal/logic/icp", "logic/smt", "internal/logic/quant", "internal/logic/instances", "internal/logic/qe", "internal/logic/smtlib", "internal/program/alias", "internal/program/pointsto"}
	for _, root := range []string{"internal/evidence/certify", "internal/evidence/counterexample", "internal/evidence/checkcoverage", "internal/logic/refuted", "internal/program/pointers"} {
		from := reached(root)
		for dep, by := range from {
			if slices.Contains(search, dep) {
				t.Errorf("%s may import %s, by way of %s", root, dep, by)
			}
		}
		if len(from) < 5 {
			t.Errorf("%s has %d dependencies in the policy: is it listed?", root, len(from))
		}
	}
}

// reached are the packages that root may import, also by way of others: by which, root by none.
func reached(root string) map[string]string {
	from := map[string]string{root: ""}
	for queue := []string{root}; len(queue) > 0; queue = queue[1:] {
		for _, d := range deps[queue[0]] {
			list := []string{d}
			if l, ok := depLists[d]; ok {
				list = l
			}
			for _, dep := range list {
				if _, seen := from[dep]; !seen {
					from[dep] = queue[0]
					queue = append(queue, dep)
				}
			}
		}
	}
	return from
}
