package library

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// TestNull: where the table says that an argument may be null, glibc's headers do not say that it must not.
func TestNull(t *testing.T) {
	testenv.NeedsLong(t)
	testenv.NeedsTool(t, "gcc")
	type argument struct {
		f *Function
		i int
	}
	byHeader := map[string][]argument{}
	for _, f := range Functions() {
		for i, p := range f.Params {
			if p.Class == Pointer && p.Elem.Class != Func && f.Use(i).Extent != Own && f.Header != "GCC" && f.Header != "SV-COMP" {
				byHeader[f.Header] = append(byHeader[f.Header], argument{f, i})
			}
		}
	}
	warned, wrong := 0, regexp.MustCompile(`:(\d+):\d+: warning: argument \d+ null`)
	for header, list := range byHeader {
		var b strings.Builder
		fmt.Fprintf(&b, "#define _GNU_SOURCE\n#include <stdlib.h>\n#include <sys/types.h>\n#if __has_include(<%[1]s>)\n#include <%[1]s>\nextern char buffer[];\nvoid test(void) {\n", header)
		first := strings.Count(b.String(), "\n") + 1
		for _, a := range list {
			var args []string
			for i, p := range a.f.Params {
				switch {
				case i == a.i:
					args = append(args, "0")
				case p.Class == Pointer:
					args = append(args, "(void *)buffer")
				case p.Class == Struct:
					args = append(args, fmt.Sprintf("*(%s *)buffer", p.Type.Name))
				default:
					args = append(args, "1")
				}
			}
			fmt.Fprintf(&b, "%s(%s);\n", a.f.Name, strings.Join(args, ", "))
		}
		b.WriteString("}\n#endif\n")
		file := filepath.Join(t.TempDir(), "null.c")
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("gcc", "-Wnonnull", "-fsyntax-only", "-fno-builtin", file)
		cmd.Env = append(os.Environ(), "LC_ALL=C")
		out, _ := cmd.CombinedOutput() // a call that is refused says nothing about the others
		for _, m := range wrong.FindAllStringSubmatch(string(out), -1) {
			line, _ := strconv.Atoi(m[1])
			a := list[line-first]
			warned++
			if a.f.Use(a.i).Null {
				t.Errorf("%s: %s: %s may be null, and the header says that it may not", header, a.f.Name, a.f.Params[a.i].Name)
			}
		}
	}
	if warned < 100 {
		t.Errorf("the headers say of %d arguments only that they must not be null", warned)
	}
	t.Logf("the headers say of %d arguments that they must not be null", warned)
}

// TestRestrict: of the parameters that the prototypes of glibc's headers have restrict, the table has those of which one is written and another
// one leads to an object, too.
func TestRestrict(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	texts, marked := map[string]string{}, 0
	for _, f := range Functions() {
		if f.Kind == Unsupported && !f.Handler || len(Rows(f.Name)) > 1 {
			continue
		}
		text, ok := texts[f.Header]
		if !ok {
			cmd := exec.Command("gcc", "-E", "-P", "-")
			cmd.Stdin = strings.NewReader(fmt.Sprintf("#define _GNU_SOURCE\n#include <stdlib.h>\n#if __has_include(<%[1]s>)\n#include <%[1]s>\n#endif\n", f.Header))
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%s: %v", f.Header, err)
			}
			text = strings.Join(strings.Fields(string(out)), " ")
			texts[f.Header] = text
		}
		_, rest, ok := strings.Cut(text, " *"+f.Name+" (")
		if !ok {
			if _, rest, ok = strings.Cut(text, " "+f.Name+" ("); !ok {
				continue
			}
		}
		rest, _, _ = strings.Cut(rest, ";")
		params := splitParams(rest[:strings.LastIndex(rest, ")")+1]) // an attribute may follow the last one
		var objects []int
		writes := false
		for i, p := range f.Params {
			if i < len(params) && strings.Contains(params[i], "__restrict") && p.Class == Pointer && p.Elem.Class != Func && !streams[p.Elem.Name] {
				objects = append(objects, i)
				writes = writes || f.Use(i).Writes
			}
		}
		if len(objects) < 2 || !writes {
			objects = nil
		}
		for i, p := range f.Params {
			if p.Restrict {
				marked++
			}
			if want := slices.Contains(objects, i); p.Restrict != want {
				t.Errorf("%s: %s: %s is restrict: %v, and by the header: %v", f.Header, f.Name, p.Name, p.Restrict, want)
			}
		}
	}
	if marked < 200 {
		t.Errorf("%d parameters are restrict", marked)
	}
}
