package source

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"craig/internal/testenv"
)

// notCompared are names that the embedded headers define in a way of their own.
var notCompared = map[string]string{
	"errno": "a variable here, a function's result there",
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
	i := -1
	err = fs.WalkDir(headers, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(name, "bits/") {
			return err
		}
		i++
		for _, ilp32 := range []bool{false, true} {
			if testenv.Long() || i%6 == 0 {
				compareHeader(t, name, ilp32)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func compareHeader(t *testing.T, name string, ilp32 bool) {
	own, host := readHeader(t, name, ilp32, false), readHeader(t, name, ilp32, true)
	for id, nodes := range own.Scope.Nodes {
		if nodes[0].Position().Filename == "<built-in>" || notCompared[id] != "" || len(host.Scope.Nodes[id]) == 0 {
			continue // some need other macros to be declared there
		}
		a, b := declared(nodes), declared(host.Scope.Nodes[id])
		if a != b && a != "struct" && a != "" { // FILE is opaque
			t.Errorf("%s, ILP32 %t: %s is\n%s, in the host's header\n%s", name, ilp32, id, a, b)
		}
	}
	compareMacros(t, name, ilp32)
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
		_, err := translate(fmt.Sprintf("#include <%s>\n_Static_assert((%s) == (%s), \"differ\");", name, a, b), ilp32, true)
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
	x, err := (&translation{cfg: Config{ILP32: ilp32}, file: "a.c", text: []byte(b.String())}).expand(system)
	if err != nil {
		t.Fatalf("%s: %v", header, err)
	}
	texts := map[string]string{}
	lines := strings.Split(string(x.text), "\n")
	for i, place := range x.places {
		if id, ok := strings.CutPrefix(place.File, "macro "); ok {
			texts[id] += " " + lines[i]
		}
	}
	return texts
}

// declared describes what a name of file scope stands for: the name itself, and the tag.
func declared(nodes []cc.Node) string {
	var name, tag string
	for _, n := range nodes {
		switch x := n.(type) {
		case *cc.Declarator:
			name = describe(x.Type(), true)
		case *cc.StructOrUnionSpecifier:
			if x.Case == cc.StructOrUnionSpecifierDef {
				tag = describe(x.Type(), true)
			}
		}
	}
	return name + tag
}

// readHeader reads a header.
func readHeader(t *testing.T, name string, ilp32, system bool) *cc.AST {
	t.Helper()
	ast, err := translate("#include <"+name+">\n", ilp32, system)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return ast
}

// translate reads a text with its types.
func translate(text string, ilp32, system bool) (*cc.AST, error) {
	tr := &translation{cfg: Config{ILP32: ilp32}, file: "a.c", text: []byte(text)}
	x, err := tr.expand(system)
	if err != nil {
		return nil, err
	}
	return cc.Translate(tr.newConfig(), x.sources(new(Files), cc.Source{Name: builtIn, Value: x.knownText(known().needed(x.words))}))
}

// describe spells a type by its layout, without the names of typedefs, tags and reserved members;
// what a pointer points to is not laid out.
func describe(typ cc.Type, layout bool) string {
	switch x := typ.Undecay().(type) {
	case *cc.PointerType:
		return "*" + describe(x.Elem(), false)
	case *cc.ArrayType:
		return fmt.Sprintf("[%d]%s", x.Len(), describe(x.Elem(), layout))
	case *cc.FunctionType:
		var params []string
		for _, p := range x.Parameters() {
			if a, ok := p.Type().Undecay().(*cc.ArrayType); ok {
				params = append(params, "*"+describe(a.Elem(), false))
			} else if p.Type().Kind() != cc.Void {
				params = append(params, describe(p.Type(), false))
			}
		}
		if x.IsVariadic() {
			params = append(params, "...")
		}
		return "function(" + strings.Join(params, ", ") + ") " + describe(x.Result(), false)
	case *cc.StructType:
		if !layout || x.IsIncomplete() {
			return "struct"
		}
		var b strings.Builder
		fmt.Fprintf(&b, "struct of %d, aligned to %d {", x.Size(), x.Align())
		for i := range x.NumFields() {
			if f := x.FieldByIndex(i); !strings.HasPrefix(f.Name(), "_") {
				fmt.Fprintf(&b, " %s at %d: %s;", f.Name(), f.Offset(), describe(f.Type(), layout))
			}
		}
		return b.String() + " }"
	case *cc.UnionType:
		return "union"
	case *cc.EnumType:
		return "enum"
	}
	return typ.Kind().String()
}
