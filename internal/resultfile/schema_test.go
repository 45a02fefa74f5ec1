package resultfile

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/bmc"
	"craig/internal/engine/lazy"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/resultfile/schematest"
	"craig/internal/run"
)

// TestSchema: result files of every kind keep to the published schema, and damaged ones do not.
func TestSchema(t *testing.T) {
	text, err := os.ReadFile("../../docs/result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s schematest.Schema
	if err := json.Unmarshal(text, &s.Root); err != nil {
		t.Fatal(err)
	}
	if version := s.Root["properties"].(map[string]any)["schema"].(map[string]any)["const"]; version != float64(Schema) {
		t.Errorf("the schema is of version %v, the format of version %d", version, Schema)
	}
	kinds := map[string]bool{}
	for _, c := range []struct {
		text string
		opts run.Options
	}{
		{text: "int main(void) { int i = 0; double d = 1.5; while (i < 10) i++; if (i != 10) reach_error(); }"},
		{text: "int main(void) { int a[2], *p = a; if (p[1] == 3 && nondet() == 4) reach_error(); }"},
		{text: "int f(int x) { return x + 1; } int main(void) { if (f(3) != 4) reach_error(); }", opts: run.Options{Engine: lazy.New(lazy.Config{})}},
		{text: "int main(void) { int i = 0;\n while (nondet()) i += 2;\n if (i == 3) reach_error(); }", opts: run.Options{Engine: bmc.New(bmc.Config{Unwind: 200})}},
		{text: "int main(void) { unsigned n = nondet(), b = nondet(), p = 1, q = 1; while (n-- > 0) { p *= b; q *= b * b; } if (q != p * p) reach_error(); }"},
		{text: "int main(void) { double d = nondet() / 3.0; if (d > 2.0) reach_error(); }"},
	} {
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte("extern int nondet(void); extern void reach_error(void);\n"+c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		res, err := run.Verify(ctx, prepare.New(cfront.Options{}, nil, file), c.opts)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Write(&b, res, About{Options: cfront.Options{}, Version: "test"}); err != nil {
			t.Fatal(err)
		}
		var doc map[string]any
		if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		if wrong := s.Check("result", s.Root, doc); len(wrong) > 0 {
			t.Errorf("%s\n%s", strings.Join(wrong, "\n"), &b)
		}
		for key := range doc {
			kinds[key] = true
		}
		for key, bad := range map[string]any{"schema": 2.0, "verdict": "MAYBE", "files": "p.c", "surprise": 1.0, "options": map[string]any{}} {
			damaged := map[string]any{}
			for k, v := range doc {
				damaged[k] = v
			}
			damaged[key] = bad
			if len(s.Check("result", s.Root, damaged)) == 0 {
				t.Errorf("with %s = %v it passes", key, bad)
			}
		}
	}
	for _, key := range []string{"invariants", "identities", "summaries", "trace", "why", "notes"} {
		if !kinds[key] {
			t.Errorf("no result has %s", key)
		}
	}
}

// TestSchemaKeys: the schema has every member of a result file, and no other.
func TestSchemaKeys(t *testing.T) {
	text, err := os.ReadFile("../../docs/result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s schematest.Schema
	if err := json.Unmarshal(text, &s.Root); err != nil {
		t.Fatal(err)
	}
	for of, typ := range map[string]reflect.Type{
		"": reflect.TypeFor[Document](), "options": reflect.TypeFor[cfront.Options](), "invariant": reflect.TypeFor[Invariant](), "identity": reflect.TypeFor[Identity](), "multiple": reflect.TypeFor[Multiple](), "monomial": reflect.TypeFor[Monomial](),
		"summary": reflect.TypeFor[Summary](), "trace": reflect.TypeFor[Trace](), "memory": reflect.TypeFor[Memory](), "note": reflect.TypeFor[Note](), "why": reflect.TypeFor[Why](),
	} {
		rules := s.Root
		if of != "" {
			rules = s.Root["$defs"].(map[string]any)[of].(map[string]any)
		}
		known := rules["properties"].(map[string]any)
		var names []string
		for _, f := range reflect.VisibleFields(typ) {
			if f.Anonymous {
				continue
			}
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch name {
			case "-":
				continue
			case "":
				name = f.Name
			}
			names = append(names, name)
			if known[name] == nil {
				t.Errorf("the schema does not know %s of %s", name, typ)
			}
		}
		for name := range known {
			if !slices.Contains(names, name) {
				t.Errorf("%s has no %s, which is in the schema", typ, name)
			}
		}
	}
}
