// Functions whose contracts are known: the comment before each has the class and, in C, the weakest precondition.
#include <assert.h>
#include <stddef.h>

#define LEN 24

// necessary: k >= 2 && k < 26
static int squares[LEN];
int square(int k) { return squares[k - 2]; }

// necessary: (long long)w * h <= 2147483647 && (long long)w * h >= -2147483647 - 1
int area(int w, int h) { return w * h; }

// necessary: mode != 1 || d != 0
int scale(int mode, int d) {
  if (mode == 1)
    return 100 / d;
  return d;
}

// necessary: n <= 24
void zero(unsigned n) {
  for (unsigned i = 0; i < n; i++)
    squares[i] = 0;
}

struct item { struct item *next; int weight; };

// necessary: it->next == 0 || it->next->weight != 0
int share(struct item *it) {
  if (!it->next)
    return 0;
  return 10 / it->next->weight;
}

struct channel { unsigned char *data; unsigned size, used; };
struct channel *open_channel;

// necessary: open_channel != 0
unsigned space(void) { return open_channel->size - open_channel->used; }

// necessary: i < n
int at(const int *list, size_t n, size_t i) { return list[i]; }

// necessary: addr % 8 == 0
unsigned long word_of(unsigned long addr) {
  assert((addr & 7) == 0);
  return addr >> 3;
}

// necessary: x <= 1000 && y <= 1000 - x
unsigned within(unsigned x, unsigned y) {
  assert(x <= 1000 && y <= 1000 - x);
  return 1000 - x - y;
}

// necessary: level >= 0 && level <= 2
int gain(int level) {
  switch (level) {
  case 0: return 1;
  case 1: return 4;
  case 2: return 16;
  }
  assert(0);
  return 0;
}

// never: 0
int always(int x) {
  int *p = 0;
  return *p + x;
}

// necessary: 1
unsigned low(unsigned x) { return x & 15; }

int reading(void);

// sufficient: d != 0 && d != 1
int sample(int d) {
  if (reading())
    return 5 / d;
  return 5 / (d - 1);
}

// necessary: b != 0 && (a != -2147483647 - 1 || b != -1)
static int quotient(int a, int b) { return a / b; }

// necessary: from != to && (long long)to - from <= 2147483647 && (long long)to - from >= -2147483647 - 1
int slope(int from, int to) { return quotient(100, to - from); }

extern void stop(void);

// sufficient: open_channel != 0
unsigned opened(void) {
  if (!open_channel)
    stop();
  return open_channel->size;
}

struct curve { unsigned char words; };

// How much there is where to leads, nothing says.
// sufficient: mode != 3
void put(unsigned *to, const struct curve *c, int mode) {
  if (mode == 3)
    for (unsigned k = 0; k <= c->words; k++)
      to[k + 1] = 0;
}
