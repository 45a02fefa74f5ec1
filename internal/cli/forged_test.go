package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/registry"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/resultfile"
	"craig/internal/run"
	"craig/internal/testenv"
)

var (
	forgedCount = flag.Int("forged.count", testenv.Count(3, 8), "how many forged result files are made of each result")
	forgedSeed  = flag.Int64("forged.seed", 1, "of the forgeries")
	forgedKeep  = flag.String("forged.keep", "", "folder for forgeries that are accepted, or that the certifier fails at")
)

// forgedPrograms are programs of which no execution reaches an error, and twins with one that does. Each has evidence of a kind of its own.
var forgedPrograms = []struct {
	name, text string
	twin       [2]string // the twin has the second in the place of the first
	engine     string
	options    map[string]string // of the engine
	property   string
}{
	{name: "invariants", text: "int main(void) { unsigned n = input(), i = 0, s = 0; while (i < n && i < 1000) { s += 2; i++; } if (s != " +
		"2 * i) reach_error(); }", twin: [2]string{"s += 2", "s += 2 + (i == 7)"}},
	{name: "execution", text: "int main(void) { unsigned x = 7; for (int i = 0; i < 300; i++) x = x * 5 + 1; if (x == 3) reach_error(); }",
		twin: [2]string{"x == 3", "x != 3"}},
	{name: "unrolled", text: "int main(void) { int a[4], s = 0; for (int i = 0; i < 4; i++) { a[i] = input() & 3; s += a[i]; } if (s > " +
		"12) reach_error(); }", twin: [2]string{"s > 12", "s > 11"}},
	{name: "prefix", text: "int main(void) { int x = 0, n; for (int i = 0; i < 2000; i++) x = (x * 3 + i) % 101; n = input(); int y = x; " +
		"while (n-- > 0 && y < 500) y++; if (y < x) reach_error(); }", twin: [2]string{"y < x", "y == x + 3"}},
	{name: "summaries", text: "int g; static int f(int n) { if (n <= 0) return 0; g++; return f(n - 1) + 1; } int main(void) { int n = " +
		"input(); if (n > 3) n = 3; if (f(n) > 3) reach_error(); }", twin: [2]string{"> 3) reach", "> 2) reach"}, engine: "lazy"},
	{name: "contracts", text: "int g; static void up(int k) { g += k; } int main(void) { int n = input(); if (n < 0 || n > 9) return 0; " +
		"up(n); up(1); if (g < 1) reach_error(); }", twin: [2]string{"up(1)", "up(0)"},
		engine: "dagger", options: map[string]string{"procedures": "summaries"}},
	{name: "identities", text: "int main(void) { unsigned n = input(), b = input(), p = 1, q = 1; while (n-- > 0) { p *= b; q *= b * b; } " +
		"if (q != p * p) reach_error(); }", twin: [2]string{"q *= b * b", "q *= b * b + (n == 4)"}},
	{name: "elements", text: "int a[1000]; int main(void) { int n = input(); if (n < 0 || n > 1000) return 0; for (int i = 0; i < n; i++) " +
		"a[i] = 5; for (int i = 0; i < n; i++) if (a[i] != 5) reach_error(); }", twin: [2]string{"a[i] = 5", "a[i] = 5 + (i == 9)"}},
	{name: "memory", property: "valid-deref", text: "#include <stdlib.h>\nint main(void) { int n = input(); if (n < 1 || n > 50) return " +
		"0; int *p = malloc(n * sizeof *p); if (!p) return 0; for (int i = 0; i < n; i++) p[i] = i; free(p); }",
		twin: [2]string{"i < n; i++", "i <= n; i++"}},
	{name: "floats", text: "int main(void) { int n = input(); double d = 1; while (n-- > 0 && d < 1e6) d = d * 1.5; if (d < 1) " +
		"reach_error(); }", twin: [2]string{"d < 1)", "d > 4)"}},
	{name: "straight", text: "int main(void) { int n = input(), m = n & 15; if (m > 15) reach_error(); }", twin: [2]string{"m > 15", "m > 14"}},
}

// forgery is a result file and the program that it is about.
type forgery struct {
	doc  any
	safe bool // no execution of the program reaches an error
	name string
	file resultfile.File // of that program
	was  *resultfile.Document
}

// TestForged alters result files: any member is left out, doubled, changed a little, replaced by that of another result or by what is of
// another type; proofs are given for the twin that has an error, and counterexamples for the program that has none. The certifier must
// not accept such a verdict, nor one
// about another property, nor fail. Members of options may change the question, which is shown then (settings).
func TestForged(t *testing.T) {
	dir := t.TempDir()
	var all []forgery
	for _, p := range forgedPrograms {
		var pair []forgery
		for _, safe := range []bool{true, false} {
			text := "extern int input(void); extern void reach_error(void);\n" + p.text
			if !safe {
				text = strings.Replace(text, p.twin[0], p.twin[1], 1)
			}
			file := filepath.Join(dir, fmt.Sprintf("%s-%v.c", p.name, safe))
			write(t, file, text)
			opts := cfront.Options{}
			if p.property != "" {
				opts.Properties = []string{p.property}
			}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			of := run.Options{Workers: 1}
			for _, spec := range registry.Engines() {
				if e, err := spec.With(p.options); err == nil && spec.Name == p.engine {
					of.Engine = e
				}
			}
			res, err := run.Verify(ctx, prepare.New(opts, nil, file), of)
			cancel()
			want := map[bool]verdict.Verdict{true: verdict.True, false: verdict.False}[safe]
			if err != nil || res.Verdict != want {
				t.Fatalf("%s: %s %s %v", file, res.Verdict, res.Detail, err)
			}
			var b bytes.Buffer
			if err := resultfile.Write(&b, res, resultfile.About{Options: opts, Version: "test"}); err != nil {
				t.Fatal(err)
			}
			f := forgery{safe: safe, name: filepath.Base(file), was: resultfile.NewDocument(res, resultfile.About{Options: opts})}
			f.file = f.was.Files[0]
			if err := json.Unmarshal(b.Bytes(), &f.doc); err != nil {
				t.Fatal(err)
			}
			pair = append(pair, f)
			if member := f.doc.(map[string]any); safe && *forgedKeep != "" {
				t.Log(p.name, res.Engine, slices.Sorted(maps.Keys(member)))
			}
		}
		all = append(all, pair...)
		moved := []forgery{pair[0], pair[1]} // the evidence of one for the other
		moved[0].doc, moved[1].doc = pair[1].doc, pair[0].doc
		all = append(all, moved...)
	}
	r := rand.New(rand.NewSource(*forgedSeed))
	counts := map[string]int{}
	for i, f := range all {
		for k := range *forgedCount {
			doc := plain(f.doc)
			doc.(map[string]any)["files"] = []any{map[string]any{"name": f.file.Name, "sha256": f.file.SHA256}}
			own := f.doc.(map[string]any)["verdict"] == f.was.Verdict
			if k > 0 {
				for range 1 + r.Intn(3) {
					doc = altered(r, doc, all[r.Intn(len(all))].doc, "")
				}
			}
			said, err := f.certified(t, dir, doc)
			wrong := ""
			switch {
			case strings.HasPrefix(said, "panic"):
				wrong = said
			case own && k == 0 && said != "confirmed":
				wrong = "its own result is " + said
			case said == "confirmed":
				wrong = err
			}
			counts[said]++
			if wrong == "" {
				continue
			}
			t.Errorf("%s, forgery %d: %s", f.name, k, wrong)
			if *forgedKeep != "" {
				text, _ := json.MarshalIndent(doc, "", " ")
				os.WriteFile(filepath.Join(*forgedKeep, fmt.Sprintf("%d-%d.json", i, k)), text, 0o666)
				program, _ := os.ReadFile(f.file.Name)
				os.WriteFile(filepath.Join(*forgedKeep, f.name), program, 0o666)
			}
		}
	}
	t.Log(counts)
	for _, said := range []string{"confirmed", "rejected", "no result"} {
		if counts[said] == 0 {
			t.Errorf("none is %s", said)
		}
	}
}

// certified is what the certifier says of a forgery, and, if it has accepted it, what is wrong with that.
func (f *forgery) certified(t *testing.T, dir string, doc any) (said, wrong string) {
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "forged.json")
	write(t, name, string(text))
	defer func() {
		if p := recover(); p != nil {
			said = fmt.Sprint("panic: ", p)
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	s, err := readStored(ctx, name)
	if err != nil || s.res == nil {
		return "no result", ""
	}
	if _, err := run.Certify(ctx, s.prog, s.res, nil, 1); err != nil {
		return "rejected", ""
	}
	switch {
	case len(s.doc.Files) != 1 || s.doc.Files[0].SHA256 != f.file.SHA256:
		return "confirmed", "of other files"
	case !slices.Equal(settings(s.doc.Options), settings(f.was.Options)): // another question
		return "another question", ""
	case (s.doc.Verdict == verdict.True.String()) != f.safe:
		return "confirmed", s.doc.Line() + " is confirmed"
	case !f.safe && s.doc.Property != f.was.Property:
		return "confirmed", "a violation of " + s.doc.Property
	}
	return "confirmed", ""
}

// plain is a copy of a JSON value.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		c := map[string]any{}
		for k, x := range v {
			c[k] = plain(x)
		}
		return c
	case []any:
		c := []any{}
		for _, x := range v {
			c = append(c, plain(x))
		}
		return c
	}
	return v
}

// altered is v, with a change somewhere in it; other is what another result has in its place, nil for nothing.
func altered(r *rand.Rand, v, other any, key string) any {
	deep := r.Intn(5) > 0
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		if deep && len(keys) > 0 {
			k := keys[r.Intn(len(keys))]
			for _, dull := range []string{"stats", "phases", "steps", "notes", "files", "craig", "options"} { // less often
				if k == dull && r.Intn(3) > 0 {
					k = keys[r.Intn(len(keys))]
				}
			}
			o, _ := other.(map[string]any)
			v[k] = altered(r, v[k], o[k], k)
			return v
		}
		if o, ok := other.(map[string]any); ok && r.Intn(2) == 0 { // what only the other has
			for k, x := range o {
				if _, has := v[k]; !has && r.Intn(2) == 0 {
					v[k] = plain(x)
				}
			}
			return v
		}
		if len(keys) > 0 {
			delete(v, keys[r.Intn(len(keys))])
		}
		return v
	case []any:
		if len(v) == 0 {
			break
		}
		i := r.Intn(len(v))
		if deep {
			var o any
			if list, ok := other.([]any); ok && len(list) > 0 {
				o = list[r.Intn(len(list))]
			}
			v[i] = altered(r, v[i], o, key)
			return v
		}
		switch r.Intn(4) {
		case 0:
			return slices.Delete(v, i, i+1)
		case 1:
			return append(v, plain(v[i]))
		case 2:
			k := r.Intn(len(v))
			v[i], v[k] = v[k], v[i]
			return v
		}
	case float64:
		switch r.Intn(4) {
		case 0:
			return v + float64(r.Intn(5)-2)
		case 1:
			return []any{0.0, -1.0, 1e9, float64(1 << 53), -9e18, 0.5}[r.Intn(6)]
		}
	case string:
		if key == "smtlib" || key == "safe" || key == "excludes" || key == "equation" {
			return alteredFormula(r, v)
		}
		if n, err := strconv.Atoi(v); err == nil && r.Intn(2) == 0 {
			return strconv.Itoa(n + r.Intn(5) - 2)
		}
		return []any{"", "TRUE", "FALSE", "unreach-call", "no-overflow", v + v, "$k", "\x00", "1/2", "99999999999999999999999999",
			"main::x", strings.Repeat("(", 100000)}[r.Intn(12)]
	case bool:
		return !v
	}
	if other != nil && r.Intn(2) == 0 {
		return plain(other)
	}
	return []any{nil, true, 1.0, "x", []any{}, map[string]any{}}[r.Intn(6)]
}

var (
	formulaNumber   = regexp.MustCompile(`\b[0-9]+\b`)
	formulaOperator = regexp.MustCompile(`\((<=|<|>=|>|=|and|or|not|\+|-|\*|mod|div|select) `)
	formulaName     = regexp.MustCompile(`\|[^|]*\||[a-z]\w*(::[\w#$]+)+`)
)

// alteredFormula is an SMT-LIB formula with a change: of a number, an operator, a name, or all of it, which may be more than a formula.
func alteredFormula(r *rand.Rand, f string) string {
	at := func(of *regexp.Regexp, with string) string {
		if all := of.FindAllStringIndex(f, -1); len(all) > 0 {
			m := all[r.Intn(len(all))]
			return f[:m[0]] + with + f[m[1]:]
		}
		return f
	}
	switch r.Intn(6) {
	case 0:
		return at(formulaNumber, strconv.Itoa(r.Intn(20)))
	case 1:
		return at(formulaOperator, "("+[]string{"<=", "<", ">=", "=", "and", "or", "not", "+", "*", "mod", "div", "distinct", "=>", "ite",
			"xor"}[r.Intn(15)]+" ")
	case 2:
		if all := formulaName.FindAllString(f, -1); len(all) > 0 {
			return at(formulaName, all[r.Intn(len(all))])
		}
	case 3:
		return "(not " + f + ")"
	}
	name := "x"
	if all := formulaName.FindAllString(f, -1); len(all) > 0 {
		name = all[r.Intn(len(all))]
	}
	return strings.ReplaceAll([]string{
		"true", "false", "", "(", ")", "NAME", "(= NAME 0)", "(and)", "(= NAME NAME", "true) (assert false",
		"true) (define-fun f ((x Int)) Bool (= x NAME", "true) (declare-const z Int",
		"true) (push) (assert false) (pop", "true) (reset", "true) (exit", "(exists ((q Int)) (= NAME q))", "(forall ((q Int)) (= NAME q))",
		"(let ((NAME 0)) (= NAME 0))", "(! false :named a)",
		"(= NAME (div NAME 0))", "(= NAME (mod 5 0))", "(bvult NAME NAME)", "(f NAME)", "(= (select NAME 0) 0)", "(= NAME 1e5)",
		"(< NAME 99999999999999999999999999999999)", "; comment", "|", "\"", "(= NAME ite)",
		strings.Repeat("(not ", 20000) + "true" + strings.Repeat(")", 20000), "(= NAME #b1)", "(ite NAME true false)", "(= true NAME)",
		"(+ 1 2)", "(as NAME Int)", "(_ bv1 32)", "(not (= NAME (to_int 0.5)))",
	}[r.Intn(38)], "NAME", name)
}
