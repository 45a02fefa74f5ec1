package cfront

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/testenv"
)

const readOnlyHead = `typedef const int fixed; typedef const int three[3];
struct S { int a; const int b; int c[2]; const int d[2]; };
struct In { struct S s; int z; };
struct T { int a; int *p; int e[2]; unsigned bits:3; const int *k; };
extern const int later; const int g = 1; const struct T gt; three t3;
const int *ask(void);
static void f(const int p, int *const cp, const int *pc, const struct T *ct, struct S *s, struct S s2, struct In *in, struct T *const *pp, struct T *m, int v) {
`

// TestReadOnly: what is const is not assigned, and the place that is named is the one that gcc names.
func TestReadOnly(t *testing.T) {
	gcc := ""
	if testenv.Long() {
		gcc, _ = exec.LookPath("gcc")
	}
	dir := t.TempDir()
	inGCC := regexp.MustCompile(`^[^:]*(:\d+:\d+): error`)
	for _, c := range []struct{ text, want string }{
		{"p = 1;", "what is assigned to is const: its type is const"},
		{"cp = 0;", "what is assigned to is const: its type is int *const"},
		{"*cp = 1; pc++; *ct->p = 2; (*pp)->a = 1; m->k = pc; s->a = 1; s->c[0]--; in->z = 2; s = 0;", ""},
		{"*pc = v;", "what is assigned to is const: its type is const"},
		{"pc[2] += 1;", "what is assigned to is const: its type is const"},
		{"(*pc)++;", "what is assigned to is const: its type is const"},
		{"v = --*pc;", "what is assigned to is const: its type is const"},
		{"ct->a = 1;", "what is assigned to is const: its type is const"},
		{"ct->e[0] = 1;", "what is assigned to is const: its type is const"},
		{"ct->bits |= 1;", "what is assigned to is const: its type is const"},
		{"*ct->k = 1;", "what is assigned to is const: its type is const"},
		{"s->b = 2;", "what is assigned to is const: its type is const"},
		{"s->d[1] = 2;", "what is assigned to is const: its type is const"},
		{"*s = s2;", "what is assigned to has a member that is const"},
		{"s2 = *s;", "what is assigned to has a member that is const"},
		{"in->s = s2;", "what is assigned to has a member that is const"},
		{"*pp = 0;", "what is assigned to is const: its type is struct T *const"},
		{"later = 3;", "what is assigned to is const: its type is const"},
		{"gt.e[1]--;", "what is assigned to is const: its type is const"},
		{"t3[0] = 1;", "what is assigned to is const: its type is const"},
		{"*ask() = 1;", "what is assigned to is const: its type is const"},
		{"if (0) g = 2;", "what is assigned to is const: its type is const"},
		{"v = sizeof(g = 1);", "what is assigned to is const: its type is const"},
		{"v ? (g = 1) : 0;", "what is assigned to is const: its type is const"},
		{"static fixed st = 1; ({ st += 2; });", "what is assigned to is const: its type is const"},
		{"for (const int i = 0; i < 2; i++) ;", "what is assigned to is const: its type is const"},
		{"__typeof__(g) x; x = 1;", "what is assigned to is const: its type is const"},
		{"__typeof__(+g) x; x = 1; __auto_type y = g; y = 2; __typeof__(1 ? g : 0) z; z = 1; __typeof__((const int)1) c; c = 2;", ""},
		{"const char *const names[2] = {0}; names[1] = 0;", "what is assigned to is const: its type is const"},
		{"const char *names[2]; names[1] = 0; static const struct T one = {1}; *one.p = 2; struct T two; two = one; two.a++;", ""},
		{"const int *const *q = 0; q = 0; *(int *)pc = 1; int own[2]; pc = own; { int g; g = 3; v = g; }", ""},
		{"(const int){1} = 2;", "what is assigned to is const: its type is const"},
	} {
		text := readOnlyHead + c.text + "\n}\nint main(void) { (void)f; return 0; }\n"
		files := fstest.MapFS{"a.c": {Data: []byte(text)}}
		_, err := ReadFrom(context.Background(), Options{Properties: []string{}}, NewFiles(files), "a.c")
		got := ""
		if err != nil {
			got = err.Error()
		}
		if (c.want == "") != (err == nil) || !strings.Contains(got, c.want) {
			t.Errorf("%s\n%v, want %s", c.text, err, c.want)
			continue
		}
		if gcc == "" {
			continue
		}
		file := filepath.Join(dir, "a.c")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(gcc, "-w", "-fsyntax-only", file).CombinedOutput()
		if (err == nil) != (c.want == "") {
			t.Errorf("%s\ngcc: %s", c.text, out)
			continue
		}
		for _, line := range strings.Split(string(out), "\n") {
			if at := inGCC.FindStringSubmatch(line); at != nil && !strings.Contains(got, at[1]+": ") {
				t.Errorf("%s\n%s, and gcc: %s", c.text, got, line)
			}
		}
	}
}

// TestReadOnlyElsewhere: a file may write what it defines, though others declare it const.
func TestReadOnlyElsewhere(t *testing.T) {
	files := fstest.MapFS{
		"use.c":  {Data: []byte("extern const int level; extern const int table[2]; void set(void); int main(void) { set(); return level + table[0]; }\n")},
		"make.c": {Data: []byte("int level = 1; int table[2]; void set(void) { level = 2; table[0]++; }\n")},
		"bad.c":  {Data: []byte("extern const int level; void spoil(void) { level = 4; }\n")},
	}
	for _, c := range []struct {
		names []string
		ok    bool
	}{
		{[]string{"use.c", "make.c"}, true},
		{[]string{"make.c", "use.c"}, true},
		{[]string{"use.c", "bad.c"}, false},
	} {
		_, err := ReadFrom(context.Background(), Options{Properties: []string{}}, NewFiles(files), c.names...)
		if (err == nil) != c.ok {
			t.Errorf("%v: %v", c.names, err)
		}
	}
}
