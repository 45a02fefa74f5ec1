// Functions with branches from which each execution goes wrong: the comment before each has the line of the branch, counted from the one with
// the function's name, or none.
#include <stdlib.h>

struct log { int level; };
static int level_of(struct log *l) { return l->level; }

// doomed: 1
int mode(struct log *l, int m) {
  if (m == 3)
    l = 0;
  return level_of(l);
}

// doomed: none
int divide(int a, int b) { return a / b; }

// doomed: none
int checked(struct log *l, int fatal) {
  if (fatal)
    exit(1);
  return 10 / l->level;
}

extern void give_up(void);

// doomed: none
int left(struct log *l, int m) {
  if (m == 3) {
    give_up();
    l = 0;
  }
  return level_of(l);
}

// doomed: none
int waits(struct log *l, int m) {
  if (m == 3) {
    while (m)
      ;
    l = 0;
  }
  return 10 / l->level;
}

// doomed: none
int far(const int *p, int m) {
  if (m == 3)
    return p[7000];
  return 10 / m;
}

// doomed: 2
int near(const int *p, int m) {
  int own[3] = {0};
  if (m == 3)
    return own[m] + p[0];
  return 10 / m;
}

static int sums[8];

// doomed: 1
void totals(const int *list, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    sums[i % 8 + 8] = list[i];
}

// doomed: 1
void repeat(int *list, int n) {
  for (int k = 0; k != n; k += list[0])
    sums[8 + (n & 1)] = k;
}

// doomed: 2
int tested(const char *s) {
  int table[4] = {1, 2, 3, 4};
  if (s[0] == 'x')
    return table[4 + s[0] % 2];
  return table[0];
}

struct curve { unsigned char words; };

// How much there is where to leads, nothing says: a caller may give enough.
// doomed: none
void put(unsigned *to, const struct curve *c, int mode) {
  if (mode == 3)
    for (unsigned k = 0; k <= c->words; k++)
      to[k + 1] = 0;
}

// doomed: none
void end(unsigned *to, unsigned n, int mode) {
  if (mode == 3)
    to[n] = 0;
}

// Behind the branch some executions go wrong at own, and the others only if to leads to as little as it is taken to.
// doomed: none
int counted(int *to, unsigned n, int mode, int k) {
  int own[3] = {0};
  if (mode == 3) {
    own[k & 3] = 1;
    to[n] = 0;
  }
  return own[0];
}

// doomed: none
int unsaid(int *to, const struct curve *c, int mode, int k) {
  int own[3] = {0};
  if (mode == 3) {
    own[k & 3] = 1;
    to[c->words + 1] = 0;
  }
  return own[0];
}

// doomed: 2
int both(int *to, int mode, int k) {
  int own[3] = {0};
  if (mode == 3) {
    own[k & 3] = *to;
    own[4 + (k & 1)] = 0;
  }
  return own[0];
}

struct timer { int wheel; struct curve *list; };

// The caller may give more than one, and not null.
// doomed: none
void clear(struct timer *t) {
  for (int i = 0; i < t->wheel * 16; i++)
    t->list[i].words = 1;
}
