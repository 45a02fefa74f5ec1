package run

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

// TestEntry verifies functions by themselves, each in the surroundings that craig makes for it, and has the
// compiler confirm what is FALSE of every second.
func TestEntry(t *testing.T) {
	testenv.NeedsLong(t)
	const types = `
typedef unsigned long size_t;
typedef struct pair { int a, b; } pair;
struct list { struct list *next; const char *name; int (*weigh)(int); _Bool on; unsigned char raw[4]; };
union either { int number; int *place; };
`
	const ring = "struct ring { unsigned char *buf; size_t head, tail, size; }; struct places { unsigned char *buf, *head, *tail; size_t size; };"
	const maskRing = "struct mring { unsigned char *buf; size_t mask, head, tail; };"
	for i, tt := range []struct {
		name, property, text string
		with                 cfront.Environment
		want                 verdict.Verdict
	}{
		{"an object", "bounds", "static int f(pair *p) { return p->a + p->b; }", cfront.Environment{}, verdict.True},
		{"one object", "bounds", "int f(const pair *p) { return p[1].a; }", cfront.Environment{Lengths: cfront.LengthsOne}, verdict.False},
		{"as many as constants say", "bounds", "int f(const pair *p) { return p[1].a; }", cfront.Environment{}, verdict.True},
		{"another index than a constant", "bounds", "int f(const pair *p, int i) { return i == 2 ? p[i].a : p[1].a; }", cfront.Environment{}, verdict.False},
		{"a key without a length", "bounds", "unsigned f(const unsigned char key[]) { unsigned c = 0; for (unsigned i = 0, j = 31; i < 8; ++i, --j) c |= (key[7 - i] & 1u) << j; return c; }", cfront.Environment{}, verdict.True},
		{"overflow on the way through a key", "no-overflow", "unsigned f(const unsigned char key[]) { unsigned i, j, c = 0; for (i = 0, j = 31; i < 8; ++i, --j) c |= (key[7 - i] & 1) << j; return c; }", cfront.Environment{}, verdict.False},
		{"a key of another length", "bounds", "unsigned f(const unsigned char key[], int n) { unsigned c = 0; for (int i = 0; i < (n ? 8 : 9); i++) c ^= key[i]; return c ^ key[7]; }", cfront.Environment{}, verdict.False},
		{"rows", "bounds", "int f(unsigned char state[][4]) { int s = 0; for (int i = 3; i >= 0; i--) for (int j = 0; j < 4; j++) s += state[i][j]; return s; }", cfront.Environment{}, verdict.True},
		{"rows behind the last", "bounds", "int f(unsigned char state[][4], int i) { return i == 4 ? state[i][0] : state[3][3]; }", cfront.Environment{}, verdict.False},
		{"constants in a function that is called", "bounds", "static void put(unsigned char *q) { q[3] = 1; q[5] = 2; } void f(unsigned char *out) { put(out + 8); }", cfront.Environment{}, verdict.True},
		{"a block that is copied", "bounds", "void *memcpy(void *, const void *, size_t); struct c { char k[3]; unsigned char iv[16]; }; void f(struct c *c, const void *iv) { memcpy(c->iv, iv, 16); }", cfront.Environment{}, verdict.True},
		{"a pointer that is moved", "bounds", "void f(unsigned char *out, const unsigned char *in) { for (int i = 0; i < 16; i++) *out++ = *in++; }", cfront.Environment{}, verdict.True},
		{"a pointer that is moved too far", "bounds", "void f(unsigned char *out, int n) { for (int i = 0; i < 16; i++) *out++ = 0; if (n > 3) *out = 1; }", cfront.Environment{}, verdict.False},
		{"numbers that are constants", "bounds", "int f(const unsigned char key[], int kind) { int n, s = 0; switch (kind) { case 1: n = 4; break; case 2: n = 6; break; default: n = 8; } for (int i = 0; i < n; i++) s += key[4 * i + 3]; return s; }", cfront.Environment{}, verdict.True},
		{"a table behind a member", "bounds", "struct h { unsigned *table; int k; }; unsigned f(struct h *h, unsigned x) { return h->table ? h->table[x & 255] : h->k; }", cfront.Environment{}, verdict.True},
		{"a mask that is too wide", "bounds", "struct h { unsigned *table; int k; }; unsigned f(struct h *h, unsigned x, unsigned m) { return h->table ? h->table[x & m] + h->table[255] : h->k; }", cfront.Environment{}, verdict.False},
		{"characters that are written", "bounds", "void f(char *out) { out[0] = 'a'; out[3] = 0; }", cfront.Environment{}, verdict.True},
		{"not null", "null", "int f(pair *p) { return p->a; }", cfront.Environment{}, verdict.True},
		{"perhaps null", "null", "int f(pair *p) { return p->a; }", cfront.Environment{Null: cfront.NullAlways}, verdict.False},
		{"a length", "bounds", "int f(const int *v, size_t n) { if (n) return v[n - 1]; return 0; }", cfront.Environment{}, verdict.True},
		{"beyond it", "bounds", "int f(const int *v, size_t n) { return v[n]; }", cfront.Environment{}, verdict.False},
		{"no length", "bounds", "int f(const int *v, size_t n) { if (n) return v[n - 1]; return 0; }", cfront.Environment{Lengths: cfront.LengthsOne}, verdict.False},
		{"a signed length", "bounds", "int f(char *buf, int len) { if (len > 0) buf[len - 1] = 0; return buf[len - len]; }", cfront.Environment{}, verdict.False},
		{"length first", "bounds", "int f(unsigned count, pair *p) { return count > 2 ? p[2].b : 0; }", cfront.Environment{}, verdict.True},
		{"two of a length", "bounds", "int f(const void *x, const void *y, size_t n) { return n > 3 ? ((const char *)x)[3] + ((const char *)y)[3] : 0; }", cfront.Environment{}, verdict.True},
		{"a length that is given back", "bounds", "int f(char *to, size_t *num_given, size_t last_len) { *num_given = last_len; return 0; }", cfront.Environment{}, verdict.True},
		{"past a length that is given back", "bounds", "int f(char *to, size_t *num_given, size_t last_len) { return last_len > 1 && num_given[1]; }", cfront.Environment{}, verdict.False},
		{"many lengths", "bounds", "int f(size_t *all, size_t n) { return n > 2 && all[2] == 1; }", cfront.Environment{}, verdict.True},
		{"one object beside a length", "bounds", "int f(struct list *l, size_t n) { return n > 5 ? l->raw[3] + l->on : l->raw[1]; }", cfront.Environment{}, verdict.True},
		{"many objects through another variable", "bounds", "int f(pair *p, size_t count) { pair *q = p; int s = 0; for (size_t i = 0; i < count; i++) s ^= q++->a; return s; }", cfront.Environment{}, verdict.True},
		{"many objects for a function", "bounds", "static int third(pair *q) { return q[2].b; } int f(int count, pair *p) { return count > 2 ? third(p) : 0; }", cfront.Environment{}, verdict.True},
		{"many objects for the library", "bounds", "void *memset(void *, int, size_t); int f(pair *p, size_t num) { if (num == 3) memset(p, 0, num * sizeof *p); return 0; }", cfront.Environment{}, verdict.True},
		{"one object of a member beside a length", "bounds", "struct box { pair *p; int p_len; }; int f(struct box *b) { return b->p ? b->p->b + b->p_len : 0; }", cfront.Environment{}, verdict.True},
		{"many objects of a member", "bounds", "struct box { pair *p; int p_len; }; int f(struct box *b) { return b->p && b->p_len > 2 ? b->p[2].b : 0; }", cfront.Environment{}, verdict.True},
		{"a member beside a length in bits", "bounds", "struct set { unsigned char *words; unsigned num_bits; }; int f(struct set *s) { return s->words && s->num_bits == 9 ? s->words[1] : 0; }", cfront.Environment{}, verdict.True},
		{"past a member beside a length in bits", "bounds", "struct set { unsigned char *words; unsigned num_bits; }; int f(struct set *s) { return s->words && s->num_bits == 9 ? s->words[2] : 0; }", cfront.Environment{}, verdict.False},
		{"one object behind void beside a length", "bounds", "int f(void *state, unsigned char *out, size_t out_len) { pair *p = state; return out_len > 9 ? out[9] + p->b : p->a; }", cfront.Environment{}, verdict.True},
		{"a parameter with a length", "bounds", "int f(const unsigned char key[16], int m[2][3]) { return key[15] + m[1][2]; }", cfront.Environment{}, verdict.True},
		{"past a parameter with a length", "bounds", "int f(const unsigned char key[16], size_t n) { return n > 16 ? key[16] : 0; }", cfront.Environment{}, verdict.False},
		{"structures with a length", "bounds", "int f(struct list l[2], pair p[static 40], struct list many[9]) { return l[1].raw[3] + p[39].b + many->on; }", cfront.Environment{}, verdict.True},
		{"a length with the name of one pointer", "bounds", "int f(const unsigned char *text, const unsigned char *pwd, size_t pwd_len) { return pwd_len == 0 ? *text : pwd[pwd_len - 1]; }", cfront.Environment{}, verdict.True},
		{"three of a length", "bounds", "void f(unsigned char *r, const unsigned char *a, const unsigned char *b, size_t n) { for (size_t i = 0; i < n; i++) r[i] = a[i] ^ b[i]; }", cfront.Environment{}, verdict.True},
		{"a length before two", "bounds", "void f(pair *c, size_t size, unsigned char iv[8], const unsigned char *in, unsigned char *out) { for (size_t i = 0; i < size; i++) out[i] = in[i] ^ iv[i % 8] ^ c->a; }", cfront.Environment{}, verdict.True},
		{"the only length", "bounds", "void f(int *x, const int *a, int c, unsigned num) { for (unsigned i = 0; i < num; i++) x[i] = a[i] ^ c; }", cfront.Environment{}, verdict.True},
		{"a number is no length", "bounds", "int f(int *x, int c, unsigned pos) { return c ? x[pos] : 0; }", cfront.Environment{}, verdict.False},
		{"a length in bits", "bounds", "int f(const unsigned char *key, unsigned key_bits) { return key_bits == 129 ? key[16] : key_bits == 128 ? key[15] : 0; }", cfront.Environment{}, verdict.True},
		{"past a length in bits", "bounds", "int f(const unsigned char *key, unsigned key_bits) { return key_bits == 128 ? key[16] : 0; }", cfront.Environment{}, verdict.False},
		{"an end", "bounds", "int f(const int *p, const int *end) { return p < end ? *p : 0; }", cfront.Environment{}, verdict.True},
		{"past the end", "bounds", "int f(const int *p, const int *end) { return p <= end ? *end : 0; }", cfront.Environment{}, verdict.False},
		{"an end by its name only", "bounds", "int f(const unsigned char *buf, const unsigned char *end_of_buf) { return *buf + *end_of_buf; }", cfront.Environment{}, verdict.True},
		{"an end in a function that is called", "bounds", "static int more(const char *q, const char *lim) { return q + 2 <= lim ? q[1] : 0; } int f(const char *p, const char *end) { return more(p, end); }", cfront.Environment{}, verdict.True},
		{"a table beside a length", "bounds", "unsigned f(const unsigned *t, const unsigned char *p, size_t n) { unsigned c = 0; for (size_t i = 0; i < n; i++) c = t[(c ^ p[i]) & 255] ^ (c >> 8); return c; }", cfront.Environment{}, verdict.True},
		{"constants and a length", "bounds", "int f(const int *v, int c, unsigned num) { int s = num > 1 ? v[0] ^ v[1] : c; for (unsigned i = 0; i < num; i++) s ^= v[i]; return s; }", cfront.Environment{}, verdict.True},
		{"characters that are copied", "bounds", "void f(char *to, const char *from, size_t n) { for (size_t i = 0; i < n && from[i]; i++) to[i] = from[i]; }", cfront.Environment{}, verdict.True},
		{"an end that is copied", "bounds", "void f(char *to, const char *from, size_t n) { size_t i; for (i = 0; i < n && from[i]; i++) to[i] = from[i]; to[i] = 0; }", cfront.Environment{}, verdict.False},
		{"a ring", "bounds", ring + "int f(struct ring *r, int c) { size_t n = (r->head + 1) % r->size; if (!r->buf || n == r->tail) return 0; r->buf[r->head] = c; r->head = n; return 1; }", cfront.Environment{}, verdict.True},
		{"a ring whose places are read first", "bounds", ring + "int f(struct ring *r) { size_t at = r->tail; unsigned char *p = &r->buf[at]; return r->buf && r->head != at ? *p : 0; }", cfront.Environment{}, verdict.True},
		{"past a ring", "bounds", ring + "int f(struct ring *r) { return r->buf && r->head < 99 ? r->buf[r->tail + 1] : 0; }", cfront.Environment{}, verdict.False},
		{"a ring of pointers", "bounds", ring + "void f(struct places *r, int c) { if (!r->buf) return; *r->head = c; if (++r->head == r->buf + r->size) r->head = r->buf; }", cfront.Environment{}, verdict.True},
		{"past a ring of pointers", "bounds", ring + "void f(struct places *r, int c) { if (!r->buf) return; r->head++; *r->head = c; if (r->head == r->buf + r->size) r->head = r->buf; }", cfront.Environment{}, verdict.False},
		{"how much is in a ring", "unreach-call", ring + "void f(struct places *r) { if (r->head >= r->tail && r->head - r->tail > 5 && r->size < 4) reach_error(); }", cfront.Environment{Null: cfront.NullNever}, verdict.True},
		{"a ring in an array", "bounds", "struct a { unsigned char buf[64]; unsigned rd, wr; }; void f(struct a *r, int c) { r->buf[r->wr] = c; r->wr = (r->wr + 1) & 63; }", cfront.Environment{}, verdict.True},
		{"a ring with a mask", "bounds", maskRing + "void f(struct mring *r, int c) { if (!r->buf) return; r->buf[r->head] = c; r->head = (r->head + 1) & r->mask; }", cfront.Environment{}, verdict.True},
		{"a ring whose places go on", "bounds", maskRing + "void f(struct mring *r, int c) { if (r->buf) r->buf[r->head++ & r->mask] = c; }", cfront.Environment{}, verdict.True},
		{"places that go on have any value", "unreach-call", maskRing + "void f(struct mring *r, int c) { if (r->buf) r->buf[r->head++ & r->mask] = c; if (r->head > r->mask + 5) reach_error(); }", cfront.Environment{}, verdict.False},
		{"a mask", "unreach-call", maskRing + "int f(struct mring *r) { if (r->mask & (r->mask + 1)) reach_error(); return r->buf ? r->buf[r->head & r->mask] : 0; }", cfront.Environment{}, verdict.True},
		{"past a ring with a mask", "bounds", maskRing + "int f(struct mring *r) { if (!r->buf) return 0; int c = r->buf[r->head & r->mask]; return c ? r->buf[r->mask + 1] : r->tail; }", cfront.Environment{}, verdict.False},
		{"past the places of a ring with a mask", "bounds", maskRing + "int f(struct mring *r) { if (!r->buf) return 0; int c = r->buf[r->head]; return c ? r->buf[(r->tail & r->mask) + 1] : 0; }", cfront.Environment{}, verdict.False},
		{"a ring of a size that is a power of two", "bounds", ring + "void f(struct ring *r, int c) { if (r->buf) r->buf[r->head++ & (r->size - 1)] = c; }", cfront.Environment{}, verdict.True},
		{"a ring with an end", "bounds", "struct ering { int *buf; unsigned end, head, tail; }; int f(struct ering *r) { if (!r->buf || r->head == r->tail) return 0; int c = r->buf[r->tail]; if (++r->tail == r->end) r->tail = 0; return c; }", cfront.Environment{}, verdict.True},
		{"a table with a mask", "null", "struct table { struct list **at; unsigned mask; }; int f(struct table *t, unsigned hash) { return t->at && t->at[hash & t->mask] ? t->at[hash & t->mask]->raw[3] : 0; }", cfront.Environment{}, verdict.True},
		{"a position is no ring", "bounds", "struct a { const unsigned char *data; size_t pos, len; }; int f(struct a *r) { return r->data ? r->data[r->pos] : 0; }", cfront.Environment{}, verdict.False},
		{"a capacity", "bounds", "struct v { int *items; size_t count, capacity; }; void f(struct v *v, int x) { if (v->items && v->count < v->capacity) v->items[v->count++] = x; }", cfront.Environment{}, verdict.True},
		{"beyond a capacity", "bounds", "struct v { int *items; size_t count, capacity; }; void f(struct v *v, int x) { if (v->items && v->count <= v->capacity) v->items[v->count++] = x; }", cfront.Environment{}, verdict.False},
		{"what is in use of a capacity", "bounds", "struct v { int *items; size_t count, capacity; }; int f(struct v *v, int x) { return v->items && v->count > 1 ? v->items[1] : v->capacity > 3; }", cfront.Environment{}, verdict.True},
		{"a capacity before what is in use", "bounds", "struct v { pair **items; int cap; int n; }; void f(struct v *v, pair *x) { if (v->items && v->n >= 0 && v->n < v->cap) v->items[v->n] = x; }", cfront.Environment{}, verdict.True},
		{"a capacity alone", "bounds", "struct v { char *text; size_t len, alloc; }; int f(struct v *v) { return v->text && v->alloc ? v->text[v->alloc - 1] : 0; }", cfront.Environment{}, verdict.True},
		{"an array at the end", "bounds", "struct s { int kind; size_t len; char data[]; }; int f(struct s *p, size_t i) { return i < p->len ? p->data[i] : 0; }", cfront.Environment{}, verdict.True},
		{"past an array at the end", "bounds", "struct s { int kind; size_t len; char data[]; }; int f(struct s *p, size_t i) { return i <= p->len ? p->data[i] : 0; }", cfront.Environment{}, verdict.False},
		{"an array at the end of a capacity", "bounds", "struct s { unsigned cap, used; short data[]; }; void f(struct s *p, int x) { if (p->used < p->cap) p->data[p->used++] = x; }", cfront.Environment{}, verdict.True},
		{"an array without a length", "bounds", "int a[]; int f(void) { return a[0]; }", cfront.Environment{}, verdict.True},
		{"past an array without a length", "bounds", "int a[]; int f(void) { return a[1]; }", cfront.Environment{}, verdict.False},
		{"a string", "bounds", "int f(const char *s) { int n = 0; while (*s && *s != ' ') s++, n = 1; return n; }", cfront.Environment{}, verdict.True},
		{"past its end", "bounds", "int f(const char *s) { if (s[0] == 'a' && s[1] == 'b') return s[3]; return 0; }", cfront.Environment{}, verdict.False},
		{"characters", "bounds", "int f(const char *s) { return s[0] ? s[1] : 0; }", cfront.Environment{Bytes: true}, verdict.False},
		{"members", "null", "int f(struct list *l) { return l->next ? l->next->raw[3] : l->on; }", cfront.Environment{}, verdict.True},
		{"a member that is null", "null", "int f(struct list *l) { return l->next->on; }", cfront.Environment{}, verdict.False},
		{"members that are not null", "null", "int f(struct list *l) { return l->next->name[0]; }", cfront.Environment{Null: cfront.NullNever}, verdict.True},
		{"a function", "unreach-call", "void reach_error(void); void f(struct list *l) { if (l->weigh(3) == 77) reach_error(); }", cfront.Environment{}, verdict.False},
		{"a truth value", "unreach-call", "void reach_error(void); void f(struct list *l) { if (l->on != 0 && l->on != 1) reach_error(); }", cfront.Environment{}, verdict.True},
		{"any contents", "unreach-call", "void reach_error(void); void f(struct list *l) { if (l->raw[1] == 200 && l->raw[2] == 3) reach_error(); }", cfront.Environment{}, verdict.False},
		{"separate", "unreach-call", "void reach_error(void); void f(int *a, int *b) { *a = 1; *b = 2; if (*a == 2) reach_error(); }", cfront.Environment{}, verdict.True},
		{"overlapping", "unreach-call", "void reach_error(void); void f(int *a, int *b) { *a = 1; *b = 2; if (*a == 2) reach_error(); }", cfront.Environment{Overlap: true}, verdict.False},
		{"a global variable", "div-by-zero", "int g = 3; int f(int x) { return x / g; }", cfront.Environment{}, verdict.False},
		{"as it is initialised", "div-by-zero", "int g = 3; int f(int x) { return x / g; }", cfront.Environment{Initial: true}, verdict.True},
		{"a constant", "div-by-zero", "static const int g = 3; int f(int x) { return x / g; }", cfront.Environment{}, verdict.True},
		{"a global array that is never written", "div-by-zero", "static int g[500] = {3}; int f(int x) { return x >= 0 && x < 500 && g[x] == 9 ? 1 / (g[x] - 9) : 0; }", cfront.Environment{}, verdict.True},
		{"a global array", "div-by-zero", "static int g[500] = {3}; void set(int k) { g[k] += k; } int f(int x) { return x >= 0 && x < 500 && g[x] == 9 ? 1 / (g[x] - 9) : 0; }", cfront.Environment{}, verdict.False},
		{"a global structure", "div-by-zero", "static struct { int a; int *p; char t[8]; } g; int f(int x) { return g.p && g.t[2] == 5 ? x / *g.p : 0; }", cfront.Environment{}, verdict.False},
		{"a table of functions", "null", "static int one(int x) { return x; } static int (*t)(int) = one; int f(int x) { return t(x); }", cfront.Environment{}, verdict.True},
		{"by value", "no-overflow", "int f(pair p) { return p.a - p.b; }", cfront.Environment{}, verdict.False},
		{"behind void", "bounds", "int f(void *p) { pair *q = p; return q->b; }", cfront.Environment{}, verdict.True},
		{"an element behind void", "bounds", "struct box { int n; void *data[3]; }; enum { MINE = 1 }; int f(struct box *b) { pair *q = b->data[(MINE)]; return q ? q->b : 0; }", cfront.Environment{}, verdict.True},
		{"past an element behind void", "bounds", "struct box { int n; void *data[3]; }; int f(struct box *b) { pair *q = b->data[1]; return q ? q[1].a : 0; }", cfront.Environment{}, verdict.False},
		{"another element behind void", "bounds", "struct box { int n; void *data[3]; }; int f(struct box *b) { pair *q = b->data[1]; char *r = b->data[2]; return q && r ? q->b + r[3] : 0; }", cfront.Environment{}, verdict.False},
		{"an unknown element behind void", "bounds", "struct box { int n; void *data[3]; }; int f(struct box *b, unsigned i) { pair *q = i < 3 ? b->data[i] : 0; return q ? q->b : 0; }", cfront.Environment{}, verdict.False},
		{"several structures behind void", "bounds", "struct box { int kind; void *data; }; int f(struct box *b) { if (!b->data) return 0; if (b->kind) { pair *q = b->data; return q->b; } return ((struct list *)b->data)->raw[3]; }", cfront.Environment{}, verdict.True},
		{"a number behind void", "bounds", "int f(const void *a, const void *b) { const double *y = b; return *(const int *)a < *y; }", cfront.Environment{}, verdict.True},
		{"past a number behind void", "bounds", "int f(const void *a, int i) { return ((const int *)a)[i > 1]; }", cfront.Environment{}, verdict.False},
		{"two numbers behind void", "bounds", "int f(const void *a) { return ((const int *)a)[1]; }", cfront.Environment{}, verdict.True},
		{"bytes behind void", "bounds", "int f(void *a) { *(char *)a = 1; return *(short *)a; }", cfront.Environment{Lengths: cfront.LengthsOne}, verdict.False},
		{"as many bytes behind void as constants say", "bounds", "int f(void *a) { *(char *)a = 1; return *(short *)a; }", cfront.Environment{}, verdict.True},
		{"bytes of a length behind void", "bounds", "int f(void *a, size_t n) { short *s = a; return n > 5 ? s[2] : 0; }", cfront.Environment{}, verdict.True},
		{"a pointer to a pointer", "null", "int f(int **p) { return *p ? **p : 0; }", cfront.Environment{}, verdict.True},
		{"names that are taken", "unreach-call", "int g; int h(void) { return g; } void f(int g) { if (g == 4 && h() == 5) reach_error(); }", cfront.Environment{}, verdict.False},
		{"a function of its own name", "unreach-call", "void f(int f) { if (f == 4) reach_error(); }", cfront.Environment{}, verdict.False},
		{"what a function without a body returns", "bounds", "struct list *find(int k); int f(int k) { struct list *l = find(k); return l ? l->raw[3] : 0; }", cfront.Environment{}, verdict.True},
		{"which is one object", "bounds", "struct list *find(int k); int f(int k) { struct list *l = find(k); return l ? l[1].raw[0] : 0; }", cfront.Environment{}, verdict.False},
		{"which may be null", "null", "struct list *find(int k); int f(int k) { return find(k)->raw[0]; }", cfront.Environment{}, verdict.False},
		{"and has any contents", "unreach-call", "const pair *find(int k); void f(int k) { const pair *p = find(k), *q = find(k); if (p && q && p->a == 7 && q->a == 8) reach_error(); }", cfront.Environment{}, verdict.False},
		{"its own objects", "unreach-call", "pair *find(int k); void f(int k) { pair *p = find(k), *q = find(k); if (p && q) { p->a = 1; q->a = 2; if (p->a != 1) reach_error(); } }", cfront.Environment{}, verdict.True},
		{"objects behind it", "bounds", "struct list *find(int k); int f(int k) { struct list *l = find(k); return l && l->next && l->next->name ? l->next->raw[3] + l->next->name[0] : 0; }", cfront.Environment{}, verdict.True},
		{"a text that is returned", "bounds", "#define text(x) text((x) + 1)\nconst char *(text)(int k); int f(int k) { const char *s = text(k); return s && s[0] ? s[1] : 0; }", cfront.Environment{}, verdict.True},
		{"past its end", "bounds", "const char *text(int k); int f(int k) { const char *s = text(k); return s ? s[1] : 0; }", cfront.Environment{}, verdict.False},
		{"an allocator without a body", "bounds", "void *get(size_t n); int f(void) { int *v = get(4 * sizeof *v); return v ? v[3] = 1 : 0; }", cfront.Environment{}, verdict.True},
		{"past what it allocates", "bounds", "void *get(size_t n); int f(void) { int *v = get(4 * sizeof *v); return v ? v[4] = 1 : 0; }", cfront.Environment{}, verdict.False},
		{"a result behind void", "bounds", "void *get(const char *key, int a, int b); int f(void) { pair *p = get(0, 1, 2); struct list *l = get(0, 1, 2); return p && l ? p->b + l->raw[3] : 0; }", cfront.Environment{}, verdict.True},
		{"a structure that is returned", "bounds", "struct view { const char *at; int n; }; struct view look(int k); int f(int k) { struct view v = look(k); return v.at ? v.at[0] : 0; }", cfront.Environment{}, verdict.True},
		{"many members of what a function returns", "unreach-call", "struct wide { int a[30], b; struct list *l; }; extern struct wide *(*look)(void); void f(void) { struct wide *w = look(); if (w && w->b == 5) reach_error(); }", cfront.Environment{}, verdict.False},
		{"a variable of another file", "bounds", "extern struct list all; int f(void) { return all.next ? all.next->raw[3] : 0; }", cfront.Environment{}, verdict.True},
		{"its numbers", "div-by-zero", "extern struct { int a; int t[40]; int *p; } all; int f(int x) { return all.t[39] == 5 && all.p && all.a == 3 ? x / *all.p : 0; }", cfront.Environment{}, verdict.False},
		{"a pointer of another file", "null", "extern struct list *all; int f(void) { return all->raw[3]; }", cfront.Environment{}, verdict.False},
		{"recursion", "bounds", "int f(struct list *l) { return l ? f(l->next) + l->raw[0] : 0; }", cfront.Environment{}, verdict.True},
		{"rows of a length", "bounds", "int f(int (*m)[3], int n) { return n > 1 ? m[1][2] : 0; }", cfront.Environment{}, verdict.True},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.with.Valid = true
			text := types + tt.text + "\n"
			if tt.property == "unreach-call" {
				text = "void reach_error(void);" + text
			}
			entryHas(t, cfront.Options{Entry: "f", Properties: []string{tt.property}, Environment: tt.with}, text, tt.want, i%2 == 0 || testenv.Night())
		})
	}
}

// entryHas verifies a function by itself, and has the compiler confirm that it is FALSE if confirm says so.
func entryHas(t *testing.T, opts cfront.Options, text string, want verdict.Verdict, confirm bool) {
	t.Helper()
	prog := prepare.New(opts, fstest.MapFS{"program.c": {Data: []byte(text)}}, "program.c")
	res, err := Verify(t.Context(), prog, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != want {
		t.Fatalf("%s(%s) %s\n%s\nwant %s", res.Verdict, res.Reason, res.Detail, res.Program.Environment.Text, want)
	}
	if want == verdict.False && confirm {
		out, err := replay.Run(context.Background(), replay.Program{IR: res.Program, Options: opts, Sources: res.Sources}, res.Trace, replay.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if out.Compiler != "" && out.Answer != replay.Confirmed {
			t.Errorf("the compiled program does not confirm it: %s %v\n%s", out.Reason, out.Problems, res.Program.Environment.Text)
		}
	}
}

// TestElementsAtTheEnd: an array at the end of a structure has elements, though nothing says how many. The execution may be one in
// which there are fewer than it reads, so that a compiled program need not confirm it.
func TestElementsAtTheEnd(t *testing.T) {
	const text = "void reach_error(void); struct s { int kind; char data[]; }; void f(struct s *p) { if (p->data[2] == 3) reach_error(); }\n"
	opts := cfront.Options{Entry: "f", Properties: []string{"unreach-call"}, Environment: cfront.Environment{Valid: true}}
	res, err := Verify(t.Context(), prepare.New(opts, fstest.MapFS{"program.c": {Data: []byte(text)}}, "program.c"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != verdict.False {
		t.Errorf("%s(%s) %s", res.Verdict, res.Reason, res.Detail)
	}
}

// TestLeftByTheEntry: what an entry other than main leaves, its callers may still free. The answer says so.
func TestLeftByTheEntry(t *testing.T) {
	const text = "void *malloc(unsigned long); int f(int *p) { p = malloc(3); return 0; }\n"
	for _, property := range []string{"valid-memtrack", "valid-memcleanup"} {
		opts := cfront.Options{Entry: "f", Properties: []string{property}, Environment: cfront.Environment{Valid: true}}
		res, err := Verify(t.Context(), prepare.New(opts, fstest.MapFS{"program.c": {Data: []byte(text)}}, "program.c"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		said := slices.ContainsFunc(res.Notes, func(n ir.Note) bool {
			return n.Kind == ir.Assumption && n.Pos.File == "program.c" && strings.HasPrefix(n.Text, "blocks that are left when f returns")
		})
		if res.Verdict != verdict.True || !said {
			t.Errorf("%s: %s, want TRUE, with the assumption among %v", property, res.Verdict, res.Notes)
		}
	}
}
