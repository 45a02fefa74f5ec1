package report

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"craig"
	"craig/engine/bmc"
	"craig/engine/lazy"
	"craig/program/cfront"
)

// schema is the part of JSON Schema that docs/result.schema.json uses.
type schema struct {
	root map[string]any
}

// check lists what is wrong with v.
func (s schema) check(at string, rules map[string]any, v any) (wrong []string) {
	for key, rule := range rules {
		complain := func(format string, args ...any) {
			wrong = append(wrong, at+": "+fmt.Sprintf(format, args...))
		}
		switch key {
		case "$ref":
			def := s.root["$defs"].(map[string]any)[strings.TrimPrefix(rule.(string), "#/$defs/")]
			wrong = append(wrong, s.check(at, def.(map[string]any), v)...)
		case "const":
			if !reflect.DeepEqual(rule, v) {
				complain("%v is not %v", v, rule)
			}
		case "enum":
			if !slices.ContainsFunc(rule.([]any), func(x any) bool { return reflect.DeepEqual(x, v) }) {
				complain("%v is not one of %v", v, rule)
			}
		case "type":
			types, several := rule.([]any)
			if !several {
				types = []any{rule}
			}
			if !slices.Contains(types, any(typeOf(v))) && !(typeOf(v) == "integer" && slices.Contains(types, any("number"))) {
				complain("%s, not %v", typeOf(v), rule)
			}
		case "pattern":
			if text, ok := v.(string); ok && !regexp.MustCompile(rule.(string)).MatchString(text) {
				complain("%q does not match %s", text, rule)
			}
		case "minimum":
			if n, ok := v.(float64); ok && n < rule.(float64) {
				complain("%v is less than %v", n, rule)
			}
		case "required":
			if m, ok := v.(map[string]any); ok {
				for _, name := range rule.([]any) {
					if _, ok := m[name.(string)]; !ok {
						complain("no %s", name)
					}
				}
			}
		case "minItems":
			if list, ok := v.([]any); ok && float64(len(list)) < rule.(float64) {
				complain("%d items are less than %v", len(list), rule)
			}
		case "items":
			list, _ := v.([]any)
			for i, x := range list {
				wrong = append(wrong, s.check(fmt.Sprintf("%s[%d]", at, i), rule.(map[string]any), x)...)
			}
		case "properties":
			m, _ := v.(map[string]any)
			for name, x := range m {
				if r, ok := rule.(map[string]any)[name]; ok {
					wrong = append(wrong, s.check(at+"."+name, r.(map[string]any), x)...)
				}
			}
		case "additionalProperties":
			m, _ := v.(map[string]any)
			known, _ := rules["properties"].(map[string]any)
			for name, x := range m {
				if _, ok := known[name]; ok {
					continue
				}
				if r, ok := rule.(map[string]any); ok {
					wrong = append(wrong, s.check(at+"."+name, r, x)...)
				} else if rule == false {
					complain("%s is not known", name)
				}
			}
		case "$schema", "$id", "$defs", "title", "description":
		default:
			complain("the test does not know %s", key)
		}
	}
	return wrong
}

func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case float64:
		if v == float64(int64(v)) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	}
	return "object"
}

// TestSchema: result files of every kind keep to the published schema, and damaged ones do not.
func TestSchema(t *testing.T) {
	text, err := os.ReadFile("../docs/result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s schema
	if err := json.Unmarshal(text, &s.root); err != nil {
		t.Fatal(err)
	}
	if version := s.root["properties"].(map[string]any)["schema"].(map[string]any)["const"]; version != float64(Schema) {
		t.Errorf("the schema is of version %v, the format of version %d", version, Schema)
	}
	kinds := map[string]bool{}
	for _, c := range []struct {
		text string
		opts craig.Options
	}{
		{text: "int main(void) { int i = 0; double d = 1.5; while (i < 10) i++; if (i != 10) reach_error(); }"},
		{text: "int main(void) { int a[2], *p = a; if (p[1] == 3 && nondet() == 4) reach_error(); }"},
		{text: "int f(int x) { return x + 1; } int main(void) { if (f(3) != 4) reach_error(); }", opts: craig.Options{Engine: lazy.New(lazy.Config{})}},
		{text: "int main(void) { int i = 0;\n while (nondet()) i += 2;\n if (i == 3) reach_error(); }", opts: craig.Options{Engine: bmc.New(bmc.Config{Unwind: 200})}},
		{text: "int main(void) { double d = nondet() / 3.0; if (d > 2.0) reach_error(); }"},
	} {
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte("extern int nondet(void); extern void reach_error(void);\n"+c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		res, err := craig.Verify(ctx, c.opts, file)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := WriteJSON(&b, res, Run{Options: cfront.Options{}, Version: "test"}); err != nil {
			t.Fatal(err)
		}
		var doc map[string]any
		if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		if wrong := s.check("result", s.root, doc); len(wrong) > 0 {
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
			if len(s.check("result", s.root, damaged)) == 0 {
				t.Errorf("with %s = %v it passes", key, bad)
			}
		}
	}
	for _, key := range []string{"invariants", "summaries", "trace", "why", "notes"} {
		if !kinds[key] {
			t.Errorf("no result has %s", key)
		}
	}
}

// TestSchemaKeys: the schema has every member of a result file, and no other.
func TestSchemaKeys(t *testing.T) {
	text, err := os.ReadFile("../docs/result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s schema
	if err := json.Unmarshal(text, &s.root); err != nil {
		t.Fatal(err)
	}
	for of, typ := range map[string]reflect.Type{
		"": reflect.TypeFor[Document](), "options": reflect.TypeFor[cfront.Options](), "invariant": reflect.TypeFor[Invariant](),
		"summary": reflect.TypeFor[Summary](), "trace": reflect.TypeFor[Trace](), "note": reflect.TypeFor[Note](), "why": reflect.TypeFor[Why](),
	} {
		rules := s.root
		if of != "" {
			rules = s.root["$defs"].(map[string]any)[of].(map[string]any)
		}
		known := rules["properties"].(map[string]any)
		var names []string
		for _, f := range reflect.VisibleFields(typ) {
			if f.Anonymous {
				continue
			}
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" {
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
