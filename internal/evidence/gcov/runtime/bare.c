/* What takes the place of gcc's library of counts where there is none for 32 bits: it writes them in
   the format of GCC 12 and later, however the program ends: by a signal, or after a fifth of a
   second of running. Linked with the start of a replay without a C library. */
#if __GNUC__ < 12
#error the format is another one
#elif __GNUC__ < 14
#define KINDS 8
#elif __GNUC__ < 15
#define KINDS 9
#else
#define KINDS 10
#endif

struct counts {
  unsigned n;
  long long *values;
};
struct function {
  const struct unit *unit;
  unsigned id, lines, graph;
  struct counts counts[1]; /* of the kinds that there are */
};
struct unit {
  unsigned version;
  struct unit *next;
  unsigned stamp, checksum;
  const char *file;
  void (*merge[KINDS])(long long *, unsigned); /* null: there is no such kind */
  unsigned n;
  const struct function *const *functions;
};

static struct unit *units;

void __gcov_init(struct unit *u) {
  u->next = units;
  units = u;
}
void __gcov_exit(void) {}
void __gcov_merge_add(long long *counts, unsigned n) {}

static long system_call(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c) : "memory");
  return result;
}

static unsigned buffer[1024], used;
static int file;

static void flush(void) {
  system_call(4, file, (long)buffer, used * 4);
  used = 0;
}

static void put(unsigned word) {
  if (used == sizeof buffer / sizeof *buffer) flush();
  buffer[used++] = word;
}

static void put_function(const struct unit *u, const struct function *f) {
  put(0x01000000);
  if (!f || f->unit != u) {
    put(0);
    return;
  }
  put(12), put(f->id), put(f->lines), put(f->graph);
  const struct counts *c = f->counts;
  for (unsigned kind = 0; kind < KINDS; kind++) {
    if (!u->merge[kind]) continue;
    put(0x01a10000 + (kind << 17)), put(c->n * 8);
    for (unsigned i = 0; i < c->n; i++) put(c->values[i]), put(c->values[i] >> 32);
    c++;
  }
}

void craig_ending(void) {
  for (struct unit *u = units; u; u = u->next) {
    file = system_call(8, (long)u->file, 0600, 0);
    if (file < 0) continue;
    put(0x67636461), put(u->version), put(u->stamp), put(u->checksum);
    for (unsigned i = 0; i < u->n; i++) put_function(u, u->functions[i]);
    put(0);
    flush();
    system_call(6, file, 0, 0);
  }
  units = 0;
}

static void end(int signal) {
  craig_ending();
  for (;;) system_call(1, 3, 0, 0);
}

__attribute__((constructor)) static void watch(void) {
  static const int signals[] = {6, 11, 7, 8, 4, 15, 26}; /* SIGABRT ... SIGVTALRM */
  static const long limit[] = {0, 0, 0, 200000};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) system_call(48, signals[i], (long)end, 0);
  system_call(104, 1, (long)limit, 0);
}
