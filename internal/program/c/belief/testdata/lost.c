#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node { char *name; struct node *next; int n; };
struct pool { struct node *all; void *(*take)(size_t); void (*give)(void *); };
struct node *found(const char *name);
void keep(struct node *n);
void stop(void) __attribute__((noreturn));

static struct node *make(int n) {
  struct node *p = malloc(sizeof *p);
  if (!p) return NULL;
  p->n = n;
  return p;
}
static void fill(struct node *p, int n) { struct node *q = p; q->n = n; q->next = 0; }
static void hang(struct pool *l, struct node *p) { p->next = l->all; l->all = p; }

struct node *early(int n) {
  struct node *p = malloc(sizeof *p);
  if (!p) return NULL;
  if (n < 0) return NULL; // lost: p
  p->n = n;
  return p;
}
int second(int n) {
  char *a = malloc(n), *b = malloc(n);
  if (!a || !b) return -1; // lost: a, b
  free(a);
  free(b);
  return 0;
}
int file(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f) return -1;
  int c = fgetc(f);
  if (c == EOF) return -2; // lost: f
  fclose(f);
  return c;
}
int wrapped(int n) {
  struct node *p = make(n);
  if (!p) return -1;
  fill(p, n);
  if (p->n > 3) return -2; // lost: p
  keep(p);
  return 0;
}
void end(int n) {
  char *p = malloc(n);
  if (p) memset(p, 0, n);
} // lost: p
int by_pointer(struct pool *l, int n) {
  struct node *p = l->take(sizeof *p);
  if (!p) return -1;
  if (n < 0) return -2; // lost: p
  l->give(p);
  return 0;
}
int label(int n) {
  char *a = NULL, *b = NULL;
  int r = -1;
  if (!(a = malloc(n))) goto out;
  if (!(b = malloc(n))) goto out;
  r = 0;
out:
  free(a);
  return r; // lost: b
}
void block(int n) {
  while (n > 0) {
    char *p = malloc(n);
    if (p) p[0] = n;
    n--;
  } // lost: p
}
int cases(int k) {
  char *p = malloc(4);
  switch (k) {
  case 1: return 1; // lost: p
  case 2: free(p); return 2;
  default: break;
  }
  free(p);
  return 3;
}
int copied(int n) {
  char *p = malloc(n), *q = p;
  if (n < 3) return 0; // lost: p
  free(q);
  return 1;
}

int over(int n) {
  char *p = malloc(n);
  if (n > 3)
    p = malloc(n + 1); // lost: p
  free(p);
  return 0;
}
int along(int n) {
  struct node *p = malloc(sizeof *p), *first = p;
  if (!p) return -1;
  p->next = malloc(sizeof *p);
  p = p->next;
  keep(first);
  return p ? p->n : n;
}
char *larger(int n) {
  char *p = malloc(n);
  if (!p) return NULL;
  char *q = realloc(p, n + 1);
  if (q) p = q;
  return p;
}

struct node *right(int n) {
  struct node *p = malloc(sizeof *p);
  if (!p) return NULL;
  p->name = malloc(n);
  if (!p->name) { free(p); return NULL; }
  return p;
}
char *clean(int n) {
  char *a = NULL, *b = NULL;
  if (!(a = malloc(n))) goto out;
  if (!(b = malloc(n))) goto out;
  free(b);
  return a;
out:
  free(b);
  free(a);
  return NULL;
}
int stored(struct pool *l, int n) {
  struct node *p = malloc(sizeof *p);
  if (!p) return -1;
  hang(l, p);
  if (n < 0) return -2;
  return 0;
}
int passed(struct node **to, int n) {
  struct node *p = malloc(sizeof *p);
  if (!p) return -1;
  *to = p;
  return n < 0 ? -2 : 0;
}
int maybe(char *out, int n) {
  char buf[16], *p = buf;
  if (n > 16 && !(p = malloc(n))) return -1;
  memset(p, 0, n);
  out[0] = p[0];
  if (p != buf) free(p);
  return 0;
}
int flagged(int n) {
  char *p = NULL;
  int mine = 0;
  if (n > 3) { p = malloc(n); mine = 1; }
  if (mine) free(p);
  return n;
}
int borrowed(const char *name) {
  struct node *p = found(name);
  if (!p) return -1;
  if (p->n < 0) return -2;
  return p->n;
}
void all(struct node *l) {
  while (l) {
    struct node *next = l->next;
    free(l);
    l = next;
  }
}
int grows(char **buf, int n) {
  char *p = realloc(*buf, n);
  if (!p) return -1;
  *buf = p;
  return 0;
}
int inside(struct pool *l) {
  struct node *p = malloc(sizeof *p);
  if (!p) return -1;
  l->all = (struct node *)&p->next;
  return 0;
}
char *behind(int n) {
  char *p = malloc(n + 8);
  if (!p) return NULL;
  return p + 8;
}
int stops(int n) {
  char *p = malloc(n);
  if (!p) stop();
  if (n < 0) stop();
  free(p);
  return 0;
}
void twice(int n) {
  char *p = NULL;
  for (int i = 0; i < n; i++) {
    free(p);
    p = malloc(n);
    if (!p) return;
  }
  free(p);
}
int address(int n, int (*get)(char **)) {
  char *p = malloc(n);
  if (!p) return -1;
  if (get(&p)) return -2;
  free(p);
  return 0;
}
int again(int n) {
  char *p = NULL;
retry:
  free(p);
  p = malloc(n);
  if (p && n-- > 3) goto retry;
  free(p);
  return 0;
}
struct node *listed(int n) {
  struct node *first = NULL;
  while (n-- > 0) {
    struct node *p = malloc(sizeof *p);
    if (!p) { all(first); return NULL; }
    p->next = first;
    first = p;
  }
  return first;
}
static void drop(char **p) { free(*p); }
int scoped(int n) {
  char *p __attribute__((cleanup(drop))) = malloc(n);
  if (n < 3) return -1;
  return p != 0;
}
int overwritten(int n) {
  char *p = NULL;
  for (int i = 0; i < n; i++) {
    p = malloc(8); // lost: p
    if (!p) return -1;
    p[0] = 1;
  }
  free(p);
  return 0;
}
int without(int n) {
  char *p;
  for (int i = 0; i < n; i++) {
    p = malloc(8); // lost: p
    if (!p) break;
    memset(p, 0, 8);
  }
  return n; // lost: p
}
int jumps(const char *name, int n) {
  char *b = NULL;
  FILE *f = fopen(name, "r");
  if (!f) goto out;
  b = malloc(n);
  if (!b) goto out; // lost: f
  fread(b, 1, n, f);
  fclose(f);
out:
  free(b);
  return n;
}
int jumps_right(const char *name, int n) {
  char *b = NULL;
  FILE *f = fopen(name, "r");
  if (!f) goto out;
  b = malloc(n);
  if (!b) goto out;
  fread(b, 1, n, f);
  n = 0;
out:
  free(b);
  if (f) fclose(f);
  return n;
}
struct node *chained(int n) {
  struct node *head = NULL, *p;
  while (n-- > 0) {
    p = malloc(sizeof *p);
    if (!p) break;
    p->next = head;
    head = p;
  }
  return head;
}
int kept_last(int n) {
  char *p = NULL;
  for (int i = 0; i < n; i++) {
    if (!p) p = malloc(8);
    if (!p) return -1;
    p[0] = 1;
  }
  free(p);
  return 0;
}
int closed_each(const char *name, int n) {
  FILE *f;
  while (n-- > 0) {
    f = fopen(name, "r");
    if (!f) continue;
    fclose(f);
  }
  return n;
}
char *given_copy(const char *s) {
  char *p = malloc(strlen(s) + 1);
  if (!p) return NULL;
  return strcpy(p, s);
}
char *given_or_null(const char *s) {
  char *p = malloc(4);
  return p ? memcpy(p, s, 4) : NULL;
}
char *given_alias(const char *s) {
  char *p = malloc(4), *q;
  if (!p) return NULL;
  q = strncpy(p, s, 3);
  q[3] = 0;
  return q;
}
char *given_line(FILE *f) {
  char *p = malloc(80);
  if (!p) return NULL;
  char *line = fgets(p, 80, f);
  if (!line) free(p);
  return line;
}
int copied_and_lost(const char *s) {
  char *p = malloc(4);
  if (!p) return 0;
  char *q = strncpy(p, s, 3);
  if (q[0] == 'x') return 1; // lost: p
  free(q);
  return 0;
}
int copied_aside(const char *s) {
  char *p = malloc(4);
  if (!p) return 0;
  strncpy(p, s, 3);
  return p[0]; // lost: p
}
