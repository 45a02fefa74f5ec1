package library

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// TestPrototypes: the host's headers declare the functions of the table with its prototypes.
func TestPrototypes(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	byHeader := map[string][]*Function{}
	for _, f := range Functions() {
		byHeader[f.Header] = append(byHeader[f.Header], f)
	}
	dir := t.TempDir()
	for header, functions := range byHeader {
		if header == "GCC" || header == "SV-COMP" {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "#define _GNU_SOURCE\n#if __has_include(<%[1]s>)\n#include <%[1]s>\n#include <stdint.h>\n#include <stdarg.h>\n#include <wchar.h>\n#include <signal.h>\n#include <sys/types.h>\n", header)
		for _, f := range functions {
			if !undeclared[f.Name] {
				fmt.Fprintf(&b, "#undef %s\nextern __typeof__(%[1]s) %[1]s;\nextern %s;\n", f.Name, f.Declaration())
			}
		}
		b.WriteString("#endif\n")
		file := filepath.Join(dir, strings.ReplaceAll(header, "/", "_")+".c")
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("gcc", "-w", "-fsyntax-only", "-fno-builtin", file).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", header, err, out)
		}
	}
}

// undeclared are functions that today's headers do not declare or only as macros, and those with
// two types: enumerations in place of int with _GNU_SOURCE, or two rows.
var undeclared = func() map[string]bool {
	names := map[string]bool{}
	for _, n := range strings.Fields(`stime gets bsd_signal sigsetjmp assert res_init __fxstat __lxstat __xstat
		waitid getitimer setitimer getpriority setpriority getrlimit getrlimit64 setrlimit setrlimit64 prlimit ptrace
		strerror_r basename __cxa_atexit __cxa_at_quick_exit __cxa_thread_atexit_impl`) {
		names[n] = true
	}
	return names
}()

// TestKeepers: functions that are given functions, which they call or keep, have a model or a
// handler, or are unsupported.
func TestKeepers(t *testing.T) {
	for _, f := range Functions() {
		for _, p := range f.Params {
			if p.Class == Pointer && p.Elem.Class == Func && f.Kind != Unsupported && !f.Model && !f.Handler && !strings.Contains(f.Remark, "no thread ends") {
				t.Errorf("%s: %s is given a function, and is not unsupported", f.Header, f.Name)
			}
		}
		if f.Result.Class == Void && f.Values != Unknown && f.Values != None || f.Result.Class != Void && f.Values == None {
			t.Errorf("%s: %s: the values of its result do not fit its type", f.Header, f.Name)
		}
	}
}

// TestWritten: of a row that says what the result is and nothing else about memory, every parameter that
// points to what is not const says whether the function writes it; types such as FILE aside.
func TestWritten(t *testing.T) {
	for _, f := range Functions() {
		if f.Effects || f.Model || f.Handler || f.Kind == Unsupported {
			continue
		}
		for _, p := range f.Params {
			if p.Class == Pointer && !p.Elem.Const && p.Elem.Class != Struct && p.Elem.Class != Func && !p.Out && !p.In {
				t.Errorf("%s: %s: %s is neither const nor in nor out", f.Header, f.Name, p.Name)
			}
		}
	}
}

// TestStates: every state that a row names has a variable, or is one of a header that has a function
// which returns pointers to it; the direction of rounding has a function that gives it.
func TestStates(t *testing.T) {
	known := map[string]bool{}
	for _, v := range variables() {
		known[v.State] = true
		if v.Alias != "" && LookupVariable(v.Alias) == nil {
			t.Errorf("%s is another name of %s, which has no row", v.Name, v.Alias)
		}
	}
	for _, f := range Functions() {
		if f.Default() && f.Result.Class == Pointer {
			known[f.Header] = true
		}
		known["rounding"] = known["rounding"] || f.Does == "gets-rounding"
	}
	for _, f := range Functions() {
		for _, s := range f.Sets {
			if !known[s] {
				t.Errorf("%s: %s sets %s, which is nothing that a program can see", f.Header, f.Name, s)
			}
		}
	}
}
