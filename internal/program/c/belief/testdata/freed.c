#include <stdio.h>
#include <stdlib.h>
struct node { int v; char *name; struct node *next, *prev; };
struct list { struct node *head; };
struct counted { int refs; char *name; };

static void text(char *s) { if (s) free(s); }
static void take(struct list *l, struct node *n) {
  if (n->prev) n->prev->next = n->next; else l->head = n->next;
  if (n->next) n->next->prev = n->prev;
  free(n);
}
static void release(struct counted *c) {
  if (--c->refs == 0) free(c);
}

int after(struct node *n) { free(n); return n->v; } // freed
void twice(struct node *n) { text(n->name); text(n->name); } // freed
int called(struct list *l, struct node *n) { take(l, n); return n->v; } // freed
int sometimes(struct node *n, int bad) {
  if (bad) free(n);
  return n->v; // freed
}
int label(struct node *n, int bad) {
  if (bad) { free(n->name); goto out; }
  n->v = 2;
out:
  return n->name[0]; // freed
}
void rounds(struct node *n, int k) {
  while (k--) free(n->name); // freed
}
int grown(char *p) { char *q = realloc(p, 9); return q ? p[0] : 0; } // freed

void clear(struct list *l) { while (l->head) take(l, l->head); }
void ring(struct node *h) {
  while (h->next != h) {
    struct node *n = h->next;
    n->prev->next = n->next;
    n->next->prev = n->prev;
    free(n);
  }
}
void each(struct node *n) {
  struct node *next;
  for (; n; n = next) { next = n->next; free(n->name); n->name = 0; free(n); }
}
int counts(struct counted *c) { release(c); return c->refs; }
int count(struct counted *c) {
  if (--c->refs == 0) { free(c->name); free(c); }
  else c->refs += 0;
  return c->refs;
}
char *clean(int n) {
  char *a = 0, *b = 0;
  if (!(a = malloc(n))) goto out;
  if (!(b = malloc(n))) goto out;
  free(b);
  return a;
out:
  free(b);
  free(a);
  return 0;
}
void tree(struct node *n) {
  text(n->name);
  if (n->next) tree(n->next);
  free(n->name); // freed
}
struct user { char *text; void (*done)(void *); };
void pointed(struct user *u) {
  u->done(u->text);
  u->done(u->text); // freed
}
void pointed_if(struct user *u) {
  if (u->text && u->done) u->done(u->text);
  if (u->text) u->done(u->text); // freed
}
void pointed_once(struct user *u) {
  u->done(u->text);
  u->text = 0;
  u->done(u->text);
}
struct pool { void (*give)(void *); char *text; };
int copied(struct node *n) { struct node *q = n; free(n); return q->v; } // freed
int copied_back(struct node *n) { struct node *q = n; free(q); return n->v; } // freed
int copied_anew(struct node *n, struct node *m) { struct node *q = n; q = m; free(n); return q->v; }
int copied_away(struct node *n) { struct node *q = n; n = n->next; free(q); return n ? n->v : 0; }
int pool(struct pool *p) { p->give(p->text); return p->text[0]; } // freed
struct zone { void (*release)(void *of, void *p); void *of; };
int second(struct zone *z, struct node *n) { z->release(z->of, n); return n->v; } // freed
int second_own(struct zone *z, struct node *n) { z->release(z->of, n); n = 0; return z->of != n; } // freed
int closed(FILE *f) { fclose(f); return ferror(f); } // freed
int closed_anew(FILE *f) { fclose(f); f = fopen("x", "r"); return f ? ferror(f) : 0; }
struct sized { char *text; int n; };
void counted(struct sized *s) { free(s->text); s->n = 0; free(s->text); } // freed
