package library

import (
	"slices"
	"strings"
	"testing"
)

// TestModels: a row says that there is a model just if there is one, and the models that have no
// row are those that models share.
func TestModels(t *testing.T) {
	for _, f := range Functions() {
		_, ok := ModelSource(f.Name)
		if ok != f.Model {
			t.Errorf("%s: %s: the table says model: %v, models: %v", f.Header, f.Name, f.Model, ok)
		}
		if f.Kind == Unsupported && f.Model {
			t.Errorf("%s: %s is unsupported and has a model", f.Header, f.Name)
		}
	}
	for name, src := range models().sources {
		if load().byName[name] == nil && !strings.HasPrefix(name, "__craig_") {
			t.Errorf("%s: %s has no row", src.Name, name)
		}
	}
}

func TestLookup(t *testing.T) {
	for name, want := range map[string]string{
		"strlen": "strlen", "__builtin_strlen": "strlen", "__builtin___memcpy_chk": "memcpy", "__isoc99_sscanf": "sscanf",
		"__builtin_clz": "__builtin_clz", "clz": "", "strlen2": "",
	} {
		got := ""
		if f := Lookup(name); f != nil {
			got = f.Name
		}
		if got != want {
			t.Errorf("Lookup(%q) is %q, want %q", name, got, want)
		}
	}
}

func TestPrototype(t *testing.T) {
	rows, _, err := parseTable("# x.h\nexact - char *const *f(const struct tm *t, int a[3], size_t n, void (*g)(int), ...)")
	if err != nil {
		t.Fatal(err)
	}
	f := rows[0].function()
	if f.Name != "f" || f.Result.Class != Pointer || !f.Result.Elem.Const || f.Result.Const || !f.Variadic || len(f.Params) != 4 {
		t.Fatalf("%+v", f)
	}
	if p := f.Params[0]; p.Class != Pointer || p.Elem.Name != "struct tm" || !p.Elem.Const {
		t.Errorf("%+v", p)
	}
	if f.Params[1].Class != Pointer || f.Params[1].Elem.Class != Int || f.Params[2].Class != Int || f.Params[3].Elem.Class != Func {
		t.Errorf("%+v", f.Params)
	}
	for _, bad := range []string{"exact - int f(void)", "# h\nfoo - int f(void)", "# h\nexact x int f(void)", "# h\nexact - what f(void)", "# h\nexact - int f"} {
		rows, _, err := parseTable(bad)
		for _, r := range rows {
			_, err = parseRow(r.header, r.text)
		}
		if err == nil {
			t.Errorf("%q has no error", bad)
		}
	}
}

// TestIndex: rows are found by the names that their functions have.
func TestIndex(t *testing.T) {
	for _, f := range Functions() {
		if !slices.Contains(Rows(f.Name), f) {
			t.Errorf("%s: %s is not found by its name", f.Header, f.Name)
		}
	}
	for text, want := range map[string]string{
		"exact - int f(void)": "f",
		"input upto(n) ssize_t recv(int fd, out(n) void *to, int n)": "recv",
		"exact - void (*signal_(int s, void (*f)(int)))(int)":        "signal_",
		"exact - int": "",
	} {
		if got := nameOf(text); got != want {
			t.Errorf("nameOf(%q) is %q, want %q", text, got, want)
		}
	}
}
