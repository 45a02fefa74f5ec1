package run

import (
	"os"
	"path/filepath"
	"testing"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestStoriesOfMemory: a violation of memory safety says which object it is about and where that was made and
// ended, with the calls.
func TestStoriesOfMemory(t *testing.T) {
	for _, c := range []struct {
		text, kind, says string
		made, ended      []int // lines
	}{
		{"int main(void) { int *p = malloc(8);\n free(p);\n return p[1]; }", csource.UseAfterFree, "an access of 4 bytes, 4 bytes after the beginning of a block of the heap, which has 8 bytes and was freed before", []int{1}, []int{2}},
		{"static void *get(int n) {\n return malloc(n); }\nint main(void) {\n char *p = get(3);\n p[3] = 1; }", csource.HeapOverflow, "an access of 1 byte, 0 bytes after the end of a block of the heap, which has 3 bytes", []int{2, 4}, nil},
		{"static void drop(int *p) {\n free(p); }\nint main(void) { int *p = malloc(4);\n drop(p);\n drop(p); }", csource.DoubleFree, "what is freed is a block of the heap, which has 4 bytes and was freed before", []int{3}, []int{2, 4}},
		{"int main(void) { char *p = malloc(4);\n free(p + 2); }", csource.BadFree, "what is freed is 2 bytes after the beginning of a block of the heap, which has 4 bytes", []int{1}, nil},
		{"int main(void) { int x;\n free(&x); }", csource.BadFree, "what is freed is x, which has 4 bytes", []int{1}, nil},
		{"static int *far(void) {\n int x = 1, *p = &x;\n return p;\n }\nint main(void) {\n return *far(); }", csource.UseAfterScope, "an access of 4 bytes, 0 bytes after the beginning of x, which has 4 bytes and whose life has ended", []int{2}, []int{3, 6}},
		{"struct s { int x; };\nint main(void) { struct s *p; {\n p = &(struct s){5}; }\n return p->x; }", csource.UseAfterScope, "an access of 4 bytes, 0 bytes after the beginning of a temporary object, which has 4 bytes and whose life has ended", []int{3}, []int{3}},
		{"int main(void) {\n char *p = __builtin_alloca(3);\n p[3] = 1; }", csource.StackOverflow, "an access of 1 byte, 0 bytes after the end of a block of the stack, which has 3 bytes", []int{2}, nil},
		{"int g[3]; int main(void) { int *p = g;\n return p[-1]; }", csource.GlobalOverflow, "an access of 4 bytes, 4 bytes before g, which has 12 bytes", []int{1}, nil},
		{"int main(void) { int a[3]; int *p = a;\n p[3] = 1; }", csource.StackOverflow, "an access of 4 bytes, 0 bytes after the end of a, which has 12 bytes", []int{1}, nil},
		{"int main(void) { int *p = 0;\n return *p; }", csource.NullPointer, "the pointer is null", nil, nil},
		{"static const int k[2] = {1, 2};\nint main(void) { int *p = (int *)k;\n p[1] = 3; }", csource.ReadOnly, "a write of 4 bytes to k, which is constant", []int{1}, nil},
		{"#include <string.h>\nint main(void) { char *p = \"abc\";\n strcpy(p + 1, \"x\"); }", csource.ReadOnly, "a write of 1 byte to a string literal, which is constant", []int{2}, nil},
		{"int main(void) { int *p;\n if (p != 0)\n return *p; }", csource.WildPointer, "the pointer does not belong to any object: it was never set, or holds something else than an address", nil, nil},
		{"int main(void) { int *p =\n malloc(4); p = 0; }", csource.Leak, "no pointer leads to a block of 4 bytes, which is not freed", []int{2}, nil},
		{"int main(void) { int *p;\n for (int i = 0; i < 3; i++) {\n p = malloc(4);\n if (i) free(p); } }", csource.Leak, "no pointer leads to a block of 4 bytes, which is not freed", []int{3}, nil},
	} {
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte("void *malloc(unsigned long); void free(void *);\n#line 1\n"+c.text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		opts := cfront.Options{Properties: []string{"valid-deref", "valid-free", "valid-memtrack"}}
		res, err := Verify(t.Context(), prepare.New(opts, nil, file), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict != verdict.False {
			t.Errorf("%s: %v, want FALSE", c.text, res.Verdict)
			continue
		}
		m := csource.MemoryOf(res.Program, res.Trace)
		if m == nil {
			t.Errorf("%s: nothing is said", c.text)
			continue
		}
		if m.Kind != c.kind || m.Text != c.says {
			t.Errorf("%s: %s, %q; want %s, %q", c.text, m.Kind, m.Text, c.kind, c.says)
		}
		for i, p := range m.Made {
			if i >= len(c.made) || p.Line != c.made[i] {
				t.Errorf("%s: made at %v, want lines %v", c.text, m.Made, c.made)
			}
		}
		for i, p := range m.Ended {
			if i >= len(c.ended) || p.Line != c.ended[i] {
				t.Errorf("%s: ended at %v, want lines %v", c.text, m.Ended, c.ended)
			}
		}
		if len(m.Made) != len(c.made) || len(m.Ended) != len(c.ended) {
			t.Errorf("%s: made at %v, ended at %v; want lines %v and %v", c.text, m.Made, m.Ended, c.made, c.ended)
		}
	}
}
