#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct text { size_t n; char *at; };
struct tail { int n; char data[]; };
struct item { struct item *next, *self; char name[8]; FILE *f; int v; };
static void *(*hook)(size_t);
static void (*unhook)(void *);
static void *get(size_t n) { if (hook) return hook(n); return malloc(n); }
static void put(void *p) { if (unhook) unhook(p); else free(p); }
static void drop(struct item *p) { put(p); }
static void perhaps(struct item *p, int all) { if (all) free(p); }
static void *zeroed(size_t n, int clear) { return clear ? calloc(1, n) : malloc(n); }
static void *rounded(size_t n) { n = (n + 7) & ~(size_t)7; return malloc(n + 8); }

char *end(unsigned n) { char *p = malloc(n); if (!p) return 0; p[n] = 0; return p; } // size
char *ends(unsigned n) { char *p = malloc(n + 1); if (!p) return 0; p[n] = 0; return p; }
char *copy(const char *s) { char *p = malloc(strlen(s)); if (!p) return 0; strcpy(p, s); return p; } // size
char *copies(const char *s) { char *p = malloc(strlen(s) + 1); if (!p) return 0; strcpy(p, s); return p; }
char *part(const char *s, size_t n) { char *p = malloc(n); if (!p) return 0; memset(p, 0, n + 1); memcpy(p, s, n - 1); return p; } // size
char *parts(const char *s, size_t n) { char *p = malloc(n + 1); if (!p) return 0; memset(p, 0, n + 1); memcpy(p, s, n); return p; }
char *both(const char *a, const char *b) { size_t n = strlen(a), m = strlen(b); char *p = malloc(n + m); if (!p) return 0; memcpy(p, a, n); strcpy(p + n, b); return p; } // size
char *boths(const char *a, const char *b) { size_t n = strlen(a), m = strlen(b); char *p = malloc(n + m + 1); if (!p) return 0; memcpy(p, a, n); strcpy(p + n, b); return p; }
struct tail *behind(int n) { struct tail *p = malloc(sizeof *p + n); if (p) p->data[n] = 0; return p; } // size
struct tail *behinds(int n) { struct tail *p = malloc(sizeof *p + n + 1); if (p) p->data[n] = 0; return p; }
int *many(int n) { int *p = calloc(n, sizeof *p); if (p) p[n] = 1; return p; } // size
int *manys(int n) { int *p = calloc(n, sizeof *p); if (p && n > 0) p[n - 1] = 1; return p; }
char *by(size_t n) { char *p = get(n); if (p) p[n] = 0; return p; } // size
char *bys(size_t n) { char *p = get(n + 1); if (p) p[n] = 0; return p; }
char *more(size_t n) { char *p = rounded(n); if (p) p[n] = 0; return p; }
char *grow(char *p, int n, int by) { char *q = realloc(p, n + by); if (!q) return 0; n += by; q[n] = 0; return q; } // size
char *grows(char *p, int n, int by) { char *q = realloc(p, n + by + 1); if (!q) return 0; n += by; q[n] = 0; return q; }
char *less(const char *s) { size_t n = strlen(s); char *p = malloc(n); n--; if (p) p[n] = 0; return p; }
char *lesser(const char *s, int k) { size_t n = strlen(s); char *p = malloc(n); while (p && k-- && n) { n--; p[n] = 0; } return p; }
char *shorter(char *s) { size_t n = strlen(s); char *p = malloc(n); s[0] = 0; if (p && n) strcpy(p, s); return p; }
char *chosen(size_t n, size_t m) { char *p = malloc(n > m ? n : m); if (p && n < m) p[n] = 0; return p; }
char *clipped(size_t n) { char *p = malloc(n); if (n > 3) n = 3; if (p && n) p[n - 1] = 0; return p; }
char *back(size_t n) { char *p = malloc(n), *q; if (!p) return 0; q = p + n; while (q > p) *--q = 0; return p; }
char *until(size_t n) { char *p = malloc(n), *e; if (!p) return 0; for (e = p + n; p < e; p++) *p = 0; return e - n; }
int *words(size_t n) { int *p = malloc(n * sizeof *p); if (p && n) p[n - 1] = 0; return p; }
char *again(size_t n) { char *p = malloc(n); free(p); p = malloc(n + 1); if (p) p[n] = 0; return p; }
char *field(struct text *t) { char *p = malloc(t->n + 1); if (!p) return 0; memcpy(p, t->at, t->n); p[t->n] = 0; return p; }
char *fields(struct text *t) { char *p = malloc(t->n); if (!p) return 0; t->n--; p[t->n] = 0; return p; }
char *called(struct text *t, void (*f)(struct text *)) { char *p = malloc(t->n); if (!p) return 0; f(t); p[t->n] = 0; return p; }
int local(const char *s) { char b[8]; memcpy(b, s, sizeof b); return b[7]; }
void set(struct text *t, size_t n) { t->at = malloc(n); t->n = n; if (t->at && n) t->at[t->n - 1] = 0; }
char *wide(const char *s) { unsigned char n = strlen(s); char *p = malloc(n + 1); if (p) p[n] = 0; return p; }

int wraps(int a, int b) { return a + b < a; } // wrap
int product(long long v, char c) { return v * 10 + (c - '0') < v; } // wrap
int tests(int a, int b) { return a > INT_MAX - b; }
int unsign(unsigned a, unsigned b) { return a + b < a; }
int other(int a, int b, int c) { return a + b < c; }
int differ(int a, int b) { return a - b < a; }
int widened(int a, int b) { return (long long)a + b < INT_MAX; }
int small(unsigned char a, unsigned char b) { return (unsigned char)(a + b) < a; }

int after(struct item *p) { drop(p); return p->v; } // freed
void twice(struct item *p) { put(p); put(p); } // freed
void closed(struct item *p) { if (p->f) fclose(p->f); if (p->v) fclose(p->f); } // freed
int before(struct item *p) { int v = p->v; drop(p); return v; }
int some(struct item *p, int all) { perhaps(p, all); return all ? 0 : p->v; }
int flagged(struct item *p, int own) { if (own) put(p); return own ? 0 : p->v; }
void nulled(struct item *p) { if (p->f) fclose(p->f); p->f = 0; if (p->f) fclose(p->f); }
void list(struct item *p) { while (p) { struct item *q = p->next; drop(p); p = q; } }
void or(struct item *p, int v) { if (v) { drop(p); return; } p->v = v; }
struct item *next(struct item *p) { struct item *q = p->next; drop(p); p = q; return p ? p->next : 0; }

struct item *lost(const char *s) { struct item *p = get(sizeof *p); if (!p) return 0; p->self = p; if (!(p->f = fopen(s, "r"))) return 0; return p; } // lost: p
struct item *zero(int n) { struct item *p = zeroed(sizeof *p, n); if (!p) return 0; if (n < 0) return 0; return p; } // lost: p
struct item *linked(struct item *l, const char *s) { struct item *p = get(sizeof *p); if (!p) return 0; l->next = p; if (!(p->f = fopen(s, "r"))) return 0; return p; }
struct item *freed(const char *s) { struct item *p = get(sizeof *p); if (!p) return 0; p->self = p; if (!(p->f = fopen(s, "r"))) { put(p); return 0; } return p; }
void kept(struct item *l) { struct item *p = zeroed(sizeof *p, 1); if (!p) return; p->next = l->next; l->next = p; }

int kind(int k) { int v; switch (k) { case 1: return v; default: v = 1; } return v; } // unset: v
int kinds(int k) { int v; switch (k) { case 1: v = 2; break; default: v = 1; } return v; }
int falls(int k) { int v; switch (k) { case 1: v = 2; case 2: return k == 1 ? v : 0; default: return 0; } }
int rounds(const char *s) { int v, in = 0; for (; *s; s++) switch (in) { case 0: v = *s; in = 1; break; case 1: return v; } return 0; }
int behindit(int k) { int v; switch (k) { case 1: k = 2; break; default: k = 3; } v = k; return v; }
int firsts(int n) { char *p; int first = 1; do { if (!first) free(p); p = malloc(4); first = 0; if (!p) return 1; } while (n-- > 0); free(p); return 0; }
typedef int four __attribute__((vector_size(16)));
int vector(four a) { int v; four c = a; v = __builtin_ia32_movmskps(c) & 3; return v ? 1 : 0; } // opaque
