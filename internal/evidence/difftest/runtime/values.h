/* The values of a run, and what the program's copies call. A part of runner.c: its names are not
   for the program, which might have such names of its own. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "runner.h"

enum {
  MAX_INPUTS = 1 << 13, /* of a run; it ends there */
  MAX_BLOCKS = 1 << 16,
  MAX_PAIRS = 256,      /* of operands of comparisons, of a run */
  MAX_CORPUS = 400,
  MAX_POOL = 1024,      /* pairs that are remembered */
  MAX_ERRORS = 8, MAX_REPORTS = 60, /* that are told of */
  MAX_POINTS = 1 << 12, /* that are told of, of a run; the others count in a sum */
  MAX_TOLD = 50,        /* inputs that a search has kept, that are told of */
  MAX_TEXT = 1 << 16,   /* of standard error; more ends the run */
  ENOUGH = 20,          /* runs of a program that asks for nothing */
  STATUS_ERROR = 113, STATUS_ASSUMED = 114, STATUS_LIMIT = 115, STATUS_SANITIZER = 86,
  MAX_MEMORY = 256 << 20,
};

struct input { uint32_t site; craig_value value; };
struct pair { craig_value a, b; };
struct list { unsigned n; struct input at[MAX_INPUTS]; };

/* What a run leaves behind. */
static struct shared {
  int error;
  unsigned pairs, order;
  struct pair pair[MAX_PAIRS];
  uint32_t block[MAX_BLOCKS];       /* in order of first visits: slots */
  uint8_t hits[MAX_BLOCKS];         /* by slot */
  uintptr_t code[MAX_BLOCKS];       /* by slot: kept from run to run */
  struct list given;
  unsigned long point_count;
  uint64_t sum; /* of all points */
  struct { uint32_t number, values; } point[MAX_POINTS];
} *run;

static struct list plan; /* what the next run is given, site by site */
static int style;        /* of values that the plan does not have */
static int watching;     /* the program runs */

/* Pairs of operands of comparisons, of earlier runs. */
static struct pair pool[MAX_POOL];
static unsigned pool_count;

static uint64_t state = 88172645463325252ull;
static void random_seed(uint64_t seed) { state ^= seed * 0x9e3779b97f4a7c15ull; }
static uint64_t random_bits(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state * 2685821657736338717ull;
}
static unsigned below(unsigned n) { return n ? (random_bits() >> 32) % n : 0; }

/* Values. */

static craig_value cut(struct craig_site s, craig_value v) {
  unsigned bits = s.bits;
  if (s.kind != 'i' || bits >= 64 || bits == 0) return v;
  v &= (1ull << bits) - 1;
  return s.is_signed && bits > 1 && v >> (bits - 1) ? v | ~0ull << bits : v;
}

static craig_value bits_of(double x) {
  craig_value v;
  memcpy(&v, &x, sizeof v);
  return v;
}

static craig_value a_float(void) {
  static const double special[] = {0, -0.0, 1, -1, 0.5, 2, 10, 100, 1e10, -1e10, 1e38, 1e300, -1e300, 1e-300, 4e-324,
    2147483647, 2147483648.0, -2147483648.0, 4294967296.0, 9007199254740993.0, 9223372036854775808.0, 0.1, 1.0 / 3, 3.4028234663852886e38, 1.7976931348623157e308, 1.17549435e-38};
  switch (below(8)) {
  case 0: return bits_of(1.0 / 0.0 * (below(2) ? 1 : -1));
  case 1: return bits_of(0.0 / 0.0);
  case 2: return bits_of((double)(int)below(2001) - 1000);
  case 3: return bits_of(((double)(int)below(20001) - 10000) / 16);
  case 4: return random_bits();
  default: return bits_of(special[below(sizeof special / sizeof *special)]);
  }
}

static craig_value an_integer(struct craig_site s, int how) {
  unsigned bits = s.bits ? s.bits : 32;
  craig_value top = bits >= 64 ? 1ull << 63 : 1ull << (bits - 1);
  switch (how) {
  case 0: return 0;
  case 1: return (craig_value)below(5) - 1;
  case 2: return (craig_value)below(130) - 15;
  case 3: /* boundaries of this type and of smaller ones */
    switch (below(8)) {
    case 0: return top;
    case 1: return top - 1;
    case 2: return ~0ull;
    case 3: return top * 2 - 1;
    case 4: return top + 1;
    case 5: return (1ull << below(bits)) - below(2);
    case 6: return -(1ull << below(bits)) + below(2);
    default: return (craig_value)below(3) - 1;
    }
  case 4:
    if (craig_constant_count) return craig_constants[below(craig_constant_count)] + below(3) - 1;
    return below(256);
  case 5: return random_bits() >> below(64);
  case 6: return random_bits();
  default:
    if (pool_count) {
      struct pair p = pool[below(pool_count)];
      return (below(2) ? p.a : p.b) + (below(4) ? 0 : below(3) - 1);
    }
    return below(10);
  }
}

/* A pointer is 0, or 1 for zeroed memory; anything else is the seed of what is there, as for contents
   of memory (where 0 is for zeroed memory as well). */
static craig_value a_value(unsigned site) {
  struct craig_site s = craig_sites[site];
  if (site == craig_site_count) return style == 0 ? 0 : random_bits() >> 40;
  switch (s.kind) {
  case 'f': return style == 0 ? 0 : a_float();
  case 'p': return style == 0 ? below(2) : below(8) == 0 ? 0 : below(6) ? 1 : random_bits() | 2;
  case 'm': return style == 0 || below(2) ? 0 : random_bits() | 2;
  }
  if (style == 9) return run->given.n ? run->given.at[below(run->given.n)].value + below(3) - 1 : below(3);
  return an_integer(s, style < 8 ? style : (int)below(8));
}

/* In the program. */

static unsigned next_of[1 << 12]; /* by site: where to look for its next value in the plan */

static craig_value next_value(unsigned site) {
  craig_value v;
  if (run->given.n >= MAX_INPUTS) _exit(STATUS_LIMIT);
  if (site < sizeof next_of / sizeof *next_of) {
    unsigned *i = &next_of[site];
    while (*i < plan.n && plan.at[*i].site != site) ++*i;
    v = *i < plan.n ? plan.at[(*i)++].value : a_value(site);
  } else
    v = a_value(site);
  v = cut(craig_sites[site], v);
  run->given.at[run->given.n].site = site;
  run->given.at[run->given.n++].value = v;
  return v;
}

craig_value craig_integer(unsigned site) { return next_value(site); }

double craig_float(unsigned site) {
  craig_value v = next_value(site);
  double x;
  memcpy(&x, &v, sizeof x);
  return x;
}

static void fill(unsigned char *at, unsigned long size, craig_value seed) {
  unsigned long i;
  uint64_t x = seed;
  if (seed < 2) {
    memset(at, 0, size);
    return;
  }
  for (i = 0; i < size; i++) {
    if (seed % 3 == 0 && i % 4) { /* small numbers */
      at[i] = 0;
      continue;
    }
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    unsigned byte = x >> 40 & 255;
    at[i] = seed % 3 == 0 ? byte % 12 : seed % 3 == 1 ? byte : (unsigned char)"a b0\0z9\n"[byte % 8];
  }
}

int craig_fill(unsigned site, void *at, unsigned long size) {
  fill(at, size, next_value(site));
  return 0;
}

/* Blocks that the program is given are no leaks of it. */
static void *given_block(unsigned long size) {
  enum { most = 1 << 14 };
  static void *volatile given[most]; /* which LeakSanitizer finds */
  static int n;
  void *p = malloc(size);
  if (n < most) given[n++] = p;
  return p;
}

void *craig_pointer(unsigned site) {
  enum { room = 1 << 13 }; /* also in compare.go */
  craig_value v = next_value(site);
  unsigned char *p = v ? given_block(room) : 0;
  if (p) fill(p, room, v);
  return p;
}

/* What main is started with: count texts, and null after them. */
void *craig_arguments(unsigned site, int count) {
  enum { most = 64, room = 1 << 7 };
  if (count < 0 || count > most) return craig_pointer(site);
  craig_value v = next_value(site);
  char **list = given_block((count + 1) * sizeof *list);
  int i;
  for (i = 0; i < count; i++) {
    list[i] = given_block(room);
    fill(list[i], room, v + 7 * i);
    list[i][room - 1] = 0;
  }
  list[count] = 0;
  return list;
}

int craig_error(void) {
  run->error = 1;
  _exit(STATUS_ERROR);
}

int craig_assumed(void) { _exit(STATUS_ASSUMED); }

static void tell_value(uint64_t v) {
  uint64_t h = (run->sum ^ v) * 0x9e3779b97f4a7c15ull;
  unsigned long n = run->point_count;
  run->sum = h ^ h >> 29;
  if (n && n <= MAX_POINTS) {
    v = (run->point[n - 1].values ^ v) * 0x9e3779b97f4a7c15ull;
    run->point[n - 1].values = v >> 32;
  }
}

void craig_point(unsigned number) {
  unsigned long n = run->point_count++;
  if (n < MAX_POINTS) {
    run->point[n].number = number;
    run->point[n].values = 0;
  }
  tell_value(number);
}
void craig_int(long long value) { tell_value(value); }
void craig_real(double value) { tell_value(value != value ? ~0ull : bits_of(value)); }

/* The compiler calls these at every block and every comparison. */

void __sanitizer_cov_trace_pc(void) {
  uintptr_t pc = (uintptr_t)__builtin_return_address(0);
  unsigned slot = (pc * 2654435761u >> 4) % MAX_BLOCKS;
  if (!watching) return;
  while (run->code[slot] && run->code[slot] != pc) slot = (slot + 1) % MAX_BLOCKS;
  run->code[slot] = pc;
  if (!run->hits[slot]) run->block[run->order++] = slot;
  if (run->hits[slot] < 255) run->hits[slot]++;
}

static void compared(craig_value a, craig_value b) {
  if (watching && a != b && run->pairs < MAX_PAIRS) {
    run->pair[run->pairs].a = a;
    run->pair[run->pairs++].b = b;
  }
}
void __sanitizer_cov_trace_cmp1(uint8_t a, uint8_t b) { compared(a, b); }
void __sanitizer_cov_trace_cmp2(uint16_t a, uint16_t b) { compared(a, b); }
void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b) { compared(a, b); }
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b) { compared(a, b); }
void __sanitizer_cov_trace_const_cmp1(uint8_t a, uint8_t b) { compared(a, b); }
void __sanitizer_cov_trace_const_cmp2(uint16_t a, uint16_t b) { compared(a, b); }
void __sanitizer_cov_trace_const_cmp4(uint32_t a, uint32_t b) { compared(a, b); }
void __sanitizer_cov_trace_const_cmp8(uint64_t a, uint64_t b) { compared(a, b); }
void __sanitizer_cov_trace_cmpf(float a, float b) { compared(bits_of(a), bits_of(b)); }
void __sanitizer_cov_trace_cmpd(double a, double b) { compared(bits_of(a), bits_of(b)); }
void __sanitizer_cov_trace_switch(uint64_t v, uint64_t *cases) {
  uint64_t i;
  for (i = 0; i < cases[0] && i < 40; i++) compared(v, cases[2 + i]);
}
void __sanitizer_cov_trace_div4(uint32_t v) { (void)v; }
void __sanitizer_cov_trace_div8(uint64_t v) { (void)v; }
void __sanitizer_cov_trace_gep(uintptr_t i) { (void)i; }

/* The address sanitizer's allocator asks us; a limit of address space would not leave it room. */
void __sanitizer_malloc_hook(const volatile void *p, size_t size) {
  static size_t total;
  (void)p;
  if (watching && (size > MAX_MEMORY || (total += size) > MAX_MEMORY)) _exit(STATUS_LIMIT);
}
void __sanitizer_free_hook(const volatile void *p) { (void)p; }

#define ASAN_OPTIONS                                                                                                    \
  "detect_stack_use_after_return=1:allocator_may_return_null=1:exitcode=86:malloc_fill_byte=0:"                         \
  "max_malloc_fill_size=1048576:quarantine_size_mb=4:handle_abort=0:symbolize=1:detect_invalid_pointer_pairs=1"
const char *__asan_default_options(void) {
  return craig_leaks ? "detect_leaks=1:" ASAN_OPTIONS : "detect_leaks=0:" ASAN_OPTIONS;
}
const char *__msan_default_options(void) { return "exit_code=86"; }
const char *__lsan_default_options(void) { return "exitcode=86:print_suppressions=0"; }
const char *__ubsan_default_options(void) { return "exitcode=86:print_stacktrace=0"; }

/* What the C library's functions read. */

enum { WORLD = 1 << 16 };
static int world_fd;

/* make_world makes the text of standard input: numbers, words, long lines, and bytes of any kind. */
static int make_world(void) {
  static char text[WORLD];
  unsigned n = 0, i, length;
  while (n + 400 < WORLD) {
    switch (below(8)) {
    case 0: n += sprintf(text + n, "%d\n", (int)random_bits()); break;
    case 1: n += sprintf(text + n, "%u ", below(20)); break;
    case 2: n += sprintf(text + n, "-%u.%u\n", below(300), below(100)); break;
    case 3: text[n++] = '\n'; break;
    case 4: case 5: case 6:
      for (length = below(16) ? below(20) : 300, i = 0; i < length; i++) text[n++] = below(9) ? 'a' + below(26) : 32 + below(64);
      text[n++] = '\n';
      break;
    default:
      for (length = below(30), i = 0; i < length; i++) text[n++] = random_bits() >> 40;
    }
  }
  world_fd = memfd_create("input", MFD_CLOEXEC);
  return world_fd >= 0 && write(world_fd, text, n) == (ssize_t)n;
}

static void use_world(craig_value v) {
  lseek(world_fd, v % WORLD, SEEK_SET);
  dup2(world_fd, 0);
  srand(v);
  srandom(v);
  srand48(v);
}
