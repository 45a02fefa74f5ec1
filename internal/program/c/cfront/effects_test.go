package cfront_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/c/library"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

var (
	parameterName = regexp.MustCompile(`\(\*(\w+)\)\(|(\w+)(?:\[\w*\])*$`)
)

// TestEffects: a call of a function of the library that is not exact may set errno, unless it is one of
// those below, and changes the variables of the states that the table names.
func TestEffects(t *testing.T) {
	testenv.NeedsLong(t)
	testenv.NeedsTool(t, "gcc")
	var functions []*library.Function
	for _, f := range library.Functions() {
		if f.Kind != library.Unsupported && hasHeader(f.Header) && (f.Kind != library.Exact || len(f.States()) > 0) && len(library.Rows(f.Name)) == 1 {
			functions = append(functions, f)
		}
	}
	p := effectsProgram(t, functions)
	stated, left := 0, 0
	open := map[int]bool{} // lines with a call that is not supported, such as one that passes a long double
	for _, n := range p.Notes {
		open[n.Pos.Line] = open[n.Pos.Line] || n.Kind == ir.Unmodelled
	}
	for _, f := range functions {
		if i := slices.IndexFunc(p.Funcs, func(g *ir.Func) bool { return g.Name == "t_"+f.Name }); i >= 0 && open[p.Funcs[i].Pos.Line] {
			left++
			continue
		}
		sets := assigned(p, "t_"+f.Name)
		if sets == nil {
			t.Errorf("%s: %s: the program does not call it", f.Header, f.Name)
			continue
		}
		if !sets["errno"] && !keepsErrno[f.Name] && f.Values != library.ErrorNumber {
			t.Errorf("%s: %s does not set errno", f.Header, f.Name)
		}
		for _, state := range f.States() {
			for _, v := range library.Variables(state) {
				if stated++; !sets[v.Name] && !(v.Type.Class == library.Pointer && v.Type.Elem.Class == library.Func) {
					t.Errorf("%s: %s does not set %s", f.Header, f.Name, v.Name)
				}
			}
		}
	}
	if len(functions)-left < 500 || stated < 20 {
		t.Errorf("%d functions, of which %d are not supported, and %d variables are too few", len(functions), left, stated)
	}
}

func hasHeader(name string) bool {
	for _, dir := range []string{"/usr/include/", "/usr/include/x86_64-linux-gnu/"} {
		if _, err := os.Stat(dir + name); err == nil {
			return name != "errno.h"
		}
	}
	return false
}

// keepsErrno are functions that POSIX or glibc say keep errno, or that have nothing to fail for.
var keepsErrno = map[string]bool{"rand": true, "random": true, "arc4random_uniform": true, "err": true, "errx": true, "verr": true, "verrx": true,
	"malloc_usable_size": true}

// effectsProgram has a function t_f for each function f, which calls it with unknown arguments, and uses
// errno and all variables of the library.
func effectsProgram(t *testing.T, functions []*library.Function) *ir.Program {
	var b strings.Builder
	b.WriteString("#define _GNU_SOURCE\n#include <features.h>\n#undef __va_arg_pack\n") // functions of error.h have bodies with that
	header := ""
	for _, f := range functions {
		if f.Header != header {
			header = f.Header
			fmt.Fprintf(&b, "#include <%s>\n", header)
		}
	}
	b.WriteString("#include <stdarg.h>\n")
	b.WriteString("#undef errno\nextern int errno;\nlong use(void) {\n\tlong n = errno;\n")
	done := map[string]bool{}
	for _, f := range functions {
		for _, state := range f.States() {
			for _, v := range library.Variables(state) {
				if done[v.Name] {
					continue
				}
				done[v.Name] = true
				fmt.Fprintf(&b, "#undef %s\n", v.Name)
				fmt.Fprintf(&b, "\t{ extern __typeof__(%s) %[2]s; n += (long)%[2]s; }\n", declaration(v), v.Name)
			}
		}
	}
	b.WriteString("\treturn n;\n}\n")
	for _, f := range functions {
		prototype := f.Declaration()
		_, list, _ := strings.Cut(strings.TrimSuffix(prototype, ")"), "(")
		var names, params []string
		for _, p := range splitOutside(list) {
			if p == "..." || p == "void" {
				continue
			}
			m := parameterName.FindStringSubmatch(p)
			if m == nil {
				t.Fatalf("%s: a parameter without a name", f.Prototype)
			}
			name := m[1] + m[2]
			if name == f.Name {
				name, p = "other", strings.TrimSuffix(p, name)+"other"
			}
			params, names = append(params, p), append(names, name)
		}
		if len(params) == 0 {
			params = []string{"void"}
		}
		fmt.Fprintf(&b, "#undef %[1]s\nvoid t_%[1]s(%[2]s) { %[1]s(%[3]s); }\n", f.Name, strings.Join(params, ", "), strings.Join(names, ", "))
	}
	b.WriteString("int main(void) {\n\tuse();\n")
	for _, f := range functions {
		fmt.Fprintf(&b, "\t{ void *volatile p = (void *)t_%s; (void)p; }\n", f.Name)
	}
	b.WriteString("\treturn 0;\n}\n")
	p, err := read(t, cfront.Options{Properties: []string{"div-by-zero"}}, b.String())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// declaration is the type of a variable, as in __typeof__.
func declaration(v *library.Variable) string {
	name := func(x *library.Type) string {
		stars := ""
		for ; x.Class == library.Pointer; x = x.Elem {
			stars += "*"
		}
		if x.Class == library.Func {
			return "void (" + stars + ")(void)"
		}
		return x.Name + " " + stars
	}(v.Type)
	if v.Length > 0 {
		name += fmt.Sprintf("[%d]", v.Length)
	}
	return name
}

// splitOutside splits at the commas outside of parentheses.
func splitOutside(s string) (list []string) {
	depth, from := 0, 0
	for i, c := range s + "," {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			list = append(list, strings.TrimSpace(s[from:i]))
			from = i + 1
		}
	}
	return list
}

// assigned are the names of the variables and objects that a function, or a model that it calls,
// assigns or clobbers; nil if there is no such function.
func assigned(p *ir.Program, name string) map[string]bool {
	done := map[*ir.Func]bool{}
	var set map[string]bool
	var walk func(f *ir.Func)
	walk = func(f *ir.Func) {
		if done[f] {
			return
		}
		done[f] = true
		for _, e := range p.Edges {
			if e == nil || p.Locs[e.From].Func != f {
				continue
			}
			switch s := e.Stmt.(type) {
			case *ir.Assign:
				set[s.Var.Name] = true
			case *ir.Havoc:
				set[s.Var.Name] = true
			case *ir.Store:
				if s.Addr.Op == ir.OpAddr {
					set[s.Addr.Obj.Name] = true
				}
			case *ir.Clobber:
				if s.Result != nil {
					set[s.Result.Name] = true
				}
				for _, r := range s.Roots {
					if r.Ptr.Op == ir.OpAddr {
						set[r.Ptr.Obj.Name] = true
					}
				}
			case *ir.Call:
				if s.Callee != nil {
					walk(s.Callee)
				}
			}
		}
	}
	for _, f := range p.Funcs {
		if f.Name == name {
			set = map[string]bool{}
			walk(f)
		}
	}
	return set
}
