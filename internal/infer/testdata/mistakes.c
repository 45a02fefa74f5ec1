// Functions that are to blame for their errors, whatever they could require: the comment before each says yes or no, by line counted from that of the
// function's name.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *names[] = {"fine", "busy", "lost"};

// The test is one off: 3 alone goes wrong.
// mistake: 3
const char *name(int status) {
  if (status > 3 || status < 0)
    return names[2];
  return names[status];
}

// Callers have to see to both ends.
// mistake: none
const char *direct(int status) {
  return names[status];
}

static const unsigned char table[16] = {1, 2, 3};

// mistake: 2
int sum(const unsigned char *data, size_t n) {
  for (int k = 0; n > 0; n--, k++)
    if (table[data[k] >> 3])
      return k;
  return -1;
}

// Callers know where i leads, and what they write.
// mistake: none
int element(const unsigned char *data, size_t n, size_t i) { return data[i]; }

// mistake: none
int choose(unsigned char *state, size_t n) { return n > 0 ? table[state[0]] : 0; }

// mistake: none
int first(const unsigned char *data, size_t n) {
  assert(n > 0 && data[0] == 1);
  return n;
}

struct text { const char *at; size_t n; };

static char *copy(const struct text *t) {
  if (t->n > 1000)
    exit(1);
  char *s = malloc(t->n);
  memset(s, 'x', t->n);
  s[t->n] = 0;
  return s;
}

// The mistake is behind a branch of what it calls.
// mistake: -6
char *show(const struct text *t) { return copy(t); }

struct curve { unsigned char words; };

// Each call goes wrong if to leads to one number, which nothing says.
// mistake: none
void fill(unsigned *to, const struct curve *c) {
  for (unsigned k = 0; k <= c->words; k++)
    to[k + 1] = 0;
}

extern void complain(const char *what);

// Where it goes wrong it has not come to complain.
// mistake: 3
int tag(const unsigned char *data, size_t n) {
  if (!data)
    complain("no data");
  return n > 0 ? table[data[0]] : 0;
}

extern int offset(void);

// What offset returns decides.
// mistake: none
int moved(const unsigned char *data, size_t n) {
  int k = offset();
  return n > 0 && k >= 0 && k < 8 ? table[data[0] % 12 + k] : 0;
}

// How much there is where to leads, only the name of n says: a caller may give one more.
// mistake: none
void last(unsigned *to, unsigned n, int mode) {
  if (mode == 3)
    to[n] = 0;
}

// mistake: none
int chosen(const char *s, const int *t, unsigned n) {
  if (s[0] == 'x')
    return t[n];
  return 0;
}

// mistake: 0
void four(int t[4], unsigned i) { if (i <= 4) t[i] = 0; }
