/* The runner of a challenge runs a compiled program again and again, each time in a process of its
   own, with other inputs, and tells on standard output when a run comes to the error or a sanitizer
   reports something new.

   usage: runner search|repeat|points SECONDS MILLISECONDS SEED FILE

   search: what reaches new code is kept and varied, as fuzzers do. FILE has inputs to begin with.
   repeat: the inputs of FILE are run once each.
   points: so they are, and of each run is told how it ended and what it said at its points:
           points HOW N SUM LINES, then LINES times NUMBER VALUES.
   A run may take MILLISECONDS of processor time. FILE has a line "run N", then N lines "SITE VALUE",
   and so on. A run that is told of is written in the same way:

     found error|report|kept N BYTES LINES   then N inputs, BYTES of standard error, LINES addresses of code,
                                        in the order in which they were first come to

   (kept: inputs that a search has kept, told at its end)
   and at the end: counts RUNS ENDED LIMITED ASSUMED UNDEFINED ERRORS BLOCKS INPUTS. */
#define _GNU_SOURCE
#include "values.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

static struct list *corpus[MAX_CORPUS];
static unsigned corpus_count;
static uint8_t seen[MAX_BLOCKS]; /* by slot: classes of hits, as bits */
static unsigned blocks;

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
  if (!craig_leaks) limit(RLIMIT_NPROC, 0); /* who looks for leaks does so in a thread */
#ifndef CRAIG_ADDRESS_SANITIZER
  limit(RLIMIT_AS, MAX_MEMORY);
#endif
  dup2(null_fd, 0);
  dup2(null_fd, 1);
  dup2(errors_fd, 2);
  set_timer(ITIMER_PROF, milliseconds);
  if (craig_world) use_world(next_value(craig_site_count));
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
  run->point_count = run->sum = 0;
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

static void tell_inputs(const char *kind, const struct list *l, unsigned size, unsigned lines) {
  printf("found %s %u %u %u\n", kind, l->n, size, lines);
  for (unsigned i = 0; i < l->n; i++) printf("%u %lld\n", l->at[i].site, (long long)l->at[i].value);
}

static void tell_points(char how) {
  unsigned n = run->point_count < MAX_POINTS ? run->point_count : MAX_POINTS;
  printf("points %c %lu %llx %u\n", how, run->point_count, (unsigned long long)run->sum, n);
  for (unsigned i = 0; i < n; i++) printf("%u %x\n", run->point[i].number, run->point[i].values);
}

static void tell(const char *kind, const char *text, unsigned size) {
  unsigned i;
  tell_inputs(kind, &run->given, size, run->order);
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
      if (fscanf(f, "%u %lld", &site, &v) == 2 && site <= craig_site_count && l.n < MAX_INPUTS) {
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
  int search = strcmp(argv[1], "search") == 0, points = strcmp(argv[1], "points") == 0;
  if (!make_world()) return 74;
  double end = now() + atof(argv[2]);
  unsigned milliseconds = atoi(argv[3]);
  unsigned given_count, given_next = 0;
  struct list **given = read_given(argv[5], &given_count);
  random_seed(strtoull(argv[4], 0, 10));
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
    if (points) {
      tell_points(how);
      continue;
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
  for (unsigned i = 0, n = corpus_count < MAX_TOLD ? corpus_count : MAX_TOLD; search && i < n; i++) {
    tell_inputs("kept", corpus[i * corpus_count / n], 0, 0);
  }
  printf("counts %lu %lu %lu %lu %lu %lu %u %lu\n", runs, ended, limited, assumed, undefined, errors, blocks, inputs);
  fflush(stdout);
  _exit(0); /* what the runner still has is no leak */
}
