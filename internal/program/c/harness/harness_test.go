package harness_test

import (
	"slices"
	"strings"
	"testing"

	"craig/internal/program/c/core"
	"craig/internal/program/c/corecheck"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/harness"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// made reads files as one program, makes the surroundings of f there, and reads them behind the file of f.
func made(t *testing.T, o harness.Options, change func(*core.Program), texts ...string) (*ir.Environment, error) {
	t.Helper()
	var list []elab.File
	var readers []*syntax.Reader
	for i, text := range texts {
		name := string(rune('a'+i)) + ".c"
		source := pp.New(pp.Config{
			Annotations: syntax.Annotations(),
			Predefined:  []pp.Text{{Name: "<built-in>", Text: []byte("#define __SIZE_TYPE__ unsigned long\n#define __PTRDIFF_MAX__ 0x7fffffffffffffffL\n")}},
		})
		source.Open(name, []byte(text))
		r := syntax.NewReader(syntax.Config{Claims: true}, source)
		tree, wrong := r.Unit()
		if len(wrong) > 0 {
			t.Fatalf("%s: %s", name, wrong[0].Msg)
		}
		readers = append(readers, r)
		list = append(list, elab.File{Name: name, Tree: tree, Source: source})
	}
	e := elab.Begin(elab.Config{Machine: types.MachineOf("", false), Contracts: true, Claims: true}, list...)
	if len(e.Report.Mistakes)+len(e.Report.Refusals) > 0 {
		t.Fatal(e.Report.Mistakes, e.Report.Refusals)
	}
	if change != nil {
		change(e.Program)
	}
	o.Valid = true
	library := []string{"memcpy", "strlen", "malloc"}
	env, err := harness.Make(e.Program, harness.Config{
		Options: o, Entry: "f",
		Library:  func(name string) bool { return slices.Contains(library, name) },
		Fails:    func(name string) bool { return name == "fail" },
		Variable: func(name string) bool { return name == "stdout" },
		Copies: func(name string) ([]int, int) {
			if name == "memcpy" {
				return []int{0, 1}, 2
			}
			return nil, 0
		},
	})
	if err != nil {
		return nil, err
	}
	for i, f := range list {
		if f.Name != env.File {
			continue
		}
		f.Source.More(env.Name(), []byte(env.Text))
		tree, wrong := readers[i].Unit()
		if len(wrong) > 0 {
			t.Fatalf("%s in\n%s", wrong[0].Msg, env.Text)
		}
		e.More(i, tree)
	}
	for _, m := range e.Report.Mistakes {
		t.Errorf("%v: %s in\n%s", list[m.File].Source.Place(m.Pos.Used), m.Msg, env.Text)
	}
	if err := corecheck.Check(e.Program); err != nil {
		t.Error(err)
	}
	return env, nil
}

// TestMake: of what the text says and takes for granted.
func TestMake(t *testing.T) {
	const memcpy = "extern void *memcpy(void *, const void *, unsigned long);\n"
	for _, c := range []struct {
		name, text string
		o          harness.Options
		want       []string // words without spaces matter as they are
		not        []string
	}{
		{name: "numbers", text: "enum e { A, B }; int f(int a, unsigned char b, enum e c, double d) { return a + b + c + (int)d; }",
			want: []string{"int a = __VERIFIER_nondet_int();", "unsigned char b = __VERIFIER_nondet_uchar();", "enum e c = __VERIFIER_nondet_uint();", "double d = __VERIFIER_nondet_double();", "f(a, b, c, d);"}},
		{name: "an object", text: "struct s { int a, unused; }; int f(struct s *p) { return p->a; }",
			want: []string{"struct s p_object;", "p_object.a = __VERIFIER_nondet_int();", "struct s *p = &p_object;", "f is called with pointers to objects: p", "these pointers are not null: p"}, not: []string{"unused"}},
		{name: "may be null", text: "int f(int *p) { return *p; }", o: harness.Options{Null: harness.NullAlways}, want: []string{"__VERIFIER_nondet_bool() ? &p_object : 0"}, not: []string{"not null"}},
		{name: "a length behind", text: "int f(const int *p, unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) s += p[i]; return s; }", want: []string{"p has n elements"}},
		{name: "a length that is none", text: "struct s { int a; }; int f(struct s *p, unsigned len) { return p->a + len; }", want: []string{"p_object"}, not: []string{"has len"}},
		{name: "one element", text: "int f(const int *p, unsigned n) { return p[n]; }", o: harness.Options{Lengths: harness.LengthsOne}, want: []string{"p_object"}, not: []string{"has n"}},
		{name: "a length before", text: "void f(unsigned size, const char *iv, unsigned char *to) { for (unsigned i = 0; i < size; i++) to[i] = iv[i & 7]; }", want: []string{"to has size elements"}},
		{name: "bits", text: "int f(const unsigned char *key, int key_bits) { return key[key_bits / 8 - 1]; }", want: []string{"(key_bits / 8 + (key_bits % 8 != 0))"}},
		{name: "two with one length", text: "char *f(char *to, const char *from, unsigned long n) { for (unsigned long i = 0; i < n; i++) to[i] = from[i]; return to; }", want: []string{"to has n elements, from has n elements"}},
		{name: "with a text between", text: "char *f(char *to, const char *from, unsigned long n) { if (n > 1) to[n - 1] = *from; return to; }", want: []string{"to has n elements, from has n elements"}},
		{name: "written with a length", text: "int f(unsigned char iv[16], int n) { return iv[n]; }", want: []string{"iv has 16 elements"}},
		{name: "a length that is given back", text: "void f(unsigned long *out_len, unsigned long n) { *out_len = n; }", want: []string{"out_len_object"}, not: []string{"elements"}},
		{name: "by constants", text: "void f(unsigned char *key) { for (int i = 0, j = 1; i < 4; i++, j += 2) key[j] = 0; }", want: []string{"key has 8 elements"}},
		{name: "in an inner loop, with an effect in its condition", text: "int g(void); int f(int (*state)[4]) { int s = 0, c; for (int i = 0; i < 3 && (c = g()) > 0; i++) s += state[i][3]; return s; }", want: []string{"state has 3 elements"}},
		{name: "moved on", text: "int f(unsigned short *p) { int s = 0; for (int i = 0; i < 5; i++) s += *p++; return s; }", want: []string{"p has 5 elements"}},
		{name: "in a function that it calls", text: "static int g(int *q) { return q[2]; } int f(int *p) { return g(p + 1); }", want: []string{"p has 4 elements"}},
		{name: "copied", text: memcpy + "void f(void *to, const int *from) { memcpy(to, from, 12); }", want: []string{"to has 12 elements", "from has 3 elements"}},
		{name: "a call through a cast", text: "typedef int (*call)(void); int f(void *p) { return (*(call)p)(); }", want: []string{"p has p_size elements"}},
		{name: "an end", text: "int f(const char *p, const char *end) { int n = 0; while (p < end) n += *p++; return n; }", want: []string{"end is the end of p", "p + p_size"}},
		{name: "the last element", text: "int f(const int *p, const int *last) { int n = 0; while (p <= last) n += *p++; return n; }", not: []string{"is the end"}},
		{name: "a handle of void *", text: "typedef void *handle; struct state { int n, *counts; }; int f(handle *h) { struct state *s = (struct state *)h; return s->n; }", want: []string{"h leads to an object of type struct state"}},
		{name: "no end", text: "int f(const char *p, const char *end) { return *p + *end; }", not: []string{"is the end"}},
		{name: "bytes", text: "int f(const char *p) { return *p; }", o: harness.Options{Bytes: true}, want: []string{"p_object"}, not: []string{"have an end"}},
		{name: "capacity", text: "struct v { int *items; unsigned count, capacity; }; int f(struct v *p) { return p->count < p->capacity ? p->items[p->count] : 0; }",
			want: []string{"p->count is at most p->capacity", "p->items has p->capacity elements"}},
		{name: "an open end", text: "struct m { unsigned short len; char data[]; }; int f(struct m *p) { return p->data[p->len - 1]; }", want: []string{"p->data has p->len elements"}},
		{name: "a ring of indices", text: "struct r { int buf[8]; unsigned head, tail; }; void f(struct r *r) { r->buf[r->head] = 1; r->head = (r->head + 1) % 8; if (r->head == r->tail) r->tail++; }",
			want: []string{"r->head is less than 8", "r->tail is less than 8"}},
		{name: "a ring whose indices are masked", text: "struct r { int buf[8]; unsigned head, tail; }; void f(struct r *r) { r->buf[r->head++ & 7] = r->tail; }", not: []string{"less than"}},
		{name: "a ring of pointers", text: "struct r { char *buf, *head, *tail; unsigned size; }; int f(struct r *r) { if (r->head == r->buf + r->size) r->head = r->buf; return r->head == r->tail ? 0 : *r->head++; }",
			want: []string{"r->head leads into r->buf", "r->tail leads into r->buf"}},
		{name: "a mask", text: "struct h { int *slots; unsigned mask; }; int f(struct h *h, unsigned x) { return h->slots[x & h->mask]; }", want: []string{"h->mask + 1 is a power of two", "h->slots has h->mask + 1 elements"}},
		{name: "void by what it is converted to", text: "struct a { int x; }; struct b { int x, y; }; int f(void *p) { struct a *q = p; return q->x ? ((struct b *)p)->y : 0; }", want: []string{"p leads to an object of type struct b"}},
		{name: "what begins with the structure", text: "struct base { int k; }; struct mid { struct base b; int m; }; struct far { struct mid m; int x; }; struct own { struct base *data; }; int f(struct own *o) { return ((struct far *)o->data)->x; }", want: []string{"o->data leads to an object of type struct far"}},
		{name: "a parameter of that kind", text: "struct base { int k; }; struct a { struct base b; int x; }; int f(struct base *p) { struct a *q = (struct a *)p; return p->k ? q->x : 0; }", want: []string{"p leads to an object of type struct a"}},
		{name: "another structure", text: "struct base { int k; }; struct a { int x; struct base b; }; union u { struct base b; int x[4]; }; struct same { struct base b; }; int f(struct base *p, struct base *q, struct base *r) { return ((struct a *)p)->x + ((union u *)q)->x[3] + ((struct same *)r)->b.k; }", not: []string{"of type"}},
		{name: "void as a number", text: "int g(const int *); int f(const void *a) { return g(a); }", want: []string{"a leads to an object of type int"}},
		{name: "elements of a member", text: "struct a { int x; }; struct s { void *data[3]; }; int f(struct s *p) { return ((struct a *)p->data[1])->x; }", want: []string{"p->data[1] leads to an object of type struct a"}},
		{name: "a type of a block", text: "int f(void *p) { struct own { int x; }; return ((struct own *)p)->x; }", not: []string{"own"}},
		{name: "a typedef", text: "typedef struct { int x; } item; int f(item *p) { return p->x; }", want: []string{"item p_object;"}},
		{name: "what has no name", text: "struct s { struct { int x; } *q; }; int f(struct s *p) { return p->q->x; }", want: []string{"__typeof__(*p_object.q) p_object_q_object;"}},
		{name: "far away", text: "struct l { struct l *next; }; int f(struct l *p) { return p->next->next->next != 0; }", want: []string{"being too far away: p->next->next->next\n"}},
		{name: "far away, one less", text: "struct l { struct l *next; }; int f(struct l *p) { return p->next->next->next != 0; }", o: harness.Options{Depth: 1}, want: []string{"being too far away: p->next->next\n"}},
		{name: "many pointers", text: "struct s { char *names[9]; }; int f(struct s *p, int i) { return *p->names[i]; }", want: []string{"are equal to each other", "for (unsigned long i_2 = 0; i_2 < 9; i_2++)"}},
		{name: "a union", text: "struct s { union { int n; int *p; } u; }; int f(struct s *s) { return *s->u.p; }", want: []string{"these are the members of unions that have a value: s->u.p"}},
		{name: "callbacks", text: "struct a { void *(*get)(unsigned long); int (*done)(int); }; int f(struct a *a) { return a->get(4) != 0 && a->done(1); }",
			want: []string{"static void *a_object_get_function(unsigned long p0) {", "what a->get returns has as many bytes as it is asked for", "functions that are called through these do nothing but return any value: a->get, a->done"}},
		{name: "equal pointers", text: "void f(int *p, int *q) { *p = *q; }", o: harness.Options{Overlap: true}, want: []string{"if (__VERIFIER_nondet_bool()) q = p;"}, not: []string{"different objects"}},
		{name: "names that are taken", text: "int p; int f(int *p) { return *p; } int g(void) { return p; }", want: []string{"p_1_object"}},
		{name: "globals", text: "struct s { int n; char *name; }; int a; static int b = 4, c = 5; const int d = 1; int t[40]; struct s s; int f(void) { static int k; return a + b + c + d + t[1] + s.name[0] + k; } void g(void) { c = 2; }",
			want: []string{"a = __VERIFIER_nondet_int();", "c = __VERIFIER_nondet_int();", "these variables begin with any value: a, c, t, s", "k in f", "s_name_text"}, not: []string{"b = ", "d = "}},
		{name: "globals as initialised", text: "int a; int f(void) { return a; }", o: harness.Options{Initial: true}, want: []string{"begin as they are initialised: a"}},
		{name: "defined nowhere", text: "struct s { char *name; }; extern struct s *list; extern struct s *stdout; int f(void) { return list->name[0] + (stdout != 0); }",
			want: []string{"__typeof__(list) list;", "list, which is defined nowhere"}, not: []string{"stdout"}},
		{name: "results", text: "struct s { int n; }; struct s *find(int k); void *make(unsigned long size); char *strlen(void); int f(void) { struct s *q = make(4); strlen(); return find(1)->n + q->n; }",
			want: []string{"struct s *(find)(int p0) {", "void *(make)(unsigned long p0) {", "what make returns has as many bytes as it is asked for"}, not: []string{"strlen"}},
		{name: "a contract", text: "struct s { int n; };\n/*@ requires p->n < 4 && \\valid(p); requires k << 1 < 9; */\nint f(struct s *p, int k) { return p->n + k; }", o: harness.Options{ForPeople: true},
			want: []string{"/* f requires: p->n < 4 && \\valid(p) */", "__VERIFIER_assume(k << 1 < 9); /* as the contract of f requires */"}},
		{name: "a contract goes along a pointer", text: "/*@ requires \\forall integer i; 0 <= i < n ==> p[i] == 0; */\nint f(int *p, int n) { return *p; }", want: []string{"p has n elements"}},
		{name: "what only an error does", text: "extern void g(int *p); void fail(int *p) { p[7] = 0; } void f(int *p) { if (*p) fail(p); }", want: []string{"p_object"}, not: []string{"elements"}},
		{name: "the length of the last one", text: "int f(const unsigned char *text, const unsigned char *pwd, unsigned pwd_len) { return *text + pwd[pwd_len - 1]; }", want: []string{"pwd has pwd_len elements"}, not: []string{"text has pwd_len"}},
		{name: "a remainder", text: "int f(int *p, unsigned k) { return p[k % 5]; }", want: []string{"p has 5 elements"}},
		{name: "what a contract ensures", text: "/*@ requires n > 1; ensures \\result > 2; */\nint f(int n) { return n + 1; }", o: harness.Options{ForPeople: true}, want: []string{"__VERIFIER_assume(n > 1);"}, not: []string{"result", "> 2"}},
		{name: "a void * that is what no file completes", text: "struct file; int put(int c, struct file *f); int f(int c, void *out) { return put(c, out); }", want: []string{"__VERIFIER_assume(out_size > 0);"}},
		{name: "a member that is the end", text: "struct in { const char *at, *limit; }; int f(struct in *d) { return d->at < d->limit ? *d->at : 0; }", want: []string{"d->limit is the end of d->at", "d_object.at ? d_object.at + d_object_at_size : 0"}},
		{name: "a member that is not compared", text: "struct in { const char *at, *limit; }; int f(struct in *d) { return *d->at + *d->limit; }", not: []string{"is the end of"}},
		{name: "until a null pointer", text: "int f(char **list) { int n = 0; while (list[n]) n++; return n; }", want: []string{"list has at most 3 elements, the last one null", "[2] = 0;"}},
		{name: "one pointer", text: "int f(char **p) { return *(*p)++; }", not: []string{"the last one null"}},
		{name: "arrays that are only read", text: "static const char *a[2]; static int b[2]; static int *c[2]; int *g(void) { return b; } int f(int i) { c[i] = 0; return a[i] != 0 && b[i]; }", not: []string{"a = ", "initialised: a"}, want: []string{"initialised: c"}},
		{name: "changed by its address", text: "static int k = 3, l = 4; int f(void) { return k + l; } void g(int *p); void h(void) { g(&l); }", want: []string{"l = __VERIFIER_nondet_int();"}, not: []string{"k = "}},
		{name: "variable arguments", text: "int f(int n, ...) { return n; }", want: []string{"f(n);"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			env, err := made(t, c.o, nil, c.text)
			if err != nil {
				t.Fatal(err)
			}
			said := env.Text
			for _, n := range env.Notes {
				said += n.Text + "\n"
			}
			for _, w := range c.want {
				if !strings.Contains(said, w) {
					t.Errorf("no %q in\n%s", w, said)
				}
			}
			for _, w := range c.not {
				if strings.Contains(said, w) {
					t.Errorf("%q in\n%s", w, said)
				}
			}
		})
	}
}

// TestProblems: there are no surroundings where they would leave something out.
func TestProblems(t *testing.T) {
	for text, want := range map[string]string{
		"int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int k = __builtin_va_arg(l, int); __builtin_va_end(l); return k; }": "it reads variable arguments",
		"int f(int n, int (*a)[n]) { return a[0][0]; }": "the type of its parameter a has no name",
		"int g(void) { return 1; }":                     "there is no function f",
	} {
		if env, err := made(t, harness.Options{}, nil, text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, %v", text, env, err)
		}
	}
}

// TestPartial: where bodies are left out, they may change any static variable.
func TestPartial(t *testing.T) {
	const text = "static int k = 3; int f(void) { return k; }"
	for _, partial := range []bool{false, true} {
		env, err := made(t, harness.Options{}, func(p *core.Program) { p.Partial = partial }, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(env.Text, "k = __VERIFIER_nondet_int();"); got != partial {
			t.Errorf("partial %v: k has any value: %v", partial, got)
		}
	}
}

// TestForeign: a type that another file completes is defined in the text, unless it is a plain one; types on which files differ are not.
func TestForeign(t *testing.T) {
	const a = "struct s; struct s *next(struct s *); int g(struct s *p); int f(struct s *p) { return g(p); }"
	env, err := made(t, harness.Options{}, nil, a, "struct t { char c; }; struct s { int n; struct t t; struct s *next; }; int g(struct s *p) { return p->n + (p->next != 0); }")
	if err != nil {
		t.Fatal(err)
	}
	if want := "struct t { char c; };\n_Static_assert(sizeof(struct t) == 1, \"\");\nstruct s { int n; struct t t; struct s *next; };\n_Static_assert(sizeof(struct s) == 16, \"\");\n"; !strings.Contains(env.Text, want) {
		t.Errorf("no %s in\n%s", want, env.Text)
	}
	env, err = made(t, harness.Options{}, nil, a, "struct s { int n; }; int g(struct s *p) { return p->n; }", "struct s { long n; };")
	if err != nil || strings.Contains(env.Text, "struct s {") {
		t.Error(env, err)
	}
}
