package source

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"craig/internal/program/c/core"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
	"craig/internal/testenv"
)

// notCompared are names that the embedded headers define in a way of their own.
var notCompared = map[string]string{
	"error": "with a body that inlines it there", "error_at_line": "likewise",
	"errno": "a variable here, a function's result there",
	"NAN":   "equal to nothing",
}

// TestHeadersAgainstHost compares the embedded headers of the C library with the host's, in both
// data models: what the embedded ones declare or define as a constant has the same type, layout
// and value there.
func TestHeadersAgainstHost(t *testing.T) {
	if _, err := os.Stat("/usr/include/x86_64-linux-gnu/bits/types.h"); err != nil {
		t.Skip("no headers of glibc for x86-64")
	}
	headers, err := fs.Sub(embedded, "include/libc")
	if err != nil {
		t.Fatal(err)
	}
	i, compared := -1, 0
	err = fs.WalkDir(headers, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(name, "bits/") {
			return err
		}
		i++
		for _, ilp32 := range []bool{false, true} {
			if testenv.Long() || i%6 == 0 {
				compared += compareHeader(t, name, ilp32)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d types", compared)
	if compared < 100 {
		t.Errorf("only %d types are compared", compared)
	}
}

// compareHeader compares a header with the host's, and counts the types that it compares.
func compareHeader(t *testing.T, name string, ilp32 bool) (compared int) {
	own, host := headerTree(t, name, ilp32, false), headerTree(t, name, ilp32, true)
	var names []string // some need other macros to be declared there
	for id := range own {
		if host[id] && notCompared[id] == "" {
			names = append(names, id)
		}
	}
	a, b := typesOf(t, name, names, ilp32, false), typesOf(t, name, names, ilp32, true)
	for i, id := range names {
		if a[i] != b[i] && a[i] != "struct" { // FILE is opaque
			t.Errorf("%s, ILP32 %t: %s is\n%s, in the host's header\n%s", name, ilp32, id, a[i], b[i])
		}
	}
	compareMacros(t, name, ilp32)
	return len(names)
}

// compareMacros compares the macros of a header that are constants.
func compareMacros(t *testing.T, name string, ilp32 bool) {
	text, err := fs.ReadFile(embedded, "include/libc/"+name)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range constantMacro.FindAllSubmatch(text, -1) {
		names = append(names, string(m[1]))
	}
	own, host := macroTexts(t, name, names, ilp32, false), macroTexts(t, name, names, ilp32, true)
	for _, id := range names {
		a, b := own[id], host[id]
		if a == b || a == "" || b == "" || notCompared[id] != "" {
			continue
		}
		err := readText(Config{ILP32: ilp32, SystemHeaders: true}, fmt.Sprintf("#include <%s>\n_Static_assert((%s) == (%s), \"differ\");", name, a, b))
		if err != nil && strings.Contains(err.Error(), "differ") {
			t.Errorf("%s, ILP32 %t: %s is %s, in the host's header %s", name, ilp32, id, a, b)
		}
	}
}

var constantMacro = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]`)

// macroTexts is what macros of a header expand to, "" for those that there are not.
func macroTexts(t *testing.T, header string, names []string, ilp32, system bool) map[string]string {
	var b strings.Builder
	fmt.Fprintf(&b, "#include <%s>\n", header)
	for _, id := range names {
		fmt.Fprintf(&b, "#ifdef %[1]s\n#line 1 \"macro %[1]s\"\n%[1]s\n#endif\n", id)
	}
	o, err := opened(Config{ILP32: ilp32, SystemHeaders: system}, "a.c", []byte(b.String()))
	if err != nil {
		t.Fatalf("%s: %v", header, err)
	}
	o.settle()
	p := o.Source
	texts := map[string]string{}
	for k := p.Next(); k.Kind != pp.EOF; k = p.Next() {
		if id, ok := strings.CutPrefix(p.Place(k.Exp).File, "macro "); ok {
			texts[id] += " " + p.Text(k)
		}
	}
	if err := p.Err(); err != nil {
		t.Fatalf("%s: %v", header, err)
	}
	return texts
}

// headerTree is what a header declares at file scope: names, and tags as a program writes them.
func headerTree(t *testing.T, name string, ilp32, system bool) map[string]bool {
	t.Helper()
	tree, _, err := TreeOf(Config{ILP32: ilp32, SystemHeaders: system}, "a.c", []byte("#include <"+name+">\n"))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	names := map[string]bool{}
	tag := func(s *syntax.Specs) {
		if s.Tag != nil && s.Tag.Name != nil {
			names[[...]string{"struct ", "union ", "enum "}[s.Tag.Kind]+s.Tag.Name.Name] = true
		}
	}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *syntax.Declaration:
			tag(d.Specs)
			for _, x := range d.List {
				names[x.Decl.Name.Name] = true
			}
		case *syntax.FuncDef:
			names[d.Decl.Name.Name] = true
		}
	}
	return names
}

// typesOf describes the types of what a header declares.
func typesOf(t *testing.T, header string, names []string, ilp32, system bool) []string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "#include <%s>\n", header)
	for i, id := range names {
		if !strings.Contains(id, " ") {
			id = "__typeof__(" + id + ")"
		}
		fmt.Fprintf(&b, "extern %s craig_%d;\n", id, i)
	}
	cfg := Config{ILP32: ilp32, SystemHeaders: system}
	tree, text, err := TreeOf(cfg, "a.c", []byte(b.String()))
	if err != nil {
		t.Fatalf("%s: %v", header, err)
	}
	prog, report := elab.Elaborate(elab.Config{Machine: MachineOf("", ilp32).Machine}, elab.File{Name: "a.c", Tree: tree, Source: text})
	for _, m := range report.Mistakes {
		t.Fatalf("%s: %v", header, Mistake(text, &m.Error))
	}
	list := make([]string, len(names))
	for _, g := range prog.Units[0].Globals {
		var i int
		if d, ok := g.(*core.VarDef); !ok {
			continue
		} else if _, err := fmt.Sscanf(d.Var.Name, "craig_%d", &i); err == nil {
			list[i] = describe(d.Var.Type, true)
		}
	}
	for i, s := range list {
		if s == "" {
			t.Errorf("%s: %s has no type", header, names[i])
		}
	}
	return list
}

// describe spells a type by its layout, without the names of typedefs, tags and reserved members;
// what a pointer points to is not laid out.
func describe(t *types.Type, layout bool) string {
	switch t.Kind {
	case types.Pointer:
		return "*" + describe(t.Elem, false)
	case types.Array:
		return fmt.Sprintf("[%d]%s", t.Len, describe(t.Elem, layout))
	case types.Func:
		var params []string
		for _, p := range t.Sig.Params {
			params = append(params, describe(p.Type, false))
		}
		if t.Sig.Variadic {
			params = append(params, "...")
		}
		return "function(" + strings.Join(params, ", ") + ") " + describe(t.Sig.Result, false)
	case types.Struct, types.Union:
		kind := map[types.Kind]string{types.Struct: "struct", types.Union: "union"}[t.Kind]
		if !layout || !t.Record.Complete {
			return kind
		}
		kind += fmt.Sprintf(" of %d, aligned to %d", t.SizeOf(), t.AlignOf())
		if t.Kind == types.Union {
			return kind
		}
		var b strings.Builder
		b.WriteString(kind + " {")
		for _, f := range t.Record.Fields {
			switch {
			case strings.HasPrefix(f.Name, "_"):
			case f.Bits:
				fmt.Fprintf(&b, " %s at bit %d: %d of %s;", f.Name, f.Bit, f.Width, describe(f.Type, layout))
			default:
				fmt.Fprintf(&b, " %s at %d: %s;", f.Name, f.Offset, describe(f.Type, layout))
			}
		}
		return b.String() + " }"
	case types.Enum:
		return "enum"
	}
	return t.Main().String()
}
