struct s { int x; struct s *next; };
void change(struct s *p);
struct s *get(void);
#define SAFE(p) if (p) change(p)

int after(struct s *p) { int v = p->x; if (!p) return 0; return v; } // doubt: p
int before(struct s *p) { if (!p) return 0; return p->x; }
int assigned(struct s *p) { int v = p->x; p = p->next; if (!p) return 0; return v; }
int loop(struct s *p) { int n = 0; while (p) { n += p->x; p = p->next; } return n; }
int rounds(struct s *p) { int n = 0; do { n += p->x; p = p->next; } while (p); return n; }
int in_loop(struct s *p, int n) { int v = p->x; while (n > 0) { if (p) n--; n--; } return v; } // doubt: p
int member(struct s *p) { int v = p->next->x; if (p->next == 0) return 1; return v; } // doubt: p->next
int call(struct s *p) { int v = p->next->x; change(p); if (p->next == 0) return 1; return v; }
int own(struct s *p) { int v = p->x; change(p); if (0 == p) return 1; return v; } // doubt: p
int escapes(struct s *p, struct s **q) { struct s **r = q ? q : &p; int v = p->x; *r = 0; if (p == 0) return 1; return v; }
int branch(struct s *p, int c) { int v = 0; if (c) v = p->x; if (p == 0) return 1; return v; }
int branches(struct s *p, int c) { int v = 0; if (c) v = p->x; else v = p->next->x; return p ? v : 0; } // doubt: p
int jump(struct s *p, int c) { if (c) goto out; c = p->x; out: if (p) return 1; return c; }
int leaves(struct s *p, int c) { if (c) return p->x; if (p) return 1; return c; }
int condition(struct s *p) { return p->x && p ? 1 : 0; } // doubt: p
int second(struct s *p, int c) { int v = c && p->x; return p ? v : 0; }
int cases(struct s *p, int c) { switch (c) { case 1: return p->x; case 2: if (p) return 2; } return p != 0; }
int macro(struct s *p) { int v = p->x; SAFE(p); return v; }
int address(struct s *p) { int *x = &p->x; return p ? *x : 0; }
int first(int *p) { int v = p[0]; if (p == 0) return 1; return v; } // doubt: p
struct s *same(struct s *p) { p->x = 1; return p; }
struct s *copy(struct s *p) { p->x = 1; struct s *q = p; q = p; return q; }
int truth(struct s *p) { int v = p->x, ok = p != 0; return v + ok; } // doubt: p
int is(struct s *p) { p->x = 1; return !p; } // doubt: p
_Bool as(struct s *p) { p->x = 1; return p; } // doubt: p
int tested(void) { struct s *p = get(); return p ? p->x : 0; } // uses: get?
int untested(void) { struct s *p = get(); return p->x; } // uses: get
int nested(void) { return get()->x; } // uses: get
int inside(void) { struct s *p; if (!(p = get())) return 0; return p->x; } // uses: get?
int other(struct s *p) { struct s *q = get(); q = p; return q->x; }
int wrong(struct s *p) { if (p) return 0; return p->x; } // doubt: p
int turned(struct s *p) { if (p == 0) return p->x; return 1; } // doubt: p
int both(struct s *p, struct s *q) { if (p != 0 || q) return 1; return q->x; } // doubt: q
int one(struct s *p, struct s *q) { if (p == 0 || q == 0) return p->x; return 1; }
int anded(struct s *p) { return !p && p->x; } // doubt: p
int ored(struct s *p) { return !p || p->x; }
int chosen(struct s *p) { return p ? 0 : p->x; } // doubt: p
int joined(struct s *p) { if (!p) change(0); return p->x; }
int given(struct s *p) { if (!p) p = get(); return p->x; } // uses: get
int inner(struct s *p) { if (!p->next) return p->next->x; return 0; } // doubt: p->next
int lost(struct s *p) { if (!p->next) { change(p); return p->next->x; } return 0; }
int back(int (*f)(int)) { if (!f) return f(1); return 0; } // doubt: f
int backwards(int (*f)(int)) { if (f) return f(1); return 0; }
int turns(struct s *p, int n) { if (p) return 0; while (n) { if (n == 3) return p->x; n--; } return 1; } // doubt: p
int walks(struct s *p, int n) { if (p) return 0; while (n) { if (n == 3) return p->x; p = get(); n--; } return 1; }
int sum(int *a, int n) { int s = 0; for (int i = 0; i <= n; i++) s += a[i]; return s; } // doubt: i
int less(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
int at(int *p, int *end) { return p <= end ? *p : 0; } // doubt: p
int next(int *p, int *end) { if (p > end) return 0; return *p++; } // doubt: p
int moved(int *a, int i, int n) { if (i <= n) { i = i - 1; return a[i]; } return 0; }
int one_less(int *a, int i, int n) { if (i <= n) return a[i - 1]; return 0; }
int none(void) { int v; return v; } // unset: v
int set(void) { int v; v = 3; return v; }
int one_way(int c) { int v; if (c) v = 1; return v; }
int both_ways(int c) { int v, w; if (c) v = 1; else w = v; return v + w; } // unset: v, sometimes unset: w
int first_round(int n) { int s; while (n > 0) { s += n; n--; } return n; } // unset: s
int later(int n) { int s; for (int i = 0; i < n; i++) { if (i > 0) n = s; s = i; } return n; } // unset: s
int never(int n) { int s; for (;;) { s = n; if (s) break; } return s; }
int out(int n) { int s; while (n > 0) { s = n; n--; } return s; }
int by_address(int *(*f)(int *)) { int v; f(&v); return v; }
int label(int n) { int v; goto x; x: return v + n; }
int by_call(void) { int v; struct s *p; p = get(); v = 1; return p == 0 ? v : 0; } // uses: get?
int in_cases(int n) { int v; switch (n) { case 1: v = 1; break; default: v = 2; } return v; }
static int table[5];
int clamp(int i) { if (i > 4) i = 4; return table[i]; } // clamps: i
int least(int i) { i = i > 4 ? 4 : i; return table[i]; } // clamps: i
int reject(int i) { if (i > 4) return 0; return table[i]; } // fixed: i
int past(void) { int own[3]; own[3] = 1; return own[0]; } // outside
int *end(void) { return &table[5]; }
int may(int c) { return c && table[5]; }
int counts(void) { int n = 0; for (int i = 0; i <= 5; i++) n += table[i]; return n; } // fixed: i, lets: i, own index
int given_n(int n) { int s = 0; for (int i = 0; i < n; i++) s += table[i]; return s; }
int filled(const int *a, int n) { int own[4], i = 0; while (n-- > 0) own[i++] = *a++; return own[0]; }
int copy_all(struct s *p) { struct s *(*f)(void) = get; return f == get && p; }
int clamp_one_off(int i) { if (i > 5) i = 5; return table[i]; } // clamps: i, lets: i
int clamp_far(int i) { if (i > 9) i = 9; return table[i]; } // clamps: i, lets: i
int clamp_both(int i) { if (i < 0) i = 0; else if (i >= 5) i = 4; return table[i]; } // clamps: i
int reject_one_off(int i) { if (i > 5) return 0; return table[i]; } // fixed: i, lets: i
int reject_other(int i) { if (i > 9) return 0; return table[i]; } // fixed: i
int reject_twice(int i) { if (i > 5) return 0; if (i == 5) return 1; if (i >= 5) return 2; return table[i]; } // fixed: i
int clamp_then(int i) { if (i > 5) i = 5; i--; return table[i]; } // clamps: i
int by_text(const char *s) { int v; if (s[0] == '/') v = 1; if (s[1]) return v; return 0; } // sometimes unset: v
int by_number(int c) { int v; if (c) v = 1; return v; }
int elsewhere(int c) { int v; if (c == 1) v = 1; else if (c == 2) change(0); else v = 3; return v; } // sometimes unset: v
int leaves_early(int c) { int v; if (c == 1) v = 1; else { change(0); return 2; } return v; }
int both_text(const char *s) { int v; if (s[0] == '/') v = 1; else v = 2; return v; }
int in_rounds(const char *s) { int v; while (*s) { if (*s == '/') v = 1; s++; } return v; }
int either(int c) { struct s *p; if (c == 3 || (p = get()) == 0) return 0; return p->x; } // uses: get?
void *memset(void *p, int c, unsigned long n);
void *memcpy(void *p, const void *q, unsigned long n);
char *strcpy(char *p, const char *q);
unsigned long strlen(const char *p);
void *malloc(unsigned long n);
struct text { int n; char name[8]; char rest[4]; };
int sets(int c) { struct text t; memset(&t, 0, sizeof t + 4); return t.n + c; } // short
int sets_all(int c) { struct text t; memset(&t, 0, sizeof t); memset(&t.name, c, sizeof t.name); return t.n; }
void copies(struct text *t, const char *from) { memcpy(t->name, from, sizeof *t); } // short
void copies_two(struct text *t, const char *from) { memcpy(t->name, from, sizeof t->name + sizeof t->rest); }
void more(struct text *t, const char *from) { memcpy(t->rest, from, 64); }
void many(struct text *t) { memset(t, 0, 10 * sizeof *t); }
static char title[8];
extern char image[1];
void titles(void) { memset(title, 0, sizeof title + 8); } // short
void titled(void) { memset(title, 0, sizeof title); }
void locals(void) { static char line[8]; memset(line, 0, 16); } // short
void images(void) { memset(image, 0, 4096); }
char *no_end(const char *s) { char *p = malloc(strlen(s)); if (p) strcpy(p, s); return p; } // uses: malloc?, short
char *end_too(const char *s) { char *p = malloc(strlen(s) + 1); if (p) strcpy(p, s); return p; } // uses: malloc?
char *other_text(const char *s, const char *q) { char *p = malloc(strlen(s)); if (p) strcpy(p, q); return p; } // uses: malloc?
int behind(const struct text *t) { return t->name[8]; } // outside
int at_end(const struct text *t) { return t->rest[4]; }
struct value { struct s *p; int n; double d; };
int kept(struct value *v) { int x = v->p->x; v->n = 3; return v->p == 0 ? 0 : x; } // doubt: v->p
int not_kept(struct value *v, struct value *w) { int x = v->p->x; w->p = 0; return v->p == 0 ? 0 : x; }
int by_char(struct value *v, char *c) { int x = v->p->x; *c = 0; return v->p == 0 ? 0 : x; }
static void puts_early(struct s *p, int x) { p->x = x; }
static void puts_late(struct s *p, int x) { if (p) p->x = x; }
void hands(void) { struct s *p = malloc(8); puts_early(p, 1); } // uses: malloc
void hands_tested(void) { struct s *p = malloc(8); puts_late(p, 1); } // uses: malloc?
int by_bytes(const unsigned char *s) { int v; if (s[0] == '/') v = 1; if (s[1]) return v; return 0; } // sometimes unset: v
