package library_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/program/c/library"
	"craig/internal/testenv"
)

// sorted compares what the models of qsort and bsearch compare, where errors of a comparison matter, with what glibc does, in arrays of up to 40 elements.
const sorted = `
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
struct s { unsigned char key, n; short more; };
static unsigned long long seen[2][8000]; static int count[2], who;
static int by(const void *p, const void *q) {
	const struct s *a = p, *b = q;
	seen[who][count[who]++] = (unsigned long long)(a->key << 8 | a->n) << 16 | b->key << 8 | b->n;
	return a->key - b->key;
}
int __craig_open(void) { return 0; }
long __craig_guess_long(void) { abort(); }
int __craig_watched(void) { return 1; }
void __craig_compares(void) {}
void __VERIFIER_assume(int c) { if (!c) abort(); }
void __craig_exchange(void *p, void *q, size_t n) { char *a = p, *b = q; while (n--) { char c = *a; *a++ = *b; *b++ = c; } }
static int number(const void *p, const void *q) { unsigned long long a = *(unsigned long long *)p, b = *(unsigned long long *)q; return a < b ? -1 : a > b; }
int main(void) {
	for (int round = 0; round < 20000; round++) {
		struct s a[40], b[40], key = {rand() % 20, 255};
		int n = rand() % 41, keys = 1 + rand() % 40;
		for (int i = 0; i < n; i++) a[i] = b[i] = (struct s){rand() % keys, i, rand()};
		count[0] = count[1] = 0;
		who = 0; qsort(a, n, sizeof *a, by);
		who = 1; __craig_sort(b, n, sizeof *b, by);
		if (memcmp(a, b, n * sizeof *a)) { printf("%d elements lie elsewhere\n", n); return 1; }
		for (int i = 0; i < 2; i++) qsort(seen[i], count[i], sizeof **seen, number);
		if (count[0] != count[1] || memcmp(seen[0], seen[1], count[0] * sizeof **seen)) { printf("others of %d elements are compared\n", n); return 1; }
		count[0] = count[1] = 0;
		who = 0; void *p = bsearch(&key, a, n, sizeof *a, by);
		who = 1; void *q = __craig_search(&key, a, n, sizeof *a, by);
		if (p != q || count[0] != count[1] || memcmp(seen[0], seen[1], count[0] * sizeof **seen)) { printf("a search in %d elements differs\n", n); return 1; }
	}
	return 0;
}
`

// TestSort: the models of qsort and bsearch compare the elements that glibc compares, and elements come to lie where it has them.
func TestSort(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	src, ok := library.ModelSource("__craig_sort")
	if !ok {
		t.Fatal("there is no model")
	}
	_, text, _ := strings.Cut(string(src.Text), "#line")
	_, text, _ = strings.Cut(text, "\n")
	exe := filepath.Join(t.TempDir(), "sorted")
	gcc := exec.Command("gcc", "-O1", "-w", "-x", "c", "-o", exe, "-")
	i := strings.Index(sorted, "int main(void)")
	gcc.Stdin = strings.NewReader(sorted[:i] + text + sorted[i:])
	if out, err := gcc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(exe).CombinedOutput(); err != nil {
		t.Errorf("they differ: %s %v", out, err)
	}
}
