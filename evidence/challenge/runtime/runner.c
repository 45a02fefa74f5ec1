/* The runner of a challenge runs a compiled program again and again, each time in a process of its
   own, with other inputs, and tells on standard output when a run comes to the error or a sanitizer
   reports something new.

   usage: runner search|repeat SECONDS MILLISECONDS SEED FILE

   search: what reaches new code is kept and varied, as fuzzers do. FILE has inputs to begin with.
   repeat: the inputs of FILE are run once each.
   A run may take MILLISECONDS of processor time. FILE has a line "run N", then N lines "SITE VALUE",
   and so on. A run that is told of is written in the same way:

     found error|report N BYTES LINES   then N inputs, BYTES of standard error, LINES addresses of code,
                                        in the order in which they were first come to

   and at the end: counts RUNS ENDED LIMITED ASSUMED UNDEFINED ERRORS BLOCKS INPUTS. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "runner.h"

enum {
  MAX_INPUTS = 1 << 13, /* of a run; it ends there */
  MAX_BLOCKS = 1 << 16,
  MAX_PAIRS = 256,      /* of operands of comparisons, of a run */
  MAX_CORPUS = 400,
  MAX_POOL = 1024,      /* pairs that are remembered */
  MAX_ERRORS = 8, MAX_REPORTS = 60, /* that are told of */
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
} *run;

static struct list plan;            /* what the next run is given, site by site */
static struct list *corpus[MAX_CORPUS];
static unsigned corpus_count;
static struct pair pool[MAX_POOL];
static unsigned pool_count;
static uint8_t seen[MAX_BLOCKS];    /* by slot: classes of hits, as bits */
static unsigned blocks;
static int style;

static uint64_t state = 88172645463325252ull;
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

static craig_value next(unsigned site) {
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

craig_value craig_integer(unsigned site) { return next(site); }

double craig_float(unsigned site) {
  craig_value v = next(site);
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
  fill(at, size, next(site));
  return 0;
}

void *craig_pointer(unsigned site) {
  enum { room = 1 << 13 }; /* also in compare.go */
  craig_value v = next(site);
  unsigned char *p = v ? malloc(room) : 0;
  if (p) fill(p, room, v);
  return p;
}

int craig_error(void) {
  run->error = 1;
  _exit(STATUS_ERROR);
}

int craig_assumed(void) { _exit(STATUS_ASSUMED); }

/* The compiler calls these at every block and every comparison. */

static int watching;

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

const char *__asan_default_options(void) {
  return "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:exitcode=86:malloc_fill_byte=0:"
         "max_malloc_fill_size=1048576:quarantine_size_mb=4:handle_abort=0:symbolize=1:detect_invalid_pointer_pairs=1";
}
const char *__ubsan_default_options(void) { return "exitcode=86:print_stacktrace=0"; }

/* One run. */

static pid_t child;
static int errors_fd, null_fd;
static void out_of_time(int sig) {
  (void)sig;
  if (child > 0) kill(-child, SIGKILL);
}

static void set_timer(int which, unsigned milliseconds) {
  struct itimerval t = {{0, 0}, {milliseconds / 1000, milliseconds % 1000 * 1000}};
  setitimer(which, &t, 0);
}

static void limit(int what, rlim_t most) {
  struct rlimit l = {most, most};
  setrlimit(what, &l);
}

static void in_child(unsigned milliseconds) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGALRM, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, MAX_TEXT);
  limit(RLIMIT_CPU, milliseconds / 1000 + 2);
  limit(RLIMIT_NPROC, 0);
#ifndef CRAIG_ADDRESS_SANITIZER
  limit(RLIMIT_AS, MAX_MEMORY);
#endif
  dup2(null_fd, 0);
  dup2(null_fd, 1);
  dup2(errors_fd, 2);
  set_timer(ITIMER_PROF, milliseconds);
  watching = 1;
  exit(craig_program());
}

/* run_once runs the plan. It returns how the run ended: 'e' ended, 'l' at a limit, 'a' at an assumption,
   'u' with undefined behaviour, 'x' at the error. */
static char run_once(unsigned milliseconds) {
  int status = 0;
  for (unsigned i = 0; i < run->order; i++) run->hits[run->block[i]] = 0;
  run->order = run->pairs = run->given.n = 0;
  run->error = 0;
  if (ftruncate(errors_fd, 0) == 0) lseek(errors_fd, 0, SEEK_SET);
  child = fork();
  if (child < 0) return 'l';
  if (child == 0) in_child(milliseconds);
  setpgid(child, child);
  set_timer(ITIMER_REAL, milliseconds * 10 + 1000);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  set_timer(ITIMER_REAL, 0);
  kill(-child, SIGKILL);
  child = 0;
  if (WIFSIGNALED(status)) {
    switch (WTERMSIG(status)) {
    case SIGILL: case SIGTRAP: case SIGSEGV: case SIGBUS: case SIGFPE: return 'u';
    case SIGABRT: return 'e';
    default: return 'l';
    }
  }
  if (run->error && WEXITSTATUS(status) == STATUS_ERROR) return 'x';
  switch (WEXITSTATUS(status)) {
  case STATUS_ASSUMED: return 'a';
  case STATUS_LIMIT: return 'l';
  case STATUS_SANITIZER: return 'u';
  }
  return 'e';
}

/* Telling. */

extern char __executable_start;

static unsigned report(char *text) {
  ssize_t n = pread(errors_fd, text, MAX_TEXT, 0);
  return n < 0 ? 0 : n;
}

static void tell(const char *kind, const char *text, unsigned size) {
  unsigned i;
  printf("found %s %u %u %u\n", kind, run->given.n, size, run->order);
  for (i = 0; i < run->given.n; i++) printf("%u %lld\n", run->given.at[i].site, (long long)run->given.at[i].value);
  fwrite(text, 1, size, stdout);
  for (i = 0; i < run->order; i++) printf("%lx\n", (unsigned long)(run->code[run->block[i]] - (uintptr_t)&__executable_start));
  fflush(stdout);
}

/* is_new tells whether a sanitizer's report speaks of another place than those before. */
static int is_new(const char *text, unsigned size) {
  static uint64_t known[MAX_REPORTS];
  static unsigned n;
  uint64_t hash = 14695981039346656037ull;
  unsigned i, spaces = 0;
  if (n == MAX_REPORTS) return 0;
  if (run->order) hash = hash * 31 + run->code[run->block[run->order - 1]];
  for (i = 0; i < size && text[i] != '\n' && spaces < 4; i++) { /* file, line and the first words */
    spaces += text[i] == ' ';
    if (text[0] != '=') hash = (hash ^ (unsigned char)text[i]) * 1099511628211ull;
  }
  for (i = 0; i < n; i++)
    if (known[i] == hash) return 0;
  known[n++] = hash;
  return 1;
}

/* Searching. */

static int is_interesting(void) {
  int new = 0;
  for (unsigned i = 0; i < run->order; i++) {
    unsigned slot = run->block[i], h = run->hits[slot];
    uint8_t class = h < 4 ? 1 << (h - 1) : h < 8 ? 8 : h < 16 ? 16 : h < 32 ? 32 : h < 128 ? 64 : 128;
    if (!seen[slot]) blocks++;
    if (!(seen[slot] & class)) new = 1;
    seen[slot] |= class;
  }
  return new;
}

static size_t size_of(const struct list *l) { return offsetof(struct list, at) + l->n * sizeof l->at[0]; }

static struct list *copied(const struct list *l) {
  struct list *copy = malloc(size_of(l));
  if (!copy) exit(71);
  return memcpy(copy, l, size_of(l));
}

static void keep(const struct list *l) {
  unsigned k = corpus_count < MAX_CORPUS ? corpus_count++ : below(MAX_CORPUS);
  free(corpus[k]);
  corpus[k] = copied(l);
}

static void remember_pairs(void) {
  for (unsigned i = 0; i < run->pairs; i++) {
    unsigned k = pool_count < MAX_POOL ? pool_count++ : below(MAX_POOL);
    pool[k] = run->pair[i];
  }
}

static void vary(void) {
  unsigned times = 1 + below(4), i, j;
  while (times--) {
    i = below(plan.n);
    switch (plan.n ? below(9) : 9) {
    case 0: plan.at[i].value = a_value(plan.at[i].site); break;
    case 1: plan.at[i].value += (craig_value)below(33) - 16; break;
    case 2: plan.at[i].value ^= 1ull << below(64); break;
    case 3: plan.at[i].value = plan.at[below(plan.n)].value; break;
    case 4: plan.n = i; break;
    case 5: /* one less */
      memmove(&plan.at[i], &plan.at[i + 1], (plan.n - i - 1) * sizeof plan.at[0]);
      plan.n--;
      break;
    case 6: /* the same again */
      j = 1 + below(plan.n - i < 8 ? plan.n - i : 8);
      if (plan.n + j <= MAX_INPUTS) {
        memmove(&plan.at[i + j], &plan.at[i], (plan.n - i) * sizeof plan.at[0]);
        plan.n += j;
      }
      break;
    case 7: case 8: /* what an input was compared with */
      for (j = 0; j < 40 && pool_count; j++) {
        struct pair p = pool[below(pool_count)];
        craig_value mask = p.a >> 32 || p.b >> 32 ? ~0ull : 0xffffffff;
        unsigned k = below(plan.n);
        int hit = ((plan.at[k].value ^ p.a) & mask) == 0 ? 1 : ((plan.at[k].value ^ p.b) & mask) == 0 ? 2 : 0;
        if (!hit) continue;
        plan.at[k].value = (hit == 1 ? p.b : p.a) + (below(3) ? 0 : below(3) - 1);
        break;
      }
      break;
    }
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

/* read_given reads inputs to begin with. The file is closed again: a child that exits would move its
   offset. */
static struct list **read_given(const char *name, unsigned *count) {
  static struct list l;
  struct list **all = 0;
  unsigned n, i;
  FILE *f = fopen(name, "r");
  *count = 0;
  while (f && fscanf(f, " run %u", &n) == 1) {
    l.n = 0;
    for (i = 0; i < n; i++) {
      unsigned site;
      long long v;
      if (fscanf(f, "%u %lld", &site, &v) == 2 && site < craig_site_count && l.n < MAX_INPUTS) {
        l.at[l.n].site = site;
        l.at[l.n++].value = v;
      }
    }
    all = realloc(all, (*count + 1) * sizeof *all);
    if (all) all[(*count)++] = copied(&l);
  }
  if (f) fclose(f);
  return all;
}

int main(int argc, char **argv) {
  static char text[MAX_TEXT];
  unsigned long runs = 0, ended = 0, limited = 0, assumed = 0, undefined = 0, errors = 0, inputs = 0;
  if (argc != 6) return 64;
  int search = strcmp(argv[1], "search") == 0;
  double end = now() + atof(argv[2]);
  unsigned milliseconds = atoi(argv[3]);
  unsigned given_count, given_next = 0;
  struct list **given = read_given(argv[5], &given_count);
  state ^= strtoull(argv[4], 0, 10) * 0x9e3779b97f4a7c15ull;
  run = mmap(0, sizeof *run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
  errors_fd = memfd_create("errors", MFD_CLOEXEC);
  if (run == MAP_FAILED || null_fd < 0 || errors_fd < 0) return 74;
  signal(SIGALRM, out_of_time);
  while (now() < end) {
    unsigned slice = milliseconds;
    style = 0;
    plan.n = 0;
    if (given_next < given_count) {
      struct list *l = given[given_next++];
      memcpy(&plan, l, size_of(l));
    } else if (!search)
      break;
    else if (runs > given_count) { /* the first one is given zeros */
      style = below(10);
      if (corpus_count && below(5)) {
        struct list *base = corpus[below(corpus_count)];
        memcpy(&plan, base, size_of(base));
        vary();
      }
      if (below(16) == 0) slice *= 5;
    }
    char how = run_once(slice);
    runs++;
    inputs += run->given.n;
    int new = is_interesting();
    if (new && search) {
      keep(&run->given);
      remember_pairs();
    }
    switch (how) {
    case 'e': ended++; break;
    case 'l': limited++; break;
    case 'a': assumed++; break;
    case 'x':
      errors++;
      if (errors <= MAX_ERRORS) tell("error", text, report(text));
      break;
    case 'u':
      undefined++;
      {
        unsigned n = report(text);
        if (is_new(text, n) || !search) tell("report", text, n);
      }
      break;
    }
    if (search && (errors >= MAX_ERRORS || (inputs == 0 && runs >= ENOUGH))) break;
  }
  printf("counts %lu %lu %lu %lu %lu %lu %u %lu\n", runs, ended, limited, assumed, undefined, errors, blocks, inputs);
  return 0;
}
