package equiv

import "testing"

// what the texts of TestPlaces and TestPlacesThatDiffer begin with.
const placesHead = `
typedef unsigned long size_t; struct s { int a, b; unsigned f : 3; unsigned g : 5; char c[4]; struct s *next; }; int g(int *), h(struct s *), k(int); void *malloc(size_t); void free(void *); void *memset(void *, int, size_t);
void stop(void) __attribute__((noreturn)); extern int v; extern volatile int w; static int kept;
`

// TestPlaces: functions that differ at places at which they do the same, though they call what may change anything.
func TestPlaces(t *testing.T) {
	for _, c := range []struct{ name, old, new string }{
		{"a copy of a pointer", `int f(int *p) { g(p); return p[1]; }`, `int f(int *p) { int *q = p; g(p); return q[1]; }`},
		{"null, which the old function follows", `int f(int *p) { *p = 1; g(p); return 2; }`, `int f(int *p) { if (!p) return 5; *p = 1; g(p); return 2; }`},
		{"null, which the old function follows later", `int f(struct s *p) { if (!p) k(1); k(2); return p->a; }`, `int f(struct s *p) { if (!p) { k(1); return 3; } k(2); return p->a; }`},
		{"a mask", `int f(int *p, unsigned x) { g(p); return p[x % 8]; }`, `int f(int *p, unsigned x) { g(p); return p[x & 7]; }`},
		{"a shift", `unsigned f(int *p, unsigned x) { g(p); return x * 8 + x / 4; }`, `unsigned f(int *p, unsigned x) { g(p); return (x << 3) + (x >> 2); }`},
		{"comparisons", `int f(int *p, int x) { g(p); if (x <= 4) k(x); return 1; }`, `int f(int *p, int x) { g(p); if (!(x >= 5)) k(x); return 1; }`},
		{"a variable that nothing reads", `int f(int *p) { while (g(p)) { int n = 0; n = k(1); if (n) continue; n += k(2); } return 0; }`, `int f(int *p) { while (g(p)) { int n = 0; n = k(1); if (n) continue; k(2); } return 0; }`},
		{"a variable that has a value now", `int f(int *p) { int r; switch (g(p)) { case 1: r = 2; break; default: r = 3; } return r + g(p); }`, `int f(int *p) { int r = 0; switch (g(p)) { case 1: r = 2; break; default: r = 3; } return r + g(p); }`},
		{"a member that is read before a block is made", `int f(struct s *p, int n) { int b = p->b; int *q = malloc(n); if (n > b) k(1); free(q); return b; }`, `int f(struct s *p, int n) { int b = p->b; int *q = malloc(n); if (n > p->b) k(1); free(q); return b; }`},
		{"what a byte is set to", `int f(struct s *p) { memset(p->c, 255, 4); return h(p); }`, `int f(struct s *p) { memset(p->c, -1, 4); return h(p); }`},
		{"another way out", `int f(int *p) { int r; if (k(1)) { r = k(2); if (g(p)) return 0; } else r = k(3); return r; }`, `int f(int *p) { int r; if (k(1)) { r = k(2); if (g(p)) r = 0; } else r = k(3); return r; }`},
		{"in a callee", `static int i(int *p) { if (*p > 3) return g(p); return 1; } int f(int *p) { return i(p) + i(p + 1); }`, `static int i(int *p) { if (*p <= 3) return 1; return g(p); } int f(int *p) { return i(p) + i(p + 1); }`},
		{"in a loop", `int f(struct s *p) { int n = 0; for (; p; p = p->next) { if (p->a == 3 && p->b) n++; h(p); } return n; }`, `int f(struct s *p) { int n = 0; for (; p; p = p->next) { if (p->a == 3) if (p->b != 0) n++; h(p); } return n; }`},
		{"two places", `int f(int *p, unsigned x) { g(p); k(x % 4); g(p); return x / 2; }`, `int f(int *p, unsigned x) { g(p); k(x & 3); g(p); return x >> 1; }`},
		{"around a loop", `int f(int *p, int n) { if (n > 0) { while (g(p)) n += k(n); } return n; }`, `int f(int *p, int n) { if (n <= 0) return n; while (g(p)) n += k(n); return n; }`},
		{"cases", `int f(int *p, int x) { g(p); switch (x) { case 1: return 5; case 2: return 6; } return k(x); }`, `int f(int *p, int x) { g(p); if (x == 1) return 5; if (x == 2) return 6; return k(x); }`},
		{"null, which a function of the library follows", `char *strdup(const char *); int f(struct s *p, char *t) { h(p); p->next = (void *)strdup(t); return 1; }`, `char *strdup(const char *); int f(struct s *p, char *t) { h(p); if (!t) stop(); p->next = (void *)strdup(t); return 1; }`},
		{"an assignment of what is there", `int f(struct s *p) { if (k(1)) p->a = p->a; return h(p); }`, `int f(struct s *p) { if (k(1)) ; return h(p); }`},
		{"a float that is made wider", `int m(float); int f(int *p, double x) { float a = x, b = a; g(p); return b == x ? m(a) : 1; }`, `int m(float); int f(int *p, double x) { float a = x; double b = a; g(p); return b == x ? m(a) : 1; }`},
		{"what a store leaves", `int f(struct s *p) { p->a = k(1); return h(p) + p->a; }`, `int f(struct s *p) { int x = k(1); p->a = x; return h(p) + p->a; }`},
	} {
		if !areSame(t, placesHead+c.old, placesHead+c.new) {
			t.Errorf("%s: not the same", c.name)
		}
	}
}

// TestPlacesThatDiffer: functions of which it is tempting to say that they do the same at the place at which they differ. They do not.
func TestPlacesThatDiffer(t *testing.T) {
	for _, c := range []struct{ name, old, new string }{
		{"a variable that is read behind", `int f(int *p) { int n = k(1); n += k(2); g(p); return n; }`, `int f(int *p) { int n = k(1); k(2); g(p); return n; }`},
		{"a variable that is read in the next round", `int f(int *p) { int n = 0; while (g(p)) { if (n) k(n); n = k(3); } return 0; }`, `int f(int *p) { int n = 0; while (g(p)) { if (n) k(n); k(3); } return 0; }`},
		{"a variable that is read behind a way out", `int f(int *p) { int n = 0; while (g(p)) { if (k(1)) { n = 4; break; } } return n; }`, `int f(int *p) { int n = 0; while (g(p)) { if (k(1)) { break; } } return n; }`},
		{"a variable by way of a pointer", `int f(void) { int n = 1; int *p = &n; g(p); n = 2; return g(p); }`, `int f(void) { int n = 1; int *p = &n; g(p); return g(p); }`},
		{"a variable that a pointer leads to on one side", `int f(int *p) { int n = 1; g(p); return n; }`, `int f(int *p) { int n = 1; g(&n); return n; }`},
		{"break or continue", `int f(int *p) { int n = 0; while (g(p)) { if (k(1)) break; n++; } return n; }`, `int f(int *p) { int n = 0; while (g(p)) { if (k(1)) continue; n++; } return n; }`},
		{"a return", `int f(int *p) { if (k(1)) { g(p); } return 0; }`, `int f(int *p) { if (k(1)) { g(p); return 1; } return 0; }`},
		{"a return in a loop", `int f(int *p) { while (k(1)) { g(p); } return 0; }`, `int f(int *p) { while (k(1)) { g(p); return 0; } return 0; }`},
		{"break of a switch", `int f(int *p) { while (g(p)) { switch (k(1)) { case 1: k(2); break; case 2: break; } k(3); } return 0; }`, `int f(int *p) { while (g(p)) { switch (k(1)) { case 1: k(2); continue; case 2: break; } k(3); } return 0; }`},
		{"a case that goes on", `int f(int *p, int x) { g(p); switch (x) { case 1: k(1); break; case 2: k(2); } return 0; }`, `int f(int *p, int x) { g(p); switch (x) { case 1: k(1); case 2: k(2); } return 0; }`},
		{"a jump to a label behind what is known", `int f(int *p) { int x = 5; if (g(p)) { x = k(1); goto in; } x = 5; in: if (x == 5) k(7); return 0; }`, `int f(int *p) { int x = 5; if (g(p)) { x = k(1); goto in; } x = 5; in: k(7); return 0; }`},
		{"a case behind what is known", `int f(int *p, int y) { int x = g(p); switch (y) { case 1: x = 5; case 2: if (x == 5) k(7); } return 0; }`, `int f(int *p, int y) { int x = g(p); switch (y) { case 1: x = 5; case 2: k(7); } return 0; }`},
		{"a round before what is known", `int f(int *p) { int x = 5; do { if (x == 5) k(7); x = g(p); } while (x); return 0; }`, `int f(int *p) { int x = 5; do { k(7); x = g(p); } while (x); return 0; }`},
		{"a write that another pointer sees", `int f(int *p, int *q) { *p = 1; *q = 2; return k(*p); }`, `int f(int *p, int *q) { *p = 1; *q = 2; return k(1); }`},
		{"a write of a part", `int f(struct s *p, char *q) { p->a = 1; *q = 2; return k(p->a); }`, `int f(struct s *p, char *q) { p->a = 1; *q = 2; return k(1); }`},
		{"a read behind a call", `int f(struct s *p) { int x = p->a; h(p); return k(x); }`, `int f(struct s *p) { int x = p->a; h(p); return k(p->a); }`},
		{"a global variable behind a call", `int f(int *p) { v = 3; g(p); return v; }`, `int f(int *p) { v = 3; g(p); return 3; }`},
		{"a static variable behind a call", `void set(int x) { kept = x; } int f(int *p) { kept = 3; g(p); return kept; }`, `void set(int x) { kept = x; } int f(int *p) { kept = 3; g(p); return 3; }`},
		{"the order of writes", `int f(int *p, int *q) { *p = 1; *q = 2; return 0; }`, `int f(int *p, int *q) { *q = 2; *p = 1; return 0; }`},
		{"the order of calls", `int f(int *p) { int a = k(1); int b = g(p); return a + b; }`, `int f(int *p) { int b = g(p); int a = k(1); return a + b; }`},
		{"a write and a call", `int f(int *p) { *p = 1; return g(p); }`, `int f(int *p) { int r = g(p); *p = 1; return r; }`},
		{"a call less", `int f(int *p) { if (g(p) == g(p)) return 1; return 0; }`, `int f(int *p) { int x = g(p); if (x == x) return 1; return 0; }`},
		{"a call too much where nothing comes of it", `int f(int *p) { g(p); return 0; }`, `int f(int *p) { g(p); k(0); return 0; }`},
		{"a macro elsewhere", "#define N 3\nstatic int i(int *p) { return g(p) + N; } int f(int *p) { return i(p); }", "#define N 4\nstatic int i(int *p) { return g(p) + N; } int f(int *p) { return i(p); }"},
		{"a callee elsewhere", `static int i(int *p) { return *p; } int f(int *p) { g(p); return i(p); }`, `static int i(int *p) { return *p + 1; } int f(int *p) { g(p); return i(p); }`},
		{"the sign of a member", `struct t { signed char a; }; int f(struct t *p) { k(1); return p->a + 0; }`, `struct t { unsigned char a; }; int f(struct t *p) { k(1); int x = p->a; return x; }`},
		{"the width of a member", `struct t { int a; }; int f(void *p) { k(1); return ((struct t *)p)->a; }`, `struct t { short a; }; int f(void *p) { k(1); return ((struct t *)p)->a; }`},
		{"a place in a structure", `struct t { int a, b; }; int f(void *p) { k(1); return ((struct t *)p)->b; }`, `struct t { int a, c, b; }; int f(void *p) { k(1); return ((struct t *)p)->b; }`},
		{"the size of a structure", `struct t { int a, b; }; int f(void *p, int n) { k(1); return ((struct t *)p)[n].a; }`, `struct t { int a, b, c; }; int f(void *p, int n) { k(1); return ((struct t *)p)[n].a; }`},
		{"a name that hides another one", `int f(int *p) { int x = k(1); if (g(p)) { x = k(2); } return x; }`, `int f(int *p) { int x = k(1); if (g(p)) { int x = k(2); (void)x; } return x; }`},
		{"a parameter that is hidden", `int f(int *p, int x) { { x = k(2); } return g(p) + x; }`, `int f(int *p, int x) { { int x; x = k(2); } return g(p) + x; }`},
		{"a declaration that moves into a loop", `int f(int *p) { int n = 0; while (g(p)) { n++; k(n); } return 0; }`, `int f(int *p) { while (g(p)) { int n = 0; n++; k(n); } return 0; }`},
		{"a declaration without a value that moves into a loop", `int f(int *p) { int n, i = 0; while (g(p)) { if (i++ == 0) n = k(1); k(n); } return 0; }`, `int f(int *p) { int i = 0; while (g(p)) { int n; if (i++ == 0) n = k(1); k(n); } return 0; }`},
		{"a value that is lost", `int f(int *p) { int n = 1; if (g(p)) n = 2; return n; }`, `int f(int *p) { int n; if (g(p)) n = 2; else n = 0; return n; }`},
		{"a static variable", `int f(int *p) { static int n; n++; g(p); return n; }`, `int f(int *p) { int n = 0; n++; g(p); return n; }`},
		{"how a static variable begins", `int f(int *p) { static int n = 1; n++; g(p); return n * 2; }`, `int f(int *p) { static int n = 2; n++; g(p); return n + n; }`},
		{"errno", `int *__errno_location(void); int f(int *p) { *__errno_location() = 0; g(p); return *__errno_location(); }`, `int *__errno_location(void); int f(int *p) { *__errno_location() = 0; g(p); return 0; }`},
		{"errno that is written earlier", `int *__errno_location(void); int f(int *p) { g(p); *__errno_location() = 3; return 0; }`, `int *__errno_location(void); int f(int *p) { *__errno_location() = 3; g(p); return 0; }`},
		{"null that the new function follows", `int f(int *p) { if (p && *p) k(1); return 0; }`, `int f(int *p) { if (*p) k(1); return 0; }`},
		{"null that the old function follows on one way alone", `int f(struct s *p, int x) { if (!p) k(1); if (x) return 0; return p->a; }`, `int f(struct s *p, int x) { if (!p) { k(1); return 3; } if (x) return 0; return p->a; }`},
		{"null that the old function stops before", `int f(struct s *p) { if (!p) k(1); p = h(p) ? p : malloc(8); return p->a; }`, `int f(struct s *p) { if (!p) { k(1); return 3; } p = h(p) ? p : malloc(8); return p->a; }`},
		{"a division that was not made", `int f(int *p, int x) { if (g(p)) return 4 / x; return 0; }`, `int f(int *p, int x) { int y = 4 / x; if (g(p)) return y; return 0; }`},
		{"an overflow", `int f(int *p, int x) { g(p); return x > 2 ? x - 1 : x; }`, `int f(int *p, int x) { g(p); int y = x - 1; return x > 2 ? y : x; }`},
		{"a sum that is cut", `int f(int *p, unsigned char x) { unsigned char y = x + 1; g(p); return y; }`, `int f(int *p, unsigned char x) { int y = x + 1; g(p); return y; }`},
		{"a bit-field that is cut", `int f(struct s *p) { p->f = 9; return p->f; }`, `int f(struct s *p) { p->f = 9; return 9; }`},
		{"another bit-field", `int f(struct s *p) { k(1); return p->f; }`, `int f(struct s *p) { k(1); return p->g; }`},
		{"a signed comparison", `int f(int *p, int x) { g(p); return x < 4; }`, `int f(int *p, int x) { g(p); return (unsigned)x < 4; }`},
		{"a remainder with a sign", `int f(int *p, int x) { g(p); return x % 8; }`, `int f(int *p, int x) { g(p); return x & 7; }`},
		{"the greatest number", `int f(int *p, unsigned x) { g(p); return x >= 4294967295u; }`, `int f(int *p, unsigned x) { g(p); return 0; }`},
		{"a truth value", `int f(int *p, int x) { g(p); return x && 1; }`, `int f(int *p, int x) { g(p); return x; }`},
		{"zeros of two signs", `double f(int *p, double x) { g(p); return x; }`, `double f(int *p, double x) { g(p); return x + 0.0; }`},
		{"NaN", `int f(int *p, double x) { g(p); return x < 1; }`, `int f(int *p, double x) { g(p); return !(x >= 1); }`},
		{"volatile", `int f(int *p) { int x = w; g(p); return x + w; }`, `int f(int *p) { int x = w; g(p); return x + x; }`},
		{"an end of the new function", `int f(int *p, int x) { g(p); return x; }`, `int f(int *p, int x) { g(p); if (x == 9) stop(); return x; }`},
		{"a block that is given back", `int f(int *p) { int x = *p; free(p); return x; }`, `int f(int *p) { free(p); return *p; }`},
		{"a block that is made", `int f(struct s *p) { k(1); return p != 0; }`, `int f(struct s *p) { k(1); malloc(1); return p != 0; }`},
		{"a member of a fresh block", `int f(void) { struct s *p = malloc(sizeof *p); p->a = 3; struct s *q = malloc(sizeof *q); return q->a; }`, `int f(void) { struct s *p = malloc(sizeof *p); p->a = 3; struct s *q = malloc(sizeof *q); return p->a; }`},
		{"a byte that is not one", `void *set(void *, int, size_t); int f(struct s *p) { set(p->c, 255, 4); return h(p); }`, `void *set(void *, int, size_t); int f(struct s *p) { set(p->c, -1, 4); return h(p); }`},
		{"a memset of its own", `static void *mine(void *p, int x, size_t n) { k(x); return p; } int f(struct s *p) { mine(p->c, 255, 4); return h(p); }`, `static void *mine(void *p, int x, size_t n) { k(x); return p; } int f(struct s *p) { mine(p->c, -1, 4); return h(p); }`},
		{"a loop that goes on longer", `int f(int *p, int n) { for (int i = 0; i < n; i++) g(p); return 0; }`, `int f(int *p, int n) { for (int i = 0; i <= n; i++) g(p); return 0; }`},
		{"a step that is left out", `int f(int *p, int n) { int c = 0; for (int i = 0; i < n; i++) { if (g(p)) continue; c++; } return c; }`, `int f(int *p, int n) { int c = 0; for (int i = 0; i < n;) { if (g(p)) continue; c++; i++; } return c; }`},
		{"a structure that is copied", `int f(struct s *p) { struct s x = *p; h(p); return x.a; }`, `int f(struct s *p) { struct s x = *p; h(p); return p->a; }`},
		{"a pointer that moves", `int f(char *p) { k(1); return p[2]; }`, `int f(char *p) { p++; k(1); return p[2]; }`},
		{"a pointer to something larger", `int f(char *p, int n) { k(1); return p[n]; }`, `int f(short *p, int n) { k(1); return ((char *)(p + n))[0]; }`},
		{"another string", `int m(const char *); int f(int *p) { int x = m("a"); g(p); return x + 0 * 2; }`, `int m(const char *); int f(int *p) { int x = m("b"); g(p); return x; }`},
		{"another function", `int m(int); int f(int *p) { int (*q)(int) = k; g(p); return q(1); }`, `int m(int); int f(int *p) { int (*q)(int) = m; g(p); return q(1); }`},
		{"an assignment of what is not there any more", `int f(struct s *p) { int x = p->a; h(p); p->a = x; return 1; }`, `int f(struct s *p) { h(p); return 1; }`},
		{"an assignment of what is there to memory that may not be written", `int f(struct s *p) { k(1); return p->a; }`, `int f(struct s *p) { k(1); p->a = p->a; return p->a; }`},
		{"a float that is made narrow", `int m(double); int f(int *p, double x) { double a = x; g(p); return m(a); }`, `int m(double); int f(int *p, double x) { float a = x; g(p); return m(a); }`},
		{"null of a text of which nothing is read", `int strncmp(const char *, const char *, size_t); int f(int *p, char *t, size_t n) { g(p); return strncmp(t, "a", n) == 0; }`, `int strncmp(const char *, const char *, size_t); int f(int *p, char *t, size_t n) { g(p); if (!t) return 5; return strncmp(t, "a", n) == 0; }`},
		{"a number with two signs", `long f(int *p, signed char x, long y) { g(p); return y > 99 ? (long)(unsigned)x * (y & 1) : 0; }`, `long f(int *p, signed char x, long y) { g(p); long z = (long)(unsigned)x * (unsigned)x; return y > 99 ? (long)(unsigned)x * (y & 1) : z * 0; }`},
		{"an object whose block has ended", `int f(int n) { int r, *p; k(1); { int y; p = &y; y = n; r = *p; } k(2); return r; }`, `int f(int n) { int r, *p; k(1); { int y; p = &y; y = n; } r = *p; k(2); return r; }`},
		{"an object of a round that has ended", `int f(int n) { int r = 0, *p; k(1); do { int y = n; p = &y; r = *p; } while (0); k(2); return r; }`, `int f(int n) { int r = 0, *p; k(1); do { int y = n; p = &y; } while (0); r = *p; k(2); return r; }`},
		{"an object of the round before", `int f(int n) { int *p = 0, *q; k(1); for (int i = 0; i < 2; i++) { int y = i; q = &y; if (i) k(*q); p = &y; g(p); } return n; }`, `int f(int n) { int *p = 0, *q; k(1); for (int i = 0; i < 2; i++) { int y = i; q = &y; if (i) k(*p); p = &y; g(p); } return n; }`},
		{"a call by way of a type without a result", `int f(int n) { k(1); k(n); return k(2); }`, `int f(int n) { k(1); ((void (*)(int))k)(n); return k(2); }`},
		{"a call by way of a type without variable arguments", `int m(const char *, ...); int f(void) { k(1); m("a", 1); return k(2); }`, `int m(const char *, ...); int f(void) { k(1); ((int (*)(const char *, int))m)("a", 1); return k(2); }`},
		{"a copy that leaves out what is between members", `struct t { char c[8]; }; int f(void *p, void *q) { k(1); *(struct t *)p = *(struct t *)q; return k(2); }`, `struct t { char c; int i; }; int f(void *p, void *q) { k(1); *(struct t *)p = *(struct t *)q; return k(2); }`},
		{"vectors with other elements", `typedef int i __attribute__((vector_size(16))); int f(void *p, void *q) { k(1); *(i *)p = *(i *)p + *(i *)q; return k(2); }`, `typedef float i __attribute__((vector_size(16))); int f(void *p, void *q) { k(1); *(i *)p = *(i *)p + *(i *)q; return k(2); }`},
		{"complex numbers with other parts", `int f(void *p) { k(1); *(_Complex float *)p = *(_Complex float *)p * *(_Complex float *)p; return k(2); }`, `int f(void *p) { k(1); *(_Complex int *)p = *(_Complex int *)p * *(_Complex int *)p; return k(2); }`},
		{"a distance in arrays of variable length", `long f(int n, int m, int *a, int *b) { k(1); long r = (int (*)[n])a - (int (*)[n])b; k(2); return r; }`, `long f(int n, int m, int *a, int *b) { k(1); long r = (int (*)[m])a - (int (*)[m])b; k(2); return r; }`},
		{"where a member lies", `long f(void) { k(1); long r = (char *)&((struct s *)0)->b - (char *)0; k(2); return r; }`, `long f(void) { k(1); long r = 17; k(2); return r; }`},
		{"the address of a member of what may be null", `int f(struct s *p) { k(1); int *q = &p->b, r = p ? 1 : 2; k(r); return q != 0; }`, `int f(struct s *p) { k(1); int *q = &p->b, r = 1; k(r); return q != 0; }`},
		{"the size of an array of variable length", `int f(int *p, unsigned char c) { k(1); int n = c + 1; int a[n]; n = 2; g(a); return 0; }`, `int f(int *p, unsigned char c) { k(1); int n = c + 2; int a[n]; n = 2; g(a); return 0; }`},
		{"the size of an array of variable length in a loop", `int f(int *p, unsigned char c) { k(1); int n = c + 1; for (int i = 0; i < 2; i++) { int a[n]; g(a); } return 0; }`, `int f(int *p, unsigned char c) { k(1); int n = c + 2; for (int i = 0; i < 2; i++) { int a[n]; g(a); } return 0; }`},
		{"copies of a structure with a member that is volatile", `struct t { volatile int a; } u; int f(int *p) { struct t x = u, y = u; g(p); return x.a - y.a; }`, `struct t { volatile int a; } u; int f(int *p) { struct t x = u, y = x; g(p); return x.a - y.a; }`},
		{"setjmp by way of a pointer", `int setjmp(void *); int f(int *p) { int n = 1; int (*q)(void *) = setjmp; if (q(p)) return n; n = 2; g(p); return 0; }`, `int setjmp(void *); int f(int *p) { int n = 1; int (*q)(void *) = setjmp; if (q(p)) return n; g(p); return 0; }`},
		{"a function that returns twice", `int m(void *) __attribute__((returns_twice)); int f(int *p) { int n = 1; if (m(p)) return n; n = 2; g(p); return 0; }`, `int m(void *) __attribute__((returns_twice)); int f(int *p) { int n = 1; if (m(p)) return n; g(p); return 0; }`},
		{"float by way of long", `int m(float); int f(int *p, float x) { g(p); return m(x); }`, `int m(float); int f(int *p, float x) { g(p); return m((float)(long)x); }`},
		{"a function that may not be there", `int m(int) __attribute__((weak)); int f(int *p) { g(p); if (m) k(3); return 1; }`, `int m(int) __attribute__((weak)); int f(int *p) { g(p); k(3); return 1; }`},
		{"a variable of each thread", `extern int m; int f(int *p) { k(1); return m + (1 ? *p : 0); }`, `extern _Thread_local int m; int f(int *p) { k(1); return m + *p; }`},
		{"variables that change places", `int f(int *p) { int a = k(1), b = k(2); g(p); if (*p) { int c = a; a = b; b = c; } return a - b; }`, `int f(int *p) { int a = k(1), b = k(2); g(p); if (*p) { int c = b; a = b; b = c; } return a - b; }`},
	} {
		if areSame(t, placesHead+c.old, placesHead+c.new) {
			t.Errorf("%s: the same", c.name)
		}
		if !areSame(t, placesHead+c.old, placesHead+c.old) || !areSame(t, placesHead+c.new, placesHead+c.new) {
			t.Errorf("%s: it is not read", c.name)
		}
	}
}
